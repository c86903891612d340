"""
No program decides by a sentence: what it must know is a field.

For mypy, the key of a fact or an error is no text, so it can be compared with none.
Here no program compares anything with a text that is such a key, or begins one.
"""

import ast
from functools import cache

import pytest
from conftest import ROOT
from helpers.compared import compared_texts

from noughts.texts import LANGUAGES, words

PACKAGE = ROOT / "noughts"
MAY_READ_KEYS = (
    "texts/",  # the tables themselves
    "checker/reports/",  # make sentences
    "checker/old_records.py",  # in which some reasons are told by nothing else
    "page/data.py",  # sends a part of the tables to the page
)
FILES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if not path.relative_to(PACKAGE).as_posix().startswith(MAY_READ_KEYS)
]


@cache
def keys():
    """Return the keys of all sentences, and the dotted beginnings of keys."""
    found = set()
    for say in map(words, LANGUAGES):
        for key in (*say.table, *say.feedback):
            parts = key.split(".")
            found |= {".".join(parts[:n]) + "." for n in range(1, len(parts))}
            found |= {key} if len(parts) > 1 else set()
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_program_compares_with_the_key_of_a_sentence(path):
    found = compared_texts(ast.parse(path.read_text("utf-8")))
    assert not [(line, text) for line, text in found if text in keys()]


@pytest.mark.parametrize(
    "program",
    [
        "check.note.key == 'note.marks'",
        "'note.marks' != note",
        "note in ('note.marks', 'note.silent')",
        "MARKS = {'note.marks'}\nnote in MARKS",
        "note.key.startswith('note.')",
        "START = 'why.'\nnote.key.startswith(START)",
        "note.key.removeprefix('refusal.')",
        "note.key == f'refusal.{name}'",
        "match note.key:\n    case 'note.marks':\n        pass",
        "NAMES = {'note.marks': 1}\nNAMES.get(note.key)",
        "NAMES = {'note.marks': 1}\nNAMES[note.key]",
    ],
)
def test_a_program_that_decides_by_a_key_is_found(program):
    found = {text for _, text in compared_texts(ast.parse(program))}
    assert found & keys()
