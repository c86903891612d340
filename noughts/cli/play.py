"""`noughts play`: the game in this terminal."""

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from noughts import contract
from noughts.cli.options import SECONDS, Parser, add_time, board, language_of, size
from noughts.contract import ContractError
from noughts.notation import SIZE
from noughts.players import POLICIES, by_chance
from noughts.sandbox import Limits, Sandbox
from noughts.solver.contest import Contest
from noughts.solver.mnk import Rules
from noughts.solver.thinker import Thinker
from noughts.terminal import bigger
from noughts.terminal.session import Opponent, Session
from noughts.terminal.views import choose_view
from noughts.words import words

MOVE_SECONDS = 5.0  # for the solver of bigger boards
MOTTOS = {
    "perfect": "I never lose.",
    "casual": "I play well, but go wrong one time in four.",
    "random": "I move at random.",
    "friend": "Two people, one keyboard.",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Play games until the person leaves."""
    parser = Parser(
        "play",
        words(language_of(argv)),
        description="Play in this terminal: squares are numbered row by row.",
    )
    parser.add_argument(
        "--as",
        dest="side",
        type=str.upper,
        choices=("X", "O"),
        help="your mark; X moves first (without this you are asked)",
    )
    parser.add_argument(
        "--opponent",
        choices=MOTTOS,
        help="perfect (the default) cannot be beaten; casual goes wrong one time in "
        "four; random moves at random; friend is the person beside you",
    )
    parser.add_argument("--seed", type=int, help="make casual or random repeatable")
    parser.add_argument(
        "--engine", metavar="FILE", type=Path, help="play against a tictactoe.py"
    )
    parser.add_argument(
        "--board", metavar="MxN", type=board, help="play on another board, up to 8x8"
    )
    parser.add_argument(
        "--line", metavar="K", type=size, help="how many in a line win (as many as fit)"
    )
    parser.add_argument("--because", metavar="WHY", help=argparse.SUPPRESS)  # make play
    add_time(parser)
    parser.set_defaults(time=None)  # SECONDS for a file, MOVE_SECONDS for the solver
    given = parser.parse_args(argv)
    if given.engine and given.opponent:
        parser.error("--engine is an opponent itself: leave out --opponent")
    if given.side and given.opponent == "friend":
        parser.error("with --opponent friend both marks are people's: leave out --as")
    solver = _solver(given)
    if solver and (given.engine or given.opponent == "casual"):
        parser.error(
            "on a bigger board the opponent is perfect, random or friend: "
            f"leave out {'--engine' if given.engine else '--opponent casual'}"
        )
    _bear_any_text()
    try:
        with _opponent(given, solver) as opponent:
            source = sys.stdin or io.StringIO()  # None if the shell has closed it
            session = Session(choose_view(source, sys.stdout), opponent, given.side)
            if solver:
                session.start = session.game = Contest(solver.search.rules)
                session.guide = bigger.guide(solver)
            session.run(given.because)
    except ContractError as error:
        return parser.refuse(error)
    return 0


@contextmanager
def _opponent(given: argparse.Namespace, solver: Thinker | None) -> Iterator[Opponent]:
    """Yield who plays, for as long as it is needed."""
    if given.engine:
        with Sandbox(given.engine, Limits(answer=given.time or SECONDS)) as engine:
            yield Opponent(f"I am {given.engine}.", engine.minimax)
        return
    name = given.opponent or "perfect"
    if name in POLICIES:
        yield Opponent(MOTTOS[name], by_chance(POLICIES[name], Random(given.seed)))
    elif name == "friend":
        yield Opponent(MOTTOS[name])
    elif solver:
        yield bigger.opponent(solver)
    else:
        yield Opponent(MOTTOS[name], contract.default().minimax)


def _solver(given: argparse.Namespace) -> Thinker | None:
    """Return who knows the board that is asked for, None for the usual one."""
    rows, columns = given.board or (SIZE, SIZE)
    rules = Rules(rows, columns, given.line or min(rows, columns))
    if rules == (SIZE, SIZE, SIZE):
        return None
    return Thinker(rules, given.time or MOVE_SECONDS)


def _bear_any_text() -> None:
    """Let bytes that are no text, and text that cannot be shown, do no harm."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
