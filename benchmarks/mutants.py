"""
How good are our own tests? Small changes to our own code, and which go unnoticed.

    python benchmarks/mutants.py [--sample 240] [--seed 1] [--room NAME ...] [--reuse]

Each mutant is one small change: another comparison, a number one larger, `and` for
`or`, a statement left out. First all ordinary tests run once, to learn which of them
runs which line (`--reuse` takes what was learned last time). Then, for each mutant, the
tests that run its line do, those of its own room first, until one fails. A mutant whom
all of them pass has survived: it is listed with its line, before and after. Where no
test runs a line in its own process, the tests of the whole room are asked.
"""

import argparse
import ast
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300  # seconds: a mutant that loops for ever is noticed, too
WORKERS = os.cpu_count() or 1
MAP = ROOT / ".coverage.mutants"
MOST = 150  # tests of one mutant: what so many do not notice, others hardly do
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]

SWAPS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.And: "or",
    ast.Or: "and",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
}


class Mutant(NamedTuple):
    """A file with one stretch of its text replaced."""

    path: Path  # from the root
    start: int
    end: int
    text: str

    @property
    def line(self) -> int:
        source = (ROOT / self.path).read_text("utf-8")
        return source.count("\n", 0, self.start) + 1

    @property
    def room(self) -> str:
        parts = self.path.with_suffix("").parts
        return parts[1] if parts[0] == "noughts" else parts[0]

    def applied(self) -> str:
        source = (ROOT / self.path).read_text("utf-8")
        return source[: self.start] + self.text + source[self.end :]

    def __str__(self) -> str:
        source = (ROOT / self.path).read_text("utf-8")
        before = source[self.start : self.end].strip().splitlines()[0]
        context = source.splitlines()[self.line - 1].strip()
        return f"{self.path}:{self.line}: {before!r} -> {self.text!r}    {context}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every small change of a file, found in its syntax tree."""
    source = (ROOT / path).read_text("utf-8")
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))

    def begin(node: ast.AST) -> int:
        row = source[lines[node.lineno - 1] :].encode()[: node.col_offset]
        return lines[node.lineno - 1] + len(row.decode())

    def finish(node: ast.AST) -> int:
        row = source[lines[node.end_lineno - 1] :].encode()[: node.end_col_offset]
        return lines[node.end_lineno - 1] + len(row.decode())

    def between(left: ast.AST, right: ast.AST, operator: ast.AST) -> Iterator[Mutant]:
        """Replace the operator that stands between two operands, and nothing else."""
        gap = source[finish(left) : begin(right)]
        bare = gap.strip(" \n()")
        if type(operator) in SWAPS and bare and "#" not in gap:
            start = finish(left) + gap.index(bare)
            yield Mutant(path, start, start + len(bare), SWAPS[type(operator)])

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, ops=operators, comparators=others):
                for a, operator, b in zip(
                    [left, *others], operators, others, strict=False
                ):
                    yield from between(a, b, operator)
            case ast.BoolOp(op=operator, values=values):
                for a, b in itertools.pairwise(values):
                    yield from between(a, b, operator)
            case ast.BinOp(left=left, op=operator, right=right):
                yield from between(left, right, operator)
            case ast.Constant(value=bool(value)):
                yield Mutant(path, begin(node), finish(node), str(not value))
            case ast.Constant(value=int(value)) if 0 <= value < 1000:
                yield Mutant(path, begin(node), finish(node), str(value + 1))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield Mutant(path, begin(node), begin(operand), "")
            case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
                yield Mutant(path, begin(node), finish(node), "pass")


def product() -> list[Path]:
    """Return the files whose tests are tested."""
    listed = subprocess.run(
        ["git", "ls-files", "noughts/*.py", "tictactoe.py", "runner.py"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    return [Path(name) for name in listed]


def learn() -> None:
    """Run all ordinary tests once, and note which of them runs which line."""
    spread = ["-n", "auto", "--dist", "loadfile"]
    covered = ["--cov", "--cov-context=test", "--cov-report="]
    environment = os.environ | {"COVERAGE_FILE": str(MAP)}
    command = [*PYTEST, *spread, *covered]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    if done.returncode:
        raise SystemExit("The tests fail as it is: there is nothing to learn.")


@cache
def contexts(path: Path) -> dict[int, list[str]]:
    """Return the tests that run each line of a file."""
    data = CoverageData(str(MAP))
    data.read()
    return data.contexts_by_lineno(str(ROOT / path))


def tests_of(mutant: Mutant) -> list[str]:
    """Return the tests that must notice a change: they run its line."""
    room = [ROOT / "tests" / mutant.room, ROOT / "tests" / f"test_{mutant.room}.py"]
    ours = [str(path.relative_to(ROOT)) for path in room if path.exists()]
    told = contexts(mutant.path).get(mutant.line, [])
    tests = {context.rpartition("|")[0] for context in told} - {""}

    def distance(test: str) -> tuple[bool, bool, str]:
        mirror = f"test_{mutant.path.stem}.py" in test
        return not mirror, not test.startswith(tuple(ours)), test

    return sorted(tests, key=distance)[:MOST] or ours or ["tests"]


def survives(mutant: Mutant, copy: Path) -> bool:
    """Run the tests on the mutant, in a copy of the project; leave the copy healthy."""
    target = copy / mutant.path
    target.write_text(mutant.applied(), "utf-8")
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "NOUGHTS_MUTANT": "1"}
    try:
        done = subprocess.run(
            [*PYTEST, "-x", *tests_of(mutant)],
            cwd=copy,
            env=environment,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        shutil.copyfile(ROOT / mutant.path, target)
    return done.returncode == 0


def sample(rooms: list[str], size: int, seed: int) -> list[Mutant]:
    """Return a seeded sample of all small changes, from each room its share."""
    every = [mutant for path in product() for mutant in mutants(path)]
    every = [mutant for mutant in every if not rooms or mutant.room in rooms]
    return Random(seed).sample(every, min(size, len(every)))


def main(argv: list[str] | None = None) -> int:
    """Print the survivors and the share that was noticed, room by room."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--sample", type=int, default=240, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--room", action="append", default=[], help="only this room")
    parser.add_argument("--reuse", action="store_true", help="what was learned last")
    given = parser.parse_args(argv)
    if not (given.reuse and MAP.exists()):
        learn()
    chosen = sample(given.room, given.sample, given.seed)
    seen, lived = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copies = SimpleQueue[Path]()
        for n in range(WORKERS):
            copies.put(copied(Path(folder) / str(n)))

        def tried(mutant: Mutant) -> tuple[Mutant, bool]:
            copy = copies.get()
            try:
                return mutant, survives(mutant, copy)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(WORKERS) as pool:
            for n, (mutant, alive) in enumerate(pool.map(tried, chosen), start=1):
                seen[mutant.room] += 1
                lived[mutant.room] += alive
                print(f"\r{n} of {len(chosen)} tried", end="", file=sys.stderr)
                if alive:
                    print(f"\rsurvived: {mutant}", flush=True)
    print(file=sys.stderr)
    for room in sorted(seen):
        print(f"{room:<12}{seen[room] - lived[room]:>4} of {seen[room]:>4} noticed")
    noticed = len(chosen) - lived.total()
    print(f"noticed: {noticed} of {len(chosen)}, {noticed / len(chosen):.1%}")
    return 0


def copied(copy: Path) -> Path:
    """Return a copy of the project as it lies here, without what was built in it."""
    out = shutil.ignore_patterns(
        ".git", ".venv*", "dist", "site", "*cache*", "node_modules"
    )
    shutil.copytree(ROOT, copy, ignore=out)
    return copy


if __name__ == "__main__":
    sys.exit(main())
