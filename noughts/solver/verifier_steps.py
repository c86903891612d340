"""
The steps of a proof, as the verifier reads them; it rejects anything else.

A set of cells is a bit mask, and a cell is a mask of one bit.
"""

from typing import Any, NamedTuple

LARGEST = 8
CELLS = [1 << n for n in range(LARGEST * LARGEST)]
NO_PART = "this is not part of a proof"


class ProofError(Exception):
    """The file does not prove what it claims: why, and at which line."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.why, self.line = why, line


def expect(holds: bool, otherwise: str) -> None:
    """Raise a ProofError with this sentence unless the condition holds."""
    if not holds:
        raise ProofError(otherwise)


class LemmaStep(NamedTuple):
    """A lemma applies, turned in one of 8 ways."""

    number: int
    way: int


class StopStep(NamedTuple):
    """Pairs of cells, and the low potential of the rest of a zone, stop every line."""

    pairs: list[int]
    zone: int


class ReplyStep(NamedTuple):
    """The defender takes a cell."""

    cell: int
    then: "HoldingStep"


class MovesStep(NamedTuple):
    """Each move of the attacker has an answer."""

    answers: list[tuple[int, "HoldingStep"]]


class ThreatStep(NamedTuple):
    """The defender threatens to complete a line, so the attacker must reply there."""

    zone: int
    then: "HoldingStep"


class ForkStep(NamedTuple):
    """The defender has two threats."""

    zone: int


class CompleteStep(NamedTuple):
    """The defender completes a line."""

    zone: int


class MoveStep(NamedTuple):
    """The attacker takes a cell; no step follows if that completes a line."""

    cell: int
    then: "WinningStep | None"


class RepliesStep(NamedTuple):
    """A reply of the defender leads to its own step, or else to the last one."""

    replies: list[tuple[int, "WinningStep"]]
    otherwise: "WinningStep | None"


HoldingStep = (
    LemmaStep | StopStep | ReplyStep | MovesStep | ThreatStep | ForkStep | CompleteStep
)
WinningStep = LemmaStep | MoveStep | RepliesStep


class StepReader:
    """Reads steps for one board, and rejects anything else."""

    def __init__(self, rows: int, columns: int) -> None:
        self.size, self.ways = rows * columns, 8 if rows == columns else 4

    def holding(self, raw: Any) -> HoldingStep:
        """Return a step of a proof that the defender holds."""
        match raw:
            case ["lemma", number, way]:
                return LemmaStep(self.number(number), self.way(way))
            case ["stop", [*pairs], zone]:
                return StopStep([*map(self.mask, pairs)], self.mask(zone))
            case ["reply", cell, then]:
                return ReplyStep(self.cell(cell), self.holding(then))
            case ["moves", [*answers]]:
                return MovesStep([(self.cell(n), self.holding(s)) for n, s in answers])
            case ["threat", zone, then]:
                return ThreatStep(self.mask(zone), self.holding(then))
            case ["fork", zone]:
                return ForkStep(self.mask(zone))
            case ["complete", zone]:
                return CompleteStep(self.mask(zone))
        raise ProofError(NO_PART)

    def winning(self, raw: Any) -> WinningStep:
        """Return a step of a proof that the attacker wins."""
        match raw:
            case ["lemma", number, way]:
                return LemmaStep(self.number(number), self.way(way))
            case ["move", cell, then]:
                return MoveStep(self.cell(cell), self._last(then))
            case ["replies", [*replies], otherwise]:
                own = [(self.cell(n), self.winning(step)) for n, step in replies]
                return RepliesStep(own, self._last(otherwise))
        raise ProofError(NO_PART)

    def _last(self, raw: Any) -> WinningStep | None:
        """Return a step that may be missing."""
        return None if raw is None else self.winning(raw)

    def cell(self, raw: Any) -> int:
        """Return a cell, given by its number."""
        return CELLS[within_bounds(raw, self.size)]

    def mask(self, raw: Any) -> int:
        """Return a set of cells."""
        return within_bounds(raw, 1 << self.size)

    def way(self, raw: Any) -> int:
        """Return a way to turn the board."""
        return within_bounds(raw, self.ways)

    def turn(self, raw: Any) -> bool:
        """Return whether the attacker is to move."""
        return bool(within_bounds(raw, 2))

    def number(self, raw: Any) -> int:
        """Return the number of a lemma."""
        return within_bounds(raw, 1 << 63)


def within_bounds(raw: Any, end: int) -> int:
    """Return an integer from 0 to below the end; reject anything else."""
    if type(raw) is int and 0 <= raw < end:
        return raw
    raise ProofError(NO_PART)
