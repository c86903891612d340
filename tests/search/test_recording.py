"""Recorded searches: their events tell the truth, and recording changes nothing."""

import sys
from math import inf
from pathlib import Path

import pytest

from noughts import contract, oracle
from noughts.board import board_of, key_of
from noughts.notation import parse_board
from noughts.search import LADDER, AlphaBeta, Minimax, StopAtWin
from noughts.search.recording.events import (
    Better,
    Cut,
    Enter,
    Known,
    Leaf,
    Leave,
    bound_of,
    count,
    record,
)
from noughts.search.recording.tree import tree
from noughts.search.rules import AskedOnce
from noughts.search.symmetry import images

# Up to five empty cells, one of each eight images: 573 positions.
LATE = [
    key
    for key, truth in oracle.table().items()
    if truth.turn and key.count(".") <= 5 and key == min(images(key))
]


@pytest.fixture(scope="module")
def rules():
    return AskedOnce(contract.default())


@pytest.fixture
def late_searches(rules, share):
    """Return a function that yields the recordings of late positions."""

    def recorded(rung):
        for key in LATE[::share]:
            yield key, record(LADDER[rung](rules), board_of(key))

    return recorded


def boards(recording):
    return {e.path: e.board for e in recording.events if isinstance(e, Enter)}


@pytest.mark.parametrize("rung", LADDER)
def test_every_value_is_what_it_says_it_is(rung, late_searches):
    """Exact, at least, or at most: against the oracle, at every node."""
    for key, recording in late_searches(rung):
        found = boards(recording)
        assert recording.value == oracle.table()[key].value
        for event in recording.events:
            if isinstance(event, Leave):
                truth = oracle.look(list(found[event.path])).value
                assert {
                    "exact": event.value == truth,
                    "at least": event.value <= truth,
                    "at most": event.value >= truth,
                }[event.bound], (key, event)


@pytest.mark.parametrize("rung", LADDER)
def test_every_position_entered_is_left_once(rung, late_searches):
    for _, recording in late_searches(rung):
        entered = [e.path for e in recording.events if isinstance(e, Enter)]
        left = [e.path for e in recording.events if isinstance(e, Leave)]
        assert sorted(entered) == sorted(left)
        assert len(set(entered)) == len(entered) == recording.positions
        assert recording.events[-1].positions == recording.positions


@pytest.mark.parametrize("rung", LADDER)
def test_every_cut_is_justified(rung, late_searches):
    """The inequality holds, and the skipped actions could not have mattered."""
    for key, recording in late_searches(rung):
        found = boards(recording)
        for cut in (e for e in recording.events if isinstance(e, Cut)):
            assert cut.skipped
            assert not {(*cut.path, a) for a in cut.skipped} & found.keys()
            turn = oracle.look(list(found[cut.path])).turn
            assert cut.sign == (">=" if turn == "X" else "<=")
            assert cut.value >= cut.limit if turn == "X" else cut.value <= cut.limit, (
                key,
                cut,
            )


def test_plain_minimax_never_cuts(late_searches):
    for _, recording in late_searches("minimax"):
        assert not any(isinstance(e, Cut | Known) for e in recording.events)


@pytest.mark.parametrize("plies", range(4))
@pytest.mark.parametrize("rung", ["minimax", "stop-at-win", "alphabeta"])
def test_who_remembers_nothing_knows_nothing_where_a_recording_ends(rung, plies, rules):
    recording = record(LADDER[rung](rules), parse_board("X.. .O. ..."), plies)
    assert max(len(event.path) for event in recording.events) == plies
    assert not any(isinstance(event, Known) for event in recording.events)


def test_a_win_found_ends_the_second_rung_with_nothing_better(rules):
    recording = record(StopAtWin(rules), parse_board("XX. OO. ..."))
    (cut,) = [e for e in recording.events if isinstance(e, Cut) and not e.path]
    assert cut == Cut((), ((1, 2), (2, 0), (2, 1), (2, 2)), 1, ">=", 1)


def test_the_events_of_a_small_search_read_like_the_textbook(rules):
    """Two cells are free, and neither is better than the other."""
    board = parse_board("XXO OXX O..")
    steps = [(type(e).__name__, e.path) for e in record(Minimax(rules), board).events]
    first, second = ((2, 1),), ((2, 2),)
    both = ((2, 1), (2, 2))
    assert oracle.look(board).turn == "O"
    assert steps == [
        ("Enter", ()),
        ("Enter", first),
        ("Enter", both),
        ("Leaf", both),
        ("Leave", both),
        ("Better", first),
        ("Leave", first),
        ("Better", ()),
        ("Enter", second),
        ("Enter", (*second, (2, 1))),
        ("Leaf", (*second, (2, 1))),
        ("Leave", (*second, (2, 1))),
        ("Better", second),
        ("Leave", second),
        ("Leave", ()),
    ]


def test_the_events_of_a_search_that_cuts_say_what_is_known_at_each_step(rules):
    """X has lost: the first move shows it, and of each other one a reply is enough."""
    board = parse_board("XOX OO. X..")
    recording = record(AlphaBeta(rules), board)
    found = boards(recording)
    six, eight, nine = (1, 2), (2, 1), (2, 2)

    def enter(*path, alpha=-inf, beta=inf):
        turn = "XO"[len(path) % 2]
        return Enter(path, found[path], turn, alpha, beta)

    def refuted(first, skipped):
        yield enter(first, alpha=-1)
        yield enter(first, six, alpha=-1)
        yield Leaf((first, six), -1)
        yield Leave((first, six), -1, "exact", 1)
        yield Better((first,), six, -1, "exact")
        yield Cut((first,), (skipped,), -1, "<=", -1)
        yield Leave((first,), -1, "exact", 2)

    assert recording.events == [
        enter(),
        enter(six),
        enter(six, eight),
        Leaf((six, eight), -1),
        Leave((six, eight), -1, "exact", 1),
        Better((six,), eight, -1, "exact"),
        enter(six, nine, beta=-1),
        enter(six, nine, eight, beta=-1),
        Leaf((six, nine, eight), 0),
        Leave((six, nine, eight), 0, "exact", 1),
        Better((six, nine), eight, 0, "exact"),
        Leave((six, nine), 0, "at least", 2),
        Leave((six,), -1, "exact", 4),
        Better((), six, -1, "exact"),
        *refuted(eight, nine),
        *refuted(nine, eight),
        Leave((), -1, "exact", 9),
    ]
    assert (recording.value, recording.positions) == (-1, 9)
    assert [key_of(found[six, nine]), key_of(found[nine,])] == [
        "XOXOOXX.O",
        "XOXOO.X.X",
    ]


def test_a_leaf_is_worth_its_utility(rules, late_searches):
    for _, recording in late_searches("alphabeta"):
        found = boards(recording)
        for leaf in (e for e in recording.events if isinstance(e, Leaf)):
            assert leaf.value == rules.utility(found[leaf.path])


def test_the_last_better_action_has_the_value_of_its_position(late_searches):
    for _, recording in late_searches("alphabeta"):
        node = tree(recording.events)
        last = [e for e in recording.events if isinstance(e, Better) and not e.path][-1]
        assert (node.best, node.value) == (last.action, last.value)


def test_only_the_first_plies_are_kept_and_all_positions_counted(rules):
    recording = record(AlphaBeta(rules), rules.initial_state(), plies=2)
    assert recording.positions == 18_297
    assert max(len(event.path) for event in recording.events) == 2
    root = tree(recording.events)
    assert root.positions == 1 + sum(child.positions for child in root.children)


def test_the_tree_holds_every_position(rules):
    def size(node):
        return 1 + sum(size(child) for child in node.children)

    recording = record(AlphaBeta(rules), parse_board("XO. ... ..."))
    assert size(tree(recording.events)) == recording.positions


def test_a_rung_knows_nothing_of_recording():
    """So a search that is not recorded cannot pay for it."""
    for rung in LADDER.values():
        module = sys.modules[rung.__module__]
        assert not [name for name in vars(module) if "record" in name.lower()]
        assert "record" not in Path(module.__file__).read_text("utf-8")


def test_a_search_is_the_same_after_it_was_recorded(rules):
    search = AlphaBeta(rules)
    count(search, rules.initial_state())
    assert vars(search).keys() == {"rules", "order"}


def test_a_search_whose_rules_fail_is_given_back_unchanged(rules):
    search = AlphaBeta(rules)
    with pytest.raises(TypeError):
        record(search, None)
    assert vars(search).keys() == {"rules", "order"}


@pytest.mark.parametrize(
    ("value", "alpha", "beta", "bound"),
    [
        (0, -1, 1, "exact"),
        (0, 0, 1, "at most"),
        (0, -1, 0, "at least"),
        (1, 0, 1, "exact"),  # nothing is above a win of X
        (-1, -1, 0, "exact"),
        (1, 1, 9, "at most"),
    ],
)
def test_a_bound_follows_from_the_window(value, alpha, beta, bound):
    assert bound_of(value, alpha, beta) == bound
