"""`noughts check`: what it prints, what it writes, how it exits."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from conftest import ENGINES, ROOT
from helpers.commands import command
from helpers.records import RECORD
from helpers.waiting import until

from noughts.checker import style
from noughts.checker.record import Check
from noughts.cli import check
from noughts.look.ansi import CLEAR_LINE
from noughts.words import words

RIGHT = str(ENGINES / "remembering.py")
WRONG = str(ENGINES / "terminal_ignores_ties.py")
QUICK = ["--functions", "terminal"]

CODES = [
    ([RIGHT, *QUICK], 0, "Right on every position: terminal."),
    ([WRONG, *QUICK], 1, "`terminal` does not recognise"),
    (
        [WRONG, *QUICK, "--quiet"],
        1,
        ".py: 7 of 10 points. 1 of 4 checks fails. Next: `terminal`.\n",
    ),
    pytest.param(
        [WRONG, *QUICK, "--rubric", "ten"],
        1,
        ": 0.75 of 1 points",
        marks=pytest.mark.ci,
    ),
    pytest.param(
        [WRONG, *QUICK, "--thorough"], 1, "7 of 10 points", marks=pytest.mark.ci
    ),
]


@pytest.fixture(scope="module")
def record():
    """Return what is found in the wrong file, by asking it once."""
    return check.check_file(Path(WRONG), functions=["terminal"])


@pytest.fixture
def judged(record, monkeypatch):
    """Let the judge know what it found before."""
    monkeypatch.setattr(check, "check_file", lambda path, **_: record)


@pytest.mark.parametrize(("argv", "code", "printed"), CODES)
def test_it_prints_the_verdict_and_exits_with_it(capsys, argv, code, printed):
    assert command("check")(argv) == code
    assert printed in capsys.readouterr().out


@pytest.mark.usefixtures("judged")
def test_what_it_tells_to_type_is_what_was_typed(capsys, tmp_path):
    folder = tmp_path / "Ana's game"
    folder.mkdir()
    path = Path(shutil.copy(WRONG, folder / "mine.py"))
    command("check")([str(path), *QUICK])
    [line] = (
        line
        for line in capsys.readouterr().out.splitlines()
        if "noughts explore" in line
    )
    assert shlex.split(line)[-3:-1] == [str(path), "--board"]


def exit_code(argv):
    try:
        return command("check")(argv)
    except SystemExit as exit:
        return exit.code


MISUSE = [
    ([], "tictactoe.py: there is no such file"),
    (["none.py"], "none.py: there is no such file"),
    (["none", "-o", "report"], "none: there is no such file"),
    ([RIGHT, "--rubric", "none"], "none: there is no such rubric: a file, or one of"),
    ([RIGHT, "--functions", "play"], "'play' is not a function of the assignment"),
    ([RIGHT, "--allow", "numpy, a-b"], "'a-b' is not the name of a module"),
    ([RIGHT, *QUICK, "--html", "/no/folder/x.html"], "/no/folder/x.html: cannot be"),
]


@pytest.mark.parametrize(("argv", "said"), MISUSE)
def test_misuse_is_told_in_one_sentence(capsys, monkeypatch, tmp_path, argv, said):
    monkeypatch.chdir(tmp_path)
    assert exit_code(argv) == 2
    assert said in capsys.readouterr().err


def test_of_a_file_that_is_too_large_enough_is_read_to_see_that(monkeypatch, tmp_path):
    (tmp_path / "x.py").write_bytes(bytes(20))
    monkeypatch.setattr("noughts.contract.LARGEST_FILE", 9)
    assert check._source(tmp_path / "x.py") == bytes(10)


@pytest.mark.parametrize("reads", ["_source", "check_file"])
def test_a_file_that_cannot_be_read_is_told_in_one_sentence(capsys, monkeypatch, reads):
    def refuse(path, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(check, reads, refuse)
    assert exit_code([RIGHT, *QUICK]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "remembering.py: cannot be checked: Permission denied" in err


@pytest.mark.parametrize("argv", [[RIGHT, "--html", "x.html"], [".", "-o", "report"]])
def test_a_page_is_refused_at_once_where_none_can_be_made(
    capsys, monkeypatch, tmp_path, argv
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(check.templates, "available", lambda: False)
    assert exit_code(argv) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"noughts check: {check.templates.MISSING}\n")


def test_json_has_letters_as_they_are(capsys, monkeypatch):
    told = replace(RECORD, notes=("¿qué?",))
    monkeypatch.setattr(check, "check_file", lambda path, **_: told)
    command("check")([RIGHT, "--json"])
    assert '"¿qué?"' in capsys.readouterr().out


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


def test_no_report_takes_the_place_of_what_is_read(capsys, tmp_path):
    path, rubric = tmp_path / "tictactoe.py", tmp_path / "mine.toml"
    path.write_text("X = 1\n", "utf-8")
    shutil.copy(ROOT / "noughts" / "checker" / "rubrics" / "ten.toml", rubric)
    (tmp_path / "link").symlink_to(path)
    before = path.read_bytes(), rubric.read_bytes()
    for more in (
        ["--html", str(path)],
        ["--junit", str(tmp_path / "link")],
        ["--junit", str(rubric), "--rubric", str(rubric)],
        ["--html", str(tmp_path / "new"), "--junit", str(tmp_path / "new")],
    ):
        assert command("check")([str(path), *more]) == 2
        assert "would overwrite" in capsys.readouterr().err
    assert (path.read_bytes(), rubric.read_bytes()) == before
    assert not (tmp_path / "new").exists()


def test_a_file_that_is_refused_is_a_finding(capsys, tmp_path):
    path = tmp_path / "tictactoe.py"
    path.write_text("def player(:", "utf-8")
    assert command("check")([str(path)]) == 1
    out = capsys.readouterr().out
    assert "It cannot be judged: line 1: does not compile" in out
    assert "0 of 100 points" in out


@pytest.mark.ci
def test_without_ruff_the_report_says_so(capsys, monkeypatch):
    monkeypatch.setattr(style, "available", lambda: False)
    assert command("check")([RIGHT]) == 0
    out = capsys.readouterr().out
    assert "Style was not judged" in out
    assert "All that could be checked is right." in out


def test_a_bar_shows_how_far_it_is_where_somebody_looks(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert command("check")([RIGHT, *QUICK]) == 0
    err = capsys.readouterr().err
    assert "30 % the rules" in err
    assert err.endswith("\r\x1b[K")


def test_watching_checks_again_until_ctrl_c(tmp_path, capsys, monkeypatch):
    path = tmp_path / "tictactoe.py"
    path.write_bytes(Path(RIGHT).read_bytes())

    def saves(watched, gone):
        assert watched == path
        yield from (None, None)
        path.unlink()
        yield  # an editor takes it away just when it is to be read
        gone()
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "saves", saves)
    assert command("check")([str(path), *QUICK, "--quiet", "--watch"]) == 130
    out, err = capsys.readouterr()
    assert out.count("Right on every position: terminal.") == 2
    watching = f"Watching {path}; Ctrl-C ends it.\n"
    gone = words()("report.gone", path=path) + "\n"
    assert err == 2 * watching + gone + "\n"  # behind ^C


def test_what_is_told_of_the_quick_part_takes_the_place_of_the_bar(capsys, monkeypatch):
    def judged(path, *, progress, **_):
        progress("the rules", 1, 2)
        progress("minimax", 1, 2)
        return RECORD

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(check, "check_file", judged)
    monkeypatch.setattr(check, "saves", lambda path, gone: iter([None]))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert command("check")([RIGHT, "--watch"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("All functions before `minimax` are right; it follows …\n")
    assert err.split(CLEAR_LINE) == [
        "",
        "━" * 4 + "─" * 20 + "  18 % the rules",
        "",
        "━" * 13 + "─" * 11 + "  57 % minimax",
        f"Watching {RIGHT}; Ctrl-C ends it.\n",
    ]


def test_what_changed_in_the_long_part_is_told_before_the_report(capsys, monkeypatch):
    better = Check("minimax.optimal", "It is best.", "passed", 4520)
    records = iter([RECORD, replace(RECORD, checks=(RECORD.checks[0], better))])
    monkeypatch.setattr(check, "check_file", lambda path, **_: next(records))
    monkeypatch.setattr(check, "saves", lambda path, gone: iter([None, None]))
    assert command("check")([RIGHT, "--watch"]) == 0
    assert "Fixed since the last save: minimax." in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--quiet", "--json"])
def test_who_asks_for_little_is_told_no_quick_part(capsys, monkeypatch, option):
    def judged(path, *, progress, **_):
        progress("minimax", 1, 2)
        return RECORD

    monkeypatch.setattr(check, "check_file", judged)
    command("check")([RIGHT, option])
    alone = capsys.readouterr().out
    monkeypatch.setattr(check, "saves", lambda path, gone: iter([None]))
    command("check")([RIGHT, option, "--watch"])
    assert capsys.readouterr().out == alone


@pytest.mark.parametrize(
    "error", [FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError]
)
def test_watching_goes_on_where_the_file_cannot_be_read_for_a_moment(
    capsys, monkeypatch, error
):
    def judged(*_, **__):
        if not (seen.append(1) or len(seen) > 1):
            raise error
        return RECORD

    seen = []
    monkeypatch.setattr(check, "check_file", judged)
    monkeypatch.setattr(check, "saves", lambda path, gone: iter([None, None]))
    assert command("check")([RIGHT, "--watch"]) == 0
    assert len(seen) == 2


def test_watching_ends_where_something_else_than_the_file_is_lacking(
    capsys, monkeypatch
):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(check, "check_file", full)
    assert command("check")([RIGHT, *QUICK, "--watch"]) == 2
    assert "No space left on device" in capsys.readouterr().err


def test_a_reader_who_has_gone_is_no_misuse(monkeypatch):
    def gone(*_):
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(check, "_print", gone)
    assert command("check")([RIGHT, *QUICK]) == 0


@pytest.mark.ci
@pytest.mark.skipif(os.name != "posix", reason="such signals are POSIX's")
@pytest.mark.parametrize(
    "name", ["SIGINT", pytest.param("SIGTERM", marks=pytest.mark.slow)]
)
def test_who_is_told_to_end_does_not_wait_for_an_answer(tmp_path, name):
    """A minimax that never answers is given 20 s; whoever leaves has not got them."""
    path = tmp_path / "tictactoe.py"
    ours = (ROOT / "tictactoe.py").read_text("utf-8")
    path.write_text(f"{ours}\n\ndef minimax(board):\n    while True:\n        pass\n")
    command = [sys.executable, "-m", "noughts", "check", "--functions", "minimax"]
    with subprocess.Popen([*command, path], cwd=ROOT, start_new_session=True) as run:
        assert until(lambda: busy(run.pid)), "minimax is never asked"
        run.send_signal(getattr(signal, name))
        assert run.wait(15) == 130


def busy(parent):
    """Return whether what a process has started has computed for three seconds."""
    listed = subprocess.run(
        ["ps", "-eo", "pid,ppid,time"], capture_output=True, text=True, check=True
    ).stdout.split("\n")[1:]
    rows = [line.split() for line in listed if line]
    family = {str(parent)}
    for _ in range(4):
        family |= {pid for pid, ppid, _ in rows if ppid in family}
    family -= {str(parent)}
    return any(pid in family and used >= "00:00:03" for pid, _, used in rows)


def test_alone_it_takes_the_file_in_this_folder(capsys, monkeypatch, tmp_path):
    (tmp_path / "tictactoe.py").write_bytes((ENGINES / "remembering.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert command("check")(QUICK) == 0


def test_what_is_not_python_is_misuse(capsys, tmp_path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\0\0")
    assert command("check")([str(tmp_path / "picture.png")]) == 2
    assert "is not a Python file" in capsys.readouterr().err


@pytest.mark.usefixtures("judged")
def test_it_speaks_portuguese(capsys):
    assert command("check")([WRONG, *QUICK, "--language", "pt-BR"]) == 1
    told = capsys.readouterr().out
    assert "`terminal` não reco" in told
    assert "7 de 10 pontos" in told


PERCENT = re.compile(r"(\d+) % (.*)")


def test_the_percentage_never_falls_and_no_line_is_shown_twice():
    shown = []

    class Line:
        def show(self, text):
            shown.append(text)

    meter = check.Meter(words())
    for what in ("the file", "a sample", "the rules", "result again", "a sample"):
        for done in range(1, 400):
            meter.tell(Line(), what, done, 399)
    for done in range(1, 5000):
        meter.tell(Line(), "minimax", done, 5000)
    percents = [int(PERCENT.search(text)[1]) for text in shown]
    assert percents == sorted(percents)
    assert len(shown) == len(set(shown)) < 100
    assert percents[-1] < 100


@pytest.mark.parametrize(
    ("what", "done", "total", "told"),
    [
        ("the file", 0, 0, "─" * 24 + "   0 % the file"),
        ("the file", 0, 1, "─" * 24 + "   0 % the file"),
        ("the file", 1, 1, "─" * 24 + "   2 % the file"),
        ("minimax", 20, 55, "━" * 12 + "─" * 12 + "  50 % minimax"),
        ("result again", 2, 2, "━" * 9 + "─" * 15 + "  40 % result"),
        ("result awaited", 2, 2, "─" * 24 + "   0 % result, which has not"),
    ],
)
def test_a_step_is_a_bar_a_percentage_and_a_name(what, done, total, told):
    shown = []
    meter = check.Meter(words())
    meter.tell(SimpleNamespace(show=shown.append), what, done, total)
    assert len(shown) == 1
    assert shown[0].startswith(told)


def test_each_round_begins_where_the_one_before_it_ends():
    begins, ends = zip(*check.STAGES.values(), strict=True)
    assert begins == (0, *ends[:-1])
    assert [*ends] == sorted({*ends})
    assert ends[-1] < 100
    assert begins[3] == check.AGAIN[0] < check.AGAIN[1] < ends[3]


NOT_PROGRAMS = {
    "nul.py": b"X = 1\0\n",
    "picture.py": b"\x89PNG\r\n\x1a\n....",
    "paper.py": b"%PDF-1.7\n%abc\n",
    "essay.py": b"PK\x03\x04 word/document.xml",
    "wide.py": "X = 1\n".encode("utf-32"),
    "picture.txt": b"\xff\xd8\xff\xe0",
}


@pytest.mark.parametrize("name", NOT_PROGRAMS)
def test_what_is_not_a_program_is_misuse_in_one_sentence(name, tmp_path, capsys):
    path = tmp_path / name
    path.write_bytes(NOT_PROGRAMS[name])
    assert command("check")([str(path)]) == 2
    advice = "save the program itself as text, in UTF-8"
    told = f"noughts check: {path} is not a Python file: {advice}\n"
    assert capsys.readouterr().err == told
