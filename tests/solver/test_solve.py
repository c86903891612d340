"""The solver: known boards, every position of small ones, and its moves."""

import random

import pytest
from truth import Truth

from noughts.game import oracle
from noughts.solver.mnk import Rules, cells_of
from noughts.solver.narrowing import (
    best_move,
    best_of,
    bound_value,
    line_of_play,
    narrow,
    narrow_moves,
    verdict,
)
from noughts.solver.prover import RUNGS, Prover

DRAW = 0
# Board, plies that the first player needs to win, positions that the search visits.
KNOWN = [
    ((1, 1, 1), 1, 1),
    ((2, 2, 2), 3, 3),
    ((3, 3, 3), DRAW, 103),
    ((3, 4, 3), 7, 36),
    ((4, 3, 3), 7, 36),
    ((4, 4, 3), 5, 24),
    ((8, 8, 3), 5, 32),
    ((3, 5, 4), DRAW, 1),
    ((4, 4, 4), DRAW, 1),
    ((4, 5, 4), DRAW, 117),
    ((5, 5, 5), DRAW, 1),
    ((8, 8, 8), DRAW, 1),
    ((2, 8, 5), DRAW, 1),
    ((2, 3, 8), DRAW, 1),
    ((5, 5, 4), DRAW, 2_025),
    ((4, 6, 4), DRAW, 688),
    ((5, 6, 4), 11, 2_272),
    ((6, 6, 4), 11, 3_034),
    ((6, 6, 5), DRAW, 129),
    ((5, 8, 5), DRAW, 472),
    ((6, 7, 5), DRAW, 1_738),
    ((7, 7, 4), 11, 4_423),
    ((8, 8, 4), 11, 9_224),
    ((4, 7, 4), DRAW, 38_525),
    ((7, 7, 5), DRAW, 14_631),
]


def solve(prover, state):
    *_, (low, high) = narrow(prover, state)
    assert low == high
    return low


def marks_for(board, positions):
    slow = positions > 4_000 or board == (6, 7, 5)
    return [pytest.mark.slow] if slow else [pytest.mark.ci] * (positions > 400)


@pytest.mark.parametrize(
    ("board", "plies", "positions"),
    [pytest.param(*r, id=str(r[0]), marks=marks_for(r[0], r[2])) for r in KNOWN],
)
def test_known_boards(board, plies, positions):
    prover = Prover(Rules(*board))
    start = prover.rules.start()
    assert solve(prover, start) == (start.left + 1 - plies if plies else 0)
    assert prover.visited == positions


# --- Every position of small boards, against plain Minimax -----------------------


def every_position(board, sample=None):
    """Return the rules, and positions with their values: all of them, or so many."""
    rules, truth = Rules(*board), Truth(Rules(*board))
    truth.value(0, 0)
    found = sorted(truth.known.items())
    if sample and len(found) > sample:
        found = random.Random(1).sample(found, sample)
    return rules, found


def late_positions(board, count, most_empty, seed=2):
    """Return the rules, and positions late in random games, with their values."""
    rules, truth, chance = Rules(*board), Truth(Rules(*board)), random.Random(seed)
    found = []
    while len(found) < count:
        state = rules.start()
        stop = chance.randint(1, most_empty)
        while not state.over and state.left > stop:
            state = state.play(chance.choice(list(cells_of(state.empty))))
        if state.over or state.left <= most_empty:  # short lines end games early
            key = state.mine, state.theirs
            found.append((key, truth.value(*key)))
    return rules, found


def agree(rules, found, rungs=RUNGS):
    """Check exact values, and that a bound keeps its promise at every threshold."""
    prover = Prover(rules, rungs)
    for key, value in found:
        state = rules.state(*key)
        assert solve(prover, state) == value, (rules, key)
        for threshold in {1, 0, value, value + 1}:
            bound = bound_value(prover, state, threshold)
            if value >= threshold:
                assert threshold <= bound <= value, (rules, key, threshold)
            else:
                assert threshold > bound >= value, (rules, key, threshold)


SMALL = [
    (m, n, k)
    for m, n in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3)]
    for k in range(1, 6)
]
LARGER = [(m, n, k) for m, n in [(2, 5), (3, 4)] for k in range(1, 6)]


@pytest.mark.parametrize(
    ("board", "sample"),
    [
        *(pytest.param(board, 300, id=str(board)) for board in SMALL),
        *(
            pytest.param(board, None, id=f"all of {board}", marks=pytest.mark.ci)
            for board in SMALL[-5:]
        ),
        *(
            pytest.param(board, 500, id=str(board), marks=pytest.mark.ci)
            for board in LARGER
        ),
        *(
            pytest.param(board, None, id=f"all of {board}", marks=pytest.mark.slow)
            for board in [*LARGER, (4, 3, 3), (2, 6, 3)]
        ),
    ],
)
def test_positions_of_a_small_board_are_valued_exactly(board, sample):
    agree(*every_position(board, sample))


@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (4, 5, 3), (4, 5, 4)], ids=str)
@pytest.mark.parametrize("count", [80, pytest.param(500, marks=pytest.mark.slow)])
def test_positions_late_on_four_rows_are_valued_exactly(board, count):
    agree(*late_positions(board, count, most_empty=8))


@pytest.mark.ci
@pytest.mark.parametrize("left_out", [*RUNGS, None])
def test_no_idea_is_needed_for_a_right_answer(left_out):
    rungs = set(RUNGS) - {left_out} if left_out else ()
    agree(*late_positions((3, 4, 3), count=30, most_empty=6), rungs)
    agree(*late_positions((4, 4, 4), count=15, most_empty=6), rungs)


def test_three_by_three_is_what_the_oracle_says(in_progress, share):
    prover = Prover(Rules(3, 3, 3))
    for board in in_progress[::share]:
        state = prover.rules.read(board)
        value = solve(prover, state)
        assert verdict(value, state.left) == oracle.verdict(board)
        cell = prover.rules.action(best_move(prover, state, value))
        assert cell in oracle.truth_of(board).best
        *_, known = narrow_moves(prover, state)
        moves = sorted((prover.rules.action(c), low) for c, (low, _) in known.items())
        promised = {action: verdict(low, state.left) for action, low in moves}
        assert promised == oracle.values(board)


# --- Questions and moves -----------------------------------------------------------


@pytest.mark.parametrize(
    "board",
    [(3, 4, 3), (4, 4, 3), pytest.param((5, 6, 4), marks=pytest.mark.ci)],
    ids=str,
)
def test_a_won_line_of_play_is_as_long_as_promised(board):
    prover = Prover(Rules(*board))
    state = prover.rules.start()
    value = solve(prover, state)
    for cell in list(line_of_play(prover, state, value)):
        assert not state.over
        state = state.play(cell)
    assert state.lost
    assert state.left + 1 == value


def test_a_position_is_worth_its_best_move():
    start, later = Rules(3, 3, 3).start(), Rules(3, 3, 3).start().play(1)
    assert best_of(start, {}) == (0, 9)
    assert best_of(later, {}) == (-8, 8)
    assert best_of(start, {1: (-9, 4), 2: (-2, 5)}) == (0, 5)
    assert best_of(later, {1: (-9, -4), 2: (-2, -1)}) == (-2, -1)
