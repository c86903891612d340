"""Slips that the text and the answers show together."""

import ast

from noughts import oracle
from noughts.board import completing, opponent
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.slips.experiment import SearchSource, seen
from noughts.checker.slips.syntax import (
    is_copy,
    name_called,
    names_assigned,
    nodes_in,
)
from noughts.checker.source_text import calls_itself
from noughts.observe.source import recursive


@seen
def by_chance(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    The action is picked at random.

    `{code}` in line {line} chooses among the possible actions, and nothing is
    searched: the answers differ from call to call.

    For each action, find out what the board after it is worth, and return the best.
    """
    if search.deep or recursive(search.tree):
        return None
    for node in nodes_in(search.functions, ast.Return):
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        if used & {"random", "choice", "sample", "randint", "shuffle"}:
            return node
    return None


@seen
def one_move_ahead(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    It looks one move ahead, and no further.

    `{code}` in line {line} values the board right after the action. So a win that is
    there is taken, but what the opponent does next is never asked.

    Write a function that returns the value of a board: `utility(board)` where the game
    is over, else the best of the values after each action, found by calling itself.
    """
    if search.deep or recursive(search.tree):
        return None
    calls = list(nodes_in(search.functions, ast.Call))
    after = next((c for c in calls if name_called(c) in ("utility", "winner")), None)
    played = any(name_called(call) == "result" for call in calls)
    return after if played and _takes_wins_alone(sheet) else None


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


@seen
def never_compared(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    The values of the actions are not compared.

    `{code}` in line {line} is done for each action, whatever it is worth. So it is
    always the first one that is returned, or the last.

    Keep an action only if its value is better than the best so far: larger for X,
    smaller for O.
    """
    own = [function for function in search.functions if function.name == "minimax"]
    told = {ast.unparse(r.value) for r in nodes_in(own, ast.Return) if r.value}
    for loop in nodes_in(own, ast.For):
        action = ast.unparse(loop.target)
        for node in loop.body if _as_they_come(own, loop.iter) else ():
            kept = _kept(node, action)
            once = not kept & _assigned_beside(own, loop)
            if kept & {*told, action} and once and not _chosen(loop, kept):
                return node
    return None


def _as_they_come(own: list[ast.FunctionDef], listed: ast.expr) -> bool:
    """Return whether a loop runs over the actions in an order that means nothing."""
    if isinstance(listed, ast.Name):
        name = listed.id
        given = [
            node.value
            for node in nodes_in(own, ast.Assign)
            if ast.unparse(node.targets[0]) == name
        ]
        changed = any(
            ast.unparse(node.value) == name for node in nodes_in(own, ast.Attribute)
        )
        if len(given) != 1 or changed:
            return False
        listed = given[0]
    calls = list(nodes_in([listed], ast.Call))
    names = {name_called(call) for call in calls}
    return (
        "actions" in names
        and names <= {"actions", "list", "set", "sorted", "tuple"}
        and not any(call.keywords for call in calls)
        and not isinstance(listed, ast.ListComp | ast.SetComp | ast.GeneratorExp)
    )


def _assigned_beside(own: list[ast.FunctionDef], loop: ast.For) -> set[str]:
    """Return the names that something other than a constant is assigned elsewhere."""
    within = {id(node) for node in ast.walk(loop)}
    return {
        name.id
        for node in nodes_in(own, ast.Assign)
        if id(node) not in within and not isinstance(node.value, ast.Constant)
        for name in names_assigned(node.targets)
    }


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


def _chosen(loop: ast.For, kept: set[str]) -> bool:
    """Return whether a branch of a loop leaves it, or keeps something else."""
    leaves = (ast.Return, ast.Break, ast.Continue)
    for branch in nodes_in(loop.body, ast.If):
        inner = [
            node for each in branch.body + branch.orelse for node in ast.walk(each)
        ]
        stored = {name.id for name in names_assigned(branch.body + branch.orelse)}
        if stored & kept or any(isinstance(node, leaves) for node in inner):
            return True
    return False


@seen
def unrestored(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
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
        given -= {name for name in given if is_copy(function, name)}
        for loop in nodes_in([function], ast.For):
            written = list(nodes_in([loop], ast.Assign))
            places = [ast.unparse(node.targets[0]) for node in written]
            for node, place in zip(written, places, strict=True):
                match node:
                    case ast.Assign(
                        targets=[
                            ast.Subscript(value=ast.Subscript(value=ast.Name(id=name)))
                        ]
                    ) if name in given and places.count(place) == 1:
                        return node
    return None


@seen
def action_for_value(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
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


@seen
def none_from_branch(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    A branch of the search ends without `return`.

    The function of line {line} returns a value in one branch and reaches its end in
    another: there the value is None, which cannot be compared.

    Let every branch of that function return what the board is worth.
    """
    if not _broken_by(sheet, "NoneType"):
        return None
    for function in search.functions:
        values = [r for r in nodes_in([function], ast.Return) if r.value is not None]
        circle = calls_itself(search.tree, function.name) and function.name != "minimax"
        if values and circle and _falls_through(function.body):
            head = ast.Expr(ast.Name(f"def {function.name}"))
            return ast.copy_location(head, function)
    return None


def _broken_by(sheet: AnswerSheet, *types: str) -> bool:
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
