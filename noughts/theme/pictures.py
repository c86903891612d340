"""A board as SVG, in the colours of the page or its own."""

from collections.abc import Sequence

from noughts.theme import COLOURS

CELL = 20  # units of the drawing
SIDE = 3 * CELL  # of a board of three by three
SHAPES = {
    "X": "m5 5l10 10m0 -10l-10 10",
    "O": "m4.5 10a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0",
}


def board_svg(
    rows: Sequence[Sequence[str | None]], played: tuple[int, int] | None = None
) -> str:
    """Return a board as SVG; the cell played last is tinted."""
    height, width = CELL * len(rows), CELL * len(rows[0])
    text = " ".join("".join(mark or "." for mark in row) for row in rows)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" '
        f'width="{3 * width}" viewBox="0 0 {width} {height}"><title>{text}</title>'
    )
    return f"{head}{board_shapes(rows, played)}</svg>"


def board_shapes(
    rows: Sequence[Sequence[str | None]], played: tuple[int, int] | None = None
) -> str:
    """Return the shapes of a board, to be part of a picture."""
    height, width = CELL * len(rows), CELL * len(rows[0])
    down = (f"M{x} 2V{height - 2}" for x in range(CELL, width, CELL))
    across = (f"M2 {y}H{width - 2}" for y in range(CELL, height, CELL))
    paper = ink("paper")
    parts = [f'<rect width="{width}" height="{height}" rx="2" style="fill:{paper}"/>']
    if played:
        i, j = played
        place = f'x="{CELL * j + 1}" y="{CELL * i + 1}" width="18" height="18" rx="2"'
        parts.append(f'<rect class="played" style="fill:{ink("x-tint")}" {place}/>')
    parts.append(_path("grid", "edge", 0.7, "".join([*down, *across])))
    for mark, shape in SHAPES.items():
        places = (
            f"M{CELL * j} {CELL * i}{shape}"
            for i, row in enumerate(rows)
            for j, found in enumerate(row)
            if found == mark
        )
        parts.append(_path(mark.lower(), mark.lower(), 2, "".join(places)))
    return "".join(parts)


def _path(name: str, colour: str, width: float, d: str) -> str:
    """Return strokes of one colour, if there are any."""
    style = f"fill:none;stroke:{ink(colour)};stroke-width:{width};stroke-linecap:round"
    return f'<path class="{name}" style="{style}" d="{d}"/>' if d else ""


def ink(name: str) -> str:
    """Return a colour of the palette: the page's own, or ours if it has none."""
    light, dark = COLOURS[name]
    return f"var(--{name},light-dark({light},{dark}))"
