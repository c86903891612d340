"""Checking a class: every submission, in parallel, into one report."""

import hashlib
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from noughts import __version__, disk, signals
from noughts.checker import style
from noughts.checker.asking import Effort
from noughts.checker.judge import check_file
from noughts.checker.points import grade
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import FORMAT, Record, in_language
from noughts.checker.rubric import Rubric
from noughts.classroom import versions
from noughts.classroom.overview import Overview, page_of
from noughts.classroom.platforms.entry import Unit
from noughts.classroom.pool import ENDINGS, Workers, judge_all
from noughts.classroom.reports import class_index, grades, sheets
from noughts.classroom.results import Result, Results, are_results, read_results
from noughts.classroom.similar import Similarity
from noughts.classroom.submissions import (
    SEEN,
    Intake,
    Submission,
    students,
    submission,
)
from noughts.contract import FILE_NAME
from noughts.sandbox.stand_ins import with_stand_ins
from noughts.text import clean_line
from noughts.words import ENGLISH, Words, words
from noughts.words.said import quoted

RESULTS, SHEETS = "results.jsonl", "print.html"  # in the folder of the report
INDEX, GRADES, PAGES, UPLOAD = "index.html", "grades.csv", "students", "upload"
OWN = (RESULTS, INDEX, GRADES, SHEETS, PAGES, UPLOAD)  # what a report consists of
GENERATOR, HEAD = 'name="generator" content="noughts"', 10  # and where: lines
CLASS_EFFORT = Effort(processes=1)  # the class as a whole fills the cores


@dataclass(frozen=True)
class FileJudge:
    """Judges each submission of a class by the same rules, on any machine."""

    rubric: Rubric
    functions: tuple[str, ...] = FUNCTIONS
    effort: Effort = CLASS_EFFORT
    allow: tuple[str, ...] = ()  # modules of others that may be imported

    def __call__(self, submission: Submission) -> Record:
        """Return the record of a submission, which may come from another machine."""
        modules = with_stand_ins(
            self.allow, submission.source, dict(submission.modules)
        )
        return check_file(
            FILE_NAME,
            rubric=self.rubric,
            functions=self.functions,
            effort=self.effort,
            modules=modules,
            source=submission.source,
        )

    @property
    def counted(self) -> Rubric:
        """Return what of the rubric can be judged here, and so counts."""
        return self.rubric.of(self.functions, style.available())

    def key(self, source: bytes) -> str:
        """Return what a verdict depends on, in short."""
        rest = repr((versions.here(), FORMAT, self))
        return hashlib.sha256(source + b"\0" + rest.encode()).hexdigest()

    def unjudged(self, submission: Submission, reason: str) -> Record:
        """Return the record of a submission that was not judged."""
        return Record(
            submission.where,
            hashlib.sha256(submission.source).hexdigest() if submission.source else "",
            self.rubric.title,
            self.functions,
            refusal=quoted(reason),
            sections=grade(self.counted, (), refused=True),
            version=__version__,
        )


def refuse_foreign(report: Path) -> None:
    """Refuse a folder that has files in our places, but no report of ours."""
    ours = are_results(report / RESULTS) or is_our_page(report / INDEX)
    if not ours:
        for name in OWN:
            if disk.holds_anything(report / name):
                raise disk.ForeignError(report / name)


def is_our_page(path: Path) -> bool:
    """Return whether a page says that we made it; results may have been removed."""
    return path.is_file() and GENERATOR in "".join(islice(disk.lines(path), HEAD))


class Headway(NamedTuple):
    """One more submission is done; at first, none is."""

    result: Result | None
    judged_now: bool  # and not refused, or known from an earlier run
    done: int
    total: int
    fault: str = ""  # at what we or this machine failed, if it was not judged for that


def check_class(
    path: Path,
    report: Path,
    judge: FileJudge,
    workers: Workers,
    progress: Callable[[Headway], None] = lambda step: None,
    intake: Intake = SEEN,
    similarity: Similarity | None = None,
    language: str = ENGLISH,
    then: Callable[[Overview], None] = lambda overview: None,
) -> Overview:
    """
    Check every submission below a folder or in an archive, and write a report.

    The pages and the table of grades are in the language, the results file is not.
    `progress` is told of each; `then` reads a whole report before another run may
    write into it. If anything ends the run early, what is done is kept and
    reported; run again, and only what is new or has changed is judged. What this
    machine fails at is nobody's verdict: it is counted apart, and tried again then.
    Raises BusyError if another run is writing into the same report, and ForeignError if
    something is there that no run has written.
    """
    with students(path, intake) as units:
        refuse_foreign(report)
        (report / PAGES).mkdir(parents=True, exist_ok=True)
        with disk.alone_in(report), Results(report / RESULTS) as results:
            title = path.resolve().stem if path.is_file() else path.resolve().name
            overview = Overview.of(title, judge.counted, len(units), language)
            overview.functions = judge.functions
            overview.left_out, overview.cut = units.left_out, units.cut
            others = similarity or Similarity()
            say = words(language)
            run = _Run(judge, report, results, overview, progress, others, say)
            try:
                progress(Headway(None, False, 0, len(units)))
                run.judge_units(units, workers)
                results.finish()
                run.sheets()
            finally:
                # Who asks again for an end has the report on what is done, too.
                with signals.handled(ENDINGS, signal.SIG_IGN):
                    run.report()
            then(overview)
    return overview


@dataclass
class _Run:
    """A class being checked."""

    judge: FileJudge
    folder: Path
    results: Results
    overview: Overview
    progress: Callable[[Headway], None]
    similarity: Similarity
    say: Words
    printable: bool = False

    def judge_units(self, units: Iterable[Unit], workers: Workers) -> None:
        """Judge all that is not known, the same file once, and enter everything."""
        twins = dict[str, list[Submission]]()
        unknown = self._unknown(units, twins)
        total = self.overview.total
        for each, outcome in judge_all(unknown, total, self.judge, workers):
            key = self.judge.key(each.content)
            for one in (each, *twins.pop(key, ())):
                if isinstance(outcome, Record):
                    self._enter(one, key, outcome, True)
                else:
                    self._fail(one, clean_line(f"{outcome}"))

    def _unknown(
        self, units: Iterable[Unit], twins: dict[str, list[Submission]]
    ) -> Iterator[Submission]:
        """Yield what is to be judged, and enter the rest on the way."""
        for each in map(submission, units):
            key = self.judge.key(each.content)
            if each.refusal:
                self._enter(each, "", self.judge.unjudged(each, each.refusal))
            elif record := self.results.known(key):
                self._enter(each, key, record)
            elif key in twins:
                twins[key].append(each)
            else:
                twins[key] = []
                yield each

    def _fail(self, given: Submission, fault: str) -> None:
        """Note that this machine could not judge a submission: no page, no grade."""
        record = self.judge.unjudged(given, f"this machine failed: {fault}")
        result = Result(given.student, "", record)
        self.results.add(result)
        said = self.say.again(fault)
        self.overview.add(given, in_language(record, self.say.language), said)
        self._tell(result, False, said)

    def _tell(self, result: Result, judged_now: bool, fault: str = "") -> None:
        done, total = len(self.overview.rows), self.overview.total
        self.progress(Headway(result, judged_now, done, total, fault))

    def _enter(
        self, given: Submission, key: str, record: Record, judged_now: bool = False
    ) -> None:
        """Keep a result: in the file of results, on its page, in the overview."""
        # Without times, two runs on the same class give the same report.
        record = replace(record, file=given.where, seconds=0.0)
        result = Result(given.student, key, record, given.note)
        self.results.add(result)
        told = in_language(result.told, self.say.language)
        self.overview.add(given, told)
        if given.source:
            self.similarity.add(given.student, given.source)
        title, language = self.overview.title, self.say.language
        page = class_index.student_page(given, told, title, language)
        self._write(page_of(given.student), page)
        self._tell(result, judged_now)

    def sheets(self) -> None:
        """Write the pages to print, from the results of a whole run."""
        failed = {row.student for row in self.overview.faults}
        if self.overview.total > sheets.MOST:
            return
        records = [
            (each.student, in_language(each.told, self.say.language))
            for each in read_results(self.folder / RESULTS)
            if each.student not in failed
        ]
        title, language = self.overview.title, self.say.language
        self._write(SHEETS, sheets.render_sheets(title, records, language))
        self.printable = True

    def report(self) -> None:
        """Write what is about the class as a whole."""
        self.overview.finish(self.similarity.found())
        language = self.say.language
        index = class_index.render_class(self.overview, language, self.printable)
        self._write(INDEX, index, durable=True)
        # Excel takes a file without this mark for one in the local alphabet.
        table = "\ufeff" + grades.render(self.overview, self.say)
        self._write(GRADES, table, durable=True)
        if not self.printable:  # those of an earlier run are not of this one
            (self.folder / SHEETS).unlink(missing_ok=True)
        rows = self.overview.rows
        mine = {page_of(row.student) for row in rows if not row.fault}
        if len(rows) == self.overview.total:
            for page in self.folder.glob(f"students/*-{'[0-9a-f]' * 8}.html"):
                if f"students/{page.name}" not in mine and is_our_page(page):
                    page.unlink()  # of a student who has left

    def _write(self, name: str, text: str, durable: bool = False) -> None:
        data = text.encode("utf-8", "replace")
        disk.write_whole(self.folder / name, data, durable)
