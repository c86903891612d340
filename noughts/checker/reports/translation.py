"""
A record in another language.

A record is written in English, by checks and models whose docstrings say what a student
reads. The sentences of another language are a table, `words/feedback/pt-BR.toml`, by
the names of checks and misconceptions; other sentences are found by their English form,
in which `{parts}` are kept. What the table lacks stays as it is.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from noughts.checker.checks import PROMISES
from noughts.checker.record import Check, Failure, Misconception, Record
from noughts.words import FOLDER

HINTS = {promise.name: promise.hint for promise in PROMISES}
PART = re.compile(r"\\\{(\w+)\\\}")


@cache
def table(language: str) -> Mapping[str, Any]:
    """Return the sentences of a language; none where it has no table, as English."""
    path = Path(FOLDER / "feedback" / f"{language}.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def in_language(record: Record, language: str) -> Record:
    """Return a record in the words of a language, as far as there are any."""
    if not table(language):
        return record
    return replace(
        record,
        rubric=sentence(record.rubric, language),
        refusal=sentence(record.refusal, language),
        hint=sentence(record.hint, language),
        sections=tuple(
            replace(each, title=sentence(each.title, language))
            for each in record.sections
        ),
        checks=tuple(_check(each, language) for each in record.checks),
        misconceptions=tuple(
            _misconception(each, language) for each in record.misconceptions
        ),
        notes=tuple(sentence(note, language) for note in record.notes),
    )


def sentence(text: str, language: str) -> str:
    """Return a sentence in a language, found by its English form."""
    if not table(language):
        return text
    for pattern, other in _sentences(language):
        if found := pattern.fullmatch(text):
            return other.format(**found.groupdict())
    return text


@cache
def _sentences(language: str) -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(PART.sub(r"(?P<\1>.+?)", re.escape(english))), other)
        for english, other in table(language)["sentences"].items()
    ]


def _check(check: Check, language: str) -> Check:
    names = table(language)["checks"]
    said = names.get(check.name, {})
    if check.name.endswith(".pure"):
        said = {k: v.format(function=check.function) for k, v in names["pure"].items()}
    failures = (_failure(each, check, said, language) for each in check.failures)
    return replace(
        check,
        sentence=said.get("sentence") or sentence(check.sentence, language),
        note=sentence(check.note, language),
        failures=tuple(failures),
    )


def _failure(
    failure: Failure, check: Check, said: Mapping[str, str], language: str
) -> Failure:
    own = failure.hint == HINTS.get(check.name)
    return replace(
        failure,
        hint=said["hint"] if own and said else sentence(failure.hint, language),
        expected=sentence(failure.expected, language),
        got=sentence(failure.got, language),
        verdict=sentence(failure.verdict, language),
    )


def _misconception(known: Misconception, language: str) -> Misconception:
    said = table(language)["misconceptions"].get(known.name, {})
    place = {"line": known.line, "code": known.code}
    return replace(known, **{name: text.format(**place) for name, text in said.items()})
