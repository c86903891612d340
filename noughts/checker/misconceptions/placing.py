"""Misconceptions about boards: those that initial_state and result return."""

from noughts.board import opponent, turn
from noughts.checker.answers import Answer
from noughts.checker.misconceptions.catalogue import misconception
from noughts.checker.misconceptions.comparing import is_placed
from noughts.checker.questions import REFUSED, Question
from noughts.checker.truth import right


@misconception("initial_state", "result")
def rows_are_one(question: Question, answer: Answer) -> bool | None:
    """
    The three rows of the board are one and the same list.

    `[[EMPTY] * 3] * 3` has one row in it, three times, and so has `[row, row, row]`: a
    mark in one of the rows stands in all three.

    Make each row by itself: `[[EMPTY] * 3 for _ in range(3)]`.
    """
    return "R" in answer.flags if question.valid else None


@misconception("initial_state")
def start_shared(question: Question, answer: Answer) -> bool | None:
    """
    Every game starts on the same list.

    The board, or a row of it, was made once, outside the function: the marks of one
    game are still there when the next one starts.

    Make the board inside `initial_state`, so that each call has a new one.
    """
    return None if right(question, answer) else bool(answer.flags & {"S", "T"})


def _changed(question: Question, answer: Answer) -> bool:
    """Return whether the board is right, and the one that was given is changed too."""
    return answer.mutated and right(question, answer)


@misconception("result", about="valid", changes=True)
def not_copied(question: Question, answer: Answer) -> bool:
    """
    The board is not copied.

    What is written, a cell or a whole row, stands in the board that was given: there is
    no other one. `new_board = board` would make no new list either, only a second name
    for the same one. Who only tries an action, as Minimax does, must then take it back.

    Use `copy.deepcopy(board)`, or `[row[:] for row in board]`.
    """
    return _changed(question, answer) and "I" in answer.flags


@misconception("result", about="valid", changes=True)
def shallow_copy(question: Question, answer: Answer) -> bool:
    """
    Only the outer list of the board is copied.

    `board.copy()`, `list(board)`, `board[:]` and `copy.copy(board)` make a new list of
    the same three rows. Writing into a row then changes the old board as well. Who only
    tries an action, as Minimax does, must then take it back.

    Use `copy.deepcopy(board)`, or `[row[:] for row in board]`.
    """
    return _changed(question, answer) and "P" in answer.flags


@misconception("result", about="valid", changes=True)
def copied_too_late(question: Question, answer: Answer) -> bool:
    """
    The mark is written into the board that was given.

    What is returned is a board of its own, but the mark stands in the old one as well:
    it was placed there before that was copied, or in both.

    Copy the board first, and write into the copy alone.
    """
    return _changed(question, answer) and not answer.flags & {"I", "P"}


@misconception("result", symptom=True)
def overwritten(question: Question, answer: Answer) -> bool | None:
    """
    A mark can be put on top of another.

    `result` takes a cell that is not empty, and writes over the mark in it.

    First `if board[i][j] is not EMPTY: raise ...`, then place the mark.
    """
    if question.about != "taken":
        return False if question.valid and answer.failed else None
    return is_placed(question, answer, question.action)


@misconception("result", symptom=True)
def negative_index(question: Question, answer: Answer) -> bool | None:
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
def condition_inverted(question: Question, answer: Answer) -> bool | None:
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


@misconception("result", about="valid", mark="XO")
def one_mark(question: Question, answer: Answer, mark: str) -> bool:
    """
    The same mark is always placed.

    `result` puts down one player's mark, whoever is to move.

    Place `player(board)`.
    """
    return is_placed(question, answer, question.action, mark)


@misconception("result", about="valid")
def opponents_mark(question: Question, answer: Answer) -> bool:
    """
    The mark of the wrong player is placed.

    The cell is right, but what stands there belongs to the other player.

    Place `player(board)`, and ask it before the mark is there: afterwards it is the
    other player's turn.
    """
    other = opponent(turn(question.key))
    return is_placed(question, answer, question.action, other)


@misconception("result", about="valid")
def cell_turned(question: Question, answer: Answer) -> bool:
    """
    Row and column of the action are exchanged.

    An action is (i, j): i is the row, j the column. The mark is on (j, i).

    Write `i, j = action`, and then `board[i][j]`.
    """
    i, j = question.action
    return is_placed(question, answer, (j, i))


@misconception("result", about="valid", symptom=True)
def old_board_returned(question: Question, answer: Answer) -> bool:
    """
    The board is returned without a new mark.

    It is as it was before the move: either the copy was changed and the original
    returned, or no mark was written into what is returned.

    Write `player(board)` into the copy, and return that copy.
    """
    return answer.said == f"b{question.key}" and not answer.mutated


@misconception("result")
def exception_returned(question: Question, answer: Answer) -> bool | None:
    """
    The exception is returned instead of raised.

    `return Exception(...)` gives the exception back like any other value, and the
    program goes on with it as if it were a board.

    Write `raise` in the place of `return`.
    """
    if question.about not in REFUSED or answer.refused:
        return None
    return not answer.leaves and answer.kind.endswith(("Exception", "Error"))


@misconception("result", instead=["nothing", "the board", "a word"])
def no_exception(question: Question, answer: Answer, instead: str) -> bool | None:
    """
    An action that is not valid raises no exception.

    The assignment asks for one: an exception cannot be overlooked, as what is returned
    or printed can.

    `if action not in actions(board): raise ValueError("not an empty cell")`
    """
    if question.about not in REFUSED or answer.refused:
        return False if question.valid and answer.failed else None
    if instead == "nothing":
        return answer.said == "n"
    if instead == "the board":
        return answer.said == f"b{question.key}"
    return answer.said in "tf" or answer.kind == "str"
