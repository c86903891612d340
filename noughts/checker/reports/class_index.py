"""The report on a class: one page that needs nothing but a browser."""

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from urllib.parse import quote

from noughts.checker.overview import Overview, Row, Share, page_of
from noughts.checker.record import Check, Misconception
from noughts.checker.reports.words import number
from noughts.checker.similar import Alike

HEIGHT = 120  # of the tallest bar of the distribution
STEP = 52  # from one bar to the next


def render(overview: Overview) -> Iterator[str]:
    """Yield the page, piece by piece."""
    folder = files("noughts.checker.reports")
    style = (folder / "class_index.css").read_text("utf-8")
    script = (folder / "class_index.js").read_text("utf-8")
    title = escape(overview.title)
    yield "<!doctype html>\n"
    yield '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="color-scheme" content="light dark">\n'
    yield f"<title>{title}: Tic-Tac-Toe</title>\n<style>\n{style}</style>\n</head>\n"
    yield f"<body>\n<header>\n<h1>{title}</h1>\n"
    yield f"<p>{_summary(overview)}</p>\n{_contents(overview)}</header>\n<main>\n"
    yield from _refused(overview.refused)
    yield from _distribution(overview)
    yield from _teach_again(overview)
    yield from _students(overview)
    yield from _alike(overview.alike)
    yield f"</main>\n<script>\n{script}</script>\n</body>\n</html>\n"


def _summary(overview: Overview) -> str:
    """Return the class in a sentence or two."""
    judged, refused = len(overview.judged), len(overview.refused)
    said = f"{_count(len(overview.rows), 'submission')}"
    if refused:
        said += f", {refused} of them not judged"
    bonus = f" + {number(overview.bonus)}" if overview.bonus else ""
    said += f". Rubric: {escape(overview.rubric)}."
    if judged:
        median, maximum = number(overview.median()), number(overview.maximum)
        said += f" Half of the class has {median} of {maximum}{bonus} points or more."
    if missing := overview.total - len(overview.rows):
        said += (
            f" <strong>Stopped early: {_count(missing, 'submission')} still to be"
            " checked. Run the same command again for the rest.</strong>"
        )
    return said


def _contents(overview: Overview) -> str:
    """Return links to the parts of the page."""
    parts = {
        "refused": overview.refused and "Not judged",
        "points": overview.judged and "Points",
        "teach": overview.judged and "What to teach again",
        "students": "Students",
        "alike": overview.alike and "Similar submissions",
    }
    links = [f'<a href="#{id}">{title}</a>' for id, title in parts.items() if title]
    return f"<nav>{' '.join(links)}</nav>\n"


def _refused(rows: list[Row]) -> Iterator[str]:
    if not rows:
        return
    yield '<section>\n<h2 id="refused">Not judged</h2>\n<table>\n'
    yield "<thead><tr><th>Student</th><th>Why</th></tr></thead>\n<tbody>\n"
    for row in rows:
        yield f"<tr><td>{_link(row.student)}</td><td>{escape(row.refusal)}</td></tr>\n"
    yield "</tbody>\n</table>\n</section>\n"


def _distribution(overview: Overview) -> Iterator[str]:
    """Yield the distribution of points, as bars with their numbers."""
    bins = overview.distribution()
    most = max(each.students for each in bins)
    if not most:
        return
    width, height = STEP * len(bins), HEIGHT + 44
    yield '<section>\n<h2 id="points">Points</h2>\n'
    yield f'<svg class="bars" viewBox="0 0 {width} {height}" role="img" '
    yield 'aria-label="How many students have how many points">\n'
    for n, each in enumerate(bins):
        x, tall = n * STEP, round(HEIGHT * each.students / most)
        middle, top = x + STEP // 2, 20 + HEIGHT - tall
        yield f'<rect x="{x + 6}" y="{top}" width="{STEP - 12}" height="{tall}"/>'
        if each.students:
            yield f'<text x="{middle}" y="{top - 6}">{each.students}</text>'
        yield f'<text class="range" x="{middle}" y="{height - 6}">{each.label}</text>\n'
    yield f'<path d="M0 {20 + HEIGHT}.5H{width}"/>\n</svg>\n</section>\n'


def _teach_again(overview: Overview) -> Iterator[str]:
    """Yield what many get wrong."""
    if not overview.judged:
        return
    yield '<section>\n<h2 id="teach">What to teach again</h2>\n'
    shares = overview.misunderstood()
    if shares:
        yield "<h3>Misconceptions</h3>\n<table>\n<tbody>\n"
        for share in shares:
            yield _misconception(share, overview.misconceptions[share.name])
        yield "</tbody>\n</table>\n"
    if shares := overview.failing():
        yield "<h3>Checks that fail</h3>\n<table>\n<tbody>\n"
        for share in shares:
            yield _check(share, overview.checks[share.name])
        yield "</tbody>\n</table>\n"
    else:
        yield "<p>Nobody fails a check.</p>\n"
    yield "</section>\n"


def _misconception(share: Share, what: Misconception) -> str:
    return (
        f"<tr>{_share(share)}<td><strong>{_prose(what.title)}</strong> "
        f"<code>{escape(what.function)}</code>"
        f"<p>{_prose(what.explanation)}</p></td></tr>\n"
    )


def _check(share: Share, check: Check) -> str:
    return (
        f"<tr>{_share(share)}<td>{_prose(check.sentence)} "
        f"<code>{escape(check.name)}</code></td></tr>\n"
    )


def _share(share: Share) -> str:
    """Return a share of the class as a number and as a bar."""
    percent = f"{100 * share.share:.0f}"
    return (
        f'<td class="number">{share.students}</td><td class="number">{percent} %</td>'
        f'<td class="share"><svg viewBox="0 0 100 8" preserveAspectRatio="none" '
        f'aria-hidden="true"><rect class="all" width="100" height="8"/>'
        f'<rect width="{percent}" height="8"/></svg></td>'
    )


def _alike(alike: list[Alike]) -> Iterator[str]:
    """Yield the submissions that are alike."""
    if not alike:
        return
    yield '<section>\n<h2 id="alike">Similar submissions</h2>\n'
    yield (
        "<p>Something to look at, and no verdict: the assignment leaves little room, "
        "and honest solutions meet. Names, comments and layout are left aside, and so "
        "are the assignment's own lines and what many in the class have.</p>\n"
    )
    yield "<table>\n<thead><tr><th>Alike</th><th>Students</th><th>Lines</th></tr>"
    yield "</thead>\n<tbody>\n"
    for pair in alike:
        yield f"<tr><td>{100 * pair.share:.0f} %</td><td>{_group(pair.left)}"
        if pair.right:
            yield f"<br>{_group(pair.right)}</td>"
            yield f"<td>{pair.left_lines}<br>{pair.right_lines}</td></tr>\n"
        else:
            yield "</td><td>all, but for names, comments and layout</td></tr>\n"
    yield "</tbody>\n</table>\n</section>\n"


def _group(students: tuple[str, ...]) -> str:
    return ", ".join(_link(student) for student in students)


def _students(overview: Overview) -> Iterator[str]:
    """Yield the table of all students."""
    yield '<section>\n<h2 id="students">Students</h2>\n'
    yield '<p class="search" hidden><label>Search <input type="search" '
    yield 'id="search" autocomplete="off"></label> <output for="search"></output></p>\n'
    yield '<table class="sortable">\n<thead><tr>'
    for head in ("Student", "Points", "Fails", "Misconceptions", "Search"):
        yield f'<th scope="col">{head}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for row in overview.rows:
        yield _student(row, overview)
    yield "</tbody>\n</table>\n</section>\n"


def _student(row: Row, overview: Overview) -> str:
    titles = ", ".join(
        overview.misconceptions[name].title for name in row.misconceptions
    )
    fails = ", ".join(row.failed) or ("" if row.refusal else "nothing")
    return (
        f"<tr><td>{_link(row.student)}</td>"
        f'<td class="number" data-value="{row.points}">{number(row.points)}</td>'
        f'<td data-value="{len(row.failed)}">{escape(row.refusal or fails)}</td>'
        f"<td>{escape(titles)}</td><td>{escape(row.search)}</td></tr>\n"
    )


def _link(student: str) -> str:
    return f'<a href="{escape(quote(page_of(student)))}">{escape(student)}</a>'


def _prose(text: str) -> str:
    """Return a sentence in which names of code stand between backticks."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(text))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
