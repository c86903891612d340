"""The map of the house: imports flow one way."""

import ast
import sys

import pytest
from conftest import ROOT

# Each room may import from the floors below its own, and from its own room.
FLOORS = [
    {"contract", "notation"},
    {"oracle", "sandbox", "players", "match", "search", "explain"},
    {"terminal", "explorer", "checker"},
    {"commands"},
    {"cli"},
    {"__main__"},
]
PURE = FLOORS[0] | {"oracle", "players", "match", "search", "explain"}
FLOOR = {room: n for n, rooms in enumerate(FLOORS) for room in rooms}
FILES = sorted((ROOT / "noughts").rglob("*.py"))


def imported(path):
    """Yield the dotted names that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            yield node.module
            if node.module == "noughts":
                yield from (f"noughts.{alias.name}" for alias in node.names)


def room_of(path):
    return path.relative_to(ROOT / "noughts").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_flow_one_way(path):
    room = room_of(path)
    if room == "__init__":
        return
    for name in imported(path):
        first, _, rest = name.partition(".")
        other = rest.partition(".")[0]
        if first != "noughts" or other in ("", "__version__", room):
            continue
        level = FLOOR[room]
        assert FLOOR[other] <= level, f"{room} must not import {other}"


def test_the_rooms_of_the_core_do_not_import_the_shells():
    for path in FILES:
        if room_of(path) in PURE:
            assert not {"argparse", "curses", "flask"} & set(imported(path)), path


def test_the_engine_is_imported_in_one_place_and_the_window_nowhere():
    users = [path for path in FILES if "tictactoe" in set(imported(path))]
    assert [path.name for path in users] == ["contract.py"]
    assert not [path for path in FILES if "runner" in set(imported(path))]


def test_the_engine_imports_only_the_standard_library():
    names = {name.partition(".")[0] for name in imported(ROOT / "tictactoe.py")}
    assert names <= sys.stdlib_module_names


def test_the_window_imports_only_the_engine_and_pygame():
    names = {name.partition(".")[0] for name in imported(ROOT / "runner.py")}
    assert names <= sys.stdlib_module_names | {"tictactoe", "pygame"}


def test_the_oracle_knows_no_engine():
    assert set(imported(ROOT / "noughts" / "oracle.py")) <= {
        "collections.abc",
        "functools",
        "typing",
        "noughts.contract",
        "noughts.notation",
    }
