"""End-to-end scenarios in a real browser, with accessibility checks by axe."""

import re

import pytest
from conftest import ENGINES
from helpers.browsing import (
    AWAY,
    BACK,
    address,
    browser,
    expect,
    open_page,
    served,
    violations,
)
from helpers.records import RECORD
from helpers.static import hosted

from noughts.game.board import START, board_of
from noughts.page.engine_view import EngineView
from noughts.page.freeze import freeze
from noughts.texts import words

SAY = words()
pytestmark = pytest.mark.ci
__all__ = ["address", "browser", "open_page"]  # fixtures
# The empty board, two positions with one free square, and how each of them ends.
FROZEN = (START, "XOXXOOO.X", "XOXXOOOXX", "OXXXOOXO.", "OXXXOOXOX")
UNFINISHED = b"X, O, EMPTY = 'X', 'O', None\ndef player(board):\n    return X\n"
SMALL = "#board=O.X.XOO.X&view=search"


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def square(page, number, within="#board"):
    return page.locator(f"{within} [data-square='{number}']")


def step_of(page):
    return page.locator(".slider").input_value()


def test_a_game_is_played_and_undone(open_page):
    page = open_page("#view=values")
    square(page, 5).click()
    expect(page.locator("#status")).to_have_text(SAY("page.status.yours", turn="X"))
    expect(page.locator(".squares .taken")).to_have_count(2)
    button(page, "Undo").click()
    expect(page.locator(".squares .taken")).to_have_count(0)
    button(page, "Redo").click()
    expect(page).to_have_url(re.compile(r"#moves=5[1379]$"))
    page.go_back()
    button(page, "Show values").click()
    expect(page.locator(".worth .move")).to_have_count(9)
    page.locator(".worth .move").first.click()
    expect(page.locator("#board .valued")).not_to_have_count(0)
    page.reload()
    expect(page.locator("#board .valued")).not_to_have_count(0)
    assert violations(page) == []


def test_no_move_is_lost_while_the_server_is_down(open_page):
    page = open_page("#side=both")
    square(page, 5).click()
    expect(page.locator(".squares .taken")).to_have_count(1)
    page.evaluate(AWAY)
    for number in (1, 2, 3):
        square(page, number).click()
    expect(page.get_by_role("alert")).to_contain_text("lost its connection")
    expect(page.locator(".squares .taken")).to_have_count(1)
    page.evaluate(BACK)
    square(page, 9).click()
    expect(square(page, 9)).to_have_accessible_name("Square 9, bottom right: O")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_keyboard_alone_is_enough(open_page):
    page = open_page("#moves=5197&view=tree")
    square(page, 5).focus()
    page.keyboard.press("ArrowRight")
    expect(square(page, 6)).to_be_focused()
    page.locator("#tree [role=button]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-node='23']")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert len(page.evaluate("document.activeElement.dataset.node")) == 2
    page.keyboard.press("u")  # the tree is redrawn, but the focus is kept
    expect(page.locator(".squares .taken")).to_have_count(2)
    assert page.evaluate("document.activeElement !== document.body")
    page.get_by_role("tab", name="Tree").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Values")).to_be_focused()
    expect(page.locator("#values")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    expect(page.locator("#keys h2")).to_be_focused()  # the list opens at its top
    assert violations(page) == []


def test_a_search_is_stepped_through_with_every_control(open_page):
    page = open_page(f"{SMALL}&method=alphabeta")
    said = page.locator(".decided")
    expect(said).to_contain_text("The search begins")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == "2"
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == "1"
    page.keyboard.press("c")
    expect(said).to_contain_text("4")
    expect(page.locator(".tree .arrow")).to_have_count(1)
    expect(page.locator(".code .now")).to_have_text(re.compile("break"))
    expect(page.locator(".code .deciding")).to_have_text(re.compile("if best <= alpha"))
    first = page.evaluate_handle("document.querySelector('[data-node]')")
    page.keyboard.press("End")
    expect(said).to_contain_text("The search is over")
    assert page.evaluate("node => node.isConnected", first), "the tree is not rebuilt"
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(button(page, "Pause")).to_be_visible()
    button(page, "Pause").click()
    page.locator(".strip").click()
    assert 10 < int(step_of(page)) < 26
    expect(page.locator(".time .legend")).to_contain_text("cut")
    assert violations(page) == []


def test_tab_leaves_the_editor_until_it_is_told_to_indent(open_page):
    page = open_page("#view=check")
    field = page.get_by_role("textbox", name=SAY("page.checking.field"))
    field.fill("def player(board):\n")
    expect(page.locator(".editor .numbers")).to_have_text("1\n2")
    field.press("Tab")
    expect(field).not_to_be_focused()
    expect(field).to_have_value("def player(board):\n")
    field.press("Control+m")
    expect(page.locator("#editor-keys")).to_have_text(SAY("page.editor.indents"))
    field.press("Control+End")
    field.press("Tab")
    expect(field).to_be_focused()
    expect(field).to_have_value("def player(board):\n    ")
    field.press("Control+z")
    expect(field).to_have_value("def player(board):\n")
    assert violations(page) == []
    field.press("Control+m")
    field.press("Tab")
    expect(field).not_to_be_focused()


def test_two_tabs_keep_both_texts(open_page):
    name = SAY("page.checking.field")
    mine = open_page("#view=check")
    theirs = mine.context.new_page()
    theirs.goto(mine.url)
    theirs.get_by_role("textbox", name=name).fill("theirs = 1")
    expect(theirs.get_by_text(SAY("page.editor.both"))).to_have_count(0)
    field = mine.get_by_role("textbox", name=name)
    field.fill("mine = 1")
    expect(mine.get_by_text(SAY("page.editor.both"))).to_be_visible()
    assert violations(mine) == []
    button(mine, SAY("page.editor.exchange")).click()
    expect(field).to_have_value("theirs = 1")
    button(mine, SAY("page.editor.exchange")).click()
    expect(field).to_have_value("mine = 1")
    mine.reload()
    button(mine, SAY("page.editor.drop")).click()
    expect(mine.get_by_text(SAY("page.editor.both"))).to_have_count(0)
    expect(field).to_have_value("mine = 1")


# The views, each with all that it can show at once.
VIEWS = (
    "#view=values",
    "#moves=51&values=on&view=values",
    "#moves=5197&view=tree",
    "#view=search",
    f"{SMALL}&method=alphabeta&step=33",
    f"{SMALL}&method=compare&step=20",
    "#view=trees",
    "#view=lessons",
    "#view=lessons&lesson=worth&task=6",
    "#view=check",
)
# Count the frames, and note what is asked while one is drawn.
NOTED = """
window.frames_drawn = 0;
window.asked = { always: [], drawing: [] };
let isDrawing = false;
const schedule = requestAnimationFrame;
window.requestAnimationFrame = (draw) => schedule((time) => {
  isDrawing = true;
  frames_drawn += 1;
  try { draw(time) } finally { isDrawing = false }
});
const note = (what) => {
  asked.always.push(what);
  if (isDrawing) asked.drawing.push(what);
};
const ask = fetch;
window.fetch = (address, ...more) => (note(String(address)), ask(address, ...more));
const append = Element.prototype.append;
Element.prototype.append = function (...all) {
  for (const { src } of all) if (src) note(src);
  return append.call(this, ...all);
};
"""


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_accessible_and_names_its_buttons_as_they_are_labelled(
    open_page, view
):
    page = open_page(view)
    page.wait_for_load_state("networkidle")
    assert violations(page) == []
    assert violations(page, "label-content-name-mismatch") == []


def test_drawing_a_view_asks_for_nothing(open_page):
    page = open_page()
    home = page.url.partition("#")[0]
    page.context.add_init_script(NOTED)
    for view in VIEWS:
        page.goto("about:blank")
        page.goto(home + view)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("frames_drawn") > 0
        assert page.evaluate("asked.always") != []
        assert page.evaluate("asked.drawing") == [], view


def test_presentation_mode_asks_before_it_shows_the_answer(open_page):
    page = open_page(f"{SMALL}&method=alphabeta&step=33")
    expect(page.locator(".tree .arrow")).to_have_count(1)
    page.keyboard.press("f")
    expect(page.locator(".decided")).to_contain_text(SAY("page.search.veiled"))
    expect(page.locator(".tree .arrow")).to_have_count(0)
    expect(page.locator(".tabs")).to_be_hidden()
    page.locator(".decided").click()
    expect(page.locator(".tree .arrow")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator(".tree .arrow")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator(".tree .arrow")).to_have_count(1)
    assert violations(page, "wcag2a", "wcag2aa") == []
    page.keyboard.press("Escape")
    expect(page.locator(".tabs")).to_be_visible()
    page.locator(".settings select").first.select_option("compare")
    expect(page.locator(".figure")).to_have_count(2)
    page.keyboard.press("End")
    expect(page.locator(".decided")).to_contain_text("14 positions, alpha-beta 13")


def test_on_a_phone_the_sentence_and_the_tree_come_first(open_page):
    page = open_page(f"{SMALL}&method=alphabeta&step=33", width=360)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".tree .arrow")).to_have_count(1)
    bar = page.locator(".transport .buttons").bounding_box()
    said = page.locator(".decided").bounding_box()
    tree = page.locator(".tree").bounding_box()
    assert said["y"] < 250
    assert tree["y"] + tree["height"] < bar["y"]
    button(page, "First step").click()
    expect(page.locator(".decided")).to_contain_text("The search begins")
    for name, folded in (("Search and speed", ".settings select"), ("Game", "#board")):
        expect(page.locator(folded).first).to_be_hidden()
        page.locator("summary", has_text=name).click()
        expect(page.locator(folded).first).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    assert violations(page) == []


def test_a_first_visit_begins_with_the_first_lesson(open_page):
    page = open_page(new=True)
    expect(page.locator(".task h2")).to_contain_text("X to move")
    expect(page.locator(".picture .tree")).to_be_visible()
    square(page, 2, ".task").click()
    wrong = page.locator(".task .board .wrong")
    expect(wrong).to_contain_text(SAY("page.guess.no"))
    expect(page.locator(".feedback .line-of-play li")).not_to_have_count(0)
    square(page, 4, ".task").click()
    expect(page.locator(".feedback .right")).to_be_visible()
    assert violations(page) == []
    button(page, "Next").click()
    button(page, "it loses").click()
    button(page, "Next").click()
    button(page, "100").click()
    expect(page.locator(".feedback")).to_contain_text("174")
    button(page, "Next").click()
    expect(page.locator(".numbers")).to_be_visible()
    page.locator(".question button").first.focus()
    page.keyboard.press("End")
    page.reload()
    expect(page.locator(".numbers")).to_be_visible()
    expect(page.locator(".place.done")).to_have_count(3)
    for is_cut in (False, False, False, True, False, False, False):
        button(page, SAY(f"practice.{'cut_rest' if is_cut else 'go_on'}")).click()
    expect(page.locator(".place.done")).to_have_count(4)
    assert violations(page) == []
    page.goto(page.url.split("#")[0])
    expect(page.locator("#values")).to_be_visible()


def test_a_rival_is_played_and_a_function_is_written(open_page):
    page = open_page("#view=lessons&lesson=worth&task=6", color_scheme="dark")
    for number in (4, 7, 9):  # it takes 1, 2 and 3
        square(page, number, ".task").click()
    expect(page.locator(".feedback .wrong")).to_contain_text("It beat you")
    expect(page.locator(".task .board .strike line")).to_have_count(1)
    button(page, "Try again").click()
    expect(page.locator(".task .board svg.mark")).to_have_count(0)
    page.locator(".place").last.click()
    field = page.get_by_label("Your function winner")
    field.fill("def winner(board):\n    return None")
    button(page, "Check it").click()
    expect(page.locator(".feedback .wrong")).to_contain_text("Wrong in")
    field.press("End")
    field.type(" ")
    expect(page.locator(".feedback")).to_contain_text("The text has changed")
    page.reload()
    expect(field).to_have_value("def winner(board):\n    return None ")
    assert violations(page) == []


def test_a_file_is_checked_and_its_boards_are_opened(open_page):
    page = open_page("#view=check", color_scheme="dark")
    button(page, "Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("nothing to check yet")
    file = {"name": "mine.py", "mimeType": "text/x-python", "buffer": UNFINISHED}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_label("Your file")).to_have_value(re.compile("def player"))
    button(page, "Check it").click()
    board = re.compile(r"[XO.]{3} [XO.]{3} [XO.]{3}")
    failure = page.locator(".report .failure", has_text=board).first
    expect(failure).to_be_visible(timeout=120_000)
    assert violations(page) == []
    failure.get_by_role("link").press("Enter")
    expect(page.locator("#values .worth, #values h2").first).to_be_visible()
    page.go_back()
    button(page, "Remove it").click()
    expect(page.locator(".report")).to_have_count(0)


def test_an_engine_is_checked_and_played_against(open_page):
    with (
        EngineView(ENGINES / "no_diagonals.py", 30.0, lambda *_: RECORD) as engine,
        served(engine) as home,
    ):
        page = open_page("#moves=51&view=check", at=home)
        expect(page.locator(".answer")).to_contain_text("It plays square")
        expect(page.locator("#check .report")).to_be_visible()
        expect(page.locator("#board")).to_be_visible()
        expect(page.get_by_label("Your file")).to_have_count(0)  # one report at a time
        button(page, SAY("page.checking.your_text")).click()
        expect(page.get_by_label("Your file")).to_be_visible()
        expect(page.locator(".report, .answer")).to_have_count(0)
        button(page, "no_diagonals.py").click()
        expect(page.locator("#check .report")).to_be_visible()
        page.get_by_label("Against").select_option("engine")
        square(page, 3).click()
        expect(page.locator(".squares .taken")).to_have_count(4)
        assert violations(page) == []


def test_a_frozen_page_works_from_a_disk_and_offline(open_page, tmp_path):
    """Offline, every position works after one visit, not only those already viewed."""
    freeze(tmp_path, boards=map(board_of, FROZEN))
    page = open_page("index.html#board=XOXXOOO.X&view=search", at=f"file://{tmp_path}/")
    expect(page.locator(".stage .tree")).to_be_visible()
    with hosted(tmp_path) as home:
        page = open_page("#board=XOXXOOO.X&values=1", at=home)
        expect(page.locator("#board .valued")).to_have_count(1)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.goto(f"{home}#board=OXXXOOXO.&values=1")
    page.reload()
    expect(page.locator("#board .valued")).to_have_count(1)
    assert violations(page) == []
