"""Recorded searches: every label is true, every cut justified, nothing is changed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from noughts.game import contract, oracle
from noughts.game.board import START, board_of, replies
from noughts.game.notation import square
from noughts.search import LADDER, AlphaBeta
from noughts.search.outline import tree_text
from noughts.search.recording import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    Node,
    Recorder,
    minimax_positions,
    record,
)
from noughts.search.symmetry import images
from noughts.texts import words

# Up to five empty cells: all positions for the labels, one of each eight images else.
LATE = [key for key, truth in oracle.table().items() if truth.turn]
LATE = [key for key in LATE if key.count(".") <= 5]
CLASSES = [key for key in LATE if key == min(images(key))]
START_BOARD = board_of(START)
REMEMBERING = ("memory", "symmetry")


@pytest.fixture(scope="module")
def rules():
    return contract.default()


@pytest.fixture
def late_searches(rules, share):
    """Return a function that yields the recordings of late positions."""

    def recorded(rung, keys=CLASSES):
        recorder = Recorder(LADDER[rung](rules))
        for key in keys[::share]:
            if rung in REMEMBERING:
                recorder = Recorder(LADDER[rung](rules))
            yield key, recorder.record(board_of(key))

    return recorded


def with_open_moves(node, extreme, known):
    """Return plain Minimax over a recorded tree, whose cut moves are all worth this."""
    if id(node) not in known:
        values = [with_open_moves(n, extreme, known) for n in node.children.values()]
        if node.cut:
            values.append(extreme)
        choose = max if node.turn == "X" else min
        known[id(node)] = choose(values) if values else node.value
    return known[id(node)]


@pytest.mark.parametrize("rung", [name for name in LADDER if name not in REMEMBERING])
def test_a_value_is_a_bound_exactly_where_a_cut_left_it_open(rung, late_searches):
    """The same tree is searched again without bounds: once for each end of the cuts."""
    for key, root in late_searches(rung, LATE):
        lowest, highest = {}, {}
        for path, node in root.visits():
            low = with_open_moves(node, -1, lowest)
            high = with_open_moves(node, 1, highest)
            label = EXACT if low == high else AT_LEAST if node.value == low else AT_MOST
            assert (node.bound, node.low, node.high) == (label, low, high), (key, path)
            assert node.value in (low, high)


@pytest.mark.parametrize("rung", LADDER)
def test_every_label_is_true(rung, late_searches):
    """Exact, at least, or at most: against the oracle, at every node."""
    for key, root in late_searches(rung):
        assert root.value == oracle.table()[key].value
        assert root.bound == EXACT
        for path, node in root.visits():
            truth = oracle.table()[node.key].value
            assert node.low <= truth <= node.high, (key, path)
            holds = {
                EXACT: node.value == truth,
                AT_LEAST: node.value <= truth,
                AT_MOST: node.value >= truth,
            }
            assert holds[node.bound], (key, path)


@pytest.mark.parametrize("rung", LADDER)
def test_every_cut_is_justified(rung, late_searches):
    """The inequality holds, and every move was tried, or is cut, or is not needed."""
    for key, root in late_searches(rung):
        for _, node in root.visits():
            free = {square(action) for action in replies(node.key)}
            skipped = set(node.cut.skipped) if node.cut else set()
            assert not skipped & node.children.keys()
            if node.children:
                assert skipped | node.children.keys() == free, key
            if node.cut:
                at_least = node.turn == "X"
                assert node.cut.sign == (">=" if at_least else "<=")
                value, limit = node.cut.value, node.cut.limit
                assert value >= limit if at_least else value <= limit


def test_plain_minimax_never_cuts(late_searches):
    for key, root in late_searches("minimax"):
        assert not any(node.cut or node.known for _, node in root.visits())
        assert root.positions == minimax_positions(key) == len([*root.visits()])


def test_positions_are_shared_and_counted_as_often_as_they_are_visited(rules):
    root = record(AlphaBeta(rules), rules.initial_state())
    assert root.positions == 18_297
    assert len({node for _, node in root.visits()}) == 3_312


# --- The search itself -------------------------------------------------------------


def test_a_rung_knows_nothing_of_recording():
    """So a search that is not recorded cannot pay for it."""
    for rung in LADDER.values():
        module = sys.modules[rung.__module__]
        assert "record" not in Path(module.__file__).read_text("utf-8")


class Asking:
    """Rules that start another recording in the middle of a search."""

    def __init__(self, rules, ask):
        self.rules, self.ask, self.asked = rules, ask, False

    def __getattr__(self, name):
        return getattr(self.rules, name)

    def terminal(self, board):
        if not self.asked and board != START_BOARD:
            self.asked = True
            self.ask()
        return self.rules.terminal(board)


@pytest.mark.parametrize("rung", ["alphabeta", "strong-first"])
def test_one_recorder_records_several_searches_at_once(rules, rung):
    """As for two lessons that are opened together."""
    between = list[Node]()
    asking = Asking(rules, lambda: between.append(recorder.record(START_BOARD)))
    recorder = Recorder(LADDER[rung](asking))
    root = recorder.record(START_BOARD)
    alone = record(LADDER[rung](rules), START_BOARD)
    assert [root.letters, between[0].letters] == [alone.letters] * 2
    assert recorder.record(START_BOARD).letters == alone.letters


def test_one_recorder_serves_several_threads(rules):
    recorder, together = Recorder(AlphaBeta(rules)), Barrier(4)

    def one(key):
        together.wait()
        return recorder.record(board_of(key)).letters

    keys = ["." * 9, "X........", "....X....", "." * 9]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = [*pool.map(one, keys)]
    finally:
        sys.setswitchinterval(usual)
    alone = [record(AlphaBeta(rules), board_of(key)).letters for key in keys]
    assert found == alone


@pytest.mark.parametrize("rung", LADDER)
def test_a_finished_game_has_nobody_to_move(rules, rung):
    root = record(LADDER[rung](rules), board_of("XXXOO...."))
    assert root.data()["turn"] is None
    shown = tree_text(root, 1).splitlines()[1]
    assert shown.startswith(words()("search.over"))


def test_a_search_is_the_same_after_it_was_recorded(rules):
    search = AlphaBeta(rules)
    record(search, rules.initial_state())
    assert vars(search).keys() == {"rules", "order"}


def test_a_search_keeps_what_it_remembers_while_it_is_recorded(rules):
    search = LADDER["memory"](rules)
    record(search, rules.initial_state())
    assert record(search, rules.initial_state()).known
