"""Finding the submissions of a class, as teachers get them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from noughts.classroom.files import (
    LARGEST_FILE,
    Node,
    RefusedError,
    is_archive,
    open_archive,
    open_class,
)

WANTED = "tictactoe.py"
MOST_FILES = 10_000  # that are looked at for one student
MOST_ARCHIVES = 5
MOST_NAMED = 4  # files that a message names
OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
# What learning platforms put between a student and the name of a file.
PLATFORM = re.compile(r"_+assignsubmission_file(_|$)", re.IGNORECASE)
GAME = re.compile(r"tic[\W_]?tac[\W_]?toe", re.IGNORECASE)
REPEATED = re.compile(r"(-\d{1,2}| ?\(\d{1,2}\))$")  # "tictactoe-1", "tictactoe (1)"


class NoSubmissionsError(ValueError):
    """There is nothing to check; the message says where."""


class Submission(NamedTuple):
    """What one student handed in: the source of a file, or why there is none."""

    student: str
    where: str  # the path below the folder or archive
    source: bytes = b""
    refusal: str = ""


@dataclass
class Unit:
    """What belongs to one student at the top of a class."""

    student: str
    nodes: list[Node]


@contextmanager
def students(path: Path) -> Iterator[list[Unit]]:
    """
    Open a folder or an archive and give its students, in the order of their names.

    Only names have been looked at so far: `submission` reads one student's file when
    its turn comes, so that a class of any size takes the memory of one student.
    """
    try:
        with open_class(path) as root:
            units = units_of(class_root(root))
            if not units:
                raise RefusedError(
                    f"{path}: no submissions: expected a folder, an archive or a .py "
                    f"file for each student"
                )
            yield units
    except RefusedError as error:
        raise NoSubmissionsError(str(error)) from error


def class_root(root: Node) -> Node:
    """Return the folder whose entries are students: deeper, if packed once more."""
    while True:
        inside = list(islice(root.children(), 2))
        if len(inside) != 1:
            return root
        child = inside[0]
        with suppress(RefusedError):  # which is for that student's report
            child = open_archive(child) if is_archive(child) else child
        if child.kind != "folder" or not holds_several(child):
            return root
        root = child


def holds_several(folder: Node) -> bool:
    """Return whether there is more than one submission in it."""
    try:
        return len(list(islice(candidates([folder]), 2))) == 2
    except RefusedError:
        return len(list(islice(folder.children(), 2))) == 2


def units_of(root: Node) -> list[Unit]:
    """Return what belongs to each student, by name."""
    units: dict[str, Unit] = {}
    for node in root.children():
        if belongs_to_a_student(node):
            student = student_of(node, root)
            units.setdefault(student, Unit(student, [])).nodes.append(node)
    return sorted(units.values(), key=lambda unit: by_name(unit.student))


def by_name(student: str) -> tuple[str, str]:
    """Return the key that puts students in order."""
    return student.casefold(), student


def belongs_to_a_student(node: Node) -> bool:
    """Return whether an entry of a class is somebody's, and not the teacher's list."""
    name = node.name.casefold()
    if node.kind in ("folder", "link", "outside") or is_archive(node):
        return True
    if name.endswith((".py", *OTHER_ARCHIVES)):
        return name != "runner.py"
    return bool(GAME.search(name) or PLATFORM.search(name))


def student_of(node: Node, root: Node) -> str:
    """Return the student's name: what remains without the platform and the game."""
    if node.kind == "folder":
        return PLATFORM.sub("", node.name) or node.name
    stem = node.name.rsplit(".", 1)[0] or node.name
    if node.name.casefold() == WANTED:
        return root.name
    name = PLATFORM.sub("_", stem)
    if GAME.search(name):
        name = GAME.sub("", REPEATED.sub("", name))
    return name.strip("_- ").replace("__", "_") or stem


def submission(unit: Unit) -> Submission:
    """
    Return what a student handed in, or why it cannot be taken.

    What is wrong with one student's files is a refusal, and stops nobody else.
    """
    where = unit.nodes[0].where
    try:
        found = best(list(candidates(unit.nodes)), where)
        sources = {node.where: read(node) for node in found}
    except RefusedError as error:
        return Submission(unit.student, where, refusal=str(error))
    if len(set(sources.values())) > 1:
        reason = f"{len(sources)} different candidates: {named(list(sources))}"
        return Submission(unit.student, where, refusal=reason)
    return Submission(unit.student, *next(iter(sources.items())))


def candidates(nodes: list[Node]) -> Iterator[Node]:
    """Yield every file that may be meant; archives count where nothing else does."""
    archives, found = list[Node](), False
    for node in leaves(nodes):
        if is_archive(node):
            archives.append(node)
        elif is_wanted(node) or any(node is given for given in nodes):
            found = True
            yield node
    if found:
        return
    if len(archives) > MOST_ARCHIVES:
        raise RefusedError(f"{len(archives)} archives, more than {MOST_ARCHIVES}")
    for node in archives:
        yield from candidates([open_archive(node)])


def leaves(nodes: list[Node]) -> Iterator[Node]:
    """Yield the files in the nodes and below them, in order."""
    todo, seen = nodes[::-1], 0
    while todo:
        node, seen = todo.pop(), seen + 1
        if seen > MOST_FILES:
            raise RefusedError(f"more than {MOST_FILES:,} files")
        if node.kind == "outside":
            raise RefusedError(f"{node.where} climbs out of its archive")
        if node.kind == "folder":
            todo.extend(list(node.children())[::-1])
        else:
            yield node


def is_wanted(node: Node) -> bool:
    """Return whether a file in a student's folder may be the engine."""
    name = node.name.casefold()
    return name.endswith(".py") and bool(GAME.search(name)) and "test" not in name


def best(found: list[Node], where: str) -> list[Node]:
    """Return the files named exactly as wanted, or else all candidates; never none."""
    if not found:
        raise RefusedError(f"no {WANTED} in {where}")
    return [node for node in found if node.name.casefold() == WANTED] or found


def read(node: Node) -> bytes:
    """Return a candidate's source; refuse what is no plain file of a sensible size."""
    if node.kind == "link":
        raise RefusedError(f"{node.where} is a link, and links are not followed")
    if node.kind == "special":
        raise RefusedError(f"{node.where} is not a regular file")
    if not node.name.casefold().endswith(".py"):
        raise RefusedError(f"{node.where} is neither a Python file nor a zip archive")
    source = node.read(LARGEST_FILE + 1)
    if len(source) > LARGEST_FILE:
        raise RefusedError(f"{node.where} is larger than {LARGEST_FILE >> 20} MB")
    return source


def named(paths: list[str]) -> str:
    """Return some of the paths as a list in a sentence."""
    more = len(paths) - MOST_NAMED
    listed = ", ".join(paths[:MOST_NAMED])
    return f"{listed} and {more} more" if more > 0 else listed
