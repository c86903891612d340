"""The opponent's moves, each found in a thread, so that the window never freezes."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from random import Random

from noughts.game import contract
from noughts.game.contract import Engine, EngineError, MachineError
from noughts.game.games import POLICIES, Game, legal_action, random_player
from noughts.play.window import state as changes
from noughts.play.window.state import WindowState
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits

PAUSE = 0.4  # seconds; an immediate reply is easily overlooked
LIMITS = Limits(answer=60)
CHANCE = Random()


def open_engine(file: str) -> AbstractContextManager[Engine]:
    """Return the engine of a file, in a sandbox, or our own."""
    return Sandbox(file, LIMITS) if file else nullcontext(contract.default())


def reply(state: WindowState, engine: Engine) -> Callable[[WindowState], WindowState]:
    """Return the change that the opponent's move makes."""
    policy = POLICIES.get(state.opponent)
    player = random_player(policy, CHANCE) if policy else engine.minimax
    try:
        return partial(changes.play, cell=legal_action(player, state.game.board))
    except (EngineError, MachineError) as error:
        return partial(changes.fail, error=error)


class OpponentThread:
    """Finds one reply at a time; `post(change)` is called in its thread."""

    def __init__(self, engine: Engine, post: Callable[..., object]) -> None:
        self.engine, self.post = engine, post
        self.thread: threading.Thread | None = None  # the one whose reply is awaited
        self.position: tuple[str, Game] | None = None
        self.since = 0.0
        self.asking = threading.Lock()  # a sandbox answers one thread at a time

    def follow(self, state: WindowState) -> None:
        """Start finding the reply for a state; drop any other."""
        position = state.opponent, state.game
        if self.thread and changes.is_waiting(state) and position == self.position:
            return
        self.drop()
        if changes.is_waiting(state):
            self.position, self.since = position, time.monotonic()
            self.thread = threading.Thread(
                target=self._think, args=(state,), daemon=True
            )
            self.thread.start()

    def waited(self) -> float:
        """Return the seconds that the person has been waiting."""
        return time.monotonic() - self.since if self.thread else 0.0

    def drop(self) -> None:
        """Stop waiting, and stop an engine that is thinking."""
        if self.thread and isinstance(self.engine, Sandbox):
            self.engine.interrupt()
        self.thread = None

    def _think(self, state: WindowState) -> None:
        with self.asking:
            change = reply(state, self.engine)
        time.sleep(max(0, self.since + PAUSE - time.monotonic()))
        self.post(partial(self._take, threading.current_thread(), change))

    def _take(
        self,
        thread: threading.Thread,
        change: Callable[[WindowState], WindowState],
        state: WindowState,
    ) -> WindowState:
        """Change the state, if it still waits for this reply."""
        if thread is not self.thread:
            return state
        self.thread = None
        return change(state)
