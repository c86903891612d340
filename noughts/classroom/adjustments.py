"""Adjustments: points that a teacher adds, grades, and the choice of a file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from noughts.classroom.archives import show_name
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.tables import Table, split_name
from noughts.texts import Refused
from noughts.texts.said import Said

HEADINGS = {  # in lower case, English and Portuguese
    "student": ("student", "aluno", "estudante"),
    "id": ("id",),
    "points": ("points", "pontos"),
    "grade": ("grade", "nota"),
    "comment": ("comment", "comentário"),
    "file": ("file", "arquivo"),
}


@dataclass(frozen=True)
class Adjustment:
    """What a teacher decided about one student."""

    row: int  # in the file, for messages
    student: str = ""
    id: str = ""
    points: float = 0.0  # to add; fewer than none for a penalty
    grade: float | None = None  # instead of the points by the rubric
    comment: str = ""
    file: str = ""  # the one to judge

    def adjusted(self, points: float | None) -> float | None:
        """Return the grade, given the points by the rubric or None."""
        if self.grade is not None:
            return self.grade
        return None if points is None else max(0.0, round(points + self.points, 9))

    @property
    def note(self) -> Said:
        """The sentence in the reports."""
        if self.grade is not None:
            said = Said("adjusted.grade", points=self.grade)
        else:
            said = Said("adjusted.points", points=f"{self.points:+.12g}")
        if self.comment:
            return Said("adjusted.why", what=said, why=self.comment)
        return said

    @property
    def changes_points(self) -> bool:
        """Whether it is about more than the file to judge."""
        return bool(self.points or self.comment) or self.grade is not None


class Assigned(NamedTuple):
    """Adjustments by student."""

    by_label: Mapping[str, Adjustment]
    unused: Sequence[Adjustment]  # of nobody in this class

    def file_of(self, label: str) -> str:
        """Return the file that the teacher named for a student, or ""."""
        return self.by_label[label].file if label in self.by_label else ""


def read_adjustments(data: bytes, path: str) -> list[Adjustment]:
    """Read adjustments; raise Refused naming the row and what was expected."""
    if not data.strip():
        return []
    table = Table.read(data, path)
    columns = table.columns(HEADINGS)
    if not has_headings(table):
        names = ", ".join(headings[0] for headings in HEADINGS.values())
        found = ", ".join(table.rows[0])
        raise Refused("adjusted.columns", path=path, names=names, found=found)
    return [
        read_row(row, n, columns, path)
        for n, row in enumerate(table.rows[1:], 2)
        if any(cell.strip() for cell in row)
    ]


def has_headings(table: Table) -> bool:
    """Return whether a table has the headings of adjustments, and no others."""
    known = {heading for headings in HEADINGS.values() for heading in headings}
    found = {heading.strip().casefold() for heading in table.rows[0]}
    return found <= known and bool(table.columns(HEADINGS).keys() & {"student", "id"})


def read_row(
    row: Sequence[str], n: int, columns: Mapping[str, int], path: str
) -> Adjustment:
    """Return the adjustment in a row."""
    cells = {name: row[at].strip() for name, at in columns.items()}
    if not (cells.get("student") or cells.get("id")):
        raise Refused("adjusted.nobody", path=path, row=n)
    if cells.get("points") and cells.get("grade"):
        raise Refused("adjusted.both", path=path, row=n)
    numbers = dict[str, float]()
    for name in ("points", "grade"):
        if text := cells.get(name):
            numbers[name] = read_number(text, n, path)
    if numbers.get("grade", 0.0) < 0:
        raise Refused("adjusted.not_a_number", path=path, row=n, value=cells["grade"])
    return Adjustment(
        n,
        show_name(cells.get("student", "")),
        cells.get("id", ""),
        numbers.get("points", 0.0),
        numbers.get("grade"),
        cells.get("comment", ""),
        cells.get("file", ""),
    )


def read_number(text: str, row: int, path: str) -> float:
    """Return a number with a decimal point or comma."""
    bare = text.replace(",", ".").replace("\N{MINUS SIGN}", "-")
    try:
        number = float(bare)
        if abs(number) < 1e6:  # false for nan, too
            return number
    except ValueError:
        pass
    raise Refused("adjusted.not_a_number", path=path, row=row, value=text)


def assign(
    adjustments: Iterable[Adjustment], hand_ins: Sequence[HandIn], path: str
) -> Assigned:
    """Find the student of each adjustment; each may have one."""
    by_label, unused = dict[str, Adjustment](), list[Adjustment]()
    for each in adjustments:
        found = find_students(hand_ins, each.student, each.id)
        if len(found) > 1 or (found and found[0].label in by_label):
            who = each.student or each.id
            raise Refused("adjusted.several", path=path, row=each.row, who=who)
        if found:
            by_label[found[0].label] = each
        else:
            unused.append(each)
    return Assigned(by_label, unused)


def find_students(
    hand_ins: Iterable[HandIn], student: str = "", id_: str = ""
) -> list[HandIn]:
    """Return the students with an id, or else with a name."""
    every = [*hand_ins]
    if id_:
        return [each for each in every if id_.casefold() == each.id.casefold() != ""]
    exact = [each for each in every if each.label == student]
    return exact or [e for e in every if split_name(e.student) == split_name(student)]
