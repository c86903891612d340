"""The contract: our own engine is found and loaded."""

from conftest import ROOT

import tictactoe
from noughts.game import contract


def test_the_default_engine_is_ours_and_found_by_its_path():
    assert contract.default().minimax.__code__.co_filename == str(ROOT / "tictactoe.py")
    assert contract.default() is contract.default()


def test_a_file_is_loaded_afresh_each_time():
    first, second = (contract.load(ROOT / "tictactoe.py") for _ in range(2))
    assert first is not second
    assert first is not tictactoe
    assert first.minimax(first.initial_state()) == (0, 0)


def test_a_notebook_may_be_larger_than_a_file():
    assert contract.largest("tictactoe.py") == contract.LARGEST_FILE
    assert contract.largest("a.ipynb") == contract.LARGEST_NOTEBOOK
    assert contract.largest("A.IPYNB") == contract.LARGEST_NOTEBOOK
    assert contract.LARGEST_FILE < contract.LARGEST_NOTEBOOK
