"""Recognising alpha-beta by the calls of `result`."""

from threading import Thread
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.players import (
    ALPHABETA,
    BACKWARDS,
    BLOCKS,
    LISTS_FIRST,
    LOOKS_ONE_MOVE_AHEAD,
    LOOKS_THREE_MOVES_AHEAD,
    MINIMAX,
    REMEMBERS,
    RULES,
    SORTS,
    STOPS,
)

from noughts import contract
from noughts.board import key_of
from noughts.notation import parse_board
from noughts.observe import trace
from noughts.observe.trace import UNREADABLE, install, listen
from noughts.observe.watch import assess

BOARD = parse_board("X.. .O. ...")
KEY = key_of(BOARD)
CUTS = ALPHABETA.replace("{cut}", "beta <=")
FULL_WINDOWS = CUTS.replace("alpha, best_action = v", "_, best_action = v")
CENTRE = "(board[1][1] == X) - (board[1][1] == O)"


@pytest.fixture
def engine(tmp_path):
    def made(player):
        path = tmp_path / "engine.py"
        path.write_text(RULES + player, encoding="utf-8")
        return contract.load(path)

    return made


def sorts(key, cut):
    return SORTS.replace("{key}", key).replace("{cut}", cut)


def watched(engine):
    calls, total, _ = listen(engine, BOARD)
    return assess(KEY, calls, total)


@pytest.mark.parametrize(
    ("player", "code"),
    [
        (CUTS, "alphabeta"),
        (FULL_WINDOWS, "alphabeta"),
        (sorts("0", "alpha >= beta"), "alphabeta"),
        (sorts(CENTRE, "alpha >= beta"), "alphabeta"),
        (sorts("utility(board)", "alpha >= beta"), "alphabeta"),
        (MINIMAX, "minimax"),
        (LISTS_FIRST, "minimax"),
        (REMEMBERS, "minimax"),
        (STOPS, "minimax"),
        (sorts(CENTRE, "best == (1 if maximizing else -1)"), "minimax"),
        (BLOCKS, "minimax"),
        (ALPHABETA.replace("{cut}", "beta <"), "unclear"),
        (LOOKS_ONE_MOVE_AHEAD, "unclear"),
        (LOOKS_THREE_MOVES_AHEAD, "unclear"),
        (BACKWARDS, "unclear"),
        ("\ndef minimax(board):\n    return (2, 2)\n", "unclear"),
    ],
)
def test_alpha_beta_is_recognised_by_its_calls(player, code, engine):
    assert watched(engine(player)).code == code


def test_our_engine_is_alpha_beta():
    fresh = contract.load(ROOT / "tictactoe.py")  # one that remembers nothing yet
    assert watched(fresh).code == "alphabeta"


@pytest.mark.parametrize(
    ("player", "name"), [(MINIMAX, "plain Minimax"), (CUTS, "alpha-beta")]
)
def test_a_textbook_search_makes_as_many_calls_as_ours(player, name, engine):
    calls, total, _ = listen(engine(player), BOARD)
    assert assess(KEY, calls, total).textbook[name] == total


@pytest.mark.parametrize(
    "calls",
    [
        "nonsense",
        UNREADABLE,
        f"{KEY}1",  # an occupied cell
        f"{KEY}0",
        f"{KEY}²",
        f"{KEY}",
        "XX..O...O3",  # no position visited before
        "X........5",  # a position before the first one
        f"{KEY}2XX..O....3",  # a move is missing
    ],
)
def test_a_call_that_fits_nowhere_shows_nothing(calls):
    whole = "".join(f"{KEY}{square}" for square in "23467")
    assert assess(KEY, whole + calls, len(whole + calls) // 10).code == "unclear"


def test_calls_beyond_the_limit_show_nothing(engine, monkeypatch):
    monkeypatch.setattr(trace, "NOTES", 3)
    assert watched(engine(CUTS)).code == "unclear"
    calls, total, _ = listen(engine(MINIMAX), BOARD)
    assert (len(calls), total) == (30, 7_331)


def test_recording_leaves_the_engine_unchanged(engine, capsys):
    module = engine("\ndef minimax(board):\n    print()\n    result(board, 7)\n")
    before = module.result
    with pytest.raises(ValueError, match="not an empty cell"):
        listen(module, BOARD)
    assert module.result is before
    print("still here")
    assert capsys.readouterr().out == "still here\n"


@pytest.mark.parametrize("call", ["result()", "result(board, None)", "result(7, 7)"])
def test_a_malformed_call_is_unreadable(call, engine):
    player = (
        f"\ndef minimax(board):\n    try:\n        {call}\n    except Exception: 0\n"
    )
    assert listen(engine(player), BOARD) == [UNREADABLE, 1, 0]


def test_calls_in_other_threads_are_unreadable():
    def minimax(board):
        thread = Thread(target=engine.result, args=[board, (0, 1)])
        thread.start()
        thread.join()

    engine = SimpleNamespace(minimax=minimax, result=lambda board, action: board)
    assert listen(engine, BOARD) == [UNREADABLE, 1, 0]


def test_printed_lines_are_counted(capsys):
    functions, engine = (
        {},
        SimpleNamespace(minimax=lambda _: print("a\nb"), result=None),
    )
    install(engine, functions.__setitem__)
    assert functions["listen"](BOARD) == ["", 0, 2]
    assert not capsys.readouterr().out
