"""Numbers and sentences about a record, for all reports."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from typing import NamedTuple

from noughts.checker.checks import INVALID
from noughts.checker.record import (
    ALPHABETA,
    DIGITS,
    FAULTS,
    Check,
    Failure,
    NamedMistake,
    Record,
    Section,
    Status,
    added,
)
from noughts.game.contract import BUILT_ON, PARAMETERS
from noughts.texts import Words

# Fields of a Failure, and the keys of their labels.
CASE = {"call": "asked", "board": "board", "expected": "expected", "got": "got"}
MOST_LINES = 5  # named in a remark about style


class Part(NamedTuple):
    """What is reported about one function, or about style and the like."""

    function: str
    mistakes: list[NamedMistake]
    checks: list[Check]


def parts(record: Record, statuses: Collection[Status]) -> list[Part]:
    """Return the checks with these statuses, by function; not of unwritten ones."""
    todo, known = unwritten(record), record.mistakes
    reported = (check for check in record.checks if check.status in statuses)
    return [
        Part(name, [each for each in known if each.function == name], [*checks])
        for name, checks in groupby(reported, lambda check: check.function)
        if name not in todo
    ]


def remarks(check: Check, say: Words) -> list[str]:
    """Return the remarks about style in a check, one line per rule."""
    by_rule = dict[str, list[Failure]]()
    for failure in check.failures:
        if failure.remark:
            by_rule.setdefault(failure.remark.code, []).append(failure)
    return [_remark(failures, say) for failures in by_rule.values()]


def _remark(failures: list[Failure], say: Words) -> str:
    """Return the first message of a rule, and the first lines that break it."""
    lines = dict.fromkeys(str(each.remark.line) for each in failures if each.remark)
    shown = [*lines][:MOST_LINES]
    text = say("report.line", n=len(shown), lines=", ".join(shown))
    if (more := failures[0].cases - len(shown)) > 0:
        text += f" {say('report.more_lines', n=more)}"
    return f"{text}: {failures[0].got}"


def number(points: float, digits: int = DIGITS) -> str:
    """Return points as people write them, such as 7.5; halves are rounded up."""
    exact = Decimal(repr(round(float(points), DIGITS)))
    shown = exact.quantize(Decimal(f"1e-{digits}"), ROUND_HALF_UP)
    return f"{shown.normalize():f}"


def points_text(points: float, say: Words, digits: int = DIGITS) -> str:
    """Return points as written in a language: 7.5, or 7,5 in Brazil."""
    return number(points, digits).replace(".", say("number.marks")[1])


def points_phrase(points: float, say: Words) -> str:
    """Return points with their unit: `1 point`, `7.5 points`."""
    return say("report.points", n=points, points=points_text(points, say))


def total(record: Record, say: Words) -> str:
    """Return the grade in one phrase."""

    def text(points: float) -> str:
        return points_text(points, say)

    maximum = text(record.maximum)
    points = record.points_without_bonus
    grade = say("report.grade", points=text(points), maximum=maximum)
    if record.open:
        grade += say("report.grade_open", open=text(record.open))
    if record.bonus:
        extra = text(added([record.points, -points]))
        grade += say("report.grade_bonus", bonus=extra, most=text(record.bonus))
    return grade


def total_here(record: Record, say: Words) -> str:
    """Return the grade, and what this machine lacks for the rest of the rubric."""
    grade = total(record, say)
    return grade if record.styled else f"{grade}; {say('report.grade_unstyled')}"


def summary(record: Record, say: Words) -> str:
    """Return the verdict in one or two sentences, and what to do next."""
    if record.refused_by:
        return say("report.refused", why=record.refusal)
    if record.right:
        return _praise(record, say)
    wrong = {check.name for check in record.faults if check.status == "failed"}
    if "initial_state.empty" in wrong and any("unbeatable" in name for name in wrong):
        return f"{say('report.no_game')} {_next(record, say)}"
    return _next(record, say)


def _next(record: Record, say: Words) -> str:
    """Return how much is written or wrong, and what to do next."""
    next_one = first_fault(record)
    if nothing_written(record):
        return say("report.begin", next=next_one)
    wrong = {check.function for check in record.checks if check.status != "passed"}
    done = [name for name in record.functions if name not in wrong]
    if done and unwritten(record):
        return say("report.next_write", done=", ".join(done), next=next_one)
    faults = len(record.faults)
    part = f"`{next_one}`" if next_one in PARAMETERS else title_of(next_one, say)
    return say("report.next_fix", n=faults, all=len(record.checks), next=part)


def notes(record: Record) -> list[str]:
    """Return the notes, and why the bonus or an open check gives no points."""
    bonus = (check for check in record.checks if check.name == ALPHABETA)
    explained = (check.note for check in (*record.undecided, *bonus) if check.note)
    return [*dict.fromkeys([*record.notes, *explained])]


def blamed(record: Record, say: Words) -> Iterator[str]:
    """Yield which functions, or checks of wrong ones, are excused because of others."""
    excused = [check for check in record.checks if check.status == "excused"]
    wrong = {check.function for check in record.faults}
    groups = dict[tuple[str, tuple[str, ...]], list[str]]()
    for name in dict.fromkeys(check.function for check in excused):
        checks = [check for check in excused if check.function == name]
        repeated = [check for check in checks if check.repeats]
        healed = [check for check in checks if not check.repeats]
        if repeated:
            key = "report.repeated", causes_of(repeated)
            groups.setdefault(key, []).append(f"`{name}`")
        if healed and (name in wrong or repeated):
            causes = [*causes_of(healed)]
            parts = {"n": len(healed), "function": name, "causes": causes}
            yield say("report.excused_beside", **parts)
        elif healed:
            key = "report.waiting", causes_of(healed)
            groups.setdefault(key, []).append(f"`{name}`")
    for (sentence, causes_named), names in groups.items():
        parts = {"n": len(names), "names": say.listed(names)}
        yield say(sentence, **parts, causes=[*causes_named])


def causes_of(checks: Iterable[Check]) -> tuple[str, ...]:
    """Return the functions that excuse some checks, in the contract's order."""
    causes = {cause for check in checks for cause in check.causes}
    return tuple(each for each in PARAMETERS if each in causes)


def changes(before: Record, checks: Iterable[Check], say: Words) -> list[str]:
    """Return which checks were fixed since a record, and which broke."""
    was, now = ({c.name: c.status for c in some} for some in (before.checks, checks))
    both = [name for name in now if name in was]
    named = {
        "fixed": [n for n in both if was[n] in FAULTS and now[n] == "passed"],
        "broken": [n for n in both if was[n] not in FAULTS and now[n] in FAULTS],
    }
    return [
        say(f"report.{key}", names=", ".join(names))
        for key, names in named.items()
        if names
    ]


def title_of(function: str, say: Words) -> str:
    """Return the heading for the checks of a function, or of style and the like."""
    return function if function in PARAMETERS else say(f"report.part.{function}")


def first_fault(record: Record) -> str:
    """
    Return the function to fix next: first what others build on, then by lost points.

    Functions that are not written yet come later. A `result` that only accepts invalid
    actions comes last: its repair asks `actions`, which must be right before.
    """
    order = [*record.functions, *sorted({check.function for check in record.faults})]
    levels = {name: n for n, names in enumerate(BUILT_ON) for name in names}
    lost = defaultdict[str, float](float)
    for check in record.faults:
        lost[check.function] += points_of(record, check)

    def rank(check: Check) -> tuple[bool, bool, bool, bool, int, float, int]:
        return (
            check.function not in record.functions,
            check.name == INVALID,
            check.status == "unfinished",
            bool(check.causes),
            levels.get(check.function, len(levels)) * (check.status == "failed"),
            -lost[check.function] * (check.status == "failed"),
            order.index(check.function),
        )

    return min(record.faults, key=rank).function


def search_words(record: Record) -> str:
    """Return what was seen of the search; nothing if minimax is wrong."""
    wrong = any(check.function == "minimax" for check in record.faults)
    return "" if wrong or not record.search else record.search.words


def unwritten(record: Record) -> list[str]:
    """Return the functions that are missing or not written yet."""
    statuses = dict[str, set[str]]()
    for check in record.checks:
        statuses.setdefault(check.function, set()).add(check.status)
    return [name for name in record.functions if statuses.get(name) == {"unfinished"}]


def nothing_written(record: Record) -> bool:
    """Return whether nothing is written but what the starter file has."""
    todo = unwritten(record)
    written = [name for name in record.functions if name not in todo]
    return bool(todo) and written in ([], ["initial_state"])


def _praise(record: Record, say: Words) -> str:
    incomplete = any(check.note and check.asked for check in record.checks)
    if incomplete or any(check.status == "unjudged" for check in record.checks):
        return say("report.could")
    if len(record.functions) < len(PARAMETERS):
        return say("report.right_some", names=", ".join(record.functions))
    asked = (i for each in record.sections if not each.bonus for i in each.items)
    lacks = {item.check for item in asked if item.points < item.maximum}
    if rest := [each.sentence for each in record.checks if each.name in lacks]:
        return say("report.right_so_far", lacks=" ".join(rest))
    return say("report.right")


def checks_of(record: Record, section: Section) -> list[Check]:
    """Return the checks that give the points of a section."""
    names = [item.check for item in section.items]
    return [check for check in record.checks if check.name in names]


def points_of(record: Record, check: Check) -> float:
    """Return how many points a check can give."""
    items = (item for section in record.sections for item in section.items)
    return added(item.maximum for item in items if item.check == check.name)


def hint_of(record: Record, check: Check, failure: Failure) -> str:
    """Return the hint for a failure, unless a misconception says it better."""
    explained = any(check.name in known.checks for known in record.mistakes)
    return "" if explained else failure.hint


def failure_lines(failure: Failure, say: Words) -> list[str]:
    """Return a failure as plain lines, each with a label."""
    if failure.remark:
        return [f"{failure.call}: {failure.got}"]
    fields = {**CASE, "verdict": "verdict", "hint": "hint"}
    texts = {label: getattr(failure, field) for field, label in fields.items()}
    return [
        f"{say(f'report.{label}')}: {text}" for label, text in texts.items() if text
    ]
