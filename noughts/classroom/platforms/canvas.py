"""
Canvas: `silvaana_LATE_12345_678901_tictactoe-2.py`, all in one folder.

The first number is the student's, the second the file's. A file that is handed in
again gets `-1`, `-2` behind its name. Where names are hidden, `anon_aB3dE` stands for
name and number; what was typed into a box is `silvaana_12345_text.html`.
"""

import re
from dataclasses import replace

from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import plain
from noughts.classroom.platforms.entry import ONLINE_TEXT, Entry, Origin, Reader

NAME = re.compile(
    r"((?P<student>.+?)_)??((?P<late>LATE)_)?"
    r"(?P<id>(?<=_)\d+|anon_[^\W_]{5})_"
    r"((?P<upload>\d+)_(?P<file>.+)|(text|link)\.html)"
)
AGAIN = re.compile(r"-(\d{1,3})(?=\.[^.]+$|$)")


def recognises(nodes: list[FoundFile]) -> bool:
    """Return whether most entries have a student, two numbers and a file's name."""
    theirs = plain.handed_in(nodes)
    return 2 * sum(bool(NAME.fullmatch(node.name)) for node in theirs) > len(theirs)


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    return plain.named(root, NAME, _entry)


def _entry(node: FoundFile, found: re.Match[str]) -> Entry:
    file = found["file"] or ONLINE_TEXT
    again = AGAIN.search(file)
    return Entry(
        replace(node, name=AGAIN.sub("", file)),
        found["student"] or found["id"],
        Origin(
            found["id"],
            late=bool(found["late"]),
            attempt=1 + int(again[1]) if again else 1,
        ),
    )
