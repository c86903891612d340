"""
A record in another language.

A record is written in English, by checks and models whose docstrings say what a student
reads. The sentences of another language are a table, `words/feedback/pt-BR.toml`, by
the names of checks and misconceptions; other sentences are found by their English form,
in which `{parts}` are kept. What the table lacks stays as it is, and so does what a
teacher has written in a rubric: of titles and of the sentences of checks only those are
told in other words that are ours to the letter.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from noughts.checker.checks import PROMISES
from noughts.checker.record import Check, Failure, Misconception, Record, SearchEvidence
from noughts.checker.search_words import search_text
from noughts.words import FOLDER, words

HINTS = {promise.name: promise.hint for promise in PROMISES}
SENTENCES = {promise.name: promise.sentence for promise in PROMISES}
STYLE = re.compile(r"Style: [A-Z]+[0-9]*(, [A-Z]+[0-9]*)*")  # a group of a rubric's own
REMARK = re.compile(r"(.+) \(([A-Z]+[0-9]+)\)", re.DOTALL)
VERDICT = re.compile(r"(\(.+?\)): (.+?); possible: (.+)")
NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3})+")
NAMES = re.compile(r"(`\w+`, )*`\w+` and `\w+`")
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
        rubric=whole(record.rubric, language),
        refusal=sentence(record.refusal, language),
        hint=sentence(record.hint, language),
        sections=tuple(
            replace(each, title=whole(each.title, language)) for each in record.sections
        ),
        checks=tuple(_check(each, language) for each in record.checks),
        misconceptions=tuple(
            _misconception(each, language) for each in record.misconceptions
        ),
        findings=tuple(
            replace(each, text=sentence(each.text, language))
            for each in record.findings
        ),
        notes=tuple(sentence(note, language) for note in record.notes),
        machine=tuple(sentence(note, language) for note in record.machine),
        search=record.search and _search(record.search, language),
    )


def _search(search: SearchEvidence, language: str) -> SearchEvidence:
    if not search.facts:
        return search
    return replace(search, words=search_text(search.facts, words(language)))


def whole(text: str, language: str) -> str:
    """Return a text that a rubric may set in a language, if it is ours."""
    if STYLE.fullmatch(text):
        return sentence(text, language)
    texts: Mapping[str, str] = table(language).get("whole", {})
    return texts.get(text, text)


def sentence(text: str, language: str) -> str:
    """Return a sentence in a language, and its parts, found by the English form."""
    if not text or not table(language):
        return text
    for pattern, other in _sentences(language):
        if found := pattern.fullmatch(text):
            parts = found.groupdict().items()
            return other.format(**{n: _part(text, language) for n, text in parts})
    return text


def _part(text: str, language: str) -> str:
    """Return a part of a sentence, numbers and lists as the language writes them."""
    if NUMBER.fullmatch(text):
        return words(language).number(int(text.replace(",", "")))
    if NAMES.fullmatch(text):
        return words(language).listed(re.findall(r"`\w+`", text))
    return sentence(text, language)


@cache
def _sentences(language: str) -> list[tuple[re.Pattern[str], str]]:
    """Return what to look for and what to say instead, the most definite first."""
    rows = table(language)["sentences"].items()
    definite = sorted(rows, key=lambda row: -len(re.sub(r"{.+?}", "", row[0])))
    return [
        (re.compile(PART.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL), other)
        for english, other in definite
    ]


def _check(check: Check, language: str) -> Check:
    names = table(language)["checks"]
    said = names.get(check.name, {})
    if check.name.endswith(".pure"):
        said = {k: v.format(function=check.function) for k, v in names["pure"].items()}
    failures = (_failure(each, check, said, language) for each in check.failures)
    ours = bool(said) and check.sentence == SENTENCES.get(check.name)
    return replace(
        check,
        sentence=said["sentence"] if ours else whole(check.sentence, language),
        note=sentence(check.note, language),
        failures=tuple(failures),
    )


def _failure(
    failure: Failure, check: Check, said: Mapping[str, str], language: str
) -> Failure:
    own = failure.hint == HINTS.get(check.name)
    return replace(
        failure,
        call=sentence(failure.call, language),
        hint=said["hint"] if own and said else sentence(failure.hint, language),
        expected=_choice(sentence(failure.expected, language), language),
        got=_remark(failure.got, language),
        verdict=_verdict(failure.verdict, language),
    )


def _choice(text: str, language: str) -> str:
    """Return actions of which one is as good as another, with the language's "or"."""
    return text.replace(") or (", f") {words(language)('list.or')} (")


def _remark(text: str, language: str) -> str:
    """Return an answer, or a remark about the style with the code of its rule."""
    if found := REMARK.fullmatch(text):
        return f"{sentence(found[1], language)} ({found[2]})"
    return sentence(text, language)


def _verdict(text: str, language: str) -> str:
    """Return how a line of play ends, and how it could."""
    if found := VERDICT.fullmatch(text):
        first, after, best = (sentence(part, language) for part in found.groups())
        text = f"{first}: {after}; possible: {best}"
    return sentence(text, language)


def _misconception(known: Misconception, language: str) -> Misconception:
    said = table(language)["misconceptions"].get(known.name, {})
    line = words(language).place(known.line, known.cell)
    place = {"line": line, "code": known.code}
    return replace(known, **{name: text.format(**place) for name, text in said.items()})
