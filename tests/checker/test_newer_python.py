"""A file for a newer Python gets no grade, instead of 0 points."""

import sys

import pytest
from helpers.in_process import ask_in_process

from noughts.checker import newer_python, style
from noughts.checker.check_file import check_file, converse
from noughts.checker.judge import judge
from noughts.checker.newer_python import GRAMMAR, needed_python, python_that_reads

# A file for each grammar, the first Python that reads it, and the line of the error.
NEWER = {
    'def f(d):\n    return f"{d["a"]}"\n': ("3.12", 2),
    'x = f"""\n{d[\n"""a"""]}"""\n': ("3.12", 3),
    "x = fr'{d['a']}'\n": ("3.12", 1),
    "\ntype Board = list\n": ("3.12", 2),
    "def first[T](moves):\n    return moves\n": ("3.12", 1),
    "class Moves[T]:\n    pass\n": ("3.12", 1),
    "class Moves[T = int]:\n    pass\n": ("3.13", 1),
    'x = t"{board}"\n': ("3.14", 1),
    "try:\n    pass\nexcept KeyError, ValueError:\n    pass\n": ("3.14", 3),
    "lazy import math\n": ("3.15", 1),
    "x = [*row for row in board]\n": ("3.15", 1),
}
# No Python reads these, and no newer grammar is in the line of the error.
WRONG = [
    "def f(:\n    pass\n",
    "x = [1, 2\ny = 3\n",
    'print "f"\n',
    "if x = 3:\n    pass\n",
    "def type(board)\n    return 3\n",
    "    x = 3\n",
]
HERE = sys.version_info[:2]


def is_newer(version):
    return tuple(map(int, version.split("."))) > HERE


@pytest.mark.parametrize("source", NEWER)
def test_a_newer_grammar_is_known_by_its_line(source):
    version, _ = NEWER[source]
    found = needed_python(source.encode())
    assert (found != "") is is_newer(version)
    assert not is_newer(version) or is_newer(found)


@pytest.mark.skipif(not style.available(), reason="needs ruff")
@pytest.mark.parametrize("source", NEWER)
def test_ruff_knows_the_first_python_that_reads_a_file(source):
    version, _ = NEWER[source]
    found = python_that_reads(source.encode(), style.has_syntax_error)
    assert found == (version if is_newer(version) else "")


@pytest.mark.parametrize("source", WRONG)
def test_a_file_that_no_python_reads_is_simply_wrong(source):
    assert needed_python(source.encode()) == ""
    if style.available():
        assert python_that_reads(source.encode(), style.has_syntax_error) == ""


def test_a_file_that_python_reads_needs_no_other():
    source = b'x = f"{3}"\n'
    assert needed_python(source) == ""
    assert python_that_reads(source, lambda *_: pytest.fail("ruff was asked")) == ""


def test_what_ruff_cannot_tell_is_left_to_the_line():
    assert python_that_reads(b"x = (\n", lambda *_: None) is None
    assert python_that_reads(b"x = (\n", lambda *_: False) is None


def test_a_grammar_that_this_python_knows_is_no_excuse():
    newest = max(version for version, _ in GRAMMAR)
    for source in NEWER:
        assert needed_python(source.encode(), newest) == ""


@pytest.mark.parametrize("source", [each for each in NEWER if is_newer(NEWER[each][0])])
def test_nothing_is_asked_of_a_file_for_a_newer_python(source):
    talk = judge(source.encode(), "tictactoe.py")
    record = converse(talk, lambda asked: pytest.fail(f"asked {asked.function}"))
    assert record.refusal.parts["line"] == NEWER[source][1]
    assert not record.graded
    assert record.excerpt


def test_a_file_that_is_wrong_still_gets_its_zero():
    record = converse(judge(WRONG[0].encode(), "tictactoe.py"), ask_in_process)
    assert record.graded
    assert record.points == 0


@pytest.mark.skipif(not style.available(), reason="needs ruff")
def test_ruff_is_asked_about_a_file_that_does_not_compile(monkeypatch):
    """Here the line alone would not show it."""
    monkeypatch.setattr(newer_python, "GRAMMAR", [((3, 15), "nothing like this")])
    source = next(each for each in NEWER if is_newer(NEWER[each][0]))
    record = check_file("tictactoe.py", source=source.encode())
    assert record.refusal.parts["version"] == NEWER[source][0]
    assert not record.graded
