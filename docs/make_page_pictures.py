"""
`make docs`: the pictures of the page and of a report, from the program itself.

Each is an address of the page, or a report, opened in Chromium.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Literal

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from flask import Flask
from helpers.chromium import launched
from helpers.engines import ENGINES
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from noughts.checker import check_file
from noughts.checker.reports import html
from noughts.page.app import create
from noughts.page.engine_view import EngineView
from noughts.page.server import address, serving

PICTURES = ROOT / "docs" / "pictures"
Theme = Literal["light", "dark"]
SEARCH = "#board=O.X.XOO.X&view=search&method=alphabeta&step=33"
# name: (address, theme)
STILLS: dict[str, tuple[str, Theme]] = {
    "page-values": ("#moves=519&values=1", "light"),
    "page-search": (SEARCH, "dark"),
    "page-search-light": (SEARCH, "light"),
    "page-lesson": ("#view=lessons&lesson=first&task=2", "light"),
}
# The search of a file with the famous typo, stopped at its first wrong value.
OWN: tuple[str, str, Theme]
OWN = ("own-search", "#board=..OXO.XOX&view=search&method=own", "light")


# The film: a whole search, presented, without the controls above and below it.
FILM = "#board=O.X.XOO.X&view=search&method=alphabeta&step=0"
STAGE = {"x": 0, "y": 84, "width": 1366, "height": 587}
STEPS, SECONDS, PAUSES = 36, 0.7, {0: 1.6, 33: 4.0, 35: 4.0}  # 33 is the cut
FAULTY = ROOT / "tests" / "engines" / "winner_empty_line.py"
TYPO = ENGINES / "max_slip.py"


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Serve an app in a thread, and yield its address."""
    with serving(app, 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield address(server)
        finally:
            server.shutdown()
            thread.join()


def film(browser: Browser, home: str) -> None:
    """Step through a search on its stage, and make one moving picture of it."""
    page = browser.new_page(
        viewport={"width": 1366, "height": 768}, locale="en", reduced_motion="reduce"
    )
    page.goto(home + FILM)
    page.wait_for_selector(".stage .tree")
    page.keyboard.press("f")
    frames = []
    for step in range(STEPS):
        if step:
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")  # it asks first; shown is the answer
        shot = Image.open(BytesIO(page.screenshot(clip=STAGE))).convert("RGB")
        frames.append(shot.quantize(48, dither=Image.Dither.NONE))
    first, *rest = frames
    first.save(
        PICTURES / "search.gif",
        save_all=True,
        append_images=rest,
        duration=[int(1000 * PAUSES.get(step, SECONDS)) for step in range(STEPS)],
        loop=0,
        optimize=True,
    )
    page.close()


def still(browser: Browser, name: str, url: str, theme: Theme, key: str = "") -> None:
    """Open an address, press a key if one is given, and take a picture."""
    page = browser.new_page(
        viewport={"width": 1366, "height": 768}, color_scheme=theme, locale="en"
    )
    page.goto(url)
    page.wait_for_selector("main")
    page.wait_for_load_state("networkidle")
    if key:
        page.wait_for_selector(".stage .decided")
        page.keyboard.press(key)
    page.wait_for_timeout(500)  # what comes last is drawn
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
    page.close()


def take(home: str, home_of_typo: str) -> None:
    """Take all the pictures of the page at two addresses, and the one of a report."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name, (fragment, theme) in STILLS.items():
            still(browser, name, home + fragment, theme)
        name, fragment, theme = OWN
        still(browser, name, home_of_typo + fragment, theme, "w")
        film(browser, home)
        page = browser.new_page(viewport={"width": 900, "height": 860})
        page.set_content(html.report(check_file(FAULTY)))
        page.screenshot(path=PICTURES / "report.png")
        browser.close()


def main() -> int:
    """Serve the page, with and without a student's file, and take its pictures."""
    with (
        EngineView(TYPO, 30.0) as typo,
        served(create()) as home,
        served(create(typo)) as home_of_typo,
    ):
        take(home, home_of_typo)
    return 0


if __name__ == "__main__":
    sys.exit(main())
