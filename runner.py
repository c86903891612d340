"""
Play Tic-Tac-Toe in a window, against tictactoe.py or any engine like it.

    python runner.py          play against tictactoe.py
    python runner.py FILE     play against another engine

The engine is loaded and asked in a thread, so that the window never freezes. `Game` is
all that the window shows. The loop at the end waits for an event, changes the game, and
draws.
"""

import importlib.util
import os
import reprlib
import sys
import threading
import time
import traceback
from collections import namedtuple
from copy import deepcopy
from functools import cache
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("XDG_RUNTIME_DIR", "/tmp")  # or SDL complains
try:
    import pygame
except ImportError:
    sys.exit("The window needs pygame: pip install pygame-ce")

X = "X"
O = "O"  # noqa: E741 - the assignment uses this name
CELLS = [(i, j) for i in range(3) for j in range(3)]
ROWS = [[(i, j) for j in range(3)] for i in range(3)]
COLUMNS = [[(i, j) for i in range(3)] for j in range(3)]
DIAGONALS = [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
FUNCTIONS = "initial_state player actions result winner terminal utility minimax"
SIZE = 520, 650
PAUSE = 0.4  # seconds: people miss a reply that comes at once
PATIENCE = 2  # seconds for loading a file, before the window opens without it
SHARP = 2  # everything is drawn twice as large, then shrunk: smooth edges
SMALLEST = 8 * SHARP  # letters that can still be read
GROUND, PAPER, LINE, TINT = "#f7f7f5", "#ffffff", "#d4d4ce", "#eeeeeb"
INK, SOFT, ACCENT, WON = "#1b1b1f", "#5c5f69", "#00629a", "#e2f3ed"
MARKS = {X: "#0072b2", O: "#d55e00"}
HELP = "X moves first. Keys: X, O, 1 to 9. Space or Enter: new game. Esc: quit."
LOADING = (
    "The file is still running. Does it play a game, or wait for input, when it is "
    "imported?"
)
# Where things are: (left, top, width, height) on a sheet of 20 by 25 units.
START = {"title": (1, 3, 18, 3), "status": (1, 7, 18, 2), "help": (2, 19, 16, 2)}
START |= {X: (2.5, 10.5, 7, 7), O: (10.5, 10.5, 7, 7)}
GAME = {"status": (1, 1, 18, 2), "board": (1, 4, 18, 18), "again": (6, 22.6, 8, 1.8)}
GAME |= {(i, j): (1 + 6 * j, 4 + 6 * i, 6, 6) for i, j in CELLS}
TYPEFACES = "segoeui,helveticaneue,ubuntu,cantarell,notosans,dejavusans,arial"
# A board, and what the engine says about it; `last` is the move that led here.
Position = namedtuple("Position", "board turn over winner last")


class EngineError(Exception):
    """The engine cannot play; the message says why, or names the call that failed."""


def load(path):
    """Run a file and return it as an engine."""
    spec = importlib.util.spec_from_file_location("engine", path)
    if spec is None or not Path(path).is_file():
        raise EngineError(f"{path}: there is no such Python file")
    engine = sys.modules["engine"] = importlib.util.module_from_spec(spec)
    sys.path.append(str(Path(path).resolve().parent))  # for what it may import
    try:
        spec.loader.exec_module(engine)
    except BaseException as error:
        raise EngineError(f"{path} cannot be run: {describe(error, path)}") from error
    missing = [name for name in FUNCTIONS.split() if not hasattr(engine, name)]
    if missing:
        raise EngineError(f"{path} lacks {', '.join(missing)}")
    return engine


def describe(error, path):
    """Return an exception on one line: "KeyError: 'best' (tictactoe.py, line 12)"."""
    text = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError):
        file, line = error.filename, error.lineno
    else:
        calls = traceback.extract_tb(error.__traceback__)
        lines = [call.lineno for call in calls if call.filename == str(path)]
        file, line = path, lines[-1] if lines else None
    return f"{text} ({Path(file).name}, line {line})" if file and line else text


def ask(engine, allowed, name, *arguments):
    """Return the engine's answer if it is allowed, or raise an error for the call."""
    call = f"{name}({', '.join(map(as_text, arguments))})"
    try:
        answer = getattr(engine, name)(*deepcopy(arguments))
        if answer in allowed:
            return allowed[allowed.index(answer)]
    except BaseException as error:
        path = getattr(engine, "__file__", None)
        raise EngineError(f"{call} raised {describe(error, path)}") from error
    raise EngineError(f"{call} returned {reprlib.repr(answer)}")


def as_text(argument):
    """Return a board on one line, such as XO. .X. ..., and a cell as it is."""
    if type(argument) is tuple:
        return str(argument)
    return " ".join("".join(cell or "." for cell in row) for row in argument)


def empty_cells(board):
    """Return the cells without a mark."""
    return [(i, j) for i, j in CELLS if board[i][j] is None]


def look(engine, board, last=None):
    """Return the position of a board."""
    answers = [True, False] if empty_cells(board) else [True]
    over = ask(engine, answers, "terminal", board)
    turn = None if over else ask(engine, [X, O], "player", board)
    winner = ask(engine, [X, O, None], "winner", board)
    return Position(board, turn, over, winner, last)


def begin(engine):
    """Return the first position."""
    return look(engine, ask(engine, [[[None] * 3 for _ in range(3)]], "initial_state"))


def play(engine, board, cell):
    """Return the position after a move."""
    with_x, with_o = deepcopy(board), deepcopy(board)
    with_x[cell[0]][cell[1]], with_o[cell[0]][cell[1]] = X, O
    return look(engine, ask(engine, [with_x, with_o], "result", board, cell), cell)


def reply(engine, board):
    """Return the position after the engine's own move."""
    started = time.monotonic()
    position = play(engine, board, ask(engine, empty_cells(board), "minimax", board))
    time.sleep(max(0, started + PAUSE - time.monotonic()))
    return position


def winning_line(position):
    """Return the cells of the lines that the winner has filled."""
    return {
        cell
        for line in ROWS + COLUMNS + DIAGONALS
        if position.winner
        and all(position.board[i][j] == position.winner for i, j in line)
        for cell in line
    }


class Job:
    """Work for the engine, done in a thread of its own."""

    def __init__(self, function, *arguments):
        self.started, self.answer, self.error = time.monotonic(), None, None
        work = (function, *arguments)
        self.thread = threading.Thread(target=self.run, args=work, daemon=True)
        self.thread.start()

    def run(self, function, *arguments):
        """Find the answer, or the error."""
        try:
            self.answer = function(*arguments)
        except EngineError as error:
            self.error = error

    def seconds(self):
        """Return for how long it has been under way: "", or such as " 3 s"."""
        seconds = int(time.monotonic() - self.started)
        return f" {seconds} s" if seconds else ""


class Game:
    """All that the window shows; the engine may still be loading."""

    def __init__(self, engine, loading=None):
        self.engine, self.loading = engine, loading
        self.choose_again()

    def choose_again(self):
        """Go back to the choice between X and O; a job under way is dropped."""
        self.person = self.position = self.job = self.trouble = None

    def press(self, name):
        """Do what a button, a cell or a key means."""
        if name == "again":
            self.choose_again()
        elif self.engine and self.person is None and name in (X, O):
            self.person, self.job = name, Job(begin, self.engine)
        elif self.can_play(name):
            self.job = Job(play, self.engine, self.position.board, name)

    def can_play(self, cell):
        """Return whether the person may take this cell now."""
        if self.position is None or self.job or self.trouble:
            return False
        is_turn = not self.position.over and self.position.turn == self.person
        return is_turn and cell in empty_cells(self.position.board)

    def update(self):
        """Take over what a job has found, and let the engine move if it must."""
        if self.loading and self.loading.error:
            raise self.loading.error
        if self.loading and self.loading.answer:
            self.engine, self.loading = self.loading.answer, None
        if self.job and self.job.error:
            traceback.print_exception(self.job.error.__cause__ or self.job.error)
            self.trouble, self.job = str(self.job.error), None
        elif self.job and self.job.answer:
            self.position, self.job = self.job.answer, None
            if not self.position.over and self.position.turn != self.person:
                self.job = Job(reply, self.engine, self.position.board)

    def status(self):
        """Return the status sentence."""
        if self.loading:
            return f"Loading the engine...{self.loading.seconds()}"
        if self.person is None:
            return "Play as X or O?"
        if self.trouble:
            return "The engine failed"
        if self.job:
            return f"Computer thinking...{self.job.seconds()}"
        if not self.position.over:
            return "Your turn"
        if self.position.winner is None:
            return "Game over: a draw"
        won = self.position.winner == self.person
        return "Game over: you win!" if won else "Game over: the computer wins"


def places(game, size):
    """Return the rectangle of each thing by its name, in a window of any size."""
    boxes = START if game.person is None else GAME
    unit = min(size[0] / 20, size[1] / 25)
    left, top = size[0] / 2 - 10 * unit, size[1] / 2 - 12.5 * unit
    return {
        name: pygame.Rect(left + x * unit, top + y * unit, wide * unit, high * unit)
        for name, (x, y, wide, high) in boxes.items()
    }


def target_at(game, size, point):
    """Return the name of what can be pressed at a point, or None."""
    at = places(game, size).items()
    names = [name for name, place in at if place.collidepoint(point)]
    return names[-1] if names else None  # a cell comes after the board


def draw(window, game):
    """Draw the game on a window of any size."""
    surface = pygame.Surface([SHARP * side for side in window.get_size()])
    surface.fill(GROUND)
    at = places(game, surface.get_size())
    write(surface, game.status(), at["status"], 0.75, INK)
    if game.person is None:
        write(surface, "Tic-Tac-Toe", at["title"], 0.9, INK)
        if game.loading:
            write(surface, LOADING, at[X].union(at[O]), 0.1, SOFT)
        else:
            write(surface, HELP, at["help"], 0.4, SOFT)
            for mark in (X, O):
                box(surface, at[mark], PAPER)
                draw_mark(surface, mark, at[mark])
    else:
        draw_board(surface, at, game.position)
        if game.trouble:
            box(surface, at["board"], PAPER)
            margin = at["board"].w // -10
            room = at["board"].inflate(margin, margin)
            write(surface, game.trouble, room, 0.06, INK)
        box(surface, at["again"], ACCENT)
        over = game.position and game.position.over
        write(surface, "Play again" if over else "New game", at["again"], 0.55, PAPER)
    pygame.transform.smoothscale(surface, window.get_size(), window)


def draw_board(surface, at, position):
    """Draw the lines between the cells, what is highlighted, and the marks."""
    board, thin = at["board"], max(SHARP, at["board"].w // 250)
    for n in (1, 2):
        surface.fill(LINE, (board.x, at[n, 0].y - thin // 2, board.w, thin))
        surface.fill(LINE, (at[0, n].x - thin // 2, board.y, thin, board.h))
    if position is None:
        return
    won = winning_line(position)
    for i, j in CELLS:
        cell, mark = at[i, j], position.board[i][j]
        if (i, j) in won or (i, j) == position.last:
            colour = WON if (i, j) in won else TINT
            box(surface, cell.inflate(cell.w // -8, cell.w // -8), colour)
        if mark:
            draw_mark(surface, mark, cell)


def draw_mark(surface, mark, cell):
    """Draw X as two strokes, O as a ring."""
    thick = cell.w // 12
    if mark == O:
        pygame.draw.circle(surface, MARKS[O], cell.center, cell.w * 0.31, thick)
        return
    square = cell.inflate(cell.w * -0.55, cell.w * -0.55)
    draw_stroke(surface, MARKS[X], square.topleft, square.bottomright, thick)
    draw_stroke(surface, MARKS[X], square.bottomleft, square.topright, thick)


def draw_stroke(surface, colour, start, end, thick):
    """Draw a straight line with square ends, which pygame's own lines have not."""
    start, end = pygame.Vector2(start), pygame.Vector2(end)
    aside = (end - start).normalize().rotate(90) * thick / 2
    corners = [start + aside, end + aside, end - aside, start - aside]
    pygame.draw.polygon(surface, colour, corners)


def box(surface, place, colour):
    """Draw a box with round corners."""
    radius = min(place.size) // (6 if place.h < place.w else 14)
    pygame.draw.rect(surface, colour, place, border_radius=radius)


def write(surface, text, place, share, colour):
    """Write text in the middle of a place, in letters of at most this share of it."""
    font, lines = fit(text, place, round(place.h * share))
    height = font.get_linesize()
    top = place.centery - len(lines) * height / 2
    for line in lines:
        image = font.render(line, True, colour)
        surface.blit(image, image.get_rect(midtop=(place.centerx, top)))
        top += height


def fit(text, place, size):
    """Return the largest font up to a size in which a text fits, and its lines."""
    for smaller in range(max(size, SMALLEST), SMALLEST - 1, -1):
        font = font_of(smaller)
        lines = wrap(text, font, place.w)
        if len(lines) == 1 or len(lines) * font.get_linesize() <= place.h:
            return font, lines
    room = max(1, place.h // font.get_linesize())
    return font, [*lines[: room - 1], "..."]


def wrap(text, font, width):
    """Return a text as lines that fit a width; only a word that does not is broken."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.size(longer)[0] <= width:
            lines[-1] = longer
        else:
            lines += pieces(word, font, width)
    return [line for line in lines if line]


def pieces(word, font, width):
    """Return the parts of a word that fit a width: mostly the word itself."""
    parts = [""]
    for letter in word:
        if font.size(parts[-1] + letter)[0] > width:
            parts.append("")
        parts[-1] += letter
    return parts


@cache
def font_of(size):
    """Return the system's typeface, or pygame's own if there is none."""
    return pygame.font.Font(pygame.font.match_font(TYPEFACES), size)


def open_screen():
    """Find a screen; without one, SDL fails or picks an invisible driver."""
    pygame.display.init()
    invisible = pygame.display.get_driver() in ("dummy", "offscreen")
    if invisible and "SDL_VIDEODRIVER" not in os.environ:
        raise EngineError("There is no screen for a window.")


def handle(game, event, size):
    """Change the game after an event."""
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        game.press(target_at(game, size, event.pos))
    elif event.type == pygame.KEYDOWN:
        keys = {str(n): cell for n, cell in enumerate(CELLS, 1)}
        keys |= {"x": X, "o": O, " ": "again", "\r": "again"}
        game.press(keys.get(event.unicode.lower()))


def run(game):
    """Show the window until it is closed; return the exit code."""
    pygame.font.init()
    pygame.display.set_caption("Tic-Tac-Toe")
    window = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
    while True:
        game.update()
        draw(window, game)
        pygame.display.flip()
        while not (happened := pygame.event.get()) and not (game.job or game.loading):
            pygame.time.wait(30)  # nothing changes without an event
        for event in happened or [pygame.event.wait(100)]:
            handle(game, event, window.get_size())
            if event.type == pygame.QUIT or getattr(event, "key", 0) == pygame.K_ESCAPE:
                return 0


def main(arguments):
    """Play, or say in one sentence why that is not possible, and return 2."""
    try:
        if len(arguments) > 1:
            raise EngineError("usage: python runner.py [FILE]")
        path = Path(__file__).with_name("tictactoe.py")
        loading = Job(load, *arguments or [path])
        loading.thread.join(PATIENCE)
        game = Game(None, loading)
        game.update()
        open_screen()
        return run(game)
    except (EngineError, pygame.error) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
