"""The solver's findings as one value."""

import pytest
from helpers.refusals import refused

from noughts.game.oracle import Verdict
from noughts.solver import solution
from noughts.solver.mnk import Rules
from noughts.solver.narrowing import promise
from noughts.solver.prover import Prover
from noughts.solver.solution import solve, solve_position
from noughts.texts import words


@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        ((3, 3, 3), Verdict(0, 5)),
        ((3, 4, 3), Verdict(1, 4)),
        ((4, 4, 3), Verdict(1, 3)),
        ((4, 4, 4), Verdict(0, 8)),
        ((2, 3, 8), Verdict(0, 3)),
        ((1, 1, 1), Verdict(1, 1)),
    ],
)
def test_a_solved_board_has_a_verdict_and_a_line(board, verdict):
    found = solve(*board)
    assert found.complete
    assert found.verdict == verdict
    assert found.words == words().verdict(*verdict)
    assert found.best == found.line[0]
    assert found.positions <= 103
    assert 0 <= found.seconds < 60
    if verdict.outcome:
        assert (len(found.line) + 1) // 2 == verdict.moves
    assert str(found) == f"{','.join(map(str, board))}: {found.words}"


def test_without_time_nothing_is_claimed():
    found = solve(8, 8, 5, seconds=0.01)
    assert (found.complete, found.verdict, found.best) == (False, None, None)
    assert (found.line, found.words) == ((), words()("solve.promise.holds"))


def test_a_finished_game_has_no_best_move():
    rules = Rules(3, 3, 3)
    found = solve_position(Prover(rules), rules.state(0b11_000_000, 0b111))
    assert (found.complete, found.verdict, found.best) == (True, Verdict(-1, 0), None)


def test_a_verdict_needs_no_time_for_a_line_of_play(monkeypatch):
    def line_of_play(prover, state, value):
        raise TimeoutError

    monkeypatch.setattr(solution, "line_of_play", line_of_play)
    found = solve(4, 4, 3)
    assert (found.complete, found.verdict, found.line) == (False, Verdict(1, 3), ())


@pytest.mark.parametrize(
    ("bounds", "moves"),  # a win has a move, though not the quickest
    [((-3, 11), 0), ((0, 11), 0), ((-3, 0), 0), ((7, 11), 1)],
)
def test_after_a_timeout_only_known_facts_are_claimed(bounds, moves, monkeypatch):
    def narrow(prover, state):
        yield bounds
        raise TimeoutError

    monkeypatch.setattr(solution, "narrow", narrow)
    found = solve(4, 4, 3)
    assert not found.complete
    assert found.verdict is None
    assert found.words == promise(bounds, 16)
    assert len(found.line) == moves


@pytest.mark.parametrize("board", [(0, 3, 3), (3, 9, 3), (3, 3, -1), (3, 3, "3")])
def test_nonsense_is_refused_by_name(board):
    with refused("refusal.size", most=8):
        solve(*board)
