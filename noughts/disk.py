"""
Files read to their end and written whole, folders that nobody has to clean up after us.

What a person names as a file may have no end, a device or a pipe: it is read as far as
any such file goes, and refused if there is more.

The temporary folder of a process holds a lock that the kernel releases when the process
ends, however it ends. The next process of ours finds folders whose lock nobody holds,
and sweeps them: those, and no others.
"""

import atexit
import errno
import io
import os
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from noughts.words import NoughtsError

try:
    import fcntl
except ImportError:  # Windows: nothing is locked there, and nothing swept
    fcntl = None  # type: ignore[assignment]

PREFIX = "noughts-"
LOCK = "lock"
MOST = 2**26  # bytes of a file that is read whole, or of one line


class BusyError(NoughtsError):
    """Another run is at work in a folder."""


class ForeignError(NoughtsError):
    """Something is in the way that we did not write."""

    def __init__(self, path: Path) -> None:
        super().__init__("refusal.not_ours", path=path)


class ChangedError(NoughtsError):
    """Something is in the way that was changed since."""

    def __init__(self, path: Path) -> None:
        super().__init__("refusal.changed_since", path=path)


class UnknownError(NoughtsError):
    """Something is in the way that we may have written."""

    def __init__(self, path: Path) -> None:
        super().__init__("refusal.may_be_older", path=path)


def read(path: Path) -> bytes:
    """Return what is in a file; OSError if that is more than anybody can mean."""
    with path.open("rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def climbs_out(path: str) -> bool:
    """Return whether a path would lead out of the folder, or archive, that it is in."""
    return path.startswith("/") or ".." in path.split("/") or path[1:2] == ":"


def holds_anything(path: Path) -> bool:
    """Return whether there is a file that is not empty, or a folder with something."""
    if path.is_dir():
        return any(path.iterdir())
    return path.is_file() and path.stat().st_size > 0


def lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file, one that is too long in pieces."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from iter(lambda: file.readline(MOST), "")
    except OSError as error:
        raise named(error, path) from error


def write_whole(
    path: Path, data: bytes | Iterable[bytes], durable: bool = False
) -> None:
    """
    Write a file so that a reader, or a crash, finds the old one or the new one.

    Data may come in pieces, read from the old one. `durable` waits until it would
    outlive a loss of power, too.
    """
    path = _written(path)
    pieces = [data] if isinstance(data, bytes) else data
    try:
        if _is_stream(path):
            with path.open("wb") as file:
                file.writelines(pieces)
            return
        draft = path.with_name(f".{path.name}.draft")
        try:
            with draft.open("wb") as file:
                file.writelines(pieces)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise named(error, path) from error


def expect_room(path: Path) -> None:
    """Raise now what writing a file whole would raise after long work: OSError."""
    path = _written(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _is_stream(path):  # which would wait
            tempfile.NamedTemporaryFile(
                prefix=f".{path.name}.", dir=path.parent
            ).close()
    except OSError as error:
        raise named(error, path) from error


def _written(path: Path) -> Path:
    """Return where a file is written: a link leads to it, and stays one."""
    if _is_stream(path):  # where `/dev/stdout` leads has no name if it is a pipe
        return path
    place = Path(os.path.realpath(path))
    if place.is_symlink():  # it leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return place


def _is_stream(path: Path) -> bool:
    """Return whether it is a pipe, or a terminal, and not a file or a folder."""
    return os.path.exists(path) and not (path.is_file() or path.is_dir())


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """
    Return files as an archive, the same bytes for the same ones; scripts can run.

    All that we pack was written, as the archive says, when its calendar begins.
    """
    import zipfile  # which who only plays, or asks one file, need not wait for

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files:
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if data.startswith(b"#!") else 0o644
            entry.external_attr = mode << 16
            archive.writestr(entry, data)
    return buffer.getvalue()


def named(error: OSError, path: Path | str) -> OSError:
    """Return the error with the name of the file, or of what else it is about."""
    return OSError(error.errno, error.strerror or str(error), str(path))


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Be the only one of ours at work in a folder, or on a file; or raise BusyError."""
    if fcntl is None:
        yield
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        busy = BusyError("refusal.busy", path=folder)
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise busy from error
        except OSError:
            pass  # a file system without locks
        try:
            same = os.path.samestat(os.fstat(place), folder.stat())
        except FileNotFoundError:
            same = False
        if not same:
            raise busy  # or was, until now: it has put another in its place
        yield
    finally:
        os.close(place)


class _Scratch:
    """The temporary folder of this process, once it needs one."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.folder: Path | None = None


def _new_scratch() -> None:
    global _scratch
    _scratch = _Scratch()


_scratch: _Scratch
_new_scratch()
if hasattr(os, "register_at_fork"):
    # A fork has a folder of its own, and is not to remove its parent's.
    os.register_at_fork(after_in_child=_new_scratch)


def scratch() -> Path:
    """Return the temporary folder of this process, which ends with it."""
    with _scratch.guard:
        here = Path(tempfile.gettempdir())
        folder = _scratch.folder
        if folder is None or folder.parent != here or not folder.is_dir():
            sweep(here)
            _scratch.folder = folder = Path(tempfile.mkdtemp(prefix=PREFIX))
            _lock(folder)
            atexit.register(_leave, folder, os.getpid())
        return folder


def _lock(folder: Path) -> None:
    """Hold the lock of a folder until the end; whoever sees the lock sees it held."""
    if fcntl is None:
        return
    draft = folder / f"{LOCK}.draft"
    lock = os.open(draft, os.O_CREAT | os.O_RDWR, 0o600)
    with suppress(OSError):  # a file system without locks
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        draft.rename(folder / LOCK)


def _leave(folder: Path, process: int) -> None:
    if os.getpid() == process:
        remove(folder)


def sweep(place: Path) -> None:
    """Remove the folders of ours that dead processes left behind, and only those."""
    if fcntl is None:
        return
    with suppress(OSError):
        for entry in os.scandir(place):
            if entry.name.startswith(PREFIX) and entry.is_dir(follow_symlinks=False):
                with suppress(OSError):  # alive, somebody else's, or without a lock
                    _sweep(Path(entry.path))


def _sweep(folder: Path) -> None:
    """Remove a folder if it is ours and nobody holds its lock; OSError if not."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        about = os.fstat(lock)
        if about.st_uid == os.geteuid() and stat.S_ISREG(about.st_mode):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(folder)
    finally:
        os.close(lock)


def empty(folder: Path) -> None:
    """Remove all that is in a folder."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def remove(folder: Path) -> None:
    """Remove a folder, its lock last: half removed, it can still be swept."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name != LOCK:
                shutil.rmtree(entry.path, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
