"""An entry of an export, and what belongs to one student."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from noughts.classroom.files import FoundFile
from noughts.text import clean_line, plain_spaces

SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}  # behind a name, whatever its order
TABLES = (".csv", ".yml", ".xlsx")  # lists of the teacher's, or of the platform
GIVEN = "runner.py"  # the window, which everybody is given
ONLINE_TEXT = "online text"  # the name of what was typed into the platform itself


class Origin(NamedTuple):
    """How a submission came, as far as the platform says it."""

    id: str = ""  # the platform's own; what has the same one is the same student's
    email: str = ""
    late: bool | None = None  # None: the export does not say
    attempt: int = 0  # 0: the export does not say
    folder: str = ""  # where the platform looks for feedback
    platform: str = ""  # that the export is of


UNTOLD = Origin()


class Entry(NamedTuple):
    """To whom a file or folder at the top of an export belongs, and how it came."""

    node: FoundFile  # with the name that the student gave it
    student: str
    origin: Origin = UNTOLD


Reader = Callable[[FoundFile], Entry | None]  # None: it is nobody's


class Platform(Protocol):
    """A module that knows one platform's export."""

    __name__: str

    def recognises(self, nodes: list[FoundFile]) -> bool:
        """Return whether the entries look like an export of this platform."""

    def reader(self, root: FoundFile) -> Reader:
        """Return the function that tells whose an entry is."""


@dataclass
class Unit:
    """What belongs to one student at the top of a class."""

    student: str
    nodes: list[FoundFile]
    origin: Origin = UNTOLD
    older: list[FoundFile] = field(default_factory=list)  # attempts, as it seems


def units_of(
    root: FoundFile, platform: Platform, read: Reader
) -> tuple[list[Unit], list[FoundFile]]:
    """Return what belongs to each student, by name, and what is nobody's."""
    nobodys = list[FoundFile]()
    whose: dict[str | tuple[str, int], list[list[Entry]]] = {}
    for node in root.children():
        if not (entry := read(node)):
            nobodys.append(node)
        else:
            # Two names that are shown alike are two students'.
            known = entry.origin.id or entry.origin.email
            key = known or (entry.student.casefold(), node.twin)
            alike = whose.setdefault(key, [])
            own = (each for each in alike if _is_same(each[0], entry))
            (next(own, None) or _added(alike)).append(entry)
    name = platform.__name__.rpartition(".")[2]
    units = [_unit(entries, name) for alike in whose.values() for entries in alike]
    return sorted(told_apart(units), key=lambda unit: by_name(unit.student)), nobodys


def _added(alike: list[list[Entry]]) -> list[Entry]:
    alike.append([])
    return alike[-1]


def _is_same(one: Entry, other: Entry) -> bool:
    """Return whether two entries with one id are one student's: many may be '0'."""
    mail, others = one.origin.email, other.origin.email
    if mail and others:
        return mail.casefold() == others.casefold()
    return one.student.casefold() == other.student.casefold()


def _unit(entries: list[Entry], platform: str) -> Unit:
    """Return all that one student handed in; of a file, the newest attempt."""
    newest = Counter[str]()
    for entry in entries:
        newest[_file(entry)] = max(newest[_file(entry)], entry.origin.attempt)
    kept = [e for e in entries if e.origin.attempt in (0, newest[_file(e)])]
    origins = [entry.origin for entry in kept]
    late = [each.late for each in origins if each.late is not None]
    origin = Origin(
        clean_line(origins[0].id),
        clean_line(origins[0].email),
        any(late) if late else None,
        max(each.attempt for each in origins),
        next((each.folder for each in origins if each.folder), ""),
        platform,
    )
    student = clean_line(plain_spaces(kept[0].student))
    older = [entry.node for entry in entries if entry not in kept]
    return Unit(student, [entry.node for entry in kept], origin, older)


def _file(entry: Entry) -> str:
    return entry.node.name.casefold()


def told_apart(units: list[Unit]) -> list[Unit]:
    """
    Return the units with something behind the names that two students have.

    No two are left with one name, also where somebody is called "Ana (1)".
    """
    ids = _shared(unit.origin.id for unit in units)
    apart = [_apart(unit, unit.origin.id not in ids) for unit in units]
    numbers = [f"{n}" for n in range(1, len(units) + 1)]
    while shared := _shared(unit.student for unit in units):
        units = [
            replace(unit, student=f"{unit.student} ({own})")
            if unit.student in shared
            else unit
            for unit, own in zip(units, apart, strict=True)
        ]
        apart = numbers
    return units


def _shared(names: Iterable[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}


def _apart(unit: Unit, own_id: bool) -> str:
    """Return what only this student has: where the files are, if there is no id."""
    id_, email, *_ = unit.origin
    return (id_ if own_id else "") or email or unit.nodes[0].where


def by_name(student: str) -> tuple[str, str]:
    """Return the key that puts students in order: Ç beside C, not behind Z."""
    plain = unicodedata.normalize("NFKD", student.casefold())
    letters = (each for each in plain if not unicodedata.combining(each))
    return "".join(letters), student


def first_name_first(name: str) -> str:
    """Return "Ana Silva" for "Silva, Ana": in a list, its comma would mislead."""
    parts = [part.strip() for part in name.split(",")]
    behind = [part for part in parts if part.casefold().rstrip(".") in SUFFIXES]
    rest = [part for part in parts if part and part not in behind]
    if len(parts) == 1 or len(rest) > 2:
        return name
    return " ".join([*rest[::-1], *behind])


def is_unclaimed(node: FoundFile) -> bool:
    """Return whether somebody's work may be in what is nobody's, for all we know."""
    name = node.name.casefold()
    return not name.endswith(TABLES) and name != GIVEN
