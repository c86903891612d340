"""A notebook is judged as the program in its cells."""

import json
import sys

import pytest
from conftest import ENGINES

from noughts import notebook
from noughts.contract import LARGEST_NOTEBOOK, PARAMETERS
from noughts.sandbox import inside
from noughts.sandbox.inside import LoadedFile
from noughts.text import LARGEST_PARSED

WHOLE = (ENGINES / "remembering.py").read_text("utf-8")
HEAD, *FUNCTIONS = WHOLE.split("\n\n\n")


def notebook_of(*cells, **more):
    cells = [{"cell_type": "code", "source": cell} for cell in cells]
    return json.dumps({"cells": cells} | more).encode()


@pytest.fixture
def loaded(monkeypatch):
    """Return a function that loads a notebook in this process, and clean up."""
    monkeypatch.setitem(sys.modules, inside.NAME, None)
    monkeypatch.setattr(sys, "argv", [])
    return lambda data: LoadedFile(notebook.program(data).decode("latin-1"))


# Cells that only try something, or cannot be run.
TRIED = [
    "minimax(initial_state())",
    "board = initial_state()\nprint(board)\nboard = result(board, (0, 0))",
    "assert winner(initial_state()) is None",
    "for n in range(3):\n    print(n / 0)",
    "with open('nothing') as file:\n    text = file.read()",
    "mark = input('X or O? ')\nprint(mark)",
    "while not terminal(board):\n    board = result(board, minimax(board))",
    "import numpy as np\nnp.zeros((3, 3))",
    "from tictactoe import *",
    "import tictactoe as ttt\nttt.minimax(ttt.initial_state())",
    "@print\n@print\ndef shown(board):\n    return board / 0",
    "%matplotlib inline\n!pip install x\nhelp?",
    "files = !ls\nprint(files)",
    "%%time\nminimax(initial_state())",
    "%%bash\nls",
    "%%html\n<b>x</b>",
    "this is no Python",
    "while True:\n    try: mark = int(input())\n    except Exception: pass",
    "return 3",
    "1 / 0",
    "raise SystemExit",
    "x = 1 / 0\ny = x + 1",
    "from __future__ import annotations",
    "'a text'",
    "",
    "# only a comment",
]


@pytest.mark.parametrize("place", [0, 2, -1])
@pytest.mark.parametrize("cell", TRIED)
def test_a_cell_that_tries_something_changes_nothing(loaded, cell, place):
    cells = [HEAD, *FUNCTIONS]
    cells.insert(place % (len(cells) + 1), cell)
    file, plain = loaded(notebook_of(*cells)), LoadedFile(WHOLE)
    assert (file.status, file.found[1]) == ("ok", [*PARAMETERS])
    answers = [list[str](), list[str]()]
    for each, said in zip((file, plain), answers, strict=True):
        each.answer("ask", "minimax XO..X.... XOXXOO...", said.append)
    assert answers[0] == answers[1]


# Cells that make what a function needs.
NEEDED = {
    "a constant": ["LINES = [[0]]"],
    "a table that is filled": [
        "LINES = []",
        "for n in range(1):\n    LINES.append([n])",
    ],
    "a table that is changed": ["LINES = [0]", "LINES[0] = [0]"],
    "an import": ["import math", "LINES = [[math.floor(0.5)]]"],
    "a helper": ["def lines():\n    return [[0]]", "LINES = lines()"],
    "a helper that changes it": [
        "LINES = []",
        "def fill(table):\n    table.append([0])",
        "fill(LINES)",
    ],
    "a name made by a loop": ["for LINES in [[[0]]]:\n    pass"],
    "written twice": ["LINES = 3", "LINES = [[0]]"],
    "written again though it fails": ["LINES = [[0]]", "LINES = 1 / 0"],
}


@pytest.mark.parametrize("cells", NEEDED.values(), ids=NEEDED)
def test_a_cell_that_a_function_needs_is_kept(loaded, cells):
    winner = "def winner(board):\n    return LINES[0][0]"
    file = loaded(notebook_of(*cells, winner, "print(winner(None))"))
    assert file.call("winner", [None]) == ("ok", "0")


def test_a_cell_that_is_not_python_is_noted_unless_it_alone_has_a_function():
    data = notebook_of("def player(board):\n    return X", "no Python", "nor this")
    judged, left_out = notebook.notes(data, "work.ipynb")
    assert "work.ipynb" in judged
    assert left_out.parts == {"names": "2, 3"}
    alone = notebook_of("def player(board)\n    return X")
    assert "\ndef player(board)\n" in notebook.program(alone).decode()
    assert len(notebook.notes(alone, "work.ipynb")) == 1


def test_each_cell_keeps_its_number_and_its_lines():
    code = notebook.program(notebook_of("X = 1\nprint(X)\n", "%%bash\nls", "O = 2"))
    lines = code.decode().splitlines()
    written = {number: line for number, line in enumerate(lines, start=1) if line}
    assert written.pop(1).startswith("# %% code cell ")
    assert written == {
        1000: "# %% code cell 1",
        1001: "X = 1",
        1002: "# print(X)",
        3000: "# %% code cell 3",
        3001: "O = 2",
    }


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b"", False),
        (b"X = 1", False),
        (b"{}", False),
        (b'{"cells": 3}', False),
        (b'{"cells": [{"cell_type": "code"}]}', False),
        (b"[" * 100_000, False),
        (b" " * (LARGEST_NOTEBOOK + 1), False),
        (b'{"cells": [' + b"1," * 1_000_001 + b"1]}", False),
        (b'{"cells": []}', True),
        (notebook_of("X = 1", nbformat=4), True),
    ],
)
def test_a_notebook_is_recognised_by_its_content(data, is_one):
    assert notebook.is_notebook(data) is is_one
    assert (notebook.program(data) != data) is is_one


def test_a_notebook_too_long_to_parse_is_unchanged():
    cell = f"X = [{'0, ' * LARGEST_PARSED}]\nprint(X)"
    code = notebook.program(notebook_of(cell)).decode()
    assert code.endswith(f"# %% code cell 1\n{cell}\n")


@pytest.mark.parametrize("around", [2, 16])
def test_deep_and_long_cells_take_linear_time(around):
    loops = "\n".join(f"{' ' * n}for a{n} in b:" for n in range(around))
    cell = f"{loops}\n{' ' * around}{'x;' * 2000}"
    assert notebook.program(notebook_of(cell, *["y = x"] * 2000))
