"""Similar submissions, also with other names and layout."""

import re

import pytest
from conftest import ENGINES, ROOT

from noughts.classroom import similar
from noughts.classroom.similar import (
    COMMON,
    FEWEST,
    RUN,
    LineRange,
    Side,
    find_similar,
    join_lines,
)

ENGINE = (ENGINES / "alpha_beta.py").read_text("utf-8")
OTHER = (ENGINES / "textbook_deepcopy.py").read_text("utf-8")
OWN = (ROOT / "tictactoe.py").read_text("utf-8")


def found(*sources, base=(), others=()):
    """Return the similar files; each is named by its index."""
    return find_similar(
        [(str(n), source.encode()) for n, source in enumerate(sources)],
        [(f"other {n}", source.encode()) for n, source in enumerate(others)],
        [text.encode() for text in base],
    )


def renamed(source):
    """Return a program with other names, comments and layout."""
    names = re.sub(r"\b(alpha|beta|best|value|cells?)\b", r"x_\1", source)
    names = re.sub(r'"""[^"]*"""', '"""Something else."""', names)
    return re.sub(r"\n\n+", "\n\n\n# comment\n", names)


def test_a_renamed_copy_is_found():
    [alike] = found(ENGINE, renamed(ENGINE), OTHER)
    assert (alike.share, alike.same_code) == (1.0, True)
    assert [side.names for side in alike.sides] == [("0",), ("1",)]
    assert [side.source.decode() for side in alike.sides] == [ENGINE, renamed(ENGINE)]


def test_the_very_same_file_is_one_side():
    [alike] = found(ENGINE, renamed(ENGINE), ENGINE)
    assert [side.names for side in alike.sides] == [("0", "2"), ("1",)]
    [alike] = found(ENGINE, ENGINE)
    [side] = alike.sides
    assert side.names == ("0", "1")
    assert side.shares(side.ranges[0].last)


LEAST = FEWEST + RUN - 1  # tokens with the fewest runs


def numbers(first, count=LEAST):
    """Return a file of so many tokens, one on each line."""
    return "\n".join(map(str, range(first, first + count)))


@pytest.mark.parametrize(
    ("part", "rest", "shares"),
    [
        (LEAST, 0, [1.0]),
        (LEAST, FEWEST, [0.5]),
        (LEAST, FEWEST + 1, []),
        (LEAST - 1, 0, []),
        (LEAST - 1, 1, []),
    ],
)
def test_files_are_similar_from_half_of_their_code_on(part, rest, shares):
    files = [f"{numbers(1000 * n, rest)}\n{numbers(9000, part)}" for n in (1, 2)]
    assert [alike.share for alike in found(*files)] == shares


def test_the_most_similar_files_come_first_with_the_lines_they_share():
    files = [numbers(0, 300), numbers(100, 150), numbers(0, 200)]
    sides = [
        (alike.share, *((*side.names, side.lines) for side in alike.sides))
        for alike in found(*files)
    ]
    half = (100 - RUN + 1) / (150 - RUN + 1)
    assert sides == [
        (1.0, ("0", "1-200"), ("2", "1-200")),
        (1.0, ("0", "101-250"), ("1", "1-150")),
        (half, ("1", "1-100"), ("2", "101-200")),
    ]


def test_lines_next_to_each_other_are_one_range():
    own = {"a": (1, 3), "b": (4, 6), "c": (8, 8), "d": (8, 9), "e": (20, 20)}
    side = Side((), b"", join_lines(own, "abcde"))
    assert side.ranges == (LineRange(1, 6), LineRange(8, 9), LineRange(20, 20))
    assert side.lines == "1-6, 8-9, 20"
    shared = [n for n in range(25) if side.shares(n)]
    assert shared == [1, 2, 3, 4, 5, 6, 8, 9, 20]


def test_names_strings_comments_and_layout_are_ignored():
    source = b"def player(b):  # comment\n\n    if 'a' in x1: return X\n"
    names = "def player ( name ) : if '' in name : return X"
    lines = [1] * 6 + [3] * 7
    assert similar.tokens(source) == list(zip(names.split(), lines, strict=True))


@pytest.mark.parametrize(
    ("sharing", "of", "pairs"),
    [
        (COMMON, COMMON, 10),
        (COMMON + 1, COMMON + 1, 0),
        (COMMON + 1, 4 * COMMON + 3, 0),
        (COMMON + 1, 4 * COMMON + 4, 15),
    ],
)
def test_code_that_many_in_a_class_have_is_ignored(sharing, of, pairs):
    shared = [numbers(9000) * (n < sharing) for n in range(of)]
    own = [numbers(100 * n, FEWEST) for n in range(of)]
    assert len(found(*map("{}\n{}".format, shared, own))) == pairs


SHORT = "def f(b):\n    return max(b, key=lambda x: x * 2 + 3 - len(b))\n"


@pytest.mark.parametrize(
    ("sources", "given"),
    [
        ([ENGINE, OTHER, OWN], {}),
        ([f"{SHORT}a = [1]", f"{SHORT}b = (2, 3)"], {}),
        ([similar.STARTER, similar.STARTER + "\n# mine"], {}),
        ([ENGINE, renamed(ENGINE)], {"base": [ENGINE]}),
        ([OTHER], {"others": [ENGINE, ENGINE, f"{ENGINE}\nx = 1"]}),
    ],
    ids=["independent", "short", "starters", "base", "among others"],
)
def test_common_code_is_not_similar(sources, given):
    assert found(*sources, **given) == []


def test_a_class_is_compared_with_another():
    [alike] = found(ENGINE, others=[ENGINE, OTHER])
    assert alike.sides[0].names == ("0", "other 0")


def test_the_order_of_the_files_does_not_matter():
    sources = (ENGINE, renamed(ENGINE), OTHER, OTHER + "\nx = 1")
    files = [(name, each.encode()) for name, each in zip("abcd", sources, strict=True)]
    assert find_similar(files) == find_similar(files[::-1]) != []


@pytest.mark.parametrize(
    "text", ["", "'" * 999, '"""', "\0\xff", "é = 1", "#" * 99, "(", " x\ny\n  z"]
)
def test_any_text_can_be_compared(text):
    assert found(text, text) == []
