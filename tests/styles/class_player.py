"""The search is a class with methods."""

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    count = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X:
                count += 1
            elif board[i][j] == O:
                count -= 1
    return X if count == 0 else O


def actions(board):
    cells = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                cells.add((i, j))
    return cells


def result(board, action):
    if action not in actions(board):
        raise ValueError
    copy = deepcopy(board)
    i, j = action
    copy[i][j] = player(board)
    return copy


def winner(board):
    for who in (X, O):
        for i in range(3):
            if board[i] == [who, who, who]:
                return who
        for j in range(3):
            if [board[0][j], board[1][j], board[2][j]] == [who, who, who]:
                return who
        if [board[0][0], board[1][1], board[2][2]] == [who, who, who]:
            return who
        if [board[0][2], board[1][1], board[2][0]] == [who, who, who]:
            return who
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


class Search:
    def __init__(self, board):
        self.board = board
        self.known = {}

    def best_action(self):
        best = None
        chosen = None
        for action in sorted(actions(self.board)):
            value = self.value(result(self.board, action))
            if best is None:
                best, chosen = value, action
            elif player(self.board) == X and value > best:
                best, chosen = value, action
            elif player(self.board) == O and value < best:
                best, chosen = value, action
        return chosen

    def value(self, board):
        key = str(board)
        if key not in self.known:
            self.known[key] = self.searched(board)
        return self.known[key]

    def searched(self, board):
        if terminal(board):
            return utility(board)
        values = [self.value(result(board, action)) for action in actions(board)]
        if player(board) == X:
            return max(values)
        return min(values)


def minimax(board):
    if terminal(board):
        return None
    return Search(board).best_action()
