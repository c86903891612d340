"""
Which lines of a list are a student's.

A student is found by the platform's id, by e-mail or login, and by name, which must not
contradict each other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noughts.classroom.grade_list import SheetRow, Worksheet
from noughts.classroom.person_names import (
    bare_name,
    may_be_one,
    name_key,
    name_keys,
    name_words,
    spelled,
)


class Grade(NamedTuple):
    """What one student is to get."""

    student: str
    id: str
    email: str
    points: float
    words: tuple[str, ...] = ()  # feedback, a paragraph each
    judged: bool = True
    platform: str = ""  # whose number the id is


class FoundLines(NamedTuple):
    """The lines of a student: several for a group, none where there is doubt."""

    lines: tuple[SheetRow, ...] = ()
    perhaps: tuple[SheetRow, ...] = ()  # have something of the student's, not one alone
    contradicting: tuple[SheetRow, ...] = ()  # all that something points to, if not one
    missing: tuple[str, ...] = ()  # the student, or who of a group is on no line


class SheetLines:
    """The lines of a list, found by what stands for a student of a class."""

    def __init__(self, sheet: Worksheet, class_: list[Grade]) -> None:
        lines = sheet.lines
        self._lines, self._platform = lines, sheet.platform
        self._ids = index((each, line) for line in lines for each in line.ids)
        self._mails = index((line.email, line) for line in lines)
        self._names = index((name_key(line.name), line) for line in lines)
        self._spelled = index((spelled(line.name), line) for line in lines)
        # Which of its numbers are the class's, and whether its addresses are.
        self._kinds = {kind for grade in class_ for kind in self._kinds_of(grade)}
        self._has_mails = any(map(self._is_addressed, class_))

    def matching(self, grade: Grade) -> FoundLines:
        """
        Return the lines to which all that is known of a student points.

        An id or a login is a student's only where the name may be, too: two platforms
        may number their people alike. An e-mail address needs no name. Where one thing
        points to one line and another elsewhere, nobody is meant; and a number or an
        address that the list lacks points elsewhere, if the list has such ones.
        """
        ids, mails = _several(grade.id), _several(grade.email)
        names, strange = self._members(grade, max(len(ids), len(mails)))
        most = max(len(names), len(ids), len(mails)) if len(names) > 1 else 1
        found = [self._called(name) for name in names]
        for each in ids:
            those = self._ids.get(each.casefold(), [])
            alike = any(self._may_be(names, grade, line) for line in those)
            (found.append if alike else strange.extend)(those)
        for each in mails:
            those = self._addressed(each)
            own = "@" in each and those == self._mails.get(each.casefold())
            alike = own or any(_may_be(names, grade, line) for line in those)
            (found.append if alike else strange.extend)(those)
        if len(names) == 1 and not any(found):  # one of several of that name
            strange += self._called(bare_name(*names, grade.id, grade.email))
        strange += [
            line for those in found for line in those if self._is_others(line, grade)
        ]
        agreed = _agreed(found, strange, most)
        lines = (*agreed.lines, *agreed.perhaps, *agreed.contradicting)
        return agreed._replace(missing=_missing(names, [ids, mails], lines))

    def _addressed(self, mail: str) -> list[SheetRow]:
        """Return the lines of an address, or of what it begins with: a login."""
        address, login = mail.casefold(), mail.casefold().partition("@")[0]
        return self._mails.get(address) or self._mails.get(login, [])

    def _may_be(self, names: list[str], grade: Grade, line: SheetRow) -> bool:
        """Return whether a line with one's number may be one's own."""
        nameless = line.name.endswith(line.ids[:1])  # a number stands for the name
        own = nameless and grade.platform == self._platform
        return own or _may_be(names, grade, line)

    def _kinds_of(self, grade: Grade) -> Iterator[int]:
        """Yield which of a line's numbers a student's is, if it is in the list."""
        if grade.platform == self._platform:
            yield 0
        names = _parts(grade)
        for each in map(str.casefold, _several(grade.id)):
            for line in self._ids.get(each, []):
                if self._may_be(names, grade, line):
                    yield [own.casefold() for own in line.ids].index(each)

    def _is_addressed(self, grade: Grade) -> bool:
        """Return whether a student's address is in the list, or its beginning."""
        those = map(self._addressed, _several(grade.email))
        names = _parts(grade)
        return any(_may_be(names, grade, line) for each in those for line in each)

    def _is_others(self, line: SheetRow, grade: Grade) -> bool:
        """Return whether a line has another number or address than a student of it."""
        ids, mails = _several(grade.id), _several(grade.email)
        own = any(line in self._ids.get(each.casefold(), []) for each in ids)
        lacked = not all(map(self.has_number, ids))
        numbers = [each for n, each in enumerate(line.ids) if n in self._kinds]
        if any(numbers) and lacked and not own:
            return True
        if own or not line.email:  # who has a number may have a second address
            return False
        strays = [each for each in mails if not self._addressed(each)]
        near = (_domain(each) == _domain(line.email) != "" for each in strays)
        mine = any(line in self._addressed(each) for each in mails)
        return not mine and (any(near) or bool(strays and self._has_mails))

    def own_numbers(self, grade: Grade) -> list[str]:
        """Return a student's ids, if the list has its people by such numbers."""
        return _several(grade.id) if grade.platform == self._platform else []

    def has_number(self, number: str) -> bool:
        """Return whether any line has this id."""
        return number.casefold() in self._ids

    def _members(self, grade: Grade, several: int) -> tuple[list[str], list[SheetRow]]:
        """
        Return the names of a group, or the one of a student, and whom else it may mean.

        "Silva, Ana" is one person, and neither Silva nor Ana; of Gradescope's, two. Two
        full names may be a group, or a surname and first names: where the list does
        not tell, all of them are meant, and so nobody is.
        """
        parts = _parts(grade)
        full = all(len(name_words(part)) > 1 for part in parts)
        sure = several > 1 or grade.platform == "gradescope"
        if len(parts) == 1 or name_key(grade.student) in self._names:
            return [grade.student], []
        if sure or (full and not several and len(parts) > 2):
            return parts, []
        if several or not full:
            return [grade.student], []
        called = [self._called(part) for part in parts]
        those = [line for each in called for line in each]
        if not those:
            return [grade.student], []
        others = [line for line in self._lines if line not in those]
        one = [line for line in others if may_be_one(grade.student, line.name)]
        return (parts, one) if all(called) else ([grade.student], those + one)

    def _called(self, name: str) -> list[SheetRow]:
        """Return the lines of a name: those that spell it so, if there are any."""
        if exact := self._spelled.get(spelled(name).casefold()):
            return exact
        found = (self._names.get(key, []) for key in sorted(name_keys(name)))
        return [line for those in found for line in those]


def _parts(grade: Grade) -> list[str]:
    """Return the names that commas may be between, without what tells apart."""
    return bare_name(grade.student, grade.id, grade.email).split(", ")


def _domain(mail: str) -> str:
    return mail.casefold().partition("@")[2]


def _several(joined: str) -> list[str]:
    """Return the ids or addresses of a student, or of each in a group."""
    return list(filter(None, joined.split(", ")))


def _may_be(names: list[str], grade: Grade, line: SheetRow) -> bool:
    """Return whether a line's name may be one of these, without what tells apart."""
    bare = (bare_name(name, grade.id, grade.email) for name in names)
    return any(may_be_one(name, line.name) for name in bare)


def _missing(
    names: list[str], things: list[list[str]], lines: tuple[SheetRow, ...]
) -> tuple[str, ...]:
    """Return the names that are on none of the lines, by themselves or by a thing."""
    if len(names) == 1:
        return () if lines else tuple(names)
    owned = list(
        zip(*(each for each in things if len(each) == len(names)), strict=True)
    )

    def is_on(n: int, line: SheetRow) -> bool:
        there = {each.casefold() for each in (*line.ids, line.email)}
        own = (each.casefold() in there for each in (owned[n] if owned else ()))
        return any(own) or may_be_one(names[n], line.name)

    return tuple(
        name
        for n, name in enumerate(names)
        if not any(is_on(n, line) for line in lines)
    )


def _agreed(
    found: list[list[SheetRow]], strange: list[SheetRow], most: int
) -> FoundLines:
    """Return what is left of the lines that things point to, of so many people."""
    sure = {line: None for those in found if len(those) == 1 for line in those}
    several = (tuple(those) for those in found if len(those) > 1)
    open_ = {those: None for those in several if sure.keys().isdisjoint(those)}
    perhaps = tuple(line for those in open_ for line in those)
    if strange or len(sure) + len(open_) > most:
        return FoundLines(
            contradicting=tuple(dict.fromkeys([*strange, *sure, *perhaps]))
        )
    return FoundLines(tuple(sure), perhaps)


def index(pairs: Iterable[tuple[str, SheetRow]]) -> dict[str, list[SheetRow]]:
    """Return the lines that each key stands for."""
    found = defaultdict[str, list[SheetRow]](list)
    for key, line in pairs:
        if key:
            found[key.casefold()].append(line)
    return found
