"""What an autograder runs: find the file, judge it, and always leave results."""

import base64
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import Any

from noughts import files
from noughts.checker.asking import Effort
from noughts.checker.record import DIGITS, Check, Item, Record
from noughts.checker.reports import console
from noughts.checker.reports.wording import failure_lines, notes, summary, total
from noughts.checker.rubric import Rubric, load
from noughts.classroom.archives import list_files
from noughts.classroom.file_judge import FileJudge, Judgement
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.stages import ToJudge
from noughts.texts import ENGLISH, Words, words

NEUTRAL = ("absent", "unjudged", "unfinished")  # neither passed nor failed
# CPU time for a file.
FILE_SECONDS = {"gradescope": 120.0, "prairielearn": 90.0, "github": 120.0, "vpl": 90.0}
CODE = "    "  # begins a line of code in Markdown, which no text can end
FOUND, FAILED = 1, 2  # exit codes: the file has faults; the autograder failed


def judge_folder(
    folder: Path,
    rubric: Rubric | None = None,
    seconds: float = FILE_SECONDS["github"],
    language: str = ENGLISH,
) -> Record:
    """Return the record of the file in a folder, however deep, or in its zip files."""
    judge = FileJudge(rubric or load(), effort=Effort(budget=seconds))
    hand_in = HandIn("", files=tuple(list_files(folder.resolve())))
    submission = judge.prepare(hand_in)
    results = dict[str, Judgement]()
    if isinstance(submission, ToJudge):
        results = {key: judge(file) for key, file in submission.files.items()}
    return judge.conclude(submission, results, language).record


def grade(
    form: str,
    folder: Path,
    results: Path,
    rubric: Path | None,
    language: str,
    outputs: Path | None = None,
    out_of: float = 100.0,
) -> int:
    """
    Judge a submission and write the results; return the exit code.

    `outputs` is a file for the outputs of a GitHub step, and `out_of` VPL's maximum.
    """
    forms = FORMS | {"vpl": partial(for_vpl, out_of=out_of)}
    try:
        points = load(rubric) if rubric else None
        record = judge_folder(folder, points, FILE_SECONDS[form], language)
        text, told = forms[form](record, words(language)), for_classroom(record)
        code = 0 if record.right else FOUND
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        text, told = failure_text(form, language, reason), NOT_JUDGED
        code = FAILED
    results.parent.mkdir(parents=True, exist_ok=True)
    files.write_whole(results, text.encode("utf-8", "replace"))
    if outputs:
        encoded = base64.b64encode(to_text(told).encode("utf-8", "replace")).decode()
        with outputs.open("a", encoding="ascii") as file:
            file.write(f"result={encoded}\n")
    return code


def for_gradescope(record: Record, say: Words) -> str:
    """Return Gradescope's results.json: one test for each check that gives points."""
    tests = list[dict[str, Any]]()
    for name, item, check in list_items(record, say):
        output = describe(check, say)
        test: dict[str, Any] = {"name": name, "number": item.check, "output": output}
        if not is_neutral(item, check):  # a test without a score has no colour
            passed = item.points == item.maximum
            test |= {"score": item.points, "max_score": item.maximum}
            test |= {"status": "passed" if passed else "failed"}
        tests.append(test)
    results = {"score": record.points, "output": describe_file(record, say)}
    return to_text(results | {"visibility": "visible", "tests": tests})


def for_prairielearn(record: Record, say: Words) -> str:
    """Return PrairieLearn's results.json, with a score from 0 to 1."""
    said = summary(record, say)
    if not record.graded:  # nothing to judge is not an attempt
        return to_text({"gradable": False, "format_errors": [said]})
    tests = [
        {
            "name": item.check,
            "description": name,
            "points": item.points,
            "max_points": item.maximum,
            "output": describe(check, say),
        }
        for name, item, check in list_items(record, say)
    ]
    share = record.points / record.maximum if record.maximum else 0.0
    results = {
        "gradable": True,
        "score": min(1.0, round(share, DIGITS)),
        "message": f"{said.removesuffix('.')}. {total(record, say)}.",
        "output": describe_file(record, say),
        "tests": tests,
    }
    return to_text(results)


def for_github(record: Record, say: Words) -> str:
    """Return Markdown for a job's summary: the report of the terminal, as code."""
    text = console.report(record, language=say.language)
    return indent(text.strip(), CODE) + "\n"


def for_classroom(record: Record) -> dict[str, Any]:
    """Return what GitHub Classroom's reporter of points reads: a test per section."""
    tests = [
        {
            "name": str(section.title),
            "status": "pass" if section.points == section.maximum else "fail",
            "score": section.points,
            "message": "",
            "test_code": "",
            "filename": "",
            "line_no": 0,
        }
        for section in record.sections
        if record.graded
    ]
    return {
        "version": 1,
        "status": "pass" if record.right else "fail",
        "max_score": record.maximum if record.graded else 0,
        "tests": tests,
    }


def for_vpl(record: Record, say: Words, out_of: float = 100.0) -> str:
    """
    Return the output that Moodle's Virtual Programming Lab reads.

    Each line of the report begins with ">", so none can be read as a grade. Moodle
    accepts no grade above the maximum.
    """
    shown = as_comment(console.report(record, language=say.language))
    if not record.graded:
        return shown
    share = record.points / record.maximum if record.maximum else 0.0
    points = round(out_of * min(1.0, share), DIGITS)
    return f"{shown}Grade :=>> {points:g}\n"


def as_comment(text: str) -> str:
    """Return a text as a comment of VPL, whose lines are shown as they are."""
    return "\n".join(["<|--", *(f">{line}" for line in text.splitlines()), "--|>", ""])


def list_items(record: Record, say: Words) -> Iterator[tuple[str, Item, Check]]:
    """Yield each item of the rubric, by name, with its check, if it was made."""
    checks = {check.name: check for check in record.checks}
    for section in record.sections:
        for item in section.items:
            if check := checks.get(item.check):
                name = f"{section.title}: {check.sentence}"
                if is_neutral(item, check):
                    name += f" ({say(f'status.{check.status}')})"
                yield name, item, check


def is_neutral(item: Item, check: Check) -> bool:
    """Return whether a check has neither passed nor failed, such as one not written."""
    return check.status in NEUTRAL and not item.points


def describe_file(record: Record, say: Words) -> str:
    """Return the summary, the hint, mistakes and notes as paragraphs."""
    known = record.mistakes
    said = [f"{m.function}: {m.title} {m.explanation} {m.hint}" for m in known]
    first = [summary(record, say), record.hint]
    return "\n\n".join([*filter(None, first), *said, *notes(record)])


def describe(check: Check, say: Words) -> str:
    """Return the note and the failing cases of a check."""
    cases = ["\n".join(failure_lines(failure, say)) for failure in check.failures]
    return "\n\n".join(filter(None, [check.note, *cases]))


def to_text(data: dict[str, Any]) -> str:
    """Return results as JSON, in one line for shell scripts."""
    return json.dumps(data, ensure_ascii=False)


FORMS: dict[str, Callable[[Record, Words], str]] = {
    "gradescope": for_gradescope,
    "prairielearn": for_prairielearn,
    "github": for_github,
    "vpl": for_vpl,
}
# For GitHub Classroom, if the autograder failed: no points, not even a zero.
NOT_JUDGED: dict[str, Any] = {
    "version": 1,
    "status": "error",
    "max_score": 0,
    "tests": [],
}


def failure_text(form: str, language: str, reason: str = "") -> str:
    """Return the results of a failed autograder."""
    said = words(language)("autograder.failed") + (f" ({reason})" if reason else "")
    if form == "github":
        return f"{CODE}{said}\n"
    if form == "vpl":
        return as_comment(said)
    failed = {"gradable": False, "format_errors": [said]}
    return to_text({"score": 0, "output": said} if form == "gradescope" else failed)
