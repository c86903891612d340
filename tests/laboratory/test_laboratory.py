"""The laws of the judge, over engines that are altered in one place."""

import pytest
import trial
from alterations import STYLES, WRAPPED, mutants, read, wrapped
from helpers.exhaustive import FILES, TooLongError, limited, wrong_functions
from helpers.replayed import Replayed, statements
from trial import KEPT, asked_in_time, is_original, is_unaltered, judged, outcome, scope

from noughts.checker.questions import FUNCTIONS, HELPERS

EVERY = mutants()
SLOW, PARTS = 1000, 20
# How many are in the sample of what takes long, or shows only in the whole record.
DEAR = {"minimax": 0, "contract": 0, "result": 1}
SAMPLE = [
    mutant
    for n, mutant in enumerate(EVERY[:60])
    if [m.root for m in EVERY[:n]].count(mutant.root) < DEAR.get(mutant.root, 3)
][:12]
CHEAP = {"player", "terminal", "utility"}  # judged along: nothing else may be charged


def test_there_are_enough_mutants_of_every_function_style_and_kind():
    assert len(EVERY) > SLOW
    assert {mutant.style for mutant in EVERY[:SLOW]} == {*STYLES}
    assert {mutant.root for mutant in EVERY[:SLOW]} == {*FUNCTIONS, "contract"}
    assert len({mutant.kind for mutant in EVERY[:SLOW]}) == 17


@pytest.mark.ci
def test_every_mutant_is_a_change():
    for mutant in EVERY[::7]:
        assert mutant.source() != read(mutant.style), mutant
    assert mutants() == EVERY != mutants(1)


def test_the_truth_finds_a_fault_and_nothing_else():
    text = read("plain").replace("if won == O:", "if won == X:")
    assert wrong_functions(text, 10, ["winner", "utility"]) == {"utility"}


@pytest.mark.ci
@pytest.mark.parametrize("change", WRAPPED["changed board"])
def test_the_truth_finds_a_changed_board(change):
    text = read("plain") + wrapped("result", change)
    harmless = "board.append" in change
    assert wrong_functions(text, 10, ["result"]) == (set() if harmless else {"result"})


@pytest.mark.parametrize("name", ["player", "winner", "utility", "minimax"])
def test_the_truth_finds_a_failing_first_call(name):
    text = read("alpha_beta") + wrapped(name, WRAPPED["state"][1])
    assert wrong_functions(text, 10, [name]) == {name}


def test_only_an_engine_at_work_is_interrupted():
    with limited(0.01) as late:
        while not late:  # this is not one
            pass
    with limited(0.01) as late, pytest.raises(TooLongError):
        exec(compile("while True: pass", FILES[0], "exec"))
    assert late


STATE = """
seen = []

def winner(board):
    seen.append(1)

def player(board):
    return len(seen)

def actions(board):
    return X
"""


def test_an_alteration_reaches_callers_and_shared_state():
    altered = read("plain").replace("if won == O:", "if won == X:")
    assert not is_unaltered(altered, "utility")
    assert not is_unaltered(altered, "minimax")
    assert is_unaltered(altered, "winner")
    assert "'winner'" in statements(STATE, "player", frozenset())
    assert "'winner'" not in statements(STATE, "actions", frozenset())


@pytest.mark.ci
def test_replayed_answers_are_the_real_ones(monkeypatch):
    for limit in ("RULE", "SEARCH", "BARE"):  # what is late is not remembered
        monkeypatch.setattr(trial, limit, 60)
    changed = read("alpha_beta").replace("else -1 if won == O", "else 1 if won == O")
    rules = ["winner", "terminal", "utility"]
    bare = judged(changed, rules, asked_in_time)
    replayed = Replayed(asked_in_time, is_original)
    judged(read("alpha_beta"), HELPERS, replayed)  # what is wrong leads to all rules
    known = len(replayed.known)
    assert judged(changed, rules, replayed) == bare
    assert known == len(replayed.known) > 0


@pytest.mark.ci
@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(mutant, id=str(mutant), marks=[pytest.mark.ci] * (n % 4 > 0))
        for n, mutant in enumerate(SAMPLE)
    ],
)
def test_a_mutant_keeps_the_laws(mutant):
    assert outcome(mutant, {mutant.root, *CHEAP} & {*FUNCTIONS}) in KEPT


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_the_unaltered_engines_are_right(style):
    assert not wrong_functions(read(style), 100)
    assert judged(read(style)).right


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_thousand_mutants_keep_the_laws(part):
    some = EVERY[:SLOW][part::PARTS]
    told = {
        str(mutant): outcome(mutant, scope(mutant, number))
        for number, mutant in enumerate(some, start=part)
    }
    assert not {name: what for name, what in told.items() if what not in KEPT}
