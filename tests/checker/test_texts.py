"""Texts that would stall or crash whoever reads them: the judge reads, and goes on."""

import ast

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker import source_text
from noughts.checker.conversation import judge
from noughts.checker.driver import converse
from noughts.checker.points import apply
from noughts.checker.rubric import load
from noughts.checker.slips.suspects import suspected

RIGHT = (ENGINES / "alpha_beta.py").read_text("utf-8")
ELIFS = "\n\ndef big(n):\n    if n == 0:\n        return 0\n" + "".join(
    f"    elif n == {n}:\n        return {n}\n" for n in range(1, 600)
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


def test_a_tree_is_the_same_after_a_place_in_it_was_changed():
    tree = source_text.read(RIGHT.encode())
    places = list(suspected(tree))
    assert len({place.source for place in places}) > 1
    assert ast.dump(tree) == ast.dump(source_text.read(RIGHT.encode()))


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
def test_a_right_file_keeps_its_points_whatever_else_is_in_its_text(more, bonus):
    talk = judge(f"{RIGHT}\n\n{more}\n".encode(), "f.py", remarks=[])
    record = apply(load(), converse(talk, ask_in_process))
    assert record.right
    assert record.points == (110 if bonus == "passed" else 100)
    (check,) = (c for c in record.checks if c.name == "search.alphabeta")
    assert check.status == bonus
