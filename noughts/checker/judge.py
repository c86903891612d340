"""The judge: from a file to the record of all that is right and wrong with it."""

import ast
import hashlib
import time
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path

from noughts import __version__
from noughts.checker import evidence, style
from noughts.checker import signatures as source
from noughts.checker.asking import Clock, Effort, Examination, Progress
from noughts.checker.bounds import bounded
from noughts.checker.cascade import failing, merged
from noughts.checker.games import unbeatable
from noughts.checker.misconceptions import recognised
from noughts.checker.questions import FUNCTIONS, HELPERS, Sheet, questions
from noughts.checker.record import Check, Failure, Finding, Record, Search
from noughts.checker.rubric import Rubric, applied, load
from noughts.checker.verdicts import rested, verdicts
from noughts.contract import CONSTANTS, ContractError
from noughts.sandbox import Limits, Sandbox

QUICK = 5.0  # seconds for an answer where no search is needed, or it may be endless
REPLACEABLE = HELPERS[1:]  # what others build on: all but initial_state and minimax
MOST = 1 << 24  # bytes that are read; the sandbox refuses a file much smaller than this
NAMES = "The file has all the names that the assignment gives."
HINTS = {
    "does not compile": "Python cannot read the file: look at the line named, "
    "and at the one before it.",
    "ModuleNotFoundError": "The file must work with Python's standard library alone.",
    "": "Only definitions belong at the top of the file: put what plays or prints "
    "under `if __name__ == '__main__':`.",
}


@dataclass
class Findings:
    """What has been found out about a file so far."""

    tree: ast.Module
    checks: dict[str, list[Check]] = field(default_factory=dict)  # by function
    sheet: Sheet = field(default_factory=dict)  # answers, without the faults of others
    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # helpers that fail a check
    roots: list[str] = field(default_factory=list)  # those that fail by themselves
    notes: list[str] = field(default_factory=list)


def check_file(
    path: str | Path,
    *,
    rubric: Rubric | None = None,
    functions: Collection[str] = FUNCTIONS,
    effort: Effort | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Record:
    """
    Return all that is right and wrong with a student's file.

    Whatever is in the file, this returns a record: one that cannot be judged is
    refused in it, with the reason. The file's code runs in the sandbox alone. Raises
    OSError if the file cannot be read, MachineError if this machine cannot judge it.
    """
    path, effort, began = Path(path), effort or Effort(), time.monotonic()
    rubric = rubric or load()
    effort = replace(effort, answer=min(effort.answer, rubric.seconds_per_move))
    with path.open("rb") as file:
        text = file.read(MOST)
    chosen = tuple(name for name in FUNCTIONS if name in functions)
    record = Record(
        path.name,
        hashlib.sha256(text).hexdigest(),
        rubric.title,
        chosen,
        version=__version__,
    )
    asked = Examination(path, effort, Clock(began + effort.budget), progress)
    try:
        record = examined(record, asked, text)
    except ContractError as error:
        refusal = str(error).removeprefix(f"{path}").lstrip(":, ")
        hint = next(hint for part, hint in HINTS.items() if part in refusal)
        record = replace(record, refusal=refusal, hint=hint)
    record = applied(rubric, record, text)
    return bounded(replace(record, seconds=round(time.monotonic() - began, 3)))


def examined(record: Record, asked: Examination, text: bytes) -> Record:
    """Return the record with all checks, or raise ContractError."""
    found = Findings(source.read(text))
    contract = judge_contract(asked, found)
    judge_helpers(asked, record.functions, found)
    if "minimax" in record.functions:
        judge_minimax(asked, found)
    checks = [each for name in record.functions for each in found.checks[name]]
    wrong = {check.function for check in checks if check.status == "failed"}
    search: Search | None = None
    remarks: list[Finding] | None = None
    if record.functions == FUNCTIONS:
        if written("minimax", found):
            search = evidence.look(asked.path, text)
        remarks = style.findings(text) if style.available() else None
        styles = style.style_checks(remarks)
        if not any(written(name, found) for name in FUNCTIONS[1:]):
            styles = [replace(check, status="unfinished") for check in styles]
        checks = [*contract, *checks, *styles]
        minimax_is_right = not failing(found.checks["minimax"])
        checks.append(evidence.search_check(search, minimax_is_right))
        if remarks is None:
            found.notes.append(style.MISSING)
    return replace(
        record,
        checks=tuple(checks),
        misconceptions=tuple(recognised(found.sheet, wrong)),
        search=search,
        findings=tuple(remarks or ()),
        notes=tuple(found.notes),
    )


def judge_contract(asked: Examination, found: Findings) -> list[Check]:
    """Return the verdicts on names, signatures and imports."""
    with Sandbox(asked.path, Limits(answer=QUICK), partial=True) as engine:
        found.missing = engine.missing
        if engine.protections.missing:
            lacking = ", ".join(engine.protections.missing)
            found.notes.append(f"Protections that this machine lacks: {lacking}.")
        constants = {name: getattr(engine, name) for name in CONSTANTS}
    failures = [
        Failure("the file", "", f"a definition of {name}", "none", 1)
        for name in engine.missing
    ] + [
        Failure(name, "", repr(wanted), repr(constants[name]), 1)
        for name, wanted in CONSTANTS.items()
        if constants[name] != wanted
    ]
    return [
        rested("contract.names", NAMES, failures),
        *source.source_checks(found.tree),
    ]


def judge_helpers(asked: Examination, chosen: Collection[str], found: Findings) -> None:
    """
    Judge the functions but minimax, and separate their faults from each other's.

    All are asked if minimax is to be judged, which builds on them, or if a chosen one
    is wrong, for which another may be the cause.
    """
    present = [name for name in HELPERS if name not in found.missing]
    ask_helpers(
        asked, [f for f in present if "minimax" in chosen or f in chosen], found
    )
    if any(failing(checks) for checks in found.checks.values()):
        ask_helpers(asked, [f for f in present if f not in found.sheet], found)
    for name in found.missing:
        if name in HELPERS:
            found.checks[name] = judged(name, {}, found.missing)
    found.wrong = [f for f in REPLACEABLE if failing(found.checks.get(f, ()))]
    healed = dict[str, list[Check]]()
    if len(found.wrong) > 1:
        for name in [name for name in found.wrong if name in present]:
            others = [other for other in found.wrong if other != name]
            sheet = asked.ask(f"{name} again", questions(name), (), others, QUICK)
            healed[name] = judged(name, sheet)
            found.sheet |= sheet
    found.roots = [
        name for name in found.wrong if failing(healed.get(name, found.checks[name]))
    ]
    for name, checks in healed.items():
        if causes := causes_of(name, found):
            found.checks[name] = merged(found.checks[name], checks, causes)


def causes_of(name: str, found: Findings) -> list[str]:
    """Return the wrong functions that a function calls, or all if that is unclear."""
    others = [root for root in found.roots if root != name]
    called = source.reached(found.tree, name)
    return [other for other in others if other in called] or others


def ask_helpers(asked: Examination, names: Collection[str], found: Findings) -> None:
    """Ask these functions everything, and judge their answers."""
    if names:
        wanted = [question for name in names for question in questions(name)]
        found.sheet |= asked.ask("the rules", wanted, answer=QUICK)
        for name in names:
            found.checks[name] = judged(name, found.sheet)


def judge_minimax(asked: Examination, found: Findings) -> None:
    """Judge minimax, with right helpers in the place of wrong ones if that heals it."""
    if "minimax" in found.missing:
        found.checks["minimax"] = judged("minimax", {}, found.missing)
        return
    wanted = questions("minimax")
    proved = [name for name in REPLACEABLE if proved_right(name, found)]
    patience = QUICK if found.wrong else asked.effort.answer
    sheet = asked.ask("minimax", wanted, proved, answer=patience)
    checks = judged("minimax", sheet)
    if found.wrong and failing(checks):
        sheet = asked.ask("minimax again", wanted, proved, found.wrong)
        causes = causes_of("minimax", found) or found.wrong
        checks = merged(checks, judged("minimax", sheet), causes)
    found.sheet |= sheet
    found.checks["minimax"] = checks


def judged(name: str, sheet: Sheet, missing: Collection[str] = ()) -> list[Check]:
    """Return the verdicts on one function."""
    checks = list(verdicts(sheet, [name]))
    if name == "minimax":
        games = unbeatable({pair[0].key: pair for pair in sheet.get(name, [])})
        if all(check.status == "unfinished" for check in checks):
            games = [replace(game, status="unfinished") for game in games]
        checks += games
    if name in missing:
        note = f"`{name}` is missing."
        return [replace(check, status="unfinished", note=note) for check in checks]
    return checks


def written(name: str, found: Findings) -> bool:
    """Return whether a function is more than its name."""
    return any(check.status != "unfinished" for check in found.checks[name])


def proved_right(name: str, found: Findings) -> bool:
    """Return whether a function was right on everything it can be asked."""
    asked = len(found.sheet.get(name, []))
    return name not in found.wrong and asked == len(questions(name))
