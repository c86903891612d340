"""Bigger boards at the terminal: the solver as an opponent, and as a guide."""

from functools import partial

from noughts.contract import Action, Board
from noughts.notation import parse_square
from noughts.solver.thinker import Choice, Thinker
from noughts.terminal.session import Guide, Opponent

DOUBT = "I am not certain of this move: the time was too short to see to the end."
SURE = "I am certain of this move: {}."


def opponent(player: Thinker) -> Opponent:
    """Return the solver as an opponent that says when it is not certain."""

    def remark() -> str:
        if player.last is None:
            return ""
        return certainty(player.last)

    rules = player.search.rules
    motto = f"{rules.line} in a line wins. I think for {player.seconds:g} s at most."
    return Opponent(motto, player, remark, player.meanwhile)


def certainty(choice: Choice) -> str:
    """Return how certain a choice is, and what is known of it."""
    if choice.certain:
        return SURE.format(choice.words)
    return DOUBT if choice.words == "not known" else f"{DOUBT} It {choice.words}."


def guide(player: Thinker) -> Guide:
    """Return the solver as a guide on its board."""

    def hint(board: Board) -> tuple[Action, str]:
        choice = player.choose(board)
        assert choice is not None
        doubt = "" if choice.certain else ", not certain"
        return choice.action, choice.words + doubt

    rules = player.search.rules
    parse = partial(parse_square, rows=rules.rows, columns=rules.columns)
    return Guide(parse, hint, player.values)
