"""
Moodle: `Ana Silva_123450_assignsubmission_file_/`, since 4.1 without the last `_`.

Without "Download submissions in folders" the file's name follows instead. The number is
the participant's; online text comes beside the files, with a suffix of its own.
"""

import re
from dataclasses import replace

from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import plain
from noughts.classroom.platforms.entry import ONLINE_TEXT, UNTOLD, Entry, Origin, Reader

NAME = re.compile(
    r"(?P<student>.*?)(_(?P<id>\d+))?_+assignsubmission_(?P<kind>[a-z]+)(_(?P<file>.*))?",
    re.IGNORECASE,
)


def recognises(nodes: list[FoundFile]) -> bool:
    """Return whether any entry is a plugin's: nobody names a file like that."""
    return any(NAME.fullmatch(node.name) for node in nodes)


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    return plain.named(root, NAME, _entry)


def _entry(node: FoundFile, found: re.Match[str]) -> Entry:
    if found["kind"].casefold() == "onlinetext":
        node = replace(node, kind="file", name=ONLINE_TEXT)
    elif node.kind != "folder":
        node = replace(node, name=found["file"] or node.name)
    student = " ".join(found["student"].split()) or node.name
    # Moodle takes what is between the first two underscores for the number.
    plain_name = found["student"].replace("_", " ")
    folder = f"{plain_name}_{found['id']}_assignsubmission_file_"
    origin = Origin(found["id"], folder=folder) if found["id"] else UNTOLD
    return Entry(node, student, origin)
