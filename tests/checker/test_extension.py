"""What is added inside the engine's process changes no answer, only the time."""

import ast
import random
from collections import OrderedDict
from enum import Enum, IntEnum
from importlib import import_module
from textwrap import dedent
from types import ModuleType

import pytest
from conftest import ENGINES

from noughts.board import board_of
from noughts.checker import extension, right_functions
from noughts.checker.answers import decode, said_of
from noughts.checker.batches import batches, call_of
from noughts.checker.extension.asker import Asker, raised, seed
from noughts.checker.extension.installing import SETUP, survey
from noughts.checker.extension.values import shortly
from noughts.checker.purity import pure_functions
from noughts.checker.questions import ACTIONS, HELPERS, questions
from noughts.checker.source_text import read
from noughts.checker.truth import said
from noughts.contract import NAMES
from noughts.sandbox.native import OVERRIDING

HELPED = HELPERS[1:]


def test_what_is_sent_has_all_it_needs_and_imports_next_to_nothing():
    """Where it runs, Python's own library may be a student's by then."""
    text = extension.source(marks=["x", "o", "-"])
    imports = [
        ast.unparse(node)
        for node in ast.parse(text).body
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert {*imports} == {
        "from __future__ import annotations",
        "from _operator import is_",
        "import sys",
    }
    sent = dict[str, object]()
    exec(text, sent)
    assert sent["SETUP"]["marks"] == ["x", "o", "-"]
    assert sent["SETUP"]["contract"] == NAMES
    for name in extension.FILES:
        own = import_module(name)
        assert vars(own).keys() <= sent.keys() | vars(ModuleType("")).keys() | UNSENT


UNSENT = {"__file__", "__cached__", "__builtins__"}  # of a module that is imported


def arguments_of(question):
    """Return what a function is given in a question."""
    board = [board_of(question.key)] if question.key else []
    return board if question.action is ... else [*board, question.action]


def extended(text, **setup):
    """Return a module with the extension, loaded in this process, and its `many`."""
    module, names, more = ModuleType("engine"), {}, {}
    exec(text, vars(module))
    exec(extension.source(actions=ACTIONS, **setup), names)
    names["install"](module, more.__setitem__)
    return module, more["many"]


def engine(name, **setup):
    return extended((ENGINES / f"{name}.py").read_text("utf-8"), **setup)


def told(many, function, wanted=8, times=2):
    """Yield questions and answers: each batch twice, so that memory is asked too."""
    for batch in batches(function)[:wanted]:
        call = call_of(batch)
        for _ in range(times):
            answers = decode(many(*call.arguments), len(batch.numbers))
            yield from zip(batch.questions(), answers, strict=True)


@pytest.mark.parametrize("function", HELPED)
def test_remembered_answers_are_the_same_answers(function):
    _, many = engine("textbook_deepcopy", remembered=HELPED)
    for question, answer in told(many, function):
        if question.valid:
            assert (answer.said, answer.flags) == (said(question), frozenset()), (
                question
            )
        else:
            assert answer.refused


def test_a_file_that_takes_pythons_own_names_away_remembers_nothing():
    """Its functions had found them before: made anew for a memory they would not."""
    text = "def player(board):\n    return 'XO'[sum(map(bool, board[0])) % 2]\n"
    module, many = extended(text + "__builtins__ = {}\n", remembered=["player"])
    assert many("player", ["X........", "........."]) == "mO\nmX"
    assert module.player.__code__.co_filename != "<memory>"


@pytest.mark.parametrize(
    "function",
    [pytest.param(n, marks=[pytest.mark.ci] * (n == "result")) for n in HELPED],
)
def test_the_functions_put_in_place_of_wrong_ones_are_right(function):
    _, many = engine(
        "unfinished", right={function: right_functions.sources()[function]}
    )
    for question, answer in told(many, function, None, times=1):
        if question.about != "list":
            fits = answer.said == said(question) if question.valid else answer.refused
            assert fits, question


@pytest.mark.parametrize("function", HELPED)
def test_a_right_function_is_right_on_boards_from_all_over_the_game(function):
    asked = questions(function)
    for number in range(0, len(asked), 211 if function == "result" else 7):
        question = asked[number]
        if question.about == "list":
            continue
        try:
            value = getattr(right_functions, function)(*arguments_of(question))
        except Exception:
            assert not question.valid, question
        else:
            assert question.valid, question
            assert said_of(value) == said(question), question


def test_no_right_function_is_there_unless_it_replaces_a_wrong_one():
    text = extension.source(right={"winner": right_functions.sources()["winner"]})
    assert "def winner" in text
    assert "def player" not in text
    assert "def utility" not in text


PURE = (ENGINES / "textbook_deepcopy.py").read_text("utf-8")


def test_a_function_that_remembers_is_the_same_object_with_the_same_attributes():
    text = PURE + "\nfirst = winner\nwinner.mark = 'kept'\n"
    module, _ = extended(text, remembered=["winner", "result"])
    assert module.winner is module.first
    assert module.winner.mark == "kept"
    assert module.winner.__name__ == "winner"
    assert module.winner.__code__.co_varnames[:1] == ("board",)
    board = [[None] * 3 for _ in range(3)]
    for _ in range(2):
        assert module.result(action=(0, 0), board=board)[0][0] == "X"
        with pytest.raises(TypeError):
            module.winner()


def test_what_is_remembered_cannot_be_spoilt_by_its_user():
    module, _ = engine("textbook_deepcopy", remembered=HELPED)
    board = module.initial_state()
    for _ in range(3):
        cells = module.actions(board)
        assert len(cells) == 9
        cells.clear()
        after = module.result(board, (0, 0))
        assert after == [["X", None, None], [None] * 3, [None] * 3]
        after[0][0] = "spoilt"


def test_a_list_that_is_remembered_cannot_be_spoilt_either():
    text = "def best(board): return [1, [0, 0]]\n"
    module, _ = extended(text, remembered=["best"])
    board = [[None] * 3 for _ in range(3)]
    for _ in range(3):
        value = module.best(board)
        assert value == [1, [0, 0]]
        value[1].clear()
        value.clear()


EMPTY_BOARD = "[[None] * 3 for _ in range(3)]"
# What is asked twice, and must not be another the second time.
ASKED = {
    "what can be read once": ("def f(b): return sum(b)", "f(n for n in range(9))"),
    "rows that are new each time": (
        "def f(b):\n    for n in range(3): b[n] = b[n][:]\n",
        f"(lambda b, row: f(b) or b[0] is row)(*(lambda b: (b, b[0]))({EMPTY_BOARD}))",
    ),
    "rows that are one": (
        "def f(b): return [[0]] * 2",
        f"(lambda rows: rows[0] is rows[1])(f({EMPTY_BOARD}))",
    ),
}


@pytest.mark.parametrize(("text", "asked"), ASKED.values(), ids=ASKED)
def test_what_is_asked_twice_is_the_same_twice(text, asked):
    module, _ = extended(text, remembered=["f"])
    bare, _ = extended(text)
    for _ in range(2):
        assert eval(asked, vars(module)) == eval(asked, vars(bare))


def test_nine_cells_in_other_rows_are_another_question():
    module, _ = extended("def f(b): return len(b[0])", remembered=["f"])
    for lengths in [(3, 3, 3), (2, 4, 3), (3, 3, 3), (4, 3, 2)]:
        assert module.f([[0] * n for n in lengths]) == lengths[0]


def test_no_more_is_remembered_than_there_is_room_for():
    """A search that is told the way to a board never asks the same twice."""
    text = "calls = []\ndef f(b, way):\n    calls.append(way)\n    return way\n"
    module, names, board = ModuleType("engine"), {}, [[None] * 3 for _ in range(3)]
    exec(text, vars(module))
    exec(extension.source(remembered=["f"]), names)
    names["MOST_KEPT"] = 2
    names["install"](module, {}.__setitem__)
    for way in [(1,), (2,), (3,), (1,), (2,), (3,)]:
        assert module.f(board, way) == way
    assert module.calls == [(1,), (2,), (3,), (3,)]


def test_sets_yield_their_elements_in_the_order_of_the_original():
    plain, _ = engine("textbook_deepcopy")
    quick, _ = engine("textbook_deepcopy", remembered=HELPED)
    for question in questions("actions"):
        (board,) = arguments_of(question)
        for _ in range(2):
            assert list(quick.actions(board)) == list(plain.actions(board))


def test_boards_of_other_types_go_to_the_students_own_function():
    module, _ = engine("textbook_deepcopy", remembered=HELPED)
    assert module.player([["X", None, None], [None] * 3, [None] * 3]) == "O"
    assert module.player((("X", None, None), (None,) * 3, (None,) * 3)) == "O"
    with pytest.raises(TypeError):
        module.result((("X", None, None), (None,) * 3, (None,) * 3), (1, 1))


IMPURE = [
    "count = 0\ndef f(board):\n    global count\n    count += 1\n    return count",
    "seen = []\ndef f(board):\n    seen.append(1)\n    return len(seen)",
    "seen = {}\ndef f(board):\n    seen[1] = 2\n    return 1",
    "seen = {}\ndef f(board):\n    mine = seen\n    mine[1] = 2\n    return 1",
    "seen = []\ndef g(s):\n    s.append(1)\ndef f(board):\n    g(seen)\n    return 1",
    "def f(board):\n    f.calls = 1\n    return 1",
    "def f(board, seen=[]):\n    return len(seen)",
    "import random\ndef f(board):\n    return random.random()",
    "import time\ndef f(board):\n    return time.time()",
    "def f(board):\n    import random\n    return random.random()",
    "def f(board):\n    return globals()",
    "def f(board):\n    return g(board)\ndef g(board):\n    return eval('1')",
    "def f(board):\n    return 1\nf = len",
    "numbers = iter([1, 2])\ndef f(board):\n    return sum(numbers)",
    "numbers = (n for n in [1])\ndef f(board):\n    return sum(numbers)",
    "import itertools\nnumbers = itertools.chain([1])\n"
    "def f(board):\n    return sum(numbers)",
    "pick = lambda: seen\ndef f(board):\n    return pick()",
    "max = input\ndef f(board):\n    return max(1, 2)",
    "def f(board):\n    return board.__class__",
    "if 1:\n    x = 1\nx = 2\ndef f(board):\n    return x",
    "def f(board):\n    yield 1",
    "@print\ndef f(board):\n    return 1",
]


@pytest.mark.parametrize("text", IMPURE)
def test_where_there_is_any_doubt_a_function_is_not_pure(text):
    assert "f" not in pure_functions(read(text.encode()))


def test_textbook_functions_are_seen_to_be_pure():
    assert {*HELPED, "minimax", "max_value"} <= set(pure_functions(read(PURE.encode())))


ROW = [None, "X", None]
SAME = [ROW, ROW, [None] * 3]


@pytest.mark.parametrize(
    ("board", "read"),
    [
        ([list("XO."), list("..."), list("X..")], True),
        ([[None] * 3, ROW, ["O", None, None]], True),
        (SAME, False),
        ([*SAME[1:], ROW], False),
        ([ROW, [None] * 3, ROW], False),
        ([tuple(ROW), [None] * 3, ["O"] * 3], False),
        ([ROW, tuple(ROW), ["O"] * 3], False),
        ([ROW, [None] * 3, tuple(ROW)], False),
        ((ROW, [None] * 3, ["O"] * 3), False),
        ([ROW, [None] * 3], False),
        ([ROW, [None] * 2, ["O"] * 3], False),
        ([ROW, [None] * 3, [[], None, None]], False),
    ],
)
def test_a_board_is_remembered_where_its_rows_are_three_lists(board, read):
    """What shares a row, or is of another kind, is changed in other ways."""
    names = {}
    exec(extension.source(actions=ACTIONS), names)
    assert bool(names["cells_of"](board)) == read


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([[[[1]]]], "[[[[1]]]]"),
        ([[[[[1]]]]], "[[[[an object of type list]]]]"),
        (2**200 - 1, str(2**200 - 1)),
        (2**200, "an integer of 201 bits"),
    ],
)
def test_what_is_nested_deep_or_large_is_shown_in_short(value, text):
    names = {}
    exec(extension.source(actions=ACTIONS), names)
    assert names["shortly"](value, 0) == text


# --- Each value and its form on the wire ------------------------------------


class Pair(tuple):
    """A tuple of a student's own, with nothing of its own."""


class Odd(tuple):
    """A tuple that says of itself what it likes."""

    def __eq__(self, other):
        raise AssertionError("it must not be asked")

    __hash__ = None


class Shown(int):
    """A number of a student's own, that is only shown in another way."""

    def __str__(self):
        return "a number"

    __repr__ = __str__


class Rows(list):
    """A list with nothing of its own to be read by."""


class Cells(set):
    """A set with nothing of its own."""


class Frozen(frozenset):
    """The same, of what cannot be changed."""


class Score(IntEnum):
    """Numbers with names."""

    LOSS = -1
    TIE = 0


Mark = Enum("Mark", {"X": "X", "NEITHER": "?"}, type=str)


def not_asked(*given):
    raise AssertionError("it must not be asked")


LIES = dict.fromkeys(OVERRIDING, not_asked)
OddRows = type("OddRows", (list,), LIES)
OddCells = type("OddCells", (set,), LIES)


class Name(str):
    """A text that can stand in a class for the name of a method."""

    __slots__ = ()
    __eq__ = str.__eq__

    def __hash__(self):
        return str.__hash__(self)


class Hashed(tuple):
    """A cell that says where it stands in a set."""

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self is other


Keyed = type("Keyed", (list,), {Name("__len__"): not_asked})
OBJECT = "an object of type"
LONG_NAME = type("N" * 61, (), {})
STRANGE_NAME = type("a|b\nc", (), {})
NAMELESS = type("", (), {})
X_ROW, O_ROW, FREE = ["X", None, None], [None, "O", None], [None] * 3
WHOLE = {(i, j) for i in range(3) for j in range(3)}
FORMS = [
    ("winner", None, "n"),
    ("player", None, "n"),
    ("player", "X", "mX"),
    ("winner", "O", "mO"),
    ("terminal", "X", "ostr||'X'"),
    ("player", "x", "ostr||'x'"),
    ("terminal", True, "t"),
    ("terminal", False, "f"),
    ("utility", -1, "i-1"),
    ("utility", 10**9 - 1, "i999999999"),
    ("utility", 10**9, "oint||1000000000"),
    ("utility", 1 - 10**9, "i-999999999"),
    ("utility", -(10**9), "oint||-1000000000"),
    ("utility", 1.0, "ofloat||1.0"),
    ("result", [X_ROW, O_ROW, FREE], "bX...O...."),
    ("result", [X_ROW, O_ROW], "olist||[['X', None, None], [None, 'O', None]]"),
    ("result", [[1], [2], [3]], "olist||[[1], [2], [3]]"),
    ("result", [["X"], ["O"], FREE], "olist||[['X'], ['O'], [None, None, None]]"),
    (
        "result",
        [["X", "O"], ["X", "O"], ["X", "O", "X", "O", "X"]],
        "olist||[['X', 'O'], ['X', 'O'], ['X', 'O', 'X', 'O', 'X']]",
    ),
    (
        "result",
        [["x", None, None], FREE, FREE],
        "olist||[['x', None, None], [None, None, None], [None, None, None]]",
    ),
    (
        "result",
        [[0, None, None], FREE, FREE],
        "olist||[[0, None, None], [None, None, None], [None, None, None]]",
    ),
    (
        "result",
        [[[], None, None], FREE, FREE],
        "olist||[[[], None, None], [None, None, None], [None, None, None]]",
    ),
    (
        "result",
        [tuple(X_ROW), FREE, FREE],
        "olist||[('X', None, None), [None, None, None], [None, None, None]]",
    ),
    (
        "result",
        (X_ROW, tuple(FREE), FREE),
        "otuple|bX........|(['X', None, None], (None, None, None), [None, None, None])",
    ),
    (
        "result",
        ({1}, FREE, FREE),
        "otuple||({1}, [None, None, None], [None, None, None])",
    ),
    ("actions", set(), "s0"),
    ("actions", {(0, 0), (2, 2)}, "s257"),
    ("actions", WHOLE, "s511"),
    ("actions", {(0, 3)}, "oset|p|{(0, 3)}"),
    ("actions", {(-1, 0), (0, 0)}, "oset|p|{(-1, 0), (0, 0)}"),
    ("actions", frozenset({(3, 3)}), "ofrozenset|p|{(3, 3)}"),
    ("actions", {Pair((1, 4))}, "oset|p|{an object of type Pair}"),
    ("actions", {1}, "oset||{1}"),
    ("actions", {(0, 3), 1}, "oset||{(0, 3), 1}"),
    ("actions", {(0, 3, 1)}, "oset||{(0, 3, 1)}"),
    ("actions", {("0", "3")}, "oset||{('0', '3')}"),
    ("actions", [(0, 3)], "olist||[(0, 3)]"),
    ("actions", [(0, 1)], "olist|s2|[(0, 1)]"),
    ("actions", [[0, 1], (1, 0)], "olist|s10|[[0, 1], (1, 0)]"),
    ("actions", [(0, 1), (0, 1)], "olist||[(0, 1), (0, 1)]"),
    ("actions", frozenset({(1, 1)}), "ofrozenset|s16|{(1, 1)}"),
    ("actions", {(1, 1): 2}, "odict|s16|an object of type dict"),
    ("actions", {(1, 1): 2}.keys(), "odict_keys|s16|an object of type dict_keys"),
    ("actions", tuple(sorted(WHOLE)), f"otuple|s511|{str(tuple(sorted(WHOLE)))[:120]}"),
    ("minimax", (0, 0), "c0"),
    ("minimax", (2, 2), "c8"),
    ("minimax", (1, 0), "c3"),
    ("minimax", (3, 0), "otuple||(3, 0)"),
    ("minimax", (0, 3), "otuple||(0, 3)"),
    ("minimax", (-1, 0), "otuple||(-1, 0)"),
    ("minimax", (0, -1), "otuple||(0, -1)"),
    ("minimax", (0,), "otuple||(0,)"),
    ("minimax", (0, 0, 0), "otuple||(0, 0, 0)"),
    ("minimax", (True, 0), "otuple||(True, 0)"),
    ("minimax", (0, True), "otuple||(0, True)"),
    ("minimax", [1, 1], "olist|c4|[1, 1]"),
    ("minimax", [1, 3], "olist||[1, 3]"),
    ("minimax", Pair((1, 2)), "c5"),
    ("minimax", Pair((1, 4)), "otuple||(1, 4)"),
    ("minimax", Odd((1, 2)), "oOdd|c5|an object of type Odd"),
    ("actions", [Pair((0, 0))], "olist|s1|[an object of type Pair]"),
    ("actions", [Odd((0, 0))], "olist||[an object of type Odd]"),
    ("player", Mark.X, "mX"),
    ("player", Mark.NEITHER, "ostr||'?'"),
    ("utility", Score.LOSS, "i-1"),
    ("terminal", Score.LOSS, "i-1"),
    ("utility", Shown(10**9), "oint||1000000000"),
    ("minimax", (Score.TIE, 1), "c1"),
    ("minimax", (True, Score.TIE), "otuple||(True, an object of type Score)"),
    ("result", Rows([Rows(X_ROW), O_ROW, FREE]), "bX...O...."),
    ("result", [[Mark.X, None, None], O_ROW, FREE], "bX...O...."),
    ("result", Rows([1, 1]), "olist|c4|[1, 1]"),
    ("result", OddRows([X_ROW, O_ROW, FREE]), f"oOddRows|bX...O....|{OBJECT} OddRows"),
    (
        "result",
        [OddRows(X_ROW), O_ROW, FREE],
        f"olist||[{OBJECT} OddRows, {O_ROW}, {FREE}]",
    ),
    ("result", Keyed([X_ROW, O_ROW, FREE]), f"oKeyed|bX...O....|{OBJECT} Keyed"),
    ("actions", Cells({(0, 0), Pair((2, 2))}), "s257"),
    ("actions", Cells({(0, 3)}), "oset|p|{(0, 3)}"),
    ("actions", OddCells({(0, 0)}), f"oOddCells|s1|{OBJECT} OddCells"),
    ("actions", Frozen({(1, 1)}), "ofrozenset|s16|{(1, 1)}"),
    ("actions", Rows([(0, 1)]), "olist|s2|[(0, 1)]"),
    ("actions", OrderedDict({(1, 1): 2}), f"oOrderedDict|s16|{OBJECT} OrderedDict"),
    ("actions", {0: 1, 1: 2}, "odict||an object of type dict"),
    ("minimax", [[[[1]]]], "olist||[[[[1]]]]"),
    ("minimax", LONG_NAME(), f"o{'N' * 60}||an object of type {'N' * 60}"),
    ("minimax", STRANGE_NAME(), "oa/b c||an object of type a/b c"),
    ("minimax", NAMELESS(), "o?||an object of type ?"),
]


@pytest.mark.parametrize(("function", "value", "said"), FORMS)
def test_a_value_has_one_form_on_the_wire(function, value, said):
    assert Asker({}).told(function, value) == said
    decode(said, 1)  # the judge can read it, or it would hold that nothing came


class Asking(type):
    """A metaclass that must not be asked either."""

    __eq__ = __instancecheck__ = __subclasscheck__ = __call__ = not_asked
    __hash__ = type.__hash__


KINDS = [list, tuple, set, frozenset, dict, int, str]


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_value_is_read_by_no_method_of_a_students(kind, odd):
    """Whatever its type has of its own, and whatever those that it holds have."""
    asked = list[str]()
    own = type.__call__(Asking, "Own", (kind,), {})
    value = kind.__new__(own)
    if kind in (list, set):
        kind.__init__(value, [(0, 0), (0, 1)])
    for name in {*dir(kind)} - {"__new__", "__class__"}:
        if odd or name not in OVERRIDING:
            type.__setattr__(own, name, lambda *_, name=name: asked.append(name))
    for function in ("player", "actions", "result", "minimax"):
        for told in (value, [value] * 3, [[value] * 3] * 3, (value, value)):
            Asker({}).told(function, told)
    assert asked == []


def test_a_set_is_read_without_asking_what_it_holds():
    cells = Cells([Hashed((0, 0)), Hashed((0, 1)), Hashed((0, 2))])
    Hashed.__hash__ = Hashed.__eq__ = not_asked
    assert Asker({}).told("actions", cells).startswith("oset||{an object")


def test_what_becomes_something_else_later_is_read_as_what_it_is_then():
    board = Rows([[None] * 3 for _ in range(3)])
    asker = Asker({"initial_state": lambda: board})
    assert asker.many("initial_state", ["", ""]) == "b.........\n!S|b........."
    board.__class__ = OddRows
    assert asker.many("initial_state", [""]) == f"oOddRows|b.........|{OBJECT} OddRows"
    other = [row[:] for row in [[None] * 3] * 3]
    asker.names["initial_state"] = lambda: other
    assert asker.many("initial_state", [""]) == "b........."


@pytest.mark.parametrize(
    ("function", "value", "said"),
    [
        ("player", 1, "mX"),
        ("winner", None, "n"),
        ("player", None, "mO"),
        ("player", True, "t"),  # equal to 1, and something else
        ("utility", 1, "i1"),
        ("result", [[1, None, ""], [""] * 3, [""] * 3], "bXO......."),
        (
            "result",
            [[True, "", ""], [""] * 3, [""] * 3],
            "olist||[[True, '', ''], ['', '', ''], ['', '', '']]",
        ),
    ],
)
def test_a_file_is_understood_in_marks_of_its_own(function, value, said):
    assert Asker({}, marks=[1, None, ""]).told(function, value) == said


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x" * 118, repr("x" * 118)),
        ("x" * 119, repr("x" * 119)[:120]),
        ("\n" * 200, repr("\n" * 200)[:120]),
        (b"ab", "b'ab'"),
        (2.5, "2.5"),
        (1j, "1j"),
        (None, "None"),
        ([], "[]"),
        ((), "()"),
        ((1,), "(1,)"),
        ([1], "[1]"),
        ({8, 1}, "{1, 8}"),  # by itself it begins with 8
        (frozenset({8, 1}), "{1, 8}"),
        (frozenset({"b", "a"}), "{'a', 'b'}"),
        ([0] * 9, "[0, 0, 0, 0, 0, 0, 0, 0, 0]"),
        ([0] * 10, "[0, 0, 0, 0, 0, 0, 0, 0, 0, ... 10 in all]"),
        (["x" * 200], str(["x" * 200])[:120]),
        ({}, "an object of type dict"),
        (2**200 - 1, str(2**200 - 1)),
        (2**200, "an integer of 201 bits"),
        ([[[[]]]], "[[[[]]]]"),
        ([[[[[]]]]], "[[[[an object of type list]]]]"),
    ],
)
def test_a_value_is_shown_as_python_writes_it_but_short(value, text):
    assert shortly(value) == text


# --- What is seen of a call, beside its answer --------------------------------


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
    """Put another list in the place of one row, the next one each time."""
    if board[action[0]][action[1]] is None:
        board[action[0]] = list(board[action[0]])
    return placed(board, action)


def row_added(board, action):
    after = placed(board, action)
    board.append([])
    return after


ONE = [["X", None, None], [None] * 3, [None] * 3]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (placed, ["bXX.......", "rValueError", "bX...X...."]),
        (in_place, ["!IB|bXX.......", "bX........", "!IB|bX...X...."]),
        (shallow, ["!PB|bXX.......", "!L|bX........", "!PB|bX...X...."]),
        (too_late, ["!B|bXX.......", "bX........", "!B|bX...X...."]),
        (row_exchanged, ["!B|bXX.......", "rValueError", "!B|bX...X...."]),
        (row_added, ["!B|bXX.......", "rValueError", "!B|bX...X...."]),
        (lambda board, action: ONE, ["bX........", *["!S|bX........"] * 2]),
        (lambda board, action: [ONE[1]] * 3, ["!R|b.........", *["!R|b........."] * 2]),
        (lambda board, action: [*ONE[:2], ONE[1]], ["!R|bX........"] * 3),
        (lambda board, action: [ONE[1], ONE[0], ONE[1]], ["!R|b...X....."] * 3),
        (lambda board, action: None, ["n", "n", "n"]),
    ],
)
def test_what_a_call_does_to_its_board_is_seen(result, told):
    asker = Asker({"result": result}, actions=[(0, 1), (0, 0), (1, 1)])
    assert asker.many("result", ["X........"]).split("\n") == told


def test_a_mark_in_the_place_of_one_that_is_equal_is_no_change():

    def winner(board):
        board[0][0] = "".join(board[0][0])
        return board[0][0]

    asker = Asker({"winner": winner}, marks=["cross", "nought", None])
    assert asker.many("winner", ["X........"]) == "mX"


def test_a_board_that_is_seen_to_be_changed_is_made_anew_for_the_next_action():
    boards = []

    def result(board, action):
        boards.append(board)
        return in_place(board, action) if action == (1, 1) else placed(board, action)

    told = Asker({"result": result}, actions=[(0, 1), (1, 1), (2, 2)]).many(
        "result", ["X........"]
    )
    assert told.split("\n") == ["bXX.......", "!IB|bX...X....", "bX.......X"]
    assert boards[0] is boards[1]
    assert boards[1] is not boards[2]


@pytest.mark.parametrize(
    ("only", "count"), [({}, 3), ({"only": 0}, 1), ({"only": 2}, 1), ({"only": -1}, 3)]
)
def test_result_is_asked_for_every_action_or_for_one(only, count):
    actions = [(0, 1), (1, 1), (2, 2)]
    asked = []
    asker = Asker(
        {"result": lambda board, action: asked.append(action)}, actions=actions
    )
    told = asker.many("result", ["X........", "........."], **only)
    assert told == "\n".join(["n"] * 2 * count)
    assert asked == (actions if count == 3 else [actions[only["only"]]]) * 2


def test_an_action_that_is_a_list_is_handed_out_anew_and_looked_at():
    actions = [[0, 0]]
    for change, told in [
        (lambda action: None, "n\nn"),
        (lambda action: action.append(1), "!A|n\n!A|n"),
        (lambda action: action.__setitem__(1, 0.0), "!A|n\n!A|n"),
    ]:
        names = {"result": lambda board, action, do=change: do(action)}
        asker = Asker(names, actions=actions)
        assert asker.many("result", ["X........", "........."]) == told
    assert actions == [[0, 0]]


def test_a_board_that_result_changes_later_is_seen_where_it_was_given(monkeypatch):
    given = []

    def result(board, action):
        given.append(board)
        given[0][2][2] = "O"

    told = Asker({"result": result}, actions=[(0, 0)]).many("result", ["........X"] * 2)
    assert told == "!B|n\nn"
    given.clear()
    asker = Asker(
        {"result": lambda b, a: given.append(b) or placed(b, a)}, actions=[(0, 0)]
    )
    monkeypatch.setattr(asker, "look_back", lambda *_: in_place(given[0], (2, 2)))
    assert asker.many("result", ["........."]) == "!B|bX........"


EARLIER = []


def keeps(board):
    """Change the board of the call before this one."""
    for row in EARLIER[-1:]:
        row[0] = "X"
    EARLIER.append(board[0])
    return "X"


def grows():
    """Return a function that always adds to the same set, and returns it."""
    cells = set()

    def actions(board):
        cells.add((0, len(cells)))
        return cells

    return actions


def test_what_a_later_call_changes_is_seen_at_the_earlier_one():
    EARLIER.clear()
    keys = [".........", "........X", "........O"]
    told = Asker({"player": keeps}).many("player", keys)
    assert told.split("\n") == ["!B|mX", "!B|mX", "mX"]
    told = Asker({"actions": grows()}).many("actions", keys)
    assert told.split("\n") == ["!L|s1", "!L|s3", "s7"]
    shared = {(0, 0)}
    told = Asker({"actions": lambda board: shared}).many("actions", keys)
    assert told.split("\n") == ["s1"] * 3  # no board, and never changed


OWN = [[None] * 3, [None] * 3, [None] * 3]


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (lambda board: board, ["bX......X.", "b.......X.", "b.......X."]),
        (lambda board: OWN, ["bX......X.", "b.........", "!S|b........."]),
    ],
)
def test_what_is_returned_for_no_action_is_not_held_against_another(
    refusal, told, monkeypatch
):

    def result(board, action):
        try:
            return placed(board, action)
        except ValueError:
            return refusal(board)

    asker = Asker({"result": result}, actions=[(0, 0), (2, 1), (2, 1)])
    assert asker.many("result", [".......X."]).split("\n") == told


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (lambda: [[None] * 3 for _ in range(3)], ["b.........", "b........."]),
        (lambda: OWN, ["b.........", "!S|b........."]),
        (lambda: list(OWN), ["b.........", "!T|b........."]),
        (lambda: [[None] * 3, OWN[1], [None] * 3], ["b.........", "!T|b........."]),
        (lambda: [OWN[0]] * 3, ["!R|b.........", "!TR|b........."]),
        (lambda: None, ["n", "n"]),
        (lambda: 1 / 0, ["rZeroDivisionError", "rZeroDivisionError"]),
    ],
)
def test_each_board_to_begin_with_must_be_one_of_its_own(start, told):
    asker = Asker({"initial_state": start})
    assert asker.many("initial_state", ["", ""]).split("\n") == told


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError, "rValueError"),
        (KeyboardInterrupt, "RKeyboardInterrupt"),
        (SystemExit, "RSystemExit"),
        (type("a|b", (Exception,), {}), "ra/b"),
    ],
)
def test_an_exception_is_told_by_its_kind(error, said):
    for _ in range(2):
        assert raised(error()) == said
    assert raised(KeyError()) == "rKeyError"


def test_a_function_that_a_file_takes_away_is_put_back():
    text = """
def winner(board):
    globals()["player"] = 3
    globals().pop("terminal", None)
    return board[0][0]
def player(board): return "X"
def terminal(board): return False
"""
    module, many = extended(text)
    before = module.player, module.terminal
    assert many("winner", [".........", "X........"]) == "!F|n\nmX"
    assert (module.player, module.terminal) == before
    assert many("player", ["........."]) == "mX"


def test_a_function_is_called_plainly_for_the_sake_of_its_traceback():
    names = {
        "initial_state": lambda: [[None] * 3 for _ in range(3)],
        "result": placed,
        "winner": lambda board: board[0][0],
    }
    asker = Asker(names)
    assert asker.plain("initial_state", "") == "b........."
    assert asker.plain("winner", "X........") == "mX"
    assert asker.plain("result", "X........", (2, 2)) == "bX.......X"
    with pytest.raises(ValueError, match=r"\(0, 0\)"):
        asker.plain("result", "X........", (0, 0))


def test_a_survey_tells_the_marks_and_what_can_be_called():
    names = {"X": "x" * 17, "O": "o" * 18, "EMPTY": (), "player": len, 3: len, "n": 1}
    assert survey(names) == [
        {
            "X": ["x" * 17, True, False],
            "O": [repr("o" * 18), True, False],
            "EMPTY": ["()", False, False],
        },
        ["player"],
    ]
    assert survey({"O": 0, "EMPTY": None}) == [
        {"O": [0, True, False], "EMPTY": [None, True, False]},
        [],
    ]
    assert survey({"X": Mark.X, "O": Score.LOSS, "EMPTY": Odd()}) == [
        {
            "X": ["X", True, True],
            "O": [-1, True, True],
            "EMPTY": ["an object of type Odd", False, False],
        },
        [],
    ]


def test_what_a_modules_getattr_makes_is_of_the_contract_and_nothing_else(monkeypatch):
    monkeypatch.setitem(SETUP, "contract", NAMES)
    made = {"X": "X", "EMPTY": None, "winner": len, "player": 3, "other": len}
    names = {"O": "O", "__getattr__": made.__getitem__}
    marks, functions = survey(names)
    assert marks == {
        "X": ["X", True, False],
        "O": ["O", True, False],
        "EMPTY": [None, True, False],
    }
    assert functions == ["__getattr__", "winner"]
    assert Asker(names).plain("winner", "X........") == "i3"
    assert names.keys() == {"O", "__getattr__"}  # a bare name is as unknown as before


def test_chance_is_the_same_for_the_same_question_and_another_for_another():
    def told(function, key):
        seed(function, key)
        return random.random()

    boards = ["........X", ".......X.", "X........", "O........"]
    every = [told(f, key) for f in ("player", "minimax") for key in boards]
    assert len({*every}) == len(every)
    assert [told(f, key) for f in ("player", "minimax") for key in boards] == every


def test_a_search_by_chance_answers_a_board_the_same_wherever_it_stands():
    by_chance = dict.fromkeys(["player", "minimax"], lambda _: random.randrange(10**6))
    asker = Asker(by_chance)
    one, two = "X........", "O........"
    first, second = asker.many("minimax", [one, two]).split("\n")
    assert asker.many("minimax", [two, one]).split("\n") == [second, first]
    assert asker.plain("minimax", two) == second
    assert asker.many("player", [one, two]) == asker.many("player", [one, two])


# --- What is remembered -------------------------------------------------------

PLAIN = "def player(board): return 'X'"


@pytest.mark.parametrize(
    ("text", "remembered"),
    [
        (PLAIN, True),
        ("def player(board, more): return 'X'", True),
        ("def player(): return 'X'", False),
        ("def player(*board): return 'X'", False),
        ("def player(board, **more): return 'X'", False),
        ("def player(board, *, more): return 'X'", False),
        ("def player(board, /): return 'X'", False),
        ("def player(board, more=1): return 'X'", True),
        ("def player(board, more=(1, 'x')): return 'X'", True),
        ("def player(board, more=[]): return 'X'", False),
        ("def player(board, more=len): return 'X'", False),
        ("def player(board, *, more=1): return 'X'", False),
        ("def player(board): yield 'X'", False),
        ("async def player(board): return 'X'", False),
        ("async def player(board): yield 'X'", False),
        ("player = lambda board: 'X'", False),
        (
            "def f(x):\n    def player(board): return x\n    return player\n"
            "player = f(1)",
            False,
        ),
        ("player = len", False),
        ("", False),
    ],
)
def test_only_a_plain_function_is_made_to_remember(text, remembered):
    module, _ = extended(text, remembered=["player"])
    code = getattr(getattr(module, "player", None), "__code__", None)
    assert (getattr(code, "co_filename", "") == "<memory>") is remembered


def test_what_is_left_out_is_remembered_as_its_default():
    text = "calls = []\ndef winner(board, n=1):\n    calls.append(n)\n    return n\n"
    module, _ = extended(text, remembered=["winner"])
    board = [["X", None, None], [None] * 3, [None] * 3]
    answers = [module.winner(board, *more) for more in ([], [2], [1], [], [2])]
    assert answers == [1, 2, 1, 1, 2]
    assert module.winner(board, n=2) == 2
    assert module.calls == [1, 2]


def calls(name, body, *others, times=3, given=None):
    """Return how often a function that remembers is really called, and its answers."""
    parameters = ", ".join(["board", *(f"other{n}" for n, _ in enumerate(others))])
    text = f"calls = []\ndef {name}({parameters}):\n    calls.append(1)\n    {body}\n"
    module, _ = extended(text, remembered=[name])
    board = given or [["X", None, None], [None] * 3, [None] * 3]
    answers = [getattr(module, name)(board, *others) for _ in range(times)]
    return len(module.calls), answers


COPY = "return [row[:] for row in board]"


@pytest.mark.parametrize(
    ("name", "body", "others", "count"),
    [
        ("winner", "return 'X'", [], 1),
        ("winner", "return None", [], 1),
        ("winner", "return (1, ('a', 2.5))", [], 1),
        ("winner", "return (1, [])", [], 3),
        ("winner", "return [1]", [], 1),
        ("winner", "return [1, [0, 0]]", [], 1),
        ("winner", "return [1, [[0]]]", [], 3),
        ("winner", "return [1, {0}]", [], 3),
        ("winner", "return board", [], 3),
        ("winner", "return board[0]", [], 3),
        ("winner", "return [1, board[0]]", [], 3),
        ("winner", "return b''", [], 3),
        ("winner", "return 'X'", [1], 1),
        ("winner", "return 'X'", [(0, 0)], 1),
        ("winner", "return 'X'", [[0, 0]], 3),
        ("winner", "return 'X'", [1, []], 3),
        ("winner", "board[2][2] = len(calls)", [], 3),
        ("winner", "return COPY", [], 1),
        ("result", COPY, [(0, 0)], 1),
        ("result", "return board", [(0, 0)], 3),
        ("result", "return [board[0], [1, 1, 1], [2, 2, 2]]", [(0, 0)], 3),
        ("result", "return [[1, 1, 1], [2, 2, 2], board[2]]", [(0, 0)], 3),
        ("result", "return tuple(row[:] for row in board)", [(0, 0)], 3),
        ("result", "return [[1, 1, 1]] * 3", [(0, 0)], 3),
        ("result", "return 3", [(0, 0)], 3),
        ("actions", "return {(0, 0), (1, 1)}", [], 1),
        ("actions", "return [(1, 1), (0, 0)]", [], 1),
        ("actions", "return ((1, 1), (0, 0))", [], 1),
        ("actions", "return frozenset({(1, 1)})", [], 1),
        ("actions", "return [[1, 1]]", [], 3),
        ("actions", "return {(1, 1): 2}", [], 3),
        ("actions", "return 3", [], 3),
    ],
)
def test_an_answer_is_remembered_where_nothing_can_change_it(name, body, others, count):
    body = body.replace("COPY", COPY.removeprefix("return "))
    found, answers = calls(name, body, *others)
    assert found == count
    if body.startswith("return") and "len" not in body:
        assert answers[1:] == answers[:-1]
        assert {type(answer) for answer in answers} == {type(answers[0])}


@pytest.mark.parametrize(
    "board",
    [
        (["X", None, None], [None] * 3, [None] * 3),
        [["X", None, None], (None,) * 3, [None] * 3],
        [["X", None, None], ROW, ROW],
        [ROW, ["X", None, None], ROW],
        [["X", None, None], [None] * 3],
        [["X", None, None], [None] * 3, [None] * 2],
        [["X", None, None], [None] * 3, [None, None, []]],
    ],
)
def test_of_what_is_no_board_nothing_is_remembered(board):
    assert calls("winner", "return 'X'", given=board) == (3, ["X"] * 3)


def test_one_and_true_are_not_remembered_as_the_same():
    text = "def winner(board, other): return str(other)\n"
    module, _ = extended(text, remembered=["winner"])
    board = [[None] * 3 for _ in range(3)]
    for _ in range(2):
        assert [module.winner(board, n) for n in (1, True, 1.0)] == ["1", "True", "1.0"]


def test_actions_of_two_types_are_never_given_in_the_type_of_the_other():
    text = "def actions(board): return [(0, 0)] if board[0][0] else {(1, 1)}\n"
    module, _ = extended(text, remembered=["actions"])
    free = [[None] * 3 for _ in range(3)]
    taken = [["X", None, None], [None] * 3, [None] * 3]
    for _ in range(2):
        assert module.actions(free) == {(1, 1)}
        assert module.actions(taken) == [(0, 0)]


def test_right_functions_take_the_place_of_those_that_would_remember():
    right = {"player": "def player(board):\n    return CELLS((X, O, EMPTY))\n"}
    for cells, kind in [("list", list), ("tuple", tuple), ("?", set), ("set", set)]:
        module, _ = extended(PLAIN, right=right, remembered=["player"], cells=cells)
        assert module.player([]) == kind(("X", "O", None))
        assert not hasattr(module, "X")
    module, _ = extended(PLAIN, constants=True, marks=[1, 2, 0])
    assert (module.X, module.O, module.EMPTY) == (1, 2, 0)


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
def test_a_right_function_is_in_its_place_wherever_the_file_keeps_it(text, call):
    text = f"def winner(board):\n    return 'wrong'\n{text}\n"
    text += f"def again(board):\n    return {call}\n"
    right = {"winner": "def winner(board):\n    return board, X\n"}
    assert extended(text)[0].again([]) == "wrong"
    module, _ = extended(text, right=right)
    assert module.again([]) == module.winner([]) == ([], "X")


@pytest.mark.parametrize(
    "given", ["board, action", "board, action=action", "action=action, board=board"]
)
def test_a_right_function_takes_arguments_as_they_are_given(given):
    text = "class Rules:\n    def result(self, board, action):\n        return None\n"
    text += "RULES = Rules()\nresult = RULES.result\n"
    text += f"def again(board, action):\n    return RULES.result({given})\n"
    right = {"result": "def result(board, action):\n    return [board, action]\n"}
    assert extended(text, right=right)[0].again(1, 2) == [1, 2]


def test_a_function_of_pythons_own_stays_what_it_is():
    right = {"winner": "def winner(board):\n    return X\n"}
    module, _ = extended("from textwrap import dedent as winner\n", right=right)
    assert module.winner([]) == "X"
    assert dedent(" x") == "x"
