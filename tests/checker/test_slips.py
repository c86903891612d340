"""Slips in a search: what is proved to be the cause, and where it stands."""

import ast

import pytest
from conftest import ENGINES
from helpers.trusted import judged

from noughts.checker.slips import suspects
from noughts.checker.slips.experiment import changed
from noughts.checker.slips.suspects import MOST, PROVED, SEEN, suspected
from noughts.faults import faults, right

# Line and code of the slip, by engine.
PLACES = [
    pytest.param("wrong_cut", 76, "best >= alpha", marks=pytest.mark.ci),
    pytest.param("returns_early", 73, "return best", marks=pytest.mark.ci),
    pytest.param("board_only_cache", 62, "key not in known", marks=pytest.mark.ci),
    ("random_move", 62, "return random.choice(sorted(actions(board)))"),
]


@pytest.mark.ci
@pytest.mark.parametrize(("engine", "line", "code"), PLACES)
def test_a_slip_is_told_with_its_line_and_its_code(engine, line, code):
    record = judged(ENGINES / f"{engine}.py", functions=["minimax"])
    (slip,) = record.misconceptions
    assert (slip.line, slip.code) == (line, code)
    source = (ENGINES / f"{engine}.py").read_text().splitlines()
    assert code in source[line - 1]
    assert str(line) in slip.explanation
    assert set(slip.checks) == {check.name for check in record.faults}


@pytest.mark.ci
def test_what_no_single_change_heals_is_not_named(tmp_path):
    twice = (ENGINES / "wrong_cut.py").read_text().replace("best = -2", "best = 0")
    (tmp_path / "twice.py").write_text(twice)
    assert not judged(tmp_path / "twice.py", functions=["minimax"]).misconceptions


# In `alpha_beta.py`, what is replaced, by what, and what that is called; "" is unnamed.
WORTH = "min_value(result(board, a), -2, 2)"
ALTERED = [
    (
        "result(board, action), alpha, beta)",
        "result(board, action), beta, alpha)",
        "bounds_swapped",
    ),
    ("alpha = max(alpha, best)", "alpha = max(beta, best)", "bound_misplaced"),
    ("alpha = max(alpha, best)", "alpha = max(beta, beta)", ""),
    (WORTH, "min_value(result(board, a), 0, 0)", "narrow_window"),
    (
        "        return utility(board)\n    best = -2",
        "        return 0\n    best = -2",
        "end_not_valued",
    ),
    ("best = -2", "best = 0", "begins_too_good"),
    ("        if best >= beta:\n            return best\n", "", None),
    (
        "    if player(board) == X:\n        return max",
        "    if player(board) == O:\n        return max",
        "swapped",
    ),
    (WORTH, f"str({WORTH})", None),
    (WORTH, f"str(9 * {WORTH} + 9)", "compared_as_text"),
    (
        "        best = max(best, min_value(result(board, action), alpha, beta))\n"
        "        if best >= beta:\n            return best\n",
        "        value = min_value(result(board, action), alpha, beta)\n"
        "        if value >= beta:\n            return best\n"
        "        best = max(best, value)\n",
        "left_before_kept",
    ),
]


# What takes the judge longest: it tries many changes, or looks at all positions.
LONG = ("", None, "begins_too_good", "compared_as_text", "left_before_kept")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("was", "now", "name"),
    [
        pytest.param(*row, marks=[pytest.mark.slow] * (row[-1] in LONG))
        for row in ALTERED
    ],
)
def test_a_slip_is_named_where_its_change_alone_heals(was, now, name, tmp_path):
    right_one = (ENGINES / "alpha_beta.py").read_text()
    assert was in right_one
    (tmp_path / "altered.py").write_text(right_one.replace(was, now, 1))
    record = judged(tmp_path / "altered.py", functions=["minimax"])
    told = [each.name for each in record.misconceptions]
    assert (told, record.right) == ([name] if name else [], name is None)


ENDS = """\
    if terminal(board):
        return utility(board)
"""
SHARED = """\
    alpha, beta, chosen = -2, 2, None
    for action in sorted(actions(board)):
        if player(board) == X:
            value = min_value(result(board, action), alpha, beta)
            if value >= alpha:
                alpha, chosen = value, action
        else:
            value = max_value(result(board, action), alpha, beta)
            if value <= beta:
                beta, chosen = value, action
    return chosen


def unused(board):
    if player(board) == X:
"""
# In `alpha_beta.py`, what is replaced and by what; what that is called, and its code.
NEEDED = [
    (
        {
            "(board, alpha, beta)": "(board, alpha, beta, depth)",
            "action), alpha, beta)": "action), alpha, beta, depth + 1)",
            "-2, 2)": "-2, 2, 0)",
            ENDS: f"    if depth < 0:\n        return 7\n{ENDS}".replace(
                "(board):", "(board) or depth == 3:"
            ),
        },
        [("depth_limit", "depth == 3")],
    ),
    (
        {
            "alpha = max(alpha, best)": "if best >= alpha:\n            alpha = best",
            "beta = min(beta, best)": "if best <= beta:\n            beta = best",
            "    if player(board) == X:\n": SHARED,
        },
        [("ties_taken", "value >= alpha")],
    ),
    (
        {
            "best = -2": "best = None",
            "best = max(best, min_value(result(board, action), alpha, beta))": (
                "value = min_value(result(board, action), alpha, beta)\n"
                "        if not best or value > best:\n            best = value"
            ),
        },
        [("zero_for_nothing", "not best")],
    ),
    (
        {
            "    if player(board) == X:\n": "    for action in actions(board):\n"
            "        if terminal(result(board, action)):\n            return None\n"
            "    if player(board) == X:\n"
        },
        [("given_up_early", "return None")],
    ),
    ({f"{ENDS}    best = 2": f"{ENDS}    best = 2".replace("return ", "return -")}, []),
    *(
        (
            {f"{ENDS}    best = 2": f"    if {ends}:\n        return 0\n    best = 2"},
            [("end_not_valued", "return 0")],
        )
        for ends in (
            "terminal(board) or len(actions(board)) == 0",
            "winner(board) or terminal(board)",
        )
    ),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("changes", "named"), NEEDED)
def test_of_several_places_only_those_that_must_be_changed_are_told(
    changes, named, tmp_path
):
    text = (ENGINES / "alpha_beta.py").read_text()
    for was, now in changes.items():
        assert was in text
        text = text.replace(was, now)
    (tmp_path / "altered.py").write_text(text)
    record = judged(tmp_path / "altered.py", functions=["minimax"])
    assert not record.right
    assert [(each.name, each.code) for each in record.misconceptions] == named


KEPT = """

def minimax(board):
    if terminal(board):
        return None
    chosen = None
    if player(board) == X:
        best = -3
        for action in sorted(actions(board)):
            value = min_value(result(board, action), -2, 2)
            if value > best:
                best = value
                chosen = action
        return chosen
    return min(actions(board), key=lambda a: max_value(result(board, a), -2, 2))
"""


@pytest.mark.ci
@pytest.mark.parametrize(
    ("was", "now", "names"),
    [
        ("                best = value\n", "", ["best_not_kept"]),
        pytest.param("", "", [], marks=pytest.mark.slow),
        pytest.param("-3", "3", ["begins_too_good"], marks=pytest.mark.slow),
        # None, unless it can win:
        pytest.param("-3", "0", ["begins_too_good"], marks=pytest.mark.slow),
        # None where it must lose:
        ("-3", "-1", ["begins_too_good"]),
    ],
)
def test_a_best_value_that_is_not_kept_is_named(was, now, names, tmp_path):
    rules = (ENGINES / "alpha_beta.py").read_text().split("\n\ndef minimax")[0]
    (tmp_path / "altered.py").write_text(rules + KEPT.replace(was, now))
    record = judged(tmp_path / "altered.py", functions=["minimax"])
    assert [each.name for each in record.misconceptions] == names


NEGAMAX = """

def minimax(board):
    best, chosen = -2, None
    for action in actions(board) if not terminal(board) else []:
        value = -worth(result(board, action))
        if value > best:
            best, chosen = value, action
    return chosen


def worth(board):
    if terminal(board):
        return utility(board) if player(board) == X else -utility(board)
    best = -2
    for action in actions(board):
        best = max(best, -worth(result(board, action)))
    return best
"""
SIDES = """

def minimax(board):
    side = 1 if player(board) == X else -1
    best, chosen = -2, None
    for action in actions(board) if not terminal(board) else []:
        value = -worth(result(board, action), -side)
        if value > best:
            best, chosen = value, action
    return chosen


def worth(board, side):
    if terminal(board):
        return side * utility(board)
    return max([-worth(result(board, action), -side) for action in actions(board)])
"""
TWO = """

def minimax(board):
    if terminal(board):
        return None
    chosen = None
    best = -2 if player(board) == X else 2
    for action in actions(board):
        if player(board) == X:
            value = lowest(result(board, action))
        else:
            value = highest(result(board, action))
        if value > best if player(board) == X else value < best:
            best = value
            chosen = action
    return chosen


def highest(board):
    if terminal(board):
        return utility(board)
    best = -2
    for action in actions(board):
        best = max(best, lowest(result(board, action)))
    return best


def lowest(board):
    if terminal(board):
        return utility(board)
    best = 2
    for action in actions(board):
        best = min(best, highest(result(board, action)))
    return best
"""
REMEMBERS = """

def minimax(board):
    if terminal(board):
        return None
    memo = {}
    turn = player(board) == X
    best, move = (-2 if turn else 2), None
    alpha, beta = -2, 2
    for action in sorted(actions(board)):
        value = search(result(board, action), not turn, alpha, beta, memo)
        if turn and value > best:
            best, move = value, action
            alpha = max(alpha, value)
        if not turn and value < best:
            best, move = value, action
            beta = min(beta, value)
    return move


def search(board, maximizing, alpha, beta, memo):
    if terminal(board):
        return utility(board)
    key = str(board)
    if key in memo:
        return memo[key]
    if maximizing:
        value = -2
        for action in actions(board):
            value = max(value, search(result(board, action), False, alpha, beta, memo))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = 2
        for action in actions(board):
            value = min(value, search(result(board, action), True, alpha, beta, memo))
            beta = min(beta, value)
            if alpha >= beta:
                break
    memo[key] = value
    return value
"""
REMEMBERS_FIRST = """

known = {}


def value(board, maximising, alpha, beta):
    key = (str(board), maximising)
    if key not in known:
        known[key] = search(board, maximising, alpha, beta)
    return known[key]


def search(board, maximising, alpha, beta):
    if terminal(board):
        return utility(board)
    best = -2 if maximising else 2
    for action in sorted(actions(board)):
        worth = value(result(board, action), not maximising, alpha, beta)
        if maximising:
            best = max(best, worth)
            alpha = max(alpha, best)
        else:
            best = min(best, worth)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def minimax(board):
    if terminal(board):
        return None
    maximising = player(board) == X
    alpha, beta, choice = -2, 2, None
    for action in sorted(actions(board)):
        worth = value(result(board, action), not maximising, alpha, beta)
        if maximising and worth > alpha:
            alpha, choice = worth, action
        elif not maximising and worth < beta:
            beta, choice = worth, action
    return choice
"""
SCORES = """

def minimax(board):
    if terminal(board):
        return None
    turn, best, most = player(board), None, -2
    for action in sorted(actions(board)):
        value = score(result(board, action), turn)
        if value > most:
            best, most = action, value
    return best


def score(board, turn):
    value = utility(board)
    return value if turn == X else -value
"""
DEEP = """

def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda a: value_of(result(board, a), 1))


def value_of(board, depth):
    if terminal(board):
        value = utility(board)
    elif depth == 4:
        value = 0
    else:
        values = [value_of(result(board, a), depth + 1) for a in actions(board)]
        value = max(values) if player(board) == X else min(values)
    return value
"""
STAR = """
from random import *


def minimax(board):
    if terminal(board):
        return None
    return choice(list(actions(board)))
"""
# Its bounds are right, and what it keeps are moves: of boards that are only alike.
KEEPS_MOVES = """

moves = {}


def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    maximising = player(board) == X
    best = -2 if maximising else 2
    for action in sorted(actions(board)):
        worth = value(result(board, action), alpha, beta)
        if maximising:
            best = max(best, worth)
            alpha = max(alpha, best)
        else:
            best = min(best, worth)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def minimax(board):
    if terminal(board):
        return None
    key = str(sorted(map(str, board)))
    if key in moves and moves[key] in actions(board):
        return moves[key]
    best = max if player(board) == X else min
    after = {a: value(result(board, a), -2, 2) for a in sorted(actions(board))}
    moves[key] = best(after, key=after.get)
    return moves[key]
"""
# It looks further and further: what it stops at is kept where it looks further.
DEEPER = """

memo = {}


def minimax(board):
    for depth in range(1, 10):
        move = None if terminal(board) else best_of(board, depth)
    return move


def best_of(board, depth):
    pick = max if player(board) == X else min
    after = {a: score(result(board, a), depth - 1) for a in sorted(actions(board))}
    return pick(after, key=after.get)


def score(board, depth):
    key = str(board)
    if key in memo:
        return memo[key]
    if terminal(board):
        return utility(board)
    if depth == 0:
        return 0
    values = [score(result(board, a), depth - 1) for a in sorted(actions(board))]
    memo[key] = max(values) if player(board) == X else min(values)
    return memo[key]
"""
# A search, what is replaced in it and by what; what is told of it, and its code.
TRUE = [
    (KEEPS_MOVES, {}, ("remembered_wrong", "key in moves")),
    (
        REMEMBERS,
        {"key = str(board)": "key = str(sorted(map(str, board)))"},
        ("remembered_wrong", "key in memo"),
    ),
    (REMEMBERS, {}, ("bound_remembered", "key in memo")),
    (
        REMEMBERS,
        {"key = str(board)": "key = (str(board), maximizing)"},
        ("bound_remembered", "key in memo"),
    ),
    (REMEMBERS_FIRST, {}, ("bound_remembered", "key not in known")),
    (SCORES, {}, ("one_move_ahead", "utility(board)")),
    (
        SCORES,
        {"score(board,": "score(state,", "utility(board)": "utility(state)"},
        ("one_move_ahead", "utility(state)"),
    ),
    (DEEP, {}, ("depth_limit", "depth == 4")),
    (STAR, {}, ("by_chance", "return choice(list(actions(board)))")),
    (DEEPER, {}, ("depth_not_remembered", "key in memo")),
]


RIGHT_RULES = (ENGINES / "alpha_beta.py").read_text().split("\n\ndef max_value")[0]


def judged_with_rules(search, tmp_path):
    """Return the record of a search, in a file whose rules are right."""
    (tmp_path / "altered.py").write_text(RIGHT_RULES + search)
    return judged(tmp_path / "altered.py", functions=["minimax"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("text", "changes", "named"), TRUE)
def test_what_is_told_of_a_search_is_true_of_it(text, changes, named, tmp_path):
    for was, now in changes.items():
        assert was in text
        text = text.replace(was, now)
    record = judged_with_rules(text, tmp_path)
    (told,) = record.misconceptions
    assert (told.name, told.code) == named


# A search that is right, what is replaced in it, by what, and what that is called.
SEARCHES = [
    (NEGAMAX, "best, -worth", "best, worth", "minus_forgotten"),
    (NEGAMAX, " if player(board) == X else -utility(board)", "", "valued_for_x"),
    (SIDES, "-side) for", "side) for", "side_kept"),
    (
        TWO,
        "    chosen = None\n",
        "    if board[1][1] == EMPTY:\n        return (1, 1)\n    chosen = None\n",
        "rule_of_thumb",
    ),
    (TWO, "return utility(board)", "return None", "end_not_valued"),
    (
        TWO,
        "    if terminal(board):\n        return utility(board)\n",
        "",
        "end_not_asked",
    ),
    (TWO, "max(best, lowest(", "max(best, highest(", "wrong_function_called"),
    (
        TWO,
        "            chosen = action\n",
        "            chosen = action\n            break\n",
        "breaks_early",
    ),
    (
        TWO,
        "max(best, lowest(result(board, action)))",
        "lowest(result(board, action))",
        "best_overwritten",
    ),
    (
        TWO,
        "        if value > best if player(board) == X else value < best:\n"
        "            best = value\n            chosen = action\n",
        "        best = value\n        chosen = action\n",
        "never_compared",
    ),
    (
        TWO,
        "        if value > best if player(board) == X else value < best:\n"
        "            best = value\n            chosen = action\n",
        "        return action\n",
        "never_compared",
    ),
    (
        TWO.split("def highest")[0],
        ["lowest(", "highest("],
        "utility(",
        "one_move_ahead",
    ),
]


LOOKS_AT_EVERYTHING = [pytest.mark.slow]  # a plain search takes its ten seconds
IN_CI = ("minus_forgotten", "never_compared", "one_move_ahead")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "was", "now", "name"),
    [
        pytest.param(*row, marks=LOOKS_AT_EVERYTHING * (row[-1] not in IN_CI))
        for row in SEARCHES
    ],
)
def test_a_slip_in_a_plain_search_has_its_name_and_no_other(
    text, was, now, name, tmp_path
):
    for each in was if isinstance(was, list) else [was]:
        assert each in text
        text = text.replace(each, now)
    record = judged_with_rules(text, tmp_path)
    (told,) = record.misconceptions
    assert told.name == name
    assert told.code in ast.unparse(ast.parse(RIGHT_RULES + text))


@pytest.mark.ci
@pytest.mark.parametrize("name", ["Math.inf", "math.Inf"])
def test_a_name_that_is_not_known_is_not_taken_for_another_slip(name, tmp_path):
    unknown = TWO.replace("best = -2\n", f"best = -{name}\n")
    (tmp_path / "altered.py").write_text(f"import math\n{RIGHT_RULES}{unknown}")
    record = judged(tmp_path / "altered.py", functions=["minimax"])
    assert not record.misconceptions
    hints = {failure.hint for check in record.faults for failure in check.failures}
    assert any("`Math`" in hint or "`math.inf`" in hint for hint in hints)


@pytest.mark.ci
@pytest.mark.parametrize(
    "text",
    [NEGAMAX, *(pytest.param(t, marks=LOOKS_AT_EVERYTHING) for t in (SIDES, TWO))],
)
def test_nothing_is_named_of_a_plain_search_that_is_right(text, tmp_path):
    record = judged_with_rules(text, tmp_path)
    assert record.right
    assert not record.misconceptions


def test_first_values_are_changed_one_by_one_and_then_together():
    right_one = (ENGINES / "alpha_beta.py").read_text()
    zeros = right_one.replace("best = -2", "best = 0").replace("best = 2", "best = 0")
    *_, last = (
        slip
        for slip in suspected(ast.parse(zeros))
        if slip.misconception.name == "begins_too_good"
    )
    assert "best = -1000" in last.source
    assert "best = 1000" in last.source
    assert last.misconception.code == "best = 0"


@pytest.mark.parametrize(
    ("passed_on", "seen"),
    [("board", True), ("copied", True), ("other", False), ("number", False)],
)
def test_the_same_board_is_seen_under_its_name_and_as_a_copy(passed_on, seen):
    tree = ast.parse(f"""
def minimax(board):
    number = 3
    copied = [row[:] for row in board]
    for action in actions(board):
        minimax({passed_on})
""")
    found = [
        slip.source
        for slip in suspected(tree)
        if slip.misconception.name == "same_board"
    ]
    assert bool(found) == seen
    assert all(f"minimax(result({passed_on}, action))" in text for text in found)


def test_every_slip_has_a_title_an_explanation_and_a_hint():
    for told in [*PROVED, *suspects.RULES, *SEEN]:
        assert len(told.__doc__.split("\n\n")) == 3, told.__name__


def test_a_change_leaves_the_file_itself_as_it_is():
    tree = ast.parse("x = max(1, 2)")
    (call,) = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    assert changed(tree, {call: ast.Constant(3)}) == "x = 3"
    assert ast.unparse(tree) == "x = max(1, 2)"


def test_only_so_many_changes_are_tried():
    body = "    for a in b:\n        best = max(best, a)\n" * 100
    tree = ast.parse(f"def minimax(b):\n{body}")
    assert len(list(suspected(tree))) == MOST


# What is named of the engines with one fault in a rule; of all others nothing.
NAMED = {
    "o_first": "turn_miscounted",
    "actions_list": "list_of_actions",
    "actions_taken": "not_the_empty_ones",
    "out_of_range": "no_exception",
    "actions_turned": "rows_and_columns_exchanged",
    "shared_board": "start_shared",
    "result_in_place": "not_copied",
    "shallow_copy": "shallow_copy",
    "overwrites": "overwritten",
    "negative_index": "negative_index",
    "always_x": "one_mark",
    "no_diagonals": "no_diagonals",
    "no_second_diagonal": "no_diagonals",
    "no_last_column": "wrong_range",
    "empty_line": "empty_line",
    "only_x_wins": "one_player",
    "ties_go_on": "only_won",
    "won_goes_on": "only_full",
    "o_not_scored": "o_not_scored",
}
RULES = [fault for fault in faults() if fault.function != "minimax"]
WHEN = {"o_first": [], "empty_line": [], "out_of_range": [pytest.mark.slow]}


@pytest.mark.ci
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            each, id=each.name, marks=WHEN.get(each.name, [pytest.mark.sampled(3)])
        )
        for each in RULES
    ],
)
def test_each_fault_is_given_its_own_name_or_none(fault, tmp_path):
    (tmp_path / "tictactoe.py").write_text(fault.source)
    record = judged(tmp_path / "tictactoe.py", functions=[fault.function])
    told = [each.name for each in record.misconceptions]
    assert told == NAMED.get(fault.name, "").split()


@pytest.mark.ci
def test_nothing_is_named_of_a_file_that_is_right(tmp_path):
    (tmp_path / "tictactoe.py").write_text(right())
    assert not judged(
        tmp_path / "tictactoe.py", functions=["winner", "terminal"]
    ).misconceptions
