"""A session at a terminal: what is typed, what is printed, and who wins."""

import io
import re

import pytest
from helpers.golden import HERE, compare

import tictactoe
from noughts.game.board import free_cells
from noughts.game.contract import SlowEngineError
from noughts.game.games import Game
from noughts.game.notation import parse_square
from noughts.game.oracle import Verdict
from noughts.play.terminal.guide import Opponent, usual_guide
from noughts.play.terminal.session import END, FRIENDS_END, SIDE, TURN, Console, Session
from noughts.texts import LANGUAGES, words


def steady(board):
    """Take the middle row from its middle, then the corners."""
    return next(
        cell for cell in map(parse_square, "564137928") if cell in free_cells(board)
    )


def late(board):
    raise SlowEngineError("minimax(... ... ...)", 5)


STEADY = Opponent(steady)
PERFECT = Opponent(tictactoe.minimax)
FRIEND = Opponent()
OPPONENTS = {
    "steady": STEADY,
    "friend": FRIEND,
    "late": Opponent(late),
    "off the board": Opponent(lambda board: (9, 9)),
    "silent": Opponent(lambda board: None),
}


def play(typed, opponent=STEADY, side="O", note="", **more):
    """Type lines, then end the input; return the session and what it printed."""
    sink = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    session = Session(Console(source, sink), opponent, side, **more)
    session.run(note)
    return session, sink.getvalue()


# What is printed is in the golden file: the opponent, the side, what is typed.
SESSIONS = [
    ("steady", "O", "1 2"),
    ("steady", None, "z x 1"),
    ("steady", "O", "5 0 10 -1 abc \u0663 \0 " + "7" * 100 + " u 1 u"),
    ("steady", None, "? o ? 1 2 ? 7 q"),
    ("steady", "X", "h v"),
    ("friend", None, "1 4 2 5 3 ? x a"),
    ("friend", None, "1 2 3 4 5 6 7 a"),
    ("friend", None, "1 5 9 2 8 7 3 6 4 a"),
    ("friend", None, "h 1 2 h v"),
    ("friend", None, "1 5 2 h 4 h"),
    ("late", "O", "x 1"),
    ("off the board", "O", "x"),
    ("silent", "O", "x"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sessions_read_as_they_did(language, update_golden):
    say, blocks = words(language), []
    for name, side, typed in SESSIONS:
        guided = {"say": say, "guide": usual_guide(say)}
        _, printed = play(typed.split(), OPPONENTS[name], side, **guided)
        blocks.append(f"=== {name}, {side}\n{printed}")
    path = HERE / "transcripts" / f"sessions.{language}.txt"
    compare(path, "\n".join(blocks), update_golden)


@pytest.mark.parametrize("typed", ["", "  ", "1 2", "7" * 100_000])
def test_invalid_squares_are_asked_again(typed):
    session, printed = play([typed, "1"])
    assert str(session.game) == "5 1 6"
    assert len(printed) < 1_000


def test_a_note_comes_before_the_first_board():
    _, printed = play([], side="X", note="There is no window.")
    assert printed.splitlines()[1:3] == ["There is no window.", "- - -"]


# --- Taking back, new games, sides, the score ---------------------------------

YOU, ME = ["you"], ["me"]
GAMES = [
    # opponent, side, what is typed, the game, the side and the results then
    (STEADY, "O", ["1", "u"], "5", "O", []),
    (FRIEND, None, ["1", "2", "3", "u"], "1 2", None, []),
    (STEADY, "O", ["1", "2"], "5 1 6 2 4", "O", ME),
    (STEADY, "O", ["1", "2", "u"], "5 1 6", "O", []),
    (STEADY, "O", ["1", "n"], "5", "O", []),
    *[(STEADY, "O", ["1", "2", w], "5", "O", ME) for w in ("", "n", "Y", "new game")],
    (STEADY, "O", ["1", "2", "x", "1", "2", "3"], "1 5 2 6 3", "X", ME + YOU),
    (STEADY, None, ["t", "1", "2", "3", ""], "5", "O", YOU),
    (STEADY, None, ["t", "1", "2", "3", "", "1", "2", ""], "", "X", YOU + ME),
    (STEADY, None, ["t", "1", "n"], "", "X", []),
    (STEADY, None, ["t", "1", "2", "3", "x", "1", "2", "3", ""], "", "X", YOU * 2),
    (STEADY, "O", ["1", "2", "t"], "", "X", ME),
    (STEADY, "X", ["1", "2", "3", "t"], "5", "O", YOU),
    (STEADY, "O", ["1", "2", "q", "1"], "5 1 6 2 4", "O", ME),
]


@pytest.mark.parametrize("row", GAMES)
def test_commands_lead_to_a_game_a_side_and_a_score(row):
    opponent, side, typed, *then = row
    session, _ = play(typed, opponent, side)
    assert [str(session.game), session.side, session.results] == then


def test_sides_alternate_from_the_first_game_if_asked():
    for side, first in ((None, "X"), ("O", "O")):
        assert play([], side=side, turns=True)[0].side == first


@pytest.mark.parametrize("say", [*map(words, LANGUAGES)], ids=LANGUAGES)
def test_every_command_has_a_key_and_a_word_of_its_own(say):
    for phase in (SIDE, TURN, END, FRIENDS_END):
        typed = list[str]()
        for command in phase.commands:
            word = say(f"play.word.{command.name}")
            assert command.matches(command.key, say)
            assert command.matches(word.upper(), say)
            typed += [command.key, word.lower(), *command.also]
        assert len(set(typed)) == len(typed)


# --- Hints, values, analysis ---------------------------------------------------


def test_hints_are_worth_most():
    """Following every hint, one never loses to a perfect opponent, nor wins."""
    for side in "XO":
        typed = []
        while not (session := play(typed, PERFECT, side)[0]).results:
            _, printed = play([*typed, "h"], PERFECT, side)
            [hint] = re.findall(r"^Hint: (\d) \(draw\): .+\.$", printed, re.MULTILINE)
            typed.append(hint)
        assert session.results == ["draws"]


def test_a_sooner_win_and_a_later_loss_are_better():
    verdicts = [(0, 7), (-1, 1), (1, 2), (-1, 4), (0, 3), (1, 5)]
    cells = [divmod(n, 4) for n in range(16)]
    known = dict(zip(cells, [Verdict(*v) for v in verdicts], strict=False))
    guide = usual_guide()._replace(values=lambda board: known)
    game = Game(rules=(4, 4, 4))
    _, printed = play(["v"], FRIEND, None, game=game, guide=guide)
    best_first = [(1, 2), (1, 5), (0, 3), (0, 7), (-1, 4), (-1, 1)]
    order = [words().verdict(*verdict) for verdict in best_first]
    found = [line.partition(":")[0] for line in printed.splitlines()]
    assert [text for text in found if text in order] == order


# --- Ways to leave, and opponents ---------------------------------------------


def interrupt(*_):
    raise KeyboardInterrupt


GOODBYE = "Goodbye! Score: you 0, me 0, draws 0.\n"


@pytest.mark.parametrize("word", ["q", "Q", "quit"])
@pytest.mark.parametrize("side", [None, "X", "O"])
def test_quitting_works_in_every_phase_and_prints_the_score(word, side):
    _, printed = play([word, "1", "1"], side=side)
    assert printed.endswith(f"\n{GOODBYE}")


@pytest.mark.parametrize("where", ["asked", "thinking"])
def test_ctrl_c_leaves_with_the_score_and_ends_the_command(where, monkeypatch):
    if where == "asked":
        monkeypatch.setattr(Console, "ask", interrupt)
    sink = io.StringIO()
    opponent = Opponent(interrupt if where == "thinking" else steady)
    with pytest.raises(KeyboardInterrupt):
        Session(Console(io.StringIO(), sink), opponent, "O").run()
    assert sink.getvalue().endswith(f"\n{GOODBYE}")
