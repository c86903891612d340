"""An import that fails, though nothing in the file needs what it would bring."""

import ast
import re

from noughts.contract import NAMES
from noughts.words.said import Said

ENDS = re.compile("(\r\n?|\n)")  # of lines, as Python counts them
BEGUN = re.compile(r"((?:\xef\xbb\xbf)?\s*)(?:import|from)\b")  # by its first word


def failed_line(refusal: Said) -> int | None:
    """Return the line of the import for which a file was refused, if it was one."""
    why = str(refusal.parts.get("why", ""))
    failed = why.startswith(("ModuleNotFoundError", "ImportError"))
    imports = refusal.key == "refused.no_import_at"
    return refusal.parts["line"] if failed and imports else None


def without_import(source: str, tree: ast.Module, line: int) -> str | None:
    """
    Return the source with `pass` in place of the import in a line.

    None if a name that it binds is read, or is one of the assignment's, and if
    something else stands in its lines. `source` has one character for each byte.
    """
    nodes = list(ast.walk(tree))
    needed = {node.id for node in nodes if isinstance(node, ast.Name)} | {*NAMES, "*"}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            first, last = node.lineno, node.end_lineno or node.lineno
            if first <= line <= last and _bound(node).isdisjoint(needed):
                return _passed_over(source, first, last)
    return None


def _bound(node: ast.Import | ast.ImportFrom) -> set[str]:
    """Return the names that an import binds; a star for all that there are."""
    return {each.asname or each.name.partition(".")[0] for each in node.names}


def _passed_over(source: str, first: int, last: int) -> str | None:
    """Return the source without these lines; None if one says something else, too."""
    rows = ENDS.split(source)  # every second is the end of a line
    places = range(2 * first - 2, 2 * last, 2)
    begun = BEGUN.match(rows[places[0]])
    if not begun or any(";" in rows[n] for n in places):
        return None
    for n in places:
        rows[n] = f"{begun[1]}pass" if n == places[0] else ""
    return "".join(rows)
