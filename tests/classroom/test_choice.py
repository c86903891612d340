"""The choice of a student's file, and of the modules it needs."""

import tomllib

import pytest
from classroom.exports import HERE, fill, found, lay_out, notebook

from noughts.classroom.archives import name_some
from noughts.game.contract import PARAMETERS

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
BODIES = ["pass", "...", "return", "return None"]
TWO_PARTS = b"from rules import *\nfrom search import *"
PARTS = {"rules.py": program(*RULES), "search.py": program(*SEARCH)}
CONTENTS = {
    "all": ALL,
    "all, changed": ALL + b"#",
    "all, with an error": ALL + b" )",
    "first": FIRST,
    "first, changed": FIRST + b"#",
    "first, with a mark": b"\xef\xbb\xbf" + FIRST,
    "all cells": cells(*FUNCTIONS),
    "first cell": cells("player"),
    "starter": stub("raise NotImplementedError"),
    **{f"starter with {body}": stub(body) for body in BODIES},
    "two parts": TWO_PARTS,
    "rules": PARTS["rules.py"],
    "search": PARTS["search.py"],
    "too large": b"#" * 1_000_001,
    "too large notebook": b" " * 10_000_001,
}
MANY = {f"m{n}.py": "first" for n in range(51)}
MEANT = tomllib.loads((HERE / "choices.toml").read_text("utf-8"))["meant"]
MEANT += [["hand_in.too_many", MANY], ["m0.py", dict([*MANY.items()][:50])]]


@pytest.mark.parametrize(("meant", "files"), MEANT)
def test_the_right_file_is_chosen(tmp_path, meant, files):
    lay_out(tmp_path / "class" / "ana", fill(files, CONTENTS))
    lay_out(tmp_path / "class" / "bob", {"tictactoe.py": ALL})
    ana = found(tmp_path / "class")["ana"]
    assert (ana.why or ana.file.path) == meant


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
    assert students["bob"].file.modules == ()
    ana = dict(students["ana"].file.modules)
    assert {"helper", "pack"} <= ana.keys()
    assert not {"random", "huge"} & ana.keys()
    assert ana["helper"] == "import more\n"


def test_other_versions_are_listed_but_not_judged(tmp_path):
    files = {"tictactoe.py": ALL, "old.py": FIRST, "copy.py": ALL, "x.zip": b"PK"}
    lay_out(tmp_path / "class" / "ana", files | {"other.py": b"x = 1"})
    lay_out(tmp_path / "class" / "bob", {"tictactoe.py": TWO_PARTS, **PARTS})
    students = found(tmp_path / "class")
    [note] = students["ana"].file.notes
    assert note.key == "hand_in.passed_over"
    assert note.parts["names"] == "old.py, x.zip"
    assert students["bob"].file.notes == ()


def test_the_cells_of_a_notebook_are_judged_with_a_note(tmp_path):
    lay_out(tmp_path, {"ana/a.ipynb": cells(*FUNCTIONS), "bob/tictactoe.py": ALL})
    ana = found(tmp_path)["ana"]
    assert b"def minimax" in ana.file.source
    assert b"\nprint(1)" not in ana.file.source
    assert [each.key for each in ana.file.notes] == ["note.notebook"]
