"""
Find similar submissions.

Winnowing (Schleimer, Wilkerson and Aiken, 2003), the method behind MOSS: of all runs of
GRAM tokens a file keeps the smallest hash in every WINDOW of them, so a passage of
GRAM + WINDOW - 1 tokens that two files share is always noticed. An index from hashes to
files finds the pairs.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import combinations, islice
from keyword import iskeyword
from typing import NamedTuple

from noughts.contract import NAMES, PARAMETERS

GRAM = 12  # tokens: about two lines of Python
WINDOW = 8
ALIKE = 0.5  # minimum share of the distinctive code
FEWEST = 8  # shared hashes; fewer are not significant
MOST_PAIRS = 200
MOST_TOKENS = 20_000  # per file; a typical one has 1,500
# Names, comments and layout are easy to change, so all names except keywords and those
# of the assignment are equal tokens, and so are all strings. An unterminated string is
# one token: rescanning it from each quote would take hours.
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
)
Prints = dict[int, list[tuple[int, int]]]  # first and last lines, by hash


class Side(NamedTuple):
    """One of two similar files, and the students who handed it in."""

    names: tuple[str, ...]
    lines: str = ""  # shared with the other file: "12-30, 41-52"; empty: all


class Alike(NamedTuple):
    """Two similar files, or one that several students handed in."""

    share: float  # of the smaller file's distinctive code
    sides: tuple[Side, ...]


class Similarity:
    """The files of a class, and other files to compare with."""

    def __init__(self, base: Iterable[bytes] = ()) -> None:
        given = (STARTER.encode(), *base)
        self.given = {code for text in given for code in hash_all(text)}
        self.prints = dict[bytes, Prints]()
        self.owners = defaultdict[bytes, list[str]](list)
        self.ours = set[bytes]()

    def add(self, owner: str, source: bytes, ours: bool = True) -> None:
        """Add a file; others than `ours` are not compared with each other."""
        tokens = list(islice(tokenize(source.decode("utf-8", "replace")), MOST_TOKENS))
        text = "\n".join(text for text, _ in tokens)
        same = blake2b(text.encode("utf-8", "replace")).digest()
        self.owners[same].append(owner)
        self.ours |= {same} if ours else set()
        prints = self.prints.setdefault(same, {})
        if not prints:
            for code, first, last in winnow(tokens):
                if code not in self.given:
                    prints.setdefault(code, []).append((first, last))

    def find(self) -> list[Alike]:
        """Return similar files, the most similar first; independent of their order."""
        keys = sorted(self.prints, key=lambda key: sorted(self.owners[key]))
        files = [self.prints[key] for key in keys]
        names = [tuple(sorted(self.owners[key])) for key in keys]
        found = [
            Alike(1.0, (Side(names[n]),))
            for n, key in enumerate(keys)
            if key in self.ours and len(names[n]) > 1 and len(files[n]) >= FEWEST
        ]
        for share, a, b in compare(files):
            if self.ours & {keys[a], keys[b]}:
                both = files[a].keys() & files[b].keys()
                sides = (Side(names[n], name_lines(files[n], both)) for n in (a, b))
                found.append(Alike(share, (*sides,)))
        return sorted(found, key=lambda alike: (-alike.share, alike.sides))


def compare(files: list[Prints]) -> list[tuple[float, int, int]]:
    """Return pairs of files that share much distinctive code."""
    # Code that many have comes from the assignment or the textbook. The upper limit
    # bounds the work: a hash of m files is in m * (m - 1) / 2 pairs.
    common = min(max(5, len(files) // 4), 40)
    index = defaultdict[int, list[int]](list)
    for n, prints in enumerate(files):
        for code in prints:
            index[code].append(n)
    rare, shared = [len(prints) for prints in files], Counter[tuple[int, int]]()
    for having in index.values():
        if len(having) <= common:
            shared.update(combinations(having, 2))
        else:
            for n in having:
                rare[n] -= 1
    close = [
        (count / min(rare[a], rare[b]), a, b)
        for (a, b), count in shared.items()
        if count >= FEWEST and count >= ALIKE * min(rare[a], rare[b])
    ]
    return sorted(close, key=lambda each: (-each[0], each[1:]))[:MOST_PAIRS]


def name_lines(prints: Prints, codes: Iterable[int]) -> str:
    """Return the lines of some hashes: `12-30, 41-52`."""
    spans = list[list[int]]()
    for first, last in sorted(span for code in codes for span in prints[code]):
        if spans and first <= spans[-1][1] + 1:
            spans[-1][1] = max(spans[-1][1], last)
        else:
            spans.append([first, last])
    return ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in spans)


def tokenize(source: str) -> Iterator[tuple[str, int]]:
    """Yield tokens with their lines, for any text."""
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
    """Return a file's fingerprints: hashes with their first and last lines."""
    grams = [tokens[n : n + GRAM] for n in range(len(tokens) - GRAM + 1)]
    codes = [hash_gram(text for text, _ in gram) for gram in grams]
    # Of equal hashes the last, so that neighbouring windows choose the same one.
    ranked = [(code, -n) for n, code in enumerate(codes)]
    windows = range(max(1, len(codes) - window + 1)) if codes else ()
    chosen = {-min(ranked[n : n + window])[1] for n in windows}
    return [(codes[n], grams[n][0][1], grams[n][-1][1]) for n in sorted(chosen)]


def hash_gram(texts: Iterable[str]) -> int:
    """Return the hash of a sequence of tokens."""
    data = "\n".join(texts).encode("utf-8", "replace")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def hash_all(source: bytes) -> set[int]:
    """Return all hashes of a text that is to be ignored."""
    tokens = list(islice(tokenize(source.decode("utf-8", "replace")), MOST_TOKENS))
    return {code for code, _, _ in winnow(tokens, window=1)}
