"""Classes, at least one per platform: students, chosen files and grades."""

import csv
import io
import json
import shutil

import pytest
from classroom.exports import CLASSES, WRONG, export, lay_out, notebook
from conftest import ENGINES
from helpers.golden import HERE, compare, noughts

RIGHT = (ENGINES / "remembering.py").read_bytes()
FILES = {  # what an export.toml calls them; any other text is the file's own
    "right": RIGHT,
    "wrong": WRONG,
    "starter": (HERE / "records/unfinished/starter.py").read_bytes(),
    "notebook": notebook(RIGHT.decode()),
}
MISUSE = 2
COLUMNS = ("Student", "Id", "Late", "Attempt", "Points", "Maximum", "Failed")


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """Keep results for the next class, so that each file is judged once."""
    return tmp_path_factory.mktemp("known") / "results.jsonl"


@pytest.mark.ci
@pytest.mark.parametrize("path", sorted(CLASSES.iterdir()), ids=lambda path: path.name)
def test_a_class_is_graded_as_before(path, tmp_path, known, update_golden):
    (tmp_path / "report").mkdir()
    if known.exists():
        shutil.copy(known, tmp_path / "report")
    options = []
    for name in ("worksheet", "roster"):
        if (path / f"{name}.csv").exists():
            options += [f"--{name}", path / f"{name}.csv"]
    folder = lay_out(tmp_path / "export", export(path.name, FILES))
    run = noughts("check", folder, "-o", tmp_path / "report", *options)
    lines = list[str]()
    if (tmp_path / "report/grades.csv").exists():
        shutil.copy(tmp_path / "report" / known.name, known)
        lines += graded(tmp_path / "report")
    if run.returncode == MISUSE:
        said = run.stderr.replace(f"{tmp_path}/", "").replace(f"{path}/", "")
        lines += [f"# exit code {MISUSE}", said]
    text = "\n".join(lines)
    compare(path / "graded.txt", text, update_golden)


def graded(report):
    """Yield students with their files, grades.csv and the filled worksheet."""
    yield "# student: file"
    for line in sorted((report / "results.jsonl").read_text("utf-8").splitlines()):
        row = json.loads(line)
        if row.get("student"):
            yield f"{row['student']}: {row['record']['file']}"
    yield "# grades.csv"
    text = (report / "grades.csv").read_text("utf-8-sig")
    for row in csv.DictReader(io.StringIO(text)):
        yield ",".join(row.get(name, "") for name in COLUMNS)
    for sheet in sorted((report / "upload").glob("*.csv")):
        yield f"# {sheet.name}"
        yield sheet.read_text("utf-8-sig")
