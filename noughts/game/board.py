"""The rules, over nine marks: the board as a key, such as `XO..X....`."""

from noughts.game.contract import Action, Board

Line = tuple[int, ...]  # the places of three marks in a key

START = "........."
LINES: tuple[Line, ...] = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


def key_of(board: Board) -> str:
    """Return the board as nine marks."""
    return "".join(mark or "." for row in board for mark in row)


def board_of(key: str) -> Board:
    """Return the board of nine marks, a fresh one each time."""
    cells = [None if mark == "." else mark for mark in key]
    return [cells[:3], cells[3:6], cells[6:]]


def opponent(mark: str) -> str:
    """Return the other player's mark."""
    return "O" if mark == "X" else "X"


def turn(key: str) -> str:
    """Return the player to move: X first, then alternating."""
    return "X" if key.count("X") == key.count("O") else "O"


def full_lines(key: str) -> list[Line]:
    """Return the lines that one player has filled."""
    return [(a, b, c) for a, b, c in LINES if "." != key[a] == key[b] == key[c]]


def winner(key: str) -> str | None:
    """Return the player who has filled a line, if any."""
    return next((key[n] for line in full_lines(key) for n in line), None)


def free(key: str) -> list[Action]:
    """Return the empty cells, row by row."""
    return [divmod(n, 3) for n, mark in enumerate(key) if mark == "."]


def free_cells(board: Board) -> list[Action]:
    """Return the empty cells of a board of any size, row by row."""
    return [
        (i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if not cell
    ]


def put(key: str, action: Action, mark: str) -> str:
    """Return the key with a mark added."""
    n = 3 * action[0] + action[1]
    return key[:n] + mark + key[n + 1 :]


def play(key: str, action: Action) -> str:
    """Return the key after an action, which must be an empty cell."""
    return put(key, action, turn(key))


def filled_by(key: str, action: Action, mark: str) -> list[Line]:
    """Return the lines that a player would fill by taking a cell."""
    n = 3 * action[0] + action[1]
    return [line for line in full_lines(put(key, action, mark)) if n in line]


def completing(key: str, mark: str) -> list[Action]:
    """Return the empty cells on which a player would complete a line."""
    return [cell for cell in free(key) if filled_by(key, cell, mark)]


def replies(key: str) -> dict[Action, str]:
    """Return the key after each action, as if the game were not over."""
    mark = turn(key)
    return {action: put(key, action, mark) for action in free(key)}
