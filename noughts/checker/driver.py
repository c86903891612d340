"""The usual driver: it carries the judge's questions to sandboxed processes."""

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Self

from noughts.checker.answers import Answer, died, late, raised, read_line, read_value
from noughts.checker.asking import (
    AWAITED,
    Answers,
    Ask,
    Driver,
    Effort,
    Stage,
    UnjudgedError,
)
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Record
from noughts.contract import FILE_NAME
from noughts.sandbox import (
    EngineError,
    Limits,
    Sandbox,
)
from noughts.sandbox.patience import Budget
from noughts.words import Refused
from noughts.words.said import Said

OnProgress = Callable[[str, int, int], None]  # what is asked, answers, questions
Key = tuple[str, str, int]  # source, setup, and which of the processes it is

SETUPS = 2  # kept at once: the file alone, and with verified answers
BEAT = 0.25  # seconds between progress messages
NAMING = 1.25  # of the budget, once the judging is over
MANY = 100  # searches that are worth a second process


def converse(judge: Generator[Ask, Answers, Record], driver: Driver) -> Record:
    """Carry questions and answers between a judge and a driver; return the record."""
    try:
        asked = next(judge)
        while True:
            try:
                answers = driver(asked)
            except UnjudgedError as error:
                asked = judge.throw(error)
            else:
                asked = judge.send(answers)
    except StopIteration as end:
        record: Record = end.value
        return record


@dataclass
class Examination:
    """One file, asked in sandboxed processes within its time."""

    effort: Effort
    progress: OnProgress
    modules: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.budget = Budget(self.effort.budget)
        self.unprotected: tuple[str, ...] = ()  # protections that this machine lacks
        self._engines = dict[Key, Sandbox]()  # least recently used first
        self._stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for engine in self._engines.values():
            engine.close()

    def __call__(self, asked: Ask) -> Answers:
        """Return the answers; UnjudgedError if the file cannot be loaded."""
        found: Answers = [None] * len(asked.questions)
        many = asked.function == "minimax" and len(found) > MANY and not asked.fresh
        lots = self.effort.processes if many else 1
        engines = [self._engine(asked, place) for place in range(lots)]
        self.progress(asked.what, 0, len(found))
        with ThreadPoolExecutor(lots) as pool:
            working = [
                pool.submit(self._ask, asked, engine, found, place, lots)
                for place, engine in enumerate(engines)
            ]
            try:
                self._wait(asked, working, found)
            finally:  # `progress` may raise
                self._stopped = any(not each.done() for each in working)
                while wait(working, 0.2).not_done:
                    for engine in engines:
                        engine.interrupt()
                if asked.fresh:
                    engines[0].close()
        try:
            for each in working:
                each.result()
        except Refused as error:
            raise UnjudgedError(refusal_of(error)) from error
        return found

    def _wait(self, asked: Ask, working: list[Future[None]], found: Answers) -> None:
        """Wait for the answers, and report progress."""
        before = -1
        while wait(working, BEAT).not_done:
            done = len(found) - found.count(None)
            waits = done == before and asked.function in FUNCTIONS
            what = f"{asked.function} {AWAITED}" if waits else asked.what
            self.progress(what, done, len(found))
            before = done
        self.progress(asked.what, len(found), len(found))

    def _ask(
        self, asked: Ask, engine: Sandbox, found: Answers, place: int, lots: int
    ) -> None:
        """Enter the answers of one process to its share of the questions."""
        numbers = range(place, len(found), lots)
        first = asked.what == Stage.FILE
        share = NAMING if asked.what == Stage.CAUSE else 1.0
        if self.budget.is_up(share) and not first:
            return
        engine.start()
        self.unprotected = engine.protections.missing
        given = [asked.questions[n] for n in numbers]
        if asked.function not in FUNCTIONS:
            for n, arguments in zip(numbers, given, strict=True):
                found[n] = called(engine, asked.function, arguments)
            return
        said_to = engine.ask(asked.function, given)
        for n, said in zip(numbers, said_to, strict=False):
            found[n] = answer = answer_of(said)
            if answer.absent and strikes(found) >= asked.strikes:
                return
            if self._stopped or self.budget.is_up(share):
                return

    def _engine(self, asked: Ask, place: int) -> Sandbox:
        """Return an engine for an Ask, not started yet unless it was used before."""
        limits = Limits(
            answer=asked.patience(self.effort),
            start=self.effort.start,
            cpu=self.effort.computing,
        )
        key = asked.source, repr(asked.setup), place
        engine = None if asked.fresh else self._engines.pop(key, None)
        if engine is None:
            engine = Sandbox(
                FILE_NAME,
                limits,
                partial=True,
                source=asked.source.encode("latin-1"),
                setup=asked.setup,
                modules=self.modules,
                started=False,
            )
            self.budget.engines.append(engine)
        engine.limits = limits
        if not asked.fresh:
            self._engines[key] = engine
        while len(self._engines) + asked.fresh > SETUPS * self.effort.processes:
            self._engines.pop(next(iter(self._engines))).close()
        return engine


def strikes(found: Answers) -> int:
    """Return how many questions ended in a timeout or a crash."""
    return sum(answer is not None and answer.absent for answer in found)


def refusal_of(error: Refused) -> Said:
    """Return why a file cannot be loaded, without its name."""
    name = error.key.removeprefix("refusal.")
    parts = {part: error.parts[part] for part in error.parts if part != "path"}
    return Said(f"refused.{name}", **parts)


def called(engine: Sandbox, function: str, arguments: list[object]) -> Answer:
    """Return the answer of a function that is not of the contract, as plain data."""
    try:
        return read_value(engine.call(function, *arguments))
    except EngineError as error:
        return answer_of(error)


def answer_of(said: str | EngineError) -> Answer:
    """Return a sandbox's reply as an answer of the closed set."""
    if isinstance(said, str):
        return read_line(said)
    match said.parts:
        case {"n": seconds}:
            return late(seconds)
        case {"kind": kind, "text": text}:
            return raised(kind, text)
        case {"why": why} | {"what": why}:
            return died(why)
    return died("unknown")
