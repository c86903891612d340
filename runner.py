"""
The window: Tic-Tac-Toe over `tictactoe.py`, or over any engine like it.

    python runner.py          play against tictactoe.py
    python runner.py FILE     play against another engine

An event changes the state, and the state is drawn: so the file has parts of which
each uses only those above it. The words; the game itself, as far as the window must
know it; the state and the changes to it, which know no screen; the controls, keys and
buttons that make them; the questions put to the engine; the places of things in a
window of any size; the drawing; the loop, with the thread in which the engine thinks;
and the command line.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it is for those who run it all the same
    sys.exit(
        "The window needs Python 3.11 or newer; this is {}.{}.".format(
            *sys.version_info
        )
    )

import argparse
import ctypes
import importlib.util
import io
import os
import random
import re
import signal
import tempfile
import threading
import time
import tomllib
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, pairwise, takewhile
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
except ImportError:
    pygame = None  # type: ignore[assignment]

Cell = tuple[int, int]
Row = tuple[str | None, str | None, str | None]
Board = tuple[Row, Row, Row]
Promise = tuple[int, int]  # an outcome, 1 to -1, and the moves of both until then
Name = str | Cell  # of something that has a place in the window
Places = dict[Any, "pygame.Rect"]
Rows = Sequence[tuple[Any, float]]  # names and heights, in units of the text's size

X, O = "X", "O"  # noqa: E741 - the assignment names it so
CELLS: list[Cell] = [(i, j) for i in range(3) for j in range(3)]
LINES: list[list[Cell]] = [
    *([(i, 0), (i, 1), (i, 2)] for i in range(3)),
    *([(0, j), (1, j), (2, j)] for j in range(3)),
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]
CONSTANTS = ("X", "O", "EMPTY")
FUNCTIONS = (
    *("initial_state", "player", "actions", "result"),
    *("winner", "terminal", "utility", "minimax"),
)

PERFECT, CASUAL, RANDOM, FRIEND = "Perfect", "Casual", "Random", "Friend"
OPPONENTS = (PERFECT, CASUAL, RANDOM, FRIEND)
TURNS = "Turns"
# How often the casual opponent overlooks what matters, as people do.
MISSED_WIN, MISSED_BLOCK, MISSED_FORK = Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)

PAUSE = 0.4  # seconds: a reply that comes at once is easily overlooked
NOTICEABLE = 1.0  # from here on the window says that the computer is thinking
LONG = 10.0  # from here on it says for how long, and offers a new game
SIZE = 600, 760
BARS = 120  # pixels of a screen's height that the window leaves to bars and its title
ICON = 64  # pixels of the mark that stands for the window
TICK, IDLE = 100, 500  # milliseconds after which the loop looks up, without events
MESSAGE = 300  # letters of an engine's complaint, at most


# --- The words --------------------------------------------------------------

# English stands here, so that the file stands alone. Another language is a file
# `pt-BR.toml` with sections [window], [refusal] and [cli]: beside this one, or with
# the package's words.
ENGLISH = {
    "title": "Tic-Tac-Toe",
    "motto": "Three in a line win. X moves first.",
    "side": "You play",
    "against": "Against",
    "choose": "choose sides",
    "perfect": "Perfect",
    "casual": "Casual",
    "random": "Random",
    "friend": "Friend",
    "perfect_is": "always the engine's best move",
    "casual_is": "overlooks what people overlook",
    "random_is": "any free square",
    "friend_is": "two people, one window",
    "turns": "in turn",
    "start": "Start",
    "undo": "Undo",
    "hint": "Hint",
    "values": "Values",
    "analyse": "Analyse",
    "menu": "Menu",
    "new_game": "New game",
    "play_again": "Play again",
    "you": "You",
    "computer": "Computer",
    "draws": "Draws",
    "your_turn": "Your turn",
    "computers_turn": "Computer's turn",
    "to_move": "{mark} to move",
    "thinking": "Computer thinking...",
    "thinking_for": "Computer thinking for {n} s...",
    "failed": "The engine failed",
    "you_win": "You win!",
    "you_lose": "You lose",
    "wins": "{mark} wins!",
    "draw": "A draw",
    "hint_completes": "Hint: {n} wins at once",
    "hint_blocks": "Hint: {n} stops a line",
    "hint_forks": "Hint: {n} makes two threats",
    "hint_prevents": "Hint: {n} prevents two threats",
    "hint_threatens": "Hint: {n} threatens to win",
    "hint_opens": "Hint: {n} keeps lines open",
    "hint_closes": "Hint: {n} closes a line",
    "hint_idles": "Hint: {n}, like any other",
    "hint_loses": "Hint: {n}, though it loses",
    "no_mistake": "Nobody made a mistake",
    "gave_up_win": "Move {n}: {mark} gave up the win",
    "gave_up_draw": "Move {n}: {mark} gave up the draw",
    "win_to_loss": "Move {n}: {mark} turned a win into a loss",
    "engine_raised": "{call} raised {what}",
    "engine_board": "{call} returned {what}, not a board of X, O and None.",
    "engine_result": "{call} returned {what}, which is not that board after that move.",
    "engine_move": "{call} returned {what}, not an empty cell.",
    "engine_winner": "{call} returned {what}, not X, O or None.",
    "engine_player": "{call} returned {what}, not X or O.",
    "engine_full": "{call} returned False for a full board.",
    "value_win": "wins in {n}",
    "value_draw": "draw",
    "value_loss": "loses in {n}",
    "keys": "Keys",
    "keys_back": "Any key: back",
    "keys_start": "Arrows: choose \u00b7 Enter: start \u00b7 Esc: leave \u00b7 ?: keys",
    "keys_game": "1\u20139 or arrows, Enter: play \u00b7 Esc: menu \u00b7 ?: keys",
    "all_keys_start": (
        "Arrows: choose \u00b7 X, O, T: your side \u00b7 P, C, R, F: the opponent"
        " \u00b7 Enter: start \u00b7 D: dark or light \u00b7 ?: these keys"
        " \u00b7 Esc: leave"
    ),
    "all_keys_game": (
        "1\u20139 or arrows, Enter: take a square"
        " \u00b7 U: take back your move \u00b7 H: a good move, and why"
        " \u00b7 V: what each square is worth \u00b7 A: where the game was decided"
        " \u00b7 N: a new game \u00b7 D: dark or light \u00b7 ?: these keys"
        " \u00b7 Esc: menu"
    ),
    "about": "Tic-Tac-Toe in a window.",
    "file": "FILE",
    "name": "NAME",
    "file_help": "an engine that keeps the contract of tictactoe.py (the default)",
    "dark_help": "begin in dark colours",
    "language_help": "the window's language, such as pt-BR (default: the system's)",
    "no_language": "there are no words of {name} beside this file",
    "no_pygame": "The window needs pygame: pip install pygame-ce",
    "no_screen": "There is no screen for a window.",
    "in_terminal": "In a terminal: {command}",
    # Of the command line, and of a file that is not an engine, as in the package.
    "usage": "usage:",
    "arguments": "arguments",
    "options": "options",
    "help": "show this help and exit",
    "unknown": "there is no option {value}",
    "too_many": "{value} is one argument too many",
    "needs": "{name} needs a value",
    "takes_none": "{name} takes no value, but was given {value}",
    "no_file": "{path}: there is no such file",
    "not_a_file": "{path}: not a file",
    "not_python": "{path}: not a Python file (its name must end in .py)",
    "no_syntax_at": "{path}, line {line}: does not compile: {why}",
    "no_syntax": "{path}: does not compile: {why}",
    "no_import_at": "{path}, line {line}: fails when it is imported: {why}",
    "no_import": "{path}: fails when it is imported: {why}",
    "no_names": "{path}: lacks {names}",
    "no_read": "{path}: cannot be read: {why}",
}


_HERE = Path(__file__).resolve().parent
FOLDERS = (_HERE, _HERE / "noughts" / "words", _HERE.parent / "words")


@cache
def words(language: str) -> dict[str, str]:
    """Return the words of a language that lie beside us, or else the English ones."""
    for path in (folder / f"{language}.toml" for folder in FOLDERS):
        if language != "en" and path.is_file():
            found: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
            if "window" not in found:
                return ENGLISH
            shared = {**found.get("cli", {}), **found.get("refusal", {})}
            return {**ENGLISH, **shared, **found["window"]}
    return ENGLISH


class Complaint(Exception):  # noqa: N818 - it is told to a person
    """Something to tell a person, in their language: a sentence's name, its parts."""

    def __init__(self, name: str, **parts: object) -> None:
        super().__init__(ENGLISH[name].format(**parts))
        self.name, self.parts = name, parts

    def told(self, language: str) -> str:
        """Return the sentence in a language."""
        return words(language)[self.name].format(**self.parts)


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    asked = next(filter(None, map(environment.get, names)), "")
    asked = asked.partition(".")[0].replace("_", "-").lower()
    known = [path.stem for folder in FOLDERS for path in folder.glob("??*.toml")]
    exact = [name for name in known if name.lower() == asked]
    alike = [name for name in known if name[:2] == asked[:2]]
    return next((name for name in exact + alike if words(name) is not ENGLISH), "en")


# --- The game: what is true of a board --------------------------------------
#
# The rules that the window goes by are the engine's. This is for the rest, which no
# engine is asked for: the casual opponent, what a hint is good for, and where a game
# was lost.


def free(board: Board) -> list[Cell]:
    """Return the empty cells of a board, in reading order."""
    return [(i, j) for i, j in CELLS if board[i][j] is None]


def other(mark: str) -> str:
    """Return the other player's mark."""
    return O if mark == X else X


def turn_of(board: Board) -> str:
    """Return who moves next: X first, then alternating."""
    return X if len(free(board)) % 2 else O


def put(board: Board, cell: Cell, mark: str) -> Board:
    """Return the board with one more mark."""
    rows = [list(row) for row in board]
    rows[cell[0]][cell[1]] = mark
    return tuple(map(tuple, rows))  # type: ignore[return-value]


def full_lines(board: Board, mark: str | None) -> list[list[Cell]]:
    """Return the lines that a player has filled."""
    return [
        line for line in LINES if mark and all(board[i][j] == mark for i, j in line)
    ]


def threats(board: Board, mark: str) -> list[Cell]:
    """Return the cells that complete a line for a player."""
    return [cell for cell in free(board) if full_lines(put(board, cell, mark), mark)]


def forks(board: Board, mark: str) -> list[Cell]:
    """Return the cells that make two threats at once for a player."""
    return [
        cell for cell in free(board) if len(threats(put(board, cell, mark), mark)) > 1
    ]


def open_lines(board: Board, cell: Cell, mark: str) -> list[list[Cell]]:
    """Return the lines through a cell that a player has moves enough to fill."""
    moves = (len(free(board)) + (mark == turn_of(board))) // 2
    return [
        line
        for line in LINES
        if cell in line
        and all(board[i][j] != other(mark) for i, j in line)
        and sum(board[i][j] is None for i, j in line) <= moves
    ]


def purpose(board: Board, cell: Cell) -> str:
    """Return what a move is good for, in a word."""
    mover, rival = turn_of(board), other(turn_of(board))
    after = put(board, cell, mover)
    danger = threats(after, rival)
    if cell in threats(board, mover):
        return "completes"
    if len(threats(after, mover)) > 1 and not danger:
        return "forks"
    if cell in threats(board, rival):
        return "blocks"
    if threats(after, mover) and not danger and len(free(after)) > 1:
        return "threatens"
    if promise(board, cell)[0] < 0:
        return "loses"
    if forks(board, rival) and not forks(after, rival):
        return "prevents"
    if open_lines(board, cell, mover):
        return "opens"
    return "closes" if open_lines(board, cell, rival) else "idles"


@cache
def outlook(board: Board) -> Promise:
    """Return what best play promises the player to move; 60 ms for all positions."""
    if full_lines(board, other(turn_of(board))):
        return -1, 0
    promises = [promise(board, cell) for cell in free(board)]
    return max(promises, key=sooner, default=(0, 0))


def promise(board: Board, cell: Cell) -> Promise:
    """Return what a move promises the player who makes it."""
    outcome, moves = outlook(put(board, cell, turn_of(board)))
    return -outcome, moves + 1


def sooner(promised: Promise) -> tuple[int, int]:
    """Return a key by which a sooner win and a later loss are greater."""
    outcome, moves = promised
    return outcome, -outcome * moves


def casual(board: Board) -> dict[Cell, Fraction]:
    """
    Return how likely the casual opponent takes each cell.

    It overlooks one win in ten, one block in four, every other fork: then it makes a
    mistake, if there is one to make. Otherwise it plays best.
    """
    promised = {cell: promise(board, cell) for cell in free(board)}
    top = max(map(sooner, promised.values()))
    best = [cell for cell in promised if sooner(promised[cell]) == top]
    mistakes = [cell for cell in promised if promised[cell][0] < top[0]]
    slips = oversight(board) if mistakes else Fraction(0)
    return {cell: (1 - slips) / len(best) for cell in best} | {
        cell: slips / len(mistakes) for cell in mistakes
    }


def oversight(board: Board) -> Fraction:
    """Return how often a casual player overlooks what matters on this board."""
    if threats(board, turn_of(board)):
        return MISSED_WIN
    return MISSED_BLOCK if threats(board, other(turn_of(board))) else MISSED_FORK


# --- The state --------------------------------------------------------------


class Position(NamedTuple):
    """A board and what the engine says of it."""

    board: Board
    turn: str
    over: bool
    winner: str | None
    last: Cell | None  # the cell of the move that led here


class Worth(NamedTuple):
    """What a move leads to, for the player who makes it."""

    outcome: int  # 1 a win, 0 a draw, -1 a loss
    moves: int  # in how many of that player's own moves

    @property
    def name(self) -> str:
        """What the outcome is called."""
        return {1: "win", 0: "draw", -1: "loss"}[self.outcome]


@dataclass(frozen=True)
class State:
    """All that the window shows; it never changes, a change makes a new one."""

    screen: str = "start"  # or "game"
    language: str = "en"
    engine: str = ""  # the file, if it is not tictactoe.py
    mark: str = X
    turns: bool = False  # whether the person changes sides after each game
    opponent: str = PERFECT
    history: tuple[Position, ...] = ()
    past: tuple[int, ...] = ()  # finished games: 1 won, 0 drawn, -1 lost
    chosen: Cell | None = None  # the person's move, until the engine has made it
    hint: Cell | bool = False  # True: wanted; a cell: given
    values: bool = False
    known: dict[Cell, Worth] = field(default_factory=dict)  # the worth of each cell
    looked_back: int = 0  # which mistake is shown, counted from the last; 0: none
    focus: Name | None = None  # what the pointer or the arrow keys are on
    waiting: int = 0  # seconds, once they are noticeable
    trouble: str = ""
    culprit: str = ""  # the line of the engine that raised it
    dark: bool = False
    listed: bool = False  # whether the keys are shown, in the place of the rest
    closed: bool = False

    def say(self, name: str, **given: object) -> str:
        """Return a sentence in the person's language."""
        return words(self.language)[name].format(**given)

    @property
    def now(self) -> Position | None:
        """The current position; None until the engine has given the first."""
        return self.history[-1] if self.history else None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.now is not None and self.now.over

    @property
    def side(self) -> str:
        """Whose games won are counted first: the person's, or between two, X's."""
        return X if self.opponent == FRIEND else self.mark

    @property
    def mistake(self) -> int | None:
        """The number of the mistake that is looked back at, from 0, if one is."""
        found = mistakes(self.history)
        return found[-self.looked_back] if self.looked_back and found else None

    @property
    def shown(self) -> Position | None:
        """The position on the board: the current one, or the one before a mistake."""
        return self.now if self.mistake is None else self.history[self.mistake]


def persons_turn(state: State, position: Position | None = None) -> bool:
    """Return whether a person is to move."""
    position = position or state.now
    if position is None or position.over:
        return False
    return state.opponent == FRIEND or position.turn == state.mark


def winning_lines(position: Position) -> list[list[Cell]]:
    """Return the lines that the winner has filled."""
    return full_lines(position.board, position.winner)


def mistakes(history: Sequence[Position]) -> list[int]:
    """Return which moves of a game, from 0, gave something away."""
    return [
        n
        for n, (before, after) in enumerate(pairwise(history))
        if after.last
        and promise(before.board, after.last)[0] < outlook(before.board)[0]
    ]


def outcomes(state: State) -> tuple[int, ...]:
    """Return the outcomes of all finished games, this one with them."""
    now = state.now
    if now is None or not now.over:
        return state.past
    if now.winner is None:
        return (*state.past, 0)
    return (*state.past, 1 if now.winner == state.side else -1)


def score(state: State) -> list[tuple[str, int]]:
    """Return who won how often: (name, number) for either side and for draws."""
    games = outcomes(state)
    sides = (X, O)
    if state.opponent != FRIEND:
        sides = (state.say("you"), state.say("computer"))
    names = (sides[0], state.say("draws"), sides[1])
    return [(name, games.count(n)) for name, n in zip(names, (1, 0, -1), strict=True)]


def status(state: State) -> str:
    """Return the one sentence that says how things stand."""
    now, say = state.now, state.say
    if state.screen == "start":
        return say("choose")
    if state.trouble:
        return say("failed")
    if state.waiting:
        long = state.waiting >= LONG
        return say("thinking_for", n=state.waiting) if long else say("thinking")
    if now is None:
        return ""
    if now.over:
        return looking_back(state) if state.looked_back else ended(state, now.winner)
    if isinstance(state.hint, tuple):
        name = f"hint_{purpose(now.board, state.hint)}"
        return say(name, n=CELLS.index(state.hint) + 1)
    if state.opponent == FRIEND:
        return say("to_move", mark=now.turn)
    return say("your_turn" if persons_turn(state) else "computers_turn")


def ended(state: State, winner: str | None) -> str:
    """Return how a game has ended."""
    if winner is None:
        return state.say("draw")
    if state.opponent == FRIEND:
        return state.say("wins", mark=winner)
    return state.say("you_win" if winner == state.mark else "you_lose")


def looking_back(state: State) -> str:
    """Return what the mistake that is looked back at gave away."""
    if state.mistake is None:
        return state.say("no_mistake")
    before, after = state.history[state.mistake : state.mistake + 2]
    assert after.last
    had, has = outlook(before.board)[0], promise(before.board, after.last)[0]
    names = {(1, 0): "gave_up_win", (0, -1): "gave_up_draw", (1, -1): "win_to_loss"}
    return state.say(names[had, has], n=state.mistake + 1, mark=before.turn)


# --- Changes: each takes a state and returns the next -----------------------


def afresh(state: State, **changes: Any) -> State:
    """Change to another position: what belonged to the old one is dropped."""
    state = replace(state, chosen=None, hint=False, known={}, looked_back=0, waiting=0)
    return replace(state, trouble="", culprit="", **changes)


def new_game(state: State) -> State:
    """Begin a game; a finished one counts, and may change the sides."""
    mark = other(state.mark) if state.turns and state.over else state.mark
    past = outcomes(state)
    return afresh(state, screen="game", past=past, history=(), mark=mark)


def show_start(state: State) -> State:
    """Go back to the choices."""
    return afresh(state, screen="start", past=outcomes(state), history=())


def play_as(state: State, mark: str) -> State:
    """Choose a side."""
    return replace(state, mark=mark, turns=False)


def take_turns(state: State) -> State:
    """Change sides after each game, X first."""
    return replace(state, mark=X, turns=True)


def next_side(state: State, step: int) -> State:
    """Choose the side to the left or to the right."""
    n = (2 if state.turns else (X, O).index(state.mark)) + step
    return [play_as(state, X), play_as(state, O), take_turns(state)][max(0, min(n, 2))]


def play_against(state: State, opponent: str) -> State:
    """Choose an opponent; the score begins anew."""
    past = state.past if opponent == state.opponent else ()
    return replace(state, opponent=opponent, past=past)


def next_opponent(state: State, step: int) -> State:
    """Choose the opponent above or below."""
    n = OPPONENTS.index(state.opponent) + step
    return play_against(state, OPPONENTS[max(0, min(n, len(OPPONENTS) - 1))])


def choose(state: State, cell: Cell) -> State:
    """Move to a cell."""
    return replace(state, chosen=cell)


def can_choose(state: State, cell: Cell) -> bool:
    """Return whether a person may move to the cell now."""
    return can_ask(state) and state.now is not None and cell in free(state.now.board)


def can_ask(state: State) -> bool:
    """Return whether a person is to move and nothing is in the way."""
    return persons_turn(state) and not state.trouble and state.chosen is None


def undo(state: State) -> State:
    """Take back a move; against the computer, its reply with it."""
    return afresh(state, history=state.history[: undo_to(state)])


def undo_to(state: State) -> int:
    """Return how many positions undo leaves; 0 if there is nothing to undo."""
    for n in range(len(state.history) - 1, 0, -1):
        if persons_turn(state, state.history[n - 1]):
            return n
    return 0


def ask_hint(state: State) -> State:
    """Ask for the engine's move."""
    return replace(state, hint=state.hint or True)


def toggle_values(state: State) -> State:
    """Show what each free cell leads to, or hide it."""
    return replace(state, values=not state.values)


def analyse(state: State) -> State:
    """Show the mistake that decided the game, then those before it, then the end."""
    last = max(1, len(mistakes(state.history)))
    return replace(state, looked_back=(state.looked_back + 1) % (last + 1))


def toggle_dark(state: State) -> State:
    """Change between light and dark."""
    return replace(state, dark=not state.dark)


def toggle_keys(state: State) -> State:
    """List the keys, or go back to what was there."""
    return replace(state, listed=not state.listed, focus=None)


def step(state: State, down: int, right: int) -> State:
    """Move the keyboard's cursor, round the edges; at first to the centre."""
    if not isinstance(state.focus, tuple):
        return replace(state, focus=(1, 1))
    i, j = state.focus
    return replace(state, focus=((i + down) % 3, (j + right) % 3))


def enter(state: State) -> State:
    """Move to the cell of the cursor, or after a game begin the next."""
    if state.trouble or state.over:
        return new_game(state)
    if isinstance(state.focus, tuple) and can_choose(state, state.focus):
        return choose(state, state.focus)
    return state


def close(state: State) -> State:
    """Leave."""
    return replace(state, closed=True)


def arrive(state: State, position: Position) -> State:
    """Take over a position that the engine has given."""
    return afresh(state, history=(*state.history, position))


def hinted(state: State, cell: Cell) -> State:
    """Take over the engine's advice."""
    return replace(state, hint=cell, waiting=0)


def valued(state: State, cell_and_worth: tuple[Cell, Worth]) -> State:
    """Take over what a cell leads to."""
    cell, worth = cell_and_worth
    return replace(state, known={**state.known, cell: worth}, waiting=0)


def failed(state: State, error: Exception, culprit: str = "") -> State:
    """Stop the game and say what the engine has done, and where."""
    told = error.told(state.language) if isinstance(error, Complaint) else str(error)
    state = replace(state, trouble=told[:MESSAGE], culprit=culprit)
    return replace(state, chosen=None, hint=False, waiting=0)


def waited(state: State, seconds: float) -> State:
    """Notice how long a person has been waiting for the engine."""
    return replace(state, waiting=int(seconds) if seconds >= NOTICEABLE else 0)


# --- Controls: which key and which button makes which change ----------------


class Control(NamedTuple):
    """A change that a person can make, by keys and, where it has a place, by hand."""

    change: Callable[[State], State]
    keys: str
    usable: Callable[[State], object] = lambda state: True


def alone(state: State) -> bool:
    """Return whether one person plays, who has a side."""
    return state.opponent != FRIEND


EVERYWHERE: dict[Name, Control] = {
    "Theme": Control(toggle_dark, "d"),
    "Keys": Control(toggle_keys, "? f1"),
}
CONTROLS: dict[str, dict[Name, Control]] = {
    "start": EVERYWHERE
    | {
        X: Control(partial(play_as, mark=X), "x", alone),
        O: Control(partial(play_as, mark=O), "o", alone),
        TURNS: Control(take_turns, "t", alone),
        PERFECT: Control(partial(play_against, opponent=PERFECT), "p"),
        CASUAL: Control(partial(play_against, opponent=CASUAL), "c"),
        RANDOM: Control(partial(play_against, opponent=RANDOM), "r"),
        FRIEND: Control(partial(play_against, opponent=FRIEND), "f"),
        "left": Control(partial(next_side, step=-1), "left", alone),
        "right": Control(partial(next_side, step=1), "right", alone),
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
        "Analyse": Control(analyse, "a", lambda state: state.over),
        "Values": Control(toggle_values, "v", lambda state: not state.over),
        "New game": Control(new_game, "n"),
        "Menu": Control(show_start, "escape m"),
        "up": Control(partial(step, down=-1, right=0), "up"),
        "down": Control(partial(step, down=1, right=0), "down"),
        "left": Control(partial(step, down=0, right=-1), "left"),
        "right": Control(partial(step, down=0, right=1), "right"),
        "enter": Control(enter, "return enter space"),
    },
}


def press(state: State, name: Name | None) -> State:
    """Make the change of a control, if it can be made now."""
    if state.listed:
        return toggle_keys(state)
    control = CONTROLS[state.screen].get(name) if name else None
    return control.change(state) if control and control.usable(state) else state


def press_key(state: State, key: str) -> State:
    """Make the change that a key stands for; any key ends the list of keys."""
    if state.listed:
        return toggle_keys(state)
    for name, control in CONTROLS[state.screen].items():
        if key in control.keys.split():
            return press(state, name)
    return state


# --- Questions to the engine ------------------------------------------------
#
# What the window needs to know next follows from the state, and there is never
# more than one such question. It is answered in a thread; if the state has
# moved on meanwhile, the question is a different one and the answer is dropped.


class EngineError(Complaint):
    """The engine broke the contract; the message says how."""


class Abandoned(BaseException):
    """Nobody waits for this answer any more; no engine catches it by accident."""


class Question(NamedTuple):
    """`ask(engine, *arguments)` finds the answer, `then(state, answer)` uses it."""

    ask: Callable[..., Any]
    then: Callable[[State, Any], State]
    arguments: tuple[Any, ...] = ()

    @property
    def waited_for(self) -> bool:
        """Whether a person can do nothing but wait; values come when they come."""
        return self.ask is not value


def question(state: State) -> Question | None:
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


def begin(engine: Any) -> Position:
    """Return the first position."""
    return look(engine, call(engine, "initial_state"), None)


def play(engine: Any, board: Board, cell: Cell) -> Position:
    """Return the position after a move."""
    after = call(engine, "result", board, cell)
    if {*free(after), cell} != {*free(board)} or cell in free(after):
        asked = f"result({shown(board)}, {cell})"
        raise EngineError("engine_result", call=asked, what=shown(after))
    return look(engine, after, cell)


def reply(engine: Any, board: Board, opponent: str) -> Position:
    """Return the position after the opponent's move."""
    if opponent == PERFECT:
        return play(engine, board, best(engine, board))
    chances = casual(board) if opponent == CASUAL else dict.fromkeys(free(board), 1)
    [cell] = random.choices(list(chances), [float(p) for p in chances.values()])
    return play(engine, board, cell)


def best(engine: Any, board: Board) -> Cell:
    """Return the engine's move."""
    cell = call(engine, "minimax", board)
    if not isinstance(cell, tuple) or cell not in free(board):
        asked = f"minimax({shown(board)})"
        raise EngineError("engine_move", call=asked, what=repr(cell))
    return cell


def value(engine: Any, board: Board, cell: Cell) -> tuple[Cell, Worth]:
    """Return the cell and what it leads to if the engine plays on for both."""
    turn = call(engine, "player", board)
    position = play(engine, board, cell)
    plies = 1
    while not position.over:
        position = play(engine, position.board, best(engine, position.board))
        plies += 1
    outcome = 0 if position.winner is None else 1 if position.winner == turn else -1
    return cell, Worth(outcome, (plies + 1) // 2)


def look(engine: Any, board: Board, last: Cell | None) -> Position:
    """Return the position of a board, as the engine sees it."""
    over = bool(call(engine, "terminal", board))
    won = call(engine, "winner", board)
    turn = call(engine, "player", board)
    if won not in (X, O, None):
        asked = f"winner({shown(board)})"
        raise EngineError("engine_winner", call=asked, what=repr(won))
    if not over and turn not in (X, O):
        asked = f"player({shown(board)})"
        raise EngineError("engine_player", call=asked, what=repr(turn))
    if not over and not free(board):
        raise EngineError("engine_full", call=f"terminal({shown(board)})")
    return Position(board, turn, over, won, last)


def call(engine: Any, name: str, *arguments: Any) -> Any:
    """Return the engine's answer; a board goes out and comes back as a copy."""
    given = [list(map(list, a)) if is_board(a) else a for a in arguments]
    asked = f"{name}({', '.join(shown(a) for a in arguments)})"
    try:
        answer = getattr(engine, name)(*given)
    except Abandoned:
        raise
    except BaseException as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise EngineError("engine_raised", call=asked, what=said) from error
    if name not in ("initial_state", "result"):
        return answer
    if not is_board(answer):
        raise EngineError("engine_board", call=asked, what=repr(answer))
    return tuple(map(tuple, answer))


def culprit(engine: Any, error: BaseException | None) -> str:
    """Return the engine's line that raised: `tictactoe.py:84: best = best[a]`."""
    file = getattr(engine, "__file__", None)
    frames = traceback.extract_tb(error.__traceback__) if error else []
    for frame in reversed(frames):
        if frame.filename == file:
            return f"{Path(file).name}:{frame.lineno}: {frame.line}"
    return ""


def is_board(thing: object) -> bool:
    """Return whether this is three rows of three cells."""
    return (
        isinstance(thing, list | tuple)
        and len(thing) == 3
        and all(isinstance(row, list | tuple) and len(row) == 3 for row in thing)
        and all(cell in (X, O, None) for row in thing for cell in row)
    )


def shown(thing: Any) -> str:
    """Return a board as `XO. .X. ...`, anything else as Python shows it."""
    if is_board(thing):
        return " ".join("".join(cell or "." for cell in row) for row in thing)
    return repr(thing)


# --- Places: where things are, in a window of any size ----------------------

LARGEST = 40  # the side of a board, in units of the size of the text
TROUBLE = 9  # the height of what an engine did, at most


def places(state: State, size: tuple[int, int]) -> tuple[Places, float]:
    """Return the rectangle of each thing by its name, and the size of the text."""
    room = pygame.Rect(0, 0, max(size[0], 160), max(size[1], 200))  # no less is of use
    if state.listed:
        return key_places(room, all_keys(state))
    if state.screen == "start":
        return start_places(room)
    laid_out = wide_places if room.w > 1.2 * room.h else tall_places
    at, text = laid_out(room, bool(state.trouble))
    if state.over:  # nothing is to be hinted at any more, but to be looked back at
        at["Analyse"] = at.pop("Hint")
    return at, text


def start_places(room: "pygame.Rect") -> tuple[Places, float]:
    """Return the choices: in one column, or in two where the window is low."""
    title: Rows = [("title", 3), ("motto", 1.4), ("", 1.4)]
    gap: Rows = [("", 1.2)]
    side: Rows = [("side", 1.7), ("marks", 3.8)]
    against: Rows = [("against", 1.7), *((name, 2.7) for name in OPPONENTS)]
    start: Rows = [("Start", 3.1)]
    help_: Rows = [("", 0.5), ("help", 2)]
    if room.w > 1.6 * room.h:
        rows = [*title, *side, *gap, *start]
        text = text_size(room.w / 54, room.h / (height([*rows, *help_]) + 2))
        whole = centred(room, 50 * text, height([*rows, *help_]) * text)
        upper, lower = cut(whole, (height(rows), height(help_)), down=True)
        left, _, right = cut(upper, (24, 2, 24))
        top = ("top", height(rows) - height(against))
        at = stack(left, rows) | stack(right, [top, *against]) | stack(lower, help_)
    else:
        rows = [*title, *side, *gap, *against, *gap, *start, *help_]
        text = text_size(room.w / 26, room.h / (height(rows) + 2))
        at = stack(centred(room, 24 * text, height(rows) * text), rows)
    at[X], at[O], at[TURNS] = cut(at.pop("marks"), (1, 1, 1))
    return at | {"Theme": at_end(at.get("top", at["title"]), text)}, text


def all_keys(state: State) -> dict[str, str]:
    """Return what each key does, by its name."""
    rows = state.say(f"all_keys_{state.screen}").split(" \u00b7 ")
    return dict(row.split(": ") for row in rows)


def key_places(room: "pygame.Rect", keys: Iterable[str]) -> tuple[Places, float]:
    """Return a heading, a row for each key, and how to go back."""
    rows: Rows = [
        *(("keys", 3), ("", 0.6)),
        *((name, 1.9) for name in keys),
        *(("", 0.6), ("back", 2)),
    ]
    text = text_size(room.w / 27, room.h / (height(rows) + 2))
    width = min(room.w - 2 * text, 28 * text)
    return stack(centred(room, width, height(rows) * text), rows), text


def tall_places(room: "pygame.Rect", trouble: bool) -> tuple[Places, float]:
    """Return the board with everything else above and below it."""
    text = text_size(room.w / 27, room.h / 38)
    inner = room.inflate(-2.4 * text, -1.2 * text)
    above: Rows = [("status", 3.2), ("", 0.4)]
    if trouble:
        above = [*above, ("trouble", 6.5), ("", 0.8)]
    below: Rows = [
        *(("", 1), ("score", 1.6), ("", 0.7)),
        *(("buttons", 3), ("", 0.4), ("help", 1.8)),
    ]
    side = min(inner.w / text, inner.h / text - height([*above, *below]), LARGEST)
    rows: Rows = [*above, ("board", side), *below]
    width = min(inner.w, max(side, 22) * text)
    at = stack(centred(room, width, height(rows) * text), rows)
    widths = {"Undo": 8, "Hint": 8, "Values": 8, "Menu": 7, "New game": 11}
    at |= buttons(at.pop("buttons"), widths)
    return with_cells(at, text), text


def wide_places(room: "pygame.Rect", trouble: bool) -> tuple[Places, float]:
    """Return the board with everything else beside it."""
    text = text_size(room.w / 44, room.h / 26)
    inner = room.inflate(-2.4 * text, -2.4 * text)
    side = min(inner.h, inner.w - 18 * text, LARGEST * text)
    beside = min(inner.w - side, 26 * text)
    both = centred(room, side + beside, side)
    board, _, panel = cut(both, (side, 2.4 * text, beside - 2.4 * text))
    rows: list[tuple[Any, float]] = [("status", 3.2), ("", 0.8), ("score", 2), ("", 1)]
    grid = [("Undo", "Hint"), ("Values", "Menu"), ("New game",)]
    for names in grid:
        rows += [(names, 2.9), ("", 0.6)]
    rest = max(6, side / text - height(rows))
    if trouble:
        tall = min(rest, TROUBLE)
        rows += [("trouble", tall), ("", rest - tall)]
    else:
        rows += [("", rest - 6), ("help", 6)]
    at = stack(panel, rows)
    for names in grid:
        at |= buttons(at.pop(names), dict.fromkeys(names, 9))
    return with_cells(at | {"board": board}, text), text


def stack(column: "pygame.Rect", rows: Rows) -> Places:
    """Return the places of rows, given as (name, height), one below the other."""
    parts = cut(column, [share for _, share in rows], down=True)
    return {name: part for (name, _), part in zip(rows, parts, strict=True) if name}


def height(rows: Rows) -> float:
    """Return the height of all rows together."""
    return sum(share for _, share in rows)


def with_cells(at: Places, text: float) -> Places:
    """Return the places with those of the cells and of the switch of colours."""
    side = min(at["board"].size)
    board = centred(at["board"], side, side)
    rows = cut(board, (1, 1, 1), down=True)
    cells = [cell for row in rows for cell in cut(row, (1, 1, 1))]
    theme = at_end(at["status"], text)
    return at | {"board": board, "Theme": theme} | dict(zip(CELLS, cells, strict=True))


def buttons(row: "pygame.Rect", widths: Mapping[str, float]) -> Places:
    """Return the places of buttons, side by side with gaps between them."""
    shares = [share for width in widths.values() for share in (0.5, width)]
    return dict(zip(widths, cut(row, shares[1:])[::2], strict=True))


def at_end(row: "pygame.Rect", text: float) -> "pygame.Rect":
    """Return a small square at the right end of a row."""
    square = pygame.Rect(0, 0, round(2 * text), round(2 * text))
    # Its icon is smaller than the square, hence a little further to the right.
    square.midright = round(row.right + 0.4 * text), row.centery
    return square


def cut(
    rect: "pygame.Rect", shares: Iterable[float], down: bool = False
) -> list["pygame.Rect"]:
    """Return the parts of a rectangle, side by side or one below the other."""
    sums = [0.0, *accumulate(shares)]
    length, start = (rect.h, rect.y) if down else (rect.w, rect.x)
    edges = [start + round(each / sums[-1] * length) for each in sums]
    return [
        pygame.Rect(rect.x, a, rect.w, b - a)
        if down
        else pygame.Rect(a, rect.y, b - a, rect.h)
        for a, b in pairwise(edges)
    ]


def centred(rect: "pygame.Rect", width: float, height: float) -> "pygame.Rect":
    """Return a rectangle of that size in the middle of another."""
    inner = pygame.Rect(0, 0, max(0, int(width)), max(0, int(height)))
    inner.center = rect.center
    return inner


def text_size(*sizes: float) -> float:
    """Return the smallest of the sizes, within what can be read and looks well."""
    return max(7, min(*sizes, 30))


def target_at(
    state: State, size: tuple[int, int], point: tuple[int, int]
) -> Name | None:
    """Return the control under a point, or None."""
    for name, place in places(state, size)[0].items():
        if name in CONTROLS[state.screen] and place.collidepoint(point):
            return name  # type: ignore[no-any-return]
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
Ink = str | tuple[int, ...]  # a colour, or its name in the palette
Point = tuple[float, float]
KEYS = {**{name: name.upper() for name in "uhvna"}, "escape": "Esc"}  # on buttons
SHARP = 4  # shapes are painted this many times larger, then shrunk: smooth edges


def draw(surface: "pygame.Surface", state: State) -> None:
    """Draw the state on a surface of any size."""
    picture = Picture(surface, state)
    surface.fill(picture.colour["paper"])
    if state.listed:
        return picture.keys()
    if state.screen == "start":
        picture.start()
    else:
        picture.game()
    picture.theme_switch()
    return picture.help()


class Picture:
    """A surface, and how the parts of a state are drawn on it."""

    def __init__(self, surface: "pygame.Surface", state: State) -> None:
        self.surface, self.state, self.now = surface, state, state.shown
        self.at, self.text = places(state, surface.get_size())
        self.colour = {name: pair[state.dark] for name, pair in PALETTE.items()}

    def start(self) -> None:
        """Draw the choices."""
        state = self.state
        self.write(state.say("title"), "title", 2.1, "ink", "left", bold=True)
        self.write(state.engine or state.say("motto"), "motto", 0.85, "faint", "left")
        self.write(state.say("side"), "side", 0.85, "faint", "left")
        self.write(state.say("against"), "against", 0.85, "faint", "left")
        self.choices((X, O, TURNS), TURNS if state.turns else state.mark)
        for mark in (X, O):
            self.mark(mark, self.at[mark], 0.5, 0.25 if self.unusable(mark) else 1)
        pale = self.mix("paper", "ink", 0.4) if self.unusable(TURNS) else "ink"
        self.write(state.say("turns"), self.at[TURNS].inflate(-self.text, 0), 1, pale)
        self.choices(OPPONENTS, state.opponent)
        for name in OPPONENTS:
            _, left, right, _ = cut(self.at[name], (3, 27, 67, 3))
            bold = name == state.opponent
            self.write(state.say(name.lower()), left, 1, "ink", "left", bold=bold)
            description = state.say(f"{name.lower()}_is")
            self.write(description, right, 0.85, "faint", "right")
        self.button("Start", accent=True)

    def choices(self, names: Sequence[str], chosen: str) -> None:
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

    def game(self) -> None:
        """Draw the board and what is around it."""
        self.status()
        self.score()
        self.board()
        over, values = self.state.over, self.state.values
        self.button("Undo")
        if over:
            self.button("Analyse", pressed=bool(self.state.looked_back))
        else:
            self.button("Hint")
        self.button("Values", pressed=values and not over)
        self.button("Menu")
        stuck = bool(self.state.trouble) or self.state.waiting >= LONG
        label = "play_again" if over else "new_game"
        self.button("New game", label, accent=over or stuck)
        if self.state.trouble:
            self.trouble()

    def status(self) -> None:
        """Draw the sentence that says how things stand, led by the mark it is about."""
        now, row = self.now, self.at["status"]
        icon, _, words, _ = cut(row, (1.4, 0.7, row.w / self.text - 4.6, 2.5))
        mark = None
        if now and not self.state.trouble:
            mark = now.winner if now.over else now.turn
        if mark:
            self.mark(mark, icon)
        else:
            words.w, words.x = words.right - icon.x, icon.x
        said = status(self.state)
        size = max(self.fitting(said, words, 1.45, bold=True), 1.1)
        self.write(said, words, size, "ink", "left", bold=True, lines=2)

    def score(self) -> None:
        """Draw who won how often, in letters of one size."""
        said = [f"{name}  {number}" for name, number in score(self.state)]
        parts = cut(self.at["score"], (1, 1, 1))
        size = min(
            self.fitting(text, place, 1)
            for text, place in zip(said, parts, strict=True)
        )
        sides = zip(said, parts, ("left", "centre", "right"), strict=True)
        for text, place, align in sides:
            self.write(text, place, size, "faint", align)

    def board(self) -> None:
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
            band = self.mix("paper", str(self.now.winner), 0.2)
            ends = [self.at[line[n]].move(-board.x, -board.y).center for n in (0, 2)]
            self.paint(paint_band, board, band, *ends, first.w * 0.7)
        for place in CELLS:
            self.cell(place, self.now)

    def cell(self, cell: Cell, now: Position) -> None:
        """Draw a cell: its mark, or what a move to it would be."""
        state, place = self.state, self.at[cell]
        tile = place.inflate(-place.w * 0.12, -place.h * 0.12)
        usable = can_choose(state, cell)
        mark = now.board[cell[0]][cell[1]] or (
            now.turn if cell == state.chosen else None
        )
        self.tile(cell, tile, now)
        if mark:
            lost = now.winner and all(cell not in line for line in winning_lines(now))
            self.mark(mark, place, 0.56, 0.45 if lost else 1)
            return
        if state.mistake is not None:
            outcome, moves = promise(now.board, cell)
            self.worth(Worth(outcome, (moves + 1) // 2), place)
        elif state.values and persons_turn(state):
            self.worth(state.known.get(cell), place)
        elif usable and cell in (state.focus, state.hint):
            self.mark(now.turn, place, 0.56, 0.35)
            return
        if not now.over:
            corner = pygame.Rect(tile.x, tile.y, tile.w * 0.25, tile.h * 0.25)
            number = str(CELLS.index(cell) + 1)
            self.write(number, corner, place.w * 0.1 / self.text, "faint")

    def tile(self, cell: Cell, tile: "pygame.Rect", now: Position) -> None:
        """Draw what sets a cell apart: the last move, a mistake, a hint, the cursor."""
        state, radius = self.state, tile.w * 0.11
        mark = now.board[cell[0]][cell[1]]
        if state.mistake is not None:
            if cell == state.history[state.mistake + 1].last:
                tint = self.mix("paper", "loss", 0.1)
                self.box(tile, tint, radius, border="loss", thick=3)
            return
        if mark and cell == now.last:
            fill = None if now.winner else self.mix("paper", mark, 0.13)
            self.box(tile, fill, radius, border=mark if now.winner else None)
        if cell == state.hint:
            self.box(tile, self.mix("paper", X, 0.1), radius, border=X, thick=3)
        elif cell == state.focus and not now.over:
            usable = can_choose(state, cell)
            fill, border = ("raised", X) if usable else ("paper", "line")
            self.box(tile, fill if cell != now.last else None, radius, border=border)

    def worth(self, worth: Worth | None, place: "pygame.Rect") -> None:
        """Draw what a cell leads to: a sign, and below it the words."""
        if worth is None:
            self.write("...", place, place.w * 0.16 / self.text, "faint")
            return
        _, upper, _, lower, _ = cut(place, (24, 28, 6, 20, 22), down=True)
        sign = centred(upper, upper.h, upper.h)
        self.paint(paint_sign, sign, self.colour[worth.name], worth.name)
        said = self.state.say(f"value_{worth.name}", n=worth.moves)
        self.write(said, lower, place.w * 0.14 / self.text, worth.name)

    def trouble(self) -> None:
        """Draw what the engine has done, and where, beside the board."""
        card = self.at["trouble"]
        self.box(card, "raised", border="loss")
        inner = card.inflate(-1.6 * self.text, -self.text)
        if self.state.culprit:
            upper, _, lower = cut(inner, (3, 0.2, 2), down=True)
            self.write(self.state.culprit, lower, 0.85, "loss", "left", lines=9)
            inner = upper
        self.write(self.state.trouble, inner, 1, "ink", "left", lines=99)

    def button(
        self, name: str, label: str = "", accent: bool = False, pressed: bool = False
    ) -> None:
        """Draw a button with its key; one that cannot be used now is faint."""
        place, hovered = self.at[name], 0.06 if name == self.state.focus else 0
        ink: Ink = "ink"
        border = None if accent else X if pressed else "line"
        fill: Ink = self.mix("raised", "ink", hovered)
        if accent:
            ink, fill = "on X", self.mix(X, "ink", 2 * hovered)
        elif pressed:
            fill = self.mix("raised", X, 0.14 + hovered)
        elif self.unusable(name):
            ink, fill = self.mix("paper", "ink", 0.4), "paper"
        self.box(place, fill, border=border)
        said = self.state.say(label or name.lower().replace(" ", "_"))
        words = place.inflate(-0.5 * self.text, 0)
        if key := KEYS.get(CONTROLS[self.state.screen][name].keys.split()[0]):
            low = place.w < 3 * place.h  # then the key stands below the word
            words, corner = cut(words, (3, 2) if low else (6, 1), down=low)
            self.write(key, corner, 0.65, "faint" if ink == "ink" else ink)
        self.write(said, words, 0.95, ink, bold=accent)

    def theme_switch(self) -> None:
        """Draw the switch between light and dark: a disc, half of it filled."""
        place = self.at["Theme"]
        if self.state.focus == "Theme":
            self.box(place, self.mix("paper", "ink", 0.1), place.w / 2)
        icon = place.inflate(-place.w * 0.4, -place.h * 0.4)
        self.paint(paint_half, icon, self.colour["faint"])

    def help(self) -> None:
        """Say which keys there are: in a line, or in a list where there is room."""
        if "help" not in self.at:
            return
        lines = self.state.say(f"keys_{self.state.screen}").split(" \u00b7 ")
        place = self.at["help"]
        if place.h > 5 * self.text:
            rows = [("", place.h / self.text - len(lines)), *((n, 1) for n in lines)]
            for line, row in stack(place, rows).items():
                self.write(line, row, 0.7, "faint", "left")
        else:
            self.write(" \u00b7 ".join(lines), place, 0.7, "faint", lines=3)

    def keys(self) -> None:
        """List all keys of the screen, each with what it does."""
        self.write(self.state.say("keys"), "keys", 1.7, "ink", "left", bold=True)
        rows = all_keys(self.state)
        parts = {name: cut(self.at[name], (11, 0.5, 15)) for name in rows}
        for name, does in rows.items():
            self.write(name, parts[name][0], 0.95, "ink", "left", bold=True)
            self.write(does, parts[name][2], 0.95, "ink", "left")
        self.write(self.state.say("keys_back"), "back", 0.85, "faint", "left")

    def unusable(self, name: Name) -> bool:
        """Return whether a control can do nothing now."""
        return not CONTROLS[self.state.screen][name].usable(self.state)

    def mix(self, one: str, other: str, share: float) -> "Ink":
        """Return a colour between two of the palette."""
        first, second = (pygame.Color(self.colour[name]) for name in (one, other))
        return tuple(first.lerp(second, share))

    def mark(
        self, mark: str, place: "pygame.Rect", share: float = 1.0, strength: float = 1.0
    ) -> None:
        """Draw X or O in the middle of a place, of which it fills a share."""
        side = round(min(place.size) * share)
        colour = self.mix("paper", mark, strength)
        self.paint(paint_mark, centred(place, side, side), colour, mark)

    def box(
        self,
        place: "pygame.Rect",
        fill: "Ink | None",
        radius: float | None = None,
        border: str | None = None,
        thick: int = 1,
    ) -> None:
        """Draw a box with round corners, and a border round it."""
        radius = self.text * 0.5 if radius is None else radius
        if border:
            hollow = 0 if fill else thick
            self.paint(paint_box, place, self.colour[border], radius, hollow)
            place, radius = place.inflate(-2 * thick, -2 * thick), radius - thick
        if fill:
            self.paint(paint_box, place, self.ink(fill), radius, 0)

    def paint(
        self,
        brush: Callable[..., None],
        place: "pygame.Rect",
        colour: "Ink",
        *details: Any,
    ) -> None:
        """Put a painted shape in its place."""
        self.surface.blit(shape(brush, place.size, colour, *details), place)

    def ink(self, ink: "Ink") -> "Ink":
        """Return a colour, which may be given by its name in the palette."""
        return self.colour.get(ink, ink) if isinstance(ink, str) else ink

    def fitting(
        self, words: str, place: "pygame.Rect", size: float, bold: bool = False
    ) -> float:
        """Return the size in which words fit on one line, at most the one given."""
        for pixels in range(round(size * self.text), SMALLEST, -1):
            if font(pixels, bold).size(words)[0] <= place.w:
                return pixels / self.text
        return SMALLEST / self.text

    def write(
        self,
        words: str,
        place: "pygame.Rect | str",
        size: float,
        ink: "Ink",
        align: str = "centre",
        bold: bool = False,
        lines: int = 1,
    ) -> bool:
        """Write words into a place, smaller or on more lines; return if they fit."""
        room = self.at[place] if isinstance(place, str) else place
        words = "".join(letter if letter.isprintable() else " " for letter in words)
        for pixels in range(max(SMALLEST, round(size * self.text)), SMALLEST - 1, -1):
            face = font(pixels, bold)
            rows = wrap(words, face, room.w)
            height = face.get_linesize()
            if len(rows) > lines or len(rows) * height > room.h + 1:
                continue
            if all(face.size(row)[0] <= room.w for row in rows):
                break
        else:
            return False
        top = room.centery - len(rows) * height / 2
        for n, row in enumerate(rows):
            image = face.render(row, True, self.ink(ink))
            spare = {"left": 0, "centre": 0.5, "right": 1}[align]
            left = room.x + (room.w - image.get_width()) * spare
            self.surface.blit(image, (round(left), round(top + n * height)))
        return True


def wrap(words: str, face: "pygame.font.Font", width: int) -> list[str]:
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
def font(size: int, bold: bool = False) -> "pygame.font.Font":
    """Return the system's typeface, or pygame's own where there is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a system without a list of its fonts
        path = pygame.font.match_font(TYPEFACES, bold=bold)
    return pygame.font.Font(path, size)


@lru_cache(maxsize=128)
def shape(
    brush: Callable[..., None], size: tuple[int, int], colour: "Ink", *details: Any
) -> "pygame.Surface":
    """Return a picture in one colour with smooth edges: painted large, then shrunk."""
    size = max(1, size[0]), max(1, size[1])
    large = pygame.Surface([side * SHARP for side in size], pygame.SRCALPHA)
    clear = pygame.Color(colour)
    clear.a = 0  # the same colour, unseen: with another one the edges would show it
    large.fill(clear)
    brush(large, pygame.Color(colour), clear, *details)
    return pygame.transform.smoothscale(large, size)


def paint_mark(
    large: "pygame.Surface", colour: "pygame.Color", clear: "pygame.Color", mark: str
) -> None:
    """Paint X as two strokes, O as a ring."""
    side = large.get_width()
    near, far, thick = side * 0.08, side * 0.92, side * 0.16
    if mark == X:
        paint_stroke(large, colour, (near, near), (far, far), thick)
        paint_stroke(large, colour, (near, far), (far, near), thick)
    else:
        pygame.draw.circle(large, colour, (side / 2, side / 2), side / 2)
        pygame.draw.circle(large, clear, (side / 2, side / 2), side / 2 - thick)


def paint_sign(
    large: "pygame.Surface", colour: "pygame.Color", clear: "pygame.Color", name: str
) -> None:
    """Paint a disc with a sign cut out: plus, equals or minus."""
    side = large.get_width()
    middle, near, far, thick = side * 0.5, side * 0.28, side * 0.72, side * 0.11
    pygame.draw.circle(large, colour, (middle, middle), middle)
    for y in (side * 0.4, side * 0.6) if name == "draw" else (middle,):
        paint_stroke(large, clear, (near, y), (far, y), thick)
    if name == "win":
        paint_stroke(large, clear, (middle, near), (middle, far), thick)


def paint_half(
    large: "pygame.Surface", colour: "pygame.Color", clear: "pygame.Color"
) -> None:
    """Paint a disc of which the left half is empty."""
    side = large.get_width()
    centre = side / 2, side / 2
    pygame.draw.circle(large, colour, centre, side * 0.5)
    half = {"draw_top_left": True, "draw_bottom_left": True}
    pygame.draw.circle(large, clear, centre, side * 0.4, **half)


def paint_box(
    large: "pygame.Surface",
    colour: "pygame.Color",
    clear: "pygame.Color",
    radius: float,
    hollow: int,
) -> None:
    """Paint a box with round corners, or only its border."""
    whole, radius = large.get_rect(), round(max(0, radius) * SHARP)
    pygame.draw.rect(large, colour, whole, hollow * SHARP, border_radius=radius)


def paint_band(
    large: "pygame.Surface",
    colour: "pygame.Color",
    clear: "pygame.Color",
    start: "Point",
    end: "Point",
    thick: float,
) -> None:
    """Paint a stroke that is given in the measures of the small picture."""
    first, last = ((x * SHARP, y * SHARP) for x, y in (start, end))
    paint_stroke(large, colour, first, last, thick * SHARP)


def paint_stroke(
    large: "pygame.Surface",
    colour: "pygame.Color",
    start: "Point",
    end: "Point",
    thick: float,
) -> None:
    """Paint a straight stroke with round ends."""
    a, b = pygame.Vector2(start), pygame.Vector2(end)
    side = (b - a).normalize().rotate(90) * thick / 2
    pygame.draw.polygon(large, colour, [a + side, b + side, b - side, a - side])
    for point in (a, b):
        pygame.draw.circle(large, colour, point, thick / 2)


# --- The loop ---------------------------------------------------------------


class Thinker:
    """Puts one question at a time to the engine, in a thread."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        self.question: Question | None = None
        self.since = 0.0
        self.thread: threading.Thread | None = None
        self.lock = threading.Lock()

    def ask(self, question: Question | None) -> None:
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

    def waited(self) -> float:
        """Return for how many seconds a person has been waiting."""
        if self.question is None or not self.question.waited_for:
            return 0.0
        return time.monotonic() - self.since

    def think(self, question: Question) -> None:
        """Find the answer, and post the change that it makes as an event."""
        try:
            change = self.change(question)
            with self.lock:
                if self.thread is threading.current_thread():
                    self.thread = None
            told = partial(self.told, question, change)
            pygame.event.post(pygame.event.Event(pygame.USEREVENT, change=told))
        except (Abandoned, pygame.error):
            pass  # the question, or the whole window, has gone

    def told(
        self, asked: Question, change: Callable[[State], State], state: State
    ) -> State:
        """Change the state if it still asks this; asked again, it is a new question."""
        if asked == self.question:
            self.ask(None)
        return change(state) if asked == question(state) else state

    def change(self, question: Question) -> Callable[[State], State]:
        """Return the change of state that the engine's answer makes."""
        try:
            answer = question.ask(self.engine, *question.arguments)
        except Exception as error:
            line = culprit(self.engine, error.__cause__)[:MESSAGE]
            if error.__cause__:
                lines = traceback.format_exception(error.__cause__)
                print(printable("".join(lines)), end="", file=sys.stderr)
            return partial(failed, error=error, culprit=line)
        if question.ask is reply:
            time.sleep(max(0, self.since + PAUSE - time.monotonic()))
        return lambda state: question.then(state, answer)

    def abandon(self) -> None:
        """Drop the question, and stop its thread if it runs Python code."""
        with self.lock:
            thread, self.thread = self.thread, None
            if thread and thread.ident:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident), ctypes.py_object(Abandoned)
                )


def run(engine: Any, state: State) -> State:
    """Show the window until it is closed; return the last state."""
    pygame.display.set_icon(shape(paint_mark, (ICON, ICON), PALETTE[X][0], X))
    desktop = pygame.display.get_desktop_sizes()[0]
    pygame.display.set_mode(size_for(desktop), pygame.RESIZABLE)
    thinker = Thinker(engine)
    drawn: tuple[State, tuple[int, int]] | None = None
    while not state.closed:
        thinker.ask(question(state))
        surface = pygame.display.get_surface()
        assert surface
        if (state, surface.get_size()) != drawn:
            draw(surface, state)
            pygame.display.set_caption(f"{state.say('title')}: {status(state)}")
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


def size_for(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the window's size: the usual one, or less where the screen is small."""
    width, height = SIZE
    share = min(1, desktop[0] / width, (desktop[1] - BARS) / height)
    return max(240, int(width * share)), max(300, int(height * share))


def after(state: State, event: "pygame.event.Event", size: tuple[int, int]) -> State:
    """Return the state after an event."""
    if event.type == pygame.QUIT:
        return close(state)
    if event.type == pygame.USEREVENT:
        changed: State = event.change(state)
        return changed
    if event.type == pygame.KEYDOWN:
        return press_key(state, key_name(event))
    if event.type == pygame.MOUSEMOTION:
        return replace(state, focus=target_at(state, size, event.pos))
    if event.type == pygame.WINDOWLEAVE:
        return replace(state, focus=None)
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        return press(state, target_at(state, size, event.pos))
    return state


def key_name(event: "pygame.event.Event") -> str:
    """Return the letter or digit that a key types, on any layout, or its name."""
    typed = getattr(event, "unicode", "").lower()
    return typed if typed.isalnum() or typed == "?" else pygame.key.name(event.key)


# --- The command line -------------------------------------------------------


class ContractError(Complaint, ValueError):
    """The file cannot be played against; the message says why."""


def load(path: str | Path) -> Any:
    """Run a file and return it as an engine."""
    path = Path(path)
    if not path.is_file():
        raise ContractError("not_a_file" if path.exists() else "no_file", path=path)
    try:
        path.read_bytes()
    except OSError as error:
        raise ContractError("no_read", path=path, why=error.strerror) from error
    spec = importlib.util.spec_from_file_location("engine", path)
    if spec is None or spec.loader is None:
        raise ContractError("not_python", path=path)
    engine = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = engine
    sys.path.append(str(path.resolve().parent))  # for what the file may import
    try:
        spec.loader.exec_module(engine)
    except SyntaxError as error:
        name = "no_syntax_at" if error.lineno else "no_syntax"
        where = {"path": path, "line": error.lineno}
        raise ContractError(name, **where, why=error.msg) from error
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        line = _line_of(error, spec.origin)
        name = "no_import_at" if line else "no_import"
        raise ContractError(name, path=path, line=line, why=said) from error
    lacking = [name for name in CONSTANTS if not hasattr(engine, name)]
    for name in FUNCTIONS:
        if not callable(getattr(engine, name, None)):
            lacking.append(name)
    if lacking:
        raise ContractError("no_names", path=path, names=", ".join(lacking))
    return engine


def _line_of(error: BaseException, file: str | None) -> int:
    """Return the last line of a file that led to an exception; 0 if there is none."""
    line, step = 0, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            line = step.tb_lineno
        step = step.tb_next
    return line


def has_screen() -> bool:
    """Return whether there is a screen to open a window on."""
    # Without a value one of the libraries below complains, on any screen.
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    try:
        pygame.display.init()
    except pygame.error:
        return False
    unseen = pygame.display.get_driver() in ("dummy", "offscreen")
    return not unseen or "SDL_VIDEODRIVER" in os.environ


def why_no_window(state: State) -> str:
    """Return why no window can be opened; nothing if one can."""
    if pygame is None:
        return state.say("no_pygame")
    return "" if has_screen() else state.say("no_screen")


def terminal_game() -> str:
    """Return the command of the game in a terminal, if that lies beside this file."""
    here = Path(__file__).resolve().parent
    if (here / "noughts").is_dir():
        return "python3 -m noughts play"
    return "noughts play" if here.name == "hand_in" else ""


# What argparse says, in English: the name of our sentence for it.
COMPLAINTS = {
    r"unrecognized arguments: (?P<value>-\S*).*": "unknown",
    r"unrecognized arguments: (?P<value>.*)": "too_many",
    r"argument (?P<name>\S+): expected .*": "needs",
    r"argument (?P<name>\S+): ignored explicit argument (?P<value>.*)": "takes_none",
}


class Parser(argparse.ArgumentParser):
    """Reads the arguments; what is wrong with them is one sentence."""

    def __init__(self, say: Mapping[str, str]) -> None:
        super().__init__(description=say["about"], add_help=False, allow_abbrev=False)
        self.say = say
        self._positionals.title = say["arguments"]
        self._optionals.title = say["options"]
        self.add_argument("-h", "--help", action="help", help=say["help"])

    def format_help(self) -> str:
        return super().format_help().replace("usage:", self.say["usage"])

    def error(self, message: str) -> NoReturn:
        for pattern, name in COMPLAINTS.items():
            if found := re.fullmatch(pattern, message, re.DOTALL):
                message = self.say[name].format(**found.groupdict())
                break
        self.exit(complain(f"{self.prog}: {message}"))


def read_arguments(argv: Sequence[str] | None) -> State:
    """Return the state to begin with, as the command line asks for it."""
    given = list(sys.argv[1:] if argv is None else argv)
    language = preferred()
    # Help and refusals are in it, so it is read before argparse reads.
    for argument, after in pairwise([*takewhile("--".__ne__, given), ""]):
        name, _, value = argument.partition("=")
        if name == "--language":
            language = value or after or language
    say = words(language)
    parser = Parser(say)
    parser.add_argument("engine", nargs="?", metavar=say["file"], help=say["file_help"])
    parser.add_argument("--dark", action="store_true", help=say["dark_help"])
    parser.add_argument("--language", metavar=say["name"], help=say["language_help"])
    read = parser.parse_args(given)
    if read.language and read.language != "en" and say is ENGLISH:
        parser.error(say["no_language"].format(name=read.language))
    return State(engine=read.engine or "", dark=read.dark, language=language)


def main(argv: Sequence[str] | None = None) -> int:
    """Play; return 0, 1 if no window can be opened, 2 for misuse."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what a terminal cannot show
    return start(read_arguments(argv))


def start(state: State, program: str = "runner.py") -> int:
    """Open the window on a state, and return the exit code."""
    try:
        engine = load(state.engine or Path(__file__).with_name("tictactoe.py"))
        if why := why_no_window(state):
            command = terminal_game() if pygame else ""
            advice = state.say("in_terminal", command=command) if command else ""
            return complain(f"{why} {advice}".rstrip())
        pygame.font.init()
        with ended_at_once():
            run(engine, state)
    except ContractError as error:
        return complain(f"{program}: {error.told(state.language)}")
    except KeyboardInterrupt:
        return 130  # what a shell reports for Ctrl-C
    return 0


@contextmanager
def ended_at_once() -> Iterator[None]:
    """Let Ctrl-C and `kill` end us even while an engine lets no other thread run."""
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(kind, signal.SIG_DFL) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


def complain(sentence: str) -> int:
    """Print a sentence for the person, on one line, and return the exit code."""
    print(printable(sentence).replace("\n", "\\n"), file=sys.stderr)
    return 2


def printable(text: str) -> str:
    """Return an engine's text without what plays tricks on a terminal."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1]
        for letter in text
    )


if __name__ == "__main__":
    sys.exit(main())
