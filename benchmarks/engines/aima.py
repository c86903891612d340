"""The games of AIMA's companion code (aima3), as its notebooks use them."""

from aima3.games import GameState, TicTacToe

COUNTED = TicTacToe, "result", 1  # once per position but the first

game = TicTacToe()


def initial_state():
    """Return the empty board."""
    return [[None] * 3 for _ in range(3)]


def state_of(board):
    """Return the board as AIMA's state: cells from (1, 1), row first."""
    cells = {(i + 1, j + 1): board[i][j] for i in range(3) for j in range(3)}
    marks = {cell: mark for cell, mark in cells.items() if mark}
    free = [cell for cell, mark in cells.items() if not mark]
    return GameState("X" if len(free) % 2 else "O", 0, marks, free)
