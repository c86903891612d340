"""What is done first: right functions in their places, and who asks the others."""

from __future__ import annotations

import sys

from noughts.checker.extension.asker import Asker
from noughts.checker.extension.remembering import remember
from noughts.checker.extension.values import (
    FunctionType,
    MethodType,
    one_of,
    shortly,
)
from noughts.sandbox.native import attributes, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from noughts.checker.extension.values import Function

SETUP: dict[str, Any] = {
    "contract": [],  # the names that every file is to have
    "marks": ["X", "O", None],  # those that the file is asked in
    "constants": False,  # whether its X, O and EMPTY are replaced by these
    "actions": [],  # what `result` is asked on every board
    "remembered": [],  # pure functions, by name
    "right": {},  # sources of functions to be put in place of wrong ones
    "cells": "set",  # the type in which the file lists cells
}


def install(module: ModuleType, register: Function) -> None:
    """Put right functions in their places, let others remember, and take questions."""
    names = vars(module)
    marks = dict(zip(("X", "O", "EMPTY"), SETUP["marks"], strict=True))
    if SETUP["constants"]:
        names.update(marks)
    kinds = {"list": list, "tuple": tuple, "frozenset": frozenset}
    scope = {**marks, "CELLS": kinds.get(SETUP["cells"], set), "Any": object}
    for name, text in SETUP["right"].items():
        exec(text, scope)
        stand_in(names.get(name), scope[name])
        names[name] = scope[name]
    for name in SETUP["remembered"]:
        if name not in SETUP["right"]:
            remember(names.get(name))
    asker = Asker(names, SETUP["marks"], SETUP["actions"])
    register("many", asker.many)
    register("plain", asker.plain)
    register("survey", lambda: survey(names))


STANDING_IN = """
def stands_in(*noughts_given, **noughts_named):
    noughts_right = "@right@"
    noughts_more = len(noughts_given) + len(noughts_named) - "@count@"
    return noughts_right(*noughts_given[noughts_more:], **noughts_named)
"""


def stand_in(function: Any, right: Any) -> None:
    """
    Let a function answer as the right one, wherever else the file keeps it.

    In a table, under another name, in a module of its own: it is the very same object
    with other code inside. Of a method, the last arguments are those of the contract.
    """
    if type(function) is MethodType:
        function = function.__func__
    if type(function) is not FunctionType or is_pythons(function):
        return
    scope: dict[str, Any] = {}
    exec(compile(STANDING_IN, "<right>", "exec"), scope)
    code = scope["stands_in"].__code__
    things = {"@right@": right, "@count@": right.__code__.co_argcount}
    consts = tuple(things.get(c, c) if type(c) is str else c for c in code.co_consts)
    function.__code__ = code.replace(
        co_consts=consts, co_freevars=function.__code__.co_freevars
    )


def is_pythons(function: Any) -> bool:
    """Return whether a function is of Python's own library, which others use, too."""
    home = str(function.__globals__.get("__name__", ""))
    return home.partition(".")[0] in sys.stdlib_module_names


def survey(names: dict[str, Any]) -> list[Any]:
    """
    Return the marks of the file, and what can be called.

    Of each mark: what it is, whether it is plain, whether its type is the file's own.
    """
    marks, names = {}, {**names, **attributes(names, SETUP["contract"])}
    for name in ("X", "O", "EMPTY"):
        if name in names:
            value = native(names[name])
            plain = one_of(type(value), (str, int, bool, type(None)))
            marks[name] = [
                value if plain and len(repr(value)) < 20 else shortly(value),
                plain,
                value is not names[name],
            ]
    return [
        marks,
        [
            name
            for name, value in names.items()
            if type(name) is str and callable(value)
        ],
    ]
