"""Checking a class: every file in parallel, into one report."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from noughts import files
from noughts.checker.record import Record, in_language, mapped
from noughts.classroom import feedback
from noughts.classroom.file_judge import FileJudge, Job, Results
from noughts.classroom.gradebook import Gradebook
from noughts.classroom.hand_ins import Class, File, HandIn
from noughts.classroom.overview import Overview, page_of
from noughts.classroom.pool import explain_failure, run_jobs
from noughts.classroom.reports import grades, pages
from noughts.classroom.similar import Alike, Similarity
from noughts.classroom.submissions import Submission, choose
from noughts.words import ENGLISH, Refused, Words, words

RESULTS, SHEETS = "results.jsonl", "print.html"  # in the folder of the report
INDEX, GRADES, PAGES, UPLOAD = "index.html", "grades.csv", "students", "upload"
OWN = (RESULTS, INDEX, GRADES, SHEETS, PAGES, UPLOAD)  # what a report consists of
GENERATOR, HEAD = 'name="generator" content="noughts"', 10  # and where: lines


class ClassProgress(NamedTuple):
    """One more submission is done; at first, none is."""

    done: int
    total: int
    submission: Submission | None = None
    judged_now: bool = False  # and not refused, or known from an earlier run


OnStep = Callable[[ClassProgress], None]


def check_class(
    class_: Class,
    report: Path,
    judge: FileJudge,
    *,
    executor: Executor | None = None,
    processes: int = 0,
    gradebook: Gradebook | None = None,
    similarity: Similarity | None = None,
    language: str = ENGLISH,
    progress: OnStep = lambda step: None,
) -> Overview:
    """
    Judge every submission of a class, write a report, and fill in the gradebook.

    Each result is saved at once. If a run ends early, the next one judges only what is
    new or has changed, and writes the same report. What this machine fails at is
    nobody's verdict: it is listed, and tried again by the next run. Raises Refused if
    something is in the report's place, and BusyError if another run writes there.
    """
    refuse_foreign(report)
    say = words(language)
    hand_ins = class_.hand_ins
    if gradebook:
        hand_ins = gradebook.add_lateness(hand_ins)
    (report / PAGES).mkdir(parents=True, exist_ok=True)
    with files.alone_in(report), Results(report / RESULTS) as results:
        run = _Run(judge, results, say, progress, len(hand_ins))
        run.judge(hand_ins, executor, processes)
        results.finish(run.lines())
        overview = Overview(
            class_.title,
            mapped(judge.counted, lambda said: said.in_language(language)),
            run.submissions(),
            judge.functions,
            class_.left_out,
            find_similar(run.submissions(), similarity or Similarity()),
        )
        write_report(report, overview, say)
        feedback.write_upload(report / UPLOAD, overview, gradebook, say)
    return overview


@dataclass
class _Run:
    """A class being judged."""

    judge_file: FileJudge
    results: Results
    say: Words
    progress: OnStep
    total: int
    done: dict[int, tuple[str, Submission]] = field(default_factory=dict)

    def judge(
        self, hand_ins: Sequence[HandIn], executor: Executor | None, processes: int
    ) -> None:
        """Judge all that is not known, the same file once."""
        self.progress(ClassProgress(0, self.total))
        waiting = dict[str, list[tuple[int, Submission]]]()
        jobs = self.find_jobs(hand_ins, waiting)
        for job, result in run_jobs(jobs, self.judge_file, executor, processes):
            if isinstance(result, Record):
                self.results.add(job.key, result)
            for n, submission in waiting.pop(job.key):
                if isinstance(result, Record):
                    self.enter(n, submission, job.key, result, judged_now=True)
                else:
                    fault = self.say.message(explain_failure(result))
                    self.enter(n, replace(submission, fault=fault))

    def find_jobs(
        self,
        hand_ins: Sequence[HandIn],
        waiting: dict[str, list[tuple[int, Submission]]],
    ) -> Iterator[Job]:
        """Yield the files to judge, and enter the submissions that have none."""
        for n, submission in enumerate(map(choose, hand_ins)):
            job = self.judge_file.job(submission)
            if submission.refusal:
                self.enter(n, submission)
            elif record := self.results.find(job.key):
                self.enter(n, submission, job.key, record)
            elif job.key in waiting:
                waiting[job.key].append((n, submission))
            else:
                waiting[job.key] = [(n, submission)]
                yield job

    def enter(
        self,
        n: int,
        submission: Submission,
        key: str = "",
        record: Record | None = None,
        judged_now: bool = False,
    ) -> None:
        """Enter a submission with its points, or without any."""
        if record:
            submission = self.judge_file.with_points(submission, record)
        else:
            submission = self.judge_file.without_points(submission)
        told = in_language(submission.record, self.say.language)
        submission = replace(submission, record=told)
        self.done[n] = key, submission
        self.progress(ClassProgress(len(self.done), self.total, submission, judged_now))

    def submissions(self) -> list[Submission]:
        """Return all submissions, in the order of the class."""
        return [self.done[n][1] for n in sorted(self.done)]

    def lines(self) -> Iterator[tuple[str, str, Record]]:
        """Yield what is kept: students, keys, and records without a rubric's points."""
        for n in sorted(self.done):
            key, submission = self.done[n]
            record = self.results.find(key) or submission.record
            yield submission.student, key, replace(record, file=submission.path)


def find_similar(
    submissions: Sequence[Submission], similarity: Similarity
) -> list[Alike]:
    """Return which submissions are alike; a group's members have only one."""
    owners = dict[tuple[tuple[File, ...], bytes], list[str]]()
    for each in submissions:
        owners.setdefault((each.hand_in.files, each.source), []).append(each.student)
    for (_, source), names in owners.items():
        if source:
            similarity.add(" + ".join(names), source)
    return similarity.find()


def write_report(report: Path, overview: Overview, say: Words) -> None:
    """Write the pages and the table of grades, and remove those of an earlier run."""

    def write(name: str, text: str) -> None:
        files.write_whole(report / name, text.encode("utf-8", "replace"), durable=True)

    written = set[str]()
    for each in overview.submissions:
        if not each.fault:
            written.add(name := page_of(each.student))
            page = pages.render_student(each, overview.title, say)
            files.write_whole(report / name, page.encode("utf-8", "replace"))
    for path in (report / PAGES).glob(f"*-{'[0-9a-f]' * 8}.html"):
        if f"{PAGES}/{path.name}" not in written and is_our_page(path):
            path.unlink()  # of a student who has left
    printable = len(overview.submissions) <= pages.MOST_SHEETS
    if printable:
        write(SHEETS, pages.render_sheets(overview, say))
    else:
        (report / SHEETS).unlink(missing_ok=True)
    write(GRADES, grades.render_grades(overview, say))
    write(INDEX, pages.render_class(overview, say, printable))


def refuse_foreign(report: Path) -> None:
    """Refuse a folder that has files in our places, but no report of ours."""
    if is_our_page(report / INDEX) or has_results(report / RESULTS):
        return
    for name in OWN:
        if files.holds_anything(report / name):
            raise Refused("class.foreign", path=report / name)


def is_our_page(path: Path) -> bool:
    """Return whether a page says that we made it."""
    return path.is_file() and GENERATOR in "".join(islice(files.lines(path), HEAD))


def has_results(path: Path) -> bool:
    """Return whether a run of ours has begun a file, even if it is damaged."""
    first = next(iter(files.lines(path)), "") if path.is_file() else ""
    return first.startswith('{"student":')
