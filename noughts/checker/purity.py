"""
Which functions of a file depend on nothing but their arguments, as its text shows.

These alone may answer from memory. Where a text leaves any doubt - a name that is
bound twice, a module that is not known to be harmless, an attribute that is written -
the function is not pure, and is asked anew each time: that costs time and nothing else.
"""

import ast
import builtins
import copy
import functools
import itertools
import math
import operator
import re
import typing
from collections.abc import Container, Iterator, Mapping, Set
from types import ModuleType

from noughts.checker.fixed_answers import FixedAnswers, grounded
from noughts.checker.fixed_tables import FixedTables
from noughts.checker.name_scopes import NameKey, NameScopes
from noughts.observe.source import is_stored

HARMLESS = {
    each.__name__: each for each in (copy, functools, itertools, math, operator, typing)
}
QUIET = {*HARMLESS, "random", "time"}  # and so none that could take over the output
CACHES = frozenset({"cache", "lru_cache"})
PYTHONS = CACHES | {"float"}  # what is taken for Python's own by its name
# fmt: off
BUILTINS = frozenset({
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float",
    "frozenset", "int", "isinstance", "len", "list", "map", "max", "min", "pow",
    "range", "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple",
    "type", "zip",
})
# What may be called to make a constant, as long as no iterator is the result.
MAKES = frozenset({
    "abs", "bool", "dict", "enumerate", "float", "frozenset", "int", "len", "list",
    "max", "min", "range", "set", "sorted", "str", "sum", "tuple", "zip",
})
# By these a name, or an attribute, is read or bound that the text does not show.
HIDING = frozenset({
    "__builtins__", "__code__", "__defaults__", "__delattr__", "__dict__",
    "__globals__", "__import__", "__setattr__", "attrgetter", "delattr", "eval", "exec",
    "f_globals", "get_type_hints", "getattr", "globals", "locals", "methodcaller",
    "modules", "reload", "setattr", "vars",
})
# fmt: on
Modules = Mapping[NameKey, ModuleType]
METHODS = frozenset(
    name
    for kind in (dict, float, frozenset, int, list, set, str, tuple)
    for name in vars(kind)
    if not name.startswith(("_", "format"))
)
REACHING = re.compile(r"\{[^{}]*[.\[]")  # in a text to be formatted: "{0.name}"
ODD = (
    *(ast.Global, ast.Import, ast.ImportFrom, ast.ClassDef),
    *(ast.Await, ast.AsyncFunctionDef, ast.With, ast.MatchClass),
)
MOST_FUNCTIONS = 200  # of a file that are looked at; public ones have a dozen
LAZY = frozenset({"enumerate", "zip"})
ERRORS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, Exception)
)

TELLING = BUILTINS | ERRORS | {"super"}  # what an exception may use to say what it is


def pure_functions(tree: ast.Module, right_ones: Set[str] = frozenset()) -> list[str]:
    """
    Return the functions at the top of a file that can be seen to be pure.

    In the place of some, right ones stand: these are, whatever the file has there.
    """
    functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    if len(functions) > MOST_FUNCTIONS:
        return []
    names = NameScopes(tree)
    modules = _modules(names)
    if any(_hides(node, names, modules) for node in names.scope):
        return []
    bound = {name: n for (scope, name), n in names.bound.items() if scope is tree}
    changed = {*_changed(names, functions)}
    known = BUILTINS | ERRORS | _print(tree)
    odd = {*_odd_attributes(names, modules)}
    allowed = known - set(bound) - changed | _fixed(names, changed, odd)
    plain = {name: node for name, node in functions.items() if _is_plain(node, odd)}
    cached = [node for node in plain.values() if node.decorator_list]
    tables = FixedAnswers(names, cached).changeable()
    candidates = {
        name: _needs(node, names) - allowed
        for name, node in plain.items()
        if bound[name] == 1 and name not in changed and node not in tables
    }
    candidates |= {name: set[str]() for name in right_ones}
    found = grounded(candidates).keys() & functions.keys() - right_ones
    return sorted(name for name in found if _may_remember(functions[name], names))


def _print(tree: ast.Module) -> set[str]:
    """Return `print`, where it writes to nothing but the output, which nobody reads."""
    calls, mentions = 0, 0
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("print"), keywords=options):
                calls += all(each.arg in ("sep", "end", "flush") for each in options)
            case ast.Name("print"):
                mentions += 1
            case ast.Import(names):
                if not QUIET.issuperset(alias.name for alias in names):
                    return set()
            case ast.ImportFrom(module=module) if module not in QUIET:
                return set()
            case ast.Attribute(attr="stdout"):
                return set()
    return {"print"} if calls == mentions else set()


def _fixed(names: NameScopes, changed: set[str], odd: Container[ast.AST]) -> set[str]:
    """Return the names at the top that are bound once and changed nowhere."""
    fixed, made, needs = list[str](), list[ast.stmt](), dict[str, set[str]]()
    together = dict[str, list[str]]()  # which may stand for the same: `T = S = []`
    makers = {name for name in MAKES if not names.bound[names.tree, name]}
    for number, node in enumerate(names.tree.body):
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                if _is_constant(value, names, odd):
                    own = [n for n in ast.walk(node) if names.scope[n] is names.tree]
                    stored = [name.id for name in own if is_stored(name)]
                    fixed += stored
                    made.append(node)
                    # Its names need the statement, and that what it is made of.
                    needs |= {name: {f"statement {number}"} for name in stored}
                    needs[f"statement {number}"] = _needs(node, names) - makers
                    together[f"statement {number}"] = stored
            case ast.Import():
                fixed += [_local(a) for a in node.names if a.name in HARMLESS]
            case ast.ImportFrom(module=str(module), level=0) if module in HARMLESS:
                fixed += [_local(alias) for alias in node.names]
            case ast.ClassDef() if _is_error(node, names, odd):
                fixed.append(node.name)
                needs[node.name] = {
                    name
                    for name in _needs(node, names)
                    if name not in TELLING or names.bound[names.tree, name]
                }
    tables = FixedTables(names, made).changed()
    unsafe = changed | tables
    unsafe |= {each for each, own in together.items() if not tables.isdisjoint(own)}
    unsafe |= {name for name in fixed if names.bound[names.tree, name] != 1}
    needs = {name: set[str]() for name in fixed} | needs
    return {*grounded({n: each for n, each in needs.items() if n not in unsafe})}


def _is_constant(value: ast.expr, names: NameScopes, odd: Container[ast.AST]) -> bool:
    """Return whether an expression makes data, and no function or iterator."""
    for node in ast.walk(value):
        match node:
            case ast.Lambda() | ast.Await() | ast.NamedExpr():
                return False
            case ast.GeneratorExp():
                if not _is_used_up(node, names):
                    return False
            case ast.Call(func=ast.Name(id=name)):
                if name not in MAKES or (name in LAZY and not _is_used_up(node, names)):
                    return False
            case ast.Call():
                return False
            case ast.Attribute(value=root):  # `[3, 4].pop` is another each time
                if node in odd or not isinstance(root, ast.Name):
                    return False
    return True


def _is_used_up(node: ast.expr, names: NameScopes) -> bool:
    """Return whether an iterator is read to its end where it stands."""
    match names.parent[node]:
        case ast.comprehension() | ast.Starred():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in MAKES
    return False


def _local(alias: ast.alias) -> str:
    return alias.asname or alias.name


def _is_error(node: ast.ClassDef, names: NameScopes, odd: Container[ast.AST]) -> bool:
    """Return whether a class is an exception that keeps nothing but in itself."""
    known = ERRORS.issuperset(getattr(base, "id", "") for base in node.bases)
    plain = all(_tells(each, names, odd) for each in node.body)
    more = node.keywords or node.decorator_list
    return bool(node.bases) and known and plain and not more


def _tells(node: ast.stmt, names: NameScopes, odd: Container[ast.AST]) -> bool:
    """Return whether a part of an exception writes into that exception alone."""
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.FunctionDef(
            name="__init__" | "__str__" | "__repr__",
            args=ast.arguments(args=[ast.arg(arg=error), *_]),
            decorator_list=[],
        ):
            within = [(part, error) for part in ast.walk(node)]
            once = sum(map(names.bound.__getitem__, within)) == 1  # not `self = E`
            return once and _is_plain(node, odd, error)
    return False


def _modules(names: NameScopes) -> Modules:
    """Return the harmless modules that are imported, by the names that they have."""
    return {
        (names.scope[node], _local(alias)): HARMLESS[alias.name]
        for node in names.scope
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name in HARMLESS
    }


def _is_of_module(node: ast.Attribute, names: NameScopes, modules: Modules) -> bool:
    """Return whether a node is what a harmless module has: `math.inf`."""
    root = node.value
    return isinstance(root, ast.Name) and names.key(root) in modules


def _hides(node: ast.AST, names: NameScopes, modules: Modules) -> bool:
    """Return whether a node can bind, or change, what its text does not name."""
    match node:
        case ast.Name(id=name):
            return name in HIDING
        case ast.Attribute(value=ast.Name() as root, attr=name):
            return name in HIDING or _is_strange(name, modules.get(names.key(root)))
        case ast.Attribute(attr=name):
            return name in HIDING
        case ast.MatchClass(kwd_attrs=read):
            return not HIDING.isdisjoint(read)
        case ast.ImportFrom(module=module, names=aliases):
            home, taken = HARMLESS.get(module or ""), {each.name for each in aliases}
            if not home and "*" in taken:
                return True
            return any(each in HIDING or _is_strange(each, home) for each in taken)
    return False


def _is_strange(name: str, module: ModuleType | None) -> bool:
    """Return whether a harmless module has a thing that is no function or number."""
    value = getattr(module, name, None)
    return not (value is None or callable(value) or isinstance(value, int | float))


def _odd_attributes(names: NameScopes, modules: Modules) -> Iterator[ast.AST]:
    """Yield the attributes that are neither of a module nor methods of Python's own."""
    every = [node for node in names.scope if isinstance(node, ast.Attribute)]
    written = {each.attr for each in every if not isinstance(each.ctx, ast.Load)}
    for each in every:
        match each:
            case ast.Attribute(value=ast.Constant(value=str(text)), attr="format"):
                known = not REACHING.search(text)
            case _:
                known = each.attr in METHODS or _is_of_module(each, names, modules)
        if not known or each.attr in written:
            yield each


def _changed(names: NameScopes, functions: Container[str]) -> Iterator[str]:
    """Yield what is bound from within, and what has attributes of the file's own."""
    yield from names.shared
    for node in names.scope:
        match node:
            case ast.Attribute(value=ast.Name(id=name) as root) if name in functions:
                if names.key(root)[0] is names.tree:  # not a variable of that name
                    yield name
            case ast.Attribute(attr=attr, ctx=ast.Store() | ast.Del()):
                yield attr  # of the file itself, under whatever name
                yield from _root(node)


def _root(node: ast.AST) -> Iterator[str]:
    """Yield the name at the root of `name[0].rest`."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _is_plain(node: ast.FunctionDef, odd: Container[ast.AST], error: str = "") -> bool:
    """Return whether a function has nothing by which it could keep a state."""
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs:
        return False
    if not all(map(_is_number, given.defaults)):
        return False
    if node.name in PYTHONS or not all(map(_is_cache, node.decorator_list)):
        return False
    for each in ast.walk(node):
        if isinstance(each, ODD) and not _imports_harmless(each):
            return False
        if each in odd and not _is_own(each, error):
            return False
    return True


def _is_own(node: ast.AST, error: str) -> bool:
    """Return whether an attribute is that of an exception itself, in its method."""
    match node:
        case ast.Attribute(attr="__init__"):  # `super().__init__(text)`
            return bool(error)
        case ast.Attribute(value=ast.Name(id=name), attr=attr):
            return name == error and not attr.startswith("_")
    return False


def _is_number(node: ast.expr) -> bool:
    """Return whether a default is a number, a text or the like, which never changes."""
    match node:
        case ast.UnaryOp(operand=value):
            return _is_number(value)
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()], keywords=[]):
            return True
        case ast.Attribute(value=ast.Name(id="math")):
            return True
    return isinstance(node, ast.Constant)


def _imports_harmless(node: ast.AST) -> bool:
    """Return whether a node is `import copy` or the like."""
    return isinstance(node, ast.Import) and all(
        alias.name in HARMLESS for alias in node.names
    )


def _may_remember(node: ast.FunctionDef, names: NameScopes) -> bool:
    """Return whether a function has no memory of its own, and returns what it says."""
    own = (n for n in ast.walk(node) if names.scope[n] is node)
    yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in own)
    return not (node.decorator_list or yields)


def _is_cache(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        node = node.func
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in CACHES


def _needs(node: ast.stmt, names: NameScopes) -> set[str]:
    """Return the names that a statement takes from the top of the file."""
    read = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return {n.id for n in read if not is_stored(n) and names.key(n)[0] is names.tree}
