"""The command line: help, refusals, and the ways to leave."""

import argparse
import ast
import errno
import io
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.commands import command, parsers
from helpers.waiting import until

from noughts import cli
from noughts.cli.parser import COMMANDS, build
from noughts.game.contract import MachineError
from noughts.texts import LANGUAGES, Refused, words

HERE = Path(__file__).parent


def unread():
    """Return the writing end of a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def full():
    """Return a descriptor of a full disk."""
    if not os.path.exists("/dev/full"):
        pytest.skip("has no /dev/full")
    return os.open("/dev/full", os.O_WRONLY)


def complaint(line, capsys):
    """Return the error of a misuse: one line, with exit code 2."""
    name, *rest = shlex.split(line)
    assert command(name)(rest) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.fixture
def rubric(monkeypatch):
    """Let `noughts rubric` do something else."""

    def replace(run):
        monkeypatch.setattr("noughts.cli.rubric.run", run)

    return replace


# --- Help --------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_in_every_language(name, language, capsys):
    assert command(name)(["--help", "--language", language]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{words(language)('cli.usage')}noughts {name} ")
    assert words(language)("cli.help") in " ".join(said.split())


def test_parsers_of_two_languages_stay_apart():
    """Nor does argparse speak another language to other programs afterwards."""
    before = argparse.ArgumentParser(prog="other").format_help()
    built = {name: build(words(name), ["check"]) for name in LANGUAGES}
    helps = {name: parser.format_help() for name, parser in built.items()}
    assert len({*helps.values()}) == len(LANGUAGES)
    for name in reversed(LANGUAGES):
        say = words(name)
        for key in ("usage", "options", "help"):
            assert say.table[f"cli.{key}"] in helps[name]
        assert helps[name] == build(say, ["check"]).format_help()
    assert argparse.ArgumentParser(prog="other").format_help() == before


def test_shtab_can_read_the_parsers():
    """By shtab, which takes a positional whose choices are a dict for subcommands."""
    found = parsers()
    assert {*COMMANDS} <= found.keys()
    for parser in found.values():
        taken = [each for each in parser._actions if not each.option_strings]
        assert not any(isinstance(each.choices, dict) for each in taken)


# --- Refusals ----------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_refuses_in_one_form(name, capsys):
    for odd in ("--nonsense", "--language=xx", "--help=1", "a b c d e f"):
        said = complaint(f"{name} {odd} --language=pt-BR", capsys)
        assert said.startswith(f"noughts {name}: ")
        for english in ("usage:", "unrecognized", "expected one", "invalid choice"):
            assert english not in said


NO_SPACE = words()("system.ENOSPC")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MachineError("refusal.ruff_fails"), words()("refusal.ruff_fails")),
        (Refused("refusal.no_file", path="a"), words()("refusal.no_file", path="a")),
        (OSError(errno.ENOSPC, "raw", "a file"), f"a file: {NO_SPACE}"),
        (OSError(errno.ENOSPC, "raw"), f"{words()('cli.output')}: {NO_SPACE}"),
    ],
)
def test_an_error_of_a_command_is_one_sentence(error, said, rubric, capsys):
    def fail(args):
        raise error

    rubric(fail)
    assert complaint("rubric", capsys).startswith(f"noughts rubric: {said}")


# --- Ways to leave -----------------------------------------------------------


LONG_COMMANDS = (HERE / "long.txt").read_text().splitlines()


@pytest.mark.ci
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs /proc")
@pytest.mark.parametrize("line", LONG_COMMANDS)
def test_ctrl_c_ends_every_command_in_the_same_way(line, tmp_path):
    ours = (ROOT / "tictactoe.py").read_text("utf-8")
    loops = f"{ours}\n\ndef minimax(board):\n    while True:\n        pass\n"
    (tmp_path / "class" / "ana").mkdir(parents=True)
    for name in ("loops.py", "class/ana/tictactoe.py"):
        (tmp_path / name).write_text(loops, "utf-8")
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", *shlex.split(line)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert until(lambda: catches(process.pid, signal.SIGTERM)), "never started"
        sleep(1)
        process.send_signal(signal.SIGINT)
        _, trouble = process.communicate(timeout=30)
    finally:
        process.kill()
    # A game says goodbye on a line of its own, so that no blank one follows.
    newline = "" if line.startswith("play") else "\n"
    assert (process.returncode, trouble) == (cli.INTERRUPTED, newline)


def catches(pid, number):
    """Return whether a process has a handler for a signal, as ours has in `main`."""
    status = Path(f"/proc/{pid}/status").read_text()
    mask = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(mask >> number - 1 & 1)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.skipif(os.name != "posix", reason="such signals are POSIX's")
def test_sigterm_and_sighup_count_as_ctrl_c(rubric, name):
    kind, seen = getattr(signal, name), []
    rubric(lambda args: os.kill(os.getpid(), kind) or seen.append(1))
    before = signal.signal(kind, signal.SIG_DFL)
    try:
        assert cli.main(["rubric"]) == cli.INTERRUPTED
        signal.signal(kind, signal.SIG_IGN)  # as under `nohup`
        assert cli.main(["rubric"]) is None
    finally:
        signal.signal(kind, before)
    assert seen == [1]


@pytest.mark.parametrize(("output", "code"), [(unread, 0), (full, 2)])
def test_unwritable_output_is_discarded(output, code, monkeypatch, capsys):
    """Otherwise Python, which flushes at its end, would complain."""
    with open(output(), "w") as stream, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        assert cli.main(["rubric"]) == code
        stream.flush()


EARLY = (HERE / "interrupted.txt").read_text("utf-8")


@pytest.mark.ci
@pytest.mark.parametrize("module", ["argparse", "noughts.cli", "noughts.cli.explain"])
def test_ctrl_c_during_start_up_leaves_no_traceback(module):
    run = subprocess.run(
        [sys.executable, "-c", EARLY.replace("MODULE", repr(module)), "x", "explain"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stderr.strip()) == (cli.INTERRUPTED, "")


@pytest.mark.parametrize(
    ("command", "folder"), [(["-m", "noughts"], ROOT), ([str(ROOT / "noughts")], "/")]
)
def test_the_help_works_on_a_bare_python(command, folder):
    """No site-packages, no installation: only the checkout."""
    run = subprocess.run(
        [sys.executable, "-S", *command, "--help"],
        cwd=folder,
        env={},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0
    assert run.stdout.startswith("usage: noughts")
    assert run.stderr == ""


def test_an_old_python_gets_one_sentence():
    """Python 3.8 can read what runs first, which stops before it needs more."""
    for name in ("__init__.py", "__main__.py"):
        source = (ROOT / "noughts" / name).read_text("utf-8")
        for node in ast.walk(ast.parse(source, feature_version=(3, 8))):
            if isinstance(node, ast.FunctionDef):  # what is evaluated as it is defined
                assert isinstance(node.returns, ast.Name | ast.Constant)
    program = (
        "import runpy, sys; sys.version_info = (3, {}, 0)\n"
        "sys.argv[1:] = ['--version']; runpy.run_module('noughts', run_name='__main__')"
    )
    sentence = "noughts needs Python 3.11 or newer; this is 3.10.\n"
    for minor, found in {10: (1, sentence), 11: (0, "")}.items():
        command = [sys.executable, "-c", program.format(minor)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == found


@pytest.mark.parametrize("lacks", ["no_pygame", "no_screen"])
def test_without_a_window_the_game_is_in_the_terminal(lacks, monkeypatch, capsys):
    """As `make play` has it."""
    events = SimpleNamespace(has_screen=lambda: False) if lacks == "no_screen" else None
    monkeypatch.setitem(sys.modules, "noughts.play.window.events", events)
    error = words()(f"window.{lacks}")
    assert complaint("window", capsys) == f"noughts window: {error}\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert command("window")(["--or-play"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Welcome to TTT!")
    assert words()(f"window.{lacks}_play") in out


def test_without_a_window_the_chosen_file_plays_in_the_terminal(
    monkeypatch, capsys, tmp_path
):
    """`noughts window --or-play FILE` forgot FILE."""
    monkeypatch.setitem(sys.modules, "noughts.window.events", None)
    missing = tmp_path / "missing.py"
    assert command("window")(["--or-play", str(missing)]) == 2
    assert str(missing) in capsys.readouterr().err


@pytest.mark.ci
@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_names_the_missing_python(tmp_path):
    done = subprocess.run(
        ["make", "play", "PYTHON=python9", f"VENV={tmp_path / 'venv'}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    said = "There is no python9 here. Try: make PYTHON=python3.12 play"
    assert done.stderr.splitlines()[0] == said
