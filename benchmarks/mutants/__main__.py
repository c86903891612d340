"""
How good are our own tests? Small changes to our own code, and which go unnoticed.

    python benchmarks/mutants [--count 160] [--seed 1] [--room NAME ...] [--survivors]
                              [--learn | --learned] [--jobs 2]

Each mutant is one small change: another comparison, a number one larger, `and` for
`or`, a statement left out. It is tried in a copy of the project. First the tests of its
own room that run its line are asked, the cheapest first, until one fails; then those of
the other rooms. Which test runs which line is learned by running each file of tests
once, as CI does, watched; it is kept in `.mutants`, and learned anew where the file of
tests has changed. So is what was found: a run that was interrupted goes on where it
ended, as long as neither the code nor a test has changed.

A mutant whom all of them pass has survived, and is listed with its line, before and
after. What the slow tests alone would notice has survived, too.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

from changes import Change, changes, sample
from copies import PRODUCT, ROOT, Copy, line_keys, listed

KEPT = ROOT / ".mutants"
BUDGET = 90  # seconds of tests that are asked at once: the cheapest of them
# Files of tests that are about a room, too, under another name.
ALSO = {
    "board": ["tests/test_rules.py"],
    "solver": ["tests/test_verifier.py"],
    "verifier": ["tests/test_forged_proofs.py"],
}
T = TypeVar("T")
R = TypeVar("R")


class Learned(NamedTuple):
    """What is known of a file of tests."""

    name: str
    tests: dict[str, dict]  # seconds, passed, ci
    lines: dict[str, dict[str, list[str]]]

    def runs(self, change: Change) -> set[str]:
        """Return the tests that run the line of a change; "" where it is none alone."""
        keys = line_keys(change.source)
        known = self.lines.get(change.path, {})
        lines = {change.line, change.statement}
        return {test for line in lines for test in known.get(keys[line - 1], [])}


@cache
def all_tests() -> list[str]:
    """Return all files of tests, as they were at first: the copies are of then."""
    return listed("tests/test_*.py", "tests/**/test_*.py")


@cache
def place_of(tests: str) -> Path:
    """Return where what is learned of a file of tests is kept."""
    stamp = sha256((ROOT / tests).read_bytes()).hexdigest()[:12]
    return KEPT / "learned" / f"{tests.replace('/', '.')}.{stamp}.json"


@cache
def known(tests: str) -> Learned | None:
    """Return what was learned last of a file of tests, as it is or as it was."""
    name = tests.replace("/", ".")
    places = sorted((KEPT / "learned").glob(f"{name}.*.json"), key=os.path.getmtime)
    place = (
        place_of(tests) if place_of(tests).exists() else next(reversed(places), None)
    )
    if place is None:
        return None
    told = json.loads(place.read_text("utf-8"))
    return Learned(tests, told["tests"], told["lines"])


def write(path: Path, told: object) -> None:
    """Write a file whole, or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(told), "utf-8")
    new.replace(path)


class Laboratory:
    """Copies of the project, as many as there are jobs, and what is done in them."""

    def __init__(self, folder: Path, jobs: int, learns: bool = True):
        self.jobs, self.learns = jobs, learns
        self.every = [Copy(folder / str(n)) for n in range(jobs)]
        self.free = SimpleQueue[Copy]()
        for copy in self.every:
            self.free.put(copy)

    def each(self, do: Callable[[T, Copy], R], things: Iterable[T]) -> Iterator[R]:
        """Do something with each thing, each time in a copy that is free."""

        def done(thing: T) -> R:
            copy = self.free.get()
            try:
                return do(thing, copy)
            finally:
                self.free.put(copy)

        pool = ThreadPoolExecutor(self.jobs)
        try:
            yield from pool.map(done, things)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for copy in self.every:
                copy.end()
            raise
        finally:
            pool.shutdown()

    def learn(self, files: list[str]) -> list[Learned]:
        """Return what is known of files of tests, learned where it is not yet."""

        def once(name: str, copy: Copy) -> str:
            write(place_of(name), copy.learn(name))
            return name

        todo = [name for name in files if not place_of(name).exists()]
        todo = todo if self.learns else []
        for n, name in enumerate(self.each(once, todo), start=1):
            progress(f"learning: {n} of {len(todo)} files of tests", name)
        return [learned for learned in map(known, files) if learned]

    def ask(
        self, asked: list[tuple[Change, list[Learned]]]
    ) -> Iterator[tuple[Change, str]]:
        """Yield each change with what noticed it among some tests, or with ""."""

        def trial(pair: tuple[Change, list[Learned]], copy: Copy) -> tuple[Change, str]:
            return pair[0], noticed(*pair, copy)

        yield from self.each(trial, asked)


def noticed(change: Change, files: list[Learned], copy: Copy) -> str:
    """Return which test notices a change, or that the time ran out; or ""."""
    runs = {file.name: file.runs(change) for file in files}
    concerned = [file for file in files if runs[file.name]]
    running = {test for tests in runs.values() for test in tests if test}
    every = {test for file in concerned or files for test in file.tests}
    target = copy.root / change.path
    target.write_text(change.applied(), "utf-8")
    try:
        # What is made once, or remembered, is run by the first test and used by others.
        for some in (running, every - running):
            while found := failing(some, files, copy):
                if is_steady(found, some, files, change, copy):
                    return found
                if found not in some:  # nothing can be asked of these tests at all
                    break
                some = some - {found}
        return ""
    finally:
        target.write_text(change.source, "utf-8")


STEADY = set[str]()  # tests that were seen to pass without a change


def is_steady(
    test: str, some: set[str], files: list[Learned], change: Change, copy: Copy
) -> bool:
    """Return whether a test that failed passes without the change."""
    bad_days = any(file.tests.get(test, {}).get("ci") for file in files)
    if test in STEADY and not bad_days:
        return True
    target = copy.root / change.path
    target.write_text(change.source, "utf-8")
    again = failing({test} & some or some, files, copy)
    target.write_text(change.applied(), "utf-8")
    STEADY.update({test} - {again})
    return not again


def failing(tests: set[str], files: list[Learned], copy: Copy) -> str:
    """Return the first of some tests that fails in a copy as it is, or ""."""
    told = {name: test for file in files for name, test in file.tests.items()}
    chosen, total = [], 0.0
    for test in sorted(tests & told.keys(), key=lambda test: told[test]["seconds"]):
        total += told[test]["seconds"]
        if total > BUDGET and chosen:
            break
        if told[test]["passed"]:
            chosen.append(test)
    if not chosen:
        return ""
    note = copy.scratch / "asked.json"
    asked = {
        "files": [*dict.fromkeys(test.partition("::")[0] for test in chosen)],
        "tests": chosen,
        "left_out": sorted(told.keys() - {*chosen}),
        "cpu": round(60 + 3 * min(total, BUDGET)),
        "timeout": round(max(100, 10 * told[chosen[-1]]["seconds"])),
    }
    note.write_text(json.dumps(asked))
    code = copy.run("ask", str(note), patience=1800)
    if code in (0, 5):
        return ""
    failed = json.loads(note.read_text()).get("failed")
    other = {1: "the tests", 2: "the import", 3: "the import"}
    return failed or other.get(code, f"the limits ({code})")


def near(room: str) -> list[str]:
    """Return the files of tests that are a room's own."""
    places = f"tests/{room}/", f"tests/test_{room}.py", *ALSO.get(room, [])
    return [name for name in all_tests() if name.startswith(places)]


def progress(text: str, name: str = "") -> None:
    """Show how far it is, on one line."""
    if sys.stderr.isatty():
        print(f"\r{text}  {name[:60]:<60}", end="", file=sys.stderr, flush=True)
    else:
        print(text, name, file=sys.stderr, flush=True)


def stamp() -> str:
    """Return a name for the code and the tests as they are."""
    text = sha256()
    for name in listed(*PRODUCT, "tests"):
        text.update(name.encode() + (ROOT / name).read_bytes())
    return text.hexdigest()[:12]


class Notebook:
    """What was found of each change, a line for each, kept as it is found."""

    def __init__(self, path: Path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        self.path = path
        self.found = dict(map(json.loads, path.read_text("utf-8").splitlines()))

    @staticmethod
    def key(change: Change, stage: str) -> str:
        return f"{stage} {change.path} {change.start} {change.end} {change.text}"

    def __contains__(self, item: tuple[Change, str]) -> bool:
        return self.key(*item) in self.found

    def __getitem__(self, item: tuple[Change, str]) -> str:
        return self.found[self.key(*item)]

    def note(self, change: Change, stage: str, how: str) -> None:
        self.found[self.key(change, stage)] = how
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([self.key(change, stage), how]) + "\n")


def survivors(
    chosen: list[Change], stage: str, laboratory: Laboratory, notebook: Notebook
) -> list[Change]:
    """Return those that the tests of their own room do not notice, or the others."""
    todo = [change for change in chosen if (change, stage) not in notebook]
    files = dict[str, list[Learned]]()
    for room in sorted({change.room for change in todo}):
        own = near(room)
        others = [name for name in all_tests() if name not in own]
        files[room] = laboratory.learn(own if stage == "own" else others)
    pairs = [(change, files[change.room]) for change in todo]
    for n, (change, how) in enumerate(laboratory.ask(pairs), start=1):
        notebook.note(change, stage, how)
        progress(f"asking the {stage} tests: {n} of {len(todo)}", how)
        if not how:
            print(f"\runnoticed by the {stage} tests: {change}", flush=True)
    return [change for change in chosen if not notebook[change, stage]]


def line_of(change: Change) -> list[str]:
    """Return what a change is, wherever its line stands by now."""
    before = change.source[change.start : change.end]
    # Two changes of a line may be alike, but for where they are in it.
    column = change.start - change.source.rfind("\n", 0, change.start)
    line = line_keys(change.source)[change.line - 1]
    return [change.path, line, before, change.text, str(column)]


def report(chosen: list[Change], lived: list[Change], seed: int) -> None:
    """Print the survivors, and the share that was noticed, room by room."""
    for change in lived:
        print(f"survived: {change}")
    seen = Counter(change.room for change in chosen)
    dead = seen - Counter(change.room for change in lived)
    for room in sorted(seen):
        print(f"{room:<12}{dead[room]:>4} of {seen[room]:>4} noticed")
    share = dead.total() / len(chosen)
    print(f"noticed: {dead.total()} of {len(chosen)}, {share:.1%} (seed {seed})")


def main(argv: list[str] | None = None) -> int:
    """Print the survivors and the share that was noticed; 1 if there are survivors."""
    parser = argparse.ArgumentParser("mutants", description=__doc__.splitlines()[1])
    parser.add_argument("--count", type=int, default=160, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--room", action="append", default=[], help="of this room only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at once")
    parser.add_argument("--survivors", action="store_true", help="those of last time")
    parser.add_argument(
        "--learn", action="store_true", help="learn, and change nothing"
    )
    parser.add_argument(
        "--learned", action="store_true", help="learn nothing, ask what is learned"
    )
    given = parser.parse_args(argv)
    begun = time.monotonic()
    every = [
        change
        for name in listed(*PRODUCT)
        for change in changes(name, (ROOT / name).read_text("utf-8"))
        if not given.room or change.room in given.room
    ]
    last = KEPT / "survivors.json"
    if given.survivors:
        lines = json.loads(last.read_text("utf-8"))
        chosen = [change for change in every if line_of(change) in lines]
    else:
        chosen = sample(every, given.count, given.seed)
    tests = all_tests()
    unknown = [name for name in tests if not place_of(name).exists()]
    print(
        f"{len(chosen)} of {len(every)} small changes. What {len(unknown)} of"
        f" {len(tests)} files of tests run is still to be learned: all of them take"
        " twenty minutes of one core. A change takes a quarter of a minute."
    )
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        laboratory = Laboratory(Path(folder), given.jobs, not given.learned)
        if given.learn:
            laboratory.learn(tests)
            return 0
        notebook = Notebook(KEPT / "found" / f"{stamp()}.jsonl")
        lived = survivors(chosen, "own", laboratory, notebook)
        lived = survivors(lived, "other", laboratory, notebook)
    write(last, [line_of(change) for change in lived])
    report(chosen, lived, given.seed)
    print(f"in {(time.monotonic() - begun) / 60:.0f} minutes", file=sys.stderr)
    return 1 if lived else 0


if __name__ == "__main__":
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Interrupted: the same command goes on from here.")
