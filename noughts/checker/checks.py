"""
The checks: each is a promise of the assignment, asked of every position.

A rule is a function of one question and its answer: whether the answer keeps the
promise. A check is about all questions to its function, or those where one thing is at
stake.
"""

from collections.abc import Callable
from typing import NamedTuple

from noughts.board import replies
from noughts.checker.answers import Answer
from noughts.checker.questions import Question
from noughts.checker.truth import meant, right
from noughts.contract import PARAMETERS

Rule = Callable[[Question, Answer], bool]


class Promise(NamedTuple):
    """One check."""

    name: str  # "winner.rows"
    about: str  # "rows": what is at stake; empty for all questions
    sentence: str  # that the student reads
    hint: str  # for one whose file breaks it
    rule: Rule

    @property
    def function(self) -> str:
        return self.name.partition(".")[0]


def refused(_: Question, answer: Answer) -> bool:
    """Return whether an exception refuses what was asked."""
    return answer.refused


def is_set(_: Question, answer: Answer) -> bool:
    """Return whether the answer is a set of tuples, whichever cells they are."""
    frozen = answer.kind == "frozenset" and answer.like[:1] == "s"
    return answer.said[0] == "s" or frozen or answer.pairs


def is_legal(question: Question, answer: Answer) -> bool:
    """Return whether the answer is an empty cell, as a tuple."""
    return answer.said[0] == "c" and answer.cell in replies(question.key)


def is_pure(_: Question, answer: Answer) -> bool:
    """Return whether the board is as it was."""
    return not answer.mutated


PROMISES = [
    Promise(
        "initial_state.empty",
        "",
        "A game starts on the empty board.",
        "Return three separate rows of three EMPTY cells, and new ones each time: "
        "`[[EMPTY] * 3] * 3` is three times the same row.",
        right,
    ),
    Promise(
        "player.turn",
        "",
        "X moves first, then the players take turns.",
        "Count the marks: X moves when both players have the same number of them.",
        right,
    ),
    Promise(
        "actions.cells",
        "",
        "The possible actions are exactly the empty cells.",
        "Every (i, j) with board[i][j] == EMPTY belongs to the answer, and no other.",
        meant,
    ),
    Promise(
        "actions.type",
        "",
        "The actions come as a set of tuples (i, j).",
        "Start from set() and .add((i, j)), the row first, then the column.",
        is_set,
    ),
    Promise(
        "result.board",
        "valid",
        "`result` returns the board with the mark of the player to move on the cell.",
        "Copy the board, put the mark of player(board) on the cell, return the copy.",
        right,
    ),
    Promise(
        "result.occupied",
        "taken",
        "`result` raises an exception for a cell that is taken.",
        "Before placing the mark: if the cell is not EMPTY, raise an exception.",
        refused,
    ),
    Promise(
        "result.range",
        "range",
        "`result` raises an exception for a cell outside the board.",
        "`if action not in actions(board): raise ...` refuses all of these at once.",
        refused,
    ),
    Promise(
        "result.negative",
        "negative",
        "`result` raises an exception for a negative row or column.",
        "Python counts board[-1] from the end, so no error comes by itself: "
        "refuse it with `if action not in actions(board): raise ...`.",
        refused,
    ),
    Promise(
        "result.shape",
        "shape",
        "`result` raises an exception for what is not a pair (i, j) at all.",
        "`if action not in actions(board): raise ...` refuses whatever is not a cell.",
        refused,
    ),
    Promise(
        "winner.rows",
        "rows",
        "Three marks in a row win: `winner` names their player.",
        "Look at all three rows, for X and for O.",
        right,
    ),
    Promise(
        "winner.columns",
        "columns",
        "Three marks in a column win.",
        "Look at all three columns, for X and for O.",
        right,
    ),
    Promise(
        "winner.diagonals",
        "diagonals",
        "Three marks on a diagonal win, on either of the two.",
        "The diagonals are (0, 0) (1, 1) (2, 2) and (0, 2) (1, 1) (2, 0).",
        right,
    ),
    Promise(
        "winner.none",
        "none",
        "As long as nobody has three in a line, there is no winner.",
        "Three equal cells win only if they are in one line, and not EMPTY.",
        right,
    ),
    Promise(
        "terminal.won",
        "won",
        "The game is over when somebody has won.",
        "Return True when winner(board) is not None, even with cells left.",
        right,
    ),
    Promise(
        "terminal.full",
        "full",
        "The game is over when the board is full.",
        "Return True when no cell is EMPTY, though nobody has won.",
        right,
    ),
    Promise(
        "terminal.open",
        "open",
        "The game goes on while nobody has won and a cell is empty.",
        "Return False, the boolean, on every path where the game goes on.",
        right,
    ),
    Promise(
        "utility.x",
        "X",
        "A win of X is worth 1.",
        "Look at winner(board): the integer 1 for X.",
        right,
    ),
    Promise(
        "utility.o",
        "O",
        "A win of O is worth -1.",
        "Look at winner(board): the integer -1 for O.",
        right,
    ),
    Promise(
        "utility.tie",
        "tie",
        "A draw is worth 0.",
        "When winner(board) is None, return the integer 0.",
        right,
    ),
    Promise(
        "minimax.legal",
        "open",
        "`minimax` returns an empty cell, as a tuple (i, j).",
        "While the game goes on, return a tuple (i, j) of an empty cell, even if "
        "every action loses.",
        is_legal,
    ),
    Promise(
        "minimax.optimal",
        "open",
        "`minimax` finds an optimal action in every position.",
        "X takes the action with the largest value, O the one with the smallest; "
        "a position is worth what its best action for the player to move there is "
        "worth.",
        meant,
    ),
    Promise(
        "minimax.none",
        "over",
        "`minimax` returns None when the game is over.",
        "Begin with `if terminal(board): return None`.",
        right,
    ),
    *(
        Promise(
            f"{function}.pure",
            "",
            f"`{function}` leaves the board that it is given as it was.",
            "Copy every row, not only the outer list: copy.deepcopy(board) does.",
            is_pure,
        )
        for function in list(PARAMETERS)[1:]
    ),
]
