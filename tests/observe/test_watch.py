"""Watching engines search: what their calls of `result` show."""

import pytest
from helpers.players import (
    ALPHABETA,
    BACKWARDS,
    LISTS_FIRST,
    LOOKS_ONE_MOVE_AHEAD,
    LOOKS_THREE_MOVES_AHEAD,
    MINIMAX,
    REMEMBERS,
    RULES,
    STOPS,
)

from noughts import contract
from noughts.notation import parse_board
from noughts.observe.listen import UNREADABLE, listen
from noughts.observe.watch import assess, rebuild
from noughts.search.rules import AskedOnce
from noughts.words import words

BOARD = "X.. .O. ..."

EXACT_AT_THE_ROOT = ALPHABETA.replace("alpha, best_action = v", "_, best_action = v")


@pytest.fixture(scope="module")
def rules():
    return AskedOnce(contract.default())


@pytest.fixture
def engine(tmp_path):
    def made(player):
        path = tmp_path / "engine.py"
        path.write_text(RULES + player, encoding="utf-8")
        return contract.load(path)

    return made


def watched(engine, rules, text=BOARD, **options):
    board = parse_board(text)
    _, calls, total = listen(engine, board, **options)
    return assess(rules, board, calls, total)


@pytest.mark.parametrize(
    ("player", "code"),
    [
        (MINIMAX, "minimax"),
        (LISTS_FIRST, "minimax"),
        (REMEMBERS, "remembers"),
        (STOPS, "stops-at-win"),
        (ALPHABETA.replace("{cut}", "beta <="), "alphabeta"),
        (EXACT_AT_THE_ROOT.replace("{cut}", "beta <="), "alphabeta"),
        (ALPHABETA.replace("{cut}", "beta <"), "some-cuts"),
        (LOOKS_ONE_MOVE_AHEAD, "hardly"),
        (LOOKS_THREE_MOVES_AHEAD, "shallow"),
        (BACKWARDS, "unclear"),
    ],
)
def test_a_search_is_known_by_its_calls(player, code, engine, rules):
    evidence = watched(engine(player), rules)
    assert evidence.code == code
    assert words()(f"observe.search.{code}") in evidence.text(words())


def test_our_own_engine_searches_unseen(rules):
    evidence = watched(contract.default(), rules)
    assert evidence.code == "invisible"
    assert "cannot be seen" in evidence.text(words())


def test_plain_minimax_is_seen_to_the_last_position(engine, rules):
    evidence = watched(engine(MINIMAX), rules)
    assert evidence.positions == evidence.textbook["plain Minimax"] == 7_332
    assert (evidence.calls, evidence.cuts) == (7_331, 0)


def test_alpha_beta_is_seen_to_the_last_position(engine, rules):
    evidence = watched(engine(ALPHABETA.replace("{cut}", "beta <=")), rules)
    assert evidence.positions == evidence.textbook["alpha-beta"]
    assert evidence.bound_cuts > 0


def test_a_long_search_is_judged_by_its_number_of_calls(engine, rules):
    assert watched(engine(MINIMAX), rules, limit=100).code == "minimax"
    assert watched(engine(STOPS), rules, limit=100).code == "unclear"


def test_listening_changes_neither_the_answer_nor_the_engine(engine):
    module = engine(MINIMAX)
    before, board = module.result, parse_board(BOARD)
    answer, _, _ = listen(module, board)
    assert answer == module.minimax(board)
    assert module.result is before


def test_an_engine_that_raises_is_given_back_unchanged(engine):
    module = engine("\ndef minimax(board):\n    result(board, 7)\n")
    before = module.result
    with pytest.raises(ValueError, match="not an empty cell"):
        listen(module, parse_board(BOARD))
    assert module.result is before


@pytest.mark.parametrize("call", ["result()", "result(board, None)", "result(7, 7)"])
def test_a_call_that_cannot_be_read_is_noted_as_such(call, engine):
    player = f"""
def minimax(board):
    try:
        {call}
    except Exception:
        return (2, 2)
"""
    board = parse_board(BOARD)
    assert listen(engine(player), board) == ((2, 2), UNREADABLE, 1)


@pytest.mark.parametrize(
    "calls",
    [
        "nonsense",
        UNREADABLE,
        "X...O....1",  # an occupied cell
        "X...O....0",
        "X...O....²",
        "XX..O...O3",  # no position visited before
        "X........5",  # a position before the first one
    ],
)
def test_calls_that_fit_nowhere_are_counted(calls):
    root, strays = rebuild(parse_board(BOARD), calls)
    assert (root.after, strays) == ({}, 1)
