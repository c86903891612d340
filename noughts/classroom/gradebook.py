"""
A platform's list of grades: read, filled in, and written back.

One column joins the class and the list. A row is filled in if exactly one student fits
and the two names do not contradict each other. Everyone else is listed with the reason,
and all other cells stay as they were.
"""

import csv
import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from noughts.checker.record import NOTHING
from noughts.checker.reports.wording import number
from noughts.classroom.archives import show_name, simplify
from noughts.classroom.hand_ins import GAME, HandIn
from noughts.texts import Refused
from noughts.texts.said import Said

Row = list[str]
# Column headings in lower case, English and Portuguese; the last one found counts.
MOODLE = {
    "id": ("identifier", "identificador"),
    "number": ("id number", "número de identificação"),
    "name": ("full name", "nome completo"),
    "email": ("email address", "endereço de email", "e-mail"),
    "grade": ("grade", "nota", "avaliação"),
    "maximum": ("maximum grade", "nota máxima", "avaliação máxima"),
    "status": ("status", "estado"),
    "open": ("grade can be changed", "nota pode ser alterada"),
    "feedback": ("feedback comments", "comentários de feedback"),
}
CANVAS = {
    "id": ("id",),
    "number": ("sis user id",),
    "name": ("student",),
    "email": ("sis login id", "email"),
}
ROSTER = {
    "name": ("student", "name", "full name", "aluno", "nome", "nome completo"),
    "email": ("email", "e-mail", "email address"),
}
JOINED_BY = ("id", "number", "email", "name")
NUMBER = re.compile(r"\d+([.,]\d+)?")
ASSIGNMENT = re.compile(r".* \(\d+\)")  # Canvas: "Tic-Tac-Toe (901)"
NO_ROW = Said("upload.why.no_row")
POINTS_POSSIBLE = "points possible"  # Canvas: the row with the maxima
LOCKED = {"no", "não", "ex"}  # Moodle: the grade cannot be changed; Canvas: excused
LATE = re.compile(r"\b(late\b|atras)", re.IGNORECASE)  # in Moodle's status


class Table(NamedTuple):
    """A CSV file, with its encoding, separator and line ending."""

    path: str
    rows: list[Row]
    encoding: str
    separator: str
    ending: str

    @classmethod
    def read(cls, data: bytes, path: str) -> "Table":
        """Parse a table in any common encoding and with any common separator."""
        encoding = find_encoding(data)
        text = data.decode(encoding, "replace")
        separator = max(",;\t", key=text.partition("\n")[0].count)
        lines = csv.reader(io.StringIO(text, ""), delimiter=separator)
        rows = list[Row]()
        with suppress(csv.Error):  # such as a cell of more than 128 kB
            rows = [line for line in lines if line]
        if not rows or "\0" in text:  # as in a spreadsheet that is not a CSV file
            raise Refused("gradebook.not_csv", path=path)
        for n, row in enumerate(rows, 1):
            if len(row) > len(rows[0]):
                raise Refused("gradebook.long_row", path=path, row=n)
            row += [""] * (len(rows[0]) - len(row))
        return cls(path, rows, encoding, separator, "\r\n" if "\r\n" in text else "\n")

    def columns(self, headings: dict[str, tuple[str, ...]]) -> dict[str, int]:
        """Return the index of each column that has one of its headings."""
        own = [heading.strip().casefold() for heading in self.rows[0]]
        return {
            name: own.index(each)
            for name, known in headings.items()
            for each in known
            if each in own
        }

    def write(self) -> bytes:
        """Return the table in its own encoding, separator and line ending."""
        buffer = io.StringIO(newline="")
        writer = csv.writer(
            buffer, delimiter=self.separator, lineterminator=self.ending
        )
        writer.writerows(self.rows)
        return buffer.getvalue().encode(self.encoding, "xmlcharrefreplace")


@dataclass
class Gradebook:
    """Moodle's grading worksheet or Canvas's gradebook."""

    table: Table
    platform: str
    columns: dict[str, int]
    joined_by: str = ""
    entered: list[str] = field(default_factory=list)
    left_open: list[tuple[str, Said]] = field(default_factory=list)

    @classmethod
    def read(cls, data: bytes, path: str = "", column: str = "") -> "Gradebook":
        """Parse a list of grades; `column` names an assignment in Canvas."""
        table = Table.read(data, path)
        columns = table.columns(MOODLE)
        if columns.keys() >= {"id", "grade"}:
            return cls(table, "moodle", columns)
        columns = table.columns(CANVAS)
        if columns.keys() >= {"id", "name"}:
            columns["grade"] = find_assignment(table, column)
            return cls(table, "canvas", columns)
        raise Refused("gradebook.unknown", path=path)

    @property
    def heading(self) -> str:
        """The heading of the column that is filled in."""
        return self.table.rows[0][self.columns["grade"]]

    @property
    def people(self) -> list[Row]:
        """The rows of students."""
        return [row for row in self.table.rows[1:] if self.cell(row, "id")]

    def cell(self, row: Row, name: str) -> str:
        """Return the cell of a row in a column, or "" without such a row or column."""
        return row[self.columns[name]].strip() if row and name in self.columns else ""

    @property
    def maximum(self) -> tuple[float, str]:
        """The maximum grade, or 0 if unknown, and the decimal mark."""
        rows, name = self.table.rows[1:], "maximum"
        if self.platform == "canvas":
            name = "grade"
            rows = [
                r for r in rows if POINTS_POSSIBLE in self.cell(r, "name").casefold()
            ]
        cells = (self.cell(row, name) for row in rows)
        first = next(filter(NUMBER.fullmatch, cells), "")
        return float(first.replace(",", ".") or 0), "," if "," in first else "."

    def fill(
        self,
        hand_ins: Sequence[HandIn],
        out_of: float,
        comment: Callable[[HandIn], str] = lambda hand_in: "",
    ) -> None:
        """Enter each grade in its student's row, or list the student."""
        for hand_in, row, why in self.join(hand_ins):
            if why := why or self.obstacle(hand_in, row):
                self.left_open.append((hand_in.label, why))
                continue
            row[self.columns["grade"]] = self.scale(hand_in.record.points, out_of)
            if "feedback" in self.columns:
                row[self.columns["feedback"]] = comment(hand_in)
            self.entered.append(hand_in.label)

    def add_lateness(self, hand_ins: Sequence[HandIn]) -> list[HandIn]:
        """Return the hand-ins, late if the export or the list says so."""
        return [
            replace(each, late=each.late or bool(LATE.search(self.cell(row, "status"))))
            for each, row, _ in self.join(hand_ins)
        ]

    def join(self, hand_ins: Sequence[HandIn]) -> list[tuple[HandIn, Row, Said]]:
        """Return each student with a row, or with an empty one and the reason."""
        for column in JOINED_BY:
            found = self.find_rows(hand_ins, column)
            if 2 * sum(bool(rows) for _, rows in found) > len(hand_ins):
                break
        self.joined_by = column
        claims = Counter(id(row) for _, rows in found for row in rows)
        return [(each, *self.pick_row(each, rows, claims)) for each, rows in found]

    def find_rows(
        self, hand_ins: Sequence[HandIn], column: str
    ) -> list[tuple[HandIn, list[Row]]]:
        """Return each student with the rows that have their value in a column."""
        index = defaultdict[str, list[Row]](list)
        for row in self.people:
            index[comparable(self.cell(row, column), column)].append(row)
        index[""] = []  # rows without a value
        return [
            (each, index[comparable(self.value(each, column), column)])
            for each in hand_ins
        ]

    def pick_row(
        self, hand_in: HandIn, rows: list[Row], claims: Mapping[int, int]
    ) -> tuple[Row, Said]:
        """Return a student's row, or an empty one and the reason for it."""
        if not rows:
            return [], NO_ROW
        if len(rows) > 1 or claims[id(rows[0])] > 1:
            return [], Said("upload.why.several")
        name = self.cell(rows[0], "name")
        if "name" in self.columns and contradict(hand_in.student, name):
            return [], Said("upload.why.other_name", name=show_name(name))
        return rows[0], NOTHING

    def value(self, hand_in: HandIn, column: str) -> str:
        """Return a student's value in a column."""
        is_own = hand_in.platform == self.platform
        return {
            "id": hand_in.id if is_own else "",
            "number": "" if is_own else hand_in.id,
            "email": hand_in.email,
            "name": hand_in.student,
        }[column]

    def obstacle(self, hand_in: HandIn, row: Row) -> Said:
        """Return why a student's grade cannot be entered, or nothing."""
        states = {self.cell(row, name).casefold() for name in ("open", "grade")}
        why = {
            "unjudged": not hand_in.record.graded,
            "undecided": not hand_in.record.has_no_open_points,
            "locked": bool(states & LOCKED),
        }
        return next((Said(f"upload.why.{each}") for each in why if why[each]), NOTHING)

    def scale(self, points: float, out_of: float) -> str:
        """Return points out of the list's own maximum, in its own notation."""
        maximum, mark = self.maximum
        if self.platform == "moodle" and out_of:  # not if all points are a bonus
            points = min(points, out_of)
        share = maximum / out_of if maximum and out_of else 1.0
        return number(points * share, 2).replace(".", mark)


def comparable(text: str, column: str) -> str:
    """Return the part of a value that is compared."""
    if column == "name":
        return " ".join(split_name(text))
    if column == "id":  # Moodle: "Participant 1234"
        text = re.sub(r"^\D+(?=\d+$)", "", text)
    return text.casefold().lstrip("0")


def find_assignment(table: Table, column: str) -> int:
    """Return the index of the assignment's column in Canvas's gradebook."""
    headings = table.rows[0]
    own = [n for n, each in enumerate(headings) if ASSIGNMENT.fullmatch(each.strip())]
    wanted = re.compile(rf"(?<!\w){re.escape(column)}(?!\w)", re.IGNORECASE)
    found = [n for n in own if (wanted if column else GAME).search(headings[n])]
    if len(own) == 1 and not column:
        found = own
    if len(found) != 1:
        names = ", ".join(headings[n] for n in own)
        raise Refused("gradebook.which_column", path=table.path, names=names or "-")
    return found[0]


def find_encoding(data: bytes) -> str:
    """Return the encoding of a text: UTF-8, Excel's UTF-16, or that of Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    utf_8 = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    for name in (utf_8, "cp1252"):
        with suppress(UnicodeDecodeError):
            data.decode(name)
            return name
    return "latin-1"


# --- Names -------------------------------------------------------------------


def split_name(name: str) -> list[str]:
    """Return the words of a name, first name first, without accents and signs."""
    last, comma, first = show_name(name).partition(",")
    return simplify(f"{first} {last}" if comma else last).split()


def contradict(student: str, listed: str) -> bool:
    """Return whether neither of two names has all the words of the other."""
    mine, theirs = split_name(student), split_name(listed)
    if len(mine) != len(theirs) and letters(student) == letters(listed):
        return False  # Canvas: "silvaana"
    fewer, more = sorted([{*mine}, {*theirs}], key=len)
    return not fewer or not fewer <= more


def letters(name: str) -> str:
    """Return the letters and digits of a name, without marks of any script."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name.casefold())))


# --- Rosters -----------------------------------------------------------------


class Roster:
    """A table with a name for each id, login or e-mail address."""

    def __init__(self, data: bytes, path: str = "") -> None:
        table = Table.read(data, path)
        columns = table.columns(ROSTER)
        if "name" not in columns or len(table.rows[0]) < 2:
            names = ", ".join(table.rows[0])
            raise Refused("gradebook.no_names", path=path, names=names)
        self.strangers = list[str]()  # students without exactly one name
        self.people = dict[str, set[tuple[str, str]]]()  # name and e-mail, by key
        for row in table.rows[1:]:
            email = row[columns["email"]].strip() if "email" in columns else ""
            last, _, first = row.pop(columns["name"]).partition(",")  # "Silva, Ana"
            person = (show_name(f"{first} {last}".strip()), email)
            for key in filter(None, map(str.strip, row)):
                if person[0]:
                    self.people.setdefault(key.casefold(), set()).add(person)

    def rename(self, hand_in: HandIn) -> HandIn:
        """Return a hand-in under its name in the roster, if exactly one row fits."""
        keys = {hand_in.id, hand_in.email, hand_in.student}
        found = {e for key in keys for e in self.people.get(key.casefold(), ())}
        if len(found) != 1:
            self.strangers.append(hand_in.student)
            return hand_in
        name, email = found.pop()
        return replace(hand_in, student=name, email=hand_in.email or email)
