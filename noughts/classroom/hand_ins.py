"""
Hand-ins by student, read from the folder or zip file that a platform exports.

A class is a flat list of files. A platform is a pattern that finds the student in a
file's path; `read_class` groups the files by student.
"""

import io
import re
from ast import literal_eval
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from os.path import commonprefix
from pathlib import Path
from typing import NamedTuple

from noughts.classroom.archives import (
    File,
    is_visible,
    list_files,
    list_zip,
    name_some,
    show_name,
    simplify,
)
from noughts.texts import Refused


@dataclass(frozen=True)
class HandIn:
    """What one student handed in, as the export shows it."""

    student: str  # the name in the export or the roster
    id: str = ""  # the platform's
    email: str = ""
    late: bool = False  # by the export or the list of grades
    attempt: int = 0  # 0: unknown
    files: tuple[File, ...] = ()
    platform: str = ""
    is_named_by_file: bool = False  # neither an id nor a folder tells whose it is
    label: str = ""  # the name, with a suffix if it is not unique
    submitted: str = ""  # when, as a text that sorts, if the names in the export say so

    @property
    def is_named(self) -> bool:
        """Whether the student's name is known, and not only a login."""
        return self.student != self.id

    @property
    def turn(self) -> tuple[int, str]:
        """What puts a student's attempts in order."""
        return self.attempt, self.submitted


class Class(NamedTuple):
    """A class, before it is judged."""

    title: str
    hand_ins: list[HandIn]
    left_out: list[str]  # paths without a student


# --- Platforms ---------------------------------------------------------------

PATTERNS = {
    "moodle": r"(?P<student>[^/]*?)(_(?P<id>\d+))?_+assignsubmission_[a-z]+_?/?"
    r"(?P<file>.*)",
    "canvas": r"((?P<student>[^/]+?)_)??((?P<late>LATE)_)?"
    r"(?P<id>(?<=_)\d+|anon_[^\W_]{5})_(\d+_(?P<file>.+)|(text|link)\.html)",
    "gradescope": r"(?P<student>submission_\d+)/(?P<file>.*)",
    "brightspace": r"(?P<id>\d+-\d+) ?- (?P<student>[^/]+?) ?- "
    r"(?P<submitted>[^/]*\d{4}[^/]*?)/(?P<file>.*)",
    "blackboard": r"{assignment}(?P<id>[^/]+?)_attempt_"
    r"(?P<submitted>\d{4}(-\d\d){5})(_(?P<file>.+)|\.txt)",
    "google": r"(?P<student>\S[^/]*?) - (?P<file>[^/]+)",
    "github": r"{assignment}(?P<id>[^/]+?)(?P<branch>-main|-master)?"
    r"(\.zip|/(?P<file>.*))",
    "plain": r"(?!runner\.py)(?P<student>[^/]+?)"
    r"(/(?P<file>.*)|\.(py|ipynb)(\.txt)?|\.zip|(\.tar)?\.(rar|7z|tar|tgz|gz|bz2|xz))",
}
PLATFORMS = (*PATTERNS,)
GAME = re.compile(r"tic[\W_]?tac[\W_]?toe", re.IGNORECASE)
ATTEMPT = re.compile(r"-(\d{1,3})(?=\.[^.]+$|$)")  # Canvas: "tictactoe-2.py"
EXACT = ("tictactoe.py", "tictactoe.ipynb")  # names that the assignment asks for
RUNNER = "runner.py"  # part of the assignment
LISTS = (".csv", ".xlsx", ".yml")  # files of teachers and platforms
CONTENTS = "index.html"  # of Brightspace's exports
# Exports of platforms that are not supported, by a folder that only they have.
UNSUPPORTED = {
    "Sakai": re.compile(r".*/Submission attachment\(s\)/.*"),
    "Microsoft Teams": re.compile(r"(.*/)?(Submitted files|Working files)/.*"),
}
SPOKEN = "%b %d, %Y %I%M %p"  # Brightspace: "Sep 24, 2024 926 PM"
METADATA = "submission_metadata.yml"  # Gradescope's
LARGEST_CLASS = 1 << 28  # bytes of a class in a nested zip file, or of its metadata
# What Drive and browsers add to the name of a copy.
COPIED = re.compile(r"^(copy of|c[oó]pia de)\b", re.IGNORECASE)
COPY = re.compile(r" ?\(\d+\)$")  # how browsers and Drive call a second file
BLACKBOARD_MARK = "_attempt_"
NOTHING_FITS = "(?!)"
Fit = Callable[[str], re.Match[str] | None]
Rename = Callable[[HandIn], HandIn]


def read_class(
    path: Path, platform: str = "", names: str = "", rename: Rename | None = None
) -> Class:
    """Read a class from a folder or a zip file; group the files by student."""
    place = path.resolve()
    title = COPY.sub("", place.stem if path.is_file() else place.name)
    listed = list_files(path)
    if not names:
        refuse_unsupported(listed, path)
    files, folder = enter(listed, title)
    if names:
        platform, fit = "", compile_names(names)
    else:
        platform = platform or recognise(files, folder)
        fit = fit_of(platform, folder, files)
    matches, left_out = list[tuple[File, re.Match[str]]](), list[str]()
    for file in files:
        if match := fit(file.path):
            matches.append((file, match))
        elif not is_list(file) and not file.is_folder and is_visible(file.name):
            left_out.append(file.path)
    if platform == "plain":
        refuse_nameless(files)
    has_branch = all(match.groupdict().get("branch") for _, match in matches)
    found = [read_path(file, match, platform, has_branch) for file, match in matches]
    if platform == "gradescope":
        found = name_submitters(found, files)
    if not found:
        raise Refused("hand_in.no_class", path=path)
    students = merge(found)
    renamed = map(rename, students) if rename else students
    ordered = sorted(renamed, key=lambda each: (simplify(each.student), each.student))
    return Class(title, tell_apart(ordered), left_out)


def enter(files: list[File], folder: str) -> tuple[list[File], str]:
    """Return the files inside the folder or zip file that holds the whole class."""
    files = [each for each in files if "/" in each.path or is_visible(each.path)]
    tops = {each.path.partition("/")[0] for each in files if not is_list(each)}
    if len(tops) != 1 or recognise(files, folder) != "plain":
        return files, folder
    [top] = tops
    below = [
        each._replace(path=each.path.removeprefix(f"{top}/"))
        for each in files
        if each.path.startswith(f"{top}/")
    ]
    if not below and top.casefold().endswith(".zip"):
        packed = next(each for each in files if each.path == top)
        below = list_zip(io.BytesIO(packed.read(LARGEST_CLASS)), top)
    if not below or any(each.path.casefold() in EXACT for each in below):
        return files, folder
    return enter(below, re.sub(r"\.zip$", "", top, flags=re.IGNORECASE))


def refuse_nameless(files: Iterable[File]) -> None:
    """Refuse several files side by side whose names do not say whose they are."""
    fit = fit_of("plain", "", [])
    paths = [each.path for each in files]
    if len({path.partition("/")[0] for path in paths}) == 1:  # one folder for all
        paths = [path.partition("/")[2] for path in paths]
    side_by_side = (path for path in paths if "/" not in path)
    names = [path for path in side_by_side if (match := fit(path)) and nameless(match)]
    if len(names) > 1:
        raise Refused("hand_in.nameless", names=name_some(names))


def nameless(match: re.Match[str]) -> bool:
    """Return whether a name has only the game, "copy of", and a small number."""
    rest = COPIED.sub("", GAME.sub("", match["student"]).strip())
    is_game = bool(GAME.search(match["student"]))
    return is_game and not re.search(r"[^\W\d_]|\d{4}", rest)


def is_list(file: File) -> bool:
    """Return whether a top-level file is a list or the runner."""
    name = file.path.casefold()
    return "/" not in name and (name.endswith(LISTS) or name in (RUNNER, CONTENTS))


def refuse_unsupported(files: list[File], path: Path) -> None:
    """Refuse the export of a platform whose layout is not supported."""
    for platform, pattern in UNSUPPORTED.items():
        if 2 * sum(bool(pattern.fullmatch(each.path)) for each in files) > len(files):
            raise Refused("hand_in.unsupported", path=path, platform=platform)


def recognise(files: list[File], folder: str) -> str:
    """Return the platform whose pattern fits more than half of the entries."""
    tops = {each.path.partition("/")[0]: each for each in files if not is_list(each)}
    for platform in PLATFORMS:
        fit = fit_of(platform, folder, tops.values())
        if 2 * sum(bool(fit(each.path)) for each in tops.values()) > len(tops):
            return platform
    return "plain"


def fit_of(platform: str, folder: str, files: Iterable[File]) -> Fit:
    """Return the pattern of a platform; some paths begin with the assignment's name."""
    assignment = folder.removesuffix("submissions")  # GitHub: "project0-submissions"
    prefix = re.escape(assignment) if assignment != folder else NOTHING_FITS
    if platform == "blackboard":
        prefix = re.escape(assignment_in(files))
    pattern = PATTERNS[platform].replace("{assignment}", prefix)
    return re.compile(pattern, re.IGNORECASE).fullmatch


def assignment_in(files: Iterable[File]) -> str:
    """Return the beginning of all names in Blackboard's export, before the logins."""
    marked = [each.path for each in files if BLACKBOARD_MARK in each.path]
    before = (path.partition(BLACKBOARD_MARK)[0] for path in marked)
    common, mark, _ = commonprefix([*before]).rpartition("_")
    return common + mark


def compile_names(names: str) -> Fit:
    """Return a teacher's own pattern for the beginning of a path."""
    with suppress(re.error):
        pattern = re.compile(names)
        if "student" in pattern.groupindex:
            return pattern.match
    raise Refused("hand_in.bad_names", value=names)


def read_path(
    file: File, match: re.Match[str], platform: str, has_branch: bool
) -> HandIn:
    """
    Return a hand-in with one file, from the groups of a pattern.

    GitHub adds the branch to every name of a download; in a clone, "-main" at the end
    belongs to a login.
    """
    groups = {name: text for name, text in match.groupdict().items() if text}
    student, name = groups.get("student", ""), groups.get("file", file.path)
    attempt = int(groups["attempt"]) if groups.get("attempt", "").isdecimal() else 0
    if platform == "canvas":
        suffix = ATTEMPT.search(name)
        attempt, name = 1 + int(suffix[1]) if suffix else 1, ATTEMPT.sub("", name)
    if platform == "plain":
        student = GAME.sub("", student).strip("_-. ") or student
        if "/" not in file.path:
            student = COPY.sub("", student).strip("_-. ") or student
    id_ = groups.get("id", "")
    if not has_branch:
        id_ += groups.get("branch", "")
    return HandIn(
        student or id_ or file.name,
        id_,
        groups.get("email", ""),
        "late" in groups,
        attempt,
        (file._replace(path=name),),
        platform,
        is_named_by_file=not (id_ or groups.get("email") or "/" in file.path),
        submitted=sortable(groups.get("submitted", "")),
    )


def sortable(when: str) -> str:
    """Return a time as a text that sorts; other languages stay as they are."""
    with suppress(ValueError):
        return datetime.strptime(when, SPOKEN).isoformat()
    return when


def merge(found: Iterable[HandIn]) -> Iterator[HandIn]:
    """Yield one hand-in for each student, with the newest attempt at each file."""
    whose = defaultdict[tuple[str, ...], list[HandIn]](list)
    for each in sorted(found, key=lambda each: each.turn):
        whose[each.id, each.email, each.student].append(each)
    for parts in whose.values():
        newest = {each.files[0].path.casefold(): each.turn for each in parts}
        kept = [e for e in parts if e.turn == newest[e.files[0].path.casefold()]]
        yield replace(
            kept[0],
            late=any(each.late for each in kept),
            attempt=kept[-1].attempt,
            files=tuple(file for each in kept for file in each.files),
            is_named_by_file=all(each.is_named_by_file for each in kept),
        )


def tell_apart(found: list[HandIn]) -> list[HandIn]:
    """Return the hand-ins with unique labels."""
    count = Counter(each.student for each in found)
    taken = {name for name in count if count[name] > 1}
    labelled = list[HandIn]()
    for n, each in enumerate(found, 1):
        label = each.student
        while label in taken:
            label = f"{label} ({each.id or each.email or n})"
        taken.add(label)
        labelled.append(replace(each, label=label))
    return labelled


# --- Gradescope's metadata ---------------------------------------------------

# Only the lines about people are read, so that no YAML library is needed.
SUBMISSION = re.compile(r"^(submission_\d+):\n((?: .*\n?|\n)*)", re.MULTILINE)
FIELD = re.compile(r"^ *:(name|sid|email): (.*)", re.MULTILINE)


def name_submitters(found: list[HandIn], files: list[File]) -> list[HandIn]:
    """Return the hand-ins with the submitters' names, one for each group member."""
    listed = [each for each in files if each.path == METADATA]
    data = b"".join(each.read(LARGEST_CLASS) for each in listed)
    known = dict(SUBMISSION.findall(data.decode("utf-8-sig", "replace")))
    named = list[HandIn]()
    for each in found:
        about = known.get(each.student, "")
        attempt = len(read_list(about, "history")) + bool(about)
        for person in read_list(about, "submitters") or [""]:
            fields = {name: read_scalar(text) for name, text in FIELD.findall(person)}
            student = fields.get("name") or each.student
            number, email = fields.get("sid", ""), fields.get("email", "")
            named.append(
                replace(each, student=student, id=number, email=email, attempt=attempt)
            )
    return named


def read_list(about: str, name: str) -> list[str]:
    """Return the items of a list in the metadata of a submission."""
    found = re.search(rf"^  :{name}:\n((?:  [- ] .*\n?|\n)*)", about, re.MULTILINE)
    return re.split("^  - ", found[1], flags=re.MULTILINE)[1:] if found else []


def read_scalar(text: str) -> str:
    """Return the value of a YAML scalar on one line, so that it can be printed."""
    if text.startswith("'"):
        text = text[1:-1].replace("''", "'")
    elif text.startswith('"'):
        with suppress(ValueError, SyntaxError):
            text = str(literal_eval(text))
    return show_name(text)
