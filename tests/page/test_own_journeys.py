"""Journeys through one's own search in a real browser."""

import re

import pytest
from conftest import ENGINES
from helpers.browsing import address, browser, expect, open_page, served, violations

from noughts.lessons.course import load
from noughts.page.engine_view import EngineView

pytestmark = pytest.mark.ci
__all__ = ["address", "browser", "open_page"]  # fixtures
WRONG = "#board=.XXX.OO.O&view=search&method=own"
LONG = "#view=search&method=own"


def test_an_engines_search_stops_at_its_first_wrong_value(open_page):
    with EngineView(ENGINES / "wrong_cut.py", 30.0) as engine, served(engine) as home:
        page = open_page(WRONG, at=home)
        now, said = page.locator(".code .now"), page.locator(".stage.own .decided")
        expect(said).to_be_visible()
        page.keyboard.press("w")
        expect(now).to_contain_text("if best >= alpha:")
        assert violations(page) == []
        page.keyboard.press("ArrowLeft")
        expect(now).not_to_contain_text("if best >= alpha:")
        page.keyboard.press("w")
        page.keyboard.press("f")
        expect(said).not_to_contain_text("min_value")
        page.keyboard.press("Space")
        expect(said).to_contain_text("min_value")
        page.keyboard.press("Escape")
        expect(page).to_have_url(re.compile("method=own"))
        page.reload()
        expect(now).to_contain_text("if best >= alpha:")
        page = open_page(f"{WRONG}&step=wrong", at=home)  # noughts explore --search
        expect(page.locator(".code .now")).to_contain_text("if best >= alpha:")
        page = open_page(LONG, at=home)
        expect(page.locator(".figure")).to_have_count(1)  # too long for plain Minimax


def test_a_beaten_rival_shows_its_search(open_page):
    rivals = [getattr(task, "rival", "") for task in load()[1].tasks]
    page = open_page(
        f"#view=lessons&lesson=worth&task={rivals.index('first-cell') + 1}"
    )
    for square in (9, 8, 7):
        page.locator(f"#lessons [data-square='{square}']").click()
    page.get_by_role("button", name="See its search").click()
    expect(page.locator(".stage.own .decided")).to_contain_text("minimax")
    expect(page.locator(".code .now")).to_have_count(1)


def test_a_link_shows_the_same_search_in_another_browser(open_page):
    source = (ENGINES / "wrong_cut.py").read_text("utf-8")
    page = open_page("#view=check", permissions=["clipboard-read", "clipboard-write"])
    page.locator("#check textarea").fill(source)
    page.goto(page.url.split("#")[0] + WRONG)
    said, now = page.locator(".stage.own .decided"), page.locator(".code .now")
    expect(said).to_be_visible()
    page.keyboard.press("w")
    expect(now).to_contain_text("if best >= alpha:")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".link")).to_contain_text("contains the whole file")
    link = page.evaluate("navigator.clipboard.readText()")

    other = open_page("#view=check")
    posted = []
    other.on("request", lambda r: posted.append(r.url) if r.method == "POST" else 0)
    other.locator("#check textarea").fill("my draft")
    other.goto(link)
    expect(other.locator(".sent .code")).to_contain_text("if best >= alpha:")
    assert violations(other) == []
    assert other.locator("#check textarea").input_value() == "my draft"
    other.reload()
    expect(other.locator(".sent .small-board")).to_have_count(1)
    assert posted == []  # nothing runs before the click
    other.get_by_role("button", name="Run it").click()
    expect(other.locator(".code .now")).to_contain_text("if best >= alpha:")
    assert other.locator(".stage.own .decided").inner_text() == said.inner_text()
    expect(other.locator("#search")).to_contain_text("not of your own")
    other.get_by_role("tab", name="Check").click()
    other.get_by_role("button", name="Close").click()
    expect(other.locator(".sent")).to_have_count(0)
    assert other.locator("#check textarea").input_value() == "my draft"


def test_a_damaged_link_gets_one_sentence(open_page):
    page = open_page("#view=check&code=nothing")
    expect(page.get_by_text("The link is damaged")).to_be_visible()
    expect(page.locator(".sent")).to_have_count(0)
