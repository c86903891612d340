"""`noughts grade-tests`: somebody's checker, tried on engines with one fault each."""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from helpers.commands import command

from noughts.checker.mistakes import made
from noughts.cli import grade_tests

CHECKS = Path(__file__).parent / "hasty_tests.txt"


@pytest.fixture
def checker():
    return f"{sys.executable} {CHECKS} {{folder}}"


def run(capsys, *argv):
    code = command("grade-tests")([*argv, "--language", "en"])
    return code, *capsys.readouterr()


def answering(monkeypatch, passes):
    """Let a command pass the engines that a function of their text says."""

    def run_to_end(command, *_, **__):
        source = Path(command[-1]).read_text("utf-8")
        return subprocess.CompletedProcess(command, 0 if passes(source) else 1, b"")

    monkeypatch.setattr(grade_tests, "run_to_end", run_to_end)


def few(monkeypatch, *names):
    chosen = tuple(each for each in made.faulty_engines() if each.name in names)
    monkeypatch.setattr(made, "faulty_engines", lambda: chosen)


@pytest.mark.ci
def test_says_which_faults_a_checker_lets_pass(capsys, checker, monkeypatch):
    few(monkeypatch, "turn_miscounted", "no_diagonals", "shallow_copy", "only_won")
    code, out, _ = run(capsys, checker)
    assert code == 1
    *lines, noticed, missed = out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["✓", "turn_miscounted"],
        ["✓", "shallow_copy"],
        ["✗", "no_diagonals"],
        ["✗", "only_won"],
    ]
    assert "2 of 4" in noticed
    assert missed.endswith("no_diagonals and only_won.")
    few(monkeypatch, "turn_miscounted")
    assert run(capsys, checker)[0] == 0


def test_a_verdict_can_be_in_the_output(capsys, checker, monkeypatch):
    few(monkeypatch, "no_diagonals")
    assert run(capsys, checker)[0] == 1
    code, _, err = run(capsys, checker, "--fails", "at every")
    assert code == 2
    assert "'at every'" in err


@pytest.mark.parametrize(
    ("program", "status", "quoted"),
    [
        ("print('a'); raise ValueError('b')", 1, "'ValueError: b'"),
        ("raise SystemExit(3)", 3, "empty"),
        (r"print('\x1b[31mbad'); raise SystemExit(1)", 1, r"'\x1b[31mbad'"),
    ],
)
def test_a_command_that_fails_the_right_engine_is_quoted(
    capsys, program, status, quoted
):
    code, _, err = run(capsys, f'{sys.executable} -c "{program}" {{file}}')
    assert code == 2
    assert f" {status}," in err
    assert err.endswith(f" {quoted}\n")
    assert err.count("\n") == 1


def test_a_checker_that_is_late_has_noticed_something(capsys, monkeypatch):
    def late(command, seconds, **_):
        assert seconds == 3
        if Path(command[-1]).read_text("utf-8") != made.correct_engine():
            raise subprocess.TimeoutExpired(command, seconds)
        return subprocess.CompletedProcess(command, 0, b"")

    few(monkeypatch, "turn_miscounted")
    monkeypatch.setattr(grade_tests, "run_to_end", late)
    assert run(capsys, "checker {file}", "--time", "3")[0] == 0


def test_a_command_that_passes_everything_is_refused(capsys, monkeypatch):
    answering(monkeypatch, lambda source: True)
    code, out, err = run(capsys, "checker {file}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "{folder}" in err
    assert "--fails" in err


def test_the_faults_can_be_listed(capsys):
    code, out, _ = run(capsys, "--list")
    assert code == 0
    assert len(out.splitlines()) == len(made.faulty_engines())


@pytest.mark.slow
@pytest.mark.timeout(3600)  # each engine is asked on every position
def test_our_own_checker_lets_none_pass():
    command = f"{sys.executable} -m noughts check --quiet {{file}}"
    argv = [sys.executable, "-m", "noughts", "grade-tests", command]
    told = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
