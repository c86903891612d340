"""The verifier accepts what the solver proves, and nothing that is false."""

import ast
import copy
import json
import random
from contextlib import nullcontext, suppress
from itertools import product

import pytest
from conftest import ROOT

from noughts.solver.ideas.mirrors import turn_cell, views
from noughts.solver.mnk import Rules, cells_of, lines
from noughts.solver.proof import write_proof
from noughts.solver.prover import Prover
from noughts.solver.verifier import ProofError, ProofFile, verify
from noughts.solver.verifier_rules import (
    HeldLemma,
    HoldVerifier,
    ProofBoard,
    Situation,
    WinVerifier,
    WonLemma,
    zone_of_stop,
)
from noughts.solver.verifier_steps import LemmaStep, StepReader, StopStep

# Board; how many moves the first player needs at most (0: a draw); steps and lemmas.
PROVED = [
    ((1, 1, 1), 1, 1, 0),
    ((2, 2, 2), 2, 3, 1),
    ((3, 3, 3), 0, 99, 10),
    ((3, 4, 3), 4, 37, 9),
    ((4, 4, 3), 3, 39, 11),
    ((3, 5, 4), 0),
    ((4, 4, 4), 0, 1, 0),
    ((4, 5, 4), 0, 143, 35),
    ((5, 5, 5), 0),
    ((5, 5, 4), 0),
    ((4, 6, 4), 0),
    ((5, 6, 4), 8),
    ((6, 6, 4), 10),
    ((6, 6, 5), 0),
    ((5, 8, 5), 0),
    ((6, 7, 5), 0),
    ((7, 7, 4), 9),
    ((8, 8, 4), 11),
    ((4, 7, 4), 0),
]

MARKS = [(), pytest.mark.ci, pytest.mark.slow]  # by how long they take


def proof_of(board, mine=0, theirs=0):
    rules = Rules(*board)
    return list(write_proof(Prover(rules), rules.state(mine, theirs)))


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=str(row[0]), marks=MARKS[(n > 6) + (n > 14)])
        for n, row in enumerate(PROVED)
    ],
)
def test_a_proof_of_the_solver_is_accepted(row):
    (claim,) = verify(proof_of(row[0]))
    found = (claim.board, claim.moves, claim.steps, claim.lemmas)
    assert found[: len(row)] == row
    assert (claim.attacker, claim.start) == ("X", "." * (row[0][0] * row[0][1]))


def test_the_format_of_a_small_proof():
    assert proof_of((2, 2, 2)) == [
        '{"rows": 2, "columns": 2, "line": 2, "board": "...."}',
        '{"attacker": "X", "result": "wins"}',
        '[1, 0, 0, ["move", 0, ["replies", [], null]]]',
        '{"root": ["lemma", 0, 0]}',
    ]


@pytest.mark.ci
def test_proofs_of_random_positions_agree_with_a_full_search(truth_of):
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


@pytest.mark.parametrize(
    ("result", "own", "other", "attacking", "applies"),
    [
        ("wins", {0b11}, {0b1100}, True, True),
        ("wins", {0b1}, {0b11100}, True, True),  # all is easier for the attacker
        ("wins", {0b111}, {0b1100}, True, False),
        ("wins", {0b11}, {0b100}, True, False),
        ("wins", {0b11}, {0b1100}, False, False),
        ("holds", {0b11}, {0b1100}, True, True),
        ("holds", {0b111}, {0b100}, True, True),  # all is easier for the defender
        ("holds", {0b1}, {0b1100}, True, False),
        ("holds", {0b11}, {0b11100}, True, False),
        ("holds", {0b11}, {0b1100}, False, False),
    ],
)
def test_a_lemma_applies_to_positions_at_least_as_easy(
    result, own, other, attacking, applies
):
    there = Situation(frozenset({0b11}), frozenset({0b1100}), True)
    here, step = Situation(own, other, attacking), LemmaStep(0, 0)
    holds, wins = HoldVerifier(ProofBoard(3, 3, 3)), WinVerifier(ProofBoard(3, 3, 3))
    holds.lemmas, wins.lemmas = [HeldLemma(there, 7)], [WonLemma(there, 7)]
    check = holds.zone if result == "holds" else wins.moves
    with nullcontext() if applies else pytest.raises(ProofError):
        assert check(here, step) == 7


FIRST = '{"rows": 3, "columns": 3, "line": 3, "board": "........."}'
CLAIM = '{"attacker": "X", "result": "holds"}'


WINS = '{"attacker": "X", "result": "wins"}'


def board(rows=3, columns=3, line=3, marks="........."):
    size = {"rows": rows, "columns": columns, "line": line}
    return json.dumps(size | {"board": marks})


NOT_A_BOARD = [
    board(9, 1, 1),
    board(1, 9, 1),
    board(9, 3, 3, "." * 27),
    board(3, 3, 9),
    board(0, 3, 3, ""),
    board(3, 0, 3, ""),
    board(line=0),
    board(line=-1),
    board(3.0),
    board(True, 1, 1, "."),
    board(marks="." * 8),
    board(2, 4, 2, "." * 6),
    board(marks="........x"),
    board(marks="XX......."),
    board(marks="O........"),
]
NESTED = '{"root": ' + "[" * 5000 + "]" * 5000 + "}"
NONSENSE = [
    [],
    *([row] for row in ("", "no JSON", "[]", '{"rows": 3}', *NOT_A_BOARD)),
    [FIRST, CLAIM],  # not proved to the end
    [FIRST, '{"attacker": "Z", "result": "holds"}'],
    [FIRST, '{"attacker": "X", "result": "maybe"}'],
    [FIRST, '{"attacker": "", "result": "holds"}'],
    [FIRST, '{"root": ["stop", [], 511]}'],
    [FIRST, CLAIM, CLAIM],
    [FIRST, CLAIM, '{"root": "stop"}'],
    [board(1, 3, 3, "..."), CLAIM, '{"root": ["stop", [], 7, 0]}'],
    [board(1, 3, 3, "..."), CLAIM, '{"root": ["stop", [], 8]}'],
    [board(1, 3, 3, "..."), CLAIM, '{"root": ["stop", [], -1]}'],
    [board(1, 3, 3, "..."), CLAIM, '{"root": ["nothing"]}'],
    [board(1, 3, 3, "..."), CLAIM, '{"root": ["lemma", 0, 0]}'],
    [board(1, 3, 3, "..."), CLAIM, '{"root": ["moves", [[3, ["stop", [], 7]]]]}'],
    [FIRST, CLAIM, NESTED],
    [FIRST, CLAIM, "no JSON"],
    [FIRST, CLAIM, "[1, 0, 0]"],
    [FIRST, CLAIM, '[1, 0, "0", ["stop", [], 0]]'],
]


@pytest.mark.parametrize("rows", NONSENSE, ids=lambda rows: str(rows)[-40:])
def test_nonsense_is_refused_with_its_line(rows):
    with pytest.raises(ProofError) as refused:
        list(verify(rows))
    assert str(refused.value) == f"line {max(1, len(rows))}: {refused.value.why}"


JSON = (None, True, 0, 1, -1, 1.5, "", "X", "XO", [], [1], {})


def changed(data):
    """Yield data with each of its parts replaced by JSON of each kind."""
    yield from (*JSON, [*data] if isinstance(data, str) else data)
    if isinstance(data, list | dict):
        for key in data if isinstance(data, dict) else range(len(data)):
            for other in changed(data[key]):
                whole = copy.copy(data)
                whole[key] = other
                yield whole


@pytest.mark.parametrize(
    "given",
    [((2, 2, 2),), pytest.param(((3, 3, 3), 0b1, 0b10000), marks=pytest.mark.ci)],
)
def test_a_proof_with_fields_of_any_type_is_refused_or_valid(given):
    rows = [json.loads(row) for row in proof_of(*given)]
    for n, row in enumerate(rows):
        for other in changed(row):
            changed_rows = map(json.dumps, [*rows[:n], other, *rows[n + 1 :]])
            with suppress(ProofError):
                for claim in verify(changed_rows):
                    assert [*map(type, claim.board)] == [int] * 3
                    assert {type(claim.start), type(claim.attacker)} == {str}
                    assert [*map(type, claim[3:])] == [int] * 3


@pytest.mark.parametrize(
    ("marks", "attacker", "result", "step"),
    [
        ("XXO.O", "X", "wins", ["move", 3, None]),
        ("XOOX", "X", "holds", ["stop", [], 0]),
        ("XXO", "O", "holds", ["stop", [], 0]),
    ],
)
def test_a_claim_about_a_finished_game_is_refused(marks, attacker, result, step):
    """One row, two in a line: nothing else is wrong with these proofs."""
    claim = {"attacker": attacker, "result": result}
    rows = [board(1, len(marks), 2, marks), *map(json.dumps, (claim, {"root": step}))]
    with pytest.raises(ProofError):
        list(verify(rows))
    with pytest.raises(ProofError) as error:
        ProofFile(1, len(marks), 2, marks).claim(attacker, "")
    assert str(error.value) == error.value.why


@pytest.mark.parametrize("size", [*product(range(1, 5), repeat=3), (7, 8, 6)], ids=str)
def test_the_lines_and_the_turns_are_those_of_the_solver(size):
    rules, checked = Rules(*size), ProofBoard(*size)
    ways = StepReader(*size[:2]).ways
    assert {*checked.lines} == {*lines(rules)}
    assert ways == len(views(rules))
    for way in range(ways):
        for cell in cells_of((1 << rules.size) - 1):
            assert checked.turned(cell, way) == turn_cell(rules, cell, way)


TWO, THREE, FOUR = ({0b11 << 2 * k for k in range(n)} for n in (2, 3, 4))


@pytest.mark.parametrize(
    ("own", "pairs", "zone", "attacking", "held"),
    [
        (THREE, [], 0b111111, False, 0b111111),  # three quarters
        (THREE, [], 0b111111, True, None),  # and another for the attacker's move
        (TWO, [], 0b1111, True, 0b1111),
        (FOUR, [], 0b11111111, False, None),  # one is too much
        (FOUR, [0b11], 0b11111100, False, 0b11111111),
        ({0b111}, [], 0b011, False, 0b011),  # two cells are enough
        ({0b111}, [], 0b000, False, None),
        ({0b1, 0b11, 0b101}, [], 0b111, False, 0b111),  # a larger need says nothing
        ({0b1, 0b10, 0b101, 0b110}, [], 0b111, False, None),  # nor does it help
        ({0b111, 0b1100}, [0b11], 0b1100, False, 0b1111),
        ({0b111, 0b1010}, [0b11], 0b1100, False, 0b1111),  # the pair may be given away
        ({0b111, 0b0010}, [0b11], 0b1100, False, None),
        ({0b011, 0b101}, [0b011, 0b101], 0, False, None),  # they share a cell
        ({0b111}, [0b0111, 0b1000], 0, False, None),  # these are not pairs
    ],
)
def test_pairs_and_a_low_potential_stop_an_attacker(own, pairs, zone, attacking, held):
    """A line that needs n cells weighs 2 ** -n."""
    here, step = (
        Situation(frozenset(own), frozenset(), attacking),
        StopStep(pairs, zone),
    )
    if held is None:
        with pytest.raises(ProofError):
            zone_of_stop(here, step)
    else:
        assert zone_of_stop(here, step) == held


NOTHING, FORK = ["stop", [], 0], ["replies", [], None]
BLOCKS = [[n, ["reply", 1 - n, NOTHING]] for n in range(2)]
FORKS = {0b11, 0b101, 0b11000, 0b101000}  # around cell 0 and around cell 3
EITHER = ["replies", [[n, ["move", 0, FORK]] for n in (3, 4, 5)], ["move", 3, FORK]]
HELD = [  # what both players lack, whether the attacker moves, the step, its zone
    ({0b11}, set(), False, ["reply", 0, NOTHING], 0b1),
    ({0b11}, set(), True, ["reply", 0, NOTHING], None),
    ({0b11}, set(), True, ["moves", BLOCKS], 0b11),
    ({0b11}, set(), False, ["moves", BLOCKS], None),
    ({0b11}, set(), True, ["moves", BLOCKS[:1]], None),  # the other one may win
    ({0b11}, set(), True, ["moves", []], None),
    ({0b110000}, {0b1, 0b10}, True, ["fork", 0b110000], 0b110011),
    ({0b110000}, {0b1, 0b10}, True, ["fork", 0b10000], None),
    ({0b110000}, {0b1, 0b10}, False, ["fork", 0b110000], None),
    ({0b110000}, {0b1, 0b110}, True, ["fork", 0b110110], None),
    ({0b11000}, {0b1}, False, ["complete", 0b1000], 0b1001),
    ({0b11000}, {0b1}, False, ["complete", 0b0110], None),
    ({0b11000}, {0b1}, True, ["complete", 0b11000], None),
    ({0b11000}, {0b11}, False, ["complete", 0b11000], None),
    ({0b110}, {0b1}, True, ["threat", 0b110, ["stop", [], 0b10110]], 0b10111),
    ({0b110}, {0b1}, True, ["threat", 0b100, ["stop", [], 0b10100]], None),
    ({0b110}, {0b1}, True, ["threat", 0b110, ["stop", [], 0b10000]], None),
    ({0b110}, {0b1}, False, ["threat", 0b110, ["stop", [], 0b10110]], None),
    ({0b110}, {0b11}, True, ["threat", 0b110, ["stop", [], 0b10110]], None),
]
WON = [  # the same, and how many moves it takes
    ({0b1}, {0b10}, True, ["move", 0, None], 1),
    ({0b1}, {0b10}, False, ["move", 0, None], None),
    ({0b11}, set(), True, ["move", 0, FORK], None),
    ({0b11, 0b101}, {0b11000}, True, ["move", 0, FORK], 2),
    ({0b11, 0b101}, {0b1000}, True, ["move", 0, FORK], None),  # it is first
    ({0b11, 0b101}, {0b1000}, True, FORK, None),
    ({0b11, 0b101}, set(), True, ["move", 0, ["move", 1, None]], None),
    (FORKS, set(), False, EITHER, 2),
    (FORKS, {0b11000000}, False, EITHER, None),
    (FORKS, set(), True, ["move", 0, FORK], 2),
    (FORKS, set(), False, ["replies", [], ["move", 0, FORK]], None),
    ({*FORKS, 0b1000000}, set(), False, EITHER, 2),  # one reply is forced
]


@pytest.mark.parametrize(
    ("result", "row"),
    [("holds", row) for row in HELD] + [("wins", row) for row in WON],
    ids=str,
)
def test_a_step_decides_a_position(result, row):
    own, other, attacking, step, found = row
    here = Situation(frozenset(own), frozenset(other), attacking)
    read, size = StepReader(3, 3), ProofBoard(3, 3, 3)
    with nullcontext() if found else pytest.raises(ProofError):
        if result == "holds":
            assert HoldVerifier(size).zone(here, read.holding(step)) == found
        else:
            assert WinVerifier(size).moves(here, read.winning(step)) == found


@pytest.mark.parametrize("result", ["holds", "wins"])
def test_each_kind_of_claim_has_its_own_steps(result):
    """A step of the other kind is refused, also where no move leads to it."""
    read = StepReader(3, 3)
    wrong = WON if result == "holds" else HELD
    reading = read.holding if result == "holds" else read.winning
    for row in wrong:
        with pytest.raises(ProofError, match="not part of a proof"):
            reading(row[3])


@pytest.mark.parametrize("name", ["verifier", "verifier_steps", "verifier_rules"])
def test_the_verifier_shares_no_code_with_the_solver_and_is_short(name):
    source = (ROOT / f"noughts/solver/{name}.py").read_text("utf-8")
    names = {
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else ["json"])
    }
    own = {f"noughts.solver.verifier_{part}" for part in ("steps", "rules")}
    library = {"json", "collections.abc", "functools", "operator", "typing"}
    assert names <= library | own
    assert sum(bool(line.strip()) for line in source.splitlines()) < 230
