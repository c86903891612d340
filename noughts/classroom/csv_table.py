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
    missing: int = 0  # how many cells the row lacks, up to this one


@dataclass(frozen=True)
class Table:
    """The rows of a CSV file, and the text that they are parts of."""

    text: str
    encoding: str
    separator: str
    rows: list[list[TableCell]]

    def changed(self, changes: dict[TableCell, str]) -> bytes:
        """Return the file with other words in some cells."""
        parts = list[str]()
        at = added = 0
        for cell in sorted(changes):
            new = changes[cell]
            special = any(mark in new for mark in f'{self.separator}"\r\n')
            if cell.quoted or special or new != new.strip():
                new = '"' + new.replace('"', '""') + '"'
            lacks = cell.missing - (added if cell.start == at else 0)
            parts += [self.text[at : cell.start], self.separator * lacks, new]
            at, added = cell.end, cell.missing
        whole = "".join([*parts, self.text[at:]])
        return whole.encode(self.encoding, "xmlcharrefreplace")

    def whole(self, row: list[TableCell]) -> list[TableCell]:
        """Return a row with the empty cells at its end that spreadsheets leave out."""
        end, lacks = row[-1].end, len(self.rows[0]) - len(row)
        return row + [TableCell(end, end, "", False, n + 1) for n in range(lacks)]

    def line(self, row: list[TableCell]) -> int:
        """Return the number of the line on which a row begins."""
        return line_number(self.text, row[0].start)


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
    rows, ways = list[list[TableCell]](), [QUOTED]
    if ESCAPE in text:
        ways.append(ESCAPED)
    while at < len(text):
        readings = [_row(text, separator, at, way) for way in ways]
        if len(ways) > 1:
            readings = [each for each in readings if _fits(*each, text, rows)]
            if not readings or readings[0] != readings[-1]:
                raise TableError(
                    f"line {line_number(text, at)}: where its cells end cannot be "
                    "told: a quote behind a backslash may be the end of one, or not"
                )
        row, at = readings[0]
        rows.append(row)
    return rows


ESCAPE = '\\"'
# Who types a table puts spaces around a quoted cell.
QUOTED = re.compile(r' *"((?:[^"]|"")*)" *')
# PHP, and so Moodle, neither doubles a quote behind a backslash nor ends a cell there.
ESCAPED = re.compile(r' *"((?:[^"\\]|\\.|"")*)" *', re.DOTALL)


def _row(
    text: str, separator: str, at: int, quoted: re.Pattern[str]
) -> tuple[list[TableCell], int]:
    """Return the row that begins at a place, and where the next one does."""
    row = list[TableCell]()
    bare = re.compile(rf"[^{re.escape(separator)}\r\n]*")
    while True:
        cell = _quoted(quoted, text, at, separator) or _bare(bare, text, at)
        row.append(cell)
        if text[cell.end : cell.end + 1] != separator:
            return row, END_OF_LINE.match(text, cell.end).end()  # type: ignore[union-attr]
        at = cell.end + 1


def _fits(
    row: list[TableCell], end: int, text: str, before: list[list[TableCell]]
) -> bool:
    """Return whether a row can be meant so: no lone quotes, a cell for each head."""
    heads, *_ = before or [row]
    plain = ESCAPE not in text[row[0].start : end]
    clean = all(cell.quoted or '"' not in cell.says for cell in row)
    return clean and (plain or len(row) == len(heads))


def _quoted(
    quoted: re.Pattern[str], text: str, at: int, separator: str
) -> TableCell | None:
    found = quoted.match(text, at)
    after = ("", "\r", "\n", separator)
    if not found or text[found.end() : found.end() + 1] not in after:
        return None  # what begins with a quote and goes on is read as it stands
    return TableCell(at, found.end(), found[1].replace('""', '"'), True)


def _bare(bare: re.Pattern[str], text: str, at: int) -> TableCell:
    end = bare.match(text, at).end()  # type: ignore[union-attr]
    return TableCell(at, end, text[at:end], False)


def line_number(text: str, at: int) -> int:
    """Return the number of the line in which a place is, from 1."""
    return len(END_OF_LINE.findall(text[:at]))
