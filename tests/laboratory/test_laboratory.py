"""
The laws of the judge, over engines that are altered in one place.

There is always a record; a wrong mutant fails; a right one keeps its points; and only
the altered function is charged.
"""

import warnings
from functools import partial

import pytest
from helpers.exhaustive import FILES, TooLongError, limited, wrong_functions
from helpers.in_process import answered, loaded
from helpers.replayed import Replayed, statements
from mutants import ALTERATIONS, STYLES, WRAPPERS, mutants, read, wrapped

from noughts.checker.answers import late
from noughts.checker.asking import UnjudgedError
from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.rubric import apply, load
from noughts.game.contract import FUNCTIONS, HELPERS

RULE, SEARCH, BARE = 0.3, 0.8, 0.05  # seconds for one question
TRUTH = 5.0  # seconds for all answers of a function, asked directly
COUNT, PARTS, WHOLE = 1000, 20, 20  # mutants; tests; one in so many is judged whole
SLOW = "too slow to know"
KEPT = ("caught", "equivalent", SLOW)  # no law is broken
CHEAP = {"player", "terminal", "utility"}  # judged along: nothing else may be charged
QUICK = ("player", "actions", "winner", "terminal", "utility")


# --- The truth --------------------------------------------------------------


def test_the_truth_finds_a_fault_and_nothing_else():
    text = read("plain").replace("if won == O:", "if won == X:")
    assert wrong_functions(text, 10, ["winner", "utility"]) == {"utility"}


@pytest.mark.ci
@pytest.mark.parametrize("change", WRAPPERS["changed board"])
def test_the_truth_finds_a_changed_board(change):
    text = read("plain") + wrapped("result", change)
    harmless = "board.append" in change
    assert wrong_functions(text, 10, ["result"]) == (set() if harmless else {"result"})


@pytest.mark.parametrize("name", ["player", "winner", "utility", "minimax"])
def test_the_truth_finds_a_failing_first_call(name):
    text = read("alpha_beta") + wrapped(name, WRAPPERS["state"][1])
    assert wrong_functions(text, 10, [name]) == {name}


def test_only_an_engine_at_work_is_interrupted():
    with limited(0.01) as is_late:
        while not is_late:  # this is not an engine
            pass
    with limited(0.01) as is_late, pytest.raises(TooLongError):
        exec(compile("while True: pass", FILES[0], "exec"))
    assert is_late


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_the_unaltered_engines_are_right(style):
    assert not wrong_functions(read(style), 100)
    assert judged(read(style)).right


STATE = """
seen = []

def winner(board):
    seen.append(1)

def player(board):
    return len(seen)

def actions(board):
    return X
"""


def test_a_function_depends_on_others_that_share_its_state():
    assert "'winner'" in statements(STATE, "player", frozenset())
    assert "'winner'" not in statements(STATE, "actions", frozenset())


@pytest.mark.ci
def test_replayed_answers_are_the_real_ones():
    changed = read("alpha_beta").replace("else -1 if won == O", "else 1 if won == O")
    rules = ["winner", "terminal", "utility"]
    replayed = Replayed(PATIENT, lambda *_: True)
    judged(read("alpha_beta"), rules, replayed)
    known = {*replayed.known}
    assert judged(changed, rules, replayed) == judged(changed, rules, PATIENT)
    assert known < {*replayed.known}


# --- The laws ---------------------------------------------------------------


def asked_in_time(asked, patience=1):
    """
    Ask in this process; interrupt a call that takes too long.

    After a timeout the file is loaded again, and after several it is given up.
    """
    if asked.share > 1:  # no law is about causes
        raise UnjudgedError("ends_process", why="worker")
    usual = RULE if asked.function in HELPERS else SEARCH
    seconds = patience * (min(asked.seconds, BARE) or usual)
    found = [None] * len(asked.questions)
    done = strikes = 0
    while done < len(found) and strikes < asked.strikes:
        with loaded(asked) as file:
            is_late = False
            while done < len(found) and not is_late:
                with limited(seconds) as is_late:
                    found[done] = answered(file, asked, asked.questions[done])
                if is_late:
                    found[done] = late(seconds)
                    strikes += 1
                done += 1
    return found


HASTY = Replayed(asked_in_time, lambda *_: True)
PATIENT = partial(asked_in_time, patience=25)  # before a law is said to be broken


def judged(source, functions=FUNCTIONS, driver=HASTY):
    """Return the record of a file, asked in this process."""
    talk = judge(source.encode(), "mutant.py", functions, remarks=[])
    return apply(load(), converse(talk, driver))


def outcome(mutant, functions):
    """Return what came of a mutant; give it more time if a law seems broken."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = tried(mutant, functions, HASTY)
        return found if found in KEPT else tried(mutant, functions, PATIENT)


def tried(mutant, functions, driver):
    """Return "caught" or "equivalent" if all laws are kept, or the law that is not."""
    try:
        record = judged(mutant.source, functions, driver)
    except Exception as error:
        return f"no record: {type(error).__name__}: {error}"
    try:
        wrong = wrong_functions(mutant.source, TRUTH, functions)
    except TooLongError:
        return SLOW
    charged = {check.function for check in record.faults}
    if record.refusal and wrong:
        return "caught"
    if wrong and not charged:
        return f"missed: {sorted(wrong)}"
    # A function may be right wherever it is asked, and called where it is not.
    allowed = (
        {"contract", mutant.root} if mutant.root in wrong else {"contract", *wrong}
    )
    if mutant.root == "contract":  # has no points: one function loses its own instead
        allowed |= {"player"} if "player" in charged else {"actions"}
    if charged - allowed and charged - allowed <= late_functions(record):
        return SLOW
    if not wrong:
        fine = record.points >= record.maximum and charged <= allowed
        return "equivalent" if fine else f"robbed: {sorted(charged)}"
    return "caught" if charged <= allowed else f"charged elsewhere: {sorted(charged)}"


def late_functions(record):
    """Return the functions that are charged with a timeout."""
    return {
        check.function
        for check in record.faults
        if any("value.late" in str(each.got.fact) for each in check.failures)
    }


@pytest.mark.ci
def test_there_are_enough_mutants_of_every_function_style_and_kind():
    some = mutants()[:COUNT]
    assert len(some) == COUNT
    assert {mutant.style for mutant in some} == {*STYLES}
    assert {mutant.root for mutant in some} == {*FUNCTIONS, "contract"}
    more = {"mistake", "signature", "constant of the file"}
    assert {mutant.kind for mutant in some} == {*ALTERATIONS, *WRAPPERS, *more}
    assert all(mutant.source != read(mutant.style) for mutant in some)


@pytest.mark.ci
@pytest.mark.parametrize("root", QUICK)
def test_a_mutant_keeps_the_laws(root):
    mutant = next(each for each in mutants() if each.root == root)
    assert outcome(mutant, {root, *CHEAP}) in KEPT, mutant


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_thousand_mutants_keep_the_laws(part):
    broken = {}
    for number, mutant in enumerate(mutants()[part:COUNT:PARTS]):
        whole = mutant.root == "contract" or number % WHOLE == 0
        found = outcome(mutant, FUNCTIONS if whole else {mutant.root})
        broken |= {} if found in KEPT else {str(mutant): found}
    assert not broken
