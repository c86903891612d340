"""
The checks: each is a promise of the assignment, asked of every position.

A check is a function of one question and its answer: whether the answer keeps the
promise. It is about all questions to its function, or those where one thing is at
stake. The first paragraph of its docstring is the sentence that the student reads, the
second is the hint for one whose file breaks it.
"""

from collections.abc import Callable
from typing import NamedTuple

from noughts.board import replies
from noughts.checker.answers import Answer
from noughts.checker.docstrings import docstring
from noughts.checker.questions import Question
from noughts.checker.truth import meant, right
from noughts.contract import PARAMETERS

Rule = Callable[[Question, Answer], bool]


class Promise(NamedTuple):
    """A check, ready to be asked."""

    name: str  # "winner.rows"
    about: str  # "rows": what is at stake; empty for all questions
    sentence: str
    hint: str
    rule: Rule

    @property
    def function(self) -> str:
        return self.name.partition(".")[0]


PROMISES: list[Promise] = []


def check(function: str, about: str = "") -> Callable[[Rule], Rule]:
    """Enter a rule among the checks of a function of the contract."""

    def enter(rule: Rule) -> Rule:
        name = rule.__name__.removeprefix(f"{function}_")
        sentence, hint = docstring(rule).split("\n\n")
        promise = Promise(
            f"{function}.{name}", about, _flat(sentence), _flat(hint), rule
        )
        PROMISES.append(promise)
        return rule

    return enter


def _flat(text: str) -> str:
    return " ".join(text.split())


@check("initial_state")
def initial_state_empty(question: Question, answer: Answer) -> bool:
    """
    A game starts on the empty board.

    Return three separate rows of three EMPTY cells, and new ones each time:
    `[[EMPTY] * 3] * 3` is three times the same row.
    """
    return right(question, answer)


@check("player")
def player_turn(question: Question, answer: Answer) -> bool:
    """
    X moves first, then the players take turns.

    Count the marks: X moves when both players have the same number of them.
    """
    return right(question, answer)


@check("actions")
def actions_cells(question: Question, answer: Answer) -> bool:
    """
    The possible actions are exactly the empty cells.

    Every (i, j) with board[i][j] == EMPTY belongs to the answer, and no other.
    """
    return meant(question, answer)


@check("actions")
def actions_type(question: Question, answer: Answer) -> bool:
    """
    The actions come as a set of tuples (i, j).

    Start from set() and .add((i, j)), the row first, then the column.
    """
    frozen = answer.kind == "frozenset" and answer.like[:1] == "s"
    return answer.said[0] == "s" or frozen or answer.pairs  # whichever cells they are


@check("result", "valid")
def result_board(question: Question, answer: Answer) -> bool:
    """
    `result` returns the board with the mark of the player to move on the cell.

    Copy the board, put the mark of player(board) on the cell, return the copy.
    """
    return right(question, answer)


@check("result", "taken")
def result_occupied(question: Question, answer: Answer) -> bool:
    """
    `result` raises an exception for a cell that is taken.

    Before placing the mark: if the cell is not EMPTY, raise an exception.
    """
    return answer.refused


@check("result", "range")
def result_range(question: Question, answer: Answer) -> bool:
    """
    `result` raises an exception for a cell outside the board.

    `if action not in actions(board): raise ...` refuses all of these at once.
    """
    return answer.refused


@check("result", "negative")
def result_negative(question: Question, answer: Answer) -> bool:
    """
    `result` raises an exception for a negative row or column.

    Python counts board[-1] from the end, so no error comes by itself: refuse it with
    `if action not in actions(board): raise ...`.
    """
    return answer.refused


@check("result", "shape")
def result_shape(question: Question, answer: Answer) -> bool:
    """
    `result` raises an exception for what is not a pair (i, j) at all.

    `if action not in actions(board): raise ...` refuses whatever is not a cell.
    """
    return answer.refused


@check("winner", "rows")
def winner_rows(question: Question, answer: Answer) -> bool:
    """
    Three marks in a row win: `winner` names their player.

    Look at all three rows, for X and for O.
    """
    return right(question, answer)


@check("winner", "columns")
def winner_columns(question: Question, answer: Answer) -> bool:
    """
    Three marks in a column win.

    Look at all three columns, for X and for O.
    """
    return right(question, answer)


@check("winner", "diagonals")
def winner_diagonals(question: Question, answer: Answer) -> bool:
    """
    Three marks on a diagonal win, on either of the two.

    The diagonals are (0, 0) (1, 1) (2, 2) and (0, 2) (1, 1) (2, 0).
    """
    return right(question, answer)


@check("winner", "none")
def winner_none(question: Question, answer: Answer) -> bool:
    """
    As long as nobody has three in a line, there is no winner.

    Three equal cells win only if they are in one line, and not EMPTY.
    """
    return right(question, answer)


@check("terminal", "won")
def terminal_won(question: Question, answer: Answer) -> bool:
    """
    The game is over when somebody has won.

    Return True when winner(board) is not None, even with cells left.
    """
    return right(question, answer)


@check("terminal", "full")
def terminal_full(question: Question, answer: Answer) -> bool:
    """
    The game is over when the board is full.

    Return True when no cell is EMPTY, though nobody has won.
    """
    return right(question, answer)


@check("terminal", "open")
def terminal_open(question: Question, answer: Answer) -> bool:
    """
    The game goes on while nobody has won and a cell is empty.

    Return False, the boolean, on every path where the game goes on.
    """
    return right(question, answer)


@check("utility", "X")
def utility_x(question: Question, answer: Answer) -> bool:
    """
    A win of X is worth 1.

    Look at winner(board): the integer 1 for X.
    """
    return right(question, answer)


@check("utility", "O")
def utility_o(question: Question, answer: Answer) -> bool:
    """
    A win of O is worth -1.

    Look at winner(board): the integer -1 for O.
    """
    return right(question, answer)


@check("utility", "tie")
def utility_tie(question: Question, answer: Answer) -> bool:
    """
    A draw is worth 0.

    When winner(board) is None, return the integer 0.
    """
    return right(question, answer)


@check("minimax", "open")
def minimax_legal(question: Question, answer: Answer) -> bool:
    """
    `minimax` returns an empty cell, as a tuple (i, j).

    While the game goes on, return a tuple (i, j) of an empty cell, even if every action
    loses.
    """
    return answer.said[0] == "c" and answer.cell in replies(question.key)


@check("minimax", "open")
def minimax_optimal(question: Question, answer: Answer) -> bool:
    """
    `minimax` finds an optimal action in every position.

    X takes the action with the largest value, O the one with the smallest; a position
    is worth what its best action for the player to move there is worth.
    """
    return meant(question, answer)


@check("minimax", "over")
def minimax_none(question: Question, answer: Answer) -> bool:
    """
    `minimax` returns None when the game is over.

    Begin with `if terminal(board): return None`.
    """
    return right(question, answer)


def _purity(function: str) -> Rule:
    """Return the rule that a function only reads its board."""

    def pure(question: Question, answer: Answer) -> bool:
        return not answer.mutated

    pure.__doc__ = f"""
    `{function}` leaves the board that it is given as it was.

    Copy every row, not only the outer list: copy.deepcopy(board) does.
    """
    return pure


for _function in list(PARAMETERS)[1:]:
    check(_function)(_purity(_function))
