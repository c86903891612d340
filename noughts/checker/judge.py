"""`check_file`: from a file on disk to its record."""

import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from noughts import notebook
from noughts.checker import style
from noughts.checker.asking import Effort
from noughts.checker.conversation import judge
from noughts.checker.driver import Examination, OnProgress, converse
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Check, Record
from noughts.checker.rubric import Rubric, apply, load
from noughts.contract import LARGEST_FILE, largest
from noughts.sandbox.modules import modules_beside
from noughts.words.said import Said


def check_file(
    path: str | Path,
    *,
    rubric: Rubric | None = None,
    functions: Collection[str] = FUNCTIONS,
    effort: Effort | None = None,
    progress: OnProgress = lambda what, done, total: None,
    modules: Mapping[str, str] | None = None,
    watched: dict[str, list[Check]] | None = None,
    source: bytes | None = None,
    supplied: Collection[str] = (),
) -> Record:
    """
    Judge a student's file and return the record, whatever is in the file.

    The file, and the `modules` next to it, run only in the sandbox. Both are read from
    disk unless `source` is given. Functions that are `supplied` need not be in it. The
    checks of each function are put into `watched` as they are judged. `progress` is
    called for every few answers, and while an answer is awaited; an exception from it
    ends the judge and its processes. Raises OSError if the file cannot be read,
    MachineError if this machine cannot judge it.
    """
    path, began = Path(path), time.monotonic()
    if source is None:
        with path.open("rb") as file:
            read = file.read(largest(path.name) + 1)
        modules = (
            modules_beside(path, notebook.program(read)) if modules is None else modules
        )
    else:
        read = source
    program, notes = notebook.program(read), notebook.notes(read, path.name)
    remarks: style.Remarks = style.MISSING
    if set(functions) >= set(FUNCTIONS) and style.available():
        small = len(program) <= LARGEST_FILE
        remarks = style.findings(program) if small else style.FAILED
    talk = judge(program, path.name, functions, remarks, watched, supplied)
    with Examination(effort or Effort(), progress, modules or {}) as driver:
        record = converse(talk, driver)
    if driver.unprotected:
        lacking = ", ".join(driver.unprotected)
        record = replace(record, machine=(Said("note.protections", names=lacking),))
    seconds = round(time.monotonic() - began, 3)
    record = replace(record, notes=(*notes, *record.notes), seconds=seconds)
    return apply(rubric or load(), record)
