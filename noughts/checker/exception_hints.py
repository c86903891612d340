"""What Python's own messages mean to somebody who writes such a file."""

import re

from noughts.checker.answers import Answer

NONE = (
    "Something is None there: an empty cell, or what a function returned of which a "
    "branch ends without `return`."
)
PAIR = (
    "A pair stands there where a number is expected: if it is one of value and action, "
    "take it apart first, `value, action = ...`."
)
NUMBER = (
    "A number stands there where a board or a pair is expected: look at what the "
    "function returns that was called."
)
ONE = (
    "A number stands there where several things are expected: `range(3)` counts up to "
    "it. Or look at what the function returns that was called."
)
MANY = "A call gives other arguments there than the function takes: see its `def`."
LOCAL = (
    "`{name}` has no value yet in that line: give it one before the loop or the branch."
)
FUNCTION = (
    "`{name}` is called in that line, but it is also a variable of the same function, "
    "without a value yet: if another function is meant, call the variable something "
    "else."
)
ALONE = (
    "Where a file is judged, in an empty folder, there is nothing but Python: no other "
    "file, program or connection, no terminal, no time zone, and no user with a name "
    "or a home. The board is all that an answer may need."
)
CLOSED = (
    "Where a file is judged it can open no other file and no folder, change nothing "
    "on the machine, and start no program, process or connection, not even those by "
    "which `asyncio` and `multiprocessing` work: the board is all that an answer may "
    "need."
)
IMPORT = "The module `{name}` is not imported: do that at the top of the file."
NO_CHOICE = (
    "There is nothing left to choose from there: where the game is over, return first; "
    "while it goes on, take an action even if every one loses."
)
MODULES = "math|copy|random|sys|time|itertools|functools|collections|typing|enum"
TYPES = "List|Tuple|Set|Dict|Optional|Union|Any|Callable|Literal|NamedTuple"
NUMBERS = "'(int|float)'"

# By kind and text of a message, the first that fits; `{name}` is what it names.
MESSAGES = [
    (r"UnboundLocalError: .*'(?P<name>\w+)'", LOCAL),
    (rf"NameError: name '(?P<name>{MODULES})' is not", IMPORT),
    (
        rf"NameError: name '(?P<name>{TYPES})' is not",
        "`{name}` comes from the module `typing`: import it at the top of the file.",
    ),
    (
        r"NameError: name '(?P<name>\w+)' is not",
        "Nothing is called `{name}` there: see how it is spelled, and where it is "
        "made.",
    ),
    (
        r"TypeError: .*unhashable type: 'list'",
        "A list can be in no set, and no key of a dictionary or a cache: make a tuple "
        "of it, `(i, j)` of a cell, `tuple(map(tuple, board))` of a board.",
    ),
    (
        r"TypeError: 'set' object is not subscriptable",
        "A set has no first element: run through it with `for`.",
    ),
    (
        r"TypeError: list indices must be integers or slices, not tuple",
        "A list takes one index at a time: `i, j = action`, and then `board[i][j]`.",
    ),
    (r"(TypeError|AttributeError): .*NoneType", NONE),
    (
        rf"TypeError: '[<>]=?' not supported .*({NUMBERS} and 'tuple'|'tuple' and "
        rf"{NUMBERS})",
        PAIR,
    ),
    (rf"TypeError: .*{NUMBERS} object is not iterable", ONE),
    (rf"TypeError: .*{NUMBERS} object is not subscriptable", NUMBER),
    (r"TypeError: cannot unpack non-iterable (int|float)", NUMBER),
    (
        r"TypeError: '\w+' object is not callable",
        "What is called there is not a function: a variable has its name, or `(` "
        "stands where `[` or a comma belongs.",
    ),
    (
        r"TypeError: exceptions must derive from BaseException",
        "Only an exception can be raised, such as `ValueError(...)`: what a function "
        "gives back stands after `return`.",
    ),
    (
        r"TypeError: set\.add\(\) takes exactly one",
        "A cell is one argument, a tuple: `add((i, j))`.",
    ),
    (r"TypeError: .*(missing \d|takes (\d|exactly|from|no))", MANY),
    (r"TypeError: .* got (an unexpected|multiple values for) ", MANY),
    (
        r"AttributeError: '(dict|list|tuple)' object has no attribute 'add'",
        "Only a set has `add`, and an empty set is written `set()`.",
    ),
    (
        r"AttributeError: 'set' object has no attribute 'append'",
        "A set has no order, so what is put into it is not appended: use `add`.",
    ),
    (
        r"AttributeError: module 'math' has no attribute '[Ii][Nn][Ff]",
        "Infinity is written `math.inf`, in small letters.",
    ),
    (
        r"AttributeError: module '(?P<name>\w+)' has no attribute",
        "The module `{name}` has nothing of that name: see how it is spelled; `max`, "
        "`min` and `sum` are Python's own, and need no module.",
    ),
    (
        r"IndexError: (list|tuple|string|pop)( assignment)? index out of range",
        "There is no such place there: rows and columns go from 0 to 2, as in "
        "`range(3)`, and what is empty has none.",
    ),
    (r"(IndexError|KeyError): .?(pop|Cannot choose) from (an )?empty", NO_CHOICE),
    (r"ValueError: (max\(\)|min\(\)|empty range (for|in) randrange)", NO_CHOICE),
    (r"StopIteration: $", NO_CHOICE),
    (
        r"ValueError: (not enough|too many) values to unpack",
        "There are not as many names on the left as values on the right.",
    ),
    (
        r"ModuleNotFoundError: ",
        "The file must work with Python's standard library alone.",
    ),
    (r"(FileNotFound|ZoneInfoNotFound)Error: ", ALONE),
    (r"OSError: (source code not available|could not get source)", ALONE),
    (r"RuntimeError: Could not determine home directory", ALONE),
    (r"KeyError: .*getpwuid\(\): ", ALONE),
    (r"PermissionError: ", CLOSED),
]


def meaning(answer: Answer) -> str:
    """Return what an exception means; empty where nothing is known of it."""
    place = answer.traceback.rpartition("\n")[2]
    return explained(f"{answer.kind}: {answer.text}", place)


def explained(message: str, place: str = "") -> str:
    """
    Return what Python's message means, its kind before it; empty if unknown.

    `place` is the line of the file from which it comes, if that is known.
    """
    for pattern, hint in MESSAGES:
        if found := re.match(pattern, message):
            named = found.groupdict()
            if hint is LOCAL and re.search(rf"(?<![\w.]){named['name']}\s*\(", place):
                hint = FUNCTION
            return hint.format(**named)
    return ""
