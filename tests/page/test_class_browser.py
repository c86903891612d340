"""A class graded in a browser tab: the grades of the command line, and nothing sent."""

import csv
import io
import json
import re
import subprocess
import sys
import zipfile
from contextlib import ExitStack
from urllib.request import urlopen

import pytest
from classroom.exports import RIGHT, zipped
from conftest import ENGINES, ROOT
from helpers.browsing import browser, missing
from helpers.hostile import HOSTILE
from helpers.static import hosted

from noughts.checker.rubric import load, parse
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.hand_ins import read_class
from noughts.classroom.kept import WorksheetFile
from noughts.classroom.run import check_class
from noughts.game.board import START, board_of
from noughts.texts import words

sys.path.append(str(ROOT / "docs"))
import make_first_class as sample
import make_site

pytestmark = [pytest.mark.ci, pytest.mark.timeout(1500)]
__all__ = ["browser"]  # a fixture

MINUTE = 60_000  # milliseconds
# Only one file has a search: judging that takes most of the time.
HALF = (ENGINES / "half_written.py").read_bytes()
WRONG = HALF.replace(b"xs == os", b"xs > os")
# One student has a module of her own, one handed in no program, two are hostile.
FILES = {
    "Ana Silva": {"tictactoe.py": RIGHT},
    "Bob O'Neill": {"tictactoe.py": WRONG},
    "Çağla Ünal": {
        "tictactoe.py": HALF + b"\nimport extra\nassert extra.NAME == 1\n",
        "extra.py": b"NAME = 1\n",
    },
    "Dora Diaz": {"tictactoe.py": (ENGINES / "syntax_error.py").read_bytes()},
    "Eva Ek": {"tictactoe.py": (ENGINES / "not_implemented.py").read_bytes()},
    "Finn Fox": {"notes.pdf": b"%PDF"},
    "Gil Gomes": {"tictactoe.py": HOSTILE["delegates to our solution"].encode()},
    "Hana Ho": {"tictactoe.py": HOSTILE["forges ends and refusals"].encode()},
}
ATTACKERS = ("Gil Gomes", "Hana Ho")
for name in ATTACKERS:
    FILES[name]["tictactoe.py"] += WRONG


def export_of(students):
    """Return a class as Moodle exports it."""
    return zipped(
        {
            f"{student}_{1230 + n}_assignsubmission_file_/{name}": data
            for n, (student, files) in enumerate(students.items())
            for name, data in files.items()
        }
    )


def worksheet_of(students):
    """Return the worksheet that Moodle wants back."""
    head = "Identifier,Full name,Status,Grade,Maximum Grade,Feedback comments\n"
    rows = (
        f"Participant {1230 + n},{name},,,100,\n" for n, name in enumerate(students)
    )
    return (head + "".join(rows)).encode()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve the page with Python; yield its address, the request lines and a stop."""
    folder, asked = tmp_path_factory.mktemp("site"), []
    try:
        make_site.page(folder, boards=[board_of(START)])
    except (OSError, subprocess.CalledProcessError):
        missing("npm cannot fetch Pyodide here")
    with ExitStack() as serving:
        home = serving.enter_context(hosted(folder / "explore", asked))
        yield home, asked, serving.close


@pytest.fixture(scope="module")
def page(browser, site):
    context = browser.new_context(locale="en-US", accept_downloads=True)
    page = context.new_page()
    page.goto(f"{site[0]}index.html#view=class")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    yield page
    context.close()


def drop(page, **files):
    """Choose files by name."""
    given = [
        {"name": name.replace("_", "."), "mimeType": "", "buffer": data}
        for name, data in files.items()
    ]
    page.locator(".drop input").set_input_files(given)


def wait_for_all(page, students, minutes=15):
    """Wait until this class is there, and every student is done."""
    first = page.locator(".students th", has_text=next(iter(students)))
    first.wait_for(timeout=5 * MINUTE)
    rows = page.locator(".students tbody tr")
    rows.nth(len(students) - 1).wait_for(timeout=5 * MINUTE)
    done = "() => !document.querySelector('.students tr.waiting')"
    page.wait_for_function(done, timeout=minutes * MINUTE)


def downloaded(page, kind):
    """Return the bytes of a download."""
    with page.expect_download(timeout=3 * MINUTE) as download:
        page.get_by_role("button", name=kind).click()
    return download.value.path().read_bytes()


def grades_in(worksheet):
    rows = csv.DictReader(io.StringIO(worksheet.decode()))
    return {row["Full name"]: row["Grade"] for row in rows}


def any_python(worksheet):
    """Return the lines; a comment on a syntax error names the version of Python."""
    return re.sub(r"Python 3\.\d+", "Python", worksheet.decode()).splitlines()


def natively(folder, students):
    """Return the grades that the command line enters."""
    (folder / "INF101.zip").write_bytes(export_of(students))
    check_class(
        read_class(folder / "INF101.zip"),
        folder / "report",
        FileJudge(load()),
        worksheet=WorksheetFile(worksheet_of(students), "grades.csv", column=""),
    )
    return grades_in((folder / "report/upload/grades.csv").read_bytes())


@pytest.fixture(scope="module")
def graded(page):
    """Return the page with a class that was judged; its results are remembered."""
    page.get_by_role("checkbox", name="Remember").check()
    drop(page, INF101_zip=export_of(FILES), grades_csv=worksheet_of(FILES))
    wait_for_all(page, FILES)
    return page


def test_the_grades_are_those_of_the_command_line(graded, tmp_path):
    found = grades_in(downloaded(graded, "Filled worksheet"))
    expected = natively(tmp_path, FILES)
    for name in ATTACKERS:  # Bob's functions; natively the imports fail
        assert float(found.pop(name)) <= float(found["Bob O'Neill"])
        expected.pop(name)
    assert found == expected
    assert found["Finn Fox"] == ""


def test_the_report_is_that_of_the_command_line(graded):
    report = zipfile.ZipFile(io.BytesIO(downloaded(graded, "Class report")))
    assert {"index.html", "grades.csv", "results.jsonl", "upload/grades.csv"} < {
        *report.namelist()
    }
    records = downloaded(graded, "Records").splitlines()
    assert [json.loads(line)["student"] for line in records] == [*FILES]
    feedback = zipfile.ZipFile(io.BytesIO(downloaded(graded, "Feedback")))
    assert len(feedback.namelist()) == len(FILES)


def test_points_follow_the_sliders_and_the_rubric_is_saved(graded):
    def points():
        return graded.locator(".students .judged .points").first.inner_text()

    slider = graded.locator(".weights input").nth(6)
    before = points()
    slider.fill("0")
    graded.wait_for_function(
        "(before) => document.querySelector('.judged td.points').innerText !== before",
        arg=before,
    )
    assert float(before) - float(points()) == 25
    saved = parse(downloaded(graded, "Save the rubric").decode(), "saved")
    assert [section.maximum for section in saved.sections][6] == 0
    slider.fill("25")


def test_the_table_of_students_comes_first_and_is_as_wide_as_the_page(graded):
    table, weights, page = (
        graded.locator(place).bounding_box()
        for place in (".students", ".weights", "main .class")
    )
    assert table["y"] < weights["y"]
    assert table["width"] > 0.9 * page["width"]


def test_a_student_opens_as_a_report(graded):
    graded.get_by_role("button", name="Bob O'Neill").click()
    graded.locator(".class .report").wait_for()
    graded.get_by_role("button", name="Back").click()
    graded.locator(".students").wait_for()


BAD = {
    "not a zip": {"other_zip": b"PK?"},
    "another kind": {"other_rar": b"Rar!"},
    "another class": {"other_csv": b"Identifier,Full name,Grade\n9,Zoe Zander,\n"},
    "no rubric": {"other_toml": b"title = 7"},
}


@pytest.mark.parametrize("files", BAD.values(), ids=BAD)
def test_bad_input_gets_a_sentence_and_nothing_is_lost(graded, files):
    drop(graded, **files)
    graded.locator(".class .notice").get_by_text("other.").wait_for()
    assert graded.locator(".students tbody tr").count() == len(FILES)


def test_results_are_remembered_until_they_are_deleted(graded):
    graded.reload()
    box = graded.get_by_role("checkbox", name="Remember", checked=True)
    box.wait_for()  # the box says what is stored
    drop(graded, INF101_zip=export_of(FILES))
    wait_for_all(graded, FILES, minutes=1)
    box.uncheck()
    graded.get_by_text("Deleted.").wait_for()
    assert graded.evaluate("indexedDB.databases()") == []


def test_the_sample_class_has_the_same_grades_and_worksheet(page, tmp_path):
    export, worksheet = sample.EXPORT, sample.WORKSHEET
    drop(page, INF101_zip=export.read_bytes(), Grades_csv=worksheet.read_bytes())
    wait_for_all(page, sample.HANDED_IN)
    report = tmp_path / "report"
    command = [sys.executable, "-m", "noughts", "check", export, "-o", report]
    subprocess.run([*command, "--worksheet", worksheet], cwd=ROOT)
    filled = (report / "upload/Grades.csv").read_bytes()
    in_a_browser = downloaded(page, "Filled worksheet")
    assert any_python(in_a_browser) == any_python(filled)
    in_tab = zipfile.ZipFile(io.BytesIO(downloaded(page, "Class report")))
    table = (report / "grades.csv").read_bytes()
    assert in_tab.read("grades.csv") == table
    rows = csv.DictReader(io.StringIO(table.decode("utf-8-sig")))
    points = {row["Student"]: row["Points"] for row in rows}
    shown = {
        row.locator("th").inner_text(): row.locator(".points").inner_text()
        for row in page.locator(".students tbody tr").all()
    }
    none = words()("page.class.none")
    assert shown == {name: points[name] or none for name in sample.HANDED_IN}
    drop(page, adjustments_csv=sample.ADJUSTMENTS.read_bytes())
    page.locator(".students tr", has_text="Two days late.").wait_for(timeout=MINUTE)
    subprocess.run([*command, "--adjustments", sample.ADJUSTMENTS], cwd=ROOT)
    adjusted = (report / "upload/Grades.csv").read_bytes()
    assert adjusted != filled
    in_a_browser = downloaded(page, "Filled worksheet")
    assert any_python(in_a_browser) == any_python(adjusted)


def test_nothing_is_sent(graded, site):
    """Must run last: only files of the site were requested, by known addresses."""
    listed = json.loads(urlopen(f"{site[0]}python/files.json").read())
    listed.append(json.loads(urlopen(f"{site[0]}python/ruff.json").read()))
    known = {"/python/{name}?{digest}".format(**each) for each in listed}
    methods, addresses = zip(*(line.split()[:2] for line in site[1]), strict=True)
    assert set(methods) == {"GET"}
    assert {each for each in addresses if "?" in each} <= known


@pytest.mark.slow
def test_a_class_of_forty_has_the_grades_of_the_command_line(page, tmp_path):
    usual = [name for name in FILES if name not in ATTACKERS]
    students = {
        f"Student {n:02}": {
            name: data + b"\n" * n if name.endswith(".py") else data
            for name, data in FILES[usual[n % len(usual)]].items()
        }
        for n in range(40)
    }
    drop(page, INF101_zip=export_of(students), grades_csv=worksheet_of(students))
    wait_for_all(page, students, minutes=40)
    found = grades_in(downloaded(page, "Filled worksheet"))
    assert found == natively(tmp_path, students)


def test_a_class_is_graded_offline_after_the_first_load(graded, site):
    """Must run last: the server is stopped."""
    site[2]()
    graded.reload()
    unfinished = {"Eva Ek": FILES["Eva Ek"]}
    drop(graded, INF101_zip=export_of(unfinished))
    wait_for_all(graded, unfinished)
