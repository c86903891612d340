"""What is said of a search: true of one that remembers, and of none that is excused."""

import ast

import pytest
from conftest import ENGINES

from noughts import contract
from noughts.checker.evidence import (
    BOARD,
    MARKS,
    NOT_YET,
    TEACHER,
    UNREAD,
    UNREADABLE,
    UNSEEN,
    looks,
    loose_bound,
    printed,
    verdict,
)
from noughts.notation import parse_board
from noughts.observe.listen import heard
from noughts.words import LANGUAGES, words

RIGHT = (ENGINES / "alpha_beta.py").read_text("utf-8")
PLAIN = "def minimax(board):\n    return known[str(board)]\n"
TREE = ast.parse(PLAIN)
FEW = ["X...O....2", 1, 0]  # one call of result()


def test_a_search_that_knows_its_answers_is_not_said_to_look_no_further():
    _, search = verdict(TREE, {"heard": FEW}, "passed")
    assert "it remembers, or has rules of its own" in search.words
    assert search.kind == "unclear"


def test_of_a_search_that_is_excused_nothing_is_said():
    _, search = verdict(TREE, {"heard": FEW}, "excused")
    assert (search.words, search.facts) == ("", ())


def test_a_wrong_search_that_looks_at_too_little_leaves_something_out():
    _, search = verdict(TREE, {"heard": FEW}, "failed")
    assert "something that matters is left out" in search.words


CUT, UNCUT = {"cut": 400, "whole": 900}, {"cut": 900, "whole": 900}
ENGINE = contract.load(ENGINES / "alpha_beta.py")
HEARD = {"heard": heard(ENGINE, parse_board(BOARD))}  # of a search that cuts

BONUS = {
    "bounds that cut, and right moves": (RIGHT, CUT, "passed", "passed", ""),
    "the same where the moves are excused": (RIGHT, CUT, "excused", "passed", ""),
    "bounds that cut, and wrong moves": (RIGHT, CUT, "failed", "absent", NOT_YET),
    "bounds that cut nothing": (RIGHT, UNCUT, "passed", "unjudged", UNSEEN),
    "bounds that were never counted": (RIGHT, {}, "passed", "unjudged", UNSEEN),
    "more calls where more is cut": (
        RIGHT,
        {"cut": 901, "whole": 900},
        "passed",
        "unjudged",
        UNSEEN,
    ),
    "no calls at all": (RIGHT, CUT | {"cut": 0}, "passed", "unjudged", UNSEEN),
    "a text that was not read": ("", {}, "passed", "unjudged", UNREADABLE),
    "such a text with wrong moves": ("", {}, "failed", "absent", ""),
    "no bounds, but moves left out": (PLAIN, HEARD, "passed", "unjudged", UNREAD),
    "the same with wrong moves": (PLAIN, HEARD, "failed", "absent", ""),
    "no bounds, few calls": (PLAIN, {"heard": FEW}, "passed", "absent", ""),
    "no bounds, nothing heard": (PLAIN, {}, "passed", "absent", ""),
}


@pytest.mark.parametrize(("source", "told", "status", "bonus", "note"), BONUS.values())
def test_the_bonus_needs_bounds_that_cut_and_right_moves(
    source, told, status, bonus, note
):
    check, search = verdict(ast.parse(source), told, status)
    assert (check.status, check.note.removeprefix(TEACHER)) == (bonus, note)
    assert check.note.startswith(TEACHER) == (bonus == "unjudged")
    assert (search.kind == "alphabeta") == (told is CUT or told is HEARD)


LOOSE = [
    ("beta = min(beta, best)", "beta = max(beta, best)"),
    ("alpha = max(alpha, best)", "alpha = min(alpha, best)"),
]


@pytest.mark.parametrize(("was", "now"), LOOSE)
def test_a_bound_that_never_narrows_the_window_is_found_by_its_line(was, now):
    assert was in RIGHT
    place = loose_bound(ast.parse(RIGHT.replace(was, now)))
    assert ast.unparse(place.node) == now


def test_in_a_right_search_no_bound_is_loose():
    assert loose_bound(ast.parse(RIGHT)) is None


def test_a_file_with_marks_of_its_own_is_given_ours_in_every_form_of_it():
    text = RIGHT.replace(*LOOSE[0])
    seen = {what: source for what, source, _ in looks(text, ast.parse(text), True)}
    assert seen.keys() == {"heard", "cut", "whole", "tight"}
    assert all(source.endswith(MARKS) for source in seen.values())


def test_it_is_told_only_if_it_costs_calls():
    tree = ast.parse(RIGHT.replace(*LOOSE[0]))
    told = {"cut": 900, "whole": 900, "tight": 400}
    _, search = verdict(tree, told, "passed")
    assert "`beta = max(beta, best)` in line 78 never makes the window narrower" in (
        search.words
    )
    _, search = verdict(tree, told | {"tight": 900}, "passed")
    assert "narrower" not in search.words


@pytest.mark.parametrize("told", [None, "x", ["", 0], ["", 0, -1], ["", 0, 10**12]])
def test_prints_that_are_forged_are_none(told):
    assert printed(told) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_words(language):
    say = words(language)
    names = ("visited", "unseen", "knows", "too_few", "stop", "counted", "loose")
    assert all(f"seen.{name}" in say.table for name in names)
