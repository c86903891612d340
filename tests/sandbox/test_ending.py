"""An engine ends with the program that asks it, however that one ends."""

import os
import signal
import subprocess
import sys
import threading
import time
from itertools import product
from pathlib import Path

import pytest
from conftest import ENGINES, ROOT
from helpers.waiting import until

from noughts.game.notation import parse_board
from noughts.sandbox import bubblewrap, protocol
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.process import runner_command

BOARD = parse_board("XO. .X. ...")
pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="needs a parent-death signal"
)

ASKER = """
import sys, threading
from noughts.sandbox.limits import Limits
from noughts.sandbox.engine import Sandbox
from noughts.sandbox import bubblewrap
path, function, wrapped, where = sys.argv[1:]
if wrapped == "bare":
    bubblewrap.prefix = lambda *_: ()
engine = Sandbox(path, Limits(answer=600), partial=True, confined=wrapped != "open")
print(engine._process._popen.pid, flush=True)
ask = lambda: engine.call(function, [])
if where == "thread":
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
else:
    ask()
"""


def members(session):
    """Return the processes of a session, as (number, clock ticks of CPU)."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append((int(stat.parent.name), int(fields[11])))
    return found


def pipes_of(process):
    try:
        names = os.listdir(f"/proc/{process}/fd")
        links = [os.readlink(f"/proc/{process}/fd/{name}") for name in names]
    except OSError:
        return {"?"}
    return set(links) - {"/dev/null"}


WAYS = [
    pytest.param(*way, marks=[pytest.mark.ci] * (n not in (0, 13)))
    for n, way in enumerate(
        product(
            ["spin", "swap"],
            ["wrapped", "bare", "open"],
            ["main", "thread"],
            [signal.SIGKILL, signal.SIGTERM],
        )
    )
]


@pytest.mark.parametrize(("function", "wrapped", "where", "sent"), WAYS)
def test_an_engine_ends_when_its_asker_is_killed(function, wrapped, where, sent):
    command = [sys.executable, "-c", ASKER, ENGINES / "attack_outlives.py"]
    command += [function, wrapped, where]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as asker:
        session = int(asker.stdout.readline())

        def at_it():
            alive = members(session)
            if function == "spin":
                return any(ticks > 10 for _, ticks in alive)
            return any(len(pipes_of(number)) == 3 for number, _ in alive)

        assert until(at_it), "the engine never got to work"
        asker.send_signal(sent)
    assert until(lambda: not members(session), 60), "the engine is still running"


def test_an_engine_outlives_the_thread_that_started_it():
    """The kernel's parent-death signal is sent when the starting thread ends."""
    engines = []
    path = ENGINES / "remembering.py"
    thread = threading.Thread(target=lambda: engines.append(Sandbox(path)))
    thread.start()
    thread.join()
    with engines[0] as engine:
        before = engine._process
        time.sleep(0.05)
        assert engine.player(BOARD) == "O"
        assert engine._process is before, "it was started again"


def test_an_engine_ends_when_its_pipe_is_closed(tmp_path):
    """Other systems have no parent-death signal."""
    (tmp_path / "spins.py").write_text("def player(board):\n    while True: pass\n")
    with Sandbox(tmp_path / "spins.py", partial=True, confined=False) as engine:
        process = engine._process
        process.request("call player [[]]", 5)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), process._in)
        assert until(lambda: not process.alive(), 10), "the engine is still running"


@pytest.mark.parametrize(
    ("source", "first"),
    [("while True: pass", ""), ("", "import select; del select.poll")],
)
def test_an_engine_ends_if_its_asker_ended_before_the_file_was_loaded(source, first):
    file = protocol.encode({"source": source})
    *command, boot, noughts, sandbox = runner_command()
    run = subprocess.run(
        [*command, f"{first}\n{boot}", noughts, sandbox],
        input=f"1 null\n2 {file}\n".encode(),
        timeout=60,
    )
    assert run.returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to be root")
def test_an_engine_started_by_root_has_no_privileges(monkeypatch):
    monkeypatch.setattr(bubblewrap, "prefix", lambda *_: ())
    with Sandbox(ENGINES / "remembering.py") as engine:
        status = Path(f"/proc/{engine._process._popen.pid}/status").read_text()
    kept = dict(line.split(":\t") for line in status.splitlines() if "Cap" in line)
    assert set(kept) == {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}
    assert {int(value, 16) for value in kept.values()} == {0}
    assert "NoNewPrivs:\t1" in status
