"""The places of things in a window of any size; drawing and clicking both use them."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from pygame import Rect

from noughts.game.contract import Action
from noughts.play.window.controls import CONTROLS
from noughts.play.window.state import OPPONENTS, SIDES, WindowState

Places = dict[Any, Rect]
Rows = Sequence[tuple[Any, float]]  # names and heights, in units of the text's size

SMALLEST = 160, 200  # pixels: the smallest layout
LARGEST_BOARD = 40  # in units of the text's size


def places(state: WindowState, size: tuple[int, int]) -> tuple[Places, float]:
    """Return the rectangle of each thing by its name, and the size of the text."""
    width, height = map(max, size, SMALLEST)
    room = Rect(0, 0, width, height)
    if state.screen == "start":
        return _start_places(room)
    return _game_places(room, bool(state.trouble), state.game.over)


def target_at(
    state: WindowState, size: tuple[int, int], point: tuple[int, int]
) -> Action | str | None:
    """Return the control under a point, if there is one."""
    for name, place in places(state, size)[0].items():
        if name in CONTROLS[state.screen] and place.collidepoint(point):
            return name  # type: ignore[no-any-return]
    return None


def _start_places(room: Rect) -> tuple[Places, float]:
    """Return the choices, in one column."""
    rows: Rows = [
        ("title", 3),
        ("motto", 1.4),
        ("", 1.4),
        ("side", 1.7),
        ("sides", 3.8),
        ("", 1.2),
        ("against", 1.7),
        *((name, 2.7) for name in OPPONENTS),
        ("", 1.2),
        ("start", 3.1),
        ("", 0.5),
        ("help", 2),
    ]
    text = text_size(room.w / 26, room.h / (_height(rows) + 2))
    at = stack(centred(room, 24 * text, _height(rows) * text), rows)
    at |= zip(SIDES, split(at.pop("sides"), (1, 1, 1)), strict=True)
    at["dark"] = _square_at_end(at["title"], text)
    return at, text


def _game_places(room: Rect, trouble: bool, over: bool) -> tuple[Places, float]:
    """Return the board, with everything else above and below it."""
    text = text_size(room.w / 27, room.h / 38)
    inner = room.inflate(-2.4 * text, -1.2 * text)
    card: Rows = [("trouble", 6.5), ("", 0.8)] if trouble else []
    above: Rows = [("status", 3.2), ("", 0.4), *card]
    below: Rows = [
        ("", 1),
        ("score", 1.6),
        ("", 0.7),
        ("buttons", 3),
        ("", 0.4),
        ("help", 1.8),
    ]
    spare = inner.h / text - _height([*above, *below])
    side = min(inner.w / text, spare, LARGEST_BOARD)
    rows: Rows = [*above, ("board", side), *below]
    width = min(inner.w, max(side, 22) * text)
    at = stack(centred(room, width, _height(rows) * text), rows)
    at["board"] = centred(at["board"], side * text, side * text)
    for row, band in enumerate(split(at["board"], (1, 1, 1), down=True)):
        at |= {(row, n): cell for n, cell in enumerate(split(band, (1, 1, 1)))}
    buttons = split(at.pop("buttons"), (8, 0.5, 8, 0.5, 8, 0.5, 8, 0.5, 11))[::2]
    names = ("undo", "analyse" if over else "hint", "values", "menu", "new_game")
    at |= zip(names, buttons, strict=True)
    at["dark"] = _square_at_end(at["status"], text)
    return at, text


def stack(column: Rect, rows: Rows) -> Places:
    """Return the places of rows, given as (name, height), one below the other."""
    parts = split(column, [share for _, share in rows], down=True)
    return {name: part for (name, _), part in zip(rows, parts, strict=True) if name}


def _height(rows: Rows) -> float:
    return sum(share for _, share in rows)


def _square_at_end(row: Rect, text: float) -> Rect:
    """Return a small square at the right end of a row."""
    side = round(2 * text)
    square = Rect(row.topleft, (side, side))
    square.midright = round(row.right + 0.4 * text), row.centery
    return square


def split(rect: Rect, shares: Iterable[float], down: bool = False) -> list[Rect]:
    """Return the parts of a rectangle, side by side or one below the other."""
    sums = [0.0, *accumulate(shares)]
    length, start = (rect.h, rect.y) if down else (rect.w, rect.x)
    edges = [start + round(each / sums[-1] * length) for each in sums]
    if down:
        return [Rect(rect.x, a, rect.w, b - a) for a, b in pairwise(edges)]
    return [Rect(a, rect.y, b - a, rect.h) for a, b in pairwise(edges)]


def centred(rect: Rect, width: float, height: float) -> Rect:
    """Return a rectangle of that size in the middle of another."""
    inner = Rect(rect.topleft, (int(width), int(height)))
    inner.center = rect.center
    return inner


def text_size(*sizes: float) -> float:
    """Return the smallest of the sizes, between 7 and 30 pixels."""
    return max(7, min(*sizes, 30))
