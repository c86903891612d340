"""Folders and files as people lay them out: a folder, an archive or a file for each."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import replace

from noughts.classroom.files import FoundFile, is_archive
from noughts.classroom.platforms.entry import GIVEN, Entry, Origin, Reader
from noughts.contract import FILE_NAME

OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
GAME = re.compile(r"tic[\W_]?tac[\W_]?toe", re.IGNORECASE)
# The game in a name, and what joins it to the rest, where the rest has that before it.
JOINED = re.compile(rf"(?<=[_. -]){GAME.pattern}[_. -]+|{GAME.pattern}", re.IGNORECASE)
APART = " - "  # between the parts of a name, "IA - Ana Silva"
TELLING = re.compile(r"[^\W\d_]|\d{3}")  # a person's name, or number, has one of these
NUMBER = re.compile(r"\d{5,}")  # a student's, and not one in a list
# What a file is called, and no person: "main", "project0".
FILE = re.compile(
    r"(main|utils?|helpers?|board|game|jogo|minimax|project|projeto|solution|report|"
    r"relat[oó]rio)[\W_]*\d*",
    re.IGNORECASE,
)
TEAMS = ("grupo", "group", "equipe", "team", "dupla")  # told by what is behind it
Named = Callable[[FoundFile, re.Match[str]], Entry]
ENDING = re.compile(r"(\.tar)?\.[^.]*$", re.IGNORECASE)
COPY = r"(?:copy|c[oó]pia)"  # as systems call one, "Ana - Copy (2)", "Ana (cópia)"
# The mark of a copy: "tictactoe-1", "tictactoe (1)", "tictactoe_ana (1)".
REPEATED = re.compile(
    rf"(?:(?<=toe)-\d{{1,2}}| ?\((?:\d{{1,2}}|(?:\S+ )?{COPY})\)|"
    rf" (?:- )?{COPY}(?: \d{{1,2}})?)+$",
    re.IGNORECASE,
)


def recognises(nodes: list[FoundFile]) -> bool:
    """Return that anything will do."""
    return True


def reader(root: FoundFile) -> Reader:
    """
    Return the function that tells whose an entry is.

    What is the same in all names is nobody's, and what differs is: that takes the whole
    class to see.
    """
    every = {*map(stem_of, filter(belongs_to_a_student, root.children()))}
    numbers = numbers_before_names(every)
    own = own_parts(every, numbers)
    again = copies(every)
    numbered = told_by_number(own.values())

    def read(node: FoundFile) -> Entry | None:
        entry = read_name(node)
        number = numbers.get(stem_of(node), "")
        return entry._replace(origin=Origin(number)) if entry and number else entry

    def read_name(node: FoundFile) -> Entry | None:
        if not belongs_to_a_student(node):
            return None
        whole = stem_of(node)
        stem = own.get(whole, whole)
        if whole.casefold() in again or whole in numbers:
            node, stem = called_as_original(node), REPEATED.sub("", stem)
        if node.kind == "folder":
            return Entry(node, stem)
        if node.name.casefold() == FILE_NAME:
            return Entry(node, root.name)
        bare = REPEATED.sub("", stem)
        if not GAME.search(whole) or GAME.fullmatch(bare):
            return Entry(node, plain_name(stem) or stem)
        name = plain_name(JOINED.sub("", bare).strip("."))
        if not name:
            return Entry(node, stem)
        if bare.casefold() in numbered:
            return Entry(node, name + stem.removeprefix(bare))
        return Entry(called_as_original(node), name)

    return read


def called_as_original(node: FoundFile) -> FoundFile:
    """Return a copy under the name of its original: nobody can tell which is meant."""
    stem = stem_of(node)
    original = REPEATED.sub("", stem) + node.name.removeprefix(stem)
    return replace(node, name=original)


def named(root: FoundFile, name: re.Pattern[str], entry: Named) -> Reader:
    """Return the reader of an export whose names tell, and of what else is there."""
    others = reader(root)

    def read(node: FoundFile) -> Entry | None:
        found = name.fullmatch(node.name)
        return entry(node, found) if found else others(node)

    return read


def belongs_to_a_student(node: FoundFile) -> bool:
    """Return whether an entry of a class is somebody's, and not the teacher's list."""
    name = node.name.casefold()
    if node.kind in ("folder", "link", "outside") or is_archive(node):
        return True
    if name.endswith((".py", ".ipynb", *OTHER_ARCHIVES)):
        return name != GIVEN
    return bool(GAME.search(name))


def handed_in(nodes: list[FoundFile]) -> list[FoundFile]:
    """Return the entries that can be a student's; all, if none can be judged."""
    return list(filter(belongs_to_a_student, nodes)) or nodes


def stem_of(node: FoundFile) -> str:
    """Return the name of a folder, or that of a file without its ending."""
    if node.kind == "folder":
        return node.name
    return ENDING.sub("", node.name) or node.name


def parts_before_names(stems: Iterable[str]) -> int:
    """
    Return how many parts of names such as `IA - Ana` come before the person's.

    Such a part is the same in all of them, or tells of no person in any, a number in a
    list, or is called like a file in most, or is a student's number in all, each
    another; and without it all may be names, most are called like no file, and they are
    as many; but where all numbers or most files are before them, a few may come again.
    """
    every = {*map(_bare, stems)}
    joined = {stem for stem in every if APART in stem}
    parts = [stem.split(APART) for stem in joined - named_first(every)]
    if 2 * len(parts) <= len(every):
        return 0
    at = 0
    while _is_before_names(parts, at):
        at += 1
    return at


def named_first(stems: Iterable[str]) -> set[str]:
    """
    Return those with a file behind a name of their own, `Dee Luz - tictactoe`.

    Where most others end with a full name, these tell nothing about them.
    """
    parts = {stem: stem.split(APART) for stem in map(_bare, stems) if APART in stem}
    firsts = Counter(first for first, *_ in parts.values())
    late = {
        stem
        for stem, (first, *rest) in parts.items()
        if firsts[first] == 1 and may_be_name(first) and is_called_file(rest[-1])
    }
    others = [each[-1] for stem, each in parts.items() if stem not in late]
    full = sum(" " in name for name in others)
    return late if 2 * full > len(others) else set()


def _is_before_names(parts: list[list[str]], at: int) -> bool:
    firsts = {each[at] for each in parts}
    rests = {APART.join(each[at + 1 :]) for each in parts}
    differ = len(firsts) == len(parts)
    nobodys = len(firsts) == 1 or not any(map(may_be_name, firsts))
    called = [TELLING.search(each[at]) and is_called_file(each[at]) for each in parts]
    files = 2 * sum(map(bool, called)) > len(parts)
    numbers = differ and all(map(NUMBER.fullmatch, firsts))
    names = all(map(may_be_name, rests))
    names = names and 2 * sum(map(is_called_file, rests)) < len(rests)
    # A number of one's own leaves room for a few namesakes, and so does a file's name.
    enough = len(parts) // 2 + 1 if differ or files else len(parts)
    return (nobodys or numbers or files) and names and len(rests) >= max(2, enough)


def numbers_before_names(stems: set[str]) -> dict[str, str]:
    """Return the students' numbers before their names, where each has another."""
    if not (skipped := parts_before_names(stems)):
        return {}
    late = named_first(stems)
    bare = {each: _bare(each) for each in stems}
    joined = {s: b for s, b in bare.items() if APART in b and b not in late}
    found = {s: b.split(APART)[skipped - 1] for s, b in joined.items()}
    people = {*joined.values()}
    numbers = {*found.values()}
    own = len(numbers) == len(people) and all(map(NUMBER.fullmatch, numbers))
    return found if own else {}


def may_be_name(text: str) -> bool:
    """Return whether a part of a name may be a person's, and not only the game's."""
    return bool(TELLING.search(GAME.sub("", text))) and f"{text}.py" != GIVEN


def is_called_file(text: str) -> bool:
    """Return whether this is what a file is called, and no person."""
    return not may_be_name(text) or bool(FILE.fullmatch(text))


def own_parts(stems: set[str], numbers: Container[str] = ()) -> dict[str, str]:
    """
    Return each name without the parts before the person's, or the file behind it.

    A namesake's is whole, but for those whom their numbers tell apart.
    """
    skipped, own = parts_before_names(stems), dict[str, str]()
    late = named_first(stems) if skipped else set[str]()
    firsts = Counter(each.split(APART)[0] for each in {*map(_bare, stems)})
    for each in stems:
        bare = REPEATED.sub("", each)
        parts = bare.split(APART)
        name = APART.join(parts[skipped:])
        own_first = firsts[parts[0].casefold()] == 1 and not is_called_file(parts[0])
        told = name and not (own_first and FILE.fullmatch(name))
        marked = name + each.removeprefix(bare) if told else each
        own[each] = parts[0] if _bare(each) in late else marked
    cut = {_bare(each): _bare(part) for each, part in own.items() if each != part}
    people = Counter(cut.values())
    alike = {each for each in own if people[_bare(own[each])] > 1}
    return {
        each: each if each in alike and each not in numbers else part
        for each, part in own.items()
    }


def _bare(stem: str) -> str:
    return REPEATED.sub("", stem).casefold()


def copies(stems: Iterable[str]) -> set[str]:
    """
    Return the names that are a person's with the mark of a copy: `Ana Silva (1)`.

    The name without it is there as well, and half or more are told apart without any
    mark.
    """
    every = {stem.casefold(): _bare(stem) for stem in stems}
    if 2 * len({*every.values()}) < len(every):
        return set()
    again = {stem for stem, bare in every.items() if bare != stem and bare in every}
    return {stem for stem in again if not is_called_file(every[stem])}


def told_by_number(stems: Iterable[str]) -> set[str]:
    """
    Return the names that several have and only a number tells apart, without it.

    So they are groups, "grupo (1)" and "grupo (2)", and not copies of a "grupo": where
    names without the numbers tell no more than half of the class apart, or end so.
    """
    every = {stem.casefold() for stem in stems}
    bare = Counter(REPEATED.sub("", stem) for stem in every)
    again = {stem for stem, count in bare.items() if count > 1 and stem not in every}
    few = 2 * len(bare) <= len(every)
    return {
        stem for stem in again if few or plain_name(GAME.sub("", stem)).endswith(TEAMS)
    }


def plain_name(name: str) -> str:
    """Return a name without what joined it to something else."""
    return name.strip("_- ").replace("__", "_")
