"""GitHub: a clone for each student, `project0-username/`, whatever the assignment."""

import re
from collections import Counter

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
    """Return whether most folders begin with the name of one assignment."""
    names = [node.name for node in nodes if node.kind == "folder"]
    first = assignment(names)
    clones = sum(name.startswith(first) for name in names)
    known = ASSIGNMENT.search(first.casefold())
    return bool(known) and clones > 1 and 2 * clones > len(names)


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
    """Return what the most names begin with, up to a hyphen: all that they share."""
    begun = Counter(
        name[: at + 1] for name in names for at, sign in enumerate(name) if sign == "-"
    )
    return max(begun, key=lambda first: (begun[first], len(first)), default="")
