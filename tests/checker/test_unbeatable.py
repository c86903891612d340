"""Whether an engine can be beaten by any line of its opponent."""

from functools import reduce

import pytest
from conftest import ENGINES

from noughts.checker.answers import Answer, raised, read_value, said_of
from noughts.checker.questions import questions
from noughts.checker.whole_games import lost_in, unbeatable
from noughts.game import oracle
from noughts.game.board import START, board_of, play, replies
from noughts.game.contract import default, load
from noughts.texts.said import Said


def answers_of(minimax):
    return {
        q.key: Answer(said_of(minimax(board_of(q.key))))
        for q in questions("minimax")
        if q.about == "open"
    }


def test_nobody_beats_our_own_engine():
    answers = answers_of(default().minimax)
    assert [check.status for check in unbeatable(answers)] == ["passed", "passed"]


def test_games_lost_by_placeholders_are_unfinished():
    answers = answers_of(default().minimax)
    for key in answers:
        if oracle.table()[key].turn == "O":
            answers[key] = raised("NotImplementedError", "", "")
    assert [check.status for check in unbeatable(answers)] == ["passed", "unfinished"]
    answers["X........"] = raised("NameError", "", "")
    assert [check.status for check in unbeatable(answers)] == ["passed", "failed"]


def test_without_all_answers_nothing_is_proved():
    answers = answers_of(default().minimax)
    del answers[START]
    for wrong, status in ((True, "failed"), (False, "unjudged")):
        checks = unbeatable(answers, wrong)
        assert [check.status for check in checks] == [status, "passed"]
        assert checks[0].note.key == "note.unknown_move"


def games_of(key, answers, mark):
    """Return all games of a side that plays its answers, as lists of cells."""
    if oracle.table()[key].turn is None:
        return [[]]
    mine = oracle.table()[key].turn == mark
    cells = [answers[key].cell] if mine else replies(key)
    return [
        [cell, *rest]
        for cell in cells
        for rest in games_of(play(key, cell), answers, mark)
    ]


@pytest.mark.parametrize(("engine", "lost"), [("first_cell", True), ("", False)])
def test_every_line_of_the_opponent_is_played_once(engine, lost):
    minimax = load(ENGINES / f"{engine}.py").minimax if engine else default().minimax
    answers = answers_of(minimax)
    for check, mark in zip(unbeatable(answers), "XO", strict=True):
        games = games_of(START, answers, mark)
        other = "O" if mark == "X" else "X"
        ends = [reduce(play, game, START) for game in games]
        won = [key for key in ends if oracle.table()[key].winner == other]
        assert (check.asked, check.failing, len(check.failures)) == (
            len(games),
            len(won),
            lost,
        )
        assert check.status == ("failed" if won else "passed")
        for failure in check.failures:
            assert (failure.cases, failure.got) == (len(won), f"{other} wins")
            assert failure.verdict == failure.got
            assert failure.line[0].mark == "X"
            assert failure.line[-1].board.replace(" ", "") in won
            assert not failure.hint


@pytest.mark.parametrize(("answer", "games"), [(None, 1), ((0, 0), 8)])
def test_a_game_ends_without_a_legal_move(answer, games):
    x, o = unbeatable(answers_of(lambda board: answer))
    [failure] = x.failures
    assert (x.asked, x.failing, failure.cases) == (games, games, games)
    assert failure.got == Said("value.no_move", what=str(answer))
    assert not failure.hint
    assert o.status == "failed"


@pytest.mark.parametrize("function", ["initial_state", "minimax", "move", "result"])
@pytest.mark.parametrize("said", ["", "c", "cx", "b"])
def test_a_forged_transcript_is_a_lost_game(function, said):
    assert lost_in(read_value([[function, said, ""]]))
