"""A student's own code, with the remarks of the report at their lines."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from noughts.checker.record import Record
from noughts.texts.safe_text import clean

LINE_END = re.compile("\r\n|\r|\n")
MOST_LINES = 2000  # of a file; more make no page that anybody reads
MOST_LETTERS = 400  # of a line


class ListedLine(NamedTuple):
    """A line of the judged file."""

    number: int
    text: str
    remarks: tuple[str, ...] = ()  # what the report says about this line


def list_lines(source: bytes, record: Record) -> list[ListedLine]:
    """Return the first lines of a program, with what a record says about them."""
    about = defaultdict[int, list[str]](list)
    for number, remark in dict.fromkeys(locate(record)):
        about[number].append(remark)
    return [
        ListedLine(number, line, tuple(about[number]))
        for number, line in enumerate(split_lines(source), start=1)
    ]


def split_lines(source: bytes) -> list[str]:
    """Return the first lines of a program, so that they can be shown."""
    text = source.decode("utf-8", "replace").removesuffix("\n")
    lines = LINE_END.split(text)[:MOST_LINES] if text.strip() else []
    return [clean(line.expandtabs(), MOST_LETTERS) for line in lines]


def locate(record: Record) -> Iterator[tuple[int, str]]:
    """Yield what a record says about single lines: named mistakes, then style."""
    for mistake in record.mistakes:
        if mistake.line:
            yield mistake.line, f"{mistake.function}: {mistake.title}"
    for check in record.checks:
        for failure in check.failures:
            if failure.remark:
                yield failure.remark.line, str(failure.got)
