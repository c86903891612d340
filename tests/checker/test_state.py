"""What hangs on earlier calls: a game is more than its boards, one by one."""

from itertools import chain, pairwise

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.board import START, play, replies
from noughts.checker.answers import Answer
from noughts.checker.asking import Stage
from noughts.checker.conversation import judge
from noughts.checker.conversation.games import Turn, games_from
from noughts.checker.driver import converse
from noughts.checker.truth import optimal
from noughts.oracle import table
from noughts.words.said import Said

RIGHT = (ENGINES / "alpha_beta.py").read_text("utf-8")

TIRED = """

find = minimax
calls = []


def minimax(board):
    calls.append(1)
    if len(calls) > 60 and board == [[EMPTY] * 3, [EMPTY] * 3, [X, O, X]]:
        return (0, 0)
    return find(board)
"""


def judged(source):
    talk = judge(source.encode(), "mine.py", remarks=[])
    return converse(talk, ask_in_process)


def failed(record):
    return {check.name for check in record.faults}


@pytest.mark.ci
def test_who_is_wrong_after_many_calls_is_not_called_right():
    record = judged(RIGHT + TIRED)
    assert failed(record) == {"minimax.optimal"}
    assert any("answers differently" in note for note in record.notes)
    assert not record.misconceptions


LOOKS_FURTHER = """

import math

AHEAD = {"moves": 5}


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    values = [value(result(board, a), depth - 1) for a in sorted(actions(board))]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    AHEAD["moves"] += 2
    depth = AHEAD["moves"] - 3
    return max(
        sorted(actions(board)), key=lambda a: sign * value(result(board, a), depth)
    )
"""
PLANS = """

find = minimax
PLAN = {"board": None, "moves": []}


def minimax(board):
    if terminal(board):
        return None
    old, moves = PLAN["board"], PLAN["moves"]
    if len(moves) > 2 and len(actions(old)) == len(actions(board)) + 2:
        i, j = moves[0]
        kept = all(a in (EMPTY, b) for r, s in zip(old, board) for a, b in zip(r, s))
        if kept and board[i][j] == player(board) and moves[2] in actions(board):
            PLAN["board"], PLAN["moves"] = [row[:] for row in board], moves[2:]
            return moves[2]
    moves, after = [], board
    while not terminal(after):
        moves.append(find(after))
        after = result(after, moves[-1])
    PLAN["board"], PLAN["moves"] = [row[:] for row in board], moves
    return moves[0]
"""


PLANNED = RIGHT.replace("def minimax", "def find") + PLANS.replace("find = minimax", "")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("source", "note"),
    [
        pytest.param(RIGHT + LOOKS_FURTHER, "", marks=pytest.mark.slow),
        (PLANNED, Said("note.not_yet")),
    ],
)
def test_who_can_be_beaten_in_a_game_is_not_called_right(source, note):
    record = judged(source)
    assert [(c.status, c.note) for c in record.checks[-1:]] == [("absent", note)]
    assert failed(record) >= {"minimax.optimal", "minimax.unbeatable_o"}
    assert any("In a game `minimax` answers otherwise" in n for n in record.notes)


@pytest.mark.ci
def test_who_is_wrong_on_the_empty_board_of_a_game_is_told_so():
    once = PLANS.split("PLAN =")[0] + (
        "SEEN = []\n\n\ndef minimax(board):\n    SEEN.append(1)\n"
        "    if len(SEEN) == 1 and len(actions(board)) == 9:\n        return None\n"
        "    return find(board)\n"
    )
    record = judged(RIGHT + once)
    assert any("on the empty board it gives None" in note for note in record.notes)


@pytest.mark.slow
def test_no_fault_of_a_helper_excuses_who_is_wrong_in_a_game_alone():
    listed = "\n\nfree = actions\n\n\ndef actions(board):\n    return [*free(board)]\n"
    record = judged(RIGHT + listed + PLANS)
    assert failed(record) >= {"actions.type", "minimax.optimal", "minimax.unbeatable_o"}


@pytest.mark.ci
def test_who_remembers_what_was_asked_and_is_right_stays_right():
    record = judged((ENGINES / "remembering.py").read_text("utf-8"))
    assert failed(record) == set()
    assert not any("In a game" in note for note in record.notes)


COUNTED = "asked = []\n" + RIGHT.replace(
    BEGINS := "def minimax(board):\n", f"{BEGINS}    asked.append(1)\n"
)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("late", "status", "note"),
    [(Stage.MINIMAX, "passed", ""), (Stage.SEARCH, "unjudged", Said("note.too_late"))],
)
def test_a_search_is_heard_before_games_take_the_rest_of_the_time(late, status, note):
    """Where there is no time for it either, that is the reason which is told."""
    seen = list[str]()

    def driver(asked):
        seen.extend([asked.what] * asked.fresh)
        up = asked.fresh and asked.what == late
        return [None] * len(asked.questions) if up else ask_in_process(asked)

    record = converse(judge(COUNTED.encode(), "f.py", remarks=[]), driver)
    assert seen == [Stage.SEARCH] * 3 + [Stage.MINIMAX] * (late == Stage.MINIMAX)
    (check,) = (c for c in record.checks if c.name == "search.alphabeta")
    assert (check.status, check.note) == (status, note)


def test_in_its_games_every_board_comes_after_the_one_before():
    answers = {
        key: Answer(min(optimal(key))) for key, seen in table().items() if seen.turn
    }
    for top in (Turn(START), *(Turn(k, (a,)) for a, k in replies(START).items())):
        first, *others = games_from(top, answers)
        assert first[0] is top
        assert not any(top in line for line in others)
        asked = {pair for line in [first, *others] for pair in pairwise(line)}
        places = {t: n for n, t in enumerate(chain(first, *others))}
        for turn in places:
            after = play(turn.key, answers[turn.key].cell)
            coming = replies(after).items() if table()[after].turn else ()
            follow = {
                Turn(key, (*turn.moves, answers[turn.key].cell, action))
                for action, key in coming
                if table()[key].turn
            }
            assert turn is top or {(turn, each) for each in follow} <= asked
            # First what the file does not expect, and where fewest actions are right.
            order = sorted(follow, key=places.get)
            expected = answers[after].cell if follow else None
            surprises = [each for each in order if each.moves[-1] != expected]
            assert order[: len(surprises)] == surprises
            right = [len(table()[each.key].optimal) for each in surprises]
            assert right == sorted(right)
