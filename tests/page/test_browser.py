"""The page in a real browser: Chromium, by mouse, by keyboard, and by axe."""

import re
from hashlib import sha256

import pytest
from helpers.browsing import (  # noqa: F401 - fixtures
    AWAY,
    BACK,
    LATE,
    NAME,
    address,
    browser,
    expect,
    open_page,
    served,
    violations,
)
from helpers.records import record_of

from noughts.board import board_of
from noughts.page.engine_view import EngineView
from noughts.page.freeze import answer_files, page_files

pytestmark = pytest.mark.ci

LOOPS_ON_THE_CENTRE = '''
"""Right about the rules; takes the first free cell; loops once the centre is taken."""
import copy
X, O, EMPTY = "X", "O", None
def initial_state(): return [[None] * 3 for _ in range(3)]
def player(board): return X if sum(r.count(X) - r.count(O) for r in board) == 0 else O
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}
def result(board, action):
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after
def winner(board): return None
def terminal(board): return not actions(board)
def utility(board): return 0
def minimax(board):
    while board[1][1] is not None:
        pass
    return min(actions(board))
'''


def square(page, number):
    return page.locator(f"[data-square='{number}']")


def marks(page):
    return page.locator("#notation").inner_text()


# --- Play -----------------------------------------------------------------------


def test_one_plays_and_looks_into_a_search_by_keyboard(open_page):
    page = open_page("#side=both")
    for key in ("5", "1", "3", "2", "7"):
        page.keyboard.press(key)
        expect(page.locator(f"[data-square='{key}'].taken")).to_be_visible()
    expect(page.locator("#status")).to_have_text("X wins")
    expect(page.locator("#announce")).to_have_text("X takes square 7. X wins.")
    cut = "#board=OXOX.X.O.&method=alphabeta&view=search&step=11"
    page.evaluate("fragment => { location.hash = fragment }", cut)
    expect(page.locator(".decided")).to_contain_text("0 \N{LESS-THAN OR EQUAL TO} +1")
    expect(page.locator(".tree .node.skipped")).to_have_count(2)
    page.keyboard.press(",")
    expect(page.locator(".counters")).to_contain_text("11 / 23")
    assert violations(page) == []


def test_a_whole_game_by_mouse(open_page):
    page = open_page("#against=perfect")
    expect(page.locator("#status")).to_have_text("Your move: you play X")
    while page.locator("#moves li").count() < 10:
        taken = page.locator("#moves li").count()
        page.locator(".square:not(.taken)").first.click()
        expect(page.locator("#moves li").nth(min(taken + 1, 9))).to_be_visible()
        if page.locator("#strike line").count():
            break
    expect(page.locator("#status")).to_have_text(re.compile("you lose|^A draw$"))


def test_a_whole_game_by_keyboard(open_page):
    page = open_page("#side=both")
    square(page, 5).focus()
    page.keyboard.press("Enter")
    for key in ("ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(square(page, 1)).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#announce")).to_have_text("O takes square 1. X to move.")
    for key in ("3", "2", "7"):
        page.keyboard.press(key)
        expect(page.locator(f"[data-square='{key}'].taken")).to_be_visible()
    expect(page.locator("#status")).to_have_text("X wins")
    expect(page.locator("#announce")).to_have_text("X takes square 7. X wins.")
    expect(page.locator("#strike line")).to_have_count(1)


def test_moves_are_not_lost_however_quick_one_is(open_page):
    page = open_page("#side=both")
    for number in "519":
        page.keyboard.press(number)
    expect(page.locator("#notation")).to_have_text("O.. .X. ..X")


QUICK = {
    "moves, a view and a switch": "5 1 9 tab:tree v",
    "a view between two moves": "5 tab:tree 1",
    "a move, and another square that is pointed at": "tab:tree 5 over:3 1 over:2",
    "a move taken back at once": "5 1 u",
    "a move taken back, and another": "5 u 1 r",
    "a way to search, and a move": "tab:search method:alphabeta 5 1 2",
    "a new game before the old one is there": "5 1 n 9",
}


def do(page, deed):
    kind, _, what = deed.partition(":")
    if kind == "tab":
        page.locator(f"#tab-{what}").click()
    elif kind == "over":
        square(page, what).hover()
    elif kind == "method":
        page.locator("[data-choose=method]").select_option(what)
    else:
        page.keyboard.press(deed)


@pytest.mark.parametrize("deeds", QUICK.values(), ids=QUICK.keys())
def test_nothing_is_lost_by_who_is_quicker_than_the_network(open_page, deeds):
    quick, patient = open_page("#side=both"), open_page("#side=both")
    for page, pause in ((patient, 300), (quick, 0)):
        if page is quick:
            page.evaluate(LATE, ["", 150])
        for deed in deeds.split():
            do(page, deed)
            page.wait_for_timeout(pause)
    expect(quick.locator("#notation")).to_have_text(marks(patient))
    expect(quick.locator("#moves li")).to_have_count(
        patient.locator("#moves li").count()
    )
    expect(quick.locator("body")).to_have_attribute("data-view", view(patient))
    quick.wait_for_timeout(300)
    assert quick.url == patient.url


def view(page):
    return page.locator("body").get_attribute("data-view")


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_what_is_redrawn_while_it_is_pressed_is_pressed_all_the_same(open_page, hand):
    """Between down and up the move before arrives, and every view is drawn anew."""
    page = open_page("#side=both&values=1")
    take = page.locator("#values [data-do=take][data-with='1']").first
    take.focus()
    take.hover()
    down, up = {
        "mouse": (page.mouse.down, page.mouse.up),
        "keyboard": (lambda: page.keyboard.down(" "), lambda: page.keyboard.up(" ")),
    }[hand]
    down()
    page.evaluate("document.querySelector('[data-square=\"5\"]').click()")
    expect(page).to_have_url(re.compile("moves=5"))
    up()
    expect(page.locator("#notation")).to_have_text("O.. .X. ...")


def test_a_press_that_opens_a_menu_holds_nothing_up(open_page):
    page = open_page("#board=O.X.XOO.X&view=search&side=both")
    expect(page.locator("#search .decided")).not_to_be_empty()
    page.locator("#again").dispatch_event("pointerdown", {"button": 0})
    page.locator("#again").dispatch_event("contextmenu")
    page.locator("[data-do=last]").dispatch_event("click")
    expect(page.locator("#search .slider")).to_have_js_property("value", "37")


def test_a_square_that_is_redrawn_while_it_is_pressed_is_taken(open_page):
    page = open_page("#side=both")
    square(page, 1).hover()
    page.mouse.down()
    page.evaluate("document.querySelector('[data-square=\"5\"]').click()")
    expect(page).to_have_url(re.compile("moves=5"))
    page.mouse.up()
    expect(page.locator("#notation")).to_have_text("O.. .X. ...")


# --- A server that is away for a while ---------------------------------------------


@pytest.mark.parametrize("lacking", ["about", "words", "positions"])
def test_a_page_that_cannot_begin_says_why(browser, address, lacking):
    page = browser.new_page(locale="en-US")
    page.route(f"**/api/{lacking}**", lambda route: route.abort())
    page.route(f"**/api/{lacking}/**", lambda route: route.abort())
    page.goto(f"{address}#moves=5")
    expect(page.locator("#notice")).to_have_text(
        "The page lost its server. Is noughts explore still running?"
    )
    page.close()


def test_a_reply_that_does_not_arrive_can_be_asked_for_again(open_page):
    page = open_page("#moves=5&against=perfect")
    page.evaluate(AWAY)
    page.locator("[data-do=reply]").click()
    expect(page.locator("#notice")).to_contain_text("lost its server")
    expect(page.locator("#status")).to_have_text("O to move")
    page.evaluate(BACK)
    page.locator("[data-do=reply]").click()
    expect(page.locator("#notation")).to_have_text("O.. .X. ...")
    expect(page.locator("#notice")).to_be_hidden()


LACKING = {
    "#board=O.X.XOO.X": ("#tab-search", "#search .decided"),
    "#view=values": ("#tab-lessons", "#lessons [data-do=lesson]"),
    "#view=tree": ("#tab-bigger", "#bigger .bigboard"),
}


def test_who_comes_back_to_the_page_finds_the_server_back(open_page):
    page = open_page("#view=values")
    page.evaluate(AWAY)
    page.locator("#tab-lessons").click()
    expect(page.locator("#notice")).to_contain_text("lost its server")
    page.evaluate(BACK)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#lessons [data-do=lesson]").first).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize("fragment", LACKING)
def test_what_was_lacking_is_there_once_the_server_is_back(open_page, fragment):
    tab, lacking = LACKING[fragment]
    page = open_page(fragment)
    page.evaluate(AWAY)
    page.locator(tab).click()
    expect(page.locator("#notice")).to_contain_text("lost its server")
    page.evaluate(BACK)
    page.locator(tab).click()
    expect(page.locator(lacking).first).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize(
    ("fragment", "words", "there"),
    [
        ("#side=both&moves=51", "To the board", "#board"),
        ("#view=bigger&moves=51", "To the board", ".bigboard"),
        ("#view=lessons&moves=51", "To the content", "#lessons"),
        ("#view=check&moves=51", "To the content", "#check"),
    ],
)
def test_the_way_past_the_head_leads_to_what_the_view_has(
    open_page, fragment, words, there
):
    page = open_page(fragment)
    expect(page.locator(there)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_have_text(words)
    page.keyboard.press("Enter")
    expect(page.locator(there)).to_be_focused()
    expect(page.locator("#notation")).to_have_text("O.. .X. ...")


def test_the_person_may_play_o_and_the_computer_begins(open_page):
    page = open_page()
    page.get_by_role("button", name="O", exact=True).click()
    expect(page.locator("#status")).to_have_text("Your move: you play O")
    assert marks(page).count("X") == 1


@pytest.mark.parametrize("opponent", ["casual", "random"])
def test_other_opponents_answer_too(open_page, opponent):
    page = open_page("#side=X")
    page.locator("#against").select_option(opponent)
    square(page, 1).click()
    expect(page.locator("#moves li")).to_have_count(3)


def test_undo_redo_and_the_list_of_moves(open_page):
    page = open_page()
    square(page, 5).click()
    expect(page.locator("#moves li")).to_have_count(3)
    after = marks(page)
    page.keyboard.press("u")
    expect(page.locator("#notation")).to_have_text("... ... ...")
    page.keyboard.press("r")
    expect(page.locator("#notation")).to_have_text(after)
    page.locator("[data-do=jump][data-with='1']").click()
    expect(page.locator("#notation")).to_have_text("... .X. ...")
    page.get_by_role("button", name="Let it move").click()
    expect(page.locator("#notation")).to_have_text(after)
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#notation")).to_have_text("... ... ...")


def test_back_goes_to_the_position_before(open_page):
    page = open_page()
    square(page, 5).click()
    expect(page.locator("#moves li")).to_have_count(3)
    first = marks(page)
    page.locator(".square:not(.taken)").first.click()
    expect(page.locator("#moves li")).to_have_count(5)
    page.go_back()
    expect(page.locator("#notation")).to_have_text(first)
    page.go_back()
    expect(page.locator("#notation")).to_have_text("... ... ...")
    page.go_forward()
    expect(page.locator("#notation")).to_have_text(first)


def test_back_goes_to_the_view_before(open_page):
    page = open_page("#board=O.X.XOO.X")
    begun = page.evaluate("history.length")
    for name in ("check", "lessons", "search"):
        page.locator(f"#tab-{name}").click()
        expect(page.locator(f"#{name}")).to_be_visible()
    expect(page.locator("#search .slider")).to_be_visible()
    page.keyboard.press(".")
    assert page.evaluate("history.length") == begun + 3
    for name in ("lessons", "check", "values"):
        page.go_back()
        expect(page.locator(f"#{name}")).to_be_visible()


def test_back_goes_to_ones_turn_before_on_a_bigger_board(open_page):
    page = open_page("#view=bigger&big=3x4x3-X")
    marks = page.locator("#bigger .cell .mark")
    for square, count in ((1, 2), (12, 4)):
        page.locator(f"[data-do=bigger-take][data-with='{square}']").click()
        expect(marks).to_have_count(count)
    for count in (2, 0):
        page.go_back()
        expect(marks).to_have_count(count)


def test_a_link_leads_another_person_to_the_same_page(open_page):
    page = open_page("#side=both")
    for number in (5, 1, 9):
        square(page, number).click()
    page.get_by_role("tab", name="Tree").click()
    page.get_by_role("switch", name="Show values").click()
    expect(square(page, 3)).to_have_accessible_name("Square 3, top right, empty: draw")
    shared = page.url
    other = open_page(shared.partition("/#")[2].join(["#", ""]))
    expect(other.locator("#notation")).to_have_text("O.. .X. ..X")
    expect(other.locator("#tree")).to_be_visible()
    expect(square(other, 2)).to_have_accessible_name("Square 2, top, empty: loses in 2")


@pytest.mark.parametrize(
    ("fragment", "board"),
    [
        ("#moves=55", "... .X. ..."),
        ("#board=XXXXXXXXX", "... ... ..."),
        ("#board=%3Cb%3E&moves=1", "... ... ..."),
    ],
)
def test_an_address_that_makes_no_sense_is_forgiven(browser, address, fragment, board):
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.goto(address + fragment)
    expect(page.locator("#notation")).to_have_text(board)
    expect(page.get_by_role("alert")).to_contain_text("does not lead to a position")
    context.close()


# --- The first minute -------------------------------------------------------------


def test_the_first_minute_by_keyboard_and_never_again(open_page):
    page = open_page(new=True)
    panel = page.locator("#first")
    expect(panel).to_contain_text("X to move. Which square?")
    page.keyboard.press("8")
    page.keyboard.press("ArrowRight")
    expect(panel).to_contain_text("Look at the ends first")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # not before one has answered
    panel.get_by_role("button", name="0", exact=True).press("Enter")
    expect(panel).to_contain_text("It is \N{MINUS SIGN}1: O picks the smallest")
    page.keyboard.press("ArrowRight")
    expect(panel).to_contain_text("You chose square 8, worth \N{MINUS SIGN}1")
    page.keyboard.press("ArrowRight")
    expect(panel).to_contain_text("13 positions instead of 14")
    assert page.url.endswith("#view=first&part=5")
    assert violations(page) == []
    page.get_by_role("button", name="Play a game").click()
    expect(page.locator("#notation")).to_have_text("... ... ...")
    page.goto("about:blank")
    page.go_back()
    page.reload()
    expect(page.locator("#values")).to_be_visible()


# --- Values ---------------------------------------------------------------------


def test_values_are_shown_on_demand_with_reasons(open_page):
    page = open_page("#moves=519")
    assert page.locator(".valued").count() == 0
    page.keyboard.press("v")
    expect(page.locator(".valued")).to_have_count(6)
    expect(square(page, 3).locator(".verdict")).to_have_text("draw")
    expect(page.locator(".worth li").first).to_contain_text("draw")
    expect(page.locator("[data-do=take][data-with='2']")).to_contain_text(
        "is a mistake"
    )
    page.locator("[data-do=take][data-with='2']").hover()
    expect(page.locator(".square.hint")).to_have_attribute("data-square", "2")


# What is pressed, and disabled, hidden or taken away by that; what one comes to next.
LOST = [
    ("#moves=519", "#values [data-do=values]", "#values [data-do=take] >> nth=0"),
    ("#moves=51", "#undo", "#redo"),
    ("#moves=", "[data-do=advise]", ".square[tabindex='0']"),
    ("#view=bigger&big=4x4x4-X-1-6", "[data-do=bigger-undo]", "[data-with='X ']"),
    ("#view=lessons&lesson=worth&task=1", "[data-with=draw]", "[data-with=loses]"),
    ("#view=lessons&lesson=worth&task=1", "[data-with=loses]", "[data-do=lesson-hint]"),
    (
        "#view=lessons&lesson=worth&task=1",
        "[data-do=lesson-hint]",
        ".row > [data-with='1']",
    ),
    ("#view=lessons&lesson=worth&task=1", "[data-with=wins]", ".row > [data-with='1']"),
    (
        "#view=lessons&lesson=worth&task=6",
        "[data-key='lesson-play 3']",
        "[data-key='lesson-play 4']",
    ),
    ("#view=lessons", ".lesson >> nth=0", "[data-do=lesson-list] >> nth=0"),
]


def test_focus_goes_on_from_a_button_that_its_own_press_takes_away(open_page):
    page = open_page(LOST[0][0])
    for fragment, pressed, there in LOST:
        page.evaluate("(there) => { location.hash = there }", fragment)
        page.locator(pressed).focus()
        page.keyboard.press("Enter")
        expect(page.locator(there), pressed).to_be_focused()


def test_a_key_that_is_held_answers_once(open_page):
    page = open_page("#view=lessons&lesson=worth&task=1")
    page.locator("[data-with=draw]").focus()
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".option.wrong")).to_have_count(1)
    expect(page.locator("[data-with=loses]")).to_be_focused()


def test_a_finished_game_says_where_it_was_decided(open_page):
    page = open_page("#side=both&moves=51327")
    expect(page.locator("#values")).to_contain_text("X has won: 3-5-7")
    row = page.locator("#values .move")
    expect(row).to_contain_text("Move 4: O takes square 2")
    expect(row).to_contain_text("is a mistake")
    row.click()
    expect(page.locator("#notation")).to_have_text("O.X .X. ...")


def test_best_play_can_be_played_out(open_page):
    page = open_page("#moves=519&values=1")
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator("#status")).to_have_text("A draw")
    expect(page.locator("#values")).to_contain_text("the board is full")


def test_any_step_of_best_play_can_be_set_up(open_page):
    page = open_page("#moves=519&values=1")
    page.locator(".line-of-play li button").nth(2).click()
    expect(page.locator("#moves li")).to_have_count(7)


# --- The tree -------------------------------------------------------------------


def test_the_tree_opens_on_demand_and_says_how_sure_it_is(open_page):
    page = open_page("#moves=519&method=alphabeta&view=tree")
    nodes = page.locator("#tree .node[role=button]")
    expect(nodes).to_have_count(6)
    expect(nodes.first).to_have_accessible_name(
        "O takes square 2, worth exactly +1, 36 positions"
    )
    expect(nodes.nth(2)).to_contain_text("≥ 0")
    nodes.first.click()
    expect(nodes).to_have_count(11)
    expect(nodes.first).to_have_attribute("aria-expanded", "true")
    nodes.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#tree .node.open")).to_have_count(2)
    page.get_by_role("button", name="Close all").click()
    expect(nodes).to_have_count(6)
    page.get_by_role("button", name="Open the best line").click()
    expect(page.locator("#tree .node.best.open")).not_to_have_count(0)


def test_pointing_at_a_square_shows_its_subtree(open_page):
    page = open_page("#moves=519&view=tree&method=minimax")
    square(page, 7).hover()
    expect(page.locator("#tree .node.open")).to_have_attribute("data-path", "7")
    page.locator("h1").hover()
    expect(page.locator("#tree .node.open")).to_have_count(0)


def test_pointing_and_then_playing_leaves_a_tree_that_makes_sense(open_page):
    page = open_page("#side=both&view=tree&method=minimax")
    page.locator("[data-path='5']").click()
    square(page, 5).hover()
    square(page, 5).click()
    expect(page.locator("#tree .node[role=button]")).to_have_count(8)
    page.locator("h1").hover()
    expect(page.locator("#tree .node.open")).to_have_count(0)
    expect(page.locator("#notice")).to_be_hidden()


def test_a_finger_can_open_the_tree_and_then_play(open_page):
    """What is redrawn keeps its focus, but must not pull the page from under it."""
    phone = {"has_touch": True} | ({"is_mobile": True} if NAME != "firefox" else {})
    page = open_page("#moves=5193&view=tree&side=both", width=360, **phone)
    nodes = page.locator("#tree .node[role=button]")
    expect(nodes).to_have_count(5)
    nodes.first.tap()
    expect(nodes).to_have_count(9)
    square(page, 2).tap()
    expect(page.locator("#notation")).to_have_text("OXO .X. ..X")


def test_a_position_of_the_tree_can_be_set_up(open_page):
    page = open_page("#moves=519&view=tree&method=minimax")
    page.locator("[data-path='3']").click()
    page.locator("[data-path='32']").click()
    page.get_by_role("button", name="Set up this position").click()
    expect(page.locator("#notation")).to_have_text("OXO .X. ..X")


# --- The search -----------------------------------------------------------------


def test_a_search_is_stepped_through_to_its_end_and_back(open_page):
    page = open_page("#board=OXOX.X.O.&method=alphabeta&view=search")
    decided, steps = page.locator(".decided"), 23
    expect(page.locator(".counters")).to_contain_text(f"1 / {steps}")
    expect(decided).to_contain_text("The search begins.")
    said = [decided.inner_text()]
    forward = page.get_by_role("button", name="One step on")
    for number in range(2, steps + 1):
        forward.click()
        expect(page.locator(".counters")).to_contain_text(f"{number} / {steps}")
        said.append(decided.inner_text())
        assert page.locator(".code .now").count() == 1
    assert forward.is_disabled()
    assert "The value is +1: X wins" in said[-1]
    assert any("0 ≤ +1" in each and "square 9" in each for each in said)
    expect(page.locator(".counters")).to_contain_text("visited so far8 / 8")
    for number in range(steps - 1, 0, -1):
        page.keyboard.press(",")
        expect(page.locator(".counters")).to_contain_text(f"{number} / {steps}")
        assert decided.inner_text() == said[number - 1]


def test_a_cut_is_shown_where_it_happens(open_page):
    page = open_page("#board=OXOX.X.O.&method=alphabeta&view=search&step=11")
    expect(page.locator(".decided")).to_contain_text("0 ≤ +1")
    expect(page.locator(".tree .arrow")).to_have_count(1)
    expect(page.locator(".tree .node.skipped")).to_have_count(2)
    expect(page.locator(".code .now")).to_have_text("        break\n")


def test_the_search_from_the_empty_board_is_long_and_still_quick(open_page):
    page = open_page("#method=alphabeta&view=search")
    expect(page.locator(".counters")).to_contain_text("18,297")
    expect(page.locator(".counters")).to_contain_text("549,946")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".decided")).to_contain_text("The value is 0: a draw")
    page.locator(".slider").fill("20000")
    expect(page.locator(".counters")).to_contain_text("20,001 /")


def test_a_search_plays_by_itself(open_page):
    page = open_page("#board=OXOX.X.O.&view=search")
    page.locator("[data-choose=speed]").select_option(label="very fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".decided")).to_contain_text("The search is over.")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_plain_minimax_is_refused_where_nobody_would_step_through(open_page):
    page = open_page("#view=search&method=minimax")
    expect(page.locator(".message")).to_contain_text("549,946 positions")
    page.get_by_role("button", name="3 squares free").click()
    expect(page.locator(".counters")).to_contain_text("1 / ")


def test_the_ways_of_a_debugger_lead_where_they_say(open_page):
    page = open_page("#board=O.X.XOO.X&view=search&method=alphabeta")
    decided = page.locator(".decided")
    expect(decided).to_contain_text("The search begins")  # before that keys do nothing
    page.keyboard.press("b")
    expect(decided).to_contain_text("the best for X so far")
    page.keyboard.press("c")
    expect(decided).to_contain_text("No need to look at square 4")
    expect(page.locator(".variables")).to_contain_text("alpha0")
    expect(page.locator(".trail")).to_contain_text("X 8")
    page.keyboard.press("l")
    expect(decided).to_contain_text("Back: this position is worth at most 0")
    page.locator(".strip").click(position={"x": 2, "y": 5})
    expect(decided).to_contain_text("The search begins")
    page.locator("[data-choose=method]").select_option("compare")
    page.get_by_role("button", name="Last step").click()
    expect(decided).to_contain_text("with 14 positions, or with 13")
    expect(page.locator(".figures .tree")).to_have_count(2)


def test_guesses_are_judged_when_the_values_are_shown(open_page):
    page = open_page("#moves=519")
    page.get_by_role("button", name="Square 3, top right: draw").click()
    page.get_by_role("button", name="Square 2, top: wins").click()
    page.locator("#values").get_by_role("button", name="Show values").click()
    expect(page.locator("#values")).to_contain_text("1 of 2 guesses right.")


def test_after_the_end_one_is_led_to_the_mistake(open_page):
    page = open_page("#side=O&moves=51327")
    page.get_by_role("button", name="You went wrong here: move 4").click()
    expect(page.locator("#notation")).to_have_text("O.X .X. ...")


def test_a_bigger_board_is_played_against_the_solver(open_page):
    page = open_page("#view=bigger&big=4x4x3-X-6-1")
    page.get_by_role("button", name="Square 7, empty").click()
    expect(page.locator("#bigger .cell .mark")).to_have_count(4)
    expect(page.get_by_role("status")).to_have_text("Your move: you play X")
    page.get_by_role("button", name="Show values").click()
    expect(page.locator("#bigger .cell.win")).not_to_have_count(0)


def test_a_move_on_a_bigger_board_that_is_taken_back_is_answered_all_the_same(
    open_page,
):
    page = open_page("#view=bigger&big=3x4x3-X")
    page.evaluate(LATE, ["reply", 2000])
    take = page.locator("[data-do=bigger-take][data-with='6']:not([aria-disabled])")
    take.click()
    expect(page.locator("#bigger .score")).to_have_text("O is thinking …")
    page.locator("[data-do=bigger-undo]").click()
    take.click()
    expect(page.locator("#bigger .cell[aria-label*=': ']")).to_have_count(2)
    expect(page.locator("#bigger .score")).to_have_text("Your move: you play X")


def test_a_list_that_is_open_and_the_focus_stay_while_more_becomes_known(open_page):
    page = open_page("#view=bigger&big=3x4x3-X")
    expect(page.locator("#bigger .cell")).to_have_count(12)
    page.evaluate(LATE, ["", 150])
    page.evaluate("window.kept = document.querySelector('#bigger select')")
    page.evaluate("window.option = document.querySelector('#against option')")
    page.locator("#bigger .cell").nth(5).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#bigger .cell:has(.mark)")).to_have_count(2)
    expect(page.locator("#bigger .cell").nth(5)).to_be_focused()
    assert page.evaluate("[kept.isConnected, option.isConnected]") == [True, True]
    page.locator("[data-do=language]").last.click()
    expect(page.locator("#against option").first).to_have_text("um jogador perfeito")
    expect(page.locator("#bigger h2")).to_have_text("Contra o solucionador")


# --- Language, theme, motion ------------------------------------------------------


def test_the_browsers_language_is_spoken_and_can_be_changed(open_page):
    page = open_page(locale="pt-BR")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect(page.locator("#status")).to_have_text("Sua vez: jogue X")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#status")).to_have_text("Your move: you play X")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_systems_theme_is_used_and_can_be_changed(open_page):
    page = open_page(color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(22, 24, 29)"
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(ground) == "rgb(247, 247, 245)"
    page.reload()
    assert page.evaluate(ground) == "rgb(247, 247, 245)"


def test_the_keys_of_the_window_and_the_terminal_do_the_same_here(open_page):
    page = open_page("#side=both&moves=15")
    page.keyboard.press("h")
    expect(page.locator("#status")).to_have_text("Hint: 2 forces O to 3")
    expect(square(page, 2)).to_have_class(re.compile(r"\bhint\b"))
    page.keyboard.press("2")
    expect(page.locator("#status")).to_have_text("O to move")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_have_text(
        re.compile("Hint: 3 .*blocks X on 1-2-3")
    )
    page.keyboard.press("d")
    dark = "document.documentElement.dataset.theme"
    assert page.evaluate(dark) == "dark"
    for key in "43":  # X has a line, by a mistake of O's
        page.keyboard.press(key)
    expect(page.locator("#status")).to_have_text("X wins")
    page.keyboard.press("a")
    expect(page.locator("#status")).not_to_have_text("X wins")
    page.keyboard.press("n")
    expect(page.locator("#notation")).to_have_text("... ... ...")


def test_arrows_move_over_the_tabs_and_show_what_they_reach(open_page):
    page = open_page("#view=values")
    page.locator("#tab-values").focus()
    for key, name in {"ArrowRight": "tree", "End": "bigger", "Home": "first"}.items():
        page.keyboard.press(key)
        expect(page.locator(f"#tab-{name}")).to_be_focused()
        expect(page.locator("body")).to_have_attribute("data-view", name)
        expect(page.locator(f"#{name}")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#bigger")).to_be_visible()


def test_the_keys_are_listed_and_can_be_switched_off(open_page):
    page = open_page()
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    box, words = (
        page.locator(f"dialog label {part}").bounding_box()
        for part in ("input", "span")
    )
    assert box["x"] + box["width"] <= words["x"]  # on one line, side by side
    page.get_by_role("checkbox").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("5")
    expect(page.locator("#notation")).to_have_text("... ... ...")


@pytest.mark.parametrize("width", [360, 1366, 1920])
@pytest.mark.parametrize("locale", ["en-US", "pt-BR"])
def test_who_one_plays_against_can_be_read(open_page, width, locale):
    page = open_page("#moves=51", width=width, locale=locale)
    widths = """select => {
      const free = select.cloneNode(true);
      free.style.cssText = "position: absolute; width: auto; max-width: none";
      document.body.append(free);
      const needed = free.offsetWidth;
      free.remove();
      return [needed, select.offsetWidth];
    }"""
    needed, there = page.locator("#against").evaluate(widths)
    assert there >= needed


def test_a_file_is_chosen_by_a_button_in_the_page_s_own_language(open_page, tmp_path):
    page = open_page("#view=check", width=360, locale="pt-BR")
    chooser = page.locator("label", has_text="Escolher um arquivo")
    (tmp_path / "mine.py").write_text("X = 'X'\n", "utf-8")
    with page.expect_file_chooser() as opened:
        chooser.click()
    opened.value.set_files(tmp_path / "mine.py")
    expect(page.locator("#check textarea")).to_have_value("X = 'X'\n")
    assert chooser.bounding_box()["height"] < 48  # on one line
    page.locator("#languages button", has_text="EN").click()
    expect(page.get_by_label("Your file")).to_be_visible()
    assert violations(page) == []


def test_a_file_is_removed_where_there_is_one(open_page):
    page = open_page("#view=check")
    remove, area = (
        page.locator("[data-do=check-forget]"),
        page.locator("#check textarea"),
    )
    expect(remove).to_be_disabled()
    area.fill("X")
    remove.click()
    expect(area).to_have_value("")
    expect(area).to_be_focused()
    expect(remove).to_be_disabled()


def test_a_file_is_checked_byte_by_byte_until_its_text_is_edited(open_page):
    page = open_page("#view=check")
    report = page.locator("#check .report")
    file = {"name": "mine.py", "mimeType": "", "buffer": "X = 'X'\r\n".encode("utf-16")}
    page.locator("#check input[type=file]").set_input_files(file)
    expect(page.locator("#check textarea")).to_have_value(re.compile("X"))
    page.locator("[data-do=check-file]").click()
    digest = sha256(file["buffer"]).hexdigest()
    expect(report).to_have_attribute("data-record", re.compile(digest))
    expect(report).to_contain_text("mine.py")
    page.locator("#check textarea").fill("def f(:")
    expect(page.locator("#check .notice")).to_contain_text("an earlier one")
    page.locator("[data-do=check-file]").click()
    expect(report).to_have_attribute("data-record", re.compile("does not compile"))
    expect(page.locator("#check .notice")).to_have_count(0)
    for language, said in (
        ("PT", "Não pode ser avaliado"),
        ("EN", "It cannot be judged"),
    ):
        page.locator("#languages button", has_text=language).click()
        expect(report).to_contain_text(said)
    page.locator("[data-do=check-forget]").click()
    page.locator("#check textarea").fill("def f(:")
    page.locator("[data-do=check-file]").click()
    expect(report).to_contain_text("tictactoe.py")


def test_a_check_that_is_given_up_is_not_taken_for_the_next(open_page):
    page = open_page("#view=check")
    page.evaluate(LATE, ["", 150])
    for text in ("1/0", "def f(:"):
        page.locator("#check textarea").fill(text)
        page.locator("[data-do=check-file]").click()
        if text == "1/0":
            page.locator("[data-do=check-cancel]").click()
    expect(page.locator("#check .report")).to_be_visible()
    record = page.locator("#check .report").get_attribute("data-record")
    assert "ZeroDivisionError" not in record
    page.evaluate(AWAY)
    page.locator("[data-do=check-file]").click()
    expect(page.locator("#check .wrong")).to_contain_text("lost its server")


# --- Every view, at every size ------------------------------------------------------

VIEWS = [
    "#view=first&part=3",
    "#moves=519",
    "#moves=519&values=1",
    "#moves=519&view=tree&method=alphabeta",
    "#board=O.X.XOO.X&view=search&method=alphabeta&step=33",
    "#board=O.X.XOO.X&view=search&method=compare&step=20",
    "#view=search&method=alphabeta&step=20000",
    "#view=search",
    "#view=bigger&big=3x4x3-X&values=1",
    "#side=both&moves=51327&values=1",
]
SIZES = [(360, 740), (768, 1024), (1366, 768), (1920, 1080)]
HALF = (180, 370)  # a phone with letters twice as large


def shown(page, fragment):
    """Go to another address of the page, and wait until all of it is there."""
    page.evaluate("fragment => { location.hash = fragment }", fragment)
    expect(page.locator("[role=tabpanel]:not([hidden]) > *").first).to_be_visible()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    ("theme", "rules"), [("light", []), ("dark", ["color-contrast"])]
)
def test_axe_finds_nothing_to_complain_about_in_any_view(open_page, theme, rules):
    page = open_page("#moves=519&view=tree", color_scheme=theme)
    found = {}
    for fragment in VIEWS:
        shown(page, fragment)
        found[fragment] = violations(page, *rules)
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("?")
    found["the keys"] = violations(page, *rules)
    assert {key: each for key, each in found.items() if each} == {}


# What a thing looks like: only what is left where the system prescribes the colours.
LOOK = """thing => {
  const style = getComputedStyle(thing);
  return ["backgroundColor", "borderBottomColor", "outline"].map((name) => style[name]);
}"""
CHOSEN = {
    "#moves=519": [
        ("#side button", "[aria-pressed=true]"),
        ("#languages button", "[aria-pressed=true]"),
        ("#tabs button", "[aria-selected=true]"),
        ("#moves button", "[aria-current]"),
    ],
    "#view=first&part=3": [("#first .answer-button", "[aria-pressed=true]")],
    "#board=O.X.XOO.X&view=search&step=3": [("#search .code .line", ".now")],
}


@pytest.mark.parametrize("fragment", CHOSEN)
def test_what_is_chosen_is_seen_in_the_colours_of_the_system(open_page, fragment):
    page = open_page(fragment, forced_colors="active")
    if "first" in fragment:
        page.locator("#first .answer-button").first.click()
    for things, chosen in CHOSEN[fragment]:
        here = page.locator(things + chosen).first
        there = page.locator(f"{things}:not({chosen})").first
        expect(here).to_be_visible()
        assert here.evaluate(LOOK) != there.evaluate(LOOK), things


def test_a_switch_that_is_on_is_seen_in_the_colours_of_the_system(open_page):
    page = open_page("#moves=519", forced_colors="active")
    knob = page.locator("#show .knob")
    off = knob.evaluate(LOOK)
    page.locator("#show").click()
    assert knob.evaluate(LOOK) != off


def test_nothing_is_wider_than_the_window(open_page):
    page = open_page("#moves=519&view=tree", locale="pt-BR")
    for fragment in VIEWS:
        shown(page, fragment)
        for width, height in [HALF, (280, 653), *SIZES]:
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (fragment, width)


# How far the texts of some things reach beyond another; less than 0 is within.
BEYOND = """([texts, around]) => [...document.querySelectorAll(texts)]
  .filter((each) => each.textContent && each.checkVisibility())
  .map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const [text, box] = [range, each.closest(around)]
      .map((it) => it.getBoundingClientRect());
    return Math.max(box.left - text.left, text.right - box.right,
                    box.top - text.top, text.bottom - box.bottom);
  })"""


@pytest.mark.parametrize("locale", ["en-US", "pt-BR"])
def test_what_stands_in_the_head_and_in_a_square_is_within_it(open_page, locale):
    page = open_page("#board=XO..X....&side=both&values=1", locale=locale)
    for width, height in [HALF, (280, 653), (360, 740), (683, 384), (1366, 768)]:
        page.set_viewport_size({"width": width, "height": height})
        beyond = page.evaluate(BEYOND, [".square .verdict", ".square"])
        assert len(beyond) == 6
        assert max(beyond) < (-3 if width > HALF[0] else 0), (width, beyond)
        name, tools = (
            page.locator(each).bounding_box() for each in (".brand h1", ".top .tools")
        )
        beside = name["x"] + name["width"] <= tools["x"]
        assert beside or name["y"] + name["height"] <= tools["y"], width
        assert beside or width < 360


def test_on_paper_is_what_is_shown_and_not_what_one_would_press(open_page):
    page = open_page("#board=O.X.XOO.X&view=search&method=alphabeta&step=33", width=768)
    page.emulate_media(media="print")
    for pressed in ("#tabs", ".transport .buttons", ".slider", ".controls", "#share"):
        expect(page.locator(pressed)).to_be_hidden()
    for told in (
        ".decided",
        "#search .code",
        "#search .tree",
        ".counters",
        "#notation",
    ):
        expect(page.locator(told).first).to_be_visible()


@pytest.mark.parametrize("size", SIZES[2:])
def test_the_stage_is_in_view_without_scrolling(open_page, size):
    page = open_page("#moves=519&view=tree")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for fragment in [view for view in VIEWS if "step=" in view]:
        shown(page, fragment)
        expect(page.locator("#search .decided").first).to_be_visible()
        for part in (".decided", ".figure .tree", ".slider", ".transport"):
            # All at once: what is drawn anew has another place, or for a moment none.
            places = page.locator(f"#search {part}").evaluate_all(
                "found => found.map(e => e.getBoundingClientRect().bottom)"
            )
            assert all(bottom <= size[1] for bottom in places), (fragment, part)


# Whether the page takes what is dropped on its field, or leaves it to the field.
DROPPED = """(hasFile) => {
  const dataTransfer = new DataTransfer();
  if (hasFile) dataTransfer.items.add(new File(["X = 1"], "tictactoe.py"));
  else dataTransfer.setData("text/plain", "X = 1");
  const how = { dataTransfer, bubbles: true, cancelable: true };
  const event = new DragEvent("drop", how);
  document.querySelector("#check textarea").dispatchEvent(event);
  return event.defaultPrevented;
}"""


def test_a_file_that_is_dropped_is_taken_and_a_text_is_left_to_the_field(open_page):
    page = open_page("#view=check")
    page.locator("#check textarea").wait_for()
    assert page.evaluate(DROPPED, False) is False
    assert page.evaluate(DROPPED, True) is True
    expect(page.locator("#check textarea")).to_have_value("X = 1")


# How far the line is from the edges of what is seen of its box: bars are none of it.
INSIDE = """() => {
  const box = document.querySelector(".code");
  const line = document.querySelector(".code .now").getBoundingClientRect();
  const top = box.getBoundingClientRect().top + box.clientTop;
  return [line.top - top, top + box.clientHeight - line.bottom];
}"""


@pytest.mark.parametrize("height", [768, 600])
@pytest.mark.parametrize("step", [2000, 2003, 2100, 5])
def test_the_line_of_code_that_runs_is_seen_in_its_box(open_page, height, step):
    page = open_page(f"#moves=5&view=search&method=alphabeta&step={step}")
    page.set_viewport_size({"width": 1366, "height": height})
    page.keyboard.press(".")
    page.locator(".code .now").wait_for()
    above, below = page.evaluate(INSIDE)
    assert above >= -1
    assert below >= -1


# The least room of a tree, and whether something on the stage lies over something else.
ROOM = """() => {
  const boxes = (parts) =>
    [...document.querySelectorAll(parts)].map((each) => each.getBoundingClientRect());
  const [figures, times, panels] = [".figure", ".time", ".panel"].map(boxes);
  const told = boxes(".decided, .trail, .figure > *, .variables, .code, .counters");
  const isOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const all = [...told, ...times].filter((each) => each.width);
  return [
    Math.min(...figures.map((each) => each.width)),
    Math.min(...figures.map((each) => each.height)),
    all.some((one, n) => all.slice(n + 1).some((other) => isOver(one, other))),
    all.every((each) => each.bottom < panels[0].bottom),
  ];
}"""


@pytest.mark.parametrize("size", [(960, 540), (1024, 600), (1024, 768), (1280, 600)])
def test_the_tree_of_a_search_has_room_in_a_small_window(open_page, size):
    """As on a projector, and on a large screen with letters twice as large."""
    page = open_page("#moves=519&view=tree", locale="pt-BR")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for fragment in (
        "#board=O.X.XOO.X&view=search&method=alphabeta&step=33",
        "#board=O.X.XOO.X&view=search&method=compare&step=20",
        "#moves=5&view=search&method=alphabeta&step=2000",
    ):
        shown(page, fragment)
        expect(page.locator("#search .figure svg").first).to_be_visible()
        width, height, is_covered, is_within = page.evaluate(ROOM)
        assert width > 200, fragment
        assert height > 200, fragment
        assert not is_covered, fragment
        assert is_within, fragment


def test_who_cannot_move_is_not_told_to(open_page):
    page = open_page("#view=first&part=1")
    expect(page.locator("#status")).to_have_text("Your move: you play X")
    page = open_page("#view=first&part=2")
    expect(page.locator("#status")).to_have_text("X to move")


# Where what is told ends, where the tree begins and ends, the buttons, the panel.
EDGES = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const tree = box("#first .figure svg");
  const onward = box("#first .onward");
  const told = box("#first .teller > :last-child").bottom;
  const panel = box(".panel").bottom;
  const edges = [told, tree.top, tree.bottom, onward.top, onward.bottom, panel];
  return edges.map(Math.round);
}"""


@pytest.mark.parametrize("size", [*SIZES, (1024, 768), (1280, 720)])
def test_the_first_minute_covers_nothing_of_what_it_tells(open_page, size):
    page = open_page("#view=first&part=1", locale="pt-BR")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for part in range(1, 6):
        answers = page.locator("#first .answer-button")
        if part in (1, 3):
            answers.last.click()
            expect(answers.last).to_have_attribute("aria-pressed", "true")
        edges = page.evaluate(EDGES)
        assert edges == sorted(edges), part
        page.keyboard.press("ArrowRight")
        if part < 5:
            expect(page.locator("#first .steps")).to_contain_text(f"{part + 1} de 5")


def test_a_phone_shows_board_and_tabs_at_once(open_page):
    page = open_page("#moves=519", width=360)
    page.set_viewport_size({"width": 360, "height": 740})
    for part in ("#board", "#tabs"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 740, part


def test_nothing_moves_as_moves_are_added(open_page):
    page = open_page("#side=both")
    before = page.locator("#share").bounding_box()
    for number in (1, 5, 9, 2, 8, 7, 3, 6, 4):
        square(page, number).click()
        expect(page.locator(f"[data-square='{number}'].taken")).to_be_visible()
    assert page.locator("#share").bounding_box() == before


def test_it_can_be_presented_with_what_a_step_tells_hidden(open_page):
    page = open_page("#board=O.X.XOO.X&view=search", width=1920)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.keyboard.press("f")
    expect(page.locator("#board")).to_be_hidden()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".decided")).to_have_text("What is it worth? Space shows it.")
    page.keyboard.press(" ")
    expect(page.locator(".decided")).to_contain_text("worth")
    small = page.evaluate(SMALL)
    assert small == []
    edges = page.evaluate(BEYOND, [".decided, .trail, .counters dt", ".panel"])
    assert max(edges) < -8
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize("board", ["O.X.XOO.X", "X.O......"])
def test_no_value_that_is_asked_for_is_shown_elsewhere(open_page, board):
    """On a whole tree, and on one of which only a path is drawn."""
    page = open_page(f"#board={board}&view=search&method=alphabeta")
    page.keyboard.press("f")
    expect(page.locator("#search .stage")).to_be_visible()
    while not page.locator(".decided").text_content().startswith("What is it"):
        page.keyboard.press("ArrowRight")
    told = page.locator("#search svg .value", has_text=re.compile("[01]$"))
    expect(told).to_have_count(0)
    expect(page.locator("#search svg .value", has_text="?")).to_have_count(1)
    page.keyboard.press(" ")
    expect(told).to_have_count(1)


def test_what_the_first_position_is_worth_is_hidden_until_it_is_asked_for(open_page):
    page = open_page("#board=O.X.XOO.X&view=search&method=alphabeta")
    root = page.locator("#search svg [data-node=''] .value")
    best = page.locator("#search .counters dd").last
    expect(root).to_be_visible()  # a key before that comes too soon
    page.keyboard.press("End")
    expect(root).to_have_text("0")
    page.keyboard.press("f")
    for each in (root, best):
        expect(each).to_have_text("?")
    page.keyboard.press(" ")
    for each in (root, best):
        expect(each).to_have_text("0")


# The texts on the screen that are smaller than 20 pixels.
SMALL = """() => [...document.querySelectorAll("#search *")]
    .filter((each) => each.checkVisibility() && [...each.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent.trim()))
    .filter((each) => {
        const { width, height } = each.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(each).fontSize);
        const svg = each.closest("svg");
        const scale = svg?.viewBox?.baseVal?.width
            ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
        return width && height && size * scale < 19.9;
    })
    .map((each) => each.textContent)"""


def test_inside_another_page_there_is_no_frame_around_it(open_page, address):
    page = open_page(at=f"{address}?embed=1")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator("footer")).to_be_hidden()


# --- The engine that was given ----------------------------------------------------


@pytest.fixture
def with_engine(tmp_path):
    """Serve an engine's page; asked for before open_page, whose windows close first."""
    path = tmp_path / "student.py"
    path.write_text(LOOPS_ON_THE_CENTRE, "utf-8")
    with EngineView(path, 1.0) as guest, served(guest) as address:
        yield address


def test_an_engines_mistake_is_shown_with_its_refutation(with_engine, open_page):
    page = open_page("#moves=2&view=engine", at=with_engine)
    panel = page.locator("#engine")
    expect(panel).to_contain_text("What student.py does here")
    expect(panel).to_contain_text("It plays square 1, top left.")
    page = open_page("#moves=17&view=engine", at=with_engine)
    expect(page.locator("#engine")).to_contain_text("It plays square 2, top.")
    page = open_page("#moves=1&view=engine", at=with_engine)
    expect(page.locator("#engine")).to_contain_text("That is a mistake: loses in")
    expect(page.locator("#engine")).to_contain_text("How it is punished")
    assert violations(page) == []


def test_an_engine_that_loops_does_not_stop_the_page(with_engine, open_page):
    page = open_page("#against=engine", at=with_engine)
    square(page, 5).click()
    expect(page.locator("#status")).to_have_text("O is thinking …")
    page.get_by_role("tab", name="Tree").click()
    expect(page.locator("#tree .node").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text(
        "minimax(... .X. ...) took longer than 1 s"
    )
    page.keyboard.press("u")
    square(page, 9).click()
    expect(page.locator("#notation")).to_have_text("O.. ... ..X")


def test_why_a_search_was_not_seen_is_told_in_the_language_of_the_page(
    with_engine, open_page
):
    page = open_page("#moves=2&view=engine", at=with_engine)
    panel = page.locator("#engine")
    expect(panel).to_contain_text("It plays square 1, top left.")
    unseen = {"trouble": {"en": "it loops", "pt-BR": "não para"}}
    page.route("**/api/engine/search/*", lambda route: route.fulfill(json=unseen))
    page.evaluate("location.hash = '#moves=23&view=engine'")
    expect(panel.locator(".bad")).to_have_text("it loops")
    page.locator("#languages button", has_text="PT").click()
    expect(panel.locator(".bad")).to_have_text("não para")


def test_the_page_opens_on_the_engine_with_what_is_wrong_with_it(open_page, tmp_path):
    def check(engine, progress):
        progress("the rules", 3, 9)
        return record_of()

    path = tmp_path / "student.py"
    path.write_text(LOOPS_ON_THE_CENTRE, "utf-8")
    with EngineView(path, 1.0, check) as guest, served(guest) as address:
        page = open_page(at=address)
        expect(page.locator("#engine")).to_contain_text("491 of 4,520 positions wrong")
        card = page.locator(".faults li")
        expect(card).to_contain_text("wrong in 491 of 4,520")
        expect(card).to_contain_text("✗ not right: minimax finds an optimal action")
        page.locator("#languages button", has_text="PT").click()
        expect(page.locator(".faults")).to_contain_text("encontra uma ação ótima")
        expect(page.locator("#engine")).to_contain_text(re.compile(r"em \d,\d{3} s"))
        page.locator("#languages button", has_text="EN").click()
        page.locator(".faults button").click()
        expect(page.locator("#notation")).to_have_text("... ... ..X")
        expect(page.locator("#engine")).to_contain_text("It plays square 1")
        page.close()


def test_keys_act_where_nothing_is_typed(open_page):
    page = open_page("#board=O.X.XOO.X&view=search&method=alphabeta")
    expect(page.locator(".decided")).to_contain_text("The search begins.")
    page.locator("#search input[type=range]").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_address_says_once_which_language_is_spoken(open_page):
    page = open_page("?lang=pt-BR#view=search")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    assert "lang=" not in page.url
    page.locator("[data-do=language][data-with=en]").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


# --- The frozen form --------------------------------------------------------------


@pytest.fixture
def frozen(tmp_path):
    """Write some of the frozen page: the positions of one short game."""
    keys = [
        ".........",
        "X........",
        "XO.......",
        "XO..X....",
        "XOO.X....",
        "XOO.X...X",
    ]
    files = page_files() | answer_files(map(board_of, keys))
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path / "index.html"


def test_the_frozen_page_opens_by_a_double_click(open_page, frozen):
    page = open_page("#side=both&values=1", at=frozen.as_uri())
    for number in (1, 2, 5):
        square(page, number).click()
    expect(page.locator("#notation")).to_have_text("XO. .X. ...")
    expect(square(page, 9).locator(".verdict")).to_have_text("loses in 2")
    page.get_by_role("tab", name="Search").click()
    expect(page.locator(".decided")).to_contain_text("The search begins.")
    for number in (3, 9):
        square(page, number).click()
    expect(page.locator("#status")).to_have_text("X wins")
    expect(page.get_by_role("tab", name="Your engine")).to_be_hidden()
    expect(page.locator("#footer")).to_contain_text("frozen form")
    for name in ("check", "bigger", "engine"):  # what would have to think
        expect(page.locator(f"#tab-{name}")).to_be_hidden()
    page.evaluate("location.hash = '#view=lessons&lesson=worth&task=7'")
    expect(page.locator("#lessons .task")).to_contain_text("noughts explore")
    expect(page.locator("#lessons textarea, [data-do=lesson-judge]")).to_have_count(0)
    page.locator("[data-do=lesson-list]").first.click()
    expect(page.locator(".lesson .note").first).to_contain_text("0 of 6 done")


def test_a_page_with_python_that_is_opened_as_a_file_says_how_to_serve_it(
    open_page, tmp_path
):
    start = board_of(".........")
    files = page_files(python=True) | answer_files([start], python=True)
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    page = open_page("#view=check", at=(tmp_path / "index.html").as_uri())
    page.locator("#check textarea").fill("X = 'X'")
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("python3 -m http.server")
    page.evaluate("location.hash = '#view=lessons&lesson=worth&task=7'")
    page.locator("[data-do=lesson-judge]").click()
    said = page.locator("#lessons .feedback")
    expect(said).to_contain_text("python3 -m http.server")
    assert page.evaluate("localStorage.getItem('noughts.progress')") in (None, "{}")


# --- Room ---------------------------------------------------------------------

# What is left beside an element at its left and its right, within another.
BESIDE = """([inner, outer]) => {
  const [a, b] = [inner, outer].map((s) =>
    document.querySelector(s).getBoundingClientRect());
  return [a.left - b.left, b.right - a.right].map(Math.round);
}"""


def test_what_is_shown_without_the_game_fills_its_panel_in_the_middle(open_page):
    page = open_page(width=1920)
    for fragment, inner in (
        ("#view=lessons&lesson=worth&task=7", "#lessons textarea"),
        ("#view=check", "#check textarea"),
        ("#view=bigger", ".bigboard"),
    ):
        page.evaluate("(there) => { location.hash = there }", fragment)
        expect(page.locator(inner)).to_be_visible()
        left, right = page.evaluate(BESIDE, [".panel", "body"])
        assert abs(left - right) <= 1, fragment
        left, right = page.evaluate(BESIDE, [inner, ".panel"])
        assert abs(left - right) <= 1, inner
        assert inner == ".bigboard" or left < 40
