"""Where patterns are searched: one function of the contract and what it calls."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from noughts.contract import PARAMETERS
from noughts.mistakes import patterns
from noughts.mistakes.patterns import Bindings, Pattern, parse, text

MOST_NODES = 10_000  # syntax nodes of a file; public files have 2,000
Match = tuple[list[ast.AST], Bindings]  # nodes that match a pattern, and how
CONTEXT = ("board", "action")  # placeholders that the surroundings define


class Scope:
    """The part of a file that belongs to one function of the contract."""

    def __init__(self, tree: ast.Module, function: str) -> None:
        size = sum(1 for _ in ast.walk(tree))
        own = own_functions(tree) if size <= MOST_NODES else {}
        called = {name: names_in(node) & own.keys() for name, node in own.items()}
        others = set(PARAMETERS) - {function}
        reached = reach([function] if function in own else [], called, others)
        self.functions = [own[name] for name in own if name in reached]
        self.names = [*own]
        self.recursive = {n for n in reached if n in reach(called[n], called, others)}
        self.searching = [  # also functions that are never called
            name
            for name in own
            if name not in PARAMETERS
            and self.recursive & reach(called[name], called, others)
        ]
        self.parents = {
            child: node
            for function in self.functions
            for node in ast.walk(function)
            for child in ast.iter_child_nodes(node)
        }
        nodes = [n for function in self.functions for n in ast.walk(function)]
        self.nodes = sorted(dict.fromkeys(nodes), key=position)
        self._context = dict[ast.AST, Bindings]()

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

    def context(self, node: ast.AST) -> Bindings:
        """Return the bindings of `$board` and `$action` at a node."""
        if node not in self._context:
            names = [a.arg for a in self.function_of(node).args.args if a.arg != "self"]
            found: dict[str, Any] = {"board": ast.Name(names[0])} if names else {}
            loops = map(loop_target, (node, *self.ancestors(node)))
            if target := next(filter(None, loops), ""):
                found["action"] = ast.parse(target, mode="eval").body
            self._context[node] = found
        return self._context[node]

    def find(self, pattern: Pattern) -> Iterator[Match]:
        """Yield the nodes that match a pattern, in the order of the source."""
        first = pattern.nodes[0]
        anything = patterns.placeholder(first, patterns.ONE)
        for node in self.nodes:
            if not pattern.is_statement:
                if isinstance(node, ast.expr) and (
                    anything or type(node) is type(first)
                ):
                    for known in patterns.find_bindings(
                        first, node, self.context(node)
                    ):
                        yield [node], known
            elif isinstance(first, ast.FunctionDef) and node in self.functions:
                for known in patterns.find_bindings(first, node, self.context(node)):
                    yield [node], known
            else:
                for name in ("body", "orelse"):
                    row = getattr(node, name, None)
                    if isinstance(row, list) and row:
                        yield from self.find_in_row(pattern, row)

    def find_in_row(self, pattern: Pattern, row: list[ast.AST]) -> Iterator[Match]:
        """Yield the statements that match: each, or the whole row for several."""
        whole = len(pattern.nodes) > 1
        for some in [row] if whole else [[each] for each in row]:
            for known in patterns.match_row(pattern.nodes, some, self.context(some[0])):
                yield some, known

    def contains(self, pattern: str, known: Bindings = {}) -> bool:  # noqa: B006
        """Return whether a pattern matches anywhere, with these bindings."""
        bound = {name: known[name] for name in known if name not in CONTEXT}
        return any(
            all(text(found[n]) == text(bound[n]) for n in bound if n in found)
            for _, found in self.find(parse(pattern))
        )


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


def loop_target(node: ast.AST) -> str:
    """Return the variable of a loop, a comprehension or a lambda, as text."""
    match node:
        case ast.For(target=target):
            return ast.unparse(target)
        case ast.Lambda(args=ast.arguments(args=[argument])):
            return argument.arg
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return ast.unparse(node.generators[0].target)
    return ""


# --- Kinds of placeholders, and of surroundings -----------------------------


def is_number(node: Any) -> bool:
    """Return whether an expression is a number, or infinity."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return is_number(inner)
        case ast.Constant(value=int() | float()):
            return True
        case ast.Attribute(attr="inf") | ast.Name(id="inf"):
            return True
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()]):
            return True
    return False


def is_uncalled(node: Any, scope: Scope) -> bool:
    """Return whether a function of one board is named but not called."""
    if not (isinstance(node, ast.Name) and PARAMETERS.get(node.id) == ("board",)):
        return False
    around = scope.parents.get(node)
    return isinstance(node.ctx, ast.Load) and not isinstance(
        around, ast.Call | ast.keyword | ast.Dict | ast.Tuple | ast.List
    )


def is_own(node: Any, scope: Scope) -> bool:
    """Return whether a name is a function that the contract does not ask for."""
    return text(node) in scope.names and text(node) not in PARAMETERS


def is_parameter(node: Any, scope: Scope) -> bool:
    """Return whether a name is a parameter, other than the board."""
    return isinstance(node, ast.Name) and any(
        node.id == argument.arg
        for function in scope.nodes
        if isinstance(function, ast.FunctionDef)
        for argument in function.args.args[1:]
    )


Kind = Callable[[Any, Scope], bool]
KINDS: dict[str, Kind] = {
    "name": lambda node, _: isinstance(node, ast.Name),
    "number": lambda node, _: is_number(node),
    "truthy": lambda node, _: (
        isinstance(node, ast.Name | ast.Constant)
        and text(node) not in ("EMPTY", "None", "False", "0", "''")
    ),
    "empty": lambda node, _: text(node) in ("None", "[]", "{}", "set()", "0", "()"),
    "uncalled": is_uncalled,
    "own": is_own,
    "recursive": lambda node, scope: (
        is_own(node, scope) and text(node) in scope.recursive
    ),
    "not recursive": lambda _, scope: not scope.recursive,
    "parameter": is_parameter,
    "assignment": lambda node, _: isinstance(node, ast.Assign),
    "leaving": lambda node, _: isinstance(node, ast.Break | ast.Return),
    "compare or return": lambda node, _: isinstance(node, ast.Compare | ast.Return),
    "if": lambda node, _: isinstance(node, ast.If),
    "for": lambda node, _: isinstance(node, ast.For),
    "loop": lambda node, _: bool(loop_target(node)),
}


def search_functions(scope: Scope, _: ast.AST) -> list[ast.expr]:
    """Return the functions that lead to one that calls itself."""
    return [ast.Name(name) for name in scope.searching]


def assigned_names(scope: Scope, node: ast.AST) -> list[ast.expr]:
    """Return the names that a function assigns, in order."""
    stored = (
        each.id
        for each in ast.walk(scope.function_of(node))
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
    return [ast.Name(name) for name in dict.fromkeys(stored)]


CHOICES: dict[str, Callable[[Scope, ast.AST], list[ast.expr]]] = {
    "searching": search_functions,
    "assigned": assigned_names,
}
