"""Searches that ask `result` for more than they search, or search without it."""

from helpers.players import RULES

SEARCH = """
known = {}


def remember(function):
    def remembering(board, *bounds):
        if str(board) not in known:
            known[str(board)] = function(board, *bounds)
        return known[str(board)]

    return remembering


def minimax(board):
    worth = {action: value(result(board, action), -2, 2) for action in actions(board)}
    return (max if player(board) == X else min)(worth, key=worth.get)


def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    best = None
    for after in (result(board, action) for action in sorted(actions(board))):
        worth = value(after, alpha, beta)
        if player(board) == X:
            best = worth if best is None else max(best, worth)
            alpha = max(alpha, best)
            if best >= beta:
                break
        else:
            best = worth if best is None else min(best, worth)
            beta = min(beta, best)
            if best <= alpha:
                break
    return best
"""
WIN = """
    for action in actions(board):
        if winner(result(board, action)) == player(board):
            return utility(result(board, action))
"""
THREAT = """
    for action in actions(board):
        after = result(board, action)
        if any(winner(result(after, reply)) for reply in actions(after)):
            continue
"""
ONE_BY_ONE = "(result(board, action) for action in sorted(actions(board)))"
LISTED = "[result(board, action) for action in sorted(actions(board))]"
IN_PLACE = """
def value(board):
    if terminal(board):
        return utility(board)
    worth = []
    for i, j in actions(board):
        board[i][j] = player(board)
        worth.append(value(board))
        board[i][j] = EMPTY
    return max(worth) if player(board) == X else min(worth)
"""
FIRST_DRAW = """
def minimax(board):
    for action in actions(board):
        if winner(result(board, action)) == player(board):
            return action
    for action in sorted(actions(board)):
        if value(result(board, action)) >= 0:
            return action
    return action


def value(board):
    if terminal(board):
        return utility(board)
    worth = [value(result(board, action)) for action in actions(board)]
    return max(worth) if player(board) == X else min(worth)
"""
BY_RESULT = """
def minimax(board):
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))
"""
BY_HAND = """
def minimax(board):
    worth = {}
    for i, j in actions(board):
        board[i][j] = player(board)
        worth[i, j] = value(board)
        board[i][j] = EMPTY
    return max(worth, key=worth.get)
"""


def looking(first="", order=ONE_BY_ONE, memory=False):
    """Return alpha-beta that looks ahead first, and takes boards in some order."""
    text = SEARCH.replace(ONE_BY_ONE, order)
    text = text.replace("    best = None\n", f"{first}    best = None\n")
    if memory:
        text = text.replace("def value(", "@remember\ndef value(")
    return RULES + text


def never_moving(text):
    """Return a search whose bounds stop it at a win, and never move."""
    for was, now in (
        ("max(alpha, best)", "max(alpha, -1)"),
        ("min(beta, best)", "min(beta, 1)"),
        ("-2, 2)", "-1, 1)"),
    ):
        text = text.replace(was, now)
    return text


def unbound(text):
    """Return a search that cuts nothing."""
    return text.replace("best >= beta", "False").replace("best <= alpha", "False")


def half_in_place(text):
    """Return a search in which only X's moves go by `result`."""
    return text.replace(
        "    for after in",
        """\
    if player(board) == O:
        for i, j in sorted(actions(board)):
            board[i][j] = O
            worth = value(board, alpha, beta)
            board[i][j] = EMPTY
            best = worth if best is None else min(best, worth)
            if best <= alpha:
                break
        return best
    for after in""",
    )
