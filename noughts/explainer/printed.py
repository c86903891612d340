"""An explanation as text for a terminal, in its columns and in its colours."""

import re
from collections.abc import Iterator
from textwrap import wrap

from noughts.explainer.facts import ExplainedMove, Explanation, Step
from noughts.explainer.phrases import end, ending, label, reason
from noughts.explainer.tactics import put
from noughts.look import SIGNS
from noughts.look.ansi import OUTCOMES, PLAIN, Pen
from noughts.words import ENGLISH, words

WIDTH = 80
NARROW = 60  # in less than that, a reason stands below its move
MOVE, GLUE = re.compile(r"\b([XO]) (\d)"), "\N{NO-BREAK SPACE}"  # stays on one line
COLUMN = 13  # the width of a board of a line of play


def explanation_text(
    explanation: Explanation,
    language: str = ENGLISH,
    width: int = WIDTH,
    pen: Pen = PLAIN,
) -> str:
    """Return the board, every move with its worth and reason, and best play."""
    board, say = board_text(explanation, pen), words(language)
    if explanation.verdict is None:
        return f"{board}\n\n{ending(explanation, language)}"
    promise = say.verdict(*explanation.verdict, "long")
    best = explanation.move(explanation.best[0])
    best_first = sorted(
        explanation.moves, key=lambda move: move.verdict.rank, reverse=True
    )
    return "\n\n".join(
        [
            say("explain.to-move", mark=explanation.turn, verdict=promise),
            board,
            "\n".join(
                line
                for move in best_first
                for line in _move(move, language, width, pen)
            ),
            say("explain.best-play", end=end(best, language)),
            line_text(explanation.key, best, language, width),
        ]
    )


def board_text(explanation: Explanation, pen: Pen = PLAIN) -> str:
    """Return the board; each free square has its number, and the sign of its value."""
    marks = explanation.key.replace(".", " ")
    cells = {n: f"  {_mark(mark, pen)}  " for n, mark in enumerate(marks, 1)}
    for move in explanation.moves:
        cells[move.square] = f" {move.square} {pen.sign(move.verdict.outcome)} "
    rows = ["│".join(cells[n] for n in (i, i + 1, i + 2)) for i in (1, 4, 7)]
    rule = "┼".join(["─────"] * 3)
    return f"\n  {rule}\n".join(f"  {row.rstrip()}" for row in rows)


def _mark(mark: str, pen: Pen) -> str:
    return pen(mark, "bold", mark.lower()) if mark in "XO" else mark


def line_text(
    key: str, move: ExplainedMove, language: str = ENGLISH, width: int = WIDTH
) -> str:
    """Return a move and best play after it, as boards side by side."""
    boards = []
    for step in move.line:
        key = put(key, step.square, step.mark)
        boards.append(_step(key, step, language))
    abreast = max(1, (width - 2) // COLUMN)
    bands = [boards[n : n + abreast] for n in range(0, len(boards), abreast)]
    return "\n\n".join("\n".join(_beside(band)) for band in bands)


def _step(key: str, step: Step, language: str) -> list[str]:
    """Return what is played, the board after it with that mark in brackets, and why."""
    cells = [f" {mark} " for mark in key]
    cells[step.square - 1] = f"[{step.mark}]"
    rows = ["".join(cells[n : n + 3]) for n in (0, 3, 6)]
    return [f" {step.mark} {step.square}", *rows, f" {label(step, language)}"]


def _beside(band: list[list[str]]) -> Iterator[str]:
    for lines in zip(*band, strict=True):
        yield ("  " + "".join(f"{line:<{COLUMN}}" for line in lines)).rstrip()


def _move(move: ExplainedMove, language: str, width: int, pen: Pen) -> Iterator[str]:
    """Yield a move with its worth and its reason, beside it or below it."""
    promise = words(language).verdict(*move.verdict)
    style = OUTCOMES[move.verdict.outcome]
    head = f"  {SIGNS[style]} {move.square}  {promise:<11}  "
    indent = " " * (len(head) if width >= NARROW else 7)
    whole = MOVE.sub(f"\\1{GLUE}\\2", reason(move, language))
    first, *rest = (
        line.replace(GLUE, " ") for line in wrap(whole, width - len(indent))
    )
    if width >= NARROW:
        yield pen(head, style) + first
    else:
        yield pen(head.rstrip(), style)
        yield indent + first
    yield from (indent + line for line in rest)
