"""
How often the first wrong value of a search leads to the right function and line.

    python benchmarks/own_search.py [PART OF A ROW]

As on the page, each file is run in the sandbox on small boards until it plays one
wrongly. The files are the engines of the tests with one fault, mutants of three correct
engines made by the catalogue of mistakes, and correct files of twelve styles, in which
nothing may be found. Most faults are in what a game needs; the other files play right.
"""

import ast
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from figures import ROOT, table
from helpers.engines import ENGINES

from noughts.mistakes.made import correct_engine, make_mistakes
from noughts.mistakes.mistakes import catalogue
from noughts.observe.calls import UnreadableError
from noughts.observe.own_search import in_sandbox, small_first_wrong
from noughts.sandbox import Limits, Sandbox

STYLES = ROOT / "tests" / "golden" / "records" / "styles"
BASES = {
    "two functions, with a memory": correct_engine,
    "alpha-beta": (ENGINES / "alpha_beta.py").read_text,
    "negamax": (STYLES / "negamax.py").read_text,
}
MOST = 2  # mutants of one mistake in one engine
HEAD = (
    *("set", "files", "play wrongly", "right line", "right function"),
    *("wrong", "not read"),
)


class Faulty(NamedTuple):
    """A file and the place of its fault."""

    name: str
    source: str
    functions: set[str]
    lines: set[int]


def engines() -> Iterator[Faulty]:
    """Yield the engines of the tests with one fault."""
    for name, row in tomllib.loads((ENGINES / "faulty.toml").read_text()).items():
        base = ENGINES / f"{row.get('base', 'remembering')}.py"
        made = ENGINES / f"{name}.py"
        yield changed(name, base.read_text("utf-8"), made.read_text("utf-8"))


def mutants(base: str) -> Iterator[Faulty]:
    """Yield mutants of a correct engine, up to MOST for each mistake."""
    tree = ast.parse(base)
    right = f"{ast.unparse(tree)}\n"
    for mistake in catalogue().values():
        try:
            made = {each.source for each in make_mistakes(tree, mistake)} - {right}
        except KeyError:  # the mistake does not apply to this engine
            continue
        for source in sorted(made)[:MOST]:
            yield changed(mistake.name, right, source)


def changed(name: str, right: str, wrong: str) -> Faulty:
    """Return a file whose fault is what was changed in a correct one."""
    lines = changed_lines(right, wrong)
    return Faulty(name, wrong, functions_at(wrong, lines), lines)


def changed_lines(before: str, after: str) -> set[int]:
    """Return the changed lines; for a removed line, both neighbours."""
    texts = before.split("\n"), after.split("\n")
    lines = set[int]()
    for what, _, _, begin, end in SequenceMatcher(None, *texts, False).get_opcodes():
        if what != "equal":
            lines |= {*range(begin + 1, end + 1)} or {begin, begin + 1}
    return lines


def functions_at(source: str, lines: set[int]) -> set[str]:
    """Return the functions that contain the lines."""
    nodes = list(ast.walk(ast.parse(source)))
    defs = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return {f.name for f in defs if lines & {*range(f.lineno, f.end_lineno + 1)}}


def judge(file: Faulty) -> str:
    """Return what was found: line, function, wrong, missed or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tictactoe.py"
        path.write_text(file.source, "utf-8")
        read = Sandbox(path, Limits(answer=2.0), started=False)
        try:
            found = small_first_wrong(in_sandbox(read), read.source)
        except UnreadableError:
            return "missed"
    if found is None:
        return "nothing"
    if found.line in file.lines:
        return "line"
    return "function" if found.place.call.name in file.functions else "wrong"


def measure(files: list[Faulty]) -> list[object]:
    """Return the counts of one row of the table."""
    verdicts = [judge(file) for file in files]
    for file, verdict in zip(files, verdicts, strict=True):
        if verdict in ("wrong", "missed", "function"):
            print(f"{file.name}: {verdict}", file=sys.stderr)
    counts = Counter(verdicts)
    play_wrongly = len(files) - counts["nothing"]
    in_function = counts["line"] + counts["function"]
    shown = [counts["line"], in_function, counts["wrong"], counts["missed"]]
    shares = (f"{n} ({n / max(play_wrongly, 1):.0%})" for n in shown)
    return [len(files), play_wrongly, *shares]


def main() -> None:
    """Print the table."""
    sets = {"engines with one fault": [*engines()]}
    sets |= {f"mutants: {name}": [*mutants(read())] for name, read in BASES.items()}
    sets["correct files of twelve styles"] = [
        Faulty(path.stem, path.read_text("utf-8"), set(), set())
        for path in STYLES.glob("*.py")
    ]
    part = next(iter(sys.argv[1:]), "")
    rows = [[name, *measure(files)] for name, files in sets.items() if part in name]
    print(table(HEAD, rows))


if __name__ == "__main__":
    main()
