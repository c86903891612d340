"""A board as text, for the terminal, reports and prompts."""

from collections.abc import Iterable

from noughts.look.ansi import PLAIN, Pen

StyledText = tuple[str, str]  # its text, and the names of its styles


def draw(
    rows: Iterable[Iterable[StyledText]], pen: Pen = PLAIN, box: bool = False
) -> str:
    """Return the cells in aligned rows; `box` adds lines between them."""
    table = [list(row) for row in rows]
    width = max(len(text) for row in table for text, _ in row)
    lines = [[_paint(cell, width, pen) for cell in row] for row in table]
    if not box:
        return "\n".join(" ".join(line) for line in lines)
    rule = "┼".join(["─" * (width + 2)] * len(table[0]))
    return f"\n{rule}\n".join((" " + " │ ".join(line)).rstrip() for line in lines)


def mark_style(mark: str) -> str:
    """Return the styles of a player's mark."""
    return f"bold {mark.lower()}"


def _paint(cell: StyledText, width: int, pen: Pen) -> str:
    text, styles = cell
    ink = text.strip()
    painted = text.replace(ink, pen(ink, *styles.split())) if styles else text
    return " " * (width - len(text)) + painted
