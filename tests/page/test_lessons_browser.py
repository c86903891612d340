"""The course on the page, in a real browser."""

import json
import re

import pytest
from helpers.browsing import (  # noqa: F401 - fixtures
    AWAY,
    BACK,
    LATE,
    address,
    browser,
    expect,
    open_page,
    violations,
)

from noughts.lessons import load
from noughts.lessons.marking import right
from noughts.lessons.rivals import winning_line
from noughts.notation import square

pytestmark = pytest.mark.ci

LESSONS = {lesson.name: lesson for lesson in load()}
TASKS = [f"&lesson=worth&task={n}" for n in (5, 6, 7)]  # each kind of form
RIGHT_WINNER = """def winner(board):
    rows = [list(row) for row in board]
    columns = [list(column) for column in zip(*board)]
    diagonals = [[board[n][n] for n in range(3)], [board[n][2 - n] for n in range(3)]]
    for line in rows + columns + diagonals:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None
"""


# A browser that keeps nothing.
NO_STORAGE = """() => {
  const refuse = () => { throw new DOMException("refused", "QuotaExceededError"); };
  Storage.prototype.setItem = Storage.prototype.getItem = refuse;
}"""


def press(page, deed, given=None):
    """Come to a button with Tab alone, and press it."""
    wanted = f"{deed} {'' if given is None else given}"
    page.locator("#tab-lessons").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == wanted:
            return page.keyboard.press("Enter")
    raise AssertionError(f"Tab does not come to {wanted!r}")


def do(page, task):
    """Do a task by keyboard."""
    if task.kind in ("predict", "explain"):
        press(page, "lesson-answer", min(right(task)))
    elif task.kind == "step":
        press(page, "lesson-search")
        expect(page.locator("#search")).to_be_visible()
        page.go_back()
        expect(page.locator("#lessons .task")).to_be_visible()
    elif task.kind == "break":
        for action in winning_line(task.rival, task.key):
            press(page, "lesson-play", square(action))
    else:
        area = page.locator("#lessons textarea")
        area.focus()
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(RIGHT_WINNER)
        press(page, "lesson-judge")
        expect(page.locator(".feedback .right")).to_have_text(
            "Right, on all 5,478 questions.", timeout=60_000
        )


def test_a_whole_lesson_by_keyboard_alone(open_page):
    page = open_page("#view=lessons")
    press(page, "lesson", "worth")
    tasks = LESSONS["worth"].tasks
    for n, task in enumerate(tasks, start=1):
        expect(page.locator(".place[aria-current]")).to_have_text(str(n))
        do(page, task)
        expect(page.locator(".place[aria-current].done")).to_be_visible()
        press(page, *(("lesson-task", n) if n < len(tasks) else ("lesson-list",)))
    expect(page.locator(".lesson").first).to_contain_text("7 of 7 done")
    page.reload()
    expect(page.locator(".lesson").first).to_contain_text("7 of 7 done")
    with page.expect_download() as download:
        press(page, "lesson-export")
    saved = json.loads(download.value.path().read_text("utf-8"))
    assert saved["signed"] is False
    assert saved["progress"]["worth/1"] == {"answers": ["wins"], "done": True}


STEPS = [
    f"&lesson={name}&task={n}"
    for name, lesson in LESSONS.items()
    for n, task in enumerate(lesson.tasks, start=1)
    if task.kind == "step"
]


@pytest.mark.parametrize("fragment", STEPS)
def test_a_search_that_was_looked_at_is_done(open_page, fragment):
    page = open_page(f"#view=lessons{fragment}")
    page.locator("[data-do=lesson-search]").click(timeout=60_000)
    expect(page.locator("#search .tree, #lessons .tree-text")).to_be_visible()
    page.evaluate(f"location.hash = '#view=lessons{fragment}'")
    expect(page.locator(".place[aria-current].done")).to_be_visible()


def test_a_wrong_sentence_shows_the_board_that_refutes_it(open_page):
    page = open_page("#view=lessons&lesson=minimax&task=5")
    page.locator("[data-with=both-max]").click()
    said = "Look at ..O OXX OXX: it is not true there."
    expect(page.locator(".refuted")).to_have_text(said)
    page.locator(".refuted button").click()
    expect(page).to_have_url(re.compile(r"board=\.\.OOXXOXX"))
    expect(page.locator("#values")).to_be_visible()


def test_a_hint_is_spoken_of_where_there_is_one_left(open_page):
    page = open_page("#view=lessons&lesson=worth&task=1")  # with one hint
    said = page.locator(".feedback .wrong")
    page.locator("[data-with=loses]").click()
    expect(said).to_have_text("No. Try again, or ask for a hint.")
    page.locator("[data-do=lesson-hint]").click()
    expect(said).to_have_text("No. Try again.")
    page.evaluate("location.hash = '#view=lessons&lesson=win-at-once&task=2'")
    page.locator("[data-with='3'].cell").click()
    expect(said).to_have_text("No. Try again.")


def test_each_task_has_its_own_address(open_page):
    page = open_page("#view=lessons&lesson=alphabeta&task=2")
    expect(page.locator(".task h2")).to_contain_text("Is O's other reply, 4, left out?")
    page.locator(".place").nth(4).click()
    expect(page).to_have_url(re.compile("lesson=alphabeta&task=5"))
    page.go_back()
    expect(page.locator(".place[aria-current]")).to_have_text("2")


def test_back_leads_from_the_list_to_the_task_that_was_left_for_it(open_page):
    page = open_page("#view=lessons&lesson=worth&task=2")
    page.locator("[data-do=lesson-list]").first.click()
    expect(page.locator(".lesson").first).to_be_visible()
    page.go_back()
    expect(page.locator(".place[aria-current]")).to_have_text("2")
    page.go_forward()
    expect(page.locator(".lesson").first).to_be_visible()


def test_the_lesson_that_was_chosen_last_is_open_whichever_arrives_first(open_page):
    page = open_page("#view=lessons")
    page.evaluate("async () => { await fetch('api/lessons/minimax.json') }")
    page.evaluate(LATE, ["lessons/worth", 1000])
    for name in ("worth", "minimax"):
        page.locator(f"[data-do=lesson][data-with={name}]").click()
        if name == "worth":  # which is late, and says so
            expect(page.locator(".lesson[aria-busy]")).to_contain_text("Opening it …")
    expect(page.locator(".task .note").first).to_have_text("Minimax")
    page.wait_for_timeout(2000)
    expect(page.locator(".task .note").first).to_have_text("Minimax")
    expect(page).to_have_url(re.compile("lesson=minimax&task=1"))


def test_a_lesson_that_cannot_be_had_is_not_said_to_be_opening(open_page):
    page = open_page("#view=lessons")
    page.evaluate(AWAY)
    page.locator("[data-do=lesson][data-with=worth]").click()
    expect(page.locator("#notice")).to_contain_text("lost its server")
    expect(page.locator(".lesson")).to_have_count(len(LESSONS))
    expect(page.locator(".lesson[aria-busy]")).to_have_count(0)
    expect(page.locator("#lessons")).not_to_contain_text("Opening")
    page.evaluate(BACK)
    page.locator("[data-do=lesson][data-with=worth]").click()
    expect(page.locator(".task")).to_be_visible()


def test_two_windows_keep_what_was_done_in_either(open_page):
    page = open_page("#view=lessons&lesson=worth&task=1")
    other = page.context.new_page()
    other.goto(page.url.replace("task=1", "task=2"))
    for window, code in ((page, "wins"), (other, "draw")):
        window.locator(f"[data-do=lesson-answer][data-with='{code}']").click()
        expect(window.locator(".feedback p").first).to_be_visible()
    for window in (page, other):
        expect(window.locator(".place.done")).to_have_count(2)
    other.reload()
    expect(other.locator(".place.done")).to_have_count(2)


def test_where_nothing_can_be_stored_what_is_typed_is_judged_and_counts(open_page):
    page = open_page("#view=lessons&lesson=worth&task=7")
    page.evaluate(NO_STORAGE)
    page.locator("#lessons textarea").fill(RIGHT_WINNER)
    page.locator("[data-do=lesson-judge]").click()
    expect(page.locator(".feedback .right")).to_be_visible(timeout=60_000)
    page.locator("#lessons textarea").press("End")
    page.keyboard.type("# more")
    expect(page.locator("#lessons textarea")).to_have_value(re.compile("# more"))
    expect(page.locator(".feedback .note")).to_contain_text("an earlier one")
    page.locator("[data-do=lesson-list]").first.click()
    expect(page.locator(".lesson").first).to_contain_text("1 of 7 done")
    page.locator("[data-do=lesson][data-with=minimax]").click()
    page.locator("[data-do=lesson-list]").first.click()
    expect(page.locator(".lesson").first).to_contain_text("1 of 7 done")


@pytest.mark.parametrize("again", [False, True])
def test_a_verdict_is_told_of_the_text_that_was_judged(open_page, again):
    """Also to who has left the task meanwhile, is back, and has written another."""
    page = open_page("#view=lessons&lesson=worth&task=7")
    page.evaluate(LATE, ["api/write", 2000])
    for text in ("def winner(board):\n    return 'X'\n", RIGHT_WINNER):
        page.locator("#lessons textarea").fill(text)
        if again or text != RIGHT_WINNER:
            page.locator("[data-do=lesson-judge]").click()
        if text != RIGHT_WINNER:
            for task in ("5", "6"):
                page.locator(f".place[data-with='{task}']").click()
    if again:
        expect(page.locator(".feedback .right")).to_be_visible(timeout=60_000)
        expect(page.locator(".feedback .note")).to_have_count(0)
    else:
        old = page.locator(".feedback .note", has_text="an earlier one")
        expect(old).to_be_visible(timeout=60_000)
        expect(page.locator(".feedback")).to_contain_text("Wrong on 4,536 of 5,478")


@pytest.mark.parametrize(
    ("place", "deed"),
    [
        ("view=check", "check-file"),
        ("view=lessons&lesson=worth&task=7", "lesson-judge"),
    ],
)
def test_who_waits_for_the_judge_sees_for_which_function(open_page, place, deed):
    page = open_page(f"#{place}")
    panel = page.locator("[role=tabpanel]:visible")
    panel.locator("textarea").fill("def winner(board):\n    while True: pass\n")
    page.locator(f"[data-do={deed}]").click()
    said = panel.get_by_text("Asking: winner, which has not answered yet")
    expect(said).to_be_visible(timeout=60_000)
    page.locator("#languages button", has_text="PT").click()
    expect(panel).to_contain_text("winner, que ainda não respondeu", timeout=60_000)


def test_an_unknown_lesson_is_the_list(open_page):
    page = open_page("#view=lessons&lesson=nonsense&task=99")
    expect(page.locator(".lesson")).to_have_count(len(LESSONS))


def test_an_address_leads_from_an_open_lesson_to_the_list_and_to_the_last_task(
    open_page,
):
    page = open_page("#view=lessons&lesson=minimax&task=1")
    expect(page.locator(".task")).to_be_visible()
    page.evaluate("location.hash = '#view=lessons&lesson=minimax&task=99'")
    expect(page.locator(".place[aria-current]")).to_have_text("7")
    page.evaluate("location.hash = '#view=lessons&lesson=nonsense&task=99'")
    expect(page.locator(".lesson")).to_have_count(len(LESSONS))


@pytest.mark.parametrize("fragment", ["", *TASKS])
def test_the_lessons_are_accessible_and_fit_a_phone(open_page, fragment):
    page = open_page(f"#view=lessons{fragment}", width=360, locale="pt-BR")
    expect(page.locator(".task, .lesson").first).to_be_visible()
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
