"""From an export to the platform's own list: to each the grade of their own file."""

import csv
import io
import random
import re
import unicodedata

import pytest
from classroom.exports import FILE, grades_of, zipped

from noughts.classroom import worksheet
from noughts.classroom.sheet_lines import Grade

FIRST = [
    "Ana",
    "ana",
    "Ana (1)",
    "João",
    "Zoë",
    "Li",
    "Wu",
    "O",
    "Jean-Luc",
    "María José",
]
FIRST += [
    "\u05e9\u05e8\u05d4",
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "李",
    "राम",
    "रीमा",
    "ハナ",
    "バナ",
    "👩\u200d💻",
    "=1+1",
    "<b>Bo</b>",
    "_x_",
]
LAST = [
    "Silva",
    "SILVA",
    "Gonçalves",
    "O'Neill",
    "de la Cruz",
    "Li",
    "Wu",
    "Ünal",
    "ß",
    "",
]
LAST += [
    "Silva, Jr.",
    "Smith-Jones",
    "Ab",
    "李",
    "\u05db\u05d4\u05df",
    '"Q"',
    "\x1b[31mRed",
]


def people(chance):
    """Return students with names that mislead, some of them alike, and their ids."""
    ids = chance.sample(range(1, 40), 9)
    return {
        number: (chance.choice(FIRST), chance.choice(LAST)) for number in map(str, ids)
    }


def written(chance, name):
    """Return a name as one system or another writes it."""
    return unicodedata.normalize(chance.choice(["NFC", "NFD"]), name)


def table(rows):
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue().encode()


def entered(filled, number, grade):
    """Return the grades of a list, by the student's number in it."""
    rows = csv.reader(io.StringIO(filled.data.decode(), newline=""))
    return {re.sub(r"\D", "", row[number]): row[grade] for row in rows if row}


def moodle(chance, class_):
    """Return an export and a worksheet of Moodle; it leaves out / in a name."""
    files, rows = {}, [["Identifier", "Full name", "Grade"]]
    for number, name in class_.items():
        full = " ".join(name).replace("/", "").replace("_", " ").strip()
        folder = f"{written(chance, full)}_{number}{FILE}"
        files[f"{folder}/tictactoe.py"] = f"#{number}".encode()
        rows.append([f"Participant {number}", written(chance, full), ""])
    return files, rows, (0, 2)


def canvas(chance, class_):
    """Return an export and a gradebook of Canvas, which joins the letters of a name."""
    files, rows = {}, [["Student", "ID", "Tic-Tac-Toe (9)"]]
    for number, (first, last) in class_.items():
        joined = re.sub(r"\W", "", f"{last}{first}".lower()) or "x"
        files[f"{joined}_{number}_7{number}_tictactoe.py"] = f"#{number}".encode()
        rows.append([written(chance, f"{last}, {first}"), number, ""])
    return files, rows, (1, 2)


def google(chance, class_):
    """Return an export that has names alone, and Moodle's worksheet."""
    files, (_, rows, columns) = {}, moodle(chance, class_)
    for number, name in class_.items():
        full = written(chance, " ".join(name).replace("/", "").strip())
        files[f"{full} - tictactoe.py"] = f"#{number}".encode()
    return files, rows, columns


@pytest.mark.parametrize("platform", [moodle, canvas, google])
@pytest.mark.parametrize("seed", range(60))
def test_nobody_gets_the_grade_of_another(tmp_path, platform, seed):
    """Whoever is not told of has the grade, and it is that of the own file."""
    chance = random.Random(seed)
    class_ = people(chance)
    files, rows, columns = platform(chance, class_)
    rows[1:] = chance.sample(rows[1:], len(class_))
    (tmp_path / "class.zip").write_bytes(zipped(files))
    grades = grades_of(tmp_path / "class.zip")
    filled = worksheet.fill(table(rows), grades, 100.0)
    got = entered(filled, *columns)
    wrong = {
        number: got[number] for number in class_ if got[number] not in ("", number)
    }
    assert wrong == {}
    left = [number for number in class_ if not got[number]]
    told = filled.only_there + filled.doubled + filled.shared
    assert len(left) == len(told)
    assert len(filled.entered) == len(class_) - len(left)
    if platform is moodle:
        assert left == []


FAMILIES = ("Silva", "Prado", "Lima", "Costa")


def strangers(chance):
    """Return grades of one platform, the list of another, and who is who in both."""
    both = [(first, last) for first in ("Ana", "Joana", "Rui") for last in FAMILIES]
    everybody = chance.sample(both, 7)
    here, there = everybody[:5], everybody[2:]
    grades, rows = [], [["Student", "ID", "SIS Login ID", "Tic-Tac-Toe (9)"]]
    for n, (first, last) in enumerate(here):
        name = chance.choice([f"{first} {last}", f"{last}, {first}", f"{last}{first}"])
        local = chance.choice([first, last, f"{first[0]}{last}"]).lower()
        number = chance.choice(["", str(chance.randrange(1, 9))])
        grades.append(Grade(name, number, f"{local}@mail.example", n + 1.0))
    for number, (first, last) in enumerate(there, 1):
        login = chance.choice([first, last, f"{first[0]}{last}"]).lower()
        rows.append([f"{last}, {first}", str(number), login, ""])
    return grades, rows, here, there


def test_two_platforms_that_number_and_name_alike_give_nobody_anothers_grade():
    """Numbers and logins mean others there; who has the own name is never missing."""
    entered_in_all = 0
    for seed in range(150):
        grades, rows, here, there = strangers(random.Random(seed))
        filled = worksheet.fill(table(rows), grades, 100.0)
        got = entered(filled, 1, 3)
        for number, person in enumerate(there, 1):
            if points := got[str(number)]:
                assert here[int(points) - 1] == person, seed
                entered_in_all += 1
        names = {grade.student for grade in grades}
        assert not names & {*filled.only_there}, seed
    assert entered_in_all > 100
