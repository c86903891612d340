"""Recorded searches as plain data."""

import json

from noughts import contract
from noughts.notation import parse_board
from noughts.search import AlphaBeta, Symmetry
from noughts.search.recording.as_data import event_data, recording_data
from noughts.search.recording.events import Better, Cut, Enter, Leave, record
from noughts.search.rules import AskedOnce


def test_an_event_names_its_kind_its_squares_and_its_bounds():
    board = parse_board("X.. .O. ...")
    path = ((0, 0), (1, 1))
    assert event_data(Enter(path, board, "X", -float("inf"), 0)) == {
        "event": "enter",
        "path": [1, 5],
        "board": "X.. .O. ...",
        "turn": "X",
        "alpha": None,
        "beta": 0,
    }
    assert event_data(Better(path, (2, 2), 0, "at most")) == {
        "event": "better",
        "path": [1, 5],
        "action": 9,
        "value": 0,
        "bound": "at most",
    }
    assert event_data(Cut(path, ((0, 1), (2, 2)), 1, ">=", 0)) == {
        "event": "cut",
        "path": [1, 5],
        "skipped": [2, 9],
        "value": 1,
        "sign": ">=",
        "limit": 0,
    }
    assert event_data(Leave((), 0, "exact", 7)) == {
        "event": "leave",
        "path": [],
        "value": 0,
        "bound": "exact",
        "positions": 7,
    }


def test_a_recording_survives_json_unchanged():
    rules = AskedOnce(contract.default())
    for search in (AlphaBeta(rules), Symmetry(rules)):
        data = recording_data(record(search, rules.initial_state(), plies=3))
        assert json.loads(json.dumps(data, allow_nan=False)) == data
