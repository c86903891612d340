"""
What each student handed in, read from a folder or zip file as platforms export it.

A class is a flat list of files. A platform is a pattern that reads the student from the
beginning of a path; `read_class` groups the files by student. Nothing is unpacked to
disk, no link is followed, and a file is read only when its student's turn comes.
"""

import io
import os
import re
import stat
import unicodedata
import zipfile
from ast import literal_eval
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Literal, NamedTuple, get_args

from noughts.checker.record import NOTHING, Record
from noughts.text import clean_line, plain_spaces
from noughts.words import Refused
from noughts.words.said import Said

LARGEST_ZIP = 16 << 20  # bytes of a student's zip file
LARGEST_CLASS = 1 << 30  # bytes of a class's zip file inside another one
MOST_FILES = 10_000  # of one student
MOST_ZIPS = 5  # of one student, those inside others included
LONGEST_NAME = 255  # characters
# bzip2 and LZMA may unpack 4 GB from 2 kB in one step; these stop when told to.
SAFE_PACKING = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
SKIPPED = {"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv"}
LISTS = (".csv", ".xlsx", ".yml")  # a teacher's or a platform's, and no student's
GAME = re.compile(r"tic[\W_]?tac[\W_]?toe", re.IGNORECASE)
COPY = re.compile(r"( ?\(\d{1,2}\)|-\d{1,2})$")  # "tictactoe (1)", "tictactoe-2"
RUNNER = "runner.py"  # the window, which everybody is given
Outcome = Literal["judged", "broken", "refused", "faults"]
OUTCOMES = get_args(Outcome)
NO_RECORD = Record("", "", NOTHING, ())


class File(NamedTuple):
    """A file on disk or in a zip file; the path of a folder ends in a slash."""

    path: str  # below the class
    open: Callable[[], IO[bytes]]

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def is_zip(self) -> bool:
        """Whether its name says that it is a zip file."""
        return self.path.casefold().endswith(".zip")

    def read(self, most: int) -> bytes:
        """Return the content of a file of at most this many bytes."""
        try:
            with self.open() as file:
                data = file.read(most + 1)
        except Refused:
            raise
        except Exception as error:  # a damaged zip fails in a dozen ways
            why = clean_line(getattr(error, "strerror", None) or str(error))
            raise Refused("hand_in.unreadable", path=self.path, why=why) from error
        if len(data) > most:
            raise Refused("hand_in.large", path=self.path, n=max(1, most >> 20))
        return data


@dataclass(frozen=True)
class HandIn:
    """One student through the whole run: found, chosen, judged."""

    # What the export says.
    student: str
    id: str = ""
    email: str = ""
    late: bool | None = None  # None: the export does not say
    attempt: int = 0  # 0: the export does not say
    files: tuple[File, ...] = ()
    platform: str = ""
    folder: str = ""  # where Moodle looks for feedback
    label: str = ""  # the name, with something behind it if others have it too
    # The file that was chosen.
    path: str = ""  # below what the student handed in
    source: bytes = b""  # the program; empty if there is none to judge
    modules: tuple[tuple[str, str], ...] = ()  # of the student's own, by name
    notes: tuple[Said, ...] = ()  # what the reader should know about the choice
    refusal: Said = NOTHING  # why there is nothing to judge
    # What was found out about it.
    record: Record = NO_RECORD
    fault: str = ""  # why this machine could not judge it

    @property
    def outcome(self) -> Outcome:
        """What came of it: a file may not run, be missing, or be too much for us."""
        if self.fault:
            return "faults"
        if not self.record.refusal:
            return "judged"
        return "broken" if self.record.graded else "refused"


class Class(NamedTuple):
    """A class as it was found."""

    title: str
    hand_ins: list[HandIn]
    left_out: list[str]  # paths that belong to nobody


# --- Files -------------------------------------------------------------------


def list_files(path: Path) -> list[File]:
    """Return the files below a folder, or in a zip file."""
    if path.is_dir():
        return list(walk_folder(path, ""))
    if not path.exists():
        raise Refused("refusal.no_path", path=path)
    if not path.name.casefold().endswith(".zip"):
        raise Refused("hand_in.not_a_class", path=path)
    return list_zip(path, str(path))


def walk_folder(folder: str | os.PathLike[str], prefix: str) -> Iterator[File]:
    """Yield the files below a folder, but hidden or generated ones and links."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise Refused(
            "hand_in.unreadable", path=prefix or folder, why=error.strerror
        ) from error
    for entry in entries:
        path = prefix + show_name(entry.name)
        if not is_visible(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield File(f"{path}/", io.BytesIO)
            yield from walk_folder(entry, f"{path}/")
        elif entry.is_file(follow_symlinks=False):
            yield File(path, partial(open_file, entry.path))


def open_file(path: str) -> IO[bytes]:
    """Open a file on disk."""
    return open(path, "rb")


def list_zip(file: Path | IO[bytes], path: str, prefix: str = "") -> list[File]:
    """Return the files in a zip file; one that is inside the class has a prefix."""
    try:
        archive = _open_zip(file)
    except Exception as error:  # a damaged zip fails in a dozen ways
        why = clean_line(str(error) or type(error).__name__)
        raise Refused("hand_in.bad_zip", path=path, why=why) from error
    entries = archive.infolist()
    if prefix and len(entries) > MOST_FILES:
        raise Refused("hand_in.many_files", path=path, n=MOST_FILES)
    found = list[File]()
    for entry in entries:
        parts = [part for part in re.split(r"[/\\]", entry.filename) if part]
        if not parts or not all(map(is_visible, parts)):
            continue
        where = prefix + "/".join(map(show_name, parts))
        if entry.is_dir():
            found.append(File(f"{where}/", io.BytesIO))
        elif not stat.S_ISLNK(entry.external_attr >> 16):
            found.append(File(where, partial(_open_entry, archive, entry, where)))
    return sorted(found, key=lambda each: each.path)


def _open_zip(file: Path | IO[bytes]) -> zipfile.ZipFile:
    """Open a zip file: macOS writes names in UTF-8 without saying so, Windows not."""
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
    """Return a student's files, also those in zip files, and why some stay shut."""
    found, problems = list[File](), list[Refused]()
    todo, opened = deque(files), 0
    while todo:
        file = todo.popleft()
        if not file.is_zip:
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
    if len(found) > MOST_FILES:
        raise Refused("hand_in.many_files", path=found[0].path, n=MOST_FILES)
    return found, problems


def is_visible(name: str) -> bool:
    """Return whether a teacher would see it, and it may be a student's own work."""
    return not name.startswith(".") and name not in SKIPPED


def show_name(name: str) -> str:
    """Return a name that can be printed and compared on every system."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return clean_line(plain_spaces(unicodedata.normalize("NFC", text)), LONGEST_NAME)


# --- Platforms: how a path reads ---------------------------------------------

PATTERNS = {
    "moodle": r"(?P<student>[^/]*?)(_(?P<id>\d+))?_+assignsubmission_[a-z]+_?/?"
    r"(?P<file>.*)",
    "canvas": r"((?P<student>[^/]+?)_)??((?P<late>LATE)_)?"
    r"(?P<id>(?<=_)\d+|anon_[^\W_]{5})_(\d+_(?P<file>.+)|(text|link)\.html)",
    "gradescope": r"(?P<folder>submission_\d+)/(?P<file>.*)",
    "google": r"(?P<student>\S[^/]*?) - (?P<file>[^/]+)",
    "github": r"{assignment}(?P<student>[^/]+?)(-main|-master)?(\.zip|/(?P<file>.*))",
    "plain": r"(?!runner\.py)(?P<student>[^/]+?)(/(?P<file>.*)|\.(py|ipynb|zip))",
}
PLATFORMS = (*PATTERNS,)
METADATA = "submission_metadata.yml"  # Gradescope's
LARGEST_METADATA = 1 << 26  # bytes; it has the output of every test that was ever run
CLONES = "-submissions"  # how the name of GitHub Classroom's folder ends
AGAIN = re.compile(r"-(\d{1,3})(?=\.[^.]+$|$)")  # Canvas: "tictactoe-2.py"
Fit = Callable[[str], re.Match[str] | None]


def read_class(
    path: Path,
    platform: str = "",
    names: str = "",
    rename: Callable[[HandIn], HandIn] = lambda hand_in: hand_in,
) -> Class:
    """Return what each student handed in, in the order of their names."""
    folder = path.resolve().name.removesuffix(".zip")
    files, folder = enter(list_files(path), folder)
    platform = "" if names else platform or recognise(files, folder)
    fit = compile_names(names) if names else fit_of(platform, folder)
    found, left_out = group(files, fit, platform)
    if platform == "gradescope":
        found = name_submitters(found, files)
    if not found:
        raise Refused("hand_in.no_class", path=path)
    found = sorted(map(rename, merge(found)), key=lambda each: sort_key(each.student))
    title = path.resolve().stem if path.is_file() else path.resolve().name
    return Class(title, tell_apart(found), left_out)


def enter(files: list[File], folder: str) -> tuple[list[File], str]:
    """Return the files without a folder or zip file around the whole class."""
    tops = {each.path.partition("/")[0] for each in files if not is_list(each)}
    top = tops.pop() if len(tops) == 1 else ""
    inside = [each for each in files if each.path.startswith(f"{top}/")]
    below = [File(each.path[len(top) + 1 :], each.open) for each in inside]
    below = [each for each in below if each.path]
    if not top or recognise(files, folder) != "plain" or any(map(is_exact, below)):
        return files, folder
    if top.casefold().endswith(".zip") and not below:
        packed = next(each for each in files if each.path == top)
        below = list_zip(io.BytesIO(packed.read(LARGEST_CLASS)), top)
    if not below:
        return files, folder
    return enter(below, top.removesuffix(".zip"))


def is_list(file: File) -> bool:
    """Return whether a file beside the students' is a list, or given to everybody."""
    name = file.path.casefold()
    return "/" not in name and (name.endswith(LISTS) or name == RUNNER)


def is_exact(file: File) -> bool:
    """Return whether a file is called as the assignment asks, or such a notebook."""
    return file.path.casefold() in ("tictactoe.py", "tictactoe.ipynb")


def recognise(files: list[File], folder: str) -> str:
    """Return the platform whose pattern fits more than half of the entries."""
    if any(each.path == METADATA for each in files):
        return "gradescope"
    tops = {each.path.partition("/")[0]: each for each in files if not is_list(each)}
    for platform in PLATFORMS:
        fit = fit_of(platform, folder)
        found = [match for each in tops.values() if (match := fit(each.path))]
        if platform == "github" and not folder.endswith(CLONES):
            continue
        if platform == "google" and len({each["student"] for each in found}) == 1:
            continue  # "INF101 - Ana.py", "INF101 - Bob.py": no student is INF101
        if 2 * len(found) > len(tops):
            return platform
    return "plain"


def fit_of(platform: str, folder: str) -> Fit:
    """Return how a platform's paths are read; GitHub's begin with the assignment."""
    ours = re.escape(folder.removesuffix(CLONES[1:])) if folder.endswith(CLONES) else ""
    pattern = PATTERNS[platform].replace("{assignment}", ours)
    return re.compile(pattern, re.IGNORECASE).fullmatch


def compile_names(names: str) -> Fit:
    """Return how a teacher's own pattern reads the beginning of a path."""
    try:
        pattern = re.compile(names)
    except re.error as error:
        raise Refused("hand_in.bad_names", value=names, why=str(error)) from error
    if "student" not in pattern.groupindex:
        raise Refused("hand_in.no_student", value=names)
    return pattern.match


def group(files: list[File], fit: Fit, platform: str) -> tuple[list[HandIn], list[str]]:
    """Return a hand-in for each file that is somebody's, and the paths of the rest."""
    plain = fit_of("plain", "")
    found, left_out = list[HandIn](), list[str]()
    for file in files:
        if match := fit(file.path):
            found.append(hand_in(file, match, platform))
        elif is_list(file) or (not platform and file.path.endswith("/")):
            continue
        elif platform and (match := plain(file.path)):
            found.append(hand_in(file, match, "plain"))
        else:
            left_out.append(file.path)
    return found, left_out


def hand_in(file: File, match: re.Match[str], platform: str) -> HandIn:
    """Return what the path of one file says."""
    said = {name: text for name, text in match.groupdict().items() if text}
    student, name = said.get("student", ""), said.get("file", file.path)
    attempt = int(said["attempt"]) if said.get("attempt", "").isdecimal() else 0
    late = "late" in said if "late" in match.re.groupindex else None
    id_, folder = said.get("id", ""), said.get("folder", "")
    if platform == "canvas":
        again = AGAIN.search(name)
        attempt, name = 1 + int(again[1]) if again else 1, AGAIN.sub("", name)
    if platform == "moodle" and id_:
        whose = student.replace("_", " ")  # Moodle looks for the number behind a "_"
        folder = f"{whose}_{id_}_assignsubmission_file_"
    if platform == "github":
        id_ = student
    if platform == "plain":
        student = GAME.sub("", COPY.sub("", student)).strip("_-. ") or student
    student = " ".join(student.split()) or id_ or folder or file.name
    email, files = said.get("email", ""), (File(name, file.open),)
    return HandIn(student, id_, email, late, attempt, files, platform, folder)


def merge(found: Iterable[HandIn]) -> Iterator[HandIn]:
    """Yield one hand-in for each student, with the newest attempt at each file."""
    whose = dict[tuple[str, ...], list[HandIn]]()
    for each in found:
        key = (each.id, each.email.casefold(), each.student.casefold())
        whose.setdefault(key, []).append(each)
    for parts in whose.values():
        newest = Counter[str]()
        for each in parts:
            name = each.files[0].path.casefold()
            newest[name] = max(newest[name], each.attempt)
        kept = [e for e in parts if e.attempt == newest[e.files[0].path.casefold()]]
        yield replace(
            kept[0],
            late=None if kept[0].late is None else any(each.late for each in kept),
            attempt=max(each.attempt for each in kept),
            files=tuple(file for each in kept for file in each.files),
        )


def tell_apart(found: Iterable[HandIn]) -> list[HandIn]:
    """Return the hand-ins with labels that are all different."""
    every = [replace(each, label=each.student) for each in found]
    numbers = [str(n) for n in range(1, len(every) + 1)]
    marks = [each.id or each.email or n for each, n in zip(every, numbers, strict=True)]
    while len(count := Counter(each.label for each in every)) < len(every):
        for n, each in enumerate(every):
            if count[each.label] > 1:
                every[n] = replace(each, label=f"{each.label} ({marks[n]})")
        marks = numbers
    return every


def sort_key(student: str) -> tuple[str, str]:
    """Return what puts students in order: Ç beside C, and not behind Z."""
    letters = unicodedata.normalize("NFKD", student.casefold())
    plain = (each for each in letters if not unicodedata.combining(each))
    return "".join(plain), student


# --- Gradescope: names are in a list -----------------------------------------

SUBMISSION = re.compile(r"(\S+?):\s*$")
PART = re.compile(r"  :(\w+):")
FIELD = re.compile(r"  (- |  ):(name|sid|email): (.*)$")


def name_submitters(found: list[HandIn], files: list[File]) -> list[HandIn]:
    """Return the hand-ins under the names in the list, one for each of a group."""
    listed = [each for each in files if each.path == METADATA]
    data = b"".join(each.read(LARGEST_METADATA) for each in listed)
    known = read_submitters(data.decode("utf-8-sig", "replace"))
    named = list[HandIn]()
    for each in found:
        people, attempt = known.get(each.folder, ([], 0))
        named += [
            replace(
                each,
                student=show_name(one.get("name") or one.get("email") or each.folder),
                id=show_name(one.get("sid", "")),
                email=show_name(one.get("email", "")),
                attempt=attempt,
                folder="",
            )
            for one in people
        ] or [each]
    return named


def read_submitters(text: str) -> dict[str, tuple[list[dict[str, str]], int]]:
    """
    Return who handed in each submission, and the number of the attempt.

    Only the lines that Gradescope writes about people are read: this needs no library,
    and nothing else in the file can do harm.
    """
    known = dict[str, tuple[list[dict[str, str]], int]]()
    submission, part = "", ""
    for line in text.splitlines():
        if head := SUBMISSION.match(line):
            submission, part = head[1], ""
            known[submission] = ([], 1)
        elif head := PART.match(line):
            part = head[1]
        elif submission:
            people, attempt = known[submission]
            if part == "submitters" and (field := FIELD.match(line)):
                if field[1] == "- " or not people:
                    people.append({})
                people[-1][field[2]] = read_scalar(field[3])
            elif part == "history" and line.startswith("  - "):
                known[submission] = (people, attempt + 1)
    return known


def read_scalar(text: str) -> str:
    """Return the value of a YAML scalar on one line."""
    text = text.strip()
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text.startswith('"'):
        try:
            return str(literal_eval(text))
        except (ValueError, SyntaxError):
            return text.strip('"')
    return "" if text in ("~", "null") else text
