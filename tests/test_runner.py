"""The window: what it knows, what it asks, what it shows, and how it ends."""

import ast
import io
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, namedtuple
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT

import runner
import tictactoe
from noughts import contract, oracle, players
from noughts.board import free_cells, key_of
from noughts.cli import INTERRUPTED
from noughts.explainer import explain
from noughts.explainer.phrases import weightiest
from noughts.explainer.tactics import fillable
from noughts.notation import parse_board
from noughts.words import LANGUAGES, words

pygame = pytest.importorskip("pygame")

SIZES = [
    (600, 760),
    (320, 400),
    (1280, 800),
    (640, 360),
    (240, 300),
    (3840, 2160),
]
START = runner.State()


@pytest.fixture(autouse=True)
def screen(monkeypatch):
    """Give every test an invisible screen, and a computer that replies at once."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(runner, "PAUSE", 0)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((10, 10))
    pygame.event.clear()


def engine(**changed):
    """Return our engine with some functions of another kind."""
    return SimpleNamespace(**{**vars(tictactoe), **changed})


def settle(state, engine=tictactoe):
    """Answer the state's questions, as the thread does, until there are none."""
    while asked := runner.question(state):
        state = runner.Thinker(engine).change(asked)(state)
    return state


def press(state, keys, engine=tictactoe):
    """Press keys one after the other, and let the engine answer each time."""
    for key in keys.split():
        state = settle(runner.press_key(state, key), engine)
    return state


def board_text(state):
    return runner.shown(state.now.board)


def picture(state, size):
    """Return the state, drawn."""
    surface = pygame.Surface(size)
    runner.draw(surface, state)
    return surface


def place(state, size, name):
    return runner.places(state, size)[0][name]


# --- Playing ----------------------------------------------------------------


@pytest.mark.parametrize("side", [pytest.param("x", marks=pytest.mark.ci), "o"])
def test_nobody_beats_the_perfect_opponent(side):
    """Every game that a person can play in the window, to its end."""
    games, waiting = [], [press(START, f"{side} return")]
    while waiting:
        state = waiting.pop()
        if state.now.over:
            games.append(state)
            continue
        waiting += [press(state, key) for key in digits_of_free_squares(state)]
    assert len(games) > 40
    assert {runner.outcomes(state)[0] for state in games} == {0, -1}


@pytest.mark.parametrize("key", ["up", "down", "left", "right"])
@pytest.mark.parametrize("cell", [(i, j) for i in range(3) for j in range(3)])
def test_three_steps_of_the_cursor_visit_three_cells_and_return(cell, key):
    state = replace(press(START, "f return"), focus=cell)
    seen = [cell]
    for _ in range(3):
        state = press(state, key)
        seen.append(state.focus)
    assert seen[3] == cell
    line = 1 if key in ("up", "down") else 0  # the index that stays
    assert {each[line] for each in seen} == {cell[line]}
    assert {each[1 - line] for each in seen} == {0, 1, 2}
    step = {"up": -1, "left": -1}.get(key, 1)
    assert seen[1][1 - line] == (cell[1 - line] + step) % 3


def digits_of_free_squares(state):
    return [str(3 * i + j + 1) for i, j in runner.free(state.now.board)]


@pytest.mark.parametrize("opponent", ["casual", "random"])
def test_the_other_opponents_can_be_beaten(opponent):
    random.seed(1)
    outcomes = set()
    for _ in range(60):
        state = press(START, f"{opponent[0]} return")
        while not state.now.over:
            state = press(state, "h")
            state = settle(runner.choose(state, state.hint))
        outcomes.add(runner.outcomes(state)[0])
    assert 1 in outcomes
    assert -1 not in outcomes


def test_the_computer_begins_when_the_person_plays_o():
    state = press(START, "right return")
    assert state.now.turn == "O"
    assert board_text(state).count("X") == 1


def test_a_taken_square_and_the_computers_turn_cannot_be_played():
    state = press(START, "return 5")
    assert runner.press_key(state, "5") == state
    thinking = runner.choose(state, (0, 2))
    assert runner.press_key(thinking, "1") == thinking


@pytest.mark.parametrize(
    ("keys", "outcome", "said"),
    [
        ("f return 1 4 2 5 3", 1, "X wins!"),
        ("f return 1 4 2 5 9 6", -1, "O wins!"),
        ("f return 1 2 3 5 4 6 8 7 9", 0, "A draw"),
    ],
)
def test_the_end_is_announced_and_counted(keys, outcome, said):
    state = press(START, keys)
    assert runner.status(state) == said
    assert runner.outcomes(state) == (outcome,)
    again = press(state, "return")
    assert runner.outcomes(again) == (outcome,)
    assert board_text(again) == "... ... ..."


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("", "choose sides"),
        ("return", "Your turn"),
        ("f return", "X to move"),
        ("f return 1", "O to move"),
        ("f return 1 4 2 5 h", "Hint: 3 wins at once"),
    ],
)
def test_one_sentence_says_how_things_stand(keys, said):
    assert runner.status(press(START, keys)) == said


def test_it_is_the_computers_turn_until_it_has_moved():
    state = settle(runner.press_key(START, "return"))
    played = runner.Thinker(tictactoe).change(
        runner.question(runner.press_key(state, "1"))
    )(state)
    assert runner.status(played) == "Computer's turn"
    assert runner.status(runner.waited(played, 0.5)) == "Computer's turn"
    assert runner.status(runner.waited(played, 2)) == "Computer thinking..."
    assert runner.status(runner.waited(played, 12.7)) == (
        "Computer thinking for 12 s..."
    )


def test_the_score_counts_wins_draws_and_losses_and_is_kept_between_games():
    state = press(START, "f return 1 4 2 5 3 n 1 4 2 5 9 6 n 1 2 3 5 4 6 8 7 9")
    assert runner.score(state) == [("X", 1), ("Draws", 1), ("O", 1)]
    back = press(state, "escape")
    assert runner.score(back) == [("X", 1), ("Draws", 1), ("O", 1)]
    other = press(back, "p")
    assert runner.score(other) == [("You", 0), ("Draws", 0), ("Computer", 0)]


def test_a_side_changed_later_does_not_change_what_was_counted():
    lost = replace(press(START, "return"), past=(-1,))
    assert runner.score(press(lost, "escape o return"))[2] == ("Computer", 1)


# --- Undo, hints and values -------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f return 1", "f return"),
        ("f return 1 4 2 5 3", "f return 1 4 2 5"),
        ("return 1", "return"),
        ("return 1 2", "return 1"),
        ("o return 1", "o return"),
        ("o return 9 8", "o return 9"),
    ],
)
def test_undo_takes_back_a_move_and_the_reply_to_it(before, after):
    assert press(START, f"{before} u").history == press(START, after).history


@pytest.mark.parametrize("keys", ["return", "o return", "f return"])
def test_there_is_nothing_to_undo_before_a_person_has_moved(keys):
    state = press(START, keys)
    assert press(state, "u") == state


def test_undo_works_while_the_computer_thinks():
    first = press(START, "return")
    played = runner.arrive(first, runner.play(tictactoe, first.now.board, (0, 0)))
    assert runner.undo(played).history == first.history


def test_undoing_the_last_move_takes_the_game_off_the_score():
    state = press(START, "f return 1 4 2 5 3")
    assert runner.outcomes(press(state, "u")) == ()


def test_a_hint_is_the_engines_move(in_progress):
    for board in in_progress[::100]:
        frozen = tuple(map(tuple, board))
        assert runner.best(tictactoe, frozen) == tictactoe.minimax(board)


def test_a_move_may_be_a_tuple_with_names():
    cell = namedtuple("Cell", "i j")(0, 2)
    engine = SimpleNamespace(minimax=lambda board: cell)
    assert runner.best(engine, ((None,) * 3,) * 3) == (0, 2)


@pytest.mark.parametrize(
    "share", [60, pytest.param(1, marks=pytest.mark.slow, id="all")]
)
def test_the_values_of_our_engine_are_the_truth(in_progress, share):
    for board in in_progress[::share]:
        frozen = tuple(map(tuple, board))
        for cell in runner.free(frozen):
            found, worth = runner.value(tictactoe, frozen, cell)
            truth = oracle.after(board, cell)
            assert (found, worth) == (cell, truth)
            said = START.say(f"value_{worth.name}", n=worth.moves)
            assert said == str(truth)


def test_values_appear_one_by_one_and_belong_to_one_position():
    state = runner.press_key(press(START, "return"), "v")
    for known in range(1, 10):
        state = runner.Thinker(tictactoe).change(runner.question(state))(state)
        assert len(state.known) == known
    assert runner.question(state) is None
    assert len(press(state, "1").known) == 7
    assert press(state, "v 1").known == {}


def test_values_come_from_the_engine_alone():
    """An engine that always takes the first free cell is shown as it plays."""
    naive = engine(minimax=lambda board: min(tictactoe.actions(board)))
    state = press(START, "f return v", naive)
    assert state.known[1, 1] == runner.value(naive, state.now.board, (1, 1))[1]
    assert state.known != press(START, "f return v").known


# --- The casual opponent, hints and looking back ----------------------------


def frozen(board):
    return tuple(map(tuple, board))


@pytest.mark.ci
def test_the_window_and_the_rest_mean_the_same_by_casual(in_progress):
    """The very same chances, on every position."""
    for board in in_progress:
        assert runner.casual(frozen(board)) == players.casual(board)


@pytest.mark.parametrize(
    ("opponent", "square"), [(runner.CASUAL, 3), (runner.RANDOM, 7)]
)
def test_an_opponent_by_chance_has_its_own_chances(opponent, square, monkeypatch):
    """X can win at 3: who plays by chance alone takes any cell alike."""
    given = []
    cell = divmod(square - 1, 3)
    monkeypatch.setattr(
        runner.random, "choices", lambda *told: given.append(told) or [cell]
    )
    board = frozen(parse_board("XX. OO. ..."))
    assert runner.reply(tictactoe, board, opponent).last == cell
    [(cells, weights)] = given
    assert cells == runner.free(board)
    assert (len({*weights}) == 1) == (opponent == runner.RANDOM)


@pytest.mark.parametrize(
    ("thing", "is_one"),
    [
        ([[None] * 3] * 3, True),
        (((None,) * 3,) * 3, True),
        (["XOX", "OXO", "XOX"], False),
        ([1, 2, 3], False),
        ([[None] * 3] * 2, False),
        ([[None] * 3, [None] * 3, [None] * 2], False),
        ([["X", "O", "?"]] * 3, False),
        ("XOX", False),
    ],
)
def test_a_board_is_three_rows_of_three_cells(thing, is_one):
    assert runner.is_board(thing) is is_one


def test_who_is_not_waited_for_any_more_is_no_fault_of_the_engine():
    def minimax(board):
        raise runner.Abandoned

    with pytest.raises(runner.Abandoned):
        runner.call(SimpleNamespace(minimax=minimax), "minimax", ((None,) * 3,) * 3)


def test_what_the_window_knows_of_the_game_is_the_truth(in_progress, share):
    runner.outlook.cache_clear()
    for board in in_progress[::share]:
        cells = free_cells(board)
        assert runner.turn_of(frozen(board)) == oracle.look(board).turn
        assert runner.free(frozen(board)) == cells
        for cell in cells:
            outcome, moves = runner.promise(frozen(board), cell)
            assert (outcome, (moves + 1) // 2) == oracle.after(board, cell)


# What the explainer calls the weightiest fact of a best move, and the window.
PURPOSES = {
    "completes": "completes",
    "forks": "forks",
    "blocks": "blocks",
    "forces": "threatens",
    "prevents": "prevents",
    "takes": "prevents",
    "opens": "opens",
    "trap": "opens",
    "must": "opens",
    "closes": "closes",
    "idle": "idles",
    "only-square": "idles",
    "lost": "loses",
}


@pytest.mark.ci
def test_what_a_hint_is_good_for_is_what_the_explanation_says(in_progress):
    """Of every best move of every position, the weightiest fact."""
    seen = set()
    for board in in_progress:
        explained = explain(board)
        for square in explained.best:
            code = weightiest(explained.move(square)).code
            purpose = runner.purpose(frozen(board), divmod(square - 1, 3))
            assert purpose == PURPOSES[code], (board, square)
            seen.add(code)
    assert seen == set(PURPOSES)
    assert {f"hint_{purpose}" for purpose in PURPOSES.values()} == {
        name for name in runner.ENGLISH if name.startswith("hint_")
    }


@pytest.mark.parametrize(
    ("text", "square", "purpose"),
    [
        ("XOX OXO ...", 7, "completes"),
        ("XOX O.O .X.", 5, "forks"),
        ("XOX OXO .X.", 7, "blocks"),
        ("XOX OX. O..", 6, "threatens"),
        ("XOX OO. X..", 9, "loses"),
        ("XOX O.X ..O", 8, "prevents"),
        ("... ... ...", 5, "opens"),
        ("X.. .OX .XO", 4, "closes"),
        ("XOX O.X .XO", 5, "idles"),
        ("..X OOX XXO", 2, "idles"),  # a threat at the last free square is none
    ],
)
def test_what_a_move_is_good_for_in_a_word(text, square, purpose):
    board = frozen(parse_board(text))
    assert runner.purpose(board, divmod(square - 1, 3)) == purpose


def test_the_lines_that_can_be_filled_are_those_of_the_explanation(in_progress, share):
    for board in in_progress[::share]:
        for i, j in free_cells(board):
            for mark in "XO":
                lines = runner.open_lines(frozen(board), (i, j), mark)
                squares = {tuple(3 * i + j + 1 for i, j in line) for line in lines}
                known = fillable(key_of(board), 3 * i + j + 1, mark)
                assert {tuple(sorted(line)) for line in squares} == {
                    tuple(sorted(line)) for line in known
                }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_says_why_in_five_words(language):
    for name, sentence in runner.words(language).items():
        if name.startswith("hint_"):
            assert len(sentence.split()) <= 5


def test_looking_back_shows_the_mistake_that_decided_then_those_before_then_the_end():
    state = press(START, "f return 1 2 3 4 5 6 7")
    said = [runner.status(state := press(state, "a")) for _ in range(4)]
    assert said == [
        "Move 4: O gave up the draw",
        "Move 3: X gave up the win",
        "Move 2: O gave up the draw",
        "X wins!",
    ]
    assert press(state, "a").shown.board == state.history[3].board


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("1 2 4 3 7", "Move 2: O gave up the draw"),
        ("1 2 3 4 5 7 6 9 8", "Move 7: X gave up the win"),
        ("1 6 2 4 3", "Move 4: O turned a win into a loss"),
    ],
)
def test_looking_back_tells_what_was_given_away(game, said):
    assert runner.status(press(START, f"f return {game} a")) == said


def test_looking_back_at_a_game_without_a_mistake_says_so():
    state = press(START, "f return 1 5 9 2 8 7 3 6 4 a")
    assert runner.status(state) == "Nobody made a mistake"
    assert runner.status(press(state, "a")) == "A draw"


def test_a_mistake_is_a_change_of_value_and_nothing_else():
    rng = random.Random(3)
    for _ in range(100):
        state = press(START, "f return")
        while not state.over:
            state = settle(
                runner.choose(state, rng.choice(runner.free(state.now.board)))
            )
        boards = [list(map(list, position.board)) for position in state.history]
        values = [oracle.look(board).value for board in boards]
        changes = [n for n in range(len(values) - 1) if values[n] != values[n + 1]]
        assert runner.mistakes(state.history) == changes


def test_nothing_is_looked_back_at_before_the_end_and_undo_ends_it():
    state = press(START, "f return 1 2")
    assert press(state, "a") == state
    over = press(START, "f return 1 4 2 5 3 a")
    assert over.looked_back
    assert not press(over, "u").looked_back


# --- Languages --------------------------------------------------------------


def test_the_english_words_are_those_of_the_package():
    kept = {
        section: {
            name.partition(".")[2]: text
            for name, text in words().table.items()
            if name.startswith(f"{section}.")
        }
        for section in ("window", "refusal", "cli")
    }
    every = {**kept["cli"], **kept["refusal"], **kept["window"]}
    assert {name: every.get(name) for name in runner.ENGLISH} == runner.ENGLISH
    assert kept["window"].keys() <= runner.ENGLISH.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "sizes",
    [
        [(300, 380), (800, 300)],
        pytest.param([(512, 648), (1366, 650)], marks=pytest.mark.ci),
    ],
    ids=["smallest", "others"],
)
def test_all_that_is_written_in_the_window_fits(language, sizes, monkeypatch):
    """No sentence is left out because it does not fit, however small the window."""
    missing = []
    real = runner.Picture.write

    def write(self, text, place, *rest, **more):
        if not real(self, text, place, *rest, **more):
            missing.append(text)

    monkeypatch.setattr(runner.Picture, "write", write)
    start = replace(START, language=language)
    for keys in ("", "f", "t", "return", "return 5 h", "f return 1 6 v",
                 "f return 1 4 2 5 3", "f return 1 4 2 5 3 a",
                 "?", "return ?"):  # fmt: skip
        for size in sizes:
            picture(press(start, keys), size)
    assert missing == []


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "pt_PT.UTF-8", "LC_ALL": ""}, "pt-BR"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment, language):
    assert runner.preferred(environment) == language
    assert (runner.words(language) is runner.ENGLISH) == (language != "pt-BR")


@pytest.mark.parametrize(
    ("language", "file", "said"),
    [
        ("xx", "[window]\nyour_turn = 'Eia!'\n", "Eia!"),
        ("xx", "[cli]\nyour_turn = 'Eia!'\n[window]\n", "Eia!"),
        ("xx", "[refusal]\nyour_turn = 'Eia!'\n[window]\n", "Eia!"),
        ("xx", "[cli]\nyour_turn = 'Eia!'\n", runner.ENGLISH["your_turn"]),
        ("xx", None, runner.ENGLISH["your_turn"]),
        ("en", "[window]\nyour_turn = 'Eia!'\n", runner.ENGLISH["your_turn"]),
    ],
)
def test_words_are_those_beside_the_window_or_its_own(
    language, file, said, tmp_path, monkeypatch
):
    if file is not None:
        (tmp_path / f"{language}.toml").write_text(file)
    monkeypatch.setattr(runner, "FOLDERS", (tmp_path / "none", tmp_path))
    found = runner.words.__wrapped__(language)
    assert found["your_turn"] == said
    assert found.keys() >= runner.ENGLISH.keys()


def test_the_window_speaks_portuguese_if_it_is_asked_to(monkeypatch):
    for argv in (["--language", "pt-BR"], ["--language=pt-BR"]):
        assert runner.status(press(runner.read_arguments(argv), "return")) == "Sua vez"
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert runner.status(press(runner.read_arguments([]), "return")) == "Sua vez"


@pytest.mark.parametrize(
    ("typed", "english", "portuguese"),
    [
        ("--drak", "there is no option --drak", "não existe a opção --drak"),
        ("--lang en", "there is no option --lang", "não existe a opção --lang"),
        ("a b", "b is one argument too many", "b é um argumento a mais"),
        ("--language", "--language needs a value", "--language precisa de um valor"),
        ("--dark=1", "--dark takes no value", "--dark não recebe valor"),
    ],
)
def test_misuse_is_one_sentence_in_the_persons_language(
    typed, english, portuguese, capsys, monkeypatch
):
    for locale, said in (("C", english), ("pt_BR.UTF-8", portuguese)):
        monkeypatch.setenv("LC_ALL", locale)
        with pytest.raises(SystemExit) as exit:
            runner.main(typed.split())
        assert exit.value.code == 2
        told = capsys.readouterr().err
        assert f": {said}" in told
        assert told.count("\n") == 1


def test_the_help_is_in_the_persons_language(capsys):
    with pytest.raises(SystemExit):
        runner.main(["--help", "--language", "pt-BR"])
    told = capsys.readouterr().out
    assert told.startswith("uso: ")
    assert "mostra esta ajuda e sai" in told
    for english in ("usage", "options", "positional", "show this"):
        assert english not in told


def test_a_terminal_without_accents_shows_the_help_all_the_same(monkeypatch):
    sink = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", sink)
    with pytest.raises(SystemExit) as ended:
        runner.main(["--language=pt-BR", "--help"])
    sink.flush()
    assert ended.value.code == 0
    assert b"op??es:" in sink.buffer.getvalue()


@pytest.mark.parametrize(
    ("arguments", "engine", "dark", "language"),
    [
        ("", "", False, "en"),
        ("a.py --dark", "a.py", True, "en"),
        ("--language pt-BR a.py", "a.py", False, "pt-BR"),
        ("a.py --language=pt-BR --dark", "a.py", True, "pt-BR"),
        ("--language en", "", False, "en"),
        ("--language pt-BR --language en", "", False, "en"),
        ("-- --language", "--language", False, "en"),
    ],
)
def test_the_arguments_are_what_the_window_begins_with(
    arguments, engine, dark, language
):
    state = runner.read_arguments(arguments.split())
    assert (state.engine, state.dark, state.language) == (engine, dark, language)


@pytest.mark.parametrize(
    ("there", "folder", "command"),
    [
        (["noughts"], "work", "python3 -m noughts play"),
        ([], "hand_in", "noughts play"),
        ([], "work", ""),
    ],
)
def test_the_terminal_game_is_named_where_it_is(
    tmp_path, monkeypatch, there, folder, command
):
    home = tmp_path / folder
    for name in ["", *there]:
        (home / name).mkdir()
    monkeypatch.setattr(runner, "__file__", str(home / "runner.py"))
    assert runner.terminal_game() == command


@pytest.mark.parametrize(
    ("driver", "chosen", "seen"),
    [
        ("x11", False, True),
        ("dummy", False, False),
        ("offscreen", False, False),
        ("dummy", True, True),  # who asks for it knows what it is
    ],
)
def test_a_screen_that_nobody_sees_is_no_screen(monkeypatch, driver, chosen, seen):
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    if not chosen:
        monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    assert runner.has_screen() is seen


def test_where_there_is_no_driver_there_is_no_screen(monkeypatch):
    def fails():
        raise pygame.error("no available video device")

    monkeypatch.setattr(pygame.display, "init", fails)
    assert runner.has_screen() is False


def test_without_other_arguments_those_of_the_program_are_read(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["runner.py", "a.py", "--dark"])
    state = runner.read_arguments(None)
    assert (state.engine, state.dark) == ("a.py", True)


def test_a_third_language_is_one_file(tmp_path):
    for name in ("tictactoe.py", "runner.py"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "de.toml").write_text("[window]\nyour_turn = 'Du bist dran'\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    show = "import runner; print(runner.words(runner.preferred())['your_turn'])"
    for language, said in (("de_AT.UTF-8", "Du bist dran"), ("py", "Your turn")):
        done = subprocess.run(
            [sys.executable, "-c", show],
            cwd=tmp_path,
            env={**os.environ, "LC_ALL": language},
            capture_output=True,
            text=True,
        )
        assert done.stdout == f"{said}\n"


def test_a_language_that_is_not_there_is_said_to_be_missing(capsys):
    with pytest.raises(SystemExit) as leaving:
        runner.main(["--language", "xx"])
    assert leaving.value.code == 2
    assert "there are no words of xx beside this file" in capsys.readouterr().err


# --- Keys, buttons and places -----------------------------------------------


def test_no_key_makes_two_changes_on_one_screen():
    for controls in runner.CONTROLS.values():
        keys = [key for control in controls.values() for key in control.keys.split()]
        assert len(keys) == len(set(keys))


def test_the_arrows_and_enter_play():
    state = press(START, "f return down")
    assert state.focus == (1, 1)
    state = press(state, "left up return")
    assert board_text(state) == "X.. ... ..."
    assert press(state, "up").focus == (2, 0)
    assert press(state, "return") == state


def test_the_arrows_choose_on_the_start_screen():
    state = press(START, "up down down right")
    assert (state.opponent, state.mark, state.turns) == ("Random", "O", False)
    assert press(state, "right right").turns
    assert not press(state, "right left").turns
    assert press(state, "down down left").opponent == "Friend"
    assert press(state, "left").mark == "X"


def test_sides_mean_nothing_between_two_people():
    assert press(START, "f o t") == press(START, "f")


def test_sides_can_be_taken_in_turn():
    state = press(START, "t return")
    assert state.mark == "X"
    assert press(state, "n").mark == "X"  # it was not finished
    while not state.over:
        state = press(press(state, "h"), "")
        state = settle(runner.choose(state, state.hint))
    assert runner.ended(state, "X") == "You win!"
    again = press(state, "return")
    assert again.mark == "O"
    assert board_text(again).count("X") == 1
    assert runner.score(again) == [("You", 0), ("Draws", 1), ("Computer", 0)]
    assert not press(again, "escape x").turns


def test_escape_goes_back_and_then_leaves():
    state = press(START, "return escape")
    assert state.screen == "start"
    assert not state.closed
    assert press(state, "escape").closed


def test_a_key_that_means_nothing_changes_nothing():
    assert press(START, "f12") == START


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", runner.CONTROLS)
def test_the_list_of_keys_has_each_letter_that_does_something(screen, language):
    state = replace(START, screen=screen, language=language)
    listed = {
        key.lower() for name in runner.all_keys(state) for key in name.split(", ")
    }
    first = {each.keys.split()[0] for each in runner.CONTROLS[screen].values()}
    letters = {key for key in first if len(key) == 1 and not key.isdecimal()}
    assert {key for key in listed if len(key) == 1} == letters


@pytest.mark.parametrize("before", ["", "return 5 v", "f return 1 4 2 5 3 a"])
def test_a_question_mark_lists_the_keys_and_anything_goes_back(before):
    state = press(START, before)
    listed = press(state, "?")
    assert listed.listed
    for key in ("?", "escape", "n", "1", "f12"):
        assert press(listed, key) == state
    assert press(listed, "f1") == state
    click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(300, 300), button=1)
    assert runner.after(listed, click, (600, 760)) == state


def test_the_computer_moves_on_behind_the_list_of_keys():
    state = runner.press_key(runner.choose(press(START, "return"), (1, 1)), "?")
    assert board_text(settle(state)).count("O") == 1
    assert settle(state).listed


@pytest.mark.parametrize(
    ("typed", "key", "name"),
    [
        ("U", pygame.K_u, "u"),
        ("1", pygame.K_AMPERSAND, "1"),
        ("", pygame.K_KP5, "[5]"),
        ("?", pygame.K_SLASH, "?"),
        ("/", pygame.K_SLASH, "/"),
        ("\r", pygame.K_RETURN, "return"),
        ("", pygame.K_LEFT, "left"),
        (" ", pygame.K_SPACE, "space"),
    ],
)
def test_keys_go_by_what_they_type_or_by_their_name(typed, key, name):
    event = pygame.event.Event(pygame.KEYDOWN, key=key, unicode=typed)
    assert runner.key_name(event) == name


@pytest.mark.parametrize("size", [*SIZES, (1366, 768), (900, 500)])
def test_the_board_is_square_and_the_game_in_the_middle_of_the_window(size):
    found = runner.places(press(START, "return"), size)[0]
    assert abs(found["board"].w - found["board"].h) <= 1
    left, right = found["board"].left, size[0] - found["status"].right
    assert abs(left - right) <= 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", ["", "return"])
def test_everything_is_inside_the_window_and_nothing_overlaps(size, keys):
    state = press(START, keys)
    found = runner.places(state, size)[0]
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(rect) for rect in found.values())
    controls = [found[name] for name in found if name in runner.CONTROLS[state.screen]]
    assert len(controls) == (9 if state.screen == "start" else 15)
    assert not any(one.colliderect(other) for one, other in combinations(controls, 2))


@pytest.mark.parametrize("size", SIZES)
def test_a_control_is_where_it_is_drawn(size):
    for state in (START, press(START, "return")):
        for name, rect in runner.places(state, size)[0].items():
            if name in runner.CONTROLS[state.screen]:
                assert runner.target_at(state, size, rect.center) == name
        assert runner.target_at(state, size, (0, 0)) is None


@pytest.mark.parametrize("size", [(1, 1), (60, 40), (150, 900), (3000, 200)])
def test_no_window_is_too_odd_to_draw(size):
    for keys in ("", "return v", "f return 1 4 2 5 3", "return ?"):
        painted = picture(press(START, keys), size)
        assert painted.get_at((0, 0)) != pygame.Surface(size).get_at((0, 0))


# --- What is seen -----------------------------------------------------------


def pixels(surface, rect, colour):
    """Return how many pixels of a rectangle have a colour, about."""
    part = surface.subsurface(rect)
    return pygame.mask.from_threshold(
        part, pygame.Color(colour), (12, 12, 12, 255)
    ).count()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", SIZES[:3])
def test_a_mark_appears_where_one_clicked(size, dark):
    state = press(replace(START, dark=dark), "f return")
    for cell, mark in [((0, 0), "X"), ((2, 1), "O"), ((1, 2), "X")]:
        rect, colour = place(state, size, cell), runner.PALETTE[mark][dark]
        assert not pixels(picture(state, size), rect, colour)
        click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1)
        state = settle(runner.after(state, click, size))
        assert pixels(picture(state, size), rect, colour) > rect.w * rect.h * 0.03


def test_other_mouse_buttons_and_wheels_do_not_play():
    state = press(START, "f return")
    pos = place(state, (600, 760), (0, 0)).center
    for button in (2, 3, 4, 5):
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        assert runner.after(state, event, (600, 760)) == state


def test_each_of_the_things_to_be_seen_changes_the_picture():
    """The last move, the cursor, a hint, values, trouble: none goes unseen."""
    size = 600, 760
    state = press(START, "return 1")
    seen = [
        state,
        replace(state, focus=(2, 2)),
        replace(state, focus="Undo"),
        replace(state, focus="Theme"),
        press(state, "h"),
        press(state, "v"),
        replace(state, values=True),
        press(state, "d"),
        press(state, "?"),
        runner.failed(state, Exception("It broke.")),
        runner.waited(state, 3),
        replace(state, history=(state.now._replace(last=None),)),
        replace(state, past=(1,)),
    ]
    images = {pygame.image.tobytes(picture(each, size), "RGB") for each in seen}
    assert len(images) == len(seen)


NUMBERS = "1 2 3 4 5 6 7 8 9"
BUTTONS = "U Undo H Hint V Values Esc Menu N New game"
AFTERWARDS = "U Undo A Analyse V Values Esc Menu N Play again"
SEEN = [
    # keys, how many shapes of which kind, words beside the names and the help
    ("", {"box": 9, "mark": 2, "half": 1}, "Start"),
    ("f", {"box": 7, "mark": 2, "half": 1}, "Start"),
    ("return", {"box": 10, "mark": 1, "half": 1}, f"{NUMBERS} {BUTTONS}"),
    ("return 5 h", {"box": 13, "mark": 4, "half": 1}, f"3 4 6 7 8 9 {BUTTONS}"),
    (
        "f return 1 6 v",
        {"box": 11, "mark": 3, "sign": 7, "half": 1},
        "loses in 3 2 wins in 3 3 draw 4 wins in 3 5 wins in 3 7 draw 8 draw 9 "
        + BUTTONS,
    ),
    (
        "f return 1 4 2 5 3",
        {"box": 10, "mark": 6, "band": 1, "half": 1},
        AFTERWARDS,
    ),
    (
        "f return 1 4 2 5 3 a",
        {"box": 11, "mark": 2, "sign": 8, "half": 1},
        "loses in 3 2 loses in 3 3 loses in 3 4 draw 5 loses in 3 6 loses in 3 7 "
        "loses in 3 8 loses in 3 9 " + AFTERWARDS,
    ),
]


@pytest.mark.parametrize(("keys", "shapes", "words"), SEEN)
@pytest.mark.parametrize("size", SIZES[:4])
def test_each_screen_has_its_shapes_and_words(keys, shapes, words, size, monkeypatch):
    """All inside the window, and no letters larger than the title's."""
    painted, written = [], []
    paint, write = runner.Picture.paint, runner.Picture.write

    def painting(self, brush, place, *details):
        painted.append((brush.__name__.removeprefix("paint_"), place))
        paint(self, brush, place, *details)

    def writing(self, text, place, size, *rest, **more):
        written.append(text)
        assert size <= 2.1 or size * self.text <= runner.SMALLEST
        return write(self, text, place, size, *rest, **more)

    monkeypatch.setattr(runner.Picture, "paint", painting)
    monkeypatch.setattr(runner.Picture, "write", writing)
    state = press(START, keys)
    picture(state, size)
    assert Counter(kind for kind, _ in painted) == shapes
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(place) for _, place in painted)
    assert all(min(place.size) > 3 for _, place in painted)
    told = " ".join(["", *written, ""])
    assert f" {words} " in told
    if "help" in runner.places(state, size)[0]:
        assert all(
            n in told for n in state.say(f"keys_{state.screen}").split(" \u00b7 ")
        )


class Account(runner.Picture):
    """A picture that is told: each thing that is drawn, in words, in its order."""

    def __init__(self, surface, state):
        super().__init__(surface, state)
        self.told = []

    def note(self, *parts):
        self.told.append(" ".join(filter(None, parts)))

    def mix(self, one, other, share):
        return f"{one}+{other}"

    def box(self, place, fill, radius=None, border=None, thick=1):
        names = [name for name, at in self.at.items() if at.contains(place)]
        name = next((each for each in names if each != "board"), "")
        self.note(
            f"box {runner.CELLS.index(name) + 1 if name in runner.CELLS else name}",
            fill and f"in {fill}",
            border and f"edged {border}",
            thick > 1 and "thickly",
        )

    def mark(self, mark, place, share=1.0, strength=1.0):
        self.note(f"mark {mark}", strength < 1 and "pale")

    def paint(self, brush, place, colour, *details):
        names = [each for each in details if isinstance(each, str)]
        self.note(brush.__name__.removeprefix("paint_"), *names)

    def write(self, words, place, size, ink, align="centre", bold=False, lines=1):
        inked, aligned = ink != "ink" and f"in {ink}", align != "centre" and align
        self.note(f"'{words}'", inked, aligned, bold and "bold")


def account(state, monkeypatch, size=(600, 760)):
    """Return what is drawn of a state, each thing in words."""
    made = []

    def picture(surface, state):
        made.append(Account(surface, state))
        return made[0]

    with monkeypatch.context() as patched:
        patched.setattr(runner, "Picture", picture)
        runner.draw(pygame.Surface(size), state)
    return made[0].told


def faint(*texts):
    return [f"'{text}' in faint" for text in texts]


def usable(name, key, label=""):
    return [f"box {name} in raised+ink edged line", *faint(key), f"'{label or name}'"]


def pressed(name, key):
    return [f"box {name} in raised+X edged X", *faint(key), f"'{name}'"]


def unusable(name, key):
    words = [f"'{text}' in paper+ink" for text in (key, name)]
    return [f"box {name} in paper edged line", *words]


def accented(name, key, label):
    return [f"box {name} in X+ink", f"'{key}' in on X", f"'{label}' in on X bold"]


UNDO, HINT, VALUES = ("Undo", "U"), ("Hint", "H"), ("Values", "V")
ANALYSE, MENU, NEW = ("Analyse", "A"), ("Menu", "Esc"), ("New game", "N")
USUAL = [usable(*each) for each in (UNDO, HINT, VALUES, MENU, NEW)]
STUCK = [unusable(*UNDO), unusable(*HINT), *USUAL[2:4], accented(*NEW, "New game")]
LAST = [
    "half",
    "'1\u20139 or arrows, Enter: play \u00b7 Esc: menu \u00b7 ?: keys' in faint",
]


def scored(you="You  0", computer="Computer  0"):
    return [
        f"'{you}' in faint left",
        "'Draws  0' in faint",
        f"'{computer}' in faint right",
    ]


def drawn_game(status, cells, buttons, names=()):
    rows = [row for button in buttons for row in button]
    return [*status, *scored(*names), *cells, *rows, *LAST]


def worths(words, *numbers):
    """Return the worth of some squares, all of them the same, and their numbers."""
    sign = words.split()[0].replace("wins", "win").replace("loses", "loss")
    return [
        row
        for number in numbers
        for row in (f"sign {sign}", f"'{words}' in {sign}", *faint(number))
    ]


YOURS = ["mark X", "'Your turn' left bold"]
FIRST_REPLY = ["box 1 in paper+O", "mark O"]
WON = [*["mark X"] * 2, "box 3 edged X", "mark X", *["mark O pale"] * 2]
GAMES = {
    "the cursor is on a free square": (
        lambda: replace(press(START, "return 5"), focus=(0, 1)),
        YOURS,
        [
            *(*FIRST_REPLY, "box 2 in raised edged X", "mark X pale"),
            *(*faint(3, 4), "mark X", *faint(6, 7, 8, 9)),
        ],
        USUAL,
    ),
    "values are shown and the cursor is on a square that is taken": (
        lambda: replace(press(START, "return 5 v"), focus=(1, 1)),
        YOURS,
        [
            *(*FIRST_REPLY, *worths("draw", 2, 3, 4)),
            *("box 5 in paper edged line", "mark X", *worths("draw", 6, 7, 8, 9)),
        ],
        [*USUAL[:2], pressed(*VALUES), *USUAL[3:]],
    ),
    "values are not known yet and the cursor is on the last move": (
        lambda: replace(press(START, "return 5"), values=True, focus=(0, 0)),
        YOURS,
        [
            *("box 1 in paper+O", "box 1 edged line", "mark O"),
            *[each for n in (2, 3, 4) for each in faint("...", n)],
            "mark X",
            *[each for n in (6, 7, 8, 9) for each in faint("...", n)],
        ],
        [*USUAL[:2], pressed(*VALUES), *USUAL[3:]],
    ),
    "a hint is given": (
        lambda: press(START, "return 5 h"),
        ["mark X", "'Hint: 2 threatens to win' left bold"],
        [
            *(*FIRST_REPLY, "box 2 in paper+X edged X thickly", "mark X pale"),
            *(*faint(3, 4), "mark X", *faint(6, 7, 8, 9)),
        ],
        USUAL,
    ),
    "X has won": (
        lambda: press(START, "f return 1 4 2 5 3"),
        ["mark X", "'X wins!' left bold"],
        ["band", *WON],
        [
            *(usable(*UNDO), usable(*ANALYSE), unusable(*VALUES), usable(*MENU)),
            accented(*NEW, "Play again"),
        ],
        ("X  1", "O  0"),
    ),
    "a mistake is looked back at": (
        lambda: press(START, "f return 1 4 2 5 3 a"),
        ["mark O", "'Move 2: O gave up the draw' left bold"],
        [
            *(
                "mark X",
                *worths("loses in 3", 2, 3),
                "box 4 in paper+loss edged loss thickly",
            ),
            *(*worths("loses in 3", 4), *worths("draw", 5)),
            *worths("loses in 3", 6, 7, 8, 9),
        ],
        [
            *(usable(*UNDO), pressed(*ANALYSE), unusable(*VALUES), usable(*MENU)),
            accented(*NEW, "Play again"),
        ],
        ("X  1", "O  0"),
    ),
    "the computer has been thinking for long": (
        lambda: runner.waited(replace(press(START, "return"), chosen=(0, 0)), 10),
        ["mark X", "'Computer thinking for 10 s...' left bold"],
        ["mark X", *faint(2, 3, 4, 5, 6, 7, 8, 9)],
        STUCK,
    ),
    "the engine has failed": (
        lambda: runner.failed(press(START, "return"), Exception("It broke."), "a.py:3"),
        ["'The engine failed' left bold"],
        faint(1, 2, 3, 4, 5, 6, 7, 8, 9),
        [
            *STUCK,
            [
                "box trouble in raised edged loss",
                "'a.py:3' in loss left",
                "'It broke.' left",
            ],
        ],
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_drawn_of_a_game(name, monkeypatch):
    make, *parts = GAMES[name]
    assert account(make(), monkeypatch) == drawn_game(*parts)


@pytest.mark.parametrize(
    ("keys", "focus", "sides", "opponent", "hovered"),
    [
        (
            "",
            None,
            ["box X in raised+X edged X", "mark X", "mark O", "'in turn'"],
            "Perfect",
            [],
        ),
        (
            "c o",
            "Start",
            ["box O in raised+X edged X", "mark X", "mark O", "'in turn'"],
            "Casual",
            [],
        ),
        (
            "t",
            "Casual",
            ["box Turns in raised+X edged X", "mark X", "mark O", "'in turn'"],
            "Perfect",
            ["box Casual in raised+ink"],
        ),
        (
            "f",
            "X",
            ["mark X pale", "mark O pale", "'in turn' in paper+ink"],
            "Friend",
            [],
        ),
    ],
)
def test_what_is_drawn_of_the_choices(
    keys, focus, sides, opponent, hovered, monkeypatch
):
    state = replace(press(START, keys), focus=focus, engine="mine.py" if focus else "")
    motto = "mine.py" if focus else "Three in a line win. X moves first."
    names = ["Perfect", "Casual", "Random", "Friend"]
    assert account(state, monkeypatch) == [
        "'Tic-Tac-Toe' left bold",
        *[f"'{said}' in faint left" for said in (motto, "You play", "Against")],
        *("box  in raised edged line", *sides, "box  in raised edged line"),
        *(f"box {opponent} in raised+X edged X", *hovered),
        *[
            row
            for name in names
            for row in (
                f"'{name}' left{' bold' * (name == opponent)}",
                f"'{state.say(f'{name.lower()}_is')}' in faint right",
            )
        ],
        *("box Start in X+ink", "'Start' in on X bold", "half"),
        *faint("Arrows: choose \u00b7 Enter: start \u00b7 Esc: leave \u00b7 ?: keys"),
    ]


@pytest.mark.parametrize(
    ("focus", "darker"),
    [
        (None, []),
        ("Undo", ["raised"]),
        ("New game", ["raised"]),
        ("Theme", ["paper"]),
        ((2, 2), []),  # that is drawn as a mark to be
    ],
)
def test_what_the_pointer_is_on_is_drawn_a_little_darker(focus, darker, monkeypatch):
    mixed, real = [], runner.Picture.mix

    def mix(self, one, other, share):
        mixed.extend([one] * (other == "ink" and share > 0))
        return real(self, one, other, share)

    monkeypatch.setattr(runner.Picture, "mix", mix)
    picture(replace(press(START, "f return 1"), focus=focus), (600, 760))
    assert mixed == darker


def test_what_is_drawn_of_the_keys(monkeypatch):
    listed = press(START, "?")
    assert account(listed, monkeypatch) == [
        "'Keys' left bold",
        *[
            row
            for key, does in runner.all_keys(listed).items()
            for row in (f"'{key}' left bold", f"'{does}' left")
        ],
        "'Any key: back' in faint left",
    ]


@pytest.mark.parametrize("size", [*SIZES[:4], (500, 900), (900, 900)])
@pytest.mark.parametrize("keys", ["?", "return ?"])
def test_the_list_of_keys_has_a_heading_each_key_and_a_way_back(
    size, keys, monkeypatch
):
    written = []
    monkeypatch.setattr(
        runner.Picture, "write", lambda self, text, *rest, **more: written.append(text)
    )
    state = press(START, keys)
    picture(state, size)
    rows = [text for row in runner.all_keys(state).items() for text in row]
    assert written == [state.say("keys"), *rows, state.say("keys_back")]
    at, text = runner.places(state, size)
    assert all(pygame.Rect((0, 0), size).contains(place) for place in at.values())
    assert at["keys"].w <= size[0] - text


@pytest.mark.parametrize(
    ("words", "width", "lines"),
    [
        ("a few short words", 7, ["a few", "short", "words"]),
        ("averylongword", 5, ["avery", "longw", "ord"]),
        ("a verylongone b", 6, ["a", "verylo", "ngone", "b"]),
        ("ab cd", 5, ["ab cd"]),
        ("ab cd", 4, ["ab", "cd"]),
        ("ab cde", 5, ["ab", "cde"]),
        ("abc", 3, ["abc"]),
        ("", 5, []),
    ],
)
def test_lines_are_as_long_as_fits(words, width, lines):
    """In letters that are all one wide."""
    face = SimpleNamespace(size=lambda text: (len(text), 1))
    assert runner.wrap(words, face, width) == lines


def test_letters_are_bold_only_where_that_is_asked_for(monkeypatch):
    asked, real = [], runner.font

    def font(size, bold=False):
        asked.append(bold)
        return real(size, bold)

    monkeypatch.setattr(runner, "font", font)
    drawn, room = (
        runner.Picture(pygame.Surface((300, 300)), START),
        pygame.Rect(9, 9, 99, 99),
    )
    for bold in ({}, {"bold": False}, {"bold": True}):
        assert drawn.write("a", room, 1, "ink", **bold)
        assert drawn.fitting("a", room, 1, **bold)
    assert asked == [False, False, False, False, True, True]


@pytest.mark.parametrize(
    ("fill", "border", "thick", "painted"),
    [
        ("loss", None, 1, [("loss", 100, 60, 8, 0)]),
        (None, "X", 1, [("X", 100, 60, 8, 1)]),
        (None, "X", 3, [("X", 100, 60, 8, 3)]),
        ("loss", "X", 1, [("X", 100, 60, 8, 0), ("loss", 98, 58, 7, 0)]),
        ("loss", "X", 3, [("X", 100, 60, 8, 0), ("loss", 94, 54, 5, 0)]),
        (None, None, 1, []),
    ],
)
def test_a_border_is_drawn_round_a_box(fill, border, thick, painted, monkeypatch):
    drawn, seen = runner.Picture(pygame.Surface((300, 300)), START), []
    names = {colour: name for name, colour in drawn.colour.items()}

    def paint(brush, place, colour, radius, hollow):
        assert place.center == (100, 100)
        seen.append((names[colour], *place.size, radius, hollow))

    monkeypatch.setattr(drawn, "paint", paint)
    drawn.box(pygame.Rect(50, 70, 100, 60), fill, 8, border, thick)
    assert seen == painted


@pytest.mark.parametrize(("width", "below"), [(89, True), (90, False)])
def test_the_key_of_a_button_stands_below_its_word_or_beside_it(
    width, below, monkeypatch
):
    """Beside it where the button is three times as wide as it is high."""
    drawn, rooms = (
        runner.Picture(pygame.Surface((300, 300)), press(START, "return")),
        {},
    )
    drawn.at["Hint"] = pygame.Rect(10, 10, width, 30)
    monkeypatch.setattr(
        drawn, "write", lambda text, room, *rest, **more: rooms.update({text: room})
    )
    drawn.button("Hint")
    assert (rooms["Hint"].bottom <= rooms["H"].top) is below
    assert (rooms["Hint"].right <= rooms["H"].left) is not below


def test_a_shape_has_one_pixel_at_least():
    for size in ((0, 0), (1, 1), (-3, 1)):
        shape = runner.shape(runner.paint_mark, size, "#ff8000", "X")
        assert shape.get_size() == (1, 1)


def test_a_window_too_small_for_anything_shows_a_part_of_the_smallest():
    state = press(START, "return")
    smallest = runner.places(state, (160, 200))
    assert runner.places(state, (159, 199)) == runner.places(state, (1, 1)) == smallest
    assert runner.places(state, (161, 400)) != runner.places(state, (160, 400))
    assert runner.places(state, (400, 201)) != runner.places(state, (400, 200))


def test_around_a_shape_there_is_its_colour_unseen():
    """With another one, black, say, the shrunk edges would be darker."""
    shape = runner.shape(runner.paint_mark, (40, 40), "#ff8000", "X")
    assert [*shape.get_at((20, 0))] == [255, 128, 0, 0]


@pytest.mark.parametrize(
    ("keys", "size", "wide"),
    [
        ("return", (600, 500), False),
        ("return", (601, 500), True),
        ("", (800, 500), False),
        ("", (801, 500), True),
    ],
)
def test_a_window_that_is_low_has_things_side_by_side(keys, size, wide):
    found = runner.places(press(START, keys), size)[0]
    one, other = ("board", "status") if keys else ("title", "Perfect")
    assert (found[one].right <= found[other].left) is wide


def test_what_has_no_room_has_no_size():
    room = pygame.Rect(10, 10, 20, 20)
    assert runner.centred(room, -5, 7.9).size == (0, 7)
    assert runner.centred(room, 7.9, -5).size == (7, 0)
    assert runner.centred(room, 6, 4) == pygame.Rect(17, 18, 6, 4)


def test_the_keys_are_a_list_where_there_is_room_and_a_line_elsewhere(monkeypatch):
    listed = ["1\u20139 or arrows, Enter: play", "Esc: menu", "?: keys"]
    state = press(START, "return")
    wide = account(state, monkeypatch, (1280, 800))
    assert wide[-4:] == ["half", *(f"'{line}' in faint left" for line in listed)]
    assert account(state, monkeypatch)[-1:] == faint(" \u00b7 ".join(listed))


TALL, WIDE = (600, 760), (1280, 800)
PLACES = [
    # keys, size of the window, size of the text, and where some things are
    (
        "",
        TALL,
        22.5,
        {
            "title": (31, 23, 539, 67),
            "X": (31, 192, 180, 85),
            "O": (211, 192, 179, 85),
            "Turns": (390, 192, 180, 85),
            "Perfect": (31, 342, 539, 61),
            "Start": (31, 612, 539, 70),
            "help": (31, 693, 539, 45),
            "Theme": (534, 34, 45, 45),
        },
    ),
    (
        "",
        (1280, 700),
        23.7,
        {
            "title": (48, 136, 569, 71),
            "X": (48, 314, 190, 90),
            "Start": (48, 432, 569, 74),
            "Perfect": (664, 250, 569, 64),
            "Friend": (664, 442, 569, 64),
            "help": (48, 518, 1185, 47),
            "Theme": (1195, 150, 47, 47),
        },
    ),
    (
        "return",
        TALL,
        20.0,
        {
            "status": (54, 13, 493, 64),
            "board": (54, 85, 493, 493),
            "score": (54, 598, 493, 32),
            "Undo": (54, 644, 90, 60),
            "New game": (424, 644, 123, 60),
            "help": (54, 712, 493, 36),
            (0, 0): (54, 85, 164, 164),
            (2, 2): (383, 414, 164, 164),
        },
    ),
    (
        "return",
        WIDE,
        29.1,
        {
            "status": (792, 57, 454, 93),
            "board": (35, 57, 687, 687),
            "score": (792, 173, 454, 58),
            "Undo": (792, 261, 221, 84),
            "Hint": (1025, 261, 221, 84),
            "New game": (792, 464, 454, 84),
            "help": (792, 570, 454, 174),
            "Theme": (1200, 74, 58, 58),
        },
    ),
    (
        "trouble",
        TALL,
        20.0,
        {"trouble": (80, 85, 440, 130), "board": (127, 231, 347, 347)},
    ),
    (
        "trouble",
        WIDE,
        29.1,
        {"trouble": (792, 566, 454, 178), "board": (35, 57, 687, 687)},
    ),
    (
        "?",
        TALL,
        22.2,
        {
            "keys": (23, 164, 555, 67),
            "Esc": (23, 497, 555, 42),
            "back": (23, 553, 555, 44),
        },
    ),
]


@pytest.mark.parametrize(("keys", "size", "text", "where"), PLACES)
def test_things_are_where_they_look_well(keys, size, text, where):
    """Give or take three pixels."""
    if keys == "trouble":
        state = runner.failed(press(START, "return"), Exception("It broke."))
    else:
        state = press(START, keys)
    found, letters = runner.places(state, size)
    assert letters == pytest.approx(text, abs=0.1)
    for name, place in where.items():
        assert [*found[name]] == pytest.approx([*place], abs=3), name


@pytest.mark.parametrize("width", [20, 60, 200])
@pytest.mark.parametrize(
    "words", ["a few short words", "averylongword", "a verylongone b"]
)
def test_no_letter_is_lost_where_lines_are_wrapped(words, width):
    face = runner.font(16)
    lines = runner.wrap(words, face, width)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert all(face.size(line)[0] <= width for line in lines)


@pytest.mark.parametrize("size", SIZES[:3])
def test_trouble_is_written_with_the_line_that_made_it(size, monkeypatch):
    written = {}
    monkeypatch.setattr(
        runner.Picture,
        "write",
        lambda self, text, place, *rest, **more: written.update({text: place}),
    )
    broken = runner.failed(press(START, "return"), Exception("It broke."), "line 3")
    picture(broken, size)
    card = place(broken, size, "trouble")
    assert card.contains(written["It broke."])
    assert card.contains(written["line 3"])
    assert written["It broke."].bottom <= written["line 3"].top
    written.clear()
    picture(replace(broken, culprit=""), size)
    assert "It broke." in written
    assert "line 3" not in written


@pytest.mark.parametrize("side", [60, 200])
@pytest.mark.parametrize(
    ("brush", "details", "share"),
    [
        ("mark", ["X"], 0.40),
        ("mark", ["O"], 0.425),
        ("sign", ["win"], 0.68),
        ("sign", ["draw"], 0.665),
        ("sign", ["loss"], 0.725),
        ("half", [], 0.53),
        ("box", [0, 0], 1.0),
    ],
)
def test_a_shape_fills_its_share_of_a_square_of_any_size(brush, details, share, side):
    paint = getattr(runner, f"paint_{brush}")
    drawn = runner.shape(paint, (side, side), "#000000", *details)
    inked = sum(pygame.image.tobytes(drawn, "RGBA")[3::4]) / 255
    assert inked / side**2 == pytest.approx(share, abs=0.015)
    upside_down = pygame.transform.flip(drawn, False, True)
    mirrored = pygame.transform.flip(drawn, True, False)
    assert alike(drawn, upside_down)
    assert alike(drawn, mirrored) == (brush != "half")


def alike(one, other):
    """Return whether two pictures differ in less than a fiftieth of their area."""
    inks = [pygame.image.tobytes(picture, "RGBA")[3::4] for picture in (one, other)]
    return (
        sum(abs(a - b) for a, b in zip(*inks, strict=True))
        < 0.02 * 255 * one.get_width() ** 2
    )


@pytest.mark.parametrize("end", [(160, 100), (100, 160), (160, 160), (160, 40)])
def test_a_band_runs_from_the_middle_of_a_cell_to_that_of_another(end):
    drawn = runner.shape(runner.paint_band, (200, 200), "#000000", (40, 100), end, 20)
    inked = pygame.mask.from_surface(drawn)
    assert all(map(inked.get_at, [(40, 100), end]))
    length = pygame.Vector2(40, 100).distance_to(end)
    assert inked.count() == pytest.approx(20 * length + 314, rel=0.05)
    assert len(inked.connected_components()) == 1


@pytest.mark.parametrize("hollow", [1, 3])
def test_a_hollow_box_is_a_border_of_its_thickness(hollow):
    drawn = runner.shape(runner.paint_box, (50, 30), "#000000", 0, hollow)
    inked = pygame.mask.from_surface(drawn)
    assert inked.count() == 50 * 30 - (50 - 2 * hollow) * (30 - 2 * hollow)


def test_a_finished_board_does_not_answer_the_pointer():
    state = press(START, "f return 1 4 2 5 3")
    images = {
        pygame.image.tobytes(picture(replace(state, focus=cell), (600, 760)), "RGB")
        for cell in (None, *runner.CELLS)
    }
    assert len(images) == 1


def test_values_keep_the_number_of_the_square():
    state = press(START, "f return v")
    corner = place(state, (600, 760), (2, 2)).copy()
    corner.size = corner.w // 4, corner.h // 4
    drawn = picture(state, (600, 760)).subsurface(corner)
    colours = {
        tuple(drawn.get_at((x, y))) for x in range(corner.w) for y in range(9, corner.h)
    }
    assert len(colours) > 2  # not only the ground, and the line beside it


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_stays_clear_of_the_switch_of_colours(size, monkeypatch):
    rooms = {}
    monkeypatch.setattr(
        runner.Picture,
        "write",
        lambda self, text, place, *rest, **more: rooms.update({text: place}),
    )
    for state in (press(START, "return"), runner.failed(START, Exception("No."))):
        state = replace(state, screen="game")
        picture(state, size)
        switch, room = place(state, size, "Theme"), rooms[runner.status(state)]
        assert not room.colliderect(switch)
        assert room.w > 5 * switch.w


def test_the_lines_of_the_board_are_thin_and_between_the_cells(monkeypatch):
    """White on white, but for them; however large the board is."""
    for size in ((600, 760), (3840, 2160)):
        state, surface = press(START, "return"), pygame.Surface(size)
        drawn = runner.Picture(surface, state)
        monkeypatch.setattr(drawn, "cell", lambda *_: None)
        surface.fill("white")
        drawn.board()
        board = drawn.at["board"]
        line = runner.PALETTE["line"][0]
        thin = max(1, round(board.w / 220))
        assert pixels(surface, surface.get_rect(), line) == 4 * thin * (board.w - thin)
        for n in (1, 2):
            x, y = drawn.at[n, n].topleft
            assert surface.get_at((x, board.y + 5)) == pygame.Color(line)
            assert surface.get_at((board.x + 5, y)) == pygame.Color(line)


def test_the_score_has_letters_of_one_size(monkeypatch):
    sizes = []
    real = runner.Picture.write
    monkeypatch.setattr(
        runner.Picture,
        "write",
        lambda self, text, place, size, *rest, **more: (
            sizes.append(size) if text[-1:].isdecimal() and "  " in text else None,
            real(self, text, place, size, *rest, **more),
        ),
    )
    for size in SIZES:
        sizes.clear()
        picture(press(START, "return"), size)
        assert len(sizes) == 3
        assert len(set(sizes)) == 1


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        ((1920, 1080), (600, 760)),
        ((1366, 768), (511, 648)),
        ((1280, 720), (473, 600)),
        ((480, 1000), (480, 608)),
        ((200, 200), (240, 300)),
    ],
)
def test_the_window_fits_the_screen(desktop, size):
    assert runner.size_for(desktop) == size


def test_values_differ_in_shape_not_only_in_colour():
    shapes = {
        pygame.image.tobytes(
            runner.shape(runner.paint_sign, (40, 40), "#000000", name), "RGBA"
        )
        for name in ("win", "draw", "loss")
    }
    assert len(shapes) == 3


def luminance(colour):
    parts = [part / 255 for part in tuple(pygame.Color(colour))[:3]]
    r, g, b = (
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("dark", [0, 1])
@pytest.mark.parametrize(
    ("ink", "paper", "least"),
    [
        *((ink, "paper", 4.5) for ink in ("ink", "faint", "win", "draw", "loss")),
        ("ink", "raised", 4.5),
        ("faint", "raised", 4.5),
        ("on X", "X", 4.5),
        ("X", "paper", 3),
        ("O", "paper", 3),
    ],
)
def test_text_and_marks_stand_out(ink, paper, least, dark):
    one, other = sorted(luminance(runner.PALETTE[name][dark]) for name in (ink, paper))
    assert (other + 0.05) / (one + 0.05) >= least


@pytest.mark.parametrize(
    "words", ["nul \0 bell \a", "\ud800", "line\nline", "x" * 1000]
)
def test_any_words_can_be_written(words):
    for size in SIZES:
        picture(runner.failed(press(START, "return"), Exception(words)), size)


def test_words_stay_inside_their_place():
    """However long and however small: smaller letters, more lines, or nothing."""
    surface = pygame.Surface((300, 300))
    drawn = runner.Picture(surface, START)
    for width in range(5, 200, 15):
        rect = pygame.Rect(100, 100, width, 40)
        surface.fill("black")
        drawn.write("Computer thinking...", rect, 2, "#FFFFFF", lines=9)
        used = pygame.mask.from_threshold(
            surface, pygame.Color("white"), (200, 200, 200, 255)
        )
        assert all(rect.contains(found) for found in used.get_bounding_rects())
    least = runner.font(runner.SMALLEST).get_linesize() - 1  # a pixel may be missing
    for size, fits in ((5, False), (least - 1, False), (least, True), (200, True)):
        rect = pygame.Rect(100, 100, 200, size)
        assert drawn.write("Computer thinking...", rect, 2, "ink") is fits


# --- Engines that fail ------------------------------------------------------


def raises(*_):
    raise ValueError("no idea")


def leaves(*_):
    sys.exit("bye")


def interrupts(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"minimax": raises}, "minimax(X.. ... ...) raised ValueError: no idea"),
        ({"minimax": leaves}, "minimax(X.. ... ...) raised SystemExit: bye"),
        ({"minimax": interrupts}, "minimax(X.. ... ...) raised KeyboardInterrupt"),
        (
            {"minimax": lambda board: (0, 0)},
            "minimax(X.. ... ...) returned (0, 0), not an empty cell.",
        ),
        (
            {"minimax": lambda board: None},
            "minimax(X.. ... ...) returned None, not an empty cell.",
        ),
        (
            {"minimax": lambda board: [1, 1]},
            "minimax(X.. ... ...) returned [1, 1], not an empty cell.",
        ),
        (
            {"result": lambda board, action: None},
            "result(... ... ..., (0, 0)) returned None, not a board of X, O and None.",
        ),
        (
            {"result": lambda board, action: board},
            "result(... ... ..., (0, 0)) returned ... ... ..., "
            "which is not that board after that move.",
        ),
        (
            {"initial_state": lambda: [[""] * 3] * 3},
            "initial_state() returned [['', '', ''], ['', '', ''], ['', '', '']], "
            "not a board of X, O and None.",
        ),
        (
            {"player": lambda board: None},
            "player(... ... ...) returned None, not X or O.",
        ),
        (
            {"winner": lambda board: "nobody"},
            "winner(... ... ...) returned 'nobody', not X, O or None.",
        ),
    ],
)
def test_what_an_engine_did_wrong_is_said_and_a_new_game_offered(changed, sentence):
    state = press(START, "return 1", engine(**changed))
    assert state.trouble == sentence
    assert runner.status(state) == "The engine failed"
    assert press(state, "return").trouble == ""


def test_each_change_leaves_nothing_pending_that_it_has_answered():
    pending = replace(press(START, "return"), chosen=(0, 0), hint=True, waiting=3)
    broken = runner.failed(pending, Exception("x" * 9999), "line 3")
    assert (broken.chosen, broken.hint, broken.waiting) == (None, False, 0)
    assert (broken.trouble, broken.culprit) == ("x" * runner.MESSAGE, "line 3")
    hinted = runner.hinted(pending, (1, 1))
    assert (hinted.hint, hinted.waiting) == ((1, 1), 0)
    valued = runner.valued(pending, ((1, 1), None))
    assert (valued.known, valued.waiting) == ({(1, 1): None}, 0)
    arrived = runner.arrive(pending, pending.now)
    assert (arrived.chosen, arrived.hint, arrived.waiting) == (None, False, 0)
    assert len(arrived.history) == len(pending.history) + 1
    waits = [runner.waited(START, seconds).waiting for seconds in (0, 0.9, 1, 2.9)]
    assert waits == [0, 0, 1, 2]


def test_an_engine_that_never_ends_a_full_board_is_said_to():
    state = press(
        START,
        "f return 1 2 3 5 4 6 8 7 9",
        engine(terminal=lambda board: False),
    )
    assert state.trouble == "terminal(XOX XOO OXX) returned False for a full board."


def test_what_an_engine_did_is_told_in_the_language_of_the_window():
    start = replace(START, language="pt-BR")
    broken = engine(minimax=lambda board: None)
    assert press(start, "return 1", broken).trouble == (
        "minimax(X.. ... ...) devolveu None, que não é uma casa vazia."
    )


def test_an_engine_that_changes_the_board_it_is_given_does_no_harm():
    def spoil(board):
        action = tictactoe.minimax(board)
        board[2] = ["O", "O", "O"]
        return action

    state = press(START, "return 1", engine(minimax=spoil))
    assert board_text(state) == "X.. .O. ..."


def test_the_students_own_line_is_named_and_the_traceback_is_on_stderr(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(sys, "path", sys.path.copy())
    path = tmp_path / "mine.py"
    rest = (ROOT / "tictactoe.py").read_text("utf-8")
    path.write_text(
        rest + "\n\ndef minimax(board):\n    return __import__('json').loads('')\n"
    )
    line = len(rest.splitlines()) + 4
    state = press(START, "return 1", runner.load(path))
    assert state.trouble == (
        "minimax(X.. ... ...) raised JSONDecodeError: "
        "Expecting value: line 1 column 1 (char 0)"
    )
    assert state.culprit == f"mine.py:{line}: return __import__('json').loads('')"
    told = capsys.readouterr().err
    assert told.startswith("Traceback (most recent call last):\n")
    assert told.endswith("(char 0)\n")
    assert press(state, "return").culprit == ""


def test_what_an_engine_says_plays_no_tricks_on_the_terminal(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(sys, "path", sys.path.copy())
    path = tmp_path / "mine.py"
    rest = (ROOT / "tictactoe.py").read_text("utf-8")
    raising = "\n\ndef minimax(board):\n    raise ValueError('\\x1b[2J\\x07\\nnow')\n"
    path.write_text(rest + raising)
    press(START, "return 1", runner.load(path))
    told = capsys.readouterr().err
    assert told.endswith("ValueError: \\x1b[2J\\x07\nnow\n")
    assert told.replace("\n", "").isprintable()


@pytest.mark.parametrize("load", [runner.load, contract.load])
def test_a_file_that_cannot_be_read_is_told_as_that(tmp_path, monkeypatch, load):
    path = tmp_path / "mine.py"
    path.touch()

    def denied(self):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(
        ValueError, match=r"mine\.py: cannot be read: Permission denied"
    ):
        load(path)


@pytest.mark.parametrize("size", SIZES)
def test_what_an_engine_did_stands_beside_the_board_and_never_on_it(size):
    state = runner.failed(
        press(START, "return"), Exception("It broke."), "mine.py:3: 1 / 0"
    )
    found = runner.places(state, size)[0]
    assert not found["trouble"].colliderect(found["board"])
    window = pygame.Rect((0, 0), size)
    assert window.contains(found["trouble"])
    assert window.contains(found["board"])
    assert found["board"].w >= 60


def test_a_complaint_without_end_is_cut():
    def shout(board):
        raise ValueError("a" * 100_000)

    assert len(press(START, "return 1", engine(minimax=shout)).trouble) < 1000


# --- The real loop ----------------------------------------------------------


class Hand:
    """Posts each event of a script once the state drawn is the one it waits for."""

    def __init__(self, monkeypatch, script):
        self.script, self.states = list(script), []
        self.real = runner.draw
        monkeypatch.setattr(runner, "draw", self.draw)

    def draw(self, surface, state):
        self.real(surface, state)
        self.states.append(state)
        events = []
        while self.script and self.script[0][0](state) and not events:
            events = self.script.pop(0)[1](state, surface.get_size())
            for event in events:
                pygame.event.post(event)

    def run(self, engine=tictactoe, state=START):
        def stop():
            pygame.event.post(pygame.event.Event(pygame.QUIT))

        watchdog = threading.Timer(20, stop)
        watchdog.start()
        try:
            last = runner.run(engine, state)
        finally:
            watchdog.cancel()
        assert not self.script, f"nothing became of {len(self.script)} events"
        return last


def key(name):
    code = pygame.key.key_code(name)
    return lambda state, size: [pygame.event.Event(pygame.KEYDOWN, key=code)]


def click(name):
    def act(state, size):
        pos = place(state, size, name).center
        motion = pygame.event.Event(pygame.MOUSEMOTION, pos=pos)
        down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        return [motion, down]

    return act


def shut(state, size):
    return [pygame.event.Event(pygame.QUIT)]


def at_start(state):
    return state.screen == "start"


def my_turn(state):
    return runner.can_ask(state)


def over(state):
    return bool(state.now and state.now.over)


def always(state):
    return True


def test_a_game_by_mouse_in_the_real_loop(monkeypatch):
    clicks = [((0, 0), my_turn), ((0, 2), my_turn), ((2, 1), my_turn)]
    hand = Hand(
        monkeypatch,
        [
            (at_start, click("O")),
            (lambda state: state.mark == "O", click("Friend")),
            (lambda state: state.opponent == "Friend", click("Start")),
            *((turn, click(cell)) for cell, turn in clicks),
            (lambda state: len(state.history) == 4, click("Undo")),
            (lambda state: len(state.history) == 3 and my_turn(state), click("Theme")),
            (lambda state: state.dark, shut),
        ],
    )
    titles = []
    monkeypatch.setattr(pygame.display, "set_caption", titles.append)
    assert board_text(hand.run()) == "X.O ... ..."
    assert titles[0] == "Tic-Tac-Toe: choose sides"
    assert titles[-1] == "Tic-Tac-Toe: X to move"


def test_whole_games_by_keyboard_against_the_computer(monkeypatch):
    """A person who asks for a hint each time ties with the perfect opponent."""
    hinted = [
        (my_turn, key("h")),
        (lambda s: my_turn(s) and isinstance(s.hint, tuple), take_hint),
    ]
    hand = Hand(
        monkeypatch,
        [
            (at_start, key("return")),
            *hinted * 5,
            (over, key("n")),
            (my_turn, key("escape")),
            (at_start, key("right")),
            (lambda state: state.mark == "O", key("return")),
            *hinted * 4,
            (over, shut),
        ],
    )
    assert runner.outcomes(hand.run()) == (0, 0)


def take_hint(state, size):
    return click(state.hint)(state, size)


def test_values_in_the_real_loop(monkeypatch):
    hand = Hand(
        monkeypatch,
        [
            (at_start, key("return")),
            (my_turn, key("v")),
            (lambda state: len(state.known) == 9, shut),
        ],
    )
    hand.run()
    counts = [len(state.known) for state in hand.states]
    assert counts[-9:] == list(range(1, 10))


@pytest.mark.parametrize("size", SIZES[:3])
def test_the_window_can_be_resized_in_the_middle_of_a_game(monkeypatch, size):
    def resize(state, old):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        return [pygame.event.Event(pygame.VIDEOEXPOSE)]

    hand = Hand(
        monkeypatch,
        [
            (at_start, key("f")),
            (lambda state: state.opponent == "Friend", key("return")),
            (my_turn, resize),
            (my_turn, click((2, 2))),
            (lambda state: my_turn(state) and state.now.last == (2, 2), shut),
        ],
    )
    seen = []
    real = hand.real
    hand.real = lambda surface, *rest: (
        seen.append(surface.get_size()),
        real(surface, *rest),
    )
    assert board_text(hand.run()) == "... ... ..X"
    assert seen[-1] == size


def test_nothing_is_drawn_while_nothing_changes(monkeypatch):
    def wander(state, size):
        x, y = place(state, size, (1, 1)).center
        return [
            *(
                pygame.event.Event(pygame.MOUSEMOTION, pos=(x + n, y))
                for n in range(30)
            ),
            pygame.event.Event(pygame.QUIT),
        ]

    shown = []
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append(hand.states[-1]))
    hand = Hand(monkeypatch, [(my_turn, wander)])
    hand.run(state=press(START, "f return"))
    assert len(hand.states) <= 2
    assert shown == hand.states, "what is drawn must be shown"


def endless(board):
    while True:
        pass


def ended(threads):
    """Return whether there are no more threads than before, once all were told."""
    deadline = time.monotonic() + 20
    while threading.active_count() > threads and time.monotonic() < deadline:
        time.sleep(0.01)
    return threading.active_count() <= threads


def test_closing_while_the_engine_thinks_closes_at_once_and_stops_it(monkeypatch):
    thinking = replace(press(START, "return"), chosen=(0, 0))
    hand = Hand(monkeypatch, [(lambda state: len(state.history) == 2, shut)])
    threads = threading.active_count()
    assert hand.run(engine(minimax=endless), thinking).closed
    assert ended(threads)


@pytest.mark.ci
def test_an_endless_engine_is_left_for_a_new_game_and_stopped(monkeypatch):
    monkeypatch.setattr(runner, "NOTICEABLE", 0)
    monkeypatch.setattr(runner, "LONG", 0)
    thinking = replace(press(START, "return"), chosen=(0, 0))
    hand = Hand(
        monkeypatch,
        [
            (lambda s: "thinking for" in runner.status(s) and s.now.last, key("n")),
            (lambda state: state.now is None, lambda *_: []),
            (my_turn, shut),
        ],
    )
    threads = threading.active_count()
    last = hand.run(engine(minimax=endless), thinking)
    assert board_text(last) == "... ... ..."
    assert ended(threads)


def test_a_reply_that_comes_at_once_waits_a_moment_and_nothing_else_does(monkeypatch):
    slept, now = [], [10.1]
    monkeypatch.setattr(runner, "PAUSE", 0.4)
    monkeypatch.setattr(runner.time, "sleep", slept.append)
    monkeypatch.setattr(runner.time, "monotonic", lambda: now[0])
    thinker = runner.Thinker(tictactoe)
    thinker.since = 10
    state = runner.press_key(runner.press_key(START, "o"), "return")
    state = thinker.change(runner.question(state))(state)
    assert slept == []
    asked = runner.question(state)
    thinker.change(asked)
    now[0] = 20  # the engine took longer than that
    thinker.change(asked)
    assert slept == [pytest.approx(0.3), 0]
    thinker.question = asked
    assert thinker.waited() == 10
    thinker.question = None
    assert thinker.waited() == 0


def test_an_answer_that_nobody_waits_for_any_more_is_dropped():
    state = press(START, "f return")
    old = runner.question(runner.press_key(state, "1"))
    thinker = runner.Thinker(tictactoe)
    told = partial(thinker.told, old, thinker.change(old))
    answer = pygame.event.Event(pygame.USEREVENT, change=told)
    assert runner.after(state, answer, (600, 760)) == state
    assert (
        len(runner.after(runner.press_key(state, "1"), answer, (600, 760)).history) == 2
    )


@pytest.fixture
def begun(monkeypatch):
    """Return a thinker, and its answer to how a game begins, which nobody has taken."""
    posted = queue.Queue()
    monkeypatch.setattr(pygame.event, "post", posted.put)
    thinker = runner.Thinker(tictactoe)
    state = runner.press_key(START, "return")
    thinker.ask(runner.question(state))
    return thinker, state, posted, posted.get(timeout=10)


@pytest.mark.parametrize(
    ("before", "between"), [("", "n"), ("escape", "return"), ("n escape", "return")]
)
def test_a_question_that_was_answered_can_be_asked_again(begun, before, between):
    """Keys before and behind the answer, in one batch: used or dropped, it is gone."""
    thinker, state, posted, answer = begun
    for key in before.split():
        state = runner.press_key(state, key)
    state = runner.after(state, answer, (600, 760))
    state = runner.press_key(state, between)
    assert state.now is None
    thinker.ask(runner.question(state))
    assert runner.after(state, posted.get(timeout=10), (600, 760)).now


def test_a_question_is_asked_once_until_its_answer_is_taken(begun):
    thinker, state, posted, answer = begun
    thinker.ask(runner.question(state))
    assert thinker.thread is None
    assert posted.empty()
    runner.after(state, answer, (600, 760))
    assert thinker.question is None


def test_the_pointer_leaving_the_window_leaves_no_trace():
    state = replace(press(START, "return"), focus=(1, 1))
    event = pygame.event.Event(pygame.WINDOWLEAVE)
    assert runner.after(state, event, (600, 760)).focus is None


# --- The command line -------------------------------------------------------

QUIT_SOON = (
    "import pygame; pygame.display.init(); pygame.time.set_timer(pygame.QUIT, 300)"
)


def runs(*arguments, cwd=ROOT, env=None, before="pass"):
    """Run the window as a program of its own; return the code and what it said."""
    program = f"import sys; sys.path.insert(0, '.')\n{before}\n"
    program += "import runner; sys.exit(runner.main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_help_is_printed(capsys):
    with pytest.raises(SystemExit) as leaving:
        runner.main(["--help"])
    assert leaving.value.code == 0
    assert "Tic-Tac-Toe in a window" in capsys.readouterr().out


WHOLE = "X, O, EMPTY = 'X', 'O', None\n" + "\n".join(
    f"def {name}({', '.join(parameters)}): ..."
    for name, parameters in contract.PARAMETERS.items()
)
NOT_ENGINES = [
    ("gone.py", None, ": there is no such file"),
    ("notes.txt", "hello", ": not a Python file (its name must end in .py)"),
    ("a.py", "def f(:", ", line 1: does not compile: invalid syntax"),
    (
        "nul.py",
        "\0",
        ": does not compile: source code string cannot contain null bytes",
    ),
    (
        "b.py",
        "def f():\n    1 / 0\nf()",
        ", line 2: fails when it is imported: ZeroDivisionError: division by zero",
    ),
    (
        "c.py",
        "import sys; sys.exit()",
        ", line 1: fails when it is imported: SystemExit",
    ),
    ("d.py", WHOLE.replace("minimax", "maximin"), ": lacks minimax"),
    ("e.py", WHOLE.replace("X, O, ", "X, Y, "), ": lacks O"),
    ("f.py", WHOLE + "\nplayer = 3", ": lacks player"),
    ("g.py", "", ": lacks " + ", ".join([*contract.CONSTANTS, *contract.PARAMETERS])),
]


@pytest.mark.parametrize(
    "load", [runner.load, contract.load], ids=["window", "package"]
)
@pytest.mark.parametrize(("name", "text", "sentence"), NOT_ENGINES)
def test_a_file_that_is_not_an_engine_is_refused_alike(
    tmp_path, monkeypatch, load, name, text, sentence
):
    monkeypatch.setattr(sys, "path", sys.path.copy())
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    with pytest.raises((runner.ContractError, contract.ContractError)) as error:
        load(path)
    assert str(error.value) == f"{path}{sentence}"


@pytest.mark.parametrize(
    "load", [runner.load, contract.load], ids=["window", "package"]
)
def test_a_folder_is_not_a_file(tmp_path, load):
    with pytest.raises((runner.ContractError, contract.ContractError)) as error:
        load(tmp_path)
    assert str(error.value) == f"{tmp_path}: not a file"


def test_a_file_that_is_not_an_engine_is_one_sentence_and_exit_code_2(tmp_path, capsys):
    assert runner.main([str(tmp_path / "gone.py")]) == 2
    said = capsys.readouterr().err
    assert said == f"runner.py: {tmp_path / 'gone.py'}: there is no such file\n"
    assert runner.main(["one\ntwo", "--language=pt-BR"]) == 2
    said = capsys.readouterr().err
    assert said == "runner.py: one\\ntwo: esse arquivo não existe\n"


def import_with_python(*version):
    """Import the file where Python says that it is of a version."""
    program = f"import sys; sys.version_info = {version}; import runner"
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True
    )


def test_an_old_python_gets_one_sentence(tmp_path):
    """The file can be read by Python 3.8, and stops before it asks for more."""
    source = (ROOT / "runner.py").read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 8))
    first = [type(node) for node in tree.body[:3]]
    assert first == [ast.Expr, ast.Import, ast.If]
    done = import_with_python(3, 8, 18)
    assert done.returncode == 1
    assert done.stderr == "The window needs Python 3.11 or newer; this is 3.8.\n"


@pytest.mark.ci
def test_the_oldest_python_that_is_enough_is_3_11():
    assert import_with_python(3, 10, 99).returncode == 1
    assert import_with_python(3, 11).returncode == 0


def test_pygame_missing_is_said_with_its_remedy(monkeypatch, capsys):
    monkeypatch.setattr(runner, "pygame", None)
    assert runner.main([]) == 2
    assert capsys.readouterr().err == (
        "The window needs pygame: pip install pygame-ce\n"
    )


NO_SCREEN = (
    "import os; [os.environ.pop(n, None) for n in "
    "('SDL_VIDEODRIVER', 'DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR')]"
)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a screen")
def test_no_screen_is_said_and_the_terminal_game_named_where_it_is(tmp_path):
    said = "There is no screen for a window."
    advice = "In a terminal: python3 -m noughts play"
    assert runs(before=NO_SCREEN) == (2, "", f"{said} {advice}\n")
    for name in ("tictactoe.py", "runner.py"):
        shutil.copy(ROOT / name, tmp_path)
    assert runs(cwd=tmp_path, before=NO_SCREEN) == (2, "", f"{said}\n")


def test_ctrl_c_is_a_normal_way_to_leave(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    for step in ("load", "has_screen", "run"):  # a file may take its time to be run
        with monkeypatch.context() as patch:
            patch.setattr(runner, step, interrupted)
            assert runner.main([]) == INTERRUPTED


def test_the_hand_in_works_alone_in_an_empty_folder(tmp_path):
    for name in ("tictactoe.py", "runner.py"):
        shutil.copy(ROOT / name, tmp_path)
    assert runs(cwd=tmp_path, before=QUIT_SOON) == (0, "", "")


@pytest.mark.ci
def test_the_hand_in_takes_another_language_from_a_file_beside_it(tmp_path):
    for name in ("tictactoe.py", "runner.py"):
        shutil.copy(ROOT / name, tmp_path)
    assert runs("--language", "pt-BR", cwd=tmp_path)[0] == 2
    shutil.copy(ROOT / "noughts" / "words" / "pt-BR.toml", tmp_path)
    assert runs("--language", "pt-BR", cwd=tmp_path, before=QUIT_SOON) == (0, "", "")


def test_another_engine_is_played_with_what_it_imports(tmp_path):
    (tmp_path / "rules.py").write_text("from tictactoe_of_ours import *")
    shutil.copy(ROOT / "tictactoe.py", tmp_path / "tictactoe_of_ours.py")
    (tmp_path / "mine.py").write_text("from rules import *")
    assert runs(str(tmp_path / "mine.py"), before=QUIT_SOON) == (0, "", "")


@pytest.mark.ci
def test_a_thinking_engine_does_not_keep_the_process(tmp_path):
    """The program ends although the engine's thread never does."""
    text = (ROOT / "tictactoe.py").read_text()
    loop = "\n\ndef initial_state():\n    while True:\n        try:\n"
    loop += "            while True:\n                pass\n"
    loop += "        except BaseException:\n            pass\n"
    (tmp_path / "endless.py").write_text(text + loop)
    enter = "pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN)"
    before = f"{QUIT_SOON}; pygame.event.post({enter})"
    assert runs(str(tmp_path / "endless.py"), before=before) == (0, "", "")


LETS_NOBODY_ELSE_RUN = """
def initial_state():
    print("begun", flush=True)
    return 9 ** 9 ** 9  # one operation, during which no other thread runs
"""


@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_window_whatever_the_engine_does(tmp_path, kind):
    path = tmp_path / "greedy.py"
    path.write_text((ROOT / "tictactoe.py").read_text() + LETS_NOBODY_ELSE_RUN)
    enter = "pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN)"
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runner, pygame; "
        f"pygame.display.init(); pygame.event.post({enter}); "
        f"runner.main([{str(path)!r}])"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as window:
        try:
            assert window.stdout.readline() == "begun\n"
            window.send_signal(kind)
            assert window.wait(60) == -kind
        finally:
            window.kill()


def test_the_state_and_the_engine_need_no_pygame(tmp_path):
    """A whole game is played where pygame cannot be imported."""
    (tmp_path / "pygame.py").write_text("raise ImportError")
    code, out, err = runs(
        env={"PYTHONPATH": str(tmp_path)},
        before="import runner, tictactoe; s = runner.press_key(runner.State(), 's')\n"
        "while q := runner.question(s) or runner.question(s := runner.ask_hint(s)):\n"
        "    s = q.then(s, q.ask(tictactoe, *q.arguments))\n"
        "    if isinstance(s.hint, tuple): s = runner.choose(s, s.hint)\n"
        "    if s.now.over: break\n"
        "print(runner.status(s))\n",
    )
    assert out == "A draw\n"
    assert (code, err) == (2, "The window needs pygame: pip install pygame-ce\n")


# --- Beyond our own window --------------------------------------------------


@pytest.mark.parametrize("user", ["X", "O"])
def test_our_engine_answers_what_the_courses_window_asks(user):
    """
    That window draws sixty times a second and asks the engine anew each time.

    It asks for the player of finished boards too, compares cells with `EMPTY` and
    lets the engine move whenever it is not the user's turn.
    """
    ttt, random_user = tictactoe, random.Random(7)
    for _ in range(20):
        board = ttt.initial_state()
        for _frame in range(12):
            game_over = ttt.terminal(board)
            player = ttt.player(board)
            assert player in (ttt.X, ttt.O)
            if game_over:
                assert ttt.winner(board) != user
                assert ttt.minimax(board) is None
            elif user != player:
                board = ttt.result(board, ttt.minimax(board))
            else:
                free = [
                    (i, j)
                    for i in range(3)
                    for j in range(3)
                    if board[i][j] == ttt.EMPTY
                ]
                board = ttt.result(board, random_user.choice(free))
        assert ttt.terminal(board)


@pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    reason="needs Xvfb and xdotool",
)
@pytest.mark.ci
def test_a_real_window_is_clicked_on_a_real_screen(tmp_path):
    program = (
        "import runner, sys; real = runner.draw\n"
        "def draw(surface, state):\n"
        "    real(surface, state)\n"
        "    board = runner.shown(state.now.board) if state.now else ''\n"
        "    print(state.screen, runner.status(state), board, sep='|', flush=True)\n"
        "runner.draw = draw; runner.PAUSE = 0; sys.exit(runner.main([]))\n"
    )
    reading, writing = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x800x24"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(writing)
        with open(reading) as numbers:
            display = ":" + numbers.readline().strip()
        env = {**os.environ, "DISPLAY": display}
        del env["SDL_VIDEODRIVER"]
        with subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=env,
            stdout=subprocess.PIPE,
            text=True,
        ) as window:

            def until(text):
                for line in window.stdout:
                    if text in line:
                        return line
                raise AssertionError(f"the window closed before {text!r}")

            def tool(*arguments):
                subprocess.run(["xdotool", *map(str, arguments)], env=env, check=True)

            def click_on(state, name):
                x, y = place(state, runner.SIZE, name).center
                left, top = (800 - runner.SIZE[0]) // 2, (800 - runner.SIZE[1]) // 2
                tool("mousemove", left + x, top + y, "click", 1)

            until("start|")
            click_on(START, "Start")
            until("Your turn|... ... ...")
            click_on(press(START, "return"), (0, 0))
            until("Your turn|X.. .O. ...")
            tool("key", "9")
            until("Your turn|X")
            tool("key", "Escape")
            until("start|")
            tool("key", "Escape")
            assert window.wait(timeout=20) == 0
        server.terminate()
