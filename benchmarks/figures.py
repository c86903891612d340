"""
What the benchmarks share: where things are, a clock, and Markdown tables.

Imported first, it lets them import this checkout and the helpers of its tests.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs"), str(ROOT / "tests")]

T = TypeVar("T")


def clocked(work: Callable[..., T], *given: object) -> tuple[T, float, float]:
    """Return a result, the elapsed seconds, and the CPU seconds with all children."""
    began, before = time.monotonic(), sum(os.times()[:4])
    result = work(*given)
    return result, time.monotonic() - began, sum(os.times()[:4]) - before


def table(head: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """Return a Markdown table; its first column is text, the others are numbers."""
    lines = [list(head), *([str(cell) for cell in row] for row in rows)]
    first, *others = (max(map(len, column)) for column in zip(*lines, strict=True))
    lines.insert(1, ["-" * first, *("-" * (width - 1) + ":" for width in others)])
    text = ""
    for name, *numbers in lines:
        cells = [name.ljust(first), *map(str.rjust, numbers, others)]
        text += f"| {' | '.join(cells)} |\n"
    return f"{text}\n{note}\n" if note else text
