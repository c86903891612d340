"""
Every static argument, alone, held to the truth on random positions.

A static argument is one that promises something of a position without a search:
potential, pairs, threats, symmetry. Each is asked about positions of 4x4, 4x5 and
5x5, and must never promise more than plain Minimax finds. Each law counts how often
its argument applied, so that it cannot pass untested.
"""

from functools import cache

import pytest
from truth import random_states

from noughts.solver.ideas import pairs, potential, threats
from noughts.solver.mnk import SINGLES, Rules, cells_of
from noughts.solver.prover import ENDLESS, ProofResult, Prover, Query

BOARDS = [(4, 4, 4), (4, 5, 4), (5, 5, 4)]
COUNT, MOST_EMPTY = 2000, 8


def quiet(state):
    """Return whether nobody has a line that lacks one cell: no move is forced."""
    return SINGLES.isdisjoint(state.my_needs | state.their_needs)


@cache
def states_of(board):
    return list(random_states(board, COUNT, MOST_EMPTY, seed=11))


@pytest.fixture(
    params=[*(pytest.param(b, marks=pytest.mark.ci) for b in BOARDS[:-1]), BOARDS[-1]],
    ids=str,
)
def states(request):
    return states_of(request.param)


def test_a_move_that_disturbs_no_threat_loses_as_passing_does(states):
    spoke = 0
    for truth, state in states:
        won = quiet(state) and threats.find_sequence(state.their_needs, state.my_needs)
        if won:
            urgent = threats.disturbing_cells(won, state.my_needs)
            for cell in cells_of(state.empty & ~urgent):
                spoke += 1
                after = state.play(cell)
                promised = state.left - 2 * len(won.threats) - 1
                assert truth.value(after.mine, after.theirs) >= promised >= 0
    assert spoke >= 20


def test_a_win_by_threats_is_worth_at_least_what_is_promised(states):
    spoke = 0
    for truth, state in states:
        won = quiet(state) and threats.find_sequence(state.my_needs, state.their_needs)
        if won:
            spoke += 1
            promised = state.left - 2 * len(won.threats)
            assert 0 < promised <= truth.value(state.mine, state.theirs)
    assert spoke >= 20


def holds(truth, state, zone):
    """Return whether the opponent holds, though the mover is given the other cells."""
    gifts = state.mine | state.empty & ~zone
    return truth.value(gifts, state.theirs) <= 0


def held(truth, state, zone):
    """Return whether the mover holds, though the other is given the other cells."""
    return truth.value(state.mine, state.theirs | state.empty & ~zone) >= 0


@pytest.mark.parametrize("idea", [potential, pairs], ids=["potential", "pairs"])
def test_a_stopped_player_cannot_win_even_with_every_cell_outside_the_zone(
    states, idea
):
    spoke = 0
    for truth, state in states[:400]:
        if stop := idea.stop(state.my_needs, True):
            spoke += stop.zone != state.empty
            assert holds(truth, state, stop.zone)
        if stop := idea.stop(state.their_needs, False):
            spoke += stop.zone != state.empty
            assert held(truth, state, stop.zone)
    assert spoke >= 20


@pytest.mark.parametrize("limited", [False, True], ids=["at all", "in time"])
def test_the_prover_is_right_and_its_zones_hold(states, limited):
    """Within so many moves, too: the sooner win is the greater value."""
    zoned = 0
    for truth, state in states[:300]:
        value, left = truth.value(state.mine, state.theirs), state.left
        prover = Prover(Rules(5, 5, 4))
        for moves in range(1, left + 1) if limited else [ENDLESS]:
            mine = Query(state.my_needs, state.their_needs, True, moves)
            finding = prover.ask(mine)
            soonest = left + 2 - 2 * moves if limited else 1
            assert (finding.result is ProofResult.WINS) == (value >= max(1, soonest))
            if not limited and finding.result is ProofResult.HOLDS:
                zoned += state.empty & ~finding.zone != 0
                assert holds(truth, state, finding.zone)
            theirs = Query(state.their_needs, state.my_needs, False, moves)
            finding = prover.ask(theirs)
            soonest = left + 1 - 2 * moves if limited else 1
            assert (finding.result is ProofResult.WINS) == (-value >= max(1, soonest))
            if not limited and finding.result is ProofResult.HOLDS:
                zoned += state.empty & ~finding.zone != 0
                assert held(truth, state, finding.zone)
    assert limited or zoned >= 20
