"""`noughts check` on a class: what is printed, and the ways to leave."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from classroom import exports
from conftest import ROOT
from helpers.classes import DEFAULT, Inline, Quick
from helpers.commands import command
from helpers.records import RECORD
from helpers.waiting import until

from noughts import disk
from noughts.classroom import run as classroom
from noughts.classroom.results import Result, read_results
from noughts.classroom.run import Headway
from noughts.classroom.submissions import NoSubmissionsError
from noughts.classroom.worksheet import Filled
from noughts.cli import check, check_class, class_display, upload
from noughts.cli.class_display import Display, clock, progress
from noughts.contract import MachineError
from noughts.look.ansi import CLEAR_LINE
from noughts.words import words


@pytest.fixture
def quick(monkeypatch):
    """Judge quickly, in this process."""
    Quick.seen = []
    monkeypatch.setattr(check, "FileJudge", Quick)
    monkeypatch.setattr(check_class, "workers", lambda *_: Context())


class Context(Inline):
    """Workers that need not be started."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def hand_in(folder, **files):
    for student, text in files.items():
        (folder / student).mkdir(parents=True)
        (folder / student / "tictactoe.py").write_text(text)
    return folder


def run(capsys, *argv):
    """Return the exit code and what was printed."""
    try:
        code = command("check")([str(arg) for arg in argv])
    except SystemExit as exit:
        code = exit.code
    return code, *capsys.readouterr()


def test_each_student_is_told_and_then_the_class(tmp_path, capsys, quick):
    class_ = hand_in(tmp_path / "class", ana="# right", bob="# wrong")
    (class_ / "carl").mkdir()
    code, out, err = run(capsys, class_, "-o", tmp_path / "report")
    assert (code, err) == (1, "")
    assert "     8  ana: Right on every position" in out
    assert "     0  bob: 1 of 1 check" in out
    assert "     -  carl: It cannot be judged: no tictactoe.py in carl" in out
    assert "3 submissions, 1 of them not judged. Judged now: 2; unchanged: 0." in out
    assert "Half of those judged have 4 of 100 points or more." in out
    assert "1 of 2 fails player.turn: X moves <first>." in out
    assert f"The report: {tmp_path / 'report' / 'index.html'}" in out
    _, out, _ = run(capsys, class_, "-o", tmp_path / "report", "--quiet")
    assert "3 submissions, 1 of them not judged. Judged now: 0; unchanged: 2." in out
    assert "ana" not in out


MARKUP = re.compile(r"(?s)<style>.*?</style>|<script>.*?</script>|<[^>]*>")
NUMBERS = re.compile(r"\d+ submissions?[^.]*\.")


def test_the_page_and_the_terminal_say_the_same_of_a_class(tmp_path, capsys, quick):
    files = exports.CANVAS | {"doe_LATE_7_8_tictactoe.py": b"# wrong"}
    exports.lay_out(tmp_path / "class", files)
    _, out, _ = run(capsys, tmp_path / "class", "-o", tmp_path / "report")
    page = (tmp_path / "report/index.html").read_text("utf-8")
    said = "4 submissions, 1 of them not judged, 2 late."
    assert NUMBERS.findall(out) == NUMBERS.findall(page) == [said]
    assert "1 of 3 fails player.turn" in out
    assert ">1 of 3 <" in page


def test_a_class_is_told_in_the_language_that_is_asked_for(tmp_path, capsys, quick):
    exports.lay_out(tmp_path / "class", exports.MOODLE | {"zoe.py": b"# wrong"})
    (tmp_path / "grades.csv").write_bytes(exports.MOODLE_PORTUGUESE)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "grades.csv"]
    options += ["--language", "pt-BR"]
    _, out, err = run(capsys, tmp_path / "class", *options)
    assert err == ""
    assert "4 entregas, 1 delas não avaliada. Avaliadas agora: 3" in out
    assert "Não pode ser avaliado: só foi entregue texto on-line" in out
    report = tmp_path / "report"
    table = (report / "grades.csv").read_text("utf-8-sig").splitlines()
    assert table[0].startswith('"Estudante";"Id";"Atraso";"Tentativa";"Pontos"')
    with zipfile.ZipFile(report / "upload/feedback.zip") as packed:
        pages = [packed.read(name).decode() for name in packed.namelist()]
    pages += [each.read_text("utf-8") for each in report.rglob("*.html")]
    assert len(pages) == 9
    for page in pages:
        assert '<html lang="pt-BR">' in page
        text = MARKUP.sub(" ", page)
        assert not re.search(r"\b(points|judged|checks|student|passed)\b", text)


def test_a_class_without_faults_is_fine(tmp_path, capsys, quick):
    class_ = hand_in(tmp_path / "class", ana="# right")
    code, _, _ = run(capsys, class_, "-o", tmp_path / "report")
    assert code == 0


def test_ctrl_c_keeps_what_is_done(tmp_path, capsys, quick, monkeypatch):
    def interrupted(display, step):
        display.done, display.total = step.done, step.total
        if step.done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Display, "show", interrupted)
    class_ = hand_in(tmp_path / "class", ana="", bob="", carl="")
    code, out, _ = run(capsys, class_, "-o", tmp_path / "report")
    assert code == 130
    told = "Stopped. 2 of 3 are done and saved: run it again for the rest.\n"
    assert out == told
    assert (tmp_path / "report/index.html").is_file()
    old = tmp_path / "report/upload/Grades.csv"
    old.parent.mkdir()
    old.touch()
    _, out, _ = run(capsys, class_, "-o", tmp_path / "report")
    older = "Of an earlier run, and not to be uploaded with this one"
    assert out == f"{told}{older}: {old}\n"
    junit = tmp_path / "class.xml"
    _, out, _ = run(capsys, class_, "-o", tmp_path / "report", "--junit", junit)
    assert out == f"{told}{older}: {old}\n"
    junit.write_text('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>')
    _, out, _ = run(capsys, class_, "-o", tmp_path / "report", "--junit", junit)
    assert out == f"{told}{older}: {old}\n{older}: {junit}\n"


def test_a_reader_who_has_gone_is_no_misuse(tmp_path, capsys, quick, monkeypatch):
    def gone(display, step):
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(Display, "show", gone)
    class_ = hand_in(tmp_path / "class", ana="")
    assert run(capsys, class_, "-o", tmp_path / "report")[0] == 0


def moodle_takes(path):
    """Return whose a feedback file is, as Moodle reads its path; None: nobody's."""
    for part in path.split("/"):
        name = part.split("_", 4)
        if len(name) >= 4 and name[1].isdecimal() and name[2:4] == PLUGIN:
            return int(name[1])
    return None


PLUGIN = ["assignsubmission", "file"]


def test_grades_and_feedback_go_back_to_moodle(tmp_path, capsys, quick, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    files = {"A_na Silva_123450_assignsubmission_file_/tictactoe.py": b"# right"}
    files |= {k: v for k, v in exports.MOODLE.items() if not k.startswith("Ana")}
    exports.lay_out(tmp_path / "class", files)
    sheet = exports.MOODLE_WORKSHEET.replace(b"Ana Silva", b"A_na Silva")
    (tmp_path / "grades.csv").write_bytes(sheet)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "grades.csv"]
    code, out, err = run(capsys, tmp_path / "class", *options)
    assert (code, err) == (1, "")
    upload = tmp_path / "report" / "upload"
    assert f"filled in: {upload / 'grades.csv'} (2 of 3 students)" in out
    assert "but nothing was handed in: Dora Diaz." in out
    assert "Handed in, but not in the worksheet: Çağla Ünal." in out
    assert (upload / "grades.csv").read_bytes() != sheet
    assert (tmp_path / "grades.csv").read_bytes() == sheet
    assert "Of an earlier run" not in out
    with zipfile.ZipFile(upload / "feedback.zip") as packed:
        names = packed.namelist()
        assert [moodle_takes(name) for name in names] == [123450, 123451, 123452]
        assert b"<!doctype html>" in packed.read(names[0]).lower()
    again = (upload / "feedback.zip").read_bytes()
    run(capsys, tmp_path / "class", *options)
    assert (upload / "feedback.zip").read_bytes() == again


def test_what_goes_back_to_a_platform_outlives_a_loss_of_power(
    tmp_path, capsys, quick, monkeypatch
):
    waits, write = {}, disk.write_whole

    def writing(path, data, durable=False):
        waits[path.relative_to(tmp_path).as_posix()] = durable
        write(path, data, durable)

    monkeypatch.setattr(disk, "write_whole", writing)
    exports.lay_out(tmp_path / "class", exports.MOODLE)
    (tmp_path / "grades.csv").write_bytes(exports.MOODLE_WORKSHEET)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "grades.csv"]
    run(capsys, tmp_path / "class", *options)
    uploaded = {name: each for name, each in waits.items() if "/upload/" in name}
    assert uploaded == dict.fromkeys(
        ("report/upload/grades.csv", "report/upload/feedback.zip"), True
    )


def test_points_of_some_functions_are_scaled_to_the_worksheet(tmp_path, capsys, quick):
    exports.lay_out(tmp_path / "class", exports.MOODLE)
    (tmp_path / "grades.csv").write_bytes(exports.MOODLE_WORKSHEET)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "grades.csv"]
    _, out, _ = run(capsys, tmp_path / "class", *options, "--functions", "player")
    assert "of 10 points or more" in out
    assert "scaled from 10 points to the worksheet's 100" in out
    assert "no maximum" not in out
    sheet = exports.MOODLE_WORKSHEET.replace(b"100.00", b"0.00")
    (tmp_path / "grades.csv").write_bytes(sheet)
    _, out, _ = run(capsys, tmp_path / "class", *options, "--functions", "player")
    said = "no maximum above 0: grades are entered as they are, out of 10 points."
    assert said in out
    assert "scaled from" not in out


@pytest.mark.parametrize(
    ("language", "points", "told"),
    [
        ("en", 1.0, "scaled from 1 point to the worksheet's 10."),
        ("en", 0.5, "scaled from 0.5 points to the worksheet's 10."),
        ("pt-BR", 1.0, "de 1 ponto para a nota máxima da planilha, 10."),
        ("pt-BR", 2.0, "de 2 pontos para a nota máxima da planilha, 10."),
    ],
)
def test_one_point_is_told_as_one(language, points, told):
    say = words(language)
    filled = Filled(entered=["ana"], scale=(points, 10.0))
    assert any(told in each for each in upload._told(filled, "x.csv", say))
    rest = "pontos." if language == "pt-BR" else "points."
    filled = Filled(entered=["ana"], unscaled=points)
    whole = list(upload._told(filled, "x.csv", say))
    assert any(each.endswith(rest) for each in whole) == (points != 1)


@pytest.mark.parametrize("entered", [[], ["ana"]])
def test_it_is_said_that_all_is_a_bonus_where_a_grade_is_entered(entered):
    told = upload._told(Filled(entered=entered, extra=True), "x.csv", words("en"))
    assert any("are a bonus" in each for each in told) == bool(entered)


@pytest.mark.parametrize("done", [{"scale": (110.0, 100.0)}, {"unscaled": 110.0}])
def test_nothing_is_said_to_be_done_to_grades_where_none_is_entered(done):
    told = upload._told(Filled(undecided=["ana"], **done), "x.csv", words("en"))
    assert not any("110" in each for each in told)


def test_feedback_goes_back_without_a_worksheet_too(tmp_path, capsys, quick):
    exports.lay_out(tmp_path / "class", exports.MOODLE)
    _, out, _ = run(capsys, tmp_path / "class", "-o", tmp_path / "report")
    [made] = (tmp_path / "report" / "upload").iterdir()
    assert made.name == "feedback.zip"
    assert out.splitlines()[-1].count(str(made)) == 1


def test_a_class_as_junit_has_a_suite_for_each_student(tmp_path, capsys, quick):
    exports.lay_out(tmp_path / "class", exports.CANVAS | {"zoë\x01.py": b"# wrong"})
    options = ["-o", tmp_path / "report", "--junit", tmp_path / "class.xml"]
    run(capsys, tmp_path / "class", *options)
    suites = ElementTree.parse(tmp_path / "class.xml").getroot()
    told = {
        suite.get("name"): {
            each.get("name"): each.get("value") for each in suite.iter("property")
        }
        for suite in suites
    }
    assert told["silvaana"] == {"id": "12345", "late": "false", "attempt": "3"}
    assert told["oneillbob"]["late"] == "true"
    assert told["zoë\\x01"] == {}  # of which the export does not say anything
    assert len(told) == 4
    assert [suite.get("errors") for suite in suites].count("1") == 1


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Not in the roster: bob."),
        ("pt-BR", "Não estão na lista da turma (--roster): bob."),
    ],
)
def test_who_is_not_in_the_roster_is_told(tmp_path, capsys, quick, language, told):
    class_ = hand_in(tmp_path / "class", ana="# right", bob="# right")
    (tmp_path / "names.csv").write_text("login,name\nana,Ana Silva\n")
    options = ["-o", tmp_path / "report", "--roster", tmp_path / "names.csv"]
    _, out, _ = run(capsys, class_, *options, "--language", language)
    assert out.splitlines()[-1] == told


@pytest.mark.parametrize(
    ("metadata", "platform", "n"),
    [
        (exports.METADATA, "", 0),
        (exports.METADATA.decode().encode("utf-16"), "", 0),
        (exports.METADATA.decode().encode("utf-16-le"), "", 0),
        (exports.METADATA.replace(b"submission_98761", b"submission_1"), "", 1),
        (b"\0\0\0", "", 2),
        (b"\0\0\0", "gradescope", 2),
        (b"\0\0\0", "plain", 0),
    ],
)
def test_whom_gradescope_does_not_name_is_counted(
    tmp_path, capsys, quick, metadata, platform, n
):
    name = "assignment_4711_export/submission_metadata.yml"
    exports.lay_out(tmp_path / "class", exports.GRADESCOPE | {name: metadata})
    options = ["--platform", platform] if platform else []
    _, _, err = run(capsys, tmp_path / "class", "-o", tmp_path / "report", *options)
    number = "submission has" if n == 1 else "submissions have"
    told = f"noughts check: {n} {number} no entry in submission_metadata.yml, and"
    assert err.startswith(told) if n else not err


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "different students: Ana Silva (102) and"),
        ("pt-BR", "diferentes: Ana Silva (102) e"),
    ],
)
def test_who_has_the_id_of_another_is_told(tmp_path, capsys, quick, language, told):
    name = "assignment_4711_export/submission_metadata.yml"
    data = exports.METADATA.replace(b"'100'", b"'102'")
    exports.lay_out(tmp_path / "class", exports.GRADESCOPE | {name: data})
    options = ["-o", tmp_path / "report", "--language", language]
    _, out, err = run(capsys, tmp_path / "class", *options)
    assert told in err
    assert out.count("Ana Silva: ") == out.count("Bob O'Neill, ") == 1


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Taken for nobody's, and left out: joy.pdf and leo.txt."),
        ("pt-BR", "Não parecem de ninguém, e ficam de fora: joy.pdf e leo.txt."),
    ],
)
def test_what_is_nobody_s_is_told(tmp_path, capsys, quick, language, told):
    class_ = hand_in(tmp_path / "class", ana="# right")
    for name in ("leo.txt", "joy.pdf", "grades.csv"):
        (class_ / name).write_text("")
    options = ["-o", tmp_path / "report", "--language", language]
    assert run(capsys, class_, *options)[2] == f"noughts check: {told}\n"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the clones begin with p0-ufmg-, and ufmg- may be the assignment's or"),
        ("pt-BR", "os clones começam com p0-ufmg-, e ufmg- pode ser da tarefa ou"),
    ],
)
def test_what_may_be_the_assignments_or_the_logins_is_told(
    tmp_path, capsys, quick, language, told
):
    class_ = hand_in(tmp_path / "x", **{f"p0-ufmg-{n}": "# right" for n in ("a", "b")})
    report = ["-o", tmp_path / "report", "--language", language]
    _, out, err = run(capsys, class_, *report)
    assert told in err
    assert "p0-ufmg-submissions" in err
    assert "     8  ufmg-a: " in out
    class_ = class_.rename(tmp_path / "p0-ufmg-submissions")
    _, out, err = run(capsys, class_, *report)
    assert ("     8  a: " in out, err) == (True, "")


def test_who_is_there_twice_is_told_as_that(tmp_path, capsys, quick):
    class_ = hand_in(tmp_path / "class", ana="# right")
    (tmp_path / "names.csv").write_text("login,name\nana,Ana Silva\nana,Ana Souza\n")
    sheet = "Identifier,Full name,Grade\nP1,ana,\nP2,ana,\n"
    (tmp_path / "sheet.csv").write_text(sheet)
    lists = ["--roster", tmp_path / "names.csv", "--worksheet", tmp_path / "sheet.csv"]
    _, out, _ = run(capsys, class_, "-o", tmp_path / "report", *lists)
    assert "With several names in the roster, none of them taken: ana.\n" in out
    assert "On several lines of the worksheet, left as they were: ana.\n" in out
    assert "(0 of 2 students)" in out
    for wrong in (
        "Not in the roster",
        "Handed in, but",
        "nothing was",
        "another class",
    ):
        assert wrong not in out


@pytest.mark.parametrize("named", [True, False])
def test_a_groups_grade_goes_to_a_member_only_where_the_roster_says_so(
    tmp_path, capsys, quick, named
):
    exports.lay_out(tmp_path / "class", {"team7_12345_6_tictactoe.py": b"# right"})
    (tmp_path / "g.csv").write_bytes(exports.CANVAS_GRADEBOOK)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "g.csv"]
    options += ["--roster", tmp_path / "g.csv"] if named else []
    options += ["--platform", "canvas"]
    _, out, _ = run(capsys, tmp_path / "class", *options)
    filled = (tmp_path / "report/upload/g.csv").read_bytes()
    assert (filled != exports.CANVAS_GRADEBOOK) == named
    assert ("nothing was entered for: team7 (Ana Silva)." in out) != named
    said = "The column that was filled in: Tic-Tac-Toe (901).\n"
    assert (said in out) == named


def test_the_worksheet_of_another_class_is_noticed(tmp_path, capsys, quick):
    class_ = hand_in(tmp_path / "class", zoe="# right")
    sheet = exports.MOODLE_WORKSHEET
    (tmp_path / "grades.csv").write_bytes(sheet)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "grades.csv"]
    _, out, _ = run(capsys, class_, *options)
    assert "is it another class's?" in out
    assert (tmp_path / "report/upload/grades.csv").read_bytes() == sheet


def test_the_worksheet_of_another_assignment_is_noticed(tmp_path, capsys, quick):
    """The same people with other numbers: Moodle has them anew for each assignment."""
    exports.lay_out(tmp_path / "class", exports.MOODLE)
    sheet = exports.MOODLE_WORKSHEET.replace(b"Participant 12", b"Participant 99")
    (tmp_path / "grades.csv").write_bytes(sheet)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "grades.csv"]
    _, out, _ = run(capsys, tmp_path / "class", *options)
    assert "in the worksheet: is it another assignment's?" in out
    assert "another class" not in out
    assert (tmp_path / "report/upload/grades.csv").read_bytes() == sheet


def test_what_an_earlier_run_left_to_be_uploaded_is_told(tmp_path, capsys, quick):
    class_ = hand_in(tmp_path / "class", ana="# right")
    (tmp_path / "grades.csv").write_bytes(exports.MOODLE_WORKSHEET)
    sheet = ["--worksheet", tmp_path / "grades.csv"]
    old = tmp_path / "report/upload/grades.csv"
    for options in (sheet, [], sheet):
        _, out, _ = run(capsys, class_, "-o", tmp_path / "report", *options)
        assert (
            f"Of an earlier run, and not to be uploaded with this one: {old}" in out
        ) == (not options)


def test_a_class_is_compared_with_others_and_what_was_given_is_left_out(
    tmp_path, capsys, quick
):
    ours = (ROOT / "tictactoe.py").read_text("utf-8")
    class_ = hand_in(tmp_path / "class", ana=ours, bob=ours.replace("marks &", "&"))
    hand_in(tmp_path / "2025", zoe=ours)
    report = tmp_path / "report"
    run(capsys, class_, "-o", report, "--against", tmp_path / "2025")
    assert "2025: zoe" in (report / "index.html").read_text("utf-8")
    (tmp_path / "starter.py").write_text(ours)
    run(capsys, class_, "-o", report, "--base", tmp_path / "starter.py")
    assert 'id="alike"' not in (report / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ("2024", "2024"),
        ("y23/class.zip y24/group", "class group"),
        ("y23/class y24/class", "y23/class y24/class"),
        ("y23/class y24/class y24/x", "y23/class y24/class y24/x"),
        ("b/23/c a/23/c", "b/23/c a/23/c"),
        ("class class.zip", "class class.zip"),
        ("class ./class", "class class"),
        ("", ""),
    ],
)
def test_folders_of_one_name_are_told_apart_by_where_they_are(paths, expected):
    assert check_class.labels(list(map(Path, paths.split()))) == expected.split()


def test_a_worksheet_is_refused_before_anybody_is_judged(tmp_path, capsys, quick):
    class_ = hand_in(tmp_path / "class", ana="# right")
    (tmp_path / "list.csv").write_text("a,b\n")
    for name, reason in (
        ("list.csv", "neither Moodle's grading worksheet"),
        ("none.csv", "cannot be read: No such file or directory"),
    ):
        options = ["-o", tmp_path / "report", "--worksheet", tmp_path / name]
        code, out, err = run(capsys, class_, *options)
        assert (code, out) == (2, "")
        assert f"{name}: {reason}" in err
    assert Quick.seen == []


MISUSES = [
    ("", "class is a class: checking a class needs -o REPORT"),
    ("-o class/report", "class/report is inside class: it would be taken for a"),
    ("-o class", "class is inside class: it would be taken for a submission"),
    ("-o file", "file/students: cannot be written: Not a directory"),
    ("-o report --json", "--json is for one file, but class is a class"),
    ("-o report --watch", "--watch is for one file, but class is a class"),
    ("-o report --html x", "--html is for one file, but class is a class"),
    ("-o report --platform x", "--platform: 'x' is not one of moodle, canvas,"),
    ("-o report --roster none", "none: cannot be read: No such file or directory"),
    ("-o report --column x", "--column needs a --worksheet"),
    (
        "-o report --worksheet w.csv --functions initial_state",
        "w.csv: there are no points to enter: the rubric gives none for what is",
    ),
    ("-o report --base none.py", "none.py: cannot be read: No such file or directory"),
    ("-o report --against none", "none: there is no such file or folder"),
    ("-o report --against loop", "loop: there is no such file or folder"),
    ("-o report --jobs 0", "'0' is not a whole number from 1 to 1000"),
    ("-o report --jobs -1", "'-1' is not a whole number from 1 to 1000"),
    ("-o report --jobs 2 --cluster x", "--jobs is for this machine, --cluster for"),
]


@pytest.mark.parametrize(("options", "message"), MISUSES)
def test_misuse_is_one_sentence(tmp_path, capsys, quick, monkeypatch, options, message):
    hand_in(tmp_path / "class", ana="")
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, "class", *options.split())
    assert code == 2
    assert message in err.splitlines()[-1]


LISTS = {
    "xlsx": b"PK\3\4",
    "empty": b"",
    "one": b"ana",
    "nameless": b"Wer,GitHub\nAna,ana",
    "names": b"Name\nAna",
    "other": b"a,b",
    "none": b"Student,ID\nx,1",
    "two": b"Student,ID,A (1),B (2)\nx,1,,",
    "scale": b"Identifier,Grade,Scale\nP1,,Good",
    "long": b"Identifier,Grade\nP1,Silva, Ana,8",
    "php": b'Identifier,Grade\nP1,"8\\"x',
    "open": b'Identifier,Grade,Maximum Grade\nP1,,"1,000"',
    "own": b"Identifier,Grade,Nota\nP1,,8",
}
TROUBLES = [
    *(f"class -o report --roster {name}" for name in ("gone", "xlsx", "empty", "one")),
    *(f"class -o report --roster {name}" for name in ("nameless", "names")),
    *(f"class -o report --worksheet {name}" for name in ("gone", "xlsx", "empty")),
    *(f"class -o report --worksheet {name}" for name in ("other", "none", "scale")),
    *(f"class -o report --worksheet {name}" for name in ("own", "two")),
    *(f"class -o report --worksheet {name}" for name in ("long", "php", "open")),
    "class -o report --worksheet two --column AA",
    "class -o report --worksheet two --column Zebra",
    "class -o report --base gone",
    "class -o report --against gone",
    "class -o class",
    "class",
    "empty.zip -o report",
    "nothing -o report",
    "class -o report --jobs 0",
    "class -o report --json",
    "class -o report --column x",
    "class -o report --jobs 2 --cluster x",
]


@pytest.mark.parametrize("options", TROUBLES)
def test_every_trouble_is_told_in_the_language(tmp_path, capsys, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    hand_in(tmp_path / "class", ana="")
    (tmp_path / "nothing").mkdir()
    for name, data in (LISTS | {"empty.zip": b""}).items():
        (tmp_path / name).write_bytes(data)
    said = []
    for language in ("en", "pt-BR"):
        code, _, err = run(capsys, *options.split(), "--language", language)
        assert code == 2
        assert err.count("\n") == 1
        said.append(err)
    assert said[0] != said[1]


def test_options_for_a_class_are_refused_for_one_file(capsys):
    for name in check_class.OPTIONS:
        option = f"--{name}"
        if name == "platform":
            continue  # which takes certain words only

        code, _, err = run(capsys, ROOT / "tictactoe.py", option, "1")
        assert code == 2
        assert f"{option} is for a class, but " in err


def test_a_folder_without_submissions_is_misuse(tmp_path, capsys, quick):
    (tmp_path / "class").mkdir()
    code, _, err = run(capsys, tmp_path / "class", "-o", tmp_path / "report")
    assert code == 2
    assert "class: no submissions: expected a folder, an archive or a .py" in err
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize("name", ["class.rar", "class.7z", "class.tar.gz"])
def test_a_class_in_an_archive_of_another_kind_is_told_so(tmp_path, capsys, name):
    (tmp_path / name).write_bytes(b"x")
    code, _, err = run(capsys, tmp_path / name, "-o", tmp_path / "report")
    assert code == 2
    assert f"{name}: neither a folder nor a .zip archive" in err


@pytest.mark.ci
def test_a_cluster_that_is_not_there_is_misuse(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("noughts.classroom.cluster.PATIENCE", 1)
    class_ = hand_in(tmp_path / "class", ana="")
    options = ("-o", tmp_path / "report", "--cluster", "tcp://127.0.0.1:9")
    code, _, err = run(capsys, class_, *options)
    assert code == 2
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:9'" in err


def test_the_bar_shows_the_number_done_the_rate_and_the_time_left():
    assert progress(0, 10, 0, 0.0, words()) == "─" * 24 + " 0 of 10"
    half = progress(5, 10, 4, 4.0, words())
    assert half == "━" * 12 + "─" * 12 + " 5 of 10, 60 a minute, 0:05 left"
    whole = progress(1000, 1000, 10, 1.0, words())
    assert whole.startswith("━" * 24 + " 1,000 of 1,000")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (5.4, "0:05"), (750, "12:30"), (10_800, "3:00:00")],
)
def test_times_read_as_people_read_them(seconds, text):
    assert clock(seconds) == text


def test_the_bar_is_drawn_below_the_students_on_a_screen(tmp_path, capsys, quick):
    display = Display(quiet=False)
    display.line.live = True
    class_ = hand_in(tmp_path / "class", ana="# right")
    report = tmp_path / "report"
    classroom.check_class(class_, report, Quick(DEFAULT), Inline(), display.show)
    out, err = capsys.readouterr()
    assert "ana: Right on every position" in out
    assert " 1 of 1, " in err
    assert err.endswith(" a minute, 0:00 left")


@pytest.mark.parametrize(
    ("key", "now", "fault", "refusal", "known"),
    [
        ("k", False, "", "", 1),
        ("", False, "", "", 0),
        ("k", True, "", "", 0),
        ("k", False, "no memory", "", 0),
        ("k", False, "", "too large", 0),
    ],
)
def test_known_from_before_is_what_was_judged_before(key, now, fault, refusal, known):
    display = Display(quiet=True)
    result = Result("ana", key, replace(RECORD, refusal=refusal))
    display.show(Headway(result, now, 1, 1, fault))
    assert display.known == known


def test_the_rate_is_of_those_judged_since_it_began(capsys, monkeypatch):
    monkeypatch.setattr(time, "monotonic", lambda: 104.0)
    display = Display(quiet=True, began=100.0)
    display.line.live = True
    display.show(Headway(Result("ana", "k", RECORD), True, 1, 3))
    assert capsys.readouterr().err.endswith(" 1 of 3, 15 a minute, 0:08 left")


def test_who_leaves_before_it_has_begun_is_told_that_nothing_is_done(
    tmp_path, capsys, quick, monkeypatch
):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(check_class, "check_class", interrupted)
    class_ = hand_in(tmp_path / "class", ana="")
    _, out, _ = run(capsys, class_, "-o", tmp_path / "report")
    assert out == "Stopped before anything was judged.\n"


def test_each_file_of_a_class_is_judged_by_one_process(
    tmp_path, capsys, quick, monkeypatch
):
    """Since as many files are judged at once as there are processors."""
    judges = []

    def noted(*given):
        judges.append(Quick(*given))
        return judges[-1]

    monkeypatch.setattr(check, "FileJudge", noted)
    class_ = hand_in(tmp_path / "class", ana="# right")
    assert run(capsys, class_, "-o", tmp_path / "report", "--jobs", "2")[0] == 0
    assert [judge.effort.processes for judge in judges] == [1]


class Strict(Quick):
    """A judge before whom whoever is wrong fails at four things."""

    def __call__(self, submission):
        record = super().__call__(submission)
        [turn] = record.checks
        return replace(
            record, checks=tuple(replace(turn, name=f"player.{n}") for n in range(4))
        )


def test_of_a_large_class_the_three_checks_most_fail_are_told_with_their_share(
    tmp_path, capsys, quick, monkeypatch
):
    monkeypatch.setattr(check, "FileJudge", Strict)
    files = {f"s{n:02}": "# wrong" if n < 6 else "# right" for n in range(30)}
    class_ = hand_in(tmp_path / "class", **files)
    _, out, _ = run(capsys, class_, "-o", tmp_path / "report", "--quiet")
    told = [line.partition(":")[0] for line in out.splitlines() if " fail " in line]
    assert told == [f"6 of 30 (20 %) fail player.{n}" for n in range(3)]


FAILURES = [
    (NoSubmissionsError("nothing"), 2, "noughts check: nothing\n"),
    (
        disk.BusyError("refusal.busy", path="here"),
        2,
        "noughts check: another run is writing into here: wait for it to end, or "
        "choose another folder\n",
    ),
    (
        OSError(28, "No space left on device", "file"),
        2,
        "noughts check: file: cannot be written: No space left on device\n",
    ),
    (KeyboardInterrupt(), 130, ""),
]


@pytest.mark.parametrize(("error", "code", "said"), FAILURES)
def test_the_bar_is_gone_before_it_is_told_why_a_run_ended(
    tmp_path, capsys, quick, monkeypatch, error, code, said
):
    def fails(path, report, judge, workers, show, *rest):
        show(Headway(None, False, 1, 2))
        raise error

    monkeypatch.setattr(check_class, "check_class", fails)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    told = run(capsys, hand_in(tmp_path / "class", ana=""), "-o", tmp_path / "report")
    assert told[0] == code
    bar = "━" * 12 + "─" * 12 + " 1 of 2"
    assert told[2] == f"{CLEAR_LINE}{bar}{CLEAR_LINE}{said}"


def test_the_bar_is_gone_before_a_student_or_the_class_is_told(
    tmp_path, capsys, quick, monkeypatch
):
    class_ = hand_in(tmp_path / "class", ana="# right", bob="# right")
    monkeypatch.setattr(class_display, "progress", lambda done, *_: f"bar {done}")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _, _, err = run(capsys, class_, "-o", tmp_path / "report")
    assert err.split(CLEAR_LINE) == ["", "bar 0", "", "bar 1", "", "bar 2", ""]


def test_a_note_takes_the_place_of_the_bar(capsys):
    display = Display(quiet=True)
    display.line.live = True
    display.note("a worker is gone")
    said = f"{CLEAR_LINE}noughts check: a worker is gone\n"
    assert capsys.readouterr().err == said


@pytest.mark.ci
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no /dev/full")
def test_what_cannot_be_said_aside_costs_nobody_the_rest(tmp_path):
    class_ = hand_in(tmp_path / "class", ana="def (", bob="def (")
    (class_ / "notes.txt").write_text("")  # of which there is something to say
    command = [sys.executable, "-m", "noughts", "check", class_, "-o", tmp_path / "r"]
    with open("/dev/full", "w") as nowhere:
        run = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=nowhere, text=True
        )
    assert run.returncode == 1
    assert run.stdout.endswith(f"The report: {tmp_path / 'r' / 'index.html'}\n")


HANGING = {name: f"while True: {name} = 0" for name in "bcdefghijk"}


def real_run(tmp_path, *options):
    """Start a run on engines that take 10 seconds each; wait for the first result."""
    class_ = hand_in(tmp_path / "class", ana="def (", **HANGING)
    (tmp_path / "tmp").mkdir()
    command = [sys.executable, "-m", "noughts", "check", class_, "-o", tmp_path / "r"]
    run = subprocess.Popen(
        [*command, *options],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path / "tmp")},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert "ana" in run.stdout.readline()
    return run


def processes_of(run, folder):
    """Return those of the run's session, and those at work below a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            where = os.readlink(process / "cwd")
            if fields[0] != "Z" and (
                int(fields[3]) == run.pid or where.startswith(str(folder))
            ):
                found.append(process.name)
    return found


@pytest.mark.ci
@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_real_run_that_is_told_to_end_leaves_at_once(tmp_path, name):
    """Ctrl-C, a request to end, a closed terminal: what is done is kept."""
    with real_run(tmp_path, "--jobs", "1") as run:
        run.send_signal(getattr(signal, name))
        told = run.stdout.read()
    assert run.returncode == 130
    assert told == "Stopped. 1 of 11 is done and saved: run it again for the rest.\n"
    assert (tmp_path / "r/index.html").is_file()
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.ci
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("pause", [0, 0.02, 0.1])
def test_a_real_run_that_is_told_to_end_again_and_again_ends(tmp_path, pause):
    tmp = tmp_path / "tmp"
    with real_run(tmp_path, "--jobs", "2") as run:
        assert until(lambda: len(processes_of(run, tmp)) >= 5), "nothing is at work"
        while run.poll() is None:
            run.send_signal(signal.SIGINT)
            time.sleep(pause)
    assert until(lambda: not processes_of(run, tmp)), processes_of(run, tmp)


@pytest.mark.ci
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
def test_a_run_that_is_killed_leaves_no_process_and_no_folder(tmp_path, name):
    tmp = tmp_path / "tmp"
    with real_run(tmp_path, "--jobs", "2") as run:
        assert until(lambda: len(processes_of(run, tmp)) >= 5), "nothing is at work"
        run.send_signal(getattr(signal, name))
    assert until(lambda: not processes_of(run, tmp)), processes_of(run, tmp)
    assert list(tmp.iterdir()) == []


@pytest.mark.ci
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_what_all_of_a_run_left_is_swept_by_the_next(tmp_path):
    """Killed at once with its workers, as by a machine that has no memory left."""
    tmp = tmp_path / "tmp"
    with real_run(tmp_path, "--jobs", "2") as run:
        assert until(lambda: len(processes_of(run, tmp)) >= 5), "nothing is at work"
        os.killpg(run.pid, signal.SIGKILL)
    assert until(lambda: not processes_of(run, tmp)), processes_of(run, tmp)
    assert list(tmp.iterdir())
    run = subprocess.run(
        [sys.executable, "-c", "from noughts import disk; disk.scratch()"],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp)},
    )
    assert run.returncode == 0
    assert list(tmp.iterdir()) == []


def test_a_second_run_into_the_same_report_is_told_so(tmp_path, capsys, quick):
    class_ = hand_in(tmp_path / "class", ana="# right")
    report = tmp_path / "report"
    report.mkdir()
    with disk.alone_in(report):
        code, out, err = run(capsys, class_, "-o", report)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == (
        f"noughts check: another run is writing into {report}: "
        "wait for it to end, or choose another place"
    )


def test_no_other_run_begins_before_all_that_goes_back_is_written(
    tmp_path, capsys, quick, monkeypatch
):
    """What goes back is made of the report, which another run would replace."""
    report, asked = tmp_path / "report", []

    def read(path):
        with pytest.raises(disk.BusyError), disk.alone_in(report):
            pass
        asked.append(path)
        return read_results(path)

    monkeypatch.setattr(upload, "read_results", read)
    exports.lay_out(tmp_path / "class", exports.MOODLE)
    (tmp_path / "g.csv").write_bytes(exports.MOODLE_WORKSHEET)
    options = ["--worksheet", tmp_path / "g.csv", "--junit", tmp_path / "c.xml"]
    code, _, err = run(capsys, tmp_path / "class", "-o", report, *options)
    assert (code, err) == (1, "")
    assert len(asked) == 3  # for the worksheet, for the feedback and for JUnit


def test_whom_this_machine_could_not_judge_is_counted_apart(
    tmp_path, capsys, quick, monkeypatch
):
    def full(self, submission):
        raise MachineError("no sandbox could be made: No space left on device")

    class_ = hand_in(tmp_path / "class", ana="# right", bob="# wrong")
    monkeypatch.setattr(Quick, "__call__", full)
    code, out, _ = run(capsys, class_, "-o", tmp_path / "report")
    assert code == 2
    assert "     ?  ana: Not judged, through no fault of theirs: no sandbox" in out
    assert "2 submissions, 2 to be judged again. Judged now: 0; unchanged: 0." in out
    assert (
        "2 could not be judged, through no fault of theirs: no sandbox could be made: "
        "No space left on device. Run it again."
    ) in out
    kept = read_results(tmp_path / "report" / "results.jsonl")
    assert [(each.student, each.key, each.record.refusal[:20]) for each in kept] == [
        ("ana", "", "this machine failed:"),
        ("bob", "", "this machine failed:"),
    ]


def test_one_whom_this_machine_could_not_judge_is_told_why(
    tmp_path, capsys, quick, monkeypatch
):
    def failing(self, submission):
        raise MachineError("no memory")

    monkeypatch.setattr(Quick, "__call__", failing)
    class_ = hand_in(tmp_path / "class", ana="# right")
    code, out, _ = run(capsys, class_, "-o", tmp_path / "report")
    assert code == 2
    assert "1 could not be judged, through no fault of theirs: no memory." in out


@pytest.mark.skipif(os.name != "posix", reason="limits files as POSIX does")
def test_a_full_disk_is_named(tmp_path, capsys, quick):
    import resource

    class_ = hand_in(tmp_path / "class", ana="# right")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))
    try:
        code, _, err = run(capsys, class_, "-o", tmp_path / "report")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, ignored)
    assert code == 2
    path = tmp_path / "report" / "index.html"
    assert err.splitlines()[-1] == (
        f"noughts check: {path}: cannot be written: File too large"
    )
    assert not path.exists()


@pytest.mark.parametrize("name", ["grades.csv", "feedback.zip"])
def test_what_goes_back_is_named_where_it_cannot_be_written(
    tmp_path, capsys, quick, name
):
    exports.lay_out(tmp_path / "class", exports.MOODLE)
    (tmp_path / "grades.csv").write_bytes(exports.MOODLE_WORKSHEET)
    options = ["-o", tmp_path / "report", "--worksheet", tmp_path / "grades.csv"]
    path = tmp_path / "report" / "upload" / name
    path.mkdir(parents=True)
    (tmp_path / "report" / "results.jsonl").touch()  # a run of ours has begun there
    code, _, err = run(capsys, tmp_path / "class", *options)
    assert (code, err) == (
        2,
        f"noughts check: {path}: cannot be written: Is a directory\n",
    )
