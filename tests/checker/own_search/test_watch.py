"""Recognising alpha-beta by the calls of `result`."""

from threading import Thread
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.players import (
    ALPHABETA,
    ASKS_TERMINAL,
    ASKS_WINNER,
    BACKWARDS,
    BLOCKS,
    CORNERS,
    CORNERS_BELOW,
    LISTS_FIRST,
    LOOKS_ONE_MOVE_AHEAD,
    LOOKS_THREE_MOVES_AHEAD,
    MINIMAX,
    MOVED,
    REMEMBERS,
    RULES,
    SORTS,
    STOPS,
    UNDOES,
)

from noughts.checker.own_search import trace
from noughts.checker.own_search.trace import UNREADABLE, listen
from noughts.checker.own_search.watch import Seen, assess, why_left_out
from noughts.game import contract
from noughts.game.board import board_of, free, key_of, play
from noughts.game.notation import parse_board, parse_square

BOARD = parse_board("X.. .O. ...")
KEY = key_of(BOARD)
CUTS = ALPHABETA.replace("{cut}", "beta <=")
FULL_WINDOWS = CUTS.replace("alpha, best_action = v", "_, best_action = v")
WON = "best == (1 if maximizing else -1)"
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
    notes, total, _ = listen(engine, BOARD)
    return assess(KEY, notes, total)


@pytest.mark.parametrize(
    ("player", "code", "calls", "stopping", "alphabeta"),
    [
        (CUTS, "alphabeta", 921, 2000, 921),
        (FULL_WINDOWS, "alphabeta", 1799, 2102, 921),
        (sorts("0", "alpha >= beta"), "alphabeta", 2498, 2252, 921),
        (sorts(CENTRE, "alpha >= beta"), "alphabeta", 2498, 2252, 921),
        (sorts("utility(board)", "alpha >= beta"), "alphabeta", 1376, 2262, 925),
        (MINIMAX, "minimax", 7331, 2248, 921),
        (LISTS_FIRST, "minimax", 7331, 2248, 921),
        (REMEMBERS, "minimax", 1401, 2248, 921),
        (STOPS, "minimax", 2248, 2248, 915),
        (sorts(CENTRE, WON), "minimax", 2937, 2248, 915),
        (BLOCKS, "minimax", 907, 1982, 795),
        (ALPHABETA.replace("{cut}", "beta <"), "unclear", 3060, 2248, 921),
        (LOOKS_ONE_MOVE_AHEAD, "unclear", 7, 1923, 843),
        (LOOKS_THREE_MOVES_AHEAD, "unclear", 1019, 2235, 909),
        (BACKWARDS, "unclear", 50, 1923, 843),
        ("\ndef minimax(board):\n    return (2, 2)\n", "unclear", 0, 1923, 843),
    ],
)
def test_a_search_is_recognised_and_compared(
    player, code, calls, stopping, alphabeta, engine
):
    found = watched(engine(player))
    assert (found.code, found.positions, found.asked) == (code, calls, False)
    assert not found.skips
    assert [*found.textbook.values()] == [7331, stopping, alphabeta]


MADE = MOVED + CUTS.replace("result(", "moved(")
FIRST, REST = CUTS.split("def max_value")
ROOT_BY_RESULT = MOVED + FIRST + "def max_value" + REST.replace("result(", "moved(")
CUT = "alpha >= beta"


@pytest.mark.parametrize(
    ("player", "code", "positions"),
    [
        (MADE, "alphabeta", 921),
        (MOVED + MINIMAX.replace("result(", "moved("), "minimax", 7331),
        (MOVED + STOPS.replace("result(", "moved("), "minimax", 2248),
        (MOVED + sorts(CENTRE, CUT).replace("result(", "moved("), "alphabeta", 1799),
        (ROOT_BY_RESULT, "alphabeta", 921),
        (UNDOES.format(cut=CUT, over=ASKS_TERMINAL), "alphabeta", 843),
        (UNDOES.format(cut=CUT, over=ASKS_WINNER), "alphabeta", 843),
        (UNDOES.format(cut="False", over=ASKS_TERMINAL), "minimax", 7331),
    ],
)
def test_a_search_is_seen_by_the_boards_that_it_asks_about(
    player, code, positions, engine
):
    found = watched(engine(player))
    assert (found.code, found.positions, found.asked) == (code, positions, True)


@pytest.mark.parametrize(
    ("player", "code", "may_prune"),
    [
        (CUTS, "alphabeta", True),
        (ALPHABETA.replace("{cut}", "beta <"), "unclear", True),  # cuts too little
        (CORNERS, "minimax", False),  # only the first moves are left out
        (CORNERS_BELOW, "alphabeta", True),  # skips, too
        (LOOKS_ONE_MOVE_AHEAD, "unclear", False),  # by no bound
        (BACKWARDS, "unclear", True),  # unreadable
        ("\ndef minimax(board):\n    return (2, 2)\n", "unclear", True),
    ],
)
def test_a_search_is_unclear_if_moves_are_left_out_and_it_may_prune(
    player, code, may_prune, engine
):
    found = watched(engine(player))
    assert (found.code, found.may_prune) == (code, may_prune)


LEAVES_OUT = (
    CUTS.replace("in actions(", "in tried(")
    + """
def tried(board):
    moves = sorted(actions(board))
    return moves[:2] if board == {board} else moves
"""
)


@pytest.mark.parametrize("depth", range(3))
def test_moves_that_are_left_out_on_the_first_path_are_not_cut(depth, engine):
    """Nothing but a win can cut there: the window is still open."""
    key = KEY
    for _ in range(depth):
        key = play(key, free(key)[0])
    found = watched(engine(LEAVES_OUT.format(board=board_of(key))))
    assert (found.code, found.skips) == ("alphabeta", True)


@pytest.mark.parametrize(
    ("key", "tried", "searched", "why"),
    [
        ("XX.OO....", "3", "", "win"),
        ("XX.OO.X..", "6", "1", "win"),
        ("XX.OO.X..", "3", "3", "threat"),
        ("X..OO...X", "6", "6", "threat"),
        ("X..OO...X", "26", "26", "bound"),
        ("X..OO...X", "2", "2", "bound"),
        ("X..OO...X", "2", "", "bound"),  # O wins next
        ("X...O....", "2", "", "unknown"),
        ("X...O....", "2", "2", "bound"),
        ("X...O....", "2369", "2369", "nothing left out"),  # by symmetry
        ("X........", "2359", "2359", "bound"),
        ("X........", "23569", "23569", "nothing left out"),
    ],
)
def test_what_a_search_leaves_out_has_a_reason(key, tried, searched, why):
    position = Seen(key)
    for square in tried:
        action = parse_square(square)
        after = {action: None} if square in searched else {}
        position.after[action] = Seen(play(key, action), after=after)
    assert why_left_out(position, set()) == why


def test_our_engine_is_alpha_beta():
    fresh = contract.load(ROOT / "tictactoe.py")  # one that remembers nothing yet
    assert watched(fresh).code == "alphabeta"


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
    notes, total, _ = listen(engine(MINIMAX), BOARD)
    assert len(notes) == 30
    assert total > 7_331


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
    engine = SimpleNamespace(minimax=lambda _: print("a\nb"), result=None)
    assert listen(engine, BOARD) == ["", 0, 2]
    assert not capsys.readouterr().out
