"""Asking a file: in several processes, within its time, deepest positions first."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from math import factorial, inf
from pathlib import Path

from noughts.checker.questions import Answer, Question, Sheet
from noughts.sandbox import EngineDied, EngineTimeout, Limits, Sandbox

Progress = Callable[[int, int], None]  # questions answered, questions to be asked
PATIENCE = 3  # times that a function may hang or end its process before we give it up
EVERY = 250  # answers between two reports of progress


@dataclass(frozen=True)
class Effort:
    """How much time a file is given, and how many processes."""

    answer: float = 20.0  # seconds for one answer
    budget: float = 60.0  # seconds for the whole file
    processes: int = 2


THOROUGH = Effort(answer=600.0, budget=inf)


@dataclass(frozen=True)
class Examination:
    """One file being asked: the same limits, clock and progress for all questions."""

    path: Path
    effort: Effort
    deadline: float
    progress: Progress

    def ask(
        self,
        questions: Sequence[Question],
        extension: str | None = None,
        answer: float = inf,
    ) -> Sheet:
        """Return the answers; fewer than questions where the time ends first."""
        limits = Limits(answer=min(answer, self.effort.answer))
        lots = deal(questions, self.effort.processes)
        done = Counter[int]()

        def ask_lot(number: int) -> list[tuple[Question, Answer]]:
            answers = list[tuple[Question, Answer]]()
            with Sandbox(
                self.path, limits, partial=True, extension=extension
            ) as engine:
                for answered in ask(engine, lots[number], self.deadline):
                    answers.append(answered)
                    if len(answers) % EVERY == 0:
                        done[number] = len(answers)
                        self.progress(done.total(), len(questions))
            return answers

        with ThreadPoolExecutor(len(lots)) as pool:
            answers = [
                pair for lot in pool.map(ask_lot, range(len(lots))) for pair in lot
            ]
        return sheet_of(answers)


def ask(
    engine: Sandbox, lot: Sequence[Question], deadline: float
) -> Iterator[tuple[Question, Answer]]:
    """Yield the answers in order, until a function has hung too often or time is up."""
    hung = Counter[str]()
    left = list(lot)
    while left and time.monotonic() < deadline:
        asked = 0
        with closing(engine.ask((q.function, q.arguments) for q in left)) as answers:
            for question, answer in zip(left, answers, strict=False):
                asked += 1
                yield question, answer
                if isinstance(answer.error, EngineTimeout | EngineDied):
                    hung[question.function] += 1
                    if hung[question.function] == PATIENCE:
                        break
                if time.monotonic() > deadline:
                    break
        left = [q for q in left[asked:] if hung[q.function] < PATIENCE]


def deal(questions: Sequence[Question], hands: int) -> list[list[Question]]:
    """Return the questions in lots of about the same work, the quickest ones first."""
    lots: list[list[Question]] = [[] for _ in range(hands)]
    loads = [0] * hands
    for question in sorted(questions, key=work, reverse=True):
        least = loads.index(min(loads))
        lots[least].append(question)
        loads[least] += work(question)
    return [lot[::-1] for lot in lots]


def work(question: Question) -> int:
    """Return how long a question takes: a plain Minimax tries all orders of moves."""
    return factorial(question.key.count(".")) if question.function == "minimax" else 1


def sheet_of(answers: list[tuple[Question, Answer]]) -> Sheet:
    """Return the answers by function, smallest boards first, then in text order."""
    sheet: Sheet = {}
    for pair in sorted(answers, key=lambda pair: _size(pair[0])):
        sheet.setdefault(pair[0].function, []).append(pair)
    return sheet


def _size(question: Question) -> tuple[int, str, str]:
    return -question.key.count("."), question.key, repr(question.action)
