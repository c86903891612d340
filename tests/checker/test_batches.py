"""Questions in batches: each once, the quick ones first, dealt out evenly."""

from math import factorial

import pytest

from noughts.checker import batches
from noughts.checker.batches import LAST, LONG, QUICK, SMALL, Batch, call_of, in_order
from noughts.checker.questions import ACTIONS, FUNCTIONS, questions
from noughts.checker.rounds import Call


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_question_is_in_one_batch_and_in_order(function):
    found = batches.batches(function)
    numbers = [n for batch in found for n in batch.numbers]
    assert numbers == list(range(len(questions(function))))
    assert {batch.function for batch in found} == {function}
    *full, last = [len(batch.numbers) for batch in found]
    if function not in ("minimax", "initial_state"):
        size = 16 * len(ACTIONS) if function == "result" else 128
        assert {*full} == {size}
        assert 0 < last <= size


def test_a_search_on_an_emptier_board_is_in_a_smaller_message():
    boards = questions("minimax").boards
    most = {}
    for batch in batches.batches("minimax"):
        [empty] = {boards[n].count(".") for n in batch.numbers}
        most[empty] = max(most.get(empty, 0), len(batch.numbers))
        work = len(batch.numbers) * factorial(empty)
        assert batches.work_of(batch) == call_of(batch).work == work
    sizes = {0: 64, 1: 64, 2: 64, 3: 64, 4: 32, 5: 8, 6: 4, 7: 1, 8: 1, 9: 1}
    assert most == {empty: sizes[empty] for empty in most}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_sample_is_from_all_over_the_game_and_quick(function):
    numbers, asked = batches.sample(function).numbers, questions(function)
    if function == "initial_state":
        assert [*numbers] == list(range(len(asked.boards)))
        return
    if function == "result":
        firsts = [n // len(ACTIONS) for n in numbers[:: len(ACTIONS)]]
        assert len(numbers) == 6 * len(ACTIONS)
        whole = [n * len(ACTIONS) + k for n in firsts for k in range(len(ACTIONS))]
        assert numbers == whole  # every action on each of its boards
        assert (firsts[0], firsts[-1]) == (0, len(asked.boards) - 1)
        return
    assert len(numbers) == 24
    quick = [n for n, key in enumerate(asked.boards) if key.count(".") <= QUICK]
    assert {min(quick), max(quick)} <= {*numbers} <= {*quick}
    over = [asked.stakes[n] == "over" for n in numbers]
    assert over == sorted(over)


def test_a_batch_is_one_message_with_each_board_once():
    boards = questions("result").boards
    both = Batch("result", list(range(2 * len(ACTIONS))))
    assert call_of(both) == Call("many", ["result", [*boards[:2]]], len(both.numbers))
    [first, *_, last] = both.singles()
    assert call_of(first).arguments == ["result", [boards[0]], 0]
    assert call_of(last).arguments == ["result", [boards[1]], len(ACTIONS) - 1]
    assert call_of(last, work=7).work == 7
    some = Batch("player", [3, 5])
    boards = questions("player").boards
    assert call_of(some) == Call("many", ["player", [boards[3], boards[5]]], 2)


def calls(*works):
    return [Call("many", [], work) for work in works]


@pytest.mark.parametrize(
    ("works", "hands", "lots"),
    [
        ([], 2, [[]]),
        ([SMALL], 2, [[0]]),
        ([1, SMALL - 1], 2, [[0, 1]]),  # not worth a second process
        ([1, SMALL], 2, [[1], [0]]),
        ([SMALL, SMALL, SMALL], 1, [[0, 1, 2]]),
        ([3000, 2000, 1000, 500], 2, [[3, 0], [1, 2]]),
        ([1, LONG, LONG + 1, LONG + 9], 1, [[0, 1, 3, 2]]),  # the longest first
        ([LAST, LONG + 1, LAST - 1, 5], 1, [[3, 2, 1, 0]]),  # and what is last, last
        ([9000], 4, [[0]]),
    ],
)
def test_calls_are_dealt_out_evenly_the_quick_ones_first(works, hands, lots):
    assert in_order(calls(*works), hands) == lots


@pytest.mark.parametrize(
    ("call", "about", "single"),
    [
        (Call("survey", []), "", True),
        (Call("plain", ["winner", "........."]), "winner", True),
        (Call("many", ["winner", ["........."]]), "winner", True),
        (Call("many", ["result", ["........."], 3]), "result", True),
        (Call("many", ["winner", ["........."] * 2]), "winner", False),
        (Call("many", ["winner", []]), "winner", False),
    ],
)
def test_a_call_knows_whom_it_asks_and_whether_it_is_one_question(call, about, single):
    assert (call.about, call.single) == (about, single)


def test_a_start_is_asked_in_one_message_as_often_as_it_is_asked():
    [batch] = batches.batches("initial_state")
    assert call_of(batch) == Call("many", ["initial_state", ["", "", ""]], 3)
