"""Autograders: what is made, and that it runs where it is meant to, as far as here."""

import ast
import io
import json
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ENGINES, ROOT
from helpers.records import RECORD

from noughts.autograder import TARGETS, Settings, __main__, grading
from noughts.autograder.parts import package, write
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Check, Item, Record, Section
from noughts.checker.rubric import load, text_of
from noughts.cli import main
from noughts.disk import zipped
from noughts.words import LANGUAGES, words

RIGHT, WRONG = ROOT / "tictactoe.py", ENGINES / "no_diagonals.py"
QUICK = "\ndel minimax\n"  # at the end of a file: its rules alone are judged
RUBRIC = """title = "Mine"
[[section]]
title = "Rules"
checks = { player.turn = 3, winner.diagonals = 1 }
"""
bash = pytest.mark.skipif(
    not shutil.which("bash") or os.name != "posix", reason="there is no bash"
)


def run(command, cwd, **environment):
    """Run a command where nothing of ours is on the path."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env=kept | {k: str(v) for k, v in environment.items()},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )


def hand_in(engine, folder):
    """Put the rules of an engine where a student's file would be."""
    text = engine.read_text("utf-8") + QUICK
    (folder / "tictactoe.py").write_text(text, "utf-8")


TRAP = "RUN OUTSIDE"
TRAPS = {*sys.stdlib_module_names, "noughts", "pip", "ruff", "sitecustomize"}


def trapped(folder):
    """Put files in a folder that say so if they are run, named as modules are."""
    for name in TRAPS:
        (folder / f"{name}.py").write_text(f"raise SystemExit({TRAP!r})")


# --- What is made ----------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TARGETS)
def test_nothing_is_left_to_fill_in(name, language):
    parts = TARGETS[name].parts(Settings(RUBRIC, language))
    for path, data in parts.items():
        if "noughts/" not in path and not path.endswith(".zip"):
            assert not re.search(rb"@[A-Z]+@", data), path
    whole = b"".join(parts.values())
    assert b"--language " + language.encode() in whole or name == "check50"
    if name == "github":
        inside = zipfile.ZipFile(io.BytesIO(parts[".github/noughts.zip"]))
        parts = {each: inside.read(each) for each in inside.namelist()}
    assert RUBRIC.encode() in parts.values()
    assert any(path.endswith("noughts/checker/judge.py") for path in parts)
    assert not any("/page/" in path or "__pycache__" in path for path in parts)


def test_the_same_settings_give_the_same_archive():
    parts = TARGETS["gradescope"].parts
    assert zipped(parts(Settings()).items()) == zipped(parts(Settings()).items())


def test_scripts_can_be_run():
    archive = zipfile.ZipFile(
        io.BytesIO(zipped(TARGETS["gradescope"].parts(Settings()).items()))
    )
    modes = {each.filename: each.external_attr >> 16 for each in archive.infolist()}
    assert modes["run_autograder"] == modes["setup.sh"] == 0o755
    assert modes["noughts/__init__.py"] == 0o644


def test_what_goes_along_judges_with_nothing_else_on_the_path(tmp_path):
    """It is found by its own folder, and not through this repository."""
    for name, data in package().items():
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    code = "import noughts, noughts.contract as c; print(noughts.__file__, c.default())"
    told = run([sys.executable, "-S", "-c", code], tmp_path / "source")
    assert told.stderr == ""
    assert str(tmp_path) in told.stdout
    assert str(ROOT) not in told.stdout


# --- Gradescope ------------------------------------------------------------


@pytest.fixture
def image(tmp_path):
    """Return a folder laid out as Gradescope lays out `/autograder`."""
    root = tmp_path / "autograder"
    (root / "submission").mkdir(parents=True)
    archive = zipped(TARGETS["gradescope"].parts(Settings(RUBRIC)).items())
    zipfile.ZipFile(io.BytesIO(archive)).extractall(root / "source")
    (root / "python").write_text(sys.executable)
    return root


def graded(root, **environment):
    """Run the autograder; return its results, which are there in every case."""
    (root / "results").mkdir(exist_ok=True)
    (root / "results/results.json").write_text("those of an earlier run")
    script = root / "source/run_autograder"
    told = run(["bash", script], root / "submission", AUTOGRADER=root, **environment)
    assert told.returncode == 0, told.stderr
    return json.loads((root / "results/results.json").read_text("utf-8"))


@pytest.mark.ci
@bash
def test_gradescope_finds_the_file_in_a_nested_upload(image):
    deep = image / "submission/project/src"
    deep.mkdir(parents=True)
    hand_in(WRONG, deep)
    shutil.copy(ROOT / "runner.py", deep)
    trapped(image / "submission")
    results = graded(image)
    assert results["score"] == 3
    scores = {test["number"]: test["score"] for test in results["tests"]}
    assert scores == {"player.turn": 3, "winner.diagonals": 0}


@bash
@pytest.mark.ci
def test_gradescope_is_told_when_there_is_nothing_to_judge(image):
    (image / "submission/notes.txt").write_text("")
    results = graded(image)
    assert (results["score"], results["tests"]) == (0, [])
    said = "It cannot be judged: no tictactoe.py, only notes.txt"
    assert results["output"] == said


def instead(root, script):
    """Put a script in the place of Python."""
    (root / "python").write_text(str(root / "snake"))
    command(root, "snake", script)


FAILURES = {
    "the judge is killed": lambda root: instead(root, "kill -9 $$"),
    "the judge ends in silence": lambda root: instead(root, "exit 0"),
    # Of a file, 1,024 bytes can be written: less than the results of any judgement.
    "the disk is full": lambda root: instead(
        root, f'ulimit -f 1; exec {sys.executable} "$@"'
    ),
    "our code fails": lambda root: (root / "source/rubric.toml").write_text("broken"),
    "our code is gone": lambda root: shutil.rmtree(root / "source/noughts/checker"),
    "there is no Python": lambda root: (root / "python").write_text("/nowhere/python"),
}
OF_PYTHON = ("the disk is full", "our code is gone")  # which it takes time to start


@bash
@pytest.mark.ci
@pytest.mark.parametrize(
    "break_",
    [
        pytest.param(each, id=name, marks=[pytest.mark.ci] * (name in OF_PYTHON))
        for name, each in FAILURES.items()
    ],
)
def test_gradescope_has_results_when_something_of_ours_fails(image, break_):
    hand_in(RIGHT, image / "submission")
    break_(image)
    results = graded(image)
    assert results["score"] == 0
    assert "not your fault" in results["output"]


@pytest.mark.ci
@bash
def test_results_that_cannot_be_written_whole_are_not_written_in_part(image):
    """Half a file is what the platform would read, and nothing else."""
    hand_in(WRONG, image / "submission")
    results = image / "results/results.json"
    results.parent.mkdir()
    results.write_text("before")
    argv = [sys.executable, "-m", "noughts.autograder", "gradescope"]
    argv += [image / "submission", results, "--rubric", "rubric.toml"]
    limited = ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", *argv]
    run(limited, image / "source")
    text = results.read_text("utf-8")
    assert text == "before" or json.loads(text)


METADATA = {
    "created_at": "2026-03-02T00:00:01.365935-03:00",
    "assignment": {"due_date": "2026-03-01T23:59:59.000000-03:00"},
    "users": [
        {"email": "ana@school.example", "id": 100, "name": "Ana"},
        {"email": "bob@school.example", "id": 101, "name": "Bob"},
    ],
    "previous_submissions": [{"score": 0.0}, {"score": 3.0}],
}


def test_gradescope_is_given_back_whose_it_is_whether_late_and_which_attempt(tmp_path):
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission/tictactoe.py").write_text("def player(board:\n")
    results = tmp_path / "results/results.json"
    metadata = tmp_path / "submission_metadata.json"
    texts = [json.dumps(METADATA), "{}", "[", '{"users": 1}', None]
    given = []
    for text in texts:
        metadata.unlink(missing_ok=True)
        if text:
            metadata.write_text(text)
        grading.grade("gradescope", metadata.parent / "submission", results, None, SAY)
        given.append(json.loads(results.read_text("utf-8")).get("extra_data"))
    about = {"id": "100, 101", "late": True, "attempt": 3}
    about["email"] = "ana@school.example, bob@school.example"
    assert given == [about, None, None, None, None]


SAY = words()
CODE = re.compile(
    r"`[^`]*`"  # what is quoted, calls, keys, names of checks, what Python itself says
    r"|\w+\([\w, ()]*?\)|\"[a-z_]+\":|\w+\.\w+|compila: .*"
)
ENGLISH_WORDS = re.compile(r"\b(the|points?|expected|got|board|checks?|cannot|wins?)\b")


@pytest.mark.parametrize("form", grading.FORMS)
@pytest.mark.parametrize(("status", "code"), [("passed", 0), ("failed", 1)])
def test_the_exit_code_says_whether_all_is_right_or_we_have_failed(
    tmp_path, monkeypatch, form, status, code
):
    check = replace(RECORD.checks[0], status=status, failures=())
    record = replace(RECORD, checks=(check,), refusal="")
    results = tmp_path / "not" / "yet" / "results"
    monkeypatch.setattr(grading, "judged", lambda *_: record)
    assert grading.grade(form, tmp_path, results, None, SAY) == code
    monkeypatch.setattr(grading, "judged", lambda *_: 1 / 0)
    assert grading.grade(form, tmp_path, results, None, SAY) == 2
    assert "ZeroDivisionError" in results.read_text("utf-8")


@pytest.mark.parametrize("form", grading.FORMS)
@pytest.mark.parametrize(
    "engine",
    [
        pytest.param("no_diagonals", marks=pytest.mark.ci),
        "syntax_error",
        "nothing",
    ],
)
def test_a_student_reads_the_language_that_was_asked_for(tmp_path, form, engine):
    file = ENGINES / f"{engine}.py"
    if file.exists():
        hand_in(file, tmp_path)
    grading.grade(form, tmp_path, tmp_path / "results", None, words("pt-BR"))
    written = (tmp_path / "results").read_text("utf-8")
    text = re.sub(r"\\(\W)", r"\1", written)  # as it is shown
    assert not ENGLISH_WORDS.findall(CODE.sub("", text))
    assert "pode ser avaliado" in text or "A seguir" in text


@pytest.mark.parametrize("name", ["gradescope", "prairielearn"])
def test_the_shell_s_own_sentence_is_in_the_language_and_survives_quoting(name):
    parts = TARGETS[name].parts(Settings(language="pt-BR"))
    script = next(text for path, text in parts.items() if path in SCRIPTS).decode()
    line = next(each for each in script.splitlines() if "printf" in each)
    told = run(["bash", "-c", line.partition(" > ")[0].strip()], ROOT)
    assert "A culpa não é sua" in told.stdout
    assert json.loads(told.stdout)


SCRIPTS = ("run_autograder", "tests/run.sh")


def command(folder, name, text):
    """Put a command of this name first on the PATH."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/bash\n{text}\n")
    (folder / name).chmod(0o755)


@pytest.mark.ci
@bash
@pytest.mark.parametrize("ubuntu", ["22.04", "20.04", "none"])
def test_setup_installs_a_newer_python_where_there_is_an_old_one(image, ubuntu):
    """Gradescope's default image has Python 3.10."""
    (image / "python").unlink()
    bin_ = image / "bin"
    for name in ("mkdir", "rm", "cat", "bash", "ln", "chmod"):
        bin_.mkdir(exist_ok=True)
        (bin_ / name).symlink_to(shutil.which(name))
    command(bin_, "python3", '[ "$1" = -m ] && exit 1; exit 1')
    install = f"ln -s {sys.executable} {bin_}/python3.11"
    has = {"22.04": "true", "20.04": f"[ -e {image}/ppa ]", "none": "false"}[ubuntu]
    command(
        bin_,
        "apt-get",
        f'[ "$3" != python3.11 ] || {{ {has} && {install}; }}',
    )
    command(bin_, "add-apt-repository", f"cat /dev/null > {image}/ppa")
    setup = image / "source/setup.sh"
    told = run(["bash", setup], image, AUTOGRADER=image, PATH=bin_, PIP_NO_INDEX=1)
    if ubuntu == "none":
        assert told.returncode == 1
        assert "No Python 3.11 or newer could be installed." in told.stderr
        return
    assert told.returncode == 0, told.stderr
    assert (image / "python").read_text().strip() == "python3.11"
    assert (image / "ppa").exists() == (ubuntu == "20.04")
    if ubuntu == "20.04":
        return
    hand_in(RIGHT, image / "submission")
    assert graded(image, PATH=f"{bin_}:{os.environ['PATH']}")["score"] == 4


@pytest.mark.ci
@bash
def test_setup_installs_no_python_where_there_is_a_new_one(image):
    (image / "python").unlink()
    bin_ = image / "bin"
    command(bin_, "apt-get", f"cat /dev/null > {image}/installed")
    path = f"{bin_}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    setup = image / "source/setup.sh"
    told = run(["bash", setup], image, AUTOGRADER=image, PATH=path, PIP_NO_INDEX=1)
    assert told.returncode == 0
    assert "ruff could not be installed: style will not be judged." in told.stderr
    assert not (image / "installed").exists()


# --- PrairieLearn ----------------------------------------------------------


@pytest.fixture
def question(tmp_path):
    """Return a folder laid out as PrairieLearn lays out `/grade`."""
    write(TARGETS["prairielearn"], Settings(RUBRIC, "pt-BR"), tmp_path / "question")
    (tmp_path / "student").mkdir()
    (tmp_path / "question/tests").rename(tmp_path / "tests")
    return tmp_path


def external(root):
    """Run the external grader; return its results."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    told = run([root / "tests/run.sh"], root / "student", GRADE=root, PATH=path)
    assert told.returncode == 0, told.stderr
    text = (root / "results/results.json").read_text("utf-8")
    assert len(text.encode()) < 1 << 20
    return json.loads(text)


@pytest.mark.ci
@bash
def test_prairielearn_gets_a_score_from_0_to_1(question):
    (question / "student/project").mkdir()
    hand_in(WRONG, question / "student/project")
    trapped(question / "student")
    results = external(question)
    assert results["gradable"]
    assert results["score"] == 0.75
    assert [test["max_points"] for test in results["tests"]] == [3, 1]
    assert [test["points"] for test in results["tests"]] == [3, 0]


@bash
def test_prairielearn_has_results_when_something_of_ours_fails(question):
    hand_in(RIGHT, question / "student")
    shutil.rmtree(question / "tests/noughts/checker")
    results = external(question)
    assert not results["gradable"]
    assert "A culpa não é sua" in results["format_errors"][0]


def test_prairielearns_question_is_an_external_one(question):
    info = json.loads((question / "question/info.json").read_text())
    assert info["gradingMethod"] == "External"
    options = info["externalGradingOptions"]
    assert options["entrypoint"] == "/grade/tests/run.sh"
    assert options["timeout"] > grading.SECONDS["prairielearn"]
    assert "Entregue <code>" in (question / "question/question.html").read_text("utf-8")


def test_a_bonus_does_not_lift_the_score_above_1_and_long_output_is_left_out():
    record = Record(
        "f",
        "",
        "",
        ("player",),
        sections=(
            Section("a", False, (Item("player.turn", 2.0, 2.0),)),
            Section("b", True, (Item("search.alphabeta", 1.0, 1.0),)),
        ),
        checks=(Check("player.turn", "X moves first.", "passed"),),
    )
    results = json.loads(grading.for_prairielearn(record, words(), {}))
    assert record.points > record.maximum
    assert results["score"] == 1.0
    wordy = replace(record, checks=(replace(record.checks[0], note="x" * 2_000_000),))
    assert len(grading.for_prairielearn(wordy, words(), {})) < grading.LARGEST


NOTHING = Record(
    "f",
    "",
    "",
    ("player",),
    refusal="no tictactoe.py",
    sections=(Section("a", False, (Item("player.turn", 0.0, 2.0),)),),
)
BROKEN = replace(NOTHING, refusal="does not compile: x", hint="Look at the line.")


def test_nothing_to_judge_is_no_attempt_and_no_zero_where_the_platform_allows_it():
    said = "It cannot be judged: no tictactoe.py"
    assert json.loads(grading.for_prairielearn(NOTHING, words(), {})) == {
        "gradable": False,
        "format_errors": [said],
    }
    shown = said.replace(":", "\\:").replace(".", "\\.")
    assert grading.for_github(NOTHING, words(), {}) == f"## {shown}\n"


def test_a_file_that_does_not_run_has_a_zero_and_one_reason_and_no_failed_tests():
    results = json.loads(grading.for_prairielearn(BROKEN, words(), {}))
    assert (results["gradable"], results["score"], results["tests"]) == (True, 0.0, [])
    reason = "It cannot be judged: does not compile: x. 0 of 2 points."
    assert results["message"] == reason
    results = json.loads(grading.for_gradescope(BROKEN, words(), {}))
    assert (results["score"], results["tests"]) == (0, [])
    assert "Look at the line." in results["output"]
    assert "## 0 of 2 points" in grading.for_github(BROKEN, words(), {})


def test_all_that_prairielearn_is_told():
    told = json.loads(grading.for_prairielearn(RECORD, words(), {}))
    next_ = "1 of 2 checks fails. Next: `minimax`."
    assert told == {
        "gradable": True,
        "score": 1.0,
        "message": f"{next_} 18 of 10 + 10 points.",
        "output": f"{next_}\n\nminimax: title why hint\n\nnote",
        "tests": [
            {
                "name": "player.turn",
                "description": "player: X moves first.",
                "points": 8,
                "max_points": 8,
                "output": "",
            },
            {
                "name": "player.pure",
                "description": "player: player.pure",
                "points": 0,
                "max_points": 2,
                "output": "",
            },
            {
                "name": "search.alphabeta",
                "description": "bonus: search.alphabeta",
                "points": 10,
                "max_points": 10,
                "output": "",
            },
        ],
    }


@pytest.mark.parametrize(("fewer", "told"), [(0, True), (1, False)])
def test_what_each_check_says_is_left_out_where_the_results_are_too_large(
    monkeypatch, fewer, told
):
    check = Check("player.turn", "X moves first.", "passed", note="A note: é.")
    record = replace(RECORD, sections=RECORD.sections[:1], checks=(check,))
    whole = grading.for_prairielearn(record, words(), {})
    monkeypatch.setattr(grading, "LARGEST", len(whole.encode()) - fewer)
    text = grading.for_prairielearn(record, words(), {})
    assert ("A note" in text) is told
    assert len(json.loads(text)["tests"]) == 2


@pytest.mark.parametrize(
    ("created", "late"),
    [
        ("2026-03-01T23:59:58.999999-03:00", False),
        ("2026-03-01T23:59:59.000000-03:00", False),
        ("2026-03-01T23:59:59.000001-03:00", True),
        ("2026-03-02T02:59:59+00:00", False),
    ],
)
def test_late_is_what_comes_after_the_due_time(tmp_path, created, late):
    about = METADATA | {"created_at": created, "previous_submissions": []}
    (tmp_path / "submission_metadata.json").write_text(json.dumps(about))
    told = grading.handed_in(tmp_path / "submission")
    assert (told["late"], told["attempt"]) == (late, 1)


BEFORE, AFTER = ({"due_date": f"2026-03-0{day}T12:00:00-03:00"} for day in (1, 8))


@pytest.mark.parametrize(
    ("common", "own", "late"),
    [
        (BEFORE, [None, {}], True),
        (BEFORE, [AFTER, None], False),  # of a group, the last
        (BEFORE, [{"due_date": None}, AFTER], False),
        (AFTER, [BEFORE, BEFORE], True),
        ({"due_date": None}, [AFTER, AFTER], False),
        ({"due_date": None}, [None, None], None),
        ({}, [None, None], None),
        ({"due_date": "soon"}, [None, None], None),
    ],
)
def test_an_extension_counts_and_a_due_time_that_is_not_said_costs_nothing_else(
    tmp_path, common, own, late
):
    users = [
        each | {"assignment": dates}
        for each, dates in zip(METADATA["users"], own, strict=True)
    ]
    about = METADATA | {"assignment": common, "users": users}
    (tmp_path / "submission_metadata.json").write_text(json.dumps(about))
    told = grading.handed_in(tmp_path / "submission")
    assert (told.pop("late", None), told.pop("attempt")) == (late, 3)
    assert told.keys() == {"id", "email"}


# --- GitHub ----------------------------------------------------------------

SUMMARY = """\
## 18 of 10 + 10 points

1 of 2 checks fails\\. Next\\: `minimax`\\.

Look \\| \\<here\\>\\. Now\\.

- `minimax`: title hint

| | | |
|---|---|---|
| \u2717 | `minimax.optimal` It is best\\. | `minimax(board)` `... ... ...` |

| | |
|---|---:|
| player | 8 / 10 |
| bonus | 10 / 10 |

note
"""


def test_all_that_github_is_told():
    record = replace(RECORD, hint="Look | <here>.\nNow.")
    assert grading.for_github(record, words(), {}) == SUMMARY


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("![a](https://b.c)", r"\!\[a\]\(https\:\/\/b\.c\)"),
        ("www.b.c *a* _b_ ~c~ $d$", r"www\.b\.c \*a\* \_b\_ \~c\~ \$d\$"),
        ("@ana #1", r"\@<!-- -->ana \#<!-- -->1"),
        ("&lt;b>\n# a", r"\&lt\;b\> \#<!-- --> a"),
        ("call `f(*b)`, `@a`", r"call `f(*b)`\, `@a`"),
        (r"`a\|b` `c|d` e`", r"\`a\\\|b` `c\|d` e`"),
    ],
)
def test_what_others_wrote_is_shown_in_markdown_and_does_nothing(text, shown):
    told = grading.for_github(replace(RECORD, hint=text), words(), {})
    assert told.splitlines()[4] == shown


def test_a_fault_without_a_board_is_told_without_a_case():
    [_, check] = RECORD.checks
    nowhere = replace(check.failures[0], board="")
    for failures in ((), (nowhere,)):
        some = replace(RECORD, checks=(replace(check, failures=failures),))
        text = grading.for_github(some, words(), {})
        assert "\n| \u2717 | `minimax.optimal` It is best\\. |  |\n" in text


def test_a_fault_without_a_case_is_told_with_its_reason():
    [_, check] = RECORD.checks
    some = replace(RECORD, checks=(replace(check, failures=(), note="Why not"),))
    assert "It is best\\. | Why not |" in grading.for_github(some, words(), {})


def test_where_nothing_fails_there_is_no_table_of_faults():
    right = replace(RECORD, checks=RECORD.checks[:1], misconceptions=())
    text = grading.for_github(right, words(), {})
    assert text.startswith("## 18 of 10 + 10 points\n\nRight on every position")
    assert text.count("|---|") == 1


def steps(workflow):
    """Return what a workflow's steps run, one script each."""
    found = re.findall(r"run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)", workflow)
    return [block or line for block, line in found]


@pytest.mark.ci
@bash
@pytest.mark.parametrize(
    ("engine", "code", "said"),
    [
        pytest.param(RIGHT, 0, "## 4 of 4 points", marks=pytest.mark.slow),
        (WRONG, 1, "## 3 of 4 points"),
    ],
)
def test_githubs_workflow_judges_what_is_in_the_repository(
    tmp_path, engine, code, said
):
    """Whatever the student's files are called, they are not run outside the sandbox."""
    write(TARGETS["github"], Settings(RUBRIC), tmp_path / "repository")
    repository = tmp_path / "repository"
    (repository / "src").mkdir()
    shutil.copy(engine, repository / "src/tictactoe.py")
    if code:
        hand_in(engine, repository / "src")
    trapped(repository)
    workflow = (repository / ".github/workflows/noughts.yml").read_text()
    (tmp_path / "temp").mkdir()
    summary = tmp_path / "summary.md"
    summary.write_text("From another step.\n")
    for step in steps(workflow):
        told = run(
            ["bash", "-e", "-c", step],
            repository,
            RUNNER_TEMP=tmp_path / "temp",
            GITHUB_WORKSPACE=repository,
            GITHUB_STEP_SUMMARY=summary,
            PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            PIP_NO_INDEX=1,
        )
        assert TRAP not in told.stderr
    assert told.returncode == code, told.stderr
    text = summary.read_text("utf-8")
    assert text.startswith("From another step.\n")
    assert said in text
    assert ("`winner.diagonals`" in text) == bool(code)


def test_the_workflow_is_yaml_that_asks_for_little():
    yaml = pytest.importorskip("yaml")
    parts = TARGETS["github"].parts(Settings())
    workflow = yaml.safe_load(parts[".github/workflows/noughts.yml"])
    assert workflow["permissions"] == {"contents": "read"}
    assert [*workflow["jobs"]] == ["check"]


# --- check50 ---------------------------------------------------------------


def test_the_pack_has_a_check_for_each_function_and_each_waits_for_the_one_before(
    tmp_path,
):
    write(TARGETS["check50"], Settings(), tmp_path / "pack")
    tree = ast.parse((tmp_path / "pack" / "__init__.py").read_text("utf-8"))
    waits = {
        each.name: [ast.unparse(wanted) for wanted in each.decorator_list[0].args]
        for each in tree.body
        if isinstance(each, ast.FunctionDef) and each.decorator_list
    }
    before = ["judged", *FUNCTIONS]
    for name, first in zip(FUNCTIONS, before, strict=False):
        assert waits[name] == [first]


def test_the_pack_looks_for_no_module_where_the_students_files_lie(
    tmp_path, monkeypatch
):
    write(TARGETS["check50"], Settings(), tmp_path / "pack")
    (tmp_path / "student").mkdir()
    monkeypatch.chdir(tmp_path / "student")
    others = [each for each in sys.path if each]
    monkeypatch.setattr(sys, "path", ["", str(tmp_path / "student"), *others])
    fake = SimpleNamespace(check=lambda *_, **__: lambda function: function)
    monkeypatch.setitem(sys.modules, "check50", fake)
    runpy.run_path(str(tmp_path / "pack" / "__init__.py"))
    assert sys.path == [str(tmp_path / "pack"), *others]


def test_what_a_platform_runs_is_told_all_that_the_autograder_was_made_for(monkeypatch):
    monkeypatch.setattr(__main__, "grade", lambda *given: given)
    *given, say = __main__.main(["gradescope", "in", "out.json"])
    assert (given, say.language) == (
        ["gradescope", Path("in"), Path("out.json"), None],
        "en",
    )
    options = ["--rubric", "ten.toml", "--language", "pt-BR"]
    *given, say = __main__.main(["github", "in", "out.json", *options])
    assert (given[3], say.language) == (Path("ten.toml"), "pt-BR")


CHECK50 = shutil.which("check50") or shutil.which(
    "check50", path=ROOT / ".venv-check50" / "bin"
)


@pytest.mark.slow
@pytest.mark.skipif(not CHECK50, reason="check50 is not installed: make test-check50")
def test_the_real_check50_runs_the_pack(tmp_path):
    write(TARGETS["check50"], Settings(), tmp_path / "pack")
    seen = {}
    for name, engine in {"right": RIGHT, "wrong": WRONG}.items():
        (tmp_path / name).mkdir()
        shutil.copy(engine, tmp_path / name / "tictactoe.py")
        (tmp_path / name / "noughts.py").write_text("raise SystemExit('ha!')")
        argv = [CHECK50, "--dev", tmp_path / "pack", "-o", "json"]
        told = run(argv, tmp_path / name, NO_PROXY="*")
        results = json.loads(told.stdout)["results"]
        seen[name] = {each["name"]: each for each in results}
    assert len(seen["right"]) == 10
    assert all(each["passed"] for each in seen["right"].values())
    wrong = seen["wrong"]
    assert [name for name in wrong if wrong[name]["passed"] is False] == ["winner"]
    assert wrong["result"]["passed"]
    assert wrong["terminal"]["passed"] is None
    assert wrong["winner"]["description"] == "winner is right on every position"
    assert "Three marks on a diagonal win" in wrong["winner"]["cause"]["rationale"]
    assert "The diagonals are" in wrong["winner"]["cause"]["help"]


# --- The command -----------------------------------------------------------


@pytest.mark.parametrize("name", TARGETS)
def test_one_command_writes_an_autograder(tmp_path, capsys, name):
    (tmp_path / "mine.toml").write_text(RUBRIC)
    rubric = ["--rubric", str(tmp_path / "mine.toml")]
    output = tmp_path / "made" / "it"
    argv = ["autograder", name, "-o", str(output), "--language", "en", *rubric]
    assert main(argv) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:-1]
    assert all(Path(line).exists() for line in out[:-1])
    assert str(output) in out[-1]
    assert output.is_file() == (name == "gradescope")


def test_a_rubric_of_ours_goes_along_by_name(tmp_path):
    main(["autograder", "gradescope", "-o", str(tmp_path / "a.zip"), "--rubric", "ten"])
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("rubric.toml").decode() == text_of("ten")
    assert load("ten").title == "10 points and a bonus of 1"


MISUSES = [
    ("gradescop -o x", "'gradescop' is not one of gradescope,"),
    ("gradescope", "-o/--output is missing"),
    ("gradescope -o folder", "folder is a folder; the name of a zip file is expected"),
    ("github -o file", "file is a file; the name of a folder is expected"),
    ("github -o x --rubric no.toml", "no.toml: there is no such rubric"),
    ("github -o x --rubric file", "file, line 1: title: a rubric needs a title"),
]


@pytest.mark.parametrize(("argv", "said"), MISUSES)
def test_misuse_is_one_sentence(tmp_path, capsys, monkeypatch, argv, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    try:
        code = main(["autograder", *argv.split(), "--language", "en"])
    except SystemExit as left:
        code = left.code
    assert code == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="limits files as POSIX does")
@pytest.mark.parametrize(("name", "file"), [("gradescope", ""), ("github", "/.github")])
def test_a_full_disk_is_named_and_the_old_autograder_stays(tmp_path, name, file):
    import resource

    output = tmp_path / "autograder"
    write(TARGETS[name], Settings(), output)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))
    try:
        with pytest.raises(OSError, match="too large") as caught:
            write(TARGETS[name], Settings(RUBRIC), output)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, ignored)
    assert caught.value.filename.startswith(f"{output}{file}")
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert after == before
