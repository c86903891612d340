"""
A platform's own list of grades: Moodle's worksheet, or Canvas's gradebook.

Columns are found by their names, in English or Portuguese. Where two may be meant, one
is the teacher's own, and nobody guesses which.
"""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from noughts.checker.reports.wording import number
from noughts.classroom import csv_table
from noughts.classroom.csv_table import Table, TableCell
from noughts.classroom.person_names import name_key
from noughts.classroom.platforms.entry import first_name_first
from noughts.classroom.platforms.name_parts import GAME
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
EXCUSED = "EX"  # Canvas: this student need not hand it in
POINTS_POSSIBLE = "points possible"
NUMBER = re.compile(  # "7.5", "7,5", "1,000.00", "1.000,00"
    r"(?P<whole>-?(?:\d+|\d{1,3}(?:[.,]\d{3})+))(?:(?P<mark>[.,])(?P<decimals>\d+))?"
)
# "Tic-Tac-Toe (901)": Canvas's own columns, such as "Final Score", lack the number.
ASSIGNMENT = re.compile(r".* \(\d+\)")
GRADED = re.compile(rf"{ASSIGNMENT.pattern}|.*\b(score|points)", re.IGNORECASE)
THE_GAME = re.compile(
    rf"{GAME.pattern}|jogo da velha|jogo do galo|noughts (and|&) crosses", re.IGNORECASE
)
TEST_STUDENT = "test student"
MOST_POINTS = 10_000  # Moodle takes no higher maximum
MOST_SAID = 200  # characters of a list's heads, which may be anything


class WorksheetError(csv_table.TableError):
    """The worksheet cannot be used; the message says why."""


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


def read(data: bytes, column: str = "") -> Worksheet:
    """Return the list in a file; refuse one that is not of a kind we know."""
    table = csv_table.read(data)
    heads = [folded(cell.says) for cell in table.rows[0]] if table.rows else []
    moodle, canvas = _columns(heads, MOODLE), _columns(heads, CANVAS)
    if {"id", "grade"} <= moodle.keys():
        columns = _single(table, moodle)
        grade = table.rows[0][columns["grade"]].says.strip()
        if column and folded(column) != folded(grade):
            raise WorksheetError(_which(column, [grade]))
        return _moodle(table, columns)
    enough = {"id", "name"}, {"id", "last", "first"}
    if any(those <= canvas.keys() for those in enough):
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
    mark = _mark(table, [columns[n] for n in ("grade", "maximum") if n in columns])
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
                folded(says["open"]) in NO,
            )
        )
    return Worksheet(table, lines, maximum, "moodle", mark)


def _canvas(table: Table, columns: dict[str, int], grade: int) -> Worksheet:
    lines, maximum = list[SheetRow](), None
    heads = enumerate(cell.says.strip() for cell in table.rows[0])
    mark = _mark(table, [grade], [n for n, head in heads if GRADED.fullmatch(head)])
    for row in _students(table):
        says = _says(row, columns)
        if POINTS_POSSIBLE in (folded(says["name"]), folded(says["last"])):
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


def _mark(table: Table, *columns: list[int]) -> str:
    """Return the mark of decimals in the first of these columns that tell it."""
    for those in columns:
        cells = (row[n] for row in table.rows[1:] for n in those if n < len(row))
        found = filter(None, (NUMBER.fullmatch(cell.says.strip()) for cell in cells))
        marks = {each["mark"] or "" for each in found if not _is_open(each)} - {""}
        if len(marks) == 1:
            return marks.pop()
    return ""


def _is_open(number: re.Match[str]) -> bool:
    """Return whether it cannot be told if a mark is of decimals or of thousands."""
    whole, decimals = number["whole"], number["decimals"] or ""
    thousands = len(decimals) == 3 and whole.isdecimal() and int(whole) > 0
    return thousands and int(whole + decimals) < MOST_POINTS


def _assignment(table: Table, column: str) -> int:
    """Return which column of Canvas's gradebook is this assignment's."""
    heads = [cell.says.strip() for cell in table.rows[0]]
    own = [n for n, head in enumerate(heads) if ASSIGNMENT.fullmatch(head)]
    if column:
        # Whole words: HW1 is no part of HW10.
        part = re.compile(rf"(?<!\w){re.escape(folded(column))}(?!\w)")
        found = [n for n in own if part.search(folded(heads[n]))]
        titled = [n for n in found if folded(_title(heads[n])) == folded(column)]
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


def folded(text: str) -> str:
    """Return what a cell says, whatever its case and its spaces."""
    return " ".join(text.split()).casefold().rstrip(".")


def _maximum(text: str, mark: str) -> float | None:
    """Return a maximum that grades can be scaled to, if it is one."""
    there = numbers_in(text, mark)
    if len(there) > 1:
        one, other = map(number, there)
        raise WorksheetError(
            f"the maximum {text.strip()!r} may be {one} or {other}: "
            "write it without a mark, and try again"
        )
    return there[0] if there and there[0] > 0 else None


def numbers_in(text: str, mark: str) -> list[float]:
    """Return what a number may mean, where decimals have this mark: "1,000" is two."""
    found = NUMBER.fullmatch(text.strip())
    if not found:
        return []
    whole, decimals = re.sub("[.,]", "", found["whole"]), found["decimals"] or "0"
    fraction, thousands = float(f"{whole}.{decimals}"), float(f"{whole}{decimals}")
    if not _is_open(found) or found["mark"] == mark:
        return [fraction]
    return [thousands] if mark else [fraction, thousands]
