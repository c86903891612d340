"""The report on a class: one page that needs nothing but a browser."""

from collections.abc import Iterable
from importlib.resources import files
from urllib.parse import quote

from noughts.checker.record import Record
from noughts.checker.reports import html
from noughts.checker.reports.markup import Markup, element, joined, prose
from noughts.checker.reports.words import number
from noughts.classroom.overview import Overview, Row, Share, page_of
from noughts.classroom.similar import Alike

HEIGHT = 120  # of the tallest bar of the distribution
STEP = 52  # from one bar to the next
SHOWN = 10  # checks that fail, before the rest is folded away
LISTED = 4  # checks that one student fails, in a line
CAUTION = (
    "Something to look at, and no verdict: the assignment leaves little room, and "
    "honest solutions meet. Names, comments and layout are left aside, and so are the "
    "assignment's own lines and what many in the class have."
)


def render(overview: Overview) -> str:
    """Return the page about the whole class."""
    parts = [
        ("refused", "Not judged", _refused(overview.refused)),
        ("points", "Points", _distribution(overview)),
        ("teach", "What to teach again", _teach_again(overview)),
        ("students", "Students", _students(overview)),
        ("alike", "Similar submissions", _alike(overview.alike)),
    ]
    told = [part for part in parts if part[2]]
    links = (element("a", title, href=f"#{name}") for name, title, _ in told)
    header = element(
        "header",
        element("h1", overview.title),
        element("p", _summary(overview), class_="summary"),
        *_stopped(overview),
        element("nav", *links),
    )
    sections = (
        element("section", element("h2", title, id=name), inside)
        for name, title, inside in told
    )
    return html.page(
        f"{overview.title}: Tic-Tac-Toe",
        element("main", header, *sections, class_="class"),
        element("script", Markup(_file("class_index.js"))),
        more_style=_file("class_index.css"),
    )


def student_page(student: str, record: Record, class_: str) -> str:
    """Return the page about one student of a class."""
    back = element("a", class_, href="../index.html")
    way = element("nav", back, element("b", student), class_="way")
    title = f"{student}: {number(record.points)} points"
    style = _file("class_index.css")
    return html.page(title, way, html.body(record), more_style=style)


def _file(name: str) -> str:
    return (files("noughts.classroom.reports") / name).read_text("utf-8")


def _summary(overview: Overview) -> str:
    """Return the class in a sentence or two."""
    said = _count(len(overview.rows), "submission")
    if overview.refused:
        said += f", {len(overview.refused):,} of them not judged"
    said += f". Rubric: {overview.rubric}."
    if overview.judged:
        median, maximum = number(overview.median()), number(overview.maximum)
        said += f" Half of those judged have {median} of {maximum} points or more."
    return said


def _stopped(overview: Overview) -> Iterable[Markup]:
    if missing := overview.total - len(overview.rows):
        said = f"Stopped early: {_count(missing, 'submission')} still to be checked."
        yield element("p", f"{said} Run it again for the rest.", class_="failed")


def _refused(rows: list[Row]) -> str:
    """Return who could not be judged, and why."""
    if not rows:
        return ""
    lines = [
        element("tr", element("td", _link(row.student)), element("td", row.refusal))
        for row in rows
    ]
    return _table(["Student", "Why"], lines)


def _distribution(overview: Overview) -> str:
    """Return how the points are spread, as bars with their numbers."""
    bins = overview.distribution()
    most = max(each.students for each in bins)
    if not most:
        return ""
    bars = []
    for n, each in enumerate(bins):
        tall = round(HEIGHT * each.students / most)
        middle, top = n * STEP + STEP // 2, 20 + HEIGHT - tall
        size = {"width": STEP - 12, "height": tall}
        bars.append(element("rect", x=n * STEP + 6, y=top, **size))
        if each.students:
            bars.append(element("text", f"{each.students:,}", x=middle, y=top - 6))
        below = {"x": middle, "y": HEIGHT + 40}
        bars.append(element("text", each.label, class_="range", **below))
    width = STEP * len(bins)
    return element(
        "svg",
        element("title", "How many students have how many points"),
        *bars,
        element("path", d=f"M0 {20 + HEIGHT}.5H{width}"),
        viewBox=f"0 0 {width} {HEIGHT + 46}",
        class_="bars",
        role="img",
    )


def _teach_again(overview: Overview) -> str:
    """Return what many get wrong."""
    if not overview.judged:
        return ""
    known = [_misconception(share, overview) for share in overview.misunderstood()]
    checks = [_check(share, overview) for share in overview.failing()]
    first, rest = checks[:SHOWN], checks[SHOWN:]
    return joined(
        *([element("h3", "Misconceptions"), _table([], known)] if known else []),
        element("h3", "Checks that fail" if checks else "Nobody fails a check."),
        *([_table([], first)] if first else []),
        *([_folded(f"{len(rest)} more", _table([], rest))] if rest else []),
    )


def _misconception(share: Share, overview: Overview) -> Markup:
    what = overview.misconceptions[share.name]
    title = element("strong", prose(what.title))
    text = element("p", prose(what.explanation))
    told = element("td", title, " ", element("code", what.function), text)
    return element("tr", *_share(share), told)


def _check(share: Share, overview: Overview) -> Markup:
    sentence = prose(overview.checks[share.name].sentence)
    told = element("td", sentence, " ", element("code", share.name))
    return element("tr", *_share(share), told)


def _share(share: Share) -> list[Markup]:
    """Return a share of the class as a number and as a bar."""
    percent = f"{100 * share.share:.0f}"
    bar = element(
        "svg",
        element("rect", class_="all", width=100, height=8),
        element("rect", width=percent, height=8),
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
    return [
        element("td", f"{share.students:,}", class_="number"),
        element("td", f"{percent} %", class_="number"),
        element("td", bar, class_="share"),
    ]


def _students(overview: Overview) -> str:
    """Return the table of all students."""
    field = Markup('<input type="search" id="search" autocomplete="off">')
    search = element(
        "p",
        element("label", "Search ", field),
        element("output", for_="search"),
        class_="search",
    )
    heads = ["Student", "Points", "Fails", "Misconceptions", "Search"]
    rows = [_student(row, overview) for row in overview.rows]
    return joined(search, _table(heads, rows, class_="sortable"))


def _student(row: Row, overview: Overview) -> Markup:
    known = [overview.misconceptions[name].title for name in row.misconceptions]
    todo = f"Not written yet: {_some(row.unwritten)}. " if row.unwritten else ""
    fails = row.refusal or todo + _some(row.failed) or "nothing"
    points = element(
        "td", number(row.points), class_="number", data_value=f"{row.points:g}"
    )
    return element(
        "tr",
        element("td", _link(row.student)),
        points,
        element("td", fails, data_value=len(row.failed) + len(row.unwritten)),
        element("td", prose(" ".join(known))),
        element("td", row.search),
    )


def _some(names: tuple[str, ...]) -> str:
    """Return the first of the names, and how many more there are."""
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


def _alike(alike: list[Alike]) -> str:
    """Return the submissions that are alike."""
    if not alike:
        return ""
    rows = [
        element(
            "tr",
            element("td", f"{100 * pair.share:.0f} %"),
            element("td", *_groups(pair)),
            element("td", *_lines(pair)),
        )
        for pair in alike
    ]
    table = _table(["Alike", "Students", "Lines"], rows)
    return joined(element("p", CAUTION, class_="note"), table)


def _groups(pair: Alike) -> Iterable[Markup]:
    for group in filter(None, (pair.left, pair.right)):
        links = [part for name in group for part in (_link(name), ", ")][:-1]
        yield element("div", *links)


def _lines(pair: Alike) -> list[Markup]:
    if not pair.right:
        return [element("div", "all, but for names, comments and layout")]
    return [element("div", pair.left_lines), element("div", pair.right_lines)]


def _table(heads: list[str], rows: list[Markup], **attributes: str) -> Markup:
    head = element("tr", *(element("th", text, scope="col") for text in heads))
    return element(
        "table",
        *([element("thead", head)] if heads else []),
        element("tbody", *rows),
        **{"class_": "list"} | attributes,
    )


def _folded(title: str, inside: Markup) -> Markup:
    return element("details", element("summary", title), inside)


def _link(student: str) -> Markup:
    return element("a", student, href=quote(page_of(student)))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
