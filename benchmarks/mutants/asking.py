"""
Run tests in a copy of the project: to learn what they run, or to ask them of a change.

    python asking.py learn DATA TESTS       what each test of a file costs, and runs
    python asking.py ask CHOSEN             those chosen, in that order, until one fails
"""

import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:] = [os.getcwd(), *(path for path in sys.path if Path(path) != HERE)]

# Seconds of CPU. What a test does after the first is the same lines for other rows of a
# table. One that takes longer than the second is too dear to be asked of many changes.
WATCHED, LONGEST = 1.5, 8
TEST = "NOUGHTS_MUTANTS_TEST"  # the test that runs: processes that it starts say it too
OPTIONS = ["-q", "-p", "no:cacheprovider", "--run-ci"]


def is_short(item):
    """Return whether this is no long form of a table whose short one is there, too."""
    return getattr(item, "callspec", None) is None or (
        item.callspec.params.get("share") != 1
    )


class Learning:
    """Notes what each test costs, and tells the coverage which test runs."""

    def __init__(self, coverage):
        self.coverage = coverage
        self.tests = {}

    def pytest_collection_modifyitems(self, items):
        items[:] = filter(is_short, items)

    def into(self, context):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        os.environ[TEST] = context
        self.coverage.stop()
        self.coverage.start()
        self.coverage.switch_context(context)
        self.ends = time.process_time() + LONGEST
        signal.signal(signal.SIGVTALRM, self.enough)
        signal.setitimer(signal.ITIMER_VIRTUAL, WATCHED, WATCHED)

    def enough(self, *_):
        """Look away from a test that takes long, and end one that takes too long."""
        sys.settrace(None)  # coverage itself may hold its lock just now
        if os.environ[TEST] and time.process_time() > self.ends:
            pytest.skip("takes too long to be asked")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        ci = item.get_closest_marker("ci") is not None
        self.tests[item.nodeid] = {"seconds": 0.0, "passed": True, "ci": ci}
        self.into(item.nodeid)
        try:
            return (yield)
        finally:
            self.into("")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        """Count what is made once for many tests as no single test's."""
        if fixturedef.scope == "function":
            return (yield)
        before = os.environ[TEST]
        self.into("")
        try:
            return (yield)
        finally:
            self.into(before)

    def pytest_runtest_logreport(self, report):
        told = self.tests[report.nodeid]
        told["seconds"] += report.duration
        told["passed"] &= report.passed


def learn(data, tests):
    """Run a file of tests under coverage; write what its tests cost to DATA.json."""
    from coverage import Coverage

    os.environ[TEST] = ""
    os.environ["COVERAGE_PROCESS_START"] = f"{data}.rc"
    coverage = Coverage(config_file=f"{data}.rc")
    learning = Learning(coverage)
    coverage.start()
    code = pytest.main([*OPTIONS, tests], plugins=[learning])
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    coverage.stop()
    coverage.save()
    Path(f"{data}.json").write_text(json.dumps(learning.tests))
    return code


class Asking:
    """Chooses tests, in an order; those whose names are new are asked, too."""

    def __init__(self, chosen, left_out):
        self.place = {test: n for n, test in enumerate(chosen)}
        self.left_out = {*left_out}
        self.failed = None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        kept = [i for i in items if i.nodeid not in self.left_out and is_short(i)]
        items[:] = sorted(kept, key=lambda item: self.place.get(item.nodeid, 0))

    def pytest_runtest_logreport(self, report):
        """Take what is skipped now for a failure, as CI does: it was not before."""
        if report.failed or (report.skipped and report.nodeid in self.place):
            self.failed = self.failed or report.nodeid


def ask(chosen):
    """Run the tests that a file names; add to it the one that failed."""
    told = json.loads(Path(chosen).read_text())
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (told["cpu"], hard))
    asking = Asking(told["tests"], told["left_out"])
    limit = ["-x", f"--timeout={told['timeout']}", *told["files"]]
    Path(chosen).write_text("{}")  # of a run that is ended
    code = pytest.main([*OPTIONS, *limit], plugins=[asking])
    Path(chosen).write_text(json.dumps({"failed": asking.failed}))
    return code or bool(asking.failed)


if __name__ == "__main__":
    sys.exit({"learn": learn, "ask": ask}[sys.argv[1]](*sys.argv[2:]))
