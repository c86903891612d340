"""The hand-in's window: its game, its layout, and engines that fail."""

import os
import shutil
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pygame
import pytest
from conftest import ROOT

import runner
import tictactoe
from noughts import theme
from noughts.game import oracle
from noughts.game.board import board_of

SIZES = [(240, 300), (240, 1500), (600, 750), (1366, 640), (2400, 300), (2400, 1500)]
CONTRACT = ("X", "O", "EMPTY", *runner.FUNCTIONS.split())
NAMES = {
    **{"GROUND": "ground", "PAPER": "paper", "LINE": "line", "TINT": "draw-tint"},
    **{"INK": "ink", "SOFT": "soft", "ACCENT": "accent", "WON": "win-tint"},
}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(runner, "PAUSE", 0)
    pygame.font.init()


def engine(**changes):
    """Return our engine with some functions replaced."""
    names = {name: getattr(tictactoe, name) for name in CONTRACT}
    return SimpleNamespace(**{**names, **changes})


def settle(game):
    """Wait until the engine has answered."""
    deadline = time.monotonic() + 10
    game.update()
    while game.job and time.monotonic() < deadline:
        time.sleep(0.001)
        game.update()
    return game


def started(mark, with_engine=tictactoe):
    game = runner.Game(with_engine)
    game.press(mark)
    return settle(game)


def finish(game):
    """Play the first empty cell until the game is over."""
    while not game.position.over:
        game.press(runner.empty_cells(game.position.board)[0])
        settle(game)
    return game


@pytest.mark.parametrize("mark", ["X", "O"])
def test_a_whole_game_is_announced_and_leads_back_to_the_choice(mark):
    game = finish(started(mark))
    assert game.status().startswith("Game over")
    assert game.position.winner != mark
    game.press("again")
    assert (game.person, game.status()) == (None, "Play as X or O?")


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("XXXOO....", "Game over: you win!"),
        ("OOOXX.X..", "Game over: the computer wins"),
        ("XOXXOOOXX", "Game over: a draw"),
    ],
)
def test_the_end_is_announced(key, sentence):
    game = started("X", engine(initial_state=lambda: [[None] * 3 for _ in range(3)]))
    game.position = runner.look(tictactoe, board_of(key))
    assert game.status() == sentence


def test_only_the_persons_own_empty_cells_can_be_played(share):
    """On every position, for the person with X."""
    game = started("X")
    for board in list(oracle.positions())[:: 7 * share]:
        game.position = runner.look(tictactoe, board)
        is_turn = not game.position.over and game.position.turn == "X"
        playable = {cell for cell in runner.CELLS if game.can_play(cell)}
        assert playable == (set(runner.empty_cells(board)) if is_turn else set())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("person", [None, "X"])
def test_nothing_overlaps_or_leaves_the_window(size, person):
    game = SimpleNamespace(person=person)
    at = runner.places(game, size)
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(place) for place in at.values())
    at.pop("board", None)  # it holds the cells
    for name, place in at.items():
        others = [other for each, other in at.items() if each != name]
        assert place.collidelist(others) == -1, name


@pytest.mark.parametrize("size", SIZES)
def test_a_click_hits_the_target_drawn_there(size):
    for game in (SimpleNamespace(person=None), SimpleNamespace(person="X")):
        for name, place in runner.places(game, size).items():
            if name in ("X", "O", "again", *runner.CELLS):
                assert runner.target_at(game, size, place.center) == name


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_can_be_drawn(size):
    window = pygame.Surface(size)
    game = runner.Game(tictactoe)
    pictures = []
    for change in ("X", (1, 1), None):
        runner.draw(window, game)
        pictures.append(pygame.image.tobytes(window, "RGB"))
        game.press(change)
        settle(game)
    game.trouble = "minimax(... ... ...) raised " + "a very long word " * 30
    runner.draw(window, game)
    pictures.append(pygame.image.tobytes(window, "RGB"))
    assert len(set(pictures)) == 4


def test_keys_and_clicks_do_the_same():
    by_key, by_mouse = runner.Game(tictactoe), runner.Game(tictactoe)
    size = 600, 750
    for key, target in (("o", "O"), ("9", (2, 2)), (" ", "again"), ("x", "X")):
        place = runner.places(by_mouse, size)[target].center
        clicked = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=place)
        typed = pygame.event.Event(pygame.KEYDOWN, unicode=key, key=0)
        runner.handle(by_mouse, clicked, size)
        runner.handle(by_key, typed, size)
        assert settle(by_key).position == settle(by_mouse).position
        assert by_key.person == by_mouse.person


def fails(*given):
    raise KeyError("best")


class Nasty:
    """An answer whose methods raise."""

    def __repr__(self):
        raise RuntimeError("no")

    def __eq__(self, other):
        raise RuntimeError("no")

    __hash__ = None


@pytest.mark.parametrize(
    "name", ["initial_state", "terminal", "winner", "player", "minimax", "result"]
)
@pytest.mark.parametrize(
    "function",
    [fails, lambda *given: sys.exit(), lambda *given: Nasty(), lambda *given: 7.5],
    ids=["raises", "exits", "nasty", "nonsense"],
)
def test_a_failing_call_is_named_and_a_new_game_is_possible(name, function, capsys):
    game = settle(started("O", engine(**{name: function})))
    assert game.status() == "The engine failed"
    assert game.trouble.startswith(f"{name}(")
    game.press("again")
    assert game.status() == "Play as X or O?"


def test_a_board_that_is_not_the_old_one_with_one_more_mark_is_refused(capsys):
    game = started("O", engine(result=lambda board, action: board))
    assert game.trouble.startswith("result(... ... ..., ")


def test_an_error_during_the_game_names_the_line_of_the_file(tmp_path, capsys):
    text = (ROOT / "tictactoe.py").read_text("utf-8")
    path = tmp_path / "mine.py"
    path.write_text(f"{text}\n\ndef minimax(board):\n    return {{}}['best']\n")
    line = text.count("\n") + 4
    game = started("O", runner.load(path))
    assert game.trouble.endswith(f"raised KeyError: 'best' (mine.py, line {line})")


@pytest.mark.parametrize("ends", ["well", "badly"])
def test_a_file_that_is_still_running_gets_a_window(ends):
    """The choice is offered when it has come to an end."""
    go_on = threading.Event()

    def load():
        assert go_on.wait(10)
        if ends == "badly":
            raise runner.EngineError("mine.py cannot be run")
        return tictactoe

    game = runner.Game(None, runner.Job(load))
    game.loading.started -= 7
    game.update()
    game.press("X")
    assert (game.status(), game.person) == ("Loading the engine... 7 s", None)
    runner.draw(pygame.Surface((600, 750)), game)
    go_on.set()
    game.loading.thread.join()
    if ends == "badly":
        with pytest.raises(runner.EngineError, match="cannot be run"):
            game.update()
    else:
        game.update()
        assert game.status() == "Play as X or O?"


@pytest.mark.parametrize(
    ("key", "cells"),
    [
        ("XXXOO....", {(0, 0), (0, 1), (0, 2)}),
        ("OXXXOX..O", {(0, 0), (1, 1), (2, 2)}),
        ("XXXXOOXOO", {(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)}),
        ("XOXXOOOXX", set()),
        ("XO.......", set()),
    ],
)
def test_the_winning_line_is_known(key, cells):
    assert runner.winning_line(runner.look(tictactoe, board_of(key))) == cells


LONG = ["no", "a word " * 400, "x" * 2000, "a " + "longword" * 40 + " b " * 90]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:10])
@pytest.mark.parametrize("size", [(60, 40), (400, 100), (700, 700)])
def test_a_text_stays_inside_its_box(text, size):
    """A word that fits a line is never broken."""
    place = pygame.Rect((0, 0), size)
    font, lines = runner.fit(text, place, 60)
    assert all(font.size(line)[0] <= place.w for line in lines)
    assert len(lines) == 1 or len(lines) * font.get_linesize() <= place.h
    words = [word for word in text.split() if font.size(word)[0] <= place.w]
    shown = {word for line in lines for word in line.split()}
    if len(words) == len(text.split()) and lines[-1] != "...":
        assert shown == {*words}


def test_an_interrupt_ends_without_a_traceback(monkeypatch, capsys):
    def interrupted(game):
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "open_screen", lambda: None)
    monkeypatch.setattr(runner, "run", interrupted)
    assert runner.main([]) == 130
    assert capsys.readouterr().err == ""


def test_an_engine_that_loops_can_be_left():
    stop = []

    def forever(board):
        while not stop:
            time.sleep(0.001)
        return (0, 0)

    game = runner.Game(engine(minimax=forever))
    game.press("O")
    while game.position is None:
        game.update()
    assert game.status() == "Computer thinking..."
    game.job.started -= 7
    assert game.status() == "Computer thinking... 7 s"
    game.press("again")
    assert game.person is None
    stop.append(True)


def test_an_engine_that_changes_the_board_it_is_given_does_no_harm():
    def spoils(board):
        action = tictactoe.minimax(board)
        board[0][0] = board[1][1] = "X"
        return action

    assert not finish(started("X", engine(minimax=spoils))).trouble


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X = 1\nX = ", "SyntaxError: invalid syntax (mine.py, line 2)"),
        ("import nowhere", "No module named 'nowhere' (mine.py, line 1)"),
        ("import json\n\njson.loads('')", "(char 0) (mine.py, line 3)"),
        ("raise SystemExit(3)", "SystemExit: 3 (mine.py, line 1)"),
        ("X = 'X'", "lacks initial_state, player"),
        (None, "there is no such Python file"),
    ],
)
def test_a_file_that_is_no_engine_is_refused(text, sentence, tmp_path, capsys):
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    assert runner.main([str(path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_misuse_shows_the_usage(capsys):
    assert runner.main(["a", "b"]) == 2
    assert capsys.readouterr().err.startswith("usage")


@pytest.mark.ci
@pytest.mark.parametrize("seen", [False, True], ids=["no screen", "a screen"])
def test_the_files_work_alone_in_an_empty_folder(seen, tmp_path):
    for name in ("tictactoe.py", "runner.py"):
        shutil.copy(ROOT / name, tmp_path)
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "PYTHONPATH")}
    env.pop("SDL_VIDEODRIVER", None)
    if seen:
        env["SDL_VIDEODRIVER"] = "dummy"
    program = (
        "import runner, sys, pygame\n"
        "pygame.display.init()\n"
        "pygame.time.set_timer(pygame.QUIT, 300)\n"
        "sys.exit(runner.main([]))\n"
    )
    if not seen:
        program = "import runner, sys\nsys.exit(runner.main([]))\n"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=env, capture_output=True
    )
    assert done.returncode == (0 if seen else 2), done.stderr


def test_the_colours_are_those_of_the_palette():
    assert {name: getattr(runner, name) for name in NAMES} == {
        name: theme.COLOURS[ours].light for name, ours in NAMES.items()
    }
    assert {mark: theme.COLOURS[mark.lower()].light for mark in "XO"} == runner.MARKS
