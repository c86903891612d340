"""Google Classroom: `Ana Silva - project0.zip`, all in one folder."""

import re
from collections import Counter
from dataclasses import replace

from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import plain
from noughts.classroom.platforms.entry import Entry, Reader
from noughts.classroom.platforms.github import PART
from noughts.classroom.platforms.name_parts import (
    GAME,
    REPEATED,
    TELLING,
    NameParts,
    is_called_file,
)

NAME = re.compile(r"(?P<student>\S.*?) - (?P<file>\S.*)")
GROUP = re.compile(r"(class|turma|section|week|semana|aula)\b.*", re.IGNORECASE)
NUMBER = re.compile(r"\d{3,}")  # a student's
# An assignment's, a group's, or a class's: "P1", "2A", "3º ano B", "INF101-A".
CODE = re.compile(
    r"[a-z]\d{1,2}|\d{1,2} ?[ºª°]? ?(ano)? ?[a-z]?|[a-z]{2,5} ?\d{2,4}[ -][a-z]\d?",
    re.IGNORECASE,
)
COURSE = re.compile(r"[a-z]{2,5} ?\d{2,4}", re.IGNORECASE)  # or a login: "INF101"
FULL = re.compile(r"\D+ \D+")  # a name of two words or more


def recognises(nodes: list[FoundFile]) -> bool:
    """Return whether most entries are files of the form `name - file`."""
    theirs = plain.handed_in(nodes)
    files = [NAME.fullmatch(node.name) for node in theirs if node.kind == "file"]
    named = [found for found in files if found]
    return (
        2 * len(named) > len(theirs)
        and not NameParts(map(plain.stem_of, theirs)).skipped
        and are_names_first(named)
    )


def are_names_first(named: list[re.Match[str]]) -> bool:
    """
    Return whether the first parts can be names: not in `Project 1 - Ana Silva.py`.

    There one that comes again is an assignment's or a class's. A student's may, too,
    and `G1` is a group's where most files behind the groups are called alike, or one
    that is called like no person: there may be an Ana in two classes. Where all have
    one first part, and only numbers tell them apart, it is nobody's: `Grupo - 1.py`.
    Codes before full names are those of courses: `INF101 - Ana Silva.py`.
    """
    parts = [(each["student"].casefold(), _stem(each).casefold()) for each in named]
    firsts = Counter(first for first, _ in parts)
    files = Counter(file for _, file in set(parts))
    if len(firsts) == 1 < len(files) and not any(map(TELLING.search, files)):
        return False
    people = [f for _, f in parts if FULL.fullmatch(f) and not is_called_file(f)]
    enough = 2 * len(people) > len(parts) and len({*people}) >= len(firsts)
    if enough and all(map(COURSE.fullmatch, firsts)):
        return False
    alike = [file for file, count in files.items() if count > 1]
    shared = 2 * len(alike) > len(files) or any(map(is_called_file, alike))
    again = [first for first, count in firsts.items() if count > 1]
    return not any(
        is_no_name(each) for each in again if not (shared and CODE.fullmatch(each))
    )


def is_no_name(first: str) -> bool:
    """Return whether this is called like an assignment or a class: `Lab 1`."""
    part = first.replace(" ", "")
    known = PART.fullmatch(part) and not NUMBER.fullmatch(part)
    group = GROUP.fullmatch(first) or CODE.fullmatch(first)
    return bool(known or group or GAME.search(first))


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    return plain.named(root, NAME, _entry)


def _entry(node: FoundFile, found: re.Match[str]) -> Entry:
    # How the student called a file: "tictactoe (1).py" is Drive's own name.
    file = plain.called_as_original(replace(node, name=found["file"]))
    return Entry(file, found["student"])


def _stem(found: re.Match[str]) -> str:
    return REPEATED.sub("", plain.ENDING.sub("", found["file"]))
