"""Judge the files of a class, and keep the results for later runs."""

import hashlib
import json
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from noughts.checker import check_file, style
from noughts.checker.asking import Effort
from noughts.checker.record import (
    FORMAT,
    Record,
    from_json,
    in_language,
    to_json,
)
from noughts.checker.rubric import Rubric, apply, load
from noughts.classroom.archives import name_some
from noughts.classroom.choice import ChosenFile, alternatives, choose
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.stages import (
    GradedHandIn,
    NothingToJudge,
    Outcome,
    Submission,
    ToJudge,
)
from noughts.files import PACKAGE
from noughts.game.contract import FILE_NAME, FUNCTIONS, MachineError
from noughts.texts import ENGLISH, Refused, words
from noughts.texts.safe_text import NONSENSE
from noughts.texts.said import Said, quotation
from noughts.version import __version__

Judgement = Record | MachineError  # of judging a file
JUDGING = ("checker", "game", "sandbox")  # all are in a browser, too


@cache
def read_version() -> str:
    """Return the version of noughts, with a hash of the code that judges."""
    code = hashlib.sha256()
    for path in sorted(chain.from_iterable(map(files_in, JUDGING))):
        if path.suffix in (".py", ".toml"):
            name = path.relative_to(PACKAGE).as_posix()
            code.update(name.encode() + path.read_bytes())
    return f"{__version__} ({code.hexdigest()[:8]})"


def files_in(name: str) -> list[Path]:
    """Return everything in a package of ours; a missing one is an error."""
    if not (found := [*(PACKAGE / name).rglob("*")]):
        raise FileNotFoundError(PACKAGE / name)
    return found


@dataclass(frozen=True)
class FileJudge:
    """Judges files; picklable, so that it can be sent to workers."""

    rubric: Rubric
    functions: tuple[str, ...] = FUNCTIONS
    effort: Effort = field(default_factory=Effort)
    version: str = field(default_factory=lambda: read_version())
    styled: bool = field(default_factory=lambda: style.available())

    def __call__(self, file: ChosenFile) -> Record:
        """Return the record of a file."""
        worker = f"{socket.gethostname()} ({os.getpid()})"
        if (here := read_version()) != self.version:
            said = {"worker": worker, "theirs": here, "ours": self.version}
            raise Refused("cluster.version", **said)
        record = check_file(
            FILE_NAME,
            functions=self.functions,
            effort=self.effort,
            modules=dict(file.modules),
            source=file.source,
        )
        if self.styled and not record.styled:
            raise MachineError("class.no_ruff", worker=worker, version=style.VERSION)
        return replace(record, seconds=0.0)  # same file, same record

    @property
    def counted(self) -> Rubric:
        """The rubric for the chosen functions, without style if it is not judged."""
        return self.rubric.of(self.functions, self.styled)

    def prepare(self, hand_in: HandIn, named: str = "") -> Submission:
        """
        Return a hand-in with its chosen file, or with the reason why it has none.

        The teacher may have named the file.
        """
        try:
            if named:
                chosen = [choose(hand_in.files, named)]
            else:
                chosen = [choose(files) for files in alternatives(hand_in)]
        except Refused as error:
            return NothingToJudge(hand_in, Said.of(error))
        return ToJudge(hand_in, {self.key_of(file): file for file in chosen})

    def key_of(self, file: ChosenFile) -> str:
        """Return a hash of all that decides the record of a file."""
        how = (self.version, FORMAT, self.functions, self.effort)
        text = repr((file.source, file.modules, how))
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

    def conclude(
        self,
        submission: Submission,
        results: Mapping[str, Judgement],
        language: str = ENGLISH,
    ) -> GradedHandIn:
        """Return a hand-in with its points, or with the reason why there are none."""
        hand_in = submission.hand_in
        if isinstance(submission, NothingToJudge):
            record = self.no_record(submission.reason)
            return GradedHandIn(hand_in, "refused", in_language(record, language))
        found = {key: results.get(key) for key in submission.files}
        judged = {key: each for key, each in found.items() if isinstance(each, Record)}
        faults = [each for each in found.values() if isinstance(each, MachineError)]
        graded = [
            self.grade(hand_in, submission.files[key], key, record)
            for key, record in judged.items()
        ]
        if faults:
            reason = quotation(words(language).message(faults[0]))
            done = self.ungraded(submission, "faults", reason)
        elif len(judged) < len(found):
            done = self.ungraded(submission, "waiting", Said("class.waiting"))
        elif len({each.points for each in graded}) > 1:
            names = name_some([file.path for file in submission.files.values()])
            reason = Said("hand_in.copies_differ", names=names)
            done = self.ungraded(submission, "refused", reason)
        else:
            done = graded[-1]
        return replace(done, record=in_language(done.record, language))

    def grade(
        self, hand_in: HandIn, file: ChosenFile, key: str, record: Record
    ) -> GradedHandIn:
        """Return a hand-in with the points of its file."""
        notes = (*file.notes, *record.notes)
        # What this machine lacks is nothing that students can change.
        record = replace(record, file=file.path, notes=notes, machine=())
        record = self.counting(record)
        outcome: Outcome = "broken" if record.refused_by else "judged"
        if not record.graded:
            outcome = "refused"
        return GradedHandIn(hand_in, outcome, record, file, key)

    def ungraded(
        self, submission: ToJudge, outcome: Outcome, reason: Said
    ) -> GradedHandIn:
        """Return a hand-in without a grade although there is something to judge."""
        *_, file = submission.files.values()
        record = replace(self.no_record(reason), file=file.path)
        return GradedHandIn(submission.hand_in, outcome, record, file)

    def no_record(self, reason: Said) -> Record:
        """Return a record without a grade."""
        record = Record(
            "",
            "",
            self.rubric.title,
            self.functions,
            refusal=reason,
            refused_by="machine",
            version=__version__,
        )
        return self.counting(record)

    def counting(self, record: Record) -> Record:
        """Return a record with the points of the parts that count in this class."""
        if self.functions == FUNCTIONS and not self.styled:
            record = replace(record, styled=False)  # even if it was judged elsewhere
        return apply(self.counted, record)


def add_style(record: Record, source: bytes) -> Record:
    """Judge the style of a file that was judged without ruff."""
    if record.styled or not style.available():
        return record
    return apply(load(), style.with_style(record, style.findings(source)))


def line_of(student: str, key: str, record: Record) -> bytes:
    """Return a line of the results."""
    data = {"student": student, "key": key, "record": to_json(record)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


class ResultLine(NamedTuple):
    """A line of the results."""

    student: str  # empty while judging, and for files that decide no grade
    key: str  # empty for a student without a judged file
    record: Record


def read_lines(path: Path) -> Iterator[ResultLine]:
    """Yield the lines of a file, if it exists; skip damaged ones."""
    for line in path.read_bytes().splitlines() if path.exists() else ():
        with suppress(*NONSENSE):
            data = json.loads(line)
            yield ResultLine(data["student"], data["key"], from_json(data["record"]))
