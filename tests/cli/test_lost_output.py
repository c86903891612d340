"""An output that nobody hears, or that is full: what a command writes is there."""

import os
import sys
from contextlib import nullcontext
from uuid import UUID

import pytest
from helpers.classes import Inline, Quick
from helpers.outputs import full, unread
from helpers.records import RECORD

from noughts import cli, disk
from noughts.autograder import TARGETS, prairielearn
from noughts.cli import check, check_class, solve
from noughts.cli.screen_lines import Progress
from noughts.page import freeze

WRITING = [
    "solve 3 3 3 --moves --proof proof",
    "solve 4 4 3 --proof proof",
    "start mine",
    "check one.py --html r.html --junit r.xml --gradescope r.json",
    "check class -o report --junit r.xml --worksheet grades.csv",
    *(
        pytest.param(line, marks=pytest.mark.ci)
        for line in (
            "check one.py --quiet --html r.html",
            "check one.py --json --html r.html",
            "explore --freeze site",
            *(f"autograder {name} -o output" for name in TARGETS),
        )
    ),
]


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Give what lays a class and a file into a folder; they are judged quickly."""
    monkeypatch.setattr(check, "FileJudge", Quick)
    monkeypatch.setattr(check_class, "workers", lambda *_: nullcontext(Inline()))
    monkeypatch.setattr(check, "check_file", lambda *_, **__: RECORD)
    monkeypatch.setattr(freeze, "answer_files", lambda *_, python: {"api/a.js": b"a"})
    monkeypatch.setattr(prairielearn, "uuid4", lambda: UUID(int=1))

    def lay(name):
        folder = tmp_path / name
        for student in ("ana", "bob", "carl"):
            (folder / "class" / student).mkdir(parents=True)
            (folder / "class" / student / "tictactoe.py").write_text("# right")
        (folder / "one.py").write_text("X = 'X'\n")
        (folder / "grades.csv").write_text("Identifier,Full name,Grade\n1,ana,\n")
        monkeypatch.chdir(folder)
        return folder

    return lay


def contents(folder):
    """Return all that lies below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def run_into(descriptor, line, monkeypatch):
    """Return the exit code of a command that prints there, line by line."""
    with open(descriptor, "w", buffering=1) as stream, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        return cli.main(line.split())


@pytest.mark.parametrize("line", WRITING)
def test_what_a_command_writes_is_whole_whatever_happens_to_its_output(
    line, desk, monkeypatch, capsys
):
    """From the first word on, its reader has gone, or the disk is full."""
    heard = desk("heard")
    before = contents(heard)
    code = cli.main(line.split())
    written = contents(heard)
    assert written.keys() > before.keys()
    for output in (unread, full):
        capsys.readouterr()
        folder = desk(output.__name__)
        got = run_into(output(), line, monkeypatch)
        assert contents(folder) == written
        said = capsys.readouterr().err
        if output is full:
            assert got == 2
            assert said.endswith(": the output: No space left on device\n")
        else:
            assert got in (0, code)
            assert said == ""


def stopped(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(("output", "code"), [(unread, 0), (full, 2)])
def test_a_search_that_saves_nothing_ends_with_its_output(
    output, code, monkeypatch, capsys
):
    begun = []
    monkeypatch.setattr(solve, "narrow", lambda *_: begun.append("a search") or [])
    assert run_into(output(), "solve 3 3 3", monkeypatch) == code
    assert not begun


def test_an_empty_file_that_was_there_before_stays(monkeypatch, tmp_path):
    path = tmp_path / "search"
    for there in (True, False):
        if there:
            path.touch()
        with solve.only_saver(path):
            assert not disk.holds_anything(path)
        assert path.exists() == there
        path.unlink(missing_ok=True)


@pytest.mark.ci
def test_the_code_of_a_command_that_is_done_outlives_its_reader(desk, monkeypatch):
    folder = desk("class")
    (folder / "class/ana/tictactoe.py").write_text("# wrong")
    assert run_into(unread(), "check class -o report", monkeypatch) == 1


def test_nobody_looks_at_the_progress_on_a_terminal_that_has_gone(monkeypatch):
    with open(unread(), "w", buffering=1) as stream, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", stream)
        line = Progress()
        line.live = True
        line.show("half of it is done")
        assert not line.live
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
