"""A notebook's lines are told by cell, wherever one is named."""

import json
import re
import time
from dataclasses import replace

import pytest
from classroom import exports

from noughts import contract
from noughts.checker.cell_lines import in_cells
from noughts.checker.judge import check_file
from noughts.checker.record import (
    Check,
    Failure,
    Finding,
    Misconception,
    Record,
    SearchEvidence,
)
from noughts.checker.reports.translation import in_language
from noughts.checker.reports.wording import remark_text, remarks
from noughts.notebooks import notebook
from noughts.words import words

CELLS = ["SIZE = 3\nX = 1", "", "%%bash\nls", "def f():\n    pass\n\n\nO = 2"]
SOURCE = notebook.code(exports.notebook(*CELLS))  # the fourth begins in line 4
FAILURE = Failure("line 6", "", "line 5", "line 5", 1, "In line 5.")
KNOWN = Misconception("x", "f", "", "`line 5` in line 5. Line 9 too.", "", line=5)
WHOLE = Record(
    file="line 5",
    digest="",
    rubric="",
    functions=(),
    refusal="line 5: fails when it is imported: ValueError: line 5",
    checks=(
        Check("a.b", "", "failed", note="Not line 2, but line 3.", failures=(FAILURE,)),
    ),
    misconceptions=(KNOWN, replace(KNOWN, line=0)),
    search=SearchEvidence("", "", (("stop", {"line": 5}), ("none", {}))),
    findings=(Finding(6, "E1", "line 5"), Finding(2, "E1", "line 5")),
    notes=("`print('line 5')` in line 5 waits",),
)


def test_every_line_that_is_told_is_that_of_a_cell(monkeypatch):
    monkeypatch.setattr(
        "noughts.checker.cell_lines.search_text", lambda facts, say: str(facts)
    )
    told = in_cells(WHOLE, SOURCE)
    first = "line 1 of cell 4"
    assert told.file == "line 5"
    assert told.refusal == f"{first}: fails when it is imported: ValueError: line 5"
    (check,) = told.checks
    assert check.note == "Not line 1 of cell 1, but line 2 of cell 1."
    (failure,) = check.failures
    assert (failure.call, failure.hint) == ("line 2 of cell 4", f"In {first}.")
    assert (failure.expected, failure.got) == ("line 5", "line 5")
    known, without = told.misconceptions
    assert known.explanation == f"`line 5` in {first}. Line 5 of cell 4 too."
    assert (known.line, known.cell) == (1, 4)
    assert without == WHOLE.misconceptions[1]
    assert [(n.line, n.cell, n.text) for n in told.findings] == [
        (2, 4, first),
        (1, 1, first),
    ]
    assert told.notes == (f"`print('line 5')` in {first} waits",)
    assert told.search.facts == (("stop", {"line": (1, 4)}), ("none", {}))
    assert "(1, 4)" in told.search.words


def test_the_calls_of_a_traceback_are_told_by_cell_and_what_they_say_is_not():
    lines = "line 2, in <module>\n    print('line 5')\nline 6, in f\n    line 5"
    failure = replace(FAILURE, traceback=lines)
    check = replace(WHOLE.checks[0], failures=(failure,))
    told = in_cells(replace(WHOLE, search=None, checks=(check,)), SOURCE)
    assert told.checks[0].failures[0].traceback == (
        "line 1 of cell 1, in <module>\n    print('line 5')\n"
        "line 2 of cell 4, in f\n    line 5"
    )


@pytest.mark.parametrize(
    "source",
    [
        f"\n{SOURCE}",
        f"{contract.CELL}one\n",
        f"{contract.CELL}1\r\n",
        f"{contract.CELL}{'9' * 5000}\n",
        f"{contract.CELL}one\n{SOURCE}",
    ],
)
def test_the_lines_of_a_file_stay_as_they_are(source):
    assert in_cells(WHOLE, source) == WHOLE


def test_what_a_file_says_of_itself_need_not_be_a_line():
    said = replace(WHOLE, search=None, refusal=f"ValueError: it is\nline {'9' * 5000}")
    assert in_cells(said, SOURCE).refusal == said.refusal


def test_every_line_that_python_names_is_that_of_a_cell():
    why = "line 6: does not compile: expected an indented block after 'if' on line 5"
    told = in_cells(replace(WHOLE, search=None, refusal=why), SOURCE).refusal
    assert told.startswith("line 2 of cell 4: does not compile")
    assert told.endswith("on line 1 of cell 4")


def test_many_cells_are_counted_in_no_time():
    """They were counted anew from the first for each: 68 s for 45,000."""
    source = "".join(f"{contract.CELL}{n}\n\n" for n in range(1, 20_001))
    began = time.process_time()
    told = in_cells(replace(WHOLE, search=None, refusal="line 39999: x"), source)
    assert told.refusal == "line 0 of cell 20000: x"
    assert time.process_time() - began < 2


def test_a_place_in_a_notebook_is_told_in_every_language():
    failure = replace(FAILURE, got="line 5 (E1)")
    check = replace(WHOLE.checks[0], name="style.x", failures=(failure,))
    told = in_cells(replace(WHOLE, search=None, checks=(check,)), SOURCE)
    other = in_language(told, "pt-BR")
    assert other.checks[0].failures[0].call == "linha 2 da célula 4"
    for language, said in (
        ("en", "lines 2 of cell 4, 1 of cell 1: line 1 of cell 4 (E1)"),
        ("pt-BR", "linhas 2 da célula 4, 1 da célula 1: line 1 of cell 4 (E1)"),
    ):
        (remark,) = remarks(told.checks[0], told.findings)
        assert remark_text(remark, words(language)) == said


@pytest.mark.ci
def test_what_is_named_in_a_report_stands_there_in_the_notebook(tmp_path):
    text = contract.hand_in("tictactoe.py").read_text("utf-8")
    text = text.replace("def terminal(board):", "def terminal(field, board=None):")
    cells = [f"def{each}" for each in text.split("\ndef")]
    cells[0] = cells[0].removeprefix("def")
    path = tmp_path / "x.ipynb"
    path.write_bytes(exports.notebook(*cells))
    record = check_file(path)
    told = re.findall(r"line (\d+) of cell (\d+)", json.dumps(record.to_json()))
    lines = {cells[int(cell) - 1].split("\n")[int(line) - 1] for line, cell in told}
    assert "def terminal(field, board=None):" in lines
