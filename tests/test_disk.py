"""Files are written whole or not at all; what the dead left is swept, and only that."""

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from zipfile import ZipFile

import pytest
from conftest import ROOT

from noughts import disk

POSIX = pytest.mark.skipif(os.name != "posix", reason="nothing is locked elsewhere")


# --- Read to the end ------------------------------------------------------------


def test_what_has_no_end_is_refused_and_what_is_just_within_is_read(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(disk, "MOST", 5)
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert disk.read(path) == b"12345"
    path.write_bytes(b"123456")
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)) as error:
        disk.read(path)
    assert error.value.filename == str(path)


def test_lines_that_cannot_be_read_are_refused_by_the_name_of_their_file(tmp_path):
    with pytest.raises(OSError, match="not_there"):
        list(disk.lines(tmp_path / "not_there"))


def test_a_line_that_has_no_end_comes_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(disk, "MOST", 3)
    (tmp_path / "x").write_text("12345\nx\n\ny", "utf-8")
    assert list(disk.lines(tmp_path / "x")) == ["123", "45\n", "x\n", "\n", "y"]


# --- Whole or not at all ------------------------------------------------------


@pytest.mark.parametrize("durable", [False, True])
def test_a_file_is_replaced_as_a_whole(tmp_path, durable):
    path = tmp_path / "index.html"
    disk.write_whole(path, b"old", durable)
    disk.write_whole(path, b"new", durable)
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["index.html"]


def test_only_what_is_durable_waits_for_the_disk_and_then_with_all_of_it(
    tmp_path, monkeypatch
):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda n: synced.append(os.fstat(n).st_size))
    disk.write_whole(tmp_path / "index.html", b"data")
    assert synced == []
    disk.write_whole(tmp_path / "index.html", b"data", durable=True)
    assert synced == [4]


@POSIX
@pytest.mark.parametrize("fail", ["open", "write", "fsync", "replace"])
def test_where_the_disk_is_full_the_old_file_stays_and_the_message_names_it(
    tmp_path, monkeypatch, fail
):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "index.html"
    path.write_bytes(b"old")
    if fail == "write":
        resource = pytest.importorskip("resource")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    else:
        where = os if fail == "fsync" else Path
        monkeypatch.setattr(where, fail, full)
    try:
        with pytest.raises(OSError, match=r"index\.html") as raised:
            disk.write_whole(path, b"x" * 2000, durable=True)
    finally:
        if fail == "write":
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        monkeypatch.undo()
    assert raised.value.filename == str(path)
    assert raised.value.errno == (errno.EFBIG if fail == "write" else errno.ENOSPC)
    assert raised.value.strerror == os.strerror(raised.value.errno)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["index.html"]


@POSIX
def test_what_is_not_a_file_is_written_to_and_not_replaced(tmp_path):
    """As in `--html /dev/stdout`."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    disk.write_whole(pipe, b"page")
    reader.join()
    assert heard == [b"page"]
    assert pipe.is_fifo()


@POSIX
def test_a_pipe_that_has_no_name_is_written_to_by_the_link_that_leads_to_it(tmp_path):
    """As in `--html >(command)`, and in `--html /dev/stdout | command`."""
    reader, writer = os.pipe()
    link = tmp_path / "link"
    link.symlink_to(f"/dev/fd/{writer}")
    disk.expect_room(link)
    disk.write_whole(link, b"page")
    os.close(writer)
    with open(reader, "rb") as heard:
        assert heard.read() == b"page"
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


@POSIX
def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "there").write_bytes(b"old")
    (tmp_path / "link").symlink_to("there")
    disk.write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_bytes() == b"new"


@POSIX
@pytest.mark.parametrize(
    "write", [disk.expect_room, lambda p: disk.write_whole(p, b"")]
)
def test_a_link_that_leads_to_itself_is_refused_and_stays(write, tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(OSError, match=r"\[Errno") as raised:
        write(loop)
    assert (raised.value.errno, raised.value.filename) == (errno.ELOOP, str(loop))
    assert loop.is_symlink()


@POSIX
def test_it_is_known_before_whether_there_is_room_for_a_file(tmp_path):
    """And nothing is left of the trial, nor does it wait for who reads a pipe."""
    (tmp_path / "old").write_bytes(b"old")
    os.mkfifo(tmp_path / "pipe")
    for name in ("old", "new", "pipe"):
        disk.expect_room(tmp_path / name)
    for name in ("none/new", "old/new", ".", "x" * 300):
        with pytest.raises(OSError, match=r"\[Errno") as raised:
            disk.expect_room(tmp_path / name)
        assert raised.value.filename == str((tmp_path / name).resolve())
    assert sorted(os.listdir(tmp_path)) == ["old", "pipe"]
    assert (tmp_path / "old").read_bytes() == b"old"


def test_an_error_without_a_number_keeps_its_words(tmp_path):
    assert disk.named(OSError("no room"), tmp_path).strerror == "no room"


def test_an_archive_says_the_same_of_the_same_files_and_scripts_can_run():
    files = [("run", b"#!/bin/sh\n"), ("folder/read me", b"#" * 1000)]
    data = disk.zipped(files)
    assert data == disk.zipped(files)
    with ZipFile(io.BytesIO(data)) as archive:
        told = [
            (entry.filename, archive.read(entry), oct(entry.external_attr >> 16))
            for entry in archive.infolist()
        ]
        assert {entry.date_time for entry in archive.infolist()} == {
            (1980, 1, 1, 0, 0, 0)
        }
        assert archive.getinfo("folder/read me").compress_size < 100
    assert told == [(*files[0], "0o755"), (*files[1], "0o644")]


# --- One at a time ------------------------------------------------------------


@POSIX
def test_only_one_is_at_work_in_a_folder(tmp_path):
    with (
        disk.alone_in(tmp_path),
        pytest.raises(disk.BusyError, match=str(tmp_path)),
        disk.alone_in(tmp_path),
    ):
        pass
    with disk.alone_in(tmp_path):
        pass
    assert os.listdir(tmp_path) == []


@POSIX
@pytest.mark.parametrize("end", ["replaced", "removed"])
def test_a_file_that_changes_hands_between_opening_and_locking_is_busy(
    tmp_path, monkeypatch, end
):
    path = tmp_path / "saved"
    path.write_bytes(b"old")

    def late(place, kind):
        if end == "removed":
            path.unlink()
        else:
            disk.write_whole(path, b"new")

    monkeypatch.setattr(disk.fcntl, "flock", late)
    with pytest.raises(disk.BusyError, match="saved"), disk.alone_in(path):
        pass


def test_a_folder_is_emptied_of_links_and_not_of_what_they_lead_to(tmp_path):
    (tmp_path / "folder" / "below").mkdir(parents=True)
    for name in ("mine", "folder/file", "folder/below/file"):
        (tmp_path / name).touch()
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").touch()
    (tmp_path / "folder" / "link").symlink_to(tmp_path / "kept")
    disk.empty(tmp_path / "folder")
    assert os.listdir(tmp_path / "folder") == []
    assert (tmp_path / "kept" / "file").exists()


@pytest.mark.parametrize(
    ("path", "out"),
    [
        ("a/b.py", False),
        ("a..b/c:d.py", False),
        ("/a.py", True),
        ("a/../b.py", True),
        ("..", True),
        ("c:/a.py", True),
    ],
)
def test_a_path_climbs_out_from_the_root_upwards_or_on_another_drive(path, out):
    assert disk.climbs_out(path) is out


# --- Sweeping -----------------------------------------------------------------

HOLD = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from noughts import disk
folder = disk.scratch()
(folder / "engine-1").mkdir()
(folder / "engine-1" / "file").write_text("x")
print(folder, flush=True)
sys.stdin.read()
"""


def holder(place):
    """Start a process with a temporary folder of its own."""
    run = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(place)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return run, Path(run.stdout.readline().strip())


@POSIX
def test_what_a_killed_process_left_is_swept_and_nothing_else(tmp_path):
    others = ["noughts-of-somebody", "other", "noughts-file"]
    for name in others[:2]:
        (tmp_path / name).mkdir()
    (tmp_path / "noughts-file").write_text("")
    (tmp_path / "elsewhere" / "engine-1").mkdir(parents=True)
    (tmp_path / "elsewhere" / "lock").write_text("")
    (tmp_path / "noughts-link").symlink_to("elsewhere")
    dead, left = holder(tmp_path)
    alive, kept = holder(tmp_path)
    with dead, alive:
        dead.kill()
        dead.wait()
        assert (left / "engine-1" / "file").exists()
        disk.sweep(tmp_path)
        assert not left.exists()
        assert (kept / "engine-1" / "file").exists()
        alive.stdin.close()
        alive.wait()
    assert not kept.exists(), "who ends in peace leaves nothing"
    assert {path.name for path in tmp_path.iterdir()} == {
        *others,
        "elsewhere",
        "noughts-link",
    }
    assert {path.name for path in (tmp_path / "elsewhere").iterdir()} == {
        "engine-1",
        "lock",
    }


def left_behind(place):
    """Make a folder as a dead process leaves it: nobody holds its lock."""
    folder = place / "noughts-1"
    folder.mkdir()
    (folder / "lock").touch()
    return folder


@POSIX
def test_what_was_left_is_swept_and_no_file_stays_open(tmp_path):
    def next_numbers():
        numbers = [os.dup(0) for _ in range(5)]
        for number in numbers:
            os.close(number)
        return numbers

    before = next_numbers()
    folder = left_behind(tmp_path)
    disk.sweep(tmp_path)
    assert not folder.exists()
    assert next_numbers() == before


@POSIX
@pytest.mark.parametrize("kind", ["link", "pipe", "of somebody else"])
def test_a_folder_whose_lock_is_none_of_ours_stays(tmp_path, monkeypatch, kind):
    folder = left_behind(tmp_path)
    if kind == "of somebody else":
        monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    else:
        (folder / "lock").rename(tmp_path / "file")
        if kind == "link":
            (folder / "lock").symlink_to(tmp_path / "file")
        else:
            os.mkfifo(folder / "lock")
    disk.sweep(tmp_path)
    assert folder.exists()


@POSIX
def test_the_lock_is_its_owners_alone():
    assert (disk.scratch() / disk.LOCK).stat().st_mode & 0o777 == 0o600


def test_the_lock_is_removed_last(tmp_path, monkeypatch):
    """Whatever else is there, and whatever of it cannot be removed by itself."""
    folder = left_behind(tmp_path)
    for n in range(4):
        (folder / f"file-{n}").touch()
        (folder / f"engine-{n}").mkdir()
    removed, really = [], shutil.rmtree

    def noted(path, *args, **more):
        removed.append(Path(path).name)
        really(path, *args, **more)

    monkeypatch.setattr(shutil, "rmtree", noted)
    disk.remove(folder)
    rest = [f"{kind}-{n}" for kind in ("engine", "file") for n in range(4)]
    assert sorted(removed[:-1]) == rest
    assert removed[-1] == folder.name
    assert not folder.exists()
    disk.remove(folder)  # somebody was faster


@POSIX
def test_a_folder_that_is_half_removed_is_swept_too(tmp_path):
    dead, left = holder(tmp_path)
    with dead:
        dead.kill()
    (left / "engine-1" / "file").unlink()
    disk.sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_the_next_process_sweeps_by_itself(tmp_path):
    dead, _ = holder(tmp_path)
    with dead:
        dead.kill()
    alive, kept = holder(tmp_path)
    with alive:
        assert list(tmp_path.iterdir()) == [kept]
        alive.stdin.close()


@POSIX
def test_a_fork_has_a_folder_of_its_own_and_does_not_remove_its_parent_s(tmp_path):
    child = "sys.exit(disk.scratch() == folder)"
    program = HOLD.replace("sys.stdin.read()", f"import os\nif not os.fork(): {child}")
    program += "\nassert os.wait()[1] == 0\nassert (folder / 'engine-1').exists()\n"
    program += "assert disk.scratch() == folder\n"
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_made_where_temporary_files_are_by_now(tmp_path, monkeypatch):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(disk.tempfile, "tempdir", str(tmp_path / name))
        assert disk.scratch().parent == tmp_path / name


def test_a_folder_that_somebody_removed_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(disk.tempfile, "tempdir", str(tmp_path))
    first = disk.scratch()
    assert disk.scratch() == first
    disk.remove(first)
    assert disk.scratch() != first
    assert disk.scratch().is_dir()


def test_a_file_holds_something_that_is_not_empty_and_a_folder_with_something(tmp_path):
    (tmp_path / "full").write_text("x")
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    held = {
        name for name in os.listdir(tmp_path) if disk.holds_anything(tmp_path / name)
    }
    assert held == {"full"}
    assert disk.holds_anything(tmp_path)
    assert not disk.holds_anything(tmp_path / "missing")
    assert not disk.holds_anything(Path(os.devnull))
