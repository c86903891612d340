"""What Python's own messages mean to somebody who writes such a file."""

import re

from noughts.checker.answers import Answer
from noughts.words.said import Said

MODULES = "math|copy|random|sys|time|itertools|functools|collections|typing|enum"
TYPES = "List|Tuple|Set|Dict|Optional|Union|Any|Callable|Literal|NamedTuple"
NUMBERS = "'(int|float)'"

# By kind and text of a message, the first that fits; `{name}` is what it names.
MESSAGES = [
    (r"UnboundLocalError: .*'(?P<name>\w+)'", "local"),
    (rf"NameError: name '(?P<name>{MODULES})' is not", "module"),
    (rf"NameError: name '(?P<name>{TYPES})' is not", "typing"),
    (r"NameError: name '(?P<name>\w+)' is not", "name"),
    (r"TypeError: .*unhashable type: 'list'", "unhashable"),
    (r"TypeError: 'set' object is not subscriptable", "set_index"),
    (r"TypeError: list indices must be integers or slices, not tuple", "tuple_index"),
    (r"(TypeError|AttributeError): .*NoneType", "none"),
    (
        rf"TypeError: '[<>]=?' not supported .*({NUMBERS} and 'tuple'|'tuple' and "
        rf"{NUMBERS})",
        "pair",
    ),
    (rf"TypeError: .*{NUMBERS} object is not iterable", "several"),
    (rf"TypeError: .*{NUMBERS} object is not subscriptable", "number"),
    (r"TypeError: cannot unpack non-iterable (int|float)", "number"),
    (r"TypeError: '\w+' object is not callable", "call"),
    (r"TypeError: exceptions must derive from BaseException", "raise"),
    (r"TypeError: set\.add\(\) takes exactly one", "add_pair"),
    (r"TypeError: .*(missing \d|takes (\d|exactly|from|no))", "arguments"),
    (r"TypeError: .* got (an unexpected|multiple values for) ", "arguments"),
    (r"AttributeError: '(dict|list|tuple)' object has no attribute 'add'", "add"),
    (r"AttributeError: 'set' object has no attribute 'append'", "append"),
    (r"AttributeError: module 'math' has no attribute '[Ii][Nn][Ff]", "infinity"),
    (r"AttributeError: module '(?P<name>\w+)' has no attribute", "attribute"),
    (
        r"IndexError: (list|tuple|string|pop)( assignment)? index out of range",
        "index",
    ),
    (r"(IndexError|KeyError): .?(pop|Cannot choose) from (an )?empty", "no_choice"),
    (r"ValueError: (max\(\)|min\(\)|empty range (for|in) randrange)", "no_choice"),
    (r"StopIteration: $", "no_choice"),
    (r"ValueError: (not enough|too many) values to unpack", "unpack"),
    (r"ModuleNotFoundError: ", "library"),
    (r"(FileNotFound|ZoneInfoNotFound)Error: ", "alone"),
    (r"OSError: (source code not available|could not get source)", "alone"),
    (r"RuntimeError: Could not determine home directory", "alone"),
    (r"KeyError: .*getpwuid\(\): ", "alone"),
    (r"PermissionError: ", "closed"),
]


def meaning(answer: Answer) -> Said:
    """Return what an exception means; nothing where that is not known."""
    place = answer.traceback.rpartition("\n")[2]
    return explained(f"{answer.kind}: {answer.text}", place)


def explained(message: str, place: str = "") -> Said:
    """
    Return what Python's message means, its kind before it; nothing if unknown.

    `place` is the line of the file from which it comes, if that is known.
    """
    for pattern, hint in MESSAGES:
        if found := re.match(pattern, message):
            name = found.groupdict().get("name", "")
            if hint == "local" and re.search(rf"(?<![\w.]){name}\s*\(", place):
                hint = "function"
            return Said(f"python.{hint}", **({"name": name} if name else {}))
    return Said()
