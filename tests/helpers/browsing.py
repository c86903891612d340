"""A real browser for tests, the page in it, and what axe finds wrong."""

import os
from contextlib import contextmanager
from threading import Thread

import pytest
from helpers.chromium import CHROMIUM, launched

REQUIRED = os.environ.get("NOUGHTS_REQUIRE_BROWSER") == "1"


def missing(what):
    """Skip, unless the environment says that nothing may be skipped."""
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

# Chromium is the one that is installed here; others are Playwright's own, which
# `playwright install` fetches.
NAME = os.environ.get("NOUGHTS_BROWSER", "chromium")
if NAME == "chromium" and not CHROMIUM:
    missing("there is no Chromium here (on Debian and Ubuntu: apt install chromium)")

# An empty page has no storage, and Firefox calls the attempt insecure.
SEEN = "try { localStorage.setItem('noughts.first', 'done') } catch {}"

# Answers whose address has this in it are late by that many milliseconds.
LATE = """([what, milliseconds]) => {
  const quick = fetch;
  window.fetch = async (...asked) => {
    if (String(asked[0]).includes(what))
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return quick(...asked);
  };
}"""

# The server is away, and is back.
AWAY = """() => {
  window.there = fetch;
  window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
}"""
BACK = "() => { window.fetch = window.there }"

expect.set_options(timeout=20_000)  # a busy machine may be slow, but not wrong


@contextmanager
def served(guest=None):
    """Serve the page to this test, and yield its address."""
    with serving(create(guest), 0) as server, running(server):
        yield address_of(server)


@contextmanager
def running(server):
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def address():
    with served() as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        ours = NAME == "chromium"
        browser = launched(playwright) if ours else getattr(playwright, NAME).launch()
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, address):
    """Open the page in a window of its own; what goes wrong in it fails the test."""
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
    """Return what axe finds against all its rules, or against some of them."""
    options = {"runOnly": [*rules]} if rules else None
    found = Axe().run(page, options=options).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
