"""
`check_file`: from a file on disk to its record.

The judge's questions are carried to sandboxed processes.
"""

import time
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from noughts.checker import style, yardstick
from noughts.checker.answers import Answer, died, late, raised, read_line, read_value
from noughts.checker.asking import (
    SURVEY,
    Answers,
    Ask,
    Driver,
    Effort,
    Returned,
    UnjudgedError,
)
from noughts.checker.judge import judge
from noughts.checker.newer_python import python_that_reads
from noughts.checker.record import Check, Record
from noughts.checker.rubric import Rubric, apply, load
from noughts.game.contract import (
    FILE_NAME,
    FUNCTIONS,
    LARGEST_FILE,
    EndedEngineError,
    EngineError,
    LoadRefusal,
    OddEngineError,
    RaisingEngineError,
    SlowEngineError,
    largest,
)
from noughts.sandbox import notebook
from noughts.sandbox.limits import Limits
from noughts.sandbox.modules import modules_beside
from noughts.texts.said import Said

if TYPE_CHECKING:  # see Examination
    from noughts.sandbox.engine import Sandbox

OnProgress = Callable[[str, int, int], None]  # function, answers, questions
OnFirstWrong = Callable[[Check], None]
EngineKey = tuple[str, str, bool]  # the source, the setup, and whether it is kept apart

MOST_ENGINES = 2  # at once: the file alone, and with verified answers


def check_file(
    path: str | Path,
    *,
    rubric: Rubric | None = None,
    functions: Collection[str] = FUNCTIONS,
    effort: Effort | None = None,
    progress: OnProgress = lambda function, done, total: None,
    modules: Mapping[str, str] | None = None,
    source: bytes | None = None,
    supplied: Collection[str] = (),
    tell: OnFirstWrong = lambda check: None,
    watched: dict[str, list[Check]] | None = None,
) -> Record:
    """
    Judge a student's file and return the record, whatever is in the file.

    The file, and the `modules` next to it, run only in the sandbox. Both are read from
    disk unless `source` is given. Functions that are `supplied` need not be in it.
    `progress` is called a few times a second, and `tell` at most once: with the first
    check that a wrong answer fails, long before the end. If one raises an exception,
    the judging and its processes end. The checks of each function are put into
    `watched` as they are judged. Raises OSError if the file cannot be read,
    MachineError if this machine cannot judge it.
    """
    path, began = Path(path), time.monotonic()
    if source is None:
        with path.open("rb") as file:
            source = file.read(largest(path.name) + 1)
        if modules is None:
            modules = modules_beside(path, notebook.program(source))
    program = notebook.program(source)
    remarks: style.Remarks = "missing"
    if set(functions) >= set(FUNCTIONS) and style.available():
        small = len(program) <= LARGEST_FILE
        remarks = style.findings(program) if small else "crashed"
    python = None  # the newer one that the file is written for, if ruff can tell
    if style.available():
        python = python_that_reads(program, style.has_syntax_error)
    talk = judge(
        source,
        path.name,
        functions,
        remarks,
        supplied=supplied,
        tell=tell,
        watched=watched,
        python=python,
    )
    with Examination(effort or Effort(), progress, modules or {}) as driver:
        record = converse(talk, driver)
    lacking = ", ".join(driver.unprotected)
    machine = [Said("note.protections", names=lacking)] if lacking else []
    if not record.styled:
        machine.append(Said("note.no_ruff", version=style.VERSION))
    seconds = round(time.monotonic() - began, 3)
    return apply(
        rubric or load(), replace(record, machine=(*machine,), seconds=seconds)
    )


def converse(talk: Generator[Ask, Answers, Returned], driver: Driver) -> Returned:
    """Carry questions and answers between a talk and a driver; return its result."""
    try:
        asked = next(talk)
        while True:
            try:
                answers = driver(asked)
            except UnjudgedError as error:
                asked = talk.throw(error)
            else:
                asked = talk.send(answers)
    except StopIteration as end:
        returned: Returned = end.value
        return returned


@dataclass
class Examination:
    """
    One file, asked in sandboxed processes within its time.

    One process answers at a time, so that the order of the questions, and with it the
    record of a file that remembers them, is the same everywhere. What needs processes
    is imported here, because a browser, which has none, imports this module, too.
    """

    effort: Effort
    progress: OnProgress
    modules: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from noughts.sandbox.patience import Budget

        self.budget = Budget(self.effort.budget)
        self.unprotected: tuple[str, ...] = ()  # protections that this machine lacks
        self._engines = dict[EngineKey, "Sandbox"]()  # least recently used first

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for engine in self._engines.values():
            engine.close()

    def __call__(self, asked: Ask) -> Answers:
        """Return the answers, or raise UnjudgedError if the file cannot be loaded."""
        answers: Answers = [None] * len(asked.questions)
        if self._is_time_up(asked):
            return answers
        self.progress(asked.function, 0, len(answers))
        engine = self._engine(asked)
        try:
            engine.start()
            self.unprotected = engine.protections.missing
            self._fill(asked, engine, answers)
        except LoadRefusal as error:
            raise unjudged(error) from error
        finally:
            if asked.fresh:
                engine.close()
        self.progress(asked.function, len(answers), len(answers))
        return answers

    def _is_time_up(self, asked: Ask) -> bool:
        return self.budget.is_up(asked.share) and asked.function != SURVEY

    def _fill(self, asked: Ask, engine: "Sandbox", answers: Answers) -> None:
        """Fill in the answers, until the function is given up or the time is up."""
        from noughts.sandbox.patience import BEAT

        done, strikes, shown = 0, 0, time.monotonic()

        def tell() -> None:
            self.progress(asked.function, done, len(answers))

        def extended(question: str) -> float:
            return min(yardstick.fair_seconds(asked, question), yardstick.LONGEST)

        engine.waiting, engine.extended = tell, extended
        usual = asked.patience(self.effort)
        for said in ask_engine(engine, asked):
            question = asked.questions[done]
            answer = yardstick.as_it_counts(said, asked, question, usual)
            if answer is None:
                return
            answers[done] = answer
            done, strikes = done + 1, strikes + answer.is_strike
            given_up = answer.gives_up or strikes == asked.strikes
            if given_up or self._is_time_up(asked):
                return
            if time.monotonic() > shown + BEAT:
                shown = time.monotonic()
                tell()

    def _engine(self, asked: Ask) -> "Sandbox":
        """Return the engine for an Ask; a new one is not started yet."""
        from noughts.sandbox.engine import Sandbox

        key = asked.source, repr(asked.setup), asked.apart
        engine = None if asked.fresh else self._engines.pop(key, None)
        if engine is None:
            engine = Sandbox(
                FILE_NAME,
                partial=True,
                source=asked.source.encode("latin-1"),
                setup=asked.setup,
                modules=self.modules,
                started=False,
            )
            self.budget.engines.append(engine)
        answer, effort = asked.patience(self.effort), self.effort
        engine.limits = Limits(
            answer, start=effort.start, cpu=effort.computing, size=asked.size
        )
        if not asked.fresh:
            self._engines[key] = engine
        while len(self._engines) + asked.fresh > MOST_ENGINES:
            self._engines.pop(next(iter(self._engines))).close()
        return engine


def unjudged(error: LoadRefusal) -> UnjudgedError:
    """Return why a file cannot be judged if it cannot be loaded, without its path."""
    parts = {name: part for name, part in error.parts.items() if name != "path"}
    return UnjudgedError(error.fault, is_ours=error.fault == "sandbox", **parts)


def ask_engine(engine: "Sandbox", asked: Ask) -> Iterator[Answer]:
    """Yield the answer to each question."""
    if asked.function in FUNCTIONS:
        yield from map(answer_of, engine.ask(asked.function, asked.questions))
        return
    for arguments in asked.questions:
        try:
            yield read_value(engine.call(asked.function, *arguments))
        except EngineError as error:
            yield answer_of(error)


def answer_of(said: str | EngineError) -> Answer:
    """Return a sandbox's reply as an answer of the closed set."""
    if isinstance(said, str):
        return read_line(said)
    match said:
        case SlowEngineError(seconds=seconds):
            return late(seconds)
        case RaisingEngineError(kind=kind, text=text):
            return raised(kind, text)
        case EndedEngineError(why=why) | OddEngineError(what=why):
            return died(why)
    return died("unknown")
