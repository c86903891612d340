"""The report as a page: self-contained, in light and dark, with boards as pictures."""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import groupby

from noughts import look
from noughts.checker.record import FAULTS, Check, Failure, Misconception, Record
from noughts.checker.reports.markup import Markup, board_picture, element, joined, prose
from noughts.checker.reports.words import (
    checks_of,
    hint_of,
    number,
    points_of,
    summary,
    unwritten,
)
from noughts.look import SIGNS


def report(record: Record) -> str:
    """Return the record as a page that needs no other file."""
    return page(f"{record.file}: {number(record.points)} points", body(record))


def page(title: str, *inside: str, more_style: str = "") -> str:
    """Return a whole page in the one look of all reports."""
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark">'),
        element("title", title),
        element("style", Markup(stylesheet() + more_style)),
    )
    return f'<!doctype html>\n<html lang="en">{head}{element("body", *inside)}</html>\n'


def stylesheet() -> str:
    """Return the style of the pages: the one look, and how a page is laid out."""
    return look.css() + (files("noughts.checker.reports") / "page.css").read_text(
        "utf-8"
    )


def body(record: Record) -> Markup:
    """Return all that is told about one file."""
    return element(
        "main",
        _header(record),
        _grades(record),
        *_faults(record),
        *_passed(record),
        *_notes(record),
        _footer(record),
    )


def _header(record: Record) -> Markup:
    bonus = f" + {number(record.bonus)}" if record.bonus else ""
    grade = element(
        "p",
        element("strong", number(record.points)),
        element("span", f" of {number(record.maximum)}{bonus}"),
        class_="grade",
    )
    said = element("p", prose(summary(record)), class_="summary")
    hint = element("p", prose(record.hint), class_="hint") if record.hint else ""
    return element("header", element("h1", record.file), grade, said, hint)


def _grades(record: Record) -> Markup:
    """Return a table with a row for each section of the rubric."""
    rows = [
        element(
            "tr",
            element("th", section.title, scope="row"),
            element("td", *_signs(checks_of(record, section)), class_="signs"),
            element(
                "td",
                element("b", number(section.points)),
                f" of {number(section.maximum)}",
                class_="points",
            ),
        )
        for section in record.sections
    ]
    return element("table", element("tbody", *rows), class_="grades")


def _signs(checks: Iterable[Check]) -> Iterator[Markup]:
    for check in checks:
        said = f"{check.sentence} ({check.status})"
        yield element("span", SIGNS[check.status], class_=check.status, title=said)


def _faults(record: Record) -> Iterator[Markup]:
    """Yield a section for each function in which something is to be told."""
    if todo := unwritten(record):
        names = joined(*(element("li", element("code", name)) for name in todo))
        yield element("section", element("h2", "Not written yet"), element("ul", names))
    told = [
        check
        for check in record.checks
        if check.status in (*FAULTS, "excused") and check.function not in todo
    ]
    for function, group in groupby(told, key=lambda check: check.function):
        checks = list(group)
        known = [m for m in record.misconceptions if m.function == function]
        notes = dict.fromkeys(check.note for check in checks if check.note)
        yield element(
            "section",
            element("h2", function),
            *(_misconception(each) for each in known),
            *(element("p", prose(note), class_="note") for note in notes),
            *(_check(record, check) for check in checks),
        )


def _misconception(known: Misconception) -> Markup:
    return element(
        "aside",
        element("h3", known.title),
        element("p", prose(known.explanation)),
        element("p", prose(known.hint), class_="hint"),
    )


def _check(record: Record, check: Check) -> Markup:
    points = points_of(record, check)
    lost = f"{number(points)} points" if points and check.status in FAULTS else ""
    failures = check.failures if check.status in FAULTS else ()
    return element(
        "article",
        element(
            "h3",
            element("span", SIGNS[check.status], class_=check.status),
            " ",
            prose(check.sentence),
            element("small", lost),
        ),
        *(_failure(record, check, failure) for failure in failures),
    )


def _failure(record: Record, check: Check, failure: Failure) -> Markup:
    if not failure.expected:  # a remark about the style
        return element("p", element("code", failure.call), " ", failure.got)
    hint = hint_of(record, check, failure)
    share = f"as in {failure.cases:,} of {check.asked:,} cases"
    facts = element(
        "dl",
        *_fact("asked", element("code", failure.call)),
        *(_fact("board", element("code", failure.board)) if failure.board else ()),
        *_fact("expected", failure.expected),
        *_fact("got", failure.got),
        *(_fact("how often", share) if failure.cases > 1 else ()),
        *(_fact("hint", prose(hint)) if hint else ()),
    )
    picture = [board_picture(failure.board)] if failure.board else []
    return joined(
        element("div", *picture, facts, class_="failure"),
        _line(failure),
        _traceback(failure),
    )


def _fact(name: str, value: str) -> tuple[Markup, Markup]:
    return element("dt", name), element("dd", value)


def _line(failure: Failure) -> Markup:
    """Return the line of play that refutes an answer, move by move."""
    if not failure.line:
        return Markup("")
    moves = [
        element(
            "li",
            board_picture(move.board, move.action),
            element("span", f"{move.mark} {move.action}"),
        )
        for move in failure.line
    ]
    verdict = failure.verdict
    return joined(
        element("ol", *moves, class_="line"),
        element("p", verdict, class_="note") if verdict != failure.got else "",
    )


def _traceback(failure: Failure) -> Markup:
    if not failure.traceback:
        return Markup("")
    return element(
        "details",
        element("summary", "Where in the file"),
        element("pre", failure.traceback),
    )


def _passed(record: Record) -> Iterator[Markup]:
    """Yield the checks that passed, folded."""
    passed = [check for check in record.checks if check.status == "passed"]
    if passed:
        yield element(
            "details",
            element("summary", f"{len(passed)} checks passed"),
            element("ul", *map(_kept, passed), class_="passed-list"),
        )


def _kept(check: Check) -> Markup:
    asked = f" ({check.asked:,} cases)" if check.asked > 1 else ""
    return element("li", element("code", check.name), " ", prose(check.sentence), asked)


def _notes(record: Record) -> Iterator[Markup]:
    if record.search and record.search.words:
        yield element("p", f"The search: {record.search.words}", class_="note")
    yield from (element("p", note, class_="note") for note in record.notes)


def _footer(record: Record) -> Markup:
    taken = f" in {record.seconds:.1f} s" if record.seconds else ""
    known = f" SHA-256 of the file: {record.digest[:16]}…" if record.digest else ""
    by = f"Rubric: {record.rubric}. Checked by noughts {record.version}{taken}."
    return element("footer", by, known)
