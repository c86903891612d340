"""However long a file is, to read it takes no more than so much for each line."""

import ast
import sys
from collections import Counter
from functools import cache
from itertools import islice

import pytest
from helpers.looked_at import looked_at

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import raised
from noughts.checker.call_graph import CallGraph
from noughts.checker.name_scopes import NameScopes
from noughts.checker.slips.cutting import bounds_swapped, wrong_cut
from noughts.checker.slips.experiment import FunctionSource
from noughts.checker.slips.suspects import (
    MOST,
    PROVED,
    RULES,
    SEEN,
    shown_by,
    suspected,
)
from noughts.checker.slips.syntax import MOST_PARTS, searching
from noughts.checker.slips.witnessed import _falls_through
from noughts.checker.source_text import source_checks
from noughts.observe import source
from noughts.observe.source import recursive, stops_in

FEW = 30  # times that a line is written, and then twice as often

# What is written again and again; {n} is another number each time.
WITHIN = [
    "x = 0",
    "x = y",
    "x{n} = []",
    "board = [board]",
    "beta = max(1, 2)",
    "x = max(x, 2)",
    "x, y = q, b",
    "d < 9",
    "X in board",
    "board.count(X)",
    "value(board)",
    "value(board, beta, alpha, d + 1)",
    "-value(board, -1, 1)",
    "T[{n}](board, alpha, beta)",
    "board[0][0] = X",
    "if board in T: T[board] = 0",
    "x == 'x'",
    "return utility(board)",
    "if x < y: y = x",
    "if terminal(board): return 0",
    "if alpha >= beta: break",
    "for a in actions(board): x = a",
    "for a in ways: x = a",
    "for a in ways: x = value(board)",
    "while x < y: x = 0",
    "[value(board) for a in b]",
    "x{n} = lambda a: a < board",
    "def f{n}(board, alpha, beta): return f{n}(board, alpha, beta)",
]
SEARCH = """\
def minimax(board):
    ways = actions(board)
    for q in ways:
{0}
    return value(board, -1, 1)
def value(board, alpha, beta, d=0):
    best = 0
    for q in actions(board):
        best = max(best, value(board, alpha, beta, d + 1))
{0}
    return best
def winner(board):
    for a in board:
{0}
    return None
"""


def many(line, times, indent=2):
    written = [" " * 4 * indent + line.format(n=n) for n in range(times)]
    return "\n".join(written)


def nested(line, times, indent):
    return "\n".join(many(line.format(n=n), 1, indent + n) for n in range(times))


def joined(form, times, sign=", "):
    return sign.join(form.format(n=n) for n in range(times))


# By name: a text of so many parts.
TEXTS = {line: lambda n, line=line: SEARCH.format(many(line, n)) for line in WITHIN} | {
    "elif": lambda n: SEARCH.format(
        "        if x: x = 0\n" + many("elif x < q: x = q", n)
    ),
    "names at once": lambda n: (
        f"{joined('a{n}', n)} = {joined('b{n}', n)}\ndef minimax(board): return a0\n"
    ),
    "names in one statement": lambda n: (
        f"if X:\n{many('a{n} = a{n} + b', n, 1)}\n    b = [{joined('a{n}', n)}]\n"
        "def minimax(board): return a0\n"
    ),
    "one name in one statement": lambda n: (
        f"if X:\n{many('a = a + 1', n, 1)}\ndef minimax(board): return a\n"
    ),
    "arguments": lambda n: (
        f"def minimax(board, {joined('a{n}', n)}):\n    for q in board:\n"
        f"{many('if q < a{n}: break', n)}\n"
        f"    return minimax(board, {joined('a{n}', n)}, max(a0, q))\n"
    ),
    "bounds": lambda n: (
        f"def minimax(board): return value(board)\n"
        f"def value(board, {joined('a{n}', n)}):\n"
        f"    for q in board:\n{many('if q < a{n}: return value(board, a{n})', n)}\n"
        f"    return value(board, {joined('max(a{n}, q)', n)})\n"
    ),
    "targets": lambda n: (
        f"def minimax(board):\n    for {joined('a{n}', n)} in board:\n"
        f"{many('minimax(board)', n)}\n"
    ),
    "conditions with a name": lambda n: (
        f"def minimax(board): return value(board)\n"
        f"def value(board, d=0):\n    deep = [{joined('d < {n}', n)}]\n"
        f"{many('if deep: return 0', n, 1)}\n    return value(board, d + 1)\n"
    ),
    "loops and branches": lambda n: (
        f"def minimax(board):\n{nested('for q{n} in board:', n // 6, 1)}\n"
        f"{nested('if q{n} < y{n}:', n // 2, 1 + n // 6)}\n"
        f"{many('x = y', 200, 1 + n // 6 + n // 2)}\n"
    ),
    "functions in a table": lambda n: (
        f"{many('def f{n}(b, alpha, beta): return T[0](b, alpha, beta)', 49, 0)}\n"
        f"T = [{joined('f{n}', 49)}]\n"
        f"def minimax(board):\n{many('T[0](board, x)', n)}\n"
    ),
}


@cache
def sheet():
    """Return answers after which every witness looks at the text."""
    told = AnswerSheet("minimax")
    told.take({0: raised("TypeError", "NoneType, tuple", "")})
    return told


def parts_of(text):
    """Return all that is done with a text, by name."""
    tree, seen = ast.parse(text), sheet()
    search = FunctionSource(tree, searching(tree))
    rule = FunctionSource(tree, searching(tree, "winner"))
    parts = {
        "source_checks": lambda: source_checks(tree),
        "shared": lambda: CallGraph(tree).shared("minimax", "winner"),
        "tables": lambda: CallGraph(tree).tables("minimax", "winner"),
        "users": lambda: CallGraph(tree).users({}),
        "calls_itself": lambda: CallGraph(tree).calls_itself("minimax"),
        "recursive": lambda: recursive(tree),
        "stops_in": lambda: stops_in(tree),
    }
    parts |= {f.__name__: lambda f=f: list(islice(f(search), MOST)) for f in PROVED}
    parts |= {f.__name__: lambda f=f: list(islice(f(rule), MOST)) for f in RULES}
    return parts | {w.__name__: lambda w=w: w(search, seen) for w in SEEN}


@pytest.mark.ci
@pytest.mark.parametrize("name", TEXTS)
def test_a_text_of_twice_the_length_takes_little_more_than_twice_the_work(
    name, monkeypatch
):
    looked = Counter()
    children = ast.iter_child_nodes

    def counted(node):
        looked[part, length] += 1
        return children(node)

    for length in (FEW, 2 * FEW):
        parts = parts_of(TEXTS[name](length))
        monkeypatch.setattr(ast, "iter_child_nodes", counted)
        for part in parts:
            parts[part]()
        monkeypatch.undo()
    assert sum(looked.values()) > 1000
    for part in parts:
        assert looked[part, 2 * FEW] <= 2.3 * looked[part, FEW], part


def test_functions_that_all_lead_to_each_other_are_each_looked_into_once(monkeypatch):
    looked, own = Counter(), source.counted_in
    monkeypatch.setattr(
        source,
        "counted_in",
        lambda node, known: looked.update([node]) or own(node, known),
    )
    tree = ast.parse(TEXTS["functions in a table"](FEW))
    assert len(source.bounds_in(tree)) == 50
    list(wrong_cut(FunctionSource(tree, searching(tree))))
    assert {*looked.values()} == {1}


def lines_run(work):
    """Return how many lines are run, by whatever is called."""
    ran, before = Counter(), sys.gettrace()

    def traced(frame, event, _):
        ran[event] += 1
        return traced

    sys.settrace(traced)
    try:
        work()
    finally:
        sys.settrace(before)
    return ran["line"]


def exchanged(length):
    """Return a search that hands many bounds on, each in the place of another."""
    names = [f"a{n}" for n in range(length)]
    tree = ast.parse(
        f"def minimax({', '.join(names)}):\n    if a0 < a1: return a0\n"
        f"    return minimax({', '.join(reversed(names))})\n"
    )
    return FunctionSource(tree, searching(tree))


def test_of_many_arguments_each_is_compared_with_the_one_in_its_place():
    short, long = (exchanged(n) for n in (50, 100))
    most = 2.3 * lines_run(lambda: list(bounds_swapped(short)))
    assert lines_run(lambda: list(bounds_swapped(long))) <= most


def test_however_deep_a_name_stands_it_is_looked_for_once():
    deep, deeper = (
        ast.parse(f"{nested('def f{n}():', n, 0)}\n{many('x', 500, n)}")
        for n in (10, 20)
    )
    most = 1.3 * lines_run(lambda: NameScopes(deep))
    assert lines_run(lambda: NameScopes(deeper)) <= most


def test_what_is_in_many_functions_is_read_with_few_of_them():
    def looks(around):
        within = nested("def f{n}(board, alpha, beta):", around, 0)
        tree = ast.parse(f"{within}\n{many('f0(board, beta)', 500, around)}")
        found = []
        looked = looked_at(lambda: found.extend(stops_in(tree)))
        assert found == []
        return looked

    assert looks(20) <= 1.3 * looks(10)


@pytest.mark.parametrize(("places", "at_once"), [(MOST, True), (MOST + 1, False)])
def test_of_more_places_than_are_tried_none_is_changed_at_once(places, at_once):
    line = "x = board == 'x'"
    text = f"def winner(board):\n{many(line, places, 1)}\n"
    changes = [len(slip.place.change) for slip in suspected(ast.parse(text), "winner")]
    assert changes
    assert (max(changes) == places) is at_once


@pytest.mark.ci
def test_in_a_file_that_is_too_long_no_slip_is_looked_for():
    """Each is tried in a file that is written down anew."""
    text = SEARCH.format(many("x < y", 1))
    assert next(suspected(ast.parse(text)))
    long = f"{text}T = [{joined('{n}', MOST_PARTS)}]\n"
    assert list(suspected(ast.parse(long))) == []
    assert shown_by(ast.parse(long), sheet()) is None


def test_however_many_branches_follow_each_other_it_is_seen_whether_one_falls_through():
    branches = f"if x: return 0\n{many('elif x: return {n}', 1500, 0)}\n"
    assert _falls_through(ast.parse(branches).body)
    assert not _falls_through(ast.parse(f"{branches}else: return 1").body)
