"""
The judge: a generator that yields questions, is sent answers, and returns the record.

It knows no process, pipe, thread or clock. `asking` defines what it yields.
The module `check_file` carries the questions to processes; so can a test or a browser.
"""

import hashlib
from collections.abc import (
    Callable,
    Collection,
    Generator,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import replace

from noughts.checker import source_text
from noughts.checker.asking import Answers, Ask, UnjudgedError
from noughts.checker.blame import separate
from noughts.checker.case import Case, Talk
from noughts.checker.evidence import judge_bonus
from noughts.checker.find_mistakes import find_mistakes
from noughts.checker.first_look import find_first_wrong
from noughts.checker.hints import advice_for
from noughts.checker.judge_contract import (
    charge_marks,
    judge_contract,
    renamed_arguments,
)
from noughts.checker.judge_minimax import judge_games, judge_minimax
from noughts.checker.newer_python import HERE, error_in, needed_python, text_of
from noughts.checker.questions import every
from noughts.checker.record import (
    NOTHING,
    Check,
    NamedMistake,
    Record,
    bounded,
    failing,
)
from noughts.checker.reliance import name_reliant_lines
from noughts.checker.style import Remarks, with_style
from noughts.game.contract import FUNCTIONS, HELPERS, LARGEST_FILE, largest
from noughts.sandbox import notebook
from noughts.texts.said import Said
from noughts.version import __version__


def judge(
    source: bytes,
    name: str,
    functions: Collection[str] = FUNCTIONS,
    remarks: Remarks = "missing",
    watched: dict[str, list[Check]] | None = None,
    supplied: Collection[str] = (),
    tell: Callable[[Check], None] = lambda check: None,
    python: str | None = None,
) -> Generator[Ask, Answers, Record]:
    """
    Judge a file: yield questions, be sent their answers, return the record.

    `remarks` are ruff's, or why there are none. The checks of each function are put
    into `watched` as they are judged. The first check that a wrong answer fails is
    passed to `tell` as soon as it is known. Functions that are `supplied` need not be
    in the file. `python` is the newer one that the file is written for, if ruff could
    tell. The record has no points until a rubric is applied.
    """
    notes, source = notebook.notes(source, name), notebook.program(source)
    chosen = tuple(each for each in FUNCTIONS if each in functions)
    digest = hashlib.sha256(source).hexdigest()
    record = Record(name, digest, Said(), chosen, version=__version__)
    case = Case(source.decode("latin-1"), source_text.read(source), supplied, tell)
    case.checks = case.checks if watched is None else watched
    excerpt = ""
    try:
        refuse_what_is_no_program(source, name)
        excerpt = source_text.excerpt(source)
        refuse_newer(source, python)
        record = yield from examined(record, case)
    except UnjudgedError as error:
        record = replace(
            record,
            refusal=error.why,
            refused_by="machine" if error.is_ours else "file",
            hint=NOTHING if error.is_ours else advice_for(error),
            excerpt=excerpt,
        )
    record = with_style(record, remarks)
    return bounded(replace(record, notes=(*notes, *record.notes)))


def refuse_what_is_no_program(source: bytes, name: str) -> None:
    """Refuse a file that is too large or not a program."""
    if len(source) > LARGEST_FILE:
        most = largest(name) if len(source) > largest(name) else LARGEST_FILE
        raise UnjudgedError("too_large", n=most)
    if not source_text.is_text(source):
        raise UnjudgedError("not_text")
    if name.casefold().endswith(".ipynb") and source.lstrip()[:1] == b"{":
        raise UnjudgedError("no_cells")


def refuse_newer(source: bytes, python: str | None) -> None:
    """Refuse a file that is written for a newer Python: nothing is judged."""
    if needed := needed_python(source) if python is None else python:
        error = error_in(source)
        line = error.lineno if error and error.lineno else 1
        parts = {"line": line, "version": needed, "here": text_of(HERE)}
        raise UnjudgedError("newer_python", is_ours=True, **parts)


def examined(record: Record, case: Case) -> Talk[Record]:
    """Return the record with all checks but those of style, or raise UnjudgedError."""
    contract = yield from judge_contract(case)
    seen = yield from find_first_wrong(case, record.functions)
    if seen:
        case.show([seen])
    yield from judge_rules(case, record.functions)
    yield from judge_minimax(case, record.functions)
    all_functions, search = record.functions == FUNCTIONS, None
    if all_functions:
        charge_marks(case, contract[0])
        bonus, search = yield from judge_bonus(case)
    if not case.supplied:  # a lesson shows the verdict alone
        yield from name_reliant_lines(case)
    yield from judge_games(case)  # last: games may take the rest of the time
    checks = [each for name in record.functions for each in case.checks[name]]
    if all_functions:
        checks = [*contract, *checks, bonus]
    case.notes += renamed_arguments(case.tree)
    if seen and is_right(c for c in checks if c.function == seen.function):
        case.note_unsteady(seen.function)
    if case.time_up or any(each.late for each in case.to_explain().values()):
        sleeps = source_text.sleeping_lines(case.tree).items()
        case.notes += (Said("note.sleeps", function=f, lines=n) for f, n in sleeps)
    known = list[NamedMistake]()
    if not case.supplied:  # a lesson shows the verdict alone
        known = yield from find_mistakes(case, record.functions, checks)
        checks = [*with_place(checks, case.place)]
    return replace(
        record,
        checks=tuple(checks),
        mistakes=tuple(known),
        search=search,
        unsteady=tuple(case.unsteady),
        notes=tuple(dict.fromkeys(case.notes)),
    )


def is_right(checks: Iterable[Check]) -> bool:
    """Return whether no answer to the judge's own questions was wrong or missing."""
    return all(each.status in ("passed", "absent") and not each.note for each in checks)


def with_place(checks: Sequence[Check], place: Said) -> Iterator[Check]:
    """Yield the checks; the first failed one of minimax says where the search errs."""
    for check in checks:
        is_wrong = check.function == "minimax" and check.status == "failed"
        if place and is_wrong and not check.note:
            check, place = replace(check, note=place), Said()
        yield check


def judge_rules(case: Case, chosen: Collection[str]) -> Talk[None]:
    """
    Judge all functions but minimax, and separate their faults.

    Functions that were not chosen are also asked if a wrong one may call them or
    minimax is to be judged.
    """
    wanted = [name for name in HELPERS if name in chosen]
    yield from ask_rules(case, wanted)
    if "minimax" in chosen and "minimax" not in case.missing:
        yield from case.ask_sample(["minimax"])
    wrong = [name for name in wanted if failing(case.checks[name])]
    if any(not case.is_stub(name) for name in wrong) or "minimax" in chosen:
        yield from ask_rules(case, [n for n in HELPERS if n not in wanted])
    yield from separate(case)


def ask_rules(case: Case, names: Sequence[str]) -> Talk[None]:
    """Ask these functions everything, unless a sample shows a placeholder."""
    present = [name for name in names if name not in case.missing]
    yield from case.ask_sample(present)
    for name in names:
        case.checks[name] = case.judged(name)
    for name in present:
        sheet = case.sheets[name]
        if sheet.unwritten:
            continue
        earlier = dict(sheet.wrong)
        yield from case.enter(sheet, every(name))
        if sheet.keep(earlier):
            case.note_unsteady(name)
        case.checks[name] = case.judged(name)
        case.show(case.checks[name])
