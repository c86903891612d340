"""The review of a game: its mistakes, and what would have been better."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from noughts.explainer import ExplainedMove, explain
from noughts.explainer.phrases import reason
from noughts.game.board import START, board_of, play, turn
from noughts.game.contract import Action
from noughts.game.notation import square
from noughts.texts import Words


class CostlyMove(NamedTuple):
    """A mistake in a game."""

    number: int  # of the move in the game, from 1
    mark: str
    move: ExplainedMove


def mistakes(moves: Sequence[Action]) -> Iterator[CostlyMove]:
    """Yield the mistakes of both players, first to last."""
    key = START
    for n, action in enumerate(moves, 1):
        move = explain(board_of(key)).move(square(action))
        if move.is_mistake:
            yield CostlyMove(n, turn(key), move)
        key = play(key, action)


def review(moves: Sequence[Action], say: Words) -> list[str]:
    """Return the decisive mistake, which is the last, and the earlier ones."""
    found = list(mistakes(moves))
    if not found:
        return [say("review.none")]
    *before, last = found
    said = [
        say(
            "review.decisive",
            number=last.number,
            mark=last.mark,
            square=last.move.square,
            why=reason(last.move, say.language),
        )
    ]
    if others := [str(mistake.number) for mistake in before]:
        said.append(say("review.before", n=len(others), moves=say.listed(others)))
    return said
