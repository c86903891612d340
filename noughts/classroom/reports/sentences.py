"""What is said of a class as a whole, on its page and in the terminal alike."""

from noughts.checker.reports.wording import points_text, title_of
from noughts.classroom.handed_in import named
from noughts.classroom.overview import Overview, Row, Share
from noughts.classroom.similar import Member
from noughts.words import Words

MANY = 30  # students: of fewer, "1 of 8" says more than a share


def submissions(count: int, say: Words) -> str:
    """Return a number of submissions in words."""
    return say("class.submissions", n=count, count=say.number(count))


def counts(overview: Overview, say: Words) -> str:
    """Return how many there are, and how many of those are not usable yet, or late."""
    those = {
        "broken": overview.broken,
        "refused": overview.refused,
        "faults": overview.faults,
        "late_ones": overview.late,
    }
    said = submissions(len(overview.rows), say)
    for name, rows in those.items():
        if rows:
            said += say(f"class.{name}", n=len(rows), count=say.number(len(rows)))
    return f"{said}."


def median(overview: Overview, say: Words) -> str:
    """Return what half of those compared reach; nothing where there is nothing."""
    if not overview.compared or not overview.maximum:
        return ""
    texts = {"median": overview.median(), "maximum": overview.maximum}
    given = {name: points_text(points, say) for name, points in texts.items()}
    said = say("class.median", **given)
    if left := len(overview.judged) - len(overview.compared):
        said += " " + say("class.not_compared", n=left, count=say.number(left))
    return said


def undecided_by(row: Row, say: Words) -> str:
    """Return a student, and what of the file is the teacher's to decide."""
    parts = dict.fromkeys(name.partition(".")[0] for name, _ in row.undecided)
    return f"{row.student} ({', '.join(title_of(part, say) for part in parts)})"


def reasons(row: Row) -> list[str]:
    """Return why something is left to the teacher, each reason once."""
    return [*dict.fromkeys(why for _, why in row.undecided)]


def percent(share: float, judged: int = MANY) -> str:
    """Return a share, where there are enough to speak of one: 100 % are all."""
    rounded = round(100 * share)
    told = min(max(rounded, 1), 99) if 0 < share < 1 else rounded
    return f"{told} %" if judged >= MANY else ""


def closeness(member: Member, say: Words) -> str:
    """Return how much of a file is somebody else's, too, and whose."""
    return named(
        [
            say("class.shared", share=percent(share), name=name) if name else "100 %"
            for share, name in member.like
        ]
    )


def part(share: Share, overview: Overview, say: Words) -> str:
    """Return how many of those judged something is true of: "1 of 8"."""
    judged = len(overview.judged)
    return say("class.of", n=say.number(share.students), all=say.number(judged))
