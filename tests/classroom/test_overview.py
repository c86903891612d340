"""Statistics of a class."""

import csv
import io
import zipfile
from dataclasses import replace
from unittest.mock import Mock

import pytest
from classroom.exports import lay_out
from conftest import ENGINES
from helpers.classes import DEFAULT, Quick, check
from helpers.records import FAILURE
from markupsafe import escape

from noughts.checker import style
from noughts.checker.record import NOTHING, Check, Record
from noughts.checker.rubric import Rubric
from noughts.classroom import feedback
from noughts.classroom.class_report import list_ranges, render_class
from noughts.classroom.feedback import SHOWN
from noughts.classroom.hand_ins import HandIn, read_class
from noughts.classroom.overview import (
    PARTS,
    Overview,
    count_all,
    count_faults,
    describe_attempt,
    failed,
    get_status,
    page_of,
    say_median,
    summarise,
)
from noughts.classroom.similar import Alike, Side
from noughts.classroom.stages import GradedHandIn
from noughts.game.contract import PARAMETERS
from noughts.texts import LANGUAGES, words
from noughts.texts.said import quotation

DASH = "\N{EN DASH}"
RIGHT = Record("t.py", "", NOTHING, ("player",))


def student(name, outcome="judged", *, late=False, attempt=0, **given):
    """Return a graded submission."""
    hand_in = HandIn(name, late=late, attempt=attempt, label=name)
    return GradedHandIn(hand_in, outcome, replace(RIGHT, **given))


def refusal(why, by="machine"):
    """Return the fields of a record that say why a file was not judged."""
    return {"refusal": quotation(why), "refused_by": by}


def changed(graded, notes=(), **given):
    """Return a graded submission with other facts about the hand-in."""
    hand_in = replace(graded.hand_in, **given)
    return replace(graded, hand_in=hand_in, record=replace(graded.record, notes=notes))


CLASS = [
    student("ana"),
    student("bob", "refused", late=True, **refusal("no file")),
    student(
        "cy",
        "broken",
        refusal=quotation("syntax"),
        refused_by="file",
        hint=quotation("fix it"),
    ),
    student("dee", "faults", late=True, **refusal("no memory")),
    student("eva"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_counts_of_the_summary_add_up_to_the_class(language):
    overview, say = Overview("class", DEFAULT, CLASS), words(language)
    kinds = overview.outcomes.values()
    assert [len(kind) for kind in kinds] == [2, 1, 1, 1, 0]
    numbers = [int(n) for n in count_all(overview, say) if n.isdigit()]
    assert numbers == [5, 2, 1, 1, 1, 2]
    assert not overview.right


def scored(points):
    """Return a class with these points out of the rubric's maximum."""
    section = DEFAULT.sections[0]
    items = [replace(section.items[0], points=each) for each in points]
    sections = [(replace(section, items=(item,)),) for item in items]
    return [student(str(n), sections=each) for n, each in enumerate(sections)]


@pytest.mark.parametrize(
    ("points", "median"), [([], 0), ([7], 7), ([1, 8], 4.5), ([9, 0, 2], 2)]
)
def test_the_median(points, median):
    overview = Overview("class", DEFAULT, [*scored(points), *CLASS[1:2], CLASS[3]])
    assert overview.median == median
    said = say_median(overview, words())
    assert said == (f"Median: {median} of 100." if points else "")


def test_a_file_that_does_not_run_has_0_points_in_the_median():
    assert Overview("class", DEFAULT, [*scored([3, 9]), CLASS[2]]).median == 3


def test_each_student_is_in_one_bin():
    overview = Overview("class", DEFAULT, scored([0, 9.9, 10, 99, 100, 110]))
    assert overview.distribution() == [2, 1, *[0] * 7, 1, 2]
    ranges = [f"{n}{DASH}{n + 10}" for n in range(0, 110, 10)]
    assert list_ranges(overview, words()) == ranges
    unweighted = replace(overview, rubric=Rubric(NOTHING, ()))
    assert unweighted.distribution() == [1, *[0] * 8, 1, 4]
    item = replace(DEFAULT.sections[0].items[0], maximum=12.34)
    odd = Rubric(NOTHING, (replace(DEFAULT.sections[0], items=(item,)),))
    assert list_ranges(replace(overview, rubric=odd), words())[0] == f"0{DASH}1.23"


def checks(**statuses):
    return tuple(
        Check(name.replace("__", "."), quotation(name), status)
        for name, status in statuses.items()
    )


def test_unwritten_functions_are_not_faults():
    given = checks(
        player__turn="unfinished",
        actions__cells="failed",
        result__board="passed",
        result__copy="unfinished",
        winner__rows="unjudged",
        contract__signatures="failed",
        style__names="passed",
    )
    record = replace(RIGHT, checks=given, functions=("player", "actions", "result"))
    statuses = {part: get_status(record, part) for part in PARTS}
    assert statuses == dict.fromkeys(PARTS, "unjudged") | {
        "player": "unfinished",
        "actions": "failed",
        "result": "failed",
        "contract": "failed",
        "style": "passed",
    }
    names = ["actions.cells", "result.copy", "contract.signatures"]
    assert [check.name for check in failed(record)] == names
    unwritten = replace(record, checks=checks(style__names="unfinished"))
    assert get_status(unwritten, "style") == "unfinished"


WRONG = checks(
    winner__rows="failed",
    player__turn="failed",
    actions__cells="failed",
    result__copy="failed",
)
BOTH = [student("a", checks=WRONG), student("b", checks=WRONG[1:2]), student("c")]


def test_failed_checks_are_sorted_by_frequency_and_name():
    overview = Overview("class", DEFAULT, [*BOTH, *CLASS[1:4]])
    counts = [(check.name, students) for check, students in overview.failing()]
    others = ["actions.cells", "result.copy", "winner.rows"]
    assert counts == [("player.turn", 2), *((name, 1) for name in others)]


def test_the_summary_for_the_terminal():
    say, [one] = words(), scored([1])
    item = replace(one.record.sections[0].items[0], open=True)
    sections = (replace(one.record.sections[0], items=(item,)),)
    made = (Check(item.check, NOTHING, "passed"),)
    judged = replace(one.record, sections=sections, checks=made, styled=False)
    lost = student("fay", "faults", **refusal("lost"))
    class_ = [*BOTH, replace(one, record=judged), CLASS[3], lost]
    alike = [Alike(0.987, (Side(("a", "b")), Side(("c",))))] * 6
    overview = Overview("class", DEFAULT, class_, ["x.rar"], alike)
    failing = {WRONG[1]: 2, WRONG[2]: 1, WRONG[3]: 1}
    assert [*summarise(overview, say)] == [
        count_all(overview, say),
        say("check.faults", n=2, why="no memory"),
        say_median(overview, say),
        *(
            say("check.fail", n=n, part=f"{n} of 4", name=e.name, sentence=e.sentence)
            for e, n in failing.items()
        ),
        *[say("check.alike", pair="a and b / c: 98 %")] * 5,
        say("check.more_alike", n=1),
        say("class.unstyled", version=style.VERSION),
        say("class.left_out", names="x.rar"),
        say("class.undecided", who="0"),
    ]
    assert [*overview.pages] == [*"abc0"]
    passed = student("a", checks=checks(player__turn="passed"))
    quiet = Overview("class", DEFAULT, [passed])
    assert [*summarise(quiet, say)] == [count_all(quiet, say), say_median(quiet, say)]


def test_who_to_talk_to():
    nothing = checks(player__turn="unfinished")
    class_ = [
        student("a", late=True),
        student("b", "broken", **refusal("?", by="file")),
        student("c", "refused", **refusal("?")),
        student("d", checks=nothing, late=True),
        student("e"),
        student("f"),
        student("g", "faults", **refusal("?")),
        student("h"),
        student("i", unsteady=("player",)),
    ]
    pairs = [(Side(("e + f",)), Side(("x",))), (Side(("h",)), Side(("a",)))]
    shares = [0.95, 0.6]
    alike = [Alike(share, pair) for share, pair in zip(shares, pairs, strict=True)]
    overview = Overview("class", DEFAULT, class_, alike=alike)
    assert overview.to_talk_to == {
        "a": ["late"],
        "b": ["not_running"],
        "c": ["not_running"],
        "d": ["late", "unwritten"],
        "e": ["alike"],
        "f": ["alike"],
        "i": ["unsteady"],
    }
    page = render_class(overview, words())
    assert page.count(words()("talk.unwritten")) == 1


ENGINE = (ENGINES / "alpha_beta.py").read_bytes()
MORE = (ENGINES / "textbook_deepcopy.py").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_similar_files_are_shown_side_by_side_with_the_lines_they_share(
    tmp_path, language
):
    files = {"<ana>.py": ENGINE, "bob.py": MORE + ENGINE, "cy.py": b"# right"}
    class_ = read_class(lay_out(tmp_path / "c", files))
    overview = check(class_, tmp_path / "r", language=language)
    [(path, alike)] = overview.comparisons.items()
    index = (tmp_path / "r/index.html").read_text("utf-8")
    assert f'href="{path}"' in index
    page = (tmp_path / "r" / path).read_text("utf-8")
    assert "<ana>" not in page
    for n, (side, source) in enumerate(
        zip(alike.sides, [ENGINE, MORE + ENGINE], strict=True), start=1
    ):
        lines = source.decode().splitlines()
        for number, line in enumerate(lines, start=1):
            mark = f'<li id="line-{n}-{number}"><mark>'
            assert (mark in page) == side.shares(number)
            assert str(escape(line)) in page
    others = class_._replace(hand_ins=class_.hand_ins[1:])
    check(others, tmp_path / "r")
    assert not (tmp_path / "r" / path).exists()


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_a_system_without_a_sandbox_is_named_once(tmp_path, monkeypatch, platform):
    class_ = read_class(lay_out(tmp_path / "c", {"ana.py": b"# right"}))
    monkeypatch.setattr("noughts.classroom.run.sys", Mock(platform=platform))
    overview, say = check(class_, tmp_path / "r"), words()
    expected = 0 if platform == "linux" else 1
    assert [*summarise(overview, say)].count(say("class.rights")) == expected
    page = (tmp_path / "r/index.html").read_text("utf-8")
    assert page.count("macOS") == expected
    assert "macOS" not in (tmp_path / "r" / page_of("ana")).read_text("utf-8")


def test_a_page_for_a_student_leads_nowhere_and_names_no_machine(tmp_path):
    class_ = read_class(lay_out(tmp_path / "c", {"ana.py": b"# right"}))
    check(class_, tmp_path / "r", Lacking(DEFAULT))
    page = (tmp_path / "r" / page_of("ana")).read_text("utf-8")
    assert "index.html" not in page
    assert "no lock" not in page


class Lacking(Quick):
    """A judge on a machine that lacks something."""

    def __call__(self, job):
        return replace(super().__call__(job), machine=(quotation("no lock"),))


def test_a_student_is_described_in_a_few_words():
    say = words()
    unwritten = checks(player__turn="unfinished", actions__cells="failed")
    told = {
        student("a"): [say("class.nothing")],
        student("a", late=True, attempt=2, checks=WRONG): [
            say("class.attempt", n=2),
            say("class.late"),
            say("class.faults_of_one", n=4),
        ],
        student("a", checks=unwritten): [
            f"{say('class.faults_of_one', n=1)}, {say('class.unwritten_of_one', n=1)}"
        ],
        CLASS[2]: [say("class.not_running")],
        changed(CLASS[1], late=False, id="7"): ["7", say("status.unjudged")],
    }
    for each, parts in told.items():
        assert [*describe_attempt(each.hand_in, say), count_faults(each, say)] == parts


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
    lost = checks(player__turn="unfinished")
    class_ = [
        changed(one, late=True, attempt=2, notes=("note",)),
        replace(one, record=replace(one.record, sections=(left,))),
        replace(
            one,
            record=replace(one.record, **refusal("no file")),
        ),
        changed(CLASS[3], id="7", late=False),
        student("eva", checks=lost),
    ]
    overview, say = Overview("class", Rubric(NOTHING, (section,)), class_), words()
    table = feedback.render_grades(overview, say).removeprefix("\ufeff")
    assert [row[1:] for row in csv.reader(table.splitlines()[1:])] == [
        ["", "late", "2", "7", "8", "7", "", "note"],
        ["", "", "", "7", "8", "", "", ""],
        ["", "", "", "", "8", "", "", "no file"],
        ["7", "", "", "", "0", "", "", say("table.fault", why="no memory")],
        ["", "", "", "0", "0", "", "", say("class.unwritten", names="player")],
    ]


def test_nobody_gets_feedback_if_this_machine_failed():
    given = [
        ("moodle", "1", "judged"),
        ("moodle", "2", "faults"),
        ("moodle", "", "judged"),
        ("canvas", "3", "judged"),
    ]
    class_ = [
        changed(student("a", outcome), id=number, platform=platform)
        for platform, number, outcome in given
    ]
    uploads = dict(feedback.files_to_upload(Overview("c", DEFAULT, class_), words()))
    with zipfile.ZipFile(io.BytesIO(uploads["feedback.zip"])) as archive:
        [name] = archive.namelist()
    assert name.startswith("a_1_")


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@a", "\tx"])
def test_no_cell_is_taken_for_a_formula(cell):
    assert feedback.defuse(cell) == f"'{cell}"
    assert feedback.defuse(f"a{cell}") == f"a{cell}"


@pytest.mark.parametrize("more", [-1, 0, 1, 2])
def test_a_comment_has_the_first_case_and_counts_the_faults_it_does_not_show(more):
    say = words()
    fault = Check("player.turn", quotation("X begins."), "failed", note=quotation("?"))
    cases = FAILURE, replace(FAILURE, board="... .X. ...")
    shown = [replace(fault, failures=cases), replace(fault, failures=cases[1:])]
    shown += [replace(fault, failures=(replace(FAILURE, board=""),)), fault, fault]
    assert len(shown) == SHOWN
    record = replace(RIGHT, checks=tuple([*shown, fault, fault][: SHOWN + more]))
    _, *lines = feedback.feedback_lines(record, say)
    case = {"call": FAILURE.call, "expected": FAILURE.expected, "got": FAILURE.got}
    whys = [say("upload.case", board=each.board, **case) for each in cases] + ["?"] * 3
    told = [f"✗ X begins. {why}" for why in whys][: SHOWN + more]
    assert lines == told + [say("upload.more_faults", n=more)] * (more > 0)
