"""A class of three in the export format of each platform, and its lists."""

import io
import json
import zipfile
from dataclasses import replace

from conftest import ENGINES, ROOT

from noughts.checker.record import NOTHING, Item, Record, Section
from noughts.classroom.choice import choose
from noughts.classroom.hand_ins import read_class
from noughts.words.said import quotation

RIGHT = (ROOT / "tictactoe.py").read_bytes()
WRONG = (ENGINES / "turn_miscounted.py").read_bytes()
RUNNER = b"import pygame\n"


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


def found(path, **given):
    """Return every submission of a class, by student."""
    hand_ins = read_class(path, **given).hand_ins
    students = {each.label: choose(each) for each in hand_ins}
    assert len(students) == len(hand_ins)
    return students


def graded(hand_in, points, open=False):
    """Return a student with points, without a grade (None), or with open points."""
    refusal = quotation("nothing") if points is None else NOTHING
    section = Section(quotation("All"), False, (Item("a", points or 0.0, 100.0, open),))
    record = Record("", "", NOTHING, (), refusal=refusal, sections=(section,))
    return replace(hand_in, record=record)


def grades_of(path, **given):
    """Return a class with grades; each file contains its points."""
    return [
        graded(each, float(each.source[1:]) if each.source else None)
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


FILE = "_assignsubmission_file_"
MOODLE = {
    f"Ana Silva_123450{FILE}/tictactoe.py": RIGHT,
    f"Ana Silva_123450{FILE}/runner.py": RUNNER,
    "Ana Silva_123450_assignsubmission_onlinetext_/onlinetext.html": b"<p>Hello</p>",
    f"Bob O'Neill_123451{FILE}/project/tictactoe.py": WRONG,
    "Çağla Ünal_123452_assignsubmission_onlinetext_/onlinetext.html": b"<p>def</p>",
}
MOODLE_FLAT = {
    f"Ana Silva_123450{FILE}tictactoe.py": RIGHT,
    f"Ana Silva_123450{FILE}runner.py": RUNNER,
    "Ana Silva_123450_assignsubmission_onlinetext_onlinetext.html": b"<p>Hello</p>",
    f"Bob O'Neill_123451{FILE}tictactoe.py": WRONG,
    "Çağla Ünal_123452_assignsubmission_onlinetext_onlinetext.html": b"<p>def</p>",
}
CANVAS = {
    "silvaana_12345_678901_tictactoe.py": WRONG,
    "silvaana_12345_678950_tictactoe-2.py": RIGHT,
    "silvaana_12345_678951_runner-1.py": RUNNER,
    "oneillbob_LATE_12346_678902_tictactoe.py": WRONG,
    "oneillbob_LATE_12346_678903_notes.txt": b"late, sorry",
    "unalcagla_12347_678904_report.pdf": b"%PDF",
}
METADATA = b"""\
---
submission_98760:
  :submitters:
  - :name: Ana Silva
    :sid: '100'
    :email: ana@school.example
  :status: processed
  :results:
    tests:
    - name: 'submission_1:'
      output: |
        :submitters:
        - :name: Nobody

  :history:
  - :id: 98750
    :results:
      output: |

        - none
  - :id: 98740
    :score: 3.0
submission_98761:
  :submitters:
  - :name: 'Bob O''Neill'
    :sid: ''
    :email: bob@school.example
  - :name: "C\\u0327a\\u011Fla \\"C\\" \\xDCnal"
    :sid: '102'
    :email: cagla@school.example
  :history: []
"""
GRADESCOPE = {
    "assignment_4711_export/submission_metadata.yml": METADATA,
    "assignment_4711_export/submission_98760/tictactoe.py": RIGHT,
    "assignment_4711_export/submission_98760/runner.py": RUNNER,
    "assignment_4711_export/submission_98761/src/tictactoe.py": WRONG,
}
GITHUB = {
    "project0-submissions/project0-ana-silva/tictactoe.py": RIGHT,
    "project0-submissions/project0-ana-silva/README.md": b"",
    "project0-submissions/project0-ana-silva/venv/lib/tictactoe.py": b"no",
    "project0-submissions/project0-ana-silva/.git/tictactoe.py": b"no",
    "project0-submissions/project0-ana-silva/x/site-packages/tictactoe.py": b"no",
    "project0-submissions/project0-bob99/deep/er/tictactoe.py": WRONG,
    "project0-submissions/project0-cagla/README.md": b"",
}
GOOGLE = {
    "Ana Silva - project0.zip": {
        "project0/tictactoe.py": RIGHT,
        "__MACOSX/project0/._tictactoe.py": b"no",
    },
    "Bob O'Neill - tictactoe.py": WRONG,
    "Bob O'Neill - runner.py": RUNNER,
    "Çağla Ünal - Document.pdf": b"%PDF",
}

ROSTER = (
    "e-mail,id,name,section\r\n"
    "ana@school.example,ana-silva,Ana Silva,A\r\n"
    'bob@school.example,bob99,"O\'Neill, Bob",A\r\n'
    "cagla@school.example,cagla,Çağla Ünal,A\r\n"
).encode()

MOODLE_WORKSHEET = (
    '\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum Grade",'
    '"Grade can be changed","Last modified (submission)","Last modified (grade)",'
    '"Feedback comments"\n'
    '"Participant 123450","Ana Silva",ana@school.example,"Submitted for grading - ",'
    ',100.00,Yes,"Sunday, 1 March 2026, 10:00 AM",-,""\n'
    '"Participant 123451","Bob O\'Neill",bob@school.example,'
    '"Submitted for grading, ""late""",55.00,100.00,Yes,'
    '"Sunday, 1 March 2026, 11:00 AM","Monday, 2 March 2026, 9:00 AM","old\nwords"\n'
    '"Participant 123499","Dora Diaz",dora@school.example,"No submission",,100.00,'
    "Yes,-,-,\n"
).encode()
MOODLE_PORTUGUESE = (
    'Identificador;"Nome completo";Status;Nota;"Nota máxima";"Nota pode ser alterada";'
    '"Última modificação (envio)";"Última modificação (nota)";'
    '"Comentários de feedback"\r\n'
    "Participante123450;Ana Silva;Enviado;;10,00;Sim;-;-;\r\n"
    "Participante123451;Bob O'Neill;Enviado;;10,00;Não;-;-;\r\n"
).encode()
CANVAS_GRADEBOOK = (
    b"Student,ID,SIS User ID,SIS Login ID,Section,Essay (900),Tic-Tac-Toe (901),"
    b"Current Score\r\n"
    b"    Points Possible,,,,,10.00,100.00,(read only)\r\n"
    b'"Silva, Ana",12345,0012,ana,CS 1,7.5,,75.00\r\n'
    b'"O\'Neill, Bob",12346,0013,bob,"CS 1, CS 2",,EX,\r\n'
    b'"Diaz, Dora",12399,0099,dora,CS 1,3,,30.00\r\n'
    b'"Student, Test",99999,,ffff,CS 1,,,\r\n'
)
