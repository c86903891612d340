"""The style of a file: ruff's remarks, by line, in a few groups of rules."""

import importlib.util
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from noughts.checker.checks import sentence_of
from noughts.checker.record import NOTHING, Check, Failure
from noughts.checker.verdicts import text_check
from noughts.game.contract import FILE_NAME, NAMES, MachineError
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
LINE_LENGTH = 100  # characters
# E741: the contract itself demands a variable O. N818: `InvalidMove` is a good name.
# F821: an undefined name is charged as a NameError, where it is used.
# W291 to W293: blanks at the end of a line or of the file, which nobody sees.
IGNORED = ("E741", "N818", "F821", "W291", "W292", "W293")
OPTIONS = [
    "--isolated",
    "--no-cache",
    "--ignore-noqa",
    "--exit-zero",
    "--output-format=json-lines",
    "--target-version=py311",
    f"--select={','.join(code for codes in GROUPS.values() for code in codes)}",
    f"--ignore={','.join(IGNORED)}",
    f"--line-length={LINE_LENGTH}",
    f"--stdin-filename={FILE_NAME}",
]
RUFF = [sys.executable, "-P", "-m", "ruff", "check"]
HERE = Path(__file__).parent  # a folder without ruff settings
# Imports of the course's starter file, used or not.
SHIPPED = ("`math` imported but unused", "`copy` imported but unused")
QUOTED = re.compile("`(.+?)`")
MISSING = Said("note.no_ruff")
FAILED = Said("note.ruff_failed")
RUFF_SECONDS = 60  # for one file


class Remark(NamedTuple):
    """One remark about the style of the file."""

    line: int
    code: str
    text: Said


Remarks = list[Remark] | Said  # or why there are none


def available() -> bool:
    """Return whether ruff is installed."""
    return importlib.util.find_spec("ruff") is not None


def findings(text: bytes) -> Remarks:
    """
    Return ruff's remarks about a file, by line; ruff never runs the file.

    FAILED if ruff crashes on this file; MachineError if it does not work at all.
    """
    text = text.decode("utf-8", "replace").encode()  # ruff reads nothing else
    remarks = _ruff(text)
    if remarks is None:
        if _ruff(b"") is None:
            raise MachineError("refusal.no_ruff", why=words()("refusal.ruff_fails"))
        return FAILED
    found = list[Remark]()
    lines = text.splitlines()
    for each in remarks:
        code, row = each["code"] or "E999", each["location"]["row"]
        line = lines[row - 1].decode("utf-8") if row <= len(lines) else ""
        if code != "F401" or not _is_given(each, line):
            found.append(Remark(row, code, remark_of(code, str(each["message"]))))
    return sorted(found, key=lambda each: (each.line, each.code, each.text))


def _ruff(text: bytes) -> list[dict[str, Any]] | None:
    """Return ruff's remarks about a text as data; None if ruff fails."""
    import subprocess

    try:
        run = subprocess.run(
            [*RUFF, *OPTIONS, "-"],
            input=text,
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


def _is_given(unused: dict[str, Any], line: str) -> bool:
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


def style_checks(found: Remarks) -> list[Check]:
    """Return the verdict on each group of rules."""
    return [_check(f"style.{name}", codes, found) for name, codes in GROUPS.items()]


def _check(name: str, codes: tuple[str, ...], found: Remarks) -> Check:
    if isinstance(found, Said):
        return Check(name, sentence_of(name), "unjudged", note=found)
    lines = Counter(code for code, _ in {(each.code, each.line) for each in found})
    group = (each for each in found if each.code.startswith(codes))
    return text_check(name, (_failure(each, lines[each.code]) for each in group))


def _failure(remark: Remark, lines: int) -> Failure:
    """Return a remark as a failure; `lines` break the same rule."""
    where = Said("value.line", line=remark.line)
    text = Said("value.remark", text=remark.text, rule=remark.code)
    return Failure(where, "", NOTHING, text, lines)
