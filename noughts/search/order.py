"""The order in which a search tries the actions: it never changes the value found."""

from collections.abc import Callable, Sequence

from noughts.contract import Action, Board, Engine

Order = Callable[[Engine, Board], Sequence[Action]]

# Four lines run through the centre, three through a corner, two through an edge.
LINES_THROUGH = [[3, 2, 3], [2, 4, 2], [3, 2, 3]]


def by_rows(rules: Engine, board: Board) -> list[Action]:
    """Return the actions row by row."""
    return sorted(rules.actions(board))


def strong_first(rules: Engine, board: Board) -> list[Action]:
    """Return the centre, then the corners, then the edges."""
    return sorted(rules.actions(board), key=_weakness)


def _weakness(action: Action) -> tuple[int, Action]:
    i, j = action
    return -LINES_THROUGH[i][j], action
