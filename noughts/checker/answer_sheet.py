"""The answers of one function: wrong ones are stored, right ones only counted."""

from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import Any

from noughts.board import turn
from noughts.checker import truth
from noughts.checker.answers import Answer
from noughts.checker.questions import NO_CELLS, Question, questions

REFUSED = Answer("rException")


class AnswerSheet:
    """
    The answers of a function so far, by the number of the question.

    A right answer follows from its question and is not stored; minimax is an exception,
    where several answers can be right.
    """

    def __init__(self, function: str) -> None:
        self.function = function
        self.asked = bytearray(len(questions(function)))
        self.wrong = dict[int, Answer]()
        self.chosen = dict[int, str]()  # right answers of minimax
        self.unwritten = False  # whether the sample shows a placeholder
        self.hangs = False  # whether it was given up after several timeouts

    def take(self, answers: Mapping[int, Answer]) -> None:
        """Enter answers by number; the latest counts."""
        wanted, searched = expected(self.function), self.function == "minimax"
        asked, wrong = self.asked, self.wrong
        for number, answer in answers.items():
            asked[number] = 1
            want = wanted[number]
            if not answer.flags and (
                answer.said in want if searched else answer.said == want
            ):
                wrong.pop(number, None)
                if searched:
                    self.chosen[number] = answer.said
            elif want == "r" and answer.said[0] == "r" and not answer.flags:
                wrong.pop(number, None)
            else:
                wrong[number] = answer
                self.chosen.pop(number, None)

    def keep(self, earlier: dict[int, Answer]) -> bool:
        """
        Keep earlier wrong answers, except timeouts, even if they are right now.

        Return whether a question got two different answers.
        """
        kept = False
        for number, answer in earlier.items():
            if not answer.absent and number not in self.wrong:
                self.asked[number] = 1
                self.wrong[number] = answer
                self.chosen.pop(number, None)
                kept = True
        return kept

    def forget_late(self) -> None:
        """Drop timeouts."""
        for number in [n for n, answer in self.wrong.items() if answer.absent]:
            del self.wrong[number]
            self.asked[number] = 0

    def only(self, numbers: Set[int]) -> "AnswerSheet | None":
        """Return the sheet with only these wrong answers; None if it has none."""
        some = AnswerSheet(self.function)
        some.wrong = {n: self.wrong[n] for n in self.wrong if n in numbers}
        some.chosen = dict(self.chosen)
        for number, asked in enumerate(self.asked):
            left_out = number in self.wrong and number not in numbers
            some.asked[number] = asked and not left_out
        return some if some.wrong else None

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question that was asked."""
        number = question.number
        if number in self.wrong:
            return self.wrong[number]
        if self.function == "minimax":
            return Answer(self.chosen[number])
        return Answer(truth.said(question)) if question.valid else REFUSED

    def pairs(self) -> Iterator[tuple[Question, Answer]]:
        """Yield every question and its answer, boards with few marks first."""
        every = questions(self.function)
        for number, asked in enumerate(self.asked):
            if asked:
                question = every[number]
                yield question, self.answer(question)

    def wrongs(self, about: str = "") -> Iterator[tuple[Question, Answer]]:
        """Yield the wrong answers to questions of some kinds, few marks first."""
        every, kinds = questions(self.function), about.split()
        stakes = every.stakes
        for number in sorted(self.wrong):
            if not kinds or stakes[number] in kinds:
                yield every[number], self.wrong[number]

    def said(self) -> Iterator[str]:
        """Yield the answers to valid questions, as if their types were right."""
        about = "valid" if self.function == "result" else ""
        stakes, wanted = questions(self.function).stakes, expected(self.function)
        for number, asked in enumerate(self.asked):
            if asked and (not about or stakes[number] == about):
                if number in self.wrong:
                    yield self.wrong[number].like or self.wrong[number].said
                else:
                    yield self.chosen.get(number) or wanted[number]

    def by_board(self) -> dict[str, Answer]:
        """Return the answers of minimax by position."""
        boards = questions(self.function).boards
        answers = {n: Answer(said) for n, said in self.chosen.items()} | self.wrong
        return {boards[n]: answer for n, answer in answers.items()}

    @property
    def complete(self) -> bool:
        return all(self.asked)


@cache
def expected(function: str) -> list[Any]:
    """Return the right answers in wire format; `r` means any exception."""
    boards = questions(function).boards
    if function == "minimax":
        return [truth.optimal(key) for key in boards]
    if function == "result":
        return [said for key in boards for said in _results(key)]
    return [truth.said_about(function, key) for key in boards]


def _results(key: str) -> list[str]:
    """Return the right answers of `result` to every action on a board."""
    mark = turn(key)
    cells = [
        f"b{key[:n]}{mark}{key[n + 1 :]}" if key[n] == "." else "r" for n in range(9)
    ]
    return cells + ["r"] * len(NO_CELLS)
