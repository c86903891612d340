"""
Every small change of a file: another comparison, a number one larger, a line less.

Some are not made, since to notice them would be no merit:

- in an annotation: mypy reads it, the program does not;
- of a number that has a name of its own, `LIMIT = 64`, `SIZE = 2 * LIMIT`, or that is
  the value of a field, `memory: int = 512 * MIB`: it is a choice, which a test could
  only repeat. What is compared with it is changed, and so are fields of 0 and 1;
- of a number that places or paints something: a pixel more is a matter of taste.
  What is drawn, where and in which order is changed;
- of the 1 in `read(LIMIT + 1)`: what is too long by two is too long by one;
- of `strict=`, `flush=`, `indent=` and `ensure_ascii=`: a guard against what cannot
  happen, a buffer, and how data are laid out that programs read; of `maxsize=`,
  `timeout=` and `digest_size=`: how much is remembered, how long is waited, how rare
  a chance is; of `frozen=`, which a test reads in the text;
- in what Windows alone runs: the tests there notice it.
"""

import ast
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

SWAPS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.And: "or",
    ast.Or: "and",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
}


class Change(NamedTuple):
    """A stretch of a file's text, and what is written in its place."""

    path: str  # from the root
    source: str
    start: int
    end: int
    text: str
    statement: int  # the line where its statement begins

    @property
    def line(self) -> int:
        return self.source.count("\n", 0, self.start) + 1

    @property
    def room(self) -> str:
        return self.path.removeprefix("noughts/").removesuffix(".py").split("/")[0]

    def applied(self) -> str:
        return self.source[: self.start] + self.text + self.source[self.end :]

    def __str__(self) -> str:
        before = self.source[self.start : self.end].strip().splitlines()[0]
        context = self.source.splitlines()[self.line - 1].strip()
        return f"{self.path}:{self.line}: {before!r} -> {self.text!r}    {context}"


PAINTED = {  # by file, the functions and classes whose numbers are measures
    "runner.py": re.compile(r"\w+_places|at_end|Picture|paint_\w+|centred|text_size"),
    "noughts/look/drawing.py": re.compile(r".*"),
    "noughts/classroom/reports/class_index.py": re.compile(r"_bars"),
}
UNSEEN = {
    *("strict", "flush", "indent", "ensure_ascii", "maxsize", "timeout"),
    *("digest_size", "frozen"),
}
ELSEWHERE = "_on_windows"  # how a function ends that no test here can run
NOISE = ast.expr_context | ast.unaryop


def is_choice(node: ast.AST) -> bool:
    """Return whether this gives a name to a number, or to one made of others."""
    plain = ast.Constant | ast.Name | ast.BinOp | ast.UnaryOp | ast.operator
    match node:
        case ast.Assign(targets=[ast.Name() as name], value=value):
            names, values = [name], [value]
        case ast.Assign(targets=[ast.Tuple(names)], value=ast.Tuple(values)):
            pass
        case ast.AnnAssign(value=ast.Constant(value=0 | 1)):
            return False
        case ast.AnnAssign(value=ast.Constant() | ast.BinOp() as value):
            names, values = [], [value]
        case _:
            return False
    parts = [each for value in values for each in ast.walk(value)]
    return all(getattr(name, "id", "").isupper() for name in names) and all(
        isinstance(each, plain) for each in parts if not isinstance(each, NOISE)
    )


def is_painting(node: ast.AST, path: str) -> bool:
    """Return whether the numbers in this are places and sizes of what is drawn."""
    named = isinstance(node, ast.FunctionDef | ast.ClassDef)
    return named and path in PAINTED and bool(PAINTED[path].fullmatch(node.name))


def is_one_too_many(node: ast.AST) -> bool:
    """Return whether this reads one more than is allowed, to see that it is there."""
    match node:
        case ast.Call(
            ast.Attribute(attr="read"),
            [ast.BinOp(ast.Name(limit), ast.Add(), ast.Constant(value=1))],
        ):
            return limit.isupper()
    return False


class Part(NamedTuple):
    """A node of a syntax tree, and what is around it."""

    node: ast.AST
    statement: int  # the line where its statement begins
    measure: bool = False  # whether its numbers are left as they are


def parts(tree: ast.AST, path: str, around: Part | None = None) -> Iterator[Part]:
    """Yield every part of a file that may be changed."""
    around = around or Part(tree, 1)
    types = [getattr(tree, "annotation", None), getattr(tree, "returns", None)]
    for node in ast.iter_child_nodes(tree):
        if node in types or (isinstance(node, ast.keyword) and node.arg in UNSEEN):
            continue
        line = node.lineno if isinstance(node, ast.stmt) else around.statement
        if isinstance(tree, ast.Module | ast.ClassDef) and is_choice(node):
            continue
        if isinstance(node, ast.FunctionDef) and node.name.endswith(ELSEWHERE):
            continue
        measure = around.measure or is_painting(node, path) or is_one_too_many(node)
        part = Part(node, line, measure)
        yield part
        yield from parts(node, path, part)


def changes(path: str, source: str) -> Iterator[Change]:
    """Yield every small change of a file, found in its syntax tree."""
    rows = source.splitlines(keepends=True)
    begins = [0, *itertools.accumulate(map(len, rows))]

    def place(line: int, column: int) -> int:
        """Return where in the text a place of the tree is; columns count bytes."""
        return begins[line - 1] + len(rows[line - 1].encode()[:column].decode())

    def begin(node: ast.AST) -> int:
        return place(node.lineno, node.col_offset)

    def finish(node: ast.AST) -> int:
        return place(node.end_lineno, node.end_col_offset)

    def between(
        left: ast.AST, right: ast.AST, operator: ast.AST
    ) -> Iterator[tuple[int, int, str]]:
        """Replace the operator that stands between two operands, and nothing else."""
        gap = source[finish(left) : begin(right)]
        bare = gap.strip(" \n()")
        if type(operator) in SWAPS and bare and "#" not in gap:
            start = finish(left) + gap.index(bare)
            yield start, start + len(bare), SWAPS[type(operator)]

    def small(node: ast.AST) -> Iterator[tuple[int, int, str]]:
        match node:
            case ast.Compare(left=left, ops=operators, comparators=others):
                for a, operator, b in zip(
                    [left, *others], operators, others, strict=False
                ):
                    yield from between(a, b, operator)
            case ast.BoolOp(op=operator, values=values):
                for a, b in itertools.pairwise(values):
                    yield from between(a, b, operator)
            case ast.BinOp(op=ast.BitOr(), right=ast.Constant(value=None)):
                pass  # a type, too
            case ast.BinOp(left=left, op=operator, right=right):
                yield from between(left, right, operator)
            case ast.Constant(value=bool(value)):
                yield begin(node), finish(node), str(not value)
            case ast.Constant(value=int(value)) if 0 <= value < 1000:
                yield begin(node), finish(node), str(value + 1)
            case ast.UnaryOp(op=ast.Not()):
                yield begin(node), begin(node) + len("not "), ""
            case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
                yield begin(node), finish(node), "pass"

    for node, statement, measure in parts(ast.parse(source), path):
        if measure and isinstance(node, ast.Constant) and type(node.value) is int:
            continue
        for start, end, text in small(node):
            yield Change(path, source, start, end, text, statement)


def sample(every: list[Change], count: int, seed: int) -> list[Change]:
    """Return a sample by chance, from each room its share, and one at least."""
    chance = Random(seed)
    rooms = defaultdict(list)
    for change in every:
        rooms[change.room].append(change)
    chosen = []
    for room in sorted(rooms):
        share = max(1, round(count * len(rooms[room]) / len(every)))
        chosen += chance.sample(rooms[room], min(share, len(rooms[room])))
    chance.shuffle(chosen)
    return chosen
