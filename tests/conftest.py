"""Fixtures and options for all tests."""

import gc
import os
import signal
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from helpers.engines import ENGINES as ENGINES

import tictactoe
from noughts.checker import style
from noughts.game import oracle

ROOT = Path(__file__).parent.parent

# Without pygame there is no window to test.
collect_ignore_glob = [] if find_spec("pygame") else ["play/window/*", "test_runner.py"]
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # an invisible screen
os.environ["LC_ALL"] = "C.UTF-8"  # English output
for name in ("SIGINT", "SIGHUP"):  # ignored in background jobs
    if signal.getsignal(kind := getattr(signal, name, signal.SIGINT)) is signal.SIG_IGN:
        signal.signal(kind, signal.SIG_DFL)


gc.disable()  # faster collection of tests


def pytest_collection_finish():
    """Exclude the collected tests from garbage collection."""
    gc.freeze()
    gc.enable()


def pytest_configure(config):
    """Do not wait for the disk, except in CI; refuse another version of ruff."""
    if find_spec("ruff") and not style.available():
        pytest.exit(f"the tests need ruff {style.VERSION}: make .venv/.dev", 2)
    if not config.getoption("--run-ci") and not config.getoption("--run-slow"):
        os.fsync = lambda _: None


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown():
    """Fail a test that leaves another module as `tictactoe`."""
    left = sys.modules.setdefault("tictactoe", tictactoe)
    sys.modules["tictactoe"] = tictactoe
    assert left is tictactoe, "it leaves another tictactoe: use `loading`"


def pytest_addoption(parser):
    parser.addoption("--run-ci", action="store_true", help="run the tests for CI too")
    parser.addoption("--run-slow", action="store_true", help="run all tests")
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite tests/golden"
    )
    parser.addoption(
        "--require-everything",
        action="store_true",
        help="fail if a test is skipped because something is missing here",
    )


def pytest_collection_modifyitems(config, items):
    """Deselect slow tests, unless an option selects them."""
    rows = Counter()
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            place = item.path, item.originalname
            item.add_marker("slow" if rows[place] % mark.args[0] else "ci")
            rows[place] += 1
    left_out = {"ci", "slow"}
    if config.getoption("--run-ci"):
        left_out = {"slow"}
    if config.getoption("--run-slow"):
        left_out = set()
    chosen = [i for i in items if not any(map(i.get_closest_marker, left_out))]
    if len(chosen) < len(items):
        kept = {*chosen}
        config.hook.pytest_deselected(items=[i for i in items if i not in kept])
        items[:] = chosen


def pytest_sessionfinish(session):
    """Fail a run with --require-everything if a test was skipped."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal and session.config.getoption("--require-everything"):
        skipped = terminal.stats.get("skipped", [])
        if missing := {report.longrepr[2] for report in skipped}:
            terminal.write_line(f"required, but skipped: {missing}", red=True)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def positions():
    """Every reachable position, as a board."""
    return list(oracle.positions())


@pytest.fixture
def loading(monkeypatch):
    """Restore the modules and arguments that loading a file changes."""
    monkeypatch.setitem(sys.modules, "tictactoe", None)
    monkeypatch.setattr(sys, "argv", ["some", "program"])


@pytest.fixture(
    scope="session",
    params=[19, pytest.param(1, marks=pytest.mark.ci)],
    ids="1/{}".format,
)
def share(request):
    """Return the step of a sample, `positions[::share]`; 1 in CI."""
    return request.param


@pytest.fixture(scope="session")
def in_progress(positions):
    """Every position in progress."""
    return [board for board in positions if oracle.truth_of(board).turn]


@pytest.fixture
def update_golden(request):
    """Whether golden files are written rather than compared."""
    return request.config.getoption("--update-golden")
