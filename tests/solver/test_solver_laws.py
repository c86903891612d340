"""
Every static argument, alone, held to the truth on random positions.

A static argument is one that promises something of a position without a search:
potential, pairs, threats, danger, open lines, forced moves, mirrors. Each is asked
about positions of 4x4, 4x5 and 5x5, and must never promise more than plain Minimax
finds. A law that was never put to the test counts for nothing: each counts how often
its argument spoke.
"""

from functools import cache

import pytest
from truth import random_states

from noughts.solver.ideas import (
    forced,
    matching,
    mirrors,
    mixed,
    openlines,
    pairs,
    potential,
    threats,
)
from noughts.solver.ideas.least_needs import least
from noughts.solver.mnk import SINGLES, Rules, cells_of
from noughts.solver.prover import ENDLESS, ProofResult, Prover, Query
from noughts.solver.searcher import RUNGS

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


def test_moves_outside_the_urgent_cells_are_worth_at_most_what_danger_promises(states):
    spoke = 0
    for truth, state in states:
        if quiet(state) and (danger := threats.danger(state)):
            urgent, otherwise = danger
            assert otherwise <= 0
            for cell in cells_of(state.empty & ~urgent):
                spoke += 1
                after = state.play(cell)
                assert -truth.value(after.mine, after.theirs) <= otherwise
    assert spoke >= 20


def test_a_win_by_threats_is_worth_at_least_what_is_promised(states):
    spoke = 0
    for truth, state in states:
        if quiet(state):
            promised = threats.soonest_win(state)
            spoke += promised > 0
            assert promised <= truth.value(state.mine, state.theirs)
    assert spoke >= 20


@pytest.mark.parametrize(
    "hopeless",
    [potential.hopeless, pairs.hopeless, mixed.stop],
    ids=["potential", "pairs", "mixed pairs"],
)
def test_a_player_who_is_said_to_be_hopeless_does_not_win(states, hopeless):
    spoke = 0
    for truth, state in states[:150]:
        value = truth.value(state.mine, state.theirs)
        if hopeless(state.my_needs, moves_next=True):
            spoke += 1
            assert value <= 0
        if hopeless(state.their_needs, moves_next=False):
            spoke += 1
            assert value >= 0
    assert spoke >= 20


@pytest.mark.parametrize("idea", [forced, openlines], ids=["forced", "open lines"])
def test_bounds_without_a_search_hold(states, idea):
    for truth, state in states[:400]:
        low, high = idea.bounds(state)
        assert low <= truth.value(state.mine, state.theirs) <= high


def test_a_forced_cell_is_as_good_as_any_move(states):
    spoke = 0
    for truth, state in states[:400]:
        low, high = forced.bounds(state)
        if low < high and (cell := forced.cell(state)):
            spoke += 1
            after = state.play(cell)
            assert -truth.value(after.mine, after.theirs) == truth.value(
                state.mine, state.theirs
            )
    assert spoke >= 20


def test_some_cell_on_an_open_line_is_as_good_as_any_move(states):
    for truth, state in states[:400]:
        worth = {
            cell: -truth.value(state.theirs, state.mine | cell)
            for cell in cells_of(state.empty)
        }
        if cells := openlines.cells(state):
            assert max(worth[c] for c in cells_of(cells)) == max(worth.values())


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_mirror_images_are_worth_the_same(board):
    rules = Rules(*board)
    for truth, state in random_states(board, 60, 7, seed=12):
        view = mirrors.smallest_view(rules, state.mine, state.theirs)
        assert truth.value(*view) == truth.value(state.mine, state.theirs)


def holds(truth, state, zone):
    """Return whether the opponent holds, though the mover is given the other cells."""
    gifts = state.mine | state.empty & ~zone
    return truth.value(gifts, state.theirs) <= 0


def held(truth, state, zone):
    """Return whether the mover holds, though the other is given the other cells."""
    return truth.value(state.mine, state.theirs | state.empty & ~zone) >= 0


@pytest.mark.parametrize(
    "idea",
    [potential, pairs, matching, mixed],
    ids=["potential", "pairs", "matching", "mixed pairs"],
)
def test_who_is_stopped_does_not_win_even_with_gifts_outside_the_zone(states, idea):
    spoke = 0
    for truth, state in states[:400]:
        if stop := idea.stop(state.my_needs, True):
            spoke += stop.zone != state.empty
            assert holds(truth, state, stop.zone)
        if stop := idea.stop(state.their_needs, False):
            spoke += stop.zone != state.empty
            assert held(truth, state, stop.zone)
    assert spoke >= 20


def test_needs_that_contain_another_decide_nothing(states):
    """Forgetting them, the same player wins."""
    rungs = set(RUNGS) - {"least needs", "fingerprints"}
    for _, state in states[:100]:
        question = Query(state.my_needs, state.their_needs, True)
        less = Query(least(state.my_needs), least(state.their_needs), True)
        answers = [
            Prover(Rules(5, 5, 4), rungs, 10**7).ask(q).result for q in (question, less)
        ]
        assert answers[0] is answers[1]


@pytest.mark.parametrize("limited", [False, True], ids=["at all", "in time"])
def test_the_prover_tells_who_wins_and_its_zones_hold(states, limited):
    """Within so many moves, too: the sooner win is the greater value."""
    zoned = 0
    for truth, state in states[:300]:
        value, left = truth.value(state.mine, state.theirs), state.left
        prover = Prover(Rules(5, 5, 4), [n for n in RUNGS if n != "symmetry"], 10**8)
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
