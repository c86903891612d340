"""Files and their own modules, alone and in a class."""

from pathlib import Path

import pytest
from classroom.exports import found, lay_out, notebook
from helpers.helped import DEEPER, EMPTY, ENGINE, HELPED, HELPER

from noughts.checker import style
from noughts.checker.judge import check_file
from noughts.classroom import submissions
from noughts.cli import main
from noughts.contract import LARGEST_FILE
from noughts.sandbox import EngineRaised, Limits, Sandbox
from noughts.sandbox.beside import modules_beside
from noughts.sandbox.stand_ins import with_stand_ins


def test_beside_a_file_each_module_is_read_once_or_twice(tmp_path, monkeypatch):
    """The second time it is asked whether it is a package."""
    source = f"from pkg import {', '.join(f'm{n}' for n in range(99))}".encode()
    path = lay_out(tmp_path, {"tictactoe.py": source, "pkg/__init__.py": b""})
    reads = list[Path]()
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda p: reads.append(p) or read(p))
    assert modules_beside(path / "tictactoe.py", source) == {"pkg": ""}
    assert len(reads) <= 2


@pytest.mark.parametrize("more", [0, 1])
def test_a_module_may_be_as_large_in_a_class_as_beside_a_file(more, tmp_path):
    large = b"#".ljust(LARGEST_FILE + more)
    files = {"tictactoe.py": HELPED, "helper.py": large}
    alone = lay_out(tmp_path / "alone", files) / "tictactoe.py"
    assert ("helper" in modules_beside(alone, HELPED)) == (not more)
    given = {f"ana/{name}": text for name, text in files.items()}
    ana = found(lay_out(tmp_path / "all", given | {"bob/x.py": b""}))["ana"]
    assert ("helper" in dict(ana.modules)) == (not more)


PACKAGES = {
    "tictactoe.py": b"from ai.search import turn\nimport helpers.board\n"
    + ENGINE
    + b"\nplayer = lambda board: helpers.board.same(turn(board))\n",
    "ai/__init__.py": b"",
    "ai/search.py": b"from . import util\nfrom .deep.er import turn\n",
    "ai/util.py": b"",
    "ai/deep/er.py": DEEPER,
    "ai/unused.py": b"raise ValueError",
    "helpers/board.py": b"def same(mark):\n    return mark\n",
}
TAKEN = ["ai", "ai.deep", "ai.deep.er", "ai.search", "ai.util", "helpers"]
TAKEN += ["helpers.board"]


@pytest.mark.parametrize("archive", [False, True])
def test_packages_of_the_students_own_go_along(tmp_path, archive):
    files = {f"src/{name}": text for name, text in PACKAGES.items()}
    layout = {f"ana/{name}": text for name, text in files.items()}
    lay_out(tmp_path, {"ana.zip": files} if archive else layout)
    lay_out(tmp_path, {"bob/tictactoe.py": ENGINE})
    with submissions.students(tmp_path) as units:
        ana = submissions.submission(units[0])
    assert [name for name, _ in ana.modules] == TAKEN
    (tmp_path / "alone.py").write_bytes(ana.source)
    modules = dict(ana.modules)
    with Sandbox(tmp_path / "alone.py", Limits(), modules=modules) as engine:
        assert engine.player(EMPTY) == "X"


TURNED = ENGINE + b"\nplayer = lambda board: turn(board)\n"
MARKS = b"X, O, EMPTY = 'X', 'O', None\n"
BY_DOTS, BY_NAME = b"from .board import turn\n", b"from board import turn\n"
WRONG = b"def turn(board):\n    return 'O'\n"
EITHER = b"try:\n    %s\nexcept ImportError:\n    %s\n"
# What a student handed in, beside a `board.py`, as Python can run it; what is judged.
PLACES = {
    "the wanted name, for marks alone": (
        {"tictactoe.py": MARKS, "engine.py": b"from tictactoe import *\n" + ENGINE},
        "engine.py",
    ),
    "the wanted name, for another file than can be imported": (
        {
            "tictactoe.py": MARKS + DEEPER,
            "my engine.py": b"from tictactoe import turn\n" + TURNED,
        },
        "my engine.py",
    ),
    "the wanted name, for a package": (
        {
            "main.py": b"from tictactoe.board import turn\n" + TURNED,
            "tictactoe/board.py": DEEPER,
        },
        "main.py",
    ),
    "the wanted name, for a package and the file": (
        {
            "tictactoe.py": b"from tictactoe.board import turn\n" + TURNED,
            "tictactoe/board.py": DEEPER,
            "tictactoe/__init__.py": b"",
        },
        "tictactoe.py",
    ),
    "a package": ({"game/__init__.py": BY_DOTS + TURNED}, "game/__init__.py"),
    "a file of a package": (
        {
            "game/__init__.py": b"from .engine import minimax\n",
            "game/engine.py": BY_DOTS + TURNED,
        },
        "game/engine.py",
    ),
    "a file of a package that has its name": (
        {
            "tictactoe/__init__.py": b"from .tictactoe import *\n",
            "tictactoe/tictactoe.py": BY_DOTS + TURNED,
        },
        "tictactoe/tictactoe.py",
    ),
    "a file of a package, by its name": (
        {"game/engine.py": b"from game.board import turn\n" + TURNED},
        "game/engine.py",
    ),
    "a file of a package that has its name, by that": (
        {"tictactoe/tictactoe.py": b"from tictactoe.board import turn\n" + TURNED},
        "tictactoe/tictactoe.py",
    ),
    "a file of a package that is called like Python's own": (
        {"code/engine.py": BY_DOTS + TURNED},
        "code/engine.py",
    ),
    "a file of a package in a package": (
        {
            "game/ai/engine.py": b"from ..board import turn\nimport marks\n" + TURNED,
            "game/board.py": DEEPER,
            "marks.py": MARKS,
        },
        "game/ai/engine.py",
    ),
    "a file of a package whose folder is left out": (
        {"engine.py": BY_DOTS + TURNED},
        "engine.py",
    ),
    "by dots, or else by name": (
        {"src/main.py": EITHER % (BY_DOTS.strip(), BY_NAME.strip()) + TURNED},
        "src/main.py",
    ),
    "by name, or else by dots": (
        {"src/main.py": EITHER % (BY_NAME.strip(), BY_DOTS.strip()) + TURNED},
        "src/main.py",
    ),
    "by dots, or else by name, in a folder that is no package": (
        {
            "projeto 1/tictactoe.py": MARKS
            + EITHER % (BY_DOTS.strip(), BY_NAME.strip())
            + TURNED,
            "projeto 1/board.py": b"from tictactoe import X, O, EMPTY\n" + DEEPER,
        },
        "projeto 1/tictactoe.py",
    ),
    "by dots, in a folder that cannot be a package's": (
        {
            "projeto 1/tictactoe.py": BY_DOTS + TURNED,
            "projeto 1/board.py": b"def turn(b):\n    import tictactoe\n"
            b"    return tictactoe.X\n",
        },
        "projeto 1/tictactoe.py",
    ),
    "by dots, or else by name, beside a window that is not needed": (
        {
            "game/main.py": EITHER % (BY_DOTS.strip(), BY_NAME.strip()) + TURNED,
            "game/__init__.py": b"from . import runner\n",
            "game/runner.py": b"import pygame\n",
        },
        "game/main.py",
    ),
    "a folder that has the name of the file": (
        {"game/engine.py": BY_DOTS + TURNED, "game/engine/board.py": WRONG},
        "game/engine.py",
    ),
    "a folder that has the name of a module": (
        {
            "game/engine.py": BY_DOTS + TURNED,
            "game/board.py": b"from .deeper import turn\n",
            "game/deeper.py": DEEPER,
            "game/board/deeper.py": WRONG,
        },
        "game/engine.py",
    ),
    "a folder that has the name of its folder": (
        {
            "tictactoe/tictactoe.py": b"from tictactoe.board import turn\n" + TURNED,
            "tictactoe/tictactoe/board.py": WRONG,
        },
        "tictactoe/tictactoe.py",
    ),
    "an older copy in a folder that has the name of its folder": (
        {
            "tictactoe/tictactoe.py": BY_DOTS + TURNED,
            "tictactoe/tictactoe/tictactoe.py": MARKS,
            "tictactoe/tictactoe/board.py": WRONG,
        },
        "tictactoe/tictactoe.py",
    ),
    "a window that has the name of the package": (
        {"game/engine.py": BY_DOTS + TURNED, "game/game.py": b"import pygame\n"},
        "game/engine.py",
    ),
    "a window that has the name of the package that is the file": (
        {"game/__init__.py": BY_DOTS + TURNED, "game/game.py": b"import pygame\n"},
        "game/__init__.py",
    ),
    "a file that imports itself and nothing else": (
        {"solution.py": b"import solution\n" + ENGINE},
        "solution.py",
    ),
    "a circle": (
        {
            "main.py": BY_NAME + TURNED,
            "board.py": b"import main\n" + DEEPER + b"    return main.X\n",
        },
        "main.py",
    ),
    "a notebook beside a file of its name": (
        {"work.ipynb": notebook("from work import *", ENGINE.decode()), "work.py": b""},
        "work.ipynb",
    ),
}


@pytest.mark.parametrize(("files", "chosen"), PLACES.values(), ids=PLACES)
def test_what_runs_in_its_place_runs_in_the_sandbox(tmp_path, files, chosen):
    board = "/".join([*chosen.split("/")[:-1], "board.py"])
    files = {f"ana/{name}": text for name, text in ({board: DEEPER} | files).items()}
    lay_out(tmp_path, files | {"bob/tictactoe.py": ENGINE})
    with submissions.students(tmp_path) as units:
        ana = submissions.submission(units[0])
    assert (ana.where, ana.refusal) == (f"ana/{chosen}", "")
    modules = dict(ana.modules)
    with Sandbox("a.py", Limits(), source=ana.source, modules=modules) as engine:
        assert engine.player(EMPTY) == "X"


@pytest.mark.parametrize(
    ("files", "chosen"),
    [
        (files, chosen)
        for files, chosen in PLACES.values()
        if chosen.endswith(".py") and chosen.count("/") < 2
    ],
)
def test_one_file_has_the_modules_that_it_has_in_a_class(tmp_path, files, chosen):
    board = "/".join([*chosen.split("/")[:-1], "board.py"])
    files = {f"ana/{name}": text for name, text in ({board: DEEPER} | files).items()}
    lay_out(tmp_path, files | {"bob/tictactoe.py": ENGINE})
    with submissions.students(tmp_path) as units:
        ana = submissions.submission(units[0])
    path = tmp_path / "ana" / chosen
    assert modules_beside(path, path.read_bytes()) == dict(ana.modules)


def test_what_is_no_file_is_not_told_as_a_module(tmp_path):
    files = {"game/engine.py": BY_DOTS + TURNED, "game/board.py": DEEPER}
    files = {f"ana/{name}": text for name, text in files.items()}
    lay_out(tmp_path, files | {"bob/tictactoe.py": ENGINE})
    with submissions.students(tmp_path) as units:
        ana = submissions.submission(units[0])
    assert ana.note == "Judged together with what it imports: game.board."


@pytest.mark.parametrize("again", [HELPER, DEEPER])
def test_the_same_file_beside_another_module_is_another_candidate(tmp_path, again):
    one, two = ({"tictactoe.py": HELPED, "helper.py": each} for each in (HELPER, again))
    lay_out(tmp_path, {"ana/1.zip": one, "ana/2.zip": two, "bob/tictactoe.py": ENGINE})
    with submissions.students(tmp_path) as units:
        ana = submissions.submission(units[0])
    both = "ana/1.zip/tictactoe.py, ana/2.zip/tictactoe.py"
    refusal = f"2 different candidates: {both}" if again != HELPER else ""
    assert ana.refusal == refusal


def test_the_same_package_twice_is_one_submission(tmp_path):
    files = {"engine.py": BY_DOTS + TURNED, "board.py": DEEPER}
    for folder in ("game", "copy"):
        lay_out(tmp_path, {f"ana/{folder}/{each}": files[each] for each in files})
    again = {"play.py": BY_NAME + TURNED, "my play.py": BY_NAME + TURNED}
    again |= {"board.py": DEEPER}
    lay_out(tmp_path, {f"bob/{name}": text for name, text in again.items()})
    with submissions.students(tmp_path) as units:
        found = [submissions.submission(unit) for unit in units]
    assert [each.refusal for each in found] == ["", ""]


def test_a_module_of_which_there_are_two_is_refused(tmp_path):
    helpers = {"helper.py": HELPER, "helper/__init__.py": DEEPER}
    files = {"tictactoe.py": HELPED, **helpers}
    lay_out(tmp_path, {"ana.zip": files, "bob/tictactoe.py": ENGINE})
    with submissions.students(tmp_path) as units:
        ana = submissions.submission(units[0])
    both = "ana.zip/helper/__init__.py, ana.zip/helper.py"
    assert ana.refusal == f"2 different candidates: {both}"


def test_one_file_is_checked_with_the_packages_beside_it(tmp_path, capsys):
    lay_out(tmp_path, PACKAGES)
    file = str(tmp_path / "tictactoe.py")
    main(["check", file, "--functions", "player", "--quiet"])
    assert "Right on every position" in capsys.readouterr().out


def test_one_file_is_checked_as_a_part_of_its_package(tmp_path, capsys):
    files = {"engine.py": BY_DOTS + TURNED, "board.py": DEEPER, "__init__.py": b"x = 1"}
    lay_out(tmp_path, {f"game/{name}": text for name, text in files.items()})
    file = str(tmp_path / "game" / "engine.py")
    main(["check", file, "--functions", "player", "--quiet"])
    assert "Right on every position" in capsys.readouterr().out


def test_nothing_outside_its_folder_is_taken_for_a_part_of_its_package(
    tmp_path, capsys
):
    """Beside it lie the hand-ins of others."""
    source = b"from . import board\nimport bob.tictactoe\nbob\n" + ENGINE
    lay_out(tmp_path, {"ana/tictactoe.py": source, "ana/board.py": b""})
    lay_out(tmp_path, {"bob/tictactoe.py": ENGINE})
    main(["check", str(tmp_path / "ana" / "tictactoe.py")])
    assert "No module named 'bob'" in " ".join(capsys.readouterr().out.split())


def test_a_name_that_no_file_can_have_costs_the_file_nothing(tmp_path, capsys):
    file = tmp_path / "tictactoe.py"
    odd = f"\ntry:\n    import {'a' * 300}\nexcept ImportError:\n    pass\n"
    file.write_bytes(ENGINE + odd.encode())
    assert main(["check", str(file), "--functions", "player", "--quiet"]) == 0
    assert "10 of 10 points" in capsys.readouterr().out


def test_a_link_takes_nothing_from_elsewhere_into_the_sandbox(tmp_path, capsys):
    """A student's folder may point at what only its reader may read."""
    lay_out(tmp_path, {"mine/diary.py": b"turn = 'a secret'\n"})
    source = b"import diary\nraise ValueError(diary.turn)\n"
    lay_out(tmp_path, {"theirs/tictactoe.py": source})
    (tmp_path / "theirs" / "diary.py").symlink_to(tmp_path / "mine" / "diary.py")
    main(["check", str(tmp_path / "theirs" / "tictactoe.py")])
    told = " ".join(capsys.readouterr().out.split())
    assert "No module named 'diary'" in told
    assert "secret" not in told


def test_of_a_file_that_is_too_large_no_more_is_read_than_is_judged(
    tmp_path, capsys, monkeypatch
):
    """Nor by ruff, which took seconds for a line of a million characters."""
    monkeypatch.setattr(Path, "read_bytes", None)
    monkeypatch.setattr(style, "findings", None)
    file = tmp_path / "tictactoe.py"
    file.write_text("#" * (LARGEST_FILE + 1))
    main(["check", str(file), "--quiet"])
    assert "larger than 1,000,000 bytes" in capsys.readouterr().out


def test_a_file_is_read_once_so_that_all_that_is_judged_is_of_one_save(
    tmp_path, capsys, monkeypatch
):
    file = tmp_path / "tictactoe.py"
    file.write_bytes(ENGINE)
    opened, really = list[Path](), Path.open

    def counted(path, *given, **more):
        opened.append(path)
        return really(path, *given, **more)

    monkeypatch.setattr(Path, "open", counted)
    report = f"--junit={tmp_path / 'report.xml'}"
    main(["check", str(file), "--functions", "player", "--quiet", report])
    assert opened.count(file) == 1
    assert "10 of 10 points" in capsys.readouterr().out


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
    ana = found["ana"]
    whole = ana.source + repr(ana.modules).encode()
    both = {
        ana.content,
        ana._replace(source=whole, modules=()).content,
        ana._replace(modules=()).content,
    }
    assert len(both) == 3
    others = [each for name, each in found.items() if name != "ana"]
    assert all(each.modules == () for each in others)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "tictactoe.py").write_bytes(HELPED)
    return tmp_path / "tictactoe.py"


@pytest.mark.ci
def test_what_does_not_hang_on_a_module_of_others_is_judged(file):
    uses = b"\ndef utility(board):\n    return np.sign(inf + linalg.norm(board))\n"
    begins = b"import numpy as np\nfrom numpy import inf, linalg\nimport numpy.random\n"
    file.write_bytes(begins + ENGINE + uses)
    modules = with_stand_ins(["numpy"], file.read_bytes(), {})
    with Sandbox(file, Limits(), modules=modules) as engine:
        assert engine.player(EMPTY) == "X"
        with pytest.raises(EngineRaised, match=r"numpy.* is used, which is not there"):
            engine.utility(EMPTY)
    chosen = ["player", "utility"]
    record = check_file(file, functions=chosen, modules=modules)
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
    file.write_bytes(b"import numpy\nSIZE = numpy.int8\n" + ENGINE)
    assert main(argv) == 1
    assert "numpy" in capsys.readouterr().out
    assert main([*argv, "--allow", "numpy"]) == 0


def test_what_is_no_module_cannot_be_allowed(file, capsys):
    with pytest.raises(SystemExit):
        main(["check", str(file), "--allow", "num py"])
    assert "'num py' is not the name of a module" in capsys.readouterr().err
