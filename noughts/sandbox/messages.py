"""What the engine's process says, line by line: read with care, for it may lie."""

from pathlib import Path
from typing import Any

from noughts import text as text_of_others
from noughts.contract import CONSTANTS, NAMES, ContractError, broken
from noughts.sandbox import protocol
from noughts.sandbox.pipeline import Request
from noughts.sandbox.process import ProcessEndedError
from noughts.sandbox.responses import (
    EngineDied,
    EngineError,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
    Response,
    call_text,
)

NO_ANSWER = "a line that is not an answer"


def read_line(line: str, number: str) -> list[Any]:
    """Return [status, value]: the answer to the question asked."""
    frame = protocol.decode(line)
    if type(frame) is not list or len(frame) != 3 or frame[0] != number:
        raise ValueError("a line that was not asked for")
    return frame[1:]


def read_answer(line: str, question: Request) -> Response:
    """Return the answer that a line holds."""
    status, value = read_line(line, question.number)
    about = (question.function, question.arguments)
    if status == "ok":
        return Response(*about, value)
    error: EngineError
    if status == "raised":
        error = EngineRaised(call_text(*about), *read_exception(value))
    else:
        error = EngineMisanswered(call_text(*about), clean(value))
    return Response(*about, error=error)


def failed(question: Request, error: Exception, seconds: float) -> Response:
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
    return Response(*about, error=wrong)


def read_survey(line: str, number: str, path: Path) -> tuple[dict[str, Any], list[str]]:
    """Return the constants of a file that was loaded, and the names that it lacks."""
    status, value = read_line(line, number)
    if status != "ok":
        told = value if status == "syntax" else read_exception(value)
        name, at, why = protocol.refusal(status, told)
        raise broken(name, path, at, clean(why))
    constants, missing = value
    if not set(constants) <= set(CONSTANTS):
        raise ValueError("constants that no contract has")
    return dict(constants), [name for name in NAMES if name in missing]


def read_extended(line: str, number: str, path: Path) -> None:
    """See that the extension was taken; raise ContractError if it fails."""
    status, value = read_line(line, number)
    if status != "ok":
        _, at, why = protocol.refusal(status, read_exception(value))
        raise broken("no_import", path, at, f"the extension: {why}")


def no_sandbox(error: Exception, seconds: float) -> str:
    """Return why no sandbox could be made, before anything of the file was run."""
    why = getattr(error, "strerror", None) or str(error)
    if isinstance(error, TimeoutError):
        why = f"Python did not start within {seconds:g} s"
    return f"no sandbox could be made: {why or type(error).__name__}"


def no_start(error: Exception, seconds: float, path: Path) -> ContractError:
    """Return why a file could not be loaded, where its process could not say."""
    if isinstance(error, TimeoutError):
        return ContractError("refusal.slow_import", path=path, n=float(seconds))
    if isinstance(error, ProcessEndedError):
        return ContractError("refusal.ends_process", path=path, why=str(error))
    return ContractError("refusal.writes_pipe", path=path)


def read_exception(value: Any) -> tuple[str, str, str]:
    """Return the kind, the text and the traceback of an exception."""
    if type(value) is not list:
        raise ValueError(NO_ANSWER)
    kind, text, traceback = value
    if type(traceback) is not str:
        raise ValueError(NO_ANSWER)
    return clean(kind), clean(text), "\n".join(map(clean, traceback.split("\n")))


def clean(text: object) -> str:
    """Return a student's text without what could play tricks on a terminal."""
    if type(text) is not str:
        raise ValueError(NO_ANSWER)
    return text_of_others.clean(text)
