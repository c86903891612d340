"""`noughts check --watch`: the quick part first, and nothing told twice."""

from dataclasses import replace

import pytest
from helpers.records import RECORD

from noughts.checker.record import Check
from noughts.cli.watching import SavedAgainError, Watcher
from noughts.words import words

PLAYER = Check("player.turn", "X moves first.", "passed", 1)
MINIMAX = Check("minimax.legal", "It is legal.", "passed", 1)


def failed(check):
    return replace(check, status="failed", failing=1)


def record_of(*checks):
    return replace(RECORD, checks=checks, refusal="")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "tictactoe.py").write_text("X = 'X'\n")
    return tmp_path / "tictactoe.py"


def test_the_quick_part_is_told_once_when_the_long_one_begins(path):
    told = []
    watcher = Watcher(path, record_of(failed(PLAYER), failed(MINIMAX)), words())
    watcher.checks["player"] = [PLAYER]
    watcher.step("the rules", told.extend)
    assert not told
    watcher.step("minimax", told.extend)
    watcher.step("minimax", told.extend)
    assert told == [
        "Fixed since the last save: player.",
        "All functions before `minimax` are right; it follows …",
    ]
    assert watcher.rest(record_of(PLAYER, MINIMAX)) == [
        "Fixed since the last save: minimax."
    ]


def test_the_first_function_that_fails_is_named(path):
    told = []
    watcher = Watcher(path, None, words())
    watcher.checks["player"] = [failed(PLAYER)]
    watcher.step("minimax", told.extend)
    assert told == ["Next: `player`. `minimax` follows …"]
    assert watcher.rest(record_of(failed(PLAYER))) == []


def test_where_nothing_was_told_yet_and_nothing_changed_that_is_said(path):
    watcher = Watcher(path, record_of(failed(PLAYER)), words())
    assert watcher.rest(record_of(failed(PLAYER))) == [
        "The same checks fail as before."
    ]


def test_a_file_that_is_saved_again_is_not_judged_to_the_end(path):
    watcher = Watcher(path, None, words())
    path.write_text("X = 'X'  # saved again\n")
    with pytest.raises(SavedAgainError):
        watcher.step("the rules", print)
