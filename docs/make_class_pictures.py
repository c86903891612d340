"""
`make docs`: the pictures of a report on a class, from the program itself.

A class of our own engines with one fault each, named as Canvas names what it exports,
is judged, and its report opened in Chromium.
"""

import io
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers.chromium import launched
from helpers.engines import ENGINES
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from noughts.checker.rubric import load
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.gradebook import Roster
from noughts.classroom.hand_ins import read_class
from noughts.classroom.run import check_class
from noughts.texts import ENGLISH, LANGUAGES

PICTURES = ROOT / "docs" / "pictures"
# Who handed in what; the first few are late, or have tried more than once.
CLASS = {
    "Ana Silva": "alpha_beta",
    "Beatriz Andrade": "no_antidiagonal",
    "Bob O'Neill": "shallow_copy",
    "Çağla Ünal": "negative_index",
    "Davi Pereira": "half_written",
    "Elisa Costa": "none_when_losing",
    "Fábio Rocha": "turn_miscounted",
    "Gabriela Lima": "syntax_error",
    "Heitor Gomes": "returns_early",
    "Isabela Alves": "actions_list",
    "Karl-Friedrich Müller-Lüdenscheidt": "no_antidiagonal",
    "Li Wei": "textbook_deepcopy",
}
LATE, AGAIN = {"Bob O'Neill", "Li Wei"}, {"Ana Silva", "Bob O'Neill"}
DESK, PHONE, PAPER = (1180, 640), (390, 780), (794, 640)


def hand_in(folder: Path) -> Path:
    """Lay out what Canvas would export, and the list of names beside it."""
    exported = folder / "Tic-Tac-Toe"
    exported.mkdir()
    names = ["id,name"]
    for n, (name, engine) in enumerate(CLASS.items(), start=101):
        late, again = "_LATE" * (name in LATE), "-1" * (name in AGAIN)
        file = exported / f"student{late}_{n}_9{n}_tictactoe{again}.py"
        shutil.copy(ENGINES / f"{engine}.py", file)
        names.append(f'{n},"{name}"')
    (folder / "roster.csv").write_text("\n".join(names), "utf-8")
    return exported


def take(browser: Browser, report: Path, language: str) -> None:
    """Take the pictures of a report: students, on a phone, and on paper."""
    end = "" if language == ENGLISH else f".{language}"

    def opened(page_name: str, size: tuple[int, int], **more: str) -> None:
        width, height = size
        page = browser.new_page(viewport={"width": width, "height": height})
        page.emulate_media(media=more.get("media", "screen"))
        page.goto((report / page_name).as_uri())
        if more.get("media") == "print":
            page.add_style_tag(content="body { padding: 1.5rem 2rem }")
        if "open" in more:
            page.locator(".rows tr", has_text=more["open"]).locator("summary").click()
        if "at" in more:
            page.locator(more["at"]).evaluate("each => each.scrollIntoView()")
        page.mouse.move(0, 0)
        save(page.screenshot(animations="disabled"), f"{more['name']}{end}")
        page.close()

    opened("index.html", DESK, name="class", at="#students", open="Bob")
    if language == ENGLISH:
        opened("index.html", PHONE, name="class-phone", at="#students")
    place = 1 + list(CLASS).index("Bob O'Neill")
    at = f".sheet:nth-child({place})"
    opened("print.html", PAPER, name="class-sheet", media="print", at=at)


def save(data: bytes, name: str) -> None:
    """Write a picture with at most 128 colours."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    few = picture.quantize(128, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


def main() -> int:
    """Judge a class once, report on it in every language, and take the pictures."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        class_ = hand_in(folder)
        roster = Roster((folder / "roster.csv").read_bytes())
        found = read_class(class_, rename=roster.rename)
        judge, report = FileJudge(load()), folder / "report"
        browser = launched(playwright)
        for language in LANGUAGES:
            check_class(found, report, judge, language=language)
            take(browser, report, language)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
