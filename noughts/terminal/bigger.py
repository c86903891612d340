"""Bigger boards at the terminal: the solver as an opponent, and as a guide."""

from functools import partial

from noughts.contract import Board
from noughts.notation import parse_square
from noughts.solver.mnk import SINGLES, State
from noughts.solver.thinker import Choice, Thinker
from noughts.terminal.guide import Advice, Guide
from noughts.terminal.session import Opponent
from noughts.words import Words, words


def opponent(player: Thinker) -> Opponent:
    """Return the solver as an opponent that says when it is not certain."""
    say = words(player.language)

    def remark() -> str:
        return certainty(player.last, say) if player.last else ""

    return Opponent(player, remark)


def certainty(choice: Choice, say: Words) -> str:
    """Return the sentence about how certain a move is."""
    if choice.certain:
        return say("play.certain", promise=choice.words)
    if choice.words == say("solve.promise.unknown"):
        return say("play.doubt")
    return say("play.doubt") + " " + say("play.doubt_but", promise=choice.words)


def guide(player: Thinker) -> Guide:
    """Return the solver as a guide on its board."""
    say = words(player.language)

    def hint(board: Board) -> Advice:
        choice = player.choose(board)
        assert choice is not None
        doubt = "" if choice.certain else f", {say('play.not_certain')}"
        why = purpose(rules.read(board), rules.bit(choice.action), say)
        return Advice(choice.action, choice.words + doubt, why)

    rules = player.rules
    parse = partial(parse_square, rows=rules.rows, columns=rules.columns)
    return Guide(parse, hint, player.values)


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
