"""The opponent's moves: engines that fail, loop or lie, and the real loop."""

import time
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from conftest import ROOT
from helpers.waiting import until
from helpers.window_games import typed

from noughts.game import contract
from noughts.game.contract import MachineError
from noughts.play.window import thinking
from noughts.play.window.state import WindowState, new_game, play, status
from noughts.play.window.thinking import OpponentThread, open_engine, reply
from noughts.texts import LANGUAGES, words

OURS = (ROOT / "tictactoe.py").read_text("utf-8")
FAULTS = {
    "raises": "raise KeyError('best')",
    "leaves": "raise SystemExit",
    "ends the process": "import os; os._exit(3)",
    "a number": "return 7",
    "outside": "return (3, 3)",
}


def opened(folder, body):
    """Return an engine whose minimax does this, as the window opens it."""
    path = folder / "mine.py"
    path.write_text(f"{OURS}\n\ndef minimax(board):\n    {body}\n")
    return open_engine(str(path))


@pytest.mark.parametrize("fault", FAULTS)
def test_the_call_that_fails_is_named_in_every_language(fault, tmp_path):
    with opened(tmp_path, FAULTS[fault]) as engine:
        state = typed(WindowState(), "o return", engine)
    assert status(state) == state.say("failed")
    for language in LANGUAGES:
        assert words(language).message(state.trouble).startswith("minimax(")
    assert not new_game(state).trouble


def test_a_fault_of_the_machine_is_shown_as_well():
    state, error = new_game(WindowState(mark="O")), MachineError("class.lost_worker")
    assert reply(state, Mock(**{"minimax.side_effect": error}))(state).trouble is error


def test_an_engine_that_spoils_the_board_it_is_given_does_no_harm(tmp_path):
    with opened(tmp_path, "board[0][0] = X; return (1, 1)") as engine:
        state = typed(WindowState(), "o return", engine)
    assert state.game.key == "....X...."


def test_an_engine_that_loops_is_stopped_when_nobody_waits_for_it(tmp_path):
    """Then it is asked about another position, and answers."""
    posted = []
    body = "while board[1][1] is None: pass\n    return (0, 0)"
    with opened(tmp_path, body) as engine:
        thinker = OpponentThread(engine, posted.append)
        looping, other = (
            new_game(WindowState(mark="O")),
            play(new_game(WindowState()), (1, 1)),
        )
        thinker.follow(looping)
        time.sleep(0.2)
        assert thinker.waited() > 0.1
        thinker.follow(other)
        assert until(lambda: len(posted) == 2)
    state = other
    for change in posted:
        state = change(state)
    assert state == play(other, (0, 0))
    assert thinker.waited() == 0


def test_a_reply_is_sought_once_and_comes_after_a_pause(monkeypatch):
    times, slept = iter([100, 100.125, 200, 201]), []
    clock = SimpleNamespace(monotonic=times.__next__, sleep=slept.append)
    monkeypatch.setattr(thinking, "time", clock)
    state = new_game(WindowState(mark="O"))
    for _ in range(2):
        thinker = OpponentThread(contract.default(), lambda change: None)
        thinker.follow(state)
        thread = thinker.thread
        thinker.follow(state)
        assert (thinker.thread, thread.daemon) == (thread, True)
        thread.join()
    assert slept == [pytest.approx(thinking.PAUSE - 0.125), 0]
