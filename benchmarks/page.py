"""
The page's figures: how soon it shows a move and the values, and how a search arrives.

    python benchmarks/page.py

Needs Chromium, and what `make test` installs. Times are the best of several runs, on
this machine, from the click to the drawing; sizes are exact.
"""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import perf_counter

from figures import Table, main

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

RUNS = 5
# Notes the milliseconds since the page began to load, once the values are shown.
WATCH = """new MutationObserver(() => {
    if (document.querySelector(".square.valued")) window.shown ??= performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true })"""
# Resolves with the milliseconds from a click until `selector` is there.
CLICKED = """([button, selector]) => new Promise(resolve => {
    const start = performance.now();
    document.querySelector(button).click();
    const look = () => document.querySelector(selector)
        ? resolve(performance.now() - start) : requestAnimationFrame(look);
    look();
})"""
# Milliseconds for each of many steps through the whole search, drawn one by one.
STEPS = """() => {
    const slider = document.querySelector(".slider");
    const start = performance.now();
    for (let n = 0; n < 200; n++) {
        slider.value = Math.floor(n * slider.max / 200);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        document.querySelector(".tree").getBoundingClientRect();
    }
    return (performance.now() - start) / 200;
}"""


def measure(address: str) -> list[list[object]]:
    """Return the figures of the page in a browser."""
    from helpers.chromium import launched
    from playwright.sync_api import sync_playwright

    values, moves, searches, steps = [], [], [], []
    with sync_playwright() as playwright:
        browser = launched(playwright)
        tabs = browser.new_context()
        tabs.new_page().goto(address)  # a browser that is open already, as people's is
        for _ in range(RUNS):
            page = tabs.new_page()
            page.add_init_script(WATCH)
            page.goto(f"{address}#values=1")
            page.wait_for_load_state("networkidle")
            values.append(page.evaluate("window.shown"))
            reply = ".moves li:nth-child(3)"
            moves.append(page.evaluate(CLICKED, ["[data-square='5']", reply]))
            page.close()
            page = tabs.new_page()
            page.goto(f"{address}#method=alphabeta")
            page.wait_for_load_state("networkidle")
            searches.append(page.evaluate(CLICKED, ["#tab-search", ".tree"]))
            steps.append(page.evaluate(STEPS))
            page.close()
        browser.close()
    return [
        ["a new tab, until the values are shown", min(values) / 1000],
        ["from a click until the answer is drawn", min(moves) / 1000],
        ["from a click until the search is there", min(searches) / 1000],
        ["one step of the search, drawn", min(steps) / 1000],
    ]


def tables() -> Iterator[Table]:
    """Yield times, then counts and sizes."""
    from helpers.chromium import CHROMIUM

    from noughts import oracle
    from noughts.board import START, board_of
    from noughts.page import data, searches
    from noughts.page.app import create, encoded
    from noughts.page.freeze import answer_files, page_files
    from noughts.page.server import address, serving

    data.about()
    start = perf_counter()
    search = searches.search("alphabeta", board_of(START))
    seconds = perf_counter() - start
    body = encoded(search)
    rows: list[list[object]] = []
    if CHROMIUM:
        with serving(create(), 0) as server:
            thread = Thread(target=server.serve_forever)
            thread.start()
            try:
                rows = measure(address(server))
            finally:
                server.shutdown()
                thread.join()
    rows.append(["alpha-beta from the empty board, recorded in", seconds])
    yield Table("", {"": "text", "time": "ms"}, rows)
    files = page_files() | answer_files(oracle.positions())
    packed = sum(len(gzip.compress(content)) for content in files.values())
    sizes = [
        ["that search", len(search["kind"]), len(body), len(gzip.compress(body))],
        ["the frozen page", len(files), sum(map(len, files.values())), packed],
    ]
    columns = {"": "text", "events or files": "count"}
    yield Table("", columns | {"bytes": "count", "packed": "count"}, sizes)


if __name__ == "__main__":
    sys.exit(main(tables()))
