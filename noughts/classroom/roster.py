"""Names that an export lacks: a table with a name and ids, e-mails or logins beside."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from noughts import disk
from noughts.classroom import csv_table
from noughts.classroom.person_names import (
    PARTICLES,
    bare_name,
    may_be_one,
    name_key,
    name_words,
    rotations,
)
from noughts.classroom.platforms.entry import (
    Unit,
    by_name,
    first_name_first,
    told_apart,
)
from noughts.text import clean_line

# The heads of names, without accents and particles: the first of these that is there.
# GitHub Classroom's `name` may be empty, and its `identifier` what the teacher typed.
NAMES = ["name", "full name", "student name", "students name", "nome", "nome completo"]
NAMES += ["nome aluno", "nome aluna", "nome estudante", "nombre", "nombre completo"]
NAMES += ["student", "students", "aluno", "aluna", "alunos", "estudante", "estudantes"]
NAMES += ["discente", "nome discente", "alumno", "identifier"]
FIRST = ["first name", "firstname", "given name", "first", "nome", "primeiro nome"]
FIRST += ["nombre", "vorname", "prenom"]
LAST = ["last name", "lastname", "surname", "family name", "last", "sobrenome"]
LAST += ["apelido", "apellido", "apellidos", "nachname", "nom"]

# Words in the head of a column that stands for a student. Where there are such columns,
# no other does: in a gradebook those are sections and scores, and 87 may be an id, too.
KEYS = {"id", "ids", "sid", "uid", "netid", "ra", "matricula", "number", "numero"}
KEYS |= {"identifier", "identificador", "code", "codigo", "registro", "registration"}
KEYS |= {"login", "user", "username", "usuario", "github", "gitlab", "account", "conta"}
KEYS |= {"email", "mail", "emails", "handle", "benutzername"}
SCORES = {"grade", "score", "points", "total", "nota", "notas", "pontos"}
TITLES = (
    KEYS | SCORES | {word for head in (*NAMES, *FIRST, *LAST) for word in head.split()}
)
MOST_SAID = 200  # characters of the heads, which may be anything


class RosterError(ValueError):
    """The roster cannot be used; the message says why."""


RosterKeys = dict[tuple[int, bool], str]  # by column, and whether it is an address


class Roster:
    """From anything that stands for one student to that student's name."""

    def __init__(self, rows: Iterable[tuple[str, list[str]]] = ()) -> None:
        self._names = defaultdict[str, set[str]](set)  # of a section: all in it
        self._mails = defaultdict[str, set[str]](set)  # beside each key
        self._spelled = defaultdict[str, set[str]](set)  # from a name to its spellings
        self._joined = defaultdict[str, set[str]](set)  # "silvaana", as Canvas has it
        people = defaultdict[str, list[RosterKeys]](list)  # what each of a name has
        for name, cells in rows:
            said = enumerate(cell.strip().casefold() for cell in cells)
            own = {(n, "@" in key): key for n, key in said if key}
            people[name].append(own)
            keys = {*own.values()}
            self._spelled[name_key(name)].add(name)
            for each in rotations(name_words(name)):
                self._joined["".join(each)].add(name)
            for key in keys:
                self._names[key].add(name)
                self._mails[key] |= {clean_line(each) for each in keys if "@" in each}
        self._namesakes = {name for name, each in people.items() if self._differ(each)}
        self._doubted = False  # that its numbers are those of the class
        # Of the class that was named last: who has no name there, who has several.
        self.strangers: list[str] = []
        self.ambiguous: list[str] = []

    def _differ(self, people: list[RosterKeys]) -> bool:
        """Return whether two of one name differ in a kind of key, and agree in none."""
        own = (
            {kind: key for kind, key in keys.items() if len(self._names[key]) == 1}
            for keys in people
        )
        return any(
            one.keys() & other.keys() and not {*one.values()} & {*other.values()}
            for one, other in combinations(own, 2)
        )

    def __contains__(self, key: object) -> bool:
        """Return whether a login, or what else there is, stands for one student."""
        return len(self._names.get(f"{key}".casefold(), ())) == 1

    def name_of(self, unit: Unit) -> str:
        """Return the student's name; the roster's, if it has one."""
        return self._known(unit) or unit.student

    def _known(self, unit: Unit) -> str:
        """Return the name that all stands for that is a student's alone."""
        names = self._alone(unit)
        return names.pop() if len(names) == 1 else ""

    def _alone(self, unit: Unit) -> set[str]:
        """Return the names that something of a student's alone stands for."""
        found = [*filter(any, self._found(unit))]
        name = bare_name(unit.student, unit.origin.id, unit.origin.email)
        if found and " " in name:
            found.append(self._spelled.get(name_key(name), set()))
        return {name for names in found if len(names) == 1 for name in names}

    def _found(self, unit: Unit) -> Iterator[set[str]]:
        yield from self._numbered(unit)
        for key in (unit.origin.email, unit.student):
            yield self._names.get(key.casefold(), set())
        # What is before the @ may be another's login elsewhere.
        login = unit.origin.email.partition("@")[0].casefold()
        names = self._names.get(login, set())
        if any(may_be_one(unit.student, name) for name in names):
            yield names

    def _numbered(self, unit: Unit) -> list[set[str]]:
        """
        Return who has a student's number, and who the student is if nobody of them.

        Who has a full name is nobody else, whatever the number. What has no spaces may
        be a group's name, unless it is a name of the roster, joined; and unless most of
        the class are somebody else than their numbers say.
        """
        id_, email, *_ = unit.origin
        name = bare_name(unit.student, id_, email)
        numbered = self._names.get(id_.casefold(), set())
        if name == id_ or any(may_be_one(name, each) for each in numbered):
            return [numbered]
        joined = self._joined.get("".join(name_words(name)), set())
        others = joined or ({name} if " " in name else set())
        if not numbered or (self._doubted and not others):
            return []
        return [numbered, *({each} for each in others)]

    def named(self, units: list[Unit]) -> list[Unit]:
        """Return the units under the names that the roster has for them."""
        self.strangers, self.ambiguous, self._doubted = [], [], False
        told = [len(each) for each in map(self._numbered, units) if any(each)]
        self._doubted = 2 * sum(each > 1 for each in told) > len(told)
        for unit in units:
            if not self._known(unit):
                found = [self._alone(unit), *self._found(unit)]
                several = any(len(names) > 1 for names in found)
                (self.ambiguous if several else self.strangers).append(unit.student)
        named = told_apart([replace(unit, student=self._own(unit)) for unit in units])
        named = [
            replace(unit, origin=old.origin._replace(email=self._mail(old)))
            for unit, old in zip(named, units, strict=True)
        ]
        return sorted(named, key=lambda unit: by_name(unit.student))

    def _own(self, unit: Unit) -> str:
        """Return a student's name, told from a namesake's who may have sent nothing."""
        name, (id_, email, *_) = self.name_of(unit), unit.origin
        if name not in self._namesakes:
            return name
        return f"{name} ({id_ or email or unit.student})"

    def _mail(self, unit: Unit) -> str:
        """Return a student's address; the roster's, if the export has none."""
        known, (id_, email, *_) = {self._known(unit)}, unit.origin
        keys = [each.casefold() for each in (id_, unit.student)]
        own = (self._mails[key] for key in keys if self._names.get(key) == known)
        mails = set[str]().union(*own)
        return mails.pop() if not email and len(mails) == 1 else email


def read(path: Path) -> Roster:
    """Return the roster in a CSV file: its names, and what stands for each."""
    try:
        rows = csv_table.read(disk.read(path)).rows
    except OSError as error:
        raise RosterError(f"{path}: cannot be read: {error.strerror}") from error
    except csv_table.TableError as error:
        raise RosterError(f"{path}: {error}") from error
    table = [[cell.says for cell in row] for row in rows]
    if not any(map(any, table)):
        raise RosterError(
            f"{path}: is empty; expected a column of ids and one of names"
        )
    heads = [name_words(head) for head in table[0]]
    columns = _name_columns(heads, table[1:])
    if columns is None and any(map(_is_title, heads)):
        listed = repr(clean_line(", ".join(table[0]), MOST_SAID))
        raise RosterError(
            f"{path}: which column has the names? Its columns are {listed}; expected "
            "one like 'name' or 'student', or 'first name' and 'last name', filled in"
        )
    if columns is None:  # no heads: the id or e-mail first, as `--roster` asks for
        if len(heads) < 2:
            raise RosterError(f"{path}: has one column; expected an id and a name")
        columns, heads, table = [1], [[]] * max(map(len, table)), [[], *table]
    keys = _key_columns(heads, columns)
    if not keys:
        raise RosterError(
            f"{path}: has names alone; expected ids, e-mails or logins beside them"
        )
    return Roster(
        _row(row, columns, keys) for row in table[1:] if len(row) > max(columns)
    )


def _is_title(head: list[str]) -> bool:
    """Return whether a cell says what a column is for, and nothing else."""
    words = {*head}
    return not words.isdisjoint(TITLES) and words <= TITLES | PARTICLES


def _key_columns(heads: list[list[str]], names: list[int]) -> list[int]:
    """Return the columns that stand for a student: all but scores, if none says so."""
    said = {n: {*head} for n, head in enumerate(heads) if n not in names}
    known = [n for n, words in said.items() if words & KEYS]
    return known or [n for n, words in said.items() if not words & SCORES]


def _name_columns(heads: list[list[str]], rows: list[list[str]]) -> list[int] | None:
    """Return where the name is: in one column, or in a first and a last one."""
    where = dict[str, int]()
    for n, head in enumerate(heads):
        telling = (word for word in head if word not in PARTICLES and len(word) > 1)
        if any(len(row) > n and row[n].strip() for row in rows):
            where.setdefault(" ".join(telling), n)
    first, last, whole = (
        next((where[each] for each in names if each in where), None)
        for names in (FIRST, LAST, NAMES)
    )
    if first is not None and last is not None:
        return [first, last]
    return None if whole is None else [whole]


def _row(row: list[str], columns: list[int], keys: list[int]) -> tuple[str, list[str]]:
    name = " ".join(" ".join(row[n] for n in columns).split())
    if len(columns) == 1:
        name = first_name_first(name)
    return clean_line(name), [row[n] for n in keys if n < len(row)]
