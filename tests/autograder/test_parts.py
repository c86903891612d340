"""An autograder is written as its platform runs it, and replaces its own alone."""

import zipfile
from hashlib import sha256
from types import SimpleNamespace
from uuid import UUID

import pytest

from noughts.autograder import Settings, parts, prairielearn
from noughts.disk import ChangedError, ForeignError, UnknownError, zipped

PARTS = {
    "run": b"#!/bin/sh\n",
    "data/a.txt": b"text",
    "noughts/__init__.py": b"x = 1\n",
}
RUBRIC = Settings("points = 1")


def target(archive):
    def made(settings):
        return PARTS | parts.rubric(settings, "rubric.toml")

    return SimpleNamespace(ARCHIVE=archive, parts=made)


def files(folder):
    """Return what is in each file below a folder, or in an archive."""
    if folder.is_file():
        with zipfile.ZipFile(folder) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    below = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {name: path.read_bytes() for name, path in below.items() if path.is_file()}


def test_scripts_can_be_run_and_nothing_else_can(tmp_path):
    seen = parts.write(target(archive=False), Settings(), tmp_path / "out")
    modes = {name: (tmp_path / "out" / name).stat().st_mode & 0o777 for name in PARTS}
    assert modes == {
        "run": 0o755,
        "data/a.txt": 0o644,
        "noughts/__init__.py": 0o644,
    }
    assert seen == [tmp_path / "out" / name for name in ("data/a.txt", "run")]


def test_an_archive_is_one_file(tmp_path):
    output = tmp_path / "new" / "folder" / "autograder.zip"
    assert parts.write(target(archive=True), Settings(), output) == [output]
    assert output.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize(("rubric", "files"), [("", {}), ("x", {"r.toml": b"x"})])
def test_a_rubric_is_packed_where_there_is_one(rubric, files):
    assert parts.rubric(SimpleNamespace(rubric=rubric), "r.toml") == files


CHANGES = {  # of an archive (None: taken out of it); what is named, and why
    "changed": ({"run": b"#!/bin/bash\n"}, "run", ChangedError),
    "added": ({"my_tests.py": b"1"}, "my_tests.py", ForeignError),
    "added, empty": ({"my_tests.py": b""}, "my_tests.py", ForeignError),
    "changed, not to be written again": ({"rubric.toml": b"2"}, "rubric", ChangedError),
    "older": ({"noughts/noughts.sums": None, "run": b""}, "run", UnknownError),
    "somebody's": ({"noughts/__init__.py": None}, "", ForeignError),
    "packed again": ({"noughts/": b"", "data/a.txt": b"text"}, "", None),
    "lines that end in another way": ({"run": b"#!/bin/sh\r\n"}, "", None),
    "less": ({"run": None}, "", None),
}


@pytest.mark.parametrize(("changes", "name", "error"), CHANGES.values(), ids=CHANGES)
def test_an_archive_is_replaced_only_where_nothing_in_it_is_lost(
    tmp_path, changes, name, error
):
    path = tmp_path / "autograder.zip"
    parts.write(target(archive=True), RUBRIC, path)
    inside = files(path) | changes
    inside = {each: data for each, data in inside.items() if data is not None}
    path.write_bytes(zipped(inside.items()))
    before = path.read_bytes()
    if not error:
        parts.write(target(archive=True), Settings(), path)
        assert files(path).keys() == {*PARTS, "noughts/noughts.sums"}
        return
    with pytest.raises(error) as caught:
        parts.write(target(archive=True), Settings(), path)
    assert str(path / name) in str(caught.value)
    assert path.read_bytes() == before


def test_an_archive_of_more_than_anybody_can_mean_is_not_unpacked(
    tmp_path, monkeypatch
):
    path = tmp_path / "autograder.zip"
    parts.write(target(archive=True), Settings(), path)
    size = sum(map(len, files(path).values()))
    monkeypatch.setattr(parts.disk, "MOST", size)
    parts.write(target(archive=True), Settings(), path)
    monkeypatch.setattr(parts.disk, "MOST", size - 1)
    with pytest.raises(ForeignError):
        parts.write(target(archive=True), Settings(), path)


def test_an_archive_that_cannot_be_read_is_not_taken_for_a_damaged_one(tmp_path):
    (tmp_path / "damaged.zip").write_bytes(b"PK")
    assert parts._archived(tmp_path / "damaged.zip") == {}
    with pytest.raises(FileNotFoundError):
        parts._archived(tmp_path / "none.zip")


def test_what_was_written_and_is_not_asked_for_is_taken_away_and_nothing_else(tmp_path):
    parts.write(target(archive=False), Settings(), tmp_path)
    (tmp_path / "own.txt").write_bytes(b"1")
    before = files(tmp_path)
    parts.write(target(archive=False), RUBRIC, tmp_path)
    assert files(tmp_path).keys() - before.keys() == {"rubric.toml"}
    parts.write(target(archive=False), Settings(), tmp_path)
    assert files(tmp_path) == before


def test_what_is_not_asked_for_and_was_changed_is_not_taken_away(tmp_path):
    parts.write(target(archive=False), RUBRIC, tmp_path)
    (tmp_path / "rubric.toml").write_bytes(b"mine")
    before = files(tmp_path)
    with pytest.raises(ChangedError, match=r"rubric\.toml was changed since"):
        parts.write(target(archive=False), Settings(), tmp_path)
    assert files(tmp_path) == before


def test_an_account_of_what_was_written_takes_away_nothing_elsewhere(tmp_path):
    mine = tmp_path / "mine"
    mine.write_bytes(b"1")
    parts.write(target(archive=False), Settings(), tmp_path / "out")
    total = sha256(b"1").hexdigest()
    with (tmp_path / "out/noughts/noughts.sums").open("a") as sums:
        sums.write(f"{total}  ../mine\n{total}  {mine}\n{total}\n")
        sums.write(f"{total}  up/mine\n")
    (tmp_path / "out/up").symlink_to(tmp_path)
    parts.write(target(archive=False), Settings(), tmp_path / "out")
    assert mine.read_bytes() == b"1"


@pytest.mark.parametrize(
    "name", ["", ".", "/etc/x", "../x", "a/../../x", "C:/x", "C:x", "..\\x", "\\x"]
)
def test_a_name_that_leads_out_on_some_system_is_none_of_ours(name):
    assert parts._written(f"1  a/x\n2  {name}\n".encode()) == {"a/x": "1"}


@pytest.mark.parametrize("there", ["", "{}", '{"uuid": 1}', '{"uuid": "x"}', "[]"])
def test_a_question_of_prairielearn_without_an_identity_gets_its_own(tmp_path, there):
    (tmp_path / "info.json").write_text(there)
    made = [prairielearn.parts(Settings(place=tmp_path))["info.json"] for _ in "12"]
    assert made[0] != made[1]


def test_a_question_of_prairielearn_keeps_its_identity(tmp_path):
    own = UUID(int=7)
    (tmp_path / "info.json").write_text(f'{{"uuid": "{own}"}}')
    info = prairielearn.parts(Settings(place=tmp_path))["info.json"]
    assert str(own).encode() in info
