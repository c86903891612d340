"""A class graded in a browser tab, without the browser."""

import json
import zipfile
from dataclasses import replace
from unittest.mock import Mock

import pytest
from classroom.exports import HERE, MOODLE_WORKSHEET, zipped
from conftest import ENGINES
from helpers.trusted import judged

from noughts.checker.record import to_json
from noughts.checker.rubric import load, parse, shipped
from noughts.classroom import hand_ins, tab
from noughts.classroom.archives import LARGEST_ZIP
from noughts.classroom.file_judge import FileJudge, add_style
from noughts.classroom.hand_ins import read_class
from noughts.classroom.kept import WorksheetFile, read_kept
from noughts.classroom.run import check_class
from noughts.classroom.tab import Tab, rubric_text
from noughts.texts import words

OWN = (HERE / "own.toml").read_text("utf-8")
BROKEN = (ENGINES / "syntax_error.py").read_bytes()
EXPORT = zipped(
    {
        "Ana Silva_123450_assignsubmission_file_/tictactoe.py": BROKEN,
        "Bob O'Neill_123451_assignsubmission_file_/tictactoe.py": BROKEN + b"\n",
        "Cora Cruz_123452_assignsubmission_file_/notes.pdf": b"%PDF",
    }
)
BOMB = bytes(LARGEST_ZIP + 1)


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """Return a class whose files are chosen, as the worker in the browser does it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hand_ins, "LARGEST_CLASS", LARGEST_ZIP)
    monkeypatch.setattr(tab, "MOST_STUDENTS", 3)
    (tmp_path / "INF101.zip").write_bytes(EXPORT)
    (tmp_path / "grades.csv").write_bytes(MOODLE_WORKSHEET)
    opened = Tab()
    assert opened.open("INF101.zip") == {
        "name": "INF101.zip",
        "names": ["Ana Silva", "Bob O'Neill", "Cora Cruz"],
        "is_moodle": True,
    }
    while opened.choose():
        pass
    return opened


def judge_all(opened):
    """Judge the files natively, and hand over the records."""
    while key := opened.next():
        opened.know(key, to_json(opened.judge(opened.waiting()[key])))


def write(opened, folder):
    """Write the report into a folder called tab."""
    return opened.write(str(folder / "tab"), str(folder / "tab.zip"), "en")


@pytest.mark.parametrize("rubric", [*map(load, shipped()), parse(OWN, "own")])
def test_a_saved_rubric_is_read_back_unchanged(rubric):
    text = rubric_text(rubric)
    assert parse(text, "saved") == rubric
    assert text.isascii() == (rubric.title.key != "")


def test_weights_scale_the_checks_of_a_section(opened, tmp_path):
    (tmp_path / "own.toml").write_text(OWN, "utf-8")
    opened.use_rubric("own.toml")
    opened.weigh([21, 0])
    rules, styles = opened.judge.rubric.sections
    assert [item.maximum for item in rules.items] == [16, 5]
    assert (styles.maximum, opened.rubric.sections[0].maximum) == (0, 10.5)
    opened.weigh([10.5, 4])
    assert opened.judge.rubric.sections[1].maximum == 4
    empty = opened.rubric.sections[0]
    empty = replace(empty, items=tuple(replace(e, maximum=0.0) for e in empty.items))
    assert [item.maximum for item in tab.scale(empty, 5).items] == [2.5, 2.5]


def test_a_row_shows_the_outcome(opened):
    outcomes = [row["outcome"] for row in opened.rows("en")]
    assert outcomes == ["waiting", "waiting", "refused"]
    keys = [key for n in range(3) for key in opened.keys(n)]
    opened.fail(keys[1], "out of memory")
    judge_all(opened)
    rows = opened.rows("pt-BR")
    assert [row["outcome"] for row in rows] == ["broken", "faults", "refused"]
    assert rows[1]["said"] == words("pt-BR")("tab.failed", why="out of memory")
    totals = {"points": {"Ana Silva": 0}, "open": [], "median": 0}
    distribution = {"maximum": 100, "bins": [1, *[0] * 10]}
    assert opened.totals() == totals | distribution
    assert opened.report(0)["html"].keys() == {"en", "pt-BR"}
    opened.know("other", opened.known()[keys[0]])
    known = opened.known(keys[:1])
    facts = {key: (each["points"], each["seconds"]) for key, each in known.items()}
    assert facts == {keys[0]: (0, 0)}


def test_each_file_is_judged_once(opened):
    [key] = opened.keys(1)
    carried = opened.carry(key)
    source = opened.submissions[1].files[key].source
    assert json.loads(carried.begin())["source"].encode() == source
    assert carried.refuse("") == "done"
    opened.enter(key, carried)
    assert opened.results == {key: carried.record}
    [key] = opened.keys(0)
    opened.submissions[1] = opened.submissions[0]
    assert (opened.next(), opened.next()) == (key, "")
    assert [row["n"] for row in opened.rows("en", key)] == [0, 1]


def test_the_files_are_those_of_the_command_line(opened, tmp_path):
    judge_all(opened)
    opened.use_worksheet("grades.csv")
    written = write(opened, tmp_path)
    check_class(
        read_class(tmp_path / "INF101.zip"),
        tmp_path / "native",
        FileJudge(load()),
        worksheet=WorksheetFile(MOODLE_WORKSHEET, "grades.csv", column=""),
    )
    files = {
        folder: {
            path.relative_to(tmp_path / folder).as_posix(): path.read_bytes()
            for path in (tmp_path / folder).rglob("*")
            if path.is_file()
        }
        for folder in ("tab", "native")
    }
    assert files["tab"] == files["native"]
    with zipfile.ZipFile(tmp_path / "tab.zip") as archive:
        assert {*files["tab"]} <= {*archive.namelist()}
    assert {written["worksheet"], written["feedback"]} < files["tab"].keys()
    assert (written["entered"], len(written["left_open"])) == (1, 3)


def test_the_command_line_goes_on_with_a_report_of_the_tab(opened, tmp_path):
    judge_all(opened)
    write(opened, tmp_path)
    overview = check_class(
        read_class(tmp_path / "INF101.zip"),
        tmp_path / "tab",
        FileJudge(load()),
        executor=Mock(submit=pytest.fail),
    )
    assert [len(each) for each in overview.outcomes.values()] == [0, 2, 1, 0, 0]


@pytest.mark.ci
@pytest.mark.parametrize("name", ["bad_style", "not_implemented", "lacks_names"])
def test_style_is_judged_later_as_it_is_at_once(name):
    path = ENGINES / f"{name}.py"
    without = judged(path, remarks="missing")
    assert add_style(without, path.read_bytes()) == judged(path)


LATE = "student,points,comment\nBob O'Neill,-2,Late.\nEva,1,\n"
GRADED = "id;grade;file\n123452;61,5;\n123450;;tictactoe.py\n"


def test_adjustments_are_told_from_a_worksheet_and_shown_at_once(opened, tmp_path):
    judge_all(opened)
    (tmp_path / "late.csv").write_text(LATE, "utf-8")
    (tmp_path / "graded.csv").write_text(GRADED, "utf-8")
    (tmp_path / "none.csv").touch()
    assert opened.use_list("grades.csv").keys() == {"worksheet"}
    told = {"name": "late.csv", "n": 1, "unused": ["Eva"]}
    assert opened.use_list("late.csv") == {"adjustments": told}
    assert "Late." in opened.row(1, "pt-BR")["said"]
    assert "Late." in opened.report(1)["html"]["en"]
    assert opened.use_list("graded.csv")["adjustments"]["n"] == 2
    assert opened.totals()["points"]["Cora Cruz"] == 61.5
    assert opened.next() == ""  # no other file is to be judged
    write(opened, tmp_path)
    kept = read_kept(tmp_path / "tab")
    assert (kept.worksheet.name, kept.adjustments.name) == ("grades.csv", "graded.csv")
    assert opened.use_list("none.csv")["adjustments"]["n"] == 0
    assert "Cora Cruz" not in opened.totals()["points"]


def test_a_file_named_in_adjustments_is_judged(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["Ana - tictactoe.py", "Ana - tictactoe(1).py"]
    both = {names[0]: BROKEN, names[1]: BROKEN + b"\n"}
    (tmp_path / "a.zip").write_bytes(zipped(both | {"Bob - a.py": BROKEN}))
    (tmp_path / "a.csv").write_text("student,file\nAna,tictactoe(1).py\n", "utf-8")
    opened = Tab()
    opened.open("a.zip")
    opened.choose()
    assert len(opened.keys(0)) == 2
    opened.use_list("a.csv")
    assert len(opened.keys(0)) == 1


def test_students_of_one_name_are_told_apart_and_get_no_grade(opened, tmp_path):
    (tmp_path / "a.zip").write_bytes(
        zipped({f"eva_{n}_7_tictactoe.py": BROKEN for n in (1, 2)})
    )
    (tmp_path / "a.csv").write_bytes(b"Identifier,Full name,Grade\n8,Eva,\n9,Eva,\n")
    assert opened.open("a.zip")["names"] == ["eva (1)", "eva (2)"]
    assert opened.use_worksheet("a.csv")["found"] == 2
    written = write(opened, tmp_path)  # nothing is judged yet
    assert (written["entered"], len(written["left_open"])) == (0, 2)
    opened.open("INF101.zip")
    written = write(opened, tmp_path)
    assert (written["worksheet"], written["entered"], written["left_open"]) == (
        "",
        0,
        [],
    )


REFUSED = {
    "another kind of file": ("open", "a.rar", b"Rar!"),
    "an empty zip": ("open", "a.zip", zipped({})),
    "a zip bomb": ("open", "a.zip", zipped({"a.zip": BOMB})),
    "too many students": (
        "open",
        "a.zip",
        zipped({f"s{n}/tictactoe.py": b"" for n in range(4)}),
    ),
    "several assignments": ("use_list", "a.csv", b"Student,ID,A (1),B (2)\n"),
    "a worksheet of another class": (
        "use_list",
        "a.csv",
        b"Identifier,Full name,Grade\nParticipant 9,Zoe Zander,\n",
    ),
    "adjustments of nobody": ("use_list", "a.csv", b"id,points\n,4\n"),
    "adjustments that are no number": ("use_list", "a.csv", b"id,grade\n123450,many\n"),
    "no rubric": ("use_rubric", "a.toml", b"title = 7"),
}


@pytest.mark.parametrize(("name", "path", "data"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_in_every_language_and_nothing_is_lost(
    opened, tmp_path, name, path, data
):
    opened.use_worksheet("grades.csv")
    (tmp_path / path).write_bytes(data)
    answer = json.loads(opened.answer(name, json.dumps([path])))
    assert answer["refused"].keys() == {"en", "pt-BR"}
    assert all(path in said or "4" in said for said in answer["refused"].values())
    assert not any("--column" in said for said in answer["refused"].values())
    assert (len(opened.rows("en")), opened.worksheet.name) == (
        3,
        "grades.csv",
    )
    assert "refused" in json.loads(opened.answer("use_list", '["."]'))
