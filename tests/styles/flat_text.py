"""The search works on a text of nine characters."""

X = "X"
O = "O"
EMPTY = None

WINS = ("012", "345", "678", "036", "147", "258", "048", "246")


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def as_text(board):
    return "".join(cell or "-" for row in board for cell in row)


def player(board):
    text = as_text(board)
    return X if text.count(X) == text.count(O) else O


def actions(board):
    text = as_text(board)
    return {(n // 3, n % 3) for n in range(9) if text[n] == "-"}


def result(board, action):
    if action not in actions(board):
        raise ValueError("that cell is taken")
    copied = [row[:] for row in board]
    copied[action[0]][action[1]] = player(board)
    return copied


def text_winner(text):
    for a, b, c in WINS:
        line = text[int(a)] + text[int(b)] + text[int(c)]
        if line == "XXX":
            return X
        if line == "OOO":
            return O
    return None


def winner(board):
    return text_winner(as_text(board))


def terminal(board):
    return winner(board) is not None or "-" not in as_text(board)


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def text_value(text, turn, known):
    if text in known:
        return known[text]
    won = text_winner(text)
    if won == X:
        return 1
    if won == O:
        return -1
    if "-" not in text:
        return 0
    values = []
    for n in range(9):
        if text[n] == "-":
            after = text[:n] + turn + text[n + 1:]
            values.append(text_value(after, O if turn == X else X, known))
    known[text] = max(values) if turn == X else min(values)
    return known[text]


def minimax(board):
    if terminal(board):
        return None
    text = as_text(board)
    turn = player(board)
    other = O if turn == X else X
    known = {}
    best = None
    choice = None
    for n in range(9):
        if text[n] == "-":
            found = text_value(text[:n] + turn + text[n + 1:], other, known)
            if best is None or (turn == X and found > best) or (turn == O and found < best):
                best = found
                choice = (n // 3, n % 3)
    return choice
