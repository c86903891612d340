"""The ladder: every rung finds the truth, in a known number of positions."""

from itertools import pairwise

import pytest
from helpers.counts import POSITIONS

from noughts.game import contract, oracle
from noughts.game.board import START, key_of
from noughts.search import LADDER, AlphaBeta, Memory, StrongFirst
from noughts.search.minimax import by_rows
from noughts.search.recording import record
from noughts.search.strong_first import strong_first
from noughts.search.symmetry import images


@pytest.fixture(scope="module")
def rules():
    return contract.default()


# Plain Minimax takes most of its time for the 82 boards with less than three marks.
@pytest.mark.parametrize(
    ("rung", "most_empty"),
    [
        ("minimax", 6),
        pytest.param("minimax", 9, marks=pytest.mark.slow),
        *((rung, 9) for rung in LADDER if rung != "minimax"),
    ],
)
def test_every_rung_finds_the_value_of_every_position(
    rung, most_empty, rules, positions, share
):
    """A memory is kept from one position to the next, and stays right."""
    search = LADDER[rung](rules)
    for board in positions[share - 1 :: share]:
        if key_of(board).count(".") <= most_empty:
            assert search.value(board) == oracle.truth_of(board).value, board


@pytest.mark.parametrize(
    "rung",
    [
        pytest.param(
            rung, marks=[pytest.mark.ci] * (rung in ("minimax", "stop-at-win"))
        )
        for rung in LADDER
    ],
)
def test_every_rung_visits_a_known_number_of_positions(rung, rules):
    recording = record(LADDER[rung](rules), rules.initial_state())
    assert recording.positions == POSITIONS[rung]
    assert recording.value == 0


def test_every_rung_visits_fewer_positions_than_the_one_below():
    assert list(POSITIONS) == list(LADDER)
    assert all(more > fewer for more, fewer in pairwise(POSITIONS.values()))


def test_the_order_can_be_chosen(rules):
    start = rules.initial_state()
    assert (
        record(AlphaBeta(rules, strong_first), start).positions
        == POSITIONS["strong-first"]
    )
    assert (
        record(StrongFirst(rules, by_rows), start).positions == POSITIONS["alphabeta"]
    )


def test_the_orders_try_every_action_once(rules, in_progress, share):
    for order in (by_rows, strong_first):
        for board in in_progress[::share]:
            assert sorted(order(rules, board)) == sorted(rules.actions(board))


def test_strong_cells_are_the_centre_then_the_corners_then_the_edges(rules):
    squares = [3 * i + j + 1 for i, j in strong_first(rules, rules.initial_state())]
    assert squares == [5, 1, 3, 7, 9, 2, 4, 6, 8]


def test_alpha_beta_keeps_its_promise_in_every_window(rules, positions, share):
    """Exact inside the window, a true bound outside."""
    windows = [(-1, 0), (0, 1), (-1, 1)]
    searches = [AlphaBeta(rules), Memory(rules), LADDER["symmetry"](rules)]
    late = [board for board in positions if key_of(board).count(".") < 7]
    for board in late[::share]:
        truth = oracle.truth_of(board).value
        for search in searches:
            for alpha, beta in windows:
                found = search.value(board, alpha, beta)
                if alpha < found < beta:
                    assert found == truth
                elif found <= alpha:
                    assert truth <= found
                else:
                    assert truth >= found


@pytest.mark.parametrize("order", [by_rows, strong_first])
def test_a_memory_keeps_bounds_that_are_true(rules, order):
    memory = Memory(rules, order)
    memory.value(rules.initial_state())
    assert any(low < high for low, high in memory.known.values())
    for key, (low, high) in memory.known.items():
        assert low <= oracle.table()[key].value <= high


def test_a_board_has_eight_images_or_fewer():
    assert len(images("XO.......")) == 8
    assert images("X...O....") == {"X...O....", "..X.O....", "....O.X..", "....O...X"}
    assert images(START) == {START}
    assert len({min(images(key)) for key in oracle.table()}) == 765
