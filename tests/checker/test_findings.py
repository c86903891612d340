"""
Files that once fooled the judge, crashed it, or lost points that they had earned.

The judge must go by what a file itself shows, charge it once, and nothing else.
"""

import pytest
from conftest import ENGINES
from helpers.in_process import ask_replayed
from helpers.only import only

from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.rubric import apply, load
from noughts.game.contract import FUNCTIONS, LARGEST_FILE

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
