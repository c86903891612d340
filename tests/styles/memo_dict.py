"""Values are remembered in a dict, by the board as text."""

X = "X"
O = "O"
EMPTY = None

seen = {}


def initial_state():
    return [[EMPTY] * 3 for i in range(3)]


def player(board):
    xs = 0
    os = 0
    for row in board:
        for cell in row:
            if cell == X:
                xs += 1
            if cell == O:
                os += 1
    return O if xs > os else X


def actions(board):
    out = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                out.add((i, j))
    return out


def result(board, action):
    if action is None or action not in actions(board):
        raise ValueError("not a legal action")
    new = []
    for row in board:
        new.append(row[:])
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for i in range(3):
        row = set(board[i])
        if len(row) == 1 and EMPTY not in row:
            return board[i][0]
        column = {board[0][i], board[1][i], board[2][i]}
        if len(column) == 1 and EMPTY not in column:
            return board[0][i]
    falling = {board[0][0], board[1][1], board[2][2]}
    rising = {board[0][2], board[1][1], board[2][0]}
    if len(falling) == 1 and EMPTY not in falling:
        return board[1][1]
    if len(rising) == 1 and EMPTY not in rising:
        return board[1][1]
    return None


def terminal(board):
    if winner(board) == X or winner(board) == O:
        return True
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                return False
    return True


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def worth(board):
    key = str(board)
    if key in seen:
        return seen[key]
    if terminal(board):
        value = utility(board)
    elif player(board) == X:
        value = -2
        for action in actions(board):
            value = max(value, worth(result(board, action)))
    else:
        value = 2
        for action in actions(board):
            value = min(value, worth(result(board, action)))
    seen[key] = value
    return value


def minimax(board):
    if terminal(board):
        return None
    for action in actions(board):
        if worth(result(board, action)) == worth(board):
            return action
