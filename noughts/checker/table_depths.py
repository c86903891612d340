"""How deep a thing is, and how deep what comes out of it is, or what it is put into."""

import ast

# How deep a thing is: 0 is what nobody can change, 1 a list of such things, 2 a list
# of lists. Of what is deeper than this nothing is known but that.
DEEPEST = 9
LEAVES = -1  # it goes where it is not followed
# fmt: off
LOOKED_AT = frozenset({
    "abs", "all", "any", "bool", "divmod", "float", "int", "isinstance", "len", "pow",
    "print", "range", "repr", "round", "str", "type",
})
COPIED = frozenset({"dict", "frozenset", "list", "reversed", "set", "sorted", "tuple"})
PAIRED = frozenset({"enumerate", "zip"})
PICKED = frozenset({"max", "min", "sum"})
HANDED = frozenset({"filter", "map"})
METHODS_THAT_LOOK = frozenset({
    "count", "difference", "index", "intersection", "isdisjoint", "issubset",
    "issuperset", "keys", "symmetric_difference", "union",
})
METHODS = METHODS_THAT_LOOK | {"copy", "get", "items", "values"}
# fmt: on


def taken_out(depth: int) -> int:
    """Return how deep one of the things in a list is."""
    return depth if depth >= DEEPEST else depth - 1


def put_in(depth: int) -> int:
    """Return how deep a list is in which a thing is."""
    return min(depth + 1, DEEPEST)


def copied(depth: int) -> int:
    """Return how deep a copy is: a new list of the same rows."""
    return depth if depth > 1 else 0


def told_by_method(method: ast.expr, depth: int) -> int:
    """Return how deep the answer of a table's own method is."""
    match method:
        case ast.Attribute(attr="get"):
            return taken_out(depth)
        case ast.Attribute(attr="copy"):
            return copied(depth)
        case ast.Attribute(attr="items"):
            return put_in(depth)
        case ast.Attribute(attr="values"):
            return depth
        case ast.Attribute():
            return 0
    return LEAVES


def told_by_module(function: str, depth: int) -> int:
    """Return how deep the answer of an imported function is."""
    match function:
        case "copy.deepcopy":
            return 0
        case "copy.copy":
            return copied(depth)
        case "random.choice":
            return taken_out(depth)
    return LEAVES


def told_by_built_in(call: ast.Call, name: str, node: ast.AST, depth: int) -> int:
    """Return how deep the answer of a built-in function is."""
    if name in LOOKED_AT:
        return 0
    if name in PAIRED:
        return put_in(depth)
    if name in HANDED:
        return 0 if depth == 1 and node is not call.args[0] else LEAVES
    if call.keywords and depth > 1:  # `key` is handed the elements
        return LEAVES
    if name in COPIED:
        return copied(depth)
    if name in PICKED:
        one = len(call.args) == 1 and not isinstance(node, ast.Starred)
        return taken_out(depth) if one else depth
    return LEAVES
