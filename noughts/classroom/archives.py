"""
The files of a class, on disk or in zip files.

Nothing is unpacked to disk, no link is followed, and files are read one student at a
time.
"""

import io
import os
import re
import stat
import unicodedata
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import IO, NamedTuple

from noughts.texts import Refused
from noughts.texts.safe_text import clean_line

LARGEST_ZIP = 16 << 20  # bytes
MOST_ZIPS = 5  # per student, nested ones included
MOST_NAMED = 4  # paths listed in a sentence
OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".tgz", ".gz", ".bz2", ".xz")
LONGEST_NAME = 255  # characters
# bzip2 and LZMA can unpack 2 kB to 4 GB in one step; these two read in pieces.
SAFE_PACKING = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
SKIPPED = {"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv"}


class File(NamedTuple):
    """A file on disk or in a zip file; the path of an empty folder ends in a slash."""

    path: str  # below the class
    open: Callable[[], IO[bytes]]
    is_skipped: bool = False  # hidden, generated or a link: named, but never read

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def is_folder(self) -> bool:
        """Whether it is an empty folder."""
        return self.path.endswith("/")

    def read(self, most: int) -> bytes:
        """Return the content, or raise Refused if it has more bytes than this."""
        try:
            with self.open() as file:
                data = file.read(most + 1)
        except Refused:
            raise
        except Exception as error:  # damaged zip files raise many kinds
            why = reason(error)
            raise Refused("hand_in.unreadable", path=self.path, why=why) from error
        if len(data) > most:
            raise Refused("hand_in.large", path=self.path, n=most // 1_000_000)
        return data


def list_files(path: Path) -> list[File]:
    """Return the files below a folder, or in a zip file."""
    if path.is_dir():
        return list(walk_folder(path, ""))
    if not path.exists():
        raise Refused("refusal.no_path", path=path)
    if is_other_archive(path.name):
        raise Refused("hand_in.other_archive", path=path)
    if not path.name.casefold().endswith(".zip"):
        raise Refused("hand_in.not_a_class", path=path)
    return list_zip(path, str(path))


def walk_folder(folder: str | os.PathLike[str], prefix: str) -> Iterator[File]:
    """Yield the files below a folder; nothing hidden is entered, no link followed."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = prefix + show_name(entry.name)
        if not is_visible(entry.name) or entry.is_symlink():
            yield File(path, io.BytesIO, is_skipped=True)
        elif entry.is_dir(follow_symlinks=False):
            below = [*walk_folder(entry, f"{path}/")]
            yield from below or [File(f"{path}/", io.BytesIO)]
        elif entry.is_file(follow_symlinks=False):
            yield File(path, partial(io.FileIO, entry.path))


def list_zip(file: Path | IO[bytes], path: str, prefix: str = "") -> list[File]:
    """Return the files in a zip file; `prefix` is the path of a nested zip file."""
    try:
        archive = _open_zip(file)
    except Exception as error:  # damaged zip files raise many kinds
        raise Refused("hand_in.bad_zip", path=path, why=reason(error)) from error
    found = list[File]()
    for entry in archive.infolist():
        parts = [part for part in re.split(r"[/\\]", entry.filename) if part]
        if not parts or {".", ".."} & {*parts}:
            continue
        hidden = [n for n, part in enumerate(parts) if not is_visible(part)]
        if hidden:
            parts = parts[: hidden[0] + 1]
        where = prefix + "/".join(map(show_name, parts))
        if hidden or stat.S_ISLNK(entry.external_attr >> 16):
            found.append(File(where, io.BytesIO, is_skipped=True))
        elif entry.is_dir():
            found.append(File(f"{where}/", io.BytesIO))
        else:
            found.append(File(where, partial(_open_entry, archive, entry, where)))
    found.sort(key=lambda each: each.path)
    return [
        each
        for each, after in zip_longest(found, found[1:])
        if not (after and each.is_folder and after.path.startswith(each.path))
        if not (after and each.is_skipped and after.path == each.path)
    ]


def _open_zip(file: Path | IO[bytes]) -> zipfile.ZipFile:
    """Open a zip file; names without the UTF-8 flag are UTF-8 on macOS only."""
    try:
        return zipfile.ZipFile(file, metadata_encoding="utf-8")
    except UnicodeDecodeError:
        return zipfile.ZipFile(file, metadata_encoding="cp850")


def _open_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str
) -> IO[bytes]:
    if entry.flag_bits & 1 or entry.compress_type not in SAFE_PACKING:
        raise Refused("hand_in.packing", path=path)
    return archive.open(entry)


def expand(files: Iterable[File]) -> tuple[list[File], list[Refused]]:
    """Return a student's files, including those in zip files, and the errors."""
    found, problems = list[File](), list[Refused]()
    todo, opened = deque(files), 0
    while todo:
        file = todo.popleft()
        if not file.path.casefold().endswith(".zip"):
            found.append(file)
            continue
        opened += 1
        try:
            if opened > MOST_ZIPS:
                raise Refused("hand_in.many_zips", path=file.path, n=MOST_ZIPS)
            data = io.BytesIO(file.read(LARGEST_ZIP))
            todo += list_zip(data, file.path, f"{file.path}/")
        except Refused as error:
            problems.append(error)
    return found, problems


def reason(error: Exception) -> str:
    """Return the message of an error, or its type if it has none."""
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return clean_line(said)


def is_other_archive(name: str) -> bool:
    """Return whether a file is an archive that cannot be read here."""
    return name.casefold().endswith(OTHER_ARCHIVES)


def name_some(paths: list[str]) -> str:
    """Return the first paths, separated by commas, and how many more there are."""
    more = len(paths) - MOST_NAMED
    some = ", ".join(paths[:MOST_NAMED])
    return f"{some} (+{more})" if more > 0 else some


def is_visible(name: str) -> bool:
    """Return whether a name is neither hidden nor that of a generated folder."""
    return not name.startswith(".") and name not in SKIPPED


def show_name(name: str) -> str:
    """Return a name normalised, so that it can be printed and compared."""
    text = re.sub(r"\s", " ", unicodedata.normalize("NFC", name))
    return clean_line(text, LONGEST_NAME)


def simplify(name: str) -> str:
    """
    Return a name in lower case, without Latin accents and signs.

    Marks of other scripts stay: without them, different names become the same.
    """
    letters = list[str]()
    for each in unicodedata.normalize("NFKD", name.casefold()):
        kind = unicodedata.category(each)
        if kind in ("Pd", "Pc"):  # "Smith-Jones", "ana_silva"
            letters.append(" ")
        elif kind[0] not in "PS" and not "\u0300" <= each <= "\u036f":
            letters.append(each)
    return "".join(letters)
