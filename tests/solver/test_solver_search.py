"""The search of bigger boards: equal to plain Minimax, by whichever rungs it climbs."""

import random
import tracemalloc
from types import SimpleNamespace

import pytest
from truth import Truth

from noughts.solver.mnk import Rules, cells_of
from noughts.solver.prover import ENDLESS, Conclusion, ProofResult, Query
from noughts.solver.searcher import (
    ANY,
    PATIENCE,
    RUNGS,
    OutOfTimeError,
    Searcher,
    answer,
    settled,
)
from noughts.solver.store import BYTES, Store

ALONE = {name: {name} for name in RUNGS}
ALL_BUT = {f"all but {name}": set(RUNGS) - {name} for name in RUNGS}


def every_position(board, sample=None):
    """Return a game, and its positions with their values: all of them, or so many."""
    rules, truth = Rules(*board), Truth(Rules(*board))
    truth.value(0, 0)
    found = sorted(truth.known.items())
    if sample and len(found) > sample:
        found = random.Random(1).sample(found, sample)
    return rules, found


def late_positions(board, count, most_empty, seed=2):
    """Return a game, and positions late in it, reached at random, with their values."""
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


def agree(rules, found, rungs=tuple(RUNGS)):
    """Check exact values, and that bounds keep their promise in narrow windows."""
    agree_exactly(rules, found, rungs)
    search = Searcher(rules, rungs)
    for key, value in found:
        for threshold in {1, 0, value, value + 1}:
            bound = search.at_least(rules.state(*key), threshold)
            if value >= threshold:
                assert threshold <= bound <= value, (rules, key, threshold)
            else:
                assert threshold > bound >= value, (rules, key, threshold)


def agree_exactly(rules, found, rungs=tuple(RUNGS)):
    search = Searcher(rules, rungs)
    for key, value in found:
        assert search.value(rules.state(*key), -ANY, ANY) == value, (rules, key)


SMALL = [
    (m, n, k)
    for m, n in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3)]
    for k in range(1, 6)
]
LARGER = [(m, n, k) for m, n in [(2, 5), (3, 4)] for k in range(1, 6)]


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_positions_of_a_small_board_are_valued_exactly(board):
    agree(*every_position(board, sample=300))


@pytest.mark.ci
@pytest.mark.parametrize("board", SMALL[-5:], ids=str)
def test_every_position_of_three_by_three_is_valued_exactly(board):
    agree(*every_position(board))


@pytest.mark.ci
@pytest.mark.parametrize("board", LARGER, ids=str)
def test_positions_of_a_larger_board_are_valued_exactly(board):
    agree(*every_position(board, sample=500))


@pytest.mark.slow
@pytest.mark.parametrize("board", [*LARGER, (4, 3, 3), (2, 6, 3)], ids=str)
def test_every_position_of_a_larger_board_is_valued_exactly(board):
    agree_exactly(*every_position(board))


@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (4, 5, 3), (4, 5, 4)], ids=str)
def test_positions_late_on_four_rows_are_valued_exactly(board):
    agree(*late_positions(board, count=80, most_empty=8))


@pytest.mark.slow
@pytest.mark.parametrize("rows_columns", [(4, 4), (4, 5)], ids=str)
@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_thousands_of_positions_on_four_rows_are_valued_exactly(rows_columns, line):
    agree(*late_positions((*rows_columns, line), count=500, most_empty=9))


@pytest.mark.slow
@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (4, 5, 3), (4, 5, 4)], ids=str)
def test_the_clever_rungs_say_what_the_simple_ones_say_earlier_in_the_game(board):
    rules = Rules(*board)
    simple = Searcher(rules, ["alpha-beta", "forced moves", "strong cells", "memory"])
    clever, chance = Searcher(rules), random.Random(3)
    for _ in range(60):
        state = rules.start()
        while not state.over and state.left > 11:
            state = state.play(chance.choice(list(cells_of(state.empty))))
        assert clever.value(state, -ANY, ANY) == simple.value(state, -ANY, ANY)


@pytest.mark.ci
@pytest.mark.parametrize("name", ALONE | ALL_BUT)
def test_each_rung_can_be_switched_on_alone_or_left_out(name):
    rungs = (ALONE | ALL_BUT)[name]
    agree(*late_positions((3, 4, 3), count=30, most_empty=6), rungs)
    agree(*late_positions((4, 4, 4), count=15, most_empty=6), rungs)


def test_plain_minimax_visits_every_node_of_the_tree():
    """A row of four, all of which are needed: nobody wins before the end."""
    search = Searcher(Rules(1, 4, 4), ["minimax"])
    assert search.value(search.rules.start(), -ANY, ANY) == 0
    assert search.visited == 1 + 4 + 12 + 24 + 24


@pytest.mark.slow
def test_plain_minimax_visits_549946_nodes_on_three_by_three():
    search = Searcher(Rules(3, 3, 3), ["minimax"])
    assert search.value(search.rules.start(), -ANY, ANY) == 0
    assert search.visited == 549_946


def test_a_search_stops_when_its_time_is_over_and_can_go_on():
    search = Searcher(Rules(4, 4, 4), ["minimax"])
    search.deadline = 0
    with pytest.raises(OutOfTimeError):
        search.value(search.rules.start(), -ANY, ANY)
    with pytest.raises(OutOfTimeError):
        search.at_least(search.rules.start(), 1)
    assert search.visited < 1000


@pytest.mark.parametrize("allowed", [0, 1, 100, 112, 116])
def test_a_question_is_given_up_after_so_many_positions(allowed):
    """One of them is 7 times 16: then the search looks at the clock, too."""
    seen = []
    search = Searcher(Rules(4, 5, 4), watch=lambda search: seen.append(search.visited))
    assert search.at_least(search.rules.start(), 1, allowed) is None
    assert search.visited == allowed + 1
    assert seen == [*range(0, allowed + 1, PATIENCE)]
    assert search.at_least(search.rules.start(), 1) == 0


def test_a_question_may_take_exactly_as_many_positions_as_it_is_allowed():
    search = Searcher(Rules(4, 5, 4))
    assert search.at_least(search.rules.start(), 1, 117) == 0
    assert search.visited == 117


@pytest.mark.parametrize(
    ("alpha", "beta", "asked", "bounds"),
    [
        (-ANY, ANY, [True, False], (0, 0)),
        (0, 1, [True], (-4, 0)),
        (-1, 1, [True, False], (0, 0)),
        (-1, 0, [False], (0, 5)),
        (-2, -1, [False], (0, 5)),
        (1, 2, [True], (-4, 0)),
    ],
)
def test_only_of_a_player_who_matters_it_is_asked_whether_all_is_lost(
    alpha, beta, asked, bounds
):
    seen = []
    search = Searcher(Rules(3, 3, 3), ["open lines"])
    search.proofs = [lambda needs, moves_next: seen.append(moves_next) or True]
    assert search.glance(search.rules.start(), alpha, beta) == bounds
    assert seen == asked


def test_of_a_game_that_is_decided_nothing_is_asked():
    search = Searcher(Rules(3, 3, 3), ["forced moves"])
    search.proofs = [lambda needs, moves_next: 1 / 0]
    won = search.rules.state(0b000_000_011, 0b000_011_000)
    assert search.glance(won, -ANY, ANY) == (5, 5)


@pytest.mark.parametrize(
    ("low", "high", "alpha", "beta", "is_settled", "told"),
    [
        (-3, 3, -1, 1, False, 3),
        (1, 3, -1, 1, True, 1),
        (0, 3, -1, 1, False, 0),
        (-3, -1, -1, 1, True, -1),
        (-3, 0, -1, 1, False, 0),
        (0, 0, -1, 1, True, 0),
        (-1, 3, -1, 1, False, 3),
    ],
)
def test_bounds_settle_a_window_or_do_not(low, high, alpha, beta, is_settled, told):
    assert settled(low, high, alpha, beta) is is_settled
    assert answer(low, high, alpha) == told


def test_the_share_that_is_done_counts_the_moves_left_behind_on_the_way_here():
    prover = Searcher(Rules(3, 3, 3)).prover
    seen = []
    for moves, steps in ((4, 2), (2, 2), (5, 1)):
        level = prover.enter(moves)
        for _ in range(steps):
            prover.step(level)
            seen.append(prover.share)
    assert seen == [0, 1 / 4, 1 / 4, 1 / 4 + 1 / 8, 1 / 4 + 1 / 8]


def test_the_search_lets_itself_be_watched():
    seen = []
    rungs = set(RUNGS) - {"mixed pairs"}
    search = Searcher(Rules(4, 5, 4), rungs, watch=lambda s: seen.append(s.visited))
    search.at_least(search.rules.start(), 1)
    assert seen == [*range(0, search.visited + 1, PATIENCE)]
    assert search.visited == 352


def test_the_memory_forgets_the_oldest_and_never_holds_more_than_allowed():
    memory = Store(10 * BYTES)
    for n in range(100):
        memory.put((n, n), (0, n))
        assert len(memory) == (n + 1 if n < 10 else 6 + n % 5)
        assert memory.get((n, n)) == (0, n)
    assert memory.get((96, 96)) == (0, 96)
    assert memory.get((0, 0)) is None


def test_what_was_asked_for_again_is_not_forgotten_with_what_is_as_old():
    memory = Store(4 * BYTES)
    for key in "abc":
        memory.put(key, (0, 0))
    assert memory.get("a") == (0, 0)
    memory.put("d", (0, 0))
    assert [key for key in "abcd" if memory.get(key)] == ["a", "c", "d"]


def test_the_smallest_memory_holds_two():
    memory = Store(0)
    for n in range(9):
        memory.put(n, (0, n))
        assert len(memory) == min(n + 1, 2)


def test_a_forgetful_search_is_right_all_the_same():
    rules, found = every_position((3, 3, 3))
    search = Searcher(rules, memory=4 * BYTES)
    for key, value in found[::50]:
        assert search.value(rules.state(*key), -ANY, ANY) == value


@pytest.mark.ci
def test_the_memory_holds_itself_to_the_bytes_it_is_given():
    """The peak, too: when a table grows, the old one is still there."""
    chance = random.Random(5)
    for size in (100_000, 1_000_000, 7_000_000):
        tracemalloc.start()
        store = Store(size)
        for _ in range(3 * store.half):
            zone, move = chance.getrandbits(64), 1 << chance.randrange(64)
            store.put(
                chance.getrandbits(102), Conclusion(ProofResult.HOLDS, zone, move, 4)
            )
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert size / 4 < peak < size


@pytest.mark.parametrize(
    ("threshold", "moves", "if_won", "if_held"),
    [
        (5, 3, 5, 3),
        (4, 3, 5, 3),  # an even number of cells is left after none of my moves
        (2, 4, 3, 1),
        (1, ENDLESS, 1, 0),
        (0, ENDLESS, -1, 0),
        (-1, 4, -2, 0),
        (-4, 2, -6, -4),
        (-5, 2, -6, -4),
    ],
)
def test_what_a_prover_says_is_a_bound(threshold, moves, if_won, if_held):
    """With nine cells empty, is the value at least this? Asked in moves to a win."""
    state = SimpleNamespace(left=9, my_needs={1}, their_needs={2})
    for result, bound in ((ProofResult.WINS, if_won), (ProofResult.HOLDS, if_held)):
        asked = []
        prover = SimpleNamespace(
            ask=lambda query, asked=asked, result=result: (
                asked.append(query) or Conclusion(result)
            )
        )
        assert Searcher(Rules(3, 3, 3)).prove(prover, state, threshold) == bound
        mine, theirs = ({1}, {2}) if threshold > 0 else ({2}, {1})
        assert asked == [Query(mine, theirs, threshold > 0, moves)]


def test_no_two_questions_are_remembered_as_one():
    """Whatever the numbers of two positions are: even neighbours."""
    prover = Searcher(Rules(4, 4, 4)).prover
    keys = set()
    for number in range(4):
        prover.prints = SimpleNamespace(of=lambda *needs, number=number: (number, 0))
        for attacking in (False, True):
            for moves in range(1, ENDLESS + 1):
                keys.add(prover.key(Query({1}, {2}, attacking, moves)))
    assert len(keys) == 4 * 2 * ENDLESS
