"""
Which functions of a file return nothing that can be changed.

What a cached function returns is handed to everybody who asks the same, so that a list
is a table there. What is returned is followed back to what it is made of, by a few ways
that are listed here; where it comes by any other way, it counts as a list.
"""

import ast
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple, TypeVar

from noughts.checker.name_scopes import NameKey, NameScopes

# fmt: off
NUMBERS = frozenset({
    "abs", "all", "any", "bool", "divmod", "float", "frozenset", "int", "isinstance",
    "len", "pow", "range", "repr", "round", "str", "sum",
})
LISTS = frozenset({"enumerate", "list", "reversed", "sorted", "zip"})
PICKED = frozenset({"max", "min"})
READERS = NUMBERS | LISTS | {"set", "tuple"}
METHODS = frozenset({
    "add", "clear", "count", "discard", "index", "pop", "remove", "reverse", "sort",
})
# fmt: on


class Made(NamedTuple):
    """Something of which another is made: an expression, or what is in it."""

    of: ast.AST
    within: bool = False


Needed = TypeVar("Needed")
MadeOf = Iterable[Made] | None  # None: of what, nobody knows


class FixedAnswers:
    """What functions of a file return, followed back to where it comes from."""

    def __init__(self, names: NameScopes, cached: Iterable[ast.FunctionDef]) -> None:
        self.names, self.cached = names, {*cached}
        self._returned = dict[ast.AST, list[ast.expr]]()
        self._odd = set[ast.AST]()  # functions that do not return what they seem to
        self._given = dict[NameKey, list[Made]]()
        for node, scope in names.scope.items() if self.cached else ():
            self._note(node, scope)

    def changeable(self) -> set[ast.FunctionDef]:
        """Return the cached functions whose answers somebody may change."""
        todo, needs = [Made(each) for each in self.cached], dict[Made, set[Made]]()
        while todo:
            made = todo.pop()
            if made not in needs and (parts := self._parts(made)) is not None:
                needs[made] = {*parts}
                todo += needs[made]
        fixed = grounded(needs)
        return {each for each in self.cached if Made(each) not in fixed}

    def _note(self, node: ast.AST, scope: ast.AST) -> None:
        """Note what is returned, and of what names are made."""
        match node:
            case ast.Return(value=ast.expr() as value):
                self._returned.setdefault(scope, []).append(value)
            case ast.Yield() | ast.YieldFrom():
                self._odd.add(scope)
            case ast.ImportFrom(module="math", level=0, names=names):
                for each in names:
                    key = scope, each.asname or each.name
                    self._given.setdefault(key, []).append(Made(node))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._give(target, Made(value))
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.AugAssign(target=target, value=value)
            ):
                self._give(target, Made(value))
            case (
                ast.For(target=target, iter=rows)
                | ast.comprehension(target=target, iter=rows)
            ):
                self._give(target, Made(rows, within=True))

    def _give(self, target: ast.expr, made: Made) -> None:
        match target:
            case ast.Name():
                self._given.setdefault(self.names.key(target), []).append(made)
            case ast.Tuple(elts=targets):
                parts = [made._replace(within=True)] * len(targets)
                if isinstance(made.of, ast.Tuple) and not made.within:
                    parts = [Made(each) for each in made.of.elts]
                for name, part in zip(targets, parts, strict=False):
                    self._give(name, part)

    def _parts(self, made: Made) -> MadeOf:
        """Return of what something is made; it is fixed if all of that is."""
        node, within = made
        match node:
            case ast.Constant() | ast.JoinedStr() | ast.Compare() | ast.ImportFrom():
                return []
            case ast.UnaryOp(op=ast.Not()) | ast.Attribute(value=ast.Name(id="math")):
                return []
            case ast.FunctionDef():
                return self._parts_of_answers(node, within)
            case ast.Name():
                return self._parts_of_name(node, within)
            case ast.Call():
                return self._parts_of_call(node, within)
            case ast.UnaryOp(operand=operand):
                return [Made(operand)]
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                return [Made(one, within), Made(other, within)]
            case ast.BoolOp(values=values):
                return [Made(each, within) for each in values]
            case ast.Tuple(elts=values):
                return _in_row(values)
            case ast.Subscript(value=value, slice=ast.Slice()):
                return [Made(value, within)]
            case ast.Subscript(value=value):
                return [Made(value, within=True)]
        return _in_list(node) if within else None

    def _parts_of_answers(self, function: ast.FunctionDef, within: bool) -> MadeOf:
        key = self.names.scope[function], function.name
        if self.names.bound[key] != 1 or function.name in self.names.shared:
            return None
        if function in self._odd or (
            function.decorator_list and function not in self.cached
        ):
            return None
        within = within and function not in self.cached
        return [Made(each, within) for each in self._returned.get(function, ())]

    def _parts_of_name(self, node: ast.Name, within: bool) -> MadeOf:
        """
        Return of what a name is made, in all places that bind it.

        What a cached function is given can be a key: nobody can change it.
        """
        scope, name = key = self.names.key(node)
        given = self._given.get(key, [])
        count = len(given)
        if isinstance(scope, ast.FunctionDef) and scope in self.cached:
            count += any(each.arg == name for each in scope.args.args)
        if not count or self.names.bound[key] != count or name in self.names.shared:
            return None
        parts = [made._replace(within=made.within or within) for made in given]
        if within and scope is not self.names.tree and any(map(_may_be_list, given)):
            for read in self.names.reads.get(key, ()):
                more = self._put_by(read, scope)
                if more is None:
                    return None
                parts += more
        return parts

    def _put_by(self, read: ast.Name, scope: ast.AST) -> MadeOf:
        """Return what is put into a list where its name is read."""
        match parent := self.names.parent[read]:
            case ast.Compare() | ast.For() | ast.comprehension() | ast.Starred():
                return []
            case ast.BinOp() | ast.If() | ast.While() | ast.UnaryOp():
                return []
            case ast.IfExp(test=test) if test is read:
                return []
            case ast.Return():
                return [] if self.names.scope[read] is scope else None
            case ast.Subscript(ctx=ast.Load()):
                return []
            case ast.Call(func=ast.Name(id=name), args=given) if read in given:
                one = name in READERS or (name in PICKED and len(given) == 1)
                return [] if one and self._is_built_in(parent.func) else None
            case ast.Attribute(attr=name):
                call = self.names.parent[parent]
                if isinstance(call, ast.Call) and call.func is parent:
                    if name in ("append", "insert"):
                        return [Made(call.args[-1])] if call.args else None
                    return [] if name in METHODS else None
        return None

    def _parts_of_call(self, call: ast.Call, within: bool) -> MadeOf:
        match call.func:
            case ast.Attribute(value=ast.Name(id="math")):
                return []
            case ast.Attribute(attr="count" | "index"):
                return []
            case ast.Name(id=name) as func:
                own = self.names.functions.get(self.names.key(func))
                if own is not None:
                    return [Made(own, within)]
                if self._is_built_in(func):
                    return _told_by(name, call, within)
        return None

    def _is_built_in(self, func: ast.expr) -> bool:
        return isinstance(func, ast.Name) and not self.names.bound[self.names.key(func)]


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


def _told_by(name: str, call: ast.Call, within: bool) -> MadeOf:
    """Return of what the answer of a built-in function is made."""
    if name in NUMBERS and not (name == "sum" and (call.args[1:] or call.keywords)):
        return []
    if name == "set":
        return [] if within else None
    if name in PICKED and len(call.args) > 1:
        return _in_row(call.args)
    if name == "tuple" or name in PICKED or (name in LISTS and within):
        default = [Made(each.value) for each in call.keywords if each.arg == "default"]
        return [*default, *(Made(_bare(each), within=True) for each in call.args)]
    return None


def _in_row(values: Iterable[ast.expr]) -> list[Made]:
    return [Made(_bare(each), isinstance(each, ast.Starred)) for each in values]


def _bare(value: ast.expr) -> ast.expr:
    return value.value if isinstance(value, ast.Starred) else value


def _in_list(node: ast.AST) -> MadeOf:
    """Return what is in a list, a set or a dict where it is made."""
    match node:
        case ast.Set() | ast.SetComp():
            return []  # what is in a set can be a key
        case ast.List(elts=values):
            return _in_row(values)
        case ast.Dict(values=values):
            return _in_row(values)
        case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value):
            return [Made(value)]
        case ast.DictComp(value=value):
            return [Made(value)]
    return None


def _may_be_list(made: Made) -> bool:
    """Return whether what a name is made of may be something that grows."""
    match made.of:
        case ast.Call(func=ast.Name(id="range" | "tuple")) | ast.Tuple():
            return False
    return not made.within
