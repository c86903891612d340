"""A quick judge for classes, which only looks for words in a file."""

from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import ClassVar

from noughts.checker import rubric
from noughts.checker.record import NOTHING, Check, NamedMistake, Record, SearchEvidence
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.pool import run_jobs
from noughts.classroom.run import check_class
from noughts.texts.said import quotation

DEFAULT = rubric.load()
WRONG_TURN = NamedMistake("turn", "player", "The turn is wrong.", "", "See 'it'.")


@dataclass(frozen=True)
class Quick(FileJudge):
    """A judge that only looks for words in a file, and keeps a list of files."""

    seen: ClassVar = []

    def __call__(self, job):
        self.seen.append(job.source)
        wrong = b"wrong" in job.source
        broken = b"broken" in job.source
        status = "failed" if wrong or broken else "passed"
        if b"todo" in job.source:
            status = "unfinished"
        checks = (Check("player.turn", "X moves <first>.", status, 4520),)
        return Record(
            "tictactoe.py",
            "",
            NOTHING,
            ("player",),
            checks=checks,
            mistakes=(WRONG_TURN,) if wrong else (),
            search=SearchEvidence("minimax"),
            refusal=quotation("syntax") if broken else NOTHING,
            refused_by="file" if broken else None,
            hint=quotation("fix it") if broken else NOTHING,
        )


class Inline(Executor):
    """An executor that runs each job at once, in this process."""

    def submit(self, work, *args):
        future = Future()
        try:
            future.set_result(work(*args))
        except Exception as error:
            future.set_exception(error)
        return future


def judge_here(monkeypatch):
    """Let the command line judge in this process."""
    monkeypatch.setattr(
        "noughts.classroom.run.run_jobs",
        lambda jobs, work, *_: run_jobs(jobs, work, Inline()),
    )


def check(class_, report, judge=None, **given):
    """Check a class with the quick judge, in this process."""
    return check_class(
        class_, report, judge or Quick(DEFAULT), executor=Inline(), **given
    )
