"""Records: plain data that survives JSON."""

import json
from dataclasses import is_dataclass, replace

import pytest
from helpers.records import RECORD

from noughts.checker import record as formats
from noughts.checker.record import (
    NOTHING,
    Check,
    Failure,
    Item,
    NamedMistake,
    Record,
    Remark,
    Section,
    from_json,
    to_json,
)
from noughts.checker.reports import Report, console, html
from noughts.texts.said import Said


def test_sums_of_points_are_rounded():
    """In Python, 0.1 + 0.2 is 0.30000000000000004."""
    items = tuple(Item(f"player.{n}", 0.1 * n, 0.1 * n) for n in (1, 2))
    plain, extra = (Section("player", bonus, items) for bonus in (False, True))
    record = replace(RECORD, sections=(plain, extra))
    assert (plain.points, plain.maximum) == (0.3, 0.3)
    assert (record.points, record.maximum, record.bonus) == (0.6, 0.3, 0.3)
    assert to_json(record)["points"] == 0.6
    ones = replace(plain, items=(Item("player.turn", 1, 1),) * 3)
    assert repr(ones.points) == "3"


def test_a_record_survives_json():
    assert from_json(json.loads(json.dumps(to_json(RECORD)))) == RECORD


def test_a_record_cannot_be_changed():
    kinds = filter(is_dataclass, vars(formats).values())
    assert all(kind.__dataclass_params__.frozen for kind in kinds)


def test_another_format_is_refused():
    with pytest.raises(ValueError, match="a record of format 99 instead of 1"):
        from_json(to_json(RECORD) | {"format": 99})


def test_failed_and_unfinished_checks_are_faults():
    assert [check.name for check in RECORD.faults] == ["minimax.optimal"]
    assert not RECORD.right


@pytest.mark.parametrize(
    ("status", "refused_by", "right", "graded"),
    [
        ("passed", None, True, True),
        ("excused", None, True, True),
        ("unjudged", None, True, True),
        ("failed", None, False, True),
        ("unfinished", None, False, True),
        ("passed", "machine", False, False),
        ("passed", "file", False, True),
    ],
)
def test_a_file_is_right_without_faults_and_graded_unless_we_are_to_blame(
    status, refused_by, right, graded
):
    check = Check("player.turn", "", status)
    record = Record("x.py", "0", "r", (), refused_by=refused_by, checks=(check,))
    assert (record.right, record.graded) == (right, graded)
    assert to_json(record)["right"] is right


def test_a_report_has_text_and_html():
    report = Report.of(RECORD)
    assert str(report) == console.report(RECORD).strip("\n")
    assert json.loads(RECORD.to_json()) == json.loads(json.dumps(to_json(RECORD)))
    assert report.to_html() == html.report(RECORD)


def test_json_is_indented_and_keeps_letters_of_other_languages():
    text = replace(RECORD, notes=("opção",)).to_json()
    assert '\n  "notes": [\n    "opção"\n  ]' in text


def test_a_record_of_an_earlier_version_has_its_reasons_as_fields():
    """They are read from its sentences, once, when it is read."""
    said = Said("ruff.E501", rule_text="", name="")
    where, got = (
        Said("value.line", line=3),
        Said("value.remark", text=said, rule="E501"),
    )
    remark = Remark(3, "E501", said)
    long = Failure(where, "", NOTHING, got, 1, remark=remark)
    text = Said("repair.top")
    why = Said("why.proved", text=text, function="player")
    known = NamedMistake("m", "player", text, text, why, line=2, proof="repair")
    marks, silent = Said("note.marks"), Said("note.silent", function="utility")
    record = Record(
        "x.py",
        "0",
        Said(),
        ("player",),
        refusal=Said("refused.not_text"),
        refused_by="file",
        hint=Said("repair.not_text"),
        checks=(
            Check("player.turn", NOTHING, "failed", note=marks, reason="marks"),
            Check("utility.x", NOTHING, "failed", note=silent, reason="silent"),
            Check("style.layout", NOTHING, "failed", failures=(long,)),
        ),
        mistakes=(known,),
    )
    data = to_json(record)
    del data["refused_by"]
    for check in data["checks"]:
        del check["reason"]
        for failure in check["failures"]:
            del failure["remark"]
    for mistake in data["misconceptions"]:
        del mistake["proof"]
    assert from_json(data) == record
    del data["facts"]["hint"]
    ours = replace(record, hint=NOTHING, refused_by="machine")
    assert from_json(data | {"hint": ""}) == ours
