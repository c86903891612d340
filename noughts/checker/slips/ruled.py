"""Slips in the rules of the game: changed in one place, the function is right."""

import ast
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator

from noughts.checker.slips.experiment import (
    FunctionSource,
    Place,
    all_and_each,
    together,
)
from noughts.checker.slips.syntax import (
    Signs,
    first_argument,
    name_called,
    names_assigned,
    names_in,
    nodes_in,
    with_sign,
)

DENIED: Signs = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def printed_not_raised(source: FunctionSource) -> Iterator[Place]:
    """
    A warning is printed, but nothing is raised.

    `{code}` in line {line} shows a text, but whoever called the function does not learn
    that the action is not valid: with an exception raised there, every answer is right.

    Write `raise`, and the text in the brackets of an exception, such as `ValueError`.
    """
    for choice in source.nodes(ast.If):
        match choice.body[0]:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"))) as warning:
                error = ast.Raise(ast.Call(ast.Name("ValueError"), [], []))
                yield Place(warning, {warning: error})


@all_and_each
def wrong_range(source: FunctionSource) -> Iterator[Place]:
    """
    A loop does not run through 0, 1 and 2.

    Rows and columns are numbered from 0 to 2. `{code}` in line {line} gives other
    numbers: with `range(3)` in its place, every answer is right.

    `range(3)` is 0, 1, 2: the number in brackets itself is left out.
    """
    three = ast.Call(ast.Name("range"), [ast.Constant(3)], [])
    for call in source.nodes(ast.Call):
        right = ast.unparse(call) in ("range(3)", "range(0, 3)")
        if name_called(call) == "range" and not right:
            yield Place(call, {call: three})


def last_is_two(source: FunctionSource) -> Iterator[Place]:
    """
    An index goes beyond the board.

    The last row and the last column have the number 2. `{code}` in line {line} is 3
    where it begins: if it begins with 2, every answer is right.

    On the second diagonal the column is `2 - i`.
    """
    for node in source.nodes(ast.BinOp):
        match node:
            case ast.BinOp(
                left=ast.Constant(value=3) | ast.Call(func=ast.Name(id="len")) as left,
                op=ast.Sub(),
                right=ast.Name(),
            ):
                yield Place(node, {left: ast.Constant(2)})


@all_and_each
def rows_not_cells(source: FunctionSource) -> Iterator[Place]:
    """
    The board is asked for a cell, but it holds rows.

    `{code}` in line {line} looks through three lists, and none of them is a mark: with
    the cells of all rows in its place, every answer is right.

    Ask each row in a loop: `for row in board`.
    """
    for function in source.functions:
        board = first_argument(function) or "board"
        cells = ast.parse(f"[c for row in {board} for c in row]", mode="eval").body
        for node in nodes_in([function], ast.AST):
            match node:
                case (  # `EMPTY in board`, `board.count(X)`
                    ast.Compare(
                        ops=[ast.In() | ast.NotIn()], comparators=[ast.Name() as asked]
                    )
                    | ast.Call(
                        func=ast.Attribute(value=ast.Name() as asked, attr="count")
                    )
                ) if asked.id == board:
                    yield Place(node, {asked: cells})


def set_for_none(source: FunctionSource) -> Iterator[Place]:
    """
    An empty set is compared with something else.

    Without an empty cell `actions(board)` is an empty set. `{code}` in line {line} is
    never true then: a set is neither None nor a list nor a number.

    Ask `not actions(board)`, or `len(actions(board)) == 0`.
    """
    for node in source.nodes(ast.Compare):
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="actions")) as call,
                ops=[ast.Eq() | ast.Is()],
                comparators=[ast.Constant() | ast.List() | ast.Dict()],
            ):
                yield Place(node, {node: ast.UnaryOp(ast.Not(), call)})


@together
def first_of_equals(source: FunctionSource) -> Iterator[Place]:
    """
    `index` finds the first cell that is equal, not the one in hand.

    Two empty cells are equal, and two rows can be. `{code}` in line {line} gives the
    place of the first: with the numbers of the loops, every answer is right.

    Run through the numbers, `for i in range(3)`, or use `enumerate`.
    """
    loops = source.nodes(ast.For)
    running = {ast.unparse(loop.target): loop for loop in loops}
    for call in source.nodes(ast.Call):
        match call:
            case ast.Call(func=ast.Attribute(attr="index"), args=[ast.Name(id=name)]):
                if loop := running.get(name):
                    number = ast.Name(f"number_of_{name}")
                    target = ast.Tuple([number, ast.Name(name)])
                    counted = ast.Call(ast.Name("enumerate"), [loop.iter], [])
                    yield Place(
                        call, {call: number, loop.target: target, loop.iter: counted}
                    )


def dict_for_set(source: FunctionSource) -> Iterator[Place]:
    """
    What the actions are put into is not a set.

    Line {line}, `{code}`, makes no set: a pair of braces alone is an empty dict, a pair
    of square brackets a list, and neither has `add`.

    An empty set is written `set()`.
    """
    for node in source.nodes(ast.Assign):
        match node.value:
            case ast.Dict(keys=[]) | ast.List(elts=[]):
                empty = ast.Call(ast.Name("set"), [], [])
                yield Place(node, {node.value: empty})


def pair_for_tuple(source: FunctionSource) -> Iterator[Place]:
    """
    What is put into the set is not a tuple.

    A set holds tuples, but no lists, and `add` takes one thing at a time. In line
    {line}, `{code}`, row and column do not come as one tuple.

    Two pairs of brackets: `.add((i, j))`.
    """
    for call in source.nodes(ast.Call):
        match call.func, call.args:
            case (ast.Attribute(attr="add" | "append"), [ast.List(elts=[i, j])]) | (
                ast.Attribute(attr="add" | "append"),
                [i, j],
            ):
                cell = ast.Call(call.func, [ast.Tuple([i, j])], [])
                yield Place(call, {call: cell})


@together
def turn_for_winner(source: FunctionSource) -> Iterator[Place]:
    """
    It asks whose turn it is, and not who has won.

    `{code}` in line {line} says who would move next. When the game is over that is not
    the winner, and after a draw there is none.

    Ask `winner(board)`.
    """
    for function in source.functions:
        for call in nodes_in([function], ast.Call):
            if function.name == "utility" and name_called(call) == "player":
                instead = ast.Call(ast.Name("winner"), call.args, call.keywords)
                yield Place(call, {call: instead})


@all_and_each
def digit_for_letter(source: FunctionSource) -> Iterator[Place]:
    """
    The digit 0 stands where the letter O is meant.

    They look alike, but no player and no cell is ever the number 0. `{code}` in line
    {line} asks for it: with the letter in its place, every answer is right.

    Write the capital letter O, the name that stands beside X at the top of the file.
    """
    numbers = _numbers(source)
    for test in source.nodes(ast.Compare):
        sides = [test.left, *test.comparators]
        zeros = [side for side in sides if ast.unparse(side) == "0"]
        if all(side in zeros or _may_be_mark(side, numbers) for side in sides):
            for zero in zeros:
                yield Place(test, {zero: ast.Name("O")})


def _may_be_mark(node: ast.expr, numbers: Container[str]) -> bool:
    """Return whether a mark may be there: `cell`, `board[0][1]`, `winner(board)`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call):
        return name_called(node) in ("winner", "player")
    return isinstance(node, ast.Name) and node.id not in numbers


def _numbers(source: FunctionSource) -> set[str]:
    """Return what counts, or is the number of a row: of that, 0 may be meant."""
    numbers = {
        argument.arg
        for function in source.functions
        for argument in function.args.args[1:]
    }
    for node in source.nodes(ast.AST):
        match node:
            case ast.AugAssign(target=given):
                numbers |= names_in(given)
            case (
                ast.For(target=given, iter=ast.Call(ast.Name("range")))
                | ast.comprehension(target=given, iter=ast.Call(ast.Name("range")))
                | ast.For(ast.Tuple([given, _]), ast.Call(ast.Name("enumerate")))
            ):
                numbers |= names_in(given)
            case ast.Assign(targets, value) if _is_number(value, numbers):
                numbers |= {name.id for name in names_assigned(targets)}
    return numbers


def _is_number(value: ast.expr, numbers: Container[str]) -> bool:
    """Return whether a number is assigned, or several: `i, j = action`."""
    match value:
        case ast.Tuple(elts=several):
            return any(_is_number(each, numbers) for each in several)
        case ast.Name() | ast.Subscript() | ast.Call():
            return not _may_be_mark(value, numbers)
    return isinstance(value, ast.BinOp) or type(getattr(value, "value", "")) is int


def not_set_back(source: FunctionSource) -> Iterator[Place]:
    """
    What is counted in one line is still there in the next.

    `{code}` in line {line} stands before the loop, so that several lines of the board
    are counted together: with it at the beginning of each round, every answer is right.

    Move it into the loop, so that every row, or column, begins anew.
    """
    for function in source.functions:
        assigned = defaultdict[str, list[ast.Assign]](list)
        for node in sorted(nodes_in([function], ast.Assign), key=_line):
            for target in names_assigned([node]):
                assigned[target.id].append(node)
        for loop in nodes_in([function], ast.For):
            added = set(map(ast.unparse, _added_to(loop)))
            before = dict[ast.Assign, None]()
            for name in sorted(added & assigned.keys()):
                if place := bisect_left(assigned[name], loop.lineno, key=_line):
                    before[assigned[name][place - 1]] = None
            if before:
                first, begun = loop.body[0], sorted(before, key=_line)
                yield Place(begun[0], {first: [*begun, first]})


def _line(node: ast.stmt) -> int:
    return node.lineno


def _added_to(loop: ast.For) -> Iterator[ast.expr]:
    """Yield what more is added to in a loop: `n += 1`, `marks.append(cell)`."""
    for node in nodes_in(loop.body, ast.stmt):
        match node:
            case (
                ast.AugAssign(target=target)
                | ast.Expr(value=ast.Call(ast.Attribute(target, "append")))
            ):
                yield target


def answers_exchanged(source: FunctionSource) -> Iterator[Place]:
    """
    True and False are exchanged.

    `{code}` in line {line} answers the opposite of what is asked, and so does what the
    function returns else: with True and False exchanged, every answer is right.

    Say aloud what the name of the function asks, and what each `return` answers.
    """
    for function in source.functions:
        ends = list(nodes_in([function], ast.Return))
        told = [end.value for end in ends if isinstance(end.value, ast.Constant)]
        both = {ast.unparse(each) for each in told} == {"True", "False"}
        if both and len(told) == len(ends):
            yield Place(ends[0], {c: ast.Constant(not c.value) for c in told})


def condition_turned(source: FunctionSource) -> Iterator[Place]:
    """
    A condition is the wrong way round.

    `{code}` in line {line} holds where it should not, and the other way round: with its
    opposite in its place, every answer is right.

    Say the line aloud, with a board for which you know the answer.
    """
    for test in source.nodes(ast.Compare):
        if turned := with_sign(test, DENIED):
            yield Place(test, {test: turned})
