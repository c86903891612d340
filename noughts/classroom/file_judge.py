"""Judge the files of a class, and keep the results for later runs."""

import hashlib
import json
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path

from noughts.checker import check_file, style
from noughts.checker.asking import Effort
from noughts.checker.record import (
    FORMAT,
    NOTHING,
    Record,
    from_json,
    in_language,
    to_json,
)
from noughts.checker.rubric import Rubric, apply, load
from noughts.classroom.choice import choose
from noughts.classroom.hand_ins import HandIn
from noughts.files import PACKAGE
from noughts.game.contract import FILE_NAME, FUNCTIONS, MachineError
from noughts.texts import ENGLISH, Refused, words
from noughts.texts.safe_text import NONSENSE
from noughts.texts.said import quotation
from noughts.version import __version__

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

    def __call__(self, hand_in: HandIn) -> Record:
        """Return the record of a student's chosen file."""
        if (here := read_version()) != self.version:
            worker = f"{socket.gethostname()} ({os.getpid()})"
            said = {"worker": worker, "theirs": here, "ours": self.version}
            raise Refused("cluster.version", **said)
        record = check_file(
            FILE_NAME,
            functions=self.functions,
            effort=self.effort,
            modules=dict(hand_in.modules),
            source=hand_in.source,
        )
        return replace(record, seconds=0.0)  # same file, same record

    @property
    def counted(self) -> Rubric:
        """The rubric without style if ruff is not installed."""
        return self.rubric.of(self.functions, style.available())

    def prepare(self, hand_in: HandIn) -> HandIn:
        """Return a hand-in with its chosen file, and a hash of all that is judged."""
        chosen = choose(hand_in)
        how = (self.version, FORMAT, self.functions, self.effort)
        text = repr((chosen.source, chosen.modules, chosen.refusal.key, how))
        key = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        return replace(chosen, key=key)

    def conclude(
        self,
        hand_in: HandIn,
        record: Record | None = None,
        fault: MachineError | None = None,
        language: str = ENGLISH,
    ) -> HandIn:
        """Return a hand-in with its points, or with the reason why there are none."""
        said = quotation(words(language).message(fault)) if fault else NOTHING
        record = record or Record(
            "",
            "",
            self.rubric.title,
            self.functions,
            refusal=hand_in.refusal or said,
            version=__version__,
        )
        record = apply(self.counted, record)
        notes = (*hand_in.notes, *record.notes)
        record = in_language(replace(record, file=hand_in.path, notes=notes), language)
        return replace(hand_in, record=record, failed=bool(fault))


def add_style(record: Record, source: bytes) -> Record:
    """Judge the style of a file that was judged without ruff, as in a browser."""
    open_ = [check for check in record.checks if check.note.key == style.MISSING.key]
    if not open_ or not style.available():
        return record
    remarks = style.style_checks(style.findings(source))
    judged = {check.name: check for check in remarks}
    for check in open_:
        if check.status == "unfinished":  # nothing is written
            judged[check.name] = replace(judged[check.name], status=check.status)
    checks = tuple(judged.get(check.name, check) for check in record.checks)
    return apply(load(), replace(record, checks=checks))


def line_of(student: str, key: str, record: Record) -> bytes:
    """Return a line of the results."""
    data = {"student": student, "key": key, "record": to_json(record)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def read_lines(path: Path) -> Iterator[tuple[str, Record]]:
    """Yield the keys and records in a file, if it exists; skip damaged lines."""
    for line in path.read_bytes().splitlines() if path.exists() else ():
        with suppress(*NONSENSE):
            data = json.loads(line)
            if data["key"]:
                yield data["key"], from_json(data["record"])
