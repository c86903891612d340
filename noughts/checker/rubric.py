"""The rubric: how many points each check gives; data that a teacher can change."""

import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from noughts.checker.checks import PROMISES
from noughts.checker.evidence import ALPHABETA
from noughts.checker.games import SIDES
from noughts.checker.record import Check, Item, Section, Status
from noughts.checker.style import GROUPS

DEFAULT = "hundred"
EARNED: set[Status] = {"passed", "excused", "unjudged"}
CHECKS = [
    *(promise.name for promise in PROMISES),
    *(f"minimax.{name}" for name in SIDES),
    "contract.names",
    "contract.signatures",
    "contract.imports",
    *(f"style.{name}" for name in GROUPS),
    ALPHABETA,
]


class RubricError(ValueError):
    """The rubric cannot be used; the message names the line and what is wrong."""


@dataclass(frozen=True)
class Rubric:
    """Sections of a grade, each with the points of its checks."""

    title: str
    sections: tuple[Section, ...]  # with all points still to be earned


def shipped() -> list[str]:
    """Return the names of the rubrics that come along."""
    folder = files("noughts.checker") / "rubrics"
    return sorted(
        file.name.removesuffix(".toml")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    )


def load(name: str | Path = DEFAULT) -> Rubric:
    """Return a rubric of ours by its name, or one from a file."""
    if str(name) in shipped():
        text = (files("noughts.checker") / "rubrics" / f"{name}.toml").read_text(
            "utf-8"
        )
        return parse(text, str(name))
    try:
        return parse(Path(name).read_text("utf-8"), str(name))
    except FileNotFoundError:
        names = ", ".join(shipped())
        raise RubricError(
            f"{name}: there is no such rubric: a file, or one of {names}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise RubricError(f"{name}: cannot be read: {error}") from error


def parse(text: str, name: str) -> Rubric:
    """Return the rubric that a text in TOML describes."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RubricError(f"{name}: not TOML: {error}") from error

    for key in data.keys() - {"title", "section"}:
        raise _refusal(name, text, key, "only `title` and [[section]] belong here")
    title, sections = data.get("title"), data.get("section")
    if not isinstance(title, str) or not title:
        raise _refusal(name, text, "title", "a rubric needs a title, a text")
    tables = isinstance(sections, list) and all(isinstance(s, dict) for s in sections)
    if not sections or not tables:
        raise _refusal(name, text, "section", "a rubric needs sections: [[section]]")
    seen = set[str]()
    read = list[Section]()
    for number, section in enumerate(sections):
        try:
            read.append(_section(section, seen))
        except MistakeError as mistake:
            what, why = mistake.args
            raise _refusal(name, text, what, why, number) from None
    return Rubric(title, tuple(read))


class MistakeError(Exception):
    """What is wrong in a section, and why."""


def _section(data: dict[str, Any], seen: set[str]) -> Section:
    """Return a section with its points; each check may be seen once."""
    for key in data.keys() - {"title", "bonus", "checks"}:
        raise MistakeError(
            key, "a section has a title, checks, and perhaps bonus = true"
        )
    title, bonus, checks = (
        data.get("title"),
        data.get("bonus", False),
        data.get("checks"),
    )
    if not isinstance(title, str) or not title:
        raise MistakeError("title", "a section needs a title, a text")
    if type(bonus) is not bool:
        raise MistakeError("bonus", f"true or false, not {bonus!r}")
    if not isinstance(checks, dict) or not checks:
        raise MistakeError("checks", "a section needs checks: { player.turn = 8, ... }")
    return Section(title, bonus, tuple(_items(checks, seen)))


def _items(checks: dict[str, Any], seen: set[str]) -> Iterator[Item]:
    for check, points in _flattened(checks):
        if check not in CHECKS:
            raise MistakeError(check, f"no such check; there are {', '.join(CHECKS)}")
        if check in seen:
            raise MistakeError(check, "has been given points before")
        if type(points) not in (int, float) or not 0 <= points < math.inf:
            raise MistakeError(check, f"points are a number from 0 up, not {points!r}")
        seen.add(check)
        yield Item(check, points, points)


def _refusal(
    name: str, text: str, what: str, why: str, section: int | None = None
) -> RubricError:
    line = _line_of(text, what, section)
    return RubricError(f"{name}, line {line}: {what}: {why}")


def _line_of(text: str, what: str, section: int | None) -> int:
    """Return the line of a word in its section; else where the section begins."""
    lines = [line.partition("#")[0] for line in text.splitlines()]
    heads = [n for n, line in enumerate(lines) if line.strip() == "[[section]]"]
    first, end = 0, len(lines)
    if section is not None and section < len(heads):
        first, end = heads[section], [*heads, end][section + 1]
    word = re.compile(rf"\b{re.escape(what.rpartition('.')[2])}\b")
    found = (n for n in range(first, end) if word.search(lines[n]))
    return next(found, first) + 1


def _flattened(checks: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield name and points: TOML reads `player.turn = 8` as a table in a table."""
    for name, points in checks.items():
        if isinstance(points, dict):
            yield from ((f"{name}.{rest}", each) for rest, each in points.items())
        else:
            yield name, points


def grade(
    rubric: Rubric, checks: Iterable[Check], refused: bool
) -> tuple[Section, ...]:
    """
    Return the sections with the points that were earned.

    Where some functions only were checked, only their points count. What we could not
    judge costs nothing; a bonus has to be earned.
    """
    statuses = {check.name: check.status for check in checks}

    def earned(item: Item, bonus: bool) -> float:
        status = statuses.get(item.check, "failed")
        return (
            item.maximum if status in EARNED - ({"unjudged"} if bonus else set()) else 0
        )

    graded = list[Section]()
    for section in rubric.sections:
        items = tuple(
            Item(item.check, earned(item, section.bonus), item.maximum)
            for item in section.items
            if refused or item.check in statuses
        )
        if items:
            graded.append(Section(section.title, section.bonus, items))
    return tuple(graded)
