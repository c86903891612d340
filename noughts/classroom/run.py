"""Check a class: judge all files in parallel and write the report."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from noughts import files
from noughts.checker.record import Record, in_language
from noughts.classroom import class_report, feedback
from noughts.classroom.archives import File
from noughts.classroom.file_judge import FileJudge, add_style, line_of, read_lines
from noughts.classroom.gradebook import Gradebook
from noughts.classroom.hand_ins import Class, HandIn
from noughts.classroom.overview import Overview
from noughts.classroom.pool import run_jobs
from noughts.classroom.similar import Named, find_similar
from noughts.game.contract import MachineError
from noughts.texts import ENGLISH, Refused, Words, words

RESULTS, SHEETS = "results.jsonl", "print.html"  # names in the report's folder
INDEX, GRADES, PAGES, UPLOAD = "index.html", "grades.csv", "students", "upload"
OWN = (RESULTS, INDEX, GRADES, SHEETS, PAGES, UPLOAD)  # all files of a report


class Grading:
    """A class being graded: the hand-ins, and what is known about their files."""

    def __init__(self, class_: Class, judge: FileJudge) -> None:
        self.title, self.hand_ins, self.left_out = class_
        self.judge = judge
        self.records = dict[str, Record]()  # by key
        self.faults = dict[str, MachineError]()  # by key

    def is_done(self, hand_in: HandIn) -> bool:
        """Return whether the result of a hand-in is known."""
        known = hand_in.key in self.records or hand_in.key in self.faults
        return known or bool(hand_in.refusal)

    def waiting(self) -> dict[str, HandIn]:
        """Return the hand-ins to judge by key: one for each different file."""
        return {e.key: e for e in self.hand_ins if e.key and not self.is_done(e)}

    def conclude(self, hand_in: HandIn, language: str = ENGLISH) -> HandIn:
        """Return a hand-in with its points, or with the reason why there are none."""
        record, fault = self.records.get(hand_in.key), self.faults.get(hand_in.key)
        if not self.is_done(hand_in):
            fault = MachineError("tab.unjudged")
        return self.judge.conclude(hand_in, record, fault, language)

    def write_report(
        self,
        report: Path,
        gradebook: Gradebook | None = None,
        others: Iterable[Named] = (),
        base: Iterable[bytes] = (),
        language: str = ENGLISH,
    ) -> Overview:
        """Write the report, fill in the gradebook, and return the overview."""
        say = words(language)
        done = [self.conclude(each, language) for each in self.hand_ins]
        files.write_whole(report / RESULTS, self.result_lines(done))
        if gradebook:
            done = gradebook.add_lateness(done)
        overview = Overview(
            self.title,
            in_language(self.judge.counted, language),
            done,
            self.left_out,
            find_similar(list_sources(done), others, base),
        )
        write_pages(report, overview, say)
        feedback.write_upload(report / UPLOAD, overview, gradebook, say)
        return overview

    def result_lines(self, done: Iterable[HandIn]) -> Iterator[bytes]:
        """Yield a line for each student; those without a judged file have no key."""
        for each in done:
            record = self.records.get(each.key)
            shown = replace(record or each.record, file=each.path)
            yield line_of(each.label, each.key if record else "", shown)


def check_class(
    class_: Class,
    report: Path,
    judge: FileJudge,
    *,
    executor: Executor | None = None,
    processes: int | None = None,
    gradebook: Gradebook | None = None,
    others: Iterable[Named] = (),
    base: Iterable[bytes] = (),
    language: str = ENGLISH,
    progress: Callable[[HandIn], None] = lambda hand_in: None,
) -> Overview:
    """
    Judge every submission of a class, write a report, and fill in the gradebook.

    Each result is saved at once. If a run is stopped, the next one judges only new or
    changed files and writes the same report. Errors of this machine are listed, and the
    next run tries again. Raises Refused if the folder has files but no report, or if
    another run is writing there.
    """
    if files.holds_anything(report) and not (report / RESULTS).is_file():
        raise Refused("class.foreign", path=report)
    chosen = [judge.prepare(each) for each in class_.hand_ins]
    grading = Grading(class_._replace(hand_ins=chosen), judge)
    (report / PAGES).mkdir(parents=True, exist_ok=True)
    with files.alone_in(report):
        for each in judge_all(grading, report / RESULTS, executor, processes):
            progress(grading.conclude(each, language))
        return grading.write_report(report, gradebook, others, base, language)


def judge_all(
    grading: Grading, results: Path, executor: Executor | None, processes: int | None
) -> Iterator[HandIn]:
    """
    Judge the files without a known result; yield each student whose result is known.

    Each result is appended to a file as soon as it is known.
    """
    known = dict(read_lines(results))
    for each in grading.hand_ins:
        if each.key in known:
            grading.records[each.key] = add_style(known[each.key], each.source)
    yield from filter(grading.is_done, grading.hand_ins)
    # Without open files, so that they can be sent to a worker.
    jobs = [replace(each, files=()) for each in grading.waiting().values()]
    with results.open("ab") as file:
        file.write(b"\n")  # the last line of a stopped run may be incomplete
        for hand_in, result in run_jobs(jobs, grading.judge, executor, processes):
            if isinstance(result, Record):
                grading.records[hand_in.key] = result
                file.write(line_of("", hand_in.key, result))
                file.flush()
            else:
                grading.faults[hand_in.key] = result
            yield from (e for e in grading.hand_ins if e.key == hand_in.key)


def list_sources(hand_ins: Sequence[HandIn]) -> list[Named]:
    """Return the files to compare; a group's submission counts once."""
    owners = dict[tuple[tuple[File, ...], bytes], list[str]]()
    for each in hand_ins:
        if each.source:
            owners.setdefault((each.files, each.source), []).append(each.label)
    return [(" + ".join(who), source) for (_, source), who in owners.items()]


def write_pages(report: Path, overview: Overview, say: Words) -> None:
    """Write the pages and grades.csv, and remove outdated pages."""

    def write(name: str, text: str) -> None:
        files.write_whole(report / name, text.encode("utf-8", "replace"))

    for each in overview.hand_ins:
        if name := overview.pages.get(each.label):
            write(name, class_report.render_student(each, overview.title, say))
    kept = {report / name for name in overview.pages.values()}
    for path in {*(report / PAGES).glob("*.html")} - kept:
        path.unlink()  # of a student who is no longer in the class
    write(SHEETS, class_report.render_sheets(overview, say))
    write(GRADES, feedback.render_grades(overview, say))
    write(INDEX, class_report.render_class(overview, say))
