"""
The report as a self-contained page, light and dark, with boards as pictures.

Templates only lay out. All text is escaped; only what is made here is markup.
"""

import re
from functools import cache
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from noughts import theme
from noughts.checker.own_search.own_recording import sentences
from noughts.checker.own_search.two_trees import told, two_trees
from noughts.checker.own_search.wrong_board import FirstWrong
from noughts.checker.record import FAULTS, Record, in_language
from noughts.checker.reports import wording
from noughts.texts import ENGLISH, Refused, words
from noughts.theme.pictures import board_svg
from noughts.theme.tree_picture import tree_svg

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = "noughts.checker.reports"


def report(
    record: Record, language: str = ENGLISH, found: FirstWrong | None = None
) -> str:
    """Return the record, and where the search first goes wrong, as a whole page."""
    variables = given(record, record.file, language, found)
    return render("file.html", language, **variables)


def fragment(record: Record, language: str = ENGLISH) -> str:
    """Return the record as a part of a page that has our `stylesheet`."""
    return render("file_body.html", language, **given(record, record.file, language))


def given(
    record: Record, name: str, language: str, found: FirstWrong | None = None
) -> dict[str, Any]:
    """Return the variables for the templates."""
    say, record = words(language), in_language(record, language)
    return {
        "title": f"{name}: {wording.points_phrase(record.points, say)}",
        "style": stylesheet(),
        "record": record,
        "todo": wording.unwritten(record),
        "parts": wording.parts(record, (*FAULTS, "excused")),
        "legend": list(dict.fromkeys(check.status for check in record.checks)),
        "passed": [check for check in record.checks if check.status == "passed"],
        "search": own_search(found, language) if found else None,
    }


WIDTH, HEIGHT = 320, 150  # of a tree: nine boards in a row, on a telephone


def own_search(found: FirstWrong, language: str) -> dict[str, Any]:
    """Return the first wrong value of a search in sentences and as two trees."""
    say, figures = words(language), list[dict[str, str]]()
    if trees := two_trees(found, say):
        captions = {
            say("own.own_tree", name=trees.name): trees.own,
            say("own.true_tree"): trees.true,
        }
        for caption, root in captions.items():
            height = HEIGHT if root.children else HEIGHT / 2
            svg = tree_svg(root, WIDTH, height, f"{caption}: {told(root, say)}")
            figures.append({"caption": caption, "svg": svg})
    return {"sentences": [*sentences(found, say)], "figures": figures}


def stylesheet() -> str:
    """Return the style sheet of the pages."""
    layout = files(HERE) / "page.css"
    return theme.css() + layout.read_text("utf-8")


# --- From templates to pages ------------------------------------------------


def available() -> bool:
    """Return whether Jinja2 is installed."""
    return find_spec("jinja2") is not None


def render(template: str, language: str, *packages: str, **given: Any) -> str:
    """Return a page in a language; `packages` have further templates."""
    return _environment(language, packages).get_template(template).render(given)


@cache
def _environment(language: str, packages: tuple[str, ...]) -> "Environment":
    """Return the Jinja2 environment; only pages need Jinja2."""
    if not available():
        raise Refused("check.no_jinja")
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
        "points": lambda points: wording.points_text(points, say),
    }
    environment.globals |= {
        "say": say,
        "signs": theme.SIGNS,
        "board": lambda board, played=None: Markup(board_svg(board.split(), played)),
        "faults": FAULTS,
        "wording": wording,
    }
    return environment


def prose(text: str) -> str:
    """Return text as HTML, with `code` marked."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
