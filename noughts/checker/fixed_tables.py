"""
Which tables at the top of a file nobody changes.

A table may be read in a few ways, which are listed here. What comes out of it, a row
or the table itself under another name, is followed; where it goes any other way, or is
written to, the table counts as changed.
"""

import ast
from collections import Counter
from collections.abc import Iterable

from noughts.checker.name_scopes import NameKey, NameScopes
from noughts.checker.table_depths import (
    LEAVES,
    METHODS,
    copied,
    put_in,
    taken_out,
    told_by_built_in,
    told_by_method,
    told_by_module,
)

MOST = 100_000  # steps that are taken from one thing to the next
# fmt: off
PLAIN = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Constant, ast.FormattedValue,
    ast.GeneratorExp, ast.IfExp, ast.JoinedStr, ast.Name, ast.Slice, ast.Starred,
    ast.Subscript, ast.Tuple, ast.UnaryOp,
)
PLAIN_CALLS = frozenset({
    "abs", "bool", "enumerate", "float", "frozenset", "int", "len", "range", "str",
    "tuple", "zip",
})
# fmt: on
SIGNS = (
    *("add", "and", "divmod", "floordiv", "lshift", "matmul", "mod", "mul", "or"),
    *("pow", "rshift", "sub", "truediv", "xor"),
)
HANDED_BY_OPERATORS = frozenset(
    f"__{each}__"
    for each in (
        *("eq", "ne", "lt", "le", "gt", "ge", "contains", "getattr", "getattribute"),
        *("instancecheck", "subclasscheck"),
        *(kind + sign for kind in ("", "r", "i") for sign in SIGNS),
    )
)


class FixedTables:
    """The tables that some statements make, followed through a file."""

    def __init__(self, names: NameScopes, statements: Iterable[ast.stmt]) -> None:
        self.names = names
        self.depths, self.left = dict[NameKey, int](), set[NameKey]()
        self._made_of = dict[NameKey, set[NameKey]]()
        self._bound = Counter(name for _, name in names.bound.elements())
        self._imported = self._imports()
        self._todo, self._steps = list[NameKey](), 0
        self._making = {node for each in statements for node in ast.walk(each)}
        for node in self._making:
            if isinstance(node, ast.expr) and not _is_plain(node):
                self._follow(node, 1, None)
        while self._todo:
            key = self._todo.pop()
            for name in self.names.reads.get(key, ()):
                self._follow(name, self.depths[key], key)
        self._look_for_other_ways()

    def changed(self) -> set[str]:
        """Return the names at the top that something may change."""
        left, todo = set[NameKey](), [*self.left]
        if self._steps > MOST:
            todo += self.names.bound
        while todo:
            key = todo.pop()
            if key not in left:
                left.add(key)
                todo += self._made_of.get(key, ())
        return {name for scope, name in left if scope is self.names.tree}

    def _follow(self, node: ast.AST, depth: int, key: NameKey | None) -> None:
        """Go from a thing to what it becomes part of, as long as it can be changed."""
        while depth > 0 and self._steps <= MOST:
            self._steps += 1
            parent = self.names.parent[node]
            depth = self._in(parent, node, depth, key)
            node = parent
        if depth == LEAVES and key:
            self.left.add(key)

    def _in(
        self, parent: ast.AST, node: ast.AST, depth: int, key: NameKey | None
    ) -> int:
        """Return how deep a part makes the whole; 0 where nothing of it is in there."""
        match parent:
            case ast.Compare() | ast.FormattedValue() | ast.UnaryOp(op=ast.Not()):
                return 0
            case ast.Expr() | ast.If() | ast.While():
                return 0
            case ast.IfExp(test=test) | ast.Assert(test=test) if test is node:
                return 0
            case ast.IfExp() | ast.BoolOp() | ast.keyword():
                return depth
            case ast.Subscript(value=value, ctx=ast.Load()) if value is node:
                sliced = isinstance(parent.slice, ast.Slice)
                return self._copied_in(parent, depth) if sliced else taken_out(depth)
            case ast.Attribute(attr=attr):
                call = self.names.parent[parent]
                called = isinstance(call, ast.Call) and call.func is parent
                return depth if called and attr in METHODS else LEAVES
            case ast.Call(func=func):
                if func is node:
                    return told_by_method(func, depth)
                return self._given(parent, node, depth, key)
            case ast.BinOp():
                return self._copied_in(parent, depth)
            case ast.Starred():
                return taken_out(depth)
            case ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
                return put_in(depth)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return put_in(depth)
            case ast.comprehension() | ast.For():
                if node is parent.iter:
                    return self._bind(_rows_in(parent), taken_out(depth), key)
                return 0
            case ast.Assign(targets=targets):
                return min(self._bind(target, depth, key) for target in targets)
            case ast.AnnAssign(target=target, value=value) if value is node:
                return self._bind(target, depth, key)
            case ast.NamedExpr(target=target):
                return LEAVES if self._bind(target, depth, key) else depth
            case ast.AugAssign(target=target):
                return self._bind(target, copied(depth), key)
        return LEAVES

    def _copied_in(self, parent: ast.AST, depth: int) -> int:
        """Return how deep a copy is; where a constant is made, it is a table, too."""
        return depth if parent in self._making else copied(depth)

    def _given(
        self, call: ast.Call, node: ast.AST, depth: int, key: NameKey | None
    ) -> int:
        """Return how deep the answer of a call is to which a thing is given."""
        match call.func:
            case ast.Attribute(value=ast.Constant(value=str())):  # ", ".join(...)
                return 0
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                return told_by_module(f"{self._imported.get(name)}.{attr}", depth)
            case ast.Name(id=name) if name in self._imported:
                return told_by_module(self._imported[name], depth)
            case ast.Name(id=name):
                own = self.names.functions.get(self.names.key(call.func))
                if own is not None:
                    return self._bind_argument(own, call, node, depth, key)
                if not self._bound[name] and not isinstance(node, ast.keyword):
                    return told_by_built_in(call, name, node, depth)
        return LEAVES

    def _bind_argument(
        self,
        own: ast.FunctionDef,
        call: ast.Call,
        node: ast.AST,
        depth: int,
        key: NameKey | None,
    ) -> int:
        given = [*own.args.posonlyargs, *own.args.args]
        self._steps += len(given) + len(call.args)
        names = [each.arg for each in given]
        once = self.names.bound[self.names.scope[own], own.name] == 1
        if own.decorator_list or not once or own.name in self.names.shared:
            return LEAVES
        if isinstance(node, ast.keyword):
            name = node.arg if node.arg in names else None
        elif any(isinstance(each, ast.Starred) for each in call.args):
            name = None
        else:
            place = next(n for n, each in enumerate(call.args) if each is node)
            name = names[place] if place < len(names) else None
        return self._hold((own, name), depth, key) if name else LEAVES

    def _bind(self, target: ast.AST, depth: int, key: NameKey | None) -> int:
        """Let names stand for a thing; return 0, or that it leaves."""
        self._steps += 1
        if depth <= 0:
            return 0
        match target:
            case ast.Name():
                return self._hold(self.names.key(target), depth, key)
            case ast.Starred(value=value):
                return self._bind(value, put_in(depth), key)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                less = taken_out(depth)
                return min((self._bind(part, less, key) for part in parts), default=0)
        return LEAVES

    def _hold(self, held: NameKey, depth: int, key: NameKey | None) -> int:
        if isinstance(held[0], ast.ClassDef):
            return LEAVES
        if key:
            self._made_of.setdefault(held, set()).add(key)
        if depth > self.depths.get(held, 0):
            self.depths[held] = depth
            self._todo.append(held)
        return 0

    def _look_for_other_ways(self) -> None:
        """Note what is changed in place, or reached by what is no name."""
        for node in self.names.scope:
            match node:
                case ast.AugAssign(target=ast.Name() as target):
                    self.left.add(self.names.key(target))
                case ast.Attribute(attr=name) | ast.alias(name=name):
                    if (self.names.tree, name) in self.depths:
                        self.left.add((self.names.tree, name))
        if any(map(_is_handed, self.names.scope)):
            self.left |= self.depths.keys()

    def _imports(self) -> dict[str, str]:
        """Return the names that are imported and bound once, with what they mean."""
        found = dict[str, str]()
        for node in self.names.tree.body:
            match node:
                case ast.Import():
                    found |= {
                        each.asname or each.name: each.name for each in node.names
                    }
                case ast.ImportFrom(module=module, level=0):
                    for each in node.names:
                        found[each.asname or each.name] = f"{module}.{each.name}"
        return {name: whole for name, whole in found.items() if self._bound[name] == 1}


def _rows_in(loop: ast.For | ast.comprehension) -> ast.expr:
    """Return what of a loop's target stands for rows: no number, and no key."""
    match loop:
        case (
            ast.For(iter=ast.Call(func=func), target=ast.Tuple() as target)
            | ast.comprehension(iter=ast.Call(func=func), target=ast.Tuple() as target)
        ):
            name = getattr(func, "id", None) or getattr(func, "attr", None)
            if name in ("enumerate", "items") and isinstance(target.elts[0], ast.Name):
                return ast.Tuple(target.elts[1:], ast.Store())
    return loop.target


def _is_plain(node: ast.expr) -> bool:
    """Return whether a part of a constant makes nothing new that could be changed."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in PLAIN_CALLS
    return isinstance(node, PLAIN)


def _is_handed(node: ast.AST) -> bool:
    """Return whether a node makes a method that an operator hands its other side to."""
    match node:
        case (
            ast.FunctionDef(name=name)
            | ast.Attribute(attr=name, ctx=ast.Store())
            | ast.Name(id=name, ctx=ast.Store())
            | ast.Constant(value=str(name))  # `type("C", (), {"__eq__": spoil})`
        ):
            return name in HANDED_BY_OPERATORS
    return False
