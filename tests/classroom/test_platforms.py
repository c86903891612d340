"""The exports of six platforms: who is who, and which file counts."""

from dataclasses import replace
from itertools import combinations, product
from types import SimpleNamespace

import pytest
from classroom import exports
from classroom.exports import RIGHT, WRONG, found, lay_out, zipped

from noughts.classroom import roster, submissions
from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import (
    PLATFORMS,
    github,
    gradescope,
    name_parts,
    recognised,
)
from noughts.classroom.platforms.entry import Origin
from noughts.classroom.submissions import Intake

ANA, BOB, CAGLA = "Ana Silva", "Bob O'Neill", "Çağla Ünal"
# For each student: the file that counts, the id, late (None: not said), attempt.
EXPECTED = {
    "moodle": (
        exports.MOODLE,
        {
            ANA: (RIGHT, "123450", None, 0),
            BOB: (WRONG, "123451", None, 0),
            CAGLA: ("only online text was handed in", "123452", None, 0),
        },
    ),
    "moodle, files": (
        exports.MOODLE_FLAT,
        {
            ANA: (RIGHT, "123450", None, 0),
            BOB: (WRONG, "123451", None, 0),
            CAGLA: ("only online text was handed in", "123452", None, 0),
        },
    ),
    "canvas": (
        exports.CANVAS,
        {
            "silvaana": (RIGHT, "12345", False, 3),
            "oneillbob": (WRONG, "12346", True, 1),
            "unalcagla": ("is neither a Python file nor", "12347", False, 1),
        },
    ),
    "canvas, names hidden and texts": (
        {
            "anon_aB3dE_678901_tictactoe.py": RIGHT,
            "anon_aB3dE_678905_runner.py": exports.RUNNER,
            "LATE_anon_12345_678902_tictactoe-1.py": WRONG,
            "silvaana_LATE_12345_text.html": b"<p>def player</p>",
            "diazdora_12346_link.html": b"<a>",
            "anon_x9YzQ_text.html": b"",
        },
        {
            "anon_aB3dE": (RIGHT, "anon_aB3dE", False, 1),
            "anon_12345": (WRONG, "anon_12345", True, 2),
            "silvaana": ("only online text was handed in", "12345", True, 1),
            "diazdora": ("only online text was handed in", "12346", False, 1),
            "anon_x9YzQ": ("only online text was handed in", "anon_x9YzQ", False, 1),
        },
    ),
    "gradescope": (
        exports.GRADESCOPE,
        {
            ANA: (RIGHT, "100", None, 2),
            'Bob O\'Neill, Çağla "C" Ünal': (WRONG, "102", None, 1),
        },
    ),
    "github": (
        exports.GITHUB,
        {
            "ana-silva": (RIGHT, "ana-silva", None, 0),
            "bob99": (WRONG, "bob99", None, 0),
            "cagla": ("no tictactoe.py in ", "cagla", None, 0),
        },
    ),
    "google": (
        exports.GOOGLE,
        {
            ANA: (RIGHT, "", None, 0),
            BOB: (WRONG, "", None, 0),
            CAGLA: ("is neither a Python file nor", "", None, 0),
        },
    ),
}


@pytest.mark.parametrize("form", ["folder", "archive", "archive in a folder"])
@pytest.mark.parametrize(("files", "expected"), EXPECTED.values(), ids=EXPECTED)
def test_an_export_gives_each_student_once(tmp_path, files, expected, form):
    if form == "folder":
        path = lay_out(tmp_path / "class", files)
    elif form == "archive":
        path = tmp_path / "class.zip"
        path.write_bytes(zipped(files))
    else:
        path = lay_out(tmp_path / "class", {"download.zip": files})
    students = found(path)
    assert students.keys() == expected.keys()
    for name, (what, *facts) in expected.items():
        given = students[name]
        assert [given.origin.id, given.origin.late, given.origin.attempt] == facts
        if isinstance(what, bytes):
            assert (given.source, given.refusal) == (what, "")
        else:
            assert what in given.refusal


@pytest.mark.parametrize(("files", "expected"), EXPECTED.values(), ids=EXPECTED)
def test_of_an_export_nothing_is_left_out(tmp_path, files, expected):
    with submissions.students(lay_out(tmp_path, files)) as units:
        assert (len(units), units.left_out) == (len(expected), [])


@pytest.mark.parametrize("name", EXPECTED)
def test_a_platform_can_be_named(tmp_path, name):
    files, expected = EXPECTED[name]
    path = lay_out(tmp_path / "class", files)
    platform = name.partition(",")[0]
    if name in ("gradescope", "github"):
        path = next(path.iterdir())
    assert found(path, Intake(platform)).keys() == expected.keys()


# The platform, the entries of a class and its students.
NAMED = [
    ("google", "Project|1|-|a.py Project|1|-|b.py", "Project|1"),
    ("google", "Ana|-|a.py Ana|-|b.py Bob|-|c.py", "Ana Bob"),
    ("google", "Ana|-|a.py b.py c.py d.py", "Ana b c d"),
    ("canvas", "ana_1_2_t.py b.py c.py", "ana b c"),
    ("moodle", "Ana_12_assignsubmission_file_/t.py", "Ana"),
    ("gradescope", "submission_1/t.py", "submission_1"),
    ("github", "project0-ana/t.py project0-bob/t.py", "ana bob"),
    ("github", "project0-ana/t.py", "ana"),
    ("github", "project0-1/t.py project0-2/t.py", "1 2"),
    ("github", "2021-001/t.py 2021-002/t.py", "001 002"),
    ("github", "project0-ana.zip project0-bob-main.zip", "ana bob"),
    ("github", "project0-ana-main.zip", "ana"),
]


@pytest.mark.parametrize("inside", ["", "x/", "Some - thing/", "project0-submissions/"])
@pytest.mark.parametrize(("platform", "names", "students"), NAMED)
def test_a_platform_that_is_named_is_taken_at_any_depth_whatever_the_names(
    tmp_path, platform, names, students, inside
):
    files = {f"{inside}{name}".replace("|", " "): RIGHT for name in names.split()}
    files = {k: {"t.py": v} if k.endswith(".zip") else v for k, v in files.items()}
    for path in (tmp_path / "class.zip", tmp_path / "class"):
        if path.suffix:
            path.write_bytes(zipped(files))
        else:
            lay_out(path, files)
        seen = list(found(path, Intake(platform)))
        assert seen == [each.replace("|", " ") for each in students.split()]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_class_is_found_a_folder_deeper_also_if_the_platform_knows_no_name(
    tmp_path, platform
):
    names = ["maria-lima", "maria-sa"]
    lay_out(tmp_path, {f"x/{each}/tictactoe.py": RIGHT for each in names})
    assert list(found(tmp_path, Intake(platform))) == names


def test_what_no_platform_claims_is_plain(tmp_path):
    """Two first names in common, a name with a dash, numbers: nobody's export."""
    files = {
        "ana-maria/tictactoe.py": RIGHT,
        "ana-paula/tictactoe.py": WRONG,
    }
    assert set(found(lay_out(tmp_path / "a", files))) == {"ana-maria", "ana-paula"}
    files = {"2024_ana.py": RIGHT, "Bob - late/tictactoe.py": WRONG, "c.py": RIGHT}
    assert set(found(lay_out(tmp_path / "b", files))) == {
        "2024_ana",
        "Bob - late",
        "c",
    }


CLAIMED = [
    # files, folders (with a slash behind them), and whose export that is
    ("", "plain"),
    ("Ana_12_assignsubmission_file/ b.py", "moodle"),
    ("ana_1_2_t.py b_3_4_t.py c.py", "canvas"),
    ("ana_1_2_t.py c.py", "plain"),  # half of them are not most of them
    ("ana_1_2_t.py", "canvas"),
    ("ana_1_2_t.py c.csv d.txt", "canvas"),  # lists are nobody's
    ("ana|-|t.py bob|-|t.py c.py", "google"),
    ("ana|-|t.py c.py", "plain"),
    ("ana|-|t.py bob|-|t/ c.py", "plain"),  # a folder is no file
    ("submission_1/ submission_2/ a.py", "gradescope"),
    ("submission_1/ ana/", "plain"),
    ("submission_metadata.yml ana/", "gradescope"),
    ("a.py", "plain"),
    ("project0-ana/ project0-bob/", "github"),
    ("project0-ana/", "plain"),
    ("project0-ana/ project0-bob/ project0-carl/ solution/", "github"),
    ("project0-ana/ bob/", "plain"),
    ("project0-ana/ project0-bob/ carl/ dora/", "plain"),
    ("ana-maria/ ana-paula/", "plain"),
    ("leticia-sa/ leticia-lima/", "plain"),  # there is a "tic" in it
    ("intro-ai-p1-ana/ intro-ai-p1-bob/", "github"),
    ("Tic-Tac-Toe-ana/ Tic-Tac-Toe-bob/", "github"),
    ("-ana/ -bob/", "plain"),
    ("2021-00123/ 2021-00124/ 2021-00130/ 2020-00123/", "plain"),
    ("2021-cs-00123/ 2021-cs-00124/", "plain"),
    ("2021-ana/ 2021-bob/", "github"),
    ("A2021-00123/ A2021-00124/ A2021-00130/", "plain"),
    ("UP2021-00123/ UP2021-00124/", "plain"),
    ("2021.1-00123/ 2021.1-00124/ 2020.2-00130/", "plain"),
    ("2021-1-00123/ 2021-1-00124/", "plain"),
    ("UP2021-ana/ UP2021-bob/", "github"),
    ("cs101-001/ cs101-002/", "github"),
    ("ai2-001/ ai2-002/", "github"),
    ("p1-001/ p1-002/", "github"),
    ("Turma|2-Ana|Sa/ Turma|2-Bob|Li/", "plain"),  # no clone has spaces
    ("2021-project-1/ 2021-project-2/", "github"),
    ("2021-李雷/ 2021-王芳/", "github"),
    ("project0-team-1/ project0-team-2/ project0-team-3/", "github"),
    ("project0-001/ project0-002/", "github"),
    ("tictactoe-2021100/ tictactoe-2021101/", "github"),
    ("intro-ai2-001/ intro-ai2-002/", "github"),
    ("project1-李雷/ project1-王芳/", "github"),
    ("project0-/ project0-1/", "plain"),
    ("project0-ana.zip project0-bob-main.zip", "github"),
    ("project0-ana.zip project0-bob/ key.zip", "github"),
    ("project0-ana.zip project0-bob.py", "plain"),
    ("lab1-grupo|(1).zip lab1-grupo|(2).zip", "plain"),
    ("2021-00123.zip 2021-00124.zip", "plain"),
    ("project0-ana/ project0-ana-maria/", "github"),
    ("cs50-ai/ cs50-ai-ana/", "github"),
    ("Project|1|-|Ana.py Project|1|-|Bob.py", "plain"),
    ("tictactoe|-|Ana.py tictactoe|-|Bob.py", "plain"),
    ("Class|A|-|Ana.py Class|A|-|Bob.py Class|B|-|Cy.py", "plain"),
    ("Ana|-|tictactoe.py Ana|-|a.py Bob|-|b.py", "google"),
    ("Ana|-|main.py Ana|-|a.py Bob|-|main.py", "google"),
    ("Ana|-|a.py Bob|-|b.py", "google"),
    ("Ana|-|a.py Ana|-|a|(1).py", "google"),
    ("Ana|-|game.py Ana|-|help.py Bob|-|b.py Cy|-|c.py", "google"),
    ("Ana|-|a.zip Ana|-|b.zip Bob|-|c.zip", "google"),
    ("Group|1|-|a.py Group|1|-|b.py Group|2|-|c.py", "google"),
    ("20211234|-|a.py 20211234|-|b.py a5678901|-|c.py a5678901|-|d.py", "google"),
    ("Project|1|-|Ana.py Project|1|-|Ana.ipynb Project|1|-|Bob.py", "plain"),
    ("Project|1|-|Ana.py Project|1|-|Bob|(1).py Project|1|-|Bob.py", "plain"),
    ("Project|1|-|Ana.py Project|1|-|Bob.py Project|1|-|tictactoe.py", "plain"),
    ("Lab|1|-|Ana.py Lab|1|-|Bob.py", "plain"),
    ("p2|-|Ana.py p2|-|Bob.py", "plain"),
    ("Week|2|-|Ana.py Week|2|-|Bob.py", "plain"),
    ("Turma|3A|-|Ana.py Turma|3A|-|Bob.py", "plain"),
    ("IA|-|Ana.py IA|-|Bob.py", "plain"),
    ("01|-|Ana.py 02|-|Bob.py", "plain"),
    ("G1|-|tictactoe.py G1|-|util.py G2|-|tictactoe|(1).py", "google"),
    ("Lab|1|-|Ana.py Lab|1|-|Bob.py Lab|2|-|Ana.py", "plain"),
    ("P1|-|Ana.py P1|-|Ana|(1).py P1|-|Bob.py P2|-|Cy.py", "plain"),
]


@pytest.mark.parametrize(("names", "platform"), CLAIMED)
def test_most_entries_say_whose_export_it_is(names, platform):
    nodes = [
        FoundFile(name.rstrip("/"), name, "folder" if name[-1] == "/" else "file")
        for name in names.split()
    ]
    nodes = [replace(each, name=each.name.replace("|", " ")) for each in nodes]
    assert recognised(nodes) is PLATFORMS[platform]


# The files and folders of a class, and its students. Some are told by what is the same
# in all names, and so is nobody's; some by a number, since nothing else tells them.
WHOSE = {
    "a number joined to the name": "tictactoe_g-1.py tictactoe_g-2.py: g-1 g-2",
    "groups": "tictactoe_g|(1).py tictactoe_g|(2).py: g|(1) g|(2)",
    "groups before the game": "g_tictactoe-1.py g_tictactoe-2.py: g-1 g-2",
    "groups beside a list": "g_tictactoe-1.py g_tictactoe-2.py list.csv: g-1 g-2",
    "groups by copies": "g_tictactoe|(1).py g_tictactoe|(2).py: g|(1) g|(2)",
    "groups and one more": "g_tictactoe-1.py g_tictactoe-2.py g_tictactoe-3.py "
    "tictactoe_key.py: g-1 g-2 g-3 key",
    "groups and a bare one": "g_tictactoe-1.py g_tictactoe-2.py g_tictactoe-3.py "
    "tictactoe.py: g-1 g-2 g-3 class",
    "groups of two classes": "3A_tictactoe-1.py 3A_tictactoe-2.py 3B_tictactoe-1.py "
    "3B_tictactoe-2.py: 3A-1 3A-2 3B-1 3B-2",
    "groups beside students": "tictactoe_grupo|(1).py tictactoe_grupo|(2).py "
    "ana_tictactoe.py bob.py cy.py: grupo|(1) grupo|(2) ana bob cy",
    "copies of a group's file": "tictactoe_grupo.py tictactoe_grupo|(1).py "
    "tictactoe_grupo|(2).py bob.py: grupo bob",
    "copies of a numbered group's file": "tictactoe_grupo_3|(1).py "
    "tictactoe_grupo_3|(2).py bob.py: grupo_3 bob",
    "copies": "ana_tictactoe|(1).py ana_tictactoe|(2).py bob_tictactoe.py: ana bob",
    "copies, numbered all": "ana_tictactoe-1.py ana_tictactoe-2.py bob_tictactoe-1.py: "
    "ana bob",
    "copies behind": "tictactoe_ana|(1).py tictactoe_ana|(2).py tictactoe_bob.py: "
    "ana bob",
    "a copy beside the file": "tictactoe_ana.py tictactoe_ana|(1).py bob.py: ana bob",
    "copies beside the file": "tictactoe_ana.py tictactoe_ana|(1).py "
    "tictactoe_ana|(2).py: ana",
    "a copy alone": "tictactoe_ana|(1).py tictactoe_bob.py: ana bob",
    "a copy in another case": "ana_tictactoe.py Ana_TicTacToe-1.py bob.py: Ana bob",
    "nothing but the game": "_tictactoe|(1).py _tictactoe|(2).py: "
    "_tictactoe|(1) _tictactoe|(2)",
    "the game": "tictactoe-1.py tictactoe|(2).py: tictactoe|(2) tictactoe-1",
    "a name that ends in a number": "tictactoe-joao.py tictactoe-joao-2.py: "
    "joao joao-2",
    "a number that ends in one": "tictactoe_12347-2.py ana.py: 12347-2 ana",
    "the game within": "ana_tictactoe_sa.py bobTicTacToe_li.py: ana_sa bob_li",
    "dots": "ana.sa.tictactoe.py tictactoe.bob.py c.tictactoe.li.py: ana.sa bob c.li",
    "an assignment": "Project|1|-|Ana.py Project|1|-|Bob.py: Ana Bob",
    "a course": "IA|-|Ana.py ia|-|Bob.py IA|-|Bob.ipynb: Ana Bob",
    "a course beside another": "IA|-|Ana.py IA|-|Bob.py key.py: Ana Bob key",
    "a course and a class": "IA|-|Turma|2|-|Ana.py IA|-|Turma|2|-|Bob.py: Ana Bob",
    "a course beside a name": "IA|-|Ana.py IA|-|Bob.py Ana.py: Ana Bob",
    "a course and numbers": "IA|-|2021001.py IA|-|2021002.py: 2021001 2021002",
    "a course and copies": "IA|-|Ana.py IA|-|bob|(1).py ia|-|Bob.py: Ana bob",
    "a course, or a name": "IA|-|1/ IA|-|2/: IA|-|1 IA|-|2",
    "a course, or a name, and files": "IA|-|1.py IA|-|2.py: IA|-|1 IA|-|2",
    "two names and numbers": "Ana|-|1.py Ana|-|2.py Bob|-|1.py: Ana Bob",
    "the game first": "tictactoe|-|Ana|Sá.py tictactoe|-|Bob.py: Ana|Sá Bob",
    "the game first, and a copy": "tictactoe|-|Ana.py tictactoe|-|Ana|(1).py "
    "tictactoe|-|Bob.py tictactoe|-|Cy.py: Ana Bob Cy",
    "the game first, a copy alone": "tictactoe|-|Ana|(1).py tictactoe|-|Bob.py: "
    "Ana Bob",
    "the game in both": "P1|-|tictactoe_ana.py P1|-|tictactoe_bob.py: ana bob",
    "numbers of a list": "01|-|Ana|Sá.py 02|-|Bob.py: Ana|Sá Bob",
    "numbers of a list, and a name": "01|-|Ana.py 02|-|Bob.py Cy|-|x.py: 01 02 Cy",
    "numbers of a list, namesakes": "01|-|Ana.py 02|-|Ana.py: 01 02",
    "numbers of a list, some namesakes": "01|-|Ana.py 01|-|Ana|(1).py 02|-|Bob.py "
    "07|-|Ana.py 08|-|Dee.py Ana.py: 01|-|Ana Bob 07|-|Ana Dee Ana",
    "numbered folders, some namesakes": "01|-|Ana/ 02|-|Bob/ 07|-|Ana/: "
    "01|-|Ana Bob 07|-|Ana",
    "one number for all": "20211|-|Ana.py 20211|-|Bob.py: Ana Bob",
    "students' numbers and files": "20210001|-|tictactoe.py 20210002|-|main.py: "
    "20210001 20210002",
    "students' numbers, files and names": "20210001|-|Ana.py 20210001|-|util.py "
    "20210002|-|Bob.py: 20210001 20210002",
    "students' numbers and copies alone": "20210001|-|Ana|(1).py 20210001|-|Ana|(2).py "
    "20210002|-|Bob|-|Copy.py 20210003|-|Cy.py: Ana Bob Cy",
    "a course and one in Google's form": "IA|-|Ana|Sá.py IA|-|Bob|Li.py "
    "IA|-|Cy|Reis.py Dee|Luz|-|tictactoe.py Eva|-|main.py: "
    "Ana|Sá Bob|Li Cy|Reis Dee|Luz Eva",
    "numbers of a list and one in Google's form": "01|-|Ana|Sá.py 02|-|Bob|Li.py "
    "Dee|Luz|-|tictactoe|(1).py: Ana|Sá Bob|Li Dee|Luz",
    "one in Google's form, and the name twice": "IA|-|Ana|Sá.py IA|-|Bob|Li.py "
    "Ana|Sá|-|tictactoe.py: IA|-|Ana|Sá Bob|Li Ana|Sá",
    "students' numbers and one in Google's form": "20210001|-|Ana|Sá.py "
    "20210002|-|Bob|Li.py Dee|-|tictactoe.py: Ana|Sá Bob|Li Dee",
    "one student's modules, and another": "Bob|-|tree.py Bob|-|ai.py Bob|-|rules.py "
    "Ana|-|tictactoe.py: Ana Bob",
    "Google's form, and a file in two words": "Ana|-|tictactoe.py Bob|-|my|game.py "
    "Cy|-|the|end.py: Ana Bob Cy",
    "classes by a course's code": "INF101-A|-|Ana.py INF101-A|-|Bob.py "
    "INF101-B|-|Cy.py INF101-B|-|Dee.py: "
    "INF101-A|-|Ana INF101-A|-|Bob INF101-B|-|Cy INF101-B|-|Dee",
    "courses by their codes": "INF101|-|Ana|Sá.py INF101|-|Bob|Li.py "
    "INF102|-|Cy|Reis.py: INF101|-|Ana|Sá INF101|-|Bob|Li INF102|-|Cy|Reis",
    "one of each course": "INF101|-|Ana|Sá.py DCC|203|-|Bob|Li.py: "
    "INF101|-|Ana|Sá DCC|203|-|Bob|Li",
    "logins with files of two words": "ab101|-|my|work.py ab101|-|b.py cd203|-|c.py "
    "ef20|-|tic|tac|toe.py gh15|-|my|work|2.py: ab101 cd203 ef20 gh15",
    "files before names": "tictactoe|-|Ana|Silva.py main|-|Bob|Lima.py "
    "projeto|-|Cy|Sá.py tictactoe(1)|-|Dee|Luz.py: Ana|Silva Bob|Lima Cy|Sá Dee|Luz",
    "files before names, one of its own": "tictactoe|-|Ana.py main|-|Bob.py "
    "my_work|-|Cy.py: Ana Bob Cy",
    "files before names, half of their own": "tictactoe|-|a.py main|-|b.py Ana|-|x.py "
    "Bob|-|y.py: tictactoe main Ana Bob",
    "files before names, some namesakes": "main|-|Ana.py projeto|-|Ana.py "
    "main|-|Bob.py game|-|Cy.py: main|-|Ana projeto|-|Ana Bob Cy",
    "logins with files of three words": "rm1230|-|jogo|da|velha.py "
    "rm1231|-|jogo|da|velha.py rm1232|-|jogo|da|velha.py: rm1230 rm1231 rm1232",
    "files before names, and a file behind one": "tictactoe|-|王伟.py "
    "tictactoe|-|李娜.py tictactoe|-|张敏.py tictactoe|-|刘洋.py 周杰|-|main.py: "
    "王伟 李娜 张敏 刘洋 周杰|-|main",
    "files before names, and a module behind one": "main|-|Ana.py main|-|Bob.py "
    "main|-|Cy.py main|-|Dee.py Zoe|-|minimax.py: Ana Bob Cy Dee Zoe|-|minimax",
    "files before files": "tictactoe|-|main.py main|-|game.py jogo|-|Ana.py: "
    "tictactoe main jogo",
    "logins with files": "inf101|-|a.py inf101|-|b.py dcc203|-|c.py: inf101 dcc203",
    "numbers of groups": "1|-|tictactoe.py 2|-|tictactoe.py: 1 2",
    "classes": "Class|A|-|Ana.py Class|A|-|Bob.py Class|B|-|Ana.py: "
    "Class|A|-|Ana Class|A|-|Bob Class|B|-|Ana",
    "classes called by a number": "2A|-|Ana.py 2A|-|Bob.py 2B|-|Cy.py: "
    "2A|-|Ana 2A|-|Bob 2B|-|Cy",
    "classes of a school": "3º|A|-|Ana.py 3º|A|-|Bob.py 3º|ano|B|-|Cy.py "
    "3º|ano|B|-|Dee.py: 3º|A|-|Ana 3º|A|-|Bob 3º|ano|B|-|Cy 3º|ano|B|-|Dee",
    "groups called like classes": "2A|-|tictactoe.py 2A|-|x.py 2B|-|tictactoe.py: "
    "2A 2B",
    "a class of folders": "Turma|2|-|Ana|Sá/ Turma|2|-|Bob/: Ana|Sá Bob",
    "folders with numbers": "01|-|Ana/ 02|-|Bob/ 03|-|Cy/: Ana Bob Cy",
    "half of the folders": "Turma|2|-|Ana/ Bob/: Turma|2|-|Ana Bob",
    "half of the class": "IA|-|Ana/ IA|-|Bob/ Cy/ Dora/: IA|-|Ana IA|-|Bob Cy Dora",
    "one student": "Ana|-|tictactoe.py Ana|-|util.py Ana|-|runner.py: Ana",
    "one student's modules": "Ana|-|board.py Ana|-|minimax.py: Ana",
    "one student's archives": "Ana|-|project0.zip Ana|-|report.zip: Ana",
    "a course and a file": "IA|-|Ana.py IA|-|Bob.py IA|-|main.py: Ana Bob main",
    "a student and what is given": "Ana|-|main.py Ana|-|runner.py: Ana",
    "one student twice": "Ana|-|main.py Ana|-|main|(1).py: Ana",
    "groups with files": "G1|-|tictactoe.py G1|-|util.py G2|-|tictactoe.py: G1 G2",
    "groups with the same files": "G1|-|a.py G1|-|b.py G2|-|a.py G2|-|B.py: G1 G2",
    "groups with a file each": "G1|-|main.py G1|-|x.py G2|-|main.py G2|-|y.py: G1 G2",
    "classes with a first name in both": "T1|-|Ana.py T1|-|Bob.py T1|-|Cy.py "
    "T2|-|Ana.py T2|-|Dee.py: T1|-|Ana T1|-|Bob T1|-|Cy T2|-|Ana T2|-|Dee",
    "assignments": "P1|-|Ana.py P1|-|Bob.py P2|-|Cy.py: P1|-|Ana P1|-|Bob P2|-|Cy",
    "a copy of a person's": "Ana|Sá.py Ana|Sá|(1).py Bob.py: Ana|Sá Bob",
    "copies of folders and archives": "Ana/ Ana|(1)/ Bo.ipynb bo|(1).py Cy/: Ana Bo Cy",
    "a copy, or a person's alone": "Ana|(1).py Bob.py Cy.py: Ana|(1) Bob Cy",
    "copies, or a class that one saved": "work.py work|(1).py work|(2).py: work "
    "work|(1) work|(2)",
    "copies of a file's name": "main.py main|(1).py Bob.py: main main|(1) Bob",
    "numbers": "A2021-00123/ A2021-00124/: A2021-00123 A2021-00124",
    "numbers of a term": "2021.1-001/ 2021.1-002/: 2021.1-001 2021.1-002",
}


@pytest.mark.parametrize("row", WHOSE.values(), ids=WHOSE)
def test_what_is_the_same_in_all_names_is_nobody_s_and_what_differs_is(tmp_path, row):
    names, students = (part.split() for part in row.replace("/", "/t.py").split(": "))
    files = {name.replace("|", " "): RIGHT for name in names}
    seen = found(lay_out(tmp_path / "class", files))
    assert sorted(seen) == sorted(each.replace("|", " ") for each in students)


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        *product(
            ["ana_tictactoe{}", "tictactoe_ana{}", "tictactoe - ana{}"],
            [["", " (1)"], [" (1)", " (2)"]],
        ),
        ("ana{}", ["", " (1)"]),
    ],
)
def test_of_copies_that_differ_none_is_chosen(tmp_path, names, marks):
    """Not even if one of them has less in it than the other."""
    sources = [RIGHT, b"def player(board):\n    return 1\n"]
    files = {
        f"{names.format(mark)}.py": source
        for mark, source in zip(marks, sources, strict=True)
    }
    bob, cy = (f"{names.format('').replace('ana', each)}.py" for each in ("bob", "cy"))
    others = {bob: RIGHT, cy: RIGHT}
    ana = found(lay_out(tmp_path, files | others))["ana"]
    assert ana.refusal == f"2 different candidates: {', '.join(sorted(files))}"


# Names of files and folders: of {first} {last}, whose number is {n}.
LAYOUTS = [
    "{first}",
    "{first} {last}",
    "{last}, {first}",
    "{n}",
    "{n} - {first} {last}",
    "{first} {last} - {n}",
    "IA - {n} - {first} {last}",
    "{n}_{first}_{last}",
    "IA - {first}",
    "IA - Turma 2 - {first} {last}",
    "{n[7]} - {first} {last}",
    "T{t} - {first} {last}",
    "INF10{t} - {first} {last}",
    "tictactoe - {first}",
    "{first} - tictactoe",
    "tictactoe_{first}",
    "{first}_tictactoe",
    "{n} - {first} {last} tictactoe",
]
PEOPLE = [
    {"first": first, "last": last, "n": f"2021000{n}", "t": n % 2 + 1}
    for n, (first, last) in enumerate(
        [("Ana", "Silva"), ("Bob", "Lima"), ("Cy", "Sá"), ("Dee", "Luz"), ("Eva", "Li")]
    )
]
MARKS = [
    *(" (1)", "(2)", " (1) (1)", " - Copy", " - Copy (2)", " copy", " copy 2"),
    *(" - Cópia", " - Copia (2)", " co\N{COMBINING ACUTE ACCENT}pia", " (outra cópia)"),
]


@pytest.mark.parametrize("end", [".py", "/t.py"], ids=["files", "folders"])
@pytest.mark.parametrize("again", [PEOPLE[:1], PEOPLE], ids=["one", "all"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_differs_by_the_mark_of_a_copy_alone_is_one_person_s(
    tmp_path, layout, again, end, share
):
    old, new = (b"def player(board):\n    return %d\n" % n for n in (1, 2))
    names = [layout.format(**each) for each in PEOPLE]
    once = found(lay_out(tmp_path / "once", {f"{n}{end}": old for n in names}))
    ids = {name: each.origin.id for name, each in once.items()}
    assert len(once) == len(PEOPLE)
    for n, mark in enumerate(MARKS[::share]):
        files = {f"{each}{end}": old for each in names}
        files |= {f"{layout.format(**each)}{mark}{end}": new for each in again}
        twice = found(lay_out(tmp_path / f"{n}", files))
        assert {name: each.origin.id for name, each in twice.items()} == ids, mark
        doubts = [each for each in twice.values() if each.refusal]
        assert len(doubts) == len(again), mark
        assert all(each.refusal.startswith("2 different") for each in doubts), mark


TO_ANA = "Ana Silva_12_assignsubmission_file_"
READ = [
    # the platform, an entry (a folder with a slash behind it), and what that tells:
    # the file's own name, student, id, late, attempt, folder for feedback
    ("moodle", f"{TO_ANA}t.py", ("t.py", "Ana Silva", "12", None, 0, TO_ANA)),
    ("moodle", f"{TO_ANA}/", (TO_ANA, "Ana Silva", "12", None, 0, TO_ANA)),
    ("moodle", TO_ANA[:-1], (TO_ANA[:-1], "Ana Silva", "12", None, 0, TO_ANA)),
    (
        "moodle",
        "A_na_12_assignsubmission_onlinetext_/",
        ("online text", "A_na", "12", None, 0, "A na_12_assignsubmission_file_"),
    ),
    ("moodle", "Ana_assignsubmission_file_t.py", ("t.py", "Ana", "", None, 0, "")),
    ("moodle", "ana.py", ("ana.py", "ana", "", None, 0, "")),
    ("canvas", "ana_LATE_1_2_t-2.py", ("t.py", "ana", "1", True, 3, "")),
    ("canvas", "ana_1_2_t.py", ("t.py", "ana", "1", False, 1, "")),
    (
        "canvas",
        "anon_aB3dE_2_t-1",
        ("t", "anon_aB3dE", "anon_aB3dE", False, 2, ""),
    ),
    ("canvas", "ana_1_text.html", ("online text", "ana", "1", False, 1, "")),
    ("google", "Ana - t (1).py", ("t.py", "Ana", "", None, 0, "")),
    ("google", "Ana - Bo - t.py", ("Bo - t.py", "Ana", "", None, 0, "")),
    ("plain", "ana/", ("ana", "ana", "", None, 0, "")),
    ("plain", "tictactoe.py", ("tictactoe.py", "class", "", None, 0, "")),
    (
        "plain",
        "ana__tictactoe (2).zip",
        ("ana__tictactoe.zip", "ana", "", None, 0, ""),
    ),
    ("plain", "tictactoe-1.py", ("tictactoe-1.py", "tictactoe-1", "", None, 0, "")),
    ("plain", "ana.b.py", ("ana.b.py", "ana.b", "", None, 0, "")),
    ("plain", ".py", (".py", ".py", "", None, 0, "")),
    ("plain", "ana.tar.gz", ("ana.tar.gz", "ana", "", None, 0, "")),
    ("plain", "Ana.TAR.XZ", ("Ana.TAR.XZ", "Ana", "", None, 0, "")),
    ("plain", "ana.tar", ("ana.tar", "ana", "", None, 0, "")),
    ("plain", "runner.py", None),
    ("plain", "ana.csv", None),
]


@pytest.mark.parametrize(("platform", "name", "told"), READ)
def test_all_that_the_name_of_an_entry_tells(platform, name, told):
    kind = "folder" if name.endswith("/") else "file"
    node = FoundFile(name.rstrip("/"), name, kind)
    read = PLATFORMS[platform].reader(FoundFile("class", "", "folder"))
    entry = read(node)
    if told is None:
        assert entry is None
    else:
        id_, _email, *facts, _platform = entry.origin
        assert (entry.node.name, entry.student, id_, *facts) == told


def test_two_files_of_one_attempt_are_both_looked_at(tmp_path):
    files = {f"ana_1_{n}_tictactoe.py": each for n, each in enumerate([RIGHT, WRONG])}
    ana = found(lay_out(tmp_path, files))["ana"]
    assert ana.refusal.startswith("2 different candidates")


def test_what_is_taken_for_an_older_attempt_is_named(tmp_path):
    parts = {f"ana_1_{n}_part-{n}.py": b"def player(b): return %d" % n for n in (1, 2)}
    ana = found(lay_out(tmp_path, parts | {"bob_2_3_tictactoe.py": RIGHT}))["ana"]
    assert ana.where == "ana_1_2_part-2.py"
    assert ana.note == "Handed in beside it, and not judged: ana_1_1_part-1.py."


@pytest.mark.parametrize("ending", ["rar", "7z", "TAR.gz", "tgz"])
def test_a_class_beside_an_archive_of_it_that_nobody_can_open_is_one(tmp_path, ending):
    files = {"ana/tictactoe.py": RIGHT, "bob/tictactoe.py": WRONG}
    lay_out(tmp_path / "Turma", files)
    lay_out(tmp_path, {f"turma.{ending}": b""})
    assert list(found(tmp_path)) == ["ana", "bob"]
    with submissions.students(tmp_path) as units:
        assert units.left_out == [f"turma.{ending}"]


@pytest.mark.parametrize("files", [exports.MOODLE, {"ana.py": RIGHT, "bob.py": WRONG}])
def test_an_export_beside_the_folder_it_was_unpacked_into_is_one_class(tmp_path, files):
    lay_out(tmp_path / "Export", files)
    lay_out(tmp_path, {"export.zip": files})
    assert list(found(tmp_path)) == list(found(tmp_path / "Export"))
    with submissions.students(tmp_path) as units:
        assert units.left_out == ["export.zip"]


def test_what_is_no_clone_is_read_as_plain_beside_clones(tmp_path):
    files = {
        "project0-ana/tictactoe.py": RIGHT,
        "project0-bob-main/tictactoe.py": WRONG,
        "project0-/tictactoe.py": RIGHT,
        "carl.py": WRONG,
        "project0-dora.py": RIGHT,
    }
    expected = {"ana", "bob", "carl", "project0-", "project0-dora"}
    assert set(found(lay_out(tmp_path, files))) == expected


@pytest.mark.parametrize("platform", ["", "github"])
def test_a_folder_among_clones_that_is_none_leaves_the_others_their_names(
    tmp_path, platform
):
    clones = ["project0-ana-x", "project0-ana-y", "project0-bob", "project0-carl"]
    files = {f"{each}/tictactoe.py": RIGHT for each in [*clones, "solution"]}
    students = found(lay_out(tmp_path, files), Intake(platform))
    assert list(students) == ["ana-x", "ana-y", "bob", "carl", "solution"]


def test_numbered_logins_are_found_in_a_roster(tmp_path):
    logins = [f"ufmg-00{n}" for n in (1, 2, 3)]
    people = zip(["Ana", "Bob", "Cy"], logins, strict=True)
    names = roster.Roster([(name, [login]) for name, login in people])
    lay_out(tmp_path, {f"project0-{each}/tictactoe.py": RIGHT for each in logins})
    students = found(tmp_path, Intake(roster=names))
    ids = {name: each.origin.id for name, each in students.items()}
    assert ids == dict(zip(["Ana", "Bob", "Cy"], logins, strict=True))


def test_a_clone_that_github_packed_is_its_student_s(tmp_path):
    names = ["project0-ana-main", "project0-b-main"]
    again = {"project0-b-main (1).zip": {"project0-b-main/tictactoe.py": WRONG}}
    files = {f"{n}.zip": {f"{n}/tictactoe.py": RIGHT} for n in names} | again
    students = found(lay_out(tmp_path / "x", files))
    assert [each.origin.id for each in students.values()] == ["ana", "b"]
    assert students["ana"].source == RIGHT
    assert "2 different candidates" in students["b"].refusal
    packed = {"project0-submissions.zip": {f"{n}/tictactoe.py": RIGHT for n in names}}
    assert [*found(lay_out(tmp_path / "y", packed), Intake("github"))] == ["ana", "b"]


def test_what_two_names_have_in_common_is_not_the_assignments(tmp_path):
    names = ["ana", "andre"]
    files = {f"project0-{each}/tictactoe.py": RIGHT for each in names}
    assert list(found(lay_out(tmp_path, files))) == names


# The folder and its clones; the logins of the roster; the logins that are seen, and
# what the clones have in common that may be the assignment's or theirs.
CUTS = {
    "one part": ("x: p0-ana p0-bob-li", "", "ana bob-li", ""),
    "known parts": ("x: Tic-Tac-Toe-2-ana Tic-Tac-Toe-2-bob", "", "ana bob", ""),
    "a known part at the end": ("x: ia-da-ufmg-hw1-ana", "", "ana", ""),
    "a part of the logins, or not": (
        "x: project0-ufmg-ana project0-ufmg-bob",
        "",
        "ufmg-ana ufmg-bob",
        "project0-ufmg-",
    ),
    "one alone": ("x: p0-ana2-silva", "", "ana2-silva", "p0-ana2-"),
    "one alone, packed": ("x: p0-ana-main", "", "ana", ""),
    "what all were made from": (
        "x: tic-tac-toe tic-tac-toe-ana-li tic-tac-toe-bob",
        "",
        "tic-tac-toe ana-li bob",
        "",
    ),
    "what all were made from, as the logins say": (
        "x: cs50-ai cs50-ai-ana cs50-ai-bob",
        "ana bob",
        "cs50-ai ana bob",
        "",
    ),
    "one whose login begins another's": ("x: p0-a p0-a-b", "", "a a-b", "p0-a-"),
    "no known part": ("x: maria-sa maria-lima", "", "maria-sa maria-lima", "maria-"),
    "as the folder says": ("p0-ufmg-submissions: p0-ufmg-a", "", "a", ""),
    "as the folder says, less": ("P0-submissions: p0-maria-sa", "sa", "maria-sa", ""),
    "as a packed folder says": ("p0-submissions.zip: p0-maria-sa", "", "maria-sa", ""),
    "of another folder": ("p1-submissions: p0-a-b", "", "a-b", "p0-a-"),
    "as the logins say": ("x: p0-ufmg-a p0-ufmg-b", "a b", "a b", ""),
    "as the logins say, whatever the case": ("x: p0-Sa-A", "sa-a", "Sa-A", ""),
    "as the logins say, less": (
        "x: p0-ufmg-a p0-ufmg-b",
        "ufmg-a ufmg-b",
        "ufmg-a ufmg-b",
        "",
    ),
    "a login within one that is known": (
        "x: p0-maria-silva",
        "maria-silva silva",
        "maria-silva",
        "",
    ),
    "a login within one that is not": (
        "x: p0-maria-silva p0-maria-sa",
        "silva",
        "maria-silva maria-sa",
        "p0-maria-",
    ),
    "logins both ways": (
        "x: p0-maria-silva p0-maria-sa",
        "maria-silva silva maria-sa sa",
        "maria-silva maria-sa",
        "p0-maria-",
    ),
    "logins that are whole names": (
        "x: maria-sa maria-li",
        "maria-sa",
        "maria-sa maria-li",
        "",
    ),
    "logins of others": ("x: p0-ufmg-a p0-ufmg-b", "c d", "ufmg-a ufmg-b", "p0-ufmg-"),
}


@pytest.mark.parametrize(("names", "logins", "seen", "shared"), CUTS.values(), ids=CUTS)
def test_no_part_of_a_login_is_cut_off_with_the_assignment_in_silence(
    names, logins, seen, shared
):
    name, clones = names.split(": ")
    nodes = [FoundFile(each, each, "folder") for each in clones.split()]
    root = FoundFile(name, "", "folder", lambda: iter(nodes))
    rows = [(f"Name of {each}", [each]) for each in logins.split()]
    cut = github.cut_of(root, roster.Roster(rows))
    read = github.reader(root, cut)
    assert [read(node).student for node in nodes] == seen.split()
    assert cut.shared == shared


def test_of_two_assignments_with_as_many_clones_the_same_one_is_always_cut():
    for one, other in combinations([f"hw{n}" for n in range(10, 20)], 2):
        clones = [f"{hw}-{who}" for who in ("ana", "bob") for hw in (other, one)]
        assert github.beginning(clones) == f"{one}-"


def test_a_clone_goes_to_the_whole_login_and_to_nobody_whose_login_is_its_end(tmp_path):
    lay_out(tmp_path, {"project0-maria-silva/tictactoe.py": RIGHT})
    people = {"maria-silva": "Maria Silva", "bob": "Bob Xu", "silva": "Pedro Silva"}
    names = roster.Roster((name, [login]) for login, name in people.items())
    assert [*found(tmp_path, Intake("github", names))] == ["Maria Silva"]


def test_what_two_of_the_roster_share_is_no_login_of_either():
    assert "a" not in roster.Roster([("Ana", ["1", "A"]), ("Bob", ["2", "A"])])


@pytest.mark.parametrize("end", [".py", ".zip", "/tictactoe.py"])
@pytest.mark.parametrize("before", ["", "IA - "])
def test_a_student_s_number_before_the_name_is_the_id(tmp_path, before, end):
    people = {"20210001": "Ana Sá", "20210002": "Bob", "00031": "Bob"}
    files = {
        f"{before}{number} - {name}{end}": {"a.py": RIGHT} if end == ".zip" else RIGHT
        for number, name in people.items()
    }
    lay_out(tmp_path / "class", files | {"key.py": WRONG})
    for platform in ("", "plain"):
        students = found(tmp_path / "class", Intake(platform))
        ids = {name: each.origin.id for name, each in students.items()}
        told = {"Ana Sá": "20210001", "Bob (20210002)": "20210002"}
        assert ids == told | {"Bob (00031)": "00031", "key": ""}


def test_named_plain_a_folder_is_a_student_whatever_it_is_called(tmp_path):
    lay_out(tmp_path, {"project0-ana/tictactoe.py": RIGHT, "project0-b/x.py": WRONG})
    assert set(found(tmp_path)) == {"ana", "b"}
    assert set(found(tmp_path, Intake("plain"))) == {"project0-ana", "project0-b"}


def test_two_students_of_one_name_are_two(tmp_path):
    files = {
        "Ana Silva_1_assignsubmission_file_/tictactoe.py": RIGHT,
        "Ana Silva_2_assignsubmission_file_/tictactoe.py": WRONG,
    }
    students = found(lay_out(tmp_path, files))
    assert list(students) == ["Ana Silva (1)", "Ana Silva (2)"]


def test_what_the_teacher_put_beside_an_export_is_read_as_ever(tmp_path):
    for files in (exports.MOODLE, exports.CANVAS, exports.GOOGLE):
        extra = {"Extra Student.py": RIGHT, "grades.csv": b"", "notes.txt": b""}
        students = found(lay_out(tmp_path / str(len(files)), files | extra))
        assert len(students) == 4
        assert students["Extra Student"].source == RIGHT


def test_no_two_students_are_left_with_one_name(tmp_path):
    """Also where somebody is called as two others are told apart."""
    names = ["Ana_1", "Ana_2", "Ana (1)_3", "Ana (1)_4", "Ana (1) (3)_5", "Bob_6"]
    files = {f"{each}{exports.FILE}/tictactoe.py": RIGHT for each in names}
    with submissions.students(lay_out(tmp_path, files)) as units:
        students = {unit.student for unit in units}
        assert len(students) == len(units) == len(names)
    assert {"Ana (2)", "Bob"} <= students


def test_names_that_an_export_or_a_roster_spells_out_are_fit_to_be_shown(tmp_path):
    metadata = (
        'submission_1:\n  :submitters:\n  - :name: "A\\x1b[2J\\n\\U0001F469 B"\n'
        'submission_2:\n  :submitters:\n  - :name: "\\UFFFFFFFF\\U0FFFFFFF"\n'
    )
    files = {f"submission_{n}/tictactoe.py": RIGHT for n in (1, 2)}
    lay_out(tmp_path / "class", files | {gradescope.METADATA: metadata.encode()})
    assert "A\\x1b[2J\\n\U0001f469 B" in found(tmp_path / "class")
    (tmp_path / "r.csv").write_text("id,name\n7,Ana\x1b[2J\n")
    names = roster.read(tmp_path / "r.csv")
    assert names.name_of(submissions.Unit("x", [], Origin(id="7"))) == r"Ana\x1b[2J"


def test_a_second_file_of_the_same_name_in_drive_is_a_doubt_and_not_passed_over(
    tmp_path,
):
    """Two students of one name, or one who handed in twice: nobody can tell."""
    for again in ("tictactoe (1).py", "tictactoe(1).py", "tictactoe (12).py"):
        files = {"Ana - tictactoe.py": RIGHT, f"Ana - {again}": WRONG}
        path = lay_out(tmp_path / again, files | {"Bob - tictactoe.py": RIGHT})
        assert "2 different candidates: Ana - " in found(path)["Ana"].refusal
        assert found(path)["Bob"].source == RIGHT


@pytest.mark.parametrize("name", PLATFORMS)
def test_no_platform_fails_on_odd_names(tmp_path, name):
    odd = ["_", "-", " - ", "_1_2_", "_assignsubmission_file_", "a_assignsubmission_b"]
    odd += ["submission_", "submission_1", "x_LATE_1_2_3", "tictactoe.py-"]
    files = {f"{each}.py": RIGHT for each in odd} | {f"{each}/a": b"" for each in odd}
    files["submission_metadata.yml"] = b"\xff:\n  - :name: x\nsubmission_1:\n  - :name:"
    path = lay_out(tmp_path, files)
    assert all(found(path, Intake(name)))


def test_a_broken_list_of_names_costs_the_names_alone():
    for text in ("", ":", "submission_1:\n", "submission_1:\n  :submitters: []\n"):
        assert not any(each.people for each in gradescope.metadata(text).values())


def test_who_handed_in_and_how_often_before():
    assert gradescope.metadata(exports.METADATA.decode()) == {
        "": ([], 0),
        "submission_98760": (
            [{"name": "Ana Silva", "sid": "100", "email": "ana@school.example"}],
            1,
        ),
        "submission_98761": (
            [
                {"name": BOB, "sid": "", "email": "bob@school.example"},
                {
                    "name": 'Çağla "C" Ünal',
                    "sid": "102",
                    "email": "cagla@school.example",
                },
            ],
            0,
        ),
    }
    odd = "submission_1:\n  :submitters:\n    :name: Ana\n    :sid: 7\n"
    assert gradescope.metadata(odd)["submission_1"] == (
        [{"name": "Ana", "sid": "7"}],
        0,
    )


def test_who_has_no_name_goes_by_the_address_or_the_folder(tmp_path):
    metadata = b"".join(
        b"submission_%d:\n  :submitters:\n  - :sid: %d\n%s" % (n, n, more)
        for n, more in enumerate([b"", b"    :email: ana@x\n", b"    :name: Bob\n"])
    )
    files = {f"submission_{n}/tictactoe.py": RIGHT for n in range(3)}
    lists = {gradescope.METADATA: metadata, "the_teachers_own.yml": b"grades:\n"}
    students = found(lay_out(tmp_path, files | lists))
    assert {name: each.origin.id for name, each in students.items()} == {
        "submission_0": "0",
        "ana@x": "1",
        "Bob": "2",
    }


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (" plain ", "plain"),
        ("~", ""),
        ("null", ""),
        ("'it''s'", "it's"),
        ("''", ""),
        ("'", "'"),
        ('"', '"'),
        ('""', ""),
        (r'"\x41\u0042\U00000043\n\t\q\""', 'ABC\n\tq"'),
        (r'"\U0010FFFF\U00110000"', "\U0010ffffU00110000"),
        (r'"\x"', "x"),
    ],
)
def test_a_name_is_read_as_yaml_writes_it(written, meant):
    assert gradescope.scalar(written) == meant


def test_the_teachers_lists_may_lie_beside_an_export(tmp_path):
    files = {"submissions.zip": exports.CANVAS, "gradebook.csv": b"", "notes.txt": b""}
    lay_out(tmp_path, files)
    assert len(found(tmp_path)) == 3


@pytest.mark.parametrize("code", ["utf-8", "cp850", "cp437"])
def test_names_in_an_archive_are_read_however_they_are_written(tmp_path, code):
    """Windows writes them in its old alphabet and does not say so."""
    name = "José Peña" if code == "cp437" else "João Peña"
    raw = name.encode(code)
    room = b"B" * len(raw)
    data = exports.zipped(
        {"Ana - tictactoe.py": b"1", f"{room.decode()} - tictactoe.py": b"2"}
    ).replace(room, raw)
    (tmp_path / "class.zip").write_bytes(data)
    assert list(found(tmp_path / "class.zip")) == ["Ana", name]


# --- Names that an export lacks ---------------------------------------------------


def test_a_roster_gives_names_to_logins_and_addresses(tmp_path):
    lay_out(tmp_path, exports.GITHUB | {"roster.csv": exports.ROSTER})
    intake = Intake(roster=roster.read(tmp_path / "roster.csv"))
    students = found(tmp_path / "project0-submissions", intake)
    assert list(students) == [ANA, BOB, CAGLA]
    assert students[ANA].origin.id == "ana-silva"


ROSTERS = {
    "no heads": "12345,Ana Silva\n12346,Bob O'Neill\n12347,Çağla Ünal\n",
    "first and last": "ID;Last name;First name\n12345;Silva;Ana\n12346;O'Neill;Bob\n"
    "12347;Ünal;Çağla\n",
    "Canvas's gradebook, two columns": "LastName,FirstName,ID\nSilva,Ana,12345\n"
    "O'Neill,Bob,12346\nÜnal,Çağla,12347\n",
    "a title that begins like a name's": "Student ID,Aluno\n12345,Ana Silva\n"
    "12346,Bob O'Neill\n12347,Çağla Ünal\n",
    "typed by hand": 'ID, name\n12345, "Silva, Ana"\n12346, Bob O\'Neill\n'
    '12347, "Ünal, Çağla" \n',
    "Canvas's gradebook": 'Student,ID\n"Silva, Ana",12345\n"O\'Neill, Bob",12346\n'
    '"Ünal, Çağla",12347\n\n',
}


@pytest.mark.parametrize("text", ROSTERS.values(), ids=ROSTERS)
@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_roster_is_read_as_people_have_it(tmp_path, text, code):
    lay_out(tmp_path / "class", exports.CANVAS)
    (tmp_path / "roster.csv").write_bytes(text.encode(code))
    intake = Intake(roster=roster.read(tmp_path / "roster.csv"))
    assert list(found(tmp_path / "class", intake)) == [ANA, BOB, CAGLA]


def test_a_roster_as_excel_saves_it_in_brazil_is_read(tmp_path):
    (tmp_path / "r.csv").write_bytes("Matrícula;Nome\r\n7;João\r\n".encode("cp1252"))
    names = roster.read(tmp_path / "r.csv")
    assert names.name_of(submissions.Unit("x", [], Origin(id="7"))) == "João"


@pytest.mark.parametrize(
    "heads",
    [
        "Aluno;Turma;GitHub",
        "Aluno(a);Turma;Login",
        "Nome do(a) aluno(a);Turma;E-mail",
        "Estudante;Section;GitHub handle",
        "Discente;Nota;Matrícula",
        "Nome do Discente;Situação;Matrícula",
        "identifier;name;github_username",
        "Student's name;Grade;Student ID",
    ],
)
def test_the_names_are_where_the_head_says_so(tmp_path, heads):
    """In the second column is what is no name, or nothing."""
    other = "" if ";name;" in heads else "A1"
    text = f"{heads}\n{ANA};{other};u1\n{BOB};{other};u2\n"
    (tmp_path / "r.csv").write_text(text, "utf-8")
    names = roster.read(tmp_path / "r.csv")
    assert names.name_of(submissions.Unit("u1", [], Origin("u1"))) == ANA
    assert names.name_of(submissions.Unit("u2", [], Origin("u2"))) == BOB


@pytest.mark.parametrize("heads", ["Nachname,Vorname,Benutzername", "Nom,Prénom,Login"])
def test_first_and_last_names_have_heads_in_other_languages(tmp_path, heads):
    (tmp_path / "r.csv").write_text(f"{heads}\nSilva,Ana,u1\n", "utf-8")
    names = roster.read(tmp_path / "r.csv")
    assert names.name_of(submissions.Unit("u1", [], Origin("u1"))) == ANA


@pytest.mark.parametrize(
    "text",
    [
        "Wer,GitHub\nAna,u1\n",
        "First name,Login\nAna,u1\n",
        "E-mail,Class\nana@x,A\n",
        "name,login\n,u1\n",
        "Turma;Nota\nA;7\n",
    ],
)
def test_heads_without_one_for_names_are_refused_and_no_column_is_guessed(
    tmp_path, text
):
    (tmp_path / "r.csv").write_text(text)
    with pytest.raises(roster.RosterError, match="which column has the names") as why:
        roster.read(tmp_path / "r.csv")
    assert repr(text.partition("\n")[0].replace(",", ", ").replace(";", ", ")) in str(
        why.value
    )


@pytest.mark.parametrize("name", ["Ra Smith", "Test Student", "Do", "Mail, Nota B."])
def test_a_name_with_a_word_of_a_head_is_still_a_name(tmp_path, name):
    (tmp_path / "r.csv").write_text(f'u1,"{name}"\nu2,Ana\n')
    assert roster.read(tmp_path / "r.csv").name_of(submissions.Unit("u2", [])) == "Ana"
    assert roster.read(tmp_path / "r.csv").name_of(submissions.Unit("u1", [])) != "u1"


def test_two_of_the_same_name_stay_two_whatever_tells_them_apart(tmp_path):
    """By the platform's id, by e-mail, or by where their files are."""
    people = [("100", "a@x"), ("101", "b@x"), ("''", "c@x"), ("''", "d@x")]
    metadata = "".join(
        f"submission_{n}:\n  :submitters:\n  - :name: Li Wei\n    :sid: {sid}\n"
        f"    :email: {email}\n"
        for n, (sid, email) in enumerate(people)
    )
    files = {f"submission_{n}/tictactoe.py": b"# %d" % n for n in range(4)}
    lay_out(tmp_path / "class", files | {gradescope.METADATA: metadata.encode()})
    assert list(found(tmp_path / "class")) == [
        "Li Wei (100)",
        "Li Wei (101)",
        "Li Wei (c@x)",
        "Li Wei (d@x)",
    ]
    lay_out(tmp_path / "plain", {"u1/tictactoe.py": b"1", "u2/tictactoe.py": b"2"})
    (tmp_path / "roster.csv").write_text("login,name\nu1,Li Wei\nu2,Li Wei\n")
    intake = Intake(roster=roster.read(tmp_path / "roster.csv"))
    students = found(tmp_path / "plain", intake)
    assert list(students) == ["Li Wei (u1)", "Li Wei (u2)"]


SAME_ID = {  # two submissions, and the students that they are
    "others": ("Ana,0,a@x", "Bia,0,b@x", ["Ana", "Bia"]),
    "others without addresses": ("Ana,0,", "Bia,0,", ["Ana", "Bia"]),
    "others of one name": ("Ana,0,a@x", "Ana,0,b@x", ["Ana (a@x)", "Ana (b@x)"]),
    "one, spelled anew": ("Ana,7,a@x", "Ana S.,7,A@X", ["Ana"]),
    "one": ("Ana,7,", "ana,7,a@x", ["Ana"]),
    "one by the address": ("Ana,'',a@x", "Ana,'',a@x", ["Ana"]),
}


@pytest.mark.parametrize(("one", "two", "names"), SAME_ID.values(), ids=SAME_ID)
def test_one_id_is_one_student_only_with_the_same_name_or_address(
    tmp_path, one, two, names
):
    metadata = ""
    for n, person in enumerate([one, two]):
        name, sid, email = person.split(",")
        metadata += f"submission_{n}:\n  :submitters:\n  - :name: {name}\n"
        metadata += f"    :sid: {sid}\n    :email: {email}\n"
    files = {f"submission_{n}/tictactoe.py": RIGHT for n in range(2)}
    lay_out(tmp_path, files | {gradescope.METADATA: metadata.encode()})
    assert list(found(tmp_path)) == names


@pytest.mark.parametrize("other", ["report.pdf", "zzz.pdf"])
def test_of_files_that_are_none_the_one_of_the_game_is_named(tmp_path, other):
    files = {f"{ANA} - {other}": b"%PDF", f"{ANA} - tictactoe.py.txt": RIGHT}
    lay_out(tmp_path, files | {f"{BOB} - tictactoe.py": RIGHT})
    refusal = found(tmp_path)[ANA].refusal
    assert refusal.startswith(f"{ANA} - tictactoe.py.txt is neither a Python file")


def test_a_comma_is_between_two_people_and_in_no_name_of_gradescopes(tmp_path):
    names = ["Silva, Ana", "Martin King, Jr.", "'a, b, c'"]
    metadata = "submission_1:\n  :submitters:\n" + "".join(
        f"  - :name: {name}\n    :sid: '1,2'\n" for name in names
    )
    files = {"submission_1/tictactoe.py": RIGHT}
    lay_out(tmp_path, files | {gradescope.METADATA: metadata.encode()})
    [(student, given)] = found(tmp_path).items()
    assert student == "Ana Silva, Martin King Jr., a b c"
    assert given.origin.id == "1,2, 1,2, 1,2"


@pytest.mark.parametrize(
    ("text", "strangers"),
    [
        ("login,name\nu1,Ana\nu2,Bob\n", []),
        ("login,name\nu2,Bob\n", ["u1"]),
        ("login,name\nu1,\nu2,Bob\n", ["u1"]),
        ("login,name\nu1\nu2,Bob\n", ["u1"]),
        ("login,name\nu1,Ana\nu1,Ana\nu2,Bob\n", []),
        ("Ana,u1\nBob,u2\n", ["u1", "u2"]),
    ],
)
def test_whom_the_roster_lacks_is_known(tmp_path, text, strangers):
    lay_out(tmp_path / "class", {f"u{n}/tictactoe.py": b"%d" % n for n in (1, 2)})
    (tmp_path / "roster.csv").write_text(text)
    names = roster.read(tmp_path / "roster.csv")
    assert len(found(tmp_path / "class", Intake(roster=names))) == 2
    assert names.strangers == strangers


def test_who_has_two_names_in_the_roster_is_not_missing_there(tmp_path):
    lay_out(tmp_path / "class", {f"u{n}/tictactoe.py": b"%d" % n for n in (1, 2)})
    (tmp_path / "roster.csv").write_text("login,name\nu1,Ana\nu1,Eve\nu1,Ana\nu2,Bob\n")
    names = roster.read(tmp_path / "roster.csv")
    assert list(found(tmp_path / "class", Intake(roster=names))) == ["Bob", "u1"]
    assert (names.strangers, names.ambiguous) == ([], ["u1"])


def test_a_login_is_what_an_address_begins_with(tmp_path):
    (tmp_path / "r.csv").write_text("login,name\nana,Ana Silva\n")
    names = roster.read(tmp_path / "r.csv")
    for email, name in {"ana@x": ANA, "ANA@y": ANA, "x@ana": "Ana S."}.items():
        assert (
            names.name_of(submissions.Unit("Ana S.", [], Origin(email=email))) == name
        )


GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Essay (900),Final Grade
    Points Possible,,,,,100,
"Silva, Ana",87,,ana,A,90,B
"Costa, Bia",90,,jsilva,A,87,C
"Silva, José",91,,jose@x,A,,F
"""


@pytest.mark.parametrize(
    ("unit", "name"),
    [
        (submissions.Unit("silvaana", [], Origin("87")), ANA),
        (submissions.Unit("costabia", [], Origin("90")), "Bia Costa"),
        (submissions.Unit("team7", [], Origin("90")), "Bia Costa"),
        (submissions.Unit("diazcarl", [], Origin("100")), ""),  # which is the maximum
        (submissions.Unit("diazcarl", [], Origin("F")), ""),
        (submissions.Unit("José Silva", [], Origin("", "jsilva@x")), ""),  # Bia's login
        (submissions.Unit("José Silva", [], Origin("90")), "several"),
        (
            submissions.Unit("Rui Sá", [], Origin("90")),
            "several",
        ),  # another platform's number
        (submissions.Unit("B. Costa", [], Origin("90")), "Bia Costa"),
        (submissions.Unit("Bia (90)", [], Origin("90")), "Bia Costa"),
        (submissions.Unit("team7 (90)", [], Origin("90")), "Bia Costa"),
        (submissions.Unit("Zé da Silva", [], Origin("", "jose@x")), "José Silva"),
        (submissions.Unit("José Silva", [], Origin("91", "jose@x")), "José Silva"),
        (submissions.Unit("J.", [], Origin("90", "jose@x")), "several"),
    ],
)
def test_in_a_gradebook_ids_and_logins_stand_for_a_student_and_nothing_else(
    tmp_path, unit, name
):
    (tmp_path / "r.csv").write_text(GRADEBOOK, "utf-8")
    names = roster.read(tmp_path / "r.csv")
    known = name not in ("", "several")
    assert [each.student for each in names.named([unit])] == [
        name if known else unit.student
    ]
    assert names.ambiguous == [unit.student] * (name == "several")
    assert names.strangers == [unit.student] * (not name)


ROLL = "Number,Name\n12,Zeca Lima\n13,Rui Sá\n14,Ana Silva\n"


def test_a_joined_name_of_the_roster_is_nobody_elses_whatever_the_number(tmp_path):
    """The roster has other numbers than the class: none stands for a name alone."""
    (tmp_path / "r.csv").write_text(ROLL, "utf-8")
    names = roster.read(tmp_path / "r.csv")
    files = ("silvaana", "12"), ("xubob", "13"), ("limazeca", "14")
    units = [submissions.Unit(name, [], Origin(id_)) for name, id_ in files]
    assert [each.student for each in names.named(units)] == [
        "limazeca",
        "silvaana",
        "xubob",
    ]
    assert (names.strangers, len(names.ambiguous)) == (["xubob"], 2)
    assert names.named(units[1:2])[0].student == "Rui Sá"  # which may be a group
    login = submissions.Unit("anasilva", [], Origin("anasilva"))
    assert roster.Roster([("Rui Sá", ["anasilva"]), (ANA, ["x"])]).name_of(login) == (
        "Rui Sá"
    )


@pytest.mark.parametrize(
    ("student", "name"),
    [
        ("Ana Silva", "Ana Silva"),
        ("ana  SILVA", "ana  SILVA"),
        ("anasilva", "Rui Sá"),
        ("Bob Xu", "Rui Sá"),
    ],
)
def test_who_is_called_like_another_of_the_roster_is_nobody_else_by_an_address(
    student, name
):
    names = roster.Roster([("Rui Sá", ["r@x"]), (ANA, ["14"])])
    unit = submissions.Unit(student, [], Origin("", "r@x"))
    assert names.name_of(unit) == name


@pytest.mark.parametrize(
    ("stems", "told"),
    [
        ("Grupo (1), Grupo (2)", {"grupo"}),
        ("Grupo (1), Grupo (2), Ana, Bo, Cy", {"grupo"}),
        ("Grupo (1), Ana, Bo", set()),
        ("Grupo, Grupo (1), Ana, Bo, Cy", set()),  # a copy
        ("Ana (1), Ana (2), Bo (1), Bo (2)", {"ana", "bo"}),
        ("Ana (1), Ana (2), Bo, Cy", set()),
    ],
)
def test_numbers_tell_groups_apart_and_names_that_are_half_of_a_class(stems, told):
    assert name_parts.told_by_number(stems.split(", ")) == told


@pytest.mark.parametrize(
    ("stems", "before"),
    [
        ("Ana Silva, Bo Lee", 0),
        ("IA - Ana Silva, IA - Bo Lee, Cy Luz", 1),
        ("IA - Ana, IA - Bo, IA - Cy, Dee, Eve", 1),
        ("IA - Ana Silva, Bo Lee", 0),  # no more than half have it
        ("IA - T1 - Ana, IA - T1 - Bo", 2),
        ("1 - Ana, 2 - Bo, 3 - Cy", 1),
        ("IA - main, IA - Ana, IA - Bo", 1),
        ("IA - main, IA - Ana", 0),  # half are files
        ("12345 - Ana, 12346 - Bo, 12347 - Cy", 1),
        ("12345 - Ana, 12346 - Ana, 12347 - Cy", 1),  # a namesake
        ("12345 - Ana, 12346 - Ana, 12347 - Cy, 12348 - Cy", 0),
        ("12345 - Ana, 12346 - Ana, 12347 - Cy, 12348 - Cy, 12349 - Bo", 1),
    ],
)
def test_what_comes_before_names_is_nobodys_or_a_number_of_ones_own(stems, before):
    every = stems.split(", ")
    assert name_parts.NameParts(every).skipped == before
    numbered = before and every[0].startswith("12345")
    numbers = {each: each[:5] for each in every} if numbered else {}
    assert name_parts.NameParts(every).numbers == numbers


@pytest.mark.parametrize(
    ("stems", "first"),
    [
        ("Dee Luz - tictactoe, IA - Ana Silva, IA - Bo Lee", {"dee luz - tictactoe"}),
        ("Dee Luz - tictactoe, IA - Ana Silva, IA - Bo", set()),  # half: a full name
        ("Dee Luz - tictactoe, Dee Luz - main, IA - Ana Silva", set()),
    ],
)
def test_a_name_comes_before_a_file_where_most_others_end_with_full_ones(stems, first):
    assert name_parts.named_first(stems.split(", ")) == first


@pytest.mark.parametrize(
    ("stems", "again"),
    [
        ("Ana Silva, Ana Silva (1), Bo", {"ana silva (1)"}),
        ("Ana Silva (1), Bo", set()),
        ("Ana, Ana (1), Bo, Bo (1)", {"ana (1)", "bo (1)"}),
        ("Ana, Ana (1), Ana (2), Bo, Bo (1)", set()),  # most are told apart by marks
        ("IA - Ana, IA - Ana (1), IA - Bo", {"ia - ana (1)"}),
        ("main, main (1), Ana, Bo", set()),
    ],
)
def test_a_copy_is_a_persons_whose_name_is_there_without_the_mark(stems, again):
    assert name_parts.copies(stems.split(", ")) == again


@pytest.mark.parametrize("groups", [1, 2])
def test_a_group_that_is_called_like_another_member_costs_no_other_group_its_name(
    groups,
):
    names = roster.Roster([("Zeca Lima", ["12"]), ("Rui Sá", ["13"]), (ANA, ["14"])])
    files = ("group2", "12"), ("group1", "13"), ("limazeca", "14")
    units = [submissions.Unit(name, [], Origin(id_)) for name, id_ in files]
    named = [each.student for each in names.named(units[-groups - 1 :])]
    assert named == ["limazeca", "Rui Sá", "Zeca Lima"][: groups + 1]
    assert (names.strangers, names.ambiguous) == ([], ["limazeca"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ana2,Ana Silva,\n,Ana Silva,\n", (ANA, "")),
        ("ana2,Ana Silva,\na2@x,Ana Silva,\n", (ANA, "")),
        ("ana2,Ana Silva,\n,Ana Silva,a2@x\n", (ANA, "")),
        ("ana2,Ana Silva,a2@x\n,Ana Silva,a1@x\n", ("Ana Silva (ana2)", "a2@x")),
        ("ana1,Ana Silva,a1@x\nana2,Ana Silva,a2@x\n", ("Ana Silva (ana2)", "a2@x")),
        ("ana2,Ana Silva,a2@x\nana2,Ana Silva,a2@x\n", (ANA, "a2@x")),
        ("ana2,Ana Silva,A2@x\n", (ANA, "a2@x")),
        ("ana2,Ana Silva,\n", (ANA, "")),
        ("ana2,Ana Silva,a@x\nana2,Ana Silva,b@x\n", (ANA, "")),
        ("ana2,Ana Silva,a@x\nana2,Rui Sá,b@x\n", ("ana2", "")),
    ],
)
def test_a_roster_gives_an_address_and_tells_namesakes_apart_who_are_not_here(
    tmp_path, text, told
):
    (tmp_path / "r.csv").write_text(f"login,name,email\n{text}", "utf-8")
    unit = submissions.Unit("ana2", [], Origin("ana2"))
    (named,) = roster.read(tmp_path / "r.csv").named([unit])
    assert (named.student, named.origin.email) == told


@pytest.mark.parametrize(
    ("origin", "told"), [(["7", "a@x"], "7"), (["", "a@x"], "a@x"), ([""], "ana2")]
)
def test_a_namesake_is_told_by_number_address_or_what_the_file_is_called(origin, told):
    names = roster.Roster([(ANA, ["ana2"]), (ANA, ["ana3"])])
    here = [SimpleNamespace(where="ana2.py")]
    (named,) = names.named([submissions.Unit("ana2", here, Origin(*origin))])
    assert named.student == f"{ANA} ({told})"


def test_two_of_one_student_are_told_apart_by_their_files_and_not_by_the_address(
    tmp_path,
):
    lay_out(tmp_path, {f"{each}/tictactoe.py": RIGHT for each in ("u1", "a@x")})
    intake = Intake(roster=roster.Roster([(ANA, ["u1", "a@x"])]))
    students = found(tmp_path, intake)
    assert list(students) == ["Ana Silva (a@x)", "Ana Silva (u1)"]
    assert {each.origin.email for each in students.values()} == {"a@x"}


def test_what_an_export_says_of_an_address_stays(tmp_path):
    unit = submissions.Unit("ana2", [], Origin("ana2", "own@x"))
    (named,) = roster.Roster([(ANA, ["ana2", "a2@x"])]).named([unit])
    assert (named.student, named.origin.email) == (ANA, "own@x")


def test_without_a_head_that_says_id_any_column_but_scores_stands_for_a_student(
    tmp_path,
):
    (tmp_path / "r.csv").write_text("name,chave,nota\nAna,7,8\n")
    names = roster.read(tmp_path / "r.csv")
    assert names.name_of(submissions.Unit("x", [], Origin(id="7"))) == "Ana"
    assert names.name_of(submissions.Unit("x", [], Origin(id="8"))) == "x"


def test_what_two_students_share_is_nobodys_key(tmp_path):
    (tmp_path / "r.csv").write_text("id,name,section\n1,Ana,A\n2,Bob,A\n")
    names = roster.read(tmp_path / "r.csv")
    assert names.name_of(submissions.Unit("x", [], Origin(id="A"))) == "x"
    assert names.name_of(submissions.Unit("x", [], Origin(id="2"))) == "Bob"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty; expected a column of ids and one of names"),
        (b"ana\nbob\n", "has one column; expected an id and a name"),
        (b"Name\nAna\n", "has names alone; expected ids, e-mails or logins"),
        (b"First name,Last name\nAna,Sa\n", "has names alone"),
        (b"Name,Score\nAna,7\n", "has names alone"),
        (b"PK\3\4 and more", "is a spreadsheet's own file: save it as CSV"),
        (b"\xff\xfe1\0", "has one column"),
        (b"\xff\xfe1\0\0", "has one column"),  # half a character more
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused(tmp_path, data, message):
    if data is not None:
        (tmp_path / "r.csv").write_bytes(data)
    with pytest.raises(roster.RosterError, match=message):
        roster.read(tmp_path / "r.csv")
