"""
The platform's own list of grades, filled in: Moodle's worksheet, Canvas's gradebook.

Columns are found by their names, in English or Portuguese; a student by the platform's
id, by e-mail or login, and by name, which must not contradict each other. Only the
cells of the grade and of the feedback change: Moodle, for one, compares the dates in
the others with its own.
"""

import difflib
import html
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from noughts.checker.record import DIGITS
from noughts.checker.reports.wording import number
from noughts.classroom import csv_table
from noughts.classroom.csv_table import Table, TableCell
from noughts.classroom.person_names import (
    bare_name,
    may_be_one,
    name_key,
    name_keys,
    name_words,
    spelled,
)
from noughts.classroom.platforms.entry import first_name_first
from noughts.classroom.platforms.plain import GAME
from noughts.text import clean_line, plain_spaces

# What a column is for, and its names: Moodle's in English and in both Portugueses.
MOODLE = {
    "id": ("identifier", "identificador"),
    "name": ("full name", "nome completo"),
    "first": ("first name", "nome"),
    "last": ("last name", "sobrenome", "apelido"),
    "email": ("email address", "endereço de email", "endereço de e-mail", "email"),
    "grade": ("grade", "nota", "avaliação"),
    "maximum": ("maximum grade", "nota máxima", "nota maxima"),
    "scale": ("scale", "escala"),
    "open": (
        "grade can be changed",
        "nota pode ser alterada",
        "a nota pode ser alterada",
    ),
    "feedback": (
        "feedback comments",
        "comentários de feedback",
        "comentários ao feedback",
    ),
}
CANVAS: dict[str, tuple[str, ...]] = {
    "name": ("student",),
    "last": ("lastname",),  # these two in its place, where the teacher wants it so
    "first": ("firstname",),
    "id": ("id",),
    "sis": ("sis user id",),
    "email": ("sis login id",),
}
NO = ("no", "não")
NO_GRADE = ("", "-", "n/a")  # as the platforms write it
EXCUSED = "EX"  # Canvas: this student need not hand it in
POINTS_POSSIBLE = "points possible"
NUMBER = re.compile(  # "7.5", "7,5", "1,000.00", "1.000,00"
    r"(?P<whole>-?(?:\d+|\d{1,3}(?:[.,]\d{3})+))(?:(?P<mark>[.,])(?P<decimals>\d+))?"
)
ASSIGNMENT = re.compile(
    r".* \(\d+\)"
)  # "Tic-Tac-Toe (901)": Canvas's own columns lack it
THE_GAME = re.compile(
    rf"{GAME.pattern}|jogo da velha|jogo do galo|noughts (and|&) crosses", re.IGNORECASE
)
TEST_STUDENT = "test student"
MOST_SAID = 200  # characters of a list's heads, which may be anything


class WorksheetError(csv_table.TableError):
    """The worksheet cannot be used; the message says why."""


class Grade(NamedTuple):
    """What one student is to get."""

    student: str
    id: str
    email: str
    points: float
    words: tuple[str, ...] = ()  # feedback, a paragraph each
    judged: bool = True
    platform: str = ""  # whose number the id is


@dataclass
class Filled:
    """The worksheet with its grades, and whom it leaves open."""

    data: bytes = b""
    entered: list[str] = field(default_factory=list)
    only_here: list[str] = field(default_factory=list)  # handed in, not on the list
    only_there: list[str] = field(default_factory=list)  # on the list, not handed in
    ambiguous: list[str] = field(default_factory=list)  # several lines may be theirs
    contradicted: list[str] = field(default_factory=list)  # of two people, it seems
    shared: list[str] = field(default_factory=list)  # the lines of these two kinds
    unjudged: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)  # two submissions for one line
    replaced: list[str] = field(default_factory=list)  # had another grade before
    commented: list[str] = field(default_factory=list)  # had other feedback before
    capped: list[str] = field(default_factory=list)
    scale: tuple[float, float] | None = None  # from the rubric's maximum to the list's
    unscaled: float = 0.0  # the rubric's maximum, where the list has none
    column: str = ""  # that was filled in, where the list has several
    unnumbered: bool = False  # no number of the platform's own is in its list


class SheetRow(NamedTuple):
    """A student's line of the list."""

    name: str
    ids: tuple[str, ...]  # the platform's own first; "" for one that is not given
    email: str
    grade: TableCell
    feedback: TableCell | None
    locked: bool
    shown: str = ""  # the name, and a number behind one that two students have


@dataclass(frozen=True)
class Worksheet:
    """A platform's list of grades."""

    table: Table
    lines: list[SheetRow]
    maximum: float | None
    platform: str  # whose list it is
    mark: str  # of decimals, if any number of the list tells it
    column: str = ""  # that is filled in, where there are several

    @property
    def capped(self) -> bool:
        """Whether the platform leaves out a grade above the maximum."""
        return self.platform == "moodle"

    def written(self, number: str) -> str:
        """Return a number as the list writes them; without any, as the cells are."""
        mark = self.mark or ("," if self.table.separator == ";" else ".")
        return number.replace(".", mark)


def fill(data: bytes, grades: list[Grade], maximum: float, column: str = "") -> Filled:
    """Return the worksheet with grades out of a maximum, and who is not in both."""
    sheet = read(data, column)
    sheet = replace(sheet, lines=list(_shown(sheet.lines)))
    filled = Filled(column=clean_line(sheet.column.strip()))
    if not sheet.maximum:
        filled.unscaled = maximum
    elif maximum and sheet.maximum != maximum:
        filled.scale = maximum, sheet.maximum
    changes = dict[TableCell, str]()
    whose = dict[TableCell, list[Grade]]()
    there, doubtful = SheetLines(sheet, grades), set[TableCell]()
    numbers = [each for grade in grades for each in there.own_numbers(grade)]
    filled.unnumbered = bool(numbers) and not any(map(there.has_number, numbers))
    for grade in grades:
        found = there.matching(grade)
        doubtful |= {line.grade for line in (*found.perhaps, *found.contradicting)}
        if found.contradicting:
            named = found.contradicting
            if {name_key(line.name) for line in named} == {name_key(grade.student)}:
                named = tuple(map(_numbered, named))
            those = ", ".join(line.shown for line in named)
            filled.contradicted.append(f"{grade.student} ({those})")
        elif found.perhaps:
            filled.ambiguous.append(grade.student)
        filled.only_here += found.missing
        for line in found.lines:
            whose.setdefault(line.grade, []).append(grade)
    for line in sheet.lines:
        match whose.get(line.grade, []):
            case []:
                open_ = line.grade in doubtful
                (filled.shared if open_ else filled.only_there).append(line.shown)
            case [grade]:
                changes |= _entered(grade, line, sheet, filled)
            case several:
                those = ", ".join(grade.student for grade in several)
                filled.doubled.append(f"{line.shown} ({those})")
    filled.data = sheet.table.changed(changes)
    return filled


def _shown(lines: list[SheetRow]) -> Iterator[SheetRow]:
    """Yield the lines with what a teacher can tell them by."""
    names = Counter(line.name for line in lines)
    for line in lines:
        alone = names[line.name] == 1
        yield line._replace(shown=line.name) if alone else _numbered(line)


def _numbered(line: SheetRow) -> SheetRow:
    """Return the line with its number behind the name, where it has one."""
    tells = (*line.ids, line.email)[0]
    behind = f" ({tells})" if tells else ""
    return line._replace(shown=line.name + clean_line(behind))


def _entered(
    grade: Grade, line: SheetRow, sheet: Worksheet, filled: Filled
) -> dict[TableCell, str]:
    """Return the cells that a grade changes, and note what is to be said of it."""
    if not grade.judged or line.locked:
        (filled.locked if line.locked else filled.unjudged).append(line.shown)
        return {}
    points = grade.points
    if filled.scale:
        points = round(points * filled.scale[1] / filled.scale[0], DIGITS)
    if sheet.capped and sheet.maximum and points > sheet.maximum:
        filled.capped.append(f"{line.shown} ({number(points)})")
        points = sheet.maximum
    filled.entered.append(line.shown)
    text = number(points)
    if _differs(line.grade.says, text, sheet.mark):
        filled.replaced.append(f"{line.shown} ({clean_line(line.grade.says.strip())})")
    changes = {line.grade: sheet.written(text)}
    if line.feedback:
        said = "<br>".join(html.escape(each, quote=False) for each in grade.words)
        # Moodle reads no quote behind a backslash as the end of a cell.
        changes[line.feedback] = csv_table.defused(said.replace("\\", "&#92;"))
        if line.feedback.says.strip() not in ("", changes[line.feedback]):
            filled.commented.append(line.shown)
    return changes


def _differs(says: str, text: str, mark: str) -> bool:
    """Return whether a cell says something, and that is another grade."""
    there = [number(each) for each in _numbers(says, mark)]
    return _folded(says) not in NO_GRADE and there != [text]


def read(data: bytes, column: str = "") -> Worksheet:
    """Return the list in a file; refuse one that is not of a kind we know."""
    table = csv_table.read(data)
    heads = [_folded(cell.says) for cell in table.rows[0]] if table.rows else []
    moodle, canvas = _columns(heads, MOODLE), _columns(heads, CANVAS)
    if {"id", "grade"} <= moodle.keys():
        return _moodle(table, _single(table, moodle))
    if "id" in canvas and ("name" in canvas or {"last", "first"} <= canvas.keys()):
        return _canvas(table, _single(table, canvas), _assignment(table, column))
    listed = repr(clean_line(", ".join(heads), MOST_SAID))
    raise WorksheetError(
        "neither Moodle's grading worksheet (columns Identifier and Grade) nor "
        f"Canvas's gradebook (Student and ID): its columns are {listed}"
    )


def _columns(
    heads: list[str], names: dict[str, tuple[str, ...]]
) -> dict[str, list[int]]:
    """Return the columns that may be for each purpose, where there are any."""
    found = {
        what: [n for n, head in enumerate(heads) if head in spellings]
        for what, spellings in names.items()
    }
    return {what: columns for what, columns in found.items() if columns}


def _single(table: Table, columns: dict[str, list[int]]) -> dict[str, int]:
    """Return the column for each purpose; one of two is the teacher's own, not ours."""
    for several in columns.values():
        if len(several) > 1:
            heads = [table.rows[0][n].says.strip() for n in several]
            listed = clean_line(", ".join(map(repr, heads)), MOST_SAID)
            raise WorksheetError(
                "which of these columns is the platform's? Rename your own one, and "
                f"try again: {listed}"
            )
    return {what: column for what, (column,) in columns.items()}


def _moodle(table: Table, columns: dict[str, int]) -> Worksheet:
    if "scale" in columns and "maximum" not in columns:
        raise WorksheetError(
            "the assignment is graded by a scale of words, which points cannot fill "
            "in: set its grade type to points in Moodle, and download the list again"
        )
    lines, maximum = list[SheetRow](), None
    feedback = columns.get("feedback")
    mark = _mark(table, *(columns[n] for n in ("grade", "maximum") if n in columns))
    for row in _students(table):
        says = _says(row, columns)
        if not says["id"]:
            continue
        maximum = maximum or _maximum(says["maximum"], mark)
        digits = re.search(r"\d+$", says["id"])  # "Participant 12", "Participante12"
        lines.append(
            SheetRow(
                _name(says),
                (digits[0],) if digits else (),
                says["email"],
                row[columns["grade"]],
                None if feedback is None else row[feedback],
                _folded(says["open"]) in NO,
            )
        )
    return Worksheet(table, lines, maximum, "moodle", mark)


def _canvas(table: Table, columns: dict[str, int], grade: int) -> Worksheet:
    lines, maximum, mark = list[SheetRow](), None, _mark(table, grade)
    for row in _students(table):
        says = _says(row, columns)
        if POINTS_POSSIBLE in (_folded(says["name"]), _folded(says["last"])):
            maximum = _maximum(row[grade].says, mark)
        if not says["id"] or name_key(_name(says)) == TEST_STUDENT:
            continue
        ids = says["id"], says["sis"] if says["sis"] != says["id"] else ""
        excused = row[grade].says.strip() == EXCUSED
        lines.append(
            SheetRow(_name(says), ids, says["email"], row[grade], None, excused)
        )
    return Worksheet(table, lines, maximum, "canvas", mark, table.rows[0][grade].says)


def _name(says: Mapping[str, str]) -> str:
    """Return a student's name, or what stands for it, as it can be shown."""
    both = f"{says['first']} {says['last']}".strip()
    name = first_name_first(says["name"]) or both or says["id"]
    return clean_line(plain_spaces(name))


def _says(row: list[TableCell], columns: dict[str, int]) -> defaultdict[str, str]:
    """Return what a row says in each column that is known; nothing in the others."""
    return defaultdict(str, {what: row[n].says.strip() for what, n in columns.items()})


def _mark(table: Table, *columns: int) -> str:
    """Return the mark of decimals, as these columns have it, or else all numbers."""
    for those in (columns, range(len(table.rows[0]))):
        cells = (row[n] for row in table.rows[1:] for n in those if n < len(row))
        found = filter(None, (NUMBER.fullmatch(cell.says.strip()) for cell in cells))
        marks = {each["mark"] or "" for each in found if not _is_open(each)} - {""}
        if len(marks) == 1:
            return marks.pop()
    return ""


def _is_open(number: re.Match[str]) -> bool:
    """Return whether it cannot be told if a mark is of decimals or of thousands."""
    whole, decimals = number["whole"], number["decimals"] or ""
    return whole.isdecimal() and len(decimals) == 3 and 0 < int(whole) < 1000


def _assignment(table: Table, column: str) -> int:
    """Return which column of Canvas's gradebook is this assignment's."""
    heads = [cell.says.strip() for cell in table.rows[0]]
    own = [n for n, head in enumerate(heads) if ASSIGNMENT.fullmatch(head)]
    if column:
        # Whole words: HW1 is no part of HW10.
        part = re.compile(rf"(?<!\w){re.escape(_folded(column))}(?!\w)")
        found = [n for n in own if part.search(_folded(heads[n]))]
        titled = [n for n in found if _folded(_title(heads[n])) == _folded(column)]
        exact = [n for n in titled if _title(heads[n]) == column.strip()]
        found = exact or titled or found
    else:
        found = [n for n in own if THE_GAME.search(heads[n])]
    if len(found) == 1:
        return found[0]
    titles = [_title(heads[n]) for n in own]
    raise WorksheetError(
        _which(
            column,
            [
                title if titles.count(title) == 1 else heads[n]
                for n, title in zip(own, titles, strict=True)
            ],
        )
    )


def _title(head: str) -> str:
    """Return what an assignment is called, without Canvas's number."""
    return head.rpartition(" (")[0]


def _which(column: str, titles: list[str]) -> str:
    if not titles:
        return "no assignment among its columns; one looks like 'Tic-Tac-Toe (901)'"
    listed = ", ".join(map(repr, titles))
    if not column:
        return f"which column is this assignment's? --column NAME, one of {listed}"
    close = difflib.get_close_matches(column, titles)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    return f"--column {column!r} names no single one of {listed}{meant}"


def _students(table: Table) -> Iterator[list[TableCell]]:
    """Yield the rows below the heads, each with a cell for every head."""
    heads = len(table.rows[0])
    for row in table.rows[1:]:
        if len(row) > heads and any(cell.says.strip() for cell in row):
            raise WorksheetError(
                f"line {table.line(row)} has {len(row)} cells, more than the {heads} "
                "heads: which of them is which cannot be told"
            )
        yield table.whole(row)


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


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".")


def _maximum(text: str, mark: str) -> float | None:
    """Return a maximum that grades can be scaled to, if it is one."""
    there = _numbers(text, mark)
    if len(there) > 1:
        one, other = map(number, there)
        raise WorksheetError(
            f"the maximum {text.strip()!r} may be {one} or {other}: "
            "write it without a mark, and try again"
        )
    return there[0] if there and there[0] > 0 else None


def _numbers(text: str, mark: str) -> list[float]:
    """Return what a number may mean, where decimals have this mark: "1,000" is two."""
    found = NUMBER.fullmatch(text.strip())
    if not found:
        return []
    whole, decimals = re.sub("[.,]", "", found["whole"]), found["decimals"] or "0"
    fraction, thousands = float(f"{whole}.{decimals}"), float(f"{whole}{decimals}")
    if not _is_open(found) or found["mark"] == mark:
        return [fraction]
    return [thousands] if mark else [fraction, thousands]
