"""The report for a terminal: points, failures with their boards, and hints."""

import re
import shlex
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace

from noughts.checker.record import FAULTS, Check, Failure, Move, Record, in_language
from noughts.checker.reports import wording
from noughts.checker.style import VERSION
from noughts.texts import ENGLISH, Words, words
from noughts.texts.safe_text import clean_line
from noughts.theme import SIGNS
from noughts.theme.ansi import Pen, draw

WIDTH = 80
INDENT = "    "
COLOURS = {
    "passed": "win",
    "failed": "loss",
    "unfinished": "o",
    "excused": "x",
    "unjudged": "o",
    "absent": "soft",
}


class Paper(Pen):
    """A pen with a width, a language and the path of the file."""

    def __init__(self, colour: bool, width: int, say: Words, path: str) -> None:
        super().__init__(colour)
        self.width, self.say, self.path = width, say, path

    def hint(self, text: str) -> list[str]:
        """Return a hint in lines."""
        return self.wrapped(f"{self.say('report.hint').capitalize()}: {text}", INDENT)

    def bold(self, text: str) -> list[str]:
        """Return a text in bold lines that fit."""
        return [self(line, "bold") for line in self.wrapped(text)]

    def wrapped(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        """Return a text in lines that fit."""
        further = indent + hanging
        return textwrap.wrap(
            text, self.width, initial_indent=indent, subsequent_indent=further
        )


def report(
    record: Record,
    *,
    colour: bool = False,
    width: int = WIDTH,
    language: str = ENGLISH,
    path: str = "",
) -> str:
    """
    Return the record as text, at most 80 columns wide except for commands to copy.

    `path` is the file's path in those commands.
    """
    say, record = words(language), in_language(record, language)
    pen = Paper(colour, min(width, WIDTH), say, path or record.file)
    lines = [
        "",
        *pen.bold(f"{_name(record)}: {wording.total_here(record, say)}"),
        *pen.wrapped(wording.summary(record, say)),
        *_named_first(record, pen),
        *_excerpt(record, pen),
        *pen.wrapped(record.hint),
        *_waiting(record, pen),
    ]
    if record.refused_by or wording.nothing_written(record):
        return "\n".join(lines) + "\n"
    lines += ["", *_grades(record, pen), *_legend(record, pen)]
    if seen := wording.search_words(record):
        lines += ["", *pen.wrapped(say("report.search", words=seen))]
    if todo := wording.unwritten(record):
        lines += ["", *pen.wrapped(f"{say('report.unwritten')}: {', '.join(todo)}.")]
    for part in wording.parts(record, FAULTS):
        lines += ["", *_part(record, part, pen)]
    for note in wording.notes(record):
        lines += ["", *pen.wrapped(f"{say('report.note')}: {note}")]
    if not record.styled:
        lines += ["", pen.say("report.install_ruff", version=VERSION)]
    lines += _see(record, pen)
    return re.sub("\n{3,}", "\n\n", "\n".join(lines) + "\n")


def _see(record: Record, pen: Paper) -> list[str]:
    """Return the commands that show more of the first board."""
    checks = [check for part in wording.parts(record, FAULTS) for check in part.checks]
    shown = [(c.function, f.board) for c in checks for f in c.failures if f.board]
    if not shown:
        return []
    function, board = shown[0]
    file, board = shlex.quote(pen.path), shlex.quote(board)
    explain = f"noughts explain {board}"
    explore = f"noughts explore {file} --board {board}"
    if function == "minimax":
        return ["", pen.say("report.see_search", explore=f"{explore} --search")]
    return ["", pen.say("report.see", explain=explain, explore=explore)]


def first_wrong(
    check: Check, *, colour: bool = False, width: int = WIDTH, language: str = ENGLISH
) -> str:
    """Return the first wrong answer of a file whose check goes on."""
    pen = Paper(colour, min(width, WIDTH), words(language), "")
    told = in_language(check, language)
    shown = replace(told.failures[0], cases=1)  # more are not known yet
    head = pen.bold(pen.say("report.first_wrong", function=told.function))
    return "\n".join(["", *head, *_example(told, shown, pen), ""])


def quiet(record: Record, language: str = ENGLISH) -> str:
    """Return the record as one line."""
    say = words(language)
    grade = f"{_name(record)}: {wording.total_here(record, say)}"
    return f"{grade}. {wording.summary(record, say)}\n"


def _name(record: Record) -> str:
    """Return the file's name without control characters."""
    return clean_line(record.file)


def _named_first(record: Record, pen: Paper) -> list[str]:
    """Return the mistake in the function to fix next, if it is known."""
    if not record.refused_by and not record.right:
        first = wording.first_fault(record)
        for known in record.mistakes:
            if known.function == first:
                return pen.bold(known.title)
    return []


def _excerpt(record: Record, pen: Paper) -> list[str]:
    """Return the line of a syntax error, with carets."""
    shown = [INDENT + line for line in record.excerpt.splitlines()]
    return ["", *(pen(line, "bold") for line in shown), ""] if shown else []


def _waiting(record: Record, pen: Paper) -> Iterator[str]:
    """Yield sentences that name who is to blame for what is excused."""
    for sentence in wording.blamed(record, pen.say):
        yield from pen.wrapped(sentence)


def _legend(record: Record, pen: Paper) -> list[str]:
    """Return the meaning of the signs, unless all checks passed."""
    used = dict.fromkeys(check.status for check in record.checks)
    if used.keys() <= {"passed"}:
        return []
    signs = (f"{SIGNS[status]} {pen.say(f'status.{status}')}" for status in used)
    return ["", *pen.wrapped("   ".join(signs), "  ")]


def _grades(record: Record, pen: Paper) -> Iterator[str]:
    """Yield one line for each section of the rubric."""
    say, sections = pen.say, record.sections
    points = [wording.points_text(each.points, say) for each in sections]
    maxima = [wording.points_text(each.maximum, say) for each in sections]
    left = max([5, *map(len, points)])
    right = max([4, *map(len, maxima)])
    for section, earned, maximum in zip(sections, points, maxima, strict=True):
        signs = " ".join(
            pen(SIGNS[check.status], COLOURS[check.status])
            for check in wording.checks_of(record, section)
        )
        of = say("report.of", maximum=maximum.ljust(right))
        yield f"  {section.title:<28}{earned:>{left}} {of}  {signs}".rstrip()


def _part(record: Record, part: wording.Part, pen: Paper) -> Iterator[str]:
    """Yield the report on one function."""
    head = f"── {wording.title_of(part.function, pen.say)} "
    yield pen(head.ljust(pen.width, "─"), "soft")
    for known in part.mistakes:
        yield from pen.bold(known.title)
        yield from pen.wrapped(known.explanation, INDENT)
        yield from pen.hint(known.hint)
    seen = set[object]()
    for check in part.checks:
        yield from _head(record, check, pen)
        if check.note not in seen:
            yield from pen.wrapped(check.note, INDENT)
        seen.add(check.note)
        for remark in wording.remarks(check, pen.say):
            yield from pen.wrapped(remark, INDENT)
        for failure in check.failures:
            yield from _failure(record, check, failure, seen, pen)


def _head(record: Record, check: Check, pen: Paper) -> Iterator[str]:
    """Yield the sentence of a check, and its lost points."""
    yield ""
    points, say = wording.points_of(record, check), pen.say
    lost = ""
    if points and check.status in FAULTS:
        lost = f" ({wording.points_phrase(points, say)})"
    sign = SIGNS[check.status]
    first, *rest = pen.wrapped(f"{sign} {check.sentence}{lost}", "", "  ")
    yield pen(sign, COLOURS[check.status]) + first.removeprefix(sign)
    yield from rest


def _failure(
    record: Record, check: Check, failure: Failure, seen: set[object], pen: Paper
) -> Iterator[str]:
    """Yield a failure and its hint, without what was shown before."""
    if failure.remark:  # see `wording.remarks`
        return
    shown = failure.board, failure.call, failure.got
    if shown not in seen:
        yield from _example(check, failure, pen)
    elif check.function == "minimax" and failure.board:
        yield from pen.wrapped(f"{failure.call} {failure.board}", INDENT)
    hint = wording.hint_of(record, check, failure)
    if hint and hint not in seen:
        yield from pen.hint(hint)
    seen |= {shown, hint}


def _example(check: Check, failure: Failure, pen: Paper) -> Iterator[str]:
    """Yield the board, the call, its answer, and the line of play that refutes it."""
    say = pen.say
    if failure.board:
        yield ""
        board = _board(failure.board, pen, " ", box=True)
        yield from (INDENT + line for line in board)
        yield ""
    yield from pen.wrapped(f"{failure.call} {failure.board}".rstrip(), INDENT)
    for name in ("expected", "got"):
        text = f"{say(f'report.{name}'):<9} {getattr(failure, name)}"
        yield from pen.wrapped(text, INDENT, " " * 10)
    if failure.cases > 1:
        cases, asked = say.number(failure.cases), say.number(check.asked)
        yield INDENT + say("report.share", cases=cases, asked=asked)
    if failure.line:
        yield ""
        yield from _line(failure.line, pen)
        if failure.verdict != failure.got:
            yield from pen.wrapped(failure.verdict, INDENT)
    yield from (INDENT + line for line in failure.traceback.splitlines()[-6:])


def _board(text: str, pen: Paper, empty: str, box: bool = False) -> list[str]:
    """Return a board as lines."""
    rows = [
        [(mark, mark.lower()) if mark in "XO" else (empty, "") for mark in row]
        for row in text.split()
    ]
    return draw(rows, pen, box).split("\n")


def _line(line: Iterable[Move], pen: Paper) -> Iterator[str]:
    """Yield the moves of a line side by side, each above its board."""
    moves, abreast = list(line), max(1, (pen.width - len(INDENT)) // 12)
    for start in range(0, len(moves), abreast):
        row = moves[start : start + abreast]
        heads = [f"{move.mark} {move.action}".ljust(11) for move in row]
        yield INDENT + " ".join(heads).rstrip()
        boards = [_board(move.board, pen, "·") for move in row]
        for lines in zip(*boards, strict=True):
            yield INDENT + "       ".join(lines).rstrip()
        yield ""
