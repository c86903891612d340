"""Filling in Moodle's worksheet and Canvas's gradebook."""

import csv
import io
import random
import re
import tomllib
import unicodedata
from dataclasses import replace

import pytest
from classroom import exports
from classroom.exports import FILE, HERE, graded, grades_of, zipped
from helpers.refusals import refused

from noughts.classroom.gradebook import (
    LATE,
    LOCKED,
    MOODLE,
    Gradebook,
    Roster,
)
from noughts.classroom.hand_ins import HandIn, tell_apart
from noughts.classroom.tables import contradict
from noughts.texts import Refused

CASES = tomllib.loads((HERE / "joined.toml").read_text("utf-8"))


def filled(data, grades, comments=(), out_of=100.0, column="", **given):
    """Return a list filled in with grades."""
    gradebook = Gradebook.read(data, "sheet.csv", column)
    joined = gradebook.join([each.hand_in for each in grades])

    def comment(graded):
        return dict(comments).get(graded.label, "")

    return gradebook.fill(joined, grades, out_of, comment, **given)


def cells(filled):
    """Return the cells of the written list."""
    text = filled.table.write().decode(filled.table.encoding)
    separator = filled.table.separator
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))


def reasons(filled):
    """Return the students left open with the reasons."""
    return {who: why.key.rpartition(".")[2] for who, why in filled.left_open}


# --- The law: nobody gets another's grade ---

FIRST, LAST = CASES["first"], CASES["last"]


def people(chance):
    """Return students with confusing names, by id."""
    ids = chance.sample(range(1, 40), 9)
    return {
        number: (chance.choice(FIRST), chance.choice(LAST)) for number in map(str, ids)
    }


def written(chance, name):
    """Return a name in a random Unicode form."""
    return unicodedata.normalize(chance.choice(["NFC", "NFD"]), name)


def table(rows):
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue().encode()


def entered(gradebook, number, grade):
    """Return the grades of a list by id."""
    return {re.sub(r"\D", "", row[number]): row[grade] for row in cells(gradebook)}


def moodle(chance, class_):
    """Return Moodle's export and worksheet; Moodle removes / from names."""
    files, rows = {}, [["Identifier", "Full name", "Grade"]]
    for number, name in class_.items():
        full = " ".join(name).replace("/", "").replace("_", " ").strip()
        folder = f"{written(chance, full)}_{number}{FILE}"
        files[f"{folder}/tictactoe.py"] = f"#{number}".encode()
        rows.append([f"Participant {number}", written(chance, full), ""])
    return files, rows, (0, 2)


def canvas(chance, class_):
    """Return Canvas's export and gradebook; Canvas joins the words of names."""
    files, rows = {}, [["Student", "ID", "Tic-Tac-Toe (9)"]]
    for number, (first, last) in class_.items():
        joined = re.sub(r"\W", "", f"{last}{first}".lower()) or "x"
        files[f"{joined}_{number}_7{number}_tictactoe.py"] = f"#{number}".encode()
        rows.append([written(chance, f"{last}, {first}"), number, ""])
    return files, rows, (1, 2)


def google(chance, class_):
    """Return an export without ids, and Moodle's worksheet."""
    files, (_, rows, columns) = {}, moodle(chance, class_)
    for number, name in class_.items():
        full = written(chance, " ".join(name).replace("/", "").strip())
        files[f"{full} - tictactoe.py"] = f"#{number}".encode()
    return files, rows, columns


@pytest.mark.parametrize("platform", [moodle, canvas, google])
@pytest.mark.parametrize("seed", range(60))
def test_no_student_gets_the_grade_of_another(tmp_path, platform, seed):
    """Every student has the grade of their own file, or is listed with a reason."""
    chance = random.Random(seed)
    class_ = people(chance)
    files, rows, columns = platform(chance, class_)
    rows[1:] = chance.sample(rows[1:], len(class_))
    (tmp_path / "class.zip").write_bytes(zipped(files))
    grades = grades_of(tmp_path / "class.zip")
    gradebook = filled(table(rows), grades)
    got = entered(gradebook, *columns)
    wrong = {n: got[n] for n in class_ if got[n] not in ("", n)}
    assert wrong == {}
    assert len(gradebook.entered) == sum(bool(got[n]) for n in class_)
    assert len(gradebook.entered) + len(gradebook.left_open) == len(grades)
    assert len(gradebook.left_open) <= (0 if platform is moodle else 2)


FAMILIES = ("Silva", "Prado", "Lima", "Costa")


def strangers(chance):
    """Return the grades of one platform, the list of another, and the students."""
    both = [(first, last) for first in ("Ana", "Joana", "Rui") for last in FAMILIES]
    everybody = chance.sample(both, 7)
    here, there = everybody[:5], everybody[2:]
    grades, rows = [], [["Student", "ID", "SIS Login ID", "Tic-Tac-Toe (9)"]]
    for n, (first, last) in enumerate(here):
        name = chance.choice([f"{first} {last}", f"{last}, {first}", f"{last}{first}"])
        local = chance.choice([first, last, f"{first[0]}{last}"]).lower()
        number = chance.choice(["", str(chance.randrange(1, 9))])
        email = f"{local}@mail.example"
        grades.append(graded(HandIn(name, number, email), n + 1.0))
    for number, (first, last) in enumerate(there, 1):
        login = chance.choice([first, last, f"{first[0]}{last}"]).lower()
        rows.append([f"{last}, {first}", str(number), login, ""])
    return grades, rows, here, there


def test_equal_ids_and_logins_on_two_platforms_give_no_wrong_grade():
    """The same ids and logins belong to other students."""
    total = 0
    for seed in range(150):
        grades, rows, here, there = strangers(random.Random(seed))
        got = entered(filled(table(rows), grades), 1, 3)
        for number, person in enumerate(there, 1):
            if points := got[str(number)]:
                assert here[int(points) - 1] == person, seed
                total += 1
    assert total > 300


# --- Whose row it is ---

ANA = HandIn("Ana Silva", "1", "ana@x.example")
BOB = HandIn("Bob Lima", "2", "bob@x.example")
CY = HandIn("Cy Sá", "3", "cy@x.example")
PEOPLE = {"ana": ANA, "bob": BOB, "cy": CY, "another ana": HandIn("Ana Silva", "9")}
PEOPLE |= {
    f"{name} of moodle": replace(PEOPLE[name], platform="moodle") for name in PEOPLE
}


@pytest.mark.parametrize("case", CASES["joined"])
def test_one_column_joins_the_class_and_the_list(case):
    class_ = [PEOPLE[name] for name in case["class"]]
    grades = [graded(each, 50.0) for each in tell_apart(class_)]
    gradebook = filled(case["rows"].encode(), grades)
    assert gradebook.joined.by == case["by"]
    assert reasons(gradebook) == case["why"]
    assert len(gradebook.entered) == len(class_) - len(case["why"])


@pytest.mark.parametrize(("one", "other", "is_contradiction"), CASES["names"])
def test_names_contradict_unless_one_contains_the_other(one, other, is_contradiction):
    assert contradict(one, other) == contradict(other, one) == is_contradiction


# --- What is written ---


def own(student, number, platform="moodle"):
    """Return a hand-in with the platform's id."""
    return HandIn(student, number, platform=platform, label=student)


ANA_M, BOB_M = own("Ana Silva", "123450"), own("Bob O'Neill", "123451")


def test_only_grades_and_comments_change_in_a_moodle_worksheet():
    before = Gradebook.read(exports.MOODLE_WORKSHEET)
    grades = [graded(ANA_M, 105.0), graded(BOB_M, 33.336)]
    comments = {"Ana Silva": "a<br>b"}
    after = filled(exports.MOODLE_WORKSHEET, grades, comments, overwrite=True)
    assert [row[4] for row in cells(after)[1:]] == ["100", "33.34", ""]
    assert [row[9] for row in cells(after)[1:]] == ["a<br>b", "", ""]
    same = [0, 1, 2, 3, 5, 6, 7, 8]
    for old, new in zip(before.table.rows, after.table.rows, strict=True):
        assert [old[n] for n in same] == [new[n] for n in same]
    assert after.table.write().startswith(b"\xef\xbb\xbfIdentifier,")
    only_a_bonus = filled(exports.MOODLE_WORKSHEET, [graded(ANA_M, 5.0)], out_of=0.0)
    assert cells(only_a_bonus)[1][4] == "5"
    dora = own("Dora Diaz", "123499")
    class_ = [replace(ANA_M, late=True), BOB_M, dora, own("X", "")]
    judged = [graded(each, 1.0) for each in class_]
    late = before.add_lateness(before.join(class_), judged)
    assert [each.late for each in late] == [True, True, False, False]


def test_a_portuguese_worksheet_keeps_decimal_commas_and_locked_grades():
    grades = [graded(ANA_M, 75.0), graded(BOB_M, 75.0)]
    gradebook = filled(exports.MOODLE_PORTUGUESE, grades)
    assert [row[3] for row in cells(gradebook)[1:]] == ["7,5", ""]
    assert reasons(gradebook) == {"Bob O'Neill": "locked"}
    assert b"\r\n" in gradebook.table.write()


def test_a_bonus_can_be_entered_in_a_canvas_gradebook():
    ana = own("silvaana", "12345", "canvas")
    gradebook = filled(exports.CANVAS_GRADEBOOK, [graded(ana, 105.0)])
    rows = cells(gradebook)
    assert gradebook.gradebook.heading == "Tic-Tac-Toe (901)"
    assert rows[1][:7] == ["    Points Possible", *[""] * 4, "10.00", "100.00"]
    assert rows[2][:5] == ["Silva, Ana", "12345", "0012", "ana", "CS 1"]
    assert rows[2][5:] == ["7.5", "105", "75.00"]
    bob = own("oneillbob", "12346", "canvas")
    assert reasons(filled(exports.CANVAS_GRADEBOOK, [graded(bob, 5.0)])) == {
        "oneillbob": "locked"
    }
    assert Gradebook.read(b"Student,ID,Essay (1)\n").heading == "Essay (1)"
    essay = filled(
        exports.CANVAS_GRADEBOOK, [graded(ana, 105.0)], column="essay", overwrite=True
    )
    assert cells(essay)[2][5] == "10.5"


def test_undecided_students_keep_their_grade():
    gradebook = filled(exports.MOODLE_WORKSHEET, [graded(BOB_M, 50.0, open=True)])
    assert cells(gradebook)[2][4] == "55.00"
    assert reasons(gradebook) == {"Bob O'Neill": "undecided"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_list_keeps_its_encoding_and_separator(encoding, separator):
    text = "Identifier,Full name,Grade\nParticipant 1,João Sá,\n".replace(
        ",", separator
    )
    gradebook = filled(text.encode(encoding), [graded(own("João Sá", "1"), 7.0)])
    expected = text.replace(f"Sá{separator}", f"Sá{separator}7")
    assert gradebook.table.write() == expected.encode(encoding)


@pytest.mark.parametrize(
    ("text", "column", "key", "parts"),
    [
        ("", "", "not_csv", {}),
        ("PK\3\4\0\0Identifier,Grade\n", "", "not_csv", {}),
        ("Identifier,Grade\n1,2\n2," + "x" * 140_000, "", "not_csv", {}),
        ("a,b\n1,2\n", "", "unknown", {}),
        ("Identifier,Grade\n1,2\n1,2,3\n", "", "long_row", {"row": 3}),
        ("Student,ID\n", "", "which_column", {"names": "-"}),
        ("Student,ID,Tic-Tac-Toe (1),tictactoe (2)\n", "", "which_column", {}),
        ("Student,ID,Essay (1)\n", "say", "which_column", {"names": "Essay (1)"}),
    ],
)
def test_an_unknown_list_is_refused(text, column, key, parts):
    with refused(f"gradebook.{key}", Refused, path="sheet.csv", **parts):
        Gradebook.read(text.encode(), "sheet.csv", column)


def test_short_rows_are_padded_and_names_are_not_required():
    gradebook = filled(b"Identifier,Grade,x\n1\n", [graded(own("Ana", "1"), 7.0)])
    assert cells(gradebook)[1] == ["1", "7", ""]


# --- Rosters ---


def test_a_roster_renames_students_with_exactly_one_row():
    text = "id,name,email\n7,Ana Silva,a@x.y\n8,Bo,\n8,Cy,\nlogin,Dee,d\n6,,\n5,Eva,\n"
    roster = Roster(text.encode())
    keys = ("7", "8", "LOGIN", "9", "6", "5")
    names = [roster.rename(HandIn("?", key)).student for key in keys]
    assert names == ["Ana Silva", "?", "Dee", "?", "?", "Eva"]
    assert roster.rename(HandIn("?", "7")).email == "a@x.y"
    assert roster.rename(HandIn("a@X.y", email="own")).email == "own"


@pytest.mark.parametrize(
    ("text", "names"), [("id,login\n1,2\n", "id, login"), ("name\nAna\n", "name")]
)
def test_a_roster_without_names_is_refused(text, names):
    with refused("gradebook.no_names", path="roster.csv", names=names):
        Roster(text.encode(), "roster.csv")
    assert Roster(b"id,name\n").people == {}


# --- Other languages and platforms ---


@pytest.mark.parametrize("language", MOODLE)
def test_a_worksheet_of_moodle_is_read_in_its_language(language):
    headings = {name: known[-1] for name, known in MOODLE[language].items()}
    values = {"id": "7", "name": "Ana Silva", "open": "", "status": "", "graded": "-"}
    data = csv_of(headings.values(), [values.get(name, "") for name in headings])
    after = filled(data, [graded(replace(ANA_M, id="7"), 50.0)])
    assert after.entered == ["Ana Silva"]
    row = dict(zip(headings, cells(after)[1], strict=True))
    assert (row["grade"], row["id"]) == ("50", "7")


DAYS = {  # when a grade was entered, as Moodle writes it
    "en": "Monday, 2 March 2026, 9:00 AM",
    "pt": "segunda-feira, 2 mar. 2026, 09:00",
    "es": "lunes, 2 de marzo de 2026, 09:00",
    "de": "Montag, 2. März 2026, 09:00",
    "fr": "lundi 2 mars 2026, 09:00",
    "it": "lunedì, 2 marzo 2026, 09:00",
    "nl": "maandag, 2 maart 2026, 09:00",
}


@pytest.mark.parametrize(
    ("language", "heading"),
    [(name, each) for name, known in MOODLE.items() for each in known["graded"]],
)
def test_a_zero_that_somebody_entered_is_kept_in_every_language(language, heading):
    headings = {name: known[0] for name, known in MOODLE[language].items()}
    headings["graded"] = heading
    for when, after in (("-", "50"), (DAYS[language], "0,00")):
        values = {"id": "7", "name": "Ana Silva", "grade": "0,00", "graded": when}
        data = csv_of(headings.values(), [values.get(name, "") for name in headings])
        found = filled(data, [graded(replace(ANA_M, id="7"), 50.0)])
        row = dict(zip(headings, cells(found)[1], strict=True))
        assert row["grade"] == after


@pytest.mark.parametrize("no", sorted(LOCKED - {"ex"}))
def test_a_grade_that_moodle_has_locked_is_kept(no):
    heads = ("Identifier", "Full name", "Grade", "Grade can be changed")
    data = csv_of(heads, ("7", "Ana Silva", "3", no.capitalize()))
    after = filled(data, [graded(replace(ANA_M, id="7"), 50.0)])
    assert reasons(after) == {"Ana Silva": "locked"}


@pytest.mark.parametrize(
    "status",
    [
        "2 days late",
        "Atrasado",
        "2 días después",
        "2 Tage später",
        "2 Tage zu spät",
        "2 días de retraso",
        "En retard de 2 jours",
        "1 ora in ritardo",
        "2 dagen laat",
    ],
)
def test_moodle_says_in_its_language_that_a_hand_in_is_late(status):
    assert LATE.search(status)


def csv_of(*rows):
    """Return a CSV file."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


BRIGHTSPACE_ROW = ("#9", "#ana", "Silva", "Ana", "ana@example.org", "", "#")


@pytest.mark.parametrize(
    ("heading", "grade"),
    [
        ("Game Points Grade <Numeric MaxPoints:50>", "25"),
        ("Game Points Grade <Numeric MaxPoints:12.5 Weight:10>", "6.25"),
        ("Game Points Grade", "50"),
    ],
)
def test_a_grade_is_scaled_to_the_maximum_in_the_heading(heading, grade):
    heads = ("OrgDefinedId", "Username", "Last Name", "First Name", "Email", heading)
    data = csv_of([*heads, "End-of-Line Indicator"], BRIGHTSPACE_ROW)
    ana = HandIn("Ana Silva", "1-2", platform="brightspace", label="Ana Silva")
    after = filled(data, [graded(ana, 50.0)])
    assert cells(after)[1][5:] == [grade, "#"]


def test_in_brightspace_ids_of_the_export_join_nobody():
    heads = ("OrgDefinedId", "Username", "Last Name", "First Name", "Email")
    data = csv_of([*heads, "Game Points Grade", "x"], BRIGHTSPACE_ROW)
    eve = HandIn("Eve Moss", "#9", platform="brightspace", label="Eve Moss")
    after = filled(data, [graded(eve, 50.0)])
    assert (after.entered, after.joined.is_other_class) == ([], True)


def test_in_blackboard_user_names_join():
    heads = ("Last Name", "First Name", "Username", "Student ID")
    data = csv_of(
        [*heads, "Game [Total Pts: 10 Score] |664617"],
        ("Silva", "Ana", "asilva", "0012", ""),
        ("Silva", "Ana", "asilva2", "0013", ""),
    )
    ana = HandIn("asilva2", "asilva2", platform="blackboard", label="asilva2")
    after = filled(data, [graded(ana, 50.0)])
    assert [row[4] for row in cells(after)[1:]] == ["", "5"]
    other = replace(ana, student="Bob Stone")  # by a roster
    assert reasons(filled(data, [graded(other, 1.0)])) == {"asilva2": "other_name"}
