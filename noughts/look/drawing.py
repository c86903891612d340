"""A board as text, and as SVG in the colours of the page or its own."""

from collections.abc import Sequence

from noughts.look import COLOURS
from noughts.look.grid import draw

CELL = 20  # units of the drawing
Cell = tuple[int, int]


def board_lines(rows: Sequence[Sequence[str | None]]) -> str:
    """Return a board as lines of text, with the numbers of its empty squares."""
    columns = len(rows[0])
    numbered = [
        [(mark or str(columns * i + j + 1), "") for j, mark in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    return draw(numbered, box=True)


def board_svg(
    rows: Sequence[Sequence[str | None]],
    played: Cell | None = None,
) -> str:
    """Return a board as SVG; the cell played last is tinted."""
    height, width = CELL * len(rows), CELL * len(rows[0])
    marks = {(i, j): mark for i, row in enumerate(rows) for j, mark in enumerate(row)}
    xs, os = ([_middle(c) for c, mark in marks.items() if mark == m] for m in "XO")
    text = " ".join("".join(_letter(mark) for mark in row) for row in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" '
        f'width="{3 * width}" viewBox="0 0 {width} {height}"><title>{text}</title>',
        f'<rect width="{width}" height="{height}" rx="2" style="fill:{ink("paper")}"/>',
        _tint(*played) if played else "",
        _path("grid", "edge", 0.7, _grid(width, height)),
        _path("x", "x", 2, "".join(_cross(*middle) for middle in xs)),
        _path("o", "o", 2, "".join(_ring(*middle) for middle in os)),
        "</svg>",
    ]
    return "".join(parts)


def ink(name: str) -> str:
    """Return a colour of the palette: the page's own, or ours where it has none."""
    light, dark = COLOURS[name]
    return f"var(--{name},light-dark({light},{dark}))"


def _letter(mark: str | None) -> str:
    return mark if mark in ("X", "O") else "."


def _middle(cell: Cell) -> Cell:
    i, j = cell
    return CELL * j + CELL // 2, CELL * i + CELL // 2


def _path(name: str, colour: str, width: float, d: str) -> str:
    """Return strokes of one colour, if there are any."""
    style = f"fill:none;stroke:{ink(colour)};stroke-width:{width};stroke-linecap:round"
    return f'<path class="{name}" style="{style}" d="{d}"/>' if d else ""


def _grid(width: int, height: int) -> str:
    down = (f"M{x} 2V{height - 2}" for x in range(CELL, width, CELL))
    across = (f"M2 {y}H{width - 2}" for y in range(CELL, height, CELL))
    return "".join([*down, *across])


def _cross(x: int, y: int) -> str:
    return f"M{x - 5} {y - 5}l10 10m0 -10l-10 10"


def _ring(x: int, y: int) -> str:
    return f"M{x - 5.5} {y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0"


def _tint(i: int, j: int) -> str:
    place = f'x="{CELL * j + 1}" y="{CELL * i + 1}" width="18" height="18" rx="2"'
    return f'<rect class="played" style="fill:{ink("x-tint")}" {place}/>'
