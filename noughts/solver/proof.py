"""
A proof that others can check: a reply to each move, and the argument at the end.

The prover's answers are followed once more, and each is written as a step: a move, the
replies, or an argument. A position that recurs, in any view, is written once, as a
lemma. `noughts.solver.verifier` reads the file and knows nothing of the prover;
docs/proofs.md describes the format.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from noughts.solver.ideas import threats, zones
from noughts.solver.ideas.mirrors import WAYS, look, views
from noughts.solver.mnk import SINGLES, Needs, State, cells_of, union
from noughts.solver.prover import ProofResult, Prover, Query

ProofStep = list[Any]
Marks = tuple[int, int]  # the attacker's cells and the defender's


def write_proof(prover: Prover, state: State) -> Iterator[str]:
    """Yield the lines of a proof of who wins, or that neither player does."""
    rules = prover.rules
    mover = "XO"[(rules.size - state.left) % 2]
    marks = {mover: state.mine, "XO".replace(mover, ""): state.theirs}
    board = "".join(
        next((mark for mark, cells in marks.items() if cells >> n & 1), ".")
        for n in range(rules.size)
    )
    head = {"rows": rules.rows, "columns": rules.columns, "line": rules.line}
    yield json.dumps({**head, "board": board})
    for attacker in marks:
        attacking = attacker == mover
        mine, theirs = (
            (state.my_needs, state.their_needs)
            if attacking
            else (state.their_needs, state.my_needs)
        )
        question = Query(mine, theirs, attacking)
        result = prover.ask(question).result
        yield json.dumps({"attacker": attacker, "result": result.value})
        cells = state.mine, state.theirs
        writer = Writer(prover)
        root = writer.step(question, cells if attacking else cells[::-1], result)
        yield from writer.lemmas
        yield json.dumps({"root": root})
        if result is ProofResult.WINS or not state.mine | state.theirs:
            return  # the other player cannot win: it moves second, or has lost


class Writer:
    """Writes the proof of one claim."""

    def __init__(self, prover: Prover) -> None:
        assert prover.prints is not None  # a lemma is found by its fingerprint
        self.prover, self.prints, self.rules = prover, prover.prints, prover.rules
        self.lemmas: list[str] = []
        self.known: dict[object, tuple[int, int]] = {}  # a lemma's number, and its view
        self.zones: list[int] = []  # of each lemma; 0 if the attacker wins
        self.ways: dict[tuple[int, int], int] = {}

    def step(self, question: Query, marks: Marks, result: ProofResult) -> ProofStep:
        """Return the step that decides a question."""
        if result is ProofResult.WINS:
            return self.win(question, marks)
        return self.hold(question, marks)[0]

    # --- The defender holds: a step, and its zone -------------------------------

    def hold(self, question: Query, marks: Marks) -> tuple[ProofStep, int]:
        """Return the step that holds, and its zone."""
        question, _ = self.prover.within_reach(question)
        attacker, _, attacking, _ = question
        if found := self.hold_at_once(question, marks):
            return found
        if stop := self.prover.stop(attacker, attacking):
            return ["stop", stop.pairs, stop.zone], stop.zone
        return self.lemma(question, marks, self.hold_by_moves)

    def hold_at_once(
        self, question: Query, marks: Marks
    ) -> tuple[ProofStep, int] | None:
        """Return the step if a line lacks one cell, or none is open."""
        attacker, defender, attacking, _ = question
        wins, holds = sorted(attacker & SINGLES), sorted(defender & SINGLES)
        if not attacker:
            return ["stop", [], 0], 0
        if holds and not attacking:
            zone = zones.cover(holds[0], attacker, 1)
            return ["complete", zone], zone
        if len(holds) > 1:
            zone = zones.cover(holds[0] | holds[1], attacker, 2)
            return ["fork", zone], zone
        if holds:
            [cell] = holds
            step, zone = self.hold(question.play(cell), add_mark(marks, cell, True))
            zone = zones.cover(zone | cell, attacker, 2)
            return ["threat", zone, step], zone
        if wins:
            [cell] = wins
            return self.reply(question, marks, cell)
        return None

    def hold_by_moves(self, question: Query, marks: Marks) -> tuple[ProofStep, int]:
        """Return the step that tries moves: all of the attacker's, or one reply."""
        attacker, defender, attacking, _ = question
        if not attacking:
            won = threats.find_sequence(defender, attacker)
            move = won.threats[0] if won else self.prover.ask(question).move
            return self.reply(question, marks, move)
        must = union(attacker) | union(defender)
        zone, moves = 0, []
        for cell in self.prover.order(question, must):
            if must & cell:
                step, used = self.hold(question.play(cell), add_mark(marks, cell, True))
                moves.append([number(cell), step])
                must, zone = must & used, zone | used
        return ["moves", moves], zone

    def reply(self, question: Query, marks: Marks, cell: int) -> tuple[ProofStep, int]:
        """Return the step in which the defender takes a cell."""
        step, zone = self.hold(question.play(cell), add_mark(marks, cell, False))
        return ["reply", number(cell), step], zone | cell

    # --- The attacker wins: a step ----------------------------------------------

    def win(self, question: Query, marks: Marks) -> ProofStep:
        """Return the step that wins."""
        question, _ = self.prover.within_reach(question)
        attacker, defender, attacking, _ = question
        singles = attacker & SINGLES
        if singles and attacking:
            return ["move", number(min(singles)), None]
        if not attacking and len(singles) > 1:
            return ["replies", [], None]
        if forced := (defender if attacking else attacker) & SINGLES:
            return self.win_after(question, marks, forced)
        return self.lemma(question, marks, self.win_by_moves)[0]

    def win_by_moves(self, question: Query, marks: Marks) -> tuple[ProofStep, int]:
        """Return the step that makes a move, or answers all of the defender's."""
        attacker, defender, attacking, _ = question
        won = threats.find_sequence(attacker, defender)
        if attacking:
            move = won.threats[0] if won else self.prover.ask(question).move
            return self.win_after(question, marks, {move}), 0
        cells = set(cells_of(self.prover.urgent_cells(question)))
        rest = continue_threats(won) if won else None
        return self.win_after(question, marks, cells, rest), 0

    def win_after(
        self, question: Query, marks: Marks, cells: Needs, rest: ProofStep | None = None
    ) -> ProofStep:
        """Return the step that wins after each of these moves, and after all others."""
        attacking = question.attacking
        steps = [
            (
                number(cell),
                self.win(question.play(cell), add_mark(marks, cell, attacking)),
            )
            for cell in sorted(cells)
        ]
        return ["move", *steps[0]] if attacking else ["replies", steps, rest]

    # --- Lemmas -----------------------------------------------------------------

    def lemma(
        self,
        question: Query,
        marks: Marks,
        decide: Callable[[Query, Marks], tuple[ProofStep, int]],
    ) -> tuple[ProofStep, int]:
        """Return the step that uses a lemma, and its zone; write the lemma once."""
        key, view = self.prover.key(question)
        if key not in self.known:
            step, zone = decide(question, marks)
            self.lemmas.append(json.dumps([int(question.attacking), *marks, step]))
            self.zones.append(zone)
            self.known[key] = len(self.lemmas) - 1, view
        n, there = self.known[key]
        zone = look(self.prints.views[there], self.zones[n])
        step = ["lemma", n, self.way(there, view)]
        return step, look(self.prints.inverses[view], zone)

    def way(self, there: int, here: int) -> int:
        """Return the verifier's number of the turn from a lemma's view to another."""
        if (there, here) not in self.ways:
            cells = [1 << n for n in range(self.rules.size)]
            seen = [look(self.prints.views[there], cell) for cell in cells]
            images = [look(self.prints.inverses[here], cell) for cell in seen]
            self.ways[there, here] = next(
                way
                for way, view in zip(WAYS, views(self.rules), strict=False)
                if [look(view, cell) for cell in cells] == images
            )
        return self.ways[there, here]


def continue_threats(won: threats.Sequence) -> ProofStep:
    """Return the steps of a won sequence of threats."""
    cell, *rest = won.threats
    then = continue_threats(won._replace(threats=tuple(rest))) if rest else None
    return ["move", number(cell), ["replies", [], then]]


def add_mark(marks: Marks, cell: int, attacking: bool) -> Marks:
    """Return the marks with one more cell of a player."""
    own, other = marks
    return (own | cell, other) if attacking else (own, other | cell)


def number(cell: int) -> int:
    """Return the number of a cell, row by row from 0."""
    return cell.bit_length() - 1
