"""`noughts play`: the game in this terminal."""

import argparse
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from noughts import contract
from noughts.cli.parser import SECONDS, Parser, board_size, path, seconds, size
from noughts.games import POLICIES, Game, Player, by_chance
from noughts.look.ansi import PLAIN, pen_for
from noughts.notation import SIZE
from noughts.sandbox import Limits, Sandbox
from noughts.solver.game import MnkGame
from noughts.solver.mnk import Rules
from noughts.solver.thinker import Thinker
from noughts.terminal import bigger
from noughts.terminal.console import Console
from noughts.terminal.guide import usual_guide
from noughts.terminal.session import Opponent, Session
from noughts.words import Refused, Words

MOVE_SECONDS = 5.0  # for the solver of bigger boards
OPPONENTS = ("perfect", *POLICIES, "friend")
OPENINGS = {"corner": (0, 0), "centre": (1, 1), "edge": (0, 1)}
TURNS = "turns"


def run(given: argparse.Namespace) -> int:
    """Play games until the person leaves."""
    say = given.say
    if problem := _misuse(given):
        name, more = problem
        raise Refused(f"play.{name}", **more)
    solver = _solver(given, say)
    with _opponent(given, solver) as opponent:
        session = Session(
            _console(given),
            opponent,
            None if given.side == TURNS else given.side,
            MnkGame(rules=solver.rules) if solver else Game(),
            bigger.guide(solver) if solver else usual_guide(say),
            say,
            given.side == TURNS,
        )
        session.run(_note(given))
    return 0


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("play.about")
    option = parser.add_argument
    sides = ("X", "O", TURNS)
    option(
        "--as",
        dest="side",
        metavar="MARK",
        type=lambda text: text.lower() if text.lower() == TURNS else text.upper(),
        choices=sides,
        help=say("play.as"),
    )
    opponents = say("play.opponent")
    option("--opponent", metavar="NAME", choices=OPPONENTS, help=opponents)
    option("--seed", metavar="N", type=int, help=say("play.seed"))
    option("--engine", metavar="FILE", type=path, help=say("play.engine"))
    option("--board", metavar="MxN", type=board_size, help=say("play.board"))
    option("--line", metavar="K", type=size, help=say("play.line"))
    names = ", ".join(OPENINGS)
    opening = say("play.open", names=names)
    option("--open", metavar="NAME", choices=OPENINGS, help=opening)
    option("--plain", action="store_true", help=say("play.plain"))
    time = say("play.time", engine=SECONDS, solver=MOVE_SECONDS)
    option("--time", metavar="SECONDS", type=seconds, help=time)
    option("--because", metavar="WHY", help=argparse.SUPPRESS)  # of `noughts window`


def _misuse(given: argparse.Namespace) -> tuple[str, dict[str, object]] | None:
    """Return the name of what is wrong with the options together, if anything is."""
    rows, columns, line = _rules(given)
    if given.engine and given.opponent:
        return "two_opponents", {}
    if given.side and given.opponent == "friend":
        return "two_people", {}
    if line > max(rows, columns):
        return "no_win", {"line": line, "rows": rows, "columns": columns}
    usual = (rows, columns, line) == (SIZE, SIZE, SIZE)
    if not usual and (given.engine or given.opponent == "casual"):
        option = "--engine" if given.engine else "--opponent casual"
        return "bigger", {"option": option}
    if given.seed is not None and given.opponent not in POLICIES:
        return "no_chance", {"names": ", ".join(POLICIES)}
    if given.time and not given.engine and (usual or _name(given) != "perfect"):
        return "no_thinker", {}
    if given.open and not (usual and _name(given) == "perfect"):
        return "not_opening", {}
    return None


def _console(given: argparse.Namespace) -> Console:
    source = sys.stdin or io.StringIO()  # None if the shell has closed it
    pen = PLAIN if given.plain else pen_for(sys.stdout)
    return Console(source, sys.stdout, pen)


def _note(given: argparse.Namespace) -> str:
    """Return what there is to say first: why there is no window, or the rules."""
    rows, columns, line = _rules(given)
    if given.because:
        return str(given.because)
    if (rows, columns, line) != (SIZE, SIZE, SIZE):
        return str(given.say("play.rules", line=line))
    return ""


def _name(given: argparse.Namespace) -> str:
    """Return what the opponent is called."""
    return "engine" if given.engine else given.opponent or "perfect"


@contextmanager
def _opponent(given: argparse.Namespace, solver: Thinker | None) -> Iterator[Opponent]:
    """Yield who plays, for as long as it is needed."""
    name = _name(given)
    if name == "engine":
        with Sandbox(given.engine, Limits(answer=given.time or SECONDS)) as engine:
            yield Opponent(engine.minimax)
    elif name == "friend":
        yield Opponent()
    elif name in POLICIES:
        yield Opponent(by_chance(POLICIES[name], Random(given.seed)))
    elif solver:
        yield bigger.opponent(solver)
    else:
        yield Opponent(_opening(contract.default().minimax, given.open))


def _opening(player: Player, name: str | None) -> Player:
    """Return the player who takes this square of an empty board."""
    if name is None:
        return player
    return lambda board: player(board) if any(map(any, board)) else OPENINGS[name]


def _rules(given: argparse.Namespace) -> Rules:
    rows, columns = given.board or (SIZE, SIZE)
    return Rules(rows, columns, given.line or min(rows, columns))


def _solver(given: argparse.Namespace, say: Words) -> Thinker | None:
    """Return who knows the board that is asked for, None for the usual one."""
    rules = _rules(given)
    if rules == (SIZE, SIZE, SIZE):
        return None
    return Thinker(rules, given.time or MOVE_SECONDS, say.language)
