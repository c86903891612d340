"""
Find similar submissions: files that share much of their distinctive code.

Files are compared by runs of tokens. Names, comments and layout are easy to change, so
all names except keywords and those of the assignment are equal, and so are all strings.
Code that many files have comes from the assignment or the textbook.
"""

import io
import tokenize
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from keyword import iskeyword
from typing import NamedTuple

from noughts.game.contract import NAMES, PARAMETERS
from noughts.texts.safe_text import NOT_PYTHON, can_be_parsed

RUN = 12  # tokens: about two lines of Python
ALIKE = 0.5  # minimum share of the distinctive code
FEWEST = 40  # shared runs; fewer are not significant
COMMON = 5  # files that share a run; in a large class, more
STARTER = (
    'import math\nimport copy\nX = "X"\nO = "O"\nEMPTY = None\n'
    "def initial_state():\n  ''\n  return [[EMPTY, EMPTY, EMPTY],\n"
    "  [EMPTY, EMPTY, EMPTY],\n  [EMPTY, EMPTY, EMPTY]]\n"
    + "".join(
        f"def {name}({', '.join(parameters)}):\n  ''\n  raise NotImplementedError\n"
        for name, parameters in PARAMETERS.items()
        if parameters
    )
)
GROUP = " + "  # between the names of a group that handed in one file
Named = tuple[str, bytes]  # the name and the source of a file
Token = tuple[str, int]  # its text and its line
Runs = dict[str, tuple[int, int]]  # the first and the last line, by text


class LineRange(NamedTuple):
    """Lines of a file, by the numbers of the first and the last."""

    first: int
    last: int

    def __str__(self) -> str:
        return "-".join(map(str, sorted({*self})))


class Side(NamedTuple):
    """One of several similar files, and the students who handed it in."""

    names: tuple[str, ...]
    source: bytes = b""
    ranges: tuple[LineRange, ...] = ()  # shared with the other files

    @property
    def lines(self) -> str:
        """The lines that it shares: "12-30, 41-52"."""
        return ", ".join(map(str, self.ranges))

    def shares(self, line: int) -> bool:
        """Return whether a line is shared with the other files."""
        return any(first <= line <= last for first, last in self.ranges)


class Alike(NamedTuple):
    """Similar files; or one, if several students handed in the very same."""

    share: float  # of the smaller file's distinctive code
    sides: tuple[Side, ...]
    same_code: bool = False  # they differ at most in names, comments and layout


def find_similar(
    ours: Collection[Named], others: Iterable[Named] = (), base: Iterable[bytes] = ()
) -> list[Alike]:
    """Return similar files, at least one of them ours; ignore code in `base`."""
    given = {run for each in (STARTER.encode(), *base) for run in runs(tokens(each))}
    copies, files = defaultdict[str, list[Named]](list), dict[str, Runs]()
    for name, source in sorted([*ours, *others]):
        found = tokens(source)
        key = "\n".join(text for text, _ in found)
        copies[key].append((name, source))
        distinctive = {run: at for run, at in runs(found).items() if run not in given}
        files.setdefault(key, distinctive)
    students = {name for name, _ in ours}
    names = {key: tuple(name for name, _ in copies[key]) for key in files}
    own = {key for key in files if students & {*names[key]}}
    alike = [
        Alike(1.0, tuple(same_sides(copies[key])), same_code=True)
        for key in own
        if len(copies[key]) > 1 and len(files[key]) >= FEWEST
    ]
    for share, *pair in compare(files):
        if own & {*pair}:
            shared = files[pair[0]].keys() & files[pair[1]].keys()
            sides = (
                Side(names[key], copies[key][0][1], join_lines(files[key], shared))
                for key in pair
            )
            alike.append(Alike(share, tuple(sides)))
    return sorted(alike, key=lambda each: (-each.share, each.sides))


def compare(files: dict[str, Runs]) -> Iterator[tuple[float, str, str]]:
    """Yield pairs of files that share much distinctive code, with their share."""
    common = max(COMMON, len(files) // 4)
    index = defaultdict[str, list[str]](list)
    for key, own in files.items():
        for run in own:
            index[run].append(key)
    rare, shared = Counter[str](), Counter[tuple[str, str]]()
    for having in index.values():
        if len(having) <= common:
            rare.update(having)
            shared.update(combinations(having, 2))
    for (a, b), count in shared.items():
        share = count / min(rare[a], rare[b])
        if count >= FEWEST and share >= ALIKE:
            yield share, a, b


def same_sides(copies: Iterable[Named]) -> Iterator[Side]:
    """Yield a side for each different text of the same code."""
    by_source = defaultdict[bytes, list[str]](list)
    for name, source in copies:
        by_source[source].append(name)
    for source, names in by_source.items():
        lines = [line for _, line in tokens(source)]
        yield Side((*names,), source, (LineRange(lines[0], lines[-1]),))


def join_lines(own: Runs, shared: Iterable[str]) -> tuple[LineRange, ...]:
    """Return the lines of some runs; neighbours are one range."""
    joined = list[LineRange]()
    for first, last in sorted(own[run] for run in shared):
        if joined and first <= joined[-1].last + 1:
            joined[-1] = LineRange(joined[-1].first, last)
        else:
            joined.append(LineRange(first, last))
    return tuple(joined)


def tokens(source: bytes) -> list[Token]:
    """Return the tokens of a program up to the first syntax error."""
    found = list[Token]()
    lines = io.StringIO(source.decode("utf-8", "replace") * can_be_parsed(source))
    with suppress(tokenize.TokenError, *NOT_PYTHON):
        for each in tokenize.generate_tokens(lines.readline):
            text = each.string
            if each.type == tokenize.STRING:
                text = "''"
            elif text.isidentifier() and not (iskeyword(text) or text in NAMES):
                text = "name"
            if text.strip() and each.type != tokenize.COMMENT:
                found.append((text, each.start[0]))
    return found


def runs(found: list[Token]) -> Runs:
    """Return the lines of each run of tokens, by its text."""
    lines = Runs()
    for n in range(len(found) - RUN + 1):
        some = found[n : n + RUN]
        lines["\n".join(text for text, _ in some)] = some[0][1], some[-1][1]
    return lines
