"""
The judge in a browser beside the native one, in one run: from a click to the report.

    python benchmarks/browser.py [FILE ...]

Prints the bytes that are fetched; the seconds until Python is ready, until the first
function is judged and until the report is there; and the last as a ratio to the native
check, both without style. Needs Chromium, npm and playwright.
"""

import functools
import http.server
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs"), str(ROOT / "tests")]

import make_site  # noqa: E402
from helpers.chromium import launched  # noqa: E402

from noughts.checker.asking import Effort  # noqa: E402
from noughts.checker.conversation import judge  # noqa: E402
from noughts.checker.driver import Examination, converse  # noqa: E402
from noughts.checker.rubric import load  # noqa: E402

FILES = [ROOT / "tictactoe.py", ROOT / "tests" / "engines" / "textbook_deepcopy.py"]
STAGES = """() => [
  !document.querySelector('#check progress') ||
    document.querySelectorAll('.standing .passed, .standing .failed').length > 0,
  Boolean(document.querySelector('#check .report')),
]"""


def natively(path: Path) -> float:
    """Return the seconds of a native check."""
    began = time.monotonic()
    talk = judge(path.read_bytes(), path.name, load())
    with Examination(Effort(), lambda what, done, total: None) as examination:
        converse(talk, examination)
    return time.monotonic() - began


def in_browser(page, path: Path) -> tuple[float, float]:
    """Return the seconds until the first function is judged, and until the report."""
    page.locator("#check textarea").fill(path.read_text("utf-8"))
    began, first = time.monotonic(), 0.0
    page.locator(".checking .primary").click()
    while True:
        page.wait_for_timeout(50)
        some, done = page.evaluate(STAGES)
        if some and not first:
            first = time.monotonic() - began
        if done:
            return first, time.monotonic() - began


def main() -> None:
    """Print a row for each file, the first with Python still to be fetched."""
    files = [Path(name) for name in sys.argv[1:]] or FILES
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        make_site.page(Path(folder))
        served = functools.partial(
            http.server.SimpleHTTPRequestHandler, directory=f"{folder}/explore"
        )
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), served)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = launched(play)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html#view=check")
        fetched = sum(
            p.stat().st_size for p in Path(folder, "explore/python").iterdir()
        )
        print(f"Python for the browser: {fetched / 1e6:.1f} MB")
        print("file                   first function   report   native   ratio")
        for path in files:
            first, whole = in_browser(page, path)
            native = natively(path)
            print(
                f"{path.stem:<22} {first:>12.1f} s {whole:>6.1f} s {native:>6.1f} s"
                f" {whole / native:>7.1f}"
            )
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
