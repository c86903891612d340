"""
Submissions that are alike beyond the assignment's own lines.

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
ALIKE = 0.5  # of what is not common to the class, for a pair to be shown
FEWEST = 8  # shared hashes: below that, a large share of little means nothing
MOST_PAIRS = 200
MOST_TOKENS = 20_000  # of a file; a usual one has 1,500
# Names, comments and layout are what somebody changes first: all names but those of the
# language and of the assignment count as one, and so do all texts. A text without an
# end is one too: trying again behind its first quote would take hours.
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
Prints = dict[int, list[tuple[int, int]]]  # hashes, and the lines each stands for


class Side(NamedTuple):
    """A file that is like another one, and all who handed it in."""

    names: tuple[str, ...]
    lines: str = ""  # "12-30, 41-52": what the other file has too; empty: all


class Alike(NamedTuple):
    """Two files that share much, or one that several handed in."""

    share: float  # of the smaller one, without what is common in the class
    sides: tuple[Side, ...]


class Similarity:
    """The files of a class, and of others that they are compared with."""

    def __init__(self, base: Iterable[bytes] = ()) -> None:
        given = (STARTER.encode(), *base)
        self.given = {code for text in given for code in hash_all(text)}
        self.prints = dict[bytes, Prints]()
        self.owners = defaultdict[bytes, list[str]](list)
        self.ours = set[bytes]()

    def add(self, owner: str, source: bytes, ours: bool = True) -> None:
        """Add a file; files that are not `ours` are not compared with each other."""
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
        """Return what is alike, the closest first; the same whatever came first."""
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
    """Return the pairs that share much of what is not common."""
    # What many have is the assignment's doing, or the textbook's. The upper limit also
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
    """Return the lines that some hashes stand for: `12-30, 41-52`."""
    spans = list[list[int]]()
    for first, last in sorted(span for code in codes for span in prints[code]):
        if spans and first <= spans[-1][1] + 1:
            spans[-1][1] = max(spans[-1][1], last)
        else:
            spans.append([first, last])
    return ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in spans)


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
    grams = [tokens[n : n + GRAM] for n in range(len(tokens) - GRAM + 1)]
    codes = [hash_gram(text for text, _ in gram) for gram in grams]
    # The last one of equals, so that neighbouring windows choose the same.
    ranked = [(code, -n) for n, code in enumerate(codes)]
    windows = range(max(1, len(codes) - window + 1)) if codes else ()
    chosen = {-min(ranked[n : n + window])[1] for n in windows}
    return [(codes[n], grams[n][0][1], grams[n][-1][1]) for n in sorted(chosen)]


def hash_gram(texts: Iterable[str]) -> int:
    """Return the hash of a run of tokens."""
    data = "\n".join(texts).encode("utf-8", "replace")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def hash_all(source: bytes) -> set[int]:
    """Return the hashes of all runs of tokens in a text that is nobody's evidence."""
    tokens = list(islice(tokenize(source.decode("utf-8", "replace")), MOST_TOKENS))
    return {code for code, _, _ in winnow(tokens, window=1)}
