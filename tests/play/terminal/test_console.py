"""Where a session prints and reads: pipes, and a real terminal."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest
from conftest import ROOT
from helpers.waiting import until

from noughts.play.terminal import session
from noughts.play.terminal.guide import Opponent
from noughts.play.terminal.session import Console, Session
from noughts.texts import words
from noughts.theme.ansi import Pen

COLOUR = re.compile(r"\033\[[\d;]*m")


class Terminal(io.StringIO):
    """A stand-in for a terminal."""

    def isatty(self):
        return True


def test_a_terminal_echoes_what_is_typed_a_pipe_does_not():
    for source, echo in ((Terminal, "$ "), (io.StringIO, "$ q\n")):
        sink = io.StringIO()
        assert Console(source("q\n"), sink).ask("What?") == "q"
        assert sink.getvalue() == f"What?\n{echo}"


def test_lines_are_read_one_by_one_until_the_end():
    console = Console(io.StringIO("1\n\n2"), io.StringIO())
    assert [console.ask("") for _ in range(3)] == ["1", "", "2"]
    with pytest.raises(EOFError):
        console.ask("")


LONG = "I lose this game: minimax(X.. ... ...) raised KeyError: 'best'"


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("pen", [Pen(), Pen(colour=False)])
def test_a_narrow_terminal_breaks_no_word(width, pen, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    sink = Terminal()
    Console(io.StringIO(), sink).print("X - -\nO - -", pen(LONG, "bold"))
    first, second, *rows = COLOUR.sub("", sink.getvalue()).splitlines()
    assert (first, second) == ("X - -", "O - -")
    assert max(map(len, rows)) <= width
    assert " ".join(rows) == LONG


@pytest.mark.parametrize("slow", [False, True])
def test_a_terminal_says_that_a_slow_opponent_is_thinking(slow, monkeypatch):
    """The text is gone before the move is shown."""
    monkeypatch.setattr(session, "SLOW", 0.01 if slow else 60)
    sink, text = Terminal(), words()("play.thinking")
    with Console(io.StringIO(), sink).waiting(text):
        if slow:
            until(lambda: sink.getvalue() == text)
    assert sink.getvalue() == (f"{text}\r{' ' * len(text)}\r" if slow else "")


def test_a_pipe_never_shows_that_the_opponent_is_thinking(monkeypatch):
    monkeypatch.setattr(session, "SLOW", 0)
    sink = io.StringIO()
    with Console(io.StringIO(), sink).waiting("Thinking..."):
        time.sleep(0.05)
    assert sink.getvalue() == ""


def test_an_interrupt_of_a_thinking_opponent_begins_a_new_line():
    sink = Terminal()
    with (
        pytest.raises(KeyboardInterrupt),
        Console(io.StringIO(), sink).waiting("Thinking..."),
    ):
        raise KeyboardInterrupt
    assert sink.getvalue() == "\n"


def test_the_line_at_which_an_engine_failed_is_printed(tmp_path):
    path = tmp_path / "tictactoe.py"
    text = (ROOT / "tictactoe.py").read_text("utf-8")
    path.write_text(f"{text}\n\ndef minimax(board):\n    return {{}}['best']\n")
    run = subprocess.run(
        [sys.executable, "-m", "noughts", "play", "--as", "O", "--engine", str(path)],
        cwd=ROOT,
        input="q\n",
        capture_output=True,
        text=True,
        env={"PATH": "", "LC_ALL": "C.UTF-8"},
    )
    line = text.count("\n") + 4
    place = words()("play.line", line=f"{line}, in minimax: return {{}}['best']")
    assert place in run.stdout.splitlines()


def play(pen=None):
    sink, moves = io.StringIO(), iter([(1, 1), (1, 2), (1, 0)])
    console = Console(io.StringIO("v\n1\n2\n?\nq\n"), sink, *([pen] if pen else []))
    Session(console, Opponent(lambda board: next(moves)), "O").run()
    return sink.getvalue()


def test_a_terminal_differs_only_in_colours():
    pen = Pen()
    coloured, plain = play(pen), play()
    assert COLOUR.sub("", coloured) == plain
    assert pen("-", "soft") in coloured
    assert pen("O", "bold", "o") in coloured
    assert coloured.count(pen("X", "bold", "x", "reversed")) == 3
    assert pen("X is the winner!", "bold") in coloured
    assert pen(f"{words().verdict(-1, 3)}: 2, 4, 6, 8", "loss") in coloured


# --- A real terminal ----------------------------------------------------------


def printed_on_a_terminal(*arguments, **environ):
    """Return what `noughts play` prints in a pseudo-terminal until the first prompt."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "play", *arguments],
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm-256color", "NO_COLOR": ""} | environ,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    poller = select.poll()  # unlike select(), it takes any descriptor
    poller.register(ours, select.POLLIN)
    seen = ""
    try:
        while "$ " not in seen:
            ready = poller.poll(30_000)  # milliseconds
            assert ready, f"no prompt; seen: {seen!r}"
            seen += os.read(ours, 65_536).decode()
        os.write(ours, b"\x04")  # the end of input
        assert process.wait(30) == 0
    finally:
        process.kill()
        os.close(ours)
    return seen


@pytest.mark.parametrize(
    ("arguments", "environ", "coloured"),
    [
        ((), {}, True),
        (("--plain",), {}, False),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"TERM": "dumb"}, False),
    ],
    ids=["colours", "--plain", "NO_COLOR", "dumb"],
)
def test_a_terminal_has_the_assignments_session(arguments, environ, coloured):
    printed = printed_on_a_terminal("--as", "O", *arguments, **environ)
    assert ("\033[" in printed) == coloured
    assert COLOUR.sub("", printed).replace("\r", "") == (
        "Welcome to TTT!\nMy move is\nX - -\n- - -\n- - -\n\n"
        "Make your move (row-major order):\n$ "
    )
