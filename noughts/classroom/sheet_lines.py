"""
Which lines of a list are a student's.

1. A number or a login points to the lines that have it, if the names may be one
   person's; a whole address does, whatever the names; a name, to the lines called so.
2. All that points anywhere must point to one line: that is the student's.
3. If name and number agree there, or name and address, nothing else matters: it may be
   a second address, or the number of another office. A login is as good as an address
   where most others of the same domain are found by theirs.
4. If not, nothing may speak against the line: no number or login that is somebody
   else's, and no number or address of the same kind that differs.
5. Of the same kind are the numbers of a column, or the addresses of a domain, in which
   most others of the class agree whose names are there; and two addresses of one domain
   if there are no such others. A number of the list's own platform always is, and never
   differs.
6. Each of a group is looked for alone.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
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

KeyKind = int | str  # a column of numbers, or the domain of addresses


class Grade(NamedTuple):
    """What one student is to get."""

    student: str
    id: str
    email: str
    points: float
    words: tuple[str, ...] = ()  # feedback, a paragraph each
    judged: bool = True
    whole: bool = True  # else a part of it is still to be decided
    platform: str = ""  # whose number the id is


class FoundLines(NamedTuple):
    """The line of a student, or of one in a group; others where there is doubt."""

    name: str
    line: SheetRow | None = None
    perhaps: tuple[SheetRow, ...] = ()  # have something of the student's, not one alone
    contradicting: tuple[SheetRow, ...] = ()  # all that something points to, if not one


class SheetPerson(NamedTuple):
    """Somebody to be found: a student, or one of a group."""

    name: str  # "": of a group it is unknown whose the number or address is
    bare: str  # the name, without what tells two apart
    ids: list[str]
    mails: list[str]
    own: bool  # whether the ids are of the list's own platform

    def may_be(self, line: SheetRow) -> bool:
        """Return whether a line with one's number may be one's own, by its name."""
        nameless = line.name.endswith(line.ids[:1])  # a number stands for the name
        return (self.own and nameless) or may_be_one(self.bare, line.name)

    def kinds(self, line: SheetRow) -> dict[KeyKind, bool]:
        """Return which kinds both have something of, and whether it is the same."""
        own = {_number(each) for each in self.ids}
        both: dict[KeyKind, bool] = {
            n: _number(each) in own for n, each in enumerate(line.ids) if own and each
        }
        for mail in self.mails:
            domains = {_domain(mail), _domain(line.email)} - {""}
            if line.email and len(domains) < 2:
                both[_domain(mail)] = line.email.casefold() in _logins(mail)
        return both


class SheetLines:
    """The lines of a list, found by what stands for a student of a class."""

    def __init__(self, sheet: Worksheet, class_: list[Grade]) -> None:
        lines = sheet.lines
        self._lines, self._platform = lines, sheet.platform
        self._ids = index((_number(each), line) for line in lines for each in line.ids)
        self._mails = index((line.email, line) for line in lines)
        self._names = index((name_key(line.name), line) for line in lines)
        self._spelled = index((spelled(line.name), line) for line in lines)
        # Of each kind: how many in the class have the same as the list, and another.
        self._same, self._another = Counter[KeyKind](), Counter[KeyKind]()
        for grade in class_:
            for person in self._people(grade, self._members(grade)[0]):
                self._count(person)

    def _count(self, person: SheetPerson) -> None:
        """Note which kinds the list has the same of as somebody, and which another."""
        own = (line for those, _ in self._pointed(person) for line in those)
        kinds = (person.kinds(line).items() for line in own if person.may_be(line))
        same = {kind for each in kinds for kind, equal in each if equal}
        called = self._called(person.name)
        self._same.update(same)
        self._another.update(
            {kind for each in called for kind in person.kinds(each)} - same
        )

    def matching(self, grade: Grade) -> list[FoundLines]:
        """Return the line of a student, or of each in a group."""
        names, doubtful = self._members(grade)
        if doubtful:
            return [FoundLines(grade.student, contradicting=tuple(doubtful))]
        people = self._people(grade, names)
        return [self._found(each) for each in people]

    def _found(self, person: SheetPerson) -> FoundLines:
        """Return the line that all points to which is known of somebody."""
        name = person.name or "".join([*person.ids, *person.mails])
        found, strange = [self._called(person.name)], list[SheetRow]()
        for those, is_whole in self._pointed(person):
            own = [line for line in those if person.may_be(line)]
            (found.append if own or is_whole else strange.extend)(own or those)
        found = sorted(filter(None, found), key=len)
        lines = list(dict.fromkeys(line for those in found for line in those))
        against = list[SheetRow]()
        if not any(self._is_proved(person, line) for line in lines):
            against += strange
            against += (line for line in lines if self._differs(person, line))
        if not found:  # one of several of that name
            against += self._called(person.bare)
        agreed = tuple(line for line in lines if all(line in those for those in found))
        if against or (lines and not agreed):
            return FoundLines(name, contradicting=tuple(dict.fromkeys(against + lines)))
        if len(agreed) == 1:
            return FoundLines(name, *agreed)
        return FoundLines(name, perhaps=agreed)

    def _is_proved(self, person: SheetPerson, line: SheetRow) -> bool:
        """Return whether something agrees beside the name that nobody else has."""
        kinds = person.kinds(line)
        unique = (
            isinstance(kind, int)
            or "@" in line.email
            or self._same[kind] - 1 > self._another[kind]  # this one is counted, too
            for kind, is_same in kinds.items()
            if is_same
        )
        own = kinds.get(0, True) or not person.own
        return own and person.may_be(line) and any(unique)

    def _differs(self, person: SheetPerson, line: SheetRow) -> bool:
        """Return whether a line has another number or address of the same kind."""
        domain = _domain(line.email)
        return any(
            (person.own and kind == 0)
            or max(self._same[kind], kind == domain != "") > self._another[kind] - 1
            for kind, is_same in person.kinds(line).items()
            if not is_same
        )

    def _pointed(self, person: SheetPerson) -> Iterator[tuple[list[SheetRow], bool]]:
        """Yield the lines of each number or address, and whether of a whole address."""
        for each in person.ids:
            yield self._numbered(each), False
        for each in person.mails:
            there = self._addressed(each)
            yield there, "@" in each and there == self._mails.get(each.casefold())

    def _numbered(self, number: str) -> list[SheetRow]:
        return self._ids.get(_number(number), [])

    def _addressed(self, mail: str) -> list[SheetRow]:
        """Return the lines of an address, or of what it begins with: a login."""
        found = (self._mails.get(each) for each in _logins(mail))
        return next(filter(None, found), [])

    def _people(self, grade: Grade, names: list[str]) -> list[SheetPerson]:
        """Return each of a group, or the one student, with what is theirs."""
        own = grade.platform == self._platform
        bare = [bare_name(name, grade.id, grade.email) for name in names]
        ids, ids_left = _dealt(_several(grade.id), bare, self._numbered)
        mails, mails_left = _dealt(_several(grade.email), bare, self._addressed)
        several = zip(names, bare, ids, mails, strict=True)
        return [
            *(SheetPerson(*each, own) for each in several),
            *(SheetPerson("", "", [each], [], own) for each in ids_left),
            *(SheetPerson("", "", [], [each], own) for each in mails_left),
        ]

    def own_numbers(self, grade: Grade) -> list[str]:
        """Return a student's ids, if the list has its people by such numbers."""
        return _several(grade.id) if grade.platform == self._platform else []

    def has_number(self, number: str) -> bool:
        """Return whether any line has this id."""
        return bool(self._numbered(number))

    def _members(self, grade: Grade) -> tuple[list[str], list[SheetRow]]:
        """
        Return the names of a group, or the one of a student, and all who may be meant.

        "Silva, Ana" is one person, and neither Silva nor Ana; of Gradescope's, two. Two
        full names may be a group, or a surname and first names: where the list does
        not tell, all of them are meant, and so nobody is.
        """
        parts = bare_name(grade.student, grade.id, grade.email).split(", ")
        several = max(len(_several(grade.id)), len(_several(grade.email)))
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
        return parts, [] if all(called) and not one else those + one

    def _called(self, name: str) -> list[SheetRow]:
        """Return the lines of a name: those that spell it so, if there are any."""
        if exact := self._spelled.get(spelled(name).casefold()):
            return exact
        found = (self._names.get(key, []) for key in sorted(name_keys(name)))
        return [line for those in found for line in those]


def _dealt(
    things: list[str], names: list[str], lines: Callable[[str], list[SheetRow]]
) -> tuple[list[list[str]], list[str]]:
    """
    Return what of a group's is each one's, and what is nobody's of these names.

    Where not everybody has one, it is theirs whose name its line may have.
    """
    if len(things) == len(names):
        return [[each] for each in things], []

    def is_called(name: str, thing: str) -> bool:
        return any(may_be_one(name, line.name) for line in lines(thing))

    owned = [[each for each in things if is_called(name, each)] for name in names]
    left = (each for each in things if not any(each in own for own in owned))
    return owned, [each for each in left if lines(each)]


def _number(number: str) -> str:
    """Return a number as it is compared: a spreadsheet cuts the noughts before it."""
    return number.casefold().lstrip("0") or number


def _domain(mail: str) -> str:
    return mail.casefold().partition("@")[2]


def _logins(mail: str) -> tuple[str, str]:
    """Return an address, and what it begins with: a login."""
    return mail.casefold(), mail.casefold().partition("@")[0]


def _several(joined: str) -> list[str]:
    """Return the ids or addresses of a student, or of each in a group."""
    return list(filter(None, joined.split(", ")))


def index(pairs: Iterable[tuple[str, SheetRow]]) -> dict[str, list[SheetRow]]:
    """Return the lines that each key stands for."""
    found = defaultdict[str, list[SheetRow]](list)
    for key, line in pairs:
        if key:
            found[key.casefold()].append(line)
    return found
