"""Where the names of a file lead, as its text shows."""

import ast
from collections import Counter

import pytest

from noughts.checker.call_graph import CallGraph


def test_calls_are_followed_through_functions_of_the_students_own():
    text = "def minimax(b): v(b)\ndef v(b): winner(b)\ndef winner(b): ...\ndef x(): ..."
    found = CallGraph(ast.parse(text)).leads("minimax").names
    assert found == {"minimax", "v", "winner"}


def test_a_function_that_is_missing_is_reached_by_who_calls_it():
    graph = CallGraph(
        ast.parse("def minimax(board):\n    return utility(board) + other(board)\n")
    )
    assert graph.leads("minimax").names == {"minimax", "utility"}
    assert graph.leads("utility").names == set()


@pytest.mark.parametrize(
    ("text", "reached_by"),
    [
        ("def f(): g()\ndef g(): h()\ndef h(): 1", {"f", "g", "h"}),
        ("def f(): f()", {"f"}),
        ("def f(): g()\ndef g(): f()", {"f", "g"}),
        ("def f(): x.g()\ndef g(): 1", {"f"}),
        ("def f(): return map(g, x)\ndef g(): 1", {"f", "g"}),  # it may be called
        ("def g(): f()", set()),
        (
            "def f(): return C().m()\nclass C:\n    def m(s): g()\ndef g(): 1",
            {"f", "C", "g"},
        ),
        ("def f(): T['a']()\nT = {'a': g}\ndef g(): 1", {"f", "T", "g"}),
        ("def f(): T['a']()\nT = {}\nT['a'] = g\ndef g(): 1", {"f", "T", "g"}),
        ("def f(): h()\nh = g\ndef g(): 1", {"f", "h", "g"}),
        ("def f(): h()\nif 1:\n    def h(): g()\ndef g(): 1", {"f", "h", "g"}),
        # A variable, an argument or an inner function may have the name of a function.
        ("def f():\n    g = h()\n    return g\ndef g(): 1\ndef h(): 1", {"f", "h"}),
        ("def f(g): return g\ndef g(): 1", {"f"}),
        ("def f():\n    def g(): 1\n    return g()\ndef g(): 1", {"f"}),
        ("def f():\n    global g\n    g = g()\ndef g(): 1", {"f", "g"}),
        ("def f(): return [g for g in h()], g()\ndef g(): 1\ndef h(): 1", {*"fgh"}),
    ],
)
def test_what_a_function_leads_to_is_found_by_names(text, reached_by):
    assert CallGraph(ast.parse(text)).leads("f").names == reached_by


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        ("def f(): g()\ndef g(): 1", False),
        ("def f(): g()", False),  # it has no such name
        ("def f(): math.floor(1)\nimport math", False),
        ("def f(): C().m()\nclass C:\n    def m(s): 1", False),
        ("def f(): return g()\ndef g(): return T['a']()\nT = {}", True),
        ("def f(): [g() for g in T]\nT = []", True),
        ("def f(g): g()", True),
        ("def f(g): g()\ndef g(): 1", True),
        ("def f(g): return g\ndef g(): 1", False),
        ("def f():\n    def g(): 1\n    g()\ndef g(): 1", False),
        ("def f():\n    from copy import copy\n    copy(1)", False),
        ("def f(): own.g()\nimport own", True),
        ("def f(): g()\nfrom own import g", True),
        ("def f():\n    from own import g\n    g()", True),
        ("def f(): globals()['g']()", True),
        ("def g(): T['a']()\ndef f(): 1", False),  # it does not lead there
        # What one function calls a variable is Python's own, or no variable, in others.
        ("def f(): max(1)\ndef g():\n    max = 2", False),
        ("def f(): h(1)\ndef g(h): h(2)", False),
        ("def f():\n    set = set()\n    return set", False),
        ("def f(): h(1)\ndef g():\n    global h\n    h = g", True),
        ("def f(): h(1)\ndef g(b): 1\nh = g", False),
    ],
)
def test_what_the_text_does_not_tell_is_unclear(text, unclear):
    assert CallGraph(ast.parse(text)).leads("f").unclear is unclear


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(): h()\ndef g(): h()\ndef h(): 1", {"h"}),
        ("def f(): C()\ndef g(): C()\nclass C: pass", {"C"}),
        ("def f(): LINES\ndef g(): LINES\nLINES = [(0, 1, 2)]", {"LINES"}),
        ("def f(): h()\ndef g(): h()\nfrom own import h", {"h"}),
        ("def f(): X\ndef g(): X\nX = 'X'", set()),
        ("def f(): math\ndef g(): math\nimport math", set()),
        ("def f(): winner()\ndef g(): winner()\ndef winner(): 1", set()),
        ("def f(): h()\ndef g(): 1\ndef h(): 1", set()),
        ("def f(): h()\ndef g(): f()\ndef h(): 1", set()),
        ("def f(): h()\ndef g(): f(), i()\ndef i(): h()\ndef h(): 1", {"h"}),
    ],
)
def test_two_functions_may_rest_on_something_of_the_files_own(text, names):
    assert CallGraph(ast.parse(text)).shared("f", "g") == names


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("def winner(): 1", ["winner"]),
        ("def winner(): h()\ndef terminal(): h()\ndef h(): 1", ["winner", "terminal"]),
        ("def winner(): h()\ndef terminal(): winner()\ndef h(): 1", ["winner"]),
        ("def winner(): C()\nclass C:\n    def h(self): 1", ["winner"]),
        ("def winner(): 1\ndef player(): 2", ["winner"]),
        ("def winner(): 1\ndef player(): eval(2)", ["player", "winner"]),
        ("def h(): 1", []),
    ],
)
def test_a_place_is_used_by_who_comes_to_it_without_another_of_the_contract(
    text, users
):
    tree = ast.parse(text)
    ones = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value == 1]
    assert CallGraph(tree).users(ones) == users


@pytest.mark.parametrize(
    ("text", "itself"),
    [
        ("def f(): f()", True),
        ("def f(): g()\ndef g(): f()", True),
        ("def f(): g()\ndef g(): 1", False),
        ("def g(): g()", False),
        ("def f(): 1", False),
    ],
)
def test_a_function_may_lead_back_to_itself(text, itself):
    assert CallGraph(ast.parse(text)).calls_itself("f") is itself


MARKS = "X, O = 'X', 'O'\ndef h(b, m): return m\n"


@pytest.mark.parametrize(
    ("one", "other", "as_much"),
    [
        ("h(b, X), h(b, O)", "h(b, X), h(b, O)", True),
        ("h(b, X), h(b, O)", "h(b, X)", True),
        ("h(b, X)", "h(b, X), h(b, O)", False),
        ("h(b, 'X')", "h(b, 'O')", False),
        ("h(b, X)", "h(b, b)", False),
        ("h(b, X)", "[h(b, m) for m in (X, O)]", False),
        ("h(b, X), h(b, O)", "[h(b, m) for m in (X, O)]", True),
        ("[h(b, m) for m in (X, O)]", "h(b, X), h(b, O)", True),
        ("[h(b, m) for m in (X, O)]", "[h(b, n) for n in (X, O)]", True),
        ("i(b), h(b, X)", "h(b, O)", True),
        ("h(b, X)", "i(b)", False),
        ("list(map(h, b, b))", "h(b, X)", True),
        ("h(b, X)", "list(map(h, b, b))", True),
        ("h(b, X)", "winner(b)", True),
        ("h(b, 'X'), h(b, O)", "h(b, X), h(b, 'O')", True),
        ("[h(1, m) for m in (X, O)]", "h(1, X)", True),
        ("[h(1, m) for m in (X, O)]", "h(2, X)", False),
        ("h(1, X), h(1, O)", "[h(1, m) for m in (X, O)]", True),
        ("h(1, X), h(2, O)", "[h(1, m) for m in (X, O)]", False),
        ("h(X)", "h(b, X)", False),
        ("h(b, None)", "h(b, ...)", False),
        (f"h(b, 0x{'f' * 5000})", f"h(b, 0x{'f' * 5000})", True),
        (f"h(b, 0x{'f' * 5000})", "h(b, 15)", False),
    ],
)
@pytest.mark.parametrize("more", ["", "\nb = m = None"])
def test_who_asks_a_function_for_one_player_does_not_ask_it_for_both(
    one, other, as_much, more
):
    text = f"{MARKS}def i(b): return h(b, O)\ndef winner(b): return h(b, X), h(b, O)\n"
    text += f"def utility(b): return {one}\ndef terminal(b): return {other}{more}"
    graph = CallGraph(ast.parse(text))
    assert graph.asks_as("utility", "terminal", "h") is as_much
    assert graph.asks_as("utility", "terminal", "X")


@pytest.mark.parametrize(("calls", "as_much"), [(50, False), (51, True)])
def test_who_asks_a_function_for_many_things_asks_it_for_all(calls, as_much):
    many = ", ".join(f"h(b, {n})" for n in range(calls))
    text = f"{MARKS}def utility(b): return {many}\ndef terminal(b): return h(b, X)"
    assert CallGraph(ast.parse(text)).asks_as("utility", "terminal", "h") is as_much


def test_a_statement_is_looked_at_once_however_many_names_it_gives(monkeypatch):
    names = ", ".join(f"n{n}" for n in range(9))
    graph = CallGraph(ast.parse(f"{names} = [{names}]\ndef minimax(b): return n0"))
    looked, own = Counter(), CallGraph._mentions
    monkeypatch.setattr(
        CallGraph,
        "_mentions",
        lambda self, node: looked.update([node]) or own(self, node),
    )
    graph.leads("minimax")
    assert [*looked.values()] == [1, 1]


def test_what_functions_ask_others_for_is_read_once(monkeypatch):
    helpers = "".join(f"def h{n}(b): return h{n + 1}(b), k(b, {n})\n" for n in range(9))
    rules = "def utility(b): return h0(b)\ndef terminal(b): return h0(b)\n"
    graph, walked = CallGraph(ast.parse(helpers + rules)), Counter()
    names, walk = graph.own("utility").names, ast.walk
    graph.own("terminal")
    monkeypatch.setattr(ast, "walk", lambda node: walked.update([node]) or walk(node))
    assert all(graph.asks_as("utility", "terminal", name) for name in names)
    # The helpers once for each of two functions, and once for what each is given.
    assert max(walked.values()) == 4


@pytest.mark.parametrize(
    ("table", "search", "named"),
    [
        ("T = []", "T.pop()", {"T"}),
        ("T = []", "h(board)", {"T"}),
        ("T = []", "winner(board)", set()),  # it names none by itself
        ("T = 7", "T", set()),
        ("T, U = 'X', 'O'", "T", set()),
        ("T = U = []", "U.pop()", {"T", "U"}),
        ("import math as T", "T", set()),
    ],
)
def test_a_search_names_the_tables_that_a_rule_rests_on(table, search, named):
    text = f"{table}\ndef h(b): return T\ndef winner(b): return h(b)\n"
    graph = CallGraph(ast.parse(text + f"def minimax(board): return {search}"))
    assert graph.tables("minimax", "winner") == named


def test_a_search_that_no_text_defines_names_no_tables():
    graph = CallGraph(ast.parse("exec(SEARCH)\ndef winner(b): return minimax(b)"))
    assert graph.tables("minimax", "winner") == set()
