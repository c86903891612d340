"""The judge in a browser: the same records as natively, and no request elsewhere."""

import json
import re
import sys
from pathlib import Path

import pytest
from conftest import ENGINES, ROOT
from helpers.browsing import SEEN, browser
from helpers.hostile import HOSTILE, WRONG
from helpers.static import hosted

from noughts.checker.check_file import check_file
from noughts.game import oracle
from noughts.game.board import START, board_of
from noughts.page.own import own_search

sys.path.append(str(ROOT / "docs"))
import make_site

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
__all__ = ["browser"]  # a fixture

# mutating_minimax is right on every board, and wrong in games.
NAMES = """
winner_empty_line actions_list negative_index no_diagonals o_win_not_scored
terminal_without_return first_cell mutating_minimax not_implemented half_written
syntax_error import_fails exits keyboard_interrupt loops_forever
"""
SAME = [ROOT / "tictactoe.py", *(ENGINES / f"{name}.py" for name in NAMES.split())]
# Texts may differ: Python is newer in the browser. Sets are ordered differently, so a
# textbook search may visit more positions, or fewer.
FROM_PYTHON = ("traceback", "seconds", "notes", "got", "refusal", "version", "machine")
BY_ORDER = ("textbook", "words")


# Note the record of each result that a worker sends.
NOTED = """window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data: [what, result] }) => {
      if (what === "done") window.record = result.record;
    });
  }
};"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve the frozen page with Python as static files."""
    folder = tmp_path_factory.mktemp("site")
    small = [key for key in oracle.table() if key.count(".") <= 2]
    make_site.page(folder, boards=map(board_of, [START, *small]))
    with hosted(folder / "explore") as home:
        yield home


@pytest.fixture(scope="module")
def page(browser, site):
    context = browser.new_context(locale="en-US")
    context.add_init_script(SEEN)
    context.add_init_script(NOTED)
    page = context.new_page()
    page.asked = []
    context.on("request", lambda request: page.asked.append(request.url))
    page.goto(f"{site}index.html#view=check")
    yield page
    context.close()


def in_browser(page, path):
    page.locator("#check textarea").fill(path.read_text("utf-8"))
    page.evaluate("record = null")
    page.locator(".checking").get_by_role("button", name="Check it").click()
    page.wait_for_function("() => record", timeout=900_000)
    return page.evaluate("record")


def natively(path):
    record = check_file("tictactoe.py", source=path.read_bytes())
    return json.loads(record.to_json())


def is_quoting(name, value):
    """Return whether this is a sentence about a search, whose facts are compared."""
    return name == "seen" and all(isinstance(each, str) for each in value)


def comparable(found):
    """Return a record without texts from Python and without figures of sets."""
    if isinstance(found, dict):
        return {
            name: comparable(value)
            for name, value in found.items()
            if name not in FROM_PYTHON + BY_ORDER and not is_quoting(name, value)
        }
    if isinstance(found, str):
        return re.sub(r"Python 3\.\d+", "Python", found)
    return [comparable(each) for each in found] if isinstance(found, list) else found


@pytest.mark.parametrize("path", SAME, ids=lambda path: Path(path).stem)
def test_the_record_is_the_same_as_natively(page, path):
    assert comparable(in_browser(page, path)) == comparable(natively(path))


# Attacks made while a file is loaded, before its functions are asked. Wrong functions
# follow, so a successful attack would earn more points than these.
@pytest.mark.parametrize("attack", HOSTILE)
def test_a_hostile_file_gains_nothing_and_has_a_record(page, tmp_path, attack):
    path = tmp_path / "tictactoe.py"
    path.write_text(f"{HOSTILE[attack]}\n{WRONG}", "utf-8")
    record = in_browser(page, path)
    assert record["points"] <= natively(ENGINES / "first_cell.py")["points"]


WINNER = """
def winner(board):
    m = [mark for row in board for mark in row]
    lines = [m[0:3], m[3:6], m[6:], m[0::3], m[1::3], m[2::3], m[0::4], m[2:8:2]]
    return next((mark for mark in (X, O) if [mark] * 3 in lines), None)
"""


def test_a_function_of_a_lesson_is_judged(page, site):
    page.goto("about:blank")
    page.goto(f"{site}index.html#view=lessons&lesson=worth&task=7")
    for text, judged in (
        (WINNER.replace("m[2:8:2]", "[]"), "wrong"),
        (WINNER, "right"),
    ):
        page.locator(".task textarea").fill(text)
        page.get_by_role("button", name="Check it").click()
        page.wait_for_selector(f".feedback .{judged}", timeout=400_000)


def test_no_request_goes_to_another_host(page, site):
    ours = (site, "blob:", "data:")
    assert not [url for url in page.asked if not url.startswith(ours)]
    assert any(".wasm?" in url for url in page.asked)


def test_a_large_file_of_python_is_requested_once(page, site):
    names = [url.split("?")[0].removeprefix(site) for url in page.asked]
    large = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    for name in large:
        assert 1 <= names.count(f"python/{name}") <= loads(page), name


def loads(page):
    """Return how often a worker of the judge was loaded."""
    return sum(url.split("?")[0].endswith("/judge-worker.js") for url in page.asked)


# Engines whose own search is shown in a browser as natively; the boards may differ.
TRACED = ["wrong_cut", "max_slip", "wrong_child", "no_diagonals", "first_cell"]


def places(search):
    """Return the function and the line of the first wrong event."""
    at = search["wrong_at"]
    return search["names"][at], search["line"]


@pytest.mark.parametrize("name", TRACED)
def test_the_search_of_a_file_is_traced_without_a_server(page, name):
    source = (ENGINES / f"{name}.py").read_text("utf-8")
    asked = len(page.asked)
    found = page.evaluate(
        """async (text) => {
          const bytes = new TextEncoder().encode(text);
          return await modules["shared/page.js"].judge.trace({ traced: "", bytes });
        }""",
        source,
    )
    assert places(found) == places(own_search(source.encode()))
    assert not [url for url in page.asked[asked:] if "own.json" in url]


def test_a_wrong_file_shows_its_own_search(page, site):
    page.goto("about:blank")
    page.goto(f"{site}index.html#view=check")
    in_browser(page, ENGINES / "first_cell.py")
    page.get_by_role("button", name="See your own search").click()
    page.wait_for_selector(".stage.own .decided", timeout=60_000)
