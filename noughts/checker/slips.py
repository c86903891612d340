"""
Slips in a search, shown by the file's own text.

Many files give the same wrong answers, so answers alone cannot tell why a search goes
wrong. The text can. Some slips are seen in it, beside what the calls did. The others
are proved by experiment: one place is changed, nothing else, and the file is asked
again. Only if its answers are right then was that place the cause.

The paragraphs of a docstring are the title, the explanation and the hint, in which
`{line}` and `{code}` stand for the place.
"""

import ast
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any, NamedTuple, TypeGuard, TypeVar

from noughts.checker.misconceptions import paragraphs
from noughts.checker.record import Misconception
from noughts.checker.sheet import Sheet
from noughts.checker.signatures import calls_itself, defined, reached
from noughts.contract import PARAMETERS
from noughts.observe.source import stops_in

AnyNode = TypeVar("AnyNode", bound=ast.AST)

MOST = 40  # changes that are tried for one file
LONGEST = 60  # characters of code that are shown
FAR = 1000  # beyond every value
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}
STRICT: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.GtE: ast.Gt, ast.LtE: ast.Lt}

# What stands in the place of a node: another one, or several statements.
Change = Mapping[ast.AST, ast.AST | list[ast.stmt]]


class Place(NamedTuple):
    """Where a file may be wrong, and what to change there."""

    node: ast.AST
    change: Change


class Slip(NamedTuple):
    """A slip that a file may have, and the file without it."""

    misconception: Misconception
    source: str  # one character for each byte


Finder = Callable[[ast.Module, list[ast.FunctionDef]], Iterator[Place]]
Witness = Callable[[ast.Module, list[ast.FunctionDef], Sheet], ast.AST | None]

PROVED: list[Finder] = []
SEEN: list[Witness] = []


def proved(finder: Finder) -> Finder:
    """Enter a slip that an experiment proves."""
    PROVED.append(finder)
    return finder


def seen(witness: Witness) -> Witness:
    """Enter a slip that text and calls show together."""
    SEEN.append(witness)
    return witness


def shown_by(tree: ast.Module, sheet: Sheet) -> Misconception | None:
    """Return the first slip that the text and the answers of minimax show."""
    functions = searching(tree)
    for witness in SEEN:
        if node := witness(tree, functions, sheet):
            return described(witness, node)
    return None


def suspected(tree: ast.Module) -> Iterator[Slip]:
    """Yield the slips that the text allows, each with a file in which it is fixed."""
    functions = searching(tree)
    places = ((finder, place) for finder in PROVED for place in finder(tree, functions))
    for _, (finder, place) in zip(range(MOST), places, strict=False):
        yield Slip(described(finder, place.node), changed(tree, place.change))


def described(told: Finder | Witness, node: ast.AST) -> Misconception:
    """Return a slip in words, with its place in the file."""
    title, explanation, hint = paragraphs(told)
    line, code = getattr(node, "lineno", 0), ast.unparse(node).split("\n")[0][:LONGEST]
    place = {"line": line, "code": code}
    return Misconception(
        told.__name__,
        "minimax",
        title,
        explanation.format(**place),
        hint.format(**place),
        line=line,
        code=code,
    )


def changed(tree: ast.Module, change: Change) -> str:
    """Return the source with some nodes replaced, one character for each byte."""
    twin = copy.deepcopy(tree)
    pairs = zip(ast.walk(tree), ast.walk(twin), strict=True)
    instead = {id(new): change[old] for old, new in pairs if old in change}

    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return instead.get(id(node)) or self.generic_visit(node)

    fixed = ast.fix_missing_locations(Replace().visit(twin))
    return ast.unparse(fixed).encode("utf-8").decode("latin-1")


# --- Seen -------------------------------------------------------------------


@seen
def by_chance(
    tree: ast.Module, functions: list[ast.FunctionDef], sheet: Sheet
) -> ast.AST | None:
    """
    The action is picked at random.

    `{code}` in line {line} chooses among the possible actions, and nothing is
    searched: the answers differ from call to call.

    For each action, find out what the board after it is worth, and return the best.
    """
    if any(calls_itself(tree, function.name) for function in functions):
        return None
    for node in _inside(functions, ast.Return):
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        if used & {"random", "choice", "sample", "randint", "shuffle"}:
            return node
    return None


@seen
def unrestored(
    tree: ast.Module, functions: list[ast.FunctionDef], sheet: Sheet
) -> ast.AST | None:
    """
    The search writes into the board and does not put it back.

    Line {line} tries an action on the very board that was given, `{code}`. What is
    tried next then has that mark in it, too.

    Search on `result(board, action)`, which is a board of its own.
    """
    if not any(answer.mutated for answer in sheet.wrong.values()):
        return None
    for function in functions:
        given = {argument.arg for argument in function.args.args}
        for loop in _inside([function], ast.For):
            for node in _inside([loop], ast.Assign):
                match node:
                    case ast.Assign(
                        targets=[
                            ast.Subscript(value=ast.Subscript(value=ast.Name(id=name)))
                        ]
                    ) if name in given:
                        return node
    return None


@seen
def action_for_value(
    tree: ast.Module, functions: list[ast.FunctionDef], sheet: Sheet
) -> ast.AST | None:
    """
    `minimax` mistakes the action that it returns for a value.

    In line {line} `minimax` calls itself and compares what comes back. But that is an
    action, or None, and not what the board is worth.

    Write a function that returns the value of a board, let it call itself, and call it
    from `minimax`.
    """
    if not _broken_by(sheet, "NoneType", "tuple"):
        return None
    own = [function for function in functions if function.name == "minimax"]
    calls = [call for call in _inside(own, ast.Call) if _called(call) == "minimax"]
    return next(iter(calls), None)


@seen
def none_from_branch(
    tree: ast.Module, functions: list[ast.FunctionDef], sheet: Sheet
) -> ast.AST | None:
    """
    A branch of the search ends without `return`.

    The function of line {line} returns a value in one branch and reaches its end in
    another: there the value is None, which cannot be compared.

    Let every branch of that function return what the board is worth.
    """
    if not _broken_by(sheet, "NoneType"):
        return None
    for function in functions:
        values = [r for r in _inside([function], ast.Return) if r.value is not None]
        circle = calls_itself(tree, function.name) and function.name != "minimax"
        if values and circle and _falls_through(function.body):
            head = ast.Expr(ast.Name(f"def {function.name}"))
            return ast.copy_location(head, function)
    return None


def _broken_by(sheet: Sheet, *types: str) -> bool:
    """Return whether every open position raises a TypeError, about one of types."""
    wrong = [a for q, a in sheet.wrongs() if q.about == "open"]
    raised = [answer for answer in wrong if answer.kind == "TypeError"]
    told = [answer.text for answer in raised if answer.text]
    return bool(told) and all(any(name in text for name in types) for text in told)


def _falls_through(body: list[ast.stmt]) -> bool:
    """Return whether the end of some statements can be reached."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return False
        case ast.If(body=one, orelse=other):
            return not other or _falls_through(one) or _falls_through(other)
        case ast.While(test=ast.Constant(value=True)):
            return False
        case ast.With(body=inner):
            return _falls_through(inner)
        case ast.Try() | ast.Match():
            return False  # unclear, and so not told
    return True


# --- Proved -----------------------------------------------------------------


@proved
def same_board(tree: ast.Module, functions: list[ast.FunctionDef]) -> Iterator[Place]:
    """
    The search goes on with the same board.

    `{code}` in line {line} asks for the value of the board that it has already, so the
    same board comes again and again and nothing is ever played.

    Pass on the new board: `result(board, action)`.
    """
    names = {function.name for function in functions}
    first, change = None, dict[ast.AST, ast.AST]()
    for function in functions:
        board = next((argument.arg for argument in function.args.args), "")
        for target, inner in _loops(function):
            for call in _inside(inner, ast.Call):
                given = call.args[0] if call.args else None
                match given:
                    case ast.Name(id=name) if _called(call) in names and (
                        name == board or _is_copy(function, name)
                    ):
                        after = ast.Call(
                            ast.Name("result"), [ast.Name(name), _loaded(target)], []
                        )
                        change[given] = after
                        first = first or call
    if first:
        yield Place(first, change)


@proved
def returns_early(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    The loop of the search ends after its first action.

    `{code}` in line {line} is inside the loop, so only one action is ever looked at.

    Indent the `return` as far as the `for`: then it comes after the loop.
    """
    first, change = None, dict[ast.AST, list[ast.stmt]]()
    for loop in _inside(functions, ast.For):
        ends = [each for each in loop.body if isinstance(each, ast.Return)]
        rest = [each for each in loop.body if each not in ends]
        if ends and rest:
            first = first or ends[0]
            whole = ast.For(loop.target, loop.iter, rest, loop.orelse)
            change[loop] = [whole, ends[0]]
    if first:
        yield Place(first, change)


@proved
def depth_limit(tree: ast.Module, functions: list[ast.FunctionDef]) -> Iterator[Place]:
    """
    The search stops before the game is over.

    `{code}` in line {line} ends it at a depth. What comes later is not seen, and an
    open position is taken for a draw.

    This game is short: stop only where `terminal(board)` is true.
    """
    tests = list[ast.Compare]()
    for function in functions:
        counted = {
            each.id
            for call in _inside([function], ast.Call)
            for argument in [*call.args, *(k.value for k in call.keywords)]
            if isinstance(argument, ast.BinOp)
            for each in [argument.left]
            if isinstance(each, ast.Name)
        }
        for test in _inside([function], ast.Compare):
            names = {n.id for n in ast.walk(test) if isinstance(n, ast.Name)}
            if names & counted & {argument.arg for argument in function.args.args}:
                tests.append(test)
    if len(tests) > 1:
        yield Place(tests[0], {test: ast.Constant(False) for test in tests})
    for test in tests:
        yield Place(test, {test: ast.Constant(False)})


@proved
def bounds_swapped(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    Alpha and beta are passed on in the wrong order.

    `{code}` in line {line} passes each bound in the place of the other: with the two in
    the order in which the function names them, every answer is right.

    Pass the bounds on as the function takes them, alpha first, then beta.
    """
    taken = {f.name: [a.arg for a in f.args.args] for f in functions}
    places = list[Place]()
    for call in _inside(functions, ast.Call):
        names, given = taken.get(_called(call), []), call.args
        if len(names) != len(given):
            continue
        for n, m in combinations(range(1, len(given)), 2):
            match given[n], given[m]:
                case ast.Name(id=one), ast.Name(id=other) if (
                    one == names[m] and other == names[n]
                ):
                    places.append(Place(call, {given[n]: given[m], given[m]: given[n]}))
    if len(places) > 1:
        every = {node: new for place in places for node, new in place.change.items()}
        yield Place(places[0].node, every)
    yield from places


@proved
def bound_misplaced(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    A bound is set to the wrong value.

    `{code}` in line {line} makes the window wrong: with the bound compared with its own
    value, every answer is right.

    Alpha only grows, `alpha = max(alpha, best)`; beta only falls,
    `beta = min(beta, best)`.
    """
    for function in functions:
        bounds = {argument.arg for argument in function.args.args[1:]}
        for node in _inside([function], ast.Assign):
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=name)],
                    value=ast.Call(func=ast.Name(id="max" | "min" as way)) as call,
                ) if name in bounds and name not in map(ast.unparse, call.args):
                    for other in call.args:
                        kept = ast.Call(ast.Name(way), [ast.Name(name), other], [])
                        yield Place(node, {call: kept})


@proved
def narrow_window(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    The window of alpha-beta begins too narrow.

    `{code}` in line {line} is called with bounds between which not every value fits. So
    moves are cut that nobody has looked at: with a window that holds all values, every
    answer is right.

    Begin with alpha at -infinity and beta at +infinity.
    """
    names = {function.name for function in functions}
    first, change = None, dict[ast.AST, ast.AST]()
    for function in functions:
        numbers = {
            target.id: node.value
            for node in _inside([function], ast.Assign)
            if _is_number(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in _inside([function], ast.Call):
            bounds = [
                numbers.get(each.id) if isinstance(each, ast.Name) else each
                for each in call.args[1:]
            ]
            given = [each for each in bounds if each and _is_number(each)]
            if _called(call) in names and len(given) == 2:
                first = first or call
                change |= {given[0]: ast.Constant(-FAR), given[1]: ast.Constant(FAR)}
    if first:
        yield Place(first, change)


@proved
def wrong_cut(tree: ast.Module, functions: list[ast.FunctionDef]) -> Iterator[Place]:
    """
    The search cuts off what matters.

    It leaves out more than alpha-beta may. `{code}` in line {line} stops at the wrong
    moment: with this one comparison changed, every answer is right.

    X stops when its best value is at least beta, O when its best is at most alpha.
    """
    for function in functions:
        for loop in _inside([function], ast.For):
            for choice in _inside([loop], ast.If):
                if any(isinstance(s, ast.Break | ast.Return) for s in choice.body):
                    for test in _inside([choice.test], ast.Compare):
                        yield from _other_tests(function, test)


def _other_tests(function: ast.FunctionDef, test: ast.Compare) -> Iterator[Place]:
    """Yield a comparison the other way round, and with each other bound."""
    if len(test.ops) != 1 or type(test.ops[0]) not in OPPOSITE:
        return
    left, (right,) = test.left, test.comparators
    other = OPPOSITE[type(test.ops[0])]()
    yield Place(test, {test: ast.Compare(left, [other], [right])})
    for argument in function.args.args[1:]:
        name = ast.Name(argument.arg)
        for op in (test.ops[0], other):
            if isinstance(right, ast.Name) and right.id != name.id:
                yield Place(test, {test: ast.Compare(left, [op], [name])})


@proved
def wrong_side(tree: ast.Module, functions: list[ast.FunctionDef]) -> Iterator[Place]:
    """
    The search takes one player for the other.

    `{code}` in line {line} says whose turn it is, and says it the wrong way round: with
    this changed, every answer is right.

    X maximises and O minimises, and after each move it is the other's turn.
    """
    names = {function.name for function in functions}
    flags, first = dict[ast.AST, ast.AST](), None
    for call in _inside(functions, ast.Call):
        if _called(call) in names:
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            for flag in given:
                match flag:
                    case ast.Constant(value=bool(value)):
                        first = first or call
                        flags[flag] = ast.Constant(not value)
                        yield Place(call, {flag: flags[flag]})
    if first and len(flags) > 1:
        yield Place(first, flags)
    for test in _inside(functions, ast.Compare):
        match test:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="player")),
                comparators=[ast.Name(id="X" | "O" as mark) as named],
            ):
                other = ast.Name("O" if mark == "X" else "X")
                yield Place(test, {named: other})


@proved
def best_not_kept(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    The best value so far is not kept.

    Where `{code}` in line {line} finds a better action it keeps the action, but not its
    value. So every later action is compared with the value from the beginning.

    Keep both: the value and the action that has it.
    """
    change, first = dict[ast.AST, ast.AST](), None
    for loop in _inside(functions, ast.For):
        for choice in _inside([loop], ast.If):
            match choice.test:
                case ast.Compare(
                    left=ast.Name(id=one),
                    ops=[ast.Lt() | ast.Gt() | ast.LtE() | ast.GtE()],
                    comparators=[ast.Name(id=other)],
                ):
                    within = {n.id for n in _assigned(loop.body)}
                    kept = {n.id for n in _assigned(choice.body)}
                    new, old = (one, other) if one in within else (other, one)
                    if new in within and old not in within and kept - {new}:
                        keep = ast.Assign([ast.Name(old)], ast.Name(new))
                        body: list[ast.stmt] = [keep, *choice.body]
                        whole = ast.If(choice.test, body, choice.orelse)
                        change[choice] = whole
                        first = first or choice.test
    if first:
        yield Place(first, change)


@proved
def left_before_kept(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    The loop is left before the best action is kept.

    `{code}` in line {line} stops at an action that is good enough, but only the lines
    below it would keep that action and its value.

    Keep the value and the action first, and then ask whether to stop.
    """
    change, first = dict[ast.AST, ast.AST](), None
    for loop in _inside(functions, ast.For):
        stops = [each for each in loop.body if _leaves(each)]
        rest = [each for each in loop.body if each not in stops]
        if stops and loop.body[-1] not in stops:
            change[loop] = ast.For(loop.target, loop.iter, [*rest, *stops], loop.orelse)
            first = first or stops[0].test
    if first:
        yield Place(first, change)


def _leaves(node: ast.stmt) -> TypeGuard[ast.If]:
    """Return whether a statement leaves the loop in which it is, and does no more."""
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Break | ast.Return)


@proved
def end_not_valued(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    The end of a game gets the wrong value.

    `{code}` in line {line} values every finished game alike: with `utility(board)` in
    its place, every answer is right.

    Where `terminal(board)` is true, return `utility(board)`.
    """
    for function in functions:
        board = next((argument.arg for argument in function.args.args), "board")
        for choice in _inside([function], ast.If):
            asks = {_called(call) for call in _inside([choice.test], ast.Call)}
            for end in choice.body:
                if "terminal" not in asks or function.name == "minimax":
                    continue
                match end:
                    case ast.Return(value=ast.Constant() | ast.UnaryOp() as told):
                        worth = ast.Call(ast.Name("utility"), [ast.Name(board)], [])
                        yield Place(end, {told: worth})


@proved
def compared_as_text(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    Values are compared as texts.

    `{code}` in line {line} is a text. Python compares texts letter by letter, so that
    "10" comes before "9", and "-1" before "-inf".

    Leave the values numbers: no `str(...)`, and no quotes.
    """
    change, right_ones = dict[ast.AST, ast.AST](), set[ast.AST]()
    for call in _inside(functions, ast.Call):
        if _called(call) == "str" and len(call.args) == 1:
            change[call] = call.args[0]
        if _called(call) == "float":
            right_ones |= set(call.args)
    for text in _inside(functions, ast.Constant):
        if isinstance(text.value, str) and text not in right_ones:
            try:
                change[text] = ast.Constant(float(text.value or -FAR))
            except ValueError:
                continue
    if change:
        yield Place(next(iter(change)), change)


@proved
def ties_taken(tree: ast.Module, functions: list[ast.FunctionDef]) -> Iterator[Place]:
    """
    A bound is taken for a tie.

    The moves share one window, so a worse move can come back with the same number as
    the best so far: it was cut off there, and is worth no more than that. `{code}` in
    line {line} takes it.

    Take a later move only if it is strictly better: `>` for X, `<` for O.
    """
    if not stops_in(tree):
        return
    change = dict[ast.AST, ast.AST]()
    for choice in _inside(functions, ast.If):
        if not any(isinstance(s, ast.Break | ast.Return) for s in choice.body):
            for test in _inside([choice.test], ast.Compare):
                if len(test.ops) == 1 and type(test.ops[0]) in STRICT:
                    op = STRICT[type(test.ops[0])]()
                    change[test] = ast.Compare(test.left, [op], test.comparators)
    if change:
        yield Place(next(iter(change)), change)


@proved
def bound_remembered(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    A bound is remembered as a value.

    Alpha-beta finds the value of a board only within its window; outside it finds a
    bound. `{code}` in line {line} looks the board up whatever the window was.

    Remember the window as well, `(board, alpha, beta)`, or remember nothing.
    """
    if not stops_in(tree):
        return
    change = dict[ast.AST, ast.AST]()
    for node in _inside(functions, ast.Compare):
        match node:
            case ast.Compare(ops=[ast.In()], comparators=[ast.Name()]):
                change[node] = ast.Constant(False)
            case ast.Compare(ops=[ast.NotIn()], comparators=[ast.Name()]):
                change[node] = ast.Constant(True)
    for call in _inside(functions, ast.Call):
        match call.func:
            case ast.Attribute(value=ast.Name(), attr="get") if call.args:
                change[call] = ast.Constant(None)
    if change:
        yield Place(next(iter(change)), change)


@proved
def begins_too_good(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    The best so far begins with a value that is too good.

    `{code}` in line {line} is taken for a value that some action has reached. So what
    is worse than it is never taken, though nothing better may be there.

    Begin with -infinity where the largest is looked for, with +infinity where it is
    the smallest.
    """
    starts = [
        node
        for function in functions
        if any(_inside([function], ast.For))
        for node in _inside([function], ast.Assign)
        if isinstance(node.targets[0], ast.Name) and _is_number(node.value)
    ]
    far = (-FAR, FAR)
    together = dict[ast.AST, ast.AST]()
    for function in functions:
        for node in starts:
            if node in ast.walk(function) and (best := _sought(function, node)):
                value = ast.Constant(far[best == "min"])
                together[node] = ast.Assign(node.targets, value)
    for node, number in product(starts, far):
        yield Place(node, {node: ast.Assign(node.targets, ast.Constant(number))})
    if len(together) > 1:
        yield Place(min(together, key=_far), together)


def _sought(function: ast.FunctionDef, start: ast.Assign) -> str:
    """Return whether the largest or the smallest is looked for, from a first value."""
    name, found = ast.unparse(start.targets[0]), dict[int, str]()
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=kept)],
                value=ast.Call(func=ast.Name(id="max" | "min" as way)),
            ) if kept == name:
                found[node.lineno] = way
            case ast.Compare(
                ops=[ast.Gt() | ast.GtE()], comparators=[ast.Name(id=kept)]
            ):
                if kept == name:
                    found[node.lineno] = "max"
            case ast.Compare(
                ops=[ast.Lt() | ast.LtE()], comparators=[ast.Name(id=kept)]
            ):
                if kept == name:
                    found[node.lineno] = "min"
    return next((found[n] for n in sorted(found) if n > start.lineno), "")


def _far(start: ast.AST) -> float:
    """Return how far a first value is from a draw; `math.inf` has no number in it."""
    numbers = (n.value for n in ast.walk(start) if isinstance(n, ast.Constant))
    try:
        return abs(float(str(next(numbers))))
    except (StopIteration, ValueError):
        return float("inf")


@proved
def wrong_direction(
    tree: ast.Module, functions: list[ast.FunctionDef]
) -> Iterator[Place]:
    """
    One place of the search goes the wrong way.

    `{code}` in line {line} takes the larger where the smaller belongs, or the other way
    round: with this one place changed, every answer is right.

    X takes the largest value and O the smallest; in O's branch everything is mirrored.
    """
    # A bound that moves the wrong way only cuts less: it makes no answer wrong, and to
    # turn another round would hide what does.
    bounds = {a.arg for function in functions for a in function.args.args[1:]}
    strange = {
        node.value
        for node in _inside(functions, ast.Assign)
        if isinstance(node.value, ast.Call)
        and (
            ast.unparse(node.targets[0]) in bounds or not _keeps_best(node, node.value)
        )
    }
    for call in _inside(functions, ast.Call):
        if (name := _called(call)) in ("max", "min") and call not in strange:
            other = ast.Name("min" if name == "max" else "max")
            yield Place(call, {call: ast.Call(other, call.args, call.keywords)})
    for choice in _inside(functions, ast.If):
        for test in _inside([choice.test], ast.Compare):
            if len(test.ops) == 1 and type(test.ops[0]) in OPPOSITE:
                op = OPPOSITE[type(test.ops[0])]()
                yield Place(
                    test, {test: ast.Compare(test.left, [op], test.comparators)}
                )


# --- What they share --------------------------------------------------------


def searching(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return `minimax` and the file's own functions to which it leads."""
    others = set(PARAMETERS) - {"minimax"}
    functions = defined(tree)
    found = reached(tree, "minimax") - others
    return [functions[name] for name in functions if name in found]


def _inside(within: Iterable[ast.AST], kind: type[AnyNode]) -> Iterator[AnyNode]:
    """Yield the nodes of a kind within some nodes, in the order of the text."""
    found = [n for each in within for n in ast.walk(each) if isinstance(n, kind)]
    yield from sorted(
        dict.fromkeys(found),
        key=lambda n: (getattr(n, "lineno", 0), getattr(n, "col_offset", 0)),
    )


def _assigned(body: Iterable[ast.AST]) -> Iterator[ast.Name]:
    """Yield the names that some statements give a value."""
    for name in _inside(body, ast.Name):
        if isinstance(name.ctx, ast.Store):
            yield name


def _loops(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, list[ast.AST]]]:
    """Yield what each loop runs through with, and what is done in it."""
    for node in ast.walk(function):
        match node:
            case ast.For(target=target, body=body):
                yield target, list(body)
            case ast.ListComp(elt=each) | ast.GeneratorExp(elt=each):
                yield node.generators[0].target, [each]


def _loaded(target: ast.expr) -> ast.expr:
    """Return the target of a loop as it is read."""
    return ast.parse(ast.unparse(target), mode="eval").body


def _is_copy(function: ast.FunctionDef, name: str) -> bool:
    """Return whether a name is another form of the board: `[list(row) for ...]`."""
    return any(
        isinstance(node.targets[0], ast.Name) and node.targets[0].id == name
        for node in _inside([function], ast.Assign)
        if not isinstance(node.value, ast.Constant)
    )


def _keeps_best(node: ast.Assign, call: ast.Call) -> bool:
    """Return whether what is assigned is compared with what was there before."""
    kept = ast.unparse(node.targets[0])
    return len(call.args) < 2 or kept in map(ast.unparse, call.args)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _is_number(node: ast.expr) -> bool:
    """Return whether an expression is a small number, or infinity."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _is_number(inner)
        case ast.Constant(value=int() | float()):
            return True
        case ast.Attribute(attr="inf") | ast.Name(id="inf"):
            return True
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()]):
            return True
    return False
