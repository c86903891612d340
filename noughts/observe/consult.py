"""Ask an engine for its move and describe its search."""

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
    """An engine's answer in a position."""

    answer: str  # shortened repr
    move: ExplainedMove | None  # None if the answer is not a legal move
    error: str | None  # why there is none
    is_mistake: bool
    search: Evidence | None


def consult(path: str | Path, explanation: Explanation, limits: Limits) -> Consulted:
    """Return the answer of a file's engine, asked in a sandbox."""
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
    """Return the answer of minimax, its calls of `result` and their number."""
    try:
        heard = engine.call("listen", board)
    except EngineError as error:  # name the call that the user knows
        call = str(error.parts["call"]).replace("listen(", "minimax(", 1)
        raise EngineError(error.key, **{**error.parts, "call": call}) from error
    match heard:
        case (answer, str(calls), int(total)) if total in COUNTS:
            return answer, calls, total
        case forged:  # malformed
            return forged, UNREADABLE, 1


def _move(answer: Any, explanation: Explanation) -> ExplainedMove | None:
    """Return the move of an answer, if it is legal."""
    cells = {divmod(move.square - 1, 3): move for move in explanation.moves}
    if type(answer) is not tuple or [type(n) for n in answer] != [int, int]:
        return None
    return cells.get(answer)


def consulted_lines(
    asked: Consulted, explanation: Explanation, say: Words
) -> Iterator[str]:
    """Yield sentences about the answer."""
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
