"""
Checking our own file in a browser and natively, in one run: from a click to the report.

    python benchmarks/browser.py [SIZE]

Prints the seconds until the first function is judged and until the report is there: on
a first visit, after a reload, and if Python was loaded when the field got the focus.
All files come from this machine, so a first visit takes the download in addition. Then
a class of this SIZE (100; 0 for none) is graded in the tab: that of `class.py`. Needs
Chromium, npm and playwright.
"""

import json
import shutil
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from figures import ROOT, clocked, table  # must come first: it sets the import path

# isort: split
import make_site
from helpers.chromium import profile
from helpers.static import hosted
from playwright.sync_api import Page, sync_playwright

from noughts.checker.check_file import check_file
from noughts.game.board import START, board_of

WARM = 20  # seconds for Python to start
VISITS = {  # and the targets
    "first visit": ("", "8 s"),
    "reload": ("", "6 s"),
    "warmed up": ("0.5 s", "4 s"),
}
HEAD = ["visit", "first function", "target", "report", "target"]
STAGES = """() => [
  Boolean(document.querySelector(".standing :is(.passed, .failed), #check .report")),
  Boolean(document.querySelector("#check .report")),
]"""


def in_browser(page: Page, address: str, text: str, warm: bool) -> list[float]:
    """Return the seconds until the first function is judged, and until the report."""
    page.goto("about:blank")
    page.goto(f"{address}index.html#view=check")
    field = page.locator("#check textarea")
    if warm:
        field.focus()
        page.wait_for_timeout(1000 * WARM)
    page.evaluate("text => document.querySelector('textarea').value = text", text)
    field.dispatch_event("input")
    began, first = time.monotonic(), 0.0
    page.locator(".checking .primary").click()
    while True:
        page.wait_for_timeout(50)
        some, done = page.evaluate(STAGES)
        if some and not first:
            first = time.monotonic() - began
        if done:
            return [first, time.monotonic() - began]


def grade_class(page: Page, address: str, size: int) -> float:
    """Return the seconds until a class is judged in the tab."""
    with tempfile.TemporaryDirectory() as folder:
        import_module("class").hand_in(Path(folder, "class"), size)
        export = shutil.make_archive(f"{folder}/export", "zip", f"{folder}/class")
        page.goto("about:blank")
        page.goto(f"{address}index.html#view=class")
        began = time.monotonic()
        page.locator(".drop input").set_input_files(export)
        page.locator(".students tbody tr").nth(size - 1).wait_for(timeout=60_000)
        done = "() => !document.querySelector('.students tr.waiting')"
        page.wait_for_function(done, timeout=0)
        return time.monotonic() - began


def main() -> None:
    """Print a row for each way to come to the page, and one for the native check."""
    size = int(next(iter(sys.argv[1:]), 100))
    path, rows = ROOT / "tictactoe.py", list[list[str]]()
    text = path.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        make_site.page(Path(folder), boards=[board_of(START)])
        sent = json.loads(Path(folder, "explore/python/files.json").read_text("utf-8"))
        download = sum(each["size"] for each in sent) / 1e6
        with hosted(Path(folder, "explore")) as address:
            browser = profile(play, f"{folder}/profile")
            page = browser.new_page()
            for name, (soon, late) in VISITS.items():
                seconds = in_browser(page, address, text, name == "warmed up")
                first, whole = (f"{each:.1f} s" for each in seconds)
                rows.append([name, first, soon, whole, late])
            if size:
                whole = f"{grade_class(page, address, size):,.0f} s"
                rows.append([f"a class of {size}", "", "", whole, ""])
            browser.close()
    _, took, _ = clocked(check_file, path)
    rows.append(["natively", "", "", f"{took:.1f} s", ""])
    print(table(HEAD, rows, f"Python for the browser: {download:.1f} MB, once."))


if __name__ == "__main__":
    main()
