"""A class: every submission once, one report, and nothing twice."""

import csv
import errno
import filecmp
import json
import os
import re
import signal
import sys
import zipfile
from dataclasses import replace
from typing import ClassVar

import pytest
from classroom import exports
from conftest import ENGINES, ROOT
from helpers.classes import DEFAULT, Inline, Quick

from noughts import disk
from noughts.checker import rubric
from noughts.classroom import run as classroom
from noughts.classroom import versions
from noughts.classroom.csv_table import defused
from noughts.classroom.pool import Processes
from noughts.classroom.reports import sheets
from noughts.classroom.reports.class_index import dots
from noughts.classroom.results import read_results
from noughts.classroom.run import FileJudge, check_class
from noughts.contract import MachineError
from noughts.notebooks import notebook


@pytest.fixture
def standard():
    Quick.seen = []
    return Quick(DEFAULT)


@pytest.fixture
def class_(tmp_path):
    """Four students, one of whom handed in nothing."""
    folder = tmp_path / "class"
    for name, text in {"bob": "wrong", "Ana": "right", "<i>=1+1": "right"}.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "tictactoe.py").write_text(f"# {text}, by {name}")
    (folder / "carl").mkdir()
    return folder


def check(class_, standard, report="report", **options):
    report = class_.parent / report
    return report, check_class(class_, report, standard, Inline(), **options)


def test_the_report_has_a_page_for_all_one_for_each_grades_and_results(
    class_, standard
):
    report, overview = check(class_, standard)
    assert [row.student for row in overview.rows] == ["<i>=1+1", "Ana", "bob", "carl"]
    index = (report / "index.html").read_text("utf-8")
    for row in overview.rows:
        page = classroom.page_of(row.student)
        assert (report / page).is_file()
        assert page in index
    assert "no tictactoe.py in carl" in index
    assert "X moves &lt;first&gt;." in index
    assert "<i>" not in index
    assert "See <code>player</code>." in index
    assert len((report / "results.jsonl").read_bytes().splitlines()) == 4
    assert len(list((report / "students").iterdir())) == 4


def test_what_is_about_the_class_outlives_a_loss_of_power_and_pages_cost_no_wait(
    class_, standard, monkeypatch
):
    waits, write = {}, disk.write_whole

    def writing(path, data, durable=False):
        waits[path.name] = durable
        write(path, data, durable)

    monkeypatch.setattr(disk, "write_whole", writing)
    check(class_, standard)
    durable = {name for name in waits if waits[name]}
    assert durable == {"results.jsonl", "index.html", "grades.csv"}


def test_grades_can_be_read_by_a_spreadsheet_and_hold_no_formula(class_, standard):
    for name in ("=1+1", "+1", "-1", "@x"):
        (class_ / name).mkdir()
    report, _ = check(class_, standard)
    data = (report / "grades.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    with (report / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    by_name = {row["Student"]: row for row in rows}
    assert by_name["Ana"]["Points"] == by_name["Ana"]["player(board)"] != "0"
    assert by_name["bob"]["Failed"] == "player.turn"
    assert by_name["carl"]["Remark"] == "no tictactoe.py in carl"
    assert by_name["carl"]["Points"] == ""  # a zero is the teacher's to give
    assert {"'=1+1", "'+1", "'-1", "'@x"} <= set(by_name)
    assert not any(
        cell.startswith(tuple("=+-@")) for row in rows for cell in row.values()
    )


def test_what_is_not_written_yet_is_told_apart_from_what_is_wrong(class_, standard):
    (class_ / "dora.py").write_text("# todo")
    report, overview = check(class_, standard)
    assert [share.students for share in overview.failing()] == [1]
    assert "Not written yet: player." in (report / "index.html").read_text("utf-8")
    assert "Not written yet: player." in (report / "grades.csv").read_text("utf-8")
    assert not overview.right


def test_what_is_alike_is_shown_with_its_lines(class_, standard):
    ours = (ROOT / "tictactoe.py").read_text("utf-8")
    for name, text in {
        "e": ours,
        "f": ours.replace("board", "b"),
        "g": ours.replace("marks &", "marks ^"),
    }.items():
        (class_ / f"{name}.py").write_text(text)
    report, overview = check(class_, standard)
    [alike] = overview.alike
    groups = [member.students for member in alike.members]
    assert groups == [("e", "f"), ("g",)]
    index = (report / "index.html").read_text("utf-8")
    lines = alike.members[1].lines
    assert lines.startswith("1-")
    assert f"<td>{lines}</td>" in index


def test_copies_of_one_file_are_shown_as_such(class_, standard):
    for name in ("e", "f"):
        (class_ / f"{name}.py").write_bytes((ROOT / "tictactoe.py").read_bytes())
    report, _ = check(class_, standard)
    index = (report / "index.html").read_text("utf-8")
    assert "all, but for names, comments and layout" in index


def test_a_class_in_which_nothing_can_be_judged_has_a_report(class_, standard):
    for path in class_.glob("*/tictactoe.py"):
        path.unlink()
    report, overview = check(class_, standard)
    assert overview.median() == 0
    assert "4 submissions, 4 of them not judged." in (report / "index.html").read_text(
        "utf-8"
    )


def test_two_runs_give_the_same_report_byte_for_byte(class_, standard):
    (class_ / "copy of Ana.py").write_bytes((class_ / "Ana/tictactoe.py").read_bytes())
    one, _ = check(class_, standard, "one")
    two, _ = check(class_, standard, "two")
    check(class_, standard, "two")
    names = [str(path.relative_to(one)) for path in one.rglob("*") if path.is_file()]
    assert len(names) == 5 + 4
    assert filecmp.cmpfiles(one, two, names, shallow=False)[0] == names


@pytest.mark.parametrize("first", ["ana", "zoe"])
def test_what_is_said_of_one_submission_is_not_said_of_another_with_the_same_code(
    tmp_path, standard, first
):
    """Nor in a second run, where one of the two is found by the code of the other."""
    second = {"ana": "zoe", "zoe": "ana"}[first]
    data = exports.notebook("def player(board):\n    return None")
    files = {f"{first}/tictactoe.py": notebook.program(data)}
    files[f"{second}/game.ipynb"] = data
    class_ = exports.lay_out(tmp_path / "class", files)
    note = "Judged are the code cells"
    reports = []
    for _ in range(2):
        report, _ = check(class_, standard)
        reports.append({p: p.read_bytes() for p in report.rglob("*") if p.is_file()})
        told = {
            each.student: each.told for each in read_results(report / "results.jsonl")
        }
        assert told[first].notes == ()
        assert [each[: len(note)] for each in told[second].notes] == [note]
        for student in told:
            page = (report / classroom.page_of(student)).read_text("utf-8")
            assert (note in page) == (student == second)
    assert len(standard.seen) == 1
    assert reports[0] == reports[1]


def test_what_was_not_to_be_judged_gets_no_sign_of_praise(class_, standard):
    _, overview = check(class_, replace(standard, functions=("player",)))
    for row, player in zip(
        overview.judged, ["passed", "passed", "failed"], strict=True
    ):
        signs = dict(dots(row, overview.functions))
        assert signs.pop("player") == player
        assert set(signs.values()) == {"unjudged"}


def test_a_class_counts_the_points_of_the_functions_asked_for(class_, standard):
    report, overview = check(class_, replace(standard, functions=("player", "winner")))
    assert (overview.maximum, overview.bonus) == (25, 0)
    assert overview.sections == ["player(board)", "winner(board)"]
    with (report / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        by_name = {row["Student"]: row for row in csv.DictReader(file)}
    assert (by_name["carl"]["Maximum"], by_name["Ana"]["Maximum"]) == ("25", "8")


def test_sheets_are_those_of_a_whole_run_and_of_a_class_that_can_be_printed(
    class_, standard, monkeypatch
):
    def stop(step):
        if step.done == 2:
            raise KeyboardInterrupt

    report, _ = check(class_, standard)
    assert (report / "print.html").read_text("utf-8").count('class="sheet"') == 4
    assert 'href="print.html"' in (report / "index.html").read_text("utf-8")
    with pytest.raises(KeyboardInterrupt):
        check(class_, standard, progress=stop)
    assert not (report / "print.html").exists()
    assert 'href="print.html"' not in (report / "index.html").read_text("utf-8")
    for most, printed in ((4, True), (3, False)):
        monkeypatch.setattr(sheets, "MOST", most)
        check(class_, standard)
        assert (report / "print.html").exists() is printed


def test_only_what_is_new_or_changed_is_judged_again(class_, standard):
    check(class_, standard)
    assert sorted(standard.seen) == ["<i>=1+1", "Ana", "bob"]
    check(class_, standard)
    assert len(standard.seen) == 3
    (class_ / "bob/tictactoe.py").write_text("# right now")
    (class_ / "dora.py").write_text("# new")
    _, overview = check(class_, standard)
    assert sorted(standard.seen[3:]) == ["bob", "dora"]
    assert not overview.failing()


@pytest.mark.parametrize(
    "change",
    [
        {"rubric": rubric.load("ten")},
        {"functions": ("player",)},
        {"effort": replace(classroom.CLASS_EFFORT, budget=1.0)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_all_is_judged_again_by_another_standard(class_, standard, change):
    check(class_, standard)
    check(class_, replace(standard, **change))
    assert len(standard.seen) == 6


def test_the_same_file_handed_in_twice_is_judged_once(class_, standard):
    for name in ("dora.py", "emil.py"):
        (class_ / name).write_bytes((class_ / "bob/tictactoe.py").read_bytes())
    _, overview = check(class_, standard)
    assert len(standard.seen) == 3
    wrong = [row.student for row in overview.rows if row.failed]
    assert wrong == ["bob", "dora", "emil"]


def test_what_the_export_says_of_a_student_is_in_the_table(class_, standard):
    given = class_ / "reisemil_LATE_77_9_tictactoe-3.py"
    given.write_text("# right")
    report, _ = check(class_, standard, intake=classroom.Intake("canvas"))
    with (report / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["Student"]: row for row in csv.DictReader(file)}
    emil = rows["reisemil"]
    assert (emil["Id"], emil["Late"], emil["Attempt"]) == ("77", "late", "4")
    assert (rows["Ana"]["Id"], rows["Ana"]["Late"], rows["Ana"]["Attempt"]) == ("",) * 3


def test_what_was_passed_over_is_told_on_each_page_and_in_the_table(class_, standard):
    for name in ("tictactoe.py", "tictactoe_v1.py"):
        path = class_ / "dora" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"def player(board):\n    return '{name}'\n")
    report, _ = check(class_, standard)
    said = "Handed in beside it, and not judged: dora/tictactoe_v1.py."
    for page in ("index.html", "grades.csv", classroom.page_of("dora")):
        assert (report / page).read_text("utf-8").count(said) == 1


def test_what_is_nobody_s_is_named_on_the_page_of_the_class(class_, standard):
    (class_ / "leo.txt").write_text("def player(board): ...")
    report, _ = check(class_, standard)
    index = (report / "index.html").read_text("utf-8")
    assert "Taken for nobody&#39;s, and left out: leo.txt." in index


def test_a_notebooks_page_says_that_its_cells_were_judged(class_, standard):
    source = ["def player(board):\n", "    pass\n"]
    cells = {"cells": [{"cell_type": "code", "source": source}]}
    (class_ / "dora.ipynb").write_text(json.dumps(cells))
    report, _ = check(class_, standard)
    page = (report / classroom.page_of("dora")).read_text("utf-8")
    assert "Judged are the code cells of dora.ipynb" in page
    again, _ = check(class_, standard)
    assert page == (again / classroom.page_of("dora")).read_text("utf-8")


def test_what_is_done_is_kept_when_a_run_is_stopped(class_, standard):
    def stop(step):
        if step.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(class_, standard, progress=stop)
    report = class_.parent / "report"
    assert len((report / "results.jsonl").read_bytes().splitlines()) == 3
    index = (report / "index.html").read_text("utf-8")
    assert "Stopped early: 1 submission still to be checked." in index
    judged = list(standard.seen)
    check(class_, standard)
    assert len(standard.seen) <= len(judged) + 1
    assert len((report / "results.jsonl").read_bytes().splitlines()) == 4
    assert "Stopped early" not in (report / "index.html").read_text("utf-8")


def test_each_step_tells_how_far_the_run_is(class_, standard):
    steps = []
    check(class_, standard, progress=steps.append)
    assert [(step.done, step.total) for step in steps] == [(n, 4) for n in range(5)]
    assert sum(step.judged_now for step in steps) == 3


def test_the_page_of_a_student_who_has_left_goes_too(class_, standard):
    report, _ = check(class_, standard)
    for name in ("notes.html", "notes-20251116.html"):
        (report / "students" / name).write_text("the teacher's own")
    (class_ / "bob/tictactoe.py").unlink()
    (class_ / "bob").rmdir()
    check(class_, standard)
    names = sorted(path.name for path in (report / "students").iterdir())
    assert [name[:3] for name in names] == ["Ana", "car", "i-1", "not", "not"]


@pytest.mark.skipif(sys.platform == "win32", reason="ends a process there")
def test_who_asks_again_for_an_end_has_the_report_on_what_is_done(
    class_, standard, monkeypatch
):
    report, _ = check(class_, standard)
    write = disk.write_whole

    def stop(step):
        if step.done == 2:
            raise KeyboardInterrupt

    def impatient(path, data, durable=False):
        if path.name == "index.html":
            os.kill(os.getpid(), signal.SIGINT)
        write(path, data, durable)

    monkeypatch.setattr(disk, "write_whole", impatient)
    with pytest.raises(KeyboardInterrupt):
        check(class_, standard, progress=stop)
    rows = (report / "grades.csv").read_text("utf-8-sig").splitlines()
    assert len(rows) == 1 + 2


def test_what_the_judge_fails_on_is_reported_and_judged_again(class_, standard):
    class Failing(Quick):
        def __call__(self, submission):
            super().__call__(submission)
            raise ZeroDivisionError("by zero")

    _, overview = check(class_, Failing(DEFAULT))
    assert overview.rows[1].fault == ("the judge failed: ZeroDivisionError: by zero")
    _, overview = check(class_, standard)
    assert len(standard.seen) == 6
    assert overview.rows[1].fault == ""


def test_pages_have_names_that_are_safe_and_of_one_student_each():
    names = [
        "Ana",
        "ana",
        "../x",
        "a/b",
        "",
        "é" * 300,
        "CON",
        "a b",
        "\U00010330" * 99,
        "a-b",
        ".x",
    ]
    pages = [classroom.page_of(name) for name in names]
    assert len({page.casefold() for page in pages}) == len(names)
    for page in pages:
        folder, name = page.split("/")
        assert folder == "students"
        assert len(f".{name}.draft".encode()) < 255  # as it is while it is written
        assert not name.startswith(".")


@pytest.mark.ci
def test_a_class_is_judged_by_processes_in_the_sandbox(tmp_path):
    """The real judge, on one function, to be quick."""
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.write(ENGINES / "turn_miscounted.py", "wrong.py")
        archive.writestr("broken.py", "def player(board)\n")
    standard = FileJudge(DEFAULT, ("player",))
    with Processes(2) as workers:
        check_class(tmp_path / "class.zip", tmp_path / "report", standard, workers)
    lines = (tmp_path / "report/results.jsonl").read_text("utf-8").splitlines()
    broken, wrong = (json.loads(line)["record"] for line in lines)
    assert broken["refusal"].startswith("line 1: does not compile: ")
    assert broken["file"] == "broken.py"
    assert [
        check["name"] for check in wrong["checks"] if check["status"] == "failed"
    ] == ["player.turn"]


# --- What this machine fails at ------------------------------------------------


class Failing(Quick):
    """A judge whose machine fails it at some students."""

    full: ClassVar = True

    def __call__(self, submission):
        if self.full and submission.student != "Ana":
            raise MachineError("no sandbox could be made: No space left on device")
        return super().__call__(submission)


def test_what_this_machine_fails_at_is_nobody_s_zero_and_is_tried_again(class_):
    Quick.seen, Failing.full = [], True
    (class_ / "mia.py").write_text("# right")
    check(class_, Quick(DEFAULT))
    steps = []
    (class_ / "mia.py").write_text("# right, and newer")
    report, overview = check(class_, Failing(DEFAULT), progress=steps.append)
    faults = [row.student for row in overview.faults]
    assert faults == ["<i>=1+1", "bob", "mia"]
    assert [row.student for row in overview.refused] == ["carl"]
    assert [row.student for row in overview.judged] == ["Ana"]
    assert not overview.right
    assert [step.judged_now for step in steps if step.fault] == [False] * 3
    with (report / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        by_name = {row["Student"]: row for row in csv.DictReader(file)}
    assert by_name["bob"]["Points"] == by_name["bob"]["player(board)"] == ""
    assert by_name["bob"]["Remark"] == (
        "not judged, to be run again: no sandbox could be made: No space left on device"
    )
    assert by_name["Ana"]["Points"] != ""
    index = (report / "index.html").read_text("utf-8")
    assert "3 to be judged again" in index
    assert "No space left on device" in index
    for student in faults:
        assert not (report / classroom.page_of(student)).exists(), "a page of before"
        assert classroom.page_of(student) not in index
    Quick.seen, Failing.full = [], False
    _, overview = check(class_, Failing(DEFAULT))
    assert sorted(Quick.seen) == faults
    assert not overview.faults


def test_a_full_temporary_folder_is_this_machine_s_fault(class_, monkeypatch):
    def full():
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(disk, "scratch", full)
    _, overview = check(class_, FileJudge(DEFAULT, ("player",)))
    said = "no sandbox could be made: No space left on device"
    assert {row.fault for row in overview.faults} == {said}
    assert len(overview.faults) == 3


def test_a_judge_that_breaks_is_our_fault(class_, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("\x1b[2J")

    monkeypatch.setattr(classroom, "check_file", broken)
    _, overview = check(class_, FileJudge(DEFAULT, ("player",)))
    said = r"the judge failed: ZeroDivisionError: \x1b[2J"
    assert {row.fault for row in overview.faults} == {said}


@pytest.mark.parametrize("what", ["noughts", "python", "ruff"])
def test_what_another_version_found_is_judged_again(
    class_, standard, monkeypatch, what
):
    check(class_, standard)
    ours = versions.here()
    monkeypatch.setattr(versions, "here", lambda: ours._replace(**{what: "99"}))
    Quick.seen = []
    check(class_, standard)
    assert len(Quick.seen) == 3


CHANGES = {
    "a change": lambda home: (home / "checker/judge.py").write_text("x = 2"),
    "a new file": lambda home: (home / "checker/new.py").write_text(""),
    "another name": lambda home: (home / "a.toml").rename(home / "b.toml"),
    "a file less": lambda home: (home / "a.toml").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_other_code_of_the_same_version_is_another_judge(tmp_path, change):
    """Known results are the same code's: a version is given once in many changes."""
    (tmp_path / "checker").mkdir()
    (tmp_path / "checker/judge.py").write_text("x = 1")
    (tmp_path / "a.toml").write_text("")
    before = versions.digest(tmp_path)
    (tmp_path / "checker/judge.pyc").write_text("what Python writes beside it")
    (tmp_path / "hand_in").mkdir()
    (tmp_path / "hand_in/tictactoe.py").write_text("what an installed noughts has")
    assert versions.digest(tmp_path) == before
    change(tmp_path)
    assert versions.digest(tmp_path) != before


def test_the_code_that_judges_here_is_part_of_its_version():
    assert versions.here().noughts.endswith(f"({versions.digest(ROOT / 'noughts')})")


@pytest.mark.parametrize("there", [True, False])
def test_what_was_found_without_ruff_is_judged_again_with_it_and_the_reverse(
    class_, standard, monkeypatch, there
):
    for ruff in (there, not there):
        monkeypatch.setattr("noughts.checker.style.available", lambda ruff=ruff: ruff)
        versions.here.cache_clear()
        Quick.seen = []
        check(class_, standard)
        assert len(Quick.seen) == 3
    versions.here.cache_clear()


# --- Whole or not at all ----------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="limits files as POSIX does")
@pytest.mark.parametrize("size", range(100, 10_000, 900))
def test_a_full_disk_leaves_the_old_report_whole_and_loses_nothing(
    class_, standard, size
):
    """The disk is full after this many bytes of any file: all places in turn."""
    import resource

    report, _ = check(class_, standard)
    before = {path: path.read_bytes() for path in report.rglob("*") if path.is_file()}
    (class_ / "bob" / "tictactoe.py").write_text("# right, and now " + "long" * 3000)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limit[1]))
    try:
        with pytest.raises(OSError, match="File too large") as raised:
            check(class_, standard)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, ignored)
    assert raised.value.filename.startswith(str(report))
    for path, data in before.items():
        if path.suffix in (".html", ".csv"):
            assert path.read_bytes()[-10:] == data[-10:], f"{path} is cut"
        else:
            assert path.read_bytes().startswith(data), f"{path} has lost something"
    assert not list(report.rglob(".*")), "a draft is left"
    Quick.seen = []
    check(class_, standard)
    assert set(Quick.seen) <= {"bob"}


@pytest.mark.skipif(os.name != "posix", reason="nothing is locked elsewhere")
def test_two_runs_into_one_report_are_told_apart(class_, standard):
    def second(step):
        if step.done == 1:
            with pytest.raises(disk.BusyError, match="another run is writing into"):
                check(class_, standard)

    report, overview = check(class_, standard, progress=second)
    assert len(overview.rows) == 4
    assert check(class_, standard)[0] == report


# --- The grades ---------------------------------------------------------------------

STARTS = set("=+-@\uff1d\uff0b\uff0d\uff20")
FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    " =1+1",
    "\t=1+1",
    '"=1+1',
    "ana;=1+1",
    "ana,=1+1",
    "ana; =1+1",
    "ana|=cmd|' /C calc'!A0",
    "ana\n=1+1",
    "ana\t@SUM(1)",
    "\uff1d1+1",
    "\uff0b1+1",
    "\uff0d1+1",
    "\uff20SUM(1)",
    "\u3000=1+1",
    "\u00a0=1+1",
]


@pytest.mark.parametrize("cell", FORMULAS)
def test_no_part_of_a_cell_can_be_taken_for_a_formula(cell):
    """However a spreadsheet cuts it, no piece begins as a formula does."""
    for separator in (None, ";", ",", "\t", "|", "\n"):
        pieces = (
            [defused(cell)] if separator is None else defused(cell).split(separator)
        )
        for piece in pieces:
            assert piece.strip(' \t\r\n\u3000\u00a0"')[:1] not in STARTS


@pytest.mark.parametrize("cell", ["Ana", "12.5", "O'Hara", "a-b", "x = 1", ""])
def test_what_is_not_a_formula_is_left_alone(cell):
    assert defused(cell) == cell


def test_every_cell_of_the_grades_is_quoted(class_, standard):
    (class_ / 'q"; x').mkdir()
    report, _ = check(class_, standard)
    for line in (report / "grades.csv").read_text("utf-8-sig").splitlines():
        assert re.fullmatch(r'"([^"]|"")*"(,"([^"]|"")*")*', line)


def test_who_is_not_judged_has_none_of_the_points_of_what_was_asked_for():
    given = classroom.Submission("ana", "ana/t.pdf", b"")
    record = FileJudge(DEFAULT, ("player",)).unjudged(given, "a PDF")
    assert (record.points, record.maximum, record.bonus) == (0, 10, 0)
    assert (record.refusal, record.graded, record.digest) == ("a PDF", False, "")
