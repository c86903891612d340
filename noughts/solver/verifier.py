"""
The verifier: checks a proof of who wins, or that a player cannot win, on any board.

It shares no code with the solver and trusts nothing in the file; docs/proofs.md
describes the format. `verifier_steps` reads a step, and `verifier_rules` checks it.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from noughts.solver.verifier_rules import HoldVerifier, ProofBoard, WinVerifier
from noughts.solver.verifier_steps import (
    CELLS,
    LARGEST,
    NO_PART,
    ProofError,
    StepReader,
    expect,
)

__all__ = ["ProofError", "Proven", "verify"]
NONSENSE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)


class Proven(NamedTuple):
    """What a file has been found to prove."""

    board: tuple[int, int, int]  # rows, columns, how many in a line
    start: str  # the position, row by row
    attacker: str
    moves: int  # at most, until the attacker wins; 0: the attacker cannot win
    steps: int
    lemmas: int


def verify(lines: Iterable[str]) -> Iterator[Proven]:
    """Yield each claim of a proof when it has been checked; raise if one fails."""
    number = 1
    try:
        rows = enumerate(lines, 1)
        _, first = next(rows, (number, "{}"))
        head = json.loads(first)
        file = ProofFile(head["rows"], head["columns"], head["line"], head["board"])
        for number, line in rows:  # noqa: B007 - it tells where a proof fails
            row = json.loads(line)
            if isinstance(row, list):
                file.lemma(row)
            elif "root" in row:
                yield file.root(row["root"])
            else:
                file.claim(row["attacker"], row["result"])
        expect(not file.attacker, "the claim is not proved to the end")
    except ProofError as error:
        raise ProofError(error.why, number) from None
    except NONSENSE:
        raise ProofError(NO_PART, number) from None


class ProofFile:
    """The board of a file, and the claim that its rows are about to prove."""

    def __init__(self, rows: int, columns: int, line: int, start: str) -> None:
        fine = all(type(n) is int and 0 < n <= LARGEST for n in (rows, columns, line))
        text = fine and type(start) is str and len(start) == rows * columns
        even = text and start.count("X") - start.count("O") in (0, 1)
        expect(even and set(start) <= set("XO."), "this is not a board")
        self.size, self.start = (rows, columns, line), start
        self.board, self.reader = ProofBoard(*self.size), StepReader(rows, columns)
        self.attacker = ""  # of the claim that is not proved yet
        self.verifier: HoldVerifier | WinVerifier = HoldVerifier(self.board)

    def claim(self, attacker: str, result: str) -> None:
        """Begin with a claim: this player wins, or the other one holds."""
        known = attacker in ("X", "O") and result in ("wins", "holds")
        expect(known and not self.attacker, "a claim is not in its place")
        kind = WinVerifier if result == "wins" else HoldVerifier
        self.attacker, self.verifier = attacker, kind(self.board)

    def lemma(self, row: list[Any]) -> None:
        """Check a lemma: a position by its marks, and the step that decides it."""
        expect(bool(self.attacker), NO_PART)
        turn, attackers, defenders, step = row
        read = self.reader
        here = self.board.situation(
            read.mask(attackers), read.mask(defenders), read.turn(turn)
        )
        if isinstance(self.verifier, WinVerifier):
            self.verifier.add_lemma(here, read.winning(step))
        else:
            self.verifier.add_lemma(here, read.holding(step))

    def root(self, step: Any) -> Proven:
        """Check the last step of a claim, which starts from the board itself."""
        expect(bool(self.attacker), NO_PART)
        attacker, self.attacker = self.attacker, ""
        own, other = self._marks(attacker), self._marks("O" if attacker == "X" else "X")
        turn = "XO"[self.start.count("X") > self.start.count("O")]
        here = self.board.situation(own, other, turn == attacker)
        expect(0 not in here.attackers | here.defenders, "the game is over")
        moves = 0  # no number is enough if the defender holds
        if isinstance(self.verifier, WinVerifier):
            moves = self.verifier.moves(here, self.reader.winning(step))
        else:
            self.verifier.zone(here, self.reader.holding(step))
        steps, lemmas = self.verifier.steps, len(self.verifier.lemmas)
        return Proven(self.size, self.start, attacker, moves, steps, lemmas)

    def _marks(self, player: str) -> int:
        """Return the cells of a player on the board."""
        return sum(CELLS[n] for n, mark in enumerate(self.start) if mark == player)
