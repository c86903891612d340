"""The report on a class: one page that needs nothing but a browser."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from noughts.checker.record import Record, Status
from noughts.checker.reports import html
from noughts.checker.reports.templates import render
from noughts.classroom.overview import Overview, Row, page_of
from noughts.classroom.platforms.entry import Origin
from noughts.classroom.reports import sentences
from noughts.classroom.submissions import Submission
from noughts.contract import PARAMETERS
from noughts.words import ENGLISH, Words, words

HERE = "noughts.classroom.reports"
HEIGHT = 120  # of the tallest bar of the distribution
STEP = 52  # from one bar to the next
HEAD, FOOT = 20, 26  # above the tallest bar, and below all
SHOWN = 10  # checks that fail, before the rest is folded away
FOLDED = 5  # groups of similar files, before the rest is folded away
LISTED = 4  # checks that one student fails, with their sentences


class Bar(NamedTuple):
    """One bar of the distribution of points, in the units of the drawing."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    students: int
    label: str


def render_class(
    overview: Overview, language: str = ENGLISH, sheets: bool = False
) -> str:
    """Return the page about the whole class; `sheets`: there are some to print."""
    say = words(language)
    return render(
        "class.html",
        language,
        HERE,
        title=say("class.title", name=overview.title),
        style=html.stylesheet() + own_file("class_index.css"),
        script=own_file("class_index.js"),
        overview=overview,
        said=_summary(overview, say),
        stopped=_stopped(overview, say),
        bars=_bars(overview, say),
        shown=SHOWN,
        folded=FOLDED,
        part=lambda each: sentences.part(each, overview, say),
        percent=lambda each: sentences.percent(each.share, len(overview.judged)),
        closeness=lambda member: sentences.closeness(member, say),
        listed=LISTED,
        facts=lambda row: _facts(row.origin, say),
        order=", ".join([*PARAMETERS, "style"]),
        sheets=sheets,
        undecided=sentences.reasons,
        fault_count=lambda row: _fault_count(row, say),
        dots=lambda row: dots(row, overview.functions),
        page_of=page_of,
    )


def student_page(
    submission: Submission, record: Record, class_: str, language: str = ENGLISH
) -> str:
    """Return the page about one student of a class."""
    given = html.given(record, submission.student, language)
    given["style"] += own_file("class_index.css")
    given |= {"student": submission.student, "class": class_}
    given["facts"] = _facts(submission.origin, words(language))
    return render("student.html", language, HERE, **given)


def own_file(name: str) -> str:
    """Return a file of ours that goes into the pages."""
    return (files(HERE) / name).read_text("utf-8")


def _summary(overview: Overview, say: Words) -> str:
    """Return the class in a sentence or two."""
    rubric = say("report.rubric", rubric=overview.rubric)
    said = [sentences.counts(overview, say), rubric, sentences.median(overview, say)]
    return " ".join(filter(None, said))


def _stopped(overview: Overview, say: Words) -> str:
    """Return how many submissions are still to be checked, if any."""
    missing = overview.total - len(overview.rows)
    left = sentences.submissions(missing, say)
    return say("class.stopped", submissions=left) if missing else ""


def _bars(overview: Overview, say: Words) -> dict[str, Any]:
    """Return how the points are spread, as a drawing of bars."""
    bins = overview.distribution()
    most = max(each.students for each in bins) or 1
    bars = []
    for n, each in enumerate(bins):
        tall = round(HEIGHT * each.students / most)
        x, middle = n * STEP + 6, n * STEP + STEP // 2
        size = STEP - 12, tall
        label = each.label(say)
        bars.append(Bar(x, HEAD + HEIGHT - tall, *size, middle, each.students, label))
    return {
        "all": bars,
        "width": STEP * len(bins),
        "height": HEAD + HEIGHT + FOOT,
        "floor": HEAD + HEIGHT,
    }


def _facts(origin: Origin, say: Words) -> list[str]:
    """Return how a submission came."""
    attempt = say("class.attempt", n=origin.attempt) if origin.attempt else ""
    late = say("class.late") if origin.late else ""
    return [*filter(None, [origin.id, attempt, late])]


def _fault_count(row: Row, say: Words) -> str:
    """Return how much is wrong, in a word or two."""
    if row.broken:
        return say("class.not_running")
    if row.fault or row.refusal:
        return say("status.unjudged")
    counts = {
        "class.faults_of_one": len(row.failed),
        "class.unwritten_of_one": len(row.unwritten),
    }
    if said := [say(key, n=count) for key, count in counts.items() if count]:
        return ", ".join(said)
    return say("class.decide" if row.undecided else "class.nothing")


def dots(row: Row, judged: Sequence[str]) -> list[tuple[str, Status]]:
    """Return how each function of a student does, in the order of the assignment."""
    rest: Status = "unjudged" if row.fault or row.refusal else row.rest
    functions = [
        (function, _status(row, function) if function in judged else "unjudged")
        for function in PARAMETERS
    ]
    return [*functions, ("style", rest)]


def _status(row: Row, function: str) -> Status:
    if row.fault or row.refusal:
        return "unjudged"
    if function in row.unwritten:
        return "unfinished"
    failed = any(name.startswith(f"{function}.") for name in row.failed)
    return "failed" if failed else "passed"
