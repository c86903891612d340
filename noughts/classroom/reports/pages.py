"""HTML pages: the class, each student, and sheets to print."""

from importlib.resources import files
from itertools import pairwise

from noughts.checker.record import Status
from noughts.checker.reports import html
from noughts.checker.reports.html import render
from noughts.checker.reports.wording import points_text, title_of, unwritten
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.overview import (
    BINS,
    PARTS,
    Overview,
    count_all,
    failed,
    get_status,
    notes,
    page_of,
    part_of,
    percent,
    say_median,
    why_undecided,
)
from noughts.words import Words

HERE = "noughts.classroom.reports"
SHEET_FAULTS = 5  # with their boards, they fit on one page


def render_class(overview: Overview, say: Words) -> str:
    """Return the page about the class."""
    rubric = say("report.rubric", rubric=overview.rubric.title)
    said = [count_all(overview, say), rubric, say_median(overview, say)]
    helpers = (
        *(count_faults, describe_attempt, failed, page_of, part_of, percent, signs_of),
        *(unwritten, why_undecided),
    )
    return render(
        "class.html",
        say.language,
        HERE,
        title=say("class.title", name=overview.title),
        style=html.stylesheet() + read_file("class.css"),
        script=read_file("class.js"),
        overview=overview,
        said=" ".join(filter(None, said)),
        remarks_on_class=list(notes(overview, say)),
        ranges=list_ranges(overview, say),
        order=", ".join(title_of(part, say) for part in PARTS),
        students={each.label for each in overview.hand_ins if not each.fault},
        **{each.__name__: each for each in helpers},
    )


def render_student(hand_in: HandIn, class_: str, say: Words) -> str:
    """Return the page about a student."""
    given = html.given(hand_in.record, hand_in.label, say.language)
    given["style"] += read_file("class.css")
    given |= {"student": hand_in.label, "class": class_}
    given["facts"] = describe_attempt(hand_in, say)
    return render("student.html", say.language, HERE, **given)


def render_sheets(overview: Overview, say: Words) -> str:
    """Return a page to print, with a sheet for each student."""
    own = [each for each in overview.hand_ins if not each.fault]
    return render(
        "sheets.html",
        say.language,
        HERE,
        title=say("class.title", name=overview.title),
        style=html.stylesheet() + read_file("class.css") + read_file("sheets.css"),
        sheets=[(e.label, e.record, failed(e.record)) for e in own],
        unwritten=unwritten,
        most=SHEET_FAULTS,
        **{"class": overview.title},
    )


def read_file(name: str) -> str:
    """Return a stylesheet or script."""
    return (files(HERE) / name).read_text("utf-8")


def list_ranges(overview: Overview, say: Words) -> list[str]:
    """Return the points of each bin of the distribution."""
    ends = [n * overview.bin_width for n in range(BINS)]
    ends += [overview.maximum, overview.maximum + overview.bonus]
    said = [points_text(points, say, 2) for points in ends]
    return ["\N{EN DASH}".join(dict.fromkeys(pair)) for pair in pairwise(said)]


def describe_attempt(hand_in: HandIn, say: Words) -> list[str]:
    """Return a submission's id, attempt and lateness."""
    attempt = say("class.attempt", n=hand_in.attempt) if hand_in.attempt else ""
    late = say("class.late") if hand_in.late else ""
    return [*filter(None, [hand_in.id, attempt, late])]


def count_faults(hand_in: HandIn, say: Words) -> str:
    """Return the number of faults in a few words."""
    record = hand_in.record
    if hand_in.outcome != "judged":
        is_broken = hand_in.outcome == "broken"
        return say("class.not_running" if is_broken else "status.unjudged")
    counts = {
        "class.faults_of_one": len(failed(record)),
        "class.unwritten_of_one": len(unwritten(record)),
    }
    if said := [say(key, n=count) for key, count in counts.items() if count]:
        return ", ".join(said)
    return say("class.decide" if record.undecided else "class.nothing")


def signs_of(hand_in: HandIn, say: Words) -> list[tuple[str, Status]]:
    """Return the title and status of each part of a file."""
    return [(title_of(each, say), get_status(hand_in.record, each)) for each in PARTS]
