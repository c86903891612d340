"""The style of a file, by ruff's rules: remarks with line numbers."""

import importlib.util
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from noughts.checker import source_text
from noughts.checker.record import Check, Failure, Finding
from noughts.checker.verdicts import text_check
from noughts.contract import FILE_NAME, NAMES, MachineError

# Each check is a group of rules: its sentence, and the prefixes of the rules' codes.
GROUPS = {
    "names": ("Names are written as Python's are.", ("N8",)),
    "unused": ("Nothing is unused, unknown or defined twice.", ("F", "E9")),
    "statements": ("Statements are written in the usual way.", ("E4", "E7")),
    "docstrings": ("Every function says in a docstring what it does.", ("D103",)),
    "layout": ("Lines are clean and not too long.", ("E501", "W")),
}
Groups = Mapping[str, tuple[str, tuple[str, ...]]]
LINE_LENGTH = 100
# E741: the contract itself demands a variable O. N818: `InvalidMove` is a good name.
# Only a group that names one of them by its whole code asks for it.
UNASKED = ("E741", "N818")
OPTIONS = [
    "--isolated",
    "--no-cache",
    "--ignore-noqa",
    "--exit-zero",
    "--output-format=json-lines",
    "--target-version=py311",
]
RUFF = [sys.executable, "-P", "-m", "ruff", "check"]
HERE = Path(__file__).parent  # where no settings of others are found
MOST = 1000  # remarks of one code: however many there are, no other is lost
# Imports that the course's own starter has, whether they are used or not.
SHIPPED = ("`math` imported but unused", "`copy` imported but unused")
CELL = re.compile(rb"# %%(\s|$)")  # how a cell of a notebook begins, in a file
MISSING = "Style was not judged and does not count: ruff is missing (pip install ruff)."
FAILED = "Style was not judged and does not count: ruff fails at this file."
Remarks = Sequence[Finding] | str  # a sentence says why nobody looked
KNOWN = "F"  # a rule that every ruff has
SECONDS = 60  # for one file
KILLED = -9  # ruff's exit code where the system, or a person, has ended it


def available() -> bool:
    """Return whether ruff can be run."""
    return importlib.util.find_spec("ruff") is not None


def findings(
    text: bytes, groups: Groups = GROUPS, line_length: int = LINE_LENGTH
) -> list[Finding] | str:
    """
    Return ruff's remarks about a file, by line; ruff reads it and never runs it.

    FAILED where it is the text at which ruff ends; MachineError where it is not.
    """
    codes = [code for _, codes in groups.values() for code in codes]
    ignored = [code for code in UNASKED if code not in codes]
    options = [f"--select={','.join(codes)}", f"--line-length={line_length}"]
    options += [f"--ignore={','.join(ignored)}"] if ignored else []
    text = _in_utf8(text)
    told = _ruff([*options, "--stdin-filename", FILE_NAME], text)
    if told is None:
        if not _knows([KNOWN]):
            raise MachineError("ruff could not be run: it fails at an empty file, too")
        return FAILED
    found, seen = list[Finding](), Counter[str]()
    lines = text.splitlines()
    usual = _tops_of_cells(lines, told)
    for each in told:
        code, row = each["code"] or "E999", each["location"]["row"]
        line = lines[row - 1].decode("utf-8") if row <= len(lines) else ""
        fine = code == "E402" and row in usual
        said = "" if fine else _remark(each, line, line_length)
        seen[code] += bool(said)
        if said and seen[code] <= MOST:
            found.append(Finding(row, code, said))
    return sorted(found, key=lambda each: (each.line, each.code, each.text))


def _remark(told: dict[str, Any], line: str, line_length: int) -> str:
    """Return what ruff says of a line; nothing where it says more than we ask for."""
    said: str = told["message"]
    match told["code"]:
        case "E501":  # ruff counts columns, of which a Chinese sign takes two
            long = len(line) > line_length
            return f"Line too long ({len(line)} > {line_length})" if long else ""
        case "E741":
            return "" if said.endswith("`O`") else said
        case "F401":  # what the contract has is there for others
            start, end = told["location"]["column"], told["end_location"]["column"]
            ours = line[start - 1 : end - 1] in NAMES or said.startswith(SHIPPED)
            return "" if ours else said
    return said


def _tops_of_cells(lines: list[bytes], told: list[dict[str, Any]]) -> set[int]:
    """Return the lines of imports at the top of a cell: each cell may have its own."""
    imports = {
        row
        for each in told
        if each["code"] == "E402"
        for row in range(each["location"]["row"], each["end_location"]["row"] + 1)
    }
    tops, top = set[int](), False
    for row, line in enumerate(lines, start=1):
        blank = not line.strip() or line.startswith(b"#")
        top = CELL.match(line) is not None or (top and (blank or row in imports))
        if top and row in imports:
            tops.add(row)
    return tops


def _in_utf8(text: bytes) -> bytes:
    """Return the file in the one encoding that ruff reads; Python reads others too."""
    read = source_text.decoded(text)
    return (text.decode("latin-1") if read is None else read).encode("utf-8", "replace")


def _ruff(options: Sequence[str], text: bytes) -> list[dict[str, Any]] | None:
    """Return what ruff says of a text; None where it fails, at the text or at all."""
    import subprocess

    try:
        run = subprocess.run(
            [*RUFF, *OPTIONS, *options, "-"],
            input=text,
            capture_output=True,
            cwd=HERE,
            timeout=SECONDS,
            check=True,
        )
        return [json.loads(line) for line in run.stdout.splitlines()]
    except OSError as error:
        raise MachineError(f"ruff could not be run: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise MachineError(f"ruff took longer than {SECONDS} s") from error
    except (subprocess.CalledProcessError, ValueError) as error:
        if getattr(error, "returncode", 0) == KILLED:
            raise MachineError("ruff was killed") from error
        return None


def unknown(codes: Sequence[str]) -> list[str]:
    """Return the codes that ruff does not know; none where there is no ruff."""
    if not available() or _knows(codes) or not _knows([KNOWN]):
        return []
    return [code for code in codes if not _knows([code])]


def _knows(codes: Sequence[str]) -> bool:
    return _ruff([f"--select={','.join(codes)}"], b"") is not None


def style_checks(found: Remarks, groups: Groups = GROUPS) -> list[Check]:
    """Return the verdict on each group of rules, or that nobody looked."""
    return [
        _check(f"style.{name}", sentence, codes, found)
        for name, (sentence, codes) in groups.items()
    ]


def _check(name: str, sentence: str, codes: tuple[str, ...], found: Remarks) -> Check:
    if isinstance(found, str):
        return Check(name, sentence, "unjudged", note=found)
    unasked = {*UNASKED}.difference(codes)
    remarks = [
        each
        for each in found
        if each.code.startswith(codes) and each.code not in unasked
    ]
    return text_check(
        name,
        sentence,
        (
            Failure(f"line {each.line}", "", "", f"{each.text} ({each.code})", 1)
            for each in remarks
        ),
    )
