"""
The game on any board: m rows, n columns, and k marks in a line win.

A set of cells is a mask: one number, with a bit for each cell.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from noughts.contract import Action

LARGEST = 8
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # right, down, and the two diagonals

# What a player needs: needs[i] holds the lines still open to them that lack i cells,
# each as the mask of those cells. A line is open while the other has no mark in it.
Needs = list[set[int]]


class Position(NamedTuple):
    """A position as the player to move sees it: `mine` are the mover's cells."""

    mine: int
    theirs: int
    empty: int
    my_needs: Needs
    their_needs: Needs

    @property
    def left(self) -> int:
        """Return how many cells are empty."""
        return self.empty.bit_count()

    @property
    def over(self) -> bool:
        """Return whether the game is over: the last move won, or no cell is empty."""
        return bool(self.their_needs[0]) or not self.empty

    def play(self, cell: int) -> "Position":
        """Return the position after a move, as the other player sees it."""
        return Position(
            self.theirs,
            self.mine | cell,
            self.empty ^ cell,
            without(self.their_needs, cell),
            filled(self.my_needs, cell),
        )


def without(needs: Needs, cell: int) -> Needs:
    """Return what a player still needs when the other one has taken the cell."""
    return [{need for need in lines if not need & cell} for lines in needs]


def filled(needs: Needs, cell: int) -> Needs:
    """Return what a player still needs when they have taken the cell."""
    after = without(needs, cell)
    for lacking, lines in enumerate(needs):
        for need in lines:
            if need & cell:
                after[lacking - 1].add(need ^ cell)
    return after


class Game(NamedTuple):
    """The rules: this many rows and columns, and this many marks in a line win."""

    rows: int
    columns: int
    line: int

    def __str__(self) -> str:
        return f"{self.rows},{self.columns},{self.line}"

    @property
    def size(self) -> int:
        """Return how many cells the board has."""
        return self.rows * self.columns

    def start(self) -> Position:
        """Return the empty board."""
        return self.position(0, 0)

    def position(self, mine: int, theirs: int) -> Position:
        """Return the position in which the cells are taken so."""
        empty = (1 << self.size) - 1 & ~(mine | theirs)
        return Position(
            mine, theirs, empty, self.needs(mine, theirs), self.needs(theirs, mine)
        )

    def needs(self, own: int, other: int) -> Needs:
        """Return what the player with these own cells still needs."""
        needs: Needs = [set() for _ in range(self.line + 1)]
        for line in lines(self):
            if not line & other:
                need = line & ~own
                needs[need.bit_count()].add(need)
        return needs

    def bit(self, action: Action) -> int:
        """Return the mask of one cell."""
        row, column = action
        return 1 << row * self.columns + column

    def action(self, cell: int) -> Action:
        """Return the row and column of a cell's mask."""
        return divmod(cell.bit_length() - 1, self.columns)


def game(rows: int, columns: int, line: int) -> Game:
    """Return the game; a line longer than the board is allowed: nobody can win."""
    for name, number in (("rows", rows), ("columns", columns), ("in a line", line)):
        if not 1 <= number <= LARGEST:
            raise ValueError(f"{number} {name}: a number from 1 to {LARGEST} is needed")
    return Game(rows, columns, line)


@cache
def lines(game: Game) -> list[int]:
    """Return the masks of all lines that win."""
    reach = game.line - 1
    return sorted(
        {
            sum(
                game.bit((row + n * down, column + n * right)) for n in range(game.line)
            )
            for row in range(game.rows)
            for column in range(game.columns)
            for down, right in STEPS
            if row + reach * down < game.rows
            and 0 <= column + reach * right < game.columns
        }
    )


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of a mask, row by row."""
    while mask:
        cell = mask & -mask
        yield cell
        mask ^= cell
