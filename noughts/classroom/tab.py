"""
A class graded in a browser tab: `noughts.classroom` for a page written in JavaScript.

The page carries the judge's questions to its engines (see `checker.relay`). This module
reads the export, keeps the records, applies the rubric and writes the report. Arguments
and answers are JSON, and files are paths in the browser's own file system.
"""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from noughts import files
from noughts.checker import relay
from noughts.checker.record import DIGITS, Item, Section, from_json, to_json
from noughts.checker.reports.wording import summary
from noughts.checker.rubric import Rubric, apply, load
from noughts.classroom.feedback import FEEDBACK
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.gradebook import NO_ROW, Gradebook
from noughts.classroom.hand_ins import Class, HandIn, read_class
from noughts.classroom.overview import Overview
from noughts.classroom.run import PAGES, UPLOAD, Grading
from noughts.game.contract import FILE_NAME, MachineError
from noughts.texts import LANGUAGES, NoughtsError, Refused, translations, words
from noughts.texts.said import Said

MOST_STUDENTS = 1000
JsonObject = dict[str, Any]


class Tab(Grading):
    """One class, from its export to the files that are downloaded."""

    def __init__(self) -> None:
        super().__init__(Class("", [], []), FileJudge(load()))
        self.rubric = self.judge.rubric  # before its points are changed
        self.taken = set[str]()  # keys of files judged or being judged
        self.worksheet: tuple[bytes, str] | None = None

    def answer(self, name: str, given: str) -> str:
        """Call a method; return its answer, or why the input is refused."""
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
        self.worksheet = None
        self.faults.clear()
        self.taken.clear()
        return {
            "name": export,
            "names": [each.label for each in self.hand_ins],
            "is_moodle": any(each.platform == "moodle" for each in self.hand_ins),
        }

    def choose(self) -> str:
        """Choose the next student's file; return its key, or "" after the last."""
        for n, each in enumerate(self.hand_ins):
            if not each.key:
                self.hand_ins[n] = self.judge.prepare(each)
                return self.hand_ins[n].key
        return ""

    def use_worksheet(self, path: str) -> JsonObject:
        """Take the platform's list of grades; return how many students it has."""
        data = files.read(Path(path))
        book = Gradebook.read(data, path)
        found = sum(why != NO_ROW for *_, why in book.join(self.hand_ins))
        if not found:
            raise Refused("tab.other_class", path=path)
        self.worksheet = data, path
        return {"name": path, "found": found, "heading": book.heading}

    def use_rubric(self, path: str) -> None:
        """Take the rubric in a file."""
        self.rubric = load(path)
        self.judge = FileJudge(self.rubric)

    def weigh(self, maxima: list[float]) -> None:
        """Set the points of each section of the rubric."""
        pairs = zip(self.rubric.sections, maxima, strict=True)
        sections = tuple(scale(section, most) for section, most in pairs)
        self.judge = FileJudge(replace(self.rubric, sections=sections))

    # --- Judging -------------------------------------------------------------

    def next(self) -> str:
        """Return the key of a file to judge, or ""; each file is judged once."""
        key = next((key for key in self.waiting() if key not in self.taken), "")
        self.taken.add(key)
        return key

    def carry(self, key: str) -> relay.Carried:
        """Return the conversation about a file."""
        each = next(each for each in self.hand_ins if each.key == key)
        return relay.Carried(each.source, FILE_NAME, modules=dict(each.modules))

    def enter(self, key: str, carried: relay.Carried) -> None:
        """Keep the record of a file."""
        assert carried.record is not None
        self.records[key] = carried.record

    def know(self, key: str, record: JsonObject) -> None:
        """Keep a record of an earlier visit."""
        self.records[key] = from_json(record)

    def known(self, keys: list[str] | None = None) -> dict[str, JsonObject]:
        """Return records by key, all or some, for a later visit."""
        return {key: to_json(self.records[key]) for key in keys or self.records}

    def fail(self, key: str, why: str) -> None:
        """Note that this browser could not judge a file."""
        self.faults[key] = MachineError("tab.failed", why=why)

    # --- Output --------------------------------------------------------------

    def rows(self, language: str, key: str = "") -> list[JsonObject]:
        """Return the table's rows: all students, or those who handed in one file."""
        return [
            {"n": n, "file": each.path, **self.outcome(each, language)}
            for n, each in enumerate(self.hand_ins)
            if each.key and key in ("", each.key)
        ]

    def outcome(self, hand_in: HandIn, language: str) -> JsonObject:
        """Return the outcome of a student, and a sentence about it."""
        if not self.is_done(hand_in):
            return {"outcome": "waiting"}
        done = self.conclude(hand_in, language)
        refusal = done.record.refusal if done.failed else ""
        said = refusal or summary(done.record, words(language))
        return {"outcome": done.outcome, "said": said}

    def totals(self) -> JsonObject:
        """Return the points by student, and their distribution."""
        rubric = self.judge.counted
        done = [
            replace(each, record=apply(rubric, self.records[each.key]))
            for each in self.hand_ins
            if each.key in self.records
        ]
        graded = [each for each in done if each.record.graded]
        overview = Overview("", rubric, done)
        return {
            "points": {each.label: each.record.points for each in graded},
            "open": [
                each.label for each in graded if not each.record.has_no_open_points
            ],
            "maximum": overview.maximum,
            "median": overview.median,
            "bins": overview.distribution(),
        }

    def sections(self) -> list[JsonObject]:
        """Return the sections of the rubric, and whether they count here."""
        counted = {str(section.title) for section in self.judge.counted.sections}
        return [
            {
                "title": {each: section.title.in_language(each) for each in LANGUAGES},
                "points": section.maximum,
                "counts": str(section.title) in counted,
            }
            for section in self.judge.rubric.sections
        ]

    def report(self, n: int) -> JsonObject:
        """Return the report of one student, as the page shows it."""
        return relay.report(self.conclude(self.hand_ins[n]).record)

    def write(self, folder: str, archive: str, language: str) -> JsonObject:
        """Write the report of the command line and pack it; return what is open."""
        report = Path(folder)
        book = Gradebook.read(*self.worksheet) if self.worksheet else None
        shutil.rmtree(report, ignore_errors=True)
        (report / PAGES).mkdir(parents=True)
        self.write_report(report, book, language=language)
        shutil.make_archive(archive.removesuffix(".zip"), "zip", report)
        feedback = f"{UPLOAD}/{FEEDBACK}"
        return {
            "worksheet": f"{UPLOAD}/{book.table.path}" if book else "",
            "feedback": feedback if (report / feedback).is_file() else "",
            "entered": len(book.entered) if book else 0,
            "left_open": [
                f"{student}: {why.in_language(language)}"
                for student, why in (book.left_open if book else [])
            ],
        }

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
        return line("title", said.key.removeprefix("titles.") if said.key else said)

    lines = [title(rubric.title)]
    for section in rubric.sections:
        lines += ["[[section]]", title(section.title), line("bonus", section.bonus)]
        lines += ["[section.checks]"]
        lines += [line(item.check, item.maximum) for item in section.items]
    return "\n".join(lines) + "\n"
