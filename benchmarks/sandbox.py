"""
What the sandbox costs: starting an engine, and asking it, with each set of layers.

    python benchmarks/sandbox.py

All rows are measured in one run, in turns, so that they share the machine's mood. Each
figure is the best of several. CPU times, ours and the engine's together, hardly depend
on what else the machine does; elapsed times do.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from figures import Table, main

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from noughts import contract, oracle  # noqa: E402 - from this checkout
from noughts.sandbox import Sandbox, bubblewrap  # noqa: E402

PATH = ROOT / "tictactoe.py"
HELPERS = ("player", "actions", "winner", "terminal", "utility")
ROUNDS, SINGLES = 5, 300
COLUMNS = {
    "way": "text",
    "start": "ms",
    "start, CPU": "ms",
    "call in a batch": "us",
    "call in a batch, CPU": "us",
    "single call": "us",
}
CLOCK = """
import time
def install(module, register):
    register("cpu", time.process_time)
"""


class Figures(NamedTuple):
    """What one round measured, all in seconds."""

    start: float
    start_cpu: float
    batch: float  # per call, elapsed
    batch_cpu: float
    single: float  # per call, each waiting for the one before


def unconfined() -> Sandbox:
    """Return an engine in a process of its own, with no protection."""
    return Sandbox(PATH, extension=CLOCK, confined=False)


def locked_in() -> Sandbox:
    """Return an engine in a process that locked itself in, without bubblewrap."""
    prefix, bubblewrap.prefix = bubblewrap.prefix, lambda *_: ()
    try:
        return Sandbox(PATH, extension=CLOCK)
    finally:
        bubblewrap.prefix = prefix


def all_layers() -> Sandbox:
    """Return an engine with all that this machine offers."""
    return Sandbox(PATH, extension=CLOCK)


WAYS = {
    "process only": unconfined,
    "locked in by itself": locked_in,
    "all layers": all_layers,
}


def measured(way: str, calls: list) -> Figures:
    """Return the figures of one round."""
    began, our_cpu = time.perf_counter(), time.process_time()
    with WAYS[way]() as engine:
        start = time.perf_counter() - began
        start_cpu = time.process_time() - our_cpu + engine.call("cpu")
        cpu = time.process_time() + engine.call("cpu")
        began = time.perf_counter()
        for answer in engine.ask(calls):
            assert answer.error is None
        batch = time.perf_counter() - began
        batch_cpu = time.process_time() + engine.call("cpu") - cpu
        began = time.perf_counter()
        for function, arguments in calls[:SINGLES]:
            engine.call(function, *arguments)
        single = time.perf_counter() - began
    n = len(calls)
    return Figures(start, start_cpu, batch / n, batch_cpu / n, single / SINGLES)


def here(calls: list) -> float:
    """Return the seconds that one call takes in our own process, with no sandbox."""
    engine = contract.default()
    began = time.process_time()
    for function, arguments in calls:
        getattr(engine, function)(*arguments)
    return (time.process_time() - began) / len(calls)


def tables() -> Iterator[Table]:
    """Yield what each way of running an engine costs."""
    calls = [(name, (board,)) for board in oracle.positions() for name in HELPERS]
    measured(next(iter(WAYS)), calls)  # the first of all would pay for cold files
    rounds = [{way: measured(way, calls) for way in WAYS} for _ in range(ROUNDS)]
    rows = [
        [way, *map(min, zip(*(each[way] for each in rounds), strict=True))]
        for way in WAYS
    ]
    alone = min(here(calls) for _ in range(ROUNDS))
    rows.append(["no sandbox", None, None, None, alone, None])
    note = f"A batch: {len(calls):,} calls, {', '.join(HELPERS)} on every position."
    yield Table("", COLUMNS, rows, note)


if __name__ == "__main__":
    sys.exit(main(tables()))
