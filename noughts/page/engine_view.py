"""The engine of `noughts explore FILE`: its moves, its check and its search."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Self

from noughts.checker.check_file import OnFirstWrong, OnProgress, check_file
from noughts.checker.record import Record
from noughts.checker.relay import report
from noughts.game import oracle
from noughts.game.contract import Board, EngineError
from noughts.game.games import legal_action
from noughts.game.notation import board_text, square
from noughts.page.data import Json
from noughts.page.judging import Checks, StreamedCheck
from noughts.page.own import own_search
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.texts import Refused, translations
from noughts.texts.safe_text import clean_line

FileCheck = Callable[[Sandbox, OnProgress, OnFirstWrong, Checks], Record]


def check_sandboxed(
    file: Sandbox, progress: OnProgress, tell: OnFirstWrong, watched: Checks
) -> Record:
    """Check the file of a sandbox."""
    return check_file(
        file.path,
        source=file.source,
        modules=file.modules,
        progress=progress,
        tell=tell,
        watched=watched,
    )


class EngineView:
    """The engine of a file, read once; used by one thread at a time."""

    def __init__(
        self, path: Path, seconds: float, check: FileCheck = check_sandboxed
    ) -> None:
        self.name = clean_line(path.name)
        self._engine = Sandbox(path, Limits(answer=seconds))
        self._lock, self._check = Lock(), check

    @cached_property
    def check(self) -> StreamedCheck:
        """The check of the file, which starts when it is first requested."""
        return StreamedCheck(lambda *hear: report(self._check(self._engine, *hear)))

    def answer(self, board: Board) -> Json:
        """Return the square that the engine takes, or its error."""
        if oracle.truth_of(board).turn is None:
            raise Refused("refusal.finished", board=board_text(board))
        with self._lock:
            started = perf_counter()
            try:
                action = legal_action(self._engine.minimax, board)
            except EngineError as error:
                return {"trouble": translations(error)}
            return {"square": square(action), "seconds": perf_counter() - started}

    def own(self, board: str) -> Json:
        """Return the engine's own search, with its first wrong value."""
        file = self._engine
        return own_search(file.source, board, file.modules)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if "check" in vars(self):
            self.check.cancel()
        self._engine.close()
