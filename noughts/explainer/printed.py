"""The explanation of a position: as text for a terminal, and as data for JSON."""

from textwrap import indent, wrap
from typing import Any, NamedTuple

from noughts.explainer.facts import (
    ExplainedMove,
    Fact,
    best_squares,
    end_facts,
    explain_moves,
)
from noughts.explainer.phrases import describe, moves_text, reason
from noughts.game import oracle
from noughts.game.board import board_of, key_of
from noughts.game.contract import Board
from noughts.game.notation import board_text as marks_text
from noughts.game.oracle import Verdict
from noughts.texts import ENGLISH, LANGUAGES, Refused, words
from noughts.texts.safe_text import quoted
from noughts.theme import SIGNS
from noughts.theme.ansi import OUTCOMES, PLAIN, Pen, draw, mark_style

WIDTH = 80


class Explanation(NamedTuple):
    """A position's verdict for the player to move, and every move."""

    key: str  # the board as nine marks
    turn: str | None  # None if the game is over; then there are no moves
    verdict: Verdict | None
    best: tuple[int, ...]
    moves: tuple[ExplainedMove, ...]  # by square
    ending: tuple[Fact, ...]

    def __str__(self) -> str:
        return explanation_text(self)

    @property
    def board(self) -> Board:
        return board_of(self.key)

    def move(self, square: int) -> ExplainedMove:
        """Return the move to a square."""
        for move in self.moves:
            if move.square == square:
                return move
        free = ", ".join(str(move.square) for move in self.moves) or "none"
        raise Refused("refusal.not_free", square=quoted(square), free=free)


def explain(board: Board) -> Explanation:
    """Return the facts about a position; refuse an unreachable one."""
    mark, key = oracle.truth_of(board).turn, key_of(board)
    if mark is None:
        return Explanation(key, None, None, (), (), end_facts(key))
    verdict = oracle.verdict_of(key)
    return Explanation(key, mark, verdict, best_squares(key), explain_moves(key), ())


def explanation_text(
    explanation: Explanation,
    language: str = ENGLISH,
    width: int = WIDTH,
    pen: Pen = PLAIN,
) -> str:
    """Return the board, every move with its verdict and reason, and best play."""
    board, say = board_text(explanation, pen), words(language)
    if explanation.verdict is None:
        return f"{board}\n\n{describe(explanation.ending, language)}"
    promise = say.verdict(*explanation.verdict, "long")
    best_first = sorted(explanation.moves, key=lambda m: m.verdict.rank, reverse=True)
    lines = list[str]()
    for move in best_first:
        style = OUTCOMES[move.verdict.outcome]
        head = f"  {SIGNS[style]} {move.square}  {say.verdict(*move.verdict):<11}  "
        first, *rest = wrap(reason(move, language), width - len(head))
        lines += [pen(head, style) + first, *(" " * len(head) + each for each in rest)]
    best = moves_text(explanation.move(explanation.best[0]).line)
    return "\n\n".join(
        [
            say("explain.to-move", mark=explanation.turn, verdict=promise),
            board,
            "\n".join(lines),
            say("explain.best-play", steps=best),
        ]
    )


def board_text(explanation: Explanation, pen: Pen = PLAIN) -> str:
    """Return the board; each free square has its number, and the sign of its value."""
    marks = explanation.key.replace(".", " ")
    cells = [(f" {mark} ", mark_style(mark) if mark.strip() else "") for mark in marks]
    for move in explanation.moves:
        style = OUTCOMES[move.verdict.outcome]
        cells[move.square - 1] = f"{move.square} {SIGNS[style]}", style
    return indent(draw([cells[n : n + 3] for n in (0, 3, 6)], pen, box=True), "  ")


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as dictionaries and lists, with words in all languages."""
    data: dict[str, Any] = plain(explanation)
    del data["key"]
    data = {"board": marks_text(explanation.board), **data}
    for move, facts in zip(explanation.moves, data["moves"], strict=True):
        facts["words"] = {
            language: {
                "verdict": words(language).verdict(*move.verdict),
                "reason": reason(move, language),
            }
            for language in LANGUAGES
        }
    data["words"] = {
        language: words(language).verdict(*explanation.verdict)
        if explanation.verdict
        else describe(explanation.ending, language)
        for language in LANGUAGES
    }
    return data


def plain(value: Any) -> Any:
    """Return records and tuples as dictionaries and lists."""
    if hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
