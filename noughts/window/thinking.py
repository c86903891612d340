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
from noughts.board import START, board_of, free, key_of, put
from noughts.contract import Action, Engine
from noughts.games import casual, uniform
from noughts.notation import board_text
from noughts.oracle import Verdict
from noughts.text import quoted
from noughts.window import state as changes
from noughts.window.state import CASUAL, PERFECT, O, Position, State, X, verdicts
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
    return _look(engine, key_of(_call(engine, [board_of(START)], "initial_state")))


def play(engine: Engine, key: str, cell: Action) -> Position:
    """Return the position after a move."""
    allowed = [board_of(put(key, cell, mark)) for mark in (X, O)]
    return _look(engine, key_of(_call(engine, allowed, "result", key, cell)), cell)


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
    cell: Action = _call(engine, free(key), "minimax", key)
    return cell


def value(engine: Engine, key: str, cell: Action) -> tuple[Action, Verdict]:
    """Return what a cell leads to if the engine plays on for both sides."""
    turn = _call(engine, [X, O], "player", key)
    position, plies = play(engine, key, cell), 1
    while not position.over:
        position = play(engine, position.key, best(engine, position.key))
        plies += 1
    outcome = {None: 0, turn: 1}.get(position.winner, -1)
    return cell, Verdict(outcome, (plies + 1) // 2)


def _look(engine: Engine, key: str, last: Action | None = None) -> Position:
    """Return the position of a board, as the engine sees it."""
    over = _call(engine, [True, False] if free(key) else [True], "terminal", key)
    turn = "" if over else _call(engine, [X, O], "player", key)
    return Position(key, turn, over, _call(engine, [X, O, None], "winner", key), last)


def _call(engine: Engine, allowed: list[Any], name: str, *arguments: Any) -> Any:
    """Return the one of the allowed values that the engine answers; name the call."""
    boards = [board_of(each) if isinstance(each, str) else each for each in arguments]
    texts = [
        board_text(each) if isinstance(each, list) else str(each) for each in boards
    ]
    call = f"{name}({', '.join(texts)})"
    try:
        answer = getattr(engine, name)(*boards)
        if answer in allowed:
            return allowed[allowed.index(answer)]
    except Abandoned:
        raise
    except BaseException as error:
        what = traceback.format_exception_only(error)[-1].strip()
        raise EngineFault("window.engine_raised", call=call, what=what) from error
    raise EngineFault(f"window.engine_{name}", call=call, what=quoted(answer))


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
