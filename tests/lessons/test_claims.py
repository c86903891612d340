"""Each claim is true of the positions that it should be true of, and of no others."""

from functools import cache

import pytest

from noughts.game import oracle
from noughts.lessons.claims import CLAIMS, recorded, refutation, worth_to
from noughts.search.recording import EXACT

REFUTED = {
    # number of positions that refute the claim; 0: it is right
    "best-move-counts": 0,
    "most-moves-count": 1912,
    "worst-move-counts": 3191,
    "x-max-o-min": 0,
    "both-max": 1459,
    "first-move-counts": 1869,
    "win-is-enough": 0,
    "draw-is-enough": 804,
    "loss-is-enough": 2755,
    "cuts-change-no-value": 0,
    "all-values-exact": 1355,
    "only-bad-moves-cut": 1355,
    "order-changes-no-value": 0,
    "strong-always-fewer": 722,
    "order-helps-minimax": 4186,
    "line-at-once-wins": 0,
    "wins-come-at-once": 478,
    "threat-is-safe": 3006,
    "images-are-equal": 0,
    "marks-can-be-exchanged": 1994,
    "bound-is-a-value": 1355,
    "extra-mark-never-hurts": 0,
    "more-open-lines-never-lose": 16,
    "centre-never-loses": 56,
}


@pytest.mark.ci
@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_is_refuted_by_a_known_number_of_positions(name):
    claim = CLAIMS[name]._replace(holds=cache(CLAIMS[name].holds))
    refuting = [key for key in claim.positions() if not claim.holds(key)]
    assert len(refuting) == REFUTED[name]
    assert refutation(claim) == next(iter(refuting), None)


@pytest.mark.parametrize(("name", "most"), [("both-max", 9), ("bound-is-a-value", 5)])
def test_a_claim_is_tried_on_unfinished_positions_fewest_free_cells_first(name, most):
    tried = [key.count(".") for key in CLAIMS[name].positions()]
    assert sorted({*tried}) == [*range(1, most + 1)]
    assert tried == sorted(tried)


def test_a_finished_game_is_worth_the_opposite_to_the_other_player():
    for key, truth in oracle.table().items():
        if truth.turn is None:
            worth = [worth_to(mark, key) for mark in "XO"]
            assert worth == [truth.value, -truth.value]


def test_the_board_that_refutes_exact_values_shows_a_wrong_one_marked_as_a_bound():
    claim = CLAIMS["all-values-exact"]
    root = recorded(claim.search, refutation(claim))
    wrong = [n for _, n in root.visits() if n.value != oracle.table()[n.key].value]
    assert wrong
    assert all(node.cut and node.bound != EXACT for node in wrong)
