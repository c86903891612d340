"""Players with one fault each, to be beaten: functions from a position to a cell."""

from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any, NamedTuple

from noughts.checker.mistakes.made import correct_engine, faulty_engine
from noughts.game import contract, oracle
from noughts.game.board import (
    board_of,
    completing,
    free,
    key_of,
    opponent,
    play,
    replies,
    turn,
    winner,
)
from noughts.game.contract import Action, Board, Engine
from noughts.search.alphabeta import AlphaBeta
from noughts.search.minimax import Minimax
from noughts.search.symmetry import images

Rival = Callable[[str], Action]
MISTAKES = {  # of the catalogue, by the name of the rival that makes it
    "first-cell": "first_cell",
    "never-blocks": "one_move_ahead",  # it sees only its own next move
    "no-diagonals": "no_diagonals",
}
# A change of the right engine: `max` in both branches.
BOTH_MAX = ("else min_value(board)", "else max_value(board)")


def source_of(name: str) -> str:
    """Return the program of a rival made from the right engine, else an empty text."""
    if name == "both-max":
        return correct_engine().replace(*BOTH_MAX)
    return faulty_engine(MISTAKES[name]).source if name in MISTAKES else ""


def make_rival(name: str) -> Rival:
    """Return the player that makes a mistake of the catalogue."""

    @cache
    def engine() -> dict[str, Any]:
        names = dict[str, Any]()
        exec(source_of(name), names)
        return names

    return cache(lambda key: engine()["minimax"](board_of(key)))


def block_or_take_first(key: str) -> Action:
    """Complete or block a line, or take the first free cell; forks are overlooked."""
    blocks = completing(key, opponent(turn(key)))
    return min(completing(key, turn(key)) or blocks, default=free(key)[0])


def turn_and_forget(key: str) -> Action:
    """Look up the move on a symmetric board, and forget to map it back."""
    action = min(oracle.table()[min(images(key))].best)
    return action if action in free(key) else free(key)[0]


class StopAtDraw(Minimax):
    """Minimax that leaves a position as soon as its player does not lose there."""

    def value(self, board: Board) -> float:
        """Return what the search takes for the value of the board."""
        rules = self.rules
        if rules.terminal(board):
            return rules.utility(board)
        choose, sign = (max, 1) if rules.player(board) == rules.X else (min, -1)
        best = -sign * inf
        for action in self.order(rules, board):
            best = choose(best, self.value(rules.result(board, action)))
            if best * sign >= 0:
                break  # wrong: a win may still come
        return best


def stop_at_draw(key: str) -> Action:
    """Take the first move that does not lose, to a search that stops at a draw."""
    search = StopAtDraw(contract.default())
    sign = oracle.VALUE[turn(key)]
    worths = {
        action: sign * search.value(board_of(reply))
        for action, reply in replies(key).items()
    }
    return next((action for action, worth in worths.items() if worth >= 0), min(worths))


class BoundsAsValues(AlphaBeta):
    """Alpha-beta with a cache whose key lacks the window."""

    def __init__(self, rules: Engine) -> None:
        super().__init__(rules)
        self.known: dict[str, float] = {}

    def value(self, board: Board, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value of the board, or a bound that was stored as one."""
        key = key_of(board)
        if key not in self.known:
            self.known[key] = super().value(board, alpha, beta)
        return self.known[key]


def trust_bounds(key: str) -> Action:
    """Take the last move that seems to be best to `BoundsAsValues`."""
    search = BoundsAsValues(contract.default())
    value = search.value(board_of(key))
    return max(a for a, reply in replies(key).items() if search.known[reply] == value)


RIVALS: dict[str, Rival] = {
    **{name: make_rival(name) for name in (*MISTAKES, "both-max")},
    "one-move-ahead": block_or_take_first,
    "stops-at-draw": cache(stop_at_draw),
    "forgets-to-turn-back": turn_and_forget,
    "bounds-as-values": cache(trust_bounds),
}


class RivalMove(NamedTuple):
    """A rival's reply to a person's move, and the result if the game is over then."""

    action: Action | None  # None: the person's move was the last
    end: str  # beaten, lost, drawn; empty if the game goes on


def table(name: str, start: str) -> dict[str, RivalMove]:
    """Return the reply in every position that a person can reach."""
    person = turn(start)
    ends = {person: "beaten", opponent(person): "lost", None: "drawn"}
    coming, found = [start], dict[str, RivalMove]()
    for key in coming:
        for after in replies(key).values():
            if after not in found:
                action = None if _over(after) else RIVALS[name](after)
                key = play(after, action) if action else after
                end = ends[winner(key)] if _over(key) else ""
                found[after] = RivalMove(action, end)
                coming += [] if end else [key]
    return found


def _over(key: str) -> bool:
    return oracle.table()[key].turn is None
