"""What every test may use: all positions, and the options for all of them."""

import os
from pathlib import Path

import pytest

from noughts import oracle

ROOT = Path(__file__).parent.parent
ENGINES = ROOT / "tests" / "engines"

os.environ["LC_ALL"] = "C.UTF-8"  # so that English is spoken, whatever is spoken here


SLOW = "slow: make test-slow"


def pytest_addoption(parser):
    parser.addoption("--run-slow", action="store_true", help="run the slow tests too")
    parser.addoption(
        "--require-everything",
        action="store_true",
        help="fail if a test is skipped because something is missing here",
    )


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--run-slow"):
        for item in items:
            if "slow" in item.keywords:
                # Being slow is the reason, whatever else would be one.
                item.own_markers = [m for m in item.own_markers if m.name != "skipif"]
                item.add_marker(pytest.mark.skip(reason=SLOW))


def pytest_sessionfinish(session):
    """Fail a run that must leave nothing out, if it left something out."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal and session.config.getoption("--require-everything"):
        reasons = [report.longrepr[2] for report in terminal.stats.get("skipped", [])]
        if missing := {reason for reason in reasons if SLOW not in reason}:
            terminal.write_line(f"required, but skipped: {missing}", red=True)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def positions():
    """Every position that a game can reach, as boards."""
    return list(oracle.positions())


@pytest.fixture(scope="session")
def in_progress(positions):
    """Every position in which somebody is to move."""
    return [board for board in positions if oracle.look(board).turn]
