"""The engine's process seen from outside: its pipes and its end."""

import os
import subprocess
import sys
import time
from pathlib import Path

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
    with pytest.raises(TimeoutError):
        made.receive(0)
    os.write(into, b"ee 17\n")
    assert made.receive(5) == ["three"]


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


@pytest.mark.parametrize(
    ("code", "wrapped", "said"),
    [
        (0, False, "exit code 0"),
        (3, True, "exit code 3"),
        (139, True, "killed by SIGSEGV"),
        (-9, False, "killed by SIGKILL"),
        (-63, False, "killed by signal 63"),
    ],
)
def test_how_a_process_ended_in_words(code, wrapped, said):
    assert process.describe_end(code, wrapped) == said
