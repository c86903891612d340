"""A function that was written on the page is judged in the place of ours."""

import pytest

from noughts.page import page_judge
from noughts.page.page_judge import checked, written
from noughts.words import LANGUAGES

CASES = [
    ("def player(board):\n    return O if len(actions(board)) % 2 == 0 else X", True),
    ("def player(board):\n    return X", False),
    ("def player(board):\n    raise KeyError(1)", False),
]


def nobody(*_):
    """Be told how far it has come."""


@pytest.mark.parametrize(("text", "passed"), CASES)
def test_right_is_right_and_wrong_shows_its_first_board(text, passed):
    answer = written("player", text, nobody)["en"]
    assert answer["passed"] is passed
    if not passed:
        assert answer["failing"] > 0
        assert answer["failure"]["call"] == "player(board)"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "def plaier(board): return X",
        "class Engine:\n    def player(board): return X",
        "def own():\n    def player(board): return X",
        "player = 'X'",
        "import tictactoe\ndef play(board): return tictactoe.player(board)",
    ],
)
def test_who_does_not_write_the_function_has_not_written_it(text):
    answer = written("player", text, nobody)["en"]
    assert not answer["passed"]
    assert answer["error"] == "`player` is missing."


def test_what_does_not_compile_is_said_with_its_own_line():
    text = "def player(board):\n    return ("
    told = written("player", text, nobody)
    assert told["en"]["error"].startswith("line 2: does not compile")
    assert told["pt-BR"]["error"].startswith("linha 2: não compila")


def test_how_a_function_fails_is_said_in_the_language_of_the_page():
    told = written("player", "def player(board): return board[9]", nobody)
    assert told.keys() == {*LANGUAGES}
    answer = told["pt-BR"]
    assert " levantou IndexError" in answer["failure"]["got"]
    assert answer["failure"]["hint"].startswith("Não há tal lugar ali")


def test_a_file_is_judged_byte_by_byte_and_under_its_name(monkeypatch):
    seen = []
    monkeypatch.setattr(
        page_judge,
        "check_file",
        lambda name, progress, source: seen.append((name, source, progress)),
    )
    monkeypatch.setattr(page_judge, "report", lambda record: {"record": record})
    assert checked(b"X = 1\r\n\xff", print) == {"record": None}
    checked(b"", print, "mine.py")
    assert seen == [
        ("tictactoe.py", b"X = 1\r\n\xff", print),
        ("mine.py", b"", print),
    ]


@pytest.mark.ci
def test_what_hangs_in_a_lesson_is_not_waited_for_as_long_as_in_a_file():
    told = written("player", "def player(board):\n    while True: pass", nobody)
    answer = told["en"]
    assert answer["failure"]["got"] == "player(board) took longer than 1 s"
    assert answer["failing"] == answer["asked"] == 3


def test_who_does_not_wait_any_more_ends_the_judge():
    def gone(*_):
        raise ConnectionAbortedError

    with pytest.raises(ConnectionAbortedError):
        written("player", "def player(board):\n    while True: pass", gone)
