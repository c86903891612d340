"""The rubric: how many points each check gives, as data that a teacher can change."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any

from noughts.checker import style
from noughts.checker.checks import PROMISES
from noughts.checker.games import SIDES
from noughts.checker.record import ALPHABETA, Item, Section
from noughts.contract import PARAMETERS
from noughts.text import NONSENSE, clean_line, toml_data
from noughts.words import Refused, words
from noughts.words.said import Said, quotation

DEFAULT = "hundred"
MOST_POINTS = 1_000_000  # for one check
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
    """Return a section's title, translated if it is one of ours."""
    key = f"titles.{title}"
    return Said(key) if key in words() else quotation(title)


@dataclass(frozen=True)
class Rubric:
    """The sections of a grade, with the points of their checks."""

    title: Said
    sections: tuple[Section, ...]  # with full points

    def of(self, functions: Collection[str], styled: bool = True) -> "Rubric":
        """Return the rubric for some of the functions; style needs them all."""
        every = set(functions) >= PARAMETERS.keys()

        def counts(item: Item) -> bool:
            about = item.check.partition(".")[0]
            return (styled or about != "style") if every else about in functions

        sections = list[Section]()
        for each in self.sections:
            if items := [*filter(counts, each.items)]:
                sections.append(replace(each, items=tuple(items)))
        return replace(self, sections=tuple(sections))

    def gives(self, check: str) -> bool:
        """Return whether a check is worth any points."""
        items = [item for section in self.sections for item in section.items]
        return any(item.check == check and item.maximum for item in items)


def shipped() -> list[str]:
    """Return the names of the rubrics that are installed with noughts."""
    folder = files("noughts.checker") / "rubrics"
    return sorted(
        file.name.removesuffix(".toml")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    )


def text_of(name: str) -> str:
    """Return the text of an installed rubric."""
    return (files("noughts.checker") / "rubrics" / f"{name}.toml").read_text("utf-8")


def load(name: str | Path = DEFAULT) -> Rubric:
    """Return an installed rubric by its name, or one from a file."""
    if str(name) in shipped():
        return parse(text_of(str(name)), str(name))
    from noughts.files import read  # not available in a browser

    try:
        return parse(read(Path(name)).decode("utf-8-sig"), str(name))
    except FileNotFoundError:
        parts = {"path": name, "names": ", ".join(shipped())}
        raise suggest(str(name), shipped(), "refusal.no_rubric", **parts) from None
    except UnicodeDecodeError as error:
        raise Refused("refusal.not_text", path=name, why=error.reason) from error
    except OSError as error:
        raise Refused("refusal.no_read", path=name, why=error.strerror) from error


TOP = ["title", "section"]
SECTION = ["title", "bonus", "checks"]


def parse(text: str, name: str) -> Rubric:
    """Return the rubric that a TOML text describes."""
    try:
        data = toml_data(text)
    except NONSENSE as error:
        raise Refused("refusal.not_toml", path=name, why=error) from error
    try:
        return read_rubric(data)
    except Refused as error:
        raise Refused("refusal.about", path=name, why=error) from None


def flaw(where: str, key: str, **parts: Any) -> Refused:
    """Return the error for a mistake in one setting of a rubric."""
    return Refused("refusal.about", path=where, why=Refused(key, **parts))


def read_rubric(data: dict[str, Any]) -> Rubric:
    """Return the rubric that the data of a TOML file describe."""
    refuse_unknown(data, TOP, "", "refusal.rubric_setting")
    title = read_title(data, "", "refusal.rubric_title")
    tables = data.get("section")
    if not (tables and isinstance(tables, list)) or not all(map(is_table, tables)):
        raise flaw("section", "refusal.rubric_sections")
    return Rubric(title, read_sections(tables))


def read_sections(tables: Sequence[dict[str, Any]]) -> tuple[Section, ...]:
    """Return the sections; each title and each check may occur once."""
    sections, seen = list[Section](), set[str]()
    for number, data in enumerate(tables, start=1):
        where = f"section {number}: "
        refuse_unknown(data, SECTION, where, "refusal.rubric_section_has")
        title = read_title(data, where, "refusal.rubric_section_title")
        if title in [other.title for other in sections]:
            value = repr(str(title))
            raise flaw(f"{where}title", "refusal.rubric_same_title", value=value)
        checks = data.get("checks")
        if not checks or not is_table(checks):
            raise flaw(f"{where}checks", "refusal.rubric_section_checks")
        items = list[Item]()
        for check, points in flattened(checks):
            refuse_unknown([check], CHECKS, where, "refusal.rubric_check")
            if check in seen:
                raise flaw(where + check, "refusal.rubric_twice")
            if type(points) not in (int, float) or not 0 <= points <= MOST_POINTS:
                value = f"{points!r:.80}"
                raise flaw(where + check, "refusal.rubric_points", value=value)
            seen.add(check)
            items.append(Item(check, points, points))
        bonus = data.get("bonus", False)
        if type(bonus) is not bool:
            value = repr(bonus)
            raise flaw(f"{where}bonus", "refusal.rubric_yes_no", value=value)
        sections.append(Section(title, bonus, tuple(items)))
    return tuple(sections)


def read_title(data: dict[str, Any], where: str, key: str) -> Said:
    """Return the title of a rubric or a section, which must have one."""
    title = data.get("title")
    if not isinstance(title, str) or not title:
        raise flaw(f"{where}title", key)
    return titled(clean_line(title))


def refuse_unknown(
    names: Iterable[str], known: Collection[str], where: str, key: str
) -> None:
    """Refuse the first name that is not known, with the nearest one that is."""
    for name in names:
        if name not in known:
            why = suggest(name, known, key)
            raise Refused("refusal.about", path=where + name, why=why)


def suggest(given: str, known: Iterable[str], key: str, **parts: object) -> Refused:
    """Return a refusal that suggests a similar name, if there is one."""
    why, close = Refused(key, **parts), get_close_matches(given, list(known))
    return Refused("refusal.near", why=why, close=close[0]) if close else why


def is_table(data: Any) -> bool:
    """Return whether this is a TOML table."""
    return isinstance(data, dict)


def flattened(checks: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield name and value: TOML reads `player.turn = 8` as a table in a table."""
    for name, points in checks.items():
        if isinstance(points, dict):
            yield from ((f"{name}.{rest}", each) for rest, each in points.items())
        else:
            yield name, points
