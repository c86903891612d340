"""
Whose grade goes on which line: whole classes, against lists of other offices.

Of a class, each line is a submission, and its place the points it gets. A list has the
points that must be entered; a line without any must stay open.
"""

import re
from typing import NamedTuple

import pytest
from classroom.exports import FILE, grades_of, lay_out

from noughts.classroom import roster, worksheet
from noughts.classroom.grade_list import SheetRow, Worksheet
from noughts.classroom.person_names import may_be_one, name_keys
from noughts.classroom.platforms.gradescope import METADATA
from noughts.classroom.sheet_lines import Grade, SheetLines, SheetPerson
from noughts.classroom.submissions import Intake


def github(login):
    return f"project0-{login}/tictactoe.py"


def canvas(joined, number):
    return f"{joined}_{number}_7{number}_tictactoe.py"


def moodle(name, number):
    return f"{name}_{number}{FILE}/tictactoe.py"


def gradescope(people, n):
    """Return what the list of names says of a submission of one or several."""
    told = (person.split(",") for person in people.split(" + "))
    return f"submission_{n}:\n  :submitters:\n" + "".join(
        f"  - :name: {name}\n    :sid: '{sid}'\n    :email: {email}\n"
        for name, sid, email in told
    )


def export(platform, class_):
    """Return the files of a class: each says the points that it gets."""
    rows = dict(enumerate(class_.splitlines(), 1))
    if platform == "gradescope":
        told = "".join(gradescope(row, n) for n, row in rows.items())
        files = {f"submission_{n}/tictactoe.py": f"#{n}".encode() for n in rows}
        return files | {METADATA: told.encode()}
    name = {"github": github, "canvas": canvas, "moodle": moodle}[platform]
    return {name(*row.split(",")): f"#{n}".encode() for n, row in rows.items()}


class Case(NamedTuple):
    """A class and a list, with the points that are expected on its lines."""

    platform: str
    class_: str
    list_: str
    roster: str = ""


CANVAS = "Student,ID,SIS User ID,SIS Login ID,Tic-Tac-Toe (901)\n"
MOODLE = "Identifier,Full name,Email address,Grade\n"

GITHUB = "anas-dev\nbxu3\ncarlcodes\ndora99\n"
NAMED = """\
name,github
Ana Silva,anas-dev
Bob Xu,bxu3
Carl Diaz,carlcodes
Dora Lind,dora99
"""
LOGINS = f"""\
{CANVAS}"Silva, Ana",1,asi7,asi7,1
"Xu, Bob",2,bxu3,bxu3,2
"Diaz, Carl",3,cdi1,cdi1,3
"Lind, Dora",4,dli9,dli9,4
"""
ADDRESSES = f"""\
{MOODLE}Participant 1,Ana Silva,asi7@uni.edu,1
Participant 2,Bob Xu,bxu3@uni.edu,2
Participant 3,Carl Diaz,cdi1@uni.edu,3
Participant 4,Dora Lind,dora.lind@gmail.com,4
"""
PRIVATE = """\
name,github,email
Ana Silva,anas-dev,ana99@gmail.com
Bob Xu,bxu3,bxu3@outlook.com
Carl Diaz,carlcodes,cdiaz@gmail.com
Dora Lind,dora99,dora.lind@gmail.com
"""
ALIASES = """\
Ana Silva,,ana.silva@uni.edu
Bob Xu,,bxu3@uni.edu
Carl Diaz,,carl.diaz@uni.edu
Dora Lind,,dora.lind@gmail.com
"""
NUMBERED = """\
Ana Silva,7002,ana2@uni.edu
Bob Xu,7003,bob@uni.edu
Carl Diaz,7004,carl@uni.edu
"""
GROUPS = "group1,1\ngroup2,3\nanasilva,5\n"
MEMBERS = f"""\
{CANVAS}"Silva, Ana",1,7001,ana,1
"Xu, Bob",2,7002,bob,
"Diaz, Carl",3,7003,carl,2
"Lind, Dora",5,7005,dora,
"""

CASES = {
    # One who has the same name at GitHub as at the university says nothing of others.
    "a login that is a number of the list, by chance": Case(
        "github", GITHUB, LOGINS, NAMED
    ),
    "an address that is in the list, by chance": Case(
        "github", GITHUB, ADDRESSES, PRIVATE
    ),
    "logins without names": Case("github", GITHUB, re.sub(r"\d\n", "\n", LOGINS)),
    "a roster with a row that says nothing": Case(
        "github", GITHUB, LOGINS, f"{NAMED}Carl Diaz,\nDora Lind\n"
    ),
    "a roster with the keys of one person on two rows": Case(
        "github", GITHUB, ADDRESSES, f"{NAMED}Ana Silva,asi7@uni.edu\n"
    ),
    "a roster with two of one name": Case(
        "github",
        GITHUB,
        LOGINS.replace("asi7,1\n", "asi7,\n"),
        f"{NAMED}Ana Silva,ana-s\n",
    ),
    "a roster with two of one name, and addresses": Case(
        "github",
        "anas-dev\nbxu3\n",
        f"{MOODLE}Participant 1,Ana Silva,asi7@uni.edu,1\n"
        "Participant 2,Ana Silva,asi8@uni.edu,\n",
        "name,github,email\nAna Silva,anas-dev,asi7@uni.edu\n"
        "Ana Silva,ana-s,asi8@uni.edu\nBob Xu,bxu3,\n",
    ),
    # Most have an alias; nobody's address is the list's login but Bob's.
    "addresses that are aliases, and logins": Case("gradescope", ALIASES, LOGINS),
    "addresses that are aliases": Case("gradescope", ALIASES, ADDRESSES),
    "a namesake among those whose addresses are in the list": Case(
        "gradescope",
        ALIASES,
        ADDRESSES.replace("cdi1", "carl.diaz").replace("7@uni.edu,1", "7@uni.edu,"),
    ),
    "a namesake among those whose logins are in the list": Case(
        "gradescope",
        ALIASES,
        LOGINS.replace("cdi1,3", "carl.diaz,3").replace("asi7,1", "asi7,"),
    ),
    "a line without an address among those that have one": Case(
        "gradescope",
        ALIASES,
        ADDRESSES.replace("asi7@uni.edu", "").replace("cdi1", "carl.diaz"),
    ),
    "a private address in a group": Case(
        "gradescope",
        "Ana Silva,,ana@uni.edu + Bob Xu,,bobby@gmail.com\nCy Lu,,cy@uni.edu\n",
        f"{CANVAS}Ana Silva,1,7001,ana,1\nBob Xu,2,7002,bob,1\nCy Lu,3,7003,cy,2\n",
    ),
    "a namesake in a group": Case(
        "gradescope",
        "Ana Silva,7002,ana2@uni.edu + Bob Xu,7003,bob@uni.edu\n"
        "Cy Lu,7004,cy@uni.edu\n",
        f"{CANVAS}Ana Silva,1,7001,ana,\nBob Xu,2,7003,bob,1\nCy Lu,3,7004,cy,2\n",
    ),
    "a group of whom one has no number": Case(
        "gradescope",
        "Ana Silva,7001,a@x + Bob Xu,,b@x\nCy Lu,7003,c@x\n",
        f"{CANVAS}Ana Silva,1,7001,,1\nBob Xu,2,7002,,1\nCy Lu,3,7003,,2\n",
    ),
    # With the same name and address nobody is a namesake, whatever the number.
    "the same address, and another number": Case(
        "gradescope",
        NUMBERED,
        f"{CANVAS}Ana Silva,1,U7002,ana2@uni.edu,1\nBob Xu,2,7003,bob@uni.edu,2\n"
        "Carl Diaz,3,7004,carl@uni.edu,3\n",
    ),
    "the same login, and another number": Case(
        "gradescope",
        NUMBERED,
        f"{CANVAS}Ana Silva,1,U7002,ana2,1\nBob Xu,2,7003,bob,2\n"
        "Carl Diaz,3,7004,carl,3\n",
    ),
    "a number without its noughts": Case(
        "gradescope",
        NUMBERED.replace(",700", ",0700"),
        f"{CANVAS}Ana Silva,1,7002,,1\nBob Xu,2,7003,,2\nCarl Diaz,3,07004,,3\n",
    ),
    "the same number, and another address": Case(
        "gradescope",
        NUMBERED,
        f"{CANVAS}Ana Silva,1,7002,ana1@uni.edu,1\nBob Xu,2,7003,bob@uni.edu,2\n"
        "Carl Diaz,3,7004,carl@uni.edu,3\n",
    ),
    "a namesake with another number": Case(
        "gradescope",
        NUMBERED,
        f"{CANVAS}Ana Silva,1,7001,,\nBob Xu,2,7003,,2\nCarl Diaz,3,7004,,3\n",
    ),
    "a namesake with another number, and the login of another domain": Case(
        "gradescope",
        NUMBERED.replace("ana2@uni.edu", "ana2@gmail.com"),
        f"{CANVAS}Ana Silva,1,7001,ana2,\nBob Xu,2,7003,bob,2\n"
        "Carl Diaz,3,7004,carl,3\n",
    ),
    "another's number and address": Case(
        "gradescope",
        NUMBERED,
        f"{CANVAS}Ana Silva,1,7003,,\nBob Xu,2,7002,ana2@uni.edu,\n"
        "Carl Diaz,3,7004,carl@uni.edu,3\n",
    ),
    "numbers of another office": Case(
        "gradescope",
        NUMBERED,
        f"{CANVAS}Ana Silva,1,x1,,1\nBob Xu,2,x2,,2\nCarl Diaz,7004,x3,,3\n",
    ),
    "numbers of another office, one of them another's": Case(
        "gradescope",
        NUMBERED,
        f"{CANVAS}Ana Silva,7003,,ana2,1\nBob Xu,2,,bob,2\nCarl Diaz,3,,carl,3\n",
    ),
    "half of the class in the list": Case(
        "gradescope",
        f"{NUMBERED}Dora Lind,7005,d@x\nEva Sá,7006,e@x\nRui Sá,7007,r@x\n",
        f"{CANVAS}Ana Silva,1,7001,,\nBob Xu,2,7003,,2\nCarl Diaz,3,7004,,3\n",
    ),
    # A number of the list's own platform is never another one.
    "canvas, its own list": Case(
        "canvas",
        "silvaana,1\nxubob,2\ndiazcarl,9\n",
        f"{CANVAS}Ana Silva,1,,,1\nBob Xu,2,,,2\nCarl Diaz,3,,,\n",
    ),
    "moodle, its own list": Case(
        "moodle",
        "Ana Silva,1\nBob Xu,9\n",
        f"{MOODLE}Participant 1,Ana Silva,a@x,1\nParticipant 2,Bob Xu,b@x,\n",
    ),
    "moodle, its own list and a roster": Case(
        "moodle",
        "Ana Silva,1\nBob Xu,9\n",
        f"{MOODLE}Participant 1,Ana Silva,a@x,1\nParticipant 2,Bob Xu,b@x,\n",
        "name,number,email\nAna Silva,1,a@x\nBob Xu,9,b@x\n",
    ),
    "moodle, a list of canvas": Case(
        "moodle",
        "Ana Silva,1\nBob Xu,9\n",
        f"{CANVAS}Ana Silva,5,7001,,1\nBob Xu,6,7002,,2\n",
    ),
    "canvas, groups without a roster": Case(
        "canvas", GROUPS, re.sub(r"\d\n", "\n", MEMBERS)
    ),
    "canvas, a group called like a member of another": Case(
        "canvas", GROUPS, MEMBERS, re.sub(r",\d?\n", ",\n", MEMBERS)
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_to_each_their_own_grade_and_whoever_gets_none_is_told(tmp_path, case):
    lay_out(tmp_path / "class", export(case.platform, case.class_))
    names = None
    if case.roster:
        (tmp_path / "roster.csv").write_text(case.roster, "utf-8")
        names = roster.read(tmp_path / "roster.csv")
    grades = grades_of(tmp_path / "class", Intake(case.platform, names))
    empty = re.sub(r",\d?\n", ",\n", case.list_)
    filled = worksheet.fill(empty.encode(), grades, 100.0)
    assert filled.data.decode() == case.list_
    told = str([filled.only_here, filled.contradicted, filled.ambiguous])
    points = re.findall(r",(\d)\n", case.list_)
    assert [
        grade.student
        for grade in grades
        if f"{grade.points:.0f}" not in points and grade.student not in told
    ] == []
    left = [*filled.only_there, *filled.shared]
    assert len(left) == len(re.findall(r",\n", case.list_))


def line(name, *ids, email=""):
    return SheetRow(name, ids, email, None, None, locked=False)


ANA = SheetPerson("Ana", "Ana", ["007"], ["ana@x.edu"], own=True)


@pytest.mark.parametrize(
    ("there", "kinds"),
    [
        (line("Ana", "7", "8"), {0: True, 1: False}),
        (line("Ana", "", "7"), {1: True}),
        (line("Ana", email="Ana@x.edu"), {"x.edu": True}),
        (line("Ana", email="ana"), {"x.edu": True}),
        (line("Ana", email="bo@x.edu"), {"x.edu": False}),
        (line("Ana", email="ana@y.edu"), {}),
    ],
)
def test_what_is_compared_is_a_number_of_a_column_or_an_address_of_a_domain(
    there, kinds
):
    assert ANA.kinds(there) == kinds
    assert ANA._replace(ids=[], mails=[]).kinds(there) == {}


@pytest.mark.parametrize(
    ("there", "own", "may_be"),
    [
        (line("Participant 7", "7", "8"), True, True),
        (line("Participant 8", "7", "8"), True, False),
        (line("Participant 7", "7"), False, False),
        (line("Ana Silva", "9"), False, True),
    ],
)
def test_the_number_of_ones_own_platform_stands_for_a_name(there, own, may_be):
    assert ANA._replace(own=own).may_be(there) is may_be


LOGINS = ["Ana,1,9,ana", "Bo,2,,bo", "Cy,3,5,"]


@pytest.mark.parametrize(
    ("lines", "class_", "platform", "is_found"),
    [
        # A login is as good as an address where another of its domain is found by it.
        (LOGINS, ["Ana,8,ana@x", "Cy,5,"], "", False),
        (LOGINS, ["Ana,8,ana@x", "Bo,,bo@x", "Cy,5,"], "", True),
        # A number of the list's own platform never differs, if there is one.
        (LOGINS, ["Ana,8,ana@x", "Bo,,bo@x", "Cy,5,"], "canvas", False),
        (["Ana,,9,ana@x", "Cy,3,5,"], ["Ana,8,ana@x", "Cy,5,"], "canvas", True),
    ],
)
def test_what_proves_a_line_outweighs_the_number_of_another_office(
    lines, class_, platform, is_found
):
    rows = (each.split(",") for each in lines)
    there = [line(name, *ids, email=email) for name, *ids, email in rows]
    grades = [Grade(*each.split(","), 1.0, platform=platform) for each in class_]
    sheet = Worksheet(None, there, None, "canvas", ".")
    [found] = SheetLines(sheet, grades).matching(grades[0])
    assert found.line == (there[0] if is_found else None)


def test_a_surname_before_a_name_with_one_number_is_one_person():
    grade = Grade("Silva, Ana", "7", "", 1.0)
    sheet = Worksheet(None, [line("Ana Silva", "7")], None, "canvas", ".")
    assert [each.line for each in SheetLines(sheet, [grade]).matching(grade)] == (
        sheet.lines
    )


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("Ana Silva", {"ana silva"}),
        ("silva_ana", {"ana silva", "silva ana"}),
        ("silva_ana paula", {"silva ana paula"}),
        ("silvaana", {"silvaana"}),
    ],
)
def test_a_name_is_turned_round_where_words_are_joined_by_underscores(name, keys):
    assert name_keys(name) == keys


@pytest.mark.parametrize(
    ("one", "other", "may_be"),
    [
        ("7", "7", True),
        ("7", "8", False),
        ("7", "Ana", False),
        ("Ana", "7", False),
        ("Ana Silva", "Ana", True),
    ],
)
def test_a_name_without_words_is_itself_alone(one, other, may_be):
    assert may_be_one(one, other) is may_be
