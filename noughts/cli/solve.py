"""`noughts solve`: who wins on a bigger board, in how many moves, and how."""

import argparse
from collections.abc import Iterator
from math import inf
from pathlib import Path
from time import monotonic

from noughts import files
from noughts.board import opponent
from noughts.cli.parser import (
    INTERRUPTED,
    Parser,
    refuse_together,
    seconds,
    size,
)
from noughts.cli.parser import path as path_type
from noughts.cli.places import given_to, refuse_unwritable
from noughts.cli.search_display import SearchDisplay
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
RUNG_SECONDS = 10.0
GRACE = 1.0  # seconds more, to show the moves of a board that was solved in time


def run(given: argparse.Namespace) -> int:
    """Solve a board and print what is found; 1 if that is not all."""
    rules = Rules(given.rows, given.columns, given.line)
    text = " ".join(given.board) or "." * rules.size
    state = rules.read(parse_board(text, rules.rows, rules.columns))
    refuse_together(given, "ladder", "proof")
    if state.over and given.proof:
        raise Refused("solve.nothing_to_search", name="--proof")
    screen = SearchDisplay(given.say)
    mark = report.mover(rules, state)
    if state.over:
        screen.say("head_over", **rules._asdict())
        name = "over_won" if state.lost else "over_drawn"
        screen.say(name, mark=opponent(mark))
        return 0
    refuse_unwritable(given_to(given, "proof"))
    screen.say("head", **rules._asdict(), mark=mark)
    if given.ladder:
        return print_ladder(rules, state, given.time or RUNG_SECONDS, screen)
    return solve(Prover(rules, watch=screen.watch), state, given, screen)


def solve(
    prover: Prover, state: State, given: argparse.Namespace, screen: SearchDisplay
) -> int:
    """Search, print what is found, and write the proof; return 1 if that is not all."""
    if given.time:
        prover.deadline = monotonic() + given.time
    complete = (print_moves if given.moves else print_value)(prover, state, screen)
    if not complete:
        screen.say("stopped")
    if given.proof:
        complete &= save_proof(prover, state, given.proof, screen)
    return INTERRUPTED if screen.interrupted else 0 if complete else 1


def save_proof(prover: Prover, state: State, path: Path, screen: SearchDisplay) -> bool:
    """Write the proof, if there is one; return whether that was done."""
    prover.deadline = monotonic() + GRACE  # the outcome is remembered, if it was found
    try:
        find_outcome(prover, state)
    except STOPPED:
        screen.say("no_proof", path=path)
        return False
    prover.deadline = inf
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        for count, line in enumerate(write_proof(prover, state), 1):  # noqa: B007
            yield f"{line}\n".encode()

    files.write_whole(path, lines())
    screen.say("proved", path=path, n=count, number=screen.words.number(count))
    return True


def print_value(prover: Prover, state: State, screen: SearchDisplay) -> bool:
    """Print what the position is worth, and best play; return whether that is all."""
    bounds, complete = first_bounds(state), False
    cells = list[int]()
    style = screen.words, screen.pen
    try:
        for bounds in narrow(prover, state):
            screen.text = report.summary(prover.rules, state, bounds, *style)
        complete = True
    except STOPPED as stop:
        screen.interrupted = isinstance(stop, KeyboardInterrupt)
        prover.deadline = monotonic() + GRACE
    solved, sure = (prover.visited, screen.seconds), min(bounds)
    try:
        if complete:
            cells.extend(line_of_play(prover, state, sure))
        elif sure > 0:
            cells.append(best_move(prover, state, sure))
    except STOPPED:
        complete = False
    screen.clear()
    screen.print(report.summary(prover.rules, state, bounds, *style))
    screen.print(report.effort(*solved, screen.words))
    if cells:
        head, board = report.line(prover.rules, state, cells, *style)
        screen.print(head)
        print(board)
        more = prover.visited - solved[0], screen.seconds - solved[1]
        screen.print(report.effort(*more, screen.words, "effort_moves"))
    return complete


def print_moves(prover: Prover, state: State, screen: SearchDisplay) -> bool:
    """Print what each move is worth, as it gets known; return whether that is all."""
    known: dict[int, Bounds] = {}
    complete = False
    style = screen.words, screen.pen
    try:
        for known in narrow_moves(prover, state):
            screen.text = report.moves_map(prover.rules, state, known, screen.pen)
        complete = True
    except STOPPED as stop:
        screen.interrupted = isinstance(stop, KeyboardInterrupt)
    screen.clear()
    print(report.moves_map(prover.rules, state, known, screen.pen))
    print("\n".join(report.legend(known.values(), state.left, *style)))
    screen.print(report.summary(prover.rules, state, best_of(state, known), *style))
    screen.print(report.effort(prover.visited, screen.seconds, screen.words))
    return complete


def print_ladder(
    rules: Rules, state: State, limit: float, screen: SearchDisplay
) -> int:
    """Print what each rung takes, line by line."""
    print(screen.pen(report.ladder_head(screen.words), "soft"))
    below = None
    try:
        for measure in climb(rules, state, limit):
            print(report.ladder_row(measure, below, screen.words), flush=True)
            below = measure
    except KeyboardInterrupt:
        screen.say("stopped_ladder")
        return INTERRUPTED
    return 0


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("solve.about")
    parser.epilog = say("solve.more")
    option = parser.add_argument
    for metavar, name in (("M", "rows"), ("N", "columns"), ("K", "line")):
        told = say(f"solve.{name}", most=LARGEST)
        option(name, metavar=metavar, type=size, help=told)
    # With a default it is not counted among what is missing.
    option("board", metavar="BOARD", nargs="*", default=[], help=say("solve.board"))
    what = parser.add_mutually_exclusive_group()
    for name in ("moves", "ladder"):
        what.add_argument(f"--{name}", action="store_true", help=say(f"solve.{name}"))
    limit = say("solve.time", n=RUNG_SECONDS)
    option("--time", metavar="SECONDS", type=seconds, help=limit)
    option("--proof", metavar="FILE", type=path_type, help=say("solve.proof"))
