"""
The prover: it finds out whether one player can still win, or the other can hold.

Alpha-beta weighs both players' chances at once. Whoever asks about one of them, the
attacker, needs less: the other one, the defender, wants nothing but to hold, by blocks,
by pairs, by threats of its own. And the question needs no board. A position is what
the attacker still needs, what the defender needs (for its threats), who moves, and how
many moves the attacker has left: the same search answers "can it win?" and "can it win
within six moves?", where what lacks more cells than that is out of reach.

The search deepens: first all is tried with one free reply of the defender, then with
two, and so on. A reply that is forced counts for nothing. So short proofs are found
first, and what was not decided is remembered as that.
"""

from collections.abc import Callable, Collection, Iterable
from enum import Enum
from typing import NamedTuple

from noughts.solver.ideas import (
    fingerprints,
    matching,
    mixed,
    pairs,
    potential,
    threats,
    zones,
)
from noughts.solver.ideas.least_needs import least
from noughts.solver.mnk import (
    LARGEST,
    SINGLES,
    Needs,
    Rules,
    Stop,
    cells_of,
    filled,
    union,
    without,
)
from noughts.solver.store import Store

# What the prover is made of, in the order in which one would teach it.
RUNGS = (
    "one attacker",
    "fingerprints",
    "least needs",
    "matching",
    "mixed pairs",
    "foresight",
    "zones",
)
ENDLESS = LARGEST * LARGEST  # moves: as many as one likes
SHALLOW = 0  # the depth to begin with


class ProofResult(Enum):
    """What a query has come to."""

    WINS = "wins"  # the attacker does
    HOLDS = "holds"  # the defender does
    UNKNOWN = "unknown"  # not decided within the depth


class Query(NamedTuple):
    """A question to the prover: whether the attacker can win."""

    attacker: Needs
    defender: Needs
    attacking: bool  # whether the attacker is to move
    moves: int = ENDLESS  # that the attacker has left

    def play(self, cell: int) -> "Query":
        """Return the question after a move of the player whose turn it is."""
        mine, other = self.attacker, self.defender
        if self.attacking:
            return Query(
                filled(mine, cell), without(other, cell), False, self.moves - 1
            )
        return Query(without(mine, cell), filled(other, cell), True, self.moves)


class Conclusion(NamedTuple):
    """What the prover has found: who wins, where, and by which move."""

    result: ProofResult
    zone: int = 0  # if the defender holds: the cells that it takes; see `zones`
    move: int = 0  # the move that wins or holds, if the mover has a choice
    depth: int = ENDLESS  # to which it was searched, if it is unknown


class Prover:
    """A search of one board for who can win; it remembers its findings."""

    def __init__(
        self,
        rules: Rules,
        rungs: Collection[str],
        memory: int,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.tick = tick  # called for each position; it may raise, to stop the search
        self.depth = SHALLOW
        self.trail: list[list[int]] = []  # moves tried and to try, from the root
        self.least = least if "least needs" in rungs else frozenset[int]
        self.foresight = "foresight" in rungs
        self.zones = "zones" in rungs
        self.threatening = "threats" in rungs
        self.ordering = "strong cells" in rungs
        self.store = Store[Conclusion](memory) if "memory" in rungs else None
        self.prints = (
            fingerprints.Fingerprints(rules, "symmetry" in rungs)
            if "fingerprints" in rungs
            else None
        )
        self.arguments: list[Callable[[Needs, bool], Stop | None]] = [
            idea.stop
            for name, idea in (
                ("potential", potential),
                ("matching", matching),
                ("pairs", pairs),
                ("mixed pairs", mixed),
            )
            if name in rungs
        ]

    def ask(self, question: Query) -> Conclusion:
        """Return the answer to a question, by deeper and deeper searches."""
        self.depth = SHALLOW
        while True:
            self.trail.clear()
            finding = self.find(question, self.depth)
            if finding.result is not ProofResult.UNKNOWN:
                return finding
            self.depth += 1

    def find(self, question: Query, depth: int) -> Conclusion:
        """Return the answer, if this many free replies of the defender are enough."""
        self.tick()
        question, far = self.within_reach(question)
        finding = self.settle(question, depth)
        if far and finding.result is ProofResult.HOLDS:
            zone = zones.covered(finding.zone, far, question.moves + 1)
            return finding._replace(zone=zone)
        return finding

    def within_reach(self, question: Query) -> tuple[Query, list[int]]:
        """Return the question without what is out of reach, and what was left out."""
        attacker, defender, attacking, moves = question
        far = [need for need in attacker if need.bit_count() > moves]
        if far:
            attacker = frozenset(attacker).difference(far)
        near = (need for need in defender if need.bit_count() <= moves)
        attacker, defender = self.least(attacker), self.least(frozenset(near))
        if moves >= (union(attacker) | union(defender)).bit_count():
            moves = ENDLESS
        return Query(attacker, defender, attacking, moves), far

    def settle(self, question: Query, depth: int) -> Conclusion:
        """Return the answer: at once, from memory, by threats, or by trying moves."""
        if finding := self.at_once(question, depth):
            return finding
        if stop := self.stopped(question.attacker, question.attacking):
            return Conclusion(ProofResult.HOLDS, stop.zone)
        key, view = self.key(question)
        if finding := self.recall(key, view, depth):
            return finding
        finding = self.by_threats(question)
        if finding is None and depth > SHALLOW:
            explore = self.attack if question.attacking else self.defend
            finding = explore(question, depth)
        if finding is None:
            return Conclusion(ProofResult.UNKNOWN)
        self.remember(key, view, finding._replace(depth=depth))
        return finding

    def at_once(self, question: Query, depth: int) -> Conclusion | None:
        """Return the answer where a line is nearly complete; None if none is."""
        attacker, defender, attacking, _ = question
        wins, holds = attacker & SINGLES, defender & SINGLES
        mine, theirs = (wins, holds) if attacking else (holds, wins)
        if not attacker:
            return Conclusion(ProofResult.HOLDS)
        if mine:
            cell = min(mine)
            if attacking:
                return Conclusion(ProofResult.WINS, move=cell)
            return Conclusion(ProofResult.HOLDS, zones.covered(cell, attacker, 1), cell)
        if len(theirs) > 1:
            if not attacking:
                return Conclusion(ProofResult.WINS)
            zone = sum(sorted(theirs)[:2])
            return Conclusion(ProofResult.HOLDS, zones.covered(zone, attacker, 2))
        if theirs:
            cell = min(theirs)
            found = self.find(question.play(cell), depth)
            zone = found.zone | cell
            if attacking and found.result is ProofResult.HOLDS:
                zone = zones.covered(zone, attacker, 2)
            return Conclusion(found.result, zone, cell)
        return None

    def stopped(self, needs: Needs, attacking: bool) -> Stop | None:
        """Return an argument that stops the attacker without a search, if one does."""
        stops = (argument(needs, attacking) for argument in self.arguments)
        return next(filter(None, stops), None)

    def by_threats(self, question: Query) -> Conclusion | None:
        """Return the answer if the mover wins by threats alone."""
        if not self.threatening:
            return None
        attacker, defender, attacking, moves = question
        if attacking:
            won = threats.sequence(attacker, defender)
            fits = won is not None and len(won.threats) < moves  # one more completes it
            return Conclusion(ProofResult.WINS) if fits else None
        if threats.sequence(defender, attacker):
            return Conclusion(ProofResult.HOLDS, union(attacker) | union(defender))
        return None

    def attack(self, question: Query, depth: int) -> Conclusion:
        """Return the answer by trying the attacker's moves."""
        must = union(question.attacker) | union(question.defender)
        zone = 0
        cells = self.ordered(question, must)
        level = self.enter(len(cells))
        for cell in cells:
            self.step(level)
            if not must & cell:
                continue
            found = self.find(question.play(cell), depth)
            if found.result is ProofResult.WINS:
                return Conclusion(ProofResult.WINS, move=cell)
            if found.result is ProofResult.UNKNOWN:
                return Conclusion(ProofResult.UNKNOWN)
            if self.zones:
                must &= found.zone
            zone |= found.zone
        return Conclusion(ProofResult.HOLDS, zone)

    def defend(self, question: Query, depth: int) -> Conclusion:
        """Return the answer by trying the defender's moves."""
        result = ProofResult.WINS
        cells = self.ordered(question, self.urgent(question))
        if self.foresight and (finding := self.foreseen(question, cells)):
            return finding
        level = self.enter(len(cells))
        for cell in cells:
            self.step(level)
            found = self.find(question.play(cell), depth - 1)
            if found.result is ProofResult.HOLDS:
                return Conclusion(ProofResult.HOLDS, found.zone | cell, cell)
            if found.result is ProofResult.UNKNOWN:
                result = ProofResult.UNKNOWN
        return Conclusion(result)

    def urgent(self, question: Query) -> int:
        """Return the cells that may help the defender: all, or what stops threats."""
        attacker, defender, _, moves = question
        cells = union(attacker) | union(defender)
        if self.threatening:
            won = threats.sequence(attacker, defender)
            if won and len(won.threats) < moves:
                cells &= threats.relevant(won, defender)
        return cells

    def foreseen(self, question: Query, cells: Iterable[int]) -> Conclusion | None:
        """Return a reply after which an argument stops the attacker, if any."""
        for cell in cells:
            needs = without(question.attacker, cell)
            if SINGLES.isdisjoint(needs) and (stop := self.stopped(needs, True)):
                return Conclusion(ProofResult.HOLDS, stop.zone | cell, cell)
        return None

    def ordered(self, question: Query, cells: int) -> list[int]:
        """
        Return the cells in the order in which to try them: by their lines.

        The attacker looks for its own lines alone; a reply also builds the defender's.
        """
        if not self.ordering:
            return list(cells_of(cells))
        attacker = potential.weights(question.attacker)
        defender = potential.weights(question.defender)

        def strength(cell: int) -> int:
            n = cell.bit_length() - 1
            return 2 * attacker[n] + (0 if question.attacking else defender[n])

        return sorted(cells_of(cells), key=strength, reverse=True)

    def key(self, question: Query) -> tuple[object, int]:
        """Return what a question is remembered by, and from which view."""
        attacker, defender, attacking, moves = question
        if self.prints is None:
            return (frozenset(attacker), frozenset(defender), attacking, moves), 0
        number, view = self.prints.of(attacker, defender)
        return (number * ENDLESS + moves - 1) * 2 + attacking, view

    def recall(self, key: object, view: int, depth: int) -> Conclusion | None:
        """Return what is remembered, if it was searched as deeply as is asked now."""
        known = self.store.get(key) if self.store is not None else None
        if known is None or (
            known.result is ProofResult.UNKNOWN and known.depth < depth
        ):
            return None
        return self.turned(known, view, back=True)

    def remember(self, key: object, view: int, finding: Conclusion) -> None:
        """Keep a finding, as it is seen from the view of its key."""
        if self.store is not None:
            self.store.put(key, self.turned(finding, view, back=False))

    def turned(self, finding: Conclusion, view: int, back: bool) -> Conclusion:
        """Return a finding as it is seen from a view, or back from there."""
        if not view or self.prints is None:
            return finding
        way = (self.prints.back if back else self.prints.views)[view]
        result, zone, move, depth = finding
        return Conclusion(
            result, fingerprints.seen(way, zone), fingerprints.seen(way, move), depth
        )

    def enter(self, moves: int) -> int:
        """Note that this many moves are to be tried here; return how deep that is."""
        self.trail.append([0, moves])
        return len(self.trail) - 1

    def step(self, level: int) -> None:
        """Note that one more move is being tried there."""
        del self.trail[level + 1 :]
        self.trail[level][0] += 1

    @property
    def share(self) -> float:
        """How much of the search at this depth is done, 0 to 1: rather too little."""
        share, part = 0.0, 1.0
        for tried, total in self.trail:
            share += part * (tried - 1) / total
            part /= total
        return max(share, 0.0)
