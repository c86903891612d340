"""
Files that once fooled the judge, crashed it, or lost points that they had earned.

Each stands for its kind: what is tried here is that the judge goes by what a file
itself shows, charges it once, and charges nothing else.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker.answers import Answer, died, late
from noughts.checker.asking import Stage
from noughts.checker.conversation import judge
from noughts.checker.driver import converse
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Item, Section
from noughts.checker.reports import console
from noughts.checker.rubric import load
from noughts.contract import LARGEST_FILE

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")
PRUNES = (ENGINES / "alpha_beta.py").read_text("utf-8")
BEGUN = (ENGINES / "half_written.py").read_text("utf-8")
HELPERS = ["player", "actions", "result", "winner", "terminal", "utility"]


def judged(text, functions=FUNCTIONS):
    source = text if isinstance(text, bytes) else text.encode("utf-8")
    talk = judge(source, "tictactoe.py", functions, remarks=[])
    return converse(talk, ask_in_process)


def altered(*pairs, text=RIGHT):
    """Return the right engine with some of its text exchanged."""
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


@pytest.mark.parametrize("value", STRANGE)
def test_whatever_is_returned_there_is_a_record(value):
    text = RIGHT
    for name in HELPERS:
        text += f"\n\ndef {name}(board, *rest):\n    return {value}\n"
    record = judged(text, ["utility"])
    assert not record.refusal
    assert record.points == 0
    assert all(len(f.got) < 300 for check in record.faults for f in check.failures)


def test_a_file_of_exactly_the_largest_size_is_judged():
    source = (ENGINES / "half_written.py").read_bytes() + b"#"
    assert judged(source.ljust(LARGEST_FILE, b"#"), ["player"]).points == 10
    refused = judged(source.ljust(LARGEST_FILE + 1, b"#"), ["player"])
    assert (refused.points, "larger than" in refused.refusal) == (0, True)


@pytest.mark.ci
def test_a_new_exception_for_each_board_is_not_a_new_cause_for_each_board():
    text = RIGHT + (
        "\n\ndef winner(board):\n"
        "    raise type('E' + str(abs(hash(str(board)))), (Exception,), {})()\n"
    )
    record = judged(text, ["winner"])
    assert record.points == 0
    assert all(len(check.failures) <= 5 for check in record.checks)


@pytest.mark.ci
def test_a_changed_board_is_held_against_the_call_that_changed_it():
    """Calls that refuse their action, on the same board before it, are innocent."""
    shallow = (ENGINES / "shallow_copy.py").read_text("utf-8")
    record = judged(shallow, ["result"])
    (pure,) = [c for c in record.checks if c.name == "result.pure"]
    (changed,) = pure.failures
    assert changed.cases == 16_167  # one for each empty cell of each position


# --- Wrong files are not called right ---------------------------------------

WRONG = [
    (
        (
            "return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]",
            "return [[EMPTY] * 3] * 3",
        ),
        ["initial_state"],
        ["initial_state.empty"],
    ),
    (
        (
            "def initial_state():",
            "START = [[EMPTY] * 3 for _ in range(3)]\n\n\ndef initial_state():\n"
            "    return START\n\n\ndef other():",
        ),
        ["initial_state"],
        ["initial_state.empty"],
    ),
    pytest.param(
        ('raise ValueError("not an empty cell")', "raise SystemExit"),
        ["result"],
        ["result.negative", "result.occupied", "result.range", "result.shape"],
        marks=pytest.mark.ci,
    ),
    pytest.param(
        ('raise ValueError("not an empty cell")', "raise KeyboardInterrupt"),
        ["result"],
        ["result.negative", "result.occupied", "result.range", "result.shape"],
        marks=pytest.mark.ci,
    ),
    (
        (
            "def player(board):",
            "calls = []\n\n\ndef player(board):\n    calls.append(1)\n"
            "    if len(calls) == 1:\n        raise KeyError",
        ),
        ["player"],
        ["player.turn"],
    ),
    pytest.param(
        (
            "    after = [row[:] for row in board]",
            "    after = SHARED\n    after[:] = [row[:] for row in board]",
        ),
        ["result"],
        ["result.board"],
        marks=pytest.mark.ci,
    ),
    (
        (
            "def result(board, action):",
            "cells, own = set(), actions\n\n\ndef actions(board):\n"
            "    cells.clear()\n    cells.update(own(board))\n    return cells\n\n\n"
            "def result(board, action):",
        ),
        ["actions"],
        ["actions.cells"],
    ),
]


@pytest.mark.parametrize(("change", "functions", "checks"), WRONG)
def test_a_wrong_file_is_not_called_right(change, functions, checks):
    record = judged(altered(change) + "\n\nSHARED = []\n", functions)
    assert failing(record) == checks


@pytest.mark.ci
def test_what_answers_otherwise_after_a_search_is_found():
    counted = altered(
        ("known = {}", "known = {}\ncalls = []"),
        (
            "    return winner(board) is not None or not actions(board)",
            "    calls.append(1)\n"
            "    over = winner(board) is not None or not actions(board)\n"
            "    return over if len(calls) < 8_000 else None",
        ),
    )
    record = judged(counted)
    assert any(name.startswith("terminal.") for name in failing(record))
    assert any("after a search" in note for note in record.notes)


# --- Points are earned ------------------------------------------------------


@pytest.mark.slow
def test_functions_in_a_circle_are_not_excused_by_a_small_fault_elsewhere():
    text = RIGHT + (
        "\n\ndef winner(board):\n    return {1: X, -1: O, 0: None}[utility(board)]\n"
        "\n\ndef utility(board):\n    return {X: 1, O: -1, None: 0}[winner(board)]\n"
    )
    text = altered(("if action not in actions(board):", "if False:"), text=text)
    record = judged(text)
    assert {"winner.rows", "utility.x"} <= set(failing(record))
    assert "result.occupied" in failing(record)
    assert not {"winner", "utility"} & set(excused(record))


# --- One fault, whatever the style ------------------------------------------

RULES = ["winner", "terminal", "utility"]
NO_ANTIDIAGONAL = (", [board[i][2 - i] for i in range(3)]]", "]")
LINE = RIGHT.split("def winner(board):")[1].split("def terminal")[0]
HELPER = f"\n\ndef find_line(board):{LINE}"
IN_A_CLASS = f"""

class Position:
    def __init__(self, board):
        self.board = board

    def won(self):
        return self.line(self.board)

    @staticmethod
    def line(board):{LINE.replace(chr(10), chr(10) + "    ")}
"""
SAME_FAULT = [
    (HELPER, "find_line(board)"),
    pytest.param(IN_A_CLASS, "Position(board).won()", marks=pytest.mark.ci),
]


@pytest.mark.ci
@pytest.mark.parametrize(("more", "call"), SAME_FAULT)
def test_one_fault_in_what_functions_share_is_charged_to_the_first(more, call):
    text = altered((f"def winner(board):{LINE}", ""), ("winner(board)", call))
    text += f"{more}\n\ndef winner(board):\n    return {call}\n"
    # And what is no fault of `winner` stays a fault: the empty board is not the end.
    own = ("not actions(board)", "len(actions(board)) % 9 == 0")
    record = judged(altered(NO_ANTIDIAGONAL, own, text=text), RULES)
    assert failing(record) == ["terminal.open", "winner.diagonals"]
    notes = {c.note for c in record.checks if c.name in ("terminal.won", "utility.x")}
    assert notes == {
        f"`{name}` has the same fault as `winner`; it is charged there."
        for name in ("terminal", "utility")
    }


COLUMN = """
def won(board, mark):
    for i in range(3):
        if board[i] == [mark] * 3:
            return True
        if [board[0][i], board[1][i], board[2][0]] == [mark] * 3:  # not the column
            return True
    crossed = {board[0][0], board[2][2]}, {board[0][2], board[2][0]}
    return board[1][1] == mark and {mark} in crossed
"""
STRAIGHT = COLUMN.replace("board[2][0]] ==", "board[2][i]] ==")
UNSEEN = STRAIGHT.replace(", {board[0][2], board[2][0]}", ", set()")
MASK = """
MASKS = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o142)  # the last is no line

def won(board, mark):
    cells = board[0] + board[1] + board[2]
    bits = sum(1 << n for n in range(9) if cells[n] == mark)
    return any(bits & mask == mask for mask in MASKS)
"""
BY_MARK = """
def winner(board):
    return X if won(board, X) else O if won(board, O) else None

def terminal(board):
    return won(board, X) or won(board, O) or not actions(board)

def utility(board):
    return 1 if won(board, X) else -1 if won(board, O) else 0
"""
ASKED = """
def is_drawn(board):
    return not (actions(board) or won(board, O))

def last(board):
    return X if sum(map(bool, board[0] + board[1] + board[2])) % 2 else O
"""
ASKED += BY_MARK
X_FIRST = "1 if won(board, X) else -1 if won(board, O) else 0"
TIE_LOOKED_UP = X_FIRST.replace("else 0", "else {0: 0}[len(actions(board))]")
LAST_ELSE = "1 if won(board, X) else 0 if is_drawn(board) else -1"
WAYS = [
    (COLUMN, X_FIRST, X_FIRST, 24),
    (COLUMN, X_FIRST, "won(board, X) - won(board, O)", 24),
    (COLUMN, X_FIRST, "-1 if won(board, O) else 1 if won(board, X) else 0", 24),
    (COLUMN, X_FIRST, "{X: 1, O: -1}[last(board)] * won(board, last(board))", 24),
    (COLUMN, X_FIRST, TIE_LOOKED_UP, 24),
    (
        COLUMN,
        X_FIRST,
        X_FIRST.replace("else 0", "else None if actions(board) else 0"),
        24,
    ),
    (UNSEEN, X_FIRST, "1 if won(board, X) else -1 if actions(board) else 0", 31),
    (COLUMN, X_FIRST, LAST_ELSE, 24),
    (
        COLUMN,
        "return won(board, X) or won(board, O)",
        "return won(board, last(board))",
        24,
    ),
    (MASK, X_FIRST, X_FIRST, 27),
    (MASK, X_FIRST, "won(board, X) - won(board, O)", 27),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("helper", "was", "now", "points"), WAYS)
def test_one_fault_in_a_helper_costs_the_same_however_it_is_asked(
    helper, was, now, points
):
    record = judged(RIGHT + helper + altered((was, now), text=ASKED), RULES)
    assert {check.function for check in record.faults} == {"winner"}
    assert {"terminal", "utility"} <= {*excused(record)}
    assert record.points == points


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ((X_FIRST, "won(board, O) - won(board, X)"), "utility.o utility.x"),
        ((X_FIRST, "won(board, X) - 2 * won(board, O)"), "utility.o"),
        ((X_FIRST, "int(won(board, X))"), "utility.o"),
        (("return won(board, X) or won", "return won"), "terminal.won"),
    ],
)
def test_a_fault_of_ones_own_beside_that_of_a_helper_is_charged(changes, wrong):
    record = judged(RIGHT + COLUMN + altered(changes, text=ASKED), RULES)
    found = [name for name in failing(record) if not name.startswith("winner")]
    assert {*wrong.split()} <= {*found}


X_ALONE = (
    "X if won(board, X) else O if won(board, O) else None",
    "X if won(board, X) else None",
)
FORGOTTEN_TWICE = [
    [
        ("won(board, X) or won(board, O)", "winner(board) == X"),
        (X_FIRST, "{X: 1, O: -1, None: 0}[winner(board)]"),
    ],
    [("won(board, X) or won(board, O)", "won(board, X)")],
    [("won(board, X) or won(board, O)", "winner(board) == X")],
]


@pytest.mark.ci
@pytest.mark.parametrize("changes", FORGOTTEN_TWICE)
def test_a_fault_written_twice_beside_a_right_helper_is_charged_twice(changes):
    text = altered(X_ALONE, *changes, text=BY_MARK)
    record = judged(RIGHT + STRAIGHT + text, RULES)
    assert "terminal" not in excused(record)
    assert {"terminal.won", "winner.rows"} <= {*failing(record)}


FOR_X = STRAIGHT.replace("mark", "X").replace("(board, X)", "(board, mark)")
IN_TURN = "next((mark for mark in (X, O) if won(board, mark)), None)"


@pytest.mark.ci
@pytest.mark.parametrize("winner", [X_ALONE[0], IN_TURN])
def test_who_is_right_without_the_wrong_part_of_a_helper_speaks_for_nothing_in_it(
    winner,
):
    never_asked = "1 if won(board, X) else -1 if actions(board) else 0"
    text = altered((X_ALONE[0], winner), (X_FIRST, never_asked), text=BY_MARK)
    record = judged(RIGHT + FOR_X + text, RULES)
    assert {check.function for check in record.faults} == {"winner"}
    assert "terminal" in excused(record)


@pytest.mark.ci
@pytest.mark.parametrize("helper", [COLUMN, UNSEEN])
def test_who_forgets_full_boards_is_not_charged_for_lines_a_helper_misses(helper):
    record = judged(RIGHT + helper + ASKED.replace(" or not actions(board)", ""), RULES)
    about = [name for name in failing(record) if name.startswith("terminal")]
    assert about == ["terminal.full"]


OTHER_DIAGONAL = "board[0][2] == board[1][1] == board[2][0] != EMPTY"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("value", ["1", "-2", "'O'"])
def test_a_value_is_charged_that_follows_from_no_winner(value):
    """`winner` does not see a diagonal; who looks at it by himself must be right."""
    own = X_FIRST.replace("else 0", f"else {value} if {OTHER_DIAGONAL} else 0")
    record = judged(RIGHT + UNSEEN + altered((X_FIRST, own), text=ASKED), RULES)
    assert {"utility.o", "winner.diagonals"} <= {*failing(record)}


RULED = RIGHT + STRAIGHT + ASKED
FAULTY = {
    "helper": (", {board[0][2], board[2][0]}", ", set()"),
    "terminal": ("return won(board, X) or won(board, O)", "return won(board, X)"),
    "utility": (X_FIRST, "won(board, O) - won(board, X)"),
    "player": ("return X if xs == os else O", "return X if xs <= os + 1 else O"),
    "actions": ("for j in range(3) if", "for j in range(3) if (i, j) != (2, 1) and"),
    "minimax": ("return max(values) if", "return sum(values) if"),
}


@pytest.fixture(scope="module")
def loss():
    """Return how many points a file loses that has these faults."""

    @cache
    def points(*names):
        text = altered(*(FAULTY[name] for name in names), text=RULED)
        record = judged(text, [*HELPERS, "minimax"])
        return record.maximum - record.points

    return points


@pytest.mark.sampled(15)
@pytest.mark.parametrize("pair", [*combinations(FAULTY, 2)], ids="-".join)
def test_two_faults_cost_no_more_than_each_alone(pair, loss):
    assert 0 < loss(*pair) <= sum(loss(name) for name in pair)


LOOKS_ITSELF = """
def is_over(board):
    return won(board, X) or won(board, O) or not actions(board)

def worth(board):
    if is_over(board):
        return won(board, X) - won(board, O)
    values = [worth(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)

def minimax(board):
    if is_over(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda a: worth(result(board, a)))
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("other", ["player", "actions"])
def test_a_search_that_shares_a_fault_pays_for_no_other_beside_it(other):
    text = altered(FAULTY["helper"], FAULTY[other], text=RULED + LOOKS_ITSELF)
    found = failing(judged(text, [*HELPERS, "minimax"]))
    assert "winner.diagonals" in found
    assert not any(name.startswith("minimax") for name in found)


def test_where_no_win_is_seen_nothing_is_known_of_who_asks_for_it():
    text = altered((f"def winner(board):{LINE}", ""), ("winner(board)", "line(board)"))
    text += "\n\ndef winner(board):\n    return line(board)\n"
    text += "\n\ndef line(board):\n    return None\n"
    found = failing(judged(text, RULES))
    assert {"terminal.won", "utility.o", "utility.x", "winner.rows"} <= {*found}


@pytest.mark.ci
def test_who_copies_a_fault_is_charged_for_each_copy():
    """Else somebody whose `terminal` is wrong would gain by a wrong `winner`."""
    copies = altered(
        ("winner(board) is not None", "won(board) is not None"),
        ("[winner(board)]", "[line_of(board)]"),
    )
    copies += "".join(f"\n\ndef {name}(board):{LINE}" for name in ("won", "line_of"))
    record = judged(altered(NO_ANTIDIAGONAL, text=copies), RULES)
    wrong = ["terminal.won", "utility.o", "utility.x", "winner.diagonals"]
    assert failing(record) == wrong


CELLS = """
def cells(board, mark):
    return {(i, j) for i in range(3) for j in range(2) if board[i][j] == mark}
"""
FREE = """
def actions(board):
    return cells(board, EMPTY)

def terminal(board):
    return winner(board) is not None or not cells(board, EMPTY)

def result(board, action):
    if action not in cells(board, EMPTY):
        raise ValueError("not an empty cell")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after
"""
COUNTED = """
def player(board):
    return O if len(cells(board, X)) > len(cells(board, O)) else X

def terminal(board):
    return winner(board) is not None or not cells(board, EMPTY)
"""
ROW = """
def won(board, mark):
    lines = [*zip(*board)] + [[board[i][j] for i, j in enumerate((0, 1, 2))]]
    lines += [[board[i][j] for i, j in enumerate((2, 1, 0))]]
    rows = [{(i, j) for j in (0, 1, 2)} <= cells(board, mark) for i in (0, 1, 2)]
    return any(rows) or any(line.count(mark) == 3 for line in map(list, lines))

def player(board):
    return O if len(cells(board, X)) > len(cells(board, O)) else X
"""
ROW += BY_MARK
SLIPS = [
    (FREE, ["actions.cells"], ["result", "terminal"]),
    (COUNTED, ["player.turn"], ["result", "terminal"]),
    (ROW, ["player.turn"], ["result", "terminal", "utility", "winner"]),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("rules", "charged", "others"), SLIPS)
def test_no_line_is_charged_to_two_functions(rules, charged, others):
    record = judged(RIGHT + CELLS + rules, HELPERS)
    assert failing(record) == charged
    assert excused(record) == others
    first = charged[0].split(".")[0]
    causes = {cause for check in record.checks for cause in check.causes}
    assert causes == {first}
    assert [k.function for k in record.misconceptions if k.line] == [first]


TAKEN = """
def taken(board, cell):
    i, j = cell
    return board[i][j] == EMPTY

def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if not taken(board, (i, j))}

def result(board, action):
    if taken(board, action):
        raise ValueError("not an empty cell")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after
"""


@pytest.mark.ci
def test_the_line_by_which_others_are_excused_is_told_and_nothing_of_what_is_excused():
    record = judged(RIGHT + TAKEN, HELPERS)
    assert failing(record) == ["actions.cells", "result.negative"]
    told = [(each.function, each.name, each.code) for each in record.misconceptions]
    assert told == [("actions", "condition_turned", "board[i][j] == EMPTY")]


@pytest.mark.ci
def test_who_writes_a_slip_down_again_is_charged_again():
    copied = FREE.replace("not cells(", "not free(")
    text = RIGHT + CELLS + CELLS.replace("cells", "free") + copied
    assert failing(judged(text, HELPERS)) == ["actions.cells", "terminal.open"]


TURN = """
def turn(board):
    xs = sum(row.count(X) for row in board)
    return O if xs == sum(row.count(O) for row in board) else X

def player(board):
    return turn(board)

def result(board, action):
    if action not in actions(board):
        raise ValueError("not an empty cell")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = turn(board)
    return after
"""


@pytest.mark.ci
def test_a_turn_that_two_functions_miscount_alike_is_charged_once():
    record = judged(RIGHT + TURN, ["player", "result"])
    assert failing(record) == ["player.turn"]
    assert excused(record) == ["result"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", [CELLS + FREE, TURN])
def test_who_shares_a_fault_and_refuses_too_little_harms_no_search(text):
    record = judged(RIGHT + altered(("action not in", "action[:2] not in"), text=text))
    first = "player.turn" if text == TURN else "actions.cells"
    assert failing(record) == [first, "result.shape"]
    assert "minimax" in excused(record)


EXPECTING = """

def free(board):
    for cell in [(i, j) for i in range(3) for j in range(3)]:
        try:
            result(board, cell)
        except ValueError:
            continue
        yield cell


def actions(board):
    return set(free(board))
"""


@pytest.mark.ci
def test_who_rests_on_an_exception_is_excused_where_it_does_not_come():
    text = altered(("if action not in actions(board):", "if False:")) + EXPECTING
    record = judged(text, ["actions", "result"])
    assert "result.occupied" in failing(record)
    assert "actions.cells" not in failing(record)
    assert excused(record) == ["actions"]


@pytest.mark.parametrize("body", ["return None", "pass", "raise NotImplementedError"])
def test_to_write_nothing_earns_nothing(body):
    text = 'X = "X"\nO = "O"\nEMPTY = None\n'
    for name in FUNCTIONS:
        given = {"initial_state": "", "result": "board, action"}.get(name, "board")
        text += f"\n\ndef {name}({given}):\n    {body}\n"
    record = judged(text)
    assert record.points == 0
    assert {c.status for c in record.checks if c.function in HELPERS} == {"unfinished"}


@pytest.mark.parametrize(
    ("function", "answer"),
    [("winner", "None if board else X"), ("terminal", "False"), ("utility", "0")],
)
def test_to_answer_the_same_whatever_is_asked_earns_nothing(function, answer):
    text = RIGHT + f"\n\ndef {function}(board):\n    return {answer}\n"
    record = judged(text, [function])
    assert record.points == 0


# --- The bonus --------------------------------------------------------------

UNCALLED = PRUNES.split("def max_value")[1].split("def minimax")[0]
TACTICS = '''

def value(board):
    """Return what the board is worth; win or block at once, and no bounds."""
    if terminal(board):
        return utility(board)
    mine = player(board)
    for mark in (mine, O if mine == X else X):
        for i, j in sorted(actions(board)):
            after = [row[:] for row in board]
            after[i][j] = mark
            if winner(after) == mark:
                return value(result(board, (i, j)))
    values = [value(result(board, action)) for action in sorted(actions(board))]
    return max(values) if mine == X else min(values)
'''
MIRRORS = '''

def value(board):
    """Return what the board is worth; of mirror images only one is looked at."""
    if terminal(board):
        return utility(board)
    values, seen = [], []
    for action in sorted(actions(board)):
        after = result(board, action)
        turned = [row[::-1] for row in after]
        if turned not in seen and after[::-1] not in seen:
            seen.append(after)
            values.append(value(after))
    return max(values) if player(board) == X else min(values)
'''
FAKE = '''

def value(board, alpha=-1, beta=1):
    """Return what the board is worth: bounds that never move only stop at a win."""
    if terminal(board):
        return utility(board)
    best = None
    for action in sorted(actions(board)):
        worth = value(result(board, action), alpha, beta)
        if player(board) == X:
            best = worth if best is None else max(best, worth)
            if best >= beta:
                break
        else:
            best = worth if best is None else min(best, worth)
            if best <= alpha:
                break
    return best
'''
NOT_PRUNING = {
    "alpha-beta that nothing calls": RIGHT + "\n\ndef max_value" + UNCALLED,
    "wins or blocks at once": RIGHT + TACTICS,
    "skips mirror images": RIGHT + MIRRORS,
    "bounds that never move": RIGHT + FAKE,
}

LONG = ("skips mirror images", "wins or blocks at once")  # ten seconds each


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=what, marks=[pytest.mark.slow] * (what in LONG))
        for what, text in NOT_PRUNING.items()
    ],
)
def test_the_bonus_is_not_given_for_what_is_not_alpha_beta(text):
    record = judged(text)
    assert record.points == 100
    (bonus,) = [check for check in record.checks if check.name == "search.alphabeta"]
    assert (bonus.status, bonus.note) == ("absent", "")


@pytest.mark.ci
def test_alpha_beta_under_another_name_is_for_the_teacher_to_decide():
    text = altered(("    if terminal(board):\n        return None\n", ""), text=PRUNES)
    text += (
        "\n\nchoose = minimax\n\n\ndef minimax(board):\n"
        "    return choose(board) if actions(board) else None\n"
    )
    record = judged(text)
    bonus = next(c for c in record.checks if c.name == "search.alphabeta")
    assert "minimax.optimal" not in failing(record)
    assert bonus.status == "unjudged"
    assert bonus.note.startswith("For the teacher to decide: ")


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


@pytest.mark.sampled(8)
@pytest.mark.parametrize("changes", KEPT.values(), ids=KEPT)
def test_a_right_file_keeps_its_points(changes):
    record = judged(altered(*changes))
    assert record.points == 100
    signatures = changes is KEPT["type hints"]
    assert not signatures or "contract.signatures" not in failing(record)


def test_what_is_not_judged_is_not_in_the_maximum():
    source = (ENGINES / "half_written.py").read_bytes()
    talk = judge(source, "f.py")
    record = converse(talk, ask_in_process)
    assert (record.points, record.maximum) == (20, 95)
    assert any("ruff is missing" in note for note in record.notes)


@pytest.mark.ci
@pytest.mark.parametrize("functions", [("result",), ("actions",)])
@pytest.mark.parametrize("takes", [True, False])
def test_that_result_takes_a_list_for_a_cell_is_noted_and_costs_nothing(
    takes, functions
):
    first = "def result(board, action):\n"
    line = "    action = tuple(action)\n" if takes else ""
    record = judged(altered((first, first + line)), functions)
    told = any("takes the list [0, 0]" in note for note in record.notes)
    assert told == (takes and "result" in functions)
    assert record.points == record.maximum


@pytest.mark.parametrize("comment", ["# Programação\n", "# Programming\n"])
def test_letters_in_another_encoding_are_told_and_cost_nothing(comment):
    source = (ENGINES / "half_written.py").read_bytes()
    talk = judge(source + comment.encode("cp1252"), "f.py", ("player",))
    record = converse(talk, ask_in_process)
    told = any("does not run it. Save it as UTF-8." in note for note in record.notes)
    assert told == ("ç" in comment)
    assert record.points == record.maximum


# --- One fault is charged once ----------------------------------------------


@pytest.mark.ci
def test_right_moves_in_lists_cost_the_type_alone():
    text = RIGHT + (
        "\n\nfind = minimax\n\n\ndef minimax(board):\n"
        "    return list(find(board)) if find(board) else None\n"
    )
    record = judged(text, ["minimax"])
    assert failing(record) == ["minimax.legal"]
    assert record.points == 23


def test_a_list_of_actions_costs_the_type_alone():
    text = altered(
        ("return {(i, j)", "return [(i, j)"),
        ("if board[i][j] is EMPTY}", "if board[i][j] is EMPTY]"),
    )
    assert judged(text, ["actions"]).points == 8


OTHER_MARKS = {  # and the one function that is charged for them
    "small": (('X = "X"\nO = "O"', 'X = "x"\nO = "o"'), "player.turn", 92),
    "a space": (("EMPTY = None", "EMPTY = ' '"), "actions.cells", 94),
    "numbers": (
        ('X = "X"\nO = "O"\nEMPTY = None', "X = 1\nO = -1\nEMPTY = 0"),
        "player.turn",
        92,
    ),
    "two alike": (("EMPTY = None", 'EMPTY = "X"'), "actions.cells", 94),
    "not to be compared": (('O = "O"', "O = float('nan')"), "player.turn", 92),
    "one left out": (("EMPTY = None", ""), "actions.cells", 94),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("marks", "charged", "points"), OTHER_MARKS.values(), ids=OTHER_MARKS
)
def test_other_marks_are_charged_once(marks, charged, points):
    text = altered(marks, (" is EMPTY", " == EMPTY"), (" is not EMPTY", " != EMPTY"))
    record = judged(text)
    assert failing(record) == sorted([charged, "contract.names"])
    assert record.points == points


@pytest.mark.ci
def test_other_marks_do_not_cost_the_bonus():
    text = PRUNES.replace('X = "X"', 'X = "x"').replace('O = "O"', 'O = "o"')
    record = judged(text)
    assert record.points == 102


@pytest.mark.ci
def test_other_marks_are_charged_as_names_where_these_have_points():
    text = altered(('X = "X"\nO = "O"', 'X = "x"\nO = "o"'))
    own = replace(
        load(), sections=(Section("", False, (Item("contract.names", 1, 1),)),)
    )
    record = converse(judge(text.encode(), "f.py", own, remarks=[]), ask_in_process)
    assert failing(record) == ["contract.names"]
    assert (record.points, record.maximum) == (0, 1)


@pytest.mark.ci
def test_what_only_our_replacement_breaks_is_not_charged():
    """`minimax` takes its first action by index from the list that `actions` makes."""
    text = altered(
        ("return {(i, j)", "return [(i, j)"),
        ("if board[i][j] is EMPTY}", "if board[i][j] is EMPTY]"),
        ("    best = max if", "    actions(board)[0]\n    best = max if"),
        ("X if xs == os else O", "O if xs == os else X"),
    )
    record = judged(text)
    assert {name.partition(".")[0] for name in failing(record)} == {"player", "actions"}
    assert "actions.cells" not in failing(record)


@pytest.mark.ci
def test_what_is_shown_is_what_the_file_itself_answers():
    """With a right `terminal` it would say (0, 0); as it is it says another move."""
    text = altered(
        ("return winner(board) is not None or not", "return not"),
        ("        return None\n    best", "        return (0, 0)\n    best"),
    )
    record = judged(text)
    assert {"terminal.won", "minimax.none"} <= set(failing(record))
    (check,) = (c for c in record.checks if c.name == "minimax.none")
    assert check.failures[0].got == "(1, 0)"
    assert not any("answers differently" in note for note in record.notes)


@pytest.mark.ci
def test_of_a_search_that_is_excused_no_cuts_are_told():
    text = altered(
        ("after = [row[:] for row in board]", "after = board"),
        ("line.count(line[0]) == 3", "line.count(line[0]) >= 2"),
    )
    record = judged(text)
    assert "minimax" in excused(record)
    bonus = next(c for c in record.checks if c.name == "search.alphabeta")
    assert (bonus.status, bonus.note) == ("absent", "")


@pytest.mark.ci
def test_a_list_for_a_cell_is_noted_and_not_charged():
    text = altered(
        (
            "    if action not in actions(board):",
            "    if tuple(action) not in actions(board):",
        ),
    )
    record = judged(text, ["result"])
    assert not record.faults
    assert any("[0, 0]" in note for note in record.notes)


@pytest.mark.ci
def test_who_takes_a_list_for_a_cell_is_not_said_to_answer_differently_later():
    record = judged(altered(("if action not in", "if tuple(action) not in")))
    assert record.right
    assert not any("after a search" in note for note in record.notes)


@pytest.mark.ci
def test_who_removes_a_function_is_charged_and_not_the_one_removed():
    removes = ("    xs = sum(", "    globals().pop('winner', None)\n    xs = sum(")
    record = judged(altered(removes), ["player", "winner", "terminal"])
    assert failing(record) == ["player.pure"]
    (failure,) = next(c for c in record.faults).failures
    assert failure.got == "a function of the file was removed"


# --- The same file, the same record -----------------------------------------


def test_messages_have_no_addresses():
    text = RIGHT + "\n\ndef player(board):\n    raise ValueError(object())\n"
    record = judged(text, ["player"])
    (failure, *_) = next(c for c in record.faults if c.failures).failures
    assert "ValueError: <object object at 0x...>" in failure.got


def test_chance_is_the_same_in_every_run():
    text = f"import random\n{RIGHT}"
    text += "\n\ndef player(board):\n    return random.choice([X, O])\n"
    one, other = judged(text, ["player"]), judged(text, ["player"])
    assert one == other
    assert "player.turn" in failing(one)


@pytest.mark.parametrize(
    ("again", "noted"),
    [(late(5.0), False), (died("exit code 0"), True), (Answer("mO"), True)],
)
def test_no_answer_in_time_is_not_another_answer(again, noted):
    """An exception whose text takes for ever is the same exception."""

    def driver(asked):
        shown = asked.what == Stage.EXAMPLES
        return [again] * len(asked.questions) if shown else ask_in_process(asked)

    text = RIGHT + "\n\ndef player(board):\n    raise KeyError\n"
    talk = judge(text.encode(), "f.py", ["player"], remarks=[])
    notes = converse(talk, driver).notes
    assert any("answers differently" in note for note in notes) is noted


# --- Charged to whoever is wrong ---------------------------------------------


@pytest.mark.ci
@pytest.mark.parametrize("name", ["player", "terminal", "utility"])
def test_a_search_that_calls_what_is_missing_has_a_record(name):
    record = judged(altered((f"def {name}(", f"def {name}_(")))
    assert excused(record)[0] == "minimax"
    assert name in {cause for check in record.checks for cause in check.causes}


CATCHES = "\n\ntry:\n    actions(None)\nexcept TypeError:\n    pass\n"
UNREFUSED = ("if action not in actions(board):", "if False:")
LISTED = (
    "return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}",
    "return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]",
)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("wrong", "text"), [(LISTED, RIGHT), (UNREFUSED, RIGHT + CATCHES)]
)
def test_what_is_wrong_in_any_case_is_shown_at_once(wrong, text):
    record = judged(altered(wrong, ("best = max if", "best = min if"), text=text))
    [optimal] = [c for c in record.checks if c.name == "minimax.optimal"]
    assert (optimal.status, optimal.causes) == ("failed", ())
    assert "shown when" not in console.report(record)


@pytest.mark.ci
def test_a_variable_is_no_call_of_the_function_that_has_its_name():
    text = altered(
        ("return winner(board)", "result = winner(board)\n    return result"),
        ("line[0] is not EMPTY and line.count", "line.count"),
    )
    stub = "\n\ndef result(board, action):\n    raise NotImplementedError\n"
    record = judged(text + stub, ["result", "winner", "terminal"])
    told = {c.causes for c in record.checks if c.status == "excused"}
    assert (excused(record), told) == (["terminal"], {("winner",)})


@pytest.mark.ci
@pytest.mark.parametrize(
    ("cells", "causes"),
    [
        ("[(i, j) for", {("winner",)}),
        ("[[i, j] for", {("actions", "winner")}),  # a right one gives tuples
    ],
)
def test_a_list_of_actions_is_no_cause_of_what_others_have_wrong(cells, causes):
    text = altered(
        ("return {(i, j) for", f"return {cells}"),
        ("is EMPTY}", "is EMPTY]"),
        ("line[0] is not EMPTY and line.count", "line.count"),
    )
    record = judged(text, ["actions", "winner", "terminal"])
    assert failing(record)[0] == "actions.type"
    assert {c.causes for c in record.checks if c.status == "excused"} == causes


@pytest.mark.ci
def test_a_function_that_is_missing_is_charged_once():
    record = judged(altered(("def winner(", "def wins(")), ["winner", "terminal"])
    assert {check.function for check in record.faults} == {"winner"}
    assert excused(record) == ["terminal"]
    causes = {c.causes for c in record.checks if c.status == "excused"}
    assert causes == {("winner",)}


@pytest.mark.ci
def test_cells_that_are_lists_are_charged_to_actions_alone():
    text = altered(
        ("return {(i, j) for i", "return [[i, j] for i"), ("EMPTY}", "EMPTY]")
    )
    record = judged(text, ["actions", "result"])
    assert failing(record) == ["actions.type"]
    assert excused(record) == ["result"]


@pytest.mark.ci
def test_a_name_that_is_missing_is_guessed():
    record = judged(altered(("def winner(", "def winer("), text=BEGUN))
    (names,) = (check for check in record.checks if check.name == "contract.names")
    (failure,) = names.failures
    assert failure.call == "winner"
    assert failure.hint.startswith("`winer` in line ")


@pytest.mark.ci
def test_a_function_is_excused_by_each_of_two_that_fail_by_themselves():
    """`terminal` calls `winner`, and would be wrong with a right one, too."""
    record = judged(
        altered(
            (", [board[i][2 - i] for i in range(3)]]", "]"),
            (" or not actions(board)", ""),
            ("[winner(board)]", "[winner(board) if terminal(board) else X]"),
        ),
        ["winner", "terminal", "utility"],
    )
    assert {check.function for check in record.faults} == {"winner", "terminal"}
    assert excused(record) == ["terminal", "utility"]
    about = (check for check in record.checks if check.function == "utility")
    causes = {check.causes for check in about if check.status == "excused"}
    assert causes == {("winner", "terminal")}


def test_misconceptions_are_told_in_the_order_of_the_functions():
    text = altered(
        (
            "return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]",
            "return [[EMPTY] * 3] * 3",
        ),
        ("if board[i][j] is EMPTY", "if board[i][j] is not EMPTY"),
    )
    chosen = ["initial_state", "actions"]
    record = judged(text, chosen)
    assert [known.function for known in record.misconceptions] == chosen


@pytest.mark.ci
def test_a_misconception_is_about_checks_of_its_own_function():
    rows = "return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]"
    first = (ENGINES / "first_cell.py").read_text("utf-8")
    record = judged(altered((rows, "return [[EMPTY] * 3] * 3"), text=first))
    told = {n for known in record.misconceptions for n in known.checks}
    assert {"initial_state", "minimax"} == {n.partition(".")[0] for n in told}
    for known in record.misconceptions:
        assert {n.partition(".")[0] for n in known.checks} == {known.function}


@pytest.mark.ci
@pytest.mark.parametrize("name", ["Bad|Name", "Bad\nName", "", "x" * 99, "KeyError"])
def test_an_exception_of_any_name_is_the_same_when_asked_again(name):
    text = (
        RIGHT
        + f"\n\ndef winner(board):\n    raise type({name!r}, (Exception,), {{}})\n"
    )
    record = judged(text, ["winner"])
    assert not record.notes
    failures = (each for check in record.faults for each in check.failures)
    assert all("in winner" in each.traceback for each in failures)
