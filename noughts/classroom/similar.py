"""
Submissions that are alike beyond the assignment's own lines.

Winnowing (Schleimer, Wilkerson and Aiken, 2003), the method behind MOSS: of all
runs of GRAM tokens a file keeps the smallest hash in every WINDOW of them, so that a
passage shared by two files, of GRAM + WINDOW - 1 tokens or more, is always noticed.
An index from hashes to files finds the pairs: nobody compares each with each.
"""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import combinations, islice
from keyword import iskeyword
from typing import NamedTuple

from noughts.contract import NAMES, PARAMETERS

GRAM = 12  # tokens: about two lines of Python
WINDOW = 8
ALIKE = 0.5  # of what is not common to the class, for a pair to be shown
FEWEST = 8  # shared hashes: below that, a large share of little means nothing
MOST_PAIRS = 200
SLOTS = 1 << 24
MOST_TOKENS = 20_000  # of a file; a usual one has 1,500

# Names, comments and layout are what somebody changes first: all names but those of
# the language and of the assignment count as one, and so do all texts. A text without
# an end is one too: trying again behind its first quote would take hours on a file
# made of quotes.
TOKEN = re.compile(
    r"""
    (?P<blank> \#[^\n]* | \s+ | \\\n )
  | (?P<text> [rbfuRBFU]{0,2} (?: \"{3}.*?(?:\"{3}|\Z) | '{3}.*?(?:'{3}|\Z)
        | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? ) )
  | (?P<name> [^\W\d]\w* )
  | (?P<number> \d[\w.]* )
  | (?P<sign> \*\*=? | //=? | [-+*/%&|^=!<>:]= | -> | . )
    """,
    re.VERBOSE | re.DOTALL,
)
STARTER = (
    'import math\nimport copy\nX = "X"\nO = "O"\nEMPTY = None\n'
    "def initial_state():\n''\nreturn [[EMPTY, EMPTY, EMPTY],\n"
    "[EMPTY, EMPTY, EMPTY],\n[EMPTY, EMPTY, EMPTY]]\n"
    + "".join(
        f"def {name}({', '.join(parameters)}):\n''\nraise NotImplementedError\n"
        for name, parameters in PARAMETERS.items()
        if parameters
    )
)  # fmt: skip


class Closeness(NamedTuple):
    """How much of the smaller one two files share, without what is common."""

    share: float
    name: str  # of one who handed in the other file; empty: it is the same file


class Member(NamedTuple):
    """A file that is like others, and all who handed it in."""

    students: tuple[str, ...]  # of this class
    others: tuple[str, ...]  # of last year's, or on the web
    lines: str  # "12-30, 41-52": what others of the group have, too; empty: all
    like: tuple[Closeness, ...]  # the closest first


class Alike(NamedTuple):
    """Files that share much, each with another one of the group."""

    members: tuple[Member, ...]  # a single one: they are all the same

    @property
    def share(self) -> float:
        """Return how close the closest two are."""
        return max(each.share for member in self.members for each in member.like)


Partner = tuple[int, float, set[int]]  # a file, its share, and what is shared


class Prints:
    """The hashes that a file is known by, and the lines that each stands for."""

    def __init__(self, hashes: list[tuple[int, int, int]]) -> None:
        self.hashes = array("Q", [code for code, _, _ in hashes])
        self.first = array("I", [first for _, first, _ in hashes])
        self.last = array("I", [last for _, _, last in hashes])

    def lines(self, among: set[int]) -> str:
        """Return the lines that some of the hashes stand for: `12-30, 41-52`."""
        spans: list[list[int]] = []
        for code, first, last in zip(self.hashes, self.first, self.last, strict=True):
            if code in among:
                if spans and first <= spans[-1][1] + 1:
                    spans[-1][1] = max(spans[-1][1], last)
                else:
                    spans.append([first, last])
        return ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in spans)


class Similarity:
    """
    The files of a class, of which only hashes are kept: some 3 kB for each.

    What is `given` to everybody, the assignment's own lines and more, is not evidence.
    """

    def __init__(self, given: Iterable[bytes] = ()) -> None:
        self._given = starter().union(*(grams(text) for text in given))
        self._files: dict[bytes, Prints] = {}
        self._students: defaultdict[bytes, list[str]] = defaultdict(list)
        self._others: defaultdict[bytes, list[str]] = defaultdict(list)

    def add(self, student: str, source: bytes) -> None:
        """Enter a student's file."""
        self._students[self._enter(source)].append(student)

    def compare(self, name: str, source: bytes) -> None:
        """Enter a file that is nobody's of this class."""
        self._others[self._enter(source)].append(name)

    def _enter(self, source: bytes) -> bytes:
        tokens = tokens_of(source)
        joined = "\n".join(text for text, _ in tokens)
        whole = blake2b(joined.encode(), digest_size=16).digest()
        if whole not in self._files:
            own = [each for each in winnow(tokens) if each[0] not in self._given]
            self._files[whole] = Prints(own)
        return whole

    def found(self) -> list[Alike]:
        """Return what is alike, most alike first; the same whatever came first."""
        named = (
            (tuple(sorted(self._students[key])), tuple(sorted(self._others[key])), key)
            for key in self._files
        )
        # Those of this class go before all others: the first of a pair, or of a group,
        # is one of them, if any is.
        whose = sorted(named, key=lambda each: (not each[0], each))
        files = [self._files[key] for *_, key in whose]
        here = [bool(students) for students, _, _ in whose]
        pairs = [pair for pair in alike_pairs(files) if here[pair[0]]]
        partners = defaultdict[int, list[Partner]](list)
        for a, b, share, both in pairs:
            partners[a].append((b, share, both))
            partners[b].append((a, share, both))

        def member(n: int) -> Member:
            students, others, _ = whose[n]
            # That others copied from each other is not asked here.
            copied = here[n] and len(students + others) > 1
            like = [Closeness(1.0, "")] if copied else []
            shared = set[int]()
            for other, share, both in partners[n]:
                like.append(Closeness(share, (whose[other][0] + whose[other][1])[0]))
                shared |= both
            lines = "" if copied else files[n].lines(shared)
            return Member(students, others, lines, tuple(like))

        groups = (
            group
            for group in grouped(len(files), pairs)
            if here[group[0]] and len(files[group[0]].hashes) >= FEWEST
        )
        members = (tuple(map(member, group)) for group in groups)
        alike = [Alike(each) for each in members if any(one.like for one in each)]
        return sorted(alike, key=lambda each: (-each.share, each.members))


def grouped(
    total: int, pairs: list[tuple[int, int, float, set[int]]]
) -> list[list[int]]:
    """Return the files in groups: two are in one if a chain of pairs joins them."""
    groups = {n: [n] for n in range(total)}
    for a, b, *_ in pairs:
        if groups[a] is not groups[b]:
            groups[a] += groups[b]
            for n in groups[b]:
                groups[n] = groups[a]
    return [sorted(group) for n, group in groups.items() if n == min(group)]


def tokenize(source: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens, each with its line; anything at all has tokens."""
    line = 1
    for match in TOKEN.finditer(source):
        text, kind = match.group(), match.lastgroup
        if kind == "text":
            yield "''", line
        elif kind == "name" and not (iskeyword(text) or text in NAMES):
            yield "name", line
        elif kind != "blank":
            yield text, line
        line += text.count("\n")


def winnow(
    tokens: list[tuple[str, int]], window: int = WINDOW
) -> list[tuple[int, int, int]]:
    """Return the hashes that a file is known by, each with its first and last line."""
    codes = [
        int.from_bytes(blake2b(gram.encode(), digest_size=8).digest(), "big")
        for gram in (
            "\n".join(text for text, _ in tokens[n : n + GRAM])
            for n in range(len(tokens) - GRAM + 1)
        )
    ]
    # The last one of equals, so that neighbouring windows choose the same.
    ranked = [(code, -n) for n, code in enumerate(codes)]
    windows = range(max(1, len(codes) - window + 1)) if codes else ()
    chosen = {-min(ranked[n : n + window])[1] for n in windows}
    return [(codes[n], tokens[n][1], tokens[n + GRAM - 1][1]) for n in sorted(chosen)]


def alike_pairs(files: list[Prints]) -> list[tuple[int, int, float, set[int]]]:
    """Return the pairs that share much of what is not common, and what they share."""
    # What many have is the assignment's doing, or the textbook's. The upper limit also
    # bounds the work: a hash of m files is in m * (m - 1) / 2 pairs.
    common = min(max(5, len(files) // 4), 40)
    rare = [len(set(file.hashes)) for file in files]
    shared = Counter[tuple[int, int]]()
    for having in repeated(files):
        if len(having) <= common:
            shared.update(combinations(having, 2))
        else:
            for n in having:
                rare[n] -= 1
    shares = [
        (-count / min(rare[a], rare[b]), a, b)
        for (a, b), count in shared.items()
        if count >= FEWEST and count >= ALIKE * min(rare[a], rare[b])
    ]
    return [
        (a, b, -share, set(files[a].hashes) & set(files[b].hashes))
        for share, a, b in sorted(shares)[:MOST_PAIRS]
    ]


def repeated(files: list[Prints]) -> Iterable[list[int]]:
    """Return, for each hash of more than one file, the files that have it."""
    # Most hashes are of one file only. Counting all of them first, in few bytes and a
    # little too high where two fall on one, keeps those out of the index.
    counts = bytearray(SLOTS)
    for file in files:
        for code in set(file.hashes):
            counts[code % SLOTS] = min(counts[code % SLOTS] + 1, 2)
    index = defaultdict[int, list[int]](list)
    for n, file in enumerate(files):
        for code in set(file.hashes):
            if counts[code % SLOTS] == 2:
                index[code].append(n)
    return index.values()


@cache
def starter() -> frozenset[int]:
    """Return the hashes of what every student is given."""
    return grams(STARTER.encode())


def grams(source: bytes) -> frozenset[int]:
    """Return the hashes of all runs of tokens: none of them is evidence."""
    return frozenset(code for code, _, _ in winnow(tokens_of(source), window=1))


def tokens_of(source: bytes) -> list[tuple[str, int]]:
    """Return the tokens of a file, of a huge one the first."""
    return list(islice(tokenize(source.decode("utf-8", "replace")), MOST_TOKENS))
