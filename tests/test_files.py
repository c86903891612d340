"""Files are read up to a limit, and written whole or not at all."""

import os
import zipfile
from io import BytesIO

import pytest

from noughts import files
from noughts.texts import Refused


def test_a_file_has_a_size_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST", 10)
    path = tmp_path / "file"
    path.write_bytes(b"x" * 10)
    assert files.read(path) == b"x" * 10
    path.write_bytes(b"x" * 11)
    with pytest.raises(OSError, match="too large"):
        files.read(path)


def test_a_file_is_replaced_whole_and_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    files.write_whole(link, iter([b"n", b"ew"]))
    assert (link.is_symlink(), path.read_bytes()) == (True, b"new")
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


@pytest.mark.parametrize("error", [OSError(28, "No space left"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(tmp_path, error):
    def pieces():
        yield b"half"
        raise error

    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(type(error)) as raised:
        files.write_whole(path, pieces())
    assert getattr(raised.value, "filename", str(path)) == str(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_written_to_directly(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    files.write_whole(tmp_path / "pipe", b"x")
    assert os.read(reader, 9) == b"x"
    os.close(reader)
    assert os.listdir(tmp_path) == ["pipe"]


@pytest.mark.parametrize(
    ("name", "error"),
    [("gone/file", FileNotFoundError), ("file/below", NotADirectoryError)],
)
def test_an_error_names_the_file(tmp_path, name, error):
    (tmp_path / "file").touch()
    with pytest.raises(error) as raised:
        files.write_whole(tmp_path / name, b"x")
    assert raised.value.filename == str(tmp_path / name)


def test_an_archive_is_reproducible_and_scripts_are_executable():
    given = [("run", b"#!/bin/sh"), ("a/b.txt", b"text")]
    assert files.zipped(given) == files.zipped(given)
    with zipfile.ZipFile(BytesIO(files.zipped(given))) as archive:
        modes = [entry.external_attr >> 16 for entry in archive.infolist()]
        assert modes == [0o755, 0o644]
        assert archive.read("a/b.txt") == b"text"


@pytest.mark.skipif(files.fcntl is None, reason="needs fcntl")
def test_a_folder_is_locked_against_a_second_run(tmp_path):
    first = files.alone_in(tmp_path)
    with first, pytest.raises(Refused), files.alone_in(tmp_path):
        pass
    with files.alone_in(tmp_path):
        pass


@pytest.mark.skipif(files.fcntl is None, reason="needs fcntl")
def test_a_file_system_without_locks_is_used_without(tmp_path, monkeypatch):
    def flock(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(files.fcntl, "flock", flock)
    with files.alone_in(tmp_path):
        pass


def test_an_empty_file_or_folder_holds_nothing(tmp_path):
    path = tmp_path / "folder"
    assert not files.holds_anything(path)
    path.mkdir()
    assert not files.holds_anything(path)
    (path / "file").touch()
    assert files.holds_anything(path)
    assert not files.holds_anything(path / "file")
    (path / "file").write_bytes(b"x")
    assert files.holds_anything(path / "file")
