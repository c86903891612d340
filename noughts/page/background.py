"""The judge behind the page: it runs beside it, and tells how far it has come."""

from collections.abc import Callable
from threading import Thread

from noughts import oracle
from noughts.board import START, key_of
from noughts.checker.driver import OnProgress
from noughts.checker.record import Check, Failure, Record
from noughts.checker.reports.translation import in_language
from noughts.checker.reports.wording import title_of
from noughts.notation import NotationError, square
from noughts.page.page_data import Json, board_from
from noughts.sandbox import Sandbox
from noughts.words import LANGUAGES, Words, words

FileCheck = Callable[[Sandbox, OnProgress], Record]  # judges what was read of a file
LONGEST = 300  # letters of what somebody's file made
SEEN = ("call", "expected", "got")


class BackgroundCheck:
    """One file, judged once, in a thread of its own."""

    def __init__(self, engine: Sandbox, check: FileCheck) -> None:
        self._engine, self._check = engine, check
        self._answer: Json = {"what": "", "done": 0, "total": 0}
        Thread(target=self._run, daemon=True).start()

    def answer(self) -> Json:
        """Return how far the judge has come, or what it has found, by language."""
        return self._answer

    def _run(self) -> None:
        try:
            record = self._check(self._engine, self._progress)
            self._answer = {"judged": {name: found(record, name) for name in LANGUAGES}}
        except Exception as error:  # of this machine, or ours: the page goes on
            self._answer = {"error": f"{type(error).__name__}: {error}"}

    def _progress(self, what: str, done: int, total: int) -> None:
        self._answer = {"what": what, "done": done, "total": total}


def found(record: Record, language: str) -> Json:
    """Return what a record says of the engine: the positions it gets wrong, and why."""
    say = words(language)
    record = in_language(record, language)
    moves = [check for check in record.checks if check.name == "minimax.optimal"]
    unfinished = [check for check in record.checks if check.status == "unfinished"]
    return {
        "refusal": record.refusal,
        "asked": sum(check.asked for check in moves),
        "positions": sum(truth.turn is not None for truth in oracle.table().values()),
        "wrong": sum(check.failing for check in moves),
        "faults": [
            fault(check, failures, say)
            for check in sorted(record.faults, key=lambda check: not check.asked)
            for failures in causes(check)
        ],
        "unfinished": sorted({check.function for check in unfinished}),
    }


def causes(check: Check) -> list[tuple[Failure, ...]]:
    """Return what is told together: each cause, or all that is seen in the text."""
    # A remark about the style has nothing that was expected, nor a board.
    failures = tuple(failure for failure in check.failures if failure.expected)
    if check.asked:
        return [(failure,) for failure in failures]
    return [failures] if failures else []


def fault(check: Check, failures: tuple[Failure, ...], say: Words) -> Json:
    """Return one kind of fault, on the smallest board that has it."""
    first = failures[0]
    start = START if check.asked else None
    return {
        "function": title_of(check.function, say),
        "sentence": check.sentence,
        "cases": first.cases,
        "asked": check.asked,
        "seen": [
            {name: getattr(failure, name)[:LONGEST] for name in SEEN}
            for failure in failures
        ],
        "board": reachable(first.board) if first.board else start,
        "line": [square(move.action) for move in first.line],
    }


def reachable(text: str) -> str | None:
    """Return the board's nine marks if the page can set it up, None if it cannot."""
    try:
        return key_of(board_from(text))
    except NotationError:
        return None
