"""
The window: Tic-Tac-Toe over `tictactoe.py`, or over any engine like it.

    python runner.py          play against tictactoe.py
    python runner.py FILE     play against another engine

An event changes the state, and the state is drawn: so the file has five parts,
of which each uses only those above it. The state and the changes to it, which
know no screen; the questions put to the engine; the places of things in a
window of any size; the drawing; and the loop, with the thread in which the
engine thinks.
"""

import argparse
import ctypes
import importlib.util
import os
import random
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
except ImportError:
    pygame = None

X, O = "X", "O"  # noqa: E741 - the assignment names it so
CELLS = [(i, j) for i in range(3) for j in range(3)]
LINES = [
    *([(i, 0), (i, 1), (i, 2)] for i in range(3)),
    *([(0, j), (1, j), (2, j)] for j in range(3)),
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]
CONTRACT = (
    "X O EMPTY initial_state player actions result winner terminal utility minimax"
)

PERFECT, CASUAL, RANDOM, FRIEND = "Perfect", "Casual", "Random", "Friend"
OPPONENTS = {
    PERFECT: "always the engine's best move",
    CASUAL: "one move in four is careless",
    RANDOM: "any free square",
    FRIEND: "two people, one window",
}
CARELESS = 1 / 4

PAUSE = 0.4  # seconds: a reply that comes at once is easily overlooked
NOTICEABLE = 1.0  # from here on the window says that the computer is thinking
LONG = 10.0  # from here on it says for how long, and offers a new game
SIZE = 600, 760
TICK, IDLE = 100, 500  # milliseconds after which the loop looks up, without events
MESSAGE = 300  # letters of an engine's complaint, at most
TERMINAL_GAME = "In a terminal: python3 -m noughts play"


# --- The state --------------------------------------------------------------


class Position(NamedTuple):
    """A board and what the engine says of it."""

    board: tuple  # of three rows, each a tuple of three cells
    turn: str
    over: bool
    winner: str | None
    last: tuple | None  # the cell of the move that led here


class Worth(NamedTuple):
    """What a move leads to, for the player who makes it."""

    outcome: int  # 1 a win, 0 a draw, -1 a loss
    moves: int  # in how many of that player's own moves

    def __str__(self):
        if self.outcome == 0:
            return "draw"
        return f"{'wins' if self.outcome > 0 else 'loses'} in {self.moves}"


@dataclass(frozen=True)
class State:
    """All that the window shows; it never changes, a change makes a new one."""

    screen: str = "start"  # or "game"
    engine: str = ""  # the file, if it is not tictactoe.py
    mark: str = X
    opponent: str = PERFECT
    history: tuple[Position, ...] = ()
    past: tuple[int, ...] = ()  # finished games: 1 won, 0 tied, -1 lost
    chosen: tuple | None = None  # the person's move, until the engine has made it
    hint: tuple | bool = False  # True: wanted; a cell: given
    values: bool = False
    known: dict = field(default_factory=dict)  # the worth of each cell
    focus: object = None  # what the pointer or the arrow keys are on
    waiting: int = 0  # seconds, once they are noticeable
    trouble: str = ""
    dark: bool = False
    closed: bool = False

    @property
    def now(self):
        """The current position; None until the engine has given the first."""
        return self.history[-1] if self.history else None

    @property
    def side(self):
        """Whose games won are counted first: the person's, or between two, X's."""
        return X if self.opponent == FRIEND else self.mark


def persons_turn(state, position=None):
    """Return whether a person is to move."""
    position = position or state.now
    if position is None or position.over:
        return False
    return state.opponent == FRIEND or position.turn == state.mark


def free(board):
    """Return the empty cells of a board, in reading order."""
    return [(i, j) for i, j in CELLS if board[i][j] is None]


def winning_lines(position):
    """Return the lines that the winner has filled."""
    return [
        line
        for line in LINES
        if position.winner
        and all(position.board[i][j] == position.winner for i, j in line)
    ]


def outcomes(state):
    """Return the outcomes of all finished games, this one with them."""
    now = state.now
    if now is None or not now.over:
        return state.past
    if now.winner is None:
        return (*state.past, 0)
    return (*state.past, 1 if now.winner == state.side else -1)


def score(state):
    """Return who won how often: (name, number) for either side and for ties."""
    games = outcomes(state)
    first, second = (X, O) if state.opponent == FRIEND else ("You", "Computer")
    return [
        (first, games.count(1)),
        ("Ties", games.count(0)),
        (second, games.count(-1)),
    ]


def status(state):
    """Return the one sentence that says how things stand."""
    now = state.now
    if state.screen == "start":
        return "who plays?"
    if state.trouble:
        return "The engine failed."
    if state.waiting >= LONG:
        return f"Computer thinking for {state.waiting} s..."
    if state.waiting:
        return "Computer thinking..."
    if now is None:
        return ""
    if now.over:
        return f"Game over: {now.winner} wins." if now.winner else "Game over: tie."
    if isinstance(state.hint, tuple):
        return f"Hint: square {CELLS.index(state.hint) + 1}"
    if state.opponent == FRIEND:
        return f"{now.turn} to move"
    return "Your turn" if persons_turn(state) else "Computer's turn"


# --- Changes: each takes a state and returns the next -----------------------


def afresh(state, **changes):
    """Change to another position: what belonged to the old one is dropped."""
    return replace(
        state, chosen=None, hint=False, known={}, waiting=0, trouble="", **changes
    )


def new_game(state):
    """Begin a game; a finished one counts."""
    return afresh(state, screen="game", past=outcomes(state), history=())


def show_start(state):
    """Go back to the choices."""
    return afresh(state, screen="start", past=outcomes(state), history=())


def play_as(state, mark):
    """Choose a side."""
    return replace(state, mark=mark)


def play_against(state, opponent):
    """Choose an opponent; the score begins anew."""
    past = state.past if opponent == state.opponent else ()
    return replace(state, opponent=opponent, past=past)


def next_opponent(state, step):
    """Choose the opponent above or below."""
    names = list(OPPONENTS)
    n = names.index(state.opponent) + step
    return play_against(state, names[max(0, min(n, len(names) - 1))])


def choose(state, cell):
    """Move to a cell."""
    return replace(state, chosen=cell)


def can_choose(state, cell):
    """Return whether a person may move to the cell now."""
    return can_ask(state) and cell in free(state.now.board)


def can_ask(state):
    """Return whether a person is to move and nothing is in the way."""
    return persons_turn(state) and not state.trouble and state.chosen is None


def undo(state):
    """Take back a move; against the computer, its reply with it."""
    return afresh(state, history=state.history[: undo_to(state)])


def undo_to(state):
    """Return how many positions undo leaves; 0 if there is nothing to undo."""
    for n in range(len(state.history) - 1, 0, -1):
        if persons_turn(state, state.history[n - 1]):
            return n
    return 0


def ask_hint(state):
    """Ask for the engine's move."""
    return replace(state, hint=state.hint or True)


def toggle_values(state):
    """Show what each free cell leads to, or hide it."""
    return replace(state, values=not state.values)


def toggle_dark(state):
    """Change between light and dark."""
    return replace(state, dark=not state.dark)


def step(state, down, right):
    """Move the keyboard's cursor, round the edges; at first to the centre."""
    if state.focus not in CELLS:
        return replace(state, focus=(1, 1))
    i, j = state.focus
    return replace(state, focus=((i + down) % 3, (j + right) % 3))


def enter(state):
    """Move to the cell of the cursor, or after a game begin the next."""
    if state.trouble or (state.now and state.now.over):
        return new_game(state)
    if state.focus in CELLS and can_choose(state, state.focus):
        return choose(state, state.focus)
    return state


def close(state):
    """Leave."""
    return replace(state, closed=True)


def arrive(state, position):
    """Take over a position that the engine has given."""
    return afresh(state, history=(*state.history, position))


def hinted(state, cell):
    """Take over the engine's advice."""
    return replace(state, hint=cell, waiting=0)


def valued(state, cell_and_worth):
    """Take over what a cell leads to."""
    cell, worth = cell_and_worth
    return replace(state, known={**state.known, cell: worth}, waiting=0)


def failed(state, sentence):
    """Stop the game and say what the engine has done."""
    return replace(state, trouble=sentence, chosen=None, hint=False, waiting=0)


def waited(state, seconds):
    """Notice how long a person has been waiting for the engine."""
    return replace(state, waiting=int(seconds) if seconds >= NOTICEABLE else 0)


# --- Controls: which key and which button makes which change ----------------


class Control(NamedTuple):
    """A change that a person can make, by keys and, where it has a place, by hand."""

    change: Callable
    keys: str
    usable: Callable = lambda state: True


EVERYWHERE = {
    "Theme": Control(toggle_dark, "d"),
}
CONTROLS = {
    "start": EVERYWHERE
    | {
        X: Control(partial(play_as, mark=X), "x left", lambda s: s.opponent != FRIEND),
        O: Control(partial(play_as, mark=O), "o right", lambda s: s.opponent != FRIEND),
        PERFECT: Control(partial(play_against, opponent=PERFECT), "p"),
        CASUAL: Control(partial(play_against, opponent=CASUAL), "c"),
        RANDOM: Control(partial(play_against, opponent=RANDOM), "r"),
        FRIEND: Control(partial(play_against, opponent=FRIEND), "f"),
        "up": Control(partial(next_opponent, step=-1), "up"),
        "down": Control(partial(next_opponent, step=1), "down"),
        "Start": Control(new_game, "return enter space n s"),
        "Leave": Control(close, "escape q"),
    },
    "game": EVERYWHERE
    | {
        cell: Control(
            partial(choose, cell=cell), f"{n} [{n}]", partial(can_choose, cell=cell)
        )
        for n, cell in enumerate(CELLS, 1)
    }
    | {
        "Undo": Control(undo, "u backspace", undo_to),
        "Hint": Control(ask_hint, "h", can_ask),
        "Values": Control(toggle_values, "v"),
        "New game": Control(new_game, "n"),
        "Menu": Control(show_start, "escape m"),
        "up": Control(partial(step, down=-1, right=0), "up"),
        "down": Control(partial(step, down=1, right=0), "down"),
        "left": Control(partial(step, down=0, right=-1), "left"),
        "right": Control(partial(step, down=0, right=1), "right"),
        "enter": Control(enter, "return enter space"),
    },
}
HELP = {
    "start": ["Arrows: choose", "Enter: start", "D: dark", "Esc: leave"],
    "game": [
        "1\u20139 or arrows, Enter: play",
        "U H V N: buttons",
        "Esc: menu",
        "D: dark",
    ],
}


def press(state, name):
    """Make the change of a control, if it can be made now."""
    control = CONTROLS[state.screen].get(name)
    return control.change(state) if control and control.usable(state) else state


def press_key(state, key):
    """Make the change that a key stands for."""
    for name, control in CONTROLS[state.screen].items():
        if key in control.keys.split():
            return press(state, name)
    return state


# --- Questions to the engine ------------------------------------------------
#
# What the window needs to know next follows from the state, and there is never
# more than one such question. It is answered in a thread; if the state has
# moved on meanwhile, the question is a different one and the answer is dropped.


class EngineError(Exception):
    """The engine broke the contract; the message says how."""


class Abandoned(BaseException):
    """Nobody waits for this answer any more; no engine catches it by accident."""


class Question(NamedTuple):
    """`ask(engine, *arguments)` finds the answer, `then(state, answer)` uses it."""

    ask: Callable
    then: Callable
    arguments: tuple = ()

    @property
    def waited_for(self):
        """Whether a person can do nothing but wait; values come when they come."""
        return self.ask is not value


def question(state):
    """Return what the window needs to know next from the engine, or None."""
    now = state.now
    if state.screen == "start" or state.trouble:
        return None
    if now is None:
        return Question(begin, arrive)
    if state.chosen:
        return Question(play, arrive, (now.board, state.chosen))
    if now.over:
        return None
    if not persons_turn(state):
        return Question(reply, arrive, (now.board, state.opponent))
    if state.hint is True:
        return Question(best, hinted, (now.board,))
    if state.values:
        for cell in free(now.board):
            if cell not in state.known:
                return Question(value, valued, (now.board, cell))
    return None


def begin(engine):
    """Return the first position."""
    return look(engine, call(engine, "initial_state"), None)


def play(engine, board, cell):
    """Return the position after a move."""
    after = call(engine, "result", board, cell)
    if {*free(after), cell} != {*free(board)} or cell in free(after):
        raise EngineError(
            f"result({shown(board)}, {cell}) returned {shown(after)}, "
            "which is not that board after that move."
        )
    return look(engine, after, cell)


def reply(engine, board, opponent):
    """Return the position after the opponent's move."""
    careless = {PERFECT: 0, CASUAL: CARELESS, RANDOM: 1}[opponent]
    if random.random() < careless:
        return play(engine, board, random.choice(free(board)))
    return play(engine, board, best(engine, board))


def best(engine, board):
    """Return the engine's move."""
    cell = call(engine, "minimax", board)
    if type(cell) is not tuple or cell not in free(board):
        raise EngineError(
            f"minimax({shown(board)}) returned {cell!r}, not an empty cell."
        )
    return cell


def value(engine, board, cell):
    """Return the cell and what it leads to if the engine plays on for both."""
    turn = call(engine, "player", board)
    position = play(engine, board, cell)
    plies = 1
    while not position.over:
        position = play(engine, position.board, best(engine, position.board))
        plies += 1
    outcome = 0 if position.winner is None else 1 if position.winner == turn else -1
    return cell, Worth(outcome, (plies + 1) // 2)


def look(engine, board, last):
    """Return the position of a board, as the engine sees it."""
    over = bool(call(engine, "terminal", board))
    won = call(engine, "winner", board)
    turn = call(engine, "player", board)
    if won not in (X, O, None):
        raise EngineError(f"winner({shown(board)}) returned {won!r}, not X, O or None.")
    if not over and turn not in (X, O):
        raise EngineError(f"player({shown(board)}) returned {turn!r}, not X or O.")
    if not over and not free(board):
        raise EngineError(f"terminal({shown(board)}) returned False for a full board.")
    return Position(board, turn, over, won, last)


def call(engine, name, *arguments):
    """Return the engine's answer; a board goes out and comes back as a copy."""
    given = [list(map(list, a)) if is_board(a) else a for a in arguments]
    asked = f"{name}({', '.join(shown(a) for a in arguments)})"
    try:
        answer = getattr(engine, name)(*given)
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise EngineError(f"{asked} raised {said}") from error
    if name not in ("initial_state", "result"):
        return answer
    if not is_board(answer):
        raise EngineError(f"{asked} returned {answer!r}, not a board of X, O and None.")
    return tuple(map(tuple, answer))


def is_board(thing):
    """Return whether this is three rows of three cells."""
    return (
        isinstance(thing, list | tuple)
        and len(thing) == 3
        and all(isinstance(row, list | tuple) and len(row) == 3 for row in thing)
        and all(cell in (X, O, None) for row in thing for cell in row)
    )


def shown(thing):
    """Return a board as `XO. .X. ...`, anything else as Python shows it."""
    if is_board(thing):
        return " ".join("".join(cell or "." for cell in row) for row in thing)
    return repr(thing)


# --- Places: where things are, in a window of any size ----------------------

LARGEST = 40  # the side of a board, in units of the size of the text


def places(state, size):
    """Return the rectangle of each thing by its name, and the size of the text."""
    room = pygame.Rect(0, 0, max(size[0], 160), max(size[1], 200))  # no less is of use
    if state.screen == "start":
        return start_places(room)
    return wide_places(room) if room.w > 1.2 * room.h else tall_places(room)


def start_places(room):
    """Return the choices: in one column, or in two where the window is low."""
    title, gap = [("title", 3), ("motto", 1.4), ("", 1.4)], [("", 1.2)]
    side = [("side", 1.7), ("marks", 3.8)]
    against = [("against", 1.7), *((name, 2.7) for name in OPPONENTS)]
    start, help_ = [("Start", 3.1)], [("", 0.5), ("help", 2)]
    if room.w > 1.6 * room.h:
        rows = title + side + gap + start
        text = text_size(room.w / 54, room.h / (height(rows + help_) + 2))
        whole = centred(room, 50 * text, height(rows + help_) * text)
        upper, lower = cut(whole, (height(rows), height(help_)), down=True)
        left, _, right = cut(upper, (24, 2, 24))
        top = ("top", height(rows) - height(against))
        at = stack(left, rows) | stack(right, [top, *against]) | stack(lower, help_)
    else:
        rows = title + side + gap + against + gap + start + help_
        text = text_size(room.w / 26, room.h / (height(rows) + 2))
        at = stack(centred(room, 24 * text, height(rows) * text), rows)
    at[X], at[O] = cut(at.pop("marks"), (1, 1))
    return at | {"Theme": at_end(at.get("top", at["title"]), text)}, text


def tall_places(room):
    """Return the board with everything else above and below it."""
    text = text_size(room.w / 27, room.h / 38)
    inner = room.inflate(-2.4 * text, -1.2 * text)
    above, below = [("status", 3.2), ("", 0.4)], [("", 1), ("score", 1.6), ("", 0.7)]
    below += [("buttons", 2.7), ("", 0.5), ("help", 2)]
    side = min(inner.w / text, inner.h / text - height(above + below), LARGEST)
    rows = [*above, ("board", side), *below]
    width = min(inner.w, max(side, 22) * text)
    at = stack(centred(room, width, height(rows) * text), rows)
    widths = {"Undo": 7, "Hint": 7, "Values": 9, "Menu": 7, "New game": 11}
    return with_cells(at, text) | buttons(at.pop("buttons"), widths), text


def wide_places(room):
    """Return the board with everything else beside it."""
    text = text_size(room.w / 44, room.h / 26)
    inner = room.inflate(-2.4 * text, -2.4 * text)
    side = min(inner.h, inner.w - 18 * text, LARGEST * text)
    beside = min(inner.w - side, 26 * text)
    both = centred(room, side + beside, side)
    board, _, panel = cut(both, (side, 2.4 * text, beside - 2.4 * text))
    rows = [("status", 3.2), ("", 0.8), ("score", 2), ("", 1)]
    grid = [("Undo", "Hint"), ("Values", "Menu"), ("New game",)]
    for names in grid:
        rows += [(names, 2.9), ("", 0.6)]
    rows += [("", max(0, side / text - height(rows) - 6)), ("help", 6)]
    at = stack(panel, rows)
    for names in grid:
        at |= buttons(at.pop(names), dict.fromkeys(names, 9))
    return with_cells(at | {"board": board}, text), text


def stack(column, rows):
    """Return the places of rows, given as (name, height), one below the other."""
    parts = cut(column, [share for _, share in rows], down=True)
    return {name: part for (name, _), part in zip(rows, parts, strict=True) if name}


def height(rows):
    """Return the height of all rows together."""
    return sum(share for _, share in rows)


def with_cells(at, text):
    """Return the places with those of the cells and of the switch of colours."""
    board = centred(at["board"], *[min(at["board"].size)] * 2)
    rows = cut(board, (1, 1, 1), down=True)
    cells = [cell for row in rows for cell in cut(row, (1, 1, 1))]
    theme = at_end(at["status"], text)
    return at | {"board": board, "Theme": theme} | dict(zip(CELLS, cells, strict=True))


def buttons(row, widths):
    """Return the places of buttons, side by side with gaps between them."""
    shares = [share for width in widths.values() for share in (0.5, width)]
    return dict(zip(widths, cut(row, shares[1:])[::2], strict=True))


def at_end(row, text):
    """Return a small square at the right end of a row."""
    square = pygame.Rect(0, 0, 2 * text, 2 * text)
    square.midright = row.right + 0.4 * text, row.centery  # its icon is smaller
    return square


def cut(rect, shares, down=False):
    """Return the parts of a rectangle, side by side or one below the other."""
    edges = [0, *accumulate(shares)]
    length, start = (rect.h, rect.y) if down else (rect.w, rect.x)
    edges = [start + round(edge / edges[-1] * length) for edge in edges]
    return [
        pygame.Rect(rect.x, a, rect.w, b - a)
        if down
        else pygame.Rect(a, rect.y, b - a, rect.h)
        for a, b in pairwise(edges)
    ]


def centred(rect, width, height):
    """Return a rectangle of that size in the middle of another."""
    inner = pygame.Rect(0, 0, max(0, width), max(0, height))
    inner.center = rect.center
    return inner


def text_size(*sizes):
    """Return the smallest of the sizes, within what can be read and looks well."""
    return max(7, min(*sizes, 30))


def target_at(state, size, point):
    """Return the control under a point, or None."""
    for name, place in places(state, size)[0].items():
        if name in CONTROLS[state.screen] and place.collidepoint(point):
            return name
    return None


# --- Drawing ----------------------------------------------------------------

# Light and dark. The hues are those of Okabe and Ito, which colour-blind people
# can tell apart, some of them darker or lighter so that text can be read well.
PALETTE = {
    "paper": ("#f7f7f5", "#16181d"),
    "raised": ("#ffffff", "#1e2128"),
    "line": ("#d4d4ce", "#393d47"),
    "ink": ("#1b1b1f", "#e8e8ea"),
    "faint": ("#5c5f69", "#a9adb8"),
    "on X": ("#ffffff", "#10141a"),
    X: ("#0072b2", "#56b4e9"),  # also the accent
    O: ("#d55e00", "#e69f00"),
    "win": ("#00785a", "#3fcf9f"),
    "draw": ("#5c5f69", "#b3b7c1"),
    "loss": ("#a23c7a", "#e79cc6"),
}
TYPEFACES = (
    "segoeui,helveticaneue,ubuntu,cantarell,notosans,liberationsans,dejavusans,arial"
)
SMALLEST = 8  # pixels of text; what does not fit even so is left out
SHARP = 4  # shapes are painted this many times larger, then shrunk: smooth edges


def draw(surface, state):
    """Draw the state on a surface of any size."""
    picture = Picture(surface, state)
    surface.fill(picture.colour["paper"])
    if state.screen == "start":
        picture.start()
    else:
        picture.game()
    picture.theme_switch()
    picture.help()


class Picture:
    """A surface, and how the parts of a state are drawn on it."""

    def __init__(self, surface, state):
        self.surface, self.state, self.now = surface, state, state.now
        self.at, self.text = places(state, surface.get_size())
        self.colour = {name: pair[state.dark] for name, pair in PALETTE.items()}

    def start(self):
        """Draw the choices."""
        motto = self.state.engine or "Three in a line win. X moves first."
        self.write("Tic-Tac-Toe", "title", 2.1, "ink", "left", bold=True)
        self.write(motto, "motto", 0.85, "faint", "left")
        self.write("You play", "side", 0.85, "faint", "left")
        self.write("Against", "against", 0.85, "faint", "left")
        self.choices((X, O), self.state.mark)
        for mark in (X, O):
            self.mark(mark, self.at[mark], 0.5, 0.25 if self.unusable(mark) else 1)
        self.choices(OPPONENTS, self.state.opponent)
        for name, description in OPPONENTS.items():
            _, left, right, _ = cut(self.at[name], (3, 25, 69, 3))
            self.write(name, left, 1, "ink", "left", bold=name == self.state.opponent)
            self.write(description, right, 0.85, "faint", "right")
        self.button("Start", accent=True)

    def choices(self, names, chosen):
        """Draw a control of several segments, one of them chosen."""
        places = [self.at[name] for name in names]
        self.box(places[0].unionall(places), "raised", border="line")
        for name, place in zip(names, places, strict=True):
            inner = place.inflate(-6, -6)
            if self.unusable(name):
                continue
            if name == chosen:
                self.box(inner, self.mix("raised", X, 0.14), border=X)
            elif name == self.state.focus:
                self.box(inner, self.mix("raised", "ink", 0.06))

    def game(self):
        """Draw the board and what is around it."""
        self.status()
        for n, place in enumerate(cut(self.at["score"], (1, 1, 1))):
            name, number = score(self.state)[n]
            align = ("left", "centre", "right")[n]
            self.write(f"{name}  {number}", place, 1, "faint", align)
        self.board()
        for name in ("Undo", "Hint", "Values", "Menu"):
            self.button(name, pressed=name == "Values" and self.state.values)
        over = self.now is not None and self.now.over
        stuck = bool(self.state.trouble) or self.state.waiting >= LONG
        label = "Play again" if over else "New game"
        self.button("New game", label, accent=over or stuck)
        if self.state.trouble:
            self.trouble()

    def status(self):
        """Draw the sentence that says how things stand, led by the mark it is about."""
        now, row = self.now, self.at["status"]
        icon, _, words, _ = cut(row, (1.4, 0.7, row.w / self.text - 4.6, 2.5))
        mark = now and not self.state.trouble and (now.winner if now.over else now.turn)
        if mark:
            self.mark(mark, icon)
        else:
            words.w, words.x = words.right - icon.x, icon.x
        self.write(status(self.state), words, 1.45, "ink", "left", bold=True)

    def board(self):
        """Draw the lines between the cells, the line that won, and the cells."""
        first, board = self.at[0, 0], self.at["board"]
        thin = max(1, round(board.w / 220))
        for n in (1, 2):
            cell = self.at[n, n]
            down = pygame.Rect(cell.x - thin // 2, board.y, thin, board.h)
            across = pygame.Rect(board.x, cell.y - thin // 2, board.w, thin)
            self.surface.fill(self.colour["line"], down)
            self.surface.fill(self.colour["line"], across)
        if self.now is None:
            return
        for line in winning_lines(self.now):
            band = self.mix("paper", self.now.winner, 0.2)
            ends = [self.at[line[n]].move(-board.x, -board.y).center for n in (0, 2)]
            self.paint(paint_band, board, band, *ends, first.w * 0.7)
        for cell in CELLS:
            self.cell(cell)

    def cell(self, cell):
        """Draw a cell: its mark, or what a move to it would be."""
        state, now, place = self.state, self.now, self.at[cell]
        tile, radius = place.inflate(-place.w * 0.12, -place.h * 0.12), place.w * 0.1
        usable = can_choose(state, cell)
        mark = now.board[cell[0]][cell[1]] or (cell == state.chosen and now.turn)
        if cell == now.last:
            fill = None if now.winner else self.mix("paper", mark, 0.13)
            self.box(tile, fill, radius, border=mark if now.winner else None)
        if cell == state.hint:
            self.box(tile, self.mix("paper", X, 0.1), radius, border=X, thick=3)
        elif cell == state.focus and not now.over:
            fill, border = ("raised", X) if usable else ("paper", "line")
            self.box(tile, fill if cell != now.last else None, radius, border=border)
        if mark:
            lost = now.winner and all(cell not in line for line in winning_lines(now))
            self.mark(mark, place, 0.56, 0.45 if lost else 1)
        elif state.values and persons_turn(state):
            self.worth(state.known.get(cell), place)
        elif usable and cell in (state.focus, state.hint):
            self.mark(now.turn, place, 0.56, 0.35)
        elif not now.over and not state.values:
            corner = pygame.Rect(tile.x, tile.y, tile.w * 0.25, tile.h * 0.25)
            number = str(CELLS.index(cell) + 1)
            self.write(number, corner, place.w * 0.1 / self.text, "faint")

    def worth(self, worth, place):
        """Draw what a cell leads to: a sign, and below it the words."""
        if worth is None:
            self.write("...", place, place.w * 0.16 / self.text, "faint")
            return
        name = {1: "win", 0: "draw", -1: "loss"}[worth.outcome]
        _, upper, _, lower, _ = cut(place, (24, 28, 6, 20, 22), down=True)
        sign = centred(upper, upper.h, upper.h)
        self.paint(paint_sign, sign, self.colour[name], name)
        self.write(str(worth), lower, place.w * 0.14 / self.text, name)

    def trouble(self):
        """Draw what the engine has done, over the board."""
        board = self.at["board"]
        card = board.inflate(-board.w * 0.06, -board.h * 0.4)
        self.box(card, "raised", border="line")
        inner = card.inflate(-2 * self.text, -self.text)
        self.write(self.state.trouble, inner, 1, "ink", lines=99)

    def button(self, name, label=None, accent=False, pressed=False):
        """Draw a button; one that cannot be used now is faint."""
        place, hovered = self.at[name], 0.06 if name == self.state.focus else 0
        ink, border = "ink", None if accent else X if pressed else "line"
        fill = self.mix("raised", "ink", hovered)
        if accent:
            ink, fill = "on X", self.mix(X, "ink", 2 * hovered)
        elif pressed:
            fill = self.mix("raised", X, 0.14 + hovered)
        elif self.unusable(name):
            ink, fill = self.mix("paper", "ink", 0.4), "paper"
        self.box(place, fill, border=border)
        inner = place.inflate(-0.6 * self.text, 0)
        self.write(label or name, inner, 0.95, ink, bold=accent)

    def theme_switch(self):
        """Draw the switch between light and dark: a disc, half of it filled."""
        place = self.at["Theme"]
        if self.state.focus == "Theme":
            self.box(place, self.mix("paper", "ink", 0.1), place.w / 2)
        icon = place.inflate(-place.w * 0.4, -place.h * 0.4)
        self.paint(paint_half, icon, self.colour["faint"])

    def help(self):
        """Say which keys there are: in a line, or in a list where there is room."""
        lines, place = HELP[self.state.screen], self.at["help"]
        if place.h > 5 * self.text:
            rows = [("", place.h / self.text - len(lines)), *((n, 1) for n in lines)]
            for line, row in stack(place, rows).items():
                self.write(line, row, 0.7, "faint", "left")
        else:
            self.write(" \u00b7 ".join(lines), place, 0.7, "faint", lines=3)

    def unusable(self, name):
        """Return whether a control can do nothing now."""
        return not CONTROLS[self.state.screen][name].usable(self.state)

    def mix(self, one, other, share):
        """Return a colour between two of the palette."""
        one, other = pygame.Color(self.colour[one]), pygame.Color(self.colour[other])
        return tuple(one.lerp(other, share))

    def mark(self, mark, place, share=1.0, strength=1.0):
        """Draw X or O in the middle of a place, of which it fills a share."""
        side = round(min(place.size) * share)
        colour = self.mix("paper", mark, strength)
        self.paint(paint_mark, centred(place, side, side), colour, mark)

    def box(self, place, fill, radius=None, border=None, thick=1):
        """Draw a box with round corners, and a border round it."""
        radius = self.text * 0.5 if radius is None else radius
        colour = self.colour.get(border)
        if border:
            self.paint(paint_box, place, colour, radius, 0 if fill else thick)
            place, radius = place.inflate(-2 * thick, -2 * thick), radius - thick
        if fill:
            self.paint(paint_box, place, self.colour.get(fill, fill), radius, 0)

    def paint(self, brush, place, colour, *details):
        """Put a painted shape in its place."""
        self.surface.blit(shape(brush, place.size, colour, *details), place)

    def write(self, words, place, size, ink, align="centre", bold=False, lines=1):
        """Write words into a place, smaller or on more lines if they need it."""
        place = self.at.get(place, place) if isinstance(place, str) else place
        words = "".join(letter if letter.isprintable() else " " for letter in words)
        for pixels in range(max(SMALLEST, round(size * self.text)), SMALLEST - 1, -1):
            face = font(pixels, bold)
            rows = wrap(words, face, place.w) if lines > 1 else [words]
            height = face.get_linesize()
            if len(rows) > lines or len(rows) * height > place.h + 1:
                continue
            if all(face.size(row)[0] <= place.w for row in rows):
                break
        else:
            return
        top = place.centery - len(rows) * height / 2
        for n, row in enumerate(rows):
            image = face.render(row, True, self.colour.get(ink, ink))
            spare = {"left": 0, "centre": 0.5, "right": 1}[align]
            left = place.x + (place.w - image.get_width()) * spare
            self.surface.blit(image, (round(left), round(top + n * height)))


def wrap(words, face, width):
    """Return the words as lines that fit a width; a word too long is cut."""
    lines = [""]
    for word in words.split(" "):
        if face.size(f"{lines[-1]} {word}")[0] <= width:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
            continue
        lines.append("")
        for letter in word:
            if face.size(lines[-1] + letter)[0] > width:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


@lru_cache(maxsize=128)
def font(size, bold=False):
    """Return the system's typeface, or pygame's own where there is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a system without a list of its fonts
        path = pygame.font.match_font(TYPEFACES, bold=bold)
    return pygame.font.Font(path, size)


@lru_cache(maxsize=128)
def shape(brush, size, colour, *details):
    """Return a picture in one colour with smooth edges: painted large, then shrunk."""
    size = max(1, size[0]), max(1, size[1])
    large = pygame.Surface([side * SHARP for side in size], pygame.SRCALPHA)
    clear = pygame.Color(colour)
    clear.a = 0  # the same colour, unseen: with another one the edges would show it
    large.fill(clear)
    brush(large, pygame.Color(colour), clear, *details)
    return pygame.transform.smoothscale(large, size)


def paint_mark(large, colour, clear, mark):
    """Paint X as two strokes, O as a ring."""
    side = large.get_width()
    near, far, thick = side * 0.08, side * 0.92, side * 0.16
    if mark == X:
        paint_stroke(large, colour, (near, near), (far, far), thick)
        paint_stroke(large, colour, (near, far), (far, near), thick)
    else:
        pygame.draw.circle(large, colour, (side / 2, side / 2), side / 2)
        pygame.draw.circle(large, clear, (side / 2, side / 2), side / 2 - thick)


def paint_sign(large, colour, clear, name):
    """Paint a disc with a sign cut out: plus, equals or minus."""
    side = large.get_width()
    middle, near, far, thick = side * 0.5, side * 0.28, side * 0.72, side * 0.11
    pygame.draw.circle(large, colour, (middle, middle), middle)
    for y in (side * 0.4, side * 0.6) if name == "draw" else (middle,):
        paint_stroke(large, clear, (near, y), (far, y), thick)
    if name == "win":
        paint_stroke(large, clear, (middle, near), (middle, far), thick)


def paint_half(large, colour, clear):
    """Paint a disc of which the left half is empty."""
    side = large.get_width()
    centre = side / 2, side / 2
    pygame.draw.circle(large, colour, centre, side * 0.5)
    half = {"draw_top_left": True, "draw_bottom_left": True}
    pygame.draw.circle(large, clear, centre, side * 0.4, **half)


def paint_box(large, colour, clear, radius, hollow):
    """Paint a box with round corners, or only its border."""
    whole, radius = large.get_rect(), round(max(0, radius) * SHARP)
    pygame.draw.rect(large, colour, whole, hollow * SHARP, border_radius=radius)


def paint_band(large, colour, clear, start, end, thick):
    """Paint a stroke that is given in the measures of the small picture."""
    start, end = ([n * SHARP for n in point] for point in (start, end))
    paint_stroke(large, colour, start, end, thick * SHARP)


def paint_stroke(large, colour, start, end, thick):
    """Paint a straight stroke with round ends."""
    a, b = pygame.Vector2(start), pygame.Vector2(end)
    side = (b - a).normalize().rotate(90) * thick / 2
    pygame.draw.polygon(large, colour, [a + side, b + side, b - side, a - side])
    for point in (a, b):
        pygame.draw.circle(large, colour, point, thick / 2)


# --- The loop ---------------------------------------------------------------


class Thinker:
    """Puts one question at a time to the engine, in a thread."""

    def __init__(self, engine):
        self.engine = engine
        self.question = None
        self.since = 0.0
        self.thread = None
        self.lock = threading.Lock()

    def ask(self, question):
        """Put a question, unless it is being thought about; drop any other."""
        if question == self.question:
            return
        self.abandon()
        self.question, self.since = question, time.monotonic()
        if question is not None:
            self.thread = threading.Thread(
                target=self.think, args=(question,), daemon=True
            )
            self.thread.start()

    def waited(self):
        """Return for how many seconds a person has been waiting."""
        if self.question is None or not self.question.waited_for:
            return 0.0
        return time.monotonic() - self.since

    def think(self, question):
        """Find the answer, and post the change that it makes as an event."""
        try:
            change = self.change(question)
            with self.lock:
                if self.thread is threading.current_thread():
                    self.thread = None
            answer = {"question": question, "change": change}
            pygame.event.post(pygame.event.Event(pygame.USEREVENT, answer))
        except (Abandoned, pygame.error):
            pass  # the question, or the whole window, has gone

    def change(self, question):
        """Return the change of state that the engine's answer makes."""
        try:
            answer = question.ask(self.engine, *question.arguments)
        except Exception as error:
            return partial(failed, sentence=str(error)[:MESSAGE])
        if question.ask is reply:
            time.sleep(max(0, self.since + PAUSE - time.monotonic()))
        return lambda state: question.then(state, answer)

    def abandon(self):
        """Drop the question, and stop its thread if it runs Python code."""
        with self.lock:
            thread, self.thread = self.thread, None
            if thread is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident), ctypes.py_object(Abandoned)
                )


def run(engine, state):
    """Show the window until it is closed; return the last state."""
    pygame.display.set_icon(shape(paint_mark, (64, 64), PALETTE[X][0], X))
    pygame.display.set_mode(SIZE, pygame.RESIZABLE)
    thinker, drawn = Thinker(engine), None
    while not state.closed:
        thinker.ask(question(state))
        surface = pygame.display.get_surface()
        if (state, surface.get_size()) != drawn:
            draw(surface, state)
            pygame.display.set_caption(f"Tic-Tac-Toe: {status(state)}")
            pygame.display.flip()
            drawn = state, surface.get_size()
        pause = TICK if thinker.question else IDLE
        for event in [pygame.event.wait(pause), *pygame.event.get()]:
            state = after(state, event, surface.get_size())
            if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                drawn = None
        state = waited(state, thinker.waited())
    thinker.abandon()
    pygame.display.quit()
    return state


def after(state, event, size):
    """Return the state after an event."""
    if event.type == pygame.QUIT:
        return close(state)
    if event.type == pygame.USEREVENT:
        return event.change(state) if event.question == question(state) else state
    if event.type == pygame.KEYDOWN:
        return press_key(state, key_name(event))
    if event.type == pygame.MOUSEMOTION:
        return replace(state, focus=target_at(state, size, event.pos))
    if event.type == pygame.WINDOWLEAVE:
        return replace(state, focus=None)
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        return press(state, target_at(state, size, event.pos))
    return state


def key_name(event):
    """Return the letter or digit that a key types, on any layout, or its name."""
    typed = getattr(event, "unicode", "").lower()
    return typed if typed.isalnum() else pygame.key.name(event.key)


# --- The command line -------------------------------------------------------


class ContractError(ValueError):
    """The file cannot be played against; the message says why."""


def load(path):
    """Run a file and return it as an engine."""
    path = Path(path)
    if not path.is_file():
        raise ContractError(f"{path}: there is no such file")
    spec = importlib.util.spec_from_file_location("engine", path)
    if spec is None:
        raise ContractError(f"{path}: not a Python file (its name must end in .py)")
    engine = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = engine
    sys.path.append(str(path.resolve().parent))  # for what the file may import
    try:
        spec.loader.exec_module(engine)
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise ContractError(f"{path}{where}: does not compile: {error.msg}") from error
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise ContractError(f"{path}: fails when it is imported: {said}") from error
    lacking = [name for name in CONTRACT.split() if not hasattr(engine, name)]
    if lacking:
        raise ContractError(f"{path}: lacks {', '.join(lacking)}")
    return engine


def has_screen():
    """Return whether there is a screen to open a window on."""
    # Without a value one of the libraries below complains, on any screen.
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    try:
        pygame.display.init()
    except pygame.error:
        return False
    unseen = pygame.display.get_driver() in ("dummy", "offscreen")
    return not unseen or "SDL_VIDEODRIVER" in os.environ


def main(argv=None):
    """Play; return 0, 1 if no window can be opened, 2 for a file that is no engine."""
    parser = argparse.ArgumentParser(description="Tic-Tac-Toe in a window.")
    parser.add_argument(
        "engine",
        nargs="?",
        metavar="FILE",
        help="an engine that keeps the contract of tictactoe.py (the default)",
    )
    parser.add_argument("--dark", action="store_true", help="begin in dark colours")
    given = parser.parse_args(argv)
    if pygame is None:
        return say("The window needs pygame: pip install pygame-ce", 1)
    beside = Path(__file__).with_name("tictactoe.py")
    try:
        engine = load(given.engine or beside)
    except ContractError as error:
        return say(error, 2)
    if not has_screen():
        return say(f"There is no screen for a window. {TERMINAL_GAME}", 1)
    pygame.font.init()
    try:
        run(engine, State(engine=given.engine or "", dark=given.dark))
    except KeyboardInterrupt:
        return 130  # what a shell reports for Ctrl-C
    return 0


def say(sentence, code):
    """Print a sentence for the person, and return the exit code."""
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
