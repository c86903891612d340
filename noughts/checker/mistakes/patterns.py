"""
Python patterns with placeholders: matched against a syntax tree, and written into it.

A pattern is Python code. `$x` matches any expression, name or statement, and `$*x`
any number of arguments, elements or statements. The same placeholder twice is the
same code twice; `$_` is anything. A `;` at the end makes an expression a statement.

A call without `$*x` matches only calls without keywords; with it, the last `$*x` stands
for the keywords as well. The `else` of a loop or an `if`, decorators and defaults are
kept as they are where the pattern has none, once for each kind.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

ONE, MANY = "_one_", "_many_"  # prefixes that replace `$` and `$*` in the code
IGNORED = {"ctx", "type_comment", "kind", "type_params", "returns", "annotation"}
MOST_ROW = 60  # elements of a list matched with more than one `$*x`
# Kept as they are, unless a pattern has some.
KEPT = ("orelse", "decorator_list", "defaults")
KEYWORDS = "keywords of "  # before the name of a placeholder
Bindings = Mapping[str, Any]  # the code of each placeholder
Rewriting = Mapping[ast.AST, Any]  # nodes, and what replaces each: see `rewrite`


class Pattern(NamedTuple):
    """A pattern, parsed."""

    nodes: list[ast.AST]  # one expression or statement; several if they are written
    is_statement: bool


@cache
def parse(text: str) -> Pattern:
    """Return a pattern; raise SyntaxError if it is not Python."""
    code = text.strip().replace("$*", MANY).replace("$", ONE)
    body = ast.parse(code).body
    if len(body) == 1 and isinstance(body[0], ast.Expr) and not code.endswith(";"):
        return Pattern([body[0].value], False)
    return Pattern([*body], True)


# --- Matching ---------------------------------------------------------------


def find_bindings(pattern: Any, code: Any, known: Bindings) -> Iterator[Bindings]:
    """Yield the bindings with which a pattern matches code."""
    if (name := placeholder(pattern, ONE)) and not isinstance(code, list):
        yield from bind(name, code, known)
    elif isinstance(pattern, list):
        if isinstance(code, list):
            yield from match_row(pattern, code, known)
    elif isinstance(pattern, ast.AST):
        if type(pattern) is type(code):
            yield from match_fields(pattern, code, known)
    elif type(pattern) is type(code) and pattern == code:
        yield known


def match_fields(
    pattern: ast.AST, code: ast.AST, known: Bindings
) -> Iterator[Bindings]:
    """Yield the bindings with which every field of a node matches."""
    ways = [known]
    for field in pattern._fields:
        wanted, found = getattr(pattern, field, None), getattr(code, field, None)
        if wanted == [] and field in KEPT:
            kept = f"{type(code).__name__}.{field}"
            if found:  # two of a kind could not be told apart when they are written
                ways = [{**way, kept: found} for way in ways if kept not in way]
        elif wanted == [] and field == "keywords":
            name = row_of(pattern)
            if found and not name:
                return
            if found and name != "_":
                ways = [{**way, KEYWORDS + name: found} for way in ways]
        elif field not in IGNORED:
            ways = [new for way in ways for new in find_bindings(wanted, found, way)]
    yield from ways


def row_of(call: ast.AST) -> str:
    """Return the name of the last `$*x` among the arguments of a call, or ''."""
    names = [placeholder(each, MANY) for each in getattr(call, "args", [])]
    return next((name for name in reversed(names) if name), "")


def match_row(
    patterns: list[Any], codes: list[Any], known: Bindings
) -> Iterator[Bindings]:
    """Yield the bindings with which a list matches; `$*x` is greedy."""
    if not patterns:
        if not codes:
            yield known
        return
    first, *rest = patterns
    if len(codes) > MOST_ROW and sum(bool(placeholder(p, MANY)) for p in patterns) > 1:
        return  # too many combinations
    if name := placeholder(first, MANY):
        for n in range(len(codes), -1, -1):
            for way in bind(name, codes[:n], known):
                yield from match_row(rest, codes[n:], way)
    elif codes:
        for way in find_bindings(first, codes[0], known):
            yield from match_row(rest, codes[1:], way)


def bind(name: str, code: Any, known: Bindings) -> Iterator[Bindings]:
    """Yield the bindings with one more, unless it contradicts them."""
    if name == "_":
        yield known
    elif name not in known:
        yield {**known, name: code}
    elif text(known[name]) == text(code):
        yield known


def placeholder(pattern: Any, kind: str) -> str:
    """Return the name of a placeholder of a kind; empty for any other pattern."""
    match pattern:
        case ast.Expr(value=ast.Name(id=name)) | ast.Name(id=name) | ast.arg(arg=name):
            pass
        case str(name):
            pass
        case _:
            return ""
    return name.removeprefix(kind) if name.startswith(kind) else ""


def text(code: Any) -> str:
    """Return code as text, for comparison and display."""
    match code:
        case list():
            return "\n".join(map(text, code))
        case ast.Expr(value=value):
            return text(value)
        case ast.arg(arg=name):
            return name
        case ast.AST():
            return ast.unparse(ast.fix_missing_locations(code))
    return str(code)


# --- Writing ----------------------------------------------------------------


def write(template: Any, known: Bindings) -> Any:
    """Return a template with its placeholders filled in."""
    if isinstance(template, list):
        return [each for part in template for each in write_part(part, known)]
    if name := placeholder(template, ONE):
        value = known[name]
        if isinstance(template, str):
            return text(value)
        if isinstance(template, ast.arg):
            return ast.arg(text(value))
        return ast.Name(text(value)) if isinstance(value, str | ast.arg) else value
    if isinstance(template, str):  # a part of a name: `number_of_$x`
        return re.sub(rf"{ONE}(\w+)", lambda found: text(known[found[1]]), template)
    if not isinstance(template, ast.AST):
        return template
    fields = {f: write(getattr(template, f, None), known) for f in template._fields}
    for field in KEPT:
        kept = known.get(f"{type(template).__name__}.{field}")
        if kept and fields.get(field) == []:
            fields[field] = kept
    if isinstance(template, ast.stmt) and fields.get("body") == []:
        fields["body"] = [ast.Pass()]
    if isinstance(template, ast.Call) and not template.keywords:
        fields["keywords"] = known.get(KEYWORDS + row_of(template), [])
    return ast.fix_missing_locations(type(template)(**fields))


def write_part(template: Any, known: Bindings) -> list[Any]:
    """Return what replaces one element of a list; `$*x` becomes several."""
    if name := placeholder(template, MANY):
        return [*known[name]]
    new = write(template, known)
    if isinstance(template, ast.Expr) and isinstance(new, ast.expr):
        new = ast.Expr(new)
    return [new]


def rewrite(tree: ast.AST, change: Rewriting) -> str:
    """
    Return the source of a tree with some nodes replaced; the tree stays as it is.

    A statement can be replaced by a list. What replaces a node may contain others that
    are replaced.
    """
    left = dict(change)

    def copy(node: Any) -> Any:
        if isinstance(node, list):
            copied = map(copy, node)
            return [n for new in copied for n in (new if type(new) is list else [new])]
        if not isinstance(node, ast.AST):
            return node
        if node in left:
            return copy(left.pop(node))
        return type(node)(**{f: copy(getattr(node, f, None)) for f in node._fields})

    return ast.unparse(ast.fix_missing_locations(copy(tree)))
