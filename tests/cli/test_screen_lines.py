"""What fits the terminal: progress, sentences, tables."""

import sys
from contextlib import nullcontext

import pytest

from noughts.cli import screen_lines
from noughts.cli.screen_lines import Progress, Teller
from noughts.look.ansi import CLEAR_LINE


def test_progress_is_one_line_that_fits_and_goes(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Progress() as line:
        line.show("x" * 30)
        line.show("short")
    shown = ["x" * 19, "short", ""]
    assert capsys.readouterr().err == "".join(CLEAR_LINE + text for text in shown)


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_for_somebody_who_looks(quiet, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: quiet)
    with Progress(quiet) as line:
        line.show("never seen")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("done", "full"), [(0, 0), (1, 2), (6, 12), (11, 22), (12, 24)]
)
def test_a_bar_is_as_full_as_the_work_is_done(done, full):
    assert screen_lines.bar(done, 12) == "━" * full + "─" * (24 - full)


@pytest.mark.parametrize(("width", "columns"), [("5", 20), ("20", 20), ("21", 21)])
def test_a_terminal_has_twenty_columns_at_least(width, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    assert screen_lines.columns() == columns
    assert max(map(len, screen_lines.filled("word " * 20).splitlines())) <= columns


def test_a_path_that_is_too_long_for_the_terminal_can_still_be_copied(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    path = "/home/ana/projects/tictactoe.py"
    assert (
        path in screen_lines.filled(f"It is kept in {path}, as before.").splitlines()[1]
    )


def test_a_table_hangs_its_texts_beside_the_names():
    rows = {"a": "one two three four", "long": ""}
    assert screen_lines.table(rows, 20).splitlines() == [
        "  a     one two",
        "        three four",
        "  long  ",
    ]
    for width in (1, 19):
        assert screen_lines.table({"name": "one two three"}, width).splitlines() == [
            "  name",  # no room beside it
            "    one two" + " three" * (width > 1),
            *["    three"] * (width == 1),
        ]


@pytest.mark.parametrize(
    ("trouble", "raised"),
    [(None, False), (BrokenPipeError(), False), (OSError("full"), True)],
)
def test_what_befell_the_output_is_told_at_the_end_but_not_that_nobody_reads(
    trouble, raised
):
    teller = Teller()
    teller.trouble = trouble
    with pytest.raises(OSError, match="full") if raised else nullcontext():
        teller.finish()


class Broken:
    """A stream that nobody can write to, and how often that was tried."""

    tries = 0

    def write(self, text):
        self.tries += 1
        raise OSError("full")

    def isatty(self):
        return True


def test_what_saves_its_work_goes_on_in_silence_where_nobody_can_hear(monkeypatch):
    monkeypatch.setattr(sys, "stdout", broken := Broken())
    with pytest.raises(OSError, match="full"):
        Teller(saves=False).tell("x")
    teller = Teller()
    teller.tell("x")
    teller.tell("y")
    assert broken.tries == 2
    assert str(teller.trouble) == "full"


def test_progress_ends_where_the_terminal_has_gone(monkeypatch):
    monkeypatch.setattr(sys, "stderr", broken := Broken())
    line = Progress()
    line.show("x")
    line.show("y")
    assert broken.tries == 1
