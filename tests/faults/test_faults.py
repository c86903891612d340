"""Engines with one fault each: wrong in one function, and right in all others."""

import ast
import copy

import pytest

from noughts import faults, oracle

FUNCTIONS = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
BAD = [(-1, 2), (3, 0), (0, 3), (-3, -3)]


def load(source):
    namespace = {}
    exec(compile(source, "engine", "exec"), namespace)
    return namespace


def typed(value):
    """Return a value with its types, so that 1 is not True and a list is not a set."""
    return type(value).__name__, sorted(value) if isinstance(value, set) else value


def asked(function, *arguments):
    """Return the answer, or that there was none, and whether an argument changed."""
    given = copy.deepcopy(arguments)
    try:
        answer = typed(function(*given))
    except Exception:
        answer = "raised"
    return answer, given == arguments


def differs(ours, theirs, name, positions):
    """Return whether a function answers otherwise anywhere where it is specified."""
    for board in positions:
        over = not oracle.look(board).turn
        if over != (name == "utility") and name in ("player", "actions", "utility"):
            continue
        calls = [()]
        if name == "result":
            calls = [] if over else [(a,) for a in [*BAD, *CELLS]]
        for rest in calls:
            mine = asked(ours[name], board, *rest)
            if mine != asked(theirs[name], board, *rest):
                return True
    return False


def functions(source):
    """Return what stands in each function of a file, by its name."""
    found = ast.walk(ast.parse(source))
    return {n.name: ast.dump(n) for n in found if isinstance(n, ast.FunctionDef)}


CELLS = [(i, j) for i in range(3) for j in range(3)]


@pytest.fixture(scope="session")
def some(positions):
    """Return some positions that are nearly or quite over, then every 31st."""
    late = [b for b in positions if sum(row.count(None) for row in b) <= 1][::3]
    return late + positions[::31][::-1]


def test_the_engine_without_a_fault_is_right_on_every_position(positions, share):
    engine = load(faults.right())
    for board in positions[share - 1 :: share]:
        look = oracle.look(board)
        assert asked(engine["winner"], board)[0] == typed(look.winner)
        assert asked(engine["terminal"], board)[0] == typed(not look.turn)
        if look.turn:
            assert engine["player"](board) == look.turn
            assert engine["minimax"](board) in look.optimal
        else:
            assert engine["minimax"](board) is None


@pytest.mark.parametrize("fault", faults.faults(), ids=lambda fault: fault.name)
def test_a_fault_is_where_it_is_said_to_be(fault, some):
    """With the other functions right, its own function is wrong."""
    right, wrong = load(faults.right()), load(fault.source)
    if fault.function == "initial_state":
        assert right["initial_state"]() is not right["initial_state"]()
        assert wrong["initial_state"]() is wrong["initial_state"]()
        return
    for name in FUNCTIONS:
        if name != fault.function:
            wrong[name].__globals__[name] = right[name]
    assert differs(right, wrong, fault.function, some)


@pytest.mark.parametrize("fault", faults.faults(), ids=lambda fault: fault.name)
def test_a_fault_is_nowhere_else(fault):
    right, wrong = functions(faults.right()), functions(fault.source)
    changed = {name for name in right | wrong if right.get(name) != wrong.get(name)}
    helpers = {"minimax": {"value"}}.get(fault.function, set())
    assert changed <= {fault.function} | helpers


def test_every_function_has_a_fault_and_no_two_are_alike():
    functions = {fault.function for fault in faults.faults()}
    assert functions == {"initial_state", *FUNCTIONS}
    assert (
        len({fault.source for fault in faults.faults()}) == len(faults.faults()) == 30
    )


def test_a_row_whose_lines_are_not_there_is_refused():
    with pytest.raises(ValueError, match="x: what it replaces is there 0 times"):
        faults._changed("x", "no such line", "")
