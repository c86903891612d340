"""
The players that engine.py measures, each in a process of its own.

    python benchmarks/players.py NAME < BOARDS

It prints the seconds for the import, the first move and a move on each board, and these
moves; if there are no boards, how many positions the first move visits.
"""

import json
import sys
import time
from pathlib import Path

MISSING = 3  # the exit code if the package is not installed
# Each function imports a player. It returns the player, and the function to count: its
# owner, its name, and the positions it is not called for.


def noughts():
    """Import our own player."""
    sys.path.insert(0, str(Path(__file__).parent.parent))
    import tictactoe

    return tictactoe.minimax, (tictactoe, "value", 1)


def plain():
    """Import plain Minimax."""
    from noughts.checker import plain_minimax

    return plain_minimax.minimax, (plain_minimax, "result", 1)


def remembering():
    """Import plain Minimax, and let it search no board twice, as students often do."""
    from noughts.checker import plain_minimax

    for name in ("max_value", "min_value"):
        search, known = getattr(plain_minimax, name), {}

        def remembered(board, search=search, known=known):
            key = tuple(map(tuple, board))
            if key not in known:
                known[key] = search(board)
            return known[key]

        setattr(plain_minimax, name, remembered)
    return plain_minimax.minimax, (plain_minimax, "result", 1)


def openspiel():
    """Import OpenSpiel's alpha-beta search in Python, over its own game in C++."""
    import pyspiel
    from open_spiel.python.algorithms import minimax as searches

    game = pyspiel.load_game("tic_tac_toe")

    def minimax(board):
        cells = [cell for row in board for cell in row]
        moves = {mark: [n for n in range(9) if cells[n] == mark] for mark in "XO"}
        state = game.new_initial_state()
        for turn in range(len(moves["X"]) + len(moves["O"])):
            state.apply_action(moves["XO"[turn % 2]][turn // 2])
        _, action = searches.alpha_beta_search(game, state=state)
        return divmod(action, 3)

    return minimax, (searches, "_alpha_beta", 0)


def easyai():
    """Import easyAI's Negamax with its transposition table, over its own game."""
    from easyAI import AI_Player, Negamax, TranspositionTable
    from easyAI.games.TicTacToe import TicTacToe

    TicTacToe.ttentry = lambda game: (tuple(game.board), game.current_player)
    negamax = Negamax(9, tt=TranspositionTable())

    def minimax(board):
        game = TicTacToe([AI_Player(negamax), AI_Player(negamax)])
        game.board = [{None: 0, "X": 1, "O": 2}[cell] for row in board for cell in row]
        game.current_player = 1 if game.board.count(1) == game.board.count(2) else 2
        return divmod(negamax(game) - 1, 3)

    return minimax, (TicTacToe, "make_move", 1)


def main():
    """Measure a player, or count its positions."""
    [name], boards = sys.argv[1:], json.load(sys.stdin)
    clock = [time.process_time()]
    try:
        minimax, (owner, counted, visited) = globals()[name]()
    except ModuleNotFoundError:
        sys.exit(MISSING)
    clock.append(time.process_time())
    start = [[None] * 3 for _ in range(3)]
    if boards:
        minimax(start)
        clock.append(time.process_time())
        moves = [minimax(board) for board in boards]
        clock.append(time.process_time())
        print(json.dumps([clock, moves]))
        return
    original = getattr(owner, counted)

    def counting(*args, **kwargs):
        nonlocal visited
        visited += 1
        return original(*args, **kwargs)

    setattr(owner, counted, counting)
    minimax(start)
    print(visited)


if __name__ == "__main__":
    main()
