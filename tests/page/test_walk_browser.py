"""Every place of the page, by its address: what is there is drawn, and is words."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.browsing import (  # noqa: F401 - fixtures
    address,
    browser,
    expect,
    open_page,
    served,
)
from helpers.records import WRONG_MOVE, record_of

from noughts.checker.record import Check
from noughts.lessons import load
from noughts.page.engine_view import EngineView
from noughts.words import words

pytestmark = pytest.mark.ci

ENGINE = Path(__file__).parents[2] / "tictactoe.py"
SMALL, ENDED = "O.X.XOO.X", "XXXOO...."
METHODS = ("minimax", "alphabeta", "strong-first", "compare")
PLACES = [
    *(f"#view=first&part={part}" for part in range(1, 6)),
    "#moves=51",
    *(
        f"#board={board}&view={view}&values=1"
        for view in ("values", "tree", "search")
        for board in (SMALL, ENDED)
    ),
    *(
        f"#board={SMALL}&view=search&method={method}&step={step}"
        for method in METHODS
        for step in (0, 4, 12, 99)
    ),
    "#moves=5&view=search&method=alphabeta&step=300",
    "#view=check",
    "#view=bigger&big=4x4x3",
    "#view=lessons",
]
TASKS = [
    f"#view=lessons&lesson={lesson.name}&task={n}"
    for lesson in load()
    for n in range(1, len(lesson.tasks) + 1)
]
# What a program says where it has no words.
NO_WORDS = re.compile(r"NaN|undefined|\[object|\bnull\b|\{\w+\}")
WAITING = ("search.loading", "lessons.loading", "lessons.opening")
# What is seen, and what is read out.
SAID = """() => [
  document.body.innerText,
  ...[...document.querySelectorAll("[aria-label]")].map((each) => each.ariaLabel),
].join("\\n")"""


def no_words(page, place, say):
    """Go to a place, and return what is said there by a program that has no words."""
    page.evaluate("place => { location.hash = place }", place)
    asked = dict(part.split("=") for part in place[1:].split("&"))
    view = asked.get("view", "values")
    expect(page.locator("body")).to_have_attribute("data-view", view)
    panel = page.locator(f"#{view}")
    expect(panel).to_contain_text(re.compile(r"\w"))
    for each in WAITING:
        expect(panel).not_to_contain_text(say(f"page.{each}"))
    if "part" in asked:
        expect(panel).to_contain_text(
            say("page.first.step", part=asked["part"], parts=5)
        )
    if "task" in asked:
        current = page.locator(".place[aria-current]")
        expect(current).to_have_attribute("data-with", str(int(asked["task"]) - 1))
    return NO_WORDS.findall(page.evaluate(SAID))


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("places", [PLACES, TASKS], ids=["views", "tasks"])
def test_every_place_shows_words_and_nothing_that_is_none(open_page, places, language):
    page, say = open_page(locale=language), words(language)
    said = {place: no_words(page, place, say) for place in places}
    assert {place: none for place, none in said.items() if none} == {}


@pytest.fixture
def engines_page(tmp_path):
    """Serve an engine's page; asked for before open_page, whose windows close first."""
    text = replace(WRONG_MOVE, call="line 4", board="", cases=1, line=())
    names = Check("contract.names", "The names.", "failed", 0, 1, failures=(text,))
    record = replace(record_of(), checks=(names, *record_of().checks))
    with (
        EngineView(ENGINE, 5.0, lambda *_: record) as guest,
        served(guest) as address,
    ):
        yield address


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_an_engines_places_show_words_too(engines_page, open_page, language):
    page, say = open_page(at=engines_page, locale=language), words(language)
    expect(page.locator(".faults li")).to_have_count(2)
    for place in ("#view=engine", f"#board={SMALL}&view=engine"):
        expect(page.locator("#engine .answer")).to_be_visible()
        assert no_words(page, place, say) == []
