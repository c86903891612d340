"""Laws of the judge about processes and imports."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ENGINES, ROOT
from helpers.only import only

TRAP = "import sys\nsys.stderr.write('RUN OUTSIDE')\nraise SystemExit(99)\n"
NAMES = {*sys.stdlib_module_names, "tictactoe", "ruff", "sitecustomize"}
START = f"import sys; sys.path.append({str(ROOT)!r}); from noughts.cli import main"
INSTALLED = Path(sys.executable).with_name("noughts")
COMMANDS = {
    "python -P": [sys.executable, "-P", "-c", f"{START}; sys.exit(main(sys.argv[1:]))"],
    "noughts": [str(INSTALLED)],
}


# A class is judged by several processes, each of which starts anew.
GIVEN = {"a file": ["mine/own.py", "--quiet"], "a class": ["mine", "-o", "report"]}


@pytest.mark.ci
@pytest.mark.parametrize("given", GIVEN.values(), ids=GIVEN)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_nothing_in_the_current_folder_is_imported(tmp_path, command, given):
    if command == COMMANDS["noughts"] and not INSTALLED.exists():
        pytest.skip("the command is not installed")
    for folder in ("mine", "noughts"):
        (tmp_path / folder).mkdir()
    for name in (*(f"{name}.py" for name in NAMES), "noughts/__init__.py"):
        (tmp_path / name).write_text(TRAP, "utf-8")
    right = (ENGINES / "remembering.py").read_text("utf-8")
    (tmp_path / "mine" / "own.py").write_text(right, "utf-8")
    run = subprocess.run(
        [*command, "check", *given, "--functions", "player", "--language", "en"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "RUN OUTSIDE" not in run.stderr
    assert (run.returncode, "10 of 10" in run.stdout) == (0, True), run.stderr


BLOCKED = ["subprocess", "threading", "fcntl", "select", "resource", "_posixsubprocess"]


def test_the_conversation_needs_no_processes_threads_or_pipes():
    block = f"import sys\nfor name in {BLOCKED}: sys.modules[name] = None\n"
    code = f"{block}import noughts.checker.judge\n"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not run.returncode, run.stderr


@pytest.mark.ci
def test_reports_do_not_depend_on_docstrings(tmp_path):
    """`python -OO` drops docstrings and assertions."""
    path, source = tmp_path / "mine.py", ENGINES / "no_diagonals.py"
    path.write_text(only(source.read_text("utf-8"), ["winner"]), "utf-8")
    options = ["--functions", "winner", "--language", "pt-BR"]
    told = [
        subprocess.run(
            [sys.executable, *how, "-m", "noughts", "check", path, *options],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        for how in ([], ["-OO"])
    ]
    assert told[0].returncode == told[1].returncode == 1
    without_times = [re.sub(r"\d+[.,]\d+ s", "", run.stdout) for run in told]
    assert without_times[0] == without_times[1] != ""
    assert told[1].stderr == ""
