"""
The platform's own list of grades, filled in.

Only the cells of the grade and of the feedback change: Moodle, for one, compares the
dates in the others with its own.
"""

import html
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from noughts.checker.reports.wording import number
from noughts.classroom import csv_table
from noughts.classroom.csv_table import TableCell
from noughts.classroom.grade_list import (
    SheetRow,
    Worksheet,
    folded,
    numbers_in,
    read,
)
from noughts.classroom.person_names import name_key
from noughts.classroom.sheet_lines import FoundLines, Grade, SheetLines
from noughts.text import clean_line

CENTS = 2  # digits of a grade that is scaled
NO_GRADE = ("", "-", "n/a")  # as the platforms write it


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
    undecided: list[str] = field(default_factory=list)  # a part is the teacher's
    locked: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)  # two submissions for one line
    replaced: list[str] = field(default_factory=list)  # had another grade before
    commented: list[str] = field(default_factory=list)  # had other feedback before
    capped: list[str] = field(default_factory=list)
    scale: tuple[float, float] | None = None  # from the rubric's maximum to the list's
    unscaled: float = 0.0  # the rubric's maximum, where the list has none
    extra: bool = False  # there is nothing but a bonus to scale
    column: str = ""  # that was filled in, where the list has several
    unnumbered: bool = False  # no number of the platform's own is in its list


def fill(data: bytes, grades: list[Grade], maximum: float, column: str = "") -> Filled:
    """Return the worksheet with grades out of a maximum, and who is not in both."""
    sheet = read(data, column)
    sheet = replace(sheet, lines=list(_shown(sheet.lines)))
    filled = Filled(column=clean_line(sheet.column.strip()), extra=not maximum)
    if not sheet.maximum:
        filled.unscaled = maximum
    elif maximum and sheet.maximum != maximum:
        filled.scale = maximum, sheet.maximum
    changes = dict[TableCell, str]()
    whose = dict[TableCell, list[Grade]]()
    there, doubtful = SheetLines(sheet, grades), set[TableCell]()
    numbers = [each for grade in grades for each in there.own_numbers(grade)]
    filled.unnumbered = bool(numbers) and not any(map(there.has_number, numbers))
    pairs = ((grade, found) for grade in grades for found in there.matching(grade))
    for grade, found in pairs:
        doubtful |= {line.grade for line in (*found.perhaps, *found.contradicting)}
        if found.line:
            those = whose.setdefault(found.line.grade, [])
            if grade not in those:  # two of a group may be on one line
                those.append(grade)
        elif found.contradicting:
            filled.contradicted.append(f"{found.name} ({_listed(found)})")
        else:
            left = filled.ambiguous if found.perhaps else filled.only_here
            left.append(found.name)
    for line in sheet.lines:
        match whose.get(line.grade, []):
            case []:
                open_ = line.grade in doubtful
                (filled.shared if open_ else filled.only_there).append(line.shown)
            case [grade]:
                changes |= _entered(grade, line, sheet, filled)
            case several:
                names = ", ".join(grade.student for grade in several)
                filled.doubled.append(f"{line.shown} ({names})")
    filled.data = sheet.table.changed(changes)
    return filled


def _listed(found: FoundLines) -> str:
    """Return the lines that somebody is not to get, as a teacher can tell them."""
    lines = found.contradicting
    if {name_key(line.name) for line in lines} == {name_key(found.name)}:
        lines = tuple(map(_numbered, lines))
    return ", ".join(line.shown for line in lines)


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
    for left, those in (
        (line.locked, filled.locked),
        (not grade.judged, filled.unjudged),
        (not grade.whole, filled.undecided),
    ):
        if left:
            those.append(line.shown)
            return {}
    points = grade.points
    if filled.scale:
        scaled = points * filled.scale[1] / filled.scale[0]
        points = float(number(scaled, CENTS))
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
    return folded(says) not in NO_GRADE and numbers_in(says, mark) != [float(text)]
