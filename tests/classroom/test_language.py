"""What a class is told of submissions that are not taken, in every language."""

import ast
import inspect
import re

import pytest

from noughts.checker.conversation import HINTS
from noughts.checker.reports.translation import sentence, table, whole
from noughts.checker.rubric import load, parse, shipped
from noughts.checker.style import GROUPS
from noughts.classroom import chosen_file, files, handed_in, submissions
from noughts.classroom.overview import Overview
from noughts.notebooks import notebook
from noughts.words import LANGUAGES


def text_of(node):
    """Return a string of the source as it may read, with a 7 in each place."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(text_of, node.values))
    return "7" if isinstance(node, ast.FormattedValue) else None


def refusals():
    """Yield every reason in the source for which a submission is not taken."""
    for module in (files, handed_in, chosen_file, submissions):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            name = getattr(getattr(node, "func", None), "id", "")
            if name == "RefusedError" and (text := text_of(node.args[0])):
                yield text
            if name == "refusing" and (text := text_of(node.args[1])):
                yield f"{text}: Permission denied"
        notes = (submissions.BESIDE, notebook.NOTEBOOK, notebook.UNREAD)
        yield from (node.format("7") for node in (*notes, submissions.PASSED_OVER))


REFUSALS = sorted({each for each in refusals() if not each.startswith("7: ")})
OF_THE_JUDGE = [
    *HINTS.values(),
    "line 7: does not compile: invalid syntax",
    "line 7: fails when it is imported: KeyError: 'x'",
    "fails when it is imported: KeyError: 'x'",
    "takes longer than 7 s to import",
]


def test_the_reasons_are_found():
    assert len(REFUSALS) > 18


def titles():
    """Yield what our rubrics and their sections are called, and the rules of style."""
    for rubric in map(load, shipped()):
        yield rubric.title
        yield from (each.title for each in rubric.sections if "(" not in each.title)
    yield from (sentence for sentence, _ in GROUPS.values())


@pytest.mark.parametrize("language", [*filter(table, LANGUAGES)])
@pytest.mark.parametrize("english", sorted(set(titles())))
def test_our_rubrics_are_told_in_the_language(english, language):
    assert whole(english, language) != english


def test_a_teachers_titles_stay_in_every_language():
    text = (
        'title = "no excuses"\n[[section]]\ntitle = "X wins"\nchecks.player.turn = 1\n'
    )
    overview = Overview.of("class", parse(text, "mine.toml"), 1, "pt-BR")
    assert (overview.rubric, overview.sections) == ("no excuses", ["X wins"])


@pytest.mark.parametrize("language", [*filter(table, LANGUAGES)])
@pytest.mark.parametrize("english", REFUSALS + OF_THE_JUDGE)
def test_every_reason_is_told_in_the_language(english, language):
    told = sentence(english, language)
    assert told != english
    assert len(re.findall(r"\b7\b", told)) == len(re.findall(r"\b7\b", english))
