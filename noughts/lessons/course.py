"""A course: lessons and their tasks, read from a TOML file and checked."""

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
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
    with _located(str(path)):
        lessons = _lessons(path)
        if path != COURSE:
            check(lessons)
    return lessons


def _lessons(path: Path) -> list[Lesson]:
    try:
        data = toml_data(disk.read(path).decode("utf-8"))
    except OSError as error:
        raise CourseError(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CourseError(f"is not text in UTF-8: {error.reason}") from error
    except NONSENSE as error:
        raise CourseError(f"is not TOML: {error}") from error
    rows = data.get("lesson")
    if not isinstance(rows, list) or not rows or set(data) != {"lesson"}:
        raise CourseError("expected [[lesson]] tables, and nothing else")
    lessons = [_lesson(row, n) for n, row in enumerate(rows, 1)]
    names = [lesson.name for lesson in lessons]
    for n, name in enumerate(names, 1):
        if (first := names.index(name) + 1) != n:
            raise CourseError(
                f"lesson {n}: name = {name!r} is that of lesson {first}, too"
            )
    return lessons


@contextmanager
def _located(where: str) -> Iterator[None]:
    """Let every error say where in the course it was found."""
    try:
        yield
    except Refused as error:
        raise CourseError(f"{where}: {error}") from error


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
    for i, lesson in enumerate(lessons, 1):
        for n, task in enumerate(lesson.tasks, 1):
            with _located(f"lesson {i}, task {n}"):
                _check_task(task)


def _check_task(task: Task) -> None:
    """Refuse a task that has no answer."""
    if task.kind == "break" and winning_line(task.rival, task.key) is None:
        raise CourseError(f"nobody beats {task.rival} from {task.board}")
    if task.kind == "break" and _lost_already(task.key):
        raise CourseError(f"{task.rival} has lost {task.board} already")
    if task.kind == "step" and _positions(task) > MOST_POSITIONS:
        raise CourseError("too long to step through: choose a fuller board")
    if task.picture and task.key.count(".") > PICTURED:
        raise CourseError(f"the tree of {task.board} is too large to show")
    if task.ask == "value" and task.action and task.action not in free(task.key):
        taken = square(task.action)
        raise CourseError(f"{taken} is taken on {task.board}")
    if task.ask == "cut" and cut_by(task) is None:
        raise CourseError("the search neither visits nor cuts it")
    if task.kind == "explain":
        right = [name for name in task.claims if CLAIMS[name].refutation() is None]
        if len(right) != 1:
            said = ", ".join(right) or "none"
            raise CourseError(f"exactly one claim must be right, not {said}")


def _lost_already(key: str) -> bool:
    truth = oracle.table()[key]
    return truth.value == (1 if truth.turn == "X" else -1)


def _positions(task: Task) -> int:
    return recorded(task.search, task.key).positions


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


# --- Reading ---------------------------------------------------------------------


def _lesson(row: Any, number: int) -> Lesson:
    with _located(f"lesson {number}"):
        _refuse_unknown(row, {"name", "title", "aim", "minutes", "task"})
        rows, minutes, name = row.get("task"), row.get("minutes"), row.get("name")
        if not isinstance(rows, list) or not rows:
            raise CourseError("has no [[lesson.task]]")
        if type(minutes) is not int or minutes < 1:
            raise CourseError(f"minutes = {minutes!r} is not a number above 0")
        if not isinstance(name, str) or not name:
            raise CourseError(f"name = {name!r} is not a text")
        title, aim = (_text(part, row.get(part)) for part in ("title", "aim"))
    tasks = list[Task]()
    for n, task in enumerate(rows, 1):
        with _located(f"lesson {number}, task {n}"):
            tasks.append(_task(task))
    return Lesson(clean_line(name), title, aim, minutes, tuple(tasks))


def _task(row: Any) -> Task:
    if not isinstance(row, dict):
        raise CourseError("is not a table")
    kind = _one_of({name.partition(" ")[0] for name in NEEDS})("kind", row.get("kind"))
    asks = {name.partition(" ")[2] for name in NEEDS if name.startswith(f"{kind} ")}
    ask = _one_of(asks)("ask", row.get("ask")) if asks else ""
    case = f"{kind} {ask}".strip()
    needed = NEEDS[case] | {"kind", "say"} | ({"ask"} if ask else set())
    _refuse_unknown(row, needed | ALSO.get(case, set()) | {"hints", "then"})
    for name in sorted(needed - row.keys()):
        raise CourseError(f"a task of kind {case!r} needs {name} = ...")
    fields = {
        field: read(name, row[name])
        for name, (field, read) in FIELDS.items()
        if name in row
    }
    return Task(kind, ask=ask, **fields)


def _refuse_unknown(row: Any, names: set[str]) -> None:
    if not isinstance(row, dict):
        raise CourseError("is not a table")
    for name in row:
        if name not in names:
            raise CourseError(f"{name!r} is not {_suggest(name, names)}")


def _suggest(value: Any, names: Collection[str]) -> str:
    """Return the name that was probably meant, or all that are possible."""
    close = get_close_matches(str(value), list(names))
    if close:
        return f"known: did you mean {close[0]!r}?"
    return f"one of {', '.join(sorted(names))}"


def _one_of(names: Collection[str]) -> Callable[[str, Any], str]:
    """Return a reader of one of these names."""

    def read(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise CourseError(f"{name} = {value!r} is not {_suggest(value, names)}")
        return value

    return read


def _text(name: str, given: Any) -> Text:
    """Return a sentence by language; one without a language serves for all."""
    texts: dict[Any, Any] = given if isinstance(given, dict) else {"en": given}
    if "en" in texts and all(isinstance(text, str) for text in texts.values()):
        return {each: clean(text, len(text)) for each, text in texts.items()}
    raise CourseError(f"{name} is not a text, or texts by language")


def _hints(name: str, hints: Any) -> tuple[Text, ...]:
    if not isinstance(hints, list):
        raise CourseError(f"{name} = {hints!r} is not a list")
    return tuple(_text("hint", hint) for hint in hints)


def _position(name: str, text: Any) -> str:
    if not isinstance(text, str) or not text:
        raise CourseError(f"{name} = {text!r} is not a text")
    board = parse_board(text)
    if oracle.look(board).turn is None:
        raise CourseError(f"{board_text(board)} is finished")
    return key_of(board)


def _path(name: str, squares: Any) -> tuple[Action, ...]:
    return tuple(map(parse_square, str(squares).split()))


def _square(name: str, number: Any) -> Action:
    return parse_square(str(number))


def _claims(name: str, claims: Any) -> tuple[str, ...]:
    if not isinstance(claims, list) or len(claims) < 2:
        raise CourseError(f"{name} = {claims!r} is not a list of two or more")
    return tuple(_one_of(CLAIMS)(name, claim) for claim in claims)


def _size(name: str, size: Any) -> tuple[int, int, int]:
    match size:
        case [int(m), int(n), int(k)] if (
            {type(m), type(n), type(k)} == {int}  # true is an int, too
            and min(m, n, k) >= 1
            and max(m, n, k) <= BIGGEST
        ):
            return m, n, k
    raise CourseError(
        f"{name} = {size!r} is not [rows, columns, in a line], up to {BIGGEST} each"
    )


# What each kind of task needs beside `kind` and `say`, and what it may have.
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
FIELDS: dict[str, tuple[str, Callable[[str, Any], Any]]] = {  # how each is read
    "say": ("say", _text),
    "board": ("key", _position),
    "search": ("search", _one_of(LADDER)),
    "path": ("path", _path),
    "square": ("action", _square),
    "claims": ("claims", _claims),
    "rival": ("rival", _one_of(RIVALS)),
    "function": ("function", _one_of(PARAMETERS)),
    "size": ("size", _size),
    "hints": ("hints", _hints),
    "then": ("then", _text),
    "picture": ("picture", _one_of(PICTURES)),
}
