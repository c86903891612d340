"""Similar submissions, also with other names and layout."""

import random
import re

import pytest
from conftest import ENGINES, ROOT

from noughts.classroom import similar
from noughts.classroom.similar import find_similar

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
    assert alike.share == 1.0
    assert {name for side in alike.sides for name in side.names} == {"0", "1"}


def test_a_copied_part_is_found_with_its_lines():
    lines = OTHER.splitlines()
    half = "\n".join([*lines[: len(lines) // 2], *ENGINE.splitlines()[-60:]])
    [alike] = found(ENGINE, half)
    for side in alike.sides:
        assert re.fullmatch(r"\d+(-\d+)?(, \d+(-\d+)?)*", side.lines)


SHORT = "def f(b):\n    return max(b, key=lambda x: x * 2 + 3 - len(b))\n"
DICE = random.Random(1)
OWN_PARTS = [
    "\n".join(f"def f{n}_{k}(a):\n    return a + {DICE.random()}" for k in range(20))
    for n in range(40)
]


@pytest.mark.parametrize(
    ("sources", "given"),
    [
        ([ENGINE, OTHER, OWN], {}),
        ([f"{SHORT}a = [1]", f"{SHORT}b = (2, 3)"], {}),
        ([similar.STARTER, similar.STARTER + "\n# mine"], {}),
        ([ENGINE, renamed(ENGINE)], {"base": [ENGINE]}),
        ([OTHER], {"others": [ENGINE, ENGINE]}),
        ([f"{OTHER}\n{each}" for each in OWN_PARTS], {}),
    ],
    ids=["independent", "short", "starters", "base", "among others", "a whole class"],
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
