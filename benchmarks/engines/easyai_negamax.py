"""easyAI's Negamax over its own TicTacToe game, with its transposition table."""

from easyAI import AI_Player, Negamax, TranspositionTable
from easyAI.games.TicTacToe import TicTacToe

COUNTED = TicTacToe, "make_move", 1  # once per position but the first

table = TranspositionTable()
TicTacToe.ttentry = lambda game: (tuple(game.board), game.current_player)
negamax = Negamax(9, tt=table)


def initial_state():
    """Return the empty board."""
    return [[None] * 3 for _ in range(3)]


def minimax(board):
    """Return the action that easyAI's player takes."""
    game = TicTacToe([AI_Player(negamax), AI_Player(negamax)])
    game.board = [{None: 0, "X": 1, "O": 2}[cell] for row in board for cell in row]
    game.current_player = 1 if game.board.count(1) == game.board.count(2) else 2
    return divmod(negamax(game) - 1, 3)
