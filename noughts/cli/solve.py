"""`noughts solve`: who wins on a bigger board, in how many moves, and how."""

import sys
from collections.abc import Sequence
from time import monotonic

from noughts.cli.options import Parser, language_of, seconds, size, whole_number
from noughts.notation import NotationError, parse_board
from noughts.solver import report
from noughts.solver.ladder import climb
from noughts.solver.mnk import Rules, State
from noughts.solver.search import OutOfTimeError, Search
from noughts.solver.solve import (
    best_move,
    best_of,
    first_bounds,
    line_of_play,
    narrow,
    narrow_moves,
)
from noughts.solver.store import Bounds
from noughts.words import words

EPILOG = """\
BOARD is a position to start from, row by row, such as "X... .O.. .... ....";
without it the board is empty. Squares are numbered from 1, row by row. A line
of best play ends with a win, or where nobody can complete a line any more.

On the map of --moves +3 wins in 3, = is a draw, -2 loses in 2. While a move is
not solved, it shows what is known: =+ a draw or better, =- a draw or worse,
+? a win, -? a loss, ? nothing yet.

Exit code 0: solved; 1: stopped before that, by --time or Ctrl-C; 2: misuse.
"""
MEGABYTE = 1_000_000
STOPPED = (OutOfTimeError, KeyboardInterrupt)
RUNG_SECONDS = 10.0
REDRAW = 0.2  # seconds
GRACE = 1.0  # seconds more, to tell the moves of what was solved in time


def main(argv: Sequence[str] | None = None) -> int:
    """Solve a board and print what is found; 1 if that is not all."""
    parser = build_parser(argv)
    given = parser.parse_args(argv)
    rules = Rules(given.rows, given.columns, given.line)
    text = " ".join(given.board) or "." * rules.size
    try:
        state = rules.read(parse_board(text, rules.rows, rules.columns))
    except NotationError as error:
        parser.error(str(error))
    mark = report.mover(rules, state)
    print(f"{rules.rows} x {rules.columns}, {rules.line} in a line, {mark} to move")
    if state.over:
        won = f"{report.other(mark)} has won." if state.lost else "It is a draw."
        print(f"The game is over. {won}")
        return 0
    if given.ladder:
        return tell_ladder(rules, state, given.time or RUNG_SECONDS)
    screen = Screen()
    search = Search(rules, memory=given.memory * MEGABYTE, watch=screen.watch)
    if given.time:
        search.deadline = monotonic() + given.time
    complete = (tell_moves if given.moves else tell_value)(search, state, screen)
    took = monotonic() - screen.start
    print(f"Positions visited: {search.visited:,}, in {took:.1f} s")
    if not complete:
        print("Stopped before the end: this is what is known so far.")
    return 0 if complete else 1


def tell_value(search: Search, state: State, screen: "Screen") -> bool:
    """Print what the position is worth, and best play; return whether that is all."""
    bounds = first_bounds(state)
    cells = list[int]()
    complete = False
    try:
        for bounds in narrow(search, state):
            screen.text = report.summary(search.rules, state, bounds)
        complete = True
    except STOPPED:
        search.deadline = monotonic() + GRACE
    try:
        if complete:
            cells.extend(line_of_play(search, state, bounds[0]))
        elif bounds[0] > 0:
            cells.append(best_move(search, state, bounds[0]))
    except STOPPED:
        complete = False
    screen.clear()
    print(report.summary(search.rules, state, bounds))
    if cells:
        print(report.line(search.rules, state, cells))
    return complete


def tell_moves(search: Search, state: State, screen: "Screen") -> bool:
    """Print what each move is worth, as it gets known; return whether that is all."""
    known: dict[int, Bounds] = {}
    complete = False
    try:
        for known in narrow_moves(search, state):
            screen.text = report.moves_map(search.rules, state, known)
        complete = True
    except STOPPED:
        pass
    screen.clear()
    print(report.moves_map(search.rules, state, known))
    print(report.summary(search.rules, state, best_of(state, known)))
    return complete


def tell_ladder(rules: Rules, state: State, limit: float) -> int:
    """Print what each rung takes, line by line."""
    print(report.ladder_head())
    below = None
    try:
        for measure in climb(rules, state, limit):
            print(report.ladder_row(measure, below), flush=True)
            below = measure
    except KeyboardInterrupt:
        print("Stopped before the top.")
        return 1
    return 0


def build_parser(argv: Sequence[str] | None) -> Parser:
    """Return the reader of the arguments."""
    parser = Parser(
        "solve",
        words(language_of(argv)),
        description="Who wins on a board of M rows and N columns, K in a line.",
        epilog=EPILOG,
    )
    parser.add_argument("rows", metavar="M", type=size, help="rows, 1 to 8")
    parser.add_argument("columns", metavar="N", type=size, help="columns, 1 to 8")
    parser.add_argument(
        "line", metavar="K", type=size, help="marks in a line that win, 1 to 8"
    )
    # With a default it is not counted among what is missing.
    parser.add_argument(
        "board", metavar="BOARD", nargs="*", default=[], help="a position"
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--moves", action="store_true", help="the value of each move, on a map"
    )
    shown.add_argument(
        "--ladder", action="store_true", help="what each idea of the solver gains"
    )
    parser.add_argument(
        "--time",
        metavar="S",
        type=seconds,
        help="stop after so many seconds (with --ladder: on each rung; 10)",
    )
    parser.add_argument(
        "--memory",
        metavar="MB",
        type=megabytes,
        default=1000,
        help="remember positions in so many megabytes (1000)",
    )
    return parser


def megabytes(text: str) -> int:
    """Return an amount of memory, up to a terabyte."""
    return whole_number(text, 1_000_000)


class Screen:
    """What is shown while the search goes on, if somebody is looking."""

    def __init__(self) -> None:
        self.start = self.drawn_at = monotonic()
        self.live = sys.stdout.isatty()
        self.lines = 0  # that are on the screen now, and will be drawn over
        self.text = ""

    def watch(self, search: Search) -> None:
        """Show what is known, and how far the search has come, a few times a second."""
        now = monotonic()
        if self.live and now - self.drawn_at > REDRAW:
            self.drawn_at = now
            count = f"{search.visited:,} positions, {now - self.start:.0f} s ..."
            self.clear()
            print(f"{self.text}\n{count}", flush=True)
            self.lines = self.text.count("\n") + 2

    def clear(self) -> None:
        """Wipe out what was drawn."""
        if self.lines:
            print(f"\x1b[{self.lines}F\x1b[J", end="", flush=True)
            self.lines = 0
