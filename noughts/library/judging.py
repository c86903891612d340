"""Judging files: one, or those of a whole class."""

import os
import sys
import threading
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from noughts.arguments import given_path, told, whole_number
from noughts.checker.judge import check_file
from noughts.checker.questions import FUNCTIONS
from noughts.checker.reports import Report
from noughts.checker.rubric import DEFAULT, Rubric, load
from noughts.classroom import run
from noughts.classroom.overview import Overview
from noughts.classroom.pool import Processes
from noughts.contract import ContractError, no_file
from noughts.words import Refused


def check(
    path: str | Path,
    *,
    rubric: str | Path = DEFAULT,
    functions: Collection[str] = FUNCTIONS,
) -> Report:
    """
    Return the record of a file: what is right and wrong on every position, and points.

    Whatever the file does, there is a record; its code runs in the sandbox alone. A
    rubric is one of ours by its name, or a TOML file.
    """
    given, points, asked = given_path(path), _rubric(rubric), _functions(functions)
    if not os.path.isfile(given):
        raise no_file(given)
    return Report.of(check_file(given, rubric=points, functions=asked))


def check_class(
    path: str | Path,
    report: str | Path,
    *,
    jobs: int | None = None,
    rubric: str | Path = DEFAULT,
    functions: Collection[str] = FUNCTIONS,
) -> Overview:
    """
    Check every submission in a folder or an archive, and write a report on the class.

    `jobs` are judged at once, by default one per core. Run again, it judges only what
    is new or has changed.
    """
    given, target = given_path(path), given_path(report)
    if jobs is not None:
        whole_number("jobs", jobs, 1, 1000)
    judge = run.FileJudge(_rubric(rubric), _functions(functions))
    if not os.path.exists(given):
        raise ContractError("refusal.no_path", path=given)
    place = Path(os.path.realpath(target))
    if given.resolve() in [place, *place.parents]:
        raise Refused("cli.inside", output=target, input=given)
    with _unseen_main(), Processes(jobs) as workers:
        return run.check_class(given, target, judge, workers)


_hiding, _hidden = threading.Lock(), list[ModuleType]()


@contextmanager
def _unseen_main() -> Iterator[None]:
    """
    Hide the main program from processes that are started meanwhile.

    They would run it again, up to the very call that starts them, unless its author
    knows of `if __name__ == "__main__":`. Nothing that they need is in it.
    """
    with _hiding:
        _hidden.append(sys.modules["__main__"])
        sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        with _hiding:  # whoever leaves last, of several threads, shows the program
            sys.modules["__main__"] = _hidden.pop()


def _rubric(rubric: str | Path) -> Rubric:
    return load(given_path(rubric, "a rubric: a name, or the path of a file"))


def _functions(names: Collection[str]) -> tuple[str, ...]:
    """Return the functions to check, each once and in the order of the assignment."""
    known = ", ".join(FUNCTIONS)
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(f"functions: {told(names)} is not a list of names: {known}")
    given = tuple(names)
    for name in given:
        if name not in FUNCTIONS:
            raise ValueError(f"{told(name)} is not a function to check: {known}")
    if not given:
        raise ValueError(f"functions: expected one at least: {known}")
    return tuple(name for name in FUNCTIONS if name in given)
