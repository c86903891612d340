"""The keys and buttons, and their changes to the state."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from noughts.game import board
from noughts.game.contract import Action
from noughts.play.window import state as changes
from noughts.play.window.state import FRIEND, OPPONENTS, SIDES, WindowState
from noughts.theme import KEYS

CELLS = board.free(board.START)
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Control(NamedTuple):
    """A change, its keys, and when it can be used."""

    change: Callable[[WindowState], WindowState]
    keys: str
    is_usable: Callable[[WindowState], object] = lambda state: True


def _is_alone(state: WindowState) -> bool:
    return state.opponent != FRIEND


DARK = Control(partial(changes.toggle, name="dark"), KEYS["dark"])
START: dict[Action | str, Control] = {
    "dark": DARK,
    **{
        side: Control(partial(changes.choose, name=side), side[0].lower(), _is_alone)
        for side in SIDES
    },
    **{
        name: Control(partial(changes.choose, name=name), name[0]) for name in OPPONENTS
    },
    "left": Control(partial(changes.step, names=SIDES, by=-1), "left", _is_alone),
    "right": Control(partial(changes.step, names=SIDES, by=1), "right", _is_alone),
    "up": Control(partial(changes.step, names=OPPONENTS, by=-1), "up"),
    "down": Control(partial(changes.step, names=OPPONENTS, by=1), "down"),
    "start": Control(changes.new_game, "return enter space n s"),
    "leave": Control(partial(replace, closed=True), "escape q"),
}
GAME: dict[Action | str, Control] = {
    "dark": DARK,
    **{
        cell: Control(
            partial(changes.play, cell=cell),
            f"{n} [{n}]",
            partial(changes.can_play, cell=cell),
        )
        for n, cell in enumerate(CELLS, 1)
    },
    "undo": Control(changes.undo, f"{KEYS['undo']} backspace", changes.undone),
    "hint": Control(partial(replace, hint=True), KEYS["hint"], changes.can_move),
    "analyse": Control(changes.analyse, KEYS["analyse"], lambda state: state.game.over),
    "values": Control(
        partial(changes.toggle, name="values"),
        KEYS["values"],
        lambda state: not state.game.over,
    ),
    "menu": Control(changes.show_start, "escape m"),
    "new_game": Control(changes.new_game, KEYS["new"]),
    **{
        key: Control(partial(changes.step_cursor, down=down, right=right), key)
        for key, (down, right) in ARROWS.items()
    },
    "enter": Control(changes.enter, "return enter space"),
}
CONTROLS = {"start": START, "game": GAME}


def is_usable(state: WindowState, name: Action | str) -> bool:
    """Return whether a control can be used now."""
    return bool(CONTROLS[state.screen][name].is_usable(state))


def press(state: WindowState, name: Action | str | None) -> WindowState:
    """Return the state after a control is used, if it can be."""
    if name not in CONTROLS[state.screen] or not is_usable(state, name):
        return state
    return CONTROLS[state.screen][name].change(state)


def press_key(state: WindowState, key: str) -> WindowState:
    """Return the state after a key is pressed."""
    for name, control in CONTROLS[state.screen].items():
        if key in control.keys.split():
            return press(state, name)
    return state
