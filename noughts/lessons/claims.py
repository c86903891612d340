"""
Sentences about the game and its searches, each held against many positions.

A claim says of one position whether it is true there. It is right if it is true of
all positions in its range; otherwise the first that refutes it answers whoever
believes it. Most of the wrong ones are misconceptions that students have.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import inf
from typing import NamedTuple

from noughts import oracle
from noughts.board import completing, opponent, replies, turn, winner
from noughts.contract import Action
from noughts.lessons.measures import (
    odds_by_chance,
    open_lines,
    recorded,
    with_mark,
    worth_to,
)
from noughts.notation import square
from noughts.search.recording import EXACT, Node
from noughts.search.symmetry import images

DEEP = 5  # free cells: from here on searches are quick enough to try them all

Holds = Callable[[str], bool]


class Claim(NamedTuple):
    """A sentence, by its name in the tables of words, and how to try it."""

    name: str
    holds: Holds
    free: float  # positions with at most this many free cells are tried
    search: str = ""  # of the ladder, which shows where it is wrong

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


CLAIMS: dict[str, Claim] = {}


def claim(search: str = "") -> Callable[[Holds], Holds]:
    """Enter a function in the table of claims, under its name with hyphens."""

    def enter(holds: Holds) -> Holds:
        name = holds.__name__.replace("_", "-")
        CLAIMS[name] = Claim(name, holds, DEEP if search else inf, search)
        return holds

    return enter


def _value(key: str) -> int:
    """Return what a position is worth to the player to move."""
    return oracle.table()[key].value * (1 if turn(key) == "X" else -1)


def _after(key: str) -> list[int]:
    """Return what each move is worth to the player who makes it."""
    sign = 1 if turn(key) == "X" else -1
    return [sign * oracle.table()[reply].value for reply in replies(key).values()]


def _optimal(key: str) -> frozenset[Action]:
    return oracle.table()[key].optimal


# --- What a position is worth ------------------------------------------------


@claim()
def best_move_counts(key: str) -> bool:
    return _value(key) == max(_after(key))


@claim()
def most_moves_count(key: str) -> bool:
    worth = _after(key)
    return worth.count(_value(key)) * 2 >= len(worth)


@claim()
def worst_move_counts(key: str) -> bool:
    return _value(key) == min(_after(key))


@claim()
def luckiest_is_best(key: str) -> bool:
    odds = {action: odds_by_chance(reply) for action, reply in replies(key).items()}
    best = max(odds.values()) if turn(key) == "X" else min(odds.values())
    luckiest = {action for action, chance in odds.items() if chance == best}
    return bool(luckiest & oracle.table()[key].optimal)


# --- Minimax -----------------------------------------------------------------


@claim()
def x_max_o_min(key: str) -> bool:
    values = [oracle.table()[reply].value for reply in replies(key).values()]
    choose = max if turn(key) == "X" else min
    return oracle.table()[key].value == choose(values)


@claim()
def both_max(key: str) -> bool:
    values = [oracle.table()[reply].value for reply in replies(key).values()]
    return oracle.table()[key].value == max(values)


@claim()
def first_move_counts(key: str) -> bool:
    return _value(key) == _after(key)[0]


@claim()
def threat_wins(key: str) -> bool:
    return not completing(key, opponent(turn(key))) or _value(key) == -1


# --- Stopping early ----------------------------------------------------------


@claim()
def win_is_enough(key: str) -> bool:
    return 1 not in _after(key) or _value(key) == 1


@claim()
def draw_is_enough(key: str) -> bool:
    return 0 not in _after(key) or _value(key) == 0


@claim()
def loss_is_enough(key: str) -> bool:
    return -1 not in _after(key) or _value(key) == -1


# --- Alpha-beta --------------------------------------------------------------


@claim(search="alphabeta")
def cuts_change_no_value(key: str) -> bool:
    return recorded("alphabeta", key).value == oracle.table()[key].value


@claim(search="alphabeta")
def all_values_exact(key: str) -> bool:
    return all(node.bound == EXACT for node in _visited(key))


@claim(search="alphabeta")
def only_bad_moves_cut(key: str) -> bool:
    return all(
        {square(action) for action in _optimal(node.key)} - {*node.cut.skipped}
        for node in _visited(key)
        if node.cut
    )


@claim(search="alphabeta")
def always_fewer(key: str) -> bool:
    return recorded("alphabeta", key).positions < recorded("minimax", key).positions


def _visited(key: str) -> Iterator[Node]:
    return (node for _, node in recorded("alphabeta", key).visits())


# --- The order of moves ------------------------------------------------------


@claim(search="alphabeta")
def order_changes_no_value(key: str) -> bool:
    return recorded("alphabeta", key).value == recorded("strong-first", key).value


@claim(search="strong-first")
def strong_always_fewer(key: str) -> bool:
    counts = [recorded(name, key).positions for name in ("strong-first", "alphabeta")]
    return counts[0] <= counts[1]


@claim(search="minimax")
def order_helps_minimax(key: str) -> bool:
    strong = recorded("minimax", key, strong=True).positions
    return strong < recorded("minimax", key).positions


# --- Winning at once ---------------------------------------------------------


@claim()
def line_at_once_wins(key: str) -> bool:
    return not completing(key, turn(key)) or _value(key) == 1


@claim()
def wins_come_at_once(key: str) -> bool:
    return _value(key) < 1 or bool(completing(key, turn(key)))


@claim()
def threat_is_safe(key: str) -> bool:
    mover = turn(key)
    return not any(
        not winner(reply) and completing(reply, mover) and action not in _optimal(key)
        for action, reply in replies(key).items()
    )


# --- Memory and symmetry -----------------------------------------------------


@claim()
def images_are_equal(key: str) -> bool:
    return len({oracle.table()[image].value for image in images(key)}) == 1


@claim()
def marks_can_be_exchanged(key: str) -> bool:
    other = key.translate(str.maketrans("XO", "OX"))
    if other not in oracle.table():
        return True
    return oracle.table()[other].value == -oracle.table()[key].value


@claim(search="alphabeta")
def bound_is_a_value(key: str) -> bool:
    return all(node.value == oracle.table()[node.key].value for node in _visited(key))


# --- What carries over to bigger boards --------------------------------------


@claim()
def extra_mark_never_hurts(key: str) -> bool:
    mover = turn(key)
    return all(
        worth_to(mover, more) >= worth_to(mover, key) for more in with_mark(key, mover)
    )


@claim()
def more_open_lines_never_lose(key: str) -> bool:
    mover = turn(key)
    ahead = open_lines(key, mover) > open_lines(key, opponent(mover))
    return not ahead or _value(key) >= 0


@claim()
def centre_never_loses(key: str) -> bool:
    return key[4] != turn(key) or _value(key) >= 0
