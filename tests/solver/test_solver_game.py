"""The rules of any board, over masks."""

import pytest

from noughts.notation import NotationError, parse_board
from noughts.solver.game import DONE, Game, cells_of, lines
from noughts.solver.ideas.symmetry import look, smallest_view, views


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
def test_a_board_has_so_many_lines(board, count):
    game = Game(*board)
    assert len(lines(game)) == count
    assert all(line.bit_count() == game.line for line in lines(game))


def test_the_lines_of_three_by_three_are_the_eight_that_everybody_knows():
    assert {f"{line:09b}" for line in lines(Game(3, 3, 3))} == {
        *("111000000", "000111000", "000000111"),
        *("100100100", "010010010", "001001001"),
        *("100010001", "001010100"),
    }


def test_a_move_changes_what_each_player_needs():
    """Playing cell by cell gives what the rules say of the position reached."""
    game = Game(4, 5, 3)
    position = game.start()
    for n in (7, 3, 12, 8, 17, 0, 2):
        position = position.play(1 << n)
        assert position == game.position(position.mine, position.theirs)
    assert DONE in position.their_needs
    assert position.lost
    assert position.over


def test_a_full_board_is_over_and_not_lost():
    game = Game(1, 2, 2)
    position = game.start().play(1).play(2)
    assert position.over
    assert not position.lost


def test_a_board_is_read_as_the_player_to_move_sees_it():
    game = Game(2, 3, 3)
    assert game.read(parse_board("XO. .X.", 2, 3))[:3] == (0b000010, 0b010001, 0b101100)
    assert game.read(parse_board("XO. ...", 2, 3))[:3] == (0b000001, 0b000010, 0b111100)


@pytest.mark.parametrize("text", ["XXX OOO ...", "OOO XX. XX."])
def test_a_board_on_which_the_player_to_move_has_won_is_refused(text):
    with pytest.raises(
        NotationError,
        match=f"{text} cannot occur: the player to move has completed a line before",
    ):
        Game(3, 3, 3).read(parse_board(text))


def test_actions_and_bits_name_the_same_cells():
    game = Game(3, 5, 3)
    cells = list(cells_of((1 << game.size) - 1))
    assert len(cells) == 15
    assert [game.action(cell) for cell in cells] == [
        (i, j) for i in range(3) for j in range(5)
    ]
    assert [game.bit(game.action(cell)) for cell in cells] == cells


@pytest.mark.parametrize("board", [(3, 3, 3), (4, 4, 3), (3, 4, 3), (8, 8, 5)])
def test_the_views_of_a_board_keep_its_lines(board):
    game = Game(*board)
    assert len(views(game)) == (7 if game.rows == game.columns else 3)
    for view in views(game):
        assert sorted(look(view, line) for line in lines(game)) == lines(game)


def test_positions_fall_into_765_classes(positions):
    """What is known of 3x3 holds: 5,478 positions, 765 up to symmetry."""
    game = Game(3, 3, 3)
    cells = [(i, j) for i in range(3) for j in range(3)]
    seen = set()
    for board in positions:
        x, o = (sum(game.bit(c) for c in cells if board[c[0]][c[1]] == m) for m in "XO")
        seen.add(smallest_view(game, x, o))
    assert len(seen) == 765
