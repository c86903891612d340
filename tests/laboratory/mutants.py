"""Mutants: correct engines, each altered in one place; many by the catalogue."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from noughts.checker.mistakes.catalogue import Mistake, catalogue
from noughts.checker.mistakes.made import make_mistakes
from noughts.game.contract import PARAMETERS

ENGINES = Path(__file__).parents[1] / "golden" / "records" / "mutants"
STYLES = ("plain", "alpha_beta", "remembering")
ERRORS = ["SystemExit", "KeyboardInterrupt", "NotImplementedError", "StopIteration"]

# Correct code and what replaces it, besides the mistakes in the catalogue.
ALTERATIONS = {
    "comparison": [
        ("$a == $b", "$a != $b"),
        ("$a != $b", "$a == $b"),
        ("$a < $b", "$a <= $b"),
        ("$a > $b", "$a >= $b"),
        ("$a >= $b", "$a > $b"),
        ("$a <= $b", "$a < $b"),
        ("$a in $b", "$a not in $b"),
        ("$a not in $b", "$a in $b"),
        ("$a is $b", "$a is not $b"),
        ("$a is not $b", "$a is $b"),
    ],
    "operator": [
        ("$a + $b", "$a - $b"),
        ("$a - $b", "$a + $b"),
        ("$a % $b", "$a // $b"),
        ("-$a", "- -$a"),
        ("$a and $*b", "$a or $*b"),
        ("$a or $*b", "$a and $*b"),
    ],
    "constant": [("True", "False"), ("False", "True"), ("None", "0")],
    "number": [("0", "1"), ("1", "0"), ("1", "2"), ("2", "1"), ("2", "3"), ("3", "2")],
    "name": [("X", "O"), ("O", "X"), ("max", "min"), ("min", "max"), ("alpha", "beta")],
    "answer": [("return $v", "return"), ("return $v", "return not $v")],
    "exception": [("raise $e", f"raise {error}") for error in ERRORS],
    "test": [
        ("if $t:\n    $*b", "if not $t:\n    $*b"),
        ("if $t:\n    $*b", "if False:\n    $*b"),
        ("if $t:\n    $*b", "if True:\n    $*b"),
    ],
    "loop": [
        ("for $x in $it:\n    $*b", "for $x in $it:\n    $*b\n    break"),
        ("for $x in $it:\n    $*b", "for $x in $it:\n    $*b\n    $*b"),
    ],
    "dropped statement": [("$s;", "pass")],
}
# Bodies of a function that calls the engine's own, `its_own(...)`.
WRAPPERS = {
    "type returned": [
        *(f"return {kind}(its_own(...))" for kind in ("list", "tuple", "str", "bool")),
        *("return float(its_own(...))", "return iter(its_own(...))"),
        *("return [its_own(...)]", "return lambda: its_own(...)", "its_own(...)"),
    ],
    "exception": [
        f"try:\n        return its_own(...)\n    except Exception:\n"
        f"        raise {error} from None"
        for error in [*ERRORS, "type('Odd', (BaseException,), {})"]
    ],
    "state": [
        "calls.append(1)\n    if len(calls) == 3:\n        raise KeyError(3)\n"
        "    return its_own(...)",
        "calls.append(1)\n    return its_own(...) if len(calls) > 1 else None",
        "calls.append(1)\n    return its_own(...) if len(calls) < 200 else None",
        "if not calls:\n        calls.append(its_own(...))\n    return calls[0]",
        "calls.append(its_own(...))\n    return calls[-1]",  # harmless
    ],
    "changed board": [
        "answer = its_own(...)\n    board[1].reverse()\n    return answer",
        "board[0] = list(board[0])\n    return its_own(...)",
        "board.append(board.pop())\n    return its_own(...)",  # harmless
        "try:\n        return its_own(...)\n    finally:\n        board[2][2] = None",
    ],
    "hostile object": [
        *("return ([1], 2)", "return float('nan')", "return 10 ** 5000"),
        "return type('Same', (), {'__eq__': lambda *_: True, '__hash__': id})()",
        *("return [0] * 10_000", "return print", "return '|\\n!'"),
        *("return (n for n in ())", "return {(0, n): {} for n in range(20)}"),
    ],
}
SIGNATURES = {"": "", "board, more": "", "*board": "*board", "board, /": "board"}
CONSTANTS = {
    "X": ['"x"', "1", "True", "[]"],
    "O": ['"0"', '"o"', "-1", "None"],
    "EMPTY": ['""', '" "', "0", "False", '"X"'],
}


class Mutant(NamedTuple):
    """An engine with one alteration."""

    style: str
    root: str  # the altered function of the contract, or "contract" for constants
    kind: str
    number: int
    source: str

    def __str__(self) -> str:
        return f"{self.style}.{self.root}: {self.kind} {self.number}"


def read(style: str) -> str:
    """Return the source of a correct engine."""
    return (ENGINES / f"{style}.py").read_text("utf-8")


def wrapped(name: str, body: str, parameters: str | None = None) -> str:
    """Return the source of a function that replaces one of the engine and calls it."""
    given = ", ".join(PARAMETERS[name])
    head = f"\n\nits_own = {name}\ncalls = []\n\n\ndef {name}("
    taken = given if parameters is None else parameters
    return f"{head}{taken}):\n    {body.replace('...', given)}\n"


@cache
def mutants(seed: int = 0) -> list[Mutant]:
    """Return every mutant in a random order in which the kinds take turns."""
    kinds = defaultdict[str, list[Mutant]](list)
    for style in STYLES:
        for number, (root, kind, source) in enumerate(alter(read(style))):
            kinds[kind].append(Mutant(style, root, kind, number, source))
    for each in kinds.values():
        Random(seed).shuffle(each)
    turns = chain.from_iterable(zip_longest(*kinds.values()))
    return [mutant for mutant in turns if mutant]


def alter(source: str) -> Iterator[tuple[str, str, str]]:
    """Yield the altered function, the kind of alteration and the altered source."""
    tree = ast.parse(source)
    for row in catalogue().values():
        for made in make_mistakes(tree, row):
            yield made.function, "mistake", made.source
    for kind, pairs in ALTERATIONS.items():
        for made in make_mistakes(tree, Mistake(kind, (*PARAMETERS,), make=pairs)):
            yield made.function, kind, made.source
    for name, given in PARAMETERS.items():
        for kind, bodies in WRAPPERS.items():
            for body in bodies if given or kind != "changed board" else ():
                yield name, kind, source + wrapped(name, body)
        for parameters, passed in SIGNATURES.items() if given else ():
            body = f"return its_own({passed or ', '.join(given)})"
            yield name, "signature", source + wrapped(name, body, parameters)
    for name, values in CONSTANTS.items():
        old = next(line for line in source.split("\n") if line.startswith(f"{name} = "))
        for value in values:
            altered = source.replace(old, f"{name} = {value}", 1)
            yield "contract", "constant of the file", altered
