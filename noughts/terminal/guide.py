"""What a session needs for a kind of board: parsing squares and giving advice."""

from collections.abc import Callable
from typing import NamedTuple

from noughts import contract, oracle
from noughts.contract import Action, Board
from noughts.explainer import explain
from noughts.explainer.phrases import why
from noughts.explainer.review import review
from noughts.notation import parse_square, square
from noughts.oracle import Verdict
from noughts.words import Words, words

ENGLISH = words()


class Advice(NamedTuple):
    """A good action, its verdict, and the reason if known."""

    action: Action
    promise: str
    why: str = ""


class Guide(NamedTuple):
    """The advice for one kind of board."""

    parse: Callable[[str], Action]
    hint: Callable[[Board], Advice]
    values: Callable[[Board], dict[Action, Verdict]]  # of each free cell, if known
    review: Callable[[tuple[Action, ...]], list[str]] | None = None  # of a game


def usual_guide(say: Words = ENGLISH) -> Guide:
    """Return the guide of the usual board, three by three."""

    def hint(board: Board) -> Advice:
        action = contract.default().minimax(board)
        assert action is not None
        move = explain(board).move(square(action))
        promise = say.verdict(*move.verdict)
        return Advice(action, promise, why(move, say.language))

    return Guide(parse_square, hint, oracle.values, lambda moves: review(moves, say))
