"""
GitHub: a clone for each student, `project0-username/`, whatever the assignment.

What its page packs, `project0-username-main.zip`, is a clone as well. The repository
that all were made from, `project0/`, may be among them.
Both names may have hyphens: all of `project0-ufmg-ana` and `project0-ufmg-bob` but the
last part may be the assignment's, or the logins may begin with `ufmg-`.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable
from typing import NamedTuple

from noughts.classroom.files import FoundFile, is_archive
from noughts.classroom.platforms import plain
from noughts.classroom.platforms.entry import Entry, Origin, Reader
from noughts.classroom.platforms.name_parts import REPEATED, copies

ARCHIVE = re.compile(r"-(main|master)$")  # what GitHub puts behind what it packs
CLONES = "submissions"  # `gh classroom clone student-repos` makes project0-submissions
# A part that is an assignment's, and not the beginning of a login.
PART = re.compile(
    r".*(tictactoe|minimax|project|projeto|assign|homework|trabalho|tarefa|exerc|ativid)"
    r".*|(tic|tac|toe|ttt|games?|jogo|velha|labs?)\d*|(hw|ex|tp|ep|cs)?\d+|[a-z]\d{1,2}",
    re.IGNORECASE,
)
YEAR = re.compile(r"\D{0,3}\d{3}")  # or as much of a student's number: "UP2021"


class NameCut(NamedTuple):
    """Where the names of clones are cut."""

    first: str = ""  # the assignment's, with a hyphen behind it: it is cut off
    shared: str = ""  # what all begin with, where that may be the assignment's as well


UNCUT = NameCut()


def recognises(nodes: list[FoundFile]) -> bool:
    """Return whether most folders begin with the name of one assignment."""
    names = clones(nodes)
    first = beginning(names)
    begun = [name for name in names if f"{name}-".startswith(first)]
    parts = first.split("-")
    called = any(PART.fullmatch(part) and not part.isdigit() for part in parts)
    # Without the name of an assignment, "2021-00123" is a student's number.
    if YEAR.match(first) and not called:
        behind = [(name, name.removeprefix(first)) for name in begun]
        begun = [name for name, rest in behind if re.search(r"[^\W\d_]", rest)]
    count = sum(name != first for name in begun)
    # "ana-maria" and "ana-paula" have a first part in common, too.
    known = called or re.search(r"\d", first)
    return bool(known) and count > 1 and 2 * count > len(names)


def reader(root: FoundFile, cut: NameCut | None = None) -> Reader:
    """Return the function that tells whose an entry is."""
    first = (cut or cut_of(root)).first
    others = plain.reader(root)
    again = copies(map(plain.stem_of, filter(is_clone, root.children())))

    def read(node: FoundFile) -> Entry | None:
        user = name_of(node, again).removeprefix(first)
        if not is_clone(node) or not first or not user:
            return others(node)
        return Entry(node, user, Origin(user))

    return read


def cut_of(root: FoundFile, logins: Container[str] = ()) -> NameCut:
    """
    Return where the assignment ends: as the folder of the clones says, or the logins.

    Where neither does, what may be a login's is not cut off. One login behind more than
    that says nothing: `maria-silva` need not be in a list that has a `silva`.
    """
    names = clones(root.children())
    cuts = ["", *beginnings(beginning(names))]
    for first in cuts[1:]:
        if root.name.removesuffix(".zip").casefold() == f"{first}{CLONES}".casefold():
            return NameCut(first)
    sure = max(n for n, first in enumerate(cuts) if not n or is_assignment(first))
    fits = list[int]()
    for n, first in enumerate(cuts):
        rests = [name.removeprefix(first) for name in names if name.startswith(first)]
        fit = sum(rest in logins for rest in rests)
        fits.append(fit if n <= sure or fit > 1 else 0)
    likely = [n for n, fit in enumerate(fits) if fit == max(fits)]
    taken = max((n for n in likely if n <= sure), default=likely[0])
    return NameCut(cuts[taken], cuts[likely[-1]] if likely[-1] > taken else "")


def clones(nodes: Iterable[FoundFile]) -> list[str]:
    """Return the names that the folders and archives have at GitHub."""
    return [name_of(node) for node in nodes if is_clone(node)]


def is_clone(node: FoundFile) -> bool:
    """Return whether it may be one; an archive may also have them all in it."""
    packed = is_archive(node) and not plain.stem_of(node).endswith(f"-{CLONES}")
    return node.kind == "folder" or packed


def name_of(node: FoundFile, again: Container[str] = ()) -> str:
    """Return the name that a clone has at GitHub; a copy has that of its original."""
    stem = plain.stem_of(node)
    if stem.casefold() in again:
        stem = REPEATED.sub("", stem)
    return ARCHIVE.sub("", stem)


def beginning(names: list[str]) -> str:
    """
    Return what the most names begin with, up to a hyphen: all that they share.

    What all were made from is called so, too, and has nothing behind it.
    """
    begun = Counter(first for name in names for first in beginnings(f"{name}-"))
    firsts = {first for name in names for first in beginnings(name)}
    return max(sorted(firsts), key=lambda first: (begun[first], len(first)), default="")


def beginnings(name: str) -> list[str]:
    """Return what a clone's name begins with, up to each hyphen; it has no spaces."""
    hyphens = [] if " " in name else [at for at, each in enumerate(name) if each == "-"]
    return [name[: at + 1] for at in hyphens]


def is_assignment(first: str) -> bool:
    """Return whether what ends with this part can only be the name of an assignment."""
    *above, part, _ = first.split("-")
    return bool(PART.fullmatch(part) or (not above and re.search(r"\d", part)))
