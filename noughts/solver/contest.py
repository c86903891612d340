"""A game between two players on any board, as a value: its moves and its rules."""

from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Self

from noughts.board import free_cells
from noughts.contract import Action, Board
from noughts.match import IllegalMove
from noughts.notation import board_text, square
from noughts.solver.mnk import Rules, State, cells_of, lines


@dataclass(frozen=True)
class Contest:
    """A game so far; all else follows from its moves by its rules."""

    rules: Rules
    moves: tuple[Action, ...] = ()
    resigned: bool = False  # the player to move has given the game up

    @cached_property
    def _state(self) -> State:
        return reduce(State.play, map(self.rules.bit, self.moves), self.rules.start())

    @property
    def board(self) -> Board:
        """A fresh board each time: nobody who is shown it can change the game."""
        marks = {action: "XO"[n % 2] for n, action in enumerate(self.moves)}
        return [
            [marks.get((i, j)) for j in range(self.rules.columns)]
            for i in range(self.rules.rows)
        ]

    @property
    def turn(self) -> str | None:
        """Who moves next; None if the game is over."""
        over = self.resigned or self._state.over
        return None if over else "XO"[len(self.moves) % 2]

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def winner(self) -> str | None:
        """Who moved last, if that move won or the other gave up after it."""
        won = self._state.lost or (self.resigned and not self._state.over)
        return "OX"[len(self.moves) % 2] if won else None

    @property
    def line(self) -> set[Action]:
        """The cells of the winning line, or of all where one move made several."""
        theirs = self._state.theirs
        return {
            self.rules.action(cell)
            for line in lines(self.rules)
            if line & theirs == line
            for cell in cells_of(line)
        }

    def play(self, action: Action) -> Self:
        """Return the game after one more move."""
        if self.over or action not in free_cells(self.board):
            raise IllegalMove(f"{action!r} is not open in {board_text(self.board)}")
        return replace(self, moves=(*self.moves, action))

    def undo(self) -> Self:
        """Return the game before its last move."""
        return replace(self, moves=self.moves[:-1], resigned=False)

    def resign(self) -> Self:
        """Return the game given up by the player to move."""
        return replace(self, resigned=True)

    def __str__(self) -> str:
        columns = self.rules.columns
        return " ".join(str(square(action, columns)) for action in self.moves)
