"""
How often the first wrong value of a search leads to the right function and line.

    python benchmarks/own_search.py

As on the page, each file is run in the sandbox on small boards until it plays one
wrongly. The files are the engines of the tests with one fault, mutants of three correct
engines made by the catalogue of mistakes, and correct files of twelve styles, in which
nothing may be found. Most faults are in what a game needs; the other files play right.
"""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher

from figures import ROOT, table
from helpers.engines import ENGINES

from noughts.checker.mistakes.catalogue import catalogue
from noughts.checker.mistakes.made import correct_engine, make_mistakes
from noughts.checker.own_search.calls import UnreadableError
from noughts.checker.trace_file import trace_in_sandbox

STYLES = ROOT / "tests" / "golden" / "records" / "styles"
BASES = {
    "two functions, with a memory": correct_engine(),
    "alpha-beta": (ENGINES / "alpha_beta.py").read_text("utf-8"),
    "negamax": (STYLES / "negamax.py").read_text("utf-8"),
}
MOST = 2  # mutants of one mistake in one engine
NOTE = """\
Each file of the first four rows has one known fault. *Right line*: the line that the
checker names is the faulty one. *Right function*: it is at least in the same function.
*Wrong*: it is in another function. *Not read*: the search could not be followed."""
HEAD = (
    *("set", "files", "play wrongly", "right line", "right function"),
    *("wrong", "not read"),
)
Faulty = tuple[str, set[int]]  # a file and the lines of its fault


def engines() -> Iterator[Faulty]:
    """Yield the engines of the tests with one fault."""
    for name, row in tomllib.loads((ENGINES / "faulty.toml").read_text()).items():
        base = ENGINES / f"{row.get('base', 'remembering')}.py"
        wrong = (ENGINES / f"{name}.py").read_text("utf-8")
        yield wrong, changed_lines(base.read_text("utf-8"), wrong)


def mutants(base: str) -> Iterator[Faulty]:
    """Yield mutants of a correct engine, up to MOST for each mistake."""
    tree = ast.parse(base)
    right = f"{ast.unparse(tree)}\n"
    for mistake in catalogue().values():
        try:
            made = {each.source for each in make_mistakes(tree, mistake)} - {right}
        except KeyError:  # the mistake does not apply to this engine
            continue
        for wrong in sorted(made)[:MOST]:
            yield wrong, changed_lines(right, wrong)


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


def judge(source: str, lines: set[int]) -> str:
    """Return what was found: line, function, wrong, missed or nothing."""
    try:
        found, _ = trace_in_sandbox(source.encode())
    except UnreadableError:
        return "missed"
    if found is None:
        return "nothing"
    if found.line in lines:
        return "line"
    right = found.place.call.name in functions_at(source, lines)
    return "function" if right else "wrong"


def measure(files: list[Faulty]) -> list[object]:
    """Return the counts of one row of the table."""
    counts = Counter(judge(*file) for file in files)
    play_wrongly = len(files) - counts["nothing"]
    in_function = counts["line"] + counts["function"]
    shown = [counts["line"], in_function, counts["wrong"], counts["missed"]]
    shares = (f"{n} ({n / max(play_wrongly, 1):.0%})" for n in shown)
    return [len(files), play_wrongly, *shares]


def main() -> None:
    """Print the table."""
    sets = {"engines with one fault": [*engines()]}
    sets |= {f"mutants: {name}": [*mutants(base)] for name, base in BASES.items()}
    correct = [path.read_text("utf-8") for path in STYLES.glob("*.py")]
    sets["correct files of twelve styles"] = [(text, set()) for text in correct]
    rows = [[name, *measure(files)] for name, files in sets.items()]
    print(table(HEAD, rows, NOTE.replace("\n", " ")))


if __name__ == "__main__":
    main()
