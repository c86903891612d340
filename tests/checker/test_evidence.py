"""The place where a wrong search first differs from the truth, in the record."""

import pytest
from conftest import ENGINES

from noughts.checker.judge import check_file


def places(name):
    record = check_file(ENGINES / f"{name}.py")
    notes = [note for note in record.notes if note.key == "note.wrong_line"]
    return [(note.parts["function"], [*note.parts["lines"]]) for note in notes]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("first_cell", [("minimax", [79])]),
        ("swapped_max_min", [("minimax", [80])]),
        ("wrong_cut", []),  # a repair is proved
        ("alpha_beta", []),
    ],
)
def test_the_function_and_line_are_named_if_no_repair_is_proved(name, found):
    assert places(name) == found
