"""`noughts play`: its options, its misuse, and the sample run."""

import io
import subprocess
import sys

import pytest
from conftest import ROOT
from helpers.commands import command
from helpers.odds import odds_against_random

from noughts import contract
from noughts.cli.play import _opening

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
    "typed",
    [
        b"\xff\xfe\x00\x80\n",
        *(
            pytest.param(typed, marks=pytest.mark.ci)
            for typed in (
                b"9" * 100_000,
                b"\xf0\x9f\n",
                b"\n\n\n",
                b"9" * 100_000 + b"\n",
                b"\x1b[A\n",
                b"\x04\x03\n",
                b"",
                b"5",
            )
        ),
    ],
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


def test_the_reason_for_the_terminal_is_printed_first(play):
    """As `make play` has it where there is no screen."""
    told = play("--as", "O", "--because", "There is no screen.", typed="q\n")
    assert told.startswith("Welcome to TTT!\nThere is no screen.\n")


def test_a_seed_repeats_a_game(play):
    def first_move(seed):
        return play("--as", "O", "--opponent", "random", "--seed", str(seed))

    assert first_move(4) == first_move(4)
    assert len({first_move(seed) for seed in range(9)}) > 2


@pytest.mark.parametrize(
    ("name", "square"), [("corner", 1), ("centre", 5), ("edge", 2)]
)
def test_the_perfect_opponent_uses_the_opening_and_never_loses(name, square, play):
    printed = play("--as", "O", "--open", name)
    board = "".join("X" if n == square else "-" for n in range(1, 10))
    rows = "\n".join(" ".join(board[n : n + 3]) for n in (0, 3, 6))
    assert printed.startswith(f"Welcome to TTT!\nMy move is\n{rows}\n\n")
    player = _opening(contract.default().minimax, name)
    assert odds_against_random(player, "X").losses == 0


@pytest.mark.parametrize("opponent", ["perfect", "random", "friend"])
def test_a_bigger_board_can_be_played_against_perfect_random_and_friend(opponent, play):
    printed = play("--board", "4X5", "--line", "3", "--opponent", opponent, typed="x\n")
    assert " 1  2  3  4  5\n 6  7  8  9 10\n11 12 13 14 15\n" in printed


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
    ("minimax", "said"),
    [
        ("raise ValueError('no idea')", "raised ValueError: no idea"),
        ("raise ValueError('\\x1b[2J')", "raised ValueError: \\x1b[2J"),
        ("return 7, 7", "answered (7, 7), which is not a free cell"),
        ("return [0, 0]", "answered [0, 0], which is not an action (i, j)"),
        ("return None", "answered None, which is not an action (i, j)"),
        ("raise SystemExit(3)", "raised SystemExit: 3"),
        pytest.param("while True: pass", "took longer than 1 s", marks=pytest.mark.ci),
    ],
)
def test_an_engine_that_breaks_down_loses_and_the_program_goes_on(
    minimax, said, play, engine
):
    path = engine(minimax)
    printed = play("--engine", path, "--as", "O", "--time", "1", typed="x\n")
    assert printed.startswith(
        f"Welcome to TTT!\nI lose this game: minimax(... ... ...) {said}\n"
        "O is the winner!\nScore: you 1, me 0, draws 0.\n"
    )
    assert "Make your move (row-major order):" in printed
