"""The options of a task, its right answers, and refutations of the others."""

from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from math import log10
from typing import Any

from noughts.game import oracle
from noughts.game.board import board_of, free
from noughts.game.contract import PARAMETERS
from noughts.game.notation import board_text, square
from noughts.lessons.claims import CLAIMS, refutation
from noughts.lessons.course import Lesson, is_cut, node_of, skipped_squares
from noughts.lessons.rivals import source_of, table
from noughts.lessons.tasks import (
    Break,
    Explain,
    PredictBigger,
    PredictCount,
    PredictCut,
    PredictMove,
    PredictSkipped,
    PredictValue,
    Task,
    Write,
)
from noughts.solver.solution import solve

WORTH = {1: "wins", 0: "draw", -1: "loses"}
POWERS = tuple(str(10**n) for n in range(1, 7))  # of ten: counts of positions
_solved = cache(solve)


def mark(task: Task) -> tuple[Iterable[str], set[str]]:
    """Return the answers to choose from, and the right ones, computed."""
    match task:
        case Explain(claims=claims):
            return claims, {n for n in claims if not refutation(CLAIMS[n])}
        case PredictMove(board=key):
            best = oracle.table()[key].best
            return _squares(free(key)), {*_squares(best)}
        case PredictCut():
            return ("yes", "no"), {"yes" if is_cut(task) else "no"}
        case PredictSkipped():
            node = node_of(task)
            assert node is not None  # checked when the course is read
            return _squares(free(node.key)), {*map(str, skipped_squares(task))}
        case PredictCount(positions=positions):
            return POWERS, {nearest_power(positions)}
        case PredictBigger(size=size):
            verdict = _solved(*size).verdict
            assert verdict is not None  # there is no time limit
        case PredictValue(board=key, square=number):
            board, action = board_of(key), divmod(number - 1, 3)
            verdict = oracle.after(board, action) if number else oracle.verdict(board)
        case _:
            return (), set()
    return WORTH.values(), {WORTH[verdict.outcome]}


def _squares(actions: Iterable[tuple[int, int]]) -> list[str]:
    return [str(square(action)) for action in actions]


def nearest_power(number: int) -> str:
    """Return the power of ten that is nearest: 300 is nearer to 100, 400 to 1000."""
    return str(10 ** max(1, round(log10(number))))


def lesson_rows(lessons: list[Lesson], course: str = "") -> dict[str, Any]:
    """Return the list of a course's lessons as plain data."""
    rows = list[dict[str, Any]]()
    for lesson in lessons:
        rows.append(_head(lesson) | {"tasks": len(lesson.tasks)})
    return {"course": course, "lessons": rows}


def lesson_data(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson as plain data for the page, with its right answers."""
    return _head(lesson) | {"tasks": [task_data(task) for task in lesson.tasks]}


def _head(lesson: Lesson) -> dict[str, Any]:
    names = ("name", "title", "aim", "minutes")
    return {name: getattr(lesson, name) for name in names}


def task_data(task: Task) -> dict[str, Any]:
    """Return a task as plain data: what it asks, and what is right."""
    options, right = mark(task)
    data: dict[str, Any] = {"kind": task.kind, "ask": task.ask} | asdict(task)
    data |= {"options": list(options), "right": sorted(right)}
    match task:
        case Write(function=function):
            data["parameters"] = list(PARAMETERS[function])
        case Explain(claims=claims):
            wrong = {name: CLAIMS[name] for name in claims if name not in right}
            data["refuted"] = {
                name: board_text(board_of(refutation(claim) or ""))
                for name, claim in wrong.items()
            }
            data["shown"] = {name: claim.search for name, claim in wrong.items()}
        case Break(rival=rival, board=board):
            data["source"] = source_of(rival)
            data["replies"] = {
                key: [square(action) if action else 0, end]
                for key, (action, end) in table(rival, board).items()
            }
        case PredictCount(positions=positions):
            data["positions"] = positions
        case PredictSkipped():
            node = node_of(task)
            assert node is not None
            data["position"] = node.key
    return data
