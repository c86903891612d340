"""
The catalogue's mistakes, put into correct files in the styles that students use.

Each case is a style with one mistake. The law: the judge names that mistake, or a row
that is listed as saying the same there, or no cause at all.
"""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from helpers.in_process import ask_in_process

from noughts.checker import judge_minimax, questions
from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.record import FAULTS, Record
from noughts.game.contract import PARAMETERS

STYLES = Path(__file__).parents[1] / "styles"
# Most searches are judged on boards with few empty cells: on all, a file takes minutes.
EMPTY_CELLS = 5
SOME = 5  # one in so many boards is asked of result


@dataclass(frozen=True)
class Case:
    """A style with one mistake in it."""

    style: str
    key: str  # a row of the catalogue, perhaps with a number
    source: str
    function: str  # of the contract, whose answers the mistake changes
    same: frozenset[str]  # rows that say the same of this file

    @property
    def row(self) -> str:
        return self.key.rstrip("0123456789").rstrip("_")

    def __str__(self) -> str:
        return f"{self.style}-{self.key}"


@cache
def cases() -> tuple[Case, ...]:
    """Return every mistake in every style."""
    table = tomllib.loads((STYLES / "mistakes.toml").read_text("utf-8"))
    same = table.pop("same")
    found = list[Case]()
    for style, rows in table.items():
        right = source = (STYLES / f"{style}.py").read_text("utf-8")
        for key, changes in rows.items():
            source = right
            for before, after in changes:
                assert before in source, (style, key, before)
                source = source.replace(before, after, 1)
            case = Case(
                style, key, source, changed_function(right, source), frozenset()
            )
            listed = {*same.get(case.row, ()), *same.get(str(case), ())}
            found.append(Case(style, key, source, case.function, frozenset(listed)))
    return tuple(found)


def changed_function(right: str, wrong: str) -> str:
    """Return the first function of the contract that uses what was changed."""
    before = {ast.dump(node) for node in ast.parse(right).body}
    nodes = ast.parse(wrong).body
    names = {name for n in nodes if ast.dump(n) not in before for name in bound(n)}
    if names & PARAMETERS.keys():
        return next(name for name in PARAMETERS if name in names)
    uses = {name: used(n) for n in nodes for name in bound(n)}
    return next((name for name in PARAMETERS if names & reached(name, uses)), "minimax")


def bound(node: ast.stmt) -> set[str]:
    """Return the names that a statement of a file defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {n.id for each in targets for n in ast.walk(each) if isinstance(n, ast.Name)}


def used(node: ast.AST) -> set[str]:
    """Return the names that a statement uses."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def reached(name: str, uses: dict[str, set[str]]) -> set[str]:
    """Return the names that a function uses, directly or through helpers."""
    found, todo = set[str](), [name]
    while todo:
        each = todo.pop()
        for other in uses.get(each, set()) - found:
            found.add(other)
            if other not in PARAMETERS:
                todo.append(other)
    return found


def judged(case: Case) -> Record:
    """Return the record of a case, about the function with the mistake."""
    with_few_cells()
    functions = (case.function,)
    talk = judge(case.source.encode(), "tictactoe.py", functions, remarks=[])
    return converse(talk, ask_in_process)


@cache
def with_few_cells() -> None:
    """Ask minimax only about boards with few empty cells, and result about some."""
    for name in PARAMETERS:
        questions.boards(name)
    keys = questions.boards("minimax")
    keys[:] = [key for key in keys if key.count(".") <= EMPTY_CELLS]
    keys = questions.boards("result")
    keys[:] = keys[::SOME]
    judge_minimax.find_quick = find_quick


def find_quick(_: object) -> Iterator[object]:
    """Return up to how many empty cells a search is quick: all that are asked."""
    yield from ()
    return EMPTY_CELLS


def named(record: Record) -> list[str]:
    """Return the mistakes that a record names."""
    return [each.name for each in record.mistakes]


def is_wrong(record: Record) -> bool:
    """Return whether the mistake shows in the answers at all."""
    return any(check.status in FAULTS for check in record.checks)
