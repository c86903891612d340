"""A notebook is judged as the program in its cells."""

import json
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import ENGINES

from noughts.game.contract import LARGEST_NOTEBOOK, PARAMETERS
from noughts.sandbox import inside, notebook
from noughts.sandbox.inside import LoadedFile
from noughts.sandbox.notebook import MOST_PARTS
from noughts.texts.safe_text import LARGEST_PARSED

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


CELLS = tomllib.loads(Path(__file__).with_name("notebook_cells.toml").read_text())


@pytest.mark.parametrize("place", [0, 2, -1])
@pytest.mark.parametrize("cell", CELLS["tried"])
def test_a_cell_that_tries_something_changes_nothing(loaded, cell, place):
    cells = [HEAD, *FUNCTIONS]
    cells.insert(place % (len(cells) + 1), cell)
    file, plain = loaded(notebook_of(*cells)), LoadedFile(WHOLE)
    assert (file.status, file.found[1]) == ("ok", [*PARAMETERS])
    answers = [list[str](), list[str]()]
    for each, said in zip((file, plain), answers, strict=True):
        each.answer("ask", "minimax XO..X.... XOXXOO...", said.append)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", CELLS["needed"])
def test_a_cell_that_a_function_needs_is_kept(loaded, name):
    winner = "def winner(board):\n    return LINES[0][0]"
    file = loaded(notebook_of(*CELLS["needed"][name], winner, "print(winner(None))"))
    assert file.call("winner", [None]) == ("ok", "0")


def test_a_cell_that_is_not_python_is_noted_unless_it_alone_has_a_function():
    player = "def player(board):\n    return X"
    data = notebook_of(player, "no Python", f"nor this\n{player}")
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
        (b'{"cells": []}'.ljust(LARGEST_NOTEBOOK), True),
        (b'{"cells": []}'.ljust(LARGEST_NOTEBOOK + 1), False),
        (b'{"cells": [], "": [' + b"1," * (MOST_PARTS - 4) + b"1]}", True),
        (b'{"cells": [], "": [' + b"1," * (MOST_PARTS - 3) + b"1]}", False),
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
