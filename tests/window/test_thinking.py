"""The opponent's moves: engines that fail, loop or lie, and the real loop."""

import time
from unittest.mock import Mock

import pygame
import pytest
from conftest import ROOT
from helpers.waiting import until
from helpers.window_games import typed

from noughts.contract import MachineError
from noughts.window import events
from noughts.window.layout import places
from noughts.window.state import State, new_game, play, status
from noughts.window.thinking import OpponentThread, open_engine, reply
from noughts.words import LANGUAGES, words

OURS = (ROOT / "tictactoe.py").read_text("utf-8")
FAULTS = {
    "raises": "raise KeyError('best')",
    "leaves": "raise SystemExit",
    "ends the process": "import os; os._exit(3)",
    "a number": "return 7",
    "outside": "return (3, 3)",
}


def opened(folder, body):
    """Return an engine whose minimax does this, as the window opens it."""
    path = folder / "mine.py"
    path.write_text(f"{OURS}\n\ndef minimax(board):\n    {body}\n")
    return open_engine(str(path))


@pytest.mark.parametrize("fault", FAULTS)
def test_the_call_that_fails_is_named_in_every_language(fault, tmp_path):
    with opened(tmp_path, FAULTS[fault]) as engine:
        state = typed(State(), "o return", engine)
    assert status(state) == state.say("failed")
    for language in LANGUAGES:
        assert words(language).message(state.trouble).startswith("minimax(")
    assert not new_game(state).trouble


def test_a_fault_of_the_machine_is_shown_as_well():
    state, error = new_game(State(mark="O")), MachineError("class.lost_worker")
    assert reply(state, Mock(**{"minimax.side_effect": error}))(state).trouble is error


def test_an_engine_that_spoils_the_board_it_is_given_does_no_harm(tmp_path):
    with opened(tmp_path, "board[0][0] = X; return (1, 1)") as engine:
        state = typed(State(), "o return", engine)
    assert state.game.key == "....X...."


def test_an_engine_that_loops_is_stopped_when_nobody_waits_for_it(tmp_path):
    """Then it is asked about another position, and answers."""
    posted = []
    body = "while board[1][1] is None: pass\n    return (0, 0)"
    with opened(tmp_path, body) as engine:
        thinker = OpponentThread(engine, posted.append)
        looping, other = new_game(State(mark="O")), play(new_game(State()), (1, 1))
        thinker.follow(looping)
        time.sleep(0.2)
        assert thinker.waited() > 0.1
        thinker.follow(other)
        assert until(lambda: len(posted) == 2)
    state = other
    for change in posted:
        state = change(state)
    assert state == play(other, (0, 0))
    assert thinker.waited() == 0


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_game_in_the_real_loop(by, monkeypatch):
    """On an invisible screen; the person plays O, and leaves after the first reply."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("noughts.window.thinking.PAUSE", 0)
    assert events.has_screen()
    seen = []

    def person(surface, state):
        real(surface, state)
        key = state.game.key
        if len(seen) > 300:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        if state in seen:
            return
        seen.append(state)
        if state.screen == "start" and state.mark == "X":
            do("O", "o")
        elif state.screen == "start":
            do("start", "return")
        elif key.count("X") == 1 and "O" not in key:
            do(*((1, 1), "5") if key[4] == "." else ((0, 0), "1"))
        elif key.count("X") == 2:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    def do(name, key):
        size = pygame.display.get_surface().get_size()
        at, _ = places(seen[-1], size)
        click = {"button": 1, "pos": at[name].center}
        press = {
            "unicode": key if len(key) == 1 else "",
            "key": pygame.key.key_code(key),
        }
        kind = pygame.MOUSEBUTTONDOWN if by == "mouse" else pygame.KEYDOWN
        more = click if by == "mouse" else press
        pygame.event.post(pygame.event.Event(kind, **more))

    real = events.draw
    monkeypatch.setattr(events, "draw", person)
    last = events.open_window(State())
    assert last.game.key.count("X") == 2
    assert last.closed


@pytest.mark.parametrize(
    ("key", "types", "name"),
    [
        (pygame.K_SLASH, "?", "?"),
        (pygame.K_a, "Q", "q"),
        (pygame.K_SLASH, "/", "/"),
        (pygame.K_RIGHT, "", "right"),
        (pygame.K_SPACE, " ", "space"),
        (pygame.K_BACKSLASH, "~", "\\"),
    ],
)
def test_a_key_is_known_by_what_it_types_on_any_layout(key, types, name, monkeypatch):
    pygame.display.init()
    monkeypatch.setattr(events, "press_key", lambda state, pressed: pressed)
    event = pygame.event.Event(pygame.KEYDOWN, key=key, unicode=types)
    assert events.after(State(), event, (800, 600)) == name
