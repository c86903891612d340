"""A function that was written on the page is judged in the place of ours."""

import pytest

from noughts.explorer import page_judge
from noughts.explorer.page_judge import checked, written

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


def test_a_file_is_judged_byte_by_byte_and_under_its_usual_name(monkeypatch):
    seen = []
    monkeypatch.setattr(
        page_judge,
        "check_file",
        lambda path, progress: seen.append((path.name, path.read_bytes(), progress)),
    )
    monkeypatch.setattr(page_judge, "report", lambda record, language: language)
    assert checked(b"X = 1\r\n\xff", "pt-BR", print) == "pt-BR"
    assert seen == [("tictactoe.py", b"X = 1\r\n\xff", print)]
