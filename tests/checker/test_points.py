"""Points: a rubric is applied to a record, and nothing runs."""

import re
from dataclasses import replace

import pytest

from noughts.checker import judge
from noughts.checker.checks import CHECK_RULES
from noughts.checker.record import Check, Record, from_json, to_json
from noughts.checker.reports.wording import summary, total
from noughts.checker.rubric import CHECKS, DEFAULT, apply, load, parse, shipped
from noughts.texts import words
from noughts.texts.said import Said

ALL = tuple(judge.FUNCTIONS)


def record_with(**statuses):
    """Return a record in which all checks passed except those named."""
    named = {name.replace("__", "."): status for name, status in statuses.items()}
    checks = (Check(n, Said(), named.get(n, "passed")) for n in CHECKS)
    return Record("t.py", "", Said(), ALL, checks=tuple(checks))


# What is not as it should be, and the points by the default rubric: plain, open, bonus.
COUNTED = [
    ({}, (100, 0, 10)),
    ({"winner__rows": "excused"}, (100, 0, 10)),
    ({"winner__rows": "failed"}, (97, 0, 10)),
    ({"winner__rows": "unfinished"}, (97, 0, 10)),
    ({"winner__rows": "unjudged"}, (97, 3, 10)),
    ({"search__alphabeta": "unjudged"}, (100, 0, 0)),
    ({"search__alphabeta": "absent"}, (100, 0, 0)),
    ({"result__invalid": "failed"}, (97, 0, 10)),
    ({"contract__signatures": "failed"}, (100, 0, 10)),
    ({"player__turn": "failed"}, (92, 0, 10)),
    # Leaving the board unchanged, and nothing else, earns nothing.
    ({"player__turn": "failed", "player__pure": "absent"}, (90, 0, 10)),
    ({"player__pure": "failed"}, (98, 0, 10)),
]


@pytest.mark.parametrize(("statuses", "counted"), COUNTED)
def test_points_are_earned_lost_or_open(statuses, counted):
    record = apply(load(), record_with(**statuses))
    assert (
        record.points_without_bonus,
        record.open,
        record.points - record.points_without_bonus,
    ) == counted
    assert record.has_no_open_points is not bool(counted[1])


def points_in(rubric):
    """Return the points of each check by a rubric."""
    items = (item for section in load(rubric).sections for item in section.items)
    return {item.check: item.maximum for item in items}


@pytest.mark.parametrize("name", shipped())
def test_a_random_player_earns_at_most_a_sixth_of_minimax(name):
    points = {n: p for n, p in points_in(name).items() if n.startswith("minimax")}
    little = sum(points[f"minimax.{each}"] for each in ("legal", "none", "pure"))
    assert little <= 4 * sum(points.values()) / 20


def test_every_check_of_a_function_has_points_by_the_default_rubric():
    given = {"initial_state.empty"}  # written by the course: it costs the games
    assert {p.name for p in CHECK_RULES} - given <= points_in(DEFAULT).keys()


def test_a_rubric_can_be_applied_again_and_another_after_it():
    judged = record_with(winner__rows="failed")
    own = parse(
        'title = "Mine"\n[[section]]\ntitle = "T"\nchecks = { winner.rows = 7 }\n',
        "mine",
    )
    mine = apply(own, judged)
    assert (mine.points, mine.maximum, mine.rubric) == (0, 7, "Mine")
    assert apply(load(), mine) == apply(load(), judged)
    assert apply(own, from_json(to_json(apply(load(), judged)))) == mine


def test_marks_are_charged_once():
    judged = record_with(contract__names="failed")
    checks = [
        replace(each, status="failed", reason="marks")
        if each.name == "player.turn"
        else each
        for each in judged.checks
    ]
    judged = replace(judged, checks=tuple(checks))
    assert apply(load(), judged).points_without_bonus == 92
    own = 'title = "M"\n[[section]]\ntitle = "T"\nchecks = { %s }\n'
    names = parse(own % "contract.names = 1, player.turn = 2", "m")
    assert apply(names, judged).points == 2


@pytest.mark.parametrize(
    ("statuses", "text"),
    [({}, "100 100 10 10"), ({"winner__rows": "unjudged"}, "97 100 3 10 10")],
)
def test_points_and_bonus_are_shown_separately(statuses, text):
    shown = total(apply(load(), record_with(**statuses)), words())
    assert re.findall(r"\d+", shown) == text.split()


@pytest.mark.parametrize(("status", "told"), [("failed", True), ("unfinished", False)])
def test_the_headline_says_that_no_game_can_be_played(status, told):
    wrong = {"initial_state__empty": status, "minimax__unbeatable_x": status}
    said = summary(apply(load(), record_with(**wrong)), words())
    assert (words()("report.no_game") in said) is told
