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
    files = [NAME.fullmatch(node.name) for node in theirs if node.kind == "file"]
    named = [found for found in files if found]
    return 2 * len(named) > len(theirs) and are_names_first(named)


def are_names_first(named: list[re.Match[str]]) -> bool:
    """
    Return whether the first parts can be names: not in `Project 1 - Ana Silva.py`.

    There the first parts come again and the last ones do not, none of them the game's.
    """
    firsts = {found["student"].casefold() for found in named}
    files = [AGAIN.sub("", found["file"].casefold()) for found in named]
    stems = {plain.ENDING.sub("", file) for file in files}
    again = len(firsts) == len(named) or len(stems) < len(named)
    return again or any(map(plain.GAME.fullmatch, stems))


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    return plain.named(root, NAME, _entry)


def _entry(node: FoundFile, found: re.Match[str]) -> Entry:
    # "tictactoe (1).py" is Drive's name for a second tictactoe.py of that student.
    file = AGAIN.sub("", found["file"])
    return Entry(replace(node, name=file), found["student"])
