"""Answer sheets: what is stored of the answers."""

import pytest

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.verdicts import verdicts
from noughts.texts.said import Said

WRONG = Answer("rKeyError", kind="KeyError")


@pytest.mark.parametrize(
    ("late", "why", "statuses"),
    [
        (0, Said("note.time_up", asked=1, wanted=4536), ("unjudged", "unjudged")),
        (
            3,
            Said("note.given_up", asked=4, wanted=4536, function="winner"),
            ("failed", "absent"),
        ),
    ],
)
def test_only_what_the_time_ran_out_for_is_open(late, why, statuses):
    sheet = AnswerSheet("winner")
    sheet.take({0: Answer("n")})
    for number in range(1, late + 1):
        sheet.take({number: Answer("d", text="ended")})
    sheet.hangs = late > 0
    checks = {check.name: check for check in verdicts(sheet)}
    none, pure = checks["winner.none"], checks["winner.pure"]
    assert (none.note, none.status, pure.status) == (why, *statuses)


RIGHT, REFUSED = Answer("n"), Answer("rIndexError", kind="IndexError")
CHANGED = frozenset("B")
BEST, NOT_BEST = Answer("c4"), Answer("n")  # on the empty board, which comes first


@pytest.mark.parametrize(
    ("function", "number", "answers", "wrong"),
    [
        ("winner", 0, [RIGHT], False),
        ("winner", 0, [Answer("mX")], True),
        ("winner", 0, [Answer("mX"), RIGHT], False),
        ("winner", 0, [RIGHT, Answer("mX")], True),
        ("winner", 0, [RIGHT._replace(flags=CHANGED)], True),
        ("winner", 0, [REFUSED], True),
        ("minimax", 0, [BEST], False),
        ("minimax", 0, [NOT_BEST, BEST], False),
        ("minimax", 0, [BEST, NOT_BEST], True),
        ("minimax", 0, [BEST, BEST._replace(flags=CHANGED)], True),
        ("result", 9, [REFUSED], False),  # a cell that is not on the board
        ("result", 9, [Answer("n"), REFUSED], False),
        ("result", 9, [REFUSED, Answer("n")], True),
        ("result", 9, [Answer("RSystemExit", kind="SystemExit")], True),
        ("result", 9, [REFUSED._replace(flags=CHANGED)], True),
        ("result", 0, [REFUSED], True),
    ],
)
def test_the_latest_answer_counts(function, number, answers, wrong):
    sheet = AnswerSheet(function)
    for answer in answers:
        sheet.take({number: answer})
    assert sheet.answers == {number: answers[-1]}
    assert sheet.wrong == ({number: answers[-1]} if wrong else {})


def test_earlier_wrong_answers_are_kept_but_not_timeouts():
    sheet = AnswerSheet("minimax")
    sheet.take(dict(zip([0, 1], [BEST, WRONG], strict=True)))
    before = dict.fromkeys(range(3), NOT_BEST)
    assert sheet.keep(before | {3: Answer("l"), 4: Answer("d")})
    assert sheet.wrong == {0: NOT_BEST, 1: WRONG, 2: NOT_BEST}
    assert sheet.answers == sheet.wrong


def test_a_question_that_was_not_asked_again_got_no_other_answer():
    sheet = AnswerSheet("minimax")
    sheet.take({0: BEST})
    assert not sheet.keep({1: NOT_BEST})


def test_the_answers_to_one_kind_of_question():
    listed = Answer("o[0, 1]|list", like="c1")
    sheet = AnswerSheet("result")
    sheet.take(dict(zip([0, 1, 9], [Answer("t"), listed, REFUSED], strict=True)))
    assert sheet.answers_to("valid") == [Answer("t"), listed]
    search = AnswerSheet("minimax")
    search.take(dict(zip([0, 1], [BEST, listed], strict=True)))
    assert search.answers_to() == [BEST, listed]
