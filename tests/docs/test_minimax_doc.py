"""The Python on the page about Minimax runs, and its figures are right."""

import json
import re

import pytest
from conftest import ROOT
from helpers.pages import blocks, run_block

import tictactoe
from noughts.game import oracle
from noughts.game.board import key_of
from noughts.game.notation import board_text, parse_board, square
from noughts.search import AlphaBeta
from noughts.search.recording import record

PAGE = ROOT / "docs" / "minimax.md"
TEXT = PAGE.read_text("utf-8")


@pytest.fixture(scope="module")
def names():
    """Run all Python of the page as one session, and return its names."""
    session = {}
    for block in blocks(PAGE, "python"):
        run_block(block, session, PAGE.name)
    return session


@pytest.mark.ci
def test_the_two_forms_of_the_typo_have_different_symptoms(names):
    def helped(board):
        if tictactoe.terminal(board):
            return tictactoe.utility(board)
        return max(helped(tictactoe.result(board, a)) for a in tictactoe.actions(board))

    board = parse_board("XX. OO. ...")
    assert square(names["choose"](board, names["slipped"])) != 3
    walks_into_a_loss = parse_board("X.. .O. .XO")
    assert oracle.after(walks_into_a_loss, (0, 1)).outcome == -1
    assert helped(tictactoe.result(walks_into_a_loss, (0, 1))) == 1


@pytest.mark.ci
def test_negamax_is_the_value_for_the_player_to_move(names, in_progress):
    for board in in_progress[::37]:
        assert names["negamax"](board) == oracle.verdict(board).outcome


@pytest.mark.parametrize(
    ("step", "positions"),
    [(1, "2,312"), pytest.param(-1, "198,837", marks=pytest.mark.ci)],
)
def test_the_best_and_the_worst_order_visit_as_many_positions_as_stated(
    step, positions
):
    def ranked(rules, board):
        sign = 1 if rules.player(board) == rules.X else -1
        worth = {a: sign * value(rules.result(board, a)) for a in rules.actions(board)}
        return sorted(worth, key=lambda action: (-worth[action], action))[::step]

    def value(board):
        return oracle.table()[key_of(board)].value

    search = AlphaBeta(tictactoe, ranked)
    assert f"{record(search, tictactoe.initial_state()).positions:,}" == positions
    assert positions in TEXT


@pytest.mark.ci
def test_a_depth_limit_errs_as_often_as_stated(names, in_progress):
    def errs(board, depth):
        after = names["limited"]
        chosen = names["choose"](board, lambda board: after(board, depth))
        return chosen not in oracle.truth_of(board).optimal

    errors = [sum(errs(board, depth) for board in in_progress) for depth in range(3)]
    assert errors == [534, 223, 100]
    assert "goes wrong in 534" in TEXT
    assert "in 223, 100, 37 and 14" in TEXT


def measured(name):
    """Return a list of the numbers that the figures show."""
    text = (ROOT / "docs" / "essay" / "measured.js").read_text("utf-8")
    found = re.search(rf"{name} = (\[.*?\]);", text, re.DOTALL)
    return json.loads(re.sub(r",\s*\]", "]", found[1]))


@pytest.mark.ci
def test_the_figure_of_the_cost_shows_what_a_perfect_game_costs(names):
    board, visits = tictactoe.initial_state(), []
    while not tictactoe.terminal(board):
        visits.append(names["nodes"](board_text(board)))
        board = tictactoe.result(board, tictactoe.minimax(board))
    assert measured("VISITS") == visits[::-1]


@pytest.mark.ci
def test_the_figure_of_the_depth_limit_shows_what_the_code_returns(names):
    board = parse_board("X.. .O. ..X")
    squares = measured("LIMITED_SQUARES")
    assert squares == sorted(map(square, tictactoe.actions(board)))
    for depth, shown in enumerate(measured("LIMITED")):
        after = [tictactoe.result(board, a) for a in sorted(tictactoe.actions(board))]
        assert shown == pytest.approx([names["limited"](each, depth) for each in after])
