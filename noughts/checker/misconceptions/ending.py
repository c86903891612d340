"""Misconceptions about winner, terminal and utility."""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from noughts import oracle
from noughts.board import LINES, opponent
from noughts.checker.answers import Answer
from noughts.checker.misconceptions.catalogue import misconception, symptom
from noughts.checker.misconceptions.comparing import (
    COLUMNS,
    DIAGONALS,
    ORDERS,
    ROWS,
    Line,
    all_equal,
    filling,
    first_full,
    is_answered,
)
from noughts.checker.questions import Question
from noughts.checker.truth import UTILITY, right, value

# Lines of which it is not asked whether they are empty. That of a diagonal is never
# missed: while it is empty no line is full, since each crosses it.
UNGUARDED = [[*ROWS, *COLUMNS], ROWS, COLUMNS]


@misconception("winner", product(ORDERS, UNGUARDED))
def empty_line(question: Question, answer: Answer, lines: Any) -> bool | None:
    """
    A line of three empty cells is taken for a win.

    Three EMPTY cells are equal too. `winner` stops at such a line, returns what is in
    it, which is None, and never gets to the line that is really full.

    Ask of every line, row, column or diagonal, that its first cell is not EMPTY.
    """
    order, unguarded = lines
    for line in order:
        mark = question.key[line[0]]
        if all_equal(question, line) and (mark != "." or line in unguarded):
            return is_answered(answer, None if mark == "." else mark)
    return is_answered(answer, None)


def _forgotten(*kinds: Sequence[Line]) -> list[list[Line]]:
    """Return the lines that are left when some of a kind are forgotten."""
    return [[line for line in LINES if line not in kind] for kind in kinds]


@misconception("winner", _forgotten(DIAGONALS, DIAGONALS[:1], DIAGONALS[1:]))
def no_diagonals(question: Question, answer: Answer, lines: list[Line]) -> bool | None:
    """
    A diagonal is never found.

    Rows and columns are found, but three marks from corner to corner win too, in both
    directions.

    The diagonals are (0, 0) (1, 1) (2, 2) and (0, 2) (1, 1) (2, 0).
    """
    return is_answered(answer, first_full(question, lines))


@misconception("winner", _forgotten(COLUMNS, *([each] for each in COLUMNS)))
def no_columns(question: Question, answer: Answer, lines: list[Line]) -> bool | None:
    """
    A column is never found.

    Three marks below each other win too, in each of the three columns.

    Column j is board[0][j], board[1][j], board[2][j]; j runs through `range(3)`.
    """
    return is_answered(answer, first_full(question, lines))


@misconception("winner", _forgotten(ROWS, *([each] for each in ROWS)))
def no_rows(question: Question, answer: Answer, lines: list[Line]) -> bool | None:
    """
    A row is never found.

    Three marks beside each other win too, in each of the three rows.

    Row i is board[i]; i runs through `range(3)`.
    """
    return is_answered(answer, first_full(question, lines))


@misconception("winner", "XO")
@symptom
def one_player(question: Question, answer: Answer, mark: str) -> bool | None:
    """
    Only one of the players can win.

    `winner` finds the lines of one player and none of the other's.

    Look for three of X and for three of O, or for three equal cells that are not EMPTY.
    """
    won = oracle.table()[question.key].winner
    return is_answered(answer, won if won == mark else None)


PAIRS = list(combinations(range(3), 2))  # cells of a line that are compared
KINDS = [ROWS, COLUMNS, DIAGONALS[:1], DIAGONALS[1:]]
LOOSE = [
    [line for kind in kinds for line in kind]
    for some in range(len(KINDS), 0, -1)
    for kinds in combinations(KINDS, some)
]  # lines of which only two cells are compared
SORTED = {tuple(sorted(line)) for line in LINES}


@misconception("winner", product(ORDERS[:2], LOOSE, PAIRS))
def two_of_three(question: Question, answer: Answer, looked: Any) -> bool | None:
    """
    Only two cells of a line are compared.

    Two equal marks are taken for a full line, whatever stands in the third cell.

    Compare all three: `board[i][0] == board[i][1] == board[i][2]`.
    """
    order, loose, (one, other) = looked
    for line in order:
        marks = [question.key[n] for n in line]
        full = marks[one] == marks[other] if line in loose else len(set(marks)) == 1
        if full and marks[one] != ".":
            return is_answered(answer, marks[one])
    return is_answered(answer, None)


CROOKED = [
    [instead if line == forgotten else line for line in LINES]
    for forgotten in LINES
    for instead in combinations(range(9), 3)
    if instead not in SORTED
]


@misconception("winner", CROOKED)
def wrong_line(question: Question, answer: Answer, lines: Any) -> bool | None:
    """
    One of the lines is not a line.

    Three cells are compared that are not in a line, and a real one is forgotten in
    their place.

    Draw the board, write (i, j) into each cell, and check your eight lines on it.
    """
    marks = filling(question, lines)  # of both, as it may seem, and in any order
    return any(is_answered(answer, mark) for mark in marks or (None,))


FIRST_ROUNDS = [ROWS[:1], COLUMNS[:1], [ROWS[0], COLUMNS[0]], DIAGONALS[:1]]


@misconception("winner", FIRST_ROUNDS)
@symptom
def first_round_only(
    question: Question, answer: Answer, lines: Sequence[Line]
) -> bool | None:
    """
    Most of the lines are never looked at.

    Only the first row, column or diagonal is ever found, as if a loop ended in its
    first round, by a `return` in an `else` for example, or the other lines were not
    written yet.

    Return None only after looking at all eight lines.
    """
    return is_answered(answer, first_full(question, lines))


@misconception("winner", ["n", "f"])
def true_for_mark(question: Question, answer: Answer, nobody: str) -> bool | None:
    """
    It says that somebody has won, but not who.

    `winner` returns True. What is asked for is the player: X or O.

    Return the mark that stands in the full line, such as `board[i][0]`.
    """
    won = oracle.table()[question.key].winner
    return answer.said == ("t" if won else nobody)


@misconception("winner", [{"X": "i1", "O": "i-1"}, {"X": "i10", "O": "i-10"}])
def number_for_mark(question: Question, answer: Answer, said: Any) -> bool | None:
    """
    A number is returned instead of the player.

    1 and -1 are what `utility` says of a finished game. `winner` is asked for the
    player: X, O, or None.

    Return X or O here, and let `utility` turn that into a number.
    """
    won = oracle.table()[question.key].winner
    return answer.said in ({said[won]} if won else {"n", "i0"})


@misconception("winner")
def loser_named(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The player who has lost is named.

    Whoever completes a line has just moved, so by then `player(board)` is the other
    one.

    Return the mark that stands in the full line, such as `board[i][0]`.
    """
    won = oracle.table()[question.key].winner
    return is_answered(answer, opponent(won) if won else None)


@misconception("winner")
def nobody_not_none(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Where nobody has won, something other than None is returned.

    The winners are right. But without a winner the answer must be None: neither False,
    nor 0, nor a word.

    Return None wherever nobody has won, after a draw as well.
    """
    if oracle.table()[question.key].winner:
        return right(question, answer)
    if right(question, answer):
        return None
    return answer.said in ("f", "i0") or answer.kind == "str"


@misconception("terminal")
def told_the_wrong_way(question: Question, answer: Answer, _: None) -> bool | None:
    """
    True and False are exchanged.

    Where the game is over the answer is False, and where it goes on it is True.

    `return winner(board) is not None or not actions(board)`
    """
    return is_answered(answer, not value(question))


@misconception("terminal", [ROWS, ROWS[:1], ROWS[2:], COLUMNS])
@symptom
def row_for_board(
    question: Question, answer: Answer, lines: Sequence[Line]
) -> bool | None:
    """
    The board counts as full where only a part of it is.

    One row or one column without an empty cell is enough here to end the game,
    whatever the other cells hold.

    Return True only after looking at every cell: `not actions(board)` does that.
    """
    full = any(all(question.key[n] != "." for n in line) for line in lines)
    return is_answered(answer, full or oracle.table()[question.key].winner is not None)


@misconception("terminal")
def one_cell_early(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The game ends while one cell is still empty.

    The last move is still to be made: it can even win.

    It is over when no cell is empty: `not actions(board)`.
    """
    won = oracle.table()[question.key].winner is not None
    return is_answered(answer, won or question.key.count(".") <= 1)


@misconception("terminal")
def empty_line_ends(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A line of three empty cells is taken for the end of the game.

    Three EMPTY cells are equal too, but nobody has won with them.

    Ask winner(board), and let it ask that the cells are not EMPTY.
    """
    equal = any(all_equal(question, line) for line in LINES)
    return is_answered(answer, equal or "." not in question.key)


@misconception("terminal")
@symptom
def only_full(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Here the game ends only when the board is full.

    It ends as soon as somebody has three in a line, even with cells left.

    `return winner(board) is not None or not actions(board)`
    """
    return is_answered(answer, "." not in question.key)


@misconception("terminal")
@symptom
def only_won(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A draw is not recognised as the end of the game.

    The game is also over when no cell is empty, though nobody has won.

    `return winner(board) is not None or not actions(board)`
    """
    return is_answered(answer, oracle.table()[question.key].winner is not None)


@misconception("terminal", ["f", "n"])
def or_gives_back(question: Question, answer: Answer, going_on: str) -> bool | None:
    """
    The winner is returned instead of True.

    Where somebody has won, the answer is "X" or "O". That counts as true, but it is not
    the boolean that the assignment asks for. `winner(board) or ...` is the winner too:
    `or` gives back one of its two sides.

    `return winner(board) is not None or not actions(board)`
    """
    won = oracle.table()[question.key].winner
    if "." not in question.key and answer.said == "t":
        return True
    if won:
        return answer.kind == "str" and answer.text == repr(won)
    return answer.said == ("t" if "." not in question.key else going_on)


@misconception("terminal", ["str", "int"])
def truth_as_other(question: Question, answer: Answer, kind: str) -> bool | None:
    """
    The answers are right, but they are not True and False.

    "True" in quotes is a text, and so is "False": both count as true. 1 and 0 are
    numbers. What is asked for are the booleans.

    Return True and False, without quotes.
    """
    if right(question, answer):
        return None
    over = value(question)
    if kind == "int":
        return answer.said == ("i1" if over else "i0")
    return answer.kind == "str" and answer.text == repr(str(over))


@misconception("utility", [{"X": -1, "O": -1, None: 0}, {"X": 1, "O": 1, None: 0}])
def mover_utility(question: Question, answer: Answer, scores: Any) -> bool | None:
    """
    A win has the same value, whoever has won.

    As if nobody looked who it was, a minus were missing, or the win were seen by one
    player: whoever moves next, or whoever moved last. But Minimax compares values from
    all over the game: X's win is 1, whoever asks.

    Look at winner(board) alone: 1 for X, -1 for O.
    """
    return is_answered(answer, scores[oracle.table()[question.key].winner])


@misconception("utility", [{**UTILITY, "O": 0}])
@symptom
def o_not_scored(question: Question, answer: Answer, scores: Any) -> bool | None:
    """
    A win of O is not scored.

    Only wins of X are told apart. For Minimax O then has nothing to play for.

    Return -1 where winner(board) is O.
    """
    return is_answered(answer, scores[oracle.table()[question.key].winner])


@misconception("utility", [{**UTILITY, None: 1}, {**UTILITY, None: -1}])
@symptom
def draw_scored(question: Question, answer: Answer, scores: Any) -> bool | None:
    """
    A draw is scored like a win.

    The wins are right. But where nobody has won, the answer is that of one of the
    players' wins, as if whoever did not lose had won.

    Ask for both winners, `winner(board) == X` and `winner(board) == O`, and return 0
    where neither holds.
    """
    return is_answered(answer, scores[oracle.table()[question.key].winner])


@misconception("utility", [{"X": -1, "O": 1, None: 0}])
@symptom
def signs_exchanged(question: Question, answer: Answer, scores: Any) -> bool | None:
    """
    The signs of the two players are exchanged.

    1 is a win of X, the maximising player; -1 is a win of O.

    Exchange the two values, and see that `minimax` maximises for X.
    """
    return is_answered(answer, scores[oracle.table()[question.key].winner])


@misconception("utility", [2, 5, 10, 100, 1000])
def other_scale(question: Question, answer: Answer, most: int) -> bool | None:
    """
    A win is worth a number other than 1.

    The signs are right, and Minimax would play well with it. But the assignment fixes
    the numbers: 1, 0 and -1, and other people's code relies on them.

    Return 1 for a win of X and -1 for a win of O.
    """
    return is_answered(answer, most * value(question))


@misconception("utility", ["float", "str", "bool"])
def other_type(question: Question, answer: Answer, kind: str) -> bool | None:
    """
    The values are right, but they are not integers.

    1.0, "1" and True are not the 1 that is asked for. Besides, texts are compared
    letter by letter, and not as numbers.

    Return 1, -1 and 0, without quotes and without a point.
    """
    if right(question, answer):
        return None
    if kind == "bool":
        return answer.said == {1: "t", 0: "f"}.get(value(question))
    return answer.kind == kind and _number(answer.text) == value(question)


def _number(text: str) -> float | None:
    """Return the number that a text stands for, in quotes or not."""
    try:
        return float(text.strip("'\""))
    except ValueError:
        return None


@misconception("utility")
def mark_for_number(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The winner is returned instead of a number.

    `winner` says who has won. `utility` says what that is worth: 1, -1 or 0.

    Return 1 where winner(board) is X, -1 where it is O, and 0 otherwise.
    """
    won = oracle.table()[question.key].winner
    if won is None:
        return answer.said in ("n", "i0")
    return answer.kind == "str" and answer.text == repr(won)
