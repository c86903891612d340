"""An autograder is written as its platform runs it."""

from types import SimpleNamespace

import pytest

from noughts.autograder import parts

PARTS = {
    "run": b"#!/bin/sh\n",
    "data/a.txt": b"text",
    "noughts/__init__.py": b"x = 1\n",
}


def target(archive):
    return SimpleNamespace(ARCHIVE=archive, parts=lambda settings: PARTS)


def test_scripts_can_be_run_and_nothing_else_can(tmp_path):
    seen = parts.write(target(archive=False), None, tmp_path / "out")
    modes = {name: (tmp_path / "out" / name).stat().st_mode & 0o777 for name in PARTS}
    assert modes == {
        "run": 0o755,
        "data/a.txt": 0o644,
        "noughts/__init__.py": 0o644,
    }
    assert seen == [tmp_path / "out" / name for name in ("data/a.txt", "run")]


def test_an_archive_is_one_file(tmp_path):
    output = tmp_path / "new" / "folder" / "autograder.zip"
    assert parts.write(target(archive=True), None, output) == [output]
    assert output.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize(("rubric", "files"), [("", {}), ("x", {"r.toml": b"x"})])
def test_a_rubric_is_packed_where_there_is_one(rubric, files):
    assert parts.rubric(SimpleNamespace(rubric=rubric), "r.toml") == files
