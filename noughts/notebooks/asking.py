"""What of a notebook asks somebody: it calls `input`, or what it defines that does."""

import ast
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from noughts.contract import PARAMETERS

FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
DEFINITION = FUNCTION | ast.ClassDef
ASKS = ("input", "getpass", "stdin")
# What is in one of these, or after it, may never be run.
BRANCH = (
    *(ast.If, ast.IfExp, ast.BoolOp, ast.Match, ast.Try, ast.TryStar),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda),
)
# What has one of these methods is no thing of an own class, unless it is told.
PLAIN = {name for kind in (list, dict, set, str) for name in dir(kind)}
MADE = ("__init__", "__post_init__")  # what `Game()` calls
DEEPEST = 20  # classes, each made from the next

Method = tuple[str, str]  # its class, or one of the following, and its name
NONE = ""  # a function
ANY = "*"  # a method of any class
VALUE = "="  # what is no function: `ask = input`; as a name, what else is in a class


def asking(body: list[ast.stmt]) -> dict[ast.stmt, bool]:
    """
    Return the statements that ask, each with whether it does so in any case.

    Calls are followed by names. A method of something unknown may be that of any own
    class. A function that is handed on, or put into something, may be called there.
    """
    own, callers = OwnNames(body), defaultdict[object, list[tuple[object, bool]]](list)
    for method, functions in own.functions.items():
        home, name = method
        if home:
            callers[method].append(((ANY, name), len(own.homes[name]) == 1))
        for each in functions:
            for called, sure in own.calls_of(home, each):
                callers[called].append((method, sure and len(functions) == 1))
                if called[0] == NONE:
                    callers[VALUE, called[1]].append((method, False))
    for owner, part in own.parts:
        for called, sure in own.calls([part]):
            callers[called].append(((owner.name, VALUE), False))
            if sure:  # else it may be in a function
                callers[called].append((owner, True))
    for statement in body:
        if not isinstance(statement, DEFINITION):
            for called, sure in own.calls([statement]):
                callers[called].append((statement, sure))
            for name in _bound([statement]):
                callers[statement].append(((VALUE, name), False))
    found, surely = _reached(callers, {True, False}), _reached(callers, {True})
    return {each: each in surely for each in body if each in found}


def _reached(
    callers: dict[object, list[tuple[object, bool]]], ways: set[bool]
) -> set[object]:
    """Return what calls `input`, in these ways or through what does."""
    found = set[object]()
    todo = [each for name in ASKS for each in callers.get((NONE, name), [])]
    while todo:
        caller, sure = todo.pop()
        if sure in ways and caller not in found:
            found.add(caller)
            todo.extend(callers.get(caller, []))
    return found


class OwnNames:
    """The functions and the classes of a notebook."""

    def __init__(self, body: list[ast.stmt]) -> None:
        """Look at the statements at the top level."""
        self.bases = dict[str, str]()  # "" for none, or several
        self.functions = defaultdict[Method, list[FUNCTION]](list)
        self.homes = defaultdict[str, set[str]](set)  # the classes that have a method
        self.parts = list[tuple[ast.ClassDef, ast.stmt]]()  # what else is in one
        for node in body:
            if isinstance(node, FUNCTION) and node.name not in PARAMETERS:
                self.functions[NONE, node.name].append(node)
            if isinstance(node, ast.ClassDef):
                self._look_into(node)

    def _look_into(self, node: ast.ClassDef) -> None:
        match node.bases:
            case [ast.Name(id=base)] if self.bases.get(node.name, base) == base:
                self.bases[node.name] = base
            case _:
                self.bases[node.name] = ""
        for each in node.body:
            if isinstance(each, FUNCTION):
                self.functions[node.name, each.name].append(each)
                self.homes[each.name].add(node.name)
            else:
                self.parts.append((node, each))

    def calls_of(self, home: str, function: FUNCTION) -> Iterator[tuple[Method, bool]]:
        """Yield what a function calls, or a method of a class."""
        local = _bound([function.args, *function.body])
        return self.calls(function.body, local, home)

    def calls(
        self, body: Iterable[ast.AST], local: Container[str] = (), home: str = ""
    ) -> Iterator[tuple[Method, bool]]:
        """Yield what is called of the notebook's own, or `input`; whether surely."""
        for node, sure in _in_order(body):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name not in local:
                    yield (NONE, name), sure
                    yield (name, VALUE), sure
                    for each in MADE:
                        yield self._method(name, each), sure
                case ast.Call(func=ast.Attribute(value=value, attr=name)):
                    made = self._class_of(value, home)
                    yield self._method(made, name), sure
                    if made in ("", home) and name not in PLAIN:
                        yield (ANY, name), sure and not made
                case ast.Name(id=name, ctx=ast.Load()) if name not in local:
                    yield (NONE, name), False
                case ast.Attribute(attr=name) if name in ASKS:
                    yield (NONE, name), False

    def _class_of(self, value: ast.expr, home: str) -> str:
        """Return what own class a thing is, or is of, if it is told."""
        match value:
            case ast.Name(id="self" | "cls"):
                return home
            case ast.Call(func=ast.Name(id="super")):
                return self.bases.get(home, "")
            case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
                return name if name in self.bases else ""
        return ""

    def _method(self, made: str, name: str) -> Method:
        """Return the method of a class, or of the nearest one that it is made from."""
        for _ in range(DEEPEST):
            if (made, name) in self.functions or made not in self.bases:
                break
            made = self.bases[made]
        return made, name if made else ""


def _bound(body: Iterable[ast.AST]) -> set[str]:
    """Return the names that are bound there: of a function, its own."""
    bound, elsewhere = set[str](), set[str]()
    for node in (each for part in body for each in ast.walk(part)):
        match node:
            case ast.Global(names=names):
                elsewhere.update(names)
            case (
                ast.arg(arg=name)
                | ast.FunctionDef(name=name)
                | ast.Name(id=name, ctx=ast.Store())
            ):
                bound.add(name)
    return bound - elsewhere


def _in_order(body: Iterable[ast.AST]) -> Iterator[tuple[ast.AST, bool]]:
    """Yield all nodes as they are written, and whether they are run in any case."""
    todo, sure = [*body][::-1], True
    while todo:
        node = todo.pop()
        sure = sure and not isinstance(node, BRANCH)
        yield node, sure
        todo += [*ast.iter_child_nodes(node)][::-1]
