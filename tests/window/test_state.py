"""The window's state: whole games by keys, and laws about every change."""

import random
from dataclasses import replace

import pytest
from helpers.window_games import typed

from noughts import contract, oracle
from noughts.board import free
from noughts.notation import square
from noughts.window import state as changes
from noughts.window.controls import CELLS, CONTROLS, is_usable, press, press_key
from noughts.window.state import OPPONENTS, SIDES, State, status
from noughts.words import LANGUAGES

WON = "f return 1 6 5 9 3 7 2"  # X wins between friends; O's second move decides it
KEYS = [*"123456789uhvandxotpcrfm", "up", "down", "left", "right", "return", "escape"]


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("side", "xo")
def test_whole_games_end_and_count(opponent, side):
    state = typed(State(), f"{side} {opponent[0]} return")
    for game in range(1, 4):
        while not state.game.over:
            cell = free(state.game.key)[0]
            state = typed(state, str(CELLS.index(cell) + 1))
        assert sum(changes.score(state).values()) == game
        if opponent == "perfect":
            assert state.game.winner != state.mark
        state = typed(state, "n")
    assert sum(changes.score(state).values()) == 3


def test_the_arrows_step_through_the_sides_and_the_opponents():
    for n, side in enumerate(SIDES):
        assert typed(State(), "left" + n * " right") == changes.choose(State(), side)
    for n, name in enumerate(OPPONENTS):
        assert typed(State(), "up" + n * " down") == changes.choose(State(), name)


def test_the_cursor_plays_what_the_numbers_play():
    by_number = typed(State(), "f return 5 1 9")
    by_cursor = typed(State(), "f return up return up left return down down right")
    by_cursor = typed(by_cursor, "right return")
    assert by_cursor.game.key == by_number.game.key == "O...X...X"


def test_undo_takes_back_what_was_played():
    friends = typed(State(), "f return 5 1 9")
    assert typed(friends, "u").game.key == "O...X...."
    alone = typed(State(), "return 5 9")
    assert typed(alone, "u") == typed(State(), "return 5")
    assert typed(alone, "u u u u").game.key == "........."
    assert not is_usable(typed(State(), "o return"), "undo")


def test_a_hint_is_the_engines_move_and_says_why():
    state = typed(State(), "return 5 2 h")
    move = contract.default().minimax(state.game.board)
    assert str(square(move)) in status(state)
    assert status(typed(state, "4")) == state.say("your_turn")


def test_values_are_shown_on_the_persons_turn():
    state = typed(State(), "return 5 2 v")
    assert changes.verdicts(state) == oracle.values(state.game.board)
    assert changes.verdicts(typed(state, "v")) == {}
    assert changes.verdicts(typed(State(), f"v {WON}")) == {}


def test_the_analysis_steps_through_the_mistakes():
    state = typed(State(), WON)
    assert state.shown == state.game
    looking = typed(state, "a")
    assert looking.mistake.number == 2
    assert looking.shown.moves == state.game.moves[:1]
    assert status(looking) == state.say("draw-to-loss", n=2, mark="O")
    assert typed(looking, "a") == state


def test_sides_change_after_each_game_in_turn():
    state = typed(State(), "t return")
    sides = []
    for _ in range(3):
        sides.append(state.mark)
        while not state.game.over:
            state = typed(state, str(CELLS.index(free(state.game.key)[0]) + 1))
        state = typed(state, "n")
    assert sides == ["X", "O", "X"]


def test_another_opponent_begins_a_new_score():
    state = typed(State(), f"{WON} m")
    assert sum(changes.score(state).values()) == 1
    assert sum(changes.score(typed(state, "f")).values()) == 1
    assert sum(changes.score(typed(state, "p")).values()) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_any_keys_in_any_order_leave_a_sound_state(seed, language):
    rng = random.Random(seed)
    state = State(language=language)
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
    states = [State(), typed(State(), WON), typed(State(), "f return 1")]
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
    state = changes.new_game(State())
    assert changes.wait(state, 0.9) == state
    assert status(changes.wait(state, 12.9)) == state.say("thinking", n=12)
