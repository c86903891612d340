"""The judge names mistakes: those that are made, and only with proof."""

import ast

import pytest
from helpers.exhaustive import wrong_functions
from helpers.in_process import ask_in_process

from noughts.checker.conversation import judge
from noughts.checker.driver import converse
from noughts.checker.questions import FUNCTIONS, on_wire, questions
from noughts.mistakes.made import correct_engine, faulty_engines
from noughts.mistakes.mistakes import repairs

QUICK = ("player", "actions", "winner", "terminal", "utility", "initial_state")
PROVED = ("why.proved", "why.all")


def judge_file(source, *functions):
    """Return the mistakes that the judge names, and all that it asked."""
    asked = []

    def note(ask):
        asked.append(ask)
        return ask_in_process(ask)

    talk = judge(source.encode(), "tictactoe.py", functions or FUNCTIONS, remarks=[])
    return converse(talk, note).misconceptions, asked


def named(source, function):
    """Return the mistakes that the judge names in a function."""
    return judge_file(source, function)[0]


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(
            each, id=each.name, marks=[pytest.mark.ci] * (each.function not in QUICK)
        )
        for each in faulty_engines()
    ],
)
def test_a_mistake_that_is_made_is_named_by_its_name_and_proved(made):
    """A proof: the changed file was asked everything, and is right by the rules."""
    (known,), asked = judge_file(made.source, made.function)
    assert known.name == made.name
    every = {*on_wire(made.function, range(len(questions(made.function))))}
    proofs = [
        ask.source
        for ask in asked
        if ask.source != made.source
        and ask.function == made.function
        and every <= {*ask.questions}
    ]
    if made.mistake.pairs:
        assert known.explanation.key in PROVED
        assert not wrong_functions(proofs[-1], 60, [made.function])
    else:
        assert known.explanation.key not in PROVED


TWO_LOOPS = """

def winner(board):
    for i in range(3):
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


def altered(*changes):
    """Return the correct engine with this `winner`, changed."""
    text = TWO_LOOPS
    for was, now in changes:
        assert was in text
        text = text.replace(was, now)
    return correct_engine() + text


def line_of(source, code):
    return next(n for n, line in enumerate(source.split("\n"), 1) if code in line)


def test_every_line_that_the_repair_needs_is_named():
    source = altered(("range(3)", "range(2)"))
    (known,) = named(source, "winner")
    lines = [line_of(source, f"for {name} in range(2)") for name in "ij"]
    assert known.name == "wrong_range"
    assert f"lines {lines[0]} and {lines[1]}" in known.explanation


def test_a_line_that_the_repair_does_not_need_is_not_named():
    source = altered(("for i in range(3)", "for i in range(2)"))
    (known,) = named(source, "winner")
    assert known.explanation.parts["text"].parts["lines"] == [known.line]


def test_two_mistakes_in_one_function_are_steps_in_order():
    source = altered(
        ("for i in range(3)", "for i in range(2)"),
        ("board[0][j] != EMPTY", "board[0][j] != ''"),
    )
    first, second = named(source, "winner")
    assert {first.name, second.name} == {"wrong_range", "text_for_mark"}
    keys = [each.explanation.key for each in (first, second)]
    assert keys == ["why.step", "why.all"]


def test_a_mistake_of_minimax_is_named_while_winner_is_wrong():
    source = correct_engine().replace(
        "        return None\n    choice", "        return utility(board)\n    choice"
    )
    source = source.replace("rows + columns + diagonals", "rows + columns")
    told = {known.name for known in judge_file(source)[0]}
    assert told == {"no_diagonals", "value_at_end"}


@pytest.mark.ci
def test_what_is_said_to_be_proved_was_asked_every_question():
    """Change one answer that no sample asks for: the repair is not named then."""
    source = altered(("for i in range(3)", "for i in range(2)"))
    (known,) = named(source, "winner")
    assert known.explanation.key == "why.proved"
    rare = "\n\nrule = winner\n\n\ndef winner(board):\n"
    rare += "    return X if board == RARE else rule(board)\n"
    for key in questions("winner").boards[1:60:7]:
        board = [[None if m == "." else m for m in key[n : n + 3]] for n in (0, 3, 6)]
        told = named(f"RARE = {board}\n{source}{rare}", "winner")
        assert all(each.explanation.key != "why.proved" for each in told)


def test_a_file_that_is_too_long_is_not_searched_for_mistakes():
    long = ast.parse(correct_engine() + "\nT = [" + "1, " * 20_000 + "]\n")
    assert not [*repairs(long, "minimax")]
