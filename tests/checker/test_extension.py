"""What is added inside the engine's process changes no answer, only the time."""

from types import ModuleType

import pytest
from conftest import ENGINES

from noughts.checker import extension, right_functions
from noughts.checker.answers import decode
from noughts.checker.batches import batches, call_of
from noughts.checker.purity import pure_functions
from noughts.checker.questions import ACTIONS, HELPERS, questions
from noughts.checker.source_text import read
from noughts.checker.truth import said

HELPED = HELPERS[1:]


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


@pytest.mark.parametrize("function", HELPED)
def test_the_functions_put_in_place_of_wrong_ones_are_right(function):
    _, many = engine(
        "unfinished", right={function: right_functions.sources()[function]}
    )
    for question, answer in told(many, function, None, times=1):
        if question.about != "list":
            fits = answer.said == said(question) if question.valid else answer.refused
            assert fits, question


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


def test_sets_yield_their_elements_in_the_order_of_the_original():
    plain, _ = engine("textbook_deepcopy")
    quick, _ = engine("textbook_deepcopy", remembered=HELPED)
    for question in questions("actions"):
        (board,) = question.arguments
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
