"""Laws of the catalogue of mistakes, read forwards and backwards."""

import ast
import string
import tomllib
from itertools import product
from pathlib import Path

import pytest
from helpers.exhaustive import LOOK, TooLongError, wrong_functions

from noughts import oracle
from noughts.board import board_of
from noughts.mistakes.made import correct_engine, faulty_engines, make_mistakes
from noughts.mistakes.mistakes import catalogue, repairs
from noughts.mistakes.models import MODELS
from noughts.mistakes.patterns import parse, rewrite
from noughts.mistakes.scope import KINDS, Scope
from noughts.words import LANGUAGES, MISTAKES

ROOT = Path(__file__).parents[2]
ROWS = catalogue().values()
TABLE = tomllib.loads(MISTAKES.read_text("utf-8"))
MADE = [*faulty_engines()]
REPAIRED = [made for made in MADE if made.mistake.pairs]
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
    assert row.places in ("each", "all", "all, each")


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_every_row_is_recognised_in_one_way(row):
    assert [bool(row.pairs), bool(row.answers), bool(row.seen)].count(True) == 1
    assert (row.name in MODELS) >= bool(row.answers)


def test_every_model_has_its_row():
    assert MODELS.keys() <= catalogue().keys()


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_every_language_is_complete_and_has_the_same_parameters(row):
    texts = {language: TABLE[row.name][language] for language in LANGUAGES}
    for text, part in product(texts.values(), PARTS):
        assert text[part]
        assert fields(text[part]) == fields(texts["en"][part])
    known = {"shown", "lines", "rest", "v"} if not row.answers else set()
    assert all(fields(text) <= known for text in texts["en"].values())
    assert all(each.keys() == PARTS for each in texts.values())


def fields(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("made", MADE, ids=name)
def test_an_injected_mistake_makes_its_function_wrong(made):
    assert wrong(made.source, made.function, LOOK[::-1])


@pytest.mark.parametrize("made", REPAIRED, ids=name)
def test_the_first_repair_that_works_names_the_injected_mistake(made):
    tree, some = ast.parse(made.source), small_boards(23)
    healing = (
        repair
        for repair in repairs(tree, made.function)
        if not wrong(repair.source, made.function, some)
    )
    assert next(healing).mistake is made.mistake


@pytest.mark.ci
@pytest.mark.parametrize("made", REPAIRED, ids=name)
def test_the_repair_is_right_on_every_position(made):
    assert any(
        not wrong(repair.source, made.function)
        for repair in repairs(ast.parse(made.source), made.function)
        if repair.mistake is made.mistake
    )


RIGHT = [ROOT / "tictactoe.py", ROOT / "tests/engines/textbook_deepcopy.py"]
RIGHT += sorted((ROOT / "tests/golden/records/mutants").glob("*.py"))


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_in_any_engine_each_row_makes_programs_or_nothing(path):
    tree = ast.parse(path.read_text("utf-8"))
    made = [each for row in ROWS for each in make_mistakes(tree, row)]
    assert made
    for each in made:
        compile(each.source, each.name, "exec", dont_inherit=True)


@pytest.mark.ci
def test_the_correct_engine_is_right():
    for function in ("player", "actions", "result", "winner", "terminal", "utility"):
        assert not wrong(correct_engine(), function)
    assert not wrong(correct_engine(), "minimax")


def test_a_scope_is_a_function_and_what_it_calls_but_no_other_of_the_contract():
    scope = Scope(ast.parse(correct_engine()), "minimax")
    names = {function.name for function in scope.functions}
    assert names == {"minimax", "value", "max_value", "min_value"}
    assert scope.recursive == {"value", "max_value", "min_value"}


def test_a_tree_is_rewritten_and_stays_as_it_is():
    tree = ast.parse("f(g(1))")
    outer = tree.body[0].value
    inner = outer.args[0]
    assert rewrite(tree, {outer: ast.List([inner]), inner: ast.Constant(2)}) == "[2]"
    assert ast.unparse(tree) == "f(g(1))"
