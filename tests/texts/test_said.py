"""Facts read in every language, and survive being written down."""

import json
import pickle
import tomllib

import pytest

from noughts.checker.checks import CHECK_RULES
from noughts.checker.hints import MESSAGES
from noughts.checker.rubric import CHECKS, load, shipped
from noughts.texts import FEEDBACK, LANGUAGES, words
from noughts.texts.said import Said, from_fact, quotation

FACT = Said(
    "note.excused", function="minimax", causes=["player", "winner"], n=3, line=[4, 2]
)


def languages_in(table):
    """Yield the languages of each text in nested tables."""
    if "en" in table:
        yield {*table}
    else:
        for each in table.values():
            yield from languages_in(each)


def test_every_language_has_every_sentence_of_the_checker():
    found = [*languages_in(tomllib.loads(FEEDBACK.read_text("utf-8")))]
    assert found == [{*LANGUAGES}] * len(found)


def test_every_check_message_and_title_has_a_sentence():
    for name in CHECKS:
        assert name.endswith(".pure") or f"checks.{name}.sentence" in words(), name
    assert all(rule.hint.key in words() for rule in CHECK_RULES)
    assert all(f"python.{hint}" in words() for _, hint in MESSAGES)
    for name in ("no_syntax", "no_import"):
        assert {f"refused.{name}", f"refused.{name}_at"} <= words().feedback.keys()
    for rubric in map(load, shipped()):
        titles = [rubric.title, *(each.title for each in rubric.sections)]
        assert all(each.key or "(" in each for each in titles)


@pytest.mark.parametrize("said", [FACT, quotation("{x}"), Said()])
def test_a_fact_survives_json_and_pickle(said):
    for other in (
        from_fact(json.loads(json.dumps(said.fact))),
        pickle.loads(pickle.dumps(said)),
    ):
        assert (other, other.fact) == (said, said.fact)


def test_a_nested_fact_is_in_the_same_language():
    inner = Said("value.raised", what="KeyError: 'x'")
    outer = Said("value.call", call="minimax(board)", what=inner)
    assert outer.in_language("pt-BR") == "minimax(board) lançou KeyError: 'x'"


def test_braces_in_a_quotation_are_no_parts():
    assert Said("value.raised", what="{oops}") == "raised {oops}"


def test_a_part_is_changed_wherever_it_is():
    inner = Said("value.line", line=7)
    outer = Said("value.call", call=inner, what=quotation("line 7"))
    told = outer.changed(lambda value: 3 if value == 7 else value)
    assert "line 3" in told
    assert told.endswith("line 7")
