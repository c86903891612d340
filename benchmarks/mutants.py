"""
The strength of the tests: how many random mutants of the package they detect.

    python benchmarks/mutants.py [COUNT] [SEED] [--log FILE]

Cosmic Ray makes the mutants, with one replacement for each operator. Annotations and
named numbers stay, because a test could only repeat them. Each mutant is tested in a
copy of the repository: by the quick tests that execute its line, as Coverage.py has
recorded, or by all if it knows of none; if these pass, by all tests of its package and
of the golden files, also the longer ones. What is in the log is not done again.
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
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData
from figures import ROOT

SECONDS = 3600  # for one run of the tests, even on a busy machine; for one test, 300
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
COVERAGE = (
    *("--cov", "--cov-context=test", "--cov-report="),
    *("--durations=0", "--durations-min=0"),
)
DURATION = re.compile(r"^([\d.]+)s call +([^[\n]+)", re.MULTILINE)
FAILURE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", re.MULTILINE)
OPERATORS = re.compile(
    r"core/(AddNot|(Number|Exception)Replacer|Replace\w+With\w+|ZeroIterationForLoop"
    r"|\w+_(Delete_Not|USub_UAdd|Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot"
    r"|IsNot_Is|Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Add|BitAnd_BitOr|BitOr_BitAnd))"
)
NUMBERS = ast.Constant | ast.Name | ast.BinOp | ast.UnaryOp | ast.Tuple
FAILED, LATE, SURVIVED = "failed", "timed out", "survived"


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
        with suppress(SyntaxError):
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


class Suite:
    """The tests in a copy of the repository, and what the quick ones execute."""

    def __init__(self, copy: Path) -> None:
        self.copy, self.seconds = copy, Counter[str]()
        outcome, printed = self.run(COVERAGE)
        if outcome != SURVIVED:
            raise SystemExit(f"The tests fail without a mutant:\n{printed}")
        for seconds, test in DURATION.findall(printed):
            self.seconds[test] += float(seconds)
        self.executed = CoverageData(str(copy / ".coverage"))
        self.executed.read()

    def run(self, arguments: Sequence[str]) -> tuple[str, str]:
        """Run pytest, and return the outcome and what it printed."""
        command = [sys.executable, *PYTEST, *arguments]
        here = {"cwd": self.copy, "env": os.environ | {"PYTHONPATH": str(self.copy)}}
        try:
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, **here)
        except subprocess.TimeoutExpired:
            return LATE, ""
        printed = done.stdout.decode(errors="replace")
        if done.returncode == 0:
            return SURVIVED, printed
        return LATE if "Timeout (>" in printed else FAILED, printed

    def stages(self, mutant: Mutant, line: int) -> list[list[str]]:
        """Return pytest's arguments for the quick tests, then for the longer ones."""
        own = f"tests/{mutant.package}/", f"tests/test_{mutant.package}.py"
        contexts = self.executed.contexts_by_lineno(str(self.copy / mutant.module))
        tests = {re.split(r"[\[|]", context)[0] for context in contexts.get(line, ())}
        quick = sorted(
            tests & {*self.seconds} or self.seconds,
            key=lambda test: (not test.startswith(own), self.seconds[test]),
        )
        longer = filter(lambda each: (self.copy / each).exists(), own)
        return [quick, ["--run-ci", *longer, "tests/golden"]]

    def test(self, mutant: Mutant) -> dict[str, str]:
        """Return what the tests say about a mutant."""
        module = self.copy / mutant.module
        source = module.read_text("utf-8")
        changed = mutant.applied(source)
        before, after = source.splitlines(), changed.splitlines()
        same = [old == new for old, new in zip(before, after, strict=False)]
        module.write_text(changed, "utf-8")
        for arguments in self.stages(mutant, same.index(False) + 1):
            outcome, printed = self.run(arguments)
            if outcome != SURVIVED:
                break
        module.write_text(source, "utf-8")
        failed = FAILURE.search(printed)
        diff = "\n".join(unified_diff(before, after, mutant.module, "", "", "", 1, ""))
        found = {"mutant": str(mutant), "outcome": outcome, "diff": diff}
        return found | {"test": failed[1] if failed else ""}


def main() -> None:
    """Test each mutant once, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=150)
    parser.add_argument("seed", nargs="?", default="1")
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    given = parser.parse_args()
    mutants = choose(given.count, given.seed)
    with tempfile.TemporaryDirectory() as copy, given.log.open("a+") as log:
        log.seek(0)
        found = {each["mutant"]: each for each in map(json.loads, log)}
        subprocess.run(["git", "clone", "-q", ROOT, copy], check=True)
        suite = Suite(Path(copy))
        for mutant in mutants:
            if str(mutant) not in found:
                tested = found[str(mutant)] = suite.test(mutant)
                print(json.dumps(tested), file=log, flush=True)
                print(mutant, tested["outcome"], tested["test"], flush=True)
    print(report([found[str(mutant)] for mutant in mutants], given.seed))


def report(found: list[dict[str, str]], seed: str) -> str:
    """Return the survivors as diffs, and how many mutants were detected."""
    survivors = [each["diff"] for each in found if each["outcome"] == SURVIVED]
    detected = 1 - len(survivors) / len(found)
    total = f"Seed {seed}: {detected:.1%} of {len(found)} detected."
    return "\n\n".join([*survivors, total])


if __name__ == "__main__":
    main()
