"""`noughts lesson`: the list, one lesson, and nonsense."""

import io

import pytest

from noughts.cli import main
from noughts.lessons import COURSE


def test_without_a_number_the_lessons_are_listed(capsys):
    assert main(["lesson", "--language", "en"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == [
        "1",
        "What",
        "is",
        "a",
        "position",
        "worth?",
        "15",
        "minutes",
    ]
    assert printed[-1] == "Begin one with `noughts lesson 1`."
    assert len(printed) == 10


def test_a_lesson_reads_what_is_typed(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    assert main(["lesson", "1", "--language", "pt-BR"]) == 0
    printed = capsys.readouterr().out
    assert "QUANTO VALE UMA POSIÇÃO?" in printed
    assert "Certo." in printed


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["9"], "'9' is not a lesson: give a number from 1 to 8"),
        (["zero"], "'zero' is not a lesson: give a number from 1 to 8"),
        (["--lessons", "none.toml"], "none.toml: cannot be read"),
    ],
)
def test_nonsense_is_refused(capsys, argv, said):
    assert main(["lesson", *argv]) == 2
    assert said in capsys.readouterr().err


def test_a_course_of_ones_own_is_taught(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(COURSE.read_text("utf-8").partition("# --- 2")[0], "utf-8")
    assert main(["lesson", "--lessons", str(path), "--language", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


OWN = """
[[lesson]]
name = "small"
title = "Small"
aim = "To be done."
minutes = 1

[[lesson.task]]
kind = "predict"
ask = "move"
say = "What is best?"
board = "XX. OO. ..."
"""
TAUGHT = """\
Type a number; ? for a hint, s to skip a
task, q to leave.

SMALL
To be done.

1/1  What is best?

     X | X | 3
    ---+---+---
     O | O | 6
    ---+---+---
     7 | 8 | 9

> """


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "3\n",
            "Right.\n\nDone. On the first try: 1; later: 0;\nskipped: 0.\n",
        ),
        ("q\n", "\n"),
        ("", "\n"),
        ("x" * 5000, "Type one of the numbers above.\n> \n"),
    ],
)
def test_all_that_is_printed_by_a_small_lesson(
    tmp_path, capsys, monkeypatch, typed, said
):
    (tmp_path / "own.toml").write_text(OWN, "utf-8")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["lesson", "1", "--lessons", str(tmp_path / "own.toml")]) == 0
    assert capsys.readouterr().out == TAUGHT + said
