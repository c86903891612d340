"""Right files of other styles: alpha-beta is seen to be that, however it is written."""

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker.conversation import judge
from noughts.checker.driver import converse
from noughts.checker.points import apply
from noughts.checker.rubric import load

RULES = (ENGINES / "remembering.py").read_text("utf-8").partition("known = {}")[0]
CHOOSE = """

def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda a: value(result(board, a), -2, 2))
"""
ALPHA_BETA = {
    "methods": """
class Search:
    def value(self, board, alpha, beta):
        if terminal(board):
            return utility(board)
        for action in sorted(actions(board)):
            worth = self.value(result(board, action), alpha, beta)
            if player(board) == X:
                alpha = max(alpha, worth)
            else:
                beta = min(beta, worth)
            if alpha >= beta:
                break
        return alpha if player(board) == X else beta


value = Search().value
""",
    "a table of functions": """
def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    return TURN[player(board)](board, alpha, beta)


def high(board, alpha, beta):
    for action in sorted(actions(board)):
        alpha = max(alpha, value(result(board, action), alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def low(board, alpha, beta):
    for action in sorted(actions(board)):
        beta = min(beta, value(result(board, action), alpha, beta))
        if beta <= alpha:
            return alpha
    return beta


TURN = {X: high, O: low}
""",
    "an open window": """
def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    moves = sorted(actions(board))
    while moves and alpha < beta:
        worth = value(result(board, moves.pop()), alpha, beta)
        if player(board) == X:
            alpha = max(alpha, worth)
        else:
            beta = min(beta, worth)
    return alpha if player(board) == X else beta
""",
    "an exception": """
class Enough(Exception):
    pass


def value(board, low, high):
    if terminal(board):
        return utility(board)
    try:
        for action in sorted(actions(board)):
            worth = value(result(board, action), low, high)
            if player(board) == X:
                low = max(low, worth)
            else:
                high = min(high, worth)
            if low >= high:
                raise Enough
    except Enough:
        pass
    return low if player(board) == X else high
""",
}


LONG = ("a table of functions", "methods", "an open window")  # seconds each


@pytest.mark.ci
@pytest.mark.parametrize(
    "search",
    [
        pytest.param(text, id=how, marks=[pytest.mark.slow] * (how in LONG))
        for how, text in ALPHA_BETA.items()
    ],
)
def test_alpha_beta_earns_its_bonus_however_it_is_written(search):
    text = f"{RULES}{search}{CHOOSE}"
    talk = judge(text.encode(), "tictactoe.py", remarks=[])
    record = apply(load(), converse(talk, ask_in_process))
    assert record.right
    assert record.points == 110
    assert record.search.kind == "alphabeta"
    assert record.notes == ()
