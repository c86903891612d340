"""Similar submissions, also with other names and layout."""

import random
import re

import pytest
from conftest import ENGINES, ROOT

from noughts.classroom import similar
from noughts.classroom.similar import Similarity, tokenize, winnow

ENGINE = (ENGINES / "alpha_beta.py").read_text("utf-8")
OTHER = (ENGINES / "textbook_deepcopy.py").read_text("utf-8")
OWN = (ROOT / "tictactoe.py").read_text("utf-8")


def found(*sources, base=(), others=()):
    """Return the similar files; each is named by its index."""
    similarity = Similarity(text.encode() for text in base)
    for n, source in enumerate(sources):
        similarity.add(str(n), source.encode())
    for n, source in enumerate(others):
        similarity.add(f"other {n}", source.encode(), ours=False)
    return similarity.find()


def renamed(source):
    """Return a program with other names, comments and layout."""
    names = re.sub(r"\b(alpha|beta|best|value|cells?)\b", r"x_\1", source)
    names = re.sub(r'"""[^"]*"""', '"""Something else."""', names)
    return re.sub(r"\n\n+", "\n\n\n# comment\n", names)


def test_a_renamed_copy_is_found():
    [alike] = found(ENGINE, renamed(ENGINE), OTHER)
    assert alike.share == 1.0
    assert {name for side in alike.sides for name in side.names} == {"0", "1"}


def test_a_copied_part_is_found_with_its_lines():
    lines = OTHER.splitlines()
    half = "\n".join([*lines[: len(lines) // 2], *ENGINE.splitlines()[-60:]])
    pairs = found(ENGINE, half)
    assert pairs
    [alike] = pairs
    for side in alike.sides:
        assert re.fullmatch(r"\d+(-\d+)?(, \d+(-\d+)?)*", side.lines)


def test_independent_solutions_are_not_similar():
    assert found(ENGINE, OTHER, OWN) == []
    assert found(similar.STARTER, similar.STARTER + "\n# mine") == []


def test_base_files_are_ignored():
    assert found(ENGINE, renamed(ENGINE), base=[ENGINE]) == []


def test_others_are_not_compared_with_each_other():
    assert found(OTHER, others=[ENGINE, ENGINE]) == []
    [alike] = found(ENGINE, others=[ENGINE])
    assert alike.sides[0].names == ("0", "other 0")


def test_code_of_a_quarter_of_the_class_is_ignored():
    dice = random.Random(1)
    own = [
        "\n".join(
            f"def f{n}_{k}(a):\n    return a + {dice.random()}" for k in range(20)
        )
        for n in range(40)
    ]
    assert found(*(f"{OTHER}\n{each}" for each in own)) == []


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_files_does_not_matter(seed):
    files = {"a": ENGINE, "b": renamed(ENGINE), "c": OTHER, "d": OTHER + "\nx = 1"}
    told = []
    for each in (files, dict(random.Random(seed).sample([*files.items()], 4))):
        similarity = Similarity()
        for name, source in each.items():
            similarity.add(name, source.encode())
        told.append(similarity.find())
    assert told[0] == told[1] != []


@pytest.mark.parametrize("text", ["", "'" * 999, '"""', "\0\xff", "é = 1", "#" * 99])
def test_any_text_has_tokens(text):
    assert isinstance(winnow(list(tokenize(text))), list)
    assert found(text, text) == []
