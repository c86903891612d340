"""HTML and SVG, built so that text is always escaped: only markup is not."""

import re
from html import escape


class Markup(str):
    """Text that is markup already."""


def element(name: str, *inside: str, **attributes: object) -> Markup:
    """Return an element; a trailing underscore makes `class_` an attribute."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
    )
    return Markup(f"<{name}{given}>{joined(*inside)}</{name}>")


def joined(*inside: str) -> Markup:
    """Return the parts as one, each escaped unless it is markup."""
    return Markup(
        "".join(part if isinstance(part, Markup) else escape(part) for part in inside)
    )


def prose(text: str) -> Markup:
    """Return text in which what stands between backquotes is code."""
    parts = re.split(r"`([^`]+)`", text)
    return joined(
        *(element("code", part) if n % 2 else part for n, part in enumerate(parts))
    )


def board_picture(board: str, played: tuple[int, int] | None = None) -> Markup:
    """Return a board as a picture, the cell played last on a tinted ground."""
    rows = board.split()
    marks = [(i, j, rows[i][j]) for i in range(3) for j in range(3)]
    return element(
        "svg",
        element("title", board),
        *([_tint(*played)] if played else []),
        element("path", d=GRID, class_="grid"),
        *(_mark(i, j, mark) for i, j, mark in marks if mark in "XO"),
        viewBox="0 0 60 60",
        class_="board",
        role="img",
    )


GRID = "M20 2V58M40 2V58M2 20H58M2 40H58"


def _tint(i: int, j: int) -> Markup:
    place = {"x": 20 * j + 1, "y": 20 * i + 1}
    return element("rect", class_="played", **place, width=18, height=18, rx=2)


def _mark(i: int, j: int, mark: str) -> Markup:
    x, y = 20 * j + 10, 20 * i + 10
    if mark == "O":
        return element("circle", class_="o", cx=x, cy=y, r=5.5)
    stroke = f"M{x - 5} {y - 5}L{x + 5} {y + 5}M{x + 5} {y - 5}L{x - 5} {y + 5}"
    return element("path", class_="x", d=stroke)
