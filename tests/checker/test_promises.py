"""What the pages promise is tried by the tests that they name."""

import re

import pytest
from conftest import ROOT

PAGES = ["checker", "sandbox"]


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_a_page_names_is_there(page):
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    files = (ROOT / "tests").glob("*/test_*.py")
    tests = "\n".join(path.read_text("utf-8") for path in files)
    named = set(re.findall(r"`(test_[a-z_0-9]+)`", text))
    assert len(named) > 10
    assert not {name for name in named if f"\ndef {name}(" not in tests}


@pytest.mark.parametrize("page", PAGES)
def test_every_file_of_tests_that_a_page_names_is_there(page):
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    named = set(re.findall(r"`(?:tests/[a-z]+/)?(test_[a-z_]+\.py)`", text))
    assert named
    assert not {n for n in named if not [*(ROOT / "tests").glob(f"*/{n}")]}
