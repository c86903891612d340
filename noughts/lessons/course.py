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
    size: tuple[int, ...] | None = None  # of "bigger": rows, columns, line
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
    """Return the lessons of a file; refuse an invalid one."""
    with _located("refusal.about", path=path):
        lessons = _lessons(path)
        if path != COURSE:  # takes seconds; the tests check our own course
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
    """Return a key for the progress in a course: its path, hashed; of ours, empty."""
    place = path.resolve()
    ours = place == COURSE.resolve()
    return "" if ours else sha256(os.fsencode(place)).hexdigest()[:12]


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
        names = {"name", "title", "aim", "minutes", "task"}
        fields = _fields(row, names, names, "lesson")
    rows, tasks = fields.pop("task"), list[Task]()
    for n, task in enumerate(rows, 1):
        with _located("refusal.at_task", lesson=number, task=n):
            tasks.append(_task(task))
    return Lesson(**fields, tasks=tuple(tasks))


def _task(row: Any) -> Task:
    if not isinstance(row, dict):
        raise Refused("refusal.course_table")
    kind = _one_of("kind", row.get("kind"), {name.split()[0] for name in NEEDS})
    asks = {name.partition(" ")[2] for name in NEEDS if name.startswith(f"{kind} ")}
    ask = _one_of("ask", row.get("ask"), asks) if asks else ""
    case = f"{kind} {ask}".strip()
    needed = NEEDS[case] | {"kind", "say"} | ({"ask"} if ask else set())
    known = needed | ALSO.get(case, set()) | {"hints", "then"}
    fields = _fields(row, needed, known, case)
    renamed = {"board": "key", "square": "action"}
    return Task(**{renamed.get(name, name): fields[name] for name in fields})


def _fields(row: Any, needed: set[str], known: set[str], kind: str) -> dict[str, Any]:
    """Return the values of a table; refuse unknown and missing names."""
    if not isinstance(row, dict):
        raise Refused("refusal.course_table")
    for name in row.keys() - known:
        raise _unknown(repr(name), name, known)
    for name in sorted(needed - row.keys()):
        raise Refused("refusal.course_needs", kind=repr(kind), name=name)
    return {name: _field(name, row[name]) for name in row}


def _field(name: str, value: Any) -> Any:
    """Return one value, read as its name demands."""
    if name in CHOICES:
        return _one_of(name, value, CHOICES[name])
    wanted, read = FIELDS[name]
    try:
        return read(value)
    except Refused:
        raise
    except NONSENSE:
        parts = {"name": f"{name} = {value!r}", "most": BIGGEST}
        raise Refused(f"refusal.course_{wanted}", **parts) from None


def _one_of(name: str, value: Any, names: Collection[str]) -> str:
    if not isinstance(value, str) or value not in names:
        raise _unknown(f"{name} = {value!r}", value, names)
    return value


def _unknown(text: str, value: Any, names: Collection[str]) -> Refused:
    """Return the error for an unknown name, with a suggestion if possible."""
    if close := get_close_matches(str(value), list(names)):
        return Refused("refusal.course_known", name=text, close=repr(close[0]))
    return Refused("refusal.course_one_of", name=text, names=", ".join(sorted(names)))


def _demand(holds: object) -> None:
    if not holds:
        raise ValueError


def _word(value: Any) -> str:
    _demand(isinstance(value, str) and value)
    return clean_line(value)


def _text(given: Any) -> Text:
    """Return a sentence by language; one without a language is English."""
    texts: dict[str, Any] = given if isinstance(given, dict) else {"en": given}
    _demand("en" in texts and all(isinstance(text, str) for text in texts.values()))
    return {each: clean(text, len(text)) for each, text in texts.items()}


def _list(value: Any, least: int = 0) -> list[Any]:
    _demand(isinstance(value, list) and len(value) >= least)
    return list(value)


def _minutes(value: Any) -> int:
    _demand(type(value) is int and value > 0)
    return int(value)


def _position(text: Any) -> str:
    board = parse_board(_word(text))
    if oracle.look(board).turn is None:
        raise Refused("refusal.course_finished", board=board_text(board))
    return key_of(board)


def _size(value: Any) -> tuple[int, ...]:
    sizes = _list(value)  # true is an int, too
    _demand(len(sizes) == 3 and all(type(n) is int for n in sizes))
    _demand(min(sizes) >= 1 and max(sizes) <= BIGGEST)
    return tuple(sizes)


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
PICTURED = 4  # free squares, at most, of a tree that is shown whole
CHOICES: dict[str, Collection[str]] = {
    "kind": {name.split()[0] for name in NEEDS},
    "ask": {name.partition(" ")[2] for name in NEEDS},
    "search": LADDER,
    "rival": RIVALS,
    "function": PARAMETERS,
    "picture": ("moves", "ends"),
}
# What is expected of each value, and how it is read.
FIELDS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "name": ("word", _word),
    "minutes": ("minutes", _minutes),
    "task": ("no_task", lambda value: _list(value, 1)),
    **dict.fromkeys(("title", "aim", "say", "then"), ("text", _text)),
    "hints": ("hints", lambda value: tuple(map(_text, _list(value)))),
    "board": ("word", _position),
    "path": ("word", lambda value: tuple(map(parse_square, str(value).split()))),
    "square": ("word", lambda value: parse_square(str(value))),
    "claims": (
        "claims",
        lambda value: tuple(_one_of("claims", n, CLAIMS) for n in _list(value, 2)),
    ),
    "size": ("size", _size),
}
