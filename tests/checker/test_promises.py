"""What the pages promise is tried by the tests that they name."""

import re

import pytest
from conftest import ROOT

PAGES = {"checker": "tests/checker", "sandbox": "tests/sandbox"}


@pytest.mark.parametrize(("page", "folder"), PAGES.items())
def test_every_test_that_a_page_names_is_there(page, folder):
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    tests = "\n".join(p.read_text("utf-8") for p in (ROOT / folder).glob("test_*.py"))
    named = set(re.findall(r"`(test_[a-z_0-9]+)`", text))
    assert len(named) > 10
    assert not {name for name in named if f"\ndef {name}(" not in tests}


@pytest.mark.parametrize(("page", "folder"), PAGES.items())
def test_every_file_of_tests_that_a_page_names_is_there(page, folder):
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    named = set(re.findall(r"`(?:tests/[a-z]+/)?(test_[a-z_]+\.py)`", text))
    assert named
    assert not {n for n in named if not [*(ROOT / "tests").glob(f"*/{n}")]}
