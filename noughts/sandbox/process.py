"""Starts the engine's process, writes to it, reads from it and ends it."""

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path
from typing import Any

from noughts.sandbox import bubblewrap, kernel, protocol

HERE = Path(__file__).parent
POSIX = os.name == "posix"

# Imports the few modules that the runner needs, without `noughts.sandbox` itself, which
# imports everything that only this side needs.
BOOT = """
import sys
for name, folder in zip(("noughts", "noughts.sandbox"), sys.argv[1:]):
    sys.modules[name] = package = type(sys)(name)
    package.__path__ = [folder]
from noughts.sandbox.inside import main
main()
"""

# Some Pythons do not start without these environment variables.
NEEDED = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
PATIENCE = 0.25  # seconds to wait for a process that closed its pipe
LONGEST = 1e6  # seconds of one wait; poll takes at most 24 days
CHUNK = 65536  # bytes of one read


class Process:
    """One process that runs a file. Each answer is one line of bounded length."""

    def __init__(self, size: int, wrapped: bool) -> None:
        self._size = size
        words = runner_command()
        outer = bubblewrap.prefix(words[0], str(HERE)) if wrapped else ()
        self.wrapped = bool(outer)
        self._buffer, self._number = bytearray(), b""
        self._folder = tempfile.mkdtemp(prefix="noughts-")
        # The random folder name is removed from answers, so that they are reproducible.
        home = bubblewrap.EMPTY_FOLDER if outer else os.path.realpath(self._folder)
        self._home = protocol.encode(os.path.join(home, ""))[1:-1]
        try:
            self._popen = start(
                [*outer, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder,
                env=_environment(),
                **_own_group(),
            )
        except BaseException:
            os.rmdir(self._folder)
            raise
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._in = self._popen.stdin.fileno()
        self._out = self._popen.stdout.fileno()

    def request(self, text: str, seconds: float) -> None:
        """
        Write a request with a random number that each answer must repeat.

        Raise TimeoutError if the process does not read it in time. If the process is
        gone, `receive` reports that after the last answers.
        """
        number = os.urandom(8).hex()
        self._number = f" {number}".encode("ascii")
        data = memoryview(f"{number} {text}\n".encode("ascii"))
        deadline = time.monotonic() + seconds
        with contextlib.suppress(ConnectionError):
            while data:
                data = data[_write_some(self._in, data, deadline) :]

    @property
    def pid(self) -> int:
        return self._popen.pid

    def alive(self) -> bool:
        return self._popen.poll() is None

    def receive(self, seconds: float) -> list[str]:
        """Return at least one answer; raise EOFError if the process ended."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._buffer:
            if len(self._buffer) > self._size:
                raise ValueError(f"more than {self._size} characters")
            _await_readable(self._out, deadline)
            chunk = os.read(self._out, CHUNK)
            if not chunk:
                raise EOFError(self.end())
            self._buffer += chunk
        *lines, rest = self._buffer.split(b"\n")
        answers = [*takewhile(lambda line: line.endswith(self._number), lines)]
        if not answers:
            raise ValueError("a line that was not asked for")
        self._buffer = bytearray(b"\n").join([*lines[len(answers) :], rest])
        text = b"\n".join(line[: -len(self._number)] for line in answers)
        return text.decode("ascii").replace(self._home, "").split("\n")

    def end(self) -> str:
        """End the process and its children; return how it ended."""
        # A process that closed its pipe is often about to exit with a useful code.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(PATIENCE)
        return self.kill()

    def interrupt(self) -> None:
        """Kill the process, from any thread; a waiting `receive` then raises."""
        _kill_tree(self._popen)

    def kill(self) -> str:
        """Kill the process and its whole group; return how it ended."""
        alive = self.alive()
        _kill_tree(self._popen)
        with self._popen:  # closes the pipes and waits
            pass
        # On Windows a process that was just killed may still hold the folder.
        shutil.rmtree(self._folder, ignore_errors=True)
        if alive:
            return "it closed its pipes"
        return describe_end(self._popen.returncode, self.wrapped)


_starter: ThreadPoolExecutor


def _new_starter() -> None:
    global _starter
    # In Python 3.11 hash(None) is an address, so addresses decide the order of sets.
    _starter = ThreadPoolExecutor(
        thread_name_prefix="noughts-starter", initializer=kernel.fix_addresses
    )


_new_starter()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_starter)  # threads do not survive a fork


def start(command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
    """
    Start a process from a thread that lives as long as the program.

    The kernel ends a runner when the *thread* that started it ends, and callers are
    often short-lived threads of a pool.
    """
    popen: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen
    return _starter.submit(popen, command, **options).result()


def run_to_end(
    command: list[str], seconds: float, **options: Any
) -> "subprocess.CompletedProcess[bytes]":
    """
    Run a command and return its output and exit code; raise TimeoutExpired if late.

    Processes that it leaves behind are killed.
    """
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, **options, **_own_group()
    ) as run:
        try:
            said, _ = run.communicate(timeout=min(seconds, LONGEST))
        finally:
            _kill_tree(run)
    return subprocess.CompletedProcess(command, run.returncode, said)


def runner_command() -> list[str]:
    """Return the command that starts a runner in isolation."""
    python = getattr(sys, "_base_executable", "") or sys.executable
    folders = [str(HERE.parent), str(HERE)]
    # Not -I, which would ignore the hash seed; the environment is ours anyway.
    return [python, "-P", "-s", "-S", "-X", "utf8", "-c", BOOT, *folders]


def _environment() -> dict[str, str]:
    """Return the only environment variables of a runner."""
    needed = {name: os.environ[name] for name in NEEDED if name in os.environ}
    # Sets have the same order; threads share one heap, as each reserves 64 MiB.
    return needed | {"PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"}


def _own_group() -> dict[str, Any]:
    if POSIX:
        return {"start_new_session": True}
    flags = ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW")
    return {"creationflags": sum(getattr(subprocess, flag) for flag in flags)}


def _kill_tree(popen: "subprocess.Popen[bytes]") -> None:
    if POSIX:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
        return
    # By its full path: Windows also searches the current folder for a bare name.
    taskkill = os.path.join(os.environ["SYSTEMROOT"], "System32", "taskkill.exe")
    subprocess.run(
        [taskkill, "/F", "/T", "/PID", str(popen.pid)],
        capture_output=True,
        check=False,
    )
    popen.kill()


def describe_end(code: int, wrapped: bool) -> str:
    """Return how a process ended: its exit code or its signal."""
    if wrapped and code > 128:  # bubblewrap reports a signal like this
        code = 128 - code
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _write_some(fd: int, data: memoryview, deadline: float) -> int:
    """Wait until the pipe is writable, then write as much as cannot block."""
    if not POSIX:
        return os.write(fd, data)
    _await(fd, select.POLLOUT, deadline)
    return os.write(fd, data[: select.PIPE_BUF])


def _await_readable(fd: int, deadline: float) -> None:
    if POSIX:
        _await(fd, select.POLLIN, deadline)
    else:
        _await_on_windows(fd, deadline)


def _await(fd: int, event: int, deadline: float) -> None:
    poll = select.poll()
    poll.register(fd, event)
    seconds = min(max(0.0, deadline - time.monotonic()), LONGEST)
    if not poll.poll(seconds * 1000):
        raise TimeoutError


def _await_on_windows(fd: int, deadline: float) -> None:
    """Poll the pipe every millisecond: Windows cannot wait for it with a timeout."""
    import _winapi
    import msvcrt

    handle = msvcrt.get_osfhandle(fd)  # type: ignore[attr-defined,unused-ignore]
    with contextlib.suppress(BrokenPipeError):  # end of file, which read reports
        while not _winapi.PeekNamedPipe(handle, 0)[0]:  # type: ignore[attr-defined,unused-ignore]
            if time.monotonic() > deadline:
                raise TimeoutError
            time.sleep(0.001)
