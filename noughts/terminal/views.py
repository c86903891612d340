"""Two ways to show a session: plain text, and a screen with colours."""

import os
import shutil
import sys
from collections.abc import Mapping
from threading import Timer
from typing import TextIO

from noughts.look.ansi import CLEAR, CLEAR_LINE, draws, shows_colours, uncoloured
from noughts.notation import shown
from noughts.signals import handled
from noughts.terminal.paint import INDENT, MARGIN, paint, screen, wrapped
from noughts.terminal.session import Session, View, Worth

NOTICEABLE = 1.0  # seconds
LONGEST = 1_000  # characters of a typed line that are looked at
REDRAWN_AT = ("SIGWINCH", "SIGCONT")  # the terminal has another size, or is back (`fg`)


def choose_view(
    source: TextIO, sink: TextIO, environ: Mapping[str, str] = os.environ
) -> View:
    """Return the screen if this is a terminal that can show it, else plain text."""
    able = source.isatty() and draws(sink, environ)
    if able and _can_show("│┼─·−", sink):  # noqa: RUF001 - the minus of paint
        return Screen(source, sink, shows_colours(sink, environ))
    return Plain(source, sink)


def _can_show(text: str, sink: TextIO) -> bool:
    try:
        text.encode(sink.encoding)
    except UnicodeEncodeError:
        return False
    return True


def read_line(source: TextIO) -> str:
    """Return the next line, the start of it if it is very long; EOFError at the end."""
    line = piece = source.readline(LONGEST)
    if not line:
        raise EOFError
    while piece and not piece.endswith("\n"):
        piece = source.readline(LONGEST)
    return line.rstrip("\n")


class Shell:
    """What both views share: where they read and print."""

    def __init__(self, source: TextIO = sys.stdin, sink: TextIO = sys.stdout) -> None:
        self.source = source
        self.sink = sink

    def print(self, *lines: str, end: str = "\n") -> None:
        print(*lines, sep="\n", end=end, file=self.sink, flush=True)

    def read(self) -> str:
        """Return what is typed; leave the cursor on a new line in any case."""
        try:
            return read_line(self.source)
        except (EOFError, KeyboardInterrupt):
            self.print()
            raise


class Waiting(Timer):
    """Words that stand on the line after a second, until the waiting is over."""

    def __init__(self, sink: TextIO, words: str) -> None:
        super().__init__(NOTICEABLE, self.show)
        self.sink, self.words, self.shown = sink, words, False
        self.daemon = True

    def show(self) -> None:
        print(self.words, end="", file=self.sink, flush=True)
        self.shown = True

    def stop(self) -> None:
        """Show nothing any more, and take away what is shown."""
        self.cancel()
        self.join()
        if self.shown:
            print(CLEAR_LINE, end="", file=self.sink, flush=True)


class Plain(Shell):
    """Lines one after another, for a pipe or a simple terminal."""

    waiting: "Waiting | None" = None

    def welcome(self, session: Session) -> None:
        self.print(session.say("play.welcome"))

    def ask(self, session: Session) -> str:
        self.print(session.question, "$ ", end="")
        typed = self.read()
        if not self.source.isatty():
            # Nobody saw it being typed: show it, so that the text reads as a session.
            self.print(shown(typed)[1:-1])
        return typed

    def board(self, session: Session) -> None:
        rows = session.game.board
        self.print(*(" ".join(mark or "-" for mark in row) for row in rows), "")

    def thinking(self, session: Session) -> None:
        """Say it if it lasts, where it can be wiped out: it is not part of the text."""
        if draws(self.sink):
            self.waiting = Waiting(self.sink, session.say("play.thinking"))
            self.waiting.start()

    def print(self, *lines: str, end: str = "\n") -> None:
        if self.waiting:
            self.waiting.stop()
            self.waiting = None
        super().print(*lines, end=end)

    def my_move(self, session: Session) -> None:
        self.print(session.say("play.my_move"))
        self.board(session)

    def say(self, *lines: str) -> None:
        self.print(*(line.expandtabs(INDENT) for line in lines))

    def over(self, session: Session, outcome: str) -> None:
        self.print(outcome, session.score_text)

    def worth(self, session: Session, worth: Worth) -> None:
        for verdict, numbers in worth:
            self.print(
                f"{session.say.verdict(*verdict)}: {', '.join(map(str, numbers))}"
            )

    def farewell(self, session: Session) -> None:
        self.print(goodbye(session))


class Screen(Shell):
    """One picture, drawn anew whenever something is asked."""

    notes: list[str]
    values: Worth
    outcome = ""

    def __init__(self, source: TextIO, sink: TextIO, colours: bool = True) -> None:
        super().__init__(source, sink)
        self.colours = colours

    def print(self, *lines: str, end: str = "\n") -> None:
        super().print(*(lines if self.colours else map(uncoloured, lines)), end=end)

    def welcome(self, session: Session) -> None:
        self.notes, self.values = [], []
        # What was on the terminal moves up, out of sight, and is not lost.
        self.print("\n" * shutil.get_terminal_size().lines)

    def draw(self, session: Session, last_line: str) -> None:
        columns, lines = shutil.get_terminal_size()
        notes = [self.outcome, *self.notes] if session.game.over else self.notes
        picture = screen(session, notes, self.values, columns, lines)
        self.print(f"{CLEAR}{picture}\n{MARGIN}{last_line} ", end="")

    def ask(self, session: Session) -> str:
        self.draw(session, session.question)
        with handled(REDRAWN_AT, lambda *_: self.draw(session, session.question)):
            typed = self.read()
        self.notes, self.values = [], []
        return typed

    def board(self, session: Session) -> None:
        """Wait for the next question, which shows it."""

    def thinking(self, session: Session) -> None:
        self.draw(session, session.say("play.thinking"))

    def my_move(self, session: Session) -> None:
        number = session.number(session.game.moves[-1])
        self.notes.append(session.say("play.my_move_is", number=number))

    def say(self, *lines: str) -> None:
        self.notes.extend(lines)

    def over(self, session: Session, outcome: str) -> None:
        yours = session.results[-1]
        mine = f"{session.say(f'play.{yours}_won')} " if yours in ("you", "me") else ""
        self.outcome = paint(mine + outcome, "bold")  # stays until the next game

    def worth(self, session: Session, worth: Worth) -> None:
        self.values = worth

    def farewell(self, session: Session) -> None:
        columns = shutil.get_terminal_size().columns
        self.print(CLEAR_LINE, end="")
        self.print(*(MARGIN + line for line in wrapped([goodbye(session)], columns)))


def goodbye(session: Session) -> str:
    """Return the last line."""
    return f"{session.say('play.goodbye')} {session.score_text}"
