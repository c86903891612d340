"""The player of bigger boards: right if it is certain, honest if it is not."""

import itertools
from time import monotonic

import pytest

from noughts.game import oracle
from noughts.game.notation import parse_board
from noughts.solver import thinker
from noughts.solver.mnk import Rules, cells_of
from noughts.solver.narrowing import promise
from noughts.solver.thinker import Thinker
from noughts.texts import words

EMPTY = [[None] * 8 for _ in range(8)]
EMPTY_3 = [[None] * 3 for _ in range(3)]


@pytest.fixture
def looks(monkeypatch):
    """Fake the clock: each look at it takes a millisecond."""
    clock = itertools.count()
    for place in ("thinker", "prover"):
        monkeypatch.setattr(
            f"noughts.solver.{place}.monotonic", lambda: next(clock) / 1000
        )


def test_on_three_by_three_every_move_is_one_of_the_best(in_progress):
    player = Thinker(Rules(3, 3, 3), seconds=60)
    for board in in_progress[::7]:
        choice = player.choose(board)
        assert choice.certain
        assert choice.action in oracle.truth_of(board).best
        assert choice.words == words().verdict(*oracle.verdict(board))
        assert player(board) == choice.action


@pytest.mark.usefixtures("looks")
def test_with_little_time_it_is_not_certain():
    choice = Thinker(Rules(8, 8, 5), seconds=0.01).choose(EMPTY)
    assert not choice.certain
    assert choice.action in {(3, 3), (3, 4), (4, 3), (4, 4)}


@pytest.mark.parametrize(
    ("known", "best"),
    [
        ({1: (-5, 5), 2: (0, 5)}, 2),  # what promises more
        ({1: (-5, -1), 2: (-6, 0)}, 2),  # what may still hold before what is lost
        ({1: (0, 9), 2: (1, 1)}, 2),  # a win before all else
        ({1: (1, 9), 2: (3, 3)}, 2),  # the sooner one
    ],
)
def test_the_best_move_known_is_chosen(known, best, monkeypatch):
    player, state = Thinker(Rules(3, 3, 3), seconds=1), Rules(3, 3, 3).read(EMPTY_3)
    monkeypatch.setattr(thinker, "bound_moves", lambda *_: (known, False))
    assert player.compare(state) == (best, known[best])


@pytest.mark.parametrize(
    ("bounds", "solved", "compared", "choice"),
    [
        ((1, 3), False, None, ((0, 1), True)),  # a win, though not the quickest
        ((0, 0), True, None, ((0, 1), True)),
        ((0, 3), False, (1, 3), ((0, 0), True)),
        ((0, 3), False, (0, 0), ((0, 0), False)),  # another move might have won
        ((-9, 9), False, (-2, -2), ((0, 0), False)),
    ],
)
def test_out_of_time_only_a_win_is_certain(
    bounds, solved, compared, choice, monkeypatch
):
    player, deadlines = Thinker(Rules(3, 3, 3), seconds=10), []

    def narrow(prover, state):
        deadlines.append(prover.deadline)
        yield bounds
        if not solved:
            raise TimeoutError

    def found(answer):
        return deadlines.append(player.prover.deadline) or answer

    monkeypatch.setattr(thinker, "narrow", narrow)
    monkeypatch.setattr(thinker, "monotonic", lambda: 100)
    best = {bounds[0]: 0b10}
    monkeypatch.setattr(thinker, "best_move", lambda *given: found(best[given[-1]]))
    monkeypatch.setattr(player, "compare", lambda state: found((0b1, compared)))
    assert player.choose(EMPTY_3) == (*choice, promise(compared or bounds, 9))
    assert 100 < deadlines[0] < deadlines[1] == 110


def test_only_values_found_in_time_are_returned(monkeypatch):
    player = Thinker(Rules(3, 3, 3), seconds=60)
    known = {0b100: (5, 5), 0b1: (0, 0), 0b10: (-9, 0)}
    monkeypatch.setattr(thinker, "bound_moves", lambda *_: (known, False))
    found = player.values(EMPTY_3)
    assert list(found.items()) == [((0, 0), (0, 5)), ((0, 2), (1, 3))]
    assert player.prover.deadline > monotonic()


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("XX. OO. ...", {3}),  # a win before a block
        ("XX. O.. ...", {3}),  # a block
        ("XX. OO. X..", {6}),
        ("... ... ...", {1, 2, 3, 4, 5, 6, 7, 8, 9}),
    ],
)
def test_only_sensible_cells_are_compared(text, squares, monkeypatch):
    state = Rules(3, 3, 3).read(parse_board(text))
    sensible = cells_of(thinker.sensible_cells(state))
    assert {cell.bit_length() for cell in sensible} == squares
    known = dict.fromkeys(cells_of(state.empty), (0, 0))
    monkeypatch.setattr(thinker, "bound_moves", lambda *_: (known, False))
    cell, _ = Thinker(Rules(3, 3, 3), seconds=1).compare(state)
    assert cell.bit_length() in squares
