"""What an autograder runs: find the file, judge it, always leave results."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from noughts.checker.asking import Effort
from noughts.checker.record import FAULTS, Record
from noughts.checker.reports import gradescope
from noughts.checker.reports.wording import number, summary, total
from noughts.checker.rubric import Rubric, load
from noughts.classroom.files import on_disk
from noughts.classroom.run import Standard
from noughts.classroom.submissions import Unit, submission
from noughts.look import SIGNS
from noughts.words import Words

LARGEST = 900_000  # bytes of results: PrairieLearn takes 1 MB
FOUND, FAILED = 1, 2  # exit codes: the file has faults; we have


def judged(folder: Path, rubric: Rubric | None = None, seconds: float = 120) -> Record:
    """Return the record of what lies in a folder, however deep, or in its archives."""
    given = submission(Unit("", [on_disk(folder.resolve(), "")]))
    standard = Standard(rubric or load(), effort=Effort(budget=seconds))
    if given.refusal:
        reason = given.refusal.removesuffix(" in ")
        return standard.unjudged(given, reason)
    record = standard(given)
    notes = (given.note, *record.notes) if given.note else record.notes
    return replace(record, file=given.where, notes=notes)


def grade(
    form: str, folder: Path, results: Path, rubric: Path | None, say: Words
) -> int:
    """
    Judge what was handed in and write the results; whatever happens, there are some.

    Where we fail ourselves the results say that it is not the student's fault.
    """
    code, render = 0, FORMS[form]
    try:
        record = judged(folder, load(rubric) if rubric else None, SECONDS[form])
        text = render(record, say)
        code = 0 if record.right else FOUND
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        text = FAILURES[form](say("autograder.failed", reason=reason))
        code = FAILED
    results.parent.mkdir(parents=True, exist_ok=True)
    # GitHub's summary has what other steps wrote; a results file is ours alone.
    with results.open("a" if form == "github" else "w", encoding="utf-8") as file:
        file.write(text.encode("utf-8", "replace").decode())
    return code


def for_gradescope(record: Record, say: Words) -> str:
    """Return Gradescope's results.json."""
    return gradescope.report(record)


def for_prairielearn(record: Record, say: Words) -> str:
    """Return PrairieLearn's results.json: a score from 0 to 1, and below 1 MB."""
    if record.refusal and not record.sections:
        return _json({"gradable": False, "format_errors": [summary(record)]})
    told = gradescope.results(record)
    tests = [
        {
            "name": test["number"],
            "description": test["name"],
            "points": test["score"],
            "max_points": test["max_score"],
            "output": test["output"],
        }
        for test in told["tests"]
    ]
    share = record.points / record.maximum if record.maximum else 0.0
    results = {
        "gradable": True,
        "score": min(1.0, share),
        "message": f"{summary(record)} {total(record)}.",
        "output": told["output"],
        "tests": tests,
    }
    text = _json(results)
    if len(text.encode()) > LARGEST:
        text = _json(results | {"tests": [test | {"output": ""} for test in tests]})
    return text


def for_github(record: Record, say: Words) -> str:
    """Return Markdown for the summary of a job."""
    lines = [f"## {total(record)}", "", _plain(summary(record)), ""]
    lines += [_plain(record.hint), ""] if record.hint else []
    for known in record.misconceptions:
        lines += [f"- `{known.function}`: {_plain(f'{known.title} {known.hint}')}"]
    faults = [check for check in record.checks if check.status in FAULTS]
    if faults:
        lines += ["", "| | | |", "|---|---|---|"]
    for check in faults:
        first = check.failures[0] if check.failures else None
        case = f"`{first.call}` `{first.board}`" if first and first.board else ""
        said = f"{SIGNS[check.status]} | `{check.name}` {_plain(check.sentence)}"
        lines += [f"| {said} | {_plain(case)} |"]
    lines += ["", "| | |", "|---|---:|"]
    for section in record.sections:
        points = f"{number(section.points)} / {number(section.maximum)}"
        lines += [f"| {_plain(section.title)} | {points} |"]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return text that stays in its cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


FORMS: dict[str, Callable[[Record, Words], str]] = {
    "gradescope": for_gradescope,
    "prairielearn": for_prairielearn,
    "github": for_github,
}
FAILURES: dict[str, Callable[[str], str]] = {
    "gradescope": lambda why: _json({"score": 0, "output": why}),
    "prairielearn": lambda why: _json({"gradable": False, "format_errors": [why]}),
    "github": lambda why: f"{_plain(why)}\n",
}
SECONDS = {"gradescope": 120.0, "prairielearn": 90.0, "github": 120.0}
