"""The loop: wait for an event, change the state, draw it."""

import os
import tempfile
from dataclasses import replace

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from noughts.play.window import state as changes
from noughts.play.window.controls import press, press_key
from noughts.play.window.drawing import draw
from noughts.play.window.layout import target_at
from noughts.play.window.state import WindowState, status
from noughts.play.window.thinking import OpponentThread, open_engine
from noughts.theme import COLOURS

SIZE = 600, 760
BARS = 120  # pixels reserved for the desktop's bars and the window's title
SHORTCUT = pygame.KMOD_CTRL | pygame.KMOD_LALT | pygame.KMOD_META
ALT_GR = pygame.KMOD_RALT | pygame.KMOD_MODE  # types characters; Windows adds Ctrl
TICK, IDLE = 100, 30  # milliseconds between polls: thinking, idle


def open_window(state: WindowState) -> WindowState:
    """Show the window until it is closed; return the last state."""
    with open_engine(state.engine) as engine:
        return _run(state, OpponentThread(engine, _post))


def _run(state: WindowState, thinker: OpponentThread) -> WindowState:
    pygame.font.init()
    pygame.display.set_icon(_icon())
    desktop, *_ = pygame.display.get_desktop_sizes()
    pygame.display.set_mode(_size_for(desktop), pygame.RESIZABLE)
    drawn = None
    while not state.closed:
        thinker.follow(state)
        surface = pygame.display.get_surface()
        assert surface
        if drawn != (state, surface.get_size()):
            draw(surface, state)
            pygame.display.set_caption(f"{state.say('title')}: {status(state)}")
            pygame.display.flip()
            drawn = state, surface.get_size()
        while not (happened := pygame.event.get()) and not thinker.thread:
            pygame.time.wait(IDLE)  # `event.wait` polls every millisecond
        for event in happened or [pygame.event.wait(TICK)]:
            state = after(state, event, surface.get_size())
            if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                drawn = None
        state = changes.wait(state, thinker.waited())
    thinker.drop()
    pygame.display.quit()
    return state


def after(
    state: WindowState, event: pygame.event.Event, size: tuple[int, int]
) -> WindowState:
    """Return the state after an event."""
    if event.type == pygame.QUIT:
        return replace(state, closed=True)
    if event.type == pygame.USEREVENT:
        return event.change(state)  # type: ignore[no-any-return]
    if event.type == pygame.KEYDOWN:
        return press_key(state, _key_name(event))
    if event.type == pygame.MOUSEMOTION:
        return replace(state, focus=target_at(state, size, event.pos))
    if event.type == pygame.WINDOWLEAVE:
        return replace(state, focus=None)
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        return press(state, target_at(state, size, event.pos))
    return state


def has_screen() -> bool:
    """Return whether there is a screen to open a window on."""
    # SDL prints a warning if it is not set.
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    try:
        pygame.display.init()
    except pygame.error:
        return False
    is_seen = pygame.display.get_driver() not in ("dummy", "offscreen")
    return is_seen or "SDL_VIDEODRIVER" in os.environ


def _post(change: object) -> None:
    if pygame.display.get_init():
        pygame.event.post(pygame.event.Event(pygame.USEREVENT, change=change))


def _key_name(event: pygame.event.Event) -> str:
    """
    Return the letter or digit that a key types, on any layout, or its name.

    Empty for a shortcut such as Ctrl+N, which belongs to the desktop.
    """
    held = getattr(event, "mod", 0)
    if held & SHORTCUT and not held & ALT_GR:
        return ""
    typed = getattr(event, "unicode", "").lower()
    return typed if typed.isalnum() or typed == "?" else pygame.key.name(event.key)


def _icon() -> pygame.Surface:
    icon = pygame.Surface((64, 64), pygame.SRCALPHA)
    for start, end in (((12, 12), (52, 52)), ((12, 52), (52, 12))):
        pygame.draw.line(icon, COLOURS["x"].light, start, end, 12)
    return icon


def _size_for(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the window's size: the usual one, or less if the screen is small."""
    width, height = SIZE
    share = min(1, desktop[0] / width, (desktop[1] - BARS) / height)
    return max(240, int(width * share)), max(300, int(height * share))
