"""Google Classroom: `Ana Silva - project0.zip`, all in one folder."""

import re
from dataclasses import replace

from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import plain
from noughts.classroom.platforms.entry import Entry, Reader

AGAIN = re.compile(r" ?\(\d{1,2}\)(?=\.[^.]+$|$)")
NAME = re.compile(r"(?P<student>\S.*?) - (?P<file>\S.*)")


def recognises(nodes: list[FoundFile]) -> bool:
    """Return whether most entries are files of the form `name - file`."""
    theirs = plain.handed_in(nodes)
    named = [n for n in theirs if n.kind == "file" and NAME.fullmatch(n.name)]
    return 2 * len(named) > len(theirs)


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    return plain.named(root, NAME, _entry)


def _entry(node: FoundFile, found: re.Match[str]) -> Entry:
    # "tictactoe (1).py" is Drive's name for a second tictactoe.py of that student.
    file = AGAIN.sub("", found["file"])
    return Entry(replace(node, name=file), found["student"])
