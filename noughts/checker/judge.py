"""The judge's shell: from a file on disk to the record of all that is found in it."""

import math
import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from noughts import notebook
from noughts.checker import style
from noughts.checker.asking import Effort
from noughts.checker.conversation import judge
from noughts.checker.driver import Examination, OnProgress, converse
from noughts.checker.points import apply
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Check, Record
from noughts.checker.rubric import Rubric, load
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
) -> Record:
    """
    Return all that is right and wrong with a student's file.

    Whatever is in the file, this returns a record: one that cannot be judged is refused
    in it, with the reason. The file's code runs in the sandbox alone, and so do the
    `modules` that lie beside it, by name. `source` is what the
    file holds, if it has been read before; where neither is given, both are read. Into
    `watched`, if it is given, the checks of each function are put as they are judged.
    `progress` is told of each answer, and while one is awaited: what it raises ends the
    judge and its processes. Raises OSError if the file cannot be read, MachineError if
    this machine cannot judge it.
    """
    path, began = Path(path), time.monotonic()
    rubric, effort = rubric or load(), effort or Effort()
    effort = replace(effort, answer=min(effort.answer, rubric.seconds_per_move))
    alone = source is None
    if source is None:
        with path.open("rb") as file:
            source = file.read(largest(path.name) + 1)
    source, notes = notebook.program(source), notebook.notes(source, path.name)
    if alone and modules is None:
        modules = modules_beside(path, source)
    remarks: style.Remarks = style.MISSING
    whole = set(functions) >= set(FUNCTIONS)
    if whole and style.available():
        remarks = style.FAILED  # what is too large is refused unread
        if len(source) <= LARGEST_FILE:
            remarks = style.findings(source, rubric.groups, rubric.line_length)
    limited = rubric.seconds_per_move < math.inf
    talk = judge(source, path.name, functions, remarks, rubric.groups, limited, watched)
    with Examination(effort, progress, modules or {}) as driver:
        record = converse(talk, driver)
    if driver.unprotected:
        lacking = ", ".join(driver.unprotected)
        record = replace(record, machine=(Said("note.protections", names=lacking),))
    seconds = round(time.monotonic() - began, 3)
    record = replace(record, notes=(*notes, *record.notes), seconds=seconds)
    return apply(rubric, record)
