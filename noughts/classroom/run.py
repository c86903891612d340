"""Checking a class: every file in parallel, into one report."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from noughts import files
from noughts.checker.record import Record, mapped
from noughts.classroom import feedback
from noughts.classroom.choice import choose
from noughts.classroom.file_judge import FileJudge, Job, Results
from noughts.classroom.gradebook import Gradebook
from noughts.classroom.hand_ins import Class, File, HandIn
from noughts.classroom.overview import Overview, page_of
from noughts.classroom.pool import explain_failure, run_jobs
from noughts.classroom.reports import grades, pages
from noughts.classroom.similar import Alike, Similarity
from noughts.words import ENGLISH, Refused, Words, words

RESULTS, SHEETS = "results.jsonl", "print.html"  # in the folder of the report
INDEX, GRADES, PAGES, UPLOAD = "index.html", "grades.csv", "students", "upload"
OWN = (RESULTS, INDEX, GRADES, SHEETS, PAGES, UPLOAD)  # what a report consists of
GENERATOR, HEAD = 'name="generator" content="noughts"', 10  # and where: lines


class ClassProgress(NamedTuple):
    """One more student is done; at first, none is."""

    done: int
    total: int
    hand_in: HandIn | None = None
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
    say, found = words(language), class_.hand_ins
    if gradebook:
        found = gradebook.add_lateness(found)
    (report / PAGES).mkdir(parents=True, exist_ok=True)
    with files.alone_in(report), Results(report / RESULTS) as results:
        run = _Run(judge, results, say, progress, len(found))
        done = run.judge(found, executor, processes)
        overview = Overview(
            class_.title,
            mapped(judge.counted, lambda said: said.in_language(language)),
            done,
            judge.functions,
            class_.left_out,
            find_similar(done, similarity or Similarity()),
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
    done: dict[int, tuple[HandIn, str]] = field(default_factory=dict)

    def judge(
        self, found: Sequence[HandIn], executor: Executor | None, processes: int
    ) -> list[HandIn]:
        """Judge all that is not known, the same file once, and keep the results."""
        self.progress(ClassProgress(0, self.total))
        chosen = [choose(each) for each in found]
        jobs, waiting = dict[str, Job](), dict[str, list[int]]()
        for n, each in enumerate(chosen):
            job = self.judge_file.job(each)
            record = self.results.known.get(job.key)
            if record or each.refusal:
                self.enter(n, each, job.key, record)
            else:
                jobs[job.key] = job
                waiting.setdefault(job.key, []).append(n)
        work = iter(jobs.values())
        for job, result in run_jobs(work, self.judge_file, executor, processes):
            if isinstance(result, Record):
                self.results.add(job.key, result)
            for n in waiting[job.key]:
                self.enter(n, chosen[n], job.key, result, isinstance(result, Record))
        every = [self.done[n] for n in range(self.total)]
        self.results.finish(every)
        return [hand_in for hand_in, _ in every]

    def enter(
        self,
        n: int,
        hand_in: HandIn,
        key: str,
        result: Record | Exception | None,
        judged_now: bool = False,
    ) -> None:
        """Enter a student with points, or with the reason why there are none."""
        record, fault = result if isinstance(result, Record) else None, ""
        if isinstance(result, Exception):
            fault = self.say.message(explain_failure(result))
        hand_in = self.judge_file.conclude(hand_in, record, fault, self.say.language)
        self.done[n] = hand_in, key if record else ""
        step = ClassProgress(len(self.done), self.total, hand_in, judged_now)
        self.progress(step)


def find_similar(class_: Sequence[HandIn], similarity: Similarity) -> list[Alike]:
    """Return which submissions are alike; a group's members have only one."""
    owners = dict[tuple[tuple[File, ...], bytes], list[str]]()
    for each in class_:
        owners.setdefault((each.files, each.source), []).append(each.label)
    for (_, source), names in owners.items():
        if source:
            similarity.add(" + ".join(names), source)
    return similarity.find()


def write_report(report: Path, overview: Overview, say: Words) -> None:
    """Write the pages and the table of grades, and remove those of an earlier run."""

    def write(name: str, text: str) -> None:
        files.write_whole(report / name, text.encode("utf-8", "replace"), durable=True)

    written = set[str]()
    for each in overview.hand_ins:
        if not each.fault:
            written.add(name := page_of(each.label))
            page = pages.render_student(each, overview.title, say)
            files.write_whole(report / name, page.encode("utf-8", "replace"))
    for path in (report / PAGES).glob(f"*-{'[0-9a-f]' * 8}.html"):
        if f"{PAGES}/{path.name}" not in written and is_our_page(path):
            path.unlink()  # of a student who has left
    printable = len(overview.hand_ins) <= pages.MOST_SHEETS
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
