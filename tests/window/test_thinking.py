"""The questions to the engine: engines that fail, loop or lie, and the real loop."""

import threading
import time

import pygame
import pytest
from helpers.window_games import engine, typed

from noughts import contract
from noughts.window import events
from noughts.window.layout import places
from noughts.window.state import State, new_game, status
from noughts.window.thinking import EngineThread, culprit, next_question
from noughts.words import LANGUAGES, words

CALLS = ["initial_state", "player", "result", "winner", "terminal", "minimax"]


class Nasty:
    """An answer that nobody can look at."""

    __hash__ = None

    def __repr__(self):
        raise RuntimeError("no")

    def __eq__(self, other):
        raise RuntimeError("no")


def fails(*given):
    raise KeyError("best")


def leaves(*given):
    raise SystemExit


FAULTS = {
    "raises": fails,
    "leaves": leaves,
    "a nasty object": lambda *given: Nasty(),
    "nasty cells": lambda *given: (Nasty(), Nasty()),
    "a number": lambda *given: 7,
    "a board of nasty cells": lambda *given: [[Nasty()] * 3] * 3,
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_call_that_fails_is_named_in_every_language(name, fault):
    state = typed(State(), "o return", engine(**{name: FAULTS[fault]}))
    assert status(state) == state.say("failed")
    for language in LANGUAGES:
        assert words(language).message(state.trouble).startswith(f"{name}(")
    again = typed(state, "n")
    assert not again.trouble


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("result", lambda board, action: board),
        ("result", lambda board, action: [["X"] * 3] * 3),
        ("terminal", lambda board: False),
        ("minimax", lambda board: (3, 3)),
        ("minimax", lambda board: None),
    ],
)
def test_a_lie_is_noticed(name, function):
    side = "f" if name == "terminal" else "o"
    state = typed(
        State(), f"{side} return 1 2 3 4 5 6 7 8 9", engine(**{name: function})
    )
    assert state.trouble.parts["call"].startswith(f"{name}(")


def test_an_engine_that_spoils_the_board_it_is_given_does_no_harm():
    def spoils(board):
        action = contract.default().minimax(board)
        board[0][0] = "X"
        return action

    state = typed(State(), "o return", engine(minimax=spoils))
    assert not state.trouble
    assert state.now.key.count("X") == 1


def test_the_line_of_the_file_that_raised_is_found(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def minimax(board):\n    return {}['best']\n")
    names = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    with pytest.raises(KeyError) as error:
        names["minimax"](None)

    class Mine:
        __file__ = str(path)

    assert culprit(Mine, error.value) == "mine.py:2: return {}['best']"
    assert culprit(Mine, None) == ""


def test_a_question_is_abandoned_when_the_state_asks_another():
    """An engine that loops is stopped, and its answer never comes."""
    began = threading.Event()

    def forever(board):
        began.set()
        while True:
            time.sleep(0.001)

    posted = []
    thinker = EngineThread(engine(minimax=forever), posted.append)
    state = new_game(State(mark="O"))
    question = next_question(state)
    state = question.then(state, question.ask(thinker.engine))
    thinker.ask(next_question(state))
    thread = thinker.thread
    assert began.wait(10)
    assert thinker.waited() > 0
    thinker.ask(None)
    thread.join(10)
    assert not thread.is_alive()
    assert posted == []


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_game_in_the_real_loop(by, monkeypatch):
    """On an invisible screen; the person plays O, and leaves after the first reply."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("noughts.window.thinking.PAUSE", 0)
    assert events.has_screen()
    seen = []

    def person(surface, state):
        real(surface, state)
        now = state.now
        if len(seen) > 300:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        if state in seen:
            return
        seen.append(state)
        if state.screen == "start" and state.mark == "X":
            do("O", "o")
        elif state.screen == "start":
            do("start", "return")
        elif now and now.key.count("X") == 1 and "O" not in now.key:
            do(
                (1, 1) if now.key[4] == "." else (0, 0),
                "5" if now.key[4] == "." else "1",
            )
        elif now and now.key.count("X") == 2:
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
    assert last.now.key.count("X") == 2
    assert last.closed
