"""What a report's folder keeps for its next run, in a folder of its own."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from noughts import files
from noughts.classroom.adjustments import Adjustment, read_adjustments
from noughts.classroom.gradebook import Gradebook, OwnCells
from noughts.texts import Refused
from noughts.texts.safe_text import NONSENSE

KEPT, UPLOAD = "kept", "upload"  # folders
STATE = "class.json"
WORKSHEET, ADJUSTMENTS = "worksheet.csv", "adjustments.csv"


class WorksheetFile(NamedTuple):
    """A list of grades as it was given, and how it was called."""

    data: bytes
    name: str
    column: str  # the assignment in Canvas's gradebook, if it was named

    def read(self) -> Gradebook:
        """Return the list of grades."""
        return Gradebook.read(self.data, self.name, self.column)


class AdjustmentsFile(NamedTuple):
    """A file of adjustments as it was given; an empty one adjusts nothing."""

    data: bytes
    name: str

    def read(self) -> list[Adjustment]:
        """Return the adjustments."""
        return read_adjustments(self.data, self.name)


@dataclass(frozen=True)
class LastGrade:
    """A student's grade in the last run, and what it came from."""

    points: float | None
    file: str  # a hash of the judged files
    version: str  # of noughts
    rubric: str  # a hash
    adjustment: str  # its sentence


@dataclass(frozen=True)
class Kept:
    """The state of a report between two runs."""

    title: str = ""  # of the export; empty before the first run
    worksheet: WorksheetFile | None = None
    own: Mapping[str, OwnCells] = field(default_factory=dict)  # by id in the worksheet
    uploads: tuple[str, ...] = ()  # the names of the files to upload
    adjustments: AdjustmentsFile | None = None
    grades: Mapping[str, LastGrade] = field(default_factory=dict)  # by label


def read_kept(report: Path) -> Kept:
    """Return the state of a report; raise Refused if it was damaged."""
    path = report / KEPT / STATE
    if not path.exists():  # no report, or one of an earlier version
        earlier = (each.name for each in sorted((report / UPLOAD).glob("*")))
        return Kept(uploads=tuple(earlier))
    try:
        data = json.loads(files.read(path))
        worksheet = None
        if given := data["worksheet"]:
            original = files.read(report / KEPT / WORKSHEET)
            worksheet = WorksheetFile(original, given["name"], given["column"])
        adjustments = None
        if name := data["adjustments"]:
            original = files.read(report / KEPT / ADJUSTMENTS)
            adjustments = AdjustmentsFile(original, name)
        return Kept(
            data["title"],
            worksheet,
            {id_: own_from(cells) for id_, cells in data["own"].items()},
            tuple(data["uploads"]),
            adjustments,
            {who: LastGrade(**grade) for who, grade in data["grades"].items()},
        )
    except (*NONSENSE, OSError) as error:
        raise Refused("class.bad_state", path=path) from error


def own_from(cells: Mapping[str, Any]) -> OwnCells:
    """Return the cells of a row from plain data."""
    return OwnCells(frozenset(cells["grades"]), frozenset(cells["comments"]))


def write_kept(report: Path, kept: Kept) -> None:
    """Write the state of a report."""
    (report / KEPT).mkdir(exist_ok=True)
    for name, content in kept_files(kept):
        files.write_whole(report / KEPT / name, content)


def kept_files(kept: Kept) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a state, the one that names the others last."""
    worksheet = None
    if given := kept.worksheet:
        worksheet = {"name": given.name, "column": given.column}
        yield WORKSHEET, given.data
    if kept.adjustments:
        yield ADJUSTMENTS, kept.adjustments.data
    data = {
        "title": kept.title,
        "worksheet": worksheet,
        "own": {id_: sorted_cells(cells) for id_, cells in kept.own.items()},
        "uploads": kept.uploads,
        "adjustments": kept.adjustments and kept.adjustments.name,
        "grades": {who: asdict(grade) for who, grade in kept.grades.items()},
    }
    text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
    yield STATE, text.encode("utf-8", "replace")


def sorted_cells(cells: OwnCells) -> dict[str, list[str]]:
    """Return the cells of a row as plain data, always in the same order."""
    return {name: sorted(texts) for name, texts in asdict(cells).items()}
