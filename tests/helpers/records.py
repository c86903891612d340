"""A record that has one of everything."""

from noughts.checker.record import (
    Check,
    Failure,
    Finding,
    Item,
    Misconception,
    Move,
    Record,
    SearchEvidence,
    Section,
)

MOVES = (Move("X", (1, 1), "... .X. ..."), Move("O", (0, 1), ".O. .X. ..."))
FAILURE = Failure(
    "minimax(board)", "... ... ...", "(0, 0): draw", "(0, 1)", 3, "hint", MOVES, "end"
)
RECORD = Record(
    "tictactoe.py",
    "0" * 64,
    "100 points",
    ("player", "minimax"),
    sections=(
        Section(
            "player", False, (Item("player.turn", 8, 8), Item("player.pure", 0, 2))
        ),
        Section("bonus", True, (Item("search.alphabeta", 10, 10),)),
    ),
    checks=(
        Check("player.turn", "X moves first.", "passed", 4520),
        Check("minimax.optimal", "It is best.", "failed", 4520, 3, "", (FAILURE,)),
    ),
    misconceptions=(
        Misconception(
            "swapped", "minimax", "title", "why", "hint", checks=("minimax.optimal",)
        ),
    ),
    search=SearchEvidence("alphabeta", "cuts"),
    findings=(Finding(3, "F401", "unused"),),
    notes=("note",),
    seconds=1.5,
    version="1",
)
