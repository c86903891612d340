"""Seconds do not decide points: an answer is late only beside plain Minimax."""

import json

import pytest

from noughts.checker import plain_minimax, relay, yardstick
from noughts.checker.answers import Answer, died, late
from noughts.checker.asking import Ask, Effort
from noughts.checker.case import Case, waited
from noughts.checker.check_file import Examination, converse
from noughts.checker.source_text import read
from noughts.game import oracle
from noughts.game.board import START, board_of
from noughts.search.recording import minimax_positions

KEYS = [START, "X........"]


@pytest.fixture
def machine(monkeypatch):
    """Return a function that sets how long plain Minimax takes for its first move."""

    def made(seconds, longest=60.0):
        pace = seconds / minimax_positions(START)
        monkeypatch.setattr(yardstick, "seconds_per_position", lambda: pace)
        monkeypatch.setattr(yardstick, "LONGEST", longest)

    return made


def asking(function="minimax", text="", **more):
    setup = Case(text, read(text.encode())).setup()
    return Ask(text, setup, function, KEYS, **more)


def test_plain_minimax_plays_right():
    for key, truth in oracle.table().items():
        if key.count(".") < 4:
            action = plain_minimax.minimax(board_of(key))
            assert action in truth.optimal or (action, truth.turn) == (None, None)


def test_positions_are_counted_as_plain_minimax_visits_them():
    assert yardstick.positions(START) == 549_946 == minimax_positions(START)
    assert yardstick.positions(yardstick.TIMED) == 7_332


def test_the_yardstick_is_measured_once():
    yardstick.seconds_per_position.cache_clear()
    pace = yardstick.seconds_per_position()
    assert yardstick.seconds_per_position() == pace > 0


def test_a_search_gets_six_yardsticks_for_its_board(machine):
    machine(10)
    assert yardstick.fair_seconds(asking(), START) == pytest.approx(60)
    after = minimax_positions(KEYS[1]) / minimax_positions(START)
    assert yardstick.fair_seconds(asking(), KEYS[1]) == pytest.approx(60 * after)
    rule = yardstick.fair_seconds(asking("result"), f"{START}4")
    assert rule == yardstick.fair_seconds(asking("player"), START)
    assert rule == yardstick.fair_seconds(asking(), yardstick.TIMED)


@pytest.mark.parametrize(
    "asked", [asking(seconds=5.0), asking("play"), asking("count")]
)
def test_the_judges_own_limits_stay(asked, machine):
    machine(1000)
    assert yardstick.fair_seconds(asked, START) == 0


@pytest.mark.parametrize(
    ("first_move", "usual", "counts", "gives_up"),
    [
        (1, 20, True, False),  # the usual seconds are more than six yardsticks
        (9, 20, True, True),  # six yardsticks are more
        (11, 20, False, False),  # nobody waits so long
        (11, 600, True, False),  # unless more is usual
    ],
)
def test_a_late_answer_counts_unless_nobody_could_wait(
    first_move, usual, counts, gives_up, machine
):
    machine(first_move)
    found = yardstick.as_it_counts(late(1), asking(), START, usual)
    assert (found is not None) is counts
    assert not counts or found.gives_up is gives_up


@pytest.mark.parametrize("answer", [Answer("c4"), died("killed")])
def test_other_answers_count_as_they_are(answer, machine):
    machine(1000)
    assert yardstick.as_it_counts(answer, asking(), START, 20) is answer


def test_a_function_that_is_given_up_was_asked_in_vain():
    assert waited([late(1)]) == 1
    assert waited([late(1)._replace(gives_up=True)]) == 3


TAKES = "import time\n\ndef minimax(board):\n    time.sleep({})\n    return (1, 1)\n"


@pytest.mark.parametrize(
    ("takes", "first_move", "longest", "said"),
    [
        (0.6, 0.01, 60.0, ["l"]),  # today's seconds: 0.2
        (0.6, 0.5, 60.0, ["c4"]),  # six yardsticks: 3
        (5.0, 0.1, 60.0, ["l"]),  # six yardsticks: 0.6
        (5.0, 10.0, 0.4, [None]),  # the cap comes first
    ],
)
def test_a_slow_answer_is_late_beyond_both_limits(
    takes, first_move, longest, said, machine
):
    machine(first_move, longest)
    asked = asking(text=TAKES.format(takes))._replace(questions=[START])
    with Examination(Effort(answer=0.2), lambda *_: None) as driver:
        assert [answer and answer.said for answer in driver(asked)] == said


def test_beyond_the_usual_seconds_one_late_answer_is_enough(machine):
    machine(0.1)
    asked = asking(text=TAKES.format(5))._replace(questions=[START] * 3)
    with Examination(Effort(answer=0.2), lambda *_: None) as driver:
        first, *others = driver(asked)
    assert first.gives_up
    assert others == [None] * 2


def test_what_nobody_could_wait_for_is_open(machine):
    machine(10, longest=0.4)
    case = Case("", read(b""))

    def talk():
        return (yield from case.ask("minimax", KEYS))

    text = TAKES.format(5)
    with Examination(Effort(answer=0.2), lambda *_: None) as driver:
        answers = converse(talk(), lambda ask: driver(ask._replace(source=text)))
    assert answers == [None, None]
    assert case.time_up


@pytest.mark.parametrize(("first_move", "said"), [(9, "l"), (11, None)])
def test_in_a_browser_an_answer_is_late_if_it_had_six_yardsticks(
    first_move, said, machine
):
    machine(first_move)
    carried = relay.Carried(b"", "t.py")
    carried._asked = asking()
    carried.read(json.dumps([[60], "c0"]))
    first, second = carried._received
    assert (first and first.said, second.said) == (said, "c0")
