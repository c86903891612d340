"""
The rubric: how many points each check gives, as data that a teacher can change.

Nothing runs here. A file is judged once, and any rubric can be applied to its record.
"""

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from noughts.checker import style
from noughts.checker.checks import CHECK_RULES
from noughts.checker.record import ALPHABETA, Item, Record, Section
from noughts.checker.whole_games import SIDES
from noughts.game.contract import PARAMETERS
from noughts.texts import Refused
from noughts.texts.safe_text import NONSENSE, clean_line, quoted
from noughts.texts.said import Said, name_of, named

DEFAULT = "hundred"
FOLDER = Path(__file__).with_name("rubrics")
MOST_POINTS = 1_000_000  # for one check
EARNED = frozenset({"passed", "excused"})
CHECKS = [
    *(rule.name for rule in CHECK_RULES),
    *SIDES,
    "contract.names",
    "contract.signatures",
    "contract.imports",
    *(f"style.{name}" for name in style.GROUPS),
    ALPHABETA,
]
TITLES = "titles"  # the section of the language tables with our own
# The settings of a rubric and of a section, and their types.
TOP = {"title": str, "section": list}
SECTION = {"title": str, "checks": dict, "bonus": bool}


@dataclass(frozen=True)
class Rubric:
    """The sections of a grade, with the points of their checks."""

    title: Said
    sections: tuple[Section, ...]  # with full points

    def of(self, functions: Collection[str], styled: bool = True) -> "Rubric":
        """Return the rubric for some of the functions; style needs them all."""
        parts = {*functions}
        if parts >= PARAMETERS.keys():
            parts |= {"contract", "search", *(["style"] if styled else [])}
        return self.with_items(lambda item: item.check.partition(".")[0] in parts)

    def with_items(self, counts: Callable[[Item], bool]) -> "Rubric":
        """Return the rubric with only the items that count, and their sections."""
        some = [replace(s, items=(*filter(counts, s.items),)) for s in self.sections]
        return replace(self, sections=tuple(each for each in some if each.items))

    @property
    def charges_names(self) -> bool:
        """Whether wrong names and marks cost points by themselves."""
        items = (item for section in self.sections for item in section.items)
        return any(item.check == "contract.names" and item.maximum for item in items)


# --- Points -----------------------------------------------------------------


def apply(rubric: Rubric, record: Record) -> Record:
    """
    Return the record with the title and the points of this rubric.

    Checks that were not made do not count, unless the file was refused.
    """
    counted = rubric.of(record.functions, record.styled)
    checks = {check.name: check for check in record.checks}
    if not record.refused_by:
        counted = counted.with_items(lambda item: item.check in checks)

    def score(item: Item) -> Item:
        check = checks.get(item.check)
        if check is None:
            return replace(item, points=0)
        if check.reason == "marks" and counted.charges_names:
            return item  # the marks are charged there
        points = item.maximum if check.status in EARNED else 0
        return replace(item, points=points, open=check.status == "unjudged")

    sections = (replace(s, items=(*map(score, s.items),)) for s in counted.sections)
    return replace(record, rubric=rubric.title, sections=tuple(sections))


# --- Reading ----------------------------------------------------------------


def shipped() -> list[str]:
    """Return the names of the rubrics that are installed with noughts."""
    names = (file.name for file in FOLDER.iterdir())
    return sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml"))


def rubric_source(name: str) -> str:
    """Return the text of an installed rubric."""
    return (FOLDER / f"{name}.toml").read_text("utf-8")


def load(name: str | Path = DEFAULT) -> Rubric:
    """Return an installed rubric by its name, or one from a file."""
    if str(name) in shipped():
        return parse(rubric_source(str(name)), str(name))
    from noughts.files import read  # not available in a browser

    try:
        return parse(read(Path(name)).decode("utf-8-sig"), str(name))
    except FileNotFoundError:
        parts = {"path": name, "names": ", ".join(shipped())}
        raise suggest(str(name), shipped(), "refusal.no_rubric", **parts) from None
    except UnicodeDecodeError as error:
        raise Refused("refusal.not_text", path=name, why=error.reason) from error
    except OSError as error:
        raise Refused("refusal.no_read", path=name, why=error) from error


def parse(text: str, name: str) -> Rubric:
    """Return the rubric that a TOML text describes."""
    try:
        return read_rubric(tomllib.loads(text))
    except Refused as error:
        raise Refused("refusal.about", path=name, why=error) from None
    except NONSENSE as error:
        raise Refused("refusal.not_toml", path=name, why=error) from error


def read_rubric(data: dict[str, Any]) -> Rubric:
    """Return the rubric that the data of a TOML file describe."""
    refuse_flaws(data, TOP, "")
    sections, seen = list[Section](), set[str]()
    for number, table in enumerate(data["section"], start=1):
        if not isinstance(table, dict):
            why = Refused("refusal.rubric_section", value=quoted(table))
            raise flaw("section", why)
        section = read_section({"bonus": False} | table, f"section {number}: ")
        for name in (section.title, *(item.check for item in section.items)):
            if name in seen:
                raise flaw(f"section {number}: {name}", Refused("refusal.rubric_twice"))
            seen.add(name)
        sections.append(section)
    return Rubric(titled(data["title"]), tuple(sections))


def read_section(data: dict[str, Any], where: str) -> Section:
    """Return one section."""
    refuse_flaws(data, SECTION, where)
    items = list[Item]()
    for check, points in flattened(data["checks"]):
        if check not in CHECKS:
            raise flaw(where + check, suggest(check, CHECKS, "refusal.rubric_check"))
        if type(points) not in (int, float) or not 0 <= points <= MOST_POINTS:
            why = Refused("refusal.rubric_points", value=quoted(points))
            raise flaw(where + check, why)
        items.append(Item(check, points, points))
    return Section(titled(data["title"]), data["bonus"], tuple(items))


def refuse_flaws(data: dict[str, Any], known: Mapping[str, type], where: str) -> None:
    """Refuse unknown settings, and those that are missing, empty or of another type."""
    for name in data:
        if name not in known:
            raise flaw(where + name, suggest(name, known, "refusal.rubric_setting"))
    for name, kind in known.items():
        value = data.get(name)
        if type(value) is not kind or value in ("", [], {}):
            found = quoted(value) if name in data else Refused("refusal.rubric_none")
            raise flaw(where + name, Refused(f"refusal.rubric_{name}", value=found))


def flaw(where: str, why: Refused) -> Refused:
    """Return the error for a mistake in one setting of a rubric."""
    return Refused("refusal.about", path=where, why=why)


def suggest(given: str, known: Iterable[str], key: str, **parts: object) -> Refused:
    """Return a refusal that suggests a similar name, if there is one."""
    why, close = Refused(key, **parts), get_close_matches(given, list(known))
    return Refused("refusal.near", why=why, close=close[0]) if close else why


def flattened(checks: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield name and value: TOML reads `player.turn = 8` as a table in a table."""
    for name, points in checks.items():
        if isinstance(points, dict):
            yield from ((f"{name}.{rest}", each) for rest, each in points.items())
        else:
            yield name, points


def titled(title: str) -> Said:
    """Return a title, translated if it is one of ours."""
    return named(TITLES, clean_line(title))


def title_in_file(title: Said) -> str:
    """Return what `titled` reads as this title."""
    return name_of(title, TITLES)
