"""The driver that is the default: asks the judge's questions of guarded processes."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Self

from noughts.checker.batches import in_order
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Record
from noughts.checker.rounds import (
    AWAITED,
    END,
    MACHINE,
    PATIENCE,
    Effort,
    Reply,
    Round,
    Stage,
)
from noughts.contract import FILE_NAME, ContractError
from noughts.sandbox import (
    EngineDied,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
    Limits,
    Response,
    Sandbox,
)
from noughts.sandbox.patience import Budget

OnProgress = Callable[[str, int, int], None]  # what is asked, answers, questions
Driver = Callable[[Round], Iterator[Reply]]
Key = tuple[str, str, int]  # source, extension, and which of the processes it is

# Rounds whose processes are kept at once: of a right file, that with memory and that
# without. An experiment's is not needed again once the next one has begun.
ROUNDS = 2

BEAT = 0.5  # seconds without an answer, after which it is told who is waited for


def converse(judge: Generator[Round | None, Reply, Record], driver: Driver) -> Record:
    """Carry questions and answers between a judge and a driver; return the record."""
    reply: Reply | None = None
    asked: Iterator[Reply] = iter(())
    while True:
        try:
            request = judge.send(reply) if reply else next(judge)
        except StopIteration as end:
            record: Record = end.value
            return record
        if request is not None:
            asked = driver(request)
        reply = next(asked, None)
        if reply is None:
            raise RuntimeError("the driver has ended a round without a reply END")


@dataclass
class Examination:
    """One file being asked, in guarded processes, within its time."""

    effort: Effort
    progress: OnProgress
    modules: Mapping[str, str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.budget = Budget(self.effort.budget)
        self._engines = dict[Key, Sandbox]()  # those asked last at the end
        self._awaited = dict[Sandbox, str]()  # what the round is about, for each engine

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __call__(self, asked: Round) -> Iterator[Reply]:
        """Yield the replies to a round as they come, the last with the number END."""
        lots = in_order(asked.calls, 1 if asked.fresh else self.effort.processes)
        engines = [self._engine(asked, place) for place in range(len(lots))]
        replies = SimpleQueue[Reply | BaseException | None]()
        stop = threading.Event()

        def work(engine: Sandbox, lot: list[int]) -> None:
            try:
                for reply in self._ask(asked, engine, lot, stop):
                    replies.put(reply)
            except BaseException as error:
                replies.put(error)
            finally:
                self._awaited.pop(engine, None)
                replies.put(None)

        with ThreadPoolExecutor(len(lots)) as pool:
            working = [
                pool.submit(work, *each) for each in zip(engines, lots, strict=True)
            ]
            try:
                yield from self._gather(asked, replies, len(lots))
            finally:
                stop.set()  # nobody waits for answers now
                while wait(working, 0.2).not_done:
                    for engine in engines:
                        engine.interrupt()
                if asked.fresh:
                    engines[0].close()

    def _gather(
        self,
        asked: Round,
        replies: "SimpleQueue[Reply | BaseException | None]",
        working: int,
    ) -> Iterator[Reply]:
        done, ended = 0, Reply(END, "done")
        self.progress(asked.what, done, len(asked.calls))
        while working:
            try:
                reply = replies.get(timeout=BEAT)
            except Empty:  # who is told may wish to end it
                self.progress(self._waiting(asked), done, len(asked.calls))
                continue
            if reply is None:
                working -= 1
            elif isinstance(reply, ContractError):
                ended = Reply(END, "refused", as_fact(reply))
            elif isinstance(reply, BaseException):
                raise reply
            else:
                done += reply.number >= 0
                self.progress(asked.what, done, len(asked.calls))
                yield reply
        if ended.status == "done" and self.budget.is_up():
            ended = Reply(END, "time")
        yield ended

    def _waiting(self, asked: Round) -> str:
        """Return what is told where no answer comes: for which function one waits."""
        names = (name for name in [*self._awaited.values()] if name in FUNCTIONS)
        return next((f"{name} {AWAITED}" for name in names), asked.what)

    def _ask(
        self, asked: Round, engine: Sandbox, lot: list[int], stop: threading.Event
    ) -> Iterator[Reply]:
        """Yield the replies of one process to some of the calls."""
        left, hung = list(lot), Counter[str]()
        first = asked.what == Stage.FILE
        if self.budget.is_up() and not first:
            return  # a file may take long to be loaded, too
        with self.budget.spending(engine):
            engine.start()
            if first and engine.protections.missing:
                yield Reply(MACHINE, "protections", list(engine.protections.missing))
            while left and not stop.is_set() and (first or not self.budget.is_up()):
                calls = [asked.calls[n] for n in left]
                self._awaited[engine] = calls[0].about
                given = engine.ask((c.function, tuple(c.arguments)) for c in calls)
                for n, answer in zip(list(left), given, strict=False):
                    left.remove(n)
                    if left:
                        self._awaited[engine] = asked.calls[left[0]].about
                    yield reply_to(n, answer)
                    if isinstance(answer.error, EngineTimeout | EngineDied):
                        single = asked.calls[n].single
                        hung[asked.calls[n].about] += 1 if single else PATIENCE
                        break
                    if stop.is_set() or self.budget.is_up():
                        break
                left = [n for n in left if hung[asked.calls[n].about] < PATIENCE]

    def _engine(self, asked: Round, place: int) -> Sandbox:
        """
        Return an engine for a round; one that was asked before, if it may be.

        It has no process before it is started. Those that nobody has asked for longest
        are closed: a file may be changed in a hundred places, one after the other.
        """
        seconds = self.effort.answer if asked.search else self.effort.rule
        limits = Limits(
            answer=min(seconds, asked.seconds or seconds),
            start=min(self.effort.start, asked.start or self.effort.start),
            cpu=self.effort.computing,
        )
        key = asked.source, asked.extension, place
        engine = None if asked.fresh else self._engines.pop(key, None)
        if engine is None:
            engine = Sandbox(
                FILE_NAME,
                limits,
                partial=True,
                source=asked.source.encode("latin-1"),
                extension=asked.extension,
                modules=self.modules,
                started=False,
            )
        engine.limits = limits
        if not asked.fresh:
            self._engines[key] = engine
        while len(self._engines) + asked.fresh > ROUNDS * self.effort.processes:
            self._engines.pop(next(iter(self._engines))).close()
        return engine

    def close(self) -> None:
        """End all processes."""
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()


def as_fact(error: ContractError) -> str:
    """Return why a file cannot be loaded, as a fact in JSON; its name is known."""
    name = error.key.removeprefix("refusal.")
    parts = {part: error.parts[part] for part in error.parts if part != "path"}
    return json.dumps([f"refused.{name}", parts])


def reply_to(number: int, answer: Response) -> Reply:
    """Return what a sandbox answered as a reply: plain data."""
    match answer.error:
        case None:
            return Reply(number, "ok", answer.value)
        case EngineRaised() as error:
            value = [error.kind, error.text, error.traceback]
            return Reply(number, "raised", value)
        case EngineTimeout() as error:
            return Reply(number, "late", error.seconds)
        case EngineDied() as error:
            return Reply(number, "died", error.how)
        case EngineMisanswered() as error:
            return Reply(number, "odd", error.why)
    return Reply(number, "odd", "nothing that can be read")
