"""The command line: dispatch, help, and the ways to leave."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from conftest import ROOT

from noughts import __version__, cli


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as exit:
        cli.main(["--help"])
    assert exit.value.code == 0
    told = capsys.readouterr().out
    assert all(f"  {name} " in told for name in cli.COMMANDS)


def test_version(capsys):
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"noughts {__version__}\n"


@pytest.mark.parametrize("argv", [[], ["dance"], ["--nonsense"]])
def test_misuse_is_one_sentence_and_exit_code_2(argv, capsys):
    with pytest.raises(SystemExit) as exit:
        cli.main(argv)
    assert exit.value.code == 2
    assert "noughts: error: " in capsys.readouterr().err


def test_a_command_gets_its_arguments_and_gives_the_exit_code(monkeypatch):
    given = []
    command = SimpleNamespace(main=lambda argv: given.append(argv) or 1)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    assert cli.main(["solve", "3", "--moves"]) == 1
    assert given == [["3", "--moves"]]


def test_ctrl_c_is_a_normal_way_to_leave(monkeypatch):
    def interrupted(argv):
        raise KeyboardInterrupt

    command = SimpleNamespace(main=interrupted)
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: command)
    assert cli.main(["solve"]) == cli.INTERRUPTED


def test_the_help_works_on_a_bare_python():
    """No site-packages, no installation: only the checkout."""
    run = subprocess.run(
        [sys.executable, "-S", "-m", "noughts", "--help"],
        cwd=ROOT,
        env={},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0
    assert run.stdout.startswith("usage: noughts")
    assert run.stderr == ""


def test_a_reader_who_stops_reading_is_no_error():
    """As in `noughts ... | head -1`."""
    program = (
        "import os, sys\n"
        "from types import SimpleNamespace\n"
        "from noughts import cli\n"
        "command = SimpleNamespace(main=lambda argv: print('x' * 200_000) or 0)\n"
        "cli.importlib.import_module = lambda name: command\n"
        "sys.exit(cli.main(['solve']))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        run.stdout.read(1)
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait() == 0


def test_a_terminal_that_lacks_characters_gets_others():
    run = subprocess.run(
        [sys.executable, "-m", "noughts", "explain"],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0
    assert "1 = ? 2 =" in run.stdout
    assert not run.stderr
