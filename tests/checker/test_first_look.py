"""The first look: a wrong board is told at once, and the record stays as it is."""

from contextlib import suppress

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process, ask_replayed
from helpers.only import only

from noughts.checker.answers import late, read_line
from noughts.checker.asking import SURVEY
from noughts.checker.check_file import converse
from noughts.checker.first_look import SECONDS, telling_questions
from noughts.checker.judge import judge
from noughts.checker.questions import QUICK, boards
from noughts.checker.truth import wanted
from noughts.game.board import LINES
from noughts.game.contract import FUNCTIONS, HELPERS
from noughts.texts.said import Said

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")
RULES_ONLY = only(RIGHT, HELPERS)


class ToldError(Exception):
    """The first wrong answer is known."""


def first_told(text, functions=FUNCTIONS, driver=ask_in_process):
    """Return the first wrong answer that is told, and the requests before it."""
    asked, told = [], []

    def tell(check):
        told.append(check)
        raise ToldError

    def listen(ask):
        asked.append(ask)
        return driver(ask)

    with suppress(ToldError):
        converse(judge(text.encode(), "f.py", functions, tell=tell), listen)
    return (told or [None])[0], asked


FAULTY = [
    "actions_list",
    "crashes_on_ties",
    "first_cell",
    "max_slip",
    "negative_index",
    "no_antidiagonal",
    "no_diagonals",
    "none_when_losing",
    "o_win_not_scored",
    "shallow_copy",
    "starts_at_zero",
    "swapped_max_min",
    "terminal_ignores_ties",
    "turn_miscounted",
    "value_returned",
    "winner_empty_line",
    "wrong_cut",
]


@pytest.mark.ci
@pytest.mark.parametrize("name", FAULTY)
def test_a_wrong_board_is_told_before_the_judge_begins(name):
    text = (ENGINES / f"{name}.py").read_text("utf-8")
    told, asked = first_told(text)
    assert all(each.apart for each in asked if each.function != SURVEY)
    assert told.failures[0].expected != told.failures[0].got
    assert sum(len(each.questions) for each in asked) < 600


@pytest.mark.parametrize("functions", [("winner",), ("player", "actions")])
def test_only_the_functions_to_be_judged_are_asked(functions):
    _, asked = first_told(RULES_ONLY, functions)
    apart = [each.function for each in asked if each.apart]
    assert apart == [*functions]


def test_every_line_of_both_marks_is_asked_and_every_other_three_cells_alike():
    keys = [boards("winner")[n] for n in telling_questions("winner")]
    alike = {
        (mark, frozenset(n for n in range(9) if key[n] == mark))
        for key in keys
        for mark in "XO"
    }
    for mark in "XO":
        for line in LINES:
            assert any(m == mark and cells >= {*line} for m, cells in alike)
    assert len(keys) < 200


# --- What the judge does later ----------------------------------------------


def record_of(text, functions, driver, tell=lambda check: None):
    return converse(judge(text.encode(), "f.py", functions, tell=tell), driver)


def lying_at_first(asked):
    """Answer as the file does, but wrongly in the process of the first look."""
    answers = ask_in_process(asked)
    if asked.apart and asked.function == "winner":
        number = telling_questions("winner")[0]
        answers[0] = read_line("mX" if wanted("winner")[number] == "n" else "n")
    return answers


def test_a_right_function_that_answered_wrongly_at_first_gets_a_note():
    told = []
    text = only(RIGHT, ["winner"])
    record = record_of(text, ("winner",), lying_at_first, told.append)
    assert [check.function for check in told] == ["winner"]
    assert record.notes == (Said("note.unsteady", function="winner"),)
    assert record.unsteady == ("winner",)
    assert record.right


def test_the_record_does_not_depend_on_a_first_look_that_agrees():
    text = only((ENGINES / "no_diagonals.py").read_text("utf-8"), ["winner"])

    def blind(asked):
        """Hide what is wrong from the first look."""
        if asked.apart:
            return ask_in_process(asked._replace(source=RIGHT))
        return ask_in_process(asked)

    records = [record_of(text, ("winner",), each) for each in (ask_in_process, blind)]
    assert records[0] == records[1]
    assert not records[0].right


def test_a_function_that_hangs_ends_the_look_without_a_verdict():
    def hanging(asked):
        answers = ask_replayed(asked)
        if asked.apart and asked.function == "winner":
            return [late(asked.seconds)] + [None] * (len(answers) - 1)
        return answers

    told, asked = first_told(RULES_ONLY, HELPERS, hanging)
    apart = [each for each in asked if each.apart]
    assert told is None
    assert [each.function for each in apart][-1] == "winner"
    assert {(each.seconds, each.strikes) for each in apart} == {(SECONDS, 1)}


def test_a_search_that_fails_on_other_quick_boards_is_told_before_the_long_ones():
    keys, seen = boards("minimax"), {*telling_questions("minimax")}
    hidden = next(
        key
        for n, key in enumerate(keys)
        if n not in seen and key.count(".") == QUICK and wanted("minimax")[n] != {"n"}
    )

    def wrong_there(asked):
        if asked.function == "minimax" and not asked.fresh:
            sizes.append([key.count(".") for key in asked.questions])
            answers = [
                read_line(min(wanted("minimax")[keys.index(key)], default="n"))
                for key in asked.questions
            ]
            if hidden in asked.questions:
                answers[asked.questions.index(hidden)] = read_line("n")
            return answers
        return ask_replayed(asked)

    sizes = []
    told, _ = first_told(RIGHT, FUNCTIONS, wrong_there)
    assert told.name == "minimax.legal"
    assert max(map(max, sizes)) == QUICK
