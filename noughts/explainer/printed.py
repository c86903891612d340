"""The explanation of a position: as text for a terminal, and as data for JSON."""

import re
from collections.abc import Iterator
from textwrap import indent, wrap
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import board_of, key_of
from noughts.contract import Board
from noughts.explainer.facts import (
    ExplainedMove,
    Fact,
    Step,
    best_squares,
    end_facts,
    explain_moves,
)
from noughts.explainer.phrases import end, ending, label, reason
from noughts.look import SIGNS
from noughts.look.ansi import OUTCOMES, PLAIN, Pen, draw, mark_style
from noughts.notation import board_text as marks_text
from noughts.oracle import Verdict
from noughts.text import quoted
from noughts.words import ENGLISH, LANGUAGES, Refused, words

WIDTH = 80
MOVE, GLUE = re.compile(r"\b([XO]) (\d)"), "\N{NO-BREAK SPACE}"  # no break in "X 5"
COLUMN = 13  # characters per board in a line of play


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
    mark, key = oracle.look(board).turn, key_of(board)
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
        return f"{board}\n\n{ending(explanation.ending, language)}"
    promise = say.verdict(*explanation.verdict, "long")
    best_first = sorted(explanation.moves, key=lambda m: m.verdict.rank, reverse=True)
    moves = [line for m in best_first for line in _move(m, language, width, pen)]
    best = explanation.move(explanation.best[0])
    return "\n\n".join(
        [
            say("explain.to-move", mark=explanation.turn, verdict=promise),
            board,
            "\n".join(moves),
            say("explain.best-play", end=end(best, language)),
            line_text(explanation.key, best, language, width),
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


def line_text(
    key: str, move: ExplainedMove, language: str = ENGLISH, width: int = WIDTH
) -> str:
    """Return a move and best play after it, as boards side by side."""
    boards = list[list[str]]()
    for step in move.line:
        key = key[: step.square - 1] + step.mark + key[step.square :]
        boards.append(_step(key, step, language))
    abreast = max(1, (width - 2) // COLUMN)
    bands = [boards[n : n + abreast] for n in range(0, len(boards), abreast)]
    return "\n\n".join("\n".join(_beside(band)) for band in bands)


def _step(key: str, step: Step, language: str) -> list[str]:
    """Return a step: the move, the board with its mark in brackets, a label."""
    cells = [f" {mark} " for mark in key]
    cells[step.square - 1] = f"[{step.mark}]"
    rows = ["".join(cells[n : n + 3]) for n in (0, 3, 6)]
    return [f" {step.mark} {step.square}", *rows, f" {label(step, language)}"]


def _beside(band: list[list[str]]) -> Iterator[str]:
    for lines in zip(*band, strict=True):
        yield ("  " + "".join(f"{line:<{COLUMN}}" for line in lines)).rstrip()


def _move(move: ExplainedMove, language: str, width: int, pen: Pen) -> Iterator[str]:
    """Yield the lines of a move: its verdict, and its reason beside it."""
    promise = words(language).verdict(*move.verdict)
    style = OUTCOMES[move.verdict.outcome]
    head = f"  {SIGNS[style]} {move.square}  {promise:<11}  "
    whole = MOVE.sub(f"\\1{GLUE}\\2", reason(move, language))
    first, *rest = wrap(whole, width - len(head))
    yield pen(head, style) + first.replace(GLUE, " ")
    yield from (" " * len(head) + line.replace(GLUE, " ") for line in rest)


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
        else ending(explanation.ending, language)
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
