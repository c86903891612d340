"""The command `noughts solve`: how it ends. What it prints is in golden files."""

import pytest
from helpers.commands import command

from noughts.cli import verify
from noughts.solver import report
from noughts.solver.verifier import Proven
from noughts.texts import words

say = words()


def run(capsys, *arguments):
    code = command("solve")(arguments)
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("option", [[], ["--moves"], ["--proof", "proof"]])
def test_after_a_timeout_it_prints_what_is_known(option, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, lines = run(capsys, "8", "8", "5", "--time", "0.05", *option)
    assert code == 1
    assert say("solve.stopped") in lines
    if option != ["--moves"]:
        known = {"mark": "X", "promise": say("solve.promise.holds")}
        assert lines[1] == say("solve.part_known", **known)
    assert not (tmp_path / "proof").exists()


def test_on_a_terminal_it_tells_how_long_it_has_taken(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(report, "effort", lambda n, spent, _: f"{0 <= spent < 60}")
    command("solve")(["4", "4", "4"])
    assert "True" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        (None, 2, say("system.ENOENT")),
        ("", 1, say("verify.at_line", line=1, why="")),
        ("XXX", 1, say("verify.at_line", line=1, why="")),
        ("\udcff", 1, say("verify.at_line", line=1, why="")),
        ('{"rows":1,"columns":1,"line":1,"board":"."}', 1, say("verify.nothing")),
    ],
)
def test_a_file_that_is_not_a_proof_fails(capsys, tmp_path, text, code, why):
    path = tmp_path / "proof"
    if text is not None:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert command("verify")([str(path), "--language", "en"]) == code
    seen = capsys.readouterr()
    assert why in seen.out + seen.err


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
