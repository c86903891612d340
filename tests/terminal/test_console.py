"""Where a session prints and reads: pipes, and a real terminal."""

import io
import os
import pty
import re
import select
import subprocess
import sys
from contextlib import contextmanager

import pytest
from conftest import ROOT

from noughts.look.ansi import Pen
from noughts.terminal.console import LONGEST, Console, read_line
from noughts.terminal.guide import Opponent
from noughts.terminal.session import Session

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


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1\n2\n", ["1", "2"]),
        ("1", ["1"]),
        ("\n1\n", ["", "1"]),
        ("x" * 100_000 + "\n1\n", ["x" * LONGEST, "1"]),
        ("x" * LONGEST + "\n1\n", ["x" * LONGEST, "1"]),
        ("x" * 5_000, ["x" * LONGEST]),
    ],
)
def test_lines_are_read_one_by_one_and_never_whole_if_very_long(text, lines):
    source = io.StringIO(text)
    assert [read_line(source) for _ in lines] == lines
    with pytest.raises(EOFError):
        read_line(source)


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
    assert pen("loses in 3: 2, 4, 6, 8", "loss") in coloured


# --- A real terminal ----------------------------------------------------------


class Typist:
    """Someone at a pseudo-terminal in which `noughts play` runs."""

    def __init__(self, end, process):
        self.end, self.process, self.seen = end, process, ""

    def wait_for(self, text):
        """Read until the text has appeared since the last call; return all of it."""
        while text not in self.seen:
            ready, _, _ = select.select([self.end], [], [], 30)
            assert ready, f"{text!r} never came; seen: {self.seen!r}"
            self.seen += os.read(self.end, 65_536).decode()
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, text):
        os.write(self.end, text.encode())


@contextmanager
def terminal(*arguments, **environ):
    """Run `noughts play` in a pseudo-terminal."""
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
    try:
        yield Typist(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


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
    with terminal("--as", "O", *arguments, **environ) as typist:
        printed = typist.wait_for("$ ")
        assert ("\033[" in printed) == coloured
        assert COLOUR.sub("", printed).replace("\r", "") == (
            "Welcome to TTT!\nMy move is\nX - -\n- - -\n- - -\n\n"
            "Make your move (row-major order):\n$ "
        )


@pytest.mark.ci
def test_end_of_input_leaves_a_terminal_politely():
    with terminal("--as", "O") as typist:
        typist.wait_for("$ ")
        typist.type("\x04")
        assert "Traceback" not in typist.wait_for("Goodbye! Score: ")
        assert typist.process.wait() == 0
