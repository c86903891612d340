"""The rules of `tictactoe.py`, which is handed in alone, are those of `board`."""

import pytest

import tictactoe
from noughts.game import board as ours
from noughts.solver import mnk

CELLS = [divmod(n, 3) for n in range(9)]


def cells(lines):
    """Return lines as sets of cells."""
    return {
        frozenset(divmod(cell, 3) if type(cell) is int else cell for cell in line)
        for line in lines
    }


def cells_of_masks(masks):
    return [[CELLS[n] for n in range(9) if mask >> n & 1] for mask in masks]


LINES = {
    "tictactoe.py": tictactoe.LINES,
    "the solver": cells_of_masks(mnk.lines(mnk.Rules(3, 3, 3))),
}


@pytest.mark.parametrize("copy", LINES)
def test_the_lines_are_the_same(copy):
    assert len(LINES[copy]) == 8
    assert cells(LINES[copy]) == cells(ours.LINES)


def test_the_rules_are_the_same_in_every_position(positions, share):
    rules = tictactoe
    for board in positions[::share]:
        key = ours.key_of(board)
        winner = ours.winner(key)
        assert rules.winner(board) == winner
        assert rules.terminal(board) is (winner is not None or "." not in key)
        assert rules.utility(board) == {"X": 1, "O": -1, None: 0}[winner]
        if not rules.terminal(board):
            assert rules.player(board) == ours.turn(key)
            assert rules.actions(board) == set(ours.free(key))
            for action, after in ours.replies(key).items():
                assert rules.result(board, action) == ours.board_of(after)
            for mark in "XO":
                after = {cell: ours.put(key, cell, mark) for cell in ours.free(key)}
                wins = [cell for cell in after if ours.winner(after[cell]) == mark]
                assert ours.completing(key, mark) == wins
