"""The prover, on questions that can be checked by hand."""

import pytest

from noughts.solver.ideas.mirrors import turn_cell
from noughts.solver.mnk import Rules, cells_of
from noughts.solver.narrowing import bound_value
from noughts.solver.prover import ENDLESS, Conclusion, ProofResult, Prover, Query

RULES = Rules(3, 3, 3)
WINS, HOLDS = ProofResult.WINS, ProofResult.HOLDS


@pytest.fixture
def prover():
    return Prover(RULES)


@pytest.mark.parametrize("way", range(8))
def test_what_is_known_of_a_question_is_known_of_its_image(prover, way):
    def image(mask):
        return sum(turn_cell(RULES, cell, way) for cell in cells_of(mask))

    question = Query({0b000000011}, {0b001010100}, attacking=True)
    finding = Conclusion(HOLDS, 0b000100001, 0b000000001, 3)
    prover.remember(*prover.key(question), finding)
    mirrored = Query(
        {*map(image, question[0])}, {*map(image, question[1])}, attacking=True
    )
    known = prover.recall(*prover.key(mirrored), 3)
    assert known == Conclusion(HOLDS, image(finding.zone), image(finding.move), 3)


def test_what_is_known_of_a_question_is_known_of_no_other(prover):
    """A corner, an edge and the centre are no images of each other."""
    keys = [
        prover.key(Query({cell}, set(), attacking, moves))[0]
        for cell in (1 << 0, 1 << 1, 1 << 4)
        for attacking in (False, True)
        for moves in (1, 2, 3, ENDLESS - 1, ENDLESS)
    ]
    assert len({*keys}) == len(keys)


def test_only_a_win_by_threats_in_time_narrows_the_replies(prover):
    needs = {0b000011, 0b000101, 0b111000}
    asked = [Query(needs, set(), attacking=False, moves=moves) for moves in (1, 2)]
    assert [*map(prover.urgent_cells, asked)] == [0b111111, 0b000111]


@pytest.mark.parametrize("allowed", [0, 1, 100])
def test_a_question_stops_at_its_limit_of_positions(allowed):
    seen = []
    prover = Prover(Rules(4, 5, 4), watch=lambda prover: seen.append(prover.visited))
    start = prover.rules.start()
    assert bound_value(prover, start, 1, allowed) is None
    assert prover.visited == allowed + 1
    assert seen == [*range(1, allowed + 1)]
    assert bound_value(prover, start, 1) == 0


def test_a_search_stops_when_its_time_is_over_and_can_go_on(monkeypatch):
    monkeypatch.setattr("noughts.solver.prover.monotonic", lambda: 7)
    prover = Prover(Rules(4, 5, 4))
    prover.deadline = 6
    with pytest.raises(TimeoutError):
        bound_value(prover, prover.rules.start(), 1)
    prover.deadline = 7
    assert bound_value(prover, prover.rules.start(), 1) == 0


def test_a_forgetful_search_is_right_all_the_same(monkeypatch):
    monkeypatch.setattr("noughts.solver.prover.REMEMBERED", 4)
    sizes = set()
    prover = Prover(Rules(4, 5, 4), watch=lambda prover: sizes.add(len(prover.known)))
    assert bound_value(prover, prover.rules.start(), 1) == 0
    assert sizes == {0, 1, 2, 3, 4}
