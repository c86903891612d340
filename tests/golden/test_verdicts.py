"""All that the judge asks and finds in variations of a few engines, as facts."""

import json
import tomllib
from dataclasses import fields, is_dataclass
from itertools import groupby

import pytest
from conftest import ENGINES
from helpers.golden import HERE, compare
from helpers.in_process import ask_replayed
from helpers.only import only

from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.record import JSON_NAMES, Check, Move, from_json
from noughts.checker.reports import console, junit
from noughts.checker.rubric import apply, load
from noughts.game.contract import FUNCTIONS
from noughts.texts import Words, said
from noughts.texts.said import Said

FOLDER = HERE / "verdicts"
FILES = tomllib.loads((FOLDER / "files.toml").read_text("utf-8"))
LEFT_OUT = {"file", "digest", "version", "rubric", "sections", "sentence", "title"}


def source_of(functions, engine="remembering.py", change=(), code="", **_):
    text = (ENGINES / engine).read_text("utf-8")
    for old, new in change:
        assert old in text, old
        text = text.replace(old, new)
    text = f"{text}\n{code}"
    return text if functions == FUNCTIONS else only(text, functions)


def outline(value, name, depth=0):
    """Yield a part of a record as lines, without sentences and default values."""
    if isinstance(value, tuple) and any(map(is_dataclass, value)):
        for each in value:
            yield from outline(each, name, depth)
    elif is_dataclass(value) and not isinstance(value, Move):
        head, shown = name, []
        if isinstance(value, Check):
            head = f"{value.status} {value.name}: {value.failing} of {value.asked}"
            shown = ["name", "status", "failing", "asked"]
        yield f"{'  ' * depth}{head}"
        for each in fields(value):
            part = getattr(value, each.name)
            if each.name == "traceback":  # the last call; others depend on the Python
                part = "\n".join(part.split("\n")[-2:])
            if part != each.default and each.name not in [*shown, *LEFT_OUT]:
                name = JSON_NAMES.get(each.name, each.name)
                yield from outline(part, name, depth + 1)
    else:
        yield f"{'  ' * depth}{name}: {text_of(value)}"


def text_of(value):
    match value:
        case Said(key=key) if key:
            return f"{key} {value.fact[1] or ''}".rstrip()
        case Move():
            return f"{value.mark} {value.action} {value.board}"
        case tuple():
            return ", ".join(map(text_of, value))
    return str(value).replace("\n", " / ")


class Keys(Words):
    """A language whose sentences are their keys and parts."""

    def __call__(self, key, /, **parts):
        if not key or key == "number.marks":
            return super().__call__(key, **parts)
        return " ".join([key, *(f"{n}={self._part(n, parts[n])}" for n in parts)])


KEYS = Keys("en")


def reports(record, monkeypatch):
    """Yield the reports, with keys for sentences."""
    for module in (said, console, junit):
        monkeypatch.setattr(module, "words", lambda language: KEYS)
    yield console.report(record)
    coloured = console.report(record, colour=True, width=50, path="my file.py")
    yield coloured.replace("\x1b", "ESC")
    yield console.quiet(record)
    yield junit.report(record)


def request_line(asked, source):
    """Return a request as a line: how much is asked, and all that is not as usual."""
    usual, setup = asked._field_defaults, asked.setup
    more = {n: getattr(asked, n) for n in usual if getattr(asked, n) != usual[n]}
    more |= {n: " ".join(setup[n]) for n in ("right", "known") if setup.get(n)}
    more |= {"constants": True} if setup.get("constants") else {}
    more |= {"cells": setup["cells"]} if setup.get("cells", "set") != "set" else {}
    more |= {"changed": True} if asked.source != source else {}
    told = "".join(f", {name}: {more[name]}" for name in more)
    first, last = asked.questions[0], asked.questions[-1]
    which = f" from {first} to {last}" if isinstance(first, str) else ""
    return f"  asked {asked.function}, {len(asked.questions)}{which}{told}"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(n, marks=[pytest.mark.ci] * ("ci" in row))
        for n, row in FILES.items()
    ],
)
def test_the_same_is_asked_and_found_as_before(name, update_golden, monkeypatch):
    row = FILES[name]
    functions = (
        tuple(f for f in FUNCTIONS if f in row["functions"].split()) or FUNCTIONS
    )
    source, asked = source_of(**row | {"functions": functions}), []

    def driver(ask):
        asked.append(request_line(ask, source))
        return ask_replayed(ask)

    talk = judge(source.encode(), "tictactoe.py", functions, remarks=[])
    record = apply(load(), converse(talk, driver))
    assert from_json(json.loads(record.to_json())) == record
    told = outline(record, f"{record.points} of {record.maximum} points")
    lines = [*asked, *told, *(reports(record, monkeypatch) if "reports" in row else ())]
    alike = ((line, len([*each])) for line, each in groupby(lines))
    text = "".join(
        f"{each} ({n} times)\n" if n > 1 else f"{each}\n" for each, n in alike
    )
    compare(FOLDER / f"{name}.txt", text, update_golden)
