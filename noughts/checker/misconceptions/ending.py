"""Misconceptions about terminal and utility."""

from noughts.board import LINES
from noughts.checker.answers import Answer
from noughts.checker.misconceptions.catalogue import answering, misconception
from noughts.checker.misconceptions.comparing import (
    COLUMNS,
    ROWS,
    Lines,
    all_equal,
    winner_of,
)
from noughts.checker.questions import Question
from noughts.checker.truth import UTILITY, right, value, value_of


@answering("terminal")
def told_the_wrong_way(key: str) -> bool:
    """
    True and False are exchanged.

    Where the game is over the answer is False, and where it goes on it is True.

    `return winner(board) is not None or not actions(board)`
    """
    return not value_of("terminal", key)


@answering("terminal", lines=[ROWS, ROWS[:1], ROWS[2:], COLUMNS], symptom=True)
def row_for_board(key: str, lines: Lines) -> bool:
    """
    The board counts as full where only a part of it is.

    One row or one column without an empty cell is enough here to end the game,
    whatever the other cells hold.

    Return True only after looking at every cell: `not actions(board)` does that.
    """
    full = any(all(key[n] != "." for n in line) for line in lines)
    return full or winner_of(key) is not None


@answering("terminal", left=[(0, 1), (1,)])
def one_cell_early(key: str, left: tuple[int, ...]) -> bool:
    """
    The game ends while one cell is still empty.

    The last move is still to be made: it can even win.

    It is over when no cell is empty: `not actions(board)`.
    """
    return winner_of(key) is not None or key.count(".") in left


@answering("terminal")
def empty_line_ends(key: str) -> bool:
    """
    A line of three empty cells is taken for the end of the game.

    Three EMPTY cells are equal too, but nobody has won with them.

    Ask winner(board), and let it ask that the cells are not EMPTY.
    """
    return any(all_equal(key, line) for line in LINES) or "." not in key


@answering("terminal", symptom=True)
def only_full(key: str) -> bool:
    """
    Here the game ends only when the board is full.

    It ends as soon as somebody has three in a line, even with cells left.

    `return winner(board) is not None or not actions(board)`
    """
    return "." not in key


@answering("terminal", symptom=True)
def only_won(key: str) -> bool:
    """
    A draw is not recognised as the end of the game.

    The game is also over when no cell is empty, though nobody has won.

    `return winner(board) is not None or not actions(board)`
    """
    return winner_of(key) is not None


@misconception("terminal", going_on=["f", "n"])
def or_gives_back(question: Question, answer: Answer, going_on: str) -> bool:
    """
    The winner is returned instead of True.

    Where somebody has won, the answer is "X" or "O". That counts as true, but it is not
    the boolean that the assignment asks for. `winner(board) or ...` is the winner too:
    `or` gives back one of its two sides.

    `return winner(board) is not None or not actions(board)`
    """
    won = winner_of(question.key)
    if "." not in question.key and answer.said == "t":
        return True
    if won:
        return answer.kind == "str" and answer.text == repr(won)
    return answer.said == ("t" if "." not in question.key else going_on)


@misconception("terminal", kind=["str", "int"])
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


Scores = dict[str | None, int]  # what a game is worth, by its winner


@answering("utility", scores=[{"X": -1, "O": -1, None: 0}, {"X": 1, "O": 1, None: 0}])
def mover_utility(key: str, scores: Scores) -> int:
    """
    A win has the same value, whoever has won.

    As if nobody looked who it was, a minus were missing, or the win were seen by one
    player: whoever moves next, or whoever moved last. But Minimax compares values from
    all over the game: X's win is 1, whoever asks.

    Look at winner(board) alone: 1 for X, -1 for O.
    """
    return scores[winner_of(key)]


@answering("utility", symptom=True)
def o_not_scored(key: str) -> int:
    """
    A win of O is not scored.

    Only wins of X are told apart. For Minimax O then has nothing to play for.

    Return -1 where winner(board) is O.
    """
    return 1 if winner_of(key) == "X" else 0


@answering(
    "utility", scores=[{**UTILITY, None: 1}, {**UTILITY, None: -1}], symptom=True
)
def draw_scored(key: str, scores: Scores) -> int:
    """
    A draw is scored like a win.

    The wins are right. But where nobody has won, the answer is that of one of the
    players' wins, as if whoever did not lose had won.

    Ask for both winners, `winner(board) == X` and `winner(board) == O`, and return 0
    where neither holds.
    """
    return scores[winner_of(key)]


@answering("utility", symptom=True)
def signs_exchanged(key: str) -> int:
    """
    The signs of the two players are exchanged.

    1 is a win of X, the maximising player; -1 is a win of O.

    Exchange the two values, and see that `minimax` maximises for X.
    """
    return -UTILITY[winner_of(key)]


@answering("utility", most=[2, 5, 10, 100, 1000])
def other_scale(key: str, most: int) -> int:
    """
    A win is worth a number other than 1.

    The signs are right, and Minimax would play well with it. But the assignment fixes
    the numbers: 1, 0 and -1, and other people's code relies on them.

    Return 1 for a win of X and -1 for a win of O.
    """
    return most * UTILITY[winner_of(key)]


@misconception("utility", kind=["float", "str", "bool"])
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
def mark_for_number(question: Question, answer: Answer) -> bool:
    """
    The winner is returned instead of a number.

    `winner` says who has won. `utility` says what that is worth: 1, -1 or 0.

    Return 1 where winner(board) is X, -1 where it is O, and 0 otherwise.
    """
    won = winner_of(question.key)
    if won is None:
        return answer.said in ("n", "i0")
    return answer.kind == "str" and answer.text == repr(won)
