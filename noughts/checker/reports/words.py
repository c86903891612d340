"""What the reports share: numbers and sentences about a record."""

from noughts.checker.record import Check, Failure, Record, Section
from noughts.contract import PARAMETERS


def number(points: float) -> str:
    """Return points as people write them: 10, 7.5."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def total(record: Record) -> str:
    """Return the grade in one phrase."""
    bonus = f" + {number(record.bonus)}" if record.bonus else ""
    return f"{number(record.points)} of {number(record.maximum)}{bonus} points"


def summary(record: Record) -> str:
    """Return the verdict in one sentence."""
    if record.refusal:
        return f"It cannot be judged: {record.refusal}"
    if record.right:
        return _praise(record)
    todo = unwritten(record)
    if todo:
        done = [name for name in record.functions if name not in todo]
        if done in ([], ["initial_state"]):
            return f"Nothing is written yet: begin with `{todo[0]}`."
        return f"Written so far: {', '.join(done)}. Next: `{todo[0]}`."
    faults = len(record.faults)
    return f"{faults} of {len(record.checks)} checks fail{'s' * (faults == 1)}."


def unwritten(record: Record) -> list[str]:
    """Return the functions that are not written yet, or not there."""
    statuses = dict[str, set[str]]()
    for check in record.checks:
        statuses.setdefault(check.function, set()).add(check.status)
    return [name for name in record.functions if statuses.get(name) == {"unfinished"}]


def _praise(record: Record) -> str:
    incomplete = any(check.note and check.asked for check in record.checks)
    if incomplete or any(check.status == "unjudged" for check in record.checks):
        return "All that could be checked is right."
    if len(record.functions) < len(PARAMETERS):
        return f"Right on every position: {', '.join(record.functions)}."
    return "Everything is right, on every position."


def checks_of(record: Record, section: Section) -> list[Check]:
    """Return the checks that give the points of a section."""
    names = [item.check for item in section.items]
    return [check for check in record.checks if check.name in names]


def points_of(record: Record, check: Check) -> float:
    """Return how many points a check can give."""
    items = (item for section in record.sections for item in section.items)
    return sum(item.maximum for item in items if item.check == check.name)


def hint_of(record: Record, check: Check, failure: Failure) -> str:
    """Return the hint for a failure, unless a misconception says it better."""
    explained = any(check.name in known.checks for known in record.misconceptions)
    return "" if explained else failure.hint
