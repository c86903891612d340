"""The choice of a student's file, and of the modules it needs."""

import pytest
from classroom.exports import found, lay_out, notebook

from noughts.classroom.choice import name_some
from noughts.contract import PARAMETERS

FUNCTIONS = [*PARAMETERS]
RULES, SEARCH = FUNCTIONS[:7], FUNCTIONS[7:]


def program(*names, taken=""):
    """Return a program with an import and these functions."""
    return "\n".join([taken, *(f"def {name}(*_): return 0" for name in names)]).encode()


def cells(*names, taken=""):
    """Return the same program as a notebook."""
    return notebook(taken, program(*names).decode(), "%time\nprint(1)")


def stub(body):
    """Return the starter."""
    heads = (f'def {name}(*_):\n    """What it returns."""\n' for name in FUNCTIONS[1:])
    text = "".join(f"{head}    {body}\n" for head in heads)
    return text.encode() + program("initial_state")


ALL, FIRST = program(*FUNCTIONS), program("player")
BODIES = ["pass", "...", "return", "return None", "raise NotImplementedError"]
STUB = stub("raise NotImplementedError")
TWO_PARTS = b"from rules import *\nfrom search import *"
PARTS = {"rules.py": program(*RULES), "search.py": program(*SEARCH)}
BESIDE_B = {f"b/{name}": part for name, part in PARTS.items()}
TESTS = dict.fromkeys(["testTicTacToe.py", "my_tests.py", "runner.py"], ALL)
# The file that is judged or the key of a refusal, and what a student handed in.
MEANT = [
    ("tictactoe.py", {"tictactoe.py": FIRST, "main.py": ALL}),
    ("tictactoe.py", {"tictactoe.py": b"\xef\xbb\xbf" + FIRST, "main.py": ALL}),
    ("a/b/tictactoe.py", {"a/b/tictactoe.py": ALL, "main.py": ALL}),
    ("b/tictactoe.py", {f"{n}/tictactoe.py": TWO_PARTS for n in "abc"} | BESIDE_B),
    ("my tic-tac-toe.py", {"my tic-tac-toe.py": FIRST, "main.py": ALL}),
    # The starter, whole or emptied.
    *(("main.py", {"tictactoe.py": stub(body), "main.py": FIRST}) for body in BODIES),
    ("tictactoe.py", {"tictactoe.py": STUB, "x.txt": b""}),
    ("tictactoe.py", {"tictactoe.py": STUB, "tictactoe_original.py": STUB}),
    ("tictactoe_v2.py", {"tictactoe.py": STUB, "tictactoe_v2.py": ALL}),
    ("tictactoe.ipynb", {"tictactoe.py": STUB, "tictactoe.ipynb": cells("player")}),
    ("a.ipynb", {"tictactoe.py": b"", "a.py": b"x = 1", "a.ipynb": cells("player")}),
    # A GUI that has the name, and a file that imports all functions.
    ("engine.py", {"tictactoe.py": b"import engine", "engine.py": ALL}),
    ("tictactoe.py", {"tictactoe.py": TWO_PARTS, **PARTS}),
    # The most functions.
    ("tictactoe.py", {"tictactoe.py": FIRST, "tictactoe_v1.py": ALL}),
    ("tictactoe_2nd.py", {"tic-tac-toe.py": FIRST, "tictactoe_2nd.py": ALL}),
    ("main.py", {"main.py": ALL, "attempt.py": FIRST}),
    ("main.py", {"main.py": b"print(1)", "a.txt": b""}),
    ("main.py", {"main.py": ALL + b" )", "utils.py": FIRST}),
    ("main.py", {"main.py": FIRST, **TESTS}),
    ("b.ipynb", {"b.ipynb": cells(*FUNCTIONS), "a.py": FIRST}),
    ("a.py", {"b.ipynb": cells(*FUNCTIONS), "a.py": ALL}),
    # Unreadable files beside it.
    ("work.ipynb", {"work.ipynb": cells("player"), "old.zip": b"PK"}),
    ("tictactoe.py", {"tictactoe.py": FIRST, "big.ipynb": b" " * 10_000_001}),
    ("main.py", {"big.py": b"#" * 1_000_001, "main.py": FIRST}),
    ("m0.py", {f"m{n}.py": FIRST for n in range(50)}),
    # Refusals.
    ("tictactoe.py", {"tictactoe.py": ALL, "tictactoe (1).py": FIRST + b"#"}),
    ("hand_in.several", {"tictactoe (1).py": ALL, "tictactoe (2).py": ALL + b"#"}),
    ("hand_in.several", {"main.py": ALL, "game.py": ALL + b"#"}),
    ("hand_in.too_many", {f"m{n}.py": ALL for n in range(51)}),
    ("hand_in.large", {"tictactoe.py": b"#" * 1_000_001, "main.py": FIRST}),
    ("hand_in.bad_notebook", {"tictactoe.ipynb": b'{"cells": ['}),
    ("hand_in.no_code", {"report.pdf": b"%PDF", "a.txt": b""}),
    ("hand_in.bad_zip", {"work.zip": b"PK"}),
]


@pytest.mark.parametrize(("meant", "files"), MEANT)
def test_the_right_file_is_chosen(tmp_path, meant, files):
    lay_out(tmp_path / "class" / "ana", files)
    lay_out(tmp_path / "class" / "bob", {"tictactoe.py": ALL})
    ana = found(tmp_path / "class")["ana"]
    assert (ana.refusal.key or ana.path) == meant
    assert bool(ana.source) == (not ana.refusal)


def test_four_files_are_named_in_a_sentence():
    named = [name_some([*"abcdef"][:n]) for n in (1, 4, 5, 6)]
    assert named == ["a", "a, b, c, d", "a, b, c, d (+1)", "a, b, c, d (+2)"]


def test_modules_next_to_the_file_are_included(tmp_path):
    files = {
        "ana/x/tictactoe.py": b"import helper, pack, random, huge\n" + ALL,
        "ana/x/helper.py": b"import more\n",
        "ana/x/more.py": b"",
        "ana/x/random.py": b"# Python's own is meant",
        "ana/x/huge.py": b"#" * 1_000_001,
        "ana/x/pack/__init__.py": b"x = 1\n",
        "ana/helper.py": b"# of another folder",
        "bob/tictactoe.py": ALL,
    }
    students = found(lay_out(tmp_path, files))
    assert students["bob"].modules == ()
    ana = dict(students["ana"].modules)
    assert {"helper", "pack"} <= ana.keys()
    assert not {"random", "huge"} & ana.keys()
    assert ana["helper"] == "import more\n"


def test_other_versions_are_listed_but_not_judged(tmp_path):
    files = {"tictactoe.py": ALL, "old.py": FIRST, "copy.py": ALL, "x.zip": b"PK"}
    lay_out(tmp_path / "class" / "ana", files | {"other.py": b"x = 1"})
    lay_out(tmp_path / "class" / "bob", {"tictactoe.py": TWO_PARTS, **PARTS})
    students = found(tmp_path / "class")
    [note] = students["ana"].notes
    assert note.key == "hand_in.passed_over"
    assert note.parts["names"] == "old.py, x.zip"
    assert students["bob"].notes == ()


def test_the_cells_of_a_notebook_are_judged_with_a_note(tmp_path):
    lay_out(tmp_path, {"ana/a.ipynb": cells(*FUNCTIONS), "bob/tictactoe.py": ALL})
    ana = found(tmp_path)["ana"]
    assert b"def minimax" in ana.source
    assert b"\nprint(1)" not in ana.source
    assert [each.key for each in ana.notes] == ["note.notebook"]
