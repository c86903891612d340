"""What never answers is waited for a few times, and those who call it are not."""

import ast
import re
from collections import Counter

import pytest
from helpers.endless import ENDLESS, LOOP, Waiting

from noughts.checker.conversation import judge
from noughts.checker.conversation.case import Case
from noughts.checker.conversation.judge_helpers import judge_functions
from noughts.checker.driver import converse
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import FAULTS

RULES = """
X, O, EMPTY = "X", "O", None

def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]

def player(board):
    return X if sum(row.count(EMPTY) for row in board) % 2 else O

def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}

def result(board, action):
    if action not in actions(board):
        raise ValueError
    board = [row[:] for row in board]
    board[action[0]][action[1]] = player(board)
    return board

def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    for line in [*lines, [board[i][2 - i] for i in range(3)]]:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None

def terminal(board):
    return winner(board) is not None or not actions(board)

def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)
"""
MINIMAX = """
def minimax(board):
    if terminal(board):
        return None
    after = [result(board, action) for action in sorted(actions(board))]
    best = [utility(board) for board in after if terminal(board)]
    return None if not after else sorted(actions(board))[len(best) - len(after)]
"""
# In a sample a batch and three questions, and then three with all their time.
SAMPLE, ALL = 4, 7


def without_end(function, text=RULES):
    """Return a file in which one function never comes to an end."""
    head = re.compile(rf"def {function}\(.*\):\n")
    return head.sub(lambda found: f"{found[0]}    {LOOP}\n", text) + ENDLESS


def asked_of(text, functions):
    """Return what the judge finds about some functions, and what it waited for."""
    case, driver = Case(text, ast.parse(text)), Waiting()
    converse(judge_functions(case, functions), driver)
    return case, driver


def statuses(case):
    return {name: {c.status for c in checks} for name, checks in case.checks.items()}


@pytest.mark.parametrize(
    ("function", "callers"),
    [
        ("initial_state", []),
        ("winner", ["utility"]),
        pytest.param("player", ["result"], marks=pytest.mark.ci),
        pytest.param("winner", ["terminal", "utility"], marks=pytest.mark.ci),
        pytest.param("actions", ["result", "terminal"], marks=pytest.mark.ci),
    ],
)
def test_what_never_answers_is_waited_for_and_its_callers_only_in_a_sample(
    function, callers
):
    case, driver = asked_of(without_end(function), [function, *callers])
    assert driver.late == {function: ALL, **dict.fromkeys(callers, SAMPLE)}
    assert driver.seconds == 4 + 3 * 5 + 4 * len(callers)
    assert statuses(case)[function] == {"failed"}
    for caller in callers:
        assert statuses(case)[caller] == {"excused"}
        assert {check.causes for check in case.checks[caller]} == {(function,)}


def test_nothing_is_asked_twice_with_the_same_right_functions_beside_it():
    _, driver = asked_of(without_end("winner"), ["winner", "utility"])
    rounds = Counter(asked.what for asked in driver.rounds if "again" in asked.what)
    assert rounds == {"utility again": 1}


def test_a_caller_that_is_wrong_too_is_charged_for_what_the_bare_file_does():
    text = RULES.replace("O: -1", "O: 1")
    case, driver = asked_of(without_end("winner", text), ["winner", "utility"])
    assert driver.late == {"winner": ALL, "utility": ALL}
    found = {check.name: check.status for check in case.checks["utility"]}
    assert [name for name in found if found[name] in FAULTS] == ["utility.o"]
    wrong = [check for check in case.checks["utility"] if check.status == "failed"]
    assert "took too long, or ended the program" in wrong[0].note


@pytest.mark.parametrize("when", ["True", "not actions(board)"])
def test_all_is_asked_of_what_answers_sometimes_and_only_of_that(when):
    head = "def winner(board):\n"
    text = RULES.replace(head, f"{head}    if {when}: {LOOP}\n") + ENDLESS
    _, driver = asked_of(text, ["winner"])
    calls = [c for asked in driver.rounds[1:] for c in asked.calls if not c.single]
    assert bool(calls) is (when != "True")


@pytest.mark.ci
@pytest.mark.parametrize("over", ["pass", "if terminal(board): return None"])
def test_a_search_without_end_is_waited_for_three_times_and_not_watched(over):
    text = f"{RULES}\ndef minimax(board):\n    {over}\n    {LOOP}\n{ENDLESS}"
    driver = Waiting()
    talk = judge(text.encode(), "tictactoe.py", FUNCTIONS)
    record = converse(talk, driver)
    assert driver.late == {"minimax": ALL}
    assert driver.seconds == 4 + 3 * 20
    wrong = {check.function for check in record.checks if check.status == "failed"}
    assert wrong == {"minimax"}


@pytest.mark.ci
def test_a_search_that_calls_what_never_answers_is_not_watched():
    driver = Waiting()
    text = without_end("winner", RULES + MINIMAX)
    converse(judge(text.encode(), "tictactoe.py", FUNCTIONS), driver)
    sampled = ["terminal", "utility", "minimax"]
    assert driver.late == {"winner": ALL, **dict.fromkeys(sampled, SAMPLE)}
