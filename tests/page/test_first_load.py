"""How the frozen page loads: in few requests, of few bytes, in two rounds."""

import gzip
from time import perf_counter

import pytest
from helpers.browsing import NAME, SEEN, browser, expect
from helpers.static import hosted

from noughts import lessons
from noughts.game.board import START, board_of
from noughts.game.notation import parse_board
from noughts.page.freeze import freeze

pytestmark = pytest.mark.ci
__all__ = ["browser"]  # a fixture
LATENCY = 2.0  # seconds
ROUNDS = 2  # the page, and what it names


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frozen") / "page"
    task = lessons.load()[0].tasks[0]  # it shows a board and its tree
    freeze(folder, boards=[board_of(START), parse_board(task.board)])
    return folder


@pytest.mark.skipif(NAME != "chromium", reason="only Chromium can slow a network")
@pytest.mark.parametrize("visit", ["first", "returning"])
def test_the_first_board_is_there_after_two_rounds(browser, site, visit):
    asked = []
    with hosted(site) as home:
        context = browser.new_context(locale="en-US", service_workers="block")
        if visit == "returning":
            context.add_init_script(SEEN)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        slow = {"latency": LATENCY * 1000, "downloadThroughput": -1}
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "uploadThroughput": -1, **slow},
        )
        begun = perf_counter()
        page.goto(f"{home}/index.html", wait_until="commit")
        board = ".task .board" if visit == "first" else "#board"
        expect(page.locator(f"{board} [data-square]").first).to_be_visible()
        seconds = perf_counter() - begun
        context.close()
    assert seconds < (ROUNDS + 1) * LATENCY, asked
    names = [url.removeprefix(f"{home}/").partition("?")[0] for url in asked]
    assert len(names) <= 8, names
    sent = [gzip.compress((site / name).read_bytes()) for name in names]
    assert sum(map(len, sent)) < 75_000, dict(zip(names, map(len, sent), strict=True))
