"""What a student reads, in other languages: all of it, and nothing else."""

import string
from dataclasses import replace

import pytest
from helpers.records import RECORD

from noughts.checker.checks import PROMISES
from noughts.checker.misconceptions.catalogue import KNOWN
from noughts.checker.record import Check, Failure, SearchEvidence
from noughts.checker.reports.translation import in_language, sentence, table
from noughts.checker.slips.experiment import PROVED, RULES, SEEN
from noughts.words import LANGUAGES

OTHERS = [language for language in LANGUAGES if table(language)]
WITHOUT_FUNCTION = {"minimax.unbeatable_x", "minimax.unbeatable_o", "search.alphabeta"}
CONTRACT = {"contract.names", "contract.signatures", "contract.imports"}


def test_portuguese_has_a_table_and_english_needs_none():
    assert "pt-BR" in OTHERS
    assert "en" not in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_every_check_has_its_sentence_and_its_hint(language):
    own = {p.name for p in PROMISES if not p.name.endswith(".pure")}
    assert set(table(language)["checks"]) == own | WITHOUT_FUNCTION | CONTRACT | {
        "pure"
    }
    for name, said in table(language)["checks"].items():
        assert set(said) == {"sentence", "hint"}, name


def parts(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_misconception_has_its_words_with_the_same_parts(language):
    docs = {known.name: known.model.__doc__ for known in KNOWN}
    docs |= {told.__name__: told.__doc__ for told in [*PROVED, *RULES, *SEEN]}
    said = table(language)["misconceptions"]
    assert set(said) == set(docs)
    assert len(docs) > 100  # as the changelog says
    for name, texts in said.items():
        assert set(texts) == {"title", "explanation", "hint"}, name
        if "{line}" in docs[name]:
            assert parts("".join(texts.values())) == parts(docs[name]), name


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_keep_their_parts(language):
    for english, other in table(language)["sentences"].items():
        assert parts(english) == parts(other)


def test_a_record_is_told_in_the_language_and_stays_as_it_is_in_english():
    failure = Failure("winner(board)", "... ... ...", "None", "'X'", 1)
    hint = next(p.hint for p in PROMISES if p.name == "winner.rows")
    check = Check("winner.rows", "", "failed", failures=(replace(failure, hint=hint),))
    record = replace(RECORD, checks=(check,))
    assert in_language(record, "en") is record
    (told,) = in_language(record, "pt-BR").checks
    assert told.sentence.startswith("Três marcas em uma linha")
    assert told.failures[0].hint == "Olhe as três linhas, para X e para O."


def test_a_sentence_that_nobody_knows_stays():
    assert sentence("Something else.", "pt-BR") == "Something else."
    assert sentence("`f` is not written yet.", "pt-BR") == "`f` ainda não foi escrita."


def test_a_remark_keeps_its_code_and_a_hint_of_its_own_is_a_sentence():
    remark = Failure("line 3", "", "", "Line too long (E501)", 1)
    own = Failure("winner(board)", "", "None", "'X'", 1, "`winner` is not written yet.")
    check = Check("winner.rows", "", "failed", failures=(remark, own))
    other = Check("style.layout", "Own.", "failed", failures=(remark,))
    told, kept = in_language(replace(RECORD, checks=(check, other)), "pt-BR").checks
    assert told.failures[0].got == "Line too long (E501)"
    assert told.failures[1].hint == "`winner` ainda não foi escrita."
    assert kept.sentence == "Own."


def test_what_was_seen_of_a_search_is_told_anew_where_there_are_facts():
    facts = (("counted", {"cut": 400, "whole": 1900}),)
    search = SearchEvidence("alphabeta", "in English", facts)
    told = in_language(replace(RECORD, search=search), "pt-BR").search
    assert "1.900" in told.words
    plain = SearchEvidence("alphabeta", "in English")
    assert in_language(replace(RECORD, search=plain), "pt-BR").search == plain
    assert in_language(replace(RECORD, search=None), "pt-BR").search is None
