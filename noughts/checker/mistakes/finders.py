"""Mistakes that no pattern of code can describe, with the repair of each."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from noughts.checker.mistakes.conditions import Place
from noughts.checker.mistakes.patterns import rewrite, text
from noughts.checker.mistakes.scope import Scope
from noughts.game.board import LINES

Cell = tuple[str, str]  # the code of a row and of a column
LINE_SETS = {frozenset(divmod(n, 3) for n in line) for line in LINES}
FORMS: list[Cell] = [
    *((str(i), str(j)) for i in range(3) for j in range(3)),
    *(("$", str(j)) for j in range(3)),
    *((str(i), "$") for i in range(3)),
    ("$", "$"),
    ("$", "2 - $"),
]
MOST_GROUPS = 30  # of a function


# --- Lines of `winner` ------------------------------------------------------


def line_groups(scope: Scope) -> list[tuple[ast.expr, list[ast.Subscript]]]:
    """Return the smallest expressions that use three or more cells, with the cells."""
    found = list[tuple[ast.expr, list[ast.Subscript]]]()
    for node in scope.nodes:
        if not isinstance(node, ast.expr):
            continue
        cells = cells_in(node)
        if len(cells) < 3 or len({*map(text, cells)}) > 4:
            continue
        children = [n for n in ast.walk(node) if n is not node]
        if not any(isinstance(n, ast.expr) and len(cells_in(n)) > 2 for n in children):
            found.append((node, cells))
    return found[:MOST_GROUPS]


def cells_in(node: ast.AST) -> list[ast.Subscript]:
    """Return the cells of a board that an expression uses, such as `board[0][i]`."""
    return [
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Subscript)
        and isinstance(each.ctx, ast.Load)
        and isinstance(each.value, ast.Subscript)
        and isinstance(each.value.value, ast.Name)
    ]


def code_of(cell: ast.Subscript) -> Cell:
    """Return the code of the row and of the column of a cell."""
    assert isinstance(cell.value, ast.Subscript)
    return text(cell.value.slice), text(cell.slice)


def variable_of(cells: list[Cell]) -> str:
    """Return the one variable in the indices; "" if there is none, "?" if several."""
    names = {
        each.id
        for pair in cells
        for code in pair
        for each in ast.walk(ast.parse(code))
        if isinstance(each, ast.Name)
    }
    return names.pop() if len(names) == 1 else "?" if names else ""


def lines_of(cells: list[Cell], variable: str) -> list[frozenset[tuple[int, int]]]:
    """Return the cells for each value of the variable; [] if they cannot be read."""
    found = list[frozenset[tuple[int, int]]]()
    for value in range(3) if variable else (0,):
        places = [
            (index(i, variable, value), index(j, variable, value)) for i, j in cells
        ]
        known = [(i, j) for i, j in places if i is not None and j is not None]
        if len(known) < len(places):
            return []
        found.append(frozenset(known))
    return found


def index(code: str, variable: str, value: int) -> int | None:
    """Return the number of an index such as `1`, `i` or `2 - i`."""
    forms = {f"{n}": n for n in range(3)}
    forms |= {f"-{n}": 3 - n for n in (1, 2, 3)}
    if variable:
        forms |= {variable: value, f"2 - {variable}": 2 - value}
    return forms.get(code)


def wrong_cells(scope: Scope) -> Iterator[Place]:
    """Yield expressions that use cells which are not in a line, and real lines."""
    for node, cells in line_groups(scope):
        codes = [code_of(each) for each in cells]
        variable = variable_of(codes)
        lines = lines_of(codes, variable)
        if not lines or all(line in LINE_SETS for line in lines):
            continue
        for old in dict.fromkeys(codes):
            for form in FORMS:
                new = tuple(part.replace("$", variable) for part in form)
                if "$" in "".join(form) and not variable:
                    continue
                for changed in replaced(codes, old, (new[0], new[1])):
                    after = lines_of(changed, variable)
                    if after and all(line in LINE_SETS for line in after):
                        yield written(node, cells, changed)


def replaced(codes: list[Cell], old: Cell, new: Cell) -> Iterator[list[Cell]]:
    """Yield the cells with one replaced everywhere, then in each place alone."""
    if old == new:
        return
    yield [new if each == old else each for each in codes]
    if codes.count(old) > 1:
        for at, each in enumerate(codes):
            if each == old:
                yield [*codes[:at], new, *codes[at + 1 :]]


def written(node: ast.expr, cells: list[ast.Subscript], codes: list[Cell]) -> Place:
    """Return the place of an expression, and the same with other cells."""
    change = dict[ast.AST, Any]()
    for cell, (i, j) in zip(cells, codes, strict=True):
        assert isinstance(cell.value, ast.Subscript)
        if code_of(cell) != (i, j):
            name = text(cell.value.value)
            change[cell] = ast.parse(f"{name}[{i}][{j}]", mode="eval").body
    new = ast.parse(rewrite(node, change), mode="eval").body
    return Place(node, new, node, {})


def repeated_lines(scope: Scope) -> Iterator[Place]:
    """Yield expressions that test a line again, with the lines that none tests."""
    groups = line_groups(scope)
    known = [
        lines_of(codes, variable_of(codes))
        for codes in ([code_of(each) for each in cells] for _, cells in groups)
    ]
    tested = [line for lines in known for line in lines]
    missing = [line for line in LINE_SETS if line not in tested]
    for (node, cells), lines in zip(groups, known, strict=True):
        codes = [code_of(each) for each in cells]
        if not lines or any(tested.count(line) < 2 for line in lines) or not missing:
            continue
        variable, distinct = variable_of(codes), [*dict.fromkeys(codes)]
        if len(distinct) != 3:
            continue
        for target in targets(variable):
            after = lines_of(target, variable)
            if all(line in missing for line in after):
                as_new = dict(zip(distinct, target, strict=True))
                yield written(node, cells, [as_new[code] for code in codes])


def targets(variable: str) -> list[list[Cell]]:
    """Return the cells of each line, or of all rows or columns."""
    if variable:
        rows = [(variable, str(n)) for n in range(3)]
        return [rows, [(j, i) for i, j in rows]]
    return [[(str(i), str(j)) for i, j in sorted(line)] for line in LINE_SETS]


# --- Counters ---------------------------------------------------------------


def counters_kept(scope: Scope) -> Iterator[Place]:
    """Yield loops that count from where the last pass ended, with a reset in them."""
    for loop in scope.nodes:
        if not isinstance(loop, ast.For | ast.While):
            continue
        function = scope.function_of(loop)
        added = {
            text(each.target)
            for each in ast.walk(loop)
            if isinstance(each, ast.AugAssign) and isinstance(each.op, ast.Add)
        }
        inside = {id(each) for each in ast.walk(loop)}
        starts = [
            each
            for each in ast.walk(function)
            if isinstance(each, ast.Assign)
            and len(each.targets) == 1
            and isinstance(each.value, ast.Constant)
            and type(each.value.value) is int
            and text(each.targets[0]) in added
        ]
        before = [each for each in starts if id(each) not in inside]
        names = {text(each.targets[0]) for each in before}
        names -= {text(each.targets[0]) for each in starts if id(each) in inside}
        tested = {
            name
            for each in ast.walk(loop)
            if isinstance(each, ast.If | ast.While)
            for name in names
            if name in {n.id for n in ast.walk(each.test) if isinstance(n, ast.Name)}
        }
        if isinstance(loop, ast.While):
            tested -= {n.id for n in ast.walk(loop.test) if isinstance(n, ast.Name)}
        resets = [each for each in before if text(each.targets[0]) in tested]
        if resets:
            new = deepcopy(loop)
            new.body = [*(deepcopy(each) for each in resets), *new.body]
            yield Place(loop, [new], resets[0], {})


Finder = Callable[[Scope], Iterator[Place]]
FINDERS: dict[str, Finder] = {
    finder.__name__: finder for finder in (counters_kept, repeated_lines, wrong_cells)
}
