"""Records: plain data, the same after a journey through JSON."""

import json

import pytest
from helpers.records import RECORD

from noughts.checker.record import (
    FORMAT,
    Record,
    from_json,
    to_json,
)


def test_a_record_survives_json():
    assert from_json(json.loads(json.dumps(to_json(RECORD)))) == RECORD


def test_a_refused_record_survives_json():
    refused = Record("x.py", "0", "r", (), "does not compile", "hint")
    assert from_json(json.loads(json.dumps(to_json(refused)))) == refused


def test_the_sums_are_in_the_json():
    data = to_json(RECORD)
    assert (data["points"], data["maximum"], data["bonus"]) == (18, 10, 10)
    assert data["sections"][0]["points"] == 8
    assert data["right"] is False
    assert data["format"] == FORMAT


def test_another_format_is_refused():
    with pytest.raises(ValueError, match="a record of format 99 instead of 1"):
        from_json(to_json(RECORD) | {"format": 99})


def test_what_fails_and_what_is_unfinished_is_a_fault():
    assert [check.name for check in RECORD.faults] == ["minimax.optimal"]
    assert not RECORD.right
