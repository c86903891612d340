"""What every test may use: all positions, and the option for slow tests."""

import os
from pathlib import Path

import pytest

from noughts import oracle

ROOT = Path(__file__).parent.parent
ENGINES = ROOT / "tests" / "engines"

os.environ["LC_ALL"] = "C.UTF-8"  # so that English is spoken, whatever is spoken here


def pytest_addoption(parser):
    parser.addoption("--run-slow", action="store_true", help="run the slow tests too")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--run-slow"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow: make test-slow"))


@pytest.fixture(scope="session")
def positions():
    """Every position that a game can reach, as boards."""
    return list(oracle.positions())


@pytest.fixture(scope="session")
def in_progress(positions):
    """Every position in which somebody is to move."""
    return [board for board in positions if oracle.look(board).turn]
