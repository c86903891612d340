"""A session at a terminal: what is typed, what is printed, and who wins."""

import io
import re
from itertools import pairwise
from random import Random

import pytest

import tictactoe
from noughts import oracle
from noughts.board import free_cells
from noughts.games import Game, random_player, uniform
from noughts.notation import parse_square
from noughts.oracle import Verdict
from noughts.sandbox import EngineTimeout
from noughts.solver.game import MnkGame
from noughts.solver.mnk import Rules
from noughts.terminal.console import Console
from noughts.terminal.guide import usual_guide
from noughts.terminal.review import mistakes, review
from noughts.terminal.session import (
    END,
    FRIENDS_END,
    SIDE,
    TURN,
    Opponent,
    Session,
)
from noughts.words import LANGUAGES, words


def steady(board):
    """Take the middle row from its middle, then the corners."""
    return next(
        cell for cell in map(parse_square, "564137928") if cell in free_cells(board)
    )


STEADY = Opponent(steady)
PERFECT = Opponent(tictactoe.minimax)
FRIEND = Opponent()
MOVE = "Make your move (row-major order):"


def play(typed, opponent=STEADY, side="O", **more):
    """Type lines, then end the input; return the session and what it printed."""
    sink = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    session = Session(Console(source, sink), opponent, side, **more)
    session.run()
    return session, sink.getvalue()


def test_the_session_reads_as_the_assignment_says():
    _, printed = play(["1", "2"])
    assert printed.startswith(
        """\
Welcome to TTT!
My move is
- - -
- X -
- - -

Make your move (row-major order):
$ 1
O - -
- X -
- - -

My move is
O - -
- X X
- - -

Make your move (row-major order):
$ 2
O O -
- X X
- - -

My move is
O O -
X X X
- - -

X is the winner!
"""
    )


def test_the_person_may_move_first():
    _, printed = play(["x", "1"], side=None)
    assert printed.startswith(
        """\
Welcome to TTT!
Do you want to be X or O?
$ x
- - -
- - -
- - -

Make your move (row-major order):
$ 1
X - -
- - -
- - -

My move is
X - -
- O -
- - -
"""
    )


def test_who_moves_first_sees_the_empty_board_after_a_note():
    sink = io.StringIO()
    Session(Console(io.StringIO(), sink), STEADY, "X").run("There is no window.")
    assert sink.getvalue() == (
        "Welcome to TTT!\nThere is no window.\n- - -\n- - -\n- - -\n\n"
        f"{MOVE}\n$ \nGoodbye! Score: you 0, me 0, draws 0.\n"
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5", "5 is taken; free: 1, 2, 3, 4, 6, 7, 8, 9"),
        ("0", "'0' is not a square: a number from 1 to 9 (? for help)"),
        ("10", "'10' is not a square: a number from 1 to 9 (? for help)"),
        ("-1", "'-1' is not a square: a number from 1 to 9 (? for help)"),
        ("1 2", "'1 2' is not a square: a number from 1 to 9 (? for help)"),
        ("abc", "'abc' is not a square: a number from 1 to 9 (? for help)"),
        ("", "'' is not a square: a number from 1 to 9 (? for help)"),
        ("\u0663", "'\u0663' is not a square: a number from 1 to 9 (? for help)"),
        ("\0", "'\\x00' is not a square: a number from 1 to 9 (? for help)"),
        (
            "7" * 100_000,
            f"'{'7' * 27}...{'7' * 28}' is not a square: "
            "a number from 1 to 9 (? for help)",
        ),
        ("u", "There is no move of yours to take back."),
    ],
)
def test_one_sentence_and_the_question_again(typed, said):
    _, printed = play([typed])
    answer = printed[printed.index("$ ") :].splitlines()[1:]
    assert answer == [said, MOVE, "$ ", "Goodbye! Score: you 0, me 0, draws 0."]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("z", "'z' is neither X nor O (? for help)"),
        ("", "'' is neither X nor O (? for help)"),
        ("5", "'5' is neither X nor O (? for help)"),
    ],
)
def test_the_side_is_asked_until_it_is_clear(typed, said):
    session, printed = play([typed, "o"], side=None)
    assert said in printed.splitlines()
    assert printed.count("Do you want to be X or O?") == 2
    assert session.side == "O"


@pytest.mark.parametrize("typed", ["  1 ", "1\r", "\t1"])
def test_space_around_a_square_does_not_matter(typed):
    session, _ = play([typed])
    assert session.game.board[0][0] == "O"


def test_values_list_the_free_squares_by_what_they_are_worth_best_first():
    _, printed = play(["1", "2", "v"], side="X", opponent=FRIEND)
    assert "wins in 3: 4, 5, 7\ndraw: 3, 6, 8, 9\n" in printed


def guided(values, typed="v"):
    """Return what is printed on a bigger board, of which a guide knows some squares."""
    guide = usual_guide()._replace(values=lambda board: values)
    start = MnkGame(rules=Rules(4, 4, 4))
    _, printed = play([typed], FRIEND, None, start=start, guide=guide)
    return printed[printed.index(f"$ {typed}\n") :].split("\n")[1:-3]


def test_a_sooner_win_and_a_later_loss_are_better():
    some = [(1, 2), (1, 5), (0, 3), (0, 7), (-1, 4), (-1, 1)]
    cells = [divmod(n, 4) for n in range(16)]
    verdicts = [some[n % 6] for n in (3, 5, 0, 4, 2, 1)]
    known = dict(zip(cells, (Verdict(*each) for each in verdicts), strict=False))
    *told, unknown, asked = guided(known)
    assert [line.partition(":")[0] for line in told] == [
        "wins in 2",
        "wins in 5",
        "draw",
        "draw",
        "loses in 4",
        "loses in 1",
    ]
    assert unknown.endswith(": 7, 8, 9, 10, 11, 12, 13, 14, 15, 16.")
    assert asked == "X, make your move (row-major order):"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (4, "5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16."),
        (3, "13 squares."),
    ],
)
def test_a_dozen_squares_that_are_not_known_are_listed_and_more_are_counted(
    known, said
):
    told = guided({divmod(n, 4): Verdict(0, 16) for n in range(known)})
    assert told[1:-1] == [f"Not known in the time allowed: {said}"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Hint: 1 (draw): O must answer 5."),
        ("1 2", "Hint: 4 (wins in 3): forces O to 7."),
        ("1 5 2", "Hint: 3 (draw): blocks X on 1-2-3."),
        ("1 5 2 4", "Hint: 3 (wins in 1): completes 1-2-3."),
        ("1 2 5 4", "Hint: 9 (wins in 1): completes 1-5-9."),
    ],
)
def test_a_hint_says_why_in_a_few_words(typed, said):
    _, printed = play([*typed.split(), "h"], opponent=FRIEND)
    assert said in printed.splitlines()


def test_hints_are_worth_most():
    """Following every hint, one never loses to a perfect opponent, nor wins."""
    for side in "XO":
        typed = []
        while not (session := play(typed, PERFECT, side)[0]).results:
            _, printed = play([*typed, "h"], PERFECT, side)
            [hint] = re.findall(r"^Hint: (\d) \(draw\): .+\.$", printed, re.MULTILINE)
            typed.append(hint)
        assert session.results == ["draws"]


# --- Taking back, new games, the score ----------------------------------------


def test_undo_takes_back_a_whole_turn_against_the_program():
    session, printed = play(["1", "u"])
    assert str(session.game) == "5"
    assert "Taken back.\n- - -\n- X -\n- - -\n" in printed


def test_undo_takes_back_one_move_of_two_people():
    session, _ = play(["1", "2", "3", "u"], opponent=FRIEND, side=None)
    assert str(session.game) == "1 2"


def test_undo_after_the_end_takes_the_game_out_of_the_score():
    lost, _ = play(["1", "2"])
    assert lost.results == ["me"]
    again, _ = play(["1", "2", "u"])
    assert again.results == []
    assert str(again.game) == "5 1 6"


def test_a_new_game_in_the_middle_counts_for_nobody():
    session, _ = play(["1", "n"])
    assert str(session.game) == "5"
    assert session.results == []


@pytest.mark.parametrize("typed", ["", "n", "y", "YES", "new game"])
def test_after_a_game_comes_another(typed):
    session, printed = play(["1", "2", typed, "1", "2"])
    assert session.results == ["me", "me"]
    assert "Score: you 0, me 2, draws 0.\n" in printed


def test_one_can_change_sides_between_games_and_the_score_stays_ones_own():
    session, _ = play(["1", "2", "x", "1", "2", "3"])
    assert session.side == "X"
    assert session.results == ["me", "you"]
    assert session.game.winner == "X"


@pytest.mark.parametrize("say", [*map(words, LANGUAGES)], ids=LANGUAGES)
def test_every_command_is_known_by_its_word_too(say):
    for phase in (SIDE, TURN, END, FRIENDS_END):
        for command in phase.commands:
            assert command.matches(command.key, say)
            assert command.matches(say(f"play.word.{command.name}").upper(), say)


@pytest.mark.parametrize("say", [*map(words, LANGUAGES)], ids=LANGUAGES)
def test_no_two_commands_of_a_phase_are_typed_alike(say):
    for phase in (SIDE, TURN, END, FRIENDS_END):
        typed = [
            t
            for c in phase.commands
            for t in (c.key, say(f"play.word.{c.name}").lower(), *c.also)
        ]
        assert len(set(typed)) == len(typed)


def test_what_means_nothing_after_a_game_gets_a_sentence():
    _, printed = play(["1", "2", "7"])
    assert "'7' means nothing here (? for help)\nEnter for a new game" in printed


def test_two_people_play_in_turn_and_are_scored_by_mark():
    session, printed = play(
        ["1", "4", "2", "5", "3", "", "5", "1", "2", "x"], opponent=FRIEND, side=None
    )
    assert "X, make your move (row-major order):\n$ 1\n" in printed
    assert "O, make your move (row-major order):\n$ 4\n" in printed
    assert "X is the winner!\nScore: X 1, O 0, draws 0.\n" in printed
    assert "My move is" not in printed
    assert "'x' is not a square" in printed
    assert session.score_text == "Score: X 1, O 0, draws 0."


def test_two_people_choose_no_side_after_a_game():
    _, printed = play(["1", "4", "2", "5", "3", "x", "?"], opponent=FRIEND, side=None)
    assert "'x' means nothing here (? for help)" in printed
    assert "play X" not in printed


def test_a_tie_is_announced():
    replies = map(parse_square, "56729")
    scripted = Opponent(lambda board: next(replies))
    session, printed = play(["1", "4", "3", "8"], scripted)
    assert "It is a tie!\nScore: you 0, me 0, draws 1.\n" in printed
    assert session.results == ["draws"]


def test_sides_can_be_taken_in_turn():
    session, printed = play(["t", "1", "2", "3", "", "1", "2", ""], side=None)
    assert printed.count("My move is\n- - -\n- X -\n- - -\n") == 1
    assert session.results == ["you", "me"]
    assert session.side == "X"
    assert play(["1", "2", "t"])[0].side == "X"
    assert play([], side=None, turns=True)[0].side == "X"


@pytest.mark.parametrize(
    ("side", "moves", "other"), [("O", ["1", "2"], "X"), ("X", ["1", "2", "3"], "O")]
)
def test_who_takes_sides_in_turn_after_a_game_plays_the_other_at_once(
    side, moves, other
):
    session, _ = play([*moves, "t", *moves[:1]], side=side)
    assert (session.side, session.turns) == (other, True)
    assert len(session.results) == 1
    assert not session.game.over


def test_a_game_begun_anew_does_not_change_sides():
    assert play(["t", "1", "n"], side=None)[0].side == "X"


def test_a_side_chosen_ends_the_taking_in_turn():
    session, _ = play(["t", "1", "2", "3", "x", "1", "2", "3", ""], side=None)
    assert session.side == "X"


def test_the_analysis_names_what_decided_the_game_and_what_came_before():
    _, printed = play(["1", "2", "3", "4", "5", "6", "7", "a"], FRIEND, None)
    told = printed[printed.index("$ a\n") :].splitlines()
    assert told[1].startswith("What decided it: move 4 (O on 4) is a mistake: ")
    assert told[2] == ("Mistakes before it: moves 2 and 3.")


@pytest.mark.parametrize(
    ("squares", "told"),
    [
        (  # one move would have held: it is named already
            "1 4 3 5 2",
            [
                "What decided it: move 2 (O on 4) is a mistake: only 5 does not lose; "
                "X answers 2 and forces O to 3; then X makes two threats with 5."
            ],
        ),
        (  # two would have
            "4 6 3 9 1 5 8 2 7",
            [
                "What decided it: move 4 (O on 9) is a mistake: it gives up the draw; "
                "X answers 1 and makes two threats, on 2 and 7. Better: 1 or 7."
            ],
        ),
        (  # the wins that were given up are named already
            "6 2 4 5 8 1 7 9",
            [
                "What decided it: move 3 (X on 4) is a mistake: it turns the win on 3 "
                "or 5 into a loss; O answers 5, blocks X on 4-5-6 and forces X to 8; "
                "then O makes two threats with 1 or 3.",
                "A mistake before it: move 2.",
            ],
        ),
        ("1 5 9 2 8 7 3 6 4", ["Nobody made a mistake in this game."]),
    ],
)
def test_the_analysis_tells_what_would_have_been_better_and_nothing_twice(
    squares, told
):
    moves = [*map(parse_square, squares.split())]
    assert review(moves, words()) == told


def test_where_nobody_erred_the_analysis_says_so():
    _, printed = play(["1", "5", "9", "2", "8", "7", "3", "6", "4", "a"], FRIEND, None)
    assert "Nobody made a mistake in this game.\n" in printed


@pytest.mark.ci
def test_after_the_last_mistake_the_value_of_the_game_is_its_end():
    """On every way through the game a mistake is a change of value, and no other."""
    rng = Random(5)
    for _ in range(60):
        game = Game()
        while not game.over:
            game = game.play(rng.choice(free_cells(game.board)))
        values = [
            oracle.look(Game(game.moves[:n]).board).value
            for n in range(len(game.moves) + 1)
        ]
        changes = [n + 1 for n, (a, b) in enumerate(pairwise(values)) if a != b]
        assert [mistake.number for mistake in mistakes(game.moves)] == changes


def test_a_session_in_portuguese():
    say = words("pt-BR")
    more = {"say": say, "guide": usual_guide(say)}
    _, printed = play(["v", "h", "5", "1", "2", "a", "q"], **more)
    for line in (
        "Bem-vindo ao TTT!",
        "Minha jogada é",
        "empate: 1, 3, 7, 9",
        "perde em 3: 2, 4, 6, 8",
        "Dica: 1 (empate): tem duas linhas abertas.",
        "5 está ocupada: estão livres 1, 2, 3, 4, 6, 7, 8, 9",
        "X venceu!",
        "Placar: você 0, eu 1, empates 0.",
        "Até logo! Placar: você 0, eu 1, empates 0.",
    ):
        assert line in printed.splitlines()
    assert "O que decidiu: a jogada 4 (O em 2) é um erro: " in printed


# --- Ways to leave ------------------------------------------------------------


@pytest.mark.parametrize("side", [None, "X", "O"])
@pytest.mark.parametrize("word", ["q", "Q", "quit"])
def test_q_leaves_from_anywhere_with_the_score(word, side):
    _, printed = play([word, "1", "1"], side=side)
    assert printed.endswith(f"$ {word}\nGoodbye! Score: you 0, me 0, draws 0.\n")


def test_q_leaves_after_a_game():
    _, printed = play(["1", "2", "q"])
    assert printed.endswith("$ q\nGoodbye! Score: you 0, me 1, draws 0.\n")


def test_ctrl_c_leaves_with_the_score():
    class Interrupted(io.StringIO):
        def readline(self, *args):
            raise KeyboardInterrupt

    sink = io.StringIO()
    Session(Console(Interrupted(), sink), STEADY, "O").run()
    assert sink.getvalue().endswith("$ \nGoodbye! Score: you 0, me 0, draws 0.\n")


def test_ctrl_c_leaves_while_the_opponent_thinks():
    def slow(board):
        raise KeyboardInterrupt

    _, printed = play([], opponent=Opponent(slow))
    assert printed == "Welcome to TTT!\nGoodbye! Score: you 0, me 0, draws 0.\n"


# --- Help ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "side", "lines"),
    [
        (
            ["?"],
            None,
            [
                "x     play X, and move first",
                "o     play O, and move second",
                "t     change sides after each game",
                "q     leave",
                "?     this list",
            ],
        ),
        (
            ["?"],
            "O",
            [
                "1-9   take that square, counted row by row",
                "u     take back your last move",
                "h     a good move, what it is worth, and why",
                "v     what each free square is worth to you",
                "n     a new game, without counting this one",
                "q     leave",
                "?     this list",
            ],
        ),
        (
            ["1", "2", "?"],
            "O",
            [
                "Enter a new game",
                "a     where this game was decided, and why",
                "x     play X, and move first",
                "o     play O, and move second",
                "t     change sides after each game",
                "u     take back your last move",
                "q     leave",
                "?     this list",
            ],
        ),
    ],
)
def test_help_lists_what_can_be_typed_now(typed, side, lines):
    _, printed = play(typed, side=side)
    told = printed[printed.rindex("$ ?") :].splitlines()[1:]
    assert told[: len(lines)] == lines
    assert told[len(lines)].endswith((":", "?"))


# --- Opponents ----------------------------------------------------------------


def all_games(opponent, side):
    """Yield every finished session there is against an opponent without chance."""
    todo = [[]]
    while todo:
        typed = todo.pop()
        session, _ = play(typed, opponent, side)
        if session.results:
            yield session
        else:
            free = map(session.number, free_cells(session.game.board))
            todo += [[*typed, str(number)] for number in free]


@pytest.mark.parametrize("side", [pytest.param("X", marks=pytest.mark.ci), "O"])
def test_in_all_games_that_one_can_play_the_perfect_opponent_never_loses(side):
    results = [session.results for session in all_games(PERFECT, side)]
    assert len(results) > 50
    assert ["draws"] in results
    assert ["me"] in results
    assert ["you"] not in results


def test_a_seeded_opponent_plays_the_same_game_again():
    def game(seed):
        opponent = Opponent(random_player(uniform, Random(seed)))
        return str(play(["1", "2"], opponent, "O")[0].game)

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(9)}) > 1


def breaks(board):
    raise EngineTimeout("minimax(... ... ...)", 5)


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        (breaks, "minimax(... ... ...) took longer than 5 s"),
        (
            lambda board: (9, 9),
            "minimax(... ... ...) answered (9, 9), which is not a free cell",
        ),
        (
            lambda board: None,
            "minimax(... ... ...) answered None, which is not an action (i, j)",
        ),
    ],
)
def test_an_engine_without_a_legal_answer_loses_and_the_program_goes_on(engine, said):
    session, printed = play(["x", "1"], opponent=Opponent(engine))
    assert (
        f"I lose this game: {said}\nO is the winner!\nScore: you 1, me 0, draws 0.\n"
    ) in printed
    assert session.results[0] == "you"
    assert printed.count("Make your move") == 1
