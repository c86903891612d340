"""What a student reads, in other languages: all of it, and nothing else."""

import json
import string
from dataclasses import replace

import pytest
from helpers.records import RECORD

from noughts.checker.bounds import bounded
from noughts.checker.checks import PROMISES
from noughts.checker.conversation.blame import UNTRIED
from noughts.checker.conversation.find_slip import WITHOUT
from noughts.checker.conversation.judge_contract import NAMES
from noughts.checker.evidence import SENTENCE
from noughts.checker.misconceptions.catalogue import KNOWN
from noughts.checker.points import ON_TRUST, applied
from noughts.checker.record import Check, Failure, Item, SearchEvidence, Section
from noughts.checker.reports import console, gradescope, html, junit
from noughts.checker.reports.translation import in_language, sentence, table, whole
from noughts.checker.rubric import CHECKS, parse
from noughts.checker.slips.suspects import PROVED, RULES, SEEN
from noughts.checker.source_text import IMPORTS, SIGNATURES
from noughts.checker.style import GROUPS
from noughts.checker.unbeatable import SIDES
from noughts.words import LANGUAGES, words

OTHERS = [language for language in LANGUAGES if table(language)]
WITHOUT_RULE = [
    NAMES,
    SIGNATURES,
    IMPORTS,
    SENTENCE,
    *(sentence for _, sentence in SIDES.values()),
    *(sentence for sentence, _ in GROUPS.values()),
]


def test_portuguese_has_a_table_and_english_needs_none():
    assert "pt-BR" in OTHERS
    assert "en" not in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_every_check_has_its_sentence_and_its_hint(language):
    own = {p.name for p in PROMISES if not p.name.endswith(".pure")}
    assert set(table(language)["checks"]) == own | {"pure"}
    for name, said in table(language)["checks"].items():
        assert set(said) == {"sentence", "hint"}, name
    for english in WITHOUT_RULE:
        assert whole(english, language) != english


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


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("names", [("a",), ("a", "b"), ("a", "b", "c")])
def test_several_causes_are_listed_in_the_words_of_the_language(names, language):
    causes = [f"`{name}`" for name in names]
    notes = [note for note in table(language)["sentences"] if "{causes}" in note]
    assert {UNTRIED, WITHOUT} < {*notes}
    for note in notes:
        given = dict.fromkeys(parts(note), "f") | {"causes": words().listed(causes)}
        (told,) = in_language(
            replace(RECORD, notes=(note.format(**given),)), language
        ).notes
        assert words(language).listed(causes) in told
        assert " and " not in told


def test_a_record_is_told_in_the_language_and_stays_as_it_is_in_english():
    failure = Failure("winner(board)", "... ... ...", "None", "'X'", 1)
    _, _, said, hint, _ = next(p for p in PROMISES if p.name == "winner.rows")
    failures = (replace(failure, hint=hint),)
    check = Check("winner.rows", said, "failed", failures=failures)
    record = replace(RECORD, checks=(check,))
    assert in_language(record, "en") is record
    (told,) = in_language(record, "pt-BR").checks
    assert told.sentence.startswith("Três marcas em uma linha")
    assert told.failures[0].hint == "Olhe as três linhas, para X e para O."


# Words of a teacher's, of which some are like ours, or are ours about something else.
TEACHERS = [
    "Diagonais também vencem.",
    "X wins",
    "no excuses",
    "60 points and a bonus of 5",
    "Style: as in our course",
    PROMISES[0].sentence,
]
RUBRIC = """
title = {said}
[[section]]
title = {said}
checks = {{ {checks} }}
[style]
ours = ["E501"]
[sentences]
{sentences}
"""


@pytest.mark.parametrize("said", TEACHERS)
@pytest.mark.parametrize("language", OTHERS)
def test_what_a_teacher_wrote_in_a_rubric_stays_in_every_language(said, language):
    names = [*CHECKS[1:], "style.ours"]
    quoted = json.dumps(said)
    text = RUBRIC.format(
        said=quoted,
        checks=", ".join(f"{name} = 1" for name in names),
        sentences="\n".join(f"{name} = {quoted}" for name in names),
    )
    rubric = parse(text, "mine.toml")
    checks = tuple(Check(name, "in our words", "failed") for name in names)
    judged = applied(rubric, replace(RECORD, rubric=rubric.title, checks=checks))
    told = in_language(judged, language)
    assert {check.sentence for check in told.checks} == {said}
    assert [section.title for section in told.sections] == [said] == [told.rubric]


@pytest.mark.parametrize(
    "shown",
    [console.report, html.report, junit.report, gradescope.report],
    ids=lambda report: report.__module__,
)
def test_a_teachers_sentence_is_in_every_form_of_a_report(shown):
    (failed,) = [check for check in RECORD.checks if check.status == "failed"]
    own = replace(failed, sentence="Na minha disciplina se joga bem.")
    sections = (Section("minimax", False, (Item(own.name, 0, 8),)),)
    record = replace(RECORD, checks=(own,), sections=sections)
    assert own.sentence in shown(record, language="pt-BR")


def test_a_group_of_rules_that_a_rubric_adds_is_named_in_the_language():
    check = Check("style.ours", "Style: N8, E501", "passed")
    (told,) = in_language(replace(RECORD, checks=(check,)), "pt-BR").checks
    assert told.sentence == "Estilo: N8, E501"


def test_what_is_left_out_or_given_on_trust_is_said_in_the_language():
    many = (Failure("line 3", "", "", "Line too long (E501)", 1),) * 3000
    checks = [Check("style.layout", "", "failed", note=note) for note in ("", ON_TRUST)]
    checks = tuple(replace(check, failures=many) for check in checks)
    told = in_language(bounded(replace(RECORD, checks=checks)), "pt-BR").checks
    assert told[0].note.startswith("Do que falha, ")
    assert told[1].note.startswith("Dado sem evidência: a rubrica não pede nenhuma. Do")


def test_a_sentence_that_nobody_knows_stays():
    assert sentence("Something else.", "pt-BR") == "Something else."
    assert sentence("`f` is missing.", "pt-BR") == "`f` está faltando."


def test_a_remark_keeps_its_code_and_a_hint_of_its_own_is_a_sentence():
    remark = Failure("line 3", "", "", "Line too long (E501)", 1)
    own = Failure("winner(board)", "", "None", "'X'", 1, "`winner` is missing.")
    check = Check("winner.rows", "", "failed", failures=(remark, own))
    other = Check("style.layout", "Own.", "failed", failures=(remark,))
    told, kept = in_language(replace(RECORD, checks=(check, other)), "pt-BR").checks
    assert told.failures[0].got == "Line too long (E501)"
    assert told.failures[1].hint == "`winner` está faltando."
    assert kept.sentence == "Own."


def test_what_was_seen_of_a_search_is_told_anew_where_there_are_facts():
    facts = (("counted", {"cut": 400, "whole": 1900}),)
    search = SearchEvidence("alphabeta", "in English", facts)
    told = in_language(replace(RECORD, search=search), "pt-BR").search
    assert "1.900" in told.words
    plain = SearchEvidence("alphabeta", "in English")
    assert in_language(replace(RECORD, search=plain), "pt-BR").search == plain
    assert in_language(replace(RECORD, search=None), "pt-BR").search is None
