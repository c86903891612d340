"""Who can sit at a board: functions board -> action, and how chance moves."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

from noughts import oracle
from noughts.board import free_cells
from noughts.contract import Action, Board

Player = Callable[[Board], Action | None]
Policy = Callable[[Board], Mapping[Action, Fraction]]  # how likely each action is

MISTAKES = Fraction(1, 4)  # how often the casual player goes wrong where it can


def uniform(board: Board) -> dict[Action, Fraction]:
    """Give every free cell the same chance."""
    return _evenly(free_cells(board), Fraction(1))


def casual(board: Board) -> dict[Action, Fraction]:
    """Give one of the best actions, or, one time in four, a mistake if there is one."""
    truth = oracle.look(board)
    mistakes = [cell for cell in free_cells(board) if cell not in truth.optimal]
    slips = MISTAKES if mistakes else Fraction(0)
    return _evenly(sorted(truth.best), 1 - slips) | _evenly(mistakes, slips)


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
    return {cell: share / len(cells) for cell in cells}
