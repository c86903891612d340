"""The law of causes: no wrong name, whatever the style of the file."""

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.causes import STYLES, cases

ROOT = Path(__file__).parents[2]


def test_each_style_has_mistakes():
    styles = {path.stem for path in STYLES.glob("*.py")}
    assert styles == {case.style for case in cases()}
    assert len(styles) >= 30


@pytest.mark.parametrize(
    "name",
    [pytest.param(str(each), marks=pytest.mark.sampled(20)) for each in cases()],
)
def test_the_named_cause_is_the_mistake_that_was_made(name):
    """No name at all is allowed: the benchmark counts those."""
    done = subprocess.run(  # it asks about fewer boards than other tests
        [sys.executable, "benchmarks/causes.py", "--only", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    verdict, *_ = done.stdout.split()
    assert verdict in ("named", "silent"), done.stdout
