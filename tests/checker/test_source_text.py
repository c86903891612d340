"""What the source text shows without running it."""

import ast

import pytest

from noughts.checker import source_text
from noughts.checker.judge_contract import (
    import_faults,
    renamed_arguments,
    signature_faults,
)
from noughts.checker.source_text import DEEPEST, excerpt, is_stub, is_text, read
from noughts.texts.safe_text import LARGEST_PARSED

# What is charged, and what is only noted: arguments with other names.
SIGNATURES = [
    ("def player(board): ...", [], []),
    ("def player(b): ...", [], ["b"]),
    ("def minimax(board, depth=0): ...", ["def minimax(board, depth=0)"], []),
    ("def player(*board): ...", ["def player(*board)"], []),
    ("def player(b): ...\ndef player(board): ...", [], []),
    ("player = lambda board: 'X'", [], []),
    ("def player(board: list[list[str]]) -> str: ...", [], []),
    ("def result(board: 'Board', move: tuple) -> list: ...", [], ["board, move"]),
    ("def player(board: list = None): ...", ["def player(board=None)"], []),
    (f"def player(board={'+'.join('1' * 2000)}): ...", [], []),  # too deep to be read
]


@pytest.mark.parametrize(("text", "charged", "noted"), SIGNATURES)
def test_a_wrong_number_of_arguments_is_charged_and_another_name_is_noted(
    text, charged, noted
):
    tree = read(text.encode())
    assert [fault.got for fault in signature_faults(tree)] == charged
    assert [note.parts["found"] for note in renamed_arguments(tree)] == noted


IMPORTS = [
    ("import math, copy\nfrom collections import deque", []),
    ("import numpy as np", ["numpy"]),
    ("def f():\n    from numpy.linalg import norm", ["numpy.linalg"]),
    ("from . import helpers", ["."]),
    ("import os.path", []),
    ("import tictactoe\nfrom tictactoe import X", []),
]


@pytest.mark.parametrize(("text", "found"), IMPORTS)
def test_imports_from_outside_the_standard_library_are_found(text, found):
    assert [f.got.parts["name"] for f in import_faults(read(text.encode()))] == found


@pytest.mark.parametrize("text", [b"def f(:", b"\0", b"(" * 5000])
def test_a_syntax_error_gives_an_empty_tree(text):
    assert not read(text).body


EXCERPTS = [
    ("def f(x):\n    if x > 1\n        return x\n", "    if x > 1\n            ^"),
    ("x = (1,\n", "x = (1,\n    ^"),
    ("def f():\nreturn 1\n", "return 1\n^"),
    ("def f():\n\tif True:\n\t\tx = (1\t+ 2))\n", "  x = (1 + 2))\n             ^"),
    (f"x = [{'1, ' * 60}2 2]\n", f"x = [{'1, ' * 25}\n{' ' * 80}^"),
    ("x = (1 +\n     2 3)\n", "x = (1 +\n     ^"),  # it goes on in the next line
    ("x = 1\n", ""),
]


@pytest.mark.parametrize(("source", "shown"), EXCERPTS)
def test_a_syntax_error_has_carets_below_the_place(source, shown):
    assert excerpt(source.encode()) == shown


def test_a_program_is_text_and_a_picture_is_not():
    assert is_text("X = 'é'\n".encode("latin-1"))
    assert not is_text(b"\x89PNG\r\n\x1a\n\0\0")


def test_a_file_is_read_up_to_its_largest_size():
    text = b"x = 1\n".ljust(LARGEST_PARSED, b"#")
    assert len(read(text).body) == 1
    assert read(text + b"#").body == []


AROUND = 4  # levels: the module, the expression, the name and its context
READABLE = [
    ("-" * (DEEPEST - AROUND) + "x", True),
    ("-" * (DEEPEST - AROUND + 1) + "x", False),
    (f"x = 0x{'f' * 50}", True),
    (f"x = 0x{'f' * 5000}", False),
    (f"x = f'{{{'+'.join('a' * 50)}}}'", True),
    (f"x = f'{{{'+'.join('a' * 600)}}}'", False),
    ("if x: pass\n" + "elif x: pass\n" * 90, True),
]


@pytest.mark.parametrize(("text", "readable"), READABLE)
def test_a_tree_that_is_too_deep_or_cannot_be_written_is_not_read(text, readable):
    assert bool(read(text.encode()).body) is readable


@pytest.mark.parametrize(("more", "readable"), [(0, True), (1, False)])
def test_a_tree_with_too_many_nodes_is_not_read(more, readable, monkeypatch):
    nodes = sum(1 for _ in ast.walk(ast.parse("x = [1, 2, 3]")))
    monkeypatch.setattr(source_text, "MOST_NODES", nodes - more)
    assert bool(read(b"x = [1, 2, 3]").body) is readable


@pytest.mark.parametrize(
    ("body", "stub"),
    [
        ("pass", True),
        ("...", True),
        ("return", True),
        ("return None", True),
        ("raise NotImplementedError", True),
        ("raise NotImplementedError('later')", True),
        ("'A docstring.'\n    return None", True),
        ("raise ValueError", False),
        ("return 0", False),
        ("x = 1\n    return None", False),
        ("raise", False),
        ("print()", False),
    ],
)
def test_a_stub_is_a_docstring_and_a_placeholder(body, stub):
    assert is_stub(read(f"def f():\n    {body}\n".encode()), "f") is stub
    assert is_stub(read(b"x = 1"), "f") is False
