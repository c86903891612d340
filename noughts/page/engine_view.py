"""The engine of `noughts explore FILE`: what it plays, and how it searches."""

from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Self

from noughts import oracle
from noughts.board import START, key_of
from noughts.contract import Board
from noughts.games import Forfeit, legal_action
from noughts.notation import board_text, square
from noughts.observe.consult import listen_to
from noughts.observe.watch import EXTENSION, assess
from noughts.page.data import Json
from noughts.page.judging import BackgroundCheck, FileCheck
from noughts.page.own import own_search_of
from noughts.sandbox import EngineError, Limits, Sandbox
from noughts.search.cached_rules import our_rules
from noughts.text import clean_line
from noughts.words import LANGUAGES, Refused, words


class EngineView:
    """The engine of a file, read once; used by one thread at a time."""

    def __init__(
        self, path: Path, seconds: float, check: FileCheck | None = None
    ) -> None:
        self.name = clean_line(path.name)
        self._engine = Sandbox(path, Limits(answer=seconds))
        self._lock = Lock()
        self.check = BackgroundCheck(self._engine, check) if check else None

    def answer(self, board: Board) -> Json:
        """Return the square that the engine takes, or its error."""
        if oracle.look(board).turn is None:
            raise Refused("refusal.finished", board=board_text(board))
        with self._lock:
            started = perf_counter()
            try:
                action = legal_action(self._engine.minimax, board)
            except Forfeit as forfeit:
                return trouble(forfeit)
            return {"square": square(action), "seconds": perf_counter() - started}

    def search(self, board: Board) -> Json:
        """Return how many positions the engine visits, counted by its calls."""
        if key_of(board) == START:
            raise Refused("refusal.much_recorded")
        try:
            # In a new process, the engine's caches are empty.
            with self._fresh() as engine:
                _, calls, total = listen_to(engine, board)
        except EngineError as error:
            return trouble(error)
        evidence = assess(our_rules(), board, calls, total)
        return {
            "code": evidence.code,
            "calls": evidence.calls,
            "positions": evidence.positions,
            "textbook": evidence.textbook,
        }

    def own(self, board: str) -> Json:
        """Return the engine's own search, with its first wrong value."""
        return own_search_of(self._engine, board)

    def _fresh(self) -> Sandbox:
        # Uses the source read at the start, even if the file has changed since.
        read = self._engine
        return Sandbox(
            read.path,
            read.limits,
            source=read.source,
            modules=read.modules,
            extension=EXTENSION,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.close()


def trouble(error: Exception) -> Json:
    """Return an engine's error, by language."""
    return {"trouble": {name: words(name).message(error) for name in LANGUAGES}}
