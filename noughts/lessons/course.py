"""A course: lessons and their tasks, read from a TOML file and checked."""

import os
import tomllib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from noughts import files
from noughts.game import oracle
from noughts.game.board import board_of, key_of
from noughts.game.contract import PARAMETERS
from noughts.game.notation import board_text, parse_board, parse_square, square
from noughts.lessons.claims import CLAIMS, recorded, refutation
from noughts.lessons.rivals import RIVALS, table
from noughts.search import LADDER
from noughts.texts import Refused
from noughts.texts.safe_text import NONSENSE, clean, clean_line

COURSE = Path(__file__).with_name("course.toml")
MOST_POSITIONS = 7_500  # of a search that is stepped through
BIGGEST = 5  # rows, columns and line of a bigger board that is asked about
PICTURED = 4  # free squares, at most, of a tree that is shown whole

Text = dict[str, str]  # a sentence, by language


@dataclass(frozen=True)
class Task:
    """One thing to do; which fields count depends on its kind."""

    kind: str  # predict, step, explain, break, write
    say: Text
    ask: str = ""  # of predict: value, move, cut, count, bigger
    board: str = ""  # nine marks
    search: str = ""  # of the ladder
    path: tuple[int, ...] = ()  # of "cut": the squares that lead to the position
    square: int = 0  # of "cut" and "value"
    claims: tuple[str, ...] = ()
    rival: str = ""
    function: str = ""
    size: tuple[int, ...] = ()  # of "bigger": rows, columns, line
    hints: tuple[Text, ...] = ()
    then: Text | None = None  # shown when it is done
    picture: str = ""  # of a tree on the page: its moves, or the values of its ends too

    @property
    def positions(self) -> int:
        """How many positions its search visits."""
        return recorded(self.search, self.board).positions


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
        data = tomllib.loads(files.read(path).decode("utf-8"))
    except OSError as error:
        raise Refused("refusal.course_unread", why=error.strerror) from error
    except NONSENSE as error:
        raise Refused("refusal.course_toml", why=error) from error
    rows = data.pop("lesson", None)
    if data or not isinstance(rows, list) or {*map(type, rows)} != {dict}:
        raise Refused("refusal.course_tables")
    lessons = dict[str, Lesson]()
    for n, row in enumerate(rows, 1):
        with _located("refusal.at_lesson", lesson=n):
            fields = _fields(row, LESSON, set(), "lesson")
            lesson = Lesson(tasks=fields.pop("task"), **fields)
            if lesson.name in lessons:
                raise Refused("refusal.course_same", value=repr(lesson.name))
            lessons[lesson.name] = lesson
    return list(lessons.values())


@contextmanager
def _located(key: str, **place: object) -> Iterator[None]:
    """Add the place in the course to every error."""
    try:
        yield
    except Refused as error:
        raise Refused(key, why=error, **place) from error


def course_id(path: Path) -> str:
    """Return a key for the progress in a course: a hash of its path, empty for ours."""
    place = path.resolve()
    ours = place == COURSE.resolve()
    return "" if ours else sha256(os.fsencode(place)).hexdigest()[:12]


def check(lessons: list[Lesson]) -> None:
    """Refuse the first task that has no answer."""
    for i, lesson in enumerate(lessons, 1):
        for n, task in enumerate(lesson.tasks, 1):
            with (
                _located("refusal.at_lesson", lesson=i),
                _located("refusal.at_task", task=n),
            ):
                _check_task(task)


def _check_task(task: Task) -> None:
    shown = board_text(board_of(task.board)) if task.board else ""
    if task.kind == "break":
        ends = {end for _, end in table(task.rival, task.board).values()}
        if "beaten" not in ends:
            raise Refused("refusal.course_unbeaten", rival=task.rival, board=shown)
    if task.kind == "step" and task.positions > MOST_POSITIONS:
        raise Refused("refusal.course_long")
    if task.picture and task.board.count(".") > PICTURED:
        raise Refused("refusal.course_large", board=shown)
    if task.ask == "value" and task.square and task.board[task.square - 1] != ".":
        raise Refused("refusal.course_taken", square=task.square, board=shown)
    if task.ask == "cut" and is_cut(task) is None:
        raise Refused("refusal.course_uncut")
    if task.kind == "explain":
        right = [name for name in task.claims if not refutation(CLAIMS[name])]
        if len(right) != 1:
            raise Refused("refusal.course_claim", names=", ".join(right) or "0")


def is_cut(task: Task) -> bool | None:
    """Return whether a search cuts a move or visits it; None if it does neither."""
    node = recorded(task.search, task.board)
    for number in task.path:
        if number not in node.children:
            return None
        node = node.children[number]
    if task.square in node.children:
        return False
    return True if node.cut and task.square in node.cut.skipped else None


# --- Reading ---------------------------------------------------------------------


def _fields(row: Any, needed: set[str], also: set[str], kind: str) -> dict[str, Any]:
    """Return the values of a table; refuse unknown and missing names."""
    for name in row.keys() - needed - also:
        raise _not_one_of(repr(name), needed | also)
    for name in sorted(needed - row.keys()):
        raise Refused("refusal.course_needs", kind=repr(kind), name=name)
    return {name: _field(name, row[name]) for name in row}


def _field(name: str, value: Any) -> Any:
    """Return one value, read by the rule for its name."""
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
        raise _not_one_of(f"{name} = {value!r}", names)
    return value


def _not_one_of(text: str, names: Collection[str]) -> Refused:
    return Refused("refusal.course_one_of", name=text, names=", ".join(sorted(names)))


def _tasks(rows: Any) -> tuple[Task, ...]:
    tasks = list[Task]()
    for n, row in enumerate(_list(rows, 1), 1):
        with _located("refusal.at_task", task=n):
            tasks.append(_task(row))
    return tuple(tasks)


def _task(row: Any) -> Task:
    kind = _one_of("kind", row.get("kind"), {name.split()[0] for name in NEEDS})
    asks = {name.partition(" ")[2] for name in NEEDS if name.startswith(f"{kind} ")}
    ask = _one_of("ask", row.get("ask"), asks) if asks else ""
    case = f"{kind} {ask}".strip()
    needed = NEEDS[case] | {"kind", "say"} | ({"ask"} if ask else set())
    return Task(**_fields(row, needed, ALSO.get(case, set()) | {"hints", "then"}, case))


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
    if oracle.truth_of(board).turn is None:
        raise Refused("refusal.course_finished", board=board_text(board))
    return key_of(board)


def _square(text: Any) -> int:
    return square(parse_square(str(text)))


def _size(value: Any) -> tuple[int, ...]:
    sizes = _list(value)  # bool is a subclass of int
    _demand(len(sizes) == 3 and all(type(n) is int for n in sizes))
    _demand(min(sizes) >= 1 and max(sizes) <= BIGGEST)
    return tuple(sizes)


LESSON = {"name", "title", "aim", "minutes", "task"}
# What each kind of task needs besides `kind` and `say`, and what it may have.
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
    "task": ("no_task", _tasks),
    **dict.fromkeys(("title", "aim", "say", "then"), ("text", _text)),
    "hints": ("hints", lambda value: tuple(map(_text, _list(value)))),
    "board": ("word", _position),
    "path": ("word", lambda value: tuple(map(_square, str(value).split()))),
    "square": ("word", _square),
    "claims": (
        "claims",
        lambda value: tuple(_one_of("claims", n, CLAIMS) for n in _list(value, 2)),
    ),
    "size": ("size", _size),
}
