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
from noughts.checker.record import NOTHING, Check, Failure, Finding, Status
from noughts.contract import FILE_NAME, NAMES, MachineError
from noughts.words import words
from noughts.words.said import Said, quoted

# Each check is a group of rules: its sentence, and the prefixes of the rules' codes.
GROUPS = {
    "names": ("N8",),
    "unused": ("F", "E9"),
    "statements": ("E4", "E7"),
    "docstrings": ("D103",),
    "layout": ("E501", "W"),
}
Groups = Mapping[str, tuple[str, ...]]
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
QUOTED = re.compile("`(.+?)`")
CELL = re.compile(rb"^# %%(\s|$)", re.MULTILINE)  # how a cell begins, in a file
MISSING = Said("note.no_ruff")
FAILED = Said("note.ruff_failed")
Remarks = list[Finding] | Said  # which says why nobody looked
KNOWN = "F"  # a rule that every ruff has
SECONDS = 60  # for one file
KILLED = -9  # ruff's exit code where the system, or a person, has ended it


def available() -> bool:
    """Return whether ruff can be run."""
    return importlib.util.find_spec("ruff") is not None


def findings(
    text: bytes, groups: Groups = GROUPS, line_length: int = LINE_LENGTH
) -> Remarks:
    """
    Return ruff's remarks about a file, by line; ruff reads it and never runs it.

    FAILED where it is the text at which ruff ends; MachineError where it is not.
    """
    codes = [code for codes in groups.values() for code in codes]
    ignored = [code for code in UNASKED if code not in codes]
    options = [f"--select={','.join(codes)}", f"--line-length={line_length}"]
    options += [f"--ignore={','.join(ignored)}"] if ignored else []
    text = _in_utf8(text)
    told = _ruff([*options, "--stdin-filename", FILE_NAME], text)
    if told is None:
        if not _knows([KNOWN]):
            raise MachineError("refusal.no_ruff", why=words()("refusal.ruff_fails"))
        return FAILED
    found, seen = list[Finding](), Counter[str]()
    lines, notebook = text.splitlines(), CELL.search(text) is not None
    for each in told:
        code, row = each["code"] or "E999", each["location"]["row"]
        line = lines[row - 1].decode("utf-8") if row <= len(lines) else ""
        usual = notebook and code == "E402"  # each cell has imports of its own
        said = NOTHING if usual else _remark(each, line, line_length)
        seen[code] += bool(said)
        if said and seen[code] <= MOST:
            found.append(Finding(row, code, said))
    return sorted(found, key=lambda each: (each.line, each.code, each.text))


def _remark(told: dict[str, Any], line: str, line_length: int) -> Said:
    """Return what ruff says of a line; nothing where it says more than we ask for."""
    text: str = told["message"]
    match told["code"]:
        case "E501":  # ruff counts columns, of which a Chinese sign takes two
            long = len(line) > line_length
            sizes = {"n": len(line), "most": line_length}
            return Said("ruff.E501", **sizes) if long else NOTHING
        case "E741":
            return NOTHING if text.endswith("`O`") else quoted(text)
        case "F401":  # what the contract has is there for others
            start, end = told["location"]["column"], told["end_location"]["column"]
            ours = line[start - 1 : end - 1] in NAMES or text.startswith(SHIPPED)
            return NOTHING if ours else remark_of("F401", text)
    return remark_of(told["code"] or "", text)


def remark_of(code: str, text: str) -> Said:
    """Return a remark of ruff's; other languages know some by their codes."""
    if f"ruff.{code}" not in words():
        return quoted(text)
    name = QUOTED.search(text)
    return Said(f"ruff.{code}", rule_text=text, name=name[1] if name else "")


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
        raise MachineError("refusal.no_ruff", why=error) from error
    except subprocess.TimeoutExpired as error:
        raise MachineError("refusal.ruff_late", n=SECONDS) from error
    except (subprocess.CalledProcessError, ValueError) as error:
        if getattr(error, "returncode", 0) == KILLED:
            raise MachineError("refusal.ruff_killed") from error
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
    return [_check(f"style.{name}", codes, found) for name, codes in groups.items()]


def sentence_of(name: str, codes: Sequence[str]) -> Said:
    """Return what a check of the style asks; of a rubric's own, which rules."""
    key = f"checks.{name}.sentence"
    own = Said("checks.style.own", codes=", ".join(codes))
    return Said(key) if key in words() else own


def _check(name: str, codes: tuple[str, ...], found: Remarks) -> Check:
    sentence = sentence_of(name, codes)
    if isinstance(found, Said):
        return Check(name, sentence, "unjudged", note=found)
    unasked = {*UNASKED}.difference(codes)
    remarks = [
        each
        for each in found
        if each.code.startswith(codes) and each.code not in unasked
    ]
    failures = tuple(
        Failure(
            Said("value.line", line=each.line),
            "",
            NOTHING,
            Said("value.remark", text=each.text, rule=each.code),
            1,
        )
        for each in remarks
    )
    status: Status = "failed" if failures else "passed"
    return Check(name, sentence, status, failing=len(failures), failures=failures)
