"""The verifier: it accepts what the solver proves, and nothing that is false."""

import ast
import json
import random
from contextlib import nullcontext

import pytest
from conftest import ROOT

from noughts.solver.mnk import Rules, cells_of
from noughts.solver.proof import proof
from noughts.solver.searcher import Searcher
from noughts.verifier import ProofError, Verifier, verify

# Board, and how many moves the first player needs at most in the proof; 0: a draw.
PROVED = [
    ((1, 1, 1), 1),
    ((2, 2, 2), 2),
    ((3, 3, 3), 0),
    ((3, 4, 3), 4),
    ((4, 4, 3), 3),
    ((3, 5, 4), 0),
    ((4, 4, 4), 0),
    ((4, 5, 4), 0),
    ((5, 5, 5), 0),
    ((5, 5, 4), 0),
    ((4, 6, 4), 0),
    ((5, 6, 4), 10),
    ((6, 6, 4), 10),
    ((6, 6, 5), 0),
    ((5, 8, 5), 0),
]


def proof_of(board, mine=0, theirs=0):
    rules = Rules(*board)
    return list(proof(Searcher(rules).prover, rules, rules.state(mine, theirs)))


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        pytest.param(*row, id=str(row[0]), marks=[pytest.mark.ci] * (n > 6))
        for n, row in enumerate(PROVED)
    ],
)
def test_what_the_solver_proves_is_verified(board, moves):
    (claim,) = verify(proof_of(board))
    assert claim.board == board
    assert (claim.attacker, claim.moves) == ("X", moves)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "moves"), [((6, 7, 5), 0), ((7, 7, 4), 10)], ids=str)
def test_what_takes_longer_is_verified(board, moves):
    (claim,) = verify(proof_of(board))
    assert claim.moves == moves


def test_positions_are_proved_as_the_truth_has_them(truth_of):
    """Late in random games of 4x4 and 4x5: who wins, or that neither does."""
    chance = random.Random(4)
    for board in ((3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4)):
        rules = Rules(*board)
        for _ in range(25):
            state = rules.start()
            while not state.over and state.left > 8:
                state = state.play(chance.choice(list(cells_of(state.empty))))
            if state.over:
                continue
            claims = list(verify(proof_of(board, state.mine, state.theirs)))
            mover = "XO"[(rules.size - state.left) % 2]
            value = truth_of(rules).value(state.mine, state.theirs)
            winner = {1: {mover}, 0: set(), -1: {"X", "O"} - {mover}}
            won = {claim.attacker for claim in claims if claim.moves}
            assert won == winner[(value > 0) - (value < 0)]
            assert won or len(claims) == 2


@pytest.fixture
def truth_of():
    import sys

    sys.path.insert(0, str(ROOT / "tests" / "solver"))
    from truth import Truth

    return Truth


def steps_of(step):
    """Yield every step within a step."""
    yield step
    inner = [then for _, then in step[1]] if step[0] == "moves" else step[1:]
    for part in inner:
        if isinstance(part, list) and part and isinstance(part[0], str):
            yield from steps_of(part)


def test_a_wrong_result_cannot_be_claimed():
    for board in ((3, 3, 3), (4, 4, 3), (4, 5, 4)):
        for result in ("wins", "holds"):
            rows = [json.loads(row) for row in proof_of(board)]
            if rows[1]["result"] != result:
                rows[1]["result"] = result
                with pytest.raises(ProofError, match="line"):
                    list(verify(map(json.dumps, rows)))


@pytest.mark.parametrize(
    ("attacking", "own", "other", "step", "holds"),
    [
        # The attacker, who moves, completes a line before two threats are of use.
        (True, {0b1000}, {0b1, 0b10}, ["fork", 0b1000], False),
        (True, {0b11000}, {0b1, 0b10}, ["fork", 0b11000], True),
        # The defender, who moves, completes one first, even against a threat.
        (False, {0b1000}, {0b1}, ["complete", 0b1000], True),
        # What the zone leaves out of a need may be the attacker's already.
        (True, {0b11000}, {0b1, 0b10}, ["fork", 0b1000], False),
        (False, {0b1000}, {0b1}, ["complete", 0], False),
    ],
)
def test_threats_hold_an_attacker_who_is_slower(attacking, own, other, step, holds):
    checker = Verifier(3, 3, 3, "." * 9)
    checker.claim("X", "holds")
    with nullcontext() if holds else pytest.raises(ProofError, match="is faster"):
        checker.hold(step, frozenset(own), frozenset(other), attacking)


def test_a_proof_of_one_board_does_not_prove_another():
    rows = proof_of((4, 5, 4))
    head = json.loads(rows[0])
    for change in (
        {"line": 3},
        {"rows": 5, "board": "." * 25},
        {"board": "X" + "." * 19},
    ):
        with pytest.raises(ProofError, match="line"):
            list(verify([json.dumps(head | change), *rows[1:]]))


@pytest.mark.parametrize(
    "board",
    [(3, 3, 3), (4, 5, 4), pytest.param((5, 5, 4), marks=pytest.mark.ci)],
    ids=str,
)
def test_a_move_that_is_left_unanswered_is_noticed(board):
    rows = [json.loads(row) for row in proof_of(board)]
    broken = 0
    for row in rows:
        step = row[3] if isinstance(row, list) else row.get("root")
        for inner in steps_of(step) if step else ():
            if inner[0] == "moves" and len(inner[1]) > 1:
                kept, inner[1] = inner[1], inner[1][:-1]
                with pytest.raises(ProofError, match=r"no answer|does not apply"):
                    list(verify(map(json.dumps, rows)))
                inner[1] = kept
                broken += 1
        if broken > 20:
            break
    assert broken


def test_no_zone_of_an_argument_can_be_made_smaller_at_will():
    """Without its cells an argument stops nothing."""
    rows = [json.loads(row) for row in proof_of((4, 5, 4))]
    for row in rows[2:]:
        step = row[3] if isinstance(row, list) else row["root"]
        for inner in steps_of(step):
            if inner[0] == "stop" and inner[2]:
                kept, inner[1:] = inner[1:], [[], 0]
                with pytest.raises(ProofError):
                    list(verify(map(json.dumps, rows)))
                inner[1:] = kept


FIRST = '{"rows": 3, "columns": 3, "line": 3, "board": "........."}'
CLAIM = '{"attacker": "X", "result": "holds"}'


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [""],
        ["no JSON"],
        ["[]"],
        ['{"rows": 3}'],
        ['{"rows": 9, "columns": 3, "line": 3, "board": "."}'],
        ['{"rows": true, "columns": 1, "line": 1, "board": "."}'],
        [FIRST, CLAIM],
        [FIRST, CLAIM, CLAIM],
        [FIRST, '{"attacker": "Z", "result": "holds"}'],
        [FIRST, '{"attacker": "X", "result": "maybe"}'],
        [FIRST, '{"root": ["stop", [], 511]}'],
        [FIRST, CLAIM, '{"root": ["stop", [], -1]}'],
        [FIRST, CLAIM, '{"root": ["stop", [1, 2], 511]}'],
        [FIRST, CLAIM, '{"root": ["stop", [3, 3], 511]}'],
        [FIRST, CLAIM, '{"root": ["moves", []]}'],
        [FIRST, CLAIM, '{"root": ["lemma", 0, 0]}'],
        [FIRST, CLAIM, '{"root": ["fork", 511]}'],
        [FIRST, CLAIM, '{"root": ["threat", 511, ["stop", [], 511]]}'],
        [FIRST, CLAIM, '{"root": ["complete", 511]}'],
        [FIRST, CLAIM, '{"root": ["reply", 4, ["stop", [], 511]]}'],
        [FIRST, CLAIM, '{"root": ["moves", [[99, ["stop", [], 511]]]]}'],
        [FIRST, CLAIM, '{"root": "stop"}'],
        [FIRST, CLAIM, '{"root": ' + "[" * 5000 + "]" * 5000 + "}"],
        [FIRST, CLAIM, "[1, 0, 0]"],
        [FIRST, CLAIM, '[1, 0, "0", ["stop", [], 0]]'],
        [FIRST, '{"attacker": "X", "result": "wins"}', '{"root": ["move", 4, null]}'],
        [FIRST, '{"attacker": "X", "result": "wins"}', '{"root": ["replies", [], 0]}'],
    ],
    ids=str,
)
def test_nonsense_is_refused(rows):
    with pytest.raises(ProofError, match="line"):
        list(verify(rows))


def test_the_verifier_shares_no_code_with_the_solver_and_is_short():
    source = (ROOT / "noughts" / "verifier.py").read_text("utf-8")
    names = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else ["json"])
    }
    assert names <= {"json", "collections", "functools", "operator", "typing"}
    assert sum(bool(line.strip()) for line in source.splitlines()) < 200
