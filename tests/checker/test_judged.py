"""Variations of right files: which checks fail or are excused, and the bonus."""

import pytest
from conftest import ENGINES
from helpers.in_process import ask_replayed

from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.record import ALPHABETA
from noughts.checker.rubric import apply, load

pytestmark = pytest.mark.ci
RIGHT = (ENGINES / "alpha_beta.py").read_text("utf-8")
QUICK = (ENGINES / "remembering.py").read_text("utf-8")
HEAD = RIGHT[: RIGHT.index("def max_value")]
MINIMAX = QUICK[QUICK.index("def minimax") :]
ONE_BY_ONE = """
def search(board, window):
    if terminal(board):
        return utility(board)
    alpha, beta = window
    mine, best = player(board) == X, None
    for action in sorted(actions(board)):
        {skip}
        value = search(result(board, action), {handed_on})
        if best is None or (value > best) == mine and value != best:
            best = value
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        {stop}
    return best


def minimax(board):
    if terminal(board):
        return None
    if len(actions(board)) > 7:
        return (1, 1) if board[1][1] is EMPTY else (0, 0)
    pick = max if player(board) == X else min
    return pick(sorted(actions(board)), key=lambda a: search(result(board, a), WINDOW))


WINDOW = (-2, 2)
"""
ENOUGH = """
class Enough(Exception):
    pass


def search(board, low, high):
    if terminal(board):
        return utility(board)
    try:
        for action in sorted(actions(board)):
            value = search(result(board, action), low, high)
            if player(board) == X:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                raise Enough
    except Enough:
        pass
    return low if player(board) == X else high


def minimax(board):
    if terminal(board):
        return None
    if len(actions(board)) > 7:
        return (1, 1) if board[1][1] is EMPTY else (0, 0)
    pick = max if player(board) == X else min
    return pick(sorted(actions(board)), key=lambda a: search(result(board, a), -2, 2))
"""
IN_PLACE = """
known = {}


def value(cells, mark):
    if (key := tuple(cells)) not in known:
        known[key] = search(cells, mark)
    return known[key]


def search(cells, mark):
    lines = [cells[i : i + 3] for i in (0, 3, 6)]
    lines += [cells[i::3] for i in range(3)] + [cells[::4], cells[2:8:2]]
    for each in (X, O):
        if [each] * 3 in lines:
            return 1 if each == mark else -1
    if EMPTY not in cells:
        return 0
    best = -2
    for n in range(9):
        if cells[n] is EMPTY:
            cells[n] = mark
            best = max(best, -value(cells, O if mark == X else X))
            cells[n] = EMPTY
    return best


def minimax(board):
    if terminal(board):
        return None
    mark, cells = player(board), sum(board, [])
    found = {}
    for n in range(9):
        if cells[n] is EMPTY:
            cells[n] = mark
            found[n] = -value(cells, O if mark == X else X)
            cells[n] = EMPTY
    return divmod(max(found, key=found.get), 3)
"""


def searching(skip="pass", stop="pass", handed_on="(alpha, beta)"):
    return HEAD + ONE_BY_ONE.format(skip=skip, stop=stop, handed_on=handed_on)


def judged(text, driver=ask_replayed):
    """Return the record of a trusted file, and the status of each check."""
    record = converse(judge(text.encode(), "f.py", remarks=[]), driver)
    record = apply(load(), record)
    assert not record.refusal, record.refusal
    return record, {check.name: check.status for check in record.checks}


def changed(*pairs, text=RIGHT):
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


# --- The bonus --------------------------------------------------------------

BOUNDED = {
    "break": searching(stop="if alpha >= beta: break"),
    "not less": searching(stop="if not alpha < beta: break"),
    "continue": searching(skip="if alpha >= beta: continue"),
    "walrus": searching(stop="if (gap := beta - alpha) <= 0: break"),
    "while": searching().replace(
        "for action in sorted(actions(board)):",
        "todo = sorted(actions(board))\n    while todo and alpha < beta:\n"
        "        action = todo.pop(0)",
    ),
    "an exception": HEAD + ENOUGH,
    "two functions": RIGHT,
}
UNBOUNDED = {
    "plain": searching(),
    "bounds that stop only at a win": searching(
        stop="if alpha >= 1 or beta <= -1: break", handed_on="(-1, 1)"
    ),
}


@pytest.mark.parametrize("name", BOUNDED)
def test_alpha_beta_earns_the_bonus_however_it_is_written(name):
    record, statuses = judged(BOUNDED[name])
    assert statuses[ALPHABETA] == "passed"
    assert record.points == 110


@pytest.mark.parametrize("name", UNBOUNDED)
def test_a_search_without_bounds_earns_none(name):
    record, statuses = judged(UNBOUNDED[name])
    assert statuses[ALPHABETA] == "absent"
    assert record.points == 100


def test_what_cannot_be_observed_is_left_to_the_teacher():
    record, statuses = judged(HEAD + IN_PLACE)
    assert statuses[ALPHABETA] == "unjudged"
    assert [check.name for check in record.undecided] == [ALPHABETA]


# --- Games ------------------------------------------------------------------

CELLS = "return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}"
DISCARDED = """cells = {(i, j) for i in range(3) for j in range(3)}
    for i, j in [*cells]:
        if board[i][j] is not EMPTY:
            cells.discard((i, j))
    return cells"""


def test_another_right_move_in_a_game_costs_nothing():
    """A set that lost elements may have another order than a table's."""
    text = changed((CELLS, DISCARDED), ("(sorted(", "(list("), text=QUICK)
    _, statuses = judged(text)
    assert {statuses[f"minimax.unbeatable_{side}"] for side in "xo"} == {"passed"}


# --- Blame ------------------------------------------------------------------

TURN = ("return X if xs == os else O", "return X if xs <= os + 1 else O")


@pytest.mark.parametrize("healed", [False, True])
def test_minimax_costs_nothing_if_there_is_no_time_to_tell_whose_fault_it_is(healed):
    def driver(asked):
        whole = asked.function == "minimax" and len(asked.questions) > 5000
        if whole and bool(asked.setup["right"]) is healed:
            return [None] * len(asked.questions)
        return ask_replayed(asked)

    _, statuses = judged(changed(TURN, text=QUICK), driver)
    found = {statuses[name] for name in statuses if name.startswith("minimax.")}
    assert found - {"passed", "absent"} == {"unjudged" if healed else "excused"}


# --- What earns nothing -----------------------------------------------------


@pytest.mark.parametrize(
    ("body", "most"),
    [
        ("raise KeyError('x')", 0),
        ("if terminal(board):\n        return None\n    raise KeyError('x')", 0),
        ("return None", 0),
        ("return None if terminal(board) else min(actions(board))", 4),
    ],
)
def test_a_minimax_without_search_earns_at_most_the_points_for_legal_moves(body, most):
    function = f"def minimax(board):\n    {body}\n"
    record, _ = judged(changed((MINIMAX, function), text=QUICK))
    assert record.points_without_bonus == 75 + most
