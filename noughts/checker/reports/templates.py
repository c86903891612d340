"""
Pages from templates, which lay out and decide nothing.

Whatever is put into a page is escaped: only what is made here is markup already.
"""

import re
from functools import cache
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from noughts import look
from noughts.checker.record import FAULTS
from noughts.checker.reports.wording import (
    checks_of,
    hint_of,
    notes,
    points_of,
    points_text,
    remarks,
    shows_search,
    summary,
    title_of,
    total,
)
from noughts.look.drawing import board_svg
from noughts.words import words

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = "noughts.checker.reports"
MISSING = "a page needs Jinja2, which is not installed: pip install jinja2"


def available() -> bool:
    """Return whether pages can be made here."""
    return find_spec("jinja2") is not None


def render(template: str, language: str, *packages: str, **given: Any) -> str:
    """Return a page in a language; packages have templates beside those of here."""
    return _environment(language, packages).get_template(template).render(given)


@cache
def _environment(language: str, packages: tuple[str, ...]) -> "Environment":
    """Return what fills templates; Jinja2 is needed for pages, and for nothing else."""
    if not available():
        raise ModuleNotFoundError(MISSING, name="jinja2")
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    say = words(language)
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(name) for name in (HERE, *packages)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "prose": lambda text: Markup(prose(text)),
        "points": lambda points: points_text(points, say),
    }
    environment.globals |= {
        "say": say,
        "signs": look.SIGNS,
        "board": lambda board, played=None: Markup(board_svg(board.split(), played)),
        "faults": FAULTS,
        "summary": lambda record: summary(record, language),
        "remarks": lambda check: remarks(check, say),
        "checks_of": checks_of,
        "points_of": points_of,
        "hint_of": hint_of,
        "notes": notes,
        "title_of": lambda function: title_of(function, say),
        "shows_search": shows_search,
        "total": lambda record: total(record, language),
    }
    return environment


def prose(text: str) -> str:
    """Return text as HTML, in which what stands between backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
