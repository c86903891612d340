"""What there is to say about a class: counted, shared out and put in order."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from noughts.checker import rubric
from noughts.checker.record import Check, Item, Misconception, Record, Section
from noughts.classroom.overview import (
    Bin,
    Overview,
    Row,
    Share,
    _half_written,
    _rest,
    page_of,
)
from noughts.classroom.platforms.entry import Origin
from noughts.classroom.reports.class_index import (
    HEIGHT,
    _bars,
    _fault_count,
    _stopped,
    dots,
    own_file,
    student_page,
)
from noughts.classroom.reports.sentences import median, percent
from noughts.classroom.reports.sheets import faults
from noughts.classroom.submissions import Submission
from noughts.words import words


def row(student, points=0.0, failed=(), **facts):
    return Row(
        student, points, (), tuple(failed), (), (), "", **{"refusal": ""} | facts
    )


def overview(*rows, maximum=100.0, bonus=10.0):
    return Overview("a class", "a rubric", 9, [], maximum, bonus, rows=[*rows])


@pytest.mark.parametrize(
    ("points", "median"),
    [
        ([], 0),
        ([7], 7),
        ([1, 9], 5),
        ([9, 1, 2], 2),
        ([4, 1, 9, 2], 3),
        ([9, 0, 1, 9, 0], 1),
    ],
)
def test_half_of_a_class_reach_the_median(points, median):
    rows = [row(str(n), each) for n, each in enumerate(points)]
    refused = row("nobody", 99, refusal="nothing was handed in")
    assert overview(*rows, refused).median() == median


@pytest.mark.parametrize(
    ("points", "place"),
    [(0, 0), (9.5, 0), (10, 1), (99.5, 9), (100, 10), (100.5, 10), (110, 10)],
)
def test_points_are_counted_in_tenths_and_the_bonus_apart(points, place):
    found = overview(row("ana", points)).distribution()
    assert [each.students for each in found] == [n == place for n in range(11)]
    told = [each.label(words("en")) for each in found[:2]]
    assert told == ["0\N{EN DASH}10", "10\N{EN DASH}20"]
    assert found[10] == Bin(100, 110, place == 10)


def test_points_of_a_rubric_with_fractions_are_in_the_bin_that_they_begin():
    """As Python has it, 0.3 / 0.1 is 2.9999999999999996."""
    found = overview(row("ana", 0.3), maximum=1.0).distribution()
    assert [each.students for each in found].index(1) == 3


def test_the_ends_of_a_bin_are_written_as_the_language_writes_numbers():
    found = overview(maximum=10.26).distribution()
    assert found[1].label(words("pt-BR")) == "1,03\N{EN DASH}2,05"


def test_the_last_bin_of_a_class_without_a_bonus_is_one_number():
    *_, last = overview(bonus=0.0).distribution()
    assert last.label(words("en")) == "100"
    assert len(overview(maximum=0.0, bonus=0.0).distribution()) == 11


def test_bars_stand_side_by_side_on_one_floor_and_the_tallest_has_all_the_height():
    given = overview(row("ana", 5), row("bob", 7), row("eve", 95))
    drawn = _bars(given, words("en"))
    bars, floor = drawn["all"], drawn["floor"]
    assert [bar.students for bar in bars] == [2, *[0] * 8, 1, 0]
    assert all(bar.y + bar.height == floor < drawn["height"] for bar in bars)
    assert all(bar.x + bar.width / 2 == bar.middle for bar in bars)
    assert all(a.x + a.width < b.x for a, b in pairwise(bars))
    assert 0 < bars[0].x < bars[-1].x + bars[-1].width < drawn["width"]
    assert bars[0].y > 0
    assert bars[0].height == 2 * bars[9].height == HEIGHT
    assert bars[1].height == 0
    assert not any(bar.height for bar in _bars(overview(), words("en"))["all"])


def test_everybody_is_judged_refused_broken_or_our_fault():
    ana, bob = row("ana"), row("bob", refusal="a PDF")
    carl, dora = row("carl", refusal="x", broken=True), row("dora", fault="no memory")
    seen = overview(ana, bob, carl, dora)
    assert seen.judged == [ana]
    assert seen.refused == [bob]
    assert seen.broken == [carl]
    assert seen.faults == [dora]
    assert [each.graded for each in seen.rows] == [True, False, True, False]
    eve = row("eve", origin=Origin(late=True))
    assert overview(eve, row("ana")).late == [eve]


@pytest.mark.parametrize(
    ("facts", "right"),
    [
        ({}, True),
        ({"failed": ["player.turn"]}, False),
        ({"refusal": "a PDF"}, False),
        ({"fault": "no memory"}, False),
    ],
)
def test_a_class_is_right_where_everybody_is(facts, right):
    assert overview(row("ana"), row("bob", **facts)).right is right
    unwritten = row("ana")._replace(unwritten=("minimax",))
    assert overview(unwritten).right is False


def test_what_most_fail_comes_first_as_a_share_of_those_judged():
    rows = [row("ana", failed="cb"), row("bob", failed="ba"), row("carl")]
    refused = row("dora", failed="a", refusal="a PDF")
    assert overview(*rows, refused).failing() == [
        Share("b", 2, 2 / 3),
        Share("a", 1, 1 / 3),
        Share("c", 1, 1 / 3),
    ]
    confused = row("ana")._replace(misconceptions=("x",))
    assert overview(confused, row("bob")).misunderstood() == [Share("x", 1, 0.5)]


def check(name, status):
    return Check(name, "A sentence.", status, 1)


@pytest.mark.parametrize(
    ("checks", "rest", "unstyled"),
    [
        ([], "unjudged", 0),
        ([check("player.turn", "failed")], "unjudged", 0),
        ([check("style.lint", "passed")], "passed", 0),
        ([check("style.lint", "unjudged")], "unjudged", 1),
        ([check("style.lint", "failed")], "failed", 0),
        ([check("style.lint", "unfinished")], "unfinished", 0),
        (
            [check("contract.names", "failed"), check("style.lint", "passed")],
            "failed",
            0,
        ),
        (
            [check("contract.names", "passed"), check("style.lint", "unjudged")],
            "unjudged",
            1,
        ),
    ],
)
def test_what_is_about_no_function_is_told_apart(checks, rest, unstyled):
    record = Record("t.py", "", "a rubric", ("player",), checks=tuple(checks))
    assert _rest(record) == rest
    seen = overview()
    seen.add(Submission("ana", "ana/t.py", b""), record)
    assert (seen.rows[0].rest, seen.unstyled) == (rest, unstyled)


TODO = check("winner.rows", "unfinished")
TURN = check("player.turn", "failed")
NOT_WRITTEN = {
    "a function": ([TODO], "unfinished", "1 not written"),
    "a function, and a fault": ([TODO, TURN], "unfinished", "1 fault, 1 not written"),
    "the rest of a function": (
        [TODO, check("winner.none", "passed")],
        "failed",
        "1 fault",
    ),
}


@pytest.mark.parametrize(
    ("checks", "sign", "said"), NOT_WRITTEN.values(), ids=NOT_WRITTEN
)
def test_what_is_not_written_is_no_fault_and_half_of_a_function_is_one(
    checks, sign, said
):
    seen, asked = overview(), ("player", "winner")
    record = Record("t.py", "", "a rubric", asked, checks=tuple(checks))
    seen.add(Submission("ana", "ana/t.py", b""), record)
    [row] = seen.rows
    assert dict(dots(row, asked))["winner"] == sign
    assert _fault_count(row, words("en")) == said
    assert not seen.right


@pytest.mark.parametrize(
    ("refusal", "hint", "fault", "kept", "said"),
    [
        ("", "", "", "", "nothing"),
        ("a PDF", "", "", "a PDF", "not judged"),
        ("it does not run", "look at line 3", "", "it does not run", "Does not run"),
        ("a PDF", "", "no memory", "", "not judged"),
        ("it does not run", "look at line 3", "no memory", "", "not judged"),
    ],
)
def test_a_fault_of_ours_is_no_refusal(refusal, hint, fault, kept, said):
    seen = overview()
    facts = {"refusal": refusal, "hint": hint}
    record = Record("t.py", "", "a rubric", ("player",), **facts)
    seen.add(Submission("ana", "ana/t.py", b""), record, fault)
    [row] = seen.rows
    assert (row.refusal, row.fault) == (kept, fault)
    assert row.broken is (said == "Does not run")
    assert _fault_count(row, words("en")) == said
    sign = "passed" if said == "nothing" else "unjudged"
    assert dict(dots(row, ["player"]))["player"] == sign


def test_the_order_is_that_of_the_names():
    seen = overview(row("bob"), row("Émile"), row("Ana"))
    seen.finish([])
    assert [each.student for each in seen.rows] == ["Ana", "bob", "Émile"]


def test_a_page_has_a_name_that_is_readable_safe_and_nobody_elses():
    names = ["Ana Silva", "ana/../silva", "?", "x" * 300, "Ana  Silva"]
    pages = [page_of(name) for name in names]
    assert len({*pages}) == len(names)
    assert pages[0].startswith("students/Ana-Silva-")
    assert pages[2].startswith("students/student-")
    assert all(page.count("/") == 1 and len(page) < 90 for page in pages)


def test_a_median_is_told_where_somebody_was_judged():
    say = words("en")
    refused = row("nobody", 99, refusal="nothing was handed in")
    assert median(overview(refused), say) == ""
    assert "7" in median(overview(row("ana", 7), refused), say)


def test_no_median_is_told_out_of_nothing():
    assert median(replace(overview(row("ana", 7)), maximum=0.0), words("en")) == ""


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "1 submission is left out"), ("pt-BR", "1 entrega não conta")],
)
def test_who_has_another_maximum_is_compared_with_nobody_and_that_is_told(
    language, said
):
    say, part = words(language), row("bo", 100, whole=False)
    both, alone = overview(row("ana", 7), part), overview(part)
    assert both.median() == 7
    assert sum(each.students for each in both.distribution()) == 1
    assert said in median(both, say)
    assert said not in median(overview(row("ana", 7)), say)
    assert median(alone, say) == ""
    assert not any(each.students for each in alone.distribution())


@pytest.mark.parametrize("bonus", [True, False])
def test_a_section_has_the_points_that_are_decided_and_none_where_nothing_is(bonus):
    seen = Overview("a class", "a rubric", 1, ["Search", "Both"], 30.0, 0.0)
    checks = check("minimax.legal", "passed"), check("search.alphabeta", "unjudged")
    left = Item(checks[1].name, 0, 10 if bonus else 0)
    both = Item(checks[0].name, 5, 5), left
    sections = Section("Search", bonus, (left,)), Section("Both", bonus, both)
    record = Record("t.py", "", "", (), sections=sections, checks=checks)
    seen.add(Submission("ana", "ana/t.py", b""), record)
    assert seen.rows[0].sections == (None, 5)


@pytest.mark.parametrize(
    ("share", "judged", "said"),
    [
        *[(0.25, 30, "25 %"), (0.25, 29, ""), (1.0, 31, "100 %"), (0.0, 30, "0 %")],
        *[(199 / 200, 200, "99 %"), (1 / 300, 300, "1 %"), (0.985, 200, "98 %")],
    ],
)
def test_a_share_is_told_in_percent_where_there_are_enough(share, judged, said):
    assert percent(share, judged) == said


def test_on_paper_what_nothing_explains_comes_first_and_what_is_not_written_never():
    names = ["player.turn", "winner.rows", "winner.columns", "result.pure"]
    checks = tuple(check(name, "failed") for name in names)
    todo = check("minimax.legal", "unfinished")
    known = Misconception("m", "winner", "", "", "", checks=("winner.rows",))
    judged = {"checks": (*checks, todo), "misconceptions": (known,)}
    record = Record("t.py", "", "", ("winner", "minimax"), **judged)
    assert [each.name for each in faults(record)] == [
        "player.turn",
        "winner.columns",
        "result.pure",
        "winner.rows",
    ]


def test_the_page_of_a_student_has_the_style_of_the_class():
    record = Record("t.py", "", "a rubric", ("player",))
    page = student_page(Submission("ana", "ana/t.py", b""), record, "a class")
    assert own_file("class_index.css") in page


def test_the_maximum_is_of_what_is_no_bonus():
    fresh = Overview.of("class", rubric.load(), 3)
    assert (fresh.maximum, fresh.bonus) == (100, 10)


def test_what_is_still_to_be_checked_is_counted():
    stopped = SimpleNamespace(total=5, rows=[1, 2])
    assert "3 submissions" in _stopped(stopped, words())
    assert _stopped(SimpleNamespace(total=2, rows=[1, 2]), words()) == ""


@pytest.mark.parametrize(
    ("status", "function", "todo", "half"),
    [
        ("unfinished", "player", [], True),
        ("unfinished", "player", ["player"], False),
        ("failed", "player", [], False),
        ("unfinished", "style", [], False),
    ],
)
def test_a_function_is_half_written_that_is_not_to_do_as_a_whole(
    status, function, todo, half
):
    check = SimpleNamespace(status=status, function=function)
    assert _half_written(check, todo) is half
