"""
When the sentence of a row is true of a file.

That a repair makes every answer right proves the repair, and not what is said about
the code. So a row of `mistakes.toml` may name a condition here, which the place of the
mistake must meet.
"""

import ast
import builtins
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from noughts.checker.mistakes.directions import (
    LARGER,
    SMALLER,
    directions,
    run_if_true,
)
from noughts.checker.mistakes.patterns import Bindings, text
from noughts.checker.mistakes.scope import Scope, is_kind, position
from noughts.game.contract import PARAMETERS

LOW = re.compile(r"alpha?|a|lo|low|lower|lower_?bound", re.I)
HIGH = re.compile(r"beta?|b|hi|high|upper|upper_?bound", re.I)
RULES_OF_END = {"terminal", "winner", "utility"}


class Place(NamedTuple):
    """Where a mistake is, and what to write there."""

    node: ast.AST
    new: Any  # a node, or several statements
    shown: ast.AST
    bindings: Bindings


Condition = Callable[[Scope, Place], bool]


# --- What code does ---------------------------------------------------------


def names_in(node: Any) -> set[str]:
    """Return the names in code."""
    nodes = node if isinstance(node, list) else [node]
    found = (each for part in nodes for each in ast.walk(part))
    return {each.id for each in found if isinstance(each, ast.Name)}


def called_in(node: ast.AST) -> set[str]:
    """Return the names of the functions and methods that are called in code."""
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
    return {text(call.func).rpartition(".")[2] for call in calls}


def is_bound(name: str) -> bool:
    """Return whether a variable is alpha or beta, by its name."""
    return bool(LOW.fullmatch(name) or HIGH.fullmatch(name))


def values_in(scope: Scope, function: ast.AST) -> set[str]:
    """Return the variables of a function that hold what a search found."""
    valued, before = set[str](), -1
    while len(valued) != before:
        before = len(valued)
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=targets, value=value):
                    if holds_value(scope, value, valued):
                        valued |= {name for each in targets for name in names_in(each)}
                case ast.AugAssign(target=target, value=value):
                    if holds_value(scope, value, valued):
                        valued |= names_in(target)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name)), args=args):
                    if any(holds_value(scope, each, valued) for each in args):
                        valued.add(name)  # such as values.append(...)
    return valued


def holds_value(scope: Scope, code: ast.AST, valued: set[str]) -> bool:
    """Return whether code asks a search for a value, or uses one that it found."""
    asked = called_in(code) & {*scope.own, "minimax", "utility"}
    return bool(asked or names_in(code) & valued)


def compared(
    scope: Scope, function: ast.AST, name: str
) -> Iterator[tuple[ast.AST, bool]]:
    """Yield where a variable is compared with a value; and whether larger is better."""
    valued = values_in(scope, function)
    for node in ast.walk(function):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                if not isinstance(op, (*LARGER, *SMALLER)):
                    continue
                is_larger = isinstance(op, LARGER)
                if text(right) == name and holds_value(scope, left, valued):
                    yield node, is_larger
                elif text(left) == name and holds_value(scope, right, valued):
                    yield node, not is_larger
            case ast.Call(func=ast.Name(id="max" | "min" as choice), args=args):
                if name in map(text, args) and len(args) > 1:
                    yield node, choice == "max"


def function_named(scope: Scope, name: str) -> ast.FunctionDef | None:
    """Return the function or method of this name."""
    every = (node for node in scope.nodes if isinstance(node, ast.FunctionDef))
    return next((node for node in every if node.name == name), None)


def parameters_for(scope: Scope, call: ast.AST) -> list[str]:
    """Return the parameters of the file's own function that a call fills, in order."""
    if not isinstance(call, ast.Call):
        return []
    called = function_named(scope, text(call.func).rpartition(".")[2])
    if called is None:
        return []
    names = [each.arg for each in called.args.args]
    return names[1:] if isinstance(call.func, ast.Attribute) else names


def loop_names(scope: Scope, node: ast.AST) -> set[str]:
    """Return the variables of the loops around a node."""
    loops = (each for each in scope.ancestors(node) if isinstance(each, ast.For))
    return {name for loop in loops for name in names_in(loop.target)}


# --- The conditions ---------------------------------------------------------


def begins_as_value(scope: Scope, place: Place) -> bool:
    """Whether the variable is next compared with values, in the repair's direction."""
    name, at = text(place.bindings["v"]), position(place.node)
    places = compared(scope, scope.function_of(place.node), name)
    after = sorted((position(node), larger) for node, larger in places)
    following = [larger for where, larger in after if where > at]
    if isinstance(place.new, ast.Assign) and isinstance(place.new.value, ast.IfExp):
        return {True, False} <= {*following}
    wanted = "-1000" in text(place.new)
    return bool(following) and following[0] == wanted


def continues_after_end(scope: Scope, place: Place) -> bool:
    """Whether a recursive function asks nothing about the end but a full board."""
    function, board = place.node, text(place.bindings["b"])
    assert isinstance(function, ast.FunctionDef)
    if function.name not in scope.recursive:
        return False
    others = {name for name in scope.own if name not in scope.recursive}
    for node in ast.walk(function):
        if not isinstance(node, ast.Call) or board not in map(text, node.args):
            continue
        name = text(node.func).rpartition(".")[2]
        around = scope.parents.get(node)
        is_leaf = name == "utility" and isinstance(around, ast.Return)
        if name in RULES_OF_END | others and not is_leaf:
            return False
    return True


def stores_action(scope: Scope, place: Place) -> bool:
    """Whether the branch stores the action of the loop, and not its value."""
    assert isinstance(place.node, ast.If)
    loops, old = loop_names(scope, place.node), text(place.bindings["old"])
    stored = [each for each in place.node.body if isinstance(each, ast.Assign)]
    if any(old in names_in(list(each.targets)) for each in stored):
        return False
    return any(names_in(each.value) & loops for each in stored)


def storing_comes_after(scope: Scope, place: Place) -> bool:
    """Whether what comes after the early end stores the action or its value."""
    after = [place.bindings["s"], *place.bindings["b"]]
    kept = [n for each in after for n in ast.walk(each) if isinstance(n, ast.Assign)]
    return any(isinstance(each.targets[0], ast.Name | ast.Tuple) for each in kept)


def mark_stays(scope: Scope, place: Place) -> bool:
    """Whether a mark is put on a cell, and nothing later in the loop clears it."""
    known = place.bindings
    cell = f"{text(known['b'])}[{text(known['i'])}][{text(known['j'])}]"
    later = [n for each in known["c"] for n in ast.walk(each)]
    stored = [text(t) for n in later if isinstance(n, ast.Assign) for t in n.targets]
    return cell not in stored and text(known["v"]) not in ("EMPTY", "None")


def undoing_comes_after(scope: Scope, place: Place) -> bool:
    """Whether what comes after the early end takes a mark off the board."""
    after = [place.bindings["s"], *place.bindings["b"]]
    kept = [n for each in after for n in ast.walk(each) if isinstance(n, ast.Assign)]
    return any(
        isinstance(each.targets[0], ast.Subscript)
        and text(each.value) in ("EMPTY", "None")
        for each in kept
    )


def is_last_value(scope: Scope, place: Place) -> bool:
    """Whether a variable is returned as the value, and compared with nothing."""
    name, function = text(place.bindings["v"]), scope.function_of(place.node)
    returned = (n.value for n in ast.walk(function) if isinstance(n, ast.Return))
    if name not in {text(each) for each in returned if each}:
        return False
    loop = next(n for n in scope.ancestors(place.node) if isinstance(n, ast.For))
    uses = [n for n in ast.walk(loop) if isinstance(n, ast.Name) and n.id == name]
    return all(isinstance(each.ctx, ast.Store) for each in uses)


def is_value(scope: Scope, place: Place) -> bool:
    """Whether values of the search are compared there."""
    valued = values_in(scope, scope.function_of(place.node))
    if all(map(is_bound, names_in(place.node))):
        return False  # alpha and beta are compared to leave, not to choose
    if narrows_like_its_loop(scope, place.node):
        return False  # the other direction would only end all cuts
    return holds_value(scope, place.node, valued)


def narrows_like_its_loop(scope: Scope, node: ast.AST) -> bool:
    """Whether alpha or beta is set there in the direction in which the loop chooses."""
    around = scope.parents.get(node)
    loop = next((n for n in scope.ancestors(node) if isinstance(n, ast.For)), None)
    if loop is None or not isinstance(around, ast.Assign):
        return False
    if not all(is_bound(text(target)) for target in around.targets):
        return False
    choices = [
        larger
        for each in ast.walk(loop)
        if isinstance(each, ast.Assign)
        and not any(is_bound(text(target)) for target in each.targets)
        for larger in directions(scope, each)
    ]
    return bool(choices) and {*choices} == {*directions(scope, node)}


def suits_the_player(scope: Scope, place: Place) -> bool:
    """Whether nothing that follows the condition takes the worst for its player."""
    is_for_x = text(place.new).endswith("== X")
    return all(
        larger == is_for_x
        for code in run_if_true(scope, place.node)
        for larger in directions(scope, code)
    )


def is_compared(scope: Scope, place: Place) -> bool:
    """Whether the code is compared with something."""
    around = scope.parents.get(place.node)
    if isinstance(around, ast.Call) and text(around.func) in ("max", "min"):
        return True
    return isinstance(around, ast.Compare)


def names_bounds(scope: Scope, place: Place) -> bool:
    """Whether alpha or beta is compared there."""
    assert isinstance(place.node, ast.If)
    return any(map(is_bound, names_in(place.node.test)))


def leaves_without_bounds(scope: Scope, place: Place) -> bool:
    """Whether a loop is left for another reason than alpha and beta."""
    around = scope.parents.get(place.node)
    tested = names_in(around.test) if isinstance(around, ast.If) else set[str]()
    return not any(map(is_bound, tested))


def passes_bounds(scope: Scope, place: Place) -> bool:
    """Whether the search passes on alpha and beta."""
    calls = (node for node in scope.nodes if isinstance(node, ast.Call))
    return any(
        is_bound(name)
        for call in calls
        if text(call.func).rpartition(".")[2] in scope.recursive
        for name in parameters_for(scope, call)
    )


def fills_bounds(scope: Scope, place: Place) -> bool:
    """Whether two arguments are those for alpha and beta, and not both infinite."""
    names, number = parameters_for(scope, place.node), len(place.bindings.get("a", []))
    if all("inf" in text(place.bindings[name]) for name in "xy"):
        return False  # these bounds enclose everything
    some = names[number : number + 2]
    return len(some) == 2 and all(map(is_bound, some))


def counts_otherwise(scope: Scope, place: Place) -> bool:
    """Whether a range has other numbers than 0, 1 and 2."""
    assert isinstance(place.node, ast.Call)
    given = [text(each) for each in place.node.args]
    if not all(each.removeprefix("-").isdigit() for each in given):
        return True
    numbers = [*map(int, given)]
    is_range = 1 <= len(numbers) <= 3 and numbers[2:] != [0]
    return not is_range or range(*numbers) != range(3)


def crosses_bounds(scope: Scope, place: Place) -> bool:
    """Whether each of two arguments has the name of the other's parameter."""
    names, number = parameters_for(scope, place.node), len(place.bindings.get("a", []))
    given = [text(place.bindings["y"]), text(place.bindings["x"])]
    return names[number : number + 2] == given and all(map(is_bound, given))


def forgets_itself(scope: Scope, place: Place) -> bool:
    """Whether a bound is set from two other values."""
    name = text(place.bindings["a"])
    return is_bound(name) and name not in map(
        text, (place.bindings["x"], place.bindings["y"])
    )


def ends_by_depth(scope: Scope, place: Place) -> bool:
    """Whether the comparison makes the function return."""
    for each in scope.ancestors(place.node):
        if isinstance(each, ast.If):
            return any(isinstance(n, ast.Return) for n in each.body)
        if not isinstance(each, ast.BoolOp):
            break
    return False


def always_counts(scope: Scope, place: Place) -> bool:
    """Whether the code after `or` is true whatever happens."""
    code = place.bindings["y"]
    return text(code) in ("X", "O") or (
        isinstance(code, ast.Constant) and bool(code.value)
    )


def is_own_call(scope: Scope, place: Place) -> bool:
    """Whether a function of the search is called."""
    return is_kind("own", place.bindings["f"], scope, place.node)


def is_same_player(scope: Scope, place: Place) -> bool:
    """Whether a function calls itself after a move, or minimax asks after a move."""
    name = text(place.bindings["f"]).rpartition(".")[2]
    caller = scope.function_of(place.node).name
    assert isinstance(place.node, ast.Call)
    moved = any({"result"} & called_in(each) for each in place.node.args)
    other = function_named(scope, text(place.bindings["g"]))
    searches = other is not None and bool(called_in(other) & scope.recursive)
    return moved and searches and caller in (name, "minimax")


def is_uncompared(scope: Scope, place: Place) -> bool:
    """Whether the last part of a condition is no comparison."""
    return not isinstance(place.bindings["c"], ast.Compare | ast.BoolOp)


def is_leaf_value(scope: Scope, place: Place) -> bool:
    """Whether a value is returned by a function that searches nothing, or a number."""
    function, code = scope.function_of(place.node), place.bindings["n"]
    if function.name in (*RULES_OF_END, "minimax"):
        return False
    is_number = isinstance(code, ast.Constant) and type(code.value) in (int, float)
    return is_number or (
        function.name not in scope.recursive
        and any(isinstance(each, ast.Constant | ast.UnaryOp) for each in ast.walk(code))
    )


def never_recurs(scope: Scope, place: Place) -> bool:
    """Whether nothing that minimax uses calls itself, or loops without a fixed end."""
    names = {
        text(node.func)
        for node in scope.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    known = {*scope.own, *PARAMETERS, *dir(builtins), "deepcopy"}
    loops = any(isinstance(node, ast.While) for node in scope.nodes)
    return not scope.recursive and not loops and names <= known


def searches_nothing(scope: Scope, place: Place) -> bool:
    """Whether no function calls itself and no action is tried."""
    if not never_recurs(scope, place):
        return False
    calls = (node for node in scope.nodes if isinstance(node, ast.Call))
    called = {text(call.func).rpartition(".")[2] for call in calls}
    stored = any(
        isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
        for node in scope.nodes
    )
    tried = {"result", "winner", "utility", "deepcopy", "copy"} & called
    return not stored and not tried


def tries_one_move(scope: Scope, place: Place) -> bool:
    """Whether no function calls itself, and actions are asked of one board only."""
    if not never_recurs(scope, place):
        return False
    asked = {
        text(node.args[0])
        for node in scope.nodes
        if isinstance(node, ast.Call) and text(node.func) == "actions" and node.args
    }
    nested = any(
        "result" in called_in(each)
        for node in scope.nodes
        if isinstance(node, ast.Call) and text(node.func) == "result"
        for each in node.args
    )
    return not nested and len(asked) <= 1


def is_overwritten(scope: Scope, place: Place) -> bool:
    """Whether each call of a recursive function stores its action in one variable."""
    name = text(place.bindings["m"])
    inner = next(
        (n for n in scope.ancestors(place.node) if isinstance(n, ast.FunctionDef)), None
    )
    if inner is None or inner.name not in scope.recursive:
        return False
    shared = (
        each
        for each in ast.walk(inner)
        if isinstance(each, ast.Global | ast.Nonlocal) and name in each.names
    )
    if not any(shared) and not name.startswith("self."):
        return False
    if text(place.bindings["a"]) not in loop_names(scope, place.node):
        return False
    own = {each.arg for each in inner.args.args}
    valued = values_in(scope, inner)
    for each in scope.ancestors(place.node):
        if each is inner:
            return True
        tested = names_in(each.test) if isinstance(each, ast.If) else set[str]()
        if tested & own - valued and "player" not in tested:
            return False  # perhaps it asks how deep the call is
    return False


def is_shared_bound(scope: Scope, place: Place) -> bool:
    """Whether a recursive function changes a global alpha or beta."""
    name, function = text(place.bindings["a"]), scope.function_of(place.node)
    shared = (
        each
        for each in ast.walk(function)
        if isinstance(each, ast.Global | ast.Nonlocal) and name in each.names
    )
    return is_bound(name) and function.name in scope.recursive and any(shared)


CONDITIONS: dict[str, Condition] = {
    condition.__name__: condition
    for condition in (
        always_counts,
        begins_as_value,
        continues_after_end,
        counts_otherwise,
        crosses_bounds,
        ends_by_depth,
        fills_bounds,
        forgets_itself,
        is_compared,
        is_last_value,
        is_leaf_value,
        is_overwritten,
        is_own_call,
        is_same_player,
        is_shared_bound,
        is_uncompared,
        is_value,
        leaves_without_bounds,
        mark_stays,
        names_bounds,
        never_recurs,
        passes_bounds,
        searches_nothing,
        stores_action,
        storing_comes_after,
        suits_the_player,
        tries_one_move,
        undoing_comes_after,
    )
}
