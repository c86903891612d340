"""A real browser for tests, with the page, and accessibility checks by axe."""

import os
from contextlib import contextmanager

import pytest
from helpers.chromium import CHROMIUM, launched
from helpers.static import running

REQUIRED = os.environ.get("NOUGHTS_REQUIRE_BROWSER") == "1"


def missing(what):
    """Skip the tests, or fail if NOUGHTS_REQUIRE_BROWSER is set."""
    if REQUIRED:
        pytest.fail(f"NOUGHTS_REQUIRE_BROWSER is set, but {what}", pytrace=False)
    pytest.skip(what, allow_module_level=True)


try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import expect, sync_playwright

    from noughts.page.app import create
    from noughts.page.server import address as address_of
    from noughts.page.server import serving
except ModuleNotFoundError as error:
    missing(f"{error.name} is not installed: make test installs it")

# Chromium is the installed one. Others come from `playwright install`; Firefox may be
# the one at NOUGHTS_FIREFOX, which Playwright drives by WebDriver BiDi.
NAME = os.environ.get("NOUGHTS_BROWSER", "chromium")
FIREFOX = os.environ.get("NOUGHTS_FIREFOX")
if NAME == "chromium" and not CHROMIUM:
    missing("there is no Chromium here (on Debian and Ubuntu: apt install chromium)")

# A blank page has no storage, and Firefox raises an error.
SEEN = "try { localStorage.setItem('noughts.first', 'done') } catch {}"

# Take the server down, and bring it back.
AWAY = """() => {
  window.there = fetch;
  window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
}"""
BACK = "() => { window.fetch = window.there }"

expect.set_options(timeout=20_000)  # milliseconds: a busy machine is slow


@contextmanager
def served(guest=None):
    """Serve the page, and yield its URL."""
    with serving(create(guest), 0) as server, running(server):
        yield address_of(server)


@pytest.fixture(scope="module")
def address():
    with served() as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = started(playwright)
        yield browser
        browser.close()


def started(playwright):
    """Start the browser that was asked for."""
    if NAME == "chromium":
        return launched(playwright)
    if NAME == "firefox" and FIREFOX:
        how = {"channel": "moz-firefox", "executable_path": FIREFOX}
        return playwright.firefox.launch(**how)
    return getattr(playwright, NAME).launch()


@pytest.fixture
def open_page(browser, address):
    """Open the page in a new browser context; errors in the console fail the test."""
    contexts, troubles = [], []

    def open_page(fragment="", width=1440, at=None, new=False, **options):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            **{"locale": "en-US", "reduced_motion": "reduce"} | options,
        )
        contexts.append(context)
        if not new:
            context.add_init_script(SEEN)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console", lambda m: troubles.append(m.text) if m.type == "error" else 0
        )
        page.goto((at or address) + fragment)
        expect(page.locator("#status")).not_to_have_text("\u00a0")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def violations(page, *rules):
    """Return the violations that axe finds, of all its rules or of some."""
    options = {"runOnly": [*rules]} if rules else None
    found = Axe().run(page, options=options).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
