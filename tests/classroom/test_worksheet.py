"""The platform's own list, filled in: these cells, and not a byte besides."""

import csv
import io
import random
import re
import unicodedata

import pytest
from classroom import exports

from noughts.classroom import csv_table, grade_list, sheet_lines
from noughts.classroom.grade_list import WorksheetError
from noughts.classroom.person_names import name_key
from noughts.classroom.platforms.entry import first_name_first
from noughts.classroom.sheet_lines import Grade
from noughts.classroom.worksheet import fill

MOODLE = [
    Grade("Ana Silva", "123450", "", 110.0, ("All right.",)),
    Grade("Bob O'Neill", "123451", "", 42.5, ('1 < 2, "so"', "two")),
    Grade("Eve Else", "123460", "", 10.0),
]
CANVAS = [
    Grade("silvaana", "12345", "", 110.0),
    Grade("oneillbob", "12346", "", 7.0),
]


def table(data):
    """Return the rows as Python's own reader has them, by the first column."""
    text = data.decode("utf-8-sig")
    mark = ";" if ";" in text.partition("\n")[0] else ","
    return {row[0]: row for row in csv.reader(io.StringIO(text), delimiter=mark)}


def only_these_cells_differ(before, after, expected):
    """Hold the bytes around the changed cells to those of the file before."""
    for cell in expected:
        assert before.count(cell[0]) == 1, cell
        before = before.replace(*cell)
    assert after == before


def test_moodles_worksheet_is_filled_and_nothing_else_is_touched():
    filled = fill(exports.MOODLE_WORKSHEET, MOODLE, 100.0)
    only_these_cells_differ(
        exports.MOODLE_WORKSHEET,
        filled.data,
        [
            (b'grading - ",,100.00', b'grading - ",100,100.00'),
            (b'10:00 AM",-,""', b'10:00 AM",-,"All right."'),
            (b"55.00,", b"42.5,"),
            (b'"old\nwords"', b'"1 &lt; 2, ""so""<br>two"'),
        ],
    )
    assert filled.entered == ["Ana Silva", "Bob O'Neill"]
    assert filled.capped == ["Ana Silva (110)"]
    assert filled.only_here == ["Eve Else"]
    assert filled.only_there == ["Dora Diaz"]


@pytest.mark.parametrize("before", ["sep=,\r\n", "\ufeffsep=,\n", "\r\n \r\n", ",,,\n"])
def test_what_a_spreadsheet_puts_before_the_table_stays_and_hides_nothing(before):
    plain = fill(exports.MOODLE_WORKSHEET, MOODLE, 100.0)
    mark = exports.MOODLE_WORKSHEET.startswith(b"\xef\xbb\xbf")
    bare = exports.MOODLE_WORKSHEET[3 * mark :]
    filled = fill(before.encode() + bare, MOODLE, 100.0)
    assert filled.data == before.encode() + plain.data[3 * mark :]
    assert filled.entered == plain.entered


def test_it_may_say_that_the_cells_are_separated_by_something_else():
    read = csv_table.read(b'sep=|\na|"b,c"|d;e\n')
    assert [[cell.says for cell in row] for row in read.rows] == [["a", "b,c", "d;e"]]
    assert read.changed({read.rows[0][0]: "x|y"}).endswith(b'\n"x|y"|"b,c"|d;e\n')


def test_a_row_has_a_cell_for_each_head_and_begins_on_a_line():
    read = csv_table.read(b'a,b,c\n"x\ny",z\n1,2,3,4\n7\n')
    assert [len(read.whole(row)) for row in read.rows] == [3, 3, 4, 3]
    assert [cell.missing for cell in read.whole(read.rows[-1])] == [0, 1, 2]
    assert [read.line(row) for row in read.rows] == [1, 2, 4, 5]


def test_the_worksheet_in_portuguese_has_semicolons_and_commas():
    grades = [MOODLE[0]._replace(points=75.5), MOODLE[1]]
    filled = fill(exports.MOODLE_PORTUGUESE, grades, 100.0)
    only_these_cells_differ(
        exports.MOODLE_PORTUGUESE,
        filled.data,
        [
            (
                b"Silva;Enviado;;10,00;Sim;-;-;",
                b"Silva;Enviado;7,55;10,00;Sim;-;-;All right.",
            )
        ],
    )
    assert filled.scale == (100.0, 10.0)
    assert filled.locked == ["Bob O'Neill"]


@pytest.mark.parametrize("rest", ["", ",", ",Bob", ",Bob\n\n"])
def test_a_row_that_ends_before_its_grade_is_a_students_and_stays_as_it_is(rest):
    whole = b"Identifier,Full name,Grade\nParticipant 123450,Ana Silva,\n"
    short = f"Participant 7{rest}".encode()
    filled = fill(whole + short, MOODLE[:1], 100.0)
    assert filled.entered == ["Ana Silva"]
    assert filled.data.endswith(b"\n" + short)
    assert filled.only_there == ["Bob" if "Bob" in rest else "Participant 7"]


CUT = {  # the heads, a row whose last cells a spreadsheet left out, and the same filled
    "feedback": ("Identifier,Full name,Grade,Feedback comments", "", ",75.5,Good."),
    "feedback, not the grade": (
        "Identifier,Full name,Grade,Feedback comments",
        ",7",
        ",75.5,Good.",
    ),
    "all": (
        "Identifier,Full name,Status,Grade,Maximum Grade,Feedback comments,Notes",
        "",
        ",,75.5,,Good.",
    ),
    "semicolons": ("Identifier;Full name;Grade;Feedback comments", "", ";75,5;Good."),
    "gradebook": ("ID,Student,SIS Login ID,Section,Tic-Tac-Toe (1)", ",ana", ",,75.5"),
}


@pytest.mark.parametrize(("heads", "rest", "filled"), CUT.values(), ids=CUT)
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_cells_that_a_spreadsheet_left_out_at_the_end_are_filled_in(
    heads, rest, filled, end
):
    mark = ";" if ";" in heads else ","
    before = f"{heads}\r\n123450{mark}Ana Silva"
    grade = Grade("Ana Silva", "123450", "", 75.5, ("Good.",))
    done = fill(f"{before}{rest}{end}".encode(), [grade], 100.0)
    kept = rest if rest == ",ana" else ""
    assert done.data.decode() == f"{before}{kept}{filled}{end}"
    assert (done.entered, done.only_here) == (["Ana Silva"], [])


@pytest.mark.parametrize("row", ["Silva, Ana,7,,", "Silva, Ana,7,", "a,b,c,d,"])
def test_a_row_with_more_cells_than_heads_is_refused_by_its_line(row):
    data = f"Student,ID,Tic-Tac-Toe (1)\n\nBo,1,\r\n{row}\n".encode()
    with pytest.raises(WorksheetError, match=r"line 4 has . cells, more than the 3"):
        grade_list.read(data)
    assert grade_list.read(data.replace(row.encode(), b",,,,,")).lines


BRAZIL = (
    'Identificador,"Nome completo",Status,Nota,"Nota máxima","Nota pode ser alterada",'
    '"Comentários de feedback"\r\n'
    'Participante123450,"Ana Silva",Enviado,,"10,00",Sim,\r\n'
)
PORTUGAL = (
    "Identificador;Nome;Apelido;Avaliação;Nota Máxima;A nota pode ser alterada.\n"
)
NUMBERS = {
    "as in the list: commas": (BRAZIL, ',"7,55",'),
    "as in the list: points": (BRAZIL.replace('"10,00"', "10.00"), ",7.55,"),
    "as the cells are: no number yet": (
        "Identifier;Full name;Grade\nParticipant 123450;Ana Silva;\n",
        ";75,5\n",
    ),
    "a first and a last name": (PORTUGAL + "P0;Ana;Silva;;20,00;Sim\n", ";15,1;"),
    "as in other columns: points, between semicolons": (
        "Student;ID;Essay (1);Tic-Tac-Toe (2);Score\nSilva, Ana;123450;;;81.25\n",
        ";;75.5;81.25",
    ),
    "as in other columns: commas, between commas": (
        'Student,ID,Essay (1),Tic-Tac-Toe (2)\n"Silva, Ana",123450,"7,5",\n',
        ',"7,5","75,5"',
    ),
    "as in its own column, whatever others have": (
        "Student;ID;Essay (1);Tic-Tac-Toe (2)\nPoints Possible;;10.0;10,0\n"
        "Silva, Ana;123450;7.5;\n",
        ";7.5;7,55",
    ),
    "as the cells are, where others have both": (
        "Student;ID;Essay (1);Tic-Tac-Toe (2)\nA;2;1,5;\nSilva, Ana;123450;7.5;\n",
        ";7.5;75,5",
    ),
    "as the cells are, whatever other columns have: commas": (
        "Student,ID,Lab groups,Tic-Tac-Toe (2)\n"
        'Points Possible,,,25\n"Silva, Ana",123450,"1,2",\n',
        '"1,2",18.88\n',
    ),
    "as the cells are, whatever other columns have: points": (
        "Student;ID;Section;Tic-Tac-Toe (2)\nSilva, Ana;123450;2024.1;\n",
        ";2024.1;75,5\n",
    ),
    "as the cells are, whatever was said in words": (
        "Identifier;Full name;Grade;Feedback comments\nP123450;Ana Silva;;\n"
        "P2;Bob Xu;;12.5\n",
        ";75,5;",
    ),
    "gradebook with commas": (
        "Student;ID;Jogo da velha (901)\n Points Possible;;10,00\nSilva, Ana;123450;",
        ";7,55",
    ),
}


@pytest.mark.parametrize(("text", "expected"), NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize(
    "code", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]
)
def test_numbers_are_written_as_the_list_writes_them(text, expected, code):
    filled = fill(text.encode(code), [MOODLE[0]._replace(points=75.5)], 100.0)
    assert len(filled.entered) == 1
    assert expected in filled.data.decode(code)


def test_a_line_that_is_locked_in_portugal_is_locked():
    data = (PORTUGAL + "P123450;Ana;Silva;;20,00;Não\n").encode()
    assert fill(data, MOODLE[:1], 100.0).locked == ["Ana Silva"]


def test_all_of_the_points_are_never_more_than_the_maximum():
    """As Python has it, 11 * (100 / 11) is 100.00000000000001."""
    for points in range(1, 400):
        grade = MOODLE[0]._replace(points=float(points))
        filled = fill(exports.MOODLE_WORKSHEET, [grade], float(points))
        assert (filled.entered, filled.capped) == (["Ana Silva"], [])


def test_a_scale_of_words_is_not_filled_with_points():
    data = b'Identifier,Full name,Grade,Scale\nP1,Ana,,"Poor, Good, Excellent"\n'
    with pytest.raises(WorksheetError, match="a scale of words"):
        fill(data, MOODLE, 100.0)


def test_two_submissions_for_one_line_are_a_doubt():
    both = [Grade("ana_silva", "", "", 5.0), Grade("Silva, Ana", "", "", 9.0)]
    filled = fill(exports.MOODLE_WORKSHEET, both, 100.0)
    assert filled.data == exports.MOODLE_WORKSHEET
    assert filled.doubled == ["Ana Silva (ana_silva, Silva, Ana)"]


def test_a_grade_that_is_replaced_is_told_and_the_same_grade_is_not():
    assert fill(exports.MOODLE_WORKSHEET, MOODLE, 100.0).replaced == [
        "Bob O'Neill (55.00)"
    ]
    same = MOODLE[1]._replace(points=55.0)
    assert fill(exports.MOODLE_WORKSHEET, [same], 100.0).replaced == []


@pytest.mark.parametrize(
    ("says", "told"),
    [("A-", True), ("50 %", True), ("0", True), ("5,00", False)]
    + [(none, False) for none in ("", "-", " - ", "N/A")],
)
def test_whatever_a_cell_said_before_is_told_and_no_grade_is_nothing(says, told):
    data = f"Identifier;Full name;Grade\nP1;Bo Lee;{says}\n".encode()
    filled = fill(data, [Grade("Bo Lee", "1", "", 5.0)], 100.0)
    assert filled.entered == ["Bo Lee"]
    assert filled.replaced == ([f"Bo Lee ({says})"] if told else [])


def test_feedback_that_is_replaced_is_told_and_the_same_feedback_is_not():
    filled = fill(exports.MOODLE_WORKSHEET, MOODLE, 100.0)
    assert filled.commented == ["Bob O'Neill"]
    assert fill(filled.data, MOODLE, 100.0).commented == []


@pytest.mark.parametrize("line", ["", ",,,,", "Participant 123450,Ana Silva,,9"])
def test_lines_that_are_empty_or_cut_short_are_no_stranger(line):
    head = "Identifier,Full name,Grade,Maximum Grade,Feedback comments"
    filled = fill(f"{head}\n{line}\n".encode(), MOODLE[:1], 100.0)
    assert filled.only_there == []
    assert len(filled.entered) == line.startswith("P")


def test_canvas_gradebook_is_filled_in_the_column_of_the_game():
    filled = fill(exports.CANVAS_GRADEBOOK, CANVAS, 100.0)
    only_these_cells_differ(
        exports.CANVAS_GRADEBOOK,
        filled.data,
        [(b",7.5,,75.00", b",7.5,110,75.00"), (b",N/A,", b",7,")],
    )
    assert filled.only_there == ["Dora Diaz"]
    assert not filled.capped


@pytest.mark.parametrize(
    ("column", "row"), [("Essay", "110,,75.00"), ("tic-tac", "7.5,110,75.00")]
)
def test_a_column_can_be_named(column, row):
    filled = fill(exports.CANVAS_GRADEBOOK, CANVAS[:1], 100.0, column)
    expected = "11" if column == "Essay" else row  # 10 points are possible there
    assert expected in filled.data.decode()
    assert filled.column.startswith("Essay (9" if column == "Essay" else "Tic-Tac-Toe")
    assert fill(exports.MOODLE_WORKSHEET, MOODLE, 100.0).column == ""


def test_a_gradebook_with_last_and_first_names_apart_is_the_same():
    apart = (
        exports.CANVAS_GRADEBOOK.replace(b"Student,ID", b"LastName,FirstName,ID")
        .replace(b'"Student, Test"', b"Student,Test")
        .replace(b'"Silva, Ana"', b"Silva,Ana")
        .replace(b'"O\'Neill, Bob"', b"O'Neill,Bob")
        .replace(b'"Diaz, Dora"', b"Diaz,Dora")
        .replace(b"Possible,", b"Possible,,")
        .replace(b",100.00,", b",50.00,")
    )
    filled = fill(apart, CANVAS, 100.0)
    only_these_cells_differ(
        apart,
        filled.data,
        [(b",7.5,,75.00", b",7.5,55,75.00"), (b",N/A,", b",3.5,")],
    )
    assert filled.only_there == ["Dora Diaz"]


@pytest.mark.parametrize(
    ("there", "written"),
    [
        ("1000.00", "755"),
        ("1,000.00", "755"),
        ('"1.000,00"', "755"),
        ("1.50", "1.13"),
        ('"1,50"', '"1,13"'),
        ('"0,500"', '"0,38"'),
        ("100.000", "75.5"),
        ('"10,000"', '"7,55"'),
        ("2000.000", "1510"),
        ("nan", "75.5"),
        ("inf", "75.5"),
        ("1_000", "75.5"),
    ],
)
def test_a_maximum_is_read_as_people_write_numbers(there, written):
    there = there if there.startswith('"') or "," not in there else f'"{there}"'
    text = f"Identifier,Full name,Grade,Maximum Grade\nP123450,Ana Silva,,{there}\n"
    filled = fill(text.encode(), [MOODLE[0]._replace(points=75.5)], 100.0)
    assert f"Ana Silva,{written},{there}\n" in filled.data.decode()


@pytest.mark.parametrize(
    ("there", "other", "written"),
    [
        ("1,000", "7.5", "755"),
        ("1,000", "7,5", '"0,76"'),
        ("1.000", "7,5", "755"),
        ("1.000", "7.5", "0.76"),
        ("1,000", "1,000.00", "755"),
        ("1,000", "", ""),
        ("1.000", "12", ""),
        ("1,000", "2.345", ""),
        ("1,000", "12.345", "755"),  # no maximum is as high as 10000
    ],
)
def test_thousands_and_decimals_are_told_by_other_numbers_or_the_list_is_refused(
    there, other, written
):
    data = (
        "Student,ID,Essay (1),Tic-Tac-Toe (2)\n"
        f'Points Possible,,"{other}","{there}"\nAna Silva,123450,,\n'
    ).encode()
    if written:
        filled = fill(data, [MOODLE[0]._replace(points=75.5)], 100.0)
        assert filled.data.decode().endswith(f"Ana Silva,123450,,{written}\n")
    else:
        with pytest.raises(WorksheetError, match=f"'{there}' may be 1 or 1000: write"):
            grade_list.read(data)


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u202f", "\u3000"])
def test_a_space_of_another_kind_makes_nobody_a_stranger(space, tmp_path):
    name = f"Ana{space}Silva"
    data = f"Identifier,Full name,Grade\nParticipant{space}101,{name},\n".encode()
    files = {f"{name}_101{exports.FILE}/tictactoe.py": b""}
    assert list(exports.found(exports.lay_out(tmp_path, files))) == ["Ana Silva"]
    for number in ("101", ""):
        filled = fill(data, [Grade("Ana Silva", number, "", 5.0)], 100.0)
        assert filled.entered == ["Ana Silva"]
        assert filled.data == data.replace(b",\n", b",5\n")


@pytest.mark.parametrize("there", ["0.00", "-", "", "-5.00"])
def test_without_a_maximum_grades_are_entered_as_they_are_and_that_is_said(there):
    moodle = f"Identifier,Full name,Grade,Maximum Grade\nP123450,Ana Silva,,{there}\n"
    canvas = f"Student,ID,Tictactoe (1)\nPoints Possible,,{there}\nAna Silva,123450,\n"
    for text in (moodle, canvas):
        filled = fill(text.encode(), [MOODLE[0]._replace(points=75.5)], 90.0)
        assert b"75.5" in filled.data
        assert (filled.scale, filled.unscaled) == (None, 90.0)
    assert fill(exports.MOODLE_WORKSHEET, MOODLE, 90.0).unscaled == 0


def test_a_maximum_of_0_is_none():
    data = b"Identifier,Grade,Maximum Grade\nParticipant 1,,%s\n"
    assert grade_list.read(data % b"0").maximum is None
    assert grade_list.read(data % b"1").maximum == 1.0


@pytest.mark.parametrize(("maximum", "extra"), [(0.0, True), (90.0, False)])
def test_where_all_is_a_bonus_grades_are_entered_as_they_are(maximum, extra):
    filled = fill(exports.MOODLE_WORKSHEET, MOODLE, maximum)
    assert (filled.extra, filled.scale is None) == (extra, extra)


def test_a_last_and_a_first_name_are_one_person_and_no_group():
    """Neither the Silva of the list nor its Ana handed that in."""
    data = b"Identifier,Full name,Grade\nP1,Silva,\nP2,Ana,\nP3,Bo Lee,\n"
    filled = fill(data, [Grade("Silva, Ana", "", "", 5.0)], 100.0)
    assert (filled.data, filled.only_here) == (data, ["Silva, Ana"])


COMMAS = {  # a name with a comma, the lines of a list, and those that get the grade
    "a surname and first names, or a group": (
        "Souza Lima, João Pedro",
        ["João Pedro", "João Pedro de Souza Lima"],
        None,
    ),
    "a group of whom one is missing, or one person": (
        "Bo Lee, Silva Ana",
        ["Bo Lee", "Silva", "Ana"],
        None,
    ),
    "a group, or one person who is there as well": (
        "Bo Lee, Eva Sá",
        ["Bo Lee", "Eva Sá", "Eva Sá de Bo Lee"],
        None,
    ),
    "a group": ("Bo Lee, Eva Sá", ["Bo Lee", "Eva Sá", "Ana"], ["Bo Lee", "Eva Sá"]),
    "one person": ("Bo Lee, Eva Sá", ["Bo Lee", "Eva Sá Bo Lee"], ["Eva Sá Bo Lee"]),
    "three": ("Bo Lee, Eva Sá, Jo Wu", ["Bo Lee", "Jo Wu"], ["Bo Lee", "Jo Wu"]),
}


@pytest.mark.parametrize(("student", "names", "entered"), COMMAS.values(), ids=COMMAS)
@pytest.mark.parametrize("platform", ["plain", "google"])
def test_where_a_comma_may_be_in_a_name_or_between_two_nobody_is_guessed(
    student, names, entered, platform
):
    lines = "".join(f"P{n},{name},\n" for n, name in enumerate(names))
    data = f"Identifier,Full name,Grade\n{lines}".encode()
    filled = fill(data, [Grade(student, "", "", 5.0, platform=platform)], 100.0)
    assert filled.entered == (entered or [])
    assert bool(filled.contradicted) == (entered is None)
    assert (filled.data == data) == (entered is None)
    assert filled.shared == (names if entered is None else [])


def test_two_of_one_name_are_told_apart_in_what_is_said():
    data = b"Identifier,Full name,Grade\nP1,Ana,\nP2,Ana,\nP,Ana,\nP3,Bo,\n"
    filled = fill(data, [Grade("Ana (2)", "2", "", 5.0)], 100.0)
    assert filled.entered == ["Ana (2)"]
    assert filled.only_there == ["Ana (1)", "Ana", "Bo"]


def test_names_of_the_list_are_told_fit_to_be_shown_and_stay_as_they_are():
    data = b"Identifier,Full name,Grade\nP1,Eve \x1b[31m,\nP2,\x07,\n\x1b3,,\n"
    filled = fill(data, [Grade("Eve \\x1b[31m", "", "", 5.0)], 100.0)
    assert filled.entered == [r"Eve \x1b[31m"]
    assert filled.only_there == [r"\x07", r"\x1b3"]
    assert filled.data == data.replace(b"m,", b"m,5")


def test_a_long_list_is_looked_through_once(monkeypatch):
    """Not once for each student: ten thousand would take minutes."""
    looked = []
    real = sheet_lines.index
    monkeypatch.setattr(
        sheet_lines, "index", lambda pairs: looked.append(1) or real(pairs)
    )
    fill(exports.MOODLE_WORKSHEET, MOODLE * 9, 100.0)
    assert len(looked) == 4


def test_a_student_who_is_excused_is_left_alone():
    data = exports.CANVAS_GRADEBOOK.replace(b"N/A", b"EX")
    filled = fill(data, CANVAS[1:], 100.0)
    assert (filled.data, filled.locked) == (data, ["Bob O'Neill"])


def test_who_was_not_judged_gets_no_zero():
    grades = [each._replace(judged=False, points=0.0) for each in MOODLE[:2]]
    filled = fill(exports.MOODLE_WORKSHEET, grades, 100.0)
    assert filled.data == exports.MOODLE_WORKSHEET
    assert filled.unjudged == ["Ana Silva", "Bob O'Neill"]


WAYS = {
    "by e-mail": Grade("ana-silva", "", "ANA@school.example", 5.0),
    "by name": Grade("ana SILVA", "", "", 5.0),
    "by name, turned round": Grade("Silva, Ana", "", "", 5.0),
    "in a group": Grade("Ana Silva, Zed", "100, 7", "ana@school.example, z@x", 5.0),
}


@pytest.mark.parametrize("grade", WAYS.values(), ids=WAYS)
def test_a_student_is_found(grade):
    filled = fill(exports.MOODLE_WORKSHEET, [grade], 100.0)
    assert filled.entered == ["Ana Silva"]
    assert table(filled.data)["Participant 123450"][4] == "5"


DOUBTS = {
    "a name that two have": Grade("Dora Diaz", "", "", 5.0),
    "nobody": Grade("Nobody", "", "", 5.0),
    "nothing at all": Grade("", "", "", 5.0),
}


@pytest.mark.parametrize("grade", DOUBTS.values(), ids=DOUBTS)
def test_where_there_is_doubt_nobody_gets_the_grade(grade):
    twice = exports.MOODLE_WORKSHEET.splitlines(keepends=True)[-1]
    data = exports.MOODLE_WORKSHEET + twice.replace(b"123499", b"123498")
    filled = fill(data, [grade], 100.0)
    assert (filled.data, filled.entered) == (data, [])
    two = grade.student == "Dora Diaz"
    assert (filled.ambiguous if two else filled.only_here) == [grade.student]


SCHOOL = """\
Student,ID,SIS User ID,SIS Login ID,Tic-Tac-Toe (901)
"Prado, Joana",7,,joana,
"Lima, Ana",8,,jprado,
"Silva, Maria",9,s9,maria@x,
"Silva, Bruno",10,,bruno@x,
"""
ANOTHERS = {
    "a number whose name is part of a word": (
        Grade("Joana Prado", "8", "", 5.0),
        "Ana Lima, Joana Prado",
    ),
    "a number with the same surname": (
        Grade("Bruno Silva", "9", "", 5.0),
        "Maria Silva, Bruno Silva",
    ),
    "the same, and nobody of that name": (
        Grade("Rui Silva", "s9", "", 5.0),
        "Maria Silva",
    ),
    "a number alone": (Grade("Zed Zobel", "7", "", 5.0), "Joana Prado"),
    "a login": (
        Grade("Joana Prado", "", "JPrado@x", 5.0),
        "Ana Lima, Joana Prado",
    ),
    "a login, and nobody of that name": (
        Grade("José Prado", "", "jprado@x", 5.0),
        "Ana Lima",
    ),
    "a login that is no address": (Grade("José Prado", "", "jprado", 5.0), "Ana Lima"),
    "an address": (
        Grade("Bruno Silva", "", "maria@x", 5.0),
        "Bruno Silva, Maria Silva",
    ),
    "a number and an address": (
        Grade("Bru Silva", "9", "bruno@x", 5.0),
        "Maria Silva, Bruno Silva",
    ),
    "a number, and an address with another name": (
        Grade("Joana Prado", "7", "bruno@x", 5.0),
        "Joana Prado, Bruno Silva",
    ),
}


@pytest.mark.parametrize(("grade", "lines"), ANOTHERS.values(), ids=ANOTHERS)
def test_what_points_to_two_people_is_for_neither_and_both_are_named(grade, lines):
    filled = fill(SCHOOL.encode(), [grade], 100.0)
    assert (filled.data, filled.entered) == (SCHOOL.encode(), [])
    assert filled.contradicted == [f"{grade.student} ({lines})"]
    assert (filled.only_here, filled.ambiguous) == ([], [])
    assert sorted(filled.shared) == sorted(
        lines.split(", ")
    )  # nobody "handed in nothing"


@pytest.mark.parametrize(
    ("grade", "entered"),
    [
        (Grade("Joana Prado", "", "joana@gmail", 5.0), "Joana Prado"),
        (Grade("Jô", "", "maria@x", 5.0), "Maria Silva"),  # an address has no doubles
        (Grade("Maria da Silva Reis", "s9", "maria@x", 5.0), "Maria Silva"),
        (Grade("Maria S.", "9", "", 5.0), "Maria Silva"),
        (Grade("silva_maria", "", "", 5.0), "Maria Silva"),
    ],
)
def test_what_points_to_one_person_is_entered(grade, entered):
    assert fill(SCHOOL.encode(), [grade], 100.0).entered == [entered]


GROUPED = {  # a group, who of it gets the grade, and who does not, and why
    "a number of another's": (
        Grade("Joana Prado, Rui Sá", "7, 8", "", 5.0),
        ["Joana Prado"],
        ["Rui Sá (Ana Lima)"],
    ),
    "an address of another's": (
        Grade("Joana Prado, Ana Lima", "7, 8", "bruno@x, r@x", 5.0),
        ["Ana Lima"],
        ["Joana Prado (Joana Prado, Bruno Silva)"],
    ),
    "another's number, it is unknown of whom": (
        Grade("Joana Prado, Bruno Silva, Ana", "7, 9", "", 5.0),
        ["Joana Prado", "Bruno Silva"],
        ["9 (Maria Silva)"],
    ),
    "an address of one without a name": (
        Grade("Joana Prado, Ana Lima", "", "joana@x, maria@x, jprado@x", 5.0),
        ["Joana Prado", "Ana Lima", "Maria Silva"],
        [],
    ),
    "one line that two may be": (
        Grade("Joana, Joana Prado", "7", "", 5.0, platform="gradescope"),
        ["Joana Prado"],
        [],
    ),
}


@pytest.mark.parametrize(("grade", "entered", "told"), GROUPED.values(), ids=GROUPED)
def test_the_trouble_of_one_in_a_group_costs_nobody_else_the_grade(
    grade, entered, told
):
    filled = fill(SCHOOL.encode(), [grade], 100.0)
    assert (filled.entered, filled.contradicted) == (entered, told)
    assert filled.doubled == []


def test_whose_number_is_anothers_does_not_cost_that_one_the_grade():
    both = [Grade("Joana Prado", "8", "", 5.0), Grade("Ana Lima", "", "", 7.0)]
    filled = fill(SCHOOL.encode(), both, 100.0)
    assert filled.entered == ["Ana Lima"]
    assert filled.contradicted == ["Joana Prado (Ana Lima, Joana Prado)"]
    assert filled.shared == ["Joana Prado"]


LISTED = {
    "moodle": "Identifier,Full name,Grade\nP11,João Silva,\nP23,Eva Reis,\n",
    "canvas": "Student,ID,Tic-Tac-Toe (1)\nJoão Silva,11,\nEva Reis,23,\n",
}


@pytest.mark.parametrize("platform", LISTED)
def test_a_number_of_the_lists_own_platform_that_it_lacks_is_no_namesakes(platform):
    data = LISTED[platform].encode()
    grades = [
        Grade("João Silva", "22", "", 5.0, platform=platform),
        Grade("Eva Reis", "23", "", 7.0, platform=platform),
        Grade("Zed Zobel", "24", "", 7.0, platform=platform),
    ]
    filled = fill(data, grades, 100.0)
    assert (filled.entered, filled.only_here) == (["Eva Reis"], ["Zed Zobel"])
    assert filled.contradicted == ["João Silva (João Silva (11))"]
    assert (filled.shared, filled.only_there) == (["João Silva"], [])
    assert not filled.unnumbered


@pytest.mark.parametrize("platform", LISTED)
@pytest.mark.parametrize("other", ["moodle", "canvas", "gradescope", "plain"])
def test_the_list_of_another_assignment_is_noticed_by_its_numbers(platform, other):
    """Another platform's numbers say nothing: there the name alone is enough."""
    grades = [Grade("Eva Reis", "7", "", 7.0, platform=other)]
    filled = fill(LISTED[platform].encode(), grades, 100.0)
    assert filled.unnumbered == (platform == other)
    assert filled.entered == ([] if platform == other else ["Eva Reis"])


def test_who_is_told_from_a_namesake_is_not_found_by_the_name_alone():
    grade = Grade("Ana Silva (ana2)", "ana2", "", 5.0, platform="github")
    filled = fill(exports.MOODLE_WORKSHEET, [grade], 100.0)
    assert (filled.data, filled.entered) == (exports.MOODLE_WORKSHEET, [])
    assert filled.contradicted == ["Ana Silva (ana2) (Ana Silva)"]
    assert "Ana Silva" not in filled.only_there
    own = grade._replace(email="ana@school.example")
    assert fill(exports.MOODLE_WORKSHEET, [own], 100.0).entered == ["Ana Silva"]


NAMESAKES = {
    "moodle": "Identifier,Full name,Email address,Grade\n"
    "P1,Ana Silva,ana1@uni.edu,\nP2,Bob Xu,bob@uni.edu,\n",
    "logins": "Student,ID,SIS User ID,SIS Login ID,Tic-Tac-Toe (1)\n"
    '"Silva, Ana",1,,ana1,\n"Xu, Bob",2,,bob,\n',
    "numbers": "Student,ID,SIS User ID,Tic-Tac-Toe (1)\n"
    '"Silva, Ana",1,7001,\n"Xu, Bob",2,7003,\n',
}


@pytest.mark.parametrize("text", NAMESAKES.values(), ids=NAMESAKES)
def test_a_number_or_address_that_the_list_lacks_though_it_has_the_others_is_told(text):
    ana = Grade("Ana Silva", "7002", "ana2@uni.edu", 5.0, platform="gradescope")
    bob = Grade("Bob Xu", "7003", "bob@uni.edu", 7.0, platform="gradescope")
    filled = fill(text.encode(), [ana, bob], 100.0)
    assert filled.entered == ["Bob Xu"]
    assert filled.contradicted == ["Ana Silva (Ana Silva (1))"]
    group = Grade("Ana Silva, Bob Xu", "7002, 7003", "ana2@uni.edu, bob@uni.edu", 5.0)
    assert fill(text.encode(), [group], 100.0).entered == ["Bob Xu"]


@pytest.mark.parametrize(("sis", "entered"), [("", True), ("7001", False)])
def test_a_number_speaks_only_against_another_of_its_kind(sis, entered):
    """Canvas has one of its own for everybody, and the school's for most."""
    head = "Student,ID,SIS User ID,Tic-Tac-Toe (1)\n"
    data = f'{head}"Silva, Ana",1,{sis},\n"Xu, Bob",2,7003,\n'.encode()
    names = {"Ana Silva": "7002", "Bob Xu": "7003"}
    grades = [Grade(*each, "", 5.0, platform="gradescope") for each in names.items()]
    assert ("Ana Silva" in fill(data, grades, 100.0).entered) == entered


@pytest.mark.parametrize(
    ("number", "email", "entered"),
    [
        ("", "ana2@uni.edu", False),  # there, too, one has one address
        ("", "ana@home.example", True),  # a private one says nothing of the list's
        ("7001", "ana2@uni.edu", True),  # a second address: the number is hers
        ("7002", "ana2@uni.edu", False),
        ("7002", "ana1@uni.edu", True),  # numbers that are not the list's
    ],
)
def test_of_one_alone_an_address_of_the_same_domain_tells(number, email, entered):
    data = (
        b"Student,ID,SIS User ID,SIS Login ID,Tic-Tac-Toe (1)\n"
        b'"Silva, Ana",1,7001,ana1@uni.edu,\n'
    )
    grade = Grade("Ana Silva", number, email, 5.0, platform="gradescope")
    assert bool(fill(data, [grade], 100.0).entered) == entered


OWN_COLUMNS = {
    "another Portuguese": "Identificador;Nome completo;Nota;Avaliação",
    "another language": "Identifier,Full name,Grade,Nota",
    "the same head": "Identifier,Grade,Full name,Grade",
    "feedback": "Identifier,Grade,Feedback comments,Feedback comments",
    "canvas": "Student,ID,ID,Tic-Tac-Toe (1)",
}


@pytest.mark.parametrize("heads", OWN_COLUMNS.values(), ids=OWN_COLUMNS)
def test_of_two_columns_that_may_be_the_platforms_none_is_taken(heads):
    with pytest.raises(WorksheetError, match="Rename your own one, and try again: '"):
        grade_list.read(f"{heads}\n1,2,3,4\n".encode())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("राम शर्मा", "रीमा शर्मा"),
        ("राम शर्मा", "राम शर्म"),
        ("ハナ", "バナ"),
        ("たかし", "だかし"),
        ("Андрей", "Андреи"),
        ("สมชาย", "สมชัย"),
        ("\u2600\ufe0f", "\u2744\ufe0f"),
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_mark_that_makes_another_letter_makes_another_name(one, other, form):
    here = unicodedata.normalize(form, one)
    alone, both = f"P11,{other},\n", f"P11,{other},\nP12,{one},\n"
    head = "Identifier,Full name,Grade\n"
    filled = fill((head + alone).encode(), [Grade(here, "", "", 5.0)], 100.0)
    assert (filled.entered, filled.only_here) == ([], [here])
    assert not fill((head + alone).encode(), [Grade(here, "11", "", 5.0)], 100).entered
    assert fill((head + both).encode(), [Grade(here, "", "", 5.0)], 100).entered == [
        one
    ]


def test_a_name_without_its_accents_is_the_same_unless_somebody_is_spelled_so():
    head = "Identifier,Full name,Grade\nP1,José Müller,\n"
    bare = Grade("Jose Muller", "", "", 5.0)
    assert fill(head.encode(), [bare], 100.0).entered == ["José Müller"]
    both = f"{head}P2,Jose Muller,\n".encode()
    assert fill(both, [bare], 100.0).entered == ["Jose Muller"]
    full = Grade("Mu\u0308ller, JOSE\u0301", "", "", 5.0)
    assert fill(both, [full], 100.0).entered == ["José Müller"]
    other = Grade("José Muller", "", "", 5.0)
    assert fill(both, [other], 100.0).ambiguous == ["José Muller"]


def test_a_name_with_spaces_is_in_its_order():
    data = "Identifier,Full name,Grade\nP1,André Paulo,\n".encode()
    filled = fill(data, [Grade("Paulo Andre", "", "", 5.0)], 100.0)
    assert (filled.entered, filled.only_here) == ([], ["Paulo Andre"])
    assert fill(data, [Grade("Andre Paulo", "", "", 5.0)], 100.0).entered


def test_a_line_with_one_number_twice_is_one_line():
    data = b'Student,ID,SIS User ID,Tic-Tac-Toe (1)\n"Silva, Ana",7,7,\n'
    assert fill(data, CANVAS[:1], 100.0).entered == []
    assert fill(data, [CANVAS[0]._replace(id="7")], 100.0).entered == ["Ana Silva"]


def test_the_number_decides_between_two_of_one_name():
    data = b"Identifier,Full name,Grade\nP1,Ana,\nP2,Ana,\nP3,Ana Sales,\n"
    assert fill(data, [Grade("Ana", "2", "", 5.0)], 100.0).entered == ["Ana (2)"]
    filled = fill(data, [Grade("Ana", "3", "", 5.0)], 100.0)
    assert filled.contradicted == ["Ana (Ana Sales, Ana (1), Ana (2))"]


def test_of_a_group_who_can_be_found_is_entered_and_the_others_are_told():
    data = "Identifier,Full name,Grade\nP1,Ana Sá,\nP2,Ana Sá,\nP3,Bo Lee,\n".encode()
    filled = fill(data, [Grade("Ana Sá, Bo Lee", "", "", 5.0)], 100.0)
    assert filled.entered == ["Bo Lee"]
    assert filled.ambiguous == ["Ana Sá"]
    assert filled.shared == ["Ana Sá (1)", "Ana Sá (2)"]


GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Tic-Tac-Toe (1)
"Silva, Ana",1,s1,a@x,
"Costa, João",2,s2,j@x,
"Reis, Maria",3,s3,m@x,
"""
GROUPS = {
    "by number": (("Ana Silva, João Costa, Zé Ninguém", "s1, s2, s9"), "Zé Ninguém"),
    "by address": (("Ana Silva, Jô, Zé", "", "a@x, J@x, z@x"), "Zé"),
    "a number for one": (("Ana Silva, João Costa", "s1"), ""),
    "a number for one, single names": (("Ana, João Costa", "s1"), ""),
    "all strangers": (("Zé Ninguém, Eva Sá", "s8, s9"), "Zé Ninguém, Eva Sá"),
    "told apart": (("Ana Silva, João Costa (s1, s2)", "s1, s2"), ""),
    "told apart by one number": (("Ana Silva, João Costa (s1)", "s1"), ""),
}


@pytest.mark.parametrize(("group", "missing"), GROUPS.values(), ids=GROUPS)
def test_of_a_group_each_has_the_grade_or_is_told_as_missing(group, missing):
    student, ids, mails = (*group, "")[:3]
    grade = Grade(student, ids, mails, 5.0, platform="gradescope")
    filled = fill(GRADEBOOK.encode(), [grade], 100.0)
    strangers = student.startswith("Zé")
    assert filled.entered == ([] if strangers else ["Ana Silva", "João Costa"])
    assert filled.only_here == list(filter(None, missing.split(", ")))
    assert "Maria Reis" in filled.only_there
    assert (filled.contradicted, filled.ambiguous) == ([], [])


@pytest.mark.parametrize("platform", ["moodle", "canvas", ""])
def test_a_number_and_a_comma_make_no_group_elsewhere(platform):
    data = b"Student,ID,Tic-Tac-Toe (1)\nAna Maria S. Lima,7,\nAna Maria,8,\n"
    grade = Grade("Souza Lima, Ana Maria", "7", "", 5.0, platform=platform)
    assert fill(data, [grade], 100.0).entered == ["Ana Maria S. Lima"]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Martin Luther King, Jr.", "Martin Luther King Jr."),
        ("King, Martin Luther, Jr.", "Martin Luther King Jr."),
        ("King, Jr., Martin Luther", "Martin Luther King Jr."),
        ("Silva, Júnior", "Júnior Silva"),
        ("Gates, Bill, III", "Bill Gates III"),
        ("Silva, Ana", "Ana Silva"),
        ("Silva,", "Silva"),
        ("Jr.", "Jr."),
        ("Ana, Bob, Eva", "Ana, Bob, Eva"),
    ],
)
def test_the_first_name_goes_first_and_junior_last(written, name):
    assert first_name_first(written) == name
    assert name_key(written) == name_key(name)


@pytest.mark.parametrize(
    "grade",
    [
        Grade("Ana Silva", "1234", "", 5.0),
        Grade("Ana Silva", "", "", 5.0),
        Grade("u1", "", "ana@x", 5.0),
        Grade("Ana Silva, Bo Lee", "", "", 5.0, platform="gradescope"),
    ],
)
def test_who_is_on_several_lines_is_told_as_that_and_not_as_missing(grade):
    line = b"P1234,Ana Silva,ana@x,\n"
    data = b"Identifier,Full name,Email address,Grade\n" + line + line
    filled = fill(data, [grade], 100.0)
    assert (filled.data, filled.entered) == (data, [])
    others = ["Bo Lee"] if "Bo Lee" in grade.student else []
    assert (filled.only_here, filled.only_there) == (others, [])
    assert filled.ambiguous == [grade.student.removesuffix(", Bo Lee")]
    assert len(filled.shared) == 2


@pytest.mark.parametrize(
    ("student", "there", "one"),
    [
        ("Li (7)", "Li", True),
        ("Li (7)", "Wu", False),
        ("liwu", "Wu, Li", True),
        ("de Lima", "de Souza", False),
        ("Joana Prado", "Ana Lima", False),
        ("joanaprado", "Ana Prado", False),
        ("May", "Amy", False),
        ("Bruno Silva", "Silva, Maria", False),
        ("Bob", "O'Neill, Bob", True),
        ("Bob O\u2019Neill", "O'Neill, Bob", True),
        ("Ana Silva", "Costa e Silva, Ana Maria", True),
        ("Maria da Silva", "Maria Silva dos Santos", True),
        ("Ana M. Silva", "Silva, Ana Maria", True),
        ("Ana M. Silva", "Silva, Ana Paula", False),
        ("A. B.", "Ana Borges", False),
        ("costaesilvaana", "Costa e Silva, Ana", True),
        ("silvaana", "Silva, Ana", True),
        ("\U0001f469 (7)", "\U0001f469", True),
    ],
)
def test_a_number_counts_where_the_names_do_not_speak_against_it(student, there, one):
    data = f'Identifier,Full name,Grade\nP7,"{there}",\n'.encode()
    assert bool(fill(data, [Grade(student, "7", "", 5.0)], 100.0).entered) == one


def test_a_worksheet_without_names_is_filled_by_number():
    data = b"Identifier,Grade\r\nParticipant 123450,\r\n"
    own = MOODLE[0]._replace(platform="moodle")
    assert fill(data, [own], 100.0).data == data.replace(b"0,", b"0,110")


@pytest.mark.parametrize("platform", ["gradescope", "canvas", ""])
def test_a_line_without_a_name_is_nobodys_by_the_number_of_another_platform(platform):
    data = b"Identifier,Grade\r\nParticipant 123450,\r\n"
    filled = fill(data, [MOODLE[0]._replace(platform=platform)], 100.0)
    assert (filled.data, filled.entered) == (data, [])
    assert filled.contradicted == ["Ana Silva (Participant 123450)"]


@pytest.mark.parametrize(
    ("data", "column", "message"),
    [
        (b"", "", "neither Moodle's grading worksheet"),
        (b"PK\3\4" + bytes(99), "", "is a spreadsheet's own file: save it as CSV"),
        (b"\xd0\xcf\x11\xe0", "", "is a spreadsheet's own file: save it as CSV"),
        (bytes(range(256)) * 99, "", "neither Moodle's grading worksheet"),
        (b"a,b\n1,2\n", "", "its columns are 'a, b'"),
        (b"Student,ID\nx,1\n", "", "no assignment among its columns"),
        (
            b"Student,ID,A (1),B (2)\nx,1,,\n",
            "",
            "which column is this assignment's? --column NAME, one of 'A', 'B'",
        ),
        (
            b"Student,ID,Essay (1)\nx,1,5\n",
            "",
            "which column is this assignment's? --column NAME, one of 'Essay'",
        ),
        (
            b"Student,ID,HW 1 (902),Quiz (2),HW 1 (903)\nx,1,,\n",
            "HW 1",
            "names no single one of 'HW 1 (902)', 'Quiz', 'HW 1 (903)'",
        ),
        (
            b"Student,ID,Essay (1),Game (2)\nx,1,,\n",
            "Esay",
            "names no single one of 'Essay', 'Game'; did you mean 'Essay'?",
        ),
        (
            b"Student,ID,HW10 (1),HW2 (2)\nx,1,,\n",
            "HW1",
            "names no single one of 'HW10', 'HW2'; did you mean 'HW10'?",
        ),
        (
            b"Identifier,Grade,Mine\nParticipant 1,,\n",
            "Mine",
            "--column 'Mine' names no single one of 'Grade'",
        ),
    ],
)
def test_a_list_that_cannot_be_used_is_refused(data, column, message):
    with pytest.raises(csv_table.TableError) as caught:
        grade_list.read(data, column)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert str(caught.value).isprintable()


def test_the_column_of_moodle_may_be_named():
    data = b"Identificador,Nota,Mine\nParticipante 1,,\n"
    assert grade_list.read(data, "nota") == grade_list.read(data)


# --- The cells ------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_bytes_stay_whatever_the_encoding_and_the_ends_of_lines(code, end):
    text = f'é,"b ""c""",{end}"x{end}y",,z{end}'
    data = text.encode(code)
    read = csv_table.read(data)
    assert read.changed({}) == data
    assert [[cell.says for cell in row] for row in read.rows] == [
        ["é", 'b "c"', ""],
        [f"x{end}y", "", "z"],
    ]
    changed = read.changed({read.rows[1][1]: 'new, "é"'})
    assert changed.decode(code) == text.replace(",,z", ',"new, ""é""",z')


@pytest.mark.parametrize("code", ["utf-16-le", "utf-16-be"])
def test_a_text_is_wide_that_has_a_mark_or_whose_letters_are_mostly_latin(code):
    def wide(text, mark=""):
        return csv_table.wide(f"{mark}{text}".encode(code))

    assert wide("name") == wide("aaβ") == wide("aaā") == wide("βγ", "\ufeff") == code
    assert wide("aβ") == wide("βγ") == wide("aa\0") == ""
    assert csv_table.wide(b"name") == csv_table.wide(b"") == ""


def test_any_table_comes_back_as_it_was_and_reads_as_python_reads_it():
    """Five hundred tables made of what breaks readers."""
    random.seed(7)
    for _ in range(500):
        rows = [
            [
                "".join(random.choices('ab,;"\n\r\té ', k=random.randrange(9)))
                for _ in range(random.randrange(2, 6))
            ]
            for _ in range(random.randrange(1, 9))
        ]
        rows[0] = ["a"] * len(rows[0])  # the heads say what separates the cells
        buffer = io.StringIO(newline="")
        csv.writer(buffer, quoting=random.choice([0, 1])).writerows(rows)
        data = buffer.getvalue().encode()
        read = csv_table.read(data)
        assert [[cell.says for cell in row] for row in read.rows] == rows
        assert read.changed({}) == data


def by_php(cells):
    """Return a line as PHP's fputcsv writes it, which Moodle's lists are made by."""
    quotes = (re.sub(r'(?<!\\)"', '""', cell) for cell in cells)
    return ",".join(f'"{cell}"' for cell in quotes) + "\n"


def test_any_table_that_php_writes_is_read_as_it_was_or_refused():
    random.seed(9)
    read = 0
    for _ in range(500):
        rows = [
            ["".join(random.choices('ab, "\n\\', k=random.randrange(9))) for _ in "abc"]
            for _ in range(2)
        ]
        data = (by_php("abc") + "".join(map(by_php, rows))).encode()
        try:
            table = csv_table.read(data)
        except csv_table.TableError:
            continue
        read += 1
        assert [[cell.says for cell in row] for row in table.rows[1:]] == rows
        assert table.changed({}) == data
    assert read > 300


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            'a,b,c\n1,2\n3,4,"x\\"y"\n',
            [["a", "b", "c"], ["1", "2"], ["3", "4", 'x\\"y']],
        ),
        ('"a\\",b",c\n1,2\n', [['a\\",b', "c"], ["1", "2"]]),
    ],
    ids=["a short row", "in a head"],
)
def test_a_quote_behind_a_backslash_is_no_doubt_elsewhere(text, rows):
    read = csv_table.read(text.encode())
    assert [[cell.says for cell in row] for row in read.rows] == rows


ONLINE_TEXT = 'Identifier,"Full name",Grade,"Online text","Feedback comments"\n'


@pytest.mark.parametrize(
    "text",
    [
        '<p>print("a, \\"b, c\\"")</p>',
        '<p>my path is "C:\\"</p>\n<p>second, line, with, commas</p>',
        'x\\", y',
        '\\"',
    ],
)
def test_what_a_student_typed_with_backslashes_and_quotes_is_not_touched(text):
    lines = (["P7", "Ana", "", text, ""], ["P8", "Bo", "", 'fine "so"', ""])
    data = (ONLINE_TEXT + "".join(map(by_php, lines))).encode()
    grades = [Grade("Ana", "7", "", 5.0, ("Go\\",)), Grade("Bo", "8", "", 6.0)]
    filled = fill(data, grades, 100.0)
    assert (filled.entered, filled.only_there) == (["Ana", "Bo"], [])
    done = [
        [*lines[0][:2], "5", text, "Go&#92;"],
        [*lines[1][:2], "6", 'fine "so"', ""],
    ]
    assert filled.data == (ONLINE_TEXT + "".join(map(by_php, done))).encode()


def test_a_text_that_may_be_a_line_of_its_own_is_refused():
    """Who types this would be two students to one reader, and one to another."""
    text = 'x\\",\nP8,Bo,100,t'
    data = ONLINE_TEXT + by_php(["P7", "Ana", "", "", ""])
    data += by_php(["P9", "Eve", "", text, ""])
    with pytest.raises(csv_table.TableError, match="line 3: where its cells end"):
        csv_table.read(data.encode())


def test_the_same_as_others_write_it_is_read_as_well():
    rows = [["a", "b"], ['C:\\"x\\"', "d\\"], ['\\"', '"\\""']]
    buffer = io.StringIO(newline="")
    csv.writer(buffer, quoting=csv.QUOTE_ALL).writerows(rows)
    table = csv_table.read(buffer.getvalue().encode())
    assert [[cell.says for cell in row] for row in table.rows] == rows


def test_spaces_around_a_quoted_cell_are_no_part_of_it():
    data = b'a, "b, c" ,d\n "e", "f" g,"h"\n'
    read = csv_table.read(data)
    assert [[cell.says for cell in row] for row in read.rows] == [
        ["a", "b, c", "d"],
        ["e", ' "f" g', "h"],
    ]
    assert read.changed({}) == data
    changed = read.changed({read.rows[0][1]: "x"})
    assert changed == data.replace(b' "b, c" ', b'"x"')


@pytest.mark.parametrize(
    "text", ['"', '"a', '"a"b,c', 'a"b', '""', '"a"\n"', ",\n,", "\n"]
)
def test_what_is_no_clean_table_stays_as_it_is(text):
    assert csv_table.read(text.encode()).changed({}) == text.encode()


def test_bytes_that_are_in_no_encoding_stay():
    data = bytes(range(256)) * 2
    assert csv_table.read(data).changed({}) == data


@pytest.mark.parametrize(
    ("titles", "column", "found"),
    [
        ("Essay (1),Tic-Tac-Toe (2)", "", 3),
        ("Essay (1),Jogo da Velha (2)", "", 3),
        ("Game (1),Game again (2)", "game again", 3),
        ("Game (1),Game again (2)", "Game", 2),  # exactly so, though both have it
        ("Game again (1),Game (2)", "Game", 3),
        ("Game again (1),Notes,Essay (2)", "essay", 4),
        ("HW10 (1),HW 1 (2),HW1 (3)", "hw1", 4),
        ("HW1 bonus (1),HW1 (2)", "hw1", 3),
        ("hw1 (1),HW1 (2)", "HW1", 3),
        ("HW10 (1),My HW1: the game (2)", "HW1", 3),
        ("HW1 (901),HW1 (902)", "HW1 (902)", 3),
        ("What? (1),C++ (2)", "c++", 3),
    ],
)
def test_a_column_is_found_by_its_whole_title_or_by_a_part(titles, column, found):
    table = csv_table.read(f"Student,ID,{titles}\n".encode())
    assert grade_list._assignment(table, column) == found


@pytest.mark.parametrize(
    ("heads", "known"),
    [
        ("Student,ID,Tic-Tac-Toe (1)", True),
        ("Student,Tic-Tac-Toe (1)", False),
        ("ID,Tic-Tac-Toe (1)", False),
        ("Name,Age", False),
    ],
)
def test_a_gradebook_has_names_and_ids(heads, known):
    data = f"{heads}\n{',1' * heads.count(',')}\n".encode()
    if known:
        assert grade_list.read(data).lines
    else:
        with pytest.raises(WorksheetError, match="neither"):
            grade_list.read(data)
