"""`noughts play`: the game in this terminal."""

import argparse
import io
import sys
from contextlib import nullcontext
from random import Random

from noughts.cli.parser import (
    ANSWER_SECONDS,
    INTERRUPTED,
    Parser,
    board_size,
    path,
    seconds,
    size,
)
from noughts.game import contract
from noughts.game.contract import Engine
from noughts.game.games import POLICIES, Game, random_player
from noughts.game.notation import SIZE
from noughts.play.terminal.guide import (
    Opponent,
    solver_guide,
    solver_opponent,
    usual_guide,
)
from noughts.play.terminal.session import Console, Session
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.solver.mnk import Rules
from noughts.solver.thinker import Thinker
from noughts.texts import Refused, Words
from noughts.theme.ansi import PLAIN, pen_for

MOVE_SECONDS = 5.0  # per move of the solver
OPPONENTS = ("perfect", *POLICIES, "friend")
TURNS = "turns"
SIDES = ("X", "O", TURNS)
USUAL = Rules(SIZE, SIZE, SIZE)


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    parser.option("--as", dest="side", metavar="MARK", type=_side, choices=SIDES)
    rival = parser.add_mutually_exclusive_group()
    parser.option("--opponent", group=rival, metavar="NAME", choices=OPPONENTS)
    parser.option("--engine", group=rival, metavar="FILE", type=path)
    parser.option("--seed", metavar="N", type=int)
    parser.option("--board", metavar="MxN", type=board_size)
    parser.option("--line", metavar="K", type=size)
    parser.flag("--plain")
    limits = {"engine": ANSWER_SECONDS, "solver": MOVE_SECONDS}
    parser.option("--time", parts=limits, metavar="SECONDS", type=seconds)
    parser.add_argument("--because", help=argparse.SUPPRESS)  # of `noughts window`


def _side(text: str) -> str:
    return text.lower() if text.lower() == TURNS else text.upper()


def run(args: argparse.Namespace) -> int:
    """Play games until the person quits."""
    say, (rows, columns) = args.say, args.board or (SIZE, SIZE)
    rules = Rules(rows, columns, args.line or min(rows, columns))
    solver = None
    if rules != USUAL:
        if args.engine or args.opponent == "casual":
            option = "--engine" if args.engine else "--opponent casual"
            raise Refused("play.bigger", option=option)
        solver = Thinker(rules, args.time or MOVE_SECONDS, say.language)
    source = sys.stdin or io.StringIO()  # None if stdin is closed
    pen = PLAIN if args.plain else pen_for(sys.stdout)
    limits = Limits(answer=args.time or ANSWER_SECONDS)
    with Sandbox(args.engine, limits) if args.engine else nullcontext() as engine:
        session = Session(
            Console(source, sys.stdout, pen),
            _opponent(args, engine or contract.default(), solver),
            None if args.side == TURNS else args.side,
            Game(rules=rules),
            solver_guide(solver) if solver else usual_guide(say),
            say,
            args.side == TURNS,
        )
        larger = say("play.rules", line=rules.line) if solver else ""
        try:
            session.run(args.because or larger)
        except KeyboardInterrupt:  # the session has said goodbye, on a line of its own
            return INTERRUPTED
    return 0


def _opponent(
    args: argparse.Namespace, engine: Engine, solver: Thinker | None
) -> Opponent:
    """Return the opponent that was asked for, by default a perfect one."""
    if args.opponent == "friend":
        return Opponent()
    if args.opponent in POLICIES:
        return Opponent(random_player(POLICIES[args.opponent], Random(args.seed)))
    return solver_opponent(solver) if solver else Opponent(engine.minimax)
