"""The judge: engines with one fault each, and files that cannot be judged."""

import math

import pytest
from conftest import ENGINES, ROOT
from helpers.trusted import judged

from noughts.checker.asking import Effort
from noughts.checker.check_file import check_file

# Many tests run at once, and machines are busy: nothing here is about time.
PATIENT = Effort(answer=300, rule=300, budget=math.inf)


@pytest.mark.ci
def test_our_own_engine_gets_everything():
    record = check_file(ROOT / "tictactoe.py", effort=PATIENT)
    assert (record.points, record.maximum, record.bonus) == (110, 100, 10)
    assert record.right
    assert not record.refusal


@pytest.mark.slow
def test_a_textbook_solution_with_deepcopy_is_checked_in_full():
    record = check_file(ENGINES / "textbook_deepcopy.py", effort=PATIENT)
    assert record.points == 100
    asked = {check.name: check.asked for check in record.checks}
    assert asked["minimax.optimal"] == 4520


def test_only_the_chosen_functions_are_judged_and_counted():
    record = judged(ENGINES / "half_written.py", functions=["actions", "player"])
    assert record.functions == ("player", "actions")
    assert (record.points, record.maximum, record.bonus) == (20, 20, 0)
    assert record.right


@pytest.mark.parametrize("engine", ["not_implemented", "half_written"])
def test_placeholders_are_unfinished_rather_than_failed(engine):
    record = judged(ENGINES / f"{engine}.py")
    assert {check.status for check in record.faults} == {"unfinished"}
    assert record.points == {"not_implemented": 0, "half_written": 25}[engine]


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a student's file."""

    def write(text):
        path = tmp_path / "tictactoe.py"
        path.write_text(text, "utf-8")
        return path

    return write


REFUSED = [
    ("def player(board:\n", "no_syntax_at", "repair.no_syntax"),
    (f"D = {'1+' * 20_000}1\n", "no_syntax", "repair.too_deep"),
    (f"D = {'-' * 60_000}1\n", "no_syntax", "repair.too_deep"),
    ("# coding: hex\n", "no_syntax", "repair.no_syntax"),
    ("import numpy\nnumpy.zeros(3)\n", "no_import_at", "python.library"),
    ("from math import huge\nhuge\n", "no_import_at", "repair.no_name"),
    ("open('notes.txt')\n", "no_import_at", "python.alone"),
    ("raise PermissionError(1, 'no')\n", "no_import_at", "python.closed"),
    ("input()\n", "no_import_at", "repair.top"),
    ("\n1 / 0\n", "no_import_at", "repair.import"),
    ("def player(board: List[list]): pass\n", "no_import_at", "python.typing"),
    (f"D = '{'x' * 1_000_000}'\n", "too_large", "repair.too_large"),
]


@pytest.mark.parametrize(
    ("text", "refusal", "hint"), REFUSED, ids=[row[0][:30] for row in REFUSED]
)
def test_a_file_that_cannot_be_loaded_is_refused_with_the_reason(
    file, text, refusal, hint
):
    record = check_file(file(text))
    assert record.refusal.key == f"refused.{refusal}"
    assert record.hint.key == hint
    assert (record.points, record.maximum) == (0, 100)
    assert not record.right


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
    assert record.points <= 5  # for the style
