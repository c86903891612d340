"""
All the figures, one after the other: measured into results.json, and written from it.

    python benchmarks/run.py [PYTHON]        (or: make bench)
    python benchmarks/run.py --only solver   measure again what one script measures
    python benchmarks/run.py --write         measure nothing, only write

PYTHON is an interpreter that has the others' packages. What is written: the page
docs/benchmarks.md and its chart.
"""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import figures
import plot
from figures import Table

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
RESULTS = ROOT / "benchmarks" / "results.json"
CHART = ROOT / "docs" / "pictures" / "benchmarks.svg"

SCRIPTS = {
    "engine": "The engine",
    "boards": "Bigger boards, other solvers",
    "solver": "Bigger boards, our solver",
    "sandbox": "The sandbox",
    "checker": "The checker, one file",
    "class": "A class, without judging",
    "class --judge 100": "A class of 100",
    "window": "The idle window",
    "page": "The page",
}
BESIDE = ("engine", "boards")  # scripts that measure the others, too
OTHERS = {
    "easyAI": "easyAI",
    "open_spiel": "OpenSpiel",
    "aima3": "aima3",
    "tictactoe-policy": "tictactoe-policy",
}


def command_of(name: str) -> str:
    """Return how a person runs one script."""
    script, *arguments = name.split()
    return " ".join(["python", f"benchmarks/{script}.py", *arguments])


def run(name: str, python: str) -> Iterator[dict[str, Any]]:
    """Run one script, show its tables as they come, and yield them as data."""
    command = [sys.executable, *command_of(name).split()[1:], "--json"]
    if name in BESIDE:
        command.append(python)
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            table = json.loads(line)
            print(f"{figures.text(Table(**table))}\n", flush=True)
            yield table
    if process.returncode:
        raise SystemExit(f"{command_of(name)} failed")


def about(name: str, python: str) -> str:
    """Return when a script is run, where, and what it measures, as one line."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    versions = [f"noughts {version('noughts')}", f"Python {platform.python_version()}"]
    versions += others(python) if name in BESIDE else []
    today = datetime.date.today().isoformat()
    return " · ".join([today, machine, ", ".join(versions)])


def others(python: str) -> list[str]:
    """Return the others' versions."""
    program = (
        "from importlib.metadata import version\n"
        f"for name, shown in {OTHERS}.items():\n"
        "    try: print(shown, version(name))\n"
        "    except Exception: print(shown, '(not installed)')\n"
    )
    return subprocess.check_output([python, "-c", program], text=True).splitlines()


def measured(python: str, names: Iterable[str], kept: dict[str, Any]) -> dict[str, Any]:
    """Return what was measured by these scripts now, and by the others before."""
    found = dict(kept)
    for name in names:
        print(f"\n{SCRIPTS[name]}\n")
        said = about(name, python)
        found[name] = {"about": said, "tables": list(run(name, python))}
    return {name: found[name] for name in SCRIPTS}


def tables(results: dict[str, Any], name: str) -> list[Table]:
    """Return the tables of one script."""
    return [Table(**table) for table in results[name]["tables"]]


def page(results: dict[str, Any]) -> str:
    """Return the page of all figures."""
    parts = [
        "# Benchmarks\n",
        "`make bench` writes this page. Compare figures within one table: times depend "
        "on the machine, counts do not.\n",
        "![First move and all positions](pictures/benchmarks.svg)\n",
    ]
    for name, title in SCRIPTS.items():
        said = results[name]["about"]
        parts += [f"## {title}\n", f"`{command_of(name)}` · {said}\n"]
        parts += [f"{figures.markdown(table)}\n" for table in tables(results, name)]
    return "\n".join(parts)


def write(results: dict[str, Any]) -> None:
    """Write the page and its chart."""
    PAGE.write_text(page(results), "utf-8")
    CHART.write_text(plot.chart(*tables(results, "engine")), "utf-8")


def main() -> int:
    """Measure, or take what was measured; write the page and the chart."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("python", nargs="?", default=sys.executable)
    parser.add_argument("--only", choices=SCRIPTS, action="append")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    results = json.loads(RESULTS.read_text("utf-8"))
    if not given.write:
        results = measured(given.python, given.only or SCRIPTS, results)
        text = json.dumps(results, indent=1, ensure_ascii=False)
        RESULTS.write_text(f"{text}\n", "utf-8")
    write(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
