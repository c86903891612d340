"""Minimax from one player's side, that remembers what a position is worth."""
X = 'X'
O = 'O'
EMPTY = None

def initial_state():
    board = []
    for _ in range(3):
        board.append([EMPTY for _ in range(3)])
    return board

def player(board):
    empty = sum((row.count(EMPTY) for row in board))
    return X if empty % 2 == 1 else O

def actions(board):
    cells = [(i, j) for i, row in enumerate(board) for j, _ in enumerate(row)]
    return set(filter(lambda cell: board[cell[0]][cell[1]] == EMPTY, cells))

def result(board, action):
    if not isinstance(action, tuple) or action not in actions(board):
        raise IndexError(f'{action} is not an empty cell')
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after

def winner(board):
    lines = [*board, *zip(*board)]
    lines.append([board[n][n] for n in range(3)])
    lines.append([board[n][2 - n] for n in range(3)])
    for a, b, c in lines:
        if a == b == c and a != EMPTY:
            return a
    return None

def terminal(board):
    return bool(winner(board)) or not actions(board)

def utility(board):
    return {X: 1, O: -1}.get(winner(board), 1)
known = {}

def worth(board):
    """Return what the board is worth to who moves."""
    key = tuple(map(tuple, board))
    if key not in known:
        if terminal(board):
            sign = 1 if player(board) == X else -1
            known[key] = sign * utility(board)
        else:
            known[key] = max((-worth(result(board, a)) for a in actions(board)))
    return known[key]

def minimax(board):
    if terminal(board):
        return None
    return max(sorted(actions(board)), key=lambda a: -worth(result(board, a)))
