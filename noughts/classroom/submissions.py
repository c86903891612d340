"""Finding the submissions of a class, as teachers get them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from noughts.classroom.chosen_file import (
    Candidate,
    apart,
    candidates,
    holds_work,
    meant,
    otherwise,
)
from noughts.classroom.files import (
    FoundFile,
    RefusedError,
    is_archive,
    open_archive,
    open_class,
)
from noughts.classroom.handed_in import (
    MOST_CANDIDATES,
    agreed,
    are_few,
    is_candidate,
    is_notebook,
    is_of_game,
    is_sealed,
    named,
    raw,
    several,
    unpacked,
)
from noughts.classroom.platforms import PLATFORMS, github, recognised
from noughts.classroom.platforms.entry import (
    UNTOLD,
    Origin,
    Platform,
    Unit,
    is_unclaimed,
    units_of,
)
from noughts.classroom.platforms.github import UNCUT, NameCut
from noughts.classroom.platforms.name_parts import GAME
from noughts.classroom.platforms.plain import belongs_to_a_student, stem_of
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
            down = {each.where for each in (*above, root)}
            beside = [n for each in above for n in each.children()]
            notes = [n for n in beside if n.where not in down]
            units = intake.roster.named(units) if intake.roster else units
            yield StudentList(units, filter(is_unclaimed, [*notes, *nobodys]), cut)
    except RefusedError as error:
        raise NoSubmissionsError(str(error)) from error


def class_path(root: FoundFile, platform: Platform | None) -> list[FoundFile]:
    """Return the folders down to the one whose entries are students, packed again."""
    path = [root]
    while not (exported := is_export(path[-1], platform)):
        if not (below := sole_folder([*path[-1].children()])):
            break
        path.append(below)
    several = len(path) == 1 or exported or is_class(path[-1])
    return path if several else path[:1]


def is_export(folder: FoundFile, named: Platform | None) -> bool:
    """
    Return whether its entries are those of the platform that is named, or of any.

    Of one that is named, the folder of all the clones is called like a clone.
    """
    nodes = [*folder.children()]
    if not named or named is PLAIN:
        return not named and recognised(nodes) is not PLAIN
    below = sole_folder(nodes)
    deeper = below in nodes and below and tells_more(below, named)
    return tells_more(folder, named) and not deeper


def tells_more(folder: FoundFile, named: Platform) -> bool:
    """Return whether a platform knows more of some entry than its plain name."""
    nodes = [*folder.children()]
    read, plainly = named.reader(folder), PLAIN.reader(folder)
    return named.recognises(nodes) or any(read(n) != plainly(n) for n in nodes)


def sole_folder(nodes: list[FoundFile]) -> FoundFile | None:
    """
    Return the folder or archive that is all there is, but for what is nobody's.

    An archive and the folder into which it was unpacked are one: the folder.
    """
    somebodys = list(filter(belongs_to_a_student, nodes))
    folders = {n.name.casefold() for n in somebodys if n.kind == "folder"}
    packed = [node for node in somebodys if is_packed(node)]
    again = [node for node in packed if stem_of(node).casefold() in folders]
    match [node for node in somebodys if node not in again]:
        case [child]:
            with suppress(RefusedError):  # which is for that student's report
                child = open_archive(child) if is_archive(child) else child
            return child if child.kind == "folder" else None
    return None


def is_packed(node: FoundFile) -> bool:
    """Return whether a file is an archive, of any kind."""
    return node.kind == "file" and (is_archive(node) or is_sealed(node))


def is_class(folder: FoundFile) -> bool:
    """
    Return whether a folder that is alone holds the work of several, and not of one.

    A file that has the game's name alone is where its author is. Files that import each
    other have one author, and so have versions of one: `main.py` and `main_old.py`.
    """
    units, _ = units_of(folder, PLAIN, PLAIN.reader(folder))
    nodes = [node for unit in units for node in unit.nodes if node.kind == "file"]
    files = list(filter(is_candidate, nodes))
    packed = list(filter(is_packed, nodes))
    if any(GAME.fullmatch(n.name.rpartition(".")[0]) for n in [*files, *packed]):
        return False
    if are_few(files):
        heads = [each.node for each in apart(candidates(files, files))]
        modules = [node for node in files if node not in heads]
        units = [u for u in units if not all(n in modules for n in u.nodes)]
    works = (unit for unit in units if holds_work(unit.nodes))
    first = next(works, None)
    return not all(first and is_draft(each, first) for each in works)


def is_draft(unit: Unit, first: Unit) -> bool:
    """Return whether two files are called like versions of one: `a` and `a_old`."""
    rest = unit.student.removeprefix(first.student)
    alike = rest != unit.student and not rest[:1].isalpha()
    return alike and all(n.kind == "file" for n in [*unit.nodes, *first.nodes])


def submission(unit: Unit) -> Submission:
    """
    Return what a student handed in, or why it cannot be taken.

    What is wrong with one student's files is a refusal, and stops nobody else.
    """
    student, origin = unit.student, unit.origin
    where = unit.nodes[0].where
    try:
        files, closed = unpacked(unit.nodes)
        alone = {*unit.nodes}
        given = [node for node in files if node in alone]
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
    notes = notebook.notes(raw(first), first.where) if is_notebook(first) else []
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
