"""
The game on any board: m rows, n columns, and k marks in a line win.

A set of cells is a mask: one number, with a bit for each cell.
"""

from collections.abc import Iterable, Iterator, Set
from functools import cache
from typing import NamedTuple

from noughts.game.contract import Action, Board
from noughts.game.notation import board_text
from noughts.texts import Refused

LARGEST = 8
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # right, down, and the two diagonals

# What a player needs: for each line still open to them, the cells that they lack in it.
# A line is open as long as the other player has no mark in it.
Needs = Set[int]
DONE = 0  # a need of no cell: the line is complete
SINGLES = {1 << n for n in range(LARGEST * LARGEST)}  # needs of one cell: threats


class Stop(NamedTuple):
    """
    How a player is stopped without a search: by pairs, the rest by its potential.

    The defender answers a move in a pair by its other cell. A need without a pair is
    stopped by the potential, counted over the cells of the zone that are in no pair.
    """

    pairs: tuple[int, ...]  # masks of two cells each
    zone: int  # all cells that the argument relies on; see `zones`


class State(NamedTuple):
    """A position as the player to move sees it: `mine` are the mover's cells."""

    mine: int
    theirs: int
    empty: int
    left: int  # how many cells are empty
    my_needs: Needs
    their_needs: Needs

    @property
    def lost(self) -> bool:
        """Return whether the last move has completed a line."""
        return DONE in self.their_needs

    @property
    def over(self) -> bool:
        """Return whether the game is over: the last move won, or no cell is empty."""
        return self.lost or not self.empty

    @property
    def final_value(self) -> int:
        """Return what a finished game is worth to the player who would move next."""
        return -1 - self.left if self.lost else 0

    def play(self, cell: int) -> "State":
        """Return the position after a move, as the other player sees it."""
        return State(
            self.theirs,
            self.mine | cell,
            self.empty ^ cell,
            self.left - 1,
            without(self.their_needs, cell),
            filled(self.my_needs, cell),
        )


def without(needs: Needs, cell: int) -> Needs:
    """Return a player's needs after the other player takes a cell."""
    return {need for need in needs if not need & cell}


def filled(needs: Needs, cell: int) -> Needs:
    """Return a player's needs after that player takes a cell."""
    return {need & ~cell for need in needs}


class Rules(NamedTuple):
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

    def start(self) -> State:
        """Return the empty board."""
        return self.state(0, 0)

    def state(self, mine: int, theirs: int) -> State:
        """Return the position with these cells taken."""
        empty = (1 << self.size) - 1 & ~(mine | theirs)
        needs = self.needs(mine, theirs), self.needs(theirs, mine)
        return State(mine, theirs, empty, empty.bit_count(), *needs)

    def read(self, board: Board) -> State:
        """Return the position that a board shows; refuse one that cannot occur."""
        x, o = (
            sum(
                self.bit((i, j))
                for i, row in enumerate(board)
                for j, cell in enumerate(row)
                if cell == mark
            )
            for mark in "XO"
        )
        mine, theirs = (x, o) if x.bit_count() == o.bit_count() else (o, x)
        state = self.state(mine, theirs)
        if DONE in state.my_needs:
            raise Refused("refusal.board_moved", text=board_text(board))
        return state

    def needs(self, own: int, other: int) -> Needs:
        """Return the needs of a player who has these cells."""
        return {line & ~own for line in lines(self) if not line & other}

    def bit(self, action: Action) -> int:
        """Return the mask of one cell."""
        row, column = action
        return 1 << row * self.columns + column

    def action(self, cell: int) -> Action:
        """Return the row and column of a cell's mask."""
        return divmod(cell.bit_length() - 1, self.columns)


@cache
def lines(rules: Rules) -> list[int]:
    """Return the masks of all lines that win."""
    reach = rules.line - 1
    return sorted(
        {
            sum(
                rules.bit((row + n * down, column + n * right))
                for n in range(rules.line)
            )
            for row in range(rules.rows)
            for column in range(rules.columns)
            for down, right in STEPS
            if row + reach * down < rules.rows
            and 0 <= column + reach * right < rules.columns
        }
    )


def union(masks: Iterable[int]) -> int:
    """Return the cells of all masks together."""
    together = 0
    for mask in masks:
        together |= mask
    return together


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of a mask, row by row."""
    while mask:
        cell = mask & -mask
        yield cell
        mask ^= cell
