"""`noughts explain`, as one types it."""

import json

import pytest
from helpers.commands import command
from helpers.players import MINIMAX, RULES

from noughts.search import LADDER
from noughts.texts import words

say, main = words(), command("explain")
BOARD = "X.. .O. ..X"
DIVIDED = say("refusal.call_raised", call=f"minimax({BOARD})", what="ZeroDivisionError")
LAST_CELL = "\ndef minimax(board):\n    return max(actions(board))\n"


@pytest.fixture
def engine(tmp_path):
    def written(player):
        path = tmp_path / "mine.py"
        path.write_text(RULES + player, encoding="utf-8")
        return str(path)

    return written


def said(capsys):
    """Return what was printed, with line ends and indents made spaces."""
    return " ".join(capsys.readouterr().out.split())


def test_the_language_is_an_option_or_that_of_the_environment(capsys, monkeypatch):
    assert main([BOARD, "--language", "pt-BR"]) == 0
    asked = capsys.readouterr().out
    assert words("pt-BR")("verdict.draw") in asked.splitlines()[0]
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert main([BOARD]) == 0
    assert capsys.readouterr().out == asked
    assert main([BOARD, "--language", "en"]) == 0
    assert say("verdict.draw") in capsys.readouterr().out.splitlines()[0]


def test_the_counts_are_one_table(capsys):
    assert main([BOARD, "--counts"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows[-len(LADDER) :]] == list(LADDER)
    assert main([BOARD, "--counts", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == list(LADDER)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("(0, 0)", say("observe.not-free", answer="(0, 0)")),
        ("'x' * 9000", say("observe.not-free", answer=f"'{'x' * 12}...{'x' * 13}'")),
        ("1 / 0", say("observe.no-answer", why=DIVIDED)),
    ],
)
def test_an_illegal_answer_is_a_finding(answer, sentence, engine, capsys):
    path = engine(f"\ndef minimax(board):\n    return {answer}\n")
    assert main([BOARD, "--engine", path]) == 1
    assert sentence in said(capsys)


def test_an_engine_can_be_explained_as_json(engine, capsys):
    assert main([BOARD, "--engine", engine(MINIMAX), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["engine"]["move"]["square"] in data["best"]
    assert data["engine"]["is_mistake"] is False


def test_errors_in_json_are_in_english(engine, capsys):
    path = engine("\ndef minimax(board):\n    return 1 / 0\n")
    brazil = words("pt-BR")
    why = brazil(
        "refusal.call_raised", call=f"minimax({BOARD})", what="ZeroDivisionError"
    )
    assert main([BOARD, "--engine", path, "--language", "pt-BR"]) == 1
    assert why in said(capsys)
    assert main([BOARD, "--engine", path, "--language", "pt-BR", "--json"]) == 1
    assert DIVIDED in said(capsys)
