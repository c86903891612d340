"""The window's places: inside, apart, and pressed where they are drawn, at any size."""

import pygame
import pytest
from helpers.window_games import typed

from noughts.look import COLOURS
from noughts.sandbox import EngineError
from noughts.window.controls import CELLS, CONTROLS
from noughts.window.drawing import Canvas, draw
from noughts.window.layout import places, target_at
from noughts.window.state import State, fail
from noughts.words import LANGUAGES

SIZES = [
    *((240, 300), (240, 760), (300, 1500), (420, 532), (600, 760), (760, 600)),
    *((1366, 640), (1100, 300), (2400, 300), (1000, 1500), (2400, 1500)),
]
SCREENS = {
    "start": "",
    "game": "return 5",
    "hint": "return 5 2 h",
    "values": "f return 1 6 v",
    "over": "f return 1 6 5 9 3 7 2",
    "analysis": "f return 1 6 5 9 3 7 2 a",
    "trouble": "return",
}
CALL, WHAT = "minimax(... ... ...)", "E " * 40
LINE = "line 84, in value\n    best = best[action] if worth > alpha else other"
ERROR = EngineError("refusal.call_raised", call=CALL, what=WHAT, traceback=LINE)


@pytest.fixture
def shown():
    """Return the state of a screen."""
    pygame.font.init()

    def shown(name, **changes):
        state = typed(State(**changes), SCREENS[name])
        return fail(state, ERROR) if name == "trouble" else state

    return shown


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_overlaps_or_leaves_the_window(name, size, shown):
    at, _ = places(shown(name), size)
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(place) for place in at.values())
    for each in ("board", "title", "status"):  # these hold others
        at.pop(each, None)
    for each, place in at.items():
        others = [other for one, other in at.items() if one != each]
        assert place.collidelist(others) == -1, each


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_what_is_pressed_is_what_is_drawn_there(name, size, shown):
    state = shown(name)
    for each, place in places(state, size)[0].items():
        if each in CONTROLS[state.screen]:
            assert target_at(state, size, place.center) == each
    assert target_at(state, size, (-1, -1)) is None


@pytest.mark.parametrize("size", [(240, 300), (600, 760), (1366, 640)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_all_text_fits(name, language, size, shown, monkeypatch):
    lost = []
    real = Canvas.write

    def write(self, text, *arguments, **more):
        fits = real(self, text, *arguments, **more)
        lost.extend([] if fits else [text])
        return fits

    monkeypatch.setattr(Canvas, "write", write)
    draw(pygame.Surface(size), shown(name, language=language))
    assert lost == []


def test_every_screen_differs_in_light_and_dark_and_in_each_language(shown):
    pictures = set()
    for name in SCREENS:
        for dark in (False, True):
            for language in LANGUAGES:
                surface = pygame.Surface((240, 300))
                draw(surface, shown(name, dark=dark, language=language))
                pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == len(SCREENS) * 2 * len(LANGUAGES)


@pytest.mark.parametrize("name", SCREENS)
def test_the_marks_and_what_to_press_next_are_seen_in_the_picture(name, shown):
    """An X has its colour in the middle of its cell, an O on a ring around it."""
    state, surface = shown(name), pygame.Surface((600, 760))
    draw(surface, state)
    at, _ = places(state, surface.get_size())

    def has(colour, x, y):
        return surface.get_at((round(x), round(y))) == pygame.Color(COLOURS[colour][0])

    button = at["start" if name == "start" else "new_game"]
    is_next = name in ("start", "trouble", "over", "analysis")
    assert has("accent", button.centerx, button.y + 4) == is_next
    for mark, cell in zip(state.game.key, CELLS, strict=True) if not is_next else ():
        (x, y), ring = at[cell].center, 0.235 * at[cell].w
        assert has("x", x, y) == (mark == "X")
        assert has("o", x + ring, y) == has("o", x, y - ring) == (mark == "O")
