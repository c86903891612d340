"""A class that is judged at once, by a judge who only looks for a word."""

from concurrent.futures import Future
from typing import ClassVar

from noughts.checker import rubric
from noughts.checker.points import grade
from noughts.checker.record import Check, Misconception, Record, SearchEvidence
from noughts.classroom.pool import judge_lot
from noughts.classroom.run import FileJudge

DEFAULT = rubric.load()
WRONG_TURN = Misconception("turn", "player", "The turn is wrong.", "See `player`.", "")


class Quick(FileJudge):
    """A judge that only looks whether there is `wrong` in the file, and counts."""

    seen: ClassVar = []

    def __call__(self, submission):
        self.seen.append(submission.student)
        wrong = b"wrong" in submission.source
        status = "failed" if wrong else "passed"
        if b"todo" in submission.source:
            status = "unfinished"
        checks = (Check("player.turn", "X moves <first>.", status, 4520),)
        return Record(
            "tictactoe.py",
            "",
            self.rubric.title,
            ("player",),
            sections=grade(self.rubric, checks, refused=False),
            checks=checks,
            misconceptions=(WRONG_TURN,) if wrong else (),
            search=SearchEvidence("minimax"),
            seconds=len(self.seen),
        )


class Inline:
    """Workers that are not there: each lot is judged where it is handed over."""

    def width(self):
        return 3

    def lot(self, total):
        return 2

    def tend(self):
        pass

    def submit(self, judge, lot):
        future = Future()
        future.set_result(judge_lot(judge, lot))
        return future
