"""Where a slip may stand, and what the file would be there without it."""

import ast
import difflib
from importlib import import_module
from pkgutil import iter_modules

import pytest

from noughts.checker import slips
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, raised
from noughts.checker.questions import questions
from noughts.checker.slips import syntax
from noughts.checker.slips.experiment import (
    LONGEST,
    FunctionSource,
    changed,
    shown_place,
)
from noughts.checker.slips.suspects import PROVED, RULES, SEEN, shown_by
from noughts.checker.slips.syntax import is_number, searching
from noughts.checker.slips.witnessed import _falls_through

FINDERS = {finder.__name__: finder for finder in [*PROVED, *RULES]}
WITNESSES = {witness.__name__: witness for witness in SEEN}


def source_of(text):
    """Return a text as the finders take it, with all of its functions."""
    tree = ast.parse(text)
    return FunctionSource(
        tree, [n for n in tree.body if isinstance(n, ast.FunctionDef)]
    )


def found(name, text):
    """Yield line and code of each place that is found, and the lines that are new."""
    source = source_of(text)
    before = ast.unparse(source.tree).splitlines()
    for place in FINDERS[name](source):
        after = changed(source.tree, place.change).splitlines()
        line, code = shown_place(place.node)
        new = [each for each in difflib.ndiff(before, after) if each.startswith("+ ")]
        yield [f"{line}: {code}", *(each.removeprefix("+ ") for each in new)]


# By finder: a text, and of each place its line, its code, and what is written instead.
FOUND = [
    (
        "same_board",
        """\
def minimax(board):
    for action in actions(board):
        a = value(board)
        b = value(result(board, action))
        c = value()
        d = other(board)
    e = value(board)
def value(state):
    number = 3
    copied = [row[:] for row in state]
    f = [value(copied) for move in state for _ in move]
    g = list(value(number) for move in actions(state))
""",
        [
            [
                "3: value(board)",
                "        a = value(result(board, action))",
                "    f = [value(result(copied, move)) for move in state for _ in move]",
            ]
        ],
    ),
    (
        "returns_early",
        """\
def minimax(board):
    for a in actions(board):
        value = utility(board)
        return value
    for b in actions(board):
        if b:
            return b
    for c in actions(board):
        return c
""",
        [["4: return value", "    return value"]],
    ),
    (
        "depth_limit",
        """\
def minimax(board, depth, beta):
    if depth == 0:
        return 0
    if beta == 0 or limit == 0:
        return 0
    if depth < 9:
        a = depth == 5
    if 9 > depth or terminal(board):
        return 0
    minimax(board, depth - 1, beta=limit + 1)
    minimax(board, 3 - beta)
""",
        [
            ["2: depth == 0", "    if False:", "    if False or terminal(board):"],
            ["2: depth == 0", "    if False:"],
            ["8: 9 > depth", "    if False or terminal(board):"],
        ],
    ),
    (
        "depth_limit",
        """\
def minimax(board, depth):
    if depth == 0:
        return 0
    minimax(board, depth=depth + 1)
""",
        [["2: depth == 0", "    if False:"]],
    ),
    (
        "depth_limit",
        """\
def minimax(board, depth, alpha, beta):
    if terminal(board):
        value = utility(board)
    elif depth == 4:
        value = 0
    else:
        value = minimax(result(board, a), depth + 1, alpha, alpha + 1)
    if value == best and depth > deepest:
        best = value
    if depth % 2 == 0:
        return minimax(board, depth + 1, alpha, beta)
    if alpha >= beta:
        return alpha
    return value
""",
        [["4: depth == 4", "    elif False:"]],
    ),
    (
        "depth_limit",
        """\
def minimax(board, depth):
    depth -= 1
    deep = depth < 0
    return 0 if deep else minimax(board, depth)
""",
        [["3: depth < 0", "    deep = False"]],
    ),
    (
        "bounds_swapped",
        """\
def minimax(board, alpha, beta, depth):
    if alpha >= beta:
        return
    a = minimax(board, beta, alpha, depth)
    b = minimax(board, alpha, depth, beta)
    c = minimax(board, alpha, beta, depth)
    d = minimax(alpha, board, beta, depth)
    e = minimax(board, beta, alpha)
    f = other(board, beta, alpha, depth)
    g = minimax(board, beta, depth, alpha)
    h = minimax(board, beta, alpha, 1)
""",
        [
            [
                "4: minimax(board, beta, alpha, depth)",
                "    a = minimax(board, alpha, beta, depth)",
                "    h = minimax(board, alpha, beta, 1)",
            ],
            [
                "4: minimax(board, beta, alpha, depth)",
                "    a = minimax(board, alpha, beta, depth)",
            ],
            [
                "11: minimax(board, beta, alpha, 1)",
                "    h = minimax(board, alpha, beta, 1)",
            ],
        ],
    ),
    (
        "bound_misplaced",
        """\
def minimax(board, alpha, beta, depth):
    minimax(board, alpha, beta, depth)
    alpha = max(beta, 1)
    beta = min(beta, 1)
    board = max(alpha, beta)
    best = max(alpha, beta)
    beta = len(alpha)
    depth = max(1, 2)
""",
        [
            ["3: alpha = max(beta, 1)", "    alpha = max(alpha, beta)"],
            ["3: alpha = max(beta, 1)", "    alpha = max(alpha, 1)"],
        ],
    ),
    (
        "narrow_window",
        """\
def minimax(board):
    low = -1
    word = 'a'
    a = value(board, low, 1)
    b = value(board, low, word)
    c = value(board, -2, 2, 0)
    d = value(board, -math.inf, float('inf'), len(board))
    e = other(board, -1, 1)
    f = value(1, -1)
    g = deeper(board, 0, 3)
def value(board, alpha, beta, depth):
    return value(board, alpha, beta, 0) if alpha < beta else beta
def deeper(board, depth, limit):
    return deeper(board, depth + 1, limit) if depth < limit else 0
""",
        [
            [
                "2: low = -1",
                "    low = -1000",
                "    a = value(board, low, 1000)",
                "    c = value(board, -1000, 1000, 0)",
            ]
        ],
    ),
    (
        "narrow_window",
        """\
def minimax(board):
    alpha = -math.inf
    beta = 0
    return value(board, alpha, beta)
def value(board, alpha, beta):
    return value(board, -2, 2) if alpha < beta else beta
""",
        [
            [
                "3: beta = 0",
                "    alpha = -1000",
                "    beta = 1000",
                "    return value(board, -1000, 1000) if alpha < beta else beta",
            ]
        ],
    ),
    (
        "wrong_cut",
        """\
def minimax(board, turn, alpha, beta, depth, limit, memo):
    for action in actions(board):
        if alpha >= beta:
            break
        if best >= alpha:
            break
        if action > 3:
            return 1
        if alpha <= action < beta:
            break
        if alpha > beta:
            best = alpha
    if alpha >= beta or depth >= limit:
        return 2
    best = minimax(board, turn, alpha, beta, depth + 1, limit, memo)
""",
        [
            ["3: alpha >= beta", "        if alpha <= beta:"],
            ["5: best >= alpha", "        if best <= alpha:"],
            ["5: best >= alpha", "        if best >= beta:"],
            ["5: best >= alpha", "        if best <= beta:"],
            ["7: action > 3", "        if action < 3:"],
        ],
    ),
    (
        "wrong_side",
        """\
def minimax(board):
    a = minimax(board, True)
    b = minimax(board, turn=False)
    c = minimax(board, 1)
    d = other(board, True)
    e = player(board) == X
    f = player(board) == O
    g = player(board) == x
    h = winner(board) == X
""",
        [
            ["2: minimax(board, True)", "    a = minimax(board, False)"],
            ["3: minimax(board, turn=False)", "    b = minimax(board, turn=True)"],
            [
                "2: minimax(board, True)",
                "    a = minimax(board, False)",
                "    b = minimax(board, turn=True)",
            ],
            ["6: player(board) == X", "    e = player(board) == O"],
            ["7: player(board) == O", "    f = player(board) == X"],
        ],
    ),
    (
        "wrong_side",
        """\
def minimax(board):
    return minimax(board, True)
""",
        [["2: minimax(board, True)", "    return minimax(board, False)"]],
    ),
    (
        "wrong_function_called",
        """\
def minimax(board):
    a = highest(board)
    b = both(board)
    c = mixed(board)
    d = plain(board)
    return max(a, b, c)
def highest(board):
    return max(board)
def lowest(board, best):
    return lowest if best < 2 or best <= 1 else highest(board, best=3)
def both(board):
    return max(min(board))
def mixed(board):
    return board > 1 or board <= 2
def plain(board):
    return board
""",
        [
            ["2: highest(board)", "    a = lowest(board)"],
            [
                "10: highest(board, best=3)",
                "    return lowest if best < 2 or best <= 1 else lowest(board, best=3)",
            ],
        ],
    ),
    (
        "wrong_function_called",
        """\
def minimax(board):
    return more(board)
def more(board):
    return board > 1 or board >= 2
def less(board):
    return min(board)
""",
        [["2: more(board)", "    return less(board)"]],
    ),
    (
        "best_overwritten",
        """\
def minimax(board):
    best = -2
    worst = math.inf
    named = 'a'
    for action in actions(board):
        best = value(board)
        worst = value(action)
        named = value(board)
        best = other(board)
        if action:
            best = value(named)
    best = value(worst)
def value(board):
    return 1
""",
        [
            [
                "6: best = value(board)",
                "        best = max(best, value(board))",
                "        worst = min(worst, value(action))",
            ]
        ],
    ),
    (
        "best_not_kept",
        """\
def minimax(board):
    for action in actions(board):
        value = worth(action)
        if value > best:
            chosen = action
        else:
            other = action
""",
        [["4: value > best", "            best = value"]],
    ),
    (
        "best_not_kept",
        """\
def minimax(board):
    for action in actions(board):
        value = worth(action)
        if best <= value:
            chosen = action
        else:
            other = action
""",
        [["4: best <= value", "            best = value"]],
    ),
    (
        "best_not_kept",
        """\
def minimax(board):
    for action in actions(board):
        value = worth(action)
        if value >= old:
            chosen = action
        else:
            other = action
""",
        [["4: value >= old", "            old = value"]],
    ),
    (
        "best_not_kept",
        """\
def minimax(board):
    for action in actions(board):
        value = worth(action)
        if value > best:
            value = best
        if old > best:
            chosen = action
        if value > least:
            least = value
        if value == best:
            chosen = action
    if value > best:
        chosen = action
""",
        [],
    ),
    (
        "left_before_kept",
        """\
def minimax(board):
    for a in actions(board):
        if a:
            break
        best = a
        if best:
            return best
        chosen = best
    for b in actions(board):
        best = b
        if b:
            break
    for c in actions(board):
        if c:
            best = c
            break
        best = c
""",
        [["3: a", "        best = a", "        chosen = best"]],
    ),
    (
        "end_not_valued",
        """\
def minimax(board):
    if terminal(board):
        return 0
def value(state):
    if terminal(state):
        return 0
    if winner(state):
        return 1
    if terminal(state) and winner(state):
        return 1
    if terminal(state):
        return -utility(state)
    if terminal(state):
        if state:
            return 1
        return 0
    if terminal(state) or depth == 0:
        return -1
    if winner(state) or terminal(state):
        return 2
    if terminal(state) or len(actions(state)) == 0:
        return 3
    if player(state) or terminal(state) and winner(state):
        return 4
""",
        [
            ["6: return 0", *["        return utility(state)"] * 4],
            ["6: return 0", "        return utility(state)"],
            ["18: return -1", "        return utility(state)"],
            ["20: return 2", "        return utility(state)"],
            ["22: return 3", "        return utility(state)"],
        ],
    ),
    (
        "end_not_valued",
        """\
def value():
    if terminal(board):
        return 0
""",
        [["3: return 0", "        return utility(board)"]],
    ),
    (
        "rule_of_thumb",
        """\
def minimax(board):
    if board[1][1] is None:
        return (1, 1)
    if board[0][0] is None:
        chosen = (0, 0)
        return (0, 0)
    if board:
        return (2, 0)
    if board:
        return (0, 2)
    if board:
        return (i, j)
    if board:
        return (1, 1, 1)
    if board:
        return (0, None)
    value(board)
def value(board):
    if board:
        return (0, 0)
    return value(board)
""",
        [
            ["3: return (1, 1)", "    if False:"],
            ["8: return (2, 0)", "    if False:"],
            ["10: return (0, 2)", "    if False:"],
        ],
    ),
    (
        "end_not_asked",
        """\
def minimax(board):
    return actions(board)
def value(state, depth):
    a = actions(state)
    return a
def worth(state):
    return result(state)
def ends(state):
    return actions(state) if terminal(state) else utility(state)
def bare():
    return actions(board)
def idle(state):
    return state
""",
        [
            [
                "3: def value",
                "    if terminal(state):",
                "        return utility(state)",
                "    if terminal(state):",
                "        return utility(state)",
            ],
            [
                "3: def value",
                "    if terminal(state):",
                "        return utility(state)",
            ],
            [
                "6: def worth",
                "    if terminal(state):",
                "        return utility(state)",
            ],
        ],
    ),
    (
        "compared_as_text",
        """\
def minimax(board):
    a = str(board)
    b = str(board, 1)
    c = int(board)
    d = float('inf')
    e = '-3'
    f = ''
    g = 'word'
    h = 3
""",
        [["2: str(board)", "    a = board", "    e = -3.0", "    f = -1000.0"]],
    ),
    (
        "ties_taken",
        """\
def minimax(board, alpha, beta):
    for action in actions(board):
        value = minimax(board, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    a = 1 if value >= best else 2
    if value >= best and 1 <= value:
        best = value
    if value > best:
        best = value
    if value <= best:
        return value
""",
        [["8: value >= best", "    if value > best and 1 < value:"]],
    ),
    (
        "ties_taken",
        """\
def minimax(board, alpha, beta):
    for action in actions(board):
        value = minimax(board, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            pass
    a = 1 if value >= best else 2
    if value >= best and 1 <= value:
        best = value
    if value > best:
        best = value
    if value <= best:
        return value
""",
        [],
    ),
    (
        "bound_remembered",
        """\
def minimax(board, alpha, beta):
    for action in actions(board):
        value = minimax(board, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    a = key in known
    b = key not in known
    c = key in (1, 2)
    d = known.get(key)
    e = known.get()
    f = known.pop(key)
    g = action in EDGES
    known[key] = value
""",
        [
            [
                "7: key in known",
                "    a = (key, alpha, beta) in known",
                "    b = (key, alpha, beta) not in known",
                "    d = known.get((key, alpha, beta))",
                "    known[key, alpha, beta] = value",
            ]
        ],
    ),
    (
        "bound_remembered",
        """\
def minimax(board, alpha, beta):
    key = (str(board), alpha, beta)
    if key in known:
        return known[key]
    if str(board) + str(beta) in others:
        return others[str(board) + str(beta)]
    for action in actions(board):
        value = minimax(board, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    known[key] = value
    others[str(board) + str(beta)] = value
""",
        [],
    ),
    (
        "bound_remembered",
        """\
def minimax(board, alpha, beta):
    for action in actions(board):
        value = minimax(board, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    known[key] = memory[str(board), beta] = value
    a = board in memory or key in known
""",
        [
            [
                "8: key in known",
                "    known[key, alpha, beta] = memory[str(board), beta] = value",
                "    a = board in memory or (key, alpha, beta) in known",
            ]
        ],
    ),
    (
        "bound_remembered",
        """\
def minimax(board, turn, alpha, beta, depth):
    key = (str(board), turn, depth)
    if key in minimax.known:
        return minimax.known[key]
    for action in actions(board):
        value = minimax(board, turn, alpha, beta, depth)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    minimax.known[key] = value
""",
        [
            [
                "3: key in minimax.known",
                "    if (key, alpha, beta) in minimax.known:",
                "        return minimax.known[key, alpha, beta]",
                "    minimax.known[key, alpha, beta] = value",
            ]
        ],
    ),
    (
        "bound_remembered",
        """\
def minimax(board):
    if key in moves:
        return moves[key]
    moves[key] = value(board, alpha, beta)

def value(board, alpha, beta):
    for action in actions(board):
        best = value(board, alpha, beta)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
""",
        [],
    ),
    (
        "depth_not_remembered",
        """\
def minimax(board):
    return value(board, 0)
def value(board, depth):
    key = str(board)
    other = (key, depth)
    if key in memo:
        return memo[key]
    if other in others or key in KEYS:
        return others[other]
    memo[key] = others[str(board), depth] = value(board, depth + 1)
""",
        [
            [
                "6: key in memo",
                "    if (key, depth) in memo:",
                "        return memo[key, depth]",
                "    memo[key, depth] = others[str(board), depth] = "
                "value(board, depth + 1)",
            ]
        ],
    ),
    (
        "depth_not_remembered",
        """\
def minimax(board, turn):
    if board in memo:
        return memo[board]
    memo[board] = minimax(board, turn)
""",
        [],
    ),
    (
        "remembered_wrong",
        """\
def minimax(board):
    a = key in known
    b = key not in known
    c = key in (1, 2)
    d = known.get(key)
    e = known.get()
    f = known.pop(key)
    g = action in EDGES
    h = EMPTY in board[0]
    board[0][0] = known[key] = value
""",
        [["2: key in known", "    a = False", "    b = True", "    d = None"]],
    ),
    (
        "bound_remembered",
        """\
def minimax(board, alpha, beta):
    for action in actions(board):
        value = minimax(board, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            pass
    a = key in known
    known[key] = value
""",
        [],
    ),
    (
        "zero_for_nothing",
        """\
def minimax(board):
    best = chosen = None
    other = 3
    for action in actions(board):
        if not best or value(action) > best:
            best = value(action)
        if not other or not terminal(board) or not chosen:
            pass
""",
        [
            [
                "5: not best",
                "        if best is None or value(action) > best:",
                "        if not other or not terminal(board) or chosen is None:",
            ]
        ],
    ),
    (
        "begins_too_good",
        """\
def minimax(board):
    best = -2
    worst = 0
    board[0] = 3
    name = 'a'
    for action in actions(board):
        best = max(best, value(action))
        if value(action) < worst:
            worst = value(action)
def value(state):
    best = 9
    return best
""",
        [
            ["2: best = -2", "    best = -1000"],
            ["2: best = -2", "    best = 1000"],
            ["3: worst = 0", "    worst = -1000"],
            ["3: worst = 0", "    worst = 1000"],
            ["3: worst = 0", "    best = -1000", "    worst = 1000"],
        ],
    ),
    (
        "begins_too_good",
        """\
def value(state):
    best = float('inf')
    limit = 3
    for action in state:
        if action >= best and action < limit:
            best = min(action, 1)
""",
        [
            ["2: best = float('inf')", "    best = -1000"],
            ["2: best = float('inf')", "    best = 1000"],
        ],
    ),
    (
        "wrong_direction",
        """\
def minimax(board, alpha):
    alpha = max(alpha, 1)
    best = max(best, 2)
    best = max(other, 3)
    best = max(things)
    a = len(board)
    b = [min(board, 2)]
    if best >= 3 and alpha < 2 and (best == 2):
        return best > 2
""",
        [
            ["3: max(best, 2)", "    best = min(best, 2)"],
            ["5: max(things)", "    best = min(things)"],
            ["7: min(board, 2)", "    b = [max(board, 2)]"],
            ["8: best >= 3", "    if best <= 3 and alpha < 2 and (best == 2):"],
            ["8: alpha < 2", "    if best >= 3 and alpha > 2 and (best == 2):"],
        ],
    ),
    (
        "wrong_direction",
        """\
def minimax(board, depth):
    best = minimax(board, depth + 1)
    free = len(actions(board))
    taken = sum(map(len, board))
    empty = cells.count(EMPTY)
    if free >= 8 or taken > 8 or empty < 1 or len(board) > 2 or depth > 3:
        return best
    if best > 1:
        return best
""",
        [["8: best > 1", "    if best < 1:"]],
    ),
    *(
        (
            "wrong_direction",
            f"""\
def minimax(board):
    {declared}
    for action in board:
        {bound} = max({bound}, minimax(action))
        best = max(best, {bound})
        if 1 > {bound}:
            {bound} = 1
        if {bound} >= 1:
            break
""",
            [
                [f"5: max(best, {bound})", f"        best = min(best, {bound})"],
                [f"8: {bound} >= 1", f"        if {bound} <= 1:"],
            ],
        )
        for bound, declared in [
            ("alpha", "global alpha"),
            ("alpha", "nonlocal alpha, beta"),
            ("self.alpha", "pass"),
            ("alpha[0]", "pass"),
            ("bounds['alpha']", "pass"),
        ]
    ),
    (
        "wrong_direction",
        """\
def minimax(board):
    global best
    for action in board:
        best = max(best, 1)
""",
        [["4: max(best, 1)", "        best = min(best, 1)"]],
    ),
    (  # a bound that is returned is what the search is worth
        "wrong_direction",
        """\
def minimax(board, alpha, beta):
    for action in board:
        if minimax(action) > beta:
            beta = minimax(action)
        alpha = min(alpha, 1)
    return beta
""",
        [["3: minimax(action) > beta", "        if minimax(action) < beta:"]],
    ),
    (
        "breaks_early",
        """\
def minimax(board):
    for action in actions(board):
        best = 1
        break
""",
        [["4: break", "        pass"]],
    ),
    (
        "minus_forgotten",
        """\
def minimax(board):
    a = worth(board)
    for action in actions(board):
        b = worth(action)
        c = -worth(action)
        d = -1 * worth(action)
        e = 1 - worth(action)
        f = minimax(action)
        g = plain(action)
def worth(board):
    for b in board:
        h = worth(b)
def plain(board):
    return board
""",
        [
            ["4: worth(action)", "        b = -worth(action)", "        h = -worth(b)"],
            ["4: worth(action)", "        b = -worth(action)"],
            ["12: worth(b)", "        h = -worth(b)"],
        ],
    ),
    (
        "minus_forgotten",
        """\
def minimax(board):
    return worth(board)[1]
def worth(board):
    for b in board:
        g = worth(b)[0]
        h = -worth(b)[0]
    return g, h
""",
        [["5: worth(b)[0]", "        g = -worth(b)[0]"]],
    ),
    (
        "minus_forgotten",
        """\
def minimax(board):
    return worth(board)
def worth(board):
    for b in board:
        h = worth(b)
    return -1 <= h
""",
        [],
    ),
    (
        "side_kept",
        """\
def minimax(board, side):
    a = worth(board, side)
    b = minimax(board, side)
    c = worth(side, -side, board, 3, depth)
def worth(board, side):
    return worth(board, -side)
""",
        [["2: worth(board, side)", "    a = worth(board, -side)"]],
    ),
    (
        "side_kept",
        """\
def minimax(board):
    return worth(board, 1)
def worth(board, side):
    return min(worth(board, side), 1)
""",
        [],
    ),
    (
        "valued_for_x",
        """\
def minimax(board, value=worth):
    return utility(board)
def worth(now):
    if terminal(now):
        return utility(now)
    if now:
        return -utility(now)
    return -worth(now)
""",
        [
            [
                "5: return utility(now)",
                "        return utility(now) if player(now) == X else -utility(now)",
            ]
        ],
    ),
    (
        "valued_for_x",
        """\
def minimax(board):
    return worth(board)
def worth(state):
    if terminal(state):
        return utility(state)
    return worth(state)
""",
        [],
    ),
    (
        "valued_for_x",
        """\
def minimax(board):
    return worth(board)
def worth(state):
    if terminal(state):
        return utility(state)
    return min(-worth(state))
""",
        [],
    ),
    (
        "not_called",
        """\
def terminal(state):
    if winner:
        return winner == None
    a = winner
    b = actions if not player else utility
    while state or player < 2:
        return winner(state)
    return result is winner(player)
""",
        [
            [
                "2: winner",
                "    if winner(state):",
                "        return winner(state) == None",
                "    a = winner(state)",
                "    b = actions if not player(state) else utility",
                "    while state or player(state) < 2:",
            ],
            ["2: winner", "    if winner(state):"],
            ["3: winner == None", "        return winner(state) == None"],
            ["4: a = winner", "    a = winner(state)"],
            ["5: not player", "    b = actions if not player(state) else utility"],
            ["6: state or player < 2", "    while state or player(state) < 2:"],
        ],
    ),
    (
        "not_called",
        """\
def terminal():
    return not winner
""",
        [["2: not winner", "    return not winner(board)"]],
    ),
    (
        "always_true",
        """\
def terminal(board):
    a = winner(board) == X or O
    b = winner(board) == X or 'O'
    c = winner(board) == X and O
    d = winner(board) != X or O
    e = winner(board) == X or winner(board) == O
    f = O or winner(board) == X
    g = winner(board) == X or None
    h = winner(board) == X or EMPTY
    i = winner(board) == X or ''
    j = winner(board) == X or 0
""",
        [
            ["2: winner(board) == X or O", "    a = winner(board) in (X, O)"],
            ["3: winner(board) == X or 'O'", "    b = winner(board) in (X, 'O')"],
        ],
    ),
    (
        "compared_for_stored",
        """\
def result(board, action):
    after == board
    after[0][0] == X
    after is board
    f(after) == X
    a = after == board
""",
        [
            ["2: after == board", "    after = board"],
            ["3: after[0][0] == X", "    after[0][0] = X"],
        ],
    ),
    (
        "text_for_mark",
        """\
def player(board):
    if board[0][0] == '':
        return 'o'
    a = 'x'
    b = 3 == 'y'
""",
        [
            [
                "2: board[0][0] == ''",
                "    if board[0][0] == EMPTY:",
                "        return O",
            ],
            ["2: board[0][0] == ''", "    if board[0][0] == EMPTY:"],
            ["3: return 'o'", "        return O"],
        ],
    ),
    (
        "text_for_mark",
        """\
def player(board):
    return 'x'
""",
        [["2: return 'x'", "    return X"]],
    ),
    (
        "printed_not_raised",
        """\
def result(board, action):
    print('begin')
    if action:
        print('no')
        print('really')
    if board:
        board = 1
        print('late')
    if board:
        log('no')
""",
        [["4: print('no')", "        raise ValueError()"]],
    ),
    (
        "wrong_range",
        """\
def actions(board):
    a = range(3)
    b = range(0, 3)
    c = range(2)
    d = range(1, 3)
    e = len(2)
""",
        [
            ["4: range(2)", "    c = range(3)", "    d = range(3)"],
            ["4: range(2)", "    c = range(3)"],
            ["5: range(1, 3)", "    d = range(3)"],
        ],
    ),
    (
        "last_is_two",
        """\
def winner(board):
    a = 3 - i
    b = len(board) - j
    c = 2 - i
    d = 3 + i
    e = 3 - 1
    f = i - 3
""",
        [["2: 3 - i", "    a = 2 - i"], ["3: len(board) - j", "    b = 2 - j"]],
    ),
    (
        "rows_not_cells",
        """\
def terminal(state):
    a = EMPTY not in state
    b = EMPTY in other
    c = state.count(X)
    d = other.count(X)
    e = state.index(X)
    f = EMPTY == state
    g = state in other
""",
        [
            [
                "2: EMPTY not in state",
                "    a = EMPTY not in [c for row in state for c in row]",
                "    c = [c for row in state for c in row].count(X)",
            ],
            [
                "2: EMPTY not in state",
                "    a = EMPTY not in [c for row in state for c in row]",
            ],
            ["4: state.count(X)", "    c = [c for row in state for c in row].count(X)"],
        ],
    ),
    (
        "rows_not_cells",
        """\
def terminal():
    return EMPTY in board
""",
        [
            [
                "2: EMPTY in board",
                "    return EMPTY in [c for row in board for c in row]",
            ]
        ],
    ),
    (
        "set_for_none",
        """\
def terminal(board):
    a = actions(board) == None
    b = actions(board) is []
    c = actions(board) == {}
    d = actions(board) != None
    e = actions(board) == set()
    f = winner(board) == None
""",
        [
            ["2: actions(board) == None", "    a = not actions(board)"],
            ["3: actions(board) is []", "    b = not actions(board)"],
            ["4: actions(board) == {}", "    c = not actions(board)"],
        ],
    ),
    (
        "first_of_equals",
        """\
def actions(board):
    for row in board:
        for cell in row:
            a = (board.index(row), row.index(cell))
            b = row.index(other)
            c = row.count(cell)
""",
        [
            [
                "4: board.index(row)",
                "    for number_of_row, row in enumerate(board):",
                "        for number_of_cell, cell in enumerate(row):",
                "            a = (number_of_row, number_of_cell)",
            ]
        ],
    ),
    (
        "dict_for_set",
        """\
def actions(board):
    a = {}
    b = []
    c = {1: 2}
    d = [1]
    e = set()
""",
        [["2: a = {}", "    a = set()"], ["3: b = []", "    b = set()"]],
    ),
    (
        "pair_for_tuple",
        """\
def actions(board):
    a.add([i, j])
    b.append(i, j)
    c.add((i, j))
    d.add([i, j, k])
    e.remove(i, j)
    f.append([i])
""",
        [
            ["2: a.add([i, j])", "    a.add((i, j))"],
            ["3: b.append(i, j)", "    b.append((i, j))"],
        ],
    ),
    (
        "turn_for_winner",
        """\
def utility(board):
    a = player(board)
    b = winner(board)
def other(board):
    return player(board)
""",
        [["2: player(board)", "    a = winner(board)"]],
    ),
    (
        "digit_for_letter",
        """\
def utility(board):
    if winner(board) == 0:
        return -1
    count += 1
    if count == 0 or len(actions(board)) == 0 or board.count(X) == 0:
        return 0
    return len(board) > 3 or board[0] is False or 0 != board[1][1]
""",
        [
            [
                "2: winner(board) == 0",
                "    if winner(board) == O:",
                "    return len(board) > 3 or board[0] is False or O != board[1][1]",
            ],
            ["2: winner(board) == 0", "    if winner(board) == O:"],
            [
                "7: 0 != board[1][1]",
                "    return len(board) > 3 or board[0] is False or O != board[1][1]",
            ],
        ],
    ),
    (
        "digit_for_letter",
        """\
def result(board, action):
    i, j = action
    row, _ = action[0], action[1]
    a = sum(board[0])
    b = 9 - a
    c = 1
    d[0] += 1
    return i == 0 or row == 0 or a == 0 == b or c == 0 == d[1] or action[1] == 0
def actions(board):
    for i in range(3):
        for j, row in enumerate(board):
            if i == 0 or 0 == j or (i + j) % 2 == 0 or any(n == 0 for n in range(3)):
                pass
""",
        [],
    ),
    (
        "digit_for_letter",
        """\
def player(board):
    turn = player(board)
    a, b = board[0][0], board[0][1]
    for i in range(3):
        cell = board[i][0]
        turn == 0
        a == b == 0
        board[i][1] == 0
        cell == 0
""",
        [
            [
                "6: turn == 0",
                "        turn == O",
                "        a == b == O",
                "        board[i][1] == O",
                "        cell == O",
            ],
            ["6: turn == 0", "        turn == O"],
            ["7: a == b == 0", "        a == b == O"],
            ["8: board[i][1] == 0", "        board[i][1] == O"],
            ["9: cell == 0", "        cell == O"],
        ],
    ),
    (
        "not_set_back",
        """\
def counted(board):
    n = 1
def winner(board):
    n, m = 0, 0
    cells = []
    other = [n]
    for row in board:
        for cell in row:
            n += cell == X
            cells.append(cell)
            other.extend(cell)
    for row in board:
        k = 0
        k += 1
""",
        [
            ["4: n, m = (0, 0)", "        n, m = (0, 0)", "        cells = []"],
            ["4: n, m = (0, 0)", "            n, m = (0, 0)", "            cells = []"],
        ],
    ),
    (
        "given_up_early",
        """\
def winner(board):
    for row in board:
        if row == 3 * [X]:
            return X
        else:
            return None
    for j in range(3):
        for i in range(3):
            if board[i][j] != X:
                return False
    for row in board:
        return row
""",
        [
            ["6: return None", "            pass", "                pass"],
            ["6: return None", "            pass"],
            ["10: return False", "                pass"],
        ],
    ),
    (
        "answers_exchanged",
        """\
def terminal(board):
    for row in board:
        if EMPTY in row:
            return True
    return False
def always(board):
    return True
def number(board):
    return 1 if board else 0
    return 0
def other(board):
    if board:
        return True
    return False or board
""",
        [["4: return True", "            return False", "    return True"]],
    ),
    (
        "condition_turned",
        """\
def winner(board):
    a = board == 1
    b = board is not None
    c = board not in d
    d = board < 1
    e = 1 == 2 == 3
""",
        [
            ["2: board == 1", "    a = board != 1"],
            ["3: board is not None", "    b = board is None"],
            ["4: board not in d", "    c = board in d"],
        ],
    ),
]


@pytest.mark.parametrize(("name", "text", "places"), FOUND, ids=[f[0] for f in FOUND])
def test_a_slip_is_looked_for_in_these_places_and_in_no_others(name, text, places):
    assert list(found(name, text)) == places


def test_a_depth_is_limited_in_a_function_within_another_too():
    text = """\
def minimax(board):
    def search(position, depth):
        if depth == 3:
            return 0
        return search(result(position, (0, 0)), depth + 1)
    return search(board, 0)
"""
    (place,) = FINDERS["depth_limit"](source_of(text))
    assert shown_place(place.node) == (3, "depth == 3")


def test_a_number_too_long_for_a_float_is_as_good_as_infinity():
    bounds, head = f"-{'9' * 400}, {'9' * 400}", "def value(board, alpha, beta):"
    text = f"{head}\n    return value(board, {bounds}) if alpha < beta else beta\n"
    assert not list(found("narrow_window", text))


def test_a_slip_is_looked_for_in_a_file_of_as_many_parts_and_in_none_longer(
    monkeypatch,
):
    tree = ast.parse("def minimax(board): return board")
    parts = len([*ast.walk(tree)])
    for most, found in ((parts, 1), (parts - 1, 0)):
        monkeypatch.setattr(syntax, "MOST_PARTS", most)
        assert len(searching(tree)) == found


def test_every_finder_has_its_place_in_the_order_of_trial():
    tools = {"experiment", "suspects", "syntax"}
    files = {each.name for each in iter_modules(slips.__path__)} - tools
    written = {
        name
        for module in (import_module(f"{slips.__name__}.{file}") for file in files)
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__ and name[0] != "_"
    }
    missing = sorted(written - FINDERS.keys() - WITNESSES.keys())
    assert not missing, f"not in a list of noughts/checker/slips/suspects.py: {missing}"


def test_every_finder_is_in_the_table():
    missing = FINDERS.keys() - {name for name, *_ in FOUND}
    assert not missing, f"no row of FOUND in this file: {missing}"


# --- What text and answers show together ------------------------------------


def sheet(answers):
    """Return what minimax has answered, by board."""
    boards = questions("minimax").boards
    written = AnswerSheet("minimax")
    numbers = [boards.index(key) for key in answers]
    written.take(dict(zip(numbers, [*answers.values()], strict=True)))
    return written


def shown(name, text, answers=None):
    """Return what a witness shows of a text: its line and code, or nothing."""
    node = WITNESSES[name](source_of(text), sheet(answers or {}))
    return "" if node is None else "{}: {}".format(*shown_place(node))


CHANCE = """\
import random
from random import choice, sample as some
def minimax(board):
    first = choice(board)
    if first:
        return first
    return {}
"""


@pytest.mark.parametrize(
    ("returned", "place"),
    [
        ("random.choice(board)", "7: return random.choice(board)"),
        ("some(board, 1)", "7: return some(board, 1)"),
        ("sample(board, 1)", ""),  # a name of the file's own
        ("choice([a for a in board if utility(result(board, a))])", ""),
        ("first", ""),
        ("choice(minimax(board))", ""),  # it searches
    ],
)
def test_an_action_is_by_chance_where_nothing_is_searched(returned, place):
    assert shown("by_chance", CHANCE.format(returned)) == place
    sure = CHANCE.replace("first = choice(board)", "first = board[0]")
    assert shown("by_chance", sure.format(returned)) == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("from random import *\ndef minimax(board): return choice(board)", True),
        ("from secrets import *\ndef minimax(board): return choice(board)", True),
        ("from math import *\ndef minimax(board): return choice(board)", False),
        ("from random import *\ndef minimax(board): return pick(board)", False),
        (
            "from random import *\ndef minimax(board):\n"
            "    for choice in actions(board): pass\n    return choice",
            False,
        ),
        (
            "from random import *\ndef choice(board): return board[0]\n"
            "def minimax(board): return choice(board)",
            False,
        ),
    ],
)
def test_a_star_imports_what_picks_unless_the_file_has_that_name_itself(text, told):
    assert bool(shown("by_chance", text)) is told


RULED = """\
import random
from random import choice
def minimax(board):
    if terminal(board):
        return None
    {}
    return random.choice(actions(board))
"""


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("if (1, 1) in actions(board): return (1, 1)", False),
        ("for action in actions(board): return action", False),
        ("if not board: return", True),
        ("if not board: return choice(board)", True),
    ],
)
def test_an_action_is_not_by_chance_where_a_rule_may_have_returned_it(rule, told):
    assert bool(shown("by_chance", RULED.format(rule))) is told


NESTED = """\
import random
def minimax(board):
    def search(position):
        return max(search(result(position, a)) for a in actions(position))
    return random.choice([a for a in actions(board) if search(result(board, a)) > 0])
"""
METHOD = """\
import random
class Engine:
    def value(self, board):
        return max(self.value(result(board, a)) for a in actions(board))
    def best(self, board):
        return [a for a in actions(board) if self.value(result(board, a)) > 0]
def minimax(board):
    return random.choice(Engine().best(board))
"""


@pytest.mark.parametrize("text", [NESTED, METHOD])
def test_who_searches_within_a_function_or_a_class_does_not_pick_by_chance(text):
    assert shown("by_chance", text) == ""
    calm = text.replace("search(result(position, a))", "position[a]")
    calm = calm.replace("search(result(board, a))", "board[a]")
    calm = calm.replace("self.value(result(board, a))", "board[a]")
    assert shown("by_chance", calm)


@pytest.mark.parametrize("name", ["by_chance", "one_move_ahead"])
def test_what_was_seen_to_look_further_is_not_said_to_look_at_nothing(name):
    answers = {WIN: TAKEN, THREAT: LEFT}
    text = AHEAD if name == "one_move_ahead" else RULED.format("pass")
    source = source_of(text)
    assert WITNESSES[name](source, sheet(answers))
    assert WITNESSES[name](source._replace(deep=True), sheet(answers)) is None


AHEAD = """\
def minimax(board):
    for action in actions(board):
        after = result(board, action)
        if utility(after) == 1:
            return action
"""
WIN, THREAT, FORK, OVER = "XX.OO....", "XX..O....", "XOXO....X", "XXXOO...."
TAKEN, LEFT = Answer("c2"), Answer("c8")


@pytest.mark.parametrize(
    ("answers", "alone"),
    [
        ({WIN: TAKEN, THREAT: LEFT}, True),
        ({WIN: TAKEN, THREAT: TAKEN, OVER: Answer("n")}, False),
        ({WIN: LEFT, THREAT: LEFT}, False),
        ({WIN: TAKEN}, False),
        ({THREAT: LEFT, WIN: TAKEN, OVER: LEFT}, True),
        ({FORK: LEFT}, False),  # nobody could prevent both
        ({}, False),
    ],
)
def test_who_takes_wins_and_prevents_none_looks_one_move_ahead(answers, alone):
    place = "4: utility(after)"
    assert shown("one_move_ahead", AHEAD, answers) == (place if alone else "")


@pytest.mark.parametrize(
    ("was", "now", "place"),
    [
        ("utility(after) == 1", "winner(after)", "4: winner(after)"),
        (
            "    for",
            "    if terminal(board):\n        return utility(board)\n    for",
            "6: utility(after)",
        ),
        (
            "utility(after) == 1:\n            return action\n",
            "score(result(board, action)): return action\n"
            "def score(board): return utility(board)\n",
            "5: utility(board)",
        ),
        ("utility(after)", "terminal(after)", ""),
        ("result(board, action)", "board", ""),
        ("return action", "return minimax(after)", ""),
    ],
)
def test_one_move_ahead_something_is_played_and_valued(was, now, place):
    assert was in AHEAD
    answers = {WIN: TAKEN, THREAT: LEFT}
    assert shown("one_move_ahead", AHEAD.replace(was, now), answers) == place


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("best = action", "3: best = action"),
        ("return action", "3: return action"),
        ("worth, best = 1, action", "3: worth, best = (1, action)"),
        ("worth, best = action, 1", ""),
        ("best = board", ""),
        ("other = action", ""),
        ("return board", ""),
        ("best = action\n        if board: worth = 1", "3: best = action"),
        ("best = action\n        if board: best = board", ""),
        ("best = action\n        if board: pass\n        else: best = board", ""),
        ("best = action\n        if board: break", ""),
        ("if board: continue\n        best = action", ""),
        (
            "best = action\n        for n in board:\n            if n: best = board",
            "",
        ),
        ("if board:\n            best = action", ""),
    ],
)
def test_actions_are_not_compared_where_each_is_kept(body, place):
    text = f"""\
def minimax(board):
    for action in actions(board):
        {body}
    if board: return
    return best
def other(board):
    for action in board:
        best = action
"""
    assert shown("never_compared", text) == place


@pytest.mark.parametrize(
    ("given", "compared"),
    [
        ("for action in sorted(actions(board)):", False),
        ("moves = list(actions(board))\n    for action in moves:", False),
        ("for action in sorted(actions(board), key=worth):", True),
        ("moves = sorted(actions(board), key=worth)\n    for action in moves:", True),
        (
            "moves = list(actions(board))\n    moves.sort()\n    for action in moves:",
            True,
        ),
        ("moves = best_of(actions(board))\n    for action in moves:", True),
        ("for action in best_of(actions(board)):", True),
        ("for action in [a for a in actions(board) if worth(a) > 0]:", True),
        ("for action in board:", True),
    ],
)
def test_actions_in_an_order_may_have_been_compared(given, compared):
    text = f"def minimax(board):\n    {given}\n        return action\n"
    assert (shown("never_compared", text) == "") is compared


def test_an_action_to_begin_with_is_not_the_one_that_is_returned():
    loop = "    for action in actions(board):\n        best = action\n"
    begun = f"def minimax(board):\n{loop}"
    assert shown("never_compared", begun + "    return best\n") == "3: best = action"
    later = "    best = max(actions(board), key=worth)\n    return best\n"
    assert shown("never_compared", begun + later) == ""


WRITES = """\
def minimax(board):
    board[0][0] = X
    mine = board
    for action in actions(board):
        mine[0][1] = X
        board[0] = X
        board[0][2] = X
        board[1][2] = X
"""


def test_a_board_that_is_written_into_is_shown_where_one_is_seen_to_be_changed():
    changed_one = Answer("c2", frozenset("B"))
    place = "7: board[0][2] = X"
    assert shown("unrestored", WRITES, {WIN: changed_one}) == place
    assert shown("unrestored", WRITES, {WIN: LEFT, THREAT: changed_one}) == place
    assert shown("unrestored", WRITES, {WIN: LEFT}) == ""


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("        mine[0][1] = X\n", "        board[0][2] = board[1][2] = EMPTY\n"),
        ("    mine = board\n", "    board = [row[:] for row in board]\n"),
    ],
)
def test_who_puts_back_or_copies_is_not_said_to_leave_it(was, now):
    assert was in WRITES
    text = WRITES.replace(was, now).replace("        board[1][2] = X\n", "")
    changed_one = Answer("c2", frozenset("B"))
    assert shown("unrestored", text, {WIN: changed_one}) == ""


@pytest.mark.parametrize("used", ["minimax(b)[0] > 1", "x == 1"])
def test_a_pair_that_is_taken_apart_is_not_mistaken_for_a_value(used):
    apart = "    x, y = minimax(board)\n" if used[0] == "x" else ""
    text = f"def minimax(board):\n{apart}    return {used}\n"
    assert shown("action_for_value", text, {WIN: NONE}) == ""


ITSELF = """\
def minimax(board):
    value = worth(board)
    if minimax(board) > value:
        return minimax(value)
def worth(board):
    if board:
        return worth(board)
def ends(board):
    return ends(board)
def none(board):
    if board:
        return
    none(board)
"""
NONE = raised("TypeError", "'>' not supported: 'NoneType'", "")
TUPLE = raised("TypeError", "'>' not supported: 'tuple'", "")
OTHER = raised("TypeError", "unhashable type: 'list'", "")


@pytest.mark.parametrize(
    ("answers", "mistaken", "branch"),
    [
        ({WIN: NONE}, True, True),
        ({WIN: TUPLE}, True, False),
        ({WIN: NONE, THREAT: TUPLE}, True, False),
        ({WIN: NONE, THREAT: OTHER}, False, False),
        ({WIN: NONE, THREAT: raised("TypeError", "", "")}, True, True),
        ({WIN: NONE, THREAT: raised("KeyError", "list", "")}, True, True),
        ({WIN: raised("KeyError", "NoneType", "")}, False, False),
        ({WIN: raised("TypeError", "", "")}, False, False),
        ({OVER: NONE}, False, False),
        ({}, False, False),
    ],
)
def test_what_breaks_the_comparison_tells_what_is_mistaken(answers, mistaken, branch):
    told = "3: minimax(board)" if mistaken else ""
    assert shown("action_for_value", ITSELF, answers) == told
    told = "5: def worth" if branch else ""
    assert shown("none_from_branch", ITSELF, answers) == told


@pytest.mark.parametrize(
    ("body", "falls"),
    [
        ("return 1", False),
        ("raise E", False),
        ("return 1\nx = 1", True),
        ("if x: return 1", True),
        ("if x: return 1\nelse: return 2", False),
        ("if x: return 1\nelse: y = 2", True),
        ("if x: y = 1\nelse: return 2", True),
        ("while True: x = 1", False),
        ("while x: return 1", True),
        ("with x: return 1", False),
        ("with x: y = 1", True),
        ("try: x = 1\nfinally: y = 1", False),  # unclear
        ("match x:\n    case 1: y = 1", False),
        ("for x in y: return 1", True),
    ],
)
def test_the_end_of_some_statements_can_be_reached_or_not(body, falls):
    assert _falls_through(ast.parse(body).body) is falls


def test_only_of_minimax_is_anything_shown_by_text_and_answers():
    tree = ast.parse("import random\ndef minimax(board): return random.choice(board)")
    told = shown_by(tree, sheet({}))
    assert (told.name, told.function, told.line) == ("by_chance", "minimax", 2)
    assert "`return random.choice(board)` in line 2 chooses" in told.explanation
    assert shown_by(tree, AnswerSheet("player")) is None


# --- What the finders share ---------------------------------------------------


def test_a_search_is_a_function_and_the_files_own_to_which_it_leads():
    tree = ast.parse("""
def helper(board): return other(board)
def other(board): return player(board)
def unused(board): return board
def player(board): return board
def minimax(board): return helper(actions(board))
""")
    named = [function.name for function in searching(tree)]
    assert named == ["helper", "other", "minimax"]
    assert [function.name for function in searching(tree, "player")] == ["player"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", True),
        ("-3.5", True),
        ("--3", True),
        ("math.inf", True),
        ("-inf", True),
        ("float('inf')", True),
        ("float(x)", False),
        ("int('3')", False),
        ("+3", False),
        ("'3'", False),
        ("x", False),
        ("x.y", False),
    ],
)
def test_a_first_value_is_a_number_or_infinity(text, number):
    assert is_number(ast.parse(text, mode="eval").body) is number


def test_a_place_is_shown_by_its_line_and_how_it_begins():
    tree = ast.parse(f"if {'x' * (LONGEST - 4)}:\n    pass\nif {'x' * LONGEST}: pass")
    exact, longer = tree.body
    assert shown_place(exact) == (1, f"if {'x' * (LONGEST - 4)}:")
    assert shown_place(longer) == (3, f"if {'x' * (LONGEST - 3)}")
    assert shown_place(tree)[0] == 0
