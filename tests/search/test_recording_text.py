"""Trees of searches, as text and for Graphviz."""

import json
import shutil
import subprocess
from math import inf
from zlib import crc32

import pytest
from helpers.golden import HERE, compare

from noughts.game.notation import parse_board
from noughts.search import LADDER, rung
from noughts.search.outline import dot, plies_that_fit, tree_text, value_text
from noughts.search.recording import minimax_positions, record
from noughts.texts import LANGUAGES, words

BOARD = "XOX O.. X.."
BOARDS = [BOARD, "X.. .O. ..X", "XO. .X. ...", "XX. OO. ...", "X.. O.. .XO"]


def searched(name="alphabeta", text=BOARD):
    return record(rung(name), parse_board(text))


def facts(name, board):
    """Return the size of a tree, and digests of it in three forms."""
    root = searched(name, board)
    forms = root.enter_letters(), json.dumps(root.data(), allow_nan=False), dot(root, 2)
    size = f"{root.positions} in {root.plies} plies, {plies_that_fit(root)} shown"
    digests = " ".join(f"{crc32(form.encode()):08x}" for form in forms)
    return f"{name} {board}: {root.value}, {size}: {digests}"


def test_every_rung_searches_as_before(update_golden):
    text = "\n".join(facts(name, board) for name in LADDER for board in BOARDS) + "\n"
    compare(HERE / "search" / "ladder.txt", text, update_golden)


@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_the_depth_that_fits_is_the_deepest_that_does(name):
    root = searched(name)
    sizes = [len(tree_text(root, plies).splitlines()) for plies in range(1, 5)]
    assert sizes == sorted({*sizes})
    for lines in range(max(sizes) + 2):
        deepest = max(1, sum(size <= lines for size in sizes))
        assert plies_that_fit(root, lines) == deepest


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.0, "0"), (1, "+1"), (-1, "~1"), (inf, "+∞"), (-inf, "~∞")],
)
def test_a_value_has_a_sign_and_a_real_minus(value, text):
    assert value_text(value) == text.replace("~", "\N{MINUS SIGN}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tree_that_fits_stays_within_eighty_columns(language):
    for text in ("... ... ...", "X.. .O. ...", "XOX ... ...", BOARD):
        root = searched("alphabeta", text)
        for line in tree_text(root, 4, language).splitlines():
            assert len(line) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LADDER)
def test_every_search_has_a_title_that_fits_its_column(name, language):
    assert 0 < len(words(language)(f"search.title.{name}")) < 24


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_graphviz_draws_the_graph():
    drawn = subprocess.run(
        ["dot", "-Tsvg"],
        input=dot(searched(), 9),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "<svg" in drawn.stdout
    assert not drawn.stderr


def test_plain_minimax_visits_all_positions_below_a_board():
    minimax_positions.cache_clear()
    known = {"X...O....": 7332, "XXXOO....": 1, "XOXOXOOX.": 2, "." * 9: 549_946}
    assert {key: minimax_positions(key) for key in known} == known
