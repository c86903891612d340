"""The codes of answers are written and read in three modules; others see values."""

import ast
import re

import pytest
from conftest import ROOT
from helpers.compared import compared_texts

from noughts.checker.answers import VALUE

PACKAGE = ROOT / "noughts"
WIRE = {"checker/answers.py", "sandbox/asker.py", "sandbox/values.py"}
ROOMS = ("checker", "classroom", "lessons", "page", "cli", "sandbox")
FILES = [
    path
    for room in ROOMS
    for path in sorted((PACKAGE / room).rglob("*.py"))
    if path.relative_to(PACKAGE).as_posix() not in WIRE
]
ENCODED = {"said", "like", "flags"}  # fields of an answer that hold codes
LETTERS = re.compile(r"[bcimsorR]")  # before a value


def codes_in(tree):
    """Yield the lines that write or read a code."""
    texts = [text for _, text in compared_texts(tree)]
    yield from (text for text in texts if len(text) > 1 and VALUE.fullmatch(text))
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Attribute(attr=name)) if name in ENCODED:
                yield ast.unparse(node)
            case ast.Subscript(
                value=ast.Name("said"),
                slice=ast.Slice() | ast.Constant(int()) | ast.UnaryOp(),
            ):
                yield ast.unparse(node)
            case ast.Compare(left=left, comparators=[*others]):
                sides = [left, *others]
                fields = [e for e in sides if isinstance(e, ast.Attribute)]
                is_encoded = any(each.attr in ENCODED for each in fields)
                if is_encoded and any(isinstance(e, ast.Constant) for e in sides):
                    yield ast.unparse(node)
            case ast.JoinedStr(values=[ast.Constant(str(text)), second, *_]):
                if LETTERS.fullmatch(text) and isinstance(second, ast.FormattedValue):
                    yield ast.unparse(node)
            case ast.BinOp(left=ast.Constant(str(text)), op=ast.Add()):
                if LETTERS.fullmatch(text):
                    yield ast.unparse(node)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_codes_of_the_wire_stay_in_three_modules(path):
    assert not [*codes_in(ast.parse(path.read_text("utf-8")))]


@pytest.mark.parametrize(
    "program",
    [
        "answer.said[0] == kind",
        "key = said[1:]",
        "answer.said == 'n'",
        "'B' in answer.flags",
        "answer.like[:1]",
        "f'b{key}'",
        "'c' + number",
        "claim in ('mX', 'mO')",
        "POSSIBLE = {'i1': '1'}\nPOSSIBLE.get(claim)",
    ],
)
def test_a_code_elsewhere_is_found(program):
    assert [*codes_in(ast.parse(program))]
