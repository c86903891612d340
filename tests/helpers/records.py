"""Records: a complete one, and some with one fault."""

from dataclasses import replace

from noughts.checker.record import (
    Check,
    Failure,
    Item,
    Move,
    NamedMistake,
    Record,
    SearchEvidence,
    Section,
)
from noughts.texts.said import quotation

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
    mistakes=(
        NamedMistake(
            "swapped", "minimax", "title", "why", "hint", checks=("minimax.optimal",)
        ),
    ),
    search=SearchEvidence("alphabeta", (quotation("cuts"),)),
    notes=("note",),
    seconds=1.5,
    version="1",
)

# A wrong move in 491 of 4,520 cases.
WRONG_MOVE = Failure(
    "minimax(board)",
    "... ... ..X",
    "(1, 1): draw",
    "(0, 0)",
    cases=491,
    line=(Move("O", (0, 0), "O.. ... ..X"),),
)


def record_of(name="minimax.optimal", **changed):
    """Return a record with one check that fails, as it is or with another failure."""
    failure = replace(WRONG_MOVE, **changed)
    sentence = "`minimax` finds an optimal action in every position."
    check = Check(name, sentence, "failed", 4520, 491, failures=(failure,))
    return Record("student.py", "", "", (), checks=(check,))
