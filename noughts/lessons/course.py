"""A course: lessons and their tasks, read from a TOML file and checked."""

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any

from noughts import files, oracle
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
    Return the lessons of a file; refuse an invalid one.

    Whether its tasks can be answered takes some seconds to find out. For our own course
    the tests have done it.
    """
    with _located("refusal.about", path=path):
        lessons = _lessons(path)
        if path != COURSE:
            check(lessons)
    return lessons


def _lessons(path: Path) -> list[Lesson]:
    try:
        data = toml_data(files.read(path).decode("utf-8"))
    except OSError as error:
        raise Refused("refusal.course_unread", why=error.strerror) from error
    except UnicodeDecodeError as error:
        raise Refused("refusal.course_bytes", why=error.reason) from error
    except NONSENSE as error:
        raise Refused("refusal.course_toml", why=error) from error
    rows = data.get("lesson")
    if not isinstance(rows, list) or not rows or set(data) != {"lesson"}:
        raise Refused("refusal.course_tables")
    lessons = [_lesson(row, n) for n, row in enumerate(rows, 1)]
    names = [lesson.name for lesson in lessons]
    for n, name in enumerate(names, 1):
        if (first := names.index(name) + 1) != n:
            with _located("refusal.at_lesson", lesson=n):
                raise Refused("refusal.course_same", value=repr(name), other=first)
    return lessons


@contextmanager
def _located(key: str, **place: object) -> Iterator[None]:
    """Add the place in the course to every error."""
    try:
        yield
    except Refused as error:
        raise Refused(key, why=error, **place) from error


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
    """Refuse the first task that has no answer."""
    for i, lesson in enumerate(lessons, 1):
        for n, task in enumerate(lesson.tasks, 1):
            with _located("refusal.at_task", lesson=i, task=n):
                _check_task(task)


def _check_task(task: Task) -> None:
    """Refuse a task that has no answer."""
    if task.kind == "break" and winning_line(task.rival, task.key) is None:
        raise Refused("refusal.course_unbeaten", rival=task.rival, board=task.board)
    if task.kind == "break" and _lost_already(task.key):
        raise Refused("refusal.course_lost", rival=task.rival, board=task.board)
    if task.kind == "step" and _positions(task) > MOST_POSITIONS:
        raise Refused("refusal.course_long")
    if task.picture and task.key.count(".") > PICTURED:
        raise Refused("refusal.course_large", board=task.board)
    if task.ask == "value" and task.action and task.action not in free(task.key):
        taken = square(task.action)
        raise Refused("refusal.course_taken", square=taken, board=task.board)
    if task.ask == "cut" and cut_by(task) is None:
        raise Refused("refusal.course_uncut")
    if task.kind == "explain":
        right = [name for name in task.claims if CLAIMS[name].refutation() is None]
        if len(right) != 1:
            raise Refused("refusal.course_claim", names=", ".join(right) or "0")


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
    with _located("refusal.at_lesson", lesson=number):
        _refuse_unknown(row, {"name", "title", "aim", "minutes", "task"})
        rows, minutes, name = row.get("task"), row.get("minutes"), row.get("name")
        if not isinstance(rows, list) or not rows:
            raise Refused("refusal.course_no_task")
        if type(minutes) is not int or minutes < 1:
            raise Refused("refusal.course_minutes", value=repr(minutes))
        if not isinstance(name, str) or not name:
            raise Refused("refusal.course_word", name=f"name = {name!r}")
        title, aim = (_text(part, row.get(part)) for part in ("title", "aim"))
    tasks = list[Task]()
    for n, task in enumerate(rows, 1):
        with _located("refusal.at_task", lesson=number, task=n):
            tasks.append(_task(task))
    return Lesson(clean_line(name), title, aim, minutes, tuple(tasks))


def _task(row: Any) -> Task:
    if not isinstance(row, dict):
        raise Refused("refusal.course_table")
    kind = _one_of({name.partition(" ")[0] for name in NEEDS})("kind", row.get("kind"))
    asks = {name.partition(" ")[2] for name in NEEDS if name.startswith(f"{kind} ")}
    ask = _one_of(asks)("ask", row.get("ask")) if asks else ""
    case = f"{kind} {ask}".strip()
    needed = NEEDS[case] | {"kind", "say"} | ({"ask"} if ask else set())
    _refuse_unknown(row, needed | ALSO.get(case, set()) | {"hints", "then"})
    for name in sorted(needed - row.keys()):
        raise Refused("refusal.course_needs", kind=repr(case), name=name)
    fields = {
        field: read(name, row[name])
        for name, (field, read) in FIELDS.items()
        if name in row
    }
    return Task(kind, ask=ask, **fields)


def _refuse_unknown(row: Any, names: set[str]) -> None:
    if not isinstance(row, dict):
        raise Refused("refusal.course_table")
    for name in row:
        if name not in names:
            raise _suggest(repr(name), name, names)


def _suggest(text: str, value: Any, names: Collection[str]) -> Refused:
    """Return the error for an unknown name, with a suggestion if possible."""
    if close := get_close_matches(str(value), list(names)):
        return Refused("refusal.course_known", name=text, close=repr(close[0]))
    return Refused("refusal.course_one_of", name=text, names=", ".join(sorted(names)))


def _one_of(names: Collection[str]) -> Callable[[str, Any], str]:
    """Return a reader of one of these names."""

    def read(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise _suggest(f"{name} = {value!r}", value, names)
        return value

    return read


def _text(name: str, given: Any) -> Text:
    """Return a sentence by language; one without a language serves for all."""
    texts: dict[Any, Any] = given if isinstance(given, dict) else {"en": given}
    if "en" in texts and all(isinstance(text, str) for text in texts.values()):
        return {each: clean(text, len(text)) for each, text in texts.items()}
    raise Refused("refusal.course_text", name=name)


def _hints(name: str, hints: Any) -> tuple[Text, ...]:
    if not isinstance(hints, list):
        raise Refused("refusal.course_hints", value=repr(hints))
    return tuple(_text("hint", hint) for hint in hints)


def _position(name: str, text: Any) -> str:
    if not isinstance(text, str) or not text:
        raise Refused("refusal.course_word", name=f"{name} = {text!r}")
    board = parse_board(text)
    if oracle.look(board).turn is None:
        raise Refused("refusal.course_finished", board=board_text(board))
    return key_of(board)


def _path(name: str, squares: Any) -> tuple[Action, ...]:
    return tuple(map(parse_square, str(squares).split()))


def _square(name: str, number: Any) -> Action:
    return parse_square(str(number))


def _claims(name: str, claims: Any) -> tuple[str, ...]:
    if not isinstance(claims, list) or len(claims) < 2:
        raise Refused("refusal.course_claims", value=repr(claims))
    return tuple(_one_of(CLAIMS)(name, claim) for claim in claims)


def _size(name: str, size: Any) -> tuple[int, int, int]:
    match size:
        case [int(m), int(n), int(k)] if (
            {type(m), type(n), type(k)} == {int}  # true is an int, too
            and min(m, n, k) >= 1
            and max(m, n, k) <= BIGGEST
        ):
            return m, n, k
    raise Refused("refusal.course_size", value=repr(size), most=BIGGEST)


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
