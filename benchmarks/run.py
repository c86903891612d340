"""
Run the benchmarks, and put what they print on docs/benchmarks.md.

    python benchmarks/run.py [NAME ...]

NAME is a script such as `solver`; without names all are run. The sections of the others
stay as they are.
"""

import datetime
import os
import platform
import subprocess
import sys

from figures import ROOT

PAGE = ROOT / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

`make bench` writes this page, and `python benchmarks/run.py NAME` one section of it.
Compare figures within one table, and trust ratios and counts more than times.
"""
TITLES = {
    "engine": "The engine and other packages",
    "solver": "What each idea of the solver gains",
    "checker": "Checking one file",
    "class": "Checking a class",
    "own_search": "How often the wrong line is named",
    "browser": "Checking in a browser",
}


def measure(name: str) -> str:
    """Return the section of one script, newly measured."""
    command = [sys.executable, f"benchmarks/{name}.py"]
    text = subprocess.check_output(command, cwd=ROOT).decode().strip("\n")
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    about = f"{datetime.date.today()}, {machine}, Python {platform.python_version()}"
    return f"`python benchmarks/{name}.py`: {about}\n\n{text}\n"


def sections(page: str) -> dict[str, str]:
    """Return the text below each title of the page."""
    parts = (part.partition("\n\n") for part in page.split("\n## ")[1:])
    return {title: text.rstrip("\n") + "\n" for title, _, text in parts}


def write(found: dict[str, str]) -> str:
    """Return the page made of these sections, in the order of the titles."""
    ordered = [title for title in TITLES.values() if title in found]
    return "\n".join([HEAD, *(f"## {title}\n\n{found[title]}" for title in ordered)])


def main() -> None:
    """Measure, and write the page after each script."""
    names = sys.argv[1:] or TITLES
    if unknown := {*names} - {*TITLES}:
        sys.exit(f"{', '.join(unknown)}: expected one of {', '.join(TITLES)}")
    found = sections(PAGE.read_text("utf-8"))
    for name in names:
        print(f"\n{TITLES[name]}\n", flush=True)
        found[TITLES[name]] = measure(name)
        print(found[TITLES[name]], flush=True)
        PAGE.write_text(write(found), "utf-8")


if __name__ == "__main__":
    main()
