"""`noughts solve`: who wins on a bigger board, in how many moves, and how."""

import sys
from collections.abc import Iterable, Sequence
from math import inf
from pathlib import Path
from time import monotonic

from noughts.cli.options import Parser, Refusal, language_of, seconds, size
from noughts.notation import NotationError, parse_board
from noughts.solver import report
from noughts.solver.ladder import climb
from noughts.solver.mnk import Rules, State
from noughts.solver.proof import proof
from noughts.solver.saved import SavedError, load, save
from noughts.solver.search import OutOfTimeError, Search
from noughts.solver.solve import (
    best_move,
    best_of,
    first_bounds,
    line_of_play,
    narrow,
    narrow_moves,
    outcome,
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

--proof FILE writes a proof of who wins, or that nobody does: `noughts verify FILE`
checks it. --resume FILE goes on from what is in FILE, if it is there, and keeps in it
what is known when the search ends, by itself or by Ctrl-C.

Exit code 0: solved; 1: stopped before that, by --time or Ctrl-C; 2: misuse.
"""
UNITS = {"K": 10**3, "M": 10**6, "G": 10**9}
MOST_MEMORY = 10**12  # bytes
STOPPED = (OutOfTimeError, KeyboardInterrupt)
RUNG_SECONDS = 10.0
REDRAW = 0.2  # seconds
LITTLE = 0.02  # of the search at a depth: too little to tell how long the rest takes
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
    for path in (given.proof, given.resume):
        if path and (path.is_dir() or not path.absolute().parent.is_dir()):
            parser.error(f"{path} cannot be written: it is, or lies in, no such folder")
    screen = Screen()
    search = Search(rules, memory=given.memory, watch=screen.watch)
    if given.resume and given.resume.exists():
        try:
            count = load(search, given.resume.read_text("utf-8").splitlines())
        except (SavedError, UnicodeDecodeError) as error:
            parser.error(f"{given.resume} cannot be used: {error}")
        print(f"Known already: {count:,} findings")
    if given.time:
        search.deadline = monotonic() + given.time
    complete = (tell_moves if given.moves else tell_value)(search, state, screen)
    if not complete:
        print("Stopped before the end: this is what is known so far.")
    if given.resume:
        keep(given.resume, save(search))
        print(f"Kept in {given.resume}: `--resume {given.resume}` goes on from there.")
    if given.proof:
        complete &= tell_proof(search, state, given.proof)
    return 0 if complete else 1


def tell_proof(search: Search, state: State, path: Path) -> bool:
    """Write the proof, if there is one, and say where; return whether that was done."""
    search.deadline = monotonic() + GRACE  # who wins is remembered, if it was found
    try:
        outcome(search, state)
    except STOPPED:
        print(f"No proof was written to {path}: the board is not solved.")
        return False
    assert search.prover is not None
    search.deadline = inf
    count = keep(path, proof(search.prover, search.rules, state))
    print(f"Proof: {path}, {count:,} lines; `noughts verify {path}` checks it.")
    return True


def keep(path: Path, lines: Iterable[str]) -> int:
    """Write a file, in one go, and return how many lines it has."""
    rows = list(lines)
    part = path.with_name(path.name + ".part")
    part.write_text("".join(f"{row}\n" for row in rows), "utf-8")
    part.replace(path)
    return len(rows)


def tell_value(search: Search, state: State, screen: "Screen") -> bool:
    """Print what the position is worth, and best play; return whether that is all."""
    bounds, complete = first_bounds(state), False
    cells = list[int]()
    try:
        for bounds in narrow(search, state):
            screen.text = report.summary(search.rules, state, bounds)
        complete = True
    except STOPPED:
        search.deadline = monotonic() + GRACE
    solved = search.visited, screen.seconds
    try:
        if complete:
            cells.extend(line_of_play(search, state, bounds[0]))
        elif bounds[0] > 0:
            cells.append(best_move(search, state, bounds[0]))
    except STOPPED:
        complete = False
    screen.clear()
    print(report.summary(search.rules, state, bounds))
    print(report.effort(*solved))
    if cells:
        print(report.line(search.rules, state, cells))
        more = search.visited - solved[0], screen.seconds - solved[1]
        print(report.effort(*more, "To find these moves: "))
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
    print("\n".join(report.legend(known.values(), state.left)))
    print(report.summary(search.rules, state, best_of(state, known)))
    print(report.effort(search.visited, screen.seconds))
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
        metavar="BYTES",
        type=memory,
        default=10**9,
        help="remember positions in so many bytes, such as 500M or 2G (1G)",
    )
    parser.add_argument(
        "--proof", metavar="FILE", type=Path, help="write a proof that can be checked"
    )
    parser.add_argument(
        "--resume", metavar="FILE", type=Path, help="go on from FILE, and keep it"
    )
    return parser


def memory(text: str) -> int:
    """Return an amount of memory in bytes: a number, and K, M or G."""
    unit = UNITS.get(text[-1:].upper(), 1)
    number = text[:-1] if unit > 1 else text
    if not (number.isascii() and number.isdecimal() and len(number) < 15):
        raise Refusal("cli.memory", value=repr(text))
    size = int(number) * unit
    if not 0 < size <= MOST_MEMORY:
        raise Refusal("cli.memory", value=repr(text))
    return size


class Screen:
    """What is shown while the search goes on, if somebody is looking."""

    def __init__(self) -> None:
        self.start = self.drawn_at = monotonic()
        self.live = sys.stdout.isatty()
        self.depth, self.deeper_at = -1, self.start
        self.lines = 0  # that are on the screen now, and will be drawn over
        self.text = ""

    def watch(self, search: Search) -> None:
        """Show what is known, and how far the search has come, a few times a second."""
        now = monotonic()
        if self.live and now - self.drawn_at > REDRAW:
            self.drawn_at = now
            count = (
                f"{report.effort(search.visited, self.seconds)} {self.estimate(search)}"
            )
            self.clear()
            print(f"{self.text}\n{count}", flush=True)
            self.lines = self.text.count("\n") + 2

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return monotonic() - self.start

    def estimate(self, search: Search) -> str:
        """Return how much is done of the search at its depth, and how long is left."""
        prover = search.prover
        assert prover is not None
        if prover.depth != self.depth:
            self.depth, self.deeper_at = prover.depth, monotonic()
        share = prover.share
        words = f"Depth {prover.depth}: {share:.0%}"
        if share < LITTLE:
            return words
        left = (monotonic() - self.deeper_at) * (1 - share) / share
        return f"{words}, {left:.0f} s more at most to finish this depth"

    def clear(self) -> None:
        """Wipe out what was drawn."""
        if self.lines:
            print(f"\x1b[{self.lines}F\x1b[J", end="", flush=True)
            self.lines = 0
