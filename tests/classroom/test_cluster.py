"""A local Dask cluster: a scheduler and two workers."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT

from noughts.classroom import pool
from noughts.classroom.pool import connect, run_jobs
from noughts.texts import Refused

HERE = Path(__file__).parent
pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(
        find_spec("distributed") is None, reason="could not import 'distributed'"
    ),
]


@contextlib.contextmanager
def started(*command):
    """Run `dask ...` in the context."""
    paths = os.pathsep.join(map(str, [ROOT, HERE, HERE.parent]))
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def worker(address):
    return started("worker", address, "--no-nanny", "--nthreads=1", "--no-dashboard")


@pytest.fixture(scope="module")
def address():
    """Run a scheduler on a free port."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        options = ("--host=127.0.0.1", "--port=0", "--no-dashboard")
        with started("scheduler", *options, f"--scheduler-file={file}"):
            deadline = time.monotonic() + 120
            while not file.exists() and time.monotonic() < deadline:
                time.sleep(0.1)
            yield json.loads(file.read_text())["address"]


@pytest.fixture(scope="module")
def lasting(address):
    """Run a worker for all tests."""
    with worker(address) as process:
        yield process


def slow_double(n):
    """Return twice a number after 50 ms."""
    time.sleep(0.05)
    return 2 * n


@pytest.mark.usefixtures("lasting")
def test_no_job_is_lost_when_a_worker_is_killed(address, monkeypatch):
    monkeypatch.setattr(pool, "PATIENCE", 120)
    with worker(address) as first, connect(address) as executor:
        executor._client.wait_for_workers(2, timeout=120)
        results = {}
        for n, result in run_jobs(iter(range(40)), slow_double, executor):
            results[n] = result
            if len(results) == 10:
                first.kill()
        assert results == {n: 2 * n for n in range(40)}


@pytest.mark.parametrize("place", ["tcp://127.0.0.1:9", "nonsense"])
def test_a_missing_scheduler_is_reported(place, monkeypatch):
    monkeypatch.setattr(pool, "PATIENCE", 1)
    with pytest.raises(Refused) as caught, connect(place):
        pass
    assert caught.value.key == "cluster.no_workers"
