"""Laws of the catalogue of mistakes, read forwards and backwards."""

import ast
import difflib
import re
import string
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest
from helpers.exhaustive import LOOK, TooLongError, wrong_functions
from helpers.golden import HERE, compare
from helpers.in_process import ask_in_process

from noughts.checker.asking import Ask
from noughts.checker.case import Case
from noughts.checker.find_mistakes import as_reply, says
from noughts.checker.mistakes import patterns
from noughts.checker.mistakes.catalogue import Mistake, catalogue, repairs, sightings
from noughts.checker.mistakes.made import (
    FaultyEngine,
    correct_engine,
    faulty_engines,
    make_mistakes,
)
from noughts.checker.mistakes.models import MODELS
from noughts.checker.mistakes.patterns import find_bindings, parse, rewrite
from noughts.checker.mistakes.scope import KINDS, Scope
from noughts.checker.questions import every, on_wire, question
from noughts.game import oracle
from noughts.game.board import board_of
from noughts.texts import LANGUAGES, MISTAKES

ROOT = Path(__file__).parents[3]
ROWS = catalogue().values()
TABLE = tomllib.loads(MISTAKES.read_text("utf-8"))
MADE = [*faulty_engines()]
REPAIRED = [made for made in MADE if made.mistake.pairs]
TRANSCRIPTS = HERE / "transcripts"
CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf-8"))
assert MODELS.keys() <= catalogue().keys()
OTHERS = [
    FaultyEngine(Mistake(code, ()), function, f"{correct_engine()}\n{code}")
    for function, codes in tomllib.loads(
        (Path(__file__).parent / "answers.toml").read_text("utf-8")
    ).items()
    for code in codes
]
PARTS = {"title", "text", "hint"}


def name(row):
    return row.name


def wrong(source, function, boards=LOOK):
    """Return whether a function is wrong on one of these boards."""
    try:
        return wrong_functions(source, 20, [function], boards) == {function}
    except TooLongError:
        return True


def small_boards(step):
    """Return every so many of the boards that are searched quickly, full ones first."""
    few = [key for key in oracle.table() if key.count(".") <= 5]
    keys = set(sorted(few, key=lambda key: (key.count("."), key))[::step])
    return [(board_of(key), oracle.table()[key]) for key in sorted(keys)]


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_every_pattern_parses_and_every_condition_exists(row):
    patterns = [*row.seen, *row.also, *row.without]
    patterns += [code for pair in (*row.pairs, *(row.make or ())) for code in pair]
    for pattern in patterns:
        parse(pattern)
    assert {*row.where.values(), row.inside} <= {*KINDS, ""}
    assert row.places in ("each", "all", "all, each", "each, function")


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_every_row_is_recognised_in_one_way(row):
    ways = row.pairs, row.answers, row.seen, row.finder
    assert [*map(bool, ways)].count(True) == 1
    assert (row.name in MODELS) >= bool(row.answers)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_every_language_is_complete_and_has_the_same_parameters(row):
    texts = {language: TABLE[row.name][language] for language in LANGUAGES}
    for text, part in product(texts.values(), PARTS):
        assert text[part]
        assert fields(text[part]) == fields(texts["en"][part])
    known = {"shown", "lines", "rest", "v"} if not row.answers else set()
    assert all(fields(text) <= known for text in texts["en"].values())
    assert all(each.keys() == PARTS for each in texts.values())


# What the assignment itself fixes: cells and marks, and what a function may return.
FIXED = {"0", "1", "2", "3", "EMPTY"}
FIXED_FOR = {
    "actions": {"set()"},
    "winner": {"None"},
    "terminal": {"True", "False", "None"},
    "utility": {"-1"},
    "minimax": {"-1", "None"},
}
VALUE = re.compile(
    r"""-?\b\d+(?:\.\d+)?\b|\binf\w*|True|False|None|EMPTY|"[^"]*"|\[\]|set\(\)|\{\}"""
)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_a_hint_without_tried_code_brings_no_value_of_its_own(row):
    """What no repair has tried could make other code of the file wrong."""
    if row.pairs or row.finder:
        return
    fixed = FIXED.union(*(FIXED_FOR.get(each, set()) for each in row.of))
    for language in LANGUAGES:
        assert {*VALUE.findall(TABLE[row.name][language]["hint"])} <= fixed


def fields(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_where_one_mistake_has_different_code_in_two_lines_both_are_shown():
    start = "if board:\n        best = {}\n    else:\n        best = {}\n"
    code = (
        f"def minimax(board):\n    {start.format(-1, 1)}    for a in actions(board):\n"
        "        v = value(a)\n        if v > best:\n            best = v\n"
        "    return best\ndef value(board):\n    return -minimax(board)\n"
    )
    found = repairs(ast.parse(code), "minimax")
    shown = {each.shown for each in found if each.lines == [3, 5]}
    assert "best = -1; best = 1" in shown


@pytest.mark.parametrize("made", MADE, ids=name)
def test_an_injected_mistake_makes_its_function_wrong(made):
    assert wrong(made.source, made.function, LOOK[::-1])


@pytest.mark.ci
@pytest.mark.parametrize("made", REPAIRED, ids=name)
def test_the_first_repair_that_works_names_the_injected_mistake(made):
    tree, some = ast.parse(made.source), small_boards(60)
    healing = (
        repair
        for repair in repairs(tree, made.function)
        if not wrong(repair.source, made.function, some)
    )
    assert next(healing).mistake is made.mistake


RIGHT = [ROOT / "tictactoe.py", ROOT / "tests/engines/textbook_deepcopy.py"]
RIGHT += sorted((ROOT / "tests/golden/records/mutants").glob("*.py"))


@pytest.mark.ci
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_in_any_engine_each_row_makes_programs_or_nothing(path):
    tree = ast.parse(path.read_text("utf-8"))
    made = [each for row in ROWS for each in make_mistakes(tree, row)]
    assert made
    for each in made:
        compile(each.source, each.name, "exec", dont_inherit=True)


@pytest.mark.ci
def test_the_correct_engine_is_right():
    assert not wrong_functions(correct_engine(), 60)


def test_a_scope_is_a_function_and_what_it_calls_but_no_other_of_the_contract():
    scope = Scope(ast.parse(correct_engine()), "minimax")
    names = {function.name for function in scope.functions}
    assert names == {"minimax", "value", "max_value", "min_value"}
    assert scope.recursive == {"value", "max_value", "min_value"}


def changed_lines(before, after):
    """Return the lines that differ, each with its sign."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [f"  {line}" for line in lines if line[0] in "+-"]


def test_mistakes_are_made_as_before(update_golden):
    lines, right = [], ast.unparse(ast.parse(correct_engine()))
    for made in MADE:
        lines += [f"{made.function}: {made.name}", *changed_lines(right, made.source)]
    compare(TRANSCRIPTS / "made.txt", "\n".join(lines) + "\n", update_golden)


def test_repairs_are_proposed_as_before(update_golden):
    lines = []
    for case, row in CASES.items():
        tree = ast.parse(row["code"])
        code, own = ast.unparse(tree), Scope(tree, "minimax").own
        for function in (node.name for node in tree.body):
            lines += ["", f"{case}: {function}, {', '.join(own)}"]
            for repair in repairs(tree, function):
                lines.append(f"{repair.mistake.name} {repair.parts}")
                lines += changed_lines(code, repair.source)
            for seen in sightings(tree, function):
                lines.append(f"seen: {seen.mistake.name} {seen.parts}")
    compare(TRANSCRIPTS / "repairs.txt", "\n".join(lines[1:]) + "\n", update_golden)


def replies(made):
    """Return a function's answers to some questions, for the models."""
    function = made.function
    few = [n for n in every(function) if question(function, n).key.count(".") < 6]
    some = Random(1).sample(few, min(len(few), 90))
    setup = Case("", ast.parse("")).setup()
    asked = ask_in_process(Ask(made.source, setup, function, on_wire(function, some)))
    pairs = zip(some, asked, strict=True)
    return [as_reply(question(function, n), answer) for n, answer in pairs if answer]


@pytest.mark.ci
def test_models_predict_as_before(update_golden):
    """How many replies a row predicts, contradicts and leaves open, in all variants."""
    lines = []
    for made in [*(each for each in MADE if each.name in MODELS), *OTHERS]:
        found, counts = replies(made), []
        for row in ROWS:
            if made.function in row.of and row.name in MODELS:
                models = MODELS[row.name][:: len(MODELS[row.name]) // 9 + 1]
                said = Counter(says(row, m, r) for m, r in product(models, found))
                numbers = "/".join(str(said[each]) for each in (True, False, None))
                counts.append(f"  {row.name} {numbers}")
        lines += [f"{made.function}: {made.name!r}", *counts]
    compare(TRANSCRIPTS / "models.txt", "\n".join(lines) + "\n", update_golden)


def test_a_long_row_is_matched_unless_that_takes_too_many_combinations():
    long = parse(str([*range(patterns.MOST_ROW + 1)])).nodes[0]
    one, two = (parse(f"[{row}]").nodes[0] for row in ("0, $*a", "$*a, 0, $*b"))
    assert len([*find_bindings(one, long, {})]) == 1
    assert not [*find_bindings(two, long, {})]


def test_a_tree_is_rewritten_and_stays_as_it_is():
    tree = ast.parse("f(g(1))")
    outer = tree.body[0].value
    inner = outer.args[0]
    assert rewrite(tree, {outer: ast.List([inner]), inner: ast.Constant(2)}) == "[2]"
    assert ast.unparse(tree) == "f(g(1))"
