"""Checking a class, from its files to the report."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, replace
from unittest.mock import Mock

import pytest
from classroom import exports
from classroom.exports import lay_out, zipped
from conftest import ROOT
from helpers.classes import DEFAULT, Inline, Quick, check
from helpers.refusals import refused

import noughts
from noughts import files
from noughts.checker import style
from noughts.checker.asking import Effort
from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.classroom import file_judge, pool
from noughts.classroom.choice import ChosenFile
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.hand_ins import read_class
from noughts.classroom.kept import WorksheetFile
from noughts.classroom.pool import run_jobs
from noughts.classroom.run import check_class
from noughts.game.contract import MachineError
from noughts.texts import Refused, words

CLASS = {
    "ana/tictactoe.py": b"# right",
    "Bob/tictactoe.py": b"# wrong",
    "carl/tictactoe.py": b"# right",
    "dora/notes.txt": b"",
    "eva/tictactoe.py": b"# todo",
}
NAMES = ["ana", "Bob", "carl", "dora", "eva"]


@pytest.fixture
def class_(tmp_path):
    Quick.seen = []
    return read_class(lay_out(tmp_path / "class", CLASS))


def contents(folder):
    """Return the content of all files below a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def grades(report):
    """Return grades.csv, by student."""
    text = (report / "grades.csv").read_text("utf-8-sig")
    return {row["Student"]: row for row in csv.DictReader(io.StringIO(text))}


def test_equal_files_are_judged_once(class_, tmp_path):
    overview = check(class_, tmp_path / "report")
    assert sorted(Quick.seen) == [b"# right", b"# todo", b"# wrong"]
    assert [each.label for each in overview.hand_ins] == NAMES
    told = grades(tmp_path / "report")
    assert [told[name]["Points"] for name in NAMES] == ["8", "0", "8", "", "0"]
    assert len(list((tmp_path / "report" / "students").iterdir())) == 5
    lines = (tmp_path / "report" / "results.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["student"] for line in lines] == NAMES


def test_an_empty_file_does_not_grade_a_student_without_a_file(tmp_path):
    files = {"ana/tictactoe.py": b"", "bob/notes.txt": b""}
    class_ = read_class(lay_out(tmp_path / "class", files))
    for _ in range(2):
        overview = check(class_, tmp_path / "report")
        assert [each.outcome for each in overview.hand_ins] == ["judged", "refused"]


def test_a_second_run_judges_nothing_and_writes_the_same_report(class_, tmp_path):
    check(class_, tmp_path / "report")
    before, Quick.seen = contents(tmp_path / "report"), []
    steps = []
    check(class_, tmp_path / "report", progress=steps.append)
    assert (Quick.seen, contents(tmp_path / "report")) == ([], before)
    assert len(steps) == 5


def test_a_changed_rubric_needs_no_judging(class_, tmp_path):
    check(class_, tmp_path / "report")
    Quick.seen = []
    [first, *_] = DEFAULT.sections
    item = replace(first.items[0], maximum=3)
    changed = replace(DEFAULT, sections=(replace(first, items=(item,)),))
    overview = check(class_, tmp_path / "report", Quick(changed))
    assert Quick.seen == []
    assert (overview.maximum, grades(tmp_path / "report")["ana"]["Points"]) == (3, "3")
    assert {each.why for each in overview.changes} == {("rubric",)}
    again = check(class_, tmp_path / "report", Quick(changed))
    assert check(class_, tmp_path / "fresh", Quick(changed)) == again
    assert contents(tmp_path / "fresh") == contents(tmp_path / "report")


@pytest.mark.parametrize("change", ["functions", "version", "effort"])
def test_changed_functions_or_versions_are_judged_again(class_, tmp_path, change):
    check(class_, tmp_path / "report")
    Quick.seen = []
    judge = {
        "functions": Quick(DEFAULT, ("player",)),
        "version": Quick(DEFAULT, version="another"),
        "effort": Quick(DEFAULT, effort=Effort(answer=3)),
    }[change]
    check(class_, tmp_path / "report", judge)
    assert len(Quick.seen) == 3


def test_students_who_left_are_removed(class_, tmp_path):
    check(class_, tmp_path / "report")
    others = class_._replace(hand_ins=class_.hand_ins[1:])
    check(others, tmp_path / "report")
    assert "ana" not in grades(tmp_path / "report")
    assert len(list((tmp_path / "report" / "students").iterdir())) == 4


@dataclass(frozen=True)
class Failing(Quick):
    """A judge that raises an error at some files."""

    error: Exception | None = None

    def __call__(self, job):
        if b"wrong" in job.source:
            raise self.error
        return super().__call__(job)


FAILED = "class.judge_failed"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MachineError("class.lost_worker"), words()("class.lost_worker")),
        (OSError(28, "No space left"), words()(FAILED, why="No space left")),
        (KeyError("a"), words()(FAILED, why="KeyError: 'a'")),
    ],
)
def test_an_error_of_this_machine_is_not_a_zero_and_is_tried_again(
    class_, tmp_path, error, said
):
    overview = check(class_, tmp_path / "report", Failing(DEFAULT, error=error))
    [bob] = overview.outcomes["faults"]
    assert (bob.label, bob.record.refusal) == ("Bob", said)
    assert grades(tmp_path / "report")["Bob"]["Points"] == ""
    assert len(list((tmp_path / "report" / "students").iterdir())) == 4
    check(class_, tmp_path / "report")
    check(class_, tmp_path / "fresh")
    assert contents(tmp_path / "report") == contents(tmp_path / "fresh")


class ForNewerPython(Quick):
    """A judge whose Python is older than the one that some files are written for."""

    def __call__(self, job):
        if b"wrong" in job.source:
            return converse(judge(job.source, "tictactoe.py", python="3.99"), Mock())
        return super().__call__(job)


def test_a_file_without_a_grade_is_judged_again_by_another_python(class_, tmp_path):
    overview = check(class_, tmp_path / "report", ForNewerPython(DEFAULT))
    assert [each.label for each in overview.outcomes["refused"]] == ["Bob", "dora"]
    assert grades(tmp_path / "report")["Bob"]["Points"] == ""
    Quick.seen = []
    check(class_, tmp_path / "report")
    assert Quick.seen == [b"# wrong"]
    assert grades(tmp_path / "report")["Bob"]["Points"] == "0"


@pytest.mark.parametrize("broken", [b'{"student":"a', b"\0\xff", b"[]", b'{"key":1}'])
def test_a_damaged_line_affects_no_other(class_, tmp_path, broken):
    check(class_, tmp_path / "report")
    before, Quick.seen = contents(tmp_path / "report"), []
    path = tmp_path / "report" / "results.jsonl"
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([*lines[:1], broken]))  # ended in the middle
    check(class_, tmp_path / "report")
    assert len(Quick.seen) == 2
    assert contents(tmp_path / "report") == before


def test_a_folder_with_other_files_is_refused(class_, tmp_path):
    lay_out(tmp_path / "report", {"mine.html": b"mine"})
    with pytest.raises(Refused) as caught:
        check(class_, tmp_path / "report")
    assert caught.value.key == "class.foreign"
    assert contents(tmp_path / "report") == {"mine.html": b"mine"}


@pytest.mark.skipif(files.fcntl is None, reason="nothing is locked here")
def test_a_second_run_at_the_same_time_is_refused(class_, tmp_path):
    def again(hand_in):
        with pytest.raises(Refused):
            check(class_, tmp_path / "report")

    check(class_, tmp_path / "report", progress=again)


def test_moodle_gets_a_worksheet_and_feedback_pages(tmp_path):
    bob = f"Bob O'Neill_123451{exports.FILE}/project/tictactoe.py"
    (tmp_path / "m.zip").write_bytes(zipped(exports.MOODLE | {bob: b"# wrong"}))
    worksheet = WorksheetFile(exports.MOODLE_WORKSHEET, "Grades.csv", column="")
    class_ = read_class(tmp_path / "m.zip")
    overview = check(class_, tmp_path / "report", worksheet=worksheet, overwrite=True)
    assert overview.filled.entered == ["Ana Silva", "Bob O'Neill"]
    assert [each.label for each in overview.hand_ins if each.late] == ["Bob O'Neill"]
    assert grades(tmp_path / "report")["Bob O'Neill"]["Late"] == "late"
    upload = tmp_path / "report" / "upload"
    assert "Çağla" in (tmp_path / "report" / "results.jsonl").read_text("utf-8")
    names = sorted(path.name for path in upload.iterdir())
    assert names == ["Grades.csv", "feedback.zip"]
    sheet = (upload / "Grades.csv").read_text("utf-8")
    assert "player: The turn is wrong. See 'it'.<br>✗ X moves &lt;first&gt;." in sheet
    with zipfile.ZipFile(upload / "feedback.zip") as archive:
        names = archive.namelist()
    assert names[0] == f"Ana Silva_123450{exports.FILE}/feedback.html"


def test_a_group_is_judged_once_and_not_similar_to_itself(tmp_path):
    engine = exports.WRONG
    files = {**exports.GRADESCOPE, "assignment_4711_export/submission_98760/a.py": b""}
    Quick.seen = []
    overview = check(read_class(lay_out(tmp_path / "x", files)), tmp_path / "report")
    assert len(overview.hand_ins) == 3
    assert Quick.seen.count(engine) == 1
    assert overview.alike == []


@pytest.mark.parametrize(
    ("names", "is_team"),
    [
        (["Team 1-Ana", "Team 1-Bob", "Team 2-Cy"], True),
        (["Team-1-Ana", "Team-1-Jean-Luc", "Team-2-Cy"], True),
        (["Team-1-Ana", "Team-2-Bob", "Team-2-Cy"], False),
        (["Jean-Luc", "Jean-Marc", "Ana"], False),
    ],
)
def test_a_team_of_moodle_is_not_similar_to_itself(tmp_path, names, is_team):
    contents = [exports.WRONG, exports.WRONG, b"# right"]
    files = {
        f"{name}_{n}{exports.FILE}/tictactoe.py": data
        for n, (name, data) in enumerate(zip(names, contents, strict=True))
    }
    overview = check(read_class(lay_out(tmp_path / "x", files)), tmp_path / "report")
    assert bool(overview.alike) != is_team


COPIES = {"Maria - tictactoe.py": b"# right", "Bob - tictactoe.py": b"# wrong"}


@pytest.mark.parametrize(
    ("second", "points"), [(b"# right, too", "8"), (b"# right", "8"), (b"# todo", "")]
)
def test_two_files_of_one_name_may_be_of_two_students(tmp_path, second, points):
    files = COPIES | {"Maria - tictactoe(1).py": second}
    for _ in range(2):
        Quick.seen = []
        class_ = read_class(lay_out(tmp_path / "x", files))
        overview = check(class_, tmp_path / "report")
        assert grades(tmp_path / "report")["Maria"]["Points"] == points
        outcomes = [each.outcome for each in overview.hand_ins]
        assert outcomes == ["judged", "judged" if points else "refused"]
    assert Quick.seen == []


class Older(Quick):
    """A judge whose Python is older than that of the students."""

    def __call__(self, job):
        return converse(judge(job.source, "tictactoe.py", python="9.9"), None)


def test_a_file_for_a_newer_python_has_no_grade_until_such_a_python_judges_it(tmp_path):
    class_ = read_class(lay_out(tmp_path / "x", {"ana/tictactoe.py": b"# right"}))
    [ana] = check(class_, tmp_path / "report", Older(DEFAULT)).hand_ins
    assert (ana.outcome, ana.points) == ("refused", None)
    assert "9.9" in str(ana.record.refusal)
    assert grades(tmp_path / "report")["ana"]["Points"] == ""
    [ana] = check(class_, tmp_path / "report").hand_ins
    assert ana.points == 8


# --- Workers ---


def test_a_worker_of_another_version_ends_the_run(class_, tmp_path):
    with refused("cluster.version", ours="noughts 99"):
        FileJudge(DEFAULT, version="noughts 99")(ChosenFile("t.py", b""))
    error = Refused("cluster.version", worker="w", theirs="1", ours="2")
    with pytest.raises(Refused) as caught:
        check(class_, tmp_path / "report", Failing(DEFAULT, error=error))
    assert caught.value is error


def test_there_is_a_worker_for_each_core_or_as_many_as_asked_for(monkeypatch):
    sizes = []
    monkeypatch.setattr(
        pool, "ThreadPoolExecutor", lambda size: sizes.append(size) or Inline()
    )
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert [[*run_jobs([], double, processes=n)] for n in (None, 3)] == [[], []]
    assert sizes == [7, 3]


def test_a_stopped_run_starts_no_other_job():
    futures = [Future(), Future()]
    futures[0].set_result(2)
    jobs = run_jobs([1, 2], double, Mock(submit=Mock(side_effect=futures)))
    assert next(jobs) == (1, 2)
    jobs.close()
    assert futures[1].cancelled()


def test_the_version_follows_the_code_that_judges(tmp_path, monkeypatch):
    def version(name="checker/a.py", text="x = 1\n"):
        folder = lay_out(tmp_path / f"{name}{len(text)}", {name: text.encode()})
        for each in file_judge.JUDGING:
            (folder / each).mkdir(exist_ok=True)
            (folder / each / "there.txt").touch()
        monkeypatch.setattr(file_judge, "PACKAGE", folder)
        return file_judge.read_version.__wrapped__()

    none = version("checker/a.pyc")
    assert re.fullmatch(r"[\d.]+ \([\da-f]{8}\)", none)
    assert none == version("page/a.py") == version("checker/a.js")
    others = [("checker/b.py",), ("sandbox/a.toml",), ("checker/a.py", "x = 10\n")]
    assert len({none, version(), *(version(*each) for each in others)}) == 5


def test_a_missing_package_is_an_error_and_not_an_empty_one(tmp_path, monkeypatch):
    monkeypatch.setattr(file_judge, "PACKAGE", tmp_path)
    with pytest.raises(FileNotFoundError, match="checker"):
        file_judge.read_version.__wrapped__()


def double(n):
    """Return twice a number; 3 kills the process, and 4 raises."""
    if n == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if n == 4:
        raise ValueError("four")
    return 2 * n


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_crashed_worker_affects_one_job_only():
    results = dict(run_jobs(range(9), double, processes=2))
    kinds = {n: type(each).__name__ for n, each in results.items()}
    assert [kinds.pop(3), kinds.pop(4)] == ["MachineError", "MachineError"]
    assert "four" in str(results[4])
    assert kinds == dict.fromkeys([0, 1, 2, 5, 6, 7, 8], "int")
    assert results[8] == 16
    with closing(pool.Workers(double)) as workers:
        assert workers.run(5) == 10
    assert [each.poll() for each in workers.started] == [-signal.SIGKILL]


def imported_here(_):
    import tomllib

    return tomllib.__file__, noughts.__file__


@pytest.mark.ci
def test_workers_import_nothing_from_the_current_folder(tmp_path, monkeypatch):
    for name in ("multiprocessing", "tomllib", "noughts"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('caught')")
    monkeypatch.chdir(tmp_path)
    [(_, where)] = run_jobs([1], imported_here, processes=1)
    assert where == imported_here(1)


# --- The real judge ---

PLAYER = """
def player(board):
    return "O" if sum(map(bool, board[0] + board[1] + board[2])) % 2 else "X"
"""
REAL = {f"{name}.py": f"# {name}{PLAYER}".encode() for name in ("ana", "bob", "cy")}
REAL["dee.py"] = b"def player(board) return 1"


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_resumed_run_writes_the_same_report_as_a_fresh_one(tmp_path):
    """The workers of the killed run end, too."""
    lay_out(tmp_path / "class", REAL)
    command = [sys.executable, "-m", "noughts", "check", tmp_path / "class"]
    command += ["--jobs=1", "--functions=player"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "t")}
    (tmp_path / "t").mkdir()
    run = subprocess.Popen(
        [*command, "-o", tmp_path / "killed"],
        env=environment,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert run.stdout.readline()  # one is judged
    run.kill()
    run.wait()
    run.stdout.close()
    kept = (tmp_path / "killed" / "results.jsonl").read_bytes().count(b'"key"')
    assert 1 <= kept < len(REAL)
    deadline = time.monotonic() + 30
    while any((tmp_path / "t").iterdir()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any((tmp_path / "t").iterdir())
    for name in ("killed", "fresh"):
        run = [*command, "-o", tmp_path / name]
        subprocess.run(run, env=environment, stdout=subprocess.DEVNULL)
    assert contents(tmp_path / "killed") == contents(tmp_path / "fresh")


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no such signal here")
def test_ctrl_c_leaves_a_report_on_what_is_judged(tmp_path):
    lay_out(tmp_path / "class", REAL)
    command = [sys.executable, "-m", "noughts", "check", tmp_path / "class"]
    run = subprocess.Popen(
        [*command, "--jobs=1", "--functions=player", "-o", tmp_path / "report"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C"},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert run.stdout.readline()  # one is judged
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does
    said = run.stdout.read().decode()
    run.stdout.close()
    assert run.wait() == 130
    assert "index.html" in said
    found = [row["Remark"] for row in grades(tmp_path / "report").values()]
    waiting = found.count(words()("class.waiting"))
    assert 1 <= waiting < len(REAL) == len(found)


@pytest.mark.ci
def test_without_ruff_style_does_not_count(tmp_path, monkeypatch):
    monkeypatch.setattr(style, "available", lambda: False)
    files = {"Ana_1_assignsubmission_file_/tictactoe.py": exports.RIGHT}
    class_ = read_class(lay_out(tmp_path / "class", files))
    sheet = b"Identifier,Full name,Grade,Maximum Grade\n1,Ana,,100\n"
    overview = check_class(
        class_,
        tmp_path / "report",
        FileJudge(DEFAULT),
        executor=Inline(),
        worksheet=WorksheetFile(sheet, "sheet.csv", column=""),
    )
    assert (overview.undecided, overview.maximum) == ([], 95)
    assert (
        (tmp_path / "report/upload/sheet.csv").read_bytes().endswith(b"Ana,100,100\n")
    )
    monkeypatch.undo()  # ruff is installed
    later = check_class(
        class_,
        tmp_path / "report",
        FileJudge(DEFAULT),
        executor=Mock(submit=pytest.fail),  # no file is judged again
    )
    assert (later.maximum, later.median) == (100, overview.median + 5)
