"""Input and output of a session, on a terminal or a pipe."""

import sys
from typing import TextIO

from noughts.look.ansi import PLAIN, Pen
from noughts.text import quoted

LONGEST = 1_000  # characters read of a typed line
INDENT = 6  # columns for a key in the help


class Console:
    """Prints lines, and reads what is typed."""

    def __init__(
        self, source: TextIO = sys.stdin, sink: TextIO = sys.stdout, pen: Pen = PLAIN
    ) -> None:
        self.source, self.sink, self.pen = source, sink, pen

    def print(self, *lines: str, end: str = "\n") -> None:
        texts = (line.expandtabs(INDENT) for line in lines)
        print(*texts, sep="\n", end=end, file=self.sink, flush=True)

    def ask(self, question: str) -> str:
        """Return the typed line; always leave the cursor on a new line."""
        self.print(question, "$ ", end="")
        try:
            typed = read_line(self.source)
        except (EOFError, KeyboardInterrupt):
            self.print()
            raise
        if not self.source.isatty():
            # Echo piped input, so that the output reads like a session.
            self.print(quoted(typed)[1:-1])
        return typed


def read_line(source: TextIO) -> str:
    """Return the next line, cut if very long; raise EOFError at the end."""
    line = piece = source.readline(LONGEST)
    if not line:
        raise EOFError
    while piece and not piece.endswith("\n"):
        piece = source.readline(LONGEST)
    return line.rstrip("\n")
