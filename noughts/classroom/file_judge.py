"""How the files of a class are judged, and what earlier runs found out."""

import hashlib
import json
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

import noughts
from noughts import files
from noughts.checker import style
from noughts.checker.asking import Effort
from noughts.checker.judge import check_file
from noughts.checker.points import apply, grade
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import FORMAT, Record, from_json, to_json
from noughts.checker.rubric import Rubric, load
from noughts.classroom.submissions import Submission
from noughts.contract import FILE_NAME
from noughts.sandbox.stand_ins import with_stand_ins
from noughts.text import NONSENSE
from noughts.words import Refused
from noughts.words.said import quoted

CLASS_EFFORT = Effort(processes=1)  # the class as a whole fills the cores
SOURCES = (".py", ".toml")


@cache
def read_version() -> str:
    """Return the versions that a verdict depends on: of our code, Python and ruff."""
    code = hashlib.sha256()
    folder = Path(noughts.__file__).parent
    for path in sorted(folder.rglob("*")):
        where = path.relative_to(folder).as_posix()
        if path.suffix in SOURCES and not where.startswith("hand_in/"):
            code.update(f"{where}\0".encode() + path.read_bytes())
    ruff = "no"
    with suppress(PackageNotFoundError):
        ruff = version_of("ruff") if style.available() else ruff
    ours = f"{noughts.__version__} ({code.hexdigest()[:8]})"
    python = ".".join(map(str, sys.version_info[:2]))
    return f"noughts {ours}, Python {python}, ruff {ruff}"


class Job(NamedTuple):
    """A file to judge, as it is sent to a worker."""

    key: str
    source: bytes
    modules: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FileJudge:
    """Judges each file of a class by the same rules, on any machine."""

    rubric: Rubric
    functions: tuple[str, ...] = FUNCTIONS
    effort: Effort = CLASS_EFFORT
    allow: tuple[str, ...] = ()  # modules of others that may be imported
    version: str = field(default_factory=lambda: read_version())

    def __call__(self, job: Job) -> Record:
        """Return the record of a file."""
        if (here := read_version()) != self.version:
            worker = f"{socket.gethostname()} ({os.getpid()})"
            said = {"worker": worker, "theirs": here, "ours": self.version}
            raise Refused("cluster.version", **said)
        modules = with_stand_ins(self.allow, job.source, dict(job.modules))
        record = check_file(
            FILE_NAME,
            rubric=self.rules,
            functions=self.functions,
            effort=self.effort,
            modules=modules,
            source=job.source,
        )
        return replace(record, seconds=0.0)  # the same file gives the same record

    @property
    def rules(self) -> Rubric:
        """The rubric that files are judged by: ours, whatever the points are."""
        return replace(
            load(),
            rules=self.rubric.rules,
            line_length=self.rubric.line_length,
            seconds_per_move=self.rubric.seconds_per_move,
        )

    @property
    def counted(self) -> Rubric:
        """The part of the rubric that can be judged here."""
        return self.rubric.of(self.functions, style.available())

    def job(self, submission: Submission) -> Job:
        """Return the work for a submission; its key is all that a record depends on."""
        how = (self.functions, self.effort, self.allow, self.rules)
        text = repr((submission.source, submission.modules, self.version, FORMAT, how))
        key = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        return Job(key, submission.source, submission.modules)

    def with_points(self, submission: Submission, record: Record) -> Submission:
        """Return a submission with its record, and the points of this rubric."""
        record, notes = apply(self.rubric, record), (*submission.notes, *record.notes)
        record = replace(record, file=submission.path, notes=notes)
        return replace(submission, record=record)

    def without_points(self, submission: Submission) -> Submission:
        """Return a submission that was not judged, with a record that says why."""
        record = Record(
            submission.path,
            "",
            self.rubric.title,
            self.functions,
            refusal=submission.refusal or quoted(submission.fault),
            sections=grade(self.counted, (), refused=True),
            version=noughts.__version__,
        )
        return replace(submission, record=record)


class Results:
    """
    A file with a line of JSON for each result, written as they come.

    A run that was stopped finds in it what need not be judged again. A whole run
    leaves one line for each student, in the order of the class.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known = dict(read_lines(path)) if path.exists() else {}
        self.file: BinaryIO = path.open("ab")
        if self.file.tell():
            self.file.write(b"\n")  # a run may have been killed in the middle of a line

    def find(self, key: str) -> Record | None:
        """Return what is known about a file."""
        line = self.known.get(key)
        return from_json(json.loads(line)["record"]) if line else None

    def add(self, key: str, record: Record) -> None:
        """Write a result, so that it is there whatever happens next."""
        self.known[key] = line_of("", key, record)
        self.file.write(self.known[key])
        self.file.flush()

    def finish(self, results: Iterable[tuple[str, str, Record]]) -> None:
        """Keep the results of this run alone."""
        self.file.close()
        files.write_whole(self.path, (line_of(*each) for each in results), durable=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def line_of(student: str, key: str, record: Record) -> bytes:
    """Return a line of the results."""
    data = {"student": student, "key": key, "record": to_json(record)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def read_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the lines with records and their keys; a damaged line is left out."""
    with path.open("rb") as lines:
        for line in lines:
            with suppress(*NONSENSE):
                data = json.loads(line)
                if data["key"] and from_json(data["record"]):
                    yield data["key"], line
