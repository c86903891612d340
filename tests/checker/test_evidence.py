"""The place where a wrong search first differs from the truth, in the record."""

import pytest
from conftest import ENGINES

from noughts.checker.judge import check_file


def places(path):
    record = check_file(path)
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
    assert places(ENGINES / f"{name}.py") == found


@pytest.mark.ci
def test_a_board_that_is_played_right_when_asked_alone_is_a_finding():
    record = check_file(ENGINES / "board_only_cache.py")
    assert "note.unsteady" in {note.key for note in record.notes}


@pytest.mark.ci
def test_no_line_is_named_while_a_function_that_minimax_calls_is_wrong(tmp_path):
    """The untouched file, which the note speaks of, may go wrong there first."""
    text, path = (ENGINES / "first_cell.py").read_text(), tmp_path / "tictactoe.py"
    path.write_text(text.replace(", [board[i][2 - i] for i in range(3)]]", "]"))
    assert places(path) == []
