"""Reading exports of six platforms, and other layouts."""

import io
import os
import stat
import tomllib
import zipfile

import pytest
from classroom import exports
from classroom.exports import HERE, NAMED, RIGHT, WRONG, fill, found, lay_out, zipped
from helpers.refusals import refused

from noughts.classroom import archives
from noughts.classroom.hand_ins import (
    PLATFORMS,
    HandIn,
    read_class,
    recognise,
    tell_apart,
)
from noughts.texts import Refused

NO_FILE = "hand_in.no_code"
CASES = tomllib.loads((HERE / "students.toml").read_text("utf-8"))
HIDDEN = fill(CASES["hidden"], NAMED)
EXPECTED = CASES["exports"].items()


@pytest.mark.parametrize("form", ["folder", "archive", "archive in a folder"])
@pytest.mark.parametrize(("name", "expected"), EXPECTED)
def test_an_export_has_each_student_once(tmp_path, name, expected, form):
    files = HIDDEN if name == "HIDDEN" else getattr(exports, name)
    if form == "folder":
        path = lay_out(tmp_path / "class", files)
    elif form == "archive":
        path = tmp_path / "class.zip"
        path.write_bytes(zipped(files))
    else:
        path = lay_out(tmp_path / "class", {"download.zip": files})
    students = {
        name: (each.why or each.file.source, *facts(each.hand_in))
        for name, each in found(path).items()
    }
    assert students == {
        name: (NAMED.get(file, file), *facts)
        for name, (file, *facts) in expected.items()
    }
    assert read_class(path)[::2] == ("class", [])


def facts(hand_in):
    return hand_in.id, hand_in.late, hand_in.attempt


ENGINE, OTHER = b"# an engine\n", b"# another engine\n"
TWO = {"ana": ENGINE, "bob": OTHER}
LAYOUTS = tomllib.loads((HERE / "layouts.toml").read_text("utf-8"))


@pytest.mark.parametrize("in_archive", [False, True], ids=["folder", "archive"])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_common_layouts_are_read(tmp_path, layout, in_archive):
    layout = fill(layout, {"engine": ENGINE, "other": OTHER})
    if in_archive:
        path = tmp_path / "class.zip"
        path.write_bytes(zipped(layout))
    else:
        path = lay_out(tmp_path / "class", layout)
    assert {name: each.file.source for name, each in found(path).items()} == TWO


@pytest.mark.parametrize(("names", "platform"), CASES["recognised"])
def test_the_platform_fits_more_than_half_of_the_names(names, platform):
    folder, _, rest = names.rpartition(": ")
    files = [archives.File(name.replace("|", " "), io.BytesIO) for name in rest.split()]
    assert recognise(files, folder) == platform
    assert platform in PLATFORMS


@pytest.mark.parametrize(("names", "files", "students"), CASES["patterns"])
def test_names_matches_the_beginning_of_a_path(tmp_path, names, files, students):
    class_ = read_class(lay_out(tmp_path, dict.fromkeys(files, RIGHT)), names=names)
    facts = {e.label: [e.id, e.late, e.attempt] for e in class_.hand_ins}
    assert facts == students
    assert class_.left_out == [name for name in files if name == "key.py"]


@pytest.mark.parametrize("names", ["(", "([a-z]+)", "(?P<name>.+)"])
def test_a_pattern_without_a_student_is_refused(tmp_path, names):
    with pytest.raises(Refused, match="--names"):
        read_class(lay_out(tmp_path, {"ana.py": RIGHT}), names=names)


def test_names_that_differ_in_a_number_are_different_students(tmp_path):
    names = ["tictactoe", "tictactoe (1)", "tictactoe-2", "group-1", "group-2"]
    paths = [f"{name}/{file}" for name in names for file in ("a.py", "b.txt")]
    files = {path: path.partition("/")[0].encode() for path in paths}
    students = found(lay_out(tmp_path, files)).values()
    assert {each.file.source.decode() for each in students} == {*names}


def test_files_without_a_student_are_listed(tmp_path):
    files = {"ana/tictactoe.py": RIGHT, "bob/x.pdf": b"", "ana.pdf": b"", "a.csv": b""}
    class_ = read_class(lay_out(tmp_path, files))
    assert [each.student for each in class_.hand_ins] == ["ana", "bob"]
    assert class_.left_out == ["ana.pdf"]


def test_a_student_without_files_is_listed_and_one_student_is_a_class(tmp_path):
    lay_out(tmp_path / "class", {"ana/tictactoe.py": RIGHT})
    assert list(found(tmp_path / "class")) == ["ana"]
    (tmp_path / "class" / "eva" / "src").mkdir(parents=True)
    assert found(tmp_path / "class")["eva"].why == "hand_in.nothing"
    late = {"late/": b"", "late/ana/tictactoe.py": RIGHT, "eva/": b""}
    (tmp_path / "class.zip").write_bytes(zipped(late | {"bob/tictactoe.py": RIGHT}))
    students = found(tmp_path / "class.zip", names="(?P<late>late/)?(?P<student>[^/]+)")
    keys = {name: each.why for name, each in students.items()}
    assert keys == {"ana": "", "bob": "", "eva": "hand_in.nothing"}


def test_students_are_sorted_and_equal_names_get_suffixes(tmp_path):
    names = ["Zoe_3", "Çelik_9", "Ana_1", "Ana_2", "Ana (1)_4", "Dee_5"]
    files = {f"{name}{exports.FILE}/tictactoe.py": RIGHT for name in names}
    class_ = read_class(lay_out(tmp_path, files))
    labels = [each.label for each in class_.hand_ins]
    assert labels == ["Ana (1)", "Ana (2)", "Ana (1) (4)", "Çelik", "Dee", "Zoe"]
    equal = [HandIn("A"), HandIn("A", email="e"), HandIn("A", "7", "e"), HandIn("A")]
    labels = [each.label for each in tell_apart([*equal, HandIn("A (1)")])]
    assert labels == ["A (1)", "A (e)", "A (7)", "A (4)", "A (1) (5)"]


def test_the_platform_can_be_set(tmp_path):
    lay_out(tmp_path, {"Ana - a/t.py": RIGHT, "Ana - t.py": RIGHT, "b/t.py": RIGHT})
    assert list(found(tmp_path)) == ["Ana - a", "Ana - t", "b"]
    assert list(found(tmp_path, platform="google")) == ["Ana"]


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("nowhere", "refusal.no_path"),
        ("notes.txt", "hand_in.not_a_class"),
        ("broken.zip", "hand_in.bad_zip"),
        ("empty", "hand_in.no_class"),
    ],
)
def test_other_paths_than_a_class_are_refused(tmp_path, path, key):
    lay_out(tmp_path, {"notes.txt": b"", "broken.zip": b"PK", "empty/a.csv": b""})
    with pytest.raises(Refused) as caught:
        read_class(tmp_path / path)
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("name", "simple"),
    [
        ("Zoë-Ann_Smith", "zoe ann smith"),
        ("O'Neill, J. $1", "oneill j 1"),
        ("a\u0300b\u036fc", "abc"),
        ("हिंदी", "हिंदी"),
    ],
)
def test_names_are_compared_without_latin_accents_and_signs(name, simple):
    assert archives.simplify(name) == simple


# --- Names that say too little ---

NAMELESS = [
    ["tictactoe.py", "tictactoe (1).py", "tictactoe (2).py"],
    ["tictactoe(1).py", "tictactoe(2).py"],
    ["Tic-Tac-Toe.py", "Copy of Tic-Tac-Toe.py", "ana.py"],
    ["Cópia de tictactoe.zip", "tictactoe.zip"],
    ["INF101/tictactoe.py", "INF101/tictactoe-1.py", "INF101/tictactoe-2.py"],
]


@pytest.mark.parametrize("names", NAMELESS)
@pytest.mark.parametrize("packed", [False, True])
def test_files_that_do_not_say_whose_they_are_are_refused(tmp_path, names, packed):
    path = lay_out(tmp_path / "class", dict.fromkeys(names, b""))
    if packed:
        path = tmp_path / "class.zip"
        path.write_bytes(zipped(dict.fromkeys(names, b"")))
    with pytest.raises(Refused, match="--names") as caught:
        read_class(path)
    assert caught.value.key == "hand_in.nameless"
    assert read_class(path, names="(?P<student>.+)").hand_ins


def test_numbers_of_students_are_names_and_one_file_is_a_class(tmp_path):
    lay_out(tmp_path / "a", {"tictactoe_20231.py": b"1", "tictactoe_20232.py": b"2"})
    assert [*found(tmp_path / "a")] == ["20231", "20232"]
    lay_out(tmp_path / "b", {"tictactoe.py": b"1", "runner.py": b""})
    assert len(found(tmp_path / "b")) == 1


@pytest.mark.parametrize(
    ("names", "logins"),
    [
        (["p-ana-main/t.py", "p-bob/t.py"], ["ana-main", "bob"]),
        (["p-ana-main/t.py", "p-bob-main.zip"], ["ana", "bob"]),
        (["p-ana-master/t.py", "p-bob-main/t.py"], ["ana", "bob"]),
    ],
)
def test_a_branch_is_no_part_of_a_login(tmp_path, names, logins):
    folder = lay_out(tmp_path / "p-submissions", dict.fromkeys(names, b""))
    assert [each.id for each in read_class(folder).hand_ins] == logins


# --- Files that are not read ---


@pytest.mark.parametrize("in_archive", [False, True])
def test_a_hidden_file_leaves_its_student_in_the_class(tmp_path, in_archive):
    files = {
        f"Ana_1{exports.FILE}/.tictactoe.py": RIGHT,
        f"Bob_2{exports.FILE}/__pycache__/tictactoe.pyc": b"",
        f"Cy_3{exports.FILE}/tictactoe.py": RIGHT,
        ".DS_Store": b"",
        "__MACOSX/._x": b"",
    }
    path = tmp_path / "class.zip"
    path.write_bytes(zipped(files))
    students = found(path if in_archive else lay_out(tmp_path / "class", files))
    assert {name: each.why for name, each in students.items()} == {
        "Ana": "hand_in.skipped",
        "Bob": "hand_in.skipped",
        "Cy": "",
    }


def test_a_link_leaves_its_student_in_the_class(tmp_path):
    lay_out(tmp_path, {"bob.py": RIGHT, "secret/tictactoe.py": RIGHT})
    (tmp_path / "ana.py").symlink_to(tmp_path / "bob.py")
    (tmp_path / "cy").symlink_to(tmp_path / "secret")
    assert found(tmp_path)["ana"].why == "hand_in.skipped"
    assert read_class(tmp_path).left_out == ["cy"]


@pytest.mark.parametrize("suffix", archives.OTHER_ARCHIVES)
def test_other_archives_are_refused_by_name(tmp_path, suffix):
    lay_out(tmp_path / "class", {f"ana{suffix}": b"?", f"bob/x{suffix.upper()}": b"?"})
    students = found(lay_out(tmp_path / "class", {"cy.py": RIGHT}))
    whys = {name: each.why for name, each in students.items()}
    assert whys == dict.fromkeys(["ana", "bob"], "hand_in.other_archive") | {"cy": ""}
    lay_out(tmp_path, {f"all{suffix}": b"?"})
    with refused("hand_in.other_archive", path=tmp_path / f"all{suffix}"):
        read_class(tmp_path / f"all{suffix}")


# --- Hostile files ---


def file(data, path="a/t.py"):
    return archives.File(path, lambda: io.BytesIO(data))


@pytest.mark.parametrize(
    ("error", "why"),
    [(OSError(28, "Full"), "Full"), (EOFError(), "EOFError"), (KeyError("k"), "'k'")],
)
def test_an_unreadable_file_has_a_reason(error, why):
    def fail():
        raise error

    with refused("hand_in.unreadable", path="a/t.py", why=why):
        archives.File("a/t.py", fail).read(9)


def test_the_limits_for_files_are_exact(tmp_path):
    assert file(bytes(2_000_000)).read(2_000_000) == bytes(2_000_000)
    with refused("hand_in.large", path="a/t.py", n=2):
        file(bytes(2_000_001)).read(2_000_000)
    zips = [file(zipped({"a.txt": b""}), f"{n}.zip") for n in range(7)]
    found, problems = archives.expand(zips)
    assert [each.path for each in found] == [f"{n}.zip/a.txt" for n in range(5)]
    assert [each.parts["path"] for each in problems] == ["5.zip", "6.zip"]


def packed(write, **options):
    """Return a zip file written by a function."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", **options) as archive:
        write(archive)
    return buffer.getvalue()


def linked(archive):
    entry = zipfile.ZipInfo("tictactoe.py")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(entry, "/etc/passwd")


def encrypted():
    data = bytearray(zipped({"tictactoe.py": RIGHT}))
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(mark) + offset] |= 1
    return bytes(data)


BOMB = b"\0" * (1 << 24)
HOSTILE = {
    "an encrypted one": (encrypted(), "hand_in.packing"),
    "a link": (packed(linked), "hand_in.skipped"),
    "bzip2, which unpacks without bounds": (
        packed(lambda a: a.writestr("tictactoe.py", BOMB), compression=12),
        "hand_in.packing",
    ),
    "16 MB behind Deflate": (
        packed(lambda a: a.writestr("tictactoe.py", BOMB), compression=8),
        "hand_in.large",
    ),
    "an archive of 17 MB": (b"PK" + b"\0" * (17 << 20), "hand_in.large"),
    "archives without end": (
        zipped({f"{n}.zip": {"x.txt": b""} for n in range(9)}),
        "hand_in.many_zips",
    ),
}


@pytest.mark.parametrize(("data", "key"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_affects_one_student_only(tmp_path, data, key):
    lay_out(tmp_path, {"ana/work.zip": data, "bob/tictactoe.py": RIGHT})
    students = found(tmp_path)
    assert (students["ana"].file, students["ana"].why) == (None, key)
    assert students["bob"].file.source == RIGHT


def test_names_in_an_archive_are_below_the_class(tmp_path):
    names = ["../../evil.py", "/ana/tictactoe.py", "a//..//b.py", "bob\\x\\y.py"]
    path = tmp_path / "class.zip"
    path.write_bytes(packed(lambda a: [a.writestr(name, RIGHT) for name in names]))
    assert list(found(path)) == ["ana", "bob"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_links_and_pipes_are_not_followed(tmp_path):
    secret = tmp_path / "secret"
    lay_out(secret, {"tictactoe.py": RIGHT})
    lay_out(tmp_path / "class", {"bob/tictactoe.py": WRONG, "ana/a.txt": b""})
    (tmp_path / "class" / "ana" / "tictactoe.py").symlink_to(secret / "tictactoe.py")
    (tmp_path / "class" / "ana" / "more").symlink_to(secret)
    os.mkfifo(tmp_path / "class" / "ana" / "main.py")
    assert found(tmp_path / "class")["ana"].why == NO_FILE


def test_archive_names_are_decoded_on_every_system(tmp_path):
    plain = zipped({"Jo\u00e3o.py": RIGHT, "ana.py": RIGHT})
    macos = zipped({"Jo~~o.py": RIGHT, "ana.py": RIGHT})  # with no flag that says UTF-8
    macos = macos.replace(b"~~", "\u00e3".encode())
    windows = zipped({"Jo~o.py": RIGHT, "ana.py": RIGHT}).replace(b"~", b"\xc6")
    for n, each in enumerate([plain, macos, windows]):
        path = tmp_path / f"{n}.zip"
        path.write_bytes(each)
        assert "Jo\u00e3o" in found(path), n


@pytest.mark.parametrize(
    ("platform", "paths"),
    [
        ("Sakai", ["Game/Silva, Ana(ana)/Submission attachment(s)/tictactoe.py"]),
        ("Microsoft Teams", ["Submitted files/Ana Silva/Game/Version 1/tictactoe.py"]),
    ],
)
def test_an_unsupported_platform_is_refused_by_name(tmp_path, platform, paths):
    path = tmp_path / "class.zip"
    paths += [each.replace("Ana", "Bob") for each in paths]
    path.write_bytes(zipped(dict.fromkeys(paths, ENGINE)))
    with refused("hand_in.unsupported", path=path, platform=platform):
        read_class(path)
    named = read_class(path, names="(?P<student>[^/]*(Ana|Bob)[^/]*)/")
    assert len(named.hand_ins) == 2


@pytest.mark.parametrize(
    "logins", [["ana"], ["ana", "anb"], ["a_na", "a_nb"], ["b_na", "a_na", "na"]]
)
def test_in_blackboard_different_user_names_are_different_students(tmp_path, logins):
    names = [f"My_Game_{who}_attempt_2024-09-24-09-26-00_x.py" for who in logins]
    class_ = read_class(lay_out(tmp_path / "class", dict.fromkeys(names, ENGINE)))
    assert {each.platform for each in class_.hand_ins} == {"blackboard"}
    found = {each.id for each in class_.hand_ins}
    assert len(found) == len(logins)
    assert all(any(who.endswith(id_) for who in logins) for id_ in found)


def test_in_brightspace_the_latest_submission_counts(tmp_path):
    times = ["Sep 4, 2024 1201 AM", "Sep 24, 2024 926 AM", "Sep 24, 2024 101 PM"]
    files = {f"1-2 - Ana - {time}/tictactoe.py": time.encode() for time in times}
    [ana] = read_class(lay_out(tmp_path / "class", files)).hand_ins
    assert [each.read(100).decode() for each in ana.files] == times[-1:]
