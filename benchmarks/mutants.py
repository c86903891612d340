"""
The strength of the tests: how many random mutants of the package they detect.

    python benchmarks/mutants.py [COUNT] [SEED]

Cosmic Ray makes the mutants. Each runs in a copy of the repository, with the tests of
its package; if they pass, with the quick tests. Survivors are printed as diffs.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from pathlib import Path
from queue import Queue

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec
from figures import table

ROOT = Path(__file__).parent.parent
SECONDS = 400  # for one run of the tests; a mutant that never ends is detected
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
# Modules whose tests are not in a file or folder of the same name.
TESTS = {"__init__": "test_api.py", "board": "test_rules.py", "text": "test_text.py"}


def choose(count: int, seed: str) -> list[MutationSpec]:
    """Return that many mutants, chosen at random from all of them."""
    modules = [path.relative_to(ROOT) for path in (ROOT / "noughts").rglob("*.py")]
    os.chdir(ROOT)
    with use_db(":memory:", WorkDB.Mode.create) as database:
        init(sorted(modules), database, {})
        mutants = [item.mutations[0] for item in database.work_items]
    mutants.sort(key=str)
    return random.Random(seed).sample(mutants, count)


def is_detected(mutant: MutationSpec, copy: Path) -> tuple[bool, str]:
    """Return whether the tests fail on a mutant in this copy, and its diff."""
    module = copy / mutant.module_path
    source = module.read_text("utf-8")
    operator = get_operator(mutant.operator_name)(**mutant.operator_args)
    changed = mutate_code(source, operator, mutant.occurrence)
    try:
        module.write_text(changed, "utf-8")
        detected = any(fails(copy, arguments) for arguments in stages(module, copy))
    finally:
        module.write_text(source, "utf-8")
    lines = source.splitlines(), changed.splitlines()
    return detected, "\n".join(
        unified_diff(*lines, str(mutant.module_path), "", "", "", 1, "")
    )


def stages(module: Path, copy: Path) -> list[list[str]]:
    """Return pytest's arguments: the tests of the package, then all quick ones."""
    name = module.relative_to(copy / "noughts").parts[0].removesuffix(".py")
    own = [
        path
        for path in (TESTS.get(name, name), f"test_{name}.py")
        if (copy / "tests" / path).exists()
    ]
    first = [["--run-ci", *(f"tests/{path}" for path in own)]] if own else []
    return [*first, ["tests"]]


def fails(copy: Path, arguments: list[str]) -> bool:
    """Run pytest in a copy, and return whether a test failed or the time ran out."""
    environment = os.environ | {"PYTHONPATH": str(copy)}
    command = [sys.executable, *PYTEST, *arguments]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> None:
    """Print how many mutants of each package were detected."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=150)
    parser.add_argument("seed", nargs="?", default="1")
    given = parser.parse_args()
    mutants = choose(given.count, given.seed)
    found, all_ = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Path] = Queue()
        for number in range(os.cpu_count() or 1):
            subprocess.run(
                ["git", "clone", "-q", ROOT, f"{folder}/{number}"], check=True
            )
            copies.put(Path(folder, str(number)))

        def test(mutant: MutationSpec) -> tuple[bool, str]:
            copy = copies.get()
            try:
                return is_detected(mutant, copy)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(copies.qsize()) as threads:
            for mutant, (detected, diff) in zip(
                mutants, threads.map(test, mutants), strict=True
            ):
                package = Path(mutant.module_path).parts[1].removesuffix(".py")
                all_[package] += 1
                found[package] += detected
                print(
                    "." if detected else f"\n{diff}",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
    rows = [[name, number, found[name]] for name, number in sorted(all_.items())]
    rows.append(
        ["all", len(mutants), f"{found.total()} ({found.total() / len(mutants):.1%})"]
    )
    print(table(["package", "mutants", "detected"], rows, f"Seed {given.seed}."))


if __name__ == "__main__":
    main()
