"""Runs every command of the teachers' page."""

import re
import shlex
from pathlib import Path

import pytest
from classroom import exports
from conftest import ROOT
from helpers.classes import Quick, judge_here

from noughts.checker.mistakes import made
from noughts.classroom.autograder.targets import TARGETS
from noughts.classroom.hand_ins import PLATFORMS
from noughts.cli import check, main

PAGES = {
    path.name: path.read_text("utf-8")
    for path in sorted((ROOT / "docs").glob("teachers*.md"))
}
PAGE = PAGES["teachers.md"]
COMMAND = re.compile(r"^(?: {4}| {8})(noughts .*)$", re.MULTILINE)
FIRST_CLASS = ROOT / "docs" / "first-class"
TESTS = "import sys; sys.path.insert(0, sys.argv[1]); import tictactoe\n"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Enter a folder with a teacher's downloads; the judge is a quick one."""
    Quick.seen = []
    monkeypatch.setattr(check, "FileJudge", Quick)
    judge_here(monkeypatch)
    monkeypatch.setattr(made, "faulty_engines", lambda: FIRST)
    monkeypatch.setenv("LC_ALL", "C")
    files = {
        "moodle-export.zip": exports.MOODLE,
        "Grades.csv": exports.MOODLE_WORKSHEET,
        "submissions.zip": exports.CANVAS,
        "gradebook.csv": exports.CANVAS_GRADEBOOK,
        "assignment_4711_export.zip": exports.GRADESCOPE,
        "classroom.zip": exports.GOOGLE,
        "roster.csv": exports.ROSTER,
        "turma/INF101 - Ana Silva (12).py": exports.RIGHT,
        "last-year/zoe/tictactoe.py": exports.RIGHT,
        "starter.py": b"import math\n",
        "my_tests.py": TESTS.encode(),
        "submission/tictactoe.py": exports.RIGHT,
        "adjustments.csv": b"student,points\nAna Silva,-1\n",
        **{f"docs/first-class/{e.name}": e.read_bytes() for e in FIRST_CLASS.iterdir()},
    }
    exports.lay_out(tmp_path, files | exports.GITHUB)
    monkeypatch.chdir(tmp_path)
    return tmp_path


FIRST = made.faulty_engines()[:1]


def run(command, capsys):
    """Run a command; return its exit code and output."""
    words = shlex.split(command)
    target = None
    if ">" in words:
        *words, _, target = words
    code = main(words[1:])
    out, err = capsys.readouterr()
    if target:
        Path(target).write_text(out, "utf-8")
    return code, out, err


@pytest.mark.ci
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_command_of_the_page_works(desk, capsys, page):
    """In order, because later commands read the output of earlier ones."""
    commands = COMMAND.findall(page)
    assert len(commands) >= 14
    for command in commands:
        code, _, err = run(command, capsys)
        assert (code, err) in ((0, ""), (1, "")), command
        if "--worksheet Grades.csv" in command:
            assert (desk / "report/upload/Grades.csv").is_file()
            assert (desk / "report/upload/feedback.zip").is_file()
        if "gradebook.csv --column" in command:
            assert (
                b",75.00" in (desk / "canvas-report/upload/gradebook.csv").read_bytes()
            )
    assert len(page.split()) <= 3_000


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_page_has_every_platform_target_and_option(page):
    for name in (*PLATFORMS, *TARGETS):
        assert f"`{name}`" in page or f"--platform {name}" in page, name
    for option in (
        *("--roster", "--worksheet", "--column", "--against", "--base"),
        *("--overwrite", "--adjustments", "--only"),
    ):
        assert option in page


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_pictures_of_the_page_are_there(page):
    pictures = re.findall(r"\]\((pictures/.*?)\)", page)
    assert len(pictures) >= 2
    for picture in pictures:
        assert (ROOT / "docs" / picture).is_file(), picture
