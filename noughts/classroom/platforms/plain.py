"""Folders and files as people lay them out: a folder, an archive or a file for each."""

import re
from collections.abc import Callable
from dataclasses import replace

from noughts.classroom.files import FoundFile, is_archive
from noughts.classroom.platforms.entry import GIVEN, Entry, Origin, Reader
from noughts.classroom.platforms.name_parts import (
    GAME,
    REPEATED,
    NameParts,
    copies,
    plain_name,
    told_by_number,
)
from noughts.contract import FILE_NAME

OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
# The game in a name, and what joins it to the rest, where the rest has that before it.
JOINED = re.compile(rf"(?<=[_. -]){GAME.pattern}[_. -]+|{GAME.pattern}", re.IGNORECASE)
Named = Callable[[FoundFile, re.Match[str]], Entry]
ENDING = re.compile(r"(\.tar)?\.[^.]*$", re.IGNORECASE)


def recognises(nodes: list[FoundFile]) -> bool:
    """Return that anything will do."""
    return True


def reader(root: FoundFile) -> Reader:
    """
    Return the function that tells whose an entry is.

    What is the same in all names is nobody's, and what differs is: that takes the whole
    class to see.
    """
    names = NameParts(map(stem_of, filter(belongs_to_a_student, root.children())))
    own, numbers, again = names.own(), names.numbers, copies(names.bare)
    numbered = told_by_number(own.values())

    def read(node: FoundFile) -> Entry | None:
        entry = read_name(node)
        number = numbers.get(stem_of(node), "")
        return entry._replace(origin=Origin(number)) if entry and number else entry

    def read_name(node: FoundFile) -> Entry | None:
        if not belongs_to_a_student(node):
            return None
        whole = stem_of(node)
        stem = own.get(whole, whole)
        if whole.casefold() in again or whole in numbers:
            node, stem = called_as_original(node), REPEATED.sub("", stem)
        if node.kind == "folder":
            return Entry(node, stem)
        if node.name.casefold() == FILE_NAME:
            return Entry(node, root.name)
        bare = REPEATED.sub("", stem)
        if not GAME.search(whole) or GAME.fullmatch(bare):
            return Entry(node, plain_name(stem) or stem)
        name = plain_name(JOINED.sub("", bare).strip("."))
        if not name:
            return Entry(node, stem)
        if bare.casefold() in numbered:
            return Entry(node, name + stem.removeprefix(bare))
        return Entry(called_as_original(node), name)

    return read


def called_as_original(node: FoundFile) -> FoundFile:
    """Return a copy under the name of its original: nobody can tell which is meant."""
    stem = stem_of(node)
    original = REPEATED.sub("", stem) + node.name.removeprefix(stem)
    return replace(node, name=original)


def named(root: FoundFile, name: re.Pattern[str], entry: Named) -> Reader:
    """Return the reader of an export whose names tell, and of what else is there."""
    others = reader(root)

    def read(node: FoundFile) -> Entry | None:
        found = name.fullmatch(node.name)
        return entry(node, found) if found else others(node)

    return read


def belongs_to_a_student(node: FoundFile) -> bool:
    """Return whether an entry of a class is somebody's, and not the teacher's list."""
    name = node.name.casefold()
    if node.kind in ("folder", "link", "outside") or is_archive(node):
        return True
    if name.endswith((".py", ".ipynb", *OTHER_ARCHIVES)):
        return name != GIVEN
    return bool(GAME.search(name))


def handed_in(nodes: list[FoundFile]) -> list[FoundFile]:
    """Return the entries that can be a student's; all, if none can be judged."""
    return list(filter(belongs_to_a_student, nodes)) or nodes


def stem_of(node: FoundFile) -> str:
    """Return the name of a folder, or that of a file without its ending."""
    if node.kind == "folder":
        return node.name
    return ENDING.sub("", node.name) or node.name
