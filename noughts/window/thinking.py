"""
The questions to the engine, and the thread that answers them.

What the window needs to know next follows from the state, one thing at a time. If the
state has moved on meanwhile, it asks another question, and the answer is dropped.
"""

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from noughts import contract
from noughts.board import board_of, free, key_of
from noughts.contract import Action, Engine
from noughts.games import casual, uniform
from noughts.notation import board_text
from noughts.oracle import Verdict
from noughts.text import quoted
from noughts.window import state as changes
from noughts.window.state import CASUAL, PERFECT, Position, State, verdicts
from noughts.words import NoughtsError

PAUSE = 0.4  # seconds: a reply that comes at once is easily overlooked
RANDOM = Random()


class EngineFault(NoughtsError):  # noqa: N818 - a fault of the engine's
    """The engine broke the contract."""


class Abandoned(BaseException):
    """Nobody waits for this answer any more."""


class EngineQuestion(NamedTuple):
    """`ask(engine, *arguments)` finds the answer, `then(state, answer)` uses it."""

    ask: Callable[..., Any]
    then: Callable[[State, Any], State]
    arguments: tuple[Any, ...] = ()


def load_engine(file: str) -> Engine:
    """Return the engine of a file, which may import others beside it, or our own."""
    if not file:
        return contract.default()
    sys.path.append(str(Path(file).resolve().parent))
    return contract.load(file)


def next_question(state: State) -> EngineQuestion | None:
    """Return what the window needs to know next from the engine, if anything."""
    now = state.now
    if state.screen == "start" or state.trouble:
        return None
    if now is None:
        return EngineQuestion(begin, changes.arrive)
    if state.chosen:
        return EngineQuestion(play, changes.arrive, (now.key, state.chosen))
    if now.over:
        return None
    if not changes.is_persons_turn(state):
        return EngineQuestion(reply, changes.arrive, (now.key, state.opponent))
    if state.hint is True:
        return EngineQuestion(best, changes.take_hint, (now.key,))
    if state.values:
        for cell in free(now.key):
            if cell not in state.known:
                return EngineQuestion(value, changes.take_value, (now.key, cell))
    return None


def begin(engine: Engine) -> Position:
    """Return the first position."""
    return _look(engine, _call(engine, "initial_state"), None)


def play(engine: Engine, key: str, cell: Action) -> Position:
    """Return the position after a move."""
    after = _call(engine, "result", key, cell)
    if free(after) != [each for each in free(key) if each != cell]:
        raise _error("result", board_text(board_of(after)), "result", key, cell)
    return _look(engine, after, cell)


def reply(engine: Engine, key: str, opponent: str) -> Position:
    """Return the position after the opponent's move."""
    if opponent == PERFECT:
        return play(engine, key, best(engine, key))
    policy = casual if opponent == CASUAL and verdicts(key) else uniform
    chances = policy(board_of(key))
    [cell] = RANDOM.choices(list(chances), [float(p) for p in chances.values()])
    return play(engine, key, cell)


def best(engine: Engine, key: str) -> Action:
    """Return the engine's move."""
    cell: Action = _call(engine, "minimax", key)
    if cell not in free(key):
        raise _error("move", quoted(cell), "minimax", key)
    return cell


def value(engine: Engine, key: str, cell: Action) -> tuple[Action, Verdict]:
    """Return what a cell leads to if the engine plays on for both sides."""
    turn = _call(engine, "player", key)
    position, plies = play(engine, key, cell), 1
    while not position.over:
        position = play(engine, position.key, best(engine, position.key))
        plies += 1
    outcome = {None: 0, turn: 1}.get(position.winner, -1)
    return cell, Verdict(outcome, (plies + 1) // 2)


def _look(engine: Engine, key: str, last: Action | None) -> Position:
    """Return the position of a board, as the engine sees it."""
    over: bool = _call(engine, "terminal", key)
    if not over and not free(key):
        raise _error("full", "False", "terminal", key)
    turn = "" if over else _call(engine, "player", key)
    return Position(key, turn, over, _call(engine, "winner", key), last)


def _is_mark(thing: object) -> bool:
    return type(thing) is str and thing in ("X", "O")


def _is_row(thing: Any) -> bool:
    is_row = type(thing) in (list, tuple) and len(thing) == 3
    return is_row and all(cell is None or _is_mark(cell) for cell in thing)


def _is_board(thing: Any) -> bool:
    is_board = type(thing) in (list, tuple) and len(thing) == 3
    return is_board and all(map(_is_row, thing))


def _is_cell(thing: Any) -> bool:
    return type(thing) is tuple and [type(n) for n in thing] == [int, int]


# What each function must return, and the sentence for anything else. Types are compared
# first, so that no method of an object made by the engine is called.
PROMISES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "initial_state": (_is_board, "board"),
    "result": (_is_board, "board"),
    "player": (_is_mark, "player"),
    "winner": (lambda thing: thing is None or _is_mark(thing), "winner"),
    "terminal": (lambda thing: type(thing) is bool, "terminal"),
    "minimax": (_is_cell, "move"),
}


def _call(engine: Engine, name: str, *arguments: Any) -> Any:
    """Return the engine's answer; a board is sent as a copy and returned as a key."""
    given = [board_of(each) if isinstance(each, str) else each for each in arguments]
    is_kept, kind = PROMISES[name]
    try:
        answer = getattr(engine, name)(*given)
    except Abandoned:
        raise
    except BaseException as error:
        what = traceback.format_exception_only(error)[-1].strip()
        raise _error("raised", what, name, *arguments) from error
    if not is_kept(answer):
        raise _error(kind, quoted(answer), name, *arguments)
    return key_of(answer) if kind == "board" else answer


def _error(kind: str, what: str, name: str, *arguments: Any) -> EngineFault:
    """Return the error that names a call: `minimax(XO. .X. ...)`."""
    shown = [
        board_text(board_of(each)) if isinstance(each, str) else repr(each)
        for each in arguments
    ]
    call = f"{name}({', '.join(shown)})"
    return EngineFault(f"window.engine_{kind}", call=call, what=what)


def culprit(engine: Engine, error: BaseException | None) -> str:
    """Return the engine's line that raised: `tictactoe.py:84: best = best[a]`."""
    file = str(getattr(engine, "__file__", None))
    frames = traceback.extract_tb(error.__traceback__) if error else []
    lines = [frame for frame in frames if frame.filename == file]
    return f"{Path(file).name}:{lines[-1].lineno}: {lines[-1].line}" if lines else ""


class EngineThread:
    """Puts one question at a time to the engine, in a thread."""

    def __init__(self, engine: Engine, post: Callable[..., object]) -> None:
        self.engine, self.post = engine, post  # `post(change)` is called in the thread
        self.question: EngineQuestion | None = None
        self.since = 0.0
        self.thread: threading.Thread | None = None
        self.lock = threading.Lock()

    def ask(self, question: EngineQuestion | None) -> None:
        """Put a question, unless it is being thought about; drop any other."""
        if question == self.question:
            return
        self.abandon()
        self.question, self.since = question, time.monotonic()
        if question is not None:
            self.thread = threading.Thread(
                target=self._think, args=(question,), daemon=True
            )
            self.thread.start()

    def waited(self) -> float:
        """Return for how many seconds a person has had nothing to do but wait."""
        if self.question is None or self.question.ask is value:
            return 0.0
        return time.monotonic() - self.since

    def abandon(self) -> None:
        """Drop the question, and stop its thread if it runs Python code."""
        with self.lock:
            thread, self.thread = self.thread, None
            if thread and thread.ident:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident), ctypes.py_object(Abandoned)
                )

    def _think(self, question: EngineQuestion) -> None:
        try:
            change = self._change(question)
            with self.lock:
                if self.thread is threading.current_thread():
                    self.thread = None
            self.post(partial(self._take, question, change))
        except Abandoned:
            pass

    def _change(self, question: EngineQuestion) -> Callable[[State], State]:
        """Return the change of state that the engine's answer makes."""
        try:
            answer = question.ask(self.engine, *question.arguments)
        except EngineFault as error:
            line = culprit(self.engine, error.__cause__)
            return partial(changes.fail, error=error, culprit=line)
        if question.ask is reply:
            time.sleep(max(0, self.since + PAUSE - time.monotonic()))
        return lambda state: question.then(state, answer)

    def _take(
        self, asked: EngineQuestion, change: Callable[[State], State], state: State
    ) -> State:
        """Change the state if it still asks this."""
        if asked == self.question:
            self.question = None
        return change(state) if asked == next_question(state) else state
