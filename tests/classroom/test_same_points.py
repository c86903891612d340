"""Every output says the same of a student: the same points, out of the same maximum."""

import csv
import json
import re
from dataclasses import replace
from math import isclose

import pytest
from helpers.classes import Inline

from noughts.autograder import grading
from noughts.checker import style
from noughts.checker.points import apply
from noughts.checker.record import Check, Record, in_language
from noughts.checker.reports import console, gradescope, html, templates
from noughts.checker.reports.wording import points_text
from noughts.checker.rubric import parse
from noughts.classroom.overview import page_of
from noughts.classroom.results import read_results
from noughts.classroom.run import FileJudge, check_class
from noughts.cli import main, upload
from noughts.words import words
from noughts.words.said import Said

pytestmark = pytest.mark.skipif(not templates.available(), reason="a page needs Jinja2")

RUBRIC = parse(
    """
title = "Points that no two decimals hold"
[[section]]
title = "Rules"
checks = { player.turn = 0.375, player.pure = 0.25, winner.rows = 1.005 }
[[section]]
title = "Utility"
checks = { utility.x = 1.375, utility.o = 1.375 }
[[section]]
title = "Pruning"
checks = { search.alphabeta = 10 }
[[section]]
title = "Style"
checks = { style.names = 0.5, style.unused = 0.5 }
[[section]]
title = "Bonus"
bonus = true
checks = { minimax.optimal = 2.125 }
""",
    "r",
)
WHY = {
    "decide": Said("note.unseen"),
    "bonus": Said("note.unbound"),
    "unread": style.FAILED,
}
KINDS = {
    "right": {},
    "wrong": {"winner.rows": "failed", "minimax.optimal": "absent"},
    "half": {"utility.x": "failed", "player.turn": "unfinished"},
    "decide": {"search.alphabeta": "unjudged", "player.pure": "failed"},
    "bonus": {"minimax.optimal": "unjudged"},
    "unread": {"style.names": "unjudged", "style.unused": "unjudged"},
    "broken": {},
}
OPEN = {"decide": "Pruning", "bonus": "Bonus", "unread": "Style"}
OF = r"([\d.,]+) (?:of|de) ([\d.,]+)"
CELLS = r'class="points"><b>([\d.,]+)</b> (?:of|de) ([\d.,]+)'
SHEET = "Identifier,Full name,Grade,Maximum Grade\n" + "".join(
    f"Participant {n},{name},,100.00\n" for n, name in enumerate(KINDS)
)


class Told(FileJudge):
    """A judge who reads in the file what is to be found."""

    def __call__(self, submission):
        kind = submission.source.decode().strip("# \n")
        names = [item.check for each in self.rubric.sections for item in each.items]
        record = Record("tictactoe.py", "", self.rubric.title, self.functions)
        if kind == "broken":
            record = replace(record, refusal="does not compile", hint="Look.")
            return apply(self.counted, record)
        looked = style.available()
        checks = tuple(
            Check(name, name, status, note=WHY[kind] if status == "unjudged" else "")
            if looked or not name.startswith("style.")
            else Check(name, name, "unjudged", note=style.MISSING)
            for name in names
            for status in [KINDS[kind].get(name, "passed")]
        )
        return apply(self.counted, replace(record, checks=checks))


@pytest.fixture(params=["en", "pt-BR"])
def say(request):
    return words(request.param)


@pytest.fixture(params=[True, False], ids=["ruff", "no ruff"])
def report(request, tmp_path, monkeypatch, say):
    """Return a report with a worksheet, the overview, and what the teacher is told."""
    monkeypatch.setattr(style, "available", lambda: request.param)
    for kind in KINDS:
        (tmp_path / "class" / kind).mkdir(parents=True)
        (tmp_path / "class" / kind / "tictactoe.py").write_text(f"# {kind}")
    (tmp_path / "sheet.csv").write_text(SHEET)
    folder, judge = tmp_path / "report", Told(RUBRIC)
    language = say.language
    overview = check_class(
        tmp_path / "class", folder, judge, Inline(), language=language
    )
    sheet = upload.GivenSheet(tmp_path / "sheet.csv", "")
    told = list(upload.write(folder, overview, sheet, say))
    return folder, overview, told


def value(text):
    """Return a number as either language writes it."""
    return float(text.replace(",", "."))


def pairs(pattern, text):
    """Return the points and maxima that a text shows."""
    return [(value(one), value(other)) for one, other in re.findall(pattern, text)]


def first(text):
    """Return the points and the maximum that a text names first."""
    return pairs(OF, re.sub("<[^>]+>", "", text))[0]


def rows(path):
    text = path.read_text("utf-8-sig")
    separator = ";" if '";"' in text else ","
    return list(csv.reader(text.splitlines(), delimiter=separator))


def records(folder, say):
    for result in read_results(folder / "results.jsonl"):
        yield result.student, in_language(result.record, say.language)


def test_every_output_says_the_same_points_out_of_the_same_maximum(report, say):
    folder, overview, _ = report
    both = {row.student: (row.points, row.maximum) for row in overview.rows}
    sheets = (folder / "print.html").read_text("utf-8").split('class="sheet"')[1:]
    for (kind, record), sheet in zip(records(folder, say), sheets, strict=True):
        right = record.points, record.maximum
        told = json.loads(record.to_json())
        assert both[kind] == (told["points"], told["maximum"]) == right
        page = (folder / page_of(kind)).read_text("utf-8")
        learning = json.loads(grading.for_prairielearn(record, say, {}))
        for text in (
            sheet,
            page,
            html.report(record, say.language),
            console.report(record, language=say.language),
            grading.for_github(record, say, {}),
            learning["message"].rpartition(". ")[2],
        ):
            assert first(text) == right
        results = gradescope.results(record, say.language)
        assert results["score"] == record.points
        share = record.points / record.maximum
        assert isclose(learning["score"], min(1, share), abs_tol=1e-9)


def test_the_table_of_grades_has_each_students_own_maximum(report, say):
    folder, overview, _ = report
    heads, *table = rows(folder / "grades.csv")
    by_name = {row[0]: dict(zip(heads, row, strict=True)) for row in table}
    for kind, record in records(folder, say):
        line = by_name[kind]
        assert value(line[say("table.points")]) == record.points
        assert value(line[say("table.maximum")]) == record.maximum
        given = [line[title] for title in overview.sections]
        assert isclose(sum(map(value, filter(None, given))), record.points)
        open_ = OPEN.get(kind)
        for title in overview.sections:
            assert (line[title] == "") == (title == open_)


def test_what_is_shown_adds_up(report, say):
    folder, _, _ = report
    sheets = (folder / "print.html").read_text("utf-8").split('class="sheet"')[1:]
    for (kind, record), sheet in zip(records(folder, say), sheets, strict=True):
        most = record.maximum + record.bonus
        told = json.loads(grading.for_prairielearn(record, say, {}))["tests"]
        items = [(test["points"], test["max_points"]) for test in told]
        shown = {
            "print": pairs(CELLS, sheet),
            "page": pairs(CELLS, (folder / page_of(kind)).read_text("utf-8")),
            "github": pairs(
                r"\| ([\d.,]+) / ([\d.,]+) \|", grading.for_github(record, say, {})
            ),
        }
        if kind != "broken":
            shown["items"] = items
            text = console.report(record, language=say.language)
            shown["console"] = pairs(rf"(?m)^  [A-Z]\w+ +{OF} *[^ ]", text)
            tests = gradescope.results(record, say.language)["tests"]
            scores = [test.get("score", 0) for test in tests]
            assert isclose(sum(scores), record.points)
        for name, parts in shown.items():
            assert isclose(sum(points for points, _ in parts), record.points), name
            assert isclose(sum(maximum for _, maximum in parts), most), name


def test_a_part_of_a_grade_is_not_filled_in_and_the_whole_is(report, say):
    folder, overview, _ = report
    grades = {row[1]: row[2] for row in rows(folder / "upload" / "sheet.csv")[1:]}
    index = (folder / "index.html").read_text("utf-8")
    for kind, record in records(folder, say):
        whole = record.maximum == overview.maximum
        assert bool(grades[kind]) == whole == record.whole
        if whole:
            share = 100 * min(1, record.points / record.maximum)
            assert isclose(float(grades[kind]), share, abs_tol=0.00501)
        else:
            points, maximum = (
                points_text(n, say) for n in (record.points, record.maximum)
            )
            assert f">{points} {say('report.of', maximum=maximum)}<" in index


def test_whom_a_teacher_has_to_decide_about_is_named_with_the_reason(report, say):
    folder, overview, told = report
    looked = any("Style" in each for each in overview.sections)
    left = ["decide", "unread"] if looked else ["decide"]
    wanted = {*left, "bonus"}
    assert {row.student for row in overview.undecided} == wanted
    assert say("upload.undecided", who=say.listed(left)) in told
    index = (folder / "index.html").read_text("utf-8")
    table = {row[0]: row for row in rows(folder / "grades.csv")}
    printed = (folder / "print.html").read_text("utf-8")
    for kind, record in records(folder, say):
        if kind not in wanted:
            continue
        (why,) = {check.note for check in record.undecided}
        bare = re.sub("[`'\"]", "", why)
        for text in (
            index,
            printed,
            table[kind][-1],
            (folder / page_of(kind)).read_text("utf-8"),
            console.report(record, language=say.language),
            gradescope.results(record, say.language)["output"],
            json.loads(grading.for_prairielearn(record, say, {}))["output"],
            grading.for_github(record, say, {}).replace("\\", ""),
        ):
            assert bare in re.sub("[`'\"]", "", " ".join(text.split()))


def test_the_command_names_those_whom_a_teacher_has_to_decide_about(
    report, say, monkeypatch, capsys
):
    folder, overview, _ = report
    monkeypatch.setattr("noughts.cli.check_class.check_class", lambda *_: overview)
    class_ = folder.parent / "class"
    arguments = [str(class_), "-o", str(folder), "--language", say.language]
    main(["check", *arguments, "--quiet"])
    who = ["bonus (minimax)", f"decide ({say('report.part.search')})"]
    if any("Style" in each for each in overview.sections):
        who.append(f"unread ({say('report.part.style')})")
    assert say("class.undecided", who=say.listed(who)) in capsys.readouterr().err
