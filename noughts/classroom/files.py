"""Folders and zip archives as one kind of tree, read without unpacking anything."""

import io
import math
import os
import stat
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from typing import IO, Literal

from noughts import disk
from noughts.text import clean_line, plain_spaces

Kind = Literal["file", "folder", "link", "special", "outside"]

LARGEST_ARCHIVE = 16 << 20  # bytes of a student's archive
MOST_ENTRIES = 10_000  # of a student's archive
LONGEST_NAME = 255  # characters; an entry of an archive may have 65,535
DEEPEST = 3  # archives inside archives
# How each entry of an archive's list begins. They are counted, for the number that the
# archive gives can be a lie, and zipfile reads the list to its end all the same.
ENTRY = b"PK\1\2"
# The ways to pack that never unpack more than they are asked for: 1,684 bytes of bzip2
# became 4 GB in one step.
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
UTF8_NAME = 0x800  # the flag of an archive's entry that says how its name is written


class RefusedError(Exception):
    """A submission cannot be taken; the message is the reason."""


@dataclass(frozen=True)
class FoundFile:
    """
    A file or a folder, on disk or in an archive.

    Two are equal only if they are one: each has functions of its own to be read by.
    """

    name: str
    where: str  # the path that a teacher would look for
    kind: Kind
    children: Callable[[], Iterator["FoundFile"]] = lambda: iter(())
    read: Callable[[int], bytes] = lambda limit: b""
    depth: int = 0  # how many archives it is inside of
    twin: int = 0  # how many beside it, of other names, are shown alike before it


@contextmanager
def refusing(failure: type[Exception], what: str) -> Iterator[None]:
    """Turn a failure into a refusal that says what, and why."""
    try:
        yield
    except failure as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise RefusedError(f"{what}: {clean_line(reason, LONGEST_NAME)}") from error


def is_archive(node: FoundFile) -> bool:
    """Return whether it is a file that says it is a zip archive."""
    return node.kind == "file" and node.name.casefold().endswith(".zip")


@contextmanager
def open_class(path: Path) -> Iterator[FoundFile]:
    """Open the folder or the archive that holds a class."""
    if path.is_dir():
        yield on_disk(path.resolve(), "")
    elif not path.exists():
        raise RefusedError(f"{path}: there is no such file or folder")
    elif not is_archive(on_disk(path.resolve(), "")):
        raise RefusedError(f"{path}: neither a folder nor a .zip archive")
    else:
        with path.open("rb") as file:
            yield archive(file, path.stem, "", depth=0)


def on_disk(path: Path, where: str, twin: int = 0) -> FoundFile:
    """Return a file or folder of the disk; links are seen as such, never followed."""
    unreadable = f"{where or path} cannot be read"

    def children() -> Iterator[FoundFile]:
        with refusing(OSError, unreadable):
            names = os.listdir(path)
        for child, nth in twins(names).items():
            if not is_hidden(child):
                yield on_disk(path / child, below(where, child, nth), nth)

    def read(limit: int) -> bytes:
        with refusing(OSError, unreadable), path.open("rb") as file:
            return file.read(limit)

    with refusing(OSError, unreadable):
        mode = path.lstat().st_mode
    name, kind = shown_name(path.name), kind_of(mode)
    return FoundFile(name, where, kind, children, read, twin=twin)


def twins(names: Iterable[str]) -> dict[str, int]:
    """Return, name by name, how many others before it are shown alike."""
    alike = Counter[str]()
    numbers = dict[str, int]()
    for name in sorted(set(names)):
        shown = shown_name(name)
        numbers[name] = alike[shown]
        alike[shown] += 1
    return numbers


def below(where: str, name: str, twin: int) -> str:
    """Return the path of a child; one that is shown as another is gets a number."""
    own = shown_name(name) + (f" ({twin + 1})" if twin else "")
    return f"{where}/{own}" if where else own


def kind_of(mode: int) -> Kind:
    """Return what the mode of a file says it is."""
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    return "link" if stat.S_ISLNK(mode) else "special"


def open_archive(node: FoundFile) -> FoundFile:
    """Return the archive as a folder; refuse one that is broken, huge or too deep."""
    if node.depth >= DEEPEST:
        raise RefusedError(f"{node.where} is an archive {DEEPEST} archives deep")
    data = node.read(LARGEST_ARCHIVE + 1)
    if len(data) > LARGEST_ARCHIVE:
        raise RefusedError(
            f"{node.where} is an archive of more than {LARGEST_ARCHIVE >> 20} MB"
        )
    if (entries := data.count(ENTRY)) > MOST_ENTRIES:
        raise RefusedError(
            f"{node.where} holds {entries:,} files and folders, "
            f"more than {MOST_ENTRIES:,}"
        )
    return archive(io.BytesIO(data), node.name, node.where, node.depth + 1)


def archive(file: IO[bytes], name: str, where: str, depth: int) -> FoundFile:
    """Return a zip archive as a folder."""
    # A hostile archive makes zipfile fail in any of a dozen ways.
    with refusing(Exception, f"{where or f'{name}.zip'} is not a readable zip archive"):
        opened = zipfile.ZipFile(file)
        tree = entry_tree(opened, MOST_ENTRIES if depth else math.inf)
    return folder_of(opened, tree, name, where, depth)


@dataclass(frozen=True)
class Tree:
    """A folder of an archive, which may use one name for several entries."""

    folders: dict[str, "Tree"] = field(default_factory=dict)
    files: list[tuple[str, zipfile.ZipInfo]] = field(default_factory=list)


def entry_tree(opened: zipfile.ZipFile, most: float) -> Tree:
    """Return the entries of an archive, folder by folder, if those are not too many."""
    root, count = Tree(), 0
    for entry in opened.infolist():
        path = entry_path(entry)
        *folders, name = [part for part in path.split("/") if part] or [""]
        if any(map(is_hidden, [*folders, name])) and not disk.climbs_out(path):
            continue
        tree = root
        for part in [*folders, name] if entry.is_dir() else folders:
            if part == "..":  # what climbs out is filed where it would be if not
                continue
            if part not in tree.folders:
                count += 1
                if count > most:  # the name of one entry has room for 32,768
                    raise ValueError(f"more than {most:,} folders")
                tree.folders[part] = Tree()
            tree = tree.folders[part]
        if name and not entry.is_dir():
            tree.files.append((name, entry))
    return root


def entry_path(entry: zipfile.ZipInfo) -> str:
    """Return the path of an entry as it was meant: UTF-8, slashes."""
    path = entry.orig_filename
    if not entry.flag_bits & UTF8_NAME:
        path = meant(path)
    return path.replace("\\", "/")


def meant(path: str) -> str:
    """Return a name of which nobody said how it is written, as it reads best."""
    data = path.encode("cp437", "replace")
    with suppress(UnicodeError):  # macOS writes UTF-8 and forgets to say so
        return data.decode("utf-8")
    other = data.decode("cp850")  # Windows, west of Greece: "Jo\u255eo" is "João"
    letters, others = (sum(map(str.isalpha, each)) for each in (path, other))
    return other if others > letters else path


def folder_of(
    opened: zipfile.ZipFile, tree: Tree, name: str, where: str, depth: int
) -> FoundFile:
    """Return a folder of an archive."""

    def children() -> Iterator[FoundFile]:
        entries: list[tuple[str, Tree | zipfile.ZipInfo]]
        entries = [*tree.folders.items(), *tree.files]
        numbers = twins(name for name, _ in entries)
        for child, inside in sorted(entries, key=itemgetter(0)):
            nth, shown = numbers[child], shown_name(child)
            path = below(where, child, nth)
            if isinstance(inside, Tree):
                found = folder_of(opened, inside, shown, path, depth)
            else:
                found = file_of(opened, inside, shown, path, depth)
            yield replace(found, twin=nth)

    return FoundFile(name, where, "folder", children, depth=depth)


def file_of(
    opened: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, where: str, depth: int
) -> FoundFile:
    """Return a file of an archive."""

    def read(limit: int) -> bytes:
        if entry.flag_bits & 1:
            raise RefusedError(f"{where} is encrypted")
        if entry.compress_type not in PACKINGS:
            raise RefusedError(f"{where} is not packed in zip's usual way (Deflate)")
        with (
            refusing(Exception, f"{where} cannot be unpacked"),
            opened.open(entry) as file,
        ):
            return file.read(limit)

    if disk.climbs_out(path := entry_path(entry)):
        return FoundFile(name, shown_name(path), "outside")
    kind: Kind = "link" if stat.S_ISLNK(entry.external_attr >> 16) else "file"
    return FoundFile(name, where, kind, read=read, depth=depth)


def is_hidden(name: str) -> bool:
    """Return whether a teacher would not see it, or it is not a student's own work."""
    return (name.startswith(".") and name != "..") or name in {
        "__MACOSX",
        "__pycache__",
        "node_modules",
        "site-packages",
        "venv",
    }


def shown_name(name: str) -> str:
    """Return a name that can be printed and compared on every system."""
    data = name.encode("utf-8", "surrogateescape")
    text = data.decode("utf-8", "backslashreplace")
    plain = plain_spaces(unicodedata.normalize("NFC", text))
    return clean_line(plain, LONGEST_NAME)
