"""What claims and tasks ask about positions: threats, chances, recorded searches."""

from fractions import Fraction
from functools import cache

from noughts import oracle
from noughts.board import LINES, board_of, free, opponent, put, replies, winner
from noughts.search import LADDER, Memory, rung
from noughts.search.cached_rules import our_rules
from noughts.search.order import strong_first
from noughts.search.recording import Node, Recorder
from noughts.solver.solution import solve


@cache
def recorded(search: str, key: str, strong: bool = False) -> Node:
    """Return the recording of a search of the ladder."""
    fresh = issubclass(LADDER[search], Memory)  # what it remembers changes the search
    recorder = _recorder.__wrapped__ if fresh else _recorder
    return recorder(search, strong).record(board_of(key))


@cache
def _recorder(search: str, strong: bool) -> Recorder:
    """Return the recorder that all searches by one rung share."""
    return Recorder(rung(search, our_rules(), strong_first if strong else None))


@cache
def odds_by_chance(key: str) -> Fraction:
    """Return X's share of wins minus O's when both players move at random."""
    truth = oracle.table()[key]
    if truth.turn is None:
        return Fraction(truth.value)
    after = [odds_by_chance(reply) for reply in replies(key).values()]
    return sum(after, Fraction(0)) / len(after)


@cache
def first_player(rows: int, columns: int, line: int) -> int:
    """Return the first player's outcome on a bigger board: 1, 0 or -1."""
    verdict = solve(rows, columns, line).verdict
    assert verdict is not None  # it was given all the time it wants
    return verdict.outcome


@cache
def worth_to(mark: str, key: str) -> int:
    """Return the value of nine marks to a player, who is to move."""
    if winner(key) or "." not in key:
        return {mark: 1, opponent(mark): -1, None: 0}[winner(key)]
    return max(-worth_to(opponent(mark), reply) for reply in with_mark(key, mark))


def open_lines(key: str, mark: str) -> int:
    """Return how many lines have no mark of the opponent."""
    return sum(all(key[n] != opponent(mark) for n in line) for line in LINES)


def with_mark(key: str, mark: str) -> list[str]:
    """Return the position with one more mark of a player, on each free cell."""
    return [put(key, cell, mark) for cell in free(key)]
