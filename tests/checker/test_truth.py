"""The right answers, and whether an answer is right, types included."""

import pytest

from noughts.checker import truth
from noughts.checker.answers import Answer, read, said_of
from noughts.checker.checks import CHECK_RULES
from noughts.checker.questions import questions
from noughts.game import oracle
from noughts.game.board import board_of
from noughts.game.contract import FUNCTIONS, default
from noughts.texts.said import Said


def arguments_of(question):
    """Return the arguments of a question."""
    board = [board_of(question.key)] if question.key else []
    return board if question.action is ... else [*board, question.action]


@pytest.mark.parametrize(
    "function",
    [pytest.param(n, marks=[pytest.mark.ci] * (n == "result")) for n in FUNCTIONS],
)
def test_our_own_engine_is_right_on_every_question(function):
    engine = default()
    for question in questions(function):
        if question.valid:
            value = getattr(engine, function)(*arguments_of(question))
            assert truth.right(question, Answer(said_of(value))), question


def test_only_an_exception_refuses_an_action():
    question = next(q for q in questions("result") if q.about == "taken")
    for said in ("rValueError", "rNotImplementedError", "rOdd"):
        assert truth.right(question, Answer(said))
    for said in ("RSystemExit", "l", "d", "n", "b........."):
        assert not truth.right(question, Answer(said))


def test_a_shared_board_is_not_right():
    question = questions("initial_state")[0]
    assert truth.right(question, Answer("b........."))
    for flag in "RS":
        assert not truth.right(question, Answer("b.........", frozenset(flag)))


def asked(function, about="", key=None):
    """Return the first question of a kind, or about a board."""
    return next(
        q
        for q in questions(function)
        if about in ("", q.about) and key in (None, q.key)
    )


TOLD = [
    (asked("player"), "'X'"),
    (asked("initial_state"), "... ... ..."),
    (asked("winner"), "None"),
    (asked("terminal"), "False"),
    (asked("result", "taken"), Said("value.invalid")),
    (asked("result", "valid"), "X.. ... ..."),
    (asked("minimax", "over"), Said("value.over")),
    (asked("actions", key="X.OOXXXO."), "{(0, 1), (2, 2)}"),
    (asked("utility", "O"), "-1"),
    (asked("utility", "tie"), "0"),
    (asked("terminal", "full"), "True"),
    (asked("minimax", key="XX.OO...."), f"(0, 2): {Said('verdict.wins', n=1)}"),
    (asked("minimax", key="..XX.XO.O"), f"(1, 1) or (2, 1): {Said('value.wins')}"),
]


@pytest.mark.parametrize(("question", "words"), TOLD)
def test_the_whole_right_answer_is_shown(question, words):
    assert truth.expected(question) == words


@pytest.mark.parametrize(
    ("question", "answer", "right", "value"),
    [
        (asked("player"), Answer("mX"), True, True),
        (asked("player"), Answer("mO"), False, False),
        (asked("actions"), Answer("s511"), True, True),
        (asked("actions"), Answer("olist|x", like="s511"), False, True),
        (asked("actions"), Answer("olist|x", like="s510"), False, False),
        (asked("minimax", key="XX.OO...."), Answer("c2"), True, True),
        (asked("minimax", key="XX.OO...."), Answer("olist|x", like="c2"), False, True),
        (asked("minimax", key="XX.OO...."), Answer("c5"), False, False),
        (asked("minimax", "over"), Answer("n"), True, True),
        (asked("minimax", "over"), Answer("c0"), False, False),
        (asked("result", "taken"), Answer("rE"), True, True),
        (asked("result", "valid"), Answer("bX........"), True, True),
        (asked("result", "valid"), Answer("bX........", frozenset("B")), True, True),
        (asked("result", "valid"), Answer("rE"), False, False),
    ],
)
def test_an_answer_is_right_or_only_of_the_wrong_type(question, answer, right, value):
    assert truth.right(question, answer) is right
    assert truth.has_right_value(question, answer) is value


@pytest.mark.parametrize(
    ("told", "fits"),
    [
        ("s511", True),
        ("s3", True),  # not all the cells, but in a set
        ("oset|p|{(1, 1), (3, 3)}", True),  # counted from 1
        ("ofrozenset|s3|{(0, 0), (0, 1)}", True),
        ("ofrozenset|p|{(3, 3)}", True),
        ("oset||{0, 1}", False),
        ("olist|s511|[(0, 0)]", False),
        ("n", False),
    ],
)
def test_any_set_of_pairs_has_the_right_type(told, fits):
    (promise,) = (each for each in CHECK_RULES if each.name == "actions.type")
    answer = read(told)
    assert promise.rule(asked("actions"), answer) is fits
    assert truth.has_right_value(asked("actions"), answer) is ("s511" in told)


def test_the_promise_of_best_moves_holds_for_each():
    asked = {q.key: q for q in questions("minimax") if oracle.table()[q.key].optimal}
    seen = set()
    for key in asked:
        best = sorted(oracle.table()[key].optimal)
        told = truth.expected(asked[key]).parts["verdict"]
        after = [oracle.after(board_of(key), action) for action in best]
        kept = [truth.outcome_text("verdict", each) for each in after]
        assert all(each.startswith(told) for each in kept)
        assert told.parts == kept[0].parts, "of the first, not of any"
        seen.add((len({*kept}), told.key))
    assert {(1, "verdict.wins"), (2, "value.wins")} <= seen
