"""A game between two players on any board, as a value like that of the usual board."""

from dataclasses import dataclass, field
from functools import cached_property, reduce

from noughts import match
from noughts.contract import Action, Board
from noughts.solver.game import Game, Position, cells_of, lines


@dataclass(frozen=True)
class Contest(match.Game):
    """A game so far: its moves, and the rules by which all else follows from them."""

    rules: Game = field(kw_only=True)

    @cached_property
    def _position(self) -> Position:
        return reduce(
            Position.play, map(self.rules.bit, self.moves), self.rules.start()
        )

    @property
    def _marks(self) -> dict[Action, str]:
        return {action: "XO"[n % 2] for n, action in enumerate(self.moves)}

    @property
    def board(self) -> Board:
        marks = self._marks
        return [
            [marks.get((i, j)) for j in range(self.rules.columns)]
            for i in range(self.rules.rows)
        ]

    @property
    def turn(self) -> str | None:
        over = self.resigned or self._position.over
        return None if over else "XO"[len(self.moves) % 2]

    @property
    def winner(self) -> str | None:
        """Who moved last, if that move won or the other gave up after it."""
        won = self._position.lost or (self.resigned and not self._position.over)
        return "OX"[len(self.moves) % 2] if won else None

    @property
    def line(self) -> set[Action]:
        theirs = self._position.theirs
        return {
            self.rules.action(cell)
            for line in lines(self.rules)
            if line & theirs == line
            for cell in cells_of(line)
        }
