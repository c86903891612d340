"""What an exception means: each row is what Python itself says."""

import re

import pytest

from noughts.checker.answers import raised
from noughts.checker.exception_hints import MESSAGES, meaning
from noughts.sandbox import inside

# What a student writes, and a word of the hint.
WRITTEN = [
    ("def f():\n    max = max(1, 2)\nf()", "`max` is called in that line"),
    ("def f():\n    winner = winner(1)\nf()", "call the variable something else"),
    ("def f():\n    any = any([])\nf()", "call the variable something else"),
    ("def f():\n    any = any ([])\nf()", "call the variable something else"),
    ("def f():\n    x = [].copy() or copy\n    copy = x\nf()", "before the"),
    ("def f():\n    if 0:\n        winner = 1\n    return winner\nf()", "before the"),
    ("def f():\n    if False:\n        best = 1\n    return best\nf()", "`best`"),
    ("-math.inf", "`math` is not imported"),
    ("copy.deepcopy([])", "`copy` is not imported"),
    ("itertools.chain()", "`itertools` is not imported"),
    ("def f(board: List[list]): pass", "`typing`"),
    ("bord", "`bord`"),
    ("set().add([0, 0])", "tuple"),
    ("{(0, 0)}[0]", "no first element"),
    ("[[1]][0, 0]", "one index at a time"),
    ("None[0]", "None"),
    ("i, j = None", "None"),
    ("None > 1", "None"),
    ("None.append(1)", "None"),
    ("''.join(['X', None])", "empty cell"),
    ("(1, (0, 0)) > 1", "apart"),
    ("max(1.5, (0, 0))", "apart"),
    ("1[0]", "number"),
    ("i, j = 1", "number"),
    ("for i in 3: pass", "range(3)"),
    ("max(1)", "several things"),
    ("for cell in 1.0: pass", "number"),
    ("max = 3\nmax(1, 2)", "not a function"),
    ("[(0, 0)(0, 1)]", "comma"),
    ("(lambda board: 1)()", "arguments"),
    ("(lambda board: 1)(1, 2)", "arguments"),
    ("(lambda board: 1)(bord=1)", "arguments"),
    ("(lambda board: 1)(1, board=1)", "arguments"),
    ("set().add(0, 0)", "add((i, j))"),
    ("{}.add((0, 0))", "`set()`"),
    ("set().append((0, 0))", "`add`"),
    ("import math\nmath.Inf", "math.inf"),
    ("import math\nmath.infinity", "math.inf"),
    ("import math\nmath.max(1, 2)", "need no module"),
    ("import random\nrandom.chioce([1])", "how it is spelled"),
    ("[0][3]", "range(3)"),
    ("[0][3] = 1", "range(3)"),
    ("(0, 0)[2]", "range(3)"),
    ("[][0]", "empty"),
    ("[0].pop(3)", "range(3)"),
    ("[].pop()", "choose"),
    ("set().pop()", "choose"),
    ("import random\nrandom.choice([])", "choose"),
    ("import random\nrandom.randint(0, len([]) - 1)", "choose"),
    ("next(iter(set()))", "choose"),
    ("max([])", "choose"),
    ("i, j = (1,)", "on the left"),
    ("raise [['X']]", "after `return`"),
    ("import no_such_module", "standard library alone"),
    ("open('values-of-all-boards')", "empty folder"),
    ("import zoneinfo\nzoneinfo.ZoneInfo('No/Where')", "time zone"),
    (
        "import inspect\ninspect.getsource(compile('0', '<nowhere>', 'eval'))",
        "no other file",
    ),
    ("from pathlib import Path\nPath('~nobody_here').expanduser()", "a home"),
    ("import pwd\npwd.getpwuid(2**31 - 9)", "no user"),
    ("raise PermissionError(1, 'Operation not permitted')", "`asyncio`"),
]


def said_of(code):
    """Return what comes of some lines, as the judge hears it."""
    try:
        exec(compile(code, inside.FILE, "exec"), {})
    except Exception as error:
        return raised(*inside.describe(error, code.encode("utf-8")))
    raise AssertionError(f"{code} raises nothing")


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(("code", "word"), WRITTEN, ids=[row[0] for row in WRITTEN])
def test_a_message_of_python_is_explained_in_every_language(code, word):
    hint = meaning(said_of(code))
    assert word in hint
    assert "{" not in hint
    assert hint.in_language("pt-BR") != hint


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_row_explains_something_that_python_says():
    messages = [said_of(code) for code, _ in WRITTEN]
    for pattern, _ in MESSAGES:
        told = [f"{each.kind}: {each.text}" for each in messages]
        assert any(re.match(pattern, text) for text in told), pattern


# Each is of a kind of which some are explained, and is none of these.
UNKNOWN = [
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
]


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("code", UNKNOWN)
def test_what_is_not_known_is_not_explained(code):
    assert meaning(said_of(code)) == ""
