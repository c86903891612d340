"""What the text of a file shows without being run."""

import ast

import pytest
from conftest import ROOT

from noughts.checker.source_text import (
    DEEPEST,
    LARGEST,
    can_be_written,
    excerpt,
    import_faults,
    is_text,
    reached,
    read,
    signature_faults,
)

SIGNATURES = [
    ("def player(board): ...", []),
    ("def player(b): ...", ["def player(b)"]),
    ("def minimax(board, depth=0): ...", ["def minimax(board, depth=0)"]),
    ("def result(action, board): ...", ["def result(action, board)"]),
    ("def player(*board): ...", ["def player(*board)"]),
    ("def player(b): ...\ndef player(board): ...", []),
    ("player = lambda board: 'X'", []),
    ("def player(board: list[list[str]]) -> str: ...", []),
    ("def result(board: 'Board', action: tuple) -> list: ...", []),
    ("def player(board: list = None): ...", ["def player(board=None)"]),
    (f"def player(board={'+'.join('1' * 2000)}): ...", []),  # too deep to be read
]


@pytest.mark.parametrize(("text", "found"), SIGNATURES)
def test_other_arguments_are_found(text, found):
    assert [f.got for f in signature_faults(read(text.encode()))] == found


IMPORTS = [
    ("import math, copy\nfrom collections import deque", []),
    ("import numpy as np", ["import of numpy"]),
    ("def f():\n    from numpy.linalg import norm", ["import of numpy.linalg"]),
    ("from . import helpers", ["import of ."]),
    ("import os.path", []),
]


def test_looking_at_signatures_changes_nothing():
    tree = read(b"def player(board: list, *more: int) -> str: ...")
    before = ast.dump(tree)
    assert list(signature_faults(tree))
    assert ast.dump(tree) == before


@pytest.mark.parametrize(("text", "found"), IMPORTS)
def test_imports_from_outside_the_standard_library_are_found(text, found):
    assert [f.got for f in import_faults(read(text.encode()))] == found


def test_our_own_engine_has_the_right_signatures_and_imports():
    tree = read((ROOT / "tictactoe.py").read_bytes())
    assert not [*signature_faults(tree), *import_faults(tree)]


@pytest.mark.parametrize("text", [b"def f(:", b"\0", b"(" * 5000])
def test_what_is_not_python_has_nothing_in_it(text):
    assert not read(text).body


def test_calls_are_followed_through_functions_of_the_students_own():
    text = "def minimax(b): v(b)\ndef v(b): winner(b)\ndef winner(b): ...\ndef x(): ..."
    assert reached(read(text.encode()), "minimax") == {"minimax", "v", "winner"}


EXCERPTS = [
    ("def f(x):\n    if x > 1\n        return x\n", "if x > 1\n        ^"),
    ("x = (1,\n", "x = (1,\n    ^"),
    ("def f():\nreturn 1\n", "return 1\n^^^^^^"),
    ("def f():\n\tif True:\n\t\tx = (1\t+ 2))\n", "x = (1 + 2))\n           ^"),
    (f"x = [{'1, ' * 60}2 2]\n", f" {'1, ' * 13}2 2]\n{' ' * 40}^^^"),
    ("x = 1\n", ""),
]


@pytest.mark.parametrize(("source", "shown"), EXCERPTS)
def test_a_line_that_python_cannot_read_has_a_caret_below_the_place(source, shown):
    assert excerpt(source.encode()) == shown


def test_a_function_that_is_missing_is_reached_by_who_calls_it():
    tree = read(b"def minimax(board):\n    return utility(board) + other(board)\n")
    assert reached(tree, "minimax") == {"minimax", "utility"}
    assert reached(tree, "utility") == set()


def test_a_program_is_text_and_a_picture_is_not():
    assert is_text("X = 'é'\n".encode("latin-1"))
    assert not is_text(b"\x89PNG\r\n")


def test_a_file_is_read_up_to_its_largest_size():
    text = b"x = 1\n".ljust(LARGEST, b"#")
    assert len(read(text).body) == 1
    assert read(text + b"#").body == []


@pytest.mark.parametrize(("more", "fits"), [(0, True), (1, False)])
def test_a_text_is_read_up_to_so_many_parts_within_parts(more, fits):
    around = 3  # the module, the expression, and how the name is used
    text = "-" * (DEEPEST - around + more) + "x"
    assert can_be_written(ast.parse(text)) == fits
