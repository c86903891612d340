"""The page in a real browser, at a glance; all of it is in test_browser.py, for CI."""

from helpers.browsing import (  # noqa: F401 - fixtures
    address,
    browser,
    expect,
    open_page,
    violations,
)


def test_one_plays_and_looks_into_a_search_by_keyboard(open_page):
    page = open_page("#side=both")
    for key in ("5", "1", "3", "2", "7"):
        page.keyboard.press(key)
        expect(page.locator(f"[data-square='{key}'].taken")).to_be_visible()
    expect(page.locator("#status")).to_have_text("X wins")
    expect(page.locator("#announce")).to_have_text("X takes square 7. X wins.")
    cut = "#board=OXOX.X.O.&method=alphabeta&view=search&step=11"
    page.evaluate("fragment => { location.hash = fragment }", cut)
    expect(page.locator(".decided")).to_contain_text("0 \N{LESS-THAN OR EQUAL TO} +1")
    expect(page.locator(".tree .node.skipped")).to_have_count(2)
    page.keyboard.press(",")
    expect(page.locator(".counters")).to_contain_text("11 / 23")
    assert violations(page) == []
