"""What a search knows goes into a file and comes back."""

import json

import pytest

from noughts.solver.mnk import Rules
from noughts.solver.saved import SavedError, load, remembered, save
from noughts.solver.searcher import Searcher
from noughts.solver.store import BYTES

EMPTY = [[None] * 5 for _ in range(4)]


def searched(rules):
    search = Searcher(rules)
    state = rules.read(EMPTY)
    search.at_least(state, 1)
    return search


def test_another_search_continues_with_all_that_was_known():
    rules = Rules(4, 5, 4)
    first, second = searched(rules), Searcher(rules)
    lines = list(save(first))
    assert len(lines) > 1
    assert load(second, lines) == len(lines) - 1
    assert sorted(save(second)) == sorted(lines)
    second.at_least(rules.read(EMPTY), 1)
    assert second.visited < first.visited


def test_what_does_not_fit_into_memory_is_saved_again_all_the_same():
    """A search with room for two findings forgets the others; the file does not."""
    rules = Rules(4, 5, 4)
    lines = list(save(searched(rules)))
    small = Searcher(rules, memory=0)
    assert load(small, lines) == len(lines) - 1
    assert remembered(small) == 2
    assert list(save(small, lines)) == lines
    small.at_least(rules.read(EMPTY), 1)
    after = list(save(small, lines))
    assert {key(line) for line in after} >= {key(line) for line in lines}
    assert len(after) == len({key(line) for line in after})


def key(line):
    return line.partition(",")[0]


@pytest.mark.parametrize(
    ("found", "saved", "stays"),
    [
        ([7, 2, 0, 0, 3], [7, 1, 6, 2, 64], [7, 1, 6, 2, 64]),  # decided before
        ([7, 0, 0, 4, 64], [7, 2, 0, 0, 5], [7, 0, 0, 4, 64]),  # decided now
        ([7, 2, 0, 0, 3], [7, 2, 0, 0, 5], [7, 2, 0, 0, 5]),  # not, but deeper
        ([7, 2, 0, 0, 5], [7, 2, 0, 0, 3], [7, 2, 0, 0, 5]),
    ],
)
@pytest.mark.parametrize("younger", [0, 2])  # findings: what is asked may be old
def test_of_two_findings_about_one_question_the_better_is_saved(
    found, saved, stays, younger
):
    head = json.dumps({"search": [4, 4, 4]})
    search = Searcher(Rules(4, 4, 4), memory=4 * BYTES)
    others = [json.dumps([8 + n, 2, 0, 0, 1]) for n in range(younger)]
    load(search, [head, json.dumps(found), *others])
    assert list(save(search, [head, json.dumps(saved)])) == [
        head,
        json.dumps(stays),
        *others,
    ]


def test_a_finding_that_was_asked_for_again_is_saved_once():
    search = Searcher(Rules(4, 4, 4), memory=4 * BYTES)
    rows = [json.dumps([n, 2, 0, 0, 1]) for n in range(3)]
    load(search, [json.dumps({"search": [4, 4, 4]}), *rows])
    search.prover.store.get(0)  # which is young again, and old as well
    assert list(save(search))[1:] == [rows[1], rows[2], rows[0]]
    assert remembered(search) == 3


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (['{"search": [3, 3, 3]}'], "belongs to a search of"),
        ([], "was not written by"),
        (["[1, 2]"], "was not written by"),
        (["nonsense"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, 9, 0, 0, 0]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, 0, 0, 0]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, -1, 0, 0, 0]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, true, 0, 0, 0]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, 0, 65536, 0, 0]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, 0, 0, 65536, 0]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, 0, 0, 0, 65]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[-1, 0, 0, 0, 0]"], "was not written by"),
        (["[" * 200_000], "was not written by"),
    ],
)
def test_what_is_not_of_this_search_is_refused(lines, why):
    with pytest.raises(SavedError, match=why):
        load(Searcher(Rules(4, 4, 4)), lines)
