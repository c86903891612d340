"""
Code that relies on what a wrong function returns today.

A search that indexes a list fails once `actions` returns a set, and `winner(board) !=
False` is always true once `winner` returns None. A student who repairs the function
must change these lines, too, or the file gets worse. Answers decide whether there are
such lines; the source only shows where.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import UnjudgedError
from noughts.checker.case import Case, Talk
from noughts.checker.mistakes.scope import Scope
from noughts.checker.questions import sample
from noughts.game.contract import TO_WRITE
from noughts.texts.said import Said

MOST = 60  # right answers of a function that are asked again


def name_reliant_lines(case: Case) -> Talk[None]:
    """Note for each wrong rule which lines rely on what it returns."""
    for root in case.roots:
        if case.is_stub(root) or not case.misleads(root):
            continue
        names, lines = list[str](), set[int]()
        for name in TO_WRITE:
            if name == root or case.time_up:
                continue
            found = reliant_lines(Scope(case.tree, name), root)
            if found and (yield from relies(case, name, root)):
                names.append(name)
                lines.update(found)
        if lines:
            parts = {"n": len(names), "lines": sorted(lines), "causes": names}
            add_note(case, root, Said("note.relies", function=root, **parts))


def relies(case: Case, name: str, root: str) -> Talk[bool]:
    """
    Return whether right answers become wrong by the repair of a rule.

    The other wrong rules are right ones meanwhile: two mistakes can cancel each other.
    """
    own = case.sheets.get(name)
    right = sorted(own.answers.keys() - own.wrong.keys()) if own else []
    if name == "minimax":  # the others may need a long search
        right = [number for number in sample(name) if number in right]
    some, causes = right[:: len(right) // MOST + 1], case.causes_of(name)
    lost = yield from ask_wrong(case, name, some, causes)
    without = [each for each in causes if each != root]
    if not lost or not without:
        return bool(lost)
    anyway = yield from ask_wrong(case, name, lost, without)
    return len(anyway) < len(lost)


def ask_wrong(
    case: Case, name: str, numbers: Sequence[int], right: Sequence[str]
) -> Talk[list[int]]:
    """Return the questions that are answered wrongly if these rules are right ones."""
    sheet = AnswerSheet(name)
    setup = case.setup(right) | {"cells": "set"}  # as the assignment wants them
    try:
        yield from case.enter(sheet, numbers, setup, strikes=1)
    except UnjudgedError:
        return []
    sheet.forget_late()
    return sorted(sheet.wrong)


def add_note(case: Case, root: str, note: Said) -> None:
    """Put a note into the first failed check of a function, or into the record's."""
    checks = case.checks[root]
    for n, check in enumerate(checks):
        if check.status == "failed":
            if check.note:
                break
            checks[n] = replace(check, note=note)
            return
    case.notes.append(note)


# --- Where ------------------------------------------------------------------


def reliant_lines(scope: Scope, root: str) -> list[int]:
    """Return the lines that look into an answer of a function, or else ask for it."""
    calls = [node for node in scope.nodes if is_call_of(node, root)]
    names = {name for call in calls for name in names_for(scope, call)}
    answers: list[ast.AST] = [
        *calls,
        *(n for n in scope.nodes if isinstance(n, ast.Name) and n.id in names),
    ]
    parents = scope.parents
    looking = [node for node in answers if is_looked_into(parents.get(node), node)]
    return [getattr(node, "lineno", 0) for node in looking or calls]


def is_call_of(node: ast.AST, name: str) -> bool:
    """Return whether a node calls a function of the file by its name."""
    return isinstance(node, ast.Call) and (
        (isinstance(node.func, ast.Name) and node.func.id == name)
        or (isinstance(node.func, ast.Attribute) and node.func.attr == name)
    )


def names_for(scope: Scope, call: ast.AST) -> Iterator[str]:
    """Yield the names to which a call's answer is assigned."""
    around = scope.parents.get(call)
    targets: Sequence[ast.AST] = ()
    if isinstance(around, ast.Assign):
        targets = around.targets
    elif isinstance(around, ast.NamedExpr):
        targets = [around.target]
    yield from (each.id for each in targets if isinstance(each, ast.Name))


def is_looked_into(around: ast.AST | None, node: ast.AST) -> bool:
    """Return whether the code around an answer depends on its type or its value."""
    match around:
        case ast.Compare() | ast.BinOp():
            return True
        case ast.Subscript(value=value) | ast.Attribute(value=value):
            return value is node
    return False
