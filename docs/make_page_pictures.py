"""
`make pictures`: the pictures of the page and of a report, from the program itself.

Each is an address of the page, or a report, opened in Chromium.
"""

import shutil
import sys
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright

from noughts.checker.judge import check_file
from noughts.checker.reports import html
from noughts.explorer.app import create
from noughts.explorer.server import address, serving

PICTURES = ROOT / "docs" / "pictures"
DESK, PHONE = (1366, 768), (360, 740)
# name: (address, what is pressed there, theme, language, size)
STILLS = {
    "page-first": ("#view=first&part=3", None, "light", "en", DESK),
    "page-values": ("#moves=519&values=1", None, "light", "en", DESK),
    "page-tree": ("#moves=5197&view=tree", "open-best", "light", "en", DESK),
    "page-search": (
        "#board=O.X.XOO.X&view=search&method=alphabeta&step=33",
        None,
        "dark",
        "en",
        DESK,
    ),
    "page-phone": ("#moves=519&values=1", None, "light", "pt-BR", PHONE),
}


FAULTY = ROOT / "tests" / "engines" / "winner_empty_line.py"


def take(home: str) -> None:
    """Take all the pictures of the page at an address, and the one of a report."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (
            fragment,
            pressed,
            theme,
            language,
            (width, height),
        ) in STILLS.items():
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme=theme,
                locale=language,
            )
            page.goto(home + fragment)
            page.wait_for_load_state("networkidle")
            if pressed:
                page.click(f"[data-do={pressed}]")
            page.mouse.move(0, 0)
            page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
            page.close()
        page = browser.new_page(viewport={"width": 900, "height": 860})
        page.set_content(html.report(check_file(FAULTY)))
        page.screenshot(path=PICTURES / "report.png")
        browser.close()


def main() -> int:
    """Serve the page and take its pictures."""
    with serving(create(), 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            take(address(server))
        finally:
            server.shutdown()
            thread.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
