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
from noughts.lessons.claims import CLAIMS, recorded, refutation
from noughts.lessons.course import Lesson, Task, is_cut
from noughts.lessons.rivals import source_of, table
from noughts.search.outline import plies_that_fit, tree_text
from noughts.solver.solution import solve
from noughts.texts import LANGUAGES

WORTH = {1: "wins", 0: "draw", -1: "loses"}
POWERS = tuple(str(10**n) for n in range(1, 7))  # of ten: counts of positions
TREE = 60  # lines of a search that is shown as text
_solved = cache(solve)


def mark(task: Task) -> tuple[Iterable[str], set[str]]:
    """Return the answers to choose from, and the right ones, computed."""
    match task.kind, task.ask:
        case "explain", _:
            return task.claims, {n for n in task.claims if not refutation(CLAIMS[n])}
        case _, "move":
            best = oracle.table()[task.board].best
            return _squares(free(task.board)), {*_squares(best)}
        case _, "cut":
            return ("yes", "no"), {"yes" if is_cut(task) else "no"}
        case _, "count":
            return POWERS, {nearest_power(task.positions)}
        case _, "bigger":
            verdict = _solved(*task.size).verdict
            assert verdict is not None  # there is no time limit
        case _, "value":
            board, action = board_of(task.board), divmod(task.square - 1, 3)
            verdict = (
                oracle.after(board, action) if task.square else oracle.verdict(board)
            )
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
    data: dict[str, Any] = asdict(task)
    data |= {"options": list(options), "right": sorted(right)}
    if task.kind == "step":
        root = recorded(task.search, task.board)
        plies = plies_that_fit(root, TREE)
        data["tree"] = {each: tree_text(root, plies, each) for each in LANGUAGES}
    if task.kind == "write":
        data["parameters"] = list(PARAMETERS[task.function])
    if task.kind == "explain":
        wrong = {name: CLAIMS[name] for name in task.claims if name not in right}
        data["refuted"] = {
            name: board_text(board_of(refutation(claim) or ""))
            for name, claim in wrong.items()
        }
        data["shown"] = {name: claim.search for name, claim in wrong.items()}
    if task.kind == "break":
        data["source"] = source_of(task.rival)
        data["replies"] = {
            key: [square(action) if action else 0, end]
            for key, (action, end) in table(task.rival, task.board).items()
        }
    if task.ask == "count":
        data["positions"] = task.positions
    return data
