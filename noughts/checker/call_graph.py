"""Where the names of a file lead: through functions, classes, tables, other names."""

import ast
import builtins
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from noughts.checker.name_scopes import NameKey, NameScopes
from noughts.checker.source_text import defined, foreign
from noughts.contract import PARAMETERS

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BY_TEXT = frozenset(
    {"__import__", "eval", "exec", "getattr", "globals", "locals", "vars"}
)  # what finds a function by its name as a text
MANY = 50  # calls of one function, each for another thing: they are for all


class Leads(NamedTuple):
    """To which names of a file some names lead, and whether that may be all."""

    names: set[str]
    unclear: bool  # an import, or a call of what is chosen on the spot, is among them


class CallGraph:
    """
    The names at the top of a file, and what each mentions; made once, asked often.

    A class leads to all that it mentions, and so does whatever a name is assigned.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.functions, self.meanings = defined(tree), bound(tree)
        self._scopes = NameScopes(tree)
        self._variables = set(self._varying())
        self._mentioned = dict[ast.stmt, Leads]()
        self._leads = dict[str, Leads]()
        self._called = dict[str, defaultdict[str, set[tuple[str, ...]]]]()

    def leads(self, start: str) -> Leads:
        """Return where a function leads, itself included; nowhere if it is missing."""
        if start not in self._leads:  # it is asked hundreds of times
            known = [start] if start in self.functions else []
            self._leads[start] = self._follow(known)
        return self._leads[start]

    def calls_itself(self, name: str) -> bool:
        """Return whether the calls of a function lead back to it."""
        function = self.functions.get(name)
        if function is None:
            return False
        return name in self._follow(self._mentions(function).names).names

    def shared(self, one: str, other: str) -> set[str]:
        """
        Return what two functions of the contract both rest on, and is the file's own.

        A function, a class or a table: not a number or a mark, which has no fault. Nor
        what the other rests on only by calling the first.
        """
        without = self._follow([other], {one}).names - set(PARAMETERS)
        return self._with_faults(self.leads(one).names & without)

    def tables(self, one: str, other: str) -> set[str]:
        """Return the tables that one function names by itself, and another rests on."""
        both = self.own(one).names & self.leads(other).names
        return self._with_faults(both - self.functions.keys())

    def _with_faults(self, names: Iterable[str]) -> set[str]:
        """Return the names that can have a fault: a number or a mark has none."""
        is_plain, meanings = cache(_is_plain), self.meanings
        own = {name for name in names if name in meanings}
        return {name for name in own if not all(map(is_plain, meanings[name]))}

    def users(self, nodes: Container[ast.AST]) -> list[str]:
        """
        Return the functions of the contract that may rest on some nodes by themselves.

        Not those that only call another which does.
        """

        @cache  # one statement may give many names their meaning
        def is_touched(statement: ast.stmt) -> bool:
            return any(node in nodes for node in ast.walk(statement))

        meanings = self.meanings
        touched = {name for name in meanings if any(map(is_touched, meanings[name]))}
        own = {name: self.own(name) for name in PARAMETERS if name in self.functions}
        return [name for name in own if own[name].unclear or own[name].names & touched]

    def own(self, name: str) -> Leads:
        """Return where a function of the contract leads, but not through others."""
        return self._follow([name], set(PARAMETERS) - {name})

    def asks_as(self, one: str, other: str, name: str) -> bool:
        """
        Return whether one function asks a third for all for which another asks it.

        `won(board, X)` is not `won(board, O)`; what `won(board, mark)` stands for may
        be both, and takes two calls of which each is for another thing.
        """
        if name not in self.functions:
            return True
        asked, wanted = self._calls(one).get(name), self._calls(other).get(name)
        if not asked or not wanted or len(asked) > MANY:
            return True
        return all(_covers(asked, call) for call in wanted)

    def _calls(self, start: str) -> dict[str, set[tuple[str, ...]]]:
        """Return with what names of the file, and constants, one calls each other."""
        if start not in self._called:
            found = self._called[start] = defaultdict(set)
            names = self.own(start).names & self.meanings.keys()
            for statement in {each for name in names for each in self.meanings[name]}:
                inner = isinstance(statement, DEFINITIONS)
                hidden = {*_variables(statement)} if inner else set[str]()
                for node in ast.walk(statement):
                    match node:
                        case ast.Call(func=ast.Name(id=name), args=args):
                            meant = (self._meant(each, hidden) for each in args)
                            found[name].add(tuple(meant))
        return self._called[start]

    def _meant(self, node: ast.expr, hidden: Container[str]) -> str:
        """Return what is handed over; "" where it may be anything."""
        match node:
            case ast.Name(id=name) if name in self.meanings and name not in hidden:
                return name
            case ast.Constant(value="X" | "O" as mark):
                return mark
            case ast.Constant(value=int(number)):
                return hex(number)  # Python refuses to write thousands of digits
            case ast.Constant(value=value):
                return repr(value)
        return ""

    def _follow(self, start: Iterable[str], closed: Container[str] = ()) -> Leads:
        """Return where names lead; each statement is looked at once."""
        found, looked, todo = set[str](), set[ast.stmt](), [*start]
        unclear = False
        while todo:
            name = todo.pop()
            if name in found or name in closed:
                continue
            if not (name in PARAMETERS or name in self.meanings):
                continue
            found.add(name)
            for statement in self.meanings.get(name, ()):
                if statement not in looked:
                    looked.add(statement)
                    mentioned = self._mentions(statement)
                    unclear = unclear or mentioned.unclear
                    todo += mentioned.names
        return Leads(found, unclear)

    def _mentions(self, statement: ast.stmt) -> Leads:
        if statement not in self._mentioned:
            nodes = list(ast.walk(statement))
            names = {n.id for n in nodes if isinstance(n, ast.Name) and self._is_top(n)}
            unclear = any(
                _hides(n, self.meanings) or self._calls_variable(n) for n in nodes
            )
            self._mentioned[statement] = Leads(names, unclear)
        return self._mentioned[statement]

    def _is_top(self, name: ast.Name) -> bool:
        """Return whether a name is the file's, not a function's: `result = ...`."""
        return self._scopes.key(name)[0] is self._scopes.tree

    def _varying(self) -> Iterator[NameKey]:
        """Yield the variables of functions, and what one makes `global`."""
        for node, scope in self._scopes.scope.items():
            key = (scope, node.arg) if isinstance(node, ast.arg) else None
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                key = self._scopes.key(node)
            if key and (key[0] is not self._scopes.tree or key[1] not in self.meanings):
                yield key

    def _calls_variable(self, node: ast.AST) -> bool:
        """Return whether what a variable stands for is called: `rule(board)`."""
        match node:
            case ast.Call(func=ast.Name(id=name) as called):
                python = hasattr(builtins, name)  # `set = set()`
                return self._scopes.key(called) in self._variables and not python
        return False


def _covers(asked: Iterable[tuple[str, ...]], wanted: tuple[str, ...]) -> bool:
    """Return whether some calls ask for all for which another does."""
    pairs = [
        [*zip(each, wanted, strict=True)] for each in asked if len(each) == len(wanted)
    ]
    alike = [each for each in pairs if all(a == b or not (a and b) for a, b in each)]
    return len(alike) > 1 or any(all(a in ("", b) for a, b in each) for each in alike)


def bound(tree: ast.Module) -> dict[str, list[ast.stmt]]:
    """Return the statements at the top of a file that give each name its meaning."""
    found = dict[str, list[ast.stmt]]()
    for node in tree.body:
        if isinstance(node, DEFINITIONS):
            found[node.name] = [node]
            continue
        for inner in ast.walk(node):
            match inner:
                case ast.Name(id=name, ctx=ast.Store()) | ast.alias(asname=str(name)):
                    found.setdefault(name, []).append(node)
                case ast.alias(name=name):
                    found.setdefault(name.partition(".")[0], []).append(node)
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
                    found.setdefault(name, []).append(node)
                case _ if isinstance(inner, DEFINITIONS):
                    found.setdefault(inner.name, []).append(node)
    return found


def _variables(tree: ast.AST) -> Iterator[str]:
    """Yield the names that are given, or assigned, anywhere."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def _hides(node: ast.AST, meanings: Container[str]) -> bool:
    """Return whether nobody can tell by the text what a node leads to."""
    match node:
        case ast.Import() | ast.ImportFrom():
            return bool(foreign(node))
        case ast.Name(id=name):
            return name in BY_TEXT and name not in meanings
        case ast.Call(func=called):  # `RULES["over"](board)`
            return not isinstance(called, ast.Name | ast.Attribute)
    return False


def _is_plain(node: ast.stmt) -> bool:
    """Return whether a statement gives a name no more than a mark, or Python's own."""
    match node:
        case ast.Assign(targets=[ast.Tuple()], value=ast.Tuple(elts=values)):
            return all(isinstance(value, ast.Constant) for value in values)
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            return isinstance(value, ast.Constant)
        case ast.Import() | ast.ImportFrom():
            return not foreign(node)
    return False
