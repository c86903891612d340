"""The student's own modules that a file imports, and modules that are missing."""

import sys

import pytest

from noughts.game.contract import EngineError
from noughts.sandbox import modules
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.inside import LoadedFile
from noughts.sandbox.modules import MOST, ROOM, imports, own_modules


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import a, b.c", ["a", "b"]),
        ("from a.b import c", ["a"]),
        ("def f():\n    if x:\n        import a", ["a"]),
        ("import a\nimport a", ["a"]),
        ("import random, tictactoe", []),
        ("from . import a\nfrom .b import c", []),  # fails in any grader
        ("from __future__ import annotations", []),
        ("def", []),
        ("\0", []),
    ],
)
def test_the_modules_that_a_program_imports(text, names):
    assert sorted(imports(text.encode())) == names


def test_modules_may_import_each_other():
    files = {"a": b"import a, b", "b": b"import a"}
    assert sorted(own_modules(b"import a", files.get)) == ["a", "b"]


def test_the_number_and_size_of_modules_are_limited():
    many = b"".join(b"import m%d\n" % n for n in range(100))
    assert len(own_modules(many, lambda name: b"x = 1")) == MOST
    large = own_modules(b"import a, b, c", lambda name: bytes(ROOM // 2))
    assert sorted(large) == ["a", "b"]


def test_only_small_modules_in_the_same_folder_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(modules, "ROOM", 15)
    home = tmp_path / "ana"
    (home / "package").mkdir(parents=True)
    source = b"import fits, large, other, package, tictactoe, nowhere"
    (home / "tictactoe.py").write_bytes(source)
    (home / "fits.py").write_text("x = 1234")
    (home / "large.py").write_text("x = 123456789123")
    (home / "package" / "__init__.py").write_text("y = 2")
    (tmp_path / "other.py").write_text("z = 3")
    (home / "other.py").symlink_to(tmp_path / "other.py")
    found = modules.modules_beside(home / "tictactoe.py", source)
    assert found == {"fits": "x = 1234", "package": "y = 2"}
    files = modules.files_beside(home / "tictactoe.py", source)
    assert [each.name for each in files] == ["fits.py", "__init__.py"]
    (home / "largest.py").write_text("x = 12345678901")
    found = modules.modules_beside(home / "tictactoe.py", b"import largest")
    assert [*found] == ["largest"]


def test_pythons_modules_come_before_the_students(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("from lines import LINES\n")
    (tmp_path / "lines.py").write_text("LINES = [__name__]\n")
    (tmp_path / "random.py").write_text("raise ValueError\n")
    text = "import random, rules\ndef player(board): return rules.LINES[0]\n"
    (tmp_path / "tictactoe.py").write_text(text)
    with Sandbox(tmp_path / "tictactoe.py", partial=True) as engine:
        assert engine.call("player", []) == "lines"


# Imports of a module that is missing, and what `player` then answers.
ABSENT = {
    "import absent": "fine",
    "import absent.part as np": "fine",
    "from absent import *": "fine",
    "import absent, another": "fine",
    "try: import absent\nexcept ImportError: absent = None": "None",
    "import beside": "fine",
    "from absent import zeros\nABSENT = zeros": "absent.zeros is used",
    "import absent\nABSENT = absent.linalg.norm": "absent.linalg.norm is used",
}


@pytest.mark.parametrize("text", ABSENT)
def test_a_missing_module_fails_only_when_it_is_used(text):
    source = f"""{text}
def player(board):
    found = globals().get("ABSENT", "fine") if "absent" not in board else absent
    return found if found is None or isinstance(found, str) else found(3)
"""
    beside = {"beside": "import absent"}
    board = ["absent"] if ABSENT[text] == "None" else []
    with Sandbox(
        "tictactoe.py", source=source.encode(), modules=beside, partial=True
    ) as engine:
        try:
            answer = engine.call("player", board)
        except EngineError as error:
            answer = error.parts["text"]
    assert str(answer).startswith(ABSENT[text])


@pytest.mark.usefixtures("loading")
def test_a_file_that_is_loaded_again_gets_new_modules(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    text = "import beside\nbeside.CALLS.append(0)\nX = len(beside.CALLS)"
    for _ in range(2):
        (marks, *_) = LoadedFile(text, {"beside": "CALLS = []"}).found
        assert marks["X"][0] == 1
    del sys.modules["beside"]


@pytest.mark.usefixtures("loading")
@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("import absent\nabsent.zeros(3)", ["absent"]),
        ("from math import largest", []),
        ("raise ModuleNotFoundError('absent')", []),
        ("raise ModuleNotFoundError(name='absent.part')", ["absent"]),
        (
            "\n".join(f"import absent{n}" for n in range(11)),
            [f"absent{n}" for n in range(10)],
        ),
    ],
)
def test_a_file_that_uses_a_missing_module_at_import_is_refused(
    monkeypatch, text, absent
):
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    file = LoadedFile(text)
    assert (file.status, file.modules.absent) == ("no_import", absent)
    assert file.refusal.startswith('["no_import",')
