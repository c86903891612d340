"""A class of three in the export format of each platform, and its lists."""

import io
import json
import tomllib
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

from conftest import ENGINES, ROOT

from noughts.checker.record import NOTHING, Item, Record, Section
from noughts.classroom.choice import ChosenFile, choose
from noughts.classroom.hand_ins import HandIn, read_class
from noughts.classroom.stages import GradedHandIn
from noughts.texts import Refused
from noughts.texts.said import quotation

RIGHT = (ROOT / "tictactoe.py").read_bytes()
WRONG = (ENGINES / "turn_miscounted.py").read_bytes()
NAMED = {"right": RIGHT, "wrong": WRONG}


def zipped(files):
    """Return a zip archive; a dict is a nested archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, packed(content))
    return buffer.getvalue()


def packed(content):
    return zipped(content) if type(content) is dict else content


def lay_out(folder, files):
    """Write files below a folder; a dict becomes a zip archive."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed(content))
    return folder


@dataclass
class Found:
    """A hand-in with the chosen file, or with the key of the reason for none."""

    hand_in: HandIn
    file: ChosenFile | None = None
    why: str = ""

    @classmethod
    def of(cls, hand_in):
        try:
            return cls(hand_in, choose(hand_in.files))
        except Refused as error:
            return cls(hand_in, why=error.key)


def found(path, **given):
    """Return every submission of a class, by student."""
    hand_ins = read_class(path, **given).hand_ins
    students = {each.label: Found.of(each) for each in hand_ins}
    assert len(students) == len(hand_ins)
    return students


def graded(hand_in, points, open=False):
    """Return a student with points, without a grade (None), or with open points."""
    hand_in = replace(hand_in, label=hand_in.label or hand_in.student)
    refusal = quotation("nothing") if points is None else NOTHING
    section = Section(quotation("All"), False, (Item("a", points or 0.0, 100.0, open),))
    refused_by = "machine" if points is None else None
    record = Record("", "", NOTHING, (), refusal, refused_by, sections=(section,))
    return GradedHandIn(hand_in, "refused" if points is None else "judged", record)


def grades_of(path, **given):
    """Return a class with grades; each file contains its points."""
    return [
        graded(each.hand_in, float(each.file.source[1:]) if each.file else None)
        for each in found(path, **given).values()
    ]


def notebook(*cells):
    """Return a notebook with these code cells, and a text before each."""
    text = {"cell_type": "markdown", "source": ["# The game\n"]}
    both = [
        each
        for source in cells
        for each in (text, {"cell_type": "code", "source": source.splitlines(True)})
    ]
    return json.dumps({"cells": both, "nbformat": 4, "metadata": {}}).encode()


HERE = Path(__file__).parent
CLASSES = ROOT / "tests" / "golden" / "classes"


def fill(table, files):
    """Return files by path; a dict is a nested archive, and some files have names."""
    return {
        path: fill(each, files)
        if type(each) is dict
        else files.get(each, each.encode())
        for path, each in table.items()
    }


def export(platform, files):
    """Return the files of a golden class by path."""
    text = (CLASSES / platform / "export.toml").read_text("utf-8")
    return fill(tomllib.loads(text), files)


FILE = "_assignsubmission_file_"
MOODLE, CANVAS, GRADESCOPE, GITHUB, GOOGLE = (
    export(platform, NAMED)
    for platform in ("moodle", "canvas", "gradescope", "github", "google")
)
MOODLE_FLAT = {
    path.replace("_/", "_").replace("project/", ""): data
    for path, data in MOODLE.items()
}
ROSTER = (CLASSES / "github" / "roster.csv").read_bytes()
MOODLE_WORKSHEET = (CLASSES / "moodle" / "worksheet.csv").read_bytes()
CANVAS_GRADEBOOK = (CLASSES / "canvas" / "worksheet.csv").read_bytes()
CANVAS_GRADEBOOK = CANVAS_GRADEBOOK.replace(b"N/A", b"EX")  # excused
MOODLE_PORTUGUESE = (HERE / "moodle.pt-BR.csv").read_bytes().replace(b"\n", b"\r\n")
