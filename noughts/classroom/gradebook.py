"""
A platform's list of grades: read, filled in, and written back.

One column joins the class and the list. A row is filled if exactly one student fits and
the names do not contradict each other; everyone else is listed with the reason. All
other cells stay as they were.
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NamedTuple

from noughts.classroom.archives import show_name
from noughts.classroom.hand_ins import GAME, HandIn
from noughts.words import Refused

# How each platform heads its columns, in lower case.
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
    "name": ("name", "student", "full name", "nome", "aluno", "nome completo"),
    "email": ("email", "e-mail", "email address"),
}
SCALED = re.compile(r"\d+([.,]\d+)?")
ASSIGNMENT = re.compile(r".* \(\d+\)")  # Canvas: "Tic-Tac-Toe (901)"
POINTS_POSSIBLE = "points possible"  # Canvas: the row with the maxima
REFUSED = ("no", "não", "ex")  # Moodle: may not be changed; Canvas: excused
LATE = re.compile(r"\b(late\b|atras)", re.IGNORECASE)  # in Moodle's status
LIKELY_FORMULA = ("=", "+", "-", "@", "\t", "\r")
JOINED_BY = ("id", "number", "email", "name")


class Table(NamedTuple):
    """A CSV file: its rows, and how it was written."""

    path: str
    rows: list[list[str]]
    encoding: str
    separator: str
    ending: str

    @classmethod
    def read(cls, data: bytes, path: str) -> "Table":
        """Return a table in any encoding and with any separator that is common."""
        encoding = find_encoding(data)
        text = data.decode(encoding, "replace")
        first = text.partition("\n")[0]
        separator = max(",;\t", key=first.count)
        try:
            rows = list(csv.reader(io.StringIO(text, ""), delimiter=separator))
        except csv.Error as error:
            raise Refused("gradebook.not_csv", path=path, why=str(error)) from error
        rows = [row for row in rows if row]
        if not rows:
            raise Refused("gradebook.empty", path=path)
        for n, row in enumerate(rows, 1):
            if len(row) > len(rows[0]):
                raise Refused("gradebook.long_row", path=path, row=n)
            row += [""] * (len(rows[0]) - len(row))
        ending = "\r\n" if "\r\n" in text else "\n"
        return cls(path, rows, encoding, separator, ending)

    def columns(self, heads: dict[str, tuple[str, ...]]) -> dict[str, int]:
        """Return where the known columns are; refuse a heading that occurs twice."""
        said = [head.strip().casefold() for head in self.rows[0]]
        found = dict[str, int]()
        for name, known in heads.items():
            places = [n for n, head in enumerate(said) if head in known]
            if len(places) > 1:
                names = ", ".join(self.rows[0][n] for n in places)
                raise Refused("gradebook.two_columns", path=self.path, names=names)
            if places:
                found[name] = places[0]
        return found

    def write(self) -> bytes:
        """Return the table as it was written, with the same cells."""
        buffer = io.StringIO(newline="")
        writer = csv.writer(
            buffer, delimiter=self.separator, lineterminator=self.ending
        )
        writer.writerows(self.rows)
        return buffer.getvalue().encode(self.encoding, "replace")


@dataclass
class Gradebook:
    """Moodle's grading worksheet or Canvas's gradebook."""

    table: Table
    platform: str
    columns: dict[str, int]
    joined_by: str = ""
    entered: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)  # with the earlier grade
    left_open: list[tuple[str, str, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)  # rows of nobody in the class

    @classmethod
    def read(cls, data: bytes, path: str = "", column: str = "") -> "Gradebook":
        """Return the list; `column` names an assignment of Canvas's gradebook."""
        table = Table.read(data, path)
        columns = table.columns(MOODLE)
        if columns.keys() >= {"id", "grade"}:
            if column:
                raise Refused("gradebook.column_of_moodle", path=path)
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
    def people(self) -> list[list[str]]:
        """The rows that are students'."""
        return [row for row in self.table.rows[1:] if self.cell(row, "id")]

    def cell(self, row: list[str], name: str) -> str:
        """Return what a row has in a column; nothing if there is no such column."""
        return row[self.columns[name]].strip() if name in self.columns else ""

    @property
    def maximum(self) -> tuple[float, str]:
        """The maximum of the list, or 0, and the decimal mark of its numbers."""
        said = [self.cell(row, "maximum") for row in self.table.rows[1:]]
        if self.platform == "canvas":
            said = [
                self.cell(row, "grade")
                for row in self.table.rows[1:]
                if self.cell(row, "name").casefold() == POINTS_POSSIBLE
            ]
        numbers = [each for each in said if SCALED.fullmatch(each)]
        if not numbers:
            return 0.0, "," if self.table.separator == ";" else "."
        mark = "," if any("," in each for each in numbers) else "."
        return float(numbers[0].replace(",", ".")), mark

    def fill(
        self,
        hand_ins: Sequence[HandIn],
        out_of: float,
        comment: Callable[[HandIn], str] = lambda hand_in: "",
    ) -> None:
        """Enter each grade in the one row that is its student's."""
        found = self.join(hand_ins)
        fitting = Counter(id(rows[0]) for rows in found if len(rows) == 1)
        for hand_in, rows in zip(hand_ins, found, strict=True):
            why = self.obstacle(hand_in, rows)
            if len(rows) == 1 and fitting[id(rows[0])] > 1:
                why = "several_students"
            if why:
                other = show_name(self.cell(rows[0], "name")) if rows else ""
                self.left_open.append((hand_in.label, why, other))
            else:
                self.enter(hand_in, rows[0], out_of, comment(hand_in))
        taken = {id(row) for rows in found for row in rows}
        missing = (row for row in self.people if id(row) not in taken)
        self.missing = [show_name(self.cell(row, "name")) for row in missing]

    def add_lateness(self, hand_ins: Sequence[HandIn]) -> list[HandIn]:
        """Return the hand-ins with what the list says about lateness."""

        def is_late(hand_in: HandIn, rows: list[list[str]]) -> bool | None:
            known = hand_in.late is not None or "status" not in self.columns
            if known or len(rows) != 1 or self.contradicts(hand_in, rows[0]):
                return hand_in.late
            return bool(LATE.search(self.cell(rows[0], "status")))

        found = zip(hand_ins, self.join(hand_ins), strict=True)
        return [replace(each, late=is_late(each, rows)) for each, rows in found]

    def contradicts(self, hand_in: HandIn, row: list[str]) -> bool:
        """Return whether a row has another name than the student."""
        listed = show_name(self.cell(row, "name"))
        return "name" in self.columns and contradict(hand_in.student, listed)

    def join(self, hand_ins: Sequence[HandIn]) -> list[list[list[str]]]:
        """
        Return the rows of each student, by the first column that most are found in.

        A platform's own id joins with its own list alone.
        """
        found = list[list[list[str]]]()
        for self.joined_by in JOINED_BY:
            index = dict[str, list[list[str]]]()
            for row in self.people:
                index.setdefault(self.key(self.cell(row, self.joined_by)), []).append(
                    row
                )
            index.pop("", None)
            found = [index.get(self.key(self.value(each)), []) for each in hand_ins]
            if 2 * sum(map(bool, found)) > len(hand_ins):
                break
        return found

    def value(self, hand_in: HandIn) -> str:
        """Return what a student has to be found by in the joining column."""
        is_own = hand_in.platform == self.platform
        match self.joined_by:
            case "id":
                return hand_in.id if is_own else ""
            case "number":
                return "" if is_own else hand_in.id
            case "email":
                return hand_in.email
        return hand_in.student

    def key(self, text: str) -> str:
        """Return what is compared of a cell of the joining column."""
        if self.joined_by == "name":
            return " ".join(split_name(text))
        if self.joined_by == "id":  # Moodle: "Participant 1234"
            text = re.sub(r"^\D+(?=\d+$)", "", text)
        return text.casefold().lstrip("0")

    def obstacle(self, hand_in: HandIn, rows: list[list[str]]) -> str:
        """Return why a grade is left to the teacher: the key of a sentence, or ""."""
        if len(rows) != 1:
            return "several_rows" if rows else "no_row"
        [row] = rows
        if self.contradicts(hand_in, row):
            return "other_name"
        if hand_in.fault or not hand_in.record.graded:
            return "unjudged"
        if not hand_in.record.whole:
            return "undecided"
        states = {self.cell(row, "open").casefold(), self.cell(row, "grade").casefold()}
        return "locked" if states & {*REFUSED} else ""

    def enter(
        self, hand_in: HandIn, row: list[str], out_of: float, comment: str
    ) -> None:
        """Enter a grade and a comment in a row."""
        before = self.cell(row, "grade")
        now = self.scale(hand_in.record.points, out_of)
        if is_other_number(before, now):
            self.replaced.append(f"{hand_in.label} ({before})")
        row[self.columns["grade"]] = now
        if "feedback" in self.columns:
            row[self.columns["feedback"]] = comment
        self.entered.append(hand_in.label)

    def scale(self, points: float, out_of: float) -> str:
        """Return points as the list writes them, out of its own maximum."""
        maximum, mark = self.maximum
        if self.platform == "moodle" and out_of:
            points = min(points, out_of)
        share = maximum / out_of if maximum and out_of else 1.0
        scaled = Decimal(repr(points * share))
        return f"{round(scaled, 2).normalize():f}".replace(".", mark)


def is_other_number(before: str, now: str) -> bool:
    """Return whether a cell has a grade, and another one than the new one."""
    numbers = [each.replace(",", ".") for each in (before, now)]
    return bool(SCALED.fullmatch(before)) and float(numbers[0]) != float(numbers[1])


def find_assignment(table: Table, column: str) -> int:
    """Return which column of Canvas's gradebook is this assignment's."""
    heads = table.rows[0]
    own = [n for n, head in enumerate(heads) if ASSIGNMENT.fullmatch(head.strip())]
    wanted = re.compile(rf"(?<!\w){re.escape(column)}(?!\w)", re.IGNORECASE)
    found = [n for n in own if (wanted if column else GAME).search(heads[n])]
    if len(found) != 1:
        names = ", ".join(heads[n] for n in own)
        raise Refused("gradebook.which_column", path=table.path, names=names or "-")
    return found[0]


def find_encoding(data: bytes) -> str:
    """Return how a text is encoded: Excel writes UTF-16, or what Windows has."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    utf_8 = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    for name in (utf_8, "cp1252"):
        try:
            data.decode(name)
        except UnicodeDecodeError:
            continue
        return name
    return "latin-1"


# --- Names -------------------------------------------------------------------


def split_name(name: str) -> list[str]:
    """Return the words of a name, first name first, without accents and signs."""
    last, comma, first = show_name(name).partition(",")
    return simplify(f"{first} {last}" if comma else last).split()


def simplify(name: str) -> str:
    """
    Return a name in small letters, without Latin accents and signs.

    Marks of other scripts stay: without them, different names become the same.
    """
    letters = list[str]()
    for each in unicodedata.normalize("NFKD", name.casefold()):
        kind = unicodedata.category(each)
        if kind in ("Pd", "Pc"):  # "Smith-Jones", "ana_silva"
            letters.append(" ")
        elif kind[0] not in "PS" and kind != "Cf" and not "\u0300" <= each <= "\u036f":
            letters.append(each)
    return "".join(letters)


def contradict(student: str, listed: str) -> bool:
    """Return whether two names are two people's: neither has all the other's words."""
    mine, theirs = split_name(student), split_name(listed)
    if not mine or not theirs:
        return student != listed
    if join_letters(student) == join_letters(listed):  # Canvas: "silvaana"
        return False
    return not ({*mine} <= {*theirs} or {*theirs} <= {*mine})


def join_letters(name: str) -> str:
    """Return the letters of a name in their order."""
    return "".join(simplify(name).split())


# --- Rosters, and tables for spreadsheets ------------------------------------


class Roster:
    """A table with a name for each id, login or e-mail address."""

    def __init__(self, data: bytes, path: str = "") -> None:
        table = Table.read(data, path)
        columns = table.columns(ROSTER)
        if "name" not in columns or len(table.rows[0]) < 2:
            names = ", ".join(table.rows[0])
            raise Refused("gradebook.no_names", path=path, names=names)
        self.strangers = list[str]()  # students without exactly one name
        self.people = dict[str, set[tuple[str, str]]]()
        for row in table.rows[1:]:
            email = row[columns["email"]].strip() if "email" in columns else ""
            last, _, first = row[columns["name"]].partition(",")  # "Silva, Ana"
            person = (show_name(f"{first} {last}".strip()), email)
            for n, cell in enumerate(row):
                if n != columns["name"] and cell.strip() and person[0]:
                    key = cell.strip().casefold()
                    self.people.setdefault(key, set()).add(person)

    def rename(self, hand_in: HandIn) -> HandIn:
        """Return a hand-in under the name in the roster, if exactly one fits."""
        keys = {hand_in.id, hand_in.email, hand_in.student} - {""}
        found = {e for key in keys for e in self.people.get(key.casefold(), ())}
        if len(found) != 1:
            self.strangers.append(hand_in.student)
            return hand_in
        name, email = found.pop()
        return replace(hand_in, student=name, email=hand_in.email or email)


def defuse(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(LIKELY_FORMULA) else cell
