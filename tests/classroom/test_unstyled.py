"""Where nobody can look at the style, a class is told so once, and loudly."""

import sys

import pytest
from helpers.classes import DEFAULT, Inline, Quick

from noughts.checker import style
from noughts.checker.reports import templates
from noughts.classroom.reports.class_index import render_class
from noughts.classroom.run import FileJudge, check_class
from noughts.cli import main

SAID = "The style of 2 submissions was not judged"


@pytest.fixture
def class_(tmp_path):
    for name in ("ana", "bob"):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "tictactoe.py").write_text(f"# {name}")
    return tmp_path / "class"


class Unstyled(Quick):
    """A judge without ruff."""

    def __call__(self, submission):
        record = super().__call__(submission)
        unjudged = style.style_checks(style.MISSING)
        return type(record)(**{**vars(record), "checks": (*record.checks, *unjudged)})


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("def player(", id="broken"),
        pytest.param("", id="unwritten", marks=pytest.mark.ci),
    ],
)
@pytest.mark.parametrize(("there", "maximum"), [(True, 100), (False, 95)])
def test_without_ruff_style_is_in_no_maximum_of_the_class_or_of_a_student(
    class_, monkeypatch, text, there, maximum
):
    monkeypatch.setattr(style, "available", lambda: there)
    (class_ / "ana" / "tictactoe.py").write_text(text)
    (class_ / "bob" / "tictactoe.py").unlink()
    told = check_class(class_, class_.parent / "report", FileJudge(DEFAULT), Inline())
    assert {told.maximum, *(row.maximum for row in told.rows)} == {maximum}
    assert ("Code quality" in told.sections) is there


def test_a_broken_ruff_is_no_verdict_and_is_asked_again_when_it_is_whole(
    class_, monkeypatch
):
    for path in class_.glob("*/tictactoe.py"):
        path.write_text("def player(\n")
    report, judge = class_.parent / "report", FileJudge(DEFAULT)
    with monkeypatch.context() as broken:
        broken.setattr(style, "RUFF", [sys.executable, "-S", "-c", "exit(1)"])
        told = check_class(class_, report, judge, Inline(), language="pt-BR")
    assert {row.fault for row in told.faults} == {
        "não foi possível executar o ruff: ele falha até com um arquivo vazio"
    }
    told = check_class(class_, report, judge, Inline())
    assert (len(told.faults), len(told.broken), told.unstyled) == (0, 2, 0)


@pytest.mark.skipif(not templates.available(), reason="a page needs Jinja2")
@pytest.mark.parametrize(("judge", "times"), [(Unstyled, 1), (Quick, 0)])
def test_the_page_of_the_class_says_it_once(class_, judge, times):
    report = class_.parent / "report"
    overview = check_class(class_, report, judge(DEFAULT), Inline())
    assert render_class(overview).count(SAID) == times


@pytest.mark.parametrize(("there", "times"), [(False, 1), (True, 0)])
def test_the_command_says_it_once_beside_the_results(
    class_, monkeypatch, capsys, there, times
):
    monkeypatch.setattr("noughts.cli.check_class.check_class", _checked(there))
    main(["check", str(class_), "-o", str(class_.parent / "report"), "--quiet"])
    assert capsys.readouterr().err.count(SAID) == times


def _checked(there):
    """Return a `check_class` whose judge looks at the style, or cannot."""

    def checked(path, report, *_):
        return check_class(
            path, report, (Quick if there else Unstyled)(DEFAULT), Inline()
        )

    return checked
