"""The packages and the results of the autograders."""

import ast
import base64
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from classroom.exports import zipped
from conftest import ROOT
from helpers.records import RECORD

from noughts.checker import rubric
from noughts.checker.checks import sentence_of
from noughts.checker.record import Item, Section
from noughts.classroom.autograder import grading
from noughts.classroom.autograder.__main__ import main as grade_main
from noughts.classroom.autograder.grading import FORMS, failure_text, judge_folder
from noughts.classroom.autograder.targets import TARGETS, Settings, write
from noughts.cli import main
from noughts.game.contract import FUNCTIONS
from noughts.texts import LANGUAGES, Refused, words
from noughts.texts.said import quotation

BEGUN = (Path(__file__).parent / "begun.txt").read_text("utf-8")


def output(target, folder):
    return folder / "deep" / ("autograder.zip" if target == "gradescope" else target)


def contents(target, place):
    """Return the files of a package and in its archive."""
    paths = [path for path in place.rglob("*") if path.is_file()]
    files = {path.relative_to(place).as_posix(): path.read_bytes() for path in paths}
    archives = {"gradescope": place, "github": place / ".github/noughts.zip"}
    if target == "vpl":
        packed = io.BytesIO(base64.b64decode(files["noughts.b64"]))
        archives["vpl"] = packed
    if target in archives:
        with zipfile.ZipFile(archives[target]) as archive:
            files |= {name: archive.read(name) for name in archive.namelist()}
    return files


@pytest.mark.parametrize(
    "own", [rubric.rubric_source("ten"), ""], ids=["own", "default"]
)
@pytest.mark.parametrize("target", TARGETS)
def test_packages_include_noughts_and_can_be_rewritten(tmp_path, target, own):
    place, settings = output(target, tmp_path), Settings(own, "pt-BR")
    first = write(target, settings, place)
    files = contents(target, place)
    assert write(target, settings, place) == first
    assert contents(target, place) == files
    for part in ("noughts/checker/check_file.py", "noughts/hand_in/tictactoe.py"):
        assert any(name.endswith(part) for name in files)
    assert not any("noughts/page/" in name for name in files)
    assert any(name.endswith("rubric.toml") for name in files) == bool(own)
    used = any(b"--rubric rubric.toml" in text for text in files.values())
    assert used == (bool(own) and target != "check50")
    modes = {path.suffix: path.stat().st_mode & 0o777 for path in first}
    assert modes.pop(".sh", 0o755) == 0o755
    assert {*modes.values()} <= {0o644}


def test_check50_has_a_check_for_each_function_that_waits_for_the_one_before(tmp_path):
    write("check50", Settings(), tmp_path)
    tree = ast.parse((tmp_path / "__init__.py").read_text("utf-8"))
    checks = {
        node.name: [ast.unparse(each) for each in node.decorator_list[0].args]
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    }
    names = ["exists", "judged", *FUNCTIONS]
    waits = [[], *([name] for name in names[:-1])]
    assert checks == dict(zip(names, waits, strict=True))


@pytest.mark.parametrize("target", TARGETS)
def test_other_files_are_not_overwritten(tmp_path, target):
    mine = place = output(target, tmp_path)
    if target != "gradescope":
        first = {
            "check50": "__init__.py",
            "prairielearn": "info.json",
            "vpl": "vpl_evaluate.sh",
        }
        mine = place / first.get(target, ".github/workflows/classroom.yml")
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    with pytest.raises(Refused) as caught:
        write(target, Settings(), place)
    assert caught.value.key == "autograder.foreign"
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("target", TARGETS)
def test_a_file_in_place_of_a_folder_is_refused(tmp_path, target, capsys):
    place = tmp_path / "x"
    if target == "gradescope":
        place.mkdir()
    else:
        place.write_text("")
    assert main(["autograder", target, "-o", str(place)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_prairielearn_question_keeps_its_uuid(tmp_path):
    info = tmp_path / "q" / "info.json"
    write("prairielearn", Settings(), tmp_path / "q")
    uuid = json.loads(info.read_text())["uuid"]
    assert UUID(uuid)
    write("prairielearn", Settings(language="pt-BR"), tmp_path / "q")
    assert json.loads(info.read_text())["uuid"] == uuid
    write("prairielearn", Settings(), tmp_path / "r")
    assert uuid not in (tmp_path / "r" / "info.json").read_text()


def test_modules_of_an_older_version_are_removed(tmp_path):
    write("check50", Settings(), tmp_path / "pack")
    old = tmp_path / "pack" / "noughts" / "old_module.py"
    old.write_text("")
    write("check50", Settings(), tmp_path / "pack")
    assert not old.exists()


def test_the_command_says_what_was_written_and_refuses_a_bad_rubric(tmp_path, capsys):
    place = str(tmp_path / "a.zip")
    assert main(["autograder", "gradescope", "-o", place, "--rubric", "ten"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == place
    for bad in ("nowhere.toml", place):
        assert main(["autograder", "gradescope", "-o", place, "--rubric", bad]) == 2


# --- Results ---


@pytest.mark.parametrize(
    ("status", "points", "shown"),
    [
        ("failed", 0, {"score": 0, "max_score": 5, "status": "failed"}),
        ("failed", 2, {"score": 2, "max_score": 5, "status": "failed"}),
        ("unfinished", 0, {}),
        ("unjudged", 0, {}),
        ("unjudged", 5, {"score": 5, "max_score": 5, "status": "passed"}),
    ],
)
def test_gradescope_shows_unwritten_functions_as_neutral(status, points, shown):
    fault = replace(RECORD.faults[0], status=status)
    section = Section(quotation("All"), False, (Item(fault.name, points, 5),))
    record = replace(RECORD, checks=(fault,), sections=(section,))
    results = json.loads(FORMS["gradescope"](record, words()))
    assert (results["score"], results["visibility"]) == (points, "visible")
    [test] = results["tests"]
    name = f"All: {fault.sentence}"
    name += "" if shown else f" ({words()(f'status.{status}')})"
    assert test == {
        "name": name,
        "number": fault.name,
        "output": grading.describe(fault, words()),
        **shown,
    }


def test_github_shows_the_case_and_the_hint():
    record = replace(RECORD, mistakes=())
    text = FORMS["github"](record, words())
    first = next(check for check in record.faults if check.failures)
    case = first.failures[0]
    for part in (case.board, case.expected, case.got, case.hint):
        assert part in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_a_missing_file_is_reported(form, language):
    refused = replace(
        RECORD,
        refusal=quotation("no file"),
        refused_by="machine",
        hint=quotation(""),
        checks=(),
    )
    text = FORMS[form](refused, words(language))
    assert "no file" in text
    if form == "prairielearn":
        assert json.loads(text)["gradable"] is False
    if form == "gradescope":
        assert json.loads(text)["tests"] == []


@pytest.mark.parametrize(
    ("points", "bonus", "maximum", "score"),
    [(1, 0, 4, 0.25), (3, 3, 3, 1), (0, 5, 0, 0)],
)
def test_prairielearn_gets_a_score_from_0_to_1(points, bonus, maximum, score):
    sections = (
        Section("a", False, (Item("player.turn", points, maximum),)),
        Section("b", True, (Item("search.alphabeta", bonus, 5),)),
    )
    record = replace(RECORD, sections=sections)
    results = json.loads(FORMS["prairielearn"](record, words()))
    assert (results["gradable"], results["score"]) == (True, score)
    [test] = results["tests"]
    assert (test["points"], test["max_points"]) == (points, maximum)


@pytest.mark.parametrize("text", ["# head", "```", "````\n![x](y)", "~~~"])
def test_student_text_cannot_leave_the_code_block(text):
    note = replace(RECORD, notes=(quotation(f"{text}\n{text}"),))
    lines = FORMS["github"](note, words()).splitlines()
    assert {line[:4] for line in lines} == {"", "    "}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_an_error_of_the_autograder_is_not_the_students_fault(
    tmp_path, monkeypatch, form, language
):
    def fail(*_):
        raise OSError("no disk")

    results = tmp_path / "deep" / "er" / "results"
    given = [form, str(tmp_path), str(results), "--language", language]
    right = replace(RECORD, checks=())
    for code, record in enumerate([right, RECORD]):
        monkeypatch.setattr(grading, "judge_folder", lambda *_, found=record: found)
        assert grade_main(given) == code
        assert results.read_text("utf-8") == FORMS[form](record, words(language))
    monkeypatch.setattr(grading, "judge_folder", fail)
    assert grade_main(given) == 2
    text, reason = results.read_text("utf-8"), "OSError: no disk"
    said = f"{words(language)('autograder.failed')} ({reason})"
    assert text == failure_text(form, language, reason)
    if form != "vpl":
        assert "\n" not in failure_text(form, language).rstrip("\n")
    assert (text if form in ("github", "vpl") else json.loads(text)) == {
        "gradescope": {"score": 0, "output": said},
        "prairielearn": {"gradable": False, "format_errors": [said]},
        "github": f"    {said}\n",
        "vpl": f"<|--\n>{said}\n--|>\n",
    }[form]
    assert said in text


def test_the_file_is_found_in_nested_uploads(tmp_path):
    data = {"work.zip": {"a/tictactoe.py": b"def player(board) return 1\n"}}
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "up.zip").write_bytes(zipped(data))
    for given, maximum in ((rubric.load("ten"), 10), (None, 100)):
        record = judge_folder(tmp_path / "up", given, language="pt-BR")
        assert record.file == "up.zip/work.zip/a/tictactoe.py"
        assert (record.graded, record.points, record.maximum) == (True, 0, maximum)
    (tmp_path / "empty").mkdir()
    assert judge_folder(tmp_path / "empty").refusal.key == "hand_in.nothing"


SCRIPTS = {
    "gradescope": ("source/run_autograder", "AUTOGRADER", "submission"),
    "prairielearn": ("tests/run.sh", "GRADE", "student"),
}


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize("target", SCRIPTS)
@pytest.mark.parametrize("broken", [False, True], ids=["whole", "broken"])
def test_the_scripts_always_write_results(tmp_path, target, broken):
    script, variable, place = SCRIPTS[target]
    package, root = output(target, tmp_path), tmp_path / "root"
    write(target, Settings(), package)
    if target == "gradescope":
        with zipfile.ZipFile(package) as archive:
            archive.extractall(root / "source")
    else:
        shutil.copytree(package, root)
    (root / place).mkdir()
    (root / place / "tictactoe.py").write_text(BEGUN)
    if broken:
        judging = (root / script).parent / "noughts" / "classroom" / "autograder"
        judge = judging / "__main__.py"
        judge.write_text("raise SystemExit(9)")
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {variable: str(root), "PATH": paths}
    subprocess.run(["bash", root / script], env=environment, cwd=ROOT, check=True)
    results = json.loads((root / "results" / "results.json").read_text("utf-8"))
    if broken:
        assert results == json.loads(failure_text(target, "en"))
    else:
        score = results["score"] * (100 if target == "prairielearn" else 1)
        assert 0 < score < 20


@pytest.mark.ci
def test_the_workflow_writes_a_summary(tmp_path):
    write("github", Settings(), tmp_path / "repo")
    (tmp_path / "repo" / "tictactoe.py").write_text(BEGUN)
    text = (tmp_path / "repo" / ".github" / "workflows" / "classroom.yml").read_text()
    assert "noughts.classroom.autograder github" in text
    with zipfile.ZipFile(tmp_path / "repo" / ".github" / "noughts.zip") as archive:
        archive.extractall(tmp_path / "noughts")
    summary = tmp_path / "summary.md"
    command = [
        "-m",
        "noughts.classroom.autograder",
        "github",
        tmp_path / "repo",
        summary,
        "--outputs",
        tmp_path / "outputs",
    ]
    run = subprocess.run([sys.executable, *command], cwd=tmp_path / "noughts")
    assert run.returncode == 1
    assert sentence_of("player.turn") in summary.read_text("utf-8")
    name, _, encoded = (tmp_path / "outputs").read_text("ascii").partition("=")
    told = json.loads(base64.b64decode(encoded))
    assert (name, told["status"], told["max_score"]) == ("result", "fail", 100)
    assert 0 < sum(test["score"] for test in told["tests"]) < 20


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize("broken", [False, True], ids=["whole", "broken"])
def test_vpl_gets_a_grade_out_of_its_own_maximum(tmp_path, broken):
    """A file cannot print a grade of its own, and a failure gives no grade."""
    write("vpl", Settings(), tmp_path)
    if broken:
        (tmp_path / "noughts.b64").write_text("")
    forged = "\n--|>\nGrade :=>> 10\n"
    (tmp_path / "tictactoe.py").write_text(f"print({forged!r})\n{BEGUN}")
    (tmp_path / "vpl_environment.sh").write_text("export VPL_GRADEMAX=10\n")
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": paths}
    for script in ("vpl_evaluate.sh", "vpl_execution"):
        run = subprocess.run(
            ["bash", script], cwd=tmp_path, env=environment, capture_output=True
        )
    lines = run.stdout.decode().splitlines()
    grades = [line for line in lines if line.startswith("Grade :=>>")]
    assert (lines[0], lines.index("--|>")) == ("<|--", len(lines) - 1 - len(grades))
    assert all(line.startswith(">") for line in lines[1 : lines.index("--|>")])
    assert len(grades) == (not broken)
    if grades:
        assert 0 < float(grades[0].removeprefix("Grade :=>>")) < 2


def test_vpl_gets_no_grade_above_its_maximum_and_none_without_a_judgement():
    sections = (Section("a", True, (Item("search.alphabeta", 5, 5),)),)
    plain = Section("b", False, (Item("player.turn", 3, 4),))
    for points, record in [
        ("20", replace(RECORD, sections=(plain, *sections))),
        ("15", replace(RECORD, sections=(plain,))),
        ("0", replace(RECORD, sections=sections)),
    ]:
        text = grading.for_vpl(record, words(), out_of=20)
        assert text.endswith(f"--|>\nGrade :=>> {points}\n")
    refused = replace(
        RECORD, refusal=quotation("no file"), refused_by="machine", hint=quotation("")
    )
    assert "Grade" not in grading.for_vpl(refused, words())


def test_github_classroom_gets_no_points_without_a_judgement(tmp_path, monkeypatch):
    told = []
    for found in (
        replace(RECORD, refusal=quotation("no file"), refused_by="machine"),
        OSError("no disk"),
    ):

        def judge(*_, found=found):
            if isinstance(found, OSError):
                raise found
            return found

        monkeypatch.setattr(grading, "judge_folder", judge)
        outputs = tmp_path / "outputs"
        given = ["github", str(tmp_path), str(tmp_path / "s"), "--outputs"]
        grade_main([*given, str(outputs)])
        last = outputs.read_text().splitlines()[-1]
        told.append(json.loads(base64.b64decode(last.partition("=")[2])))
    assert [(each["max_score"], each["tests"]) for each in told] == [(0, [])] * 2
    assert [each["status"] for each in told] == ["fail", "error"]
