"""What an autograder runs: find the file, judge it, always leave results."""

import json
import re
import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from noughts import disk
from noughts.autograder.parts import Settings
from noughts.checker.asking import Effort
from noughts.checker.record import DIGITS, FAULTS, Record, in_language
from noughts.checker.reports import gradescope
from noughts.checker.reports.wording import notes, points_text, summary, total
from noughts.checker.rubric import Rubric, load
from noughts.classroom.files import on_disk
from noughts.classroom.platforms.entry import Unit
from noughts.classroom.run import FileJudge
from noughts.classroom.submissions import submission
from noughts.look import SIGNS
from noughts.text import NONSENSE
from noughts.words import Words, words
from noughts.words.said import quoted

METADATA = "submission_metadata.json"  # which Gradescope puts beside a submission
LARGEST = 900_000  # bytes of results: PrairieLearn takes 1 MB
CODE = re.compile(r"(`[^`|\\]+`)")  # what of it is sure to stay code in a table, too
SIGN = re.compile(r"[!-/:-@\[-`{-~]")  # which mean something to Markdown, all of them
# GitHub links "@name" and "#1" where nothing stands between.
CALLS = re.compile(r"[@#]")
FOUND, FAILED = 1, 2  # exit codes: the file has faults; we have


def judged(folder: Path, rubric: Rubric | None = None, seconds: float = 120) -> Record:
    """Return the record of what lies in a folder, however deep, or in its archives."""
    given = submission(Unit("", [on_disk(folder.resolve(), "")]))
    judge = FileJudge(rubric or load(), effort=Effort(budget=seconds))
    if given.refusal:
        return judge.unjudged(given, given.refusal)
    record = judge(given)
    notes = (*map(quoted, given.note.splitlines()), *record.notes)
    return replace(record, file=given.where, notes=notes)


def grade(
    form: str, folder: Path, results: Path, rubric: Path | None, say: Words
) -> int:
    """
    Judge what was handed in and write the results; whatever happens, there are some.

    Where we fail ourselves the results say that it is not the student's fault.
    """
    try:
        record = judged(folder, load(rubric) if rubric else None, SECONDS[form])
        text = FORMS[form](in_language(record, say.language), say, handed_in(folder))
        code = 0 if record.right else FOUND
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        said = say("autograder.failed")
        text = FAILURES[form](f"{said} ({reason})")
        code = FAILED
    results.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode("utf-8", "replace")
    if form == "github":  # its summary has what other steps wrote
        with results.open("ab") as file:
            file.write(data)
    else:  # half a file would be taken for results, and break the platform's reader
        disk.write_whole(results, data)
    return code


def handed_in(folder: Path) -> dict[str, Any]:
    """Return what Gradescope says of a submission: whose it is, late, which attempt."""
    told = dict[str, Any]()
    with suppress(OSError, *NONSENSE):  # it is a courtesy, and no reason to fail
        data = json.loads((folder.resolve().parent / METADATA).read_bytes())
        for name, fact in FACTS.items():
            with suppress(*NONSENSE):
                told[name] = fact(data)
    return told


def _each(data: Any, name: str) -> str:
    return ", ".join(str(each[name]) for each in data["users"])


def _late(data: Any) -> bool:
    """Return whether it came after the last of its people's own due times."""
    common = data["assignment"]["due_date"]
    own = [each.get("assignment") or {} for each in data["users"]]
    dues = [each.get("due_date") or common for each in own]
    created, *times = map(datetime.fromisoformat, [data["created_at"], *dues])
    return created > max(times)


def for_gradescope(record: Record, say: Words, about: Mapping[str, Any]) -> str:
    """Return Gradescope's results.json."""
    results = gradescope.results(record, say.language)
    return _json(results | ({"extra_data": about} if about else {}))


def for_prairielearn(record: Record, say: Words, about: Mapping[str, Any]) -> str:
    """Return PrairieLearn's results.json: a score from 0 to 1, and below 1 MB."""
    said = summary(record, say.language)
    if not record.graded:  # nothing to judge is not an attempt
        return _json({"gradable": False, "format_errors": [said]})
    told = gradescope.results(record, say.language)
    items = [item for section in record.sections for item in section.items]
    tests = [
        {
            "name": test["number"],
            "description": test["name"],
            "points": item.points,
            "max_points": item.maximum,
            "output": test["output"],
        }
        for item, test in zip(items, told["tests"], strict=False)  # refused: no test
    ]
    share = record.points / record.maximum if record.maximum else 0.0
    results = {
        "gradable": True,
        "score": min(1.0, round(share, DIGITS)),
        "message": f"{said.removesuffix('.')}. {total(record, say.language)}.",
        "output": told["output"],
        "tests": tests,
    }
    text = _json(results)
    if len(text.encode()) > LARGEST:
        text = _json(results | {"tests": [test | {"output": ""} for test in tests]})
    return text


def for_github(record: Record, say: Words, about: Mapping[str, Any]) -> str:
    """Return Markdown for the summary of a job."""
    said = summary(record, say.language)
    if not record.graded:
        return f"## {_plain(said)}\n"
    lines = [f"## {total(record, say.language)}", "", _plain(said), ""]
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
        lines += [f"| {said} | {_plain(case or check.note)} |"]
    lines += ["", "| | |", "|---|---:|"]
    for section in record.sections:
        both = (section.points, section.maximum)
        points = " / ".join(points_text(each, say) for each in both)
        lines += [f"| {_plain(section.title)} | {points} |"]
    for note in notes(record):
        lines += ["", _plain(note)]
    return "\n".join(lines) + "\n"


def failed(form: str, settings: Settings) -> str:
    """Return, quoted for a shell, the results where nothing could be judged."""
    said = words(settings.language)("autograder.failed")
    return shlex.quote(" ".join(FAILURES[form](said).split()))


def _plain(text: str) -> str:
    """
    Return text as Markdown that shows it as it is, but for code in backticks.

    What a student's file says is in it: no links, pictures, tables or names of people.
    """
    parts = CODE.split(" ".join(text.split()))
    parts[::2] = [
        CALLS.sub(r"\g<0><!-- -->", SIGN.sub(r"\\\g<0>", each)) for each in parts[::2]
    ]
    return "".join(parts)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


FORMS: dict[str, Callable[[Record, Words, Mapping[str, Any]], str]] = {
    "gradescope": for_gradescope,
    "prairielearn": for_prairielearn,
    "github": for_github,
}
# What there is to read where we fail: by shell scripts as well, which write it where
# Python itself could not be started or was killed.
FAILURES: dict[str, Callable[[str], str]] = {
    "gradescope": lambda why: _json({"score": 0, "output": why}),
    "prairielearn": lambda why: _json({"gradable": False, "format_errors": [why]}),
    "github": lambda why: f"{_plain(why)}\n",
}
# What is told of a submission, each as far as Gradescope says it.
FACTS: dict[str, Callable[[Any], Any]] = {
    "id": lambda data: _each(data, "id"),
    "email": lambda data: _each(data, "email"),
    "late": _late,
    "attempt": lambda data: 1 + len(data["previous_submissions"]),
}
SECONDS = {"gradescope": 120.0, "prairielearn": 90.0, "github": 120.0}
