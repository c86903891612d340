"""What a file shows without being run: whether it can be read, names, imports."""

import ast
import copy
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from itertools import islice

from noughts.checker.record import Check, Failure
from noughts.checker.verdicts import text_check
from noughts.contract import MODULE_NAME, PARAMETERS
from noughts.text import NOT_PYTHON, can_be_decoded, parse
from noughts.words.said import Said, quoted

LONGEST = 80  # characters of a signature that are shown
MOST_PARTS = 50_000  # of a tree that is read; public files have 2,000
DEEPEST = 100  # parts within parts: to write a tree down as text takes 5 calls for each


def read(text: bytes) -> ast.Module:
    """Return the file's syntax tree, an empty one if it has none that can be read."""
    try:
        tree = parse(text)
    except NOT_PYTHON:
        return ast.Module([], [])
    return tree if can_be_written(tree) else ast.Module([], [])


def can_be_written(tree: ast.AST) -> bool:
    """
    Return whether a tree, changed in a place, can be written down as text again.

    Not what has too many parts, or is nested too deep, though an `elif` is as deep as
    its `if`; nor numbers of many digits, nor a few f-strings.
    """
    if any(islice(ast.walk(tree), MOST_PARTS, None)):
        return False
    todo = [(tree, 0, False)]
    while todo:
        node, depth, written = todo.pop()  # written: with the f-string around it
        if depth > DEEPEST:
            return False
        if isinstance(node, ast.Constant | ast.JoinedStr) and not written:
            try:
                ast.unparse(node)
            except (ValueError, RecursionError):
                return False
            written = True
        for child in ast.iter_child_nodes(node):
            chained = isinstance(node, ast.If) and node.orelse == [child]
            todo.append((child, depth + (not chained), written))
    return True


def decoded(source: bytes) -> str | None:
    """Return the text as Python reads it from a file, in the encoding that it names."""
    if not can_be_decoded(source):
        return None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return source.decode(encoding)
    except (SyntaxError, ValueError, LookupError):
        return None


# How files begin that are often handed in by mistake: PDF, ZIP (as .docx), PNG, JPEG.
OTHERS = (b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff")
UTF_16 = re.compile(rb"\xfe\xff|\xff\xfe(?!\0\0)")  # "Unicode", as Windows says


def is_text(source: bytes) -> bool:
    """Return whether a file may be a program at all, right or wrong."""
    if UTF_16.match(source):
        return True
    return b"\0" not in source and not source.startswith(OTHERS)


def excerpt(source: bytes) -> str:
    """Return the line in which Python stops reading, and a caret below the place."""
    try:
        parse(source)
    except SyntaxError as error:
        line = (error.text or "").rstrip("\n").replace("\t", " ")
        kept = isinstance(error, IndentationError)  # where that is what is wrong
        text = line if kept else line.lstrip()
        offset = error.offset or 1
        place = offset - 1 - (len(line) - len(text))
        width = (error.end_offset or offset) - offset
        if error.end_lineno != error.lineno:
            width = 1
        place = min(max(place, 0), len(text))
        begin = max(0, place - LONGEST // 2) if len(text) > LONGEST else 0
        text, place = text[begin : begin + LONGEST], place - begin
        carets = "^" * max(1, min(width, len(text) - place))
        return f"{text}\n{' ' * place}{carets}" if text else ""
    except NOT_PYTHON:
        pass
    return ""


def source_checks(tree: ast.Module) -> list[Check]:
    """Return the verdicts on what the text of the file shows."""
    return [
        text_check("contract.signatures", signature_faults(tree)),
        text_check("contract.imports", import_faults(tree)),
    ]


def signature_faults(tree: ast.Module) -> Iterator[Failure]:
    """Yield each function of the contract that takes another number of arguments."""
    for name, function in defined(tree).items():
        if name in PARAMETERS and not takes_as_many(function):
            where = Said("value.line", line=function.lineno)
            wanted = quoted(f"def {name}({', '.join(PARAMETERS[name])})")
            found = quoted(f"def {name}({_arguments(function)})")
            yield Failure(where, "", wanted, found, 1, Said("hint.own_function"))


def takes_as_many(function: ast.FunctionDef) -> bool:
    """Return whether a function takes as many arguments, perhaps by other names."""
    names = [argument.arg for argument in function.args.args]
    only = _arguments(function) == ", ".join(names)
    return only and len(names) == len(PARAMETERS[function.name])


def renamed_arguments(tree: ast.Module) -> Iterator[Said]:
    """Yield what is to be known of arguments with other names: it costs nothing."""
    for name, function in defined(tree).items():
        if name in PARAMETERS and takes_as_many(function):
            found, wanted = _arguments(function), ", ".join(PARAMETERS[name])
            if found != wanted:
                parts = {"function": name, "found": found, "wanted": wanted}
                yield Said("note.renamed", **parts)


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
    """Yield each import of something that does not come with Python, but of itself."""
    standard, alone = Said("value.standard"), Said("hint.alone")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            where = Said("value.line", line=node.lineno)
            for name in foreign(node):
                if name != MODULE_NAME:
                    found = Said("value.import", name=name)
                    yield Failure(where, "", standard, found, 1, alone)


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


def waiting(tree: ast.Module) -> list[ast.Call]:
    """Return the calls that let a program wait: `time.sleep(1)`, `sleep(1)`."""
    found = list[ast.Call]()
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id="sleep")
                | ast.Attribute(value=ast.Name(id="time"), attr="sleep")
            ):
                found.append(node)
    return found


def is_stub(tree: ast.Module, name: str) -> bool:
    """Return whether a function has no more than a docstring and a placeholder."""
    function = defined(tree).get(name)
    return function is not None and all(map(is_placeholder, function.body))


def is_placeholder(node: ast.stmt) -> bool:
    """Return whether a statement only says that something is not written yet."""
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Return(value=None):
            return True
        case ast.Return(value=ast.Constant(value=None)):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
            return name == "NotImplementedError"
    return False
