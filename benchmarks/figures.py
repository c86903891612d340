"""
What the benchmarks share: where things are, CPU seconds, and Markdown tables.

Imported first, it lets them import this checkout and the helpers of its tests.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs"), str(ROOT / "tests")]


def cpu() -> float:
    """Return the CPU seconds of this process and its finished children."""
    return sum(os.times()[:4])


def table(head: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """Return a Markdown table; its first column is text, the others are numbers."""
    lines = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(
        1, ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    )
    text = ""
    for first, *rest in lines:
        numbers = zip(rest, widths[1:], strict=True)
        cells = [
            first.ljust(widths[0]),
            *(cell.rjust(width) for cell, width in numbers),
        ]
        text += f"| {' | '.join(cells)} |\n"
    return f"{text}\n{note}\n" if note else text
