"""What Python's own messages mean to somebody who writes such a file."""

import re

from noughts.checker.answers import Answer

NONE = (
    "Something is None there: see which function returned it, and whether each of its "
    "branches ends in a `return`."
)
PAIR = (
    "A pair of value and action stands there where one of the two is expected: take it "
    "apart first, `value, action = ...`."
)
NUMBER = (
    "A number stands there where a board or a pair is expected: look at what the "
    "function returns that was called."
)
MANY = "A call gives other arguments there than the function takes: see its `def`."
LOCAL = (
    "`{name}` has no value yet in that line: give it one before the loop or the branch."
)
FUNCTION = (
    "`{name}` is a function of Python, but here it is the name of a variable: call the "
    "variable something else."
)
ALONE = (
    "No other file, program or connection is there while the file is judged, as in an "
    "empty folder: the board is all that an answer may need."
)
CLOSED = (
    "Where a file is judged it can open no other file, and start no program, process "
    "or connection, not even those by which `asyncio` and `multiprocessing` work: the "
    "board is all that an answer may need."
)
IMPORT = "The module `{name}` is not imported: do that at the top of the file."

# By kind and text of a message, the first that fits; `{name}` is what it names.
MESSAGES = [
    (r"UnboundLocalError: .*'(?P<name>max|min|sum|len|set|list)'", FUNCTION),
    (r"UnboundLocalError: .*'(?P<name>\w+)'", LOCAL),
    (r"NameError: name '(?P<name>math|copy|random)' is not", IMPORT),
    (
        r"NameError: name '(?P<name>\w+)' is not",
        "Nothing is called `{name}` there: see how it is spelled, and where it is "
        "made.",
    ),
    (
        r"TypeError: unhashable type: 'list'",
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
    (r"TypeError: '[<>]=?' not supported between .*'tuple'", PAIR),
    (r"TypeError: .*'(int|float)' object is not (subscriptable|iterable)", NUMBER),
    (r"TypeError: cannot unpack non-iterable (int|float)", NUMBER),
    (
        r"TypeError: '\w+' object is not callable",
        "What is called there is not a function: a variable has taken its name.",
    ),
    (r"TypeError: .*(missing \d|takes (\d|exactly|from|no))", MANY),
    (
        r"AttributeError: '(dict|list|tuple)' object has no attribute 'add'",
        "Only a set has `add`, and an empty set is written `set()`.",
    ),
    (
        r"AttributeError: 'set' object has no attribute 'append'",
        "A set has no order, so what is put into it is not appended: use `add`.",
    ),
    (
        r"AttributeError: module 'math' has no attribute",
        "Infinity is written `math.inf`, in small letters.",
    ),
    (
        r"IndexError: ",
        "No row or column has that number: they go from 0 to 2, as in `range(3)`.",
    ),
    (
        r"ValueError: (max|min)\(\)",
        "There is nothing left to choose from: where the game is over, return first.",
    ),
    (
        r"ValueError: (not enough|too many) values to unpack",
        "There are not as many names on the left as values on the right.",
    ),
    (r"FileNotFoundError: ", ALONE),
    (r"PermissionError: ", CLOSED),
]


def meaning(answer: Answer) -> str:
    """Return what an exception means; empty where nothing is known of it."""
    message = f"{answer.kind}: {answer.text}"
    for pattern, hint in MESSAGES:
        if found := re.match(pattern, message):
            return hint.format(**found.groupdict())
    return ""
