"""The asker encodes values for the wire, and observes what a call changes."""

import random
import sys
import tomllib
from collections import OrderedDict  # noqa: F401 - in forms.txt
from enum import Enum, IntEnum
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ENGINES

from noughts.checker import truth
from noughts.checker.answers import read_line
from noughts.checker.questions import ACTIONS, every, on_wire, question
from noughts.game.board import board_of
from noughts.game.contract import RULES
from noughts.sandbox.asker import Asker, count_calls, play, set_up
from noughts.sandbox.inside import LoadedFile
from noughts.sandbox.protocol import escaped
from noughts.sandbox.values import OVERRIDING, shortly, write

FUNCTIONS = tomllib.loads(Path(__file__).with_name("functions.toml").read_text())
HELPED = RULES
SETUP = {"constants": False, "actions": ACTIONS, "cells": "set"}
SETUP |= {"right": {}, "known": {}}


def many(asker, function, keys):
    """Return the answers about boards; of `result`, to every action on each."""
    if function == "result":
        numbers = range(len(asker.actions))
        keys = [f"{key}{n}" for key in keys for n in numbers]
    said = []
    asker.ask(function, keys, said.append)
    return "\n".join(said)


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


@pytest.mark.parametrize("text", FUNCTIONS["odd"])
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

    names = {"result": result, "player": lambda board: result(board, 7)}
    asker = Asker(names, actions=ACTIONS, describe=lambda e: ["", str(e), "line 1"])
    answers = many(asker, "result", ["X........"]).split("\n")
    assert answers[:2] == ["rKeyError", "rKeyError\x1f(0, 1)\x1fline 1"]
    assert {*answers[9:]} == {"rKeyError"}  # no cells
    assert many(asker, "player", ["........."]) == "rKeyError\x1f7\x1fline 1"


def test_an_error_of_ours_is_no_answer():
    assert many(Asker({"player": id}), "player", ["?........"]) == "RKeyError"


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
FORMS = (Path(__file__).parent / "forms.txt").read_text("utf-8").splitlines()[1:]


@pytest.mark.parametrize("form", FORMS)
def test_a_value_has_one_encoding(form):
    asked, _, said = form.partition(" => ")
    function, value = asked.split(None, 1)
    assert write(function, eval(value)) == said
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
        (2**200 - 1, str(2**200 - 1)),
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
        (lambda board, action: [ONE[1], *ONE[1::-1]], ["!R|b......X.."] * 3),
        (lambda board, action: [*ONE[:2], ONE[1]], ["!R|bX........"] * 3),
        (lambda board, action: [ONE[1], ONE[0], ONE[1]], ["!R|b...X....."] * 3),
        (lambda board, action: None, ["n", "n", "n"]),
    ],
)
def test_a_call_that_changes_or_shares_a_board_is_flagged(result, answers):
    asker = Asker({"result": result}, actions=[(0, 1), (0, 0), (1, 1)])
    said = many(asker, "result", ["X........"]).replace("\x1f(0, 0)\x1f", "")
    assert said.split("\n") == answers


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


def test_an_object_that_a_call_returns_again_is_flagged_if_it_changed():
    mine, boards, cells = placed([[None] * 3] * 3, (0, 0)), [], set()

    def result(board, action):
        """Return two boards, and then another one thrice, changing two at last."""
        boards.append(mine if len(boards) > 1 else placed(board, action))
        if len(boards) == 5:
            boards[1][2][2] = mine[2][2] = "O"
        return boards[-1]

    asker = Asker({"result": result, "actions": lambda board: cells}, [(0, 1)] * 5)
    said = ["b.X......."] * 2 + ["bX........"] * 2 + ["!BS|bX.......O"]
    assert many(asker, "result", ["........."]).split("\n") == said
    assert many(asker, "actions", ["........."] * 2) == "s0\ns0"
    asker.names["actions"] = lambda board: cells.add((0, len(cells))) or cells
    assert many(asker, "actions", ["........."] * 2) == "s1\n!S|s3"


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
        (lambda: 1 / 0, ["rZeroDivisionError\x1fdivision by zero\x1f"] * 2),
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


def test_a_random_answer_does_not_depend_on_the_order_of_questions(monkeypatch):
    by_chance = dict.fromkeys(["player", "minimax"], lambda _: random.randrange(10**6))
    asker = Asker(by_chance)
    one, two = "X........", "O........"
    first, second = many(asker, "minimax", [one, two]).split("\n")
    assert many(asker, "minimax", [two, one]).split("\n") == [second, first]
    assert many(asker, "player", [one, two]) == many(asker, "player", [one, two])
    monkeypatch.setitem(sys.modules, "random", object())  # a student's own
    assert many(Asker({"player": lambda board: "X"}), "player", [one]) == "mX"


@pytest.mark.parametrize("kept", FUNCTIONS["kept"])
def test_a_right_function_replaces_a_wrong_one_everywhere(kept):
    text = "def winner(board):\n    return 'wrong'\n{text}\n"
    text = f"{text}def again(board):\n    return {{call}}\n".format(**kept)
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


@pytest.mark.parametrize("action", [(0, 0), (3, 0), (0, 3), (-1, 0), [3, 0], 3])
def test_a_right_result_raises_unless_the_action_is_an_empty_cell(action):
    module = Module("X = 7", right={"result": truth.table("result")})
    assert module.X == 7
    assert module.result(board_of("X........"), [1, 1]) == board_of("X...O....")
    with pytest.raises(ValueError, match=r"^result\(.* has no answer$"):
        module.result(board_of("X........"), action)


# --- Whole searches and games ------------------------------------------------

GAME = Path(__file__).with_name("game.txt").read_text("utf-8").split("\n", 1)[1].split()
PLAYER = """
from tictactoe import initial_state, player, result, terminal

def minimax(board):
    searched.append(board)
    return next(cell for cell in CELLS if board[cell[0]][cell[1]] is None)

searched, CELLS = [], [(i, j) for i in range(3) for j in range(3)]
"""


def test_a_game_is_played_through_the_functions_of_the_file():
    asker = Module(PLAYER).asker
    for _ in range(2):  # no board is searched again
        game = play(asker, "X", [7, 1], [(".........", 4)])
        assert [word for call in game for word in call if word] == GAME
        assert len(asker.names["searched"]) == 4
    *_, ended = play(asker, "O", [], [])
    assert [*_][-2:] == [["move", "c6", ""], ["result", "bXOXOXOX..", ""]]
    assert ended == ["terminal", "t", ""]
    asker.names["player"] = lambda board: 1 / 0
    *_, failed = play(asker, "X", [], [])
    assert failed == ["player", "", ": "]


def test_the_calls_of_a_search_are_counted_without_those_of_comprehensions():
    text = "def f(n): return [n for n in range(n)]\n"
    text += "def minimax(board): return f(1), (lambda: f(2))()"
    before = sys.gettrace()
    try:
        counts = [count_calls(Module(text).asker, "." * 9, n) for n in (1, 2, 3, 4)]
    finally:
        sys.settrace(before)
    assert counts == [2, 3, 3, 3]
