"""No forged proof makes the verifier accept a false claim."""

import json
import random
import sys
from contextlib import suppress
from itertools import chain, combinations, product

import pytest
from conftest import ROOT

from noughts.solver.mnk import Rules, cells_of, lines
from noughts.solver.proof import write_proof
from noughts.solver.prover import Prover
from noughts.solver.verifier import ProofError, verify
from noughts.solver.verifier_rules import HoldVerifier, ProofBoard
from noughts.solver.verifier_steps import (
    CompleteStep,
    ForkStep,
    MovesStep,
    ReplyStep,
    StepReader,
    StopStep,
    ThreatStep,
)

SIZES = ((1, 4, 2), (2, 2, 2), (2, 3, 2), (2, 4, 3), (3, 3, 2), (3, 3, 3))
FORGED = 1400
FORMS = {  # a step of each kind: c a cell, m a mask, p pairs, n a number, s a step
    "holds": {
        "lemma": "nn",
        "stop": "pm",
        "reply": "cs",
        "moves": "a",
        "threat": "ms",
        "fork": "m",
        "complete": "m",
    },
    "wins": {"lemma": "nn", "move": "cs", "replies": "as"},
}
ODD = (None, True, False, -1, 0, 1, 4.0, 63, 64, 1 << 70, "1", [], [0], [1], {})


@pytest.fixture(scope="module")
def truth_of():
    sys.path.insert(0, str(ROOT / "tests" / "solver"))
    from truth import Truth

    return Truth


class Forger:
    """Forges proofs of false claims about boards of one size."""

    def __init__(self, size, truth):
        self.rules, self.chance = Rules(*size), random.Random(7)
        self.bodies = {result: [] for result in FORMS}  # of proofs, all of them true
        self.lies = []  # the first rows of proofs, and what is claimed there
        for state in self.positions():
            rows = write_proof(Prover(self.rules), state)
            head, claim, *body = map(json.loads, rows)
            end = next(n for n, row in enumerate(body, 1) if "root" in row)
            self.bodies[claim["result"]].append(body[:end])
            mover = "XO"[(self.rules.size - state.left) % 2]
            value = truth(state.mine, state.theirs)
            for attacker in "XO":
                wins = value > 0 if attacker == mover else value < 0
                lie = {"attacker": attacker, "result": "holds" if wins else "wins"}
                self.lies.append((head, lie))

    def positions(self):
        """Yield the empty board and random positions in progress."""
        yield self.rules.start()
        count = 0
        while count < 20:
            state = self.rules.start()
            for _ in range(self.chance.randrange(self.rules.size)):
                if not state.over:
                    state = state.play(self.chance.choice([*cells_of(state.empty)]))
            if not state.over:
                count += 1
                yield state

    def forged(self):
        """Return the rows of a nearly valid proof of a false claim."""
        head, claim = self.chance.choice(self.lies)
        result = claim["result"]
        if self.bodies[result] and self.chance.random() < 0.7:
            body = self.copied(self.bodies[result])
            for _ in range(self.chance.randint(1, 3)):
                self.change(body, result)
        else:
            lemmas = self.chance.randrange(3)
            body = [self.made(result, "nmms", 2) for _ in range(lemmas)]
            body.append({"root": self.made(result, "s", 3)[0]})
        return [head, claim, *body]

    def made(self, result, forms, depth):
        """Return values of these forms; sometimes with extra ones."""
        values = [self.one(result, form, depth) for form in forms]
        if self.chance.random() < 0.1:
            values += [self.copied(ODD) for _ in range(self.chance.randrange(4))]
        return values

    def one(self, result, form, depth):
        """Return a value of a form: on the board, off it, of either sign."""
        chance, size = self.chance, self.rules.size
        if form == "s":
            if chance.random() < 0.1:
                return None
            kind = chance.choice([*FORMS[result]] if depth else ["lemma"])
            return [kind, *self.made(result, FORMS[result][kind], depth - 1)]
        if form == "a":
            count = chance.randrange(4)
            return [self.made(result, "cs", depth) for _ in range(count)]
        if form == "p":
            bits = [1 << n for n in range(size + 1)]
            return [
                chance.choice((1, 1, 1, -1)) * sum(chance.sample(bits, 2))
                for _ in range(chance.randrange(5))
            ]
        if form == "m":
            everything = (1 << size) - 1
            some = chance.randrange(2 * everything)
            return chance.choice((everything, everything, 0, some, -some))
        return chance.randrange(-1, size + 1 if form == "c" else 9)

    def change(self, rows, result):
        """Change one value of a proof, or insert or delete one."""
        chance = self.chance
        value, whole, key = chance.choice([*places([rows])][1:])
        how = chance.random() if isinstance(whole, list) else 0
        if how < 0.5:
            near = [*ODD, [], []]
            if type(value) is int:
                near += 3 * [value + 1, -value, ~value, value ^ 1, value | 1 << 9]
            elif isinstance(value, list):
                near += 5 * [self.one(result, "s", 1)]
            whole[key] = self.copied(near)
        elif how < 0.7:
            whole += [self.copied(ODD) for _ in range(chance.randrange(4))]
        elif how < 0.9:
            del whole[key]
        else:
            whole.insert(key, self.copied(whole))

    def copied(self, values):
        """Return a copy of one of some values."""
        return json.loads(json.dumps(self.chance.choice(values)))


def places(data, whole=None, key=None):
    """Yield each value in nested data, its container and its key."""
    yield data, whole, key
    if isinstance(data, list | dict):
        for each in [*data] if isinstance(data, dict) else range(len(data)):
            yield from places(data[each], data, each)


def refused(*rows):
    """Return whether no claim of a proof is accepted."""
    try:
        return not any(verify(map(json.dumps, rows)))
    except ProofError:
        return True


@pytest.mark.parametrize(
    "size", [*SIZES[:-1], pytest.param(SIZES[-1], marks=pytest.mark.ci)], ids=str
)
def test_no_random_forgery_is_accepted(size, truth_of, share):
    forger = Forger(size, truth_of(Rules(*size)).value)
    for _ in range(FORGED // share):
        rows = forger.forged()
        assert refused(*rows), rows


def won_boards(truth_of, size):
    """Yield boards that X, to move, wins, and the cells each open line needs."""
    rules = Rules(*size)
    truth = truth_of(rules)
    for cells in chain.from_iterable(
        combinations(range(rules.size), n) for n in (0, 2, 4)
    ):
        for mine in combinations(cells, len(cells) // 2):
            own = sum(1 << n for n in mine)
            other = sum(1 << n for n in {*cells} - {*mine})
            full = any(each & m == each for each in lines(rules) for m in (own, other))
            if not full and truth.value(own, other) > 0:
                marks = {0: ".", 1: "X", 2: "O"}
                text = (
                    marks[(own >> n & 1) + 2 * (other >> n & 1)]
                    for n in range(rules.size)
                )
                board = dict(zip(("rows", "columns", "line"), size, strict=True))
                needs = {each & ~own for each in lines(rules) if not each & other}
                yield {**board, "board": "".join(text)}, needs


def covering(needs):
    """Return overlapping pairs of cells, one within each need."""
    pairs, left = [], {need for need in needs if need.bit_count() > 1}
    while left:
        two = {a | b for n in left for a, b in combinations(cells_of(n), 2)}
        best = max(sorted(two), key=lambda pair: sum(n & pair == pair for n in left))
        pairs.append(best)
        left = {need for need in left if need & best != best}
    return pairs


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 3, 2)], ids=str)
def test_overlapping_pairs_are_never_accepted(size, truth_of, share):
    cells = range(size[0] * size[1] + 1)
    added = [-(1 << a | 1 << b) for a, b in combinations(cells, 2)]
    added += [3 << cells[-2], 3 << cells[-1], 1 << 70, True, 2.0, None]
    claim = {"attacker": "X", "result": "holds"}
    for head, needs in [*won_boards(truth_of, size)][:: 10 * share]:
        pairs = covering(needs)
        for more in added:
            step = ["stop", [*pairs, more], 0]
            assert refused(head, claim, {"root": step}), (head, step)


@pytest.mark.parametrize(
    ("form", "most"),
    [("cell", 5), ("mask", 63), ("way", 3), ("turn", 1), ("number", 2**63 - 1)],
)
def test_a_number_is_an_integer_within_its_bounds(form, most):
    read = getattr(StepReader(2, 3), form)
    expected = [1, 2, 1 << most] if form == "cell" else [0, 1, most]
    assert [read(n) for n in (0, 1, most)] == expected
    for odd in (-1, -most, most + 1, 1 << 70, True, False, 1.0, "1", None, [], [1], {}):
        with pytest.raises(ProofError):
            read(odd)


# --- Every possible step --------------------------------------------------------


class AllProofs:
    """Every step that the verifier accepts on a small board."""

    def __init__(self, size):
        self.cells = range(size[0] * size[1])
        self.masks = range(1 << len(self.cells))
        self.board = ProofBoard(*size)
        self.verifier = HoldVerifier(self.board)
        two = [1 << a | 1 << b for a, b in combinations(self.cells, 2)]
        self.pairs = [[*some] for n in range(3) for some in combinations(two, n)]
        self.known = {}

    def zones(self, own, other, attacking):
        """Return the zones that hold an attacker, each with its step."""
        position = own, other, attacking
        if position not in self.known:
            here = self.board.situation(own, other, attacking)
            found = self.known[position] = {}
            for step in self.steps(own, other, attacking):
                with suppress(ProofError):
                    found.setdefault(self.verifier.zone(here, step), step)
        return self.known[position]

    def steps(self, own, other, attacking):
        """Yield steps of every form, followed by the strongest ones."""
        for mask in self.masks:
            yield from (StopStep(pairs, mask) for pairs in self.pairs)
            yield from (ForkStep(mask), CompleteStep(mask))
        after = {
            n: self.strongest(
                own | attacking << n, other | (not attacking) << n, attacking
            )
            for n in self.cells
            if not (own | other) >> n & 1
        }
        for n, steps in after.items():
            yield from (ReplyStep(1 << n, step) for step in steps)
            yield from (ThreatStep(*each) for each in product(self.masks, steps))
        for answers in product(*([None, *steps] for steps in after.values())):
            answered = zip(after, answers, strict=True)
            yield MovesStep([(1 << n, step) for n, step in answered if step])

    def strongest(self, own, other, attacking):
        """Return the steps with the smallest zones after a move."""
        found = self.zones(own, other, not attacking)
        least = [z for z in found if not any(each & z == each != z for each in found)]
        return [found[zone] for zone in least]


@pytest.mark.ci
@pytest.mark.parametrize("size", [(2, 2, 2), (1, 4, 2), (1, 4, 3)], ids=str)
def test_no_possible_step_proves_a_false_claim(size, truth_of):
    """A zone holds if the attacker cannot win even with all cells outside it."""
    proofs, truth, all_lines = (
        AllProofs(size),
        truth_of(Rules(*size)),
        lines(Rules(*size)),
    )
    held = 0
    for marks in product(range(3), repeat=len(proofs.cells)):
        own, other = (sum((m == k) << n for n, m in enumerate(marks)) for k in (1, 2))
        if any(line & other == line for line in all_lines):
            continue  # the defender has won
        for attacking in (True, False):
            for zone, step in proofs.zones(own, other, attacking).items():
                given = own | proofs.masks[-1] & ~zone & ~other
                turn = (given, other) if attacking else (other, given)
                won = any(line & given == line for line in all_lines)
                value = truth.value(*turn) * (1 if attacking else -1)
                assert not won, (marks, attacking, step)
                assert value <= 0, (marks, attacking, step)
                held += 1
    assert held > 50
