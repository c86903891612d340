"""
The strength of the tests: how many random mutants of the package they detect.

    python benchmarks/mutants.py [COUNT] [SEED] [--log FILE] [--workers N]

Cosmic Ray makes the mutants, with one replacement for each operator. Annotations and
named numbers stay, because a test could only repeat them. Each mutant is tested in a
copy of the repository: by the quick tests of its package that name the module; if these
pass, by the others; the quick tests of all other packages; and the longer ones of its
own. What is in the log is not done again.
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
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from figures import ROOT, table

SECONDS = 3600  # for one run of the tests, even on a busy machine; for one test, 300
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
# Modules whose tests are not in a file or folder of the same name.
TESTS = {"__init__": "test_api.py", "__main__": "cli", "board": "test_rules.py"}
OPERATORS = re.compile(
    r"core/(AddNot|(Number|Exception)Replacer|Replace\w+With\w+|ZeroIterationForLoop"
    r"|\w+_(Delete_Not|USub_UAdd|Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot"
    r"|IsNot_Is|Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Add|BitAnd_BitOr|BitOr_BitAnd))"
)
NUMBERS = ast.Constant | ast.Name | ast.BinOp | ast.UnaryOp | ast.Tuple
OUTCOMES = FAILED, LATE, SURVIVED = "failed", "timed out", "survived"


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
                parts = (
                    each for each in ast.walk(node.value) if hasattr(each, "lineno")
                )
                if id.isupper() and all(isinstance(each, NUMBERS) for each in parts):
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


def outcome(mutant: Mutant, stage: int, copy: Path) -> dict[str, str | int]:
    """Return what a stage of the tests says about a mutant in this copy."""
    module = copy / mutant.module
    source = module.read_text("utf-8")
    changed = mutant.applied(source)
    try:
        module.write_text(changed, "utf-8")
        arguments = stages(mutant, copy)[stage]
        what, test = failure(copy, arguments) if arguments else (SURVIVED, "")
    finally:
        module.write_text(source, "utf-8")
    lines = source.splitlines(), changed.splitlines()
    diff = "\n".join(unified_diff(*lines, mutant.module, "", "", "", 1, ""))
    found = {"mutant": str(mutant), "stage": stage, "outcome": what}
    return found | {"test": test, "diff": diff}


def stages(mutant: Mutant, copy: Path) -> list[list[str]]:
    """Return pytest's arguments for each stage, the cheapest first."""
    name, module = mutant.package, Path(mutant.module).stem
    own = copy / "tests" / TESTS.get(name, name)
    if not own.exists():
        own = own.with_name(f"test_{name}.py")
    files = sorted(own.rglob("test_*.py")) or [own]
    near = [file for file in files if re.search(rf"\b{module}\b", file.read_text())]
    others = [file for file in files if file not in near]
    return [
        [*map(str, near)],
        [*map(str, others)],
        ["tests", f"--ignore={own}"],
        ["--run-ci", "-m", "ci or sampled", *map(str, near + others)],
    ]


def failure(copy: Path, arguments: list[str]) -> tuple[str, str]:
    """Run pytest in a copy, and return what happened in which test."""
    environment = os.environ | {"PYTHONPATH": str(copy)}
    command = [sys.executable, *PYTEST, *arguments]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return LATE, ""
    if done.returncode in (0, 5):  # all passed, or there is none
        return SURVIVED, ""
    printed = done.stdout.decode(errors="replace")
    test = re.search(r"^(?:FAILED|ERROR) (.+?)( - |$)", printed, re.MULTILINE)
    late = "Timeout (>" in printed
    return LATE if late else FAILED, test[1] if test else printed[-400:]


def main() -> None:
    """Test each mutant once, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=150)
    parser.add_argument("seed", nargs="?", default="1")
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    mutants = choose(given.count, given.seed)
    given.log.touch()
    known = map(json.loads, given.log.read_text("utf-8").splitlines())
    found = {each["mutant"]: each for each in known}

    def test_each(number: int, stage: int) -> None:
        with tempfile.TemporaryDirectory() as copy, given.log.open("a") as log:
            subprocess.run(["git", "clone", "-q", ROOT, copy], check=True)
            for mutant in mutants[number :: given.workers]:
                last = found.get(str(mutant), {"outcome": SURVIVED, "stage": -1})
                if last["outcome"] == SURVIVED and last["stage"] < stage:
                    tested = found[str(mutant)] = outcome(mutant, stage, Path(copy))
                    print(json.dumps(tested), file=log, flush=True)
                    print(*list(tested.values())[:4], flush=True)

    with ThreadPoolExecutor(given.workers) as threads:
        for stage in range(4):
            workers = range(given.workers)
            list(threads.map(test_each, workers, [stage] * given.workers))
    print(report(mutants, [found[str(mutant)] for mutant in mutants], given.seed))


def report(mutants: list[Mutant], found: list[dict[str, str]], seed: str) -> str:
    """Return the survivors as diffs, and how many of each package were detected."""
    counts = Counter[tuple[str, str]]()
    for mutant, tested in zip(mutants, found, strict=True):
        for place in (mutant.package, "all"):
            counts[place, tested["outcome"]] += 1
    places = [*sorted({mutant.package for mutant in mutants}), "all"]
    rows = [[place, *(counts[place, each] for each in OUTCOMES)] for place in places]
    detected = 1 - counts["all", "survived"] / len(mutants)
    survivors = [each["diff"] for each in found if each["outcome"] == SURVIVED]
    note = f"Seed {seed}: {detected:.1%} detected."
    return "\n\n".join([*survivors, table(["package", *OUTCOMES], rows, note)])


if __name__ == "__main__":
    main()
