"""What a file shows without being run: whether it can be read, names, imports."""

import ast
import copy
import sys
from collections.abc import Iterator

from noughts.checker.record import Check, Failure
from noughts.checker.verdicts import text_check
from noughts.contract import MODULE_NAME, PARAMETERS
from noughts.text import NOT_PYTHON, parse
from noughts.words.said import Said, quotation

LONGEST = 80  # characters of a signature or an excerpt
MOST_NODES = 50_000  # of a syntax tree; public files have 2,000
DEEPEST = 100  # levels of a syntax tree: to write each takes five calls


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


def source_checks(tree: ast.Module) -> list[Check]:
    """Return the checks of the source text."""
    return [
        text_check("contract.signatures", signature_faults(tree)),
        text_check("contract.imports", import_faults(tree)),
    ]


def signature_faults(tree: ast.Module) -> Iterator[Failure]:
    """Yield each function of the contract with another number of arguments."""
    for name, function in defined(tree).items():
        if name in PARAMETERS and not takes_as_many(function):
            where = Said("value.line", line=function.lineno)
            wanted = quotation(f"def {name}({', '.join(PARAMETERS[name])})")
            found = quotation(f"def {name}({_arguments(function)})")
            yield Failure(where, "", wanted, found, 1, Said("hint.own_function"))


def takes_as_many(function: ast.FunctionDef) -> bool:
    """Return whether a function takes the right number of arguments."""
    names = [argument.arg for argument in function.args.args]
    only = _arguments(function) == ", ".join(names)
    return only and len(names) == len(PARAMETERS[function.name])


def renamed_arguments(tree: ast.Module) -> Iterator[Said]:
    """Yield a note for each function whose arguments have other names."""
    for name, function in defined(tree).items():
        if name in PARAMETERS and takes_as_many(function):
            found, wanted = _arguments(function), ", ".join(PARAMETERS[name])
            if found != wanted:
                parts = {"function": name, "found": found, "wanted": wanted}
                yield Said("note.renamed", **parts)


def _arguments(function: ast.FunctionDef) -> str:
    """Return the arguments as they are written, type hints left out."""
    given = copy.deepcopy(function.args)
    for each in ast.walk(given):
        if isinstance(each, ast.arg):
            each.annotation = None
    return ast.unparse(given)[:LONGEST]


def import_faults(tree: ast.Module) -> Iterator[Failure]:
    """Yield each import from outside the standard library."""
    standard, alone = Said("value.standard"), Said("hint.alone")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            where = Said("value.line", line=node.lineno)
            for name in foreign(node):
                if name != MODULE_NAME:
                    found = Said("value.import", name=name)
                    yield Failure(where, "", standard, found, 1, alone)


def foreign(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the imported modules that are not in the standard library."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = ["." * node.level + (node.module or "")]
    own = sys.stdlib_module_names
    return [name for name in names if name.partition(".")[0] not in own]


def defined(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the top-level functions; the last of a name counts."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


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
