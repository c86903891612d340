"""The report as `results.json`, which Gradescope reads."""

import json
from collections.abc import Iterator
from typing import Any

from noughts.checker.record import Check, Item, Record, Section, in_language
from noughts.checker.reports.wording import notes, summary, told_failure
from noughts.words import ENGLISH, Words, words

NEUTRAL = ("absent", "unjudged")  # neither passed nor failed


def report(record: Record, language: str = ENGLISH) -> str:
    """Return the text of `results.json`: one test for each check that gives points."""
    return json.dumps(results(record, language), indent=2, ensure_ascii=False) + "\n"


def results(record: Record, language: str = ENGLISH) -> dict[str, Any]:
    """
    Return the record in Gradescope's form, and in the words of a language.

    Where nothing was judged there is one sentence that says why, and no test: dozens
    that "failed" would hide it.
    """
    record, say = in_language(record, language), words(language)
    checks = {check.name: check for check in record.checks}
    return {
        "score": record.points,
        "output": "\n\n".join(_said(record, language)),
        "output_format": "text",
        "visibility": "visible",
        "tests": [
            _test(section, item, checks.get(item.check), say)
            for section in record.sections
            for item in section.items
            if not record.refusal
        ],
    }


def _said(record: Record, language: str) -> Iterator[str]:
    """Yield what is said about the file as a whole."""
    yield summary(record, language)
    yield from filter(None, [record.hint])
    for known in record.misconceptions:
        yield f"{known.function}: {known.title} {known.explanation} {known.hint}"
    yield from notes(record)


def _test(
    section: Section, item: Item, check: Check | None, say: Words
) -> dict[str, Any]:
    told = {
        "name": f"{section.title}: {check.sentence if check else item.check}",
        "number": item.check,
        "output": _output(check, say) if check else "",
        "output_format": "text",
    }
    if check and check.status in NEUTRAL and not item.points:
        return told  # what has no score has no colour, either
    status = "passed" if item.points == item.maximum else "failed"
    return told | {
        "score": item.points,
        "max_score": item.maximum,
        "status": status,
    }


def _output(check: Check, say: Words) -> str:
    told = [str(check.note)] if check.note else []
    told += ["\n".join(told_failure(failure, say)) for failure in check.failures]
    return "\n\n".join(told)
