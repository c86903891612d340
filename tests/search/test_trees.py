"""Trees of numbers: read, written, and searched by the rungs of the ladder."""

import random

import pytest
from helpers.refusals import refused

from noughts.search import AlphaBeta
from noughts.search.minimax import Minimax
from noughts.search.trees import TreeRules, parse_tree

BOOK = "3 12 8 / 2 4 6 / 14 5 2"
READ = [
    (BOOK, "3.12.8_2.4.6_14.5.2"),
    ("3.12.8_2.4.6_14.5.2", "3.12.8_2.4.6_14.5.2"),
    ("3, 12, 8/2,4,6 / 14;5 2", "3.12.8_2.4.6_14.5.2"),
    ("3 // 2 9 / 5 7", "3__2.9_5.7"),
    ("1 2 // 3 4", "1.2_3.4"),
    (" -0 1 / / \N{MINUS SIGN}2 \N{EN DASH}3 ", "0.1_-2.-3"),
    ("007 8", "7.8"),
]


@pytest.mark.parametrize(("text", "address"), READ)
def test_a_tree_is_read_from_either_form_and_written_for_an_address(text, address):
    tree = parse_tree(text)
    assert str(tree) == address
    assert parse_tree(address) == tree


NONSENSE = [
    ("", "refusal.tree_empty"),
    (" / ", "refusal.tree_empty"),
    ("5", "refusal.tree_one"),
    ("3 x", "refusal.tree_number"),
    ("3 1234", "refusal.tree_number"),
    ("3 1.5", "refusal.tree_number"),
    ("3 -", "refusal.tree_number"),
    ("1 " * 65, "refusal.tree_leaves"),
    ("1 " * 27, "refusal.tree_branches"),
    ("1 2 / 3 // 4 /// 5 //// 6 ///// 7 ////// 8", "refusal.tree_levels"),
]


@pytest.mark.parametrize(("text", "key"), NONSENSE)
def test_what_is_no_tree_is_refused(text, key):
    with refused(key):
        parse_tree(text)


def grown(chance, depth):
    """Return a random tree as its leaves, or as nested lists."""
    if depth == 0 or chance.random() < 0.15:
        return chance.randint(-9, 20)
    return [grown(chance, depth - 1) for _ in range(chance.randint(2, 3))]


def plain_value(tree):
    if not tree.children:
        return tree.value
    values = [plain_value(child) for child in tree.children]
    return max(values) if tree.is_max else min(values)


def written(node):
    """Write nested lists as a tree of their height."""

    def height(node):
        return 1 + max(map(height, node)) if isinstance(node, list) else 0

    if not isinstance(node, list):
        return str(node)
    return ("_" * (height(node) - 1) or ".").join(map(written, node))


@pytest.mark.parametrize("rung", [Minimax, AlphaBeta])
def test_every_rung_finds_the_value_of_a_tree(rung):
    chance = random.Random(3)
    for _ in range(300):
        nested = [grown(chance, 3), grown(chance, 3)]
        text = written(nested)
        if text.count(".") + text.count("_") > 60:
            continue
        for is_max in (True, False):
            tree = parse_tree(text, is_max)
            assert str(tree) == text
            assert rung(TreeRules()).value(tree) == plain_value(tree)


def test_a_node_is_named_by_its_branches():
    tree = parse_tree("5 6 / 7 4 // 3 2 / 9 1")
    assert [leaf.path for leaf in tree.leaves()][-2:] == ["BBA", "BBB"]
    assert tree.children[1].children[1].path == "BB"
    assert tree.is_max is not tree.children[0].is_max
