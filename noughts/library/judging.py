"""Judging files: one, or those of a whole class."""

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from noughts.checker.judge import check_file
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Record
from noughts.checker.rubric import DEFAULT, load
from noughts.classroom import run
from noughts.classroom.overview import Overview
from noughts.classroom.pool import Processes
from noughts.contract import ContractError, no_file


def check(
    path: str | Path,
    *,
    rubric: str | Path = DEFAULT,
    functions: Collection[str] = FUNCTIONS,
) -> Record:
    """
    Return the record of a file: what is right and wrong on every position, and points.

    Whatever the file does, there is a record; its code runs in the sandbox alone. A
    rubric is one of ours by its name, or a TOML file.
    """
    given, points = _path(path), load(rubric)
    if not given.is_file():
        raise ContractError(no_file(given))
    return check_file(given, rubric=points, functions=_functions(functions))


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
    given, target = _path(path), _path(report)
    if jobs is not None and (type(jobs) is not int or not 1 <= jobs <= 1000):
        raise ValueError(f"jobs: {jobs!r} is not a whole number from 1 to 1000")
    if not given.exists():
        raise ContractError(no_file(given))
    if given.resolve() in [target.resolve(), *target.resolve().parents]:
        raise ValueError(
            f"{target} is inside {given}: it would be taken for a submission"
        )
    judge = run.FileJudge(load(rubric), tuple(_functions(functions)))
    with _unseen_main(), Processes(jobs) as workers:
        return run.check_class(given, target, judge, workers)


@contextmanager
def _unseen_main() -> Iterator[None]:
    """
    Hide the main program from processes that are started meanwhile.

    They would run it again, up to the very call that starts them, unless its author
    knows of `if __name__ == "__main__":`. Nothing that they need is in it.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _path(path: object) -> Path:
    if not isinstance(path, str | Path) or not str(path):
        raise ContractError(f"{path!r:.80} is not a path")
    return Path(path)


def _functions(names: Collection[str]) -> Collection[str]:
    for name in names:
        if name not in FUNCTIONS:
            known = ", ".join(FUNCTIONS)
            raise ValueError(f"{name!r:.80} is not a function to check: {known}")
    return names
