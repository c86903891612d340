"""What goes back to a student beside the grade: short, and in both languages."""

import pytest

from noughts.checker.record import Check, Failure, Item, Record, Section
from noughts.classroom.feedback import SHOWN, lines
from noughts.words import words

CASE = Failure("player(board)", "... ... ...", "'X'", "'O'", 1)
WRONG = Check("player.turn", "X moves first.", "failed", failures=(CASE,))
LOST = Section("Rules", False, (Item("player.turn", 0.0, 2.5),))
RECORD = Record("f", "", "", ("player",), sections=(LOST,), checks=(WRONG,) * 8)


@pytest.mark.parametrize(
    ("language", "case", "more", "lost"),
    [
        ("en", "expected 'X', got 'O'.", "And 3 more checks that fail.", "0/2.5"),
        (
            "pt-BR",
            "esperava-se 'X', veio 'O'.",
            "E mais 3 verificações que falham.",
            "0/2,5",
        ),
    ],
)
def test_the_first_faults_are_told_with_their_case(language, case, more, lost):
    told = list(lines(RECORD, words(language)))
    assert sum(case in line for line in told) == SHOWN
    assert more in told
    assert told[-1] == f"Rules: {lost}"
