"""The window's state: whole games by keys, and laws about every change."""

import random
from dataclasses import fields, replace

import pytest
from helpers.golden import HERE, compare
from helpers.window_games import show_keys_as_texts, typed

from noughts.game.board import free
from noughts.game.notation import square
from noughts.play.window import state as changes
from noughts.play.window.controls import CELLS, CONTROLS, is_usable, press, press_key
from noughts.play.window.state import OPPONENTS, WindowState, status
from noughts.texts import LANGUAGES, NoughtsError

WON = "f return 1 6 5 9 3 7 2"  # X wins between friends; O's second move decides it
KEYS = [*"123456789uhvandxotpcrfm", "up", "down", "left", "right", "return", "escape"]


GAMES = [
    "left right o right right right left down up down down down up left u h t d q",
    "return 5 5 6 u u h v 4 v a 7 8 9 2 a v n 1 m c escape",
    "t return 1 2 4 5 n 1 2 3 4 enter m p",
    "o return u 1 [2] h d v enter up up left enter down right space ?",
    f"{WON} h a u a return 4 2 5 3 a a n 1 3 2 m r f",
    "f s 1 2 3 4 5 6 8 7 9 a a a a u space",
    "f s right right right down down return 5 3 2 8 4 6 9 7 a a n",
]


def test_games_go_as_they_went(monkeypatch, update_golden):
    """What each key changes: fields of the state, what is said, what can be pressed."""
    show_keys_as_texts(monkeypatch)
    lines = []
    for game in GAMES:
        state, before = WindowState(), {}
        for key in ["", *game.split()]:
            state = typed(state, key)
            known = changes.verdicts(state).items()
            worth = {square(cell): tuple(verdict) for cell, verdict in known}
            now = {field.name: getattr(state, field.name) for field in fields(state)}
            now |= {"board": state.shown, "worth": worth, "says": status(state)}
            now |= {"score": changes.score(state), "can": usable(state)}
            news = (f"{n} {now[n]}" for n in now if now[n] != before.get(n))
            lines.append(f"{key or 'new'}: {'; '.join(news)}")
            before = now
    compare(HERE / "window" / "games.txt", "\n".join(lines), update_golden)


def usable(state):
    """Return what can be pressed, squares as numbers, as text."""
    names = [name for name in CONTROLS[state.screen] if is_usable(state, name)]
    return " ".join(str(square(n)) if isinstance(n, tuple) else n for n in names)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("side", "xo")
def test_whole_games_end_and_count(opponent, side):
    state = typed(WindowState(), f"{side} {opponent[0]} return")
    for game in range(1, 4):
        while not state.game.over:
            cell = free(state.game.key)[0]
            state = typed(state, str(CELLS.index(cell) + 1))
        assert sum(changes.score(state).values()) == game
        if opponent == "perfect":
            assert state.game.winner != state.mark
        state = typed(state, "n")
    assert sum(changes.score(state).values()) == 3


@pytest.mark.parametrize(
    "way", ["n", "m return", "m t return", "m right t s", "return"]
)
def test_sides_alternate_however_the_next_game_begins(way):
    state = typed(WindowState(), "t r return")
    for mark in "XOXO":
        assert (state.mark, state.turns) == (mark, True)
        while not state.game.over:
            state = changes.play(state, free(state.game.key)[0])
        state = typed(state, way)
    assert sum(changes.score(state).values()) == 4


def test_a_game_that_is_left_for_the_menu_keeps_its_side():
    state = typed(WindowState(), "t r return 1 m return")
    assert (state.mark, state.game.moves) == ("X", ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_any_keys_in_any_order_leave_a_sound_state(seed, language):
    rng = random.Random(seed)
    state = WindowState(language=language)
    for _ in range(150):
        state = typed(state, rng.choice(KEYS))
        assert not state.trouble
        assert state.closed or isinstance(status(state), str)
        assert not changes.is_waiting(state)
        assert state.shown.moves == state.game.moves[: len(state.shown.moves)]
        if state.closed:
            state = replace(state, closed=False)


@pytest.mark.parametrize("screen", CONTROLS)
def test_a_control_that_is_not_usable_changes_nothing(screen):
    states = {
        WindowState(),
        typed(WindowState(), WON),
        typed(WindowState(), "f return 1"),
    }
    for state in (each for each in states if each.screen == screen):
        for name, control in CONTROLS[screen].items():
            if not is_usable(state, name):
                assert press(state, name) == state
                assert press_key(state, control.keys.split()[0]) == state


def test_no_key_has_two_meanings_on_a_screen():
    for controls in CONTROLS.values():
        keys = [key for control in controls.values() for key in control.keys.split()]
        assert len(keys) == len(set(keys))


def test_waiting_is_said_after_a_second():
    state = changes.new_game(WindowState())
    assert changes.wait(state, 0.9) == state
    late = changes.wait(state, 12.9)
    assert status(late) == state.say("thinking", n=12)
    error = NoughtsError("failed")
    assert changes.fail(late, error) == replace(state, trouble=error)
