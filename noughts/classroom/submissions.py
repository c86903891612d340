"""Finding the submissions of a class, as teachers get them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from noughts.classroom import notebook
from noughts.classroom.files import (
    FoundFile,
    RefusedError,
    is_archive,
    open_archive,
    open_class,
)
from noughts.classroom.own_modules import imports, own_modules
from noughts.classroom.platforms import PLATFORMS, Unit, recognised, units_of
from noughts.classroom.platforms.entry import (
    ONLINE_TEXT,
    UNTOLD,
    Origin,
    by_name,
    handed_in,
)
from noughts.classroom.platforms.plain import GAME, OTHER_ARCHIVES, WANTED
from noughts.classroom.roster import Roster
from noughts.contract import LARGEST_FILE

MOST_FILES = 10_000  # that are looked at for one student
MOST_ARCHIVES = 5  # of one student, those inside others included
MOST_CANDIDATES = 20  # a megabyte each at most, and all are in memory to be compared
MOST_NAMED = 4  # files that a message names
NAME_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # "myTests2": my, Tests
TESTS = {"test", "tests", "testing", "tester", "unittest", "unittests", "doctest"}
TESTS |= {"doctests", "pytest", "pytests", "teste", "testes"}
BESIDE = "Judged together with what it imports: {}."
NOTEBOOK = (
    "Judged are the code cells of {}, one after another, without what they only try "
    "out; lines are counted from the first of them."
)
UNREAD = "Python cannot read these code cells, and they are left out: {}."

__all__ = ["WANTED", "Intake", "Submission", "Unit", "by_name", "students"]


class NoSubmissionsError(ValueError):
    """There is nothing to check; the message says where."""


class Submission(NamedTuple):
    """What one student handed in: the source of a file, or why there is none."""

    student: str
    where: str  # the path below the folder or archive
    source: bytes = b""
    refusal: str = ""
    note: str = ""  # what readers should know about the source: lines of a sentence
    origin: Origin = UNTOLD
    modules: tuple[tuple[str, str], ...] = ()  # of the student's own, which it imports

    @property
    def content(self) -> bytes:
        """Return all that a verdict depends on."""
        length = f"{len(self.source)} ".encode()  # where the file ends, modules begin
        return length + self.source + repr(self.modules).encode()


class Intake(NamedTuple):
    """How a class is read: its platform, if that cannot be seen, and its names."""

    platform: str = ""
    roster: Roster | None = None


SEEN = Intake()  # what can be seen without being told


@contextmanager
def students(path: Path, intake: Intake = SEEN) -> Iterator[list[Unit]]:
    """
    Open a folder or an archive and give its students, in the order of their names.

    Only names have been looked at so far: `submission` reads one student's file when
    its turn comes, so that a class of any size takes the memory of one student.
    """
    try:
        with open_class(path) as opened:
            root = class_root(opened)
            named = PLATFORMS.get(intake.platform)
            units = units_of(root, named or recognised(list(root.children())))
            if not units:
                raise RefusedError(
                    f"{path}: no submissions: expected a folder, an archive or a .py "
                    f"file for each student"
                )
            yield intake.roster.named(units) if intake.roster else units
    except RefusedError as error:
        raise NoSubmissionsError(str(error)) from error


def class_root(root: FoundFile) -> FoundFile:
    """Return the folder whose entries are students: deeper, if packed once more."""
    while recognised(list(root.children())) is PLATFORMS["plain"]:
        # The teacher's own lists may lie beside an export.
        inside = handed_in(list(root.children()))
        if len(inside) != 1:
            return root
        child = inside[0]
        with suppress(RefusedError):  # which is for that student's report
            child = open_archive(child) if is_archive(child) else child
        if child.kind != "folder" or not holds_several(child):
            return root
        root = child
    return root


def holds_several(folder: FoundFile) -> bool:
    """Return whether there is more than one submission in it."""
    if recognised(list(folder.children())) is not PLATFORMS["plain"]:
        return True
    try:
        return len(list(islice(candidates([folder]), 2))) == 2
    except RefusedError:
        return len(list(islice(folder.children(), 2))) == 2


def submission(unit: Unit) -> Submission:
    """
    Return what a student handed in, or why it cannot be taken.

    What is wrong with one student's files is a refusal, and stops nobody else.
    """
    student, origin = unit.student, unit.origin
    where = unit.nodes[0].where
    try:
        found = best(list(candidates(unit.nodes)), unit.nodes)
        source = agreed(found)
    except RefusedError as error:
        return Submission(student, where, refusal=str(error), origin=origin)
    where = found[0].where
    notes = notebook_notes(found[0]) if is_notebook(found[0]) else []
    try:
        needed = any(True for _ in imports("", source))  # nothing is unpacked in vain
        taken = [imported(source, unit.nodes, node) for node in found if needed]
        modules = taken[0] if taken else {}
        if any(each != modules for each in taken):
            raise several(found)
    except RefusedError as error:
        return Submission(student, where, refusal=str(error), origin=origin)
    if modules:
        notes.append(BESIDE.format(named(sorted(modules))))
    note = "\n".join(notes)
    own = tuple(sorted(modules.items()))
    return Submission(student, where, source, "", note, origin, own)


def notebook_notes(node: FoundFile) -> list[str]:
    """Return what to say of a notebook, and of what is judged of it."""
    unread = list(map(str, notebook.unread(raw(node))))
    left_out = [UNREAD.format(", ".join(unread))] if unread else []
    return [NOTEBOOK.format(node.where), *left_out]


def imported(
    source: bytes, nodes: list[FoundFile], chosen: FoundFile
) -> dict[str, str]:
    """Return the modules of the student's own that a file imports, where it lies."""
    files = beside(nodes, chosen)
    return own_modules(
        source, lambda name: agreed(files[name]) if name in files else None
    )


def beside(nodes: list[FoundFile], chosen: FoundFile) -> dict[str, list[FoundFile]]:
    """Return the Python files in the same folder and below, by names of modules."""
    folder = chosen.where.rpartition("/")[0]
    found = dict[str, list[FoundFile]]()
    for node in leaves(nodes):
        if is_archive(node) and chosen.where.startswith(f"{node.where}/"):
            return beside([open_archive(node)], chosen)
        if is_python(node) and (name := module_name(node, folder)):
            found.setdefault(name, []).append(node)
    found.pop(chosen.name[: -len(".py")], None)
    return found


def module_name(node: FoundFile, folder: str) -> str:
    """Return by which name a file in a folder would import this one; "" by none."""
    home = node.where.rpartition("/")[0]
    if home != folder and not home.startswith(f"{folder}/" if folder else ""):
        return ""
    inside = home[len(folder) :].strip("/").split("/")
    parts = [*filter(None, inside), node.name[: -len(".py")]]
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    return ".".join(parts) if all(map(str.isidentifier, parts)) else ""


def candidates(nodes: list[FoundFile], opened: int = 0) -> Iterator[FoundFile]:
    """
    Yield every file that may be meant, by its name; never none where there are files.

    A Python file goes before what is in archives, that before notebooks, and those
    before anything else that was handed in, which is then refused for what it is: so
    are archives that nobody can open here.
    """
    files = list(leaves(nodes))
    given = [node for node in files if any(node is each for each in nodes)]
    python = [node for node in files if is_wanted(node)] or [
        node for node in given if is_python(node) and node.name != "runner.py"
    ]
    given.sort(key=lambda node: not GAME.search(node.name))  # what is refused first
    yield from (
        python or packed(files, opened) or notebooks(files) or given or sealed(files)
    )


def packed(files: list[FoundFile], opened: int) -> list[FoundFile]:
    """Return the candidates in the archives among the files, some opened already."""
    archives = [node for node in files if is_archive(node)]
    if (total := opened + len(archives)) > MOST_ARCHIVES:
        raise RefusedError(f"{total} archives, more than {MOST_ARCHIVES}")
    return [
        each for node in archives for each in candidates([open_archive(node)], total)
    ]


def sealed(files: list[FoundFile]) -> list[FoundFile]:
    """Return the archives of another kind than zip among the files."""
    return [node for node in files if node.name.casefold().endswith(OTHER_ARCHIVES)]


def notebooks(files: list[FoundFile]) -> list[FoundFile]:
    """Return the notebooks that hold functions of the assignment."""
    found = few([node for node in files if is_notebook(node)])
    holding = [node for node in found if notebook.holds_functions(raw(node))]
    if found and not holding:
        raise RefusedError(
            f"no {WANTED}, and no function of it in {named([n.where for n in found])}"
        )
    return holding


def leaves(nodes: list[FoundFile]) -> Iterator[FoundFile]:
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


def is_wanted(node: FoundFile) -> bool:
    """Return whether a file in a student's folder may be the engine."""
    game = bool(GAME.search(node.name))
    return is_python(node) and game and not is_test(node.name)


def is_test(name: str) -> bool:
    """Return whether a file is called a test: "latest" and "tested" are not."""
    rest = GAME.sub(" ", name)
    return any(each.casefold() in TESTS for each in NAME_WORD.findall(rest))


def is_python(node: FoundFile) -> bool:
    """Return whether a file says that it is Python."""
    return node.name.casefold().endswith(".py")


def is_notebook(node: FoundFile) -> bool:
    """Return whether a file says that it is a notebook."""
    return node.name.casefold().endswith(".ipynb")


def best(found: list[FoundFile], nodes: list[FoundFile]) -> list[FoundFile]:
    """Return the files named exactly as wanted, or else all candidates; never none."""
    if not found:
        raise RefusedError(f"no {WANTED}{instead(nodes)}")
    return [node for node in found if node.name.casefold() == WANTED] or found


def instead(nodes: list[FoundFile]) -> str:
    """Return where there is no file to judge, and what there is in its place."""
    where = nodes[0].where
    inside = [each.removeprefix(f"{where}/") for each in contents(nodes)]
    place = f" in {where}" if where else ""
    return f"{place}, only {named(inside)}" if inside else place


def contents(nodes: list[FoundFile]) -> Iterator[str]:
    """Yield where each file is, those in archives too."""
    for node in leaves(nodes):
        if is_archive(node):
            yield from contents([open_archive(node)])
        else:
            yield node.where


def agreed(found: list[FoundFile]) -> bytes:
    """Return the source that all these files have; refuse several different ones."""
    sources = [read(node) for node in few(found)]
    if len(set(sources)) > 1:
        raise several(found)
    return sources[0]


def few(found: list[FoundFile]) -> list[FoundFile]:
    """Return the candidates, if they are so few that each can be looked into."""
    if len(found) > MOST_CANDIDATES:
        raise RefusedError(f"{len(found):,} candidates, more than {MOST_CANDIDATES}")
    return found


def several(found: list[FoundFile]) -> RefusedError:
    """Return the refusal of several files, each of which may be meant."""
    paths = named([node.where for node in found])
    return RefusedError(f"{len(found)} different candidates: {paths}")


def read(node: FoundFile) -> bytes:
    """Return a candidate's source, if it is a plain file of a sensible size."""
    if node.kind == "link":
        raise RefusedError(f"{node.where} is a link, and links are not followed")
    if node.kind == "special":
        raise RefusedError(f"{node.where} is not a regular file")
    if node.name == ONLINE_TEXT:
        raise RefusedError("only online text was handed in")
    if is_notebook(node):
        return notebook.code(raw(node)).encode("utf-8", "replace")
    if not is_python(node):
        raise RefusedError(f"{node.where} is neither a Python file nor a zip archive")
    return raw(node)


def raw(node: FoundFile) -> bytes:
    """Return what is in a file; refuse one that is too large."""
    data = node.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise RefusedError(f"{node.where} is larger than {LARGEST_FILE // 10**6} MB")
    return data


def named(paths: list[str]) -> str:
    """Return some of the paths as a list in a sentence."""
    more = len(paths) - MOST_NAMED
    listed = ", ".join(paths[:MOST_NAMED])
    return f"{listed} (+{more})" if more > 0 else listed  # the same in every language
