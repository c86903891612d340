"""
No program decides by a sentence: what it must know is a field.

For mypy, the key of a fact or an error is no text, so it can be compared with none.
Here no program compares anything with a text that is such a key, or begins one.
"""

import ast
from functools import cache

import pytest
from conftest import ROOT

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
COMPARING = {"startswith", "endswith", "removeprefix", "removesuffix", "index", "find"}


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


def compared_texts(tree):
    """Yield the texts with which a program compares something, with their lines."""
    named = {}  # the values of names of the module
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named |= {each.id: node.value for each in targets if type(each) is ast.Name}
    for node in ast.walk(tree):
        for part in compared_parts(node):
            value = named.get(part.id, part) if type(part) is ast.Name else part
            if isinstance(value, ast.Dict):
                value = ast.Tuple([key for key in value.keys if key])
            for each in outside_calls(value):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield part.lineno, each.value
                elif isinstance(each, ast.JoinedStr):
                    first = each.values[0]
                    if isinstance(first, ast.Constant):
                        yield part.lineno, first.value


def outside_calls(node):
    """Yield a node and all in it that is no argument: `say(key)` makes a sentence."""
    yield node
    for part in () if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
        yield from outside_calls(part)


def compared_parts(node):
    """Return the expressions that a node compares, or looks up a value by."""
    match node:
        case ast.Compare(left=ast.JoinedStr(), ops=[ast.In() | ast.NotIn()]):
            return node.comparators  # whether there is such a sentence
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.MatchValue(value=value):
            return [value]
        case ast.Call(func=ast.Attribute(attr=name), args=args) if name in COMPARING:
            return args
        case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get")):
            return [table]
        case ast.Subscript(value=ast.Name() as table):
            return [table]
    return []


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
