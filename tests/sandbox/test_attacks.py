"""
Attacks on the sandbox: each works without protections, and fails with them.

Without the first half, a test would pass for an attack that never worked.
"""

import hashlib
import os
import signal
import socket
import sys
import sysconfig
from pathlib import Path

import pytest
from conftest import ENGINES
from helpers.calls import DIED, ODD, RAISED, SLOW, called

from noughts.notation import parse_board
from noughts.sandbox import (
    Limits,
    Sandbox,
    bubblewrap,
)
from noughts.words import Refused

BOARD = parse_board("XO. .X. ...")
REFUSED = {
    "PermissionError",  # by Landlock or seccomp
    "FileNotFoundError",  # not there at all, inside bubblewrap
    "NotADirectoryError",
    "OSError",  # a read-only file system
    "ProcessLookupError",
}

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="these protections are Linux's"
)


def attack(name, function, *arguments, confined=True):
    """Return the answer to an attack."""
    path = ENGINES / f"attack_{name}.py"
    with Sandbox(path, Limits(answer=20), partial=True, confined=confined) as engine:
        if confined and not engine.protections.isolated:
            pytest.skip(str(engine.protections))
        return called(engine, function, *arguments)


@pytest.fixture(
    params=["all layers", pytest.param("without bubblewrap", marks=pytest.mark.ci)]
)
def layers(request, monkeypatch):
    """Each attack meets all protections, and those that need nothing installed."""
    if request.param == "without bubblewrap":
        monkeypatch.setattr(bubblewrap, "prefix", lambda *_: ())


def is_refused(answer):
    return answer.key == RAISED and answer.error.parts["kind"] in REFUSED


# --- Files -------------------------------------------------------------------


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("the answers")
    return path


@pytest.mark.usefixtures("layers")
def test_it_cannot_read_a_file_nor_list_a_folder(secret):
    assert attack("reads_file", "read", str(secret), confined=False).value
    assert attack("reads_file", "names", str(secret.parent), confined=False).value
    assert is_refused(attack("reads_file", "read", str(secret)))
    assert is_refused(attack("reads_file", "names", str(secret.parent)))


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize("asked", [("read_from", "secret.txt"), ("names_from",)])
def test_it_cannot_read_a_file_from_where_it_lies(secret, asked):
    """It may go where it likes."""
    function, *name = asked
    given = (function, str(secret.parent), *name)
    assert attack("reads_file", *given, confined=False).value
    assert is_refused(attack("reads_file", *given))


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/proc/self/environ",
        "/proc/self/maps",
        str(ENGINES / "right.py"),
        str(Path(sysconfig.get_path("stdlib"), "site-packages", "README.txt")),
    ],
)
def test_it_cannot_read_what_lies_around(path):
    assert is_refused(attack("reads_file", "read", path))


@pytest.mark.usefixtures("layers")
def test_it_can_read_python_s_own_files():
    assert "def deepcopy" in attack("reads_file", "read", copy_module()).value


def copy_module():
    return str(Path(sysconfig.get_path("stdlib"), "copy.py"))


WRITES = [
    "write", "append", "remove", "rename", "truncate", "forbid", "link", "make_folder",
]  # fmt: skip


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize("function", WRITES)
def test_it_cannot_change_a_file(secret, function):
    assert is_refused(attack("writes_file", function, str(secret)))
    assert secret.read_text() == "the answers"
    assert [path.name for path in secret.parent.iterdir()] == ["secret.txt"]
    # Not even without the other protections may a file grow.
    assert attack("writes_file", function, str(secret), confined=False).value == "done"


@pytest.mark.usefixtures("layers")
def test_it_cannot_write_in_its_own_folder():
    assert is_refused(attack("writes_file", "write_here", ""))


# --- Processes ---------------------------------------------------------------


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize("function", ["fork", "spawn"])
def test_it_cannot_start_a_process(function):
    assert attack("forks", function, confined=False).value == "done"
    assert is_refused(attack("forks", function))


@pytest.mark.usefixtures("layers")
def test_it_cannot_become_another_program():
    assert attack("forks", "become", confined=False).key == DIED
    assert is_refused(attack("forks", "become"))


@pytest.mark.usefixtures("layers")
def test_it_cannot_leave_a_daemon_behind():
    pid = attack("daemon", "daemon", confined=False).value
    os.kill(pid, signal.SIGKILL)  # it was there, in a session of its own
    assert is_refused(attack("daemon", "daemon"))


@pytest.mark.usefixtures("layers")
def test_it_cannot_leave_its_group():
    assert is_refused(attack("hides", "minimax", BOARD))


@pytest.mark.usefixtures("layers")
def test_it_cannot_take_back_its_limits():
    answer = attack("raises_limits", "minimax", BOARD)
    assert "ValueError: not allowed to raise maximum limit" in str(answer.error)


@pytest.fixture
def heard():
    """Collect the signals that reach this process while a test runs."""
    signals = []
    kinds = (signal.SIGURG, signal.SIGIO)
    before = {
        kind: signal.signal(kind, lambda number, _: signals.append(number))
        for kind in kinds
    }
    yield signals
    for kind, handler in before.items():
        signal.signal(kind, handler)


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize("function", ["kill", "own_a_pipe"])
def test_it_cannot_signal_the_judge(heard, function):
    assert attack("signals_parent", function, os.getpid(), confined=False).error is None
    assert heard
    heard.clear()
    assert is_refused(attack("signals_parent", function, os.getpid()))
    assert not heard


@pytest.mark.usefixtures("layers")
def test_it_cannot_signal_the_judge_s_group():
    assert is_refused(attack("signals_parent", "kill_all", os.getpid()))


@pytest.mark.usefixtures("layers")
def test_it_can_only_kill_itself():
    answer = attack("signals_parent", "kill_itself", 0)
    assert str(answer.error) == "kill_itself(0) ended the process: killed by SIGKILL"


@pytest.mark.ci
@pytest.mark.usefixtures("layers")
def test_a_process_that_stops_itself_is_ended():
    path = ENGINES / "attack_signals_parent.py"
    with Sandbox(path, Limits(answer=0.5), partial=True) as engine:
        stopped = called(engine, "stop_itself", 0)
        after = called(engine, "player", BOARD)
    assert stopped.key == SLOW
    assert after.value == "O"


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize("function", ["memory", "environment", "trace"])
def test_it_cannot_read_the_judge(function):
    assert is_refused(attack("reads_parent", function, os.getpid()))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs to be root")
@pytest.mark.parametrize("function", ["memory", "environment"])
def test_without_protections_root_can_read_the_judge(function):
    assert attack("reads_parent", function, os.getpid(), confined=False).error is None


def test_its_surroundings_are_scrubbed(monkeypatch):
    monkeypatch.setenv("TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    names = set(attack("reads_parent", "own_environment", 0).value)
    assert names <= {"LC_CTYPE", "PWD", "LD_LIBRARY_PATH", "PYTHONHASHSEED"}


# --- The network -------------------------------------------------------------


@pytest.mark.usefixtures("layers")
def test_it_cannot_talk_to_the_network(tmp_path):
    path = str(tmp_path / "socket")
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX) as unix,
    ):
        udp.bind(("127.0.0.1", 0))
        unix.bind(path)
        unix.listen()
        places = {
            "tcp": tcp.getsockname()[1],
            "udp": udp.getsockname()[1],
            "unix": path,
            "listen": None,
        }
        for function, place in places.items():
            assert attack("connects", function, place, confined=False).value == "done"
            assert is_refused(attack("connects", function, place))


# --- The judge itself --------------------------------------------------------


def test_answers_written_before_the_question_are_void():
    answer = attack("prewrites_answers", "minimax", BOARD)
    assert answer.key == ODD
    assert str(answer.error) == (
        "minimax(XO. .X. ...) answered with a line that was not asked for"
    )


def test_answers_written_while_the_file_is_imported_are_void():
    with pytest.raises(Refused, match="writes to the sandbox's pipe"):
        attack("prewrites_at_import", "minimax", BOARD)


@pytest.mark.parametrize(
    "kind",
    ["deep", "binary", "number", "half", "tag", "two tags", "unhashable", "nothing"],
)
def test_lines_that_are_no_answers_cost_only_their_question(kind):
    with Sandbox(ENGINES / "attack_breaks_protocol.py", partial=True) as engine:
        answers = called(engine, "minimax", kind), called(engine, "player", BOARD)
    assert answers[0].key == ODD
    assert answers[1].value == "O"


@pytest.mark.parametrize(
    "said",
    [
        ("ok false", "1"),
        ("raised", "1"),
        ("raised", '["a","b"]'),
        ("raised", '["a","b",["c"]]'),
        ("odd", "[1]"),
        ('["odd"]', "[1]"),
        ("ok", "1,2"),
        ("ok", "1]"),
    ],
)
def test_an_answer_of_the_wrong_shape_is_none(said):
    answer = attack("breaks_protocol", "frame", *said)
    assert answer.key == ODD


def test_a_line_that_never_ends_is_cut():
    answer = attack("long_line", "minimax", BOARD)
    assert "answered with more than 1048576 characters" in str(answer.error)


@pytest.mark.usefixtures("layers")
def test_patched_builtins_disturb_nobody():
    path = ENGINES / "attack_patches_builtins.py"
    with Sandbox(path, partial=True) as engine:
        names = ["minimax", "raise_error", "minimax"]
        first, second, third = (called(engine, name, BOARD) for name in names)
    assert first.value == (0, 0)
    assert str(second.error).endswith("raised ZeroDivisionError: division by zero")
    assert "in raise_error" in second.error.parts["traceback"]
    assert third.error  # its own `dir` and RuntimeError are patched as well


def test_nothing_of_the_judge_s_is_in_the_engine_s_process():
    expected = "the expected answer, known to the judge alone"
    digest = hashlib.sha256(expected.encode()).hexdigest()
    assert attack("hunts_frames", "found", digest).value is False
    # The hunt does find what is there.
    digest = hashlib.sha256(b"Look for the judge's secrets in every object there is.")
    assert attack("hunts_frames", "found", digest.hexdigest()).value is True
