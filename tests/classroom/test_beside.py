"""A file and what it imports: the student's own goes along, others' is stood in for."""

import pytest
from classroom.exports import lay_out
from conftest import ENGINES

from noughts.checker.judge import check_file
from noughts.classroom import submissions
from noughts.classroom.beside import imports, own_modules, stand_ins
from noughts.cli import main
from noughts.contract import ContractError
from noughts.sandbox import EngineRaised, Limits, Sandbox

ENGINE = (ENGINES / "textbook_deepcopy.py").read_bytes()
HELPED = b"from helper import turn\n" + ENGINE
HELPED += b"\nplayer = lambda board: turn(board)\n"
HELPER = b"import deeper\nimport random\n\n"
HELPER += b"def turn(board):\n    return deeper.turn(board)\n"
DEEPER = b"def turn(board):\n    marks = sum(map(bool, sum(board, [])))\n"
DEEPER += b"    return 'XO'[marks % 2]\n"
EMPTY = [[None] * 3 for _ in range(3)]


def test_what_a_file_imports_goes_along_and_what_that_imports():
    files = {"helper": lambda: HELPER, "deeper": lambda: DEEPER, "x": lambda: b"no"}
    found = own_modules(HELPED, files)
    assert sorted(found) == ["deeper", "helper"]
    assert own_modules(b"import helper, helper.more\nimport os", files).keys() == {
        "helper",
        "deeper",
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import os, numpy", ["numpy"]),
        ("from numpy.linalg import norm", ["numpy"]),
        ("def f():\n    import helper", ["helper"]),
        ("from . import helper", []),
        ("def f(:", []),
        ("\0", []),
    ],
)
def test_imports_are_read_and_not_run(text, names):
    assert list(imports(text.encode())) == names


def test_a_circle_of_imports_ends():
    files = {"a": lambda: b"import b", "b": lambda: b"import a"}
    assert sorted(own_modules(b"import a", files)) == ["a", "b"]


@pytest.mark.parametrize(
    "layout",
    [
        {
            "ana/src/tictactoe.py": HELPED,
            "ana/src/helper.py": HELPER,
            "ana/src/deeper.py": DEEPER,
            "ana/helper.py": b"the wrong one",
        },
        {
            "ana.zip": {
                "p/tictactoe.py": HELPED,
                "p/helper.py": HELPER,
                "p/deeper.py": DEEPER,
            }
        },
        {
            "ana_1_2_tictactoe-1.py": HELPED,
            "ana_1_3_helper-1.py": HELPER,
            "ana_1_4_deeper.py": DEEPER,
            "bob_2_5_helper.py": b"not hers",
        },
    ],
    ids=["folder", "archive", "canvas"],
)
def test_a_submission_has_its_modules(tmp_path, layout):
    lay_out(tmp_path, layout | {"bob_2_6_tictactoe.py": ENGINE})
    with submissions.students(tmp_path) as units:
        found = {unit.student: submissions.submission(unit) for unit in units}
    modules = dict(found["ana"].modules)
    assert modules == {"helper": HELPER.decode(), "deeper": DEEPER.decode()}
    assert "Judged together with what it imports: deeper, helper." in found["ana"].note
    assert found["ana"].content != found["ana"].source
    others = [each for name, each in found.items() if name != "ana"]
    assert all(each.modules == () for each in others)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "tictactoe.py").write_bytes(HELPED)
    return tmp_path / "tictactoe.py"


def test_modules_are_imported_in_the_sandbox_and_nowhere_else(file):
    modules = {"helper": HELPER.decode(), "deeper": DEEPER.decode()}
    with Sandbox(file, Limits(), modules=modules) as engine:
        assert engine.player(EMPTY) == "X"
    with pytest.raises(ContractError, match="No module named 'helper'"):
        Sandbox(file, Limits())


def test_no_module_takes_the_place_of_pythons_own(file):
    file.write_bytes(b"import random\nrandom.random()\n" + ENGINE)
    with Sandbox(file, Limits(), modules={"random": "raise ValueError"}) as engine:
        assert engine.player(EMPTY) == "X"


def test_what_does_not_hang_on_a_module_of_others_is_judged(file):
    uses = b"\ndef utility(board):\n    return np.sign(inf + linalg.norm(board))\n"
    begins = b"import numpy as np\nfrom numpy import inf, linalg\nimport numpy.random\n"
    file.write_bytes(begins + ENGINE + uses)
    with Sandbox(file, Limits(), modules=stand_ins(["numpy"])) as engine:
        assert engine.player(EMPTY) == "X"
        with pytest.raises(EngineRaised, match=r"numpy.* is used, which is not there"):
            engine.utility(EMPTY)
    chosen = ["player", "utility"]
    record = check_file(file, functions=chosen, modules=stand_ins(["numpy"]))
    status = {check.name: check.status for check in record.checks}
    assert status["player.turn"] == "passed"
    assert status["utility.x"] == "failed"
    assert check_file(file, functions=chosen).refusal


def test_one_file_is_checked_with_what_lies_beside_it(file, capsys):
    for name, text in {"helper": HELPER, "deeper": DEEPER}.items():
        (file.parent / f"{name}.py").write_bytes(text)
    argv = ["check", str(file), "--functions", "player", "--quiet"]
    main(argv)
    assert "Right on every position" in capsys.readouterr().out
    file.write_bytes(b"import numpy\n" + ENGINE)
    assert main(argv) == 1
    assert "numpy" in capsys.readouterr().out
    assert main([*argv, "--allow", "numpy"]) == 0


def test_what_is_no_module_cannot_be_allowed(file, capsys):
    with pytest.raises(SystemExit):
        main(["check", str(file), "--allow", "num py"])
    assert "'num py' is not the name of a module" in capsys.readouterr().err
