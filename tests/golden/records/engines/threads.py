"""minimax uses a thread."""

import threading

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    answers = []
    thread = threading.Thread(target=lambda: answers.append((0, 0)))
    thread.start()
    thread.join()
    return answers[0]
