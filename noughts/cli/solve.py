"""`noughts solve`: who wins on a bigger board, in how many moves, and how."""

import sys
from argparse import Namespace
from math import inf
from time import monotonic

from noughts import files
from noughts.cli.parser import Parser, refuse_unwritable, seconds, size
from noughts.cli.parser import path as path_type
from noughts.cli.screen import Progress
from noughts.game.board import opponent
from noughts.game.notation import parse_board
from noughts.solver import report
from noughts.solver.mnk import LARGEST, Rules, State
from noughts.solver.narrowing import Bounds, best_of, bound_moves
from noughts.solver.proof import write_proof
from noughts.solver.prover import Prover
from noughts.solver.solution import solve_position
from noughts.texts import Words
from noughts.theme.ansi import pen_for

Solved = tuple[Bounds, bool, list[str]]  # what is known, whether all is, and the text


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.epilog = say("solve.more")
    for metavar, name in (("M", "rows"), ("N", "columns"), ("K", "line")):
        parser.option(name, parts={"most": LARGEST}, metavar=metavar, type=size)
    # The default keeps argparse from listing it as missing.
    parser.option("board", metavar="BOARD", nargs="*", default=[])
    what = parser.add_mutually_exclusive_group()
    parser.flag("--moves", what)
    parser.option("--proof", group=what, metavar="FILE", type=path_type)
    parser.option("--time", metavar="SECONDS", type=seconds)


def run(args: Namespace) -> int:
    """Solve a board and print the result; return 1 if it is incomplete."""
    rules, say = Rules(args.rows, args.columns, args.line), args.say
    text = " ".join(args.board) or "." * rules.size
    state = rules.read(parse_board(text, rules.rows, rules.columns))
    mark = report.mover(rules, state)
    if state.over:
        print(say("solve.head_over", **rules._asdict()))
        end = "over_won" if state.lost else "over_drawn"
        print(say(f"solve.{end}", mark=opponent(mark)))
        return 0
    if args.proof:
        refuse_unwritable(args.proof)
    print(say("solve.head", **rules._asdict(), mark=mark), flush=True)
    begin = monotonic()
    with Progress() as progress:

        def watch(prover: Prover) -> None:
            spent = report.effort(prover.visited, monotonic() - begin, say)
            progress.show(f"{spent} {say('solve.depth', depth=prover.depth)}")

        prover = Prover(rules, watch=watch)
        prover.deadline = begin + (args.time or inf)
        solve = solve_moves if args.moves else solve_board
        bounds, complete, lines = solve(prover, state, say)
    print(*lines, sep="\n")
    if not complete:
        print(say("solve.stopped"))
    if args.proof:
        complete &= print_proof(prover, state, bounds, args)
    return 0 if complete else 1


def solve_board(prover: Prover, state: State, say: Words) -> Solved:
    """Return who wins, and a line of best play."""
    rules, pen = prover.rules, pen_for(sys.stdout)
    found = solve_position(prover, state)
    line = [rules.bit(action) for action in found.line]
    lines = [
        report.summary(rules, state, found.bounds, say, pen),
        report.effort(found.positions, found.seconds, say),
        *(report.line(rules, state, line, say, pen) if line else ()),
    ]
    return found.bounds, found.complete, lines


def solve_moves(prover: Prover, state: State, say: Words) -> Solved:
    """Return who wins after each move, as a map."""
    rules, pen, begin = prover.rules, pen_for(sys.stdout), monotonic()
    known, complete = bound_moves(prover, state)
    bounds = best_of(state, known)
    lines = [
        report.moves_map(rules, state, known, pen),
        *report.legend(known.values(), state.left, say, pen),
        report.summary(rules, state, bounds, say, pen),
        report.effort(prover.visited, monotonic() - begin, say),
    ]
    return bounds, complete, lines


def print_proof(prover: Prover, state: State, bounds: Bounds, args: Namespace) -> bool:
    """Write the proof if the outcome is known; return whether it was written."""
    if not report.style_of(bounds):
        print(args.say("solve.no_proof", path=args.proof))
        return False
    prover.deadline = inf
    lines = [f"{line}\n".encode() for line in write_proof(prover, state)]
    files.write_whole(args.proof, lines)
    n, number = len(lines), args.say.number(len(lines))
    print(args.say("solve.proved", path=args.proof, n=n, number=number))
    return True
