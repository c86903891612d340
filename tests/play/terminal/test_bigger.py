"""Bigger boards at the terminal: the solver as an opponent, and as a guide."""

import io

import pytest

from noughts.game.games import Game
from noughts.game.oracle import Verdict
from noughts.play.terminal import guide
from noughts.play.terminal.session import Console, Session
from noughts.solver.mnk import Rules
from noughts.solver.thinker import Choice, Thinker
from noughts.texts import words

SAY = words()
WINS = [SAY.verdict(1, moves) for moves in range(7)]


def play(typed, board, side="X", seconds=30.0):
    """Type lines, then end the input; return what was printed."""
    player = Thinker(Rules(*board), seconds)
    sink = io.StringIO()
    Session(
        Console(io.StringIO("".join(f"{line}\n" for line in typed)), sink),
        guide.solver_opponent(player),
        side,
        Game(rules=player.rules),
        guide.solver_guide(player),
    ).run()
    return sink.getvalue()


def test_the_person_can_win_where_the_first_player_wins():
    """The program answers 6 with 7, so 10 makes a column open at both ends."""
    printed = play(["6", "10", "2", "14", "a"], (4, 4, 3))
    assert "X is the winner!\nScore: you 1, me 0, draws 0." in printed
    assert printed.count(SAY("play.certain", promise="")[:-1]) == 2
    assert SAY("play.not_an_answer", typed="'a'") in printed  # no game is analysed


def test_a_hint_and_the_worth_of_every_square():
    printed = play(["h", "v"], (4, 4, 3))
    why = SAY("play.why.opens", n=7)
    assert SAY("play.hint_why", number=6, promise=WINS[3], why=why) in printed
    assert (
        f"{WINS[3]}: 6, 7, 10, 11\n"
        f"{WINS[4]}: 2, 3, 5, 8, 9, 12, 14, 15\n"
        f"{WINS[6]}: 1, 4, 13, 16\n"
    ) in printed


@pytest.mark.ci
def test_a_short_time_limit_makes_it_admit_doubt():
    printed = play(["h", "v"], (8, 8, 5), side="O", seconds=0.05)
    assert SAY("play.doubt", promise=SAY("solve.promise.unknown")) in printed
    assert f", {SAY('play.not_certain')}): " in printed
    assert SAY("play.unknown", n=2)[:12] in printed


def test_squares_that_are_not_solved_are_counted():
    adviser = guide.Guide(None, lambda board: {(1, 0): Verdict(1, 3)})
    console, game = Console(io.StringIO("v\n"), io.StringIO()), Game(rules=(2, 3, 3))
    Session(console, guide.Opponent(), None, game, adviser).run()
    assert f"{WINS[3]}: 4\n{SAY('play.unknown', n=5)}\n" in console.sink.getvalue()


@pytest.mark.parametrize(
    ("board", "square", "said"),
    [
        ("XX.. O... O... ....", 3, SAY("play.why.completes")),
        ("X... .... OO.. ...X", 11, SAY("play.why.blocks")),
        (".... .X.. .O.. ....", 7, SAY("play.why.forks")),
        ("X... .... .... ...O", 2, SAY("play.why.forces", number=3)),
        (".... .... .... ....", 1, SAY("play.why.opens", n=3)),
        ("XOOX OXXO XOOX O..X", 14, ""),
    ],
)
def test_a_hint_says_what_the_move_is_good_for(board, square, said):
    rules = Rules(4, 4, 3)
    rows = [[None if mark == "." else mark for mark in row] for row in board.split()]
    state = rules.read(rows) if said else rules.state(0, 0)._replace(my_needs=set())
    assert guide.purpose(state, 1 << square - 1, SAY) == said


def test_an_uncertain_move_comes_with_what_is_known():
    player = Thinker(Rules(4, 4, 3), 30.0)
    player.last = Choice((0, 0), certain=False, words=WINS[3])
    said = guide.solver_opponent(player).remark()
    assert said == SAY("play.doubt", promise=WINS[3])


def test_remarks_and_hints_are_in_the_language_of_the_person():
    player = Thinker(Rules(4, 4, 3), 30.0, "pt-BR")
    adviser = guide.solver_guide(player)
    empty = Game(rules=player.rules).board
    say = words("pt-BR")
    assert adviser.hint(empty)[1] == say.verdict(1, 3)
    assert player(empty) == (1, 1)
    said = guide.solver_opponent(player).remark()
    assert said == say("play.certain", promise=say.verdict(1, 3))
