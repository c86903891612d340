"""The file of results: it grows, survives, and ends in order."""

import errno
import json
import os
import shutil
from types import SimpleNamespace

import pytest

from noughts.checker.record import Check, Record
from noughts.classroom.results import Result, Results


def result(student, key="k", file="tictactoe.py"):
    check = Check("player.turn", "X moves first.", "passed", 4520)
    record = Record(file, "", "a rubric", ("player",), checks=(check,))
    return Result(student, key, record)


def students(path):
    return [json.loads(line)["student"] for line in path.read_bytes().splitlines()]


def test_results_are_there_as_soon_as_they_are_added(tmp_path):
    path = tmp_path / "results.jsonl"
    with Results(path) as results:
        results.add(result("bob"))
        results.add(result("ana"))
        assert students(path) == ["bob", "ana"]
        results.finish()
    assert students(path) == ["ana", "bob"]
    assert list(tmp_path.iterdir()) == [path]


def test_all_of_it_is_on_the_disk_before_it_takes_the_place_of_the_old(
    tmp_path, monkeypatch
):
    path, synced = tmp_path / "results.jsonl", []

    def fsync(number):
        assert students(path) == ["bob", "ana"]
        synced.append(os.fstat(number).st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    with Results(path) as results:
        results.add(result("bob"))
        results.add(result("ana"))
        results.finish()
    assert synced == [path.stat().st_size]


def test_what_is_known_from_before_is_found_by_its_key(tmp_path):
    path = tmp_path / "results.jsonl"
    with Results(path) as results:
        results.add(result("ana", "key 1"))
        results.add(result("bob", "key 2", "bob.py"))
        results.add(result("carl", ""))
    with Results(path) as results:
        assert results.known("key 2") == result("bob", "key 2", "bob.py").record
        assert results.known("key 3") is None
        assert results.known("") is None


def test_only_the_students_of_the_last_run_remain(tmp_path):
    path = tmp_path / "results.jsonl"
    for class_ in (["ana", "bob"], ["Émile", "bob", "Ana"]):
        with Results(path) as results:
            for student in class_:
                results.add(result(student))
            results.finish()
    assert students(path) == ["Ana", "bob", "Émile"]
    assert "Émile" in path.read_text("utf-8"), "it can be read by people, too"


def test_a_run_that_was_ended_in_the_middle_of_a_line_loses_that_line(tmp_path):
    path = tmp_path / "results.jsonl"
    with Results(path) as results:
        results.add(result("ana", "key 1"))
        results.add(result("bob", "key 2"))
    path.write_bytes(path.read_bytes()[:-40])
    with Results(path) as results:
        assert results.known("key 1")
        assert results.known("key 2") is None
        results.add(result("bob", "key 2"))
    with Results(path) as results:
        assert results.known("key 1")
        assert results.known("key 2"), "it is on a line of its own"
        results.add(result("bob", "key 2"))
        results.finish()
    assert students(path) == ["bob"]


def test_lines_that_are_no_results_are_passed_over(tmp_path):
    path = tmp_path / "results.jsonl"
    good = b'{"student": "ana", "key": "k", "record": {"format": 0}}\n'
    path.write_bytes(b"nonsense\n[]\n{}\n1\n\n\xff\n" + good)
    with Results(path) as results:
        assert results.known("k") is None


def test_who_interrupts_the_end_finds_what_there_was_and_no_draft(
    tmp_path, monkeypatch
):
    path = tmp_path / "results.jsonl"

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with Results(path) as results:
        results.add(result("ana"))
        with pytest.raises(KeyboardInterrupt):
            results.finish()
    assert list(tmp_path.iterdir()) == [path]
    assert students(path) == ["ana"]


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.skipif(os.name != "posix", reason="an open file stays on Windows")
@pytest.mark.parametrize("harm", ["full", "swept"])
def test_an_end_that_cannot_be_written_is_named_and_leaves_no_draft(
    tmp_path, monkeypatch, harm
):
    """On a full disk, or where somebody removed the folder."""
    path = tmp_path / "report" / "results.jsonl"
    path.parent.mkdir()
    with Results(path) as results:
        results.add(result("ana"))
        if harm == "full":
            monkeypatch.setattr(os, "fsync", full)
        else:
            shutil.rmtree(path.parent)
        with pytest.raises(OSError, match="No ") as failed:
            results.finish()
    assert failed.value.filename == str(path)
    assert not list(tmp_path.rglob("*.draft"))
    assert harm == "swept" or students(path) == ["ana"], "what is done is kept"


def test_a_result_for_which_there_is_no_room_is_told_with_the_file(tmp_path):
    path = tmp_path / "results.jsonl"
    with Results(path) as results:
        file = results._file
        results._file = SimpleNamespace(seek=file.seek, write=full, close=file.close)
        with pytest.raises(OSError, match="No space left") as failed:
            results.add(result("ana"))
    assert failed.value.filename == str(path)
