"""Every command that takes an engine's file finds what the file imports beside it."""

import importlib.util
import io
import sys
from contextlib import contextmanager

import pytest
from classroom.exports import lay_out
from conftest import ROOT
from helpers.commands import parsers

import noughts
from noughts import cli
from noughts.cli import check, window
from noughts.window.thinking import open_engine

OURS = (ROOT / "tictactoe.py").read_bytes()
LAYOUTS = {
    "a module": {"tictactoe.py": b"from my_rules import *\n", "my_rules.py": OURS},
}
ARGUMENTS = {"a", "b", "engine"}  # which are the files of engines
COMMANDS = {
    ("window", "engine"): ["{file}"],
    ("play", "engine"): ["--engine", "{file}", "--plain", "--as", "O"],
    ("duel", "a"): ["{file}", "perfect"],
    ("duel", "b"): ["perfect", "{file}"],
    ("explain", "engine"): ["X.. .O. ..X", "--engine", "{file}"],
    ("explore", "engine"): ["{file}", "--no-browser"],
    ("check", "file"): ["{file}", "--functions", "player"],
}


def test_every_command_that_takes_an_engine_is_listed():
    takes = set()
    for name, parser in parsers().items():
        takes |= {(name, action.dest) for action in parser._actions}
    found = {(name, argument) for name, argument in takes if argument in ARGUMENTS}
    assert found | {("check", "file")} == COMMANDS.keys()


@pytest.fixture
def unseen(monkeypatch):
    """Open no window, serve no page, and judge nothing for it."""

    class Server:
        port = 12345

        def serve_forever(self):
            raise KeyboardInterrupt

    @contextmanager
    def serving(app, port):
        yield Server()

    monkeypatch.setattr(window, "_why_no_window", lambda: "")
    if importlib.util.find_spec("pygame"):
        monkeypatch.setattr(
            "noughts.window.events.open_window",
            lambda state: open_engine(state.engine).__exit__(),
        )
    if importlib.util.find_spec("flask"):
        monkeypatch.setattr("noughts.page.server.serving", serving)
    assert check.check_file  # which the command has by now
    monkeypatch.setattr("noughts.checker.judge.check_file", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO())


QUICK = [("play", "a module"), ("explain", "a module")]
ROWS = [
    pytest.param(
        name,
        arguments,
        files,
        marks=[] if (name, layout) in QUICK else [pytest.mark.ci],
        id=f"{name} {argument}, {layout}",
    )
    for (name, argument), arguments in COMMANDS.items()
    for layout, files in LAYOUTS.items()
]


@pytest.mark.parametrize(("command", "arguments", "files"), ROWS)
def test_every_command_finds_the_modules_beside_a_file(
    command, arguments, files, unseen, tmp_path, monkeypatch, capsys
):
    if command == "explore":
        pytest.importorskip("flask", reason="the page needs Flask: noughts[explore]")
    if command == "window":
        pytest.importorskip("pygame", reason="the window needs pygame")
    lay_out(tmp_path, {f"game/{name}": text for name, text in files.items()})
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")  # the path is put back
    monkeypatch.chdir(ROOT / "docs")
    file = str(tmp_path / "game" / next(iter(files)))
    code = cli.main([command, *(each.format(file=file) for each in arguments)])
    served = command == "explore"  # until Ctrl-C
    assert (code, capsys.readouterr().err) == ((130, "\n") if served else (0, ""))


@pytest.mark.ci
@pytest.mark.parametrize("files", LAYOUTS.values(), ids=LAYOUTS)
def test_a_file_with_modules_works_in_the_library(files, tmp_path):
    lay_out(tmp_path, files)
    file = tmp_path / next(iter(files))
    with noughts.engine(file) as engine:
        assert engine.player([[None] * 3] * 3) == "X"
    assert noughts.check(file, functions=["player"]).right
