"""OpenSpiel's alpha_beta_search in Python, over its own game in C++."""

import pyspiel
from open_spiel.python.algorithms import minimax as openspiel

COUNTED = openspiel, "_alpha_beta", 0  # once per position

game = pyspiel.load_game("tic_tac_toe")


def initial_state():
    """Return the empty board."""
    return [[None] * 3 for _ in range(3)]


def minimax(board):
    """Return the action that OpenSpiel's search takes."""
    cells = [cell for row in board for cell in row]
    moves = {mark: [n for n in range(9) if cells[n] == mark] for mark in "XO"}
    state = game.new_initial_state()
    for turn in range(len(moves["X"]) + len(moves["O"])):
        state.apply_action(moves["XO"[turn % 2]][turn // 2])
    _, action = openspiel.alpha_beta_search(game, state=state)
    return divmod(action, 3)
