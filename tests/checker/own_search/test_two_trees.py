"""The first wrong value beside the true one, as two trees in a report."""

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker.check_file import converse
from noughts.checker.own_search.calls import number_text
from noughts.checker.own_search.two_trees import two_trees
from noughts.checker.reports import html
from noughts.checker.trace_file import trace_file
from noughts.game.board import replies
from noughts.game.oracle import table
from noughts.texts import LANGUAGES, words


def found_in(name):
    source = (ENGINES / f"{name}.py").read_bytes()
    return converse(trace_file(source), ask_in_process).found


@pytest.mark.parametrize("name", ["max_for_both", "max_slip", "wrong_cut"])
def test_the_trees_have_the_values_of_the_file_and_the_truth(name):
    trees = two_trees(found_in(name), words("en"))
    assert trees.own.is_wrong
    assert trees.own.board == trees.true.board
    assert [each.board for each in trees.true.children] == [
        *replies(trees.true.board).values()
    ]
    for node in (trees.true, *trees.true.children):
        assert node.text == number_text(table()[node.board].value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_shows_both(language):
    shown = html.own_search(found_in("max_for_both"), language)
    assert shown["sentences"]
    assert len(shown["figures"]) == 2
    for figure in shown["figures"]:
        assert f"<title>{figure['caption']}" in figure["svg"].replace("&#x27;", "'")
