"""The window's events: what each changes, and the real loop."""

import os
from dataclasses import replace
from functools import partial
from unittest.mock import Mock

import pygame
import pytest
from pygame.event import Event

from noughts.play.window import events
from noughts.play.window.layout import places
from noughts.play.window.state import WindowState, is_waiting, wait

LATER = partial(wait, seconds=2)
EVENTS = [
    # what happens while the pointer is on "left", on the start screen; what it changes
    (pygame.QUIT, {}, {"closed": True}),
    (pygame.USEREVENT, {"change": LATER}, {"waiting": 2}),
    (pygame.KEYDOWN, {"key": pygame.K_DOWN, "unicode": ""}, {"opponent": "casual"}),
    (pygame.KEYUP, {"key": pygame.K_DOWN, "unicode": ""}, {}),
    (pygame.MOUSEMOTION, {"pos": "start"}, {"focus": "start"}),
    (pygame.MOUSEMOTION, {"pos": "title"}, {"focus": None}),
    (pygame.WINDOWLEAVE, {}, {"focus": None}),
    (pygame.MOUSEBUTTONDOWN, {"pos": "start", "button": 1}, {"screen": "game"}),
    (pygame.MOUSEBUTTONDOWN, {"pos": "start", "button": 3}, {}),
]
KEYS = [
    # a key, what it types, and its name
    (pygame.K_SLASH, "?", "?"),
    (pygame.K_a, "Q", "q"),
    (pygame.K_SLASH, "/", "/"),
    (pygame.K_RIGHT, "", "right"),
    (pygame.K_SPACE, " ", "space"),
    (pygame.K_BACKSLASH, "~", "\\"),
]


@pytest.fixture
def at():
    """Return where the controls of the start screen are drawn."""
    pygame.display.init()
    pygame.font.init()
    return {
        name: at.center for name, at in places(WindowState(), events.SIZE)[0].items()
    }


@pytest.mark.parametrize(("kind", "more", "changes"), EVENTS)
def test_an_event_changes_the_state(kind, more, changes, at):
    more = {name: at.get(value, value) for name, value in more.items()}
    before = WindowState(focus="left")
    after = events.after(before, Event(kind, **more), events.SIZE)
    assert after == replace(before, **changes)


@pytest.mark.parametrize(
    "held", [pygame.KMOD_LCTRL, pygame.KMOD_RCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA]
)
@pytest.mark.parametrize("types", ["\x0e", "n", ""])
def test_a_shortcut_is_no_key_of_ours(held, types):
    """Ctrl+N ended the game and began another one."""
    state = WindowState(screen="game", game=WindowState().game.play((1, 1)))
    event = Event(pygame.KEYDOWN, key=pygame.K_n, unicode=types, mod=held)
    assert events.after(state, event, events.SIZE) == state


@pytest.mark.parametrize(
    "held", [pygame.KMOD_NONE, pygame.KMOD_SHIFT, pygame.KMOD_CAPS]
)
def test_shift_is_no_shortcut(held):
    state = WindowState(screen="game", game=WindowState().game.play((1, 1)))
    event = Event(pygame.KEYDOWN, key=pygame.K_n, unicode="N", mod=held)
    assert events.after(state, event, events.SIZE).game.moves == ()


@pytest.mark.parametrize(
    "held", [pygame.KMOD_RALT, pygame.KMOD_MODE, pygame.KMOD_LCTRL | pygame.KMOD_RALT]
)
def test_alt_gr_types_a_character(held, monkeypatch):
    monkeypatch.setattr(events, "press_key", lambda state, pressed: pressed)
    event = Event(pygame.KEYDOWN, key=pygame.K_w, unicode="?", mod=held)
    assert events.after(WindowState(), event, events.SIZE) == "?"


@pytest.mark.parametrize(("key", "types", "name"), KEYS)
def test_a_key_is_known_by_what_it_types_on_any_layout(key, types, name, monkeypatch):
    monkeypatch.setattr(events, "press_key", lambda state, pressed: pressed)
    event = Event(pygame.KEYDOWN, key=key, unicode=types)
    assert events.after(WindowState(), event, (800, 600)) == name


def test_a_game_in_the_real_loop(at, monkeypatch):
    """On an invisible screen, drawn again only after a change or if uncovered."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("noughts.play.window.thinking.PAUSE", 0)
    monkeypatch.setattr("noughts.play.window.state.wait", lambda state, seconds: state)
    uncovered = Event(pygame.VIDEOEXPOSE)
    steps = iter(
        [
            [Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at["O"])],
            [Event(pygame.KEYDOWN, unicode="", key=pygame.K_RETURN)],
            [Event(pygame.KEYDOWN, unicode="5", key=pygame.K_5)],
            [uncovered],
            [Event(pygame.MOUSEMOTION, pos=(0, 0)), Event(pygame.QUIT)],
        ]
    )
    drawn = []

    def draw(surface, state):
        drawn.append(f"{state.mark} {state.game}")
        for event in [] if is_waiting(state) else next(steps):
            pygame.event.post(event)

    monkeypatch.setattr(events, "draw", draw)
    assert events.has_screen()
    last = events.open_window(WindowState())
    assert drawn == ["X ", "O ", "O ", "O 1", "O 1 5", *2 * [f"O {last.game}"]]
    assert (len(last.game.moves), last.closed) == (3, True)


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        *(((1920, 1080), (600, 760)), ((600, 880), (600, 760))),
        *(((1024, 720), (473, 600)), ((300, 2000), (300, 380))),
        ((320, 240), (240, 300)),
    ],
)
def test_the_window_fits_on_the_desktop(desktop, size):
    assert events._size_for(desktop) == size


@pytest.mark.parametrize(
    ("driver", "asked", "is_seen"),
    [
        *(("x11", {}, True), ("dummy", {}, False), ("offscreen", {}, False)),
        *(("dummy", {"SDL_VIDEODRIVER": "dummy"}, True), (None, {}, False)),
    ],
)
def test_a_screen_is_one_that_somebody_sees_or_asked_for(
    driver, asked, is_seen, monkeypatch
):
    monkeypatch.setattr(os, "environ", asked)
    failing = Mock(side_effect=None if driver else pygame.error)
    monkeypatch.setattr(pygame.display, "init", failing)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    assert events.has_screen() == is_seen
