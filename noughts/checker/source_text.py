"""What the text of a file shows without being run: its signatures and imports."""

import ast
import copy
import sys
from collections.abc import Container, Iterator
from typing import NamedTuple

from noughts.checker.record import Check, Failure
from noughts.checker.verdicts import text_check
from noughts.contract import PARAMETERS
from noughts.text import NOT_PYTHON

SIGNATURES = "The functions have the names and arguments that the assignment gives."
LONGEST = 80  # characters of a signature that are shown
LARGEST = 100_000  # bytes that are read: a syntax tree takes 500 times as much memory
DEEPEST = 100  # parts within parts: to write a tree down as text takes 5 calls for each
IMPORTS = "Only Python's standard library is used."
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BY_TEXT = frozenset(
    {"__import__", "eval", "exec", "getattr", "globals", "locals", "vars"}
)  # what finds a function by its name as a text


def read(text: bytes) -> ast.Module:
    """Return the file's syntax tree, an empty one if it has none that can be read."""
    if len(text) > LARGEST:
        return ast.Module([], [])
    try:
        tree = ast.parse(text)
    except NOT_PYTHON:
        return ast.Module([], [])
    return tree if can_be_written(tree) else ast.Module([], [])


def can_be_written(tree: ast.AST) -> bool:
    """
    Return whether a tree, changed in a place, can be written down as text again.

    Not what is nested too deep, though an `elif` is as deep as its `if`; nor numbers
    of many digits, nor a few f-strings.
    """
    todo = [(tree, 0)]
    while todo:
        node, depth = todo.pop()
        if depth > DEEPEST:
            return False
        if isinstance(node, ast.Constant | ast.JoinedStr):
            try:
                ast.unparse(node)
            except ValueError:
                return False
        for child in ast.iter_child_nodes(node):
            chained = isinstance(node, ast.If) and node.orelse == [child]
            todo.append((child, depth + (not chained)))
    return True


# How files begin that are often handed in by mistake: PDF, ZIP (as .docx), PNG, JPEG.
OTHERS = (b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff")


def is_text(source: bytes) -> bool:
    """Return whether a file may be a program at all, right or wrong."""
    return b"\0" not in source and not source.startswith(OTHERS)


def excerpt(source: bytes) -> str:
    """Return the line in which Python stops reading, and a caret below the place."""
    try:
        ast.parse(source)
    except SyntaxError as error:
        line = (error.text or "").rstrip("\n").replace("\t", " ")
        text = line.lstrip()
        place = (error.offset or 1) - 1 - (len(line) - len(text))
        width = max(1, (error.end_offset or 0) - (error.offset or 0))
        if error.end_lineno != error.lineno:
            width = 1
        place = min(max(place, 0), len(text))
        begin = max(0, place - LONGEST // 2) if len(text) > LONGEST else 0
        text, place = text[begin : begin + LONGEST], place - begin
        carets = "^" * min(width, max(1, len(text) - place))
        return f"{text}\n{' ' * place}{carets}" if text else ""
    except NOT_PYTHON:
        pass
    return ""


def source_checks(tree: ast.Module) -> list[Check]:
    """Return the verdicts on what the text of the file shows."""
    return [
        text_check("contract.signatures", SIGNATURES, list(signature_faults(tree))),
        text_check("contract.imports", IMPORTS, list(import_faults(tree))),
    ]


def signature_faults(tree: ast.Module) -> Iterator[Failure]:
    """Yield each function of the contract that takes other arguments."""
    for name, parameters in PARAMETERS.items():
        function = defined(tree).get(name)
        if function is None:
            continue
        wanted = f"def {name}({', '.join(parameters)})"
        found = f"def {name}({_arguments(function)})"
        if found != wanted:
            hint = "Put what else the search needs into a function of your own."
            yield Failure(f"line {function.lineno}", "", wanted, found, 1, hint)


def _arguments(function: ast.FunctionDef) -> str:
    """Return the arguments as they are written, type hints left out."""
    given = copy.deepcopy(function.args)
    for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        each.annotation = None
    for other in (given.vararg, given.kwarg):
        if other:
            other.annotation = None
    return ast.unparse(given)[:LONGEST]


def import_faults(tree: ast.Module) -> Iterator[Failure]:
    """Yield each import of something that does not come with Python."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in foreign(node):
                yield Failure(
                    f"line {node.lineno}",
                    "",
                    "imports from the standard library alone",
                    f"import of {name}",
                    1,
                    "The file must work alone in an empty folder.",
                )


def foreign(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return what an import takes from elsewhere than Python's own library."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = ["." * node.level + (node.module or "")]
    own = sys.stdlib_module_names
    return [name for name in names if name.partition(".")[0] not in own]


def defined(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the functions at the top of the file; the last of a name counts."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def reached(tree: ast.Module, *start: str) -> set[str]:
    """
    Return the functions to which the calls of some lead, these included.

    So do calls of functions of the assignment that the file does not have.
    """
    functions = defined(tree)
    led = leads(tree, *start).names
    return {name for name in led if name in PARAMETERS or name in functions}


class Leads(NamedTuple):
    """To which names of a file some functions lead, and whether that may be all."""

    names: set[str]
    unclear: bool  # an import, or a call of what is chosen on the spot, is among them


def leads(tree: ast.Module, *start: str) -> Leads:
    """
    Return where names lead: through functions, classes, tables and other names.

    A class leads to all that it mentions, and so does whatever a name is assigned.
    """
    functions, meanings = defined(tree), bound(tree)
    variables = set(_variables(tree)) - set(meanings)
    found, todo = set[str](), [name for name in start if name in functions]
    unclear = False
    while todo:
        name = todo.pop()
        if name in found:
            continue
        if name in PARAMETERS or name in meanings:
            found.add(name)
        for node in (n for each in meanings.get(name, ()) for n in ast.walk(each)):
            unclear = unclear or _hides(node, variables, meanings)
            if isinstance(node, ast.Name):
                todo.append(node.id)
    return Leads(found, unclear)


def bound(tree: ast.Module) -> dict[str, list[ast.stmt]]:
    """Return the statements at the top of a file that give each name its meaning."""
    found = dict[str, list[ast.stmt]]()
    for node in tree.body:
        if isinstance(node, DEFINITIONS):
            found[node.name] = [node]
            continue
        for inner in ast.walk(node):
            match inner:
                case ast.Name(id=name, ctx=ast.Store()) | ast.alias(asname=str(name)):
                    found.setdefault(name, []).append(node)
                case ast.alias(name=name):
                    found.setdefault(name.partition(".")[0], []).append(node)
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
                    found.setdefault(name, []).append(node)
                case _ if isinstance(inner, DEFINITIONS):
                    found.setdefault(inner.name, []).append(node)
    return found


def _variables(tree: ast.Module) -> Iterator[str]:
    """Yield the names that are given, or assigned, anywhere."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def _hides(node: ast.AST, variables: Container[str], meanings: Container[str]) -> bool:
    """Return whether nobody can tell by the text what a node leads to."""
    match node:
        case ast.Import() | ast.ImportFrom():
            return bool(foreign(node))
        case ast.Name(id=name):
            return name in BY_TEXT and name not in meanings
        case ast.Call(func=ast.Name(id=name)):
            return name in variables  # `rule(board)`
        case ast.Call(func=called):
            return not isinstance(called, ast.Attribute)  # `RULES["over"](board)`
    return False


def shared(tree: ast.Module, one: str, other: str) -> set[str]:
    """
    Return what two functions of the contract both rest on, and is the file's own.

    A function, a class or a table: not a number or a mark, which has no fault.
    """
    meanings = bound(tree)
    both = leads(tree, one).names & leads(tree, other).names - set(PARAMETERS)
    return {name for name in both if not all(map(_is_plain, meanings[name]))}


def _is_plain(node: ast.stmt) -> bool:
    """Return whether a statement gives a name no more than a mark, or Python's own."""
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            return isinstance(value, ast.Constant)
        case ast.Import() | ast.ImportFrom():
            return not foreign(node)
    return False


def catches(tree: ast.Module) -> bool:
    """Return whether an exception may be caught: in the file, or where nobody sees."""
    handlers = (ast.Try, ast.TryStar, ast.With)
    return not tree.body or any(
        isinstance(node, handlers)
        or (isinstance(node, ast.Import | ast.ImportFrom) and bool(foreign(node)))
        for node in ast.walk(tree)
    )


def calls_itself(tree: ast.Module, name: str) -> bool:
    """Return whether the calls of a function lead back to it."""
    function = defined(tree).get(name)
    if function is None:
        return False
    called = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    return name in reached(tree, *called)


def is_stub(tree: ast.Module, name: str) -> bool:
    """Return whether a function has no more than a docstring and a placeholder."""
    function = defined(tree).get(name)
    return function is not None and all(map(_is_placeholder, function.body))


def _is_placeholder(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Return(value=None):
            return True
        case ast.Return(value=ast.Constant(value=None)):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
            return name == "NotImplementedError"
    return False
