"""The engine, proved on every position against the oracle."""

import copy
import inspect
import itertools
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest
from conftest import ROOT
from helpers.odds import odds_against_random

import tictactoe
from noughts.game import contract, oracle
from noughts.game.board import board_of, key_of, opponent, replies
from noughts.game.games import POLICIES, odds, perfect_span, policy_of
from noughts.game.notation import board_text, parse_board
from tictactoe import EMPTY, InvalidAction, O, X

INVALID = [
    (1, 1),
    (3, 0),
    (0, 3),
    (-1, 2),
    (2, -1),
    None,
    "ab",
    "00",
    (),
    (0,),
    (0, 0, 0),
    [0, 0],
    {0, 2},
    0,
    ("0", "2"),
    (None, None),
    ([], 2),
    ((0, 2),),
]


@pytest.fixture(scope="module")
def fillings():
    """Every filling of the grid, 3 to the 9th, whether a game can reach it or not."""
    return [
        [list(cells[:3]), list(cells[3:6]), list(cells[6:])]
        for cells in itertools.product((EMPTY, X, O), repeat=9)
    ]


def test_the_constants_are_those_of_the_contract():
    assert {name: getattr(tictactoe, name) for name in contract.CONSTANTS} == {
        "X": "X",
        "O": "O",
        "EMPTY": None,
    }


def test_the_signatures_are_those_of_the_assignment():
    for name, parameters in contract.PARAMETERS.items():
        signature = inspect.signature(getattr(tictactoe, name))
        assert tuple(signature.parameters) == parameters


def test_initial_state_is_empty_and_fresh():
    board = tictactoe.initial_state()
    assert board == [[None, None, None], [None, None, None], [None, None, None]]
    board[0][0] = X
    assert tictactoe.initial_state() == [[None] * 3] * 3


def test_player_alternates_on_every_position(in_progress):
    for board in in_progress:
        assert tictactoe.player(board) == oracle.truth_of(board).turn


def test_actions_are_the_empty_cells_as_a_set_of_tuples(in_progress):
    for board in in_progress:
        actions = tictactoe.actions(board)
        assert type(actions) is set
        assert actions == {
            (i, j) for i in range(3) for j in range(3) if board[i][j] is None
        }


def test_result_plays_every_legal_action_and_leaves_the_board_alone(in_progress):
    pairs = 0
    for board in in_progress:
        before = copy.deepcopy(board)
        for (i, j), key in replies(key_of(board)).items():
            pairs += 1
            new = tictactoe.result(board, (i, j))
            assert new == board_of(key)
            assert all(
                ours is not theirs for ours, theirs in zip(new, board, strict=True)
            )
        assert board == before
    assert pairs == 16_167


@pytest.mark.parametrize("action", INVALID, ids=repr)
def test_result_raises_for_an_invalid_action(action):
    board = parse_board("X.O .X. ...")
    with pytest.raises(InvalidAction) as error:
        tictactoe.result(board, action)
    assert str(error.value) == f"{action!r} is not an empty cell of X.O .X. ..."
    assert board == parse_board("X.O .X. ...")
    assert isinstance(error.value, ValueError)


def test_winner_terminal_and_utility_agree_with_the_oracle(positions):
    for board in positions:
        truth = oracle.truth_of(board)
        assert tictactoe.winner(board) == truth.winner
        assert tictactoe.terminal(board) is (truth.turn is None)
        if truth.turn is None:
            assert type(tictactoe.utility(board)) is int
            assert tictactoe.utility(board) == truth.value


def test_minimax_wins_soonest_and_loses_latest_on_every_position(positions):
    for board in positions:
        before = copy.deepcopy(board)
        action = tictactoe.minimax(board)
        best = oracle.truth_of(board).best
        assert action in best if best else action is None, board_text(board)
        assert board == before


def test_minimax_does_not_depend_on_earlier_calls(in_progress, monkeypatch):
    """A fresh table for each of a sample gives the moves of one shared table."""
    shared = {board_text(board): tictactoe.minimax(board) for board in in_progress}
    for board in in_progress[::97]:
        monkeypatch.setattr(tictactoe, "known", {})
        assert tictactoe.minimax(board) == shared[board_text(board)]


def test_the_first_move_searches_few_positions(monkeypatch):
    """The strongest cells come first, and known positions are not searched again."""
    monkeypatch.setattr(tictactoe, "known", {})
    tictactoe.minimax(tictactoe.initial_state())
    assert len(tictactoe.known) == 1_254


@pytest.mark.parametrize("name", ["player", "actions", "result", "terminal", "utility"])
def test_the_search_goes_through_the_functions_of_the_rules(name, monkeypatch):
    """A program that watches these functions sees the search."""
    calls = []
    rule = getattr(tictactoe, name)
    monkeypatch.setattr(tictactoe, "known", {})
    monkeypatch.setattr(tictactoe, name, lambda *given: calls.append(1) or rule(*given))
    tictactoe.minimax(tictactoe.initial_state())
    assert len(calls) > 300


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("... ... ...", (-9, 9)),
        ("XO. ... ...", (-7, 7)),
        ("XXX OO. ...", (5, 5)),
        ("OOO XX. X..", (-4, -4)),
        ("XOX XOO OXX", (0, 0)),
    ],
)
def test_the_first_bounds_of_a_position(text, bounds):
    assert tictactoe.first_bounds(parse_board(text)) == bounds


def test_remembered_values_are_bounds_of_the_truth(in_progress, monkeypatch):
    """A value inside the window is exact; outside it is a bound."""
    monkeypatch.setattr(tictactoe, "known", {})
    windows = [(-9, 9), (0, 1), (-1, 0), (0, 9), (-9, 0), (2, 4), (-4, -2)]
    for board, (alpha, beta) in zip(
        in_progress, itertools.cycle(windows), strict=False
    ):
        truth = oracle.truth_of(board)
        left = sum(row.count(None) for row in board) - truth.distance
        exact = truth.value * (1 + left)
        found = tictactoe.value(board, alpha, beta)
        if found <= alpha:
            assert exact <= found
        elif found >= beta:
            assert exact >= found
        else:
            assert exact == found
    for cells, (low, high) in list(tictactoe.known.items()):
        board = [cells[:3], cells[3:6], cells[6:]]
        assert low <= tictactoe.value([*map(list, board)], -9, 9) <= high


def test_every_filling_of_the_grid_gets_an_answer(fillings, share):
    """Public test suites use boards that no game reaches, such as three X and no O."""
    assert len(fillings) == 19_683
    for board in fillings[::share]:
        before = [*map(list, board)]
        assert tictactoe.player(board) in (X, O)
        assert tictactoe.winner(board) in (X, O, None)
        assert tictactoe.utility(board) in (1, -1, 0)
        actions, action = tictactoe.actions(board), tictactoe.minimax(board)
        if tictactoe.terminal(board):
            assert action is None
        else:
            assert action in actions
            tictactoe.result(board, action)
        assert board == before


@pytest.mark.parametrize(("mark", "wins"), [(X, "0.994792"), (O, "0.916402")])
def test_the_odds_against_a_random_opponent_are_the_best_possible(mark, wins):
    odds = odds_against_random(tictactoe.minimax, mark)
    assert odds.losses == 0
    assert round(odds.wins, 6) == Fraction(wins)


@pytest.mark.parametrize("mark", [X, O])
def test_against_a_casual_opponent_other_choices_win_more(mark):
    """So the documents say "as often as can be" of a random opponent only."""
    casual = POLICIES["casual"]
    ours = odds({mark: policy_of(tictactoe.minimax), opponent(mark): casual}, mark)
    _, most = perfect_span(casual, mark)
    assert ours.losses == 0
    assert ours.wins < most.wins


def test_the_assignments_manual_tests_pass_as_written():
    from tictactoe import actions, initial_state, player, terminal, winner

    board1 = initial_state()
    assert player(board1) == X, "X should go first"

    board2 = [[X, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]
    assert player(board2) == O, "O should go after X"

    board3 = [[X, O, X], [O, X, O], [EMPTY, EMPTY, EMPTY]]
    assert actions(board3) == {(2, 0), (2, 1), (2, 2)}

    board_x_wins = [[X, X, X], [O, O, EMPTY], [EMPTY, EMPTY, EMPTY]]
    assert winner(board_x_wins) == X

    assert terminal(board_x_wins) == True  # noqa: E712 - as the assignment has it
    assert terminal(initial_state()) == False  # noqa: E712


def test_the_file_works_alone_in_an_empty_folder(tmp_path):
    """A checker copies this one file, and nothing else."""
    shutil.copy(ROOT / "tictactoe.py", tmp_path)
    program = (
        "import sys; sys.path.insert(0, '.')\n"
        "import tictactoe\n"
        "board = tictactoe.initial_state()\n"
        "while not tictactoe.terminal(board):\n"
        "    board = tictactoe.result(board, tictactoe.minimax(board))\n"
        "print(tictactoe.utility(board))\n"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (run.stdout, run.stderr) == ("0\n", "")


def test_the_file_keeps_to_160_lines_of_79_columns():
    lines = (ROOT / "tictactoe.py").read_text("utf-8").splitlines()
    assert len(lines) <= 160
    assert max(map(len, lines)) <= 79
