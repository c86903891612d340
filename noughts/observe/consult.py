"""What an engine plays in a position, whether that is a mistake, how it searched."""

import reprlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from noughts.board import board_of
from noughts.contract import Board
from noughts.explainer import ExplainedMove, Explanation
from noughts.explainer.phrases import reason
from noughts.observe.listen import UNREADABLE
from noughts.observe.watch import COUNTS, EXTENSION, Evidence, assess
from noughts.sandbox import EngineError, Limits, Sandbox
from noughts.search.cached_rules import our_rules
from noughts.text import SENTENCE, clean_line
from noughts.words import Words


class Consulted(NamedTuple):
    """What came of asking an engine for its move."""

    answer: str  # as Python writes it, cut if it is long
    move: ExplainedMove | None  # None if the answer is not a move of the position
    error: str | None  # why there is no answer
    is_mistake: bool
    search: Evidence | None


def consult(path: str | Path, explanation: Explanation, limits: Limits) -> Consulted:
    """Ask the engine in a file, in a sandbox, for its move in a position."""
    board = board_of(explanation.key)
    with Sandbox(path, limits, extension=EXTENSION) as engine:
        try:
            answer, calls, total = listen_to(engine, board)
        except EngineError as error:
            return Consulted("", None, str(error), True, None)
    search = assess(our_rules(), board, calls, total)
    move = _move(answer, explanation)
    right = answer is None if explanation.turn is None else move and not move.is_mistake
    return Consulted(reprlib.repr(answer), move, None, not right, search)


def listen_to(engine: Sandbox, board: Board) -> tuple[Any, str, int]:
    """Return the answer of an engine's minimax, its calls of `result`, their number."""
    try:
        heard = engine.call("listen", board)
    except EngineError as error:  # told as who asks for a move expects it
        call = str(error.parts["call"]).replace("listen(", "minimax(", 1)
        raise EngineError(error.key, **{**error.parts, "call": call}) from error
    match heard:
        case (answer, str(calls), int(total)) if total in COUNTS:
            return answer, calls, total
        case forged:  # the engine's process can say anything
            return forged, UNREADABLE, 1


def _move(answer: Any, explanation: Explanation) -> ExplainedMove | None:
    """Return the move that an answer names, if it does."""
    cells = {divmod(move.square - 1, 3): move for move in explanation.moves}
    if type(answer) is not tuple or [type(n) for n in answer] != [int, int]:
        return None
    return cells.get(answer)


def consulted_lines(
    asked: Consulted, explanation: Explanation, say: Words
) -> Iterator[str]:
    """Yield what came of it, in sentences."""
    if asked.error:
        yield say("observe.no-answer", why=clean_line(asked.error, SENTENCE))
    elif move := asked.move:
        verdict, why = say.verdict(*move.verdict), reason(move, say.language)
        yield say("observe.plays", square=move.square, verdict=verdict, reason=why)
    elif explanation.turn:
        yield say("observe.not-free", answer=asked.answer)
    else:
        name = "although-over" if asked.is_mistake else "over"
        yield say(f"observe.{name}", answer=asked.answer)
    if asked.search and explanation.turn:
        yield asked.search.text(say)
