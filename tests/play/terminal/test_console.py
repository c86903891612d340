"""Where a session prints and reads: pipes, and a real terminal."""

import io
import os
import pty
import re
import select
import subprocess
import sys

import pytest
from conftest import ROOT

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
