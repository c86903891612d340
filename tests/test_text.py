"""Text of others: nothing hidden in it reaches a reader, and it ends."""

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
def test_no_character_that_cannot_be_printed_is_left():
    """All of Unicode: escape sequences, marks that turn text round, halves of pairs."""
    for start in range(0, sys.maxunicode + 1, 1000):
        text = "".join(map(chr, range(start, min(start + 1000, sys.maxunicode + 1))))
        assert clean(text).replace("\n", "").isprintable()
        assert clean_line(text).isprintable()


def test_what_can_be_printed_is_left_alone():
    for text in ("", "João, O'Hara & <b>", "X|O\nO|X", "井字棋"):
        assert clean(text) == text
    assert clean("\x1b[2J\u202e") == r"\x1b[2J\u202e"
    assert clean_line("a\nb") == r"a\nb"


def test_a_name_that_is_no_text_is_shown_by_its_bytes_everywhere():
    name = "b\udcffd.py"  # as Python reads the byte 0xff
    assert clean(name) == clean_line(name) == r"b\xffd.py"
    assert show_name(name) == r"b\xffd.py"


def test_each_byte_that_is_no_text_is_shown_as_one():
    for n in range(0x80, 0x100):
        name = bytes([n]).decode("ascii", "surrogateescape")
        assert clean(name) == f"\\x{n:02x}"
    assert clean("\udc7f\udd00") == r"\udc7f\udd00"


def test_every_space_is_plain_but_the_plain_one():
    every = filter(lambda n: unicodedata.category(chr(n)) == "Zs", range(0x10000))
    assert {*every} == {ord(" "), *SPACES}


def test_a_program_may_be_as_large_as_can_be_parsed_and_no_larger():
    assert can_be_parsed("#" * LARGEST_PARSED)
    assert not can_be_parsed("#" * (LARGEST_PARSED + 1))


def test_a_number_that_cannot_be_written_is_no_data():
    assert toml_data("n = 0xff") == {"n": 255}
    with pytest.raises(ValueError, match="digits"):
        toml_data(f"n = 0x{'f' * 5000}")


def test_what_joins_signs_of_a_script_is_left_and_what_only_hides_is_not():
    for name in ("\u0644\u06cc\u200c\u0631\u0636", "👩\u200d💻", "क्\u200dष"):
        assert clean_line(name) == name
    for name in ("a\u200db", "é\u200c", "\u200dé", "é\u200d\u200dé", "é\u200d\u202eé"):
        assert clean_line(name).isprintable(), ascii(name)
    assert clean("é\u200bé") == r"é\u200bé"


def test_a_long_text_is_cut_and_says_so():
    assert clean("x" * 2000) == "x" * 2000
    assert clean("x" * 5000, 10) == "xxxxxxxxxx... and 4,990 more characters"
    assert clean("x" * 11, 10) == "xxxxxxxxxx... and 1 more characters"


DEEP = "[" * 200_000
TEXTS = ["", DEEP, f'{{"a": {DEEP}', f"a = {DEEP}", "[]", "null", '"a"', "1" * 5000]
TEXTS += [f"title = 0x{'f' * 5000}", f"lesson = [0x{'f' * 5000}]"]
TEXTS += [
    '{"cells": [1]}',
    '{"student": 1, "key": 1, "record": []}',
    '{"search": [[]]}',
]


def refuses(error, read):
    """Return a reader that has nothing to say of nonsense but that it is."""

    def reader(text, path):
        path.write_text(text, "utf-8")
        with pytest.raises(error):
            read(text, path)

    return reader


def leaves_out(read):
    """Return a reader for which nonsense is as good as nothing."""

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
        leaves_out(lambda text, _: notebook.code(text.encode()).strip()),
        leaves_out(lambda text, _: source_text.read(f"({text}".encode()).body),
        leaves_out(lambda text, _: list(imports(f"({text}".encode()))),
    ],
    ids=[
        *("rubric", "course", "proof", "results", "notebook"),
        *("source", "modules"),
    ],
)
def test_no_reader_of_what_others_wrote_fails_at_nonsense(tmp_path, reader, text):
    reader(text, tmp_path / "it")


@pytest.mark.parametrize("dot", [".", " . ", ".\\\n"])
def test_a_name_with_dots_without_end_is_not_parsed(dot):
    """Python takes 12 s for one of 49,000, and four times that for twice as many."""
    long = f"import {dot.join('a' * 1001)}"
    assert not can_be_parsed(long)
    assert not can_be_parsed(long.encode())
    assert can_be_parsed(f"import {dot.join('a' * 1000)}")
    assert can_be_parsed("x = 'XO.X.O...'\n" * 5_000)


def loops(module):
    """Return whether a module of Python's has a function that goes round in circles."""
    tree = ast.parse(Path(module.module_finder.path, f"{module.name}.py").read_bytes())
    return any(
        isinstance(node, ast.For | ast.While)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    )


def is_of_text(name):
    """Return whether Python decodes text by this name."""
    try:
        return codecs.lookup(name)._is_text_encoding
    except LookupError:
        return False


def test_no_encoding_that_is_written_in_python_is_read_outside_the_sandbox():
    """What is written in C takes a time that grows as the text does."""
    modules = [
        each
        for each in pkgutil.iter_modules(encodings.__path__)
        if is_of_text(each.name)
    ]
    assert len(modules) > 90
    for each in modules:
        source = f"# coding: {each.name}\nx = 1\n".encode()
        assert can_be_decoded(source) == can_be_parsed(source) == (not loops(each))


@pytest.mark.parametrize(
    "source",
    [
        b"# -*- coding: PunyCode -*-",
        b"\n#coding=\t-idna-\n",
        b"\r# coding: punycode\rx = 1",
        b"# a\r# b\r# coding: punycode\n",
        b"\xef\xbb\xbf# vim: set fileencoding=punycode :\n",
    ],
)
def test_however_it_is_written_such_an_encoding_is_noticed(source):
    assert not can_be_decoded(source)


def test_an_encoding_is_named_in_the_first_two_lines():
    assert can_be_decoded(b"import math\n\n# coding: idna\n")
    assert can_be_decoded(b"import math\n# coding: idna\n")  # after code it is none


@pytest.mark.parametrize(
    "source",
    [
        b"# coding: idna2008\n",
        b"# encoding by punycode\n",
        b"coding = 'coding: idna'\n",
        b'"""\n# coding: idna\n"""\n',
        b"",
    ],
)
def test_what_python_takes_for_no_such_encoding_is_none(source):
    assert can_be_decoded(source)
