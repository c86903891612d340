"""A row's sentence is said only of code of which it is true."""

import ast
import tomllib
from pathlib import Path

import pytest

from noughts.checker.mistakes.catalogue import catalogue, repairs, sightings
from noughts.checker.mistakes.conditions import CONDITIONS, narrows_like_its_loop
from noughts.checker.mistakes.finders import FINDERS
from noughts.checker.mistakes.patterns import find_bindings, parse, text, write
from noughts.checker.mistakes.scope import Scope
from noughts.game.contract import PARAMETERS

TABLE = tomllib.loads((Path(__file__).parent / "conditions.toml").read_text("utf-8"))
ROWS = [
    (name, code, known == "true")
    for name, row in TABLE.items()
    for known, codes in row.items()
    for code in codes
]


def proposed(code):
    """Return the names of the mistakes that are tried, or seen, in code."""
    tree = ast.parse(code)
    functions = [node.name for node in tree.body if node.name in PARAMETERS]
    found = [
        r for name in functions for r in (*repairs(tree, name), *sightings(tree, name))
    ]
    return {repair.mistake.name for repair in found}


@pytest.mark.parametrize(("name", "code", "holds"), ROWS)
def test_a_mistake_is_proposed_only_where_its_sentence_is_true(name, code, holds):
    assert (name in proposed(code)) == holds


def test_every_condition_and_finder_is_used():
    rows = catalogue().values()
    assert {row.holds for row in rows} == {"", *CONDITIONS}
    assert {row.finder for row in rows} == {"", *FINDERS}


BOUNDED = """
def value(board, alpha, beta):
    best = -10
    for action in actions(board):
        best = max(best, value(result(board, action), alpha, beta))
        alpha = {}(alpha, best)
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.parametrize(("choice", "like"), [("max", True), ("min", False)])
def test_a_bound_that_follows_its_loop_is_in_the_right_direction(choice, like):
    tree = ast.parse(BOUNDED.format(choice))
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    (bound,) = [node for node in assigned if text(node.targets[0]) == "alpha"]
    assert narrows_like_its_loop(Scope(tree, "value"), bound.value) == like


def matches(pattern, code):
    first = parse(pattern).nodes[0]
    return [*find_bindings(first, parse(code).nodes[0], {})]


def test_a_call_without_a_row_of_arguments_matches_no_keywords():
    assert matches("max($d)", "max(d)")
    assert not matches("max($d)", "max(d, key=d.get)")
    assert matches("max($*d)", "max(d, key=d.get)")


def test_nested_calls_keep_their_own_keywords():
    pattern, code = "f($*a, g($*b))", "f(1, g(2, y=3), x=4)"
    (known,) = matches(pattern, code)
    assert (
        text(write(parse("f(g($*b), $*a)").nodes[0], known)) == "f(g(2, y=3), 1, x=4)"
    )


def test_two_else_branches_are_not_mistaken_for_each_other():
    inner = "    if b:\n        g()\n    else:\n        h()\n"
    pattern = "if $a:\n    if $b:\n        $*c"
    assert matches(pattern, f"if a:\n{inner}")
    assert not matches(pattern, f"if a:\n{inner}else:\n    k()")


TWO_STARTS = """
def value(board):
    best = -10
    for action in actions(board):
        best = max(best, value(result(board, action)))
    return best

def minimax(board):
    if player(board) == X:
        best = -1
        for action in actions(board):
            if value(result(board, action)) > best:
                best, choice = value(result(board, action)), action
    else:
        best = 1
        for action in actions(board):
            if value(result(board, action)) < best:
                best, choice = value(result(board, action)), action
    return choice
"""


def test_start_values_of_another_function_are_not_called_too_good_as_well():
    tree = ast.parse(TWO_STARTS)
    found = [r for r in repairs(tree, "minimax") if r.mistake.name == "begins_too_good"]
    assert [repair.lines for repair in found] == [[3], [10], [15], [10, 15]]
