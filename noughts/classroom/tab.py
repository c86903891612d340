"""
A class graded in a browser tab: `noughts.classroom` for a page written in JavaScript.

The page carries the judge's questions to its engines (see `checker.relay`). This module
reads the export, keeps the records, applies the rubric and writes the report. Arguments
and answers are JSON, and files are paths in the browser's own file system.
"""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from noughts import files
from noughts.checker import relay
from noughts.checker.record import (
    DIGITS,
    Item,
    Record,
    Section,
    from_json,
    to_json,
)
from noughts.checker.reports.wording import summary
from noughts.checker.rubric import Rubric, load, title_in_file
from noughts.classroom.adjustments import Assigned, assign, has_headings
from noughts.classroom.feedback import FEEDBACK
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.gradebook import Filled
from noughts.classroom.hand_ins import HandIn, read_class
from noughts.classroom.kept import UPLOAD, AdjustmentsFile, Kept, WorksheetFile
from noughts.classroom.overview import PAGES, Overview, describe_kept
from noughts.classroom.run import Grading, join
from noughts.classroom.stages import Submission, ToJudge
from noughts.classroom.tables import Table
from noughts.game.contract import FILE_NAME, MachineError
from noughts.texts import LANGUAGES, NoughtsError, Refused, translations, words
from noughts.texts.said import Said

MOST_STUDENTS = 1000
# What the page's worker calls by name: also in page/workers/class-calls.js.
CALLS = (
    *("open", "choose", "use_list", "use_rubric", "weigh"),
    *("next", "know", "known", "fail"),
    *("rows", "row", "totals", "sections", "report", "write", "save_rubric"),
)
JsonObject = dict[str, Any]


class Tab(Grading):
    """One class, from its export to the files that are downloaded."""

    def __init__(self) -> None:
        super().__init__("", [], [])
        self.rubric = load()  # before its points are changed
        self.judge = FileJudge(self.rubric, styled=True)
        self.hand_ins = list[HandIn]()
        self.taken = set[str]()  # keys of files judged or being judged
        self.worksheet: WorksheetFile | None = None
        self.adjustments: AdjustmentsFile | None = None

    def answer(self, name: str, given: str) -> str:
        """Make one of the calls; return its answer, or why the input is refused."""
        if name not in CALLS:
            raise ValueError(f"{name!r} is not one of {', '.join(CALLS)}")
        try:
            return json.dumps({"answer": getattr(self, name)(*json.loads(given))})
        except (NoughtsError, OSError) as error:
            return json.dumps({"refused": translations(error)})

    # --- Input ---------------------------------------------------------------

    def open(self, export: str) -> JsonObject:
        """Read an export; return the students' names, and whether it is Moodle's."""
        class_ = read_class(Path(export))
        if len(class_.hand_ins) > MOST_STUDENTS:
            raise Refused("tab.many", n=len(class_.hand_ins), most=MOST_STUDENTS)
        self.title, self.hand_ins, self.left_out = class_
        self.submissions, self.worksheet = [], None
        self.adjustments, self.assigned = None, Assigned({}, [])
        self.results = {k: r for k, r in self.results.items() if isinstance(r, Record)}
        self.taken.clear()
        return {
            "name": export,
            "names": [each.label for each in self.hand_ins],
            "is_moodle": any(each.platform == "moodle" for each in self.hand_ins),
        }

    def choose(self) -> JsonObject | None:
        """Choose the next student's file; return its keys, or None after the last."""
        n = len(self.submissions)
        if n == len(self.hand_ins):
            return None
        self.submissions.append(self.prepare(self.hand_ins[n]))
        return {"n": n, "keys": self.keys(n)}

    def prepare(self, hand_in: HandIn) -> Submission:
        """Return a hand-in with its file; a teacher may have named it."""
        return self.judge.prepare(hand_in, self.assigned.file_of(hand_in.label))

    def use_list(self, path: str) -> JsonObject:
        """Take the platform's list of grades, or adjustments; return which it is."""
        data = files.read(Path(path))
        if not data.strip() or has_headings(Table.read(data, path)):
            return {"adjustments": self.use_adjustments(path)}
        return {"worksheet": self.use_worksheet(path)}

    def use_adjustments(self, path: str) -> JsonObject:
        """Take adjustments; an empty file removes them."""
        file = AdjustmentsFile(files.read(Path(path)), path)
        adjustments = file.read()
        assigned = assign(adjustments, self.hand_ins, path)
        self.adjustments, self.assigned = file if adjustments else None, assigned
        self.submissions = [self.prepare(each.hand_in) for each in self.submissions]
        unused = [each.student or each.id for each in assigned.unused]
        return {"name": path, "n": len(assigned.by_label), "unused": unused}

    def use_worksheet(self, path: str) -> JsonObject:
        """Take the platform's list of grades; return how many students it has."""
        worksheet = WorksheetFile(files.read(Path(path)), path, column="")
        book = worksheet.read()
        joined = book.join(self.hand_ins)
        if joined.is_other_class:
            raise Refused("upload.other_class", path=path)
        self.worksheet = worksheet
        return {"name": path, "found": joined.listed, "heading": book.heading}

    def use_rubric(self, path: str) -> None:
        """Take the rubric in a file."""
        self.rubric = load(path)
        self.judge = replace(self.judge, rubric=self.rubric)

    def weigh(self, maxima: list[float]) -> None:
        """Set the points of each section of the rubric."""
        pairs = zip(self.rubric.sections, maxima, strict=True)
        sections = tuple(scale(section, most) for section, most in pairs)
        rubric = replace(self.rubric, sections=sections)
        self.judge = replace(self.judge, rubric=rubric)

    # --- Judging -------------------------------------------------------------

    def next(self) -> str:
        """Return the key of a file to judge, or ""; each file is judged once."""
        key = next((key for key in self.waiting() if key not in self.taken), "")
        self.taken.add(key)
        return key

    def keys(self, n: int) -> list[str]:
        """Return the keys of the files of a student."""
        submission = self.submissions[n]
        return [*submission.files] if isinstance(submission, ToJudge) else []

    def carry(self, key: str) -> relay.Carried:
        """Return the conversation about a file."""
        file = self.waiting()[key]
        return relay.Carried(file.source, FILE_NAME, modules=dict(file.modules))

    def enter(self, key: str, carried: relay.Carried) -> None:
        """Keep the record of a file."""
        assert carried.record is not None
        self.results[key] = carried.record

    def know(self, key: str, record: JsonObject) -> None:
        """Keep a record of an earlier visit."""
        self.results[key] = from_json(record)

    def known(self, keys: list[str] | None = None) -> dict[str, JsonObject]:
        """Return records by key, all or some, for a later visit."""
        found = {key: self.results[key] for key in keys or self.results}
        return {k: to_json(r) for k, r in found.items() if isinstance(r, Record)}

    def fail(self, key: str, why: str) -> None:
        """Note that this browser could not judge a file."""
        self.results[key] = MachineError("tab.failed", why=why)

    # --- Output --------------------------------------------------------------

    def rows(self, language: str, key: str = "") -> list[JsonObject]:
        """Return the table's rows: all students, or those who handed in one file."""
        return [
            self.row(n, language)
            for n in range(len(self.submissions))
            if not key or key in self.keys(n)
        ]

    def row(self, n: int, language: str) -> JsonObject:
        """Return a student's file and outcome, and a sentence about it."""
        done = self.conclude(self.submissions[n], self.judge, language)
        path = done.file.path if done.file else ""
        row = {"n": n, "file": path, "outcome": done.outcome}
        if done.outcome == "waiting":
            return row
        refusal = done.record.refusal if done.outcome == "faults" else ""
        said = refusal or summary(done.record, words(language))
        if done.adjustment:
            said = f"{said} {done.adjustment.note.in_language(language)}"
        return row | {"said": said}

    def totals(self) -> JsonObject:
        """Return the points by student, and their distribution."""
        done = [
            self.conclude(each, self.judge)
            for each in self.submissions
            if self.is_done(each)
        ]
        graded = [each for each in done if each.points is not None]
        overview = Overview("", self.judge.counted, done)
        return {
            "points": {each.label: each.points for each in graded},
            "open": [each.label for each in graded if not each.is_final],
            "maximum": overview.maximum,
            "median": overview.median,
            "bins": overview.distribution(),
        }

    def sections(self) -> list[JsonObject]:
        """Return the sections of the rubric, by language, with their points."""
        return [
            {
                "title": {each: section.title.in_language(each) for each in LANGUAGES},
                "points": section.maximum,
            }
            for section in self.judge.rubric.sections
        ]

    def report(self, n: int) -> JsonObject:
        """Return the report of one student, as the page shows it."""
        done = self.conclude(self.submissions[n], self.judge)
        return relay.report(done.record)

    def write(self, folder: str, archive: str, language: str) -> JsonObject:
        """Write the report of the command line and pack it; return what is open."""
        while self.choose():
            pass
        report = Path(folder)
        shutil.rmtree(report, ignore_errors=True)
        (report / PAGES).mkdir(parents=True)
        kept = Kept(self.title, self.worksheet, adjustments=self.adjustments)
        graded = [self.conclude(e, self.judge, language) for e in self.submissions]
        overview = self.write_report(
            report,
            graded,
            self.judge,
            kept,
            join(self.worksheet, self.hand_ins),
            language=language,
        )
        shutil.make_archive(archive.removesuffix(".zip"), "zip", report)
        feedback, filled = f"{UPLOAD}/{FEEDBACK}", overview.filled
        return {
            "worksheet": f"{UPLOAD}/{filled.table.path}" if filled else "",
            "feedback": feedback if (report / feedback).is_file() else "",
            "entered": len(filled.entered) if filled else 0,
            "left_open": [*self.list_left_open(filled, language)] if filled else [],
        }

    def list_left_open(self, filled: Filled, language: str) -> Iterator[str]:
        """Yield the students who are not filled in, and the cells that were kept."""
        for student, why in filled.left_open:
            yield f"{student}: {why.in_language(language)}"
        for cell in filled.kept:
            yield describe_kept(cell, words(language))

    def save_rubric(self) -> str:
        """Return the rubric as the file that the command line takes."""
        return rubric_text(self.judge.rubric)


def scale(section: Section, maximum: float) -> Section:
    """Return a section with a new maximum; its checks keep their proportions."""
    old = section.maximum
    items = list[Item]()
    for item in section.items:
        share = item.maximum / old if old else 1 / len(section.items)
        points = round(maximum * share, DIGITS)
        items.append(replace(item, points=points, maximum=points))
    return replace(section, items=tuple(items))


def rubric_text(rubric: Rubric) -> str:
    """Return a rubric in TOML, as `load` reads it."""

    def line(name: str, value: Any) -> str:
        return f"{name} = {json.dumps(value, ensure_ascii=False)}"

    def title(said: Said) -> str:
        return line("title", title_in_file(said))

    lines = [title(rubric.title)]
    for section in rubric.sections:
        lines += ["[[section]]", title(section.title), line("bonus", section.bonus)]
        lines += ["[section.checks]"]
        lines += [line(item.check, item.maximum) for item in section.items]
    return "\n".join(lines) + "\n"
