"""Golden files: what the program does today, as text that people can read."""

import difflib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HERE = ROOT / "tests" / "golden"
ENVIRONMENT = {
    **os.environ,
    "LC_ALL": "C.UTF-8",
    "PYTHONPATH": str(ROOT),
    "COLUMNS": "80",
    "NO_COLOR": "1",
}


def compare(path, text, update):
    """Fail with a diff unless the golden file holds this text; or write it."""
    if update:
        path.write_text(text, "utf-8")
        return
    old = path.read_text("utf-8") if path.exists() else ""
    if old != text:
        name = path.relative_to(HERE).as_posix()
        diff = difflib.unified_diff(
            old.splitlines(), text.splitlines(), name, "now", lineterm="", n=1
        )
        pytest.fail("\n".join(diff), pytrace=False)


def noughts(*arguments, cwd=None, stdin=""):
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "noughts", *map(str, arguments)],
        cwd=cwd,
        env=ENVIRONMENT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=600,
    )


def facts(path):
    """Return what the checker finds in a file: facts, no sentences."""
    done = noughts("check", "--json", path)
    if done.returncode == 2:
        return f"exit code 2\n{done.stderr}"
    return "\n".join(lines(json.loads(done.stdout))) + "\n"


def lines(record):
    """Yield the facts of a record, one to a line."""
    points, maximum, bonus = (record[key] for key in ("points", "maximum", "bonus"))
    yield f"{points:g} of {maximum:g} points, bonus {bonus_points(record)} of {bonus:g}"
    if record["refusal"]:
        yield "refused"
    passed = sum(check["status"] == "passed" for check in record["checks"])
    yield f"{passed} checks passed"
    for check in record["checks"]:
        if check["status"] != "passed":
            yield check_line(check)
    for known in record["misconceptions"]:
        place = f" in line {known['line']}" if known["line"] else ""
        place += f": {known['code']}" if known["code"] else ""
        yield f"mistake: {known['name']} of {known['function']}{place}"
    if record["search"]:
        yield f"search: {record['search']['kind']}"
    for remark in record["findings"]:
        yield f"style: {remark['code']} in line {remark['line']}"


def check_line(check):
    """Return one check that did not pass: status, counts, first board, causes."""
    line = f"{check['status']}: {check['name']}, {check['failing']} of {check['asked']}"
    boards = [failure["board"] for failure in check["failures"]]
    line += f", first {boards[0]}" if any(boards) else ""
    return line + "".join(f", through {cause}" for cause in check["causes"])


def bonus_points(record):
    """Return the points that the bonus sections have earned."""
    earned = [each["points"] for each in record["sections"] if each["bonus"]]
    return f"{sum(earned):g}"
