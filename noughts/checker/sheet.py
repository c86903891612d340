"""The answers of one function: what is wrong is kept, what is right is only counted."""

from collections.abc import Iterator, Sequence
from functools import cache

from noughts.checker import truth
from noughts.checker.answers import Answer
from noughts.checker.questions import Question, questions

REFUSED = Answer("rException")


class Sheet:
    """
    What a function has answered so far, by the numbers of the questions.

    A right answer can be told from its question, so it is not kept; but those of
    minimax are, of which several can be right.
    """

    def __init__(self, function: str) -> None:
        self.function = function
        self.asked = bytearray(len(questions(function)))
        self.wrong = dict[int, Answer]()
        self.chosen = dict[int, str]()  # right answers of minimax
        self.unwritten = False  # whether a sample showed that there is nothing to ask

    def take(self, asked: Sequence[Question], answers: Sequence[Answer]) -> None:
        """Enter answers; the latest to a question counts."""
        wanted, searched = expected(self.function), self.function == "minimax"
        for question, answer in zip(asked, answers, strict=True):
            number = question.number
            self.asked[number] = 1
            want = wanted[number]
            if answer.said in want and not answer.flags:
                self.wrong.pop(number, None)
                if searched:
                    self.chosen[number] = answer.said
            elif want == "r" and answer.said[0] == "r" and not answer.flags:
                self.wrong.pop(number, None)
            else:
                self.wrong[number] = answer

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question that was asked."""
        number = question.number
        if number in self.wrong:
            return self.wrong[number]
        if self.function == "minimax":
            return Answer(self.chosen[number])
        return Answer(truth.said(question)) if question.valid else REFUSED

    def pairs(self) -> Iterator[tuple[Question, Answer]]:
        """Yield every question that was asked and its answer, small boards first."""
        for question in questions(self.function):
            if self.asked[question.number]:
                yield question, self.answer(question)

    def wrongs(self) -> Iterator[tuple[Question, Answer]]:
        """Yield what is wrong, or strange, small boards first."""
        all_questions = questions(self.function)
        for number in sorted(self.wrong):
            yield all_questions[number], self.wrong[number]

    @property
    def complete(self) -> bool:
        return all(self.asked)


@cache
def expected(function: str) -> list[frozenset[str] | str]:
    """Return the right answers to each question as they stand on the wire."""
    return [
        "r"
        if not question.valid
        else truth.optimal(question.key)
        if function == "minimax"
        else frozenset({truth.said(question)})
        for question in questions(function)
    ]
