"""The engine's process seen from outside: its pipes and its end."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from noughts.sandbox import process
from noughts.sandbox.process import Process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes")


@pytest.fixture
def pipes():
    """Return a Process that has only pipes, and their other ends."""
    made = Process.__new__(Process)
    made._size, made._buffer, made._home = 10, bytearray(), "/home/"
    made._number = b" 17"
    made._out, into = os.pipe()
    outof, made._in = os.pipe()
    yield made, into, outof
    for end in (made._out, made._in, into, outof):
        os.close(end)


def test_answers_are_split_into_lines(pipes):
    made, into, _ = pipes
    os.write(into, b"one 17\ntwo 17\nthr")
    assert made.receive(5) == ["one", "two"]
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        made.receive(0)
    assert time.monotonic() - began < 0.9
    threading.Timer(0.05, os.write, (into, b"ee 17\n")).start()
    assert made.receive(20) == ["three"]


@pytest.mark.parametrize("said", ["one\n", "one 18\n", "one 18\ntwo 17\n", " 17\n\n"])
def test_a_line_without_the_number_of_its_request_is_refused(pipes, said):
    made, into, _ = pipes
    os.write(into, said.encode())
    with pytest.raises(ValueError, match="not asked for"):
        assert made.receive(5) != made.receive(5)


LEAVES = (
    "import subprocess as s; s.Popen(['sleep', '600']{}); print('done', flush=True)"
)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("leaves", "late"),
    [
        (LEAVES.format(""), True),  # it holds the pipe
        (LEAVES.format(", stdout=s.DEVNULL"), False),
        (LEAVES.format(", stdout=s.DEVNULL") + "; s.time.sleep(600)", True),
    ],
)
def test_processes_that_a_command_leaves_behind_are_killed(tmp_path, leaves, late):
    command = [sys.executable, "-I", "-S", "-c", leaves]
    options = {"cwd": tmp_path, "stdin": subprocess.DEVNULL}
    if late:
        with pytest.raises(subprocess.TimeoutExpired):
            process.run_to_end(command, 0.3, **options)
    else:
        done = process.run_to_end(command, float("inf"), **options)
        assert (done.returncode, done.stdout) == (0, b"done\n")
    deadline = time.monotonic() + 10
    while (left := alive_in(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left


def alive_in(folder):
    """Return the processes whose current folder is this one."""
    return [each for each in Path("/proc").glob("[0-9]*") if is_in(each, folder)]


def is_in(entry, folder):
    try:
        return (entry / "cwd").readlink() == folder
    except OSError:
        return False


def test_a_line_may_come_in_parts_up_to_its_limit(pipes):
    made, into, _ = pipes
    os.write(into, b"x" * 10)
    with pytest.raises(TimeoutError):
        made.receive(0)
    os.write(into, b" 17\n")
    assert made.receive(5) == ["x" * 10]
    os.write(into, b"x" * 11)
    with pytest.raises(ValueError, match="more than 10 characters"):
        made.receive(5)


def test_a_request_that_is_not_read_in_time_is_late(pipes):
    made, _, outof = pipes
    made.request("one two", 5)
    number, _, text = os.read(outof, 100).partition(b" ")
    assert (text, made._number) == (b"one two\n", b" " + number)
    with pytest.raises(TimeoutError):
        made.request("x" * 1_000_000, 0)
    assert number not in os.read(outof, 1_000_000)
    threading.Timer(0.05, os.read, (outof, 1_000_000)).start()
    made.request("x" * 100_000, 20)


@pytest.mark.parametrize(
    ("code", "wrapped", "said"),
    [
        (0, False, "exit code 0"),
        (3, True, "exit code 3"),
        (139, True, "killed by SIGSEGV"),
        (-9, False, "killed by SIGKILL"),
        (-63, False, "killed by signal 63"),
        (-1, False, "killed by SIGHUP"),
        (128, True, "exit code 128"),
        (129, True, "killed by SIGHUP"),
        (129, False, "exit code 129"),
    ],
)
def test_how_a_process_ended_in_words(code, wrapped, said):
    assert process.describe_end(code, wrapped) == said


def test_the_python_of_a_virtual_environment_is_the_one_it_was_made_with(monkeypatch):
    for base, python in (("/base/python", "/base/python"), ("", sys.executable)):
        monkeypatch.setattr(sys, "_base_executable", base)
        assert process.runner_command()[0] == python


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_can_start_engines():
    assert process.start(["true"]).wait() == 0
    if not (child := os.fork()):
        signal.alarm(20)
        os._exit(process.start(["true"]).wait())
    assert os.waitpid(child, 0) == (child, 0)


def test_windows_is_asked_for_the_pipe_and_to_end_the_processes(monkeypatch):
    ready, slept, ran = [(0, 0), (0, 1), (7, 0)], [], []
    api = SimpleNamespace(PeekNamedPipe=lambda handle, size: ready.pop(handle + size))
    monkeypatch.setitem(sys.modules, "_winapi", api)
    runtime = SimpleNamespace(get_osfhandle=lambda fd: fd - 5)
    monkeypatch.setitem(sys.modules, "msvcrt", runtime)
    monkeypatch.setattr(process, "POSIX", False)
    monkeypatch.setattr(time, "monotonic", lambda: len(slept))
    monkeypatch.setattr(time, "sleep", slept.append)
    process._await_readable(5, deadline=2)
    assert (ready, len(slept)) == ([], 2)
    assert sum(slept) < 0.1
    ready += [(0, 0)] * 9
    with pytest.raises(TimeoutError):
        process._await_readable(5, deadline=4)
    assert len(slept) == 5
    monkeypatch.setenv("SYSTEMROOT", "root")
    monkeypatch.setattr(subprocess, "run", lambda *given, **more: ran.append(more))
    process._kill_tree(SimpleNamespace(pid=7, kill=lambda: ran.append("killed")))
    assert ran == [{"capture_output": True, "check": False}, "killed"]
