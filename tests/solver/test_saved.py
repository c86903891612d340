"""What a search knows goes into a file and comes back."""

import pytest

from noughts.solver.mnk import Rules
from noughts.solver.saved import SavedError, load, save
from noughts.solver.searcher import Searcher

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


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (['{"search": [3, 3, 3]}'], "belongs to a search of"),
        ([], "was not written by"),
        (["[1, 2]"], "was not written by"),
        (["nonsense"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, 9, 0, 0, 0]"], "was not written by"),
        (['{"search": [4, 4, 4]}', "[1, 0, 0, 0]"], "was not written by"),
    ],
)
def test_what_is_not_of_this_search_is_refused(lines, why):
    with pytest.raises(SavedError, match=why):
        load(Searcher(Rules(4, 4, 4)), lines)
