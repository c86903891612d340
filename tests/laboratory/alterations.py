"""
Mutants: right engines, each altered in one place.

An alteration is stored as its place; its source is made on demand.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from noughts.contract import PARAMETERS

ENGINES = Path(__file__).parents[1] / "golden" / "records" / "mutants"
STYLES = ("plain", "alpha_beta", "remembering")

COMPARISONS = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
NAMES = {
    "X": "O",
    "O": "X",
    "EMPTY": "X",
    "max": "min",
    "min": "max",
    "any": "all",
    "all": "any",
    "set": "list",
    "sorted": "list",
    "list": "tuple",
    "alpha": "beta",
    "beta": "alpha",
    "i": "j",
    "j": "i",
}
ERRORS = ["SystemExit", "KeyboardInterrupt", "NotImplementedError", "StopIteration"]
HOSTILE = [
    "([1], 2)",
    "float('nan')",
    "10 ** 5000",
    "type('Same', (), {'__eq__': lambda *_: True, '__hash__': lambda _: 1})()",
    "[0] * 10_000",
    "print",
    "'|\\n!'",
    "(n for n in ())",
    "{(0, n): {} for n in range(20)}",
]
CONSTANTS = {  # other values of X, O and EMPTY
    "X": ['"x"', "1", "True", "[]"],
    "O": ['"0"', '"o"', "-1", "None"],
    "EMPTY": ['""', '" "', "0", "False", '"X"'],
}
WRAPPED = {  # what stands around a function that is right in itself
    "type returned": [f"return {kind}(its_own({{0}}))" for kind in ("list", "tuple")]
    + [f"return {kind}(its_own({{0}}))" for kind in ("str", "bool", "float", "iter")]
    + ["return [its_own({0})]", "return lambda: its_own({0})", "its_own({0})"],
    "exception": [
        f"try:\n        return its_own({{0}})\n    except Exception:\n"
        f"        raise {error} from None"
        for error in [*ERRORS, "type('Odd', (BaseException,), {})"]
    ],
    "state": [
        "calls.append(1)\n    if len(calls) == 3:\n        raise KeyError(3)\n"
        "    return its_own({0})",
        "calls.append(1)\n    return its_own({0}) if len(calls) > 1 else None",
        "calls.append(1)\n    return its_own({0}) if len(calls) < 200 else None",
        "if not calls:\n        calls.append(its_own({0}))\n    return calls[0]",
        "calls.append(its_own({0}))\n    return calls[-1]",  # a state that does no harm
    ],
    "changed board": [
        "answer = its_own({0})\n    board[1].reverse()\n    return answer",
        "board[0] = list(board[0])\n    return its_own({0})",
        "board.append(board.pop())\n    return its_own({0})",  # does no harm
        "try:\n        return its_own({0})\n    finally:\n        board[2][2] = None",
    ],
    "hostile object": [f"return {value}" for value in HOSTILE],
}
SIGNATURES = ["", "board, more", "board, action, more=None", "*board", "board, /"]


class Mutant(NamedTuple):
    """An engine with one alteration."""

    style: str
    function: str  # in which it is; "contract" for what is at the top of the file
    kind: str
    place: int  # among those of its kind, in this function
    line: int

    def __str__(self) -> str:
        return f"{self.style}.{self.function}: {self.kind} {self.place}"

    @property
    def root(self) -> str:
        """The function of the contract that the alteration belongs to."""
        ours = (*PARAMETERS, "contract")
        return self.function if self.function in ours else "minimax"

    def source(self) -> str:
        """Return the whole file, with the alteration."""
        text = read(self.style)
        if self.kind in WRAPPED:
            return text + wrapped(self.function, WRAPPED[self.kind][self.place])
        if self.kind == "signature":
            return text + resigned(self.function, SIGNATURES[self.place])
        if self.kind == "constant of the file":
            name, values = list(CONSTANTS.items())[self.place // 10]
            old = next(ln for ln in text.splitlines() if ln.startswith(f"{name} = "))
            return text.replace(old, f"{name} = {values[self.place % 10]}", 1)
        tree = ast.parse(text)
        for place, (_, kind, change) in enumerate(changes(tree, self.function)):
            if (place, kind) == (self.place, self.kind):
                change()
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


@cache
def read(style: str) -> str:
    return (ENGINES / f"{style}.py").read_text("utf-8")


def wrapped(name: str, body: str) -> str:
    """Return the source of a wrapper around a function of the file."""
    given = ", ".join(PARAMETERS[name])
    head = f"\n\nits_own = {name}\ncalls = []\n\n\ndef {name}({given}):\n    "
    return head + body.replace("{0}", given) + "\n"


def resigned(name: str, given: str) -> str:
    """Return a function with other parameters, that calls the file's own."""
    passed = "board, action" if name == "result" else "board"
    taken = {"": "", "*board": "*board"}.get(given, passed)
    return (
        f"\n\nits_own = {name}\n\n\ndef {name}({given}):\n    return its_own({taken})\n"
    )


# --- The places -------------------------------------------------------------


def mutants(seed: int = 0) -> list[Mutant]:
    """Return every mutant in a random order in which the kinds take turns."""
    kinds = defaultdict[str, list[Mutant]](list)
    for style in STYLES:
        for mutant in places(style):
            kinds[mutant.kind].append(mutant)
    for each in kinds.values():
        Random(seed).shuffle(each)
    turns = chain.from_iterable(zip_longest(*kinds.values()))
    return [mutant for mutant in turns if mutant]


def places(style: str) -> Iterator[Mutant]:
    """Yield everything that can be altered in an engine."""
    tree = ast.parse(read(style))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for place, (line, kind, _) in enumerate(changes(tree, node.name)):
                yield Mutant(style, node.name, kind, place, line)
    for name, given in PARAMETERS.items():
        for kind, bodies in WRAPPED.items():
            if given or kind != "changed board":
                for place in range(len(bodies)):
                    yield Mutant(style, name, kind, place, 0)
        for place in range(len(SIGNATURES) if given else 0):
            yield Mutant(style, name, "signature", place, 0)
    for number, values in enumerate(CONSTANTS.values()):
        for place in range(len(values)):
            yield Mutant(
                style, "contract", "constant of the file", 10 * number + place, 0
            )


Change = tuple[int, str, Callable[[], None]]  # the line, its kind, what alters it


def changes(tree: ast.Module, name: str) -> Iterator[Change]:
    """Yield the possible changes of one function, made when called."""
    (function,) = [n for n in tree.body if getattr(n, "name", "") == name]
    for node in ast.walk(function):
        line = getattr(node, "lineno", function.lineno)
        yield from ((line, *each) for each in at_node(node))


def at_node(node: ast.AST) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield what can be changed at one node."""

    def put(field: str, value: object) -> Callable[[], None]:
        return lambda: setattr(node, field, value)

    match node:
        case ast.Compare(ops=ops):
            for n, each in enumerate(ops):
                other = COMPARISONS[type(each)]()
                yield "comparison", put("ops", [*ops[:n], other, *ops[n + 1 :]])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            yield "operator", put("op", OPERATORS[type(op)]())
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "operator", put("operand", ast.UnaryOp(ast.USub(), operand))
        case ast.Constant(value=bool(value)):
            yield "constant", put("value", not value)
        case ast.Constant(value=None):
            yield "constant", put("value", 0)
        case ast.Constant(value=int(value)):
            yield "number", put("value", value + 1)
            yield "number", put("value", value - 1)
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield "name", put("id", NAMES[name])
        case ast.Return(value=ast.expr() as value):
            yield "answer", put("value", None)
            yield "answer", put("value", ast.UnaryOp(ast.Not(), value))
        case ast.Raise():
            for error in ERRORS:
                yield "what is raised", put("exc", ast.Name(error, ast.Load()))
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "test", put("test", ast.UnaryOp(ast.Not(), test))
            yield "test", put("test", ast.Constant(False))
            yield "test", put("test", ast.Constant(True))
        case ast.Break():
            return
    if isinstance(body := getattr(node, "body", None), list):
        for n in range(len(body)):
            less = [*body[:n], ast.Pass(), *body[n + 1 :]]
            yield "dropped statement", put("body", less)
        if isinstance(node, ast.For):
            yield "loop", put("body", [*body, ast.Break()])
            yield "loop", put("body", [*body, *body])
