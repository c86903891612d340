"""`noughts play`: its options, its misuse, and the sample run."""

import io
import subprocess
import sys

import pytest
from conftest import ROOT
from helpers.commands import command

from noughts.texts import words

SAMPLE = ROOT / "docs" / "sample-run.txt"

main = command("play")


def run(*arguments, typed=b"", options=()):
    """Run `noughts play` with this as its input; return the finished process."""
    return subprocess.run(
        [sys.executable, *options, "-m", "noughts", "play", *arguments],
        cwd=ROOT,
        input=typed,
        capture_output=True,
    )


def test_the_sample_run_is_reproducible():
    shown = SAMPLE.read_text("utf-8")
    typed = [line[2:] for line in shown.splitlines() if line.startswith("$ ")]
    played = run("--as", "O", typed="".join(f"{line}\n" for line in typed).encode())
    assert played.stdout.decode() == shown
    assert played.stderr == b""
    assert "X is the winner!\n" in shown


@pytest.mark.ci
def test_the_game_needs_nothing_but_python():
    """No site-packages, no installation: only the checkout."""
    played = run("--as", "O", typed=b"q\n", options=["-S", "-W", "error"])
    assert played.stdout.startswith(b"Welcome to TTT!\nMy move is\n")
    assert played.stderr == b""
    assert played.returncode == 0


@pytest.mark.parametrize(
    "typed", [b"\xff\xfe\x00\x80\n", b"9" * 100_000, b"\x1b[A\n\x04\x03\n", b""]
)
def test_any_input_ends_politely(typed):
    played = run("--as", "O", typed=typed)
    assert played.stdout.endswith(b"Goodbye! Score: you 0, me 0, draws 0.\n")
    assert played.stderr == b""
    assert played.returncode == 0
    assert len(played.stdout) < 1_500
    assert b"\x1b" not in played.stdout


@pytest.mark.ci
def test_without_input_the_game_ends_politely():
    """As in `noughts play <&-`."""
    command = f"{sys.executable} -m noughts play --as O <&-"
    played = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True)
    assert played.stdout.endswith(b"Goodbye! Score: you 0, me 0, draws 0.\n")
    assert played.stderr == b""


@pytest.fixture
def play(capsys, monkeypatch):
    """Play in this process, with arguments and typed lines; return what is printed."""

    def played(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(arguments) == 0
        return capsys.readouterr().out

    return played


@pytest.mark.parametrize("opponent", ["perfect", "random", "friend"])
def test_a_bigger_board_can_be_played_against_perfect_random_and_friend(opponent, play):
    printed = play("--board", "4X5", "--line", "3", "--opponent", opponent, typed="x\n")
    assert " 1  2  3  4  5\n 6  7  8  9 10\n11 12 13 14 15\n" in printed
    assert words("en")("play.rules", line=3) in printed


def test_why_there_is_no_window_is_said_first(play):
    assert "no screen" in play("--because", "no screen", typed="q\n")


# --- Engines from files ---------------------------------------------------------


@pytest.fixture
def engine(tmp_path):
    """Write an engine that is right but for its `minimax`; return its path."""

    def written(minimax):
        path = tmp_path / "engine.py"
        rest = (ROOT / "tictactoe.py").read_text("utf-8")
        path.write_text(f"{rest}\n\ndef minimax(board):\n    {minimax}\n", "utf-8")
        return str(path)

    return written


@pytest.mark.parametrize(
    ("minimax", "key", "parts"),
    [
        ("raise ValueError('\\x1b[2J')", "raised", {"what": "ValueError: \\x1b[2J"}),
        ("return 7, 7", "not_free", {"what": "(7, 7)"}),
        ("raise SystemExit(3)", "raised", {"what": "SystemExit: 3"}),
        pytest.param("while True: pass", "slow", {"n": 1}, marks=pytest.mark.ci),
    ],
)
def test_an_engine_that_breaks_down_loses_and_the_program_goes_on(
    minimax, key, parts, play, engine
):
    path = engine(minimax)
    printed = play("--engine", path, "--as", "O", "--time", "1", typed="x\n")
    why = words()(f"refusal.call_{key}", call="minimax(... ... ...)", **parts)
    lines = printed.splitlines()
    assert lines[:2] == ["Welcome to TTT!", words()("play.i_lose", why=why)]
    if key == "raised":
        assert ", in minimax: raise " in lines.pop(2)
    assert lines[2:4] == ["O is the winner!", "Score: you 1, me 0, draws 0."]
    assert "Make your move (row-major order):" in printed
