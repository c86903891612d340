"""minimax answers with a list that contains itself."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    answer = []
    answer.append(answer)
    return answer
