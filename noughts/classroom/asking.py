"""What of a notebook asks somebody: it calls `input`, or what it defines that does."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator

from noughts.contract import PARAMETERS

FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
DEFINITION = FUNCTION | ast.ClassDef
# What is in one of these, or after it, may never be run.
BRANCH = (
    *(ast.If, ast.IfExp, ast.BoolOp, ast.Match, ast.Try, ast.TryStar),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda),
)
DEEPEST = 20  # classes, each made from the next

Method = tuple[str, str]  # its class, "" for a function, and its name
Kinds = dict[str, str]  # "Game" for `game = Game()`; "" for what is not that alone


def asking(body: list[ast.stmt]) -> dict[ast.stmt, bool]:
    """
    Return the statements that ask, each with whether it does so in any case.

    Calls are followed by what a name stands for: a function, a class by its own
    `__init__` or its base's, a method of what is made by one own class alone. Another
    method of the same name, such as a list's, says nothing.
    """
    own, callers = OwnNames(body), defaultdict[object, list[tuple[object, bool]]](list)
    for method, functions in own.functions.items():
        for each in functions:
            for called, sure in own.calls_of(method[0], each):
                callers[called].append((method, sure and len(functions) == 1))
    for statement in body:
        if not isinstance(statement, DEFINITION):
            for called, sure in own.calls([statement]):
                callers[called].append((statement, sure))
    found, surely = _reached(callers, {True, False}), _reached(callers, {True})
    return {each: each in surely for each in body if each in found}


def _reached(
    callers: dict[object, list[tuple[object, bool]]], ways: set[bool]
) -> set[object]:
    """Return what calls `input`, in these ways or through what does."""
    found, todo = set[object](), [*callers.get(("", "input"), [])]
    while todo:
        caller, sure = todo.pop()
        if sure in ways and caller not in found:
            found.add(caller)
            todo.extend(callers.get(caller, []))
    return found


class OwnNames:
    """The functions and the classes of a notebook, and what its names are made by."""

    def __init__(self, body: list[ast.stmt]) -> None:
        """Look at the statements at the top level."""
        self.bases = dict[str, str]()  # "" for none, or several
        self.functions = defaultdict[Method, list[FUNCTION]](list)
        self.kinds = _kinds(node for node in body if not isinstance(node, DEFINITION))
        for node in body:
            if isinstance(node, FUNCTION) and node.name not in PARAMETERS:
                self.functions["", node.name].append(node)
            if isinstance(node, ast.ClassDef):
                base = node.bases[0] if len(node.bases) == 1 else None
                _note(
                    self.bases, node.name, base.id if isinstance(base, ast.Name) else ""
                )
                for each in node.body:
                    if isinstance(each, FUNCTION):
                        self.functions[node.name, each.name].append(each)
            if isinstance(node, DEFINITION):
                for name in (node.name, *_global(node)):
                    self.kinds[name] = ""

    def calls_of(self, home: str, function: FUNCTION) -> Iterator[tuple[Method, bool]]:
        """Yield what a function calls, or a method of a class."""
        kinds, first = _kinds(function.body), function.args.args[:1]
        for each in ast.walk(function.args):
            if isinstance(each, ast.arg):
                _note(kinds, each.arg, home if each in first else "")
        for name in _global(function):
            kinds.pop(name, None)
        return self.calls(function.body, kinds, home)

    def calls(
        self, body: Iterable[ast.AST], kinds: Kinds | None = None, home: str = ""
    ) -> Iterator[tuple[Method, bool]]:
        """Yield what is called of the notebook's own, or `input`; whether surely."""
        kinds = kinds or {}
        for node, sure in _in_order(body):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name not in kinds:
                    yield ("", name), sure
                    yield self._method(name, "__init__"), sure
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                    made = kinds.get(name, self.kinds.get(name, ""))
                    yield self._method(made, method), sure
                case ast.Call(
                    func=ast.Attribute(
                        value=ast.Call(func=ast.Name(id=name)), attr=method
                    )
                ):
                    made = self.bases.get(home, "") if name == "super" else name
                    yield self._method(made, method), sure

    def _method(self, made: str, name: str) -> Method:
        """Return the method of a class, or of the nearest one that it is made from."""
        for _ in range(DEEPEST):
            if (made, name) in self.functions or made not in self.bases:
                break
            made = self.bases[made]
        return made, name if made else ""


def _global(tree: ast.AST) -> set[str]:
    """Return the names that functions bind at the top level."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Global))
    return {name for node in nodes for name in node.names}


def _note(kinds: Kinds, name: str, made: str) -> None:
    kinds[name] = made if kinds.get(name, made) == made else ""


def _kinds(body: Iterable[ast.AST]) -> Kinds:
    """Return what makes each name that is bound."""
    kinds, made = Kinds(), set[ast.AST]()
    for node in (each for part in body for each in ast.walk(part)):
        match node:
            case ast.Assign(targets=targets, value=ast.Call(func=ast.Name(id=kind))):
                for target in targets:
                    if isinstance(target, ast.Name):
                        made.add(target)
                        _note(kinds, target.id, kind)
            case (
                ast.arg(arg=name)
                | ast.alias(asname=str(name))
                | ast.alias(asname=None, name=name)
                | ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.Name(id=name, ctx=ast.Store())
            ) if node not in made:
                kinds[name] = ""
    return kinds


def _in_order(body: Iterable[ast.AST]) -> Iterator[tuple[ast.AST, bool]]:
    """Yield all nodes as they are written, and whether they are run in any case."""
    todo, sure = [*body][::-1], True
    while todo:
        node = todo.pop()
        sure = sure and not isinstance(node, BRANCH)
        yield node, sure
        todo += [*ast.iter_child_nodes(node)][::-1]
