"""What of a name is the person's: parts around it, `IA - Ana`, and marks of copies."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from noughts.classroom.platforms.entry import GIVEN

GAME = re.compile(r"tic[\W_]?tac[\W_]?toe", re.IGNORECASE)
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
COPY = r"(?:copy|c[oó]pia)"  # as systems call one, "Ana - Copy (2)", "Ana (cópia)"
# The mark of a copy: "tictactoe-1", "tictactoe (1)", "tictactoe_ana (1)".
REPEATED = re.compile(
    rf"(?:(?<=toe)-\d{{1,2}}| ?\((?:\d{{1,2}}|(?:\S+ )?{COPY})\)|"
    rf" (?:- )?{COPY}(?: \d{{1,2}})?)+$",
    re.IGNORECASE,
)


class NameParts:
    """The names of a class, and how many parts, `IA - `, come before a person's."""

    def __init__(self, stems: Iterable[str]) -> None:
        self.bare = {stem: _bare(stem) for stem in stems}
        every = {*self.bare.values()}
        self.late = named_first(every)
        parts = [each.split(APART) for each in every - self.late if APART in each]
        self.skipped = 0
        if 2 * len(parts) > len(every):
            while _is_before_names(parts, self.skipped):
                self.skipped += 1

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The students' numbers before their names, where each has another."""
        theirs = {
            stem: bare
            for stem, bare in self.bare.items()
            if self.skipped and APART in bare and bare not in self.late
        }
        found = {s: b.split(APART)[self.skipped - 1] for s, b in theirs.items()}
        numbers = {*found.values()}
        differ = len(numbers) == len({*theirs.values()})
        return found if differ and all(map(NUMBER.fullmatch, numbers)) else {}

    def own(self) -> dict[str, str]:
        """
        Return each name without the parts before the person's, or the file behind it.

        A namesake's is whole, but for those whom their numbers tell apart.
        """
        own, late = dict[str, str](), self.late if self.skipped else set[str]()
        firsts = Counter(each.split(APART)[0] for each in {*self.bare.values()})
        for each, folded in self.bare.items():
            bare = REPEATED.sub("", each)
            first, *_ = parts = bare.split(APART)
            name = APART.join(parts[self.skipped :])
            own_first = firsts[first.casefold()] == 1 and not is_called_file(first)
            told = name and not (own_first and FILE.fullmatch(name))
            marked = name + each.removeprefix(bare) if told else each
            own[each] = first if folded in late else marked
        cut = {self.bare[e]: _bare(part) for e, part in own.items() if e != part}
        people = Counter(cut.values())
        alike = {each for each in own if people[_bare(own[each])] > 1}
        return {
            each: each if each in alike and each not in self.numbers else part
            for each, part in own.items()
        }


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
    """
    Return whether the parts at a place come before the names of people.

    Such a part is the same in all of them, or tells of no person in any, a number in a
    list, or is called like a file in most, or is a student's number in all, each
    another; and without it all may be names, most are called like no file, and they are
    as many; but where all numbers or most files are before them, a few may come again.
    """
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


def may_be_name(text: str) -> bool:
    """Return whether a part of a name may be a person's, and not only the game's."""
    return bool(TELLING.search(GAME.sub("", text))) and f"{text}.py" != GIVEN


def is_called_file(text: str) -> bool:
    """Return whether this is what a file is called, and no person."""
    return not may_be_name(text) or bool(FILE.fullmatch(text))


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
