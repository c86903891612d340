"""Files: read up to a limit, and written whole or not at all."""

import errno
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from noughts.texts import Refused

try:
    import fcntl
except ImportError:  # Windows: no locking
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).resolve().parent  # the folder of noughts
MOST = 2**26  # bytes of a file read whole


def read(path: Path) -> bytes:
    """Return the content of a file; raise OSError if it is too large."""
    with path.open("rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def holds_anything(path: Path) -> bool:
    """Return whether the path is a non-empty file or folder."""
    if path.is_dir():
        return any(path.iterdir())
    return path.is_file() and path.stat().st_size > 0


def write_whole(path: Path, data: bytes | Iterable[bytes]) -> None:
    """
    Write a file atomically: a reader finds the old content or the new.

    Data may come in pieces.
    """
    pieces = [data] if isinstance(data, bytes) else data
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe, a terminal
        with path.open("wb") as file:
            file.writelines(pieces)
        return
    place = Path(os.path.realpath(path))  # keeps symbolic links
    draft = place.with_name(f".{place.name}.draft")
    try:
        with draft.open("wb") as file:
            file.writelines(pieces)
        draft.replace(place)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)
        raise


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a reproducible zip archive; scripts are executable."""
    import zipfile  # imported here to keep start-up fast

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files:
            entry = zipfile.ZipInfo(path)  # dated 1980
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if data.startswith(b"#!") else 0o644
            entry.external_attr = mode << 16
            archive.writestr(entry, data)
    return buffer.getvalue()


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Lock a folder against other runs; refuse if one is writing to it."""
    if not fcntl:
        yield
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Refused("refusal.busy", path=folder) from error
        except OSError:
            pass  # a file system without locks
        yield
    finally:
        os.close(place)
