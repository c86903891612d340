"""The texts with which a program compares something, found in its source."""

import ast

COMPARING = {"startswith", "endswith", "removeprefix", "removesuffix", "index", "find"}


def compared_texts(tree):
    """Yield the texts with which a program compares something, with their lines."""
    named = {}  # the values of names of the module
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named |= {each.id: node.value for each in targets if type(each) is ast.Name}
    for node in ast.walk(tree):
        for part in compared_parts(node):
            value = named.get(part.id, part) if type(part) is ast.Name else part
            if isinstance(value, ast.Dict):
                value = ast.Tuple([key for key in value.keys if key])
            for each in outside_calls(value):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield part.lineno, each.value
                elif isinstance(each, ast.JoinedStr):
                    first = each.values[0]
                    if isinstance(first, ast.Constant):
                        yield part.lineno, first.value


def outside_calls(node):
    """Yield a node and all in it that is no argument: `say(key)` makes a sentence."""
    yield node
    for part in () if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
        yield from outside_calls(part)


def compared_parts(node):
    """Return the expressions that a node compares, or looks up a value by."""
    match node:
        case ast.Compare(left=ast.JoinedStr(), ops=[ast.In() | ast.NotIn()]):
            return node.comparators  # whether there is such a sentence
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.MatchValue(value=value):
            return [value]
        case ast.Call(func=ast.Attribute(attr=name), args=args) if name in COMPARING:
            return args
        case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get")):
            return [table]
        case ast.Subscript(value=ast.Name() as table):
            return [table]
    return []
