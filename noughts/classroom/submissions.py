"""The students of a class, and what each of them handed in."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from noughts.classroom.chosen_file import Candidate, candidates, meant, otherwise
from noughts.classroom.class_folder import class_path
from noughts.classroom.files import FoundFile, RefusedError, open_class
from noughts.classroom.handed_in import (
    MOST_CANDIDATES,
    agreed,
    is_candidate,
    is_of_game,
    named,
    raw,
    several,
    unpacked,
)
from noughts.classroom.platforms import PLATFORMS, github, recognised
from noughts.classroom.platforms.entry import (
    UNTOLD,
    Origin,
    Unit,
    is_unclaimed,
    units_of,
)
from noughts.classroom.platforms.github import UNCUT, NameCut
from noughts.classroom.roster import Roster
from noughts.contract import FILE_NAME
from noughts.notebooks import notebook

BESIDE = "Judged together with what it imports: {}."
PASSED_OVER = "Handed in beside it, and not judged: {}."


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
    modules: tuple[tuple[str, str | None], ...] = ()  # of the student's own, with it

    @property
    def content(self) -> bytes:
        """Return all that a verdict depends on."""
        length = f"{len(self.source)} ".encode()  # where the file ends, modules begin
        return length + self.source + repr(self.modules).encode()


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
            down = {each.where for each in (*above, root)}
            beside = [n for each in above for n in each.children()]
            notes = [n for n in beside if n.where not in down]
            units = intake.roster.named(units) if intake.roster else units
            yield StudentList(units, filter(is_unclaimed, [*notes, *nobodys]), cut)
    except RefusedError as error:
        raise NoSubmissionsError(str(error)) from error


def submission(unit: Unit) -> Submission:
    """
    Return what a student handed in, or why it cannot be taken.

    What is wrong with one student's files is a refusal, and stops nobody else.
    """
    student, origin = unit.student, unit.origin
    where = unit.nodes[0].where
    try:
        files, closed = unpacked(unit.nodes)
        by_itself = {*unit.nodes}
        given = [node for node in files if node in by_itself]
        found = meant(files) or otherwise(files, given, closed, where)
        source = agreed(found)
        where = found[0].where
        every = candidates(found, files)
        modules, *others = (each.imported(source) for each in every)
        if any(texts(each) != texts(modules) for each in others):
            raise several(found)
        older, _ = unpacked(unit.older)
        rest = other_candidates([*files, *older], found)
        shut = [*closed, *(each.shut for each in rest if each.shut)]
        if shut and not every[0].begun:
            raise shut[0].why
    except RefusedError as error:
        return Submission(student, where, refusal=str(error), origin=origin)
    first = found[0]
    notes = list[str](notebook.notes(raw(first), first.where))
    if beside := [name for name, text in modules.items() if text]:
        notes.append(BESIDE.format(named(sorted(beside))))
    taken = {source, *texts(modules)}
    versions = [each.node.where for each in rest if is_version(each, taken)]
    if left := [*versions, *(each.where for each in shut)]:
        notes.append(PASSED_OVER.format(named(left)))
    note = "\n".join(notes)
    own = tuple(sorted(modules.items(), key=lambda each: each[0]))
    return Submission(student, where, source, "", note, origin, own)


def texts(modules: Mapping[str, str | None]) -> list[bytes]:
    """Return the modules of a file as they are, whatever they are called."""
    return sorted(text.encode("latin-1") for text in modules.values() if text)


def other_candidates(files: list[FoundFile], found: list[FoundFile]) -> list[Candidate]:
    """Return the files that may be meant, too: those with the game's name first."""
    rest = [node for node in files if node not in found]
    some = sorted(filter(is_candidate, rest), key=lambda node: not is_of_game(node))
    return candidates(some[:MOST_CANDIDATES], rest)


def is_version(found: Candidate, taken: set[bytes]) -> bool:
    """Return whether a file has functions or the name, and is not among the taken."""
    if found.shut or raw(found.node) in taken:
        return False
    return bool(found.own) or found.name == FILE_NAME
