"""Misconceptions about player and actions, and about what returns nothing at all."""

import re
from collections.abc import Callable

from noughts.board import opponent, turn
from noughts.checker.answers import Answer
from noughts.checker.misconceptions.catalogue import answering, misconception
from noughts.checker.misconceptions.comparing import is_answered
from noughts.checker.questions import Question
from noughts.checker.truth import said, value, value_of
from noughts.contract import Action

CountedTurn = Callable[[int, int], str | None]  # by the numbers of X and O


def _counted(marks: str, turn: CountedTurn) -> str | None:
    return turn(marks.count("X"), marks.count("O"))


@answering(
    "player",
    turn=[
        lambda xs, os: "O" if xs > os else None,
        lambda xs, os: "X" if xs == os else None,
        lambda xs, os: "O" if xs > os else "X" if xs == 0 else None,
    ],
)
def turn_unanswered(key: str, turn: CountedTurn) -> str | None:
    """
    On some boards `player` returns nothing.

    A branch of it ends without `return`, or returns None. Either both players have the
    same number of marks, or X has one more: each needs its answer.

    Let both cases end in a `return`: of X in the first, of O in the second.
    """
    return _counted(key, turn)


@answering("player")
def turn_miscounted(key: str) -> str:
    """
    The turn is counted wrongly.

    X moves on the empty board, and whenever both players have the same number of
    marks. Here it is the other way round.

    Write down the numbers of X and O for the first four moves of a game, and see for
    each what your comparison says.
    """
    return opponent(turn(key))


@answering("player", mark="XO", symptom=True)
def same_turn(key: str, mark: str) -> str:
    """
    It is always the same player's turn.

    `player` gives the same answer whatever stands on the board: the marks are not
    really counted, or the comparison always comes out the same. `board.count(X)`, for
    example, looks for X among three rows and finds none, and `x >= o` always holds.

    Print both numbers for a board with a single X. If they are 1 and 0, it is the
    comparison; else count row by row, such as `row.count(X)`.
    """
    return mark


SOME = [(0, 1), (1, 2), (0, 1, 2)]  # rows, or columns, that a loop runs through
FEWER = [(0,), (1,), (2,), *SOME]


@answering(
    "player",
    rows=FEWER,
    columns=FEWER,
    turn=[
        lambda xs, os: "O" if xs > os else "X",
        lambda xs, os: "X" if xs == os else "O",
    ],
    symptom=True,
)
def part_counted(
    key: str, rows: tuple[int, ...], columns: tuple[int, ...], turn: CountedTurn
) -> str | None:
    """
    Only a part of the board is counted.

    The turn is right for the marks in some rows or columns, and those in the others
    are left out.

    Set both counts to 0 once, before the loops, run through `range(3)`, and compare
    only after the last row: a `return` inside the loop ends it.
    """
    return _counted("".join(key[3 * i + j] for i in rows for j in columns), turn)


@misconception("actions")
def list_of_actions(question: Question, answer: Answer) -> bool:
    """
    The actions come in a list instead of a set.

    The cells are right. But the assignment asks for a set: the order of actions means
    nothing, and `in` is quick.

    Begin with `set()` and use `.add((i, j))`, or write the comprehension in braces.
    """
    return answer.kind in ("list", "tuple") and answer.like == said(question)


@misconception("actions")
def dict_of_actions(question: Question, answer: Answer) -> bool:
    """
    The actions are the keys of a dict.

    The cells are right. But a pair of braces with nothing in them is an empty dict, and
    the assignment asks for a set: it has elements, and no values.

    Begin with `set()`, and put each action in with `.add((i, j))`.
    """
    return answer.kind == "dict" and answer.like == said(question)


@misconception("actions")
def generator_of_actions(question: Question, answer: Answer) -> bool:
    """
    The actions are not collected.

    `yield`, or a comprehension in round brackets, makes a generator: it gives the
    actions one by one, once, and is not a set of them.

    Collect them: `set()` and `.add((i, j))`, or a comprehension in braces.
    """
    return answer.kind == "generator"


NUMBERS = re.compile(r"-?\d+")


@misconception("actions", first=[0, 1])
def numbers_for_cells(question: Question, answer: Answer, first: int) -> bool:
    """
    The cells are numbered, but an action is a pair.

    The numbers stand for the right cells. But the assignment asks for tuples (i, j),
    the row and the column, as in board[i][j].

    Put `(i, j)` into the answer.
    """
    wanted = {3 * i + j + first for i, j in value(question)}
    plain = answer.kind in ("set", "list") and "(" not in answer.text
    return plain and {int(n) for n in NUMBERS.findall(answer.text)} == wanted


def _free(key: str) -> set[Action]:
    free: set[Action] = value_of("actions", key)
    return free


@answering("actions")
def rows_and_columns_exchanged(key: str) -> set[Action]:
    """
    Row and column are exchanged.

    An action is (i, j): i is the row, j the column, as in board[i][j]. The answers
    here are (column, row).

    See in which order the two loops run, and in which order the pair is written.
    """
    return {(j, i) for i, j in _free(key)}


@answering("actions", rows=SOME, columns=SOME, symptom=True)
def cells_unseen(
    key: str, rows: tuple[int, ...], columns: tuple[int, ...]
) -> set[Action]:
    """
    A row or a column is never looked at.

    The empty cells of the others are found. `range(2)` gives 0 and 1, and
    `range(1, 3)` gives 1 and 2: either leaves one out.

    Let both loops run through `range(3)`.
    """
    return {(i, j) for i, j in _free(key) if i in rows and j in columns}


@answering(
    "actions",
    found=[
        lambda cells: {(i, j) for i, j in cells if i == 0},
        lambda cells: {(i, j) for i, j in cells if j == 0},
        lambda cells: {min(cells)},
        lambda cells: {(i, j) for i, j in cells if (i, j) == (0, 0)},
    ],
    symptom=True,
)
def left_too_early(
    key: str, found: Callable[[set[Action]], set[Action]]
) -> set[Action]:
    """
    The loop is left too early.

    The answer has only what the first round finds, as if `return` stood inside the
    loop.

    Indent the `return` as far as the outer `for`: then it comes after the loop.
    """
    return found(_free(key))


@answering("actions", listed=["XO", "XO.", "O.", "X."])
def not_the_empty_ones(key: str, listed: str) -> set[Action]:
    """
    Cells are listed that are not empty.

    The condition that picks the cells lets others through, or picks the taken ones.

    An action is possible where `board[i][j] == EMPTY`, and nowhere else.
    """
    return {divmod(n, 3) for n, mark in enumerate(key) if mark in listed}


CELL = re.compile(r"\((\d), (\d)\)")


@misconception("actions")
def counted_from_one(question: Question, answer: Answer) -> bool:
    """
    Rows and columns are counted from 1.

    board[0][0] is the first cell of the first row, so its action is (0, 0), not (1, 1).

    Put (i, j) into the answer as the loops count them: from 0.
    """
    wanted = {(i + 1, j + 1) for i, j in value(question)}
    if all(max(cell) < 3 for cell in wanted):
        return is_answered(answer, wanted)
    found = {(int(i), int(j)) for i, j in CELL.findall(answer.text)}
    return answer.said[0] == "o" and found == wanted


@misconception("player", "actions", "result", "terminal", "utility", symptom=True)
def nothing_returned(question: Question, answer: Answer) -> bool | None:
    """
    Every answer is None.

    The function ends without `return`, or it returns None. So it does if it returns
    what `print`, `sort`, `add` or `append` gives back: these do something, and their
    answer is None.

    End it with `return` and what it has found.
    """
    return answer.said == "n" if question.valid else None
