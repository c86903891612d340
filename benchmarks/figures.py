"""
Figures as data: measured once, then printed, drawn and quoted from the same numbers.

A script yields tables. Each column says in which unit its values are kept: seconds,
counts, shares. What was stopped is kept as a bound, `{"over": 60}`, and shown as > 60.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

SHOWN: dict[str, Callable[[Any], str]] = {
    "text": str,
    "count": "{:,}".format,
    "s": "{:,.2f} s".format,
    "ms": lambda seconds: f"{1000 * seconds:,.1f} ms",
    "us": lambda seconds: f"{1e6 * seconds:,.0f} us",
    "times": "{:,.1f} x".format,
    "share": "{:.3%}".format,
    "MB": "{:,.0f} MB".format,
}


class Table(NamedTuple):
    """One table: `columns` are names with units, the first names the row."""

    name: str
    columns: dict[str, str]
    rows: list[list[Any]]
    note: str = ""

    def cells(self) -> Iterator[list[str]]:
        """Yield the names of the columns, then each row as it is shown."""
        yield list(self.columns)
        for row in self.rows:
            yield [shown(v, u) for v, u in zip(row, self.columns.values(), strict=True)]


def shown(value: Any, unit: str) -> str:
    """Return a value as people read it."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return f"> {SHOWN[unit](value['over'])}"
    return SHOWN[unit](value)


def text(table: Table) -> str:
    """Return a table with its columns aligned, for a terminal."""
    rows = list(table.cells())
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lefts = [unit == "text" for unit in table.columns.values()]
    lines = (
        "  ".join(
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, lefts, strict=True)
        ).rstrip()
        for row in rows
    )
    return "\n".join(filter(None, [table.name, *lines, table.note]))


def markdown(table: Table) -> str:
    """Return a table for a page."""
    head, *rows = table.cells()
    rule = [":---" if unit == "text" else "---:" for unit in table.columns.values()]
    lines = [f"| {' | '.join(row)} |" for row in (head, rule, *rows)]
    title = [f"**{table.name}**", ""] if table.name else []
    return "\n".join([*title, *lines, *(["", table.note] if table.note else [])])


def main(tables: Iterable[Table]) -> int:
    """Print the tables as they come: as text, or with `--json` as data, one a line."""
    for table in tables:
        if "--json" in sys.argv:
            print(json.dumps(table._asdict()), flush=True)
        else:
            print(f"{text(table)}\n", flush=True)
    return 0


def arguments() -> list[str]:
    """Return what a script was given, but for `--json`."""
    return [argument for argument in sys.argv[1:] if argument != "--json"]
