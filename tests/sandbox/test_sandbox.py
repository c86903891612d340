"""An engine in the sandbox: it keeps the contract, or one sentence says why not."""

import gc
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import ENGINES, ROOT
from helpers.calls import DIED, ODD, RAISED, SLOW, called

from noughts import contract
from noughts.board import key_of
from noughts.contract import LARGEST_FILE
from noughts.notation import parse_board
from noughts.sandbox import (
    EngineError,
    Limits,
    Protections,
    Sandbox,
    inside,
    process,
)
from noughts.sandbox.engine import call_text
from noughts.sandbox.process import Process
from noughts.words import Refused

BOARD = parse_board("XO. .X. ...")
ECHO = "def install(module, register):\n    register('echo', lambda value: value)\n"


@pytest.fixture(scope="module")
def engine():
    with Sandbox(ROOT / "tictactoe.py", extension=ECHO) as engine:
        yield engine


def open_engine(name, seconds=20.0, **options):
    limits = Limits(answer=seconds, **options)
    return Sandbox(ENGINES / f"{name}.py", limits, partial=True)


# --- It keeps the contract ---------------------------------------------------


def test_it_answers_as_the_engine_itself_does_on_every_position(
    engine, positions, share
):
    ours = contract.default()
    names = ["player", "actions", "winner", "terminal", "utility", "minimax"]
    for board in positions[::share]:
        for name in names:
            value, expected = engine.call(name, board), getattr(ours, name)(board)
            assert (value, type(value)) == (expected, type(expected))


def test_it_offers_every_name_of_the_contract(engine):
    assert contract.missing(engine) == engine.missing == []
    assert (engine.X, engine.O, engine.EMPTY) == ("X", "O", None)
    assert engine.initial_state() == [[None] * 3] * 3
    assert engine.player(BOARD) == "O"
    assert engine.actions(BOARD) == {(0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert engine.result(BOARD, (2, 2)) == parse_board("XO. .X. ..O")
    assert engine.winner(BOARD) is None
    assert engine.terminal(BOARD) is False
    assert engine.utility(BOARD) == 0
    assert engine.minimax(BOARD) == (2, 2)


@pytest.mark.parametrize(
    "value",
    [
        None, True, False, 0, 1, -7, 2**100, 0.5, -0.0, 1e300, float("inf"), "", "XO",
        "\ud800 \u00e9 \x00 \n", (), (0, 1), [], [[None] * 3] * 3, set(), {(0, 0)},
        frozenset({1}), {}, {(0, 1): {"a": [1, (2,)]}}, [1, 1.0, True], [(0,), [0]],
    ],
    ids=repr,
)  # fmt: skip
def test_plain_values_go_in_and_come_out_with_their_exact_types(engine, value):
    assert repr(engine.call("echo", value)) == repr(value)


# --- Files that are not engines ----------------------------------------------


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere", "there is no such file"),
        ("import_fails", "fails when it is imported: RuntimeError: not today"),
        ("import_exits", "fails when it is imported: SystemExit: 1"),
        ("syntax_error", ", line 5: does not compile: expected ':'"),
        (
            "lacks_names",
            "lacks EMPTY, initial_state, actions, result, winner",
        ),
    ],
)
def test_what_is_no_engine_is_refused_in_the_contract_s_words(
    name, sentence, monkeypatch
):
    path, started = ENGINES / f"{name}.py", []

    class Noted(Process):
        def __init__(self, *args, **given):
            super().__init__(*args, **given)
            started.append(self)

    monkeypatch.setattr("noughts.sandbox.engine.Process", Noted)
    with pytest.raises(Refused) as refused:
        Sandbox(path)
    assert not any(each.alive() for each in started)
    with pytest.raises(Refused) as also_refused:
        contract.load(path)
    assert sentence in str(refused.value)
    assert str(refused.value) == str(also_refused.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("import_exits_hard", "ends the process when it is imported: exit code 4"),
        pytest.param(
            "import_hangs", "takes longer than 1 s to import", marks=pytest.mark.ci
        ),
        ("attack_prewrites_at_import", "writes to the sandbox's pipe when it is imp"),
    ],
)
def test_what_would_end_or_hold_us_is_refused_as_well(name, sentence):
    with pytest.raises(Refused, match=sentence):
        Sandbox(ENGINES / f"{name}.py", Limits(start=1.0), partial=True)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (b"X = '\x00'", "does not compile: source code string cannot contain null"),
        (
            b"# coding: nonsense\n",
            "does not compile: (unknown encoding|encoding problem): nonsense",
        ),
        (b"(" * 1000, "does not compile: too many nested parentheses"),
        (b"#".ljust(LARGEST_FILE + 1, b"#"), "larger than 1,000,000 bytes"),
    ],
)
def test_files_that_are_hardly_text_are_refused(tmp_path, source, sentence):
    path = tmp_path / "engine.py"
    path.write_bytes(source)
    with pytest.raises(Refused, match=sentence):
        Sandbox(path)


def test_a_file_of_exactly_the_largest_size_is_read(tmp_path):
    path = tmp_path / "engine.py"
    path.write_bytes(b"X = 1 ".ljust(LARGEST_FILE, b"#"))
    with Sandbox(str(path), partial=True) as engine:
        assert engine.X == 1


def test_a_file_with_another_ending_and_a_folder_are_refused(tmp_path):
    (tmp_path / "engine.txt").write_text("")
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(Refused, match=r"its name must end in \.py"):
        Sandbox(tmp_path / "engine.txt")
    with pytest.raises(Refused, match=r"folder\.py: not a file"):
        Sandbox(tmp_path / "folder.py")


def test_a_file_that_cannot_be_read_is_refused(monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Refused, match="cannot be read: Permission den"):
        Sandbox(ENGINES / "remembering.py")


def test_the_encoding_that_a_file_declares_is_respected(tmp_path):
    path = tmp_path / "engine.py"
    path.write_bytes("# coding: latin-1\nX = 'é'\n".encode("latin-1"))
    with Sandbox(path, partial=True) as engine:
        assert engine.X == "é"


def test_a_partial_file_is_admitted_on_request():
    with Sandbox(ENGINES / "lacks_names.py", partial=True) as engine:
        assert engine.missing == contract.missing(
            contract_like(X="X", O="O", winner=None, player=len)
        )
        assert engine.player(BOARD) == "X"
        assert engine.EMPTY is None
        with pytest.raises(EngineError, match="has no attribute 'minimax'"):
            engine.minimax(BOARD)


def contract_like(**names):
    return type("Names", (), names)


def test_a_constant_that_is_no_plain_data_counts_as_missing(tmp_path):
    path = tmp_path / "engine.py"
    path.write_text("X = object()\nO = 'O'\nEMPTY = 0\n")
    with Sandbox(path, partial=True) as engine:
        assert engine.missing[:1] == ["X"]
        assert engine.EMPTY == 0


def test_the_file_is_the_module_tictactoe_as_in_the_assignment(tmp_path):
    path = tmp_path / "handed_in.py"
    path.write_text(
        "import sys, tictactoe\n"
        "def player(board): return __name__, tictactoe.__file__, sys.argv\n"
    )
    with Sandbox(path, partial=True) as engine:
        told = "tictactoe", "tictactoe.py", ["tictactoe.py"]
        assert engine.player([]) == told


def test_nothing_is_open_but_the_two_pipes(tmp_path):
    """Standard input, output and error go nowhere; no descriptor was forgotten."""
    path = tmp_path / "looks_round.py"
    path.write_text(
        "import os, stat\n"
        "X, O, EMPTY = [], [], []\n"
        "for n in range(64):\n"
        "    try:\n"
        "        mode = os.fstat(n).st_mode\n"
        "    except OSError:\n"
        "        continue\n"
        "    (O if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) else X).append(n)\n"
        "def player(board): return X, O\n"
    )
    with Sandbox(path, partial=True) as engine:
        standard, pipes = engine.player([])
        assert standard == [0, 1, 2]
        assert len(pipes) == 2


# --- Engines that misbehave --------------------------------------------------

FAULTS = [
    ("raises", "minimax", RAISED, "raised ValueError: I did not expect"),
    pytest.param(
        *("loops_forever", "minimax", SLOW, "took longer than 1 s"),
        marks=pytest.mark.ci,
    ),
    ("exits", "minimax", RAISED, "raised SystemExit: enough"),
    ("exits_hard", "minimax", DIED, "ended the process: exit code 3"),
    ("crashes", "minimax", DIED, "ended the process: killed by SIGSEGV"),
    ("recursion", "minimax", RAISED, "raised RecursionError: maximum recursion"),
    pytest.param(
        *("memory_hog", "minimax", RAISED, "raised MemoryError"),
        marks=pytest.mark.ci,
    ),
    ("closes_pipe", "minimax", DIED, "ended the process: "),
    ("reads_input", "minimax", RAISED, "raised EOFError: EOF when reading"),
    (
        "huge_answer",
        "minimax",
        ODD,
        "a string of 400000000",
    ),
    ("shared_answer", "minimax", ODD, "answered with more than"),
    ("endless_answer", "minimax", ODD, "nested more than 32 deep"),
    ("numpy_like_board", "result", ODD, "an object of type ndarray"),
    ("generator_answer", "actions", ODD, "an object of type generator"),
    ("str_raises", "minimax", RAISED, "raised Silent: (its message cannot be"),
    ("keyboard_interrupt", "minimax", RAISED, "raised KeyboardInterrupt"),
    ("nameless", "minimax", ODD, "answered with an object of type Odd"),
    ("nameless", "utility", RAISED, "raised Strange: strange"),
    ("not_implemented", "minimax", RAISED, "raised NotImplementedError"),
    ("escape_codes", "minimax", RAISED, r"raised ValueError: \x1b[2J\ud800 done"),
]


@pytest.mark.parametrize(("name", "function", "kind", "sentence"), FAULTS)
def test_only_the_question_that_misbehaves_is_marked(name, function, kind, sentence):
    seconds = 1.0 if kind == SLOW else 20.0
    asked = (BOARD, (0, 2)) if function == "result" else (BOARD,)
    other = ("winner" if name == "not_implemented" else "player", BOARD)
    calls = [other, other, (function, *asked), other, other]
    with open_engine(name, seconds) as engine:
        answers = [called(engine, *call) for call in calls]
        kinds = [answer.key for answer in answers]
        assert kinds[2] == kind
        fine = RAISED if name == "not_implemented" else ""
        assert kinds[:2] == kinds[3:] == [fine] * 2
        with pytest.raises(EngineError) as raised:
            engine.call(function, *asked)
    said = str(raised.value)
    shown = "XO. .X. ..., (0, 2)" if function == "result" else "XO. .X. ..."
    assert said.startswith(f"{function}({shown}) ")
    assert sentence in said
    assert "\n" not in said
    assert (
        said == str(answers[2].error) == str(pickle.loads(pickle.dumps(raised.value)))
    )


def test_an_engine_that_prints_a_flood_still_answers():
    with open_engine("floods_output") as engine:
        assert engine.minimax(BOARD) == (0, 0)


def test_an_answer_that_is_wrong_is_an_answer():
    with open_engine("illegal_move") as engine:
        assert engine.minimax(BOARD) == (0, 0)
    with open_engine("nan") as engine:
        assert repr(engine.utility(BOARD)) == "nan"


def test_an_exception_comes_with_the_calls_inside_the_file_that_led_to_it():
    with open_engine("raises") as engine, pytest.raises(EngineError) as raised:
        engine.minimax(BOARD)
    assert raised.value.parts["kind"] == "ValueError"
    assert raised.value.parts["text"] == "I did not expect\nthis board"
    assert re.sub(r"\d+", "N", raised.value.parts["traceback"]) == (
        "line N, in minimax\n    return best_of(board)\n"
        'line N, in best_of\n    raise ValueError("I did not expect\\nthis board")'
    )


def test_a_long_traceback_is_shortened():
    with open_engine("recursion") as engine, pytest.raises(EngineError) as raised:
        engine.minimax(BOARD)
    lines = raised.value.parts["traceback"].splitlines()
    assert len(lines) == 2 * 12 + 1
    assert re.fullmatch(r"\.\.\. \d+ calls \.\.\.", lines[12])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_traceback_shows_the_line_that_python_means(encoding):
    text = '# coding: {}\n"""a\x0cb\x0bc\x1cd\x85e"""\rdef f(ü):\r\n    return ü // 0\n'
    source = text.format(encoding.removesuffix("-sig")).encode(encoding)
    names = {}
    exec(compile(source, inside.FILE, "exec"), names)
    with pytest.raises(ZeroDivisionError) as raised:
        names["f"](1)
    shown = inside.traceback_text(raised.value, source)
    assert shown == "line 4, in f\n    return ü // 0"


@pytest.mark.parametrize(("calls", "left_out"), [(11, 0), (12, 0), (13, 1), (20, 8)])
def test_a_traceback_of_twelve_calls_is_whole(calls, left_out):
    source = "def down(n):\n    return down(n - 1) if n else 1 // 0\n"
    names = {}
    exec(compile(source, inside.FILE, "exec"), names)
    with pytest.raises(ZeroDivisionError) as raised:
        names["down"](calls - 1)
    lines = inside.traceback_text(raised.value, source.encode()).splitlines()
    assert [line for line in lines if "..." in line] == (
        [f"... {left_out} calls ..."] if left_out else []
    )
    assert len(lines) == 2 * min(calls, 12) + bool(left_out)
    assert lines[:2] == ["line 2, in down", "    return down(n - 1) if n else 1 // 0"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("x" * 198, repr("x" * 198)),  # with its quotes exactly as long as may be
        ("x" * 199, "'" + "x" * 196 + "..."),
        (BOARD, "XO. .X. ..."),
        ([BOARD[0], BOARD[1]], repr([BOARD[0], BOARD[1]])),
        ([[1, 2, 3]] * 3, repr([[1, 2, 3]] * 3)),
        (["XOX"] * 3, repr(["XOX"] * 3)),
    ],
)
def test_an_argument_is_told_in_so_many_characters(value, said):
    assert call_text("winner", (value,)) == f"winner({said})"


def test_threads_and_the_standard_library_can_be_used():
    with open_engine("threads") as engine:
        assert engine.minimax(BOARD) == (0, 0)
    with open_engine("uses_library") as engine:
        assert engine.minimax(BOARD) == (0, 0)


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


def test_a_file_may_go_to_its_own_folder(tmp_path):
    """Many files begin so, for the sake of an editor that starts them elsewhere."""
    (tmp_path / "tictactoe.py").write_text(AT_HOME)
    with Sandbox(tmp_path / "tictactoe.py", partial=True) as engine:
        assert engine.player(BOARD) == "X"


def test_what_a_file_says_of_its_own_folder_is_the_same_in_every_run(tmp_path):
    (tmp_path / "tictactoe.py").write_text(AT_HOME)
    for confined in (True, False):
        with (
            Sandbox(tmp_path / "tictactoe.py", partial=True, confined=confined) as file,
            pytest.raises(EngineError, match=r"ValueError: tictactoe\.py"),
        ):
            file.winner(BOARD)


NEEDY = """
import asyncio
import multiprocessing

def player(board): return asyncio.new_event_loop()
def winner(board): return multiprocessing.Pool(1)
"""


def test_what_needs_sockets_or_processes_fails_in_so_many_words(tmp_path):
    (tmp_path / "tictactoe.py").write_text(NEEDY)
    with Sandbox(tmp_path / "tictactoe.py", partial=True) as engine:
        if not engine.protections.isolated:
            pytest.skip("nothing is refused on this machine")
        for function in ("player", "winner"):
            with pytest.raises(EngineError, match="raised PermissionError"):
                engine.call(function, BOARD)


@pytest.mark.ci
def test_computing_is_bounded_as_well():
    with open_engine("loops_forever", cpu=1) as engine:
        answer = called(engine, "minimax", BOARD)
    assert answer.key == DIED
    assert answer.error.parts["why"] in ("killed by SIGXCPU", "killed by SIGKILL")


def test_large_arguments_go_in_and_too_large_answers_do_not_come_out(engine):
    value = ["x" * 1000] * 300
    assert engine.call("echo", value) == value
    with Sandbox(ROOT / "tictactoe.py", Limits(size=5000), extension=ECHO) as small:
        with pytest.raises(EngineError, match="more than 4800 characters"):
            small.call("echo", value)
        assert small.call("echo", 7) == 7


@pytest.mark.ci
def test_a_file_that_changes_its_mind_is_said_not_to_start_again(tmp_path):
    path = tmp_path / "engine.py"
    path.write_text("import time\nfor _ in range(3): time.sleep(0.01)\n")
    with Sandbox(path, partial=True) as engine:
        engine.close()
        engine.source = engine.source.replace(b"0.01", b"9999")
        engine.limits = Limits(start=0.5)
        answer = called(engine, "player", BOARD)
    assert answer.key == DIED
    assert "it does not start again" in str(answer.error)


# --- Streams and processes ---------------------------------------------------

KEYS = ["XO..X....", "........."]


def test_each_answer_is_a_line_in_the_order_of_the_questions(engine, positions):
    keys = list(map(key_of, positions))
    ours = contract.default()
    said = {None: "n", "X": "mX", "O": "mO"}
    told = [said[ours.winner(board)] for board in positions]
    assert list(engine.ask("winner", keys)) == told


def test_answers_may_be_left(engine):
    answers = engine.ask("player", KEYS * 1000)
    assert next(answers) == "mO"
    answers.close()
    assert engine.player(BOARD) == "O"


def test_no_questions_no_answers(engine):
    assert list(engine.ask("player", [])) == []


HANGS = """
def player(board):
    cells = [cell for row in board for cell in row]
    while cells.count("X") == 1:
        {}
    return "X"
"""


@pytest.mark.parametrize(
    ("does", "kind"),
    [
        ("pass", SLOW),
        ("import os; os._exit(3)", DIED),
        ("import os; os.write(os.dup(0) - 1, b'mX\\n')", ODD),
    ],
)
def test_the_question_that_fails_is_known_and_the_next_process_begins_behind_it(
    tmp_path, does, kind
):
    path = tmp_path / "tictactoe.py"
    path.write_text(HANGS.format(does))
    keys = ["........."] * 5 + ["X........"] + ["........."] * 3
    with Sandbox(path, Limits(answer=0.5), partial=True) as engine:
        *before, failed, first, second, third = engine.ask("player", keys)
    assert failed.key == kind
    assert [*before, first, second, third] == ["mX"] * 8


def test_an_engine_in_the_midst_of_a_stream_takes_no_other_question(engine):
    answers = engine.ask("player", KEYS * 1000)
    next(answers)
    with pytest.raises(RuntimeError, match="is being asked"):
        engine.player(BOARD)
    answers.close()
    assert engine.player(BOARD) == "O"


def test_several_engines_answer_at_once(positions):
    def play(n):
        with Sandbox(ROOT / "tictactoe.py") as engine:
            return [engine.winner(board) for board in positions[n::20]]

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(play, range(4)))
    ours = contract.default()
    for n, found in enumerate(answers):
        assert found == [ours.winner(board) for board in positions[n::20]]


def test_an_engine_that_was_ended_is_started_anew(engine):
    engine.close()
    assert engine.player(BOARD) == "O"
    os.killpg(engine._process._popen.pid, signal.SIGKILL)
    engine._process._popen.wait()
    assert engine.player(BOARD) == "O"


def test_an_engine_may_be_started_later_and_that_is_of_its_time(tmp_path):
    with Sandbox(ENGINES / "remembering.py", started=False) as later:
        assert (later._process, later.spent()) == (None, 0.0)
        later.start()
        first, spent = later._process, later.spent()
        later.start()
        assert later._process is first
        assert (later.player(BOARD), later.missing) == ("O", [])
        assert spent > 0
    assert later._process is None
    path = tmp_path / "tictactoe.py"
    path.write_text("import time\ntime.sleep(0.2)\nraise ValueError\n")
    refused = Sandbox(path, started=False)
    with pytest.raises(Refused):
        refused.start()
    assert refused.spent() >= 0.2
    gone = Sandbox(ENGINES / "import_exits_hard.py", started=False)
    with pytest.raises(Refused):
        gone.start()
    assert gone._process is None


def test_nothing_is_left_behind():
    engine = Sandbox(ENGINES / "remembering.py")
    inside = engine._process
    folder = Path(inside._folder)
    assert folder.is_dir()
    assert list(folder.iterdir()) == []
    engine.close()
    engine.close()
    assert not folder.exists()
    assert inside._popen.returncode is not None


def test_an_engine_that_is_forgotten_is_ended():
    inside = Sandbox(ENGINES / "remembering.py")._process
    gc.collect()
    assert not inside.alive()


def test_an_engine_left_open_at_the_end_of_a_program_makes_no_noise():
    script = (
        "from noughts.sandbox import Sandbox\n"
        f"engine = Sandbox({str(ENGINES / 'remembering.py')!r})\n"
        "answers = engine.ask('player', ['.........'] * 99)\n"
        "next(answers)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


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


def test_an_extension_can_watch_the_engine_s_functions(tmp_path):
    path = tmp_path / "counter.py"
    path.write_text(COUNTER)
    for extension in (COUNTER, path):
        with Sandbox(ENGINES / "remembering.py", extension=extension) as engine:
            assert engine.call("counts") == {}
            engine.terminal(BOARD)
            assert engine.call("counts") == {"winner": 1}


def test_an_extension_can_replace_them():
    replace = "def install(module, register):\n    module.winner = lambda board: 'O'\n"
    with Sandbox(ENGINES / "remembering.py", extension=replace) as engine:
        assert engine.utility(BOARD) == -1


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def", "SyntaxError: invalid syntax"),
        ("def install(module, register):\n    module.winner()", "TypeError: winner()"),
    ],
)
def test_an_extension_that_fails_is_not_taken_for_the_file(source, sentence):
    with pytest.raises(Refused) as refused:
        Sandbox(ENGINES / "remembering.py", extension=source)
    assert f"the extension: {sentence}" in str(refused.value)


# --- A Python that does not start -------------------------------------------


def test_where_the_sandbox_itself_fails_the_file_is_not_blamed(monkeypatch):
    broken = [sys.executable, "-c", "raise SystemExit(1)"]
    monkeypatch.setattr(process, "runner_command", lambda: broken)
    with pytest.raises(contract.MachineError, match="no sandbox could be made: exit"):
        Sandbox(ENGINES / "remembering.py", confined=False)


def test_where_no_process_can_be_made_that_is_said(monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with Sandbox(ENGINES / "remembering.py") as engine:
        engine.close()
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        monkeypatch.setattr(subprocess, "Popen", refuse)
        said = "no sandbox could be made: Resource temporarily unavailable"
        with pytest.raises(contract.MachineError, match=said):
            Sandbox(ENGINES / "remembering.py")
        with pytest.raises(contract.MachineError, match=said):
            engine.player(BOARD)
        assert [*tmp_path.iterdir()] == []


def test_a_python_that_does_not_start_in_time_is_not_the_file_s_fault(monkeypatch):
    hanging = [sys.executable, "-c", "import time; time.sleep(60)"]
    monkeypatch.setattr(process, "runner_command", lambda: hanging)
    monkeypatch.setattr("noughts.sandbox.engine.PYTHON_STARTS", 0.2)
    said = "no sandbox could be made: Python did not start within 0.2 s"
    with pytest.raises(contract.MachineError, match=said):
        Sandbox(ENGINES / "remembering.py", Limits(start=0.2), confined=False)


# --- What it says of its protections -----------------------------------------


def test_it_says_which_protections_are_in_force_and_which_are_missing(engine):
    found = engine.protections
    known = {"Landlock", "seccomp", "rlimits", "bubblewrap"}
    assert set(found.in_force) | set(found.missing) == known
    assert not set(found.in_force) & set(found.missing)


def test_without_protections_it_says_so():
    with Sandbox(ENGINES / "remembering.py", confined=False) as engine:
        assert not engine.protections.isolated
        assert engine.protections.in_force == ()


@pytest.mark.parametrize(
    ("in_force", "sentence"),
    [
        (
            (["Landlock", "rlimits", "seccomp"], True),
            "isolated by Landlock, seccomp, rlimits, bubblewrap",
        ),
        (
            (["seccomp"], True),
            "isolated by seccomp, bubblewrap; missing: Landlock, rlimits",
        ),
        (
            (["rlimits"], False),
            "not isolated; in force: rlimits; missing: Landlock, seccomp, bubblewrap",
        ),
        (
            (["Landlock", "rlimits"], False),
            "not isolated; in force: Landlock, rlimits; missing: seccomp, bubblewrap",
        ),
        (
            (["seccomp"], False),
            "not isolated; in force: seccomp; missing: Landlock, rlimits, bubblewrap",
        ),
        (
            ([], False),
            "not isolated; in force: nothing; "
            "missing: Landlock, seccomp, rlimits, bubblewrap",
        ),
    ],
)
def test_the_protections_are_one_sentence(in_force, sentence):
    assert str(Protections.of(*in_force)) == sentence


SETS = """
def player(board):
    boards = {((None, "X"), n, None) for n in range(8)}
    return [hash(None), list(boards), list(map(hash, ["X", "O"]))]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such call")
def test_a_set_has_the_same_order_in_every_run(tmp_path):
    """In Python 3.11 hash(None) is an address."""
    path = tmp_path / "tictactoe.py"
    path.write_text(SETS)
    told = []
    for _ in range(3):
        with Sandbox(path, partial=True) as engine:
            told.append(engine.call("player", BOARD))
    assert told == told[:1] * 3
