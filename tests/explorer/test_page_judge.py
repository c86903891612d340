"""A function that was written on the page is judged in the place of ours."""

import pytest

from noughts.explorer.page_judge import written

CASES = [
    ("def player(board):\n    return O if len(actions(board)) % 2 == 0 else X", True),
    ("def player(board):\n    return X", False),
    ("def player(board):\n    raise KeyError(1)", False),
]


@pytest.mark.parametrize(("text", "passed"), CASES)
def test_right_is_right_and_wrong_shows_its_first_board(text, passed):
    answer = written("player", text)
    assert answer["passed"] is passed
    if not passed:
        assert answer["failing"] > 0
        assert answer["failure"]["call"] == "player(board)"


def test_what_does_not_compile_is_said():
    assert "does not compile" in written("player", "def player(board:")["error"]
