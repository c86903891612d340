"""Notebooks: what is judged of them, and what they only try out."""

import ast
import hashlib
import io
import json
import re
import sys
from collections import Counter
from textwrap import indent
from types import SimpleNamespace

import pytest
from classroom import exports
from classroom.exports import RIGHT, WRONG, found, lay_out
from conftest import ROOT
from helpers.looked_at import looked_at

import noughts
from noughts.checker.conversation import judge
from noughts.checker.judge import check_file
from noughts.checker.record import from_json
from noughts.checker.relay import Carried
from noughts.checker.rubric import load
from noughts.cli import main
from noughts.contract import CELL, LARGEST_FILE, LARGEST_NOTEBOOK, NAMES, PARAMETERS
from noughts.notebooks import ipython_lines, needed, notebook, tried_out
from noughts.notebooks.ipython_lines import plain
from noughts.sandbox.engine import Sandbox
from noughts.text import LARGEST_PARSED


def test_what_is_in_many_loops_is_looked_at_as_often_as_in_few():
    def looks(around):
        loops = "\n".join(f"{' ' * n}for a in b:" for n in range(around))
        body = ast.parse(f"{loops}\n{' ' * around}{'x;' * 500}").body
        return looked_at(lambda: tried_out.only_tried([body]))

    assert looks(16) <= 1.3 * looks(2)


def test_a_notebook_with_the_functions_is_a_submission(tmp_path):
    cells = ["!pip install x\nimport copy\n", "%%bash\nls\n"]
    cells += [WRONG.decode(), "board = initial_state()\nminimax(board)\n"]
    cells += ["for n in range(9):\n    print(n)\n", "SIZE = 3\n"]
    files = {"ana/work.ipynb": exports.notebook(*cells), "bob/tictactoe.py": RIGHT}
    given = found(lay_out(tmp_path, files))["ana"]
    assert "Judged are the code cells of ana/work.ipynb" in given.note
    namespace = {}
    exec(given.source, namespace)
    assert {"minimax", "SIZE", "copy"} <= namespace.keys()
    assert "board" not in namespace


@pytest.mark.parametrize(("most", "tried"), [(2, 2), (1, 1)])
def test_names_are_looked_at_as_long_as_there_are_not_too_many_statements(
    most, tried, monkeypatch
):
    body = ast.parse("board = initial_state()\ncells = board[0]").body
    monkeypatch.setattr(tried_out, "MOST", most)
    assert tried_out.only_tried([body[:1], body[1:]]) == {*body[:tried]}


CALLS = "T = []\ndef f(): T.append(f())\ndef minimax(board): return T\nf()\nprint(T)"


@pytest.mark.parametrize(("most", "tried"), [(2, 1), (1, 2)])
def test_calls_are_followed_as_long_as_there_are_not_too_many(most, tried, monkeypatch):
    body = ast.parse(CALLS).body
    monkeypatch.setattr(needed, "MOST_STEPS", most)
    assert tried_out.only_tried([body]) == {*body[-tried:]}


def test_functions_that_all_call_each_other_are_not_followed_for_each_table(
    monkeypatch,
):
    """Of 300 it took 12 s, growing with the third power."""
    count = 100
    body = ast.parse(
        "".join(f"T{n} = []\ndef f(): T{n}.append(f())\n" for n in range(count))
        + f"def minimax(board): return {', '.join(f'T{n}' for n in range(count))}\n"
    ).body
    links = list[needed.NameLinks]()

    class Seen(needed.NameLinks):
        def __init__(self, *given):
            super().__init__(*given)
            links.append(self)

    monkeypatch.setattr(needed, "NameLinks", Seen)
    assert tried_out.only_tried([body]) == set()
    assert links[0].steps <= needed.MOST_STEPS + 2 * count


@pytest.mark.parametrize(
    ("text", "tried"),
    [
        ("x = input()\ny = 3", 1),
        ("x = input(); y = 3", 0),
        ("x = input(\n); y = 3", 0),
    ],
)
def test_what_stands_on_a_line_with_what_stays_does_so_too(text, tried):
    body = ast.parse(text).body
    assert tried_out.only_tried([body]) == {*body[:tried]}


@pytest.mark.parametrize(("name", "stays"), [("LINES", True), ("OTHER", False)])
def test_a_statement_that_python_cannot_compile_binds_and_reads_all_that_it_names(
    name, stays
):
    rest = "def winner(board):\n    return LINES"
    text = f"ROWS = input()\nfor {name} in ROWS:\n    nonlocal other\n{rest}"
    rows, loop, _ = body = ast.parse(text).body
    assert tried_out.only_tried([body]) == (set() if stays else {rows, loop})


def test_what_a_notebook_only_tries_out_is_found_by_the_lines_that_python_counts():
    cell = "# a\x0cb\u2028c\nprint(1)\rdef player(board):\r\n    return X\n"
    told = notebook.code(exports.notebook(cell))
    assert "\n# print(1)\ndef player(board):\n    return X\n" in told


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ('X = "X"; print(X)', 'X = "X"; print(X)'),
        ("total = (7\n    % 4)", "total = (7\n    % 4)"),
        ("%timeit f()\nSIZE = 3", "# %timeit f()\nSIZE = 3"),
        ("print(1); print(2)\nSIZE = 3", "# print(1); print(2)\nSIZE = 3"),
        ("for n in 1, 2:\n    n\nSIZE = 3", "# for n in 1, 2:\n#     n\nSIZE = 3"),
        ("def (", "# def ("),
        ("return 7", "# return 7"),
        ("def player(board:", "def player(board:"),
        ("%%bash\nls", ""),
        ("%%writefile runner.py\nimport pygame", ""),
        ("\n%%time\nSIZE = 3", "# %%time\nSIZE = 3"),
        (
            "%%writefile game/tictactoe.py\nSIZE = 3",
            "# %%writefile game/tictactoe.py\nSIZE = 3",
        ),
        ("%%file tictactoe.py\nSIZE = 3", "# %%file tictactoe.py\nSIZE = 3"),
        ('"""The game."""\nSIZE = 3', '"""The game."""\nSIZE = 3'),
        # What is only tried is not judged, its layout neither.
        ("for n in 1, 2:\n    n\n\n    n", "# for n in 1, 2:\n#     n\n#\n#     n"),
        (f"print({'1' * 120})", f"# print({'1' * 64}"),
    ],
)
def test_what_defines_something_stays_as_it_is(cell, kept):
    told = notebook.code(exports.notebook(cell))
    assert told.removeprefix(f"{CELL}1\n").strip() == kept


WINNER = "def winner(board):\n    return {}\n"
NEEDED = {  # cells, the names that the judged file has of them, and what it has not
    "a module and a number that are handed on": (
        [
            "import math\nSIZE = 3\ndef show(x):\n    global SHOWN\n    SHOWN = x",
            "show(math)\nshow(SIZE)",
            WINNER.format("(math, SIZE)"),
        ],
        {"math": None, "SIZE": 3},
        ["SHOWN"],
    ),
    "filled, and changed by a function that is called": (
        ["ALL = [0]\ndef add():\n    ALL.append(1)\nadd()", WINNER.format("ALL")],
        {"ALL": [0, 1]},
        [],
    ),
    "read by a function that nobody calls": (
        ["for k in 1, 2:\n    print(k)", "def show():\n    return k"],
        {"show": None},
        ["k"],
    ),
    "imported for what is tried, and for a function": (
        ["import math\nmath.sqrt(2)", WINNER.format("math.inf")],
        {"math": None},
        [],
    ),
    "imported for what is tried, and at once": (
        [
            "import math\nmath.sqrt(2)\nROOM = math.floor(3.5)",
            WINNER.format("ROOM"),
        ],
        {"math": None, "ROOM": 3},
        [],
    ),
    "imported for what is tried alone": (
        ["import math\nmath.sqrt(2)"],
        {},
        ["math"],
    ),
    "filled by a loop": (
        ["LINES = []\nfor i in range(3):\n    LINES.append(i)", WINNER.format("LINES")],
        {"LINES": [0, 1, 2]},
        [],
    ),
    "made by a function of the assignment": (
        ["FIRST = initial_state()", WINNER.format("FIRST")],
        {"FIRST": []},
        [],
    ),
    "needed in two steps, in another order": (
        [
            "a = initial_state()\nb = len(a)",
            "def f():\n    return b",
            WINNER.format("f()"),
        ],
        {"a": [], "b": 0},
        [],
    ),
    "changed by what it is handed to": (
        ["import random\nORDER = [7]\nrandom.shuffle(ORDER)", WINNER.format("ORDER")],
        {"ORDER": [7]},
        ["# random"],
    ),
    "changed by a function that is called": (
        [
            "ALL = []\ndef add():\n    ALL.append(1)\ndef fill():\n    add()\nfill()",
            WINNER.format("ALL"),
        ],
        {"ALL": [1]},
        [],
    ),
    "taken from elsewhere, and changed": (
        [
            "from sys import path\nfor n in 1, 2:\n    path.count(n)",
            WINNER.format("path"),
        ],
        {"n": 2},
        [],
    ),
    "set by a function that is called": (
        ["def fill():\n    global ALL\n    ALL = 7\nfill()", WINNER.format("ALL")],
        {"ALL": 7},
        [],
    ),
    "changed in a place": (
        ["T = [1, 2]\nfor n in 0, 1:\n    T[n] = 5", WINNER.format("T")],
        {"T": [5, 5]},
        [],
    ),
    "asserted": (["for n in 1, 2:\n    pass\nassert n == 3"], {}, ["n"]),
    "defined in a branch": (
        ["if True:\n    def player(board):\n        return winner(board)"],
        {"player": None},
        [],
    ),
    "tried, and what follows from it": (
        ["board = initial_state()\nn = len(board)\nwhile n < 3:\n    n += 1"],
        {},
        ["board", "n"],
    ),
    "tried with a name of the assignment": (
        [WINNER.format(1), "board = initial_state()\nwinner = winner(board)"],
        {},
        ["board"],
    ),
    "read by a function that nothing of the assignment calls": (
        [
            "board = initial_state()\nmove = minimax(board)",
            "def show():\n    print(board, move)",
            "show()\nwhile len(board) < 1:\n    board = [move]",
        ],
        {"show": None, "board": []},
        ["move"],
    ),
    "handed to a function that cannot change it": (
        ["X = 'X'\ndef play(mark):\n    input(mark)", WINNER.format("X"), "play(X)"],
        {"play": None},
        [],
    ),
    "read by a class, and by a function in it": (
        [
            "for n in 1, 2:\n    m = n",
            "class Size:\n    size = n\n    def other(self):\n        return m",
        ],
        {"n": 2, "m": 2, "Size": None},
        [],
    ),
    "an import of others for what is not judged": (
        ["from others import f", "def g():\n    f()", "def h():\n    g()"],
        {},
        ["f", "g", "h"],
    ),
    "an import of others for what is judged": (
        ["from numpy import array", "def g():\n    array()", WINNER.format("g()")],
        {"array": None, "g": None},
        [],
    ),
    "an import for what is only tried": (
        ["import random, time\nimport copy", "print(random.random(), time.time())"],
        {"copy": None},
        ["random", "time"],
    ),
    "taken from what only a notebook has": (
        [
            "from google.colab import files\nuploaded = files.upload()",
            "import pygame.font as f\nn = f.count()",
            "names = !ls\nfirst = names[0]\nn = input()\nm = get_ipython().n(n)",
            "with open('notes.txt', 'w') as file:\n    file.write('a')",
        ],
        {},
        ["files", "uploaded", "f", "names", "first", "n", "m", "file"],
    ),
    "taken from the shell, and needed": (
        ["names = !ls", WINNER.format("names")],
        {"names": ...},
        [],
    ),
    "taken from elsewhere, and needed": (
        ["from numpy import array\nA = array([1])", WINNER.format("A")],
        {"A": [1]},
        [],
    ),
    "imported from the file itself": (
        [
            "import tictactoe as ttt\nfrom tictactoe import *",
            "from tictactoe import initial_state, X as ex",
            "board = ttt.initial_state()\nprint(ttt.minimax(board), ex)",
        ],
        {},
        ["ttt", "ex", "board", "itself"],
    ),
    "imported from the file itself, for a function": (
        ["import tictactoe as ttt", "def play():\n    return ttt.minimax"],
        {"ttt": None},
        [],
    ),
    "imported from the file itself, for one of the assignment": (
        ["import tictactoe as a", WINNER.format("a.terminal(board)")],
        {"a": None},
        [],
    ),
    "a board that is only tried, and shown by what fails": (
        [
            "tried = [0]\ntried[0] = 1",
            "def show(cells):\n    return unknown",
            "show(tried)",
            WINNER.format("board"),
        ],
        {"tried": [1]},
        [],
    ),
    "a loop with names of its own": (
        [
            "ALL = []",
            "for x in [1]:\n    y = x\n    ALL.append(y)",
            "SUM = []\nfor x in [2]:\n    y = x\n    unknown[y] = x",
            WINNER.format("ALL"),
        ],
        {"ALL": [1]},
        [],
    ),
    "a loop that goes on with a name of before": (
        [
            "ALL, n = [], 7",
            "print(n)\nm = max(n, 8)",
            "for x in [1]:\n    if x > 1:\n        m = x\n    ALL.append(m)",
            WINNER.format("ALL"),
        ],
        {"ALL": [8]},
        [],
    ),
    "a loop that begins with the name that it binds": (
        [
            "m = max(7, 8)",
            "ALL = []\nfor m in [m]:\n    ALL.append(m)",
            WINNER.format("ALL"),
        ],
        {"ALL": [8]},
        [],
    ),
    "an import that stays for what is beside it": (
        ["import random; SIZE = 3", "from math import *", "print(random.random())"],
        {"random": None, "SIZE": 3, "sqrt": None},
        [],
    ),
}


@pytest.mark.parametrize(("cells", "there", "gone"), NEEDED.values(), ids=NEEDED)
def test_what_a_notebook_tries_stays_where_something_else_needs_it(
    cells, there, gone, monkeypatch
):
    monkeypatch.setitem(sys.modules, "numpy", SimpleNamespace(array=list))
    monkeypatch.setitem(sys.modules, "tictactoe", SimpleNamespace(itself=1))
    start = "def initial_state():\n    return []"
    source = notebook.code(exports.notebook(start, *cells))
    namespace = {"input": None}  # which would fail
    exec(source, namespace)
    for name, value in there.items():
        assert value is None or namespace[name] == value
        assert name in namespace
    assert not namespace.keys() & {*gone}
    assert callable(namespace.get("winner", len))


BEFORE = """
class Game:
    def play(self):
        return self.turn()
    def turn(self):
        return input()
def play(game):
    if game is None:
        return Game().play()
def ask():
    return play(None)
def initial_state():
    return THING
"""
SELF = [
    f"__{n}__" for n in ["add", "sub", "getattr", "getitem", "call", "enter", "exit"]
]
NOTHING = [f"__{n}__" for n in ["setattr", "setitem", "delitem"]]
THING = type(  # it can be all that is asked of `n` below
    "Thing",
    (),
    dict.fromkeys(SELF, lambda self, *_: self)
    | dict.fromkeys(NOTHING, lambda *_: None)
    | {"__iter__": lambda self: iter([self])},
)()
TRIED = [  # how a name is bound by what is left out
    "n = initial_state()",
    "for n in initial_state(), initial_state():\n    print(n)",
    "while False:\n    pass\nelse:\n    n = initial_state()",
    "print(n := initial_state())",
    "print([n := initial_state() for _ in range(2)])",
]
ASKED = [
    "n = input()",
    "n = int(input('row? '))",
    "n = ask()",
    "n = Game().play()",
    "if play(None) == 1:\n    n = 2\nelse:\n    n = 3",
    "n = 0\nn = ask()",
    "m = [0]\nm = ask()\nn = m[0]",
    "n = [0 for n in range(3)]\nn = input()",
    "def n():\n    pass\nn = ask()",
]
READ = [  # how Python reads one
    "n += 1",
    "n = n - 1",
    "m = n; n = m",
    "m = n\nn = m",
    "del n",
    "del (n, [])",
    "m: object = n",
    "m: n = 1",
    "n[0] = 1",
    "n.x += 1",
    "del n[0]",
    "if n:\n    n += 1",
    "if True:\n    for n.x in 1, 2:\n        pass",
    "if True:\n    with n as n[0]:\n        pass",
    "try:\n    raise KeyError(n)\nexcept KeyError as n:\n    pass",
    "match n:\n    case m:\n        pass",
    "match 1:\n    case n.x:\n        pass",
    "m = [k for k in n]",
    "m = {k: n for k in (1, 2)}",
    "m = [k := n for _ in (1, 2)]",
    "m = (lambda: n)()",
    "m = f'{n}'",
    "assert n is not ...",
]
DEFINING = [
    "def f(k=n):\n    pass",
    "def f(k: n):\n    pass",
    "@n\ndef f():\n    pass",
    "class A:\n    n += 1",
    "class A:\n    n = n",
    "class A:\n    m = [n for _ in (1, 2)]",
    "class A:\n    m = (lambda: n)()",
    "class A(n and object):\n    pass",
    "def f(k=[n for _ in (1, 2)]):\n    pass",
]


def runs(*cells):
    """Return what is judged of a notebook, run where nobody answers."""
    namespace = {"input": None, "THING": THING}
    exec(notebook.code(exports.notebook(BEFORE, *cells)), namespace)
    return namespace


@pytest.mark.parametrize("read", READ)
def test_what_is_left_out_is_read_by_nothing_that_stays(read):
    for bound in (*TRIED, *ASKED):
        runs(bound, read)


@pytest.mark.parametrize("read", READ + DEFINING)
def test_what_a_function_reads_in_any_way_is_not_left_out(read):
    text = f"def winner(board):\n    global n\n{indent(read, '    ')}"
    for bound in TRIED:
        runs(bound, text)["winner"](None)
    for bound in TRIED if read in DEFINING else []:
        runs(bound, read)


def test_what_asks_stays_only_where_a_name_is_bound_nowhere_else():
    need = "def winner(board):\n    return LINES"
    with pytest.raises(TypeError):  # as in Python's own file
        runs("LINES = input()", need)
    filled = "LINES = []", "for n in 1, 2:\n    LINES.append(input())", need
    assert runs(*filled)["LINES"] == []
    games = "def go():\n    global LINES\n    LINES = ask()", "go()", need
    assert runs("LINES = 3", *games)["LINES"] == 3
    unused = "def show():\n    return n"
    assert "n" not in runs("n = ask()", unused)


HUMAN = """
class Human:
    def __init__(self):
        self.name = input()
class Game:
    def turn(self):
        return input()
    def play(self):
        return self.turn()
class Quiet:
    def __init__(self):
        self.lines = []
    def turn(self):
        return 7
def pause():
    if DEBUG:
        input()
def winner(board):
    return LINES
DEBUG = False
"""
FILLED = {  # cells, and what the lines are at the end
    "by a method that has the name of one that asks": (
        [
            "LINES = {}\nLINES.update({1: 2})",
            "class A:\n    def update(self):\n        return input()",
        ],
        {1: 2},
    ),
    "by a function that has the name of a method": (
        ["def turn():\n    return 1", "LINES = []\nLINES.append(turn())"],
        [1],
    ),
    "by a class that does not ask, as another does": (
        ["LINES = []\nLINES.append(Quiet().turn())"],
        [7],
    ),
    "by a name that stands for two things": (
        ["LINES = []\nit = Game()\nit = Quiet()\nLINES.append(it.turn())"],
        [7],
    ),
    "by what is handed over": (
        ["LINES = []\ndef f(it):\n    LINES.append(it.turn())", "f(Quiet())"],
        [7],
    ),
    "by what is called as a function that asks": (
        [
            "LINES = []\ndef f(ask):\n    LINES.append(ask())",
            "f(lambda: 7)",
            "def ask():\n    return input()",
        ],
        [7],
    ),
    "by what may ask, and does not": (
        ["LINES = []\ndef f():\n    pause()\n    LINES.append(1)", "f()"],
        [1],
    ),
    "by what would ask after an end": (
        [
            "LINES = []\ndef f():\n    LINES.append(1)",
            "def g():\n    f()\n    if LINES:\n        return\n    input()",
            "g()",
        ],
        [1],
    ),
    "by what asks in vain": (
        [
            "LINES = [[] for _ in (1, 2)]",
            "try:\n    LINES[0] = input()\nexcept EOFError:\n    LINES[0] = 7",
        ],
        [7, []],
    ),
    "by what may ask, in place of nothing": (
        ["LINES = None\ndef f():\n    pause()\n    return [1]", "LINES = f()"],
        [1],
    ),
    "by a function that may ask, and sets it": (
        ["def f():\n    global LINES\n    pause()\n    LINES = 7", "f()"],
        7,
    ),
    "with what may have been asked": (
        [
            "LINES = dict()\ndef f():\n    pause()\n    return 1",
            "n = f()\nm = n + 1\nLINES[m] = n",
        ],
        {2: 1},
    ),
    "in an own class": (
        [
            "T = Quiet()\ndef f():\n    pause()\n    T.lines.append(1)",
            "f()",
            "LINES = T.lines",
        ],
        [1],
    ),
    "by a function that is written once more": (
        ["LINES = []\ndef f():\n    input()", "def f():\n    LINES.append(1)", "f()"],
        [1],
    ),
    "with what asks": (["LINES = []\nLINES.append(input())"], []),
    "with a class that asks": (["LINES = []\nLINES.append(Human())"], []),
    "with a class made from one that asks": (
        ["class Me(Human):\n    pass", "LINES = []\nLINES.append(Me())"],
        [],
    ),
    "with a class that asks as the one that it is made from": (
        [
            "class Me(Human):\n    def __init__(self):\n        super().__init__()",
            "LINES = []\nLINES.append(Me())",
        ],
        [],
    ),
    "with a game": (["LINES = []\nLINES.append(Game().play())"], []),
    "with a game that has a name": (
        ["LINES = []\nit = Game()\nLINES.append(it.play())"],
        [],
    ),
    "with a game that has a name in a function": (
        ["LINES = []\ndef f():\n    it = Game()\n    LINES.append(it.play())", "f()"],
        [],
    ),
    "with what follows from what asks": (
        ["LINES = []\nname = input()\nLINES = [name]"],
        [],
    ),
    "with what a comprehension asks": (
        ["LINES = []\n[name := input() for _ in (1, 2)]\nLINES = [name]"],
        [],
    ),
    "with what was asked, and set since": (
        ["LINES = []\nn = input()\nn = 3\nLINES = [n]"],
        [3],
    ),
    "before, and by what may ask": (
        ["LINES = [1]\ndef f():\n    if LINES:\n        LINES.append(input())", "f()"],
        [1],
    ),
}


@pytest.mark.parametrize(("cells", "lines"), FILLED.values(), ids=FILLED)
def test_what_may_do_without_asking_stays_where_nothing_else_fills_a_name(cells, lines):
    def no_answer():
        raise EOFError

    namespace = {"input": no_answer}
    exec(notebook.code(exports.notebook(HUMAN, *cells)), namespace)
    assert namespace["winner"]([]) == lines


@pytest.mark.parametrize(
    "row", ["LINES.{}(1)\n", "n = LINES.{}(1)\n", "while n:\n    LINES.{}(n)\n"]
)
def test_a_method_that_asks_says_nothing_of_others_that_have_its_name(row):
    every = {name for kind in (list, dict, set, str) for name in dir(kind)}
    names = sorted(name for name in every if not name.startswith("_"))
    rows = "".join(map(row.format, names))
    asks = "    def {}(self):\n        return input()\n"
    game = "class Game:\n" + "".join(map(asks.format, names))
    needs = "def winner(board):\n    return LINES\n"
    assert {"append", "update", "add", "join"} <= {*names}
    assert rows in notebook.code(exports.notebook("LINES = []", rows, game, needs))


def test_a_name_in_a_comprehension_is_its_own():
    told = runs("n = 3", "m = [n for n in (1, 2)], {n for n in ()}, {n: n for n in ()}")
    assert told["m"] == ([1, 2], set(), {})
    assert not runs("print(n := 3)", "m = [n for n in (1, 2)]").keys() & {"n"}


def test_a_file_that_is_left_out_is_not_read():
    cells = 'with open("a.txt", "w") as f:\n    pass', 'm = open("a.txt").read()'
    assert not runs(*cells, "k = len(m)").keys() & {"m", "k"}


OTHER = "def player(board):\n    return 'OX'[str(board).count('None') % 2]\n"
STAR = "from tictactoe import *"
OWN = re.sub(r"^(X|O|EMPTY) = .*\n", "", RIGHT.decode(), flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("cells", "stays"),
    [
        ([STAR, OWN], True),
        (["def helper():\n    return 1", STAR, OWN], True),
        (["import copy", f"{STAR}\nprint(X)", OWN, STAR], True),
        ([STAR, RIGHT.decode()], False),  # all is there
        ([OWN, STAR], False),  # it would replace what is there
        ([f"{STAR}; print(minimax([]))", OWN], False),
    ],
)
def test_all_is_taken_from_the_file_beside_where_the_notebook_has_not_all(cells, stays):
    lines = notebook.code(exports.notebook(*cells)).splitlines()
    assert lines.count(STAR) == stays


TABLE = """
LINES = [[(i, j) for j in range(3)] for i in range(3)]
LINES += [[(j, i) for j in range(3)] for i in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
MEMO = {}
def winner(board):
    for line in LINES:
        for mark in (X, O):
            if all(board[i][j] == mark for i, j in line):
                return mark
    return None
def worth(board):
    key = str(board)
    if key not in MEMO:
        moves = [] if terminal(board) else actions(board)
        values = [worth(result(board, move)) for move in moves]
        best = max if player(board) == X else min
        MEMO[key] = best(values) if values else utility(board)
    return MEMO[key]
def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda move: worth(result(board, move)))
"""
ENGINE = (
    re.sub(r"(?s)\ndef (winner|minimax)\(.*?(?=\n(def|class) |\Z)", "", OWN) + TABLE
)
NAMED = 'X, O, EMPTY = "X", "O", None\n'
ROW = "def read(text):\n    return int(input(text))\n"
HUMAN_MOVE = ROW + "def human(board):\n    return read('row'), read('column')\n"
BEST = "def best(board):\n    print(worth(board))\n    return minimax(board)\n"
PLAY = """
def play(first, second):
    board = initial_state()
    while not terminal(board):
        move = first if player(board) == X else second
        board = result(board, move(board))
    return winner(board)
"""
TURNS = """
def play():
    board = initial_state()
    while not terminal(board):
        board = result(board, {})
    return winner(board)
"""
PLAYERS = """
class Human:
    def __init__(self, mark):
        self.mark = mark
    def get_move(self, board):
        return int(input("row? ")), int(input("column? "))
class Computer:
    def __init__(self, mark):
        self.mark = mark
    def get_move(self, board):
        print(worth(board))
        return minimax(board)
class Game:
    def __init__(self, *players):
        self.players = players
        self.board = initial_state()
    def play(self):
        while not terminal(self.board):
            for each in self.players:
                self.board = result(self.board, each.get_move(self.board))
        return winner(self.board)
"""
MADE = "game = Game(Human(X), Computer(O))"
ONE = "class Game:\n    def play(self):\n        return input('?')\n"
UI = """
class UI:
    @staticmethod
    def ask():
        return int(input())
    @classmethod
    def start(cls):
        return cls.ask()
class Game:
    def __init__(self, ui=None):
        self.ui = ui or UI()
    def play(self):
        return self.ui.ask()
"""
GAMES = {  # how a game that asks is written, and tried
    "by calls": [HUMAN_MOVE, BEST, TURNS.format("human(board)"), "w = play()"],
    "asked at once": ["row, column = int(input()), int(input())", "move = row, column"],
    "two numbers of a line": ["a, b = map(int, input('move: ').split())\nm = (a, b)"],
    "a list of answers": ["moves = [int(input()) for _ in range(2)]\nm = moves[0]"],
    "the memory made empty": [
        HUMAN_MOVE,
        "def play():\n    MEMO.clear()\n    board = initial_state()\n"
        "    while not terminal(board):\n        if player(board) == X:\n"
        "            board = result(board, human(board))\n"
        "        else:\n            board = result(board, minimax(board))",
        "w = play()",
    ],
    "asked and caught": ["try:\n    n = int(input())\nexcept ValueError:\n    n = 0"],
    "asked, and a branch": [
        "mode = input('mode?')\nif mode == '1':\n    who = 'me'\nelse:\n    who = 'it'",
        "text = who + '!'",
    ],
    "asked if": [ROW, "if input('Play? ') == 'y':\n    read('row')"],
    "asked in a condition": ["again = 'y'\nwhile again == 'y':\n    again = input()"],
    "the other mark": ["user = input('X or O?')", "ai = O if user == X else X"],
    "the marks themselves": ["x = X\nX = input('your mark?')", "X = 'X'"],
    "a mark that is global": [
        "user = None\ndef choose():\n    global user\n    while user not in (X, O):\n"
        "        user = input()",
        "choose()\nai = O if user == X else X",
    ],
    "an entry": [
        "config = {}\nconfig['size'] = int(input())",
        "size = config['size'] + 1",
    ],
    "an entry for a function": [
        "config = {}\nconfig['size'] = int(input())\nsize = config['size'] + 1",
        "def draw():\n    print(size, config)",
    ],
    "entries": ["m = {}\nm['me'] = input()", "m['ai'] = O if m['me'] == X else X"],
    "a list of names": ["names = []\nnames.append(input())", "first = names[0]"],
    "a list of names for a function": [
        "names = []\nfor n in 1, 2:\n    names.append(input())",
        "first = names[0]\ndef greet():\n    print(first)",
    ],
    "an attribute": [
        "class Person:\n    pass\np = Person()\np.name = input()",
        "hello = 'Hello ' + p.name",
    ],
    "functions handed on": [HUMAN_MOVE, BEST, PLAY, "w = play(human, best)"],
    "functions handed on, for a function": [
        HUMAN_MOVE + PLAY,
        "w = play(human, minimax)\ndef show():\n    print(w)",
    ],
    "functions in a dict": [
        HUMAN_MOVE + BEST,
        "WHO = {X: human, O: best}",
        TURNS.format("WHO[player(board)](board)"),
        "w = play()\ndef show():\n    print(w)",
    ],
    "shown by others": [
        "from nowhere.display import clear, Button\nimport nowhere.plot as plt",
        "def show(board):\n    clear()\n    plt.show(board)",
        "class Cell(Button):\n    pass\nclass Large(Cell):\n    pass",
        "def play():\n    show(initial_state())\n    return Large(input())",
        "cells = [Cell() for _ in range(9)]\nw = play()",
    ],
    "input by another name": ["read = input", "name = read('name?')"],
    "input of the builtins": ["import builtins", "name = builtins.input()"],
    "input for a part": [
        "from functools import partial\nask = partial(input, '?')",
        "def play():\n    return ask()\nn = int(ask())\nm = play()",
    ],
    "a lambda": [
        "ask = lambda text: int(input(text))",
        "def play():\n    return ask('row'), worth(initial_state())",
        "move = play()\ndef show():\n    print(move)",
    ],
    "a function inside": [
        "def main():\n    def ask():\n        return input()\n    return ask()",
        "r = main()",
    ],
    "main": ["def main():\n    input()", "if __name__ == '__main__':\n    main()"],
    "a generator": [
        "def ask():\n    while True:\n        yield input()",
        "it = ask()\nfirst = next(it)",
    ],
    "async": [
        "import asyncio\nasync def ask():\n    return input()",
        "r = asyncio.run(ask())",
    ],
    "a password": ["from getpass import getpass", "word = getpass()\nn = len(word)"],
    "a line of sys.stdin": ["import sys", "line = sys.stdin.readline().split()[0]"],
    "a default": ["who = input()", "def greet(name=who):\n    print(name)"],
    "an assertion": [ROW, "assert read('row') < 3"],
    "a game": [PLAYERS, MADE, "final = game.play()\nprint(final)"],
    "a game for a function": [
        PLAYERS,
        MADE + "\nfinal = game.play()",
        "def show():\n    print(game, final)",
    ],
    "a game that is tried": [
        PLAYERS,
        MADE,
        "try:\n    game.play()\nexcept KeyboardInterrupt:\n    print('bye')",
    ],
    "a game in a branch": [PLAYERS, MADE, "PLAY = True\nif PLAY:\n    game.play()"],
    "a game that has a kind": [ONE, "game: Game = Game()", "final = game.play()"],
    "a game that is made": [
        ONE,
        "def make():\n    return Game()",
        "game = make()\nfinal = game.play()",
    ],
    "a game that is global": [
        ONE,
        "game = None\ndef start():\n    global game\n    game = Game()\n"
        "    return game.play()",
        "final = start()",
    ],
    "a game handed on": [
        ONE,
        "def start(game):\n    return game.play(), worth(initial_state())",
        "game = Game()\nfinal = start(game)",
    ],
    "a game in a list": [ONE, "games = [Game()]", "final = games[0].play()"],
    "players in a list": [
        PLAYERS,
        "players = [Human(X), Computer(O)]",
        "def play():\n    for each in players:\n"
        "        print(each.get_move(initial_state()))\n    return 1",
        "w = play()\ndef show():\n    print(w)",
    ],
    "a static method": [UI, "n = UI.ask()\nm = UI.start()"],
    "a part of a part": [UI, "n = Game().play()\ngame = Game(UI())\nm = game.play()"],
    "a method of the class below": [
        "class Base:\n    def turn(self):\n        return self.move()\n"
        "    def move(self):\n        return worth(initial_state())",
        "class Me(Base):\n    def move(self):\n        return input()",
        "me = Me()\nm = me.turn()",
    ],
    "asked as it is made": [
        "class Me:\n    def __init__(self):\n        self.name = self.ask()\n"
        "    def ask(self):\n        return input()",
        "me = Me()\nother = me\nname = other.name",
    ],
    "asked after it is made": [
        "from dataclasses import dataclass\n@dataclass\nclass Me:\n    mark: str = X\n"
        "    def __post_init__(self):\n        self.name = input()",
        "me = Me()\ndef show():\n    print(me)",
    ],
    "asked for a field": [
        "from dataclasses import dataclass, field\n@dataclass\nclass Me:\n"
        "    name: str = field(default_factory=lambda: input())",
        "me = Me()\ndef show():\n    print(me)",
    ],
    "asked in a class": ["class Me:\n    name = input()\n", "n = Me.name"],
    "called as a function": [
        "class Me:\n    def __call__(self, board):\n        return input()",
        "me = Me()\nm = me(initial_state())",
    ],
    "entered": [
        "class Me:\n    def __enter__(self):\n        return input()\n"
        "    def __exit__(self, *_):\n        pass",
        "with Me() as name:\n    text = name",
    ],
    "what fails": ["assert False", "n = 0\nassert 1 / n", "1 / 0"],
    "a depth that is asked for": [
        "depth = None\ndef choose():\n    global depth\n    depth = int(input())",
        "PLAY = True\nif PLAY:\n    choose()",
        "old = minimax\ndef minimax(board):\n    return depth or old(board)",
    ],
    "the engine in a class": [
        "class Game:\n    def best(self, board):\n        return search(board)\n"
        "    def play(self):\n        board = initial_state()\n"
        "        while not terminal(board):\n            if player(board) == X:\n"
        "                board = result(board, (int(input()), 1))\n"
        "            else:\n                board = result(board, self.best(board))",
        "search = minimax\ngame = Game()\nminimax = game.best",
        "w = game.play()",
    ],
    "played by itself, and then asked": [
        BEST + PLAY,
        "w = play(best, minimax)",
        "b = initial_state()\nb = result(b, (int(input()), 1))\nn = b[0][1]",
    ],
}


@pytest.mark.parametrize("engine", [RIGHT.decode(), NAMED + ENGINE], ids=["", "memo"])
@pytest.mark.parametrize("cells", GAMES.values(), ids=GAMES)
def test_whatever_is_tried_in_a_notebook_its_functions_are_judged(
    cells, engine, monkeypatch
):
    def no_answer(*_):
        raise EOFError

    monkeypatch.setattr("getpass.getpass", no_answer)
    monkeypatch.setattr("builtins.input", no_answer)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    more = "" if "def worth" in engine else "def worth(board):\n    return 0\n"
    namespace = {"__name__": "tictactoe"}
    exec(notebook.code(exports.notebook(engine, more, *cells)), namespace)
    assert namespace.keys() >= {*NAMES}
    board = [["X", "X", None], ["O", "O", None], [None] * 3]
    assert namespace["minimax"](board) == (0, 2)
    assert namespace["winner"]([["O"] * 3, *board[1:]]) == "O"


STUB = "def {}:\n    pass\n"
KEPT = {  # cells with which the lines are still what they were, or become it
    "another name": [
        STUB.format("winner(board)"),
        "def f(board):\n    return 7",
        "winner = f",
    ],
    "made anew": [
        "def same(f):\n    return lambda board: f(board) + 1",
        "def winner(board):\n    return 6",
        "winner = same(winner)",
    ],
    "an attribute of a function": [
        "def winner(board):\n    return winner.n",
        "winner.n = 7",
    ],
    "an attribute of a class": [
        "class T:\n    pass",
        "T.n = 7",
        "def winner(board):\n    return T.n",
    ],
    "what a class fills": [
        "LINES = []\nclass T:\n    def fill(self):\n        LINES.append(7)",
        "t = T()\nok = t.fill()",
        "def winner(board):\n    return LINES[0]",
    ],
    "what a class fills in itself": [
        "class T:\n    rows = []\n    @classmethod\n    def fill(cls):\n"
        "        cls.rows.append(7)",
        "T.fill()",
        "def winner(board):\n    return T.rows[0]",
    ],
    "what is imported if it is there": [
        "try:\n    from mathematics import seven\nexcept ImportError:\n    seven = 7",
        "def winner(board):\n    return seven",
    ],
    "what is computed": [
        "n = 3\nm = n + 4",
        "if m > 3:\n    k: int = m",
        "def winner(board):\n    return k",
    ],
    "what is filled for others": [
        "LINES = {}\ndef fill(n):\n    LINES[n] = n\nfill(7)",
        "def winner(board):\n    return LINES[7]",
    ],
    "what a decorator needs": [
        "n = 3\nm = n + 4",
        "def given(k):\n    return lambda f: lambda board: k",
        "@given(m)\ndef winner(board):\n    pass",
    ],
    "what is filled at once, and by another function": [
        "LINES = []\ndef setup():\n    LINES[:] = [7]\nsetup()",
        "def initial_state():\n    setup()",
        "def winner(board):\n    return LINES[0]",
    ],
    "what notes itself as it is made": [
        "class Line:\n    every = []\n    def __init__(self, n):\n"
        "        Line.every.append(n)",
        "row = Line(7)",
        "def winner(board):\n    return Line.every[0]",
    ],
    "what a base fills": [
        "LINES = []\nclass A:\n    def __init__(self):\n        LINES.append(7)",
        "class B(A):\n    pass",
        "b = B()",
        "def winner(board):\n    return LINES[0]",
    ],
    "what is changed by another name": [
        "LINES = [[0]]\nfirst = LINES[0]\nfirst[0] = 7",
        "def winner(board):\n    return LINES[0][0]",
    ],
    "what is filled by what is handed on": [
        "LINES = []\ndef fill(n):\n    LINES.append(n)",
        "_ = list(map(fill, [7]))",
        "def winner(board):\n    return LINES[0]",
    ],
    "what is found by its name": [
        "globals()['LINES'] = [7]",
        "def winner(board):\n    return LINES[0]",
    ],
    "what is reckoned from numbers": [
        "SEVEN = 3 + 4",
        "def winner(board):\n    return SEVEN",
    ],
    "what is put in before it is filled": [
        "TABLE = {}\ndef store(key, n):\n    TABLE[key] = n",
        "store('X', 7)",
        "def winner(board):\n    store('O', 6)\n    return TABLE['X']",
    ],
    "what is filled beside what is remembered": [
        "A, B, C, D, LINES = {}, {}, {}, {}, []",
        "def fill(n):\n    if n in A or n in B or n in C or n in D:\n        return\n"
        "    A[n] = B[n] = C[n] = D[n] = n\n    LINES.append(n)",
        "fill(7)",
        "def minimax(board):\n    fill(6)\n    return A, B, C, D",
        "def winner(board):\n    return LINES[0]",
    ],
    "marks that a function sets": [
        "def setup():\n    global X, O, EMPTY\n    X, O, EMPTY = 7, 6, 0\nsetup()",
        "def winner(board):\n    return X",
    ],
    "what is asked if": [
        "LINES = [7]\nclass Game:\n    def pop(self):\n        return input()",
        "LINES.append(6)\nn = LINES.pop()",
        "def winner(board):\n    return LINES[-1]",
    ],
}


@pytest.mark.parametrize("cells", KEPT.values(), ids=KEPT)
def test_what_a_function_needs_stays_however_it_comes_about(cells):
    namespace = {}
    exec(notebook.code(exports.notebook(*cells)), namespace)
    assert namespace["winner"]([]) == 7


def test_what_a_function_remembers_itself_need_not_be_tried():
    cells = NAMED + ENGINE, BEST + PLAY, "w = play(best, best)", "play(best, minimax)"
    namespace = {}
    exec(notebook.code(exports.notebook(*cells)), namespace)
    assert namespace["MEMO"] == {}


def test_a_notebook_beside_the_untouched_starter_has_its_names_from_there(tmp_path):
    names = "X, O, EMPTY = 'X', 'O', None\n"
    starter = [f"def {n}(*given):\n    raise NotImplementedError\n" for n in PARAMETERS]
    files = {"ana/tictactoe.py": "".join([names, *starter]).encode(), "bob/x": b""}
    files["ana/mine.ipynb"] = exports.notebook(STAR, OWN)
    given = found(lay_out(tmp_path, files))["ana"]
    assert given.where == "ana/mine.ipynb"
    assert dict(given.modules).keys() == {"mine", "tictactoe"}


def test_a_notebook_loses_nothing_by_its_cells():
    """The same text, in one cell, is the same file."""
    for text in (RIGHT.decode(), WRONG.decode()):
        told = notebook.code(exports.notebook(text.removesuffix("\n")))
        assert told == f"{CELL}1\n{text}"


@pytest.mark.ci
@pytest.mark.parametrize("n", [900, 3000])
def test_a_long_notebook_is_read_as_a_short_one_or_only_for_what_it_shows(n):
    chain = "\n".join(f"a{i} = [a{i - 1}]" for i in range(1, n))
    cells = ["a0 = initial_state()", chain, f"print(a{n - 1})"]
    source = notebook.code(exports.notebook(*cells))
    assert len(re.findall("# [^%]", source)) == (2 if n == 3000 else n + 1)
    source = notebook.code(exports.notebook(*cells, WINNER.format(f"a{n - 1}")))
    assert len(re.findall("# [^%]", source)) == (2 if n == 3000 else 1)


def test_a_notebook_that_is_too_large_to_be_parsed_is_taken_as_it_is(monkeypatch):
    cells = ["%time\nprint(1)", "#" * (LARGEST_PARSED - 14), "print(2)"]
    assert "\nprint(2)\n" in notebook.code(exports.notebook(*cells))
    monkeypatch.setattr(notebook.ast, "parse", None)
    large = notebook.code(exports.notebook(*cells))
    monkeypatch.undo()
    assert "# %time\nprint(1)\n" in large


def steps(cell):
    """Return how many lines of Python are run to read a cell."""
    done = Counter()

    def step(_frame, event, _argument):
        done[event] += 1
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        notebook.code(exports.notebook(cell))
    finally:
        sys.settrace(before)
    return done["line"]


@pytest.mark.parametrize(
    "cell",
    [
        lambda n: "\n".join(f"def f{i}(): f{i + 1}(); v{i}.a()" for i in range(n)),
        lambda n: ";".join(f"x{i} = a{i}, b{i}" for i in range(n)),
    ],
)
@pytest.mark.ci
def test_a_notebook_twice_as_long_takes_twice_as_many_steps(cell):
    assert steps(cell(300)) < 2.5 * steps(cell(150))


LINES = {  # what only IPython understands, and what becomes of it; then what is Python
    "minimax?": "# minimax?",
    "minimax??  # how?": "# minimax??  # how?",
    "?minimax": "# ?minimax",
    "%timeit f()": "# %timeit f()",
    "!echo \"it's": "# !echo \"it's",
    "!ls \\\n -l": "# !ls \\\n#  -l",
    "files = !ls": "files = ...  # !ls",
    "d['a'], b=%timeit -o f(1,\\\n 2)": "d['a'], b=...  # %timeit -o f(1,\\\n#  2)",
    ",f a b": "# ,f a b",
    ";f a b": "# ;f a b",
    "/f a": "# /f a",
    "if 1:\n    !ls\n    f?": "if 1:\n    pass  # !ls\n    pass  # f?",
    f"!{'a' * 99}": f"# !{'a' * 69}",
    **dict.fromkeys(
        [
            "x = (7\n  % 3)",
            "x = 7 \\\n  % 3",
            "x = [7  # (\n% 3]",
            "x = '''\n%a\n!b\nc?\n'''",
            'x = """\n\'\n!a\\"""\n!b"""',
            "x = 'a'  # why?",
            "x = f(y != z, w='?')",
        ]
    ),
}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", LINES)
def test_ipythons_lines_are_comments_only_where_they_begin(text, end):
    cell = f"{text}\n!ls\n\nSIZE = 3\n".replace("\n", end)
    told = re.sub("\r\n?", "\n", plain(cell))
    assert told == f"{LINES[text] or text}\n# !ls\n\nSIZE = 3\n"
    ast.parse(told)


def test_a_cell_that_is_indented_as_a_whole_is_read_as_ipython_reads_it():
    assert plain("\n  %time\n  if 1:\n    x\ny\n") == "\n# %time\nif 1:\n  x\ny\n"


def test_all_of_python_is_left_as_it_is(share):
    for path in sorted(ROOT.glob("noughts/**/*.py"))[::share]:
        assert plain(text := path.read_text("utf-8")) == text


class Counted:
    """A pattern that counts what it looks at."""

    def __init__(self, pattern):
        self.pattern, self.looks = pattern, 0

    def finditer(self, *given):
        for each in self.pattern.finditer(*given):
            self.looks += 1
            yield each

    def match(self, *given):
        self.looks += 1
        return self.pattern.match(*given)


@pytest.mark.parametrize("text", ["\n", "(", ")", '"""', "'", "\\", "=!", "?", "%\\\n"])
def test_a_cell_twice_as_long_takes_twice_as_many_looks(text, monkeypatch):
    patterns = [Counted(getattr(ipython_lines, n)) for n in ("TOKEN", "COMMAND")]
    monkeypatch.setattr(ipython_lines, "TOKEN", patterns[0])
    monkeypatch.setattr(ipython_lines, "COMMAND", patterns[1])
    plain(f"{text}x" * 100)
    once = sum(each.looks for each in patterns)
    plain(f"{text}x" * 200)
    assert sum(each.looks for each in patterns) <= 3 * once + 9


def test_cells_that_nobody_can_read_are_left_out_and_named(tmp_path):
    cells = ["%%bash\nls", WRONG.decode(), "minimax(board", "n = await f()", "SIZE = 3"]
    files = {"ana/x.ipynb": exports.notebook(*cells), "bob/x": b""}
    given = found(lay_out(tmp_path, files))["ana"]
    told = "Python cannot read these code cells, and they are left out: 3, 4."
    assert given.note.split("\n")[1:] == [told]
    rest = ["# minimax(board", "# n = await f()", "SIZE = 3"]
    rest = [f"{CELL}{n}\n{text}\n" for n, text in enumerate(rest, start=3)]
    assert given.source.endswith("".join(rest).encode())
    exec(given.source, {})


def test_a_function_that_is_written_once_more_may_have_an_error_there():
    cells = ["def player(board): pass", "def player(board:", "def winner(board:"]
    data = exports.notebook(*cells)
    assert notebook.notes(data, "x")[1].endswith(": 2.")
    rest = f"\n# def player(board:\n{CELL}3\ndef winner(board:\n"
    assert notebook.code(data).endswith(rest)


@pytest.mark.ci
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf\n"])
def test_a_notebook_is_the_same_program_wherever_it_is_checked(start, tmp_path, capsys):
    data = start + exports.notebook(RIGHT.decode(), "game = input()\nx = game[0]")
    path = lay_out(tmp_path, {"ana/x.ipynb": data, "bob/x": b""}) / "ana" / "x.ipynb"
    source, chosen = found(tmp_path)["ana"].source, ["player"]
    main(["check", str(path), "--functions", "player", "--json"])
    records = [
        from_json(json.loads(capsys.readouterr().out)),
        noughts.check(path, functions=chosen),
        check_file(path, functions=chosen, source=data),
    ]
    assert all(each.right and each.file == "x.ipynb" for each in records)
    assert all("the code cells of x.ipynb" in each.notes[0] for each in records)
    assert {each.digest for each in records} == {hashlib.sha256(source).hexdigest()}
    asked, expected = (Carried(each, "x", chosen).begin() for each in (data, source))
    assert asked == expected


@pytest.mark.ci
def test_a_notebook_in_which_something_fails_has_its_bonus(tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_bytes(exports.notebook(RIGHT.decode(), "X = missing"))
    record = check_file(path)
    bonus = {check.name: check.status for check in record.checks}["search.alphabeta"]
    assert bonus == "passed"


def test_a_notebook_that_nobody_can_read_is_refused_with_what_to_do():
    data = b'{"worksheets": [], "nbformat": null}'
    talk = judge(notebook.program(data), "x.ipynb", load())
    with pytest.raises(StopIteration) as end:
        next(talk)
    assert end.value.value.refusal.key == "refused.no_cells"
    assert "as a Python file" in end.value.value.hint


def test_of_many_cells_that_nobody_can_read_some_are_named():
    _, told = notebook.notes(exports.notebook(*["("] * 102), "x")
    assert told.endswith(" 99, 100 (+2).")


FUTURE = "from __future__ import annotations"


@pytest.mark.parametrize(
    ("cells", "kept"),
    [
        ([f"# Ana\n\n'A game.'\n{FUTURE}", "X = 1"], 1),
        (["# Ana", "print()", FUTURE, f"{FUTURE}\nX = 1"], 2),
        (["X = 1", f"{FUTURE}\nO = 2"], 0),
        ([FUTURE, "import math\nX = math.pi", f"'A game.'\n{FUTURE}\nO = 2"], 1),
    ],
)
def test_what_comes_of_the_future_is_left_out_where_python_does_not_take_it(
    cells, kept
):
    told = notebook.code(exports.notebook(*cells))
    compile(told, "x", "exec")
    assert told.split("\n").count(FUTURE) == kept


def test_what_is_no_notebook_is_the_program_itself():
    for source in (b"", b"X = 1", b"{}", b'{"cells": 3}', b"{" * 100_000):
        assert notebook.program(source) == source
        assert notebook.notes(source, "x") == []
    large = exports.notebook("#" * LARGEST_NOTEBOOK)
    assert notebook.program(large) == large


def test_what_a_notebook_has_put_out_is_not_part_of_its_program(monkeypatch):
    """Ten pictures of a plot are more than a megabyte."""
    whole = json.loads(exports.notebook(RIGHT.decode()))
    whole["cells"][0]["outputs"] = [{"data": {"image/png": "A" * LARGEST_FILE}}]
    data = json.dumps(whole).encode()
    assert notebook.program(data) == f"{CELL}1\n{RIGHT.decode()}\n".encode()
    monkeypatch.setattr(notebook, "MOST_PARTS", 9)
    assert not notebook.is_notebook(data + b" ")


@pytest.mark.parametrize("cells", [["x = 1\n" * 200_000], ["!ls"] * 50_000])
def test_a_notebook_with_too_much_code_is_not_looked_at(cells, monkeypatch):
    """It took 40 s and a gigabyte, only to be refused."""
    monkeypatch.setattr(notebook, "plain", pytest.fail)
    monkeypatch.setattr(notebook, "only_tried", pytest.fail)
    assert len(notebook.program(exports.notebook(*cells))) > LARGEST_FILE


@pytest.mark.parametrize(
    ("size", "told"), [(0, LARGEST_FILE), (LARGEST_NOTEBOOK, LARGEST_NOTEBOOK)]
)
def test_a_notebook_that_is_too_large_is_told_how_large_it_may_be(size, told, tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_bytes(exports.notebook("#" * LARGEST_FILE) + b" " * size)
    record = check_file(path)
    assert record.refusal == f"larger than {told:,} bytes"
    assert ("Clear" in record.hint) == (told == LARGEST_NOTEBOOK)


def test_a_notebook_without_the_functions_is_named(tmp_path):
    files = {"ana/work.ipynb": exports.notebook("1 + 1"), "b/tictactoe.py": RIGHT}
    files["c.ipynb"] = b"no notebook at all"
    students = found(lay_out(tmp_path, files))
    reason = "no tictactoe.py, and no function of it in "
    assert students["ana"].refusal == f"{reason}ana/work.ipynb"
    assert students["c"].refusal == "c.ipynb is not a readable notebook"


def test_the_program_itself_is_judged_under_the_name_of_a_notebook(tmp_path):
    files = {"ana/a.ipynb": RIGHT, "bob/tictactoe.py": exports.notebook(OTHER)}
    students = found(lay_out(tmp_path, files))
    assert (students["ana"].source, students["ana"].note) == (RIGHT, "")
    assert students["bob"].source == notebook.program(exports.notebook(OTHER))
    assert "Judged are the code cells" in students["bob"].note


@pytest.mark.ci
def test_a_notebook_can_be_played_with_as_a_file_can(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_bytes(exports.notebook(RIGHT.decode(), "1 / 0"))
    with Sandbox(path) as engine:
        assert engine.player(engine.initial_state()) == "X"


@pytest.mark.parametrize("code", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_notebook_may_be_written_as_windows_writes_texts(code, tmp_path, capsys):
    data = exports.notebook(OTHER).decode().encode(code)
    program = notebook.program(data)
    assert program == notebook.program(exports.notebook(OTHER))
    path = lay_out(tmp_path, {"ana/a.ipynb": data, "bob/b.ipynb": data}) / "ana/a.ipynb"
    assert found(tmp_path)["ana"].source == program
    main(["check", str(path), "--functions", "player", "--quiet"])
    assert "10 of 10 points" in capsys.readouterr().out


def test_a_python_file_goes_before_a_notebook(tmp_path):
    files = {"a/x.ipynb": exports.notebook("def player(b): pass"), "b/x": b""}
    files["a/tictactoe.py"] = RIGHT
    given = found(lay_out(tmp_path, files))["a"]
    assert given.source == RIGHT
    assert given.note == "Handed in beside it, and not judged: a/x.ipynb."


def test_a_cell_that_is_no_python_is_kept_for_the_judge_to_refuse(tmp_path):
    files = {"a/x.ipynb": exports.notebook("def player(b) pass"), "b/x": b""}
    assert b"def player(b) pass" in found(lay_out(tmp_path, files))["a"].source


def test_a_notebook_is_read_once_for_its_code_and_for_what_is_left_out(monkeypatch):
    read = []
    parsed = notebook._parsed
    monkeypatch.setattr(
        notebook, "_parsed", lambda cells: read.append(cells) or parsed(cells)
    )
    data = exports.notebook(RIGHT.decode(), "minimax(board")
    assert "# minimax(board" in notebook.code(data)
    assert notebook.notes(data, "x")[1].endswith(": 2.")
    assert len(read) == 1


def test_a_notebook_is_opened_once_whatever_is_asked_of_it(monkeypatch):
    opened, loads = [], json.loads
    monkeypatch.setattr(json, "loads", lambda data: opened.append(1) or loads(data))
    data = exports.notebook(RIGHT.decode(), "print(7)")
    assert notebook.is_notebook(data)
    assert b"# print(7)" in notebook.program(data)
    assert len(notebook.notes(data, "x")) == 1
    assert len(notebook.parts(data)) == 2
    assert len(opened) == 1
