"""`noughts duel`: two engines or players meet, on both sides."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from pathlib import Path

from noughts import contract
from noughts.board import free_cells, opponent
from noughts.cli.options import add_time
from noughts.contract import Action, Board, ContractError
from noughts.match import Forfeit, legal_action, odds, perfect_span, play_out, settled
from noughts.players import POLICIES, Player, Policy
from noughts.sandbox import EngineTimeout, Limits, Sandbox

NAMES = ("perfect", *POLICIES)
HEAD = ["", "wins", "draws", "losses"]


@dataclass
class Entrant:
    """One who takes part: by a policy, if chance has a say, or else as a player."""

    name: str
    chance: Policy | None = None
    player: Player | None = None
    asked: int = 0
    too_deep: float = inf  # free cells with which it was late, the fewest
    forfeits: list[Forfeit] = field(default_factory=list)

    def play(self, board: Board) -> Action:
        """
        Return the player's action.

        One who was late is not waited for again where as much or more is to be
        searched: an engine that never answers would take ten minutes.
        """
        assert self.player
        depth = len(free_cells(board))
        if depth >= self.too_deep:
            raise self.forfeits[-1]
        self.asked += 1
        _progress(f"{self.name} makes its move no. {self.asked} ...")
        try:
            return legal_action(self.player, board)
        except Forfeit as forfeit:
            self.forfeits.append(forfeit)
            if isinstance(forfeit.__cause__, EngineTimeout):
                self.too_deep = depth
            raise

    def policy(self, board: Board) -> Mapping[Action, Fraction]:
        """Return how likely each action is."""
        return self.chance(board) if self.chance else {self.play(board): Fraction(1)}


def main(argv: Sequence[str] | None = None) -> int:
    """Print how two entrants fare; return 1 if one of them broke down."""
    parser = argparse.ArgumentParser(
        prog="noughts duel",
        description="Let two engines or players meet, on both sides.",
        epilog=f"Each is a file that keeps the contract, or one of {', '.join(NAMES)}. "
        "Where chance has a say the odds are exact: every game is counted.",
    )
    parser.add_argument("a", metavar="A", help="whose wins and losses are shown")
    parser.add_argument("b", metavar="B", help="the opponent")
    add_time(parser)
    given = parser.parse_args(argv)
    with ExitStack() as sandboxes:
        try:
            a, b = (
                _entrant(name, given.time, sandboxes) for name in (given.a, given.b)
            )
        except ContractError as error:
            print(f"noughts duel: {error}", file=sys.stderr)
            return 2
        try:
            report = _report(a, b)
        finally:
            _progress("")
    print(report)
    return 1 if a.forfeits or b.forfeits else 0


def _entrant(name: str, time: float, sandboxes: ExitStack) -> Entrant:
    """Return the entrant of this name, or of the file with this name."""
    if name in POLICIES:
        return Entrant(name, chance=POLICIES[name])
    if name == "perfect":
        return Entrant(name, player=contract.default().minimax)
    if not Path(name).exists():
        raise ContractError(f"{name!r} is no file, and not one of {', '.join(NAMES)}")
    engine = sandboxes.enter_context(Sandbox(name, Limits(answer=time)))
    return Entrant(name, player=engine.minimax)


def _progress(text: str) -> None:
    """Show how far it has come to a person who waits; a slow engine takes a minute."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _report(a: Entrant, b: Entrant) -> str:
    """Return the table of A against B, and what went wrong."""
    exact = a.chance or b.chance
    title, rows = _exact_odds(a, b) if exact else _two_games(a, b)
    lines = [f"{a.name} against {b.name}: {title}", "", *_table(rows)]
    for entrant in (a, b):
        if entrant.forfeits:
            lines += ["", _told(entrant)]
    return "\n".join(lines)


def _exact_odds(a: Entrant, b: Entrant) -> tuple[str, list[list[str]]]:
    rows = [[*HEAD, "a perfect player wins"] if b.chance else HEAD]
    for mark in "XO":
        fares = odds({mark: a.policy, opponent(mark): b.policy}, mark)
        rows.append([f"as {mark}", *map(_percent, fares)])
        if b.chance:
            floor, ceiling = perfect_span(b.policy, mark)
            rows[-1].append(f"{_percent(floor.wins)} to {_percent(ceiling.wins)}")
    return "exact odds, over every game they can play", rows


def _two_games(a: Entrant, b: Entrant) -> tuple[str, list[list[str]]]:
    rows = [[*HEAD, "moves"]]
    for mark in "XO":
        game = play_out({mark: a.play, opponent(mark): b.play})
        fares = settled(game.winner, mark)
        rows.append([f"as {mark}", *map(str, fares), str(game)])
    return "one game on each side, as neither leaves anything to chance", rows


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.3f} %"


def _table(rows: list[list[str]]) -> list[str]:
    """Return the rows with their columns aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def _told(entrant: Entrant) -> str:
    """Return where an engine broke down, which lost it the game."""
    more = len(entrant.forfeits) - 1
    others = f" (and in {more} more position{'s' * (more > 1)})" if more else ""
    return f"{entrant.name} forfeits: {entrant.forfeits[0]}{others}"
