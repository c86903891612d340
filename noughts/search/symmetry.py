"""Seventh rung: symmetry. A rotated or mirrored board is worth the same."""

from noughts.game.contract import Board
from noughts.search.memory import Memory

# Where the cells of the rotated or mirrored board come from.
TURN = 6, 3, 0, 7, 4, 1, 8, 5, 2  # a quarter turn
MIRROR = 2, 1, 0, 5, 4, 3, 8, 7, 6


class Symmetry(Memory):
    """Alpha-beta that remembers a position together with all its images."""

    def key(self, board: Board) -> str:
        """Return the image that comes first in the alphabet: the same for all eight."""
        return min(images(super().key(board)))


def images(marks: str) -> set[str]:
    """Return the images of nine marks, rotated and mirrored: up to eight."""
    found = set()
    for _ in range(4):
        marks = "".join(marks[n] for n in TURN)
        found |= {marks, "".join(marks[n] for n in MIRROR)}
    return found
