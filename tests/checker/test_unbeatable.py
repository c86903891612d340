"""Whether an engine can be beaten, by every line of its opponent."""

import pytest
from conftest import ENGINES

from noughts.board import START, board_of
from noughts.checker.answers import Answer, said_of
from noughts.checker.questions import questions
from noughts.checker.unbeatable import play_all, unbeatable
from noughts.contract import default, load


def answers_of(minimax):
    return {
        q.key: Answer(said_of(minimax(board_of(q.key))))
        for q in questions("minimax")
        if q.about == "open"
    }


def test_nobody_beats_our_own_engine():
    answers = answers_of(default().minimax)
    assert [check.status for check in unbeatable(answers)] == ["passed", "passed"]


@pytest.mark.parametrize("mark", ["X", "O"])
def test_a_lost_game_is_played_move_by_move(mark):
    engine = load(ENGINES / "first_cell.py")
    _, lost = play_all(answers_of(engine.minimax), mark)
    actions, end = lost[0]
    assert end == f"{'O' if mark == 'X' else 'X'} wins"
    assert len(actions) == min(len(other) for other, _ in lost)


def test_an_engine_without_a_move_has_lost():
    x, o = unbeatable(answers_of(lambda board: None))
    assert x.failures[0].got == "no legal move: None"
    assert not x.failures[0].hint  # there is no game to be played by hand
    assert o.status == "failed"


def test_without_all_answers_nothing_is_proved():
    answers = answers_of(default().minimax)
    del answers[START]
    x, o = unbeatable(answers)
    assert x.status == "failed"
    assert "was not answered in the time" in x.note
    assert o.status == "passed"
