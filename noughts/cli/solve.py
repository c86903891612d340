"""`noughts solve`: who wins on a bigger board, in how many moves, and how."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from math import inf
from time import monotonic

from noughts import files
from noughts.board import opponent
from noughts.cli.outputs import refuse_unwritable
from noughts.cli.parser import Parser, refuse_together, seconds, size
from noughts.cli.parser import path as path_type
from noughts.cli.screen import Progress
from noughts.look.ansi import pen_for
from noughts.notation import parse_board
from noughts.solver import report
from noughts.solver.mnk import LARGEST, Rules, State
from noughts.solver.narrowing import (
    Bounds,
    best_move,
    best_of,
    climb,
    find_outcome,
    first_bounds,
    line_of_play,
    narrow,
    narrow_moves,
)
from noughts.solver.proof import write_proof
from noughts.solver.prover import OutOfTimeError, Prover
from noughts.words import Refused, Words

STOPPED = (OutOfTimeError, KeyboardInterrupt)
Interruption = OutOfTimeError | KeyboardInterrupt
RUNG_SECONDS = 10.0
GRACE = 1.0  # extra seconds to find the moves of a solved board
REDRAW = 0.2  # seconds between progress updates


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("solve.about")
    parser.epilog = say("solve.more")
    option = parser.add_argument
    for metavar, name in (("M", "rows"), ("N", "columns"), ("K", "line")):
        about = say(f"solve.{name}", most=LARGEST)
        option(name, metavar=metavar, type=size, help=about)
    # The default keeps argparse from listing it as missing.
    option("board", metavar="BOARD", nargs="*", default=[], help=say("solve.board"))
    what = parser.add_mutually_exclusive_group()
    for name in ("moves", "ladder"):
        what.add_argument(f"--{name}", action="store_true", help=say(f"solve.{name}"))
    limit = say("solve.time", n=RUNG_SECONDS)
    option("--time", metavar="SECONDS", type=seconds, help=limit)
    option("--proof", metavar="FILE", type=path_type, help=say("solve.proof"))


def run(args: Namespace) -> int:
    """Solve a board and print the result; return 1 if it is incomplete."""
    rules, say = Rules(args.rows, args.columns, args.line), args.say
    text = " ".join(args.board) or "." * rules.size
    state = rules.read(parse_board(text, rules.rows, rules.columns))
    mark = report.mover(rules, state)
    refuse_together(args, "ladder", "proof")
    if state.over:
        if args.proof:
            raise Refused("solve.nothing_to_search", name="--proof")
        print(say("solve.head_over", **rules._asdict()))
        end = "over_won" if state.lost else "over_drawn"
        print(say(f"solve.{end}", mark=opponent(mark)))
        return 0
    if args.proof:
        refuse_unwritable(args.proof)
    print(say("solve.head", **rules._asdict(), mark=mark), flush=True)
    if args.ladder:
        print_ladder(rules, state, args)
        return 0
    with Search(rules, state, args) as search:
        stop = search.print_moves() if args.moves else search.print_value()
        if stop:
            print(say("solve.stopped"))
        proved = search.write_proof(args) if args.proof else True
    if isinstance(stop, KeyboardInterrupt):
        raise stop
    return 0 if proved and not stop else 1


def print_ladder(rules: Rules, state: State, args: Namespace) -> None:
    """Print the cost of each rung as it ends."""
    print(pen_for(sys.stdout)(report.ladder_head(args.say), "soft"))
    below = None
    for measure in climb(rules, state, args.time or RUNG_SECONDS):
        print(report.ladder_row(measure, below, args.say), flush=True)
        below = measure


class Search(Progress):
    """A search, its progress and its printed result."""

    def __init__(self, rules: Rules, state: State, args: Namespace) -> None:
        super().__init__()
        self.rules, self.state, self.say = rules, state, args.say
        self.style = args.say, pen_for(sys.stdout)
        self.start = self.shown = monotonic()
        self.prover = Prover(rules, watch=self.watch)
        self.prover.deadline = self.start + (args.time or inf)

    def watch(self, prover: Prover) -> None:
        """Show how deep the search is, a few times a second."""
        if monotonic() - self.shown > REDRAW:
            self.shown = monotonic()
            depth = self.say("solve.depth", depth=prover.depth)
            self.show(f"{self.effort()} {depth}")

    def effort(self) -> str:
        """Return the cost of the search so far."""
        return report.effort(self.prover.visited, monotonic() - self.start, self.say)

    def print_value(self) -> Interruption | None:
        """Print the value and best play; return the interruption, if any."""
        stop: Interruption | None = None
        bounds, cells = first_bounds(self.state), list[int]()
        try:
            for bounds in narrow(self.prover, self.state):  # noqa: B007 - the last one
                pass
        except STOPPED as why:
            stop, self.prover.deadline = why, monotonic() + GRACE
        effort, sure = self.effort(), min(bounds)
        try:
            if not stop:
                cells.extend(line_of_play(self.prover, self.state, sure))
            elif sure > 0:
                cells.append(best_move(self.prover, self.state, sure))
        except STOPPED as why:
            stop = stop or why
        self.clear()
        print(report.summary(self.rules, self.state, bounds, *self.style))
        print(effort)
        if cells:
            print(*report.line(self.rules, self.state, cells, *self.style), sep="\n")
        return stop

    def print_moves(self) -> Interruption | None:
        """Print the value of each move; return the interruption, if any."""
        stop, known = None, dict[int, Bounds]()
        try:
            for known in narrow_moves(self.prover, self.state):  # noqa: B007
                pass
        except STOPPED as why:
            stop = why
        state, (say, pen) = self.state, self.style
        self.clear()
        print(report.moves_map(self.rules, state, known, pen))
        print(*report.legend(known.values(), state.left, say, pen), sep="\n")
        print(report.summary(self.rules, state, best_of(state, known), say, pen))
        print(self.effort())
        return stop

    def write_proof(self, args: Namespace) -> bool:
        """Write the proof if there is one; return whether it was written."""
        self.prover.deadline = monotonic() + GRACE  # findings are cached
        try:
            find_outcome(self.prover, self.state)
        except STOPPED:
            print(self.say("solve.no_proof", path=args.proof))
            return False
        self.prover.deadline = inf
        count = 0

        def lines() -> Iterator[bytes]:
            nonlocal count
            for line in write_proof(self.prover, self.state):
                count += 1
                yield f"{line}\n".encode()

        files.write_whole(args.proof, lines())
        number = self.say.number(count)
        print(self.say("solve.proved", path=args.proof, n=count, number=number))
        return True
