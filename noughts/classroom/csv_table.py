"""A CSV file whose cells can be changed while all else stays, byte for byte."""

import re
from dataclasses import dataclass
from typing import NamedTuple

# A mark at the beginning says how the rest is written; it stays part of the text.
BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
SAMPLE = 80  # bytes: enough for the heads of a table
SEPARATORS = ",;\t"
# How the files begin that Excel saves when it is not asked for CSV: .xlsx and .xls.
SPREADSHEETS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")
END_OF_LINE = re.compile(r"\r\n|\r|\n|\Z")
# What may stand before the table: a mark, the line by which Excel is told, blank lines.
PREAMBLE = re.compile(r"\ufeff?(?:sep=([^\r\n])[\r\n])?(?:[ \t,;]*[\r\n])*")

# What begins a formula, in full width too; behind whatever a spreadsheet skips, at the
# beginning or after what it may take for the end of a cell.
FORMULA = re.compile(r"""(^|[;,|\t\r\n])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])""")


def defused(cell: str) -> str:
    """Return the text so that no spreadsheet takes any part of it for a formula."""
    return FORMULA.sub(r"\1\2'", cell)


class TableCell(NamedTuple):
    """A cell: where it is in the text, quotes and all, and what it says."""

    start: int
    end: int
    says: str
    quoted: bool


@dataclass(frozen=True)
class Table:
    """The rows of a CSV file, and the text that they are parts of."""

    text: str
    encoding: str
    separator: str
    rows: list[list[TableCell]]

    def changed(self, changes: dict[TableCell, str]) -> bytes:
        """Return the file with other words in some cells."""
        parts, at = list[str](), 0
        for cell in sorted(changes):
            new = changes[cell]
            special = any(mark in new for mark in f'{self.separator}"\r\n')
            if cell.quoted or special or new != new.strip():
                new = '"' + new.replace('"', '""') + '"'
            parts += [self.text[at : cell.start], new]
            at = cell.end
        whole = "".join([*parts, self.text[at:]])
        return whole.encode(self.encoding, "xmlcharrefreplace")


class TableError(ValueError):
    """What was given is not a table; the message says what it is."""


def read(data: bytes) -> Table:
    """Return the table in a file, whatever separates its cells."""
    if data.startswith(SPREADSHEETS):
        raise TableError("is a spreadsheet's own file: save it as CSV, and use that")
    encoding = _encoding(data)
    text = data.decode(encoding)
    before = PREAMBLE.match(text)
    assert before  # nothing is one, too
    begin = before.end()
    first = text[begin : END_OF_LINE.search(text, begin).start()]  # type: ignore[union-attr]
    separator = before[1] or max(SEPARATORS, key=first.count)
    return Table(text, encoding, separator, _rows(text, separator, begin))


def wide(data: bytes) -> str:
    """Return which UTF-16 a text is in, "" if in none: by its mark, or by its zeros."""
    even, odd = data[:SAMPLE:2], data[1:SAMPLE:2]
    if odd.count(0) > len(odd) / 2 and 0 not in even:
        return "utf-16-le"
    if even.count(0) > len(even) / 2 and 0 not in odd:
        return "utf-16-be"
    return BYTE_ORDER_MARKS.get(data[:2], "")


def _encoding(data: bytes) -> str:
    """Return an encoding that gives these very bytes back."""
    for name in (wide(data) or "utf-8", "utf-8", "cp1252"):
        try:
            data.decode(name)
        except UnicodeDecodeError:
            continue
        return name
    return "latin-1"


def _rows(text: str, separator: str, at: int) -> list[list[TableCell]]:
    rows, row = list[list[TableCell]](), list[TableCell]()
    bare = re.compile(rf"[^{re.escape(separator)}\r\n]*")
    while at < len(text) or row:
        cell = _quoted(text, at, separator) or _bare(bare, text, at)
        row.append(cell)
        at = cell.end
        if text[at : at + 1] == separator:
            at += 1
            continue
        at = END_OF_LINE.match(text, at).end()  # type: ignore[union-attr]
        rows.append(row)
        row = []
    return rows


QUOTED = re.compile(r' *"((?:[^"]|"")*)" *')  # who types a table puts spaces there


def _quoted(text: str, at: int, separator: str) -> TableCell | None:
    found = QUOTED.match(text, at)
    after = ("", "\r", "\n", separator)
    if not found or text[found.end() : found.end() + 1] not in after:
        return None  # what begins with a quote and goes on is read as it stands
    return TableCell(at, found.end(), found[1].replace('""', '"'), True)


def _bare(bare: re.Pattern[str], text: str, at: int) -> TableCell:
    end = bare.match(text, at).end()  # type: ignore[union-attr]
    return TableCell(at, end, text[at:end], False)
