import io
import os
import stat
import sys
import tracemalloc
import zipfile

import pytest
from classroom.exports import lay_out, notebook, zipped

from noughts import contract
from noughts.classroom import files as tree
from noughts.classroom import handed_in, submissions, versions
from noughts.classroom.platforms.entry import Origin
from noughts.classroom.submissions import NoSubmissionsError, Submission

ENGINE = b"# an engine\n"
OTHER = b"# another engine\n"


def found(path):
    """Return every submission of a class, by student."""
    with submissions.students(path) as units:
        return {unit.student: submissions.submission(unit) for unit in units}


def refusal_of(path, student):
    submission = found(path)[student]
    assert submission.source == b""
    return submission.refusal


TWO = {"ana": ENGINE, "bob": OTHER}
LAYOUTS = {
    "a folder for each": {"ana/tictactoe.py": ENGINE, "bob/tictactoe.py": OTHER},
    "a file for each": {"ana_tictactoe.py": ENGINE, "bob_tictactoe.py": OTHER},
    "files with names behind": {
        "tictactoe_ana.py": ENGINE,
        "TicTacToe bob.py": OTHER,
    },
    "files with the name alone": {"ana.py": ENGINE, "bob.py": OTHER},
    "an archive for each": {
        "ana.zip": {"tictactoe.py": ENGINE},
        "bob_tictactoe.zip": {"project/tictactoe.py": OTHER},
    },
    "an archive in a folder": {
        "ana/hand-in.zip": {"tictactoe.py": ENGINE},
        "bob/tictactoe.py": OTHER,
    },
    "an archive of archives": {
        "class.zip": {
            "ana.zip": {"tictactoe.py": ENGINE},
            "bob.zip": {"work.zip": {"tictactoe.py": OTHER}},
        }
    },
    "one folder too deep": {
        "hand-ins/ana/tictactoe.py": ENGINE,
        "hand-ins/bob/tictactoe.py": OTHER,
    },
    "each one folder too deep": {
        "ana/ana/tictactoe.py": ENGINE,
        "bob/project/src/tictactoe.py": OTHER,
    },
    "names in any case": {"ana/TicTacToe.PY": ENGINE, "bob/TICTACTOE.py": OTHER},
    "names written otherwise": {
        "ana/tic_tac_toe.py": ENGINE,
        "bob/tictactoe (1).py": OTHER,
    },
    "with files that are not meant": {
        "ana/tictactoe.py": ENGINE,
        "ana/runner.py": b"",
        "ana/test_tictactoe.py": b"",
        "ana/old_tictactoe.py": b"",
        "ana/.git/tictactoe.py": b"",
        "ana/__pycache__/tictactoe.py": b"",
        "__MACOSX/ana/._tictactoe.py": b"",
        "bob/tictactoe.py": OTHER,
        "students.csv": b"",
        "runner.py": b"",
    },
    "the same file twice": {
        "ana/tictactoe.py": ENGINE,
        "ana/copy/tictactoe.py": ENGINE,
        "bob/a.zip": {"tictactoe.py": OTHER},
        "bob/b.zip": {"tictactoe.py": OTHER},
    },
    "Moodle, folders": {
        "ana_assignsubmission_file_/tictactoe.py": ENGINE,
        "bob_assignsubmission_file/tictactoe.py": OTHER,
    },
    "Moodle, files": {
        "ana_assignsubmission_file_tictactoe.py": ENGINE,
        "bob_assignsubmission_file_tictactoe-1.py": OTHER,
    },
}


@pytest.mark.parametrize("in_archive", [False, True], ids=["folder", "archive"])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_finds_submissions_as_teachers_get_them(tmp_path, layout, in_archive):
    if in_archive:
        path = tmp_path / "class.zip"
        path.write_bytes(zipped(layout))
    else:
        path = lay_out(tmp_path / "class", layout)
    assert {name: each.source for name, each in found(path).items()} == TWO


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("test_tictactoe.py", True),
        ("tictactoe_tests2.py", True),
        ("tictactoetest.py", True),
        ("TestTicTacToe.py", True),
        ("TicTacToeLatestTest.py", True),
        ("TEST_TICTACTOE.PY", True),
        ("teste-tic-tac-toe.py", True),
        ("tictactoe_latest.py", False),
        ("tictactoe_tested.py", False),
        ("fastest tictactoe.py", False),
        ("contest-tictactoe.py", False),
        ("TicTacToeLatest.py", False),
        ("tictactoe.py", False),
    ],
)
def test_a_test_is_told_by_a_whole_word(tmp_path, name, test):
    lay_out(tmp_path, {f"ana/{name}": ENGINE, "bob/tictactoe.py": OTHER})
    assert (found(tmp_path)["ana"].source == ENGINE) != test


@pytest.mark.parametrize("number", [2, 3, 5])
@pytest.mark.parametrize("form", ["export/{}/tictactoe.py", "export/{}_tictactoe.py"])
@pytest.mark.parametrize("most", [handed_in.MOST_FILES, 2])
def test_a_class_in_a_folder_of_its_own_is_found_in_it(
    tmp_path, monkeypatch, form, number, most
):
    """Also one of more files than a single student may have."""
    monkeypatch.setattr(handed_in, "MOST_FILES", most)
    students = [f"student {n}" for n in range(number)]
    lay_out(tmp_path, {form.format(name): ENGINE for name in students})
    assert [*found(tmp_path)] == students


def test_says_where_a_file_was_found(tmp_path):
    path = lay_out(tmp_path, {"ana.zip": {"x/tictactoe.py": ENGINE}, "b/y.txt": b""})
    where, plain = "ana.zip/x/tictactoe.py", Origin(platform="plain")
    assert found(path)["ana"] == Submission("ana", where, ENGINE, origin=plain)


def test_students_come_in_the_order_of_their_names(tmp_path):
    names = ["Zoe", "ana", "Bob", "Émile", "carl"]
    lay_out(tmp_path, {f"{name}/tictactoe.py": ENGINE for name in names})
    assert list(found(tmp_path)) == ["ana", "Bob", "carl", "Émile", "Zoe"]


def test_one_student_alone_is_a_class_too(tmp_path):
    lay_out(tmp_path / "one", {"ana/src/tictactoe.py": ENGINE, "ana/notes.txt": b""})
    assert list(found(tmp_path / "one")) == ["ana"]
    lay_out(tmp_path / "ana", {"tictactoe.py": ENGINE, "runner.py": b""})
    assert list(found(tmp_path / "ana")) == ["ana"]
    (tmp_path / "ana.zip").write_bytes(zipped({"tictactoe.py": ENGINE}))
    assert list(found(tmp_path / "ana.zip")) == ["ana"]


def test_a_folder_and_an_archive_of_the_same_name_are_one_student(tmp_path):
    files = {"ana/notes.txt": b"", "ana.zip": {"tictactoe.py": ENGINE}, "b.py": OTHER}
    assert found(lay_out(tmp_path, files))["ana"].source == ENGINE


def test_a_student_s_name_in_another_case_is_the_same_student(tmp_path):
    files = {"Ana/tictactoe.py": ENGINE, "ana_tictactoe.py": ENGINE, "b.py": OTHER}
    assert list(found(lay_out(tmp_path, files))) == ["Ana", "b"]
    lay_out(tmp_path, {"ANA.zip": {"tictactoe.py": ENGINE}, "ana.ipynb": b"{}"})
    assert len(found(tmp_path)) == 2


def test_names_are_read_as_they_were_meant(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("b\\tictactoe.py", OTHER)
        archive.writestr("Zoë_Mü/tictactoe.py".replace("ü", "u\u0308"), ENGINE)
    data = bytearray(buffer.getvalue())
    for signature, at in ((b"PK\1\2", 8), (b"PK\3\4", 6)):  # forget to say "UTF-8"
        start = data.rfind(signature)
        data[start + at + 1] &= ~0x08
    (tmp_path / "class.zip").write_bytes(data)
    assert list(found(tmp_path / "class.zip")) == ["b", "Zoë_Mü"]


@pytest.mark.skipif(sys.platform != "linux", reason="such names exist on Linux only")
@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("Jo\u255eo", "João"),  # more letters in the other alphabet
        ("\u03b1.py", "\u03b1.py"),  # as many: nothing speaks against what was read
        ("Jos\u251c\u2310", "José"),  # UTF-8 that did not say so
        ("ana", "ana"),
    ],
)
def test_a_name_is_taken_as_it_reads_best(read, meant):
    assert tree.meant(read) == meant


@pytest.mark.parametrize(
    ("paths", "said"), [("abcd", "a, b, c, d"), ("abcde", "a, b, c, d (+1)")]
)
def test_four_files_are_named_and_more_are_counted(paths, said):
    assert handed_in.named([*paths]) == said


@pytest.mark.parametrize(("available", "version"), [(True, "9.9"), (False, "")])
def test_ruff_counts_where_it_can_be_run(monkeypatch, available, version):
    monkeypatch.setattr(versions.style, "available", lambda: available)
    monkeypatch.setattr(versions, "version", lambda name: "9.9")
    assert versions._ruff() == version


def test_names_that_are_no_text_can_be_shown(tmp_path):
    folder = os.fsencode(tmp_path / "class" / "a") + b"\xff\n"
    os.makedirs(folder)
    with open(folder + b"/tictactoe.py", "wb") as file:
        file.write(ENGINE)
    lay_out(tmp_path / "class", {"b.py": OTHER})
    assert list(found(tmp_path / "class")) == ["a\\xff\\n", "b"]


ALIKE = [
    (b"Ren\xe9", b"Ren\xea", ["Ren\\xe9", "Ren\\xea"]),
    (b"x\\ny", b"x\ny", ["x\\ny (x\\ny (2))", "x\\ny (x\\ny)"]),
    ("é".encode(), "e\u0301".encode(), ["é (é (2))", "é (é)"]),
]


@pytest.mark.skipif(sys.platform != "linux", reason="such names exist on Linux only")
@pytest.mark.parametrize(("one", "other", "shown"), ALIKE)
def test_students_whose_names_are_shown_alike_are_two(tmp_path, one, other, shown):
    for name, source in ((one, ENGINE), (other, OTHER)):
        os.mkdir(os.fsencode(tmp_path) + b"/" + name)
        with open(os.fsencode(tmp_path) + b"/" + name + b"/tictactoe.py", "wb") as file:
            file.write(source)
    both = found(tmp_path)
    assert list(both) == shown
    assert {each.source for each in both.values()} == {ENGINE, OTHER}
    assert len({each.where for each in both.values()}) == 2


def test_names_shown_alike_in_an_archive_are_two_students(tmp_path):
    names = ["é", "e\u0301", "x" * 300 + "1", "x" * 300 + "2"]
    files = {f"{name}/tictactoe.py": ENGINE for name in names}
    (tmp_path / "class.zip").write_bytes(zipped(files))
    assert len(found(tmp_path / "class.zip")) == 4


def test_a_name_that_is_what_we_would_call_another_stays_its_own(tmp_path):
    names = ["é", "e\u0301", "é (é)", "é (é (2))"]
    names += [f"é ({n})" for n in range(2, 6)]
    files = {f"{name}/tictactoe.py": ENGINE for name in names}
    (tmp_path / "class.zip").write_bytes(zipped(files))
    assert len(found(tmp_path / "class.zip")) == 8


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("again", [OTHER, ENGINE])
def test_an_entry_that_comes_twice_is_both(tmp_path, again):
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name, source in (("a", ENGINE), ("b", OTHER), ("a", again)):
            archive.writestr(f"{name}/tictactoe.py", source)
    given = found(tmp_path / "class.zip")
    twice = "2 different candidates: a/tictactoe.py, a/tictactoe.py"
    assert given["a"].refusal == ("" if again == ENGINE else twice)
    assert given["b"].source == OTHER


def test_files_of_a_student_that_differ_in_case_are_both_looked_at(tmp_path):
    files = {"ana_tictactoe.py": ENGINE, "ana_TicTacToe.py": OTHER, "b.py": OTHER}
    assert refusal_of(lay_out(tmp_path, files), "ana").startswith("2 different")


LEFT_OUT = {
    "a file for each": (
        ["ana.py", "bob.rar", "leo.txt", "joy.pdf", "Mia.docx", "g.csv", "runner.py"],
        ["Mia.docx", "joy.pdf", "leo.txt"],
    ),
    "beside a class": (
        ["x/ana/tictactoe.py", "x/bob/tictactoe.py", "x/joy.PDF", "leo.txt", "g.xlsx"],
        ["leo.txt", "x/joy.PDF"],
    ),
    "beside an export": (
        ["Ana_1_assignsubmission_file_/tictactoe.py", "joy.html", "grades.csv"],
        ["joy.html"],
    ),
    "in a student's folder": (["ana/tictactoe.py", "ana/a.txt", "bob/b.txt"], []),
}


@pytest.mark.parametrize(("names", "left_out"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_is_nobody_s_is_left_out_by_name(tmp_path, names, left_out):
    path = lay_out(tmp_path, dict.fromkeys(names, ENGINE))
    with submissions.students(path) as units:
        assert units.left_out == left_out


# --- Which of a student's files is judged --------------------------------------

ONE, TWO_, THREE = (b"def player(board):\n    return %d\n" % n for n in (1, 2, 3))
CHOSEN = {
    # what lies in a student's folder, what is judged, what is said to be there, too
    "in an archive, the same": (
        {"tictactoe.py": ONE, "a.zip": {"tictactoe.py": ONE}},
        ONE,
        "",
    ),
    "in an archive, another": (
        {"tictactoe.py": ONE, "a.zip": {"x/tictactoe.py": TWO_}},
        "2 different candidates: ana/tictactoe.py, ana/a.zip/x/tictactoe.py",
        "",
    ),
    "an archive that cannot be opened": (
        {"tictactoe.py": ONE, "a.zip": b"PK"},
        ONE,
        "ana/a.zip",
    ),
    "archives of another kind": (
        {"tictactoe.py": ONE, "a.rar": b"", "b/c.tar.gz": b"", "d.7z": b""},
        ONE,
        "ana/a.rar, ana/b/c.tar.gz, ana/d.7z",
    ),
    "what cannot be read": (
        {
            "tictactoe.py": ONE,
            "report.ipynb": b" " * 1_000_001,
            "utils.py": TWO_.decode().encode("utf-16"),
            "work.ipynb": b"{",
        },
        ONE,
        "ana/report.ipynb, ana/utils.py, ana/work.ipynb",
    ),
    "too many archives": (
        {"tictactoe.py": ONE} | {f"{n}.zip": {"x": b""} for n in range(6)},
        ONE,
        "ana/0.zip, ana/1.zip, ana/2.zip, ana/3.zip (+2)",
    ),
    "a draft": (
        {"tictactoe.py": ONE, "tictactoe_v1.py": TWO_},
        ONE,
        "ana/tictactoe_v1.py",
    ),
    "a draft that is the same": (
        {"tictactoe.py": ONE, "tictactoe_v1.py": ONE},
        ONE,
        "",
    ),
    "a draft without functions": (
        {"tictactoe.py": ONE, "tictactoe_v1.py": b""},
        ONE,
        "",
    ),
    "a draft in an archive": (
        {"tictactoe.py": ONE, "a.zip": {"game.py": TWO_}},
        ONE,
        "ana/a.zip/game.py",
    ),
    "a notebook": (
        {
            "tictactoe.py": ONE,
            "x.ipynb": notebook("def player(b): pass"),
            "y.ipynb": b"",
        },
        ONE,
        "ana/x.ipynb",
    ),
    "a module of its own, a test and the window": (
        {
            "tictactoe.py": b"from rules import player",
            "rules.py": ONE,
            "test_rules.py": TWO_,
            "runner.py": THREE,
        },
        b"from rules import player",
        "",
    ),
    "another name, in a folder": ({"main.py": ONE, "helper.py": b"x = 1"}, ONE, ""),
    "another name, beside a window that has the right one": (
        {"engine.py": ONE, "TicTacToe.py": b"import engine"},
        ONE,
        "ana/TicTacToe.py",
    ),
    "another name, in an archive": ({"a.zip": {"main.py": ONE}}, ONE, ""),
    "another name, twice": (
        {"main.py": ONE, "game.py": TWO_},
        "2 different candidates: ana/game.py, ana/main.py",
        "",
    ),
    "another name, without functions": (
        {"main.py": b"x"},
        "no tictactoe.py in ana, only main.py",
        "",
    ),
}


@pytest.mark.parametrize(("files", "judged", "told"), CHOSEN.values(), ids=CHOSEN)
def test_versions_are_never_chosen_between_in_silence(tmp_path, files, judged, told):
    files = {f"ana/{name}": content for name, content in files.items()}
    ana = found(lay_out(tmp_path, files | {"bob/tictactoe.py": OTHER}))["ana"]
    if isinstance(judged, str):
        assert ana.refusal == judged
    else:
        assert (ana.source, ana.refusal) == (judged, "")
        said = f"Handed in beside it, and not judged: {told}."
        assert (
            ana.note.rpartition("\n")[2] == said
            if told
            else "not judged" not in ana.note
        )


def test_of_very_many_other_files_only_the_first_are_read(tmp_path):
    files = {f"ana/{n:02}.py": TWO_ for n in range(21)} | {"ana/tictactoe.py": ONE}
    ana = found(lay_out(tmp_path, files | {"bob/tictactoe.py": OTHER}))["ana"]
    assert ana.note.endswith("(+16).")
    (tmp_path / "ana/tictactoe.py").unlink()
    assert refusal_of(tmp_path, "ana") == "21 candidates, more than 20"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
@pytest.mark.parametrize("name", ["x.ipynb", "main.py"])
def test_what_would_never_end_is_not_looked_into(tmp_path, name):
    lay_out(tmp_path, {"ana/notes.txt": b"", "bob/tictactoe.py": OTHER})
    os.mkfifo(tmp_path / "ana" / name)
    assert refusal_of(tmp_path, "ana") == f"ana/{name} is not a regular file"


@pytest.mark.parametrize("folder", ["/", ""], ids=["folders", "files"])
def test_a_file_of_another_name_is_judged_however_the_export_is_laid_out(
    tmp_path, folder
):
    names = {"Ana_1": "main.py", "Bob_2": "tictactoe.py"}
    export = {f"{w}_assignsubmission_file_{folder}{n}": ONE for w, n in names.items()}
    assert {each.source for each in found(lay_out(tmp_path, export)).values()} == {ONE}


ALONE = {
    "drafts": ["tictactoe.py", "tictactoe_old.py"],
    "a copy in a folder": [
        "tictactoe.py",
        "project0/tictactoe.py",
        "Copy of tictactoe.py",
    ],
    "tests": ["src/tictactoe.py", "src/tests/tictactoe_v1.py"],
    "notebooks": ["tictactoe.ipynb", "tictactoe_old.ipynb"],
    "a folder deeper": ["project0/tictactoe.py", "project0/old/tictactoe_v1.py"],
}


@pytest.mark.parametrize("in_archive", [False, True], ids=["folder", "archive"])
@pytest.mark.parametrize("names", ALONE.values(), ids=ALONE)
def test_a_student_who_is_alone_is_one_student(tmp_path, names, in_archive):
    engine = {"py": ONE, "ipynb": notebook("def player(b): pass")}
    files = {f"Ana Silva/{name}": engine[name.rpartition(".")[2]] for name in names}
    path = lay_out(tmp_path / "late", {"late.zip": files} if in_archive else files)
    path = path / "late.zip" if in_archive else path
    assert [*found(path)] == ["Ana Silva"]


def test_a_clone_that_is_alone_is_its_student_where_the_platform_is_named(tmp_path):
    files = {"project0-ana/tictactoe.py": ONE, "project0-ana/x/tictactoe_v1.py": TWO_}
    path = lay_out(tmp_path, files)
    for platform, student in (("github", "ana"), ("", "project0-ana")):
        with submissions.students(path, submissions.Intake(platform)) as units:
            assert [unit.student for unit in units] == [student]


# --- What is refused, for one student alone ----------------------------------

BESIDE = {"bob/tictactoe.py": OTHER}
REFUSALS = [
    ({"ana/main.py": ENGINE}, "no tictactoe.py in ana, only main.py"),
    (
        {"ana/a/x.txt": b"", "ana/work.zip": {"src/main.py": ENGINE}},
        "no tictactoe.py in ana, only a/x.txt, work.zip/src/main.py",
    ),
    ({"ana/b/work.rar": b""}, "ana/b/work.rar is neither a Python file nor a zip"),
    (
        {"ana/work.zip": {"work.7z": b""}},
        "ana/work.zip/work.7z is neither a Python file nor a zip archive",
    ),
    ({"ana/empty.zip": {}}, "no tictactoe.py in ana"),
    (
        {"ana/a/tictactoe.py": ENGINE, "ana/b/tictactoe.py": OTHER},
        "2 different candidates: ana/a/tictactoe.py, ana/b/tictactoe.py",
    ),
    (
        {f"ana/{n}/tictactoe.py": f"{n}".encode() for n in range(9)},
        "9 different candidates: ana/0/tictactoe.py, ana/1/tictactoe.py, "
        "ana/2/tictactoe.py, ana/3/tictactoe.py (+5)",
    ),
    ({"ana/x.zip": b"PK nonsense"}, "ana/x.zip is not a readable zip archive: "),
    ({"ana.rar": b""}, "ana.rar is neither a Python file nor a zip archive"),
    ({"ana_tictactoe.txt": b""}, "ana_tictactoe.txt is neither a Python file nor a"),
    ({"ana/tictactoe.py": b"#" * (1 << 20) + b"\n"}, "is larger than 1 MB"),
    ({"ana.zip": {"tictactoe.py": b" " * (1 << 21)}}, "is larger than 1 MB"),
    (
        {"ana.zip": {"x.zip": b" " * 17_000_000}},
        "is an archive of more than 16 MB",
    ),
    (
        {"ana.zip": {"../../tictactoe.py": ENGINE}},
        "../../tictactoe.py climbs out of its archive",
    ),
    ({"ana.zip": {"/etc/tictactoe.py": ENGINE}}, "climbs out of its archive"),
    ({"ana.zip": {"C:\\x\\tictactoe.py": ENGINE}}, "climbs out of its archive"),
    (
        {"ana.zip": {"tictactoe.py": ENGINE, "a/../../.bashrc": b""}},
        "a/../../.bashrc climbs out of its archive",
    ),
    ({"ana.zip": {"b.zip": {"c.zip": {"d.zip": {}}}}}, "is an archive 3 archives deep"),
    (
        {"ana.zip": {f"{n}": b"" for n in range(10_001)}},
        "10,001 files and folders, more than",
    ),
    ({"ana.zip": {f"{n}.zip": {} for n in range(6)}}, "7 archives, more than 5"),
]


@pytest.mark.parametrize(("files", "reason"), REFUSALS)
def test_what_cannot_be_taken_is_refused_for_that_student(tmp_path, files, reason):
    lay_out(tmp_path, files | BESIDE)
    assert reason in refusal_of(tmp_path, "ana")
    assert found(tmp_path)["bob"].source == OTHER


def test_links_are_not_followed(tmp_path):
    lay_out(tmp_path, BESIDE | {"ana/notes.txt": b"", "carl/notes.txt": b""})
    (tmp_path / "ana/tictactoe.py").symlink_to(tmp_path / "bob/tictactoe.py")
    (tmp_path / "carl/project").symlink_to(tmp_path / "bob")
    (tmp_path / "dan").symlink_to(tmp_path / "bob")
    linked = "is a link, and links are not followed"
    assert refusal_of(tmp_path, "ana") == f"ana/tictactoe.py {linked}"
    left = "no tictactoe.py in carl, only notes.txt, project"
    assert refusal_of(tmp_path, "carl") == left
    assert refusal_of(tmp_path, "dan") == f"dan {linked}"


def test_links_in_an_archive_are_not_followed(tmp_path):
    link = zipfile.ZipInfo("tictactoe.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "ana.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    lay_out(tmp_path, BESIDE)
    reason = "ana.zip/tictactoe.py is a link, and links are not followed"
    assert refusal_of(tmp_path, "ana") == reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_what_is_no_regular_file_is_not_opened(tmp_path):
    lay_out(tmp_path, BESIDE | {"ana/notes.txt": b""})
    os.mkfifo(tmp_path / "ana/tictactoe.py")
    assert refusal_of(tmp_path, "ana") == "ana/tictactoe.py is not a regular file"


def test_what_cannot_be_read_is_refused(tmp_path, monkeypatch):
    lay_out(
        tmp_path, BESIDE | {"ana/tictactoe.py": ENGINE, "carl/tictactoe.py": ENGINE}
    )

    def locked(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(tmp_path), "open", locked)
    reason = "ana/tictactoe.py cannot be read: Permission denied"
    assert refusal_of(tmp_path, "ana") == reason
    listed = os.listdir
    monkeypatch.setattr(
        os, "listdir", lambda p: locked() if p.name == "carl" else listed(p)
    )
    assert refusal_of(tmp_path, "carl") == "carl cannot be read: Permission denied"


def damaged(archive, damage):
    """Return an archive with the flags or the data of its first file changed."""
    data = bytearray(archive)
    damage(data)
    return bytes(data)


def encrypt(data):
    for signature, at in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        data[data.find(signature) + at] |= 1


def scramble(data):
    start = data.find(b"tictactoe.py") + len("tictactoe.py")
    data[start] ^= 0xFF


def compress_oddly(data):
    data[data.find(b"PK\1\2") + 10] = 97


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (encrypt, "ana.zip/tictactoe.py is encrypted"),
        (scramble, "ana.zip/tictactoe.py cannot be unpacked: "),
        (compress_oddly, "ana.zip/tictactoe.py is not packed in zip's usual way"),
    ],
)
def test_archives_that_cannot_be_unpacked_are_refused(tmp_path, damage, reason):
    archive = damaged(zipped({"tictactoe.py": ENGINE * 9}), damage)
    lay_out(tmp_path, BESIDE | {"ana.zip": archive})
    assert refusal_of(tmp_path, "ana").startswith(reason)
    assert found(tmp_path)["bob"].source == OTHER


@pytest.mark.ci
@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packings_that_unpack_without_bounds_are_refused(tmp_path, packing):
    """1,684 bytes of bzip2 became 4 GB in the teacher's process."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as archive:
        archive.writestr("tictactoe.py", bytes(25_000_000))
    lay_out(tmp_path, BESIDE | {"ana.zip": buffer.getvalue()})
    tracemalloc.start()
    reason = refusal_of(tmp_path, "ana")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reason.startswith("ana.zip/tictactoe.py is not packed in zip's usual way")
    assert most < 20_000_000


def test_what_is_deflated_is_unpacked_no_further_than_it_is_asked_for(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tictactoe.py", bytes(24_000_000))
    lay_out(tmp_path, BESIDE | {"ana.zip": buffer.getvalue()})
    tracemalloc.start()
    reason = refusal_of(tmp_path, "ana")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reason == "ana.zip/tictactoe.py is larger than 1 MB"
    assert most < 20_000_000


def test_an_archive_is_not_believed_about_its_number_of_files(tmp_path):
    """300,000 entries that claim to be 1 are read to their end all the same."""
    data = bytearray(zipped({f"{n}": b"" for n in range(10_001)}))
    end = data.rfind(b"PK\5\6")
    data[end + 8 : end + 12] = b"\1\0\1\0"
    lay_out(tmp_path, BESIDE | {"ana.zip": bytes(data)})
    assert "10,001 files and folders, more than 10,000" in refusal_of(tmp_path, "ana")


def test_a_student_s_many_candidates_are_not_all_read(tmp_path):
    """10,000 of them, a megabyte each when unpacked, fit in an archive of 10 MB."""
    files = {f"{n}/tictactoe.py": b"%d" % n for n in range(21)}
    lay_out(tmp_path, BESIDE | {"ana.zip": files})
    assert refusal_of(tmp_path, "ana") == "21 candidates, more than 20"


def test_many_notebooks_are_refused_before_one_is_looked_into(tmp_path, monkeypatch):
    files = {f"{n}.ipynb": notebook("def player(b): pass") for n in range(21)}
    lay_out(tmp_path, BESIDE | {"ana.zip": files})
    monkeypatch.setattr(handed_in.notebook, "parts", None)
    assert refusal_of(tmp_path, "ana") == "21 candidates, more than 20"


def test_whether_a_notebook_is_meant_is_seen_without_what_it_tries_out(
    tmp_path, monkeypatch
):
    files = {"ana.ipynb": notebook("def f(b): pass"), "bob.ipynb": notebook("f()")}
    monkeypatch.setattr(handed_in.notebook, "code", None)
    assert "no function of it" in refusal_of(lay_out(tmp_path, files), "ana")


def test_the_folders_in_the_names_of_an_archive_are_counted(tmp_path):
    """25 names of 64 KB each became 800,000 folders, and two gigabytes."""
    files = {f"{n}/{'a/' * 5_000}x": b"" for n in range(2)}
    lay_out(tmp_path, BESIDE | {"ana.zip": files})
    assert "more than 10,000 folders" in refusal_of(tmp_path, "ana")


def test_an_archive_may_have_as_many_folders_as_that():
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("a/b/c/x", b"")
    with zipfile.ZipFile(written) as archive:
        assert tree.entry_tree(archive, 3).folders
        with pytest.raises(ValueError, match="more than 2 folders"):
            tree.entry_tree(archive, 2)


def test_archives_inside_archives_count_together(tmp_path):
    inner = {f"{n}.zip": {"x": b""} for n in range(3)}
    lay_out(tmp_path, BESIDE | {"ana.zip": {"a.zip": inner, "b.zip": inner}})
    assert refusal_of(tmp_path, "ana") == "9 archives, more than 5"


def test_a_folder_of_too_many_files_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "MOST_FILES", 5)
    lay_out(tmp_path, BESIDE | {f"ana/{n}.txt": b"" for n in range(5)})
    assert refusal_of(tmp_path, "ana") == "more than 5 files and folders"


PACKED = zipped({"tictactoe.py": ENGINE, "notes.txt": b""})
LIMITS = [
    # the module, its limit, what reaches exactly that, and how much that is
    (handed_in, "MOST_FILES", {"ana/tictactoe.py": ENGINE, "ana/a.txt": b""}, 3),
    (contract, "LARGEST_FILE", {"ana/tictactoe.py": ENGINE}, len(ENGINE)),
    (
        handed_in,
        "MOST_CANDIDATES",
        {"ana/1/tictactoe.py": ENGINE, "ana/2/tictactoe.py": ENGINE},
        2,
    ),
    (handed_in, "MOST_ARCHIVES", {"ana/1.zip": PACKED, "ana/2.zip": PACKED}, 2),
    (tree, "LARGEST_ARCHIVE", {"ana.zip": PACKED}, len(PACKED)),
    (tree, "MOST_ENTRIES", {"ana.zip": PACKED}, 2),
    (tree, "DEEPEST", {"ana.zip": zipped({"b.zip": PACKED})}, 2),
]


@pytest.mark.parametrize(("module", "limit", "files", "reached"), LIMITS)
def test_what_reaches_a_limit_is_taken_and_what_exceeds_it_refused(
    tmp_path, monkeypatch, module, limit, files, reached
):
    lay_out(tmp_path, BESIDE | files)
    monkeypatch.setattr(module, limit, reached)
    assert found(tmp_path)["ana"].source == ENGINE
    monkeypatch.setattr(module, limit, reached - 1)
    assert refusal_of(tmp_path, "ana")


def test_an_archive_that_uses_a_name_for_a_file_and_a_folder_is_read(tmp_path):
    files = {"a": b"", "a/x": b"", "tictactoe.py": ENGINE, "b/": b"", "b/y": b""}
    lay_out(tmp_path, BESIDE | {"ana.zip": files})
    assert found(tmp_path)["ana"].source == ENGINE


def test_a_file_called_like_a_folder_before_it_does_not_take_its_place(tmp_path):
    files = {"a/tictactoe.py": ENGINE, "a": b"", "///": b"", "/": b""}
    lay_out(tmp_path, BESIDE | {"ana.zip": files})
    assert found(tmp_path)["ana"].source == ENGINE


def test_what_is_in_a_folder_called_like_a_file_before_it_is_found(tmp_path):
    files = {"a": b"", "a/tictactoe.py": ENGINE}
    lay_out(tmp_path, BESIDE | {"ana.zip": files})
    assert found(tmp_path)["ana"].source == ENGINE


def test_one_broken_archive_alone_is_refused_as_a_submission(tmp_path):
    lay_out(tmp_path, {"ana.zip": b"PK nonsense"})
    assert "is not a readable zip archive" in refusal_of(tmp_path, "ana")


# --- What is not a class at all -----------------------------------------------


def test_what_is_no_class_is_said(tmp_path):
    lay_out(tmp_path, {"notes.txt": b"", "bad.zip": b"PK", "empty/notes.txt": b""})
    for name, reason in {
        "nowhere": "nowhere: there is no such file or folder",
        "notes.txt": "notes.txt: neither a folder nor a .zip archive",
        "bad.zip": "bad.zip is not a readable zip archive: File is not a zip file",
        "empty": "empty: no submissions: expected a folder, an archive or a .py file",
    }.items():
        with pytest.raises(NoSubmissionsError) as caught:
            found(tmp_path / name)
        assert reason in str(caught.value)


def test_an_archive_is_not_unpacked_before_its_turn(tmp_path, monkeypatch):
    lay_out(tmp_path, {f"{n:02}.zip": {"tictactoe.py": ENGINE} for n in range(20)})
    opened = []
    monkeypatch.setattr(
        handed_in,
        "open_archive",
        lambda node: opened.append(node.name) or tree.open_archive(node),
    )
    with submissions.students(tmp_path) as units:
        assert len(units) == 20
        assert opened == []
        submissions.submission(units[3])
        assert opened == ["03.zip"]


def test_an_empty_folder_of_an_archive_is_a_student_without_a_file(tmp_path):
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("bob/", "")
        archive.writestr("ana/tictactoe.py", "X = 1")
    students = found(tmp_path / "class.zip")
    assert "tictactoe.py" in students["bob"].refusal
    assert not students["ana"].refusal
