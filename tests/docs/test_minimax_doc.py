"""The page about Minimax: its Python is run, and its figures are right."""

import doctest
import re

import pytest
from conftest import ROOT

import tictactoe
from noughts import oracle
from noughts.board import key_of
from noughts.notation import parse_board, square
from noughts.search import AlphaBeta
from noughts.search.cached_rules import CachedRules
from noughts.search.recording import record

PAGE = ROOT / "docs" / "minimax.md"
TEXT = PAGE.read_text("utf-8")


@pytest.fixture(scope="module")
def names():
    """All names that the page defines, after all of it was run."""
    names = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) > 15
    for block in blocks:
        if block.startswith(">>>"):
            example = parser.get_doctest(block, names, "minimax.md", str(PAGE), 0)
            example.globs = names  # what the functions above see too
            runner.run(example, clear_globs=False)
        else:
            exec(block, names)
    names["failed"] = runner.summarize(verbose=False).failed
    return names


@pytest.mark.ci
def test_every_piece_of_python_on_the_page_does_what_the_page_says(names):
    assert names["failed"] == 0


@pytest.mark.ci
def test_the_slip_makes_x_avoid_winning_and_its_other_form_makes_o_help(names):
    """The page tells the two apart by their symptoms."""

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
def test_the_best_order_and_the_worst_visit_as_many_positions(step, positions):
    def ranked(rules, board):
        sign = 1 if rules.player(board) == rules.X else -1
        worth = {a: sign * value(rules.result(board, a)) for a in rules.actions(board)}
        return sorted(worth, key=lambda action: (-worth[action], action))[::step]

    def value(board):
        return oracle.table()[key_of(board)].value

    search = AlphaBeta(CachedRules(tictactoe), ranked)
    assert f"{record(search, tictactoe.initial_state()).positions:,}" == positions
    assert positions in TEXT


@pytest.mark.ci
def test_a_search_with_a_limit_errs_as_often_as_the_page_says(names, in_progress):
    def errs(board, depth):
        after = names["limited"]
        chosen = names["choose"](board, lambda board: after(board, depth))
        return chosen not in oracle.look(board).optimal

    errors = [sum(errs(board, depth) for board in in_progress) for depth in range(3)]
    assert errors == [534, 223, 100]
    assert "errs in 534" in TEXT
    assert "then in 223, 100, 37 and 14" in TEXT


def test_the_page_names_the_slip_and_fixes_it():
    assert "minEval <- max(minEval, eval)" in TEXT
    assert "minEval <- min(minEval, eval)" in TEXT
