"""Who can sit at a board: functions board -> action, and how chance moves."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

from noughts import oracle
from noughts.board import completing, free_cells, key_of, opponent, turn
from noughts.contract import Action, Board

Player = Callable[[Board], Action | None]
Policy = Callable[[Board], Mapping[Action, Fraction]]  # how likely each action is

# How often the casual player goes wrong, where it can: people rarely overlook that
# they can win, more often that the other can, and every other fork.
MISSED_WIN, MISSED_BLOCK, MISSED_FORK = Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)


def uniform(board: Board) -> dict[Action, Fraction]:
    """Give every free cell the same chance."""
    return _evenly(free_cells(board), Fraction(1))


def casual(board: Board) -> dict[Action, Fraction]:
    """
    Overlook one win in ten, one block in four, every other fork; otherwise play best.

    What is overlooked becomes a mistake, any of those that there are. Where nobody is
    about to complete a line, a mistake can only give up a fork, or allow one.
    """
    truth = oracle.look(board)
    mistakes = [cell for cell in free_cells(board) if cell not in truth.optimal]
    slips = _oversight(board) if mistakes else Fraction(0)
    return _evenly(sorted(truth.best), 1 - slips) | _evenly(mistakes, slips)


def _oversight(board: Board) -> Fraction:
    """Return how often a casual player overlooks what matters on this board."""
    key = key_of(board)
    mover = turn(key)
    if completing(key, mover):
        return MISSED_WIN
    return MISSED_BLOCK if completing(key, opponent(mover)) else MISSED_FORK


POLICIES: dict[str, Policy] = {"casual": casual, "random": uniform}


def by_chance(policy: Policy, rng: Random) -> Player:
    """Return the player who draws each action as likely as the policy says."""

    def player(board: Board) -> Action:
        chances = policy(board)
        [action] = rng.choices(list(chances), [float(p) for p in chances.values()])
        return action

    return player


def _evenly(cells: list[Action], share: Fraction) -> dict[Action, Fraction]:
    """Divide a share of the chances among cells."""
    return dict.fromkeys(cells, share / len(cells)) if cells else {}
