"""Tables in CSV files of any encoding and separator, and names as they write them."""

import csv
import io
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from noughts.classroom.archives import show_name, simplify
from noughts.texts import Refused

Row = list[str]
Headings = Mapping[str, tuple[str, ...]]  # in lower case; the last one found counts


class Table(NamedTuple):
    """A CSV file, with its encoding, separator and line ending."""

    path: str
    rows: list[Row]
    encoding: str
    separator: str
    ending: str

    @classmethod
    def read(cls, data: bytes, path: str) -> "Table":
        """Parse a table in any common encoding and with any common separator."""
        encoding = find_encoding(data)
        text = data.decode(encoding, "replace")
        separator = max(",;\t", key=text.partition("\n")[0].count)
        lines = csv.reader(io.StringIO(text, ""), delimiter=separator)
        rows = list[Row]()
        with suppress(csv.Error):  # such as a cell of more than 128 kB
            rows = [line for line in lines if line]
        if not rows or "\0" in text:  # as in a spreadsheet that is not a CSV file
            raise Refused("gradebook.not_csv", path=path)
        for n, row in enumerate(rows, 1):
            if len(row) > len(rows[0]):
                raise Refused("gradebook.long_row", path=path, row=n)
            row += [""] * (len(rows[0]) - len(row))
        return cls(path, rows, encoding, separator, "\r\n" if "\r\n" in text else "\n")

    def columns(self, headings: Headings) -> dict[str, int]:
        """Return the index of each column that has one of its headings."""
        own = [heading.strip().casefold() for heading in self.rows[0]]
        return {
            name: own.index(each)
            for name, known in headings.items()
            for each in known
            if each in own
        }

    def write(self) -> bytes:
        """Return the table in its own encoding, separator and line ending."""
        buffer = io.StringIO(newline="")
        writer = csv.writer(
            buffer, delimiter=self.separator, lineterminator=self.ending
        )
        writer.writerows(self.rows)
        return buffer.getvalue().encode(self.encoding, "xmlcharrefreplace")


def find_encoding(data: bytes) -> str:
    """Return the encoding of a text: UTF-8, Excel's UTF-16, or that of Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    utf_8 = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    for name in (utf_8, "cp1252"):
        with suppress(UnicodeDecodeError):
            data.decode(name)
            return name
    return "latin-1"


# --- Names -------------------------------------------------------------------


def split_name(name: str) -> list[str]:
    """Return the words of a name, first name first, without accents and signs."""
    last, comma, first = show_name(name).partition(",")
    return simplify(f"{first} {last}" if comma else last).split()


def contradict(student: str, listed: str) -> bool:
    """Return whether neither of two names has all the words of the other."""
    mine, theirs = split_name(student), split_name(listed)
    if len(mine) != len(theirs) and letters(student) == letters(listed):
        return False  # Canvas: "silvaana"
    fewer, more = sorted([{*mine}, {*theirs}], key=len)
    return not fewer or not fewer <= more


def letters(name: str) -> str:
    """Return the letters and digits of a name, without marks of any script."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name.casefold())))
