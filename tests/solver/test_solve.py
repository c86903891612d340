"""The solver: the boards whose values are known, and its own promises."""

import pytest

from noughts import oracle
from noughts.solver.ladder import climb, measure
from noughts.solver.mnk import Rules, cells_of
from noughts.solver.narrowing import (
    best_move,
    best_of,
    in_words,
    line_of_play,
    narrow,
    narrow_moves,
    outcome,
    outcome_known,
    twins,
    verdict,
)
from noughts.solver.searcher import RUNGS, Searcher

DRAW = 0
# Board, plies that the first player needs to win, the positions that it takes.
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
    ((5, 5, 4), DRAW, 2_011),
    ((4, 6, 4), DRAW, 697),
    ((5, 6, 4), 11, 2_272),
    ((6, 6, 4), 11, 3_035),
    ((6, 6, 5), DRAW, 129),
    ((5, 8, 5), DRAW, 471),
]


class Undecided:
    """A prover that notes what it is asked, and finds nothing out at first."""

    prover = True

    def __init__(self, known):
        self.known, self.asked = known, []

    def at_least(self, state, threshold, turn):
        self.asked.append(threshold)
        return self.known.get(threshold)


def test_how_long_one_can_hold_is_asked_once_it_is_known_that_one_loses():
    """Before that the prover would look for a proof that there may never be."""
    state = Rules(3, 3, 3).start().play(1)  # a bit: the first cell
    search = Undecided({1: 0})
    bounds = narrow(search, state)
    assert [next(bounds) for _ in range(4)] == [(-8, 8), (-8, 0), (-8, 0), (-8, 0)]
    assert search.asked == [1, 0, 0]
    search.known[0] = -1
    assert [next(bounds) for _ in range(2)] == [(-8, -1), (-8, -1)]
    assert search.asked == [1, 0, 0, 0, -7]


def solved(search, state):
    *_, (low, high) = narrow(search, state)
    assert low == high
    return low


@pytest.mark.parametrize(
    ("board", "plies", "positions"),
    [
        pytest.param(*row, id=str(row[0]), marks=[pytest.mark.ci] * (row[2] > 400))
        for row in KNOWN
    ],
)
def test_known_boards(board, plies, positions):
    search = Searcher(Rules(*board))
    start = search.rules.start()
    value = solved(search, start)
    assert value == (start.left + 1 - plies if plies else 0)
    assert search.visited == positions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "plies"),
    [((6, 7, 5), DRAW), ((4, 7, 4), DRAW), ((7, 7, 4), 11), ((8, 8, 4), 11)],
    ids=str,
)
def test_known_boards_that_take_longer(board, plies):
    search = Searcher(Rules(*board))
    start = search.rules.start()
    assert solved(search, start) == (start.left + 1 - plies if plies else 0)


def test_three_by_three_is_what_the_oracle_says(in_progress, share):
    search = Searcher(Rules(3, 3, 3))
    for board in in_progress[::share]:
        state = search.rules.read(board)
        value = solved(search, state)
        assert verdict(value, state.left) == oracle.verdict(board)
        cell = search.rules.action(best_move(search, state, value))
        assert cell in oracle.look(board).best


def test_the_value_of_each_move_is_what_the_oracle_says(in_progress):
    search = Searcher(Rules(3, 3, 3))
    for board in in_progress[::20]:
        state = search.rules.read(board)
        *_, known = narrow_moves(search, state)
        assert len(known) == state.left
        for cell, (low, high) in known.items():
            assert low == high
            expected = oracle.after(board, search.rules.action(cell))
            assert verdict(low, state.left) == expected


@pytest.mark.ci
def test_bounds_only_get_tighter():
    search = Searcher(Rules(5, 6, 4))
    before = (-99, 99)
    for low, high in narrow(search, search.rules.start()):
        assert before[0] <= low <= high <= before[1]
        before = low, high
    assert low == high


@pytest.mark.parametrize(
    "board",
    [(3, 4, 3), (4, 4, 3), pytest.param((5, 6, 4), marks=pytest.mark.ci)],
    ids=str,
)
def test_a_won_line_of_play_is_as_long_as_promised(board):
    search = Searcher(Rules(*board))
    state = search.rules.start()
    value = solved(search, state)
    for cell in list(line_of_play(search, state, value)):
        assert not state.over
        state = state.play(cell)
    assert state.lost
    assert state.left + 1 == value


def test_a_drawn_line_of_play_ends_where_nobody_can_win():
    search = Searcher(Rules(4, 4, 4))
    state = search.rules.start()
    for cell in line_of_play(search, state, 0):
        assert state.my_needs or state.their_needs
        state = state.play(cell)
    assert not state.my_needs
    assert not state.their_needs


def test_a_move_that_keeps_more_than_the_value_does_not_exist():
    search = Searcher(Rules(3, 3, 3))
    with pytest.raises(ValueError, match="no move is worth 5"):
        best_move(search, search.rules.start(), 5)


def test_mirror_images_are_asked_once():
    rules = Rules(4, 4, 4)
    start = rules.start()
    same = twins(rules, start)
    assert len(same) == 16
    assert len(set(same.values())) == 3
    board = Rules(3, 4, 3)
    assert len(set(twins(board, board.start()).values())) == 4


@pytest.mark.parametrize(
    ("bounds", "left", "words"),
    [
        ((0, 0), 9, "draw"),
        ((7, 7), 9, "wins in 2"),
        ((-6, -6), 9, "loses in 2"),
        ((3, 7), 9, "wins in 2 to 4"),
        ((-6, -4), 9, "loses in 2 to 3"),
        ((0, 9), 9, "does not lose"),
        ((0, 5), 9, "does not lose and does not win in 2"),
        ((-9, 0), 9, "does not win"),
        ((-4, 0), 9, "can hold for 2 and does not win"),
        ((-6, 0), 9, "can hold for 1 and does not win"),
        ((-6, 7), 9, "can hold for 1 and does not win in 1"),
        ((-4, 5), 9, "can hold for 2 and does not win in 2"),
        ((-9, 9), 9, "not known"),
    ],
)
def test_bounds_in_words(bounds, left, words):
    assert in_words(bounds, left) == words


@pytest.mark.parametrize(
    ("bounds", "left", "words"),
    [
        ((3, 7), 9, "vence em 2 a 4"),
        ((0, 5), 9, "não perde e não vence em 2"),
        ((-4, 0), 9, "resiste por 2 e não vence"),
        ((-9, 9), 9, "ainda incerto"),
    ],
)
def test_bounds_in_words_of_another_language(bounds, left, words):
    assert in_words(bounds, left, "pt-BR") == words


class Asked:
    """A search that notes what it is asked, and answers in so many rounds too late."""

    def __init__(self, value, prover=False, late=0):
        self.value, self.prover, self.late = value, prover, late
        self.thresholds, self.turns = [], []

    def at_least(self, state, threshold, turn):
        self.thresholds.append(threshold)
        self.turns.append(turn)
        assert len(self.turns) < 50, "this goes on for ever"
        if turn < 10 * 2**self.late:
            return None
        return threshold if self.value >= threshold else threshold - 1


@pytest.mark.parametrize(
    ("value", "prover", "thresholds"),
    [
        (5, False, [5]),  # the quickest win there can be is asked for first
        (3, False, [5, 1, 4, 3]),
        (0, False, [5, 1, 0]),
        (-1, False, [5, 1, 0, -4, -1]),
        (-3, False, [5, 1, 0, -4, -1, -3, -2]),
        (5, True, [1, 5]),  # first who wins, then how soon
        (3, True, [1, 5, 4, 3]),
        (0, True, [1, 0]),
        (-3, True, [1, 0, -4, -3, -2]),
    ],
)
def test_questions_take_turns_and_none_is_asked_whose_answer_is_known(
    value, prover, thresholds
):
    search = Asked(value, prover)
    *_, last = narrow(search, Rules(2, 3, 3).start().play(1), 10)
    assert last == (value, value)
    assert search.thresholds == thresholds


@pytest.mark.parametrize(("prover", "round_"), [(False, [6, 1]), (True, [1])])
def test_who_gets_no_answer_asks_again_for_twice_as_long(prover, round_):
    """The first player never loses: that is not asked."""
    search = Asked(0, prover, late=3)
    *_, last = narrow(search, Rules(2, 3, 3).start(), 10)
    assert last == (0, 0)
    assert search.thresholds == round_ * 4
    assert search.turns == sorted([10, 20, 40, 80] * len(round_))


def test_who_gets_an_answer_asks_for_no_longer():
    search = Asked(-3)
    assert [*narrow(search, Rules(2, 3, 3).start().play(1), 10)]
    assert {*search.turns} == {10}


def test_each_rung_finds_out_who_wins():
    rules = Rules(3, 3, 3)
    for name in set(RUNGS) - {"minimax"}:
        search = Searcher(rules, {"alpha-beta", "forced moves", name})
        assert outcome(search, rules.start()) == (0, 0)


@pytest.mark.parametrize("rungs", [set(RUNGS), set(RUNGS) - {"turns"}], ids=len)
def test_the_outcome_of_any_position_can_be_asked(rungs):
    """Two in a row of six: with the move they win; between two open ends they won."""
    search = Searcher(Rules(2, 6, 3), rungs)
    low, _ = outcome(search, search.rules.state(0b11, 0b11 << 7))
    assert low > 0
    _, high = outcome(search, search.rules.state(0b1001, 0b11 << 7))
    assert high < 0
    assert outcome_known((low, low + 1))
    assert outcome_known((high - 1, high))
    assert not outcome_known((0, 1))


def test_each_rung_is_measured_with_those_below_it():
    rules = Rules(4, 4, 4)
    rungs = list(climb(rules, rules.start(), limit=0.05))
    assert [rung.rung for rung in rungs] == list(RUNGS)
    assert not rungs[0].finished
    assert rungs[-1].finished
    assert rungs[-1].visited <= 20


def test_what_each_rung_takes_on_three_by_three():
    """Open lines and threats pay on bigger boards; so does to ask of one player."""
    rules = Rules(3, 3, 3)
    names = list(RUNGS)
    counts = [
        measure(rules, rules.start(), name, names[: n + 1], 60).visited
        for n, name in enumerate(names)
        if name != "minimax"
    ]
    assert counts == [
        *(16_159, 1_518, 444, 444, 318, 113, 76, 72, 72, 73),
        *(233, 105, 105, 105, 105, 105, 103),
    ]


def test_what_each_rung_takes_after_a_first_move():
    """Here it is asked whether the mover can hold, too, after whether they win."""
    rules, names, counts = Rules(3, 3, 3), list(RUNGS), []
    for n, name in enumerate(names[2:], 3):
        search = Searcher(rules, names[:n])
        assert outcome(search, rules.start().play(1)) == (0, 0), name
        counts.append(search.visited)
    assert counts == [
        *(180, 87, 87, 87, 67, 33, 31, 30, 31),
        *(52, 52, 52, 52, 49, 49, 48),
    ]


def test_what_each_rung_takes_on_two_rows_of_six():
    """Here open lines, pairs and what needs no search at all are worth their while."""
    rules, names = Rules(2, 6, 3), list(RUNGS)
    counts = [
        measure(rules, rules.start(), name, names[: n + 1], 60).visited
        for n, name in enumerate(names)
        if n > 2
    ]
    assert counts == [
        *(11_138, 6_069, 1_913, 580, 55, 16, 16, 17),
        *(26, 17, 17, 17, 1, 1, 1),
    ]


@pytest.mark.parametrize(
    ("left_out", "positions"),
    [
        ((), 117),
        (("strong cells",), 315),
        (("memory",), 286),
        (("symmetry",), 266),
        (("potential",), 113),
        (("threats",), 141),
        (("fingerprints",), 266),
        (("least needs",), 138),
        (("matching",), 116),
        (("mixed pairs",), 352),
        (("foresight",), 145),
        (("zones",), 133),
        (("foresight", "zones"), 166),
        (("threats", "matching"), 140),
        (("potential", "pairs", "mixed pairs"), 387),
    ],
    ids=str,
)
def test_what_four_by_five_takes_without_some_of_the_ideas(left_out, positions):
    search = Searcher(Rules(4, 5, 4), [name for name in RUNGS if name not in left_out])
    assert outcome(search, search.rules.start()) == (0, 0)
    assert search.visited == positions


def test_a_finished_game_needs_no_search():
    rules = Rules(1, 3, 1)
    lost = rules.start().play(1)
    assert list(narrow(Searcher(rules), lost)) == [(-3, -3)]
    assert list(cells_of(lost.empty))


def test_a_position_is_worth_its_best_move():
    start, later = Rules(3, 3, 3).start(), Rules(3, 3, 3).start().play(1)
    assert best_of(start, {}) == (0, 9)
    assert best_of(later, {}) == (-8, 8)
    assert best_of(start, {1: (-9, 4), 2: (-2, 5)}) == (0, 5)
    assert best_of(later, {1: (-9, -4), 2: (-2, -1)}) == (-2, -1)
