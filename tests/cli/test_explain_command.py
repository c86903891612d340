"""`noughts explain`, as one types it."""

import json

import pytest
from conftest import ROOT
from helpers.commands import command
from helpers.players import ALPHABETA, MINIMAX, RULES

from noughts import contract
from noughts.notation import parse_board
from noughts.observe.consult import listen_to
from noughts.observe.watch import assess
from noughts.search import LADDER
from noughts.words import LANGUAGES, words

main = command("explain")
BOARD = "X.. .O. ..X"
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


@pytest.mark.parametrize("board", [BOARD.split(), ["X...O...X"], ["x__/_o_/__x"]])
def test_a_board_can_be_written_in_several_ways(board, capsys):
    main([BOARD])
    expected = capsys.readouterr().out
    assert main(board) == 0
    assert capsys.readouterr().out == expected


def test_the_language_is_asked_for_or_that_of_the_environment(capsys, monkeypatch):
    assert main([BOARD, "--language", "pt-BR"]) == 0
    asked = capsys.readouterr().out
    assert asked.startswith("Vez de O: empate\n")
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert main([BOARD]) == 0
    assert capsys.readouterr().out == asked
    assert main([BOARD, "--language", "en"]) == 0
    assert capsys.readouterr().out.startswith("O to move: draw\n")


def test_a_search_and_the_counts_speak_the_language_too(capsys):
    assert main([BOARD, "--search", "alphabeta", "--language", "pt-BR"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"alfa-beta: {BOARD}\n")
    assert "* marca a melhor jogada encontrada." in shown
    assert main([BOARD, "--counts", "--language", "pt-BR"]) == 0
    shown = capsys.readouterr().out
    assert "minimax        Minimax puro                 1.053 " in shown


def test_json_has_the_facts_and_the_words(capsys):
    assert main([BOARD, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["board"] == BOARD
    assert data["turn"] == "O"
    assert data["verdict"] == {"outcome": 0, "moves": 3}
    assert data["best"] == [2, 4, 6, 8]
    two = data["moves"][0]
    assert two["square"] == 2
    assert [fact["code"] for fact in two["facts"]] == ["forces", "prevents"]
    assert two["words"]["pt-BR"]["reason"].startswith("obriga X a jogar em 8")
    assert data["words"].keys() == {*LANGUAGES}
    assert (data["words"]["en"], data["words"]["pt-BR"]) == ("draw", "empate")


@pytest.mark.parametrize("name", LADDER)
def test_every_search_has_a_tree(name, capsys):
    assert main([BOARD, "--search", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{words()(f'search.title.{name}')}: {BOARD}\n\n")
    assert "O to move  " in shown
    assert len(shown.splitlines()) <= 60


def test_a_tree_may_be_asked_for_to_a_depth(capsys):
    assert main(["--search", "alphabeta", "--plies", "2"]) == 0
    shown = capsys.readouterr().out
    assert "18,297" in shown
    assert "│ ├ O 2" in shown
    assert "Showing 2 plies; --plies N shows N." in shown


def test_a_tree_shown_whole_says_nothing_of_depth(capsys):
    assert main(["XOX O.. X..", "--search", "alphabeta"]) == 0
    assert "plies" not in capsys.readouterr().out


def test_a_tree_may_be_had_in_another_order(capsys):
    assert main(["--search", "alphabeta", "--order", "strong"]) == 0
    assert "7,275" in capsys.readouterr().out


def test_a_tree_may_be_had_for_graphviz(capsys):
    assert main([BOARD, "--search", "alphabeta", "--dot"]) == 0
    assert capsys.readouterr().out.startswith("digraph search {")


def test_a_tree_may_be_had_as_events(capsys):
    assert main([BOARD, "--search", "alphabeta", "--plies", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["positions"] == 318
    assert data["events"][0]["event"] == "enter"


def test_the_counts_are_one_table(capsys):
    assert main([BOARD, "--counts"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows[3:]] == list(LADDER)
    assert main([BOARD, "--counts", "--json"]) == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == list(LADDER)


def test_our_engine_makes_no_mistake_and_shows_its_search(capsys):
    assert main([BOARD, "--engine", str(ROOT / "tictactoe.py")]) == 0
    shown = said(capsys)
    assert main([BOARD]) == 0
    assert shown.startswith(said(capsys).rstrip()), "what is true comes first"
    assert str(ROOT / "tictactoe.py") in shown.replace(" ", "")
    assert "plays 2 (draw): forces X to 8" in shown
    assert "cuts like alpha-beta" in shown


@pytest.mark.ci
def test_a_mistake_of_an_engine_is_a_finding(engine, capsys):
    assert main([BOARD, "--engine", engine(LAST_CELL)]) == 0
    assert "plays 8 (draw)" in said(capsys)
    assert main(["XX. OO. ...", "--engine", engine(LAST_CELL)]) == 1
    shown = said(capsys)
    assert (
        "plays 9 (loses in 1): is a mistake: it turns the win on 3 into a loss" in shown
    )
    assert "O answers 6 and completes 4-5-6" in shown


@pytest.mark.parametrize(
    ("player", "seen"),
    [
        (MINIMAX, "visits as many positions as plain Minimax: 1,053 positions"),
        (ALPHABETA.replace("{cut}", "beta <="), "cuts like alpha-beta: "),
    ],
)
def test_an_engine_is_seen_searching(player, seen, engine, capsys):
    assert main([BOARD, "--engine", engine(player)]) == 0
    assert seen in said(capsys)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("(0, 0)", "answers (0, 0), which is not a free cell of the board"),
        (
            "'x' * 9000",
            "answers 'xxxxxxxxxxxx...xxxxxxxxxxxxx', which is not a free cell",
        ),
        ("1 / 0", f"no answer: minimax({BOARD}) raised ZeroDivisionError"),
    ],
)
def test_an_answer_that_is_no_move_is_a_finding(answer, sentence, engine, capsys):
    path = engine(f"\ndef minimax(board):\n    return {answer}\n")
    assert main([BOARD, "--engine", path]) == 1
    assert sentence in said(capsys)


@pytest.mark.parametrize(
    ("answer", "code", "told"),
    [("None", 0, "None: the game is over"), ("(2, 2)", 1, "(2, 2), although the")],
)
def test_on_a_finished_board_an_engine_answers_none(answer, code, told, engine, capsys):
    path = engine(f"\ndef minimax(board):\n    return {answer}\n")
    assert main(["XXX OO. ...", "--engine", path]) == code
    assert f"answers {told}" in said(capsys)


def test_an_engine_may_be_asked_for_json(engine, capsys):
    assert main([BOARD, "--engine", engine(MINIMAX), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["engine"]["move"]["square"] in data["best"]
    assert data["engine"]["is_mistake"] is False
    assert data["engine"]["search"]["code"] == "minimax"


@pytest.mark.parametrize("forged", [None, 7, (1, 2), ((0, 1), "", -1), ((0, 1), 5, 5)])
def test_a_forged_recording_shows_nothing(forged):
    class Forger:
        def call(self, *_):
            return forged

    board = parse_board(BOARD)
    answer, calls, total = listen_to(Forger(), board)
    assert answer == forged
    assert assess(contract.default(), board, calls, total).code == "unclear"
