"""Slips in the rules: what students write, what it is called, and where it stands."""

import ast

import pytest
from helpers.trusted import judged

from noughts.checker.slips.suspects import FEW, RULES, suspected
from noughts.faults import right

PLAYER = """
def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O
"""
ACTIONS = """
def actions(board):
    cells = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                cells.add((i, j))
    return cells
"""
BY_ROW = """
def actions(board):
    cells = set()
    for row in board:
        for cell in row:
            if cell == EMPTY:
                cells.add((board.index(row), row.index(cell)))
    return cells
"""
RESULT = """
def result(board, action):
    if action not in actions(board):
        raise ValueError("not an empty cell")
    i, j = action
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after
"""
WINNER = """
def winner(board):
    lines = [*board, *([row[j] for row in board] for j in range(3))]
    lines.append([board[i][i] for i in range(3)])
    lines.append([board[i][2 - i] for i in range(3)])
    for line in lines:
        if line.count(line[0]) == 3 and line[0]:
            return line[0]
    return None
"""
TERMINAL = """
def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        for cell in row:
            if cell == EMPTY:
                return False
    return True
"""
NO_ACTIONS = """
def terminal(board):
    if winner(board) is not None or not actions(board):
        return True
    return False
"""
FULL = """
def is_full(board):
    for row in board:
        if EMPTY in row:
            return True
    return False

def terminal(board):
    return winner(board) is not None or is_full(board)
"""
COUNTED = """
def winner(board):
    for mark in (X, O):
        cells, count = [], 0
        for i in range(3):
            cells.append(board[i][i])
            count += board[i][2 - i] == mark
        if cells.count(mark) == 3 or count == 3:
            return mark
    for i in range(3):
        xs = os = 0
        column = []
        for j in range(3):
            xs += board[i][j] == X
            os += board[i][j] == O
            column.append(board[j][i])
        if xs == 3 or column == [X, X, X]:
            return X
        if os == 3 or column == [O, O, O]:
            return O
    return None
"""
UTILITY = """
def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0
"""

# A function that is right, what is replaced in it and by what, what that is called, and
# the code that is shown.
SLIPS = [
    (PLAYER, "row.count", "board.count", "rows_not_cells", "board.count(X)"),
    (
        PLAYER,
        "return X if xs == os else O",
        "return 'x' if xs == os else 'o'",
        "text_for_mark",
        "return 'x' if xs == os else 'o'",
    ),
    (ACTIONS, "== EMPTY", '== ""', "text_for_mark", "board[i][j] == ''"),
    (ACTIONS, "== EMPTY", '== "EMPTY"', "text_for_mark", "board[i][j] == 'EMPTY'"),
    (ACTIONS, "== EMPTY", "!= EMPTY", "not_the_empty_ones", ""),
    (ACTIONS, "range(3)", "range(1, 4)", "wrong_range", "range(1, 4)"),
    (ACTIONS, "range(3)", "range(2)", "wrong_range", "range(2)"),
    (ACTIONS, "set()", "{}", "dict_for_set", "cells = {}"),
    (ACTIONS, "set()", "[]", "dict_for_set", "cells = []"),
    (ACTIONS, "add((i, j))", "add([i, j])", "pair_for_tuple", "cells.add([i, j])"),
    (ACTIONS, "add((i, j))", "add(i, j)", "pair_for_tuple", "cells.add(i, j)"),
    (BY_ROW, "", "", "first_of_equals", "board.index(row)"),
    (
        RESULT,
        "= player",
        "== player",
        "compared_for_stored",
        "after[i][j] == player(board)",
    ),
    (
        RESULT,
        "player(board)",
        "player",
        "not_called",
        "after[i][j] = player",
    ),
    (
        RESULT,
        "raise ValueError",
        "print",
        "printed_not_raised",
        "print('not an empty cell')",
    ),
    (
        WINNER,
        "return line[0]",
        "return line[0]\n        elif line[0]:\n            return None",
        "given_up_early",
        "return None",
    ),
    (WINNER, "2 - i", "3 - i", "last_is_two", "3 - i"),
    (WINNER, "2 - i", "len(board) - i", "last_is_two", "len(board) - i"),
    (TERMINAL, "winner(board) is", "winner is", "not_called", "winner is not None"),
    (TERMINAL, "is not None", "== X or O", "always_true", "winner(board) == X or O"),
    (TERMINAL, "is not None", "is None", "condition_turned", "winner(board) is None"),
    (FULL, "", "", "answers_exchanged", "return True"),
    (TERMINAL, "None", '"None"', "text_for_mark", "winner(board) is not 'None'"),
    (
        NO_ACTIONS,
        "not actions(board)",
        "actions(board) == None",
        "set_for_none",
        "actions(board) == None",
    ),
    (
        NO_ACTIONS,
        "not actions(board)",
        "EMPTY not in board",
        "rows_not_cells",
        "EMPTY not in board",
    ),
    (UTILITY, "winner", "player", "turn_for_winner", "player(board)"),
    (UTILITY, "== O", "== 0", "digit_for_letter", "winner(board) == 0"),
    (
        COUNTED,
        "    for i in range(3):\n        xs = os = 0\n",
        "    xs = os = 0\n    for i in range(3):\n",
        "not_set_back",
        "xs = os = 0",
    ),
    (
        COUNTED,
        "    for i in range(3):\n        xs = os = 0\n        column = []\n",
        "    column = []\n    for i in range(3):\n        xs = os = 0\n",
        "not_set_back",
        "column = []",
    ),
    (UTILITY, "== X", "== 'x'", "text_for_mark", "winner(board) == 'x'"),
]


HALF = """
def winner(board):
    if board[0][0] == board[0][1] == board[0][2]:
        return board[0][0]
"""
SORTED = """
def actions(board):
    cells = [(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY]
    return cells.sort()
"""
OVERWRITTEN = """
def winner(board):
    found = None
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2]:
            found = board[i][0]
    for i in range(3):
        if board[0][i] == board[1][i] == board[2][i]:
            found = board[0][i]
    if (board[0][0] == board[1][1] == board[2][2]
            or board[0][2] == board[1][1] == board[2][0]):
        found = board[1][1]
    return found
"""
FULL_COLUMN = """
def terminal(board):
    full = [all(row[j] for row in board) for j in range(3)]
    return winner(board) is not None or any(full)
"""

# A function, what is replaced in it and by what; what that is called, and the code that
# is shown; what is said of it, and what would not be true.
TRUE = [
    (
        ACTIONS,
        {
            "i in range(3)": "i in range(len(board))",
            "j in range(3)": "j in range(len(board[i]) - 1)",
        },
        ("wrong_range", "range(len(board[i]) - 1)"),
        "",
        "range(len(board))",
    ),
    (
        ACTIONS,
        {"i in range(3)": "i in range(1)"},
        ("wrong_range", "range(1)"),
        "",
        "return",
    ),
    (
        TERMINAL,
        {"winner(board) is not None": "winner == X or winner == O"},
        ("not_called", "winner == X or winner == O"),
        "",
        "full",
    ),
    (
        UTILITY,
        {"== O": "== '0'"},
        ("text_for_mark", "winner(board) == '0'"),
        "",
        "-1",
    ),
    (
        RESULT,
        {"raise ValueError": "return print"},
        ("no_exception", ""),
        "",
        "goes on",
    ),
    (
        RESULT,
        {"= player(board)": "= EMPTY"},
        ("old_board_returned", ""),
        "no mark was written",
        "old board is",
    ),
    (
        RESULT,
        {
            "action not in actions(board)": "action not in actions([[None] * 3] * 3)"
            " or board[action[0]][action[1]] == 'taken'",
        },
        ("overwritten", ""),
        "writes over",
        "without looking",
    ),
    (
        WINNER,
        {"2 - i] for": "2 - i] if i else EMPTY for"},
        ("no_diagonals", ""),
        "never found",
        "forgotten",
    ),
    (
        TERMINAL,
        {"        return True\n    for": "        return winner(board)\n    for"},
        ("or_gives_back", ""),
        "The winner is returned",
        "`or` gives back one of its two sides, not True.",
    ),
    (
        UTILITY,
        {"return -1": "return 1"},
        ("mover_utility", ""),
        "a minus were missing",
        "Nobody looks",
    ),
    (PLAYER, {"xs == os": "xs >= os"}, ("same_turn", ""), "always comes out", "never"),
    (SORTED, {}, ("nothing_returned", ""), "`sort`", "does its work"),
    (HALF, {}, ("first_round_only", ""), "not written yet", "The loop"),
    (FULL_COLUMN, {}, ("row_for_board", ""), "one column", "every row"),
    (OVERWRITTEN, {}, ("empty_line", ""), "for its answer", "stops"),
]


def with_function(text):
    """Return the source of a right engine with another function, and its helpers."""
    *helpers, new = ast.parse(text).body
    tree = ast.parse(right())
    tree.body = helpers + [
        new if getattr(node, "name", "") == new.name else node for node in tree.body
    ]
    return new.name, ast.unparse(tree)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text", [PLAYER, ACTIONS, RESULT, WINNER, TERMINAL, NO_ACTIONS, UTILITY]
)
def test_what_is_right_without_its_slip_has_no_name(text, tmp_path):
    function, source = with_function(text)
    (tmp_path / "tictactoe.py").write_text(source)
    record = judged(tmp_path / "tictactoe.py", functions=[function])
    assert record.right
    assert not record.misconceptions


@pytest.mark.ci
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(
    ("text", "was", "now", "name", "code"),
    [
        pytest.param(*row, marks=[pytest.mark.sampled(3)] * (n % 8 > 0), id=row[3])
        for n, row in enumerate(SLIPS)
    ],
)
def test_a_slip_has_its_own_name_and_no_other(text, was, now, name, code, tmp_path):
    assert was in text
    function, source = with_function(text.replace(was, now) if was else text)
    (tmp_path / "tictactoe.py").write_text(source)
    record = judged(tmp_path / "tictactoe.py", functions=[function])
    (told,) = record.misconceptions
    assert (told.function, told.name, told.code) == (function, name, code)
    if told.line:
        assert code in source.splitlines()[told.line - 1]
        assert set(told.checks) == {check.name for check in record.faults}


@pytest.mark.ci
@pytest.mark.parametrize(("text", "changes", "named", "told", "untrue"), TRUE)
def test_what_is_said_of_a_file_is_true_of_it(
    text, changes, named, told, untrue, tmp_path
):
    for was, now in changes.items():
        assert was in text
        text = text.replace(was, now)
    function, source = with_function(text)
    (tmp_path / "tictactoe.py").write_text(source)
    record = judged(tmp_path / "tictactoe.py", functions=[function])
    (known,) = record.misconceptions
    assert (known.name, known.code) == named
    said = f"{known.title} {known.explanation} {known.hint}"
    assert told in said
    assert untrue not in said


def test_every_slip_of_the_rules_is_in_the_table():
    assert {finder.__name__ for finder in RULES} <= {row[3] for row in SLIPS}


@pytest.mark.ci
def test_a_warning_after_which_python_is_left_does_not_go_on(tmp_path):
    path, wrong = tmp_path / "tictactoe.py", RESULT.replace("raise ValueError", "print")
    wrong = wrong.replace('cell")', 'cell")\n        raise SystemExit')
    path.write_text(right() + wrong)
    record = judged(path, functions=["result"])
    assert record.faults
    assert not record.misconceptions


@pytest.mark.ci
def test_two_slips_in_one_function_are_not_called_by_the_name_of_one(tmp_path):
    twice = ACTIONS.replace("== EMPTY", '== ""').replace("range(3)", "range(2)")
    function, source = with_function(twice)
    (tmp_path / "tictactoe.py").write_text(source)
    record = judged(tmp_path / "tictactoe.py", functions=[function])
    assert not record.right
    assert not record.misconceptions


@pytest.mark.ci
def test_a_slip_is_looked_for_whatever_is_known_of_another_function(tmp_path):
    _, source = with_function(UTILITY.replace("== X", "== 'x'"))
    start = "\ndef initial_state(): return [[EMPTY] * 3] * 3\n"
    (tmp_path / "tictactoe.py").write_text(source + start)
    chosen = ["initial_state", "utility"]
    record = judged(tmp_path / "tictactoe.py", functions=chosen, remarks=[])
    told = [(known.function, known.name) for known in record.misconceptions]
    assert told == [("initial_state", "rows_are_one"), ("utility", "text_for_mark")]


TIE_FIRST = """
def outcome(board):
    won = None
    for line in [*board, *zip(*board)]:
        if line[0] == line[1] == line[2] != EMPTY:
            won = line[0]
    for a, b in ((0, 2), (2, 0)):
        if board[0][a] == board[1][1] == board[2][b] != EMPTY:
            won = board[1][1]
    left = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                left += 1
    if won is None and left == 0:
        return "tie"
    return won

def winner(board):
    return None if outcome(board) == "tie" else outcome(board)

def terminal(board):
    return outcome(board) is not None

def utility(board):
    return {"X": 1, "O": -1, "tie": 0}[outcome(board)]
"""


@pytest.mark.ci
@pytest.mark.parametrize(
    ("was", "now", "named"),
    [
        ("won is None and ", "", set()),  # to count the marks heals `winner` alone
        ("board[i][j] == EMPTY", "board[i][j] != EMPTY", {"condition_turned"}),
        ("EMPTY:\n            won", "'':\n            won", {"text_for_mark"}),
    ],
)
def test_a_place_is_named_where_no_right_answer_of_others_is_lost_by_its_change(
    was, now, named, tmp_path
):
    assert was in TIE_FIRST
    path = tmp_path / "tictactoe.py"
    path.write_text(right() + TIE_FIRST.replace(was, now))
    record = judged(path, functions=["winner", "terminal", "utility"], remarks=[])
    assert record.faults
    assert {known.name for known in record.misconceptions} == named


SHARED_LOOP = """
def won(board, mark):
    for i in range(2):
        if board[i] == [mark] * 3 or [row[i] for row in board] == [mark] * 3:
            return True
    corners = [board[0][0], board[2][2]], [board[0][2], board[2][0]]
    return board[1][1] == mark and [mark, mark] in corners

def winner(board):
    return X if won(board, X) else O if won(board, O) else None

def minimax(board):
    if won(board, X) or won(board, O) or not actions(board):
        return None
    return choose(board)(actions(board), key=lambda a: value(result(board, a)))

def choose(board):
    return max if player(board) == X else min

def value(board):
    if won(board, X) or won(board, O):
        return 1 if won(board, X) else -1
    values = [value(result(board, a)) for a in actions(board)]
    return choose(board)(values) if values else 0
"""


@pytest.mark.ci
@pytest.mark.parametrize("fault", ["", "return max"])
def test_a_place_is_named_whatever_else_is_wrong_in_who_uses_it(fault, tmp_path):
    chosen = "return max if player(board) == X else min"
    path = tmp_path / "tictactoe.py"
    path.write_text(right() + SHARED_LOOP.replace(chosen, fault or chosen))
    record = judged(path, functions=["winner"], remarks=[])
    assert [known.name for known in record.misconceptions] == ["wrong_range"]


FULL = """
def is_full(board):
    return sum(row.count(EMPTY) for row in board) == 0

def terminal(board):
    return winner(board) is not None or not is_full(board)

def utility(board):
    if winner(board) is not None:
        return -1 if winner(board) == X else 1
    if is_full(board):
        return 0
"""
FILLED = """
def filled(cell):
    return cell != EMPTY

def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    lines += [(board[0][2], board[1][1], board[2][1])]
    for line in lines:
        if filled(line[0]) and line[0] == line[1] == line[2]:
            return line[0]

def terminal(board):
    cells = [cell for row in board for cell in row]
    return winner(board) is not None or not any(filled(cell) for cell in cells)
"""


@pytest.mark.ci
@pytest.mark.parametrize("text", [FULL, FILLED])
def test_no_right_line_is_named_whatever_else_is_wrong_in_who_uses_it(text, tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text(right() + text)
    chosen = ["winner", "terminal", "utility"]
    record = judged(path, functions=chosen, remarks=[])
    assert "terminal" in {check.function for check in record.faults}
    assert not [k for k in record.misconceptions if k.function == "terminal"]


def test_only_a_few_changes_are_tried_in_a_rule():
    tests = "".join(f"    if board == {n}:\n        return {n}\n" for n in range(50))
    tree = ast.parse(f"def winner(board):\n{tests}")
    assert len(list(suspected(tree, "winner"))) == FEW
