"""Games as values, and exact odds between players."""

import random
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

import pytest
from helpers.odds import odds_against_random
from helpers.refusals import refused

import tictactoe
from noughts.game.board import free_cells, key_of, replies
from noughts.game.contract import EngineError, SlowEngineError
from noughts.game.games import (
    Game,
    Odds,
    casual,
    legal_action,
    odds,
    perfect_span,
    play_out,
    uniform,
)
from noughts.game.notation import board_text, parse_board, parse_square
from noughts.solver.mnk import Rules, cells_of, lines
from noughts.texts import Refused


def game_of(squares):
    """Play the squares, such as "5 1 9"."""
    game = Game()
    for number in squares.split():
        game = game.play(parse_square(number))
    return game


def first_free(board):
    return min(replies(key_of(board)))


# --- A game ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("squares", "board", "turn", "winner", "line"),
    [
        ("", "... ... ...", "X", None, ""),
        ("5", "... .X. ...", "O", None, ""),
        ("5 1 3", "O.X .X. ...", "O", None, ""),
        ("5 1 3 2 7", "OOX .X. X..", None, "X", "3 5 7"),
        ("1 4 2 5 9 6", "XX. OOO ..X", None, "O", "4 5 6"),
        ("1 2 3 5 4 6 8 7 9", "XOX XOO OXX", None, None, ""),
        ("1 2 3 5 7 8", "XOX .O. XO.", None, "O", "2 5 8"),
        ("1 2 3 4 7 6 9 8 5", "XOX OXO XOX", None, "X", "1 3 5 7 9"),
    ],
)
def test_a_game_is_defined_by_its_moves(squares, board, turn, winner, line):
    game = game_of(squares)
    assert str(game) == squares
    assert board_text(game.board) == board
    assert (game.turn, game.winner, game.over) == (turn, winner, turn is None)
    assert game.line == {parse_square(number) for number in line.split()}


@pytest.mark.parametrize(
    "size", [(1, 1, 1), (1, 4, 2), (3, 3, 3), (4, 5, 3), (2, 2, 3)]
)
def test_a_game_of_any_size_ends_as_the_solver_says(size):
    rules, rng = Rules(*size), random.Random(3)
    for _ in range(50):
        game, state = Game(rules=size), rules.start()
        while not state.over:
            assert (game.turn, game.line) == ("XO"[len(game.moves) % 2], set())
            action = rng.choice(free_cells(game.board))
            game, state = game.play(action), state.play(rules.bit(action))
        assert game.over
        assert bool(game.winner) == bool(game.line) == state.lost
        full = [line for line in lines(rules) if not line & ~state.theirs]
        assert game.line == {rules.action(c) for line in full for c in cells_of(line)}


def test_undo_takes_back_one_move_after_another():
    game = game_of("5 1 3 2 7")
    for squares in ("5 1 3 2", "5 1 3", "5 1", "5", "", ""):
        game = game.undo()
        assert game == game_of(squares)


def test_a_game_never_changes():
    game = game_of("5 1")
    game.board[0][2] = "X"
    game.play((0, 2))
    game.undo()
    game.resign()
    assert game == game_of("5 1")
    assert board_text(game.board) == "O.. .X. ..."


@pytest.mark.parametrize(
    ("squares", "action"),
    [("5", (1, 1)), ("", (3, 0)), ("", (-1, 0)), ("5 1 3 2 7", (2, 2)), ("", None)],
)
def test_an_illegal_move_is_refused(squares, action):
    game = game_of(squares)
    with pytest.raises(Refused) as error:
        game.play(action)
    assert error.value.parts == {"action": str(action), "board": board_text(game.board)}


def test_the_player_who_resigns_loses():
    for squares, winner in (("", "O"), ("5", "X"), ("5 1", "O")):
        game = game_of(squares).resign()
        assert game.over
        assert game.winner == winner
        assert game.turn is None
        assert game.line == set()


# --- EngineErrors ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "key", "what"),
    [
        ((1, 1), "not_free", "(1, 1)"),
        ((3, 0), "not_free", "(3, 0)"),
        ((), "not_free", "()"),
        (None, "not_action", "None"),
        ([0, 0], "not_action", "[0, 0]"),
        ((0.0, 0.0), "not_action", "(0.0, 0.0)"),
        ((False, True), "not_action", "(False, True)"),
        (([], {}), "not_action", "([], {})"),
        ("1", "not_action", "'1'"),
        (list(range(99)), "not_action", "[0, 1, 2, 3, 4, 5, ...]"),
    ],
)
def test_an_answer_that_is_not_a_free_cell_forfeits(answer, key, what):
    parts = {"call": "minimax(... .X. ...)", "what": what}
    with refused(f"refusal.call_{key}", EngineError, **parts):
        legal_action(lambda board: answer, parse_board("... .X. ..."))


class Cell(NamedTuple):
    """A pair with names."""

    i: int
    j: int


class Number(IntEnum):
    """A number with a name."""

    TWO = 2


@pytest.mark.parametrize("answer", [Cell(0, 2), (0, Number.TWO), Cell(0, Number.TWO)])
def test_named_tuples_and_int_enums_are_actions(answer):
    action = legal_action(lambda board: answer, parse_board("... .X. ..."))
    assert (type(action), *map(type, action)) == (tuple, int, int)
    assert action == (0, 2)


def test_an_answer_is_judged_by_the_board_as_it_was():
    def cheat(board):
        board[1][1] = None
        return 1, 1

    with pytest.raises(EngineError):
        legal_action(cheat, parse_board("... .X. ..."))


def broken(board):
    raise SlowEngineError("minimax(...)", 5)


def test_an_engine_that_fails_forfeits_with_its_message():
    with refused("refusal.call_slow", n=5):
        legal_action(broken, parse_board("... ... ..."))
    assert play_out({"X": broken, "O": tictactoe.minimax}).winner == "O"
    assert play_out({"X": tictactoe.minimax, "O": broken}).winner == "X"


# --- Odds --------------------------------------------------------------------


def test_random_against_random_gives_the_known_shares():
    shares = odds({"X": uniform, "O": uniform}, "X")
    assert [round(float(share), 4) for share in shares] == [0.5849, 0.1270, 0.2881]


@pytest.mark.ci
def test_the_odds_of_both_players_mirror_each_other():
    policies = {"X": casual, "O": uniform}
    x, o = odds(policies, "X"), odds(policies, "O")
    assert (x.wins, x.draws, x.losses) == (o.losses, o.draws, o.wins)


@pytest.mark.parametrize(
    ("mark", "floor", "ceiling"), [("X", "83.854", "99.479"), ("O", "57.354", "91.640")]
)
def test_perfect_players_are_not_equal_against_random(mark, floor, ceiling):
    def percent(odds):
        return f"{float(100 * odds.wins):.3f}"

    low, high = perfect_span(uniform, mark)
    assert (percent(low), percent(high)) == (floor, ceiling)
    assert low.losses == high.losses == 0


def test_our_engine_has_the_best_odds_of_perfect_play():
    for mark in "XO":
        _, ceiling = perfect_span(uniform, mark)
        assert odds_against_random(tictactoe.minimax, mark) == ceiling


def test_a_game_on_any_board_is_shown_as_its_squares():
    flat = Game(rules=Rules(1, 4, 3)).play((0, 2)).play((0, 0))
    wide = Game(rules=Rules(2, 4, 3)).play((1, 0)).play((0, 3))
    assert (str(flat), str(wide)) == ("3 1", "5 4")


def test_odds_are_shown_in_percent():
    odds = Odds(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    assert str(odds) == "wins 50.000 %, draws 33.333 %, losses 16.667 %"
