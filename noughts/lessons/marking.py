"""The options of a task, its right answers, and what refutes the others."""

from math import log10
from typing import Any

from noughts import oracle
from noughts.board import board_of, free
from noughts.contract import PARAMETERS
from noughts.lessons.claims import CLAIMS
from noughts.lessons.course import Lesson, Task, cut_by
from noughts.lessons.measures import first_player, recorded
from noughts.lessons.rivals import source_of, table
from noughts.notation import board_text, square
from noughts.search.outline import plies_that_fit, tree_text
from noughts.words import LANGUAGES

WORTH = {1: "wins", 0: "draw", -1: "loses"}
POWERS = tuple(str(10**n) for n in range(1, 7))  # of ten: counts of positions
TREE = 60  # lines of a search that is shown as text


def options(task: Task) -> list[str]:
    """Return the codes of the answers to choose from."""
    match task.kind, task.ask:
        case "explain", _:
            return list(task.claims)
        case "predict", "move":
            return [str(square(action)) for action in free(task.key)]
        case "predict", "cut":
            return ["yes", "no"]
        case "predict", "count":
            return list(POWERS)
        case "predict", _:
            return list(WORTH.values())
    return []


def right(task: Task) -> set[str]:
    """Return the right answers, computed."""
    match task.kind, task.ask:
        case "explain", _:
            return {name for name in task.claims if not CLAIMS[name].refutation()}
        case "predict", "move":
            return {str(square(a)) for a in oracle.look(board_of(task.key)).best}
        case "predict", "cut":
            return {"yes" if cut_by(task) else "no"}
        case "predict", "count":
            return {nearest_power(positions(task))}
        case "predict", "bigger":
            assert task.size is not None
            return {WORTH[first_player(*task.size)]}
        case "predict", _:
            return {WORTH[_verdict(task).outcome]}
    return set()


def positions(task: Task) -> int:
    """Return how many positions the task's search visits."""
    return recorded(task.search, task.key).positions


def nearest_power(number: int) -> str:
    """Return the power of ten that is nearest: 300 is nearer to 100, 400 to 1000."""
    return str(10 ** max(1, round(log10(number))))


def refuted_by(task: Task, answer: str) -> str:
    """Return the board that refutes a wrong sentence; empty for other tasks."""
    key = CLAIMS[answer].refutation() if task.kind == "explain" else None
    return board_text(board_of(key)) if key else ""


def _verdict(task: Task) -> oracle.Verdict:
    board = board_of(task.key)
    return oracle.after(board, task.action) if task.action else oracle.verdict(board)


def lesson_rows(lessons: list[Lesson], course: str = "") -> dict[str, Any]:
    """Return the list of a course's lessons as plain data."""
    rows = [_head(each) | _counts(each) for each in lessons]
    return {"course": course, "lessons": rows}


def _counts(lesson: Lesson) -> dict[str, int]:
    """Return the number of tasks, and of those that the checker judges."""
    written = sum(task.kind == "write" for task in lesson.tasks)
    return {"tasks": len(lesson.tasks), "written": written}


def lesson_data(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson as plain data for the page, with its right answers."""
    return _head(lesson) | {"tasks": [task_data(task) for task in lesson.tasks]}


def _head(lesson: Lesson) -> dict[str, Any]:
    names = ("name", "title", "aim", "minutes")
    return {name: getattr(lesson, name) for name in names}


def task_data(task: Task) -> dict[str, Any]:
    """Return a task as plain data: what it asks, and what is right."""
    data: dict[str, Any] = {
        "kind": task.kind,
        "ask": task.ask,
        "say": task.say,
        "board": task.key,
        "search": task.search,
        "path": [square(action) for action in task.path],
        "square": square(task.action) if task.action else None,
        "rival": task.rival,
        "function": task.function,
        "size": list(task.size) if task.size else None,
        "hints": list(task.hints),
        "then": task.then,
        "picture": task.picture,
        "options": options(task),
        "right": sorted(right(task)),
    }
    if task.kind == "step":
        root = recorded(task.search, task.key)
        plies = plies_that_fit(root, TREE)
        data["tree"] = {each: tree_text(root, plies, each) for each in LANGUAGES}
    if task.kind == "write":
        data["parameters"] = list(PARAMETERS[task.function])
    if task.kind == "explain":
        wrong = [name for name in task.claims if name not in data["right"]]
        data["refuted"] = {name: refuted_by(task, name) for name in wrong}
        data["shown"] = {name: CLAIMS[name].search for name in wrong}  # by which search
    if task.kind == "break":
        data["source"] = source_of(task.rival)
        replies = table(task.rival, task.key).items()
        data["replies"] = {
            key: [square(action) if action else 0, end]
            for key, (action, end) in replies
        }
    if task.ask == "count":
        data["positions"] = positions(task)
    return data
