"""What the screen looks like: pure functions from a session to coloured lines."""

import textwrap
from collections.abc import Iterable, Mapping

from noughts import look
from noughts.contract import Action, Board
from noughts.terminal.session import AnyGame, Session, Worth

COLOURS = {name: f"38;5;{number}" for name, number in look.TERMINAL.items()}
BOLD, DIM = "1", COLOURS["soft"]
MARKS = {"X": COLOURS["x"], "O": COLOURS["o"]}
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}
SIGNS = {n: (look.SIGNS[name], COLOURS[name]) for n, name in OUTCOMES.items()}
REVERSED = "7"
MARGIN = "  "


def paint(text: str, *styles: str) -> str:
    """Return the text in the styles of the terminal."""
    return f"\033[{';'.join(styles)}m{text}\033[0m"


def screen(session: Session, notes: Iterable[str], worth: Worth, width: int) -> str:
    """Return all that is to be seen, down to the question, in so many columns."""
    tints = {n: SIGNS[verdict.outcome][1] for verdict, ns in worth for n in ns}
    blocks = [
        [paint("Welcome to TTT!", BOLD), *_wrapped([session.players], width, DIM)],
        board_lines(session.game, tints),
        [*_wrapped(notes, width), *_worth_lines(worth, width)],
        [*_wrapped([_score(session)], width), *_hints(session, width)],
    ]
    lines = [line for block in blocks if block for line in (*block, "")]
    return "\n".join(f"{MARGIN}{line}" for line in ("", *lines))


def board_lines(game: AnyGame, tints: Mapping[int, str]) -> list[str]:
    """Return the board: marks, numbers on free squares, the winning line reversed."""
    board = game.board
    rows, columns = len(board), len(board[0])
    width = len(str(rows * columns)) + 2
    between = "┼".join("─" * width for _ in range(columns))
    lines: list[str] = []
    for i in range(rows):
        cells = [_cell(game, board, (i, j), width, tints) for j in range(columns)]
        lines += [paint("│", DIM).join(cells), paint(between, DIM)]
    return lines[:-1]


def _cell(
    game: AnyGame, board: Board, action: Action, width: int, tints: Mapping[int, str]
) -> str:
    i, j = action
    mark = board[i][j]
    number = len(board[0]) * i + j + 1
    if not mark:
        return paint(str(number).center(width), tints.get(number, DIM))
    won = [REVERSED] if action in game.line else []
    return paint(mark.center(width), BOLD, MARKS[mark], *won)


def _worth_lines(worth: Worth, width: int) -> list[str]:
    """Return a line for each value: its sign, its words, the squares."""
    lines: list[str] = []
    for verdict, numbers in worth:
        sign, colour = SIGNS[verdict.outcome]
        words = f"{sign} {verdict}"
        squares = _wrapped([" ".join(map(str, numbers))], width - 14)
        heads = [paint(f"{words:<14}", colour), *[" " * 14 for _ in squares[1:]]]
        lines += [head + line for head, line in zip(heads, squares, strict=True)]
    return lines


def _score(session: Session) -> str:
    parts = (f"{name.capitalize()} {n}" for name, n in session.score.items())
    return " · ".join(parts)


def _hints(session: Session, width: int) -> list[str]:
    """Return what can be typed, on as few lines as it takes."""
    lines, room = [""], 0
    for command in session.phase.commands:
        key = command.key or "Enter"
        length = len(f"{key} {command.word}  ")
        if length > room:
            lines, room = [*lines, ""], width - len(MARGIN)
        lines[-1] += f"{key} {paint(command.word, DIM)}  "
        room -= length
    return lines[1:]


def _wrapped(texts: Iterable[str], width: int, *styles: str) -> list[str]:
    """Return the texts in lines that fit between the margins."""
    room = max(width - 2 * len(MARGIN), 8)
    lines = [line for text in texts for line in textwrap.wrap(text, room)]
    return [paint(line, *styles) for line in lines] if styles else lines
