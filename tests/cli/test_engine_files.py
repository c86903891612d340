"""Every command that takes an engine's file finds what the file imports beside it."""

import io
import sys

import pytest
from classroom.exports import lay_out
from conftest import ROOT

import noughts
from noughts import cli
from noughts.play.window.thinking import open_engine

COMMANDS = [
    "play --plain --as O --engine {file}",
    "duel {file} perfect",
    "duel perfect {file}",
    "explain X...O...X --engine {file}",
    "check {file} --functions player",
]


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Return the path of an engine that imports a module beside it."""
    ours = (ROOT / "tictactoe.py").read_bytes()
    engine = b"from my_rules import *\n"
    lay_out(tmp_path, {"game/tictactoe.py": engine, "game/my_rules.py": ours})
    monkeypatch.chdir(ROOT / "docs")
    return str(tmp_path / "game" / "tictactoe.py")


@pytest.mark.ci
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_finds_the_modules_beside_a_file(
    command, file, monkeypatch, capsys
):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    code = cli.main([each.format(file=file) for each in command.split()])
    assert (code, capsys.readouterr().err) == (0, "")


def test_the_window_and_the_library_find_the_modules_beside_a_file(file):
    pytest.importorskip("pygame", reason="the window needs pygame")
    open_engine(file).__exit__()
    with noughts.engine(file) as engine:
        assert engine.player([[None] * 3] * 3) == "X"


@pytest.mark.parametrize("given", [[], ["mine.py"]])
def test_the_window_gets_the_engine_that_is_given(given, monkeypatch):
    pytest.importorskip("pygame", reason="the window needs pygame")
    from noughts.play.window import events

    opened = []
    monkeypatch.setattr(events, "has_screen", lambda: True)
    monkeypatch.setattr(events, "open_window", opened.append)
    assert cli.main(["window", *given]) == 0
    assert [each.engine for each in opened] == (given or [""])
