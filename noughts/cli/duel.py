"""`noughts duel`: two engines or players meet, each as X and as O."""

import sys
from argparse import Namespace
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from noughts.cli.parser import Parser, suggest
from noughts.cli.screen import Progress, filled
from noughts.game import contract
from noughts.game.board import opponent
from noughts.game.contract import Action, Board, EngineError
from noughts.game.games import (
    POLICIES,
    Player,
    final_odds,
    forfeit_after_timeout,
    legal_action,
    odds,
    perfect_span,
    play_out,
)
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.texts import Refused, Words
from noughts.texts.safe_text import SENTENCE, clean_line, quoted
from noughts.theme.ansi import pen_for

NAMES = ("perfect", *POLICIES)
STYLES = ((), ("win",), ("draw",), ("loss",), ())  # of the table's columns


@dataclass
class Entrant:
    """A participant: a deterministic player, or one that moves at random."""

    name: str
    player: Player | None = None
    failures: list[EngineError] = field(default_factory=list)

    def play(self, board: Board) -> Action:
        """Return the player's action."""
        assert self.player
        try:
            return legal_action(self.player, board)
        except EngineError as error:
            if error not in self.failures:  # a repeated timeout is one failure
                self.failures.append(error)
            raise

    def policy(self, board: Board) -> Mapping[Action, Fraction]:
        """Return how likely each action is."""
        if self.player:
            return {self.play(board): Fraction(1)}
        return POLICIES[self.name](board)


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.epilog = say("duel.entrants", names=", ".join(NAMES))
    for name in ("a", "b"):
        parser.option(name, metavar=name.upper())
    parser.time()


def run(args: Namespace) -> int:
    """Print the results of a duel; return 1 if an engine failed."""
    say = args.say
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())
        a, b = (_entrant(name, args.time, stack, say) for name in (args.a, args.b))
        progress.show(say("duel.counting", a=a.name, b=b.name))
        rows = _rows(a, b, say)
    title = say("duel.two_games" if a.player and b.player else "duel.exact")
    print(filled(say("duel.head", a=a.name, b=b.name, title=title)), end="\n\n")
    print(*_table(rows), sep="\n")
    failed = [entrant for entrant in (a, b) if entrant.failures]
    for entrant in failed:
        print("\n" + filled(_failure(entrant, say)))
    return 1 if failed else 0


def _entrant(name: str, time: float, stack: ExitStack, say: Words) -> Entrant:
    """Return the entrant for a name or a file."""
    if name in POLICIES:
        return Entrant(name)
    if name == "perfect":
        return Entrant(name, contract.default().minimax)
    if not Path(name).exists():
        parts = {"value": quoted(name), "names": ", ".join(NAMES)}
        raise Refused("duel.nobody", guess=suggest(name, NAMES, say), **parts)
    engine = stack.enter_context(Sandbox(name, Limits(answer=time)))
    return Entrant(name, forfeit_after_timeout(engine.minimax))


def _rows(a: Entrant, b: Entrant, say: Words) -> list[list[str]]:
    """Return a table: the odds of A and of perfect play, or else one game per side."""
    is_exact = not (a.player and b.player)
    last = [] if is_exact and b.player else ["perfect" if is_exact else "moves"]
    names = ["wins", "draws", "losses", *last]
    rows = [["", *(say(f"duel.{name}") for name in names)]]
    for mark in "XO":
        row = [say("duel.as", mark=mark)]
        if is_exact:
            shares = odds({mark: a.policy, opponent(mark): b.policy}, mark)
            row += [_percent(share, say) for share in shares]
        else:
            game = play_out({mark: a.play, opponent(mark): b.play})
            row += [*map(str, final_odds(game.winner, mark)), str(game)]
        if not b.player:
            low, high = (_percent(o.wins, say) for o in perfect_span(b.policy, mark))
            row.append(say("duel.span", floor=low, ceiling=high))
        rows.append(row)
    return rows


def _percent(share: Fraction, say: Words) -> str:
    return f"{say.number(float(100 * share), 3)} %"


def _table(rows: list[list[str]]) -> list[str]:
    """Return the rows as lines, in columns aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    pen = pen_for(sys.stdout)
    return [
        "  ".join(
            pen(cell.rjust(width), *style)
            for cell, width, style in zip(row, widths, STYLES, strict=False)
        )
        for row in rows
    ]


def _failure(entrant: Entrant, say: Words) -> str:
    """Return the sentence about an engine's first failure."""
    more = len(entrant.failures) - 1
    others = say("duel.more", n=more) if more else ""
    why = clean_line(say.message(entrant.failures[0]), SENTENCE)
    return say("duel.forfeits", name=entrant.name, why=why) + others
