"""A record stays readable and bounded, whatever the file does."""

import json

import pytest

from noughts.checker import style
from noughts.checker.check_file import check_file
from noughts.checker.record import (
    Check,
    Failure,
    NamedMistake,
    Record,
    bounded,
    to_json,
)
from noughts.checker.reports import html
from noughts.texts.said import quotation

EVIL_TEXT = "\x1b]0;title\x07\u202e" + "x" * 100_000
EVIL = quotation(EVIL_TEXT)


def test_all_text_of_a_record_is_cleaned():
    failure = Failure(EVIL, "", EVIL, EVIL, 1, EVIL, (), EVIL, f"{EVIL}\n" * 99)
    check = Check("f.g", "", "failed", note=EVIL, failures=(failure,))
    slip = NamedMistake("name", "f", "", "", "", code=EVIL_TEXT)
    record = Record(
        *(EVIL_TEXT, "", "", (), EVIL),
        excerpt=f"{EVIL}\n" * 99,
        checks=(check,),
        mistakes=(slip,),
        machine=(EVIL,),
    )
    text = json.dumps(to_json(bounded(record)), ensure_ascii=False)
    assert text.replace("\n", "").isprintable()
    assert len(text) < 50_000


def test_an_ordinary_record_is_unchanged():
    failure = Failure("player(board)", "XO. .X. ...", "O", "X", 3)
    check = Check("player.turn", "X moves first.", "failed", 9, 3, "", (failure,))
    record = Record("tictactoe.py", "", "", (), checks=(check,), notes=("a note",))
    assert bounded(record) == record


@pytest.mark.ci
def test_thousands_of_remarks_make_a_small_report(tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text(f"import os  # {'-' * 100}\n" + f"x = '{'-' * 100}'\n" * 6_000)
    record = check_file(path, functions=("player",))
    text = path.read_bytes()
    checks = style.style_checks(style.findings(text))
    assert checks[-1].failing == 6_001
    assert [each.cases for each in checks[-1].failures] == [6_001] * 100
    page = html.report(bounded(Record("f", "", "", (), checks=tuple(checks))))
    assert len(page) < 200_000
    assert len(json.dumps(to_json(record))) < 200_000
