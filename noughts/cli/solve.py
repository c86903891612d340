"""`noughts solve`: who wins on a bigger board, in how many moves, and how."""

import argparse
import re
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from time import monotonic

from noughts import disk
from noughts.board import opponent
from noughts.cli.options import (
    Parser,
    Refusal,
    language_of,
    refuse_together,
    seconds,
    size,
)
from noughts.cli.places import (
    given_to,
    refuse_overwriting,
    refuse_replacing,
    refuse_unwritable,
)
from noughts.cli.screen_lines import columns
from noughts.cli.search_display import SearchDisplay
from noughts.notation import NotationError, parse_board, shown
from noughts.signals import handled
from noughts.solver import report
from noughts.solver.ladder import climb
from noughts.solver.mnk import LARGEST, Rules, State
from noughts.solver.narrowing import (
    best_move,
    best_of,
    first_bounds,
    line_of_play,
    narrow,
    narrow_moves,
    outcome,
)
from noughts.solver.proof import proof
from noughts.solver.saved import SavedError, load, remembered, save
from noughts.solver.searcher import MEMORY, OutOfTimeError, Searcher
from noughts.solver.store import Bounds
from noughts.words import Words, words

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
AMOUNT = re.compile(r"([0-9]{1,14})([KMG]?)")
LEAST_MEMORY, MOST_MEMORY = 10**4, 10**12  # bytes; with less, nothing is remembered
STOPPED = (OutOfTimeError, KeyboardInterrupt)
RUNG_SECONDS = 10.0
GRACE = 1.0  # seconds more, to tell the moves of what was solved in time


def main(argv: Sequence[str]) -> int:
    """Solve a board and print what is found; 1 if that is not all."""
    say = words(language_of(argv))
    parser = build_parser(say)
    given = parser.parse_args(argv)
    rules = Rules(given.rows, given.columns, given.line)
    text = " ".join(given.board) or "." * rules.size
    try:
        state = rules.read(parse_board(text, rules.rows, rules.columns))
    except NotationError as error:
        parser.error(str(error))
    refuse_together(parser, given, "ladder", "proof", "resume", "memory")
    if state.over and (given.proof or given.resume):
        name = "--proof" if given.proof else "--resume"
        parser.error(say("solve.nothing_to_search", name=name))
    screen = SearchDisplay(say, saves=bool(given.proof or given.resume))
    mark = report.mover(rules, state)
    if state.over:
        screen.say("head_over", **rules._asdict())
        name = "over_won" if state.lost else "over_drawn"
        screen.say(name, mark=opponent(mark))
        return 0
    head = {**rules._asdict(), "mark": mark}
    if given.ladder:
        screen.say("head", **head)
        return tell_ladder(rules, state, given.time or RUNG_SECONDS, screen)
    written = list(given_to(given, "proof", "resume"))
    refuse_unwritable(parser, written)
    refuse_overwriting(parser, [], written)
    refuse_replacing(parser, given, "proof")
    search = Searcher(rules, memory=given.memory or MEMORY, watch=screen.watch)
    try:
        with only_saver(given.resume):
            known = saved(given.resume) if given.resume else ()
            count = load(search, known) if known else None
            screen.say("head", **head)  # when nothing is left to refuse
            if count is not None:
                tell_known(count, remembered(search), screen)
            return solve(search, state, given, screen)
    except SavedError as error:
        why = say.again(str(error))
        return parser.refuse(say("solve.not_usable", path=given.resume, why=why))
    except disk.BusyError:
        return parser.refuse(say("solve.busy", path=given.resume))


@contextmanager
def only_saver(path: Path | None) -> Iterator[None]:
    """Be the only one who saves a search in a file: the last one would win."""
    if path is None or (path.exists() and not path.is_file()):
        yield  # a pipe, or a terminal
        return
    ours = not path.exists()
    path.touch()
    with disk.alone_in(path):
        try:
            yield
        finally:
            if ours and not disk.holds_anything(path):  # nothing has been saved
                path.unlink(missing_ok=True)


def solve(
    search: Searcher,
    state: State,
    given: argparse.Namespace,
    screen: SearchDisplay,
) -> int:
    """Search, tell what is found, and save it; return 1 if that is not all."""
    if given.time:
        search.deadline = monotonic() + given.time
    try:
        complete = (tell_moves if given.moves else tell_value)(search, state, screen)
        if not complete:
            screen.say("stopped")
    finally:
        if given.resume:
            # A terminal that is closed asks for an end more than once.
            with handled(("SIGHUP", "SIGTERM"), signal.SIG_IGN):
                keep(given.resume, save(search, saved(given.resume)))
    if given.resume:
        screen.say("kept", path=given.resume)
    if given.proof:
        complete &= tell_proof(search, state, given.proof, screen)
    screen.finish()
    return 0 if complete else 1


def tell_proof(
    search: Searcher, state: State, path: Path, screen: SearchDisplay
) -> bool:
    """Write the proof, if there is one, and say where; return whether that was done."""
    search.deadline = monotonic() + GRACE  # who wins is remembered, if it was found
    try:
        outcome(search, state)
    except STOPPED:
        screen.say("no_proof", path=path)
        return False
    assert search.prover is not None
    search.deadline = inf
    count = keep(path, proof(search.prover, search.rules, state))
    screen.say("proved", path=path, n=count, number=screen.words.number(count))
    return True


def saved(path: Path) -> Iterable[str]:
    """Return the lines of what was saved, if anything was: a pipe has nothing."""
    return disk.lines(path) if path.is_file() and path.stat().st_size else ()


def tell_known(count: int, fitting: int, screen: SearchDisplay) -> None:
    """Say how many findings were saved, and how many of them fit into memory."""
    number = screen.words.number
    if fitting < count:
        screen.say("resumed_part", number=number(count), fitting=number(fitting))
    else:
        screen.say("resumed", n=count, number=number(count))


def keep(path: Path, lines: Iterable[str]) -> int:
    """Write a file, line by line as they come, and return how many it has."""
    count = 0

    def written() -> Iterator[bytes]:
        nonlocal count
        for count, line in enumerate(lines, 1):  # noqa: B007 - the last is how many
            yield f"{line}\n".encode()

    disk.write_whole(path, written())
    return count


def tell_value(search: Searcher, state: State, screen: SearchDisplay) -> bool:
    """Print what the position is worth, and best play; return whether that is all."""
    bounds, complete = first_bounds(state), False
    cells = list[int]()
    told = screen.words, screen.pen
    try:
        for bounds in narrow(search, state):
            screen.text = report.summary(search.rules, state, bounds, *told)
        complete = True
    except STOPPED:
        search.deadline = monotonic() + GRACE
    solved, sure = (search.visited, screen.seconds), min(bounds)
    try:
        if complete:
            cells.extend(line_of_play(search, state, sure))
        elif sure > 0:
            cells.append(best_move(search, state, sure))
    except STOPPED:
        complete = False
    screen.clear()
    screen.print(report.summary(search.rules, state, bounds, *told))
    screen.print(report.effort(*solved, screen.words))
    if cells:
        head, board = report.line(search.rules, state, cells, *told)
        screen.print(head)
        screen.tell(board)
        more = search.visited - solved[0], screen.seconds - solved[1]
        screen.print(report.effort(*more, screen.words, "effort_moves"))
    return complete


def tell_moves(search: Searcher, state: State, screen: SearchDisplay) -> bool:
    """Print what each move is worth, as it gets known; return whether that is all."""
    known: dict[int, Bounds] = {}
    complete = False
    told = screen.words, screen.pen
    try:
        for known in narrow_moves(search, state):
            screen.text = report.moves_map(search.rules, state, known, screen.pen)
        complete = True
    except STOPPED:
        pass
    screen.clear()
    screen.tell(report.moves_map(search.rules, state, known, screen.pen))
    screen.tell("\n".join(report.legend(known.values(), state.left, *told)))
    screen.print(report.summary(search.rules, state, best_of(state, known), *told))
    screen.print(report.effort(search.visited, screen.seconds, screen.words))
    return complete


def tell_ladder(rules: Rules, state: State, limit: float, screen: SearchDisplay) -> int:
    """Print what each rung takes, line by line."""
    say, width = screen.words, columns()
    print(report.ladder_head(say, width, screen.pen))
    below = None
    try:
        for measure in climb(rules, state, limit):
            rows = report.ladder_row(measure, below, say, width)
            print(*rows, sep="\n", flush=True)
            below = measure
    except KeyboardInterrupt:
        screen.say("stopped_ladder")
        return 1
    return 0


def build_parser(say: Words) -> Parser:
    """Return the reader of the arguments."""
    parser = Parser(
        "solve", say, description=say("solve.about"), epilog=say("solve.more")
    )
    add = parser.add_argument
    for metavar, name in (("M", "rows"), ("N", "columns"), ("K", "line")):
        told = say(f"solve.{name}", most=LARGEST)
        add(name, metavar=metavar, type=size, help=told)
    # With a default it is not counted among what is missing.
    add("board", metavar="BOARD", nargs="*", default=[], help=say("solve.board"))
    what = parser.add_mutually_exclusive_group()
    for name in ("moves", "ladder"):
        what.add_argument(f"--{name}", action="store_true", help=say(f"solve.{name}"))
    limit = say("solve.time", n=RUNG_SECONDS)
    add("--time", metavar="SECONDS", type=seconds, help=limit)
    most = say("solve.memory")
    add("--memory", metavar="BYTES", type=memory, help=most)
    for name in ("proof", "resume"):
        add(f"--{name}", metavar="FILE", type=Path, help=say(f"solve.{name}"))
    return parser


def memory(text: str) -> int:
    """Return an amount of memory in bytes: a number, and K, M or G."""
    if told := AMOUNT.fullmatch(text.upper()):
        size = int(told[1]) * UNITS[told[2]]
        if LEAST_MEMORY <= size <= MOST_MEMORY:
            return size
    raise Refusal("cli.memory", value=shown(text))
