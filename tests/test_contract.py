"""The contract: engines are found, and what is not one is refused."""

import pytest
from conftest import ROOT

import tictactoe
from noughts import contract
from noughts.words import Refused

WHOLE = "X, O, EMPTY = 'X', 'O', None\n" + "\n".join(
    f"def {name}({', '.join(parameters)}): ..."
    for name, parameters in contract.PARAMETERS.items()
)


def test_the_default_engine_is_ours_and_found_by_its_path():
    assert contract.default().minimax.__code__.co_filename == str(ROOT / "tictactoe.py")
    assert contract.default() is contract.default()


def test_a_file_is_loaded_afresh_each_time():
    first, second = (contract.load(ROOT / "tictactoe.py") for _ in range(2))
    assert first is not second
    assert first is not tictactoe
    assert first.minimax(first.initial_state()) == (0, 0)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def f(:", ", line 1: does not compile: invalid syntax"),
        ("x = '\0'", ": does not compile: source code string cannot contain null "
         "bytes"),
        ("1 / 0", ", line 1: fails when it is imported: ZeroDivisionError: division by "
         "zero"),
        ("import sys; sys.exit()", ", line 1: fails when it is imported: SystemExit"),
        ("import nowhere", ", line 1: fails when it is imported: ModuleNotFoundError: "
         "No module named 'nowhere'"),
        (WHOLE.replace("minimax", "maximin"), ": lacks minimax"),
        (WHOLE.replace("X, O, ", "X, Y, "), ": lacks O"),
        (WHOLE + "\nplayer = 3", ": lacks player"),
        ("", ": lacks X, O, EMPTY, initial_state, player, actions, result, winner, "
         "terminal, utility, minimax"),
    ],
)  # fmt: skip
def test_what_is_not_an_engine_is_refused_with_the_reason(tmp_path, source, message):
    path = tmp_path / "tictactoe.py"
    path.write_text(source)
    with pytest.raises(Refused) as error:
        contract.load(path)
    assert str(error.value) == f"{path}{message}"


def test_a_missing_file_is_refused(tmp_path):
    for path, why in (
        (tmp_path / "none.py", "there is no such file"),
        (tmp_path, "not a file"),
    ):
        with pytest.raises(Refused) as error:
            contract.load(path)
        assert str(error.value) == f"{path}: {why}"


def test_a_file_that_is_not_python_is_refused(tmp_path):
    path = tmp_path / "tictactoe.txt"
    path.write_text("")
    with pytest.raises(Refused, match=r"must end in \.py"):
        contract.load(path)
