"""The rules of any board, over masks."""

import pytest
from helpers.refusals import refused

from noughts.game.notation import parse_board
from noughts.solver.ideas.mirrors import look, views
from noughts.solver.mnk import DONE, Rules, lines


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ((3, 3, 3), 8),
        ((4, 4, 4), 10),
        ((4, 4, 3), 24),
        ((5, 5, 4), 28),
        ((6, 6, 5), 32),
        ((8, 8, 8), 18),
        ((1, 5, 3), 3),
        ((5, 1, 3), 3),
        ((3, 4, 1), 12),
        ((2, 2, 3), 0),
    ],
)
def test_the_number_of_lines_of_a_board(board, count):
    rules = Rules(*board)
    assert len(lines(rules)) == count
    assert all(line.bit_count() == rules.line for line in lines(rules))


def test_a_move_changes_what_each_player_needs():
    """Playing cell by cell gives what the rules say of the position reached."""
    rules = Rules(4, 5, 3)
    state = rules.start()
    for n in (7, 3, 12, 8, 17, 0, 2):
        state = state.play(1 << n)
        assert state == rules.state(state.mine, state.theirs)
    assert DONE in state.their_needs
    assert state.lost
    assert state.over


def test_a_board_is_read_as_the_player_to_move_sees_it():
    rules = Rules(2, 3, 3)
    assert rules.read(parse_board("XO. .X.", 2, 3))[:3] == (
        0b000010,
        0b010001,
        0b101100,
    )
    assert rules.read(parse_board("XO. ...", 2, 3))[:3] == (
        0b000001,
        0b000010,
        0b111100,
    )


@pytest.mark.parametrize("text", ["XXX OOO ...", "OOO XX. XX."])
def test_a_board_on_which_the_player_to_move_has_won_is_refused(text):
    with refused("refusal.board_moved", text=text):
        Rules(3, 3, 3).read(parse_board(text))


@pytest.mark.parametrize("board", [(3, 3, 3), (4, 4, 3), (3, 4, 3), (8, 8, 5)])
def test_the_views_of_a_board_keep_its_lines(board):
    rules = Rules(*board)
    assert len(views(rules)) == (8 if rules.rows == rules.columns else 4)
    for view in views(rules):
        assert sorted(look(view, line) for line in lines(rules)) == lines(rules)
