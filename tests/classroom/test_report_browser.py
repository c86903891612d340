"""The report on a class in a real browser, from a file on disk."""

import re

import pytest
from classroom.exports import lay_out
from conftest import ENGINES
from helpers.browsing import browser, expect, violations
from helpers.classes import check

from noughts.classroom.hand_ins import read_class

pytestmark = pytest.mark.ci
LONG = "wolfeschlegelsteinhausenbergerdorff" * 3
assert browser  # a fixture that pytest looks for by this name


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    files = {
        "ana_1_2_tictactoe.py": b"# right",
        "Bob_3_4_tictactoe.py": b"# wrong",
        "carl_5_6_tictactoe.py": b"# right",
        "<b>dora_7_8_notes.txt": b"",
        f"{LONG}_LATE_9_10_tictactoe.py": b"# wrong",
    }
    check(read_class(lay_out(folder / "class", files)), folder / "report")
    return folder / "report"


@pytest.fixture(params=["light", "dark"])
def page(browser, report, request):
    with browser.new_context(color_scheme=request.param, offline=True) as context:
        page = context.new_page()
        troubles = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto((report / "index.html").as_uri())
        yield page
        assert troubles == []


def students(page):
    return page.locator(".sortable tbody tr:visible td:first-child").all_inner_texts()


def test_students_can_be_sorted_by_any_column_both_ways(page):
    assert students(page) == ["ana", "<b>dora", "Bob", "carl", f"{LONG}\nlate"]
    page.get_by_role("button", name="Points").click()
    assert students(page)[3:] == ["ana", "carl"]
    page.get_by_role("button", name="Points").click()
    assert students(page)[:2] == ["ana", "carl"]
    page.get_by_role("button", name="Student").click()
    assert students(page) == ["ana", "<b>dora", "Bob", "carl", f"{LONG}\nlate"]


def test_search_covers_the_details(page):
    page.get_by_label("Search").fill("PLAYER. bob")
    assert students(page) == ["Bob"]
    expect(page.locator("output")).to_have_text("1 of 5")
    page.get_by_label("Search").fill("")
    assert len(students(page)) == 5


def test_the_pages_are_accessible_and_those_of_students_lead_nowhere(page):
    assert violations(page) == []
    page.get_by_role("link", name="Bob").last.click()
    expect(page.locator("nav b")).to_have_text("Bob")
    assert violations(page) == []
    assert page.get_by_role("link").count() == 0


def test_similar_files_are_side_by_side_and_accessible(browser, tmp_path):
    """Each has its own place to scroll."""
    source = (ENGINES / "alpha_beta.py").read_bytes()
    other = (ENGINES / "textbook_deepcopy.py").read_bytes()
    files = {"ana.py": source, "bob.py": other + source}
    check(read_class(lay_out(tmp_path / "class", files)), tmp_path / "report")
    for scheme in ("light", "dark"):
        with browser.new_context(color_scheme=scheme, offline=True) as context:
            page = context.new_page()
            page.goto((tmp_path / "report/index.html").as_uri())
            page.get_by_role("link", name="side by side").click()
            left, right = page.locator(".source").all()
            assert violations(page) == []
            page.locator(".sides section").last.get_by_role("link").first.click()
            assert right.evaluate("(each) => each.scrollTop") > 0
            assert left.evaluate("(each) => each.scrollTop") == 0
            for width in (360, 768, 1440):
                page.set_viewport_size({"width": width, "height": 900})
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width
                boxes = [left.bounding_box(), right.bounding_box()]
                is_beside = boxes[0]["x"] < boxes[1]["x"]
                assert is_beside == (width > 704)


CUT = """() => [...document.querySelectorAll("th, .way *, .grades td, .rows summary")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => each.textContent)"""


@pytest.mark.parametrize("width", [360, 390, 768, 960, 1366, 1440])
def test_no_text_is_cut_off_and_nothing_is_wider_than_the_window(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate(CUT) == []
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name=LONG).last.click()
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_printed_pages_have_full_names_and_no_navigation(page):
    page.emulate_media(media="print")
    name = page.locator(".rows .name", has_text=LONG).locator("a")
    assert name.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1")
    for each in (".search", "nav"):
        assert not page.locator(each).first.is_visible()
    page.goto(page.url.replace("index.html", "print.html"))
    assert not page.locator(".way b").is_visible()
    assert page.locator(".sheet").first.is_visible()


def test_details_unfold_as_wide_as_the_table(page):
    page.set_viewport_size({"width": 1440, "height": 900})
    row = page.locator(".rows tr", has_text="Bob")
    expect(row.locator("summary")).to_have_text("1 fault")
    assert not row.get_by_text("player.turn").is_visible()
    row.locator("summary").click()
    expect(row.get_by_text("player.turn")).to_be_visible()
    told = page.locator(".rows [open] .details").bounding_box()
    table = page.locator(".rows").bounding_box()
    for side in ("x", "width"):
        assert abs(told[side] - table[side]) < 2


def test_each_sheet_fits_on_one_page(browser, report):
    """Letter is shorter, A4 is narrower."""
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.goto((report / "print.html").as_uri())
        for paper in ("A4", "Letter"):
            pages = len(re.findall(rb"/Type /Page\b", page.pdf(format=paper)))
            assert pages == page.locator(".sheet").count() == 5
        assert violations(page) == []
        page.get_by_role("link", name="class").click()
        expect(page.locator("h1")).to_have_text("class")
        page.get_by_role("link", name="to print").click()
        expect(page.locator("h1").first).to_have_text("ana")
