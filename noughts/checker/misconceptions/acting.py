"""Misconceptions about player, actions and result."""

import re
from itertools import product
from typing import Any

from noughts.board import opponent, turn
from noughts.checker.answers import Answer
from noughts.checker.misconceptions.catalogue import misconception, symptom
from noughts.checker.misconceptions.comparing import is_answered, is_placed
from noughts.checker.questions import REFUSED, Question
from noughts.checker.truth import right, said, value


@misconception(
    "player",
    [
        lambda xs, os: "O" if xs > os else None,
        lambda xs, os: "X" if xs == os else None,
        lambda xs, os: "O" if xs > os else "X" if xs == 0 else None,
    ],
)
def turn_unanswered(question: Question, answer: Answer, turn: Any) -> bool | None:
    """
    On some boards `player` returns nothing.

    A branch of it ends without `return`, or returns None. Either both players have the
    same number of marks, or X has one more: each needs its answer.

    Let both cases end in a `return`: of X in the first, of O in the second.
    """
    marks = question.key
    return is_answered(answer, turn(marks.count("X"), marks.count("O")))


@misconception("player")
def turn_miscounted(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The turn is counted wrongly.

    X moves on the empty board, and whenever both players have the same number of
    marks. Here it is the other way round.

    Write down the numbers of X and O for the first four moves of a game, and see for
    each what your comparison says.
    """
    return is_answered(answer, opponent(value(question)))


@misconception("player", "XO")
@symptom
def same_turn(question: Question, answer: Answer, mark: str) -> bool | None:
    """
    It is always the same player's turn.

    `player` gives the same answer whatever stands on the board: the marks are not
    really counted, or the comparison always comes out the same. `board.count(X)`, for
    example, looks for X among three rows and finds none, and `x >= o` always holds.

    Print both numbers for a board with a single X. If they are 1 and 0, it is the
    comparison; else count row by row, such as `row.count(X)`.
    """
    return is_answered(answer, mark)


PARTS = [(0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)]  # of the rows, or of the columns


@misconception(
    "player",
    [
        (rows, columns, turn)
        for rows, columns in product(PARTS, PARTS)
        if (rows, columns) != (PARTS[-1], PARTS[-1])
        for turn in (
            lambda xs, os: "O" if xs > os else "X",
            lambda xs, os: "X" if xs == os else "O",
        )
    ],
)
@symptom
def part_counted(question: Question, answer: Answer, counted: Any) -> bool | None:
    """
    Only a part of the board is counted.

    The turn is right for the marks in some rows or columns, and those in the others
    are left out.

    Set both counts to 0 once, before the loops, run through `range(3)`, and compare
    only after the last row: a `return` inside the loop ends it.
    """
    rows, columns, turn = counted
    marks = [question.key[3 * i + j] for i in rows for j in columns]
    return is_answered(answer, turn(marks.count("X"), marks.count("O")))


@misconception("actions")
def list_of_actions(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The actions come in a list instead of a set.

    The cells are right. But the assignment asks for a set: the order of actions means
    nothing, and `in` is quick.

    Begin with `set()` and use `.add((i, j))`, or write the comprehension in braces.
    """
    return answer.kind in ("list", "tuple") and answer.like == said(question)


@misconception("actions")
def dict_of_actions(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The actions are the keys of a dict.

    The cells are right. But a pair of braces with nothing in them is an empty dict, and
    the assignment asks for a set: it has elements, and no values.

    Begin with `set()`, and put each action in with `.add((i, j))`.
    """
    return answer.kind == "dict" and answer.like == said(question)


@misconception("actions")
def generator_of_actions(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The actions are not collected.

    `yield`, or a comprehension in round brackets, makes a generator: it gives the
    actions one by one, once, and is not a set of them.

    Collect them: `set()` and `.add((i, j))`, or a comprehension in braces.
    """
    return answer.kind == "generator"


NUMBERS = re.compile(r"-?\d+")


@misconception("actions", [0, 1])
def numbers_for_cells(question: Question, answer: Answer, first: int) -> bool | None:
    """
    The cells are numbered, but an action is a pair.

    The numbers stand for the right cells. But the assignment asks for tuples (i, j),
    the row and the column, as in board[i][j].

    Put `(i, j)` into the answer.
    """
    wanted = {3 * i + j + first for i, j in value(question)}
    plain = answer.kind in ("set", "list") and "(" not in answer.text
    return plain and {int(n) for n in NUMBERS.findall(answer.text)} == wanted


@misconception("actions")
def rows_and_columns_exchanged(
    question: Question, answer: Answer, _: None
) -> bool | None:
    """
    Row and column are exchanged.

    An action is (i, j): i is the row, j the column, as in board[i][j]. The answers
    here are (column, row).

    See in which order the two loops run, and in which order the pair is written.
    """
    return is_answered(answer, {(j, i) for i, j in value(question)})


SOME = [(0, 1), (1, 2), (0, 1, 2)]  # rows, or columns, that a loop runs through


@misconception(
    "actions", [some for some in product(SOME, SOME) if some != (SOME[2],) * 2]
)
@symptom
def cells_unseen(question: Question, answer: Answer, seen: Any) -> bool | None:
    """
    A row or a column is never looked at.

    The empty cells of the others are found. `range(2)` gives 0 and 1, and
    `range(1, 3)` gives 1 and 2: either leaves one out.

    Let both loops run through `range(3)`.
    """
    rows, columns = seen
    cells = {(i, j) for i, j in value(question) if i in rows and j in columns}
    return is_answered(answer, cells)


@misconception(
    "actions",
    [
        lambda cells: {(i, j) for i, j in cells if i == 0},
        lambda cells: {(i, j) for i, j in cells if j == 0},
        lambda cells: {min(cells)},
        lambda cells: {(i, j) for i, j in cells if (i, j) == (0, 0)},
    ],
)
@symptom
def left_too_early(question: Question, answer: Answer, found: Any) -> bool | None:
    """
    The loop is left too early.

    The answer has only what the first round finds, as if `return` stood inside the
    loop.

    Indent the `return` as far as the outer `for`: then it comes after the loop.
    """
    return is_answered(answer, found(value(question)))


@misconception(
    "actions",
    [
        lambda mark: mark != ".",
        lambda mark: True,
        lambda mark: mark != "X",
        lambda mark: mark != "O",
    ],
)
def not_the_empty_ones(question: Question, answer: Answer, listed: Any) -> bool | None:
    """
    Cells are listed that are not empty.

    The condition that picks the cells lets others through, or picks the taken ones.

    An action is possible where `board[i][j] == EMPTY`, and nowhere else.
    """
    cells = {divmod(n, 3) for n, mark in enumerate(question.key) if listed(mark)}
    return is_answered(answer, cells)


@misconception("actions")
def counted_from_one(question: Question, answer: Answer, _: None) -> bool | None:
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


CELL = re.compile(r"\((\d), (\d)\)")


@misconception("player")
@misconception("actions")
@misconception("result")
@misconception("terminal")
@misconception("utility")
@symptom
def nothing_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Every answer is None.

    The function ends without `return`, or it returns None. So it does if it returns
    what `print`, `sort`, `add` or `append` gives back: these do something, and their
    answer is None.

    End it with `return` and what it has found.
    """
    return answer.said == "n" if question.valid else None


@misconception("initial_state")
@misconception("result")
def rows_are_one(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The three rows of the board are one and the same list.

    `[[EMPTY] * 3] * 3` has one row in it, three times, and so has `[row, row, row]`: a
    mark in one of the rows stands in all three.

    Make each row by itself: `[[EMPTY] * 3 for _ in range(3)]`.
    """
    return "R" in answer.flags if question.valid else None


@misconception("initial_state")
def start_shared(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Every game starts on the same list.

    The board, or a row of it, was made once, outside the function: the marks of one
    game are still there when the next one starts.

    Make the board inside `initial_state`, so that each call has a new one.
    """
    return None if right(question, answer) else bool(answer.flags & {"S", "T"})


def _changed(question: Question, answer: Answer) -> bool | None:
    """Return whether the board is right, and the one that was given is changed too."""
    if question.about != "valid":
        return None
    return answer.mutated and right(question, answer)


@misconception("result", changes=True)
def not_copied(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The board is not copied.

    `new_board = board` makes no new list, only a second name for the same one. What is
    written into it, a cell or a whole row, stands in the board that was given, and
    Minimax explores positions that nobody has played.

    Use `copy.deepcopy(board)`, or `[row[:] for row in board]`.
    """
    changed = _changed(question, answer)
    return changed and "I" in answer.flags


@misconception("result", changes=True)
def shallow_copy(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Only the outer list of the board is copied.

    `board.copy()`, `list(board)`, `board[:]` and `copy.copy(board)` make a new list of
    the same three rows. Writing into a row then changes the old board as well, and
    Minimax explores positions that nobody has played.

    Use `copy.deepcopy(board)`, or `[row[:] for row in board]`.
    """
    changed = _changed(question, answer)
    return changed and "P" in answer.flags


@misconception("result", changes=True)
def copied_too_late(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The mark is written into the board that was given.

    What is returned is a board of its own, but the mark stands in the old one as well:
    it was placed there, and not in the copy.

    Copy the board first, and write into the copy alone.
    """
    changed = _changed(question, answer)
    return changed and not answer.flags & {"I", "P"}


@misconception("result")
@symptom
def negative_index(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A negative index is accepted.

    In Python board[-1] is the last row, so (-1, 2) silently means (2, 2). For the game
    it is not a cell at all.

    Refuse what is not a possible action: `if action not in actions(board): raise`.
    """
    if question.about != "negative":
        return False if question.valid and answer.failed else None
    i, j = (number % 3 for number in question.action)
    if question.key[3 * i + j] != "." and answer.refused:
        return True
    return is_placed(question, answer, (i, j))


@misconception("result")
@symptom
def overwritten(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A mark can be put on top of another.

    `result` takes a cell that is not empty, and writes over the mark in it.

    First `if board[i][j] is not EMPTY: raise ...`, then place the mark.
    """
    if question.about != "taken":
        return False if question.valid and answer.failed else None
    return is_placed(question, answer, question.action)


@misconception("result")
def condition_inverted(question: Question, answer: Answer, _: None) -> bool | None:
    """
    What is valid is refused, and what is not valid is accepted.

    The condition before `raise` is the wrong way round.

    `if action not in actions(board): raise ...`: mind the `not`.
    """
    if question.about == "valid":
        return answer.raised
    if question.about == "taken":
        return is_placed(question, answer, question.action)
    return None


@misconception("result", "XO")
def one_mark(question: Question, answer: Answer, mark: str) -> bool | None:
    """
    The same mark is always placed.

    `result` puts down one player's mark, whoever is to move.

    Place `player(board)`.
    """
    if question.about != "valid":
        return None
    return is_placed(question, answer, question.action, mark)


@misconception("result")
def opponents_mark(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The mark of the wrong player is placed.

    The cell is right, but what stands there belongs to the other player.

    Place `player(board)`, and ask it before the mark is there: afterwards it is the
    other player's turn.
    """
    if question.about != "valid":
        return None
    other = opponent(turn(question.key))
    return is_placed(question, answer, question.action, other)


@misconception("result")
def cell_turned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Row and column of the action are exchanged.

    An action is (i, j): i is the row, j the column. The mark is on (j, i).

    Write `i, j = action`, and then `board[i][j]`.
    """
    if question.about != "valid":
        return None
    i, j = question.action
    return is_placed(question, answer, (j, i))


@misconception("result")
@symptom
def old_board_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The board is returned without a new mark.

    It is as it was before the move: either the copy was changed and the original
    returned, or no mark was written into what is returned.

    Write `player(board)` into the copy, and return that copy.
    """
    if question.about != "valid":
        return None
    return answer.said == f"b{question.key}" and not answer.mutated


@misconception("result")
def exception_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The exception is returned instead of raised.

    `return Exception(...)` gives the exception back like any other value, and the
    program goes on with it as if it were a board.

    Write `raise` in the place of `return`.
    """
    if question.about not in REFUSED or answer.refused:
        return None
    return not answer.leaves and answer.kind.endswith(("Exception", "Error"))


@misconception("result", ["nothing", "the board", "a word"])
def no_exception(question: Question, answer: Answer, instead: str) -> bool | None:
    """
    An action that is not valid raises no exception.

    The assignment asks for one: an exception cannot be overlooked, as what is returned
    or printed can.

    `if action not in actions(board): raise ValueError("not an empty cell")`
    """
    if question.about not in REFUSED or answer.refused:
        return None
    if instead == "nothing":
        return answer.said == "n"
    if instead == "the board":
        return answer.said == f"b{question.key}"
    return answer.said in "tf" or answer.kind == "str"
