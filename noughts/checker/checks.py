"""
The checks: each is a promise of the assignment, tested on every position.

A rule says whether one answer keeps the promise. A check covers all questions to its
function, or those of some kinds.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.questions import Question
from noughts.checker.truth import has_right_value, right
from noughts.game import oracle
from noughts.game.board import replies
from noughts.game.contract import TO_WRITE
from noughts.texts.said import Said

Rule = Callable[[Question, Answer], bool]


class CheckRule(NamedTuple):
    """One check."""

    name: str  # "winner.rows"
    about: str  # kinds of questions, such as "rows"; empty for all
    rule: Rule

    @property
    def function(self) -> str:
        return self.name.partition(".")[0]

    @property
    def pure(self) -> bool:
        """Whether it demands that the board is not changed."""
        return self.name.endswith(".pure")

    @property
    def hint(self) -> Said:
        """The hint for a file that breaks it."""
        return sentence_of(self.name, "hint")

    def broken_by(self, sheet: AnswerSheet) -> Iterator[tuple[Question, Answer]]:
        """Yield the answers that break it, with their questions."""
        for question, answer in sheet.wrongs(self.about):
            if not self.rule(question, answer):
                yield question, answer


def sentence_of(check: str, what: str = "sentence") -> Said:
    """Return the sentence of a check, or its hint."""
    function, _, name = check.rpartition(".")
    if name == "pure":
        return Said(f"checks.pure.{what}", function=function)
    return Said(f"checks.{check}.{what}")


def is_set(_: Question, answer: Answer) -> bool:
    """Return whether the answer is a set of pairs, right or wrong."""
    frozen = answer.kind == "frozenset" and answer.resembles == "cells"
    return answer.what == "cells" or frozen or answer.pairs


def is_legal(question: Question, answer: Answer) -> bool:
    """Return whether the answer is an empty cell, as a tuple."""
    return answer.what == "cell" and answer.cell in replies(question.key)


def is_best(question: Question, answer: Answer) -> bool:
    """
    Return whether the action is optimal.

    Where every action loses, only the check of legal actions is broken by another
    answer: it is one mistake.
    """
    truth = oracle.table()[question.key]
    lost = truth.value == -oracle.VALUE[truth.turn or ""]
    return has_right_value(question, answer) or (lost and not answer.failed)


INVALID = "result.invalid"  # the only check that demands an exception
CHECK_RULES = [
    CheckRule("initial_state.empty", "", right),
    CheckRule("player.turn", "", right),
    CheckRule("actions.cells", "", has_right_value),
    CheckRule("actions.type", "", is_set),
    CheckRule("result.board", "valid", right),
    CheckRule(INVALID, "taken range negative shape", right),
    CheckRule("winner.rows", "rows", right),
    CheckRule("winner.columns", "columns", right),
    CheckRule("winner.diagonals", "diagonals", right),
    CheckRule("winner.none", "none", right),
    CheckRule("terminal.won", "won", right),
    CheckRule("terminal.full", "full", right),
    CheckRule("terminal.open", "open", right),
    CheckRule("utility.x", "X", right),
    CheckRule("utility.o", "O", right),
    CheckRule("utility.tie", "tie", right),
    CheckRule("minimax.legal", "open", is_legal),
    CheckRule("minimax.optimal", "open", is_best),
    CheckRule("minimax.none", "over", right),
    *(
        CheckRule(f"{name}.pure", "", lambda _, answer: not answer.mutated)
        for name in TO_WRITE
    ),
]


def check_rules_of(function: str) -> list[CheckRule]:
    """Return the checks of a function."""
    return [rule for rule in CHECK_RULES if rule.function == function]
