"""Rubrics: data, whose mistakes are refused with the line."""

import pytest
from conftest import ROOT

from noughts.checker.record import Check
from noughts.checker.rubric import CHECKS, RubricError, grade, load, parse, shipped

HEAD = 'title = "mine"\n'
SECTION = '[[section]]\ntitle = "one"\n'
MISTAKES = [
    ("title = \nx = 1", "r: not TOML: .* line 1"),
    ("", "r, line 1: title: a rubric needs a title, a text"),
    (HEAD, "r, line 1: section: a rubric needs sections"),
    (HEAD + "section = 3\n", "r, line 2: section: a rubric needs sections"),
    (HEAD + "section = [3]\n", "r, line 2: section: a rubric needs sections"),
    (HEAD + "points = 3\n", "r, line 2: points: only `title` and"),
    (HEAD + SECTION, "r, line 2: checks: a section needs checks"),
    (HEAD + "[[section]]\nchecks = {}\n", "r, line 2: title: a section needs a title"),
    (HEAD + SECTION + "bonus = 1\n", "r, line 4: bonus: true or false, not 1"),
    (HEAD + SECTION + "weight = 1\n", "r, line 4: weight: a section has a title"),
    (
        HEAD + SECTION + "\nchecks = { player.trun = 1 }",
        "r, line 5: player.trun: no such",
    ),
    (
        HEAD + SECTION + "checks = { player.turn = -1 }",
        "r, line 4: .*from 0 up, not -1",
    ),
    (HEAD + SECTION + "checks = { player.turn = nan }", "line 4: .*from 0 up, not nan"),
    (HEAD + SECTION + "checks = { player.turn = true }", "from 0 up, not True"),
    (
        HEAD + 2 * (SECTION + "checks = { player.turn = 1 }\n"),
        "r, line 7: player.turn: has been given points before",
    ),
]


@pytest.mark.parametrize(("text", "why"), MISTAKES)
def test_mistakes_are_refused_with_the_line(text, why):
    with pytest.raises(RubricError, match=why):
        parse(text, "r")


SHIPPED = {"hundred": (100, 10), "ten": (10, 1), "percent": (100, 0)}


@pytest.mark.parametrize(("name", "sums"), SHIPPED.items())
def test_the_rubrics_that_come_along_add_up(name, sums):
    sections = load(name).sections
    assert sum(s.maximum for s in sections if not s.bonus) == sums[0]
    assert sum(s.maximum for s in sections if s.bonus) == sums[1]


def test_these_rubrics_come_along():
    assert shipped() == sorted(SHIPPED)


def test_the_default_is_the_rubric_of_the_assignment():
    points = {section.title: section.maximum for section in load().sections}
    assert points == {
        "player(board)": 10,
        "actions(board)": 10,
        "result(board, action)": 15,
        "winner(board)": 15,
        "terminal(board)": 10,
        "utility(board)": 10,
        "minimax(board)": 25,
        "Code quality": 5,
        "Bonus: alpha-beta pruning": 10,
    }


def test_a_rubric_can_be_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + SECTION + "checks = { player.turn = 2.5 }\n", "utf-8")
    assert load(path).sections[0].maximum == 2.5


def test_a_rubric_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RubricError, match=r"there is no such rubric: a file, or one"):
        load("mine")
    with pytest.raises(RubricError, match=r"cannot be read"):
        load(tmp_path)


STATUSES = [
    ("passed", 4, 10),
    ("excused", 4, 10),
    ("unjudged", 4, 0),
    ("failed", 0, 0),
    ("unfinished", 0, 0),
    ("absent", 0, 0),
]


@pytest.mark.parametrize(("status", "points", "bonus"), STATUSES)
def test_what_could_not_be_judged_costs_nothing_but_a_bonus_is_earned(
    status, points, bonus
):
    text = SECTION + "checks = { player.turn = 4 }\n"
    text += '[[section]]\ntitle = "b"\nbonus = true\nchecks = { search.alphabeta = 10 }'
    checks = [Check(name, "", status) for name in ("player.turn", "search.alphabeta")]
    graded = grade(parse(HEAD + text, "r"), checks, refused=False)
    assert [section.points for section in graded] == [points, bonus]


def test_only_what_was_checked_counts_unless_the_file_was_refused():
    checks = [Check("player.turn", "", "passed")]
    assert sum(s.maximum for s in grade(load(), checks, refused=False)) == 8
    assert sum(s.maximum for s in grade(load(), [], refused=True)) == 110
    assert sum(s.points for s in grade(load(), [], refused=True)) == 0


def test_the_manual_lists_every_check():
    manual = (ROOT / "docs" / "checker.md").read_text("utf-8")
    for name in CHECKS:
        assert f"`{name}`" in manual, name
