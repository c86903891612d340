"""Rubrics: data, whose mistakes are refused with the line."""

import math
import re
from dataclasses import replace

import pytest
from conftest import ROOT

from noughts.checker import style
from noughts.checker.judge import check_file
from noughts.checker.points import apply, grade
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Check, Record
from noughts.checker.rubric import (
    Rubric,
    load,
    parse,
    shipped,
    text_of,
)
from noughts.words import Refused, words

HEAD = 'title = "mine"\n'
SECTION = '[[section]]\ntitle = "one"\n'
MISTAKES = [
    ("title = \nx = 1", "r: is not TOML: .* line 1"),
    ("", "r, line 1: title: a rubric needs a title, a text"),
    ('title = ""', "r, line 1: title: a rubric needs a title, a text"),
    ("title = 3", "r, line 1: title: a rubric needs a title, a text"),
    (HEAD, "r, line 1: section: a rubric needs sections"),
    (HEAD + "section = 3\n", "r, line 2: section: a rubric needs sections"),
    (HEAD + "section = [3]\n", "r, line 2: section: a rubric needs sections"),
    (HEAD + "points = 3\n", "r, line 2: points: no such setting$"),
    (HEAD + "sentence = 3\n", "line 2: sentence: .*; did you mean sentences?"),
    (HEAD + SECTION, "r, line 2: checks: a section needs checks"),
    (HEAD + "[[section]]\nchecks = {}\n", "r, line 2: title: a section needs a title"),
    (HEAD + "[[section]]\ntitle = ''\n", "r, line 3: title: a section needs a title"),
    (HEAD + "[[section]]\ntitle = 3\n", "r, line 3: title: a section needs a title"),
    (HEAD + SECTION + "checks = {}\n", "r, line 4: checks: a section needs checks"),
    (HEAD + SECTION + "checks = 3\n", "r, line 4: checks: a section needs checks"),
    (HEAD + SECTION + "bonus = 1\n", "r, line 4: bonus: true or false, not 1"),
    (HEAD + SECTION + "weight = 1\n", "r, line 4: weight: a section has a title"),
    (
        HEAD + SECTION + "\nchecks = { player.trun = 1 }",
        "r, line 5: player.trun: no such check; did you mean player.turn?",
    ),
    (
        HEAD + SECTION + "checks = { x = 1 }",
        "r, line 4: x: no such check; there are initial_state.empty, ",
    ),
    (
        HEAD + SECTION + "check = { player.turn = 1 }",
        "r, line 4: check: a section has .*; did you mean checks?",
    ),
    (
        HEAD + SECTION + "checks = { player.turn = -1 }",
        "r, line 4: .*to a million, not -1",
    ),
    (HEAD + SECTION + "checks = { player.turn = nan }", "line 4: .*a million, not nan"),
    (HEAD + SECTION + "checks = { player.turn = true }", "to a million, not True"),
    (
        HEAD + 2 * (SECTION + "checks = { player.turn = 1 }\n"),
        "r, line 7: player.turn: already has points",
    ),
    (
        HEAD
        + (SECTION + "checks = { player.turn = 1 }\n")
        + (SECTION + "checks = { winner.rows = 1 }\n"),
        "r, line 6: title: 'one' is another section's, too",
    ),
]

WHOLE = HEAD + SECTION + "checks = { player.turn = 1 }\n"
MISTAKES += [
    ("seconds_per_move = 0\n" + WHOLE, "line 1: .*above 0 and up to 20, not 0"),
    ("seconds_per_move = nan\n" + WHOLE, "line 1: .*above 0 and up to 20, not nan"),
    ("seconds_per_move = 20.1\n" + WHOLE, "line 1: .*up to 20, not 20.1"),
    ("seconds_per_move = '1'\n" + WHOLE, "line 1: .*up to 20, not '1'"),
    ("bonus_needs_evidence = 1\n" + WHOLE, "line 1: .*true or false, not 1"),
    (
        "seconds_per_move = 0\n" + WHOLE + "[sentences]\n",
        "line 1: .*seconds above 0 and up to 20, not 0",
    ),
    ("style = 1\n" + WHOLE, "line 1: style: a table"),
    ("sentences = 1\n" + WHOLE, "line 1: sentences: a table"),
    (WHOLE + "[style]\nline_length = 0\n", "line 6: line_length: a whole number"),
    (
        WHOLE.replace("one", "names") + "[style]\nnames = 'N8'\n",
        "line 6: names: a list of ruff's rules",
    ),
    (WHOLE + "[style]\nnames = 'N8'\n", "line 6: names: a list of ruff's rules"),
    (WHOLE + "[style]\nnames = ['8']\n", "line 6: names: a list of ruff's rules"),
    (WHOLE + "[style]\nnames = ['ZZ9']\n", "line 6: names: ruff has no rule 'ZZ9'"),
    (WHOLE + "[style]\nlayout = []\n[sentences]\nstyle.layout='x'", "line 8: .*such"),
    (WHOLE + "[sentences]\nplayer.turns = 'x'\n", "line 6: .*did you mean player.turn"),
    (WHOLE + "[sentences]\n\nplayer.turn = ''\n", "line 7: .*a text, not ''"),
]


ENGLISH_WORDS = re.compile(r"\b(not|no|needs|has|have|did you|there|such|already)\b")


@pytest.mark.parametrize("text", [text for text, _ in MISTAKES[1:]])
def test_a_mistake_is_told_in_portuguese_too(text):
    with pytest.raises(Refused) as error:
        parse(text, "r")
    told = words("pt-BR").message(error.value)
    assert told.startswith("r, linha ")
    assert not ENGLISH_WORDS.search(told)


@pytest.mark.parametrize(("text", "why"), MISTAKES)
def test_mistakes_are_refused_with_the_line(text, why):
    with pytest.raises(Refused, match=why):
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


def test_the_default_can_be_changed_by_uncommenting_any_of_it():
    """Each comment that looks like a setting is one, alone and with all others."""
    text = text_of("hundred")
    setting = re.compile(r"^# (?=[a-z_.]+ = |\[)", re.MULTILINE)
    assert len(setting.findall(text)) == 11
    rubric = parse(setting.sub("", text), "r")
    assert rubric.seconds_per_move == 5
    assert not rubric.bonus_needs_evidence
    assert rubric.groups == style.GROUPS
    assert dict(rubric.sentences)["player.turn"].startswith("X joga")
    assert replace(rubric, sentences=(), rules=()) == replace(
        load(), seconds_per_move=5, bonus_needs_evidence=False
    )


def test_a_rubric_saved_by_windows_is_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode())
    assert load(path).title == "mine"
    path.write_bytes(WHOLE.replace("one", "é").encode("cp1252"))
    with pytest.raises(Refused, match=r"mine.toml: is not text in UTF-8"):
        load(path)


SOURCE = b"def minimax(board):\n    someVariable = 1\n    return someVariable\n"


def test_a_move_may_be_given_less_than_a_second():
    for seconds in (0.5, 20, math.inf):
        text = f"seconds_per_move = {seconds}\n{WHOLE}"
        assert parse(text, "r").seconds_per_move == seconds


def test_a_check_gives_points_where_a_section_has_some_for_it():
    text = SECTION + "checks = { player.turn = 2, player.pure = 0 }\n"
    rubric = parse(HEAD + text, "r")
    checks = ("player.turn", "player.pure", "winner.rows")
    assert [rubric.gives(check) for check in checks] == [True, False, False]


def test_a_rubric_of_nothing_but_points_leaves_all_else_as_it_is():
    rubric = parse(WHOLE, "r")
    assert rubric.bonus_needs_evidence
    assert rubric == Rubric("mine", rubric.sections)
    assert (rubric.seconds_per_move, rubric.line_length) == (math.inf, 100)
    assert rubric.groups == style.GROUPS


@pytest.mark.parametrize(
    ("setting", "allowed"),
    [
        ("line_length = 1", True),
        ("line_length = 320", True),
        ("line_length = 321", False),
        ("line_length = true", False),
        ("line_length = 80.0", False),
        ("names = ['ABCDEF1234']", True),
        ("names = ['ABCDEFG']", False),
        ("names = ['N12345']", False),
        ("names = []", True),
    ],
)
def test_a_limit_of_the_style_is_allowed_and_one_more_is_not(
    setting, allowed, monkeypatch
):
    monkeypatch.setattr(style, "unknown", lambda codes: [])
    text = WHOLE + f"[style]\n{setting}\n"
    if allowed:
        parse(text, "r")
    else:
        with pytest.raises(Refused, match="line 6: "):
            parse(text, "r")


@pytest.mark.parametrize(
    ("points", "allowed"),
    [
        ("0", True),
        ("0.5", True),
        ("1_000_000", True),
        ("1_000_001", False),
        ("1e308", False),
        ("1" + 400 * "0", False),
        ("inf", False),
        ("'1'", False),
        ("-0.5", False),
    ],
)
def test_points_are_a_number_from_nothing_to_a_million(points, allowed):
    text = HEAD + SECTION + f"checks = {{ player.turn = {points} }}\n"
    if allowed:
        assert parse(text, "r").sections[0].maximum == float(points)
    else:
        with pytest.raises(Refused, match="points are a number from 0 to a m"):
            parse(text, "r")


@pytest.mark.parametrize("endless", ["x = " + 5000 * "9", "x = " + 5000 * "["])
def test_what_no_reader_of_toml_can_hold_is_no_toml(endless):
    with pytest.raises(Refused, match="r: is not TOML: "):
        parse(endless, "r")


def test_all_text_of_a_rubric_is_cleaned():
    escape = r"a\u001b[31m"
    text = WHOLE.replace('"mine"', f'"{escape}"').replace('"one"', f'"{escape}"')
    rubric = parse(text + f'[sentences]\nplayer.turn = "{escape}"\n', "r")
    shown = r"a\x1b[31m"
    assert rubric.title == rubric.sections[0].title == shown
    assert dict(rubric.sentences) == {"player.turn": shown}


@pytest.mark.skipif(not style.available(), reason="ruff is not installed")
def test_a_teachers_rules_of_style_are_those_that_count():
    rules = (
        "[style]\nline_length = 20\nnames = ['N806']\nlength = ['E501']\nlayout = []"
    )
    text = HEAD + SECTION + "checks = { style.names = 1, style.length = 2 }\n" + rules
    rubric = parse(text, "r")
    found = style.findings(SOURCE, rubric.groups, rubric.line_length)
    styles = {c.name: c.status for c in style.style_checks(found, rubric.groups)}
    assert styles["style.names"] == styles["style.length"] == "failed"
    assert "style.layout" not in styles
    assert {each.code for each in found} >= {"N806", "E501"}


def test_a_rubric_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Refused, match=r"there is no such rubric: a file, or one"):
        load("mine")
    with pytest.raises(Refused, match=r"cannot be read: Is a directory"):
        load(tmp_path)


def test_where_nobody_can_look_at_the_style_all_else_counts():
    before, after = load(), load().of(FUNCTIONS, styled=False)
    names = [
        [item.check for section in each.sections for item in section.items]
        for each in (before, after)
    ]
    assert names[1] == [name for name in names[0] if not name.startswith("style.")]
    assert names[1] != names[0]


def test_only_what_was_checked_counts_unless_the_file_was_refused():
    checks = [Check("player.turn", "", "passed")]
    (section,) = grade(load(), checks, refused=False)
    points = {each.check: each.maximum for s in load().sections for each in s.items}
    assert section.maximum == points["player.turn"]
    assert section.items, "of other sections nothing was checked: they are not shown"
    assert sum(s.maximum for s in grade(load(), [], refused=True)) == 110
    assert sum(s.points for s in grade(load(), [], refused=True)) == 0


def test_of_some_functions_only_their_points_count():
    rubric = load()
    assert rubric.of(FUNCTIONS) == rubric
    assert rubric.of(["initial_state"]).sections == ()
    points = {section.title: section for section in rubric.sections}
    chosen = rubric.of(["utility", "player"])
    both = (points["player(board)"], points["utility(board)"])
    assert chosen.sections == both


def test_a_file_that_does_not_run_has_none_of_the_points_asked_for():
    record = Record("a.py", "", "", ("player",), refusal="line 1: does not compile")
    record = apply(load(), record)
    assert (record.points, record.maximum, record.bonus) == (0, 10, 0)


def test_the_judge_goes_by_the_whole_rubric(tmp_path):
    """The sentence, the rules of style and the time are the rubric's."""
    (tmp_path / "tictactoe.py").write_bytes((ROOT / "tictactoe.py").read_bytes())
    text = "seconds_per_move = 3\n" + WHOLE
    text += '[style]\nlayout = []\n[sentences]\nplayer.turn = "Vez de quem?"\n'
    record = check_file(
        tmp_path / "tictactoe.py", rubric=parse(text, "r"), functions=["player"]
    )
    assert record.checks[0].sentence == "Vez de quem?"
    assert record.points == 1
