"""Which functions a program has by which names, as its text says."""

import pytest

from noughts.classroom.bound_functions import bindings, bindings_of, part_of

DEFINED = "def player(board):\n    return X\n"
SEARCH = "def search(board):\n    return 1\n"
# A text, and which functions of the assignment it defines.
OWN = {
    DEFINED: {"player"},
    "async " + DEFINED: {"player"},
    "class player:\n    def winner(self):\n        pass\n": {"player"},
    "player = lambda board: X\n": {"player"},
    "player: object = lambda board: X\n": {"player"},
    "player: object\n": set(),
    "player += 1\n": set(),
    "player, other = lambda board: X, 1\n": {"player"},
    "boards[0], player = 1, lambda board: X\n": {"player"},
    "first = player = lambda board: X\n": {"player"},
    SEARCH + "minimax = search\n": {"minimax"},
    SEARCH + "minimax = engine.search\n": {"minimax"},
    SEARCH + "minimax = search if FAST else other\n": set(),
    SEARCH + "minimax = cache(search)\n": set(),
    "search = lambda board: 1\nminimax = search\n": {"minimax"},
    "minimax = search\n": set(),
    "class A:\n    def search(self): pass\nminimax = A().search\n": {"minimax"},
    "if True:\n    def player(board): pass\n": {"player"},
    "try:\n    pass\nexcept KeyError:\n    def player(board): pass\n": {"player"},
    "if __name__ == '__main__':\n    def player(board): pass\n": set(),
    "if name == '__main__':\n    def player(board): pass\n": {"player"},
    "def f():\n    def player(board): pass\n": set(),
    "class A:\n    def player(board): pass\n": set(),
    "from engine import player\n": set(),
    DEFINED + "(": {"player"},
    "class A:\n    def player(board): pass\n(": set(),
}


@pytest.mark.parametrize(("text", "own"), OWN.items())
def test_a_function_is_defined_where_its_name_is_bound_to_one(text, own):
    assert bindings([part_of(text.encode())]).own == own


# A text, the modules beside it, and which functions it has with them.
JOINED = [
    (DEFINED, {}, {"player"}),
    ("from engine import player, winner as won\n", {}, {"player"}),
    ("from engine import won as winner\n(", {}, {"winner"}),
    (SEARCH + "minimax = cache(search)\n", {}, {"minimax"}),
    (SEARCH + "minimax = search if FAST else other\n", {}, {"minimax"}),
    (SEARCH + "minimax = best(other)(1)\n", {}, set()),
    ("minimax = engine.search\n", {"engine": SEARCH}, {"minimax"}),
    ("minimax = cache(engine.search)\n", {"engine": SEARCH}, {"minimax"}),
    ("minimax = engine.other\n", {"engine": SEARCH}, set()),
    ("from engine import *\n", {"engine": DEFINED}, {"player"}),
    ("import engine\n", {"engine": DEFINED}, set()),
    ("from engine import *\n", {"other": DEFINED}, set()),
    (
        "from a import *\n",
        {"a": "from b import *\nfrom a import *\n", "b": DEFINED},
        {"player"},
    ),
    ("from a import *\n", {"a": "from b import winner\n"}, {"winner"}),
    ("from a import *\nfrom b import *\n", {"a": DEFINED, "b": None}, {"player"}),
]


@pytest.mark.parametrize(("text", "modules", "has"), JOINED)
def test_a_program_has_what_it_takes_from_its_modules(text, modules, has):
    found = bindings([part_of(text.encode())])
    assert found.joined(bindings_of(modules)) == has


@pytest.mark.parametrize(
    ("text", "written", "idle"),
    [
        (DEFINED, {"player"}, set()),
        ("def player(board):\n    '''Whose turn.'''\n    return\n", set(), {"player"}),
        ("def initial_state():\n    return 3\n", set(), {"initial_state"}),
        ("class player:\n    pass\n", {"player"}, set()),
        ("player = lambda board: X\n", {"player"}, set()),
        ("if A:\n    def player(board):\n        pass\n", set(), {"player"}),
    ],
)
def test_a_function_is_written_where_it_is_more_than_everybody_is_given(
    text, written, idle
):
    found = bindings([part_of(text.encode())])
    assert (found.written, found.idle) == (written, idle)


def test_what_cannot_be_read_may_have_every_function_written():
    assert bindings([part_of(b"(")]).written > {"player", "minimax"}


def test_a_name_is_that_of_a_function_however_many_choices_lead_to_it():
    """One choice within the other: so deep that a call for each would not end well."""
    choices = "best if fast else " * 2000
    found = bindings(
        [part_of(f"def best(b): pass\nminimax = {choices}best\n".encode())]
    )
    assert "minimax" in found.joined({})
