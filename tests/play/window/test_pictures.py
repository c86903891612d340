"""The window's pictures: laws of all sizes, and every call that draws something."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pygame
import pytest
from helpers.golden import HERE, compare
from helpers.window_games import show_keys_as_texts, typed

from noughts.game.contract import EngineError, MachineError
from noughts.play.window import drawing, events
from noughts.play.window.controls import CONTROLS
from noughts.play.window.layout import SMALLEST, places, target_at
from noughts.play.window.state import WindowState
from noughts.texts import LANGUAGES

SIZES = [
    *((240, 300), (240, 760), (300, 1500), (420, 532), (600, 760), (760, 600)),
    *((1366, 640), (1100, 300), (2400, 300), (1000, 1500), (2400, 1500)),
]
SMALL, USUAL, WIDE, LARGE = (240, 300), (600, 760), (1366, 640), (2400, 1500)
NARROW, WON = (240, 760), "f return 1 6 5 9 3 7 2"
LINE = "line 84, in value\n    best = best[action] if worth > alpha else other"
CALLS = f"line 9, in minimax\n    value(board)\nline 3, in value\n    f()\n{LINE}"
CALL, WHAT = "minimax(... ... ...)", "E " * 40
ERROR = EngineError("refusal.call_raised", call=CALL, what=WHAT, traceback=CALLS)
PICTURES = {
    "start": (USUAL, {"focus": "casual"}, ""),
    "two people": (NARROW, {"focus": "X", "dark": True, "turns": True}, "f"),
    "a file": (WIDE, {"engine": "mine.py", "focus": "start"}, "t c"),
    "first move": (LARGE, {"focus": (1, 1)}, "return"),
    "hint": (SMALL, {"focus": "undo"}, "return 5 2 h"),
    "no move": (USUAL, {"focus": (0, 1), "mark": "X", "waiting": 7}, "o return 1"),
    "values": (USUAL, {"focus": "dark", "dark": True}, "f return 1 6 9 8 v"),
    "worth": (WIDE, {"focus": "values"}, "f return 1 5 2 v"),
    "over": (USUAL, {"focus": "new_game"}, WON),
    "two lines": (NARROW, {"focus": (1, 1)}, "f return 1 2 3 4 7 6 9 8 5"),
    "draw": ((1, 1), {}, "f return 5 1 9 6 4 3 2 8 7"),
    "analysis": (USUAL, {"focus": "analyse"}, f"{WON} a"),
    "trouble": (SMALL, {"trouble": ERROR}, "return"),
    "no traceback": (USUAL, {"trouble": MachineError("class.lost_worker")}, "return 5"),
}


def shown(name, **more):
    """Return the size and the state of a picture."""
    pygame.font.init()
    size, first, keys = PICTURES[name]
    return size, replace(typed(WindowState(), keys), **first | more)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PICTURES)
def test_things_are_inside_and_apart_and_pressed_where_they_are_drawn(name, size):
    _, state = shown(name)
    at, _ = places(state, size)
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(place) for place in at.values())
    for each in ("board", "title", "status"):  # these hold others
        at.pop(each, None)
    for each, place in at.items():
        others = [other for one, other in at.items() if one != each]
        assert place.collidelist(others) == -1, each
        if each in CONTROLS[state.screen]:
            assert target_at(state, size, place.center) == each
    assert target_at(state, size, (-1, -1)) is None
    assert places(state, (1, 1)) == places(state, SMALLEST)


@pytest.mark.parametrize("size", [SMALL, USUAL, WIDE])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PICTURES)
def test_all_text_fits(name, language, size, monkeypatch):
    lost = []
    real = drawing.Canvas.write

    def write(self, text, *arguments, **more):
        fits = real(self, text, *arguments, **more)
        lost.extend([] if fits else [text])
        return fits

    monkeypatch.setattr(drawing.Canvas, "write", write)
    drawing.draw(pygame.Surface(size), shown(name, language=language)[1])
    assert lost == []


def test_every_picture_differs_in_light_and_dark_and_in_each_language():
    pictures = set()
    for name in PICTURES:
        for dark in (False, True):
            for language in LANGUAGES:
                surface = pygame.Surface((240, 300))
                drawing.draw(surface, shown(name, dark=dark, language=language)[1])
                pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == len(PICTURES) * 2 * len(LANGUAGES)


# --- What is drawn, call by call -----------------------------------------------


class Face:
    """A font with letters of one width, the same on every machine."""

    def __init__(self, pixels, bold):
        self.pixels, self.style = pixels, f"{pixels} bold" if bold else pixels

    def size(self, text):
        return len(text) * self.pixels // 2, self.pixels

    def get_linesize(self):
        return 6 * self.pixels // 5

    def render(self, text, smooth, colour):
        name = f"{text!r} {self.style} {as_text(colour)}{' rough' * (not smooth)}"
        return SimpleNamespace(get_width=lambda: self.size(text)[0], name=name)


def as_text(given):
    """Return an argument of a call."""
    match given:
        case pygame.Color(r=r, g=g, b=b):
            return f"#{r:02x}{g:02x}{b:02x}"
        case int() | float():
            return f"{round(given, 1):g}"
        case str() | SimpleNamespace():
            return getattr(given, "name", given)
    return ",".join(map(as_text, given))


@pytest.fixture
def lines(monkeypatch):
    """Return the lines that tell what is drawn."""
    show_keys_as_texts(monkeypatch)
    lines = []

    def note(name, *given, **more):
        named = (f"{name}={value}" for name, value in more.items())
        lines.append(" ".join([name, *map(as_text, given), *named]))

    class Paper:
        def __init__(self, size, *flags):
            note("surface", size)
            self.size = size
            self.fill, self.blit = partial(note, "fill"), partial(note, "write")

        def get_size(self):
            return self.size

    for name in ("circle", "line", "polygon", "rect"):
        monkeypatch.setattr(
            pygame.draw, name, lambda _, *given, n=name, **more: note(n, *given, **more)
        )
    monkeypatch.setattr(
        pygame.transform, "smoothscale", lambda _, *to: note("shrink", to[0])
    )
    monkeypatch.setattr(drawing, "font", Face)
    for module in (pygame, drawing):
        monkeypatch.setattr(module, "Surface", Paper)
    return lines


def test_pictures_are_drawn_as_they_were(lines, update_golden):
    for name in PICTURES:
        lines.append(f"\n=== {name}")
        size, state = shown(name)
        drawing.draw(pygame.Surface(size), state)
    lines.append("\n=== icon")
    events._icon()
    compare(HERE / "window" / "pictures.txt", "\n".join(lines), update_golden)


def test_long_words_are_split_and_short_ones_fill_the_lines():
    lines = drawing.wrap("aa bb ccc abcdefghijkl", Face(2, False), 5)
    assert lines == ["aa bb", "ccc", "abcde", "fghij", "kl"]
