"""
The verifier: checks a proof of who wins, or that a player cannot win, on any board.

It shares no code with the solver and trusts nothing in the file; docs/proofs.md
describes the format. A set of cells is a bit mask. A player's *needs* are the missing
cells of each line still open to that player. A proof that the defender holds yields a
*zone*: the defender holds even if the attacker gets every cell outside it. So a move
outside the zone of an answered move needs no answer.
"""

import json
from collections.abc import Iterable, Iterator, Set
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

LARGEST = 8
ONE = 1 << LARGEST  # the weight of a complete line
CELLS = [1 << n for n in range(LARGEST * LARGEST)]
NONSENSE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
Needs = frozenset[int]
ProofStep = list[Any]
ANSWERS = [("cell", "step")]
FORMS: dict[str, tuple[Any, ...]] = {  # what each kind of step is made of
    "lemma": ("number", "way"),
    "stop": (["cells"], "cells"),
    "reply": ("cell", "step"),
    "moves": (ANSWERS,),
    "threat": ("cells", "step"),
    "fork": ("cells",),
    "complete": ("cells",),
    "move": ("cell", "last"),
    "replies": (ANSWERS, "last"),
}


class ProofError(Exception):
    """The file does not prove what it claims: why, and at which line."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.why, self.line = why, line


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
        checker = Verifier(head["rows"], head["columns"], head["line"], head["board"])
        for number, line in rows:  # noqa: B007 - it tells where a proof fails
            row = json.loads(line)
            if isinstance(row, list):
                checker.lemma(*checker.read(("turn", "cells", "cells", "step"), row))
            elif "root" in row:
                yield checker.root(checker.read("step", row["root"]))
            else:
                checker.claim(row["attacker"], row["result"])
        expect(not checker.attacker, "the claim is not proved to the end")
    except ProofError as error:
        raise ProofError(error.why, number) from None
    except NONSENSE:
        raise ProofError("this is not part of a proof", number) from None


class Verifier:
    """The rules of one board, and what has been shown so far."""

    def __init__(self, rows: int, columns: int, line: int, board: str) -> None:
        fine = all(type(n) is int and 0 < n <= LARGEST for n in (rows, columns, line))
        text = fine and type(board) is str and len(board) == rows * columns
        even = text and board.count("X") - board.count("O") in (0, 1)
        expect(even and set(board) <= set("XO."), "this is not a board")
        self.size, self.board, self.attacker = (rows, columns, line), board, ""
        self.bounds = {
            "cell": range(rows * columns),
            "cells": range(1 << rows * columns),
            "way": range(8 if rows == columns else 4),
            "turn": range(2),
            "number": range(1 << 63),
        }
        self.lines = [
            sum(1 << (i + s * a) * columns + j + s * b for s in range(line))
            for i in range(rows)
            for j in range(columns)
            for a, b in ((0, 1), (1, 0), (1, 1), (1, -1))
            if i + a * (line - 1) < rows and 0 <= j + b * (line - 1) < columns
        ]

    def read(self, form: Any, raw: Any) -> Any:
        """Return a value of the file if it has this form; reject anything else."""
        if form == "step":
            kind, *given = raw
            return [kind, *self.read(FORMS[kind], given)]
        if isinstance(form, list):
            [one] = form
            return [self.read(one, each) for each in raw]
        if isinstance(form, tuple):
            return [self.read(*each) for each in zip(form, raw, strict=True)]
        if form == "last":
            return None if raw is None else self.read("step", raw)
        if type(raw) is not int or raw not in self.bounds[form]:
            raise ValueError(form)
        return raw

    def claim(self, attacker: str, result: str) -> None:
        """Begin with a claim: this player wins, or the other one holds."""
        known = attacker in ("X", "O") and result in ("wins", "holds")
        expect(known and not self.attacker, "a claim is not in its place")
        self.attacker, self.wins, self.steps = attacker, result == "wins", 0
        self.lemmas = list[tuple[Needs, Needs, bool, int]]()
        self.check = self.win if self.wins else self.hold

    def lemma(self, attacking: int, own: int, other: int, step: ProofStep) -> None:
        """Check a lemma: a position by its marks, and the step that decides it."""
        position = self.needs(own, other), self.needs(other, own), bool(attacking)
        self.lemmas.append((*position, self.check(step, *position)))

    def root(self, step: ProofStep) -> Proven:
        """Check the last step of a claim, which starts from the board itself."""
        marks = {
            m: sum(CELLS[n] for n, c in enumerate(self.board) if c == m) for m in "XO"
        }
        attacker, self.attacker = self.attacker, ""
        own, other = marks.pop(attacker), *marks.values()
        needs = self.needs(own, other), self.needs(other, own)
        expect(0 not in needs[0] | needs[1], "the game is over")
        turn = "XO"[self.board.count("X") > self.board.count("O")]
        moves = self.check(step, *needs, turn == attacker) * self.wins
        return Proven(
            self.size, self.board, attacker, moves, self.steps, len(self.lemmas)
        )

    def needs(self, own: int, other: int) -> Needs:
        """Return the cells that a player lacks in each open line."""
        return frozenset(line - (line & own) for line in self.lines if not line & other)

    def hold(self, step: ProofStep, own: Needs, other: Needs, attacking: bool) -> int:
        """Check that the defender holds against the `own` needs; return the zone."""
        self.steps += 1
        kind, *given = step
        if kind == "lemma":
            return self.turned(self.use(*given, own, other, attacking), given[1])
        if kind == "stop":
            return self.stop(own, attacking, *given)
        if kind == "reply" and not attacking:
            other, own = play(other, own, CELLS[given[0]])
            return CELLS[given[0]] | self.hold(given[1], own, other, True)
        if kind == "moves" and attacking:
            [answers], zones = given, dict[int, int]()
            for n, then in answers:
                zones[CELLS[n]] = self.hold(then, *play(own, other, CELLS[n]), False)
            unanswered = reduce(and_, zones.values()) & ~union(zones)
            expect(not unanswered, "a move of the attacker has no answer")
            return union(zones.values())
        # The defender holds by threats if the attacker completes no line first.
        threats = sorted(need for need in other if need.bit_count() == 1)
        needed = {"complete": 1, "threat": 1, "fork": 2}[kind]
        used = threats[:needed]
        enough = len(used) == needed and attacking != (kind == "complete")
        expect(enough, "there is no such threat")
        zone: int = given[0] | union(used)
        if kind == "threat":  # the attacker must block it, or the line is completed
            zone |= self.hold(given[1], *play(own, other, used[0]), False)
        slow = all((need & zone).bit_count() > attacking for need in own)
        expect(slow, "the attacker is faster")
        return zone

    def stop(self, own: Needs, attacking: bool, pairs: list[int], zone: int) -> int:
        """Check that pairs, and the potential of the rest, stop every need."""
        paired = union(pairs)
        apart = paired.bit_count() == 2 * len(pairs)
        expect(apart and {p.bit_count() for p in pairs} <= {2}, "these are not pairs")
        parts = {n & zone & ~paired for n in own if all(n & p != p for p in pairs)}
        rest = [n for n in parts if not any(p & n == p != n for p in parts)]
        moves = cells(union(rest)) if attacking else []
        total = sum(ONE >> need.bit_count() for need in rest)
        after = [sum(ONE >> n.bit_count() for n in rest if n & c) for c in moves]
        greatest = max([total, *(total + more for more in after)])
        expect(greatest < ONE, "the potential is too great")
        return zone | paired

    def win(self, step: ProofStep, own: Needs, other: Needs, attacking: bool) -> int:
        """Check that the attacker wins; return how many moves it takes at most."""
        self.steps += 1
        kind, *given = step
        if kind == "lemma":
            return self.use(*given, own, other, attacking)
        if attacking:
            expect(kind == "move", "the attacker must move")
            own, other = play(own, other, CELLS[given[0]])
            return 1 if 0 in own else 1 + self.win(given[1], own, other, False)
        threats = [need for need in own if need.bit_count() == 1]
        first = any(need.bit_count() < 2 for need in other)
        expect(kind == "replies" and not first, "the defender completes a line")
        if len(threats) > 1:
            return 1
        replies, lengths = dict(given[0]), []
        for cell in threats or cells(union(own | other)):  # other moves are no better
            then = replies.get(cell.bit_length() - 1) or given[1]
            lengths.append(self.win(then, *play(other, own, cell)[::-1], True))
        return max(lengths)

    def use(self, number: int, way: int, *here: Any) -> int:
        """Return what a lemma yields, turned in one of 8 ways, if it applies here."""
        own, other, attacking, worth = self.lemmas[number]
        there = [{self.turned(n, way) for n in needs} for needs in (own, other)]
        weak, strong = (here, there) if self.wins else (there, here)
        fits = within(weak[0], strong[0]) and within(strong[1], weak[1])
        expect(fits and attacking == here[2], "the lemma does not apply")
        return worth

    def turned(self, mask: int, way: int) -> int:
        """Return where cells lie if rows (1), columns (2) are flipped; swapped (4)."""
        rows, columns, _ = self.size
        image = 0
        for cell in cells(mask):
            i, j = divmod(cell.bit_length() - 1, columns)
            i, j = rows - 1 - i if way & 1 else i, columns - 1 - j if way & 2 else j
            image |= 1 << (j * columns + i if way & 4 else i * columns + j)
        return image


def expect(holds: bool, otherwise: str) -> None:
    """Raise a ProofError with this sentence unless the condition holds."""
    if not holds:
        raise ProofError(otherwise)


def within(easy: Set[int], hard: Set[int]) -> bool:
    """Return whether each of the hard needs contains one of the easy ones."""
    return all(n in easy or any(e & n == e for e in easy) for n in hard)


def play(mine: Needs, other: Needs, cell: int) -> tuple[Needs, Needs]:
    """Return both players' needs after the first one takes a cell."""
    return frozenset(n & ~cell for n in mine), frozenset(
        n for n in other if not n & cell
    )


def union(masks: Iterable[int]) -> int:
    """Return the cells of all masks."""
    return reduce(or_, masks, 0)


def cells(mask: int) -> list[int]:
    """Return the cells of a mask."""
    return [cell for cell in CELLS if mask & cell]
