"""The contract: which names a file has, and whether its marks are right."""

import ast
from dataclasses import replace
from difflib import get_close_matches
from typing import NamedTuple

from noughts.checker import answers, source_text
from noughts.checker.asking import Stage, UnjudgedError
from noughts.checker.case import Case, Talk
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import NOTHING, Check, Failure
from noughts.checker.verdicts import text_check
from noughts.contract import CONSTANTS
from noughts.words.said import Said, quotation

MARK = 80  # characters of a constant that are shown
MOST_NAMED = 10  # missing modules


class MarkFound(NamedTuple):
    """The file's X, O or EMPTY."""

    shown: str
    own_type: bool  # whether its type, such as an Enum, is the file's own


def judge_contract(case: Case) -> Talk:
    """Return the verdicts on names, signatures and imports; put right marks in."""
    in_text = source_text.source_checks(case.tree)
    (found,) = yield from case.ask("survey", [[]], Stage.FILE)
    if found is None or found.said != "v":
        raise UnjudgedError(Said("refused.at_once"))
    marks, functions, absent = survey_of(found.value)
    if absent:
        case.notes.append(Said("note.absent", names=", ".join(absent)))
    case.missing = [n for n in CONSTANTS if n not in marks]
    case.missing += [n for n in FUNCTIONS if n not in functions]
    failures = [missing_name(case, name) for name in case.missing] + [
        Failure(
            quotation(name),
            "",
            quotation(repr(wanted)),
            quotation(marks[name].shown),
            1,
        )
        for name, wanted in CONSTANTS.items()
        if name in marks and marks[name].shown != repr(wanted)
    ]
    case.constants = any(failure.call in CONSTANTS for failure in failures) or any(
        mark.own_type for mark in marks.values()
    )
    return [text_check("contract.names", failures), *in_text]


def missing_name(case: Case, name: str) -> Failure:
    """Return the failure of a file that lacks a name of the contract."""
    wanted, none = Said("value.definition", name=name), Said("value.none")
    return Failure(quotation(name), "", wanted, none, 1, meant_by(case, name))


def meant_by(case: Case, name: str) -> Said:
    """Return a hint at a function with a similar name, if there is one."""
    others = {n: f.lineno for n, f in source_text.defined(case.tree).items()}
    for other in get_close_matches(name, others.keys() - set(FUNCTIONS), cutoff=0.75):
        return Said("hint.meant", other=other, line=others[other], name=name)
    return NOTHING


def survey_of(answer: object) -> tuple[dict[str, MarkFound], set[str], list[str]]:
    """Return the marks and functions of a file, and the modules that it lacks."""
    match answer:
        case [dict(found), list(functions), list(absent)]:
            marks = dict[str, MarkFound]()
            for name in CONSTANTS:
                match found.get(name):
                    case [value, bool(plain), bool(own_type)]:
                        shown = answers.clean(repr(value) if plain else str(value))
                        marks[name] = MarkFound(shown[:MARK], own_type)
            known = {name for name in FUNCTIONS if name in functions}
            named = [answers.clean(str(name)) for name in absent[:MOST_NAMED]]
            return marks, known, named
    return {}, set(), []


def charge_marks(case: Case, names: Check) -> None:
    """
    Charge wrong constants to one function: they were replaced for all others.

    That is `player`, which names X and O, or `actions`, which looks for EMPTY. A rubric
    that has points for the names themselves does not count this.
    """
    named = {node.id for node in ast.walk(case.tree) if isinstance(node, ast.Name)}
    wrong = [
        failure
        for failure in names.failures
        if failure.call in CONSTANTS and failure.call in named
    ]
    if not wrong:
        return
    empty = all(failure.call == "EMPTY" for failure in wrong)
    check = "actions.cells" if empty else "player.turn"
    function = check.partition(".")[0]
    case.checks[function] = [
        replace(
            each,
            status="failed",
            failing=1,
            failures=tuple(wrong),
            note=Said("note.marks"),
        )
        if each.name == check and each.status == "passed"
        else each
        for each in case.checks[function]
    ]
