"""The page about the checker's inside names what exists."""

import ast
import re

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "checker-internals.md").read_text("utf-8")
ROOMS = (ROOT / "noughts" / "checker", ROOT / "noughts" / "sandbox")
MODULES = {path.stem: path for room in ROOMS for path in sorted(room.rglob("*.py"))}
CODE = re.compile(r"`([^`\n]+)`")
NAMED = sorted({text for text in CODE.findall(PAGE) if text.partition(".")[1]})


def names_in(path):
    """Return the names that a module defines, and `Class.field`."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name, body=body):
                found |= {name, *(f"{name}.{each}" for each in fields(body))}
            case _:
                found |= fields([node])
    return found


def fields(body):
    """Yield the names that some statements define."""
    found = set()
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(name)):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {each.id for each in targets if isinstance(each, ast.Name)}
    return found


@pytest.mark.parametrize("name", NAMED)
def test_every_name_on_the_page_exists(name):
    module, _, rest = name.partition(".")
    if rest in ("py", "toml"):
        assert [path for room in ROOMS for path in room.rglob(name)]
    elif module in MODULES:
        assert rest in names_in(MODULES[module])
    else:  # a class and its field
        assert any(name in names_in(path) for path in MODULES.values())
