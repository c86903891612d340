"""Hints: what a student should look at, for each kind of wrong answer."""

import re
import sys
from typing import Any

from noughts.checker.answers import Answer, said_of
from noughts.checker.asking import UnjudgedError
from noughts.checker.checks import CHECK_RULES, INVALID, CheckRule
from noughts.checker.record import NOTHING
from noughts.game.contract import LARGEST_NOTEBOOK
from noughts.texts.said import Said

# Checks whose own hint says more about None than the general one.
NONE_HINTED = {p.name for p in CHECK_RULES if p.function == "winner"} | {
    "minimax.legal"
}
# All that these can answer.
POSSIBLE: dict[str, tuple[Any, ...]] = {
    "player": ("X", "O"),
    "winner": ("X", "O", None),
    "terminal": (True, False),
    "utility": (1, 0, -1),
}


def hint_for(rule: CheckRule, answer: Answer) -> Said:
    """Return the hint for a wrong answer."""
    function = rule.function

    def hint(name: str, **parts: str) -> Said:
        return Said(f"hint.{name}", **parts)

    if answer.unwritten:
        return hint("unwritten", function=function)
    if answer.what == "ends":
        return hint("leaves", kind=answer.kind)
    if answer.no_answer:
        return hint("late" if answer.is_late else "ends", function=function)
    if answer.kind in ("generator", "coroutine"):
        return hint("lazy", function=function, kind=answer.kind)
    if rule.name == INVALID:
        return rule.hint
    if answer.kind == "RecursionError":
        endless = hint("endless")
        return endless if function == "minimax" else hint("circle", function=function)
    if answer.raised:
        named = hint("raised", function=function) if answer.traceback else NOTHING
        return meaning(answer) or named
    if answer.what == "none" and rule.name not in NONE_HINTED:
        return hint("nothing", function=function)
    possible = POSSIBLE.get(function, ())
    texts = [*map(str, possible)]
    if answer.kind == "str" and (answer.text[1:-1] in texts or not possible):
        return hint("text", function=function)
    if rule.name == "minimax.optimal" and answer.cell is None:
        return hint("no_cell")
    if possible and answer.said not in map(said_of, possible):
        return hint("other", function=function, answers=", ".join(texts))
    return rule.hint


# --- Files that cannot be loaded --------------------------------------------

PYTHON = "{}.{}".format(*sys.version_info)
# Parts of Python's messages, and our advice.
ADVICE = {
    "codec can't decode": "encoding",
    "recursion depth exceeded during compilation": "too_deep",
    "MemoryError": "memory",
    "too complex to parse": "too_deep",  # since Python 3.12
    "ImportError: cannot import name ": "no_name",
    "EOFError": "top",
    "SystemExit": "top",
}


def advice_for(refusal: UnjudgedError) -> Said:
    """Return the advice for a file that could not be judged."""
    obstacle, why = refusal.obstacle, str(refusal.parts.get("why", ""))
    advice = next((ADVICE[part] for part in ADVICE if part in why), "")
    if advice == "memory" and obstacle == "no_syntax":
        advice = "too_deep"
    if obstacle == "too_large" and refusal.parts["n"] == LARGEST_NOTEBOOK:
        advice = "outputs"
    elif obstacle in ("too_large", "no_cells", "not_text"):
        advice = obstacle
    if not advice and obstacle == "no_syntax":
        return Said("repair.no_syntax", version=PYTHON)
    if not advice and obstacle == "no_import":
        return explained(why) or Said("repair.import")
    return Said(f"repair.{advice or 'top'}")


# --- Python's own messages --------------------------------------------------

MODULES = "math|copy|random|sys|time|itertools|functools|collections|typing|enum"
TYPES = "List|Tuple|Set|Dict|Optional|Union|Any|Callable|Literal|NamedTuple"
NUMBERS = "'(int|float)'"

# Patterns of Python's messages and our hints; the first that fits counts.
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
    (r"PermissionError: ", "closed"),
    (r"\w+: \[Errno ", "alone"),
]


def meaning(answer: Answer) -> Said:
    """Return what an exception means, or NOTHING."""
    place = answer.traceback.rpartition("\n")[2]
    return explained(f"{answer.kind}: {answer.text}", place)


def explained(message: str, place: str = "") -> Said:
    """Return what Python's message means; `place` is the line that raised it."""
    for pattern, hint in MESSAGES:
        if found := re.match(pattern, message):
            name = found.groupdict().get("name", "")
            if hint == "local" and re.search(rf"(?<![\w.]){name}\s*\(", place):
                hint = "function"
            return Said(f"python.{hint}", **({"name": name} if name else {}))
    return NOTHING
