"""An engine in a sandbox: it has the contract's functions and answers in time."""

import os
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from noughts.game.contract import (
    LARGEST_FILE,
    NAMES,
    PROGRAMS,
    EndedEngineError,
    Engine,
    EngineError,
    LoadFault,
    LoadRefusal,
    MachineError,
    OddEngineError,
    RaisingEngineError,
    SlowEngineError,
    largest,
    no_file,
)
from noughts.game.notation import board_text
from noughts.sandbox import protocol
from noughts.sandbox.limits import Limits, Protections
from noughts.sandbox.modules import modules_beside
from noughts.sandbox.patience import Stopwatch, await_answers
from noughts.sandbox.process import Process
from noughts.texts import Refused
from noughts.texts.safe_text import clean, quoted

PYTHON_STARTS = 60.0  # seconds for Python to start on a busy machine
MANY, REST = 64, 0.002  # with more answers to come, seconds between two reads
ANY_SIZE = 1 << 30  # characters
NO_ANSWER = "a line that is not an answer"
# Why a file does not load, by the status that its process reports.
LOAD_FAULTS: dict[str, LoadFault] = {
    "no_syntax": "no_syntax",
    "no_import": "no_import",
    "refused": "sandbox",
}
Declared = TypeVar("Declared", bound=Callable[..., Any])


def raised_error(call: str, value: Any) -> EngineError:
    """Return the error for an exception raised in the engine."""
    return RaisingEngineError(call, *read_exception(value))


def died_error(call: str, why: str) -> EngineError:
    """Return the error for a process that ended."""
    return EndedEngineError(call, why)


def odd_error(call: str, what: str) -> EngineError:
    """Return the error for an answer that is not plain data, too large, or forged."""
    return OddEngineError(call, clean(what))


def _function(declared: Declared) -> Declared:
    """Return a method that calls a function of the contract, with its types."""

    def method(engine: "Sandbox", *arguments: Any) -> Any:
        return engine.call(declared.__name__, *arguments)

    return cast(Declared, method)


class Sandbox:
    """
    An engine in a guarded process of its own, for one thread at a time.

    Answers are plain data with exact types. A call that fails raises an EngineError; if
    it hangs or ends the process, the next call starts another. Raises Refused if
    the file is not an engine, MachineError if this machine cannot start a process.

    - `partial` accepts a file that lacks names of the contract, listed in `missing`.
    - `source` is the program, and `modules` are the sources it may import, by name. If
      no source is given, both are read from disk.
    - `setup` is installed once the file is loaded: see `asker.set_up`.
    - `extension` is trusted source, or its path. Its `install(module, register)` may
      change the module, and register functions that can be called.
    - `started=False` delays the start until `start` or the first question.
    - `confined=False` turns off the protections, for trusted files.
    """

    X: str = "X"
    O: str = "O"  # noqa: E741 - the contract names it so
    EMPTY: None = None
    initial_state = _function(Engine.initial_state)
    player = _function(Engine.player)
    actions = _function(Engine.actions)
    result = _function(Engine.result)
    winner = _function(Engine.winner)
    terminal = _function(Engine.terminal)
    utility = _function(Engine.utility)
    minimax = _function(Engine.minimax)

    def __init__(
        self,
        path: str | Path,
        limits: Limits | None = None,
        *,
        partial: bool = False,
        source: bytes | None = None,
        setup: Mapping[str, Any] | None = None,
        extension: str | Path | None = None,
        modules: Mapping[str, str] | None = None,
        started: bool = True,
        confined: bool = True,
    ) -> None:
        self.path = Path(path)
        self.limits = limits or Limits()
        if isinstance(extension, Path):
            extension = extension.read_text("utf-8")
        self._setup = dict(setup or {})
        if extension:
            self._setup["extension"] = extension
        self._process: Process | None = None
        self._spent = 0.0  # seconds used by earlier requests
        self._watch: Stopwatch | None = None  # runs during a request
        self._busy = self._started = False
        self.waiting: Callable[[], None] = lambda: None  # called during long answers
        # Returns the seconds for a question whose answer is late: see `await_answers`.
        self.extended: Callable[[str], float] | None = None
        self._partial, self._confined = partial, confined
        if source is None:
            source = read_source(self.path)
            modules = modules_beside(self.path, source) if modules is None else modules
        self.source, self.modules = source, dict(modules or {})
        if started:
            self.start()

    def start(self) -> None:
        """Start the process and load the file, unless that is done already."""
        if self._started:
            return
        self._start()
        if self.missing and not self._partial:
            self.close()
            names = ", ".join(self.missing)
            raise Refused("refusal.no_names", path=self.path, names=names)
        self._started = True

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of the engine; return its value or raise an EngineError."""
        call = call_text(function, arguments)
        given = protocol.encode(list(arguments))
        (said,) = self._answer_all(f"call {function} {given}", [call])
        try:
            match read_value(said):
                case "ok", value:
                    return value
                case "raised", value:
                    raise raised_error(call, value)
                case "odd", str(why):
                    raise odd_error(call, why)
            raise ValueError(NO_ANSWER)
        except ValueError as error:
            raise odd_error(call, str(error)) from None

    def ask(
        self, function: str, questions: Sequence[str]
    ) -> Iterator[str | EngineError]:
        """
        Yield the engine's answer to each question about a function, in order.

        If the process hangs, dies or cheats, an EngineError is the answer to that
        question, and another process answers the next ones.
        """
        done = 0
        while done < len(questions):
            left = questions[done:]
            try:
                asked = f"ask {function} {' '.join(left)}"
                for said in self._answer_all(asked, left):
                    done += 1
                    yield said
            except EngineError as error:
                done += 1
                yield error

    def close(self) -> None:
        """End the engine's process; the next question starts another."""
        self._stop_watch()
        if self._process is not None:
            self._process = None
            self._end()

    def spent(self) -> float:
        """Return the seconds used by all requests so far."""
        return self._spent + (self._watch.spent() if self._watch else 0.0)

    def _stop_watch(self) -> None:
        self._spent, self._watch = self.spent(), None

    def interrupt(self) -> None:
        """End the process, from any thread."""
        if (process := self._process) is not None:
            process.interrupt()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer_all(self, request: str, calls: Sequence[str]) -> Iterator[str]:
        """Send a request; yield the answer to each call, or raise an EngineError."""
        if self._busy:
            raise RuntimeError("this engine is being asked: take all answers first")
        process = self._running(calls[0])
        self._busy, done, seconds = True, 0, self.limits.answer

        def extended() -> float:
            return self.extended(calls[done]) if self.extended else seconds

        try:
            answers = self._answers(process, request, seconds, len(calls), extended)
            for said in answers:
                done += 1
                yield said
        except TimeoutError:
            raise SlowEngineError(calls[done], seconds) from None
        except EOFError as error:
            raise died_error(calls[done], str(error)) from None
        except ValueError as error:
            raise odd_error(calls[done], str(error)) from None
        finally:
            self._busy = False
            if done < len(calls):  # drop the answers still to come
                self.close()

    def _answers(
        self,
        process: Process,
        request: str,
        seconds: float,
        count: int = 1,
        extended: Callable[[], float] | None = None,
    ) -> Iterator[str]:
        """Send a request to the process and yield its answers as they come."""
        self._watch = Stopwatch(process.pid)
        try:
            process.request(request, seconds)
            while count:
                answers = await_answers(process, seconds, self.waiting, extended)
                if len(answers) > count:
                    raise ValueError("more lines than were asked for")
                yield from answers
                count -= len(answers)
                if count > MANY:  # read several at a time
                    time.sleep(REST)
        finally:
            self._stop_watch()

    def _running(self, call: str) -> Process:
        """Return the process; a new one if it has ended."""
        self.start()
        if self._process is not None and self._process.alive():
            return self._process
        self.close()
        try:
            return self._start()
        except Refused as error:
            raise died_error(call, f"it does not start again: {error}") from error

    def _start(self) -> Process:
        """Start a process that confines itself and loads the file."""
        confined = False
        try:
            process = self._confine()
            confined = True  # from here on the student's code runs
            self.missing = self._load(process)
            return process
        except Refused:
            self.close()
            raise
        except (OSError, EOFError, ValueError) as error:
            self.close()
            if confined:
                raise no_start(error, self.limits.start, self.path) from error
            raise no_sandbox(error) from error

    def _confine(self) -> Process:
        """Start a process that confines itself."""
        process = Process(self.limits.size, wrapped=self._confined)
        self._process = process
        self._end = weakref.finalize(self, process.kill)  # if `close` is never called
        bounds = {"memory": self.limits.memory, "cpu": self.limits.cpu}
        request = _encoded(bounds if self._confined else None)
        (said,) = self._answers(process, request, PYTHON_STARTS)
        in_force = (*protocol.decode(said), *["bubblewrap"] * process.wrapped)
        self.protections = Protections(in_force)
        return process

    def _load(self, process: Process) -> list[str]:
        """Load the file and install the setup; return the names it lacks."""
        given = {"source": self.source.decode("latin-1"), "modules": self.modules}
        request = _encoded(given | {"size": self.limits.size})
        (said,) = self._answers(process, request, self.limits.start)
        missing = read_missing(said, self.path)
        if self._setup:
            request = f"setup {_encoded(self._setup)}"
            (said,) = self._answers(process, request, self.limits.start)
            status, value = read_value(said)
            if status != "ok":
                kind, text, _ = read_exception(value)
                why = f"extension: {kind}: {text}"
                raise LoadRefusal("no_import", path=self.path, why=why)
        return missing


def _encoded(value: Any) -> str:
    """Return a trusted value as text of any size."""
    return protocol.encode(value, ANY_SIZE)


def read_source(path: Path) -> bytes:
    """Return the program in a file or notebook; raise Refused if it has none."""
    from noughts.sandbox import notebook  # slow to import

    if not os.path.isfile(path):
        raise no_file(path)
    if path.suffix.casefold() not in PROGRAMS:
        raise Refused("refusal.not_python", path=path)
    try:
        with path.open("rb") as file:
            source = notebook.program(file.read(largest(path.name) + 1))
    except OSError as error:
        why = error.strerror or error
        raise Refused("refusal.no_read", path=path, why=why) from error
    if len(source) > LARGEST_FILE:
        raise Refused("refusal.too_large", path=path, n=LARGEST_FILE)
    return source


# --- Reading answers, which may be forged --------------------------------------


def read_value(said: str) -> tuple[str, Any]:
    """Return the status and the value of an answer."""
    status, _, text = said.partition(" ")
    return status, protocol.decode(text)


def read_missing(said: str, path: Path) -> list[str]:
    """Return the names that a loaded file lacks; Refused if it did not load."""
    status, value = read_value(said)
    match value:
        case [None | int() as line, str(why)] if status in LOAD_FAULTS:
            at = {} if line is None else {"line": line}
            raise LoadRefusal(LOAD_FAULTS[status], path=path, why=clean(why), **at)
        case [dict(marks), list(functions), list()] if status == "ok":
            return [n for n in NAMES if n not in marks and n not in functions]
    raise ValueError(NO_ANSWER)


def read_exception(value: Any) -> tuple[str, str, str]:
    """Return the kind, the text and the traceback of an exception."""
    match value:
        case [str(kind), str(text), str(traceback)]:
            lines = map(clean, traceback.split("\n"))
            return clean(kind), clean(text), "\n".join(lines)
    raise ValueError(NO_ANSWER)


def no_sandbox(error: Exception) -> MachineError:
    """Return the error for a sandbox that failed before the file was run."""
    why = getattr(error, "strerror", None) or str(error)
    if isinstance(error, TimeoutError):
        why = f"Python did not start within {PYTHON_STARTS:g} s"
    return MachineError("refusal.no_sandbox", why=why or type(error).__name__)


def no_start(error: Exception, seconds: float, path: Path) -> LoadRefusal:
    """Return the error for a file that hangs, exits or cheats while it is loaded."""
    match error:
        case TimeoutError():
            return LoadRefusal("slow_import", path=path, n=float(seconds))
        case EOFError():
            return LoadRefusal("ends_process", path=path, why=str(error))
    return LoadRefusal("writes_pipe", path=path)


def call_text(function: str, arguments: tuple[Any, ...]) -> str:
    """Return a call as text: `result(XO. .X. ..., (0, 0))`."""
    return f"{function}({', '.join(map(_argument_text, arguments))})"


def _argument_text(value: Any) -> str:
    match value:
        case [[_, _, _] as a, [_, _, _] as b, [_, _, _] as c]:
            if all(cell in ("X", "O", None) for cell in (*a, *b, *c)):
                return board_text(value)
    return quoted(value)
