"""
Which functions of a file depend on nothing but their arguments, as its text shows.

These alone may answer from memory. Where a text leaves any doubt - a name that is
bound twice, a module that is not known to be harmless, an attribute that is written -
the function is not pure, and is asked anew each time: that costs time and nothing else.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Iterator

from noughts.observe.source import is_stored

HARMLESS = frozenset({"math", "copy", "itertools", "operator", "functools", "typing"})
CACHES = frozenset({"cache", "lru_cache"})
# fmt: off
BUILTINS = frozenset({
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float",
    "frozenset", "int", "isinstance", "len", "list", "map", "max", "min", "pow",
    "range", "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple",
    "type", "zip",
})
CHANGES = frozenset({
    "add", "append", "appendleft", "clear", "difference_update", "discard", "extend",
    "insert", "intersection_update", "pop", "popitem", "popleft", "remove", "reverse",
    "rotate", "setdefault", "sort", "update",
})
# What may be called to make a constant, as long as no iterator is the result.
MAKES = frozenset({
    "abs", "bool", "dict", "enumerate", "float", "frozenset", "int", "len", "list",
    "max", "min", "range", "set", "sorted", "str", "sum", "tuple", "zip",
})
# fmt: on
ODD = (
    *(ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.ClassDef),
    *(ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFunctionDef, ast.With),
    ast.NamedExpr,
)
MOST_FUNCTIONS = 200  # of a file that are looked at; public ones have a dozen
LAZY = frozenset({"enumerate", "zip"})
ERRORS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, Exception)
)


def pure_functions(tree: ast.Module) -> list[str]:
    """Return the functions at the top of a file that can be seen to be pure."""
    functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    if len(functions) > MOST_FUNCTIONS:
        return []
    bound = Counter(_binds(tree))
    allowed = (BUILTINS | ERRORS) - set(bound) | _fixed(tree, bound)
    candidates = {
        name: _needs(node) - allowed
        for name, node in functions.items()
        if bound[name] == 1 and _is_plain(node)
    }
    candidates = _grounded(candidates)
    changed = set(_changed(tree))
    return sorted(
        name
        for name in candidates
        if not functions[name].decorator_list and name not in changed
    )


def _grounded(needs: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the names whose needs, and the needs of these, are all among them."""
    left, needed_by = dict(needs), dict[str, list[str]]()
    for name, others in needs.items():
        for other in others:
            needed_by.setdefault(other, []).append(name)
    lacking = list(needed_by.keys() - needs.keys())
    while lacking:
        for name in needed_by.get(lacking.pop(), ()):
            if left.pop(name, None) is not None:
                lacking.append(name)
    return left


def _fixed(tree: ast.Module, bound: Counter[str]) -> set[str]:
    """Return the names at the top that are bound once and changed nowhere."""
    fixed, plain, needs = list[str](), set[str](), dict[str, set[str]]()
    for number, node in enumerate(tree.body):
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
                stored = [name.id for name in names if is_stored(name)]
                if _is_constant(value):
                    fixed += stored
                    # Its names need the statement, and that what it is made of.
                    needs |= {name: {f"statement {number}"} for name in stored}
                    loaded = {name.id for name in names} - {*stored} - MAKES
                    needs[f"statement {number}"] = loaded
                if _is_unchangeable(value):
                    plain |= set(stored)
            case ast.Import():
                fixed += [_local(a) for a in node.names if a.name in HARMLESS]
            case ast.ImportFrom(module=str(module), level=0) if module in HARMLESS:
                fixed += [_local(alias) for alias in node.names]
            case ast.ClassDef() if _is_error(node):
                fixed.append(node.name)
    unsafe = set(_changed(tree)) | set(_leaking(tree)) - plain
    unsafe |= {name for name in fixed if bound[name] != 1}
    needs = {name: set[str]() for name in fixed} | needs
    return {*_grounded({n: each for n, each in needs.items() if n not in unsafe})}


def _is_unchangeable(value: ast.expr) -> bool:
    """Return whether an expression makes what nobody can change: X, -1, (0, 1)."""
    match value:
        case ast.Tuple():
            return all(map(_is_unchangeable, value.elts))
        case ast.UnaryOp():
            return _is_unchangeable(value.operand)
        case ast.Call(func=ast.Name(id="float" | "int" | "str")):
            return True
        case ast.Attribute(value=ast.Name(id="math")):
            return True
    return isinstance(value, ast.Constant)


def _is_constant(value: ast.expr) -> bool:
    """Return whether an expression makes data, and no function or iterator."""
    if isinstance(value, ast.GeneratorExp):
        return False
    for node in ast.walk(value):
        match node:
            case ast.Lambda() | ast.Await() | ast.NamedExpr():
                return False
            case ast.Call(func=ast.Name(id=name)):
                if name not in MAKES or (node is value and name in LAZY):
                    return False
            case ast.Call():
                return False
    return True


def _leaking(tree: ast.Module) -> Iterator[str]:
    """Yield the names that are handed on: others could change what they hold."""
    for parent in ast.walk(tree):
        for child in ast.iter_child_nodes(parent):
            if isinstance(child, ast.Name) and not _only_reads(parent, child):
                yield child.id


def _only_reads(parent: ast.AST, child: ast.Name) -> bool:
    """Return whether a name, where it stands, cannot be changed or kept by anybody."""
    match parent:
        case (
            ast.Assign() | ast.AnnAssign() | ast.Dict() | ast.NamedExpr() | ast.Return()
        ):
            return is_stored(child)
        case ast.Call(func=ast.Name(id=name)) if child is not parent.func:
            return name in BUILTINS
    return True


def _local(alias: ast.alias) -> str:
    return alias.asname or alias.name


def _is_error(node: ast.ClassDef) -> bool:
    """Return whether a class is an exception with nothing in it."""
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    plain = all(isinstance(n, ast.Pass | ast.Expr) for n in node.body)
    return bool(bases) and bases <= ERRORS and plain and not node.keywords


def _binds(tree: ast.Module) -> list[str]:
    """Return every name that is bound at the top of a file, as often as it is."""
    names = list[str]()
    for node in _outside_functions(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names += [_local(alias).partition(".")[0] for alias in node.names]
        elif is_stored(node):
            names.append(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.append(node.name)
    return names


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    scopes = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
    todo = [tree]
    while todo:
        for child in ast.iter_child_nodes(todo.pop()):
            yield child
            if not isinstance(child, scopes):
                todo.append(child)


def _changed(tree: ast.Module) -> Iterator[str]:
    """Yield the names that something in the file changes, or may change."""
    for node in ast.walk(tree):
        match node:
            case ast.Global():
                yield from node.names
            case ast.Attribute(value=target, ctx=ast.Store() | ast.Del()):
                yield from _root(target)
            case ast.Subscript(value=target, ctx=ast.Store() | ast.Del()):
                yield from _root(target)
            case ast.Call(func=ast.Attribute(value=target, attr=attr)):
                if attr in CHANGES:
                    yield from _root(target)
            case ast.AugAssign(target=target):
                yield from _root(target)


def _root(node: ast.AST) -> Iterator[str]:
    """Yield the name at the root of `name[0].rest`."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _is_plain(node: ast.FunctionDef) -> bool:
    """Return whether a function has nothing by which it could keep a state."""
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        return False
    if not all(_is_cache(each) for each in node.decorator_list):
        return False
    for each in ast.walk(node):
        if isinstance(each, ODD):
            return False
        if isinstance(each, ast.Attribute) and (
            not isinstance(each.ctx, ast.Load) or each.attr.startswith("_")
        ):
            return False
    return True


def _is_cache(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        node = node.func
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in CACHES


def _needs(node: ast.FunctionDef) -> set[str]:
    """Return the names that a function takes from around it."""
    local, used = set[str](), set[str]()
    for each in ast.walk(node):
        match each:
            case (
                ast.arg(arg=name)
                | ast.Name(id=name, ctx=ast.Store())
                | ast.ExceptHandler(name=str(name))
            ):
                local.add(name)
            case ast.FunctionDef(name=name) if each is not node:
                local.add(name)
            case ast.Name(id=name):
                used.add(name)
    return used - local
