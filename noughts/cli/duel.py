"""`noughts duel`: two engines or players meet, each as X and as O."""

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from noughts import contract
from noughts.board import opponent
from noughts.cli.parser import Parser, add_time, suggest
from noughts.cli.screen import Progress, filled
from noughts.contract import Action, Board
from noughts.games import (
    POLICIES,
    Forfeit,
    Player,
    Policy,
    final_odds,
    forfeit_after_timeout,
    legal_action,
    odds,
    perfect_span,
    play_out,
)
from noughts.look.ansi import pen_for
from noughts.sandbox import Limits, Sandbox
from noughts.text import SENTENCE, clean_line, quoted
from noughts.words import Refused, Words

NAMES = ("perfect", *POLICIES)
STYLES = ("", "win", "draw", "loss", "")  # of the table's columns


@dataclass
class Entrant:
    """A participant: a random policy, or a deterministic player."""

    name: str
    chance: Policy | None = None
    player: Player | None = None
    tell: Callable[[str, int], None] = lambda name, asked: None
    asked: int = 0
    forfeits: list[Forfeit] = field(default_factory=list)

    def play(self, board: Board) -> Action:
        """Return the player's action."""
        assert self.player
        self.asked += 1
        self.tell(self.name, self.asked)
        try:
            return legal_action(self.player, board)
        except Forfeit as forfeit:
            known = [each.__cause__ for each in self.forfeits if each.__cause__]
            if forfeit.__cause__ not in known:  # a repeated timeout is one failure
                self.forfeits.append(forfeit)
            raise

    def policy(self, board: Board) -> Mapping[Action, Fraction]:
        """Return how likely each action is."""
        return self.chance(board) if self.chance else {self.play(board): Fraction(1)}


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("duel.about")
    parser.epilog = say("duel.entrants", names=", ".join(NAMES))
    parser.add_argument("a", metavar="A", help=say("duel.a"))
    parser.add_argument("b", metavar="B", help=say("duel.b"))
    add_time(parser, say)


def run(args: Namespace) -> int:
    """Print the results of a duel; return 1 if an engine failed."""
    say = args.say
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())
        a, b = (_entrant(name, args.time, stack, say) for name in (args.a, args.b))
        for entrant in (a, b):
            entrant.tell = lambda name, n: progress.show(
                say("duel.progress", name=name, n=n)
            )
        progress.show(say("duel.counting", a=a.name, b=b.name))
        report = _report(a, b, say)
    print(report)
    return 1 if a.forfeits or b.forfeits else 0


def _entrant(name: str, time: float, stack: ExitStack, say: Words) -> Entrant:
    """Return the entrant for a name or a file."""
    if name in POLICIES:
        return Entrant(name, chance=POLICIES[name])
    if name == "perfect":
        return Entrant(name, player=contract.default().minimax)
    if not Path(name).exists():
        parts = {"value": quoted(name), "names": ", ".join(NAMES)}
        raise Refused("duel.nobody", guess=suggest(name, NAMES, say), **parts)
    engine = stack.enter_context(Sandbox(name, Limits(answer=time)))
    return Entrant(name, player=forfeit_after_timeout(engine.minimax))


def _report(a: Entrant, b: Entrant, say: Words) -> str:
    """Return the table of A against B, and what went wrong."""
    chance = a.chance or b.chance
    title = say("duel.exact" if chance else "duel.two_games")
    rows = _exact_odds(a, b, say) if chance else _two_games(a, b, say)
    head = filled(say("duel.head", a=a.name, b=b.name, title=title))
    broken = [_breakdown(entrant, say) for entrant in (a, b) if entrant.forfeits]
    return "\n\n".join([head, "\n".join(_table(rows)), *map(filled, broken)])


def _head(say: Words, *more: str) -> list[str]:
    return ["", *(say(f"duel.{name}") for name in ("wins", "draws", "losses", *more))]


def _exact_odds(a: Entrant, b: Entrant, say: Words) -> list[list[str]]:
    """Return a table of how often A wins, and how often a perfect player would."""
    rows = [_head(say, "perfect") if b.chance else _head(say)]
    for mark in "XO":
        fares = odds({mark: a.policy, opponent(mark): b.policy}, mark)
        rows.append([say("duel.as", mark=mark), *(_percent(f, say) for f in fares)])
        if b.chance:
            ends = [_percent(end.wins, say) for end in perfect_span(b.policy, mark)]
            rows[-1].append(say("duel.span", floor=ends[0], ceiling=ends[1]))
    return rows


def _two_games(a: Entrant, b: Entrant, say: Words) -> list[list[str]]:
    """Return a table of one game on each side."""
    rows = [_head(say, "moves")]
    for mark in "XO":
        game = play_out({mark: a.play, opponent(mark): b.play})
        fares = map(str, final_odds(game.winner, mark))
        rows.append([say("duel.as", mark=mark), *fares, str(game)])
    return rows


def _percent(share: Fraction, say: Words) -> str:
    return f"{say.number(float(100 * share), 3)} %"


def _table(rows: list[list[str]]) -> list[str]:
    """Return the rows as lines, in columns aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    pen = pen_for(sys.stdout)
    return [
        "  ".join(
            pen(cell.rjust(width), style) if style else cell.rjust(width)
            for cell, width, style in zip(row, widths, STYLES, strict=False)
        )
        for row in rows
    ]


def _breakdown(entrant: Entrant, say: Words) -> str:
    """Return the sentence about an engine's first failure."""
    more = len(entrant.forfeits) - 1
    others = say("duel.more", n=more) if more else ""
    why = clean_line(say.message(entrant.forfeits[0]), SENTENCE)
    return say("duel.forfeits", name=entrant.name, why=why) + others
