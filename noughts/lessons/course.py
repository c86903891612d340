"""A course: lessons and their tasks, read from a TOML file and checked."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any

from noughts import disk, oracle
from noughts.board import board_of, free, key_of
from noughts.contract import PARAMETERS, Action
from noughts.lessons.claims import CLAIMS
from noughts.lessons.measures import recorded
from noughts.lessons.rivals import RIVALS, winning_line
from noughts.notation import (
    NotationError,
    board_text,
    parse_board,
    parse_square,
    square,
)
from noughts.search import LADDER
from noughts.text import NONSENSE, clean, clean_line, toml_data
from noughts.words import Refused

COURSE = Path(__file__).with_name("course.toml")
MOST_POSITIONS = 7_500  # of a search that is stepped through
BIGGEST = 5  # rows, columns and line of a bigger board that is asked about

Text = dict[str, str]  # a sentence, by language


class CourseError(Refused):
    """The file is not a course; the message says where, and why."""


@dataclass(frozen=True)
class Task:
    """One thing to do; which fields count depends on its kind."""

    kind: str  # predict, step, explain, break, write
    say: Text
    ask: str = ""  # of predict: value, move, cut, count, bigger
    key: str = ""  # the position
    search: str = ""  # of the ladder
    path: tuple[Action, ...] = ()  # of "cut": to the position
    action: Action | None = None  # of "cut" and "value"
    claims: tuple[str, ...] = ()
    rival: str = ""
    function: str = ""
    size: tuple[int, int, int] | None = None  # of "bigger": rows, columns, line
    hints: tuple[Text, ...] = ()
    then: Text | None = None  # said when it is done
    picture: str = ""  # of a tree on the page: its moves, or the values of its ends too

    @property
    def board(self) -> str:
        return board_text(board_of(self.key)) if self.key else ""


@dataclass(frozen=True)
class Lesson:
    """Some tasks about one idea."""

    name: str
    title: Text
    aim: Text
    minutes: int
    tasks: tuple[Task, ...]


def load(path: Path = COURSE) -> list[Lesson]:
    """
    Return the lessons of a file; raise CourseError where it makes no sense.

    Whether its tasks can be answered takes some seconds to find out. For our own course
    the tests have done it.
    """
    try:
        data = toml_data(disk.read(path).decode("utf-8"))
    except OSError as error:
        raise CourseError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CourseError(f"{path}: is not text in UTF-8: {error.reason}") from error
    except NONSENSE as error:
        raise CourseError(f"{path}: is not TOML: {error}") from error
    rows = data.get("lesson")
    if not isinstance(rows, list) or not rows or set(data) != {"lesson"}:
        raise CourseError(f"{path}: expected [[lesson]] tables, and nothing else")
    try:
        lessons = [_lesson(row, n) for n, row in enumerate(rows, start=1)]
        _told_apart(lessons)
        if path != COURSE:
            check(lessons)
    except (CourseError, NotationError) as error:
        raise CourseError(f"{path}: {error}") from error
    return lessons


def _told_apart(lessons: list[Lesson]) -> None:
    """Refuse two lessons of one name: only one of them could be opened."""
    first: dict[str, int] = {}
    for n, lesson in enumerate(lessons, start=1):
        before = first.setdefault(lesson.name, n)
        if before != n:
            same = f"name = {lesson.name!r} is that of lesson {before}, too"
            raise CourseError(f"lesson {n}: {same}")


def course_id(path: Path) -> str:
    """
    Return what tells a course from others on this machine; of our own, nothing.

    It is of the place, not of the text: who corrects a sentence keeps the progress.
    """
    place = path.resolve()
    if place == COURSE.resolve():
        return ""
    return sha256(os.fsencode(place)).hexdigest()[:12]


def check(lessons: list[Lesson]) -> None:
    """Raise CourseError for the first task that has no answer."""
    for i, lesson in enumerate(lessons, start=1):
        for n, task in enumerate(lesson.tasks, start=1):
            _sensible(task, f"lesson {i}, task {n}")


def _lesson(row: Any, number: int) -> Lesson:
    where = f"lesson {number}"
    _known(row, {"name", "title", "aim", "minutes", "task"}, where)
    tasks = row.get("task")
    if not isinstance(tasks, list) or not tasks:
        raise CourseError(f"{where}: has no [[lesson.task]]")
    minutes = row.get("minutes")
    if type(minutes) is not int or minutes < 1:
        raise CourseError(f"{where}: minutes = {minutes!r} is not a number above 0")
    return Lesson(
        clean_line(_word(row, "name", where)),
        _text(row, "title", where),
        _text(row, "aim", where),
        minutes,
        tuple(_task(task, f"{where}, task {n}") for n, task in enumerate(tasks, 1)),
    )


# What each kind of task needs beside `kind` and `say`.
NEEDS: dict[str, set[str]] = {
    "predict value": {"board"},
    "predict move": {"board"},
    "predict cut": {"board", "search", "square"},
    "predict count": {"board", "search"},
    "predict bigger": {"size"},
    "step": {"board", "search"},
    "explain": {"claims"},
    "break": {"rival", "board"},
    "write": {"function"},
}
ALSO: dict[str, set[str]] = {
    "predict value": {"square", "picture"},
    "predict move": {"picture"},
    "predict cut": {"path"},
}
PICTURES = ("moves", "ends")
PICTURED = 4  # free squares, at most, of a tree that is shown whole


def _task(row: Any, where: str) -> Task:
    kind = _choice(row, "kind", {name.partition(" ")[0] for name in NEEDS}, where)
    asks = [name.split()[1] for name in NEEDS if name.startswith(f"{kind} ")]
    ask = _choice(row, "ask", asks, where) if asks else ""
    case = f"{kind} {ask}".strip()
    needed = NEEDS[case] | {"kind", "say"} | ({"ask"} if ask else set())
    _known(row, needed | ALSO.get(case, set()) | {"hints", "then"}, where)
    for name in sorted(needed - row.keys()):
        raise CourseError(f"{where}: a task of kind {case!r} needs {name} = ...")
    return Task(
        kind,
        _text(row, "say", where),
        ask,
        _position(row, where) if "board" in row else "",
        _choice(row, "search", LADDER, where) if "search" in row else "",
        tuple(map(parse_square, str(row.get("path", "")).split())),
        parse_square(str(row["square"])) if "square" in row else None,
        _claims(row, where) if "claims" in row else (),
        _choice(row, "rival", RIVALS, where) if "rival" in row else "",
        _choice(row, "function", PARAMETERS, where) if "function" in row else "",
        _size(row, where) if "size" in row else None,
        _hints(row, where),
        _text(row, "then", where) if "then" in row else None,
        _choice(row, "picture", PICTURES, where) if "picture" in row else "",
    )


def _sensible(task: Task, where: str) -> None:
    """Refuse a task that has no answer."""
    if task.kind == "break" and winning_line(task.rival, task.key) is None:
        raise CourseError(f"{where}: nobody beats {task.rival} from {task.board}")
    if task.kind == "break" and _lost_already(task.key):
        raise CourseError(f"{where}: {task.rival} has lost {task.board} already")
    if task.kind == "step" and _long(task):
        raise CourseError(f"{where}: too long to step through: choose a fuller board")
    if task.picture and task.key.count(".") > PICTURED:
        raise CourseError(f"{where}: the tree of {task.board} is too large to show")
    if task.ask == "value" and task.action and task.action not in free(task.key):
        taken = square(task.action)
        raise CourseError(f"{where}: {taken} is taken on {task.board}")
    if task.ask == "cut" and cut_by(task) is None:
        raise CourseError(f"{where}: the search neither visits nor cuts it")
    if task.kind == "explain":
        right = [name for name in task.claims if CLAIMS[name].refutation() is None]
        if len(right) != 1:
            said = ", ".join(right) or "none"
            raise CourseError(f"{where}: exactly one claim must be right, not {said}")


def _lost_already(key: str) -> bool:
    truth = oracle.table()[key]
    return truth.value == (1 if truth.turn == "X" else -1)


def _long(task: Task) -> bool:
    root = recorded(task.search, task.key)
    return root.positions > MOST_POSITIONS


def cut_by(task: Task) -> bool | None:
    """Return whether a search cuts a move, or looks at it; None if it does neither."""
    assert task.action is not None
    node = recorded(task.search, task.key)
    for action in task.path:
        if square(action) not in node.children:
            return None
        node = node.children[square(action)]
    if square(task.action) in node.children:
        return False
    return True if node.cut and square(task.action) in node.cut.skipped else None


def _position(row: Mapping[str, Any], where: str) -> str:
    board = parse_board(_word(row, "board", where))
    if oracle.look(board).turn is None:
        raise CourseError(f"{where}: {board_text(board)} is finished")
    return key_of(board)


def _claims(row: Mapping[str, Any], where: str) -> tuple[str, ...]:
    names = row["claims"]
    if not isinstance(names, list) or len(names) < 2:
        raise CourseError(f"{where}: claims = {names!r} is not a list of two or more")
    return tuple(_choice({"claims": name}, "claims", CLAIMS, where) for name in names)


def _hints(row: Mapping[str, Any], where: str) -> tuple[Text, ...]:
    hints = row.get("hints", [])
    if not isinstance(hints, list):
        raise CourseError(f"{where}: hints = {hints!r} is not a list")
    return tuple(_text({"hint": hint}, "hint", where) for hint in hints)


def _size(row: Mapping[str, Any], where: str) -> tuple[int, int, int]:
    match row["size"]:
        case [int(m), int(n), int(k)] if (
            {type(m), type(n), type(k)} == {int}  # true is an int, too
            and min(m, n, k) >= 1
            and max(m, n, k) <= BIGGEST
        ):
            return m, n, k
    raise CourseError(
        f"{where}: size = {row['size']!r} is not [rows, columns, in a line], "
        f"up to {BIGGEST} each"
    )


def _text(row: Mapping[str, Any], name: str, where: str) -> Text:
    """Return a sentence by language; one without a language serves for all."""
    given = row.get(name)
    texts: dict[Any, Any] = given if isinstance(given, dict) else {"en": given}
    if "en" in texts and all(isinstance(text, str) for text in texts.values()):
        return {each: clean(text, len(text)) for each, text in texts.items()}
    raise CourseError(f"{where}: {name} is not a text, or texts by language")


def _word(row: Mapping[str, Any], name: str, where: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value:
        raise CourseError(f"{where}: {name} = {value!r} is not a text")
    return value


def _choice(row: Any, name: str, names: Any, where: str) -> str:
    if not isinstance(row, dict):
        raise CourseError(f"{where}: is not a table")
    value = row.get(name)
    if not isinstance(value, str) or value not in names:
        raise CourseError(f"{where}: {name} = {value!r} is not {_or(value, names)}")
    return value


def _known(row: Any, names: set[str], where: str) -> None:
    if not isinstance(row, dict):
        raise CourseError(f"{where}: is not a table")
    for name in row:
        if name not in names:
            raise CourseError(f"{where}: {name!r} is not {_or(name, names)}")


def _or(value: Any, names: Any) -> str:
    """Return the names that were possible, the most likely one if one is alike."""
    close = get_close_matches(str(value), list(names))
    if close:
        return f"known: did you mean {close[0]!r}?"
    return f"one of {', '.join(sorted(names))}"
