"""The oracle agrees with the known counts of the game."""

from collections import Counter

import pytest
from helpers.refusals import refused

from noughts.game import oracle
from noughts.game.board import (
    START,
    board_of,
    completing,
    key_of,
    opponent,
    play,
    replies,
    turn,
)
from noughts.game.notation import board_text, parse_board

NODES_PER_DEPTH = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
POSITIONS_PER_DEPTH = [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]


def test_the_positions_are_those_of_the_game(positions):
    assert len(positions) == 5_478
    assert len({board_text(board) for board in positions}) == 5_478
    marks = [9 - key_of(board).count(".") for board in positions]
    assert marks == sorted(marks)
    assert [*Counter(marks).values()] == POSITIONS_PER_DEPTH
    ends = Counter(
        oracle.truth_of(b).winner for b in positions if not oracle.truth_of(b).turn
    )
    assert ends == {"X": 626, "O": 316, None: 16}


def test_the_tree_has_the_known_number_of_nodes_at_each_depth():
    """Like perft in chess: a wrong rule changes these counts."""
    paths, nodes, games = Counter({START: 1}), [], Counter()
    while paths:
        nodes.append(paths.total())
        deeper = Counter()
        for key, times in paths.items():
            truth = oracle.table()[key]
            if truth.turn is None:
                games[truth.winner] += times
            else:
                for reply in replies(key).values():
                    deeper[reply] += times
        paths = deeper
    assert nodes == NODES_PER_DEPTH
    assert sum(nodes) == 549_946
    assert games == {"X": 131_184, "O": 77_904, None: 46_080}


def test_symmetry_leaves_765_positions(positions, share):
    turned = "630741852"  # where each cell comes from when the board is turned
    flipped = "210543876"

    def images(key):
        for _ in range(4):
            key = "".join(key[int(n)] for n in turned)
            yield key
            yield "".join(key[int(n)] for n in flipped)

    keys = [key_of(board) for board in positions]
    classes = {min(images(key)): oracle.table()[key] for key in keys}
    assert len(classes) == 765
    assert sum(truth.turn is None for truth in classes.values()) == 138
    for key in keys[::share]:
        mine = oracle.table()[key]
        for image in images(key):
            theirs = oracle.table()[image]
            assert (mine.value, mine.distance) == (theirs.value, theirs.distance)
            assert len(mine.best) == len(theirs.best)


def test_values_and_distances_follow_from_the_replies(in_progress):
    for board in in_progress:
        truth, key = oracle.truth_of(board), key_of(board)
        sign = 1 if truth.turn == "X" else -1

        def rank(reply, sign=sign):
            value = sign * oracle.table()[reply].value
            distance = oracle.table()[reply].distance
            return value, -distance if value > 0 else distance

        ranks = {action: rank(reply) for action, reply in replies(key).items()}
        top = max(ranks.values())
        assert truth.best == {action for action, r in ranks.items() if r == top}
        assert truth.optimal == {a for a, r in ranks.items() if r[0] == top[0]}
        assert (sign * truth.value, truth.distance - 1) == (top[0], abs(top[1]))


def test_720_positions_with_an_immediate_win_also_have_a_slower_one(in_progress):
    at_once = [b for b in in_progress if str(oracle.verdict(b)) == "wins in 1"]
    slower = [
        b for b in at_once if oracle.truth_of(b).optimal != oracle.truth_of(b).best
    ]
    assert (len(at_once), len(slower)) == (2_358, 720)


def test_the_line_of_best_play_ends_as_promised(in_progress, share):
    for board in in_progress[::share]:
        truth, key = oracle.truth_of(board), key_of(board)
        line = oracle.line(key)
        assert len(line) == truth.distance
        for action in line:
            best = oracle.table()[key].best
            blocks = best.intersection(completing(key, opponent(turn(key))))
            assert action == min(blocks or best)
            key = play(key, action)
        assert oracle.table()[key].turn is None
        assert oracle.table()[key].value == truth.value


def test_the_verdict_on_an_action_mirrors_the_opponents(in_progress, share):
    for board in in_progress[::share]:
        for action, key in replies(key_of(board)).items():
            mine = oracle.after(board, action)
            if oracle.table()[key].turn is None:
                assert mine == (abs(oracle.table()[key].value), 1)
            else:
                theirs = oracle.verdict(board_of(key))
                assert mine.outcome == -theirs.outcome
                if mine.outcome:
                    assert mine.moves == theirs.moves + (mine.outcome > 0)


def test_the_best_actions_are_those_of_the_highest_rank(in_progress, share):
    for board in in_progress[::share]:
        ranks = {action: each.rank for action, each in oracle.values(board).items()}
        best = {action for action in ranks if ranks[action] == max(ranks.values())}
        assert best == oracle.truth_of(board).best, board


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("... ... ...", "draw"),
        ("XX. OO. ...", "wins in 1"),
        ("X.. .O. ..X", "draw"),
        ("X.. O.. ...", "wins in 3"),
        ("XOX .O. ..X", "wins in 1"),
        ("X.X .O. O.X", "loses in 1"),
        ("XO. ... X..", "loses in 2"),
    ],
)
def test_a_verdict_as_text(text, words):
    assert str(oracle.verdict(parse_board(text))) == words


@pytest.mark.parametrize(
    ("board", "why", "parts"),
    [
        ("XXX OOO ...", "both", {}),
        ("XXX OO. O..", "went_on", {"mark": "X"}),
        ("OOO XX. XX.", "went_on", {"mark": "O"}),
    ],
)
def test_a_position_that_no_game_reaches_is_refused(board, why, parts):
    with refused(f"refusal.board_{why}", text=board, **parts):
        oracle.truth_of(parse_board(board))


def test_a_board_with_impossible_counts_is_refused():
    with refused("refusal.board_turns", xs=3, os=0):
        oracle.truth_of([["X", "X", None], ["X", None, None], [None] * 3])


def test_a_finished_position_has_no_verdict():
    with refused("refusal.finished", board="XXX OO. ..."):
        oracle.verdict(parse_board("XXX OO. ..."))


@pytest.mark.parametrize("action", [(0, 0), (1, 1), (3, 0), (0, -1)])
def test_an_action_that_is_not_an_empty_cell_is_refused(action):
    with refused("refusal.not_empty", board="X.. .O. ..."):
        oracle.after(parse_board("X.. .O. ..."), action)
