"""Folders and files as people lay them out: a folder, an archive or a file for each."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable

from noughts.classroom.files import FoundFile, is_archive
from noughts.classroom.platforms.entry import GIVEN, Entry, Reader
from noughts.contract import FILE_NAME

OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
GAME = re.compile(r"tic[\W_]?tac[\W_]?toe", re.IGNORECASE)
# The game in a name, and what joins it to the rest, where the rest has that before it.
JOINED = re.compile(rf"(?<=[_ -]){GAME.pattern}[_ -]+|{GAME.pattern}", re.IGNORECASE)
Named = Callable[[FoundFile, re.Match[str]], Entry]
ENDING = re.compile(r"(\.tar)?\.[^.]*$", re.IGNORECASE)
# The mark of a copy: "tictactoe-1", "tictactoe (1)", "tictactoe_ana (1)".
REPEATED = re.compile(r"(?:(?<=toe)-\d{1,2}| ?\(\d{1,2}\))$", re.IGNORECASE)


def recognises(nodes: list[FoundFile]) -> bool:
    """Return that anything will do."""
    return True


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    numbered = told_by_number(
        stem_of(node) for node in root.children() if belongs_to_a_student(node)
    )

    def read(node: FoundFile) -> Entry | None:
        if not belongs_to_a_student(node):
            return None
        return Entry(node, student_of(node, root, numbered))

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


def stem_of(node: FoundFile) -> str:
    """Return the name of a file without its ending."""
    return ENDING.sub("", node.name) or node.name


def told_by_number(stems: Iterable[str]) -> set[str]:
    """
    Return the names that several have and only a number tells apart, without it.

    So they are groups, "grupo (1)" and "grupo (2)", and not copies of a "grupo". But
    behind the game a number is a copy's, unless the whole class is told by it.
    """
    every = {stem.casefold() for stem in stems}
    bare = Counter(REPEATED.sub("", stem) for stem in every)
    several = {stem for stem, count in bare.items() if count > 1 and stem not in every}
    return {s for s in several if len(bare) == 1 or not s.endswith("toe")}


def student_of(node: FoundFile, root: FoundFile, numbered: Container[str]) -> str:
    """Return the student's name: what remains without the game, and a copy's mark."""
    if node.kind == "folder":
        return node.name
    stem = stem_of(node)
    if node.name.casefold() == FILE_NAME:
        return root.name
    bare = REPEATED.sub("", stem)
    if not GAME.search(stem) or GAME.fullmatch(bare):
        return plain_name(stem) or stem
    number = stem.removeprefix(bare) if bare.casefold() in numbered else ""
    name = plain_name(JOINED.sub("", bare))
    return f"{name}{number}" if name else stem


def plain_name(name: str) -> str:
    """Return a name without what joined it to something else."""
    return name.strip("_- ").replace("__", "_")
