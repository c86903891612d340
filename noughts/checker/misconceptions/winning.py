"""Misconceptions about winner."""

from itertools import combinations, permutations, product

from noughts.board import LINES, opponent
from noughts.checker.answers import Answer
from noughts.checker.misconceptions.catalogue import answering, misconception
from noughts.checker.misconceptions.comparing import (
    COLUMNS,
    DIAGONALS,
    ROWS,
    Lines,
    all_equal,
    filling,
    is_answered,
    winner_of,
)
from noughts.checker.questions import Question
from noughts.checker.truth import right

# Where a line is empty and another is full, they are parallel: it matters which of the
# rows one looks at first, and which of the columns.
ORDERS = [
    [*rows, *columns, *DIAGONALS]
    for rows, columns in product(permutations(ROWS), permutations(COLUMNS))
]
# Lines of which it is not asked whether they are empty. That of a diagonal is never
# missed: while it is empty no line is full, since each crosses it.
UNGUARDED = [[*ROWS, *COLUMNS], ROWS, COLUMNS]


@answering("winner", order=ORDERS, unguarded=UNGUARDED, symptom=True)
def empty_line(key: str, order: Lines, unguarded: Lines) -> str | None:
    """
    A line of three empty cells is taken for a win.

    Three EMPTY cells are equal too. `winner` takes what is in such a line, which is
    None, for its answer, and not what is in the line that is really full.

    Ask of every line, row, column or diagonal, that its first cell is not EMPTY.
    """
    for line in order:
        mark = key[line[0]]
        if all_equal(key, line) and (mark != "." or line in unguarded):
            return None if mark == "." else mark
    return None


def _without(*forgotten: Lines) -> list[Lines]:
    """Return the lines that are left when some are forgotten, for each such some."""
    return [[line for line in LINES if line not in some] for some in forgotten]


def _some_of(lines: Lines) -> list[Lines]:
    """Return some of these lines, all first, in every way."""
    return [[*some] for n in (3, 2, 1) for some in combinations(lines, n)]


def _first_full(key: str, lines: Lines) -> str | None:
    """Return whose mark fills the first of these lines that is full."""
    return next(iter(filling(key, lines)), None)


@answering("winner", lines=_without(DIAGONALS, DIAGONALS[:1], DIAGONALS[1:]))
def no_diagonals(key: str, lines: Lines) -> str | None:
    """
    A diagonal is never found.

    Rows and columns are found, but three marks from corner to corner win too, in both
    directions.

    The diagonals are (0, 0) (1, 1) (2, 2) and (0, 2) (1, 1) (2, 0).
    """
    return _first_full(key, lines)


@answering("winner", lines=_without(*_some_of(COLUMNS)), symptom=True)
def no_columns(key: str, lines: Lines) -> str | None:
    """
    A column is never found.

    Three marks below each other win too, in each of the three columns.

    Column j is board[0][j], board[1][j], board[2][j]; j runs through `range(3)`.
    """
    return _first_full(key, lines)


@answering("winner", lines=_without(*_some_of(ROWS)), symptom=True)
def no_rows(key: str, lines: Lines) -> str | None:
    """
    A row is never found.

    Three marks beside each other win too, in each of the three rows.

    Row i is board[i]; i runs through `range(3)`.
    """
    return _first_full(key, lines)


@answering("winner", mark="XO", symptom=True)
def one_player(key: str, mark: str) -> str | None:
    """
    Only one of the players can win.

    `winner` finds the lines of one player and none of the other's.

    Look for three of X and for three of O, or for three equal cells that are not EMPTY.
    """
    return mark if winner_of(key) == mark else None


KINDS = [ROWS, COLUMNS, DIAGONALS[:1], DIAGONALS[1:]]
LOOSE = [
    [line for kind in kinds for line in kind]
    for some in range(len(KINDS), 0, -1)
    for kinds in combinations(KINDS, some)
]  # lines of which only two cells are compared
LOOKED = [[*ROWS, *COLUMNS, *DIAGONALS], [*ROWS, *DIAGONALS, *COLUMNS]]


@answering("winner", order=LOOKED, loose=LOOSE, pair=combinations(range(3), 2))
def two_of_three(
    key: str, order: Lines, loose: Lines, pair: tuple[int, int]
) -> str | None:
    """
    Only two cells of a line are compared.

    Two equal marks are taken for a full line, whatever stands in the third cell.

    Compare all three: `board[i][0] == board[i][1] == board[i][2]`.
    """
    one, other = pair
    for line in order:
        marks = [key[n] for n in line]
        full = marks[one] == marks[other] if line in loose else len(set(marks)) == 1
        if full and marks[one] != ".":
            return marks[one]
    return None


SORTED = {tuple(sorted(line)) for line in LINES}
CROOKED = [
    [instead if line == forgotten else line for line in LINES]
    for forgotten in LINES
    for instead in combinations(range(9), 3)
    if instead not in SORTED
]


@misconception("winner", lines=CROOKED)
def wrong_line(question: Question, answer: Answer, lines: Lines) -> bool:
    """
    One of the lines is not a line.

    Three cells are compared that are not in a line, and a real one is forgotten in
    their place.

    Draw the board, write (i, j) into each cell, and check your eight lines on it.
    """
    marks = filling(question.key, lines)  # of both, as it may seem, and in any order
    return any(is_answered(answer, mark) for mark in marks or (None,))


FIRST_ROUNDS: list[Lines]
FIRST_ROUNDS = [ROWS[:1], COLUMNS[:1], [ROWS[0], COLUMNS[0]], DIAGONALS[:1]]


@answering("winner", lines=FIRST_ROUNDS, symptom=True)
def first_round_only(key: str, lines: Lines) -> str | None:
    """
    Most of the lines are never looked at.

    Only the first row, column or diagonal is ever found, as if a loop ended in its
    first round, by a `return` in an `else` for example, or the other lines were not
    written yet.

    Return None only after looking at all eight lines.
    """
    return _first_full(key, lines)


@misconception("winner", nobody=["n", "f"])
def true_for_mark(question: Question, answer: Answer, nobody: str) -> bool:
    """
    It says that somebody has won, but not who.

    `winner` returns True. What is asked for is the player: X or O.

    Return the mark that stands in the full line, such as `board[i][0]`.
    """
    return answer.said == ("t" if winner_of(question.key) else nobody)


@misconception("winner", most=[1, 10])
def number_for_mark(question: Question, answer: Answer, most: int) -> bool:
    """
    A number is returned instead of the player.

    1 and -1 are what `utility` says of a finished game. `winner` is asked for the
    player: X, O, or None.

    Return X or O here, and let `utility` turn that into a number.
    """
    numbers = {"X": (most,), "O": (-most,), None: (0, None)}
    wanted = numbers[winner_of(question.key)]
    return any(is_answered(answer, each) for each in wanted)


@answering("winner")
def loser_named(key: str) -> str | None:
    """
    The player who has lost is named.

    Whoever completes a line has just moved, so by then `player(board)` is the other
    one.

    Return the mark that stands in the full line, such as `board[i][0]`.
    """
    won = winner_of(key)
    return opponent(won) if won else None


@misconception("winner")
def nobody_not_none(question: Question, answer: Answer) -> bool | None:
    """
    Where nobody has won, something other than None is returned.

    The winners are right. But without a winner the answer must be None: neither False,
    nor 0, nor a word.

    Return None wherever nobody has won, after a draw as well.
    """
    if winner_of(question.key):
        return right(question, answer)
    if right(question, answer):
        return None
    return answer.said in ("f", "i0") or answer.kind == "str"
