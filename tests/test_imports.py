"""Imports flow one way."""

import ast
import sys
from functools import cache
from graphlib import TopologicalSorter

import pytest
from conftest import ROOT

# Each package, and the packages that it may import.
GROUND = {"contract", "notation", "board", "text", "files", "words"}
MAP = {
    "contract": {"words"},
    "board": {"contract"},
    "notation": {"contract", "text", "words"},
    "text": set(),
    "files": {"words"},
    "look": set(),
    "words": set(),
    "verifier": set(),
    "oracle": GROUND,
    "notebook": GROUND,
    "sandbox": GROUND | {"notebook"},
    "games": GROUND | {"oracle", "sandbox"},
    "search": GROUND | {"words", "look"},
    "explainer": GROUND | {"oracle", "words", "look"},
    "observe": GROUND | {"oracle", "sandbox", "search", "explainer", "words"},
    "solver": GROUND | {"oracle", "games", "words", "look"},
}
MAP["mistakes"] = {"contract", "board", "oracle"}
MAP["lessons"] = GROUND | {"oracle", "mistakes", "search", "solver", "words"}
CORE = set(MAP)
MAP |= {
    "terminal": CORE,
    "window": CORE,
    "page": CORE | {"checker"},
    "checker": CORE,
    "classroom": CORE | {"checker"},
    "api": CORE | {"checker", "classroom"},
    "autograder": CORE | {"checker", "classroom"},
    "cli": CORE
    | {"terminal", "window", "page", "checker", "classroom", "api", "autograder"},
    "__main__": {"cli"},
}
FILES = sorted((ROOT / "noughts").rglob("*.py"))


@cache
def imported(path):
    """Return the dotted names that a file imports, wherever in it."""
    return tuple(_imported(path))


def _imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            yield node.module
            if node.module == "noughts":
                yield from (f"noughts.{alias.name}" for alias in node.names)


def package_of(path):
    return path.relative_to(ROOT / "noughts").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_flow_one_way(path):
    package = package_of(path)
    if package == "__init__":
        return
    for name in imported(path):
        first, _, rest = name.partition(".")
        other = rest.partition(".")[0]
        if first != "noughts" or other in ("", "__version__", package):
            continue
        assert other in MAP[package], f"{package} must not import {other}"


def test_the_map_has_no_cycle():
    assert list(TopologicalSorter(MAP).static_order())


def test_the_core_does_not_import_the_shells():
    for path in FILES:
        if package_of(path) in CORE:
            assert not {"argparse", "curses", "flask"} & set(imported(path)), path


def test_nothing_imports_the_engine_or_the_window_by_name():
    for path in FILES:
        assert not {"tictactoe", "runner"} & set(imported(path)), path


def test_the_engine_imports_only_the_standard_library():
    names = {name.partition(".")[0] for name in imported(ROOT / "tictactoe.py")}
    assert names <= sys.stdlib_module_names


def test_the_hand_ins_window_imports_only_pygame():
    names = {name.partition(".")[0] for name in imported(ROOT / "runner.py")}
    assert names <= sys.stdlib_module_names | {"pygame"}


def test_the_oracle_knows_no_engine():
    assert set(imported(ROOT / "noughts" / "oracle.py")) <= {
        "collections.abc",
        "functools",
        "typing",
        "noughts.board",
        "noughts.contract",
        "noughts.notation",
        "noughts.text",
        "noughts.words",
    }


@pytest.mark.ci
def test_no_test_imports_another_test():
    """What several tests use lies in tests/helpers, or in conftest."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        parts = {part for name in imported(path) for part in name.split(".")}
        assert not [part for part in parts if part.startswith("test_")], path
