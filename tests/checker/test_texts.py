"""Texts that could stall or crash a parser: the judge goes on."""

import ast
import time
from contextlib import suppress
from itertools import islice

import pytest
from conftest import ENGINES
from helpers.in_process import ask_replayed

from noughts.checker import source_text
from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.mistakes.catalogue import repairs
from noughts.checker.mistakes.scope import MOST_NODES
from noughts.checker.rubric import apply, load

RIGHT = (ENGINES / "alpha_beta.py").read_text("utf-8")
ELIFS = "\n\ndef big(n):\n    if n == 0:\n        return 0\n" + "".join(
    f"    elif n == {n}:\n        return {n}\n" for n in range(1, 90)
)
CHAIN = "".join(f"def f{n}(): return f{n + 1}()\n" for n in range(2500))
NAMES = "".join(f"a{n} = a{n + 1}\n" for n in range(5000))

# What follows a right engine, and whether its text can still be read.
TEXTS = {
    "a long sum": ("BIG = 1" + " + 1" * 2000, False),
    "a long sum in a function": ("def f():\n    return 1" + " + 1" * 300, False),
    "a long way of attributes": ("BIG = X" + ".a" * 1500, False),
    "brackets": ("BIG = " + "[" * 190 + "]" * 190, False),
    "a number that has too many digits": ("BIG = 0x" + "9" * 50_000, False),
    "an f-string of two lines": ("BIG = f'''{\"\"\"a\nb\"\"\"}'''", None),
    "many branches": (ELIFS, True),
    "functions that lead to each other": (CHAIN + "def f2500(): global u\n", True),
    "names that stand for each other": (NAMES + "a5000 = open\n", True),
    "a thousand functions": ("".join(f"def f{n}(): 0\n" for n in range(5000)), True),
}


@pytest.mark.ci
@pytest.mark.parametrize(("more", "read"), TEXTS.values(), ids=TEXTS)
def test_repairs_of_odd_texts_are_found_in_bounded_time(more, read):
    tree = source_text.read(f"{RIGHT}\n\n{more}\n".encode())
    assert read is None or bool(tree.body) is read
    before = time.process_time()
    with suppress(RecursionError):  # so is the judge ready for one
        short = 0 < sum(1 for _ in ast.walk(tree)) <= MOST_NODES and tree.body
        sources = {repair.source for repair in repairs(tree, "minimax")}
        assert bool(sources) is bool(short)
    assert time.process_time() - before < 30


LINES = ["x = y", "x < y", "value(board)", "board[0][0] = X", "if x < y: y = x"]
LINES += ["for a in actions(board): x = a", "return x or y", "x = max(x, value(board))"]


@pytest.mark.ci
@pytest.mark.parametrize("line", LINES)
def test_repairs_of_long_functions_are_found_in_bounded_time(line):
    lines = "\n".join(f"    {line}" for _ in range(400))
    tree = ast.parse(f"def minimax(board):\n{lines}\ndef value(b): return value(b)\n")
    before = time.process_time()
    assert len([*islice(repairs(tree, "minimax"), 60)]) <= 60
    assert time.process_time() - before < 30


@pytest.mark.ci
@pytest.mark.parametrize(
    ("more", "bonus"),
    [
        pytest.param(ELIFS, "passed", id="many branches"),
        pytest.param(
            TEXTS["a long sum"][0], "unjudged", id="a long sum", marks=pytest.mark.slow
        ),
    ],
)
def test_a_right_file_with_an_odd_text_keeps_its_points(more, bonus):
    talk = judge(f"{RIGHT}\n\n{more}\n".encode(), "f.py", remarks=[])
    record = apply(load(), converse(talk, ask_replayed))
    assert record.right
    assert record.points == (110 if bonus == "passed" else 100)
    (check,) = (c for c in record.checks if c.name == "search.alphabeta")
    assert check.status == bonus
