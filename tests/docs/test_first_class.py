"""The sample class of the teachers' page, on the command line and in the tab."""

import csv
import io
import sys

import pytest
from conftest import ROOT
from helpers.commands import command

from noughts.checker.record import to_json
from noughts.classroom.kept import WorksheetFile
from noughts.classroom.tab import Tab
from noughts.texts import words

sys.path.append(str(ROOT / "docs"))
import make_first_class as sample


def grades(data):
    """Return the grades of a worksheet by name."""
    rows = csv.DictReader(io.StringIO(data.decode()))
    return {row["Full name"]: row["Grade"] for row in rows}


def test_the_sample_is_what_its_script_writes():
    assert sample.EXPORT.read_bytes() == sample.export()
    assert sample.WORKSHEET.read_bytes() == sample.worksheet()
    assert sample.ADJUSTMENTS.read_text() == sample.PENALTY
    assert len(grades(sample.worksheet())) == 8


@pytest.mark.ci
def test_the_sample_is_graded_alike_on_the_command_line_and_in_the_tab(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    arguments = ["check", str(sample.EXPORT), "-o", "report"]
    assert command("check")([*arguments[1:], "--worksheet", str(sample.WORKSHEET)]) == 1
    native = grades((tmp_path / "report/upload/Grades.csv").read_bytes())
    out = capsys.readouterr().out
    assert words()("class.absent_names", who="Hugo Teles") in out
    assert out.splitlines()[-1] == words()("upload.overwrite")
    assert native["Felipe Castro"] == "60.00"
    assert [native[name] for name in ("Gina Moreira", "Hugo Teles")] == ["", ""]
    opened = Tab()
    opened.open(str(sample.EXPORT))
    while opened.choose():
        pass
    while key := opened.next():
        opened.know(key, to_json(opened.judge(opened.waiting()[key])))
    opened.worksheet = WorksheetFile(sample.worksheet(), "Grades.csv", column="")
    opened.write(str(tmp_path / "tab"), str(tmp_path / "tab.zip"), "en")
    assert grades((tmp_path / "tab/upload/Grades.csv").read_bytes()) == native
    late = native["Bruno Melo"]
    command("check")([*arguments[1:], "--adjustments", str(sample.ADJUSTMENTS)])
    adjusted = grades((tmp_path / "report/upload/Grades.csv").read_bytes())
    assert float(adjusted["Bruno Melo"]) == float(late) - 10
