"""What the solver finds at each step, and what it writes, on a sample of positions."""

import random
from zlib import crc32

import pytest
from helpers.golden import HERE, compare

from noughts.game.games import Game
from noughts.game.notation import board_text
from noughts.solver.mnk import Rules, cells_of
from noughts.solver.narrowing import FIRST_TURN, line_of_play, narrow, narrow_moves
from noughts.solver.proof import write_proof
from noughts.solver.prover import ENDLESS, RUNGS, Prover, Query
from noughts.solver.verifier import verify

PLACE = HERE / "solver"
BOARDS = [(2, 3, 2), (3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4)]


def positions(size, count=8, most_empty=14):
    """Yield random positions in progress: rules, the board as text, and the state."""
    rules, chance = Rules(*size), random.Random(8)
    while count:
        game, state = Game(rules=size), rules.start()
        left = chance.randint(1, min(most_empty, rules.size - 1))
        while not state.over and state.left > left:
            cell = chance.choice([*cells_of(state.empty)])
            game, state = game.play(rules.action(cell)), state.play(cell)
        if not state.over:
            count -= 1
            yield rules, board_text(game.board), state


def facts(rules, text, state):
    """Yield what is found about a position, and after how many positions."""
    yield f"{rules}: {text}"
    for turn in (FIRST_TURN, 1):
        prover, steps = Prover(rules), []
        for value, high in narrow(prover, state, turn):
            steps.append(f"{value}..{high} {prover.visited}")
        yield f"  value: {', '.join(steps)}"
    line = [str(c.bit_length()) for c in line_of_play(prover, state, value)]
    yield f"  line: {' '.join(line)}, {prover.visited}"
    prover = Prover(rules)
    *_, known = narrow_moves(prover, state)
    moves = [f"{cell.bit_length()} {low}" for cell, (low, _) in known.items()]
    yield f"  moves: {', '.join(moves)}, {prover.visited}"
    for needs, attacking in (state[4:6], True), (state[5:3:-1], False):
        prover, found = Prover(rules), []
        for moves in (1, 2, 3, 4, ENDLESS):
            result, zone, move, _ = prover.ask(Query(*needs, attacking, moves))
            found.append(f"{result.value} {zone:x} {move:x} {prover.visited}")
        yield f"  {'to move' if attacking else 'other'}: {', '.join(found)}"
    proof = list(write_proof(Prover(rules), state))
    claims = "; ".join(f"{c.attacker} {c[3:]}" for c in verify(proof))
    yield f"  proof: {claims}, {crc32('.'.join(proof).encode()):08x}"
    for rung in RUNGS[1:]:
        prover = Prover(rules, {*RUNGS} - {rung})
        *_, (value, _) = narrow(prover, state)
        yield f"  without {rung}: {value}, {prover.visited}"


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_positions_are_solved_in_the_same_steps(size, update_golden):
    blocks = ["\n".join(facts(*position)) for position in positions(size)]
    path = PLACE / f"{'x'.join(map(str, size))}.txt"
    compare(path, "\n".join(blocks) + "\n", update_golden)
