"""The asker encodes values for the wire, and observes what a call changes."""

import random
from collections import OrderedDict
from enum import Enum, IntEnum
from types import SimpleNamespace

import pytest
from conftest import ENGINES

from noughts.board import board_of
from noughts.checker import truth
from noughts.checker.answers import read_line
from noughts.checker.questions import ACTIONS, HELPERS, every, on_wire, question
from noughts.sandbox.asker import Asker, set_up
from noughts.sandbox.inside import LoadedFile
from noughts.sandbox.protocol import escaped
from noughts.sandbox.values import OVERRIDING, shortly, write

HELPED = HELPERS[1:]
SETUP = {"constants": False, "actions": ACTIONS, "cells": "set"}
SETUP |= {"right": {}, "known": {}}


def many(asker, function, keys):
    """Return the answers about boards; of `result`, to every action on each."""
    if function == "result":
        numbers = range(len(asker.actions))
        keys = [f"{key}{n}" for key in keys for n in numbers]
    said = []
    asker.ask(function, keys, said.append)
    return "\n".join(each.partition("\x1f")[0] for each in said)


class Module:
    """The names of a file, and its asker."""

    def __init__(self, text, **setup):
        exec(text, self.__dict__)
        self.asker = set_up(vars(self), SETUP | setup, lambda error: ["", "", ""])


def known(*functions):
    return {function: truth.table(function, asked=True) for function in functions}


TEXTBOOK = (ENGINES / "textbook_deepcopy.py").read_text("utf-8")


def answered(module, function, numbers):
    """Yield questions and answers of a trusted file."""
    said = []
    module.asker.ask(function, on_wire(function, numbers), said.append)
    answers = (read_line(escaped(each)) for each in said)
    asked = (question(function, n) for n in numbers)
    yield from zip(asked, answers, strict=True)


@pytest.mark.parametrize("function", HELPED)
def test_answers_from_the_table_are_the_answers_of_the_file(function):
    module = Module(TEXTBOOK, known=known(*HELPED))
    assert getattr(module, function).__code__.co_filename == "<noughts>"
    step = 61 if function == "result" else 1
    for asked, answer in answered(module, function, every(function)[::step]):
        assert truth.right(asked, answer)
        assert not answer.flags


def test_a_function_with_a_table_is_the_same_object_with_the_same_attributes():
    text = TEXTBOOK + "\nfirst = winner\nwinner.mark = 'kept'\n"
    module = Module(text, known=known("winner", "result"))
    assert module.winner is module.first
    assert (module.winner.mark, module.winner.__name__) == ("kept", "winner")
    board = [[None] * 3 for _ in range(3)]
    assert module.result(action=(0, 0), board=board)[0][0] == "X"
    with pytest.raises(TypeError):
        module.winner()


OTHER = "def player(board): return ('own', board)"


@pytest.mark.parametrize(
    "board",
    [
        [],
        7,
        [["X", "X", "X"], ["O", "O", "O"], [None] * 3],  # no position
        [["X", None, None], [None] * 3, [None, None, []]],
        [["Z", None, None], [None] * 3, [None] * 3],
    ],
)
def test_a_board_outside_the_table_goes_to_the_students_code(board):
    assert Module(OTHER, known=known("player")).player(board) == ("own", board)


ODD = [
    "def player(): return 'own'",
    "def player(*board): return 'own'",
    "def player(board, **more): return 'own'",
    "def player(board, *, more=1): return 'own'",
    "def player(board, /): return 'own'",
    "def player(board): yield 'own'",
    "async def player(board): return 'own'",
    "def f(x):\n    def player(board): return x\n    return player\nplayer = f('own')",
    "player = len",
    "",
]


@pytest.mark.parametrize("text", ODD)
def test_only_a_plain_function_answers_from_a_table(text):
    module = Module(text, known=known("player"))
    code = getattr(getattr(module, "player", None), "__code__", None)
    assert getattr(code, "co_filename", "") != "<noughts>"


@pytest.mark.parametrize("function", HELPED)
def test_the_right_functions_are_right(function):
    right = {function: truth.table(function)}
    step = 61 if function == "result" else 1
    module = Module("", right=right)
    for asked, answer in answered(module, function, every(function)[::step]):
        assert truth.right(asked, answer), asked


def test_an_exception_has_its_message_and_traceback_if_the_action_was_valid():
    def result(board, action):
        raise KeyError(action)

    answers, names = [], {"result": result}
    asker = Asker(names, actions=ACTIONS, describe=lambda e: ["", str(e), "line 1"])
    asker.ask("result", ["X........0", "X........1"], answers.append)
    assert answers == ["rKeyError", "rKeyError\x1f(0, 1)\x1fline 1"]


# --- Encoding values ---------------------------------------------------------


Pair = type("Pair", (tuple,), {})
Rows = type("Rows", (list,), {})
Cells = type("Cells", (set,), {})
Frozen = type("Frozen", (frozenset,), {})


def not_asked(*given):
    raise AssertionError("it must not be called")


Odd = type("Odd", (tuple,), {"__eq__": not_asked, "__hash__": None})


class Shown(int):
    """A number with another repr."""

    def __str__(self):
        return "a number"

    __repr__ = __str__


class Score(IntEnum):
    """Numbers with names."""

    LOSS = -1
    TIE = 0


Mark = Enum("Mark", {"X": "X", "NEITHER": "?"}, type=str)


LIES = dict.fromkeys(OVERRIDING, not_asked)
OddRows = type("OddRows", (list,), LIES)
OddCells = type("OddCells", (set,), LIES)


class Name(str):
    """A str that can be the name of a method."""

    __slots__ = ()
    __eq__ = str.__eq__

    def __hash__(self):
        return str.__hash__(self)


class Hashed(tuple):
    """A cell with its own hash."""

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self is other


Keyed = type("Keyed", (list,), {Name("__len__"): not_asked})

LONG_NAME = type("N" * 61, (), {})
STRANGE_NAME = type("a|b\nc", (), {})
NAMELESS = type("", (), {})
X_ROW, O_ROW, FREE = (["X", None, None], [None, "O", None], [None] * 3)
EVERY = {(i, j) for i in range(3) for j in range(3)}
FORMS = [
    ("winner", None, "n"),
    ("player", None, "n"),
    ("player", "X", "mX"),
    ("winner", "O", "mO"),
    ("player", Mark.X, "mX"),
    ("player", Mark.NEITHER, "ostr||'?'"),
    ("terminal", True, "t"),
    ("terminal", False, "f"),
    ("terminal", Score.LOSS, "i-1"),
    ("utility", -1, "i-1"),
    ("utility", Score.LOSS, "i-1"),
    ("utility", 10**9 - 1, "i999999999"),
    ("utility", 1 - 10**9, "i-999999999"),
    ("utility", Shown(10**9), "oint||1000000000"),
    ("result", [X_ROW, O_ROW, FREE], "bX...O...."),
    ("result", Rows([Rows(X_ROW), O_ROW, FREE]), "bX...O...."),
    ("result", [[Mark.X, None, None], O_ROW, FREE], "bX...O...."),
    ("result", Rows([1, 1]), "olist|c4|[1, 1]"),
    (
        "result",
        (X_ROW, tuple(FREE), FREE),
        f"otuple|bX........|{(X_ROW, tuple(FREE), FREE)}",
    ),
    ("result", OddRows([X_ROW, O_ROW, FREE]), "oOddRows|bX...O....|<OddRows>"),
    ("result", [OddRows(X_ROW), O_ROW, FREE], f"olist||[<OddRows>, {O_ROW}, {FREE}]"),
    ("result", Keyed([X_ROW, O_ROW, FREE]), "oKeyed|bX...O....|<Keyed>"),
    ("actions", set(), "s0"),
    ("actions", {(0, 0), (2, 2)}, "s257"),
    ("actions", EVERY, "s511"),
    ("actions", {(0, 3)}, "oset|p|{(0, 3)}"),
    ("actions", {(-1, 0), (0, 0)}, "oset|p|{(-1, 0), (0, 0)}"),
    ("actions", frozenset({(3, 3)}), "ofrozenset|p|{(3, 3)}"),
    ("actions", {Pair((1, 4))}, "oset|p|{<Pair>}"),
    ("actions", {(0, 3), 1}, "oset||{(0, 3), 1}"),
    ("actions", [(0, 1)], "olist|s2|[(0, 1)]"),
    ("actions", [[0, 1], (1, 0)], "olist|s10|[[0, 1], (1, 0)]"),
    ("actions", frozenset({(1, 1)}), "ofrozenset|s16|{(1, 1)}"),
    ("actions", {(1, 1): 2}, "odict|s16|<dict>"),
    ("actions", {0: 1, 1: 2}, "odict||<dict>"),
    ("actions", {(1, 1): 2}.keys(), "odict_keys|s16|<dict_keys>"),
    ("actions", tuple(sorted(EVERY)), f"otuple|s511|{str(tuple(sorted(EVERY)))[:120]}"),
    ("actions", [Pair((0, 0))], "olist|s1|[<Pair>]"),
    ("actions", [Odd((0, 0))], "olist||[<Odd>]"),
    ("actions", Cells({(0, 0), Pair((2, 2))}), "s257"),
    ("actions", Cells({(0, 3)}), "oset|p|{(0, 3)}"),
    ("actions", OddCells({(0, 0)}), "oOddCells|s1|<OddCells>"),
    ("actions", Frozen({(1, 1)}), "ofrozenset|s16|{(1, 1)}"),
    ("actions", Rows([(0, 1)]), "olist|s2|[(0, 1)]"),
    ("actions", OrderedDict({(1, 1): 2}), "oOrderedDict|s16|<OrderedDict>"),
    ("minimax", (0, 0), "c0"),
    ("minimax", (2, 2), "c8"),
    ("minimax", (1, 0), "c3"),
    ("minimax", [1, 1], "olist|c4|[1, 1]"),
    ("minimax", Pair((1, 2)), "c5"),
    ("minimax", Pair((1, 4)), "otuple||(1, 4)"),
    ("minimax", Odd((1, 2)), "oOdd|c5|<Odd>"),
    ("minimax", (Score.TIE, 1), "c1"),
    ("minimax", (True, Score.TIE), "otuple||(True, <Score>)"),
    ("minimax", LONG_NAME(), f"o{'N' * 60}||<{'N' * 60}>"),
    ("minimax", STRANGE_NAME(), "oa/b c||<a/b c>"),
    ("minimax", NAMELESS(), "o?||<?>"),
]
# Values that are sent as their type and repr.
OTHERS = [
    ("terminal", "X"),
    ("player", "x"),
    *(("utility", value) for value in (10**9, -(10**9), 1.0)),
    ("result", [X_ROW, O_ROW]),
    ("result", [[1], [2], [3]]),
    ("result", [["X"], ["O"], FREE]),
    ("result", [["X", "O"], ["X", "O"], ["X", "O", "X", "O", "X"]]),
    *(("result", [[mark, None, None], FREE, FREE]) for mark in ("x", 0, [])),
    ("result", [tuple(X_ROW), FREE, FREE]),
    ("result", ({1}, FREE, FREE)),
    *(("actions", value) for value in ({1}, {(0, 3, 1)}, {("0", "3")})),
    ("actions", [(0, 3)]),
    ("actions", [(0, 1), (0, 1)]),
    *(("minimax", cell) for cell in ((3, 0), (0, 3), (-1, 0), (0, -1), (0,))),
    *(("minimax", cell) for cell in ((0, 0, 0), (True, 0), (0, True), [1, 3])),
    ("minimax", [[[[1]]]]),
]
FORMS += [(f, value, f"o{type(value).__name__}||{value!r}") for f, value in OTHERS]


@pytest.mark.parametrize(("function", "value", "said"), FORMS)
def test_a_value_has_one_encoding(function, value, said):
    assert write(function, value) == said
    read_line(escaped(said))


class Asking(type):
    """A metaclass whose methods must not be called."""

    __eq__ = __instancecheck__ = __subclasscheck__ = __call__ = not_asked
    __hash__ = type.__hash__


KINDS = [list, tuple, set, frozenset, dict, int, str]


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_method_of_a_students_class_is_called(kind, odd):
    asked = list[str]()
    own = type.__call__(Asking, "Own", (kind,), {})
    value = kind.__new__(own)
    if kind in (list, set):
        kind.__init__(value, [(0, 0), (0, 1)])
    for name in {*dir(kind)} - {"__new__", "__class__"}:
        if odd or name not in OVERRIDING:
            type.__setattr__(own, name, lambda *_, name=name: asked.append(name))
    for function in ("player", "actions", "result", "minimax"):
        for each in (value, [value] * 3, [[value] * 3] * 3, (value, value)):
            write(function, each)
    assert asked == []


def test_the_elements_of_a_set_are_not_hashed_again():
    cells = Cells([Hashed((0, 0)), Hashed((0, 1)), Hashed((0, 2))])
    Hashed.__hash__ = Hashed.__eq__ = not_asked
    assert write("actions", cells).startswith("oset||{<")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x" * 118, repr("x" * 118)),
        ("x" * 119, repr("x" * 119)[:120]),
        ("\n" * 200, repr("\n" * 200)[:120]),
        ((1,), "(1,)"),
        ([1], "[1]"),
        ({8, 1}, "{1, 8}"),  # sorted
        ([0] * 10, "[0, 0, 0, 0, 0, 0, 0, 0, 0, ... 10 in all]"),
        (["x" * 200], str(["x" * 200])[:120]),
        (2**200, "<int of 201 bits>"),
        ([[[[]]]], "[[[[]]]]"),
        ([[[[[]]]]], "[[[[<list>]]]]"),
    ],
)
def test_a_value_is_shown_as_a_short_repr(value, text):
    assert shortly(value) == text


# --- Observing calls ---------------------------------------------------------


def placed(board, action):
    """Return a new board with a mark on an empty cell."""
    i, j = action
    if board[i][j] is not None:
        raise ValueError(action)
    after = [row[:] for row in board]
    after[i][j] = "X"
    return after


def in_place(board, action):
    board[action[0]][action[1]] = "X"
    return board


def shallow(board, action):
    return in_place(list(board), action)


def too_late(board, action):
    return [row[:] for row in in_place(board, action)]


def row_exchanged(board, action):
    """Replace a row of the given board by a copy."""
    if board[action[0]][action[1]] is None:
        board[action[0]] = list(board[action[0]])
    return placed(board, action)


def row_added(board, action):
    after = placed(board, action)
    board.append([])
    return after


ONE = [["X", None, None], [None] * 3, [None] * 3]


@pytest.mark.parametrize(
    ("result", "answers"),
    [
        (placed, ["bXX.......", "rValueError", "bX...X...."]),
        (in_place, ["!BI|bXX.......", "bX........", "!BI|bX...X...."]),
        (shallow, ["!BP|bXX.......", "bX........", "!BBP|bX...X...."]),
        (too_late, ["!B|bXX.......", "bX........", "!B|bX...X...."]),
        (row_exchanged, ["!B|bXX.......", "rValueError", "!B|bX...X...."]),
        (row_added, ["!B|bXX.......", "rValueError", "!B|bX...X...."]),
        (lambda board, action: ONE, ["bX........"] * 3),
        (lambda board, action: [ONE[1]] * 3, ["!R|b.........", *["!R|b........."] * 2]),
        (lambda board, action: [*ONE[:2], ONE[1]], ["!R|bX........"] * 3),
        (lambda board, action: [ONE[1], ONE[0], ONE[1]], ["!R|b...X....."] * 3),
        (lambda board, action: None, ["n", "n", "n"]),
    ],
)
def test_a_call_that_changes_or_shares_a_board_is_flagged(result, answers):
    asker = Asker({"result": result}, actions=[(0, 1), (0, 0), (1, 1)])
    assert many(asker, "result", ["X........"]).split("\n") == answers


KEPT_ROWS = []


def keeps(board):
    """Change the board of the call before this one."""
    for row in KEPT_ROWS[-1:]:
        row[0] = "X"
    KEPT_ROWS.append(board[0])
    return "X"


def overwrites(board, action):
    """Change the board that the call before this one returned."""
    for row in KEPT_ROWS[-1:]:
        row[2] = "O"
    after = placed(board, action)
    KEPT_ROWS.append(after[2])
    return after


def test_a_change_by_a_later_call_is_flagged_at_the_last_answer():
    KEPT_ROWS.clear()
    keys = [".........", "........X", "........O"]
    answers = many(Asker({"player": keeps}), "player", keys)
    assert answers.split("\n") == ["mX", "mX", "!B|mX"]
    KEPT_ROWS.clear()
    asker = Asker({"result": overwrites}, actions=[(0, 0), (0, 1)])
    answers = many(asker, "result", ["........."])
    assert answers.split("\n") == ["bX........", "!B|b.X......."]


OWN = [[None] * 3, [None] * 3, [None] * 3]


@pytest.mark.parametrize(
    ("start", "answers"),
    [
        (lambda: [[None] * 3 for _ in range(3)], ["b.........", "b........."]),
        (lambda: OWN, ["b.........", "!S|b........."]),
        (lambda: list(OWN), ["b.........", "!S|b........."]),
        (lambda: [[None] * 3, OWN[1], [None] * 3], ["b.........", "!S|b........."]),
        (lambda: [OWN[0]] * 3, ["!R|b.........", "!SR|b........."]),
        (lambda: None, ["n", "n"]),
        (lambda: 1 / 0, ["rZeroDivisionError"] * 2),
    ],
)
def test_initial_state_must_return_a_new_board_each_time(start, answers):
    asker = Asker({"initial_state": start})
    assert many(asker, "initial_state", ["", ""]).split("\n") == answers


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError, "rValueError"),
        (KeyboardInterrupt, "RKeyboardInterrupt"),
        (SystemExit, "RSystemExit"),
        (type("a|b", (Exception,), {}), "ra/b"),
    ],
)
def test_an_exception_is_encoded_by_its_type(error, said):
    asker = Asker({})
    for _ in range(2):
        assert asker.raised(error(), valid=False) == said
    assert asker.raised(KeyError(), valid=False) == "rKeyError"


def surveyed(**names):
    """Return the survey of a file with these names."""
    file = LoadedFile.__new__(LoadedFile)
    file.module, file.modules = SimpleNamespace(**names), SimpleNamespace(absent=[])
    return file.survey()[:2]


def test_a_survey_has_the_marks_and_the_functions():
    assert surveyed(X="x" * 18, O="o" * 19, EMPTY=(), player=len, other=len, n=1) == [
        {
            "X": ["x" * 18, True, False],
            "O": [repr("o" * 19), False, False],
            "EMPTY": ["()", False, False],
        },
        ["player"],
    ]
    assert surveyed(O=0, EMPTY=None) == [
        {"O": [0, True, False], "EMPTY": [None, True, False]},
        [],
    ]
    assert surveyed(X=Mark.X, O=Score.LOSS, EMPTY=Odd()) == [
        {
            "X": ["X", True, True],
            "O": [-1, True, True],
            "EMPTY": ["<Odd>", False, False],
        },
        [],
    ]


def test_a_random_answer_does_not_depend_on_the_order_of_questions():
    by_chance = dict.fromkeys(["player", "minimax"], lambda _: random.randrange(10**6))
    asker = Asker(by_chance)
    one, two = "X........", "O........"
    first, second = many(asker, "minimax", [one, two]).split("\n")
    assert many(asker, "minimax", [two, one]).split("\n") == [second, first]
    assert many(asker, "player", [one, two]) == many(asker, "player", [one, two])


KEPT = [
    ("TABLE = [winner]", "TABLE[0](board)"),
    ("class Rules:\n    won = staticmethod(winner)", "Rules.won(board)"),
    ("def asked(board, how=winner):\n    return how(board)", "asked(board)"),
    ("def asked(board):\n    return winner(board=board)", "asked(board)"),
    (
        "class Rules:\n    def winner(self, board):\n        return 'wrong'\n"
        "RULES = Rules()\nwinner = RULES.winner",
        "RULES.winner(board)",
    ),
    (
        "def checked(f):\n    def inner(board):\n        return f(board)\n"
        "    return inner\nwinner = checked(winner)\nTABLE = [winner]",
        "TABLE[0](board)",
    ),
]


@pytest.mark.parametrize(("text", "call"), KEPT)
def test_a_right_function_replaces_a_wrong_one_everywhere(text, call):
    text = f"def winner(board):\n    return 'wrong'\n{text}\n"
    text += f"def again(board):\n    return {call}\n"
    board = board_of("XXXOO....")
    assert Module(text).again(board) == "wrong"
    module = Module(text, right={"winner": truth.table("winner")})
    assert module.again(board) == module.winner(board) == "X"


@pytest.mark.parametrize(
    "given", ["board, action", "board, action=action", "action=action, board=board"]
)
def test_a_right_function_takes_positional_and_keyword_arguments(given):
    text = "class Rules:\n    def result(self, board, action):\n        return None\n"
    text += "RULES = Rules()\nresult = RULES.result\n"
    text += f"def again(board, action):\n    return RULES.result({given})\n"
    module = Module(text, right={"result": truth.table("result")})
    assert module.again(board_of("X........"), (1, 1)) == board_of("X...O....")


@pytest.mark.parametrize("key", ["XXXOOO...", "XXX......", "XXXO....."])
def test_a_right_function_answers_on_boards_that_no_game_reaches(key):
    module = Module("", right={name: truth.table(name) for name in HELPED})
    board = board_of(key)
    assert (module.winner(board), module.terminal(board)) == ("X", True)
    assert len(module.actions(board)) == key.count(".")
