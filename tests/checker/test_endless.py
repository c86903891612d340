"""Functions that hang: a few timeouts each, and one for each of their callers."""

import ast
import re
from collections import Counter

import pytest
from helpers.in_process import answered, loaded
from helpers.only import only

from noughts.checker import first_look
from noughts.checker.answers import late, raised
from noughts.checker.asking import PATIENCE, Effort
from noughts.checker.case import SAMPLE_SECONDS, Case
from noughts.checker.check_file import converse
from noughts.checker.judge import judge, judge_rules
from noughts.game.contract import FUNCTIONS

LOOP = "raise Endless"  # used instead of `while True: pass`
ENDLESS = "\nclass Endless(BaseException): pass\n"
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


class Waiting:
    """Asks in this process, and gives up like the usual driver; counts by function."""

    def __init__(self, end=late):
        self.end = end  # the answer of a call that hangs, after its time
        self.asked, self.late, self.seconds = [], Counter(), 0.0

    def __call__(self, asked):
        self.asked.append(asked)
        limit, found = asked.patience(Effort()), [None] * len(asked.questions)
        strikes = 0
        with loaded(asked) as file:
            for n, question in enumerate(asked.questions):
                answer = answered(file, asked, question)
                if "Endless" in answer.said and asked.function != "survey":
                    strikes += 1
                    self.late[asked.function] += 1
                    self.seconds += limit
                    answer = self.end(limit)
                found[n] = answer
                if strikes == asked.strikes:
                    break
        return found


def without_end(function, text=RULES):
    """Return a file in which one function hangs."""
    head = re.compile(rf"def {function}\(.*\):\n")
    return head.sub(lambda found: f"{found[0]}    {LOOP}\n", text) + ENDLESS


def asked_of(text, functions):
    """Return the case of a file after its rules were judged, and the driver."""
    text = only(text, functions)
    case, driver = Case(text, ast.parse(text)), Waiting()
    case.missing = [name for name in FUNCTIONS if f"def {name}(" not in text]
    converse(judge_rules(case, functions), driver)
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
        pytest.param("actions", ["terminal"], marks=pytest.mark.ci),
    ],
)
def test_a_function_that_hangs_costs_a_few_timeouts(function, callers):
    case, driver = asked_of(without_end(function), [function, *callers])
    assert all(times <= 2 * PATIENCE for times in driver.late.values())
    assert driver.seconds <= Effort().budget / 2
    assert "failed" in statuses(case)[function]


@pytest.mark.ci
@pytest.mark.parametrize("over", ["pass", "if terminal(board): return None"])
def test_an_endless_search_costs_a_look_and_three_timeouts_and_is_not_observed(over):
    text = f"{RULES}\ndef minimax(board):\n    {over}\n    {LOOP}\n{ENDLESS}"
    driver = Waiting()
    talk = judge(text.encode(), "tictactoe.py", FUNCTIONS)
    record = converse(talk, driver)
    assert driver.late == {"minimax": 1 + PATIENCE}
    assert driver.seconds == first_look.SECONDS + PATIENCE * SAMPLE_SECONDS
    wrong = {check.function for check in record.checks if check.status == "failed"}
    assert wrong == {"minimax"}


def fill_memory(seconds):
    """Return the answer of a call whose memory runs out at the end of its time."""
    return raised("MemoryError", "")


@pytest.mark.ci
def test_a_search_that_fills_the_memory_keeps_nobody_waiting():
    text = f"{RULES}\ndef minimax(board):\n    {LOOP}\n{ENDLESS}"
    driver = Waiting(fill_memory)
    record = converse(judge(text.encode(), "tictactoe.py", FUNCTIONS), driver)
    assert driver.seconds <= 120
    assert driver.late["minimax"] <= 1 + PATIENCE
    wrong = {check.function for check in record.checks if check.status == "failed"}
    assert wrong == {"minimax"}
