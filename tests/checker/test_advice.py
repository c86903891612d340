"""Advice makes nothing worse: the order of repairs, and lines that rely on faults."""

import ast
from itertools import combinations

import pytest
from conftest import ENGINES
from helpers.in_process import ask_replayed

from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.mistakes.made import correct_engine, faulty_engines
from noughts.checker.mistakes.scope import Scope
from noughts.checker.reliance import reliant_lines
from noughts.checker.reports.wording import first_fault
from noughts.checker.rubric import apply, load
from noughts.game.contract import BUILT_ON, FUNCTIONS, PARAMETERS, RULES

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")


def record_of(text, functions=RULES):
    record = converse(judge(text.encode(), "f.py", functions, remarks=[]), ask_replayed)
    assert not record.refusal, record.refusal
    return apply(load(), record)


def notes_of(record, function):
    return [
        check.note
        for check in record.checks
        if check.function == function and check.note.key == "note.relies"
    ]


def test_every_function_is_in_one_group_of_those_that_others_build_on():
    assert sorted(sum(BUILT_ON, ())) == sorted(FUNCTIONS)


# --- Lines that rely on what is wrong -------------------------------------------

LIST = """
def actions(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]
"""
FALSE = """
def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    for line in [*lines, [board[i][2 - i] for i in range(3)]]:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return False
"""
RELYING = {
    "indexed": (
        LIST,
        "terminal",
        "def terminal(board):\n"
        "    left = actions(board)\n"
        "    return winner(board) is not None or not left or left[0] is None\n",
        2,
    ),
    "compared": (
        LIST,
        "terminal",
        "def terminal(board):\n"
        "    return winner(board) is not None or actions(board) == []\n",
        1,
    ),
    "no winner": (
        FALSE,
        "terminal",
        "def terminal(board):\n"
        "    full = not actions(board)\n"
        "    return winner(board) != False or full\n",
        2,
    ),
}


def ends_with(function):
    """Return a file whose last function is this one, and the line of its `def`."""
    wrong, _, text, _ = RELYING[function]
    before = f"{RIGHT}\n{wrong}\n"
    return before + text, before.count("\n") + 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "compared" else pytest.mark.ci)
        for name in RELYING
    ],
)
def test_a_line_that_relies_on_a_mistake_is_named(name):
    wrong, relying, _, offset = RELYING[name]
    text, begin = ends_with(name)
    root = wrong.split("def ")[1].split("(")[0]
    (note,) = notes_of(record_of(text, (root, relying)), root)
    assert note.parts["causes"] == [relying]
    assert note.parts["lines"] == [begin + offset]


@pytest.mark.parametrize("wrong", [LIST, FALSE])
def test_no_line_is_named_where_a_right_answer_does_no_harm(wrong):
    terminal = (
        "def terminal(board):\n    return bool(winner(board)) or not actions(board)\n"
    )
    root = wrong.split("def ")[1].split("(")[0]
    record = record_of(f"{RIGHT}\n{wrong}\n{terminal}", (root, "terminal"))
    assert not record.right
    assert not any(notes_of(record, name) for name in PARAMETERS)


def test_two_mistakes_that_cancel_each_other_rely_on_nothing():
    """With a right `winner`, too, the line in `utility` is right."""
    functions = [
        FALSE.replace(", [board[i][2 - i] for i in range(3)]", "").replace(
            "False", "None"
        ),
        "def terminal(board):\n    return winner(board) is not None\n",
        "def utility(board):\n    last = winner(board) if terminal(board) else X\n"
        "    return {X: 1, O: -1}.get(last, 0)\n",
    ]
    record = record_of(
        "\n".join([RIGHT, *functions]), ("winner", "terminal", "utility")
    )
    assert not any(notes_of(record, name) for name in PARAMETERS)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("    return actions(board)[0]\n", [2]),
        ("    a = actions(board)\n    a.sort()\n    return a\n", [3]),
        ("    for a in actions(board):\n        return a\n", [2]),
        ("    return other(board)\ndef other(b):\n    return actions(b) + []\n", [4]),
        ("    return None\n", []),
    ],
)
def test_the_lines_are_those_that_look_into_an_answer(code, lines):
    scope = Scope(ast.parse(f"def minimax(board):\n{code}"), "minimax")
    assert reliant_lines(scope, "actions") == lines


# --- The order of repairs ---------------------------------------------------------

ASKING_RESULT = """
def result(board, action):
    if action not in actions(board):
        raise ValueError
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new
"""
BLIND_RESULT = """
def result(board, action):
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new
"""
PAIRS_AS_LISTS = """
def actions(board):
    return [[i, j] for i in range(3) for j in range(3) if board[i][j] is EMPTY]
"""
# Two wrong functions each, and what the hint of each says to write.
STEPS = {
    "lists, and a result that checks nothing": {
        "actions": (
            PAIRS_AS_LISTS,
            "def actions(board):\n    return {(i, j) for i in range(3)"
            " for j in range(3) if board[i][j] is EMPTY}\n",
        ),
        "result": (BLIND_RESULT, ASKING_RESULT),
    },
    "False for nobody, and an end that is only the full board": {
        "winner": (FALSE, FALSE.replace("return False", "return None")),
        "terminal": (
            "def terminal(board):\n    return not actions(board)\n",
            "def terminal(board):\n"
            "    return winner(board) is not None or not actions(board)\n",
        ),
    },
}


def wrong_answers(record):
    return {check.name: check.failing for check in record.checks}


@pytest.mark.ci
@pytest.mark.parametrize("name", STEPS)
def test_no_step_in_the_order_of_next_leaves_more_wrong_answers(name):
    steps = STEPS[name]
    code = {function: wrong for function, (wrong, _) in steps.items()}
    before = record_of("\n".join([RIGHT, *code.values()]))
    for _ in steps:
        function = first_fault(before)
        code[function] = steps[function][1]
        after = record_of("\n".join([RIGHT, *code.values()]))
        more = wrong_answers(after)
        assert all(n >= more[check] for check, n in wrong_answers(before).items())
        before = after
    assert before.right


@pytest.mark.ci
def test_the_law_would_find_a_step_in_the_wrong_order():
    steps = STEPS["lists, and a result that checks nothing"]
    early = "\n".join([RIGHT, steps["actions"][0], ASKING_RESULT])
    late = "\n".join([RIGHT, steps["actions"][0], BLIND_RESULT])
    worse, before = wrong_answers(record_of(early)), wrong_answers(record_of(late))
    assert worse["result.board"] > before["result.board"]


# --- The law for all pairs of mistakes ----------------------------------------------

IN_RULES = [each for each in faulty_engines() if each.function in RULES]
PAIRS = [
    (one, other)
    for one, other in combinations(IN_RULES, 2)
    if one.function != other.function
]


def source_of(made):
    """Return the wrong function of an engine with one mistake."""
    nodes = ast.parse(made.source).body
    return next(
        ast.unparse(node)
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name == made.function
    )


@pytest.mark.parametrize(
    "pair",
    [
        pytest.param(
            pair, marks=pytest.mark.sampled(150), id="-".join(e.name for e in pair)
        )
        for pair in PAIRS
    ],
)
def test_no_repair_of_one_of_two_mistakes_makes_an_unnamed_function_worse(pair):
    """Mistakes can cancel each other: then the report names what must change too."""
    code = {made.function: source_of(made) for made in pair}
    record = record_of("\n".join([correct_engine(), *code.values()]))
    while code:
        function, before = first_fault(record), wrong_answers(record)
        del code[function]
        named = {
            name for note in notes_of(record, function) for name in note.parts["causes"]
        }
        record = record_of("\n".join([correct_engine(), *code.values()]))
        worse = {
            check.partition(".")[0]
            for check, n in wrong_answers(record).items()
            if n > before[check]
        }
        assert worse <= named
        if record.right:
            return
