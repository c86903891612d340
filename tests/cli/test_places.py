"""What a command writes never takes the place of what it reads, or of another's."""

import json
import os
import shutil
import zipfile
from argparse import Namespace
from contextlib import nullcontext

import pytest
from conftest import ROOT
from helpers.classes import Inline, Quick

from noughts import disk
from noughts.autograder import parts
from noughts.checker.record import Record
from noughts.checker.reports import gradescope, html, junit
from noughts.classroom.run import refuse_foreign
from noughts.cli import autograder, check, check_class, solve
from noughts.cli.places import GivenPath, refuse_overwriting, refuse_replacing

LINUX = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
RUBRIC = ROOT / "noughts" / "checker" / "rubrics" / "ten.toml"


def run(command, text):
    """Return the exit code of a command."""
    try:
        return command.main(text.split())
    except SystemExit as exit:
        return exit.code


def content(folder):
    """Return every file below a folder, with what is in it."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Go to a folder with a class, and with all that a teacher may give beside it."""
    monkeypatch.chdir(tmp_path)
    for name in ("class/ana", "last/zoe", "rep/upload"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("class/ana/tictactoe.py", "last/zoe/tictactoe.py", "base.py"):
        (tmp_path / name).write_text("X = 1\n", "utf-8")
    (tmp_path / "one.py").write_text("import helper\n", "utf-8")
    (tmp_path / "helper.py").write_text("Y = 1\n", "utf-8")
    with zipfile.ZipFile("class.zip", "w") as archive:
        archive.write("class/ana/tictactoe.py", "ana/tictactoe.py")
    for name in ("w.csv", "r.csv", "rep/upload/w.csv"):
        (tmp_path / name).write_text("id,name\n1,Ana\n", "utf-8")
    shutil.copy(RUBRIC, "mine.toml")
    (tmp_path / "link").symlink_to("r.csv")
    return tmp_path


OVERLAPS = [
    (check, "class.zip -o r --worksheet w.csv --junit w.csv", "--worksheet w.csv"),
    (check, "class -o r --roster r.csv --junit r.csv", "--roster r.csv"),
    (check, "class -o r --roster r.csv --junit link", "--roster r.csv"),
    (check, "class -o r --roster link --junit ./r.csv", "--roster link"),
    (check, "class -o r --base base.py --junit base.py", "--base base.py"),
    (check, "class -o r --rubric mine.toml --junit mine.toml", "--rubric mine.toml"),
    (check, "class.zip -o r --junit class.zip", "class.zip"),
    (
        check,
        "class -o rep --worksheet rep/upload/w.csv",
        "--worksheet rep/upload/w.csv",
    ),
    (check, "one.py --html helper.py", "helper.py"),
    (autograder, "gradescope -o mine.toml --rubric mine.toml", "--rubric mine.toml"),
]


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("one.py --html /", "--html /"),
        ("one.py --html .", "--html ."),
        ("one.py --junit last", "--junit last"),
        ("class -o r --junit .", "--junit ."),
        ("class -o r --junit class", "--junit class"),
        ("one.py --gradescope nowhere/x", "--gradescope nowhere/x"),
        ("class -o r --junit nowhere/x", "--junit nowhere/x"),
        pytest.param("one.py --html /proc/self/x", "--html /proc/self/x", marks=LINUX),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(
    here, capsys, monkeypatch, line, output
):
    monkeypatch.setattr(check, "check_file", None)
    before = content(here)
    assert run(check, line) == 2
    assert f"{output}: cannot be written: " in capsys.readouterr().err
    assert content(here) == before


@LINUX
def test_no_search_begins_whose_end_cannot_be_written(capsys, monkeypatch):
    """The folder is there, but nothing can be made in it, not even by root."""
    monkeypatch.setattr(solve, "Prover", None)
    assert run(solve, "3 3 3 --proof /proc/self/x") == 2
    said = capsys.readouterr()
    assert "--proof /proc/self/x: cannot be written: " in said.err
    assert not said.out


@pytest.mark.parametrize(("command", "line", "source"), OVERLAPS)
def test_nothing_that_is_read_is_overwritten(here, capsys, command, line, source):
    before = content(here)
    assert run(command, line) == 2
    assert f"would overwrite {source}\n" in capsys.readouterr().err
    assert content(here) == before


@pytest.mark.parametrize(
    ("line", "folder"),
    [
        ("class -o r --junit class/ana/tictactoe.py", "class"),
        ("class -o r --junit class/new.xml", "class"),
        ("class -o class/r", "class"),
        ("class -o r --against last --junit last/zoe/tictactoe.py", "--against last"),
    ],
)
def test_nothing_is_written_among_submissions(here, capsys, line, folder):
    before = content(here)
    assert run(check, line) == 2
    assert f" is inside {folder}: it would be taken" in capsys.readouterr().err
    assert content(here) == before


@pytest.mark.parametrize(
    ("command", "line"),
    [
        *(
            (check, f"class -o r --junit r/{name}")
            for name in (
                "grades.csv",
                "index.html",
                "results.jsonl",
                "print.html",
                "students/x.xml",
                "upload/x.xml",
                "students",
            )
        ),
        (check, "one.py --html x --junit ./x"),
    ],
)
def test_no_two_outputs_are_one(here, capsys, command, line):
    before = content(here)
    assert run(command, line) == 2
    assert "would overwrite each other" in capsys.readouterr().err
    assert content(here) == before


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (solve, "3 3 3 --proof notes"),
        (check, "one.py --html notes"),
        (check, "one.py --junit notes"),
        (check, "one.py --gradescope notes"),
        (check, "class -o r --junit notes"),
    ],
)
def test_no_file_of_somebody_elses_is_replaced(here, capsys, command, line):
    (here / "notes").write_text("my own\n", "utf-8")
    before = content(here)
    assert run(command, line) == 2
    said = "notes was not written by noughts: choose another place\n"
    assert capsys.readouterr().err.endswith(f": {said}")
    assert content(here) == before


def test_what_we_have_written_is_replaced(here):
    for text in ("3 3 3", "3 3 3 X..O....."):
        assert run(solve, f"{text} --proof proof") == 0
    assert '"board": "X..O....."' in (here / "proof").read_text("utf-8")
    record = Record("x.py", "0", "r", ("player",), "lacks X")
    class_ = [("ana", {}, record)]
    written = {
        "html": [html.report(record), html.report(record, "pt-BR")],
        "junit": [
            junit.report(record),
            "".join(junit.class_report(class_)),
        ],
        "gradescope": [gradescope.report(record)],
    }
    for name, texts in written.items():
        for text in texts:
            (here / "report").write_text(text, "utf-8")
            given = Namespace(**{name: here / "report"})
            refuse_replacing(Parser(), given, name)
    with pytest.raises(Refused, match="was not written by noughts"):
        refuse_replacing(Parser(), Namespace(html=here / "report"), "html")


class Refused(Exception):  # noqa: N818 - it stands for the end of a command
    """What a parser would have said."""


class Parser:
    """Raises what it is told to say."""

    def say(self, name, **given):
        return name

    def error(self, message):
        raise Refused(message)


def test_what_keeps_nothing_may_be_written_twice(tmp_path):
    nowhere = [GivenPath(tmp_path / os.devnull, name) for name in ("--html", "--junit")]
    refuse_overwriting(Parser(), [], nowhere)
    file = [each._replace(path=tmp_path / "file") for each in nowhere]
    with pytest.raises(Refused, match=r"cli\.both_write"):
        refuse_overwriting(Parser(), [], file)


def test_no_output_lies_in_another(tmp_path):
    both = [
        GivenPath(tmp_path / "a", "-o a"),
        GivenPath(tmp_path / "a" / "b", "--html"),
    ]
    for outputs in (both, both[::-1]):
        with pytest.raises(Refused, match=r"cli\.both_write"):
            refuse_overwriting(Parser(), [], outputs)


@pytest.fixture
def quick(monkeypatch):
    """Judge quickly, in this process."""
    Quick.seen = []
    monkeypatch.setattr(check, "FileJudge", Quick)


@pytest.mark.parametrize(
    "name", ["index.html", "grades.csv", "print.html", "results.jsonl", "students/x"]
)
def test_a_class_report_replaces_nothing_foreign(here, capsys, quick, name):
    path = here / "site" / name
    path.parent.mkdir(parents=True)
    path.write_text("somebody's\n", "utf-8")
    before = content(here)
    assert run(check, "class -o site") == 2
    assert "was not written by noughts: choose another" in capsys.readouterr().err
    assert content(here) == before
    assert Quick.seen == []


def test_a_report_without_its_results_is_ours_still(here, capsys, quick, monkeypatch):
    """Who wants all to be judged again is told to remove them."""
    monkeypatch.setattr(check_class, "workers", lambda *_: nullcontext(Inline()))
    for _ in "12":
        assert run(check, "class -o report") < 2
        (here / "report" / "results.jsonl").unlink()


@pytest.mark.parametrize("left", ["", '{"student":"Ana","ke', '\0\0\n{"student":'])
def test_a_report_of_ours_is_known_by_its_results(tmp_path, left):
    (tmp_path / "index.html").write_text("ours", "utf-8")
    (tmp_path / "results.jsonl").write_text(left, "utf-8")
    refuse_foreign(tmp_path)
    refuse_foreign(tmp_path / "new")


@pytest.fixture
def little(monkeypatch):
    """Let of noughts no rooms go along: who replaces what is the same without."""
    rooms = {path.name for path in (ROOT / "noughts").iterdir() if path.is_dir()}
    monkeypatch.setattr(parts, "UNNEEDED", rooms)


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("check50", "__init__.py"),
        ("check50", ".cs50.yml"),
        ("github", ".github/workflows/noughts.yml"),
        ("prairielearn", "info.json"),
        ("gradescope", ""),
    ],
)
def test_an_autograder_replaces_nothing_foreign(tmp_path, capsys, target, name):
    output = tmp_path / "output"
    path = output / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("somebody's\n", "utf-8")
    line = [target, "-o", str(output)]
    assert autograder.main(line) == 2
    said = f"{path} was not written by noughts: choose another place\n"
    assert capsys.readouterr().err == f"noughts autograder: {said}"
    assert content(tmp_path) == {path: b"somebody's\n"}
    path.write_bytes(b"")  # as mktemp leaves it: nothing is lost
    assert autograder.main(line) == 0
    assert autograder.main([*line, "--language", "pt-BR"]) == 0  # ours may be replaced
    assert path.read_bytes()


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("check50", "__init__.py"),
        ("github", ".github/workflows/noughts.yml"),
        ("prairielearn", "info.json"),
        ("prairielearn", "tests/noughts/board.py"),
    ],
)
def test_an_autograder_replaces_nothing_that_was_changed(
    tmp_path, capsys, target, name
):
    line = [target, "-o", str(tmp_path)]
    assert autograder.main(line) == 0
    path = tmp_path / name
    ours = path.read_bytes()
    path.write_bytes(ours + b"# mine\n")
    before = content(tmp_path)
    assert autograder.main([*line, "--language", "pt-BR"]) == 2
    said = f"{path} foi alterado depois que o noughts o escreveu: mova-o, ou escolha"
    assert said in capsys.readouterr().err
    assert content(tmp_path) == before
    path.write_bytes(ours.replace(b"\n", b"\r\n"))  # as git may: nobody's change
    assert autograder.main(line) == 0


@pytest.mark.usefixtures("little")
def test_a_question_with_another_title_can_be_written_again_as_the_same(
    tmp_path, capsys
):
    line = ["prairielearn", "-o", str(tmp_path)]
    assert autograder.main(line) == 0
    path = tmp_path / "info.json"
    ours = path.read_text("utf-8")
    uuid = json.loads(ours)["uuid"]
    path.write_text(ours.replace("Tic-Tac-Toe", "Mine"), "utf-8")
    capsys.readouterr()
    assert autograder.main([*line, "--language", "en"]) == 2
    said = f"{path} was changed since noughts wrote it: move it away, or choose another"
    told = (
        f"place; with the uuid {uuid} in the new info.json, it stays the same question"
    )
    assert capsys.readouterr().err == f"noughts autograder: {said} {told}\n"
    assert autograder.main([*line, "--language", "pt-BR"]) == 2
    told = f"mova-o, ou escolha outro lugar; com o uuid {uuid} no novo info.json, "
    assert told in capsys.readouterr().err
    path.unlink()
    assert autograder.main(line) == 0
    new = path.read_text("utf-8")
    path.write_text(new.replace(json.loads(new)["uuid"], uuid), "utf-8")
    assert autograder.main(line) == 0
    assert path.read_text("utf-8") == ours


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("target", ["check50", "prairielearn"])
def test_an_autograder_knows_a_rubric_that_it_wrote_some_time_before(tmp_path, target):
    rubrics = []
    for n in (1, 2):
        path = tmp_path / f"{n}.toml"
        path.write_text(f"# {n}\n{RUBRIC.read_text('utf-8')}")
        rubrics.append(["--rubric", str(path)])
    line = [target, "-o", str(tmp_path / "out")]
    for rubric in (rubrics[0], [], rubrics[1]):
        assert autograder.main([*line, *rubric]) == 0


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("target", ["check50", "github", "prairielearn"])
def test_an_autograder_of_an_older_noughts_is_not_called_somebody_else_s(
    tmp_path, capsys, target
):
    line = [target, "-o", str(tmp_path)]
    assert autograder.main(line) == 0
    for sums in tmp_path.rglob("noughts.sums"):
        sums.unlink()
    assert autograder.main([*line, "--language", "pt-BR"]) == 2
    assert "pode ser de um noughts mais antigo" in capsys.readouterr().err


def test_a_damaged_archive_is_foreign_like_any_other(tmp_path, capsys):
    """Its one name says that it is in UTF-8, and is not."""
    path = tmp_path / "site.zip"
    whole = disk.zipped([("\N{LATIN SMALL LETTER E WITH ACUTE}", b"")])
    path.write_bytes(whole.replace(b"\xc3\xa9", b"\xff\xff"))
    assert autograder.main(["gradescope", "-o", str(path)]) == 2
    assert "was not written by noughts: choose another" in capsys.readouterr().err
