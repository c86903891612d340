"""The answers of one function."""

from collections.abc import Iterator, Mapping

from noughts.checker.answers import Answer, fits
from noughts.checker.questions import Question, abouts, boards, question
from noughts.checker.truth import wanted


class AnswerSheet:
    """The answers of a function so far, by the number of the question."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.answers = dict[int, Answer]()
        self.wrong = dict[int, Answer]()  # those that are wrong or changed something
        self.unwritten = False  # whether the sample shows a placeholder
        self.hangs = False  # whether it was given up after several strikes
        self.sampled = False  # whether only quick searches were asked, as enough

    def take(self, answers: Mapping[int, Answer]) -> None:
        """Enter answers by number; the latest counts."""
        self.answers.update(answers)
        right = wanted(self.function)
        for number, answer in answers.items():
            if fits(right[number], answer.said) and not answer.flags:
                self.wrong.pop(number, None)
            else:
                self.wrong[number] = answer

    def keep(self, earlier: Mapping[int, Answer]) -> bool:
        """
        Keep earlier wrong answers, except timeouts, even if they are right now.

        Return whether a question got two different answers.
        """
        kept = {
            number: answer
            for number, answer in earlier.items()
            if not answer.no_answer and number not in self.wrong
        }
        differ = not kept.keys().isdisjoint(self.answers)
        self.answers |= kept
        self.wrong |= kept
        return differ

    def forget_late(self) -> None:
        """Drop timeouts."""
        for number in [n for n, answer in self.wrong.items() if answer.no_answer]:
            del self.wrong[number], self.answers[number]

    def pairs(self) -> Iterator[tuple[Question, Answer]]:
        """Yield every question and its answer, boards with few marks first."""
        for number in sorted(self.answers):
            yield question(self.function, number), self.answers[number]

    def wrongs(self, about: str = "") -> Iterator[tuple[Question, Answer]]:
        """Yield the wrong answers to questions of some kinds, few marks first."""
        every, kinds = abouts(self.function), about.split()
        for number in sorted(self.wrong):
            if not kinds or every[number] in kinds:
                yield question(self.function, number), self.wrong[number]

    def answers_to(self, about: str = "") -> list[Answer]:
        """Return the answers to one kind of question, or all."""
        every = abouts(self.function)
        return [
            answer
            for number, answer in self.answers.items()
            if not about or every[number] == about
        ]

    def by_board(self) -> dict[str, Answer]:
        """Return the answers of minimax by position."""
        keys = boards(self.function)
        return {keys[number]: answer for number, answer in self.answers.items()}

    @property
    def late(self) -> bool:
        """Whether a question timed out, ended the process, or filled the memory."""
        return any(answer.is_strike for answer in self.wrong.values())

    @property
    def complete(self) -> bool:
        return len(self.answers) == len(abouts(self.function))
