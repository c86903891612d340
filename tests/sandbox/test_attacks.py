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
from conftest import ENGINES, ROOT
from helpers.calls import DIED, ODD, RAISED, SLOW, called

from noughts.game.notation import parse_board
from noughts.sandbox import bubblewrap
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits

BOARD = parse_board("XO. .X. ...")
STDLIB = Path(sysconfig.get_path("stdlib"))
REFUSED = {
    "PermissionError",  # by Landlock or seccomp
    "FileNotFoundError",  # hidden by bubblewrap
    "NotADirectoryError",
    "OSError",  # a read-only file system
    "ProcessLookupError",
}

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="these protections are Linux's"
)


@pytest.fixture(
    scope="module",
    params=["all layers", pytest.param("without bubblewrap", marks=pytest.mark.ci)],
)
def attack(request):
    """Return a function that attacks, with all protections or without bubblewrap."""
    engines = {}

    def attack(name, function, *arguments, confined=True):
        path = ENGINES / f"attack_{name}.py"
        if not confined:
            with Sandbox(path, partial=True, confined=False) as engine:
                return called(engine, function, *arguments)
        if name not in engines:
            engines[name] = Sandbox(path, Limits(answer=20), partial=True)
        if not engines[name].protections.isolated:
            pytest.skip(str(engines[name].protections))
        return called(engines[name], function, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        if request.param == "without bubblewrap":
            patch.setattr(bubblewrap, "prefix", lambda *_: ())
        yield attack
    for engine in engines.values():
        engine.close()


def is_refused(answer):
    return answer.key == RAISED and answer.error.parts["kind"] in REFUSED


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("the answers")
    return path


# --- Files -------------------------------------------------------------------

FILE, FOLDER = "{file}", "{folder}"
# Where a file of the user's lies, and what cannot be done to it.
ATTACKS = [
    ("reads_file", "read", FILE),
    ("reads_file", "names", FOLDER),
    ("reads_file", "read_from", FOLDER, "secret.txt"),  # from inside the folder
    ("reads_file", "names_from", FOLDER),
    *(
        ("writes_file", function, FILE)
        for function in ("write", "append", "remove", "rename", "truncate", "forbid")
    ),
    ("writes_file", "link", FILE),
    ("writes_file", "make_folder", FILE),
]


@pytest.mark.parametrize("given", ATTACKS, ids=lambda given: given[1])
def test_it_cannot_read_or_change_a_file(attack, secret, given):
    places = {FILE: str(secret), FOLDER: str(secret.parent)}
    given = [places.get(each, each) for each in given]
    assert is_refused(attack(*given))
    assert secret.read_text() == "the answers"
    assert [path.name for path in secret.parent.iterdir()] == ["secret.txt"]
    assert attack(*given, confined=False).value


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/proc/self/environ",
        "/proc/self/maps",
        str(ROOT / "tests" / "engines" / "remembering.py"),
        str(STDLIB / "site-packages" / "README.txt"),
    ],
)
def test_it_cannot_read_files_of_the_system(attack, path):
    assert is_refused(attack("reads_file", "read", path))


def test_it_can_read_pythons_own_files(attack):
    assert "def deepcopy" in attack("reads_file", "read", str(STDLIB / "copy.py")).value


# --- Processes, limits and the network ---------------------------------------


@pytest.mark.parametrize(
    ("given", "works"),
    [
        (("writes_file", "write_here", ""), None),
        (("forks", "fork"), ""),
        (("forks", "spawn"), ""),
        (("forks", "become"), DIED),  # another program
        (("hides", "minimax", BOARD), None),  # in another process group
        (("signals_parent", "kill_all", os.getpid()), None),
        (("reads_parent", "memory", os.getpid()), None),
        (("reads_parent", "environment", os.getpid()), None),
        (("reads_parent", "trace", os.getpid()), None),
    ],
)
def test_it_cannot_reach_another_process(attack, given, works):
    assert is_refused(attack(*given))
    if works is not None:
        assert attack(*given, confined=False).key == works


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs to be root")
@pytest.mark.parametrize("function", ["memory", "environment"])
def test_without_protections_root_can_read_the_judge(attack, function):
    assert not attack("reads_parent", function, os.getpid(), confined=False).key


def test_it_cannot_leave_a_daemon_behind(attack):
    pid = attack("daemon", "daemon", confined=False).value
    os.kill(pid, signal.SIGKILL)  # it runs in a session of its own
    assert is_refused(attack("daemon", "daemon"))


def test_it_cannot_raise_its_limits(attack):
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


@pytest.mark.parametrize("function", ["kill", "own_a_pipe"])
def test_it_cannot_signal_the_judge(attack, heard, function):
    assert not attack("signals_parent", function, os.getpid(), confined=False).key
    assert heard
    heard.clear()
    assert is_refused(attack("signals_parent", function, os.getpid()))
    assert not heard


def test_it_can_only_kill_itself(attack):
    answer = attack("signals_parent", "kill_itself", 0)
    assert answer.error.parts == {"call": "kill_itself(0)", "why": "killed by SIGKILL"}


def test_a_process_that_stops_itself_is_ended():
    path = ENGINES / "attack_signals_parent.py"
    with Sandbox(path, Limits(answer=0.3), partial=True) as engine:
        assert called(engine, "stop_itself", 0).key == SLOW
        assert called(engine, "player", BOARD).value == "O"


def test_it_does_not_see_the_environment(monkeypatch):
    monkeypatch.setenv("TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    with Sandbox(ENGINES / "attack_reads_parent.py", partial=True) as engine:
        names = set(engine.call("own_environment", 0))
    assert names <= {
        "LC_CTYPE",
        "PWD",
        "LD_LIBRARY_PATH",
        "PYTHONHASHSEED",
        "MALLOC_ARENA_MAX",
    }


def test_it_cannot_use_the_network(attack, tmp_path):
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


def test_an_answer_written_before_its_question_is_void(attack):
    answer = attack("prewrites_answers", "minimax", BOARD)
    assert answer.key == ODD
    assert answer.error.parts["call"] == "minimax(XO. .X. ...)"


@pytest.mark.parametrize(
    "kind",
    ["deep", "binary", "number", "half", "tag", "two tags", "unhashable", "nothing"],
)
def test_a_line_that_is_not_an_answer_costs_only_its_question(attack, kind):
    assert attack("breaks_protocol", "minimax", kind).key == ODD
    assert attack("breaks_protocol", "player", BOARD).value == "O"


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
def test_an_answer_of_the_wrong_shape_is_refused(said):
    with Sandbox(ENGINES / "attack_breaks_protocol.py", partial=True) as engine:
        assert called(engine, "frame", *said).key == ODD


def test_a_line_that_never_ends_is_cut(attack):
    answer = attack("long_line", "minimax", BOARD)
    assert answer.key == ODD
    assert "1048576" in answer.error.parts["what"]


def test_patched_builtins_do_not_disturb_the_sandbox(attack):
    names = ["minimax", "raise_error", "minimax"]
    first, second, third = (attack("patches_builtins", n, BOARD) for n in names)
    assert first.value == (0, 0)
    assert second.error.parts["what"] == "ZeroDivisionError: division by zero"
    assert "in raise_error" in second.error.parts["traceback"]
    assert third.error  # its own `dir` and RuntimeError are patched as well


def test_no_object_of_the_judge_is_in_the_engines_process(attack):
    expected = "the expected answer, known to the judge alone"
    digest = hashlib.sha256(expected.encode()).hexdigest()
    assert attack("hunts_frames", "found", digest).value is False
    # It does find a string of its own.
    digest = hashlib.sha256(b"Look for the judge's secrets in every object there is.")
    assert attack("hunts_frames", "found", digest.hexdigest()).value is True
