"""
How often the checker names the cause of a mistake, and how often a wrong one.

Each mistake of the catalogue is put into the styles in tests/styles. `python
benchmarks/causes.py [WORD ...] [--each N] [--from N] [--only NAME]` judges them all, or
those whose names contain a word, or one in N, or a single one.
"""

import argparse
import io
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests")]

from helpers.causes import cases, is_wrong, judged, named  # noqa: E402


def main() -> None:
    """Judge every case; print what is named, and the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--only")
    given = parser.parse_args()
    counts = {"named": 0, "silent": 0, "WRONG": 0, "RIGHT": 0}
    for case in cases()[given.first :: given.each]:
        title = f"{case} of {case.function}"
        if given.only not in (None, str(case)):
            continue
        if given.words and not any(word in title for word in given.words):
            continue
        began = time.process_time()
        with redirect_stdout(io.StringIO()):  # some print what they should return
            record = judged(case)
        names, verdict = named(record), "named"
        if not is_wrong(record):
            verdict = "RIGHT"  # then the change is no mistake
        elif not names:
            verdict = "silent"
        elif not {*names} <= {case.row} | case.same:
            verdict = "WRONG"
        counts[verdict] += 1
        seconds = time.process_time() - began
        print(f"{verdict:7} {title}: {names} {seconds:.1f}", flush=True)
    print(", ".join(f"{name} {n}" for name, n in counts.items()))


if __name__ == "__main__":
    main()
