"""Statistics of a class."""

import zipfile
from dataclasses import replace

import pytest
from classroom.exports import lay_out
from helpers.classes import DEFAULT, check

from noughts.checker.record import NOTHING, Check, Record
from noughts.checker.rubric import Rubric
from noughts.classroom import feedback
from noughts.classroom.feedback import SHOWN
from noughts.classroom.hand_ins import HandIn, read_class
from noughts.classroom.overview import (
    Overview,
    count_all,
    failed,
    get_status,
    page_of,
    say_median,
)
from noughts.classroom.reports import render_class
from noughts.contract import PARAMETERS
from noughts.words import LANGUAGES, words
from noughts.words.said import quotation

RIGHT = Record("t.py", "", NOTHING, ("player",))


def student(name, late=False, failed=False, **given):
    """Return a judged submission."""
    record = replace(RIGHT, **given)
    return HandIn(name, label=name, late=late, record=record, failed=failed)


CLASS = [
    student("ana"),
    student("bob", late=True, refusal=quotation("no file")),
    student("cy", refusal=quotation("syntax"), hint=quotation("fix it")),
    student("dee", late=True, failed=True, refusal=quotation("no memory")),
    student("eva"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_counts_of_the_summary_add_up_to_the_class(language):
    overview, say = Overview("class", DEFAULT, CLASS), words(language)
    kinds = overview.outcomes.values()
    assert [len(kind) for kind in kinds] == [2, 1, 1, 1]
    numbers = [int(n) for n in count_all(overview, say) if n.isdigit()]
    assert numbers == [5, 2, 1, 1, 1, 2]
    assert not overview.right


def scored(points):
    """Return a class with these points out of the rubric's maximum."""
    [section, *_] = DEFAULT.sections
    item = section.items[0]
    return [
        student(
            str(n), sections=(replace(section, items=(replace(item, points=each),)),)
        )
        for n, each in enumerate(points)
    ]


@pytest.mark.parametrize(
    ("points", "median"), [([], 0), ([7], 7), ([1, 8], 4.5), ([9, 0, 2], 2)]
)
def test_the_median(points, median):
    overview = Overview("class", DEFAULT, scored(points))
    assert overview.median == median
    said = say_median(overview, words())
    assert said == (f"Median: {median} of 100." if points else "")


def test_each_student_is_in_one_bin():
    overview = Overview("class", DEFAULT, scored([0, 9.9, 10, 99, 100, 110]))
    assert overview.distribution() == [2, 1, *[0] * 7, 1, 2]
    assert sum(replace(overview, rubric=Rubric(NOTHING, ())).distribution()) == 6


def checks(**statuses):
    return tuple(
        Check(name.replace("__", "."), quotation(name), status)
        for name, status in statuses.items()
    )


def test_a_wrong_signature_is_not_a_style_fault():
    given = checks(contract__signatures="failed", style__names="passed")
    record = replace(RIGHT, checks=given)
    assert get_status(record, "contract") == "failed"
    assert get_status(record, "style") == "passed"
    assert get_status(record, "player") == "unjudged"


def test_unwritten_functions_are_not_faults():
    given = checks(
        player__turn="unfinished",
        actions__cells="failed",
        result__board="passed",
        result__copy="unfinished",
        style__names="unfinished",
    )
    record = replace(RIGHT, checks=given, functions=("player", "actions", "result"))
    statuses = {part: get_status(record, part) for part in (*record.functions, "style")}
    assert statuses == {
        "player": "unfinished",
        "actions": "failed",
        "result": "failed",
        "style": "unfinished",
    }
    assert [check.name for check in failed(record)] == ["actions.cells", "result.copy"]


def test_failed_checks_are_sorted_by_frequency():
    both = checks(player__turn="failed", actions__cells="failed")
    every = [student("a", checks=both), student("b", checks=both[:1]), student("c")]
    overview = Overview("class", DEFAULT, [*every, *CLASS[1:4]])
    counts = [(check.name, students) for check, students in overview.failing()]
    assert counts == [("player.turn", 2), ("actions.cells", 1)]


def test_each_student_has_a_unique_page():
    names = ["ana", "Ana", "a/b", "a b", "..", "", "é" * 100, "é" * 101, "\udcff"]
    pages = {page_of(name) for name in names}
    assert len(pages) == len(names)
    for page in pages:
        name = page.removeprefix("students/")
        assert "/" not in name
        assert len(name.encode()) < 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_escapes_what_students_write(tmp_path, language):
    files = {"<b>x&y/tictactoe.py": b"# wrong", "ana/tictactoe.py": b"# right"}
    overview = check(read_class(lay_out(tmp_path / "c", files)), tmp_path / "r")
    page = render_class(overview, words(language))
    assert "<b>x" not in page
    assert "&lt;b&gt;x&amp;y" in page
    assert "X moves <first>" not in page
    assert all(f'title="{name}: ' in page for name in PARAMETERS)


def test_no_points_are_written_for_what_was_not_judged():
    [one] = scored([7])
    [section] = one.record.sections
    left = replace(section, items=(replace(section.items[0], open=True),))
    changes = [{}, {"sections": (left,)}, {"refusal": quotation("no file")}]
    class_ = [replace(one, record=replace(one.record, **each)) for each in changes]
    overview = Overview("class", Rubric(NOTHING, (section,)), class_)
    table = feedback.render_grades(overview, words()).splitlines()
    assert [row.split(",")[6] for row in table[1:]] == ['"7"', '""', '""']


def test_nobody_gets_feedback_if_this_machine_failed(tmp_path):
    both = [replace(student("a", failed=n), id="1", platform="moodle") for n in (0, 1)]
    feedback.write_upload(tmp_path, Overview("c", DEFAULT, both), None, words())
    with zipfile.ZipFile(tmp_path / "feedback.zip") as archive:
        assert len(archive.namelist()) == 1


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@a", "\tx"])
def test_no_cell_is_taken_for_a_formula(cell):
    assert feedback.defuse(cell) == f"'{cell}"
    assert feedback.defuse(f"a{cell}") == f"a{cell}"


@pytest.mark.parametrize("more", [-1, 0, 1, 2])
def test_a_comment_counts_the_faults_that_it_does_not_show(more):
    fault = Check("player.turn", quotation("X moves first."), "failed", 1)
    record = replace(RIGHT, checks=(fault,) * (SHOWN + more))
    _, *lines = feedback.feedback_lines(record, words("en"))
    assert len(lines) == SHOWN + min(more, 1)
    last = words("en")("upload.more_faults", n=more)
    assert (lines[-1] == last) == (more > 0)
