"""Noticing that a file has been saved, with a clock that the test winds itself."""

import itertools
import os

from noughts.cli.watching import GONE, saves


def watched(path, *events, gone=lambda: None):
    """Return at which events a check was due; an event happens at each pause."""
    due, left = [], list(enumerate(events, 1))

    def pause(_seconds):
        if not left:
            raise KeyboardInterrupt
        now[0], event = left.pop(0)
        event(path)

    now = [0]
    try:
        for _ in saves(path, gone, pause):
            due.append(now[0])
    except KeyboardInterrupt:
        return due


def nothing(path):
    pass


CLOCK = itertools.count(10**18, 10**9)


def save(path):
    path.write_text("saved")
    now = next(CLOCK)
    os.utime(path, ns=(now, now))


def take_away(path):
    path.unlink()


def replace(path):
    other = path.with_suffix(".swap")
    other.write_text("replaced")
    other.replace(path)


def test_a_file_is_checked_at_once_and_then_after_each_save(tmp_path):
    path = tmp_path / "tictactoe.py"
    save(path)
    rest = [nothing, nothing]
    assert watched(path, nothing, *rest) == [1]
    assert watched(path, nothing, *rest, save, *rest, save, *rest) == [1, 5, 8]
    assert watched(path, nothing, *rest, replace, *rest) == [1, 5]


def test_a_file_that_is_still_changing_is_waited_for(tmp_path):
    path = tmp_path / "tictactoe.py"
    save(path)
    assert watched(path, nothing, save, save, save, nothing, nothing) == [1, 5]


def test_a_file_may_go_and_come_back(tmp_path):
    path = tmp_path / "tictactoe.py"
    save(path)
    events = [nothing, take_away, nothing, nothing, save, nothing, nothing]
    assert watched(path, *events) == [1, 6]


def test_a_file_that_stays_away_is_told_once_and_one_that_is_replaced_is_not(tmp_path):
    path = tmp_path / "tictactoe.py"
    save(path)
    told = []

    def gone():
        told.append("gone")

    short, long = [nothing] * (GONE - 2), [nothing] * 3 * GONE
    there = [nothing, nothing]
    assert watched(path, take_away, *short, save, *there, gone=gone)
    assert not told
    assert watched(path, *there, take_away, *long, save, *there, gone=gone)
    assert told == ["gone"]
    watched(path, take_away, *long, save, *there, take_away, *long, gone=gone)
    assert told == ["gone"] * 3


def test_what_cannot_be_read_for_a_while_is_waited_for(tmp_path, monkeypatch):
    path = tmp_path / "tictactoe.py"
    save(path)
    there = [nothing, nothing]

    def to_folder(path):
        path.unlink()
        path.mkdir()

    def back(path):
        path.rmdir()
        save(path)

    told = []
    long = [nothing] * 2 * GONE
    events = [*there, to_folder, *long, back, *there]
    due = watched(path, *events, gone=lambda: told.append("gone"))
    assert (len(due), told) == (2, ["gone"])
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda *_: False)
        assert watched(path, *there) == []


def test_a_file_that_is_not_there_at_first_is_given_as_many_pauses(tmp_path):
    told = []
    short, enough = [nothing] * (GONE - 2), [nothing] * (GONE - 1)
    watched(tmp_path / "none.py", *short, gone=lambda: told.append("too soon"))
    watched(tmp_path / "none.py", *enough, gone=lambda: told.append("gone"))
    assert told == ["gone"]
