"""
Files that once fooled the judge, crashed it, or lost points that they had earned.

The judge must go by what a file itself shows, charge it once, and nothing else.
"""

import pytest
from conftest import ENGINES
from helpers.in_process import ask_replayed
from helpers.only import only

from noughts.checker.conversation import judge
from noughts.checker.judge import converse
from noughts.checker.questions import FUNCTIONS
from noughts.checker.rubric import apply, load
from noughts.contract import LARGEST_FILE
from noughts.notation import parse_board
from noughts.oracle import look

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")
PRUNES = (ENGINES / "alpha_beta.py").read_text("utf-8")
BEGUN = (ENGINES / "half_written.py").read_text("utf-8")
HELPERS = ["player", "actions", "result", "winner", "terminal", "utility"]


def judged(text, functions=FUNCTIONS):
    if isinstance(text, str):
        text = only(text, functions) if len(functions) == 1 else text
        text = text.encode("utf-8")
    talk = judge(text, "tictactoe.py", functions, remarks=[])
    return apply(load(), converse(talk, ask_replayed))


def altered(*pairs, text=RIGHT):
    """Return the right engine with some text replaced."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def failing(record):
    return sorted(check.name for check in record.faults)


def excused(record):
    return sorted({c.function for c in record.checks if c.status == "excused"})


# --- Always a record --------------------------------------------------------

STRANGE = [
    pytest.param("([1], 2)", marks=pytest.mark.ci),
    "[[1, [2]], {}]",
    "{(0, 0): [1]}.keys()",
    "(x for x in [1])",
    pytest.param(
        "type('T', (), {'__eq__': lambda *_: True, '__hash__': lambda _: 1})()",
        marks=pytest.mark.slow,
    ),
    "float('nan')",
    "10 ** 5000",
    "'x' * 10 ** 5",
    "[0] * 10 ** 4",
    "print",
    pytest.param("{(0, n) for n in range(200)}", marks=pytest.mark.ci),
    pytest.param("(lambda a: (a.append(a), a)[1])([])", marks=pytest.mark.ci),
    "'\\n|!b\\x1b[2J'",
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("value", STRANGE)
def test_any_return_value_gives_a_record(value):
    functions = "".join(
        f"\n\ndef {name}(board, *rest):\n    return {value}\n"
        for name in ("actions", "utility")
    )
    record = judged(f"X, O, EMPTY = 'X', 'O', None{functions}", ["actions", "utility"])
    assert not record.refusal
    assert record.points == 0
    assert all(len(f.got) < 300 for check in record.faults for f in check.failures)


def test_a_file_of_exactly_the_largest_size_is_judged():
    source = (ENGINES / "half_written.py").read_bytes() + b"#"
    assert judged(source.ljust(LARGEST_FILE, b"#"), ["player"]).points == 10
    refused = judged(source.ljust(LARGEST_FILE + 1, b"#"), ["player"])
    assert (refused.points, refused.refusal.key) == (0, "refused.too_large")


@pytest.mark.ci
def test_a_new_exception_for_each_board_is_not_a_new_cause_for_each_board():
    text = RIGHT + (
        "\n\ndef winner(board):\n"
        "    raise type('E' + str(abs(hash(str(board)))), (Exception,), {})()\n"
    )
    record = judged(text, ["winner"])
    assert record.points == 0
    assert all(len(check.failures) <= 5 for check in record.checks)


@pytest.mark.ci
def test_a_changed_board_is_charged_to_the_call_that_changed_it():
    """Earlier calls on the same board that rejected their action are innocent."""
    shallow = (ENGINES / "shallow_copy.py").read_text("utf-8")
    record = judged(shallow, ["result"])
    (pure,) = [c for c in record.checks if c.name == "result.pure"]
    (changed,) = pure.failures
    assert changed.cases == 16_167  # one for each empty cell of each position


# --- Wrong files are not called right ---------------------------------------

WRONG = [
    (
        (
            "return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]",
            "return [[EMPTY] * 3] * 3",
        ),
        ["initial_state"],
        ["initial_state.empty"],
    ),
    (
        (
            "def initial_state():",
            "START = [[EMPTY] * 3 for _ in range(3)]\n\n\ndef initial_state():\n"
            "    return START\n\n\ndef other():",
        ),
        ["initial_state"],
        ["initial_state.empty"],
    ),
    pytest.param(
        ('raise ValueError("not an empty cell")', "raise SystemExit"),
        ["result"],
        ["result.invalid"],
        marks=pytest.mark.ci,
    ),
    pytest.param(
        ('raise ValueError("not an empty cell")', "raise KeyboardInterrupt"),
        ["result"],
        ["result.invalid"],
        marks=pytest.mark.ci,
    ),
    (
        (
            "def player(board):",
            "calls = []\n\n\ndef player(board):\n    calls.append(1)\n"
            "    if len(calls) == 1:\n        raise KeyError",
        ),
        ["player"],
        ["player.turn"],
    ),
    pytest.param(
        (
            "    after = [row[:] for row in board]",
            "    after = SHARED\n    after[:] = [row[:] for row in board]",
        ),
        ["result"],
        ["result.board"],
        marks=pytest.mark.ci,
    ),
]


@pytest.mark.parametrize(("change", "functions", "checks"), WRONG)
def test_a_wrong_file_is_not_called_right(change, functions, checks):
    record = judged(altered(change) + "\n\nSHARED = []\n", functions)
    assert failing(record) == checks


# --- Points are earned ------------------------------------------------------


@pytest.mark.parametrize("body", ["return None", "pass", "raise NotImplementedError"])
def test_placeholders_earn_nothing(body):
    text = 'X = "X"\nO = "O"\nEMPTY = None\n'
    for name in FUNCTIONS:
        given = {"initial_state": "", "result": "board, action"}.get(name, "board")
        text += f"\n\ndef {name}({given}):\n    {body}\n"
    record = judged(text)
    assert record.points == 0
    assert {c.status for c in record.checks if c.function in HELPERS} == {"unfinished"}


@pytest.mark.parametrize(
    ("function", "answer"),
    [("winner", "None if board else X"), ("terminal", "False"), ("utility", "0")],
)
def test_a_constant_function_earns_nothing(function, answer):
    text = RIGHT + f"\n\ndef {function}(board):\n    return {answer}\n"
    record = judged(text, [function])
    assert record.points == 0


def test_a_byte_order_mark_costs_nothing():
    record = judged(b"\xef\xbb\xbf" + RIGHT.encode("utf-8"), ["player", "winner"])
    assert record.points == record.maximum == 25


# --- Right files keep their points ------------------------------------------

KEPT = {
    "an attribute that counts": (
        (
            "def result(board, action):",
            "def result(board, action):\n    result.calls += 1",
        ),
        ("def winner(board):", "result.calls = 0\n\n\ndef winner(board):"),
    ),
    "an attribute that is read": (
        ("    best = max if", "    assert winner.checked\n    best = max if"),
        ("known = {}", "known = {}\nwinner.checked = True"),
    ),
    "a default argument": (
        ("def terminal(board):", "def terminal(board, full=True):"),
    ),
    "another parameter's name": (
        ("def utility(board):", "def utility(state):"),
        ("[winner(board)]", "[winner(state)]"),
    ),
    "arguments by name": (
        ("value(result(board, a))", "value(result(action=a, board=board))"),
    ),
    "a cache that is cleared": (
        ("known = {}", "known = {}\nfrom functools import lru_cache"),
        (
            "def value(board):",
            "@lru_cache\ndef worth(key):\n    return key\n\n\ndef value(board):",
        ),
        ("    best = max if", "    worth.cache_clear()\n    best = max if"),
    ),
    "type hints": (
        ("def player(board):", "def player(board: list[list[str | None]]) -> str:"),
        (
            "def result(board, action):",
            "def result(board: list, action: tuple) -> list:",
        ),
    ),
    "NotImplementedError for an invalid action": (
        ('ValueError("not an empty cell")', "NotImplementedError"),
    ),
    "a frozenset": (
        ("return {(i, j)", "return frozenset((i, j)"),
        ("if board[i][j] is EMPTY}", "if board[i][j] is EMPTY)"),
    ),
}


ALL = tuple(change for changes in KEPT.values() for change in changes)


@pytest.mark.ci
def test_a_right_file_keeps_its_points_whatever_else_it_does():
    record = judged(altered(*ALL))
    assert record.points == 100
    assert failing(record) == ["contract.signatures"]  # which costs nothing


def test_letters_in_another_encoding_cost_nothing():
    source = (ENGINES / "half_written.py").read_bytes()
    record = judged(source + "# Programação\n".encode("cp1252"), ["player"])
    assert record.points == record.maximum


# --- One fault is charged once ----------------------------------------------


@pytest.mark.ci
def test_right_moves_as_lists_cost_only_the_type():
    text = RIGHT + (
        "\n\nfind = minimax\n\n\ndef minimax(board):\n"
        "    return list(find(board)) if find(board) else None\n"
    )
    record = judged(text, ["minimax"])
    assert failing(record) == ["minimax.legal"]
    assert record.points == 23


def test_a_list_of_actions_costs_only_the_type():
    text = altered(
        ("return {(i, j)", "return [(i, j)"),
        ("if board[i][j] is EMPTY}", "if board[i][j] is EMPTY]"),
    )
    assert judged(text, ["actions"]).points == 8


OTHER_MARKS = {  # and the one function that is charged for them
    "small": (('X = "X"\nO = "O"', 'X = "x"\nO = "o"'), "player.turn", 92),
    "a space": (("EMPTY = None", "EMPTY = ' '"), "actions.cells", 94),
    "numbers": (
        ('X = "X"\nO = "O"\nEMPTY = None', "X = 1\nO = -1\nEMPTY = 0"),
        "player.turn",
        92,
    ),
    "two alike": (("EMPTY = None", 'EMPTY = "X"'), "actions.cells", 94),
    "not to be compared": (('O = "O"', "O = float('nan')"), "player.turn", 92),
    "one left out": (("EMPTY = None", ""), "actions.cells", 94),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("marks", "charged", "points"), OTHER_MARKS.values(), ids=OTHER_MARKS
)
def test_other_marks_are_charged_once(marks, charged, points):
    text = altered(marks, (" is EMPTY", " == EMPTY"), (" is not EMPTY", " != EMPTY"))
    record = judged(text)
    assert failing(record) == sorted([charged, "contract.names"])
    assert record.points == points


@pytest.mark.ci
def test_other_marks_do_not_cost_the_bonus():
    text = PRUNES.replace('X = "X"', 'X = "x"').replace('O = "O"', 'O = "o"')
    record = judged(text)
    assert record.points == 102


@pytest.mark.ci
def test_a_fault_caused_by_substitution_is_not_charged():
    """`minimax` indexes the list that `actions` returns."""
    text = altered(
        ("return {(i, j)", "return [(i, j)"),
        ("if board[i][j] is EMPTY}", "if board[i][j] is EMPTY]"),
        ("    best = max if", "    actions(board)[0]\n    best = max if"),
        ("X if xs == os else O", "O if xs == os else X"),
    )
    record = judged(text)
    assert {name.partition(".")[0] for name in failing(record)} == {"player", "actions"}
    assert "actions.cells" not in failing(record)


# --- The same file, the same record -----------------------------------------


def test_messages_have_no_addresses():
    text = RIGHT + "\n\ndef player(board):\n    raise ValueError(object())\n"
    record = judged(text, ["player"])
    (failure, *_) = next(c for c in record.faults if c.failures).failures
    assert "ValueError: <object object at 0x...>" in failure.got


def test_chance_is_the_same_in_every_run():
    text = f"import random\n{RIGHT}"
    text += "\n\ndef player(board):\n    return random.choice([X, O])\n"
    one, other = (judged(text, ["player"]) for _ in range(2))
    assert one == other
    assert "player.turn" in failing(one)


# --- Charged to whoever is wrong ---------------------------------------------


@pytest.mark.ci
@pytest.mark.parametrize("name", ["player", "terminal", "utility"])
def test_a_search_that_calls_a_missing_function_has_a_record(name):
    record = judged(altered((f"def {name}(", f"def {name}_(")))
    assert excused(record)[0] == "minimax"
    assert name in {cause for check in record.checks for cause in check.causes}


@pytest.mark.ci
def test_a_missing_function_is_charged_once():
    record = judged(altered(("def winner(", "def wins(")), ["winner", "terminal"])
    assert {check.function for check in record.faults} == {"winner"}
    assert excused(record) == ["terminal"]
    causes = {c.causes for c in record.checks if c.status == "excused"}
    assert causes == {("winner",)}


@pytest.mark.ci
def test_cells_as_lists_are_charged_only_to_actions():
    text = altered(
        ("return {(i, j) for i", "return [[i, j] for i"), ("EMPTY}", "EMPTY]")
    )
    record = judged(text, ["actions", "result"])
    assert failing(record) == ["actions.type"]
    assert excused(record) == ["result"]


@pytest.mark.ci
def test_a_misspelt_name_is_guessed():
    record = judged(altered(("def winner(", "def winer("), text=BEGUN))
    (names,) = (check for check in record.checks if check.name == "contract.names")
    (failure,) = names.failures
    assert failure.call == "winner"
    assert failure.hint.parts["other"] == "winer"


@pytest.mark.ci
def test_a_function_is_excused_by_two_roots():
    """`terminal` calls `winner`, and is wrong even with a right one."""
    record = judged(
        altered(
            (", [board[i][2 - i] for i in range(3)]]", "]"),
            (" or not actions(board)", ""),
            ("[winner(board)]", "[winner(board) if terminal(board) else X]"),
        ),
        ["winner", "terminal", "utility"],
    )
    assert {check.function for check in record.faults} == {"winner", "terminal"}
    assert excused(record) == ["terminal", "utility"]
    about = (check for check in record.checks if check.function == "utility")
    causes = {check.causes for check in about if check.status == "excused"}
    assert causes == {("winner", "terminal")}


def test_an_example_shows_the_fault_of_the_function_itself():
    """Not a board on which `terminal` is wrong because of `winner`."""
    no_diagonal = (", [board[i][2 - i] for i in range(3)]]", "]")
    only_x = ("winner(board) is not None or", "winner(board) == X or")
    record = judged(altered(no_diagonal, only_x), ["winner", "terminal"])
    (check,) = (c for c in record.faults if c.function == "terminal")
    first = check.failures[0].board
    assert look(parse_board(first)).winner == "O"


@pytest.mark.ci
@pytest.mark.parametrize("name", ["Bad|Name", "Bad\nName", "", "x" * 99, "KeyError"])
def test_exceptions_with_odd_names_have_tracebacks_and_no_notes(name):
    text = (
        RIGHT
        + f"\n\ndef winner(board):\n    raise type({name!r}, (Exception,), {{}})\n"
    )
    record = judged(text, ["winner"])
    assert not record.notes
    failures = (each for check in record.faults for each in check.failures)
    assert all("in winner" in each.traceback for each in failures)
