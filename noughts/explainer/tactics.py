"""Forks and open lines."""

from noughts.board import LINES, Line, completing, filled_by, free, opponent, put, turn
from noughts.contract import Action


def forks(key: str, mark: str) -> list[Action]:
    """
    Return the empty cells where a player would make a winning fork.

    Cells that complete a line, or let the opponent complete one, do not count.
    """
    return [
        cell
        for cell in free(key)
        if not filled_by(key, cell, mark) and _has_fork(put(key, cell, mark), mark)
    ]


def _has_fork(key: str, mark: str) -> bool:
    """Return whether a player has two threats and the opponent, to move, none."""
    return len(completing(key, mark)) >= 2 and not completing(key, opponent(mark))


def fillable(key: str, action: Action, mark: str) -> list[Line]:
    """Return the lines through an empty cell that a player can still fill."""
    left, n = key.count("."), 3 * action[0] + action[1]
    moves = (left + 1) // 2 if mark == turn(key) else left // 2
    marks = {line: [key[m] for m in line] for line in LINES if n in line}
    return [
        line
        for line, there in marks.items()
        if opponent(mark) not in there and there.count(".") <= moves
    ]
