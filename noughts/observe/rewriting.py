"""A source with some of its nodes replaced."""

import ast
from collections.abc import Mapping
from typing import Any

# What stands in the place of a node: another one, or several statements.
Change = Mapping[ast.AST, ast.AST | list[ast.stmt]]


def rewritten(tree: ast.Module, change: Change) -> str:
    """Return the source with some nodes replaced; the tree stays as it is."""
    before = list[tuple[ast.AST, str, object]]()
    for new in change.values():
        for node in new if isinstance(new, list) else [new]:
            ast.fix_missing_locations(node)  # a tree is written down by lines
    try:
        for parent in list(ast.walk(tree)):
            for name, value in ast.iter_fields(parent):
                new = _replaced(value, change)
                if new is not value:
                    before.append((parent, name, value))
                    setattr(parent, name, new)
        return ast.unparse(tree)
    finally:
        for parent, name, value in before:
            setattr(parent, name, value)


def _replaced(value: Any, change: Change) -> Any:
    """Return what stands in a field of a node, some nodes replaced."""
    if isinstance(value, ast.AST):
        return change.get(value, value)
    if not isinstance(value, list):
        return value
    new = [change.get(each, each) for each in value]
    return [n for each in new for n in (each if isinstance(each, list) else [each])]
