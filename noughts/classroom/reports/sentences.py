"""Sentences about a class, for its page and the terminal."""

from collections.abc import Iterator

from noughts.checker.record import Record
from noughts.checker.reports.wording import points_text, title_of
from noughts.classroom.choice import name_some
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.overview import Overview
from noughts.classroom.similar import Alike
from noughts.words import Words


def count_all(overview: Overview, say: Words) -> str:
    """Return the number of submissions by outcome."""
    total = say("class.submissions", n=len(overview.hand_ins))
    kinds = {name: len(some) for name, some in overview.outcomes.items() if some}
    parts = [say(f"class.count.{name}", n=n) for name, n in kinds.items()]
    said = f"{total}: {', '.join(parts)}."
    late = len(overview.late)
    return f"{said} {say('class.count.late', n=late)}" if late else said


def median(overview: Overview, say: Words) -> str:
    """Return the median, or "" without points."""
    if not overview.compared or not overview.maximum:
        return ""
    both = {"median": overview.median, "maximum": overview.maximum}
    said = say("class.median", **{n: points_text(p, say) for n, p in both.items()})
    if left := len(overview.judged) - len(overview.compared):
        said += " " + say("class.not_compared", n=left)
    return said


def notes(overview: Overview, say: Words) -> Iterator[str]:
    """Yield notes about style and files left out."""
    if overview.unstyled:
        yield say("class.unstyled")
    if overview.left_out:
        yield say("class.left_out", names=name_some(list(overview.left_out)))


def name_undecided(hand_in: HandIn, say: Words) -> str:
    """Return a student with the parts that are left to the teacher."""
    checks = hand_in.record.undecided
    parts = dict.fromkeys(title_of(check.function, say) for check in checks)
    return f"{hand_in.label} ({', '.join(parts)})"


def why_undecided(record: Record) -> list[str]:
    """Return the reasons why checks are left to the teacher."""
    return [*dict.fromkeys(check.note for check in record.undecided)]


def percent(share: float) -> str:
    """Return a percentage; 0 % and 100 % are exact."""
    rounded = round(100 * share)
    return f"{min(max(rounded, 1), 99) if 0 < share < 1 else rounded} %"


def part_of(students: int, overview: Overview, say: Words) -> str:
    """Return how many of those judged are concerned: "1 of 8"."""
    judged = say.number(len(overview.judged))
    return say("class.of", n=say.number(students), all=judged)


def describe_alike(alike: Alike, say: Words) -> str:
    """Return the students of similar files, and how similar they are."""
    sides = " / ".join(say.listed([*side.names]) for side in alike.sides)
    return f"{sides}: {percent(alike.share)}"
