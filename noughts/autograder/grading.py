"""What an autograder runs: find the file, judge it, always leave results."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from noughts import files
from noughts.checker.asking import Effort
from noughts.checker.record import DIGITS, Check, Item, Record
from noughts.checker.reports.wording import (
    hint_of,
    notes,
    points_text,
    summary,
    told_failure,
    total,
)
from noughts.checker.rubric import Rubric, load
from noughts.classroom.archives import list_files
from noughts.classroom.choice import choose
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.hand_ins import HandIn
from noughts.look import SIGNS
from noughts.words import ENGLISH, Words, words
from noughts.words.said import quoted

LARGEST = 900_000  # bytes of results: PrairieLearn takes 1 MB
NEUTRAL = ("absent", "unjudged", "unfinished")  # neither passed nor failed
CODE = re.compile(r"(`[^`|\\]+`)")  # what is sure to stay code in a table, too
SIGN = re.compile(r"[!-/:-@\[-`{-~]")  # all that mean something to Markdown
CALLS = re.compile(r"[@#]")  # GitHub links "@name" and "#1"
SECONDS = {"gradescope": 120.0, "prairielearn": 90.0, "github": 120.0}  # of CPU time
FOUND, FAILED = 1, 2  # exit codes: the file has faults; we have


def judge_folder(
    folder: Path,
    rubric: Rubric | None = None,
    seconds: float = SECONDS["github"],
    language: str = ENGLISH,
) -> Record:
    """Return the record of what lies in a folder, however deep, or in its zip files."""
    judge = FileJudge(rubric or load(), effort=Effort(budget=seconds))
    hand_in = choose(HandIn("", files=tuple(list_files(folder.resolve()))))
    record = None if hand_in.refusal else judge(judge.job(hand_in))
    return judge.conclude(hand_in, record, language=language).record


def grade(
    form: str, folder: Path, results: Path, rubric: Path | None, language: str
) -> int:
    """
    Judge what was handed in and write the results; whatever happens, there are some.

    Where we fail ourselves the results say that it is not the student's fault.
    """
    try:
        points = load(rubric) if rubric else None
        record = judge_folder(folder, points, SECONDS[form], language)
        text = FORMS[form](record, words(language))
        code = 0 if record.right else FOUND
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        text, code = failure_text(form, language, reason), FAILED
    results.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode("utf-8", "replace")
    if form == "github":  # its summary has what other steps wrote
        with results.open("ab") as file:
            file.write(data)
    else:  # half a file would be taken for results
        files.write_whole(results, data)
    return code


def for_gradescope(record: Record, say: Words) -> str:
    """Return Gradescope's results.json: one test for each check that gives points."""
    tests = list[dict[str, Any]]()
    for name, item, check in list_items(record, say):
        output = describe_check(check, say) if check else ""
        tests.append({"name": name, "number": item.check, "output": output})
        if not is_neutral(item, check):  # what has no score has no colour, either
            passed = item.points == item.maximum
            tests[-1] |= {"score": item.points, "max_score": item.maximum}
            tests[-1] |= {"status": "passed" if passed else "failed"}
    results = {"score": record.points, "output": describe_file(record, say)}
    return to_text(results | {"visibility": "visible", "tests": tests})


def for_prairielearn(record: Record, say: Words) -> str:
    """Return PrairieLearn's results.json: a score from 0 to 1, and below 1 MB."""
    said = summary(record, say.language)
    if not record.graded:  # nothing to judge is not an attempt
        return to_text({"gradable": False, "format_errors": [said]})
    tests = [
        {
            "name": item.check,
            "description": name,
            "points": item.points,
            "max_points": item.maximum,
            "output": describe_check(check, say) if check else "",
        }
        for name, item, check in list_items(record, say)
    ]
    share = record.points / record.maximum if record.maximum else 0.0
    results = {
        "gradable": True,
        "score": min(1.0, round(share, DIGITS)),
        "message": f"{said.removesuffix('.')}. {total(record, say.language)}.",
        "output": describe_file(record, say),
        "tests": tests,
    }
    text = to_text(results)
    if len(text.encode()) > LARGEST:
        text = to_text(results | {"tests": [each | {"output": ""} for each in tests]})
    return text


def list_items(record: Record, say: Words) -> Iterator[tuple[str, Item, Check | None]]:
    """Yield what gives points, by name, with its check; nothing if all is refused."""
    checks = {check.name: check for check in record.checks}
    for section in () if record.refusal else record.sections:
        for item in section.items:
            check = checks.get(item.check)
            name = f"{section.title}: {check.sentence if check else item.check}"
            if check and is_neutral(item, check):
                name += f" ({say(f'status.{check.status}')})"
            yield name, item, check


def is_neutral(item: Item, check: Check | None) -> bool:
    """Return whether something is neither passed nor failed, but not there yet."""
    return check is not None and check.status in NEUTRAL and not item.points


def describe_file(record: Record, say: Words) -> str:
    """Return what is said about the file as a whole."""
    known = record.misconceptions
    said = [f"{m.function}: {m.title} {m.explanation} {m.hint}" for m in known]
    first = [summary(record, say.language), record.hint]
    return "\n\n".join([*filter(None, first), *said, *notes(record)])


def describe_check(check: Check, say: Words) -> str:
    """Return what is said about one check."""
    cases = ["\n".join(told_failure(failure, say)) for failure in check.failures]
    return "\n\n".join(filter(None, [check.note, *cases]))


def for_github(record: Record, say: Words) -> str:
    """Return Markdown for the summary of a job."""
    said = plain(summary(record, say.language))
    if not record.graded:
        return f"## {said}\n"
    lines = [f"## {total(record, say.language)}", "", said, "", plain(record.hint)]
    for known in record.misconceptions:
        lines += [f"- `{known.function}`: {plain(f'{known.title} {known.hint}')}"]
    for check in record.faults:
        sentence = plain(check.sentence)
        lines += ["", f"{SIGNS[check.status]} **{sentence}** `{check.name}`", ""]
        case = [str(check.note)] if check.note else []
        if check.failures and check.failures[0].board:
            first = check.failures[0]
            hint = quoted(hint_of(record, check, first))
            case = told_failure(replace(first, hint=hint), say)
        lines += [f"- {plain(each)}" for each in case]
    lines += ["", "| | |", "|---|---:|"]
    for section in record.sections:
        points = points_text(section.points, say)
        of = points_text(section.maximum, say)
        lines += [f"| {plain(section.title)} | {points} / {of} |"]
    return "\n".join([*lines, *(f"\n{plain(note)}" for note in notes(record))]) + "\n"


def plain(text: str) -> str:
    """
    Return text as Markdown that shows it as it is, but for code in backticks.

    A student's own words are in it: no links, pictures, tables or names of people.
    """
    parts = CODE.split(" ".join(text.split()))
    parts[::2] = [
        CALLS.sub(r"\g<0><!-- -->", SIGN.sub(r"\\\g<0>", each)) for each in parts[::2]
    ]
    return "".join(parts)


def to_text(data: dict[str, Any]) -> str:
    """Return results as JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


FORMS: dict[str, Callable[[Record, Words], str]] = {
    "gradescope": for_gradescope,
    "prairielearn": for_prairielearn,
    "github": for_github,
}


def failure_text(form: str, language: str, reason: str = "") -> str:
    """Return the results for when we fail, in one line: shell scripts write it too."""
    said = words(language)("autograder.failed") + (f" ({reason})" if reason else "")
    if form == "github":
        return f"{plain(said)}\n"
    failed = {"gradable": False, "format_errors": [said]}
    data = {"score": 0, "output": said} if form == "gradescope" else failed
    return json.dumps(data, ensure_ascii=False)
