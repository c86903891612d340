"""
Which functions of a file return nothing that can be changed.

What a cached function returns is handed to everybody who asks the same, so that a list
is a table there. What is returned is followed back to what it is made of, by a few ways
that are listed here; where it comes by any other way, it counts as a list. A list to
which a function gives a name is not followed: something could be put in by that name.
"""

import ast
from collections.abc import Iterable, Mapping, Set
from typing import TypeVar

from noughts.checker.name_scopes import NameKey, NameScopes

# fmt: off
NUMBERS = frozenset({
    "abs", "all", "any", "bool", "divmod", "float", "frozenset", "int", "isinstance",
    "len", "pow", "range", "repr", "round", "str",
})
# fmt: on
ROWS = frozenset({"enumerate", "list", "reversed", "sorted", "zip"})
MOST = 10_000  # parts that are looked at; of 249 files with a cache none has 50

Needed = TypeVar("Needed")
Made = ast.AST | NameKey  # a loop, or an assignment: each thing that is in its value
MadeOf = Iterable[Made] | None  # None: of what, nobody knows


class FixedAnswers:
    """What functions of a file return, followed back to where it comes from."""

    def __init__(self, names: NameScopes, cached: Iterable[ast.FunctionDef]) -> None:
        self.names, self.cached = names, {*cached}
        self._returned = dict[ast.AST, list[ast.expr]]()
        self._given = dict[NameKey, list[ast.AST]]()
        self._generators = set[ast.AST]()
        for node, scope in names.scope.items() if self.cached else ():
            self._note(node, scope)

    def changeable(self) -> set[ast.FunctionDef]:
        """Return the cached functions whose answers somebody may change."""
        todo: list[Made] = [*self.cached]
        needs = dict[Made, set[Made]]()
        while todo:
            made = todo.pop()
            if made not in needs and (parts := self._parts(made)) is not None:
                needs[made] = {*parts}
                todo += needs[made]
            if len(needs) > MOST:
                return self.cached
        return self.cached - grounded(needs).keys()

    def _note(self, node: ast.AST, scope: ast.AST) -> None:
        """Note what is returned, and of what names are made."""
        match node:
            case ast.Return(value=ast.expr() as value):
                self._returned.setdefault(scope, []).append(value)
            case ast.Yield() | ast.YieldFrom():
                self._generators.add(scope)
            case ast.arg(arg=name) if scope in self.cached:
                self._hold((scope, name), node)
            case ast.alias() if scope is self.names.tree:
                self._hold((scope, node.asname or node.name), node)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._give(target, value)
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.AugAssign(target=target, value=value)
                | ast.NamedExpr(target=target, value=value)
            ):
                self._give(target, value)
            case ast.For(target=target) | ast.comprehension(target=target):
                self._give(target, node)

    def _give(self, target: ast.expr, made: ast.AST) -> None:
        match target:
            case ast.Name():
                self._hold(self.names.key(target), made)
            case ast.Tuple(elts=targets):
                for each in targets:
                    self._give(each, made)

    def _hold(self, key: NameKey, made: ast.AST) -> None:
        self._given.setdefault(key, []).append(made)

    def _parts(self, made: Made) -> MadeOf:
        """Return of what something is made; it is fixed if all of that is."""
        match made:
            case ast.Constant() | ast.JoinedStr() | ast.Compare() | ast.alias():
                return []
            case ast.UnaryOp(op=ast.Not()) | ast.Attribute(value=ast.Name(id="math")):
                return []
            case ast.arg():
                return []  # what a cached function is given can be a key
            case ast.FunctionDef():
                return self._returned.get(made, []) if self._is_known(made) else None
            case ast.Name():
                return [self.names.key(made)]
            case _, str(name):
                given = self._given.get(made, [])
                all_of_it = self.names.bound[made] == len(given)
                return given if all_of_it and name not in self.names.shared else None
            case ast.Call(func=ast.Name() as func):
                own = self.names.functions.get(self.names.key(func))
                return [own] if own else self._told_by_built_in(made, func)
            case ast.UnaryOp(operand=value) | ast.NamedExpr(value=value):
                return [value]
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                return [one, other]
            case ast.BoolOp(values=values):
                return values
            case ast.Subscript(value=value, slice=ast.Slice()):
                return [value]
            case ast.Tuple():
                return self._rows(made)
            case (
                ast.Subscript(value=rows)
                | ast.For(iter=rows)
                | ast.comprehension(iter=rows)
                | ast.Assign(value=rows)
                | ast.AnnAssign(value=ast.expr() as rows)
            ):
                return self._rows(rows)
        return None

    def _is_known(self, function: ast.FunctionDef) -> bool:
        """Return whether a name stands for this alone, and it returns as written."""
        name = function.name
        once = self.names.bound[self.names.scope[function], name] == 1
        bare = function in self.cached or not function.decorator_list
        known = once and bare and function not in self._generators
        return known and name not in self.names.shared

    def _told_by_built_in(self, call: ast.Call, func: ast.Name) -> MadeOf:
        """Return of what the answer of a built-in function is made."""
        more = [each.value for each in call.keywords if each.arg != "key"]
        match func.id, call.args:
            case _ if self.names.bound[self.names.key(func)]:
                return None
            case name, _ if name in NUMBERS:
                return []
            case "sum", [rows] if not more and not isinstance(rows, ast.Starred):
                return []
            case "tuple" | "max" | "min", [rows]:
                return [*more, *self._rows(rows)]
            case "max" | "min", several:
                return [*more, *self._in_row(several)]
        return None

    def _rows(self, node: ast.expr) -> list[Made]:
        """Return of what all is made that is in something."""
        match node:
            case ast.Set() | ast.SetComp():
                return []  # what is in a set can be a key
            case ast.List(elts=values) | ast.Tuple(elts=values):
                return self._in_row(values)
            case ast.Dict(values=values):
                return [*values]
            case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value):
                return [value]
            case ast.DictComp(value=value):
                return [value]
            case ast.Starred(value=rows):
                return self._rows(rows)
            case ast.Name() if self._is_table(key := self.names.key(node)):
                return [self.names.parent[self._given[key][0]]]
            case ast.Call(func=ast.Name(id=name) as func, args=values):
                if name in ROWS and not self.names.bound[self.names.key(func)]:
                    return [part for each in values for part in self._rows(each)]
        return [node]

    def _in_row(self, values: Iterable[ast.expr]) -> list[Made]:
        row = list[Made]()
        for each in values:
            row += self._rows(each) if isinstance(each, ast.Starred) else [each]
        return row

    def _is_table(self, key: NameKey) -> bool:
        """Return whether a name is bound once, at the top: who changes it is seen."""
        given = self._given.get(key, [])
        once = self.names.bound[key] == len(given) == 1
        return once and key[0] is self.names.tree and isinstance(given[0], ast.expr)


def grounded(needs: Mapping[Needed, Set[Needed]]) -> dict[Needed, Set[Needed]]:
    """Return what needs only such things as need, in turn, only what is among them."""
    left, needed_by = dict(needs), dict[Needed, list[Needed]]()
    for name, others in needs.items():
        for other in others:
            needed_by.setdefault(other, []).append(name)
    lacking = list(needed_by.keys() - needs.keys())
    while lacking:
        for name in needed_by.get(lacking.pop(), ()):
            if left.pop(name, None) is not None:
                lacking.append(name)
    return left
