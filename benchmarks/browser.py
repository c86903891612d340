"""
The judge in a browser beside the native one, in one run: from a click to the report.

    python benchmarks/browser.py [FILE]

Prints the bytes that are fetched; the seconds until the first function is judged and
until the report is there, on a first visit, after a reload, and where Python has begun
already because the field had the focus; and the native check, also without style.
Needs Chromium, npm and playwright.
"""

import functools
import http.server
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs"), str(ROOT / "tests")]

import make_site  # noqa: E402
from helpers.chromium import launched  # noqa: E402

from noughts.checker.asking import Effort  # noqa: E402
from noughts.checker.conversation import judge  # noqa: E402
from noughts.checker.driver import Examination, converse  # noqa: E402

WARM = 20  # seconds for Python to begin
STAGES = """() => [
  !document.querySelector('#check progress') ||
    document.querySelectorAll('.standing .passed, .standing .failed').length > 0,
  Boolean(document.querySelector('#check .report')),
]"""


def natively(path: Path) -> float:
    """Return the seconds of a native check."""
    began = time.monotonic()
    talk = judge(path.read_bytes(), path.name)
    with Examination(Effort(), lambda what, done, total: None) as examination:
        converse(talk, examination)
    return time.monotonic() - began


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


def main() -> None:
    """Print a row for each way to come to the page, and one for the native check."""
    path = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "tictactoe.py"
    text = path.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        make_site.page(Path(folder))
        with served(Path(folder, "explore")) as address:
            browser = launched(play)
            page = browser.new_page()
            sizes = (p.stat().st_size for p in Path(folder, "explore/python").iterdir())
            print(f"Python for the browser: {sum(sizes) / 1e6:.1f} MB\n")
            print("| | first function | report |\n|---|---:|---:|")
            for name, warm in (("first visit", 0), ("reload", 0), ("warmed up", 1)):
                first, whole = in_browser(page, address, text, bool(warm))
                print(f"| {name} | {first:.1f} s | {whole:.1f} s |", flush=True)
            browser.close()
        print(f"| natively | | {natively(path):.1f} s |")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that prints nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


if __name__ == "__main__":
    main()
