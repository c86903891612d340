"""Blame: only causes that matter are named, and a circle is charged once."""

import re
from itertools import combinations

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process, ask_replayed

from noughts.checker.case import Case
from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.reports import console
from noughts.checker.rubric import apply, load
from noughts.checker.source_text import read
from noughts.game.contract import RULES

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")
RULES_ASKING = RIGHT[: RIGHT.index("def minimax")]

# One wrong version of each rule; none of them asks another one.
WRONG = {
    "player": "def player(board):\n    return X\n",
    "actions": "def actions(board):\n    return {(0, 0)}\n",
    "result": "def result(board, action):\n    return [row[:] for row in board]\n",
    "winner": "def winner(board):\n    return X if board[0] == [X] * 3 else None\n",
    "terminal": "def terminal(board):\n    return None not in sum(board, [])\n",
    "utility": "def utility(board):\n    return 1 if board[0] == [X] * 3 else 0\n",
}
# Right versions that ask others, so they are wrong if these are.
ASKING = {
    "result": """
def result(board, action):
    if action not in actions(board):
        raise ValueError
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new
""",
    "terminal": """
def terminal(board):
    return winner(board) is not None or not actions(board)
""",
    "utility": """
def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)
""",
}
ASKS = {
    "result": {"player", "actions"},
    "terminal": {"winner", "actions"},
    "utility": {"winner"},
}
LINES = """
def line_of_three(board):
    rows = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    for row in [*rows, [board[i][2 - i] for i in range(3)]]:
        if row[0] is not EMPTY and row[0] == row[1] == row[2]:
            return row[0]
    return None
"""


def file_of(**functions):
    """Return the rules with other versions of some of them."""
    return "\n".join([RIGHT, LINES, *ASKING.values(), *functions.values()])


def record_of(text, functions=RULES, driver=ask_replayed):
    record = converse(judge(text.encode(), "f.py", functions, remarks=[]), driver)
    assert not record.refusal, record.refusal
    return apply(load(), record)


def statuses(record):
    found = {}
    for check in record.checks:
        found.setdefault(check.function, set()).add(check.status)
    return found


@pytest.mark.sampled(5)
@pytest.mark.parametrize("wrong", [*combinations(WRONG, 2)], ids="+".join)
def test_a_cause_is_named_only_where_it_is_asked(wrong):
    record = record_of(file_of(**{name: WRONG[name] for name in wrong}))
    for check in record.checks:
        assert {*check.causes} <= ASKS.get(check.function, set()) & {*wrong}
        if check.status == "excused":
            assert check.causes


@pytest.mark.ci
def test_only_the_cause_that_matters_is_named_beside_others():
    """`utility` never asks `actions`, and `winner` only `utility`."""
    text = file_of(
        actions=WRONG["actions"],
        utility=WRONG["utility"],
        winner="def winner(board):\n    return {1: X, -1: O}.get(value(board))\n"
        "def value(board):\n    return utility(board) if line_of_three(board) else 0\n",
    )
    record = record_of(text)
    causes = {check.causes for check in record.checks if check.function == "winner"}
    assert causes <= {(), ("utility",)}
    assert ("utility",) in causes


@pytest.mark.ci
def test_of_two_causes_either_of_which_would_do_the_earlier_is_named():
    text = file_of(
        player=WRONG["player"],
        winner=WRONG["winner"],
        utility="def utility(board):\n"
        "    if player(board) == X and winner(board) is None:\n"
        "        return {X: 1, O: -1}.get(line_of_three(board), 0) * 0\n"
        "    return {X: 1, O: -1}.get(line_of_three(board), 0)\n",
    )
    record = record_of(text)
    causes = [check.causes for check in record.checks if check.function == "utility"]
    assert ("player", "winner") not in causes


# --- Circles -----------------------------------------------------------------

CIRCLE = {
    "winner": "def winner(board):\n    return {1: X, -1: O}.get(utility(board))\n",
    "utility": ASKING["utility"],
}


@pytest.mark.ci
@pytest.mark.parametrize("beside", [(), ("player",), ("actions",)])
def test_a_circle_is_charged_once_at_its_first_member(beside):
    record = record_of(file_of(**CIRCLE, **{name: WRONG[name] for name in beside}))
    found = statuses(record)
    assert "failed" in found["winner"]
    assert found["utility"] <= {"excused", "passed", "absent"}
    for name in beside:
        assert "failed" in found[name]
    lost = {s.title for s in record.sections if s.points < s.maximum}
    assert len(lost) == 1 + len(beside)


@pytest.mark.ci
def test_the_sentence_names_the_circle():
    record = record_of(file_of(**CIRCLE), ("winner", "utility"))
    notes = {check.note for check in record.checks if check.note.key == "note.circle"}
    (note,) = notes
    assert note.parts["causes"] == ["winner", "utility"]
    assert note.parts["function"] == "winner"
    assert str(note) in " ".join(console.report(record).split())


@pytest.mark.ci
def test_a_circle_of_three_is_charged_once():
    text = file_of(
        terminal="def terminal(board):\n"
        "    return True if utility(board) else not actions(board)\n",
        utility="def utility(board):\n    return {X: 1, O: -1}.get(winner(board), 0)\n",
        winner="def winner(board):\n"
        "    return line_of_three(board) if terminal(board) else None\n",
    )
    record = record_of(text)
    found = statuses(record)
    charged = [name for name in RULES if "failed" in found[name]]
    assert charged == ["winner"]


@pytest.mark.ci
def test_a_search_that_never_ends_because_of_a_circle_is_open():
    record = record_of(file_of(**CIRCLE), (*RULES, "minimax"), ask_in_process)
    searched = {check.status for check in record.checks if check.function == "minimax"}
    assert searched == {"unjudged"}
    (section,) = (s for s in record.sections if s.items[0].check.startswith("minimax"))
    assert (section.points, section.open) == (0, section.maximum)


# --- Beside a fault of its own ------------------------------------------------


def test_who_is_to_blame_is_named_beside_a_fault_of_its_own():
    text = file_of(
        winner=WRONG["winner"],
        terminal="def terminal(board):\n    return winner(board) is not None\n",
    )
    record = record_of(text)
    found = {c.name: c.status for c in record.checks if c.function == "terminal"}
    assert found["terminal.won"] == "excused"
    assert found["terminal.full"] == "failed"
    report = " ".join(console.report(record).split())
    assert re.search(
        r"own mistakes, `terminal` fails 1 check only because of `winner`", report
    )


@pytest.mark.ci
def test_a_repair_that_holds_alone_is_not_said_to_wait_for_others():
    """`turn_miscounted` is repaired by a comparison, whatever `terminal` says."""
    text = (ENGINES / "turn_miscounted.py").read_text("utf-8")
    record = record_of(f"{text}\n{WRONG['terminal']}", ("player", "terminal"))
    assert "player" in {known.function for known in record.mistakes}
    assert not [note for note in record.notes if note.key == "note.without"]


def test_a_case_names_no_cause_without_a_root():
    case = Case("", read(b""))
    assert case.causes_of("minimax") == []
