"""Attempts to get points or memory that a file has not earned."""

import subprocess
import sys

import pytest
from conftest import ENGINES, ROOT
from helpers.in_process import ask_in_process
from helpers.only import only

from noughts.checker.check_file import check_file, converse
from noughts.checker.judge import judge
from noughts.checker.rubric import apply, load

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")

# --- Stalling ---------------------------------------------------------------

EMPTIEST = """

find = minimax


def minimax(board):
    right = find(board)
    if sum(row.count(EMPTY) for row in board) > 6:
        return min(actions(board) - {right})
    return right
"""


@pytest.mark.ci
@pytest.mark.parametrize(
    "answered", [1, *(pytest.param(n, marks=pytest.mark.ci) for n in (0, 300))]
)
def test_stalling_on_the_emptiest_boards_earns_nothing(answered):
    """After `answered` long searches, the time for the file is up."""

    def stalling(asked):
        answers = ask_in_process(asked)
        if asked.function == "minimax" and len(asked.questions) > 5000:
            long = [n for n, key in enumerate(asked.questions) if key.count(".") > 4]
            for n in long[answered:]:
                answers[n] = None
        return answers

    source = (RIGHT + EMPTIEST).encode()
    talk = judge(source, "mine.py", ["minimax"], remarks=[])
    record = apply(load(), converse(talk, stalling))
    earned = [c.name for c in record.checks if c.status in ("passed", "excused")]
    assert "minimax.optimal" not in earned
    assert not any(name.startswith("minimax.unbeatable") for name in earned)
    assert record.points <= 6  # for empty cells, for None, and for unchanged boards


# --- Being wrong only at first ----------------------------------------------

THIRD = """

its_own = {name}
calls = []


def {name}(board):
    calls.append(1)
    if len(calls) == 3:
        raise KeyError(3)
    return its_own(board)
"""


@pytest.mark.parametrize(
    "name", ["player", pytest.param("minimax", marks=pytest.mark.ci)]
)
def test_a_call_that_fails_once_in_a_process_is_not_forgotten(tmp_path, name):
    path = tmp_path / "tictactoe.py"
    path.write_text(only(RIGHT + THIRD.format(name=name), [name]), "utf-8")
    record = check_file(path, functions=[name])
    assert any(check.function == name for check in record.faults)
    assert {check.function for check in record.faults} == {name}
    assert record.unsteady == (name,)


# --- Looking for right answers in the process -------------------------------

HUNTS = """
import gc
import sys

X = "X"
O = "O"
EMPTY = None


def found(name):
    \"\"\"Return a function of this name that is not this file's, wherever it is.\"\"\"
    own = globals()[name]
    frame, places = sys._getframe(), []
    while frame:
        places += [frame.f_globals, frame.f_locals]
        frame = frame.f_back
    places += [vars(module) for module in list(sys.modules.values()) if module]
    objects = gc.get_objects()
    places += [thing for thing in objects if type(thing) is dict]
    for place in places:
        other = place.get(name)
        if callable(other) and other is not own:
            return other
    for thing in objects:
        if getattr(thing, "__name__", "") == name and thing is not own:
            return thing
    return lambda *_: None


def player(board):
    return hunted("player")(board)


def winner(board):
    return hunted("winner")(board)


known = {}


def hunted(name):
    if name not in known:
        known[name] = found(name)
    return known[name]


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
"""


@pytest.mark.ci
def test_no_right_function_can_be_found_in_the_process(tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text(HUNTS, "utf-8")
    record = check_file(path, functions=["player", "winner"])
    assert not record.refusal
    assert record.points == 0


# --- Memory -----------------------------------------------------------------

MEASURED = """
import re, sys
from pathlib import Path
from noughts.checker.check_file import check_file

record = check_file(sys.argv[1], functions=sys.argv[2].split(","))
most = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
print(int(most[1]) // 1024, record.points)
print(record.refusal)
"""


def measured(path, functions):
    """Return the peak memory of the judge in megabytes, the points and the refusal."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path), functions],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    figures, refusal = run.stdout.splitlines()
    memory, points = figures.split()
    return int(memory), float(points), refusal


@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
def test_ten_megabytes_of_literal_are_refused_and_not_read(tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text("A = [" + "1," * 5_000_000 + "]\n", "utf-8")
    memory, points, refusal = measured(path, "player")
    assert "1,000,000" in refusal
    assert (memory < 100, points) == (True, 0)


BIG = {
    "text": "'x' * 10**7",
    "list": "[[0] * 1000] * 1000",
    "cells of one hash": "{(n * (2**61 - 1), 0) for n in range(300)}",
    "integer": "10**100_000",
    "exception": "(_ for _ in ()).throw(ValueError('x' * 10**7))",
}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
@pytest.mark.parametrize("value", BIG.values(), ids=BIG)
def test_big_answers_do_not_fill_the_judges_memory(tmp_path, value):
    path = tmp_path / "tictactoe.py"
    body = "".join(
        f"\n\ndef {name}(*_):\n    return {value}\n"
        for name in ("actions", "result", "minimax")
    )
    path.write_text(RIGHT + body, "utf-8")
    memory, points, _ = measured(path, "actions,result,minimax")
    assert (memory < 150, points) == (True, 0)
