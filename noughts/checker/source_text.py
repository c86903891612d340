"""What a file shows without being run: whether it can be read, and placeholders."""

import ast

from noughts.texts.safe_text import NOT_PYTHON, parse

LONGEST = 80  # characters of an excerpt
MOST_NODES = 50_000  # of a syntax tree; public files have 2,000
SLEEP = ("sleep", "*")  # what is imported from `time`
DEEPEST = 100  # levels of a syntax tree: `ast.unparse` nests five calls for each


def read(text: bytes) -> ast.Module:
    """Return the file's syntax tree; an empty one if it cannot be read or written."""
    nothing = ast.Module([], [])
    try:
        tree = parse(text)
        level, depth, nodes = list[ast.AST]([tree]), 0, 0
        while level:
            nodes, depth = nodes + len(level), depth + 1
            if nodes > MOST_NODES or depth > DEEPEST:
                return nothing
            level = [child for node in level for child in ast.iter_child_nodes(node)]
        ast.unparse(tree)  # fails for some numbers and f-strings
    except NOT_PYTHON:
        return nothing
    return tree


def is_text(source: bytes) -> bool:
    """Return whether a file may be a program, rather than a picture or an archive."""
    return b"\0" not in source


def excerpt(source: bytes) -> str:
    """Return the line of a syntax error, with a caret below the place."""
    try:
        parse(source)
    except SyntaxError as error:
        line = (error.text or "").rstrip().expandtabs(1)[:LONGEST]
        place = min((error.offset or 1) - 1, len(line))
        if isinstance(error, IndentationError):
            place = len(line) - len(line.lstrip())
        return f"{line}\n{' ' * place}^" if line else ""
    except NOT_PYTHON:
        pass
    return ""


def defined(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the top-level functions; the last of a name counts."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def sleeping_lines(tree: ast.Module) -> dict[str, list[int]]:
    """Return the lines that call `time.sleep`, by the function around them."""
    modules, names = {"time"}, set[str]()  # as the file calls them
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                modules |= {a.asname or a.name for a in aliases if a.name == "time"}
            case ast.ImportFrom(module="time", names=aliases):
                names |= {a.asname or "sleep" for a in aliases if a.name in SLEEP}
    found = dict[str, list[int]]()

    def visit(node: ast.AST, function: str) -> None:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                function = name
            case ast.Call(func=ast.Attribute(ast.Name(id=module), "sleep")):
                if module in modules and function:
                    found.setdefault(function, []).append(node.lineno)
            case ast.Call(func=ast.Name(id=name)) if name in names and function:
                found.setdefault(function, []).append(node.lineno)
        for child in ast.iter_child_nodes(node):
            visit(child, function)

    visit(tree, "")
    return found


def is_stub(tree: ast.Module, name: str) -> bool:
    """Return whether a function is only a docstring and a placeholder."""
    function = defined(tree).get(name)
    return function is not None and all(map(is_placeholder, function.body))


def is_placeholder(node: ast.stmt) -> bool:
    """Return whether a statement is a placeholder."""
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Return(value=None):
            return True
        case ast.Return(value=ast.Constant(value=None)):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
            return name == "NotImplementedError"
    return False
