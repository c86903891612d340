"""Asking a file: in several processes, within its time, quick questions first."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import factorial, inf
from pathlib import Path

from noughts.checker import extension as inside
from noughts.checker.questions import ACTIONS, Answer, Question, Sheet
from noughts.checker.shorthand import batches, packed, unpacked
from noughts.sandbox import EngineDied, EngineRaised, EngineTimeout, Limits, Sandbox

Progress = Callable[[str, int, int], None]  # what is asked, answers, questions
Batch = Sequence[Question]
Pair = tuple[Question, Answer]
PATIENCE = 3  # times that a function may hang or end its process before we give it up


@dataclass(frozen=True)
class Effort:
    """How much time a file is given, and how many processes."""

    answer: float = 20.0  # seconds for one answer
    budget: float = 120.0  # seconds for the whole file
    processes: int = 2


@dataclass
class Clock:
    """When the time for a file is up."""

    deadline: float

    def is_up(self) -> bool:
        return time.monotonic() > self.deadline

    def stop(self) -> None:
        self.deadline = -inf


@dataclass(frozen=True)
class Examination:
    """One file being asked: the same limits, clock and progress for all questions."""

    path: Path
    effort: Effort
    clock: Clock
    progress: Progress

    def ask(
        self,
        what: str,
        questions: Sequence[Question],
        proved: Sequence[str] = (),
        replaced: Sequence[str] = (),
        answer: float = inf,
    ) -> Sheet:
        """
        Return the answers; fewer than questions where the time ends first.

        Functions that are `proved` right answer from memory when they are called
        again; right ones stand in for those to be `replaced`.
        """
        limits = Limits(answer=min(answer, self.effort.answer))
        extension = inside.source(proved, replaced, ACTIONS)
        lots = deal(list(batches(questions)), self.effort.processes)
        done = [0] * len(lots)
        engines = list[Sandbox]()

        def ask_lot(number: int) -> list[Pair]:
            answers = list[Pair]()
            with Sandbox(
                self.path, limits, partial=True, extension=extension
            ) as engine:
                engines.append(engine)
                for pairs in ask(engine, lots[number], self.clock):
                    answers += pairs
                    done[number] = len(answers)
                    self.progress(what, sum(done), len(questions))
                return answers if self.clock.is_up() else in_full(engine, answers)

        with ThreadPoolExecutor(len(lots)) as pool:
            try:
                answered = list(pool.map(ask_lot, range(len(lots))))
            except BaseException:
                # Ctrl-C, or a file that does not load: nobody waits for answers now.
                self.clock.stop()
                for engine in engines:
                    engine.close()
                raise
        return sheet_of([pair for lot in answered for pair in lot])


def deal(all_batches: Sequence[Batch], hands: int) -> list[list[Batch]]:
    """Return the batches in lots of about the same work, the quickest ones first."""
    lots: list[list[Batch]] = [[] for _ in range(hands)]
    loads = [0] * hands
    for batch in sorted(all_batches, key=work, reverse=True):
        least = loads.index(min(loads))
        lots[least].append(batch)
        loads[least] += work(batch)
    return [lot[::-1] for lot in lots]


def work(batch: Batch) -> int:
    """Return how long a batch takes: plain Minimax tries all orders of moves."""
    if batch[0].function == "minimax":
        return factorial(batch[0].key.count("."))
    return len(batch)


def ask(engine: Sandbox, lot: Sequence[Batch], clock: Clock) -> Iterator[list[Pair]]:
    """
    Yield the answers, batch by batch, until the time is up.

    A batch whose answers are not all there is asked again, question by question; a
    function that hangs too often is asked no more.
    """
    left, hung = list(lot), Counter[str]()
    while left and not clock.is_up():
        asked, again = 0, list[Batch]()
        for batch, answer in zip(left, engine.ask(map(packed, left)), strict=False):
            asked += 1
            pairs = answers_to(batch, answer)
            if pairs:
                yield pairs
            else:
                again += [[question] for question in batch]
            if isinstance(answer.error, EngineTimeout | EngineDied):
                hung[batch[0].function] += len(pairs)
                break
            if clock.is_up():
                break
        left = [b for b in again + left[asked:] if hung[b[0].function] < PATIENCE]


def answers_to(batch: Batch, answer: Answer) -> list[Pair]:
    """Return the answers to all questions of a batch; none if one is not there."""
    if len(batch) == 1:
        return [(batch[0], answer)]
    try:
        return list(zip(batch, unpacked(batch, answer.value), strict=True))
    except ValueError:
        return []


def in_full(engine: Sandbox, answers: list[Pair]) -> list[Pair]:
    """
    Return the answers with the traceback of each kind of exception, once.

    Batches leave tracebacks out. Asked for are those on the smallest boards, unless
    the exception is just what the question wanted.
    """
    first = dict[tuple[str, str], int]()
    for n, (question, answer) in enumerate(answers):
        if question.valid and isinstance(answer.error, EngineRaised):
            cause = question.function, answer.error.kind
            seen = first.setdefault(cause, n)
            if question.number < answers[seen][0].number:
                first[cause] = n
    asked = [answers[n][0] for n in first.values()]
    again = engine.ask((question.function, question.arguments) for question in asked)
    for n, answer in zip(first.values(), again, strict=True):
        answers[n] = (answers[n][0], answer)
    return answers


def sheet_of(answers: list[Pair]) -> Sheet:
    """Return the answers by function, smallest boards first, then in text order."""
    sheet: Sheet = {}
    for pair in sorted(answers, key=lambda pair: pair[0].number):
        sheet.setdefault(pair[0].function, []).append(pair)
    return sheet
