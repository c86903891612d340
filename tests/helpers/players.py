"""The source of players that search in different ways, over the same rules."""

from conftest import ROOT

RULES = (ROOT / "tictactoe.py").read_text("utf-8").partition("# --- The player")[0]
MINIMAX = """
def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))

def value(board):
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    return pick(value(result(board, action)) for action in actions(board))
"""
LISTS_FIRST = """
def minimax(board):
    pick = max if player(board) == X else min
    boards = {action: result(board, action) for action in actions(board)}
    return pick(boards, key=lambda action: value(boards[action]))

def value(board):
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    boards = [result(board, action) for action in actions(board)]
    return pick([value(board) for board in boards])
"""
REMEMBERS = """
known = {}

def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))

def value(board):
    key = str(board)
    if key not in known:
        pick = max if player(board) == X else min
        known[key] = utility(board) if terminal(board) else pick(
            value(result(board, action)) for action in actions(board))
    return known[key]
"""
STOPS = """
def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))

def value(board):
    if terminal(board):
        return utility(board)
    win = 1 if player(board) == X else -1
    pick = max if win == 1 else min
    best = -win
    for action in actions(board):
        best = pick(best, value(result(board, action)))
        if best == win:
            break
    return best
"""
ALPHABETA = """
from math import inf

def minimax(board):
    best_action, alpha, beta = None, -inf, inf
    for action in actions(board):
        if player(board) == X:
            v = min_value(result(board, action), alpha, beta)
            if v > alpha:
                alpha, best_action = v, action
        else:
            v = max_value(result(board, action), alpha, beta)
            if v < beta:
                beta, best_action = v, action
    return best_action

def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -inf
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        alpha = max(alpha, v)
        if {cut} alpha:
            break
    return v

def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        beta = min(beta, v)
        if {cut} alpha:
            break
    return v
"""
LOOKS_ONE_MOVE_AHEAD = """
def minimax(board):
    return max(actions(board), key=lambda action: winner(result(board, action)) or "")
"""
LOOKS_THREE_MOVES_AHEAD = """
def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action), 3))

def value(board, depth):
    if terminal(board) or depth == 0:
        return utility(board)
    pick = max if player(board) == X else min
    return pick(value(result(board, action), depth - 1) for action in actions(board))
"""
BACKWARDS = """
def minimax(board):
    for n in range(50):
        result([[X, O, X], [O, X, O], [EMPTY, EMPTY, EMPTY]], (2, n % 3))
    return (2, 2)
"""
# Lists the boards before it searches them; {key} sorts them, {cut} ends the loop.
SORTS = """
from math import inf

def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda a: value(result(board, a), -inf, inf))

def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    maximizing = player(board) == X
    boards = [result(board, action) for action in actions(board)]
    best = -inf if maximizing else inf
    for after in sorted(boards, key=lambda board: {key}, reverse=maximizing):
        if maximizing:
            best = max(best, value(after, alpha, beta))
            alpha = max(alpha, best)
        else:
            best = min(best, value(after, alpha, beta))
            beta = min(beta, best)
        if {cut}:
            break
    return best
"""
BLOCKS = """
def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))

def value(board):
    if terminal(board):
        return utility(board)
    pick, other = (max, O) if player(board) == X else (min, X)
    after = {action: result(board, action) for action in actions(board)}
    for i, j in after:
        threat = [row[:] for row in board]
        threat[i][j] = other
        if winner(threat) and not any(map(winner, after.values())):
            return value(after[i, j])
    return pick(map(value, after.values()))
"""

# --- Boards that are made without `result` -----------------------------------------

MOVED = """
def moved(board, action):
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after
"""
# Plays and takes back on one board; {cut} ends the loops, {over} is a finished game.
UNDOES = """
from math import inf

def minimax(board):
    if terminal(board):
        return None
    return search(board, player(board), -inf, inf)[1]

def search(board, mark, alpha, beta):
    {over}
    best, chosen, other = (-inf if mark == X else inf), None, (O if mark == X else X)
    for i, j in sorted(actions(board)):
        board[i][j] = mark
        value, _ = search(board, other, alpha, beta)
        board[i][j] = EMPTY
        if value > best if mark == X else value < best:
            best, chosen = value, (i, j)
        if mark == X:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if {cut}:
            break
    return best, chosen
"""
ASKS_TERMINAL = """if terminal(board):
        return utility(board), None"""
ASKS_WINNER = """if winner(board) or not actions(board):
        return (winner(board) == X) - (winner(board) == O), None"""

# --- Moves that a rule leaves out ----------------------------------------------------

CORNERS = """
def candidates(board):
    free = [(i, j) for i, j in sorted(actions(board)) if i != 1 and j != 1]
    return free or sorted(actions(board))

def minimax(board):
    pick = max if player(board) == X else min
    return pick(candidates(board), key=lambda action: value(result(board, action)))

known = {}

def value(board):
    key = str(board)
    if key not in known:
        pick = max if player(board) == X else min
        known[key] = utility(board) if terminal(board) else pick(
            value(result(board, action)) for action in actions(board))
    return known[key]
"""
CORNERS_BELOW = CORNERS.replace(
    "value(result(board, action)) for action in actions(board))",
    "value(result(board, action)) for action in candidates(board))",
)
