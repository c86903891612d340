"""
The engine's speed beside plain Minimax, and its odds against a random opponent.

    python benchmarks/engine.py

Each figure is CPU time in a fresh process, the best of several runs; compare the
ratios, which hardly depend on the machine, and not the times.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

CHILD = """
import importlib.util, json, sys, time
path, boards = sys.argv[1], json.load(sys.stdin)
times = [time.process_time()]
spec = importlib.util.spec_from_file_location("engine", path)
engine = importlib.util.module_from_spec(spec)
spec.loader.exec_module(engine)
times.append(time.process_time())
engine.minimax(engine.initial_state())
times.append(time.process_time())
for board in boards:
    engine.minimax(board)
times.append(time.process_time())
print(json.dumps([after - before for before, after in zip(times, times[1:])]))
"""


def measure(path: Path, boards: list, runs: int) -> list[float]:
    """Return the seconds of CPU for import, first move, and all the boards."""
    command = [sys.executable, "-c", CHILD, str(path)]
    results = [
        json.loads(
            subprocess.check_output(command, input=json.dumps(boards), text=True)
        )
        for _ in range(runs)
    ]
    return min(results, key=sum)


def main() -> int:
    """Print the figures."""
    import tictactoe
    from noughts import oracle
    from noughts.match import odds_against_random

    boards = [board for board in oracle.positions() if oracle.look(board).turn]
    _, plain, _ = measure(ROOT / "benchmarks/baselines/plain_minimax.py", [], runs=1)
    imported, first, every = measure(ROOT / "tictactoe.py", boards, runs=7)
    every += first
    print(f"{'':44}{'CPU time':>10}   of plain Minimax")
    rows = [
        ("plain Minimax with deepcopy, first move", plain),
        ("tictactoe.py, first move", first),
        ("tictactoe.py, import and first move", imported + first),
        (f"tictactoe.py, all {len(boards):,} positions in progress", every),
    ]
    for name, seconds in rows:
        print(f"{name:44}{seconds * 1000:>7.1f} ms   1/{plain / seconds:.0f}")
    print()
    for mark in "XO":
        odds = odds_against_random(tictactoe.minimax, mark)
        wins, draws, losses = (f"{float(share):.3%}" for share in odds)
        print(
            f"against a random opponent, as {mark}: "
            f"wins {wins}, draws {draws}, losses {losses}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
