"""Finding the submissions of a class, as teachers get them."""

import re
from collections.abc import Iterable, Iterator
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
from noughts.classroom.own_modules import own_modules
from noughts.classroom.platforms import (
    PLATFORMS,
    Platform,
    Unit,
    github,
    recognised,
    units_of,
)
from noughts.classroom.platforms.entry import (
    GIVEN,
    ONLINE_TEXT,
    UNTOLD,
    Origin,
    by_name,
    handed_in,
    is_note,
    is_unclaimed,
)
from noughts.classroom.platforms.github import UNCUT, NameCut
from noughts.classroom.platforms.plain import GAME, OTHER_ARCHIVES, WANTED
from noughts.classroom.roster import Roster
from noughts.contract import LARGEST_FILE

MOST_FILES = 10_000  # and folders, that are looked at for one student
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
PASSED_OVER = "Handed in beside it, and not judged: {}."
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


class ClosedArchive(NamedTuple):
    """An archive that cannot be looked into."""

    where: str
    why: RefusedError


class Intake(NamedTuple):
    """How a class is read: its platform, if that cannot be seen, and its names."""

    platform: str = ""
    roster: Roster | None = None


class StudentList(list[Unit]):
    """What belongs to each student, and the files at the top that are nobody's."""

    def __init__(
        self, units: Iterable[Unit], nobodys: Iterable[FoundFile], cut: NameCut
    ) -> None:
        super().__init__(units)
        self.left_out = [node.where for node in nobodys]
        self.cut = cut  # of GitHub's names


PLAIN = PLATFORMS["plain"]
SEEN = Intake()  # what can be seen without being told


@contextmanager
def students(path: Path, intake: Intake = SEEN) -> Iterator[StudentList]:
    """
    Open a folder or an archive and give its students, in the order of their names.

    Only names have been looked at so far: `submission` reads one student's file when
    its turn comes, so that a class of any size takes the memory of one student.
    """
    try:
        with open_class(path) as opened:
            named = PLATFORMS.get(intake.platform)
            *above, root = class_path(opened, named)
            platform = named or recognised(list(root.children()))
            cut, read = UNCUT, platform.reader(root)
            if platform is github:
                cut = github.cut_of(root, intake.roster or ())
                read = github.reader(root, cut)
            units, nobodys = units_of(root, platform, read)
            if not units:
                raise RefusedError(
                    f"{path}: no submissions: expected a folder, an archive or a .py "
                    f"file for each student"
                )
            notes = [n for each in above for n in each.children() if is_note(n)]
            units = intake.roster.named(units) if intake.roster else units
            yield StudentList(units, filter(is_unclaimed, [*notes, *nobodys]), cut)
    except RefusedError as error:
        raise NoSubmissionsError(str(error)) from error


def class_path(root: FoundFile, named: Platform | None) -> list[FoundFile]:
    """Return the folders down to the one whose entries are students, packed again."""
    nodes = list(root.children())
    if is_export(nodes, named) or not (below := sole_folder(nodes)):
        return [root]
    return [root, *class_within(below, named)]


def class_within(folder: FoundFile, named: Platform | None) -> list[FoundFile]:
    """Return the folders down to a class; none if it is all one student's."""
    nodes = list(folder.children())
    if is_export(nodes, named):
        return [folder]
    if below := sole_folder(nodes):
        deeper = class_within(below, named)
        return [folder, *deeper] if deeper else []
    if named not in (None, PLAIN) or any(map(is_engine, nodes)):
        return []
    several = len([*islice(filter(holds_submission, nodes), 2)]) == 2
    return [folder] if several else []


def is_export(nodes: list[FoundFile], named: Platform | None) -> bool:
    """Return whether these are the entries of the platform that is named, or of any."""
    platform = named or recognised(nodes)
    return platform is not PLAIN and platform.recognises(nodes)


def sole_folder(nodes: list[FoundFile]) -> FoundFile | None:
    """Return the folder or archive that is all there is, but for a teacher's lists."""
    match handed_in(nodes):
        case [child]:
            with suppress(RefusedError):  # which is for that student's report
                child = open_archive(child) if is_archive(child) else child
            return child if child.kind == "folder" else None
    return None


def is_engine(node: FoundFile) -> bool:
    """Return whether a file has the game's name alone: it is where its author is."""
    return node.kind == "file" and bool(GAME.fullmatch(node.name.rpartition(".")[0]))


def holds_submission(node: FoundFile) -> bool:
    """Return whether it looks like somebody's work, or like what cannot be read."""
    try:
        files, closed = unpacked([node])
        return bool(closed or any(map(is_wanted, files)) or notebooks(files))
    except RefusedError:
        return True


def submission(unit: Unit) -> Submission:
    """
    Return what a student handed in, or why it cannot be taken.

    What is wrong with one student's files is a refusal, and stops nobody else.
    """
    student, origin = unit.student, unit.origin
    where = unit.nodes[0].where
    try:
        files, closed = unpacked(unit.nodes)
        given = [node for node in files if is_among(node, unit.nodes)]
        found = meant(files, given) or otherwise(files, given, closed, where)
        source = agreed(found)
        where = found[0].where
        modules, *others = (imported(source, files, node) for node in found)
        if any(each != modules for each in others):
            raise several(found)
    except RefusedError as error:
        return Submission(student, where, refusal=str(error), origin=origin)
    notes = notebook_notes(found[0]) if is_notebook(found[0]) else []
    if modules:
        notes.append(BESIDE.format(named(sorted(modules))))
    taken = {source, *(text.encode("latin-1") for text in modules.values())}
    rest = [node for node in files if not is_among(node, found)]
    if left := [*other_versions(rest, taken), *(each.where for each in closed)]:
        notes.append(PASSED_OVER.format(named(left)))
    note = "\n".join(notes)
    own = tuple(sorted(modules.items()))
    return Submission(student, where, source, "", note, origin, own)


def notebook_notes(node: FoundFile) -> list[str]:
    """Return what to say of a notebook, and of what is judged of it."""
    unread = list(map(str, notebook.unread(raw(node))))
    left_out = [UNREAD.format(", ".join(unread))] if unread else []
    return [NOTEBOOK.format(node.where), *left_out]


def imported(
    source: bytes, files: list[FoundFile], chosen: FoundFile
) -> dict[str, str]:
    """Return the modules of the student's own that a file imports, where it lies."""
    near = beside(files, chosen)
    return own_modules(
        source, lambda name: agreed(near[name]) if name in near else None
    )


def beside(files: list[FoundFile], chosen: FoundFile) -> dict[str, list[FoundFile]]:
    """Return the Python files in the same folder and below, by names of modules."""
    folder = chosen.where.rpartition("/")[0]
    found = dict[str, list[FoundFile]]()
    for node in files:
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


def unpacked(nodes: list[FoundFile]) -> tuple[list[FoundFile], list[ClosedArchive]]:
    """Return all files, those in archives too, and the archives that stay closed."""
    files, closed, total = list[FoundFile](), list[ClosedArchive](), 0
    found = list(leaves(nodes))
    while found:
        archives = [node for node in found if is_archive(node)]
        files += [node for node in found if not is_archive(node)]
        found, total = [], total + len(archives)
        for node in archives:
            try:
                if total > MOST_ARCHIVES:
                    raise RefusedError(f"{total} archives, more than {MOST_ARCHIVES}")
                found += leaves([open_archive(node)])
            except RefusedError as error:
                closed.append(ClosedArchive(node.where, error))
    return files, closed


def meant(files: list[FoundFile], given: list[FoundFile]) -> list[FoundFile]:
    """
    Return the files that are to be judged, by their names, or else by what they hold.

    An archive is a folder like any other. A file that has the wanted name goes before
    those that have the game in theirs, these before whatever other Python file was
    given or holds functions of the assignment, and all before notebooks.
    """
    wanted = [node for node in files if is_wanted(node)]
    exact = [node for node in wanted if node.name.casefold() == WANTED]
    return exact or wanted or named_otherwise(files, given)


def named_otherwise(files: list[FoundFile], given: list[FoundFile]) -> list[FoundFile]:
    """Return the Python files that may be meant, whatever they are called."""
    found = [node for node in files if is_code(node)]
    if own := [node for node in found if is_among(node, given)]:
        return own
    return [*filter(holds_functions, found)] if len(found) <= MOST_CANDIDATES else []


def otherwise(
    files: list[FoundFile],
    given: list[FoundFile],
    closed: list[ClosedArchive],
    where: str,
) -> list[FoundFile]:
    """
    Return what there is to judge where there is no Python file; refuse, if nothing.

    Anything else that was handed in is returned, too, to be refused for what it is.
    """
    if closed:
        raise closed[0].why
    given = sorted(given, key=lambda node: not GAME.search(node.name))
    if found := notebooks(files) or given or sealed(files):
        return found
    raise RefusedError(f"no {WANTED}{instead(files, where)}")


def other_versions(rest: list[FoundFile], taken: set[bytes]) -> list[str]:
    """Return where else there are functions of the assignment, for all we can see."""
    found = [each for each in rest if is_code(each) or is_notebook(each)]
    found.sort(key=lambda node: not is_wanted(node))
    some = found[:MOST_CANDIDATES]
    return [node.where for node in some if is_version(node, taken)]


def is_version(node: FoundFile, taken: set[bytes]) -> bool:
    """Return whether a file is another one than those taken, and may be meant."""
    try:
        return holds_functions(node) and raw(node) not in taken
    except RefusedError:
        return True


def is_among(node: FoundFile, nodes: list[FoundFile]) -> bool:
    """Return whether it is one of these, and not only called like one."""
    return any(node is each for each in nodes)


def sealed(files: list[FoundFile]) -> list[FoundFile]:
    """Return the archives of another kind than zip among the files."""
    return [node for node in files if node.name.casefold().endswith(OTHER_ARCHIVES)]


def notebooks(files: list[FoundFile]) -> list[FoundFile]:
    """Return the notebooks that hold functions of the assignment."""
    found = few([node for node in files if is_notebook(node)])
    holding = [*filter(holds_functions, found)]
    if found and not holding:
        raise RefusedError(
            f"no {WANTED}, and no function of it in {named([n.where for n in found])}"
        )
    return holding


def holds_functions(node: FoundFile) -> bool:
    """Return whether functions of the assignment are defined in it."""
    data = raw(node)
    if is_notebook(node):
        return notebook.holds_functions(data)
    return notebook.defines_functions(data.decode("latin-1"))


def leaves(nodes: list[FoundFile]) -> Iterator[FoundFile]:
    """Yield the files in the nodes and below them, in order."""
    todo, seen = nodes[::-1], 0
    while todo:
        node, seen = todo.pop(), seen + 1
        if seen > MOST_FILES:
            raise RefusedError(f"more than {MOST_FILES:,} files and folders")
        if node.kind == "outside":
            raise RefusedError(f"{node.where} climbs out of its archive")
        if node.kind == "folder":
            todo.extend(list(node.children())[::-1])
        else:
            yield node


def is_wanted(node: FoundFile) -> bool:
    """Return whether a file in a student's folder may be the engine."""
    return is_code(node) and bool(GAME.search(node.name))


def is_code(node: FoundFile) -> bool:
    """Return whether it is Python, and neither a test nor what everybody is given."""
    return is_python(node) and node.name != GIVEN and not is_test(node.name)


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


def instead(files: list[FoundFile], where: str) -> str:
    """Return where there is no file to judge, and what there is in its place."""
    inside = [node.where.removeprefix(f"{where}/") for node in files]
    place = f" in {where}" if where else ""
    return f"{place}, only {named(inside)}" if inside else place


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
    """Return a candidate's source."""
    refuse_odd(node)
    if node.name == ONLINE_TEXT:
        raise RefusedError("only online text was handed in")
    if is_notebook(node):
        return notebook.code(raw(node)).encode("utf-8", "replace")
    if not is_python(node):
        raise RefusedError(f"{node.where} is neither a Python file nor a zip archive")
    return raw(node)


def raw(node: FoundFile) -> bytes:
    """Return what is in a file, if it is a plain one of a sensible size."""
    refuse_odd(node)
    data = node.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise RefusedError(f"{node.where} is larger than {LARGEST_FILE // 10**6} MB")
    return data


def refuse_odd(node: FoundFile) -> None:
    """Refuse what is no plain file: a link, or what would never end."""
    if node.kind == "link":
        raise RefusedError(f"{node.where} is a link, and links are not followed")
    if node.kind == "special":
        raise RefusedError(f"{node.where} is not a regular file")


def named(paths: list[str]) -> str:
    """Return some of the paths as a list in a sentence."""
    more = len(paths) - MOST_NAMED
    listed = ", ".join(paths[:MOST_NAMED])
    return f"{listed} (+{more})" if more > 0 else listed  # the same in every language
