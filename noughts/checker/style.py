"""
The style of a file: ruff's remarks, by line, in a few groups of rules.

A browser runs the same version of ruff as WebAssembly, with the same rules, on the same
text. So a file gets the same points everywhere.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from noughts.checker.checks import sentence_of
from noughts.checker.record import (
    ALPHABETA,
    NOTHING,
    Check,
    Failure,
    Record,
    Remark,
    bounded,
)
from noughts.checker.verdicts import text_check
from noughts.game.contract import (
    FILE_NAME,
    FUNCTIONS,
    NAMES,
    TO_WRITE,
    MachineError,
)
from noughts.texts import words
from noughts.texts.said import Said, quotation

# The checks, and the prefixes of the codes of their rules.
GROUPS = {
    "names": ("N8",),
    "unused": ("F", "E9"),
    "statements": ("E401", "E7"),
    "docstrings": ("D103",),
    "layout": ("E501", "W"),
}
VERSION = "0.16.9"  # of ruff: it decides points, so no other version is used
LINE_LENGTH = 100  # characters
PYTHON = "py311"  # the oldest Python that files are written for
# E741: the contract itself demands a variable O. N818: `InvalidMove` is a good name.
# F821: an undefined name is charged as a NameError, where it is used.
# W291 to W293: blanks at the end of a line or of the file, which nobody sees.
IGNORED = ("E741", "N818", "F821", "W291", "W292", "W293")
SELECTED = [code for codes in GROUPS.values() for code in codes]
OPTIONS = [
    "--isolated",
    "--no-cache",
    "--exit-zero",
    "--output-format=json-lines",
    f"--target-version={PYTHON}",
    f"--select={','.join(SELECTED)}",
    f"--ignore={','.join(IGNORED)}",
    f"--line-length={LINE_LENGTH}",
    f"--stdin-filename={FILE_NAME}",
]
# The same options for ruff as WebAssembly.
SETTINGS = {
    "target-version": PYTHON,
    "line-length": LINE_LENGTH,
    "lint": {"select": SELECTED, "ignore": list(IGNORED)},
}
# Without any remark about style, and as ruff marks a syntax error.
SYNTAX = [*OPTIONS[:4], "--select=F821", f"--stdin-filename={FILE_NAME}"]
NO_RULE = (None, "invalid-syntax")
RUFF = [sys.executable, "-P", "-m", "ruff", "check"]
HERE = Path(__file__).parent  # a folder without ruff settings
# Imports of the course's starter file, used or not.
SHIPPED = ("`math` imported but unused", "`copy` imported but unused")
LINE_END = re.compile("\r\n|\r|\n")
QUOTED = re.compile("`(.+?)`")
# Comments silence ruff: those with "noqa", and orders that begin with its name.
COMMENT = re.compile(r"#[^\r\n]*")
SILENCING = (
    re.compile("noqa", re.IGNORECASE),
    re.compile(r"(ruff|flake8)(\s*):", re.IGNORECASE),
)
RUFF_SECONDS = 60  # for one file


# Or why there are none: this machine lacks ruff, or ruff crashed on this file.
Remarks = list[Remark] | Literal["missing", "crashed"]
RuffRemark = dict[str, Any]


def available() -> bool:
    """Return whether the version of ruff that decides points is installed."""
    from importlib import metadata  # loads threads, which a browser lacks

    try:
        return metadata.version("ruff") == VERSION
    except metadata.PackageNotFoundError:
        return False


def findings(program: bytes) -> Remarks:
    """
    Return ruff's remarks about a file, by line; ruff never runs the file.

    "crashed" if it crashes on this file; MachineError if it does not work at all.
    """
    text = readable(program)
    found = _ruff(text)
    if found is None and _ruff("") is None:
        raise MachineError("refusal.no_ruff", why=words()("refusal.ruff_fails"))
    return "crashed" if found is None else remarks_about(text, found)


def readable(program: bytes) -> str:
    """Return a file as ruff gets it, with no comment that would silence ruff."""
    text = program.decode("utf-8", "replace")  # ruff reads nothing else
    return COMMENT.sub(lambda comment: _unsilenced(comment[0]), text)


def _unsilenced(comment: str) -> str:
    """Return a comment of the same length that does not silence ruff."""
    noqa, directive = SILENCING
    return directive.sub(r"\1\2;", noqa.sub("nope", comment))


def remarks_about(text: str, found: Iterable[RuffRemark]) -> list[Remark]:
    """Return what ruff found in a readable text as remarks, by line."""
    remarks = list[Remark]()
    lines = LINE_END.split(text)
    for each in found:
        code, row = each["code"] or "E999", each["location"]["row"]
        line = lines[row - 1] if row <= len(lines) else ""
        if code != "F401" or not _is_given(each, line):
            remarks.append(Remark(row, code, remark_of(code, str(each["message"]))))
    return sorted(remarks, key=lambda each: (each.line, each.code, each.text))


def has_syntax_error(program: bytes, python: tuple[int, int]) -> bool | None:
    """Return whether a program is wrong in some Python; None if ruff cannot tell."""
    target = "--target-version=py{}{}".format(*python)
    found = _ruff(program.decode("utf-8", "replace"), [*SYNTAX, target])
    return None if found is None else any(each["code"] in NO_RULE for each in found)


def _ruff(text: str, options: Sequence[str] = OPTIONS) -> list[RuffRemark] | None:
    """Return ruff's remarks about a text as data; None if ruff fails."""
    import subprocess

    try:
        run = subprocess.run(
            [*RUFF, *options, "-"],
            input=text.encode(),
            capture_output=True,
            cwd=HERE,
            timeout=RUFF_SECONDS,
            check=True,
        )
        return [json.loads(line) for line in run.stdout.splitlines()]
    except subprocess.TimeoutExpired as error:
        why = words()("refusal.ruff_late", n=RUFF_SECONDS)
        raise MachineError("refusal.no_ruff", why=why) from error
    except OSError as error:
        raise MachineError("refusal.no_ruff", why=error) from error
    except (subprocess.CalledProcessError, ValueError):
        return None


def _is_given(unused: RuffRemark, line: str) -> bool:
    """Return whether an unused import is the starter file's, or one of the contract."""
    start, end = unused["location"]["column"], unused["end_location"]["column"]
    name = line[start - 1 : end - 1]
    return name in NAMES or str(unused["message"]).startswith(SHIPPED)


def remark_of(code: str, text: str) -> Said:
    """Return a remark of ruff's, translated if our tables have its code."""
    if f"ruff.{code}" not in words():
        return quotation(text)
    name = QUOTED.search(text)
    return Said(f"ruff.{code}", rule_text=text, name=name[1] if name else "")


def with_style(record: Record, remarks: Remarks) -> Record:
    """
    Return the record of a file with the verdicts on its style.

    Style needs all functions. Without ruff it is not judged and does not count.
    """
    if record.functions != FUNCTIONS:
        return record
    if remarks == "missing":
        return replace(record, styled=False)
    if record.refused_by:
        return replace(record, styled=True)
    styles = style_checks(remarks)
    begun = {each.function for each in record.checks if each.status != "unfinished"}
    if begun.isdisjoint(TO_WRITE):
        styles = [replace(each, status="unfinished") for each in styles]
    others = [each for each in record.checks if each.name != ALPHABETA]
    bonus = [each for each in record.checks if each.name == ALPHABETA]
    return bounded(replace(record, styled=True, checks=(*others, *styles, *bonus)))


def style_checks(remarks: list[Remark] | Literal["crashed"]) -> list[Check]:
    """Return the verdict on each group of rules."""
    return [_check(f"style.{name}", codes, remarks) for name, codes in GROUPS.items()]


def _check(
    name: str, codes: tuple[str, ...], remarks: list[Remark] | Literal["crashed"]
) -> Check:
    if remarks == "crashed":
        note = Said("note.ruff_failed")
        return Check(name, sentence_of(name), "unjudged", note=note)
    lines = Counter(code for code, _ in {(each.code, each.line) for each in remarks})
    group = (each for each in remarks if each.code.startswith(codes))
    return text_check(name, (_failure(each, lines[each.code]) for each in group))


def _failure(remark: Remark, lines: int) -> Failure:
    """Return a remark as a failure; `lines` break the same rule."""
    where = Said("value.line", line=remark.line)
    text = Said("value.remark", text=remark.text, rule=remark.code)
    return Failure(where, "", NOTHING, text, lines, remark=remark)
