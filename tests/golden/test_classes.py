"""One class per platform: who was found, which file counted, and the grades."""

import csv
import io
import json

import pytest
from helpers.golden import HERE, compare, noughts

CLASSES = HERE / "classes"
COLUMNS = ("Student", "Id", "Late", "Attempt", "Points", "Maximum", "Failed")


@pytest.mark.ci
@pytest.mark.parametrize("path", sorted(CLASSES.iterdir()), ids=lambda path: path.name)
def test_a_class_is_graded_as_before(path, tmp_path, update_golden):
    options = []
    for name in ("worksheet", "roster"):
        if (path / f"{name}.csv").exists():
            options += [f"--{name}", path / f"{name}.csv"]
    noughts("check", path / "export", "-o", tmp_path / "report", *options)
    text = "\n".join(graded(tmp_path / "report"))
    compare(path / "graded.txt", text, update_golden)


def graded(report):
    """Yield who was found with which file, grades.csv, and the filled worksheet."""
    yield "# student: file"
    for line in sorted((report / "results.jsonl").read_text("utf-8").splitlines()):
        row = json.loads(line)
        if "student" in row:
            yield f"{row['student']}: {row['record']['file']}"
    yield "# grades.csv"
    text = (report / "grades.csv").read_text("utf-8-sig")
    for row in csv.DictReader(io.StringIO(text)):
        yield ",".join(row.get(name, "") for name in COLUMNS)
    for sheet in sorted((report / "upload").glob("*.csv")):
        yield f"# {sheet.name}"
        yield sheet.read_text("utf-8-sig")
