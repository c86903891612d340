"""The command `noughts solve`: what it prints, and how it ends."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.commands import command

from noughts.cli import solve, verify
from noughts.solver.prover import OutOfTimeError, Prover
from noughts.verifier import Proven
from noughts.words import words


def run(capsys, *arguments):
    code = command("solve")(arguments)
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("3 3 3", "A draw: neither player can force a win."),
        ("3 4 3", "X wins in 4 with best play."),
        ("4 4 4", "A draw: neither player can force a win."),
        ("2 2 8", "A draw: neither player can force a win."),
        ("1 1 1", "X wins in 1 with best play."),
        ("3 3 3 X.. .O. ..X", "A draw: neither player can force a win."),
        ("3 3 3 X.. OX. ...", "O loses in 2 with best play."),
        ("3 3 3 XX./O../..O", "X wins in 1 with best play."),
    ],
)
def test_known_boards(capsys, arguments, sentence):
    code, lines = run(capsys, *arguments.split())
    assert code == 0
    assert lines[1] == sentence


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("XXX OO. ...", "The game is over. X has won."),
        ("XX. OOO X..", "The game is over. O has won."),
        ("XOX XOO OXX", "The game is over. It is a draw."),
    ],
)
def test_a_finished_game_is_said_to_be_over(capsys, board, sentence):
    assert run(capsys, "3", "3", "3", board) == (
        0,
        ["3 x 3, 3 in a line", sentence],
    )


def test_the_map_shows_the_value_of_every_move(capsys):
    code, lines = run(capsys, "4", "4", "3", "--moves")
    assert code == 0
    assert lines[5:8] == [
        "   +3  the move wins in 3",
        "   +4  the move wins in 4",
        "   +6  the move wins in 6",
    ]
    assert lines[8] == "X wins in 3 with best play."
    assert lines[9].startswith("Solving: 249 positions, ")
    assert lines[1:5] == [
        "  +6 +4 +4 +6",
        "  +4 +3 +3 +4",
        "  +4 +3 +3 +4",
        "  +6 +4 +4 +6",
    ]


def test_the_ladder_is_a_table_of_all_rungs(capsys):
    code, lines = run(capsys, "4", "4", "4", "--ladder", "--time", "0.05")
    assert code == 0
    assert len(lines) == 9
    assert lines[2].startswith("one attacker            1 ")


@pytest.mark.parametrize("option", [[], ["--moves"]])
def test_when_time_is_over_it_says_what_is_known(capsys, option):
    code, lines = run(capsys, "8", "8", "5", "--time", "0.05", *option)
    assert code == 1
    assert lines[-1] == "Stopped before the end: this is what is known so far."
    if not option:
        assert lines[1].startswith("Who wins is not known yet: X does not lose")


def test_with_enough_time_everything_is_known(capsys):
    assert run(capsys, "3", "3", "3", "--time", "600")[0] == 0


def interrupt(*_, **__):
    raise KeyboardInterrupt


def test_a_win_that_may_not_be_the_quickest_is_marked(capsys, monkeypatch):
    """The time is over after the first win is known."""

    def narrow(search, position):
        yield 7, 11
        raise solve.OutOfTimeError

    monkeypatch.setattr(solve, "narrow", narrow)
    code, lines = run(capsys, "4", "4", "3")
    assert code == 1
    assert lines[1] == "X wins in 3 to 5 with best play."
    assert lines[3].startswith("Best move: square ")


@pytest.mark.parametrize(
    ("bounds", "asked"),
    [((-3, 11), []), ((0, 11), []), ((1, 11), [1]), ((7, 11), [7])],
)
def test_after_a_timeout_a_known_win_still_gets_a_best_move(
    bounds, asked, capsys, monkeypatch
):
    def narrow(search, position):
        yield bounds
        raise OutOfTimeError

    seen = []
    monkeypatch.setattr(solve, "narrow", narrow)
    monkeypatch.setattr(solve, "best_move", lambda *given: seen.append(given[2]) or 5)
    run(capsys, "4", "4", "3")
    assert seen == asked


def test_a_proof_is_written_and_can_be_verified(capsys, tmp_path):
    path = tmp_path / "proof"
    code, lines = run(capsys, "4", "5", "4", "--proof", str(path))
    assert code == 0
    assert lines[-1] == f"Proof: {path}, 37 lines; `noughts verify {path}` checks it."
    assert command("verify")([str(path), "--language", "en"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "4 x 5, 4 in a line, from the empty board",
        "X cannot win.",
        "Checked: 140 steps, 34 lemmas.",
        "Nor can O: the second player never wins with best play, because the first "
        "could",
        "steal the strategy.",
        "So it is a draw.",
    ]


def test_a_proof_of_a_position_tells_of_both_players(capsys, tmp_path):
    path = tmp_path / "proof"
    run(capsys, "3", "3", "3", "X.. .O. ..X", "--proof", str(path))
    assert command("verify")([str(path), "--language", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 x 3, 3 in a line, X.. .O. ..X"
    assert [line for line in lines if "win" in line] == [
        "O cannot win.",
        "X cannot win.",
    ]
    assert lines[-1] == "So it is a draw."
    run(capsys, "3", "3", "3", "X.. OX. ...", "--proof", str(path))
    assert command("verify")([str(path), "--language", "pt-BR"]) == 0
    assert "X vence, em no máximo 2 jogadas." in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_a_proof_goes_through_a_pipe_and_does_not_take_its_place(capsys, tmp_path):
    """Nor that of a device: whoever is root could lose /dev/full to a proof."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as readers:
        proof = readers.submit(pipe.read_text)
        code, _ = run(capsys, "4", "4", "4", "--proof", str(pipe))
        assert code == 0
        assert pipe.is_fifo()
        assert proof.result(timeout=10).count("\n") > 2
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_proof_that_there_was_no_time_for_is_missing_from_the_answer(
    capsys, tmp_path, monkeypatch
):
    def runs_out(*_):
        raise OutOfTimeError

    monkeypatch.setattr(solve, "find_outcome", runs_out)
    path = tmp_path / "proof"
    code, lines = run(capsys, "4", "4", "4", "--proof", str(path))
    assert code == 1
    assert lines[1] == "A draw: neither player can force a win."
    assert lines[-1] == f"No proof was written to {path}: the board is not solved."
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (None, 2, "No such file or directory"),
        ("", 1, "the proof fails: line 1: "),
        ("XXX", 1, "the proof fails: line 1: "),
        (
            '{"rows": 3, "columns": 3, "line": 3, "board": "........."}',
            1,
            "it claims nothing",
        ),
    ],
)
def test_what_is_not_a_proof_is_said_to_be_none(capsys, tmp_path, text, code, sentence):
    path = tmp_path / "proof"
    if text is not None:
        path.write_text(text, "utf-8")
    assert command("verify")([str(path), "--language", "en"]) == code
    seen = capsys.readouterr()
    assert sentence in seen.out + seen.err


@pytest.mark.parametrize("start", ["." * 9, "X" + "." * 8])
@pytest.mark.parametrize(
    ("claims", "drawn"),
    [
        ([("X", 0), ("O", 0)], True),
        ([("X", 0)], True),  # on an empty board: the second player cannot win either
        ([("O", 0)], False),
        ([("X", 5)], False),
        ([("X", 5), ("O", 0)], False),
        ([], False),
    ],
)
def test_a_draw_is_reported_if_neither_player_wins(claims, drawn, start):
    proven = [Proven((3, 3, 3), start, who, moves, 1, 0) for who, moves in claims]
    both = {who for who, moves in claims if not moves} == {"X", "O"}
    assert verify.drawn(proven) == (both if start.strip(".") else drawn)


def test_a_line_of_play_that_is_cut_short_is_no_complete_answer(monkeypatch):
    def runs_out(*_):
        raise OutOfTimeError

    assert command("solve")(["3", "3", "3"]) == 0
    monkeypatch.setattr(solve, "line_of_play", runs_out)
    assert command("solve")(["3", "3", "3"]) == 1


@pytest.mark.parametrize("option", [[], ["--moves"], ["--ladder"]])
def test_ctrl_c_ends_it_after_what_is_known(capsys, monkeypatch, option):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(Prover, "ask", interrupt)
    code, lines = run(capsys, "5", "5", "4", *option)
    assert code == 130
    said = words()("solve.stopped")
    assert (lines[-1] == said) == (option != ["--ladder"])


def test_a_search_shows_its_progress_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(solve, "REDRAW", 0)
    assert command("solve")(["4", "5", "4"]) == 0
    out, err = capsys.readouterr()
    assert "Depth " in err
    assert "Depth " not in out
    assert err.endswith("\r\x1b[K")
