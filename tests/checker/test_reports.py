"""Reports: pure functions of records that escape the student's text."""

from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from helpers.records import FAILURE, RECORD
from helpers.refusals import refused

from noughts.checker import style
from noughts.checker.record import Check, Failure, Item, Record, Remark, Section
from noughts.checker.reports import console, html, junit
from noughts.checker.reports.wording import (
    changes,
    first_fault,
    number,
    points_text,
    remarks,
    summary,
)
from noughts.checker.rubric import CHECKS, apply, load
from noughts.checker.verdicts import text_check
from noughts.game.contract import PARAMETERS
from noughts.texts import LANGUAGES, words
from noughts.texts.said import Said

EVIL = "<script>alert('x')</script>&\"]]>\x00\x1b"
HARM = Failure(EVIL, "... ... ...", EVIL, EVIL, 3, EVIL, (), EVIL, EVIL)
CHECK = Check("minimax.legal", "A sentence.", "failed", 3, 3, EVIL, (HARM,))
EVIL_RECORD = replace(RECORD, file=EVIL, notes=(EVIL,), checks=(CHECK,))
REFUSED = Record(
    "x.py", "0", "r", ("player",), f"does not compile: {EVIL}", "file", "Look."
)
REPORTS = [console.report, console.quiet, html.report, junit.report]


@pytest.mark.parametrize("report", REPORTS, ids=lambda f: f.__module__)
def test_different_records_have_different_reports(report):
    told = {report(record) for record in (RECORD, EVIL_RECORD, REFUSED)}
    assert len(told) == 3


NO_RUFF = Said("note.no_ruff", version=style.VERSION)
PLACE = Said("note.wrong_line", function="value", lines=[9], board="XO. ... ...")
WRONG_SEARCH = Check(
    "minimax.optimal",
    "A sentence.",
    "failed",
    note=PLACE,
    failures=(replace(HARM, board="XO. ... ..."),),
)
ADVISED = replace(RECORD, checks=(WRONG_SEARCH,), styled=False, machine=(NO_RUFF,))
COMMANDS = ("noughts explore", "pip install")


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_reader_of_a_terminal_is_told_commands(language):
    """The same record is also read in a page, where nobody can run a command."""
    told = console.report(ADVISED, language=language, path="my file.py")
    last = told.splitlines()[-1]
    assert last.endswith("noughts explore 'my file.py' --board 'XO. ... ...' --search")
    assert f"pip install ruff=={style.VERSION}" in told
    for page in (html.fragment(ADVISED, language), html.report(ADVISED, language)):
        assert not any(command in page for command in COMMANDS)


# --- The page ---------------------------------------------------------------


class Tags(HTMLParser):
    """Collects the tags of a page, and asserts that each is closed."""

    def __init__(self, text):
        super().__init__()
        self.all, self.open = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("record", [RECORD, EVIL_RECORD, REFUSED])
def test_a_page_is_well_formed_and_escapes_the_students_text(record):
    tags = Tags(html.report(record)).all
    assert "script" not in {tag for tag, _ in tags}


def test_a_page_is_self_contained():
    for tag, attributes in Tags(html.report(RECORD)).all:
        assert tag not in ("link", "img", "iframe")
        assert not {"src", "href", "onload"} & attributes.keys()
    assert "url(" not in html.stylesheet()
    assert "@import" not in html.stylesheet()


def test_the_refuting_line_is_shown_move_by_move():
    page = html.report(RECORD)
    assert page.count("<svg") == 3
    assert "<span>X (1, 1)</span>" in page


def test_each_move_stands_above_its_board():
    lines = console.report(RECORD).splitlines()
    heads, row = next(pair for pair in pairwise(lines) if "X (1, 1)" in pair[0])
    assert row.index("O") == heads.index("O") + 2  # O moved to the middle


def test_text_in_backquotes_is_code_and_markup_is_escaped():
    assert html.prose("`a<b`, <b>") == "<code>a&lt;b</code>, &lt;b&gt;"
    assert html.prose("one ` alone") == "one ` alone"


@pytest.mark.parametrize("record", [RECORD, EVIL_RECORD, REFUSED])
def test_the_page_is_made_in_every_language(record):
    pages = {language: html.report(record, language) for language in LANGUAGES}
    for language, page in pages.items():
        assert Tags(page).all[0] == ("html", {"lang": language})
    assert len(set(pages.values())) == len(LANGUAGES)


def test_a_page_without_jinja_is_refused(monkeypatch):
    text = console.report(RECORD)
    monkeypatch.setattr(html, "find_spec", lambda name: None)
    html._environment.cache_clear()
    with refused("check.no_jinja"):
        html.report(RECORD)
    assert console.report(RECORD) == text


# --- The others -------------------------------------------------------------


@pytest.mark.parametrize("record", [RECORD, EVIL_RECORD, REFUSED])
def test_junit_is_xml_with_a_case_for_each_check(record):
    suite = ElementTree.fromstring(junit.report(record))
    cases = suite.findall("testcase")
    refused = record.refused_by is not None
    assert len(cases) == int(suite.get("tests")) == len(record.checks) + refused
    assert len(suite.findall("testcase/failure")) == int(suite.get("failures"))
    assert len(suite.findall("testcase/error")) == refused


def test_a_named_mistake_replaces_the_hints():
    assert console.report(RECORD).count("Hint:") == 1
    (known,) = RECORD.mistakes
    other = replace(known, checks=("minimax.legal",))
    told = console.report(replace(RECORD, mistakes=(other,)))
    assert told.count("Hint:") == 2


def test_the_signs_have_a_legend():
    assert "✓ passed   ✗ failed" in console.report(RECORD)
    assert 'class="legend"' in html.report(RECORD)


def test_one_point_is_one_point():
    (first, *_) = RECORD.sections
    one = replace(first, items=(Item("minimax.optimal", 0, 1),))
    assert "(1 point)" in console.report(replace(RECORD, sections=(one,)))


def test_control_characters_in_a_file_name_are_escaped():
    named = replace(RECORD, file="a\x1b[2Jb.py")
    assert r"a\x1b[2Jb.py" in console.report(named)
    assert r"a\x1b[2Jb.py" in console.quiet(named)


def test_colours_are_optional():
    assert "\x1b" not in console.report(RECORD)
    assert "\x1b[38;5;132m✗\x1b[0m" in console.report(RECORD, colour=True)


def of(*checks, functions=tuple(PARAMETERS)):
    return Record("t.py", "0", "r", functions, checks=checks)


WRITTEN = [Check(f"{name}.x", "", "passed", 1) for name in PARAMETERS]
UNWRITTEN = [replace(check, status="unfinished") for check in WRITTEN]


LACKING = replace(
    of(*WRITTEN, Check("search.alphabeta", "It prunes.", "absent")),
    sections=(
        Section("Minimax", False, (Item("minimax.x", 2, 2),)),
        Section("Search", False, (Item("search.alphabeta", 0, 2),)),
        Section("Bonus", True, (Item("search.fast", 0, 2),)),
    ),
)
FIRST = "initial_state"
SUMMARIES = [
    (of(*WRITTEN), "right", {}),
    (LACKING, "right_so_far", {"lacks": "It prunes."}),
    (of(WRITTEN[1], functions=("player",)), "right_some", {"names": "player"}),
    (of(*WRITTEN[1:], replace(WRITTEN[0], note="Only 3 of 4")), "could", {}),
    (of(*WRITTEN[1:], replace(WRITTEN[0], status="unjudged")), "could", {}),
    (of(WRITTEN[0], *UNWRITTEN[1:]), "begin", {"next": "player"}),
    (of(*UNWRITTEN), "begin", {"next": FIRST}),
    (
        of(*WRITTEN[:2], *UNWRITTEN[2:]),
        "next_write",
        {"done": "initial_state, player", "next": "actions"},
    ),
    (  # a wrong function is not called right
        of(WRITTEN[0], replace(WRITTEN[1], status="failed"), *UNWRITTEN[2:]),
        "next_write",
        {"done": "initial_state", "next": "player"},
    ),
    (
        of(*WRITTEN[1:], replace(WRITTEN[0], status="failed")),
        "next_fix",
        {"n": 1, "all": 8, "next": f"`{FIRST}`"},
    ),
    (
        of(*WRITTEN, Check("contract.imports", "", "failed")),
        "next_fix",
        {"n": 1, "all": 9, "next": words()("report.part.contract")},
    ),
    (Record("t.py", "0", "r", (), "lacks X", "file"), "refused", {"why": "lacks X"}),
]


@pytest.mark.parametrize(("record", "key", "parts"), SUMMARIES)
def test_the_headline_says_what_is_right_and_what_to_do_next(record, key, parts):
    assert summary(record, words()) == words()(f"report.{key}", **parts)


# The checks that fail, with what each waits for; what is to be put right first.
NEXT = [
    (["player.turn", "result.invalid"], {}, "player"),
    (["result.invalid", "minimax.optimal"], {}, "minimax"),
    (["actions.type", "winner.rows", "minimax.none"], {}, "winner"),
    (["actions.type", "minimax.optimal"], {"minimax.optimal": ("actions",)}, "actions"),
    (["result.invalid", "style.names"], {}, "result"),
    (["result.board", "result.invalid", "terminal.won"], {}, "result"),
    (["actions.type", "result.board"], {}, "actions"),
    (["winner.none", "minimax.optimal"], {}, "winner"),
    (["utility.o", "terminal.full"], {}, "terminal"),
    (["initial_state.empty", "result.board"], {}, "initial_state"),
    (["style.names", "contract.names"], {}, "style"),
]


@pytest.mark.parametrize(("failed", "causes", "first"), NEXT)
def test_what_others_build_on_comes_next(failed, causes, first):
    checks = [
        Check(
            n, Said(), "failed" if n in failed else "passed", causes=causes.get(n, ())
        )
        for n in CHECKS
    ]
    assert first_fault(apply(load(), of(*checks))) == first


@pytest.mark.parametrize(
    ("points", "digits", "text"),
    [
        (10, 9, "10"),
        (7.5, 9, "7.5"),
        (45_000_000.1, 9, "45000000.1"),
        (1e-9, 9, "0.000000001"),
        (6.885, 2, "6.89"),
        (1.005, 2, "1.01"),
        (2 / 3, 2, "0.67"),
    ],
)
def test_points_are_written_as_people_write_them(points, digits, text):
    assert number(points, digits) == text
    assert points_text(points, words("pt-BR"), digits) == text.replace(".", ",")


WRONG = replace(WRITTEN[1], name="winner.rows", status="failed")
BOTH = replace(WRITTEN[1], name="minimax.legal", status="failed", causes=("winner",))


@pytest.mark.parametrize(("cases", "told"), [(1, False), (2, True), (3, True)])
def test_the_number_of_cases_is_shown_if_there_are_several(cases, told):
    check = replace(WRONG, failures=(replace(FAILURE, cases=cases),), asked=9)
    share = words("en")("report.share", cases=cases, asked=9)
    assert (share in console.report(of(check))) == told


def test_a_note_is_shown_once():
    late = replace(BOTH, note="The time was up.")
    record = of(WRONG, late, replace(late, name="minimax.optimal"))
    assert console.report(record).count("The time was up.") == 1


def test_notes_about_the_machine_are_for_the_teacher():
    record = replace(RECORD, machine=("Protections that this machine lacks: x.",))
    assert "Protections" not in console.report(record)
    page = html.report(record)
    assert page.index(words()("report.teacher")) < page.index("Protections")


def remark(line, lines):
    """Return a remark about the style of a line, one of several."""
    said = Said("value.remark", text="too long", rule="E501")
    where, told = Said("value.line", line=line), Remark(line, "E501", "too long")
    return Failure(where, "", Said(), said, lines, remark=told)


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (1, "line 1: too long (E501)"),
        (5, "lines 1, 2, 3, 4, 5: too long (E501)"),
        (6, "lines 1, 2, 3, 4, 5 and 1 more: too long (E501)"),
        (1_234, "lines 1, 2, 3, 4, 5 and 1,229 more: too long (E501)"),
    ],
)
def test_a_remark_names_up_to_five_lines(count, told):
    check = text_check("style.layout", (remark(n, count) for n in range(1, count + 1)))
    assert remarks(check, words()) == [told]
    for report in (console.report, html.report):
        assert told in report(of(*WRITTEN, check))


def now(**statuses):
    """Return checks with statuses, such as `player_turn="passed"`."""
    return [Check(name.replace("_", "."), "", told) for name, told in statuses.items()]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"a_x": "failed"}, {"a_x": "passed"}, {"fixed": "a.x"}),
        ({"a_x": "excused"}, {"a_x": "passed"}, {}),
        ({"a_x": "passed"}, {"a_x": "failed"}, {"broken": "a.x"}),
        ({"a_x": "failed"}, {"a_x": "unfinished"}, {}),
        ({}, {"a_x": "failed"}, {}),
        (
            {"a_x": "failed", "b_x": "passed"},
            {"a_x": "passed", "b_x": "failed"},
            {"fixed": "a.x", "broken": "b.x"},
        ),
    ],
)
def test_the_checks_that_changed_are_named(before, after, told):
    sentences = [words()(f"report.{key}", names=told[key]) for key in told]
    assert changes(of(*now(**before)), now(**after), words()) == sentences
