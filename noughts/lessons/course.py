"""A course: lessons and their tasks, read from a TOML file and checked."""

import os
import tomllib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, fields
from hashlib import sha256
from math import factorial, prod
from pathlib import Path
from typing import Any

from noughts import files
from noughts.game import oracle
from noughts.game.board import board_of, free, key_of
from noughts.game.notation import board_text, parse_board, parse_square, square
from noughts.lessons.claims import CLAIMS, recorded, refutation
from noughts.lessons.rivals import table
from noughts.lessons.tasks import (
    KINDS,
    SKILLS,
    Break,
    Explain,
    OrderMoves,
    PredictCut,
    PredictMove,
    PredictSkipped,
    PredictValue,
    Task,
    Text,
    Trace,
)
from noughts.search.recording import Node
from noughts.search.trees import NumberTree, parse_tree
from noughts.texts import Refused
from noughts.texts.safe_text import NONSENSE, clean, clean_line

COURSE = Path(__file__).with_name("course.toml")
BIGGEST = 5  # rows, columns and line of a bigger board that is asked about
PICTURED = 4  # free squares, at most, of a tree that is shown whole
MOST_ORDERS = 20_000  # of a tree that is rearranged: the page tries them all


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
        raise Refused("refusal.course_unread", why=error) from error
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
    match task:
        case Break(rival=rival, board=board):
            ends = {end for _, end in table(rival, board).values()}
            if "beaten" not in ends:
                shown = board_text(board_of(board))
                raise Refused("refusal.course_unbeaten", rival=rival, board=shown)
        case PredictValue(board=board, square=number, picture=picture):
            if number and board[number - 1] != ".":
                shown = board_text(board_of(board))
                raise Refused("refusal.course_taken", square=number, board=shown)
            _check_size(board, picture)
        case PredictMove(board=board, picture=picture):
            _check_size(board, picture)
        case PredictCut() if is_cut(task) is None:
            raise Refused("refusal.course_uncut")
        case PredictSkipped() if not skipped_squares(task):
            raise Refused("refusal.course_none_skipped")
        case Trace(tree=tree, board=board, skills=skills):
            if sum(map(bool, (tree, board, skills))) != 1:
                raise Refused("refusal.course_one_tree")
            _check_size(board, board)
        case OrderMoves(tree=text):
            if orders(parse_tree(text)) > MOST_ORDERS:
                raise Refused("refusal.course_orders", tree=text)
        case Explain(claims=claims):
            right = [name for name in claims if not refutation(CLAIMS[name])]
            if len(right) != 1:
                raise Refused("refusal.course_claim", names=", ".join(right) or "0")


def _check_size(board: str, is_drawn: str) -> None:
    """Refuse a board whose whole tree is shown, but too large."""
    if is_drawn and board.count(".") > PICTURED:
        raise Refused("refusal.course_large", board=board_text(board_of(board)))


def orders(tree: NumberTree) -> int:
    """Return in how many orders the branches of a tree can be."""
    below = prod(map(orders, tree.children))
    return factorial(len(tree.children)) * below if tree.children else 1


def node_of(task: PredictCut | PredictSkipped) -> Node | None:
    """Return the visited position that a task asks about."""
    node = recorded(task.search, task.board)
    for number in task.path:
        if number not in node.children:
            return None
        node = node.children[number]
    return node


def is_cut(task: PredictCut) -> bool | None:
    """Return whether a search cuts a move or visits it; None if it does neither."""
    node = node_of(task)
    if node is None:
        return None
    if task.square in node.children:
        return False
    return True if node.cut and task.square in node.cut.skipped else None


def skipped_squares(task: PredictSkipped) -> list[int]:
    """Return the moves that a search does not try, or knows the value of at once."""
    node = node_of(task)
    if node is None or not node.children:
        return []
    children = node.children
    squares = map(square, free(node.key))
    return [n for n in squares if n not in children or children[n].known]


# --- Reading ---------------------------------------------------------------------


def _fields(row: Any, needed: set[str], also: set[str], kind: str) -> dict[str, Any]:
    """Return the values of a table; refuse unknown and missing names."""
    for name in row.keys() - needed - also:
        raise _not_one_of(repr(name), needed | also)
    for name in sorted(needed - row.keys()):
        raise Refused("refusal.course_needs", kind=repr(kind), name=name)
    return {name: _field(name, row[name]) for name in row if name in FIELDS}


def _field(name: str, value: Any) -> Any:
    """Return one value, read by the rule for its name."""
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
    kind = _one_of("kind", row.get("kind"), {each.kind for each in KINDS})
    asks = {each.ask for each in KINDS if each.kind == kind} - {""}
    ask = _one_of("ask", row.get("ask"), asks) if asks else ""
    [made] = [each for each in KINDS if (each.kind, each.ask) == (kind, ask)]
    own = {each.name: each for each in fields(made)}
    needed = {name for name, each in own.items() if _is_needed(each)}
    named = {"kind"} | ({"ask"} if ask else set())
    values = _fields(row, needed | named, {*own}, f"{kind} {ask}".strip())
    for name, each in own.items():
        if name in row and "choices" in each.metadata:
            values[name] = _one_of(name, row[name], each.metadata["choices"])
    return made(**values)


def _is_needed(each: Field[Any]) -> bool:
    return each.default is MISSING


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


def _tree(value: Any) -> str:
    return str(parse_tree(_word(value)))


def _names(name: str, among: Collection[str], least: int) -> Callable[[Any], Any]:
    """Return a reader of a list of names."""
    return lambda value: tuple(_one_of(name, n, among) for n in _list(value, least))


LESSON = {"name", "title", "aim", "minutes", "task"}
# What is expected of each value, and how it is read. Values that are chosen from a few
# are in the fields of their kind.
FIELDS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "name": ("word", _word),
    "minutes": ("minutes", _minutes),
    "task": ("no_task", _tasks),
    **dict.fromkeys(("title", "aim", "say", "then"), ("text", _text)),
    "hints": ("hints", lambda value: tuple(map(_text, _list(value)))),
    "board": ("word", _position),
    "tree": ("word", _tree),
    "path": ("word", lambda value: tuple(map(_square, str(value).split()))),
    "square": ("word", _square),
    "claims": ("claims", _names("claims", CLAIMS, 2)),
    "skills": ("skills", _names("skills", SKILLS, 1)),
    "size": ("size", _size),
}
