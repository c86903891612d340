"""The judge: engines with one named fault each, and what must be found."""

import math
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from conftest import ENGINES, ROOT
from helpers.trusted import judged

from noughts.checker import judge as shell
from noughts.checker.asking import Effort
from noughts.checker.judge import check_file
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import FAULTS, Record
from noughts.checker.rubric import load
from noughts.contract import LARGEST_FILE

# Many tests run at once, and machines are busy: nothing here is about time.
PATIENT = Effort(answer=300, rule=300, budget=math.inf)


MOVES = "minimax.optimal minimax.unbeatable_x minimax.unbeatable_o"
NO_MOVES = f"minimax.legal {MOVES}"
# engine, points of 100 + 10, checks that fail, functions excused, misconceptions
FAULTY = [
    ("remembering", 100, "", "", ""),
    ("alpha_beta", 110, "", "", ""),
    ("actions_list", 98, "actions.type", "", "list_of_actions"),
    ("turn_miscounted", 92, "player.turn", "result minimax", "turn_miscounted"),
    ("shallow_copy", 96, "result.pure", "minimax", "shallow_copy"),
    ("negative_index", 97, "result.invalid", "", "negative_index"),
    ("overwrites", 97, "result.invalid", "", "overwritten"),
    (
        "winner_empty_line",
        94,
        "winner.rows winner.columns",
        "terminal utility minimax",
        "empty_line",
    ),
    (
        "no_diagonals",
        96,
        "winner.diagonals",
        "terminal utility minimax",
        "no_diagonals",
    ),
    (
        "no_antidiagonal",
        96,
        "winner.diagonals",
        "terminal utility minimax",
        "no_diagonals",
    ),
    ("terminal_ignores_ties", 97, "terminal.full", "", "only_won"),
    ("terminal_without_return", 97, "terminal.open", "", ""),
    ("o_win_not_scored", 97, "utility.o", "minimax", "o_not_scored"),
    ("crashes_on_ties", 97, "utility.tie", "minimax", ""),
    (
        "swapped_max_min",
        81,
        MOVES,
        "",
        "swapped",
    ),
    (
        "max_for_both",
        81,
        MOVES,
        "",
        "one_sided",
    ),
    ("none_when_losing", 85, "minimax.legal minimax.optimal", "", "none_when_losing"),
    (
        "wrong_child",
        79,
        NO_MOVES,
        "",
        "wrong_child",
    ),
    (
        "first_cell",
        81,
        MOVES,
        "",
        "first_cell",
    ),
    (
        "board_only_cache",
        81,
        MOVES,
        "",
        "bound_remembered",
    ),
    ("depth_limit", 81, MOVES, "", "depth_limit"),
    ("returns_early", 81, MOVES, "", "returns_early"),
    ("wrong_cut", 81, MOVES, "", "wrong_cut"),
    ("ties_taken", 81, MOVES, "", "ties_taken"),
    ("random_move", 81, MOVES, "", "by_chance"),
    ("max_slip", 81, MOVES, "", "max_from_infinity"),
    ("starts_at_zero", 87, "minimax.optimal", "", "begins_too_good"),
    ("value_returned", 79, NO_MOVES, "", "value_returned"),
    ("pair_returned", 79, NO_MOVES, "", "pair_returned"),
    ("same_board", 79, NO_MOVES, "", "same_board"),
    ("action_for_value", 79, NO_MOVES, "", "action_for_value"),
    ("none_from_branch", 79, NO_MOVES, "", "none_from_branch"),
    ("mover_utility", 97, "utility.x", "minimax", "mover_utility"),
    ("terminal_or", 97, "terminal.won", "", "or_gives_back"),
    ("empty_column", 97, "winner.columns", "terminal utility minimax", "empty_line"),
    (
        "unrestored",
        79,
        "minimax.optimal minimax.pure minimax.unbeatable_x minimax.unbeatable_o",
        "",
        "unrestored",
    ),
    ("mutating_minimax", 98, "minimax.pure", "", ""),
    ("extra_argument", 100, "contract.signatures", "", ""),
    (
        "bad_style",
        95,
        "style.names style.unused style.statements style.docstrings style.layout",
        "",
        "",
    ),
]


# The first is judged whenever tests run, and so is our own engine, which has no fault;
# the second, which recurs without end on every board, where there is time for it.
WHEN = {"o_win_not_scored": [], "same_board": [pytest.mark.slow]}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("engine", "points", "failing", "excused", "known"),
    [
        pytest.param(*row, id=row[0], marks=WHEN.get(row[0], [pytest.mark.sampled(7)]))
        for row in FAULTY
    ],
)
def test_each_fault_is_found_named_and_charged_once(
    engine, points, failing, excused, known
):
    record = judged(ENGINES / f"{engine}.py")
    assert [check.name for check in record.faults] == failing.split()
    assert record.points == points
    assert [each.name for each in record.misconceptions] == known.split()
    assert {name for each in record.misconceptions for name in each.checks} <= {
        *failing.split()
    }
    functions = [c.function for c in record.checks if c.status == "excused"]
    assert list(dict.fromkeys(functions)) == excused.split()


RULES = ("player", "actions", "winner", "terminal", "utility")
ALONE = [row for row in FAULTY if row[2].partition(".")[0] in RULES]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("engine", "points", "failing", "excused", "known"),
    ALONE,
    ids=[a[0] for a in ALONE],
)
def test_a_fault_is_found_and_named_where_its_function_is_judged_alone(
    engine, points, failing, excused, known
):
    function = failing.partition(".")[0]
    record = judged(ENGINES / f"{engine}.py", functions=[function], remarks=[])
    assert [check.name for check in record.faults] == failing.split()
    assert record.maximum - record.points == 100 - points
    assert [each.name for each in record.misconceptions] == known.split()


@pytest.mark.ci
def test_our_own_engine_gets_everything():
    record = check_file(ROOT / "tictactoe.py", effort=PATIENT)
    assert (record.points, record.maximum, record.bonus) == (110, 100, 10)
    assert record.right
    assert not record.refusal


@pytest.mark.slow
def test_a_textbook_solution_over_deep_copies_is_checked_in_full():
    record = check_file(ENGINES / "textbook_deepcopy.py", effort=PATIENT)
    assert record.points == 100
    asked = {check.name: check.asked for check in record.checks}
    assert asked["minimax.optimal"] == 4520


@pytest.mark.ci
def test_a_failure_is_shown_on_the_smallest_board_with_its_refutation():
    record = judged(ENGINES / "swapped_max_min.py", functions=["minimax"])
    checks = {check.name: check for check in record.checks}
    (failure,) = checks["minimax.optimal"].failures
    assert failure.board == "... ... ..O".replace("O", "X")
    assert failure.expected == "(1, 1): draw"
    assert failure.line[0].mark == "O"
    assert failure.line[-1].board.count("X") >= 3
    assert failure.verdict.endswith("possible: draw")
    assert failure.cases == checks["minimax.optimal"].failing
    (game,) = checks["minimax.unbeatable_o"].failures
    assert game.verdict == "X wins"
    (known,) = record.misconceptions
    assert [*known.checks] == [check.name for check in record.faults]


def test_an_exception_comes_with_the_students_own_traceback():
    record = judged(ENGINES / "crashes_on_ties.py", functions=["utility"])
    (check,) = record.faults
    (failure,) = check.failures
    assert "raised KeyError" in failure.got
    assert "in utility" in failure.traceback
    assert failure.cases == 16


def test_only_the_chosen_functions_are_judged_and_counted():
    record = judged(ENGINES / "half_written.py", functions=["actions", "player"])
    assert record.functions == ("player", "actions")
    assert (record.points, record.maximum, record.bonus) == (20, 20, 0)
    assert record.right


@pytest.mark.ci
def test_the_cause_of_a_fault_may_be_a_function_that_was_not_chosen():
    record = judged(ENGINES / "turn_miscounted.py", functions=["result"])
    notes = {check.note for check in record.checks if check.status == "excused"}
    assert notes == {"Your `result` is right here; the fault is in `player`."}
    assert record.right


@pytest.mark.parametrize("engine", ["unfinished", "half_written"])
def test_what_is_not_written_is_called_unfinished_not_failed(engine):
    record = judged(ENGINES / f"{engine}.py")
    assert {check.status for check in record.faults} == {"unfinished"}
    assert record.points == {"unfinished": 0, "half_written": 25}[engine]


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a student's file."""

    def write(text):
        path = tmp_path / "tictactoe.py"
        path.write_text(text, "utf-8")
        return path

    return write


PYTHON = "Python {}.{}".format(*sys.version_info)
REFUSED = [
    ("def player(board:\n", "line 1: does not compile", f"{PYTHON} cannot read"),
    (f"D = {'1+' * 20_000}1\n", "does not compile: max", "write it in several steps"),
    (f"D = {'-' * 60_000}1\n", "does not compile: ", "write it in several steps"),
    ("# coding: hex\n", "does not compile: 'hex' is not", "cannot read"),
    ("import numpy\nnumpy\n", "No module named 'numpy'", "standard library alone"),
    ("from math import huge\nhuge\n", "line 1: fails", "has nothing of that name"),
    ("open('notes.txt')\n", "Error: [Errno ", "board is all"),
    ("raise PermissionError(1, 'no')\n", "PermissionError: ", "`asyncio`"),
    ("input()\n", "line 1: fails", "Only definitions belong at the top"),
    ("\n1 / 0\n", "line 2: fails", "comes from the line named"),
    ("def player(board: List[list]): pass\n", "line 1: fails", "module `typing`"),
    (f"D = '{'x' * 1_000_000}'\n", "larger than 1,000,000", "the program alone"),
]


@pytest.mark.parametrize(
    ("text", "refusal", "hint"), REFUSED, ids=[row[1] for row in REFUSED]
)
def test_a_file_that_cannot_be_loaded_is_refused_with_the_reason(
    file, text, refusal, hint
):
    record = check_file(file(text))
    assert refusal in record.refusal
    assert hint in record.hint
    assert (record.points, record.maximum) == (0, 100)
    assert not record.right


def test_missing_names_are_named_and_the_rest_is_judged(file):
    text = (ENGINES / "half_written.py").read_text("utf-8")
    text = text.replace('X = "X"', 'X = "x"').replace("def utility(", "def score(")
    record = judged(file(text))
    checks = {check.name: check for check in record.checks}
    names = [(f.expected, f.got) for f in checks["contract.names"].failures]
    assert ("a definition of utility", "none") in names
    assert ("'X'", "'x'") in names
    assert checks["utility.x"].note == "`utility` is missing."
    assert checks["utility.x"].status in FAULTS


@pytest.mark.ci
def test_a_function_that_hangs_is_given_up_and_the_others_are_judged(file):
    text = (ENGINES / "remembering.py").read_text("utf-8")
    hanging = text.replace('"""Return who is to move."""', "while True:\n        pass")
    effort = Effort(answer=0.3, rule=0.3, budget=math.inf)
    record = check_file(file(hanging), effort=effort, functions=["player", "actions"])
    checks = {check.name: check for check in record.checks}
    assert checks["player.turn"].status == "failed"
    assert "took longer than 0.3 s" in checks["player.turn"].failures[0].got
    assert checks["player.turn"].note.startswith("Only ")
    assert checks["actions.cells"].status == "passed"


def test_where_the_budget_ends_the_report_says_how_much_was_asked(file):
    text = (ENGINES / "remembering.py").read_text("utf-8")
    waiting = file(text + "\n\ndef wait():\n    sleep(9)\n")
    record = check_file(waiting, effort=Effort(budget=0))
    assert any(note.startswith("`sleep(9)` in line ") for note in record.notes)
    checks = {check.name: check for check in record.checks}
    assert checks["minimax.optimal"].status == "failed"
    assert checks["minimax.optimal"].note == (
        "Only 0 of 4,520 questions could be asked in the time."
    )
    assert "was not answered" in checks["minimax.unbeatable_x"].note


@pytest.mark.ci
def test_what_only_takes_invalid_actions_has_no_example_to_ask_again():
    record = judged(ENGINES / "negative_index.py", functions=["result"])
    assert [check.name for check in record.faults] == ["result.invalid"]


@pytest.mark.ci
def test_stalling_earns_no_points(file):
    text = (ENGINES / "remembering.py").read_text("utf-8")
    stalling = text + (
        "\n\nimport time\n\nfor name in list(globals()):\n"
        "    if callable(globals()[name]):\n"
        "        globals()[name] = lambda *_: time.sleep(9)\n"
    )
    record = check_file(file(stalling), effort=Effort(answer=1, rule=1, budget=1))
    passed = {c.function for c in record.checks if c.status == "passed"}
    assert passed == {"contract", "style"}
    assert record.points < 5


@pytest.mark.ci
def test_to_raise_whatever_is_asked_refuses_nothing(tmp_path):
    """A `result` that always crashes has refused no wrong action in particular."""
    path = tmp_path / "tictactoe.py"
    textbook = (ENGINES / "textbook_deepcopy.py").read_text("utf-8")
    assert "deepcopy(board)" in textbook
    path.write_text(textbook.replace("deepcopy(board)", "nothing(board)"), "utf-8")
    record = judged(path, functions=["result"])
    checks = [check for check in record.checks if check.function == "result"]
    assert {check.status for check in checks} == {"failed"}
    assert record.points == 0


SOURCE = b"def player(board):\n    return 'X'\n"


# --- From a file on disk ------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """Return what the judge and its driver are given for a file that is checked."""
    seen = {}

    def judge(source, name, rubric, functions, remarks, watched):
        seen.update(source=source, name=name, functions=functions, remarks=remarks)

    def converse(talk, driver):
        seen.update(effort=driver.effort, modules=driver.modules)
        return Record("t.py", "", "", ())

    def check(text, **chosen):
        (tmp_path / "t.py").write_bytes(text)
        seen["record"] = shell.check_file(tmp_path / "t.py", **chosen)
        return seen

    monkeypatch.setattr(shell, "judge", judge)
    monkeypatch.setattr(shell, "converse", converse)
    monkeypatch.setattr(shell.style, "findings", lambda *given: [given])
    monkeypatch.setattr(shell.style, "available", lambda: seen.get("ruff", True))
    check.seen = seen
    return check


def test_the_style_is_looked_at_where_all_functions_are_judged(asked):
    rubric = load()
    looked = [(SOURCE, rubric.groups, rubric.line_length)]
    assert asked(SOURCE)["remarks"] == looked
    assert asked(SOURCE, functions=[*FUNCTIONS, "other"])["remarks"] == looked
    assert asked(SOURCE, functions=FUNCTIONS[1:])["remarks"] == shell.style.MISSING
    asked.seen["ruff"] = False
    assert asked(SOURCE)["remarks"] == shell.style.MISSING


def test_a_record_tells_how_many_seconds_it_took(asked, monkeypatch):
    clock = SimpleNamespace(monotonic=iter([5.0, 7.25046]).__next__)
    monkeypatch.setattr(shell, "time", clock)
    assert asked(SOURCE)["record"].seconds == 2.25


def test_of_a_file_that_is_too_large_no_more_is_read_than_shows_it(asked):
    assert len(asked(b"#" * LARGEST_FILE)["source"]) == LARGEST_FILE
    assert asked.seen["remarks"] not in (shell.style.MISSING, shell.style.FAILED)
    assert len(asked(b"#" * (LARGEST_FILE + 9))["source"]) > LARGEST_FILE
    assert asked.seen["remarks"] == shell.style.FAILED


@pytest.mark.parametrize(
    ("seconds", "answer", "patience"), [(math.inf, 20, 20), (3, 20, 3), (30, 20, 20)]
)
def test_a_rubric_may_give_a_move_less_time(asked, seconds, answer, patience):
    rubric = replace(load(), seconds_per_move=seconds)
    given = asked(
        SOURCE, rubric=rubric, effort=Effort(answer=answer), modules={"m": "x"}
    )
    assert (given["effort"].answer, given["modules"]) == (patience, {"m": "x"})
    assert (given["name"], given["functions"]) == ("t.py", FUNCTIONS)
