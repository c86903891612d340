"""What is said about a class as a whole, on its page and in the terminal alike."""

from collections.abc import Iterator
from typing import Any

from noughts.checker.record import Record
from noughts.checker.reports.wording import points_text, title_of
from noughts.classroom.choice import name_some
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.overview import Overview, Share
from noughts.classroom.similar import Alike
from noughts.words import Words

MANY = 30  # students: of fewer, "1 of 8" says more than a percentage


def count_all(overview: Overview, say: Words) -> str:
    """Return how many submissions there are, and how many of each kind."""
    total = say("class.submissions", n=len(overview.hand_ins))
    kinds = {name: len(some) for name, some in overview.outcomes.items() if some}
    parts = [say(f"class.count.{name}", n=n) for name, n in kinds.items()]
    said = f"{total}: {', '.join(parts)}."
    late = len(overview.late)
    return f"{said} {say('class.count.late', n=late)}" if late else said


def median(overview: Overview, say: Words) -> str:
    """Return the median of those compared; nothing where there are no points."""
    if not overview.compared or not overview.maximum:
        return ""
    both = {"median": overview.median, "maximum": overview.maximum}
    said = say("class.median", **{n: points_text(p, say) for n, p in both.items()})
    if left := len(overview.judged) - len(overview.compared):
        said += " " + say("class.not_compared", n=left)
    return said


def notes(overview: Overview, say: Words) -> Iterator[str]:
    """Yield what the teacher should know about the class besides its results."""
    if overview.unstyled:
        yield say("class.unstyled", n=overview.unstyled)
    if overview.left_out:
        yield say("class.left_out", names=name_some(list(overview.left_out)))


def name_undecided(hand_in: HandIn, say: Words) -> str:
    """Return a student, and what of the file is the teacher's to decide."""
    checks = hand_in.record.undecided
    parts = dict.fromkeys(title_of(check.function, say) for check in checks)
    return f"{hand_in.label} ({', '.join(parts)})"


def why_undecided(record: Record) -> list[str]:
    """Return why something is left to the teacher, each reason once."""
    return [*dict.fromkeys(check.note for check in record.undecided)]


def percent(share: float, judged: int = MANY) -> str:
    """Return a share, if there are enough to speak of one; 100 % are all."""
    rounded = round(100 * share)
    shown = min(max(rounded, 1), 99) if 0 < share < 1 else rounded
    return f"{shown} %" if judged >= MANY else ""


def part_of(share: Share[Any], overview: Overview, say: Words) -> str:
    """Return how many of those judged something is true of: "1 of 8"."""
    judged = len(overview.judged)
    return say("class.of", n=say.number(share.students), all=say.number(judged))


def describe_alike(alike: Alike, say: Words) -> str:
    """Return who has how much in common, in a line."""
    sides = " / ".join(say.listed([*side.names]) for side in alike.sides)
    return f"{sides}: {percent(alike.share)}"
