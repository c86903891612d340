"""
How often the first wrong value of a search leads to the right function and line.

    python benchmarks/own_search.py [PART OF A ROW]

As on the page, each file is run in the sandbox on small boards until it plays one
wrongly. The files are the engines in tests/engines that play wrongly, mutants of three
correct engines made by the catalogue of mistakes, and correct files of twelve styles,
in which nothing may be found. A search that cannot be read counts as missed.
"""

import ast
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from figures import table

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers.engines import ENGINES  # noqa: E402

from noughts.mistakes.made import correct_engine, make_mistakes  # noqa: E402
from noughts.mistakes.mistakes import catalogue  # noqa: E402
from noughts.observe.calls import UnreadableError  # noqa: E402
from noughts.observe.own_search import (  # noqa: E402
    in_sandbox,
    small_first_wrong,
)
from noughts.sandbox import Limits, Sandbox  # noqa: E402

STYLES = ROOT / "tests" / "golden" / "records" / "styles"
BASES = {
    "two functions, with a memory": correct_engine,
    "alpha-beta": (ENGINES / "alpha_beta.py").read_text,
    "negamax": (STYLES / "negamax.py").read_text,
}
MOST = 2  # mutants of one mistake in one engine
# The function with the fault and the beginning of its line.
FAULTS = {
    "action_for_value": ("minimax", "worth = minimax("),
    "board_only_cache": ("value", "key = str(board)"),
    "crashes_on_ties": ("utility", "return {X: 1"),
    "depth_limit": ("value", "if terminal(board) or depth"),
    "first_cell": ("minimax", "return min("),
    "illegal_move": ("minimax", "return (0, 0)"),
    "loops_forever": ("minimax", "while True"),
    "max_for_both": ("search", "return max("),
    "max_slip": ("search", "best = max("),
    "mover_utility": ("utility", "return 1 if"),
    "mutating_minimax": ("minimax", "board[i][j] ="),
    "no_antidiagonal": ("winner", "lines +="),
    "no_diagonals": ("winner", "lines +="),
    "none_from_branch": ("search", "best = min("),
    "none_when_losing": ("minimax", "best, choice = -1"),
    "o_win_not_scored": ("utility", "return {X: 1"),
    "pair_returned": ("minimax", "return value("),
    "random_move": ("minimax", "return random"),
    "recursion": ("minimax", "return minimax("),
    "returns_early": ("search", "return best"),
    "same_board": ("search", "best = max("),
    "shallow_copy": ("result", "after ="),
    "starts_at_zero": ("search", "best = 0"),
    "swapped_max_min": ("minimax", "best = min"),
    "ties_taken": ("minimax", "worth = m"),
    "turn_miscounted": ("player", "return O if"),
    "unrestored": ("minimax", "board[i][j] ="),
    "value_returned": ("minimax", "return value("),
    "winner_empty_line": ("winner", "if line.count"),
    "wrong_child": ("minimax", "if worth == 1"),
    "wrong_cut": ("min_value", "if best >= alpha"),
}


class Faulty(NamedTuple):
    """A file and the place of its fault."""

    name: str
    source: str
    functions: set[str]
    lines: set[int]


def engines() -> Iterator[Faulty]:
    """Yield the engines that play wrongly."""
    for name, (function, begin) in FAULTS.items():
        source = (ENGINES / f"{name}.py").read_text("utf-8")
        rows = enumerate(source.split("\n"), 1)
        lines = {n for n, line in rows if line.strip().startswith(begin)}
        yield Faulty(name, source, {function}, lines)


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
            lines = changed_lines(right, source)
            yield Faulty(mistake.name, source, functions_at(source, lines), lines)


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
    # A mutant may still play right; the engines with a known fault do not.
    is_known = all(file.name in FAULTS for file in files)
    all_wrong = len(files) - (0 if is_known else counts["nothing"])
    shown = [counts["line"], counts["line"] + counts["function"]]
    shown += [counts["wrong"], counts["missed"]]
    shown.append(counts["nothing"] if is_known else 0)
    return [
        len(files),
        all_wrong,
        *(f"{n} ({n / max(all_wrong, 1):.0%})" for n in shown),
    ]


def main() -> None:
    """Print the table."""
    sets = {"engines that play wrongly": [*engines()]}
    sets |= {f"mutants: {name}": [*mutants(read())] for name, read in BASES.items()}
    styles = [
        Faulty(p.stem, p.read_text("utf-8"), set(), set()) for p in STYLES.glob("*.py")
    ]
    sets["correct files of twelve styles"] = styles
    if sys.argv[1:]:
        sets = {name: files for name, files in sets.items() if sys.argv[1] in name}
    head = ["set", "files", "play wrongly", "right line", "right function", "wrong"]
    print(
        table(
            [*head, "not read", "not seen"], [[n, *measure(f)] for n, f in sets.items()]
        )
    )


if __name__ == "__main__":
    main()
