"""docs/ladder.md: its numbers are true."""

import re

from conftest import ROOT
from helpers.counts import POSITIONS

from noughts.search import LADDER
from noughts.words import LANGUAGES, words

TEXT = (ROOT / "docs" / "ladder.md").read_text("utf-8")


def test_the_table_has_every_rung_its_file_and_its_count():
    rows = re.findall(r"^\| `([a-z-]+)` \| `(\w+\.py)` \|.*\| ([\d,]+) \|$", TEXT, re.M)
    assert {name: int(n.replace(",", "")) for name, _, n in rows} == POSITIONS
    assert [name for name, _, _ in rows] == list(LADDER)
    for name, file, _ in rows:
        assert LADDER[name].__module__ == f"noughts.search.{file.removesuffix('.py')}"


def test_every_rung_has_a_name_in_every_language():
    for language in LANGUAGES:
        for name in LADDER:
            assert f"search.title.{name}" in words(language)
