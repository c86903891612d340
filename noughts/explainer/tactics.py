"""What the marks of a position threaten: over nine marks, as the oracle keeps them."""

from noughts.board import LINES, opponent, turn

LineOfSquares = tuple[int, int, int]  # three squares, each 1 to 9

SQUARES = range(1, 10)
LINES_OF_SQUARES: list[LineOfSquares] = [
    (line[0] + 1, line[1] + 1, line[2] + 1) for line in LINES
]
LINES_THROUGH = {s: [line for line in LINES_OF_SQUARES if s in line] for s in SQUARES}


def put(key: str, square: int, mark: str) -> str:
    """Return the marks with one more, whoever is to move."""
    return key[: square - 1] + mark + key[square:]


def lines_of(key: str, mark: str) -> tuple[LineOfSquares, ...]:
    """Return the lines that a player has filled."""
    return tuple(line for line in LINES_OF_SQUARES if _marks(key, line) == mark * 3)


def completed(key: str, square: int, mark: str) -> tuple[LineOfSquares, ...]:
    """Return the lines that a player would fill by taking a square."""
    after = put(key, square, mark)
    return tuple(ln for ln in LINES_THROUGH[square] if _marks(after, ln) == mark * 3)


def winning(key: str, mark: str) -> tuple[int, ...]:
    """Return the free squares on which a player would complete a line."""
    return tuple(s for s in free(key) if completed(key, s, mark))


def forks(key: str, mark: str) -> tuple[int, ...]:
    """
    Return the free squares that would give a player two threats at once, and a win.

    Not those that complete a line, nor those after which the opponent completes one.
    """
    return tuple(
        square
        for square in free(key)
        if not completed(key, square, mark) and is_fork(put(key, square, mark), mark)
    )


def is_fork(key: str, mark: str) -> bool:
    """Return whether a player has two threats and the opponent, to move, none."""
    return len(winning(key, mark)) >= 2 and not winning(key, opponent(mark))


def fillable(key: str, square: int, mark: str) -> tuple[LineOfSquares, ...]:
    """Return the lines through a free square that a player has moves enough to fill."""
    left = key.count(".")
    moves = (left + 1) // 2 if mark == turn(key) else left // 2
    return tuple(
        line
        for line in LINES_THROUGH[square]
        if opponent(mark) not in _marks(key, line)
        and _marks(key, line).count(".") <= moves
    )


def free(key: str) -> list[int]:
    """Return the free squares."""
    return [square for square in SQUARES if key[square - 1] == "."]


def _marks(key: str, line: LineOfSquares) -> str:
    a, b, c = line
    return key[a - 1] + key[b - 1] + key[c - 1]
