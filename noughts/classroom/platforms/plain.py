"""Folders and files as people lay them out: a folder, an archive or a file for each."""

import re
from collections.abc import Callable

from noughts.classroom.files import FoundFile, is_archive
from noughts.classroom.platforms.entry import GIVEN, Entry, Reader
from noughts.contract import FILE_NAME

OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
GAME = re.compile(r"tic[\W_]?tac[\W_]?toe", re.IGNORECASE)
Named = Callable[[FoundFile, re.Match[str]], Entry]
ENDING = re.compile(r"(\.tar)?\.[^.]*$", re.IGNORECASE)
REPEATED = re.compile(r"(-\d{1,2}| ?\(\d{1,2}\))$")  # "tictactoe-1", "tictactoe (1)"


def recognises(nodes: list[FoundFile]) -> bool:
    """Return that anything will do."""
    return True


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""

    def read(node: FoundFile) -> Entry | None:
        if not belongs_to_a_student(node):
            return None
        return Entry(node, student_of(node, root))

    return read


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


def student_of(node: FoundFile, root: FoundFile) -> str:
    """Return the student's name: what remains without the game."""
    if node.kind == "folder":
        return node.name
    stem = ENDING.sub("", node.name) or node.name
    if node.name.casefold() == FILE_NAME:
        return root.name
    name = GAME.sub("", REPEATED.sub("", stem)) if GAME.search(stem) else stem
    return name.strip("_- ").replace("__", "_") or stem
