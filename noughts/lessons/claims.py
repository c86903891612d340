"""
Claims about the game and its searches, each tested on many positions.

A claim is right if it holds in every position of its range. Otherwise the first
position that refutes it is shown. Most wrong claims are students' misconceptions.
"""

from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from typing import NamedTuple

from noughts.game import oracle
from noughts.game.board import (
    LINES,
    board_of,
    completing,
    free,
    opponent,
    put,
    replies,
    turn,
    winner,
)
from noughts.game.notation import square
from noughts.search import LADDER, rung
from noughts.search.memory import Memory
from noughts.search.recording import Node, Recorder
from noughts.search.strong_first import strong_first
from noughts.search.symmetry import images

DEEP = 5  # free cells: from here on searches are quick enough to try them all


class Claim(NamedTuple):
    """A sentence of the language tables, and a test of it in one position."""

    holds: Callable[[str], bool]
    search: str = ""  # of the ladder, which shows where it is wrong

    def positions(self) -> list[str]:
        """Return the positions that it is tested on, fewest free cells first."""
        most = DEEP if self.search else inf
        keys = [key for key, truth in oracle.table().items() if truth.turn]
        keys = [key for key in keys if key.count(".") <= most]
        return sorted(keys, key=lambda key: (key.count("."), key))


@cache
def refutation(claim: Claim) -> str | None:
    """Return the first position that refutes a claim."""
    return next((key for key in claim.positions() if not claim.holds(key)), None)


@cache
def recorded(search: str, key: str, strong: bool = False) -> Node:
    """Return the recording of a search of the ladder."""
    fresh = issubclass(LADDER[search], Memory)  # what it remembers changes the search
    recorder = _recorder.__wrapped__ if fresh else _recorder
    return recorder(search, strong).record(board_of(key))


@cache
def _recorder(search: str, strong: bool) -> Recorder:
    """Return the recorder that all searches by one rung share."""
    return Recorder(rung(search, strong_first if strong else None))


# --- What claims are about ---------------------------------------------------


def _value(key: str) -> int:
    """Return what a position is worth: 1 if X wins, -1 if O wins."""
    return oracle.table()[key].value


def _worth(key: str) -> int:
    """Return what a position is worth to the player to move."""
    return _value(key) * oracle.VALUE[turn(key)]


def _values(key: str) -> list[int]:
    """Return what each move leads to: 1 if X wins, -1 if O wins."""
    return [_value(reply) for reply in replies(key).values()]


def _worths(key: str) -> list[int]:
    """Return what each move is worth to the player who makes it."""
    return [value * oracle.VALUE[turn(key)] for value in _values(key)]


def _wins_at_once(key: str) -> bool:
    return bool(completing(key, turn(key)))


def _visited(key: str) -> Iterator[Node]:
    return (node for _, node in recorded("alphabeta", key).visits())


def _finds_true_values(key: str) -> bool:
    """Return whether alpha-beta finds the true value of every position it visits."""
    return all(node.value == _value(node.key) for node in _visited(key))


def _keeps_a_best_move(node: Node) -> bool:
    """Return whether some best move is not cut."""
    best = {square(action) for action in oracle.table()[node.key].optimal}
    return not node.cut or bool(best - {*node.cut.skipped})


def _positions_of(search: str, key: str, strong: bool = False) -> int:
    return recorded(search, key, strong).positions


def _threats_are_safe(key: str) -> bool:
    """Return whether no move that threatens to win is a mistake."""
    optimal = oracle.table()[key].optimal
    return all(
        winner(reply) or not completing(reply, turn(key)) or action in optimal
        for action, reply in replies(key).items()
    )


def _marks_can_be_exchanged(key: str) -> bool:
    other = key.translate(str.maketrans("XO", "OX"))
    return other not in oracle.table() or _value(other) == -_value(key)


def _open_lines(key: str, mark: str) -> int:
    """Return how many lines have no mark of the opponent."""
    return sum(all(key[n] != opponent(mark) for n in line) for line in LINES)


def _is_ahead(key: str) -> bool:
    """Return whether the player to move has more open lines."""
    mover = turn(key)
    return _open_lines(key, mover) > _open_lines(key, opponent(mover))


def _extra_mark_never_hurts(key: str) -> bool:
    mover = turn(key)
    worth = worth_to(mover, key)
    return all(worth_to(mover, more) >= worth for more in _with_mark(key, mover))


@cache
def worth_to(mark: str, key: str) -> int:
    """Return the value of nine marks to a player, who is to move."""
    if winner(key) or "." not in key:
        return {mark: 1, opponent(mark): -1, None: 0}[winner(key)]
    return max(-worth_to(opponent(mark), reply) for reply in _with_mark(key, mark))


def _with_mark(key: str, mark: str) -> list[str]:
    """Return the position with one more mark of a player, on each free cell."""
    return [put(key, cell, mark) for cell in free(key)]


CLAIMS = {
    # what a position is worth
    "best-move-counts": Claim(lambda key: _worth(key) == max(_worths(key))),
    "most-moves-count": Claim(
        lambda key: _worths(key).count(_worth(key)) * 2 >= len(_worths(key))
    ),
    "worst-move-counts": Claim(lambda key: _worth(key) == min(_worths(key))),
    # Minimax
    "x-max-o-min": Claim(
        lambda key: _value(key) == (max if turn(key) == "X" else min)(_values(key))
    ),
    "both-max": Claim(lambda key: _value(key) == max(_values(key))),
    "first-move-counts": Claim(lambda key: _worth(key) == _worths(key)[0]),
    # stopping early
    "win-is-enough": Claim(lambda key: 1 not in _worths(key) or _worth(key) == 1),
    "draw-is-enough": Claim(lambda key: 0 not in _worths(key) or _worth(key) == 0),
    "loss-is-enough": Claim(lambda key: -1 not in _worths(key) or _worth(key) == -1),
    # winning at once
    "line-at-once-wins": Claim(lambda key: not _wins_at_once(key) or _worth(key) == 1),
    "wins-come-at-once": Claim(lambda key: _worth(key) < 1 or _wins_at_once(key)),
    "threat-is-safe": Claim(_threats_are_safe),
    # symmetry
    "images-are-equal": Claim(
        lambda key: len({_value(image) for image in images(key)}) == 1
    ),
    "marks-can-be-exchanged": Claim(_marks_can_be_exchanged),
    # what carries over to bigger boards
    "extra-mark-never-hurts": Claim(_extra_mark_never_hurts),
    "more-open-lines-never-lose": Claim(
        lambda key: not _is_ahead(key) or _worth(key) >= 0
    ),
    "centre-never-loses": Claim(lambda key: key[4] != turn(key) or _worth(key) >= 0),
    # searches
    "cuts-change-no-value": Claim(
        lambda key: recorded("alphabeta", key).value == _value(key), "alphabeta"
    ),
    "all-values-exact": Claim(_finds_true_values, "alphabeta"),
    "bound-is-a-value": Claim(_finds_true_values, "alphabeta"),
    "only-bad-moves-cut": Claim(
        lambda key: all(map(_keeps_a_best_move, _visited(key))), "alphabeta"
    ),
    "order-changes-no-value": Claim(
        lambda key: recorded("strong-first", key).value == _value(key), "alphabeta"
    ),
    "strong-always-fewer": Claim(
        lambda key: (
            _positions_of("strong-first", key) <= _positions_of("alphabeta", key)
        ),
        "strong-first",
    ),
    "order-helps-minimax": Claim(
        lambda key: (
            _positions_of("minimax", key, strong=True) < _positions_of("minimax", key)
        ),
        "minimax",
    ),
}
