"""
The prover: decides whether one player, the attacker, can still win.

The other player, the defender, only wants to hold: by blocks, by pairs, by threats of
its own. The question needs no board. It consists of what the attacker still needs, what
the defender needs (for its threats), who moves, and how many moves the attacker has
left. So one search answers "can it win?" and "can it win within six moves?"; needs that
lack more cells than that are out of reach.

The search deepens: first with one free reply of the defender, then with two, and so on.
Forced replies are not counted. So short proofs are found first.
"""

from collections.abc import Callable, Collection, Iterable
from enum import Enum
from math import inf
from time import monotonic
from typing import NamedTuple

from noughts.solver.ideas import pairs, potential, threats, zones
from noughts.solver.ideas.fingerprints import Fingerprints
from noughts.solver.ideas.least_needs import least
from noughts.solver.ideas.mirrors import look
from noughts.solver.mnk import (
    LARGEST,
    SINGLES,
    Needs,
    Rules,
    cells_of,
    filled,
    union,
    without,
)

# The ideas in the order in which to teach them: docs/bigger-boards.md says what each
# one is. Potential, threats and memory are part of the first.
RUNGS = ("one attacker", "fingerprints", "least needs", "pairs", "foresight", "zones")
ENDLESS = LARGEST * LARGEST  # moves: no limit
SHALLOW = 0  # the depth to begin with
REMEMBERED = 3_000_000  # positions: up to 1 GB; when that is reached, all are forgotten


class ProofResult(Enum):
    """The answer to a query."""

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
    """The prover's answer: the result, its zone and the move."""

    result: ProofResult
    zone: int = 0  # if the defender holds: the cells that it needs; see `zones`
    move: int = 0  # the move that wins or holds, if the mover has a choice
    depth: int = ENDLESS  # to which it was searched, if it is unknown


class Prover:
    """A search of one board that remembers its findings."""

    def __init__(
        self,
        rules: Rules,
        rungs: Collection[str] = RUNGS,
        watch: Callable[["Prover"], None] = lambda prover: None,
    ) -> None:
        self.rules = rules
        self.watch = watch  # called in each position, to show progress
        self.visited = 0  # positions
        self.deadline = inf  # when to stop, on the monotonic clock
        self.allowed = inf  # how many positions may have been visited
        self.depth = SHALLOW
        self.known: dict[object, Conclusion] = {}
        self.least = least if "least needs" in rungs else frozenset[int]
        self.foresight = "foresight" in rungs
        self.zones = "zones" in rungs
        self.prints = Fingerprints(rules) if "fingerprints" in rungs else None
        # An argument that stops the attacker without a search.
        self.stop = pairs.stop if "pairs" in rungs else potential.stop

    def ask(self, question: Query) -> Conclusion:
        """Return the answer to a query, by iterative deepening."""
        self.depth = SHALLOW
        while True:
            finding = self.find(question, self.depth)
            if finding.result is not ProofResult.UNKNOWN:
                return finding
            self.depth += 1

    def find(self, question: Query, depth: int) -> Conclusion:
        """
        Return the answer, if this many free replies of the defender are enough.

        Raise TimeoutError if there is no time left, or no position.
        """
        self.visited += 1
        if self.visited > self.allowed or monotonic() > self.deadline:
            raise TimeoutError
        self.watch(self)
        question, far = self.within_reach(question)
        finding = self.settle(question, depth)
        if far and finding.result is ProofResult.HOLDS:
            zone = zones.cover(finding.zone, far, question.moves + 1)
            return finding._replace(zone=zone)
        return finding

    def within_reach(self, question: Query) -> tuple[Query, list[int]]:
        """Return the question without needs out of reach, and those of the attacker."""
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
        if stop := self.stop(question.attacker, question.attacking):
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
        """Return the answer if a line lacks one cell, or none is open; else None."""
        attacker, defender, attacking, _ = question
        wins, holds = attacker & SINGLES, defender & SINGLES
        mine, theirs = (wins, holds) if attacking else (holds, wins)
        if not attacker:
            return Conclusion(ProofResult.HOLDS)
        if mine:
            cell = min(mine)
            if attacking:
                return Conclusion(ProofResult.WINS, move=cell)
            return Conclusion(ProofResult.HOLDS, zones.cover(cell, attacker, 1), cell)
        if len(theirs) > 1:
            if not attacking:
                return Conclusion(ProofResult.WINS)
            zone = sum(sorted(theirs)[:2])
            return Conclusion(ProofResult.HOLDS, zones.cover(zone, attacker, 2))
        if theirs:
            cell = min(theirs)
            found = self.find(question.play(cell), depth)
            zone = found.zone | cell
            if attacking and found.result is ProofResult.HOLDS:
                zone = zones.cover(zone, attacker, 2)
            return Conclusion(found.result, zone, cell)
        return None

    def by_threats(self, question: Query) -> Conclusion | None:
        """Return the answer if the mover wins by threats alone."""
        attacker, defender, attacking, moves = question
        if attacking:
            won = threats.find_sequence(attacker, defender)
            fits = won is not None and len(won.threats) < moves  # one more completes it
            return Conclusion(ProofResult.WINS) if fits else None
        if threats.find_sequence(defender, attacker):
            return Conclusion(ProofResult.HOLDS, union(attacker) | union(defender))
        return None

    def attack(self, question: Query, depth: int) -> Conclusion:
        """Return the answer by trying the attacker's moves."""
        must = union(question.attacker) | union(question.defender)
        zone = 0
        for cell in self.order(question, must):
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
        cells = self.order(question, self.urgent_cells(question))
        if self.foresight and (finding := self.foresee(question, cells)):
            return finding
        for cell in cells:
            found = self.find(question.play(cell), depth - 1)
            if found.result is ProofResult.HOLDS:
                return Conclusion(ProofResult.HOLDS, found.zone | cell, cell)
            if found.result is ProofResult.UNKNOWN:
                result = ProofResult.UNKNOWN
        return Conclusion(result)

    def urgent_cells(self, question: Query) -> int:
        """Return the cells that may help the defender: all, or what stops threats."""
        attacker, defender, _, moves = question
        cells = union(attacker) | union(defender)
        won = threats.find_sequence(attacker, defender)
        if won and len(won.threats) < moves:
            cells &= threats.disturbing_cells(won, defender)
        return cells

    def foresee(self, question: Query, cells: Iterable[int]) -> Conclusion | None:
        """Return a reply after which an argument stops the attacker, if any."""
        for cell in cells:
            needs = without(question.attacker, cell)
            if SINGLES.isdisjoint(needs) and (stop := self.stop(needs, True)):
                return Conclusion(ProofResult.HOLDS, stop.zone | cell, cell)
        return None

    def order(self, question: Query, cells: int) -> list[int]:
        """
        Return the cells, heaviest first: the order in which to try them.

        The attacker counts only its own lines; a reply also builds the defender's.
        """
        attacker = potential.weights(question.attacker)
        defender = potential.weights(question.defender)

        def strength(cell: int) -> int:
            n = cell.bit_length() - 1
            if question.attacking:
                return attacker[n]
            return 2 * attacker[n] + defender[n]

        return sorted(cells_of(cells), key=strength, reverse=True)

    # --- Memory --------------------------------------------------------------------

    def key(self, question: Query) -> tuple[object, int]:
        """Return the cache key of a query, and its view."""
        attacker, defender, attacking, moves = question
        if self.prints is None:
            return (frozenset(attacker), frozenset(defender), attacking, moves), 0
        number, view = self.prints.find(attacker, defender)
        return (number, attacking, moves), view

    def recall(self, key: object, view: int, depth: int) -> Conclusion | None:
        """Return the cached answer if it was searched deeply enough."""
        known = self.known.get(key)
        if known is None or (
            known.result is ProofResult.UNKNOWN and known.depth < depth
        ):
            return None
        return self._turn(known, view, back=True)

    def remember(self, key: object, view: int, finding: Conclusion) -> None:
        """Cache an answer, transformed to the view of its key."""
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.known[key] = self._turn(finding, view, back=False)

    def _turn(self, finding: Conclusion, view: int, back: bool) -> Conclusion:
        """Return an answer transformed to a view, or back."""
        if not view or self.prints is None:
            return finding
        way = (self.prints.inverses if back else self.prints.views)[view]
        result, zone, move, depth = finding
        return Conclusion(result, look(way, zone), look(way, move), depth)
