"""The rubric: how many points each check gives; data that a teacher can change."""

import math
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any

from noughts.checker import style
from noughts.checker.asking import Effort
from noughts.checker.checks import PROMISES
from noughts.checker.games import SIDES
from noughts.checker.record import ALPHABETA, Item, Section
from noughts.contract import PARAMETERS
from noughts.text import NONSENSE, clean, clean_line, toml_data
from noughts.words import Refused, words
from noughts.words.said import Said, quoted

DEFAULT = "hundred"
MOST_POINTS = 1_000_000  # of a check: what is beyond sums up to no number at all
PATIENCE = Effort.answer  # seconds that a move may take at most
CHECKS = [
    *(promise.name for promise in PROMISES),
    *SIDES,
    "contract.names",
    "contract.signatures",
    "contract.imports",
    *(f"style.{name}" for name in style.GROUPS),
    ALPHABETA,
]


def titled(title: str) -> Said:
    """Return a title: in every language where it is one of ours, else as it is."""
    key = f"titles.{title}"
    return Said(key) if key in words() else quoted(title)


@dataclass(frozen=True)
class Rubric:
    """Sections of a grade, each with the points of its checks, and what else counts."""

    title: Said
    sections: tuple[Section, ...]  # with all points still to be earned
    sentences: tuple[tuple[str, str], ...] = ()  # in place of ours, by check
    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()  # ruff's, by group of style
    line_length: int = style.LINE_LENGTH
    seconds_per_move: float = math.inf
    bonus_needs_evidence: bool = True

    @property
    def groups(self) -> style.Groups:
        """Return the groups of style rules: ours, and those that this rubric sets."""
        both = {**style.GROUPS, **dict(self.rules)}
        return {name: codes for name, codes in both.items() if codes}

    def of(self, functions: Collection[str], styled: bool = True) -> "Rubric":
        """
        Return what counts where these functions are checked; if all are, it all.

        `styled` is whether anybody looks at the style.
        """
        every = set(functions) >= PARAMETERS.keys()

        def counts(item: Item) -> bool:
            about = item.check.partition(".")[0]
            return (styled or about != "style") if every else about in functions

        sections = list[Section]()
        for each in self.sections:
            if items := [*filter(counts, each.items)]:
                sections.append(replace(each, items=tuple(items)))
        return replace(self, sections=tuple(sections))

    @property
    def judging(self) -> tuple[Any, ...]:
        """What of a rubric a file must be judged by; all else only counts."""
        return self.rules, self.line_length, self.seconds_per_move

    def gives(self, check: str) -> bool:
        """Return whether a check is worth any points."""
        items = [item for section in self.sections for item in section.items]
        return any(item.check == check and item.maximum for item in items)


def shipped() -> list[str]:
    """Return the names of the rubrics that come along."""
    folder = files("noughts.checker") / "rubrics"
    return sorted(
        file.name.removesuffix(".toml")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    )


def text_of(name: str) -> str:
    """Return the text of a rubric that comes along."""
    return (files("noughts.checker") / "rubrics" / f"{name}.toml").read_text("utf-8")


def load(name: str | Path = DEFAULT) -> Rubric:
    """Return a rubric of ours by its name, or one from a file."""
    if str(name) in shipped():
        return parse(text_of(str(name)), str(name))
    from noughts.files import (
        read,  # a browser, where the judge runs too, has no such thing
    )

    try:
        return parse(read(Path(name)).decode("utf-8-sig"), str(name))
    except FileNotFoundError:
        parts = {"path": name, "names": ", ".join(shipped())}
        raise suggest(str(name), shipped(), "refusal.no_rubric", **parts) from None
    except UnicodeDecodeError as error:
        raise Refused("refusal.not_text", path=name, why=error.reason) from error
    except OSError as error:
        raise Refused("refusal.no_read", path=name, why=error.strerror) from error


TOP = {
    "title",
    "section",
    "sentences",
    "style",
    "seconds_per_move",
    "bonus_needs_evidence",
}


def parse(text: str, name: str) -> Rubric:
    """Return the rubric that a text in TOML describes."""
    try:
        data = toml_data(text)
    except NONSENSE as error:
        raise Refused("refusal.not_toml", path=name, why=error) from error
    place = Location(text)
    try:
        return _rubric(data, place)
    except MistakeError as mistake:
        what, why = mistake.what, mistake.why
        parts = {"path": name, "line": place.line_of(what), "what": what}
        raise Refused("refusal.at_line", why=why, **parts) from None


def _rubric(data: dict[str, Any], place: "Location") -> Rubric:
    for key in data.keys() - TOP:
        raise MistakeError(key, suggest(key, TOP, "refusal.rubric_setting"))
    title = titled(_title(data, "refusal.rubric_title"))
    sections = data.get("section")
    tables = isinstance(sections, list) and all(isinstance(s, dict) for s in sections)
    if not sections or not tables:
        raise MistakeError("section", Refused("refusal.rubric_sections"))
    place.enter("[style]")
    groups, line_length = _style(data.get("style", {}))
    known = Rubric(title, (), rules=groups).groups
    checks = [each for each in CHECKS if not each.startswith("style.")]
    checks += [f"style.{group}" for group in known]
    seen = set[str]()
    read = list[Section]()
    for number, section in enumerate(sections):
        place.enter("[[section]]", number)
        each = _section(section, seen, checks)
        if any(each.title == other.title for other in read):
            value = repr(str(each.title))
            same = Refused("refusal.rubric_same_title", value=value)
            raise MistakeError("title", same)
        read.append(each)
    place.enter("[sentences]")
    sentences = tuple(_sentences(data.get("sentences", {}), checks))
    place.enter("")
    seconds, needs = _seconds(data), _flag(data, "bonus_needs_evidence", True)
    return Rubric(title, tuple(read), sentences, groups, line_length, seconds, needs)


def _title(data: dict[str, Any], key: str) -> str:
    title = data.get("title")
    if not isinstance(title, str) or not title:
        raise MistakeError("title", Refused(key))
    return clean_line(title)


def _flag(data: dict[str, Any], name: str, default: bool) -> bool:
    flag = data.get(name, default)
    if type(flag) is not bool:
        raise MistakeError(name, Refused("refusal.rubric_yes_no", value=repr(flag)))
    return flag


def _seconds(data: dict[str, Any]) -> float:
    """Return how long a move may take: no longer than the checker waits for one."""
    seconds: float = data.get("seconds_per_move", math.inf)
    number = type(seconds) in (int, float)
    if number and (0 < seconds <= PATIENCE or seconds == math.inf):
        return seconds
    limits = {"most": f"{PATIENCE:g}", "value": repr(seconds)}
    raise MistakeError("seconds_per_move", Refused("refusal.rubric_seconds", **limits))


class MistakeError(Exception):
    """What is wrong in a rubric, and why."""

    def __init__(self, what: str, why: Refused) -> None:
        self.what, self.why = what, why


@dataclass
class Location:
    """Where in a rubric's text the reader is, so that a mistake's line is found."""

    text: str
    head: str = ""
    number: int = 0

    def enter(self, head: str, number: int = 0) -> None:
        """Go to the table with this head: the first, the second ... of its kind."""
        self.head, self.number = head, number

    def line_of(self, what: str) -> int:
        """Return the line of a word in its table; else where the table begins."""
        lines = [line.partition("#")[0].strip() for line in self.text.splitlines()]
        first, end = 0, len(lines)
        heads = [n for n, line in enumerate(lines) if line == self.head]
        if self.head and self.number < len(heads):
            first = heads[self.number]
            tables = (n for n in range(first + 1, end) if _opens(lines[n], self.head))
            end = next(tables, end)
        word = re.compile(rf"\b{re.escape(what.rpartition('.')[2])}\b")
        found = (n for n in range(first, end) if word.search(lines[n]))
        return next(found, first) + 1


def _opens(line: str, head: str) -> bool:
    """Return whether a line opens a table that is not part of the one before."""
    return line.startswith("[") and not line.startswith(f"[{head.strip('[]')}.")


def suggest(given: str, known: Iterable[str], key: str, **parts: object) -> Refused:
    """Return a refusal that suggests a similar name, if there is one."""
    why, close = Refused(key, **parts), get_close_matches(given, list(known))
    return Refused("refusal.near", why=why, close=close[0]) if close else why


SECTION = ("title", "bonus", "checks")


def _section(data: dict[str, Any], seen: set[str], known: list[str]) -> Section:
    """Return a section with its points; each check may be seen once."""
    for key in data.keys() - set(SECTION):
        raise MistakeError(key, suggest(key, SECTION, "refusal.rubric_section_has"))
    title = _title(data, "refusal.rubric_section_title")
    bonus = _flag(data, "bonus", False)
    checks = data.get("checks")
    if not isinstance(checks, dict) or not checks:
        raise MistakeError("checks", Refused("refusal.rubric_section_checks"))
    return Section(titled(title), bonus, tuple(_items(checks, seen, known)))


def _items(checks: dict[str, Any], seen: set[str], known: list[str]) -> Iterator[Item]:
    for check, points in _flattened(checks):
        _refuse_unknown(check, known)
        if check in seen:
            raise MistakeError(check, Refused("refusal.rubric_twice"))
        if type(points) not in (int, float) or not 0 <= points <= MOST_POINTS:
            why = Refused("refusal.rubric_points", value=f"{points!r:.80}")
            raise MistakeError(check, why)
        seen.add(check)
        yield Item(check, points, points)


def _refuse_unknown(check: str, known: list[str]) -> None:
    if check not in known:
        why = suggest(check, known, "refusal.rubric_check")
        if why.key == "refusal.rubric_check":
            why = Refused("refusal.there_are", why=why, names=", ".join(known))
        raise MistakeError(check, why)


def _sentences(data: Any, known: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the teacher's own sentence for each check."""
    if not isinstance(data, dict):
        example = '[sentences] player.turn = "..."'
        raise MistakeError(
            "sentences", Refused("refusal.rubric_table", example=example)
        )
    for check, sentence in _flattened(data):
        _refuse_unknown(check, known)
        if not isinstance(sentence, str) or not sentence.strip():
            why = Refused("refusal.rubric_sentence", value=repr(sentence))
            raise MistakeError(check, why)
        yield check, clean(sentence, len(sentence))


def _style(data: Any) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], int]:
    """Return the groups of ruff's rules that a rubric sets, and the longest line."""
    if not isinstance(data, dict):
        example = '[style] docstrings = ["D103"]'
        raise MistakeError("style", Refused("refusal.rubric_table", example=example))
    line_length = data.get("line_length", style.LINE_LENGTH)
    if type(line_length) is not int or not 1 <= line_length <= 320:
        limits = {"most": 320, "value": repr(line_length)}
        raise MistakeError("line_length", Refused("refusal.rubric_length", **limits))
    groups = {name: codes for name, codes in data.items() if name != "line_length"}
    for name, codes in groups.items():
        if not isinstance(codes, list) or not all(map(_is_code, codes)):
            parts = {"example": '["N8", "E501"]', "value": repr(codes)}
            raise MistakeError(name, Refused("refusal.rubric_rules", **parts))
    for name, codes in groups.items():
        for code in style.unknown(codes) if codes else ():
            raise MistakeError(name, Refused("refusal.rubric_rule", value=repr(code)))
    return tuple((name, tuple(codes)) for name, codes in groups.items()), line_length


def _is_code(code: Any) -> bool:
    return isinstance(code, str) and bool(re.fullmatch(r"[A-Z]{1,6}\d{0,4}", code))


def _flattened(checks: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield name and points: TOML reads `player.turn = 8` as a table in a table."""
    for name, points in checks.items():
        if isinstance(points, dict):
            yield from ((f"{name}.{rest}", each) for rest, each in points.items())
        else:
            yield name, points
