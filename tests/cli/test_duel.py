"""`noughts duel`: two meet, on both sides."""

import re

import pytest
from helpers.commands import command
from helpers.refusals import refused

import tictactoe
from noughts.cli import duel
from noughts.cli.duel import Entrant
from noughts.game.contract import SlowEngineError
from noughts.game.games import forfeit_after_timeout
from noughts.game.notation import board_text, parse_board
from noughts.texts import words

say, main = words(), command("duel")


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """Give every test a terminal in which a path of any length fits on a line."""
    monkeypatch.setenv("COLUMNS", "300")


def corner_only(board):
    return 0, 0


def test_an_engine_that_answers_a_taken_cell_forfeits(monkeypatch, capsys):
    entrants = {"corner": corner_only, "perfect": tictactoe.minimax}
    monkeypatch.setattr(
        duel, "_entrant", lambda name, *_: Entrant(name, player=entrants[name])
    )
    assert main(["corner", "perfect"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"^as X     0      0       1 +1 \d\n", out, re.MULTILINE)
    why = say("refusal.call_not_free", call="minimax(X.. .O. ...)", what="(0, 0)")
    failure = say("duel.forfeits", name="corner", why=why)
    assert f"{failure}{say('duel.more', n=1)}\n" in out


def test_a_late_engine_is_asked_again_only_about_smaller_positions():
    asked = []

    def late(board):
        asked.append(board_text(board))
        raise SlowEngineError(f"minimax({asked[-1]})", 5)

    entrant = Entrant("late", player=forfeit_after_timeout(late))
    for text in ("X.. ... ...", "... ... ...", ".X. ... ...", "X.. .O. ..."):
        with refused("refusal.call_slow", n=5):
            entrant.play(parse_board(text))
    assert asked == ["X.. ... ...", "X.. .O. ..."]
    assert len(entrant.failures) == 2


@pytest.mark.ci
def test_an_engine_that_is_slow_in_the_beginning_can_still_win(capsys, monkeypatch):
    """A first move that takes too long loses the games as X, and no others."""

    def slow(board):
        if board == tictactoe.initial_state():
            raise SlowEngineError("minimax(... ... ...)", 5)
        return tictactoe.minimax(board)

    entrants = {"slow": Entrant("slow", slow), "random": Entrant("random")}
    monkeypatch.setattr(duel, "_entrant", lambda name, *_: entrants[name])
    assert main(["slow", "random"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"^as X +0.000 % +0.000 % +100.000 %", out, re.MULTILINE)
    assert re.search(r"^as O +91.640 % +8.360 % +0.000 %", out, re.MULTILINE)
    why = say("refusal.call_slow", call="minimax(... ... ...)", n=5)
    assert out.endswith(f"{say('duel.forfeits', name='slow', why=why)}\n")
