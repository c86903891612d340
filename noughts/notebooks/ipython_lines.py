"""The lines of a cell that IPython understands and Python does not: `%time`, `!ls`."""

import re

SHOWN = 72  # characters of a line that is not judged: its length is nobody's style
TOKEN = re.compile(
    r"""
    (?P<blank> [^\S\r\n]+ | \\(?:\r\n?|\n) | \#[^\r\n]* )
  | (?P<line> \r\n?|\n )
  | (?P<text> \"{3}(?:\\.|[^\\])*?(?:\"{3}|\\?\Z) | '{3}(?:\\.|[^\\])*?(?:'{3}|\\?\Z)
        | "(?:\\.|[^"\\\r\n])*"? | '(?:\\.|[^'\\\r\n])*'? )
  | (?P<bracket> [()\[\]{}] )
  | (?P<taken> (?<=[\w\s\])]) = [^\S\r\n]* (?=[%!]) )
  | (?P<other> [^\s\\\#'"()\[\]{}=?]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
# What a line of IPython's begins with, and Python's never: a magic, the shell, help,
# and three ways to call a function without brackets.
COMMAND = re.compile(r"[^\S\r\n]*[%!?,;/]")
REST = re.compile(r"(?:\\(?:\r\n?|.)|[^\\\r\n])*", re.DOTALL)  # a \ at its end goes on
LINES = re.compile("\r\n?|\n")  # as Python counts them


def plain(cell: str) -> str:
    """
    Return a cell with what only IPython understands as comments, line by line.

    What `files = !ls` takes becomes `...`. Only where a line begins, and neither in a
    string nor in brackets, is anything IPython's: `%` also divides.
    """
    cell = _dedented(cell)
    told, place = list[str](), 0
    while place < len(cell):
        if COMMAND.match(cell, place):
            end, taken, ours = _end(cell, place), 0, True
        else:
            end, taken, ours = _scan(cell, place)
        if taken:
            told.append(f"{cell[place:taken]}...  ")
            place, end, ours = taken, _end(cell, taken), True
        told.append(_comment(cell[place:end]) if ours else cell[place:end])
        place = end
    return "".join(told)


def _dedented(cell: str) -> str:
    """Return a cell whose first line is not indented, as IPython takes it."""
    first = next((each for each in LINES.split(cell) if each.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    return re.sub(f"^{re.escape(indent)}", "", cell, flags=re.MULTILINE)


def _scan(cell: str, place: int) -> tuple[int, int, bool]:
    """Return where a line ends, where `!ls` is taken in it, and if it asks for help."""
    depth, last = 0, ""
    for token in TOKEN.finditer(cell, place):
        text, kind = token.group(), token.lastgroup
        if kind == "bracket":
            depth = max(0, depth + (1 if text in "([{" else -1))
        if not depth and kind == "taken":
            return token.end(), token.end(), False
        if not depth and kind == "line":
            return max(token.start(), place + 1), 0, last == "?"
        if kind not in ("blank", "line"):
            last = text
    return len(cell), 0, last == "?"


def _end(cell: str, place: int) -> int:
    """Return where a line of IPython's ends, those that it goes on in included."""
    rest = REST.match(cell, place)
    assert rest is not None
    return rest.end()


def _comment(text: str) -> str:
    """Return lines as comments; in a block there must be a statement, too."""
    first, *others = LINES.split(text)
    indent = first[: len(first) - len(first.lstrip())]
    first = f"{indent}pass  {commented(first.lstrip())}" if indent else commented(first)
    return "\n".join([first, *map(commented, others)])


def commented(line: str) -> str:
    """Return a line that is not judged, as a comment."""
    return f"# {line}"[:SHOWN].rstrip()
