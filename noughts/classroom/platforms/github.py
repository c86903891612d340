"""GitHub: a clone for each student, `project0-username/`, whatever the assignment."""

import re
from itertools import takewhile

from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import plain
from noughts.classroom.platforms.entry import Entry, Origin, Reader

ARCHIVE = re.compile(r"-(main|master)$")  # what GitHub puts behind what it packs
# A common first part must look like an assignment's: "ana-maria" and "ana-paula" share
# one, too.
ASSIGNMENT = re.compile(
    r"\d|tic|game|minimax|project|projeto|assignment|homework|trabalho|tarefa|lab"
)


def recognises(nodes: list[FoundFile]) -> bool:
    """Return whether all folders begin with the name of one assignment."""
    names = [node.name for node in nodes if node.kind == "folder"]
    return len(names) > 1 and bool(ASSIGNMENT.search(assignment(names).casefold()))


def reader(root: FoundFile) -> Reader:
    """Return the function that tells whose an entry is."""
    first = assignment([n.name for n in root.children() if n.kind == "folder"])
    others = plain.reader(root)

    def read(node: FoundFile) -> Entry | None:
        user = ARCHIVE.sub("", node.name.removeprefix(first))
        if node.kind != "folder" or not first or not user:
            return others(node)
        return Entry(node, user, Origin(user))

    return read


def assignment(names: list[str]) -> str:
    """Return what all names begin with, up to a hyphen."""
    first, last = min(names, default=""), max(names, default="")
    same = (a == b for a, b in zip(first, last, strict=False))
    common = first[: len(list(takewhile(bool, same)))]
    return common[: common.rfind("-") + 1]
