"""The rubric: how many points each check gives; data that a teacher can change."""

import math
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

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


TOP = ["title", "section", "sentences", "style"]
TOP += ["seconds_per_move", "bonus_needs_evidence"]
SECTION = ["title", "bonus", "checks"]


def parse(text: str, name: str) -> Rubric:
    """Return the rubric that a text in TOML describes."""
    try:
        data = toml_data(text)
    except NONSENSE as error:
        raise Refused("refusal.not_toml", path=name, why=error) from error
    return RubricReader(text, name).read(data)


class RubricReader:
    """Reads a rubric, and refuses a mistake with the line where it stands."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        self.first, self.end = 0, len(self.lines)  # of the table that is being read
        self.known = list[str]()  # checks that there are
        self.seen = set[str]()  # those that have points

    def read(self, data: dict[str, Any]) -> Rubric:
        """Return the rubric that the data of the whole file describe."""
        self.refuse_unknown_keys(data, TOP, "refusal.rubric_setting")
        title = titled(self.title(data, "refusal.rubric_title"))
        sections = data.get("section")
        tables = sections if isinstance(sections, list) else []
        if not tables or not all(isinstance(each, dict) for each in tables):
            self.refuse("section", Refused("refusal.rubric_sections"))
        self.enter("[style]")
        groups, line_length = self.style(data.get("style", {}))
        self.known = [each for each in CHECKS if not each.startswith("style.")]
        styles = Rubric(title, (), rules=groups).groups
        self.known += [f"style.{group}" for group in styles]
        read = [self.section(n, each) for n, each in enumerate(tables)]
        for n, section in enumerate(read):
            if section.title in [other.title for other in read[:n]]:
                self.enter("[[section]]", n)
                value = repr(str(section.title))
                self.refuse("title", Refused("refusal.rubric_same_title", value=value))
        self.enter("[sentences]")
        sentences = tuple(self.sentences(data.get("sentences", {})))
        self.enter("")
        return Rubric(
            title,
            tuple(read),
            sentences,
            groups,
            line_length,
            self.seconds(data),
            self.flag(data, "bonus_needs_evidence", True),
        )

    # --- Where ---------------------------------------------------------------

    def enter(self, head: str, number: int = 0) -> None:
        """Go to the table with this head: the first, the second ... of its kind."""
        heads = [n for n, line in enumerate(self.lines) if line == head]
        self.first, self.end = 0, len(self.lines)
        if number < len(heads):
            part = f"[{head.strip('[]')}."  # of the same table
            self.first = heads[number]
            others = (
                n
                for n, line in enumerate(self.lines)
                if n > self.first and line[:1] == "[" and not line.startswith(part)
            )
            self.end = next(others, self.end)

    def refuse(self, what: str, why: Refused) -> NoReturn:
        """Refuse a mistake, in the line of its word or where its table begins."""
        word = re.compile(rf"\b{re.escape(what.rpartition('.')[2])}\b")
        places = (n for n in range(self.first, self.end) if word.search(self.lines[n]))
        line = next(places, self.first) + 1
        parts = {"path": self.name, "line": line, "what": what}
        raise Refused("refusal.at_line", why=why, **parts)

    def refuse_unknown_keys(
        self, data: dict[str, Any], known: list[str], key: str
    ) -> None:
        for name in data.keys() - set(known):
            self.refuse(name, suggest(name, known, key))

    # --- What ----------------------------------------------------------------

    def title(self, data: dict[str, Any], key: str) -> str:
        title = data.get("title")
        if not isinstance(title, str) or not title:
            self.refuse("title", Refused(key))
        return clean_line(title)

    def flag(self, data: dict[str, Any], name: str, default: bool) -> bool:
        flag = data.get(name, default)
        if type(flag) is not bool:
            self.refuse(name, Refused("refusal.rubric_yes_no", value=repr(flag)))
        return flag

    def seconds(self, data: dict[str, Any]) -> float:
        """Return how long a move may take: no longer than the checker waits for one."""
        seconds: float = data.get("seconds_per_move", math.inf)
        number = type(seconds) in (int, float)
        if not number or not (0 < seconds <= PATIENCE or seconds == math.inf):
            limits = {"most": f"{PATIENCE:g}", "value": repr(seconds)}
            self.refuse("seconds_per_move", Refused("refusal.rubric_seconds", **limits))
        return seconds

    def section(self, number: int, data: dict[str, Any]) -> Section:
        """Return a section with its points; each check may have some once."""
        self.enter("[[section]]", number)
        self.refuse_unknown_keys(data, SECTION, "refusal.rubric_section_has")
        title = titled(self.title(data, "refusal.rubric_section_title"))
        bonus, checks = self.flag(data, "bonus", False), data.get("checks")
        if not isinstance(checks, dict) or not checks:
            self.refuse("checks", Refused("refusal.rubric_section_checks"))
        items = list[Item]()
        for check, points in flattened(checks):
            self.refuse_unknown_check(check)
            if check in self.seen:
                self.refuse(check, Refused("refusal.rubric_twice"))
            if type(points) not in (int, float) or not 0 <= points <= MOST_POINTS:
                value = f"{points!r:.80}"
                self.refuse(check, Refused("refusal.rubric_points", value=value))
            self.seen.add(check)
            items.append(Item(check, points, points))
        return Section(title, bonus, tuple(items))

    def refuse_unknown_check(self, check: str) -> None:
        if check not in self.known:
            why = suggest(check, self.known, "refusal.rubric_check")
            if why.key == "refusal.rubric_check":
                names = ", ".join(self.known)
                why = Refused("refusal.there_are", why=why, names=names)
            self.refuse(check, why)

    def table(self, name: str, data: Any, example: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.refuse(name, Refused("refusal.rubric_table", example=example))
        return data

    def sentences(self, data: Any) -> Iterator[tuple[str, str]]:
        """Yield the teacher's own sentence for each check."""
        table = self.table("sentences", data, '[sentences] player.turn = "..."')
        for check, sentence in flattened(table):
            self.refuse_unknown_check(check)
            if not isinstance(sentence, str) or not sentence.strip():
                why = Refused("refusal.rubric_sentence", value=repr(sentence))
                self.refuse(check, why)
            yield check, clean(sentence, len(sentence))

    def style(self, data: Any) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], int]:
        """Return the groups of ruff's rules that it sets, and the longest line."""
        table = self.table("style", data, '[style] docstrings = ["D103"]')
        length = table.get("line_length", style.LINE_LENGTH)
        if type(length) is not int or not 1 <= length <= 320:
            limits = {"most": 320, "value": repr(length)}
            self.refuse("line_length", Refused("refusal.rubric_length", **limits))
        groups = {name: codes for name, codes in table.items() if name != "line_length"}
        for name, codes in groups.items():
            if not isinstance(codes, list) or not all(map(is_code, codes)):
                parts = {"example": '["N8", "E501"]', "value": repr(codes)}
                self.refuse(name, Refused("refusal.rubric_rules", **parts))
            for code in style.unknown(codes) if codes else ():
                self.refuse(name, Refused("refusal.rubric_rule", value=repr(code)))
        return tuple((name, tuple(codes)) for name, codes in groups.items()), length


def suggest(given: str, known: Iterable[str], key: str, **parts: object) -> Refused:
    """Return a refusal that suggests a similar name, if there is one."""
    why, close = Refused(key, **parts), get_close_matches(given, list(known))
    return Refused("refusal.near", why=why, close=close[0]) if close else why


def is_code(code: Any) -> bool:
    """Return whether this may be one of ruff's rules, or the beginning of some."""
    return isinstance(code, str) and bool(re.fullmatch(r"[A-Z]{1,6}\d{0,4}", code))


def flattened(checks: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield name and points: TOML reads `player.turn = 8` as a table in a table."""
    for name, points in checks.items():
        if isinstance(points, dict):
            yield from ((f"{name}.{rest}", each) for rest, each in points.items())
        else:
            yield name, points
