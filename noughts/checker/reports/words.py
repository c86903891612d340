"""What the reports share: numbers and sentences about a record."""

from noughts.checker.record import Check, Record, Section

SIGNS = {
    "passed": "✓",
    "failed": "✗",
    "unfinished": "…",
    "excused": "↷",
    "unjudged": "?",
    "absent": "·",
}


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
        return "Everything is right, on every position."
    todo = unwritten(record)
    if todo and len(todo) == len(record.functions):
        return f"Nothing is written yet: begin with `{first_to_write(todo)}`."
    if todo:
        done = [name for name in record.functions if name not in todo]
        return f"Written so far: {', '.join(done)}. Next: `{first_to_write(todo)}`."
    faults = len(record.faults)
    checks = "1 check fails" if faults == 1 else f"{faults} checks fail"
    return f"{checks} of {len(record.checks)}."


def unwritten(record: Record) -> list[str]:
    """Return the functions that are not written yet."""
    by_function = dict[str, list[Check]]()
    for check in record.checks:
        by_function.setdefault(check.function, []).append(check)
    return [
        name
        for name in record.functions
        if any(check.status == "unfinished" for check in by_function[name])
    ]


def first_to_write(names: list[str]) -> str:
    """Return which of the functions is best written first."""
    order = "initial_state player actions result winner terminal utility minimax"
    return min(names, key=order.split().index)


def checks_of(record: Record, section: Section) -> list[Check]:
    """Return the checks that give the points of a section."""
    names = [item.check for item in section.items]
    return [check for check in record.checks if check.name in names]


def points_of(record: Record, check: Check) -> float:
    """Return how many points a check can give."""
    items = (item for section in record.sections for item in section.items)
    return sum(item.maximum for item in items if item.check == check.name)
