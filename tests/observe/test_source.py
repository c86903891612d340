"""Reading a search from its source."""

import ast
from textwrap import indent

import pytest
from conftest import ROOT
from helpers.players import ALPHABETA, MINIMAX, REMEMBERS, STOPS

from noughts.observe.source import (
    MOST_AROUND,
    MOST_FUNCTIONS,
    counted_in,
    early_stops,
    recursive,
)
from noughts.text import LARGEST_PARSED
from noughts.words import words

NEGAMAX = """
def negamax(board, alpha, beta, sign):
    for action in actions(board):
        alpha = max(alpha, -negamax(result(board, action), -beta, -alpha, -sign))
        if alpha >= beta:
            return alpha
    return alpha
"""
BY_NAME = """
def value(board, low, high):
    for action in actions(board):
        best = value(result(board, action), low=low, high=min(high, best))
        if low > 0 or best <= low:
            return best
"""
METHOD = """
class Search:
    def value(self, board, alpha, beta):
        for action in actions(board):
            alpha = max(alpha, -self.value(result(board, action), -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    def minimax(self, board):
        return max(actions(board), key=lambda a: self.value(board, -2, 2))

minimax = Search().minimax
"""
CHOSEN = """
def minimax(board):
    return (high if player(board) == X else low)(board, -2, 2)

def high(board, alpha, beta):
    for action in actions(board):
        alpha = max(alpha, low(result(board, action), alpha, beta))
        if alpha >= beta:
            raise Enough
    return alpha

def low(board, alpha, beta):
    moves = list(actions(board))
    while moves and alpha < beta:
        beta = min(beta, high(result(board, moves.pop()), alpha, beta))
    return beta
"""
TABLE = """
def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    return TURN[player(board)](board, alpha, beta)

def high(board, alpha, beta):
    for action in actions(board):
        alpha = max(alpha, value(result(board, action), alpha, beta))
        if alpha >= beta:
            return beta
    return alpha

def low(board, alpha, beta):
    for action in actions(board):
        beta = min(beta, value(result(board, action), alpha, beta))
    return beta

TURN = {X: high, O: low}

def minimax(board):
    return max(actions(board), key=lambda a: value(result(board, a), -2, 2))
"""
RENAMED = TABLE.replace(
    "return TURN[player(board)](board", "go = TURN[player(board)]\n    return go(board"
)
FIXED = """
def value(board, low, high):
    for action in actions(board):
        best = value(result(board, action), low, high)
        if best >= high or best <= low:
            return best
"""
LED_TO = f"""
{NEGAMAX}
def worth(action):
    return negamax(action, -2, 2, 1)

def best(board):
    return max(actions(board), key=worth)

def minimax(board):
    return best(board)
"""
UNCALLED = CHOSEN.replace("(high if player(board) == X else low)", "best")
DEPTH = """
def value(board, depth, limit):
    if depth > limit:
        return 0
    return max(value(result(board, a), depth + 1, limit) for a in actions(board))
"""
STEPS = """
def value(board, depth, limit):
    depth += 1
    if depth > limit:
        return 0
    return max(value(result(board, a), depth, limit) for a in actions(board))
"""
NULL_WINDOW = """
def value(board, alpha, beta):
    for action in actions(board):
        best = value(result(board, action), alpha, alpha + 1)
        if best > alpha:
            best = value(result(board, action), best, beta)
        best *= 1
        alpha = max(alpha, best)
        if alpha >= beta:
            return alpha
"""
TOLD = "\ndef told(width): print(width)\n"
NOT_RECURSIVE = """
def clamp(alpha, beta, v):
    if v > beta:
        return beta
    return max(alpha, beta)
"""


@pytest.mark.parametrize(
    ("source", "tests"),
    [
        (ALPHABETA.replace("{cut}", "beta <="), ["beta <= alpha", "beta <= alpha"]),
        (NEGAMAX, ["alpha >= beta"]),
        (BY_NAME, ["best <= low"]),
        (METHOD, ["alpha >= beta"]),
        (CHOSEN, ["alpha >= beta", "not alpha < beta"]),
        (TABLE, ["alpha >= beta"]),
        (RENAMED, ["alpha >= beta"]),
        (LED_TO, ["alpha >= beta"]),
        (FIXED, []),  # the bounds stay what they are: it stops at a win
        (
            FIXED.replace(
                "low, high)\n        if", "low, max(high, best))\n        if"
            ),
            ["best >= high", "best <= low"],
        ),
        (UNCALLED, []),
        (MINIMAX, []),
        (STOPS, []),
        (REMEMBERS, []),
        (DEPTH, []),
        (STEPS, []),
        (NULL_WINDOW, ["alpha >= beta"]),
        (NULL_WINDOW.replace("best *= 1", "print(beta - alpha)"), ["alpha >= beta"]),
        (NULL_WINDOW.replace("best *= 1", "told(beta - 1)") + TOLD, ["alpha >= beta"]),
        (NULL_WINDOW.replace("best, beta)", "best, beta / 2)"), ["alpha >= beta"]),
        (NULL_WINDOW.replace("best, beta)", "best, beta / RATE)"), ["alpha >= beta"]),
        (NOT_RECURSIVE, []),
        ("def broken(", []),
        ("\0", []),
        ("-" * 100_000 + "1", []),
        ("", []),
        (NEGAMAX + "#" * 100_000, []),
    ],
)
def test_alpha_beta_is_known_by_its_shape(source, tests):
    assert [stop.test for stop in early_stops(source)] == tests


def test_our_own_engine_reads_like_alpha_beta():
    """Its search is on bit masks, where nobody hears it: but one can read it."""
    source = (ROOT / "tictactoe.py").read_text("utf-8")
    stops = early_stops(source)
    assert {stop.function for stop in stops} == {"value"}
    assert {"best >= beta", "best <= alpha"} <= {stop.test for stop in stops}
    for stop in stops:
        assert stop.test in source.splitlines()[stop.line - 1]


def test_a_stop_is_a_sentence():
    (stop,) = early_stops(NEGAMAX)
    assert stop.text(words()) == (
        "negamax() takes alpha and beta and stops early at line 5: alpha >= beta"
    )


def test_a_file_is_read_up_to_its_limits():
    whole = NEGAMAX.ljust(LARGEST_PARSED, "#")
    assert early_stops(whole)
    assert not early_stops(whole + "#")
    many = [f"def f{n}(): pass\n" for n in range(MOST_FUNCTIONS)]
    assert early_stops("".join(many[1:]) + NEGAMAX)
    assert not early_stops("".join(many) + NEGAMAX)
    within = NEGAMAX
    for n in range(MOST_AROUND):
        within = f"def f{n}():\n{indent(within, ' ')}"
    assert early_stops(within)
    assert not early_stops(f"def more():\n{indent(within, ' ')}")


def test_where_it_stops_is_told_with_its_line_and_its_bounds():
    stops = [(stop.function, stop.bounds, stop.line) for stop in early_stops(CHOSEN)]
    assert stops == [("high", ("alpha", "beta"), 8), ("low", ("alpha", "beta"), 14)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def minimax(b): minimax(b)", {"minimax"}),
        ("def minimax(b): v(b)\ndef v(b): v(b)", {"v"}),
        ("def minimax(b):\n    def v(b): v(b)\n    v(b)", {"v"}),
        ("class C:\n    def v(s): s.v()\ndef minimax(b): C().v()", {"v"}),
        ("def minimax(b): T[0](b)\ndef v(b): T[0](b)\nT = [v]", {"v"}),
        ("def minimax(b): max(b, key=v)\ndef v(a): minimax(a)", {"minimax", "v"}),
        ("def minimax(b): b\ndef v(b): v(b)", set()),
        ("def v(b): v(b)", set()),
        ("def minimax(b): minimax.calls = 1", set()),  # named, and not called
    ],
)
def test_functions_that_lead_back_to_themselves_are_known_wherever_they_stand(
    text, names
):
    assert recursive(ast.parse(text)) == names


@pytest.mark.parametrize(
    ("body", "counted"),
    [
        ("search(b, n, 1); search(b, n - 1, 0)", {"n"}),  # half of it is enough
        ("search(b, n=n + 1)", {"n"}),
        ("self.search(b, n + 1)", {"n"}),
        ("TURNS[x](b, n + 1)", {"n"}),
        ("(search if x else other)(b, n + 1)", {"n"}),
        ("n -= 1", {"n"}),
        ("search(b, n, n + 1)", set()),  # a null window
        ("print(n - 1)", set()),
        ("helper(n - x)", set()),  # how wide a window is
        ("search(b, n / 2)", set()),
        ("search(b, m + 1)", set()),  # no parameter
        ("search(b, 1 + n)", set()),
    ],
)
def test_what_is_handed_on_one_more_counts(body, counted):
    (function,) = ast.parse(f"def search(b, n, x=0): {body}").body
    assert counted_in(function, {"search"}) == counted
