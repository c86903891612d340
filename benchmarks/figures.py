"""Markdown tables: they read well in a terminal, and run.py puts them on the page."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """Return a Markdown table; its first column is text, the others are numbers."""
    lines = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines.insert(1, rule)
    text = "\n".join(f"| {' | '.join(padded(line, widths))} |" for line in lines)
    return f"{text}\n\n{note}\n" if note else f"{text}\n"


def padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return the cells of a row, text to the left and numbers to the right."""
    first, *rest = cells
    numbers = zip(rest, widths[1:], strict=True)
    return [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in numbers)]
