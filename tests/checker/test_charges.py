"""What a file is charged for, and what costs nothing, each with a file of its own."""

import ast

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker import style
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, died, late, raised, read_line
from noughts.checker.asking import Ask
from noughts.checker.case import Case
from noughts.checker.check_file import check_file, converse
from noughts.checker.judge import judge
from noughts.checker.judge_contract import import_faults
from noughts.checker.judge_minimax import judge_games
from noughts.checker.questions import abouts, boards, every
from noughts.checker.record import Check
from noughts.checker.source_text import sleeping_lines
from noughts.checker.truth import wanted
from noughts.checker.verdicts import verdicts
from noughts.checker.whole_games import SIDES
from noughts.game import oracle
from noughts.game.contract import FUNCTIONS
from noughts.texts.said import Said

# --- Style --------------------------------------------------------------------

BLANKS = [
    ("a blank line with spaces", b"x = 1\n    \ny = 2\n"),
    ("spaces at the end of a line", b"x = 1  \ny = 2\t\n"),
    ("no newline at the end", b"x = 1"),
]


@pytest.mark.parametrize("text", [pytest.param(t, id=name) for name, t in BLANKS])
def test_blanks_that_nobody_sees_cost_nothing(text):
    assert style.findings(text) == []


def test_a_line_that_is_too_long_still_costs_a_point():
    long = b"x = '" + b"y" * style.LINE_LENGTH + b"'  \n"
    assert [each.code for each in style.findings(long)] == ["E501"]


# --- Imports ------------------------------------------------------------------

FREE = [
    "try:\n    import numpy\nexcept ImportError:\n    numpy = None",
    "try:\n    import numpy\nexcept ModuleNotFoundError:\n    pass",
    "try:\n    import numpy\nexcept (OSError, ImportError):\n    pass",
    "try:\n    from numpy import array\nexcept:\n    array = list",
    "if __name__ == '__main__':\n    import pygame",
    "if '__main__' == __name__:\n    from pygame import draw",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy",
    "import typing\nif typing.TYPE_CHECKING:\n    import numpy",
    "import math, random",
    "import tictactoe",
]
CHARGED = [
    "import numpy",
    "def f():\n    import numpy",
    "try:\n    import numpy\nexcept ValueError:\n    pass",
    "try:\n    import numpy\nexcept ImportError:\n    raise SystemExit",
    "try:\n    import math\nexcept ImportError:\n    import numpy",
    "try:\n    import numpy\nfinally:\n    pass",
    "if __name__ == '__main__':\n    pass\nelse:\n    import numpy",
    "if __name__ != '__main__':\n    import numpy",
    "if TYPE_CHECKING_OFF:\n    import numpy",
    "from . import rules",
]


@pytest.mark.parametrize("source", FREE)
def test_an_import_that_the_file_can_do_without_costs_nothing(source):
    assert [*import_faults(ast.parse(source))] == []


@pytest.mark.parametrize("source", CHARGED)
def test_any_other_import_of_a_foreign_module_is_charged(source):
    assert len([*import_faults(ast.parse(source))]) == 1


# --- Where every action loses ---------------------------------------------------

LOST = [
    n
    for n, key in enumerate(boards("minimax"))
    if (truth := oracle.table()[key]).turn and truth.value == -oracle.VALUE[truth.turn]
]


def verdicts_with(answer, numbers):
    """Return the statuses of a minimax that is right but on some boards."""
    sheet = AnswerSheet("minimax")
    right = {n: read_line(min(said)) for n, said in enumerate(wanted("minimax"))}
    sheet.take(right | dict.fromkeys(numbers, answer))
    return {check.name: (check.status, check.failing) for check in verdicts(sheet)}


@pytest.mark.parametrize(
    "answer", [Answer("n"), Answer("o(7, 7)|(7, 7)", kind="tuple"), Answer("i3")]
)
def test_no_action_where_every_action_loses_is_one_mistake(answer):
    found = verdicts_with(answer, LOST)
    assert found["minimax.legal"] == ("failed", len(LOST))
    assert found["minimax.optimal"] == ("passed", 0)


def test_an_occupied_cell_where_every_action_loses_is_one_mistake():
    taken = boards("minimax")[LOST[0]].index("X")
    found = verdicts_with(Answer(f"c{taken}"), LOST[:1])
    assert found["minimax.legal"] == ("failed", 1)
    assert found["minimax.optimal"] == ("passed", 0)


@pytest.mark.parametrize("answer", [raised("ValueError", ""), late(20), died("")])
def test_no_answer_where_every_action_loses_still_fails_both(answer):
    found = verdicts_with(answer, LOST)
    assert found["minimax.legal"] == ("failed", len(LOST))
    assert found["minimax.optimal"] == ("failed", len(LOST))


def test_none_where_an_action_draws_or_wins_fails_both():
    open_boards = [n for n in every("minimax") if "open" in abouts("minimax")[n]]
    others = {*open_boards} - {*LOST}
    found = verdicts_with(Answer("n"), others)
    assert found["minimax.legal"] == ("failed", len(others))
    assert found["minimax.optimal"] == ("failed", len(others))


# --- A line with characters of the wire -------------------------------------------


@pytest.mark.parametrize("sign", ["\x1f", "\x0c", "\x00", "\x1b", "\x85", "\u2028"])
def test_a_control_character_in_the_line_that_raises_is_no_end_of_the_process(sign):
    """Nor is one in the message. A null byte can only be in a message."""
    comment = sign if sign != "\x00" else ""
    source = (
        "def winner(board):\n"
        f"    raise ValueError({sign + 'a' + sign!a})  # {comment} b {comment}\n"
    )
    setup = {"constants": False, "actions": [], "right": {}, "known": {}, "cells": ""}
    asked = Ask(source.encode().decode("latin-1"), setup, "winner", ["........."])
    (answer,) = ask_in_process(asked)
    assert (answer.said, answer.kind) == ("rValueError", "ValueError")
    assert "winner" in answer.traceback


# --- Played as a person plays -------------------------------------------------------

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")
GIVES_UP = RIGHT.replace(
    "    key = str(board)\n",
    "    global calls\n    calls += 1\n    if calls > MOST:\n        return 0\n"
    "    key = str(board)\n",
).replace("known = {}", "known, calls = {}, 0")
FORGETS = RIGHT.replace("    return [[EMPTY", "    known.clear()\n    return [[EMPTY")
SPOILS_ITS_FIRST_REPLY = (
    RIGHT.replace("    return [[EMPTY", "    began.append(1)\n    return [[EMPTY")
    .replace(
        "    best = max",
        "    if began and len(actions(board)) == 8:\n"
        "        began.clear()\n        return max(actions(board))\n"
        "    best = max",
    )
    .replace("known = {}", "known, began = {}, []")
)


def after_games(source, quick=9, driver=ask_in_process):
    """Return the statuses of the games of a file that is right on every board."""
    case = Case(source, ast.parse(source), quick=quick)
    case.sheets["minimax"] = AnswerSheet("minimax")
    right = {n: read_line(min(said)) for n, said in enumerate(wanted("minimax"))}
    case.sheets["minimax"].take(right)
    case.checks["minimax"] = [Check(name, Said(), "passed") for name in SIDES]
    converse(judge_games(case), driver)
    return [check.status for check in case.checks["minimax"]]


@pytest.mark.parametrize(
    ("source", "quick", "statuses"),
    [
        (RIGHT, 9, ["passed", "passed"]),
        (FORGETS, 9, ["passed", "passed"]),
        (GIVES_UP.replace("MOST", "10**9"), 5, ["passed", "passed"]),
        (GIVES_UP.replace("MOST", "8000"), 5, ["passed", "failed"]),
        (SPOILS_ITS_FIRST_REPLY, 5, ["passed", "failed"]),
        (SPOILS_ITS_FIRST_REPLY, 9, ["passed", "failed"]),
    ],
)
def test_a_few_games_are_played_as_a_person_plays_them(source, quick, statuses):
    assert after_games(source, quick) == statuses


@pytest.mark.parametrize(
    ("answer", "statuses"),
    [
        (late(20), ["passed", "passed"]),
        (None, ["passed", "passed"]),
        (died("killed"), ["passed", "failed"]),
    ],
)
def test_a_late_answer_to_a_person_costs_nothing(answer, statuses):
    asked = []

    def driver(ask):
        asked.append(ask)
        if len(asked) == 1:
            return [late(10)] * len(ask.questions)
        return [answer] * len(ask.questions)

    assert after_games(RIGHT, 5, driver) == statuses
    _, again = asked
    games = [["O", [n], [], False] for n in (4, 0)]
    assert (again.questions, again.fresh, again.strikes) == (games, True, 1)


# --- What the sandbox refuses while the file is loaded --------------------------------

REFUSED = [
    "open('log.txt', 'w')",
    "import logging\nlogging.basicConfig(filename='log.txt')\n",
    "import os\nos.mkdir('games')",
    "import socket\nsocket.create_connection(('127.0.0.1', 9), 1)",
    "import subprocess\nsubprocess.run(['ls'])",
    "try:\n    open('log.txt', 'w')\nexcept OSError as error:\n"
    "    raise RuntimeError('no log') from error",
]


@pytest.mark.parametrize("top", REFUSED)
def test_what_the_sandbox_refuses_gives_no_grade(top):
    record = check_file("tictactoe.py", source=f"{top}\n{RIGHT}".encode())
    assert record.refusal
    assert not record.graded
    assert "line" in record.refusal.parts


@pytest.mark.parametrize(
    "top", ["1 / 0", "open('board.txt')", "raise OSError(5, 'no')"]
)
def test_what_the_file_itself_breaks_gives_zero(top):
    record = check_file("tictactoe.py", source=f"{top}\n{RIGHT}".encode())
    assert record.graded
    assert (record.points, bool(record.hint)) == (0, True)


# --- A file that waits ------------------------------------------------------------

WAITS = [
    ("import time\ndef minimax(board):\n    time.sleep(1)\n", {"minimax": [3]}),
    ("import time as t\ndef f():\n    t.sleep(1)\n    t.sleep(2)\n", {"f": [3, 4]}),
    ("from time import sleep as wait\ndef f():\n    wait(1)\n", {"f": [3]}),
    ("import time\nclass Search:\n    def f(self): time.sleep(1)\n", {"f": [3]}),
    ("from time import *\ndef f():\n    sleep(1)\n", {"f": [3]}),
    ("def sleep(): 0\ndef f():\n    sleep()\n    cat.sleep(1)\n", {}),
    ("import time\ntime.sleep(1)\ndef f(): return time.time()\n", {}),
]


@pytest.mark.parametrize(("source", "lines"), WAITS)
def test_calls_of_sleep_are_found_by_function(source, lines):
    assert sleeping_lines(ast.parse(source)) == lines


@pytest.mark.parametrize("late_one", [True, False])
def test_a_file_that_waits_is_told_so_if_time_runs_out(late_one):
    source = "import time\n\ndef player(board):\n    time.sleep(9)\n    return X\n"

    def driver(ask):
        if ask.function not in FUNCTIONS:
            return ask_in_process(ask)
        answer = late(5) if late_one else Answer("mX")
        return [answer] * len(ask.questions)

    talk = judge(source.encode(), "tictactoe.py", ["player"])
    notes = {note.key: note.parts for note in converse(talk, driver).notes}
    waits = {"function": "player", "lines": [4]}
    assert notes.get("note.sleeps") == (waits if late_one else None)
