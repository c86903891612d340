"""
The strength of the tests: how many random mutants of the package they detect.

    python benchmarks/mutants.py [COUNT] [SEED] [--log FILE]

Cosmic Ray makes the mutants, with one replacement for each operator. Annotations and
named numbers stay, because a test could only repeat them. Each mutant is tested in a
copy of the repository, one on each core: by the quick tests that execute its line, as
Coverage.py has recorded, or by all if it knows of none; if these pass, by all tests of
its package and of the golden files, also the longer ones. What is in the log is not
done again.
"""

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData
from figures import ROOT

SECONDS = 3600  # for one run of the tests, even on a busy machine; for one test, 300
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
COVERAGE = ("--cov", "--cov-context=test", "--cov-report=")
OPERATORS = re.compile(
    r"core/(AddNot|(Number|Exception)Replacer|Replace\w+With\w+|ZeroIterationForLoop"
    r"|\w+_(Delete_Not|USub_UAdd|Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot"
    r"|IsNot_Is|Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Add|BitAnd_BitOr|BitOr_BitAnd))"
)
NUMBERS = ast.Constant | ast.Name | ast.BinOp | ast.UnaryOp | ast.Tuple


class Mutant(NamedTuple):
    """A module at the top or in a package, an operator, and where it is applied."""

    module: str
    operator: str
    occurrence: int

    @property
    def package(self) -> str:
        return Path(self.module).parts[1].removesuffix(".py")

    def applied(self, source: str) -> str:
        """Return the source with the change."""
        return mutate_code(source, get_operator(self.operator)(), self.occurrence)

    def matters(self) -> bool:
        """Return whether it is a program that differs in essence."""
        source = (ROOT / self.module).read_text("utf-8")
        with suppress(SyntaxError, AttributeError):  # Cosmic Ray, at `except a.b`
            return essence(source) != essence(self.applied(source))
        return False


def essence(source: str) -> str:
    """Return a program without its annotations and named numbers."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for part in ("annotation", "returns"):
            if hasattr(node, part):
                setattr(node, part, None)
        match node:
            case ast.Assign(targets=[ast.Name(id) | ast.Tuple([ast.Name(id), *_])]):
                parts = [n for n in ast.walk(node.value) if isinstance(n, ast.expr)]
                if id.isupper() and all(isinstance(part, NUMBERS) for part in parts):
                    node.value = None
    return ast.dump(tree)


def choose(count: int, seed: str) -> list[Mutant]:
    """Return that many mutants, chosen at random from all of them."""
    mutants = []
    for path in sorted((ROOT / "noughts").rglob("*.py")):
        nodes = list(ast_nodes(get_ast_from_path(path)))
        for name in filter(OPERATORS.fullmatch, sorted(operator_names())):
            operator = get_operator(name)()
            places = sum(len([*operator.mutation_positions(node)]) for node in nodes)
            module = path.relative_to(ROOT).as_posix()
            mutants += [Mutant(module, name, n) for n in range(places)]
    random.Random(seed).shuffle(mutants)
    return list(islice(filter(Mutant.matters, mutants), count))


def passes(copy: Path, arguments: Sequence[str]) -> bool:
    """Return whether the tests pass in a copy of the repository."""
    command = [sys.executable, *PYTEST, *arguments]
    # Compiled code could outlive a mutant that has as many bytes as the original.
    settings = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    here = {"cwd": copy, "env": os.environ | settings}
    with suppress(subprocess.TimeoutExpired):
        return not subprocess.run(
            command, stdout=subprocess.DEVNULL, timeout=SECONDS, **here
        ).returncode
    return False


class Suite:
    """The tests in copies of the repository, and what the quick ones execute."""

    def __init__(self, folder: Path, cores: int) -> None:
        self.free = SimpleQueue[Path]()
        for n in range(cores):
            copy = folder / str(n)
            subprocess.run(["git", "clone", "-q", ROOT, copy], check=True)
            self.free.put(copy)
        self.measured = folder / "0"
        if not passes(self.measured, COVERAGE):
            raise SystemExit("The tests fail without a mutant.")
        self.executed = CoverageData(str(self.measured / ".coverage"))
        self.executed.read()

    def stages(self, mutant: Mutant, line: int) -> list[list[str]]:
        """Return pytest's arguments for the quick tests, then for the longer ones."""
        own = f"tests/{mutant.package}/", f"tests/test_{mutant.package}.py"
        contexts = self.executed.contexts_by_lineno(str(self.measured / mutant.module))
        tests = {re.split(r"[\[|]", context)[0] for context in contexts.get(line, ())}
        quick = sorted(tests - {""}, key=lambda test: not test.startswith(own))
        there = [each for each in own if (ROOT / each).exists()]
        return [quick or [*there, "tests"], ["--run-ci", *there, "tests/golden"]]

    def test(self, mutant: Mutant) -> dict[str, str | bool]:
        """Return whether the tests detect a mutant, and the change."""
        source = (ROOT / mutant.module).read_text("utf-8")
        changed = mutant.applied(source)
        before, after = source.splitlines(), changed.splitlines()
        same = [old == new for old, new in zip(before, after, strict=False)]
        copy = self.free.get()
        (copy / mutant.module).write_text(changed, "utf-8")
        stages = self.stages(mutant, same.index(False) + 1)
        detected = not all(passes(copy, arguments) for arguments in stages)
        (copy / mutant.module).write_text(source, "utf-8")
        self.free.put(copy)
        diff = "\n".join(unified_diff(before, after, mutant.module, "", "", "", 1, ""))
        return {"mutant": str(mutant), "detected": detected, "diff": diff}


def main() -> None:
    """Test each mutant once, and print the survivors and how many were detected."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=150)
    parser.add_argument("seed", nargs="?", default="1")
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    given = parser.parse_args()
    mutants, cores = choose(given.count, given.seed), os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder, given.log.open("a+") as log:
        log.seek(0)
        found = {each["mutant"]: each for each in map(json.loads, log)}
        suite = Suite(Path(folder), cores)
        left = (mutant for mutant in mutants if str(mutant) not in found)
        with ThreadPoolExecutor(cores) as threads:
            running = [threads.submit(suite.test, mutant) for mutant in left]
            for future in as_completed(running):
                tested = future.result()
                found[tested["mutant"]] = tested
                print(json.dumps(tested), file=log, flush=True)
                print(tested["mutant"], tested["detected"] or "survived", flush=True)
    survivors = [f for m in mutants if not (f := found[str(m)])["detected"]]
    print(*(each["diff"] for each in survivors), sep="\n\n")
    share = 1 - len(survivors) / len(mutants)
    print(f"\nSeed {given.seed}: {share:.1%} of {len(mutants)} detected.")


if __name__ == "__main__":
    main()
