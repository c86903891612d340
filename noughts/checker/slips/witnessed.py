"""Slips that the text and the answers show together."""

import ast
import random
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import NoneType

from noughts import oracle
from noughts.board import completing, opponent
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.slips.experiment import FunctionSource
from noughts.checker.slips.syntax import (
    copies_in,
    first_argument,
    head_of,
    name_called,
    names_assigned,
    names_in,
    nodes_in,
)
from noughts.observe.source import is_stored, recursive

LEAVES = (ast.Return, ast.Break, ast.Continue)
# Modules by which one picks at random, and what a star imports from them.
CHANCE = {"random": random.__all__, "secrets": secrets.__all__}


def by_chance(search: FunctionSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    The action is picked at random.

    `{code}` in line {line} chooses among the possible actions, and nothing is
    searched: the answers differ from call to call.

    For each action, find out what the board after it is worth, and return the best.
    """
    calls = search.nodes(ast.Call)
    looks = "result" in map(name_called, calls)
    if looks or search.deep or recursive(search.tree):
        return None
    chance = _imported(search.tree, CHANCE)
    for function in search.functions:
        returned = _returned(function)
        picked = [node for node in returned if names_in(node) & chance]
        kept = {
            name.id
            for node in nodes_in([function], ast.Assign)
            if names_in(node.value) & chance
            for name in names_assigned(node.targets)
        }
        if picked and all(names_in(node) & (chance | kept) for node in returned):
            return picked[0]
    return None


def _imported(tree: ast.Module, modules: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the names by which a file knows some modules and what is in them."""
    found, own = set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found |= {n.asname or n.name for n in names if n.name in modules}
            case ast.ImportFrom(module=str(module), names=names) if module in modules:
                for each in names:
                    every = modules[module] if each.name == "*" else [each.name]
                    found.update([each.asname] if each.asname else every)
            case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name):
                own.add(name)
    return found - own


def _returned(function: ast.FunctionDef) -> list[ast.Return]:
    """Return where a function itself returns something, and not None."""
    within = [f for f in nodes_in([function], ast.FunctionDef) if f is not function]
    inner = {id(node) for node in nodes_in(within, ast.Return)}
    return [
        node
        for node in nodes_in([function], ast.Return)
        if id(node) not in inner and not isinstance(node.value, ast.Constant | NoneType)
    ]


def one_move_ahead(search: FunctionSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    It looks one move ahead, and no further.

    `{code}` in line {line} values the board right after the action. So a win that is
    there is taken, but what the opponent does next is never asked.

    Write a function that returns the value of a board: `utility(board)` where the game
    is over, else the best of the values after each action, found by calling itself.
    """
    if search.deep or recursive(search.tree):
        return None
    calls = list(search.nodes(ast.Call))
    own = [function for function in search.functions if function.name == "minimax"]
    before = {  # what minimax was given is the board before
        call
        for function in own
        for call in nodes_in(own, ast.Call)
        if first_argument(function) in map(ast.unparse, call.args)
    }
    valued = [
        call
        for call in calls
        if name_called(call) in ("utility", "winner") and call not in before
    ]
    played = any(name_called(call) == "result" for call in calls)
    return valued[0] if valued and played and _takes_wins_alone(sheet) else None


def _takes_wins_alone(sheet: AnswerSheet) -> bool:
    """Return whether every win at once is taken, and not every one prevented."""
    unseen = False
    for question, answer in sheet.pairs():
        turn = oracle.table()[question.key].turn
        if turn is None:
            continue
        wins = completing(question.key, turn)
        threats = completing(question.key, opponent(turn))
        if wins and answer.cell not in wins:
            return False
        unseen |= not wins and len(threats) == 1 and answer.cell not in threats
    return unseen


def never_compared(search: FunctionSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    The values of the actions are not compared.

    `{code}` in line {line} is done for each action, whatever it is worth. So it is
    always the first one that is returned, or the last.

    Keep an action only if its value is better than the best so far: larger for X,
    smaller for O.
    """
    own = [function for function in search.functions if function.name == "minimax"]
    told = {ast.unparse(r.value) for r in nodes_in(own, ast.Return) if r.value}
    lists, assigned = _lists(own), _assigned(own)
    for loop in nodes_in(own, ast.For):
        ways = loop.iter
        listed = lists.get(ways.id) if isinstance(ways, ast.Name) else ways
        branches = [*_branches(loop)]
        if not _as_they_come(listed) or any(isinstance(b, LEAVES) for b in branches):
            continue
        action, here = ast.unparse(loop.target), _assigned([loop])
        chosen = {n.id for n in branches if is_stored(n)}
        for node in loop.body:
            kept = _kept(node, action)
            once = all(here[name] == assigned[name] for name in kept)
            if (kept & told or action in kept) and once and not kept & chosen:
                return node
    return None


def _lists(own: list[ast.FunctionDef]) -> dict[str, ast.expr]:
    """Return what is assigned once, by its name, and nothing of it used: no `sort`."""
    given = dict[str, list[ast.expr]]()
    for node in nodes_in(own, ast.Assign):
        if isinstance(node.targets[0], ast.Name):
            given.setdefault(node.targets[0].id, []).append(node.value)
    for used in nodes_in(own, ast.Attribute):
        if isinstance(used.value, ast.Name):
            given.pop(used.value.id, None)
    return {name: values[0] for name, values in given.items() if len(values) == 1}


def _as_they_come(listed: ast.expr | None) -> bool:
    """Return whether these are the actions, in an order that means nothing."""
    calls = list(nodes_in([listed], ast.Call)) if listed else []
    names = {name_called(call) for call in calls}
    return (
        "actions" in names
        and names.issubset({"actions", "list", "set", "sorted", "tuple"})
        and not any(call.keywords for call in calls)
        and not isinstance(listed, ast.ListComp | ast.SetComp | ast.GeneratorExp)
    )


def _assigned(within: Iterable[ast.AST]) -> Counter[str]:
    """Return how often each name is assigned something other than a constant."""
    return Counter(
        name.id
        for node in nodes_in(within, ast.Assign)
        if not isinstance(node.value, ast.Constant)
        for name in names_assigned(node.targets)
    )


def _kept(node: ast.stmt, action: str) -> set[str]:
    """Return the names that a statement gives the action; itself if it is returned."""
    match node:
        case ast.Return(value=ast.Name(id=name)) if name == action:
            return {action}
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            pairs = zip(names, values, strict=False)
            return {
                ast.unparse(n) for n, value in pairs if ast.unparse(value) == action
            }
        case ast.Assign(targets=[name], value=value) if ast.unparse(value) == action:
            return {ast.unparse(name)}
    return set()


def _branches(loop: ast.For) -> Iterator[ast.AST]:
    """Yield what is in the branches of a loop."""
    todo: list[ast.AST] = [*loop.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If):
            inner = node.body + node.orelse
            yield from (n for each in inner for n in ast.walk(each))
        else:
            todo += ast.iter_child_nodes(node)


def unrestored(search: FunctionSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    The search writes into the board and does not put it back.

    Line {line} tries an action on the very board that was given, `{code}`. What is
    tried next then has that mark in it, too.

    Search on `result(board, action)`, which is a board of its own.
    """
    if not any(answer.mutated for answer in sheet.wrong.values()):
        return None
    for function in search.functions:
        given = {argument.arg for argument in function.args.args}
        given -= copies_in(function)
        for loop in nodes_in([function], ast.For):
            written = list(nodes_in([loop], ast.Assign))
            places = [ast.unparse(node.targets[0]) for node in written]
            times = Counter(places)
            for node, place in zip(written, places, strict=True):
                match node:
                    case ast.Assign(
                        targets=[
                            ast.Subscript(value=ast.Subscript(value=ast.Name(id=name)))
                        ]
                    ) if name in given and times[place] == 1:
                        return node
    return None


def action_for_value(search: FunctionSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    `minimax` mistakes the action that it returns for a value.

    In line {line} `minimax` calls itself and compares what comes back. But that is an
    action, or None, and not what the board is worth.

    Write a function that returns the value of a board, let it call itself, and call it
    from `minimax`.
    """
    if not _broken_by(sheet, "NoneType", "tuple"):
        return None
    own = [function for function in search.functions if function.name == "minimax"]
    apart = {id(node.value) for node in nodes_in(own, ast.Subscript)}
    apart |= {
        id(node.value)
        for node in nodes_in(own, ast.Assign)
        if isinstance(node.targets[0], ast.Tuple)
    }
    calls = (call for call in nodes_in(own, ast.Call) if id(call) not in apart)
    return next((call for call in calls if name_called(call) == "minimax"), None)


def none_from_branch(search: FunctionSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    A branch of the search ends without `return`.

    The function of line {line} returns a value in one branch and reaches its end in
    another: there the value is None, which cannot be compared.

    Let every branch of that function return what the board is worth.
    """
    if not _broken_by(sheet, "NoneType"):
        return None
    circle = recursive(search.tree) - {"minimax"}
    for function in search.functions:
        values = [r for r in nodes_in([function], ast.Return) if r.value is not None]
        if values and function.name in circle and _falls_through(function.body):
            return head_of(function)
    return None


def _broken_by(sheet: AnswerSheet, *types: str) -> bool:
    """Return whether every open position raises a TypeError, about one of types."""
    wrong = [a for q, a in sheet.wrongs() if q.about == "open"]
    raised = [answer for answer in wrong if answer.kind == "TypeError"]
    told = [answer.text for answer in raised if answer.text]
    return bool(told) and all(any(name in text for name in types) for text in told)


def _falls_through(body: list[ast.stmt]) -> bool:
    """Return whether the end of some statements can be reached."""
    todo = [body]
    while todo:
        match todo.pop():
            case [*_, ast.If(body=one, orelse=[*other])]:
                todo += [one, other]
            case [*_, ast.With(body=inner)]:
                todo.append(inner)
            case [*_, ast.Return() | ast.Raise()]:
                pass
            case [*_, ast.While(test=ast.Constant(value=True))]:
                pass
            case [*_, ast.Try() | ast.Match()]:
                pass  # unclear, and so not told
            case _:
                return True
    return False
