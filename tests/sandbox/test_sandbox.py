"""An engine in the sandbox keeps the contract, or one sentence says why not."""

import gc
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from conftest import ENGINES, ROOT
from helpers.calls import DIED, ODD, RAISED, SLOW, called
from helpers.refusals import refused

from noughts.game import contract
from noughts.game.board import key_of
from noughts.game.contract import LARGEST_FILE, EngineError, MachineError
from noughts.game.notation import parse_board
from noughts.sandbox import inside, process
from noughts.sandbox.engine import Sandbox, read_source
from noughts.sandbox.limits import KNOWN, Limits, Protections
from noughts.sandbox.process import Process
from noughts.texts import Refused

BOARD = parse_board("XO. .X. ...")
ECHO = "def install(module, register):\n    register('echo', lambda value: value)\n"
WHOLE = "X, O, EMPTY = 'X', 'O', None\n" + "\n".join(
    f"def {name}({', '.join(parameters)}): ..."
    for name, parameters in contract.PARAMETERS.items()
)


@pytest.fixture(scope="module")
def engine():
    with Sandbox(ROOT / "tictactoe.py", extension=ECHO) as engine:
        yield engine


def open_engine(name, seconds=20.0, **options):
    limits = Limits(answer=seconds, **options)
    return Sandbox(ENGINES / f"{name}.py", limits, partial=True)


def from_text(text, **options):
    source = text if isinstance(text, bytes) else text.encode()
    return Sandbox("tictactoe.py", source=source, partial=True, **options)


THREADS = """
import threading
threading.stack_size({size})

def minimax(board):
    go, done = threading.Event(), []
    def search():
        go.wait()
        done.append(sum(range(9)))
    threads = [threading.Thread(target=search) for _ in range(80)]
    for each in threads:
        each.start()
    go.set()
    for each in threads:
        each.join()
    return divmod(len(done), 9)
"""


@pytest.mark.parametrize("size", ["", 64 * 1024 * 1024, 512 * 1024 * 1024])
def test_many_threads_have_room_whatever_stack_they_ask_for(size):
    with from_text(THREADS.format(size=size)) as engine:
        assert engine.minimax(BOARD) == (8, 8)


# --- It keeps the contract ---------------------------------------------------


def test_it_answers_like_the_engine_itself(engine, positions):
    ours = contract.default()
    names = ["player", "actions", "winner", "terminal", "utility", "minimax"]
    for board in positions[::61]:
        for name in names:
            value, expected = engine.call(name, board), getattr(ours, name)(board)
            assert (value, type(value)) == (expected, type(expected))


def test_it_has_every_name_of_the_contract(engine):
    assert engine.missing == []
    assert (engine.X, engine.O, engine.EMPTY) == ("X", "O", None)
    assert engine.initial_state() == [[None] * 3] * 3
    assert engine.player(BOARD) == "O"
    assert engine.actions(BOARD) == {(0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert engine.result(BOARD, (2, 2)) == parse_board("XO. .X. ..O")
    assert engine.winner(BOARD) is None
    assert engine.terminal(BOARD) is False
    assert engine.utility(BOARD) == 0
    assert engine.minimax(BOARD) == (2, 2)


# --- Files that are not engines ----------------------------------------------

REFUSED = [
    ("def f(:", "no_syntax_at", {"line": 1, "why": "invalid syntax"}),
    (b"X = '\x00'", "no_syntax", {"why": "source code string cannot contain null"}),
    (b"# coding: nonsense\n", "no_syntax", {"why": "(unknown|encoding)"}),
    (b"(" * 1000, "no_syntax_at", {"line": 1, "why": "too many nested parentheses"}),
    (b"#".ljust(LARGEST_FILE + 1, b"#"), "too_large", {"n": 1_000_000}),
    ("def f(): 1 / 0\n\nf()", "no_import_at", {"line": 1, "why": "ZeroDivisionError"}),
    ("import sys; sys.exit()", "no_import_at", {"line": 1, "why": "SystemExit$"}),
    ("import nowhere; nowhere.a()", "no_import_at", {"why": ".*nowhere.a is used"}),
    ("import os; os._exit(4)", "ends_process", {"why": "exit code 4"}),
    ("while True: pass", "slow_import", {"n": 0.4}),
    ((ENGINES / "attack_prewrites_at_import.py").read_bytes(), "writes_pipe", {}),
    (WHOLE.replace("minimax", "maximin"), "no_names", {"names": "minimax$"}),
    (WHOLE.replace("X, O, ", "X, Y, "), "no_names", {"names": "O$"}),
    (WHOLE + "\nplayer = 3", "no_names", {"names": "player$"}),
    ("", "no_names", {"names": "X, O, EMPTY, initial_state, player, actions, result"}),
]


@pytest.mark.parametrize(("source", "key", "parts"), REFUSED, ids=range(len(REFUSED)))
def test_a_file_that_is_not_an_engine_is_refused(
    tmp_path, monkeypatch, source, key, parts
):
    started = []

    class Noted(Process):
        def __init__(self, *args, **given):
            super().__init__(*args, **given)
            started.append(self)

    monkeypatch.setattr("noughts.sandbox.engine.Process", Noted)
    path = tmp_path / "engine.py"
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    seconds = 0.4 if key == "slow_import" else 10
    with refused(f"refusal.{key}", Refused, path=path) as caught:
        Sandbox(path, Limits(start=seconds))
    for name, value in parts.items():
        assert re.match(str(value), str(caught.value.parts[name]))
    assert not any(each.alive() for each in started)


def test_a_path_that_is_not_a_python_file_is_refused(tmp_path, monkeypatch):
    (tmp_path / "engine.png").write_text("")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "largest.py").write_bytes(bytes(LARGEST_FILE))
    assert len(read_source(tmp_path / "largest.py")) == LARGEST_FILE
    for name, key in [
        ("none.py", "refusal.no_file"),
        ("engine.png", "refusal.not_python"),
        ("folder.py", "refusal.not_a_file"),
    ]:
        with refused(key, path=tmp_path / name):
            Sandbox(tmp_path / name)

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with refused("refusal.no_read", why="Permission denied"):
        Sandbox(ENGINES / "remembering.py")


LOOKS_AROUND = """
import os, stat
X, O, EMPTY = [], [], []
for n in range(64):
    try:
        mode = os.fstat(n).st_mode
    except OSError:
        continue
    (O if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) else X).append(n)
def player(board): return X, len(O)
"""
# What such files answer to player([]).
ACCEPTED = [
    (b"X = 1 ".ljust(LARGEST_FILE - 30, b"#") + b"\ndef player(b): return X", 1),
    ("# coding: latin-1\ndef player(b): return 'é'".encode("latin-1"), "é"),
    (
        "import sys, tictactoe\n"
        "def player(b): return __name__, tictactoe.__file__, sys.argv",
        ("tictactoe", "tictactoe.py", ["tictactoe.py"]),
    ),
    (LOOKS_AROUND, ([0, 1, 2], 2)),  # nothing is open but two pipes
    ("import sys\ndef player(b): return {*sys.modules} & {'typing', 'noughts'}", set()),
    (
        "def own(b: int): ...\ndef player(b): return own.__annotations__ == {'b': int}",
        True,
    ),
]


@pytest.mark.parametrize(("source", "answer"), ACCEPTED, ids=range(len(ACCEPTED)))
def test_a_file_is_loaded_as_in_the_assignment(source, answer):
    with from_text(source) as engine:
        assert engine.player([]) == answer


def test_a_partial_file_is_accepted_on_request():
    with Sandbox(ENGINES / "lacks_names.py", partial=True) as engine:
        there = ("X", "O", "player")
        assert engine.missing == [n for n in contract.NAMES if n not in there]
        assert engine.player(BOARD) == "X"
        assert engine.EMPTY is None
        with pytest.raises(EngineError, match="has no attribute 'winner'"):
            engine.winner(BOARD)


# --- Engines that misbehave --------------------------------------------------


FAULTS = [
    pytest.param(line, marks=[pytest.mark.ci] * line.startswith("memory_hog"))
    for line in Path(__file__).with_name("faults.txt").read_text().splitlines()[1:]
]


@pytest.mark.parametrize("fault", FAULTS)
def test_only_the_call_that_misbehaves_fails(fault):
    name, function, key, *why = fault.split(None, 3)
    key, why = f"refusal.call_{key}", " ".join(why)
    seconds = 0.4 if key == SLOW else 20.0
    asked = (BOARD, (0, 2)) if function == "result" else (BOARD,)
    other = ("winner" if name == "not_implemented" else "player", BOARD)
    with open_engine(name, seconds) as engine:
        before, failed, after = (
            called(engine, *call) for call in (other, (function, *asked), other)
        )
    fine = RAISED if name == "not_implemented" else ""
    assert (before.key, failed.key, after.key) == (fine, key, fine)
    shown = "XO. .X. ..., (0, 2)" if function == "result" else "XO. .X. ..."
    call, told, *_ = failed.error.parts.values()
    assert call == f"{function}({shown})"
    assert why in str(told)
    said, trace = str(failed.error), failed.error.parts.get("traceback", "")
    assert "\n" not in said
    assert trace.count("\n    ") in (0, 1, 2, inside.FRAMES)
    assert said == str(pickle.loads(pickle.dumps(failed.error)))


@pytest.mark.parametrize(
    ("name", "function", "answer"),
    [
        ("floods_output", "minimax", "(0, 0)"),
        ("illegal_move", "minimax", "(0, 0)"),  # wrong, but an answer
        ("nan", "utility", "nan"),
        ("threads", "minimax", "(0, 0)"),
        ("uses_library", "minimax", "(0, 0)"),
    ],
)
def test_an_odd_file_still_answers(name, function, answer):
    with open_engine(name) as engine:
        assert repr(engine.call(function, BOARD)) == answer


def test_an_exception_has_a_traceback_of_the_calls_in_the_file():
    with open_engine("raises") as engine, pytest.raises(EngineError) as raised:
        engine.minimax(BOARD)
    parts = raised.value.parts
    assert parts["kind"] == "ValueError"
    assert parts["text"] == "I did not expect\nthis board"
    assert re.sub(r"\d+", "N", parts["traceback"]) == (
        "line N, in minimax\n    return best_of(board)\n"
        'line N, in best_of\n    raise ValueError("I did not expect\\nthis board")'
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_traceback_counts_lines_as_python_does(encoding):
    text = '# coding: {}\n"""a\x0cb\x0bc\x1cd\x85e"""\rdef f(ü):\r\n    return ü // 0\n'
    source = text.format(encoding.removesuffix("-sig")).encode(encoding)
    names = {}
    exec(compile(source, inside.FILE, "exec"), names)
    with pytest.raises(ZeroDivisionError) as raised:
        names["f"](1)
    shown = inside.traceback_text(raised.value, source)
    assert shown == "line 4, in f\n    return ü // 0"


AT_HOME = """
import os
import sys

for folder in (
    os.path.dirname(os.path.abspath(__file__)),
    os.path.dirname(__file__),
    sys.path[0],
):
    os.chdir(folder)

def player(board): return "X"
def winner(board): raise ValueError(__file__)
"""


@pytest.mark.parametrize("confined", [True, False])
def test_a_file_can_enter_its_own_folder_and_the_folder_is_hidden_in_messages(confined):
    with from_text(AT_HOME, confined=confined) as engine:
        assert engine.player(BOARD) == "X"
        with pytest.raises(EngineError, match=r"ValueError: tictactoe\.py"):
            engine.winner(BOARD)


NEEDY = """
import asyncio
import multiprocessing

def player(board): return asyncio.new_event_loop()
def winner(board): return multiprocessing.Pool(1)
"""


def test_sockets_and_processes_raise_a_permission_error():
    with from_text(NEEDY) as engine:
        if not engine.protections.isolated:
            pytest.skip("nothing is refused on this machine")
        for function in ("player", "winner"):
            with refused("refusal.call_raised", kind="PermissionError"):
                engine.call(function, BOARD)


@pytest.mark.ci
def test_cpu_time_is_limited():
    with open_engine("loops_forever", cpu=1) as engine:
        answer = called(engine, "minimax", BOARD)
    assert answer.key == DIED
    assert answer.error.parts["why"] in ("killed by SIGXCPU", "killed by SIGKILL")


def test_an_argument_may_be_larger_than_an_answer(engine):
    value = ["x" * 1000] * 300
    assert engine.call("echo", value) == value
    with Sandbox(ROOT / "tictactoe.py", Limits(size=5000), extension=ECHO) as small:
        with pytest.raises(EngineError, match="more than 4800 characters"):
            small.call("echo", value)
        assert small.call("echo", 7) == 7


# --- Streams and processes ---------------------------------------------------

KEYS = ["XO..X....", "........."]


def test_answers_come_in_the_order_of_the_questions(engine, positions):
    keys = list(map(key_of, positions))
    said = {None: "n", "X": "mX", "O": "mO"}
    answers = [said[contract.default().winner(board)] for board in positions]
    assert list(engine.ask("winner", keys)) == answers
    assert list(engine.ask("player", [])) == []


def test_answers_must_be_taken_or_closed_before_the_next_question(engine):
    answers = engine.ask("player", KEYS * 1000)
    assert next(answers) == "mO"
    with pytest.raises(RuntimeError, match="is being asked"):
        engine.player(BOARD)
    answers.close()
    assert engine.player(BOARD) == "O"


HANGS = """
def player(board):
    cells = [cell for row in board for cell in row]
    while cells.count("X") == 1:
        {}
    return "X"
"""


@pytest.mark.parametrize(
    ("does", "key"),
    [
        ("pass", SLOW),
        ("import os; os._exit(3)", DIED),
        ("import os; os.write(os.dup(0) - 1, b'mX\\n')", ODD),
    ],
)
def test_after_a_question_that_fails_another_process_goes_on(does, key):
    keys = ["........."] * 5 + ["X........"] + ["........."] * 3
    with from_text(HANGS.format(does), limits=Limits(answer=0.4)) as engine:
        *before, failed, first, second, third = engine.ask("player", keys)
    assert (failed.key, failed.parts["call"]) == (key, "X........")
    assert [*before, first, second, third] == ["mX"] * 8


def test_each_question_to_a_file_that_cannot_be_loaded_again_fails(tmp_path):
    text = f"import os\nos.mkdir({str(tmp_path / 'loaded')!r})\n"
    text += "def player(board): os._exit(3)\n"
    with from_text(text, confined=False) as engine:
        errors = list(engine.ask("player", KEYS))
    assert [(error.key, error.parts["call"]) for error in errors] == [
        (DIED, key) for key in KEYS
    ]


def test_a_call_can_be_interrupted_from_another_thread():
    with from_text("def player(board):\n    while True: ...") as engine:
        threading.Timer(0.1, engine.interrupt).start()
        assert called(engine, "player", BOARD).key == DIED


def test_a_process_that_was_ended_is_started_again(engine):
    engine.close()
    assert engine.player(BOARD) == "O"
    os.killpg(engine._process._popen.pid, signal.SIGKILL)
    engine._process._popen.wait()
    assert engine.player(BOARD) == "O"


def test_an_engine_can_be_started_later_and_loading_counts_as_its_time():
    with Sandbox(ENGINES / "remembering.py", started=False) as later:
        assert (later._process, later.spent()) == (None, 0.0)
        later.start()
        first, spent = later._process, later.spent()
        later.start()
        assert later._process is first
        assert (later.player(BOARD), later.missing) == ("O", [])
        assert spent > 0
    assert later._process is None
    text = "import time\ntime.sleep(0.2)\nraise ValueError\n"
    refused = from_text(text, started=False)
    with pytest.raises(Refused):
        refused.start()
    assert refused.spent() >= 0.2
    assert refused._process is None


def test_the_first_question_refuses_a_file_that_is_not_an_engine():
    for source, why in (
        (b"def player(:", "line 1"),
        (b"X = 1", "EMPTY, initial_state"),
    ):
        later = Sandbox("tictactoe.py", source=source, started=False)
        with pytest.raises(Refused, match=why):
            later.player(BOARD)
        with pytest.raises(Refused, match=why):
            list(later.ask("player", KEYS))


def test_nothing_is_left_behind():
    engine = Sandbox(ENGINES / "remembering.py")
    process = engine._process
    folder = Path(process._folder)
    assert folder.is_dir()
    assert list(folder.iterdir()) == []
    folder.rmdir()  # as an engine without protections could
    engine.close()
    engine.close()
    assert not folder.exists()
    assert process._popen.returncode is not None


def test_an_engine_without_references_is_ended():
    process = Sandbox(ENGINES / "remembering.py")._process
    gc.collect()
    assert not process.alive()


def test_an_engine_left_open_at_exit_prints_nothing():
    script = (
        "from noughts.sandbox.engine import Sandbox\n"
        f"engine = Sandbox({str(ENGINES / 'remembering.py')!r})\n"
        "answers = engine.ask('player', ['.........'] * 99)\n"
        "next(answers)\n"
    )
    command = [sys.executable, "-W", "error", "-c", script]
    ended = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


# --- Extensions --------------------------------------------------------------

COUNTER = """
from collections import Counter

def install(module, register):
    calls = Counter()
    winner = module.winner

    def counted(board):
        calls["winner"] += 1
        return winner(board)

    module.winner = counted
    register("counts", lambda: dict(calls))
"""


def test_an_extension_can_watch_and_replace_functions(tmp_path):
    path = tmp_path / "counter.py"
    path.write_text(COUNTER)
    for extension in (COUNTER, path):
        with Sandbox(ENGINES / "remembering.py", extension=extension) as engine:
            assert engine.call("counts") == {}
            engine.terminal(BOARD)
            assert engine.call("counts") == {"winner": 1}
    replace = "def install(module, register):\n    module.winner = lambda board: 'O'\n"
    with Sandbox(ENGINES / "remembering.py", extension=replace) as engine:
        assert engine.utility(BOARD) == -1


def test_an_extension_that_fails_is_named_as_the_cause():
    with refused("refusal.no_import", Refused) as caught:
        Sandbox(ENGINES / "remembering.py", extension="def")
    assert caught.value.parts["why"].startswith("extension: SyntaxError: invalid")


# --- A machine that cannot start a process ------------------------------------


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("raise SystemExit(1)", "exit code 1"),
        ("import time; time.sleep(60)", "Python did not start within 0.3 s"),
    ],
)
def test_a_python_that_does_not_start_is_not_the_fault_of_the_file(
    monkeypatch, program, why
):
    command = [sys.executable, "-c", program]
    monkeypatch.setattr(process, "runner_command", lambda: command)
    if "time" in program:
        monkeypatch.setattr("noughts.sandbox.engine.PYTHON_STARTS", 0.3)
    with refused("refusal.no_sandbox", MachineError, why=why):
        Sandbox(ENGINES / "remembering.py", confined=False)


def test_a_machine_without_free_processes_is_named_as_the_cause(monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with Sandbox(ENGINES / "remembering.py") as engine:
        engine.close()
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        monkeypatch.setattr(subprocess, "Popen", refuse)
        why = "Resource temporarily unavailable"
        for use in (lambda: engine.player(BOARD), lambda: Sandbox(engine.path)):
            with refused("refusal.no_sandbox", MachineError, why=why):
                use()
        assert [*tmp_path.iterdir()] == []


# --- Its protections ---------------------------------------------------------


def test_protections_are_in_force_or_missing(engine):
    found = engine.protections
    assert sorted(found.in_force + found.missing) == sorted(KNOWN)
    with Sandbox(ENGINES / "remembering.py", confined=False) as open_engine:
        assert open_engine.protections == Protections()


@pytest.mark.parametrize(
    ("in_force", "isolated"),
    [("Landlock seccomp", True), ("bubblewrap seccomp", True), ("Landlock", False)],
)
def test_an_engine_is_isolated_from_files_and_by_system_calls(in_force, isolated):
    found = Protections(tuple(in_force.split()))
    assert found.isolated is isolated
    assert str(found).startswith("isolated") is isolated
    assert all(str(found).count(name) == 1 for name in KNOWN)


SETS = """
def player(board):
    boards = {((None, "X"), n, None) for n in range(8)}
    return [hash(None), list(boards), list(map(hash, ["X", "O"]))]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such call")
def test_a_set_has_the_same_order_in_every_run():
    """In Python 3.11 hash(None) is an address."""
    answers = []
    for _ in range(3):
        with from_text(SETS) as engine:
            answers.append(engine.call("player", BOARD))
    assert answers == answers[:1] * 3
