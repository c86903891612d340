"""What goes back to a student beside the grade: short, and in both languages."""

from dataclasses import replace

import pytest

from noughts.checker.record import (
    Check,
    Failure,
    Item,
    Misconception,
    Record,
    Section,
)
from noughts.classroom.feedback import SHOWN, lines
from noughts.words import words

CASE = Failure("player(board)", "... ... ...", "'X'", "'O'", 1)
WRONG = Check("player.turn", "X moves first.", "failed", failures=(CASE,))
LOST = Section("Rules", False, (Item("player.turn", 0.0, 2.5),))
FAULT = "\u2717 X moves first. player(board) on ... ... ...: expected 'X', got 'O'."
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


FULL = Section("Style", False, (Item("style.lint", 1.0, 1.0),))
BONUS = Section("Bonus", True, (Item("search.alphabeta", 0.0, 1.0),))
CONFUSED = Misconception("swapped", "player", "Swapped.", "Why.", "Look.")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"checks": (WRONG,) * SHOWN},
            ["5 of 5 checks fail. Next: `player`.", *[FAULT] * SHOWN, "Rules: 0/2.5"],
        ),
        (
            {"checks": (WRONG,) * (SHOWN + 1)},
            [
                "6 of 6 checks fail. Next: `player`.",
                *[FAULT] * SHOWN,
                "And 1 more check that fails.",
                "Rules: 0/2.5",
            ],
        ),
        (
            {"sections": (FULL, BONUS), "checks": (replace(WRONG, failures=()),)},
            [
                "All points are there, but not all is right. "
                "1 of 1 checks fails. Next: `player`.",
                "\u2717 X moves first.",
            ],
        ),
        (
            {"checks": (replace(WRONG, failures=(), note="Why not."),)},
            [
                "1 of 1 checks fails. Next: `player`.",
                "\u2717 X moves first. Why not.",
                "Rules: 0/2.5",
            ],
        ),
        (
            {"misconceptions": (CONFUSED,), "hint": "Begin here.", "checks": ()},
            [
                "Right on every position: player.",
                "Begin here.",
                "player: Swapped. Look.",
                "Rules: 0/2.5",
            ],
        ),
    ],
)
def test_all_that_a_student_is_told(changed, told):
    assert list(lines(replace(RECORD, **changed), words())) == told
