"""
Play Tic-Tac-Toe in a window, against tictactoe.py or any engine like it.

    python runner.py          play against tictactoe.py
    python runner.py FILE     play against another engine

The engine is asked in a thread, so that the window never freezes. `Game` is all that
the window shows. The loop at the end waits for an event, changes the game, and draws.
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
FUNCTIONS = "initial_state player actions result winner terminal utility minimax"
SIZE = 520, 650
PAUSE = 0.4  # seconds: people miss a reply that comes at once
SHARP = 2  # everything is drawn twice as large, then shrunk: smooth edges
GROUND, PAPER, LINE, TINT = "#f7f7f5", "#ffffff", "#d4d4ce", "#eeeeeb"
INK, SOFT, ACCENT = "#1b1b1f", "#5c5f69", "#00629a"
MARKS = {X: "#0072b2", O: "#d55e00"}
# Where things are: (left, top, width, height) on a sheet of 20 by 25 units.
START = {"title": (1, 3, 18, 3), "status": (1, 7, 18, 2), "help": (1, 19, 18, 1)}
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
        raise EngineError(f"{path}: cannot be run: {describe(error)}") from error
    missing = [name for name in FUNCTIONS.split() if not hasattr(engine, name)]
    if missing:
        raise EngineError(f"{path}: lacks {', '.join(missing)}")
    return engine


def describe(error):
    """Return an exception as one line: "KeyError: 'best'"."""
    return traceback.format_exception_only(error)[-1].strip()


def ask(engine, allowed, name, *arguments):
    """Return the engine's answer if it is allowed, or raise an error for the call."""
    call = f"{name}({', '.join(map(as_text, arguments))})"
    try:
        answer = getattr(engine, name)(*deepcopy(arguments))
        if answer in allowed:
            return allowed[allowed.index(answer)]
    except BaseException as error:
        raise EngineError(f"{call} raised {describe(error)}") from error
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


class Job:
    """A question to the engine, answered in a thread of its own."""

    def __init__(self, *work):
        self.started, self.answer, self.trouble = time.monotonic(), None, ""
        threading.Thread(target=self.run, args=work, daemon=True).start()

    def run(self, function, *arguments):
        """Find the answer, or what went wrong."""
        try:
            self.answer = function(*arguments)
        except EngineError as error:
            traceback.print_exception(error.__cause__ or error)
            self.trouble = str(error)


class Game:
    """All that the window shows."""

    def __init__(self, engine):
        self.engine = engine
        self.choose_again()

    def choose_again(self):
        """Go back to the choice between X and O; a job under way is dropped."""
        self.person = self.position = self.job = self.trouble = None

    def press(self, name):
        """Do what a button, a cell or a key means."""
        if name == "again":
            self.choose_again()
        elif self.person is None and name in (X, O):
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
        """Take over what the job has found, and let the engine move if it must."""
        if self.job and self.job.trouble:
            self.trouble, self.job = self.job.trouble, None
        elif self.job and self.job.answer:
            self.position, self.job = self.job.answer, None
            if not self.position.over and self.position.turn != self.person:
                self.job = Job(reply, self.engine, self.position.board)

    def status(self):
        """Return the status sentence."""
        if self.person is None:
            return "Play as X or O?"
        if self.trouble:
            return "The engine failed"
        if self.job:
            seconds = int(time.monotonic() - self.job.started)
            return f"Computer thinking... {f'{seconds} s' if seconds else ''}".strip()
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
        write(surface, "X moves first. Keys: X, O, 1 to 9, Esc", at["help"], 0.8, SOFT)
        for mark in (X, O):
            box(surface, at[mark], PAPER)
            draw_mark(surface, mark, at[mark])
    else:
        draw_board(surface, at, game.position)
        if game.trouble:
            box(surface, at["board"], PAPER)
            write(surface, game.trouble, at["board"].inflate(-40, -40), 0.06, INK)
        box(surface, at["again"], ACCENT)
        over = game.position and game.position.over
        write(surface, "Play again" if over else "New game", at["again"], 0.55, PAPER)
    pygame.transform.smoothscale(surface, window.get_size(), window)


def draw_board(surface, at, position):
    """Draw the lines between the cells, the last move's cell, and the marks."""
    board, thin = at["board"], max(SHARP, at["board"].w // 250)
    for n in (1, 2):
        surface.fill(LINE, (board.x, at[n, 0].y - thin // 2, board.w, thin))
        surface.fill(LINE, (at[0, n].x - thin // 2, board.y, thin, board.h))
    for i, j in CELLS:
        if position and (i, j) == position.last:
            box(surface, at[i, j].inflate(at[i, j].w // -8, at[i, j].w // -8), TINT)
        if position and position.board[i][j]:
            draw_mark(surface, position.board[i][j], at[i, j])


def draw_mark(surface, mark, cell):
    """Draw X as two strokes, O as a ring."""
    place, cut = cell.inflate(cell.w // -2, cell.w // -2), cell.w / 17
    left, top, right, bottom = *place.topleft, *place.bottomright
    if mark == O:
        pygame.draw.circle(surface, MARKS[O], place.center, cell.w * 0.31, cell.w // 12)
        return
    for a, b, step in ((top, bottom, cut), (bottom, top, -cut)):
        near = [(left, a + step), (left + cut, a)]
        far = [(right, b - step), (right - cut, b)]
        pygame.draw.polygon(surface, MARKS[X], near + far)


def box(surface, place, colour):
    """Draw a box with round corners."""
    radius = min(place.size) // (6 if place.h < place.w else 14)
    pygame.draw.rect(surface, colour, place, border_radius=radius)


def write(surface, text, place, share, colour):
    """Write text in the middle of a place, in letters of a share of its height."""
    for size in range(max(8, round(place.h * share)), 7, -1):
        font = font_of(size)
        lines, height = wrap(text, font, place.w), font.get_linesize()
        if len(lines) * height <= place.h * 1.2:
            break
    for n, line in enumerate(lines, -len(lines)):
        image = font.render(line, True, colour)
        top = place.centery + (n + len(lines) / 2) * height
        surface.blit(image, image.get_rect(midtop=(place.centerx, top)))


@cache
def font_of(size):
    """Return the system's typeface, or pygame's own if there is none."""
    return pygame.font.Font(pygame.font.match_font(TYPEFACES), size)


def wrap(text, font, width):
    """Return the text as lines that fit a width."""
    lines = [""]
    for letter in " ".join(text.split()):
        if font.size(lines[-1] + letter)[0] > width:
            head, space, tail = lines[-1].rpartition(" ")
            lines[-1:] = [head, tail] if space else [lines[-1], ""]
        lines[-1] += letter
    return lines


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
        while not (happened := pygame.event.get()) and not game.job:
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
        engine = load(*arguments or [Path(__file__).with_name("tictactoe.py")])
        open_screen()
    except (EngineError, pygame.error) as error:
        print(error, file=sys.stderr)
        return 2
    return run(Game(engine))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
