"""
All the figures, one after the other: on the terminal and in docs/benchmarks.md.

    python benchmarks/run.py [PYTHON]        (or: make bench)

PYTHON is an interpreter that has the others' packages.
"""

import datetime
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import plot

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
CHART = ROOT / "docs" / "pictures" / "benchmarks.svg"

SCRIPTS = {
    "engine": "The engine, beside the others",
    "boards": "Bigger boards, beside the others",
    "solver": "Bigger boards: what each idea of the ladder gains",
    "sandbox": "The sandbox",
    "checker": "The checker, one file",
    "class": "The checker, a class: all but the judge",
    "class --judge 100": "The checker, a class of 100",
    "window": "The window, idle",
    "explorer": "The page",
}
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


def run(name: str, python: str) -> str:
    """Run one script, show what it prints as it comes, and return it."""
    command = [sys.executable, *command_of(name).split()[1:]]
    if name in ("engine", "boards"):
        command.append(python)
    lines = []
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip())
    if process.returncode:
        raise SystemExit(f"{command_of(name)} failed")
    return "\n".join(lines).strip("\n")


def versions(python: str) -> str:
    """Return what was measured, with its version, as one line."""
    program = (
        "from importlib.metadata import version\n"
        f"for name, shown in {OTHERS}.items():\n"
        "    try: print(shown, version(name))\n"
        "    except Exception: print(shown, '(not installed)')\n"
    )
    others = subprocess.check_output([python, "-c", program], text=True).splitlines()
    ours = [f"noughts {version('noughts')}", f"Python {platform.python_version()}"]
    return ", ".join(ours + others)


def main() -> int:
    """Run every script and write the page and its chart."""
    python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    parts = [
        "# Benchmarks\n",
        "Written by `make bench`, in one run on one machine: compare what stands in "
        "one table, and rather the ratios and the counts than the times.\n",
        f"{datetime.date.today().isoformat()} · {machine} · {versions(python)}\n",
        "![First move and all positions, beside the others](pictures/benchmarks.svg)\n",
    ]
    for name, title in SCRIPTS.items():
        print(f"\n{title}\n")
        parts += [f"## {title}\n", f"`{command_of(name)}`\n"]
        parts += [f"```text\n{run(name, python)}\n```\n"]
    PAGE.write_text("\n".join(parts), "utf-8")
    CHART.write_text(plot.chart(PAGE.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
