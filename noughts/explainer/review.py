"""The review of a game: its mistakes, and what would have been better."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from noughts.board import START, board_of, play
from noughts.contract import Action
from noughts.explainer import ExplainedMove, explain
from noughts.explainer.phrases import reason
from noughts.notation import square
from noughts.words import Words


class CostlyMove(NamedTuple):
    """A mistake, and the moves that would have been better."""

    number: int  # of the move in the game, from 1
    mark: str
    move: ExplainedMove
    better: tuple[int, ...]


def mistakes(moves: Sequence[Action]) -> Iterator[CostlyMove]:
    """Yield the mistakes of both players, first to last."""
    for n, action in enumerate(moves):
        known = explain(board_of(reduce(play, moves[:n], START)))
        move = known.move(square(action))
        if move.is_mistake:
            better = [m.square for m in known.moves if not m.is_mistake]
            yield CostlyMove(n + 1, str(known.turn), move, tuple(better))


def review(moves: Sequence[Action], say: Words) -> list[str]:
    """Return the decisive mistake, which is the last, and the earlier ones."""
    found = list(mistakes(moves))
    if not found:
        return [say("review.none")]
    *before, last = found
    why = reason(last.move, say.language)
    said = [say("review.decisive", move=_named(last, say), why=why)]
    if len(last.better) > 1 and last.move.facts[0].code == "draw-to-loss":
        better = say.listed([str(number) for number in last.better], "or")
        said[0] += " " + say("review.better", squares=better)
    if others := [str(mistake.number) for mistake in before]:
        said.append(say("review.before", n=len(others), moves=say.listed(others)))
    return said


def _named(mistake: CostlyMove, say: Words) -> str:
    """Return a move by its number, its mark and its square."""
    return say(
        "review.move",
        number=mistake.number,
        mark=mistake.mark,
        square=mistake.move.square,
    )
