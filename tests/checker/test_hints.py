"""Hints for exceptions; every message comes from Python itself."""

import re

import pytest

from noughts.checker.answers import died, late, raised
from noughts.checker.asking import UnjudgedError
from noughts.checker.checks import CHECK_RULES
from noughts.checker.hints import MESSAGES, advice_for, hint_for, meaning
from noughts.game.contract import LARGEST_NOTEBOOK
from noughts.sandbox import inside

# What students write, by the hint that they get.
WRITTEN = {
    "function": [
        "def f():\n    max = max(1, 2)\nf()",
        "def f():\n    winner = winner(1)\nf()",
        "def f():\n    any = any([])\nf()",
        "def f():\n    any = any ([])\nf()",
    ],
    "local": [
        "def f():\n    x = [].copy() or copy\n    copy = x\nf()",
        "def f():\n    if 0:\n        winner = 1\n    return winner\nf()",
        "def f():\n    if False:\n        best = 1\n    return best\nf()",
    ],
    "module": ["-math.inf", "copy.deepcopy([])", "itertools.chain()"],
    "typing": ["def f(board: List[list]): pass"],
    "name": ["bord"],
    "unhashable": ["set().add([0, 0])"],
    "set_index": ["{(0, 0)}[0]"],
    "tuple_index": ["[[1]][0, 0]"],
    "none": [
        "None[0]",
        "i, j = None",
        "None > 1",
        "None.append(1)",
        "''.join(['X', None])",
    ],
    "pair": ["(1, (0, 0)) > 1", "max(1.5, (0, 0))"],
    "number": ["1[0]", "i, j = 1"],
    "several": ["for i in 3: pass", "max(1)", "for cell in 1.0: pass"],
    "call": ["max = 3\nmax(1, 2)", "[(0, 0)(0, 1)]"],
    "arguments": [
        "(lambda board: 1)()",
        "(lambda board: 1)(1, 2)",
        "(lambda board: 1)(bord=1)",
        "(lambda board: 1)(1, board=1)",
    ],
    "add_pair": ["set().add(0, 0)"],
    "add": ["{}.add((0, 0))"],
    "append": ["set().append((0, 0))"],
    "infinity": ["import math\nmath.Inf", "import math\nmath.infinity"],
    "attribute": ["import math\nmath.max(1, 2)", "import random\nrandom.chioce([1])"],
    "index": ["[0][3]", "[0][3] = 1", "(0, 0)[2]", "[][0]", "[0].pop(3)"],
    "no_choice": [
        "[].pop()",
        "set().pop()",
        "import random\nrandom.choice([])",
        "import random\nrandom.randint(0, len([]) - 1)",
        "next(iter(set()))",
        "max([])",
    ],
    "unpack": ["i, j = (1,)"],
    "raise": ["raise [['X']]"],
    "library": ["import no_such_module"],
    "alone": ["open('values-of-all-boards')", "open('.')"],
    "closed": ["raise PermissionError(1, 'Operation not permitted')"],
    # Each is of a kind of which some are explained, and is none of these.
    "": [
        "raise KeyError('x')",
        "raise IndexError('not a move')",
        "raise ValueError('not a move')",
        "raise StopIteration('over')",
        "raise NameError('nobody')",
        "{}.append(1)",
        "import random\nrandom.choice.no",
        "[0]['x']",
        "{set(): 1}",
        "[0, 0] > (0, 0)",
        "1 + 'x'",
        "float('x')",
        "[].index(3)",
        "[].remove(3)",
        "open('\\0')",
    ],
}
ROWS = [(code, name) for name, codes in WRITTEN.items() for code in codes]


def said_of(code):
    """Return the exception that some lines raise, as an answer."""
    try:
        exec(compile(code, inside.FILE, "exec"), {})
    except Exception as error:
        return raised(*inside.describe(error, code.encode("utf-8")))
    raise AssertionError(f"{code} raises nothing")


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(("code", "name"), ROWS)
def test_pythons_messages_are_explained_in_every_language(code, name):
    hint = meaning(said_of(code))
    assert hint.key == (f"python.{name}" if name else "")
    assert "{" not in hint
    assert (hint.in_language("pt-BR") != hint) is bool(name)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_pattern_matches_a_message_of_pythons():
    messages = [said_of(code) for code, name in ROWS if name]
    for pattern, _ in MESSAGES:
        told = [f"{each.kind}: {each.text}" for each in messages]
        assert any(re.match(pattern, text) for text in told), pattern


def test_an_answer_that_did_not_come_has_the_same_hint_everywhere():
    for name, answer in (("late", late(5)), ("ends", died("exit code 3"))):
        assert {hint_for(each, answer).key for each in CHECK_RULES} == {f"hint.{name}"}


@pytest.mark.parametrize(
    ("refusal", "hint"),
    [
        (UnjudgedError("too_large", n=LARGEST_NOTEBOOK), "outputs"),
        (UnjudgedError("too_large", n=LARGEST_NOTEBOOK - 1), "too_large"),
        (UnjudgedError("no_cells"), "no_cells"),
        (UnjudgedError("not_text"), "not_text"),
        (UnjudgedError("at_once"), "top"),
        (UnjudgedError("no_syntax", line=1, why="invalid syntax"), "no_syntax"),
        (UnjudgedError("no_import", line=1, why="EOFError: EOF"), "top"),
    ],
)
def test_a_refused_file_gets_advice(refusal, hint):
    assert advice_for(refusal).key == f"repair.{hint}"
