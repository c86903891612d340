"""Ask an engine for its move in a position."""

import reprlib
from pathlib import Path
from typing import NamedTuple

from noughts.explainer import ExplainedMove, Explanation
from noughts.explainer.phrases import reason
from noughts.game.board import board_of
from noughts.game.contract import EngineError
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.texts import Words, words
from noughts.texts.safe_text import SENTENCE, clean_line


class Consulted(NamedTuple):
    """An engine's answer in a position."""

    answer: str  # shortened repr
    move: ExplainedMove | None  # None if the answer is not a legal move
    error: str | None  # why there is no answer
    is_mistake: bool


def consult(
    path: str | Path, explanation: Explanation, limits: Limits, language: str = "en"
) -> Consulted:
    """Return the answer of a file's engine, asked in a sandbox."""
    with Sandbox(path, limits) as engine:
        try:
            answer = engine.call("minimax", board_of(explanation.key))
        except EngineError as error:
            return Consulted("", None, words(language).message(error), True)
    move = None
    if type(answer) is tuple and [type(n) for n in answer] == [int, int]:
        cells = {divmod(each.square - 1, 3): each for each in explanation.moves}
        move = cells.get(answer)
    right = answer is None if explanation.turn is None else move and not move.is_mistake
    return Consulted(reprlib.repr(answer), move, None, not right)


def consulted_text(asked: Consulted, explanation: Explanation, say: Words) -> str:
    """Return a sentence about the answer."""
    if asked.error:
        return say("observe.no-answer", why=clean_line(asked.error, SENTENCE))
    if move := asked.move:
        verdict, why = say.verdict(*move.verdict), reason(move, say.language)
        return say("observe.plays", square=move.square, verdict=verdict, reason=why)
    if explanation.turn:
        return say("observe.not-free", answer=asked.answer)
    name = "although-over" if asked.is_mistake else "over"
    return say(f"observe.{name}", answer=asked.answer)
