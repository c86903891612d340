"""Watching engines search: what their calls of `result` show."""

import pytest
from conftest import ROOT

from noughts import contract
from noughts.notation import parse_board
from noughts.observe.listen import UNREADABLE, listen
from noughts.observe.watch import VERDICTS, assess, rebuild
from noughts.search.rules import AskedOnce

RULES = (ROOT / "tictactoe.py").read_text("utf-8").partition("# --- The player")[0]
BOARD = "X.. .O. ..."

MINIMAX = """
def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))

def value(board):
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    return pick(value(result(board, action)) for action in actions(board))
"""
LISTS_FIRST = """
def minimax(board):
    pick = max if player(board) == X else min
    boards = {action: result(board, action) for action in actions(board)}
    return pick(boards, key=lambda action: value(boards[action]))

def value(board):
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    boards = [result(board, action) for action in actions(board)]
    return pick([value(board) for board in boards])
"""
REMEMBERS = """
known = {}

def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))

def value(board):
    key = str(board)
    if key not in known:
        pick = max if player(board) == X else min
        known[key] = utility(board) if terminal(board) else pick(
            value(result(board, action)) for action in actions(board))
    return known[key]
"""
STOPS = """
def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))

def value(board):
    if terminal(board):
        return utility(board)
    win = 1 if player(board) == X else -1
    pick = max if win == 1 else min
    best = -win
    for action in actions(board):
        best = pick(best, value(result(board, action)))
        if best == win:
            break
    return best
"""
ALPHABETA = """
from math import inf

def minimax(board):
    best_action, alpha, beta = None, -inf, inf
    for action in actions(board):
        if player(board) == X:
            v = min_value(result(board, action), alpha, beta)
            if v > alpha:
                alpha, best_action = v, action
        else:
            v = max_value(result(board, action), alpha, beta)
            if v < beta:
                beta, best_action = v, action
    return best_action

def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -inf
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        alpha = max(alpha, v)
        if {cut} alpha:
            break
    return v

def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        beta = min(beta, v)
        if {cut} alpha:
            break
    return v
"""
EXACT_AT_THE_ROOT = ALPHABETA.replace("alpha, best_action = v", "_, best_action = v")
LOOKS_ONE_MOVE_AHEAD = """
def minimax(board):
    return max(actions(board), key=lambda action: winner(result(board, action)) or "")
"""
LOOKS_THREE_MOVES_AHEAD = """
def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action), 3))

def value(board, depth):
    if terminal(board) or depth == 0:
        return utility(board)
    pick = max if player(board) == X else min
    return pick(value(result(board, action), depth - 1) for action in actions(board))
"""
BACKWARDS = """
def minimax(board):
    for n in range(50):
        result([[X, O, X], [O, X, O], [EMPTY, EMPTY, EMPTY]], (2, n % 3))
    return (2, 2)
"""


@pytest.fixture(scope="module")
def rules():
    return AskedOnce(contract.default())


@pytest.fixture
def engine(tmp_path):
    def made(player):
        path = tmp_path / "engine.py"
        path.write_text(RULES + player, encoding="utf-8")
        return contract.load(path)

    return made


def watched(engine, rules, text=BOARD, **options):
    board = parse_board(text)
    _, calls, total = listen(engine, board, **options)
    return assess(rules, board, calls, total)


@pytest.mark.parametrize(
    ("player", "code"),
    [
        (MINIMAX, "minimax"),
        (LISTS_FIRST, "minimax"),
        (REMEMBERS, "remembers"),
        (STOPS, "stops-at-win"),
        (ALPHABETA.replace("{cut}", "beta <="), "alphabeta"),
        (EXACT_AT_THE_ROOT.replace("{cut}", "beta <="), "alphabeta"),
        (ALPHABETA.replace("{cut}", "beta <"), "some-cuts"),
        (LOOKS_ONE_MOVE_AHEAD, "hardly"),
        (LOOKS_THREE_MOVES_AHEAD, "shallow"),
        (BACKWARDS, "unclear"),
    ],
)
def test_a_search_is_known_by_its_calls(player, code, engine, rules):
    evidence = watched(engine(player), rules)
    assert evidence.code == code
    assert VERDICTS[code] in str(evidence)


def test_our_own_engine_searches_unseen(rules):
    evidence = watched(contract.default(), rules)
    assert evidence.code == "invisible"
    assert "cannot be seen" in str(evidence)


def test_plain_minimax_is_seen_to_the_last_position(engine, rules):
    evidence = watched(engine(MINIMAX), rules)
    assert evidence.positions == evidence.textbook["plain Minimax"] == 7_332
    assert (evidence.calls, evidence.cuts) == (7_331, 0)


def test_alpha_beta_is_seen_to_the_last_position(engine, rules):
    evidence = watched(engine(ALPHABETA.replace("{cut}", "beta <=")), rules)
    assert evidence.positions == evidence.textbook["alpha-beta"]
    assert evidence.bound_cuts > 0


def test_a_long_search_is_judged_by_its_number_of_calls(engine, rules):
    assert watched(engine(MINIMAX), rules, limit=100).code == "minimax"
    assert watched(engine(STOPS), rules, limit=100).code == "unclear"


def test_listening_changes_neither_the_answer_nor_the_engine(engine):
    module = engine(MINIMAX)
    before, board = module.result, parse_board(BOARD)
    answer, _, _ = listen(module, board)
    assert answer == module.minimax(board)
    assert module.result is before


def test_an_engine_that_raises_is_given_back_unchanged(engine):
    module = engine("\ndef minimax(board):\n    result(board, 7)\n")
    before = module.result
    with pytest.raises(ValueError, match="not an empty cell"):
        listen(module, parse_board(BOARD))
    assert module.result is before


@pytest.mark.parametrize("call", ["result()", "result(board, None)", "result(7, 7)"])
def test_a_call_that_cannot_be_read_is_noted_as_such(call, engine):
    player = f"""
def minimax(board):
    try:
        {call}
    except Exception:
        return (2, 2)
"""
    board = parse_board(BOARD)
    assert listen(engine(player), board) == ((2, 2), UNREADABLE, 1)


@pytest.mark.parametrize(
    "calls",
    [
        "nonsense",
        UNREADABLE,
        "X...O....1",  # an occupied cell
        "X...O....0",
        "X...O....²",
        "XX..O...O3",  # no position visited before
        "X........5",  # a position before the first one
    ],
)
def test_calls_that_fit_nowhere_are_counted(calls):
    root, strays = rebuild(parse_board(BOARD), calls)
    assert (root.after, strays) == ({}, 1)
