"""The judge names mistakes: those that are made, and only with proof."""

import ast
import tomllib
from pathlib import Path

import pytest
from helpers.exhaustive import wrong_functions
from helpers.in_process import ask_in_process
from helpers.only import only

from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.mistakes.catalogue import repairs
from noughts.checker.mistakes.made import correct_engine, faulty_engines
from noughts.checker.questions import boards, on_wire, questions
from noughts.game.contract import FUNCTIONS

CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf-8"))
QUICK = ("turn_miscounted", "mover_utility", "rows_are_one", "digit_for_letter")
LONGEST = "default_is_a_shared_list"  # it grows from call to call
PROVED = ("why.proved", "why.all")


def when(name, functions):
    """Return when a row is tested: CI takes each tenth of those that take long."""
    if name in QUICK:
        return []
    if name == LONGEST:
        return [pytest.mark.slow]
    long = functions & {"minimax", "result"}
    return [pytest.mark.sampled(10) if long else pytest.mark.ci]


def functions_in(code):
    """Return the functions of the contract in a text; a helper belongs to minimax."""
    names = {node.name for node in ast.parse(code).body}
    return names & {*FUNCTIONS} or {"minimax"}


def judge_file(source, *functions):
    """Return the mistakes that the judge names, and all that it asked."""
    asked = []

    def note(ask):
        asked.append(ask)
        return ask_in_process(ask)

    talk = judge(source.encode(), "tictactoe.py", functions, remarks=[])
    return converse(talk, note).mistakes, asked


def shortened(source, functions):
    """Return a file without unused functions, which a search may have by mistake."""
    return source if "minimax" in functions else only(source, functions)


def named(source, function):
    """Return the mistakes that the judge names in a function."""
    return judge_file(source, function)[0]


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(each, id=each.name, marks=when(each.name, {each.function}))
        for each in faulty_engines()
    ],
)
def test_an_injected_mistake_is_named_and_proved(made):
    """A proof: the changed file was asked everything, and is right by the rules."""
    source = shortened(made.source, {made.function})
    (known,), asked = judge_file(source, made.function)
    assert known.name == made.name
    assert [*known.checks] == sorted(known.checks)  # in any process
    every = {*on_wire(made.function, range(len(questions(made.function))))}
    proofs = [
        ask.source
        for ask in asked
        if ask.source != source
        and ask.function == made.function
        and every <= {*ask.questions}
    ]
    if made.mistake.pairs:
        assert known.hint.key in PROVED
        assert not wrong_functions(proofs[-1], 60, [made.function])
    else:
        assert known.hint.key not in PROVED


def engine_with(code):
    """Return the correct engine with other functions."""
    new, old = ast.parse(code), ast.parse(correct_engine())
    names = {node.name for node in new.body}
    kept = [node for node in old.body if getattr(node, "name", "") not in names]
    return ast.unparse(ast.Module([*kept, *new.body], []))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(name, marks=when(name, functions_in(case["code"])))
        for name, case in CASES.items()
    ],
)
def test_what_students_write_is_named(case):
    code = CASES[case]["code"]
    functions = functions_in(code)
    found, _ = judge_file(shortened(engine_with(code), functions), *functions)
    assert [known.name for known in found] == CASES[case]["names"]
    keys = [known.hint.key for known in found]
    steps = [key for key in keys if key.startswith("why.")]
    assert {*steps[:-1]} <= {"why.step"}
    assert ("why.all" in steps) == (len(steps) > 1)


ROWS_AND_COLUMNS = """
def winner(board):
    for i in range(2):
        if board[i][0] != EMPTY and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
    for j in range(3):
        if board[0][j] != EMPTY and board[0][j] == board[1][j] == board[2][j]:
            return board[0][j]
    if board[1][1] != EMPTY and board[0][0] == board[1][1] == board[2][2]:
        return board[1][1]
    if board[1][1] != EMPTY and board[0][2] == board[1][1] == board[2][0]:
        return board[1][1]
    return None
"""


@pytest.mark.ci
def test_a_proof_asks_every_question():
    """If one more answer is wrong, even outside the sample, nothing is proved."""
    source = only(engine_with(ROWS_AND_COLUMNS), ["winner"])
    (known,) = named(source, "winner")
    assert known.hint.key == "why.proved"
    rare = "\n\n\nrule = winner\n\n\ndef winner(board):\n"
    rare += "    return X if board == RARE else rule(board)\n"
    for key in boards("winner")[1:60:7]:
        board = [[None if m == "." else m for m in key[n : n + 3]] for n in (0, 3, 6)]
        found = named(f"RARE = {board}\n{source}{rare}", "winner")
        assert all(each.hint.key != "why.proved" for each in found)


def test_a_very_long_file_is_not_searched_for_mistakes():
    long = ast.parse(correct_engine() + "\nT = [" + "1, " * 20_000 + "]\n")
    assert not [*repairs(long, "minimax")]
