"""What an engine plays in a position, whether that is a mistake, how it searched."""

import reprlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from noughts import contract
from noughts.board import board_of
from noughts.explainer.facts import ExplainedMove, Explanation
from noughts.explainer.phrases import reason
from noughts.observe.source import EarlyStop, early_stops
from noughts.observe.watch import EXTENSION, Evidence, watch
from noughts.sandbox import EngineError, Limits, Sandbox
from noughts.search.rules import AskedOnce


class Consulted(NamedTuple):
    """What came of asking an engine for its move."""

    answer: str  # as Python writes it, cut if it is long
    move: ExplainedMove | None  # None if the answer is not a move of the position
    error: str | None  # why there is no answer
    is_mistake: bool
    search: Evidence | None
    stops: tuple[EarlyStop, ...]  # where its source reads like alpha-beta


def consult(path: str | Path, explanation: Explanation, limits: Limits) -> Consulted:
    """Ask the engine in a file, in a sandbox, for its move in a position."""
    board = board_of(explanation.key)
    with Sandbox(path, limits, extension=EXTENSION) as engine:
        stops = tuple(early_stops(Path(path).read_text("utf-8", errors="replace")))
        try:
            answer, search = watch(engine, AskedOnce(contract.default()), board)
        except EngineError as error:
            said = str(error).replace("listen(", "minimax(", 1)  # as it was asked for
            return Consulted("", None, said, True, None, stops)
    move = _move(answer, explanation)
    right = answer is None if explanation.turn is None else move and not move.is_mistake
    return Consulted(reprlib.repr(answer), move, None, not right, search, stops)


def _move(answer: Any, explanation: Explanation) -> ExplainedMove | None:
    """Return the move that an answer names, if it does."""
    cells = {divmod(move.square - 1, 3): move for move in explanation.moves}
    if type(answer) is not tuple or [type(n) for n in answer] != [int, int]:
        return None
    return cells.get(answer)


def consulted_lines(asked: Consulted, explanation: Explanation) -> Iterator[str]:
    """Yield what came of it, in sentences."""
    if asked.error:
        yield f"no answer: {asked.error}"
    elif asked.move:
        yield f"plays {asked.move.square} ({asked.move.verdict}): {reason(asked.move)}"
    elif explanation.turn is None:
        fine = "although the game is over" if asked.is_mistake else "the game is over"
        yield f"answers {asked.answer}: {fine}"
    else:
        yield f"answers {asked.answer}, which is not a free cell of the board"
    if asked.search and explanation.turn:
        yield str(asked.search)
    yield from (f"the source reads like alpha-beta: {stop}" for stop in asked.stops[:1])
