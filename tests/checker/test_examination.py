"""The driver: questions go to sandboxed processes, and timeouts are limited."""

import time

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker.asking import PATIENCE, Ask, Effort, UnjudgedError
from noughts.checker.case import Case
from noughts.checker.check_file import Examination
from noughts.checker.questions import every, on_wire
from noughts.checker.source_text import read

KEYS = [".........", "X........"]


@pytest.mark.parametrize(
    ("function", "seconds", "patience"),
    [
        ("survey", 0, 3),
        ("player", 0, 3),
        ("player", 2, 2),
        ("minimax", 0, 7),
        ("minimax", 9, 7),
        ("listen", 5, 5),
    ],
)
def test_a_search_has_more_time_than_a_rule(function, seconds, patience):
    asked = Ask("", {}, function, [], seconds=seconds)
    assert asked.patience(Effort(answer=7, rule=3)) == patience


def asking(text, function="player", questions=(), **more):
    setup = Case(text, read(text.encode())).setup()
    return Ask(text, setup, function, questions or KEYS * 4, **more)


def examined(*asked, progress=lambda *_: None, **effort):
    """Return the answers of sandboxed processes in wire format."""
    with Examination(Effort(**effort), progress) as driver:
        return [[a and a.said for a in driver(each)] for each in asked]


@pytest.mark.parametrize("function", ["winner", "minimax"])
def test_sandboxed_processes_answer_like_this_one(function):
    text = (ENGINES / "alpha_beta.py").read_text("utf-8")
    asked = asking(text, function, on_wire(function, every(function)[::20]))
    with Examination(Effort(), lambda *_: None) as driver:
        assert driver(asked) == ask_in_process(asked)


HANGS = "def player(board):\n    if board[0][0]:\n        {}\n    return 'X'\n"


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("while True: pass", "l"),
        ("import os; os._exit(1)", "d"),
        ("[0] * 2**62", "rMemoryError"),
    ],
)
def test_a_function_is_given_up_after_three_strikes(does, said):
    asked = asking(HANGS.format(does), seconds=0.2)
    (found,) = examined(asked)
    assert found == ["mX", said] * PATIENCE + [None] * 2
    assert examined(asked._replace(strikes=1)) == [["mX", said] + [None] * 6]


def test_when_its_share_of_the_time_is_up_only_the_first_question_is_asked():
    text = "def player(board): return 'X'\n"
    asked = [asking(text, "survey", [[]]), asking(text), asking(text, share=1e12)]
    assert examined(*asked, budget=1e-9) == [["v"], [None] * 8, ["mX"] * 8]


def test_a_file_that_cannot_be_loaded_is_refused():
    with pytest.raises(UnjudgedError, match="ValueError: no"):
        examined(asking("raise ValueError('no')"))


def test_a_process_is_reused_unless_a_new_one_is_requested():
    text = "n = 0\ndef player(board):\n    global n\n    n += 1\n    return n\n"
    asked = asking(text, questions=["........."])
    fresh = asked._replace(fresh=True)
    assert examined(asked, asked, fresh, fresh) == [["i1"], ["i2"], ["i1"], ["i1"]]


def test_a_hundred_setups_share_two_processes():
    text = "def player(board): return 'X'\n"
    with Examination(Effort(), lambda *_: None) as driver:
        for n in range(5):
            asked = asking(text, questions=KEYS)
            driver(asked._replace(setup=asked.setup | {"cells": f"{n}"}))
        assert len(driver._engines) == 2


def test_progress_names_the_slow_function_and_can_stop_the_judge():
    told = []

    def progress(function, done, total):
        told.append((function, done, total))
        if len(told) == 4:
            raise KeyboardInterrupt

    asked = asking(HANGS.format("while True: pass"))
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        examined(asked, progress=progress)
    assert time.monotonic() - began < 60  # the patience with three answers is longer
    assert told[0] == ("player", 0, 8)
    assert told[-1] == ("player", 1, 8)
