"""Untrusted text is shown safely, and parsed in bounded time."""

import sys

import pytest

from noughts.checker import rubric, source_text
from noughts.classroom.archives import show_name
from noughts.classroom.file_judge import read_lines
from noughts.lessons import course
from noughts.sandbox import notebook
from noughts.sandbox.modules import imports
from noughts.solver.verifier import ProofError, verify
from noughts.texts import Refused
from noughts.texts.safe_text import (
    JOINERS,
    LARGEST_PARSED,
    can_be_parsed,
    clean,
    clean_line,
)


@pytest.mark.ci
def test_no_unprintable_character_is_left():
    """All of Unicode: escape sequences, direction marks, surrogates."""
    for start in range(0, sys.maxunicode + 1, 1000):
        text = "".join(map(chr, range(start, min(start + 1000, sys.maxunicode + 1))))
        for joiner in JOINERS:
            text = text.replace(joiner, "")
        assert clean(text).replace("\n", "").isprintable()
        assert clean_line(text).isprintable()


CLEANED = [
    *((text, text) for text in ("", "João, O'Hara & <b>", "X|O\nO|X", "井字棋")),
    ("\x1b[2J\u202e", r"\x1b[2J\u202e"),
    ("b\udcffd.py", r"b\xffd.py"),  # the byte 0xff in a file name
    ("\udc7f\udd00", r"\udc7f\udd00"),
    *((text, text) for text in ("\u0644\u06cc\u200c\u0631\u0636", "👩\u200d💻")),
    ("é\u200bé", r"é\u200bé"),
    ("x" * 2000, "x" * 2000),
    ("x" * 2001, "x" * 2000 + "... and 1 more characters"),
    ("x" * 7000, "x" * 2000 + "... and 5,000 more characters"),
]


@pytest.mark.parametrize(("text", "shown"), CLEANED, ids=ascii)
def test_text_is_shown_with_escapes_and_shortened(text, shown):
    assert clean(text) == shown
    assert clean_line(text) == shown.replace("\n", "\\n")


def test_each_undecodable_byte_is_shown_as_one_escape():
    for n in range(0x80, 0x100):
        name = bytes([n]).decode("ascii", "surrogateescape")
        assert clean(name) == show_name(name) == f"\\x{n:02x}"


def test_the_size_limit_of_a_program_is_exact():
    assert can_be_parsed("#" * LARGEST_PARSED)
    assert not can_be_parsed("#" * (LARGEST_PARSED + 1))


DEEP = "[" * 200_000
TEXTS = ["", DEEP, f'{{"a": {DEEP}', f"a = {DEEP}", "[]", "null", '"a"', "1" * 5000]
TEXTS += [f"title = 0x{'f' * 5000}", f"lesson = [0x{'f' * 5000}]"]
TEXTS += [
    '{"cells": [1]}',
    '{"student": 1, "key": 1, "record": []}',
    '{"search": [[]]}',
]


def refuses(error, read):
    """Return a reader that must raise this error."""

    def reader(text, path):
        path.write_text(text, "utf-8")
        with pytest.raises(error):
            read(text, path)

    return reader


def leaves_out(read):
    """Return a reader that must find nothing."""

    def reader(text, path):
        path.write_text(text, "utf-8")
        assert not read(text, path)

    return reader


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:9] or "empty")
@pytest.mark.parametrize(
    "reader",
    [
        refuses(Refused, lambda text, _: rubric.parse(text, "it")),
        refuses(Refused, lambda _, path: course.load(path)),
        refuses(ProofError, lambda text, _: list(verify([text]))),
        leaves_out(lambda _, path: list(read_lines(path))),
        leaves_out(lambda text, _: notebook.notes(text.encode(), "it")),
        leaves_out(lambda text, _: source_text.read(f"({text}".encode()).body),
        leaves_out(lambda text, _: list(imports(f"({text}".encode()))),
    ],
    ids=[*("rubric", "course", "proof", "results", "notebook"), *("source", "modules")],
)
def test_no_reader_of_untrusted_files_crashes(tmp_path, reader, text):
    reader(text, tmp_path / "it")
