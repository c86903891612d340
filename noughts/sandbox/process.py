"""The engine's process, seen from outside: started, written to, read from, ended."""

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
from pathlib import Path
from typing import Any

from noughts.sandbox import bubblewrap, kernel, protocol

HERE = Path(__file__).parent
POSIX = os.name == "posix"

# The runner imports its few files without running `noughts.sandbox` itself, which
# would cost it the time to import all that only this side needs.
BOOT = """
import sys
for name, folder in zip(("noughts", "noughts.sandbox"), sys.argv[1:]):
    sys.modules[name] = package = type(sys)(name)
    package.__path__ = [folder]
from noughts.sandbox.inside import main
main()
"""

# Without these some Pythons do not start at all; nothing else is passed on.
NEEDED = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

_starter: ThreadPoolExecutor
# A set yields its elements in the same order in every run.
SAME = {"PYTHONHASHSEED": "0"}

PATIENCE = 0.25  # seconds for a process that is about to end
LONGEST = 1e6  # seconds of one wait, eleven days: a system counts to twenty-four
KEPT = 4 * 1024 * 1024  # bytes of what a command says, at its start and at its end
FULL = 3  # times that much is held before the middle is left out
CUT = b"\n...\n"


class ProcessEndedError(Exception):
    """The process is gone, or closed its end; the message says how it ended."""


class Process:
    """One run of the runner. Requests go in; each answer is one line, none too long."""

    def __init__(self, size: int, wrapped: bool) -> None:
        self._size = size
        words = runner_command()
        outer = bubblewrap.prefix(words[0], str(HERE)) if wrapped else ()
        self.wrapped = bool(outer)
        self._buffer, self._end = bytearray(), b""
        self._folder = tempfile.mkdtemp(prefix="noughts-")
        # Its name is another each time, and a file that tells it is to tell the same.
        home = bubblewrap.EMPTY_FOLDER if outer else os.path.realpath(self._folder)
        self._home = protocol.encode(os.path.join(home, ""))[1:-1]
        try:
            self._popen = start(
                [*outer, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=self._folder,
                env=SAME
                | {name: os.environ[name] for name in NEEDED if name in os.environ},
                **_own_group(),
            )
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._in = self._popen.stdin.fileno()
        self._out = self._popen.stdout.fileno()

    def request(self, text: str, seconds: float) -> None:
        """
        Write a request, with a number that nobody can guess and each answer must have.

        TimeoutError where nobody reads it in time. Where the process is gone, `receive`
        says so, after its last answers.
        """
        number = os.urandom(8).hex()
        self._end = f" {number}\n".encode("ascii")
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
        """Return the answers that have come, at least one; or wait, or raise."""
        deadline = time.monotonic() + seconds
        while self._end not in self._buffer:
            if b"\n" in self._buffer:
                raise ValueError("a line that was not asked for")
            if len(self._buffer) > self._size:
                raise ValueError(f"more than {self._size} characters")
            _await_readable(self._out, deadline)
            chunk = os.read(self._out, 65536)
            if not chunk:
                raise ProcessEndedError(self.end())
            self._buffer += chunk
        *answers, rest = self._buffer.split(self._end)
        forged = next((n for n, each in enumerate(answers) if b"\n" in each), None)
        if forged == 0:
            raise ValueError("a line that was not asked for")
        if forged:  # what came before it is an answer
            rest = bytearray(self._end.join([*answers[forged:], rest]))
            answers = answers[:forged]
        self._buffer = rest
        text = b"\n".join(answers).decode("ascii")
        return text.replace(self._home, "").split("\n")

    def end(self) -> str:
        """End the process and all that belongs to it; return how it had ended."""
        # A process that closed its end of the pipe is often about to exit: its code
        # says more than our signal would.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(PATIENCE)
        return self.kill()

    def interrupt(self) -> None:
        """Kill the process, from any thread: whoever waits for a line is told."""
        _kill_tree(self._popen)

    def kill(self) -> str:
        """Kill the process, with its whole group, and return how it ended."""
        alive = self.alive()
        _kill_tree(self._popen)
        with self._popen:  # closes the pipes and waits
            pass
        # On Windows the folder may be held for a moment by a process just killed: it is
        # removed when we end.
        shutil.rmtree(self._folder, ignore_errors=True)
        if alive:
            return "it closed its pipes"
        return how(self._popen.returncode, self.wrapped)


def _new_starter() -> None:
    global _starter
    # In Python 3.11 hash(None) is an address, and so is the order of a set of boards.
    _starter = ThreadPoolExecutor(
        thread_name_prefix="noughts-starter", initializer=kernel.fix_addresses
    )


_new_starter()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_starter)  # which no thread survives


def start(command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
    """
    Start a process, from a thread that lasts as long as we do.

    The kernel ends a runner when the *thread* that started it ends, and those who ask
    are often threads of a pool, which come and go.
    """
    popen: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen
    return _starter.submit(popen, command, **options).result()


def run_to_end(
    command: list[str], seconds: float, **options: Any
) -> "subprocess.CompletedProcess[bytes]":
    """
    Run a command and return what it said and how it ended; TimeoutExpired if late.

    However it ends, or we do, what it has started and left behind ends, too. Where it
    says very much, the middle is left out.
    """
    deadline = time.monotonic() + seconds
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, **options, **_own_group()
    ) as run:
        assert run.stdout is not None
        try:
            said = _read_to_end(run.stdout.fileno(), deadline)
            run.wait(_left(deadline))
        except TimeoutError:
            raise subprocess.TimeoutExpired(command, seconds) from None
        finally:
            _kill_tree(run)
    return subprocess.CompletedProcess(command, run.returncode, said)


def _read_to_end(fd: int, deadline: float) -> bytes:
    said = bytearray()
    while time.monotonic() < deadline:
        _await_readable(fd, deadline)
        chunk = os.read(fd, 65536)
        if not chunk:
            return bytes(said)
        said += chunk
        if len(said) > FULL * KEPT:
            said[KEPT:-KEPT] = CUT
    raise TimeoutError


def runner_command() -> list[str]:
    """Return the command that starts a runner, with nothing of its surroundings."""
    python = getattr(sys, "_base_executable", "") or sys.executable
    folders = [str(HERE.parent), str(HERE)]
    # Not -I, which would ignore the seed: nothing but ours is in the environment.
    return [python, "-P", "-s", "-S", "-X", "utf8", "-c", BOOT, *folders]


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
    # By its whole path: Windows looks for a bare name in the current folder, too.
    taskkill = os.path.join(os.environ["SYSTEMROOT"], "System32", "taskkill.exe")
    subprocess.run(
        [taskkill, "/F", "/T", "/PID", str(popen.pid)],
        capture_output=True,
        check=False,
    )
    popen.kill()


def how(code: int, wrapped: bool) -> str:
    """Return in words how a process ended."""
    if wrapped and code > 128:  # bubblewrap's way to pass on a signal
        code = 128 - code
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _write_some(fd: int, data: memoryview, deadline: float) -> int:
    """Write what the pipe takes now, waiting until the deadline for it to take some."""
    if not POSIX:
        return os.write(fd, data)
    _await(fd, select.POLLOUT, deadline)
    return os.write(fd, data[: select.PIPE_BUF])  # this much never blocks


def _await_readable(fd: int, deadline: float) -> None:
    if POSIX:
        _await(fd, select.POLLIN, deadline)
    else:
        _await_on_windows(fd, deadline)


def _await(fd: int, event: int, deadline: float) -> None:
    poll = select.poll()
    poll.register(fd, event)
    while not poll.poll(_left(deadline) * 1000):
        if time.monotonic() >= deadline:
            raise TimeoutError


def _left(deadline: float) -> float:
    """Return the seconds that are left, as many of them as one wait may take."""
    return min(max(0.0, deadline - time.monotonic()), LONGEST)


def _await_on_windows(fd: int, deadline: float) -> None:
    """Look at the pipe every millisecond: Windows cannot wait for one with a limit."""
    import _winapi
    import msvcrt

    handle = msvcrt.get_osfhandle(fd)  # type: ignore[attr-defined,unused-ignore]
    with contextlib.suppress(BrokenPipeError):  # the end of the file, to be read
        while not _winapi.PeekNamedPipe(handle, 0)[0]:  # type: ignore[attr-defined,unused-ignore]
            if time.monotonic() > deadline:
                raise TimeoutError
            time.sleep(0.001)
