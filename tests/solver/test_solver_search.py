"""The search of bigger boards: equal to plain Minimax, by whichever rungs it climbs."""

import random

import pytest

from noughts.solver.game import Game, cells_of, lines
from noughts.solver.memory import Memory
from noughts.solver.search import ANY, RUNGS, OutOfTimeError, Search

ALONE = {name: {name} for name in RUNGS}
ALL_BUT = {f"all but {name}": set(RUNGS) - {name} for name in RUNGS}


class Truth:
    """Minimax that remembers, as plainly as can be: what the search is judged by."""

    def __init__(self, game):
        self.lines = lines(game)
        self.all = (1 << game.size) - 1
        self.known = {}

    def value(self, mine, theirs):
        if (mine, theirs) not in self.known:
            empty = self.all & ~(mine | theirs)
            if any(line & theirs == line for line in self.lines):
                value = -1 - empty.bit_count()
            elif not empty:
                value = 0
            else:
                value = max(-self.value(theirs, mine | c) for c in cells_of(empty))
            self.known[mine, theirs] = value
        return self.known[mine, theirs]


def every_position(board, sample=None):
    """Return a game, and its positions with their values: all of them, or so many."""
    game, truth = Game(*board), Truth(Game(*board))
    truth.value(0, 0)
    found = sorted(truth.known.items())
    if sample and len(found) > sample:
        found = random.Random(1).sample(found, sample)
    return game, found


def late_positions(board, count, most_empty, seed=2):
    """Return a game, and positions late in it, reached at random, with their values."""
    game, truth, chance = Game(*board), Truth(Game(*board)), random.Random(seed)
    found = []
    while len(found) < count:
        position = game.start()
        stop = chance.randint(1, most_empty)
        while not position.over and position.left > stop:
            position = position.play(chance.choice(list(cells_of(position.empty))))
        if position.over or position.left <= most_empty:  # short lines end games early
            key = position.mine, position.theirs
            found.append((key, truth.value(*key)))
    return game, found


def agree(game, found, rungs=tuple(RUNGS)):
    """Check exact values, and that bounds keep their promise in narrow windows."""
    agree_exactly(game, found, rungs)
    search = Search(game, rungs)
    for key, value in found:
        for threshold in {1, 0, value, value + 1}:
            bound = search.at_least(game.position(*key), threshold)
            if value >= threshold:
                assert threshold <= bound <= value, (game, key, threshold)
            else:
                assert threshold > bound >= value, (game, key, threshold)


def agree_exactly(game, found, rungs=tuple(RUNGS)):
    search = Search(game, rungs)
    for key, value in found:
        assert search.value(game.position(*key), -ANY, ANY) == value, (game, key)


SMALL = [
    (m, n, k)
    for m, n in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3)]
    for k in range(1, 6)
]
LARGER = [(m, n, k) for m, n in [(2, 5), (3, 4)] for k in range(1, 6)]


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_every_position_of_a_small_board_is_valued_exactly(board):
    agree(*every_position(board))


@pytest.mark.parametrize("board", LARGER, ids=str)
def test_positions_of_a_larger_board_are_valued_exactly(board):
    agree(*every_position(board, sample=500))


@pytest.mark.slow
@pytest.mark.parametrize("board", [*LARGER, (4, 3, 3), (2, 6, 3)], ids=str)
def test_every_position_of_a_larger_board_is_valued_exactly(board):
    agree_exactly(*every_position(board))


@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (4, 5, 3), (4, 5, 4)], ids=str)
def test_positions_late_on_four_rows_are_valued_exactly(board):
    agree(*late_positions(board, count=150, most_empty=9))


@pytest.mark.slow
@pytest.mark.parametrize("rows_columns", [(4, 4), (4, 5)], ids=str)
@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_thousands_of_positions_on_four_rows_are_valued_exactly(rows_columns, line):
    agree(*late_positions((*rows_columns, line), count=500, most_empty=9))


@pytest.mark.slow
@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (4, 5, 3), (4, 5, 4)], ids=str)
def test_the_clever_rungs_say_what_the_simple_ones_say_earlier_in_the_game(board):
    game = Game(*board)
    simple = Search(game, ["alpha-beta", "forced moves", "strong cells", "memory"])
    clever, chance = Search(game), random.Random(3)
    for _ in range(60):
        position = game.start()
        while not position.over and position.left > 11:
            position = position.play(chance.choice(list(cells_of(position.empty))))
        assert clever.value(position, -ANY, ANY) == simple.value(position, -ANY, ANY)


@pytest.mark.parametrize("name", ALONE | ALL_BUT)
def test_each_rung_can_be_switched_on_alone_or_left_out(name):
    rungs = (ALONE | ALL_BUT)[name]
    agree(*late_positions((3, 4, 3), count=60, most_empty=6), rungs)
    agree(*late_positions((4, 4, 4), count=30, most_empty=6), rungs)


def test_plain_minimax_visits_every_node_of_the_tree():
    """A row of four, all of which are needed: nobody wins before the end."""
    search = Search(Game(1, 4, 4), ["minimax"])
    assert search.value(search.game.start(), -ANY, ANY) == 0
    assert search.visited == 1 + 4 + 12 + 24 + 24


@pytest.mark.slow
def test_plain_minimax_visits_549946_nodes_on_three_by_three():
    search = Search(Game(3, 3, 3), ["minimax"])
    assert search.value(search.game.start(), -ANY, ANY) == 0
    assert search.visited == 549_946


def test_a_search_stops_when_its_time_is_over_and_can_go_on():
    search = Search(Game(4, 4, 4), ["minimax"])
    search.deadline = 0
    with pytest.raises(OutOfTimeError):
        search.value(search.game.start(), -ANY, ANY)
    with pytest.raises(OutOfTimeError):
        search.at_least(search.game.start(), 1)
    assert search.visited < 1000


def test_a_question_is_given_up_after_so_many_positions():
    search = Search(Game(5, 5, 4))
    assert search.at_least(search.game.start(), 1, positions=100) is None
    assert search.visited <= 102
    assert search.at_least(search.game.start(), 1) == 0


def test_the_search_lets_itself_be_watched():
    seen = []
    search = Search(Game(5, 5, 4), watch=lambda search: seen.append(search.visited))
    search.at_least(search.game.start(), 1)
    assert len(seen) > 10
    assert seen == sorted(seen)


def test_the_memory_forgets_the_oldest_and_never_holds_more_than_allowed():
    memory = Memory(10)
    for n in range(100):
        memory.put((n, n), (0, n))
        assert len(memory) <= 10
        assert memory.get((n, n)) == (0, n)
    assert memory.get((96, 96)) == (0, 96)
    assert memory.get((0, 0)) is None


def test_a_forgetful_search_is_right_all_the_same():
    game, found = every_position((3, 3, 3))
    search = Search(game, memory=4)
    for key, value in found[::50]:
        assert search.value(game.position(*key), -ANY, ANY) == value
