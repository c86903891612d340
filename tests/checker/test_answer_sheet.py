"""The answers of one function: what is kept of them."""

import pytest
from helpers.questions import arguments_of

import tictactoe
from noughts.checker.answer_sheet import AnswerSheet, expected
from noughts.checker.answers import Answer, said_of
from noughts.checker.batches import Batch, batches
from noughts.checker.questions import FUNCTIONS, questions
from noughts.checker.verdicts import verdicts

WRONG = Answer("rKeyError", kind="KeyError")


def filled(function, wrong):
    """Return a sheet with all answers, some of them wrong."""
    sheet = AnswerSheet(function)
    for batch in batches(function):
        right = (expected(function)[n] for n in batch.numbers)
        said = (want if isinstance(want, str) else min(want) for want in right)
        numbers = zip(batch.numbers, said, strict=True)
        sheet.take(batch, [WRONG if n in wrong else Answer(s) for n, s in numbers])
    return sheet


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f != "minimax"])
def test_what_is_expected_is_what_our_own_engine_answers(function):
    asked = questions(function)
    step = 61 if function == "result" else 1  # for which it has many
    for number in range(0, len(asked), step):
        question = asked[number]
        if expected(function)[number] == "r":
            with pytest.raises(ValueError, match="is not an empty cell"):
                tictactoe.result(*arguments_of(question))
        else:
            answer = getattr(tictactoe, function)(*arguments_of(question))
            assert expected(function)[number] == said_of(answer)


def test_only_some_wrong_answers_are_taken_and_the_others_were_never_asked():
    sheet = filled("minimax", {0, 1, 7})
    some = sheet.only({1, 7, 8})
    assert some.wrong.keys() == {1, 7}
    assert sum(some.asked) == len(questions("minimax")) - 1
    assert all(type(said) is str for said in some.said())
    assert any(check.status == "failed" for check in verdicts(some))
    assert sheet.wrong.keys() == {0, 1, 7}
    assert all(sheet.asked)


def test_where_none_of_them_is_wrong_there_is_nothing_to_take():
    assert filled("winner", {3}).only({4}) is None


@pytest.mark.parametrize(
    ("late", "why"),
    [
        (0, "Only 1 of 4,536 questions could be asked in the time."),
        (
            3,
            "Only 4 of 4,536 questions were asked: `winner` took too long, or ended "
            "the program, too often.",
        ),
    ],
)
def test_why_questions_were_not_asked_is_said(late, why):
    sheet = AnswerSheet("winner")
    sheet.take(Batch("winner", [0]), [Answer("n")])
    for number in range(1, late + 1):
        sheet.take(Batch("winner", [number]), [Answer("d", text="ended")])
    (check,) = (c for c in verdicts(sheet) if c.name == "winner.none")
    assert check.note == why
