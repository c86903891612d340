"""Which view a terminal gets, how a line is read, and a real terminal's screen."""

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import contextmanager
from time import sleep

import pytest
from conftest import ROOT

from noughts.look.ansi import CLEAR_LINE, COLOUR
from noughts.terminal import views
from noughts.terminal.paint import paint
from noughts.terminal.session import Opponent, Session
from noughts.terminal.views import Plain, Screen, choose_view, read_line


class Terminal(io.StringIO):
    """A stand-in for a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


class Latin(Terminal):
    """A terminal that cannot show thin lines."""

    encoding = "latin-1"


@pytest.mark.parametrize(
    ("source", "sink", "environ", "view"),
    [
        (Terminal, Terminal, {"TERM": "xterm"}, Screen),
        (Terminal, Terminal, {"TERM": "xterm", "NO_COLOR": ""}, Screen),
        (Terminal, Terminal, {"WT_SESSION": "1"}, Screen),
        (Terminal, Terminal, {"TERM": "xterm", "NO_COLOR": "1"}, Screen),
        (Terminal, Terminal, {"TERM": "dumb"}, Plain),
        (Terminal, Terminal, {"TERM": ""}, Plain),
        (Terminal, Terminal, {}, Plain),
        (Terminal, Latin, {"TERM": "xterm"}, Plain),
        (io.StringIO, Terminal, {"TERM": "xterm"}, Plain),
        (Terminal, io.StringIO, {"TERM": "xterm"}, Plain),
    ],
)
def test_the_screen_is_for_terminals_that_can_show_it(source, sink, environ, view):
    assert type(choose_view(source(), sink(), environ)) is view


@pytest.mark.ci
@pytest.mark.parametrize(
    ("sink", "shown"),
    [(Terminal, "Thinking ...\r\033[KMy move is\n"), (io.StringIO, "")],
)
def test_that_it_thinks_is_wiped_out_and_never_goes_through_a_pipe(
    sink, shown, monkeypatch
):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = sink()
    monkeypatch.setattr(views, "NOTICEABLE", 0.01)
    first = Opponent("", lambda board: sleep(0.5) or (0, 0))
    Session(Plain(io.StringIO("q\n"), out), first, "O").run()
    assert shown in out.getvalue()
    assert ("Thinking" in out.getvalue()) == bool(shown)


def test_waiting_that_is_soon_over_leaves_no_trace():
    out = Terminal()
    waiting = views.Waiting(out, "Thinking ...")
    assert waiting.daemon, "who leaves would have to wait for it"
    waiting.start()
    waiting.stop()
    assert not waiting.is_alive()
    assert out.getvalue() == ""


def test_a_terminal_echoes_what_is_typed_a_pipe_does_not():
    for source, echo in ((Terminal, "$ "), (io.StringIO, "$ q\n")):
        sink = io.StringIO()
        view = Plain(source("q\n"), sink)

        class Asking:
            question = "What?"

        assert view.ask(Asking) == "q"
        assert sink.getvalue() == f"What?\n{echo}"


def test_ctrl_c_while_the_opponent_thinks_leaves_a_clean_last_line():
    def slow(board):
        raise KeyboardInterrupt

    sink = Terminal()
    Session(Screen(Terminal(), sink), Opponent("I am slow.", slow), "O").run()
    *_, thinking, goodbye = re.split("(?=Thinking)|\r\033\\[K", sink.getvalue())
    assert thinking == "Thinking ... "
    assert goodbye == "  Goodbye! Score: you 0, me 0, draws 0.\n"


BEGUN = (
    "You 0 · Me 0 · Draws 0",
    "u undo  h hint  v values  n new  q quit  ? help",
)
ENDED = (
    "You lose. X is the winner!",
    "You 0 · Me 1 · Draws 0",
    "Enter new game  a analyse  x play X  o play O",
    "t take turns  u undo  q quit  ? help",
    "Enter for a new game, q to leave:",
)
MAKE = "Make your move (row-major order):"
PICTURES = [
    # What stands below the board, picture by picture, and what is asked.
    ["No window.", *BEGUN, "Thinking ..."],
    ["No window.", "My move is 5.", *BEGUN, MAKE],
    [*BEGUN, "Thinking ..."],
    ["= draw        1 3 7 9", "\u2212 loses in 3  2 4 6 8", *BEGUN, MAKE],
    ["5 is taken; free: 1, 2, 3, 4, 6, 7, 8, 9", *BEGUN, MAKE],
    [*BEGUN, "Thinking ..."],
    ["My move is 6.", *BEGUN, MAKE],
    [*BEGUN, "Thinking ..."],
    [ENDED[0], "My move is 4.", *ENDED[1:]],
    [ENDED[0], "'z' means nothing here (? for help)", *ENDED[1:]],
]


def test_a_note_is_on_one_picture_and_who_has_won_on_all_until_the_next_game(
    monkeypatch,
):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "30")
    moves = iter([(1, 1), (1, 2), (1, 0)])
    steady = Opponent("I am steady.", lambda board: next(moves))
    source, sink = Terminal("v\n5\n1\n2\nz\n"), Terminal()
    Session(Screen(source, sink), steady, "O").run("No window.")
    shown, _, goodbye = COLOUR.sub("", sink.getvalue()).partition(f"\n{CLEAR_LINE}")
    assert goodbye == "  Goodbye! Score: you 0, me 1, draws 0.\n"
    before, *pictures = shown.split(views.CLEAR)
    assert before == "\n" * 31
    below = [picture.partition("7 │ 8 │ 9")[2].split("\n") for picture in pictures]
    told = [[line.strip() for line in lines if line.strip()] for lines in below]
    assert told == PICTURES


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1\n2\n", ["1", "2"]),
        ("1", ["1"]),
        ("\n1\n", ["", "1"]),
        ("x" * 100_000 + "\n1\n", ["x" * views.LONGEST, "1"]),
        ("x" * views.LONGEST + "\n1\n", ["x" * views.LONGEST, "1"]),
        ("x" * 5_000, ["x" * views.LONGEST]),
    ],
)
def test_lines_are_read_one_by_one_and_never_whole_if_very_long(text, lines):
    source = io.StringIO(text)
    assert [read_line(source) for _ in lines] == lines
    with pytest.raises(EOFError):
        read_line(source)


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


MOVE = "ake your move (row-major order): "  # "Make ...", or "X, make ..."


def test_the_screen_of_a_whole_game():
    with terminal("--opponent", "friend") as typist:
        picture = typist.wait_for(MOVE)
        assert views.CLEAR in picture
        assert paint(" 1 ", "soft") in picture
        typist.type("1\n")
        assert paint(" X ", "bold", "x") in typist.wait_for(MOVE)
        typist.type("2\n")
        assert paint(" O ", "bold", "o") in typist.wait_for(MOVE)
        typist.type("v\n")
        assert "= draw" in typist.wait_for(MOVE)
        typist.type("2\n")
        assert "2 is taken" in typist.wait_for(MOVE)
        for square in "435":
            typist.type(f"{square}\n")
            typist.wait_for(MOVE)
        typist.type("6\n")
        typist.wait_for(MOVE)
        typist.type("7\n")
        picture = typist.wait_for("Enter for a new game, q to leave: ")
        assert "X is the winner!" in picture
        assert "X 1 · O 0 · Draws 0" in picture
        assert picture.count(paint(" X ", "bold", "x", "reversed")) == 3
        typist.type("q\n")
        typist.wait_for("Goodbye! Score: X 1, O 0, draws 0.")
        assert typist.process.wait() == 0


@pytest.mark.ci
def test_the_screen_tells_the_programs_move():
    with terminal("--as", "O") as typist:
        picture = typist.wait_for(MOVE)
        assert "You are O. I never lose." in picture
        assert re.search(r"My move is \d\.", picture)


@pytest.mark.ci
def test_end_of_input_leaves_a_terminal_politely():
    with terminal("--as", "O") as typist:
        typist.wait_for(MOVE)
        typist.type("\x04")
        assert "Traceback" not in typist.wait_for("Goodbye! Score: ")
        assert typist.process.wait() == 0


def test_ctrl_c_leaves_a_terminal_politely():
    with terminal("--as", "O") as typist:
        typist.wait_for(MOVE)
        typist.process.send_signal(signal.SIGINT)
        while not select.select([typist.end], [], [], 5)[0]:
            # It came after Python had looked for it, and before the kernel waited.
            typist.process.send_signal(signal.SIGINT)
        assert "Traceback" not in typist.wait_for("Goodbye! Score: ")
        assert typist.process.wait() == 0


def test_without_colours_the_board_is_drawn_all_the_same():
    sink = Terminal()
    view = choose_view(Terminal(), sink, {"TERM": "xterm", "NO_COLOR": "1"})
    view.print(paint("X", "bold", "x", "reversed"), paint("38;5;9", "soft"))
    assert sink.getvalue() == "\033[1;7mX\033[0m\n\033[m38;5;9\033[0m\n"


@pytest.mark.ci
def test_without_colours_a_real_terminal_has_its_lines():
    with terminal("--as", "O", NO_COLOR="1") as typist:
        printed = typist.wait_for(MOVE)
        assert "┼" in printed
        assert "38;5" not in printed


@pytest.mark.ci
def test_a_simple_terminal_gets_plain_text():
    with terminal("--as", "O", TERM="dumb") as typist:
        printed = typist.wait_for("$ ")
        assert "\033" not in printed
        assert re.search("My move is(\r\n[X-] [X-] [X-]){3}\r\n", printed)
        typist.type("q\n")
        typist.wait_for("Goodbye!")


def test_plain_gives_the_assignments_session_at_a_terminal_too():
    with terminal("--as", "O", "--plain", "--open", "centre") as typist:
        printed = typist.wait_for("$ ")
        assert printed.replace("\r", "") == (
            "Welcome to TTT!\nMy move is\n- - -\n- X -\n- - -\n\n"
            "Make your move (row-major order):\n$ "
        )


@pytest.mark.skipif(not hasattr(signal, "SIGCONT"), reason="no such signals")
@pytest.mark.parametrize("name", ["SIGCONT", "SIGWINCH"])
def test_the_screen_is_drawn_again_when_the_terminal_changes_or_comes_back(name):
    kind = signal.Signals[name]

    class Returning(Terminal):
        """A terminal that changes while it waits for the first line."""

        signals = iter([kind])

        def readline(self, *_):
            for each in self.signals:
                os.kill(os.getpid(), each)
                return "h\n"
            return "q\n"

    before, sink = signal.getsignal(kind), Terminal()
    Session(Screen(Returning(), sink), Opponent("I wait."), "X").run()
    question = re.escape("X, make your move")
    pictures = len(re.findall(question, sink.getvalue()))
    assert pictures == 3  # first, once more, and with the hint
    assert signal.getsignal(kind) == before
