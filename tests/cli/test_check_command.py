"""`noughts check`: what it prints, what it writes, how it exits."""

import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from conftest import ENGINES, ROOT
from helpers.commands import command
from helpers.records import RECORD

from noughts.checker import style
from noughts.checker.asking import Effort
from noughts.cli import check
from noughts.game.contract import LARGEST_FILE
from noughts.texts import words
from noughts.texts.said import quotation

RIGHT = str(ENGINES / "remembering.py")
WRONG = str(ENGINES / "terminal_ignores_ties.py")
QUICK = ["--functions", "terminal"]

FIX = words()("report.next_fix", n=1, all=4, next="`terminal`")
CODES = [
    ([RIGHT, *QUICK], 0, words()("report.right_some", names="terminal")),
    pytest.param(
        *([WRONG, *QUICK, "--quiet", "--rubric", "ten"], 1, rf"\.py: 0\.75 .*{FIX}\n$"),
        marks=pytest.mark.ci,
    ),
]


@pytest.fixture(scope="module")
def record():
    """Return the record of the wrong file, judged once."""
    return check.check_file(Path(WRONG), functions=["terminal"])


@pytest.fixture
def judged(record, monkeypatch):
    """Return the same record for every check."""
    monkeypatch.setattr(check, "check_file", lambda path, **_: record)


@pytest.mark.parametrize(("argv", "code", "printed"), CODES)
def test_the_exit_code_follows_the_verdict(capsys, argv, code, printed):
    assert command("check")(argv) == code
    assert re.search(printed, capsys.readouterr().out)


@pytest.mark.parametrize("argv", [[RIGHT, "--html", "x.html"], [".", "-o", "report"]])
def test_a_page_is_refused_at_once_without_jinja(capsys, monkeypatch, tmp_path, argv):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(check.html, "available", lambda: False)
    assert command("check")(argv) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"noughts check: {words('en')('check.no_jinja')}\n")


@pytest.mark.usefixtures("judged")
def test_it_writes_every_report(capsys, tmp_path):
    files = {name: tmp_path / name for name in ("html", "junit")}
    options = [
        text for name, path in files.items() for text in (f"--{name}", str(path))
    ]
    assert command("check")([WRONG, *QUICK, "--json", *options]) == 1
    assert json.loads(capsys.readouterr().out)["points"] == 7
    assert files["html"].read_text("utf-8").startswith("<!doctype html>")
    assert ElementTree.parse(files["junit"]).getroot().get("failures") == "1"


@pytest.mark.ci
def test_a_page_shows_where_the_search_first_goes_wrong(tmp_path):
    page = tmp_path / "report.html"
    engine = ENGINES / "max_for_both.py"
    assert command("check")([str(engine), "--quiet", "--html", str(page)]) == 1
    assert page.read_text("utf-8").count('class="tree"') == 2


def test_no_report_overwrites_an_input(capsys, tmp_path):
    path, rubric = tmp_path / "tictactoe.py", tmp_path / "mine.toml"
    path.write_text("X = 1\n", "utf-8")
    shutil.copy(ROOT / "noughts" / "checker" / "rubrics" / "ten.toml", rubric)
    (tmp_path / "link").symlink_to(path)
    before = path.read_bytes(), rubric.read_bytes()
    for output, taken, *more in (
        (path, path),
        (tmp_path / "link", path),
        (rubric, rubric, "--rubric", str(rubric)),
    ):
        assert command("check")([str(path), "--junit", str(output), *more]) == 2
        error = words()("cli.overwriting", output=output, input=taken)
        assert capsys.readouterr().err == f"noughts check: {error}\n"
    assert (path.read_bytes(), rubric.read_bytes()) == before


@pytest.mark.ci
def test_without_ruff_the_report_says_so(capsys, monkeypatch):
    monkeypatch.setattr(style, "available", lambda: False)
    assert command("check")([RIGHT]) == 0
    out = " ".join(capsys.readouterr().out.split())
    headline = words()("report.grade", points="95", maximum="95")
    assert f"{headline}, " in out
    assert f"; {words()('report.grade_unstyled')}" in out
    assert words()("report.right") in out


@pytest.mark.parametrize("named", [[], ["."]])
def test_a_folder_with_tictactoe_py_is_one_hand_in(
    capsys, monkeypatch, tmp_path, named
):
    (tmp_path / "tictactoe.py").write_bytes((ENGINES / "remembering.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert command("check")([*named, *QUICK]) == 0


@pytest.mark.parametrize(
    ("options", "effort"), [([], Effort()), (["--thorough"], check.THOROUGH)]
)
def test_a_thorough_check_gives_more_time(capsys, monkeypatch, options, effort):
    given = []
    monkeypatch.setattr(
        check, "check_file", lambda path, **how: given.append(how) or RECORD
    )
    assert command("check")([RIGHT, *options]) == 1
    assert [how["effort"] for how in given] == [effort]


def test_a_file_that_is_too_large_is_read_in_part(tmp_path):
    path = tmp_path / "t.py"
    path.write_bytes(bytes(LARGEST_FILE + 9))
    assert len(check.read(path)) == LARGEST_FILE + 1


@pytest.mark.parametrize("data", [b"X = 1\0\n", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"])
def test_a_file_that_is_not_a_program_is_refused(data, tmp_path, capsys):
    path = tmp_path / "tictactoe.py"
    path.write_bytes(data)
    assert command("check")([str(path)]) == 2
    error = words()("check.not_python", path=path)
    assert capsys.readouterr().err == f"noughts check: {error}\n"


@pytest.fixture
def watched(monkeypatch, tmp_path):
    """Watch a file that is saved with each of these sources; return its path."""
    path = tmp_path / "tictactoe.py"

    def watch(*sources):
        def pause(_seconds):
            if not coming:
                raise KeyboardInterrupt
            if source := coming.pop(0):
                path.write_bytes(source)
                os.utime(path, ns=(len(coming), len(coming)))

        coming = [after for source in sources for after in (source, None, None)]
        monkeypatch.setattr(check, "time", SimpleNamespace(sleep=pause))
        path.write_bytes(b"")
        return str(path)

    return watch


@pytest.mark.parametrize("options", [[], ["--quiet"], ["--json"]])
def test_each_save_is_checked_until_ctrl_c_and_changes_are_listed(
    watched, capsys, monkeypatch, options
):
    fixed = replace(RECORD.faults[0], status="passed", failures=())
    right = replace(RECORD, checks=(RECORD.checks[0], fixed), mistakes=())
    records = [
        RECORD,
        replace(RECORD, refusal=quotation("no file"), refused_by="machine"),
        right,
        right,
    ]
    coming = iter(records)
    monkeypatch.setattr(check, "check_file", lambda path, **_: next(coming))
    path = watched(b"1", b"2", b"3", b"4")
    assert command("check")([path, *options, "--watch"]) == 130
    out, err = capsys.readouterr()
    told = [words()("report.fixed", names=fixed.name), words()("report.unchanged")]
    found = [line for line in out.splitlines() if line in told]
    assert found == ([] if options else told)
    assert err.count(words()("report.watching", path=path)) == 4


def test_a_file_saved_during_a_check_is_checked_again(watched, capsys, monkeypatch):
    def judged(path, *, progress, source, **_):
        sources.append(source)
        if len(sources) == 1:
            path.write_bytes(b"Y = 1\n")
        progress("minimax", 0, 0)
        return RECORD

    sources = []
    monkeypatch.setattr(check, "check_file", judged)
    path = watched(b"X = 1\n", None)
    assert command("check")([path, "--quiet", "--watch"]) == 130
    assert sources == [b"X = 1\n", b"Y = 1\n"]
    assert capsys.readouterr().err.count("Watching") == 1


def test_progress_is_shown_only_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert command("check")([RIGHT, *QUICK]) == 0
    err = capsys.readouterr().err
    assert words()("check.step.survey") in err
    assert err.endswith("\r\x1b[K")


@pytest.mark.parametrize(("options", "is_shown"), [([], True), (["--json"], False)])
def test_an_interrupted_check_shows_what_is_known_and_that_it_is_incomplete(
    capsys, monkeypatch, options, is_shown
):
    def judge(path, *, watched, **_):
        watched["player"] = []
        watched["winner"] = [RECORD.faults[0]]
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "check_file", judge)
    assert command("check")([WRONG, *options]) == 130
    out = capsys.readouterr().out
    say = words()
    assert (say("check.so_far.stopped") in out) is is_shown
    found = dict(line.split(maxsplit=1) for line in out.splitlines()[-8:])
    verdicts = {"player": "passed", "winner": "failed"} if is_shown else {}
    for name, verdict in verdicts.items():
        assert found[name] == say(f"check.so_far.{verdict}")
    assert (found.get("minimax") == say("check.so_far.unknown")) is is_shown


@pytest.mark.parametrize(
    ("options", "terminal", "shown"),
    [
        ([], True, True),
        ([], False, False),
        (["--quiet"], True, False),
        (["--json"], True, False),
    ],
)
def test_the_first_wrong_answer_is_shown_at_once_on_a_terminal(
    capsys, monkeypatch, options, terminal, shown
):
    def judge(path, *, tell, **_):
        tell(RECORD.faults[0])
        told.append(capsys.readouterr())
        return RECORD

    told = []
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    monkeypatch.setattr(check, "check_file", judge)
    assert command("check")([WRONG, *options]) == 1
    ((out, err),) = told
    heading = words()("report.first_wrong", function=RECORD.faults[0].function)
    assert (heading in err) is shown
    assert out == ""
