"""
What each step of a proof shows, and what it must satisfy: the rules of the verifier.

A player's *needs* are the missing cells of each line still open to that player. There
are two kinds of proof. That the defender holds yields a *zone*: the defender holds even
if the attacker gets every cell outside it. So a move outside the zone of an answered
move needs no answer. That the attacker wins yields how many moves it takes at most.
"""

from collections.abc import Iterable, Set
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from noughts.solver.verifier_steps import (
    CELLS,
    LARGEST,
    NO_PART,
    CompleteStep,
    ForkStep,
    HoldingStep,
    LemmaStep,
    MovesStep,
    MoveStep,
    ProofError,
    RepliesStep,
    ReplyStep,
    StopStep,
    ThreatStep,
    WinningStep,
    expect,
)

ONE = 1 << LARGEST  # the weight of a complete line
Needs = frozenset[int]


# --- The board ------------------------------------------------------------------


class Situation(NamedTuple):
    """What each player needs, and whether the attacker is to move."""

    attackers: Needs
    defenders: Needs
    attacking: bool

    def after(self, cell: int) -> "Situation":
        """Return the situation after the player to move takes a cell."""
        attackers, defenders, attacking = self
        if attacking:
            return Situation(taken(attackers, cell), lost(defenders, cell), False)
        return Situation(lost(attackers, cell), taken(defenders, cell), True)

    def turned(self, board: "ProofBoard", way: int) -> "Situation":
        """Return the situation on the turned board."""
        attackers, defenders, attacking = self
        return Situation(
            frozenset(board.turned(need, way) for need in attackers),
            frozenset(board.turned(need, way) for need in defenders),
            attacking,
        )

    def as_easy_to_win_as(self, there: "Situation") -> bool:
        """Return whether the attacker needs no more, and the defender no less."""
        return (
            self.attacking == there.attacking
            and within(self.attackers, there.attackers)
            and within(there.defenders, self.defenders)
        )


class ProofBoard:
    """The lines and the symmetries of a board."""

    def __init__(self, rows: int, columns: int, line: int) -> None:
        self.rows, self.columns = rows, columns
        self.lines = [
            sum(1 << (i + s * a) * columns + j + s * b for s in range(line))
            for i in range(rows)
            for j in range(columns)
            for a, b in ((0, 1), (1, 0), (1, 1), (1, -1))
            if i + a * (line - 1) < rows and 0 <= j + b * (line - 1) < columns
        ]

    def situation(self, attackers: int, defenders: int, attacking: bool) -> Situation:
        """Return the situation where the players have these cells."""
        return Situation(
            frozenset(n & ~attackers for n in self.lines if not n & defenders),
            frozenset(n & ~defenders for n in self.lines if not n & attackers),
            attacking,
        )

    def turned(self, mask: int, way: int) -> int:
        """Return where cells lie if rows (1), columns (2) are flipped; swapped (4)."""
        image = 0
        for cell in cells(mask):
            i, j = divmod(cell.bit_length() - 1, self.columns)
            if way & 1:
                i = self.rows - 1 - i
            if way & 2:
                j = self.columns - 1 - j
            image |= 1 << (j * self.columns + i if way & 4 else i * self.columns + j)
        return image


# --- The defender holds -----------------------------------------------------------


class HeldLemma(NamedTuple):
    """The defender holds in a situation; the zone."""

    situation: Situation
    zone: int


class HoldVerifier:
    """Checks that the defender holds."""

    def __init__(self, board: ProofBoard) -> None:
        self.board, self.steps, self.lemmas = board, 0, list[HeldLemma]()

    def add_lemma(self, here: Situation, step: HoldingStep) -> None:
        """Check a lemma, and keep it."""
        self.lemmas.append(HeldLemma(here, self.zone(here, step)))

    def zone(self, here: Situation, step: HoldingStep) -> int:
        """Check that the defender holds here by this step; return the zone."""
        self.steps += 1
        match step:
            case LemmaStep():
                return self._zone_of_lemma(here, step)
            case StopStep():
                return zone_of_stop(here, step)
            case ReplyStep() if not here.attacking:
                return step.cell | self.zone(here.after(step.cell), step.then)
            case MovesStep() if here.attacking:
                return self._zone_of_moves(here, step)
            case ThreatStep():
                return self._zone_of_threat(here, step)
            case ForkStep():
                expect(here.attacking, "there is no such threat")
                return slower(here, step.zone | union(threats_of_defender(here, 2)))
            case CompleteStep():
                expect(not here.attacking, "there is no such threat")
                return slower(here, step.zone | union(threats_of_defender(here, 1)))
        raise ProofError(NO_PART)

    def _zone_of_lemma(self, here: Situation, step: LemmaStep) -> int:
        lemma = self.lemmas[step.number]
        there = lemma.situation.turned(self.board, step.way)
        expect(there.as_easy_to_win_as(here), "the lemma does not apply")
        return self.board.turned(lemma.zone, step.way)

    def _zone_of_moves(self, here: Situation, step: MovesStep) -> int:
        zones = dict[int, int]()
        for cell, then in step.answers:
            zones[cell] = self.zone(here.after(cell), then)
        unanswered = reduce(and_, zones.values()) & ~union(zones) if zones else -1
        expect(not unanswered, "a move of the attacker has no answer")
        return union(zones.values())

    def _zone_of_threat(self, here: Situation, step: ThreatStep) -> int:
        expect(here.attacking, "there is no such threat")
        [threat] = threats_of_defender(here, 1)
        then = self.zone(here.after(threat), step.then)  # the attacker must block it
        return slower(here, step.zone | threat | then)


def threats_of_defender(here: Situation, count: int) -> list[int]:
    """Return so many cells, each of which completes a line of the defender."""
    threats = sorted(need for need in here.defenders if need.bit_count() == 1)
    expect(len(threats) >= count, "there is no such threat")
    return threats[:count]


def slower(here: Situation, zone: int) -> int:
    """Return the zone if the attacker cannot complete a line there before."""
    slow = all((need & zone).bit_count() > here.attacking for need in here.attackers)
    expect(slow, "the attacker is faster")
    return zone


def zone_of_stop(here: Situation, step: StopStep) -> int:
    """Check that pairs, and the potential of the rest, stop every need."""
    pairs, paired = step.pairs, union(step.pairs)
    apart = paired.bit_count() == 2 * len(pairs)
    expect(apart and {p.bit_count() for p in pairs} <= {2}, "these are not pairs")
    unpaired = [n for n in here.attackers if all(n & p != p for p in pairs)]
    parts = {need & step.zone & ~paired for need in unpaired}
    rest = [n for n in parts if not any(p & n == p != n for p in parts)]
    total = sum(weight(need) for need in rest)
    moves = cells(union(rest)) if here.attacking else []
    gains = [sum(weight(n) for n in rest if n & cell) for cell in moves]
    expect(total + max(gains, default=0) < ONE, "the potential is too great")
    return step.zone | paired


def weight(need: int) -> int:
    """Return the weight of a line that lacks these cells."""
    return ONE >> need.bit_count()


# --- The attacker wins ------------------------------------------------------------


class WonLemma(NamedTuple):
    """The attacker wins in a situation; in how many moves at most."""

    situation: Situation
    moves: int


class WinVerifier:
    """Checks that the attacker wins."""

    def __init__(self, board: ProofBoard) -> None:
        self.board, self.steps, self.lemmas = board, 0, list[WonLemma]()

    def add_lemma(self, here: Situation, step: WinningStep) -> None:
        """Check a lemma, and keep it."""
        self.lemmas.append(WonLemma(here, self.moves(here, step)))

    def moves(self, here: Situation, step: WinningStep | None) -> int:
        """Check that the attacker wins here by this step; return in how many moves."""
        self.steps += 1
        if isinstance(step, LemmaStep):
            return self._moves_of_lemma(here, step)
        if step is None:
            raise ProofError(NO_PART)
        if here.attacking:
            return self._moves_of_move(here, step)
        return self._moves_of_replies(here, step)

    def _moves_of_lemma(self, here: Situation, step: LemmaStep) -> int:
        lemma = self.lemmas[step.number]
        there = lemma.situation.turned(self.board, step.way)
        expect(here.as_easy_to_win_as(there), "the lemma does not apply")
        return lemma.moves

    def _moves_of_move(self, here: Situation, step: WinningStep) -> int:
        if not isinstance(step, MoveStep):
            raise ProofError("the attacker must move")
        after = here.after(step.cell)
        return 1 if 0 in after.attackers else 1 + self.moves(after, step.then)

    def _moves_of_replies(self, here: Situation, step: WinningStep) -> int:
        first = any(need.bit_count() < 2 for need in here.defenders)
        if first or not isinstance(step, RepliesStep):
            raise ProofError("the defender completes a line")
        threats = [need for need in here.attackers if need.bit_count() == 1]
        if len(threats) > 1:
            return 1
        useful = threats or cells(union(here.attackers | here.defenders))
        replies = dict(step.replies)
        return max(
            self.moves(here.after(cell), replies.get(cell, step.otherwise))
            for cell in useful
        )


# --- Cells ------------------------------------------------------------------------


def taken(needs: Needs, cell: int) -> Needs:
    """Return what a player needs who has taken a cell."""
    return frozenset(need & ~cell for need in needs)


def lost(needs: Needs, cell: int) -> Needs:
    """Return what a player needs when the other one has taken a cell."""
    return frozenset(need for need in needs if not need & cell)


def within(easy: Set[int], hard: Set[int]) -> bool:
    """Return whether each of the hard needs contains one of the easy ones."""
    return all(n in easy or any(e & n == e for e in easy) for n in hard)


def union(masks: Iterable[int]) -> int:
    """Return the cells of all masks."""
    return reduce(or_, masks, 0)


def cells(mask: int) -> list[int]:
    """Return the cells of a mask."""
    return [cell for cell in CELLS if mask & cell]
