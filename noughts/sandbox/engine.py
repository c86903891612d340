"""The sandboxed engine: an object that keeps the contract, and answers in batches."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from noughts.contract import (
    CONSTANTS,
    PARAMETERS,
    Action,
    Board,
    ContractError,
    Mark,
)
from noughts.sandbox import protocol
from noughts.sandbox.answers import (
    Answer,
    EngineDied,
    EngineError,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
    call_text,
)
from noughts.sandbox.limits import Limits
from noughts.sandbox.process import (
    Process,
    ProcessEndedError,
    Protections,
)

# Characters of questions under way. Every pipe holds this many, so writing them never
# blocks, and some thirty questions keep the engine busy while we look at its answers.
WINDOW = 4096
LARGEST = 1_000_000  # bytes of a student's file; public ones have some 5,000

Call = tuple[str, tuple[Any, ...]]  # a function's name, and its arguments


class Question(NamedTuple):
    """One call under way."""

    function: str
    arguments: tuple[Any, ...]
    number: str  # unguessable: an answer written before the question was asked is void
    line: str


class Sandbox:
    """
    An engine in a guarded process of its own.

    Its answers are plain data, with exact types. A call that fails raises an
    EngineError; one that hangs or ends the process costs only itself, for the process
    is then started anew. To be used by one thread at a time.

    `partial` admits a file that lacks names of the contract; `missing` lists them.
    `extension` is trusted source, or its path, whose `install(module, register)` is
    called in the engine's process once the file is loaded: it may change the module,
    and `register(name, function)` more functions to be asked. `confined=False` is for
    measuring what the protections cost, with files that one trusts.
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
        extension: str | Path | None = None,
        confined: bool = True,
    ) -> None:
        self.path = Path(path)
        self.limits = limits or Limits()
        self._process: Process | None = None
        self._busy = False
        self._confined = confined
        # Nothing bounds this line but the sizes of the two files in it.
        self._first_line = protocol.encode(self._settings(extension), size=1 << 30)
        ready = self._start()
        self.missing: list[str] = ready["missing"]
        constants = CONSTANTS | ready["constants"]
        self.X, self.O, self.EMPTY = (constants[name] for name in CONSTANTS)
        if self.missing and not partial:
            self.close()
            raise ContractError(f"{self.path}: lacks {', '.join(self.missing)}")

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

    def ask(self, questions: Iterable[Call]) -> Iterator[Answer]:
        """
        Yield one answer for each (function, arguments), in order.

        Questions are read ahead of the answers, so that the engine need not wait.
        """
        if self._busy:
            raise RuntimeError("this engine is being asked: take all answers first")
        self._busy = True
        batch = Batch(questions)
        try:
            while (answer := self._next_answer(batch)) is not None:
                yield answer
        finally:
            self._busy = False
            if batch.sent:  # nobody waits for the answers under way
                self.close()

    def close(self) -> None:
        """End the engine's process; the next question would start another."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _next_answer(self, batch: "Batch") -> Answer | None:
        """Send all that there is room for; return the answer to the oldest question."""
        fresh = list(batch.take())
        if not batch.sent:
            return None
        question = batch.sent[0]
        seconds = self.limits.answer
        try:
            process = self._running(anew=len(fresh) == len(batch.sent))
            if fresh:
                process.send((each.line for each in fresh), seconds)
            answer = read_answer(process.receive(seconds), question)
            batch.answered()
        except (TimeoutError, ProcessEndedError, ValueError) as error:
            self.close()
            batch.answered()
            batch.put_back()
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

    def _start(self) -> dict[str, Any]:
        """Start the process and let it load the file; return what it found there."""
        self._process = Process(self.limits.size, wrapped=self._confined)
        try:
            self._process.send([self._first_line], self.limits.start)
            in_force = protocol.decode(self._process.receive(self.limits.start))
            in_force["bubblewrap"] = self._process.wrapped
            self.protections = Protections.of(in_force)
            ready = protocol.decode(self._process.receive(self.limits.start))
            if "trouble" in ready:
                raise ContractError(self._trouble(*ready["trouble"]))
        except BaseException as error:
            self.close()
            if isinstance(error, ContractError) or not isinstance(error, Exception):
                raise
            raise ContractError(f"{self.path}: {self._no_start(error)}") from error
        found: dict[str, Any] = ready
        return found

    def _settings(self, extension: str | Path | None) -> dict[str, Any]:
        """Return all that the runner needs to know."""
        bounds = {"memory": self.limits.memory, "cpu": self.limits.cpu}
        if isinstance(extension, Path):
            extension = extension.read_text("utf-8")
        return {
            "file": self.path.name,
            "source": read_source(self.path),
            "extension": extension,
            "constants": list(CONSTANTS),
            "functions": list(PARAMETERS),
            "size": self.limits.size,
            "confine": bounds if self._confined else None,
        }

    def _trouble(self, stage: str, what: Any, text: str) -> str:
        """Return in the contract's words why the file could not be loaded."""
        if stage == "syntax":
            where = f", line {what}" if what else ""
            return f"{self.path}{where}: does not compile: {clean(text)}"
        said = f"{clean(what)}: {first_line(text)}".rstrip(": ")
        return f"{self.path}: fails when it is imported: {said}"

    def _no_start(self, error: Exception) -> str:
        if isinstance(error, TimeoutError):
            return f"takes longer than {self.limits.start:g} s to import"
        if isinstance(error, ProcessEndedError):
            return f"ends the process when it is imported: {error}"
        return "writes to the sandbox's pipe when it is imported"


class Batch:
    """The questions of one batch: those under way, and those to come."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self.sent: deque[Question] = deque()
        self._coming = map(question_of, calls)
        self._unsent: deque[Question] = deque()
        self._room = WINDOW

    def take(self) -> Iterator[Question]:
        """Move questions from those to come to those under way, while there is room."""
        if self._room < WINDOW // 2:
            return  # a few at a time are sent faster than one by one
        while self._unsent or self._fetch():
            if self.sent and len(self._unsent[0].line) >= self._room:
                return
            question = self._unsent.popleft()
            self.sent.append(question)
            self._room -= len(question.line) + 1
            yield question

    def answered(self) -> None:
        self._room += len(self.sent.popleft().line) + 1

    def put_back(self) -> None:
        """Ask what is under way again: the process that had it is gone."""
        self._unsent.extendleft(reversed(self.sent))
        self.sent.clear()
        self._room = WINDOW

    def _fetch(self) -> bool:
        self._unsent.extend(islice(self._coming, 1))
        return bool(self._unsent)


def question_of(call: Call) -> Question:
    """Return a call as a question, with a number that nobody can guess."""
    function, arguments = call
    number = os.urandom(8).hex()
    text = protocol.encode(list(arguments))
    return Question(function, arguments, number, f"{number} {function} {text}")


def read_answer(line: str, question: Question) -> Answer:
    """Return the answer that a line from the engine's process holds."""
    frame = protocol.decode(line)
    if type(frame) is not list or len(frame) != 5 or frame[0] != question.number:
        raise ValueError("a line that was not asked for")
    _, status, mutated, seconds, value = frame
    about = (question.function, question.arguments)
    if status == "ok":
        return Answer(*about, value, None, mutated is True, float(seconds))
    call = call_text(*about)
    error: EngineError
    if status == "raised":
        kind, text, traceback = map(clean, value)
        error = EngineRaised(call, kind, text, traceback)
    else:
        error = EngineMisanswered(call, clean(value))
    return Answer(*about, None, error, mutated is True, float(seconds))


def failed(question: Question, error: Exception, seconds: float) -> Answer:
    """Return the answer to a question at which the process had to be ended."""
    about = (question.function, question.arguments)
    call = call_text(*about)
    wrong: EngineError
    if isinstance(error, TimeoutError):
        wrong = EngineTimeout(call, seconds)
    elif isinstance(error, ProcessEndedError):
        wrong = EngineDied(call, str(error))
    elif isinstance(error, ContractError):
        wrong = EngineDied(call, f"it does not start again: {error}")
    else:
        wrong = EngineMisanswered(call, clean(str(error)))
    return Answer(*about, error=wrong)


def read_source(path: Path) -> str:
    """Return the bytes of the file, one character each."""
    if not path.is_file():
        raise ContractError(f"{path}: there is no such file")
    if path.suffix != ".py":
        raise ContractError(f"{path}: not a Python file (its name must end in .py)")
    try:
        with path.open("rb") as file:
            source = file.read(LARGEST + 1)
    except OSError as error:
        raise ContractError(f"{path}: cannot be read: {error.strerror}") from error
    if len(source) > LARGEST:
        raise ContractError(f"{path}: larger than {LARGEST} bytes")
    return source.decode("latin-1")


def clean(text: object) -> str:
    """Return a student's text without what could play tricks on a terminal."""
    if type(text) is not str:
        raise ValueError("a line that is no answer")
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def first_line(text: object) -> str:
    """Return the first line of a student's text."""
    return clean(text).strip().partition("\n")[0]
