"""
A recorded search in few letters: the page steps through tens of thousands of events.

The events are four strings of equal length, a letter per event in each, so that the
page can look at any step at once and the whole packs well. `kind` says what happened,
and what the letters of `a`, `b` and `c` mean:

    E  enter a position    a: the square taken, 0 at first   b: alpha   c: beta
    L  a finished game     a: its value
    B  a better move       a: its square    b: its value     c: the bound
    C  the rest is cut     a: the value     b: the limit     c: the sign between them
    V  leave a position    a: its value     b: the bound
"""

from functools import cache
from math import inf

from noughts import contract, oracle
from noughts.board import key_of
from noughts.contract import Board, Engine
from noughts.explorer.answers import MINIMAX_FREE, Answer, nodes
from noughts.notation import board_text, square
from noughts.search import LADDER
from noughts.search.recording.events import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    Better,
    Cut,
    Enter,
    Event,
    Leaf,
    Leave,
    record,
)
from noughts.search.rules import AskedOnce

METHODS = ("minimax", "alphabeta", "strong-first")
VALUES = {-inf: "<", -1: "-", 0: "0", 1: "+", inf: ">"}
BOUNDS = {EXACT: "=", AT_LEAST: ">", AT_MOST: "<"}
NOTHING = " "


class SearchError(ValueError):
    """There is no such search to be stepped through; the message says why."""


def search(method: str, board: Board) -> Answer:
    """Return a recorded search of a position in which somebody is to move."""
    key = key_of(board)
    if oracle.look(board).turn is None:
        raise SearchError(
            f"{board_text(board)} is finished: there is nothing to search"
        )
    if method not in METHODS:
        raise SearchError(f"{method!r} is not a search: one of {', '.join(METHODS)}")
    if not is_recorded(method, key):
        raise SearchError(
            f"Minimax visits {nodes(key):,} positions from {board_text(board)}: too "
            f"many to step through; at most {MINIMAX_FREE} squares may be free"
        )
    recording = record(LADDER[method](rules()), board)
    letters = [encoded(event) for event in told(recording.events)]
    kind, a, b, c = ("".join(column) for column in zip(*letters, strict=True))
    return {
        "board": key,
        "method": method,
        "value": recording.value,
        "positions": recording.positions,
        "kind": kind,
        "a": a,
        "b": b,
        "c": c,
    }


@cache
def rules() -> Engine:
    """Return our engine's rules, asked once about each position in all searches."""
    return AskedOnce(contract.default())


def is_recorded(method: str, key: str) -> bool:
    """Return whether a search can be stepped through."""
    return method != "minimax" or key.count(".") <= MINIMAX_FREE


def told(events: list[Event]) -> list[Event]:
    """Return the events that the page tells: finished games are left without a word."""
    return [
        event
        for before, event in zip([None, *events], events, strict=False)
        if not (isinstance(event, Leave) and isinstance(before, Leaf))
    ]


def encoded(event: Event) -> str:
    """Return an event as four letters."""
    match event:
        case Enter(path=path, alpha=alpha, beta=beta):
            cell = str(square(path[-1])) if path else "0"
            return "E" + cell + VALUES[alpha] + VALUES[beta]
        case Leaf(value=value):
            return "L" + VALUES[value] + NOTHING + NOTHING
        case Better(action=action, value=value, bound=bound):
            return "B" + str(square(action)) + VALUES[value] + BOUNDS[bound]
        case Cut(value=value, limit=limit, sign=sign):
            return "C" + VALUES[value] + VALUES[limit] + sign[0]
        case Leave(value=value, bound=bound):
            return "V" + VALUES[value] + BOUNDS[bound] + NOTHING
    raise AssertionError(f"{event!r} does not occur in {METHODS}")
