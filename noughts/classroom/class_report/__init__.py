"""HTML pages: the class, each student, similar files, and sheets to print."""

from importlib.resources import files
from itertools import pairwise

from noughts.checker.reports import html
from noughts.checker.reports.html import render
from noughts.checker.reports.wording import points_text, title_of
from noughts.classroom import overview as stats
from noughts.classroom.class_report.listing import list_lines, split_lines
from noughts.classroom.overview import BINS, Overview, count_all, say_median
from noughts.classroom.similar import Alike
from noughts.classroom.stages import GradedHandIn
from noughts.texts import Words

HERE = "noughts.classroom.class_report"
SHEET_FAULTS = 5  # with their boards, they fit on one page


def render_class(overview: Overview, say: Words) -> str:
    """Return the page about the class."""
    rubric = say("report.rubric", rubric=overview.rubric.title)
    summary = [count_all(overview, say), rubric, say_median(overview, say)]
    return render(
        "class.html",
        say.language,
        HERE,
        title=say("class.title", name=overview.title),
        style=html.stylesheet() + read_file("class.css"),
        script=read_file("class.js"),
        overview=overview,
        stats=stats,
        summary=" ".join(filter(None, summary)),
        ranges=list_ranges(overview, say),
        order=", ".join(title_of(part, say) for part in stats.PARTS),
    )


def render_student(graded: GradedHandIn, class_: str, say: Words) -> str:
    """Return the page about a student."""
    given = html.given(graded.record, graded.label, say.language)
    given["style"] += read_file("class.css")
    given |= {"student": graded.label, "class": class_}
    given["facts"] = stats.describe_attempt(graded.hand_in, say)
    source = graded.file.source if graded.file else b""
    given["listing"] = list_lines(source, graded.record)
    return render("student.html", say.language, HERE, **given)


def render_similar(alike: Alike, overview: Overview, say: Words) -> str:
    """Return the page with similar files side by side."""
    names = stats.name_all(alike, say)
    return render(
        "similar.html",
        say.language,
        HERE,
        title=f"{overview.title}: {names}",
        style=html.stylesheet() + read_file("class.css"),
        overview=overview,
        names=names,
        alike=alike,
        share=stats.percent(alike.share),
        split_lines=split_lines,
    )


def render_sheets(overview: Overview, say: Words) -> str:
    """Return a page to print, with a sheet for each student."""
    return render(
        "sheets.html",
        say.language,
        HERE,
        title=say("class.title", name=overview.title),
        style=html.stylesheet() + read_file("class.css") + read_file("sheets.css"),
        overview=overview,
        stats=stats,
        most=SHEET_FAULTS,
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
