"""The practice in a real browser: by keyboard, on a phone, and on paper."""

import re
import struct

import pytest
from helpers.browsing import address, browser, expect, open_page, violations

from noughts.texts import words

SAY = words()
pytestmark = pytest.mark.ci
__all__ = ["address", "browser", "open_page"]  # fixtures
SLOW = 90_000  # milliseconds: a whole check on a busy machine
TREE = "#view=trees&tree=5.6_7.4__3.2_9.1"


def button(page, key):
    return page.get_by_role("button", name=SAY(f"practice.{key}"), exact=True)


def test_a_whole_tree_is_done_by_keyboard(open_page):
    """Values and Enter go on, Tab and Enter cut; a window is two values and Enter."""
    page = open_page(TREE)
    field = page.locator(".question input").first
    field.focus()
    window = "\t\t"  # past the button that types an infinite value
    for keys in (
        *("5\n", "6\n", "6\n", f"-inf{window}6\n", "7\t\t\n", "6\n", "6\n"),
        *(f"6{window}inf\n", f"6{window}inf\n", "3\n", "3\n", "3\t\t\n", "6\n"),
    ):
        left = page.locator(".question .note").last.inner_text()
        for key in keys.replace("\t", "|Tab|").replace("\n", "|Enter|").split("|"):
            if key in ("Tab", "Enter"):
                page.keyboard.press(key)
            else:
                page.keyboard.type(key)
        expect(page.locator(".question .note", has_text=left)).to_have_count(0)
    score = SAY("practice.score", right=13, n=13)
    expect(page.locator(".asked")).to_contain_text(score)
    assert violations(page) == []


def test_a_wrong_cut_is_refuted_over_the_tree_and_hides_what_is_hidden(open_page):
    page = open_page(TREE)
    page.locator(".question input").first.fill("5")
    button(page, "cut_rest").click()
    expect(page.locator(".numbers .claim")).to_have_text("✗ 5")
    shown = page.locator(".numbers .value").all_inner_texts()
    assert not {"7", "3", "2", "9", "1"} & {*shown}
    assert violations(page) == []
    button(page, "next").click()
    expect(page.locator(".numbers .claim")).to_have_count(0)


@pytest.mark.parametrize("mode", ["practise", "sheet", "watch", "edit"])
@pytest.mark.parametrize("language", ["en-US", "pt-BR"])
def test_a_phone_needs_no_sideways_scrolling(open_page, mode, language):
    page = open_page(f"{TREE}&mode={mode}", width=390, locale=language)
    expect(page.locator(".numbers").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_a_picture_is_wide_enough_for_a_slide(open_page, tmp_path):
    page = open_page(TREE)
    page.locator("summary").click()
    with page.expect_download() as download:
        button(page, "export.png").first.click()
    download.value.save_as(tmp_path / "sheet.png")
    width, _ = struct.unpack(">II", (tmp_path / "sheet.png").read_bytes()[16:24])
    assert width >= 1600


def test_nonsense_in_an_address_gets_a_sentence(open_page):
    page = open_page("#view=trees&tree=3.x")
    said = SAY("practice.no_tree.number", value="x")
    expect(page.locator(".practice [role=alert]")).to_have_text(said)


def test_the_code_is_edited_freely_and_checked_on_every_position(open_page):
    """It plays right as it is; one word later it does not, and its search is shown."""
    page = open_page(f"{TREE}&mode=edit")
    button(page, "free.open").click()
    field = page.get_by_label(SAY("practice.free.field"))
    check = page.get_by_role("button", name=SAY("page.lessons.judge"), exact=True)
    expect(field).to_have_value(re.compile("def minimax"))
    check.click()
    right = re.escape(SAY("page.lessons.passed", n=0)).replace("0", r"[\d,]+")
    expect(page.locator(".practice .right")).to_have_text(
        re.compile(right), timeout=SLOW
    )
    assert violations(page) == []
    field.fill(field.input_value().replace("min(best, v)", "max(best, v)"))
    check.click()
    expect(page.locator(".practice .wrong")).to_be_visible(timeout=SLOW)
    page.reload()
    button(page, "free.open").click()
    expect(field).to_have_value(
        re.compile(r"best = max\(best, v\)\n      if best <= alpha")
    )
    check.click()
    show = page.get_by_role("button", name=SAY("page.own.show"), exact=True)
    show.click(timeout=SLOW)
    expect(page).to_have_url(re.compile("view=search&method=own"), timeout=SLOW)


def test_on_a_board_the_position_that_came_back_is_shown(open_page):
    page = open_page("#view=lessons&lesson=stop-at-win&task=3")
    board = page.locator(".question .small-board")
    expect(board).to_be_visible()
    before = board.inner_html()
    button(page, "cut_rest").click()
    expect(board).to_be_visible()
    assert board.inner_html() != before


@pytest.mark.parametrize("task", ["first&task=4", "alphabeta&task=3"])
def test_no_key_alone_and_no_reloading_takes_the_place_of_a_search(open_page, task):
    page = open_page(f"#view=lessons&lesson={task}")
    asked = page.locator(".question .note")
    steps = asked.inner_text()
    page.locator("[data-first]").focus()
    page.keyboard.press("End")
    expect(asked).to_have_text(steps)
    for _ in range(40):
        page.keyboard.press("Enter")
    one = re.escape(SAY("practice.left", n=1)).replace("1", r"[1-9]\d*")
    many = re.escape(SAY("practice.left", n=2)).replace("2", r"[1-9]\d*")
    is_left = re.compile(f"^({one}|{many})$")
    if page.locator(".question").count() == 0:  # a reason is shown
        button(page, "next").click()
    expect(asked).to_have_text(is_left)
    page.reload()
    expect(asked).to_have_text(steps)
