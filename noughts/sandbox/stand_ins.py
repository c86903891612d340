"""Stand-ins for the modules of others that a file may import, and are not there."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from noughts.text import NOT_PYTHON, can_be_parsed

TRY = ast.Try | ast.TryStar

# What catches that a module is not there, and what ends a program all the same.
CATCHES = frozenset(
    {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}
)
LEAVES = frozenset({"exit", "quit", "_exit", "abort", "SystemExit"})

# Whatever is taken from the module can be passed on; only its use fails.
STAND_IN = """
class Absent:
    def __init__(self, name):
        self.__dict__["name"] = name
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.name}.{name}")
    def __call__(self, *_, **__):
        raise ModuleNotFoundError(f"{self.name} is used, which is not there")
    __getitem__ = __iter__ = __len__ = __bool__ = __eq__ = __lt__ = __gt__ = __call__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __call__
    __hash__ = object.__hash__

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Absent(f"{__name__}.{name}")
"""


def with_stand_ins(
    names: Iterable[str], source: bytes, own: Mapping[str, str]
) -> dict[str, str]:
    """
    Return the student's own modules, and stand-ins for others that are allowed.

    What file and modules can do without has none: it stays as absent as they expect.
    """
    optional = dict[str, bool]()
    for text in (source, *(each.encode("latin-1") for each in own.values() if each)):
        for name, spared in _imported(statements(text)):
            optional[name] = optional.get(name, True) and spared
    needed = [name for name in names if not optional.get(name)]
    places = [each for name in needed for each in (name, f"{name}.*")]
    return {**dict.fromkeys(places, STAND_IN), **own}


def _imported(body: list[ast.stmt]) -> Iterator[tuple[str, bool]]:
    """Yield each module that is imported, and whether the file goes on without it."""
    todo: list[tuple[ast.AST, bool]] = [(each, False) for each in body]
    while todo:
        node, spared = todo.pop()
        yield from ((name, spared) for name in _named(node))
        if isinstance(node, TRY):
            tried = spared or _falls_back(node.handlers)
            todo += [(each, tried) for each in (*node.body, *node.orelse)]
            todo += [(each, spared) for each in (*node.handlers, *node.finalbody)]
        else:
            inside = spared or _is_careful(node)
            todo += [(each, inside) for each in ast.iter_child_nodes(node)]


def statements(source: bytes) -> list[ast.stmt]:
    """Return what a module consists of; nothing if it cannot be read, or in time."""
    try:
        return ast.parse(source).body if can_be_parsed(source) else []
    except NOT_PYTHON:
        return []


def _named(node: ast.AST) -> Iterator[str]:
    """Yield the modules that an import names, without what is below them."""
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    if isinstance(node, ast.ImportFrom) and not node.level:
        yield (node.module or "").partition(".")[0]


def last_name(node: ast.AST) -> str:
    """Return the last part of a name with dots, or of one without."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _falls_back(handlers: list[ast.ExceptHandler]) -> bool:
    """Return whether a module that is not there is caught, and the file goes on."""
    for handler in handlers:
        kinds = {getattr(node, "id", "") for node in ast.walk(handler.type or handler)}
        if handler.type is None or kinds & CATCHES:
            nodes = [node for each in handler.body for node in ast.walk(each)]
            gives_up = any(isinstance(node, ast.Raise) for node in nodes)
            return not gives_up and not LEAVES & set(map(last_name, nodes))
    return False


def _is_careful(node: ast.AST) -> bool:
    """Return whether what is inside is run only if a module is there, or may fail."""
    match node:
        case ast.If(test=asked):
            return any(last_name(each) == "find_spec" for each in ast.walk(asked))
        case ast.With(items=[ast.withitem(context_expr=ast.Call(func=called) as call)]):
            caught = {getattr(each, "id", "") for each in call.args}
            return last_name(called) == "suppress" and bool(caught & CATCHES)
    return False
