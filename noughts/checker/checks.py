"""
The checks: each is a promise of the assignment, tested on every position.

A rule says whether one answer keeps the promise. A check covers all questions to its
function, or those of some kinds.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from noughts.board import replies
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.questions import Question
from noughts.checker.truth import has_right_value, right
from noughts.contract import PARAMETERS
from noughts.words.said import Said

Rule = Callable[[Question, Answer], bool]


class Promise(NamedTuple):
    """One check."""

    name: str  # "winner.rows"
    about: str  # kinds of questions, such as "rows"; empty for all
    rule: Rule

    @property
    def function(self) -> str:
        return self.name.partition(".")[0]

    @property
    def pure(self) -> bool:
        """Whether it promises that the board is not changed."""
        return self.name.endswith(".pure")

    @property
    def hint(self) -> Said:
        """The hint for a file that breaks it."""
        return text_of(self.name, "hint")

    def broken_by(self, sheet: AnswerSheet) -> Iterator[tuple[Question, Answer]]:
        """Yield the answers that break it, with their questions."""
        for question, answer in sheet.wrongs(self.about):
            if not self.rule(question, answer):
                yield question, answer


def text_of(check: str, what: str = "sentence") -> Said:
    """Return the sentence of a check, or its hint."""
    function, _, name = check.rpartition(".")
    if name == "pure":
        return Said(f"checks.pure.{what}", function=function)
    return Said(f"checks.{check}.{what}")


def is_set(_: Question, answer: Answer) -> bool:
    """Return whether the answer is a set of pairs, right or wrong."""
    frozen = answer.kind == "frozenset" and answer.like[:1] == "s"
    return answer.said[0] == "s" or frozen or answer.pairs


def is_legal(question: Question, answer: Answer) -> bool:
    """Return whether the answer is an empty cell, as a tuple."""
    return answer.said[0] == "c" and answer.cell in replies(question.key)


INVALID = "result.invalid"  # the only check that demands an exception
PROMISES = [
    Promise("initial_state.empty", "", right),
    Promise("player.turn", "", right),
    Promise("actions.cells", "", has_right_value),
    Promise("actions.type", "", is_set),
    Promise("result.board", "valid", right),
    Promise(INVALID, "taken range negative shape", right),
    Promise("winner.rows", "rows", right),
    Promise("winner.columns", "columns", right),
    Promise("winner.diagonals", "diagonals", right),
    Promise("winner.none", "none", right),
    Promise("terminal.won", "won", right),
    Promise("terminal.full", "full", right),
    Promise("terminal.open", "open", right),
    Promise("utility.x", "X", right),
    Promise("utility.o", "O", right),
    Promise("utility.tie", "tie", right),
    Promise("minimax.legal", "open", is_legal),
    Promise("minimax.optimal", "open", has_right_value),
    Promise("minimax.none", "over", right),
    *(
        Promise(f"{name}.pure", "", lambda _, answer: not answer.mutated)
        for name in list(PARAMETERS)[1:]
    ),
]


def promises_of(function: str) -> list[Promise]:
    """Return the checks of a function."""
    return [promise for promise in PROMISES if promise.function == function]
