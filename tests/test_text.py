"""Untrusted text is shown safely, and parsed in bounded time."""

import ast
import codecs
import encodings
import pkgutil
import sys
import unicodedata
from pathlib import Path

import pytest

from noughts import notebook
from noughts.checker import rubric, source_text
from noughts.classroom.archives import show_name
from noughts.classroom.file_judge import read_lines
from noughts.lessons import course
from noughts.sandbox.modules import imports
from noughts.text import (
    LARGEST_PARSED,
    SLOW,
    SPACES,
    can_be_decoded,
    can_be_parsed,
    clean,
    clean_line,
    toml_data,
)
from noughts.verifier import ProofError, verify
from noughts.words import Refused


@pytest.mark.ci
def test_no_unprintable_character_is_left():
    """All of Unicode: escape sequences, direction marks, surrogates."""
    for start in range(0, sys.maxunicode + 1, 1000):
        text = "".join(map(chr, range(start, min(start + 1000, sys.maxunicode + 1))))
        assert clean(text).replace("\n", "").isprintable()
        assert clean_line(text).isprintable()


CLEANED = [
    *((text, text) for text in ("", "João, O'Hara & <b>", "X|O\nO|X", "井字棋")),
    ("\x1b[2J\u202e", r"\x1b[2J\u202e"),
    ("b\udcffd.py", r"b\xffd.py"),  # the byte 0xff in a file name
    ("\udc7f\udd00", r"\udc7f\udd00"),
    # Joiners inside a script are kept; those that only hide text are not.
    *((text, text) for text in ("\u0644\u06cc\u200c\u0631\u0636", "👩\u200d💻")),
    ("क्\u200dष", "क्\u200dष"),
    ("a\u200db", r"a\u200db"),
    ("é\u200c", r"é\u200c"),
    ("\u200dé", r"\u200dé"),
    ("é\u200d\u200dé", r"é\u200d\u200dé"),
    ("é\u200d\u202eé", r"é\u200d\u202eé"),
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


def test_every_kind_of_space_is_known():
    every = filter(lambda n: unicodedata.category(chr(n)) == "Zs", range(0x10000))
    assert {*every} == {ord(" "), *SPACES}


def test_the_size_limit_of_a_program_is_exact():
    assert can_be_parsed("#" * LARGEST_PARSED)
    assert not can_be_parsed("#" * (LARGEST_PARSED + 1))


def test_a_number_too_long_for_decimal_is_refused():
    assert toml_data("n = 0xff") == {"n": 255}
    with pytest.raises(ValueError, match="digits"):
        toml_data(f"n = 0x{'f' * 5000}")


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
    ids=[
        *("rubric", "course", "proof", "results", "notebook"),
        *("source", "modules"),
    ],
)
def test_no_reader_of_untrusted_files_crashes(tmp_path, reader, text):
    reader(text, tmp_path / "it")


@pytest.mark.parametrize("dot", [".", " . ", ".\\\n"])
def test_a_very_long_dotted_name_is_not_parsed(dot):
    """Python takes quadratic time: 12 s for 49,000 dots."""
    long = f"import {dot.join('a' * 1001)}"
    assert not can_be_parsed(long)
    assert not can_be_parsed(long.encode())
    assert can_be_parsed(f"import {dot.join('a' * 1000)}")
    assert can_be_parsed("x = 'XO.X.O...'\n" * 5_000)


# Encodings that Python decodes in Python code, in quadratic time. Those written in C
# take linear time.
@pytest.mark.parametrize(
    ("source", "fine"),
    [
        (b"", True),
        (b"# coding: utf-8\n", True),
        (b"# -*- coding: latin-1 -*-\n", True),
        (b"# -*- coding: PunyCode -*-", False),
        (b"\n#coding=\t-idna-\n", False),
        (b"\r# coding: punycode\rx = 1", False),
        (b"# a\r# b\r# coding: punycode\n", False),
        (b"\xef\xbb\xbf# vim: set fileencoding=punycode :\n", False),
        (b"# coding: idna2008\n", True),
        (b"# encoding by punycode\n", True),
        (b"coding = 'coding: idna'\n", True),
        (b'"""\n# coding: idna\n"""\n', True),
        (b"import math\n\n# coding: idna\n", True),  # in the third line
        (b"import math\n# coding: idna\n", True),  # after code
    ],
)
def test_a_program_in_a_slow_encoding_is_not_decoded(source, fine):
    assert can_be_decoded(source) is fine
    assert can_be_parsed(source) is fine


def loops(module):
    """Return whether a module has a function with a loop."""
    tree = ast.parse(Path(module.module_finder.path, f"{module.name}.py").read_bytes())
    return any(
        isinstance(node, ast.For | ast.While)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    )


@pytest.mark.ci
def test_python_has_no_other_slow_encodings():
    slow = {
        each.name
        for each in pkgutil.iter_modules(encodings.__path__)
        if each.name not in ("mbcs", "oem") and loops(each)
        if codecs.lookup(each.name)._is_text_encoding
    }
    assert slow == {name.decode() for name in SLOW}
