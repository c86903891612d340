"""Several runs with one report folder: what it keeps, and what it leaves behind."""

import csv
import io
import random
import shutil
from dataclasses import replace

import pytest
from classroom.exports import FILE, lay_out, zipped
from helpers.classes import DEFAULT, Quick, check
from helpers.refusals import refused

from noughts.checker.record import to_json
from noughts.classroom.gradebook import OwnCells, comparable_grade, digest_of_text
from noughts.classroom.hand_ins import read_class
from noughts.classroom.kept import (
    AdjustmentsFile,
    Kept,
    LastGrade,
    WorksheetFile,
    read_kept,
    write_kept,
)
from noughts.classroom.tab import Tab
from noughts.texts import Refused

STUDENTS = {"1": "Ana Silva", "2": "Bob Lima", "3": "Cy Sa", "4": "Dee Dias"}
HEADINGS = ["Identifier", "Full name", "Grade", "Maximum Grade"]
HEADINGS += ["Last modified (grade)", "Feedback comments"]


def worksheet(grades=(), name="Grades.csv", people=STUDENTS, modified="-", comments=()):
    """Return Moodle's worksheet with some grades and comments by id."""
    rows = [HEADINGS]
    for n, who in people.items():
        grade, comment = dict(grades).get(n, ""), dict(comments).get(n, "")
        rows.append([f"Participant {n}", who, grade, "100", modified, comment])
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows(rows)
    return WorksheetFile(buffer.getvalue().encode(), name, column="")


def export(folder, contents, name="class"):
    """Return a class of Moodle with a file for each student, by id."""
    shutil.rmtree(folder / name, ignore_errors=True)
    files = {
        f"{STUDENTS[n]}_{n}{FILE}/tictactoe.py": text.encode()
        for n, text in contents.items()
    }
    lay_out(folder / name, files)
    return read_class(folder / name)


def cells(report, column="Grade", name="Grades.csv"):
    """Return a column of the worksheet to upload, by id."""
    text = (report / "upload" / name).read_text("utf-8")
    rows = csv.DictReader(io.StringIO(text))
    return {row["Identifier"].split()[1]: row[column] for row in rows}


def points(report):
    """Return the points in grades.csv, by id."""
    text = (report / "grades.csv").read_text("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text))
    return {row["Id"]: row["Points"] for row in rows}


def rubric_of(maximum):
    """Return a rubric whose only check gives this many points."""
    [first, *_] = DEFAULT.sections
    item = replace(first.items[0], maximum=maximum)
    return replace(DEFAULT, sections=(replace(first, items=(item,)),))


BOTH = {"1": "# right", "2": "# wrong"}


def test_a_later_run_fills_in_the_worksheet_of_an_earlier_one(tmp_path):
    report, class_ = tmp_path / "report", export(tmp_path, BOTH)
    check(class_, report, worksheet=worksheet())
    assert cells(report) == {"1": "8", "2": "0", "3": "", "4": ""}
    changed = export(tmp_path, BOTH | {"2": "# right, now"})
    check(changed, report, Quick(rubric_of(3.0)))
    assert cells(report) == {"1": "100", "2": "100", "3": "", "4": ""}
    shorter = worksheet(name="Short.csv", people={"1": "Ana Silva"})
    check(changed, report, worksheet=shorter)
    assert cells(report, name="Short.csv") == {"1": "8"}
    names = sorted(path.name for path in (report / "upload").iterdir())
    assert names == ["Short.csv", "feedback.zip"]


def test_the_report_of_another_export_is_refused(tmp_path):
    check(export(tmp_path, BOTH), tmp_path / "report")
    other = export(tmp_path, BOTH, "other class")
    parts = {"theirs": "class", "ours": "other class", "path": tmp_path / "report"}
    with refused("class.other_title", Refused, **parts):
        check(other, tmp_path / "report")
    again = export(tmp_path, BOTH, "class (2)")  # downloaded a second time
    check(again, tmp_path / "report")


@pytest.mark.parametrize("damage", ["", "{}", "[1]", '{"title": 1, "worksheet": 7}'])
def test_a_damaged_state_is_refused(tmp_path, damage):
    check(export(tmp_path, BOTH), tmp_path / "report")
    (tmp_path / "report/kept/class.json").write_text(damage)
    with refused("class.bad_state", path=tmp_path / "report/kept/class.json"):
        check(export(tmp_path, BOTH), tmp_path / "report")


def test_what_is_kept_is_read_back(tmp_path):
    cells = OwnCells(frozenset(["1.00"]), frozenset(["ab"]))
    kept = Kept(
        "Título",
        worksheet(),
        {"Participant 1": cells},
        ("a.csv",),
        AdjustmentsFile(b"id,grade\n1,2\n", "mine.csv"),
        {"Ana": LastGrade(None, "a", "b", "c", "d")},
    )
    write_kept(tmp_path, kept)
    assert read_kept(tmp_path) == kept


# --- Another class ---

OTHERS = {str(n): f"Person {n}" for n in range(11, 16)}
NAMESAKE = OTHERS | {"16": "Ana Silva"}


def plain(folder, names):
    files = {f"{name}/tictactoe.py": b"# right" for name in names}
    return read_class(lay_out(folder / "plain", files))


@pytest.mark.parametrize(
    ("names", "people", "is_filled"),
    [
        (["Ana Silva", "Bob Lima", "Eva Ek"], NAMESAKE, False),
        (["Ana Silva", "Bob Lima"], NAMESAKE, True),  # half of the smaller side
        (["Ana Silva", "Bob Lima", "Cy Sa", "Eva Ek"], STUDENTS, True),
        (["Eva Ek"], STUDENTS, False),
    ],
)
def test_a_worksheet_of_another_class_is_not_filled_in(
    tmp_path, names, people, is_filled
):
    report, class_ = tmp_path / "report", plain(tmp_path, names)
    order = []
    overview = check(
        class_,
        report,
        worksheet=worksheet(people=people),
        warn=lambda stranger: order.append("warned"),
        progress=lambda graded: order.append(graded.label),
    )
    assert sorted(order) == sorted([*["warned"] * (not is_filled), *names])
    assert is_filled or order[0] == "warned"  # before the first file is judged
    assert (report / "upload/Grades.csv").exists() == is_filled
    assert bool(overview.stranger) != is_filled
    assert len(points(report)) >= 1


def test_only_ids_join_where_both_sides_have_them(tmp_path):
    class_ = export(tmp_path, dict.fromkeys(STUDENTS, "# right"))
    moved = {"1": "Ana Silva", "92": "Bob Lima", "93": "Cy Sa", "94": "Dee Dias"}
    check(class_, tmp_path / "report", worksheet=worksheet(people=moved))
    assert cells(tmp_path / "report") == {"1": "8", "92": "", "93": "", "94": ""}
    none = {f"9{n}": name for n, name in STUDENTS.items()}
    overview = check(class_, tmp_path / "report", worksheet=worksheet(people=none))
    assert overview.stranger == "Grades.csv"


# --- Grades made by hand ---


def test_absent_students_are_listed(tmp_path):
    overview = check(export(tmp_path, BOTH), tmp_path / "report", worksheet=worksheet())
    assert [each.name for each in overview.absent] == ["Cy Sa", "Dee Dias"]
    assert points(tmp_path / "report") == {"1": "8", "2": "0", "3": "", "4": ""}


@pytest.mark.parametrize(
    ("before", "modified", "after"),
    [
        ("", "-", "8"),
        ("-", "-", "8"),
        ("0.00", "-", "8"),  # from the platform
        ("0.00", "Monday, 2 March", "0.00"),
        ("55.00", "-", "55.00"),
        ("8,00", "-", "8"),  # the same number
        ("8.000", "Monday, 2 March", "8"),
        ("absent", "-", "absent"),
    ],
)
def test_a_grade_made_by_hand_is_kept(tmp_path, before, modified, after):
    report, class_ = tmp_path / "report", export(tmp_path, BOTH)
    given = worksheet({"1": before}, modified=modified)
    overview = check(class_, report, worksheet=given)
    assert cells(report)["1"] == after
    kept = [(cell.student, cell.theirs, cell.ours) for cell in overview.filled.kept]
    assert kept == ([("Ana Silva", before, "8")] if after == before else [])
    check(class_, report, overwrite=True)
    assert cells(report)["1"] == "8"
    check(class_, report)
    assert cells(report)["1"] == "8"


def test_grades_that_come_back_from_the_platform_are_ours(tmp_path):
    report, class_ = tmp_path / "report", export(tmp_path, BOTH)
    check(class_, report, Quick(rubric_of(7.0)), worksheet=worksheet())
    returned = worksheet({"1": "100,000", "2": "12"}, modified="Monday")
    overview = check(class_, report, worksheet=returned)
    assert cells(report) == {"1": "8", "2": "12", "3": "", "4": ""}
    assert [cell.student for cell in overview.filled.kept] == ["Bob Lima"]


def test_a_comment_made_by_hand_is_kept_beside_a_new_grade(tmp_path):
    report, class_ = tmp_path / "report", export(tmp_path, BOTH)
    check(class_, report, worksheet=worksheet())
    ours = cells(report, "Feedback comments")["1"]
    theirs = {"1": f"<p>{ours.replace('<br>', '<br />')}</p>", "2": "Come and see me"}
    check(class_, report, worksheet=worksheet({"1": "8"}, comments=theirs))
    comments = cells(report, "Feedback comments")
    assert (comments["1"], comments["2"]) == (ours, "Come and see me")
    assert cells(report)["2"] == "0"


def test_the_grade_of_a_student_who_has_none_now_is_removed(tmp_path):
    report, class_ = tmp_path / "report", export(tmp_path, BOTH)
    check(class_, report, worksheet=worksheet())
    unclear = BOTH | {"1": "# right"}
    class_ = export(tmp_path, unclear)
    (tmp_path / f"class/Ana Silva_1{FILE}/tictactoe.py").rename(
        tmp_path / f"class/Ana Silva_1{FILE}/notes.txt"
    )
    returned = worksheet({"1": "8.00", "3": "8.00"}, modified="Monday")
    check(read_class(tmp_path / "class"), report, worksheet=returned)
    assert cells(report) == {"1": "", "2": "0", "3": "8.00", "4": ""}


def test_texts_are_compared_as_platforms_return_them():
    assert comparable_grade("93,68") == comparable_grade(" 93.680") == "93.68"
    assert comparable_grade("A-") != comparable_grade("A")
    assert digest_of_text("a &lt; b<br>c") == digest_of_text("<p>a &lt; b</p> c")
    assert digest_of_text("a b") != digest_of_text("ab")


# --- Adjustments ---


def adjusted(tmp_path, text, contents=BOTH, **given):
    """Check a class with adjustments."""
    file = AdjustmentsFile(text.encode(), "mine.csv")
    return check(
        export(tmp_path, contents), tmp_path / "report", adjustments=file, **given
    )


def test_adjustments_survive_until_an_empty_file_removes_them(tmp_path):
    text = "student;points;comment\nAna Silva;-1,5;Two days late.\n"
    shown = []
    adjusted(tmp_path, text, worksheet=worksheet(), progress=shown.append)
    assert sorted(each.points for each in shown) == [0, 6.5]  # in the terminal, too
    for _ in range(2):
        assert points(tmp_path / "report") == {"1": "6.5", "2": "0", "3": "", "4": ""}
        assert cells(tmp_path / "report")["1"] == "6.5"
        comment = cells(tmp_path / "report", "Feedback comments")["1"]
        assert "Two days late." in comment
        pages = (tmp_path / "report/students").glob("Ana*.html")
        assert all("Two days late." in page.read_text("utf-8") for page in pages)
        check(export(tmp_path, BOTH), tmp_path / "report")
    adjusted(tmp_path, "")
    assert points(tmp_path / "report")["1"] == "8"


def test_a_grade_counts_also_without_a_judged_file(tmp_path):
    class_ = {"1": "# right", "2": "# broken", "3": "# wrong"}
    overview = adjusted(
        tmp_path,
        "id,grade,points,comment\n2,5,,Shown in class.\n3,,-9,\n1,,2,\n8,1,,\n",
        class_,
        worksheet=worksheet(),
    )
    assert points(tmp_path / "report") == {"1": "10", "2": "5", "3": "0", "4": ""}
    assert [each.id for each in overview.unused] == ["8"]
    assert overview.median == 5


def test_a_file_can_be_named(tmp_path):
    names = ["tictactoe.py", "tictactoe(1).py"]
    contents = dict(
        zip([f"Ana - {e}" for e in names], [b"# right", b"# wrong"], strict=True)
    )
    contents |= {"Bob - tictactoe.py": b"# right"}
    class_ = read_class(lay_out(tmp_path / "class", contents))
    for name, expected in ((names[0], 8), (names[1], 0), ("c.py", None)):
        file = AdjustmentsFile(f"student,file\nAna,{name}\n".encode(), "mine.csv")
        overview = check(class_, tmp_path / "report", adjustments=file)
        assert overview.hand_ins[0].points == expected


@pytest.mark.parametrize(
    ("text", "key", "parts"),
    [
        ("Student,Id,Points,Maximum\n", "columns", {}),
        ("points,grade\n1,\n", "columns", {}),
        ("id,points\n,1\n", "nobody", {"row": 2}),
        ("id,points,grade\n1,1,1\n", "both", {"row": 2}),
        ("id,points\n\n1,many\n", "not_a_number", {"row": 2, "value": "many"}),
        ("id,grade\n1,-1\n", "not_a_number", {"value": "-1"}),
        ("id,grade\n1,nan\n", "not_a_number", {"value": "nan"}),
        ("id,grade\n1,1\n1,2\n", "several", {"row": 3, "who": "1"}),
    ],
)
def test_bad_adjustments_are_refused(tmp_path, text, key, parts):
    with refused(f"adjusted.{key}", Refused, path="mine.csv", **parts):
        adjusted(tmp_path, text)


# --- What changed, and appeals ---


def test_grades_that_differ_from_the_last_run_are_listed_with_the_reason(tmp_path):
    report = tmp_path / "report"

    def changes(contents=BOTH, judge=None, **given):
        overview = check(export(tmp_path, contents), report, judge, **given)
        return [tuple(each) for each in overview.changes]

    assert changes() == []
    assert changes(BOTH | {"3": "# right"}) == []
    fixed = BOTH | {"2": "# right, now"}
    assert changes(fixed) == [("Bob Lima", 0, 8, ("file",))]
    assert changes(fixed) == []
    half = Quick(rubric_of(4.0))
    both = [("Ana Silva", 8, 4, ("rubric",)), ("Bob Lima", 8, 4, ("rubric",))]
    assert changes(fixed, half) == both
    upgraded = Quick(rubric_of(2.0), version="noughts 99")
    assert {why for *_, why in changes(fixed, upgraded)} == {("version", "rubric")}


def test_an_appeal_judges_one_file_again_and_no_other(tmp_path):
    report = tmp_path / "report"
    check(export(tmp_path, BOTH), report)
    changed = {"1": "# wrong", "2": "# right, now", "3": "# right"}
    Quick.seen = []
    upgraded = Quick(DEFAULT, version="noughts 99")
    check(export(tmp_path, changed), report, upgraded, only="2")
    assert Quick.seen == [b"# right, now"]
    assert points(report) == {"1": "8", "2": "8", "3": ""}
    check(export(tmp_path, changed), report, upgraded, only="Bob Lima")
    assert Quick.seen == [b"# right, now"] * 2  # judged again
    overview = check(export(tmp_path, changed), report, upgraded)
    assert points(report) == {"1": "0", "2": "8", "3": "8"}
    assert [each.why for each in overview.changes] == [("file", "version")]


@pytest.mark.parametrize("only", ["Eva", "9", ""])
def test_an_appeal_of_nobody_and_another_rubric_are_refused(tmp_path, only):
    check(export(tmp_path, BOTH), tmp_path / "report")
    if only:
        with refused("check.only_one", Refused, value=only, n=0):
            check(export(tmp_path, BOTH), tmp_path / "report", only=only)
    else:
        with refused("check.only_rubric"):
            judge = Quick(rubric_of(2.0))
            check(export(tmp_path, BOTH), tmp_path / "report", judge, only="1")


# --- The law: no order of runs leaves an old grade in the folder ---

CONTENTS = ["# right", "# wrong", "# todo", "# broken", None]


class Runs:
    """Runs in a random order, with one report folder."""

    def __init__(self, folder, chance):
        self.folder, self.chance = folder, chance
        self.report = folder / "report"
        self.contents = dict.fromkeys(STUDENTS, "# right")
        self.maximum = 8.0
        self.by_hand = dict.fromkeys(STUDENTS, "")  # what the latest worksheet had
        self.adjusted = dict.fromkeys(STUDENTS, 0.0)
        self.judge()

    def judge(self, **given):
        """Run the command."""
        contents = {n: text for n, text in self.contents.items() if text}
        judge = Quick(rubric_of(self.maximum))
        self.overview = check(
            export(self.folder, contents), self.report, judge, **given
        )

    def give_worksheet(self):
        """Give a worksheet with what was uploaded, and grades made by hand."""
        uploaded = self.report / "upload/Grades.csv"
        known = cells(self.report) if uploaded.exists() else {}
        for n in STUDENTS:
            by_hand = [f"{self.chance.randrange(1, 99)}.50", "", "0.00"]
            same = known.get(n, "").replace(".", ",")
            self.by_hand[n] = self.chance.choice([*by_hand, same, same])
        given = worksheet(self.by_hand, modified=self.chance.choice(["-", "Monday"]))
        self.judge(worksheet=given)

    def change_rubric(self):
        self.maximum = float(self.chance.randrange(1, 30))
        self.judge()

    def submit(self):
        n = self.chance.choice([*STUDENTS])
        self.contents[n] = self.chance.choice(CONTENTS)
        if not any(self.contents.values()):
            self.contents[n] = "# right"
        self.judge()

    def overwrite(self):
        self.judge(overwrite=True)

    def adjust(self):
        """Adjust some students, or nobody."""
        self.adjusted = {n: self.chance.choice([0, 0, -3, 2.5]) for n in STUDENTS}
        self.judge(adjustments=AdjustmentsFile(self.adjustments(), "mine.csv"))

    def adjustments(self):
        """Return the file of adjustments."""
        rows = [f"{STUDENTS[n]},{add}" for n, add in self.adjusted.items() if add]
        return "\n".join(["student,points", *rows] if rows else []).encode()

    def appeal(self):
        """Judge one student again; no other grade changes."""
        judging = [n for n, text in self.contents.items() if text]
        n = self.chance.choice(judging)
        before = points(self.report)
        self.judge(only=self.chance.choice([n, STUDENTS[n]]))
        after = points(self.report)
        assert {k: after[k] for k in after if k != n} == {
            k: before[k] for k in before if k != n
        }

    def use_tab(self):
        """Write the report in a browser tab, and go on with it."""
        contents = {n: text for n, text in self.contents.items() if text}
        class_ = export(self.folder, contents)
        files = {
            path.relative_to(self.folder / "class").as_posix(): path.read_bytes()
            for path in (self.folder / "class").rglob("*.py")
        }
        (self.folder / "class.zip").write_bytes(zipped(files))
        opened = Tab()
        opened.open(str(self.folder / "class.zip"))
        judge = Quick(rubric_of(self.maximum))
        opened.judge = judge
        while opened.choose():
            pass
        while key := opened.next():
            opened.know(key, to_json(judge(opened.waiting()[key])))
        if self.chance.random() < 0.5:
            opened.worksheet = worksheet(self.by_hand)
        if self.chance.random() < 0.5:
            path = self.folder / "mine.csv"
            path.write_bytes(self.adjustments())
            opened.use_adjustments(str(path))
        else:
            self.adjusted = dict.fromkeys(STUDENTS, 0.0)
        opened.write(str(self.report), str(self.folder / "report.zip"), "en")
        assert len(opened.hand_ins) == len(class_.hand_ins)
        self.judge()

    STEPS = (
        *(judge, give_worksheet, change_rubric, submit, overwrite),
        *(use_tab, adjust, appeal),
    )

    def verify(self):
        """Compare the worksheet to upload with grades.csv."""
        earned = {"# right": self.maximum, "# wrong": 0.0}
        for n, text in points(self.report).items():
            if self.contents[n] in earned:
                expected = max(0.0, earned[self.contents[n]] + self.adjusted[n])
                assert float(text) == expected
        uploaded = self.report / "upload/Grades.csv"
        assert uploaded.exists() == bool(self.overview.filled)
        if not self.overview.filled:
            return
        found, told = cells(self.report), points(self.report)
        kept = {cell.student: cell for cell in self.overview.filled.kept}
        for n, name in STUDENTS.items():
            cell = kept.get(name)
            if cell and cell.column == "grade":
                assert found[n] == cell.theirs == self.by_hand[n]
            elif points_text := told.get(n):
                share = min(1.0, float(points_text) / self.maximum)
                assert float(found[n]) == pytest.approx(100 * share, abs=0.01)
            else:  # nothing that a run of ours has written
                own = read_kept(self.report).own.get(f"Participant {n}", OwnCells())
                assert not found[n] or not own.has("grade", found[n])


@pytest.mark.parametrize("seed", range(12))
def test_no_order_of_runs_leaves_another_grade_in_the_worksheet(tmp_path, seed):
    chance = random.Random(seed)
    runs = Runs(tmp_path, chance)
    runs.verify()
    for _ in range(12):
        step = chance.choice(Runs.STEPS)
        step(runs)
        runs.verify()
