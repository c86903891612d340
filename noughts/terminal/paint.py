"""What the screen looks like: pure functions from a session to coloured lines."""

import textwrap
from collections.abc import Iterable, Mapping
from math import inf

from noughts.contract import Action, Board
from noughts.games import AnyGame
from noughts.look import SIGNS
from noughts.look.ansi import OUTCOMES, Pen
from noughts.terminal.session import Session, Worth
from noughts.words import Words

MARGIN = "  "
WIDTH = 80
WORTH = 14  # columns for what squares are worth
INDENT = 6  # columns for a key, before what it does
HEAD, BOARD, NOTES, SCORE = range(4)  # the blocks of a screen

paint = Pen()


def screen(
    session: Session, notes: Iterable[str], worth: Worth, width: int, height: int = 99
) -> str:
    """Return all that is to be seen, down to the question, in this many columns."""
    tints = {n: OUTCOMES[verdict.outcome] for verdict, ns in worth for n in ns}
    hints = _hints(session, width)
    head = [
        paint(session.say("play.welcome"), "bold"),
        *wrapped([session.players], width, "soft"),
    ]
    blocks = [
        head,
        board_lines(session.game, tints, width),
        [*wrapped(notes, width), *_worth_lines(worth, width, session.say)],
        [*wrapped([_score(session)], width), *hints],
    ]
    # Where the terminal is too low for all, what is known already makes room.
    if _height(blocks) > height:
        blocks[SCORE] = blocks[SCORE][: -len(hints)]
    for known in (HEAD, SCORE):
        if _height(blocks) > height:
            blocks[known] = []
    if _height(blocks) > height:
        blocks[BOARD] = blocks[BOARD][::2]  # the rows, without the lines between them
    gap = [""] if _height(blocks) <= height else []
    board, told = blocks[BOARD], blocks[NOTES]
    needed = _height([board], gap=0)
    if not gap and len(told) < len(board) and needed <= height:
        blocks[NOTES] = told[: height - needed]
    elif not gap and needed + len(told) > height:
        low = session.say("play.too_low", n=needed, lines=height)
        blocks[BOARD] = [] if told else wrapped([low], width)
    lines = [line for block in blocks if block for line in (*block, *gap)]
    return "\n".join(f"{MARGIN}{line}" for line in (*gap, *lines))


def _height(blocks: list[list[str]], gap: int = 1) -> int:
    """Return how many lines the blocks take, with the question below them."""
    return 1 + gap + sum(len(block) + gap for block in blocks if block)


def board_lines(
    game: AnyGame, tints: Mapping[int, str], room: int = WIDTH
) -> list[str]:
    """Return the board: marks, numbers on free squares, the winning line reversed."""
    board = game.board
    rows, columns = len(board), len(board[0])
    digits = len(str(rows * columns))
    fits = columns * (digits + 3) + 2 * len(MARGIN) <= room
    width = digits + (2 if fits else 1)
    between = "┼".join("─" * width for _ in range(columns))
    lines: list[str] = []
    for i in range(rows):
        cells = [_cell(game, board, (i, j), width, tints) for j in range(columns)]
        lines += [paint("│", "soft").join(cells), paint(between, "soft")]
    return lines[:-1]


def _cell(
    game: AnyGame, board: Board, action: Action, width: int, tints: Mapping[int, str]
) -> str:
    i, j = action
    mark = board[i][j]
    number = len(board[0]) * i + j + 1
    if not mark:
        return paint(str(number).center(width), tints.get(number, "soft"))
    won = ["reversed"] if action in game.line else []
    return paint(mark.center(width), "bold", mark.lower(), *won)


def _worth_lines(worth: Worth, width: int, say: Words) -> list[str]:
    """Return a line for each value: its sign, its words, the squares."""
    lines: list[str] = []
    for verdict, numbers in worth:
        name = OUTCOMES[verdict.outcome]
        words = f"{SIGNS[name]} {say.verdict(*verdict)}"
        squares = wrapped([" ".join(map(str, numbers))], width - WORTH)
        heads = [paint(f"{words:<{WORTH}}", name), *[" " * WORTH for _ in squares[1:]]]
        lines += [head + line for head, line in zip(heads, squares, strict=True)]
    return lines


def _score(session: Session) -> str:
    names = {name: session.score_name(name) for name in session.score}
    parts = (f"{names[name].capitalize()} {n}" for name, n in session.score.items())
    return " · ".join(parts)


def _hints(session: Session, width: int) -> list[str]:
    """Return what can be typed, on as few lines as it takes."""
    lines, room = list[str](), -inf
    for command in session.commands:
        key, word = command.key or "Enter", command.word(session.say)
        length = len(f"{key} {word}  ")
        if length > room:
            lines, room = [*lines, ""], width - len(MARGIN)
        lines[-1] += f"{key} {paint(word, 'soft')}  "
        room -= length
    return lines


def wrapped(texts: Iterable[str], width: int, *styles: str) -> list[str]:
    """Return the texts in lines between the margins; a tab indents what follows."""
    room = max(width - 2 * len(MARGIN), 8)
    lines = list[str]()
    for text in texts:
        below = " " * INDENT if "\t" in text and room > 2 * INDENT else ""
        whole = text.expandtabs(INDENT)
        lines += textwrap.wrap(whole, room, subsequent_indent=below)
    return [paint(line, *styles) for line in lines] if styles else lines
