"""Where to look for mistakes: one function of the contract and what it calls."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Any

from noughts.checker.mistakes.patterns import (
    ONE,
    Bindings,
    find_bindings,
    parse,
    placeholder,
    text,
)
from noughts.game.contract import PARAMETERS

MOST_NODES = 10_000  # syntax nodes of a file; public files have 2,000
Match = tuple[ast.AST, Bindings]  # a node that matches a pattern, and how


class Scope:
    """The part of a file that belongs to one function of the contract."""

    def __init__(self, tree: ast.Module, function: str) -> None:
        size = sum(1 for _ in ast.walk(tree))
        own = own_functions(tree) if size <= MOST_NODES else {}
        called = {name: names_in(node) & own.keys() for name, node in own.items()}
        others = set(PARAMETERS) - {function}
        reached = reach([function] if function in own else [], called, others)
        self.functions = [own[name] for name in own if name in reached]
        self.own = [name for name in own if name not in PARAMETERS]
        self.recursive = {n for n in reached if n in reach(called[n], called, others)}
        nodes = [n for function in self.functions for n in ast.walk(function)]
        self.nodes = sorted(dict.fromkeys(nodes), key=position)
        self.add_nested()
        self.parents = {c: node for node in nodes for c in ast.iter_child_nodes(node)}

    def add_nested(self) -> None:
        """Add the functions inside functions to those of the file."""
        nested = {
            node.name: node
            for node in self.nodes
            if isinstance(node, ast.FunctionDef) and node not in self.functions
        }
        self.own += [name for name in nested if name not in self.own]
        called = {name: names_in(node) & nested.keys() for name, node in nested.items()}
        self.recursive |= {n for n in nested if n in reach(called[n], called, set())}

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the ancestors of a node, innermost first."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def function_of(self, node: ast.AST) -> ast.FunctionDef:
        """Return the innermost function around a node, or the node itself."""
        return next(
            each
            for each in (node, *self.ancestors(node))
            if isinstance(each, ast.FunctionDef)
        )

    def find(self, pattern: str, known: Bindings = {}) -> Iterator[Match]:  # noqa: B006
        """Yield the nodes that match a pattern, in the order of the source."""
        nodes, is_statement = parse(pattern)
        if len(nodes) > 1:
            return  # only what replaces a node can be several statements
        first, kind = nodes[0], ast.stmt if is_statement else ast.expr
        if placeholder(first, ONE):  # anything but the functions themselves
            nodes = [node for node in self.nodes if node not in self.functions]
        else:
            nodes = [node for node in self.nodes if type(node) is type(first)]
        for node in nodes:
            if isinstance(node, kind):
                for found in find_bindings(first, node, known):
                    yield node, found


def own_functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the functions and methods of a file that are not inside a function."""
    found, todo = dict[str, ast.FunctionDef](), [*tree.body]
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef | ast.If):
            todo += node.body
    return found


def reach(
    start: Sequence[str] | set[str], called: Mapping[str, set[str]], closed: set[str]
) -> set[str]:
    """Return the functions reachable by calls that do not pass through `closed`."""
    found, todo = set[str](), [*start]
    while todo:
        name = todo.pop()
        if name not in found | closed:
            found.add(name)
            todo += called[name]
    return found


def names_in(node: ast.AST) -> set[str]:
    """Return the names and attributes that are read in a node."""
    nodes = list(ast.walk(node))
    names = {each.id for each in nodes if isinstance(each, ast.Name)}
    return names | {each.attr for each in nodes if isinstance(each, ast.Attribute)}


def position(node: ast.AST) -> tuple[int, int]:
    """Return the line and the column of a node."""
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


# --- Kinds of code ----------------------------------------------------------

NODES: dict[str, type | UnionType] = {
    "name": ast.Name,
    "assignment": ast.Assign,
    "leaving": ast.Break | ast.Return,
    "compare or return": ast.Compare | ast.Return,
    "if": ast.If,
    "for": ast.For,
    "loop": ast.For | ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.Lambda,
}
TEXTS = {
    "number": r"-?(\d[\d.]*|(\w+\.)?inf|float\('.*'\))",
    "truthy": r"(?!(EMPTY|None|False|0|'')$)(\w+|'.*')",
    "empty": r"None|0|\[\]|\{\}|\(\)|set\(\)",
}


def parameters(scope: Scope, at: ast.AST) -> list[str]:
    """Return the parameters of the function around a node."""
    names = [each.arg for each in scope.function_of(at).args.args]
    return [name for name in names if name != "self"]


def other_parameters(scope: Scope, _: ast.AST) -> list[str]:
    """Return the parameters of all functions, without the first of each."""
    functions = (node for node in scope.nodes if isinstance(node, ast.FunctionDef))
    return [name.arg for function in functions for name in function.args.args[1:]]


def loop_variables(scope: Scope, at: ast.AST) -> list[str]:
    """Return the variables of the loops and lambdas around a node, innermost first."""
    found = list[str]()
    for node in (at, *scope.ancestors(at)):
        if isinstance(node, ast.Lambda):
            found += [each.arg for each in node.args.args]
        for loop in getattr(node, "generators", [node]):
            if isinstance(loop, ast.For | ast.comprehension):
                found.append(text(loop.target))
    return found


def assigned_names(scope: Scope, at: ast.AST) -> list[str]:
    """Return the names that the function around a node assigns, in order."""
    stored = (
        each.id
        for each in ast.walk(scope.function_of(at))
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
    return [*dict.fromkeys(stored)]


# Names of a kind at a node; all are tried if only the right code has the placeholder.
CHOICES: dict[str, Callable[[Scope, ast.AST], list[str]]] = {
    "board": lambda scope, at: parameters(scope, at)[:1],
    "parameter": other_parameters,
    "loop variable": loop_variables,
    "assigned": assigned_names,
    "own": lambda scope, _: scope.own,
    "recursive": lambda scope, _: [n for n in scope.own if n in scope.recursive],
}
KINDS = {*NODES, *TEXTS, *CHOICES, "uncalled", "not recursive"}


def is_kind(kind: str, node: Any, scope: Scope, at: ast.AST) -> bool:
    """Return whether the code of a placeholder is of a kind."""
    if kind in NODES:
        return isinstance(node, NODES[kind])
    if kind in TEXTS:
        return re.fullmatch(TEXTS[kind], text(node)) is not None
    if kind in ("own", "recursive"):  # also a method: `self.value`
        return text(node).rpartition(".")[2] in CHOICES[kind](scope, at)
    if kind in CHOICES:
        return text(node) in CHOICES[kind](scope, at)
    return is_uncalled(node, scope) if kind == "uncalled" else not scope.recursive


def is_uncalled(node: Any, scope: Scope) -> bool:
    """Return whether a function of one board is named but not called."""
    if not (isinstance(node, ast.Name) and PARAMETERS.get(node.id) == ("board",)):
        return False
    around = scope.parents.get(node)
    return isinstance(node.ctx, ast.Load) and not isinstance(
        around, ast.Call | ast.keyword | ast.Dict | ast.Tuple | ast.List
    )
