"""Games in the window without a thread or a screen."""

from noughts.game import contract
from noughts.play.window.controls import press_key
from noughts.play.window.state import is_waiting
from noughts.play.window.thinking import reply
from noughts.texts import Words


def typed(state, keys, engine=None):
    """Return the state after some keys, with all the opponent's replies to them."""
    for key in keys.split():
        state = press_key(state, key)
        while is_waiting(state):
            state = reply(state, engine or contract.default())(state)
    return state


def show_keys_as_texts(monkeypatch):
    """Show the key and the parts of a text, in place of the text."""

    def said(self, key, /, **parts):
        name = key.rpartition(".")[2].replace("_", " ")
        return " ".join([name, *map(str, parts.values())])

    monkeypatch.setattr(Words, "__call__", said)
