"""Imports flow one way."""

import ast
import re
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from conftest import ROOT

import noughts
from noughts.page import browser_python

# Each room, and the rooms that it may import. A room inside another has a row of its
# own if it may import less than the other.
GROUND = {"version", "texts", "theme", "files"}
BASE = GROUND | {"game"}
MAP = {
    "version": set(),
    "texts": set(),
    "theme": set(),
    "files": {"texts"},
    "game": GROUND,
    "sandbox": BASE,
    "search": BASE,
    "explainer": BASE,
    "solver": BASE,
    "solver/verifier": {"solver/verifier_steps", "solver/verifier_rules"},
    "solver/verifier_steps": set(),
    "solver/verifier_rules": {"solver/verifier_steps"},
    "checker/mistakes": {"game"},
    "checker/own_search": BASE | {"sandbox", "search", "explainer"},
    "checker": BASE | {"sandbox", "checker/mistakes", "checker/own_search"},
    "lessons": BASE | {"search", "solver", "checker/mistakes"},
    "play": BASE | {"sandbox", "explainer", "solver"},
    "classroom": BASE | {"sandbox", "checker"},
    "classroom/autograder": BASE | {"checker", "classroom"},
}
MAP["page"] = BASE | {
    *("sandbox", "search", "explainer", "solver", "lessons"),
    *("checker", "checker/own_search", "classroom"),
}
ROOMS = set(MAP)
MAP["api"] = ROOMS - {"page", "play", "lessons"}
MAP["cli"] = ROOMS | {"api"}
MAP["__main__"] = {"cli"}
# What a public name stands for, loaded when it is first used.
MAP["__init__"] = ROOMS | {"api"}
PURE = ROOMS - {"play", "page"}  # they read, print and draw nothing
PACKAGE = ROOT / "noughts"
FILES = sorted(PACKAGE.rglob("*.py"))


@cache
def imported(path):
    """Return the dotted names that a file imports, wherever in it."""
    return tuple(_names_in(ast.parse(path.read_text("utf-8"))))


def _names_in(tree):
    """Yield the dotted names of modules, and of what is imported from ours."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "a relative import"
            if node.module != "noughts":
                yield node.module
            if node.module in ("noughts", "noughts.sandbox"):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(name):
    """Return the innermost room of a dotted name, such as `noughts.checker.judge`."""
    parts = name.split(".")[1:]
    inner = "/".join(parts[:2])
    return inner if inner in MAP else parts[0]


def dotted(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def rooms_imported(path):
    """Yield the rooms that a file imports, other than its own."""
    room = room_of(dotted(path))
    for name in imported(path):
        if name.startswith("noughts."):
            other = room_of(name)
            if other != room:
                yield other


def test_the_map_names_every_room():
    found = {room_of(dotted(path)) for path in FILES}
    assert found == MAP.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_flow_one_way(path):
    room = room_of(dotted(path))
    assert {*rooms_imported(path)} <= MAP[room], room


def test_nothing_imports_the_front_door():
    """`noughts/__init__` is for others: inside, a name has one address."""
    for path in FILES:
        assert "noughts" not in imported(path), path


def test_the_map_has_no_cycle():
    assert list(TopologicalSorter(MAP).static_order())


def test_the_core_does_not_import_the_shells():
    for path in FILES:
        if room_of(dotted(path)) in PURE:
            shells = {"argparse", "curses", "flask"} & set(imported(path))
            assert not shells or path.name == "__main__.py", path


def test_no_package_has_a_public_name():
    """`noughts.check` is a function, so no package or module may be called that."""
    names = {path.relative_to(PACKAGE).parts[0] for path in FILES}
    assert not {name.removesuffix(".py") for name in names} & {*noughts.__all__}


# A browser's cage loads these modules and nothing else of ours.
CAGED = {"asker", "inside", "protocol", "values"}


@pytest.mark.parametrize("name", sorted(CAGED))
def test_what_the_cage_loads_imports_only_itself(name):
    """Natively a function of `inside` also imports what confines its process."""
    tree = ast.parse((PACKAGE / f"sandbox/{name}.py").read_text("utf-8"))
    at_the_top = ast.Module(
        [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)], []
    )
    ours = {each for each in _names_in(at_the_top) if each.startswith("noughts")}
    assert ours <= {"noughts.sandbox", *(f"noughts.sandbox.{each}" for each in CAGED)}


def test_the_cage_is_given_these_modules():
    assert {Path(path).stem for path in browser_python.ENGINE} == CAGED


def test_the_workers_contain_no_python():
    """It is in files, whose imports the other tests see."""
    for path in sorted((PACKAGE / "page/workers").glob("*.js")):
        text = path.read_text("utf-8")
        assert not re.search(r"^(?:from [\w.]+ import|import \w+$)", text, re.M), path


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
    assert set(imported(PACKAGE / "game/oracle.py")) <= {
        "collections.abc",
        "functools",
        "typing",
        "noughts.game.board",
        "noughts.game.contract",
        "noughts.game.notation",
        "noughts.texts.safe_text",
        "noughts.texts",
    }


@pytest.mark.ci
def test_no_test_imports_another_test():
    """What several tests use lies in tests/helpers, or in conftest."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        parts = {part for name in imported(path) for part in name.split(".")}
        assert not [part for part in parts if part.startswith("test_")], path
