"""The opponents and the guides of a session: on the usual board, and on bigger ones."""

from collections.abc import Callable
from typing import NamedTuple

from noughts.explainer import explain
from noughts.explainer.phrases import why
from noughts.explainer.review import review
from noughts.game import contract, oracle
from noughts.game.contract import Action, Board
from noughts.game.games import Player
from noughts.game.notation import square
from noughts.game.oracle import Verdict
from noughts.solver.mnk import SINGLES, State
from noughts.solver.thinker import Thinker
from noughts.texts import Words, words

ENGLISH = words()


class Opponent(NamedTuple):
    """The opponent: a player, or None if two people play."""

    player: Player | None = None
    remark: Callable[[], str] = str  # a comment on its last move


class Advice(NamedTuple):
    """A good action, its verdict, and the reason if known."""

    action: Action
    promise: str
    why: str = ""


class Guide(NamedTuple):
    """The advice for one kind of board."""

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

    return Guide(hint, oracle.values, lambda moves: review(moves, say))


# --- Bigger boards ------------------------------------------------------------


def solver_opponent(player: Thinker) -> Opponent:
    """Return the solver as an opponent that says when it is not certain."""
    say = words(player.language)

    def remark() -> str:
        choice = player.last
        assert choice is not None
        name = "certain" if choice.certain else "doubt"
        return say(f"play.{name}", promise=choice.words)

    return Opponent(player, remark)


def solver_guide(player: Thinker) -> Guide:
    """Return the solver as a guide on its board."""
    say = words(player.language)

    def hint(board: Board) -> Advice:
        choice = player.choose(board)
        assert choice is not None
        doubt = "" if choice.certain else f", {say('play.not_certain')}"
        why = purpose(rules.read(board), rules.bit(choice.action), say)
        return Advice(choice.action, choice.words + doubt, why)

    rules = player.rules
    return Guide(hint, player.values)


def purpose(state: State, cell: int, say: Words) -> str:
    """Return the purpose of a move in a few words."""
    after = state.play(cell)
    threats = sorted(after.their_needs & SINGLES)
    danger = after.my_needs & SINGLES
    if after.lost:
        return say("play.why.completes")
    if len(threats) > 1 and not danger:
        return say("play.why.forks")
    if cell in state.their_needs:
        return say("play.why.blocks")
    if threats and not danger:
        return say("play.why.forces", number=threats[0].bit_length())
    lines = sum(bool(need & cell) for need in state.my_needs)
    return say("play.why.opens", n=lines) if lines else ""
