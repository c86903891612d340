"""A name means one thing in the whole package."""

import re
from collections import defaultdict
from functools import cache

from conftest import ROOT

from noughts.cli.parser import COMMANDS

PACKAGE = ROOT / "noughts"
FILES = sorted(PACKAGE.rglob("*.py"))

# Types that share a name because one of them must not import the other.
TYPES = {
    "Needs": "the verifier shares no code with the solver",
}
TYPE = re.compile(r"^(?:(class) )?([A-Z]\w*)(?(1)\b| = )", re.MULTILINE)


def shared(places):
    """Return the names defined in more than one file."""
    return {name: paths for name, paths in places.items() if len(paths) > 1}


@cache
def text_of(path):
    return path.read_text("utf-8")


def module_name(path):
    return path.parent.name if path.stem == "__init__" else path.stem


def types_in(path):
    """Yield the public classes and type aliases of a module."""
    for kind, name in TYPE.findall(text_of(path)):
        if kind or not name.isupper():
            yield name


def test_no_two_modules_share_a_name():
    """The file of a command may share a name with the package it runs."""
    commands = {name.replace("-", "_") for name in COMMANDS}
    places = defaultdict(list)
    for path in FILES:
        is_command = path.parent.name == "cli" and path.stem in commands
        if path.stem != "__main__" and not is_command:
            places[module_name(path)].append(path)
    assert not shared(places)


def test_no_two_types_share_a_name():
    places = defaultdict(list)
    for path in FILES:
        for name in types_in(path):
            places[name].append(path)
    assert shared(places).keys() == TYPES.keys(), shared(places)
