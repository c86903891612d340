"""Style: ruff's remarks, by group, with line numbers; never about the name O."""

import json
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib import metadata
from unittest.mock import Mock

import pytest
from conftest import ENGINES, ROOT
from helpers.refusals import refused

from noughts.checker import style
from noughts.checker.record import NOTHING, Record, to_json
from noughts.checker.rubric import apply, load
from noughts.game.contract import FUNCTIONS, MachineError
from noughts.texts import words
from noughts.texts.said import quotation

NOT_INSTALLED = metadata.PackageNotFoundError("ruff")
REMARKS = [
    ("import os\n", "unused", 1),
    ("x = 1\nif x == None: pass\n", "statements", 2),
    ("def f():\n    pass\n", "docstrings", 1),
    ('def F():\n    """Do."""\n', "names", 1),
    (f"x = '{'y' * 120}'\n", "layout", 1),
]


@pytest.mark.parametrize(("text", "group", "line"), REMARKS)
def test_a_remark_belongs_to_a_group_and_a_line(text, group, line):
    checks = style.style_checks(style.findings(text.encode()))
    check = next(check for check in checks if check.name == f"style.{group}")
    assert check.status == "failed"
    assert (check.failures[0].call, check.failures[0].cases) == (f"line {line}", 1)


def test_the_json_lists_all_remarks_by_line():
    text = b"import os\ndef f():\n    return '\\d'\n"
    record = Record("f.py", "", NOTHING, (), checks=(*style_checks_of(text),))
    found = [(each["line"], each["code"]) for each in to_json(record)["findings"]]
    assert found == [(1, "F401"), (2, "D103"), (3, "W605")]


def style_checks_of(text):
    return style.style_checks(style.findings(text))


@pytest.mark.parametrize(
    "path", [ROOT / "tictactoe.py", ENGINES / "alpha_beta.py"], ids=lambda p: p.name
)
def test_a_clean_file_has_no_remarks(path):
    assert style.findings(path.read_bytes()) == []


def test_unused_imports_of_the_starter_cost_nothing():
    assert style.findings(b"import copy\nimport math\n") == []
    assert [found.code for found in style.findings(b"import os\n")] == ["F401"]


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("from rules import EMPTY, O, X, winner\n", 0),
        ("from rules import (\n    result,\n    tie,\n)\n", 1),
        ("from rules import outcome as result\n", 0),
        ("from rules import result as outcome\n", 1),
        ("# coding: latin-1\nx = 'é'; from rules import X, tie\n", 1),
    ],
)
def test_names_of_the_assignment_may_be_imported(text, unused):
    found = style.findings(text.encode("latin-1"))
    assert [each.code for each in found].count("F401") == unused


def test_the_name_o_and_short_exception_names_are_allowed():
    text = b'O = "O"\n\n\nclass InvalidMove(Exception):\n    pass\n'
    assert style.findings(text) == []


@pytest.mark.parametrize(
    "silencing",
    ["# {}: noqa", "#{}:NOQA:F401", "# flake8: noqa", "# {}: disable[F401]", "#"],
)
def test_a_file_cannot_silence_the_remarks(silencing):
    first = silencing.format("ruff")
    text = f"{first}\nimport os  # noqa\nimport re  # NoQA: F401\n".encode()
    found = [(each.line, each.code) for each in style.findings(text)]
    assert found == [(2, "F401"), (3, "F401")]


def test_what_ruff_reads_has_the_same_length_everywhere():
    text = "x = 'noqa'  # noqa: E501, ruff: noqa\r\ny = 1\n"
    read = style.readable(text.encode())
    assert [*map(len, read.splitlines())] == [*map(len, text.splitlines())]
    assert read.startswith("x = 'noqa'  #")


WHOLE = Record("f.py", "", NOTHING, FUNCTIONS)


def test_without_ruff_style_is_in_neither_the_points_nor_the_maximum():
    refused = replace(WHOLE, refusal=quotation("no program"), refused_by="file")
    for remarks, maximum in ("missing", 95), ([], 100):
        assert apply(load(), style.with_style(refused, remarks)).maximum == maximum
    without = style.with_style(WHOLE, "missing")
    assert (without.styled, without.checks) == (False, ())


def test_style_needs_all_functions():
    some = replace(WHOLE, functions=("player",))
    assert style.with_style(some, "missing") == some == style.with_style(some, [])


def test_another_version_of_ruff_is_no_ruff(monkeypatch):
    assert style.available()
    monkeypatch.setattr(metadata, "version", lambda name: "0.0.1")
    assert not style.available()
    monkeypatch.undo()
    monkeypatch.setattr(metadata, "version", Mock(side_effect=NOT_INSTALLED))
    assert not style.available()


def test_the_version_of_ruff_is_the_same_wherever_it_is_named():
    """The package, the tests, the site and the autograders install one version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = f"ruff=={style.VERSION}"
    assert wanted in extras["check"]
    assert wanted in extras["dev"]
    pinned = json.loads((ROOT / "docs/front/pinned.json").read_text("utf-8"))
    assert pinned["@astral-sh/ruff-wasm-web"]["version"] == style.VERSION


def test_a_file_in_another_encoding_is_read_as_python_reads_it():
    assert style.findings("# coding: latin-1\nx = 'é'\n".encode("latin-1")) == []


@pytest.mark.parametrize(
    "text",
    [
        b"# coding: no-such\nimport os\n",
        b"# Programa\xe7\xe3o\nimport os\n",
        b"#\nimport os\n#\n# Programa\xe7\xe3o\n",
    ],
)
def test_undecodable_letters_do_not_hide_remarks(text):
    (found,) = style.findings(text)
    assert (found.line, found.code) == (2, "F401")


@pytest.mark.parametrize(
    "ends", ["raise SystemExit(2)", "import os; os.abort()", "print('no JSON')"]
)
def test_style_is_not_judged_if_ruff_crashes_on_the_file(monkeypatch, ends):
    ends = f"import sys\nif sys.stdin.read():\n    {ends}"
    monkeypatch.setattr(style, "RUFF", [sys.executable, "-S", "-c", ends])
    found = style.findings(b"x = 1\n")
    assert found == "crashed"
    for check in style.style_checks(found):
        assert (check.status, check.note.key) == ("unjudged", "note.ruff_failed")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError("no such file"), None),
        (subprocess.TimeoutExpired("ruff", 1), words()("refusal.ruff_late", n=60)),
        (subprocess.CalledProcessError(2, "ruff"), words()("refusal.ruff_fails")),
        (ValueError("no JSON"), words()("refusal.ruff_fails")),
    ],
)
def test_a_broken_ruff_is_an_error_of_the_machine(error, why, monkeypatch):
    def run(*_, **__):
        raise error

    monkeypatch.setattr(subprocess, "run", run)
    with refused("refusal.no_ruff", MachineError, why=why or error):
        style.findings(b"x = 1\n")
