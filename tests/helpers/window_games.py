"""Games in the window without a thread or a screen."""

from types import SimpleNamespace

from noughts import contract
from noughts.window.controls import press_key
from noughts.window.state import is_waiting
from noughts.window.thinking import reply


def typed(state, keys, engine=None):
    """Return the state after some keys, with all the opponent's replies to them."""
    for key in keys.split():
        state = press_key(state, key)
        while is_waiting(state):
            state = reply(state, engine or contract.default())(state)
    return state


def engine(minimax):
    """Return an engine with its own minimax."""
    return SimpleNamespace(minimax=minimax)
