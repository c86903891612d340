"""`noughts check` of a whole class: what is printed, refused and written."""

from pathlib import Path

import pytest
from classroom import exports
from classroom.exports import lay_out, zipped
from helpers.classes import Quick, judge_here
from helpers.commands import command

from noughts.cli import check, main
from noughts.game.contract import MachineError
from noughts.texts import words

REFUSED = Path(__file__).parent / "refused.txt"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Enter a folder with a class and its lists; the judge is a quick one."""
    Quick.seen = []
    monkeypatch.setattr(check, "FileJudge", Quick)
    judge_here(monkeypatch)
    files = {
        "class/ana/tictactoe.py": b"# right",
        "class/bob/tictactoe.py": b"# wrong",
        "class/cy/notes.txt": b"",
        "moodle.zip": exports.MOODLE | {f"Dee_9{exports.FILE}/a.py": b"# broken"},
        "Grades.csv": exports.MOODLE_WORKSHEET,
        "roster.csv": b"id,name\nana,Ana Silva\n",
        "one.py": b"X = 1\n",
    }
    lay_out(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("desk")
def test_a_class_prints_a_line_per_student_and_the_report(capsys):
    assert main(["check", "class", "-o", "report"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    shown = {line.split(":")[0] for line in out.splitlines()[:3]}
    assert shown == {"     -  cy", "     0  bob", "     8  ana"}
    counts = words()("class.count.judged", n=2), words()("class.count.refused", n=1)
    assert f"{words()('class.submissions', n=3)}: {', '.join(counts)}." in out
    assert out.splitlines()[-1].endswith("index.html")
    Quick.seen = []
    assert main(["check", "class", "-o", "report", "--quiet"]) == 1
    assert Quick.seen == []


@pytest.mark.parametrize("maximum", [100, 10])
def test_the_files_to_upload_and_the_students_left_open_are_printed(
    desk, capsys, maximum
):
    sheet = exports.MOODLE_WORKSHEET.replace(b"100.00", b"%d" % maximum)
    (desk / "Grades.csv").write_bytes(sheet)
    options = ["-o", "report", "--worksheet", "Grades.csv"]
    assert main(["check", "moodle.zip", *options]) == 1
    out, say = capsys.readouterr().out.splitlines(), words()
    start = out.index(say("check.report", path="report/index.html"))
    filled = {"path": "report/upload/Grades.csv", "entered": "1", "n": 3}
    scaled = [say("upload.scaled", rubric="100", sheet="10")]
    ours = {100: "8", 10: "0.8"}[maximum]
    kept = say("upload.kept.grade", theirs="55.00", ours=ours)
    assert out[-3] == f"        Bob O'Neill: {kept}"
    assert "old words" in out[-2]
    assert out[start + 1 :] == [
        say("upload.worksheet", **filled),
        say("upload.column", column="Grade", by=say("upload.by.id")),
        *scaled * (maximum == 10),
        say("upload.left_open"),
        f"     -  Çağla Ünal: {say('upload.why.no_row')}",
        f"     0  Dee: {say('upload.why.no_row')}",
        say("upload.feedback", path="report/upload/feedback.zip"),
        say("upload.kept_cells", n=2),
        *out[-3:-1],
        say("upload.overwrite"),
    ]
    assert (desk / "report" / "upload" / "Grades.csv").is_file()


def test_a_worksheet_of_another_class_is_named_and_the_report_is_written(desk, capsys):
    other = exports.MOODLE_WORKSHEET.replace(b"Participant 1", b"Participant 7")
    (desk / "Other.csv").write_bytes(other)
    options = ["-o", "report", "--worksheet", "Other.csv"]
    assert main(["check", "moodle.zip", *options]) == 2
    err = capsys.readouterr().err
    assert err == f"noughts check: {words()('upload.other_class', path='Other.csv')}\n"
    assert (desk / "report/index.html").is_file()
    assert not (desk / "report/upload/Other.csv").exists()


@pytest.mark.usefixtures("desk")
def test_a_roster_renames_students_and_the_others_are_printed(capsys):
    main(["check", "class", "-o", "report", "--roster", "roster.csv"])
    out = capsys.readouterr().out
    assert "Ana Silva: " in out
    assert out.splitlines()[-1].endswith(": bob and cy.")


def test_similar_submissions_are_printed(desk, capsys):
    engine = exports.WRONG.decode()
    for name in ("ana", "bob"):
        (desk / "class" / name / "tictactoe.py").write_text(engine)
    main(["check", "class", "-o", "report"])
    assert "Similar: ana and bob: 100 %" in capsys.readouterr().out


@pytest.mark.parametrize("line", REFUSED.read_text().splitlines())
def test_bad_options_are_refused_in_one_sentence(desk, capsys, line):
    code = command("check")(line.split())
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("noughts check: ")
    assert Quick.seen == []
    assert not (desk / "report").exists()


def test_an_interrupted_run_says_what_is_saved(desk, capsys, monkeypatch):
    def interrupted(self, job):
        if b"wrong" in job.source:
            raise KeyboardInterrupt
        if b"lost" in job.source:
            return MachineError("class.lost_worker")
        return call(self, job)

    lay_out(desk / "class", {"al/tictactoe.py": b"# lost"})
    call = Quick.__call__
    monkeypatch.setattr(Quick, "__call__", interrupted)
    monkeypatch.setattr(
        "noughts.classroom.run.run_jobs",
        lambda jobs, work, *_: ((job, work(job)) for job in jobs),
    )
    assert main(["check", "class", "-o", "report"]) == 130
    assert words()("check.stopped", n=2, total=4) in capsys.readouterr().out
    table = (desk / "report/grades.csv").read_text("utf-8")
    assert table.count(words()("class.waiting")) == 1
    assert (desk / "report/index.html").is_file()
    monkeypatch.setattr(Quick, "__call__", call)
    assert main(["check", "class", "-o", "report"]) == 1
    assert words()("class.waiting") not in (desk / "report/grades.csv").read_text()


def test_the_suffix_zip_may_be_in_upper_case(desk, capsys):
    (desk / "CLASS.ZIP").write_bytes(zipped({"ana.py": b"# right"}))
    assert main(["check", "CLASS.ZIP", "-o", "report"]) == 0
    assert "1 submission: 1 judged." in capsys.readouterr().out
