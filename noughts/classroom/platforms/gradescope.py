"""
Gradescope: `submission_98760/`, and who that is in `submission_metadata.yml`.

Of that file's YAML only the few lines that Gradescope writes for names are read: no
library is needed for it, and whatever else is in it is left alone.
"""

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from noughts.classroom.csv_table import wide
from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import plain
from noughts.classroom.platforms.entry import Entry, Origin, Reader, first_name_first

FOLDER = re.compile(r"submission_\d+")
METADATA = "submission_metadata.yml"
LARGEST = 1 << 26  # bytes; it holds the output of every test that was ever run
SUBMISSION = re.compile(r"(submission_\d+|[^\s:'\"]+):\s*$")
PART = re.compile(r"  :?(\w+):")
FIELD = re.compile(r"  (- |  ):(name|sid|email): ?(.*)$")
SPOKEN = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
ANOTHER = "  - :"  # how an entry of a list begins
Person = dict[str, str]


class Handed(NamedTuple):
    """Who handed in a submission, and how often before."""

    people: list[Person]
    before: int


def recognises(nodes: list[FoundFile]) -> bool:
    """Return whether there is its list of names, or all folders are numbered."""
    folders = [node.name for node in nodes if node.kind == "folder"]
    numbered = bool(folders) and all(map(FOLDER.fullmatch, folders))
    return numbered or any(node.name == METADATA for node in nodes)


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    known: dict[str, Handed] = {}
    for node in root.children():
        if node.name == METADATA and node.kind == "file":
            data = node.read(LARGEST)
            text = data.decode(wide(data) or "utf-8", "replace")
            known = metadata(text.removeprefix("\ufeff"))
    others = plain.reader(root)

    def read(node: FoundFile) -> Entry | None:
        handed = known.get(node.name)
        if not handed or not handed.people:
            return others(node)
        name, sid, email = (
            ", ".join(person[what] for person in handed.people if person.get(what))
            for what in ("name", "sid", "email")
        )
        student = name or email or node.name
        return Entry(node, student, Origin(sid, email, attempt=handed.before + 1))

    return read


def is_nameless(student: str) -> bool:
    """Return whether a student goes by the number of a submission."""
    return bool(FOLDER.fullmatch(student))


def metadata(text: str) -> dict[str, Handed]:
    """Return who handed in each submission."""
    return {name: _handed(lines) for name, lines in _submissions(text.splitlines())}


def _handed(lines: list[str]) -> Handed:
    part, people, before = "", list[Person](), 0
    for line in lines:
        part = head[1] if (head := PART.match(line)) else part
        begins = line.startswith(ANOTHER)
        if part == "submitters" and (field := FIELD.match(line)):
            if begins or not people:
                people.append({})
            value = scalar(field[3])
            people[-1][field[2]] = _one(value) if field[2] == "name" else value
        before += begins and part == "history"
    return Handed(people, before)


def _one(name: str) -> str:
    """Return one person's name without a comma: that is between two people's."""
    return first_name_first(name).replace(",", "")


def _submissions(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each submission's name, with the lines about it."""
    name = ""

    def owner(line: str) -> str:
        nonlocal name
        name = head[1] if (head := SUBMISSION.match(line)) else name
        return name

    for key, group in groupby(lines, owner):
        yield key, list(group)


def scalar(text: str) -> str:
    """Return the value of a plain or quoted YAML scalar on one line."""
    text = text.strip()
    if text[:1] == text[-1:] == "'" and len(text) > 1:
        return text[1:-1].replace("''", "'")
    if text[:1] == text[-1:] == '"' and len(text) > 1:
        return re.sub(
            r"\\(U0[0-9a-fA-F]{7}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)",
            _unescaped,
            text[1:-1],
        )
    return "" if text in ("~", "null") else text


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    if code[0] in "Uux" and len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number <= sys.maxunicode else code
    return SPOKEN.get(code, code)
