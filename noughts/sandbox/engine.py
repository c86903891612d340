"""The sandboxed engine: an object that keeps the contract, and answers in batches."""

import os
import weakref
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from noughts.contract import (
    CONSTANTS,
    LARGEST_FILE,
    PARAMETERS,
    Action,
    Board,
    ContractError,
    MachineError,
    Mark,
    incomplete,
    largest,
    no_file,
    unreadable,
)
from noughts.sandbox import protocol
from noughts.sandbox.beside import modules_beside
from noughts.sandbox.limits import Limits
from noughts.sandbox.messages import (
    failed,
    no_sandbox,
    no_start,
    read_answer,
    read_extended,
    read_survey,
)
from noughts.sandbox.patience import Patience, await_line
from noughts.sandbox.pipeline import FunctionCall, Pipeline, new_number
from noughts.sandbox.process import Process, ProcessEndedError
from noughts.sandbox.protections import Protections
from noughts.sandbox.responses import Response

ANY_SIZE = 1 << 30  # characters of a line that is ours
PYTHON_STARTS = (
    60.0  # seconds, at most: a busy machine may need some, whatever the file
)


class Sandbox:
    """
    An engine in a guarded process of its own.

    Its answers are plain data, with exact types. A call that fails raises an
    EngineError; one that hangs or ends the process costs only itself, for the process
    is then started anew. Where the machine cannot start one, a MachineError says so.
    To be used by one thread at a time.

    `partial` admits a file that lacks names of the contract; `missing` lists them.
    `source` is the text of the file, if it has been read before, and `modules` are
    sources that it may import, by name: what the student has beside it; None stands for
    the file itself, where it has a name of its own among them. Where neither is given,
    both are read. `extension` is trusted source, or its path, which comes into the
    engine's process once the file is loaded; there its `install(module, register)` may
    change the module, and `register(name, function)` more functions to be asked.
    `started=False` leaves the start to `start`, or to the first question.
    `confined=False` is for measuring what the protections cost, with files that one
    trusts.
    """

    X: str
    O: str  # noqa: E741 - the contract names it so
    EMPTY: None

    def __init__(
        self,
        path: str | Path,
        limits: Limits | None = None,
        *,
        partial: bool = False,
        source: bytes | None = None,
        extension: str | Path | None = None,
        modules: Mapping[str, str | None] | None = None,
        started: bool = True,
        confined: bool = True,
    ) -> None:
        self.path = Path(path)
        self.limits = limits or Limits()
        if isinstance(extension, Path):
            extension = extension.read_text("utf-8")
        self._extension = extension
        self._process: Process | None = None
        self._spent = 0.0  # seconds of the processes before it
        self._busy = False
        self._started = False
        self._partial, self._confined = partial, confined
        if source is None:
            source = read_source(self.path)
            modules = modules_beside(self.path, source) if modules is None else modules
        self.source, self.modules = source, dict(modules or {})
        self._settings = self._describe(source.decode("latin-1"))
        if started:
            self.start()

    def start(self) -> None:
        """Start the process and let it load the file, unless that was done before."""
        if self._started:
            return
        constants, self.missing = self._start()
        self._started = True
        marks = CONSTANTS | constants
        self.X, self.O, self.EMPTY = (marks[name] for name in CONSTANTS)
        if self.missing and not self._partial:
            self.close()
            raise incomplete(self.path, self.missing)

    def initial_state(self) -> Board:
        board: Board = self.call("initial_state")
        return board

    def player(self, board: Board) -> Mark:
        mark: Mark = self.call("player", board)
        return mark

    def actions(self, board: Board) -> set[Action]:
        actions: set[Action] = self.call("actions", board)
        return actions

    def result(self, board: Board, action: Action) -> Board:
        after: Board = self.call("result", board, action)
        return after

    def winner(self, board: Board) -> Mark:
        mark: Mark = self.call("winner", board)
        return mark

    def terminal(self, board: Board) -> bool:
        over: bool = self.call("terminal", board)
        return over

    def utility(self, board: Board) -> int:
        worth: int = self.call("utility", board)
        return worth

    def minimax(self, board: Board) -> Action | None:
        action: Action | None = self.call("minimax", board)
        return action

    def call(self, function: str, *arguments: Any) -> Any:
        """Return what a function of the engine answers, or raise its EngineError."""
        (answer,) = self.ask([(function, arguments)])
        if answer.error is not None:
            raise answer.error
        return answer.value

    def ask(self, questions: Iterable[FunctionCall]) -> Iterator[Response]:
        """
        Yield one answer for each (function, arguments), in order.

        Questions are read ahead of the answers, so that the engine need not wait. The
        time for an answer counts from when it is waited for, after the one before it.
        """
        if self._busy:
            raise RuntimeError("this engine is being asked: take all answers first")
        self._busy = True
        pipeline = Pipeline(questions)
        try:
            while (answer := self._next_answer(pipeline)) is not None:
                yield answer
        finally:
            self._busy = False
            if pipeline.sent:  # nobody waits for the answers under way
                self.close()

    def close(self) -> None:
        """End the engine's process; the next question would start another."""
        if self._process is not None:
            spent = self._patience.spent()  # which nobody can tell of one that is gone
            self._process = None
            self._spent += spent
            self._end()

    def spent(self) -> float:
        """Return the seconds that its processes have had, from any thread."""
        ended = self._spent  # first: who is ended meanwhile must not count twice
        return ended + (self._patience.spent() if self._process else 0.0)

    def interrupt(self) -> None:
        """End the process, from any thread: nobody waits for an answer any more."""
        if (process := self._process) is not None:
            process.interrupt()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next_answer(self, pipeline: Pipeline) -> Response | None:
        """Send all that there is room for; return the answer to the oldest question."""
        fresh = list(pipeline.take())
        if not pipeline.sent:
            return None
        question = pipeline.sent[0]
        seconds = self.limits.answer
        try:
            process = self._running(anew=len(fresh) == len(pipeline.sent))
            if fresh:
                process.send((each.line for each in fresh), seconds)
            line = await_line(process.receive, process.pid, seconds)
            answer = read_answer(line, question)
            pipeline.answered()
        except (TimeoutError, ProcessEndedError, ValueError) as error:
            self.close()
            pipeline.answered()
            pipeline.put_back()
            answer = failed(question, error, seconds)
        return answer

    def _running(self, anew: bool) -> Process:
        """Return the process; where questions begin anew, another if it has ended."""
        if anew and self._process is not None and not self._process.alive():
            self.close()
        if self._process is None:
            self._start()
        assert self._process is not None
        return self._process

    def _start(self) -> tuple[dict[str, Any], list[str]]:
        """Start the process, let it load the file; return the constants, the lacks."""
        seconds = max(self.limits.start, PYTHON_STARTS)
        number = new_number()
        locked_in = False
        try:
            process = Process(self.limits.size, wrapped=self._confined)
            self._patience = Patience(process.pid, 0.0)
            self._process = process
            self._end = weakref.finalize(self, process.kill)  # if nobody closes it
            process.send([f"{number} {self._settings}"], seconds)
            in_force = protocol.decode(process.receive(seconds))
            self.protections = Protections.of(in_force, wrapped=process.wrapped)
            locked_in = True  # from here on the student's code runs
            seconds = self.limits.start
            line = await_line(process.receive, process.pid, seconds)
            survey = read_survey(line, number, self.path)
            if self._extension is not None:
                self._extend(process, self._extension)
            return survey
        except ContractError:
            self.close()
            raise
        except (OSError, ProcessEndedError, ValueError, TypeError) as error:
            self.close()
            if not locked_in:  # so far nothing of the file has run
                raise MachineError(no_sandbox(error, seconds)) from error
            raise no_start(error, seconds, self.path) from error

    def _extend(self, process: Process, extension: str) -> None:
        """Send the extension, now that the file was run."""
        number, seconds = new_number(), self.limits.start
        text = protocol.encode(extension, size=ANY_SIZE)
        process.send([f"{number} {text}"], seconds)
        line = await_line(process.receive, process.pid, seconds)
        read_extended(line, number, self.path)

    def _describe(self, source: str) -> str:
        """Return all that the runner needs to know."""
        bounds = {"memory": self.limits.memory, "cpu": self.limits.cpu}
        settings = {
            "source": source,
            "modules": self.modules,
            "extended": self._extension is not None,
            "constants": list(CONSTANTS),
            "functions": list(PARAMETERS),
            "size": self.limits.size,
            "confine": bounds if self._confined else None,
        }
        return protocol.encode(settings, size=ANY_SIZE)


def read_source(path: Path) -> bytes:
    """
    Return the program in a file, or in the cells of a notebook.

    ContractError where it cannot be an engine's.
    """
    from noughts.notebooks import notebook  # which an engine's process need not have

    if not os.path.isfile(path):
        raise no_file(path)
    if path.suffix not in (".py", ".ipynb"):
        raise ContractError("refusal.not_python", path=path)
    try:
        with path.open("rb") as file:
            source = notebook.program(file.read(largest(path.name) + 1))
    except OSError as error:
        raise unreadable(path, error) from error
    if len(source) > LARGEST_FILE:
        raise ContractError("refusal.too_large", path=path, n=LARGEST_FILE)
    return source
