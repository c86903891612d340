"""Rubrics: data whose mistakes are refused with the setting that has them."""

from dataclasses import replace

import pytest
from helpers.refusals import refused as refused_as

from noughts.checker.record import Check, Record
from noughts.checker.rubric import apply, load, parse, shipped
from noughts.game.contract import FUNCTIONS
from noughts.texts import Refused
from noughts.texts.said import Said

HEAD = 'title = "mine"\n'
SECTION = '[[section]]\ntitle = "one"\n'
WHOLE = HEAD + SECTION + "checks = { player.turn = 1 }\n"
TURN = "checks = { player.turn = 1 }\n"
MISTAKES = [
    ("title = \nx = 1", "r", "not_toml"),
    ("", "r: title", "rubric_title"),
    ('title = ""', "r: title", "rubric_title"),
    ("title = 3", "r: title", "rubric_title"),
    (HEAD, "r: section", "rubric_section"),
    (HEAD + "section = 3\n", "r: section", "rubric_section"),
    (HEAD + "section = [3]\n", "r: section", "rubric_section"),
    (HEAD + "points = 3\n", "r: points", "rubric_setting"),
    (HEAD + "sections = 3\n", "r: sections", "rubric_setting, near section"),
    (HEAD + SECTION, "r: section 1: checks", "rubric_checks"),
    (HEAD + "[[section]]\ntitle = 3\n", "r: section 1: title", "rubric_title"),
    (HEAD + SECTION + "checks = {}\n", "r: section 1: checks", "rubric_checks"),
    (HEAD + SECTION + "checks = 3\n", "r: section 1: checks", "rubric_checks"),
    (WHOLE + "bonus = 1\n", "r: section 1: bonus", "rubric_bonus"),
    (
        HEAD + SECTION + "check = {}",
        "r: section 1: check",
        "rubric_setting, near checks",
    ),
    (
        HEAD + SECTION + "checks = { player.trun = 1 }",
        "r: section 1: player.trun",
        "rubric_check, near player.turn",
    ),
    (HEAD + SECTION + "checks = { x = 1 }", "r: section 1: x", "rubric_check"),
    (HEAD + 2 * (SECTION + TURN), "r: section 2: one", "rubric_twice"),
    (
        WHOLE + SECTION.replace("one", "two") + TURN,
        "r: section 2: player.turn",
        "rubric_twice",
    ),
]


def refused(text):
    """Return which setting of a rubric is refused, and why."""
    with pytest.raises(Refused) as caught:
        parse(text, "r")
    return setting_and_reason(caught.value)


def setting_and_reason(error):
    match error.key.removeprefix("refusal."):
        case "about":
            setting, reason = setting_and_reason(error.parts["why"])
            return ": ".join(filter(None, [error.parts["path"], setting])), reason
        case "near":
            _, reason = setting_and_reason(error.parts["why"])
            return "", f"{reason}, near {error.parts['close']}"
        case reason:
            return error.parts.get("path", ""), reason


@pytest.mark.parametrize(("text", "setting", "reason"), MISTAKES)
def test_mistakes_are_refused_with_their_setting(text, setting, reason):
    assert refused(text) == (setting, reason)


def test_a_refusal_names_the_value():
    with pytest.raises(Refused, match="'bonus'"):
        parse(WHOLE + "bonus = 'bonus'\n", "r")


SHIPPED = {"hundred": (100, 10), "ten": (10, 1), "percent": (100, 0)}


@pytest.mark.parametrize(("name", "sums"), SHIPPED.items())
def test_installed_rubrics_add_up(name, sums):
    sections = load(name).sections
    assert sum(s.maximum for s in sections if not s.bonus) == sums[0]
    assert sum(s.maximum for s in sections if s.bonus) == sums[1]


def test_the_installed_rubrics():
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


def test_a_rubric_saved_by_windows_is_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode())
    assert load(path).title == "mine"
    path.write_bytes(WHOLE.replace("one", "é").encode("cp1252"))
    with pytest.raises(Refused) as caught:
        load(path)
    assert caught.value.key == "refusal.not_text"


@pytest.mark.parametrize(
    ("check", "charged"),
    [("contract.names = 2", True), ("contract.names = 0", False), ("", False)],
)
def test_names_are_charged_if_a_section_has_points_for_them(check, charged):
    checks = ", ".join(filter(None, ["player.turn = 2", check]))
    rubric = parse(f"{HEAD}{SECTION}checks = {{ {checks} }}\n", "r")
    assert rubric.charges_names is charged


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
def test_points_are_a_number_from_0_to_a_million(points, allowed):
    text = HEAD + SECTION + f"checks = {{ player.turn = {points} }}\n"
    if allowed:
        assert parse(text, "r").sections[0].maximum == float(points)
    else:
        assert refused(text) == ("r: section 1: player.turn", "rubric_points")


@pytest.mark.parametrize("endless", ["x = " + 5000 * "9", "x = " + 5000 * "["])
def test_toml_that_cannot_be_parsed_is_refused(endless):
    assert refused(endless) == ("r", "not_toml")


def test_all_text_of_a_rubric_is_cleaned():
    escape = r"a\u001b[31m"
    text = WHOLE.replace('"mine"', f'"{escape}"').replace('"one"', f'"{escape}"')
    rubric = parse(text, "r")
    shown = r"a\x1b[31m"
    assert rubric.title == rubric.sections[0].title == shown


def test_a_missing_rubric_is_refused(tmp_path):
    with refused_as("refusal.no_rubric", path="mine"):
        load("mine")
    with refused_as("refusal.no_read", path=tmp_path):
        load(tmp_path)


def test_without_style_everything_else_counts():
    before, after = load(), load().of(FUNCTIONS, styled=False)
    names = [
        [item.check for section in each.sections for item in section.items]
        for each in (before, after)
    ]
    assert names[1] == [name for name in names[0] if not name.startswith("style.")]
    assert names[1] != names[0]


def test_only_what_was_checked_counts_unless_the_file_was_refused():
    checks = [Check("player.turn", "", "passed")]
    record = Record("a.py", "", Said(), FUNCTIONS, checks=tuple(checks))
    (section,) = apply(load(), record).sections
    points = {each.check: each.maximum for s in load().sections for each in s.items}
    assert section.maximum == points["player.turn"]
    assert section.items, "of other sections nothing was checked: they are not shown"
    why = Said("refused.at_once")
    refused = replace(record, checks=(), refusal=why, refused_by="file")
    refused = apply(load(), refused)
    assert (refused.points, refused.maximum, refused.bonus) == (0, 100, 10)


def test_only_the_points_of_chosen_functions_count():
    rubric = load()
    assert rubric.of(FUNCTIONS) == rubric
    assert rubric.of(["initial_state"]).sections == ()
    points = {section.title: section for section in rubric.sections}
    chosen = rubric.of(["utility", "player"])
    both = (points["player(board)"], points["utility(board)"])
    assert chosen.sections == both


def test_a_refused_file_has_no_points():
    record = Record("a.py", "", "", ("player",), "line 1: does not compile", "file")
    record = apply(load(), record)
    assert (record.points, record.maximum, record.bonus) == (0, 10, 0)
