"""`noughts duel`: two meet, on both sides."""

import io
import re

import pytest
from conftest import ROOT
from helpers.commands import command

import tictactoe
from noughts.cli import duel
from noughts.cli.duel import Entrant
from noughts.games import Forfeit, impatient, play_out, uniform
from noughts.notation import board_text, parse_board
from noughts.sandbox import EngineDied, EngineError, EngineTimeout
from noughts.words import words

main = command("duel")


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """Give every test a terminal in which a path of any length fits on a line."""
    monkeypatch.setenv("COLUMNS", "300")


def test_a_complaint_without_end_is_cut(capsys):
    forfeit = Forfeit(f"minimax(...) raised {'K' * 3000}: {'x' * 3000}\x1b[2J")
    told = duel._told(Entrant("mine", forfeits=[forfeit]), words())
    assert len(told) < 600
    assert "more characters" in told


def test_a_narrow_terminal_has_the_last_column_below(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["perfect", "random"]) == 0
    assert (
        capsys.readouterr().out
        == """\
perfect against random: exact odds, over
every game they can play

          wins    draws   losses
as X  99.479 %  0.521 %  0.000 %
as O  91.640 %  8.360 %  0.000 %

a perfect player wins:
as X  83.854 % to 99.479 %
as O  57.354 % to 91.640 %
"""
    )


@pytest.mark.ci
def test_the_table_in_portuguese_has_numbers_as_in_brazil(capsys):
    assert main(["perfect", "random", "--language", "pt-BR"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("perfect contra random: probabilidades exatas, ")
    assert "com X  99,479 %  0,521 %  0,000 %        83,854 % a 99,479 %\n" in told


@pytest.mark.parametrize(
    ("entrants", "table"),
    [
        (
            ["perfect", "random"],
            """\
perfect against random: exact odds, over every game they can play

          wins    draws   losses  a perfect player wins
as X  99.479 %  0.521 %  0.000 %   83.854 % to 99.479 %
as O  91.640 %  8.360 %  0.000 %   57.354 % to 91.640 %
""",
        ),
        (
            ["random", "perfect"],
            """\
random against perfect: exact odds, over every game they can play

         wins    draws    losses
as X  0.000 %  8.360 %  91.640 %
as O  0.000 %  0.521 %  99.479 %
""",
        ),
    ],
)
def test_the_table(entrants, table, capsys):
    assert main(entrants) == 0
    assert capsys.readouterr().out == table


@pytest.mark.parametrize(("columns", "beside"), [("55", True), ("54", False)])
def test_the_last_column_is_beside_the_others_where_it_fits(
    columns, beside, capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["perfect", "random"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.endswith("losses  a perfect player wins") for line in lines) == (
        beside
    )
    assert max(map(len, lines)) <= int(columns)
    below = [
        "a perfect player wins:",
        "as X  83.854 % to 99.479 %",
        "as O  57.354 % to 91.640 %",
    ]
    assert (lines[-3:] == below) != beside


def test_two_who_leave_nothing_to_chance_play_one_game_on_each_side(capsys):
    game = play_out({"X": tictactoe.minimax, "O": tictactoe.minimax})
    assert main(["perfect", "perfect"]) == 0
    assert (
        capsys.readouterr().out
        == f"""\
perfect against perfect: one game on each side, as neither leaves anything to chance

      wins  draws  losses              moves
as X     0      1       0  {game}
as O     0      1       0  {game}
"""
    )


@pytest.mark.ci
@pytest.mark.parametrize(
    ("a", "b"), [("perfect", "casual"), ("casual", "perfect"), ("random", "random")]
)
def test_whoever_meets_the_shares_add_up(a, b, capsys):
    assert main([a, b]) == 0
    for row in capsys.readouterr().out.splitlines()[3:]:
        shares = [float(share) for share in row.replace("%", "").split()[2:5]]
        assert sum(shares) == pytest.approx(100, abs=0.002)


def test_whoever_waits_is_told_how_often_a_player_was_asked():
    told = []
    ana = Entrant("ana", player=tictactoe.minimax)
    ana.tell = lambda *step: told.append(step)
    for board in ("XX. OO. ...", "XX. OO. X.."):
        ana.play(parse_board(board))
    assert told == [("ana", 1), ("ana", 2)]


def test_an_unknown_name_is_one_sentence_and_exit_code_2(capsys):
    assert main(["perfect", "nobody"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "noughts duel: 'nobody' is neither a file nor one of perfect, casual, random\n"
    )


class Terminal(io.StringIO):
    """A stand-in for a terminal."""

    def isatty(self):
        return True


def test_a_person_who_waits_sees_how_far_it_has_come(monkeypatch):
    stderr = Terminal()
    monkeypatch.setattr("sys.stderr", stderr)
    assert main(["perfect", "perfect"]) == 0
    shown = stderr.getvalue()
    assert "perfect is making move 5 ..." in shown
    assert shown.endswith("...\r\033[K")


def test_nobody_else_does(capsys):
    assert main(["perfect", "perfect"]) == 0
    assert capsys.readouterr().err == ""


# --- Chance that nobody has told of ---------------------------------------------


@pytest.mark.parametrize("rival", ["perfect", "random"])
def test_a_file_that_answers_differently_the_second_time_is_not_called_exact(
    monkeypatch, capsys, rival
):
    others = duel._entrant

    def entrant(name, *more):
        if name != "wavering":
            return others(name, *more)
        return Entrant(name, player=tictactoe.minimax, again=lambda board: (0, 0))

    monkeypatch.setattr(duel, "_entrant", entrant)
    assert main(["wavering", rival]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"wavering against {rival}: what came of their first answers")
    assert "wavering is not deterministic: asked again about " in " ".join(out.split())
    assert "exact" not in out


def test_a_player_who_is_late_when_asked_again_is_not_held_to_it():
    def fails(board):
        raise EngineTimeout("minimax(...)", 5)

    ana = Entrant("ana", player=tictactoe.minimax, again=fails)
    board = parse_board("XX. OO. ...")
    assert ana.play(board) == (0, 2)
    assert not ana.wavers


@pytest.mark.parametrize(
    ("error", "wavers"),
    [
        (EngineTimeout("minimax(...)", 5), False),
        (EngineDied("minimax(...)", "exit"), True),
    ],
)
def test_who_fails_when_asked_again_is_asked_so_once_and_told_unless_late(
    error, wavers
):
    boards = []

    def again(board):
        boards.append(board)
        raise error

    ana = Entrant("ana", player=tictactoe.minimax, again=again)
    for board in ("XX. OO. ...", "XX. OO. X.."):
        ana.play(parse_board(board))
    assert len(boards) == 1
    assert ana.wavers == wavers


# --- Engines that break down ----------------------------------------------------


def corner_only(board):
    return 0, 0


def test_an_engine_that_answers_a_taken_cell_forfeits_and_it_is_told(
    monkeypatch, capsys
):
    entrants = {"corner": corner_only, "perfect": tictactoe.minimax}
    monkeypatch.setattr(
        duel, "_entrant", lambda name, *_: Entrant(name, player=entrants[name])
    )
    assert main(["corner", "perfect"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"^as X     0      0       1 +1 \d\n", out, re.MULTILINE)
    assert re.search(
        r"^corner forfeits: minimax\(X[XO. ]+\) answered \(0, 0\), "
        r"which is not a free cell \(and in 1 more position\)\n",
        out,
        re.MULTILINE,
    )


def test_a_late_engine_is_waited_for_again_only_where_there_is_less_to_search():
    asked = []

    def late(board):
        asked.append(board_text(board))
        raise EngineTimeout(f"minimax({asked[-1]})", 5)

    entrant = Entrant("late", player=impatient(late))
    for text in ("X.. ... ...", "... ... ...", ".X. ... ...", "X.. .O. ..."):
        with pytest.raises(Forfeit, match="took longer than 5 s"):
            entrant.play(parse_board(text))
    assert asked == ["X.. ... ...", "X.. .O. ..."]
    assert len(entrant.forfeits) == 2


@pytest.mark.ci
def test_an_engine_that_is_slow_in_the_beginning_can_still_win(capsys, monkeypatch):
    """A first move that takes too long loses the games as X, and no others."""

    def slow(board):
        if board == tictactoe.initial_state():
            raise EngineTimeout("minimax(... ... ...)", 5)
        return tictactoe.minimax(board)

    entrants = {
        "slow": Entrant("slow", player=slow),
        "random": Entrant("random", chance=uniform),
    }
    monkeypatch.setattr(duel, "_entrant", lambda name, *_: entrants[name])
    assert main(["slow", "random"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"^as X +0.000 % +0.000 % +100.000 %", out, re.MULTILINE)
    assert re.search(r"^as O +91.640 % +8.360 % +0.000 %", out, re.MULTILINE)
    assert out.endswith("slow forfeits: minimax(... ... ...) took longer than 5 s\n")


def test_an_engine_that_raises_is_asked_in_other_positions():
    def picky(board):
        if board[0][0]:
            raise EngineError("it broke")
        return tictactoe.minimax(board)

    entrant = Entrant("picky", player=picky)
    with pytest.raises(Forfeit, match="it broke"):
        entrant.play(parse_board("X.. ... ..."))
    assert entrant.play(parse_board(".X. ... ...")) in {(0, 0), (1, 1), (0, 2), (2, 1)}


def test_engines_from_files_meet(tmp_path, capsys):
    """The last free cell against the first: X has a diagonal or a column soon."""
    rest = (ROOT / "tictactoe.py").read_text("utf-8")
    for name in ("max", "min"):
        path = tmp_path / f"{name}.py"
        answer = f"def minimax(board):\n    return {name}(actions(board))\n"
        path.write_text(f"{rest}\n\n{answer}", "utf-8")
    assert main([str(tmp_path / "max.py"), str(tmp_path / "min.py")]) == 0
    first, _, _, as_x, as_o = capsys.readouterr().out.splitlines()
    assert f"{tmp_path / 'max.py'} against {tmp_path / 'min.py'}: one game" in first
    assert as_x == "as X     1      0       0  9 1 8 2 7"
    assert as_o == "as O     0      0       1  1 9 2 8 3"


def test_a_file_that_is_no_engine_is_one_sentence_and_exit_code_2(tmp_path, capsys):
    path = tmp_path / "no_engine.py"
    path.write_text("X = 'X'\n")
    assert main([str(path), "random"]) == 2
    assert f"noughts duel: {path}: lacks O, EMPTY, " in capsys.readouterr().err
