"""Plain Minimax as most students write it: no pruning, a deep copy for each move."""

import copy

from noughts.game.contract import Action, Board, Mark

X = "X"
O = "O"  # noqa: E741 - the contract names it so
EMPTY = None


def player(board: Board) -> Mark:
    """Return whose turn it is."""
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O


def actions(board: Board) -> set[Action]:
    """Return the empty cells."""
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board: Board, action: Action) -> Board:
    """Return the board after the action."""
    i, j = action
    if action not in actions(board):
        raise ValueError("invalid action")
    new_board = copy.deepcopy(board)
    new_board[i][j] = player(board)
    return new_board


def winner(board: Board) -> Mark:
    """Return who has three in a line."""
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] is not EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] is not EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] is not EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] is not EMPTY:
        return board[1][1]
    return None


def terminal(board: Board) -> bool:
    """Return whether the game is over."""
    return winner(board) is not None or not actions(board)


def utility(board: Board) -> int:
    """Return 1, -1 or 0."""
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board: Board) -> Action | None:
    """Return the best action."""
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))


def max_value(board: Board) -> int:
    """Return the value of a board on which X moves."""
    if terminal(board):
        return utility(board)
    return max(min_value(result(board, action)) for action in actions(board))


def min_value(board: Board) -> int:
    """Return the value of a board on which O moves."""
    if terminal(board):
        return utility(board)
    return min(max_value(result(board, action)) for action in actions(board))
