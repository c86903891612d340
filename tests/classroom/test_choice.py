"""The choice of a student's file, and of the modules it needs."""

import pytest
from classroom.exports import found, lay_out, notebook

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
STUB = stub("raise NotImplementedError")
STAR = b"from rules import *\nfrom search import *"
PARTS = {"rules.py": program(*RULES), "search.py": program(*SEARCH)}
# What a student handed in, and the file that is judged, or why none is.
MEANT = {
    "the wanted name": ({"tictactoe.py": FIRST, "main.py": ALL}, "tictactoe.py"),
    "in any folder": ({"a/b/tictactoe.py": ALL, "main.py": ALL}, "a/b/tictactoe.py"),
    "the game in another name": (
        {"my tic-tac-toe.py": FIRST, "main.py": ALL},
        "my tic-tac-toe.py",
    ),
    **{
        f"the starter, as `{body}`": (
            {"tictactoe.py": stub(body), "main.py": FIRST},
            "main.py",
        )
        for body in (
            "pass",
            "...",
            "return",
            "return None",
            "raise NotImplementedError",
        )
    },
    "the starter alone": ({"tictactoe.py": STUB, "x.txt": b""}, "tictactoe.py"),
    "the starter and a copy": (
        {"tictactoe.py": STUB, "tictactoe_original.py": STUB},
        "tictactoe.py",
    ),
    "the starter and a last version": (
        {"tictactoe.py": STUB, "tictactoe_v2.py": ALL},
        "tictactoe_v2.py",
    ),
    "the starter and a notebook": (
        {"tictactoe.py": STUB, "tictactoe.ipynb": cells("player")},
        "tictactoe.ipynb",
    ),
    "an empty file and a notebook": (
        {"tictactoe.py": b"", "a.py": b"x = 1", "tictactoe.ipynb": cells("player")},
        "tictactoe.ipynb",
    ),
    "a window that has the name": (
        {"tictactoe.py": b"import engine\nprint(1)", "engine.py": ALL},
        "engine.py",
    ),
    "a window that takes functions": (
        {"tictactoe.py": b"from engine import minimax", "engine.py": ALL},
        "engine.py",
    ),
    "the name, and all in modules": ({"tictactoe.py": STAR, **PARTS}, "tictactoe.py"),
    "a draft": ({"tictactoe.py": FIRST, "tictactoe_v1.py": ALL}, "tictactoe.py"),
    "a draft that has more": (
        {"tic-tac-toe.py": FIRST, "tictactoe_2nd.py": ALL},
        "tictactoe_2nd.py",
    ),
    "most functions": ({"main.py": ALL, "attempt.py": FIRST}, "main.py"),
    "no functions": ({"main.py": b"print(1)", "a.txt": b""}, "main.py"),
    "a notebook with more than a file": (
        {"tictactoe.ipynb": cells(*FUNCTIONS), "tictactoe.py": FIRST},
        "tictactoe.ipynb",
    ),
    "a notebook with as much": (
        {"tictactoe.ipynb": cells(*FUNCTIONS), "tictactoe.py": ALL},
        "tictactoe.py",
    ),
    "what Python cannot read": (
        {"main.py": ALL + b" )", "utils.py": FIRST},
        "main.py",
    ),
    "the mark of Windows": (
        {"tictactoe.py": b"\xef\xbb\xbf" + FIRST, "main.py": ALL},
        "tictactoe.py",
    ),
    "a broken archive beside it": (
        {"work.ipynb": cells("player"), "old.zip": b"PK"},
        "work.ipynb",
    ),
    "a report too large to be read": (
        {"tictactoe.py": FIRST, "plots-tictactoe.ipynb": b" " * 10_000_001},
        "tictactoe.py",
    ),
    "tests and the window": (
        {
            "main.py": FIRST,
            "testTicTacToe.py": ALL,
            "my_tests.py": ALL,
            "runner.py": ALL,
        },
        "main.py",
    ),
    "copies": ({"tictactoe.py": ALL, "tictactoe (1).py": FIRST + b"#"}, "tictactoe.py"),
    "copies that are equal": (
        {"tictactoe (1).py": ALL, "tictactoe (2).py": ALL + b"#"},
        "hand_in.several",
    ),
    "drafts": (
        {"tictactoe_a.py": ALL, "tictactoe_b.py": ALL + b"#"},
        "hand_in.several",
    ),
    "two other names": ({"main.py": ALL, "game.py": ALL + b"#"}, "hand_in.several"),
    "too many files": ({f"m{n}.py": ALL for n in range(51)}, "hand_in.too_many"),
    "a file too large": ({"tictactoe.py": b"#" * 1_000_001}, "hand_in.large"),
    "a broken notebook": ({"tictactoe.ipynb": b'{"cells": ['}, "hand_in.bad_notebook"),
    "no code": ({"report.pdf": b"%PDF", "a.txt": b""}, "hand_in.no_code"),
    "a broken archive alone": ({"work.zip": b"PK"}, "hand_in.bad_zip"),
}


@pytest.mark.parametrize(("files", "meant"), MEANT.values(), ids=MEANT)
def test_the_right_file_is_chosen(tmp_path, files, meant):
    lay_out(tmp_path / "class" / "ana", files)
    lay_out(tmp_path / "class" / "bob", {"tictactoe.py": ALL})
    ana = found(tmp_path / "class")["ana"]
    assert (ana.refusal.key or ana.path) == meant
    assert bool(ana.source) == (not ana.refusal)


def test_modules_next_to_the_file_are_included(tmp_path):
    files = {
        "ana/x/tictactoe.py": b"import helper, pack, random\n" + ALL,
        "ana/x/helper.py": b"import more\n",
        "ana/x/more.py": b"",
        "ana/x/random.py": b"# Python's own is meant",
        "ana/x/pack/__init__.py": b"x = 1\n",
        "ana/helper.py": b"# of another folder",
        "bob/tictactoe.py": ALL,
    }
    students = found(lay_out(tmp_path, files))
    assert students["bob"].modules == ()
    ana = dict(students["ana"].modules)
    assert {"helper", "pack"} <= ana.keys()
    assert "random" not in ana
    assert ana["helper"] == "import more\n"


def test_other_versions_are_listed_but_not_judged(tmp_path):
    files = {"tictactoe.py": ALL, "old.py": FIRST, "copy.py": ALL, "x.zip": b"PK"}
    lay_out(tmp_path / "class", {f"ana/{name}": each for name, each in files.items()})
    lay_out(tmp_path / "class", {"bob/tictactoe.py": ALL})
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
