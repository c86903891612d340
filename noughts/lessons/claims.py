"""
Claims about the game and its searches, each tested on many positions.

A claim is right if it holds in every position of its range. Otherwise the first
position that refutes it is shown. Most wrong claims are students' misconceptions.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import inf
from typing import NamedTuple

from noughts import oracle
from noughts.board import completing, opponent, replies, turn, winner
from noughts.lessons.measures import (
    odds_by_chance,
    open_lines,
    recorded,
    with_mark,
    worth_to,
)
from noughts.notation import square
from noughts.search.recording import Node
from noughts.search.symmetry import images

DEEP = 5  # free cells: from here on searches are quick enough to try them all

Holds = Callable[[str], bool]


class Claim(NamedTuple):
    """A sentence of the language tables, and a test of it in one position."""

    holds: Holds
    search: str = ""  # of the ladder, which shows where it is wrong

    @property
    def free(self) -> float:
        """Positions with at most this many free cells are tried."""
        return DEEP if self.search else inf

    def refutation(self) -> str | None:
        """Return the first position that refutes it, fewest free cells first."""
        return _refutation(self)


@cache
def _refutation(claim: Claim) -> str | None:
    return next((key for key in _positions(claim.free) if not claim.holds(key)), None)


def _positions(most: float) -> Iterable[str]:
    keys = [key for key, truth in oracle.table().items() if truth.turn]
    keys = [key for key in keys if key.count(".") <= most]
    return sorted(keys, key=lambda key: (key.count("."), key))


# --- What claims are about ---------------------------------------------------


def _value(key: str) -> int:
    """Return what a position is worth: 1 if X wins, -1 if O wins."""
    return oracle.table()[key].value


def _worth(key: str) -> int:
    """Return what a position is worth to the player to move."""
    return _value(key) * (1 if turn(key) == "X" else -1)


def _values(key: str) -> list[int]:
    """Return what each move leads to: 1 if X wins, -1 if O wins."""
    return [_value(reply) for reply in replies(key).values()]


def _worths(key: str) -> list[int]:
    """Return what each move is worth to the player who makes it."""
    return [value * (1 if turn(key) == "X" else -1) for value in _values(key)]


def _wins_at_once(key: str) -> bool:
    return bool(completing(key, turn(key)))


def _visited(key: str) -> Iterator[Node]:
    return (node for _, node in recorded("alphabeta", key).visits())


def _finds_true_values(key: str) -> bool:
    """Return whether alpha-beta finds the true value of every position it visits."""
    return all(node.value == _value(node.key) for node in _visited(key))


def _positions_of(search: str, key: str, strong: bool = False) -> int:
    return recorded(search, key, strong).positions


def _luckiest_is_best(key: str) -> bool:
    odds = {action: odds_by_chance(reply) for action, reply in replies(key).items()}
    best = max(odds.values()) if turn(key) == "X" else min(odds.values())
    luckiest = {action for action, chance in odds.items() if chance == best}
    return bool(luckiest & oracle.table()[key].optimal)


def _keeps_a_best_move(node: Node) -> bool:
    """Return whether some best move is not cut."""
    best = {square(action) for action in oracle.table()[node.key].optimal}
    return not node.cut or bool(best - {*node.cut.skipped})


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


def _is_ahead(key: str) -> bool:
    """Return whether the player to move has more open lines."""
    mover = turn(key)
    return open_lines(key, mover) > open_lines(key, opponent(mover))


def _extra_mark_never_hurts(key: str) -> bool:
    mover = turn(key)
    worth = worth_to(mover, key)
    return all(worth_to(mover, more) >= worth for more in with_mark(key, mover))


ABOUT_POSITIONS: dict[str, Holds] = {
    # what a position is worth
    "best-move-counts": lambda key: _worth(key) == max(_worths(key)),
    "most-moves-count": lambda key: (
        _worths(key).count(_worth(key)) * 2 >= len(_worths(key))
    ),
    "worst-move-counts": lambda key: _worth(key) == min(_worths(key)),
    "luckiest-is-best": _luckiest_is_best,
    # Minimax
    "x-max-o-min": lambda key: (
        _value(key) == (max if turn(key) == "X" else min)(_values(key))
    ),
    "both-max": lambda key: _value(key) == max(_values(key)),
    "first-move-counts": lambda key: _worth(key) == _worths(key)[0],
    "threat-wins": lambda key: (
        not completing(key, opponent(turn(key))) or _worth(key) == -1
    ),
    # stopping early
    "win-is-enough": lambda key: 1 not in _worths(key) or _worth(key) == 1,
    "draw-is-enough": lambda key: 0 not in _worths(key) or _worth(key) == 0,
    "loss-is-enough": lambda key: -1 not in _worths(key) or _worth(key) == -1,
    # winning at once
    "line-at-once-wins": lambda key: not _wins_at_once(key) or _worth(key) == 1,
    "wins-come-at-once": lambda key: _worth(key) < 1 or _wins_at_once(key),
    "threat-is-safe": _threats_are_safe,
    # symmetry
    "images-are-equal": lambda key: len({_value(image) for image in images(key)}) == 1,
    "marks-can-be-exchanged": _marks_can_be_exchanged,
    # what carries over to bigger boards
    "extra-mark-never-hurts": _extra_mark_never_hurts,
    "more-open-lines-never-lose": lambda key: not _is_ahead(key) or _worth(key) >= 0,
    "centre-never-loses": lambda key: key[4] != turn(key) or _worth(key) >= 0,
}
# Of searches, by the one that shows where a claim is wrong.
ABOUT_SEARCHES: dict[str, dict[str, Holds]] = {
    "alphabeta": {
        "cuts-change-no-value": lambda key: (
            recorded("alphabeta", key).value == _value(key)
        ),
        "all-values-exact": _finds_true_values,
        "only-bad-moves-cut": lambda key: all(map(_keeps_a_best_move, _visited(key))),
        "always-fewer": lambda key: (
            _positions_of("alphabeta", key) < _positions_of("minimax", key)
        ),
        "bound-is-a-value": _finds_true_values,
        "order-changes-no-value": lambda key: (
            recorded("strong-first", key).value == _value(key)
        ),
    },
    "strong-first": {
        "strong-always-fewer": lambda key: (
            _positions_of("strong-first", key) <= _positions_of("alphabeta", key)
        ),
    },
    "minimax": {
        "order-helps-minimax": lambda key: (
            _positions_of("minimax", key, strong=True) < _positions_of("minimax", key)
        ),
    },
}
CLAIMS = {name: Claim(holds) for name, holds in ABOUT_POSITIONS.items()} | {
    name: Claim(holds, search)
    for search, claims in ABOUT_SEARCHES.items()
    for name, holds in claims.items()
}
