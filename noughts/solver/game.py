"""A game between two players on a board of any size."""

from dataclasses import dataclass, field
from functools import cached_property, reduce

from noughts.contract import Action, Board
from noughts.games import AnyGame
from noughts.solver.mnk import Rules, State, cells_of, lines


@dataclass(frozen=True)
class MnkGame(AnyGame):
    """A game so far: its moves, and the rules of its board."""

    rules: Rules = field(kw_only=True)

    @cached_property
    def _state(self) -> State:
        return reduce(State.play, map(self.rules.bit, self.moves), self.rules.start())

    @property
    def board(self) -> Board:
        marks = {action: "XO"[n % 2] for n, action in enumerate(self.moves)}
        return [
            [marks.get((i, j)) for j in range(self.rules.columns)]
            for i in range(self.rules.rows)
        ]

    @property
    def turn(self) -> str | None:
        over = self.resigned or self._state.over
        return None if over else "XO"[len(self.moves) % 2]

    @property
    def winner(self) -> str | None:
        """The player who moved last, if that move won or the other player resigned."""
        won = self._state.lost or (self.resigned and not self._state.over)
        return "OX"[len(self.moves) % 2] if won else None

    @property
    def line(self) -> set[Action]:
        theirs = self._state.theirs
        return {
            self.rules.action(cell)
            for line in lines(self.rules)
            if line & theirs == line
            for cell in cells_of(line)
        }
