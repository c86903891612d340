"""
Functions that answer from memory, where their source shows that they are pure.

A function that remembers is the very same object with other code inside: its name,
attributes and arguments stay. Its source was seen to be pure, so that an answer hangs
on nothing but the arguments; and what is remembered is handed out as a new object.
"""

from __future__ import annotations

from noughts.checker.extension.values import FunctionType, one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from noughts.checker.extension.values import Cells, Function

REMEMBERING = """
def {name}({given}):
    noughts_known = "@known@"
    noughts_type = "@type@"
    noughts_list = "@list@"
    noughts_errors = "@errors@"
    noughts_missed = "@missed@"
    noughts_fresh = "@fresh@"
    try:
        if noughts_type({first}) is noughts_list:  # what else there is may be used up
            noughts_a, noughts_b, noughts_c = {first}
            if (
                noughts_type(noughts_a) is noughts_list
                and noughts_type(noughts_b) is noughts_list
                and noughts_type(noughts_c) is noughts_list
                and noughts_a is not noughts_b
                and noughts_b is not noughts_c
                and noughts_a is not noughts_c
            ):
                {answer}
    except noughts_errors:
        pass
    return noughts_missed({given})
"""
# What is between the rows is no mark: nine cells in rows of 2, 4 and 3 are no board.
ROWS_IN_KEY = "*noughts_a, noughts_list, *noughts_b, noughts_list, *noughts_c"
KEY = f"noughts_known[{ROWS_IN_KEY}{{rest}}]"
ANSWERS = {
    "result": (
        "noughts_a, noughts_b, noughts_c = {key}\n"
        "                return [noughts_a[:], noughts_b[:], noughts_c[:]]"
    ),
    "actions": "return noughts_fresh({key})",
}


def remember(function: Any) -> None:
    """Let a function answer from memory, if it is as plain as can be."""
    if type(function) is not FunctionType or function.__closure__:
        return
    code = function.__code__
    given = code.co_varnames[: code.co_argcount]
    odd = code.co_kwonlyargcount or code.co_posonlyargcount or code.co_flags & 0x2AC
    if not given or odd or not all(map(unchangeable, function.__defaults__ or ())):
        return
    rest = "".join(f", {name}, noughts_type({name})" for name in given[1:])
    answer = ANSWERS.get(code.co_name, "return {key}")
    text = REMEMBERING.format(
        name=code.co_name,
        given=", ".join(given),
        first=given[0],
        answer=answer.format(key=KEY.format(rest=rest)),
    )
    scope: dict[str, Any] = {}
    try:
        exec(compile(text, "<memory>", "exec"), scope)
    except SyntaxError:  # a name in the file that our text cannot carry
        return
    original = FunctionType(code, function.__globals__, function.__name__)
    if builtins_of(original) is not builtins_of(function):
        return  # the file has changed what it takes for Python's own since
    known: dict[Cells, Any] = {}
    memory = AnswerMemory(original, known, code.co_name)
    things = {
        "@known@": known,
        "@type@": type,
        "@list@": list,
        "@errors@": (KeyError, TypeError, ValueError),
        "@missed@": memory.missed,
        "@fresh@": memory.fresh,
    }
    new = scope[code.co_name].__code__
    consts = tuple(things.get(c, c) if type(c) is str else c for c in new.co_consts)
    function.__code__ = new.replace(
        co_consts=consts,
        co_firstlineno=code.co_firstlineno,
        co_qualname=code.co_qualname,
    )


def builtins_of(function: Any) -> Any:
    """Return where a function finds Python's own names."""
    return function.__builtins__


SCALARS = frozenset(map(id, (int, float, bool, str, type(None))))
MOST_KEPT = 100_000  # answers of one function, which take some 40 MB
LISTINGS: tuple[type, ...] = (set, frozenset, list, tuple)
NO = object()


class AnswerMemory:
    """What a function has answered, where that can be remembered at all."""

    def __init__(self, original: Function, known: dict[Cells, Any], name: str) -> None:
        self.original, self.known, self.name = original, known, name
        self.kind: type = set
        self.lists: dict[Cells, list[Any]] = {}  # such as [value, action]

    def fresh(self, order: Cells) -> Any:
        """Return the cells of an answer as a new object of the same type."""
        return self.kind(order)

    def missed(self, board: Any, *rest: Any) -> Any:
        """Return the answer of the function itself, and remember it."""
        cells = cells_of(board)
        if not cells or not all(map(unchangeable, rest)):
            return self.original(board, *rest)
        more = (thing for each in rest for thing in (each, type(each)))
        a, b, c = board
        key = (*a, list, *b, list, *c, *more)
        if key in self.lists:
            return copied(self.lists[key])
        value = self.original(board, *rest)
        full = len(self.known) + len(self.lists) >= MOST_KEPT
        if full or cells_of(board) != cells:
            return value
        if board[0] is a and board[1] is b and board[2] is c:
            if self.name not in ANSWERS and is_own_list(value, board):
                self.lists[key] = copied(value)
            elif (kept := self.kept(value, board)) is not NO:
                self.known[key] = kept
        return value

    def kept(self, value: Any, board: Any) -> Any:
        """Return what to remember of an answer; NO if it cannot be."""
        if self.name == "result":
            shared = type(value) is list and any(r is s for r in value for s in board)
            whole = cells_of(value) and not shared
            return [row[:] for row in value] if whole else NO
        if self.name == "actions":
            if not one_of(type(value), LISTINGS):
                return NO
            # A search may hang on the order in which a set yields its elements.
            order = tuple(value)
            if not all(map(unchangeable, order)) or tuple(type(value)(order)) != order:
                return NO
            if self.known and self.kind is not type(value):
                return NO
            self.kind = type(value)
            return order
        return value if unchangeable(value) else NO


def unchangeable(value: Any) -> bool:
    """Return whether nobody can change a value, nor anything in it."""
    if type(value) is tuple:
        return all(map(unchangeable, value))
    return id(type(value)) in SCALARS


def is_own_list(value: Any, board: Any) -> bool:
    """Return whether a value is a new list, of plain things and of lists of them."""
    if type(value) is not list:
        return False
    within = [each for each in value if type(each) is list]
    lists = [value, *within, board, *board]
    if len({*map(id, lists)}) < len(lists):  # one of them stands there twice
        return False
    things = [each for each in value if type(each) is not list]
    return all(map(unchangeable, sum(within, things)))


def copied(value: list[Any]) -> list[Any]:
    """Return a new list of the same, with new lists in it."""
    return [each[:] if type(each) is list else each for each in value]


def cells_of(board: Any) -> Cells:
    """Return the nine cells of a board of three different lists, else nothing."""
    if type(board) is not list or len(board) != 3:
        return ()
    a, b, c = board
    if not type(a) is type(b) is type(c) is list or a is b or b is c or a is c:
        return ()
    cells = (*a, *b, *c)
    whole = len(a) == len(b) == len(c) == 3
    plain = SCALARS.issuperset(map(id, map(type, cells)))
    return cells if whole and plain else ()
