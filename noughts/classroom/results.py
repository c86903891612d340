"""
The results of a class: a file of JSON lines that grows as submissions are judged.

A run that was stopped, or one on a class that has changed, finds in it what need not
be judged again. A whole run leaves one line for each student, in their order.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from noughts import disk
from noughts.checker.record import Record, from_json, to_json
from noughts.classroom.platforms.entry import by_name
from noughts.text import NONSENSE
from noughts.words.said import quoted

BEGINNING = '{"student":'  # of each line that we write


class Result(NamedTuple):
    """What came of one student's submission."""

    student: str
    key: str  # stands for the source and how it is judged; empty: judge it again
    record: Record  # of the source, whoever handed it in and as what
    note: str = ""  # of this submission alone: others' may have the same source; lines

    @property
    def told(self) -> Record:
        """Return the record as the student reads it."""
        notes = (*map(quoted, filter(None, self.note.split("\n"))), *self.record.notes)
        return replace(self.record, notes=notes)


class Results:
    """A results file: `known` from before, `add` as they come, `finish` in order."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO = path.open("a+b")
        self._known: dict[str, int] = {}  # from the key to where its line begins
        self._added: dict[str, int] = {}  # the same from each student of this run
        self._index()

    def _index(self) -> None:
        """Note where the results of earlier runs are."""
        self._file.seek(0)
        start = 0
        for line in self._file:
            if (result := parsed(line)) and result.key:
                self._known[result.key] = start
            start += len(line)
            if not line.endswith(b"\n"):  # a run was ended in the middle of it
                self._file.write(b"\n")

    def known(self, key: str) -> Record | None:
        """Return what an earlier run found out about the same source."""
        if key not in self._known:
            return None
        result = parsed(self._line(self._known[key]))
        return result and result.record

    def add(self, result: Result) -> None:
        """Write a result, so that it is there whatever happens next."""
        self._added[result.student] = self._file.seek(0, os.SEEK_END)
        data = {**result._asdict(), "record": to_json(result.record)}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        try:
            self._file.write(text.encode("utf-8", "replace") + b"\n")
            self._file.flush()
        except OSError as error:
            raise disk.named(error, self._path) from error

    def finish(self) -> None:
        """Keep the results of this run alone, in the order of the students' names."""

        def lines() -> Iterator[bytes]:
            for student in sorted(self._added, key=by_name):
                yield self._line(self._added[student])
            self._file.close()  # Windows puts nothing in the place of an open one

        disk.write_whole(self._path, lines(), durable=True)

    def _line(self, start: int) -> bytes:
        self._file.seek(start)
        return self._file.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # of a full disk has been told already
            self._file.close()


def read_results(path: Path) -> Iterator[Result]:
    """Yield the results in a file, in its order; what is damaged is left out."""
    with path.open("rb") as lines:
        yield from filter(None, map(parsed, lines))


def are_results(path: Path) -> bool:
    """Return whether a file was begun by a run of ours, even if it is damaged."""
    if not path.is_file():
        return False
    begun = any(line.startswith(BEGINNING) for line in disk.lines(path))
    return begun or not path.stat().st_size


def parsed(line: bytes) -> Result | None:
    """Return the result of a line; None where it is damaged or of another format."""
    try:
        data = json.loads(line)
        record, note = from_json(data["record"]), data.get("note", "")
        return Result(data["student"], data["key"], record, note)
    except NONSENSE:
        return None
